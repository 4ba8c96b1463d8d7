//! Our costs as sheets see them: those of orders their user sees, with what the order is called.

use std::collections::{BTreeMap, BTreeSet};

use charge::confirmed::WAITING;
use charge::item;
use charge::line::TABLE;
use kernel::Id;
use order::store::{CARRIAGE_DETAIL, TABLE as ORDER};
use order::{Bearers, Lifecycle, visible_order};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use settle::confirmation::Line;

use crate::their_list::folded;

/// Rows that are looked for with one statement.
const AT_ONCE: usize = 5_000;

/// A cost that waits to be confirmed.
#[derive(Debug, Clone)]
pub(super) struct Cost {
    pub id: Id,
    pub order: Id,
    pub coop: Id,
    pub currency: String,
    pub amount: i64,
    pub order_code: String,
    pub biz_number: String,
    pub biz_date: String,
    pub scope: String,
    pub departure: String,
    pub arrival: String,
    pub item: Id,
    pub service: String,
    pub created_by: Option<Id>,
}

impl Cost {
    /// As it stands on a sheet.
    pub fn line(&self, place: i64) -> Line {
        let ends = [self.departure.as_str(), self.arrival.as_str()];
        let number = if self.biz_number.is_empty() { &self.order_code } else { &self.biz_number };
        Line {
            line: place,
            charge: Some(self.id),
            order: Some(self.order),
            order_code: self.order_code.clone(),
            number: number.clone(),
            biz_date: self.biz_date.clone(),
            scope: self.scope.clone(),
            route: ends.into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join("-"),
            item: Some(self.item),
            service: self.service.clone(),
            ours: Some(self.amount),
            ..Line::default()
        }
    }
}

/// What waits to be confirmed of orders that go on, for who sees them: no payment has taken anything of it.
pub(super) fn waiting(actor: &Actor) -> Condition {
    let over = [Lifecycle::Closed, Lifecycle::Cancelled].map(|state| state.code().to_owned());
    Condition::all()
        .add(Expr::cust(WAITING))
        .add(Expr::cust("charge.reconciled = 0"))
        .add(sql::of(ORDER, "lifecycle").is_not_in(over))
        .add(visible_order(actor))
}

/// Those of a selection, by business date, order and line; conditions are added.
pub(super) fn selected(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "order_id", "coop_id", "currency_code", "amount"].map(|column| (TABLE, column)))
        .columns(
            ["order_code", "biz_number", "biz_date", "business_scope", "departure_station", "arrival_station"]
                .map(|column| (ORDER, column)),
        )
        .column((TABLE, "service_item_id"))
        .column((item::TABLE, "service_name_cn"))
        .column((TABLE, "created_by"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, TABLE, "order_id"))
        .join(JoinType::LeftJoin, item::TABLE, sql::same_org(item::TABLE, TABLE, "service_item_id"))
        .cond_where(waiting(actor))
        // An order without a day comes last; the databases differ about where nothing stands.
        .order_by_expr(Expr::cust("COALESCE(freight_order.biz_date, '9999-12-31')"), Order::Asc)
        .order_by((ORDER, "order_code"), Order::Asc)
        .order_by((TABLE, "line"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc);
    select
}

/// Reads what a selection finds.
pub(super) fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Cost>, Refusal> {
    conn.query(&select.into())?.iter().map(cost).collect()
}

fn cost(row: &Row) -> Result<Cost, Refusal> {
    Ok(Cost {
        id: row.get(0)?,
        order: row.get(1)?,
        coop: row.get(2)?,
        currency: row.get(3)?,
        amount: row.get(4)?,
        order_code: row.get(5)?,
        biz_number: row.get(6)?,
        biz_date: row.get(7)?,
        scope: row.get(8)?,
        departure: row.get(9)?,
        arrival: row.get(10)?,
        item: row.get(11)?,
        service: row.get(12)?,
        created_by: row.get(13)?,
    })
}

/// Those of some ids, in their order.
pub(super) fn by_id(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Cost>, Refusal> {
    let mut found = Vec::new();
    for ids in ids.chunks(AT_ONCE) {
        let mut select = selected(actor);
        select.and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()));
        found.extend(read(conn, select)?);
    }
    Ok(found)
}

/// What the lines of a sheet are called: its orders by all their numbers, by the places of the lines.
pub(super) fn bearers(conn: &mut dyn Conn, org: i64, lines: &[Line]) -> Result<Bearers, Refusal> {
    const OF_ORDER: [&str; 4] = ["order_code", "biz_number", "awb_number", "customer_number"];
    const OF_DETAIL: [&str; 3] = ["mlb_number", "hlb_number", "rail_waybill_no"];
    let mut places: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| line.charge.is_some()) {
        places.entry(line.order.unwrap_or(Id(0))).or_default().push(place);
    }
    let mut bearers = Bearers::default();
    let orders: Vec<Id> = places.keys().copied().collect();
    for some in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, ORDER);
        select
            .column((ORDER, "id"))
            .columns(OF_ORDER.map(|column| (ORDER, column)))
            .columns(OF_DETAIL.map(|column| (CARRIAGE_DETAIL, column)))
            .join(JoinType::LeftJoin, CARRIAGE_DETAIL, sql::same_org(CARRIAGE_DETAIL, ORDER, "id"))
            .and_where(sql::is_in(sql::of(ORDER, "id"), some.iter().copied()));
        for row in conn.query(&select.into())? {
            let order: Id = row.get(0)?;
            for number in 1..=OF_ORDER.len() + OF_DETAIL.len() {
                let number: Option<String> = row.get(number)?;
                for place in places.get(&order).into_iter().flatten() {
                    bearers.add(number.as_deref(), *place);
                }
            }
        }
    }
    Ok(bearers)
}

/// What service items are called, in capitals: their names, their codes and what they are searched by.
pub(crate) fn services(
    conn: &mut dyn Conn,
    org: i64,
    items: &BTreeSet<Id>,
) -> Result<BTreeMap<Id, BTreeSet<String>>, Refusal> {
    let mut select = sql::from(org, item::TABLE);
    select
        .columns(["id", "service_name_cn", "service_name_en", "service_code", "service_type"])
        .and_where(sql::is_in(sql::col("id"), items.iter().copied()));
    let mut names = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let (name, kind) = (text(1)?, text(4)?);
        let all = [format!("{kind}-{name}"), name, text(2)?, text(3)?];
        let all = all.iter().map(|one| folded(one)).filter(|one| !one.is_empty()).collect();
        names.insert(row.get(0)?, all);
    }
    Ok(names)
}
