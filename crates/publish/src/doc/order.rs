//! The papers of all orders: one list over the attachments, judged by who sees the order.

use kernel::{Id, Instant, Msg, Scope, is_recent};
use order::{FILE_CLASSES, Lifecycle, listed, need_papers_open, page_slug};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field};
use platform::list::{self, Ask, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{PAGE, pack};

pub(super) const TABLE: &str = "order_file";
/// An own upload is taken back within so long.
const OWN_MS: i64 = 24 * 60 * 60 * 1000;
/// Papers changed by one call.
const NAMED_MAX: usize = 500;

const NO_SCOPE: Msg = Msg::new("doc.scope", "请选择业务范畴", "Please choose the business.");
const NOT_OWN: Msg =
    Msg::new("doc.not_own", "只能删除本人24小时内上传的单证", "Only own uploads of the last 24 hours can be deleted.");

const KINDS: &[Choice] = &[Choice::new("照片", "图片", "Picture"), Choice::new("文件", "文件", "Document")];

const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Business").column("business_scope");
const NAME: Field = Field::text("单证名称", "Name").column("file_name");
const KIND: Field = Field::select(KINDS, "单证类型", "Type").column("file_type");
const CLASS: Field = Field::select(FILE_CLASSES, "分类", "Class").column("file_class");
const ORDER: Field = Field::text("订单号", "Order").column("order_code");
const CUSTOMER_NO: Field = Field::text("客户单号", "Customer's number").column("customer_number");
const DISPLAY: Field = Field::flag("对外显示", "Shown outside").column("is_display");
const UPLOADED: Field = Field::instant("上传时间", "Uploaded").column("created_at");
const DAY: Field = listed::DATE.wire("businessDate");

/// The master number of an order, else its first house number: of its waybills, or of its bills of lading.
fn bill_number() -> Expr {
    Expr::cust(
        "COALESCE(freight_order.awb_number, carriage.mlb_number, freight_order.hawb_number, carriage.hlb_number, \
         (SELECT MIN(hawb.hawb_number) FROM hawb \
         WHERE hawb.org_id = order_file.org_id AND hawb.order_id = order_file.order_id))",
    )
}

/// The first letters of the order's form.
fn slug() -> Expr {
    page_slug("freight_order")
}

/// Orders with a master or house number that has this text, the house waybills of an order among them.
fn by_number(actor: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let mut houses = sql::from(actor.org_id, "hawb");
    houses
        .expr(Expr::cust("1"))
        .and_where(sql::of("hawb", "order_id").equals((TABLE, "order_id")))
        .and_where(sql::contains(sql::of("hawb", "hawb_number"), wanted));
    let columns = [
        ("freight_order", "awb_number"),
        ("freight_order", "hawb_number"),
        ("carriage", "mlb_number"),
        ("carriage", "hlb_number"),
    ];
    let known = columns.map(|(table, column)| sql::contains(sql::of(table, column), wanted));
    Ok(Condition::any().add(sql::any_of(known)).add(Expr::exists(houses)))
}

/// Whether an upload is the actor's own and so young that he may take it back.
fn is_own(actor: &Actor, uploader: Id, uploaded_at: i64, now: i64) -> bool {
    uploader == actor.user_id && is_recent(Instant::from_millis(uploaded_at), Instant::from_millis(now), OWN_MS + 1)
}

/// What the caller may do with a paper; nobody takes one from a locked order.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = match (row.value("uploadedBy"), row.value("createdAt")) {
        (Value::Int(uploader), Value::Int(at)) => is_own(actor, Id(*uploader), *at, actor.now.millis()),
        _ => false,
    };
    let open = !matches!(row.value("orderLifecycle"), Value::Text(state) if state == Lifecycle::Locked.code());
    list::write_can(actor, if open { &["sys_doc_download", "sys_doc_del"] } else { &["sys_doc_download"] }, out);
    // Who has the button needs no second one.
    let taken_back = own && open && !actor.has("sys_doc_del");
    out.push_str(if taken_back { ",\"takenBack\":true" } else { ",\"takenBack\":false" });
}

