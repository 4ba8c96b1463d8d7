//! Events of an order: told by people, kept once, and what they fill in.

pub(crate) mod keep;
mod sequence;

use facts::order_log::log_entry;
use kernel::{Findings, Id, Instant, Mode, Msg, Scope, Uuid, Weight, show_second};
use order::{BOXES, Boxes, CLASSIFIER, Profile, carried_of, event, events_of, order_events, place_names};
use order::{Lifecycle, PAGE_CODES, TRACK_CODES, form_page, head, head_of_id};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::log::Level;
use platform::refusal::{Refusal, messages};
use platform::registry::Operation;
use platform::store::{Cell, CellError, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::order::slug;
use keep::{FACT, Told, filled, follow, keep, known, mark};
use order::store::{self, Saved};
use sequence::out_of_order;

/// Source of events typed by hand.
const BY_HAND: &str = "手工";
const NO_CODE: Msg = Msg::new("event.code", "请选择事件", "Please choose the event.");
pub(crate) const NO_BOX: Msg = Msg::new("event.box", "订单没有箱{n}", "The order has no container {n}.");
pub(crate) const FUTURE: Msg = Msg::new("event.future", "实际时间不能晚于当前时间", "A fact can't lie in the future.");
const NOT_OWN: Msg =
    Msg::new("event.own", "只能删除自己手工录入的轨迹", "Only events you entered yourself can be removed.");
pub(crate) const CLOSED: Msg =
    Msg::new("event.closed", "订单已关闭，不能录入轨迹", "The order is closed; it takes no events.");

const PLACE: Field = Field::text("地点", "Place").wire("place").max(100);
const BOX: Field = Field::upper("箱号", "Container no.").wire("containerNo").max(20);
const TIME: Field = Field::instant("时间", "Time").wire("eventTime").required();
const KIND: Field = Field::select(CLASSIFIER, "性质", "Kind").wire("classifier").required().initially("\"ACT\"");
const PIECES: Field = Field::int("件数", "Pieces").wire("pieces").range(1, 999_999_999);
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").wire("weight").range(1, 9_999_999_000);
const REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);
const KNOWN: [&str; 9] =
    ["orderUuid", "code", "place", "classifier", "containerNo", "eventTime", "pieces", "weight", "remark"];

/// Calls of events.
pub(crate) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("list_order_events", "/sc/order/events", Access::AnyOf(PAGE_CODES), list).param("orderUuid"),
        Operation::post("save_order_event", "/sc/track/doSave", Access::AnyOf(TRACK_CODES), save),
        Operation::delete("remove_order_event", "/sc/track/{id}", Access::AnyOf(TRACK_CODES), remove),
    ]
}

/// The kind of an order that keeps events of its own.
fn kind(scope: Scope) -> Result<&'static Profile, Refusal> {
    carried_of(scope).filter(|kind| kind.scope.mode() != Mode::Air).ok_or(Refusal::NotFound)
}

/// Whether the caller may write events of a kind of orders.
pub(crate) fn may_tell(actor: &Actor, kind: &Profile) -> bool {
    actor.has(&format!("{}-order-track", slug(kind.scope)))
}

/// GET: the events of an order, newest first, and the codes its scope knows.
fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let data = call.read(|conn| {
        let order = head(conn, &actor, &uuid, PAGE_CODES)?;
        let kind = kind(order.scope)?;
        let tells = may_tell(&actor, kind);
        let told = order_events(conn, actor.org_id, order.id)?;
        let places = place_names(conn, actor.org_id, kind.places, told.iter().map(|event| event.place.as_str()))?;
        let people = facts::user_names(conn, actor.org_id, told.iter().map(|event| event.created_by))?;
        let odd = out_of_order(kind.scope.mode(), &told);
        let mut events = Vec::new();
        for event in told {
            let own = event.source == BY_HAND && event.created_by == actor.user_id;
            events.push(json!({
                "id": event.id,
                "code": event.code,
                "name": name(kind.scope, &event.code),
                "place": event.place,
                "placeName": places.get(&event.place),
                "containerNo": event.container_no,
                "classifier": event.classifier,
                "eventTime": show_second(event.time),
                "pieces": event.pieces,
                "weight": event.weight,
                "remark": event.remark,
                "source": event.source,
                "creatorName": people.get(&event.created_by),
                "createTime": show_second(event.created_at),
                "outOfOrder": odd.contains(&event.id),
                "canRemove": own && tells,
            }));
        }
        let codes: Vec<Json> = events_of(kind.scope)
            .iter()
            .map(|known| json!({ "code": known.code, "zh": known.zh, "en": known.en }))
            .collect();
        Ok(json!({ "codes": codes, "events": events }))
    })?;
    Ok(Answer::Data(data))
}

