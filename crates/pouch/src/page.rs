//! The page /af_cargo_pouch: list and form.

use kernel::{Id, Msg};
use platform::access::Actor;
use platform::document;
use platform::document::{Document, FormPage, Section, Unique};
use platform::field::{Choice, Field, Kind};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::{orders, rows, rules};

/// Address of the page.
pub const PAGE: &str = "/af_cargo_pouch";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/cargoPouch";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "cargo_pouch";

/// Being put together.
pub const DRAFT: &str = "DRAFT";
/// Closed.
pub const SEALED: &str = "SEALED";
/// With the carrier or the terminal.
pub const HANDED: &str = "HANDED";
/// At destination.
pub const RECEIVED: &str = "RECEIVED";
/// Given up; its link has ended.
pub const VOID: &str = "VOID";

/// The states.
pub const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft"),
    Choice::new(SEALED, "已封袋", "Sealed").tone("info"),
    Choice::new(HANDED, "已交接", "Handed over").tone("ready"),
    Choice::new(RECEIVED, "已签收", "Received").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("danger"),
];

const TAKEN: Msg = Msg::new("pouch.taken", "该主单已有文件袋", "This master has a pouch already.");
const NUMBER_TAKEN: Msg = Msg::new("pouch.number", "袋号已存在", "The pouch number exists already.");

/// Chinese and English name of a state.
pub(crate) fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

document! {
    /// One pouch.
    pub struct Pouch in "cargo_pouch" {
        /// Given by the system.
        pouch_number: String = Field::upper("袋号", "Pouch no.").read_only(),
        /// The master it travels with.
        awb_number: String = Field::new(Kind::Waybill, "主单号", "MAWB").required().fixed().max(12),
        /// Orders of the master.
        order_codes: String = Field::text("订单号", "Orders").read_only().max(400),
        /// Flight.
        flight_no: String = Field::upper("航班号", "Flight").read_only().max(20),
        /// Its day.
        flight_date: String = Field::day("航班日期", "Flight date").read_only(),
        /// From where.
        departure_station: String = Field::upper("始发站", "Departure").read_only().max(3),
        /// To where.
        arrival_station: String = Field::upper("目的站", "Destination").read_only().max(3),
        /// Agent at destination.
        agent_id: Option<Id> = Field::reference("coop?role=agent", "目的港代理", "Agent at destination"),
        /// Seal.
        seal_no: String = Field::upper("封袋号", "Seal no.").max(20),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// Documents in it.
        document_count: Option<i64> = Field::int("单证数", "Documents").read_only().wire("documentCount"),
        /// Originals in it.
        original_count: Option<i64> = Field::int("正本份数", "Originals").read_only().wire("originalCount"),
        /// What it needs and has not.
        missing: String = Field::text("缺件", "Missing").read_only().max(1000),
        /// Carrier or terminal.
        hand_to: String = Field::text("交接单位", "Handed to").read_only().max(60),
        /// Who took it there.
        hand_person: String = Field::text("交接人", "Taken by").read_only().max(40),
        /// When.
        hand_at: Option<i64> = Field::instant("交接时间", "Handed over").read_only().wire("handTime"),
        /// Who received it at destination.
        received_by: String = Field::text("签收人", "Receiver").read_only().max(40).wire("receiver"),
        /// How he is reached.
        received_phone: String = Field::text("签收人电话", "Receiver's phone").read_only().max(30).wire("receiverPhone"),
        /// When.
        received_at: Option<i64> = Field::instant("签收时间", "Received").read_only().wire("receivedTime"),
        /// What he said.
        received_remark: String = Field::text("签收备注", "Receiver's remark").read_only().max(200),
        /// Why it was given up.
        void_reason: String = Field::text("作废原因", "Reason of voiding").read_only().max(200),
    }
}

const AGENT: Field = Field::text("目的港代理", "Agent at destination").column("coop_name").wire("agentName");
const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("creatorName");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");

