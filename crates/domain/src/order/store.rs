//! An air export order between its tables and the draft, for its own room and for what other rooms' papers say of it.

use facts::master::{Master, ROUND};
use kernel::{Findings, Id, Instant, Uuid};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::draft::{Draft, PARTY_ROLES, Service, Sheet, sheet_json};
use super::fields::{Air, Dimensions, Head, Legs, PartyFields, SERVICES};
use super::messages::{HAWB_REPEATED, HIDDEN};
use super::moves::Lifecycle;
use super::visible::visible_order;
use crate::part::Part;

/// Table of orders.
pub const TABLE: &str = "freight_order";

/// Legs.
pub const LEGS: Part = Part {
    member: "legs",
    title: ("航段", "Legs"),
    table: "order_leg",
    place: "leg_no",
    common: Vec::new,
    fields: Legs::FIELDS,
    key: None,
    told: &["legNo"],
};
/// Sizes as planned.
pub const PLAN_DIMENSIONS: Part = Part {
    member: "planDimensions",
    title: ("预报尺寸", "Planned dimensions"),
    table: "order_dimension",
    place: "line",
    common: || vec![("hawb_id", Value::Int(0)), ("side", "plan".into_value())],
    fields: Dimensions::FIELDS,
    key: None,
    told: &[],
};
/// Sizes as measured.
pub const CONFIRM_DIMENSIONS: Part = Part {
    member: "confirmDimensions",
    title: ("实际尺寸", "Actual dimensions"),
    common: || vec![("hawb_id", Value::Int(0)), ("side", "confirm".into_value())],
    ..PLAN_DIMENSIONS
};

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
    /// Lifecycle.
    pub lifecycle: Lifecycle,
    /// Node.
    pub node: String,
    /// Rank of the node.
    pub rank: i64,
    /// Operations finished.
    pub operation_finished: bool,
    /// Income: none, entered, done.
    pub income_recorded: i64,
    /// Cost: none, entered, done.
    pub cost_recorded: i64,
    /// Row of the stock.
    pub awb_id: Option<Id>,
    /// House waybills.
    pub hawb_count: i64,
    /// Department of the sales person.
    pub sales_dept_id: Option<Id>,
    /// Reason of its end.
    pub close_reason: String,
    /// Remark to it.
    pub close_remark: String,
    /// Who ended it.
    pub closed_by: Option<Id>,
    /// When.
    pub closed_at: Option<Instant>,
    /// Who made it.
    pub created_by: Id,
    /// When.
    pub created_at: Instant,
    /// Who changed it last.
    pub updated_by: Id,
    /// When.
    pub updated_at: Instant,
    /// What users write.
    pub draft: Draft,
}

const META: [&str; 21] = [
    "id",
    "uuid",
    "row_uuid",
    "order_code",
    "lifecycle",
    "node",
    "node_rank",
    "operation_finished",
    "income_recorded",
    "cost_recorded",
    "awb_id",
    "hawb_count",
    "sales_dept_id",
    "close_reason",
    "close_remark",
    "closed_by",
    "closed_at",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];

