//! The page /af_delivery_notice: list and form.

use ::order::{need_visible, visible_order};
use kernel::{Id, Instant, Msg, Volume, Weight};
use platform::access::Actor;
use platform::document;
use platform::document::{Document, FormPage, Section, Unique};
use platform::field::{Choice, Field, tail};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};

use super::{order, rules};

/// Address of the page.
pub(super) const PAGE: &str = "/af_delivery_notice";
/// Beginning of its calls.
pub(super) const BASE: &str = "/afbase/deliveryNotice";
/// Its table, and the kind of thing in the log.
pub(super) const TABLE: &str = "delivery_notice";

/// Nobody was told yet.
pub(crate) const UNSENT: &str = "UNSENT";
/// Told.
pub(crate) const SENT: &str = "SENT";
/// Looked at.
pub(crate) const VIEWED: &str = "VIEWED";
/// The driver has set out.
pub(crate) const TRANSIT: &str = "TRANSIT";
/// He is there.
pub(crate) const ARRIVED: &str = "ARRIVED";
/// His cargo was taken over.
pub(crate) const RECEIVED: &str = "RECEIVED";
/// Given up; the link says so.
pub(crate) const VOID: &str = "VOID";
/// Before the driver has arrived.
pub(crate) const AWAITED: &[&str] = &[UNSENT, SENT, VIEWED, TRANSIT];

const STATES: &[Choice] = &[
    Choice::new(UNSENT, "未发送", "Not sent"),
    Choice::new(SENT, "已发送", "Sent").tone("info"),
    Choice::new(VIEWED, "已查看", "Viewed").tone("info"),
    Choice::new(TRANSIT, "在途", "On the way").tone("warning"),
    Choice::new(ARRIVED, "已到达", "Arrived").tone("ready"),
    Choice::new(RECEIVED, "已收货", "Received").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("danger"),
];
const FLAGS: &[Choice] =
    &[Choice::new("warehouse", "货站", "Terminal"), Choice::new("storehouse", "库房", "Warehouse")];
/// Chinese.
pub(super) const CHINESE: &str = "zh-CN";
/// English.
pub(super) const ENGLISH: &str = "en-US";
const LANGUAGES: &[Choice] = &[Choice::new(CHINESE, "中文", "Chinese"), Choice::new(ENGLISH, "英文", "English")];

/// Hours of a day that can be booked, named alike in both languages.
macro_rules! hours {
    ($($text:literal),+ $(,)?) => { &[$(Choice::new($text, $text, $text)),+] };
}
const SLOTS: &[Choice] = hours![
    "00:00-01:00",
    "01:00-02:00",
    "02:00-03:00",
    "03:00-04:00",
    "04:00-05:00",
    "05:00-06:00",
    "06:00-07:00",
    "07:00-08:00",
    "08:00-09:00",
    "09:00-10:00",
    "10:00-11:00",
    "11:00-12:00",
    "12:00-13:00",
    "13:00-14:00",
    "14:00-15:00",
    "15:00-16:00",
    "16:00-17:00",
    "17:00-18:00",
    "18:00-19:00",
    "19:00-20:00",
    "20:00-21:00",
    "21:00-22:00",
    "22:00-23:00",
    "23:00-24:00",
];

const NUMBER_TAKEN: Msg = Msg::new("delivery.number", "送货单号已存在", "The notice number exists already.");
const LIVE: Msg = Msg::new("delivery.live", "该订单已有送货通知", "The order has a delivery notice already.");

/// Chinese and English name of a state.
pub(crate) fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

