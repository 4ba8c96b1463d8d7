//! What is told of advances: who sees them, how old they are, what is left.

use charge::ledger::{COST_VIEW, INCOME_VIEW};
use charge::rate;
use kernel::{format_scaled, parse_day, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::call::Call;
use platform::list::{Asked, RowView};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json, json};
use settle::advance::{DEPOSIT_IN, DEPOSIT_OUT, IN, OPEN, OUT, TABLE};
use settle::amounts::{self, figure};
use settle::field::made;

use super::{AMOUNT, OPEN_AMOUNT, REFUNDED, USED_AMOUNT};
use crate::income_writeoff::numbers_by;
use crate::receipt::offer;

pub(super) const AGE: Field = Field::int("账龄（天）", "Age (days)").column("age");
pub(super) const WRITE_OFFS: Field = made("writeoffNum", "核销单号", "Write-offs");
pub(super) const OVERDUE: Field = Field::flag("押金逾期未退", "Deposit overdue").column("overdue");

/// What was received is of who sees income, what was paid of who sees cost; one that names an order is of who sees that.
pub(super) fn visible(actor: &Actor) -> Condition {
    let sides = [(INCOME_VIEW, [IN, DEPOSIT_IN]), (COST_VIEW, [OUT, DEPOSIT_OUT])];
    let kinds = sides.into_iter().filter(|(view, _)| actor.has(view)).flat_map(|(_, kinds)| kinds);
    let seen = Condition::all().add(sql::is_in(sql::of(TABLE, "kind"), kinds.map(str::to_owned)));
    let orders = visible_order(actor);
    if orders.is_empty() {
        return seen;
    }
    seen.add(Condition::any().add(sql::of(TABLE, "order_id").is_null()).add(orders))
}

/// Refuses an advance its user does not see.
pub(crate) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .expr(Expr::cust("1"))
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, TABLE, "order_id"))
        .cond_where(visible(actor))
        .and_where(sql::of_eq(TABLE, "id", id));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Deposits that should be back by now.
pub(super) fn overdue(actor: &Actor, yes: bool) -> Condition {
    let late = Condition::all()
        .add(sql::of_eq(TABLE, "state", OPEN.to_owned()))
        .add(sql::of(TABLE, "return_date").is_not_null())
        .add(sql::of(TABLE, "return_date").lt(sql::value(show_day(actor.now.day()))));
    if yes { late } else { late.not() }
}

/// A deposit that should be back by now is shown in red.
pub(super) fn mark(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let text = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
    let due = text("returnDate");
    if text("state") == OPEN && !due.is_empty() && due < show_day(actor.now.day()) {
        out.push_str(",\"overdue\":true");
    }
}

pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let numbers = numbers_by(conn, actor.org_id, "advance_id", &ids)?;
    let today = actor.now.day();
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        row.set(&WRITE_OFFS.name(), Value::Text(numbers.get(&id).cloned().unwrap_or_default()));
        let since = String::from_value(row.value("date")).ok().as_deref().and_then(parse_day);
        let age = since.map(|since| kernel::days_between(since, today));
        row.set(&AGE.name(), age.map_or(Value::Null, Value::Int));
    }
    Ok(())
}

/// Sums of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 4] = [
        (AMOUNT, "advance.amount"),
        (USED_AMOUNT, "advance.used"),
        (REFUNDED, "advance.refunded"),
        (OPEN_AMOUNT, "advance.open_amount"),
    ];
    amounts::totals(conn, asked, TABLE, &SUMMED)
}

/// The figures of an advance; who sees it, sees them.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns([
            "currency_code",
            "amount",
            "used",
            "refunded",
            "open_amount",
            "functional",
            "functional_used",
            "state",
        ])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let currency = rate::currency_of(&row.get::<String>(0)?)?;
    let own = rate::functional(conn, actor.org_id)?;
    let lines = [(1, ("金额", "Amount")), (2, ("已冲抵", "Used")), (3, ("已退", "Paid back")), (4, ("余额", "Open"))];
    let mut told = Told::default();
    for (place, label) in lines {
        told = told.line(label, figure(row.get(place)?, currency));
    }
    let is_void = row.get::<String>(7)? == settle::advance::VOID;
    let left = if is_void { 0 } else { row.get::<i64>(5)? - row.get::<i64>(6)? };
    Ok(told.line(("余额（本币）", "Open (functional)"), figure(left, own)))
}

/// A dialog that begins today.
pub(super) fn today(actor: &Actor) -> Map<String, Json> {
    [("date".to_owned(), json!(show_day(actor.now.day())))].into_iter().collect()
}

/// 退款 begins with all that is open, today, from the account it came to.
pub(super) fn rest(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Some(id) = id else { return Ok(Map::new()) };
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("open_amount").and_where(sql::eq("id", id));
    let open: i64 = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let mut out = today(actor);
    out.insert("amount".to_owned(), json!(format_scaled(open, 3, 2)));
    Ok(out)
}

/// The select `openAdvance`: advances and deposits received with an open amount, by number or partner.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "advance_num", "currency_code", "open_amount"].map(|column| (TABLE, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .join(JoinType::LeftJoin, ORDER, sql::same_org(ORDER, TABLE, "order_id"))
        .cond_where(visible(&actor))
        .order_by((TABLE, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let named = [(TABLE, "advance_num"), ("coop", "coop_name"), ("coop", "coop_code")];
        let found = named.map(|(table, column)| sql::contains(sql::of(table, column), &ask.keyword));
        select
            .and_where(sql::of(TABLE, "open_amount").ne(0i64))
            .and_where(sql::is_in(sql::of(TABLE, "kind"), [IN, DEPOSIT_IN].map(str::to_owned)))
            .cond_where(sql::any_of(found));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    call.read(|conn| conn.query(&select.into())?.iter().map(|row| offer(&actor, row)).collect())
}
