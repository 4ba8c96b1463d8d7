//! The calls of the public page: every one needs the code of a live link.
//!
//! Whatever is wrong with a code (nonsense, ended, withdrawn, used up), the answer is the same. Only failures count
//! against the caller's address.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Instant, Msg};
use message::{About, By, Told, Values};
use platform::access::secret_hash;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::files::{self, messages::NO_FILE};
use platform::log::{Level, LogEntry};
use platform::message::{MessageEvent, Placeholder, To};
use platform::package::storage;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::sheet::{self, Sheet};
use super::{COLUMNS, DRAFT, FILES, OPENED, PAGE, Request, SENT, SUBMITTED, TABLE, rules};

/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Longest code looked at.
const CODE_MAX: usize = 200;
/// Files of a sheet.
const FILES_MAX: i64 = 20;

const GONE: Msg = Msg::new("info.gone", "链接不存在或已失效", "The link does not exist or has expired.");
const THANKS: Msg = Msg::new("info.thanks", "提交成功，感谢您的配合", "Thank you, your data have been submitted.");
const MANY_FILES: Msg = Msg::new("info.files", "附件最多{n}个", "There can be at most {n} files.");

const KIND: Field = Field::text("资质类型", "Kind of document").wire("kind").max(40);
/// What a file is that nobody said more of.
const OTHER_KIND: &str = "其他";

/// A sheet was handed in.
pub(super) const TOLD: MessageEvent = MessageEvent::new(
    "prm.info_submitted",
    "客商",
    ("客户信息已提交", "A partner handed in its data"),
    ("客商通过资料邀请链接提交资料时", "When a partner hands in the data sheet it was invited to"),
)
.to(To::Concerned("邀请人", "Who invited it"))
.says(
    ("{coopName}已提交资料", "{coopName} has handed in its data"),
    ("资料邀请{number}待采纳", "The data sheet {number} waits to be adopted."),
    &[Placeholder::new("coopName", "客商", "Partner"), Placeholder::new("number", "编号", "No.")],
);

fn gone() -> Refusal {
    Refusal::business(GONE)
}

/// The request of a code whose link works.
fn live(conn: &mut dyn Conn, code: &str, now: Instant) -> Result<Option<Request>, Refusal> {
    let code: String = code.trim().chars().take(CODE_MAX).collect();
    let mut select = sql::from_global("customer_info_request");
    select.columns(COLUMNS).and_where(sql::eq("code_hash", secret_hash(&code)));
    let found = conn.first(&select.into())?.as_ref().map(Request::read).transpose()?;
    Ok(found.filter(|request| request.is_live(now)))
}

/// The request of a code; a wrong code is refused, and counted.
fn admitted(call: &Call, code: &str) -> Result<Request, Refusal> {
    let now = call.now();
    match call.read(|conn| live(conn, code, now))? {
        Some(request) => Ok(request),
        None => {
            call.app.limits.take(format!("customer info:{}", call.asked.ip), FAILURES_PER_MINUTE, now)?;
            Err(gone())
        }
    }
}

/// Writes for the holder of a code, in the partner's name; of several at once one after the other.
fn writing<T>(
    call: &mut Call,
    code: &str,
    work: impl FnOnce(&mut Tx<'_>, &Request) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let request = admitted(call, code)?;
    call.caller = Some(facts::outside::actor(request.org, &request.coop_name, call.now()));
    call.write(|tx| {
        let now = tx.now;
        let mut hold = sql::from(request.org, TABLE);
        hold.column("id").and_where(sql::eq("id", request.id)).lock_exclusive();
        tx.first(&hold.into())?;
        let request = live(tx, code, now)?.ok_or_else(gone)?;
        work(tx, &request)
    })
}

/// Changes a request and its version.
fn set(tx: &mut Tx<'_>, request: &Request, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(request.org, TABLE, cells);
    update
        .value("version", sql::col("version").add(1))
        .value("updated_at", tx.now.millis())
        .and_where(sql::eq("id", request.id));
    tx.exec(&update.into())?;
    Ok(())
}

fn log(tx: &mut Tx<'_>, request: &Request, function: &str, text: String) -> Result<(), Refusal> {
    let entry = LogEntry::of(TABLE, request.id, &request.no, PAGE).did("修改", function).level(Level::Low);
    tx.log(entry.text(text))
}

/// GET: what was filled in so far; the first look is written down.
pub(super) fn look(call: &mut Call) -> Outcome {
    let code = call.query("code").to_owned();
    let mut request = admitted(call, &code)?;
    if request.state == SENT {
        writing(call, &code, |tx, request| {
            if request.state != SENT {
                tx.no_log_line();
                return Ok(());
            }
            set(tx, request, &[("state", OPENED.into_value()), ("opened_at", tx.now.into_value())])?;
            log(tx, request, "打开", "打开资料邀请链接".to_owned())
        })?;
        request.state = OPENED.to_owned();
    }
    call.read(|conn| shown(conn, &request)).map(Answer::Data)
}

fn shown(conn: &mut dyn Conn, request: &Request) -> Result<Json, Refusal> {
    let mut data = facts::outside::sender(conn, request.org)?;
    let sheet: Json = serde_json::from_str(&request.data).unwrap_or(Json::Null);
    let reason = Some(&request.return_reason).filter(|reason| !reason.is_empty());
    data.insert("state".to_owned(), json!(request.state));
    data.insert("coopType".to_owned(), json!(kind_of(&request.coop_type)));
    data.insert("returnReason".to_owned(), json!(reason));
    data.insert("language".to_owned(), json!(request.language));
    data.insert("data".to_owned(), sheet);
    data.insert("countries".to_owned(), countries(conn, request.org)?);
    data.insert("files".to_owned(), json!(super::files(conn, request.org, request.id)?));
    Ok(Json::Object(data))
}

/// What the page asks of a partner of a type.
fn kind_of(coop_type: &str) -> &'static str {
    match coop_type {
        "供应商" => "SUPPLIER",
        "海外代理" | "互为代理" => "AGENT",
        _ => "CUSTOMER",
    }
}

