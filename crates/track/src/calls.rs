//! Calls of people: what happened to an order, a pasted message, an event by hand.

use facts::master::Master;
use kernel::{Findings, Instant, Msg, Weight, show_minute};
use platform::access::Actor;
use platform::body;
use platform::call::{Answer, Call, Outcome, Tx, with_findings};
use platform::field::Field;
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::Value;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use trackevent::events::{self, Event, NewEvent, REMARK_MAX};
use trackevent::{leg, message};

use crate::{manifest, orders, record, route};

/// Source of events typed by hand.
pub const BY_HAND: &str = "手工";

/// Messages of track calls.
pub mod messages {
    use super::Msg;

    /// The station is unknown.
    pub const NO_AIRPORT: Msg = Msg::new("track.no_airport", "{code}不是有效机场", "{code} is not an airport.");
    /// Only own manual events are removed.
    pub const NOT_OWN: Msg =
        Msg::new("track.not_own", "只能删除自己手工录入的轨迹", "Only events you entered yourself can be removed.");
    /// What happened can't lie ahead.
    pub const FUTURE: Msg = Msg::new(
        "track.future",
        "实际时间{time}晚于当前时间，请核实；到时前不更新订单",
        "The actual time {time} lies in the future, please check; nothing follows from it before.",
    );
    /// A code is three letters.
    pub const CODE: Msg = Msg::new("track.code", "状态代码须为3位字母", "A status code has 3 letters.");
    /// A flight number.
    pub const FLIGHT: Msg =
        Msg::new("track.flight", "航班号须为3-20位字母或数字", "A flight number has 3 to 20 letters or digits.");
}

