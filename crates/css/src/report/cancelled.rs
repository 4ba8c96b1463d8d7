//! /css_report_cancelled_order 取消订单 and its twin of the group: what was lost, when and why. The income and the profit
//! that went with an order come with the charges.

use std::sync::LazyLock;

use order::listed::{pieces, weight};
use order::{Lifecycle, STATUS, visible_in_group, visible_order};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::list::{Column, Draw, Filter, Join, Match};
use platform::refusal::Refusal;
use platform::report::{Dated, Dimension, Measure, Ratio, Report};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

const TABLE: &str = "freight_order";

const JOINS: &[Join] = &[
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "servicer", on: &[("servicer_id", "id")], by_org: true },
    Join { table: "app_user", alias: "closer", on: &[("closed_by", "id")], by_org: true },
];

/// How an order's life ended before its time.
const CLOSE_KINDS: &[Choice] =
    &[Choice::new("CANCELLED", "取消", "Cancelled"), Choice::new("CLOSED", "强制关闭", "Closed")];

macro_rules! part {
    ($name:ident, $text:expr) => {
        fn $name() -> Expr {
            Expr::cust($text)
        }
    };
}

part!(is_cancelled, "freight_order.lifecycle IN ('CANCELLED', 'CLOSED')");
part!(created_at, "freight_order.created_at");
// Live orders have no end: they count by their beginning.
part!(
    ended_at,
    "CASE WHEN freight_order.lifecycle IN ('CANCELLED', 'CLOSED') THEN freight_order.closed_at ELSE freight_order.created_at END"
);
part!(business_day, "freight_order.biz_date");
part!(number, "freight_order.biz_number");
part!(route, "freight_order.departure_station || '-' || freight_order.arrival_station");
part!(charge_weight, "freight_order.biz_quantity");
part!(close_kind, "CASE WHEN freight_order.lifecycle IN ('CANCELLED', 'CLOSED') THEN freight_order.lifecycle END");
part!(life_hours, "(freight_order.closed_at - freight_order.created_at) / 3600000");

const fn named(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column("name_cn").wire(wire)
}

const CUSTOMER: Column =
    Column::of("coop", Field::text("客户", "Customer").column("coop_name").wire("coopName")).width(160);
const SALES: Column = Column::of("sales", named("salesName", "销售", "Sales"));
const CLOSER: Column = Column::of("closer", named("closer", "取消人", "Cancelled by"));
const REASON: Column = Column::own(Field::text("取消原因", "Reason").column("close_reason")).width(140);
const KIND: Field = Field::select(CLOSE_KINDS, "取消方式", "How").column("lifecycle").wire("closeKind");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const CHARGE_WEIGHT: Column = Column::expr(
    charge_weight,
    Field::decimal(3, "计费重量", "Charge weight").digits(2).unit("KG").wire("chargeWeight"),
);

const DETAIL: &[Column] = &[
    Column::own(SCOPE).width(90),
    Column::own(Field::text("订单号", "Order").column("order_code")).width(150),
    Column::expr(number, Field::text("单号", "Number").wire("number")).width(160),
    CUSTOMER,
    Column::expr(route, Field::text("航程", "Route").wire("route")),
    Column::expr(business_day, Field::day("业务日期", "Business date").wire("businessDate")),
    Column::expr(pieces, Field::int("件数", "Pieces").wire("pieces")).sum(),
    Column::expr(weight, Field::decimal(3, "毛重", "Weight").digits(1).unit("KG").wire("weight")).sum(),
    CHARGE_WEIGHT,
    Column::own(Field::select(STATUS, "取消时节点", "Node when cancelled").column("node").wire("closeNode")),
    Column::expr(close_kind, KIND),
    REASON,
    Column::own(Field::text("取消备注", "Remark").column("close_remark")).width(180),
    CLOSER,
    Column::own(Field::instant("取消时间", "Cancelled at").column("closed_at").wire("closeTime")).width(160),
    Column::own(Field::instant("创建时间", "Created").column("created_at").wire("createTime")).width(160),
    Column::expr(life_hours, Field::int("存续小时", "Hours").wire("lifeHours")),
    SALES.behind(),
    Column::of("servicer", named("servicerName", "客服", "Customer service")).behind(),
];

