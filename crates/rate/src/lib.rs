//! Rates of carriers and their other charges, as several rooms use them (catalogue af-base.md 1.2).
//!
//! Rows are kept by the base room. What is found holds for a route on a day; how it prices a weight are rules of the
//! trade.

mod surcharge;
mod tact;

pub use surcharge::{Charged, Shipment, charges};
pub use tact::{ANY_CARRIER, BREAKS, Found, Route, find, find_each};

use kernel::Day;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait};
use platform::store::{Conn, sql};

/// Rows without an end hold until this day.
pub const OPEN_END: &str = "2099-12-31";

/// Rows of an org and of the platform that hold on a day and are in use.
fn valid(org: i64, table: &'static str, day: Day) -> platform::sea_query::SelectStatement {
    let day = kernel::show_day(day);
    let mut select = facts::of_platform_and(org, table);
    select.cond_where(
        Condition::all()
            .add(sql::of_eq(table, "active", true))
            .add(sql::of(table, "valid_from").lte(sql::value(day.clone())))
            .add(sql::of(table, "valid_to").gte(sql::value(day))),
    );
    select
}

/// An airport and its city, as rates name them, and its country.
struct Station {
    airport: String,
    city: String,
    nation: String,
}

fn station(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Station, Refusal> {
    let known = facts::airport(conn, org, code)?;
    let (city, nation) = known.map_or_else(Default::default, |airport| (airport.city, airport.nation));
    Ok(Station { airport: code.to_owned(), city, nation })
}

impl Station {
    /// How closely a row names the station: 0 the airport, 1 its city; none when it names another.
    fn rank(&self, named: &str) -> Option<u8> {
        match named {
            named if named == self.airport => Some(0),
            named if !self.city.is_empty() && named == self.city => Some(1),
            _ => None,
        }
    }

    fn names(&self) -> [&str; 2] {
        [&self.airport, &self.city]
    }
}