/// GET tracks: events, route and manifest of an order.
pub fn tracks(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = kernel::Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let now = call.now();
    let data = call.read(|conn| {
        let order = orders::opened(conn, &actor, &uuid)?;
        let org = actor.org_id;
        let events =
            if order.awb_number.is_empty() { Vec::new() } else { events::of_master(conn, org, &order.master())? };
        let legs = leg::legs_of_order(conn, org, order.id)?;
        let (list, master) = manifest::of_order(conn, org, order.id, &order.master())?;
        Ok(json!({
            "awbNumber": order.awb_number,
            "routeTracks": event_rows((&actor, now), &events),
            "routes": route::rows(legs, &events::happened(&events, now)),
            "manifest": list,
            "trackManifest": master,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Events as people see them, with what the caller may do with each.
pub(crate) fn event_rows((actor, now): (&Actor, Instant), events: &[Event]) -> Vec<Json> {
    events
        .iter()
        .map(|event| {
            let mut row = record::route_track(event, now);
            if let Some(object) = row.as_object_mut() {
                let own = event.source == BY_HAND && event.created_by == actor.user_id;
                object.insert("id".to_owned(), json!(event.id));
                object.insert("source".to_owned(), json!(event.source));
                object.insert("part".to_owned(), json!(event.part));
                object.insert("raw".to_owned(), json!(event.raw));
                object.insert("known".to_owned(), json!(events::known(&event.code)));
                object.insert("canRemove".to_owned(), json!(own && actor.has("af-track-input")));
            }
            row
        })
        .collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrapped {
    text: String,
}

/// The text of a message: the body itself, or its member `text`.
fn message_text(call: &Call) -> Result<String, Refusal> {
    if call.asked.content_type.starts_with("application/json") {
        Ok(kernel::typed::pasted(&call.json::<Wrapped>()?.text))
    } else {
        let decoded = platform::encoding::decode(&call.asked.body);
        decoded.map(|decoded| decoded.text).ok_or_else(|| body::wrong(body::NOT_UTF8))
    }
}

/// POST receive: every event of the message that can be understood; the others are told with their place.
pub fn receive(call: &mut Call) -> Outcome {
    let text = message_text(call)?;
    let told = message::read(&text, call.language())?;
    let awb_number = told.awb.to_string();
    let codes: Vec<String> = told.statuses.iter().map(|status| status.code.clone()).collect();
    let kept = call.write(|tx| {
        let Some(kept) = message::keep(tx, &told)? else {
            return Err(Refusal::Business(trackevent::orders::UNKNOWN.with(&[("number", &awb_number)])));
        };
        if kept.stored == 0 {
            tx.no_log_line();
        }
        Ok(kept)
    })?;
    let mut data = json!({ "stored": kept.stored, "repeated": kept.known, "awbNumber": awb_number, "codes": codes });
    let notes: Vec<Json> = kept.notes.iter().chain(&kept.oddities).map(|note| note.wire(call.language())).collect();
    if let Some(data) = data.as_object_mut().filter(|_| !notes.is_empty()) {
        data.insert("notes".to_owned(), Json::Array(notes));
    }
    Ok(Answer::Data(data))
}

/// Whether the caller may tell of a number; an order he does not see is to him as if there were none.
fn may_tell(tx: &mut Tx<'_>, awb_number: &str) -> Result<bool, Refusal> {
    let actor = tx.actor;
    trackevent::orders::may_tell(tx, actor, awb_number)
}

/// A line of what was stored; none when nothing was.
fn log(tx: &mut Tx<'_>, awb_number: &str, text: &str, changed: bool) -> Result<(), Refusal> {
    if changed {
        return trackevent::orders::log(tx, awb_number, text);
    }
    tx.no_log_line();
    Ok(())
}

fn three_letters(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

fn flight_fits(text: &str) -> bool {
    (3..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

const CODE: Field = Field::upper("状态代码", "Code").wire("code").required().max(3).pattern(
    "^[A-Za-z]{3}$",
    three_letters,
    messages::CODE,
);
const AIRPORT: Field = Field::code("airport", "机场", "Airport").wire("airport").required().max(3);
const TIME: Field = Field::instant("时间", "Time").wire("eventTime").required();
const FLIGHT: Field = Field::upper("航班号", "Flight").wire("flightNo").max(20).pattern(
    "^[A-Za-z0-9]{3,20}$",
    flight_fits,
    messages::FLIGHT,
);
const PIECES: Field = Field::int("件数", "Pieces").wire("pieces").range(1, 999_999_999);
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").wire("weight").range(1, 9_999_999_000);
const PART: Field = Field::select(PARTS, "分批", "Part").wire("part");
const REMARK: Field = Field::text("备注", "Remark").wire("remark").max(REMARK_MAX);
const PARTS: &[platform::field::Choice] =
    &[platform::field::Choice::new("T", "全部", "Total"), platform::field::Choice::new("P", "部分", "Part")];
const KNOWN: [&str; 9] =
    ["awbNumber", "code", "airport", "eventTime", "flightNo", "pieces", "weight", "part", "remark"];

/// POST doSave: an event by hand.
pub fn save(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    if let Some(name) = body.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let (stored, id, findings) = call.write(|tx| {
        let mut findings = Findings::new();
        let event = by_hand(tx, &body, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let (stored, _) = events::store(tx, &event.awb_number, std::slice::from_ref(&event))?;
        log(tx, &event.awb_number, &format!("手工录入 {} {}", event.code, event.airport), stored > 0)?;
        let org = tx.org();
        let own = events::of_master(tx, org, &Master::now(event.awb_number))?;
        let newest = own.iter().filter(|known| known.source == BY_HAND).map(|known| known.id).max();
        Ok((stored, newest, findings))
    })?;
    let data = json!({ "stored": stored, "repeated": 1 - stored, "id": id.filter(|_| stored == 1) });
    Ok(Answer::Data(if findings.items.is_empty() { data } else { with_findings(data, &findings, call.language()) }))
}

fn by_hand(tx: &mut Tx<'_>, body: &Map<String, Json>, findings: &mut Findings) -> Result<NewEvent, Refusal> {
    let field = |field: &Field, findings: &mut Findings| {
        let name = field.name();
        field.parse(body.get(&name), &name, findings)
    };
    let text = |value: Value| match value {
        Value::Text(text) => text,
        _ => String::new(),
    };
    let int = |value: Value| match value {
        Value::Int(number) => Some(number),
        _ => None,
    };
    let typed = body.get("awbNumber").and_then(Json::as_str).unwrap_or_default();
    let awb_number = stock::mend(typed).unwrap_or_default();
    if awb_number.is_empty() {
        findings.error("awbNumber", trade::waybill_number::MASTER_WRONG.text());
    } else if !may_tell(tx, &awb_number)? {
        findings.error("awbNumber", trackevent::orders::UNKNOWN.with(&[("number", &awb_number)]));
    }
    let event = NewEvent {
        awb_number,
        code: text(field(&CODE, findings)),
        airport: text(field(&AIRPORT, findings)),
        event_time: int(field(&TIME, findings)).map(Instant::from_millis),
        flight_no: text(field(&FLIGHT, findings)),
        pieces: int(field(&PIECES, findings)),
        weight: int(field(&WEIGHT, findings)).map(Weight::from_raw),
        part: text(field(&PART, findings)),
        remark: text(field(&REMARK, findings)),
        source: BY_HAND,
        ..NewEvent::default()
    };
    if let Some(time) = event.event_time.filter(|_| events::is_ahead(event.event_time, tx.now)) {
        findings.warning("eventTime", messages::FUTURE.with(&[("time", &show_minute(time))]));
    }
    let org = tx.org();
    if !event.airport.is_empty() && stock::lookup::airport_name(tx, org, &event.airport)?.is_none() {
        findings.error("airport", messages::NO_AIRPORT.with(&[("code", &event.airport)]));
    }
    Ok(event)
}

/// DELETE of an event: only one's own, only those typed by hand.
pub fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let org = tx.org();
        let (master, event) = events::find(tx, org, id)?.ok_or(Refusal::NotFound)?;
        if event.source != BY_HAND || event.created_by != tx.actor.user_id {
            return Err(Refusal::business(messages::NOT_OWN));
        }
        events::remove(tx, &master, &event)?;
        let about = trackevent::orders::about(tx, org, &master)?;
        let entry = LogEntry::of("track", event.id, &master.number, "/newCargoTracking").about(about);
        tx.log(entry.did("删除", "删除轨迹").level(Level::High).text(format!("{} {}", event.code, event.airport)))
    })?;
    Ok(Answer::Data(Json::Null))
}