/// What is asked of the end of an order leaves the live ones, which the rate is of.
fn or_live(ended: Expr) -> Condition {
    Condition::any().add(is_cancelled().not()).add(ended)
}

fn of_kind(_: &Actor, kind: &str) -> Result<Condition, Refusal> {
    Ok(or_live(sql::of_eq(TABLE, "lifecycle", kind.to_owned())))
}

fn of_reason(_: &Actor, reason: &str) -> Result<Condition, Refusal> {
    Ok(or_live(sql::contains(sql::of(TABLE, "close_reason"), reason)))
}

fn by_closer(_: &Actor, name: &str) -> Result<Condition, Refusal> {
    Ok(or_live(sql::contains(sql::of("closer", "name_cn"), name)))
}

const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::OneOf, SCOPE),
    Filter::new("coopName", Match::Contains, CUSTOMER.field).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("salesName", Match::Contains, SALES.field).columns(&[("sales", "name_cn")]),
    Filter::new("servicerName", Match::Contains, named("servicerName", "客服", "Customer service"))
        .columns(&[("servicer", "name_cn")])
        .more(),
    Filter::new("closeKind", Match::Own(of_kind), KIND).more(),
    Filter::new("closeReason", Match::Own(of_reason), REASON.field).more(),
    Filter::new("closer", Match::Own(by_closer), CLOSER.field).more(),
];

/// Drafts never count, nor what brings money alone.
fn counted() -> Condition {
    Condition::all().add(sql::of(TABLE, "lifecycle").ne(Lifecycle::Draft.code())).add(order::counts())
}

fn report(of_group: bool) -> Report {
    let (key, title, door, base) = if of_group {
        let title = ("集团取消订单", "Group cancelled orders");
        let door = ("/jt_css_report_cancelled_order", "/cssManager/jt", 170);
        ("css.jt-report-cancelled-order", title, door, "/css/jtReport/cancelledOrder")
    } else {
        let door = ("/css_report_cancelled_order", "/cssManager/report", 150);
        ("css.report-cancelled-order", ("取消订单", "Cancelled orders"), door, "/css/report/cancelledOrder")
    };
    let report = Report::of(key, title, door, TABLE)
        .calls(base)
        .joins(JOINS)
        .visible(move |actor| counted().add(if of_group { visible_in_group(actor) } else { visible_order(actor) }))
        .date("bizDate", ("业务日期", "Business date"), Dated::day(business_day).or_at(created_at))
        .date("closeTime", ("取消时间", "Cancelled at"), Dated::at(ended_at))
        .filters(FILTERS)
        .dimension(Dimension::named(CUSTOMER, "coop_id"))
        .dimension(Dimension::of(REASON).across())
        .dimension(Dimension::named(SALES, "sales_id"))
        .dimension(Dimension::month("month", ("月", "Month")))
        .dimension(Dimension::of(Column::own(SCOPE)))
        .measure(Measure::count("cancelled", ("取消票数", "Cancelled")).only(is_cancelled))
        .measure(Measure::count("orders", ("总票数", "Orders")))
        .ratio(Ratio::percent("cancelRate", ("取消率", "Cancelled, %"), "cancelled", "orders"))
        .measure(Measure::sum(CHARGE_WEIGHT).only(is_cancelled))
        .compares()
        .draws("closeReason", Draw::Pie)
        .draws("month", Draw::Line)
        .sort("cancelled,desc")
        .detail(DETAIL)
        .opens("cancelled");
    if of_group { report.of_group() } else { report }
}

/// Of one company.
pub static OWN: LazyLock<Report> = LazyLock::new(|| report(false));
/// Of the group.
pub static GROUP: LazyLock<Report> = LazyLock::new(|| report(true));
