//! The page /af_dgd_print: list and form.

use kernel::{Id, show_second};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document;
use platform::document::{Document, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{Expr, Order as Way};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Value as Json, json};

use super::{lines, rules};
use crate::order;

/// Address of the page.
pub(crate) const PAGE: &str = "/af_dgd_print";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/dgdPrint";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "dgd_print";
/// Aircraft type: cargo aircraft only.
pub(crate) const CARGO_ONLY: i64 = 1;
/// Shipment type: radioactive.
pub(crate) const RADIOACTIVE: i64 = 1;

const AIRCRAFT: &[Choice] = &[
    Choice::new("0", "客货机", "Passenger and cargo aircraft"),
    Choice::new("1", "仅限货机", "Cargo aircraft only").tone("warning"),
];
const SHIPMENT: &[Choice] =
    &[Choice::new("0", "非放射性", "Non-radioactive"), Choice::new("1", "放射性", "Radioactive").tone("warning")];

document! {
    /// One declaration.
    pub struct Dgd in "dgd_print" {
        /// The order.
        order_id: Id = Field::reference(order::SELECT, "订单", "Order").required().fixed(),
        /// Counted by order.
        dgd_no: Option<i64> = Field::int("序号", "No.").read_only(),
        /// `DGD-n`.
        dgd_name: String = Field::text("申报单", "Declaration").read_only(),
        /// Block of the shipper.
        shipper_print: String = Field::long("发货人", "Shipper").required().max(300),
        /// Block of the consignee.
        consignee_print: String = Field::long("收货人", "Consignee").required().max(300),
        /// Airport of departure.
        departure_station_print: String = Field::text("始发机场", "Airport of departure").required().max(60),
        /// Airport of destination.
        arrival_station_print: String = Field::text("目的机场", "Airport of destination").required().max(60),
        /// 0 passenger and cargo aircraft, 1 cargo aircraft only.
        aircraft_type: i64 = Field::select(AIRCRAFT, "机型限制", "Aircraft").required().initially("0"),
        /// 0 non-radioactive, 1 radioactive.
        shipment_type: i64 = Field::select(SHIPMENT, "装运类型", "Shipment type").required().initially("0"),
        /// Who answers for 24 hours.
        emergency_contact: String = Field::text("24小时应急联系人", "24-hour emergency contact").required().max(50),
        /// How he is reached.
        emergency_phone: String = Field::text("应急电话", "Emergency phone").required().max(50),
        /// Further handling information.
        handling_info: String = Field::long("操作要求", "Handling information").max(300),
        /// Who signs.
        name_title_of_signatory: String = Field::text("签字人", "Name/title of signatory").required().max(80),
        /// Where and when.
        place_and_date: String = Field::text("地点日期", "Place and date").required().max(60),
        /// Lines of goods.
        line_count: Option<i64> = Field::int("明细行", "Lines").read_only().wire("lineCount"),
        /// Their UN numbers.
        un_numbers: String = Field::text("UN/ID编号", "UN/ID no.").read_only().max(1000),
        /// How often it was printed.
        print_count: Option<i64> = Field::int("打印次数", "Printed").read_only().wire("printCount"),
    }
}

const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
const AWB: Field = Field::text("主单号", "MAWB").column("awb_number").wire("awbNumber");
const FLIGHT: Field = Field::text("航班号", "Flight").column("expect_flight").wire("flightNo");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").column("expect_departure").wire("flightDate");
const EDITOR: Field = Field::text("修改人", "Changed by").column("name_cn").wire("editor");
const EDITED: Field = Field::instant("修改时间", "Changed").column("updated_at").wire("editTime");

fn route() -> Expr {
    Expr::cust("freight_order.departure_station || '-' || freight_order.arrival_station")
}

