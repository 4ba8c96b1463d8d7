//! The rate of a route: which of several rows holds, and its lines.

use std::collections::BTreeSet;

use kernel::{Amount, Day, Id, Percent, Price, Weight};
use platform::PLATFORM_ORG;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, Value, sql};
use trade::tact::{Basis, Break, Class, Item, Rate, Unit};

use crate::{Station, station, valid};

/// A row that holds for every carrier.
pub const ANY_CARRIER: &str = "YY";
/// Columns of the usual breaks, and the kilograms they begin at.
pub const BREAKS: [(&str, i64); 13] = [
    ("rate_n", 0),
    ("rate_45", 45),
    ("rate_100", 100),
    ("rate_200", 200),
    ("rate_250", 250),
    ("rate_300", 300),
    ("rate_500", 500),
    ("rate_700", 700),
    ("rate_1000", 1_000),
    ("rate_1500", 1_500),
    ("rate_2000", 2_000),
    ("rate_3000", 3_000),
    ("rate_5000", 5_000),
];
const TABLE: &str = "tact_rate";

/// What a rate is wanted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Two letters; empty for any.
    pub carrier: String,
    /// Airport of departure.
    pub from: String,
    /// Airport of destination.
    pub to: String,
    /// Day of the flight.
    pub day: Day,
}

/// A rate that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its row.
    pub id: Id,
    /// Whether it is the company's own, not the platform's.
    pub own: bool,
    /// Carrier it is of.
    pub carrier: String,
    /// From and to as the row names them.
    pub stations: (String, String),
    /// Currency.
    pub currency: String,
    /// First and last day.
    pub valid: (String, String),
    /// Its lines.
    pub rate: Rate,
}

/// The rate of a route on a day: the company's own before the platform's, then airports before cities, then the
/// carrier's before any carrier's, then the newest. Rows are never mixed.
pub fn find(conn: &mut dyn Conn, org: i64, route: &Route) -> Result<Option<Found>, Refusal> {
    let rows = ranked(conn, org, route)?;
    rows.first().map(|row| read(conn, row, org)).transpose()
}

/// The rate of each carrier that has one for a route; of the carrier named, when one is.
pub fn find_each(conn: &mut dyn Conn, org: i64, route: &Route) -> Result<Vec<Found>, Refusal> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for row in ranked(conn, org, route)? {
        let carrier: String = row.get(2)?;
        let same = if route.carrier.is_empty() { carrier } else { route.carrier.clone() };
        if known.insert(same) {
            found.push(read(conn, &row, org)?);
        }
    }
    Ok(found)
}

/// The rows that hold for a route, the best first.
fn ranked(conn: &mut dyn Conn, org: i64, route: &Route) -> Result<Vec<Row>, Refusal> {
    let (from, to) = (station(conn, org, &route.from)?, station(conn, org, &route.to)?);
    let mut select = valid(org, TABLE, route.day);
    select
        .columns(["org_id", "id", "carrier_code", "departure", "arrival", "currency", "valid_from", "valid_to"])
        .column("minimum")
        .columns(BREAKS.map(|(column, _)| column))
        .and_where(sql::is_in(sql::col("departure"), from.names()))
        .and_where(sql::is_in(sql::col("arrival"), to.names()));
    if !route.carrier.is_empty() {
        select.and_where(sql::is_in(sql::col("carrier_code"), [route.carrier.as_str(), ANY_CARRIER]));
    }
    let mut ranked: Vec<(Rank, Row)> = Vec::new();
    for row in conn.query(&select.into())? {
        if let Some(rank) = rank(&row, &from, &to, org)? {
            ranked.push((rank, row));
        }
    }
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(ranked.into_iter().map(|(_, row)| row).collect())
}

/// Lower is better; the newest row comes first.
type Rank = (bool, u8, bool, std::cmp::Reverse<String>);

fn rank(row: &Row, from: &Station, to: &Station, org: i64) -> Result<Option<Rank>, Refusal> {
    let (carrier, departure, arrival): (String, String, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
    let valid_from: String = row.get(6)?;
    // airport to airport, airport to city, city to airport, city to city
    let stations = from.rank(&departure).zip(to.rank(&arrival)).map(|(from, to)| from * 2 + to);
    let platforms = row.get::<i64>(0)? != org;
    Ok(stations.map(|stations| (platforms, stations, carrier == ANY_CARRIER, std::cmp::Reverse(valid_from))))
}

fn read(conn: &mut dyn Conn, row: &Row, org: i64) -> Result<Found, Refusal> {
    let (owner, id): (i64, Id) = (row.get(0)?, row.get(1)?);
    let minimum: Option<Amount> = row.get(8)?;
    let mut breaks = Vec::new();
    for (place, (_, kilograms)) in BREAKS.iter().enumerate() {
        if let Some(rate) = row.get::<Option<Price>>(place + 9)? {
            breaks.push(Break { from: Weight::from_raw(kilograms * 1_000), rate });
        }
    }
    let mut rate = Rate { minimum, breaks, ..Rate::default() };
    lines(conn, owner, id, &mut rate)?;
    Ok(Found {
        id,
        own: owner == org && owner != PLATFORM_ORG,
        carrier: row.get(2)?,
        stations: (row.get(3)?, row.get(4)?),
        currency: row.get(5)?,
        valid: (row.get(6)?, row.get(7)?),
        rate,
    })
}

/// The lines beside the usual breaks.
fn lines(conn: &mut dyn Conn, owner: i64, id: Id, rate: &mut Rate) -> Result<(), Refusal> {
    for row in below(conn, owner, id, "tact_rate_break", &["from_weight", "rate"])? {
        rate.breaks.push(Break { from: row.get(0)?, rate: row.get(1)? });
    }
    for row in below(conn, owner, id, "tact_rate_item", &["item_no", "from_weight", "rate"])? {
        rate.items.push(Item { number: row.get(0)?, from: row.get(1)?, rate: row.get(2)? });
    }
    for row in below(conn, owner, id, "tact_rate_class", &["goods_class", "percent", "basis", "of_minimum"])? {
        let basis = if row.get::<String>(2)? == "N" { Basis::Normal } else { Basis::Applicable };
        let of_minimum = row.get::<Option<Percent>>(3)?.unwrap_or(Percent::from_raw(10_000));
        rate.classes.push(Class { goods: row.get(0)?, percent: row.get(1)?, basis, of_minimum });
    }
    for row in below(conn, owner, id, "tact_rate_unit", &["unit_type", "pivot", "charge", "over_rate"])? {
        rate.units.push(Unit { kind: row.get(0)?, pivot: row.get(1)?, charge: row.get(2)?, over: row.get(3)? });
    }
    Ok(())
}

fn below(
    conn: &mut dyn Conn,
    owner: i64,
    id: Id,
    table: &'static str,
    columns: &[&'static str],
) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(owner, table);
    select
        .columns(columns.iter().copied())
        .and_where(sql::eq("rate_id", Value::Int(id.0)))
        .order_by("line", Order::Asc);
    Ok(conn.query(&select.into())?)
}
