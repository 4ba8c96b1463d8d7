//! What a shipment costs by the rates and surcharges kept: for waybills, and for people who look a rate up.

use kernel::{Amount, Day, Msg, Volume, Weight, parse_day};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages as common};
use platform::registry::Operation;
use platform::store::Conn;
use rate::{Charged, Found, Route, Shipment};
use serde_json::{Value as Json, json};
use trade::cargo::{self, Step};
use trade::surcharge::Quantities;
use trade::tact::{Ask, Priced, price};

const NO_RATE: Msg = Msg::new("tact.none", "未查到运价", "No rate was found.");
const NO_WEIGHT: Msg = Msg::new("tact.weight", "请填写计费重量", "Please enter the chargeable weight.");

/// Who looks rates up.
const LOOKERS: Access = Access::AnyOf(&["af_tact", "af_awb_print", "os_waybill"]);

/// The calls.
pub(crate) fn operations() -> Vec<Operation> {
    let asked =
        |operation: Operation, names: &[&'static str]| names.iter().fold(operation, |one, name| one.param(name));
    vec![
        asked(
            Operation::get("get_tact_for_waybill", "/afbase/tact/getTactForBillMake", LOOKERS, for_waybill)
                .summary("The rate of a route and what it makes of a chargeable weight"),
            &["carrierCode", "departureStation", "arrivalStation", "date", "weight", "itemNo", "goodsClass", "uldType"],
        ),
        asked(
            Operation::get(
                "get_surcharges_for_waybill",
                "/afbase/surcharge/getSurchargeForBillMake",
                Access::AnyOf(&["af_surcharge", "af_awb_print", "os_waybill"]),
                surcharges,
            )
            .summary("The other charges of a shipment"),
            &[
                "carrierCode",
                "departureStation",
                "arrivalStation",
                "date",
                "goodsType",
                "currency",
                "weight",
                "grossWeight",
                "pieces",
                "houses",
            ],
        ),
        asked(
            Operation::get("calculate_tact", "/afbase/tact/calc", Access::Code("af_tact"), calculate)
                .summary("What a shipment costs with each carrier, its surcharges included"),
            &[
                "carrierCode",
                "departureStation",
                "arrivalStation",
                "date",
                "pieces",
                "grossWeight",
                "volume",
                "weight",
                "itemNo",
                "goodsClass",
                "uldType",
            ],
        ),
    ]
}

fn wrong(name: &str) -> Refusal {
    Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]))
}

/// A figure of the address; none when it is not given.
fn figure<T: std::str::FromStr>(call: &Call, name: &str) -> Result<Option<T>, Refusal> {
    match call.query(name).trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| wrong(name)),
    }
}

fn route(call: &Call) -> Result<Route, Refusal> {
    let upper = |name: &str| call.query(name).trim().to_ascii_uppercase();
    let station = |name: &str| {
        let code = upper(name);
        if code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()) { Ok(code) } else { Err(wrong(name)) }
    };
    let day: Day = match call.query("date").trim() {
        "" => call.now().day(),
        text => parse_day(text).ok_or_else(|| wrong("date"))?,
    };
    Ok(Route { carrier: upper("carrierCode"), from: station("departureStation")?, to: station("arrivalStation")?, day })
}

/// What a carrier rounds by.
struct Terms {
    step: Step,
    divisor: i64,
    name: String,
}

fn terms(conn: &mut dyn Conn, org: i64, carrier: &str) -> Result<Terms, Refusal> {
    let known = facts::carrier_by_code(conn, org, carrier)?;
    Ok(known.map_or(Terms { step: Step::Half, divisor: cargo::DIVISOR_DEFAULT, name: String::new() }, |known| Terms {
        step: Step::named(&known.round_step),
        divisor: known.divisor,
        name: known.name,
    }))
}

fn ask<'a>(call: &'a Call, weight: Weight, step: Step) -> Ask<'a> {
    Ask {
        weight,
        step,
        item: call.query("itemNo").trim(),
        goods: call.query("goodsClass").trim(),
        unit: call.query("uldType").trim(),
    }
}

fn told(found: &Found, priced: Option<&Priced>) -> Json {
    let mut told = priced.map_or_else(|| json!({}), |priced| json!(priced));
    if let Some(object) = told.as_object_mut() {
        for (name, value) in [
            ("rowId", json!(found.id)),
            ("source", json!(if found.own { "OWN" } else { "PLATFORM" })),
            ("carrierCode", json!(found.carrier)),
            ("departure", json!(found.stations.0)),
            ("arrival", json!(found.stations.1)),
            ("currency", json!(found.currency)),
            ("validFrom", json!(found.valid.0)),
            ("validTo", json!(found.valid.1)),
            ("gapKg", json!(priced.and_then(|priced| priced.gap))),
        ] {
            object.insert(name.to_owned(), value);
        }
    }
    told
}

