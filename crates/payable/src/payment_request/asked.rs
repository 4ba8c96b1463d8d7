//! What may be asked for of payments, and what is asked for of them (css.md /css_payment_request).

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{IN_FORCE, PAYMENT};
use charge::ledger::{COST_VIEW, money_text};
use kernel::Id;
use platform::access::Actor;
use platform::call::{Call, Tx};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use settle::payment;
use settle::request::{CLOSED, PAID, PART_PAID, PASSED, ROW, RUNNING, TABLE};
use trade::charge::Currency;

use crate::payment::seen;

/// States in which the unpaid rest of a request is asked for.
const LIVE: [&str; 3] = [RUNNING, PASSED, PART_PAID];
/// Offered of a partner at once.
const OPEN_MAX: u64 = 200;

/// A payment as a request sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Askable {
    pub id: Id,
    pub num: String,
    pub coop: Id,
    pub currency: String,
    pub scope: String,
    amount: i64,
    settled: i64,
    /// The unpaid rests of its requests that are decided about or to be paid.
    asked: i64,
    /// Whether an invoice covers some of it.
    pub is_invoiced: bool,
    supplier: String,
}

impl Askable {
    /// What may still be asked for.
    pub(crate) fn rest(&self) -> i64 {
        self.amount - self.settled - self.asked
    }

    /// As selects and lines name it.
    pub(crate) fn label(&self) -> String {
        let rest = Currency::named(&self.currency).map(|currency| money_text(self.rest(), currency));
        format!("{} {} {}", self.num, self.currency, rest.unwrap_or_default())
    }
}

fn selected(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, PAYMENT);
    select
        .columns(
            ["id", "payment_num", "coop_id", "currency_code", "business_scope", "amount", "settled", "invoiced"]
                .map(|column| (PAYMENT, column)),
        )
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", PAYMENT, "coop_id"))
        .and_where(sql::of_eq(PAYMENT, "state", IN_FORCE.to_owned()))
        .cond_where(seen::visible(actor))
        .order_by((PAYMENT, "payment_date"), Order::Asc)
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    select
}

fn read(conn: &mut dyn Conn, org: i64, select: SelectStatement, except: Option<Id>) -> Result<Vec<Askable>, Refusal> {
    let one = |row: &Row| {
        Ok::<_, Refusal>(Askable {
            id: row.get(0)?,
            num: row.get(1)?,
            coop: row.get(2)?,
            currency: row.get(3)?,
            scope: row.get(4)?,
            amount: row.get(5)?,
            settled: row.get(6)?,
            is_invoiced: row.get::<i64>(7)? != 0,
            supplier: row.get(8)?,
            asked: 0,
        })
    };
    let mut found = conn.query(&select.into())?.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<Id> = found.iter().map(|one| one.id).collect();
    let asked = unpaid(conn, org, &ids, except)?;
    for one in &mut found {
        one.asked = asked.get(&one.id).copied().unwrap_or_default();
    }
    Ok(found)
}

/// The unpaid rests of the live requests of payments, but of one.
fn unpaid(conn: &mut dyn Conn, org: i64, payments: &[Id], except: Option<Id>) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = with_request(org, payments, "payment_request_row.amount - payment_request_row.paid");
    select.and_where(sql::is_in(sql::of(TABLE, "state"), LIVE.map(ToOwned::to_owned)));
    if let Some(except) = except {
        select.and_where(sql::of(TABLE, "id").ne(sql::value(except)));
    }
    sums(conn, select)
}

fn with_request(org: i64, payments: &[Id], summed: &str) -> SelectStatement {
    let mut select = sql::from(org, ROW);
    select
        .column((ROW, "payment_id"))
        .expr(Expr::cust(format!("CAST(COALESCE(SUM({summed}), 0) AS BIGINT)")))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ROW, "request_id"))
        .and_where(sql::is_in(sql::of(ROW, "payment_id"), payments.iter().copied()))
        .group_by_col((ROW, "payment_id"));
    select
}

