//! The calls of the public page: an asked agent answers without an account, by the public name of its row and its code.
//!
//! What it is told is what is asked of it: neither the customer, nor the target price, nor the remark, nor other agents.
//! Whatever is wrong with a name or a code, the answer is the same. Only failures count against the caller's address.

use kernel::{Findings, Id, Instant, Msg, Uuid, show_day, show_second};
use message::{About, By, Told, Values};
use platform::access::secret_hash;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::{Level, LogEntry};
use platform::message::{MessageEvent, Placeholder, To};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::asked::{self, AskedRow, DECLINED};
use crate::buying;
use crate::page::{self, ASKING, DIMENSIONS, Inquiry, QUOTED, TABLE};
use crate::quote::{self, ANSWERED, BREAKS, EXTRAS, Quote, QuoteRow, price_text};
use crate::{FILES, price};

/// Beginning of the calls.
pub(crate) const BASE: &str = "/afbase/external/inquiry";
/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Answers a link may give in a day.
const SUBMITS_PER_DAY: i64 = 20;
/// Files of an answer.
const FILES_MAX: usize = 5;
/// Longest code looked at.
const CODE_MAX: usize = 100;

const MISSING: Msg = Msg::new("inquiry_link.missing", "缺少查询信息", "The link is incomplete.");
const INVALID: Msg = Msg::new("inquiry_link.invalid", "链接无效", "The link is not valid.");
const CLOSED: Msg = Msg::new("inquiry_link.closed", "询价已结束", "The inquiry is closed.");
const TOO_OFTEN: Msg = Msg::new(
    "inquiry_link.too_often",
    "今日提交次数已达{n}次，请明天再试",
    "You have answered {n} times today. Please try again tomorrow.",
);
const MANY_FILES: Msg = Msg::new("inquiry_link.files", "附件最多{n}个", "There can be at most {n} files.");

const REASON: Field = Field::text("不报价原因", "Reason").wire("reason").column("decline_reason").required().max(200);

/// An agent has answered.
pub(crate) const TOLD: MessageEvent = MessageEvent::new(
    "inquiry.answered",
    "询价",
    ("代理已答复询价", "An agent answered an inquiry"),
    ("被询代理在公开页面报价或回复不报价时", "When an asked agent quotes or declines on the public page"),
)
.to(To::Concerned("采购和销售", "Buyer and sales"))
.says(
    ("{agent}已答复询价{number}", "{agent} has answered inquiry {number}"),
    ("{route}：{answer}", "{route}: {answer}"),
    &[
        Placeholder::new("agent", "代理", "Agent"),
        Placeholder::new("number", "询价单号", "Inquiry no."),
        Placeholder::new("route", "航线", "Route"),
        Placeholder::new("answer", "答复", "Answer"),
    ],
);

/// The row of a public name and a code; a wrong one is refused, and counted.
fn admitted(call: &Call, name: &str, code: &str) -> Result<AskedRow, Refusal> {
    let (name, code) = (name.trim(), code.trim());
    if name.is_empty() || code.is_empty() {
        return Err(Refusal::business(MISSING));
    }
    let hash = secret_hash(&code.chars().take(CODE_MAX).collect::<String>());
    let found = match Uuid::parse(name) {
        Some(uuid) => call.read(|conn| asked::of_uuid(conn, &uuid))?,
        None => None,
    };
    match found.filter(|row| row.code_hash.as_ref() == Some(&hash)) {
        Some(row) => Ok(row),
        None => {
            call.app.limits.take(format!("inquiry link:{}", call.asked.ip), FAILURES_PER_MINUTE, call.now())?;
            Err(Refusal::business(INVALID))
        }
    }
}

/// Whether a row takes no answer any more.
fn is_closed(row: &AskedRow, inquiry: &Inquiry, now: Instant) -> bool {
    let is_open = [ASKING, QUOTED].contains(&inquiry.state.as_str());
    !is_open || !row.is_current || row.answer_by.is_none_or(|by| by < now)
}

