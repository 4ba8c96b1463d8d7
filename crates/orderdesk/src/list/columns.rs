//! The columns of a scope's list. A field of the form stands under its label there.

use charge::finance::{self, COST_STATES, INCOME_STATES};
use charge::ledger::{COST_VIEW, INCOME_VIEW, PROFIT_COLUMN};
use order::store::TABLE;
use order::{Air, Detail, Head, LANES, Profile, states};
use platform::field::{Choice, Field, Kind};
use platform::list::{Column, Join};
use platform::sea_query::Expr;
use platform::store::sql;

/// [`order::DONE`] as a choice.
pub const RECORDED_DONE: &str = "2";
/// How far the charges of a kind are.
pub const RECORDED: &[Choice] = &[
    Choice::new("0", "未录", "None"),
    Choice::new("1", "已录", "Entered").tone("info"),
    Choice::new(RECORDED_DONE, "完成", "Done").tone("done"),
];

/// What a detail is called in the statements.
pub(super) const DETAIL: &str = "detail";
pub(super) const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
pub(super) const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
pub(super) const FLAGGED: Field = Field::flag("件重异常", "Figures differ").column("flagged");
pub(super) const FLIGHT: Field = Field::text("航班号", "Flight").column("expect_flight");
pub(super) const INCOME: Field = recorded("income_recorded", "收入完成", "Income done");
pub(super) const COST: Field = recorded("cost_recorded", "成本完成", "Cost done");

const SALES: Column = Column::of("sales", named("salesName", "name_cn", "责任销售", "Sales")).behind();
const SERVICER: Column =
    Column::of("servicer", named("servicerName", "name_cn", "责任客服", "Customer service")).behind();
const OPERATOR: Column = Column::of("operator", named("operatorName", "name_cn", "责任操作", "Operator")).behind();
const CREATOR: Column = Column::of("creator", named("creatorName", "name_cn", "创建人", "Created by")).behind();
const CUSTOMER: Column = Column::of("coop", named("coopName", "coop_name", "客户", "Customer"));
const BOXES: Field = Field::text("箱型箱量", "Boxes").column("container_text").wire("containerText");

/// A shipment without houses goes direct.
const HOUSES: Field = {
    let mut field = Field::int("分单数", "Houses").column("hawb_count").wire("hawbQuantity");
    field.choices = &[Choice::new("0", "直单", "Direct")];
    field
};

const fn named(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

const fn flag(column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::flag(zh, en).column(column)
}

/// Stored as a number, offered as a choice.
const fn recorded(column: &'static str, zh: &'static str, en: &'static str) -> Field {
    let mut field = Field::select(RECORDED, zh, en).column(column);
    field.kind = Kind::Int;
    field
}

/// Node or lifecycle as one tag.
pub(super) fn status_field(profile: &Profile) -> Field {
    Field::state(states(profile.scope), "操作节点", "Status").wire("orderStatus").column("node")
}

/// Node or lifecycle, as a list shows it.
pub fn status() -> Expr {
    Expr::cust(
        "CASE freight_order.lifecycle WHEN 'OPEN' THEN freight_order.node WHEN 'LOCKED' THEN '财务锁账' \
         WHEN 'CANCELLED' THEN '已取消' WHEN 'CLOSED' THEN '强制关闭' ELSE '草稿' END",
    )
}

fn hawbs() -> Expr {
    sql::of(TABLE, "hawb_count")
}

/// Region of the arrival airport's country, as trade lanes are called.
pub fn routing() -> Expr {
    let lanes: Vec<String> = LANES.iter().map(|(code, lane)| format!("WHEN '{code}' THEN '{lane}'")).collect();
    Expr::cust(format!(
        "(SELECT CASE c.continent {} ELSE NULL END \
         FROM airport a JOIN country c ON c.org_id = 1 AND c.code = a.nation_code \
         WHERE a.org_id = 1 AND a.ap_code = freight_order.arrival_station)",
        lanes.join(" ")
    ))
}

/// The tables a list looks at beside that of the orders.
pub(super) fn joins(profile: &Profile) -> Vec<Join> {
    const OWN: Join = Join { table: "", alias: "", on: &[], by_org: true };
    let user = |alias, on| Join { table: "app_user", alias, on, ..OWN };
    let mut joins = vec![
        Join { table: profile.detail_table, alias: DETAIL, on: &[("id", "id")], ..OWN },
        Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], ..OWN },
    ];
    if profile.takes_masters() {
        joins.extend([
            Join { table: "awb", alias: "awb", on: &[("awb_id", "id")], ..OWN },
            Join { table: "coop", alias: "source", on: &[("awb.source_coop_id", "id")], ..OWN },
        ]);
    }
    joins.push(Join { table: finance::TABLE, alias: "finance", on: &[("id", "order_id")], ..OWN });
    joins.extend([
        user("sales", &[("sales_id", "id")]),
        user("servicer", &[("servicer_id", "id")]),
        user("operator", &[("operator_id", "id")]),
        user("creator", &[("created_by", "id")]),
    ]);
    if has(profile, Detail::ARRIVAL_WAREHOUSE_ID) {
        joins.push(Join { table: "warehouse", alias: "terminal", on: &[("detail.arrival_warehouse_id", "id")], ..OWN });
    }
    joins
}

