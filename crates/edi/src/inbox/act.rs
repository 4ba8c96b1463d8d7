//! What a message does: answers move the state of ours, statuses become track events, the others are kept.

use kernel::{Id, Msg, Text};
use platform::access::secret_hash;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use stock::By;
use trackevent::{events, message};
use trade::fsu::StatusMessage;
use trade::imp::answer::{Answer, AnswerKind};

use super::ERROR_MAX;
use super::read::{Says, Told};
use crate::channel::{DOWNLOAD, IMP};
use crate::page::{
    ACCEPTED, CANCELLED, IN, Message, NO_TYPE, OUT, RECEIVED, REJECTED, SENT, TABLE, TIMEOUT, UNREAD, WAITING, newest,
};
use crate::record::{self, Fresh};
use crate::told;

/// The same message came before.
pub(crate) const REPEATED: &str = "REPEATED";
const UNMATCHED: &str = "UNMATCHED";
const EVENTS: &str = "EVENTS";

/// What is said of a message that came before.
pub(crate) const AGAIN: Msg = Msg::new("edi.again", "重复报文，已忽略", "The same message came before; it is ignored.");
const TAKEN: Msg = Msg::new("edi.taken", "{type} {number}已被接收", "{type} {number} was accepted.");
const REFUSED: Msg = Msg::new("edi.refused", "{type} {number}被拒：{reason}", "{type} {number} was rejected: {reason}");
const NO_MATCH: Msg = Msg::new("edi.unmatched", "未找到对应的已发送报文", "There is no message of ours this answers.");
const TOLD_EVENTS: Msg =
    Msg::new("edi.events", "新增轨迹{n}条，重复{m}条", "{n} events were added, {m} were known before.");
const KEPT: Msg = Msg::new("edi.kept", "已保存", "It is kept.");
const REPLACED: &str = "已由修订后的报文取代";

/// Keeps a message and does what it says; answers what came of it.
pub(crate) fn keep(
    tx: &mut Tx<'_>,
    source: &'static str,
    text: &str,
    told: &Told,
) -> Result<(&'static str, Text), Refusal> {
    let org = tx.org();
    let answered = match &told.says {
        Says::Answer(answer) => find_answered(tx, org, answer)?,
        _ => None,
    };
    let key = key_of(text, answered.as_ref().map(|(id, _)| *id));
    let mut known = sql::from(org, TABLE);
    known.column("id").and_where(sql::eq("source_key", key.as_str()));
    if tx.first(&known.into())?.is_some() {
        tx.no_log_line();
        return Ok((REPEATED, AGAIN.text()));
    }
    let fresh = Fresh {
        direction: IN,
        kind: told.kind().to_owned(),
        message_version: told.version.clone(),
        format: told.format,
        about: told.about(),
        body: text.to_owned(),
        state: RECEIVED,
        source,
        source_key: key,
        ..Fresh::default()
    };
    match &told.says {
        Says::Unread(fault) => {
            let error: String = fault.text().zh.chars().take(ERROR_MAX).collect();
            add(tx, Fresh { state: UNREAD, error_text: error.clone(), ..fresh }, &error)?;
            Ok((UNREAD, fault.text()))
        }
        Says::Answer(answer) => take_answer(tx, fresh, answer, answered),
        Says::Status(status) => take_status(tx, fresh, status),
        Says::Fwb(_) | Says::Fhl(_) | Says::Booking(_) => {
            add(tx, fresh, "")?;
            Ok((RECEIVED, KEPT.text()))
        }
    }
}

/// Keeps a row that tells of a file nobody can read, once for each state of the file.
pub(crate) fn keep_unread(
    tx: &mut Tx<'_>,
    source: &'static str,
    file: &str,
    (state, why): (&str, &str),
) -> Result<(), Refusal> {
    let org = tx.org();
    let key = key_of(&format!("{file}\n{state}"), None);
    let mut known = sql::from(org, TABLE);
    known.column("id").and_where(sql::eq("source_key", key.as_str()));
    if tx.first(&known.into())?.is_some() {
        tx.no_log_line();
        return Ok(());
    }
    let fresh = Fresh {
        direction: IN,
        kind: NO_TYPE.to_owned(),
        format: IMP,
        state: UNREAD,
        error_text: why.chars().take(ERROR_MAX).collect(),
        source,
        source_key: key,
        ..Fresh::default()
    };
    add(tx, fresh, why).map(drop)
}

