//! What waits for a decision about a thing: its page shows it, and what the decision is about stays as it is meanwhile.

use kernel::{Id, Msg};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::event::event_of;
use crate::store::{INSTANCE, RUNNING};
use crate::unlock::KIND;
use crate::words;

/// Closing an order for good.
pub const CLOSING: i64 = 116;

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

/// The application to close an order for good that is being decided.
pub fn closing(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Running>, Refusal> {
    Ok(running_on(conn, org, (KIND, order))?.into_iter().find(|one| one.event == CLOSING))
}

/// Why the life of an order does not end by other ways: its closing is being decided.
pub fn waits(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Msg>, Refusal> {
    Ok(said(closing(conn, org, order)?.as_ref()))
}

/// The same of the application that was found.
pub fn said(closing: Option<&Running>) -> Option<Msg> {
    closing.map(|_| words::UNDER_APPROVAL)
}

/// Refuses to change what somebody decides about.
pub fn need_none(conn: &mut dyn Conn, org: i64, event: i64, about: (&str, Id)) -> Result<(), Refusal> {
    let running = running_on(conn, org, about)?;
    let is_open = running.iter().any(|one| one.event == event);
    if is_open { Err(Refusal::business(words::UNDER_APPROVAL)) } else { Ok(()) }
}

/// A column of the oldest running application about each row of a table.
pub fn of_row(column: &str, (table, kind): (&str, &str)) -> Expr {
    Expr::cust(format!(
        "(SELECT a.{column} FROM {INSTANCE} a WHERE a.org_id = {table}.org_id AND a.ref_type = '{kind}' \
         AND a.ref_id = {table}.id AND a.status = '{RUNNING}' ORDER BY a.id LIMIT 1)"
    ))
}
