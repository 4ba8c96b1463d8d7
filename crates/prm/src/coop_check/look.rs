//! What is told of a check: its figures and its lines, as far as their orders are the caller's to see.

use std::collections::BTreeSet;

use kernel::{Day, Instant, day_after_days, format_scaled, grouped};
use platform::flow::name_of;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait};
use settle::amounts::figure_of;
use settle::comparison::Outcome;
use settle::confirmation::RESULTS;
use settle::partly;
use settle::periodic::check::{self, Line, TABLE, TREATMENTS, WAITING};

use super::{DIFF_RATE, OURS, THEIRS};
use crate::agreement_rule::visible;
use crate::cost_confirmation::rate;

/// Lines that are drawn.
const DRAWN_MAX: usize = 500;

/// Theirs less ours.
pub(super) fn difference() -> Expr {
    Expr::cust("bill_check.their_amount - bill_check.our_amount")
}

/// Fills the column of the differences in percent.
pub(super) fn rates(_: &mut dyn Conn, _: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    for row in rows {
        let ours = Option::<i64>::from_value(row.value(&OURS.name()))?;
        let theirs = Option::<i64>::from_value(row.value(&THEIRS.name()))?;
        if let Some((ours, theirs)) = ours.zip(theirs) {
            row.set(&DIFF_RATE.name(), rate(theirs.saturating_sub(ours), ours).into_value());
        }
    }
    Ok(())
}

/// Checks that went out more than some days ago and nobody answered.
pub(super) fn unanswered(actor: &Actor, days: &str) -> Result<Condition, Refusal> {
    let bad = |_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "overdueCheck")]));
    let days: i64 = days.trim().parse().map_err(bad)?;
    let since: Day = day_after_days(actor.now.day(), -days.clamp(0, 3_650));
    let sent = Expr::cust("COALESCE(bill_check.sent_at, bill_check.created_at)");
    Ok(Condition::all()
        .add(sql::of_eq(TABLE, "state", WAITING.to_owned()))
        .add(sql::of(TABLE, "answered_at").is_null())
        .add(sent.lt(sql::value(Instant::start_of(since).millis()))))
}

/// The orders of some lines that an actor does not see.
fn hidden(conn: &mut dyn Conn, actor: &Actor, lines: &[Line]) -> Result<BTreeSet<Id>, Refusal> {
    let orders: BTreeSet<Id> = lines.iter().filter_map(|line| line.order).collect();
    let seen = visible(conn, actor, &orders.iter().copied().collect::<Vec<_>>())?;
    Ok(orders.into_iter().filter(|order| !seen.contains(order)).collect())
}

/// The lines of a check, of which its user sees all; else it is refused to change it.
pub(super) fn whole(conn: &mut dyn Conn, actor: &Actor, check: Id) -> Result<Vec<Line>, Refusal> {
    let lines = check::lines(conn, actor.org_id, check)?;
    let hidden = hidden(conn, actor, &lines)?;
    partly::need_whole(i64::try_from(hidden.len()).unwrap_or(i64::MAX))?;
    Ok(lines)
}

/// Figures and lines.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let lines = check::lines(conn, org, id)?;
    let hidden = hidden(conn, actor, &lines)?;
    let mut told = partly::told(i64::try_from(hidden.len()).unwrap_or(i64::MAX));
    let mut select = sql::from(org, TABLE);
    select.columns(["currency_code", "our_amount", "their_amount", "agreed"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (currency, ours): (String, i64) = (row.get(0)?, row.get(1)?);
    told = told.line(("我方金额", "Our amount"), format!("{currency} {}", figure_of(ours, &currency)?));
    if let Some(theirs) = row.get::<Option<i64>>(2)? {
        let difference = theirs.saturating_sub(ours);
        let percent = rate(difference, ours).map(|raw| format!(" ({}%)", format_scaled(raw, 2, 2)));
        told = told
            .line(("对方金额", "Their amount"), figure_of(theirs, &currency)?)
            .line(("差异", "Difference"), figure_of(difference, &currency)? + &percent.unwrap_or_default());
    }
    if let Some(agreed) = row.get::<Option<i64>>(3)? {
        told = told.line(("认可金额", "Agreed on"), figure_of(agreed, &currency)?);
    }
    let seen: Vec<&Line> =
        lines.iter().filter(|line| line.order.is_none_or(|order| !hidden.contains(&order))).collect();
    lines_told(told, &seen, &currency)
}

const HEADINGS: [(&str, (&str, &str), bool); 10] = [
    ("key", ("核对键", "Key"), false),
    ("ourQuantity", ("我方数量", "Our quantity"), true),
    ("ours", ("我方金额", "Ours"), true),
    ("theirQuantity", ("对方数量", "Their quantity"), true),
    ("theirs", ("对方金额", "Theirs"), true),
    ("diff", ("差异", "Difference"), true),
    ("result", ("结果", "Result"), false),
    ("treatment", ("处理", "Treatment"), false),
    ("agreed", ("认可金额", "Agreed on"), true),
    ("reason", ("原因", "Reason"), false),
];

fn lines_told(told: Told, lines: &[&Line], currency: &str) -> Result<Told, Refusal> {
    let money = |raw: Option<i64>| raw.map_or(Ok(String::new()), |raw| figure_of(raw, currency));
    let quantity = |raw: Option<i64>| raw.map(|raw| grouped(&format_scaled(raw, 3, 1))).unwrap_or_default();
    let named = |choices: &[Choice], value: &str| {
        let (zh, en) = name_of(choices, value);
        Said { zh: zh.to_owned(), en: en.to_owned() }
    };
    let mut rows = Vec::new();
    for line in lines.iter().take(DRAWN_MAX) {
        rows.push(vec![
            Said::from(called(line)),
            Said::from(quantity(line.our_quantity)),
            Said::from(money(line.ours)?),
            Said::from(quantity(line.their_quantity)),
            Said::from(money(line.theirs)?),
            Said::from(money(line.difference())?),
            named(RESULTS, &line.result),
            named(TREATMENTS, &line.treatment),
            Said::from(money(line.agreed)?),
            Said::from(&line.reason),
        ]);
    }
    let title =
        if lines.len() > DRAWN_MAX { ("明细（前500行）", "Lines (the first 500)") } else { ("明细", "Lines") };
    Ok(told.table(title, &HEADINGS, rows))
}

/// What a line is called.
pub(super) fn called(line: &Line) -> String {
    let parts = [line.key.as_str(), &line.customer_number, &line.biz_number];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Whether nobody of both says anything else than the other.
pub(super) fn is_apart(line: &Line) -> bool {
    !line.result.is_empty() && ![Outcome::Equal, Outcome::Within].iter().any(|one| one.code() == line.result)
}
