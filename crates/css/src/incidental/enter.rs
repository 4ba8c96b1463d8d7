//! Incidental charges as they are entered: on one order, with the same for its customer where that is wished, or one amount
//! for all orders of a master. They wait to be confirmed.

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::{self, Known, Subject, Typed};
use charge::finance;
use charge::ledger::{self, view_of};
use charge::line::{LINES_MAX, Line, NORMAL, PENDING, Source, code_of, member_of, of_orders};
use kernel::{Confirm, Finding, Findings, Id, Msg, Percent, div_half_up};
use order::store::{self, Saved};
use order::{HIDDEN, subject};
use platform::call::{Call, Outcome, Tx};
use platform::field::Field;
use platform::refusal::{Refusal, messages};
use platform::store::Value;
use serde_json::{Map, Value as Json, json};
use trade::charge::basis::Basis;
use trade::charge::share::share;
use trade::charge::{Currency, Fault, Money, Side};

use super::{
    NO_MASTER, PRICE, about, found, held, is_own, is_waiting, knows, need_open, of_master, of_one, sees_income, told,
    version,
};
use crate::order_charge::{answers, body, data, relocated, text};

const NOT_INCIDENTAL: Msg =
    Msg::new("incidental.item", "该服务项目不是杂费", "The service item is no incidental charge.");
const PERCENT: Msg = Msg::new(
    "incidental.percent",
    "没有查看该类费用的权限，不能按百分比录入",
    "You may not see the charges a percentage is of, and can't enter one.",
);
const TOO_MANY: Msg = Msg::new("incidental.many", "一票订单最多{n}行费用", "An order has {n} charges at most.");
const KIND: Msg = Msg::new("incidental.kind", "请选择应收或应付", "Choose receivable or payable.");
const NO_LINES: Msg = Msg::new("incidental.lines", "请至少填写一行杂费", "Enter one charge at least.");
const MARKUP: Msg = Msg::new("incidental.markup", "加价须在0与100之间", "The markup is between 0 and 100.");
const NO_WEIGHT: Msg = Msg::new(
    "incidental.weight",
    "主单的订单没有计费重量，不能分摊",
    "The orders of the master have no charge weight to share by.",
);
const AMOUNT: Msg = Msg::new("incidental.amount", "请填写金额", "Fill in the amount.");
const CURRENCY: Msg = Msg::new("incidental.currency", "币种不存在", "There is no such currency.");
const TOO_FINE: Msg =
    Msg::new("incidental.fine", "{currency}金额最多{n}位小数", "Amounts of {currency} have {n} decimals at most.");
const DID: &str = "录入杂费";
const LINES: &str = "lines";
/// All of something, in hundredths of a percent.
const WHOLE: i128 = 10_000;
/// One, in ten-thousandths.
const ONCE: i64 = 10_000;

/// Rows as they were sent, and how much more the customer is charged for their costs.
type Sent<'a> = (&'a [(Side, Map<String, Json>)], Option<i64>);

/// An order whose charges are held, with what they are made of.
struct Held {
    saved: Saved,
    subject: Subject,
    kept: Vec<Line>,
}

/// POST /afbase/incidentals/doSave.
pub(super) fn save(call: &mut Call) -> Outcome {
    let (body, language) = (body(call)?, call.language().to_owned());
    let (markup, rows, version) = (markup(&body)?, rows(&body)?, version(&body)?);
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let saved = found(tx, actor, text(&body, "orderUuid"))?;
        let (saved, kept) = held(tx, &saved, version)?;
        let order = Held { subject: subject(tx, org, &saved)?, saved, kept };
        let (lines, findings) = checked(tx, &order, (&rows, markup))?;
        Refusal::unless_clean(&findings, &answers(&body))?;
        write(tx, &order, &lines)?;
        told::orders(tx, (actor, &language), &[order.saved])
    })
    .and_then(data)
}

/// POST /afbase/incidentals/doBatchSave: an amount typed once, shared over the orders of a master by their charge weight.
pub(super) fn batch(call: &mut Call) -> Outcome {
    let (body, language) = (body(call)?, call.language().to_owned());
    let (total, side, answers) = (amount(&body)?, side(text(&body, "kind"), "kind")?, answers(&body));
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        if !facts::is_currency(tx, org, total.currency().code())? {
            return Err(Refusal::field("currency", CURRENCY.text()));
        }
        let orders = held_of_master(tx, text(&body, "awbNumber"))?;
        let shares = shares(total, &orders)?;
        let (mut findings, mut ready) = (Findings::new(), Vec::new());
        for (order, own) in orders.iter().zip(shares).filter(|(_, own)| !own.is_zero()) {
            let row = [(side, shared_row(&body, own))];
            let checked = checked(tx, order, (&row, None)).map_err(|refusal| about(&order.saved, refusal));
            let (lines, found) = checked?;
            of_form(&order.saved, found, &mut findings);
            ready.push((order, lines));
        }
        Refusal::unless_clean(&findings, &answers)?;
        for (order, lines) in ready {
            write(tx, order, &lines)?;
        }
        let orders: Vec<Saved> = orders.into_iter().map(|order| order.saved).collect();
        told::orders(tx, (actor, &language), &orders)
    })
    .and_then(data)
}

