//! /af_awb_print 制单列表: every master number on an order with its form, and its houses below it.

use facts::master;
use kernel::{Id, Volume, Weight};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field, Kind};
use platform::list::{Ask, Button, Column, Filter, Join, ListPage, Match, RowView, page_of};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Conn, Value, sql};
use sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use serde_json::{Value as Json, json};
use trade::cargo::{Mark, compare_pieces, compare_volume, compare_weight};

const STATES: &[Choice] = &[
    Choice::new("NONE", "待制单", "To be made").tone("warning"),
    Choice::new("DRAFT", "已暂存", "Draft").tone("info"),
    Choice::new("DONE", "已完成", "Finished").tone("done"),
];

fn state() -> Expr {
    Expr::cust("COALESCE(form.state, 'NONE')")
}

fn flight() -> Expr {
    Expr::cust("COALESCE(form.flight_number, freight_order.expect_flight)")
}

fn flight_date() -> Expr {
    Expr::cust("COALESCE(form.flight_date, freight_order.expect_departure)")
}

/// State of the newest message of the master.
fn fwb_state() -> Expr {
    Expr::cust(
        "(SELECT m.state FROM edi_message m WHERE m.org_id = freight_order.org_id AND m.awb_print_id = form.id \
         AND m.kind = 'FWB' ORDER BY m.id DESC LIMIT 1)",
    )
}

/// Of the newest messages of the houses, the state that needs somebody most.
fn fhl_state() -> Expr {
    Expr::cust(
        "(SELECT m.state FROM edi_message m WHERE m.org_id = freight_order.org_id \
         AND m.awb_number = freight_order.awb_number AND m.awb_round = freight_order.awb_round \
         AND m.direction = 'OUT' AND m.kind = 'FHL' \
         AND NOT EXISTS (SELECT 1 FROM edi_message n WHERE n.org_id = m.org_id AND n.awb_print_id = m.awb_print_id \
         AND n.kind = 'FHL' AND n.id > m.id) ORDER BY CASE m.state WHEN 'REJECTED' THEN 1 WHEN 'FAILED' THEN 2 \
         WHEN 'TIMEOUT' THEN 3 WHEN 'WAITING' THEN 4 WHEN 'SENT' THEN 5 WHEN 'CANCELLED' THEN 6 ELSE 7 END, m.id \
         LIMIT 1)",
    )
}

/// States of messages, as the room of messages has them, and none.
const EDI_STATES: &[Choice] = &[
    Choice::new("NONE", "未发送", "Not sent yet"),
    Choice::new("WAITING", "待发送", "To be sent").tone("warning"),
    Choice::new("SENT", "已发送", "Sent").tone("info"),
    Choice::new("ACCEPTED", "已接收", "Accepted").tone("done"),
    Choice::new("REJECTED", "被拒", "Rejected").tone("danger"),
    Choice::new("TIMEOUT", "超时", "No answer").tone("warning"),
    Choice::new("FAILED", "发送失败", "Not sent").tone("danger"),
    Choice::new("CANCELLED", "已撤销", "Cancelled"),
];
const FWB_STATE: Field = Field::state(EDI_STATES, "FWB状态", "FWB state").wire("fwbState");
const FHL_STATE: Field = Field::state(EDI_STATES, "FHL状态", "FHL state").wire("fhlState");

/// Masters whose message is in a state, or has not been made.
fn edi_state_is(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    let state = Expr::expr(sql::Func::coalesce([fwb_state(), Expr::cust("'NONE'")]));
    Ok(sql::all_of([state.eq(sql::value(code.to_owned()))]))
}

/// Sum over the forms of a number, its houses among them; nothing while there are none, or none was looked at.
macro_rules! against {
    ($column:literal) => {
        concat!(
            "(SELECT CAST(SUM(r.",
            $column,
            ") AS bigint) FROM awb_print r WHERE r.org_id = freight_order.org_id ",
            "AND r.awb_number = freight_order.awb_number AND r.awb_round = freight_order.awb_round)"
        )
    };
}

fn rule_errors() -> Expr {
    Expr::cust(against!("rule_errors"))
}

fn rule_warnings() -> Expr {
    Expr::cust(against!("rule_warnings"))
}

