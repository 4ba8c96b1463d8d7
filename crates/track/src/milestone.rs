//! Milestones of the customs manifest that people enter, where no message tells them.

use facts::master::{Master, ROUND};
use facts::order_log::log_entry;
use kernel::{Findings, Id, Instant, Mode, Msg, Uuid, Weight, show_second};
use order::{OrderHead, PAGE_CODES, TRACK_CODES, code_of, form_page, head};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::log::Level;
use platform::refusal::{Refusal, messages as common};
use platform::registry::Operation;
use platform::store::{Cell, Conn, Value, sql};
use sea_query::{ExprTrait, Order};
use serde_json::{Map, Value as Json, json};

use crate::calls::{BY_HAND, messages};
use crate::carriage::Carriage;
use crate::manifest::{houses_of_others, of_order};

const TABLE: &str = "manifest_event";
/// Two entries this close in time, and otherwise equal, are one.
const SAME_WITHIN_MS: i64 = 60_000;

const NO_NUMBER: Msg = Msg::new("milestone.number", "请先录入主单号", "Please enter the master number first.");
const FUTURE: Msg = Msg::new("milestone.future", "时间不能晚于当前时间", "The time can't lie in the future.");
const NO_HOUSE: Msg = Msg::new("milestone.house", "订单没有分单{n}", "The order has no house {n}.");

/// The milestones; each fills a member of [`crate::manifest::KINDS`].
const KINDS: &[Choice] = &[
    Choice::new("PROVISION", "预配", "Pre-arrival manifest"),
    Choice::new("ORIGINAL", "原始舱单", "Original manifest"),
    Choice::new("ARRIVE", "运抵", "Arrival report"),
    Choice::new("TEMPORARY", "临时运抵", "Temporary arrival"),
    Choice::new("TALLY", "理货", "Tally"),
    Choice::new("APPLY", "分拨申请", "Distribution application"),
    Choice::new("PASSED", "放行", "Release"),
];
const KIND: Field = Field::select(KINDS, "节点", "Milestone").wire("kind").required();
const HOUSE: Field = Field::upper("分单号", "House").wire("hawbNumber").max(30);
const TIME: Field = Field::instant("时间", "Time").wire("eventTime").required();
const PIECES: Field = Field::int("件数", "Pieces").wire("pieces").range(1, 999_999_999);
const WEIGHT: Field = Field::decimal(3, "毛重", "Gross weight").wire("weight").range(1, 9_999_999_000);
const DECLARATION: Field = Field::text("报关单号", "Customs declaration").wire("declarationNumber").max(40);
const REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);
const FIELDS: [Field; 7] = [KIND, HOUSE, TIME, PIECES, WEIGHT, DECLARATION, REMARK];

/// Calls of milestones.
pub(crate) fn operations() -> Vec<Operation> {
    use Access::AnyOf;
    let path = "/afbase/track/manifest";
    vec![
        Operation::get("list_manifest_milestones", path, AnyOf(PAGE_CODES), list).param("orderUuid"),
        Operation::post("save_manifest_milestone", path, AnyOf(TRACK_CODES), save)
            .summary("A milestone of the customs manifest by hand; the same twice is kept once"),
        Operation::delete("remove_manifest_milestone", &format!("{path}/{{id}}"), AnyOf(TRACK_CODES), remove),
    ]
}

/// The number an order's manifest goes by.
fn number_of(conn: &mut dyn Conn, org: i64, order: &OrderHead) -> Result<Master, Refusal> {
    if order.scope.mode() == Mode::Air {
        return Ok(order.master());
    }
    let carriage = Carriage::load(conn, org, order.id, order.scope)?;
    Ok(Master::now(carriage.map_or_else(String::new, |carriage| carriage.waybill("").into_owned())))
}

fn may_enter(actor: &Actor, order: &OrderHead) -> bool {
    actor.has(code_of(TRACK_CODES, order.scope))
}

/// GET: the manifest of an order's number, and each entry of it with who told it.
fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let data = call.read(|conn| {
        let order = head(conn, &actor, &uuid, PAGE_CODES)?;
        let number = number_of(conn, actor.org_id, &order)?;
        let may_enter = may_enter(&actor, &order);
        if number.is_empty() {
            return Ok(json!({ "number": "", "mayEnter": may_enter, "manifest": [], "events": [] }));
        }
        let (rows, _) = of_order(conn, actor.org_id, order.id, &number)?;
        let events = entries(conn, &actor, (order.id, &number), may_enter)?;
        Ok(json!({ "number": number.number, "mayEnter": may_enter, "manifest": rows, "events": events }))
    })?;
    Ok(Answer::Data(data))
}

