//! The page /af_shipper_letter: list and form.

use kernel::{Id, Volume, Weight};
use platform::access::Actor;
use platform::document;
use platform::document::{Document, FormPage, Section};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, sql};
use platform::when::When;

use super::rules;
use crate::order;

/// Address of the page.
pub(crate) const PAGE: &str = "/af_shipper_letter";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/shipperLetter";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "shipper_letter";

/// To the carrier or agent.
pub(crate) const BOOKING: &str = "BOOKING";
/// To the terminal.
pub(crate) const DELIVERY: &str = "DELIVERY";
/// Not sent yet.
pub(crate) const UNSENT: &str = "UNSENT";
/// Sent.
pub(crate) const SENT: &str = "SENT";
/// Answered.
pub(crate) const REPLIED: &str = "REPLIED";
/// The answer is yes.
pub(crate) const ACCEPTED: &str = "ACCEPTED";

const KINDS: &[Choice] =
    &[Choice::new(BOOKING, "订舱", "Booking").tone("info"), Choice::new(DELIVERY, "交货", "Delivery")];
const STATES: &[Choice] = &[
    Choice::new(UNSENT, "未发", "Not sent"),
    Choice::new(SENT, "已发", "Sent").tone("info"),
    Choice::new(REPLIED, "已回复", "Answered").tone("done"),
];
/// Answers.
pub(crate) const REPLIES: &[Choice] = &[
    Choice::new(ACCEPTED, "接受", "Accepted").tone("done"),
    Choice::new("REJECTED", "拒绝", "Rejected").tone("danger"),
];

/// Chinese and English name of a state.
pub(crate) fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

/// Chinese and English name of a kind.
pub(crate) fn kind_name(kind: &str) -> (&'static str, &'static str) {
    KINDS.iter().find(|choice| choice.value == kind).map_or(("", ""), |choice| (choice.zh, choice.en))
}

/// Button that makes letters of a kind.
pub(crate) fn code_of(kind: &str) -> &'static str {
    if kind == DELIVERY { "af-plan-letter" } else { "af-order-letter" }
}

const fn flight(zh: &'static str, en: &'static str) -> Field {
    Field::upper(zh, en).max(20)
}
const fn statement(zh: &'static str, en: &'static str) -> Field {
    Field::flag(zh, en).initially("false")
}

/// Space is booked with a carrier or agent.
const BOOKS: When = When::Is(&Letter::KIND, BOOKING);
/// Cargo is delivered to a terminal.
const DELIVERS: When = When::Is(&Letter::KIND, DELIVERY);
/// It was kept once: there is something to tell of sending it.
const KEPT: When = When::Filled(&Letter::STATE);
const ANSWERED: When = When::Is(&Letter::STATE, REPLIED);

