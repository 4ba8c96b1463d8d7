//! What a letter holds when it is saved, and what it begins with.

use kernel::{Findings, Id, Instant, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Draft;
use platform::field::Field;
use platform::field::messages::REQUIRED;
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::page::{BOOKING, DELIVERY, Letter, TABLE, UNSENT, code_of, state_name};
use crate::order::{self, Order};

const NO_ORDER: Msg = Msg::new("letter.no_order", "订单不存在", "There is no such order.");
const NO_COOP: Msg = Msg::new("letter.no_coop", "航司或代理不存在", "There is no such carrier or agent.");
const NO_MAIL: Msg = Msg::new("letter.email", "邮箱格式不正确", "The e-mail address has the wrong format.");
const FIXED: Msg = Msg::new("letter.fixed", "托书{state}，不能修改", "The letter can't be changed: {state}.");
const NO_CARGO: Msg =
    Msg::new("letter.no_cargo", "订单没有{field}，请填写", "The order has no {field}. Please fill it in.");

fn is_empty(draft: &Draft<'_>, field: Field) -> bool {
    *draft.value(field) == Value::Null
}

/// Completes and checks a letter before it is written.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let kind = String::from_value(draft.value(Letter::KIND))?;
    actor.need(code_of(&kind))?;
    let Some(wanted) = Option::<Id>::from_value(draft.value(Letter::ORDER_ID))? else { return Ok(()) };
    let order = match order::of_id(tx, actor, wanted) {
        Err(Refusal::NotFound) => {
            findings.error("orderId", NO_ORDER.text());
            return Ok(());
        }
        found => found?,
    };
    order.need_alive()?;
    if draft.is_new() {
        draft.set(Letter::STATE, UNSENT.into_value());
        draft.set(Letter::PRINT_COUNT, Value::Int(0));
    } else {
        need_unsent(&String::from_value(draft.value(Letter::STATE))?)?;
    }
    receiver(tx, draft, &order, findings)?;
    let email = String::from_value(draft.value(Letter::EMAIL))?;
    findings.error_if(!email.is_empty() && !mail::is_address(&email), "email", NO_MAIL);
    cargo(tx, org, draft, &order, findings)
}

fn need_unsent(state: &str) -> Result<(), Refusal> {
    if state == UNSENT {
        return Ok(());
    }
    let (zh, en) = state_name(state);
    Err(Refusal::Business(FIXED.with_each(&[("state", zh)], &[("state", en)])))
}

