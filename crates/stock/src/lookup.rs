//! What stock, waybills and tracking ask of the reference and partner tables, in their own words.

use platform::refusal::Refusal;
use platform::store::Conn;

pub use facts::{coop_name, default_awb_source as default_source, is_awb_source as is_source, user_name};

/// Zone times are shown in.
const DISPLAY_ZONE: &str = "Asia/Shanghai";

/// Code of the carrier with a waybill prefix.
pub fn carrier_of_prefix(conn: &mut dyn Conn, org: i64, prefix: &str) -> Result<Option<String>, Refusal> {
    Ok(facts::carrier_by_prefix(conn, org, prefix)?.map(|carrier| carrier.code))
}

/// English name of the carrier with a waybill prefix.
pub fn carrier_name(conn: &mut dyn Conn, org: i64, prefix: &str) -> Result<Option<String>, Refusal> {
    Ok(facts::carrier_by_prefix(conn, org, prefix)?.map(|carrier| carrier.name_en))
}

/// Name of an airport: Chinese where there is one. None for a code that is no airport in use.
pub fn airport_name(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Option<String>, Refusal> {
    Ok(facts::airport(conn, org, code)?.filter(|airport| airport.active).map(|airport| airport.name))
}

/// English name of an airport's city, as waybills print it; the code where there is none.
pub fn airport_city(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let city = facts::airport(conn, org, code)?.map(|airport| airport.city_en).unwrap_or_default();
    // The boxes of a waybill take letters, digits and a few marks only.
    let plain: String = city.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-')).collect();
    Ok(if plain.trim().is_empty() { code.to_owned() } else { plain.trim().to_uppercase() })
}

/// Time zone of an airport; the display zone where it is unknown.
pub fn airport_zone(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let zone = facts::airport(conn, org, code)?.map(|airport| airport.zone).unwrap_or_default();
    Ok(if zone.is_empty() { DISPLAY_ZONE.to_owned() } else { zone })
}