document! {
    /// One letter.
    pub struct Letter in "shipper_letter" {
        /// The order.
        order_id: Id = Field::reference(order::SELECT, "订单", "Order").required().fixed(),
        /// To whom.
        kind: String = Field::select(KINDS, "类型", "Kind").required().fixed().initially("\"BOOKING\""),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// Carrier or agent.
        coop_id: Option<Id> = Field::reference("coop?role=supplier", "航司或代理", "Carrier or agent").shown_when(&BOOKS),
        /// Who receives it, as it is written; the terminal of a delivery.
        to_name: String = Field::text("收件单位", "To").max(100),
        /// Who is asked for.
        contact: String = Field::text("联系人", "Contact").max(50),
        /// How he is reached.
        phone: String = Field::text("电话", "Phone").max(50),
        /// Where the letter is mailed to.
        email: String = Field::text("邮箱", "E-mail").max(200),
        /// Wanted flight.
        flight_wish: String = flight("期望航班", "Wanted flight"),
        /// Its day.
        flight_wish_date: String = Field::day("期望日期", "Wanted date"),
        /// Flight that would do as well.
        flight_wish2: String = flight("备选航班", "Second flight").wire("flightWish2"),
        /// Its day.
        flight_wish_date2: String = Field::day("备选日期", "Second date").wire("flightWishDate2"),
        /// Goods; the order's when it is empty.
        goods_name: String = Field::text("品名", "Goods").max(200),
        /// Packing.
        package_type: String = Field::text("包装类型", "Packaging").max(50),
        /// Pieces; the order's when they are empty.
        pieces: Option<i64> = Field::int("件数", "Pieces").range(1, 999_999_999),
        /// Gross weight.
        weight: Option<Weight> = Field::decimal(3, "毛重", "Gross weight").range(1, 9_999_999_000).digits(1).unit("KG"),
        /// Volume.
        volume: Option<Volume> =
            Field::decimal(6, "体积", "Volume").range(1, 999_999_000_000).digits(3).unit("CBM"),
        /// Charge weight.
        charge_weight: Option<Weight> =
            Field::decimal(3, "计费重量", "Charge weight").range(1, 99_999_999_999).digits(2).unit("KG"),
        /// Dimensions as one text.
        dimensions: String = Field::long("尺寸", "Dimensions").max(500),
        /// Class and UN number.
        dangerous: String = Field::text("危险品", "Dangerous goods").max(100),
        /// Batteries.
        battery: String = Field::text("电池情况", "Batteries").max(100),
        /// Temperature.
        temperature: String = Field::text("温度要求", "Temperature").max(50),
        /// Price that was agreed.
        rate_agreed: String = Field::text("约定运价", "Rate agreed").max(100),
        /// Truck.
        truck: String = Field::upper("车牌", "Truck").max(20),
        /// Driver.
        driver: String = Field::text("司机", "Driver").max(50),
        /// His identity card.
        driver_id_no: String = Field::upper("证件号", "Id no.").max(30).masked(),
        /// His phone.
        driver_phone: String = Field::text("司机电话", "Driver's phone").max(30),
        /// When the truck arrives.
        arrive_at: Option<i64> = Field::instant("到达时间", "Arrival").wire("arriveTime"),
        /// No dangerous goods are in it.
        security_no_dangerous: bool = statement("不含危险品", "No dangerous goods"),
        /// No batteries are in it.
        security_no_batteries: bool = statement("不含电池", "No batteries"),
        /// Nothing magnetised is in it.
        security_no_magnetic: bool = statement("不含磁性物质", "Nothing magnetised"),
        /// Who signs.
        signatory: String = Field::text("签字人", "Signatory").max(80),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
        /// How often it was printed.
        print_count: Option<i64> = Field::int("打印次数", "Printed").read_only().shown_when(&KEPT).wire("printCount"),
        /// When it was sent.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").read_only().shown_when(&KEPT).wire("sentTime"),
        /// To which addresses.
        sent_to: String = Field::text("发送至", "Sent to").read_only().shown_when(&KEPT).max(1000),
        /// The answer.
        reply: String = Field::select(REPLIES, "回复", "Answer").read_only().shown_when(&ANSWERED),
        /// Flight that was confirmed.
        reply_flight: String = flight("回复航班", "Confirmed flight").read_only().shown_when(&ANSWERED),
        /// Its day.
        reply_flight_date: String = Field::day("回复航班日期", "Confirmed date").read_only().shown_when(&ANSWERED),
        /// Master number that was confirmed.
        reply_awb_number: String = Field::text("回复主单号", "Confirmed MAWB").read_only().shown_when(&ANSWERED).max(12),
        /// What was said with it.
        reply_remark: String = Field::text("回复备注", "Remark of the answer").read_only().shown_when(&ANSWERED),
        /// When the answer was registered.
        replied_at: Option<i64> = Field::instant("回复时间", "Answered").read_only().shown_when(&ANSWERED).wire("repliedTime"),
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

/// The letters of the orders the caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Letter::KIND).width(80),
        Column::of("freight_order", CODE).width(140).copy(),
        Column::of("freight_order", AWB).width(130).copy(),
        Column::own(Letter::TO_NAME).width(160),
        Column::expr(route, Field::text("航程", "Route").wire("route")).width(90),
        Column::of("freight_order", FLIGHT).width(90),
        Column::of("freight_order", FLIGHT_DATE).width(110),
        Column::own(Letter::PIECES).width(80).sum(),
        Column::own(Letter::WEIGHT).width(100).sum(),
        Column::own(Letter::VOLUME).width(100).sum(),
        Column::own(Letter::STATE).width(80),
        Column::own(Letter::SENT_AT).width(150),
        Column::own(Letter::REPLY).width(80),
        Column::own(Letter::REPLY_FLIGHT).width(100),
        Column::own(Letter::REPLY_AWB_NUMBER).width(130),
        Column::own(Letter::REPLY_REMARK).width(150).unsorted(),
        Column::own(Letter::PRINT_COUNT).width(90),
        Column::of("editor", EDITOR).width(90),
        Column::own(EDITED).width(150),
        Column::own(Letter::ORDER_ID).hidden(),
    ],
    filters: &[
        Filter::new("kind", Match::OneOf, Letter::KIND),
        Filter::new("orderCode", Match::Contains, CODE).columns(&[("freight_order", "order_code")]),
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[("freight_order", "awb_number")]),
        Filter::new("coopName", Match::Contains, Letter::TO_NAME),
        Filter::new("flightDate", Match::Range, FLIGHT_DATE).columns(&[("freight_order", "expect_departure")]),
        Filter::new("state", Match::OneOf, Letter::STATE),
    ],
    buttons: &[
        Button::new("af-order-letter", ("订舱托书", "Booking letter"), "primary", "create"),
        Button::new("af-plan-letter", ("交货托书", "Delivery letter"), "toolbar", "custom")
            .calls("POST /afbase/shipperLetter"),
        Button::new("af-order-letter", ("编辑", "Edit"), "row", "edit").when("state", &[UNSENT]),
        Button::new("af-plan-letter", ("编辑", "Edit"), "row", "edit").when("state", &[UNSENT]),
        Button::new("af-order-letter", ("打印", "Print"), "row", "custom")
            .calls("POST /afbase/shipperLetter/print/{id}"),
        Button::new("af-plan-letter", ("打印", "Print"), "row", "custom")
            .calls("POST /afbase/shipperLetter/print/{id}"),
        Button::new("af-order-letter", ("Excel", "Excel"), "row", "custom")
            .calls("POST /afbase/shipperLetter/excel/{id}"),
        Button::new("af-plan-letter", ("Excel", "Excel"), "row", "custom")
            .calls("POST /afbase/shipperLetter/excel/{id}"),
        Button::new("af-letter-send", ("发送", "Send"), "row", "custom")
            .calls("POST /afbase/shipperLetter/send/{id}")
            .when("state", &[UNSENT, SENT]),
        Button::new("af-letter-send", ("标记已发", "Mark as sent"), "row", "call")
            .calls("POST /afbase/shipperLetter/sent/{id}")
            .asks("确认该托书已通过其他方式送出？", "Was this letter sent another way?")
            .when("state", &[UNSENT]),
        Button::new("af-order-letter", ("登记回复", "Register answer"), "row", "custom")
            .calls("POST /afbase/shipperLetter/reply/{id}")
            .when("state", &[UNSENT, SENT]),
        Button::new("af-plan-letter", ("登记回复", "Register answer"), "row", "custom")
            .calls("POST /afbase/shipperLetter/reply/{id}")
            .when("state", &[UNSENT, SENT]),
    ],
    visible: Some(::order::visible_order),
    decorate: Some(decorate),
    tabs: "state",
    form: "af.shipper-letter.form",
    ..ListPage::new("af.shipper-letter.list", PAGE, ("托书管理", "Shipper's letters"), "af_shipper_letter", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let maker = code_of(&text("kind"));
    let codes: &[&str] = if text("state") == REPLIED { &[maker] } else { &[maker, "af-letter-send"] };
    list::write_can(actor, codes, out);
}

