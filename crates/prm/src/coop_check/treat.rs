//! 调整: what is done about each line, as its user says it; what the partner said by telephone is typed here, too.

use std::collections::BTreeMap;

use charge::rate::currency_of;
use kernel::format_scaled;
use platform::call::Call;
use platform::document::RowValues;
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{JoinType, Order as By};
use serde_json::{Map, Value as Json, json};
use settle::compared;
use settle::confirmation::RESULTS;
use settle::periodic::check::{self, LINE, Line, MIDDLE, OPEN, OURS, TABLE, THEIRS, TREATMENTS};
use trade::charge::{Currency, Money};

use super::{BillCheck, look, matching};

/// Lines a dialog begins with, and may name.
const OFFERED_MAX: usize = 500;

/// Of the check.
pub(super) const FIELDS: [Field; 2] = [BillCheck::TOLERANCE_AMOUNT, BillCheck::TOLERANCE_PERCENT];

const OF_LINE: Field = Field::reference("checkLine", "核对键", "Key").column("line_id").required();
const OUR_AMOUNT: Field = Field::decimal(3, "我方金额", "Ours").digits(2).column("our_amount").read_only();
const THEIR_AMOUNT: Field = Field::decimal(3, "对方金额", "Theirs").digits(2).column("their_amount");
const RESULT: Field = Field::select(RESULTS, "结果", "Result").column("result").read_only();
const TREATMENT: Field = Field::select(TREATMENTS, "处理", "Treatment").column("treatment");
const AGREED: Field = Field::decimal(3, "认可金额（折中）", "Agreed (between)").digits(2).column("agreed_amount");
pub(super) const REASON: Field = Field::dictionary(72, "原因", "Reason").column("reason").max(40);
const REMARK: Field = Field::text("备注", "Remark").column("line_remark").max(200);
/// The lines of the dialog.
pub(super) const ROWS: Rows = Rows {
    member: "lines",
    title: ("明细", "Lines"),
    behind: "",
    table: LINE,
    parent: "check_id",
    fields: &[OF_LINE, OUR_AMOUNT, THEIR_AMOUNT, RESULT, TREATMENT, AGREED, REASON, REMARK],
    most: OFFERED_MAX,
    sheet: false,
};

const STRANGE: Msg = Msg::new("bill_check.line", "明细已变化，请刷新后重试", "The lines changed. Read them again.");
const NO_AMOUNT: Msg = Msg::new("bill_check.middle", "请填写认可金额", "Give the amount that is agreed on.");
const BAD_AMOUNT: Msg = Msg::new("bill_check.digits", "金额格式有误", "The currency has no such amount.");
const NO_REASON: Msg = Msg::new("bill_check.reason", "请选择原因", "Choose the reason.");

fn cell(row: &RowValues, field: Field) -> &Value {
    let place = ROWS.fields.iter().position(|known| known.column == field.column);
    place.and_then(|place| row.get(place)).unwrap_or(&Value::Null)
}

/// What a dialog begins with: the lines nothing is agreed on, then the others, as far as it goes.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let id = id.ok_or(Refusal::NotFound)?;
    let mut out = super::PAGE.first_of(conn, actor, Some(id))?;
    let asked = FIELDS.map(|field| field.name());
    out.retain(|name, _| asked.contains(name));
    let lines = look::whole(conn, actor, id)?;
    let (open, done): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.agreed.is_none());
    let shown: Vec<Json> = open.into_iter().chain(done).take(OFFERED_MAX).map(row).collect();
    out.insert(ROWS.member.to_owned(), json!(shown));
    Ok(out)
}

fn row(line: &Line) -> Json {
    let figure = |raw: Option<i64>| raw.map(|raw| format_scaled(raw, 3, 2));
    json!({
        "lineId": line.id, "lineName": look::called(line), "ourAmount": figure(line.ours),
        "theirAmount": figure(line.theirs), "result": line.result, "treatment": line.treatment,
        "agreedAmount": figure(line.agreed), "reason": line.reason, "lineRemark": line.remark,
    })
}

