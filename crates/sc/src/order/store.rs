//! An order as it lies in its tables: the shared row, the detail, services, boxes and stops.

use domain::carriage::{BoxCount, Boxes, Detail, Kind, PlanBoxes, Services, Stops, box_text, teu};
use domain::order::store::write_service;
use domain::order::{HIDDEN, Lifecycle, Sheet, visible_order};
use domain::part::Part;
use kernel::{Id, Instant, Uuid};
use platform::access::Actor;
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::Value as Json;

use super::{DETAIL, TABLE};

/// Services with the columns that say whether each is wanted and when it began and ended.
const SERVICES: [(&str, Field, Option<(Field, Field)>); 3] = [
    ("pickUp", Services::PICK_UP, None),
    ("warehouse", Services::WAREHOUSE, Some((Services::INBOUND_DATE, Services::OUTBOUND_DATE))),
    ("customs", Services::CUSTOMS, Some((Services::INSPECTION_DATE, Services::CLEARANCE_DATE))),
];

/// Planned boxes.
pub const PLAN_BOXES: Part = Part {
    member: "containerList",
    title: ("箱型箱量", "Planned boxes"),
    table: "order_container_plan",
    place: "line",
    common: Vec::new,
    fields: PlanBoxes::FIELDS,
    key: None,
    told: &[],
};
/// The boxes themselves.
pub const BOXES: Part = Part {
    member: "containers",
    title: ("箱", "Boxes"),
    table: "order_container",
    fields: Boxes::FIELDS,
    key: Some(Boxes::CONTAINER_NO),
    ..PLAN_BOXES
};
/// Places trucks stop at.
pub const STOPS: Part =
    Part { member: "stops", title: ("装卸点", "Stops"), table: "order_stop", fields: Stops::FIELDS, ..PLAN_BOXES };

/// What users write of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The shared row.
    pub head: Sheet,
    /// The detail.
    pub detail: Sheet,
    /// Services.
    pub services: Sheet,
    /// Boxes that are planned.
    pub plan_boxes: Vec<Sheet>,
    /// The boxes themselves.
    pub boxes: Vec<Sheet>,
    /// Places trucks stop at.
    pub stops: Vec<Sheet>,
}

impl Draft {
    /// A new order with its first values.
    pub fn new(kind: &'static Kind) -> Self {
        Self {
            head: Sheet::initial(&kind.head),
            detail: Sheet::initial(&kind.detail),
            services: Sheet::initial(&kind.services),
            plan_boxes: Vec::new(),
            boxes: Vec::new(),
            stops: Vec::new(),
        }
    }

    /// Boxes that count: the real ones, the planned ones as long as there are none.
    pub fn counted(&self) -> Vec<BoxCount> {
        let count = |sheet: &Sheet, code: Field, quantity: i64| BoxCount { code: sheet.text(code), quantity };
        if self.boxes.is_empty() {
            let quantity = |sheet: &Sheet| sheet.get(PlanBoxes::QUANTITY).unwrap_or(0);
            self.plan_boxes.iter().map(|sheet| count(sheet, PlanBoxes::CONTAINER_TYPE, quantity(sheet))).collect()
        } else {
            self.boxes.iter().map(|sheet| count(sheet, Boxes::CONTAINER_TYPE, 1)).collect()
        }
    }

    /// Whether a column holds something.
    pub fn has(&self, column: &str) -> bool {
        [&self.head, &self.detail, &self.services].iter().any(|sheet| {
            !matches!(sheet.value(column), Value::Null | Value::Bool(false))
                && *sheet.value(column) != Value::Text(String::new())
        })
    }
}

