//! The page /af_edi_message 电子报文: what was sent to carriers, what they answered, what else came.

use kernel::{Id, Scope};
use platform::access::{Actor, LEVEL_ORG};
use platform::document;
use platform::document::Document;
use platform::field::{Choice, Field, Kind};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Cell, Conn, Value, sql};

use crate::channel::CHANNELS;

/// Address of the page.
pub(crate) const PAGE: &str = "/af_edi_message";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/ediMessage";
/// Its table, and the kind of thing in the log.
pub(crate) const TABLE: &str = "edi_message";

/// We sent it, or are about to.
pub(crate) const OUT: &str = "OUT";
/// It came to us.
pub(crate) const IN: &str = "IN";

/// To be sent, or to be fetched by people.
pub(crate) const WAITING: &str = "WAITING";
/// On its way; no answer yet.
pub(crate) const SENT: &str = "SENT";
/// The carrier has taken it.
pub(crate) const ACCEPTED: &str = "ACCEPTED";
/// The carrier has not.
pub(crate) const REJECTED: &str = "REJECTED";
/// No answer came in time.
pub(crate) const TIMEOUT: &str = "TIMEOUT";
/// It could not be sent.
pub(crate) const FAILED: &str = "FAILED";
/// Taken back by people, or replaced by a newer one.
pub(crate) const CANCELLED: &str = "CANCELLED";
/// It came and was understood.
pub(crate) const RECEIVED: &str = "RECEIVED";
/// It came and can't be read.
pub(crate) const UNREAD: &str = "UNREAD";

/// The states.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(WAITING, "待发送", "To be sent").tone("warning"),
    Choice::new(SENT, "已发送", "Sent").tone("info"),
    Choice::new(ACCEPTED, "已接收", "Accepted").tone("done"),
    Choice::new(REJECTED, "被拒", "Rejected").tone("danger"),
    Choice::new(TIMEOUT, "超时", "No answer").tone("warning"),
    Choice::new(FAILED, "发送失败", "Not sent").tone("danger"),
    Choice::new(CANCELLED, "已撤销", "Cancelled"),
    Choice::new(RECEIVED, "已处理", "Processed").tone("done"),
    Choice::new(UNREAD, "无法识别", "Unreadable").tone("danger"),
];
const DIRECTIONS: &[Choice] =
    &[Choice::new(OUT, "发出", "Sent").tone("info"), Choice::new(IN, "收到", "Received").tone("done")];
/// A message whose type nobody can tell.
pub(crate) const NO_TYPE: &str = "?";
const TYPES: &[Choice] = &[
    Choice::new("FWB", "FWB 主运单", "FWB master waybill"),
    Choice::new("FHL", "FHL 分运单", "FHL house waybills"),
    Choice::new("FSU", "FSU 状态", "FSU status"),
    Choice::new("FSA", "FSA 状态答复", "FSA status answer"),
    Choice::new("FMA", "FMA 接收确认", "FMA acknowledgement"),
    Choice::new("FNA", "FNA 拒收", "FNA rejection"),
    Choice::new("FFR", "FFR 订舱", "FFR booking"),
    Choice::new("FFA", "FFA 订舱答复", "FFA booking answer"),
    Choice::new(NO_TYPE, "未知", "Unknown"),
];
const SOURCES: &[Choice] = &[
    Choice::new("PASTE", "录入", "Pasted"),
    Choice::new("FILE", "文件上传", "Uploaded file"),
    Choice::new("FOLDER", "文件目录", "Folder of files"),
    Choice::new("HTTP", "接口", "Interface"),
];