fn address() -> Expr {
    Expr::cust("'/afbase/orderFiles/download/' || CAST(order_file.id AS text)")
}

const fn person(alias: &'static str, column: &'static str) -> Join {
    let on: &'static [(&'static str, &'static str)] = match column.as_bytes() {
        b"sales" => &[("freight_order.sales_id", "id")],
        b"servicer" => &[("freight_order.servicer_id", "id")],
        b"creator" => &[("freight_order.created_by", "id")],
        _ => &[("created_by", "id")],
    };
    Join { table: "app_user", alias, on, by_org: true }
}

const fn name_of(zh: &'static str, en: &'static str, wire: &'static str) -> Field {
    Field::text(zh, en).column("name_cn").wire(wire)
}

/// The papers of the orders the caller may see.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "freight_order", alias: "freight_order", on: &[("order_id", "id")], by_org: true },
        Join { table: "coop", alias: "customer", on: &[("freight_order.coop_id", "id")], by_org: true },
        Join { table: "order_carriage_detail", alias: "carriage", on: &[("order_id", "id")], by_org: true },
        person("sales", "sales"),
        person("servicer", "servicer"),
        person("creator", "creator"),
        person("uploader", "uploader"),
    ],
    columns: &[
        list::ID,
        Column::own(NAME).width(260),
        Column::own(KIND).width(80),
        Column::own(CLASS).width(90),
        Column::of("freight_order", SCOPE).width(100),
        Column::expr(bill_number, Field::text("单号", "Bill number").wire("billNumber")).width(140).copy(),
        Column::of("freight_order", ORDER).width(150).link("/{slug}_order_edit?o={orderUuid}"),
        Column::expr(slug, Field::text("业务", "Business").wire("slug")).hidden(),
        Column::of("freight_order", Field::text("订单", "Order").column("uuid").wire("orderUuid")).hidden(),
        Column::of("freight_order", CUSTOMER_NO).width(130),
        Column::of("freight_order", DAY).width(110),
        Column::of("customer", Field::text("客户名称", "Customer").column("coop_name")).width(160),
        Column::of("sales", name_of("销售", "Sales", "salesName")).width(90),
        Column::of("servicer", name_of("客服", "Customer service", "servicerName")).width(90),
        Column::of("creator", name_of("创建人", "Created by", "creatorName")).behind(),
        Column::of("uploader", name_of("上传人", "Uploaded by", "uploaderName")).width(90),
        Column::own(UPLOADED).width(160),
        Column::own(Field::int("大小", "Size").column("size")).width(100),
        Column::own(DISPLAY).width(90),
        Column::own(Field::text("备注", "Remark").column("file_remark")).width(160),
        Column::own(Field::text("类型", "Media type").column("content_type")).hidden(),
        Column::own(Field::reference("user", "上传人", "Uploaded by").column("created_by").wire("uploadedBy")).hidden(),
        Column::of("freight_order", Field::text("状态", "State").column("lifecycle").wire("orderLifecycle")).hidden(),
        Column::expr(address, Field::text("单证地址", "Address").wire("fileUrl")).behind().unsorted(),
    ],
    filters: &[
        Filter::new("businessScope", Match::OneOf, SCOPE)
            .columns(&[("freight_order", "business_scope")])
            .initially("AE")
            .asks(NO_SCOPE),
        Filter::new("fileName", Match::Contains, NAME),
        Filter::new("fileType", Match::OneOf, KIND),
        Filter::new("fileClass", Match::OneOf, CLASS),
        Filter::new("billNumber", Match::Own(by_number), Field::text("主/分单号", "Bill number")),
        Filter::new("orderCode", Match::Contains, ORDER).columns(&[("freight_order", "order_code")]),
        Filter::new("customerNumber", Match::Contains, CUSTOMER_NO).columns(&[("freight_order", "customer_number")]),
        Filter::new("coopId", Match::Equals, Field::reference("coop", "客户", "Customer"))
            .columns(&[("freight_order", "coop_id")])
            .more(),
        Filter::new("salesId", Match::Equals, Field::reference("user", "销售", "Sales"))
            .columns(&[("freight_order", "sales_id")])
            .more(),
        Filter::new("servicerId", Match::Equals, Field::reference("user", "客服", "Customer service"))
            .columns(&[("freight_order", "servicer_id")])
            .more(),
        Filter::new(
            "uploaderId",
            Match::Equals,
            Field::reference("user", "上传人", "Uploaded by").column("created_by"),
        )
        .more(),
        Filter::new("createdAt", Match::Range, UPLOADED).more(),
        Filter::new("businessDate", Match::Range, DAY).columns(&[("freight_order", "biz_date")]).more(),
        Filter::new("isDisplay", Match::Bool, DISPLAY).more(),
    ],
    buttons: &[
        Button::new("sys_doc_display", ("对外显示", "Show outside"), "batch", "custom"),
        Button::new("sys_doc_zip", ("打包下载", "Download as archive"), "batch", "custom"),
        Button::new("sys_doc_download", ("下载", "Download"), "row", "custom"),
        Button::new("sys_doc_del", ("删除", "Delete"), "row", "remove").calls("DELETE /hrs/doc/order/{id}"),
        Button::new("sys_doc_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_doc_export",
    visible: Some(order::visible_order),
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.docOrder.list",
        "/hrs_doc/orders",
        ("订单单证", "Papers of orders"),
        "hrs_doc",
        "/hrs/doc/order",
        TABLE,
    )
};

