//! Rows that hold for a time: two of one key never hold on the same day (catalogue af-base.md 0.4).

use kernel::{Findings, Id, Msg, day_after_days, parse_day, show_day};
use platform::call::Tx;
use platform::document::{one_at_a_time, other_than};
use platform::log::{Change, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, Order};
use platform::store::{Conn, Value, sql};

const OVERLAPS: Msg = Msg::new(
    "validity.overlaps",
    "有效期与已有记录重叠（{from}~{to}），是否将原记录失效日期提前？",
    "The validity overlaps that of {from} to {to}. End the earlier one?",
);
const TAKEN: Msg = Msg::new(
    "validity.taken",
    "有效期与已有记录重叠（{from}~{to}）",
    "The validity overlaps that of {from} to {to}, which begins later.",
);
const BACKWARDS: Msg =
    Msg::new("validity.backwards", "失效日期不能早于生效日期", "The validity ends before it begins.");

/// A row that is to hold.
pub(crate) struct Period<'a> {
    /// Its table.
    pub table: &'static str,
    /// Rows of the same key.
    pub key: Condition,
    /// Itself.
    pub id: Id,
    /// First and last day.
    pub days: (&'a str, &'a str),
}

/// Rows of the key that hold on one of the days, the earliest first.
fn meeting(tx: &mut Tx<'_>, period: &Period<'_>) -> Result<Vec<(Id, String, String, i64)>, Refusal> {
    let (from, to) = period.days;
    let mut select = sql::from(tx.org(), period.table);
    select
        .columns(["id", "valid_from", "valid_to", "version"])
        .cond_where(period.key.clone())
        .and_where(other_than(period.id))
        .and_where(sql::col("valid_from").lte(sql::value(to.to_owned())))
        .and_where(sql::col("valid_to").gte(sql::value(from.to_owned())))
        .order_by("valid_from", Order::Asc);
    let rows = tx.query(&select.into())?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).collect()
}

/// Asks before an earlier row is cut short; a later one is in the way. Two who save rows of one key at the same moment
/// do so one after the other.
pub(crate) fn check(tx: &mut Tx<'_>, period: &Period<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    one_at_a_time(tx, org)?;
    let (first, last) = period.days;
    if first.is_empty() || last.is_empty() {
        return Ok(());
    }
    if last < first {
        findings.error("validTo", BACKWARDS.text());
        return Ok(());
    }
    for (_, from, to, _) in meeting(tx, period)? {
        let named = [("from", from.as_str()), ("to", to.as_str())];
        if from.as_str() < first {
            findings.confirm("validFrom", OVERLAPS.with(&named));
        } else {
            findings.error("validFrom", TAKEN.with(&named));
        }
    }
    Ok(())
}

/// Ends the earlier rows of the key on the day before; it was asked for.
pub(crate) fn cut(
    tx: &mut Tx<'_>,
    period: &Period<'_>,
    (object, page): (&'static str, &'static str),
) -> Result<(), Refusal> {
    let Some(last) = parse_day(period.days.0).map(|day| show_day(day_after_days(day, -1))) else { return Ok(()) };
    for (id, from, to, version) in meeting(tx, period)? {
        if from.as_str() >= period.days.0 {
            continue;
        }
        let cells = [
            ("valid_to", Value::Text(last.clone())),
            ("version", Value::Int(version + 1)),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut update = sql::update(tx.org(), period.table, &cells);
        update.and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        let change =
            Change { field: "validTo".to_owned(), label: "失效日期".to_owned(), old: to, new: last.clone() };
        tx.log(LogEntry::of(object, id, from, page).did("修改", "截断有效期").changes(vec![change]))?;
    }
    Ok(())
}
