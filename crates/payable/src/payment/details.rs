//! What stands in payments, line by line: of the orders their reader sees.

use charge::chain::DETAIL;
use charge::line::TABLE;
use kernel::{Id, Price, Quantity, Weight, div_half_up};
use order::listed::{Cargo, called, route};
use order::store::TABLE as ORDER;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};

use super::seen;

/// Lines a page or a paper shows: more are exported.
pub(crate) const SHOWN_MAX: usize = 5_000;

const OF_DETAIL: [&str; 3] = ["payment_id", "amount", "settled"];
const OF_CHARGE: [&str; 4] = ["price", "quantity", "amount", "tax"];
const OF_ORDER: [&str; 7] =
    ["order_code", "biz_number", "biz_date", "biz_quantity", "business_scope", "departure_station", "arrival_station"];

/// A line of a payment.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub payment: Id,
    pub amount: i64,
    pub settled: i64,
    pub price: Price,
    pub quantity: Quantity,
    /// Tax of the part of the charge.
    pub tax: i64,
    pub order_code: String,
    pub number: String,
    pub biz_date: String,
    pub charge_weight: Option<Weight>,
    pub scope: String,
    pub route: String,
    pub cargo: Cargo,
    pub item: String,
    pub customer: String,
}

/// The lines of some payments, payment by payment in the order they were taken; at most one more than are shown.
pub(crate) fn read(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<Vec<Line>, Refusal> {
    let mut select = seen::details(actor);
    select.columns(OF_DETAIL.map(|column| (DETAIL, column)));
    select.columns(OF_CHARGE.map(|column| (TABLE, column)));
    select.columns(OF_ORDER.map(|column| (ORDER, column)));
    select.columns(Cargo::COLUMNS.map(|column| (ORDER, column)));
    select.columns([("item", "service_name_cn"), ("customer", "coop_name")]);
    select.join(JoinType::LeftJoin, TABLE, sql::same_org(TABLE, DETAIL, "charge_id"));
    select.join_as(JoinType::LeftJoin, "service_item", "item", sql::same_org("item", TABLE, "service_item_id"));
    select.join_as(JoinType::LeftJoin, "coop", "customer", sql::same_org("customer", ORDER, "coop_id"));
    select
        .and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()))
        .order_by((DETAIL, "payment_id"), Order::Asc)
        .order_by((DETAIL, "id"), Order::Asc)
        .limit(u64::try_from(SHOWN_MAX).unwrap_or(u64::MAX).saturating_add(1));
    conn.query(&select.into())?.iter().map(line).collect()
}

fn line(row: &Row) -> Result<Line, Refusal> {
    let whole = |place: usize| row.get::<Option<i64>>(place);
    let (amount, of_charge, tax): (i64, i64, i64) =
        (row.get(1)?, whole(5)?.unwrap_or_default(), whole(6)?.unwrap_or_default());
    let code: String = row.get(7)?;
    let (from, to): (String, String) = (row.get(12)?, row.get(13)?);
    Ok(Line {
        payment: row.get(0)?,
        amount,
        settled: row.get(2)?,
        price: Price::from_raw(whole(3)?.unwrap_or_default()),
        quantity: Quantity::from_raw(whole(4)?.unwrap_or_default()),
        tax: part_of(tax, amount, of_charge),
        number: called(row.get(8)?, &code),
        order_code: code,
        biz_date: row.get(9)?,
        charge_weight: whole(10)?.map(Weight::from_raw),
        scope: row.get(11)?,
        route: route(&from, &to),
        cargo: Cargo::read(row, 14)?,
        item: row.get(20)?,
        customer: row.get(21)?,
    })
}

/// The part of a charge's tax, to the cent.
fn part_of(tax: i64, amount: i64, of: i64) -> i64 {
    const CENT: i64 = 10;
    if of == 0 {
        return 0;
    }
    let part = i128::from(tax) * i128::from(amount) * i128::from(of.signum());
    let cents = div_half_up(part, i128::from(of).abs() * i128::from(CENT));
    i64::try_from(cents).unwrap_or_default() * CENT
}