/// The field of the detail that a column of it holds.
pub(super) fn of_detail(profile: &Profile, field: Field) -> Option<Field> {
    profile.detail.iter().find(|own| own.column == field.column).copied()
}

/// The field of the shared row that a column of it holds.
pub(super) fn of_head(profile: &Profile, column: &str) -> Option<Field> {
    profile.head.iter().find(|field| field.column == column).copied()
}

fn has(profile: &Profile, field: Field) -> bool {
    of_detail(profile, field).is_some()
}

fn own(profile: &Profile, column: &str) -> Option<Column> {
    of_head(profile, column).map(Column::own)
}

fn detail(profile: &Profile, field: Field) -> Option<Column> {
    of_detail(profile, field).map(|own| Column::of(DETAIL, own))
}

/// The columns in their order: what an order is called and how far it is, its money, what its scope shows, its people.
pub(super) fn columns(profile: &Profile, edit: &'static str) -> Vec<Column> {
    let mut all = numbers(profile);
    all.push(Column::own(ORDER_CODE).link(edit).width(140));
    all.push(Column::expr(status, status_field(profile)).width(100));
    all.extend(money(profile));
    all.extend(if profile.takes_masters() { air_export() } else { carried(profile) });
    all.extend(people(profile));
    all.extend(unseen(profile));
    all
}

/// What tells of the charges of an order, each for who may see it; what is left would tell a side to who sees the other.
fn money(profile: &Profile) -> Vec<Column> {
    let sum = |expression: fn() -> Expr, wire, zh, en| {
        Column::expr(expression, Field::decimal(3, zh, en).digits(2).column(wire).wire(wire)).sum()
    };
    let state = |choices, wire, zh, en| Field::state(choices, zh, en).column(wire).wire(wire);
    let columns = [
        Column::own(INCOME),
        Column::own(COST),
        Column::expr(income_state, state(INCOME_STATES, "incomeStatus", "应收状态", "Income")).needs(INCOME_VIEW),
        Column::expr(cost_state, state(COST_STATES, "costStatus", "应付状态", "Cost")).needs(COST_VIEW),
        sum(income, "incomeAmount", "收入", "Income amount").needs(INCOME_VIEW),
        sum(cost, "costAmount", "成本", "Cost amount").needs(COST_VIEW),
        sum(left, "profitAmount", "毛利", "Gross profit").needs(PROFIT_COLUMN),
    ];
    // The file of air export that is asked for without a word has the columns of the specification.
    let plain = profile.takes_masters();
    columns
        .into_iter()
        .enumerate()
        .map(|(place, column)| if plain && place > 1 { column.not_exported() } else { column })
        .collect()
}

fn income_state() -> Expr {
    Expr::cust("COALESCE(finance.income_status, 'NONE')")
}

fn cost_state() -> Expr {
    Expr::cust("COALESCE(finance.cost_status, 'NONE')")
}

fn income() -> Expr {
    Expr::cust("COALESCE(finance.income, 0)")
}

fn cost() -> Expr {
    Expr::cust("COALESCE(finance.cost, 0)")
}

fn left() -> Expr {
    Expr::cust("COALESCE(finance.income, 0) - COALESCE(finance.cost, 0)")
}

