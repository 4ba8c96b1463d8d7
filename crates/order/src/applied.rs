//! Charges that templates put on an order by themselves (catalogue css.md /css_charge_template, 自动套用): with a new order, and
//! when an order gets its master.

use charge::entry::{self, Known, Subject, Typed};
use charge::finance;
use charge::ledger::{self, LogLine};
use charge::line::{self, Line};
use charge::template::{self, ChargeTemplate, Offer, WITH_MASTER, WITH_ORDER};
use kernel::{Findings, Id, Msg, Severity, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use trade::charge::Side;

use crate::money::subject;
use crate::moves::DONE;
use crate::profile::Profile;
use crate::store::{self, Saved};

/// Where it is told what of a template is not on the order.
const FIELD: &str = "charges";
const LEFT_OUT: Msg = Msg::new(
    "order.template.left_out",
    "模板{code}的{side}{item}未套用：{why}",
    "The {side} charge {item} of template {code} is not applied: {why}.",
);

/// What the log calls it.
const DID: &str = "自动套用模板";

/// A line of a template with the template's code.
type Coded = (String, Offer);

/// Holds the charges of an order that is about to get its master, where templates wait for that: charges are held before
/// their order is written. Says whether some wait.
pub fn hold_for_templates(tx: &mut Tx<'_>, saved: &Saved) -> Result<bool, Refusal> {
    let org = tx.org();
    if template::by_itself(tx, org, saved.profile.scope, &[WITH_MASTER])?.is_empty() {
        return Ok(false);
    }
    finance::hold(tx, saved.id, None).map(|()| true)
}

/// Writes the charges of the templates an order takes by itself on some sides, now that it is made or has its master. Nothing
/// of them stands in its way: what can't be charged is left out, which the log of its side keeps, and told to who sees it.
pub fn apply_templates(
    tx: &mut Tx<'_>,
    (profile, id): (&'static Profile, Id),
    (is_new, sides): (bool, &[Side]),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let moments: &[&str] = if is_new { &[WITH_ORDER, WITH_MASTER] } else { &[WITH_MASTER] };
    let mut waiting = template::by_itself(tx, org, profile.scope, moments)?;
    waiting.retain(|(_, template)| sides.contains(&template.side()));
    if waiting.is_empty() {
        return Ok(());
    }
    let saved = store::of_id(tx, actor, profile, id)?;
    let subject = subject(tx, org, &saved)?;
    waiting.retain(|(_, template)| takes(&saved, template) && template.fits(&subject));
    if waiting.is_empty() {
        return Ok(());
    }
    finance::hold(tx, id, None)?;
    let kept = line::of_order(tx, org, id)?;
    // A master that is given a second time brings nothing along that is there.
    waiting.retain(|(id, _)| kept.iter().all(|line| line.charge.template_id != Some(*id)));
    let (mut offers, mut left) = offered(tx, &waiting)?;
    let made = sound(tx, (&subject, &kept), &mut offers, &mut left)?;
    for ((code, offer), why) in &left {
        let (side, why) = (offer.line.side, left_out(code, offer, why));
        tx.log(ledger::entry(side, (id, &saved.code)).did("修改", DID).text(&why.zh))?;
        if actor.has(ledger::view_of(side)) {
            findings.warning(FIELD, why);
        }
    }
    if offers.is_empty() {
        return Ok(());
    }
    let mut codes: Vec<&str> = offers.iter().map(|(code, _)| code.as_str()).collect();
    codes.dedup();
    let text = format!("自动套用模板{}", codes.join("、"));
    let told = LogLine { text: &text, ..LogLine::of(DID) };
    ledger::write_told(tx, (id, &saved.code), (&kept, &made), &told)
}

/// Whether an order has come to where it takes a template by itself, and may still.
fn takes(saved: &Saved, template: &ChargeTemplate) -> bool {
    let recorded = match template.side() {
        Side::Receivable => saved.income_recorded,
        Side::Payable => saved.cost_recorded,
    };
    recorded != DONE && (template.auto_apply != WITH_MASTER || saved.awb_id.is_some())
}

/// The lines of templates, and those that are left out.
fn offered(tx: &mut Tx<'_>, waiting: &[(Id, ChargeTemplate)]) -> Result<(Vec<Coded>, Vec<(Coded, Text)>), Refusal> {
    let org = tx.org();
    let (mut offers, mut left) = (Vec::new(), Vec::new());
    for (id, template) in waiting {
        for mut offer in template::lines(tx, org, (*id, template))? {
            let why = offer.left_out.take();
            let coded = (template.template_code.clone(), offer);
            match why {
                Some(why) => left.push((coded, why)),
                None => offers.push(coded),
            }
        }
    }
    Ok((offers, left))
}

/// The lines of an order with the offered ones that the rules of its charges take; the others are left out.
fn sound(
    tx: &mut Tx<'_>,
    (subject, kept): (&Subject, &[Line]),
    offers: &mut Vec<Coded>,
    left: &mut Vec<(Coded, Text)>,
) -> Result<Vec<Line>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    while !offers.is_empty() {
        let fresh: Vec<Line> = offers.iter().map(|(_, offer)| offer.line.clone()).collect();
        let lines: Vec<Line> = kept.iter().chain(&fresh).cloned().collect();
        let known = Known::gather(tx, (org, now), subject, &lines)?;
        let old = kept.iter().map(|line| Typed { line: line.clone(), place: None });
        let new = fresh.into_iter().enumerate().map(|(place, line)| Typed { line, place: Some(place) });
        let mut all: Vec<Typed> = old.chain(new).collect();
        let mut found = Findings::new();
        entry::check(&mut all, kept, (subject, &known), true, &mut found);
        found.items.retain(|one| one.severity == Severity::Error);
        let Some(first) = found.items.first() else {
            return Ok(all.into_iter().map(|typed| typed.line).collect());
        };
        let why = |place: usize| {
            let at = format!(".{place}.");
            found.items.iter().find(|error| error.field.contains(&at)).map(|error| error.text.clone())
        };
        let each: Vec<Option<Text>> = (0..offers.len()).map(why).collect();
        // What is wrong with the order as a whole is so with everything that would come.
        let of_all = each.iter().all(Option::is_none).then(|| first.text.clone());
        for (coded, why) in std::mem::take(offers).into_iter().zip(each) {
            match why.or_else(|| of_all.clone()) {
                Some(why) => left.push((coded, why)),
                None => offers.push(coded),
            }
        }
    }
    Ok(kept.to_vec())
}

fn left_out(code: &str, offer: &Offer, why: &Text) -> Text {
    let side = offer.line.side;
    let zh = [("code", code), ("side", side.name()), ("item", &offer.item), ("why", &why.zh)];
    LEFT_OUT.with_each(&zh, &[("code", code), ("side", side.in_english()), ("item", &offer.item), ("why", &why.en)])
}