/// The orders of a master with their charges held; refused where the caller does not see all of them.
fn held_of_master(tx: &mut Tx<'_>, number: &str) -> Result<Vec<Held>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let of = of_master(tx, actor, number)?;
    // A share of what somebody does not see would tell him of it.
    if of.hidden > 0 {
        return Err(Refusal::business(HIDDEN));
    }
    if of.seen.is_empty() {
        return Err(Refusal::business(NO_MASTER));
    }
    let mut orders = Vec::new();
    for (id, profile) in of.seen {
        finance::hold(tx, id, None)?;
        let saved = store::of_id(tx, actor, profile, id)?;
        orders.push(Held { subject: subject(tx, org, &saved)?, saved, kept: Vec::new() });
    }
    let ids: Vec<Id> = orders.iter().map(|order| order.saved.id).collect();
    for (id, line) in of_orders(tx, org, &ids)? {
        if let Some(order) = orders.iter_mut().find(|order| order.saved.id == id) {
            order.kept.push(line);
        }
    }
    Ok(orders)
}

/// What each order gets.
fn shares(total: Money, orders: &[Held]) -> Result<Vec<Money>, Refusal> {
    let weight = |order: &Held| order.subject.measures.shared_by();
    let weights: Vec<i64> = orders.iter().map(weight).collect();
    share(total, &weights).map_err(|fault| match fault {
        Fault::NoWeight => Refusal::business(NO_WEIGHT),
        other => Refusal::broken(other.to_string()),
    })
}

/// Takes over what is found about the share of an order, at the fields of the form it comes from and with the order's code.
fn of_form(saved: &Saved, found: Findings, into: &mut Findings) {
    let items = found.items.into_iter();
    into.items.extend(items.map(|one| Finding {
        field: form_field(&one.field),
        text: of_one(saved, &one.text),
        ..one
    }));
    let asked = found.confirms.into_iter();
    into.confirms.extend(asked.map(|one| Confirm {
        field: form_field(&one.field),
        text: of_one(saved, &one.text),
        ..one
    }));
}

/// The field of the form that a field of its row was made from.
fn form_field(at: &str) -> String {
    let of_row = at.strip_prefix(LINES).and_then(|rest| rest.strip_prefix(".0."));
    let field = match of_row {
        None => "",
        Some(own @ ("coopId" | "currency" | "note" | "amount")) => own,
        Some("exchangeRate") => "currency",
        Some("unitPrice" | "quantity") => "amount",
        // Basis, tax and rounding are the item's.
        Some(_) => "serviceItemId",
    };
    field.to_owned()
}

/// The row of an order that gets a share.
fn shared_row(body: &Map<String, Json>, own: Money) -> Map<String, Json> {
    let mut row = Map::new();
    for name in ["serviceItemId", "coopId", "currency", "taxRate", "note"] {
        row.extend(body.get(name).filter(|value| !value.is_null()).map(|value| (name.to_owned(), value.clone())));
    }
    row.insert("basis".to_owned(), json!(Basis::Manual.name()));
    row.insert("quantity".to_owned(), json!("1"));
    row.insert("amount".to_owned(), json!(own.to_string()));
    row.insert("amountFixed".to_owned(), json!(true));
    row
}

