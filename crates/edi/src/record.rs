//! Rows of messages: how one is added, and how its state changes.

use facts::master::ROUND;
use kernel::{Id, Instant, Msg, Weight};
use platform::call::{App, Asked, Call, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use std::sync::Arc;

use crate::page::{OUT, PAGE, TABLE};

/// A message as it is added.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fresh {
    pub(crate) direction: &'static str,
    pub(crate) kind: String,
    pub(crate) message_version: String,
    pub(crate) format: &'static str,
    pub(crate) about: About,
    /// Registration of the master number.
    pub(crate) awb_round: i64,
    pub(crate) awb_print_id: Option<Id>,
    pub(crate) hawb_id: Option<Id>,
    pub(crate) order_id: Option<Id>,
    pub(crate) body: String,
    pub(crate) channel: String,
    pub(crate) channel_id: Option<Id>,
    pub(crate) state: &'static str,
    pub(crate) revision: i64,
    pub(crate) receipt: String,
    pub(crate) error_text: String,
    pub(crate) next_at: Option<Instant>,
    pub(crate) source: &'static str,
    pub(crate) source_key: String,
    pub(crate) answers_id: Option<Id>,
}

/// The shipment a message is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) awb_number: String,
    pub(crate) hawb_number: String,
    pub(crate) carrier_code: String,
    pub(crate) departure: String,
    pub(crate) arrival: String,
    pub(crate) flight: String,
    pub(crate) flight_date: String,
    pub(crate) pieces: Option<i64>,
    pub(crate) weight: Option<Weight>,
}

/// Adds a message as a row with an id; answers its number.
pub(crate) fn add(tx: &mut Tx<'_>, id: Id, fresh: &Fresh) -> Result<String, Refusal> {
    let (now, user) = (tx.now, tx.actor.user_id);
    let period = now.local().strftime("%y%m%d").to_string();
    let message_no = format!("EM-{period}{:04}", tx.next_number(TABLE, &period)?);
    let text = |text: &str| text.into_value();
    let about = &fresh.about;
    let sent = fresh.direction == OUT;
    let cells = [
        ("id", id.into_value()),
        ("message_no", text(&message_no)),
        ("direction", text(fresh.direction)),
        ("kind", text(&fresh.kind)),
        ("message_version", text(&fresh.message_version)),
        ("format", text(fresh.format)),
        ("awb_number", text(&about.awb_number)),
        (ROUND, fresh.awb_round.into_value()),
        ("hawb_number", text(&about.hawb_number)),
        ("carrier_code", text(&about.carrier_code)),
        ("departure", text(&about.departure)),
        ("arrival", text(&about.arrival)),
        ("flight", text(&about.flight)),
        ("flight_date", text(&about.flight_date)),
        ("pieces", about.pieces.into_value()),
        ("weight", about.weight.into_value()),
        ("awb_print_id", fresh.awb_print_id.into_value()),
        ("hawb_id", fresh.hawb_id.into_value()),
        ("order_id", fresh.order_id.into_value()),
        ("body", Value::Text(fresh.body.clone())),
        ("channel", text(&fresh.channel)),
        ("channel_id", fresh.channel_id.into_value()),
        ("state", text(fresh.state)),
        ("revision", Value::Int(fresh.revision)),
        ("receipt", text(&fresh.receipt)),
        ("error_text", text(&fresh.error_text)),
        ("tries", Value::Int(0)),
        ("next_at", fresh.next_at.into_value()),
        ("source", text(fresh.source)),
        ("source_key", text(&fresh.source_key)),
        ("answers_id", fresh.answers_id.into_value()),
        ("sender_id", sent.then_some(user).into_value()),
        ("receipt_at", (!sent).then_some(now).into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(message_no)
}

/// Changes a message while it is in one of some states, and raises its version; answers whether it was.
pub(crate) fn change(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    id: Id,
    from: &[&str],
    cells: &[(&'static str, Value)],
) -> Result<bool, Refusal> {
    let mut all = cells.to_vec();
    all.push(("updated_at", now.into_value()));
    let mut update = sql::update(org, TABLE, &all);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("id", id))
        .and_where(sql::is_in(sql::col("state"), from.iter().copied()));
    Ok(conn.exec(&update.into())? == 1)
}

const TAKEN_BACK: Msg = Msg::new(
    "edi.mail_stopped",
    "报文已撤销，邮件不再发送",
    "The message was taken back; its mail is not sent any more.",
);

/// The mail of a message that is not to be sent any more, if it still waits.
pub(crate) fn stop_mail(tx: &mut Tx<'_>, org: i64, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("mail_id").and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let now = tx.now;
    match row.get::<Option<Id>>(0)? {
        Some(mail) => mail::stop(tx, org, mail, (now, TAKEN_BACK)),
        None => Ok(()),
    }
}

/// A line in the log of a message.
pub(crate) fn entry(id: Id, message_no: &str, function: &'static str) -> LogEntry {
    let kind = if function == ADDED || function == CAME { "新建" } else { "修改" };
    LogEntry::of(TABLE, id, message_no, PAGE).did(kind, function)
}

/// What a log line of a message that is to be sent says.
pub(crate) const ADDED: &str = "发送";
/// What a log line of a message that came says.
pub(crate) const CAME: &str = "接收";

/// What the product itself does in a company, with log lines of its own: as if somebody called.
pub(crate) fn own_call(app: &Arc<App>, org: i64) -> Call {
    Call {
        app: app.clone(),
        caller: Some(facts::outside::actor(org, "系统", app.clock.now())),
        asked: Asked { language: "zh-CN".to_owned(), ..Asked::default() },
        arrived: None,
    }
}
