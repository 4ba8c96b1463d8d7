//! Names and codes the stock and the waybills need from the reference and partner tables.
//!
//! An org's own reference row stands before the platform's row of the same code.

use kernel::Id;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use sea_query::Order;

/// Org whose reference rows every org sees.
const PLATFORM_ORG: i64 = 1;
/// Zone times are shown in.
const DISPLAY_ZONE: &str = "Asia/Shanghai";

fn reference(
    conn: &mut dyn Conn,
    org: i64,
    table: &'static str,
    (key, value): (&'static str, &str),
    columns: &[&'static str],
) -> Result<Option<Row>, Refusal> {
    let mut select = sql::from_global(table);
    select
        .columns(columns.iter().copied())
        .and_where(sql::is_in(sql::col("org_id"), [org, PLATFORM_ORG]))
        .and_where(sql::eq(key, value))
        .and_where(sql::eq("active", true))
        .order_by("org_id", Order::Desc)
        .limit(1);
    Ok(conn.first(&select.into())?)
}

/// Code of the carrier with a waybill prefix.
pub fn carrier_of_prefix(conn: &mut dyn Conn, org: i64, prefix: &str) -> Result<Option<String>, Refusal> {
    let row = reference(conn, org, "carrier", ("prefix", prefix), &["carrier_code"])?;
    Ok(row.map(|row| row.get(0)).transpose()?)
}

/// English name of the carrier with a waybill prefix.
pub fn carrier_name(conn: &mut dyn Conn, org: i64, prefix: &str) -> Result<Option<String>, Refusal> {
    let row = reference(conn, org, "carrier", ("prefix", prefix), &["name_en"])?;
    Ok(row.map(|row| row.get(0)).transpose()?)
}

fn name(conn: &mut dyn Conn, org: i64, table: &'static str, column: &'static str, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, table);
    select.column(column).and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Short name of a partner; empty when the org has no such partner.
pub fn coop_name(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    name(conn, org, "coop", "coop_name", id)
}

/// Name of a user; empty when the org has no such user.
pub fn user_name(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    name(conn, org, "app_user", "name_cn", id)
}

/// Name of an airport: Chinese where there is one. None for a code that is no airport.
pub fn airport_name(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<String>, Refusal> {
    let Some(row) = reference(conn, org, "airport", ("ap_code", code), &["name_cn", "name_en"])? else {
        return Ok(None);
    };
    let (chinese, english): (String, String) = (row.get(0)?, row.get(1)?);
    Ok(Some(if chinese.is_empty() { english } else { chinese }))
}

/// English name of an airport's city, as waybills print it; the code where there is none.
pub fn airport_city(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let row = reference(conn, org, "airport", ("ap_code", code), &["city_name_en"])?;
    let city: String = row.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    // The boxes of a waybill take letters, digits and a few marks only.
    let plain: String = city.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-')).collect();
    Ok(if plain.trim().is_empty() { code.to_owned() } else { plain.trim().to_uppercase() })
}

/// Time zone of an airport; the display zone where it is unknown.
pub fn airport_zone(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let row = reference(conn, org, "airport", ("ap_code", code), &["time_zone"])?;
    let zone: String = row.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    Ok(if zone.is_empty() { DISPLAY_ZONE.to_owned() } else { zone })
}

/// Whether a partner is a source of waybill numbers.
pub fn is_source(conn: &mut dyn Conn, org: i64, id: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, "coop");
    select.column("id").and_where(sql::eq("id", id)).and_where(sql::eq("is_awb_source", true));
    Ok(conn.first(&select.into())?.is_some())
}

/// The one source an org trusts for numbers it did not register: its only source, marked as default.
pub fn default_source(conn: &mut dyn Conn, org: i64) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "coop");
    select.columns(["id", "is_default_source"]).and_where(sql::eq("is_awb_source", true)).limit(2);
    match conn.query(&select.into())?.as_slice() {
        [only] if only.get::<bool>(1)? => Ok(Some(only.get(0)?)),
        _ => Ok(None),
    }
}