/// The entries of a number, newest first, without the houses of other orders.
fn entries(
    conn: &mut dyn Conn,
    actor: &Actor,
    (order, number): (Id, &Master),
    may_enter: bool,
) -> Result<Vec<Json>, Refusal> {
    let others = houses_of_others(conn, actor.org_id, order, number)?;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "hawb_number", "kind", "event_time", "pieces", "weight", "declaration_number", "remark"])
        .columns(["source", "created_by"])
        .and_where(number.is())
        .order_by("event_time", Order::Desc)
        .order_by("id", Order::Desc);
    let mut told = Vec::new();
    for row in conn.query(&select.into())? {
        let (house, source): (String, String) = (row.get(1)?, row.get(8)?);
        if others.contains(&house) {
            continue;
        }
        let own = source == BY_HAND && row.get::<Id>(9)? == actor.user_id;
        told.push(json!({
            "id": row.get::<Id>(0)?,
            "hawbNumber": house,
            "kind": row.get::<String>(2)?,
            "eventTime": row.get::<Option<Instant>>(3)?.map(show_second),
            "pieces": row.get::<Option<i64>>(4)?,
            "weight": row.get::<Option<Weight>>(5)?,
            "declarationNumber": row.get::<String>(6)?,
            "remark": row.get::<String>(7)?,
            "source": source,
            "canRemove": own && may_enter,
        }));
    }
    Ok(told)
}

/// POST {orderUuid, kind, hawbNumber, eventTime, pieces, weight, declarationNumber, remark}.
fn save(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let known = |name: &str| name == "orderUuid" || FIELDS.iter().any(|field| field.wire == name);
    if let Some(name) = body.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let uuid = body.get("orderUuid").and_then(Json::as_str).and_then(Uuid::parse).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = head(tx, actor, &uuid, PAGE_CODES)?;
        actor.need(code_of(TRACK_CODES, order.scope))?;
        let number = number_of(tx, actor.org_id, &order)?;
        if number.is_empty() {
            return Err(Refusal::business(NO_NUMBER));
        }
        let mut findings = Findings::new();
        let values = FIELDS.map(|field| field.parse(body.get(field.wire), field.wire, &mut findings));
        check(tx, (order.id, &number), &values, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        keep(tx, &order, &number, values)
    })?;
    Ok(Answer::Data(data))
}

fn check(
    tx: &mut Tx<'_>,
    (order, number): (Id, &Master),
    [_, house, time, ..]: &[Value; 7],
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let time = Option::<Instant>::from_value(time)?;
    findings.error_if(time.is_some_and(|time| time > tx.now), "eventTime", FUTURE);
    let house = String::from_value(house)?;
    let org = tx.org();
    if !house.is_empty() && houses_of_others(tx, org, order, number)?.contains(&house) {
        findings.error("hawbNumber", NO_HOUSE.with(&[("n", &house)]));
    }
    Ok(())
}

fn keep(tx: &mut Tx<'_>, order: &OrderHead, number: &Master, values: [Value; 7]) -> Result<Json, Refusal> {
    let [kind, house, time, pieces, weight, declaration, remark] = values;
    let moment = Option::<i64>::from_value(&time)?.unwrap_or_default();
    let mut same = sql::from(tx.org(), TABLE);
    same.column("id")
        .and_where(number.is())
        .and_where(sql::eq("kind", kind.clone()))
        .and_where(sql::col("event_time").between(moment - SAME_WITHIN_MS, moment + SAME_WITHIN_MS))
        .and_where(if house == Value::Null {
            sql::col("hawb_number").is_null()
        } else {
            sql::eq("hawb_number", house.clone())
        })
        .limit(1);
    if tx.first(&same.into())?.is_some() {
        tx.no_log_line();
        return Ok(json!({ "id": Json::Null, "stored": 0, "repeated": 1 }));
    }
    let id = tx.new_id();
    let named = KINDS.iter().find(|known| kind == known.value.into_value()).map_or("", |known| known.zh);
    let text = format!("舱单 {named} {} {}", String::from_value(&house)?, show_second(Instant::from_millis(moment)));
    let cells = [
        ("id", id.into_value()),
        ("awb_number", number.number.as_str().into_value()),
        (ROUND, number.round.into_value()),
        ("hawb_number", house),
        ("kind", kind),
        ("event_time", time),
        ("pieces", pieces),
        ("weight", weight),
        ("declaration_number", declaration),
        ("remark", remark),
        ("source", BY_HAND.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    tx.log(log_entry(order.id, order.code.clone(), form_page(order.scope)).did("新建", "舱单").text(text))?;
    Ok(json!({ "id": id, "stored": 1, "repeated": 0 }))
}

/// DELETE: only one's own, only those typed by hand.
fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let (org, actor) = (tx.org(), tx.actor);
        let mut select = sql::from(org, TABLE);
        select.columns(["awb_number", "kind", "source", "created_by", ROUND]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        if row.get::<String>(2)? != BY_HAND || row.get::<Id>(3)? != actor.user_id {
            return Err(Refusal::business(messages::NOT_OWN));
        }
        let mut delete = sql::delete(org, TABLE);
        delete.and_where(sql::eq("id", id));
        tx.exec(&delete.into())?;
        let (number, kind): (String, String) = (row.get(0)?, row.get(1)?);
        let about = trackevent::orders::about(tx, org, &Master { number: number.clone(), round: row.get(4)? })?;
        let entry = platform::log::LogEntry::of("track", id, number, "/newCargoTracking").about(about);
        tx.log(entry.did("删除", "删除舱单").level(Level::High).text(kind))
    })?;
    Ok(Answer::Data(Json::Null))
}
