//! What is told of sheets: their lines in the form, how much both sides differ, and which sheets have what.

use std::collections::{BTreeMap, BTreeSet};

use charge::ledger::COST_VIEW;
use charge::line::TABLE as CHARGE;
use kernel::{div_half_up, format_scaled};
use order::store::TABLE as ORDER;
use order::{listed, visible_order};
use platform::flow::name_of;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, ExprTrait, JoinType, SelectStatement};
use settle::amounts::figure_of;
use settle::confirmation::{self, LINE, Line, RESULTS, TABLE, TREATMENTS};
use settle::partly;

use super::{BOOKED, DIFF_RATE, THEIRS, seen};

/// Lines that are drawn; the workbook of a mail has all of them.
const DRAWN_MAX: usize = 500;
/// Hundredths of a percent.
const WHOLE: i128 = 10_000;

type Found = Result<Condition, Refusal>;

/// A difference in hundredths of a percent of what is booked.
pub(crate) fn rate(difference: i64, booked: i64) -> Option<i64> {
    let part = i128::from(difference) * WHOLE * i128::from(booked.signum());
    if booked == 0 { None } else { i64::try_from(div_half_up(part, i128::from(booked).abs())).ok() }
}

/// Fills the column of the differences in percent.
pub(super) fn rates(_: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    if !actor.has(COST_VIEW) {
        return Ok(());
    }
    for row in rows {
        let booked = Option::<i64>::from_value(row.value(&BOOKED.name()))?;
        let theirs = Option::<i64>::from_value(row.value(&THEIRS.name()))?;
        if let Some((booked, theirs)) = booked.zip(theirs) {
            row.set(&DIFF_RATE.name(), rate(theirs.saturating_sub(booked), booked).into_value());
        }
    }
    Ok(())
}

