//! Where a number leads, typed where no page is open for it: orders of every scope by any number they bear, waybills
//! that are of no order, and masters of the stock. Whole numbers are looked up among all there are, each by an index;
//! where there is none, parts of numbers among the newest, so that the answer takes the same short time however many
//! orders a company has.

use std::ops::RangeInclusive;

use kernel::{Id, Scope};
use order::{PAGE_CODES, code_of, form_page, spellings, visible_order};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement, UnionType};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

use order::store::CARRIAGE_DETAIL as DETAIL;

use super::store::TABLE;

const FORM: &str = "awb_print";
const MASTER: &str = "awb";
/// Signs of a part of a number, spaces and dashes left out.
const SIGNS: RangeInclusive<usize> = 4..=30;
/// Most answers of each kind.
const FOUND_MAX: u64 = 5;
/// Most orders that bear one whole number, those its reader does not see among them.
const WHOLE_MAX: u64 = 200;
/// Among so many newest rows of a table parts of numbers are looked for.
const NEWEST: u64 = 10_000;

/// GET /afbase/order/find: `[{kind, id, code, number, departureStation, arrivalStation, coopName, link}]`.
pub(super) fn find(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let refused = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "number")]));
    let typed = Typed::read(call.query("number")).ok_or_else(refused)?;
    let found = call.read(|conn| {
        let mut found = orders(conn, actor, &typed)?;
        if actor.has("os_waybill") {
            found.extend(waybills(conn, actor, &typed)?);
        }
        if actor.has("af_awb") {
            let known: Vec<String> = found.iter().map(|one| one.number.clone()).collect();
            found.extend(masters(conn, actor, &typed)?.into_iter().filter(|one| !known.contains(&one.code)));
        }
        Ok(found)
    })?;
    Ok(Answer::Data(found.iter().map(Found::json).collect()))
}

/// Signs that references of customers have besides: `PO 2026/15`.
const OF_REFERENCES: [char; 3] = ['/', '.', '#'];

/// What somebody typed of a number.
struct Typed {
    /// As customers' references are kept, which may have any letters and signs.
    plain: String,
    /// In capitals, without spaces and dashes.
    bare: String,
    /// How a whole number of these signs may be written.
    spellings: Vec<String>,
}

impl Typed {
    fn read(text: &str) -> Option<Self> {
        let typed = text.trim().to_uppercase();
        let bare: String = typed.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').collect();
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || OF_REFERENCES.contains(&sign);
        if !bare.chars().all(is_sign) || !SIGNS.contains(&bare.len()) {
            return None;
        }
        Some(Self { plain: text.trim().to_owned(), bare, spellings: spellings(&typed) })
    }

    fn is(&self, column: Expr) -> Expr {
        sql::is_in(column, self.spellings.iter().cloned())
    }

    /// The same of a reference, which is kept as it was typed.
    fn is_reference(&self, column: Expr) -> Expr {
        sql::is_in(column, self.spellings.iter().cloned().chain([self.plain.clone()]))
    }

    /// Holds the signs, whatever dashes stand between; the expression is one of this file.
    fn within(&self, column: &'static str) -> Expr {
        sql::contains(Expr::cust(column), &self.bare)
    }
}

/// One answer.
struct Found {
    kind: &'static str,
    id: String,
    code: String,
    number: String,
    stations: [Option<String>; 2],
    coop: Option<String>,
    link: String,
}

impl Found {
    fn json(&self) -> Json {
        let [departure, arrival] = &self.stations;
        json!({ "kind": self.kind, "id": self.id, "code": self.code, "number": self.number,
            "departureStation": departure, "arrivalStation": arrival, "coopName": self.coop, "link": self.link })
    }
}

fn text(row: &Row, place: usize) -> Result<String, Refusal> {
    Ok(row.get::<Option<String>>(place)?.unwrap_or_default())
}

