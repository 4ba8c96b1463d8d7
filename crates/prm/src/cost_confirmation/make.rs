//! 生成确认单: costs that wait to be confirmed are put on a sheet for each supplier and currency. 作废 lets them go.

use std::collections::{BTreeMap, BTreeSet};

use charge::line::TABLE as CHARGE;
use charge::{confirmed, finance};
use order::store::TABLE as ORDER;
use platform::prelude::*;
use platform::sea_query::ExprTrait;
use serde_json::{Value as Json, json};
use settle::compared;
use settle::comparison::Tolerance;
use settle::confirmation::{self, DRAFT, LINES_MAX, Line, TABLE};
use settle::number::SEVERAL;
use settle::scope::{self, common};

use super::own::{self, Cost};
use super::{CostConfirmation, PATH, seen};

/// Of all scopes, unless one is chosen.
const SCOPE: Field = Field::select(scope::CHOICES, "业务范畴", "Scope").column("business_scope").initially("\"ZH\"");
/// What a sheet begins with.
pub(super) const FIELDS: [Field; 9] = [
    CostConfirmation::COOP_ID.typed(),
    CostConfirmation::CURRENCY_CODE.typed(),
    SCOPE,
    CostConfirmation::DATE_BASIS.typed(),
    CostConfirmation::FROM_DATE.typed(),
    CostConfirmation::TO_DATE.typed(),
    CostConfirmation::TOLERANCE,
    CostConfirmation::TOLERANCE_PERCENT,
    CostConfirmation::REMARK,
];

const NONE: Msg = Msg::new("cost_confirmation.none", "没有待确认的费用", "No cost waits to be confirmed.");
const TOO_MANY: Msg = Msg::new(
    "cost_confirmation.many",
    "一张确认单最多{n}行，请缩小范围",
    "A sheet has {n} lines at most; ask for less.",
);
const BACKWARDS: Msg =
    Msg::new("cost_confirmation.days", "结束日期不能早于开始日期", "The last day is before the first.");
pub(super) const CHANGED: Msg = Msg::new(
    "cost_confirmation.changed",
    "费用已变化或无权限，请刷新后重试",
    "Some costs changed or are not yours to see. Read them again.",
);

/// What is said of a sheet beside its lines.
struct Head {
    coop: Id,
    currency: String,
    basis: String,
    from: String,
    to: String,
    tolerance: (i64, i64),
    remark: String,
}

/// POST /prm/costConfirmation/make: of a period.
pub(super) fn of_period(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let actor = tx.actor;
    super::need_costs(actor)?;
    let head = Head {
        coop: filled.get(CostConfirmation::COOP_ID)?,
        currency: filled.get(CostConfirmation::CURRENCY_CODE)?,
        basis: filled.get(CostConfirmation::DATE_BASIS)?,
        from: filled.get(CostConfirmation::FROM_DATE)?,
        to: filled.get(CostConfirmation::TO_DATE)?,
        tolerance: (filled.get(CostConfirmation::TOLERANCE)?, filled.get(CostConfirmation::TOLERANCE_PERCENT)?),
        remark: filled.get(CostConfirmation::REMARK)?,
    };
    let is_backwards = !head.from.is_empty() && !head.to.is_empty() && head.to < head.from;
    filled.findings.error_if(is_backwards, "toDate", BACKWARDS);
    filled.unless_clean()?;
    let (of, column) = match head.basis.as_str() {
        "DEPARTURE" => (ORDER, "expect_departure"),
        "ARRIVAL" => (ORDER, "expect_arrival"),
        "FINANCE" => (CHARGE, "financial_date"),
        _ => (ORDER, "biz_date"),
    };
    let mut select = own::selected(actor);
    select
        .and_where(sql::of_eq(CHARGE, "coop_id", head.coop))
        .and_where(sql::of_eq(CHARGE, "currency_code", head.currency.clone()))
        .limit(u64::try_from(LINES_MAX).unwrap_or(u64::MAX).saturating_add(1));
    let scope: String = filled.get(SCOPE)?;
    if !matches!(scope.as_str(), "" | SEVERAL) {
        select.and_where(sql::of_eq(ORDER, "business_scope", scope));
    }
    if !head.from.is_empty() {
        select.and_where(sql::of(of, column).gte(sql::value(head.from.clone())));
    }
    if !head.to.is_empty() {
        select.and_where(sql::of(of, column).lte(sql::value(format!("{}~", head.to))));
    }
    let costs = own::read(tx, select)?;
    let (id, code) = make(tx, &head, &costs)?;
    filled.answer("id", json!(id));
    filled.answer("confirmCode", json!(code));
    Ok(())
}

