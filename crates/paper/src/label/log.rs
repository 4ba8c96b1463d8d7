//! What was printed.

use kernel::{Id, Instant, show_second};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::Order as Way;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use super::PAGE;
use super::ask::Wanted;
use super::number::Numbered;
use crate::order;

const TABLE: &str = "label_print";
/// Most rows shown.
const ROWS_MAX: u64 = 200;

/// The labels of one order in a print.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    order: Id,
    code: String,
    from: i64,
    to: i64,
}

/// An entry for each order.
pub(super) fn entries(labels: &[Numbered<'_>]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for label in labels {
        match entries.iter_mut().find(|entry| entry.order == label.shipment.id) {
            Some(entry) => entry.to = label.sequence,
            None => entries.push(Entry {
                order: label.shipment.id,
                code: label.shipment.code.clone(),
                from: label.sequence,
                to: label.sequence,
            }),
        }
    }
    entries
}

/// Keeps that an order's labels were printed, and leaves a line in its log.
pub(super) fn note(tx: &mut Tx<'_>, entry: &Entry, wanted: &Wanted) -> Result<(), Refusal> {
    let (id, copies) = (tx.new_id(), i64::try_from(wanted.paper.copies).unwrap_or(1));
    let cells = [
        ("id", id.into_value()),
        ("order_id", entry.order.into_value()),
        ("from_no", Value::Int(entry.from)),
        ("to_no", Value::Int(entry.to)),
        ("size", wanted.paper.size.key().into_value()),
        ("copies", Value::Int(copies)),
        ("format", wanted.format.name().into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    let text = format!("标签打印 {}-{} ×{copies}", entry.from, entry.to);
    let line = facts::order_log::log_entry(entry.order, entry.code.as_str(), PAGE);
    tx.log(line.did("打印", "标签打印").text(text).level(Level::Low))
}

/// GET log: what was printed for an order, the latest first.
pub(super) fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let rows = call.read(|conn| {
        let order = order::asked(conn, call)?;
        rows(conn, actor.org_id, order.id)
    })?;
    Ok(Answer::Data(Json::Array(rows)))
}

fn rows(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["created_at", "created_by", "from_no", "to_no", "size", "copies", "format"])
        .and_where(sql::eq("order_id", order))
        .order_by("id", Way::Desc)
        .limit(ROWS_MAX);
    let rows = conn.query(&select.into())?;
    let people: Vec<Id> = rows.iter().map(|row| row.get(1)).collect::<Result<_, _>>()?;
    let names = facts::user_names(conn, org, people)?;
    rows.iter()
        .map(|row| {
            Ok(json!({
                "time": show_second(row.get::<Instant>(0)?),
                "user": names.get(&row.get::<Id>(1)?),
                "from": row.get::<i64>(2)?,
                "to": row.get::<i64>(3)?,
                "size": row.get::<String>(4)?,
                "copies": row.get::<i64>(5)?,
                "format": row.get::<String>(6)?,
            }))
        })
        .collect()
}

/// When an order's labels were printed last; none when they never were.
pub(super) fn last(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("created_at").and_where(sql::eq("order_id", order)).order_by("id", Way::Desc).limit(1);
    let row = conn.first(&select.into())?;
    row.map(|row| Ok(show_second(row.get(0)?))).transpose()
}
