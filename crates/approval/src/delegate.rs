//! 委托: somebody else decides in a user's place for a time.

use kernel::{Findings, Id, Instant, show_second};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{people, words};

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    room.operations.extend([
        Operation::get("get_approval_delegate", "/prm/ics/delegate", Access::LoggedIn, get)
            .summary("Who decides in the caller's place"),
        Operation::put("set_approval_delegate", "/prm/ics/delegate", Access::LoggedIn, put)
            .summary("Sets or ends who decides in the caller's place"),
    ]);
}

/// GET /prm/ics/delegate.
fn get(call: &mut Call) -> Outcome {
    let (org, user) = (call.actor()?.org_id, call.actor()?.user_id);
    let data = call.read(|conn| {
        let mut select = sql::from(org, "approval_delegate");
        select.columns(["to_user_id", "from_at", "until_at"]).and_where(sql::eq("user_id", user));
        let Some(row) = conn.first(&select.into())? else { return Ok(Json::Null) };
        let to: Id = row.get(0)?;
        Ok(json!({
            "toUserId": to,
            "toUserName": facts::user_name(conn, org, to)?,
            "from": show_second(row.get(1)?),
            "until": show_second(row.get(2)?),
        }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    to_user_id: Option<Id>,
    from: String,
    until: String,
}

/// PUT /prm/ics/delegate: without a user the delegation ends.
fn put(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let mut text = "委托结束".to_owned();
        let mut row = None;
        if let Some(to) = asked.to_user_id {
            let mut findings = Findings::new();
            let there = to != user && !people::active(tx, org, &[to])?.is_empty();
            findings.error_if(!there, "toUserId", words::DELEGATE_WHOM);
            let time =
                Instant::parse(&asked.from).zip(Instant::parse(&asked.until)).filter(|(from, until)| from < until);
            findings.error_if(time.is_none(), "until", words::DELEGATE_TIME);
            Refusal::unless_clean(&findings, &[])?;
            if let Some((from, until)) = time {
                let name = facts::user_name(tx, org, to)?;
                text = format!("委托{name}：{} 至 {}", show_second(from), show_second(until));
                row = Some([
                    ("user_id", user.into_value()),
                    ("to_user_id", to.into_value()),
                    ("from_at", from.into_value()),
                    ("until_at", until.into_value()),
                ]);
            }
        }
        tx.exec(&sql::delete(org, "approval_delegate").and_where(sql::eq("user_id", user)).into())?;
        if let Some(cells) = row {
            tx.exec(&sql::insert(org, "approval_delegate", &cells).into())?;
        }
        tx.log(LogEntry::of("approval", user, "", crate::engine::PAGE).did("修改", "委托设置").text(text))
    })?;
    Ok(Answer::Data(Json::Null))
}
