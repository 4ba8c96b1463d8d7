//! What there is to choose: orders with their houses, and sizes of labels.

use facts::master::Master;
use kernel::{Id, Uuid};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::Order as Way;
use platform::store::{Conn, sql};
use print::LabelSize;
use serde_json::{Value as Json, json};
use trade::waybill_number::Mawb;

use super::{log, master};
use crate::order::{self, TABLE};

/// Most orders asked for at once.
const NAMES_MAX: usize = 50;
/// Dictionary of the sizes.
const SIZES: i64 = 45;
/// Where a user keeps the size he usually prints.
const USUAL: &str = "orderAeDefaultBarcodeLabelSize";

/// GET choices: of orders by their names, or by order and master numbers.
pub(super) fn choices(call: &mut Call) -> Outcome {
    let (actor, english) = (call.actor()?, call.language().starts_with("en"));
    let (uuids, numbers) = (listed(call, "orderUuids")?, listed(call, "numbers")?);
    let mut told = call.read(|conn| {
        let mut orders = Vec::new();
        for uuid in &uuids {
            let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
            orders.push(order::of_uuid(conn, actor, &uuid)?);
        }
        let mut missing = Vec::new();
        for number in &numbers {
            let found = of_number(conn, actor, number)?;
            if found.is_empty() {
                missing.push(number.clone());
            }
            for id in found.into_iter().filter(|id| orders.iter().all(|order| order.id != *id)).collect::<Vec<_>>() {
                orders.push(order::of_id(conn, actor, id)?);
            }
        }
        let orders = orders.iter().map(|order| order_told(conn, actor.org_id, order)).collect::<Result<Vec<_>, _>>()?;
        let sizes = sizes(conn, actor.org_id, english)?;
        let usual = usual(conn, actor)?.or(sizes.usual).unwrap_or(LabelSize::W100H80);
        Ok(json!({ "orders": orders, "missing": missing, "sizes": sizes.told, "size": usual.key() }))
    })?;
    let standard = if english { "Standard" } else { "标准模板" };
    if let Some(told) = told.as_object_mut() {
        told.insert("templates".to_owned(), json!([{ "key": "standard", "name": standard }]));
    }
    Ok(Answer::Data(told))
}

fn listed(call: &Call, name: &str) -> Result<Vec<String>, Refusal> {
    let parts = call.query(name).split([',', ';', ' ', '\n', '，', '；']).map(str::trim);
    let names: Vec<String> = parts.filter(|part| !part.is_empty()).map(ToOwned::to_owned).collect();
    if names.len() > NAMES_MAX {
        return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)])));
    }
    Ok(names)
}

/// Orders of an order code or a master number that the caller may see.
fn of_number(conn: &mut dyn Conn, actor: &Actor, number: &str) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .column((TABLE, "id"))
        .and_where(sql::of_eq(TABLE, "business_scope", "AE"))
        .cond_where(::order::visible_order(actor))
        .order_by((TABLE, "id"), Way::Asc);
    match Mawb::parse(number) {
        Some(number) => select.and_where(Master::now(number.to_string()).is_of(TABLE)),
        None => select.and_where(sql::of_eq(TABLE, "order_code", number.to_uppercase())),
    };
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

fn order_told(conn: &mut dyn Conn, org: i64, order: &order::Order) -> Result<Json, Refusal> {
    let houses = master::houses(conn, org, order.id)?;
    let house =
        |house: &master::House| json!({ "hawbId": house.id, "hawbNumber": house.number, "pieces": house.pieces });
    Ok(json!({
        "orderUuid": order.uuid,
        "orderCode": order.code,
        "awbNumber": order.awb_number,
        "pieces": order.actual.pieces,
        "hawbs": houses.iter().map(house).collect::<Vec<_>>(),
        "printed": log::last(conn, org, order.id)?,
    }))
}

/// Sizes as they are offered, and the dictionary's first.
struct Sizes {
    told: Vec<Json>,
    usual: Option<LabelSize>,
}

fn sizes(conn: &mut dyn Conn, org: i64, english: bool) -> Result<Sizes, Refusal> {
    let mut select = platform::dictionary::values(org);
    select
        .columns(["value", "param_text", "param_text_en", "is_default"])
        .and_where(sql::eq("category_type", SIZES))
        .and_where(sql::eq("active", true))
        .order_by("sort", Way::Asc);
    let mut sizes = Sizes { told: Vec::new(), usual: None };
    for row in conn.query(&select.into())? {
        let (value, zh, en): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let Some(size) = LabelSize::of(&value) else { continue };
        sizes.told.push(size_told(size, if english && !en.is_empty() { &en } else { &zh }));
        if row.get(3)? {
            sizes.usual = Some(size);
        }
    }
    if sizes.told.is_empty() {
        sizes.told = LabelSize::ALL.into_iter().map(|size| size_told(size, size.key())).collect();
    }
    Ok(sizes)
}

fn size_told(size: LabelSize, name: &str) -> Json {
    let ((w, h), sheet) = (size.face(None), size == LabelSize::A4);
    json!({ "key": size.key(), "name": name, "width": w, "height": h, "landscape": size.lies(), "sheet": sheet })
}

/// The size a user decided on for himself.
fn usual(conn: &mut dyn Conn, actor: &Actor) -> Result<Option<LabelSize>, Refusal> {
    let mut select = sql::from(actor.org_id, "user_extend");
    select.column("settings").and_where(sql::eq("user_id", actor.user_id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let settings: Json = serde_json::from_str(&row.get::<String>(0)?)
        .map_err(|error| Refusal::broken(format!("personal settings: {error}")))?;
    Ok(settings.get(USUAL).and_then(Json::as_str).and_then(LabelSize::of))
}