/// POST /prm/costCandidate/make: of ticked costs, a sheet for each supplier and currency.
pub(super) fn of_ticked(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let costs = ticked(tx, filled)?;
    let mut groups: BTreeMap<(Id, String), Vec<Cost>> = BTreeMap::new();
    for cost in costs {
        groups.entry((cost.coop, cost.currency.clone())).or_default().push(cost);
    }
    let mut codes = Vec::new();
    for ((coop, currency), costs) in groups {
        let (from, to) = (String::new(), String::new());
        let tolerance = (Tolerance::USUAL.amount, Tolerance::USUAL.percent);
        let head = Head { coop, currency, basis: "ORDER".to_owned(), from, to, tolerance, remark: String::new() };
        codes.push(make(tx, &head, &costs)?.1);
    }
    filled.answer("confirmCodes", json!(codes));
    Ok(())
}

/// The costs a body names, all of them waiting and its user's to see.
pub(super) fn ticked(tx: &mut Tx<'_>, filled: &Filled<'_>) -> Result<Vec<Cost>, Refusal> {
    let actor = tx.actor;
    super::need_costs(actor)?;
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: BTreeSet<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    let wanted: Vec<Id> = ids.iter().copied().collect();
    let found = own::by_id(tx, actor, &wanted)?;
    finance::hold_all(tx, &found.iter().map(|cost| cost.order).collect())?;
    // Somebody may have changed them until they were held.
    let costs = own::by_id(tx, actor, &wanted)?;
    if costs.len() == ids.len() { Ok(costs) } else { Err(Refusal::business(CHANGED)) }
}

/// Puts costs on a new sheet.
fn make(tx: &mut Tx<'_>, head: &Head, costs: &[Cost]) -> Result<(Id, String), Refusal> {
    let actor = tx.actor;
    if costs.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if costs.len() > LINES_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &LINES_MAX.to_string())])));
    }
    finance::hold_all(tx, &costs.iter().map(|cost| cost.order).collect())?;
    let ids: Vec<Id> = costs.iter().map(|cost| cost.id).collect();
    // Those that were put on another sheet at this moment are not there any more.
    let costs = own::by_id(tx, actor, &ids)?;
    if costs.len() != ids.len() {
        return Err(Refusal::business(CHANGED));
    }
    let month: String = kernel::show_day(tx.now.day()).chars().filter(char::is_ascii_digit).skip(2).take(4).collect();
    let code = format!("QR-{month}{:04}", tx.next_number(TABLE, &month)?);
    let id = tx.new_id();
    insert(tx, (id, &code), head, &costs)?;
    let lines: Vec<Line> = (1..).zip(&costs).map(|(place, cost)| cost.line(place)).collect();
    compared::add(tx, id, &lines)?;
    confirmed::put_on(tx, &ids, Some(id))?;
    super::counted_anew(tx, id)?;
    tx.log(LogEntry::of(TABLE, id, &code, PATH).did("新建", "生成确认单").text(format!("生成确认单 {code}")))?;
    Ok((id, code))
}

fn insert(tx: &mut Tx<'_>, (id, code): (Id, &str), head: &Head, costs: &[Cost]) -> Result<(), Refusal> {
    let (user, now) = (tx.actor.user_id.into_value(), Value::Int(tx.now.millis()));
    let scope = common(costs.iter().map(|cost| cost.scope.as_str())).to_owned();
    let cells = [
        ("id", id.into_value()),
        ("confirm_code", code.into_value()),
        ("coop_id", head.coop.into_value()),
        ("currency_code", head.currency.clone().into_value()),
        ("business_scope", scope.into_value()),
        ("date_basis", head.basis.clone().into_value()),
        ("from_date", head.from.clone().into_value()),
        ("to_date", head.to.clone().into_value()),
        ("tolerance", Value::Int(head.tolerance.0)),
        ("tolerance_percent", Value::Int(head.tolerance.1)),
        ("handler_id", user.clone()),
        ("remark", head.remark.clone().into_value()),
        ("state", DRAFT.into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// 作废: its costs wait again.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let actor = tx.actor;
    seen::need_whole(tx, actor, step.id)?;
    let charges = confirmed::of_sheet(tx, step.id)?;
    confirmed::put_on(tx, &charges, None)?;
    confirmation::void(tx, step.id)
}
