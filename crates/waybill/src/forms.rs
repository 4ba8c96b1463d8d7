//! Stored waybill forms: one per master number, one per house waybill, whether of an order or of none.

use facts::master::{self, Master};
use kernel::{Id, Instant, Volume, Weight};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{Expr, ExprTrait, Order};
use serde_json::Value as Json;

use crate::destination::Counts;

/// Draft: 已暂存.
pub const DRAFT: &str = "DRAFT";
/// Finished: 已完成.
pub const DONE: &str = "DONE";

/// A stored form.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Row.
    pub id: Id,
    /// Version of the row.
    pub row_uuid: String,
    /// 0 master, 1 house.
    pub kind: i64,
    /// Master number.
    pub awb_number: String,
    /// Registration of that number.
    pub awb_round: i64,
    /// House number.
    pub hawb_number: String,
    /// Order it was made from; none for one that stands alone.
    pub order_id: Option<Id>,
    /// House waybill of the order.
    pub hawb_id: Option<Id>,
    /// [`DRAFT`] or [`DONE`].
    pub state: String,
    /// How often it went back from done.
    pub revision: i64,
    /// The boxes.
    pub body: Json,
    /// Why it differs from the order, as said when it was finished.
    pub difference_reason: String,
    /// How often it was printed.
    pub print_count: i64,
    /// Pieces of its lines.
    pub pieces: Option<i64>,
    /// Gross weight of its lines.
    pub gross_weight: Option<Weight>,
    /// Volume of its lines.
    pub volume: Option<Volume>,
    /// Chargeable weight of its lines.
    pub charge_weight: Option<Weight>,
    /// Last writer.
    pub updated_by: Id,
    /// Last change.
    pub updated_at: Instant,
}

const COLUMNS: [&str; 19] = [
    "id",
    "row_uuid",
    "kind",
    "awb_number",
    "hawb_number",
    "order_id",
    "hawb_id",
    "state",
    "revision",
    "body",
    "difference_reason",
    "print_count",
    "pieces",
    "gross_weight",
    "volume",
    "charge_weight",
    "updated_by",
    "updated_at",
    master::ROUND,
];

/// Where the house of a form stands among those of its order.
const PLACE_OF_HOUSE: &str =
    "(SELECT h.sort_no FROM hawb h WHERE h.org_id = awb_print.org_id AND h.id = awb_print.hawb_id)";

impl Form {
    fn read(row: &Row) -> Result<Self, Refusal> {
        let body: String = row.get(9)?;
        Ok(Self {
            id: row.get(0)?,
            row_uuid: row.get(1)?,
            kind: row.get(2)?,
            awb_number: row.get(3)?,
            hawb_number: row.get(4)?,
            order_id: row.get(5)?,
            hawb_id: row.get(6)?,
            state: row.get(7)?,
            revision: row.get(8)?,
            body: serde_json::from_str(&body).map_err(|e| Refusal::broken(format!("waybill body: {e}")))?,
            difference_reason: row.get(10)?,
            print_count: row.get(11)?,
            pieces: row.get(12)?,
            gross_weight: row.get(13)?,
            volume: row.get(14)?,
            charge_weight: row.get(15)?,
            updated_by: row.get(16)?,
            updated_at: row.get(17)?,
            awb_round: row.get(18)?,
        })
    }

    /// Its master number in its registration.
    pub fn master(&self) -> Master {
        Master { number: self.awb_number.clone(), round: self.awb_round }
    }

    /// Whether it is finished.
    pub fn done(&self) -> bool {
        self.state == DONE
    }
}

/// Key of a master's form.
pub fn master_key(master: &Master) -> String {
    of_round(format!("M:{}", master.number), master)
}

/// Keys of a past registration end with it, as [`master::begin_anew`] leaves them.
fn of_round(key: String, master: &Master) -> String {
    if master.round == 0 { key } else { format!("{key}@{}", master.round) }
}

/// Key of the form of an order's house.
pub fn house_key(hawb: Id) -> String {
    format!("H:{hawb}")
}

