//! The order as rooms see it that show what hangs on one, whatever its scope: its head, whether the
//! caller may see it, and the permissions of its scope.

use facts::master::{Master, ROUND};
use kernel::{Id, Scope, Uuid};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Row, sql};

use super::messages::LOCKED_NO_REMOVAL;
use super::moves::Lifecycle;
use super::visible::need_visible;

/// A code for each scope in the order of [`Scope::all`], around the letters its orders are known by; that of air export
/// may be another one.
macro_rules! of_each {
    ($before:literal, $after:literal) => {
        of_each!(concat!($before, "af", $after), $before, $after)
    };
    ($air_export:expr, $before:literal, $after:literal) => {
        &[
            $air_export,
            concat!($before, "ai", $after),
            concat!($before, "se", $after),
            concat!($before, "si", $after),
            concat!($before, "te", $after),
            concat!($before, "ti", $after),
            concat!($before, "lc", $after),
            concat!($before, "io", $after),
        ]
    };
}

/// Pages of the scopes, in the order of [`Scope::all`].
pub const PAGE_CODES: &[&str] = of_each!("", "_order");
/// Buttons that change an order.
pub const EDIT_CODES: &[&str] = of_each!("", "-order-edit");
/// Buttons that keep files with it.
pub const FILE_CODES: &[&str] = of_each!("", "-order-file");
/// Buttons that share it.
pub const SHARE_CODES: &[&str] = of_each!("", "-order-share");
/// Buttons that tell what happened to it.
pub const TRACK_CODES: &[&str] = of_each!("af-track-input", "", "-order-track");
/// Buttons that take its page lock from whoever holds it.
pub const TAKE_OVER_CODES: &[&str] = of_each!("", "-order-takeover");
/// Buttons that close it for good.
pub const FORCE_STOP_CODES: &[&str] = of_each!("", "-order-forcestop");
/// Addresses of the forms.
const FORM_PAGES: &[&str] = of_each!("/", "_order_edit");

/// Address of the form of a scope's orders.
pub fn form_page(scope: Scope) -> &'static str {
    code_of(FORM_PAGES, scope)
}

/// The first letters of the pages of a row's scope, for links of lists that show orders of several.
pub fn page_slug(table: &str) -> Expr {
    Expr::cust(format!("CASE {table}.business_scope WHEN 'AE' THEN 'af' ELSE LOWER({table}.business_scope) END"))
}

/// The code of a scope among those of every scope.
pub fn code_of(codes: &'static [&'static str], scope: Scope) -> &'static str {
    let place = Scope::all().position(|known| known == scope);
    place.and_then(|place| codes.get(place)).copied().unwrap_or_default()
}

/// Head of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderHead {
    /// Row.
    pub id: Id,
    /// Public name.
    pub uuid: String,
    /// Code.
    pub code: String,
    /// Scope.
    pub scope: Scope,
    /// Master number.
    pub awb_number: String,
    /// Registration of that number.
    pub awb_round: i64,
}

impl OrderHead {
    /// Its master number in its registration.
    pub fn master(&self) -> Master {
        Master { number: self.awb_number.clone(), round: self.awb_round }
    }

    /// Columns it is read from.
    pub const COLUMNS: [&str; 6] = ["id", "uuid", "order_code", "business_scope", "awb_number", ROUND];

    /// The head in a row of [`Self::COLUMNS`].
    pub fn read(row: &Row) -> Result<Self, Refusal> {
        let scope: String = row.get(3)?;
        let scope = Scope::from_code(&scope).ok_or(Refusal::NotFound)?;
        let (awb_number, awb_round) = (row.get(4)?, row.get(5)?);
        Ok(Self { id: row.get(0)?, uuid: row.get(1)?, code: row.get(2)?, scope, awb_number, awb_round })
    }
}

/// The order of a public name; 404 when it is not of the org, refused when the caller lacks the scope's code or
/// his data level hides the order.
pub fn head(
    conn: &mut dyn Conn,
    actor: &Actor,
    uuid: &Uuid,
    codes: &'static [&'static str],
) -> Result<OrderHead, Refusal> {
    find(conn, actor, sql::eq("uuid", uuid.clone()), codes)
}

/// The scope of an order by its public name; none where the org has no such order.
pub fn scope_of(conn: &mut dyn Conn, org: i64, uuid: &Uuid) -> Result<Option<Scope>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.column("business_scope").and_where(sql::eq("uuid", uuid.clone()));
    let row = conn.first(&select.into())?;
    Ok(row.map(|row| row.get::<String>(0)).transpose()?.as_deref().and_then(Scope::from_code))
}

/// The same of an id, for what hangs on an order.
pub fn head_of_id(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Id,
    codes: &'static [&'static str],
) -> Result<OrderHead, Refusal> {
    find(conn, actor, sql::eq("id", id), codes)
}

/// Refuses who may not see an order, whatever its scope.
pub fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    head_of_id(conn, actor, id, PAGE_CODES).map(drop)
}

/// Refuses to take papers from an order that finance has locked.
pub fn need_papers_open(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.column("lifecycle").and_where(sql::eq("id", id));
    let lifecycle: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if lifecycle == Lifecycle::Locked.code() { Err(Refusal::business(LOCKED_NO_REMOVAL)) } else { Ok(()) }
}

fn find(conn: &mut dyn Conn, actor: &Actor, which: Expr, codes: &'static [&'static str]) -> Result<OrderHead, Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select.columns(OrderHead::COLUMNS).and_where(which);
    let head = OrderHead::read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)?;
    actor.need(code_of(codes, head.scope))?;
    need_visible(conn, actor, head.id)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_has_its_own_code_of_each_kind() {
        let every = [PAGE_CODES, EDIT_CODES, FILE_CODES, SHARE_CODES, TRACK_CODES, TAKE_OVER_CODES, FORCE_STOP_CODES];
        for codes in every {
            for scope in Scope::all() {
                let prefix = scope.share_prefix();
                assert!(code_of(codes, scope).starts_with(prefix), "{scope:?}");
                assert!(form_page(scope).starts_with(&format!("/{prefix}")), "{scope:?}");
            }
        }
    }
}