/// What is to be shared.
pub(crate) fn amount(body: &Map<String, Json>) -> Result<Money, Refusal> {
    const TYPED: Field = Field::decimal(3, "金额", "Amount").required();
    let at = |place: &str, message: Msg| Refusal::field(place, message.text());
    let currency = Currency::named(text(body, "currency")).ok_or_else(|| at("currency", CURRENCY))?;
    let mut findings = Findings::new();
    let value = TYPED.parse(body.get("amount"), "amount", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let Value::Int(raw) = value else { return Err(at("amount", AMOUNT)) };
    let fine = |_| {
        let arguments = [("currency", currency.code()), ("n", &currency.exponent().to_string())];
        Refusal::field("amount", TOO_FINE.with(&arguments))
    };
    let total = Money::of_thousandths(raw, currency).map_err(fine)?;
    if total.is_zero() { Err(at("amount", AMOUNT)) } else { Ok(total) }
}

/// How much more the customer is charged, in hundredths of a percent; none where he is not.
fn markup(body: &Map<String, Json>) -> Result<Option<i64>, Refusal> {
    if body.get("withIncome").and_then(Json::as_bool) != Some(true) {
        return Ok(None);
    }
    let typed = Some(text(body, "markup")).filter(|typed| !typed.is_empty()).unwrap_or("0");
    let percent = Percent::parse(typed).ok().map(Percent::raw).filter(|raw| (0..=10_000).contains(raw));
    percent.map(Some).ok_or_else(|| Refusal::field("markup", MARKUP.text()))
}

fn side(kind: &str, place: &str) -> Result<Side, Refusal> {
    let found = Side::ALL.into_iter().find(|side| code_of(*side) == kind);
    found.ok_or_else(|| Refusal::field(place, KIND.text()))
}

/// The rows of a body with their sides.
fn rows(body: &Map<String, Json>) -> Result<Vec<(Side, Map<String, Json>)>, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", LINES)]));
    let rows = body.get(LINES).and_then(Json::as_array).ok_or_else(bad)?;
    if rows.is_empty() {
        return Err(Refusal::field(LINES, NO_LINES.text()));
    }
    let row = |(place, row): (usize, &Json)| {
        let mut row = row.as_object().cloned().ok_or_else(bad)?;
        // A line of a card is a rated one, which nobody would confirm here.
        row.remove("cardId");
        let kind = row.remove("kind");
        let kind = kind.as_ref().and_then(Json::as_str).unwrap_or_default();
        Ok((side(kind, &format!("{LINES}.{place}.kind"))?, row))
    };
    rows.iter().enumerate().map(row).collect()
}

/// The charges an order is to have with rows over them, and what is wrong with these.
fn checked(tx: &mut Tx<'_>, order: &Held, (rows, markup): Sent<'_>) -> Result<(Vec<Line>, Findings), Refusal> {
    let actor = tx.actor;
    for side in Side::ALL {
        if rows.iter().any(|(of, _)| *of == side) || (side == Side::Receivable && markup.is_some()) {
            need_open(tx, &order.saved, side)?;
        }
    }
    if rows.iter().any(|(side, _)| *side == Side::Receivable) && !sees_income(actor) {
        actor.need(PRICE)?;
    }
    // Figures and questions made of charges the caller does not see would tell him of them.
    let seen: Vec<Line> = order.kept.iter().filter(|line| knows(actor, line)).cloned().collect();
    let mut findings = Findings::new();
    let (typed, places) = read((rows, &seen), |line| is_own(actor, line) && is_waiting(line), &mut findings)?;
    let at = |member: &str, place: usize, field: &str| {
        let place = places.get(member).and_then(|places| places.get(place)).copied().unwrap_or(place);
        if field.is_empty() { format!("{LINES}.{place}") } else { format!("{LINES}.{place}.{field}") }
    };
    let (mut made, own) = ruled(tx, (&order.subject, &seen), typed)?;
    relocated(own, at, &mut findings);
    // What is made of a cost that is wrong would be wrong with it.
    if let Some(markup) = markup.filter(|_| !findings.has_errors()) {
        let costs = made.iter().filter(|one| one.line.side == Side::Payable && one.line.id.is_none());
        let income = costs.map(|one| Typed { line: for_customer(&one.line, markup), place: one.place }).collect();
        let (income, own) = ruled(tx, (&order.subject, &seen), income)?;
        // What is wrong with it stands at the cost.
        relocated(own, |_, place, field| at(member_of(Side::Payable), place, field), &mut findings);
        made.extend(income);
    }
    let lines = waiting(&order.kept, made.into_iter().map(|one| one.line).collect());
    // All of them count, also those the caller does not see.
    if !findings.has_errors() && lines.len() > LINES_MAX {
        findings.error(LINES, TOO_MANY.with(&[("n", &LINES_MAX.to_string())]));
    }
    Ok((lines, findings))
}

/// Lines that are typed over those of an order, with every figure made, and what is wrong with them.
fn ruled(
    tx: &mut Tx<'_>,
    (subject, kept): (&Subject, &[Line]),
    typed: Vec<Typed>,
) -> Result<(Vec<Typed>, Findings), Refusal> {
    let (actor, org, now) = (tx.actor, tx.org(), tx.now);
    let mut all = entry::merged(kept, typed, &BTreeSet::new());
    let lines: Vec<Line> = all.iter().map(|one| one.line.clone()).collect();
    let known = Known::gather(tx, (org, now), subject, &lines)?;
    let mut found = Findings::new();
    entry::check(&mut all, kept, (subject, &known), actor.has("css-rate-edit"), &mut found);
    all.retain(|one| one.place.is_some());
    // What is wrong with a side as a whole stands at the rows: they are of both.
    let of_side = |field: &str| Side::ALL.into_iter().any(|side| member_of(side) == field);
    for one in found.items.iter_mut().filter(|one| of_side(&one.field)) {
        LINES.clone_into(&mut one.field);
    }
    for one in &all {
        let at = one.at("serviceItemId");
        let incidental = known.item(&one.line).is_none_or(|item| item.is_incidental);
        found.error_if(!incidental, &at, NOT_INCIDENTAL);
        // Its quantity would be what all of them come to; the basis may be the item's.
        found.error_if(one.line.is_percentage() && !actor.has(view_of(one.line.side)), &at, PERCENT);
    }
    Ok((all, found))
}