/// Key of the form of a house without an order: a number is there once below its master. By its row as long as one of
/// both numbers is missing.
pub fn lone_house_key(id: Id, master: &Master, hawb_number: &str) -> String {
    if master.is_empty() || hawb_number.is_empty() {
        return format!("F:{id}");
    }
    of_round(format!("N:{}/{hawb_number}", master.number), master)
}

fn one(conn: &mut dyn Conn, org: i64, condition: Expr) -> Result<Option<Form>, Refusal> {
    let mut select = sql::from(org, "awb_print");
    select.columns(COLUMNS).and_where(condition);
    conn.first(&select.into())?.as_ref().map(Form::read).transpose()
}

/// The form of an id.
pub fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Form>, Refusal> {
    one(conn, org, sql::eq("id", id))
}

/// Keeps others from changing or sending a form until the transaction ends.
pub fn hold(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(org, "awb_print");
    select.column("id").and_where(sql::eq("id", id)).lock_exclusive();
    conn.first(&select.into())?;
    Ok(())
}

/// The form of a key.
pub fn find_key(conn: &mut dyn Conn, org: i64, key: &str) -> Result<Option<Form>, Refusal> {
    one(conn, org, sql::eq("form_key", key))
}

/// The master form an order is printed on: the one of its number, whichever order it was made from.
pub fn master_of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Form>, Refusal> {
    let master = master::of_order(conn, org, order)?;
    if master.is_empty() { Ok(None) } else { find_key(conn, org, &master_key(&master)) }
}

/// The house forms of an order, in the order of its houses.
pub fn houses_of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Form>, Refusal> {
    let mut select = sql::from(org, "awb_print");
    select
        .columns(COLUMNS)
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("kind", 1i64))
        .order_by_expr(Expr::cust(PLACE_OF_HOUSE), Order::Asc)
        .order_by("hawb_number", Order::Asc);
    conn.query(&select.into())?.iter().map(Form::read).collect()
}

/// The forms of the houses below a master that are of no order.
pub fn lone_houses(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<Form>, Refusal> {
    let mut select = sql::from(org, "awb_print");
    select
        .columns(COLUMNS)
        .and_where(master.is())
        .and_where(sql::eq("kind", 1i64))
        .and_where(sql::col("order_id").is_null())
        .order_by("hawb_number", Order::Asc);
    conn.query(&select.into())?.iter().map(Form::read).collect()
}

/// What is written of a form.
#[derive(Debug, Clone)]
pub struct Written<'a> {
    /// 0 master, 1 house.
    pub kind: i64,
    /// Its master.
    pub master: &'a Master,
    /// House number.
    pub hawb_number: &'a str,
    /// Row of the stock.
    pub awb_id: Option<Id>,
    /// Order; none for one that stands alone.
    pub order_id: Option<Id>,
    /// House waybill of the order.
    pub hawb_id: Option<Id>,
    /// The boxes.
    pub body: &'a Json,
    /// What the rules of destinations say of them.
    pub counts: Counts,
}

impl Written<'_> {
    /// What no other form of the company has.
    pub fn key(&self, id: Id) -> String {
        match self.hawb_id {
            Some(hawb) => house_key(hawb),
            None if self.kind == 0 => master_key(self.master),
            None => lone_house_key(id, self.master, self.hawb_number),
        }
    }
}

/// The columns lists search, taken from the boxes.
fn extracted(body: &Json) -> Vec<(&'static str, Value)> {
    let text = |name: &str| body.get(name).and_then(Json::as_str).unwrap_or_default().trim().to_owned();
    let empty = Vec::new();
    let lines = body.get("lines").and_then(Json::as_array).unwrap_or(&empty);
    let sum = |name: &str, scale: u32| -> Value {
        let values: Vec<i64> = lines
            .iter()
            .filter_map(|line| line.get(name).and_then(Json::as_str))
            .filter_map(|text| kernel::parse_scaled(text.trim(), scale).ok())
            .collect();
        if values.is_empty() { Value::Null } else { Value::Int(values.into_iter().fold(0, i64::saturating_add)) }
    };
    vec![
        ("pieces", sum("pieces", 0)),
        ("gross_weight", sum("grossWeight", 3)),
        ("volume", sum("volume", 6)),
        ("charge_weight", sum("chargeWeight", 3)),
        ("departure_station", text("departureStation").into_value()),
        ("arrival_station", text("arrivalStation").into_value()),
        ("flight_number", text("flightNumber").into_value()),
        ("flight_date", text("flightDate").into_value()),
    ]
}

