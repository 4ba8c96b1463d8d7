//! What forms and pages ask about dictionaries: which lists there are, and the values of one or of all.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use kernel::Id;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::dictionary;
use platform::page::Branch;
use platform::refusal::Refusal;
use platform::sea_query::{Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};

use crate::category_type::MODULES;

/// Module and kind of a list a company has, by its number.
pub fn type_of(conn: &mut dyn Conn, org: i64, number: i64) -> Result<Option<(String, String)>, Refusal> {
    let mut select = facts::of_platform_and(org, "category_type");
    select.columns(["module", "kind"]).and_where(sql::eq("category_type", number)).limit(1);
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// The lists a company has, by their number.
fn lists(org: i64) -> SelectStatement {
    let mut select = facts::of_platform_and(org, "category_type");
    select
        .columns(["category_type", "type_key", "type_name", "type_name_en", "module", "kind"])
        .order_by("category_type", Order::Asc);
    select
}

/// The lists below their modules, for the tree beside their values: of some modules, or of all.
pub fn branches(conn: &mut dyn Conn, actor: &Actor, modules: &[&str]) -> Result<Vec<Branch>, Refusal> {
    let rows = conn.query(&lists(actor.org_id).into())?;
    let list = |row: &Row| -> Result<Branch, Refusal> {
        let (zh, en): (String, String) = (row.get(2)?, row.get(3)?);
        Ok(Branch::new("categoryType", row.get::<i64>(0)?, (&zh, &en)))
    };
    let mut branches = Vec::new();
    for module in MODULES.iter().filter(|module| modules.is_empty() || modules.contains(&module.value)) {
        let own = rows.iter().filter(|row| row.get::<String>(4).is_ok_and(|of| of == module.value));
        let below = own.map(list).collect::<Result<Vec<_>, _>>()?;
        if !below.is_empty() {
            branches.push(Branch::new("module", module.value, (module.zh, module.en)).above(below));
        }
    }
    Ok(branches)
}

/// GET /prm/categoryType: the lists themselves.
pub fn types(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let rows = call.read(|conn| Ok(conn.query(&lists(org).into())?))?;
    let list = rows
        .iter()
        .map(|row| {
            Ok(json!({
                "categoryType": row.get::<i64>(0)?, "typeKey": row.get::<String>(1)?,
                "typeName": row.get::<String>(2)?, "typeNameEn": row.get::<String>(3)?,
                "module": row.get::<String>(4)?, "kind": row.get::<String>(5)?,
            }))
        })
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Answer::Data(Json::Array(list)))
}

fn offered(org: i64) -> SelectStatement {
    let mut select = dictionary::values(org);
    select
        .columns([
            "id",
            "category_type",
            "param_text",
            "param_text_en",
            "value",
            "edi_code1",
            "edi_code2",
            "is_default",
        ])
        .and_where(sql::eq("active", true))
        .order_by("sort", Order::Asc)
        .order_by("value", Order::Asc);
    select
}

fn shown<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Json, Refusal> {
    rows.into_iter()
        .map(|row| {
            Ok(json!({
                "categoryId": row.get::<Id>(0)?,
                "categoryType": row.get::<i64>(1)?,
                "paramText": row.get::<String>(2)?,
                "paramTextEn": row.get::<String>(3)?,
                "value": row.get::<String>(4)?,
                "ediCode1": row.get::<String>(5)?,
                "ediCode2": row.get::<String>(6)?,
                "isDefault": row.get::<bool>(7)?,
            }))
        })
        .collect()
}

/// GET /afbase/category/modelCategory: active values of a list; an unknown list has none.
pub fn of_type(call: &mut Call) -> Outcome {
    let number: i64 = call.query("categoryType").parse().unwrap_or(0);
    let mut select = offered(call.actor()?.org_id);
    select.and_where(sql::eq("category_type", number));
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    shown(&rows).map(Answer::Data)
}

/// GET /hrs/org/listCategory/{typeKey}: active values of a list by its key.
pub fn of_key(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let key = call.path("typeKey").to_owned();
    let rows = call.read(|conn| {
        let mut types = facts::of_platform_and(org, "category_type");
        types.column("category_type").and_where(sql::eq("type_key", key)).limit(1);
        let Some(row) = conn.first(&types.into())? else { return Ok(Vec::new()) };
        let mut select = offered(org);
        select.and_where(sql::eq("category_type", row.get::<i64>(0)?));
        Ok(conn.query(&select.into())?)
    })?;
    shown(&rows).map(Answer::Data)
}

/// GET /prm/category/all: the values of all lists, or of some modules, by key, with a number that changes with them. Who
/// names the number he has gets no lists when it is still the same.
pub fn all(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let modules: Vec<String> =
        call.query("module").split(',').filter(|module| !module.is_empty()).map(ToOwned::to_owned).collect();
    let (types, rows) = call.read(|conn| {
        let mut types = facts::of_platform_and(org, "category_type");
        types.columns(["category_type", "type_key"]).order_by("category_type", Order::Asc);
        if !modules.is_empty() {
            types.and_where(sql::is_in(sql::col("module"), modules));
        }
        Ok((conn.query(&types.into())?, conn.query(&offered(org).into())?))
    })?;
    let mut told = Map::new();
    for list in &types {
        let (number, key): (i64, String) = (list.get(0)?, list.get(1)?);
        let own: Vec<&Row> = rows.iter().filter(|row| row.get::<i64>(1).is_ok_and(|of| of == number)).collect();
        told.insert(key, shown(own)?);
    }
    let mut hasher = DefaultHasher::new();
    Json::Object(told.clone()).to_string().hash(&mut hasher);
    // A number every client reads exactly.
    let version = hasher.finish() >> 11;
    if call.query("version") == version.to_string() {
        return Ok(Answer::Data(json!({ "version": version })));
    }
    Ok(Answer::Data(json!({ "version": version, "lists": told })))
}
