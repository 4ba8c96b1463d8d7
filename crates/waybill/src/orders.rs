//! Who may see an order, for rooms that show things hanging on it.
//!
//! One predicate for lists and single orders: own orders always, beyond them what the caller's
//! data level of the order's scope opens.

use std::collections::BTreeMap;

use kernel::{Id, Msg, Scope};
use platform::access::{Actor, LEVEL_ORG};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{Condition, Expr, ExprTrait, Query};

/// An order of the own org that the caller's data level hides.
pub const HIDDEN: Msg =
    Msg::new("order.hidden", "您没有该订单的数据权限", "You have no data permission for this order.");

/// Refuses when the caller may not see the order: it is not there, or its data level hides it.
pub fn need_visible(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<(), Refusal> {
    let mut exists = sql::from(actor.org_id, "freight_order");
    exists.column("id").and_where(sql::eq("id", order));
    let mut shown = exists.clone();
    shown.cond_where(visible(actor, "freight_order"));
    if conn.first(&shown.into())?.is_some() {
        return Ok(());
    }
    let there = conn.first(&exists.into())?.is_some();
    Err(if there { Refusal::business(HIDDEN) } else { Refusal::NotFound })
}

/// Orders the caller may see, in a list of orders.
pub fn visible_order(actor: &Actor) -> Condition {
    visible(actor, "freight_order")
}

/// Share links of orders the caller may see, in a list that joins the order as `ord`.
pub fn visible_share(actor: &Actor) -> Condition {
    visible(actor, "ord")
}

fn visible(actor: &Actor, table: &'static str) -> Condition {
    let mut scopes: BTreeMap<i64, Vec<&'static str>> = BTreeMap::new();
    for scope in Scope::all() {
        scopes.entry(actor.order_level(scope).clamp(1, LEVEL_ORG)).or_default().push(scope.code());
    }
    let mut whole = Condition::any();
    for (level, scopes) in scopes {
        let of_scope = sql::is_in(sql::of(table, "business_scope"), scopes);
        let mut seen = Condition::any();
        for part in at_level(actor, table, level) {
            seen = seen.add(part);
        }
        whole = whole.add(Condition::all().add(of_scope).add(seen));
    }
    whole
}

/// What opens an order at a level; one of the parts suffices.
fn at_level(actor: &Actor, table: &'static str, level: i64) -> Vec<Expr> {
    let mut parts: Vec<Expr> = ["created_by", "sales_id", "servicer_id", "operator_id"]
        .into_iter()
        .map(|column| sql::of_eq(table, column, actor.user_id))
        .collect();
    match level {
        1 => {}
        2 => parts.push(sql::is_in(sql::of(table, "workgroup_id"), actor.rights.workgroups.iter().copied())),
        3 => parts.extend(actor.rights.dept_id.map(|dept| sql::of_eq(table, "sales_dept_id", dept))),
        4 if !actor.rights.dept_code.is_empty() => {
            let mut below = Query::select();
            below
                .expr(Expr::cust("1"))
                .from_as("dept", "sales_dept")
                .and_where(sql::of("sales_dept", "org_id").equals((table, "org_id")))
                .and_where(sql::of("sales_dept", "id").equals((table, "sales_dept_id")))
                .and_where(sql::begins(sql::of("sales_dept", "code"), &actor.rights.dept_code));
            parts.push(Expr::exists(below));
        }
        4 => {}
        _ => parts.push(Expr::cust("1 = 1")),
    }
    parts
}
