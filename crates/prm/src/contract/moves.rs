//! How a contract is decided about, signed and ended.

use approval::rule::{Fact, Facts};
use approval::{Application, words};
use kernel::show_day;
use platform::attached;
use platform::document::{self, Document, Rows};
use platform::flow::name_of;
use platform::log::differences;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::json;

use super::{ACTIVE, APPROVING, Contract, DRAFT, PARTIES, PATH, TABLE, TO_SIGN, WRONG_STATE};

/// Kind of object of its applications.
const KIND: &str = "CONTRACT";
/// An agreement is decided about; a contract is one by its type.
const EVENT: i64 = 103;
const TYPE: &str = "合同";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: granted };
/// What follows where nothing came of it.
pub(super) const SETBACK: Effect = Effect { event: EVENT, kind: KIND, work: set_back };
/// The member of the signed paper.
pub(super) const SCAN: &str = "scan";

/// The day a contract ends before its time.
pub(super) const ENDS_ON: Field = Field::day("终止日期", "Ends on").column("valid_to").wire("endDate").required();

const NO_SCAN: Msg = Msg::new("contract.scan", "请上传签署文件", "Attach the signed paper.");
const OUTSIDE: Msg =
    Msg::new("contract.end", "终止日期不能早于生效日{from}", "It can't end before its first day, {from}.");
const AFTER: Msg = Msg::new("contract.after", "终止日期不能晚于到期日{to}", "It can't end after its last day, {to}.");
const CONTENT: Msg = Msg::new("contract.content", "合同{code} {name}", "Contract {code}: {name}");

/// 草稿 → 审批中, or 待签订 where nobody decides.
pub(super) fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    let (org, own) = (tx.org(), step.document);
    let coop = first_party(tx, org, &PARTIES, step.id)?;
    let mut facts = Facts::new();
    facts.insert("agreementType".to_owned(), Fact::Text(TYPE.to_owned()));
    let said = [("code", own.contract_code.as_str()), ("name", &own.contract_name)];
    let done = approval::submit(
        tx,
        &Application {
            event: EVENT,
            kind: KIND,
            object: step.id,
            number: own.contract_code.clone(),
            internal_number: String::new(),
            url: format!("{PATH}?contractCode={}", own.contract_code),
            scope: String::new(),
            coop,
            sales: None,
            servicer: None,
            facts,
            content: CONTENT.with(&said).zh,
            reason: own.remark.clone(),
            without: None,
            running: words::RUNNING,
        },
    )?;
    if done.instance.is_none() {
        step.go_to(TO_SIGN);
    }
    step.answer("instanceNo", json!(done.no));
    Ok(())
}

/// The first of the parties, whose setting decides.
fn first_party(conn: &mut dyn Conn, org: i64, rows: &Rows, id: Id) -> Result<Option<Id>, Refusal> {
    let parties = rows.of(conn, org, id)?;
    let first = parties.first().and_then(|row| row.first());
    Ok(first.map(Id::from_value).transpose()?)
}

/// What was agreed on is as if it had been submitted without a decision; what needed none the page writes itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let (version, own) = of_id(tx, org, approved.object)?;
    if own.state != APPROVING {
        let (zh, en) = name_of(Contract::STATE.choices, &own.state);
        return Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])));
    }
    write(tx, (approved.object, version, &own), &[(Contract::STATE, TO_SIGN.into_value())], "审批通过")
}

/// 审批中 → 草稿.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let org = tx.org();
    let (version, own) = of_id(tx, org, undone.object)?;
    if own.state != APPROVING {
        return Ok(());
    }
    write(tx, (undone.object, version, &own), &[(Contract::STATE, DRAFT.into_value())], "审批未通过")
}

/// A contract with its version.
pub(super) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(i64, Contract), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("version").columns(Contract::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, Contract::from_values(row.0.get(1..).unwrap_or_default())?))
}

/// Writes what changes outside of a call of the page, and its log line.
pub(super) fn write(
    tx: &mut Tx<'_>,
    (id, version, old): (Id, i64, &Contract),
    changed: &[(Field, Value)],
    function: &'static str,
) -> Result<(), Refusal> {
    document::claim(tx, TABLE, id, version)?;
    let cells: Vec<(&'static str, Value)> =
        changed.iter().map(|(field, value)| (field.column, value.clone())).collect();
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    let before = old.values();
    let now = |(field, value): (&Field, &Value)| {
        let new = changed.iter().find(|(known, _)| known.column == field.column);
        new.map_or_else(|| value.clone(), |(_, new)| new.clone())
    };
    let after: Vec<Value> = Contract::FIELDS.iter().zip(&before).map(now).collect();
    let entry = LogEntry::of(TABLE, id, &old.contract_code, PATH).did("修改", function).level(Level::High);
    tx.log(entry.changes(differences(Contract::FIELDS, &before, &after)))
}

/// 待签订 → 生效, with the signed paper.
pub(super) fn sign(_: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    let none = attached::named_in(step.body, SCAN).is_none_or(|files| files.is_empty());
    step.findings.error_if(none, SCAN, NO_SCAN);
    Ok(())
}

/// 生效 → 已终止; until a day to come it stays in force.
pub(super) fn stop(tx: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    let (last, own): (String, _) = (step.get(ENDS_ON)?, step.document);
    if last < own.valid_from {
        step.findings.error(ENDS_ON.name(), OUTSIDE.with(&[("from", &own.valid_from)]));
    } else if !own.valid_to.is_empty() && last > own.valid_to {
        step.findings.error(ENDS_ON.name(), AFTER.with(&[("to", &own.valid_to)]));
    } else if last > show_day(tx.now.day()) {
        step.go_to(ACTIVE);
    }
    Ok(())
}
