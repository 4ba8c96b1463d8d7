//! What a declaration holds when it is saved, and what it begins with.

use kernel::{Findings, Id, Msg};
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::{Draft, Written};
use platform::field::Field;
use platform::field::messages::REQUIRED;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value};
use serde_json::{Map, Value as Json, json};

use super::lines::{self, LINES, LINES_MAX};
use super::page::{self, Appraisal, DECLARED, DRAFT, NONE, TABLE};
use crate::order::{self, proposed_facts};

const NO_ORDER: Msg = Msg::new("identify.no_order", "订单不存在", "There is no such order.");
const FIXED: Msg = Msg::new(
    "identify.fixed",
    "鉴定证书已申报，请先删除申报",
    "The certificates are declared. Please take the declaration back first.",
);

/// Completes and checks a declaration before it is written; what is declared is not changed.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (actor, org, today) = (tx.actor, tx.org(), tx.now.day());
    let Some(wanted) = Option::<Id>::from_value(draft.value(Appraisal::ORDER_ID))? else { return Ok(()) };
    let order = match order::of_id(tx, actor, wanted) {
        Err(Refusal::NotFound) => {
            findings.error("orderId", NO_ORDER.text());
            return Ok(());
        }
        found => found?,
    };
    order.need_alive()?;
    if draft.is_new() {
        draft.set(Appraisal::STATE, DRAFT.into_value());
        draft.set(Appraisal::AUDIT_STATE, NONE.into_value());
    } else if *draft.value(Appraisal::STATE) == Value::Text(DECLARED.to_owned()) {
        return Err(Refusal::business(FIXED));
    }
    or(draft, Appraisal::TERMINAL, &order.terminal, findings);
    or(draft, Appraisal::HANDLER, &actor.name, findings);
    let certificates = match draft.rows(LINES.member) {
        Some(rows) => lines::read(rows)?,
        None => lines::of(tx, org, draft.id)?,
    };
    lines::check(&certificates, today, findings);
    let (numbers, until) = lines::summary(&certificates);
    draft.set(Appraisal::REPORT_COUNT, i64::try_from(certificates.len()).unwrap_or_default().into_value());
    draft.set(Appraisal::REPORT_NUMBERS, numbers.into_value());
    draft.set(Appraisal::VALID_UNTIL, until.into_value());
    attached::check_in(tx, (TABLE, draft.id), (draft.body, "files", LINES_MAX), findings)
}

/// The value as it is typed, else another; asked for when there is neither.
fn or(draft: &mut Draft<'_>, field: Field, usual: &str, findings: &mut Findings) {
    let name = field.name();
    if *draft.value(field) != Value::Null || findings.at(&name).next().is_some() {
        return;
    }
    if usual.is_empty() {
        findings.error(name, REQUIRED.with_each(&[("field", field.zh)], &[("field", field.en)]));
    }
    draft.set(field, usual.to_owned().into_value());
}

/// Hangs the files on it.
pub(crate) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if let Some(files) = attached::named(draft.body) {
        attached::hang(tx, TABLE, draft.id, &files)?;
    }
    Ok(Written::default())
}

/// What is declared is not removed; files go with what is.
pub(crate) fn removable(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    if page::own(tx, org, id)?.state == DECLARED {
        return Err(Refusal::business(FIXED));
    }
    attached::hang(tx, TABLE, id, &[])
}

/// What the form shows of the order, and the files.
pub(crate) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    view.insert("files".to_owned(), attached::list(conn, org, TABLE, id)?);
    order::facts_of(conn, org, (TABLE, id), view)
}

/// GET propose?orderId=: the terminal of the order and who asks; one certificate with the names of the goods.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let order = call.read(|conn| {
        let order = order::asked(conn, call)?;
        order.need_alive()?;
        Ok(order)
    })?;
    let mut data = proposed_facts(&order);
    let own = json!({
        "orderId": order.id,
        "terminal": order.terminal,
        "handler": call.actor()?.name,
        "details": [{ "goodsNameCn": order.goods_cn, "goodsNameEn": order.goods_en }],
    });
    if let (Some(data), Json::Object(own)) = (data.as_object_mut(), own) {
        data.extend(own);
    }
    Ok(Answer::Data(data))
}
