//! What an account reaches: permissions of its own, which orders it sees and why.

use std::collections::{BTreeMap, BTreeSet};

use domain::ground::{Ground, OrderView, Viewer, ground};
use kernel::{Id, Instant, Msg, Scope, Text};
use platform::access::{Access, load_rights, open_node, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::ADMIN_STAYS;

/// Longest reason of an exception.
const REASON_MAX: usize = 200;

const REASON: Msg = Msg::new("user.override_reason", "请填写原因", "Please give a reason.");
const UNTIL: Msg =
    Msg::new("user.override_until", "截止日期须为今天或以后的日期", "The last day is today or a later day.");
const NOT_OF_ORG: Msg = Msg::new(
    "user.override_org",
    "不能允许本企业未开通的权限",
    "A permission the company does not have can't be allowed.",
);
const NOT_HELD: Msg =
    Msg::new("user.override_held", "不能分配自己没有的权限", "You can't give a permission you don't have.");
const NO_ORDER: Msg = Msg::new("user.no_order", "订单不存在", "There is no such order.");
const NO_COOP: Msg = Msg::new("user.no_coop", "客商不存在", "There is no such partner.");
const BY_SELF: Msg = Msg::new("user.seen_self", "本人", "Own");
const BY_WORKGROUP: Msg = Msg::new("user.seen_workgroup", "工作组 {name}", "Workgroup {name}");
const BY_DEPT: Msg = Msg::new("user.seen_dept", "部门 {name}", "Department {name}");
const BY_ORG: Msg = Msg::new("user.seen_org", "全公司", "Whole company");
const BY_EXTRA: Msg = Msg::new("user.seen_extra", "额外可见", "Also visible");
const BY_EXCEPT: Msg = Msg::new("user.seen_except", "排除", "Excluded");
const BY_NOTHING: Msg = Msg::new("user.seen_nothing", "不在数据范围内", "Outside the data scope");

/// Their calls.
pub fn operations() -> Vec<Operation> {
    let over = Access::Code("sys_user_override");
    vec![
        Operation::get("get_user_permission", "/hrs/userPermission/{id}", over, permissions),
        Operation::put("save_user_permission", "/hrs/userPermission/{id}", over, save_permissions),
        Operation::get("explain_order_visible", "/hrs/user/orderVisible/{id}", over, explain)
            .param("orderCode")
            .param("coopCode")
            .summary("Whether a user sees an order or a partner, and why"),
    ]
}

/// What of an account is needed here.
pub(super) struct Target {
    pub(super) id: Id,
    name: String,
    admin_role: String,
    version: i64,
    pub(super) dept: Option<Id>,
}

pub(super) fn target(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Target, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.columns(["name_cn", "admin_role", "version", "dept_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Target { id, name: row.get(0)?, admin_role: row.get(1)?, version: row.get(2)?, dept: row.get(3)? })
}

pub(super) fn log(tx: &mut Tx<'_>, of: &Target, function: &str, changes: Vec<Change>) -> Result<(), Refusal> {
    let entry = LogEntry::of("user", of.id, of.name.clone(), "/hrs_user");
    tx.log(entry.did("修改", function).level(Level::High).changes(changes))
}

/// A node of the tree with what the company and its roles make of it.
struct NodeRow {
    id: i64,
    code: String,
    parent: String,
    name: String,
    kind: i64,
    of_org: bool,
}

fn nodes(conn: &mut dyn Conn, org: i64, english: bool, now: Instant) -> Result<Vec<NodeRow>, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .columns(["id", "code", "parent_code", if english { "name_en" } else { "name_zh" }, "kind"])
        .and_where(open_node(now))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let granted = crate::permission::granted(conn, org, now)?;
    rows.iter()
        .map(|row| {
            let id: i64 = row.get(0)?;
            Ok(NodeRow {
                id,
                code: row.get(1)?,
                parent: row.get(2)?,
                name: row.get(3)?,
                kind: row.get(4)?,
                of_org: granted.contains(&id),
            })
        })
        .collect()
}

/// An exception made for a user.
#[derive(PartialEq, Eq)]
struct Exception {
    allowed: bool,
    until: Option<i64>,
    reason: String,
}

impl Exception {
    /// Its last day: one that was applied for ends within the day, others with it.
    fn last_day(&self) -> Option<kernel::Day> {
        self.until.map(|until| Instant::from_millis(until - 1).day())
    }

    /// Whether it gives more than another one did: something, or the same for longer.
    fn gives_more(&self, before: Option<&Self>) -> bool {
        let before = before.filter(|before| before.allowed);
        self.allowed
            && before.is_none_or(|before| match (self.until, before.until) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(until), Some(before)) => until > before,
            })
    }

    /// As the log tells it.
    fn told(&self) -> String {
        let state = if self.allowed { "允许" } else { "禁止" };
        let day = self.last_day().map(|day| format!("至 {}", kernel::show_day(day)));
        let reason = Some(self.reason.clone()).filter(|reason| !reason.is_empty());
        [Some(state.to_owned()), day, reason].into_iter().flatten().collect::<Vec<_>>().join("，")
    }
}

