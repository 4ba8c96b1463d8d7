//! 登记审核: what the terminal answered to a declaration. 已申报 → 通过, 退回.

use kernel::{Findings, Id, Instant, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use super::declare::entry;
use super::page::{self, Appraisal, DECLARED, RESULTS, RETURNED, TABLE};
use super::told;
use crate::body::Body;
use crate::order::Order;

const NOT_DECLARED: Msg = Msg::new("identify.not_declared", "鉴定证书未申报", "The certificates are not declared.");
const NO_REASON: Msg = Msg::new("identify.no_reason", "请填写退回原因", "Please say why they were returned.");
const FUTURE: Msg = Msg::new("identify.audit_future", "审核时间不能晚于当前时间", "No audit lies in the future.");

const RESULT: Field = Field::select(RESULTS, "审核结果", "Result").wire("result").column("audit_state").required();
const AUDITOR: Field = Field::text("审核人", "Audited by").wire("auditor").column("auditor").max(50).required();
const TIME: Field = Field::instant("审核时间", "Audited").wire("auditTime").column("audit_at");
const REMARK: Field = Field::text("审核意见", "Remark of the audit").wire("remark").column("audit_remark").max(500);

/// What an answer holds.
pub(crate) static FIELDS: [Field; 4] = [RESULT, AUDITOR, TIME, REMARK];

/// What is wrong with an answer beyond its fields.
pub(crate) fn check(asked: &Body, now: Instant, findings: &mut Findings) -> Result<(), Refusal> {
    let returned = asked.get::<String>(RESULT)? == RETURNED;
    findings.error_if(returned && asked.get::<String>(REMARK)?.is_empty(), "remark", NO_REASON);
    findings.error_if(asked.get::<Option<Instant>>(TIME)?.is_some_and(|time| time > now), "auditTime", FUTURE);
    Refusal::unless_clean(findings, &[])
}

/// POST audit/{id} {version, result, auditor, auditTime, remark}: by hand.
pub(crate) fn register(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let mut findings = Findings::new();
    let asked = Body::of(call, &FIELDS, &[], &mut findings)?;
    let now = call.now();
    let data = call.write(|tx| {
        let actor = tx.actor;
        let (appraisal, order) = page::seen(tx, actor, id)?;
        order.need_alive()?;
        check(&asked, now, &mut findings)?;
        let version = asked.version.unwrap_or_default();
        claim(tx, TABLE, id, version)?;
        write(tx, (id, &appraisal), &order, &asked, "登记审核")?;
        Ok(json!({ "version": version + 1, "auditState": asked.get::<String>(RESULT)? }))
    })?;
    Ok(Answer::Data(data))
}

/// Writes an answer to a declaration that was claimed, and tells who declared it; a later answer takes the place of
/// an earlier one.
pub(crate) fn write(
    tx: &mut Tx<'_>,
    (id, appraisal): (Id, &Appraisal),
    order: &Order,
    asked: &Body,
    function: &'static str,
) -> Result<(), Refusal> {
    let org = tx.org();
    if appraisal.state != DECLARED {
        return Err(Refusal::business(NOT_DECLARED));
    }
    let result: String = asked.get(RESULT)?;
    let mut cells: Vec<(&'static str, Value)> = asked.cells().collect();
    if asked.get::<Option<Instant>>(TIME)?.is_none() {
        cells.retain(|(column, _)| *column != TIME.column);
        cells.push((TIME.column, tx.now.into_value()));
    }
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    let name = RESULTS.iter().find(|choice| choice.value == result).map_or(("", ""), |choice| (choice.zh, choice.en));
    let remark: String = asked.get(REMARK)?;
    tx.log(entry(id, appraisal, order).did("修改", function).text(format!("{} {remark}", name.0).trim().to_owned()))?;
    told::declarer(tx, id, order, name, &remark)
}
