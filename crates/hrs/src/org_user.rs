//! 企业用户. Who has an account in one organisation, for those who look after several: the platform after
//! every one, the head of a group after its children, everybody else after the own one.

mod assign;
mod moves;

use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::Call;
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Value, sql};

use crate::user::{STATES, User, dept_names, phone, role_names};
use crate::{dept, role, setup};

/// Its address, as the log names it.
const PAGE: &str = "/hrs_orgUser";

const KINDS: &[Choice] =
    &[Choice::new("管理员", "管理员", "Administrator").tone("info"), Choice::new("用户", "用户", "User")];

const ORG: Field = Field::reference("orgUserOrg", "企业", "Company").wire("orgId");
const PHONE: Field = Field::text("手机号", "Mobile phone").column("phone").wire("phone");
const LAST_LOGIN: Field = Field::instant("最近登录时间", "Last log-in").column("last_login_at");
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const KIND: Field = Field::state(KINDS, "账号类型", "Kind of account").wire("accountKind");

fn kind() -> Expr {
    Expr::cust("CASE WHEN app_user.admin_role IS NULL THEN '用户' ELSE '管理员' END")
}

/// The state of an account; of one that may log in the moment until which its person is locked, because
/// a lock passes without anybody writing the row.
fn state() -> Expr {
    Expr::cust(
        "CASE WHEN app_user.blacklist_date IS NOT NULL THEN '黑名单' WHEN app_user.user_status = 0 THEN '离职' \
         WHEN NOT app_user.active THEN '停用' ELSE COALESCE(CAST(person.locked_until AS text), '在职') END",
    )
}

fn other_orgs() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM app_user other WHERE other.login_id = app_user.login_id \
         AND other.org_id <> app_user.org_id AND other.user_status = 1)",
    )
}

/// The last moments of the sessions nobody ended; those still to come are of live ones.
fn session_ends() -> Expr {
    Expr::cust(
        "(SELECT string_agg(CAST(CASE WHEN s.last_active_at + s.idle_ms < s.expires_at THEN \
         s.last_active_at + s.idle_ms ELSE s.expires_at - 1 END AS text), ',') FROM session s \
         WHERE s.login_id = app_user.login_id AND s.org_id = app_user.org_id AND s.user_id = app_user.id \
         AND s.ended_at IS NULL)",
    )
}

/// The accounts of the chosen org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "org", alias: "company", on: &[("org_id", "id")], by_org: false },
        Join { table: "login", alias: "person", on: &[("login_id", "id")], by_org: false },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::of("company", Field::text("企业编码", "Company code").column("code").wire("orgCode")).width(100),
        Column::of("company", Field::text("企业名称", "Company").column("name").wire("orgName")).width(150),
        Column::own(User::NAME_CN).width(110),
        Column::own(User::NAME_EN).width(120).behind(),
        Column::own(User::LOGIN_NAME).width(120),
        Column::expr(phone, PHONE).width(120).unsorted(),
        Column::own(User::EMAIL).width(190).copy(),
        Column::expr(kind, KIND).width(90),
        Column::expr(dept_names, Field::text("部门", "Departments").wire("deptNames")).width(180),
        Column::expr(role_names, Field::text("角色", "Roles").wire("roleNames")).width(150),
        Column::expr(state, STATE).width(90).read_as(told_state),
        Column::own(User::ONLINE_SERVICE).width(90).behind(),
        Column::expr(other_orgs, Field::int("其他企业数", "Other companies").wire("otherOrgs")).width(100),
        Column::of("person", LAST_LOGIN).width(160),
        Column::of("person", Field::text("最近登录IP", "Last address").column("last_login_ip")).width(130).copy(),
        Column::expr(session_ends, Field::int("在线会话数", "Live sessions").wire("sessions"))
            .width(100)
            .read_as(told_sessions),
        Column::of("person", Field::int("失败次数", "Failed log-ins").column("fails")).width(90),
        Column::of("person", Field::instant("锁定至", "Locked until").column("locked_until")).width(160),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).width(160),
    ],
    filters: &[
        Filter::new("orgId", Match::Org(choose), ORG),
        Filter::new("userName", Match::Contains, Field::text("用户名", "Name"))
            .columns(&[("app_user", "name_cn"), ("app_user", "name_en")]),
        Filter::new("loginName", Match::Contains, User::LOGIN_NAME),
        Filter::new("phone", Match::Equals, PHONE).columns(&[("person", "phone")]),
        Filter::new("userEmail", Match::Contains, User::EMAIL),
        Filter::new("accountKind", Match::Own(by_kind), Field::select(KINDS, "账号类型", "Kind of account")),
        Filter::new("state", Match::Own(by_state), Field::select(STATES, "状态", "State")),
        Filter::new("lastLoginAt", Match::Range, LAST_LOGIN).columns(&[("person", "last_login_at")]).more(),
        Filter::new("onlineService", Match::Bool, User::ONLINE_SERVICE).more(),
    ],
    buttons: &[
        Button::new("sys_orguser_assign", ("分配用户", "Assign user"), "primary", "custom"),
        Button::new("sys_orguser_unlock", ("解锁", "Unlock"), "row", "custom"),
        Button::new("sys_orguser_resetpass", ("重置密码", "Reset password"), "row", "custom"),
        Button::new("sys_orguser_offline", ("强制下线", "Force offline"), "row", "custom"),
        Button::new("sys_orguser_remove", ("移除", "Remove"), "row", "custom"),
        Button::new("sys_orguser_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_orguser_export",
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.orgUser.list",
        PAGE,
        ("企业用户", "Users of an organisation"),
        "hrs_orgUser",
        "/hrs/orgUser",
        "app_user",
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_orgUser", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "企业用户", "Users of an organisation", 20),
        button("sys_orguser_assign", "分配用户", "Assign users", 10),
        button("sys_orguser_remove", "移除", "Remove", 20),
        button("sys_orguser_resetpass", "重置密码", "Reset password", 30),
        button("sys_orguser_unlock", "解锁", "Unlock", 40),
        button("sys_orguser_offline", "强制下线", "Force offline", 50),
        button("sys_orguser_export", "导出", "Export", 60),
    ]);
    room.lists.push(LIST);
    room.selects.push(("orgUserOrg", offer));
    room.selects.push(("groupOrg", offer_group));
    room.selects.push(("orgUserDept", |call, ask| offer_of(call, ask, dept::offer_in)));
    room.selects.push(("orgUserRole", |call, ask| offer_of(call, ask, role::offer_in)));
    let assigns = Access::Code("sys_orguser_assign");
    room.select_uses.extend([("orgUserDept", assigns), ("orgUserRole", assigns)]);
    room.operations.push(assign::operation());
    room.operations.extend(moves::operations());
}

