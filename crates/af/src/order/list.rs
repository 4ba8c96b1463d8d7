//! 空运出口订单. The list of air export orders.

use kernel::{Density, Id, Instant, Scope, Volume, Weight};
use order::{
    Air, BUSINESS_SCOPE, Head, Lifecycle, MoveFacts, STATUS, SideFigures, allowed, marks, unless_hidden_by_lock,
    visible_order,
};
use platform::access::Actor;
use platform::field::{Choice, Field, Kind, push_text};
use platform::list::{Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Cell, sql};

use super::store::TABLE;

/// How far the charges of a kind are.
const RECORDED: &[Choice] = &[
    Choice::new("0", "未录", "None"),
    Choice::new("1", "已录", "Entered").tone("info"),
    Choice::new("2", "完成", "Done").tone("done"),
];
const LOCKED: &[Choice] = &[Choice::new("0", "未锁账", "Not locked"), Choice::new("1", "已锁账", "Locked")];

fn status() -> Expr {
    Expr::cust(
        "CASE freight_order.lifecycle WHEN 'OPEN' THEN freight_order.node WHEN 'LOCKED' THEN '财务锁账' \
         WHEN 'CANCELLED' THEN '已取消' WHEN 'CLOSED' THEN '强制关闭' ELSE '草稿' END",
    )
}

fn hawbs() -> Expr {
    sql::of(TABLE, "hawb_count")
}

/// Region of the arrival airport's country, as trade lanes are called.
fn routing() -> Expr {
    Expr::cust(
        "(SELECT CASE c.continent WHEN 'EU' THEN '欧洲线' WHEN 'NA' THEN '北美线' WHEN 'SA' THEN '南美线' \
         WHEN 'AS' THEN '亚洲线' WHEN 'AF' THEN '非洲线' WHEN 'OC' THEN '大洋洲线' ELSE NULL END \
         FROM airport a JOIN country c ON c.org_id = 1 AND c.code = a.nation_code \
         WHERE a.org_id = 1 AND a.ap_code = freight_order.arrival_station)",
    )
}

