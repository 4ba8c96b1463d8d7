//! Who decides: heads of departments, holders of roles, the people of an order, stand-ins.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Id, Instant, Scope, parse_day};
use order::Lifecycle;
use platform::access::actor_of;
use platform::call::{App, Asked, Call};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};

use crate::chain::Asker;
use crate::rule::{Approver, Fact, Facts, Level};

/// Departments one above the other at most; more would be a circle.
const DEPTS_UP_MAX: usize = 10;

/// The people an act brings with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Around {
    /// Department of the applicant.
    pub dept: Option<Id>,
    /// Sales person of the order.
    pub sales: Option<Id>,
    /// Customer service of the order.
    pub servicer: Option<Id>,
    /// The partner.
    pub coop: Option<Id>,
}

/// Those of some users who are active, in their order.
pub fn active(conn: &mut dyn Conn, org: i64, users: &[Id]) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.column("id").and_where(sql::eq("active", true)).and_where(sql::is_in(sql::col("id"), users.iter().copied()));
    let found: BTreeSet<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(users.iter().copied().filter(|user| found.contains(user)).collect())
}

/// The administrator of a company.
pub fn admin(conn: &mut dyn Conn, org: i64) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .column("id")
        .and_where(sql::eq("active", true))
        .and_where(sql::is_in(sql::col("admin_role"), ["admin".to_owned(), "superAdmin".to_owned()]))
        .order_by("id", Order::Asc)
        .limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// A call in the name of a company's administrator, for what the clock asks for; none where the company
/// or its administrator is stopped.
pub fn call_of_admin(app: &Arc<App>, org: i64) -> Result<Option<Call>, Refusal> {
    let found = app.store.read(|conn| match admin(conn, org)? {
        Some(user) => actor_of(conn, &app.rights, (org, user), app.clock.now()),
        None => Ok(None),
    })?;
    Ok(found.map(|actor| Call { app: app.clone(), caller: Some(actor), asked: Asked::default(), arrived: None }))
}

/// The main department of a user.
pub fn dept_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.column("dept_id").and_where(sql::eq("id", user));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// A department and those above it, with their heads.
fn heads(conn: &mut dyn Conn, org: i64, dept: Option<Id>) -> Result<Vec<Option<Id>>, Refusal> {
    let mut heads = Vec::new();
    let mut next = dept;
    while let Some(dept) = next.filter(|_| heads.len() < DEPTS_UP_MAX) {
        let mut select = sql::from(org, "dept");
        select.columns(["manager_id", "parent_id"]).and_where(sql::eq("id", dept));
        let Some(row) = conn.first(&select.into())? else { break };
        let head: Option<Id> = row.get(0)?;
        let head = match head {
            Some(head) => active(conn, org, &[head])?.first().copied(),
            None => None,
        };
        heads.push(head);
        next = row.get(1)?;
    }
    Ok(heads)
}

/// Who applies, and who stands in for him.
pub fn asker(conn: &mut dyn Conn, org: i64, applicant: Id, dept: Option<Id>) -> Result<Asker, Refusal> {
    let above = heads(conn, org, dept)?;
    let upper = above.into_iter().flatten().find(|head| *head != applicant);
    Ok(Asker { applicant, admin: admin(conn, org)?, upper })
}

/// The active people of a level, before its policies.
pub fn of_level(conn: &mut dyn Conn, org: i64, level: &Level, around: &Around) -> Result<Vec<Id>, Refusal> {
    let one = |id: Option<Id>| id.into_iter().collect::<Vec<_>>();
    let named = match level.approver_type {
        Approver::User => level.approver_ids.clone(),
        Approver::Role => return holders(conn, org, &level.approver_ids),
        Approver::DeptHead => one(heads(conn, org, around.dept)?.first().copied().flatten()),
        Approver::UpperHead => {
            let up = usize::try_from(level.approver_up).unwrap_or(1);
            one(heads(conn, org, around.dept)?.get(up).copied().flatten())
        }
        Approver::Sales => one(around.sales),
        Approver::Servicer => one(around.servicer),
        Approver::CoopOwner => match around.coop {
            Some(coop) => one(owner(conn, org, coop)?),
            None => Vec::new(),
        },
        Approver::Admin => one(admin(conn, org)?),
    };
    active(conn, org, &named)
}

/// Whether a user (`app_user`) decides on a level (`approval_level`) for whoever applies, whatever it is about. Who
/// decides by the order or the partner is another one each time.
pub fn decides() -> Expr {
    // Ids stand in a text, commas between.
    let named = |id: &str| format!("',' || approval_level.approver_ids || ',' LIKE '%,' || CAST({id} AS text) || ',%'");
    Expr::cust(format!(
        "CASE approval_level.approver_type \
         WHEN 'user' THEN {} \
         WHEN 'role' THEN EXISTS (SELECT 1 FROM user_role JOIN role ON role.org_id = user_role.org_id \
           AND role.id = user_role.role_id WHERE user_role.org_id = app_user.org_id \
           AND user_role.user_id = app_user.id AND role.active AND {}) \
         WHEN 'deptHead' THEN EXISTS (SELECT 1 FROM dept WHERE dept.org_id = app_user.org_id \
           AND dept.manager_id = app_user.id) \
         WHEN 'upperHead' THEN EXISTS (SELECT 1 FROM dept \
           JOIN dept AS one ON one.org_id = dept.org_id AND one.parent_id = dept.id \
           LEFT JOIN dept AS two ON two.org_id = one.org_id AND two.parent_id = one.id \
           LEFT JOIN dept AS three ON three.org_id = two.org_id AND three.parent_id = two.id \
           WHERE dept.org_id = app_user.org_id AND dept.manager_id = app_user.id \
           AND CASE approval_level.approver_up WHEN 1 THEN one.id WHEN 2 THEN two.id ELSE three.id END IS NOT NULL) \
         WHEN 'admin' THEN app_user.admin_role IN ('admin', 'superAdmin') ELSE FALSE END",
        named("app_user.id"),
        named("role.id"),
    ))
}

