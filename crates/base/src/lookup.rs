//! Selects and look-ups of base data.

use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::json;

use crate::{airport, carrier};

const NO_COUNTRY: Msg = Msg::new("country.none", "未识别国家", "The country is not known.");

/// GET /afbase/airport/searchCountryByEnName/{name}: the code of a country by its English name or alias.
pub fn country_by_name(call: &mut Call) -> Outcome {
    let name = call.path("name").trim().to_owned();
    let org = call.actor()?.org_id;
    let code = call.read(|conn| find_country(conn, org, &name))?;
    match code {
        Some(code) => Ok(Answer::Data(json!({ "nationCode": code }))),
        None => Err(Refusal::business(NO_COUNTRY)),
    }
}

fn find_country(conn: &mut dyn Conn, org: i64, name: &str) -> Result<Option<String>, Refusal> {
    let found = facts::Countries::load(conn, org)?.code_of(name).map(ToOwned::to_owned);
    Ok(found.or_else(|| trade_name(&name.to_uppercase())))
}

/// The table of the specification is the fallback.
fn trade_name(name: &str) -> Option<String> {
    trade::address::country_by_name(name).map(ToOwned::to_owned)
}

/// GET /afbase/carrier/byPrefix/{prefix}.
pub fn by_prefix(call: &mut Call) -> Outcome {
    let (org, prefix) = (call.actor()?.org_id, call.path("prefix").to_owned());
    let carrier = call.read(|conn| facts::carrier_by_prefix(conn, org, &prefix))?.ok_or(Refusal::NotFound)?;
    Ok(Answer::Data(json!({
        "carrierCode": carrier.code, "prefix": carrier.prefixes, "name": carrier.name, "nameEn": carrier.name_en,
        "divisor": carrier.divisor, "roundStep": carrier.round_step,
    })))
}

fn offers(call: &Call, select: SelectStatement) -> Result<Vec<Offer>, Refusal> {
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut found: Vec<Offer> = Vec::new();
    for row in rows {
        let offer = Offer { value: row.get(0)?, label: row.get(1)?, hint: row.get(2)? };
        // An own row stands before the platform's of the same code.
        if !found.iter().any(|known| known.value == offer.value) {
            found.push(offer);
        }
    }
    Ok(found)
}

fn by_code(select: &mut SelectStatement, column: &'static str, ask: &SelectAsk, columns: &[&'static str]) {
    if ask.value.is_empty() {
        select.cond_where(sql::any_of(columns.iter().map(|column| sql::contains(sql::col(column), &ask.keyword))));
    } else {
        select.and_where(sql::eq(column, ask.value.clone()));
    }
}

/// Active airports by code, name, city or pinyin initials.
pub fn offer_airports(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::overlaid(call.actor()?.org_id, "airport", airport::LIST.overlay);
    select.columns(["ap_code", "ap_code", "name_cn"]);
    let keyword = ask.keyword.to_uppercase();
    by_code(&mut select, "ap_code", ask, &["ap_code", "name_cn", "name_en", "city_name_cn", "city_name_en", "pinyin"]);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true));
    }
    // Who types a whole code means that airport; then the cargo airports.
    select
        .order_by_expr(sql::col("ap_code").eq(sql::value(keyword)), Order::Desc)
        .order_by("cargo_airport", Order::Desc)
        .order_by("ap_code", Order::Asc)
        .order_by("org_id", Order::Desc)
        .limit(OFFERS_MAX);
    offers(call, select)
}

/// Active carriers by code, prefix or name.
pub fn offer_carriers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::overlaid(call.actor()?.org_id, "carrier", carrier::LIST.overlay);
    select.columns(["carrier_code", "carrier_code", "name_cn"]);
    by_code(&mut select, "carrier_code", ask, &["carrier_code", "prefix", "name_cn", "name_en", "pinyin"]);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true));
    }
    select.order_by("carrier_code", Order::Asc).order_by("org_id", Order::Desc).limit(OFFERS_MAX);
    offers(call, select)
}

/// Warehouses by code or name; of some kinds (dictionary 75), or of export (AE) or import (AI), where the role names them
/// with commas between.
pub fn offer_warehouses(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "warehouse");
    select.columns(["id", "name_cn", "warehouse_code"]).order_by("warehouse_code", Order::Asc).limit(OFFERS_MAX);
    if !ask.role.is_empty() {
        let kinds = ask.role.split(',').filter_map(|kind| kind.parse::<i64>().ok());
        select.and_where(sql::is_in(sql::col("warehouse_type"), kinds));
        for (scope, column) in [("AE", "for_export"), ("AI", "for_import")] {
            if ask.role.split(',').any(|part| part == scope) {
                select.and_where(sql::eq(column, true));
            }
        }
    }
    if ask.value.is_empty() {
        let columns = ["warehouse_code", "name_cn", "name_en"];
        select.cond_where(sql::any_of(columns.map(|column| sql::contains(sql::col(column), &ask.keyword))));
        select.and_where(sql::eq("active", true));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}

/// Countries by code or name.
pub fn offer_countries(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = facts::of_platform_and(call.actor()?.org_id, "country");
    select.columns(["code", "code", "name_cn"]);
    by_code(&mut select, "code", ask, &["code", "name_cn", "name_en"]);
    select.order_by("code", Order::Asc).limit(OFFERS_MAX);
    offers(call, select)
}

/// Codes of other charges by code or name.
pub fn offer_charge_codes(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let english = call.language().starts_with("en");
    let wanted = ask.keyword.trim().to_lowercase();
    let fits = |one: &&trade::codes::Code| {
        if !ask.value.is_empty() {
            return one.code == ask.value;
        }
        [one.code, one.zh, one.en].iter().any(|text| text.to_lowercase().contains(&wanted))
    };
    let offer = |one: &trade::codes::Code| {
        let name = if english { one.en } else { one.zh };
        Offer { value: one.code.to_owned(), label: format!("{} {name}", one.code), hint: String::new() }
    };
    // A code as it is typed comes before names that hold its letters.
    let mut found: Vec<&trade::codes::Code> = trade::codes::OTHER_CHARGES.iter().filter(fits).collect();
    found.sort_by_key(|one| !one.code.to_lowercase().starts_with(&wanted));
    Ok(found.into_iter().take(usize::try_from(OFFERS_MAX).unwrap_or(usize::MAX)).map(offer).collect())
}

/// Currencies by code or name, the common ones first.
pub fn offer_currencies(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::overlaid(call.actor()?.org_id, "currency", &["code"]);
    select.and_where(sql::of_eq("currency", "active", true));
    select.columns(["code", "code", "name_cn"]);
    by_code(&mut select, "code", ask, &["code", "name_cn", "name_en"]);
    select.order_by("common", Order::Desc).order_by("sort", Order::Asc).order_by("code", Order::Asc).limit(OFFERS_MAX);
    offers(call, select)
}
