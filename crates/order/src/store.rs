//! An order between its tables and the draft: the shared row, the detail of its scope, and what hangs below.

use facts::master::{Master, ROUND};
use kernel::{Findings, Id, Instant, Uuid};
use platform::access::Actor;
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Dialect, Row, Value, sql, together};
use serde_json::{Map, Value as Json, json};
use trade::container::{box_text, teu};

use crate::air::PartyFields;
use crate::business::{self, Business};
use crate::carriage::{Detail, Services};
use crate::draft::{Draft, PARTY_ROLES, Service, dimensions_of};
use crate::messages::{HAWB_REPEATED, HIDDEN};
use crate::moves::Lifecycle;
use crate::part::Part;
use crate::parts::{CONFIRM_DIMENSIONS, LEGS, PLAN_DIMENSIONS};
use crate::profile::Profile;
use crate::sheet::{Sheet, sheet_json};
use crate::visible::visible_order;

/// Table of orders.
pub const TABLE: &str = "freight_order";
/// Table of the details of the scopes beside air export.
pub const CARRIAGE_DETAIL: &str = "order_carriage_detail";

/// Services that are fields of their order: each with the flag that says whether it is wanted, and its days.
const FLAGS: [(&str, Field, Option<(Field, Field)>); 3] = [
    ("pickUp", Services::PICK_UP, None),
    ("warehouse", Services::WAREHOUSE, Some((Services::INBOUND_DATE, Services::OUTBOUND_DATE))),
    ("customs", Services::CUSTOMS, Some((Services::INSPECTION_DATE, Services::CLEARANCE_DATE))),
];

/// An order as it is stored.
#[derive(Debug, Clone)]
pub struct Saved {
    /// What its scope declares.
    pub profile: &'static Profile,
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
    /// What it is called and counted by.
    pub business: Business,
    /// The day it was locked for; empty where it is not locked.
    pub financial_date: String,
    /// Row of the stock.
    pub awb_id: Option<Id>,
    /// House waybills.
    pub hawb_count: i64,
    /// Reason of its end.
    pub close_reason: String,
    /// Remark to it.
    pub close_remark: String,
    /// The order it was split from.
    pub split_from: Option<Id>,
    /// Whether orders were split from it.
    pub was_split: bool,
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

const META: [&str; 22] = [
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
    "close_reason",
    "close_remark",
    "closed_by",
    "closed_at",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
    "financial_date",
    "split_from_order_id",
];
/// Place of the first field of the shared row.
const HEAD: usize = META.len() + Business::COLUMNS.len();

/// Asked with the order, so that those split from it are looked for where there are any.
const WAS_SPLIT: &str = "CASE WHEN EXISTS (SELECT 1 FROM freight_order split_off \
    WHERE split_off.org_id = freight_order.org_id AND split_off.split_from_order_id = freight_order.id) \
    THEN 1 ELSE 0 END";

/// Keeps others from writing an order, or what hangs on it, until the transaction ends: what was read of it before may
/// have changed meanwhile. Who needs charges or a number of the stock as well holds those first. The embedded database has
/// one writer anyway.
pub fn hold(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(), Refusal> {
    if conn.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::eq("id", order)).lock_exclusive();
    conn.first(&select.into())?;
    Ok(())
}

/// The order of a public name; 404 when the org has none of the scope, refused when the caller may not see it.
pub fn find(conn: &mut dyn Conn, actor: &Actor, profile: &'static Profile, uuid: &Uuid) -> Result<Saved, Refusal> {
    let (saved, visible) = find_any(conn, actor, profile, of_uuid(uuid))?;
    if visible { Ok(saved) } else { Err(Refusal::business(HIDDEN)) }
}

/// The order of an id, whoever may see it: for what the product itself does with it, or who saw it otherwise.
pub fn of_id(conn: &mut dyn Conn, actor: &Actor, profile: &'static Profile, id: Id) -> Result<Saved, Refusal> {
    find_any(conn, actor, profile, sql::of_eq(TABLE, "id", id)).map(|(saved, _)| saved)
}

/// By its public name.
pub fn of_uuid(uuid: &Uuid) -> Expr {
    sql::of_eq(TABLE, "uuid", uuid.clone())
}

/// The order of a scope that a condition names, and whether the caller may see it.
pub fn find_any(
    conn: &mut dyn Conn,
    actor: &Actor,
    profile: &'static Profile,
    which: Expr,
) -> Result<(Saved, bool), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(META.into_iter().chain(Business::COLUMNS).map(|column| (TABLE, column)));
    select.columns(profile.head.iter().map(|field| (TABLE, field.column)));
    select
        .expr(Expr::cust(WAS_SPLIT))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(which)
        .and_where(sql::of_eq(TABLE, "business_scope", profile.scope.code()));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let visible = row.get::<i64>(HEAD + profile.head.len() + 1)? == 1;
    Ok((read(conn, actor.org_id, profile, &row)?, visible))
}

