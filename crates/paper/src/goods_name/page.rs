//! The page /af_goodsname: list and form.

use ::order::{GOODS_TYPE, visible_order};
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document;
use platform::document::{Document, FormPage, Section};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{Condition, Expr, ExprTrait, Order as Way};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

use super::rules;
use crate::order;

/// Address of the page.
pub(crate) const PAGE: &str = "/af_goodsname";
/// Beginning of its calls.
pub(crate) const BASE: &str = "/afbase/goodsName";
/// Its table.
pub(crate) const TABLE: &str = "order_goods_name";

/// The terminal was not told, or told something else.
pub(crate) const UNSENT: &str = "UNSENT";
/// It was told.
pub(crate) const SENT: &str = "SENT";
/// The mail to it did not arrive.
const FAILED: &str = "FAILED";

const STATES: &[Choice] = &[
    Choice::new(UNSENT, "未发", "Not sent"),
    Choice::new(SENT, "已发", "Sent").tone("done"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
];

document! {
    /// Names of goods of one type.
    pub struct GoodsName in "order_goods_name" {
        /// The order.
        order_id: Id = Field::reference(order::SELECT, "订单", "Order").required().fixed(),
        /// Type of cargo.
        cargo_type: String = Field::select(GOODS_TYPE, "货物类型", "Cargo type").required(),
        /// Chinese names, commas between.
        goods_cnnames: String = Field::long("中文品名（逗号分隔）", "Chinese names (commas between)")
            .wire("goodsCnnames").required().max(500),
        /// English names, commas between.
        goods_ennames: String = Field::long("英文品名（逗号分隔）", "English names (commas between)")
            .wire("goodsEnnames").max(1000),
        /// Pieces of it.
        quantity: Option<i64> = Field::int("数量", "Quantity").range(1, 999_999_999),
        /// Report of an appraisal.
        report_issue_no: String = Field::text("鉴定报告编号", "Report no.").max(50),
        /// Whether the terminal was told.
        state: String = Field::state(STATES, "状态", "State"),
        /// The mail it was told by.
        mail_id: Option<Id> = Field::reference("", "邮件", "Mail").read_only(),
        /// When.
        sent_at: Option<i64> = Field::instant("发送时间", "Sent").read_only().wire("sentTime"),
        /// Where to.
        sent_to: String = Field::text("发送至", "Sent to").read_only().max(1000),
    }
}

const CODE: Field = Field::text("订单号", "Order").column("order_code").wire("orderCode");
const AWB: Field = Field::text("主单号", "MAWB").column("awb_number").wire("awbNumber");
const FLIGHT_DATE: Field = Field::day("航班日期", "Flight date").column("expect_departure").wire("flightDate");
const EDITOR: Field = Field::text("修改人", "Changed by").column("name_cn").wire("editor");
const EDITED: Field = Field::instant("修改时间", "Changed").column("updated_at").wire("editTime");
const ERROR: Field = Field::text("失败原因", "Reason").column("error").wire("mailError");
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const IS_STATE: Field = Field::select(STATES, "状态", "State");

/// A mail that failed took the names nowhere.
fn state() -> Expr {
    Expr::cust(
        "CASE WHEN order_goods_name.state = 'SENT' AND mail.status = '失败' THEN 'FAILED' \
         ELSE order_goods_name.state END",
    )
}

fn in_state(_: &Actor, code: &str) -> Result<Condition, Refusal> {
    if STATES.iter().all(|known| known.value != code) {
        return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "state")])));
    }
    Ok(Condition::all().add(state().eq(sql::value(code.to_owned()))))
}

