//! TACT beside the answers: what the shipment costs by the rates kept for its route.

use kernel::{Amount, div_half_up, parse_day};
use platform::refusal::Refusal;
use platform::store::Conn;
use rate::{Found, Route, Shipment};
use serde_json::{Value as Json, json};
use trade::cargo::Step;
use trade::surcharge::Quantities;
use trade::tact::{Ask, price};

use super::{Compared, Figures, difference};
use crate::page::Inquiry;
use crate::quote::price_text;

/// A column for each carrier with a rate that was quoted for; for every carrier with one when none of those was.
pub(super) fn columns(
    conn: &mut dyn Conn,
    org: i64,
    inquiry: &Inquiry,
    (compared, figures): (&Compared, &Figures),
) -> Result<Vec<Json>, Refusal> {
    let Some(day) = parse_day(&inquiry.ready_date) else { return Ok(Vec::new()) };
    let route = Route {
        carrier: String::new(),
        from: inquiry.departure_station.clone(),
        to: inquiry.arrival_station.clone(),
        day,
    };
    let found = rate::find_each(conn, org, &route)?;
    let quoted = |one: &&Found| {
        compared.all.iter().filter_map(|answered| answered.quote.as_ref()).any(|quote| quote.carrier == one.carrier)
    };
    let named: Vec<&Found> = found.iter().filter(quoted).collect();
    let chosen = if named.is_empty() { found.iter().collect() } else { named };
    let mut columns = Vec::new();
    for one in chosen {
        let mine = Route { carrier: one.carrier.clone(), ..route.clone() };
        columns.extend(column(conn, org, (inquiry, &mine, one), (compared, figures))?);
    }
    Ok(columns)
}

fn column(
    conn: &mut dyn Conn,
    org: i64,
    (inquiry, route, found): (&Inquiry, &Route, &Found),
    (compared, figures): (&Compared, &Figures),
) -> Result<Option<Json>, Refusal> {
    let carrier = facts::carrier_by_code(conn, org, &found.carrier)?;
    let step = carrier.map_or(Step::Half, |known| Step::named(&known.round_step));
    let ask = Ask { weight: step.up(compared.charged), step, item: "", goods: "", unit: "" };
    let Some(priced) = price(&found.rate, &ask) else { return Ok(None) };
    let shipment = Shipment {
        carrier: route.carrier.clone(),
        from: route.from.clone(),
        to: route.to.clone(),
        day: route.day,
        goods_type: inquiry.goods_type.clone(),
        currency: found.currency.clone(),
        quantities: Quantities {
            chargeable: priced.charge_weight,
            gross: figures.gross(inquiry),
            pieces: inquiry.pieces,
            houses: 0,
        },
    };
    let charges = rate::charges(conn, org, &shipment)?;
    let total = priced.total.plus(charges.iter().map(|charge| charge.amount).sum());
    let base = figures.convert(total, (&found.currency, &compared.currency));
    let (more, percent) = difference(base, compared.least);
    let per_kg = div_half_up(i128::from(total.raw()) * 1_000, i128::from(compared.charged.raw().max(1)));
    let extras: Vec<Json> =
        charges.iter().map(|charge| json!({ "code": charge.code, "amount": charge.amount.show(2) })).collect();
    Ok(Some(json!({
        "carrierCode": found.carrier, "source": if found.own { "OWN" } else { "PLATFORM" },
        "validFrom": found.valid.0, "validTo": found.valid.1, "rateClass": priced.rate_class,
        "chargeWeight": priced.charge_weight,
        "price": {
            "currency": found.currency, "unit": price_text(priced.rate), "freight": priced.total.show(2),
            "extras": extras, "total": total.show(2),
            "perKg": Amount::from_raw(i64::try_from(per_kg).unwrap_or(i64::MAX)).show(2),
            "baseTotal": base.map(|base| base.show(2)), "difference": more.map(|more| more.show(2)),
            "differencePercent": percent,
        },
    })))
}
