//! An adjustment as it is entered: what it says, every rule over it, and the line it becomes.

use std::collections::BTreeSet;

use charge::card;
use charge::entry::{self, Known, Subject, Typed};
use charge::ledger::{LogLine, view_of, write_told};
use charge::line::{Charge, Line, Source};
use kernel::{Day, Findings, Id, Instant, Msg, parse_day, show_day};
use order::store::Saved;
use order::{Lifecycle, subject};
use platform::access::Actor;
use platform::call::{Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Value};
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;
use trade::charge::basis::Basis;

use super::{
    AMOUNT, CORRECTS, CURRENCY, DAY, DID, FORM, KIND, ORDER_ID, PARTNER, RATE, REASON, SERVICE, TAX, held, value_of,
};
use crate::order_charge::{answers, body, data, relocated};

const UNLOCKED: Msg = Msg::new(
    "adjust.unlocked",
    "订单未锁账，请直接修改费用",
    "The order is not locked: change its charges themselves.",
);
const NOT_OF_ORDER: Msg = Msg::new(
    "adjust.corrects",
    "对应费用不属于该订单的{side}",
    "The line to correct is none of this side of the order.",
);
const ZERO: Msg = Msg::new("adjust.zero", "金额不能为0", "The amount can't be zero.");
const OTHER_CURRENCY: Msg =
    Msg::new("adjust.currency", "对应费用的币种为{currency}", "The line to correct is in {currency}.");
const BEFORE_LOCK: Msg = Msg::new(
    "adjust.before_lock",
    "财务日期不能早于锁账日期{day}",
    "The financial date can't be before the day of the lock, {day}.",
);
const OVER: Msg = Msg::new(
    "adjust.over",
    "调整后对应费用为{amount}，是否继续？",
    "The line corrected comes to {amount} then. Continue?",
);
/// One, in ten-thousandths.
const ONCE: i64 = 10_000;

/// What is typed.
struct Wanted {
    order: Id,
    side: Side,
    corrects: Option<Id>,
    item: Option<Id>,
    coop: Option<Id>,
    currency: String,
    amount: i64,
    rate: Option<i64>,
    tax: String,
    day: Option<Day>,
    reason: String,
}

impl Wanted {
    fn of(body: &Map<String, Json>) -> Result<Self, Refusal> {
        let known = |name: &str| {
            matches!(name, "version" | "confirmed" | "requestId") || FORM.iter().any(|field| field.name() == name)
        };
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let mut findings = Findings::new();
        let values: Vec<Value> =
            FORM.iter().map(|field| field.parse(body.get(&field.name()), &field.name(), &mut findings)).collect();
        let amount = Option::<i64>::from_value(value_of(&values, AMOUNT))?;
        findings.error_if(amount == Some(0), "amount", ZERO);
        Refusal::unless_clean(&findings, &[])?;
        let id = |field| Option::<Id>::from_value(value_of(&values, field));
        let text = |field| Option::<String>::from_value(value_of(&values, field)).map(Option::unwrap_or_default);
        Ok(Self {
            order: id(ORDER_ID)?.ok_or(Refusal::NotFound)?,
            side: card::side_of(&text(KIND)?),
            corrects: id(CORRECTS)?,
            item: id(SERVICE)?,
            coop: id(PARTNER)?,
            currency: text(CURRENCY)?,
            amount: amount.unwrap_or_default(),
            rate: Option::<i64>::from_value(value_of(&values, RATE))?,
            tax: text(TAX)?,
            day: parse_day(&text(DAY)?),
            reason: text(REASON)?,
        })
    }

    /// The line, as far as it is typed; what is not typed is that of the line it corrects.
    fn line(&self, corrected: Option<&Charge>) -> Line {
        let mut line = Line::new(self.side, Source::Adjusted);
        line.derives = false;
        let either = |typed: &str, of: fn(&Charge) -> &str| {
            if typed.is_empty() { corrected.map(of).unwrap_or_default().to_owned() } else { typed.to_owned() }
        };
        let charge = &mut line.charge;
        charge.service_item_id = self.item.or(corrected.and_then(|old| old.service_item_id));
        charge.coop_id = self.coop.or(corrected.and_then(|old| old.coop_id));
        charge.currency_code = either(&self.currency, |old| &old.currency_code);
        charge.tax_rate = either(&self.tax, |old| &old.tax_rate);
        // At the rate of the line, so that taking all of it back leaves nothing in the functional currency either.
        charge.exchange_rate = self.rate.or(corrected.and_then(|old| old.exchange_rate));
        charge.rate_typed = self.rate.is_some();
        Basis::Manual.name().clone_into(&mut charge.basis);
        (charge.quantity, charge.quantity_typed) = (Some(ONCE), true);
        (charge.amount, charge.amount_fixed) = (Some(self.amount), true);
        charge.corrects_id = self.corrects;
        line
    }
}

