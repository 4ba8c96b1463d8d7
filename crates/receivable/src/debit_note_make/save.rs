//! Trying what charges would make, and making it: a few orders at a time, so that nobody waits long; what is refused of one
//! note leaves the others.

use std::collections::BTreeSet;

use charge::ledger::{INCOME_VIEW, money_text};
use charge::line::Line;
use charge::{finance, period};
use kernel::{Findings, Id, Msg, Text, grouped, show_day};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::page::{Said, Told as Shown};
use platform::refusal::{Refusal, messages};
use serde_json::{Value as Json, json};
use settle::amounts::parts;
use settle::note::{self, OBJECT, Wanted};

use super::asked::{Asked, Rules};
use super::plan::{Draft, Of, Told, drafts, orders};
use super::{BATCH, ORDERS_MAX, TOO_MANY, pool};
use crate::debit_note::{ADD, PATH};
use crate::rates;

/// Orders of one transaction.
const AT_ONCE: usize = 25;
const NONE_MADE: Msg = Msg::new("note_make.refused", "未生成账单：{list}", "No note was made: {list}");
/// Reasons a refusal names.
const REASONS_MAX: usize = 5;

/// The charges of a call, and the rules by which they make notes. Who bills all that was found holds another right than who
/// chooses.
fn wanted(call: &Call, asked: &Asked) -> Result<(Vec<Id>, Rules), Refusal> {
    let actor = call.actor()?;
    actor.need(INCOME_VIEW)?;
    let rules = asked.rules(call.now().day())?;
    let charges = match &asked.pool {
        Some(wanted) => {
            actor.need(BATCH)?;
            call.read(|conn| pool::charges(conn, actor, wanted))?
        }
        None => {
            if !actor.has(BATCH) {
                actor.need(ADD)?;
            }
            asked.charges()?
        }
    };
    Ok((charges, rules))
}

fn need_few(orders: &[Of]) -> Result<(), Refusal> {
    if orders.len() <= ORDERS_MAX {
        return Ok(());
    }
    Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])))
}

/// POST preview: {notes, failed, functionalAmount}.
pub(super) fn preview(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (charges, rules) = wanted(call, &asked)?;
    let (actor, today, language) = (call.actor()?, call.now().day(), call.language());
    let data = call.read(|conn| {
        let orders = orders(conn, actor, &charges)?;
        need_few(&orders)?;
        let charges: BTreeSet<Id> = charges.iter().copied().collect();
        let drafts = drafts(conn, actor.org_id, (&orders, &charges), &rules, today)?;
        let told = Told::of(conn, actor.org_id, &drafts)?;
        let (good, bad): (Vec<&Draft>, Vec<&Draft>) = drafts.iter().partition(|draft| draft.why.is_none());
        let functional: i64 = good.iter().map(|draft| functional(draft)).sum();
        let why = |draft: &&Draft| {
            let why = draft.why.as_ref().map_or("", |why| why.in_language(language));
            json!({ "orderCode": draft.of.code, "coopName": told.coop(draft), "why": why })
        };
        Ok(json!({
            "notes": good.iter().map(|draft| shown(draft, &told)).collect::<Vec<_>>(),
            "failed": bad.iter().map(why).collect::<Vec<_>>(),
            "functionalAmount": money_text(functional, told.own),
        }))
    })?;
    Ok(Answer::Data(data))
}

fn functional(draft: &Draft) -> i64 {
    draft.lines.iter().map(|line| line.charge.functional).sum()
}

fn amounts(draft: &Draft, told: &Told) -> String {
    let amount = |line: &Line| line.charge.amount.unwrap_or_default();
    parts(told.own, draft.lines.iter().map(|line| (line.charge.currency_code.as_str(), amount(line))))
}

fn shown(draft: &Draft, told: &Told) -> Json {
    json!({
        "orderCode": draft.of.code, "bizNumber": draft.of.number, "coopName": told.coop(draft),
        "amounts": amounts(draft, told), "functionalAmount": money_text(functional(draft), told.own),
        "noteDate": show_day(draft.date), "dueDate": show_day(draft.due.0),
        "bankName": draft.bank.and_then(|bank| told.banks.get(&bank)), "lines": draft.lines.len(),
    })
}

/// A note that was made.
struct Made {
    id: Id,
    num: String,
    code: String,
    coop: String,
    amounts: String,
    functional: String,
}

/// A note that was not, and why.
struct Failed {
    code: String,
    coop: String,
    why: Text,
}

