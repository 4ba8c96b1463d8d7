//! The calls of the public page: everything but opening by number and code needs the name of a live link.
//!
//! Whatever is wrong with a name (nonsense, ended, of a void pouch), the answer is the same. Only failures count
//! against the caller's address; of openings by number and code every attempt counts.

use kernel::{Findings, Id, Instant, Msg, show_second};
use message::{About, By, Told, Values};
use platform::access::secret_hash;
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::message::{MessageEvent, ORDER, Placeholder, To};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::page::{self, HANDED, PAGE, Pouch, RECEIVED as DONE, TABLE, VOID, state_name};
use crate::rows::{self, Document};
use crate::{link, rows::TABLE as DOCUMENTS};

/// Beginning of the calls.
pub(crate) const BASE: &str = "/afbase/external/cargoPouch";
/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Attempts to open a pouch by number and code an address has in an hour.
const ATTEMPTS_PER_HOUR: u32 = 10;
/// Longest name, number or code looked at.
const TYPED_MAX: usize = 100;

const GONE: Msg =
    Msg::new("pouch.gone", "文件袋不存在或链接已失效", "The cargo pouch does not exist or the link has expired.");
const NO_ADDRESS: Msg = Msg::new("pouch.no_address", "附件地址不存在", "The file has no address.");
const TWICE: Msg = Msg::new("pouch.twice", "已于{time}由{name}签收", "It was received by {name} on {time} already.");
const NOT_HANDED: Msg =
    Msg::new("pouch.not_handed", "文件袋尚未交接，不能签收", "The pouch has not been handed over yet.");

/// The agent at destination has received a pouch.
pub(crate) const RECEIVED: MessageEvent = MessageEvent::new(
    "pouch.received",
    ORDER,
    ("随货文件袋签收", "A cargo pouch was received"),
    ("目的港代理在公开页面确认收到文件袋时", "When the agent at destination confirms the receipt on the public page"),
)
.to(To::Concerned("文件袋创建人", "Who made the pouch"))
.says(
    ("文件袋{number}已签收", "Cargo pouch {number} was received"),
    ("{awbNumber}：{name}于{time}签收", "{awbNumber}: received by {name} on {time}"),
    &[
        Placeholder::new("number", "袋号", "Pouch no."),
        Placeholder::new("awbNumber", "主单号", "MAWB"),
        Placeholder::new("name", "签收人", "Receiver"),
        Placeholder::new("time", "签收时间", "Time of receipt"),
    ],
);

fn gone() -> Refusal {
    Refusal::business(GONE)
}

/// A pouch whose link lives.
struct Live {
    org: i64,
    id: Id,
}

/// The live pouch of a hash, in whichever org.
fn find(conn: &mut dyn Conn, column: &'static str, hash: Vec<u8>, now: Instant) -> Result<Option<Live>, Refusal> {
    let mut select = sql::from_global("cargo_pouch");
    select
        .columns(["org_id", "id"])
        .and_where(sql::eq(column, hash))
        .and_where(sql::col("state").ne(sql::value(VOID)))
        .and_where(sql::col("expire_at").gt(sql::value(now)));
    conn.first(&select.into())?.map(|row| Ok(Live { org: row.get(0)?, id: row.get(1)? })).transpose()
}

