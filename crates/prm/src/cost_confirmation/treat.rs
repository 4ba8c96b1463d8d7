//! 处理差异: what is done about each line, as its user says it.

use std::collections::BTreeMap;

use charge::ledger::{COST_VIEW, money_text};
use charge::rate::currency_of;
use kernel::format_scaled;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::call::Call;
use platform::document::RowValues;
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{JoinType, Order as By};
use serde_json::{Map, Value as Json, json};
use settle::compared;
use settle::comparison::Outcome;
use settle::confirmation::{
    self, ADD, LINE, LINES_MAX, Line, MIDDLE, OPEN, OURS, REMOVE, RESULTS, TABLE, THEIRS, TREATMENTS,
};
use trade::charge::{Currency, Money};

use super::{CostConfirmation, matching, seen};

/// Lines a dialog begins with.
const OFFERED_MAX: usize = 500;

/// Of the sheet.
pub(super) const FIELDS: [Field; 3] =
    [CostConfirmation::TOLERANCE, CostConfirmation::TOLERANCE_PERCENT, CostConfirmation::REMARK];

const OF_LINE: Field = Field::reference("costLine", "明细", "Line").column("line_id").required();
const OUR_AMOUNT: Field = Field::decimal(3, "我方金额", "Ours").digits(2).column("our_amount").read_only();
const RESULT: Field = Field::select(RESULTS, "结果", "Result").column("result").read_only();
const THEIR_AMOUNT: Field = Field::decimal(3, "对方金额", "Theirs").digits(2).column("their_amount");
const TREATMENT: Field = Field::select(TREATMENTS, "处理", "Treatment").column("treatment");
const AGREED: Field = Field::decimal(3, "确认金额（折中）", "Confirmed (between)").digits(2).column("agreed_amount");
pub(super) const REASON: Field = Field::dictionary(73, "差异原因", "Reason").column("reason").max(40);
const REMARK: Field = Field::text("备注", "Remark").column("line_remark").max(200);
/// The lines of the dialog.
pub(super) const ROWS: Rows = Rows {
    member: "lines",
    title: ("明细", "Lines"),
    behind: "",
    table: LINE,
    parent: "confirmation_id",
    fields: &[OF_LINE, OUR_AMOUNT, THEIR_AMOUNT, RESULT, TREATMENT, AGREED, REASON, REMARK],
    most: LINES_MAX,
    sheet: false,
};

const STRANGE: Msg =
    Msg::new("cost_confirmation.line", "明细已变化，请刷新后重试", "The lines changed. Read them again.");
const NO_AMOUNT: Msg = Msg::new("cost_confirmation.middle", "请填写确认金额", "Give the amount that is confirmed.");
const BAD_AMOUNT: Msg = Msg::new("cost_confirmation.digits", "金额格式有误", "The currency has no such amount.");
const NEEDS_ADD: Msg = Msg::new(
    "cost_confirmation.add",
    "仅对方的费用请用补录费用选择订单",
    "What only they have is added to an order by the button.",
);
const NOT_OURS: Msg =
    Msg::new("cost_confirmation.not_ours", "该行没有我方费用，不能这样处理", "The line has no cost of ours.");
const HAS_COST: Msg =
    Msg::new("cost_confirmation.has_cost", "该行已有我方费用，不能补录", "The line has a cost already.");
const NO_THEIRS: Msg = Msg::new(
    "cost_confirmation.no_theirs",
    "该行没有对方金额，请选择删除费用",
    "They want nothing for it: remove the cost.",
);

fn cell(row: &RowValues, field: Field) -> &Value {
    let place = ROWS.fields.iter().position(|known| known.column == field.column);
    place.and_then(|place| row.get(place)).unwrap_or(&Value::Null)
}

/// What a dialog begins with: the lines that are not treated, as far as it goes.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let id = id.ok_or(Refusal::NotFound)?;
    seen::need_whole(conn, actor, id)?;
    let mut out = super::PAGE.first_of(conn, actor, Some(id))?;
    let asked = FIELDS.map(|field| field.name());
    out.retain(|name, _| asked.contains(name));
    let lines = confirmation::lines(conn, actor.org_id, id)?;
    let (open, done): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| !line.is_treated());
    let shown: Vec<Json> = open.into_iter().chain(done).take(OFFERED_MAX).map(row).collect();
    out.insert(ROWS.member.to_owned(), json!(shown));
    Ok(out)
}

