//! When debit notes are due (catalogue css.md 0.16, prm.md 1.5): by the agreement that holds for their partner, else on the
//! business day of their order.

use std::collections::BTreeMap;

use agreement::Ask;
use charge::chain::{IN_FORCE, NOTE};
use charge::{credit_due, finance};
use kernel::{Day, Id, day_after_days, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, sql};
use trade::charge::Side;
use trade::terms::Dates;

/// A note, or one that is to be made: its order, who pays, and its date.
pub type Asked = (Id, Id, Day);

/// When a note is due, and by which agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The day.
    pub day: Day,
    /// The agreement; none: the business day of its order.
    pub agreement: Option<Id>,
}

/// When notes are due, in their order.
pub fn of_notes(conn: &mut dyn Conn, org: i64, notes: &[Asked]) -> Result<Vec<Due>, Refusal> {
    let mut orders: Vec<Id> = notes.iter().map(|(order, ..)| *order).collect();
    orders.sort_unstable();
    orders.dedup();
    let dates = agreement::order_dates(conn, org, &orders)?;
    let ask = |(order, coop, date): &Asked| {
        let known = dates.get(order).ok_or(Refusal::NotFound)?;
        let of_note = Dates { note: Some(*date), ..known.dates };
        Ok(Ask { dates: of_note, ..Ask::of(known, *coop, Side::Receivable) })
    };
    let asks = notes.iter().map(ask).collect::<Result<Vec<_>, Refusal>>()?;
    let dues = agreement::dues(conn, org, &asks)?;
    Ok(dues.into_iter().map(|due| Due { day: due.day, agreement: due.agreement_id }).collect())
}

/// Holds the charges of an order whose days are about to change (`order::days_differ`); whether it has any, so that notes of
/// it may have to [`follow`].
pub fn hold(tx: &mut Tx<'_>, order: Id) -> Result<bool, Refusal> {
    let org = tx.org();
    if finance::version(tx, org, order)? == 0 {
        return Ok(false);
    }
    finance::hold(tx, order, None).map(|()| true)
}

/// Lets the due days of the notes of an order follow its days, until a note is sent, in a statement, applied for or its due
/// day was typed (css.md 0.16). The charges of the order are held; other notes are not touched.
pub fn follow(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, NOTE);
    select
        .columns(["id", "coop_id", "note_date", "due_date", "agreement_id"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("state", IN_FORCE.to_owned()))
        .and_where(sql::eq("due_typed", false))
        .and_where(sql::col("sent_at").is_null())
        .and_where(sql::col("statement_id").is_null())
        .and_where(sql::col("application_id").is_null())
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let rows = tx.query(&select.into())?;
    let mut notes: Vec<(Id, String, Option<Id>)> = Vec::new();
    let mut asked: Vec<Asked> = Vec::new();
    for row in rows {
        let date: String = row.get(2)?;
        let Some(date) = parse_day(&date) else { continue };
        asked.push((order, row.get(1)?, date));
        notes.push((row.get(0)?, row.get(3)?, row.get(4)?));
    }
    if notes.is_empty() {
        return Ok(());
    }
    credit_due::coops(tx, asked.iter().map(|(_, coop, _)| *coop))?;
    // Notes that come to the same day by the same agreement are written with one statement.
    let mut moved: BTreeMap<(String, Option<Id>), Vec<Id>> = BTreeMap::new();
    for ((id, was, agreement), due) in notes.into_iter().zip(of_notes(tx, org, &asked)?) {
        let day = show_day(due.day);
        if day != was || agreement != due.agreement {
            moved.entry((day, due.agreement)).or_default().push(id);
        }
    }
    for ((day, agreement), ids) in moved {
        let cells = [("due_date", day.into_value()), ("agreement_id", agreement.into_value())];
        let mut update = sql::update(org, NOTE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::is_in(sql::col("id"), ids));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// The settlement month of a statement, by its first and last day: the month it ends, else the one before.
pub fn settlement_month(date: Day) -> (Day, Day) {
    let last = date.last_of_month();
    let last = if date == last { last } else { day_after_days(date.first_of_month(), -1) };
    (last.first_of_month(), last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(date: &str) -> (String, String) {
        let (first, last) = settlement_month(parse_day(date).expect("a day"));
        (show_day(first), show_day(last))
    }

    #[test]
    fn a_statement_settles_the_month_that_has_ended_by_its_date() {
        let of = |first: &str, last: &str| (first.to_owned(), last.to_owned());
        assert_eq!(shown("2026-06-01"), of("2026-05-01", "2026-05-31"));
        assert_eq!(shown("2026-06-29"), of("2026-05-01", "2026-05-31"));
        assert_eq!(shown("2026-06-30"), of("2026-06-01", "2026-06-30"));
        assert_eq!(shown("2027-01-05"), of("2026-12-01", "2026-12-31"));
        assert_eq!(shown("2028-02-29"), of("2028-02-01", "2028-02-29"), "a leap year");
    }
}
