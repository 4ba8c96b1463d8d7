//! Effective permissions and data levels of a user, kept per permission version.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Id, Instant, Scope};
use sea_query::{Expr, ExprTrait, JoinType, Order, Query};

use super::{LEVEL_GROUP, LEVEL_ORG, Rights, Targets, is_of_group};
use crate::refusal::Refusal;
use crate::store::sql::{self, of, of_eq};
use crate::store::{Conn, Row, StoreError};

/// Rights by user, valid for one permission version of the org, and what keys leave of them.
#[derive(Debug, Default)]
pub struct RightsCache {
    users: Mutex<BTreeMap<(i64, i64), (i64, Arc<Rights>)>>,
    keys: Mutex<BTreeMap<(i64, i64), (i64, OfKey)>>,
}

/// The rights of a key's owner, and what the key leaves of them.
type OfKey = (Arc<Rights>, Arc<Rights>);

/// Most users whose rights are kept in memory.
const RIGHTS_CACHED: usize = 20_000;

impl RightsCache {
    fn get(&self, org: i64, user: Id, version: i64, now: Instant) -> Option<Arc<Rights>> {
        let cache = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, rights) = cache.get(&(org, user.0))?;
        let holds = *known == version && rights.until.is_none_or(|until| now.millis() < until);
        holds.then(|| rights.clone())
    }

    fn put(&self, org: i64, user: Id, version: i64, rights: Arc<Rights>) {
        let mut cache = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= RIGHTS_CACHED {
            cache.clear();
        }
        cache.insert((org, user.0), (version, rights));
    }

    /// What a key in a version leaves of its owner's rights, while he has those.
    pub(super) fn of_key(&self, (org, key): (i64, Id), version: i64, owner: &Arc<Rights>) -> Option<Arc<Rights>> {
        let cache = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, (whole, left)) = cache.get(&(org, key.0))?;
        (*known == version && Arc::ptr_eq(whole, owner)).then(|| left.clone())
    }

    pub(super) fn put_key(&self, (org, key): (i64, Id), version: i64, rights: OfKey) {
        let mut cache = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= RIGHTS_CACHED {
            cache.clear();
        }
        cache.insert((org, key.0), (version, rights));
    }
}

/// Rights of a user as they are now, read anew.
pub fn load_rights(conn: &mut dyn Conn, org: i64, user: Id, admin_role: &str, now: Instant) -> Result<Rights, Refusal> {
    let roles = active_roles(conn, org, user)?;
    let (codes, until) = effective_codes(conn, org, user, admin_role, &roles, now)?;
    let mut rights = Rights { codes, until, coop_level: LEVEL_ORG, inquiry_level: LEVEL_ORG, ..Rights::default() };
    let mut select = sql::from(org, "app_user");
    select
        .join(
            JoinType::LeftJoin,
            "dept",
            of("dept", "org_id").equals(("app_user", "org_id")).and(of("dept", "id").equals(("app_user", "dept_id"))),
        )
        .columns([("app_user", "dept_id"), ("dept", "code"), ("app_user", "order_permission")])
        .and_where(of_eq("app_user", "id", user));
    let row = conn.first(&select.into())?.unwrap_or_default();
    rights.depts = vec![(row.get(0)?, row.get(1)?)];
    rights.depts.extend(part_time_depts(conn, org, user)?);
    let own_level: Option<i64> = row.get(2)?;
    let levels = role_levels(conn, org, &roles)?;
    rights.order_levels = order_levels(admin_role, &levels, own_level);
    rights.group_scopes = group_scopes(&levels, own_level);
    if !rights.group_scopes.is_empty() {
        rights.group_orgs = group_orgs(conn, org)?;
    }
    if rights.group_orgs.is_empty() {
        rights.codes.retain(|code| !is_of_group(code));
    }
    if admin_role.is_empty() {
        let level_of = |class: &str| levels.get(&(class.to_owned(), "*".to_owned())).copied().unwrap_or(LEVEL_ORG);
        rights.coop_level = level_of("coop");
        rights.inquiry_level = level_of("inquiry");
    }
    rights.workgroups = workgroups_of(conn, org, user)?;
    (rights.extra, rights.except) = named_targets(conn, org, user)?;
    Ok(rights)
}