/// Reads for the holder of a name; a wrong one is refused, and counted.
fn reading<T>(
    app: &App,
    (token, ip): (&str, &str),
    work: impl FnOnce(&mut dyn Conn, &Live) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let now = app.clock.now();
    let token: String = token.trim().chars().take(TYPED_MAX).collect();
    let done = app.store.read(|conn| match find(conn, "token_hash", secret_hash(&token), now)? {
        Some(live) => work(conn, &live).map(Some),
        None => Ok(None),
    })?;
    match done {
        Some(done) => Ok(done),
        None => {
            app.limits.take(format!("pouch:{ip}"), FAILURES_PER_MINUTE, now)?;
            Err(gone())
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Opening {
    #[serde(default)]
    pouch_number: String,
    #[serde(default)]
    code: String,
}

/// POST open: the name of the pouch with a number and a view code.
pub(crate) fn open(call: &mut Call) -> Outcome {
    let body: Opening = call.json()?;
    let (app, now) = (call.app.clone(), call.now());
    app.limits.take_of_hour(format!("pouch open:{}", call.asked.ip), ATTEMPTS_PER_HOUR, now)?;
    let short = |text: &str| text.chars().take(TYPED_MAX).collect::<String>();
    let hash = link::code_hash(&app, &short(&body.pouch_number), &short(&body.code))?;
    let link = call.read(|conn| {
        let live = find(conn, "code_hash", hash, now)?.ok_or_else(gone)?;
        link::of(conn, &app, live.org, live.id)
    })?;
    Ok(Answer::Data(json!({ "id": link.token })))
}

/// GET {id}: what those outside see of it.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let token = call.path("id").trim().to_owned();
    let (live, data) = reading(&call.app, (&token, &call.asked.ip), |conn, live| {
        let pouch = page::own(conn, live.org, live.id)?;
        let documents = rows::of(conn, live.org, live.id)?;
        let mut data = facts::outside::sender(conn, live.org)?;
        if let Json::Object(shown) = shown(&pouch, &documents, &token, call.language()) {
            data.extend(shown);
        }
        Ok((Live { org: live.org, id: live.id }, Json::Object(data)))
    })?;
    count(&call.app, &live)?;
    Ok(Answer::Data(data))
}

fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}

fn shown(pouch: &Pouch, documents: &[Document], token: &str, language: &str) -> Json {
    let english = language.starts_with("en");
    let (zh, en) = state_name(&pouch.state);
    let document = |row: &Document| {
        let file = row.id.filter(|_| row.is_display && row.file_id.is_some() && !row.file_name.is_empty());
        json!({
            "docType": row.doc_type,
            "docTypeName": if english { rows::type_name(&row.doc_type).1 } else { rows::type_name(&row.doc_type).0 },
            "docNo": text(&row.doc_no),
            "originals": row.originals,
            "copies": row.copies,
            "fileName": file.map(|_| &row.file_name),
            "fileUrl": file.map(|id| format!("{BASE}/{token}/file/{id}")),
            "remark": text(&row.remark),
        })
    };
    json!({
        "pouchNumber": pouch.pouch_number,
        "mawbNumber": pouch.awb_number,
        "flightNo": text(&pouch.flight_no),
        "flightDate": text(&pouch.flight_date),
        "departureStation": text(&pouch.departure_station),
        "arrivalStation": text(&pouch.arrival_station),
        "sealNo": text(&pouch.seal_no),
        "state": pouch.state,
        "stateName": if english { en } else { zh },
        "receiver": text(&pouch.received_by),
        "receivedTime": pouch.received_at.map(|time| show_second(Instant::from_millis(time))),
        "documents": documents.iter().map(document).collect::<Vec<_>>(),
    })
}

/// One more view.
fn count(app: &App, live: &Live) -> Result<(), Refusal> {
    let now = app.clock.now();
    app.note(|conn| {
        let mut update = sql::update(live.org, TABLE, &[("last_view", now.into_value())]);
        update.value("views", sql::col("views").add(1)).and_where(sql::eq("id", live.id));
        conn.exec(&update.into())?;
        Ok(())
    })
}

/// GET {id}/file/{documentId}: of a row that is shown outside.
pub(crate) fn file(call: &mut Call) -> Outcome {
    let row = call.path("documentId").parse().map(Id).ok();
    let none = || Refusal::business(NO_ADDRESS);
    let (org, name, mime, key) = reading(&call.app, (call.path("id"), &call.asked.ip), |conn, live| {
        let mut select = sql::from(live.org, DOCUMENTS);
        select
            .columns([("order_file", "file_name"), ("order_file", "content_type"), ("order_file", "file_key")])
            .join(
                platform::sea_query::JoinType::InnerJoin,
                "order_file",
                sql::same_org("order_file", DOCUMENTS, "file_id"),
            )
            .and_where(sql::of_eq(DOCUMENTS, "pouch_id", live.id))
            .and_where(sql::of_eq(DOCUMENTS, "id", row.ok_or_else(none)?))
            .and_where(sql::of_eq(DOCUMENTS, "is_display", true));
        let row = conn.first(&select.into())?.ok_or_else(none)?;
        Ok((live.org, row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?))
    })?;
    let inline = mime.starts_with("image/") || mime == "application/pdf";
    Ok(call.app.files.find(org, &key)?.answer(name, mime, inline))
}

const NAME: Field = Field::text("姓名", "Name").wire("name").required().max(40);
const PHONE: Field = Field::text("电话", "Phone").wire("phone").max(30);
const REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Receipt {
    id: String,
    #[serde(default)]
    name: Json,
    #[serde(default)]
    phone: Json,
    #[serde(default)]
    remark: Json,
}

/// What a receiver wrote.
struct Receiver {
    name: String,
    phone: String,
    remark: String,
}

impl Receiver {
    fn of(body: &Receipt) -> Result<Self, Refusal> {
        let mut findings = Findings::new();
        let mut read = |field: Field, json: &Json| field.parse(Some(json), field.wire, &mut findings);
        let (name, phone, remark) = (read(NAME, &body.name), read(PHONE, &body.phone), read(REMARK, &body.remark));
        Refusal::unless_clean(&findings, &[])?;
        let text = |value: &Value| Ok::<_, Refusal>(String::from_value(value)?);
        Ok(Self { name: text(&name)?, phone: text(&phone)?, remark: text(&remark)? })
    }
}

/// POST receive: 确认收到, once, when the pouch was handed over.
pub(crate) fn receive(call: &mut Call) -> Outcome {
    let body: Receipt = call.json()?;
    let live = reading(&call.app, (&body.id, &call.asked.ip), |conn, live| {
        may_receive(conn, live)?;
        Ok(Live { org: live.org, id: live.id })
    })?;
    let receiver = Receiver::of(&body)?;
    call.caller = Some(facts::outside::actor(live.org, &receiver.name, call.now()));
    call.write(|tx| written(tx, &live, &receiver))?;
    Ok(Answer::Data(Json::Null))
}

fn may_receive(conn: &mut dyn Conn, live: &Live) -> Result<Pouch, Refusal> {
    let pouch = page::own(conn, live.org, live.id)?;
    match (pouch.state.as_str(), pouch.received_at) {
        (HANDED, _) => Ok(pouch),
        (DONE, Some(time)) => {
            let time = show_second(Instant::from_millis(time));
            Err(Refusal::Business(TWICE.with(&[("time", &time), ("name", &pouch.received_by)])))
        }
        _ => Err(Refusal::business(NOT_HANDED)),
    }
}

fn written(tx: &mut Tx<'_>, live: &Live, receiver: &Receiver) -> Result<(), Refusal> {
    let cells = [
        ("state", DONE.into_value()),
        ("received_by", receiver.name.clone().into_value()),
        ("received_phone", receiver.phone.clone().into_value()),
        ("received_remark", receiver.remark.clone().into_value()),
        ("received_at", tx.now.into_value()),
        ("received_ip", tx.ip().into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    let mut update = sql::update(live.org, TABLE, &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("id", live.id))
        .and_where(sql::eq("state", HANDED));
    // Of two who confirm at once, the second is told of the first.
    if tx.exec(&update.into())? == 0 {
        return Err(may_receive(tx, live).err().unwrap_or_else(gone));
    }
    let pouch = page::own(tx, live.org, live.id)?;
    tell(tx, live, &pouch, &receiver.name)?;
    let phone = if receiver.phone.is_empty() { String::new() } else { format!(" {}", receiver.phone) };
    let line = format!("公开页面签收：{}{phone}", receiver.name);
    tx.log(LogEntry::of(TABLE, live.id, &pouch.pouch_number, PAGE).did("修改", "签收").text(line))
}

/// Tells who made the pouch.
fn tell(tx: &mut Tx<'_>, live: &Live, pouch: &Pouch, name: &str) -> Result<(), Refusal> {
    let mut select = sql::from(live.org, TABLE);
    select.column("created_by").and_where(sql::eq("id", live.id));
    let maker: Id = tx.first(&select.into())?.ok_or_else(gone)?.get(0)?;
    let told = Told {
        to: vec![maker],
        values: Values::default()
            .with("number", pouch.pouch_number.clone())
            .with("awbNumber", pouch.awb_number.clone())
            .with("name", name)
            .with("time", show_second(tx.now)),
        about: About {
            kind: TABLE,
            id: Some(live.id),
            number: pouch.pouch_number.clone(),
            url: format!("{PAGE}?pouchNumber={}", pouch.pouch_number),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, live.org);
    message::send(tx, by, &RECEIVED, &told).map(drop)
}
