//! 财务锁账. Orders of every scope with what they bring and cost, for finance, who locks those of a month and opens them again.

mod acts;
mod bill;
mod pieces;

use approval::store::{INSTANCE, RUNNING};
use approval::unlock::{CODE as APPLY, KIND, LOCK_CODE as LOCK, UNLOCK_CODE as UNLOCK, event};
use charge::finance;
use charge::ledger::{COST_VIEW, INCOME_VIEW, PROFIT_COLUMN};
use kernel::{Msg, Scope};
use order::listed::{pieces, volume, weight};
use order::{DONE, Head, Lifecycle, page_slug, signing, visible_order};
use orderdesk::signed::EVENT;
use platform::access::{Access, Actor};
use platform::field::{Choice, Field, Kind};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, sql};

use super::store::TABLE;
use orderdesk::{LOCKED, MINE, RECORDED, RECORDED_DONE, SETTLES, living, status};

pub(crate) const PAGE: &str = "/af_order_lock_unlock_list";
const CODE: &str = "af_order_lock_unlock_list";
const BASE: &str = "/afbase/orderLock";
const ROLLBACK: &str = "af-lock-rollback";
const CALCULATION: &str = "af-order-calc";
const EXPORT: &str = "af-lock-export";

/// Bytes of a body that names as many orders as are locked at once.
const LOCK_BYTES_MAX: usize = 2 * 1024 * 1024;

const NO_SCOPE: Msg = Msg::new("lock_list.scope", "请选择业务范畴", "Choose a scope.");
/// Scopes whose cargo is counted in kilograms, those counted in tons, and those with boxes.
const KILOGRAMS: &[&str] = &["AE", "AI", "LC", "IO"];
const TONS: &[&str] = &["SE", "SI", "TE", "TI"];

const STATES: &[Choice] = &[
    Choice::new(Lifecycle::Open.code(), "未锁账", "Not locked"),
    Choice::new(Lifecycle::Locked.code(), "已锁账", "Locked").tone("done"),
];
/// How the newest application to unlock an order stands.
const NONE: &str = "无";
const APPLICATIONS: &[Choice] = &[
    Choice::new(NONE, "无", "None"),
    Choice::new("审批中", "待审批", "Waiting").tone("warning"),
    Choice::new("已通过", "已通过", "Passed").tone("ready"),
    Choice::new("已驳回", "已拒绝", "Refused").tone("danger"),
];

/// Whether the route of an order is signed; one about which somebody decides is not.
const SIGNS: &[Choice] = &[
    Choice::new(signing::OPEN, "未签单", "Not signed off"),
    Choice::new(signing::SIGNED, "已签单", "Signed off").tone("done"),
];

macro_rules! part {
    ($($name:ident, $text:expr;)*) => { $(fn $name() -> Expr { Expr::cust($text) })* };
}

part! {
    number, "CASE WHEN freight_order.business_scope IN ('LC', 'IO') THEN freight_order.order_code \
             ELSE freight_order.biz_number END";
    quantity, "freight_order.biz_quantity";
    teu, "freight_order.biz_teu";
    income, "COALESCE(money.income, 0)";
    cost, "COALESCE(money.cost, 0)";
    profit, "COALESCE(money.income, 0) - COALESCE(money.cost, 0)";
    // In hundredths of a percent, and in hundredths of the functional currency.
    rate, "CASE WHEN COALESCE(money.income, 0) <> 0 \
           THEN CAST(ROUND((money.income - money.cost) * 10000.0 / money.income) AS bigint) END";
    per_box, "CASE WHEN COALESCE(freight_order.biz_teu, 0) > 0 THEN \
              CAST(ROUND((COALESCE(money.income, 0) - COALESCE(money.cost, 0)) * 10.0 / freight_order.biz_teu) AS bigint) END";
}

fn slug() -> Expr {
    page_slug(TABLE)
}