/// The orgs whose accounts an org looks after.
fn choosable(org: i64) -> SelectStatement {
    let mut select = sql::from_global("org");
    if org != PLATFORM_ORG {
        // Only the children of a head name it.
        select.cond_where(sql::any_of([sql::eq("id", org), sql::eq("group_id", org)]));
    }
    select
}

/// The chosen org, if the caller may choose it.
fn choose(actor: &Actor, conn: &mut dyn Conn, asked: Id) -> Result<i64, Refusal> {
    let mut select = choosable(actor.org_id);
    select.column("id").and_where(sql::eq("id", asked));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// The org a call is about: the chosen one, else the caller's own.
fn org_of(call: &Call, asked: Option<Id>) -> Result<i64, Refusal> {
    let actor = call.actor()?;
    asked.map_or(Ok(actor.org_id), |asked| call.read(|conn| choose(actor, conn, asked)))
}

/// Orgs the filter offers, by code or name.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("hrs_orgUser")?;
    offer_orgs(call, choosable(actor.org_id), ask)
}

/// Companies of the group, for who sees it (Rule 5).
fn offer_group(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from_global("org");
    select.and_where(sql::is_in(sql::col("id"), call.actor()?.rights.group_orgs.iter().copied()));
    offer_orgs(call, select, ask)
}

fn offer_orgs(call: &Call, mut select: SelectStatement, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    select.columns(["id", "name", "code"]).order_by("code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["name", "code"].map(|column| sql::contains(sql::col(column), &ask.keyword));
        select.cond_where(sql::any_of(columns));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    setup::offers(call, select)
}

/// Rows of the chosen org, which the address names as `role`, that an account there may get.
fn offer_of(
    call: &Call,
    ask: &SelectAsk,
    offer_in: fn(&Call, i64, &SelectAsk) -> Result<Vec<Offer>, Refusal>,
) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("sys_orguser_assign")?;
    let org = org_of(call, ask.role.parse().ok().map(Id))?;
    offer_in(call, org, ask)
}

fn by_kind(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(kind().eq(sql::value(wanted.to_owned()))))
}

fn by_state(actor: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let locked = || sql::of("person", "locked_until").gt(sql::value(actor.now));
    let open = || {
        sql::of_eq("app_user", "active", true)
            .and(sql::of_eq("app_user", "user_status", 1i64))
            .and(sql::of("app_user", "blacklist_date").is_null())
    };
    let free = || sql::of("person", "locked_until").is_null().or(locked().not());
    Ok(Condition::all().add(match wanted {
        "锁定" => open().and(locked()),
        "在职" => open().and(free()),
        other => state().eq(sql::value(other.to_owned())),
    }))
}

fn told_state(actor: &Actor, stored: &Value) -> Value {
    Value::Text(state_at(actor.now, stored).to_owned())
}

/// What a stored state is at a moment.
fn state_at(now: Instant, stored: &Value) -> &str {
    let Value::Text(state) = stored else { return "" };
    match state.parse::<i64>() {
        Ok(until) if until > now.millis() => "锁定",
        Ok(_) => "在职",
        Err(_) => state,
    }
}

fn told_sessions(actor: &Actor, ends: &Value) -> Value {
    Value::Int(live_sessions(actor.now, ends))
}

fn live_sessions(now: Instant, ends: &Value) -> i64 {
    let Value::Text(ends) = ends else { return 0 };
    let live = ends.split(',').filter(|end| end.parse::<i64>().is_ok_and(|end| end >= now.millis()));
    i64::try_from(live.count()).unwrap_or(i64::MAX)
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let mut codes = Vec::new();
    if !matches!(state_at(actor.now, row.value("state")), "离职" | "黑名单") {
        codes.push("sys_orguser_resetpass");
        if matches!(row.value("fails"), Value::Int(fails) if *fails > 0) {
            codes.push("sys_orguser_unlock");
        }
        if live_sessions(actor.now, row.value("sessions")) > 0 && *row.value("id") != Value::Int(actor.user_id.0) {
            codes.push("sys_orguser_offline");
        }
        if matches!(row.value("accountKind"), Value::Text(kind) if kind == "用户") {
            codes.push("sys_orguser_remove");
        }
    }
    list::write_can(actor, &codes, out);
}
