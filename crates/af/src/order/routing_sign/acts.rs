//! Signing an order, deciding about it, and taking it back.

use approval::rule::Fact;
use approval::unlock::{KIND, application};
use approval::{decide_on, engine, people, words};
use charge::ledger::{self, COST_VIEW, money_text};
use charge::line::{Line, Source, of_order};
use charge::{finance, rate};
use domain::switch::SIGN_NEEDS_APPROVAL;
use facts::order_log::log_entry;
use kernel::{Findings, Id, Msg, Price, Scope, Weight};
use order::form_page;
use order::signing::{self, OF_ALL, OPEN};
use order::store::{self, Saved};
use orderdesk::signed::{EVENT, is_being_decided, need_undecided};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Cell, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::asked::{Wanted, order_of};
use super::keep::{self, Made, made, moved};
use super::{COLUMNS, PENDING};
use crate::order::freight_cost::{self, closed, found, is_freight, is_held};
use crate::order::store::air;

const UNDID: &str = "撤销签单";
const CONTENT: Msg = Msg::new(
    "routing_sign.content",
    "{coopName}订单{code}航线签单低于采购成本，申请签单",
    "{coopName}: sign-off of the routing of order {code} below its buy rate",
);
const NOT_SIGNED: Msg = Msg::new("routing_sign.open", "订单未签单", "The routing of the order is not signed off.");
const COST_DONE: Msg = Msg::new(
    "routing_sign.undo_done",
    "成本已完成，不能撤销签单",
    "The cost is completed; the sign-off can't be revoked.",
);
const RECONCILED: Msg = Msg::new(
    "routing_sign.undo_reconciled",
    "空运费成本已对账，不能撤销签单",
    "The air freight cost is already on a statement; the sign-off can't be revoked.",
);

/// An order whose charges are held, as it is now.
fn held(tx: &mut Tx<'_>, id: Id) -> Result<(Saved, Vec<Line>), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    found(tx, actor, id)?;
    finance::hold(tx, id, None)?;
    Ok((store::of_id(tx, actor, air(), id)?, of_order(tx, org, id)?))
}

/// What is typed, looked at over an order: what stands against it is refused, what is wrong of it found.
fn looked(
    tx: &mut Tx<'_>,
    (saved, kept): (&Saved, &[Line]),
    body: &Map<String, Json>,
    findings: &mut Findings,
) -> Result<(Wanted, Option<Made>), Refusal> {
    let (actor, org, now) = (tx.actor, tx.org(), tx.now);
    let mut wanted = Wanted::of(body, findings)?;
    if let Some(why) = keep::refused(tx, (org, actor.user_id), (saved, kept), &wanted.product(saved))? {
        return Err(Refusal::Business(why));
    }
    orderdesk::need_undecided(tx, org, saved.id)?;
    let own = rate::functional(tx, org)?;
    wanted.check(tx, (org, own), findings)?;
    // Its figures are those of the order as the sign leaves it.
    let mut after = saved.clone();
    if let Some(body) = wanted.of_order(saved) {
        let looked = orderdesk::look(tx, (actor, now), saved.profile, &body, Some(saved))?;
        findings.items.extend(looked.findings.items);
        findings.confirms.extend(looked.findings.confirms);
        after.draft = looked.draft;
    }
    if findings.has_errors() {
        return Ok((wanted, None));
    }
    let made = made(tx, (&after, kept), (&wanted, None), findings)?;
    Ok((wanted, made))
}

/// POST count: the figures of what is typed.
pub(super) fn count(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let id = order_of(&body)?;
    call.actor()?.need(COST_VIEW)?;
    call.trial(|tx| {
        let (saved, kept) = held(tx, id)?;
        let org = tx.org();
        let mut findings = Findings::new();
        let (_, made) = looked(tx, (&saved, &kept), &body, &mut findings)?;
        let own = rate::functional(tx, org)?;
        let shown = |made: Made| {
            let money = |raw: i64| money_text(raw, own);
            json!({
                "msrFunctionalAmount": made.msr.functional.map(money), "cuFunctionalAmount": money(made.cost.charge.functional),
                "profit": money(made.difference), "currency": own.code(),
            })
        };
        tx.no_log_line();
        Ok(made.filter(|_| !findings.has_errors()).map_or(Json::Null, shown))
    })
    .map(Answer::Data)
}

/// POST modify: signs at once, or applies for it where the order was bought dearer than it is sold.
pub(super) fn modify(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let id = order_of(&body)?;
    call.actor()?.need(COST_VIEW)?;
    call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let (saved, kept) = held(tx, id)?;
        need_undecided(tx, org, id)?;
        let mut findings = Findings::new();
        let (wanted, made) = looked(tx, (&saved, &kept), &body, &mut findings)?;
        if body.get("rowUuid").and_then(Json::as_str) != Some(saved.row_uuid.as_str()) {
            return Err(Refusal::Stale(json!({ "current": { "rowUuid": saved.row_uuid }, "changed": [] })));
        }
        Refusal::unless_clean(&findings, &wanted.confirmed)?;
        let made = made.ok_or_else(|| Refusal::broken("a sign without figures"))?;
        let asks: bool = setting::value(tx, org, &SIGN_NEEDS_APPROVAL, Some(Scope::Ae))?;
        if made.difference < 0 && asks {
            apply(tx, &saved, (&wanted, &made))?;
        } else {
            keep::sign(tx, id, (&wanted, None), user)?;
        }
        told(tx, id)
    })
    .map(Answer::Data)
}

