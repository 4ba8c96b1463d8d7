//! /os_waybill 运单列表: every stored form, of masters and of houses, with or without an order.

use platform::access::{Access, Actor};
use platform::field::{Choice, Field};
use platform::list::{Button, Column, Filter, Join, ListPage, Match, RowView, write_can};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation};
use platform::store::{Value, sql};
use sea_query::{Condition, Expr};

use crate::{alone, desk_calls, previous};

/// Address of the list.
const PATH: &str = "/os_waybill";
const ACCESS: &str = "os_waybill";
const EXPORT: &str = "os-waybill-export";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/os/waybill";

const STATES: &[Choice] =
    &[Choice::new("DRAFT", "已暂存", "Draft").tone("info"), Choice::new("DONE", "已完成", "Finished").tone("done")];
const TYPES: &[Choice] = &[Choice::new("0", "主单", "Master"), Choice::new("1", "分单", "House")];

const NUMBER: Field = Field::text("运单号", "Waybill").wire("number");
const TYPE: Field = Field::select(TYPES, "类型", "Type").wire("type");
const FROM: Field = Field::code("airport", "始发站", "Origin").column("departure_station");
const TO: Field = Field::code("airport", "目的站", "Destination").column("arrival_station");
const FLIGHT: Field = Field::upper("航班号", "Flight").column("flight_number").wire("journeyNo");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").column("flight_date").wire("journeyDate");
const STATE: Field = Field::state(STATES, "制单状态", "State").column("state");
const ORDER_CODE: Field = Field::text("订单编号", "Order").column("order_code").wire("orderCode");

fn number() -> Expr {
    Expr::cust("CASE WHEN awb_print.kind = 0 THEN awb_print.awb_number ELSE awb_print.hawb_number END")
}

fn parent() -> Expr {
    Expr::cust("CASE WHEN awb_print.kind = 1 THEN awb_print.awb_number END")
}

fn kind() -> Expr {
    Expr::cust("CASE WHEN awb_print.kind = 0 THEN '0' ELSE '1' END")
}

fn route() -> Expr {
    Expr::cust(
        "CASE WHEN awb_print.departure_station IS NULL AND awb_print.arrival_station IS NULL THEN NULL \
         ELSE COALESCE(awb_print.departure_station, '') || '-' || COALESCE(awb_print.arrival_station, '') END",
    )
}

/// Houses of a master's orders that have no form yet.
fn to_be_made() -> Expr {
    Expr::cust(
        "(CASE WHEN awb_print.kind = 0 THEN (SELECT COUNT(*) FROM hawb h WHERE h.org_id = awb_print.org_id \
         AND h.awb_number = awb_print.awb_number AND h.awb_round = awb_print.awb_round \
         AND NOT EXISTS (SELECT 1 FROM awb_print p WHERE p.org_id = h.org_id AND p.hawb_id = h.id)) END)",
    )
}

/// Master numbers are found with and without their dash, house numbers as they are; houses by their master's too.
fn number_contains(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let own = sql::contains(sql::of("awb_print", "hawb_number"), text.trim());
    if bare.is_empty() {
        return Ok(Condition::all().add(own));
    }
    let master = sql::contains(Expr::cust("REPLACE(awb_print.awb_number, '-', '')"), &bare);
    Ok(sql::any_of([master, own]))
}

fn type_is(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(sql::all_of([sql::is_in(sql::of("awb_print", "kind"), text.parse::<i64>().ok())]))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let is = |name: &str, wanted: &str| matches!(row.value(name), Value::Text(text) if text == wanted);
    let mut codes = vec![alone::PRINT];
    if is("state", "DONE") {
        codes.push(alone::BACK);
    } else {
        codes.extend([alone::FINISH, alone::DELETE]);
    }
    // What makes all houses of a master: where it has an order with houses that are not made.
    if matches!(row.value("housesToMake"), Value::Int(1..)) {
        codes.push(alone::ADD);
    }
    write_can(actor, &codes, out);
}