/// Writes for the holder of a code, in the agent's name; of several at once one after the other.
fn writing<T>(
    call: &mut Call,
    row: &AskedRow,
    work: impl FnOnce(&mut Tx<'_>, &AskedRow, &Inquiry) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let name = call.read(|conn| facts::coop_name(conn, row.org, row.coop))?;
    call.caller = Some(facts::outside::actor(row.org, &name, call.now()));
    call.write(|tx| {
        for (table, id) in [(TABLE, row.inquiry), (asked::TABLE, row.id)] {
            let mut hold = sql::from(row.org, table);
            hold.column("id").and_where(sql::eq("id", id)).lock_exclusive();
            tx.first(&hold.into())?;
        }
        let row = asked::of_id(tx, row.org, row.id)?;
        let inquiry = page::own(tx, row.org, row.inquiry)?;
        if is_closed(&row, &inquiry, tx.now) {
            return Err(Refusal::business(CLOSED));
        }
        work(tx, &row, &inquiry)
    })
}

/// Counts an answer against the day of its link.
fn count(tx: &mut Tx<'_>, row: &AskedRow) -> Result<(), Refusal> {
    let day = tx.now.day();
    let before = row.submits_on(day);
    if before >= SUBMITS_PER_DAY {
        return Err(Refusal::Business(TOO_OFTEN.with(&[("n", &SUBMITS_PER_DAY.to_string())])));
    }
    asked::set(tx, row, &[("submit_day", show_day(day).into_value()), ("submit_count", Value::Int(before + 1))])
}

/// GET {agentRowUuid}?code: what is asked, and the own answer so far.
pub(crate) fn look(call: &mut Call) -> Outcome {
    let row = admitted(call, call.path("uuid"), call.query("code"))?;
    let now = call.now();
    let data = call.read(|conn| {
        let inquiry = page::own(conn, row.org, row.inquiry)?;
        let mut data = facts::outside::sender(conn, row.org)?;
        data.extend(what_is_asked(conn, &row, &inquiry)?);
        data.insert("answerBy".to_owned(), json!(row.answer_by.map(show_second)));
        data.insert("now".to_owned(), json!(show_second(now)));
        data.insert("language".to_owned(), json!(row.language));
        data.insert("closed".to_owned(), json!(is_closed(&row, &inquiry, now)));
        data.insert("submitsLeft".to_owned(), json!((SUBMITS_PER_DAY - row.submits_on(now.day())).max(0)));
        data.insert("state".to_owned(), json!(if row.state == DECLINED { "DECLINED" } else { "" }));
        data.insert("currencies".to_owned(), currencies(conn, row.org)?);
        data.insert("quote".to_owned(), own_answer(conn, &row, &inquiry)?);
        data.insert("files".to_owned(), attached::list(conn, row.org, FILES, row.id)?);
        Ok(Json::Object(data))
    })?;
    seen(call, &row)?;
    Ok(Answer::Data(data))
}

/// One more view.
fn seen(call: &Call, row: &AskedRow) -> Result<(), Refusal> {
    let now = call.now();
    call.app.system_write(|conn| {
        let mut update = sql::update(row.org, asked::TABLE, &[("last_view", now.into_value())]);
        let more = platform::sea_query::ExprTrait::add(sql::col("views"), 1);
        update.value("views", more).and_where(sql::eq("id", row.id));
        conn.exec(&update.into())?;
        Ok(())
    })
}

fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}