/// Adds a draft.
pub fn add(
    conn: &mut dyn Conn,
    (org, user, now): (i64, Id, Instant),
    (id, row_uuid): (Id, &str),
    form: &Written<'_>,
) -> Result<(), Refusal> {
    let mut cells = vec![
        ("id", id.into_value()),
        ("row_uuid", row_uuid.into_value()),
        ("form_key", form.key(id).into_value()),
        ("kind", Value::Int(form.kind)),
        ("awb_number", form.master.number.as_str().into_value()),
        (master::ROUND, form.master.round.into_value()),
        ("master_number", if form.kind == 0 { form.master.number.as_str().into_value() } else { Value::Null }),
        ("hawb_number", form.hawb_number.into_value()),
        ("awb_id", form.awb_id.into_value()),
        ("order_id", form.order_id.into_value()),
        ("hawb_id", form.hawb_id.into_value()),
        ("state", DRAFT.into_value()),
        ("revision", Value::Int(0)),
        ("body", Value::Text(form.body.to_string())),
        ("print_count", Value::Int(0)),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    cells.extend(extracted(form.body));
    cells.extend(form.counts.cells());
    conn.exec(&sql::insert(org, "awb_print", &cells).into())?;
    Ok(())
}

/// Changes a form nobody changed since; answers whether it did.
pub fn change(
    conn: &mut dyn Conn,
    (org, user, now): (i64, Id, Instant),
    form: &Form,
    row_uuid: &str,
    cells: &[(&'static str, Value)],
) -> Result<bool, Refusal> {
    let mut all =
        vec![("row_uuid", row_uuid.into_value()), ("updated_by", user.into_value()), ("updated_at", now.into_value())];
    all.extend(cells.iter().cloned());
    let mut update = sql::update(org, "awb_print", &all);
    update.and_where(sql::eq("id", form.id)).and_where(sql::eq("row_uuid", form.row_uuid.as_str()));
    Ok(conn.exec(&update.into())? == 1)
}

/// The cells of new boxes.
pub fn body_cells(master: &Master, hawb_number: &str, body: &Json, counts: Counts) -> Vec<(&'static str, Value)> {
    let mut cells = vec![
        ("awb_number", master.number.as_str().into_value()),
        (master::ROUND, master.round.into_value()),
        ("hawb_number", hawb_number.into_value()),
        ("body", Value::Text(body.to_string())),
    ];
    cells.extend(extracted(body));
    cells.extend(counts.cells());
    cells
}

/// States of a message a carrier has, or is about to have.
pub const WITH_CARRIER: &[&str] = &["WAITING", "SENT", "ACCEPTED"];

/// Whether a message of a form is in one of some states.
pub fn has_message(tx: &mut Tx<'_>, form: Id, states: &[&str]) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), "edi_message");
    select
        .column("id")
        .and_where(sql::eq("awb_print_id", form))
        .and_where(sql::eq("direction", "OUT"))
        .and_where(sql::is_in(sql::col("state"), states.iter().copied()))
        .limit(1);
    Ok(tx.first(&select.into())?.is_some())
}

/// Counts a print.
pub fn count_print(conn: &mut dyn Conn, org: i64, id: Id, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(org, "awb_print", &[("last_print_at", now.into_value())]);
    update.value("print_count", sql::col("print_count").add(1)).and_where(sql::eq("id", id));
    conn.exec(&update.into())?;
    Ok(())
}