fn exceptions(conn: &mut dyn Conn, org: i64, user: Id) -> Result<BTreeMap<i64, Exception>, Refusal> {
    let mut select = sql::from(org, "user_permission");
    select.columns(["permission_id", "allowed", "until_at", "reason"]).and_where(sql::eq("user_id", user));
    conn.query(&select.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, Exception { allowed: row.get(1)?, until: row.get(2)?, reason: row.get(3)? })))
        .collect()
}

/// Names of the user's active roles by the node they hold.
fn roles_by_node(conn: &mut dyn Conn, org: i64, user: Id) -> Result<BTreeMap<i64, Vec<String>>, Refusal> {
    let mut select = sql::from(org, "user_role");
    select
        .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
        .join(
            JoinType::InnerJoin,
            "role_permission",
            sql::of("role_permission", "org_id")
                .equals(("role", "org_id"))
                .and(sql::of("role_permission", "role_id").equals(("role", "id"))),
        )
        .columns([("role_permission", "permission_id"), ("role", "name")])
        .and_where(sql::of_eq("user_role", "user_id", user))
        .and_where(sql::of_eq("role", "active", true))
        .order_by(("role", "name"), Order::Asc);
    let mut by_node: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        by_node.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(by_node)
}

/// GET /hrs/userPermission/{id}: every node with the exception made for the user, and what holds in the end.
fn permissions(call: &mut Call) -> Outcome {
    let (org, id, now) = (call.actor()?.org_id, call.path_id("id")?, call.now());
    let english = call.language().starts_with("en");
    call.read(|conn| {
        let user = target(conn, org, id)?;
        let rights = load_rights(conn, org, id, &user.admin_role, now)?;
        let (all, own, by_role) =
            (nodes(conn, org, english, now)?, exceptions(conn, org, id)?, roles_by_node(conn, org, id)?);
        let ids: BTreeMap<&str, i64> = all.iter().map(|node| (node.code.as_str(), node.id)).collect();
        let list: Vec<Json> = all
            .iter()
            .map(|node| {
                let live = own.get(&node.id).filter(|own| own.until.is_none_or(|until| until > now.millis()));
                let roles = by_role.get(&node.id).map(|names| names.join(",")).unwrap_or_default();
                let source = match (node.of_org, live, roles.is_empty()) {
                    (false, ..) => "版本未开通".to_owned(),
                    (true, ..) if !user.admin_role.is_empty() => "管理员".to_owned(),
                    (true, Some(own), _) => if own.allowed { "个人允许" } else { "个人禁止" }.to_owned(),
                    (true, None, false) => roles,
                    (true, None, true) => "未授予".to_owned(),
                };
                let exception = own.get(&node.id);
                let until = exception.and_then(Exception::last_day).map(kernel::show_day);
                json!({
                    "id": node.id.to_string(),
                    "parentId": ids.get(node.parent.as_str()).map(ToString::to_string),
                    "code": node.code, "name": node.name, "kind": node.kind, "ofOrg": node.of_org,
                    "state": exception.map_or("role", |own| if own.allowed { "allow" } else { "deny" }),
                    "until": until, "reason": exception.map(|own| own.reason.clone()).unwrap_or_default(),
                    "effective": rights.codes.contains(&node.code), "source": source,
                })
            })
            .collect();
        Ok(Answer::Data(json!({ "version": user.version, "nodes": list })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Overrides {
    version: i64,
    overrides: Vec<Override>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Override {
    permission_id: Id,
    allowed: bool,
    #[serde(default)]
    until: Option<String>,
    #[serde(default)]
    reason: String,
}

impl Override {
    /// Its last day, as it was typed.
    fn last_day(&self) -> Option<&str> {
        self.until.as_deref().map(str::trim).filter(|day| !day.is_empty())
    }

    /// The moment from which it is over: as before when the day is the same, else the last day belongs to it whole.
    fn over_from(&self, old: Option<&Exception>) -> Option<i64> {
        let day = kernel::parse_day(self.last_day()?)?;
        let kept = old.filter(|old| old.last_day() == Some(day)).and_then(|old| old.until);
        kept.or_else(|| Some(Instant::start_of(kernel::day_after_days(day, 1)).millis()))
    }

    /// Whether it ends on a day that is still to come to its end, or as it did before.
    fn ends_well(&self, old: Option<&Exception>, now: Instant) -> bool {
        let over = self.over_from(old);
        let kept = || old.is_some_and(|old| old.until == over);
        self.last_day().is_none() || over.is_some_and(|over| over > now.millis() || kept())
    }

    /// What it makes of the one before.
    fn exception(&self, old: Option<&Exception>) -> Exception {
        let reason = self.reason.trim().chars().take(REASON_MAX).collect();
        Exception { allowed: self.allowed, until: self.over_from(old), reason }
    }
}

/// PUT /hrs/userPermission/{id}: the exceptions as they will be.
fn save_permissions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Overrides>()?);
    let version = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        raise_permission_version(tx, org)?;
        claim(tx, "app_user", id, body.version)?;
        let user = target(tx, org, id)?;
        if !user.admin_role.is_empty() {
            return Err(Refusal::business(ADMIN_STAYS));
        }
        let all: BTreeMap<i64, NodeRow> = nodes(tx, org, false, now)?.into_iter().map(|node| (node.id, node)).collect();
        let old = exceptions(tx, org, id)?;
        check_overrides(tx, &body.overrides, &all, &old)?;
        let new: BTreeMap<i64, Exception> = body
            .overrides
            .iter()
            .map(|one| (one.permission_id.0, one.exception(old.get(&one.permission_id.0))))
            .collect();
        let mut delete = sql::delete(org, "user_permission");
        delete.and_where(sql::eq("user_id", id));
        tx.exec(&delete.into())?;
        for (node, one) in &new {
            let cells = [
                ("user_id", id.into_value()),
                ("permission_id", Value::Int(*node)),
                ("allowed", Value::Bool(one.allowed)),
                ("until_at", one.until.into_value()),
                ("reason", one.reason.clone().into_value()),
            ];
            tx.exec(&sql::insert(org, "user_permission", &cells).into())?;
        }
        log(tx, &user, "配置权限", differences(&all, &old, &new))?;
        Ok(user.version)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// A reason for each, and an end that is to come; what is allowed the company has, and so does whoever allows it.
fn check_overrides(
    tx: &Tx<'_>,
    wanted: &[Override],
    all: &BTreeMap<i64, NodeRow>,
    old: &BTreeMap<i64, Exception>,
) -> Result<(), Refusal> {
    let mut findings = kernel::Findings::new();
    for one in wanted {
        let place = one.permission_id.to_string();
        let node = all.get(&one.permission_id.0).ok_or(Refusal::NotFound)?;
        findings.error_if(one.reason.trim().is_empty(), &place, REASON);
        let before = old.get(&node.id);
        findings.error_if(!one.ends_well(before, tx.now), &place, UNTIL);
        let fresh = one.exception(before).gives_more(before);
        findings.error_if(fresh && !node.of_org, &place, NOT_OF_ORG);
        let held = !tx.actor.admin_role.is_empty() || tx.actor.has(&node.code);
        findings.error_if(fresh && node.of_org && !held, &place, NOT_HELD);
    }
    Refusal::unless_clean(&findings, &[])
}

/// What changed of each node: the exception, its last day, its reason.
fn differences(
    all: &BTreeMap<i64, NodeRow>,
    old: &BTreeMap<i64, Exception>,
    new: &BTreeMap<i64, Exception>,
) -> Vec<Change> {
    let told = |one: Option<&Exception>| one.map_or_else(|| "按角色".to_owned(), Exception::told);
    let touched: BTreeSet<i64> = old.keys().chain(new.keys()).copied().collect();
    touched
        .into_iter()
        .map(|id| (id, old.get(&id), new.get(&id)))
        .filter(|(_, before, after)| before != after)
        .map(|(id, before, after)| Change {
            field: all.get(&id).map(|node| node.code.clone()).unwrap_or_default(),
            label: all.get(&id).map(|node| node.name.clone()).unwrap_or_default(),
            old: told(before),
            new: told(after),
        })
        .collect()
}

/// GET /hrs/user/orderVisible/{id}: whether a user sees an order, or a partner, and by which rule.
fn explain(call: &mut Call) -> Outcome {
    let (org, id, now) = (call.actor()?.org_id, call.path_id("id")?, call.now());
    let english = call.language().starts_with("en");
    let code = |name: &str| call.query(name).trim().to_uppercase();
    let (order_code, coop_code) = (code("orderCode"), code("coopCode"));
    call.read(|conn| {
        let user = target(conn, org, id)?;
        let rights = load_rights(conn, org, id, &user.admin_role, now)?;
        let (viewer, view, workgroup) = if coop_code.is_empty() {
            let found = order(conn, org, &order_code)?;
            let (scope, view, name) = found.ok_or_else(|| Refusal::field("orderCode", NO_ORDER.text()))?;
            (Viewer::of(id, &rights, scope), view, name)
        } else {
            let view = partner(conn, org, &coop_code)?;
            let view = view.ok_or_else(|| Refusal::field("coopCode", NO_COOP.text()))?;
            (domain::coop::viewer(id, &rights), view, String::new())
        };
        let ground = ground(&viewer, &view);
        let dept = match &view.sales_dept {
            Some((id, _)) => name_of(conn, org, "dept", Id(*id))?,
            None => String::new(),
        };
        let reason = reason(ground, &workgroup, &dept);
        let reason = if english { reason.en } else { reason.zh };
        Ok(Answer::Data(json!({ "visible": ground.visible(), "reasons": [reason] })))
    })
}

/// Why, in words.
fn reason(ground: Ground, workgroup: &str, dept: &str) -> Text {
    match ground {
        Ground::Own => BY_SELF.text(),
        Ground::Workgroup => BY_WORKGROUP.with(&[("name", workgroup)]),
        Ground::Dept => BY_DEPT.with(&[("name", dept)]),
        Ground::Org => BY_ORG.text(),
        Ground::Extra => BY_EXTRA.text(),
        Ground::Except => BY_EXCEPT.text(),
        Ground::Outside => BY_NOTHING.text(),
    }
}

/// What of a partner decides who sees it, by its code.
fn partner(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<OrderView>, Refusal> {
    let mut select = sql::from(org, "coop");
    select
        .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", "coop", "transactor_id"))
        .join(JoinType::LeftJoin, "dept", sql::same_org("dept", "app_user", "dept_id"))
        .columns(["created_by", "transactor_id", "id"].map(|column| ("coop", column)))
        .columns([("dept", "id"), ("dept", "code")])
        .and_where(sql::of_eq("coop", "coop_code", code.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let dept: Option<i64> = row.get(3)?;
    Ok(Some(OrderView {
        creator: row.get(0)?,
        people: [row.get(1)?, None, None],
        workgroup: None,
        coop: row.get(2)?,
        sales_dept: dept.map(|id| Ok::<_, Refusal>((id, row.get(4)?))).transpose()?,
    }))
}

fn name_of(conn: &mut dyn Conn, org: i64, table: &'static str, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, table);
    select.column("name").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// What of an order decides who sees it, by its code.
fn order(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<(Scope, OrderView, String)>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select
        .join(JoinType::LeftJoin, "dept", sql::same_org("dept", "freight_order", "sales_dept_id"))
        .columns(
            ["business_scope", "created_by", "sales_id", "servicer_id", "operator_id", "workgroup_id", "coop_id"]
                .map(|column| ("freight_order", column)),
        )
        .columns([("dept", "id"), ("dept", "code")])
        .and_where(sql::of_eq("freight_order", "order_code", code.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let scope = Scope::from_code(&row.get::<String>(0)?).ok_or_else(|| Refusal::broken("an order without a scope"))?;
    let dept: Option<i64> = row.get(7)?;
    let workgroup: Option<i64> = row.get(5)?;
    let view = OrderView {
        creator: row.get(1)?,
        people: [row.get(2)?, row.get(3)?, row.get(4)?],
        workgroup,
        coop: row.get(6)?,
        sales_dept: dept.map(|id| Ok::<_, Refusal>((id, row.get(8)?))).transpose()?,
    };
    let name = match workgroup {
        Some(group) => name_of(conn, org, "workgroup", Id(group))?,
        None => String::new(),
    };
    Ok(Some((scope, view, name)))
}
