//! 完成 and 退回.

use domain::switch::BILL_NEEDS_CONFIRM;
use kernel::{Findings, Scope};
use platform::call::{Answer, Call, Outcome, Tx, with_findings};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Cell, Value};
use serde::Deserialize;
use serde_json::json;

use crate::form::same_version;
use crate::looked::{self, Aim, look};
use crate::messages as m;
use crate::order::{self, Order};
use crate::store::{self, Bill};

/// Longest reason.
const REASON_MAX: usize = 200;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Move {
    row_uuid: String,
    #[serde(default)]
    confirmed: Vec<String>,
    #[serde(default)]
    reason: String,
}

/// PUT finish: all rules, the order and the other bills beside it, then it is closed for changes.
pub(crate) fn finish(call: &mut Call) -> Outcome {
    let body: Move = call.json()?;
    let id = call.path_id("blId")?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let language = call.language().to_owned();
    let reason: String = body.reason.trim().chars().take(REASON_MAX).collect();
    let (data, findings) = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let bill = store::find(tx, actor, id)?;
        let order = order::of_id(tx, actor, bill.order_id)?;
        order.need_open()?;
        if bill.done() {
            return Err(Refusal::business(m::DONE_ALREADY));
        }
        same_version(tx, &bill, &body.row_uuid, None)?;
        let looked = look(tx, org, &order, (&bill.form, Some(id)), Aim::Finished)?;
        let mut findings = looked.findings;
        let wants_reason = ask(tx, &order, &bill, &looked.differs, &mut findings)?;
        Refusal::unless_clean(&findings, &body.confirmed)?;
        if wants_reason && reason.is_empty() {
            return Err(Refusal::field("reason", m::REASON.text()));
        }
        store::change(tx, &bill, &row_uuid, vec![("doc_state", store::DONE.into_value())])?;
        let cells = [
            ("difference_reason", if wants_reason { reason.as_str().into_value() } else { Value::Null }),
            ("finished_times", Value::Int(bill.finished_times + 1)),
            ("finished_by", actor.user_id.into_value()),
            ("finished_at", tx.now.into_value()),
        ];
        store::change_print(tx, id, &cells)?;
        store::keep_revision(tx, id, &bill.form)?;
        let words = if wants_reason { format!("完成，原因：{reason}") } else { "完成".to_owned() };
        tx.log(bill.log().did("修改", "完成").text(words))?;
        findings.confirms.clear();
        Ok((json!({ "blId": id, "rowUuid": row_uuid, "docState": store::DONE }), findings))
    })?;
    Ok(Answer::Data(with_findings(data, &findings, &language)))
}

/// What is asked before a bill is finished; answers whether going on all the same needs a reason.
fn ask(
    tx: &mut Tx<'_>,
    order: &Order,
    bill: &Bill,
    differs: &[trade::bill::Differs],
    findings: &mut Findings,
) -> Result<bool, Refusal> {
    let org = tx.org();
    let before = findings.confirms.len();
    if !differs.is_empty() {
        let (zh, en): (Vec<&str>, Vec<&str>) = differs.iter().map(|(zh, en)| (zh.as_str(), en.as_str())).unzip();
        findings.confirm("", m::DIFFERS.with_each(&[("what", &zh.join("；"))], &[("what", &en.join("; "))]));
    }
    let what = looked::houses_differ(&store::of_order(tx, org, order.id)?);
    if !what.is_empty() {
        findings.confirm("", m::HOUSES_DIFFER.with(&[("what", &what.join("; "))]));
    }
    let wanted: bool = setting::value(tx, org, &BILL_NEEDS_CONFIRM, Some(Scope::Se))?;
    if wanted && bill.doc_state != store::CONFIRMED {
        findings.confirm("", m::UNCONFIRMED.text());
    }
    Ok(findings.confirms.len() > before)
}

/// PUT back: a finished bill becomes a draft again, unless its originals are out.
pub(crate) fn back(call: &mut Call) -> Outcome {
    let body: Move = call.json()?;
    let id = call.path_id("blId")?;
    let row_uuid = call.app.new_uuid()?.as_str().to_owned();
    let data = call.write(|tx| {
        let actor = tx.actor;
        let bill = store::find(tx, actor, id)?;
        order::of_id(tx, actor, bill.order_id)?.need_open()?;
        if !bill.done() {
            return Err(Refusal::business(m::NOT_DONE));
        }
        same_version(tx, &bill, &body.row_uuid, None)?;
        if !matches!(bill.custody.as_str(), store::UNSIGNED | store::RETURNED) {
            return Err(Refusal::business(m::NOT_RETURNED));
        }
        store::change(tx, &bill, &row_uuid, vec![("doc_state", store::DRAFT.into_value())])?;
        store::change_print(tx, id, &[("finished_by", Value::Null), ("finished_at", Value::Null)])?;
        tx.log(bill.log().did("修改", "退回"))?;
        Ok(json!({ "blId": id, "rowUuid": row_uuid, "docState": store::DRAFT }))
    })?;
    Ok(Answer::Data(data))
}