/// What the rules of the destination say of a master and its houses.
fn rule_state() -> Expr {
    Expr::cust(concat!(
        "(CASE WHEN ",
        against!("rule_errors"),
        " > 0 THEN 'ERROR' WHEN ",
        against!("rule_warnings"),
        " > 0 THEN 'WARNING' WHEN ",
        against!("rule_errors"),
        " IS NULL THEN 'NONE' ELSE 'OK' END)"
    ))
}

const RULE_STATES: &[Choice] = &[
    Choice::new("NONE", "未检查", "Not checked"),
    Choice::new("OK", "通过", "Passed").tone("done"),
    Choice::new("WARNING", "警告", "Warnings").tone("warning"),
    Choice::new("ERROR", "错误", "Errors").tone("danger"),
];
const RULE_STATE: Field = Field::state(RULE_STATES, "目的地检查", "Destination rules").wire("ruleState");

fn rule_state_is(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    Ok(sql::all_of([rule_state().eq(sql::value(code.to_owned()))]))
}

/// The state of one form by its counts.
fn rule_state_of(errors: Option<i64>, warnings: Option<i64>) -> &'static str {
    match (errors, warnings) {
        (None, _) => "NONE",
        (Some(1..), _) => "ERROR",
        (_, Some(1..)) => "WARNING",
        _ => "OK",
    }
}

macro_rules! summed {
    ($orders:ident, $shown:ident, $of:literal, $form:literal) => {
        /// Sum over the orders with the number.
        fn $orders() -> Expr {
            Expr::cust(summed!(sql $of))
        }
        /// What the form says, else the orders.
        fn $shown() -> Expr {
            Expr::cust(concat!("COALESCE(form.", $form, ", ", summed!(sql $of), ")"))
        }
    };
    (sql $of:literal) => {
        concat!(
            "(SELECT CAST(SUM(", $of, ") AS bigint) FROM freight_order x ",
            "WHERE x.org_id = freight_order.org_id AND x.awb_number = freight_order.awb_number ",
            "AND x.awb_round = freight_order.awb_round)"
        )
    };
}
summed!(order_pieces, pieces, "COALESCE(x.confirm_pieces, x.plan_pieces)", "pieces");
summed!(order_weight, weight, "COALESCE(x.confirm_weight, x.plan_weight)", "gross_weight");
summed!(order_volume, volume, "COALESCE(x.confirm_volume, x.plan_volume)", "volume");
summed!(order_charge, charge, "x.biz_quantity", "charge_weight");

/// One row per number: the oldest order with it that the caller may see.
fn visible(actor: &Actor) -> Condition {
    let mut seen = sea_query::Query::select();
    seen.expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of("freight_order", "org_id").equals(("older", "org_id")))
        .and_where(sql::of("freight_order", "id").equals(("older", "id")))
        .cond_where(waybill::orders::visible_order(actor));
    let mut older = sea_query::Query::select();
    older
        .expr(Expr::cust("1"))
        .from_as("freight_order", "older")
        .and_where(sql::of("older", "org_id").equals(("freight_order", "org_id")))
        .and_where(master::same("older", "freight_order"))
        .and_where(sql::of("older", "business_scope").equals(("freight_order", "business_scope")))
        .and_where(sql::of("older", "id").lt(sql::of("freight_order", "id")))
        .and_where(Expr::exists(seen));
    Condition::all()
        .add(sql::of_eq("freight_order", "business_scope", "AE"))
        .add(sql::of("freight_order", "awb_number").is_not_null())
        .add(Expr::exists(older).not())
        .add(waybill::orders::visible_order(actor))
}

const STATE: Field = Field::state(STATES, "制单状态", "State").column("state").wire("awbStatus");
const NUMBER: Field = Field::new(Kind::Waybill, "主单号", "MAWB").column("awb_number");
const STATION: Field = Field::code("airport", "始发港", "Origin").column("departure_station");
const ARRIVAL: Field = Field::code("airport", "目的港", "Destination").column("arrival_station");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").column("flight_date").wire("flightDate");

fn number_contains(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let bare = Expr::cust("REPLACE(freight_order.awb_number, '-', '')");
    let part = if digits.is_empty() { Expr::cust("1 = 0") } else { sql::contains(bare, &digits) };
    Ok(sql::all_of([part]))
}