/// The state of the newest application to unlock the order; one that was taken back is none.
fn application() -> Expr {
    let events: Vec<String> = Scope::all().map(|scope| event(scope).to_string()).collect();
    let known: Vec<String> = APPLICATIONS.iter().map(|choice| format!("'{}'", choice.value)).collect();
    Expr::cust(format!(
        "COALESCE((SELECT CASE WHEN a.status IN ({}) THEN a.status END FROM {INSTANCE} a \
         WHERE a.org_id = freight_order.org_id AND a.ref_type = '{KIND}' AND a.ref_id = freight_order.id \
         AND a.event_id IN ({}) ORDER BY a.applied_at DESC, a.id DESC LIMIT 1), '{NONE}')",
        known.join(", "),
        events.join(", ")
    ))
}

/// The state of the sign of each order.
fn signed() -> Expr {
    Expr::cust(format!(
        "CASE WHEN signed.state = '{SIGNED}' AND NOT EXISTS (SELECT 1 FROM {INSTANCE} s \
         WHERE s.org_id = freight_order.org_id AND s.ref_type = '{KIND}' AND s.ref_id = freight_order.id \
         AND s.event_id = {EVENT} AND s.status = '{RUNNING}') THEN '{SIGNED}' ELSE '{OPEN}' END",
        SIGNED = signing::SIGNED,
        OPEN = signing::OPEN,
    ))
}

