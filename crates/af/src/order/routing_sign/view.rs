//! The sign of an order as its dialog opens it, and what stands against signing.

use approval::unlock::KIND;
use charge::ledger::{COST_VIEW, money_text};
use charge::line::of_order;
use charge::rate;
use domain::switch::AWB_ROUNDING;
use kernel::{Id, Instant, Price, Scope, Weight, show_second};
use order::signing::{self, Msr, OF_ONE, OPEN};
use order::store::{self, Saved};
use order::{Head, UNSIGNED};
use orderdesk::signed::{EVENT, is_being_decided, is_missing};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::setting::{self, Decided};
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};
use trade::cargo::Step;
use trade::charge::Currency;

use super::asked::{OF_ORDER, shown};
use super::keep::{product_of, refused};
use super::{COLUMNS, PENDING};
use crate::order::freight_cost::found;
use crate::order::store::{TABLE, air};

/// A weight as the master bills it: rounded up as the company decided.
pub(in crate::order) fn billed(conn: &mut dyn Conn, org: i64, weight: Weight) -> Result<Weight, Refusal> {
    let step: String = setting::value(conn, org, &AWB_ROUNDING, Some(Scope::Ae))?;
    Ok(Step::named(&step).up(weight))
}

/// GET check/{orderId}.
pub(super) fn check(call: &mut Call) -> Outcome {
    let (id, actor, language) = (call.path_id("orderId")?, call.actor()?.clone(), call.language().to_owned());
    let why = call.read(|conn| {
        let saved = found(conn, &actor, id)?;
        against(conn, &actor, &saved)
    })?;
    let said = why.as_ref().map(|text| text.in_language(&language));
    Ok(Answer::Data(json!({ "allowed": why.is_none(), "message": said })))
}

/// Why the caller can't sign an order as it is.
fn against(conn: &mut dyn Conn, actor: &Actor, saved: &Saved) -> Result<Option<kernel::Text>, Refusal> {
    let org = actor.org_id;
    if is_being_decided(conn, org, saved.id)? {
        return Ok(Some(approval::words::UNDER_APPROVAL.text()));
    }
    let kept = of_order(conn, org, saved.id)?;
    refused(conn, (org, actor.user_id), (saved, &kept), &product_of(saved))
}

/// GET check/costRecord/{orderId}.
pub(super) fn check_cost(call: &mut Call) -> Outcome {
    let (id, actor, language) = (call.path_id("orderId")?, call.actor()?.clone(), call.language().to_owned());
    let missing = call.read(|conn| {
        let saved = found(conn, &actor, id)?;
        let decided = Decided::of(conn, actor.org_id)?;
        is_missing(conn, actor.org_id, &saved, &decided)
    })?;
    let said = missing.then(|| UNSIGNED.text().in_language(&language).to_owned());
    Ok(Answer::Data(json!({ "allowed": !missing, "message": said })))
}

/// GET view/{orderId}: who is asked to decide about a sign sees it, whether he sees the order otherwise or not.
pub(super) fn view(call: &mut Call) -> Outcome {
    let (id, actor, now) = (call.path_id("orderId")?, call.actor()?.clone(), call.now());
    let language = call.language().to_owned();
    call.read(|conn| {
        let is_asked = approval::is_asked(conn, (actor.org_id, actor.user_id), (EVENT, (KIND, id)))?;
        let saved = if is_asked { store::of_id(conn, &actor, air(), id)? } else { found(conn, &actor, id)? };
        let sees = is_asked || actor.has(COST_VIEW);
        told(conn, (&actor, now, &language), (&saved, sees))
    })
    .map(Answer::Data)
}

