//! 复制上票: what a new form may take from the last finished one of the same customer and route.

use kernel::{Id, Instant, Msg};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{Condition, Expr, ExprTrait, Order, Query};
use serde_json::{Map, Value as Json, json};

use crate::form_calls::{Ordered, order};

/// Nothing to take from.
const NONE: Msg = Msg::new(
    "awbprint.no_previous",
    "没有同客户同航程已完成的运单",
    "There is no finished waybill of this customer and route.",
);

/// The same of a form without an order.
const NONE_ALONE: Msg = Msg::new(
    "awbprint.no_previous_route",
    "没有同航程已完成的无订单运单",
    "There is no finished waybill of this route without an order.",
);

/// Boxes that are the same for the next shipment: parties, agent, handling, accounting and codes. Numbers, flights,
/// weights, prices and days are each shipment's own.
const TAKEN: [&str; 15] = [
    "shipper",
    "consignee",
    "notify",
    "issueAgentName",
    "issueAgentCity",
    "agentIataCode",
    "accountNo",
    "accountingInformation",
    "chgsCode",
    "handlingInformation",
    "specialHandlingCodes",
    "sci",
    "osi",
    "partyCode",
    "shipperSignature",
];

/// Whose form is looked for.
struct Wanted<'a> {
    order: &'a Ordered,
    /// The house it is for; none for a master.
    hawb: Option<Id>,
}

/// GET previous: the boxes of the last finished form, and which form that is.
pub fn previous(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let uuid = call.path("orderUuid").to_owned();
    let house = call.query("type") == "1";
    let hawb: Option<Id> = call.query("hawbId").parse().ok().map(Id).filter(|_| house);
    if house && hawb.is_none() {
        return Err(Refusal::NotFound);
    }
    let data = call.read(|conn| {
        let order = order(conn, &actor, &uuid)?;
        let wanted = Wanted { order: &order, hawb };
        found(conn, &actor, &wanted)?.ok_or_else(|| Refusal::business(NONE))
    })?;
    Ok(Answer::Data(data))
}

/// Stations of the house where it has its own, else of the order, and the customer.
fn route(conn: &mut dyn Conn, org: i64, wanted: &Wanted<'_>) -> Result<(Option<Id>, [String; 2]), Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(["coop_id", "departure_station", "arrival_station"]).and_where(sql::eq("id", wanted.order.id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (customer, mut stations) = (row.get(0)?, [row.get::<String>(1)?, row.get(2)?]);
    if let Some(hawb) = wanted.hawb {
        let mut select = sql::from(org, "hawb");
        select
            .columns(["departure_station", "arrival_station"])
            .and_where(sql::eq("id", hawb))
            .and_where(sql::eq("order_id", wanted.order.id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        for (place, station) in stations.iter_mut().enumerate() {
            let own: String = row.get(place)?;
            if !own.is_empty() {
                *station = own;
            }
        }
    }
    Ok((customer, stations))
}

fn found(conn: &mut dyn Conn, actor: &Actor, wanted: &Wanted<'_>) -> Result<Option<Json>, Refusal> {
    let (customer, stations) = route(conn, actor.org_id, wanted)?;
    let Some(customer) = customer else { return Ok(None) };
    let mut orders = Query::select();
    orders
        .expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of("freight_order", "org_id").equals(("awb_print", "org_id")))
        .and_where(sql::of("freight_order", "id").equals(("awb_print", "order_id")))
        .and_where(sql::of_eq("freight_order", "coop_id", customer))
        .cond_where(waybill::orders::visible_order(actor));
    // The own form is finished only where it is no longer changed.
    let other = match wanted.hawb {
        Some(hawb) => sql::col("hawb_id").ne(hawb.0),
        None => wanted.order.master.is().not(),
    };
    let which = Condition::all().add(Expr::exists(orders)).add(other);
    last(conn, actor.org_id, (wanted.hawb.is_some(), stations), which)
}

/// GET previous of the desk: the same of a form without an order, by its route and among those without an order.
pub(crate) fn previous_alone(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let house = call.query("type") == "1";
    let stations = ["departureStation", "arrivalStation"].map(|name| call.query(name).trim().to_uppercase());
    let own: Option<Id> = call.query("awbPrintId").parse().ok().map(Id);
    let mut which = Condition::all().add(sql::col("order_id").is_null()).add(waybill::reach::visible_form(&actor));
    if let Some(own) = own {
        which = which.add(sql::of("awb_print", "id").ne(own.0));
    }
    let data = call.read(|conn| {
        last(conn, actor.org_id, (house, stations.clone()), which.clone())?.ok_or_else(|| Refusal::business(NONE_ALONE))
    })?;
    Ok(Answer::Data(data))
}

/// The last finished form of a kind and route among some.
fn last(
    conn: &mut dyn Conn,
    org: i64,
    (house, [departure, arrival]): (bool, [String; 2]),
    which: Condition,
) -> Result<Option<Json>, Refusal> {
    let mut select = sql::from(org, "awb_print");
    select
        .columns(["awb_number", "hawb_number", "body", "finished_at"])
        .and_where(sql::eq("kind", i64::from(house)))
        .and_where(sql::eq("state", waybill::forms::DONE))
        .and_where(sql::eq("departure_station", departure))
        .and_where(sql::eq("arrival_station", arrival))
        .cond_where(which)
        .order_by("finished_at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(1);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let (master, hawb, body): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let finished: Option<Instant> = row.get(3)?;
    let body: Json = serde_json::from_str(&body).map_err(|e| Refusal::broken(format!("waybill body: {e}")))?;
    Ok(Some(json!({
        "number": if house { hawb } else { master },
        "finishedOn": finished.map(|at| kernel::show_day(at.day())),
        "boxes": taken(&body),
    })))
}

/// The boxes that are taken and hold something.
fn taken(body: &Json) -> Map<String, Json> {
    let holds = |value: &Json| match value {
        Json::String(text) => !text.trim().is_empty(),
        Json::Array(list) => !list.is_empty(),
        Json::Object(party) => party.values().any(|value| value.as_str().is_some_and(|text| !text.trim().is_empty())),
        _ => false,
    };
    let boxes = TAKEN.iter().filter_map(|name| body.get(*name).map(|value| ((*name).to_owned(), value.clone())));
    boxes.filter(|(_, value)| holds(value)).collect()
}