/// Chinese and English name of a state.
pub(crate) fn state_name(state: &str) -> (&'static str, &'static str) {
    STATES.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

document! {
    /// One message.
    pub struct Message in "edi_message" {
        /// Number we know it by.
        message_no: String = Field::upper("报文编号", "Message no."),
        /// Sent or received.
        direction: String = Field::state(DIRECTIONS, "方向", "Direction"),
        /// Its standard name.
        kind: String = Field::select(TYPES, "类型", "Type").wire("type"),
        /// Version of the standard.
        message_version: String = Field::text("版本", "Version"),
        /// Cargo-IMP or Cargo-XML.
        format: String = Field::text("格式", "Format"),
        /// Master.
        awb_number: String = Field::new(Kind::Waybill, "主单号", "MAWB"),
        /// House.
        hawb_number: String = Field::upper("分单号", "HAWB"),
        /// Form it was made of.
        awb_print_id: Option<Id> = Field::reference("awbPrint", "制单", "Form"),
        /// House waybill.
        hawb_id: Option<Id> = Field::reference("hawb", "分单", "House waybill"),
        /// Order it hangs on.
        order_id: Option<Id> = Field::reference("order", "订单", "Order"),
        /// Carrier.
        carrier_code: String = Field::code("carrier", "航司", "Carrier"),
        /// From.
        departure: String = Field::upper("始发港", "Origin"),
        /// To.
        arrival: String = Field::upper("目的港", "Destination"),
        /// Flight.
        flight: String = Field::upper("航班号", "Flight"),
        /// Its day.
        flight_date: String = Field::day("航班日期", "Flight date"),
        /// Pieces.
        pieces: Option<i64> = Field::int("件数", "Pieces"),
        /// Gross weight.
        weight: Option<kernel::Weight> = Field::decimal(3, "毛重", "Gross weight").digits(1).unit("KG"),
        /// The message.
        body: String = Field::long("报文", "Message"),
        /// Which way.
        channel: String = Field::select(CHANNELS, "通道", "Channel"),
        /// Row of the channel.
        channel_id: Option<Id> = Field::reference("ediChannel", "通道", "Channel"),
        /// State.
        state: String = Field::state(STATES, "状态", "State"),
        /// How often it replaced an accepted one.
        revision: i64 = Field::int("修订号", "Revision"),
        /// What was answered.
        receipt: String = Field::text("回执", "Receipt"),
        /// What went wrong.
        error_text: String = Field::text("错误信息", "Error"),
        /// Attempts to send it.
        tries: i64 = Field::int("发送次数", "Attempts"),
        /// How it came.
        source: String = Field::select(SOURCES, "来源", "Source"),
        /// The message it answers.
        answers_id: Option<Id> = Field::reference("ediMessage", "对应报文", "Answers"),
        /// Who sent it.
        sender_id: Option<Id> = Field::reference("user", "发送人", "Sender"),
        /// When.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").wire("sendTime"),
        /// When the answer came, or the message itself.
        receipt_at: Option<i64> = Field::instant("回执时间", "Answered").wire("receiptTime"),
        /// When it was made or came.
        created_at: i64 = Field::instant("创建时间", "Created").wire("createTime"),
        /// Version of the row.
        version: i64 = Field::int("版本", "Version"),
    }
}

fn route() -> Expr {
    Expr::cust(
        "CASE WHEN edi_message.departure IS NULL THEN NULL \
         ELSE edi_message.departure || '-' || COALESCE(edi_message.arrival, '') END",
    )
}

/// The messages of the orders the caller may see, and those that hang on none.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "sender", on: &[("sender_id", "id")], by_org: true },
        Join { table: "freight_order", alias: "orders", on: &[("order_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::of("orders", Field::text("订单", "Order").column("uuid").wire("orderUuid")).hidden(),
        Column::own(Message::DIRECTION).width(70),
        Column::own(Message::KIND).width(120),
        Column::own(Message::MESSAGE_VERSION).width(70),
        Column::own(Message::AWB_NUMBER).width(140).copy(),
        Column::own(Message::HAWB_NUMBER).width(120).copy(),
        Column::expr(route, Field::text("航程", "Route").wire("route")).width(90),
        Column::own(Message::FLIGHT).width(90),
        Column::own(Message::FLIGHT_DATE).width(110),
        Column::own(Message::PIECES).width(70),
        Column::own(Message::WEIGHT).width(90),
        Column::own(Message::CHANNEL).width(120),
        Column::own(Message::STATE).width(90),
        Column::own(Message::RECEIPT).width(200).unsorted(),
        Column::own(Message::ERROR_TEXT).width(200).unsorted(),
        Column::of("sender", Field::text("发送人", "Sender").column("name_cn").wire("sender")).width(90),
        Column::own(Message::SENT_AT).width(150),
        Column::own(Message::RECEIPT_AT).width(150),
        Column::own(Message::REVISION).width(80),
        Column::own(Message::MESSAGE_NO).width(150).behind(),
        Column::own(Message::FORMAT).behind(),
        Column::own(Message::CARRIER_CODE).behind(),
        Column::of("orders", Field::text("订单号", "Order").column("order_code").wire("orderCode")).behind(),
        Column::own(Message::TRIES).behind(),
        Column::own(Message::SOURCE).behind(),
        Column::own(Message::CREATED_AT).behind(),
    ],
    filters: &[
        Filter::new("direction", Match::OneOf, Field::select(DIRECTIONS, "方向", "Direction").column("direction")),
        Filter::new("awbNumber", Match::Own(number_contains), Message::AWB_NUMBER),
        Filter::new("hawbNumber", Match::Contains, Message::HAWB_NUMBER),
        Filter::new("type", Match::OneOf, Message::KIND),
        Filter::new("carrier", Match::OneOf, Message::CARRIER_CODE),
        Filter::new("state", Match::OneOf, Field::select(STATES, "状态", "State").column("state")),
        Filter::new("sendTime", Match::Range, Message::SENT_AT),
        Filter::new("createTime", Match::Range, Message::CREATED_AT).more(),
    ],
    buttons: &[
        Button::new("af-edi-receive", ("录入回执", "Enter messages"), "primary", "custom")
            .calls("POST /afbase/ediMessage/import"),
        Button::new("af-edi-retry", ("重发", "Send again"), "row", "custom")
            .calls("POST /afbase/ediMessage/retry")
            .when("state", &[FAILED, TIMEOUT]),
        Button::new("af-edi-download", ("下载", "Download"), "row", "custom")
            .calls("GET /afbase/ediMessage/download/{id}"),
        Button::new("af-edi-cancel", ("撤销", "Cancel"), "row", "custom")
            .calls("POST /afbase/ediMessage/cancel")
            .when("state", OPEN),
    ],
    tabs: "direction",
    visible: Some(visible),
    decorate: Some(decorate),
    ..ListPage::new("edi.message.list", PAGE, ("电子报文", "Electronic messages"), "af_edi_message", BASE, TABLE)
};

/// States a message of ours is taken back from.
pub(crate) const OPEN: &[&str] = &[WAITING, SENT, ACCEPTED, REJECTED, TIMEOUT, FAILED];

/// Digits, with the dash or without.
fn number_contains(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let bare = Expr::cust("REPLACE(edi_message.awb_number, '-', '')");
    let part = if digits.is_empty() { Expr::cust("1 = 0") } else { sql::contains(bare, &digits) };
    Ok(sql::all_of([part]))
}

/// Messages that hang on an order the caller may see, or on none. Of those, what was sent of a waybill is for who may
/// see its form.
pub(crate) fn visible(actor: &Actor) -> Condition {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of("freight_order", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("freight_order", "id").equals((TABLE, "order_id")))
        .cond_where(waybill::orders::visible_order(actor));
    let mut form = Query::select();
    form.expr(Expr::cust("1"))
        .from("awb_print")
        .and_where(sql::of("awb_print", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("awb_print", "id").equals((TABLE, "awb_print_id")))
        .cond_where(waybill::reach::visible_form(actor));
    let mut alone = Condition::any().add(sql::of(TABLE, "awb_print_id").is_null()).add(Expr::exists(form));
    if actor.order_level(Scope::Ae) >= LEVEL_ORG {
        // The form may be gone.
        alone = Condition::all();
    }
    let alone = Condition::all().add(sql::of(TABLE, "order_id").is_null()).add(alone);
    Condition::any().add(alone).add(Expr::exists(order))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name| String::from_value(row.value(name)).unwrap_or_default();
    let mut codes = vec!["af-edi-download"];
    if text("direction") == OUT {
        let state = text("state");
        if matches!(state.as_str(), FAILED | TIMEOUT) {
            codes.push("af-edi-retry");
        }
        if OPEN.contains(&state.as_str()) {
            codes.push("af-edi-cancel");
        }
    }
    list::write_can(actor, &codes, out);
}

/// The newest of the messages that fulfil a condition; none when there is none.
pub(crate) fn newest(
    conn: &mut dyn Conn,
    org: i64,
    conditions: impl IntoIterator<Item = Expr>,
) -> Result<Option<(Id, Message)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("id");
    for field in Message::FIELDS {
        select.column(field.column);
    }
    for condition in conditions {
        select.and_where(condition);
    }
    select.order_by("id", sql::Order::Desc).limit(1);
    conn.first(&select.into())?.map(|row| read(row.0)).transpose()
}

fn read(mut values: Vec<Value>) -> Result<(Id, Message), Refusal> {
    let id = if values.is_empty() { Value::Null } else { values.remove(0) };
    Ok((Id::from_value(&id)?, Message::from_values(&values)?))
}

/// A message the caller may see: one of another org is not there, one of a hidden order is refused, and one of a hidden
/// waybill without an order is not there either.
pub(crate) fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Message, Refusal> {
    let (_, message) = newest(conn, actor.org_id, [sql::eq("id", id)])?.ok_or(Refusal::NotFound)?;
    if let Some(order) = message.order_id {
        waybill::orders::need_visible(conn, actor, order)?;
    } else {
        let mut select = sql::from(actor.org_id, TABLE);
        select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(visible(actor));
        conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    }
    Ok(message)
}