fn what_is_asked(conn: &mut dyn Conn, row: &AskedRow, inquiry: &Inquiry) -> Result<Map<String, Json>, Refusal> {
    let sizes = DIMENSIONS.of(conn, row.org, row.inquiry)?;
    let mut place = |code: &str| -> Result<Json, Refusal> {
        let airport = facts::airport(conn, row.org, code)?;
        Ok(airport.map_or(Json::Null, |airport| json!({ "zh": airport.name, "en": airport.city_en })))
    };
    let (from, to) = (place(&inquiry.departure_station)?, place(&inquiry.arrival_station)?);
    let services: Vec<&str> = [
        (inquiry.need_pick_up, "pickUp"),
        (inquiry.need_storage, "storage"),
        (inquiry.need_customs, "customs"),
        (inquiry.need_clearance, "clearance"),
        (inquiry.need_delivery, "delivery"),
        (inquiry.need_insurance, "insurance"),
    ]
    .into_iter()
    .filter_map(|(wanted, name)| wanted.then_some(name))
    .collect();
    let asked = json!({
        "inquiryCode": inquiry.inquiry_code, "businessScope": inquiry.business_scope,
        "departureStation": inquiry.departure_station, "departureName": from,
        "arrivalStation": inquiry.arrival_station, "arrivalName": to,
        "finalPlace": text(&inquiry.final_place), "term": text(&inquiry.term),
        "transitAllowed": inquiry.transit_allowed, "readyDate": inquiry.ready_date,
        "latestDate": text(&inquiry.latest_date), "wishFlight": text(&inquiry.wish_flight),
        "goodsNameCn": inquiry.goods_name_cn, "goodsNameEn": text(&inquiry.goods_name_en),
        "goodsType": named(page::Inquiry::GOODS_TYPE, &inquiry.goods_type),
        "batteryType": named(page::Inquiry::BATTERY_TYPE, &inquiry.battery_type),
        "unNumber": text(&inquiry.un_number), "dgClass": text(&inquiry.dg_class),
        "packingGroup": text(&inquiry.packing_group), "temperature": text(&inquiry.temperature),
        "stackable": inquiry.stackable, "turnable": inquiry.turnable, "pieces": inquiry.pieces,
        "packageType": named(page::Inquiry::PACKAGE_TYPE, &inquiry.package_type),
        "weight": inquiry.weight.show(1), "volume": inquiry.volume.map(|volume| volume.show(3)),
        "chargeWeight": inquiry.charge_weight.map(|weight| weight.show(2)),
        "density": inquiry.density.map(|density| density.show(2)),
        "dimensions": DIMENSIONS.shown(&sizes), "services": services,
    });
    Ok(if let Json::Object(asked) = asked { asked } else { Map::new() })
}

/// A choice in both languages.
fn named(field: Field, value: &str) -> Json {
    let choice = field.choices.iter().find(|choice| choice.value == value);
    choice.map_or(Json::Null, |choice| json!({ "zh": choice.zh, "en": choice.en }))
}

fn currencies(conn: &mut dyn Conn, org: i64) -> Result<Json, Refusal> {
    let mut select = facts::of_platform_and(org, "currency");
    select.column("code");
    let codes: std::collections::BTreeSet<String> =
        conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(json!(codes))
}

/// What the agent answered last, as its form goes on with it.
fn own_answer(conn: &mut dyn Conn, row: &AskedRow, inquiry: &Inquiry) -> Result<Json, Refusal> {
    let Some(id) = row.quote else { return Ok(Json::Null) };
    let quote = quote::one(conn, row.org, id)?;
    let basis = |basis: price::Basis| match basis {
        price::Basis::Kilogram => "KG",
        price::Basis::Piece => "PIECE",
        price::Basis::Shipment => "SHIPMENT",
    };
    let lines = &quote.lines;
    let breaks: Vec<Json> = lines
        .breaks
        .iter()
        .map(|step| json!({ "fromKg": step.from.to_string(), "price": price_text(step.price) }))
        .collect();
    let extras: Vec<Json> = lines
        .extras
        .iter()
        .map(|extra| {
            json!({
                "code": extra.code, "basis": basis(extra.basis), "price": price_text(extra.price),
                "least": extra.least.map(|least| least.show(2)), "most": extra.most.map(|most| most.show(2)),
            })
        })
        .collect();
    let mut answer = json!({
        "version": quote.number, "time": show_second(quote.at), "priceMode": quote.price_mode,
        "currency": quote.currency, "lumpSum": lines.lump_sum.map(|sum| sum.show(2)),
        "minimum": lines.minimum.map(|least| least.show(2)), "breaks": breaks, "extras": extras,
        "carrierCode": quote.carrier, "route": quote.route, "flightPlan": quote.flight_plan,
        "transitDays": quote.transit_days, "space": quote.space, "freeStorage": quote.free_storage,
        "validFrom": quote.valid_from, "validTo": quote.valid_to, "conditions": quote.conditions,
        "contactName": quote.contact_name, "contactEmail": quote.contact_email,
    });
    if let Some(members) = answer.as_object_mut() {
        members.extend(totals(&quote, inquiry));
    }
    Ok(answer)
}

