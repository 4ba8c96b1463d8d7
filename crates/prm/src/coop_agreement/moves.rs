//! How an agreement is agreed on, comes into force and ends.

use agreement::{ACTIVE, APPROVING, Agreed, Agreement, BOTH, DRAFT, EXPIRED, PENDING, REPLACED, TABLE};
use approval::rule::{Fact, Facts};
use approval::setting::choose;
use approval::{Application, words};
use kernel::{day_after_days, parse_day, show_day};
use platform::document::{self, Document};
use platform::flow::name_of;
use platform::log::differences;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::json;

use super::PATH;
use super::rules::{WRONG_STATE, of_id, overlaps};

/// Kind of object of its applications.
pub(super) const KIND: &str = "AGREEMENT";
/// An agreement is decided about.
const AGREEING: i64 = 103;
/// Limit or terms of a partner are decided about.
const CREDIT: i64 = 102;
/// What a decision does.
pub(super) const EFFECTS: [Effect; 2] = [effect(AGREEING, granted), effect(CREDIT, granted)];
/// What follows where nothing came of an application.
pub(super) const SETBACKS: [Effect; 2] = [effect(AGREEING, set_back), effect(CREDIT, set_back)];

const fn effect(event: i64, work: platform::registry::EffectWork) -> Effect {
    Effect { event, kind: KIND, work }
}

const CONTENT: Msg =
    Msg::new("agreement.content", "{coopName}协议{code}：{terms}", "{coopName}: agreement {code}, {terms}");
const OUTSIDE: Msg =
    Msg::new("agreement.end", "终止日期须在{from}至{to}之间", "It can only end between {from} and {to}.");

/// The day an agreement ends before its time.
pub(super) const ENDS_ON: Field = Field::day("终止日期", "Ends on").column("valid_to").wire("endDate").required();

/// 草稿 → 审批中, or what it is at once where nobody decides.
pub(super) fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, Agreement>) -> Result<(), Refusal> {
    let (org, id, own) = (tx.org(), step.id, step.document);
    // Two that overlap and are submitted at the same moment wait for each other.
    document::one_at_a_time(tx, org)?;
    for overlap in overlaps(tx, org, (id, own))? {
        step.findings.error("", overlap);
    }
    step.unless_clean()?;
    credit::due::coops(tx, [own.coop_id])?;
    let application = application(tx, id, own)?;
    let done = approval::submit(tx, &application)?;
    if done.instance.is_none() {
        let state = begins(tx, own)?;
        step.go_to(state);
    }
    step.answer("instanceId", json!(done.instance));
    step.answer("instanceNo", json!(done.no));
    Ok(())
}

/// One application covers both what is agreed and the credit that changes by it: it goes by the setting of agreements, or
/// where there is none by that of credit.
fn application(tx: &mut Tx<'_>, id: Id, own: &Agreement) -> Result<Application, Refusal> {
    let org = tx.org();
    let known = agreement::agreed(tx, org, [own.coop_id])?;
    let before = before(known.get(&own.coop_id).map_or(&[], Vec::as_slice), own);
    let scopes: Vec<&str> = own.scope_codes().collect();
    let scope = if let [only] = scopes.as_slice() { (*only).to_owned() } else { String::new() };
    let changes =
        before.is_none_or(|before| before.agreement.credit_limit != own.credit_limit || before.terms != own.terms());
    let mut decided = |event| -> Result<bool, Refusal> {
        Ok(choose(tx, org, event, &scope, Some(own.coop_id))?.is_some_and(|chosen| chosen.approval))
    };
    let event = if !decided(AGREEING)? && changes && decided(CREDIT)? { CREDIT } else { AGREEING };
    let name = facts::coop_name(tx, org, own.coop_id)?;
    let said = [("coopName", name.as_str()), ("code", &own.agreement_code), ("terms", &own.settle_text)];
    Ok(Application {
        event,
        kind: KIND,
        object: id,
        number: own.agreement_code.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?keyword={}", own.agreement_code),
        scope,
        coop: Some(own.coop_id),
        sales: None,
        servicer: None,
        facts: facts_of(own, before),
        content: CONTENT.with(&said).zh,
        reason: String::new(),
        without: None,
        running: words::RUNNING,
    })
}

/// What the partner had before: the last that was agreed for one of its scopes and sides.
fn before<'a>(known: &'a [Agreed], own: &Agreement) -> Option<&'a Agreed> {
    let same_side = |one: &Agreement| one.side == own.side || one.side == BOTH || own.side == BOTH;
    let same_scope = |one: &Agreement| own.scope_codes().any(|code| one.scope_codes().any(|known| known == code));
    let alike = known.iter().filter(|one| same_side(&one.agreement) && same_scope(&one.agreement));
    alike.max_by_key(|one| (one.to, one.agreement.version_no, one.id))
}