/// An order as it is stored.
#[derive(Debug, Clone)]
pub struct Saved {
    /// Row.
    pub id: Id,
    /// Public name.
    pub uuid: String,
    /// Version.
    pub row_uuid: String,
    /// Code.
    pub code: String,
    /// Where it stands in its life.
    pub lifecycle: Lifecycle,
    /// How far it is.
    pub node: String,
    /// Rank of the same.
    pub rank: i64,
    /// Operations are finished: cargo and routing are fixed.
    pub operation_finished: bool,
    /// Who cancelled it.
    pub closed_by: Option<Id>,
    /// When.
    pub closed_at: Option<Instant>,
    /// Who made it.
    pub created_by: Id,
    /// When.
    pub created_at: Instant,
    /// Who changed it last.
    pub updated_by: Id,
    /// What users write.
    pub draft: Draft,
}

const META: [&str; 13] = [
    "id",
    "uuid",
    "row_uuid",
    "order_code",
    "lifecycle",
    "node",
    "node_rank",
    "closed_by",
    "closed_at",
    "created_by",
    "created_at",
    "updated_by",
    "operation_finished",
];

/// The order of a public name; 404 when the scope has none, refused when the caller may not see it.
pub fn find(conn: &mut dyn Conn, actor: &Actor, kind: &'static Kind, uuid: &Uuid) -> Result<Saved, Refusal> {
    let (saved, visible) = find_any(conn, actor, kind, uuid)?;
    if visible { Ok(saved) } else { Err(Refusal::business(HIDDEN)) }
}

/// An order to look at only: an approver sees the order he was asked about although his level hides it. Answers also
/// whether he may do more than look.
pub fn find_to_look(
    conn: &mut dyn Conn,
    actor: &Actor,
    kind: &'static Kind,
    uuid: &Uuid,
) -> Result<(Saved, bool), Refusal> {
    let (saved, visible) = find_any(conn, actor, kind, uuid)?;
    if visible || approval::unlock::was_given(conn, actor, saved.id)? {
        return Ok((saved, visible));
    }
    Err(Refusal::business(HIDDEN))
}

fn find_any(conn: &mut dyn Conn, actor: &Actor, kind: &'static Kind, uuid: &Uuid) -> Result<(Saved, bool), Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select.columns(META.map(|column| (TABLE, column)));
    select.columns(kind.head.iter().map(|field| (TABLE, field.column)));
    select
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(sql::of_eq(TABLE, "uuid", uuid.clone()))
        .and_where(sql::of_eq(TABLE, "business_scope", kind.scope.code()));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let visible = row.get::<i64>(META.len() + kind.head.len())? == 1;
    let id: Id = row.get(0)?;
    let mut draft = Draft::new(kind);
    draft.head = Sheet::of_row(&kind.head, &row, META.len());
    parts(conn, org, id, kind, &mut draft)?;
    let saved = Saved {
        id,
        uuid: row.get(1)?,
        row_uuid: row.get(2)?,
        code: row.get(3)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(4)?),
        node: row.get(5)?,
        rank: row.get(6)?,
        closed_by: row.get(7)?,
        closed_at: row.get(8)?,
        created_by: row.get(9)?,
        created_at: row.get(10)?,
        updated_by: row.get(11)?,
        operation_finished: row.get(12)?,
        draft,
    };
    Ok((saved, visible))
}