fn house_contains(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut house = sea_query::Query::select();
    house
        .expr(Expr::cust("1"))
        .from_as("hawb", "house")
        .and_where(sql::of("house", "org_id").equals(("freight_order", "org_id")))
        .and_where(master::same("house", "freight_order"))
        .and_where(sql::contains(sql::of("house", "hawb_number"), text));
    Ok(Condition::all().add(Expr::exists(house)))
}

fn state_is(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    Ok(sql::all_of([state().eq(sql::value(code.to_owned()))]))
}

fn flight_begins(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(sql::all_of([sql::begins(flight(), text)]))
}

/// From and to of the flight's day, of the form or else of the order.
fn flight_days(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let (from, to) = text.split_once('~').unwrap_or((text, text));
    let mut parts = Vec::new();
    if let Some(day) = kernel::parse_day(from) {
        parts.push(flight_date().gte(sql::value(kernel::show_day(day))));
    }
    if let Some(day) = kernel::parse_day(to) {
        parts.push(flight_date().lte(sql::value(kernel::show_day(day))));
    }
    Ok(sql::all_of(parts))
}

fn number_of(row: &RowView<'_>, name: &str) -> Option<i64> {
    match row.value(name) {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

/// The comparison with the orders, and the buttons of the row.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let made = !matches!(row.value("awbStatus"), Value::Text(state) if state == "NONE");
    let mut wrong = Vec::new();
    if made {
        let weight = |name| number_of(row, name).map(Weight::from_raw);
        let volume = |name| number_of(row, name).map(Volume::from_raw);
        let marks = [
            ("件数", compare_pieces(number_of(row, "orderPieces"), number_of(row, "pieces"))),
            ("毛重", compare_weight(weight("orderWeight"), weight("grossWeight"))),
            ("体积", compare_volume(volume("orderVolume"), volume("volume"))),
        ];
        wrong.extend(marks.iter().filter(|(_, mark)| *mark == Mark::Outside).map(|(name, _)| *name));
    }
    let check = if wrong.is_empty() { "OK" } else { "DIFFERS" };
    let check = json!({ "state": if made { check } else { "NONE" }, "fields": wrong });
    let done = matches!(row.value("awbStatus"), Value::Text(state) if state == "DONE");
    let codes: &[&str] = match (made, done) {
        (false, _) => &["af-awbprint-mawb"],
        (true, false) => {
            &["af-awbprint-mawb", "af-awbprint-finish", "af-awbprint-del", "af-awbprint-print", "af-edi-send"]
        }
        (true, true) => &["af-awbprint-back", "af-awbprint-print", "af-edi-send"],
    };
    let can: Vec<&&str> = codes.iter().filter(|code| actor.has(code)).collect();
    out.push_str(&format!(",\"check\":{check},\"can\":{}", json!(can)));
}

/// The list of masters.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join {
            table: "awb_print",
            alias: "form",
            on: &[("awb_number", "master_number"), ("awb_round", "awb_round")],
            by_org: true,
        },
        Join { table: "awb", alias: "number", on: &[("awb_id", "id")], by_org: true },
        Join { table: "coop", alias: "customer", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "editor", on: &[("form.updated_by", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("order", "编号", "Id").column("id")).hidden(),
        Column::own(Field::text("订单", "Order").column("uuid").wire("orderUuid")).hidden(),
        Column::of("form", Field::reference("awbPrint", "制单", "Form").column("id").wire("awbPrintId")).hidden(),
        Column::of("form", Field::text("版本", "Version").column("row_uuid")).hidden(),
        Column::expr(order_pieces, Field::int("订单件数", "Order pieces").wire("orderPieces")).hidden(),
        Column::expr(order_weight, Field::decimal(3, "订单毛重", "Order weight").wire("orderWeight")).hidden(),
        Column::expr(order_volume, Field::decimal(6, "订单体积", "Order volume").wire("orderVolume")).hidden(),
        Column::expr(order_charge, Field::decimal(3, "订单计费重量", "Order charge weight").wire("orderChargeWeight"))
            .hidden(),
        Column::own(NUMBER).copy().width(150).link("/af_mawb_make?o={orderUuid}"),
        Column::expr(state, STATE),
        Column::expr(pieces, Field::int("件数", "Pieces").wire("pieces")),
        Column::expr(weight, Field::decimal(3, "毛重", "Gross weight").wire("grossWeight").digits(1).unit("KG")),
        Column::expr(volume, Field::decimal(6, "体积", "Volume").wire("volume").digits(3).unit("CBM")),
        Column::expr(charge, Field::decimal(3, "计费重量", "Charge weight").wire("chargeWeight").digits(2).unit("KG")),
        Column::own(STATION),
        Column::own(ARRIVAL),
        Column::expr(flight, Field::text("航班号", "Flight").wire("flightNumber")),
        Column::expr(flight_date, FLIGHT_DATE),
        Column::of("number", Field::text("订单", "Orders").column("order_codes")).link("/af_order_edit?o={orderUuid}"),
        Column::of("customer", Field::text("客户", "Customer").column("coop_name").wire("customer")),
        Column::expr(fwb_state, FWB_STATE).width(90),
        Column::expr(fhl_state, FHL_STATE).width(90),
        Column::expr(rule_state, RULE_STATE).width(100),
        Column::expr(rule_errors, Field::int("目的地错误", "Destination errors").wire("ruleErrors")).behind(),
        Column::expr(rule_warnings, Field::int("目的地警告", "Destination warnings").wire("ruleWarnings")).behind(),
        Column::of("form", Field::int("打印次数", "Prints").column("print_count")),
        Column::of("editor", Field::text("修改人", "Edited by").column("name_cn").wire("editor")),
        Column::of("form", Field::instant("修改时间", "Edited at").column("updated_at").wire("editTime")),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Own(number_contains), NUMBER),
        Filter::new("hawbNumber", Match::Own(house_contains), Field::text("分单号", "HAWB")),
        Filter::new("flightNumber", Match::Own(flight_begins), Field::upper("航班号", "Flight")),
        Filter::new("departureStation", Match::Equals, STATION),
        Filter::new("arrivalStation", Match::Equals, ARRIVAL),
        Filter::new("flightDate", Match::Own(flight_days), FLIGHT_DATE),
        Filter::new("awbStatus", Match::Own(state_is), Field::select(STATES, "制单状态", "State")),
        Filter::new("ediState", Match::Own(edi_state_is), Field::select(EDI_STATES, "报文状态", "Message state")),
        Filter::new(
            "ruleState",
            Match::Own(rule_state_is),
            Field::select(RULE_STATES, "目的地检查", "Destination rules"),
        ),
        Filter::new(
            "awbFromType",
            Match::OneOf,
            Field::select(crate::stock_list::SOURCES, "运单所属", "Belongs to").column("source_type"),
        )
        .columns(&[("number", "source_type")])
        .more(),
    ],
    buttons: &[
        Button::new("af-awbprint-mawb", ("主单制单", "Make master waybill"), "row", "custom"),
        Button::new("af-awbprint-hawb", ("分单制单", "Make house waybill"), "row", "custom"),
        Button::new("af-awbprint-finish", ("完成", "Finish"), "row", "custom"),
        Button::new("af-awbprint-back", ("退回", "Take back"), "row", "custom"),
        Button::new("af-awbprint-del", ("删除", "Delete"), "row", "custom"),
        Button::new("af-awbprint-print", ("打印", "Print"), "row", "custom"),
        Button::new("af-edi-send", ("发送", "Send"), "row", "custom"),
    ],
    follows: &["awb_print", "edi_message"],
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new(
        "af.awb-print.list",
        "/af_awb_print",
        ("制单列表", "Waybill making list"),
        "af_awb_print",
        "/afbase/awbPrint",
        "freight_order",
    )
};

