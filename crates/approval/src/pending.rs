//! What waits for a decision about a thing: its page shows it, and what the decision is about stays as it is meanwhile.

use std::collections::BTreeSet;

use facts::order_log::log_entry;
use kernel::{Id, Msg};
use order::form_page;
use order::store::Saved;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::event::event_of;
use crate::store::{Held, INSTANCE, RUNNING};
use crate::unlock::KIND;
pub use crate::words::UNDER_APPROVAL;

/// Closing an order for good.
pub const CLOSING: i64 = 116;
/// Having done the cost of an order that loses.
pub const LOSS: i64 = 106;
/// What is decided about an order as it stands: meanwhile neither its life nor its charges go on by other ways.
const OF_ORDER: [i64; 2] = [CLOSING, LOSS];

/// A running application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// What is applied for.
    pub event: i64,
    /// The application.
    pub id: Id,
    /// Its number.
    pub no: String,
}

impl Running {
    /// As the page of the thing shows it; `closes` says whether nothing of its form may be changed meanwhile.
    pub fn told(&self, closes: bool) -> Json {
        let (zh, en) = event_of(self.event).map_or(("", ""), |event| (event.zh, event.en));
        let act = json!({ "zh": zh, "en": en });
        json!({ "instanceId": self.id, "instanceNo": self.no, "eventId": self.event, "act": act, "closes": closes })
    }
}

/// The running applications about a thing, by their age.
pub fn running_on(conn: &mut dyn Conn, org: i64, (kind, object): (&str, Id)) -> Result<Vec<Running>, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select
        .columns(["event_id", "id", "instance_no"])
        .and_where(sql::eq("ref_type", kind.to_owned()))
        .and_where(sql::eq("ref_id", object))
        .and_where(sql::eq("status", RUNNING.to_owned()))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok(Running { event: row.get(0)?, id: row.get(1)?, no: row.get(2)? })).collect()
}

/// Holds an application until the transaction ends: before the thing it is about, as who decides does.
pub fn hold(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    Held::take(tx, id).map(drop)
}

/// The applications that keep an order as it stands.
pub fn on_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Running>, Refusal> {
    let running = running_on(conn, org, (KIND, order))?;
    Ok(running.into_iter().filter(|one| OF_ORDER.contains(&one.event)).collect())
}

/// Those of many orders that one of these applications keeps as they stand; one statement.
pub fn of_orders(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select
        .distinct()
        .column("ref_id")
        .and_where(sql::eq("ref_type", KIND.to_owned()))
        .and_where(sql::is_in(sql::col("ref_id"), orders.iter().copied()))
        .and_where(sql::is_in(sql::col("event_id"), OF_ORDER))
        .and_where(sql::eq("status", RUNNING.to_owned()));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Why an order does not move on: something is decided about it as it stands.
pub fn waits(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Msg>, Refusal> {
    Ok(said(&on_order(conn, org, order)?))
}

/// Holds the charges of an order that gets its master, and says whether templates put theirs on it: not while it is decided
/// about as it stands, which its log tells.
pub fn hold_for_templates(tx: &mut Tx<'_>, saved: &Saved) -> Result<bool, Refusal> {
    if !order::hold_for_templates(tx, saved)? {
        return Ok(false);
    }
    let org = tx.org();
    if waits(tx, org, saved.id)?.is_none() {
        return Ok(true);
    }
    let entry = log_entry(saved.id, &saved.code, form_page(saved.profile.scope)).did("修改", "自动套用模板");
    tx.log(entry.text("审批中，配主单时不自动套用费用模板"))?;
    Ok(false)
}

/// The same of applications that were found.
pub fn said<'a>(running: impl IntoIterator<Item = &'a Running>) -> Option<Msg> {
    running.into_iter().next().map(|_| UNDER_APPROVAL)
}

/// Refuses to change what somebody decides about.
pub fn need_none(conn: &mut dyn Conn, org: i64, event: i64, about: (&str, Id)) -> Result<(), Refusal> {
    let running = running_on(conn, org, about)?;
    let is_open = running.iter().any(|one| one.event == event);
    if is_open { Err(Refusal::business(UNDER_APPROVAL)) } else { Ok(()) }
}

/// Those of many things of a kind that somebody decides about.
pub fn among(
    conn: &mut dyn Conn,
    org: i64,
    event: i64,
    (kind, objects): (&str, &[Id]),
) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select
        .distinct()
        .column("ref_id")
        .and_where(sql::eq("ref_type", kind.to_owned()))
        .and_where(sql::is_in(sql::col("ref_id"), objects.iter().copied()))
        .and_where(sql::eq("event_id", event))
        .and_where(sql::eq("status", RUNNING.to_owned()));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// A column of the oldest running application about each row of a table.
pub fn of_row(column: &str, (table, kind): (&str, &str)) -> Expr {
    Expr::cust(format!(
        "(SELECT a.{column} FROM {INSTANCE} a WHERE a.org_id = {table}.org_id AND a.ref_type = '{kind}' \
         AND a.ref_id = {table}.id AND a.status = '{RUNNING}' ORDER BY a.id LIMIT 1)"
    ))
}