document! {
    /// One notice.
    pub struct Notice in "delivery_notice" {
        /// Given by the system.
        notice_code: String = Field::upper("送货单号", "Notice no.").read_only().max(30),
        /// The order.
        order_id: Id = Field::reference(order::SELECT, "订单", "Order").required().fixed(),
        /// Terminal or storehouse.
        flag: String = Field::select(FLAGS, "送往", "Deliver to").required().fixed().initially("\"warehouse\""),
        /// Which one; the order's when it is empty.
        warehouse_id: Option<Id> = Field::reference(order::PLACES, "货站/库房", "Terminal or warehouse"),
        /// Day on which the cargo is expected.
        receipt_date: String = Field::day("预计到货", "Cargo expected"),
        /// Hour of it.
        slot: String = Field::select(SLOTS, "预约时段", "Time slot"),
        /// By when; so long before departure when it is empty.
        latest_at: Option<i64> = Field::instant("最晚到货", "Latest arrival").wire("latestTime"),
        /// Pieces; the order's when they are empty.
        pieces: Option<i64> = Field::int("件数", "Pieces").range(1, 999_999_999),
        /// Gross weight.
        weight: Option<Weight> = Field::decimal(3, "毛重", "Gross weight").range(1, 9_999_999_000).digits(1).unit("KG"),
        /// Volume.
        volume: Option<Volume> =
            Field::decimal(6, "体积", "Volume").range(1, 999_999_000_000).digits(3).unit("CBM"),
        /// Goods.
        goods_name: String = Field::text("品名", "Goods").max(200),
        /// Packing.
        package_type: String = Field::text("包装类型", "Packaging").max(50),
        /// Marks.
        marks: String = Field::long("唛头", "Marks").max(500),
        /// Truck.
        plate_no: String = Field::upper("车牌", "Plate").max(20),
        /// Driver.
        driver_name: String = Field::text("司机", "Driver").max(50),
        /// His phone.
        driver_phone: String = Field::text("司机电话", "Driver's phone").max(30).masked(),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(300),
        /// Language of its mail.
        language: String = Field::select(LANGUAGES, "语言", "Language").required().initially("\"zh-CN\""),
        /// Addresses it is mailed to, a semicolon between.
        receivers: String = Field::long("收件人", "Receivers").max(1000),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// When it was sent.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").read_only().wire("sentTime"),
        /// To which addresses.
        sent_to: String = Field::text("发送至", "Sent to").read_only().max(1000),
        /// When the driver set out.
        depart_at: Option<i64> = Field::instant("出发时间", "Set out").read_only().wire("departTime"),
        /// When he arrived.
        arrive_at: Option<i64> = Field::instant("到达时间", "Arrived").read_only().wire("arriveTime"),
        /// Number by which he is called.
        queue_no: String = Field::text("排队号", "Queue no.").read_only().max(10),
        /// When his cargo was taken over.
        received_at: Option<i64> = Field::instant("收货时间", "Received").read_only().wire("receivedTime"),
        /// Why it was given up.
        void_reason: String = Field::text("作废原因", "Reason of voiding").read_only().max(200),
    }
}

const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
const AWB: Field = Field::text("主单号", "MAWB").column("awb_number").wire("awbNumber");
const COOP: Field = Field::text("客户", "Customer").column("coop_name").wire("coopName");
const PLACE: Field = Field::text("货站/库房", "Terminal or warehouse").column("name_cn").wire("warehouseName");
const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("creator");
const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
const VIEWS: Field = Field::int("查看次数", "Views").column("views");
const WAITING: Field = Field::int("等待(分)", "Waiting (min)").wire("waiting");

/// Since when somebody waits; how long he did, below nought, once his cargo was taken over.
fn waiting() -> Expr {
    Expr::cust(
        "CASE WHEN delivery_notice.state = 'VOID' THEN NULL WHEN delivery_notice.received_at IS NULL \
         THEN delivery_notice.arrive_at ELSE delivery_notice.arrive_at - delivery_notice.received_at END",
    )
}

const MINUTE_MS: i64 = 60_000;

fn minutes(actor: &Actor, value: &Value) -> Value {
    match value {
        Value::Int(since) if *since > 0 => Value::Int((actor.now.millis() - since).max(0) / MINUTE_MS),
        Value::Int(waited) => Value::Int(-waited / MINUTE_MS),
        _ => Value::Null,
    }
}

fn masked(_: &Actor, value: &Value) -> Value {
    match value {
        Value::Text(number) if !number.is_empty() => Value::Text(tail(number)),
        other => other.clone(),
    }
}