fn route() -> Expr {
    Expr::cust("COALESCE(cargo_pouch.departure_station, '') || '-' || COALESCE(cargo_pouch.arrival_station, '')")
}

/// The pouches of the orders the caller may see.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "agent", on: &[("agent_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Pouch::POUCH_NUMBER).width(140).copy(),
        Column::own(Pouch::AWB_NUMBER).width(130).copy(),
        Column::own(Pouch::ORDER_CODES).width(150),
        Column::expr(route, Field::text("航线", "Route").wire("route")).width(90),
        Column::own(Pouch::FLIGHT_NO).width(90),
        Column::own(Pouch::FLIGHT_DATE).width(110),
        Column::own(Pouch::DOCUMENT_COUNT).width(80).sum(),
        Column::own(Pouch::ORIGINAL_COUNT).width(90).sum(),
        Column::own(Pouch::MISSING).width(180).unsorted(),
        Column::own(Pouch::SEAL_NO).width(110),
        Column::own(Pouch::HAND_TO).width(130),
        Column::own(Pouch::HAND_AT).width(150),
        Column::of("agent", AGENT).width(140),
        Column::own(Field::int("查看次数", "Views").column("views")).width(90),
        Column::own(Pouch::RECEIVED_AT).width(150),
        Column::own(Pouch::RECEIVED_BY).width(100),
        Column::own(Pouch::STATE).width(90),
        Column::of("creator", CREATOR).width(90),
        Column::own(CREATED).width(150),
        Column::own(Pouch::REMARK).behind().unsorted(),
        Column::own(Pouch::VOID_REASON).behind().unsorted(),
    ],
    filters: &[
        Filter::new("pouchNumber", Match::Contains, Pouch::POUCH_NUMBER),
        Filter::new("awbNumber", Match::Contains, Pouch::AWB_NUMBER),
        Filter::new("orderCode", Match::Contains, Pouch::ORDER_CODES).one_mode(),
        Filter::new("coopName", Match::Own(orders::of_customer), Field::text("客户", "Customer")),
        Filter::new("flightNo", Match::Contains, Pouch::FLIGHT_NO),
        Filter::new("flightDate", Match::Range, Pouch::FLIGHT_DATE),
        Filter::new(
            "arrivalStation",
            Match::OneOf,
            Field::code("airport", "目的站", "Destination").column("arrival_station"),
        )
        .more(),
        Filter::new("state", Match::OneOf, Pouch::STATE),
        Filter::new("sealNo", Match::Contains, Pouch::SEAL_NO).more(),
    ],
    buttons: &[
        Button::new("af-pouch-add", ("新增", "New"), "primary", "create"),
        Button::new("af-pouch-edit", ("修改", "Edit"), "row", "edit").when("state", &[DRAFT]),
        Button::new("af-pouch-seal", ("封袋", "Seal"), "row", "custom")
            .calls("POST /afbase/cargoPouch/{id}/seal")
            .when("state", &[DRAFT]),
        Button::new("af-pouch-seal", ("拆封", "Unseal"), "row", "call")
            .calls("POST /afbase/cargoPouch/{id}/unseal")
            .asks("确认拆封该文件袋？", "Unseal this pouch?")
            .when("state", &[SEALED]),
        Button::new("af-pouch-hand", ("交接", "Hand over"), "row", "custom")
            .calls("POST /afbase/cargoPouch/{id}/hand")
            .when("state", &[SEALED]),
        Button::new("af-pouch-hand", ("签收", "Receive"), "row", "custom")
            .calls("POST /afbase/cargoPouch/{id}/receive")
            .when("state", &[HANDED]),
        Button::new("af-pouch-print", ("打印", "Print"), "row", "custom")
            .calls("GET /afbase/cargoPouch/print/{id}")
            .when("state", &[DRAFT, SEALED, HANDED, RECEIVED]),
        Button::new("af-pouch-send", ("发送", "Send"), "row", "custom")
            .calls("POST /afbase/cargoPouch/{id}/send")
            .when("state", &[SEALED, HANDED, RECEIVED]),
        Button::new("af-pouch-void", ("作废", "Void"), "row", "custom")
            .calls("POST /afbase/cargoPouch/{id}/void")
            .when("state", &[DRAFT, SEALED]),
        Button::new("af-pouch-export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "af-pouch-export",
    visible: Some(orders::visible),
    decorate: Some(decorate),
    form: "af.cargo-pouch.form",
    ..ListPage::new("af.cargo-pouch.list", PAGE, ("随货文件袋管理", "Cargo pouches"), "af_cargo_pouch", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = String::from_value(row.value("state")).unwrap_or_default();
    let codes: &[&str] = match state.as_str() {
        DRAFT => &["af-pouch-edit", "af-pouch-seal", "af-pouch-void", "af-pouch-print"],
        SEALED => &["af-pouch-seal", "af-pouch-hand", "af-pouch-void", "af-pouch-print", "af-pouch-send"],
        HANDED => &["af-pouch-hand", "af-pouch-print", "af-pouch-send"],
        RECEIVED => &["af-pouch-print", "af-pouch-send"],
        _ => &[],
    };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["af-pouch-add", "af-pouch-edit", "", ""],
    page: PAGE,
    uniques: &[
        Unique {
            index: "uq_cargo_pouch_number",
            columns: &["pouch_number"],
            field: "pouchNumber",
            message: NUMBER_TAKEN,
        },
        Unique { index: "uq_cargo_pouch_master", columns: &[], field: "awbNumber", message: TAKEN },
    ],
    seen: Some(orders::need_seen),
    rules: Some(rules::check),
    after: Some(rules::after),
    view_more: Some(rules::view_more),
    members: &["documents"],
    sections: &[
        Section {
            key: "main",
            title: ("文件袋", "Pouch"),
            fields: &[
                Pouch::POUCH_NUMBER,
                Pouch::AWB_NUMBER,
                Pouch::ORDER_CODES,
                Pouch::DEPARTURE_STATION,
                Pouch::ARRIVAL_STATION,
                Pouch::FLIGHT_NO,
                Pouch::FLIGHT_DATE,
                Pouch::AGENT_ID,
                Pouch::SEAL_NO,
                Pouch::STATE,
                Pouch::MISSING,
                Pouch::REMARK,
            ],
        },
        Section {
            key: "hand",
            title: ("交接与签收", "Hand-over and receipt"),
            fields: &[
                Pouch::HAND_TO,
                Pouch::HAND_PERSON,
                Pouch::HAND_AT,
                Pouch::RECEIVED_BY,
                Pouch::RECEIVED_PHONE,
                Pouch::RECEIVED_AT,
                Pouch::RECEIVED_REMARK,
                Pouch::VOID_REASON,
            ],
        },
    ],
    ..FormPage::of::<Pouch>(
        "af.cargo-pouch.form",
        ("随货文件袋", "Cargo pouch"),
        ("af_cargo_pouch", BASE, "cargo_pouch"),
        Pouch::POUCH_NUMBER,
    )
};

/// The form with its rows of documents.
pub(crate) fn contract() -> Json {
    let mut form = FORM.contract();
    let fields: Vec<Json> = rows::FIELDS.iter().map(Field::contract).collect();
    let documents = json!({
        "key": rows::MEMBER, "label": { "zh": "单证", "en": "Documents" }, "rows": true, "fields": fields,
    });
    if let Some(sections) = form.get_mut("sections").and_then(Json::as_array_mut) {
        let place = sections.len().min(1);
        sections.insert(place, documents);
    }
    form
}

/// A pouch as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Pouch, Refusal> {
    let mut select = sql::from(org, TABLE);
    for field in Pouch::FIELDS {
        select.column(field.column);
    }
    select.and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let values: Vec<Value> = row.0;
    Ok(Pouch::from_values(&values)?)
}