pub(crate) fn name(scope: Scope, code: &str) -> String {
    event(scope, code).map_or_else(|| code.to_owned(), |known| known.zh.to_owned())
}

/// What somebody tells of an order; a time that was not understood is among the findings.
fn read(body: &Map<String, Json>, findings: &mut Findings) -> Result<Told, CellError> {
    let mut parse = |field: &Field| {
        let name = field.name();
        let given = body.get(&name).cloned().or_else(|| serde_json::from_str(field.initial).ok());
        field.parse(given.as_ref(), &name, findings)
    };
    let text = |value: &Value| String::from_value(value).unwrap_or_default();
    let code = body.get("code").and_then(Json::as_str).unwrap_or_default().trim().to_uppercase();
    Ok(Told {
        code,
        place: text(&parse(&PLACE)),
        container_no: text(&parse(&BOX)),
        time: Option::<Instant>::from_value(&parse(&TIME))?.unwrap_or(Instant::from_millis(0)),
        classifier: text(&parse(&KIND)),
        pieces: Option::<i64>::from_value(&parse(&PIECES))?,
        weight: Option::<Weight>::from_value(&parse(&WEIGHT))?,
        remark: text(&parse(&REMARK)),
        transport: Default::default(),
        source: BY_HAND.to_owned(),
    })
}

/// POST: an event by hand; the same twice is kept once.
fn save(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    if let Some(name) = body.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let uuid = body.get("orderUuid").and_then(Json::as_str).and_then(Uuid::parse).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = head(tx, actor, &uuid, TRACK_CODES)?;
        let kind = kind(order.scope)?;
        let saved = store::find(tx, actor, kind, &uuid)?;
        if matches!(saved.lifecycle, Lifecycle::Cancelled | Lifecycle::Closed) {
            return Err(Refusal::business(CLOSED));
        }
        let mut findings = Findings::new();
        let told = read(&body, &mut findings)?;
        check(kind, &saved, &told, tx.now, &mut findings);
        // Who types it hands the goods out; what carriers tell has happened. What was told before uses up no decision.
        let org = tx.org();
        if !known(tx, org, saved.id, &told)? {
            orderdesk::need_credit(tx, &saved, &filled(kind, &saved.draft, &told), &mut findings)?;
        }
        Refusal::unless_clean(&findings, &[])?;
        let Some(id) = keep(tx, kind, &saved, &told)? else {
            tx.no_log_line();
            return Ok(json!({ "id": Json::Null, "stored": 0, "repeated": 1 }));
        };
        let text = format!("手工录入 {} {}", name(kind.scope, &told.code), told.place);
        tx.log(log_entry(saved.id, saved.code.clone(), form_page(kind.scope)).did("新建", "轨迹").text(text.trim()))?;
        Ok(json!({ "id": id, "stored": 1, "repeated": 0 }))
    })?;
    Ok(Answer::Data(data))
}

fn check(kind: &Profile, saved: &Saved, told: &Told, now: Instant, findings: &mut Findings) {
    findings.error_if(event(kind.scope, &told.code).is_none(), "code", NO_CODE);
    findings.error_if(told.classifier == FACT && told.time > now, "eventTime", FUTURE);
    let number = &told.container_no;
    let there = saved.draft.rows(&BOXES).iter().any(|sheet| sheet.text(Boxes::CONTAINER_NO) == *number);
    if !number.is_empty() && !there {
        findings.error("containerNo", NO_BOX.with(&[("n", number)]));
        // It may be no more than a mistyped digit.
        if let Some(fault) = trade::container_number::fault(number) {
            findings.warning("containerNo", fault);
        }
    }
}

/// DELETE: only one's own, only those typed by hand. What it filled in stays as it is.
fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let mut select = sql::from(org, "order_event");
        select.columns(["order_id", "source", "created_by", "code"]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (order, source, by, code): (Id, String, Id, String) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let order = head_of_id(tx, actor, order, TRACK_CODES)?;
        let kind = kind(order.scope)?;
        let uuid = Uuid::parse(&order.uuid).ok_or(Refusal::NotFound)?;
        let saved = store::find(tx, actor, kind, &uuid)?;
        if source != BY_HAND || by != actor.user_id {
            return Err(Refusal::business(NOT_OWN));
        }
        tx.exec(&sql::delete(org, "order_event").and_where(sql::eq("id", id)).into())?;
        mark(tx, kind, saved.id)?;
        follow(tx, kind, &saved, &saved.draft)?;
        let entry =
            log_entry(saved.id, saved.code.clone(), form_page(kind.scope)).did("删除", "轨迹").level(Level::High);
        tx.log(entry.text(format!("删除轨迹：{}", name(kind.scope, &code))))
    })?;
    Ok(Answer::Data(Json::Null))
}