/// Adds list and calls to the room.
pub(super) fn add(room: &mut Room) {
    room.lists.push(LIST);
    let page = Access::Code("hrs_doc");
    room.operations.extend([
        Operation::get("list_order_docs", "/hrs/doc/order", page, rows)
            .param("businessScope")
            .param("current")
            .param("size")
            .summary("Papers of the orders of a business"),
        Operation::post("zip_order_docs", "/hrs/doc/order/zip", Access::Code("sys_doc_zip"), pack::zip)
            .summary("Papers as an archive, a folder for each order"),
        Operation::put("display_order_docs", "/hrs/doc/order/display", Access::Code("sys_doc_display"), display)
            .summary("Shows papers on the share page, or hides them"),
        Operation::delete("remove_order_doc", "/hrs/doc/order/{orderFileId}", page, remove),
        Operation::get("get_order_doc_file", "/hrs/doc/order/file/{orderFileId}", page, file)
            .param("inline")
            .param("thumb"),
    ]);
}

/// GET /hrs/doc/order.
fn rows(call: &mut Call) -> Outcome {
    if call.query("businessScope").is_empty() {
        return Err(Refusal::field("businessScope", NO_SCOPE.text()));
    }
    let ask = Ask::of_query(&LIST, &call.asked.query)?;
    list::page_of(&LIST, call, &ask).map(Answer::Raw)
}

/// A paper of an order the caller may see.
pub(super) struct Paper {
    pub(super) id: Id,
    pub(super) order: Id,
    pub(super) order_code: String,
    pub(super) scope: &'static str,
    pub(super) name: String,
    pub(super) mime: String,
    pub(super) key: String,
    pub(super) size: i64,
    pub(super) uploader: Id,
    pub(super) uploaded_at: i64,
}