const JOINS: &[Join] = &[
    Join { table: "order_air_detail", alias: "air", on: &[("id", "id")], by_org: true },
    Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
    Join { table: "awb", alias: "awb", on: &[("awb_id", "id")], by_org: true },
    Join { table: "coop", alias: "source", on: &[("awb.source_coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "sales", on: &[("sales_id", "id")], by_org: true },
    Join { table: "app_user", alias: "servicer", on: &[("servicer_id", "id")], by_org: true },
    Join { table: "app_user", alias: "operator", on: &[("operator_id", "id")], by_org: true },
    Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
];

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

/// A shipment without houses goes direct.
const HOUSES: Field = {
    let mut field = Field::int("分单数", "Houses").column("hawb_count").wire("hawbQuantity");
    field.choices = &[Choice::new("0", "直单", "Direct")];
    field
};
const AWB_NUMBER: Field = Head::AWB_NUMBER;
const ORDER_CODE: Field = Field::text("订单号", "Order").column("order_code");
const STATUS_FIELD: Field = Field::state(STATUS, "操作节点", "Status").wire("orderStatus").column("node");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");

const COLUMNS: &[Column] = &[
    Column::own(AWB_NUMBER).copy().width(176),
    Column::own(ORDER_CODE).link("/af_order_edit?o={orderUuid}").width(140),
    Column::expr(status, STATUS_FIELD).width(100),
    Column::own(recorded("income_recorded", "收入完成", "Income done")),
    Column::own(recorded("cost_recorded", "成本完成", "Cost done")),
    Column::own(Head::PLAN_PIECES).sum(),
    Column::own(Head::PLAN_WEIGHT).sum(),
    Column::own(Head::PLAN_VOLUME).sum(),
    Column::own(
        Field::decimal(3, "预报计重", "Planned charge weight").digits(2).unit("KG").column("plan_charge_weight"),
    )
    .sum(),
    Column::own(Head::PLAN_DENSITY),
    Column::own(Head::CONFIRM_PIECES).sum(),
    Column::own(Head::CONFIRM_WEIGHT).sum(),
    Column::own(Head::CONFIRM_VOLUME).sum(),
    Column::own(
        Field::decimal(3, "实际计重", "Actual charge weight").digits(2).unit("KG").column("confirm_charge_weight"),
    )
    .sum(),
    Column::own(Head::CONFIRM_DENSITY),
    Column::own(Field::text("预报尺寸", "Planned dimensions").column("plan_dimensions")).unsorted(),
    Column::own(Field::text("实际尺寸", "Actual dimensions").column("confirm_dimensions")).unsorted(),
    Column::own(Field::text("航班号", "Flight").column("expect_flight")),
    Column::own(Head::EXPECT_DEPARTURE),
    Column::own(Field::text("始发港", "Departure").column("departure_station")),
    Column::own(Field::text("目的港", "Arrival").column("arrival_station")),
    Column::expr(routing, named("routingName", "routing", "航线", "Routing")).unsorted(),
    Column::of("air", Air::GOODS_SOURCE_CODE),
    Column::of("coop", named("customerCode", "coop_code", "客户代码", "Customer code")),
    Column::of("coop", named("coopName", "coop_name", "客户", "Customer")).behind(),
    Column::of("source", named("supplierCode", "coop_code", "供应商代码", "Supplier code")).behind(),
    Column::of("source", named("awbFromName", "coop_name", "运单来源", "Waybill from")).behind(),
    Column::of("air", flag("pick_up", "提货服务", "Pick-up")).behind(),
    Column::of("air", flag("warehouse", "库内操作", "Warehouse")).behind(),
    Column::of("air", flag("outfield", "外场服务", "Outfield")).behind(),
    Column::of("air", flag("customs", "报关服务", "Customs")).behind(),
    Column::of("air", flag("arrival_customs", "目的港清关", "Customs at destination")).behind(),
    Column::of("air", flag("delivery", "目的港派送", "Delivery")).behind(),
    Column::own(Head::CUSTOMER_NUMBER).behind(),
    Column::own(Head::BUSINESS_PRODUCT).behind(),
    Column::expr(hawbs, HOUSES).behind(),
    Column::of("air", named("departureWarehouseName", "departure_warehouse", "货站", "Terminal")).behind(),
    Column::of("air", named("departureStorehouseName", "departure_storehouse", "库房", "Warehouse")).behind(),
    Column::own(Head::GOODS_NAME_CN).behind(),
    Column::own(Head::GOODS_TYPE).behind(),
    Column::own(Head::BATTERY_TYPE).behind(),
    Column::of("air", Air::CUSTOMS_STATUS_CODE).behind().not_exported(),
    Column::of("sales", named("salesName", "name_cn", "责任销售", "Sales")).behind(),
    Column::of("servicer", named("servicerName", "name_cn", "责任客服", "Customer service")).behind(),
    Column::of("operator", named("operatorName", "name_cn", "责任操作", "Operator")).behind(),
    Column::of("air", Air::ORDER_REMARK).behind().unsorted(),
    Column::own(CREATED).behind().not_exported(),
    Column::own(Head::INTERNAL_NUMBER).behind().not_exported(),
    Column::of("creator", named("creatorName", "name_cn", "创建人", "Created by")).behind().not_exported(),
    Column::of("air", Air::RECEIPT_DATE).behind().not_exported(),
    Column::own(Field::reference("order", "编号", "Id").column("id")).hidden().unsorted(),
    Column::own(named("orderUuid", "uuid", "公开号", "Public name")).hidden().unsorted(),
    Column::own(named("rowUuid", "row_uuid", "版本", "Version")).hidden().unsorted(),
    Column::own(Field::text("生命周期", "Lifecycle").column("lifecycle")).hidden().unsorted(),
    Column::own(Field::int("节点序", "Rank").column("node_rank")).hidden().unsorted(),
    Column::own(flag("operation_finished", "操作完成", "Operations finished")).hidden().unsorted(),
    Column::own(flag("flagged", "件重异常", "Figures differ")).hidden().unsorted(),
    Column::own(Field::reference("awb", "主单", "Master").column("awb_id")).hidden().unsorted(),
    Column::own(Field::reference("coop", "客户", "Customer").column("coop_id")).hidden().unsorted(),
    Column::own(Field::reference("user", "结束人", "Ended by").column("closed_by")).hidden().unsorted(),
    Column::own(Field::instant("结束时间", "Ended").column("closed_at")).hidden().unsorted(),
];

/// Lifecycles that a list shows unless asked for more.
pub(crate) fn living() -> Condition {
    Condition::all().add(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"].map(str::to_owned)))
}

pub(crate) fn default_rows() -> Condition {
    living().add(unless_hidden_by_lock(Scope::Ae))
}

fn scope_of(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    if value == "AE" {
        return Ok(Condition::all());
    }
    Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])))
}

