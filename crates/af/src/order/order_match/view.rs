//! A master with its orders, and what each bears of what was paid for it.

use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use kernel::{Id, Price, Weight, div_half_up};
use order::signing::{OF_ALL, OF_ONE};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, Fault, Money};

use super::acts::by_weight;
use super::load::{Bearer, Master, Paid};
use super::{MATCHED, OPEN};

/// GET getOrderMatch/{awbId}.
pub(super) fn view(call: &mut Call) -> Outcome {
    let (id, actor) = (call.path_id("awbId")?, call.actor()?.clone());
    call.read(|conn| told(conn, &actor, id)).map(Answer::Data)
}

/// A part of a whole in hundredths of a percent, as text; none of nothing.
pub(super) fn percent(part: Money, whole: Money) -> Option<String> {
    const HUNDREDTHS: i128 = 10_000;
    if whole.is_zero() {
        return None;
    }
    let sign = i128::from(whole.minor().signum());
    let raw = div_half_up(i128::from(part.minor()) * HUNDREDTHS * sign, i128::from(whole.minor()).abs());
    Some(kernel::format_scaled(i64::try_from(raw).ok()?, 2, 2))
}

/// A master as its dialog opens it.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, awb: Id) -> Result<Json, Refusal> {
    let org = actor.org_id;
    let master = Master::of(conn, actor, awb)?;
    let own = rate::functional(conn, org)?;
    let named = master.orders.iter().filter_map(|order| order.coop).chain(master.source);
    let coops = facts::coops(conn, org, named)?;
    let name = |id: Option<Id>| id.and_then(|id| coops.get(&id)).map(|coop| coop.name.as_str());
    let mut out = Map::new();
    out.extend([
        ("awbId".to_owned(), json!(master.id)),
        ("awbNumber".to_owned(), json!(master.number)),
        ("awbFromName".to_owned(), json!(name(master.source))),
        ("chargeWeight".to_owned(), json!(master.charged.show(2))),
        ("state".to_owned(), json!(if master.is_matched() { MATCHED } else { OPEN })),
        ("rowUuid".to_owned(), json!(master.version().to_string())),
    ]);
    let mut money = None;
    if actor.has(COST_VIEW) {
        out.extend(price_of(&master, own)?);
        let of = |paid: &Paid| (Currency::named(&paid.price.currency).unwrap_or(own), paid.total);
        money = master.paid.as_ref().map(of);
    }
    let row = |order: &Bearer| {
        let mut row = row_of(actor, order, name(order.coop));
        if let Some(((currency, total), borne)) = money.zip(master.share_of(order.id)) {
            let money = |raw: i64| Money::of_thousandths(raw, currency).ok();
            let share = money(borne).zip(money(total)).and_then(|(borne, total)| percent(borne, total));
            row.insert("msrAmount".to_owned(), json!(money_text(borne, currency)));
            row.insert("share".to_owned(), json!(share));
        }
        Json::Object(row)
    };
    out.insert("orders".to_owned(), master.orders.iter().map(row).collect());
    Ok(Json::Object(out))
}

/// What was paid, or what a match begins with.
fn price_of(master: &Master, own: Currency) -> Result<Map<String, Json>, Refusal> {
    let told = match &master.paid {
        Some(Paid { price, total, .. }) => {
            let currency = Currency::named(&price.currency).unwrap_or(own);
            json!({
                "priceType": price.price_type, "price": Price::from_raw(price.price).to_string(),
                "currency": price.currency, "awbCostChargeWeight": Weight::from_raw(price.weight).to_string(),
                "awbMsrAmount": money_text(*total, currency), "ownShares": has_own_shares(master, currency, *total)?,
            })
        }
        None => json!({
            "priceType": OF_ONE, "currency": own.code(), "awbCostChargeWeight": master.billed.to_string(),
            "awbMsrAmount": null, "ownShares": false,
        }),
    };
    Ok(told.as_object().cloned().unwrap_or_default())
}

/// Whether the orders bear something else than their charge weights say now: it was typed, or they were weighed anew.
fn has_own_shares(master: &Master, currency: Currency, total: i64) -> Result<bool, Refusal> {
    if !master.is_matched() {
        return Ok(false);
    }
    let broken = |fault: Fault| Refusal::broken(fault.to_string());
    let total = Money::of_thousandths(total, currency).map_err(broken)?;
    // What was not weighed is borne by no weight.
    let Ok(by_weight) = by_weight(&master.orders, total) else { return Ok(true) };
    let thousandths = by_weight.iter().map(|share| share.thousandths().ok());
    Ok(master.orders.iter().zip(thousandths).any(|(order, share)| master.share_of(order.id) != share))
}

/// An order with its actual figures, and what its customer pays.
fn row_of(actor: &Actor, order: &Bearer, coop: Option<&str>) -> Map<String, Json> {
    let mut out = Map::new();
    out.extend([
        ("orderId".to_owned(), json!(order.id)),
        ("orderUuid".to_owned(), json!(order.uuid)),
        ("orderCode".to_owned(), json!(order.code)),
        ("coopName".to_owned(), json!(coop)),
        ("confirmPieces".to_owned(), json!(order.pieces)),
        ("confirmWeight".to_owned(), json!(order.weight.map(|kg| kg.show(1)))),
        ("confirmVolume".to_owned(), json!(order.volume.map(|cbm| cbm.show(3)))),
        ("confirmChargeWeight".to_owned(), json!(order.charged.map(|kg| kg.show(2)))),
    ]);
    if actor.has("af-order-price") {
        let of_one = order.sell_price.map(|raw| Price::from_raw(raw).to_string());
        let of_all = order.sell_amount.map(|raw| kernel::format_scaled(raw, 2, 2));
        let kind = of_one.as_ref().map(|_| OF_ONE).or_else(|| of_all.as_ref().map(|_| OF_ALL));
        out.extend([
            ("sellPriceType".to_owned(), json!(kind)),
            ("sellCurrency".to_owned(), json!(order.sell_currency)),
            ("sellUnitprice".to_owned(), json!(of_one)),
            ("sellAmount".to_owned(), json!(of_all)),
        ]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(minor: i64) -> Money {
        Money::from_minor(minor, Currency::named("CNY").expect("a currency"))
    }

    #[test]
    fn shares_are_told_in_percent() {
        assert_eq!(percent(money(1_179_502), money(1_717_000)).as_deref(), Some("68.70"));
        assert_eq!(percent(money(0), money(100)).as_deref(), Some("0.00"));
        assert_eq!(percent(money(1), money(0)), None);
    }
}