/// The named papers the caller may see; refused when one of them is not there or hidden.
pub(super) fn papers(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Paper>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns([(TABLE, "id"), (TABLE, "order_id"), (TABLE, "file_name"), (TABLE, "content_type")])
        .columns([(TABLE, "file_key"), (TABLE, "size"), (TABLE, "created_by"), (TABLE, "created_at")])
        .columns([("freight_order", "order_code"), ("freight_order", "business_scope")])
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", TABLE, "order_id"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied().take(NAMED_MAX)))
        .order_by((TABLE, "id"), platform::sea_query::Order::Asc);
    let mut papers = Vec::new();
    for row in conn.query(&select.into())? {
        let order: Id = row.get(1)?;
        order::need_visible(conn, actor, order)?;
        let scope: String = row.get(9)?;
        papers.push(Paper {
            id: row.get(0)?,
            order,
            order_code: row.get(8)?,
            scope: Scope::all().map(Scope::code).find(|code| **code == *scope).unwrap_or_default(),
            name: row.get(2)?,
            mime: row.get(3)?,
            key: row.get(4)?,
            size: row.get(5)?,
            uploader: row.get(6)?,
            uploaded_at: row.get(7)?,
        });
    }
    if papers.is_empty() || papers.len() != ids.len() { Err(Refusal::NotFound) } else { Ok(papers) }
}

impl Paper {
    /// A line of the order's own log.
    pub(super) fn entry(&self) -> LogEntry {
        LogEntry::of("order", self.order, &self.order_code, PAGE).scope(self.scope)
    }
}

fn file_id(call: &Call) -> Result<Id, Refusal> {
    call.path_id("orderFileId")
}

/// GET /hrs/doc/order/file/{orderFileId}.
fn file(call: &mut Call) -> Outcome {
    let (id, actor) = (file_id(call)?, call.actor()?);
    let mut found = call.read(|conn| papers(conn, actor, &[id]))?;
    let paper = found.pop().ok_or(Refusal::NotFound)?;
    if call.query("thumb") == "1" {
        let bytes = call.app.files.thumbnail(actor.org_id, &paper.key)?;
        return Ok(Answer::File { name: paper.name, mime: "image/jpeg".to_owned(), bytes, inline: true });
    }
    let shown = paper.mime.starts_with("image/") || paper.mime == "application/pdf";
    let inline = call.query("inline") == "1" && shown;
    if !inline {
        actor.need("sys_doc_download")?;
    }
    Ok(call.app.files.find(actor.org_id, &paper.key)?.answer(paper.name, paper.mime, inline))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Display {
    ids: Vec<Id>,
    display: bool,
}

/// PUT /hrs/doc/order/display.
fn display(call: &mut Call) -> Outcome {
    let body: Display = call.json()?;
    let count = call.write(|tx| {
        let (org, actor) = (tx.org(), tx.actor);
        let found = papers(tx, actor, &body.ids)?;
        let shown = if body.display { "对客户可见" } else { "对客户隐藏" };
        for paper in &found {
            let mut update = sql::update(org, TABLE, &[("is_display", Value::Bool(body.display))]);
            tx.exec(&update.and_where(sql::eq("id", paper.id)).to_owned().into())?;
            tx.log(paper.entry().did("修改", "文件").text(format!("修改文件：{}，{shown}", paper.name)))?;
        }
        Ok(found.len())
    })?;
    Ok(Answer::Data(json!({ "changed": count })))
}

/// DELETE /hrs/doc/order/{orderFileId}: an own upload of the last day, or anybody's with the button.
fn remove(call: &mut Call) -> Outcome {
    let id = file_id(call)?;
    call.write(|tx| {
        let (org, actor, now) = (tx.org(), tx.actor, tx.now.millis());
        let found = papers(tx, actor, &[id])?;
        let paper = found.first().ok_or(Refusal::NotFound)?;
        if !is_own(actor, paper.uploader, paper.uploaded_at, now) && !actor.has("sys_doc_del") {
            return Err(Refusal::business(NOT_OWN));
        }
        need_papers_open(tx, org, paper.order)?;
        tx.exec(&sql::delete(org, TABLE).and_where(sql::eq("id", id.into_value())).to_owned().into())?;
        let entry = paper.entry().did("删除", "文件").level(Level::High);
        tx.log(entry.text(format!("删除文件：{}", paper.name)))
    })?;
    Ok(Answer::Data(Json::Null))
}
