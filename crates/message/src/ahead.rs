//! What is told some days before an end: contracts, passwords, documents. Each of the days is told once,
//! however often it is looked at; days that passed while nobody looked are not made up for.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Day, Id, Instant, day_after_days, show_day};
use platform::call::App;
use platform::message::MessageEvent;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, sql};

use crate::rule::Rule;
use crate::send::{By, Told, send};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Longer than any number of days ahead: what is forgotten then has ended.
const KEPT_DAYS: i64 = 400;

/// The days before an end at which a company wants to be told of an event.
#[derive(Debug, Clone)]
pub struct Ahead {
    event: &'static MessageEvent,
    days: Vec<i64>,
    today: Day,
}

impl Ahead {
    /// Of a company; none where it wants to be told nothing.
    pub fn of(
        conn: &mut dyn Conn,
        (app, org): (&App, i64),
        event: &'static MessageEvent,
    ) -> Result<Option<Self>, Refusal> {
        let rule = Rule::of(conn, org, event)?;
        let days = rule.days(event);
        let wanted = rule.tells() && !days.is_empty();
        Ok(wanted.then(|| Self { event, days, today: app.clock.now().day() }))
    }

    /// The last end that is near enough.
    pub fn until(&self) -> Day {
        day_after_days(self.today, self.days.iter().copied().max().unwrap_or_default())
    }

    /// The days left until an end, and which of the days ahead that is; none when it is too far or over.
    fn place(&self, end: Day) -> Option<(i64, i64)> {
        let left = days_between(self.today, end);
        let reached = self.days.iter().copied().filter(|days| left <= *days).min();
        reached.filter(|_| left >= 0).map(|days| (left, days))
    }

    /// Tells of the end of a thing, once for each of the days; answers whether it did.
    pub fn tell(
        &self,
        conn: &mut dyn Conn,
        by: By<'_>,
        (object, end): (Id, Day),
        told: impl FnOnce(i64) -> Told,
    ) -> Result<bool, Refusal> {
        let Some((left, days)) = self.place(end) else { return Ok(false) };
        let first = claim(conn, by, self.event, (object, &format!("{}/{days}", show_day(end))))?;
        if first {
            send(conn, by, self.event, &told(left))?;
        }
        Ok(first)
    }
}

fn days_between(from: Day, to: Day) -> i64 {
    (Instant::start_of(to).millis() - Instant::start_of(from).millis()) / DAY_MS
}

/// Whether something is told for the first time; from now on it was.
pub fn claim(
    conn: &mut dyn Conn,
    by: By<'_>,
    event: &MessageEvent,
    (object, mark): (Id, &str),
) -> Result<bool, Refusal> {
    let cells = [
        ("event", event.key.into_value()),
        ("object_id", object.into_value()),
        ("mark", mark.into_value()),
        ("told_at", by.app.clock.now().into_value()),
    ];
    let mut insert = sql::insert(by.org, "message_told", &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "event", "object_id", "mark"]).do_nothing().to_owned());
    Ok(conn.exec(&insert.into())? == 1)
}

/// The companies that were told of something.
pub fn told_orgs(
    conn: &mut dyn Conn,
    event: &MessageEvent,
    (object, mark): (Id, &str),
) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from_global("message_told");
    select
        .column("org_id")
        .and_where(sql::eq("event", event.key.to_owned()))
        .and_where(sql::eq("object_id", object))
        .and_where(sql::eq("mark", mark.to_owned()));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

pub(crate) fn forget(app: &Arc<App>) -> Result<usize, Refusal> {
    let before = app.clock.now().plus_millis(-KEPT_DAYS * DAY_MS);
    app.each_org(|org| {
        let mut delete = sql::delete(org, "message_told");
        delete.and_where(sql::col("told_at").lt(sql::value(before)));
        let gone = app.system_write(|conn| Ok(conn.exec(&delete.into())?))?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::parse_day;
    use platform::message::{SYSTEM, To};

    const EVENT: MessageEvent =
        MessageEvent::new("t.end", SYSTEM, ("到期", "End"), ("到期前", "Before")).to(To::Concerned("", ""));

    #[test]
    fn each_day_ahead_is_reached_once_and_what_is_over_is_not() {
        let today = parse_day("2026-07-15").unwrap();
        let ahead = Ahead { event: &EVENT, days: vec![30, 7, 1], today };
        let place = |end: &str| ahead.place(parse_day(end).unwrap());
        assert_eq!(place("2026-08-15"), None, "31 days");
        assert_eq!(place("2026-08-14"), Some((30, 30)));
        assert_eq!(place("2026-07-23"), Some((8, 30)));
        assert_eq!(place("2026-07-22"), Some((7, 7)));
        assert_eq!(place("2026-07-16"), Some((1, 1)));
        assert_eq!(place("2026-07-15"), Some((0, 1)));
        assert_eq!(place("2026-07-14"), None, "over");
        assert_eq!(show_day(ahead.until()), "2026-08-14");
    }
}
