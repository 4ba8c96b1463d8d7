//! Files of an order: photos and documents, known by content, kept under their hash.

use facts::order_log::log_entry;
use kernel::{Id, Msg, Uuid, show_second};
use order::{FILE_CLASSES, FILE_CODES, OrderHead, PAGE_CODES, form_page, head, head_of_id, need_papers_open};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::files::messages::NO_FILE;
use platform::files::{Packed, accept};
use platform::log::Level;
use platform::package::storage;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Most files of an order.
const FILES_MAX: i64 = 50;
/// Most orders whose files go into one archive.
const ORDERS_MAX: usize = 100;
/// The two kinds.
const PHOTO: &str = "照片";
const DOCUMENT: &str = "文件";

const TOO_MANY: Msg = Msg::new("file.count", "每个订单最多{n}个文件", "An order has at most {n} files.");
const TOO_MANY_ORDERS: Msg =
    Msg::new("file.zip_orders", "一次最多打包{n}个订单的文件", "The files of at most {n} orders are packed at once.");
const NO_FILES: Msg = Msg::new("file.zip_none", "该订单没有文件", "The order has no files.");
const ONE_FILE: Msg = Msg::new("file.one", "请选择一个文件", "Please choose one file.");
const NO_KIND: Msg = Msg::new("file.kind", "文件类型不正确", "The kind of file is not valid.");
const LONG_REMARK: Msg = Msg::new("file.remark", "备注不能超过200个字符", "The remark can't exceed 200 characters.");

/// GET getList.
pub fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let data = call.read(|conn| {
        let saved = head(conn, actor, &uuid, PAGE_CODES)?;
        let mut select = sql::from(actor.org_id, "order_file");
        select
            .columns([
                "id",
                "file_type",
                "file_class",
                "file_name",
                "file_remark",
                "is_display",
                "size",
                "created_by",
                "created_at",
                "content_type",
            ])
            .and_where(sql::eq("order_id", saved.id))
            .order_by("id", Order::Desc);
        let mut files = Vec::new();
        for row in conn.query(&select.into())? {
            let id: Id = row.get(0)?;
            files.push(json!({
                "orderFileId": id,
                "fileType": row.get::<String>(1)?,
                "fileClass": row.get::<String>(2)?,
                "fileName": row.get::<String>(3)?,
                "fileRemark": row.get::<String>(4)?,
                "isDisplay": row.get::<bool>(5)?,
                "size": row.get::<i64>(6)?,
                "creatorName": facts::user_name(conn, actor.org_id, row.get(7)?)?,
                "createTime": show_second(row.get(8)?),
                "contentType": row.get::<String>(9)?,
                "fileUrl": address(id),
            }));
        }
        Ok(files)
    })?;
    Ok(Answer::Data(json!(data)))
}

fn class_of(text: &str) -> Result<String, Refusal> {
    let class = if text.is_empty() { "其他" } else { text };
    if FILE_CLASSES.iter().any(|known| known.value == class) {
        Ok(class.to_owned())
    } else {
        Err(Refusal::business(NO_KIND))
    }
}

/// POST orderFiles/upload: some files; answers their ids.
pub fn upload(call: &mut Call) -> Outcome {
    let kept = keep(call)?;
    Ok(Answer::Data(json!(kept.into_iter().map(|(id, _)| id).collect::<Vec<_>>())))
}

/// POST file/upload: one file; answers how it is called and where it is.
pub fn upload_one(call: &mut Call) -> Outcome {
    if call.asked.parts.iter().filter(|part| !part.file_name.is_empty()).count() > 1 {
        return Err(Refusal::business(ONE_FILE));
    }
    let kept = keep(call)?;
    let (id, name) = kept.first().ok_or_else(|| Refusal::business(NO_FILE))?;
    Ok(Answer::Data(json!({ "orderFileId": id, "fileName": name, "fileUrl": address(*id) })))
}

/// Where a file is fetched.
fn address(id: Id) -> String {
    format!("/afbase/orderFiles/download/{id}")
}