/// What conditions of an approval may ask of it.
fn facts_of(own: &Agreement, before: Option<&Agreed>) -> Facts {
    /// Thousandths of the table, in hundredths of facts.
    const TENTH: i64 = 10;
    const PERCENT: i64 = 10_000;
    let limit = own.credit_limit;
    let former = before.and_then(|before| before.agreement.credit_limit).filter(|former| *former > 0);
    let increase = limit.zip(former).and_then(|(limit, former)| {
        let rise = i128::from(limit) - i128::from(former);
        i64::try_from(rise * i128::from(PERCENT) / i128::from(former)).ok()
    });
    let known = [
        ("limit", limit.map(|limit| Fact::Number(limit / TENTH))),
        ("increase", increase.map(Fact::Number)),
        ("termDays", Some(Fact::whole(own.terms().method.equivalent_days()))),
        ("agreementType", Some(Fact::Text(own.agreement_type.clone()))),
    ];
    known.into_iter().filter_map(|(name, fact)| Some((name.to_owned(), fact?))).collect()
}

/// The state of what is agreed on today; a version that holds takes the place of the former one.
pub(super) fn begins(tx: &mut Tx<'_>, own: &Agreement) -> Result<&'static str, Refusal> {
    let today = show_day(tx.now.day());
    if own.valid_from > today {
        return Ok(PENDING);
    }
    if let Some(former) = own.replaces_id {
        replace(tx, former, &own.valid_from)?;
    }
    Ok(if own.valid_to < today { EXPIRED } else { ACTIVE })
}

/// A version that is replaced holds until the day before the new one; of one that has no day left its days stay as they
/// were signed.
fn replace(tx: &mut Tx<'_>, id: Id, from: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let Some((version, old)) = of_id(tx, org, id)?.filter(|(_, old)| old.state == ACTIVE) else { return Ok(()) };
    let mut cells = vec![(Agreement::STATE, REPLACED.into_value())];
    let last = parse_day(from).map(|day| show_day(day_after_days(day, -1)));
    if let Some(last) = last.filter(|last| *last >= old.valid_from && *last < old.valid_to) {
        cells.push((Agreement::VALID_TO, last.into_value()));
    }
    write(tx, (id, version, &old), &cells, "新版本生效")
}

/// Writes what changes outside of a call of the page, and its log line.
pub(super) fn write(
    tx: &mut Tx<'_>,
    (id, version, old): (Id, i64, &Agreement),
    changed: &[(Field, Value)],
    function: &'static str,
) -> Result<(), Refusal> {
    document::claim(tx, TABLE, id, version)?;
    credit::due::coops(tx, [old.coop_id])?;
    let cells: Vec<(&'static str, Value)> =
        changed.iter().map(|(field, value)| (field.column, value.clone())).collect();
    let mut update = sql::update(tx.org(), TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    let before = old.values();
    let after: Vec<Value> = Agreement::FIELDS
        .iter()
        .zip(&before)
        .map(|(field, value)| {
            let new = changed.iter().find(|(known, _)| known.column == field.column);
            new.map_or_else(|| value.clone(), |(_, new)| new.clone())
        })
        .collect();
    let entry = LogEntry::of(TABLE, id, &old.agreement_code, PATH).did("修改", function).level(Level::High);
    tx.log(entry.changes(differences(Agreement::FIELDS, &before, &after)))
}

/// What was agreed is as if it had been submitted without a decision; what needed none the page writes itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let (org, id) = (tx.org(), approved.object);
    let (version, own) = of_id(tx, org, id)?.ok_or(Refusal::NotFound)?;
    if ![DRAFT, APPROVING].contains(&own.state.as_str()) {
        let (zh, en) = name_of(Agreement::STATE.choices, &own.state);
        return Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])));
    }
    document::one_at_a_time(tx, org)?;
    if let Some(overlap) = overlaps(tx, org, (id, &own))?.into_iter().next() {
        return Err(Refusal::Business(overlap));
    }
    let state = begins(tx, &own)?;
    write(tx, (id, version, &own), &[(Agreement::STATE, state.into_value())], "审批通过")
}

/// 审批中 → 草稿.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), undone.object);
    let found = of_id(tx, org, id)?;
    let Some((version, own)) = found.filter(|(_, own)| own.state == APPROVING) else { return Ok(()) };
    write(tx, (id, version, &own), &[(Agreement::STATE, DRAFT.into_value())], "审批未通过")
}

/// 生效 → 已终止, on a day of its term; until a day to come it stays in force.
pub(super) fn stop(tx: &mut Tx<'_>, step: &mut Step<'_, Agreement>) -> Result<(), Refusal> {
    let (last, own): (String, _) = (step.get(ENDS_ON)?, step.document);
    credit::due::coops(tx, [own.coop_id])?;
    if last < own.valid_from || last > own.valid_to {
        let said = OUTSIDE.with(&[("from", &own.valid_from), ("to", &own.valid_to)]);
        step.findings.error(ENDS_ON.name(), said);
    } else if last > show_day(tx.now.day()) {
        step.go_to(ACTIVE);
    }
    Ok(())
}
