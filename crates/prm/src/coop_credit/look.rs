//! What the page of credit filters by, and what the drawer of a customer tells: his open items, what was decided about him, and
//! what gates said.

use charge::chain::UNBILLED;
use charge::rate;
use credit::change::{self, LIMIT, LIST, LOCK, TEMP};
use credit::gate::{Gate, Outcome, Trigger};
use credit::words::amount;
use kernel::{Day, Instant, day_after_days, days_between, parse_day, show_minute};
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::Row;
use trade::charge::Currency;

use super::FINANCE;

/// Items of a kind that are shown.
const SHOWN: u64 = 300;
/// Days of gate checks.
const CHECK_DAYS: i64 = 90;
const TABLE: &str = "coop_credit";

/// Whether business is locked; 2 is both.
pub(super) const LOCK_STATUS: Field = Field::select(
    &[Choice::new("2", "全部", "All"), Choice::new("1", "已锁定", "Locked"), Choice::new("0", "正常", "Open")],
    "锁定",
    "Lock",
)
.column("lock_state");
/// How much of the limit is used.
pub(super) const USED: Field = Field::select(
    &[
        Choice::new("LOW", "0–80%", "0–80%"),
        Choice::new("NEAR", "80–100%", "80–100%"),
        Choice::new("OVER", ">100%", ">100%"),
    ],
    "使用率",
    "Usage",
)
.column("usage_rate");
/// Days overdue, more than.
pub(super) const OVERDUE: Field = Field::select(
    &[
        Choice::new("0", ">0天", "> 0 days"),
        Choice::new("30", ">30天", "> 30 days"),
        Choice::new("60", ">60天", "> 60 days"),
        Choice::new("90", ">90天", "> 90 days"),
    ],
    "逾期天数",
    "Days overdue",
)
.column("overdue_days");

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

/// Locked ones, those that are not, or both.
pub(super) fn locked(_: &Actor, status: &str) -> Result<Condition, Refusal> {
    match status {
        "2" => Ok(Condition::all()),
        "1" => Ok(Condition::all().add(sql::of(TABLE, "lock_state").gt(0))),
        "0" => Ok(Condition::all().add(sql::of(TABLE, "lock_state").eq(0))),
        _ => Err(bad("lockStatus")),
    }
}

/// Those that use so much of their limit.
pub(super) fn used(_: &Actor, how: &str) -> Result<Condition, Refusal> {
    const NEAR: i64 = 8_000;
    const ALL: i64 = 10_000;
    let usage = || sql::of(TABLE, "usage_rate");
    match how {
        "LOW" => Ok(Condition::all().add(usage().lt(NEAR))),
        "NEAR" => Ok(Condition::all().add(usage().gte(NEAR)).add(usage().lte(ALL))),
        "OVER" => Ok(Condition::all().add(usage().gt(ALL))),
        _ => Err(bad("usage")),
    }
}

/// Those that are overdue for more days.
pub(super) fn overdue(_: &Actor, days: &str) -> Result<Condition, Refusal> {
    let days: i64 = days.parse().map_err(|_| bad("overdueDays"))?;
    Ok(Condition::all().add(sql::of(TABLE, "overdue_days").gt(days)))
}

/// The drawer of a customer.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let told = figures(conn, actor, id)?;
    let told = if actor.has(FINANCE) { items(conn, (org, id), actor.now.day(), told)? } else { told };
    let told = changes(conn, actor, id, told)?;
    let told = checks(conn, (org, id), actor.now, told)?;
    crate::lent::told(conn, actor, id, told)
}

fn figures(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const MONEY: [(&str, (&str, &str)); 8] = [
        ("effective_limit", ("有效额度", "Limit")),
        ("billed_open", ("已出账未收", "Billed and open")),
        ("unbilled", ("未出账", "Unbilled")),
        ("prepaid", ("预收未用", "Paid in advance")),
        ("exposure", ("占用", "Exposure")),
        ("pooled", ("其中集团其他公司", "Of that other companies")),
        ("headroom", ("可用", "Headroom")),
        ("overdue_amount", ("逾期金额", "Overdue")),
    ];
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["computed_at", "lock_text", "usage_rate"])
        .columns(MONEY.map(|(column, _)| column))
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let at: Option<Instant> = row.get(0)?;
    let mut told = Told::default()
        .line(("更新于", "Reckoned"), at.map(show_minute).unwrap_or_default())
        .line(("锁定业务", "Locked business"), row.get::<String>(1)?);
    if !actor.has(FINANCE) {
        return Ok(told);
    }
    let own = rate::functional(conn, org)?;
    for ((_, label), place) in MONEY.into_iter().zip(3..) {
        let figure: Option<i64> = row.get(place)?;
        told = told.line(label, figure.map_or_else(|| "-".to_owned(), |raw| amount(raw, own)));
    }
    let usage: Option<i64> = row.get(2)?;
    Ok(told
        .line(("使用率", "Usage"), usage.map_or_else(|| "-".to_owned(), |raw| kernel::format_scaled(raw, 2, 2) + "%")))
}