/// The id from which on the newest rows of a table are.
fn newest_from(conn: &mut dyn Conn, org: i64, table: &'static str) -> Result<i64, Refusal> {
    let mut select = sql::from(org, table);
    select.column((table, "id")).order_by((table, "id"), Order::Desc).limit(1).offset(NEWEST - 1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Rows with the whole number; where there are none, the newest with a part of it. As many as are shown.
fn both_ways(
    conn: &mut dyn Conn,
    select: &SelectStatement,
    table: &'static str,
    (whole, part): (Condition, Condition),
    org: i64,
) -> Result<Vec<Row>, Refusal> {
    let with = |which: Condition| {
        select.clone().cond_where(which).order_by((table, "id"), Order::Desc).limit(FOUND_MAX).take()
    };
    let rows = conn.query(&with(whole).into())?;
    if !rows.is_empty() {
        return Ok(rows);
    }
    let newest = sql::of(table, "id").gte(sql::value(newest_from(conn, org, table)?));
    Ok(conn.query(&with(part.add(newest)).into())?)
}

/// Orders of the scopes whose page the caller has, of those he sees.
fn orders(conn: &mut dyn Conn, actor: &Actor, typed: &Typed) -> Result<Vec<Found>, Refusal> {
    let scopes: Vec<&str> =
        Scope::all().filter(|scope| actor.has(code_of(PAGE_CODES, *scope))).map(Scope::code).collect();
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "uuid", "order_code", "business_scope", "departure_station", "arrival_station"].map(own))
        .columns([own("biz_number"), ("coop", "coop_name")])
        .join(JoinType::LeftJoin, DETAIL, sql::same_org(DETAIL, TABLE, "id"))
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .and_where(sql::is_in(sql::of(TABLE, "business_scope"), scopes.iter().map(|code| (*code).to_owned())))
        .cond_where(visible_order(actor));
    // Read by itself: beside an order and a limit a database may walk through all orders instead of the few.
    let ids = conn.query(&with_number(actor.org_id, (typed, &scopes)).into())?;
    let ids = ids.iter().map(|row| row.get::<Id>(0)).collect::<Result<Vec<_>, _>>()?;
    let whole = Condition::all().add(sql::is_in(sql::of(TABLE, "id"), ids));
    let rows = both_ways(conn, &select, TABLE, (whole, Condition::all().add(part_of_order(typed))), actor.org_id)?;
    rows.iter().map(order_of).collect()
}

fn own(column: &'static str) -> (&'static str, &'static str) {
    (TABLE, column)
}

fn order_of(row: &Row) -> Result<Found, Refusal> {
    let uuid = text(row, 1)?;
    let scope = Scope::from_code(&text(row, 3)?).ok_or(Refusal::NotFound)?;
    Ok(Found {
        kind: "ORDER",
        link: format!("{}?o={uuid}", form_page(scope)),
        id: uuid,
        code: text(row, 2)?,
        number: text(row, 6)?,
        stations: [row.get(4)?, row.get(5)?],
        coop: row.get(7)?,
    })
}

/// Ids of the orders that bear a whole number; each place is looked up by an index of its own.
fn with_number(org: i64, (typed, scopes): (&Typed, &[&str])) -> SelectStatement {
    let found = |table: &'static str, id: &'static str, column: &'static str| {
        let mut ids = Query::select();
        ids.column(id).from(table).and_where(sql::eq("org_id", org)).and_where(typed.is(sql::col(column)));
        ids
    };
    let mut ids = found(TABLE, "id", "order_code");
    ids.union(UnionType::Distinct, found(TABLE, "id", "awb_number"));
    // Their indexes begin with the scope.
    for column in ["customer_number", "internal_number"] {
        let mut ids_of = Query::select();
        ids_of
            .column("id")
            .from(TABLE)
            .and_where(sql::eq("org_id", org))
            .and_where(sql::is_in(sql::col("business_scope"), scopes.iter().map(|code| (*code).to_owned())))
            .and_where(typed.is_reference(sql::col(column)));
        ids.union(UnionType::Distinct, ids_of);
    }
    for column in ["mlb_number", "hlb_number", "booking_no", "rail_waybill_no"] {
        ids.union(UnionType::Distinct, found(DETAIL, "id", column));
    }
    ids.union(UnionType::Distinct, found("hawb", "order_id", "hawb_number"));
    ids.union(UnionType::Distinct, found("order_container", "order_id", "container_no"));
    ids.limit(WHOLE_MAX);
    ids
}