fn numbers(profile: &Profile) -> Vec<Column> {
    let mut all = Vec::new();
    let master = own(profile, "awb_number").map(Column::copy);
    all.extend(master.map(|column| if profile.takes_masters() { column.width(176) } else { column }));
    all.extend(own(profile, "hawb_number"));
    all.extend(detail(profile, Detail::MLB_NUMBER).map(Column::copy));
    all.extend(detail(profile, Detail::HLB_NUMBER));
    all.extend(detail(profile, Detail::RAIL_WAYBILL_NO).map(Column::copy));
    all
}

fn air_export() -> Vec<Column> {
    let charged = |column, zh, en| Column::own(Field::decimal(3, zh, en).digits(2).unit("KG").column(column)).sum();
    let service = |column, zh, en| Column::of(DETAIL, flag(column, zh, en)).behind();
    vec![
        Column::own(Head::PLAN_PIECES).sum(),
        Column::own(Head::PLAN_WEIGHT).sum(),
        Column::own(Head::PLAN_VOLUME).sum(),
        charged("plan_charge_weight", "预报计费重量", "Planned charge weight"),
        Column::own(Head::PLAN_DENSITY),
        Column::own(Head::CONFIRM_PIECES).sum(),
        Column::own(Head::CONFIRM_WEIGHT).sum(),
        Column::own(Head::CONFIRM_VOLUME).sum(),
        charged("confirm_charge_weight", "实际计费重量", "Actual charge weight"),
        Column::own(Head::CONFIRM_DENSITY),
        Column::own(Field::text("预报尺寸", "Planned dimensions").column("plan_dimensions")).unsorted(),
        Column::own(Field::text("实际尺寸", "Actual dimensions").column("confirm_dimensions")).unsorted(),
        Column::own(FLIGHT),
        Column::own(Head::EXPECT_DEPARTURE),
        Column::own(Field::text("始发港", "Departure").column("departure_station")),
        Column::own(Field::text("目的港", "Arrival").column("arrival_station")),
        Column::expr(routing, named("routingName", "routing", "航线", "Routing")).unsorted(),
        Column::of(DETAIL, Air::GOODS_SOURCE_CODE),
        Column::of("coop", named("customerCode", "coop_code", "客户代码", "Customer code")),
        CUSTOMER.behind(),
        Column::of("source", named("supplierCode", "coop_code", "供应商代码", "Supplier code")).behind(),
        Column::of("source", named("awbFromName", "coop_name", "运单来源", "Waybill from")).behind(),
        service("pick_up", "提货服务", "Pick-up"),
        service("warehouse", "库内操作", "Warehouse"),
        service("outfield", "外场服务", "Outfield"),
        service("customs", "报关服务", "Customs"),
        service("arrival_customs", "目的港清关", "Customs at destination"),
        service("delivery", "目的港派送", "Delivery"),
        Column::own(Head::CUSTOMER_NUMBER).behind(),
        Column::own(Head::BUSINESS_PRODUCT).behind(),
        Column::expr(hawbs, HOUSES).behind(),
        Column::of(DETAIL, named("departureWarehouseName", "departure_warehouse", "货站", "Terminal")).behind(),
        Column::of(DETAIL, named("departureStorehouseName", "departure_storehouse", "库房", "Warehouse")).behind(),
        Column::own(Head::GOODS_NAME_CN).behind(),
        Column::own(Head::GOODS_TYPE).behind(),
        Column::own(Head::BATTERY_TYPE).behind(),
        Column::of(DETAIL, Air::CUSTOMS_STATUS_CODE).behind().not_exported(),
    ]
}

