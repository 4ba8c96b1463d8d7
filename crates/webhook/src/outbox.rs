//! The outbox: what is to be said is a row for each address that wants it.

use kernel::{Id, Instant};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::event::{Event, TEST};

/// Table of the addresses.
pub const TABLE: &str = "webhook";
/// Table of what is said to them.
pub const DELIVERIES: &str = "webhook_delivery";
/// State of an address that is told of things.
pub const ACTIVE: &str = "ACTIVE";
/// Nobody has taken it, or it is to be tried again.
pub const WAITING: &str = "WAITING";
/// A worker talks to the address.
pub const SENDING: &str = "SENDING";
/// The address has taken it.
pub const DONE: &str = "DONE";
/// Given up.
pub const FAILED: &str = "FAILED";

/// An address that wants an event.
pub(crate) struct Listener {
    id: Id,
    scopes: String,
}

impl Listener {
    /// Whether it wants the orders of a scope; without scopes it wants all.
    pub(crate) fn wants(&self, scope: &str) -> bool {
        self.scopes.is_empty() || self.scopes.split(',').any(|wanted| wanted == scope)
    }
}

/// The active addresses of a company that want an event.
pub(crate) fn listeners(conn: &mut dyn Conn, org: i64, event: Event) -> Result<Vec<Listener>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "scopes"]).and_where(sql::eq("state", ACTIVE)).and_where(sql::eq(event.column(), true));
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok(Listener { id: row.get(0)?, scopes: row.get(1)? })).collect()
}

/// What is said to several addresses.
pub(crate) struct Saying<'a> {
    /// Its type.
    pub(crate) event: &'static str,
    /// The order it is about, and its code.
    pub(crate) order: Option<(Id, &'a str)>,
    /// What is told.
    pub(crate) data: Json,
}

/// Puts the same message down for some addresses.
pub(crate) fn put<'a>(
    tx: &mut Tx<'_>,
    to: impl IntoIterator<Item = &'a Listener>,
    saying: Saying<'_>,
) -> Result<(), Refusal> {
    let (org, now, user) = (tx.org(), tx.now, tx.actor.user_id);
    let message = format!("msg_{}", tx.app.new_uuid()?.as_str());
    let body = json!({ "type": saying.event, "timestamp": show_utc(now), "data": saying.data }).to_string();
    let (order, code) = saying.order.unzip();
    for listener in to {
        let cells = [
            ("id", tx.new_id().into_value()),
            ("webhook_id", listener.id.into_value()),
            ("message_id", message.clone().into_value()),
            ("event", saying.event.into_value()),
            ("order_id", order.into_value()),
            ("order_code", code.map(ToOwned::to_owned).into_value()),
            ("body", body.clone().into_value()),
            ("state", WAITING.into_value()),
            ("attempts", Value::Int(0)),
            ("next_at", now.into_value()),
            ("version", Value::Int(1)),
            ("created_by", user.into_value()),
            ("created_at", now.into_value()),
            ("updated_by", user.into_value()),
            ("updated_at", now.into_value()),
        ];
        tx.exec(&sql::insert(org, DELIVERIES, &cells).into())?;
    }
    Ok(())
}

/// Puts down what tries an address.
pub fn put_test(tx: &mut Tx<'_>, (webhook, name): (Id, &str)) -> Result<(), Refusal> {
    let data = json!({ "webhookId": webhook, "webhookName": name });
    let to = Listener { id: webhook, scopes: String::new() };
    put(tx, [&to], Saying { event: TEST, order: None, data })
}

/// A moment as other systems read it: RFC 3339 in UTC.
pub(crate) fn show_utc(instant: Instant) -> String {
    jiff::Timestamp::from_millisecond(instant.millis()).map(|time| time.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_scopes_every_order_is_wanted() {
        let listener = |scopes: &str| Listener { id: Id(1), scopes: scopes.to_owned() };
        assert!(listener("").wants("SE") && listener("AE,SE").wants("SE"));
        assert!(!listener("AE,SI").wants("SE"));
    }

    #[test]
    fn moments_are_told_in_utc() {
        assert_eq!(show_utc(Instant::from_millis(1_784_080_800_000)), "2026-07-15T02:00:00Z");
        assert_eq!(show_utc(Instant::from_millis(1_784_080_800_250)), "2026-07-15T02:00:00.25Z");
    }
}
