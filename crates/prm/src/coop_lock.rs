//! 业务锁定与解锁. The locks of partners by scope, and the applications to unlock orders and customers of every scope
//! (catalogue prm.md 3).

mod applications;

use credit::lock::{self, HAND, OPENED, SYSTEM};
use domain::coop::visible_coop;
use kernel::{Instant, Scope};
use platform::prelude::*;
use platform::registry::Room;
use platform::sea_query::Expr;
use serde_json::Value as Json;

use crate::coop;
use crate::coop_credit::FINANCE;
use crate::lock::{close, open};
use crate::moves;

const PATH: &str = "/prm_coop_lock";
const BASE: &str = "/prm/coopLock";

const STATES: &[Choice] = &[
    Choice::new(SYSTEM, "系统锁定", "Locked by the system").tone("danger"),
    Choice::new(HAND, "人工锁定", "Locked by hand").tone("warning"),
    Choice::new(OPENED, "临时解锁", "Open for a time").tone("info"),
];
const NOTHING: Msg = Msg::new("coop_lock.nothing", "请选择要解锁的业务", "Please choose what is to be unlocked.");
const NO_COOP: Msg = Msg::new("coop_lock.coop", "客商不存在", "There is no such partner.");

document! {
    /// The lock of a partner in a scope.
    pub struct CoopLock in "coop_lock" {
        /// Scope.
        business_scope: String = Field::select(SCOPES, "业务范畴", "Scope").read_only(),
        /// Whose.
        coop_id: Option<Id> = Field::reference("coop", "客商", "Partner").read_only(),
        /// What it is.
        state: String = Field::state(STATES, "状态", "State").wire("lockState"),
        /// Why.
        reason: String = Field::text("锁定原因", "Reason").read_only().max(200).wire("lockReason"),
        /// Figures that made it.
        detail: String = Field::text("说明", "Detail").read_only().max(300),
        /// When it is locked again.
        until: Option<Instant> = Field::instant("解锁至", "Open until").read_only().wire("unlockUntil"),
    }
}

const fn text(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::text(zh, en).column(column)
}

const COOP_CODE: Field = text("代码", "Code", "coop_code");
const COOP_NAME: Field = text("客商", "Partner", "coop_name");
const SALES: Field = text("责任销售", "Sales", "name_cn").wire("salesName");
const LOCKED_AT: Field = Field::instant("锁定时间", "Locked").column("locked_at").wire("lockTime");
const LOCK_USER: Field = text("锁定人", "Locked by", "lock_user");
const OPEN_ORDERS: Field = Field::int("进行中票数", "Open orders").column("open_orders");
const SALES_ID: Field = Field::reference("user", "责任销售", "Sales").column("sales_id");

const fn money(zh: &'static str, en: &'static str, column: &'static str) -> Column {
    Column::own(Field::decimal(3, zh, en).digits(2).column(column)).unsorted().width(110).needs(FINANCE)
}

/// Who locked it: the product has no name.
fn lock_user() -> Expr {
    Expr::cust("CASE WHEN coop_lock.locked_by IS NULL THEN '系统' ELSE locker.name_cn END")
}

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("coop.sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "locker", on: &[("locked_by", "id")], by_org: true },
];

const COLUMNS: &[Column] = &[
    Column::of("coop", COOP_CODE).unsorted().width(90).link("/prm_coop_edit?coopId={coopId}"),
    Column::of("coop", COOP_NAME).unsorted().width(140),
    Column::own(CoopLock::COOP_ID).unsorted().hidden(),
    Column::own(CoopLock::BUSINESS_SCOPE).unsorted().width(100),
    Column::own(CoopLock::STATE).unsorted().width(90),
    Column::own(CoopLock::REASON).unsorted().width(140),
    Column::own(CoopLock::DETAIL).unsorted().width(300).needs(FINANCE),
    money("逾期金额", "Overdue", "overdue_amount"),
    Column::own(Field::int("逾期天数", "Days overdue").column("overdue_days")).unsorted().width(90),
    money("超额", "Beyond the limit", "over_amount"),
    Column::own(LOCKED_AT).width(150),
    Column::expr(lock_user, LOCK_USER).unsorted().width(90),
    Column::own(CoopLock::UNTIL).unsorted().width(150),
    Column::made(OPEN_ORDERS).unsorted().width(90),
    Column::of("sales", SALES).unsorted().width(90),
];

const FILTERS: &[Filter] = &[
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("businessScope", Match::OneOf, CoopLock::BUSINESS_SCOPE),
    Filter::new("lockState", Match::OneOf, CoopLock::STATE),
    Filter::new("reason", Match::Contains, CoopLock::REASON),
    Filter::new("salesId", Match::Equals, SALES_ID).columns(&[("coop", "sales_id")]),
    Filter::new("lockTime", Match::Range, LOCKED_AT),
];

const COOP: Field = Field::reference("coop", "客商", "Partner").column("lock_coop").wire("coopId").required();
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("lock_scope").wire("businessScope").required();
const REASON: Field = Field::long("原因", "Reason").column("why").wire("reason").required().max(200);
const LAST: Field = Field::day("临时至（系统锁定须填写）", "Open until (needed where the system locked it)")
    .column("set_until")
    .wire("until");