/// Active users with one of these active roles.
fn holders(conn: &mut dyn Conn, org: i64, roles: &[Id]) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .distinct()
        .column(("app_user", "id"))
        .join(
            JoinType::InnerJoin,
            "user_role",
            sql::of("user_role", "org_id")
                .equals(("app_user", "org_id"))
                .and(sql::of("user_role", "user_id").equals(("app_user", "id"))),
        )
        .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
        .and_where(sql::of_eq("app_user", "active", true))
        .and_where(sql::of_eq("role", "active", true))
        .and_where(sql::is_in(sql::of("role", "id"), roles.iter().copied()))
        .order_by(("app_user", "id"), Order::Asc);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn owner(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("transactor_id").and_where(sql::eq("id", coop));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// Level of a customer; empty when it has none.
pub fn coop_level(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("coop_level").and_where(sql::eq("id", coop));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Who decides in the place of a user now: his delegate, or the administrator when he is gone;
/// nobody else when he is there himself. An applicant decides in nobody's place.
pub fn stand_in(
    conn: &mut dyn Conn,
    org: i64,
    (user, applicant): (Id, Id),
    now: Instant,
) -> Result<Option<(Id, &'static str)>, Refusal> {
    if active(conn, org, &[user])?.is_empty() {
        return Ok(admin(conn, org)?.filter(|admin| *admin != user).map(|admin| (admin, "转管理员")));
    }
    let mut select = sql::from(org, "approval_delegate");
    select
        .column("to_user_id")
        .and_where(sql::eq("user_id", user))
        .and_where(sql::col("from_at").lte(sql::value(now)))
        .and_where(sql::col("until_at").gte(sql::value(now)));
    let to: Option<Id> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    let to = to.filter(|to| *to != applicant && *to != user);
    let there = match to {
        Some(to) => active(conn, org, &[to])?,
        None => Vec::new(),
    };
    Ok(there.first().map(|to| (*to, "委托")))
}

/// Names of users, in their order.
pub fn names(conn: &mut dyn Conn, org: i64, users: &[Id]) -> Result<Vec<String>, Refusal> {
    users.iter().map(|user| facts::user_name(conn, org, *user)).collect()
}

/// What an approval needs to know of an order.
#[derive(Debug, Clone)]
pub struct OrderSubject {
    /// Row.
    pub id: Id,
    /// Public name.
    pub uuid: String,
    /// Code.
    pub code: String,
    /// Internal number.
    pub internal_number: String,
    /// Scope.
    pub scope: String,
    /// Where it stands in its life.
    pub lifecycle: Lifecycle,
    /// Its customer.
    pub coop: Option<Id>,
    /// Sales person.
    pub sales: Option<Id>,
    /// Customer service.
    pub servicer: Option<Id>,
    /// What conditions may look at.
    pub facts: Facts,
}

impl OrderSubject {
    /// Its scope as the product knows it.
    pub fn scope(&self) -> Result<Scope, Refusal> {
        Scope::from_code(&self.scope).ok_or(Refusal::NotFound)
    }
}

/// An order of the org by a condition that names one.
pub fn order(conn: &mut dyn Conn, org: i64, which: Expr, now: Instant) -> Result<Option<OrderSubject>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select
        .columns([
            "id",
            "uuid",
            "order_code",
            "internal_number",
            "business_scope",
            "coop_id",
            "sales_id",
            "servicer_id",
            "financial_date",
            "lifecycle",
        ])
        .cond_where(Condition::all().add(which));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let scope: String = row.get(4)?;
    let coop: Option<Id> = row.get(5)?;
    let mut known = Facts::from([("scope".to_owned(), Fact::Text(scope.clone()))]);
    if let Some(locked) = parse_day(&row.get::<String>(8)?) {
        known.insert("lockDays".to_owned(), Fact::whole(kernel::days_between(locked, now.day())));
    }
    if let Some(coop) = coop {
        let level = coop_level(conn, org, coop)?;
        if !level.is_empty() {
            known.insert("coopLevel".to_owned(), Fact::Text(level));
        }
    }
    Ok(Some(OrderSubject {
        id: row.get(0)?,
        uuid: row.get(1)?,
        code: row.get(2)?,
        internal_number: row.get(3)?,
        scope,
        lifecycle: Lifecycle::from_code(&row.get::<String>(9)?),
        coop,
        sales: row.get(6)?,
        servicer: row.get(7)?,
        facts: known,
    }))
}