/// The list.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "ordered", on: &[("order_id", "id")], by_org: true },
        Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("awbPrint", "编号", "Id").column("id").wire("awbPrintId")).hidden(),
        Column::own(Field::text("版本", "Version").column("row_uuid")).hidden(),
        Column::of("ordered", Field::text("订单", "Order").column("uuid").wire("orderUuid")).hidden(),
        Column::expr(number, NUMBER).copy().width(150).link("/osWaybillMake?type={type}&awbPrintId={awbPrintId}"),
        Column::expr(kind, TYPE).width(70),
        Column::expr(parent, Field::text("所属主单", "Master").wire("parentNumber")).width(140),
        Column::expr(route, Field::text("航程", "Route").wire("route")).width(100),
        Column::own(FLIGHT).width(90),
        Column::own(FLIGHT_DATE).width(110),
        Column::own(Field::int("件数", "Pieces").column("pieces")).sum(),
        Column::own(
            Field::decimal(3, "毛重", "Gross weight").column("gross_weight").wire("weight").digits(1).unit("KG"),
        ),
        Column::own(Field::decimal(6, "体积", "Volume").column("volume").digits(3).unit("CBM")),
        Column::own(Field::decimal(3, "计费重量", "Charge weight").column("charge_weight").digits(2).unit("KG")),
        Column::own(STATE).width(90),
        Column::of("ordered", ORDER_CODE).link("/af_order_edit?o={orderUuid}"),
        Column::expr(to_be_made, Field::int("待制分单", "Houses to be made").wire("housesToMake")).unsorted(),
        Column::own(Field::int("打印次数", "Prints").column("print_count")),
        Column::of("editor", Field::text("修改人", "Edited by").column("name_cn").wire("editor")),
        Column::own(Field::instant("修改时间", "Edited at").column("updated_at").wire("editTime")),
    ],
    filters: &[
        Filter::new("number", Match::Own(number_contains), NUMBER),
        Filter::new("type", Match::Own(type_is), TYPE),
        Filter::new("departureStation", Match::Equals, FROM),
        Filter::new("arrivalStation", Match::Equals, TO),
        Filter::new("journeyNo", Match::Begins, FLIGHT),
        Filter::new("journeyDate", Match::Range, FLIGHT_DATE),
        Filter::new("state", Match::OneOf, STATE),
        Filter::new("orderCode", Match::Contains, ORDER_CODE).columns(&[("ordered", "order_code")]),
    ],
    buttons: &[
        Button::new(alone::ADD, ("新增主单", "New master"), "primary", "link").calls("/osWaybillMake?type=0"),
        Button::new(alone::ADD, ("新增分单", "New house"), "toolbar", "link").calls("/osWaybillMake?type=1"),
        Button::new(alone::ADD, ("生成全部分单", "Make all houses"), "row", "custom"),
        Button::new(alone::FINISH, ("完成", "Finish"), "row", "custom"),
        Button::new(alone::BACK, ("退回", "Take back"), "row", "custom"),
        Button::new(alone::PRINT, ("打印", "Print"), "row", "custom"),
        Button::new(alone::PRINT, ("批量打印", "Print"), "batch", "custom"),
        Button::new(alone::DELETE, ("删除", "Delete"), "row", "custom"),
    ],
    export: EXPORT,
    visible: Some(waybill::reach::visible_form),
    decorate: Some(decorate),
    tabs: "state",
    ..ListPage::new("os.waybill.list", PATH, ("运单列表", "Waybill list"), ACCESS, BASE, "awb_print")
};

/// The two pages with their buttons.
pub(crate) fn nodes() -> Vec<Node> {
    let group = "/osWaybill";
    let mut nodes = vec![
        Node::page(PATH, group, "运单列表", "Waybill list", 10),
        Node::page(alone::PAGE, group, "运单制单", "Waybill making", 20).hidden(),
    ];
    for (place, (code, zh, en)) in (1i64..).zip([
        (alone::ADD, "制单", "Make waybills"),
        (alone::FINISH, "完成", "Finish"),
        (alone::BACK, "退回", "Take back"),
        (alone::PRINT, "打印", "Print"),
        (alone::DELETE, "删除", "Delete"),
        (EXPORT, "导出", "Export"),
    ]) {
        nodes.push(Node::button(code, ACCESS, zh, en, place * 10));
    }
    nodes
}

/// What the two pages call beside the calls of every form.
pub(crate) fn operations() -> Vec<Operation> {
    let at = |rest: &str| format!("{BASE}/{rest}");
    vec![
        Operation::get("open_desk_waybill", &at("view"), crate::OPENERS, desk_calls::view)
            .param("type")
            .param("awbPrintId")
            .param("masterNo")
            .param("hawbId")
            .summary("A form by itself, by its master number or by its house; a new one where there is none"),
        Operation::get(
            "get_previous_desk_waybill",
            &at("previous"),
            Access::Code(alone::ADD),
            previous::previous_alone,
        )
        .param("type")
        .param("departureStation")
        .param("arrivalStation")
        .param("awbPrintId")
        .summary("What a form without an order may take from the last finished one of the same route"),
        Operation::post("print_desk_waybills", &at("printMany"), Access::Code(alone::PRINT), desk_calls::print)
            .summary("Several forms one after the other as one PDF"),
    ]
}