/// What a message is known by: its words, however its lines end. Two messages of ours may be the same, and their
/// answers too; then it is the one that waited that tells them apart.
fn key_of(text: &str, answered: Option<Id>) -> String {
    let plain = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let whole = answered.map_or(plain.clone(), |id| format!("{plain}\n\n{id}"));
    secret_hash(&whole).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The oldest order with a number: the one the message hangs on.
fn order_of(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Option<Id>, Refusal> {
    if awb_number.is_empty() {
        return Ok(None);
    }
    let mut select = sql::from(org, "freight_order");
    select.column("id").and_where(sql::eq("awb_number", awb_number)).order_by("id", Order::Asc).limit(1);
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

fn add(tx: &mut Tx<'_>, mut fresh: Fresh, words: &str) -> Result<Id, Refusal> {
    let org = tx.org();
    if fresh.order_id.is_none() {
        fresh.order_id = order_of(tx, org, &fresh.about.awb_number)?;
    }
    let (id, message_no) = record::add(tx, &fresh)?;
    let text = format!("{} {} {words}", fresh.kind, fresh.about.awb_number);
    tx.log(record::entry(id, &message_no, record::CAME).text(text.trim()))?;
    Ok(id)
}

/// The message of ours an answer is about: of its kind and number the newest that waits for one, else the newest.
fn find_answered(conn: &mut dyn Conn, org: i64, answer: &Answer) -> Result<Option<(Id, Message)>, Refusal> {
    let Some(awb) = answer.awb() else { return Ok(None) };
    let of = || {
        let mut conditions = vec![
            sql::eq("direction", OUT),
            sql::eq("kind", answer.echoed_kind()),
            sql::eq("awb_number", awb.to_string()),
        ];
        conditions.extend(answer.house().map(|house| sql::eq("hawb_number", house.to_owned())));
        conditions
    };
    let mut open = of();
    open.push(waits_for_answer());
    match newest(conn, org, open)? {
        Some(found) => Ok(Some(found)),
        None => newest(conn, org, of()),
    }
}

/// What an answer may settle. What people fetch themselves leaves without our knowing; so does what is being delivered
/// at this moment, or was tried without our learning that it arrived. What was never tried is not with the carrier.
fn waits_for_answer() -> Expr {
    let fetched = sql::eq("channel", DOWNLOAD);
    let tried = sql::col("tries").gt(0);
    let left = sql::eq("state", WAITING).and(fetched.or(tried));
    sql::is_in(sql::col("state"), [SENT, TIMEOUT]).or(left)
}

fn number_of(message: &Message) -> String {
    let number = if message.hawb_number.is_empty() { &message.awb_number } else { &message.hawb_number };
    number.clone()
}

fn take_answer(
    tx: &mut Tx<'_>,
    fresh: Fresh,
    answer: &Answer,
    answered: Option<(Id, Message)>,
) -> Result<(&'static str, Text), Refusal> {
    let reason = answer.reasons.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join("；");
    let reason: String = reason.chars().take(ERROR_MAX).collect();
    let Some((id, message)) = answered else {
        add(tx, Fresh { receipt: NO_MATCH.zh.to_owned(), ..fresh }, NO_MATCH.zh)?;
        return Ok((UNMATCHED, NO_MATCH.text()));
    };
    let number = number_of(&message);
    let fresh = Fresh { answers_id: Some(id), order_id: message.order_id, receipt: reason.clone(), ..fresh };
    let accepted = answer.kind == AnswerKind::Accepted;
    let moved = settle(tx, (id, &message), accepted, &reason)?;
    let (kind, what) = (message.kind.as_str(), if accepted { TAKEN } else { REFUSED });
    let text = what.with(&[("type", kind), ("number", &number), ("reason", &reason)]);
    add(tx, fresh, &text.zh)?;
    if !moved {
        return Ok((UNMATCHED, NO_MATCH.text()));
    }
    Ok((if accepted { ACCEPTED } else { REJECTED }, text))
}

/// Moves a message of ours to what was answered; answers whether it still waited for it.
fn settle(tx: &mut Tx<'_>, (id, message): (Id, &Message), accepted: bool, reason: &str) -> Result<bool, Refusal> {
    let (app, org, now) = (tx.app, tx.org(), tx.now);
    let state = if accepted { ACCEPTED } else { REJECTED };
    let cells = [
        ("state", state.into_value()),
        ("receipt", reason.into_value()),
        ("error_text", if accepted { Value::Null } else { reason.into_value() }),
        ("receipt_at", now.into_value()),
        ("next_at", Value::Null),
        ("worker", Value::Null),
        ("updated_at", now.into_value()),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id)).and_where(waits_for_answer());
    if tx.exec(&update.into())? == 0 {
        return Ok(false);
    }
    if accepted {
        replace(tx, id, message)?;
    } else {
        told::sender(tx, (app, org), &told::REJECTED, (id, message), (reason, reason))?;
    }
    let function = if accepted { "已接收" } else { "被拒" };
    tx.log(record::entry(id, &message.message_no, function).text(format!("{function} {reason}").trim()))?;
    Ok(true)
}

/// The older messages of the same form the carrier had: it has the newer one now.
fn replace(tx: &mut Tx<'_>, id: Id, message: &Message) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let Some(form) = message.awb_print_id else { return Ok(()) };
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "message_no"])
        .and_where(sql::eq("awb_print_id", form))
        .and_where(sql::eq("kind", message.kind.clone()))
        .and_where(sql::eq("state", ACCEPTED))
        .and_where(platform::document::other_than(id))
        .order_by("id", Order::Asc);
    let cells = [("state", CANCELLED.into_value()), ("error_text", REPLACED.into_value())];
    for row in tx.query(&select.into())? {
        let (old, message_no): (Id, String) = (row.get(0)?, row.get(1)?);
        if record::change(tx, (org, now), old, &[ACCEPTED], &cells)? {
            tx.log(record::entry(old, &message_no, "取代").text(format!("已由{}取代", message.message_no)))?;
        }
    }
    Ok(())
}

fn take_status(tx: &mut Tx<'_>, fresh: Fresh, status: &StatusMessage) -> Result<(&'static str, Text), Refusal> {
    let by = By::tx(tx);
    let awb_number = status.awb.to_string();
    let new = message::events(tx, by.org, status, by.now)?;
    let (stored, known) = events::store(tx, &by, &awb_number, &new)?;
    let text = TOLD_EVENTS.with(&[("n", &stored.to_string()), ("m", &known.to_string())]);
    if stored > 0 {
        let codes: Vec<&str> = status.statuses.iter().map(|status| status.code.as_str()).collect();
        trackevent::orders::log(tx, &awb_number, &format!("报文 {}", codes.join(" ")))?;
    }
    add(tx, Fresh { receipt: text.zh.clone(), ..fresh }, &text.zh)?;
    Ok((EVENTS, text))
}
