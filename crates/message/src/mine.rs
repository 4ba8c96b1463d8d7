//! 消息偏好. What a user turned off for himself, and when he wants no mails.

use std::collections::BTreeSet;

use kernel::{Findings, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::message::{MessageEvent, Mute};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use crate::rule::Rule;
use crate::rule_page::is_of;
use crate::send::label;

const HOUR: i64 = 60;

const NOT_MUTED: Msg = Msg::new("message.not_muted", "该消息不能关闭", "This message can't be turned off.");
const TIME_WRONG: Msg = Msg::new("message.time", "请填写时间，如22:00", "Please enter a time of the day, like 22:00.");
const SAME_TIME: Msg = Msg::new("message.same_time", "开始和结束时间不能相同", "Begin and end can't be the same time.");

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::get("get_message_preferences", "/hrs/messageRule/mine", Access::LoggedIn, show)
            .summary("What the caller is told of, what he turned off, and his quiet hours"),
        Operation::put("save_message_preferences", "/hrs/messageRule/mine", Access::LoggedIn, save)
            .summary("What the caller turns off for himself, and his quiet hours; replaced as a whole"),
    ]);
}

/// GET /hrs/messageRule/mine: the events the company tells of.
fn show(call: &mut Call) -> Outcome {
    let (org, user) = (call.actor()?.org_id, call.actor()?.user_id);
    let app = call.app.clone();
    let data = call.read(|conn| {
        let mut select = sql::from(org, "message_mute");
        select.columns(["event", "inner_off", "mail_off"]).and_where(sql::eq("user_id", user));
        let muted = conn.query(&select.into())?;
        let decided = Rule::all(conn, org)?;
        let mut events = Vec::new();
        for event in app.registry.messages.iter().filter(|event| is_of(event, org)) {
            let own = decided.iter().find(|(key, _)| key == event.key).map(|(_, rule)| rule.clone());
            let rule = own.unwrap_or_default();
            if !rule.tells() {
                continue;
            }
            let mut off = (false, false);
            for row in &muted {
                if row.get::<String>(0)? == event.key {
                    off = (row.get(1)?, row.get(2)?);
                }
            }
            events.push(json!({
                "event": event.key, "kind": event.kind, "name": label(event.name),
                "explanation": label(event.explanation), "mute": event.mute.code(),
                "sendsInner": rule.inner, "sendsMail": rule.mail, "inner": !off.0, "mail": !off.1,
            }));
        }
        let (from, until) = quiet(conn, org, user)?.unzip();
        let email = address(conn, org, user)?;
        Ok(json!({ "events": events, "quietFrom": from, "quietUntil": until, "email": email }))
    })?;
    Ok(Answer::Data(data))
}

/// His quiet hours, as times of the day.
fn quiet(conn: &mut dyn Conn, org: i64, user: kernel::Id) -> Result<Option<(String, String)>, Refusal> {
    let mut select = sql::from(org, "message_quiet");
    select.columns(["from_minute", "until_minute"]).and_where(sql::eq("user_id", user));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let time = |minute: i64| format!("{:02}:{:02}", minute / HOUR, minute % HOUR);
    Ok(Some((time(row.get(0)?), time(row.get(1)?))))
}

/// Address his mails go to; empty when he has none.
fn address(conn: &mut dyn Conn, org: i64, user: kernel::Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .columns([("app_user", "email"), ("login", "email")])
        .join(JoinType::LeftJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .and_where(sql::of_eq("app_user", "id", user));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let addresses: [Option<String>; 2] = [row.get(0)?, row.get(1)?];
    Ok(addresses.into_iter().flatten().find(|address| mail::is_address(address)).unwrap_or_default())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wish {
    event: String,
    inner: bool,
    mail: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    events: Vec<Wish>,
    quiet_from: Option<String>,
    quiet_until: Option<String>,
}

impl Wish {
    /// Whether a user may want it so.
    fn fits(&self, event: Option<&&'static MessageEvent>) -> bool {
        match event.map(|event| event.mute) {
            None => false,
            Some(Mute::Nothing) => self.inner && self.mail,
            Some(Mute::Mail) => self.inner,
            Some(Mute::All) => true,
        }
    }
}

/// A time of the day in minutes.
fn minute_of(text: &str) -> Option<i64> {
    let (hour, minute) = text.split_once(':')?;
    let number = |text: &str, below: i64| {
        let number = if text.len() == 2 { text.parse().ok()? } else { return None };
        (0..below).contains(&number).then_some(number)
    };
    Some(number(hour, 24)? * HOUR + number(minute, HOUR)?)
}

/// PUT /hrs/messageRule/mine. It concerns nobody else and leaves no line in the log.
fn save(call: &mut Call) -> Outcome {
    let sent: Sent = call.json()?;
    let org = call.actor()?.org_id;
    let mut findings = Findings::new();
    let mut seen = BTreeSet::new();
    for (place, wish) in sent.events.iter().enumerate() {
        let mut events = call.app.registry.messages.iter();
        let event = events.find(|event| event.key == wish.event && is_of(event, org));
        if !wish.fits(event) || !seen.insert(&wish.event) {
            findings.error(format!("events.{place}"), NOT_MUTED.text());
        }
    }
    let quiet = quiet_hours(&sent, &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    call.write(|tx| {
        tx.no_log_line();
        replace(tx, &sent.events, quiet)
    })?;
    Ok(Answer::Data(json!(true)))
}

/// The hours; none when both are empty.
fn quiet_hours(sent: &Sent, findings: &mut Findings) -> Option<(i64, i64)> {
    let given = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
    let (from, until) = (given(&sent.quiet_from), given(&sent.quiet_until));
    if from.is_empty() && until.is_empty() {
        return None;
    }
    let (begin, end) = (minute_of(&from), minute_of(&until));
    findings.error_if(begin.is_none(), "quietFrom", TIME_WRONG);
    findings.error_if(end.is_none(), "quietUntil", TIME_WRONG);
    let hours = begin.zip(end)?;
    findings.error_if(hours.0 == hours.1, "quietUntil", SAME_TIME);
    Some(hours)
}

fn replace(tx: &mut Tx<'_>, wishes: &[Wish], quiet: Option<(i64, i64)>) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    for table in ["message_mute", "message_quiet"] {
        let mut delete = sql::delete(org, table);
        delete.and_where(sql::eq("user_id", user));
        tx.exec(&delete.into())?;
    }
    for wish in wishes.iter().filter(|wish| !(wish.inner && wish.mail)) {
        let cells = [
            ("user_id", user.into_value()),
            ("event", wish.event.clone().into_value()),
            ("inner_off", Value::Bool(!wish.inner)),
            ("mail_off", Value::Bool(!wish.mail)),
        ];
        tx.exec(&sql::insert(org, "message_mute", &cells).into())?;
    }
    if let Some((from, until)) = quiet {
        let cells =
            [("user_id", user.into_value()), ("from_minute", Value::Int(from)), ("until_minute", Value::Int(until))];
        tx.exec(&sql::insert(org, "message_quiet", &cells).into())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_the_day_has_two_digits_each() {
        assert_eq!(minute_of("00:00"), Some(0));
        assert_eq!(minute_of("23:59"), Some(1439));
        for wrong in ["24:00", "12:60", "7:00", "07:0", "x", "-1:00", ""] {
            assert_eq!(minute_of(wrong), None, "{wrong}");
        }
    }
}