/// The declarations of the orders the caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Dgd::DGD_NAME).width(100),
        Column::of("freight_order", CODE).width(140).copy(),
        Column::of("freight_order", AWB).width(130).copy(),
        Column::expr(route, Field::text("航程", "Route").wire("route")).width(90),
        Column::of("freight_order", FLIGHT).width(90),
        Column::of("freight_order", FLIGHT_DATE).width(110),
        Column::own(Dgd::UN_NUMBERS).width(160).unsorted(),
        Column::own(Dgd::LINE_COUNT).width(80).sum(),
        Column::own(Dgd::AIRCRAFT_TYPE).width(110),
        Column::own(Dgd::SHIPMENT_TYPE).width(100),
        Column::own(Dgd::PRINT_COUNT).width(90),
        Column::of("editor", EDITOR).width(90),
        Column::own(EDITED).width(150),
        Column::own(Dgd::ORDER_ID).hidden(),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[("freight_order", "awb_number")]),
        Filter::new("orderCode", Match::Contains, CODE).columns(&[("freight_order", "order_code")]),
        Filter::new("unIdNo", Match::Contains, Dgd::UN_NUMBERS).one_mode(),
        Filter::new("flightDate", Match::Range, FLIGHT_DATE).columns(&[("freight_order", "expect_departure")]),
        Filter::new("aircraftType", Match::OneOf, Dgd::AIRCRAFT_TYPE).more(),
    ],
    buttons: &[
        Button::new("af-dgd-add", ("新增", "Add"), "primary", "create"),
        Button::new("af-dgd-edit", ("编辑", "Edit"), "row", "edit"),
        Button::new("af-dgd-add", ("复制", "Copy"), "row", "call").calls("POST /afbase/dgdPrint/copy/{id}"),
        Button::new("af-dgd-print", ("格打", "Print with grid"), "row", "custom")
            .calls("GET /afbase/dgdPrint/print/{id}?kind=format"),
        Button::new("af-dgd-over", ("套打", "Print on form"), "row", "custom")
            .calls("GET /afbase/dgdPrint/print/{id}?kind=over"),
        Button::new("af-dgd-print", ("导出Excel", "Export to Excel"), "row", "custom")
            .calls("POST /afbase/dgdPrint/exportExcel/{id}"),
        Button::new("af-dgd-del", ("删除", "Delete"), "row", "remove")
            .asks("确认删除该申报单？", "Delete this declaration?"),
    ],
    visible: Some(::order::visible_order),
    decorate: Some(decorate),
    form: "af.dgd-print.form",
    ..ListPage::new(
        "af.dgd-print.list",
        PAGE,
        ("危险品申报单", "Dangerous goods declarations"),
        "af_dgd_print",
        BASE,
        TABLE,
    )
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["af-dgd-add", "af-dgd-edit", "af-dgd-del", "af-dgd-print", "af-dgd-over"], out);
}

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-dgd-add", "af-dgd-edit", "af-dgd-del", ""],
    page: PAGE,
    checks: false,
    uniques: &[Unique {
        index: "uq_dgd_print_no",
        columns: &["order_id", "dgd_no"],
        field: "orderId",
        message: common::STALE,
    }],
    seen: Some(need_seen),
    rules: Some(rules::check),
    rows: &[lines::LINES],
    view_more: Some(rules::view_more),
    remove_rule: Some(rules::removable),
    members: &[
        "orderCode",
        "orderUuid",
        "awbNumber",
        "route",
        "flightNo",
        "flightDate",
        "pagesNumber",
        "editor",
        "editTime",
        "findings",
    ],
    sections: &[
        Section {
            key: "main",
            title: ("申报单", "Declaration"),
            fields: &[
                Dgd::DGD_NAME,
                Dgd::ORDER_ID,
                Dgd::SHIPPER_PRINT,
                Dgd::CONSIGNEE_PRINT,
                Dgd::DEPARTURE_STATION_PRINT,
                Dgd::ARRIVAL_STATION_PRINT,
                Dgd::AIRCRAFT_TYPE,
                Dgd::SHIPMENT_TYPE,
            ],
        },
        Section {
            key: "end",
            title: ("操作与签字", "Handling and signature"),
            fields: &[
                Dgd::EMERGENCY_CONTACT,
                Dgd::EMERGENCY_PHONE,
                Dgd::HANDLING_INFO,
                Dgd::NAME_TITLE_OF_SIGNATORY,
                Dgd::PLACE_AND_DATE,
                Dgd::PRINT_COUNT,
            ],
        },
    ],
    ..FormPage::of::<Dgd>(
        "af.dgd-print.form",
        ("危险品申报单", "Dangerous goods declaration"),
        ("af_dgd_print", BASE, "dgd"),
        Dgd::DGD_NAME,
    )
};