const COLUMNS: [(&str, (&str, &str), bool); 10] = [
    ("kind", ("类型", "Kind"), false),
    ("number", ("单号", "Number"), false),
    ("scope", ("业务范畴", "Scope"), false),
    ("baseDate", ("基准日", "Base date"), false),
    ("dueDate", ("到期日", "Due"), false),
    ("amount", ("金额", "Amount"), true),
    ("writtenOff", ("已核销", "Settled"), true),
    ("open", ("未核销", "Open"), true),
    ("age", ("账龄", "Age"), true),
    ("overdueDays", ("逾期天数", "Days overdue"), true),
];

/// Open notes, unbilled income by order, and receipts of which something is left.
fn items(conn: &mut dyn Conn, (org, coop): (i64, Id), today: Day, told: Told) -> Result<Told, Refusal> {
    let own = rate::functional(conn, org)?;
    let mut rows = Vec::new();
    let mut notes = sql::from(org, "debit_note");
    notes
        .columns([
            "note_num",
            "business_scope",
            "note_date",
            "due_date",
            "functional",
            "functional_settled",
            "functional_open",
        ])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("state", "NORMAL".to_owned()))
        .and_where(sql::col("functional_open").ne(0))
        .order_by("due_date", Order::Asc)
        .limit(SHOWN);
    for row in conn.query(&notes.into())? {
        rows.push(item(("账单", "Debit note"), &row, (own, today))?);
    }
    let mut charges = sql::from(org, "charge");
    charges
        .column(("freight_order", "order_code"))
        .column(("freight_order", "business_scope"))
        .expr(Expr::cust("'' AS base"))
        .expr(Expr::cust("'' AS due"))
        .expr(Expr::cust("CAST(SUM(charge.functional) AS bigint)"))
        .expr(Expr::cust("CAST(0 AS bigint)"))
        .expr(Expr::cust("CAST(SUM(charge.functional) AS bigint)"))
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", "charge", "order_id"))
        .and_where(sql::of_eq("charge", "coop_id", coop))
        .and_where(Expr::cust(UNBILLED))
        .and_where(sql::is_in(sql::of("freight_order", "lifecycle"), ["DRAFT", "OPEN", "LOCKED"]))
        .group_by_col(("freight_order", "order_code"))
        .group_by_col(("freight_order", "business_scope"))
        .order_by(("freight_order", "order_code"), Order::Asc)
        .limit(SHOWN);
    for row in conn.query(&charges.into())? {
        rows.push(item(("未出账", "Unbilled"), &row, (own, today))?);
    }
    let mut receipts = sql::from(org, "receipt");
    receipts
        .columns(["receipt_num", "receipt_date", "currency_code", "amount", "open_amount"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::col("open_amount").ne(0))
        .order_by("receipt_date", Order::Asc)
        .limit(SHOWN);
    for row in conn.query(&receipts.into())? {
        let currency = rate::currency_of(&row.get::<String>(2)?)?;
        let (whole, open): (i64, i64) = (row.get(3)?, row.get(4)?);
        let figure = |raw: i64| Said::from(format!("{} {}", currency.code(), amount(raw, currency)));
        let none = || Said::from(String::new());
        rows.push(vec![
            ("收款", "Receipt").into(),
            row.get::<String>(0)?.into(),
            none(),
            row.get::<String>(1)?.into(),
            none(),
            figure(whole),
            figure(whole.saturating_sub(open)),
            figure(-open),
            none(),
            none(),
        ]);
    }
    Ok(told.table(("未清项目", "Open items"), &COLUMNS, rows))
}