fn countries(conn: &mut dyn Conn, org: i64) -> Result<Json, Refusal> {
    let mut select = facts::of_platform_and(org, "country");
    select.columns(["code", "name_cn", "name_en"]).order_by("org_id", Order::Asc);
    let mut countries = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (code, zh, en): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let country = json!({ "code": code, "nameCn": zh, "nameEn": en });
        countries.insert(code, country);
    }
    Ok(countries.into_values().collect())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Filled {
    #[serde(default)]
    code: String,
    #[serde(default)]
    data: Json,
}

/// POST save: 暂存, whatever is still missing.
pub(super) fn save(call: &mut Call) -> Outcome {
    let body: Filled = call.json()?;
    writing(call, &body.code, |tx, request| {
        let mut findings = Findings::new();
        let kept = sheet::read(&body.data, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let cells = [
            ("state", DRAFT.into_value()),
            ("saved_at", tx.now.into_value()),
            ("data", Json::Object(kept).to_string().into_value()),
        ];
        set(tx, request, &cells)?;
        log(tx, request, "暂存", "暂存客户信息".to_owned())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// POST submit: by every rule, all findings at once; the link ends.
pub(super) fn submit(call: &mut Call) -> Outcome {
    let body: Filled = call.json()?;
    writing(call, &body.code, |tx, request| {
        let mut findings = Findings::new();
        let text = Json::Object(sheet::read(&body.data, &mut findings)?).to_string();
        let is_customer = kind_of(&request.coop_type) == "CUSTOMER";
        rules::check(tx, (request.org, is_customer), &Sheet::of(&text)?, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let now = tx.now.into_value();
        let cells = [("state", SUBMITTED.into_value()), ("submitted_at", now), ("data", text.into_value())];
        set(tx, request, &cells)?;
        tell(tx, request)?;
        log(tx, request, "提交", "提交客户信息".to_owned())
    })?;
    Ok(Answer::Said(THANKS.text(), Json::Null))
}

/// Tells who sent the link.
fn tell(tx: &mut Tx<'_>, request: &Request) -> Result<(), Refusal> {
    let told = Told {
        to: vec![request.creator],
        values: Values::default().with("coopName", request.coop_name.clone()).with("number", request.no.clone()),
        about: About {
            kind: TABLE,
            id: Some(request.id),
            number: request.no.clone(),
            url: format!("{PAGE}?keyword={}", request.no),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, request.org);
    message::send(tx, by, &TOLD, &told).map(drop)
}

/// POST upload?code&kind: one file more.
pub(super) fn upload(call: &mut Call) -> Outcome {
    let code = call.query("code").to_owned();
    admitted(call, &code)?;
    let mut findings = Findings::new();
    let kind = String::from_value(&KIND.parse(Some(&json!(call.query("kind"))), "kind", &mut findings))?;
    Refusal::unless_clean(&findings, &[])?;
    let kind = if kind.is_empty() { OTHER_KIND.to_owned() } else { kind };
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty()).cloned();
    let part = part.ok_or_else(|| Refusal::business(NO_FILE))?;
    let file = files::accept(&part.file_name, part.bytes, false)?;
    let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
    let id = writing(call, &code, |tx, request| {
        need_room(tx, request)?;
        let id = tx.new_id();
        let cells = [
            ("id", id.into_value()),
            ("request_id", request.id.into_value()),
            ("kind", kind.clone().into_value()),
            ("file_name", file.name.clone().into_value()),
            ("content_type", file.known.mime.into_value()),
            ("size", Value::Int(size)),
            ("file_key", storage::keep(tx, request.org, &file.bytes)?.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        tx.exec(&sql::insert(request.org, FILES, &cells).into())?;
        log(tx, request, "上传附件", format!("上传附件：{}", file.name))?;
        Ok(id)
    })?;
    Ok(Answer::Data(json!({ "id": id, "kind": kind, "fileName": file.name, "size": size })))
}

fn need_room(tx: &mut Tx<'_>, request: &Request) -> Result<(), Refusal> {
    let mut count = sql::from(request.org, FILES);
    count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("request_id", request.id));
    let count: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
    let full = || Refusal::Business(MANY_FILES.with(&[("n", &FILES_MAX.to_string())]));
    if count < FILES_MAX { Ok(()) } else { Err(full()) }
}

/// DELETE file/{id}?code: one of the own files.
pub(super) fn remove(call: &mut Call) -> Outcome {
    let code = call.query("code").to_owned();
    let id: Option<Id> = call.path("id").parse().map(Id).ok();
    writing(call, &code, |tx, request| {
        let id = id.ok_or_else(gone)?;
        let mut name = sql::from(request.org, FILES);
        name.column("file_name").and_where(sql::eq("id", id)).and_where(sql::eq("request_id", request.id));
        let name: String = tx.first(&name.into())?.ok_or_else(gone)?.get(0)?;
        let mut delete = sql::delete(request.org, FILES);
        tx.exec(&delete.and_where(sql::eq("id", id)).to_owned().into())?;
        log(tx, request, "删除附件", format!("删除附件：{name}"))
    })?;
    Ok(Answer::Data(Json::Null))
}
