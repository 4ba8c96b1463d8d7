//! Financial months 财务期间 (catalogue css.md 0.10, /css_period): never opened, open, or closed.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id, IdMint, Instant, Msg, Text, day_after_days, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Value, sql};

/// Its table.
pub const TABLE: &str = "finance_period";
/// Figures may be written.
pub const OPEN: &str = "OPEN";
/// Figures stay what they are.
pub const CLOSED: &str = "CLOSED";
/// What a month is that has no row.
pub const UNOPENED: &str = "NONE";
/// States of a month.
pub const STATES: &[Choice] = &[
    Choice::new(UNOPENED, "未开启", "Not opened"),
    Choice::new(OPEN, "开启", "Open").tone("ready"),
    Choice::new(CLOSED, "已结账", "Closed").tone("done"),
];
const IS_CLOSED: Msg = Msg::new("period.closed", "财务期间{month}已结账", "The period {month} is closed.");
const NOT_OPENED: Msg = Msg::new("period.unopened", "财务期间{month}未开启", "The period {month} was not opened.");

/// The month of a day, as `2026-07`.
pub fn month_of(day: Day) -> String {
    show_day(day).chars().take(7).collect()
}

/// The first day of a month.
pub fn first_day(month: &str) -> Option<Day> {
    parse_day(&format!("{month}-01"))
}

/// The month behind one.
pub fn next(month: &str) -> Option<String> {
    Some(month_of(day_after_days(first_day(month)?.last_of_month(), 1)))
}

/// The months of a company that were opened, by their names, with their states.
#[derive(Debug, Clone, Default)]
pub struct Months(BTreeMap<String, String>);

impl Months {
    /// All of them.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.columns(["month", "state"]).order_by("month", Order::Asc);
        let rows = conn.query(&select.into())?;
        Ok(Self(rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?))
    }

    /// The state of a month.
    pub fn state(&self, month: &str) -> &str {
        self.0.get(month).map_or(UNOPENED, String::as_str)
    }

    /// Their names, the oldest first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Why nothing may be dated on a day; a company that has opened no month yet keeps none.
    pub fn refuses(&self, day: Day) -> Option<Text> {
        if self.0.is_empty() {
            return None;
        }
        let month = month_of(day);
        let said = match self.state(&month) {
            OPEN => return None,
            CLOSED => IS_CLOSED,
            _ => NOT_OPENED,
        };
        Some(said.with(&[("month", &month)]))
    }

    /// Whether the month of a day is closed.
    pub fn is_closed(&self, day: Day) -> bool {
        self.state(&month_of(day)) == CLOSED
    }

    /// The oldest month that is open.
    pub fn oldest_open(&self) -> Option<&str> {
        self.0.iter().find(|(_, state)| *state == OPEN).map(|(month, _)| month.as_str())
    }

    /// The newest month that was opened.
    pub fn newest(&self) -> Option<&str> {
        self.0.last_key_value().map(|(month, _)| month.as_str())
    }

    /// The newest month that is closed.
    pub fn newest_closed(&self) -> Option<&str> {
        self.0.iter().rev().find(|(_, state)| *state == CLOSED).map(|(month, _)| month.as_str())
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.0.values().filter(|state| *state == OPEN).count()
    }

    /// The day orders are locked for unless finance says otherwise: the last one of the newest open month before the present
    /// one, else a day of the present or the oldest open month.
    pub fn lock_day(&self, today: Day) -> Day {
        let present = month_of(today);
        let before = self.0.iter().rev().find(|(month, state)| **month < present && *state == OPEN);
        let last = before.and_then(|(month, _)| first_day(month)).map(|first| first.last_of_month());
        last.or_else(|| self.day_in_open(today)).unwrap_or(today)
    }

    /// A day in an open month: the wished one, else the first of the oldest open month; none where no month is open.
    pub fn day_in_open(&self, wished: Day) -> Option<Day> {
        match self.refuses(wished) {
            None => Some(wished),
            Some(_) => self.oldest_open().and_then(first_day),
        }
    }
}

/// Why nothing may be dated on days, nor taken from them: asked by whoever gives a charge its financial date, or takes one
/// away. Their months are held as they are until the transaction ends: who closes one waits.
pub fn refuses(tx: &mut Tx<'_>, days: impl IntoIterator<Item = Day>) -> Result<Option<Text>, Refusal> {
    let days: BTreeSet<Day> = days.into_iter().collect();
    let named: BTreeSet<String> = days.iter().map(|day| month_of(*day)).collect();
    let (org, wanted) = (tx.org(), named.len());
    let mut select = sql::from(org, TABLE);
    select.column("state").and_where(sql::is_in(sql::col("month"), named)).order_by("month", Order::Asc).lock_shared();
    let held = if wanted == 0 { Vec::new() } else { tx.query(&select.into())? };
    let open = held.iter().filter(|row| row.get::<String>(0).is_ok_and(|state| state == OPEN)).count();
    if open == wanted {
        return Ok(None);
    }
    let months = Months::of(tx, org)?;
    Ok(days.into_iter().find_map(|day| months.refuses(day)))
}