/// POST batchSave.
pub(super) fn make(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (charges, rules) = wanted(call, &asked)?;
    let (made, failed) = made_of(call, &charges, &rules, &asked.confirmed)?;
    answer(call, &made, &failed)
}

/// POST billCharges {ids, …}: charges of the list, whose costs are none.
pub(super) fn of_charges(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    call.actor()?.need(INCOME_VIEW)?;
    let rules = asked.rules(call.now().day())?;
    let (made, failed) = made_of(call, &asked.charges()?, &rules, &asked.confirmed)?;
    answer(call, &made, &failed)
}

fn made_of(
    call: &mut Call,
    charges: &[Id],
    rules: &Rules,
    confirmed: &[String],
) -> Result<(Vec<Made>, Vec<Failed>), Refusal> {
    let actor = call.actor()?.clone();
    let orders = call.read(|conn| orders(conn, &actor, charges))?;
    need_few(&orders)?;
    let charges: BTreeSet<Id> = charges.iter().copied().collect();
    let (mut made, mut failed) = (Vec::new(), Vec::new());
    for (part, orders) in orders.chunks(AT_ONCE).enumerate() {
        match call.write(|tx| some(tx, &actor, (orders, &charges), (rules, confirmed))) {
            Ok((own, refused)) => {
                made.extend(own);
                failed.extend(refused);
            }
            // What was made before stays, and is told.
            Err(refusal) if part > 0 => {
                let why = reason(refusal).unwrap_or_else(|fault| {
                    tracing::error!(?fault, "a part of a batch of notes was not made");
                    messages::LATER.text()
                });
                let one = |of: &Of| Failed { code: of.code.clone(), coop: String::new(), why: why.clone() };
                failed.extend(orders.iter().map(one));
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Ok((made, failed))
}

/// Makes the notes of some orders, whose charges are held first, all of them: who makes notes of several waits for the numbers
/// of the day with nothing else to wait for.
fn some(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (orders, charges): (&[Of], &BTreeSet<Id>),
    (rules, confirmed): (&Rules, &[String]),
) -> Result<(Vec<Made>, Vec<Failed>), Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    let mut ids: Vec<Id> = orders.iter().map(|of| of.id).collect();
    ids.sort_unstable();
    ids.iter().try_for_each(|order| finance::hold(tx, *order, None))?;
    // Whatever was true of them before they were held is looked at once more.
    let own: Vec<Id> = charges_of(tx, org, &ids, charges)?;
    let orders = super::plan::orders(tx, actor, &own)?;
    let drafts = drafts(tx, org, (&orders, charges), rules, today)?;
    ask(tx, &drafts, rules, confirmed)?;
    let told = Told::of(tx, org, &drafts)?;
    let (mut made, mut failed) = (Vec::new(), Vec::new());
    for draft in &drafts {
        let fail = |why: Text| Failed { code: draft.of.code.clone(), coop: told.coop(draft).to_owned(), why };
        if let Some(why) = &draft.why {
            failed.push(fail(why.clone()));
            continue;
        }
        match tx.attempt(|tx| one(tx, draft, rules))? {
            Ok((id, num)) => made.push(Made {
                id,
                num,
                code: draft.of.code.clone(),
                coop: told.coop(draft).to_owned(),
                amounts: amounts(draft, &told),
                functional: money_text(functional(draft), told.own),
            }),
            Err(refusal) => failed.push(fail(reason(refusal)?)),
        }
    }
    if made.is_empty() {
        tx.no_log_line();
    }
    Ok((made, failed))
}

/// The chosen charges of some orders that are still there.
fn charges_of(tx: &mut Tx<'_>, org: i64, orders: &[Id], charges: &BTreeSet<Id>) -> Result<Vec<Id>, Refusal> {
    let lines = charge::line::of_orders(tx, org, orders)?;
    Ok(lines.into_iter().filter_map(|(_, line)| line.id).filter(|id| charges.contains(id)).collect())
}

/// Asks where a typed rate is far from the table's, and refuses who may type none.
fn ask(tx: &mut Tx<'_>, drafts: &[Draft], rules: &Rules, confirmed: &[String]) -> Result<(), Refusal> {
    if rules.rates.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let orders: Vec<Id> = drafts.iter().map(|draft| draft.of.id).collect();
    let chosen: BTreeSet<Id> = drafts.iter().flat_map(|draft| &draft.lines).filter_map(|line| line.id).collect();
    let stored = charge::line::of_orders(tx, org, &orders)?;
    let lines: Vec<&Line> =
        stored.iter().map(|(_, line)| line).filter(|line| line.id.is_some_and(|id| chosen.contains(&id))).collect();
    let mut findings = Findings::new();
    rates::check(tx, &lines, &rules.rates, &mut findings)?;
    Refusal::unless_clean(&findings, confirmed)
}

fn one(tx: &mut Tx<'_>, draft: &Draft, rules: &Rules) -> Result<(Id, String), Refusal> {
    let wanted = Wanted {
        order: draft.of.id,
        scope: draft.of.scope.clone(),
        coop: draft.coop,
        charges: draft.lines.iter().filter_map(|line| line.id).collect(),
        date: draft.date,
        due: (draft.due.0, false),
        agreement: draft.due.1,
        bank: draft.bank,
        remark: rules.remark.clone(),
        inner_remark: String::new(),
        rates: rules.rates.clone(),
    };
    period::hold(tx, [draft.date])?;
    let (id, num) = note::make(tx, &wanted)?;
    let scope = kernel::Scope::from_code(&draft.of.scope).map_or("", kernel::Scope::code);
    let entry = LogEntry::of(OBJECT, id, &num, PATH).did("新建", "制账单").scope(scope);
    tx.log(entry.text(format!("{} 制账单 {num}", draft.of.code)).about_order(draft.of.id))?;
    Ok((id, num))
}

/// Why a note was not made; a fault of the program is none of its reasons.
fn reason(refusal: Refusal) -> Result<Text, Refusal> {
    match refusal {
        Refusal::Business(text) | Refusal::BusinessWith(text, _) => Ok(text),
        Refusal::Stale(_) => Ok(messages::STALE.text()),
        Refusal::NotFound => Ok(messages::NO_SUCH_DATA.text()),
        Refusal::Findings(findings) => {
            let first = findings.items.iter().map(|one| one.text.clone()).next();
            first.ok_or_else(|| Refusal::broken("findings without a word"))
        }
        other => Err(other),
    }
}

/// {notes, failed, told}: the numbers, and what was refused. Where no note was made at all the call is refused.
fn answer(call: &Call, made: &[Made], failed: &[Failed]) -> Outcome {
    let language = call.language();
    let refused: Vec<Json> = failed
        .iter()
        .map(|one| json!({ "orderCode": one.code, "coopName": one.coop, "why": one.why.in_language(language) }))
        .collect();
    if made.is_empty() {
        return Err(nothing(failed, json!({ "failed": refused })));
    }
    let notes: Vec<Json> = made
        .iter()
        .map(|one| {
            json!({
                "id": one.id, "debitNoteNum": one.num, "orderCode": one.code, "coopName": one.coop,
                "amounts": one.amounts, "functionalAmount": one.functional,
            })
        })
        .collect();
    Ok(Answer::Data(json!({ "notes": notes, "failed": refused, "told": told(made, failed).json() })))
}

fn nothing(failed: &[Failed], data: Json) -> Refusal {
    if let [only] = failed {
        return Refusal::BusinessWith(only.why.clone(), data);
    }
    let list = |of: fn(&Text) -> &String| {
        let said = failed.iter().take(REASONS_MAX).map(|one| format!("{} {}", one.code, of(&one.why)));
        said.collect::<Vec<_>>().join("；")
    };
    let (zh, en) = (list(|text| &text.zh), list(|text| &text.en));
    Refusal::BusinessWith(NONE_MADE.with_each(&[("list", &zh)], &[("list", &en)]), data)
}

/// The same as a dialog shows it.
fn told(made: &[Made], failed: &[Failed]) -> Shown {
    let columns = [
        ("num", ("账单编号", "Debit note"), false),
        ("order", ("订单号", "Order"), false),
        ("coop", ("收款客户", "Customer"), false),
        ("amounts", ("账单金额（原币）", "Amount"), true),
        ("functional", ("账单金额（本币）", "Functional"), true),
    ];
    let row = |one: &Made| {
        let functional = grouped(&one.functional);
        [&one.num, &one.code, &one.coop, &one.amounts, &functional].map(Said::from).to_vec()
    };
    let shown = Shown::default().table(("生成的账单", "Notes made"), &columns, made.iter().map(row).collect());
    if failed.is_empty() {
        return shown;
    }
    let columns = [
        ("order", ("订单号", "Order"), false),
        ("coop", ("收款客户", "Customer"), false),
        ("why", ("原因", "Reason"), false),
    ];
    let row = |one: &Failed| {
        let why = Said { zh: one.why.zh.clone(), en: one.why.en.clone() };
        vec![Said::from(&one.code), Said::from(&one.coop), why]
    };
    shown.table(("未生成", "Not made"), &columns, failed.iter().map(row).collect())
}