/// Keeps the files of a call with its order, all of them or none.
fn keep(call: &Call) -> Result<Vec<(Id, String)>, Refusal> {
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let kind = if call.query("fileType").is_empty() { DOCUMENT } else { call.query("fileType") }.to_owned();
    if kind != PHOTO && kind != DOCUMENT {
        return Err(Refusal::business(NO_KIND));
    }
    let class = class_of(call.query("fileClass"))?;
    let parts: Vec<_> = call.asked.parts.iter().filter(|part| !part.file_name.is_empty()).cloned().collect();
    if parts.is_empty() {
        return Err(Refusal::business(NO_FILE));
    }
    let mut accepted = Vec::new();
    for part in parts {
        let file = accept(&part.file_name, part.bytes, kind == PHOTO)?;
        accepted.push((file.name, file.known.mime, file.bytes));
    }
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let saved = head(tx, actor, &uuid, FILE_CODES)?;
        waybill::orders::hold(tx, org, saved.id)?;
        let mut count = sql::from(org, "order_file");
        count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", saved.id));
        let there: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
        if there + i64::try_from(accepted.len()).unwrap_or(FILES_MAX) > FILES_MAX {
            return Err(Refusal::Business(TOO_MANY.with(&[("n", &FILES_MAX.to_string())])));
        }
        let mut kept = Vec::new();
        for (name, mime, bytes) in &accepted {
            let id = tx.new_id();
            let key = storage::keep(tx, org, bytes)?;
            let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
            let cells = [
                ("id", id.into_value()),
                ("order_id", saved.id.into_value()),
                ("file_type", kind.clone().into_value()),
                ("file_class", class.clone().into_value()),
                ("file_name", name.clone().into_value()),
                ("is_display", Value::Bool(false)),
                ("size", size.into_value()),
                ("content_type", (*mime).into_value()),
                ("file_key", key.into_value()),
                ("created_by", actor.user_id.into_value()),
                ("created_at", tx.now.into_value()),
            ];
            tx.exec(&sql::insert(org, "order_file", &cells).into())?;
            kept.push((id, name.clone()));
        }
        let names: Vec<&str> = accepted.iter().map(|(name, _, _)| name.as_str()).collect();
        let text = format!("上传{kind}：{}", names.join("，"));
        tx.log(log_entry(saved.id, saved.code, form_page(saved.scope)).did("新建", "文件").text(text))?;
        Ok(kept)
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Changed {
    order_file_id: Id,
    #[serde(default)]
    file_remark: Option<String>,
    #[serde(default)]
    is_display: Option<bool>,
    #[serde(default)]
    file_class: Option<String>,
}

/// A file and its order, for callers that may see the order and have the code of its scope.
fn found(
    tx: &mut dyn Conn,
    actor: &platform::access::Actor,
    id: Id,
    codes: &'static [&'static str],
) -> Result<(OrderHead, String, String, String), Refusal> {
    let mut select = sql::from(actor.org_id, "order_file");
    select.columns(["order_id", "file_name", "content_type", "file_key"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let order = head_of_id(tx, actor, row.get(0)?, codes)?;
    Ok((order, row.get(1)?, row.get(2)?, row.get(3)?))
}

/// POST update.
pub fn update(call: &mut Call) -> Outcome {
    let asked: Changed = call.json()?;
    let class = asked.file_class.as_deref().map(class_of).transpose()?;
    let remark = asked.file_remark.as_deref().map(str::trim).map(ToOwned::to_owned);
    if remark.as_ref().is_some_and(|remark| remark.chars().count() > 200) {
        return Err(Refusal::field("fileRemark", LONG_REMARK.text()));
    }
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let (order, name, _, _) = found(tx, actor, asked.order_file_id, FILE_CODES)?;
        let mut cells = Vec::new();
        cells.extend(remark.map(|remark| ("file_remark", remark.into_value())));
        cells.extend(asked.is_display.map(|shown| ("is_display", Value::Bool(shown))));
        cells.extend(class.map(|class| ("file_class", class.into_value())));
        if !cells.is_empty() {
            tx.exec(&sql::update(org, "order_file", &cells).and_where(sql::eq("id", asked.order_file_id)).into())?;
        }
        let shown =
            asked.is_display.map(|shown| if shown { "，对客户可见" } else { "，对客户隐藏" }).unwrap_or_default();
        tx.log(
            log_entry(order.id, order.code, form_page(order.scope))
                .did("修改", "文件")
                .text(format!("修改文件：{name}{shown}")),
        )
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Gone {
    ids: Vec<Id>,
}

/// POST doDelete.
pub fn delete(call: &mut Call) -> Outcome {
    let asked: Gone = call.json()?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        tx.no_log_line();
        for id in &asked.ids {
            let (order, name, _, _) = found(tx, actor, *id, FILE_CODES)?;
            waybill::orders::hold(tx, org, order.id)?;
            need_papers_open(tx, org, order.id)?;
            tx.exec(&sql::delete(org, "order_file").and_where(sql::eq("id", *id)).into())?;
            let entry = log_entry(order.id, order.code, form_page(order.scope)).did("删除", "文件").level(Level::High);
            tx.log(entry.text(format!("删除文件：{name}")))?;
        }
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    order_uuid: String,
}

/// POST zip: all files of an order in one archive.
pub fn zip(call: &mut Call) -> Outcome {
    let asked: Wanted = call.json()?;
    let (order, files) = filed(call, &asked.order_uuid)?;
    if files.is_empty() {
        return Err(Refusal::business(NO_FILES));
    }
    let name = format!("{}.zip", order.code);
    let packed: Vec<_> = files.iter().map(|file| file.packed("")).collect();
    let archive = call.app.files.pack(call.actor()?.org_id, &packed)?;
    call.write(|tx| log_packed(tx, &order, files.len()))?;
    Ok(archive.answer(name, "application/zip".to_owned(), false))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WantedOfSeveral {
    order_uuids: Vec<String>,
}

/// POST zipSeveral: the files of several orders in one archive, each order's in a folder by its code. Those of no file
/// are left out.
pub fn zip_several(call: &mut Call) -> Outcome {
    let asked: WantedOfSeveral = call.json()?;
    if asked.order_uuids.len() > ORDERS_MAX {
        return Err(Refusal::Business(TOO_MANY_ORDERS.with(&[("n", &ORDERS_MAX.to_string())])));
    }
    let all = asked.order_uuids.iter().map(|uuid| filed(call, uuid)).collect::<Result<Vec<_>, Refusal>>()?;
    let all: Vec<_> = all.into_iter().filter(|(_, files)| !files.is_empty()).collect();
    if all.is_empty() {
        return Err(Refusal::business(NO_FILES));
    }
    let packed: Vec<_> =
        all.iter().flat_map(|(order, files)| files.iter().map(|file| file.packed(&order.code))).collect();
    let archive = call.app.files.pack(call.actor()?.org_id, &packed)?;
    call.write(|tx| all.iter().try_for_each(|(order, files)| log_packed(tx, order, files.len())))?;
    let stem = if call.language().starts_with("en") { "Files of orders" } else { "订单文件" };
    let name = format!("{stem}_{}.zip", kernel::show_day(call.now().day()));
    Ok(archive.answer(name, "application/zip".to_owned(), false))
}

/// A file of an order as it is kept.
struct Filed {
    name: String,
    key: String,
    size: i64,
}

impl Filed {
    fn packed<'a>(&'a self, folder: &'a str) -> Packed<'a> {
        Packed { folder, name: &self.name, key: &self.key, size: self.size }
    }
}

/// An order that its caller sees, with its files.
fn filed(call: &Call, uuid: &str) -> Result<(OrderHead, Vec<Filed>), Refusal> {
    let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
    let actor = call.actor()?;
    call.read(|conn| {
        let order = head(conn, actor, &uuid, PAGE_CODES)?;
        let mut select = sql::from(actor.org_id, "order_file");
        select
            .columns(["file_name", "file_key", "size"])
            .and_where(sql::eq("order_id", order.id))
            .order_by("id", Order::Asc);
        let file = |row: &Row| Ok(Filed { name: row.get(0)?, key: row.get(1)?, size: row.get(2)? });
        let files = conn.query(&select.into())?.iter().map(file).collect::<Result<_, Refusal>>()?;
        Ok((order, files))
    })
}

fn log_packed(tx: &mut Tx<'_>, order: &OrderHead, files: usize) -> Result<(), Refusal> {
    let entry =
        log_entry(order.id, order.code.clone(), form_page(order.scope)).did("导出", "打包下载").level(Level::Low);
    tx.log(entry.text(format!("打包下载{files}个文件")))
}

/// GET download: as an attachment; photos inline when asked, or small.
pub fn download(call: &mut Call) -> Outcome {
    let id = call.path_id("orderFileId")?;
    let actor = call.actor()?;
    let (_, name, mime, key) = call.read(|conn| found(conn, actor, id, PAGE_CODES))?;
    if call.query("thumb") == "1" {
        let bytes = call.app.files.thumbnail(actor.org_id, &key)?;
        return Ok(Answer::File { name, mime: "image/jpeg".to_owned(), bytes, inline: true });
    }
    let inline = call.query("inline") == "1" && mime.starts_with("image/");
    Ok(call.app.files.find(actor.org_id, &key)?.answer(name, mime, inline))
}
