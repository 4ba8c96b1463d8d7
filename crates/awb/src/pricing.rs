//! Rate and other charges of a new master form, by the rates and surcharges kept for its route.

use kernel::{Amount, Weight, parse_day};
use platform::refusal::Refusal;
use platform::store::Conn;
use rate::{Charged, Route, Shipment};
use serde_json::{Map, Value as Json, json};
use trade::cargo::Step;
use trade::currency;
use trade::surcharge::Quantities;
use trade::tact::{Ask, Priced, price};

use crate::prefill::{Cargo, weight_text};

/// What is priced beside the cargo.
pub(crate) struct Priceable<'a> {
    pub org: i64,
    pub cargo: &'a Cargo,
    pub step: Step,
    /// Kinds of goods of its orders, each once.
    pub goods_types: Vec<&'a str>,
    pub houses: i64,
    /// Day of the flight, or of the form.
    pub day: &'a str,
}

/// Fills the first rate line and the other charges; without a rate both stay to be typed.
pub(crate) fn fill(conn: &mut dyn Conn, of: &Priceable<'_>, form: &mut Map<String, Json>) -> Result<(), Refusal> {
    let text = |name: &str| form.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let Some(day) = parse_day(of.day) else { return Ok(()) };
    let route = Route { carrier: text("airlineCode"), from: text("departureStation"), to: text("arrivalStation"), day };
    let weight = of.step.up(of.cargo.charge_weight);
    if weight.is_zero() || route.carrier.is_empty() {
        return Ok(());
    }
    let found = rate::find(conn, of.org, &route)?;
    let ask = Ask { weight, step: of.step, item: "", goods: "", unit: "" };
    let priced = found.as_ref().and_then(|found| price(&found.rate, &ask));
    let currency = match (&found, &priced) {
        (Some(found), Some(priced)) => {
            put_rate(form, priced, &found.currency);
            form.insert("currency".to_owned(), json!(found.currency));
            found.currency.clone()
        }
        _ => text("currency"),
    };
    let chargeable = priced.map_or(weight, |priced| priced.charge_weight);
    let mut shipment = shipment(route, of, currency, chargeable);
    let mut charges = rate::charges(conn, of.org, &shipment)?;
    for other in of.goods_types.iter().skip(1) {
        (*other).clone_into(&mut shipment.goods_type);
        let more = rate::charges(conn, of.org, &shipment)?;
        // A charge that all goods bear is borne once: it is reckoned on the whole shipment already.
        let new = |one: &Charged| !charges.iter().any(|known| (&known.code, &known.due) == (&one.code, &one.due));
        let more: Vec<Charged> = more.into_iter().filter(new).collect();
        charges.extend(more);
    }
    let charges: Vec<Json> = charges.iter().map(|charged| charge(charged, &shipment.currency)).collect();
    form.insert("charges".to_owned(), json!(charges));
    Ok(())
}

fn shipment(route: Route, of: &Priceable<'_>, currency: String, chargeable: Weight) -> Shipment {
    Shipment {
        carrier: route.carrier,
        from: route.from,
        to: route.to,
        day: route.day,
        goods_type: of.goods_types.first().copied().unwrap_or_default().to_owned(),
        currency,
        quantities: Quantities { chargeable, gross: of.cargo.weight, pieces: of.cargo.pieces, houses: of.houses },
    }
}

/// An amount as a box of the form takes it: whole yen, and no thousandths.
fn money(amount: Amount, currency: &str) -> String {
    currency::round(amount, currency).show(if currency::decimals(currency) == 0 { 0 } else { 2 })
}

fn put_rate(form: &mut Map<String, Json>, priced: &Priced, currency: &str) {
    let line = form.get_mut("lines").and_then(|lines| lines.get_mut(0)).and_then(Json::as_object_mut);
    let Some(line) = line else { return };
    for (name, value) in [
        ("rateClass", priced.rate_class.to_owned()),
        ("commodityItemNo", priced.commodity_item_no.clone()),
        ("chargeWeight", weight_text(priced.charge_weight)),
        ("rateCharge", priced.rate.show(2)),
        ("total", money(priced.total, currency)),
    ] {
        line.insert(name.to_owned(), json!(value));
    }
}

/// A charge as the form takes it.
fn charge(charged: &Charged, currency: &str) -> Json {
    json!({
        "code": charged.code,
        "due": charged.due,
        "basis": charged.basis,
        "rate": charged.rate.to_string(),
        "quantity": charged.quantity,
        "amount": money(charged.amount, currency),
        "pay": charged.pay,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_filled_as_their_currency_has_them() {
        let of = |currency: &str| money("17041.98".parse().expect("an amount"), currency);
        assert_eq!(["CNY", "JPY", "KWD"].map(of), ["17041.98", "17042", "17041.98"]);
    }
}