fn item(kind: (&'static str, &'static str), row: &Row, (own, today): (Currency, Day)) -> Result<Vec<Said>, Refusal> {
    let (base, due): (String, String) = (row.get(2)?, row.get(3)?);
    let age = parse_day(&base).map(|base| days_between(base, today).to_string()).unwrap_or_default();
    let late = parse_day(&due).map(|due| days_between(due, today)).filter(|days| *days > 0);
    let figure = |place: usize| Ok::<_, Refusal>(Said::from(amount(row.get(place)?, own)));
    Ok(vec![
        kind.into(),
        row.get::<String>(0)?.into(),
        row.get::<String>(1)?.into(),
        base.into(),
        due.into(),
        figure(4)?,
        figure(5)?,
        figure(6)?,
        age.into(),
        late.map(|days| days.to_string()).unwrap_or_default().into(),
    ])
}

/// What was decided about limits, of which amounts are for who may see them, locks and lists.
pub(crate) fn changes(conn: &mut dyn Conn, actor: &Actor, coop: Id, told: Told) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let head = [
        ("time", ("时间", "Time"), false),
        ("scope", ("业务范畴", "Scope"), false),
        ("old", ("原值", "Was"), false),
        ("new", ("新值", "Is"), false),
        ("reason", ("原因", "Reason"), false),
        ("state", ("状态", "State"), false),
        ("approval", ("审批编号", "Approval"), false),
        ("user", ("操作人", "By"), false),
    ];
    let tables: [((&str, &str), &[&str]); 3] =
        [(("额度记录", "Limits"), &[LIMIT, TEMP]), (("锁定记录", "Locks"), &[LOCK]), (("名单记录", "Lists"), &[LIST])];
    let mut told = told;
    let sees = actor.has(FINANCE);
    for (title, kinds) in tables.into_iter().filter(|(_, kinds)| sees || !kinds.contains(&LIMIT)) {
        let mut rows = Vec::new();
        for row in change::of(conn, org, coop, kinds)? {
            let state: String = row.get(2)?;
            let state = match state.as_str() {
                change::WAITING => ("审批中", "Being decided"),
                change::REFUSED => ("未通过", "Not agreed"),
                _ => ("已生效", "Done"),
            };
            rows.push(vec![
                show_minute(row.get(0)?).into(),
                row.get::<String>(3)?.into(),
                row.get::<String>(4)?.into(),
                row.get::<String>(5)?.into(),
                row.get::<String>(6)?.into(),
                state.into(),
                row.get::<String>(7)?.into(),
                who(conn, org, row.get(8)?)?,
            ]);
        }
        told = told.table(title, &head, rows);
    }
    Ok(told)
}

fn who(conn: &mut dyn Conn, org: i64, user: Option<Id>) -> Result<Said, Refusal> {
    match user {
        Some(user) => Ok(facts::user_name(conn, org, user)?.into()),
        None => Ok(("系统", "System").into()),
    }
}

/// What gates said lately.
fn checks(conn: &mut dyn Conn, (org, coop): (i64, Id), now: Instant, told: Told) -> Result<Told, Refusal> {
    let since = Instant::start_of(day_after_days(now.day(), -CHECK_DAYS));
    let mut rows = Vec::new();
    for row in credit::gate::said(conn, (org, coop), since)? {
        let (gate, result, triggers): (String, String, String) = (row.get(1)?, row.get(3)?, row.get(4)?);
        let names: Vec<(&str, &str)> = triggers.split(',').filter_map(Trigger::of).map(Trigger::name).collect();
        let (zh, en): (Vec<&str>, Vec<&str>) = names.into_iter().unzip();
        rows.push(vec![
            show_minute(row.get(0)?).into(),
            Gate::of(&gate).map_or(("-", "-"), Gate::name).into(),
            row.get::<String>(2)?.into(),
            result_name(&result).into(),
            Said { zh: zh.join("、"), en: en.join(", ") },
            row.get::<String>(5)?.into(),
            who(conn, org, row.get(6)?)?,
        ]);
    }
    let head = [
        ("time", ("时间", "Time"), false),
        ("gate", ("关口", "Gate"), false),
        ("orderCode", ("订单编号", "Order"), false),
        ("result", ("结果", "Result"), false),
        ("triggers", ("原因", "Why"), false),
        ("approval", ("审批编号", "Approval"), false),
        ("user", ("操作人", "By"), false),
    ];
    Ok(told.table(("关口检查（90天）", "Gates (90 days)"), &head, rows))
}

/// What a result is called.
pub(crate) fn result_name(result: &str) -> (&'static str, &'static str) {
    Outcome::of(result).map_or(("审批放行", "Let pass"), Outcome::name)
}