/// The list's page is answered here, because its rows carry their houses.
pub fn tree_operation() -> Operation {
    let path = format!("{}/page", LIST.base);
    let operation = Operation::get("list_waybill_tree", &path, Access::Code(LIST.access), tree)
        .summary("Masters with their houses as children");
    let paging = ["current", "size", "sort", "cursor", "part"];
    let names = paging.into_iter().chain(LIST.filters.iter().map(|filter| filter.name));
    names.fold(operation, Operation::param)
}

/// GET page: the masters, each with its houses as children.
pub fn tree(call: &mut Call) -> Outcome {
    let ask = Ask::of_query(&LIST, &call.asked.query)?;
    let text = page_of(&LIST, call, &ask)?;
    let mut page: Json = serde_json::from_str(&text).map_err(|e| Refusal::broken(e.to_string()))?;
    let actor = call.actor()?.clone();
    let Some(records) = page.get_mut("records").and_then(Json::as_array_mut) else { return Ok(Answer::Data(page)) };
    let numbers: Vec<String> =
        records.iter().filter_map(|row| row.get("awbNumber").and_then(Json::as_str).map(ToOwned::to_owned)).collect();
    let houses = call.read(|conn| {
        let orders = orders_of(conn, &actor, &numbers)?;
        houses(conn, actor.org_id, &orders)
    })?;
    for row in records {
        let number = row.get("awbNumber").cloned().unwrap_or(Json::Null);
        let children: Vec<&Json> =
            houses.iter().filter(|(master, _)| number.as_str() == Some(master)).map(|(_, house)| house).collect();
        if !children.is_empty() {
            let children = json!(children);
            if let Some(object) = row.as_object_mut() {
                object.insert("children".to_owned(), children);
            }
        }
    }
    Ok(Answer::Data(page))
}