/// Applies for a sign: done at once where nobody has to decide.
fn apply(tx: &mut Tx<'_>, saved: &Saved, (wanted, made): (&Wanted, &Made)) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let is_there = signing::state(tx, org, saved.id)?.is_some();
    let proposal = wanted.proposal(saved, (made.rates(), &made.figures()));
    let mut cells = vec![("proposal", proposal.into_value())];
    if !is_there {
        cells.push(("state", OPEN.to_owned().into_value()));
    }
    signing::put(tx, saved.id, is_there, cells)?;
    let mut subject = people::order(tx, org, sql::eq("id", saved.id), now)?.ok_or(Refusal::NotFound)?;
    // Amounts stand in the facts, which are told to who may know them.
    subject.facts.extend(facts_of(tx, wanted, made)?);
    let content = |name: &str| CONTENT.with(&[("coopName", name), ("code", &saved.code)]).zh;
    let application = application(tx, &subject, (EVENT, words::RUNNING), content, "")?;
    engine::submit(tx, &application).map(drop)
}

/// What the approver decides about.
fn facts_of(tx: &mut Tx<'_>, wanted: &Wanted, made: &Made) -> Result<Vec<(String, Fact)>, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let told = |(price_type, price, weight, currency): (&str, i64, i64, &str), amount: i64| {
        let weight = Weight::from_raw(weight);
        let of_one = if price_type == OF_ALL { String::new() } else { format!(" × {weight} KG") };
        let price = Price::from_raw(price);
        Fact::Text(format!("{price} {currency}{of_one} = {} {}", money_text(amount, own), own.code()))
    };
    let (msr, cost) = (&made.msr, &wanted.cost);
    let (price, weight) = (msr.price.unwrap_or_default(), msr.weight.unwrap_or_default());
    let sold = (msr.price_type.as_str(), price, weight, msr.currency.as_str());
    let bought = (cost.price_type.as_str(), cost.price, cost.weight, cost.currency.as_str());
    let mut known = vec![
        // Conditions look at hundredths.
        ("difference".to_owned(), Fact::Number(made.difference / 10)),
        ("sellRate".to_owned(), told(sold, msr.functional.unwrap_or_default())),
        ("buyingRate".to_owned(), told(bought, made.cost.charge.functional)),
    ];
    if let Some(person) = wanted.person {
        known.push(("routeManager".to_owned(), Fact::Text(facts::user_name(tx, org, person)?)));
    }
    Ok(known)
}

/// How an order stands after it was signed, or applied for.
fn told(tx: &mut Tx<'_>, id: Id) -> Result<Json, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let saved = store::of_id(tx, actor, air(), id)?;
    let state = match is_being_decided(tx, org, id)? {
        true => PENDING.to_owned(),
        false => signing::state(tx, org, id)?.unwrap_or_else(|| OPEN.to_owned()),
    };
    Ok(json!({ "orderId": id, "orderCode": saved.code, "rowUuid": saved.row_uuid, "signState": state }))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Decision {
    order_id: Id,
    agree: bool,
    #[serde(default)]
    comment: String,
}

/// POST approve: as the approver who is asked; he may not see the order otherwise.
pub(super) fn approve(call: &mut Call) -> Outcome {
    let asked: Decision = call.json()?;
    call.write(|tx| decide_on(tx, (EVENT, (KIND, asked.order_id)), (asked.agree, &asked.comment))).map(Answer::Data)
}

/// POST cancelSign/{orderId}.
pub(super) fn cancel(call: &mut Call) -> Outcome {
    let id = call.path_id("orderId")?;
    call.write(|tx| {
        let org = tx.org();
        let (saved, kept) = held(tx, id)?;
        need_undecided(tx, org, id)?;
        if !signing::is_signed(tx, org, id)? {
            return Err(Refusal::business(NOT_SIGNED));
        }
        if let Some(why) = closed(&saved, COST_DONE) {
            return Err(Refusal::Business(why));
        }
        let item = freight_cost::item(tx, org)?;
        if is_held(&kept, item) {
            return Err(Refusal::business(RECONCILED));
        }
        orderdesk::need_undecided(tx, org, id)?;
        let mut findings = Findings::new();
        let goes = |line: &Line| is_freight(line, item) && line.charge.source == Source::Signed.code();
        let lines = freight_cost::replaced(tx, (&saved, &kept), (goes, None), |_| "", &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        ledger::write(tx, (saved.id, &saved.code), (&kept, &lines), UNDID)?;
        signing::put(tx, id, true, vec![("state", OPEN.to_owned().into_value())])?;
        moved(tx, &saved)?;
        // The order is written: its minimum sell rate follows it again from its next save on.
        signing::put(tx, id, true, COLUMNS.iter().map(|column| (*column, Value::Null)).collect())?;
        let entry = log_entry(saved.id, &saved.code, form_page(saved.profile.scope)).did("修改", UNDID);
        tx.log(entry.text("签单状态：已签单 -> 未签单"))?;
        told(tx, id)
    })
    .map(Answer::Data)
}