fn parts(conn: &mut dyn Conn, org: i64, id: Id, kind: &'static Kind, draft: &mut Draft) -> Result<(), Refusal> {
    let mut detail = sql::from(org, DETAIL);
    detail.columns(kind.detail.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    if let Some(row) = conn.first(&detail.into())? {
        draft.detail = Sheet::of_row(&kind.detail, &row, 0);
    }
    services(conn, org, id, draft)?;
    if kind.boxes() {
        draft.plan_boxes = PLAN_BOXES.of(conn, org, id)?;
        draft.boxes = BOXES.of(conn, org, id)?;
    }
    if kind.stops() {
        draft.stops = STOPS.of(conn, org, id)?;
    }
    Ok(())
}

fn services(conn: &mut dyn Conn, org: i64, order: Id, draft: &mut Draft) -> Result<(), Refusal> {
    let mut select = sql::from(org, "order_service");
    select.columns(["code", "enabled", "begin_date", "end_date"]).and_where(sql::eq("order_id", order));
    for row in conn.query(&select.into())? {
        let code: String = row.get(0)?;
        let Some((_, flag, dates)) = SERVICES.iter().find(|(known, _, _)| *known == code) else { continue };
        draft.services.set(*flag, row.get::<bool>(1)?);
        if let Some((begin, end)) = dates {
            draft.services.set(*begin, row.get::<Option<String>>(2)?);
            draft.services.set(*end, row.get::<Option<String>>(3)?);
        }
    }
    Ok(())
}

/// Columns of the detail that follow from the draft.
fn detail_cells(draft: &Draft) -> Vec<(&'static str, Value)> {
    let boxes = draft.counted();
    let mut cells = draft.detail.cells();
    cells.retain(|(column, _)| *column != Detail::TEU.column);
    cells.push(("container_text", box_text(&boxes).into_value()));
    let units = teu(&boxes);
    cells.push((Detail::TEU.column, (units > 0).then_some(units).into_value()));
    cells
}

/// Adds a new order's rows beside the shared one.
pub fn add_parts(tx: &mut Tx<'_>, id: Id, kind: &'static Kind, draft: &Draft) -> Result<(), Refusal> {
    let mut cells = detail_cells(draft);
    cells.push(("id", id.into_value()));
    tx.exec(&sql::insert(tx.org(), DETAIL, &cells).into())?;
    write_below(tx, id, (&Draft::new(kind), draft))
}

/// Writes what differs beside the shared row.
pub fn change_parts(tx: &mut Tx<'_>, id: Id, was: &Draft, draft: &Draft) -> Result<(), Refusal> {
    let org = tx.org();
    let cells = detail_cells(draft);
    if cells != detail_cells(was) {
        tx.exec(&sql::update(org, DETAIL, &cells).and_where(sql::eq("id", id)).into())?;
    }
    write_below(tx, id, (was, draft))
}

fn write_below(tx: &mut Tx<'_>, id: Id, (was, draft): (&Draft, &Draft)) -> Result<(), Refusal> {
    PLAN_BOXES.write(tx, id, &was.plan_boxes, &draft.plan_boxes)?;
    BOXES.write(tx, id, &was.boxes, &draft.boxes)?;
    STOPS.write(tx, id, &was.stops, &draft.stops)?;
    for (code, flag, dates) in SERVICES {
        let date = |field: Option<Field>| field.map_or(Value::Null, |f| draft.services.value(f.column).clone());
        let had = |field: Option<Field>| field.map_or(Value::Null, |f| was.services.value(f.column).clone());
        let (begin, end) = (dates.map(|(begin, _)| begin), dates.map(|(_, end)| end));
        let wanted = |draft: &Draft| draft.services.get::<bool>(flag) == Some(true);
        let cells = [("begin_date", date(begin)), ("end_date", date(end)), ("body", Value::Text("{}".to_owned()))];
        let on = (wanted(was), wanted(draft));
        if on != (true, true) || had(begin) != date(begin) || had(end) != date(end) {
            write_service(tx, (id, code), on, &cells)?;
        }
    }
    Ok(())
}

/// Changes columns of the shared row if it still has the version that was read; answers the new version.
pub fn change(tx: &mut Tx<'_>, saved: &Saved, mut cells: Vec<(&'static str, Value)>) -> Result<String, Refusal> {
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    cells.push(("row_uuid", row_uuid.clone().into_value()));
    cells.push(("updated_by", tx.actor.user_id.into_value()));
    cells.push(("updated_at", tx.now.into_value()));
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", saved.id)).and_where(sql::eq("row_uuid", saved.row_uuid.clone()));
    if tx.exec(&update.into())? == 0 {
        return Err(Refusal::Stale(Json::Null));
    }
    Ok(row_uuid)
}