fn write(tx: &mut Tx<'_>, order: &Held, lines: &[Line]) -> Result<(), Refusal> {
    ledger::write(tx, (order.saved.id, &order.saved.code), (&order.kept, lines), DID)
}

/// Where the rows of each side were sent.
type Places = BTreeMap<&'static str, Vec<usize>>;

/// The rows as lines of their sides, with the places they were sent at. Until they are checked they count, so that figures
/// are made of them; rows with an id change what `may_change` lets.
fn read(
    (rows, kept): (&[(Side, Map<String, Json>)], &[Line]),
    may_change: impl Fn(&Line) -> bool,
    findings: &mut Findings,
) -> Result<(Vec<Typed>, Places), Refusal> {
    let own: Vec<Line> = kept.iter().filter(|line| may_change(line)).cloned().collect();
    let (mut typed, mut places) = (Vec::new(), Places::new());
    for side in Side::ALL {
        let of_side = || rows.iter().enumerate().filter(|(_, (of, _))| *of == side);
        let body = json!({ member_of(side): of_side().map(|(_, (_, row))| row).collect::<Vec<_>>() });
        let Some(body) = body.as_object() else { continue };
        let places = places.entry(member_of(side)).or_default();
        places.extend(of_side().map(|(place, _)| place));
        let mut found = Findings::new();
        typed.extend(entry::read_side(body, side, &own, &mut found)?);
        let at = |_: &str, place: usize, field: &str| {
            let place = places.get(place).copied().unwrap_or(place);
            format!("{LINES}.{place}.{field}").trim_end_matches('.').to_owned()
        };
        relocated(found, at, findings);
    }
    for one in &mut typed {
        let charge = &mut one.line.charge;
        Source::Incidental.code().clone_into(&mut charge.source);
        NORMAL.clone_into(&mut charge.state);
        // What a card had made of a stored line is typed now.
        charge.card_id = None;
        charge.tag = String::new();
    }
    Ok((typed, places))
}

/// What the customer is charged for a cost.
fn for_customer(cost: &Line, markup: i64) -> Line {
    let from = &cost.charge;
    let more = |raw: i64, unit: i64| {
        let more = i128::from(raw) * (WHOLE + i128::from(markup));
        let rounded = div_half_up(more, WHOLE * i128::from(unit)) * i128::from(unit);
        i64::try_from(rounded).ok()
    };
    let exponent = Currency::named(&from.currency_code).map_or(2, Currency::exponent);
    let unit = 10i64.pow(3u32.saturating_sub(exponent));
    let mut line = Line::new(Side::Receivable, Source::Incidental);
    line.derives = false;
    let charge = &mut line.charge;
    charge.service_item_id = from.service_item_id;
    charge.currency_code.clone_from(&from.currency_code);
    charge.note.clone_from(&from.note);
    if cost.is_percentage() || !from.cut.is_empty() {
        // A percentage of what customers are charged would be another amount, and price by quantity one beyond the limit.
        Basis::Manual.name().clone_into(&mut charge.basis);
        (charge.quantity, charge.quantity_typed) = (Some(ONCE), true);
        charge.amount = from.amount.and_then(|raw| more(raw, unit));
        charge.amount_fixed = charge.amount.is_some();
        return line;
    }
    charge.basis.clone_from(&from.basis);
    charge.container_type.clone_from(&from.container_type);
    (charge.quantity, charge.quantity_typed) = (from.quantity, from.quantity_typed);
    charge.price = from.price.and_then(|raw| more(raw, 1));
    charge.amount_fixed = from.amount_fixed;
    charge.amount = from.amount.filter(|_| from.amount_fixed).and_then(|raw| more(raw, unit));
    line
}

/// The charges an order has with those that were entered, which wait.
fn waiting(kept: &[Line], made: Vec<Line>) -> Vec<Line> {
    let wait = |mut line: Line| {
        PENDING.clone_into(&mut line.charge.state);
        line.charge.reason = String::new();
        line
    };
    let (changed, fresh): (Vec<Line>, Vec<Line>) = made.into_iter().map(wait).partition(|line| line.id.is_some());
    let stay = kept.iter().map(|line| changed.iter().find(|one| one.id == line.id).unwrap_or(line).clone());
    stay.chain(fresh).collect()
}