/// What was said about the lines that are named; the others stay.
pub(super) fn save(tx: &mut Tx<'_>, step: &mut Step<'_, BillCheck>) -> Result<(), Refusal> {
    check::hold(tx, (step.id, step.version()))?;
    let actor = tx.actor;
    let currency = currency_of(&step.document.currency_code)?;
    let known = look::whole(tx, actor, step.id)?;
    let mut known: BTreeMap<Id, Line> = known.into_iter().filter_map(|line| Some((line.id?, line))).collect();
    let own = BillCheck {
        tolerance_amount: step.get(BillCheck::TOLERANCE_AMOUNT)?,
        tolerance_percent: step.get(BillCheck::TOLERANCE_PERCENT)?,
        ..step.document.clone()
    };
    let tolerance = matching::tolerance(&own);
    let rows = step.rows(ROWS.member).to_vec();
    let mut said = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let Some(mut line) = known.remove(&Id::from_value(cell(row, OF_LINE))?) else {
            step.findings.error(at(place, OF_LINE), STRANGE.text());
            continue;
        };
        let theirs: Option<i64> = Option::from_value(cell(row, THEIR_AMOUNT))?;
        let fits = theirs.is_none_or(|raw| Money::of_thousandths(raw, currency).is_ok());
        step.findings.error_if(!fits, &at(place, THEIR_AMOUNT), BAD_AMOUNT);
        if line.bill_line.is_some() && (theirs != line.theirs || (line.result.is_empty() && theirs.is_some())) {
            line.compare(theirs, tolerance);
        }
        treat(&mut line, row, (place, currency), &mut step.findings)?;
        said.push(line);
    }
    step.unless_clean()?;
    // The tolerance may be another one for those that nobody said anything about.
    for mut line in known.into_values().filter(|line| !line.result.is_empty()) {
        let theirs = line.theirs;
        line.compare(theirs, tolerance);
        said.push(line);
    }
    compared::write(tx, step.id, &said)?;
    matching::went_on(tx, step.id)
}

fn at(place: usize, field: Field) -> String {
    format!("{}.{place}.{}", ROWS.member, field.name())
}

/// What is done about a line, and what is agreed on by it. Who treats a difference says why there is one.
fn treat(
    line: &mut Line,
    row: &RowValues,
    (place, currency): (usize, Currency),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    line.reason = String::from_value(cell(row, REASON))?;
    line.remark = String::from_value(cell(row, REMARK))?;
    let treatment = String::from_value(cell(row, TREATMENT))?;
    let typed: Option<i64> = Option::from_value(cell(row, AGREED))?;
    let agreed = match treatment.as_str() {
        OURS => Some(line.ours.unwrap_or_default()),
        THEIRS => Some(line.theirs.unwrap_or_default()),
        MIDDLE => {
            let at = at(place, AGREED);
            match typed {
                None => findings.error(at, NO_AMOUNT.text()),
                Some(raw) => findings.error_if(Money::of_thousandths(raw, currency).is_err(), &at, BAD_AMOUNT),
            }
            typed
        }
        OPEN => None,
        // Nothing is said: what is equal, or nearly so, needs nothing.
        _ => line.ours.filter(|_| line.is_alike()),
    };
    let is_treated = agreed.is_some() && (look::is_apart(line) || agreed != line.ours);
    findings.error_if(is_treated && line.reason.is_empty(), &at(place, REASON), NO_REASON);
    (line.treatment, line.agreed) = (treatment, agreed);
    Ok(())
}

/// Lines of checks by what they are called.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, LINE);
    select
        .columns(["id", "match_key"].map(|column| (LINE, column)))
        .column((TABLE, "bill_code"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, LINE, "check_id"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .cond_where(domain::coop::visible_coop(&actor))
        .order_by((LINE, "id"), By::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::contains(sql::of(LINE, "match_key"), &ask.keyword));
    } else {
        select.and_where(sql::of_eq(LINE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &platform::store::Row| {
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? })
    };
    rows.iter().map(offer).collect()
}
