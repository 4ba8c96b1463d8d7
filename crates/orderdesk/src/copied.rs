//! 复制 with 费用 ticked (catalogue css.md 0.16): the first save of a copy writes the charges of its model, too.

use charge::entry::{self, Known, Typed};
use charge::ledger::{self, LogLine};
use charge::line::{self, Line};
use charge::{copied, finance};
use kernel::{Finding, Findings, Id, Msg, Severity};
use order::store::{self, Saved};
use order::{Profile, subject, visible_order};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json};
use trade::charge::Side;

/// Where things of the charges are found: the member of a copy that asks for them.
const FIELD: &str = "copyCharges";
const GONE: Msg =
    Msg::new("order.copy.gone", "复制的订单{code}不存在", "There is no order {code} to copy the charges of.");
const LEFT_OUT: Msg =
    Msg::new("order.copy.left_out", "{side}{item}未复制：{why}", "The {side} charge {item} is not copied: {why}.");

/// Whose charges the body of a new order asks for, by the code of the order.
pub(crate) fn asked(body: &Map<String, Json>) -> Option<&str> {
    let ticked = body.get(FIELD).and_then(Json::as_bool) == Some(true);
    body.get("copyFrom").and_then(Json::as_str).filter(|code| ticked && !code.is_empty())
}

/// Writes the charges of an order its caller sees on the one he just made, of the sides he sees. What is left out is told.
/// Answers the sides that have some now.
pub(crate) fn write(
    tx: &mut Tx<'_>,
    (profile, id, from): (&'static Profile, Id, &str),
    findings: &mut Findings,
) -> Result<Vec<Side>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    actor.need(ledger::ADD)?;
    let model = model(tx, profile, from)?;
    let lines = line::of_order(tx, org, model)?;
    let seen: Vec<Line> = lines.into_iter().filter(|line| actor.has(ledger::view_of(line.side))).collect();
    let mut copies = Vec::new();
    for copy in copied::of_lines(tx, org, &seen)? {
        let Some(why) = copy.left_out else {
            copies.push(copy.line);
            continue;
        };
        let side = copy.line.side;
        let zh = [("side", side.name()), ("item", &copy.item), ("why", &why.zh)];
        let en = [("side", side.in_english()), ("item", &copy.item), ("why", &why.en)];
        findings.warning(FIELD, LEFT_OUT.with_each(&zh, &en));
    }
    if copies.is_empty() {
        return Ok(Vec::new());
    }
    let saved = store::of_id(tx, actor, profile, id)?;
    let made = made(tx, &saved, copies)?;
    finance::hold(tx, id, None)?;
    let text = format!("复制{from}的费用");
    let told = LogLine { text: &text, ..LogLine::of("复制费用") };
    ledger::write_told(tx, (id, &saved.code), (&[], &made), &told)?;
    Ok(Side::ALL.into_iter().filter(|side| made.iter().any(|line| line.side == *side)).collect())
}

fn model(tx: &mut Tx<'_>, profile: &Profile, code: &str) -> Result<Id, Refusal> {
    let mut select = sql::from(tx.org(), store::TABLE);
    select
        .column("id")
        .and_where(sql::eq("order_code", code.to_owned()))
        .and_where(sql::eq("business_scope", profile.scope.code().to_owned()))
        .cond_where(visible_order(tx.actor));
    let row = tx.first(&select.into())?.ok_or_else(|| Refusal::field(FIELD, GONE.with(&[("code", code)])))?;
    Ok(row.get(0)?)
}

/// The copies with every figure of their new order; what can't be made refuses them all.
fn made(tx: &mut Tx<'_>, saved: &Saved, copies: Vec<Line>) -> Result<Vec<Line>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let subject = subject(tx, org, saved)?;
    let known = Known::gather(tx, (org, now), &subject, &copies)?;
    let mut all: Vec<Typed> =
        copies.into_iter().enumerate().map(|(place, line)| Typed { line, place: Some(place) }).collect();
    let mut found = Findings::new();
    entry::check(&mut all, &[], (&subject, &known), true, &mut found);
    // The order's form has no cells for them: each fault is told once, at what asked for the charges.
    let mut faults = Findings::new();
    for fault in found.items.into_iter().filter(|one| one.severity == Severity::Error) {
        if faults.items.iter().all(|told| told.text != fault.text) {
            faults.items.push(Finding { field: FIELD.to_owned(), ..fault });
        }
    }
    Refusal::unless_clean(&faults, &[])?;
    Ok(all.into_iter().map(|typed| typed.line).collect())
}
