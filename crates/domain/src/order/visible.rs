//! Who sees which orders (data scope, Rule 5): one model, and the same rule as a condition.

use std::collections::BTreeSet;

use kernel::{Id, Scope};
use platform::access::{Actor, LEVEL_ORG};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Conn, sql};

use super::messages::HIDDEN;

/// Who looks.
#[derive(Debug, Clone, Default)]
pub struct Viewer {
    /// His account.
    pub user: i64,
    /// Level for the order's scope: 1 own, 2 workgroup, 3 department, 4 with those below, 5 the org.
    pub level: i64,
    /// Code of his department; those below begin with it.
    pub dept_code: String,
    /// His active workgroups.
    pub workgroups: BTreeSet<i64>,
}

/// What of an order decides who sees it.
#[derive(Debug, Clone, Default)]
pub struct OrderView {
    /// Who made it.
    pub creator: i64,
    /// Sales, servicer and operator.
    pub people: [Option<i64>; 3],
    /// Its workgroup.
    pub workgroup: Option<i64>,
    /// Code of the sales person's department.
    pub sales_dept_code: Option<String>,
}

/// The rule as the model tests hold the database against.
pub fn visible(viewer: &Viewer, order: &OrderView) -> bool {
    let own = order.creator == viewer.user || order.people.contains(&Some(viewer.user));
    own || match viewer.level {
        2 => order.workgroup.is_some_and(|group| viewer.workgroups.contains(&group)),
        3 => order.sales_dept_code.as_deref().is_some_and(|code| code == viewer.dept_code),
        4 => order.sales_dept_code.as_deref().is_some_and(|code| code.starts_with(&viewer.dept_code)),
        level => level >= LEVEL_ORG,
    }
}

/// The same rule as a condition on `freight_order`, for every scope at once.
pub fn visible_order(actor: &Actor) -> Condition {
    let levels: Vec<(Scope, i64)> = Scope::all().map(|scope| (scope, actor.order_level(scope))).collect();
    if levels.iter().all(|(_, level)| *level >= LEVEL_ORG) {
        return Condition::all();
    }
    let table = "freight_order";
    let mut any = Condition::any();
    for column in ["created_by", "sales_id", "servicer_id", "operator_id"] {
        any = any.add(sql::of_eq(table, column, actor.user_id));
    }
    for level in [2, 3, 4, LEVEL_ORG] {
        let scopes: Vec<String> = levels
            .iter()
            .filter(|(_, own)| Ord::min(*own, LEVEL_ORG) == level)
            .map(|(s, _)| s.code().to_owned())
            .collect();
        if scopes.is_empty() {
            continue;
        }
        let mut both = Condition::all().add(sql::is_in(sql::of(table, "business_scope"), scopes));
        if let Some(more) = beyond_own(actor, level) {
            both = both.add(more);
        }
        any = any.add(both);
    }
    any
}

fn beyond_own(actor: &Actor, level: i64) -> Option<Expr> {
    let group = sql::of("freight_order", "workgroup_id");
    let dept = sql::of("freight_order", "sales_dept_id");
    match level {
        2 => Some(sql::is_in(group, actor.rights.workgroups.clone())),
        3 => Some(sql::is_in(dept, actor.rights.dept_id)),
        4 => {
            let mut below = Query::select();
            below
                .column("id")
                .from("dept")
                .and_where(sql::of_eq("dept", "org_id", actor.org_id))
                .and_where(sql::begins(sql::of("dept", "code"), &actor.rights.dept_code));
            Some(dept.in_subquery(below))
        }
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(level: i64) -> Viewer {
        Viewer { user: 1, level, dept_code: "111001".into(), workgroups: BTreeSet::from([7]) }
    }

    #[test]
    fn each_level_sees_a_little_more() {
        let strange = OrderView { creator: 9, people: [Some(9), None, None], ..OrderView::default() };
        let own = OrderView { people: [None, Some(1), None], ..strange.clone() };
        let made = OrderView { creator: 1, ..strange.clone() };
        let group = OrderView { workgroup: Some(7), ..strange.clone() };
        let dept = OrderView { sales_dept_code: Some("111001".into()), ..strange.clone() };
        let below = OrderView { sales_dept_code: Some("111001002".into()), ..strange.clone() };
        let beside = OrderView { sales_dept_code: Some("111002".into()), ..strange.clone() };
        let orders = [&own, &made, &group, &dept, &below, &beside, &strange];
        let seen = |level| orders.iter().map(|order| visible(&viewer(level), order)).collect::<Vec<_>>();
        assert_eq!(seen(1), [true, true, false, false, false, false, false]);
        assert_eq!(seen(2), [true, true, true, false, false, false, false]);
        assert_eq!(seen(3), [true, true, false, true, false, false, false]);
        assert_eq!(seen(4), [true, true, false, true, true, false, false]);
        assert_eq!(seen(5), [true; 7]);
        assert!(!visible(&viewer(2), &OrderView { workgroup: Some(8), ..strange }));
    }
}