fn carried(profile: &Profile) -> Vec<Column> {
    let mut all = vec![CUSTOMER];
    let mut routing = vec![Detail::SERVICE_TYPE, Detail::SERVICE_CONTENT, Detail::BUSINESS_DATE, Detail::SHIP_NAME];
    routing.extend([Detail::SHIP_VOYAGE_NUMBER, Detail::TRAIN_NO, Detail::START_DATE, Detail::FINISH_DATE]);
    all.extend(routing.into_iter().filter_map(|field| detail(profile, field)));
    let stations = ["expect_flight", "expect_departure", "expect_arrival", "departure_station", "arrival_station"];
    all.extend(stations.into_iter().filter_map(|column| own(profile, column)));
    all.extend([Detail::BORDER_STATION, Detail::CONTAINER_METHOD].into_iter().filter_map(|it| detail(profile, it)));
    if profile.boxes() {
        all.push(Column::of(DETAIL, BOXES));
        all.push(Column::of(DETAIL, Detail::TEU).sum());
    }
    for side in ["plan", "confirm"] {
        for figure in ["pieces", "weight", "volume", "charge_weight"] {
            all.extend(own(profile, &format!("{side}_{figure}")).map(Column::sum));
        }
    }
    for field in [Detail::DRIVER_NUMBER, Detail::DRIVER_NAME, Detail::DRIVER_TEL, Detail::BOOKING_NO] {
        let wide = profile.stops();
        all.extend(detail(profile, field).map(|column| if wide { column } else { column.behind() }));
    }
    for column in ["goods_name_cn", "goods_type", "business_product", "customer_number", "internal_number"] {
        all.extend(own(profile, column).map(Column::behind));
    }
    for field in [
        Detail::CUSTOMS_STATUS_CODE,
        Detail::CONTRACT_NUMBER,
        Detail::BILLING_TYPE,
        Detail::ACTUAL_DEPARTURE,
        Detail::ACTUAL_ARRIVAL,
    ] {
        all.extend(detail(profile, field).map(Column::behind));
    }
    if has(profile, Detail::ARRIVAL_WAREHOUSE_ID) {
        let (zh, en) = (Detail::ARRIVAL_WAREHOUSE_ID.zh, Detail::ARRIVAL_WAREHOUSE_ID.en);
        all.push(Column::of("terminal", named("arrivalWarehouseName", "name_cn", zh, en)).behind());
    }
    all
}

/// Who is responsible, and when an order was made by whom.
fn people(profile: &Profile) -> Vec<Column> {
    let remark = Column::of(DETAIL, Detail::ORDER_REMARK).behind().unsorted();
    let mut all = vec![SALES, SERVICER, OPERATOR];
    if profile.takes_masters() {
        all.extend([
            Column { field: Air::ORDER_REMARK, ..remark },
            Column::own(CREATED).behind().not_exported(),
            Column::own(Head::INTERNAL_NUMBER).behind().not_exported(),
            CREATOR.not_exported(),
            Column::of(DETAIL, Air::RECEIPT_DATE).behind().not_exported(),
        ]);
    } else {
        all.extend([CREATOR, Column::own(CREATED).behind(), remark]);
    }
    all
}

/// What the page and the buttons of a row need beside it.
fn unseen(profile: &Profile) -> Vec<Column> {
    let masters = profile.takes_masters();
    let (name, state) = if masters { ("公开号", "生命周期") } else { ("标识", "状态") };
    let mut fields = vec![
        Field::reference("order", "编号", "Id").column("id"),
        named("orderUuid", "uuid", name, "Public name"),
        named("rowUuid", "row_uuid", "版本", "Version"),
        Field::text(state, "Lifecycle").column("lifecycle"),
    ];
    if masters {
        fields.push(Field::int("节点序", "Rank").column("node_rank"));
    }
    fields.push(flag("operation_finished", "操作完成", "Operations finished"));
    if masters {
        fields.extend([
            FLAGGED,
            Field::reference("awb", "主单", "Master").column("awb_id"),
            Field::reference("coop", "客户", "Customer").column("coop_id"),
            Field::reference("user", "结束人", "Ended by").column("closed_by"),
            Field::instant("结束时间", "Ended").column("closed_at"),
        ]);
    }
    fields.into_iter().map(|field| Column::own(field).hidden().unsorted()).collect()
}

#[cfg(test)]
mod tests {
    use kernel::Scope;
    use order::profile;

    use super::*;

    #[test]
    fn what_is_done_is_the_choice_that_says_so() {
        assert_eq!(RECORDED_DONE, order::DONE.to_string());
    }

    #[test]
    fn the_default_export_of_air_export_has_forty_five_columns() {
        let all = columns(profile(Scope::Ae), "");
        assert_eq!(all.iter().filter(|column| column.exported).count(), 45);
        assert_eq!(all.iter().filter(|column| column.shown).count(), 29);
    }
}
