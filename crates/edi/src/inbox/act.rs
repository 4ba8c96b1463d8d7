//! What a message does: answers move the state of ours, statuses become track events, the others are kept.

use facts::master::Master;
use kernel::{Id, Msg, Text};
use platform::access::{Actor, secret_hash};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use trackevent::message::{self, Note};
use trackevent::orders::{UNKNOWN, may_tell};
use trade::cargo_xml::xfnm::Verdict;
use trade::fsu::StatusMessage;

use super::ERROR_MAX;
use super::read::{Says, Told};
use super::reply::Reply;
use crate::channel::{DOWNLOAD, IMP};
use crate::page::{
    ACCEPTED, CANCELLED, IN, Message, NO_TYPE, OUT, RECEIVED, REJECTED, SENT, TABLE, TIMEOUT, UNREAD, WAITING, newest,
    seen,
};
use crate::record::{self, About, Fresh};
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
const WITH_NOTES: Msg = Msg::new("edi.events_noted", "{events}；{notes}", "{events} {notes}");
const KEPT: Msg = Msg::new("edi.kept", "已保存", "It is kept.");
const REPLACED: &str = "已由修订后的报文取代";

/// What came of a message, in words, and what else its reader noticed.
type Came = (&'static str, Text, Vec<Note>);

/// Keeps a message and does what it says; answers what came of it. Somebody who brings one tells of orders he sees
/// alone: what is of others is kept as if nobody knew its number. Systems of carriers tell of all.
pub(crate) fn keep(tx: &mut Tx<'_>, source: &'static str, text: &str, told: &Told) -> Result<Came, Refusal> {
    let org = tx.org();
    let (actor, about) = (tx.actor, told.about());
    let answered = match &told.says {
        Says::Answer(reply) => find_answered(tx, actor, reply)?,
        _ => None,
    };
    let strange = !about.awb_number.is_empty() && !may_tell(tx, actor, &about.awb_number)?;
    let apart = answered.as_ref().map(|(id, _)| *id).or_else(|| strange.then_some(actor.user_id));
    let key = key_of(text, apart);
    let mut known = sql::from(org, TABLE);
    known.column("id").and_where(sql::eq("source_key", key.as_str()));
    if tx.first(&known.into())?.is_some() {
        tx.no_log_line();
        return Ok((REPEATED, AGAIN.text(), Vec::new()));
    }
    let fresh = Fresh {
        direction: IN,
        kind: told.kind().to_owned(),
        message_version: told.version.clone(),
        format: told.format,
        order_id: if strange { None } else { order_of(tx, actor, &about.awb_number)? },
        about,
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
            Ok((UNREAD, fault.text(), Vec::new()))
        }
        Says::Answer(reply) => {
            let (result, text) = take_answer(tx, fresh, reply, answered)?;
            Ok((result, text, told.notes.clone()))
        }
        Says::Status(status) => {
            let (result, text, mut notes) = take_status(tx, fresh, status)?;
            notes.extend(told.notes.iter().cloned());
            Ok((result, text, notes))
        }
        Says::Fwb(_) | Says::Fhl(_) | Says::Booking(_) => {
            add(tx, fresh, "")?;
            Ok((RECEIVED, KEPT.text(), told.notes.clone()))
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
    add(tx, fresh, why)
}

/// What a message is known by: its words, however its lines end. Two messages of ours may be the same, and their
/// answers too; then it is the one that waited that tells them apart. What was of no use to one may come again by others.
fn key_of(text: &str, apart: Option<Id>) -> String {
    let plain = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let whole = apart.map_or(plain.clone(), |id| format!("{plain}\n\n{id}"));
    secret_hash(&whole).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The oldest order with a number of those somebody sees: the one the message hangs on.
fn order_of(conn: &mut dyn Conn, actor: &Actor, awb_number: &str) -> Result<Option<Id>, Refusal> {
    if awb_number.is_empty() {
        return Ok(None);
    }
    let mut select = sql::from(actor.org_id, "freight_order");
    select.column("id").and_where(Master::now(awb_number).is()).cond_where(waybill::orders::visible_order(actor));
    select.order_by("id", Order::Asc).limit(1);
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

fn add(tx: &mut Tx<'_>, fresh: Fresh, words: &str) -> Result<(), Refusal> {
    let id = tx.new_id();
    let message_no = record::add(tx, id, &fresh)?;
    let text = format!("{} {} {words}", fresh.kind, fresh.about.awb_number);
    tx.log(record::entry(id, &message_no, record::CAME).text(text.trim()))
}

/// The message of ours an answer is about, if the caller may see it: the one it names, else of its kind, number and
/// standard the newest that waits for one, else the newest that was answered before, else the newest.
fn find_answered(conn: &mut dyn Conn, actor: &Actor, reply: &Reply) -> Result<Option<(Id, Message)>, Refusal> {
    let found = match find_named(conn, actor.org_id, reply)? {
        Some(found) => Some(found),
        None => find_meant(conn, actor.org_id, reply)?,
    };
    let Some((id, message)) = found else { return Ok(None) };
    match seen(conn, actor, id) {
        Ok(_) => Ok(Some((id, message))),
        Err(Refusal::Business(_) | Refusal::NotFound) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// The message an answer names by the number we gave it.
fn find_named(conn: &mut dyn Conn, org: i64, reply: &Reply) -> Result<Option<(Id, Message)>, Refusal> {
    let Some((number, id)) = &reply.own else { return Ok(None) };
    let found = newest(conn, org, [sql::eq("id", *id), sql::eq("direction", OUT), sql::eq("format", reply.format)])?;
    Ok(found.filter(|(_, message)| number_of(message) == *number))
}

fn find_meant(conn: &mut dyn Conn, org: i64, reply: &Reply) -> Result<Option<(Id, Message)>, Refusal> {
    if reply.awb_number.is_empty() && reply.house.is_empty() {
        return Ok(None);
    }
    let of = || {
        let mut conditions =
            vec![sql::eq("direction", OUT), sql::eq("format", reply.format), sql::eq("kind", reply.kind.as_str())];
        if !reply.awb_number.is_empty() {
            conditions.push(Master::now(reply.awb_number.as_str()).is());
        }
        if !reply.house.is_empty() {
            conditions.push(sql::eq("hawb_number", reply.house.as_str()));
        }
        conditions
    };
    for state in [waits_for_answer(), was_answered()] {
        let in_state = || of().into_iter().chain([state.clone()]);
        let Some(found) = newest(conn, org, in_state())? else { continue };
        // Of several houses, an answer that names none may mean any.
        let other = sql::col("hawb_number").ne(sql::value(found.1.hawb_number.clone()));
        let is_one = reply.house.is_empty() && !found.1.hawb_number.is_empty();
        let many = is_one && newest(conn, org, in_state().chain([other]))?.is_some();
        return Ok(Some(found).filter(|_| !many));
    }
    newest(conn, org, of())
}

/// A carrier may think again, and say so as often as it likes: what it says last counts.
fn was_answered() -> Expr {
    sql::is_in(sql::col("state"), [ACCEPTED, REJECTED])
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
    reply: &Reply,
    answered: Option<(Id, Message)>,
) -> Result<(&'static str, Text), Refusal> {
    let reason: String = reply.reasons.join("；").chars().take(ERROR_MAX).collect();
    let Some((id, message)) = answered else {
        add(tx, Fresh { receipt: NO_MATCH.zh.to_owned(), ..fresh }, NO_MATCH.zh)?;
        return Ok((UNMATCHED, NO_MATCH.text()));
    };
    let number = number_of(&message);
    let about =
        About { awb_number: message.awb_number.clone(), hawb_number: message.hawb_number.clone(), ..fresh.about };
    let fresh = Fresh {
        about,
        answers_id: Some(id),
        order_id: message.order_id.or(fresh.order_id),
        receipt: reason.clone(),
        ..fresh
    };
    let (result, what) = match reply.verdict {
        Verdict::Accepted => (ACCEPTED, TAKEN),
        Verdict::Refused => (REJECTED, REFUSED),
        // It decides nothing yet.
        Verdict::Open => {
            add(tx, fresh, KEPT.zh)?;
            return Ok((RECEIVED, KEPT.text()));
        }
    };
    let moved = settle(tx, (id, &message), result == ACCEPTED, &reason)?;
    let text = what.with(&[("type", &message.kind), ("number", &number), ("reason", &reason)]);
    add(tx, fresh, &text.zh)?;
    Ok(if moved { (result, text) } else { (UNMATCHED, NO_MATCH.text()) })
}

/// Moves a message of ours to what was answered, be it the first answer or a later one; answers whether it could be. A
/// refusal is told to who sent it, also of a message that was taken back.
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
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
    update.and_where(waits_for_answer().or(was_answered()));
    let moved = tx.exec(&update.into())? > 0;
    if !accepted && (moved || message.state == CANCELLED) {
        told::sender(tx, (app, org), &told::REJECTED, (id, message), (reason, reason))?;
    }
    if !moved {
        return Ok(false);
    }
    if accepted {
        replace(tx, id, message)?;
    }
    let function = if accepted { "已接收" } else { "被拒" };
    tx.log(record::entry(id, &message.message_no, function).text(format!("{function} {reason}").trim()))?;
    Ok(true)
}

/// The older messages of the same form the carrier had by the same standard: it has the newer one now.
fn replace(tx: &mut Tx<'_>, id: Id, message: &Message) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let Some(form) = message.awb_print_id else { return Ok(()) };
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "message_no"])
        .and_where(sql::eq("awb_print_id", form))
        .and_where(sql::eq("kind", message.kind.clone()))
        .and_where(sql::eq("format", message.format.clone()))
        .and_where(sql::eq("carrier_code", message.carrier_code.clone()))
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

/// What became of the statuses of a message, with what is to be told of their dates and of lines that can't be used.
fn told_of(kept: &message::Kept) -> Text {
    let events = TOLD_EVENTS.with(&[("n", &kept.stored.to_string()), ("m", &kept.known.to_string())]);
    if kept.notes.is_empty() {
        return events;
    }
    let notes: Vec<Text> = kept.notes.iter().map(message::Note::told).collect();
    let zh = notes.iter().map(|note| note.zh.as_str()).collect::<Vec<_>>().join("；");
    let en = notes.iter().map(|note| note.en.as_str()).collect::<Vec<_>>().join(" ");
    let [zh, en] = [zh, en].map(|text| text.chars().take(ERROR_MAX).collect::<String>());
    WITH_NOTES.with_each(&[("events", &events.zh), ("notes", &zh)], &[("events", &events.en), ("notes", &en)])
}

fn take_status(tx: &mut Tx<'_>, fresh: Fresh, status: &StatusMessage) -> Result<Came, Refusal> {
    let (result, text, oddities) = match message::keep(tx, status)? {
        Some(kept) => (EVENTS, told_of(&kept), kept.oddities),
        None => (UNMATCHED, UNKNOWN.with(&[("number", &fresh.about.awb_number)]), Vec::new()),
    };
    // A line that can't be used is looked for like a message that can't be.
    let lost = status.faults.first().map(|_| text.zh.clone()).unwrap_or_default();
    add(tx, Fresh { receipt: text.zh.clone(), error_text: lost, ..fresh }, &text.zh)?;
    Ok((result, text, oddities))
}