/// The notices of the orders the caller may see.
pub(super) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "coop", alias: "coop", on: &[("freight_order.coop_id", "id")], by_org: true },
        Join { table: "warehouse", alias: "place", on: &[("warehouse_id", "id")], by_org: true },
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Notice::NOTICE_CODE).width(140).copy(),
        Column::of("freight_order", CODE).width(140).copy(),
        Column::of("freight_order", AWB).width(130).copy(),
        Column::of("coop", COOP).width(140),
        Column::own(Notice::FLAG).width(70),
        Column::of("place", PLACE).width(140),
        Column::own(Notice::PIECES).width(80).sum(),
        Column::own(Notice::WEIGHT).width(100).sum(),
        Column::own(Notice::VOLUME).width(100).sum(),
        Column::own(Notice::RECEIPT_DATE).width(110),
        Column::own(Notice::SLOT).width(110),
        Column::own(Notice::LATEST_AT).width(150),
        Column::own(Notice::PLATE_NO).width(100).copy(),
        Column::own(Notice::DRIVER_NAME).width(90),
        Column::own(Notice::DRIVER_PHONE).width(110).read_as(masked),
        Column::own(Notice::QUEUE_NO).width(80),
        Column::own(Notice::STATE).width(90),
        Column::own(VIEWS).width(80),
        Column::own(Notice::SENT_AT).width(150),
        Column::own(Notice::ARRIVE_AT).width(150),
        Column::expr(waiting, WAITING).width(90).read_as(minutes),
        Column::of("creator", CREATOR).width(90),
        Column::own(CREATED).width(150).behind(),
        Column::own(Notice::DEPART_AT).width(150).behind(),
        Column::own(Notice::RECEIVED_AT).width(150).behind(),
        Column::own(Notice::REMARK).behind().unsorted(),
        Column::own(Notice::VOID_REASON).behind().unsorted(),
        Column::own(Notice::ORDER_ID).hidden(),
        Column::own(Notice::WAREHOUSE_ID).hidden(),
    ],
    filters: &[
        Filter::new("noticeCode", Match::Contains, Notice::NOTICE_CODE),
        Filter::new("orderCode", Match::Contains, CODE).columns(&[("freight_order", "order_code")]),
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[("freight_order", "awb_number")]),
        Filter::new("coopName", Match::Contains, COOP).columns(&[("coop", "coop_name")]),
        Filter::new("warehouseId", Match::OneOf, Notice::WAREHOUSE_ID),
        Filter::new("flag", Match::OneOf, Notice::FLAG).more(),
        Filter::new("receiptDate", Match::Range, Notice::RECEIPT_DATE),
        Filter::new("plateNo", Match::Contains, Notice::PLATE_NO),
        Filter::new("state", Match::OneOf, Notice::STATE),
    ],
    buttons: BUTTONS,
    export: "af-notice-export",
    visible: Some(visible_order),
    decorate: Some(decorate),
    tabs: "state",
    form: "af.delivery-notice.form",
    ..ListPage::new(
        "af.delivery-notice.list",
        PAGE,
        ("送货通知", "Delivery notices"),
        "af_delivery_notice",
        BASE,
        TABLE,
    )
};

const BUTTONS: &[Button] = &[
    Button::new("af-order-notice", ("生成", "New"), "primary", "create"),
    Button::new("af-order-notice", ("修改", "Edit"), "row", "edit").when("state", AWAITED),
    Button::new("af-order-notice", ("链接", "Link"), "row", "custom")
        .calls("POST /afbase/deliveryNotice/{id}/link")
        .when("state", AWAITED),
    Button::new("af-notice-send", ("发送", "Send"), "row", "custom")
        .calls("POST /afbase/deliveryNotice/{id}/send")
        .when("state", AWAITED),
    Button::new("af-notice-send", ("标记已发", "Mark as sent"), "row", "call")
        .calls("POST /afbase/deliveryNotice/{id}/sent")
        .asks("确认该通知已通过其他方式送达？", "Was this notice passed on another way?")
        .when("state", &[UNSENT]),
    Button::new("af-notice-arrive", ("到货登记", "Register arrival"), "row", "custom")
        .calls("POST /afbase/deliveryNotice/{id}/arrive")
        .when("state", AWAITED),
    Button::new("af-notice-arrive", ("确认收货", "Confirm receipt"), "row", "call")
        .calls("POST /afbase/deliveryNotice/{id}/receive")
        .asks("确认货物已收妥？", "Has the cargo been taken over?")
        .when("state", &[ARRIVED]),
    Button::new("af-notice-void", ("作废", "Void"), "row", "custom")
        .calls("POST /afbase/deliveryNotice/{id}/void")
        .when("state", &[UNSENT, SENT, VIEWED, TRANSIT, ARRIVED]),
    Button::new("af-notice-export", ("导出", "Export"), "toolbar", "export"),
];

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let state = String::from_value(row.value("state")).unwrap_or_default();
    let codes: &[&str] = match state.as_str() {
        RECEIVED | VOID => &[],
        ARRIVED => &["af-notice-arrive", "af-notice-void"],
        _ => &["af-order-notice", "af-notice-send", "af-notice-arrive", "af-notice-void"],
    };
    list::write_can(actor, codes, out);
}

