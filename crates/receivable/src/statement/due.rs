//! When a statement is due (catalogue css.md /css_statement): notes whose agreement counts from the date of the bill, or from the
//! day their customer agreed on it, are due by the statement they stand on; others keep their days, and the statement has the
//! latest of all. A due day somebody typed stays.

use std::collections::BTreeMap;

use agreement::{Ask, OrderDates};
use charge::chain::NOTE;
use kernel::{Day, Id, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Value, sql};
use trade::charge::Side;
use trade::terms::{BaseDate, Calendar, Dates};

/// Days a statement gives to its notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    /// Date of the statement.
    pub date: Day,
    /// The day its customer agreed.
    pub confirmed: Option<Day>,
}

/// A note with what its due day depends on.
struct Known {
    id: Id,
    order: Id,
    coop: Id,
    date: String,
    due: String,
    typed: bool,
}

/// What terms ask of orders and agreements.
struct Ground {
    orders: BTreeMap<Id, OrderDates>,
    agreed: BTreeMap<Id, Vec<agreement::Agreed>>,
    days: Calendar,
}

impl Ground {
    fn of(conn: &mut dyn Conn, org: i64, notes: &[Known]) -> Result<Self, Refusal> {
        let mut orders: Vec<Id> = notes.iter().map(|note| note.order).collect();
        orders.sort_unstable();
        orders.dedup();
        let agreed = agreement::agreed(conn, org, notes.iter().map(|note| note.coop))?;
        let moves = agreed.values().flatten().any(|one| one.terms.next_working_day);
        let days = if moves { agreement::calendar(conn, org)? } else { Calendar::default() };
        Ok(Self { orders: agreement::order_dates(conn, org, &orders)?, agreed, days })
    }

    /// The due day a note takes by its agreement, on a statement or by itself; none where it keeps its own.
    fn due(&self, note: &Known, given: Option<Given>) -> Option<(Day, Id)> {
        let order = self.orders.get(&note.order)?;
        let own = Dates { note: parse_day(&note.date), ..order.dates };
        let ask = Ask { dates: own, ..Ask::of(order, note.coop, Side::Receivable) };
        let agreed = agreement::holding(&self.agreed, &ask)?;
        let dates = match (agreed.terms.base, given) {
            (BaseDate::Note, Some(given)) => Dates { note: Some(given.date), ..own },
            (BaseDate::Statement, Some(given)) => Dates { statement: given.confirmed, ..own },
            (BaseDate::Note | BaseDate::Statement, None) => own,
            _ => return None,
        };
        Some((agreed.terms.due(&dates, &self.days), agreed.id))
    }
}

fn known(conn: &mut dyn Conn, org: i64, notes: &[Id]) -> Result<Vec<Known>, Refusal> {
    let mut select = sql::from(org, NOTE);
    select
        .columns(["id", "order_id", "coop_id", "note_date", "due_date", "due_typed"])
        .and_where(sql::is_in(sql::col("id"), notes.iter().copied()));
    let read = |row: &platform::store::Row| {
        Ok(Known {
            id: row.get(0)?,
            order: row.get(1)?,
            coop: row.get(2)?,
            date: row.get(3)?,
            due: row.get(4)?,
            typed: row.get(5)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Gives notes the due days they have on a statement, or by themselves again. Answers the latest of all, and the agreement by
/// which all of them are due where it is one. The notes are held.
pub(super) fn settle(
    tx: &mut Tx<'_>,
    notes: &[Id],
    given: Option<Given>,
) -> Result<(Option<String>, Option<Id>), Refusal> {
    let org = tx.org();
    let notes = known(tx, org, notes)?;
    let ground = Ground::of(tx, org, &notes)?;
    let mut latest: Option<String> = None;
    let mut moved: BTreeMap<String, Vec<Id>> = BTreeMap::new();
    let mut agreements: Vec<Option<Id>> = Vec::new();
    for note in &notes {
        let taken = ground.due(note, given).filter(|_| !note.typed);
        agreements.push(taken.map(|(_, agreement)| agreement));
        let due = taken.map_or_else(|| note.due.clone(), |(day, _)| show_day(day));
        if due != note.due {
            moved.entry(due.clone()).or_default().push(note.id);
        }
        latest = latest.max(Some(due));
    }
    for (due, notes) in moved {
        let mut update = sql::update(org, NOTE, &[("due_date", Value::Text(due))]);
        update.value("version", Expr::cust("version + 1")).and_where(sql::is_in(sql::col("id"), notes));
        tx.exec(&update.into())?;
    }
    agreements.dedup();
    let common = if let [one] = agreements.as_slice() { *one } else { None };
    Ok((latest, common))
}

/// The day notes count on for a settlement month, by note: the base date of the agreement that holds, else the business day
/// of their order.
pub(super) fn bases(conn: &mut dyn Conn, org: i64, notes: &[Id]) -> Result<BTreeMap<Id, Day>, Refusal> {
    let notes = known(conn, org, notes)?;
    let ground = Ground::of(conn, org, &notes)?;
    let base = |note: &Known| {
        let order = ground.orders.get(&note.order)?;
        let dates = Dates { note: parse_day(&note.date), ..order.dates };
        let ask = Ask { dates, ..Ask::of(order, note.coop, Side::Receivable) };
        let agreed = agreement::holding(&ground.agreed, &ask);
        let alone = || dates.business.unwrap_or(dates.order);
        Some((note.id, agreed.map_or_else(alone, |agreed| dates.base(agreed.terms.base))))
    };
    Ok(notes.iter().filter_map(base).collect())
}