fn part_time_depts(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<(Id, String)>, Refusal> {
    let mut select = sql::from(org, "user_dept");
    select
        .join(
            JoinType::InnerJoin,
            "dept",
            of("dept", "org_id").equals(("user_dept", "org_id")).and(of("dept", "id").equals(("user_dept", "dept_id"))),
        )
        .columns([("dept", "id"), ("dept", "code")])
        .and_where(of_eq("user_dept", "user_id", user))
        .order_by(("dept", "code"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn workgroups_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<Id>, Refusal> {
    let mut groups = sql::from(org, "workgroup_user");
    groups
        .join(
            JoinType::InnerJoin,
            "workgroup",
            of("workgroup", "org_id")
                .equals(("workgroup_user", "org_id"))
                .and(of("workgroup", "id").equals(("workgroup_user", "workgroup_id"))),
        )
        .column(("workgroup", "id"))
        .and_where(of_eq("workgroup_user", "user_id", user))
        .and_where(of_eq("workgroup", "active", true));
    Ok(conn.query(&groups.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// What a user sees beyond his level, and what not in spite of it.
fn named_targets(conn: &mut dyn Conn, org: i64, user: Id) -> Result<(Targets, Targets), Refusal> {
    let mut select = sql::from(org, "user_scope_extra");
    select.columns(["kind", "target_type", "target_id"]).and_where(sql::eq("user_id", user));
    let (mut extra, mut except) = (Targets::default(), Targets::default());
    for row in conn.query(&select.into())? {
        let (kind, target): (String, String) = (row.get(0)?, row.get(1)?);
        let targets = if kind == "except" { &mut except } else { &mut extra };
        let list = match target.as_str() {
            "dept" => &mut targets.depts,
            "workgroup" => &mut targets.workgroups,
            _ => &mut targets.coops,
        };
        list.push(row.get(2)?);
    }
    Ok((extra, except))
}

/// Ids of the active roles a user has.
pub(crate) fn active_roles(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<i64>, Refusal> {
    let mut select = sql::from(org, "user_role");
    select
        .join(
            JoinType::InnerJoin,
            "role",
            of("role", "org_id").equals(("user_role", "org_id")).and(of("role", "id").equals(("user_role", "role_id"))),
        )
        .column(("role", "id"))
        .and_where(of_eq("user_role", "user_id", user))
        .and_where(of_eq("role", "active", true));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// The highest level of the roles by data class and scope.
fn role_levels(conn: &mut dyn Conn, org: i64, roles: &[i64]) -> Result<BTreeMap<(String, String), i64>, Refusal> {
    let mut levels: BTreeMap<(String, String), i64> = BTreeMap::new();
    let mut select = sql::from(org, "role_data_scope");
    select.columns(["class", "scope", "level"]).and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    for row in conn.query(&select.into())? {
        let level: i64 = row.get(2)?;
        let known = levels.entry((row.get(0)?, row.get(1)?)).or_insert(level);
        *known = Ord::max(level, *known);
    }
    Ok(levels)
}

/// Rule 5: the user's own level, else the highest of the roles, else the whole company.
fn order_levels(
    admin_role: &str,
    levels: &BTreeMap<(String, String), i64>,
    own: Option<i64>,
) -> BTreeMap<&'static str, i64> {
    Scope::all()
        .map(|scope| {
            let of_roles = levels.get(&("order".to_owned(), scope.code().to_owned())).copied().unwrap_or(LEVEL_ORG);
            let of_roles = Ord::min(of_roles, LEVEL_ORG);
            let own = own.filter(|level| *level > 0);
            let level = if admin_role.is_empty() { own.unwrap_or(of_roles) } else { LEVEL_ORG };
            (scope.code(), level)
        })
        .collect()
}

/// Rule 5: the scopes whose orders are seen in the whole group. That level comes of a role alone, and the user's own level
/// stands in its place; an administrator has no role unless he is given one.
fn group_scopes(levels: &BTreeMap<(String, String), i64>, own: Option<i64>) -> BTreeSet<&'static str> {
    if own.is_some_and(|level| level > 0) {
        return BTreeSet::new();
    }
    let level = |scope: Scope| levels.get(&("order".to_owned(), scope.code().to_owned()));
    Scope::all().filter(|scope| level(*scope).is_some_and(|level| *level >= LEVEL_GROUP)).map(Scope::code).collect()
}

/// Rule 9: the companies of the group: for the head, and for a child the head lets look. An org without a group is alone.
fn group_orgs(conn: &mut dyn Conn, org: i64) -> Result<Vec<i64>, Refusal> {
    let mut own = sql::from_global("org");
    own.columns(["group_id", "group_view"]).and_where(sql::eq("id", org));
    let row = conn.first(&own.into())?.unwrap_or_default();
    let Some(head) = row.get::<Option<i64>>(0)? else { return Ok(vec![org]) };
    if head != org && !row.get::<Option<bool>>(1)?.unwrap_or_default() {
        return Ok(Vec::new());
    }
    let mut all = sql::from_global("org");
    all.column("id").and_where(sql::eq("group_id", head)).order_by("id", Order::Asc);
    Ok(conn.query(&all.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Rule 4: the codes of the nodes that are open to a user, and when the first of the grants ends by itself.
fn effective_codes(
    conn: &mut dyn Conn,
    org: i64,
    user: Id,
    admin_role: &str,
    roles: &[i64],
    now: Instant,
) -> Result<(BTreeSet<String>, Option<i64>), Refusal> {
    // A node in trial is open to the orgs named for it alone.
    let mut able = Query::select();
    able.column("permission_id").from("permission_able_org").and_where(sql::eq("able_org_id", org));
    let mut nodes = sql::from_global("permission");
    nodes
        .columns(["id", "code", "parent_code", "admin_default"])
        .and_where(open_node(now))
        .and_where(sql::eq("disabled", false).or(sql::col("id").in_subquery(able)))
        .order_by("sort", Order::Asc);
    let admin = !admin_role.is_empty();
    // What every administrator has, he has outside the edition too.
    let nodes: Vec<(i64, String, String, bool)> = conn
        .query(&nodes.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, admin && row.get(3)?)))
        .collect::<Result<_, Refusal>>()?;
    let mut granted = sql::from(org, "org_permission");
    granted
        .columns(["permission_id", "stop_at"])
        .and_where(sql::eq("permission_status", true))
        .and_where(later("stop_at", now));
    let of_org = conn.query(&granted.into())?;
    let mut by_role = sql::from(org, "role_permission");
    by_role.column("permission_id").and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    let of_roles = ids(conn.query(&by_role.into())?)?;
    let mut own = sql::from(org, "user_permission");
    own.columns(["permission_id", "until_at", "allowed"])
        .and_where(sql::eq("user_id", user))
        .and_where(later("until_at", now));
    let own = conn.query(&own.into())?;
    let ends = of_org.iter().chain(&own).filter_map(|row| row.get::<Option<i64>>(1).ok().flatten());
    let until = ends.chain(next_stop(conn, now)?).min();
    let own: BTreeMap<i64, bool> =
        own.iter().map(|row| Ok((row.get(0)?, row.get(2)?))).collect::<Result<_, Refusal>>()?;
    let of_org = ids(of_org)?;
    let open: BTreeSet<&str> = nodes
        .iter()
        .filter(|(id, _, _, by_default)| admin_role == "superAdmin" || *by_default || of_org.contains(id))
        .map(|(_, code, ..)| code.as_str())
        .collect();
    let parents: BTreeMap<&str, &str> =
        nodes.iter().map(|(_, code, parent, _)| (code.as_str(), parent.as_str())).collect();
    let held = |id: &i64| admin || own.get(id).copied().unwrap_or_else(|| of_roles.contains(id));
    let codes = nodes
        .iter()
        .filter(|(id, code, ..)| held(id) && ancestors_open(code, &parents, &open))
        .map(|(_, code, ..)| code.clone())
        .collect();
    Ok((codes, until))
}

/// Whether a row of `permission` is neither stopped by hand nor by its date.
pub fn open_node(now: Instant) -> Expr {
    let later = sql::col("stop_date").gt(sql::value(kernel::show_day(now.day())));
    sql::eq("status", true).and(sql::col("stop_date").is_null().or(later))
}

/// When the next of the nodes is stopped by its date.
fn next_stop(conn: &mut dyn Conn, now: Instant) -> Result<Option<i64>, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .column("stop_date")
        .and_where(sql::col("stop_date").gt(sql::value(kernel::show_day(now.day()))))
        .order_by("stop_date", Order::Asc)
        .limit(1);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(kernel::parse_day(&row.get::<String>(0)?).map(|day| Instant::start_of(day).millis()))
}

/// A time that is not reached yet, or never comes.
fn later(column: &'static str, now: Instant) -> Expr {
    sql::col(column).is_null().or(sql::col(column).gt(Expr::val(now.millis())))
}

fn ids(rows: Vec<Row>) -> Result<BTreeSet<i64>, Refusal> {
    Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Whether a node and all above it are open; a chain longer than the tree can be is a loop.
fn ancestors_open(code: &str, parents: &BTreeMap<&str, &str>, open: &BTreeSet<&str>) -> bool {
    const DEPTH_MAX: usize = 12;
    let mut at = code;
    for _ in 0..DEPTH_MAX {
        if at.is_empty() {
            return true;
        }
        if !open.contains(at) {
            return false;
        }
        at = parents.get(at).copied().unwrap_or("");
    }
    false
}

/// Raises the permission version of an org: the next call of each of its users is judged anew.
pub fn raise_permission_version(conn: &mut dyn Conn, org: i64) -> Result<(), StoreError> {
    let mut raise = sql::update_global("org", &[]);
    raise.value("permission_version", sql::col("permission_version").add(1)).and_where(sql::eq("id", org));
    conn.exec(&raise.into()).map(drop)
}

/// The rights of a user under a permission version.
pub(super) fn cached_rights(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    (org, user, admin_role): (i64, Id, &str),
    version: i64,
    now: Instant,
) -> Result<Arc<Rights>, Refusal> {
    if let Some(rights) = cache.get(org, user, version, now) {
        return Ok(rights);
    }
    let rights = Arc::new(load_rights(conn, org, user, admin_role, now)?);
    cache.put(org, user, version, rights.clone());
    Ok(rights)
}
