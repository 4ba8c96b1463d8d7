//! What is told of a number somebody asks for: nothing where it is that of orders he does not see; else events and
//! manifest of the own company, and the order to who has the page of its scope.

use facts::master::Master;
use kernel::{Findings, Id, Instant, Msg, Scope};
use order::{HIDDEN, OrderHead, PAGE_CODES, code_of, visible_order};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::Order;
use serde_json::json;
use trackevent::events::{self, Event};
use trackevent::leg;

use crate::{calls, cargo, manifest, route, weighed};

/// Tracking ends so long after the last event, or after somebody asked last.
const ENDS_AFTER_MS: i64 = 30 * 24 * 3_600_000;

const WAITING: Msg =
    Msg::new("track.waiting", "已提交追踪，请稍后查看", "Tracking has been requested. Please look again later.");
const BY_HAND_ONLY: Msg = Msg::new(
    "track.by_hand_only",
    "该航司暂不支持自动追踪，可手工录入",
    "This carrier can't be tracked automatically yet. Events can be entered by hand.",
);

/// GET cargoTracking: where the cargo of a number is.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let scope = cargo::air(call.query("businessScope"))?;
    let mut findings = Findings::new();
    let number = stock::mend(call.query("awbNumber")).unwrap_or_default();
    findings.error_if(number.is_empty(), "awbNumber", trade::waybill_number::MASTER_WRONG);
    Refusal::unless_clean(&findings, &[])?;
    let (house, now, language) = (call.query("hawbNumber").trim().to_owned(), call.now(), call.language());
    let data = call.read(|conn| {
        let org = actor.org_id;
        if trackevent::orders::is_hidden(conn, &actor, &Master::now(number.as_str()))? {
            return Err(Refusal::business(HIDDEN));
        }
        let order = seen(conn, &actor, scope, (&number, &house))?;
        let master = Master::now(number.as_str());
        let events = events::of_master(conn, org, &master)?;
        // Without an order the houses of all orders are others'.
        let id = order.as_ref().map_or(Id(0), |order| order.id);
        let legs = if order.is_some() { leg::legs_of_order(conn, org, id)? } else { Vec::new() };
        let (bills, told) = manifest::of_order(conn, org, id, &master)?;
        let weighed = weighed::of_order(conn, org, id, &master)?;
        let asked = cargo::asked_at(conn, org, &number)?;
        let note = if events.is_empty() {
            Some(note(conn, org, &number)?.text().in_language(language).to_owned())
        } else {
            None
        };
        Ok(json!({
            "awbNumber": number,
            "hawbNumber": house,
            "businessScope": scope.code(),
            "state": state(&events::happened(&events, now), asked, now),
            "note": note,
            "orderCode": order.as_ref().map(|order| &order.code),
            "orderUuid": order.as_ref().map(|order| &order.uuid),
            "routes": route::rows(legs, &events::happened(&events, now)),
            "routeTracks": calls::event_rows((&actor, now), &events),
            "manifest": bills,
            "trackManifest": told,
            "weighing": weighed,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// The order of a number, if the caller may see one: that with the house, when one is named.
fn seen(
    conn: &mut dyn Conn,
    actor: &Actor,
    scope: Scope,
    (number, house): (&str, &str),
) -> Result<Option<OrderHead>, Refusal> {
    if !actor.has(code_of(PAGE_CODES, scope)) {
        return Ok(None);
    }
    let mut select = sql::from(actor.org_id, "freight_order");
    select
        .columns(OrderHead::COLUMNS)
        .and_where(Master::now(number).is())
        .and_where(sql::eq("business_scope", scope.code()))
        .cond_where(visible_order(actor))
        .order_by("id", Order::Asc)
        .limit(1);
    if !house.is_empty() {
        select.and_where(sql::eq("hawb_number", house));
    }
    conn.first(&select.into())?.as_ref().map(OrderHead::read).transpose()
}

/// 未追踪, 追踪中, 已完成.
fn state(events: &[Event], asked: Option<Instant>, now: Instant) -> &'static str {
    if events.iter().any(|event| event.code == "DLV") {
        return "DONE";
    }
    let newest = events.iter().filter_map(|event| event.event_time).max();
    match newest.max(asked) {
        None if events.is_empty() => "NONE",
        Some(last) if now.millis() - last.millis() > ENDS_AFTER_MS => "DONE",
        _ => "TRACKING",
    }
}

/// What is said of a number nothing is known of: whether a channel to its carrier will tell.
fn note(conn: &mut dyn Conn, org: i64, number: &str) -> Result<Msg, Refusal> {
    let prefix = number.get(..3).unwrap_or_default();
    let Some(carrier) = stock::lookup::carrier_of_prefix(conn, org, prefix)? else { return Ok(BY_HAND_ONLY) };
    let mut select = sql::from(org, "edi_channel");
    select.column("id").and_where(sql::eq("carrier_code", carrier)).and_where(sql::eq("active", true)).limit(1);
    Ok(if conn.first(&select.into())?.is_some() { WAITING } else { BY_HAND_ONLY })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(code: &str, millis: i64) -> Event {
        Event {
            id: Id(1),
            code: code.to_owned(),
            name: String::new(),
            airport: String::new(),
            to_airport: String::new(),
            flight_no: String::new(),
            event_time: Some(Instant::from_millis(millis)),
            pieces: None,
            weight: None,
            part: String::new(),
            remark: String::new(),
            raw: String::new(),
            source: String::new(),
            created_by: Id(1),
            created_at: Instant::from_millis(millis),
            time_kind: String::new(),
        }
    }

    #[test]
    fn tracking_ends_thirty_days_after_the_last_event_or_query() {
        let (begin, now) = (1_000_000, Instant::from_millis(1_000_000 + ENDS_AFTER_MS));
        let asked = |millis| Some(Instant::from_millis(millis));
        assert_eq!(state(&[], None, now), "NONE");
        assert_eq!(state(&[], asked(begin), now), "TRACKING", "on the edge");
        assert_eq!(state(&[], asked(begin - 1), now), "DONE");
        assert_eq!(state(&[at("DEP", begin - 1)], None, now), "DONE");
        assert_eq!(state(&[at("DEP", begin - 1)], asked(begin), now), "TRACKING", "asked anew");
        assert_eq!(state(&[at("DLV", begin)], asked(begin), now), "DONE");
    }
}