/// 含已关闭: cancelled and closed orders too.
fn closed(_: &Actor, with: bool) -> Condition {
    if with { Condition::all() } else { default_rows() }
}

fn locked(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let of = |lifecycle: Lifecycle| sql::of_eq(TABLE, "lifecycle", lifecycle.code().to_owned());
    match value {
        "0" => Ok(Condition::all().add(of(Lifecycle::Open))),
        "1" => Ok(Condition::all().add(of(Lifecycle::Locked))),
        _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "orderStatus")]))),
    }
}

/// Master and house numbers, with or without the dash.
fn master_or_house(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let bare = value.replace(['-', ' '], "");
    let mut house = Query::select();
    house
        .expr(Expr::cust("1"))
        .from("hawb")
        .and_where(sql::of("hawb", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("hawb", "order_id").equals((TABLE, "id")))
        .and_where(sql::contains(sql::of("hawb", "hawb_number"), value));
    let plain = Expr::cust("REPLACE(freight_order.awb_number, '-', '')");
    Ok(Condition::any().add(sql::contains(plain, &bare)).add(Expr::exists(house)))
}

const FILTERS: &[Filter] = &[
    Filter::new("awbNumber", Match::Own(master_or_house), Field::text("主/分单号", "Master or house")),
    Filter::new("orderCode", Match::Many, ORDER_CODE),
    Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
        .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("departureStation", Match::OneOf, Head::DEPARTURE_STATION),
    Filter::new("arrivalStation", Match::OneOf, Head::ARRIVAL_STATION),
    Filter::new("flightDate", Match::Range, Head::EXPECT_DEPARTURE),
    Filter::new("createTime", Match::Range, CREATED).more(),
    Filter::new("orderStatus", Match::Own(locked), Field::select(LOCKED, "锁账状态", "Finance lock")).more(),
    Filter::new("node", Match::OneOf, Field::select(STATUS, "操作节点", "Node").column("node")),
    Filter::new("customerNumber", Match::Contains, Head::CUSTOMER_NUMBER).more(),
    Filter::new("internalNumber", Match::Contains, Head::INTERNAL_NUMBER).more(),
    Filter::new("awbFromName", Match::Contains, Field::text("运单来源", "Waybill from"))
        .columns(&[("source", "coop_name"), ("source", "coop_code")])
        .more(),
    Filter::new("businessProduct", Match::OneOf, Head::BUSINESS_PRODUCT).more(),
    Filter::new("expectFlight", Match::Contains, Field::text("航班号", "Flight").column("expect_flight")).more(),
    Filter::new("receiptDate", Match::Range, Air::RECEIPT_DATE).columns(&[("air", "receipt_date")]).more(),
    Filter::new("incomeRecorded", Match::OneOf, recorded("income_recorded", "收入完成", "Income done"))
        .columns(&[(TABLE, "income_recorded")])
        .more(),
    Filter::new("costRecorded", Match::OneOf, recorded("cost_recorded", "成本完成", "Cost done"))
        .columns(&[(TABLE, "cost_recorded")])
        .more(),
    Filter::new("salesName", Match::Contains, Field::text("责任销售", "Sales")).columns(&[("sales", "name_cn")]).more(),
    Filter::new("servicerName", Match::Contains, Field::text("责任客服", "Customer service"))
        .columns(&[("servicer", "name_cn")])
        .more(),
    Filter::new("creatorName", Match::Contains, Field::text("操作", "Created by"))
        .columns(&[("creator", "name_cn")])
        .more(),
    Filter::new("goodsType", Match::OneOf, Head::GOODS_TYPE).more(),
    Filter::new("batteryType", Match::OneOf, Head::BATTERY_TYPE).more(),
    Filter::new("customsStatusCode", Match::OneOf, Air::CUSTOMS_STATUS_CODE)
        .columns(&[("air", "customs_status_code")])
        .more(),
    Filter::new("isConsol", Match::Bool, Air::IS_CONSOL).columns(&[("air", "is_consol")]).more(),
    Filter::new("flagged", Match::Bool, flag("flagged", "件重异常", "Figures differ")).more(),
    Filter::new("closed", Match::Flag(closed), Field::flag("含已关闭", "With closed ones")).more(),
    crate::desk::WAITS_FILTER,
    crate::desk::MINE_FILTER,
    Filter::new("businessScope", Match::Own(scope_of), Field::select(BUSINESS_SCOPE, "业务范畴", "Scope")).more(),
];

const BUTTONS: &[Button] = &[
    Button::new("af-order-add", ("新建", "New"), "primary", "link").calls("/af_order_edit"),
    Button::new("af-order-export", ("导出", "Export"), "toolbar", "export"),
    Button::new("af-order-edit", ("编辑", "Edit"), "row", "link").calls("/af_order_edit?o={orderUuid}"),
    Button::new("af-order-copy", ("复制", "Copy"), "row", "custom"),
    Button::new("af-order-cancel", ("取消订单", "Cancel order"), "row", "custom"),
    Button::new("af-order-restore", ("恢复订单", "Restore order"), "row", "custom"),
    Button::new("af-order-forcestop", ("强制关闭", "Close for good"), "row", "custom"),
    Button::new("af-order-uninstall", ("卸载主单", "Unload master"), "row", "custom"),
    Button::new("af-order-share", ("分享", "Share"), "row", "custom"),
];

/// Air export orders alone.
pub(crate) fn own_scope() -> Condition {
    Condition::all().add(sql::of_eq(TABLE, "business_scope", "AE".to_owned()))
}

fn visible(actor: &Actor) -> Condition {
    own_scope().add(visible_order(actor))
}

fn side(row: &RowView<'_>, names: [&str; 5]) -> SideFigures {
    let [pieces, weight, volume, charge, density] = names.map(|name| row.value(name));
    SideFigures {
        pieces: Option::<i64>::from_value(pieces).ok().flatten(),
        weight: Option::<Weight>::from_value(weight).ok().flatten(),
        volume: Option::<Volume>::from_value(volume).ok().flatten(),
        charge_weight: Option::<Weight>::from_value(charge).ok().flatten(),
        density: Option::<Density>::from_value(density).ok().flatten(),
    }
}

/// Colours of the figures and the buttons of a row.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let plan = side(row, ["planPieces", "planWeight", "planVolume", "planChargeWeight", "planDensity"]);
    let confirm =
        side(row, ["confirmPieces", "confirmWeight", "confirmVolume", "confirmChargeWeight", "confirmDensity"]);
    let number = |name: &str| Option::<i64>::from_value(row.value(name)).ok().flatten();
    let facts = MoveFacts {
        lifecycle: Lifecycle::from_code(&String::from_value(row.value("lifecycle")).unwrap_or_default()),
        rank: number("nodeRank").unwrap_or_default(),
        operation_finished: bool::from_value(row.value("operationFinished")).unwrap_or_default(),
        has_awb: number("awbId").is_some(),
        has_confirm: confirm.pieces.is_some() || confirm.weight.is_some() || confirm.volume.is_some(),
        confirm_complete: confirm.pieces.is_some() && confirm.weight.is_some() && confirm.volume.is_some(),
        closed_by: number("closedBy").map(Id),
        closed_at: number("closedAt").map(Instant::from_millis),
        user: Some(actor.user_id),
        is_admin: !actor.admin_role.is_empty(),
        ..MoveFacts::default()
    };
    let mut can = allowed(super::store::air(), &facts, |code| actor.has(code));
    // A locked or closed order is still opened, read-only.
    can.extend(["af-order-copy", "af-order-share"].into_iter().filter(|code| actor.has(code)));
    out.push_str(",\"marks\":{");
    for (place, mark) in marks(&plan, &confirm).iter().enumerate() {
        out.push_str(if place > 0 { ",\"" } else { "\"" });
        out.push_str(mark.name);
        out.push_str("\":");
        out.push_str(&serde_json::to_string(mark).unwrap_or_default());
    }
    out.push_str("},\"can\":[");
    for (place, code) in can.iter().enumerate() {
        out.push_str(if place > 0 { "," } else { "" });
        push_text(code, out);
    }
    out.push(']');
}

/// The page.
pub const LIST: ListPage = {
    let mut list = ListPage::new(
        "af.order.list",
        "/af_order",
        ("空运出口订单", "Air export orders"),
        "af_order",
        "/afbase/order",
        TABLE,
    );
    list.joins = JOINS;
    list.columns = COLUMNS;
    list.filters = FILTERS;
    list.buttons = BUTTONS;
    list.export = "af-order-export";
    list.visible = Some(visible);
    list.unless = Some((&["closed", "orderStatus", "todo"], default_rows));
    list.decorate = Some(decorate);
    list.edit_link = "/af_order_edit?o={orderUuid}";
    list
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_export_has_forty_five_columns() {
        assert_eq!(COLUMNS.iter().filter(|column| column.exported).count(), 45);
        assert_eq!(COLUMNS.iter().filter(|column| column.shown).count(), 24);
    }
}
