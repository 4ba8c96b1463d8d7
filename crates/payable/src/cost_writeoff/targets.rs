//! What of a supplier is open: the details of his payments, the oldest first (css.md 0.7).

use std::collections::BTreeSet;

use charge::chain::{DETAIL, IN_FORCE, PAYMENT};
use charge::ledger::{COST_VIEW, money_text};
use charge::line::TABLE as CHARGE;
use charge::rate;
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, sql};

use crate::payment::seen::not_whole;

/// Details a form is offered at once.
pub(super) const OFFERED_MAX: u64 = 500;

/// An open detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Open {
    pub id: Id,
    pub payment: Id,
    pub payment_num: String,
    pub coop: Id,
    pub currency: String,
    pub amount: i64,
    pub settled: i64,
    pub number: String,
    pub biz_date: String,
    pub item: String,
}

impl Open {
    pub(super) fn rest(&self) -> i64 {
        self.amount - self.settled
    }

    /// As selects and lines name it.
    pub(super) fn label(&self) -> String {
        let day: String = self.biz_date.chars().skip("2026-".len()).collect();
        let parts = [self.number.as_str(), self.item.as_str(), day.as_str(), self.payment_num.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Details in force that an actor sees; conditions are added.
pub(super) fn selected(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, DETAIL);
    select
        .columns(["id", "payment_id"].map(|column| (DETAIL, column)))
        .columns(["payment_num", "coop_id", "currency_code"].map(|column| (PAYMENT, column)))
        .columns(["amount", "settled"].map(|column| (DETAIL, column)))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .column(("item", "service_name_cn"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"))
        .join(JoinType::LeftJoin, CHARGE, sql::same_org(CHARGE, DETAIL, "charge_id"))
        .join_as(JoinType::LeftJoin, "service_item", "item", sql::same_org("item", CHARGE, "service_item_id"))
        .and_where(sql::of_eq(PAYMENT, "state", IN_FORCE.to_owned()))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .cond_where(visible_order(actor));
    select
        .order_by_expr(Expr::cust("CASE WHEN payment_detail.amount < 0 THEN 0 ELSE 1 END"), Order::Asc)
        .order_by_expr(Expr::cust("COALESCE(freight_order.biz_date, '9999-12-31')"), Order::Asc)
        .order_by((ORDER, "order_code"), Order::Asc)
        .order_by((DETAIL, "id"), Order::Asc);
    select
}

pub(super) fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Open>, Refusal> {
    let one = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let (number, code) = (text(7)?, text(8)?);
        Ok(Open {
            id: row.get(0)?,
            payment: row.get(1)?,
            payment_num: row.get(2)?,
            coop: row.get(3)?,
            currency: row.get(4)?,
            amount: row.get(5)?,
            settled: row.get(6)?,
            number: if number.is_empty() { code } else { number },
            biz_date: text(9)?,
            item: text(10)?,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Leaves what is open.
pub(super) fn is_open() -> Expr {
    sql::of(DETAIL, "amount").ne(sql::of(DETAIL, "settled"))
}

/// What is open of a supplier, in a currency where one is chosen.
pub(super) fn of_coop(conn: &mut dyn Conn, actor: &Actor, (coop, currency): (Id, &str)) -> Result<Vec<Open>, Refusal> {
    let mut select = selected(actor);
    select.and_where(is_open()).and_where(sql::of_eq(PAYMENT, "coop_id", coop)).limit(OFFERED_MAX);
    if !currency.is_empty() {
        select.and_where(sql::of_eq(PAYMENT, "currency_code", currency.to_owned()));
    }
    let mut found = read(conn, select)?;
    retain_whole(conn, actor, &mut found)?;
    Ok(found)
}

/// Leaves what is of payments that an actor sees wholly: others are only looked at.
fn retain_whole(conn: &mut dyn Conn, actor: &Actor, found: &mut Vec<Open>) -> Result<(), Refusal> {
    let payments: BTreeSet<Id> = found.iter().map(|one| one.payment).collect();
    let partly = not_whole(conn, actor, &payments.into_iter().collect::<Vec<_>>())?;
    found.retain(|one| !partly.contains(&one.payment));
    Ok(())
}

/// Details by their ids; those the actor does not see are not among them.
pub(super) fn by_id(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Open>, Refusal> {
    let mut select = selected(actor);
    select.and_where(sql::is_in(sql::of(DETAIL, "id"), ids.iter().copied()));
    read(conn, select)
}

/// Answers the select `openDetail`: open details of payments, by number, payment and supplier.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    if !actor.has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = selected(&actor);
    select.join(JoinType::InnerJoin, "coop", sql::same_org("coop", PAYMENT, "coop_id")).limit(OFFERS_MAX);
    let names_one = ask.value.parse::<i64>().ok();
    if let Some(id) = names_one {
        select.and_where(sql::of_eq(DETAIL, "id", id));
    } else {
        let named = [(ORDER, "order_code"), (ORDER, "biz_number"), (PAYMENT, "payment_num"), ("coop", "coop_name")];
        select.and_where(is_open()).cond_where(sql::any_of(
            named.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword)),
        ));
    }
    let found = call.read(|conn| {
        let mut found = read(conn, select)?;
        if names_one.is_none() {
            retain_whole(conn, &actor, &mut found)?;
        }
        Ok(found)
    })?;
    let offer = |one: &Open| {
        let rest = rate::currency_of(&one.currency).map(|currency| money_text(one.rest(), currency));
        let hint = format!("{} {}", one.currency, rest.unwrap_or_default());
        Offer { value: one.id.to_string(), label: one.label(), hint }
    };
    Ok(found.iter().map(offer).collect())
}