/// The names of goods of the orders the caller may see.
pub(crate) const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "mail_log", alias: "mail", on: &[("mail_id", "id")], by_org: true },
        Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true },
    ],
    follows: &["mail_log"],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(GoodsName::ORDER_ID).hidden(),
        Column::of("freight_order", CODE).width(140).copy(),
        Column::of("freight_order", AWB).width(130).copy(),
        Column::of("freight_order", FLIGHT_DATE).width(110),
        Column::own(GoodsName::CARGO_TYPE).width(90),
        Column::own(GoodsName::GOODS_CNNAMES).width(240).unsorted(),
        Column::own(GoodsName::GOODS_ENNAMES).width(240).unsorted(),
        Column::own(GoodsName::QUANTITY).width(80).sum(),
        Column::own(GoodsName::REPORT_ISSUE_NO).width(140),
        Column::expr(state, STATE).width(80),
        Column::own(GoodsName::SENT_AT).width(150),
        Column::own(GoodsName::SENT_TO).width(160).unsorted(),
        Column::of("mail", ERROR).width(160).unsorted().behind(),
        Column::of("editor", EDITOR).width(90),
        Column::own(EDITED).width(150),
    ],
    filters: &[
        Filter::new("awbNumber", Match::Contains, AWB).columns(&[("freight_order", "awb_number")]),
        Filter::new("orderCode", Match::Contains, CODE).columns(&[("freight_order", "order_code")]),
        Filter::new("goodsName", Match::Contains, Field::text("品名", "Goods"))
            .columns(&[(TABLE, "goods_cnnames"), (TABLE, "goods_ennames")])
            .one_mode(),
        Filter::new("cargoType", Match::OneOf, GoodsName::CARGO_TYPE),
        Filter::new("state", Match::Own(in_state), IS_STATE),
        Filter::new("reportIssueNo", Match::Contains, GoodsName::REPORT_ISSUE_NO).more(),
        Filter::new("flightDate", Match::Range, FLIGHT_DATE).columns(&[("freight_order", "expect_departure")]).more(),
    ],
    buttons: &[
        Button::new("af-goods-add", ("新增", "Add"), "primary", "create"),
        Button::import("af-goods-import", "POST /afbase/goodsName/import"),
        Button::new("af-goods-add", ("编辑", "Edit"), "row", "edit"),
        Button::new("af-goods-print", ("打印", "Print"), "row", "custom")
            .calls("POST /afbase/goodsName/print/{orderId}"),
        Button::new("af-goods-send", ("发送", "Send"), "row", "custom").calls("POST /afbase/goodsName/send"),
        Button::new("af-goods-send", ("标记已发", "Mark as sent"), "row", "call")
            .calls("POST /afbase/goodsName/sent/{orderId}")
            .asks("该订单的品名已通过其他方式送出？", "Did the names of this order go another way?"),
        Button::new("af-goods-add", ("删除", "Delete"), "row", "remove")
            .asks("确认删除该品名？", "Delete these names of goods?")
            .for_many(),
    ],
    visible: Some(visible_order),
    decorate: Some(decorate),
    tabs: "state",
    form: "af.goods-name.form",
    ..ListPage::new("af.goods-name.list", PAGE, ("品名清单", "Goods name lists"), "af_goodsname", BASE, TABLE)
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["af-goods-add", "af-goods-print", "af-goods-send"], out);
}

const NOTHING: Msg = Msg::new("goods.none", "订单没有品名", "The order has no names of goods.");

/// The form beside the list.
pub(crate) const FORM: FormPage = FormPage {
    codes: ["af-goods-add", "af-goods-add", "af-goods-add", ""],
    page: PAGE,
    seen: Some(need_seen),
    rules: Some(rules::check),
    view_more: Some(|conn, org, id, view| order::facts_of(conn, org, (TABLE, id), view)),
    members: &["orderCode", "orderUuid", "awbNumber", "route", "flightNo", "flightDate", "editor", "editTime"],
    import: Import::with("af-goods-import"),
    sections: &[Section {
        key: "main",
        title: ("品名", "Names of goods"),
        fields: &[
            GoodsName::ORDER_ID,
            GoodsName::CARGO_TYPE,
            GoodsName::GOODS_CNNAMES,
            GoodsName::GOODS_ENNAMES,
            GoodsName::QUANTITY,
            GoodsName::REPORT_ISSUE_NO,
            GoodsName::STATE,
            GoodsName::SENT_AT,
            GoodsName::SENT_TO,
        ],
    }],
    ..FormPage::of::<GoodsName>(
        "af.goods-name.form",
        ("品名", "Names of goods"),
        ("af_goodsname", BASE, "goods_name"),
        GoodsName::GOODS_CNNAMES,
    )
};

fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("order_id").and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    order::of_id(conn, actor, row.get(0)?).map(drop)
}

/// A row with its id and version.
pub(crate) struct Kept {
    pub(crate) id: Id,
    pub(crate) version: i64,
    pub(crate) goods: GoodsName,
}

/// The rows of an order, the first first.
pub(crate) fn rows_of(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Kept>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "version"])
        .columns(GoodsName::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("order_id", order))
        .order_by("id", Way::Asc);
    let read = |row: &Row| {
        let goods = GoodsName::from_values(row.0.get(2..).unwrap_or_default())?;
        Ok(Kept { id: row.get(0)?, version: row.get(1)?, goods })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The same; refused when there is none.
pub(crate) fn some_rows_of(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Kept>, Refusal> {
    let rows = rows_of(conn, org, order)?;
    if rows.is_empty() { Err(Refusal::business(NOTHING)) } else { Ok(rows) }
}

/// GET list/{orderUuid}: the names of goods of an order.
pub(crate) fn of_order(call: &mut Call) -> Outcome {
    let (actor, uuid) = (call.actor()?, call.path_uuid("orderUuid")?);
    let rows = call.read(|conn| {
        let order = order::of_uuid(conn, actor, &uuid)?;
        rows_of(conn, actor.org_id, order.id)
    })?;
    let told = rows.iter().map(|row| {
        json!({
            "id": row.id,
            "version": row.version,
            "cargoType": row.goods.cargo_type,
            "goodsCnnames": row.goods.goods_cnnames,
            "goodsEnnames": row.goods.goods_ennames,
            "quantity": row.goods.quantity,
            "reportIssueNo": row.goods.report_issue_no,
            "state": row.goods.state,
        })
    });
    Ok(Answer::Data(Json::Array(told.collect())))
}