/// GET getTactForBillMake.
fn for_waybill(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let route = route(call)?;
    let weight = figure::<Weight>(call, "weight")?.filter(|weight| *weight > Weight::ZERO);
    let weight = weight.ok_or_else(|| Refusal::field("weight", NO_WEIGHT.text()))?;
    let (found, terms) = call.read(|conn| {
        let found = rate::find(conn, org, &route)?;
        let carrier = found.as_ref().map_or(route.carrier.as_str(), |found| found.carrier.as_str());
        let terms = terms(conn, org, if route.carrier.is_empty() { carrier } else { &route.carrier })?;
        Ok((found, terms))
    })?;
    let found = found.ok_or_else(|| Refusal::business(NO_RATE))?;
    let priced = price(&found.rate, &ask(call, weight, terms.step)).ok_or_else(|| Refusal::business(NO_RATE))?;
    Ok(Answer::Data(told(&found, Some(&priced))))
}

/// GET getSurchargeForBillMake.
fn surcharges(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let route = route(call)?;
    let quantities = Quantities {
        chargeable: figure(call, "weight")?.unwrap_or_default(),
        gross: figure(call, "grossWeight")?.unwrap_or_default(),
        pieces: figure(call, "pieces")?.unwrap_or_default(),
        houses: figure(call, "houses")?.unwrap_or_default(),
    };
    let goods_type = call.query("goodsType").trim().to_owned();
    let currency = call.query("currency").trim().to_ascii_uppercase();
    let shipment = shipment(&route, goods_type, currency, quantities);
    let charges = call.read(|conn| rate::charges(conn, org, &shipment))?;
    Ok(Answer::Data(json!(charges)))
}

fn shipment(route: &Route, goods_type: String, currency: String, quantities: Quantities) -> Shipment {
    Shipment {
        carrier: route.carrier.clone(),
        from: route.from.clone(),
        to: route.to.clone(),
        day: route.day,
        goods_type,
        currency,
        quantities,
    }
}

/// GET calc: every carrier that has a rate for the route, the cheapest first; without a weight the rates alone.
fn calculate(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let route = route(call)?;
    let gross = figure::<Weight>(call, "grossWeight")?.unwrap_or_default();
    let volume = figure::<Volume>(call, "volume")?.unwrap_or_default();
    let typed = figure::<Weight>(call, "weight")?;
    let pieces = figure::<i64>(call, "pieces")?.unwrap_or_default();
    let mut rows = Vec::new();
    call.read(|conn| {
        for found in rate::find_each(conn, org, &route)? {
            let carrier = if route.carrier.is_empty() { &found.carrier } else { &route.carrier };
            let terms = terms(conn, org, carrier)?;
            let computed = terms.step.up(cargo::charge_weight(gross, volume, terms.divisor));
            let weight = typed.unwrap_or(computed);
            let mine = Route { carrier: carrier.clone(), ..route.clone() };
            rows.push((mine, found, terms, weight));
        }
        Ok(())
    })?;
    let mut told_rows = Vec::new();
    for (mine, found, terms, weight) in rows {
        let priced = (weight > Weight::ZERO).then(|| price(&found.rate, &ask(call, weight, terms.step))).flatten();
        let charged = priced.as_ref().map_or(weight, |priced| priced.charge_weight);
        let quantities = Quantities { chargeable: charged, gross, pieces, houses: 0 };
        let shipment = shipment(&mine, String::new(), found.currency.clone(), quantities);
        let charges = match priced {
            Some(_) => call.read(|conn| rate::charges(conn, org, &shipment))?,
            None => Vec::new(),
        };
        told_rows.push(row(&found, priced.as_ref(), &charges, (&terms.name, weight)));
    }
    Ok(Answer::Data(json!({ "rows": compared(told_rows) })))
}

/// Rows by currency and total, the cheapest of each currency marked: totals of different currencies can't be compared.
fn compared(mut rows: Vec<(String, Option<Amount>, Json)>) -> Vec<Json> {
    rows.sort_by(|(one, first, _), (other, second, _)| {
        let most = Amount::from_raw(i64::MAX);
        one.cmp(other).then(first.unwrap_or(most).cmp(&second.unwrap_or(most)))
    });
    let mut marked: Vec<String> = Vec::new();
    let mark = |(currency, total, mut row): (String, Option<Amount>, Json)| {
        let cheapest = total.is_some() && !marked.contains(&currency);
        if cheapest {
            marked.push(currency);
        }
        if let Some(object) = row.as_object_mut() {
            object.insert("cheapest".to_owned(), json!(cheapest));
        }
        row
    };
    rows.into_iter().map(mark).collect()
}

fn row(
    found: &Found,
    priced: Option<&Priced>,
    charges: &[Charged],
    (name, weight): (&str, Weight),
) -> (String, Option<Amount>, Json) {
    let surcharge: Amount = charges.iter().map(|charge| charge.amount).sum();
    let all = priced.map(|priced| priced.total.plus(surcharge));
    let mut row = told(found, priced);
    if let Some(object) = row.as_object_mut() {
        let breaks: Vec<Json> =
            found.rate.breaks.iter().map(|one| json!({ "from": one.from, "rate": one.rate })).collect();
        for (member, value) in [
            ("carrierName", json!(name)),
            ("minimum", json!(found.rate.minimum)),
            ("breaks", json!(breaks)),
            ("weight", json!(weight)),
            ("surcharges", json!(charges)),
            ("surchargeTotal", json!(surcharge)),
            ("freightTotal", json!(all)),
        ] {
            object.insert(member.to_owned(), value);
        }
    }
    (found.currency.clone(), all, row)
}