fn told(
    conn: &mut dyn Conn,
    (actor, now, language): (&Actor, Instant, &str),
    (saved, sees): (&Saved, bool),
) -> Result<Json, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, signing::TABLE);
    select.column("state").columns(COLUMNS).and_where(sql::eq("order_id", saved.id));
    let row = conn.first(&select.into())?;
    let pending = is_being_decided(conn, org, saved.id)?;
    let stored: Option<String> = row.as_ref().map(|row| row.get(0)).transpose()?;
    let state = if pending { PENDING } else { stored.as_deref().unwrap_or(OPEN) };
    let signed = row.as_ref().filter(|_| state == signing::SIGNED);
    // What was applied for, while it waits or after it was refused.
    let proposal = row.as_ref().filter(|_| signed.is_none()).map(proposal).transpose()?.unwrap_or_default();
    let mut out: Map<String, Json> = OF_ORDER.into_iter().map(|field| (field.name(), shown(saved, field))).collect();
    let why = against(conn, actor, saved)?;
    let proposed = || proposal.get("body")?.get("routingPersonId")?.as_str()?.parse().ok().map(Id);
    let person = id_of(signed, 15)?.or_else(proposed);
    let signer = id_of(row.as_ref(), 16)?;
    let mut name_of = |user: Option<Id>| user.map(|id| facts::user_name(conn, org, id)).transpose();
    let (person_name, signer_name) = (name_of(person)?, name_of(signer)?);
    let signed_at: Option<i64> = row.as_ref().map(|row| row.get(17)).transpose()?.flatten();
    let weight = signing::income_weight(&saved.draft);
    out.extend([
        ("orderId".to_owned(), json!(saved.id)),
        ("orderUuid".to_owned(), json!(saved.uuid)),
        ("orderCode".to_owned(), json!(saved.code)),
        ("rowUuid".to_owned(), json!(saved.row_uuid)),
        ("awbNumber".to_owned(), json!(saved.draft.text(Head::AWB_NUMBER))),
        ("departureStation".to_owned(), json!(saved.draft.text(Head::DEPARTURE_STATION))),
        ("chargeWeight".to_owned(), json!(weight.map(|weight| weight.show(2)))),
        ("routingPersonId".to_owned(), json!(person)),
        ("routingPersonName".to_owned(), json!(person_name)),
        ("signer".to_owned(), json!(signer_name)),
        ("signTime".to_owned(), json!(signed_at.map(|at| show_second(Instant::from_millis(at))))),
        ("signState".to_owned(), json!(state)),
        ("refused".to_owned(), json!(why.map(|text| text.in_language(language).to_owned()))),
    ]);
    if sees {
        out.extend(money(conn, (org, now), saved, signed)?);
        out.extend(typed(&proposal));
        if pending {
            out.extend(figures(&proposal, rate::functional(conn, org)?));
        }
    }
    Ok(Json::Object(out))
}

fn id_of(row: Option<&Row>, place: usize) -> Result<Option<Id>, Refusal> {
    Ok(row.map(|row| row.get(place)).transpose()?.flatten())
}

/// What was applied for, as it is stored.
fn proposal(row: &Row) -> Result<Json, Refusal> {
    let text: Option<String> = row.get(18)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Json::Null))
}

/// What was typed of it; the buying rate without a currency has the functional one.
fn typed(proposal: &Json) -> Map<String, Json> {
    let body = proposal.get("body").and_then(Json::as_object).cloned().unwrap_or_default();
    let is_told = |name: &str, value: &Json| match name {
        "orderId" | "rowUuid" | "confirmed" => false,
        "costCurrency" => !value.is_null(),
        _ => true,
    };
    body.into_iter().filter(|(name, value)| is_told(name, value)).collect()
}

/// What it comes to.
fn figures(proposal: &Json, own: Currency) -> Map<String, Json> {
    let raw = |name: &str| proposal.get("figures").and_then(|figures| figures.get(name)).and_then(Json::as_i64);
    let code = proposal.get("body").and_then(|body| body.get("costCurrency")).and_then(Json::as_str);
    let bought = code.and_then(Currency::named).unwrap_or(own);
    let figure = |wire: &str, name: &str, currency: Currency| {
        (wire.to_owned(), json!(raw(name).map(|raw| money_text(raw, currency))))
    };
    Map::from_iter([
        figure("msrFunctionalAmount", "msrFunctional", own),
        figure("costAmount", "costAmount", bought),
        figure("cuFunctionalAmount", "costFunctional", own),
        figure("profit", "difference", own),
    ])
}

