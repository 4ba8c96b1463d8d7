//! Who sees which orders (data scope, Rule 5), as a condition; the rule it is held against is [`domain::ground`].

use domain::reach::Reach;
use kernel::{Id, Scope};
use platform::access::{Actor, LEVEL_ORG};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Conn, sql};

use super::messages::HIDDEN;
use super::moves::Lifecycle;
use crate::config::FINANCE_LOCK_VIEW;
use crate::store::TABLE;

const REACH: Reach = Reach {
    table: TABLE,
    own: &["created_by", "sales_id", "servicer_id", "operator_id"],
    dept: || sql::of(TABLE, "sales_dept_id"),
    workgroup: Some("workgroup_id"),
    coop: "coop_id",
};

/// Orders of a scope that finance locked are left out of the lists of an org that decided so. The orgs are looked up
/// once, not for every row.
pub fn unless_hidden_by_lock(scope: Scope) -> Expr {
    let mut decided = Query::select();
    decided
        .column("org_id")
        .from("org_setting")
        .and_where(sql::of_eq("org_setting", "setting_key", FINANCE_LOCK_VIEW.key))
        .and_where(sql::of_eq("org_setting", "business_scope", scope.code()))
        .and_where(sql::of_eq("org_setting", "value", "false"));
    sql::of(TABLE, "lifecycle").ne(Lifecycle::Locked.code()).or(sql::of(TABLE, "org_id").not_in_subquery(decided))
}

/// The same rule as a condition on `freight_order`, for every scope at once.
pub fn visible_order(actor: &Actor) -> Condition {
    let levels: Vec<(Scope, i64)> = Scope::all().map(|scope| (scope, actor.order_level(scope))).collect();
    if actor.rights.except.is_empty() && levels.iter().all(|(_, level)| *level >= LEVEL_ORG) {
        return Condition::all();
    }
    REACH.seen(actor, by_level(actor, &levels))
}

/// The same on a page of groups: in the own company what the level shows, in the others the scopes of level 6.
pub fn visible_in_group(actor: &Actor) -> Condition {
    let own = || sql::of_eq(TABLE, "org_id", actor.org_id);
    let scopes = actor.rights.group_scopes.iter().map(|scope| (*scope).to_owned());
    let others = Condition::all().add(own().not()).add(sql::is_in(sql::of(TABLE, "business_scope"), scopes));
    Condition::any().add(Condition::all().add(own()).add(visible_order(actor))).add(others)
}

/// What the level shows of each scope.
fn by_level(actor: &Actor, levels: &[(Scope, i64)]) -> Condition {
    let mut any = Condition::any();
    for level in [2, 3, 4, LEVEL_ORG] {
        let scopes: Vec<String> = levels
            .iter()
            .filter(|(_, own)| Ord::min(*own, LEVEL_ORG) == level)
            .map(|(s, _)| s.code().to_owned())
            .collect();
        if !scopes.is_empty() {
            let of_scopes = Condition::all().add(sql::is_in(sql::of(TABLE, "business_scope"), scopes));
            any = any.add(of_scopes.add(REACH.at_level(actor, level)));
        }
    }
    any
}

/// Refuses when the order is not there, or the caller may not see it.
pub fn need_visible(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select.expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0"))).and_where(sql::of_eq(
        "freight_order",
        "id",
        order,
    ));
    match conn.first(&select.into())? {
        None => Err(Refusal::NotFound),
        Some(row) if row.get::<i64>(0)? == 1 => Ok(()),
        Some(_) => Err(Refusal::business(HIDDEN)),
    }
}
