//! Who sees which partners (data scope, class 往来单位).

use kernel::{Id, Msg};
use platform::access::{Actor, Rights};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr};
use platform::store::{Conn, sql};

use crate::order::Viewer;
use crate::reach::Reach;

/// What is said of a partner outside the caller's data scope.
pub const HIDDEN: Msg = Msg::new("coop.hidden", "往来单位不存在", "There is no such partner.");

/// A partner is its owner's and its maker's, and belongs to the owner's main department.
const REACH: Reach =
    Reach { table: "coop", own: &["transactor_id", "created_by"], dept: owners_dept, workgroup: None, coop: "id" };

fn owners_dept() -> Expr {
    Expr::cust(
        "(SELECT coop_owner.dept_id FROM app_user coop_owner \
         WHERE coop_owner.org_id = coop.org_id AND coop_owner.id = coop.transactor_id)",
    )
}

/// Partners an actor sees, as a condition on `coop`.
pub fn visible_coop(actor: &Actor) -> Condition {
    REACH.visible(actor, actor.rights.coop_level)
}

/// A user with his rights, looking at partners.
pub fn viewer(user: Id, rights: &Rights) -> Viewer {
    Viewer::at_level(user, rights, rights.coop_level)
}

/// Refuses when the partner is not there, or the caller may not see it.
pub fn need_coop(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, "coop");
    let seen = Expr::case(visible_coop(actor), Expr::cust("1")).finally(Expr::cust("0"));
    select.expr(seen).and_where(sql::of_eq("coop", "id", coop));
    match conn.first(&select.into())? {
        None => Err(Refusal::NotFound),
        Some(row) if row.get::<i64>(0)? == 1 => Ok(()),
        Some(_) => Err(Refusal::business(HIDDEN)),
    }
}