/// The figures and the lines of a sheet, to who may see them.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let mut told = partly::told(seen::hidden(conn, actor, id)?);
    if !actor.has(COST_VIEW) {
        return Ok(told);
    }
    let mut select = sql::from(org, TABLE);
    select.columns(["currency_code", "booked", "theirs", "agreed"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (currency, booked): (String, i64) = (row.get(0)?, row.get(1)?);
    let (theirs, agreed): (Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?);
    told = told.line(("暂估金额", "Booked"), format!("{currency} {}", figure_of(booked, &currency)?));
    if let Some(theirs) = theirs {
        let difference = theirs.saturating_sub(booked);
        let percent = rate(difference, booked).map(|raw| format!(" ({}%)", format_scaled(raw, 2, 2)));
        told = told
            .line(("对方金额", "Their amount"), figure_of(theirs, &currency)?)
            .line(("差异", "Difference"), figure_of(difference, &currency)? + &percent.unwrap_or_default());
    }
    if let Some(agreed) = agreed {
        told = told.line(("确认金额", "Confirmed"), figure_of(agreed, &currency)?);
    }
    let lines = lines(conn, actor, id)?;
    lines_told(conn, org, told, (&lines, &currency))
}

/// The lines whose orders an actor sees, and those of no order.
fn lines(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Vec<Line>, Refusal> {
    let mut all = confirmation::lines(conn, actor.org_id, id)?;
    if !visible_order(actor).is_empty() {
        let mut select = joined(actor);
        select.column((LINE, "id")).and_where(sql::of_eq(LINE, "confirmation_id", id));
        let rows = conn.query(&select.into())?;
        let seen: BTreeSet<Id> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        all.retain(|line| line.order.is_none() || line.id.is_some_and(|id| seen.contains(&id)));
    }
    Ok(all)
}

/// What an order and its charge say of a line beside it: pieces, weight, charge weight, quantity and price.
type Beside = [String; 5];

fn beside(conn: &mut dyn Conn, org: i64, lines: &[Line]) -> Result<BTreeMap<Id, Beside>, Refusal> {
    let ids: Vec<Id> = lines.iter().take(DRAWN_MAX).filter_map(|line| line.charge).collect();
    let mut select = sql::from(org, CHARGE);
    select
        .column((CHARGE, "id"))
        .expr(listed::pieces())
        .expr(listed::weight())
        .column((ORDER, "biz_quantity"))
        .columns(["quantity", "price"].map(|column| (CHARGE, column)))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, CHARGE, "order_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "id"), ids));
    let mut found = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let raw = |place: usize| row.get::<Option<i64>>(place);
        let shown = |raw: Option<i64>, scale: u32, digits: u32| {
            raw.map(|raw| format_scaled(raw, scale, digits)).unwrap_or_default()
        };
        let cells = [
            raw(1)?.map(|pieces| pieces.to_string()).unwrap_or_default(),
            shown(raw(2)?, 3, 1),
            shown(raw(3)?, 3, 1),
            shown(raw(4)?, 4, 3),
            shown(raw(5)?, 4, 2),
        ];
        found.insert(row.get(0)?, cells);
    }
    Ok(found)
}

const HEADINGS: [(&str, (&str, &str), bool); 18] = [
    ("orderCode", ("订单号", "Order"), false),
    ("number", ("单号", "Number"), false),
    ("bizDate", ("日期", "Date"), false),
    ("route", ("航程", "Route"), false),
    ("pieces", ("件数", "Pieces"), true),
    ("weight", ("毛重", "Weight"), true),
    ("chargeWeight", ("计费重量", "Charge weight"), true),
    ("serviceName", ("服务项目", "Service item"), false),
    ("quantity", ("数量", "Quantity"), true),
    ("unitPrice", ("单价", "Price"), true),
    ("ours", ("我方金额", "Ours"), true),
    ("theirs", ("对方金额", "Theirs"), true),
    ("diff", ("差异", "Difference"), true),
    ("result", ("结果", "Result"), false),
    ("treatment", ("处理", "Treatment"), false),
    ("confirmedAmount", ("确认金额", "Confirmed"), true),
    ("reason", ("差异原因", "Reason"), false),
    ("remark", ("备注", "Remark"), false),
];

fn lines_told(conn: &mut dyn Conn, org: i64, told: Told, (lines, currency): (&[Line], &str)) -> Result<Told, Refusal> {
    let beside = beside(conn, org, lines)?;
    let money = |raw: Option<i64>| raw.map_or(Ok(String::new()), |raw| figure_of(raw, currency));
    let mut rows: Vec<Vec<Said>> = Vec::new();
    for line in lines.iter().take(DRAWN_MAX) {
        let [pieces, weight, charge_weight, quantity, price] =
            line.charge.and_then(|id| beside.get(&id)).cloned().unwrap_or_default();
        let named = |choices: &[Choice], value: &str| {
            let (zh, en) = name_of(choices, value);
            Said { zh: zh.to_owned(), en: en.to_owned() }
        };
        rows.push(vec![
            Said::from(&line.order_code),
            Said::from(&line.number),
            Said::from(&line.biz_date),
            Said::from(&line.route),
            Said::from(pieces),
            Said::from(weight),
            Said::from(charge_weight),
            Said::from(&line.service),
            Said::from(quantity),
            Said::from(price),
            Said::from(money(line.ours)?),
            Said::from(money(line.theirs)?),
            Said::from(money(line.difference())?),
            named(RESULTS, &line.result),
            named(TREATMENTS, &line.treatment),
            Said::from(money(line.agreed)?),
            Said::from(&line.reason),
            Said::from(&line.remark),
        ]);
    }
    let title =
        if lines.len() > DRAWN_MAX { ("明细（前500行）", "Lines (the first 500)") } else { ("明细", "Lines") };
    Ok(told.table(title, &HEADINGS, rows))
}

/// Lines with the orders an actor sees.
fn joined(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, LINE);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id")).cond_where(visible_order(actor));
    select
}

fn named(sheets: SelectStatement) -> Condition {
    Condition::all().add(sql::of(TABLE, "id").in_subquery(sheets))
}

/// Sheets with an order of some number or code that the caller sees.
pub(super) fn of_number(actor: &Actor, text: &str) -> Found {
    let mut select = joined(actor);
    let has = [(LINE, "number"), (ORDER, "order_code"), (ORDER, "awb_number")]
        .map(|(table, column)| sql::contains(sql::of(table, column), text));
    select.column((LINE, "confirmation_id")).cond_where(sql::any_of(has));
    Ok(named(select))
}

/// Sheets with a line of an item.
pub(super) fn of_item(actor: &Actor, value: &str) -> Found {
    let bad = |_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "serviceItemId")]));
    let ids: Vec<i64> = value.split(',').map(|id| id.trim().parse().map_err(bad)).collect::<Result<_, _>>()?;
    let mut select = joined(actor);
    select.column((LINE, "confirmation_id")).and_where(sql::is_in(sql::of(LINE, "service_item_id"), ids));
    Ok(named(select))
}

/// Sheets with a line of a result.
pub(super) fn of_result(actor: &Actor, value: &str) -> Found {
    let mut select = sql::from(actor.org_id, LINE);
    let results = value.split(',').map(|one| one.trim().to_owned());
    select.column((LINE, "confirmation_id")).and_where(sql::is_in(sql::of(LINE, "result"), results));
    Ok(named(select))
}