/// A declaration as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Dgd, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(Dgd::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Dgd::from_values(&row.0)?)
}

/// A declaration with its order, which the caller may see.
pub(crate) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(Dgd, order::Order), Refusal> {
    let dgd = own(conn, actor.org_id, id)?;
    let order = order::of_id(conn, actor, dgd.order_id)?;
    Ok((dgd, order))
}

/// A declaration is looked at and changed by those alone who may see its order.
fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    seen(conn, actor, id).map(drop)
}

/// GET list/{orderUuid}: the declarations of an order, the first first.
pub(crate) fn of_order(call: &mut Call) -> Outcome {
    let (actor, uuid) = (call.actor()?, call.path_uuid("orderUuid")?);
    let rows = call.read(|conn| {
        let order = order::of_uuid(conn, actor, &uuid)?;
        let mut select = sql::from(actor.org_id, TABLE);
        select
            .columns(["id", "version", "dgd_name", "un_numbers", "line_count", "aircraft_type", "print_count"])
            .column("updated_at")
            .and_where(sql::eq("order_id", order.id))
            .order_by("dgd_no", Way::Asc);
        let told = |row: &Row| {
            Ok(json!({
                "id": row.get::<Id>(0)?,
                "version": row.get::<i64>(1)?,
                "dgdName": row.get::<String>(2)?,
                "unNumbers": row.get::<String>(3)?,
                "lineCount": row.get::<i64>(4)?,
                "aircraftType": row.get::<i64>(5)?,
                "printCount": row.get::<i64>(6)?,
                "editTime": show_second(row.get(7)?),
            }))
        };
        conn.query(&select.into())?.iter().map(told).collect::<Result<Vec<Json>, Refusal>>()
    })?;
    Ok(Answer::Data(json!(rows)))
}

/// POST copy/{id}: all of it again, under the next number of its order.
pub(crate) fn copy(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let (actor, org, copy) = (tx.actor, tx.org(), tx.new_id());
        let (dgd, order) = seen(tx, actor, id)?;
        order.need_alive()?;
        let (number, name) = rules::next(tx, &order)?;
        let mut select = sql::from(org, TABLE);
        select.columns(Dgd::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let same = Dgd::FIELDS.iter().map(|field| field.column).zip(row.0);
        let mut cells: Vec<(&str, Value)> = same
            .map(|(column, value)| match column {
                "dgd_no" => (column, Value::Int(number)),
                "dgd_name" => (column, name.clone().into_value()),
                "print_count" => (column, Value::Int(0)),
                _ => (column, value),
            })
            .collect();
        cells.extend([
            ("id", copy.into_value()),
            ("version", Value::Int(1)),
            ("created_by", actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
            ("updated_by", actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ]);
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        let goods = lines::LINES.of(tx, org, id)?;
        lines::LINES.replace(tx, copy, &goods)?;
        let text = format!("{} 复制自 {}", order.code, dgd.dgd_name);
        tx.log(LogEntry::of(TABLE, copy, name.clone(), PAGE).did("新建", "复制").text(text))?;
        Ok(json!({ "id": copy, "version": 1, "dgdName": name }))
    })?;
    Ok(Answer::Data(data))
}
