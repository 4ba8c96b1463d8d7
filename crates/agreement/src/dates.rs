//! The days terms are counted from, and the days that are worked.

use std::collections::BTreeMap;

use kernel::{Day, Id, Instant, Scope, parse_day};
use platform::dictionary;
use platform::refusal::Refusal;
use platform::sea_query::JoinType;
use platform::store::{Conn, sql};
use trade::terms::{Calendar, Dates};

const ORDERS: &str = "freight_order";
const DETAIL: &str = "order_carriage_detail";
/// 法定节假日: EDI code 1 of a value is the day; EDI code 2 is 班 where a weekend is worked in exchange.
const HOLIDAYS: i64 = 119;
const WORKED: &str = "班";
/// Orders that are read with one statement: far below the parameters a database takes.
const AT_ONCE: usize = 5_000;

/// An order as its terms see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderDates {
    /// Its scope.
    pub scope: Scope,
    /// Its customer.
    pub customer: Option<Id>,
    /// Its days; those of its papers the caller adds.
    pub dates: Dates,
}

/// Orders by their ids, whoever may see them; one statement.
///
/// The day of an order is the one it was made on. It left and arrived when that is told, else when it is expected to; air
/// orders know what is expected alone. Of road transport the pick-up counts as leaving.
pub fn order_dates(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, OrderDates>, Refusal> {
    let mut found = BTreeMap::new();
    for part in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, ORDERS);
        select
            .columns(
                ["id", "business_scope", "coop_id", "created_at", "expect_departure", "expect_arrival", "biz_date"]
                    .map(own),
            )
            .columns(["actual_departure", "actual_arrival"].map(|column| (DETAIL, column)))
            .join(JoinType::LeftJoin, DETAIL, sql::same_org(DETAIL, ORDERS, "id"))
            .and_where(sql::is_in(sql::of(ORDERS, "id"), part.iter().copied()));
        for row in conn.query(&select.into())? {
            let scope = Scope::from_code(&row.get::<String>(1)?).ok_or(Refusal::NotFound)?;
            let made: Instant = row.get(3)?;
            let told = |place: usize| Ok::<_, Refusal>(row.get::<Option<Instant>>(place)?.map(Instant::day));
            let expected = |place: usize| Ok::<_, Refusal>(parse_day(&row.get::<String>(place)?));
            let left = if scope == Scope::Lc { None } else { told(7)? };
            let dates = Dates {
                business: expected(6)?,
                departure: left.or(expected(4)?),
                arrival: told(8)?.or(expected(5)?),
                ..Dates::of(made.day())
            };
            found.insert(row.get(0)?, OrderDates { scope, customer: row.get(2)?, dates });
        }
    }
    Ok(found)
}

const fn own(column: &'static str) -> (&'static str, &'static str) {
    (ORDERS, column)
}

/// The days a company works: from Monday to Friday, but for the days its list of public holidays names.
pub fn calendar(conn: &mut dyn Conn, org: i64) -> Result<Calendar, Refusal> {
    let mut select = dictionary::values(org);
    select
        .columns(["edi_code1", "edi_code2"])
        .and_where(sql::eq("category_type", HOLIDAYS))
        .and_where(sql::eq("active", true));
    let mut calendar = Calendar::default();
    for row in conn.query(&select.into())? {
        let (day, kind): (String, String) = (row.get(0)?, row.get(1)?);
        let Some(day): Option<Day> = parse_day(day.trim()) else { continue };
        let days = if kind.trim() == WORKED { &mut calendar.worked } else { &mut calendar.off };
        days.insert(day);
    }
    Ok(calendar)
}