/// POST /css/chargeAdjust/save.
pub(super) fn save(call: &mut Call) -> Outcome {
    let body = body(call)?;
    let (wanted, answers) = (Wanted::of(&body)?, answers(&body));
    call.write(|tx| {
        tx.actor.need(view_of(wanted.side))?;
        let (saved, kept) = held(tx, wanted.order)?;
        if saved.lifecycle != Lifecycle::Locked {
            return Err(Refusal::business(UNLOCKED));
        }
        let mut findings = Findings::new();
        dated(tx, &saved, wanted.day, &mut findings)?;
        let corrected = corrected(&wanted, &kept, &mut findings);
        let mut line = figured(tx, &saved, (&wanted, corrected), &kept, &mut findings)?;
        over(corrected, (&kept, &line), &mut findings);
        Refusal::unless_clean(&findings, &answers)?;
        let day = wanted.day.map(show_day).unwrap_or_default();
        let today: String = show_day(tx.now.day()).chars().filter(char::is_ascii_digit).skip(2).collect();
        let no = format!("AJ-{today}{:04}", tx.next_number("charge_adjust", &today)?);
        line.charge.financial_date.clone_from(&day);
        line.charge.adjust_no.clone_from(&no);
        line.charge.reason.clone_from(&wanted.reason);
        let lines: Vec<Line> = kept.iter().cloned().chain([line]).collect();
        let about = (saved.id, saved.code.as_str());
        let text = format!("{DID} {no}（{day}）：{}", wanted.reason);
        let told = LogLine { kind: "新建", did: DID, text: &text, level: Level::High };
        write_told(tx, about, (&kept, &lines), &told)?;
        Ok(json!({ "adjustNum": no, "orderCode": saved.code, "financialDate": day }))
    })
    .and_then(data)
}

/// The month of its day is open, and the day not before the lock.
fn dated(tx: &mut Tx<'_>, saved: &Saved, day: Option<Day>, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(day) = day else { return Ok(()) };
    if let Some(why) = charge::period::refuses(tx, [day])? {
        findings.error("financialDate", why);
    } else if parse_day(&saved.financial_date).is_some_and(|locked| day < locked) {
        findings.error("financialDate", BEFORE_LOCK.with(&[("day", &saved.financial_date)]));
    }
    Ok(())
}

/// The line that is corrected: one of the side, and none that corrects itself.
fn corrected<'a>(wanted: &Wanted, kept: &'a [Line], findings: &mut Findings) -> Option<&'a Charge> {
    let id = wanted.corrects?;
    let fits = |line: &&Line| {
        line.id == Some(id) && line.side == wanted.side && line.counts() && line.charge.adjust_no.is_empty()
    };
    let found = kept.iter().find(fits).map(|line| &line.charge);
    match found {
        None => findings.error("correctsId", NOT_OF_ORDER.with(&[("side", wanted.side.name())])),
        Some(old) if !wanted.currency.is_empty() && wanted.currency != old.currency_code => {
            findings.error("currency", OTHER_CURRENCY.with(&[("currency", &old.currency_code)]));
        }
        Some(_) => {}
    }
    found
}

/// The line with its figures, and every rule of charges over it.
fn figured(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, corrected): (&Wanted, Option<&Charge>),
    kept: &[Line],
    findings: &mut Findings,
) -> Result<Line, Refusal> {
    let (actor, org, now): (&Actor, i64, Instant) = (tx.actor, tx.org(), tx.now);
    let line = wanted.line(corrected);
    let subject = Subject { financial_day: wanted.day, ..subject(tx, org, saved)? };
    let mut all = entry::merged(kept, vec![Typed { line, place: Some(0) }], &BTreeSet::new());
    let lines: Vec<Line> = all.iter().map(|one| one.line.clone()).collect();
    let known = Known::gather(tx, (org, now), &subject, &lines)?;
    let mut found = Findings::new();
    entry::check(&mut all, kept, (&subject, &known), actor.has("css-rate-edit"), &mut found);
    relocated(found, |_, _, field| field.to_owned(), findings);
    all.pop().map(|typed| typed.line).ok_or_else(|| Refusal::broken("the line that was entered is gone"))
}

/// Taking back more than there is of a line is asked about.
fn over(corrected: Option<&Charge>, (kept, line): (&[Line], &Line), findings: &mut Findings) {
    let Some(old) = corrected else { return };
    let amount = old.amount.unwrap_or_default();
    let same = |other: &&Line| other.counts() && other.charge.corrects_id == line.charge.corrects_id;
    let adjusted = kept.iter().filter(same).chain([line]).map(|other| other.charge.amount.unwrap_or_default());
    let left = adjusted.fold(amount, i64::saturating_add);
    if left != 0 && left.signum() != amount.signum() {
        let shown = Charge::AMOUNT.show(&Value::Int(left), "zh-CN");
        findings.confirm("amount", OVER.with(&[("amount", &shown)]));
    }
}