const fn named(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

const fn figure(wire: &'static str, decimals: u32, zh: &'static str, en: &'static str) -> Field {
    Field::decimal(decimals, zh, en).wire(wire)
}

/// Stored as a number, offered as a choice.
const fn recorded(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    let mut field = Field::select(RECORDED, zh, en).column(column).wire(wire);
    field.kind = Kind::Int;
    field
}

const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
const NUMBER: Field = Field::text("单号", "Number").column("biz_number").wire("awbNumber");
const STATE: Field = Field::state(STATES, "锁账", "Lock").column("lifecycle").wire("orderLockStatus");
const INCOME_DONE: Field = recorded("incomeFinishStatus", "income_recorded", "收入完成", "Income done");
const COST_DONE: Field = recorded("costFinishStatus", "cost_recorded", "成本完成", "Cost done");
const LOCK_DATE: Field = Field::day("财务日期", "Financial date").column("financial_date").wire("lockDate");
const CARRIER: Field = Field::text("航班/船次", "Flight or voyage").column("biz_carrier").wire("flightNo");
const BIZ_DATE: Field = Field::day("业务日期", "Business date").column("biz_date").wire("flightDate");
const SIGN: Field = Field::state(SIGNS, "签单状态", "Sign-off").wire("signState");
const APPLICATION: Field = Field::state(APPLICATIONS, "解锁申请", "Unlock application").wire("unlockState");

/// The list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: finance::TABLE, alias: "money", on: &[("id", "order_id")], by_org: true },
        Join { table: signing::TABLE, alias: "signed", on: &[("id", "order_id")], by_org: true },
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
        Join { table: "awb", alias: "awb", on: &[("awb_id", "id")], by_org: true },
        Join { table: "coop", alias: "source", on: &[("awb.source_coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
        Join { table: "app_user", alias: "servicer", on: &[("servicer_id", "id")], by_org: true },
    ],
    follows: &[finance::TABLE, INSTANCE, signing::TABLE],
    columns: &[
        list::ID,
        Column::own(ORDER_CODE).link("/{slug}_order_edit?o={orderUuid}").copy().width(150),
        Column::expr(number, NUMBER).width(160),
        Column::own(Head::CUSTOMER_NUMBER),
        Column::own(INCOME_DONE).width(90),
        Column::own(COST_DONE).width(90),
        Column::own(STATE).width(80),
        Column::expr(status, Field::text("操作节点", "Status").wire("orderStatus")).width(100),
        Column::expr(income, figure("incomeAmount", 3, "收入本币", "Income").digits(2)).sum().needs(INCOME_VIEW),
        Column::expr(cost, figure("costAmount", 3, "成本本币", "Cost").digits(2)).sum().needs(COST_VIEW),
        Column::expr(profit, figure("profitAmount", 3, "毛利", "Profit").digits(2)).sum().needs(PROFIT_COLUMN),
        Column::expr(rate, figure("profitRate", 2, "毛利率", "Profit rate").unit("%")).needs(PROFIT_COLUMN),
        Column::expr(per_box, figure("profitPerTeu", 2, "单箱毛利", "Profit a TEU"))
            .needs(PROFIT_COLUMN)
            .only("businessScope", TONS),
        Column::own(LOCK_DATE).width(110),
        Column::own(CARRIER),
        Column::own(BIZ_DATE).width(110),
        Column::own(named("businessMethod", "business_product", "服务产品", "Product")),
        Column::own(Field::text("始发港", "Departure").column("departure_station")),
        Column::own(Field::text("目的港", "Arrival").column("arrival_station")),
        Column::of("coop", named("coopCode", "coop_code", "客户代码", "Customer code")),
        Column::of("coop", named("coopName", "coop_name", "客户", "Customer")).width(150),
        Column::of("source", named("awbFromName", "coop_name", "运单来源", "Waybill from")),
        Column::of("sales", named("salesName", "name_cn", "责任销售", "Sales")),
        Column::of("servicer", named("servicerName", "name_cn", "责任客服", "Customer service")),
        Column::own(Head::GOODS_TYPE),
        Column::expr(pieces, Field::int("件数", "Pieces").wire("pieces")).sum(),
        Column::expr(weight, figure("weight", 3, "毛重", "Weight").digits(1).unit("KG")).sum(),
        Column::expr(volume, figure("volume", 6, "体积", "Volume").digits(3).unit("CBM")).sum(),
        Column::expr(quantity, figure("chargeWeight", 3, "计费重量", "Charge weight").digits(2).unit("KG"))
            .sum()
            .only("businessScope", KILOGRAMS),
        Column::expr(quantity, figure("chargeTons", 3, "计费吨", "Charge tons").unit("TON"))
            .sum()
            .only("businessScope", TONS),
        Column::expr(teu, figure("teu", 2, "标箱", "TEU")).sum().only("businessScope", TONS),
        // Routes of air export alone are signed.
        Column::expr(signed, SIGN).width(90).only("businessScope", &["AE"]),
        Column::expr(application, APPLICATION).link("/af_unlock_apply?orderCode={orderCode}").unsorted(),
        Column::own(SCOPE).hidden(),
        Column::own(named("orderUuid", "uuid", "公开号", "Public name")).hidden().unsorted(),
        Column::own(named("rowUuid", "row_uuid", "版本", "Version")).hidden().unsorted(),
        Column::expr(slug, Field::text("业务", "Business").wire("slug")).hidden(),
    ],
    filters: &[
        Filter::new("businessScope", Match::Equals, SCOPE).asks(NO_SCOPE).initially("AE"),
        Filter::new("lockStatus", Match::Own(locked), Field::select(LOCKED, "锁账状态", "Finance lock")),
        Filter::new("incomeFinishStatus", Match::Flag(income_done), Field::flag("收入完成", "Income done")),
        Filter::new("costFinishStatus", Match::Flag(cost_done), Field::flag("成本完成", "Cost done")),
        Filter::new("awbNumber", Match::Own(numbered), NUMBER),
        Filter::new("orderCode", Match::Many, ORDER_CODE),
        Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
            .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
        Filter::new("flightNo", Match::Contains, CARRIER).more(),
        Filter::new("flightDate", Match::Range, BIZ_DATE),
        Filter::new("lockDate", Match::Range, LOCK_DATE),
        Filter::new("signState", Match::Own(in_sign), Field::select(SIGNS, "签单状态", "Sign-off")),
        Filter::new("salesName", Match::Contains, Field::text("责任销售", "Sales"))
            .columns(&[("sales", "name_cn")])
            .more(),
        Filter::new("unlockState", Match::Own(applied), Field::select(APPLICATIONS, "解锁申请", "Unlock application"))
            .more(),
        SETTLES,
        MINE,
    ],
    buttons: &[
        Button::new(LOCK, ("锁账", "Lock"), "batch", "custom").calls("PUT /afbase/orderLock/lock"),
        Button::new(CALCULATION, ("打印核算单", "Print calculation bills"), "batch", "custom")
            .calls("GET /afbase/orderLock/printCalculationBill"),
        Button::new(UNLOCK, ("解锁", "Unlock"), "row", "call")
            .calls("PUT /afbase/orderLock/unlock/{businessScope}/{id}")
            .asks("确认解锁该订单？", "Unlock this order?"),
        Button::new(ROLLBACK, ("退回收入完成", "Reopen income"), "row", "custom")
            .calls("PUT /afbase/orderLock/rollBackToFinishIncome")
            .when("incomeFinishStatus", &[RECORDED_DONE]),
        Button::new(ROLLBACK, ("退回成本完成", "Reopen cost"), "row", "custom")
            .calls("PUT /afbase/orderLock/rollBackToFinishCost")
            .when("costFinishStatus", &[RECORDED_DONE]),
        Button::new(APPLY, ("申请解锁", "Apply for unlock"), "row", "custom").calls("POST /afbase/order/applyUnlock"),
        Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
    ],
    export: EXPORT,
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("af.order-lock.list", PAGE, ("财务锁账", "Finance lock"), CODE, BASE, TABLE)
};

/// Orders in work and locked ones; what ended before its time is nothing to finance.
fn visible(actor: &Actor) -> Condition {
    living().add(visible_order(actor))
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn locked(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let state = match value {
        "0" => Lifecycle::Open,
        "1" => Lifecycle::Locked,
        _ => return Err(bad("lockStatus")),
    };
    Ok(Condition::all().add(sql::of_eq(TABLE, "lifecycle", state.code().to_owned())))
}

/// Orders whose number, as the list shows it, holds a text.
fn numbered(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(number(), text)))
}

fn done(column: &'static str, wanted: bool) -> Condition {
    let done = sql::of_eq(TABLE, column, DONE);
    Condition::all().add(if wanted { done } else { done.not() })
}

fn income_done(_: &Actor, wanted: bool) -> Condition {
    done("income_recorded", wanted)
}

fn cost_done(_: &Actor, wanted: bool) -> Condition {
    done("cost_recorded", wanted)
}

fn in_sign(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    if SIGNS.iter().all(|choice| choice.value != value) {
        return Err(bad("signState"));
    }
    Ok(Condition::all().add(signed().eq(sql::value(value.to_owned()))))
}

fn applied(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let known = APPLICATIONS.iter().any(|choice| choice.value == value);
    if !known {
        return Err(bad("unlockState"));
    }
    Ok(Condition::all().add(application().eq(sql::value(value.to_owned()))))
}

/// The buttons of a row: who may not open an order himself applies for it.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let is_locked =
        String::from_value(row.value("orderLockStatus")).is_ok_and(|state| state == Lifecycle::Locked.code());
    let unlock = if actor.has(UNLOCK) { UNLOCK } else { APPLY };
    let codes: &[&str] = if is_locked { &[unlock, CALCULATION] } else { &[LOCK, ROLLBACK, CALCULATION] };
    list::write_can(actor, codes, out);
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::page(PAGE, "/afManager/lock", "财务锁账", "Finance lock", 30));
    let buttons = [
        (LOCK, "锁账", "Lock"),
        (UNLOCK, "解锁", "Unlock"),
        (ROLLBACK, "退回完成", "Reopen what is done"),
        (EXPORT, "导出", "Export"),
    ];
    for (place, (code, zh, en)) in (1i64..).zip(buttons) {
        room.nodes.push(Node::button(code, CODE, zh, en, place * 10));
    }
    room.lists.push(LIST);
    room.bulk.push(&pieces::KIND);
    let at = |rest: &str| format!("{BASE}/{rest}");
    let code = Access::Code;
    room.operations.extend([
        Operation::get("propose_order_lock", &at("lockDate"), code(LOCK), acts::propose)
            .summary("The day orders are locked for unless finance says otherwise"),
        Operation::put("lock_orders", &at("lock"), code(LOCK), acts::lock)
            .body_up_to(LOCK_BYTES_MAX)
            .summary("Locks orders for a day: all of them, or those that may be locked"),
        Operation::put("unlock_listed_order", &at("unlock/{businessScope}/{id}"), code(UNLOCK), acts::unlock),
        Operation::put("reopen_order_income", &at("rollBackToFinishIncome"), code(ROLLBACK), acts::reopen_income),
        Operation::put("reopen_order_cost", &at("rollBackToFinishCost"), code(ROLLBACK), acts::reopen_cost),
        Operation::get("print_calculation_bills", &at("printCalculationBill"), code(CALCULATION), bill::print)
            .param("ids")
            .summary("The address of the calculation bills of up to 50 orders as one PDF, which works once"),
    ]);
}
