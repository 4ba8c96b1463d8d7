//! Who sees a stored form: who sees its order. One that is of no order follows who made it and his department, at the
//! viewer's level of air export; once an order has its number, it is seen with that order too.

use facts::master;
use kernel::Scope;
use platform::access::{Actor, LEVEL_ORG, Targets};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement};

use crate::forms::Form;
use crate::orders::{need_visible, visible_order};

const TABLE: &str = "awb_print";

/// The condition on `awb_print`.
pub fn visible_form(actor: &Actor) -> Condition {
    let of_order = order_with(sql::of("freight_order", "id").equals((TABLE, "order_id")), actor);
    // Of air export alone: numbers of other orders are typed as anybody likes.
    let of_export = sql::of_eq("freight_order", "business_scope", Scope::Ae.code());
    let with_number = order_with(master::same("freight_order", TABLE).and(of_export), actor);
    // A master is that of every order with its number, whichever of them it was made from.
    let master = Condition::all().add(sql::of_eq(TABLE, "kind", 0i64)).add(Expr::exists(with_number.clone()));
    let alone = Condition::any().add(of_maker(actor)).add(Expr::exists(with_number));
    let alone = Condition::all().add(sql::of(TABLE, "order_id").is_null()).add(alone);
    Condition::any().add(Expr::exists(of_order)).add(master).add(alone)
}

/// Refuses who may not see a form: told so where it is of an order, as if it were not there where it is of none.
pub fn need_form(conn: &mut dyn Conn, actor: &Actor, form: &Form) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", form.id)).cond_where(visible_form(actor));
    match (conn.first(&select.into())?, form.order_id) {
        (Some(_), _) => Ok(()),
        (None, Some(order)) => need_visible(conn, actor, order),
        (None, None) => Err(Refusal::NotFound),
    }
}

/// Orders the actor sees that are of the form by some condition.
fn order_with(of_form: Expr, actor: &Actor) -> SelectStatement {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of("freight_order", "org_id").equals((TABLE, "org_id")))
        .and_where(of_form)
        .cond_where(visible_order(actor));
    order
}

/// By who made the form. What somebody made himself cannot be taken away from him.
fn of_maker(actor: &Actor) -> Condition {
    let rights = &actor.rights;
    let own = Condition::any().add(sql::of_eq(TABLE, "created_by", actor.user_id));
    let mut beyond = Condition::all().add(by_level(actor));
    if !rights.except.depts.is_empty() {
        beyond = beyond.add(Expr::exists(maker_in(&rights.except)).not());
    }
    own.add(beyond)
}

/// What the level shows, and what is named beyond it.
fn by_level(actor: &Actor) -> Condition {
    let rights = &actor.rights;
    let level = actor.order_level(Scope::Ae);
    if level >= LEVEL_ORG {
        return Condition::all();
    }
    let mut any = Condition::any().add(Expr::exists(maker_in(&rights.extra)));
    if level == 2 {
        any = any.add(Expr::exists(maker_in(&Targets { workgroups: rights.workgroups.clone(), ..Targets::default() })));
    }
    if level >= 3 {
        let depts = rights.depts.iter().map(|(id, _)| *id).collect();
        any = any.add(Expr::exists(maker_in(&Targets { depts, ..Targets::default() })));
    }
    if level == 4 {
        any = any.add(Expr::exists(maker_below(actor)));
    }
    any
}

fn maker() -> SelectStatement {
    let mut maker = Query::select();
    maker
        .expr(Expr::cust("1"))
        .from("app_user")
        .and_where(sql::of("app_user", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("app_user", "id").equals((TABLE, "created_by")));
    maker
}

/// Who made it is in one of some departments or workgroups.
fn maker_in(targets: &Targets) -> SelectStatement {
    let mut groups = Query::select();
    groups
        .column("user_id")
        .from("workgroup_user")
        .and_where(sql::of("workgroup_user", "org_id").equals(("app_user", "org_id")))
        .and_where(sql::is_in(sql::of("workgroup_user", "workgroup_id"), targets.workgroups.clone()));
    let mut maker = maker();
    maker.cond_where(sql::any_of([
        sql::is_in(sql::of("app_user", "dept_id"), targets.depts.clone()),
        sql::of("app_user", "id").in_subquery(groups),
    ]));
    maker
}

/// Who made it is in one of the actor's departments or below.
fn maker_below(actor: &Actor) -> SelectStatement {
    let codes = actor.rights.depts.iter().filter(|(_, code)| !code.is_empty());
    let mut below = Query::select();
    below
        .column("id")
        .from("dept")
        .and_where(sql::of_eq("dept", "org_id", actor.org_id))
        .cond_where(sql::any_of(codes.map(|(_, code)| sql::begins(sql::of("dept", "code"), code))));
    let mut maker = maker();
    maker.and_where(sql::of("app_user", "dept_id").in_subquery(below));
    maker
}