/// All numbers an order itself bears but its references, apart by what no number has.
const OWN_NUMBERS: &str = "REPLACE(COALESCE(freight_order.order_code, '') || ' ' || COALESCE(freight_order.awb_number, '') \
     || ' ' || COALESCE(freight_order.hawb_number, '') || ' ' || COALESCE(order_carriage_detail.mlb_number, '') \
     || ' ' || COALESCE(order_carriage_detail.hlb_number, '') || ' ' || COALESCE(order_carriage_detail.booking_no, '') \
     || ' ' || COALESCE(order_carriage_detail.rail_waybill_no, ''), '-', '')";
/// References of its customer and of the house, which have blanks of their own.
const REFERENCES: &str = "REPLACE(REPLACE(COALESCE(freight_order.customer_number, '') || '\n' \
     || COALESCE(freight_order.internal_number, ''), '-', ''), ' ', '')";

fn part_of_order(typed: &Typed) -> Condition {
    let below = [("hawb", "REPLACE(hawb.hawb_number, '-', '')"), ("order_container", "order_container.container_no")];
    let below = below.map(|(table, column)| {
        let mut rows = Query::select();
        rows.expr(Expr::cust("1"))
            .from(table)
            .and_where(sql::of(table, "org_id").equals((TABLE, "org_id")))
            .and_where(sql::of(table, "order_id").equals((TABLE, "id")))
            .and_where(typed.within(column));
        Expr::exists(rows)
    });
    sql::any_of([OWN_NUMBERS, REFERENCES].map(|own| typed.within(own)).into_iter().chain(below))
}

/// Waybills that are of no order, of those the caller sees.
fn waybills(conn: &mut dyn Conn, actor: &Actor, typed: &Typed) -> Result<Vec<Found>, Refusal> {
    let columns = ["id", "kind", "awb_number", "hawb_number", "departure_station", "arrival_station"];
    let mut select = sql::from(actor.org_id, FORM);
    select
        .columns(columns.map(|column| (FORM, column)))
        .and_where(sql::of(FORM, "order_id").is_null())
        .cond_where(waybill::reach::visible_form(actor));
    let whole = ["awb_number", "hawb_number"].map(|column| typed.is(sql::of(FORM, column)));
    let part = ["REPLACE(awb_print.awb_number, '-', '')", "REPLACE(awb_print.hawb_number, '-', '')"];
    let ways = (sql::any_of(whole), Condition::all().add(sql::any_of(part.map(|column| typed.within(column)))));
    both_ways(conn, &select, FORM, ways, actor.org_id)?.iter().map(waybill_of).collect()
}

fn waybill_of(row: &Row) -> Result<Found, Refusal> {
    let (id, kind): (i64, i64) = (row.get(0)?, row.get(1)?);
    let (master, house) = (text(row, 2)?, text(row, 3)?);
    let (code, number) = if kind == 0 { (master.clone(), master) } else { (house, master) };
    Ok(Found {
        kind: "WAYBILL",
        id: id.to_string(),
        code,
        number,
        stations: [row.get(4)?, row.get(5)?],
        coop: None,
        link: format!("/osWaybillMake?type={kind}&awbPrintId={id}"),
    })
}

/// Masters of the stock, whatever state they are in.
fn masters(conn: &mut dyn Conn, actor: &Actor, typed: &Typed) -> Result<Vec<Found>, Refusal> {
    let mut select = sql::from(actor.org_id, MASTER);
    select.columns(["id", "awb_number", "departure_station"].map(|column| (MASTER, column)));
    let whole = Condition::all().add(typed.is(sql::of(MASTER, "awb_number")));
    let part = Condition::all().add(typed.within("REPLACE(awb.awb_number, '-', '')"));
    both_ways(conn, &select, MASTER, (whole, part), actor.org_id)?.iter().map(master_of).collect()
}

fn master_of(row: &Row) -> Result<Found, Refusal> {
    let (id, number): (Id, String) = (row.get(0)?, row.get(1)?);
    Ok(Found {
        kind: "MASTER",
        id: id.0.to_string(),
        // The stock opens with what is unused; an empty state takes that away.
        link: format!("/af_awb?awbNumber={number}&awbStatus="),
        number: number.clone(),
        code: number,
        stations: [row.get(2)?, None],
        coop: None,
    })
}