fn read(conn: &mut dyn Conn, org: i64, profile: &'static Profile, row: &Row) -> Result<Saved, Refusal> {
    let id: Id = row.get(0)?;
    let mut draft = together(conn, |conn| below(conn, org, (id, profile)))?;
    draft.head = Sheet::of_row(&profile.head, row, HEAD);
    Ok(Saved {
        profile,
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
        close_reason: row.get(12)?,
        close_remark: row.get(13)?,
        closed_by: row.get(14)?,
        closed_at: row.get(15)?,
        created_by: row.get(16)?,
        created_at: row.get(17)?,
        updated_by: row.get(18)?,
        updated_at: row.get(19)?,
        business: Business::read(row, META.len())?,
        financial_date: row.get(20)?,
        split_from: row.get(21)?,
        was_split: row.get::<i64>(HEAD + profile.head.len())? == 1,
        draft,
    })
}

/// What hangs below an order of a scope: all of its draft but the shared row.
fn below(conn: &mut dyn Conn, org: i64, (id, profile): (Id, &'static Profile)) -> Result<Draft, Refusal> {
    let mut draft = Draft::new(profile);
    let mut detail = sql::from(org, profile.detail_table);
    detail.columns(profile.detail.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    if let Some(row) = conn.first(&detail.into())? {
        draft.detail = Sheet::of_row(&profile.detail, &row, 0);
    }
    for (part, rows) in Part::of_all(profile.parts, conn, org, id)? {
        draft.put(part, rows);
    }
    services(conn, org, id, &mut draft)?;
    if !profile.parties {
        return Ok(draft);
    }
    draft.parties = parties(conn, org, id, Id(0))?;
    let mut contacts = of_order(org, "order_contact", id);
    contacts.column("contact_id").order_by("id", Order::Asc);
    draft.contacts = conn.query(&contacts.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(draft)
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

fn services(conn: &mut dyn Conn, org: i64, id: Id, draft: &mut Draft) -> Result<(), Refusal> {
    if draft.services.is_empty() && draft.flags.fields.is_empty() {
        return Ok(());
    }
    let mut select = of_order(org, "order_service", id);
    select.columns(["code", "enabled", "body", "begin_date", "end_date"]);
    for row in conn.query(&select.into())? {
        let code: String = row.get(0)?;
        if let Some(service) = draft.services.iter_mut().find(|service| service.code == code) {
            service.enabled = row.get(1)?;
            let body: Map<String, Json> = serde_json::from_str(&row.get::<String>(2)?).unwrap_or_default();
            fill(service, &body);
        } else if let Some((_, flag, days)) = FLAGS.iter().find(|(known, ..)| *known == code) {
            draft.flags.set(*flag, row.get::<bool>(1)?);
            if let Some((begin, end)) = days {
                draft.flags.set(*begin, row.get::<Option<String>>(3)?);
                draft.flags.set(*end, row.get::<Option<String>>(4)?);
            }
        }
    }
    Ok(())
}

fn fill(service: &mut Service, body: &Map<String, Json>) {
    let mut findings = Findings::new();
    for (field, value) in service.sheet.fields.iter().zip(&mut service.sheet.values) {
        *value = field.parse(body.get(&field.name()), "", &mut findings);
    }
    if let Some(Json::Array(numbers)) = body.get("declarationNumbers") {
        service.numbers = numbers.iter().filter_map(Json::as_str).map(ToOwned::to_owned).collect();
    }
}

/// Adds the rows of a new order beside the shared one.
pub fn add_below(tx: &mut Tx<'_>, id: Id, profile: &'static Profile, draft: &Draft) -> Result<(), Refusal> {
    let mut cells = detail_cells(profile, draft);
    cells.push(("id", id.into_value()));
    tx.exec_later(&sql::insert(tx.org(), profile.detail_table, &cells).into())?;
    write_below(tx, (id, profile), &Draft::new(profile), draft)?;
    crate::signing::follow(tx, id, (profile, &Draft::new(profile), draft))?;
    // Whether others took a number meanwhile is said of the order, and not of what is read next.
    Ok(tx.send()?)
}

/// Writes what differs beside the shared row.
pub fn change_below(tx: &mut Tx<'_>, saved: &Saved, draft: &Draft) -> Result<(), Refusal> {
    let (profile, was) = (saved.profile, &saved.draft);
    let cells = detail_cells(profile, draft);
    if cells != detail_cells(profile, was) {
        let mut update = sql::update(tx.org(), profile.detail_table, &cells);
        tx.exec_later(&update.and_where(sql::eq("id", saved.id)).to_owned().into())?;
    }
    write_below(tx, (saved.id, profile), was, draft)
}

fn write_below(
    tx: &mut Tx<'_>,
    (id, profile): (Id, &'static Profile),
    was: &Draft,
    draft: &Draft,
) -> Result<(), Refusal> {
    for part in profile.parts {
        part.write(tx, id, was.rows(part), draft.rows(part))?;
    }
    if profile.parties {
        write_parties(tx, (id, Id(0)), &was.parties, &draft.parties)?;
        write_contacts(tx, id, &was.contacts, &draft.contacts)?;
    }
    write_services(tx, (id, profile), was, draft)?;
    write_flags(tx, id, &was.flags, &draft.flags)
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
            (_, true) => tx.exec_later(&sql::delete(org, "order_party").and_where(own()).to_owned().into())?,
            (false, false) => {
                tx.exec_later(&sql::update(org, "order_party", &cells).and_where(own()).to_owned().into())?;
            }
            (true, false) => {
                cells.extend([
                    ("id", tx.new_id().into_value()),
                    ("order_id", order.into_value()),
                    ("hawb_id", hawb.into_value()),
                    ("role", (*role).into_value()),
                ]);
                tx.exec_later(&sql::insert(org, "order_party", &cells).into())?;
            }
        }
    }
    Ok(())
}

fn write_services(tx: &mut Tx<'_>, (id, profile): (Id, &Profile), was: &Draft, draft: &Draft) -> Result<(), Refusal> {
    for (declared, (old, service)) in profile.services.iter().zip(was.services.iter().zip(&draft.services)) {
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

/// Services that are fields of their order.
fn write_flags(tx: &mut Tx<'_>, id: Id, was: &Sheet, is: &Sheet) -> Result<(), Refusal> {
    if is.fields.is_empty() {
        return Ok(());
    }
    for (code, flag, days) in FLAGS {
        let wanted = |sheet: &Sheet| sheet.get::<bool>(flag) == Some(true);
        let days = |sheet: &Sheet| {
            let (begin, end) = days.unzip();
            [begin, end].map(|day| day.map_or(Value::Null, |day| sheet.value(day.column).clone()))
        };
        let on = (wanted(was), wanted(is));
        if on == (true, true) && days(was) == days(is) {
            continue;
        }
        let [begin, end] = days(is);
        let cells = [("begin_date", begin), ("end_date", end), ("body", Value::Text("{}".to_owned()))];
        write_service(tx, (id, code), on, &cells)?;
    }
    Ok(())
}

/// A service of an order, which has a row as long as it is wanted.
fn write_service(
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
    Ok(tx.exec_later(&statement)?)
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
        tx.exec_later(&delete.into())?;
    }
    for contact in contacts.iter().skip(kept.len()) {
        let cells =
            [("id", tx.new_id().into_value()), ("order_id", order.into_value()), ("contact_id", contact.into_value())];
        tx.exec_later(&sql::insert(org, "order_contact", &cells).into())?;
    }
    Ok(())
}

/// Columns of the shared row that follow from the draft.
pub fn head_cells(profile: &Profile, draft: &Draft, flagged: bool) -> Vec<(&'static str, Value)> {
    let mut cells = draft.head.cells();
    cells.push(("flagged", Value::Bool(flagged)));
    cells.extend(business::cells(profile, draft));
    for (column, part) in [("plan_dimensions", PLAN_DIMENSIONS), ("confirm_dimensions", CONFIRM_DIMENSIONS)] {
        if profile.has(&part) {
            cells.push((column, dimensions_text(draft.rows(&part)).into_value()));
        }
    }
    cells
}

/// Columns of the detail: its fields, and what follows from services and boxes.
fn detail_cells(profile: &Profile, draft: &Draft) -> Vec<(&'static str, Value)> {
    let mut cells = draft.detail.cells();
    for (declared, service) in profile.services.iter().zip(&draft.services) {
        cells.push((declared.column, Value::Bool(service.enabled)));
    }
    if !profile.has(&LEGS) {
        let boxes = draft.counted();
        let units = teu(&boxes);
        cells.retain(|(column, _)| *column != Detail::TEU.column);
        cells.push(("container_text", box_text(&boxes).into_value()));
        cells.push((Detail::TEU.column, (units > 0).then_some(units).into_value()));
    }
    cells
}

/// Sizes as one text.
pub fn dimensions_text(lines: &[Sheet]) -> String {
    trade::cargo::dimensions_text(&dimensions_of(lines))
}

/// Changes columns of the row if it still has the version the caller saw, with what an order is called and counted by
/// where that follows from them or from the draft it has now; answers the new version.
pub fn change(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (draft, mut cells): (&Draft, Vec<(&'static str, Value)>),
) -> Result<String, Refusal> {
    let mut now = draft.clone();
    for (column, value) in &cells {
        now.head.put(column, value);
    }
    let was = business::cells(saved.profile, &saved.draft);
    let differing = business::cells(saved.profile, &now).into_iter().zip(was).filter(|(now, was)| now != was);
    for (now, _) in differing {
        if cells.iter().all(|(column, _)| *column != now.0) {
            cells.push(now);
        }
    }
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    cells.push(("row_uuid", row_uuid.clone().into_value()));
    cells.push(("updated_by", tx.actor.user_id.into_value()));
    cells.push(("updated_at", tx.now.into_value()));
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", saved.id)).and_where(sql::eq("row_uuid", saved.row_uuid.clone()));
    if tx.exec(&update.into())? == 0 {
        return Err(Refusal::Stale(Json::Null));
    }
    crate::signing::follow(tx, saved.id, (saved.profile, &saved.draft, &now))?;
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

#[cfg(test)]
impl Saved {
    /// An order as it would be stored.
    pub(crate) fn of(profile: &'static Profile, draft: Draft, operation_finished: bool) -> Self {
        let moment = Instant::from_millis(0);
        Self {
            profile,
            id: Id(1),
            uuid: String::new(),
            row_uuid: String::new(),
            code: "AE-2607150001".to_owned(),
            lifecycle: Lifecycle::Open,
            node: String::new(),
            rank: 10,
            operation_finished,
            income_recorded: 0,
            cost_recorded: 0,
            business: Business::default(),
            financial_date: String::new(),
            awb_id: None,
            hawb_count: 0,
            close_reason: String::new(),
            close_remark: String::new(),
            split_from: None,
            was_split: false,
            closed_by: None,
            closed_at: None,
            created_by: Id(11),
            created_at: moment,
            updated_by: Id(11),
            updated_at: moment,
            draft,
        }
    }
}