/// The page.
pub static PAGE: LazyLock<Page<CoopLock>> = LazyLock::new(|| {
    Page::of(
        "prm.coop-lock",
        ("业务锁定与解锁", "Scope locks and unlock applications"),
        (PATH, "/prmManager/agreement", 40),
        CoopLock::BUSINESS_SCOPE,
    )
    .one("业务锁定", "Scope lock")
    .calls(BASE, "coop_lock")
    .level(Level::High)
    .section(
        "main",
        ("业务锁定", "Scope lock"),
        &[
            CoopLock::COOP_ID,
            CoopLock::BUSINESS_SCOPE,
            CoopLock::STATE,
            CoopLock::REASON,
            CoopLock::DETAIL,
            CoopLock::UNTIL,
        ],
    )
    .visible(visible_coop)
    .joins(JOINS)
    .columns(COLUMNS)
    .filters(FILTERS)
    .sort("lockTime,desc")
    .fills(open_orders)
    .tells(record)
    .beside(&["prm.coop-lock.list", applications::KEY])
    .action(
        Action::tool("prm-coop-lock", ("锁定", "Lock"), lock_scope)
            .verb("lock")
            .asks(&[COOP, SCOPE, REASON])
            .level(Level::High),
    )
    .action(
        Action::tool("prm-coop-unlock", ("解锁", "Unlock"), unlock_scopes)
            .verb("unlock")
            .for_many()
            .asks(&[LAST, REASON])
            .level(Level::High),
    )
    .action(Action::export("prm-lock-export"))
});

/// 锁定 by hand.
fn lock_scope(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (coop, scope): (Id, String) = (filled.get(COOP)?, filled.get(SCOPE)?);
    let reason: String = filled.get(REASON)?;
    let Some(scope) = Scope::from_code(&scope) else { return Ok(()) };
    let actor = tx.actor;
    let (version, partner) = coop::seen(tx, actor, coop).map_err(|refusal| match refusal {
        Refusal::NotFound => Refusal::field(COOP.name(), NO_COOP.text()),
        other => other,
    })?;
    let moved = close(tx, (coop, &partner), &[scope.code()], &reason)?;
    moves::change(tx, (coop, version), partner.coop_code, moved, "锁定").map(drop)
}

/// 解锁 of the chosen rows by hand; what the system locked needs a day.
fn unlock_scopes(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let reason: String = filled.get(REASON)?;
    let until: Option<String> = filled.get(LAST)?;
    let until = until.as_deref().unwrap_or_default();
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: Vec<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    if ids.is_empty() {
        return Err(Refusal::business(NOTHING));
    }
    let (org, actor) = (tx.org(), tx.actor);
    for id in ids {
        let lock = lock::by_id(tx, org, id)?.ok_or(Refusal::NotFound)?;
        let (version, partner) = coop::seen(tx, actor, lock.coop)?;
        let moved = open(tx, (lock.coop, &partner), &[lock.scope.as_str()], (&reason, until))?;
        moves::change(tx, (lock.coop, version), partner.coop_code, moved, "解锁")?;
    }
    Ok(())
}

/// Fills how many orders of the scope are open.
fn open_orders(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let coops: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("coopId")).ok()).collect();
    let mut select = sql::from(actor.org_id, "freight_order");
    select
        .columns(["coop_id", "business_scope"])
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::col("coop_id"), coops))
        .and_where(sql::eq("lifecycle", "OPEN".to_owned()))
        .group_by_columns(["coop_id", "business_scope"]);
    let mut counts = std::collections::BTreeMap::new();
    for row in conn.query(&select.into())? {
        counts.insert((row.get::<Id>(0)?, row.get::<String>(1)?), row.get::<i64>(2)?);
    }
    for row in rows {
        let coop = Id::from_value(row.value("coopId")).ok();
        let scope = String::from_value(row.value("businessScope")).unwrap_or_default();
        let count = coop.and_then(|coop| counts.get(&(coop, scope)).copied()).unwrap_or_default();
        row.set(&OPEN_ORDERS.name(), count.into_value());
    }
    Ok(())
}

/// 记录: what became of the locks of the partner.
fn record(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let lock = lock::by_id(conn, org, id)?.ok_or(Refusal::NotFound)?;
    let head = [
        ("time", ("时间", "Time"), false),
        ("scope", ("业务范畴", "Scope"), false),
        ("old", ("原状态", "Was"), false),
        ("new", ("新状态", "Is"), false),
        ("reason", ("原因", "Reason"), false),
        ("user", ("操作人", "By"), false),
    ];
    let mut rows = Vec::new();
    for row in credit::change::of(conn, org, lock.coop, &[credit::change::LOCK])? {
        let user: Option<Id> = row.get(8)?;
        let user = match user {
            Some(user) => facts::user_name(conn, org, user)?.into(),
            None => Said::from(("系统", "System")),
        };
        rows.push(vec![
            kernel::show_minute(row.get(0)?).into(),
            row.get::<String>(3)?.into(),
            row.get::<String>(4)?.into(),
            row.get::<String>(5)?.into(),
            row.get::<String>(6)?.into(),
            user,
        ]);
    }
    Ok(Told::default().table(("锁定记录", "Locks"), &head, rows))
}

/// Adds the page and its second list.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.select_uses.push(("coop", platform::access::Access::Code("prm-coop-lock")));
    applications::add(room);
}