fn row(line: &Line) -> Json {
    let figure = |raw: Option<i64>| raw.map(|raw| format_scaled(raw, 3, 2));
    json!({
        "lineId": line.id, "lineName": called(line), "ourAmount": figure(line.ours), "theirAmount": figure(line.theirs),
        "result": line.result, "treatment": line.treatment, "agreedAmount": figure(line.agreed), "reason": line.reason,
        "lineRemark": line.remark,
    })
}

fn called(line: &Line) -> String {
    [line.number.as_str(), &line.service].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What was said about the lines that are named; the others stay.
pub(super) fn save(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let currency = currency_of(&step.document.currency_code)?;
    let known = confirmation::lines(tx, org, step.id)?;
    let mut known: BTreeMap<Id, Line> = known.into_iter().filter_map(|line| Some((line.id?, line))).collect();
    let sheet = CostConfirmation {
        tolerance: step.get(CostConfirmation::TOLERANCE)?,
        tolerance_percent: step.get(CostConfirmation::TOLERANCE_PERCENT)?,
        ..step.document.clone()
    };
    let tolerance = matching::tolerance(&sheet);
    let rows = step.rows(ROWS.member).to_vec();
    let mut said = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let Some(mut line) = known.remove(&Id::from_value(cell(row, OF_LINE))?) else {
            step.findings.error(at(place, OF_LINE), STRANGE.text());
            continue;
        };
        let theirs: Option<i64> = Option::from_value(cell(row, THEIR_AMOUNT))?;
        if theirs != line.theirs || (line.result.is_empty() && theirs.is_some()) {
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
    super::counted_anew(tx, step.id)
}

fn at(place: usize, field: Field) -> String {
    format!("{}.{place}.{}", ROWS.member, field.name())
}

/// What is done about a line, and what is confirmed by it.
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
    let at = at(place, TREATMENT);
    let is_theirs = line.result == Outcome::OnlyTheirs.code();
    let agreed = match treatment.as_str() {
        OURS => Some(line.ours.unwrap_or_default()),
        THEIRS if is_theirs => {
            findings.error(at, NEEDS_ADD.text());
            None
        }
        THEIRS if line.theirs.is_none() => {
            findings.error(at, NO_THEIRS.text());
            None
        }
        THEIRS => line.theirs,
        MIDDLE | REMOVE if is_theirs => {
            findings.error(at, NOT_OURS.text());
            None
        }
        MIDDLE => {
            let place = self::at(place, AGREED);
            match typed {
                None => findings.error(place, NO_AMOUNT.text()),
                Some(raw) => findings.error_if(Money::of_thousandths(raw, currency).is_err(), &place, BAD_AMOUNT),
            }
            typed
        }
        REMOVE => Some(0),
        ADD if line.charge.is_some() => {
            findings.error(at, HAS_COST.text());
            None
        }
        ADD if line.order.is_none() => {
            findings.error(at, NEEDS_ADD.text());
            None
        }
        ADD => line.theirs,
        OPEN => None,
        // Nothing is said: what is equal, or nearly so, needs nothing.
        _ => {
            [Outcome::Equal, Outcome::Within].iter().any(|one| one.code() == line.result).then_some(line.ours).flatten()
        }
    };
    (line.treatment, line.agreed) = (treatment, agreed);
    Ok(())
}

/// Lines of sheets by what they are called.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    if !actor.has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = sql::from(actor.org_id, LINE);
    select
        .columns(["id", "number", "service_name", "theirs"].map(|column| (LINE, column)))
        .column((TABLE, "currency_code"))
        .column((TABLE, "confirm_code"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, LINE, "confirmation_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"))
        .cond_where(visible_order(&actor))
        .order_by((LINE, "id"), By::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::contains(sql::of(LINE, "number"), &ask.keyword));
    } else {
        select.and_where(sql::of_eq(LINE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &platform::store::Row| {
        let (number, service): (String, String) = (row.get(1)?, row.get(2)?);
        let (theirs, currency): (Option<i64>, String) = (row.get(3)?, row.get(4)?);
        let amount = Currency::named(&currency).zip(theirs).map(|(currency, raw)| money_text(raw, currency));
        let label = format!("{number} {service} {}", amount.unwrap_or_default()).trim_end().to_owned();
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label, hint: row.get(5)? })
    };
    rows.iter().map(offer).collect()
}