fn sums(conn: &mut dyn Conn, select: SelectStatement) -> Result<BTreeMap<Id, i64>, Refusal> {
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Payments in force that an actor sees, by their dates and numbers, as a request other than this one finds them.
pub(crate) fn askable(
    conn: &mut dyn Conn,
    actor: &Actor,
    ids: &[Id],
    except: Option<Id>,
) -> Result<Vec<Askable>, Refusal> {
    let mut select = selected(actor);
    select.and_where(sql::is_in(sql::of(PAYMENT, "id"), ids.iter().copied()));
    read(conn, actor.org_id, select, except)
}

/// What a partner's payments in a currency leave to be asked for.
pub(super) fn open(
    conn: &mut dyn Conn,
    actor: &Actor,
    (coop, currency): (Id, Option<&str>),
    except: Option<Id>,
) -> Result<Vec<Askable>, Refusal> {
    let mut select = selected(actor);
    select
        .and_where(sql::of_eq(PAYMENT, "coop_id", coop))
        .and_where(sql::of(PAYMENT, "open_amount").ne(sql::value(0i64)))
        .limit(OPEN_MAX);
    if let Some(currency) = currency {
        select.and_where(sql::of_eq(PAYMENT, "currency_code", currency.to_owned()));
    }
    let mut found = read(conn, actor.org_id, select, except)?;
    let partly = not_whole(conn, actor, &found)?;
    found.retain(|one| one.rest() != 0 && !partly.contains(&one.id));
    Ok(found)
}

fn not_whole(conn: &mut dyn Conn, actor: &Actor, found: &[Askable]) -> Result<BTreeSet<Id>, Refusal> {
    seen::not_whole(conn, actor, &found.iter().map(|one| one.id).collect::<Vec<_>>())
}

/// Counts anew what is asked for of payments that are held with their orders: all of a request that is decided about, passed
/// or paid; of a closed one what was paid. Their statuses follow.
pub(crate) fn recount(tx: &mut Tx<'_>, payments: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let mut whole = with_request(org, payments, "payment_request_row.amount");
    let states = LIVE.into_iter().chain([PAID]).map(ToOwned::to_owned);
    whole.and_where(sql::is_in(sql::of(TABLE, "state"), states));
    let mut part = with_request(org, payments, "payment_request_row.paid");
    part.and_where(sql::of_eq(TABLE, "state", CLOSED.to_owned()));
    let (whole, part) = (sums(tx, whole)?, sums(tx, part)?);
    for payment in payments {
        let of = |known: &BTreeMap<Id, i64>| known.get(payment).copied().unwrap_or_default();
        let cells = [("requested", Value::Int(of(&whole) + of(&part)))];
        let mut update = sql::update(org, PAYMENT, &cells);
        update.and_where(sql::eq("id", *payment));
        tx.exec(&update.into())?;
    }
    payment::restate(tx, payments)
}

/// Whether one of some payments has a request that is decided about.
pub(crate) fn is_decided(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<bool, Refusal> {
    let mut select = with_request(org, payments, "1");
    select.and_where(sql::of_eq(TABLE, "state", RUNNING.to_owned())).limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// The rows of a request: payment, what is asked for of it, what was paid.
pub(crate) fn rows(conn: &mut dyn Conn, org: i64, request: Id) -> Result<Vec<(Id, i64, i64)>, Refusal> {
    let mut select = sql::from(org, ROW);
    select
        .columns(["payment_id", "amount", "paid"].map(|column| (ROW, column)))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ROW, "payment_id"))
        .and_where(sql::of_eq(ROW, "request_id", request))
        .order_by((PAYMENT, "payment_date"), Order::Asc)
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// Answers the select `openPayment`: payments of which something may be asked for. One that its reader sees in part is named
/// where a row has it, without its rest.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    if !actor.has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = selected(&actor);
    select.limit(OFFERS_MAX);
    let names_one = ask.value.parse::<i64>().ok();
    if let Some(id) = names_one {
        select.and_where(sql::of_eq(PAYMENT, "id", id));
    } else {
        let named = [(PAYMENT, "payment_num"), ("coop", "coop_name"), ("coop", "coop_code")];
        let named = named.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword));
        select.and_where(sql::of(PAYMENT, "open_amount").ne(sql::value(0i64))).cond_where(sql::any_of(named));
    }
    let (found, partly) = call.read(|conn| {
        let found = read(conn, actor.org_id, select, None)?;
        let partly = not_whole(conn, &actor, &found)?;
        Ok((found, partly))
    })?;
    let offer = |one: &Askable| {
        let label = if partly.contains(&one.id) { one.num.clone() } else { one.label() };
        Offer { value: one.id.to_string(), label, hint: one.supplier.clone() }
    };
    Ok(found.iter().filter(|one| names_one.is_some() || !partly.contains(&one.id)).map(offer).collect())
}