/// Who receives it: as it is written, else the name of the partner; a delivery goes to the terminal of the order.
fn receiver(tx: &mut Tx<'_>, draft: &mut Draft<'_>, order: &Order, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let coop = Option::<Id>::from_value(draft.value(Letter::COOP_ID))?;
    let known = coop.map(|id| facts::coop(tx, org, id)).transpose()?.flatten();
    findings.error_if(coop.is_some() && known.is_none(), "coopId", NO_COOP);
    if is_empty(draft, Letter::TO_NAME) && findings.at("toName").next().is_none() {
        let delivery = *draft.value(Letter::KIND) == Value::Text(DELIVERY.to_owned());
        let name = match coop.filter(|_| known.is_some()) {
            Some(id) => facts::coop_name(tx, org, id)?,
            None if delivery => order.terminal.clone(),
            None => String::new(),
        };
        if name.is_empty() {
            let field = Letter::TO_NAME;
            findings.error("toName", REQUIRED.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
        draft.set(Letter::TO_NAME, name.into_value());
    }
    Ok(())
}

/// The cargo as it is written, else as the order has it: what was announced when space is booked, what was measured
/// when it is delivered.
fn cargo(
    conn: &mut dyn Conn,
    org: i64,
    draft: &mut Draft<'_>,
    order: &Order,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let figures = if *draft.value(Letter::KIND) == Value::Text(BOOKING.to_owned()) { order.plan } else { order.actual };
    let own = [
        (Letter::GOODS_NAME, goods(order).into_value()),
        (Letter::PIECES, Some(figures.pieces).filter(|pieces| *pieces > 0).into_value()),
        (Letter::WEIGHT, Some(figures.weight).filter(|weight| !weight.is_zero()).into_value()),
        (Letter::VOLUME, Some(figures.volume).filter(|volume| !volume.is_zero()).into_value()),
    ];
    for (field, value) in own {
        let name = field.name();
        if !is_empty(draft, field) || findings.at(&name).next().is_some() {
            continue;
        }
        if value == Value::Null || value == Value::Text(String::new()) {
            findings.error(&name, NO_CARGO.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
        draft.set(field, value);
    }
    if draft.is_new() {
        let more = [
            (Letter::PACKAGE_TYPE, order.package.clone().into_value()),
            (Letter::CHARGE_WEIGHT, figures.charge_weight.into_value()),
            (Letter::DIMENSIONS, order::dimensions(conn, org, order.id)?.into_value()),
            (Letter::DANGEROUS, dangerous(order).into_value()),
            (Letter::BATTERY, order.battery.clone().into_value()),
            (Letter::TEMPERATURE, order.celsius.clone().into_value()),
        ];
        for (field, value) in more {
            // What was sent empty stays empty.
            if !draft.body.contains_key(&field.name()) && findings.at(&field.name()).next().is_none() {
                draft.set(field, value);
            }
        }
    }
    Ok(())
}

/// English name of the goods, else the Chinese one.
fn goods(order: &Order) -> String {
    if order.goods_en.is_empty() { order.goods_cn.clone() } else { order.goods_en.clone() }
}

/// Class and UN number of dangerous goods.
fn dangerous(order: &Order) -> String {
    let parts = [order.dangerous_type.as_str(), &order.undg_code];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// GET propose?orderId=&kind=: what the form of a new letter begins with.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let kind = match call.query("kind") {
        "" | BOOKING => BOOKING,
        DELIVERY => DELIVERY,
        _ => return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "kind")]))),
    };
    let actor = call.actor()?;
    actor.need(code_of(kind))?;
    let data = call.read(|conn| {
        let order = order::asked(conn, call)?;
        order.need_alive()?;
        proposed(conn, actor, &order, kind)
    })?;
    Ok(Answer::Data(data))
}

fn proposed(conn: &mut dyn Conn, actor: &Actor, order: &Order, kind: &str) -> Result<Json, Refusal> {
    let org = actor.org_id;
    let booking = kind == BOOKING;
    let figures = if booking { order.plan } else { order.actual };
    let plain = order.dangerous_type.is_empty() && order.undg_code.is_empty() && order.goods_type != "危险品";
    let mut data = json!({
        "orderId": order.id,
        "kind": kind,
        "goodsName": goods(order),
        "packageType": order.package,
        "pieces": figures.pieces,
        "weight": figures.weight,
        "volume": figures.volume,
        "chargeWeight": figures.charge_weight,
        "dimensions": order::dimensions(conn, org, order.id)?,
        "dangerous": dangerous(order),
        "battery": order.battery,
        "temperature": order.celsius,
    });
    let more = if booking {
        json!({ "flightWish": order.flight, "flightWishDate": order.flight_date })
    } else {
        let truck = truck(conn, org, order.id)?;
        json!({
            "toName": order.terminal,
            "truck": truck.0,
            "driver": truck.1,
            "securityNoDangerous": plain,
            "securityNoBatteries": order.battery == "不含电池",
            "securityNoMagnetic": false,
            "signatory": actor.name,
        })
    };
    for members in [more, order::proposed_facts(order)] {
        if let (Some(data), Json::Object(members)) = (data.as_object_mut(), members) {
            data.extend(members);
        }
    }
    Ok(data)
}

/// Truck and driver of the outfield service of an order.
fn truck(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(String, String), Refusal> {
    let mut select = sql::from(org, "order_service");
    select.column("body").and_where(sql::eq("order_id", order)).and_where(sql::eq("code", "outfield"));
    let body: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let body: Map<String, Json> = serde_json::from_str(&body).unwrap_or_default();
    let text = |name: &str| body.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    Ok((text("truckNumber"), text("driver")))
}

/// What the form shows of the order, and who changed the letter last.
pub(crate) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    order::facts_of(conn, org, (TABLE, id), view)
}

/// The moment of a stored time.
pub(crate) fn moment(stored: Option<i64>) -> String {
    stored.map(|millis| kernel::show_minute(Instant::from_millis(millis))).unwrap_or_default()
}