/// The order of a public name; 404 when it is not of the org, refused when the caller may not see it.
pub fn find(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<Saved, Refusal> {
    let (saved, visible) = find_any(conn, actor, of_uuid(uuid))?;
    if visible { Ok(saved) } else { Err(Refusal::business(HIDDEN)) }
}

/// The order of an id, whoever may see it: for what the product itself does with it, or who saw it otherwise.
pub fn of_id(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Saved, Refusal> {
    find_any(conn, actor, sql::of_eq(TABLE, "id", id)).map(|(saved, _)| saved)
}

/// By its public name.
pub fn of_uuid(uuid: &Uuid) -> Expr {
    sql::of_eq(TABLE, "uuid", uuid.clone())
}

/// The order a condition names, and whether the caller may see it.
pub fn find_any(conn: &mut dyn Conn, actor: &Actor, which: Expr) -> Result<(Saved, bool), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(META.map(|column| (TABLE, column)));
    select.columns(Head::FIELDS.iter().map(|field| (TABLE, field.column)));
    select
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(which)
        .and_where(sql::of_eq(TABLE, "business_scope", "AE".to_owned()));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let visible = row.get::<i64>(META.len() + Head::FIELDS.len())? == 1;
    Ok((read(conn, actor.org_id, &row)?, visible))
}

fn read(conn: &mut dyn Conn, org: i64, row: &Row) -> Result<Saved, Refusal> {
    let id: Id = row.get(0)?;
    let mut draft = Draft::new();
    draft.head = Sheet::of_row(Head::FIELDS, row, META.len());
    children(conn, org, id, &mut draft)?;
    Ok(Saved {
        id,
        uuid: row.get(1)?,
        row_uuid: row.get(2)?,
        code: row.get(3)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(4)?),
        node: row.get(5)?,
        rank: row.get(6)?,
        operation_finished: row.get(7)?,
        income_recorded: row.get(8)?,
        cost_recorded: row.get(9)?,
        awb_id: row.get(10)?,
        hawb_count: row.get(11)?,
        sales_dept_id: row.get(12)?,
        close_reason: row.get(13)?,
        close_remark: row.get(14)?,
        closed_by: row.get(15)?,
        closed_at: row.get(16)?,
        created_by: row.get(17)?,
        created_at: row.get(18)?,
        updated_by: row.get(19)?,
        updated_at: row.get(20)?,
        draft,
    })
}