/// The same, as a refusal of what would be written.
pub fn hold(tx: &mut Tx<'_>, days: impl IntoIterator<Item = Day>) -> Result<(), Refusal> {
    match refuses(tx, days)? {
        Some(why) => Err(Refusal::Business(why)),
        None => Ok(()),
    }
}

/// Refuses what would change figures of a closed month: they stay what they were reported as until it is opened again. The
/// months are held as by [`refuses`].
pub fn need_not_closed(tx: &mut Tx<'_>, days: impl IntoIterator<Item = Day>) -> Result<(), Refusal> {
    let days: BTreeSet<Day> = days.into_iter().collect();
    refuses(tx, days.iter().copied())?;
    let org = tx.org();
    let months = Months::of(tx, org)?;
    match days.into_iter().find(|day| months.is_closed(*day)) {
        Some(day) => Err(Refusal::Business(IS_CLOSED.with(&[("month", &month_of(day))]))),
        None => Ok(()),
    }
}

/// Opens a month that has no row.
pub fn open(tx: &mut Tx<'_>, month: &str) -> Result<Id, Refusal> {
    let (id, org, user, now) = (tx.new_id(), tx.org(), tx.actor.user_id, tx.now);
    insert(tx, org, (id, month, user), now)?;
    Ok(id)
}

fn insert(conn: &mut dyn Conn, org: i64, (id, month, user): (Id, &str, Id), now: Instant) -> Result<(), Refusal> {
    let cells = [
        ("id", Value::Int(id.0)),
        ("month", Value::Text(month.to_owned())),
        ("state", Value::Text(OPEN.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(user.0)),
        ("created_at", Value::Int(now.millis())),
        ("updated_by", Value::Int(user.0)),
        ("updated_at", Value::Int(now.millis())),
    ];
    conn.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(())
}

/// Opens the present month of a company that has opened none.
pub fn begin(conn: &mut dyn Conn, (mint, now): (&IdMint, Instant), org: i64) -> Result<(), Refusal> {
    if Months::of(conn, org)?.0.is_empty() {
        insert(conn, org, (mint.next(now), &month_of(now.day()), Id(0)), now)?;
    }
    Ok(())
}

/// The same for every company: at each start.
pub fn load(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    let mut orgs = sql::from_global("org");
    orgs.column("id").order_by("id", Order::Asc);
    for row in conn.query(&orgs.into())? {
        begin(conn, (mint, now), row.get(0)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn months(of: &[(&str, &str)]) -> Months {
        Months(of.iter().map(|(month, state)| ((*month).to_owned(), (*state).to_owned())).collect())
    }

    fn day(text: &str) -> Day {
        parse_day(text).expect("a day")
    }

    #[test]
    fn only_days_of_open_months_are_taken() {
        let of = months(&[("2026-05", CLOSED), ("2026-06", OPEN), ("2026-07", OPEN)]);
        let said = |text: &str| of.refuses(day(text)).map(|text| text.zh);
        assert_eq!(said("2026-05-31").as_deref(), Some("财务期间2026-05已结账"));
        assert_eq!(said("2026-06-01"), None);
        assert_eq!(said("2026-07-31"), None);
        assert_eq!(said("2026-08-01").as_deref(), Some("财务期间2026-08未开启"));
        assert_eq!(Months::default().refuses(day("2026-08-01")), None, "nobody keeps months yet");
        assert_eq!(
            (of.oldest_open(), of.newest_closed(), of.newest()),
            (Some("2026-06"), Some("2026-05"), Some("2026-07"))
        );
        assert_eq!(of.day_in_open(day("2026-05-20")), Some(day("2026-06-01")));
        assert_eq!(of.day_in_open(day("2026-07-20")), Some(day("2026-07-20")));
        assert_eq!(months(&[("2026-05", CLOSED)]).day_in_open(day("2026-05-20")), None);
        assert_eq!(of.lock_day(day("2026-07-15")), day("2026-06-30"));
        assert_eq!(of.lock_day(day("2026-06-15")), day("2026-06-15"), "no earlier month is open");
        assert_eq!(months(&[("2026-06", CLOSED), ("2026-08", OPEN)]).lock_day(day("2026-07-15")), day("2026-08-01"));
        assert_eq!(Months::default().lock_day(day("2026-07-15")), day("2026-07-15"));
    }

    #[test]
    fn months_follow_one_another_over_the_year() {
        assert_eq!(next("2026-12").as_deref(), Some("2027-01"));
        assert_eq!(next("2028-02").as_deref(), Some("2028-03"));
        assert_eq!(next("nonsense"), None);
        assert_eq!(month_of(day("2026-02-28")), "2026-02");
    }
}