fn totals(quote: &Quote, inquiry: &Inquiry) -> Map<String, Json> {
    let priced = quote.lines.price(inquiry.charge_weight.unwrap_or(inquiry.weight), inquiry.pieces);
    let mut totals = Map::new();
    totals.insert("total".to_owned(), json!(priced.as_ref().map(|priced| priced.total.show(2))));
    totals.insert("perKg".to_owned(), json!(priced.as_ref().map(|priced| priced.per_kg.show(2))));
    totals
}

/// The body of an answer: its members, the public name and the code.
fn body_of(call: &Call, known: &[Field], more: &[&str]) -> Result<(Map<String, Json>, String, String), Refusal> {
    let body: Map<String, Json> = call.json()?;
    let is_known = |name: &str| more.contains(&name) || known.iter().any(|field| field.name() == name);
    if let Some(name) = body.keys().find(|name| !["o", "code"].contains(&name.as_str()) && !is_known(name)) {
        return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let text = |name: &str| body.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let (name, code) = (text("o"), text("code"));
    Ok((body, name, code))
}

/// POST quote: a new version of the answer, by every rule, all findings at once.
pub(crate) fn submit(call: &mut Call) -> Outcome {
    let (body, name, code) = body_of(call, &ANSWERED, &[BREAKS.member, EXTRAS.member, "files"])?;
    let row = admitted(call, &name, &code)?;
    let data = writing(call, &row, |tx, row, inquiry| {
        count(tx, row)?;
        let mut findings = Findings::new();
        let id = write(tx, row, &body, &mut findings)?;
        quote::hang(tx, row, id)?;
        let quote = quote::one(tx, row.org, id)?;
        let totals = totals(&quote, inquiry);
        // What it costs is not for everybody who is told of it.
        let said = format!("第{}版报价", quote.number);
        note(tx, row, inquiry, ("代理报价", &said))?;
        let mut data = totals;
        data.insert("version".to_owned(), json!(quote.number));
        data.insert("currency".to_owned(), json!(quote.currency));
        Ok(Json::Object(data))
    })?;
    Ok(Answer::Data(data))
}

/// Checks an answer and stores it with its lines; answers its id.
fn write(tx: &mut Tx<'_>, row: &AskedRow, body: &Map<String, Json>, findings: &mut Findings) -> Result<Id, Refusal> {
    let mut values: Vec<(Field, Value)> = ANSWERED
        .iter()
        .map(|field| {
            let name = field.name();
            (*field, field.parse(body.get(&name), &name, findings))
        })
        .collect();
    let breaks = BREAKS.named(body, findings)?.unwrap_or_default();
    let extras = EXTRAS.named(body, findings)?.unwrap_or_default();
    let value = |field: Field| {
        values.iter().find(|(known, _)| known.column == field.column).map_or(Value::Null, |(_, value)| value.clone())
    };
    quote::check(tx, &value, (&breaks, &extras), findings)?;
    attached::check_in(tx, (FILES, row.id), (body, "files", FILES_MAX), findings)?;
    Refusal::unless_clean(findings, &[])?;
    values.push((QuoteRow::BY_LINK, Value::Bool(true)));
    let id = quote::insert(tx, row, values, (&breaks, &extras))?;
    if let Some(files) = attached::named(body) {
        attached::hang(tx, FILES, row.id, &files)?;
    }
    Ok(id)
}

/// Leaves a line in the log, and tells buyer and sales.
fn note(tx: &mut Tx<'_>, row: &AskedRow, inquiry: &Inquiry, (function, said): (&str, &str)) -> Result<(), Refusal> {
    let agent = facts::coop_name(tx, row.org, row.coop)?;
    let entry = LogEntry::of(buying::KIND, row.inquiry, &inquiry.inquiry_code, buying::PAGE).did("修改", function);
    tx.log(entry.level(Level::Low).text(format!("{agent}：{said}")))?;
    let mut to: Vec<Id> = inquiry.buyer_id.into_iter().collect();
    if !to.contains(&inquiry.sales_id) {
        to.push(inquiry.sales_id);
    }
    let told = Told {
        to,
        values: Values::default()
            .with("agent", agent)
            .with("number", inquiry.inquiry_code.clone())
            .with("route", format!("{}-{}", inquiry.departure_station, inquiry.arrival_station))
            .with("answer", said),
        about: About {
            kind: TABLE,
            id: Some(row.inquiry),
            number: inquiry.inquiry_code.clone(),
            url: format!("{}?inquiryCode={}", buying::PAGE, inquiry.inquiry_code),
        },
        ..Told::default()
    };
    let by = By::product(tx.app, row.org);
    message::send(tx, by, &TOLD, &told).map(drop)
}

/// POST decline {reason}: 不报价. A price may still follow while the inquiry is open.
pub(crate) fn decline(call: &mut Call) -> Outcome {
    let (body, name, code) = body_of(call, &[REASON], &[])?;
    let row = admitted(call, &name, &code)?;
    writing(call, &row, |tx, row, inquiry| {
        count(tx, row)?;
        let mut findings = Findings::new();
        let reason = REASON.parse(body.get("reason"), "reason", &mut findings);
        Refusal::unless_clean(&findings, &[])?;
        let cells = [
            ("state", DECLINED.into_value()),
            ("decline_reason", reason.clone()),
            ("quote_id", Value::Null),
            ("answered_at", row.answered_at.unwrap_or(tx.now).into_value()),
        ];
        asked::set(tx, row, &cells)?;
        asked::sum_up(tx, row.inquiry)?;
        without_quotes(tx, row)?;
        let reason = String::from_value(&reason)?;
        note(tx, row, inquiry, ("代理不报价", &format!("不报价（{reason}）")))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// POST upload?o&code: one file more; it counts once an answer names it.
pub(crate) fn upload(call: &mut Call) -> Outcome {
    let row = admitted(call, call.query("o"), call.query("code"))?;
    let held = call.read(|conn| held(conn, &row))?;
    if held.len() >= FILES_MAX {
        return Err(Refusal::Business(MANY_FILES.with(&[("n", &FILES_MAX.to_string())])));
    }
    writing(call, &row, |tx, _, _| {
        tx.no_log_line();
        Ok(())
    })?;
    let Answer::Data(file) = attached::upload(call, FILES, buying::PAGE)? else {
        return Err(Refusal::broken("an upload is told as data"));
    };
    let id = file.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    call.write(|tx| {
        let all: Vec<Id> = held.into_iter().chain(id).collect();
        tx.no_log_line();
        attached::hang(tx, FILES, row.id, &all)
    })?;
    Ok(Answer::Data(file))
}

/// An inquiry whose last quote was taken back is asked again: 已报价 → 询价中.
fn without_quotes(tx: &mut Tx<'_>, row: &AskedRow) -> Result<(), Refusal> {
    if asked::current(tx, row.org, row.inquiry)?.iter().any(AskedRow::has_quoted) {
        return Ok(());
    }
    let mut update = sql::update(row.org, TABLE, &[("state", ASKING.into_value())]);
    update
        .value("version", platform::sea_query::ExprTrait::add(sql::col("version"), 1))
        .and_where(sql::eq("id", row.inquiry))
        .and_where(sql::eq("state", QUOTED));
    tx.exec(&update.into())?;
    Ok(())
}

fn held(conn: &mut dyn Conn, row: &AskedRow) -> Result<Vec<Id>, Refusal> {
    let list = attached::list(conn, row.org, FILES, row.id)?;
    let id = |file: &Json| file.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    Ok(list.as_array().into_iter().flatten().filter_map(id).collect())
}