/// Orders with some numbers, as far as the caller may see them.
fn orders_of(conn: &mut dyn Conn, actor: &Actor, numbers: &[String]) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select
        .column("id")
        .and_where(sql::is_in(sql::col("awb_number"), numbers.iter().map(String::as_str)))
        .cond_where(waybill::orders::visible_order(actor));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// The house waybills of some orders with their forms, beside their master's number.
pub fn houses(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<Vec<(String, Json)>, Refusal> {
    let mut select = sql::from(org, "hawb");
    select
        .join_as(
            JoinType::LeftJoin,
            "awb_print",
            "form",
            sql::of("form", "org_id").equals(("hawb", "org_id")).and(sql::of("form", "hawb_id").equals(("hawb", "id"))),
        )
        .join(
            JoinType::InnerJoin,
            "freight_order",
            sql::of("freight_order", "org_id")
                .equals(("hawb", "org_id"))
                .and(sql::of("freight_order", "id").equals(("hawb", "order_id"))),
        )
        .columns([
            ("hawb", "id"),
            ("hawb", "hawb_number"),
            ("hawb", "pieces"),
            ("hawb", "weight"),
            ("hawb", "volume"),
            ("hawb", "charge_weight"),
            ("form", "id"),
            ("form", "row_uuid"),
            ("form", "state"),
            ("form", "print_count"),
            ("freight_order", "uuid"),
            ("freight_order", "awb_number"),
            ("hawb", "departure_station"),
            ("hawb", "arrival_station"),
        ])
        .expr(Expr::cust(
            "(SELECT m.state FROM edi_message m WHERE m.org_id = hawb.org_id AND m.awb_print_id = form.id \
             AND m.kind = 'FHL' ORDER BY m.id DESC LIMIT 1)",
        ))
        .columns([("form", "rule_errors"), ("form", "rule_warnings")])
        .and_where(sql::is_in(sql::of("hawb", "order_id"), orders.iter().copied()))
        .order_by(("hawb", "sort_no"), Order::Asc)
        .order_by(("hawb", "hawb_number"), Order::Asc);
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            let state: String = row.get(8)?;
            let hawb: Id = row.get(0)?;
            let (errors, warnings): (Option<i64>, Option<i64>) = (row.get(15)?, row.get(16)?);
            let house = json!({
                "id": hawb,
                "hawbId": hawb,
                "hawbNumber": row.get::<String>(1)?,
                "pieces": row.get::<Option<i64>>(2)?,
                "weight": row.get::<Option<Weight>>(3)?,
                "grossWeight": row.get::<Option<Weight>>(3)?,
                "volume": row.get::<Option<Volume>>(4)?,
                "chargeWeight": row.get::<Option<Weight>>(5)?,
                "awbPrintId": row.get::<Option<Id>>(6)?,
                "rowUuid": row.get::<Option<String>>(7)?,
                "state": if state.is_empty() { "NONE" } else { state.as_str() },
                "awbStatus": if state.is_empty() { "NONE" } else { state.as_str() },
                "printCount": row.get::<Option<i64>>(9)?.unwrap_or_default(),
                "orderUuid": row.get::<String>(10)?,
                "departureStation": row.get::<String>(12)?,
                "arrivalStation": row.get::<String>(13)?,
                "fhlState": row.get::<Option<String>>(14)?,
                "ruleState": rule_state_of(errors, warnings),
                "ruleErrors": errors,
                "ruleWarnings": warnings,
            });
            Ok((row.get::<String>(11)?, house))
        })
        .collect()
}