const ORDER_FACTS: &[&str] =
    &["orderCode", "orderUuid", "awbNumber", "route", "flightNo", "flightDate", "editor", "editTime"];

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-order-letter", "af-order-letter", "", ""],
    page: PAGE,
    seen: Some(need_seen),
    rules: Some(rules::check),
    view_more: Some(rules::view_more),
    members: ORDER_FACTS,
    when: &[("booking", BOOKS), ("delivery", DELIVERS)],
    sections: &[
        Section {
            key: "main",
            title: ("托书", "Letter"),
            fields: &[
                Letter::ORDER_ID,
                Letter::KIND,
                Letter::COOP_ID,
                Letter::TO_NAME,
                Letter::CONTACT,
                Letter::PHONE,
                Letter::EMAIL,
                Letter::STATE,
            ],
        },
        Section {
            key: "booking",
            title: ("订舱", "Booking"),
            fields: &[
                Letter::FLIGHT_WISH,
                Letter::FLIGHT_WISH_DATE,
                Letter::FLIGHT_WISH2,
                Letter::FLIGHT_WISH_DATE2,
                Letter::RATE_AGREED,
            ],
        },
        Section {
            key: "cargo",
            title: ("货物", "Cargo"),
            fields: &[
                Letter::GOODS_NAME,
                Letter::PACKAGE_TYPE,
                Letter::PIECES,
                Letter::WEIGHT,
                Letter::VOLUME,
                Letter::CHARGE_WEIGHT,
                Letter::DIMENSIONS,
                Letter::DANGEROUS,
                Letter::BATTERY,
                Letter::TEMPERATURE,
            ],
        },
        Section {
            key: "delivery",
            title: ("交货", "Delivery"),
            fields: &[
                Letter::TRUCK,
                Letter::DRIVER,
                Letter::DRIVER_ID_NO,
                Letter::DRIVER_PHONE,
                Letter::ARRIVE_AT,
                Letter::SECURITY_NO_DANGEROUS,
                Letter::SECURITY_NO_BATTERIES,
                Letter::SECURITY_NO_MAGNETIC,
            ],
        },
        Section {
            key: "end",
            title: ("签字、备注与回复", "Signature, remark and answer"),
            fields: &[
                Letter::SIGNATORY,
                Letter::REMARK,
                Letter::SENT_AT,
                Letter::SENT_TO,
                Letter::REPLY,
                Letter::REPLY_FLIGHT,
                Letter::REPLY_FLIGHT_DATE,
                Letter::REPLY_AWB_NUMBER,
                Letter::REPLY_REMARK,
                Letter::REPLIED_AT,
                Letter::PRINT_COUNT,
            ],
        },
    ],
    ..FormPage::of::<Letter>(
        "af.shipper-letter.form",
        ("托书", "Shipper's letter"),
        ("af_shipper_letter", BASE, "shipper_letter"),
        Letter::TO_NAME,
    )
};

/// A letter as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Letter, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(Letter::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Letter::from_values(&row.0)?)
}

/// A letter with its order, which the caller may see.
pub(crate) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(Letter, order::Order), Refusal> {
    let letter = own(conn, actor.org_id, id)?;
    let order = order::of_id(conn, actor, letter.order_id)?;
    Ok((letter, order))
}

/// A letter is looked at and changed by those alone who may see its order.
fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    seen(conn, actor, id).map(drop)
}