/// What the form shows beside its fields; forms send it back.
const FACTS: &[&str] = &[
    "orderCode",
    "orderUuid",
    "awbNumber",
    "coopName",
    "route",
    "flightNo",
    "flightDate",
    "warehouseName",
    "views",
    "lastView",
    "creator",
    "createTime",
];

/// The form beside the list.
pub(super) const FORM: FormPage = FormPage {
    codes: ["af-order-notice", "af-order-notice", "", ""],
    page: PAGE,
    uniques: &[
        Unique {
            index: "uq_delivery_notice_code",
            columns: &["notice_code"],
            field: "noticeCode",
            message: NUMBER_TAKEN,
        },
        Unique { index: "uq_delivery_notice_live", columns: &[], field: "flag", message: LIVE },
    ],
    seen: Some(need_seen),
    rules: Some(rules::check),
    after: Some(rules::after),
    view_more: Some(rules::view_more),
    members: FACTS,
    sections: SECTIONS,
    ..FormPage::of::<Notice>(
        "af.delivery-notice.form",
        ("送货通知", "Delivery notice"),
        ("af_delivery_notice", BASE, "delivery_notice"),
        Notice::NOTICE_CODE,
    )
};

const SECTIONS: &[Section] = &[
    Section {
        key: "main",
        title: ("送货", "Delivery"),
        fields: &[
            Notice::ORDER_ID,
            Notice::FLAG,
            Notice::WAREHOUSE_ID,
            Notice::RECEIPT_DATE,
            Notice::SLOT,
            Notice::LATEST_AT,
            Notice::NOTICE_CODE,
            Notice::STATE,
        ],
    },
    Section {
        key: "cargo",
        title: ("货物", "Cargo"),
        fields: &[
            Notice::GOODS_NAME,
            Notice::PACKAGE_TYPE,
            Notice::PIECES,
            Notice::WEIGHT,
            Notice::VOLUME,
            Notice::MARKS,
        ],
    },
    Section {
        key: "driver",
        title: ("车辆", "Truck"),
        fields: &[Notice::PLATE_NO, Notice::DRIVER_NAME, Notice::DRIVER_PHONE],
    },
    Section {
        key: "telling",
        title: ("通知", "Notification"),
        fields: &[Notice::LANGUAGE, Notice::RECEIVERS, Notice::REMARK],
    },
    Section {
        key: "progress",
        title: ("进度", "Progress"),
        fields: &[
            Notice::SENT_AT,
            Notice::SENT_TO,
            Notice::DEPART_AT,
            Notice::ARRIVE_AT,
            Notice::QUEUE_NO,
            Notice::RECEIVED_AT,
            Notice::VOID_REASON,
        ],
    },
];

/// A notice as it is stored.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Notice, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(Notice::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Notice::from_values(&row.0)?)
}

/// The live notice of an order and a flag.
pub(crate) fn live(conn: &mut dyn Conn, org: i64, order: Id, flag: &str) -> Result<Option<(Id, String)>, Refusal> {
    use platform::sea_query::ExprTrait;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "notice_code"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("flag", flag))
        .and_where(sql::col("state").ne(sql::value(VOID)));
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// A notice is looked at and changed by those alone who may see its order.
pub(super) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let notice = own(conn, actor.org_id, id)?;
    need_visible(conn, actor, notice.order_id)
}

/// The moment at which an hour of a day begins.
pub(super) fn begins(day: &str, slot: &str) -> Option<Instant> {
    Instant::parse(&format!("{day} {}:00", slot.split('-').next()?))
}
