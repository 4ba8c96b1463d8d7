//! 发送: a letter goes out by mail, or went another way.

use kernel::{Id, Msg, show_day};
use mail::{Written, contacts};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::json;

use super::draw;
use super::page::{self, BOOKING, Letter, SENT, TABLE, UNSENT, state_name};
use crate::mailing::{self, Paper};
use crate::order::Order;

/// The letter is in another state.
pub(crate) const WRONG_STATE: Msg =
    Msg::new("letter.state", "托书{state}，不能进行此操作", "This can't be done: the letter is {state}.");

/// Refuses a letter in another state than these.
pub(crate) fn need_state(letter: &Letter, states: &[&str]) -> Result<(), Refusal> {
    if states.contains(&letter.state.as_str()) {
        return Ok(());
    }
    let (zh, en) = state_name(&letter.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

fn proposed(letter: &Letter, order: &Order, english: bool) -> (String, String) {
    let (number, route) = (order.number(), order.route());
    let figures = format!(
        "{} PCS / {} KG / {} CBM",
        letter.pieces.unwrap_or_default(),
        letter.weight.unwrap_or_default().show(1),
        letter.volume.unwrap_or_default().show(3)
    );
    match (letter.kind == BOOKING, english) {
        (true, false) => (
            format!("订舱托书 {number} {route}"),
            format!("您好，\n附件为{number}（{route}，{figures}）的订舱托书，请确认舱位并回复航班及主单号。"),
        ),
        (true, true) => (
            format!("Booking letter {number} {route}"),
            format!(
                "Please find attached the booking letter of {number} ({route}, {figures}).\n\
                 Kindly confirm space with flight and master number."
            ),
        ),
        (false, false) => (
            format!("交货托书 {number} {route}"),
            format!("您好，\n附件为{number}（{route}，{figures}）的交货托书，请安排收货。"),
        ),
        (false, true) => (
            format!("Delivery letter {number} {route}"),
            format!("Please find attached the delivery letter of {number} ({route}, {figures})."),
        ),
    }
}

/// GET mail/{id}: what the dialog begins with.
pub(crate) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let english = call.language().starts_with("en");
    let data = call.read(|conn| {
        let (letter, order) = page::seen(conn, actor, id)?;
        let (subject, content) = proposed(&letter, &order, english);
        let to = if letter.email.is_empty() {
            contacts(conn, actor.org_id, letter.coop_id)?
        } else {
            vec![letter.email.clone()]
        };
        Ok(json!({ "to": to, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

/// POST send/{id} {to, cc, subject, content}: the letter as PDF is attached. 未发, 已发 → 已发.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Written) = (call.path_id("id")?, call.json()?);
    asked.check()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let read = call.read(|conn| draw::read(conn, &actor, (id, language.starts_with("en")), call.now().day()))?;
    let drawn = draw::drawn(&call.app, actor.org_id, &read, &show_day(call.now().day()))?;
    let paper = Paper::keep(&call.app, actor.org_id, (&drawn.name, &drawn.bytes), read.said.order.number())?;
    let data = call.write(|tx| {
        let org = tx.org();
        let version = taken(tx, id, asked.version)?;
        let letter = page::own(tx, org, id)?;
        need_state(&letter, &[UNSENT, SENT])?;
        read.said.order.need_alive()?;
        let (mail_id, to) = mailing::post(tx, &asked, &language, &paper)?;
        sent(tx, id, &to.chars().take(1000).collect::<String>())?;
        tx.log(draw::entry(id, &letter, &read.said.order).did("修改", "发送").text(format!("发送邮件：{to}")))?;
        draw::note_signs(tx, &read, &drawn.used)?;
        Ok(json!({ "mailId": mail_id, "id": id, "version": version + 1, "state": SENT }))
    })?;
    call.app.jobs.ring();
    Ok(template::with_seals(data, drawn.withheld))
}

/// Takes a letter for a change in the version the caller saw, or the present one; answers that version.
fn taken(tx: &mut Tx<'_>, id: Id, seen: Option<i64>) -> Result<i64, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("version").and_where(sql::eq("id", id));
    let now: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let version = seen.unwrap_or(now);
    claim(tx, TABLE, id, version)?;
    Ok(version)
}

fn sent(tx: &mut Tx<'_>, id: Id, to: &str) -> Result<(), Refusal> {
    let cells =
        [("state", SENT.into_value()), ("sent_at", tx.now.into_value()), ("sent_to", to.to_owned().into_value())];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Marked {
    version: i64,
}

/// POST sent/{id} {version}: it went another way than by mail. 未发 → 已发.
pub(crate) fn mark(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Marked) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let actor = tx.actor;
        let (letter, order) = page::seen(tx, actor, id)?;
        order.need_alive()?;
        claim(tx, TABLE, id, asked.version)?;
        need_state(&letter, &[UNSENT])?;
        sent(tx, id, "")?;
        tx.log(draw::entry(id, &letter, &order).did("修改", "标记已发"))
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": asked.version + 1, "state": SENT })))
}

/// States in which an answer may be registered: one may come to a letter that was handed over on paper.
pub(crate) const ANSWERED_FROM: [&str; 2] = [UNSENT, SENT];
