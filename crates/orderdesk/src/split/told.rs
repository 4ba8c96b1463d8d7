//! What is told of the parts of an order: before it is split, and ever after in the heads of all of them.

use kernel::Id;
use order::split::{PARTS, house_field, master_field};
use order::store::{self, Saved, dimensions_text};
use order::{
    BOXES, Boxes, CONFIRM_DIMENSIONS, Draft, Head, PLAN_BOXES, PLAN_DIMENSIONS, PlanBoxes, Sheet, visible_order,
};
use platform::access::Actor;
use platform::field::Field;
use platform::refusal::{Refusal, findings_json};
use platform::store::sql::Order;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use super::money;
use super::parts::Parts;

/// The figures of a part.
const FIGURES: [Field; 8] = [
    Head::PLAN_PIECES,
    Head::PLAN_WEIGHT,
    Head::PLAN_VOLUME,
    Head::PLAN_CHARGE_WEIGHT,
    Head::CONFIRM_PIECES,
    Head::CONFIRM_WEIGHT,
    Head::CONFIRM_VOLUME,
    Head::CONFIRM_CHARGE_WEIGHT,
];

/// The answer of a look: the parts with their figures, what can be given to them, and the findings.
pub(super) fn told(
    conn: &mut dyn Conn,
    (actor, language): (&Actor, &str),
    saved: &Saved,
    parts: &Parts,
) -> Result<Json, Refusal> {
    let draft = &saved.draft;
    let master = master_field(saved.profile).map(|field| draft.text(field)).unwrap_or_default();
    let shares = money::can_share(conn, actor, saved.id)?;
    let size = |row: &Sheet| dimensions_text(std::slice::from_ref(row));
    let houses = parts.papers.houses.iter().map(|house| {
        let pieces = house.pieces.map(|pieces| format!("/{pieces}")).unwrap_or_default();
        json!({ "id": house.id, "text": format!("{}{pieces}", house.number) })
    });
    let bills = parts.papers.bills.iter().map(|bill| json!({ "id": bill.id, "text": bill.number }));
    Ok(json!({
        "orderCode": saved.code,
        "rowUuid": saved.row_uuid,
        "masterNumber": master,
        "houses": house_field(saved.profile).is_some(),
        "charges": shares,
        (PARTS): parts.looked.iter().map(|one| figures(&one.draft)).collect::<Vec<_>>(),
        (PLAN_DIMENSIONS.member): rows(draft.rows(&PLAN_DIMENSIONS), size),
        (CONFIRM_DIMENSIONS.member): rows(draft.rows(&CONFIRM_DIMENSIONS), size),
        (BOXES.member): rows(draft.rows(&BOXES), box_text),
        (PLAN_BOXES.member): planned(draft, parts),
        "hawbs": houses.collect::<Vec<_>>(),
        "bills": bills.collect::<Vec<_>>(),
        "findings": findings_json(&parts.findings, language),
    }))
}

fn figures(draft: &Draft) -> Json {
    let mut out = Map::new();
    for field in FIGURES {
        let own = draft.head.fields.iter().find(|own| own.column == field.column).unwrap_or(&field);
        let mut text = String::new();
        own.render(draft.head.value(field.column), &mut text);
        out.insert(own.name(), serde_json::from_str(&text).unwrap_or(Json::Null));
    }
    Json::Object(out)
}

/// Rows that go to one part whole, by what they are known by.
fn rows(rows: &[Sheet], text: impl Fn(&Sheet) -> String) -> Json {
    rows.iter().map(|row| json!({ "id": row.id, "text": text(row) })).collect()
}

fn box_text(row: &Sheet) -> String {
    let shown = [Boxes::CONTAINER_NO, Boxes::CONTAINER_TYPE, Boxes::PIECES, Boxes::WEIGHT, Boxes::VOLUME];
    let words = shown.map(|field| row.show(field));
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Planned boxes, and how many of them each part has.
fn planned(draft: &Draft, parts: &Parts) -> Json {
    let divided = parts.wanted.plan(draft, &mut kernel::Findings::new());
    let one = |row: &Sheet| {
        let own = row.id.and_then(|id| divided.get(&id)).cloned().unwrap_or_default();
        json!({
            "id": row.id, "containerType": row.text(PlanBoxes::CONTAINER_TYPE),
            "quantity": row.get::<i64>(PlanBoxes::QUANTITY), "parts": own,
        })
    };
    draft.rows(&PLAN_BOXES).iter().map(one).collect()
}

/// The order one was split from, and those that were split from it, of which the caller sees some.
pub(crate) fn links(conn: &mut dyn Conn, actor: &Actor, saved: &Saved) -> Result<Vec<(&'static str, Json)>, Refusal> {
    let mut seen = |column: &'static str, id: Id| -> Result<Vec<Json>, Refusal> {
        let mut select = sql::from(actor.org_id, store::TABLE);
        select
            .columns(["uuid", "order_code"])
            .and_where(sql::eq(column, id))
            .cond_where(visible_order(actor))
            .order_by("id", Order::Asc);
        let rows = conn.query(&select.into())?;
        let told = |row: &platform::store::Row| {
            Ok::<_, Refusal>(json!({ "orderUuid": row.get::<String>(0)?, "orderCode": row.get::<String>(1)? }))
        };
        rows.iter().map(told).collect()
    };
    let source = saved.split_from.map(|id| seen("id", id)).transpose()?.unwrap_or_default();
    let into = if saved.was_split { seen("split_from_order_id", saved.id)? } else { Vec::new() };
    Ok(vec![
        ("splitFromOrderId", json!(saved.split_from)),
        ("splitFrom", source.into_iter().next().unwrap_or(Json::Null)),
        ("splitInto", json!(into)),
    ])
}
