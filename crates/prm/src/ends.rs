//! When agreements and contracts end: how many days are left, and what is to be noticed of it.

use kernel::{Day, day_after_days, days_between, parse_day, show_day};
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, ExprTrait};

use agreement::{ACTIVE, EXPIRED};

/// Days before the last one from which something is said to end soon.
const SOON_DAYS: i64 = 30;
const SOON: &str = "SOON";
const OVER: &str = "OVER";

/// Days until the last one.
pub(crate) const DAYS_LEFT: Field = Field::int("剩余天数", "Days left").column("days_left");
/// What is to be noticed of it.
pub(crate) const ENDS: Field = Field::state(
    &[Choice::new(SOON, "即将到期", "Ends soon").tone("warning"), Choice::new(OVER, "已过期", "Over").tone("danger")],
    "到期提醒",
    "Notice",
)
.column("ends");
/// How soon it ends.
pub(crate) const EXPIRE_IN: Field = Field::select(
    &[
        Choice::new("30", "30天内", "Within 30 days"),
        Choice::new("60", "60天内", "Within 60 days"),
        Choice::new("90", "90天内", "Within 90 days"),
        Choice::new(OVER, "已过期", "Over"),
    ],
    "到期",
    "Ends",
)
.column("expire_in");

/// Fills what is left of a row; one without an end has nothing.
pub(crate) fn fill(today: Day, row: &mut Cells<'_>) -> Result<(), Refusal> {
    let text = |name: &str| String::from_value(row.value(name));
    let (Some(last), state) = (parse_day(&text("validTo")?), text("state")?) else { return Ok(()) };
    let left = days_between(today, last);
    let notice = match state.as_str() {
        ACTIVE | EXPIRED if left < 0 => Some(OVER),
        ACTIVE if left <= SOON_DAYS => Some(SOON),
        _ => None,
    };
    row.set(&DAYS_LEFT.name(), left.into_value());
    row.set(&ENDS.name(), notice.into_value());
    Ok(())
}

/// Those of a table in force that end within some days, or that are over by their last day; one without an end never is.
pub(crate) fn within(actor: &Actor, table: &'static str, within: &str) -> Result<Condition, Refusal> {
    let today = actor.now.day();
    let last = || sql::of(table, "valid_to");
    let day = |day: Day| sql::value(show_day(day));
    if within == OVER {
        let ended = sql::is_in(sql::of(table, "state"), [ACTIVE, EXPIRED]);
        return Ok(Condition::all().add(ended).add(last().lt(day(today))));
    }
    let bad = |_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "expireIn")]));
    let until = day_after_days(today, within.parse().map_err(bad)?);
    let in_force = sql::of_eq(table, "state", ACTIVE);
    Ok(Condition::all().add(in_force).add(last().gte(day(today))).add(last().lte(day(until))))
}