fn children(conn: &mut dyn Conn, org: i64, id: Id, draft: &mut Draft) -> Result<(), Refusal> {
    let mut air = sql::from(org, "order_air_detail");
    air.columns(Air::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    if let Some(row) = conn.first(&air.into())? {
        draft.air = Sheet::of_row(Air::FIELDS, &row, 0);
    }
    draft.legs = LEGS.of(conn, org, id)?;
    draft.plan_dimensions = PLAN_DIMENSIONS.of(conn, org, id)?;
    draft.confirm_dimensions = CONFIRM_DIMENSIONS.of(conn, org, id)?;
    draft.parties = parties(conn, org, id, Id(0))?;
    services(conn, org, id, &mut draft.services)?;
    let mut contacts = of_order(org, "order_contact", id);
    contacts.column("contact_id").order_by("id", Order::Asc);
    draft.contacts = conn.query(&contacts.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(())
}

fn of_order(org: i64, table: &'static str, id: Id) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, table);
    select.and_where(sql::eq("order_id", id));
    select
}

/// Parties of an order or of one of its house waybills.
pub fn parties(conn: &mut dyn Conn, org: i64, order: Id, hawb: Id) -> Result<[Sheet; 3], Refusal> {
    let mut found: [Sheet; 3] = std::array::from_fn(|_| Sheet::empty(PartyFields::FIELDS));
    let mut select = of_order(org, "order_party", order);
    select
        .column("role")
        .columns(PartyFields::FIELDS.iter().map(|field| field.column))
        .and_where(sql::eq("hawb_id", hawb));
    for row in conn.query(&select.into())? {
        let role: String = row.get(0)?;
        if let Some(place) = PARTY_ROLES.iter().position(|known| *known == role)
            && let Some(party) = found.get_mut(place)
        {
            *party = Sheet::of_row(PartyFields::FIELDS, &row, 1);
        }
    }
    Ok(found)
}

fn services(conn: &mut dyn Conn, org: i64, id: Id, services: &mut [Service]) -> Result<(), Refusal> {
    let mut select = of_order(org, "order_service", id);
    select.columns(["code", "enabled", "body"]);
    for row in conn.query(&select.into())? {
        let code: String = row.get(0)?;
        let Some(service) = services.iter_mut().find(|service| service.code == code) else { continue };
        service.enabled = row.get(1)?;
        let body: Map<String, Json> = serde_json::from_str(&row.get::<String>(2)?).unwrap_or_default();
        let mut findings = Findings::new();
        for (field, value) in service.sheet.fields.iter().zip(&mut service.sheet.values) {
            *value = field.parse(body.get(&field.name()), "", &mut findings);
        }
        if let Some(Json::Array(numbers)) = body.get("declarationNumbers") {
            service.numbers = numbers.iter().filter_map(Json::as_str).map(ToOwned::to_owned).collect();
        }
    }
    Ok(())
}

/// Writes what differs below an order between the draft it had and the one it has now.
pub fn write_children(tx: &mut Tx<'_>, id: Id, was: &Draft, draft: &Draft) -> Result<(), Refusal> {
    LEGS.write(tx, id, &was.legs, &draft.legs)?;
    PLAN_DIMENSIONS.write(tx, id, &was.plan_dimensions, &draft.plan_dimensions)?;
    CONFIRM_DIMENSIONS.write(tx, id, &was.confirm_dimensions, &draft.confirm_dimensions)?;
    write_parties(tx, (id, Id(0)), &was.parties, &draft.parties)?;
    write_services(tx, id, was, draft)?;
    write_contacts(tx, id, &was.contacts, &draft.contacts)
}

/// Parties of an order or house waybill; empty ones have no row.
pub fn write_parties(
    tx: &mut Tx<'_>,
    (order, hawb): (Id, Id),
    was: &[Sheet; 3],
    parties: &[Sheet; 3],
) -> Result<(), Refusal> {
    let org = tx.org();
    for (role, (old, party)) in PARTY_ROLES.iter().zip(was.iter().zip(parties)) {
        let own = || {
            let house = sql::eq("order_id", order).and(sql::eq("hawb_id", hawb));
            house.and(sql::eq("role", (*role).to_owned()))
        };
        let mut cells = party.cells();
        match (old.is_empty(), party.is_empty()) {
            _ if old.values == party.values => {}
            (_, true) => _ = tx.exec(&sql::delete(org, "order_party").and_where(own()).to_owned().into())?,
            (false, false) => {
                _ = tx.exec(&sql::update(org, "order_party", &cells).and_where(own()).to_owned().into())?;
            }
            (true, false) => {
                cells.extend([
                    ("id", tx.new_id().into_value()),
                    ("order_id", order.into_value()),
                    ("hawb_id", hawb.into_value()),
                    ("role", (*role).into_value()),
                ]);
                tx.exec(&sql::insert(org, "order_party", &cells).into())?;
            }
        }
    }
    Ok(())
}

fn write_services(tx: &mut Tx<'_>, id: Id, was: &Draft, draft: &Draft) -> Result<(), Refusal> {
    for (declared, (old, service)) in SERVICES.iter().zip(was.services.iter().zip(&draft.services)) {
        if old == service {
            continue;
        }
        let mut body = Map::new();
        sheet_json(&service.sheet, &mut body);
        body.retain(|_, value| !value.is_null());
        if !service.numbers.is_empty() {
            body.insert("declarationNumbers".to_owned(), json!(service.numbers));
        }
        let value = |column: &str| service.sheet.value(column).clone();
        let cells = [
            ("company_id", value(declared.company)),
            ("begin_date", value(declared.dates.0)),
            ("end_date", value(declared.dates.1)),
            ("body", Value::Text(Json::Object(body).to_string())),
        ];
        write_service(tx, (id, declared.code), (old.enabled, service.enabled), &cells)?;
    }
    Ok(())
}

/// A service of an order, which has a row as long as it is wanted.
pub fn write_service(
    tx: &mut Tx<'_>,
    (order, code): (Id, &str),
    (was, is): (bool, bool),
    cells: &[(&'static str, Value)],
) -> Result<(), Refusal> {
    let org = tx.org();
    let own = sql::eq("order_id", order).and(sql::eq("code", code.to_owned()));
    let mut cells = cells.to_vec();
    let statement = match (was, is) {
        (false, false) => return Ok(()),
        (true, false) => sql::delete(org, "order_service").and_where(own).to_owned().into(),
        (true, true) => sql::update(org, "order_service", &cells).and_where(own).to_owned().into(),
        (false, true) => {
            cells.extend([
                ("id", tx.new_id().into_value()),
                ("order_id", order.into_value()),
                ("code", code.to_owned().into_value()),
                ("enabled", Value::Bool(true)),
            ]);
            sql::insert(org, "order_service", &cells).into()
        }
    };
    tx.exec(&statement)?;
    Ok(())
}

/// Contacts stand in the order of their rows: who is named behind the others is added, any other order writes them anew.
fn write_contacts(tx: &mut Tx<'_>, order: Id, was: &[Id], contacts: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let kept: Vec<Id> = was.iter().copied().filter(|contact| contacts.contains(contact)).collect();
    let kept = if contacts.starts_with(&kept) { kept } else { Vec::new() };
    let gone: Vec<Id> = was.iter().copied().filter(|contact| !kept.contains(contact)).collect();
    if !gone.is_empty() {
        let mut delete = sql::delete(org, "order_contact");
        delete.and_where(sql::eq("order_id", order)).and_where(sql::is_in(sql::col("contact_id"), gone));
        tx.exec(&delete.into())?;
    }
    for contact in contacts.iter().skip(kept.len()) {
        let cells =
            [("id", tx.new_id().into_value()), ("order_id", order.into_value()), ("contact_id", contact.into_value())];
        tx.exec(&sql::insert(org, "order_contact", &cells).into())?;
    }
    Ok(())
}

/// Columns of the shared row that follow from the draft.
pub fn head_cells(draft: &Draft, flagged: bool) -> Vec<(&'static str, Value)> {
    let mut cells = draft.head.cells();
    cells.push(("plan_dimensions", dimensions_text(&draft.plan_dimensions).into_value()));
    cells.push(("confirm_dimensions", dimensions_text(&draft.confirm_dimensions).into_value()));
    cells.push(("flagged", Value::Bool(flagged)));
    cells
}

/// Columns of the air detail.
pub fn air_cells(draft: &Draft) -> Vec<(&'static str, Value)> {
    let mut cells = draft.air.cells();
    for (declared, service) in SERVICES.iter().zip(&draft.services) {
        cells.push((declared.column, Value::Bool(service.enabled)));
    }
    cells
}

/// Dimensions as one text.
pub fn dimensions_text(lines: &[Sheet]) -> String {
    let all: Vec<trade::cargo::Dimension> = lines
        .iter()
        .filter_map(|line| {
            Some(trade::cargo::Dimension {
                length: line.get(Dimensions::LENGTH)?,
                width: line.get(Dimensions::WIDTH)?,
                height: line.get(Dimensions::HEIGHT)?,
                pieces: line.get(Dimensions::PIECES)?,
            })
        })
        .collect();
    trade::cargo::dimensions_text(&all)
}

/// Changes columns of the row if it still has the version the caller saw; answers the new version.
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

/// Houses belong to the master of their order, which has a number as it is registered now, or none.
pub fn follow_master(tx: &mut Tx<'_>, order: Id, number: Option<&str>) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some(number) = number {
        let mut own = sql::from(org, "hawb");
        own.column("hawb_number").and_where(sql::eq("order_id", order));
        for row in tx.query(&own.into())? {
            let house: String = row.get(0)?;
            let mut taken = sql::from(org, "hawb");
            taken
                .column("id")
                .and_where(Master::now(number).is())
                .and_where(sql::eq("hawb_number", house.clone()))
                .and_where(sql::col("order_id").ne(order.0));
            if tx.first(&taken.into())?.is_some() {
                return Err(Refusal::field("awbNumber", HAWB_REPEATED.with(&[("n", &house)])));
            }
        }
    }
    let present = (ROUND, Value::Int(0));
    let cells = [("awb_number", number.map(ToOwned::to_owned).into_value()), present.clone()];
    tx.exec(&sql::update(org, "hawb", &cells).and_where(sql::eq("order_id", order)).into())?;
    tx.exec(&sql::update(org, "freight_order", &[present]).and_where(sql::eq("id", order)).into())?;
    Ok(())
}
