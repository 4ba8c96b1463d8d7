//! What partners say of lines behind the link of a mail, without an account (catalogue prm.md /prm_coop_check and
//! /prm_cost_confirmation). A code nobody was given, and one that can't be used any more, are answered alike; only failures
//! count against the caller's address.

use std::collections::{BTreeMap, BTreeSet};

use charge::rate::currency_of;
use platform::call::Call;
use platform::prelude::*;
use platform::sea_query::Expr;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use trade::charge::Money;

/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Longest code looked at.
const CODE_MAX: usize = 200;
/// Lines that are shown, and may be answered.
pub(crate) const SHOWN_MAX: usize = 2_000;

const GONE: Msg = Msg::new("bill_check.gone", "链接无效或已过期", "The link is not valid, or not any more.");
/// What is answered to who answered.
pub(crate) const THANKS: Msg = Msg::new("bill_check.thanks", "提交成功，感谢您的配合", "Thank you for your answer.");
const STRANGE: Msg =
    Msg::new("bill_check.strange", "明细已变化，请重新打开链接", "The lines changed: open the link again.");
const BAD_AMOUNT: Msg = Msg::new("bill_check.their_amount", "金额格式有误", "The currency has no such amount.");

const BY: Field = Field::text("姓名", "Name").wire("by").required().max(50);
const REMARK: Field = Field::long("说明", "Remark").wire("remark").max(500);
const AMOUNT: Field = Field::decimal(3, "您的金额", "Your amount").wire("amount");
const LINE_REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);

/// There is nothing behind the link.
pub(crate) fn gone() -> Refusal {
    Refusal::business(GONE)
}

/// As much of a code as is looked at.
pub(crate) fn short(code: &str) -> String {
    code.trim().chars().take(CODE_MAX).collect()
}

/// A wrong code is refused, and counted for what it was to open.
pub(crate) fn refused<T>(call: &Call, what: &str) -> Result<T, Refusal> {
    call.app.limits.take(format!("{what}:{}", call.asked.ip), FAILURES_PER_MINUTE, call.now())?;
    Err(gone())
}

/// What a partner sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filled {
    #[serde(default)]
    pub(crate) code: String,
    #[serde(default)]
    by: Json,
    #[serde(default)]
    remark: Json,
    #[serde(default)]
    lines: Vec<Map<String, Json>>,
}

/// What was said of a line.
pub(crate) struct SaidOfLine {
    pub(crate) amount: Option<i64>,
    pub(crate) remark: String,
}

/// The remarks of partners, as the log tells them.
#[derive(Default)]
pub(crate) struct Remarks(Vec<String>);

impl Remarks {
    /// Takes what was said of a line that is called so. Ours stays where the partner wrote none, and is told where he did.
    pub(crate) fn take(&mut self, said: &SaidOfLine, (called, ours): (&str, &mut String)) {
        if said.remark.is_empty() || said.remark == *ours {
            return;
        }
        let before = if ours.is_empty() { String::new() } else { format!("（原备注：{ours}）") };
        self.0.push(format!("；{called}：{}{before}", said.remark));
        ours.clone_from(&said.remark);
    }

    /// Behind what else the log says.
    pub(crate) fn text(&self) -> String {
        self.0.concat()
    }
}

/// Who said what.
pub(crate) struct Answered {
    pub(crate) by: String,
    pub(crate) remark: String,
    pub(crate) lines: BTreeMap<Id, SaidOfLine>,
}

/// Notes who answered a document: its link opens nothing any more, and a list of the partner that was read before says no
/// more what it wants.
pub(crate) fn note(
    tx: &mut Tx<'_>,
    (table, id): (&'static str, Id),
    (state, list): (&'static str, &'static str),
    said: &Answered,
) -> Result<(), Refusal> {
    let cells = [
        ("state", state.into_value()),
        ("answered_at", tx.now.into_value()),
        ("answered_by", said.by.clone().into_value()),
        ("answer_remark", said.remark.clone().into_value()),
        (list, Value::Null),
        ("code_hash", Value::Null),
        ("link_until", Value::Null),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), table, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

impl Filled {
    /// What was said of lines that were shown; all that is wrong with it at once.
    pub(crate) fn said(&self, known: &BTreeSet<Id>, currency: &str) -> Result<Answered, Refusal> {
        let currency = currency_of(currency)?;
        let mut findings = Findings::new();
        let by = String::from_value(&BY.parse(Some(&self.by), BY.wire, &mut findings))?;
        let remark = String::from_value(&REMARK.parse(Some(&self.remark), REMARK.wire, &mut findings))?;
        let mut lines = BTreeMap::new();
        for (place, line) in self.lines.iter().take(SHOWN_MAX).enumerate() {
            let at = |field: &str| format!("lines.{place}.{field}");
            let id = line.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
            let Some(id) = id.filter(|id| known.contains(id)) else {
                findings.error(at("id"), STRANGE.text());
                continue;
            };
            let amount = Option::from_value(&AMOUNT.parse(line.get("amount"), &at("amount"), &mut findings))?;
            let fits = amount.is_none_or(|raw| Money::of_thousandths(raw, currency).is_ok());
            findings.error_if(!fits, &at("amount"), BAD_AMOUNT);
            let remark = LINE_REMARK.parse(line.get("remark"), &at("remark"), &mut findings);
            lines.insert(id, SaidOfLine { amount, remark: String::from_value(&remark)? });
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok(Answered { by, remark, lines })
    }
}