/// The weight that is paid for: that of the waybill, else what the customer is charged for, as the master bills it.
fn paid_weight(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<Option<Weight>, Refusal> {
    if let Some(weight) = weight_of_waybill(conn, org, saved)? {
        return Ok(Some(weight));
    }
    signing::income_weight(&saved.draft).map(|weight| billed(conn, org, weight)).transpose()
}

/// The chargeable weight of the master's form, unless other orders travel on it as well; then, or where nobody made one,
/// that of the forms of the order's houses.
fn weight_of_waybill(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<Option<Weight>, Refusal> {
    let Some(awb) = saved.awb_id else { return Ok(None) };
    let is_weight = |weight: &Weight| weight.raw() > 0;
    let mut others = sql::from(org, TABLE);
    others
        .column((TABLE, "id"))
        .and_where(sql::of_eq(TABLE, "awb_id", awb))
        .and_where(sql::of(TABLE, "id").ne(sql::value(saved.id)))
        .cond_where(orderdesk::living())
        .limit(1);
    if conn.first(&others.into())?.is_none() {
        let master = waybill::master_of_order(conn, org, saved.id)?.and_then(|form| form.charge_weight);
        if let Some(weight) = master.filter(is_weight) {
            return Ok(Some(weight));
        }
    }
    let houses = waybill::houses_of_order(conn, org, saved.id)?;
    let sum: Option<i64> = houses.iter().map(|form| form.charge_weight.map(Weight::raw)).sum();
    Ok(sum.map(Weight::from_raw).filter(is_weight))
}

/// Prices, weights and amounts: those it was signed with, else what a sign begins with.
fn money(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    saved: &Saved,
    row: Option<&Row>,
) -> Result<Map<String, Json>, Refusal> {
    let own = rate::functional(conn, org)?;
    let price = |raw: Option<i64>| raw.map(|raw| Price::from_raw(raw).to_string());
    let weight = |raw: Option<i64>| raw.map(|raw| Weight::from_raw(raw).to_string());
    let amount = |raw: Option<i64>| raw.map(|raw| money_text(raw, own));
    let told = match row {
        Some(row) => {
            let code: String = row.get(9)?;
            let bought = Currency::named(&code).unwrap_or(own);
            let cost_amount: Option<i64> = row.get(12)?;
            json!({
                "msrPriceType": row.get::<String>(1)?, "msrPrice": price(row.get(2)?), "msrCurrency": row.get::<String>(3)?,
                "incomeWeight": weight(row.get(5)?), "msrFunctionalAmount": amount(row.get(6)?),
                "costPriceType": row.get::<String>(7)?, "costPrice": price(row.get(8)?),
                "costCurrency": code, "costWeight": weight(row.get(11)?),
                "costAmount": cost_amount.map(|raw| money_text(raw, bought)), "cuFunctionalAmount": amount(row.get(13)?),
                "profit": amount(row.get(14)?),
            })
        }
        None => {
            let at = signing::rate_at(&Decided::of(conn, org)?, (saved.profile, &saved.draft), now)?;
            let msr = Msr::of(conn, org, &saved.draft, at)?;
            let charged = signing::income_weight(&saved.draft);
            let paid = paid_weight(conn, org, saved)?;
            let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
            json!({
                "msrPriceType": or(msr.price_type, OF_ONE), "msrPrice": price(msr.price),
                "msrCurrency": or(msr.currency, own.code()),
                "incomeWeight": weight(msr.weight.or(charged.map(Weight::raw))),
                "msrFunctionalAmount": amount(msr.functional), "costPriceType": OF_ONE, "costCurrency": own.code(),
                "costWeight": paid.map(|weight| weight.to_string()),
            })
        }
    };
    let mut told = told.as_object().cloned().unwrap_or_default();
    told.insert("functionalCurrency".to_owned(), json!(own.code()));
    Ok(told)
}
