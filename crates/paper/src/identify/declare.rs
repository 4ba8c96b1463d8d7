//! 申报 and 删除申报: certificates are declared to the terminal, or taken back from it.

use kernel::{Findings, Id, Msg, parse_day, show_day};
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use super::lines;
use super::page::{self, Appraisal, DECLARED, DRAFT, NONE, PAGE, PASSED, TABLE};
use crate::body::Body;
use crate::order::Order;

const NO_MASTER: Msg = Msg::new("identify.no_master", "请先录入主单号", "Please enter the master number first.");
const NOTHING: Msg = Msg::new("identify.no_lines", "请填写鉴定报告", "Please enter a certificate.");
const NO_FILES: Msg = Msg::new(
    "identify.no_files",
    "{n}份鉴定报告只上传了{m}个文件，请上传",
    "There are {n} certificates and {m} files. Please upload the rest.",
);
const NOT_DRAFT: Msg = Msg::new("identify.not_draft", "鉴定证书已申报", "The certificates are declared already.");
const NOT_DECLARED: Msg = Msg::new("identify.not_declared", "鉴定证书未申报", "The certificates are not declared.");
const IS_PASSED: Msg =
    Msg::new("identify.passed", "鉴定证书已审核通过，不能删除申报", "The terminal has passed these certificates.");
const EXPIRED: Msg = Msg::new(
    "identify.expired",
    "鉴定报告{no}已于{date}过期，是否继续申报？",
    "Certificate {no} ended on {date}. Declare all the same?",
);
const ENDS_EARLY: Msg = Msg::new(
    "identify.ends_early",
    "鉴定报告{no}将于{date}到期，早于航班日期，是否继续申报？",
    "Certificate {no} ends on {date}, before the flight. Declare all the same?",
);

/// POST declare/{id} {version, confirmed}. 暂存 → 已申报.
pub(crate) fn declare(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let mut findings = Findings::new();
    let asked = Body::of(call, &[], &[], &mut findings)?;
    let data = call.write(|tx| {
        let (actor, org, now) = (tx.actor, tx.org(), tx.now);
        let (appraisal, order) = page::seen(tx, actor, id)?;
        order.need_alive()?;
        let version = asked.version.unwrap_or_default();
        claim(tx, TABLE, id, version)?;
        need(appraisal.state == DRAFT, NOT_DRAFT)?;
        need(!order.awb_number.is_empty(), NO_MASTER)?;
        look(tx, id, &order, &mut findings)?;
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        let number = match appraisal.declaration_no.as_str() {
            "" => next(tx)?,
            known => known.to_owned(),
        };
        let cells = [
            ("state", DECLARED.into_value()),
            ("audit_state", NONE.into_value()),
            ("declaration_no", number.clone().into_value()),
            ("auditor", Value::Null),
            ("audit_at", Value::Null),
            ("audit_remark", Value::Null),
            ("declared_by", actor.user_id.into_value()),
            ("declared_at", now.into_value()),
        ];
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        tx.log(entry(id, &appraisal, &order).did("修改", "申报").text(format!("申报编号：{number}")))?;
        Ok(json!({ "version": version + 1, "state": DECLARED, "auditState": NONE, "declarationNo": number }))
    })?;
    Ok(Answer::Data(data))
}

fn need(holds: bool, message: Msg) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::business(message)) }
}

/// Refuses what is not complete; asks about certificates that have ended, or end before the flight.
fn look(tx: &mut Tx<'_>, id: Id, order: &Order, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    let certificates = lines::of(tx, org, id)?;
    need(!certificates.is_empty(), NOTHING)?;
    let files = attached::list(tx, org, TABLE, id)?.as_array().map_or(0, Vec::len);
    if files < certificates.len() {
        let (n, m) = (certificates.len().to_string(), files.to_string());
        return Err(Refusal::Business(NO_FILES.with(&[("n", &n), ("m", &m)])));
    }
    let flight = parse_day(&order.flight_date);
    for one in &certificates {
        let Some(until) = one.until() else { continue };
        let date = show_day(until);
        let arguments = [("no", one.number.as_str()), ("date", date.as_str())];
        if until < today {
            findings.confirm("", EXPIRED.with(&arguments));
        } else if flight.is_some_and(|flight| until < flight) {
            findings.confirm("", ENDS_EARLY.with(&arguments));
        }
    }
    Ok(())
}

/// `JD-{yyMMdd}{4}`.
fn next(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let day = show_day(tx.now.day()).replace('-', "");
    let day = day.get(2..).unwrap_or_default().to_owned();
    Ok(format!("JD-{day}{:04}", tx.next_number("identify", &day)?))
}

/// POST deleteDeclare/{id} {version}. 已申报 → 暂存, unless the terminal has passed it.
pub(crate) fn take_back(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let asked = Body::of(call, &[], &[], &mut Findings::new())?;
    let data = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let (appraisal, order) = page::seen(tx, actor, id)?;
        order.need_alive()?;
        let version = asked.version.unwrap_or_default();
        claim(tx, TABLE, id, version)?;
        need(appraisal.state == DECLARED, NOT_DECLARED)?;
        need(appraisal.audit_state != PASSED, IS_PASSED)?;
        let cells = [
            ("state", DRAFT.into_value()),
            ("audit_state", NONE.into_value()),
            ("declared_by", Value::Null),
            ("declared_at", Value::Null),
        ];
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        tx.log(entry(id, &appraisal, &order).did("修改", "删除申报"))?;
        Ok(json!({ "version": version + 1, "state": DRAFT }))
    })?;
    Ok(Answer::Data(data))
}

/// A line of the log about a declaration.
pub(crate) fn entry(id: Id, appraisal: &Appraisal, order: &Order) -> LogEntry {
    LogEntry::of(TABLE, id, format!("{} {}", order.number(), appraisal.terminal), PAGE)
}
