//! Who sees which inquiries (data scope, class 询价), and who is told the customer.

use domain::reach::Reach;
use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Cell, Conn, Value, sql};

use crate::page::TABLE;

/// What stands in place of a customer buyers are not told.
pub(crate) const SECRET: &str = "保密";
/// Page whose holders are the selling side.
const SELLING: &str = "af_order_inquiry";

/// Made, sold or bought by somebody an inquiry is his own.
const REACH: Reach = Reach {
    table: TABLE,
    own: &["created_by", "sales_id", "buyer_id"],
    dept: || sql::of(TABLE, "sales_dept_id"),
    workgroup: None,
    coop: "coop_id",
};

/// Inquiries an actor may see: by his level and what is named for him, and always his own.
pub(crate) fn visible(actor: &Actor) -> Condition {
    REACH.visible(actor, actor.rights.inquiry_level)
}

/// The switch 我的: yes for the own ones, no for all.
pub(crate) fn mine(actor: &Actor, yes: bool) -> Condition {
    if yes { REACH.own(actor) } else { Condition::all() }
}

/// Refuses, as if it were not there, an inquiry the caller may not see.
pub(crate) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(visible(actor));
    if conn.first(&select.into())?.is_some() { Ok(()) } else { Err(Refusal::NotFound) }
}

/// Customer or prospect.
pub(crate) fn customer_name() -> Expr {
    Expr::cust("COALESCE(customer.coop_name, inquiry.prospect)")
}

/// The same behind a letter: 1 of those buyers are not told, 0 of the others.
pub(crate) fn marked_customer() -> Expr {
    Expr::cust(
        "CASE WHEN inquiry.hide_customer THEN '1' ELSE '0' END || COALESCE(customer.coop_name, inquiry.prospect, '')",
    )
}

/// Whether somebody is told the customers that are kept from buyers: those of the selling side are.
pub(crate) fn is_told(actor: &Actor) -> bool {
    actor.has(SELLING)
}

/// What an actor reads of a marked name.
pub(crate) fn told_customer(actor: &Actor, stored: &Value) -> Value {
    let text = String::from_value(stored).unwrap_or_default();
    match text.strip_prefix('1') {
        Some(_) if !is_told(actor) => SECRET.into_value(),
        _ => text.chars().skip(1).collect::<String>().into_value(),
    }
}

fn named(name: &str) -> Condition {
    let mut coop = Query::select();
    coop.expr(Expr::cust("1"))
        .from("coop")
        .and_where(sql::of("coop", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("coop", "id").equals((TABLE, "coop_id")))
        .and_where(sql::contains(sql::of("coop", "coop_name"), name));
    Condition::any().add(Expr::exists(coop)).add(sql::contains(sql::of(TABLE, "prospect"), name))
}

/// Inquiries of a customer.
pub(crate) fn of_customer(_: &Actor, name: &str) -> Result<Condition, Refusal> {
    Ok(named(name))
}

/// Inquiries of a customer as buyers find them: those kept from them do not match.
pub(crate) fn of_told_customer(actor: &Actor, name: &str) -> Result<Condition, Refusal> {
    let all = Condition::all().add(named(name));
    Ok(if is_told(actor) { all } else { all.add(sql::of_eq(TABLE, "hide_customer", false)) })
}
