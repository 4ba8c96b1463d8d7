//! The static files a browser fetches when it starts: the platform's reference data in short.

use platform::PLATFORM_ORG;
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order, SelectStatement};
use platform::store::{Row, sql};
use serde_json::{Value as Json, json};

/// Country whose cities goods leave from.
const HOME: &str = "CN";

/// A static file by its name; none has another name.
pub fn file(app: &App, name: &str) -> Result<Option<Json>, Refusal> {
    match name {
        "airlines.json" => airlines(app).map(Some),
        "countries.json" => countries(app).map(Some),
        "hotCitiesExport.json" => cities(app, true).map(Some),
        "hotCitiesImport.json" => cities(app, false).map(Some),
        _ => Ok(None),
    }
}

fn rows(app: &App, select: &mut SelectStatement, told: fn(&Row) -> Result<Json, Refusal>) -> Result<Json, Refusal> {
    app.store.read(|conn| conn.query(&select.into()))?.iter().map(told).collect()
}

fn airlines(app: &App) -> Result<Json, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "carrier");
    select
        .columns(["carrier_code", "prefix", "name_cn", "name_en"])
        .and_where(sql::eq("active", true))
        .order_by("carrier_code", Order::Asc);
    rows(app, &mut select, |row| {
        let text = |place| row.get::<String>(place);
        Ok(json!({ "code": text(0)?, "prefix": text(1)?, "nameCn": text(2)?, "nameEn": text(3)? }))
    })
}

fn countries(app: &App) -> Result<Json, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "country");
    select.columns(["code", "name_cn", "name_en", "dial"]).order_by("code", Order::Asc);
    rows(app, &mut select, |row| {
        let text = |place| row.get::<String>(place);
        Ok(json!({ "code": text(0)?, "nameCn": text(1)?, "nameEn": text(2)?, "dial": text(3)? }))
    })
}

/// Cities of the airports where cargo is at home: those of the own country to leave from, the others
/// to arrive from.
fn cities(app: &App, export: bool) -> Result<Json, Refusal> {
    let own = sql::eq("nation_code", HOME.to_owned());
    let mut select = sql::from(PLATFORM_ORG, "airport");
    select
        .columns(["ap_code", "city_name_cn", "city_name_en", "nation_code"])
        .and_where(sql::eq("active", true))
        .and_where(sql::eq("cargo_airport", true))
        .and_where(if export { own } else { own.not() })
        .order_by("ap_code", Order::Asc);
    rows(app, &mut select, |row| {
        let text = |place| row.get::<String>(place);
        Ok(json!({ "code": text(0)?, "cityCn": text(1)?, "cityEn": text(2)?, "country": text(3)? }))
    })
}
