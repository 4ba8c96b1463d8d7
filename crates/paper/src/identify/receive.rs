//! POST audit: the system of a terminal says what became of a declaration. Its company is told by the token, of which
//! the hash alone is kept.

use interface::{APPRAISALS_IN, Said};
use kernel::{Findings, Id, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::document::claim;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde_json::json;

use super::audit::{self, FIELDS};
use super::page::{self, TABLE};
use crate::body::Body;
use crate::order;

const UNKNOWN: Msg = Msg::new("identify.unknown", "申报编号不存在：{no}", "There is no such declaration: {no}");

/// POST audit {declarationNo, result, auditor, auditTime, remark}.
pub(crate) fn receive(call: &mut Call) -> Outcome {
    let caller = interface::let_in(call, APPRAISALS_IN)?;
    let request = String::from_utf8_lossy(&call.asked.body).into_owned();
    let name = if caller.platform.is_empty() { "货站接口" } else { &caller.platform };
    call.caller = Some(facts::outside::actor(caller.org, name, call.now()));
    let mut number = String::new();
    let taken = take(call, &mut number);
    let result = match &taken {
        Ok(_) => "审核结果已接收".to_owned(),
        Err(refusal) => refusal.wire("zh-CN").2,
    };
    let said = Said {
        summary: "鉴定审核回执",
        ref_no: &number,
        ok: taken.is_ok(),
        result: &result,
        request: &request,
        response: &result,
    };
    interface::note(&call.app, &caller, &said)?;
    taken
}

fn take(call: &mut Call, number: &mut String) -> Outcome {
    let mut findings = Findings::new();
    let asked = Body::of(call, &FIELDS, &["declarationNo"], &mut findings)?;
    asked.text("declarationNo").clone_into(number);
    let now = call.now();
    audit::check(&asked, now, &mut findings)?;
    let number = number.as_str();
    call.write(|tx| {
        let org = tx.org();
        let mut select = sql::from(org, TABLE);
        select.columns(["id", "version"]).and_where(sql::eq("declaration_no", number));
        let unknown = || Refusal::field("declarationNo", UNKNOWN.with(&[("no", number)]));
        let row = tx.first(&select.into())?.ok_or_else(unknown)?;
        let (id, version): (Id, i64) = (row.get(0)?, row.get(1)?);
        let appraisal = page::own(tx, org, id)?;
        let order = order::of_company(tx, org, appraisal.order_id)?;
        claim(tx, TABLE, id, version)?;
        audit::write(tx, (id, &appraisal), &order, &asked, "接收审核回执")
    })?;
    Ok(Answer::Data(json!({ "declarationNo": number })))
}
