//! Costs as payments see them: charges of orders their reader sees, with what is left of each and what the order is called.

use std::collections::BTreeMap;

use charge::chain::UNRECONCILED;
use charge::line::TABLE;
use kernel::Id;
use order::store::TABLE as ORDER;
use order::{DONE, Lifecycle, visible_order};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

/// Charges that are looked for with one statement.
const AT_ONCE: usize = 5_000;
/// Costs that count.
const COUNTS: &str = "charge.kind = 'PAYABLE' AND charge.state = 'NORMAL'";

const OF_CHARGE: [&str; 8] =
    ["id", "order_id", "service_item_id", "coop_id", "currency_code", "amount", "reconciled", "exchange_rate"];
const OF_ORDER: [&str; 10] = [
    "uuid",
    "order_code",
    "biz_number",
    "biz_date",
    "customer_number",
    "business_scope",
    "departure_station",
    "arrival_station",
    "lifecycle",
    "cost_recorded",
];

/// A cost.
#[derive(Debug, Clone)]
pub(crate) struct Cost {
    /// The charge.
    pub id: Id,
    /// Its order.
    pub order: Id,
    /// Its item.
    pub item_id: Id,
    /// Who is owed it.
    pub coop: Id,
    pub currency: String,
    /// Thousandths.
    pub amount: i64,
    /// What payments have taken of it.
    pub reconciled: i64,
    /// Millionths.
    pub rate: i64,
    pub order_uuid: String,
    pub order_code: String,
    biz_number: String,
    pub biz_date: String,
    pub customer_number: String,
    pub scope: String,
    pub departure: String,
    pub arrival: String,
    pub lifecycle: Lifecycle,
    /// 成本完成.
    pub is_done: bool,
    /// Customer of the order.
    pub customer: String,
    pub supplier: String,
    pub item: String,
    pub sales: String,
    pub servicer: String,
}

impl Cost {
    /// What is left to be reconciled.
    pub fn rest(&self) -> i64 {
        self.amount - self.reconciled
    }

    /// What the order is called: its number, else its code.
    pub fn number(&self) -> &str {
        if self.biz_number.is_empty() { &self.order_code } else { &self.biz_number }
    }

    pub fn route(&self) -> String {
        let ends = [self.departure.as_str(), self.arrival.as_str()];
        ends.into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join("-")
    }
}

fn selected(org: i64, counts: &'static str) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.columns(OF_CHARGE.map(|column| (TABLE, column))).columns(OF_ORDER.map(|column| (ORDER, column)));
    select.columns([("customer", "coop_name"), ("supplier", "coop_name"), ("item", "service_name_cn")]);
    select.columns([("sales", "name_cn"), ("servicer", "name_cn")]);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, TABLE, "order_id"));
    for (table, alias, from, column) in [
        ("coop", "customer", ORDER, "coop_id"),
        ("coop", "supplier", TABLE, "coop_id"),
        ("service_item", "item", TABLE, "service_item_id"),
        ("app_user", "sales", ORDER, "sales_id"),
        ("app_user", "servicer", ORDER, "servicer_id"),
    ] {
        select.join_as(JoinType::LeftJoin, table, alias, sql::same_org(alias, from, column));
    }
    select
        .and_where(Expr::cust(counts))
        // An order without a day comes last; the databases differ about where nothing stands.
        .order_by_expr(Expr::cust("COALESCE(freight_order.biz_date, '9999-12-31')"), Order::Asc)
        .order_by((ORDER, "order_code"), Order::Asc)
        .order_by((TABLE, "line"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc);
    select
}

/// Costs of which something is left, by business date, order and line; conditions are added.
pub(crate) fn open(actor: &Actor) -> SelectStatement {
    selected(actor.org_id, UNRECONCILED).cond_where(visible_order(actor)).take()
}

/// Costs that count, whatever is left of them.
pub(crate) fn counting(actor: &Actor) -> SelectStatement {
    selected(actor.org_id, COUNTS).cond_where(visible_order(actor)).take()
}

/// The costs of some orders that count: orders that their reader was shown before.
pub(crate) fn of_orders(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<Vec<Cost>, Refusal> {
    let mut found = Vec::new();
    for orders in orders.chunks(AT_ONCE) {
        let mut select = selected(org, COUNTS);
        select.and_where(sql::is_in(sql::of(TABLE, "order_id"), orders.iter().copied()));
        found.extend(read(conn, select)?);
    }
    Ok(found)
}

/// Reads what a selection finds.
pub(crate) fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Cost>, Refusal> {
    conn.query(&select.into())?.iter().map(cost).collect()
}

fn cost(row: &Row) -> Result<Cost, Refusal> {
    Ok(Cost {
        id: row.get(0)?,
        order: row.get(1)?,
        item_id: row.get(2)?,
        coop: row.get(3)?,
        currency: row.get(4)?,
        amount: row.get(5)?,
        reconciled: row.get(6)?,
        rate: row.get(7)?,
        order_uuid: row.get(8)?,
        order_code: row.get(9)?,
        biz_number: row.get(10)?,
        biz_date: row.get(11)?,
        customer_number: row.get(12)?,
        scope: row.get(13)?,
        departure: row.get(14)?,
        arrival: row.get(15)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(16)?),
        is_done: row.get::<i64>(17)? == DONE,
        customer: row.get(18)?,
        supplier: row.get(19)?,
        item: row.get(20)?,
        sales: row.get(21)?,
        servicer: row.get(22)?,
    })
}

/// Costs by their ids; those the reader does not see are not among them.
pub(crate) fn by_id(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<BTreeMap<Id, Cost>, Refusal> {
    let mut found = BTreeMap::new();
    for ids in ids.chunks(AT_ONCE) {
        let mut select = counting(actor);
        select.and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()));
        found.extend(read(conn, select)?.into_iter().map(|cost| (cost.id, cost)));
    }
    Ok(found)
}
