//! What orders name places by: codes of ports, stations, cities and airports, an org's own over the platform's.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Msg, Text};
use platform::refusal::Refusal;
use platform::store::sql::Order;
use platform::store::{Conn, sql};

use crate::messages::STATION_UNKNOWN;

const PORT_UNKNOWN: Msg = Msg::new("order.port.unknown", "{code}不是有效港口", "{code} is not a valid port.");
const RAIL_UNKNOWN: Msg = Msg::new("order.rail.unknown", "{code}不是有效车站", "{code} is not a valid station.");
const CITY_UNKNOWN: Msg = Msg::new("order.city.unknown", "{code}不是有效城市", "{code} is not a valid city.");

const TABLE: &str = "transport_place";

/// What stations are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    /// Airports.
    Airport,
    /// Sea ports (UN/LOCODE).
    Port,
    /// Rail stations.
    Rail,
    /// Cities.
    City,
    /// None.
    None,
}

impl PlaceKind {
    /// Code of its rows in the table of places.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Airport => "AIRPORT",
            Self::Port => "PORT",
            Self::Rail => "RAIL",
            Self::City => "CITY",
            Self::None => "",
        }
    }
}

/// A place as orders need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What it is called.
    pub name: String,
    /// Offered to new orders.
    pub active: bool,
}

/// The place of a code, active or not; none for a text that is no code of the kind.
pub fn place(conn: &mut dyn Conn, org: i64, kind: PlaceKind, code: &str) -> Result<Option<Place>, Refusal> {
    if kind == PlaceKind::Airport {
        let airport = facts::airport(conn, org, code)?;
        return Ok(airport.map(|airport| Place { name: airport.name, active: airport.active }));
    }
    let mut select = facts::of_platform_and(org, TABLE);
    select
        .columns(["name_cn", "active"])
        .and_where(sql::eq("kind", kind.code()))
        .and_where(sql::eq("code", code.to_owned()))
        .order_by("org_id", Order::Desc)
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok(Place { name: row.get(0)?, active: row.get(1)? })).transpose()
}

/// The country of a place; none for a text that is no code of the kind.
pub fn nation(conn: &mut dyn Conn, org: i64, kind: PlaceKind, code: &str) -> Result<Option<String>, Refusal> {
    if kind == PlaceKind::Airport {
        return Ok(facts::airport(conn, org, code)?.map(|airport| airport.nation));
    }
    let mut select = facts::of_platform_and(org, TABLE);
    select
        .column("nation_code")
        .and_where(sql::eq("kind", kind.code()))
        .and_where(sql::eq("code", code.to_owned()))
        .order_by("org_id", Order::Desc)
        .limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get::<Option<String>>(0)).transpose()?.flatten())
}

/// What places are called, by code, with one question to the database; texts that are no codes are not among them.
pub fn place_names<'a>(
    conn: &mut dyn Conn,
    org: i64,
    kind: PlaceKind,
    codes: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeMap<String, String>, Refusal> {
    let codes: BTreeSet<&str> = codes.into_iter().filter(|code| !code.is_empty()).collect();
    let mut names = BTreeMap::new();
    if codes.is_empty() {
        return Ok(names);
    }
    if kind == PlaceKind::Airport {
        for code in codes {
            if let Some(airport) = facts::airport(conn, org, code)? {
                names.insert(airport.code, airport.name);
            }
        }
        return Ok(names);
    }
    let mut select = facts::of_platform_and(org, TABLE);
    select
        .columns(["code", "name_cn"])
        .and_where(sql::eq("kind", kind.code()))
        .and_where(sql::is_in(sql::col("code"), codes.into_iter().map(ToOwned::to_owned)))
        .order_by("org_id", Order::Asc);
    // Own rows come after the platform's and take their place.
    for row in conn.query(&select.into())? {
        names.insert(row.get(0)?, row.get(1)?);
    }
    Ok(names)
}

/// Of some codes of a kind those of places in use, with one question to the database.
pub(crate) fn in_use(
    conn: &mut dyn Conn,
    org: i64,
    kind: PlaceKind,
    codes: &BTreeSet<String>,
) -> Result<BTreeSet<String>, Refusal> {
    if kind == PlaceKind::Airport {
        return facts::codes_in_use(conn, (org, "airport", "ap_code"), codes, []);
    }
    facts::codes_in_use(conn, (org, TABLE, "code"), codes, [sql::eq("kind", kind.code())])
}

/// Whether rows may name a place: there is one of the code, in use.
pub fn may_name(conn: &mut dyn Conn, org: i64, kind: PlaceKind, code: &str) -> Result<bool, Refusal> {
    Ok(place(conn, org, kind, code)?.is_some_and(|place| place.active))
}

/// What is said of a code no place has.
pub fn unknown_place(kind: PlaceKind, code: &str) -> Text {
    let message = match kind {
        PlaceKind::Airport | PlaceKind::None => STATION_UNKNOWN,
        PlaceKind::Port => PORT_UNKNOWN,
        PlaceKind::Rail => RAIL_UNKNOWN,
        PlaceKind::City => CITY_UNKNOWN,
    };
    message.with(&[("code", code)])
}
