//! Loading the embedded reference data into the platform's rows at a first start.

use kernel::IdMint;
use kernel::Instant;
use platform::PLATFORM_ORG;
use platform::refusal::Refusal;
use platform::sea_query::Query;
use platform::store::{Conn, Value, sql};

/// Rows of one statement.
const CHUNK: usize = 200;

fn text(value: &str) -> Value {
    if value.is_empty() { Value::Null } else { Value::Text(value.to_owned()) }
}

/// Fills the platform's airports, carriers, countries, currencies, dictionaries and places; does nothing
/// where they are there already.
pub fn load(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    places(conn, mint, now)?;
    if has_rows(conn, "country")? {
        return Ok(());
    }
    let id = || Value::Int(mint.next(now).0);
    let millis = Value::Int(now.millis());
    let stamps = |row: &mut Vec<Value>| {
        row.extend([Value::Int(1), Value::Int(0), millis.clone(), Value::Int(0), millis.clone()]);
    };
    let airports = reference::airports().map(|a| {
        let mut row = vec![
            id(),
            text(a.code),
            text(a.icao),
            text(a.name_zh),
            text(a.name_en),
            text(a.pinyin),
            text(a.city_code),
            text(a.city_zh),
            text(a.city_en),
            text(a.country),
            text(a.tz),
            text(a.lat),
            text(a.lon),
            Value::Bool(a.cargo),
            Value::Bool(true),
        ];
        stamps(&mut row);
        row
    });
    insert(conn, "airport", &AIRPORT, airports)?;
    let carriers = reference::carriers().map(|c| {
        let mut row = vec![
            id(),
            text(c.code),
            text(c.prefix),
            text(c.icao),
            text(c.name_zh),
            text(c.name_en),
            text(c.pinyin),
            text(c.country),
            Value::Int(6_000),
            text("0.5"),
            Value::Bool(true),
        ];
        stamps(&mut row);
        row
    });
    insert(conn, "carrier", &CARRIER, carriers)?;
    let countries = reference::countries().map(|c| {
        vec![
            id(),
            text(c.code),
            text(c.name_zh),
            text(c.name_en),
            text(c.alias),
            text(c.dial),
            text(c.currency),
            text(c.continent),
        ]
    });
    insert(
        conn,
        "country",
        &["id", "code", "name_cn", "name_en", "aliases", "dial", "currency", "continent"],
        countries,
    )?;
    let currencies = reference::currencies().map(|c| {
        let names = [text(c.code), text(c.name_zh), text(c.name_en), text(c.numeric), text(c.sign)];
        let facts = [Value::Int(c.exponent.into()), Value::Bool(c.common)];
        std::iter::once(id()).chain(names).chain(facts).collect()
    });
    let columns = ["id", "code", "name_cn", "name_en", "number", "sign", "exponent", "common"];
    insert(conn, "currency", &columns, currencies)?;
    let types = reference::dictionary_types().map(|t| {
        vec![
            id(),
            Value::Int(t.number.into()),
            text(t.key),
            text(t.name_zh),
            text(t.name_en),
            text(t.module),
            text(t.kind),
        ]
    });
    insert(
        conn,
        "category_type",
        &["id", "category_type", "type_key", "type_name", "type_name_en", "module", "kind"],
        types,
    )?;
    let values = reference::dictionary_values().map(|v| {
        let mut row = vec![
            id(),
            Value::Int(v.number.into()),
            Value::Int(v.sort.into()),
            text(v.text_zh),
            text(v.text_en),
            text(v.value),
            text(v.edi_code_1),
            text(v.edi_code_2),
            text(v.scopes),
            Value::Bool(v.is_default),
            Value::Bool(true),
        ];
        stamps(&mut row);
        row
    });
    insert(conn, "category", &CATEGORY, values)
}

/// What later releases added, for a database that has its data already: at each start.
pub fn catch_up(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    if has_rows(conn, "country")? { places(conn, mint, now) } else { Ok(()) }
}

fn has_rows(conn: &mut dyn Conn, table: &'static str) -> Result<bool, Refusal> {
    let mut known = sql::from(PLATFORM_ORG, table);
    known.column("id").limit(1);
    Ok(conn.first(&known.into())?.is_some())
}

/// Ports, stations and cities.
fn places(conn: &mut dyn Conn, mint: &IdMint, now: Instant) -> Result<(), Refusal> {
    if has_rows(conn, "transport_place")? {
        return Ok(());
    }
    let millis = Value::Int(now.millis());
    let rows = reference::places().map(|place| {
        vec![
            Value::Int(mint.next(now).0),
            text(place.kind),
            text(place.code),
            text(place.name_zh),
            text(place.name_en),
            text(place.country),
            text(place.place_type),
            text(place.tz),
            place.gauge.parse().map_or(Value::Null, Value::Int),
            Value::Bool(place.border),
            text(place.pair),
            Value::Bool(true),
            Value::Int(1),
            Value::Int(0),
            millis.clone(),
            Value::Int(0),
            millis.clone(),
        ]
    });
    insert(conn, "transport_place", &PLACE, rows)
}

const PLACE: [&str; 17] = [
    "id",
    "kind",
    "code",
    "name_cn",
    "name_en",
    "nation_code",
    "place_type",
    "time_zone",
    "gauge",
    "is_border",
    "pair_code",
    "active",
    "version",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];
const AIRPORT: [&str; 20] = [
    "id",
    "ap_code",
    "icao_code",
    "name_cn",
    "name_en",
    "pinyin",
    "city_code",
    "city_name_cn",
    "city_name_en",
    "nation_code",
    "time_zone",
    "latitude",
    "longitude",
    "cargo_airport",
    "active",
    "version",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];
const CARRIER: [&str; 16] = [
    "id",
    "carrier_code",
    "prefix",
    "icao_code",
    "name_cn",
    "name_en",
    "pinyin",
    "nation_code",
    "divisor",
    "round_step",
    "active",
    "version",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];
const CATEGORY: [&str; 16] = [
    "id",
    "category_type",
    "sort",
    "param_text",
    "param_text_en",
    "value",
    "edi_code1",
    "edi_code2",
    "scopes",
    "is_default",
    "active",
    "version",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];

/// Rows in few statements: thousands go in within a second.
fn insert(
    conn: &mut dyn Conn,
    table: &'static str,
    columns: &[&'static str],
    rows: impl Iterator<Item = Vec<Value>>,
) -> Result<(), Refusal> {
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let mut statement = Query::insert();
        statement.into_table(table).columns(std::iter::once("org_id").chain(columns.iter().copied()));
        for row in rows.by_ref().take(CHUNK) {
            let cells = std::iter::once(Value::Int(PLATFORM_ORG)).chain(row);
            statement.values_panic(cells.map(sql::value));
        }
        conn.exec(&statement.into())?;
    }
    Ok(())
}
