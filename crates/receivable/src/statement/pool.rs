//! Notes a statement can be made of: of one customer, in no statement, not applied for, nothing settled of them.

use std::collections::BTreeMap;

use charge::chain::{IN_FORCE, NOTE, NOTE_ROW};
use charge::rate;
use kernel::{Day, Id, grouped, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use platform::store::Row;
use settle::amounts::parts;
use settle::due::settlement_month;
use settle::note;
use settle::number::SEVERAL;

use super::due;

/// Columns a pasted number is looked for in.
const NUMBERS: [(&str, &str); 4] =
    [(NOTE, "note_num"), (ORDER, "order_code"), (ORDER, "biz_number"), (ORDER, "customer_number")];

/// Which notes are wanted.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub coop: Id,
    /// A scope; none for all.
    pub scope: Option<String>,
    pub biz: (Option<Day>, Option<Day>),
    pub dated: (Option<Day>, Option<Day>),
    pub numbers: Vec<String>,
}

/// A note as it is chosen.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub id: Id,
    pub num: String,
    pub number: String,
    pub biz_date: String,
    pub date: String,
    pub due: String,
    pub functional: i64,
    /// `CNY 9,000.00  USD 3,000.00`.
    pub amounts: String,
}

/// The numbers of a pasted text.
pub(super) fn pasted(text: &str) -> Vec<String> {
    let numbers = text.split([' ', ',', '，', '\n', '\r', '\t', ';', '；']).filter(|number| !number.is_empty());
    numbers.take(super::members::NOTES_MAX).map(ToOwned::to_owned).collect()
}

fn within(of: (&'static str, &'static str), (from, to): (Option<Day>, Option<Day>)) -> Condition {
    let day = || sql::of(of.0, of.1);
    let from = from.map(|from| day().gte(sql::value(show_day(from))));
    let to = to.map(|to| day().lte(sql::value(show_day(to))));
    Condition::all().add_option(from).add_option(to)
}

/// Notes by what is wanted of them, with their orders, of those an actor sees.
fn matching(actor: &Actor, wanted: &Wanted) -> SelectStatement {
    let mut select = sql::from(actor.org_id, NOTE);
    select
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .cond_where(visible_order(actor))
        .cond_where(within((ORDER, "biz_date"), wanted.biz))
        .cond_where(within((NOTE, "note_date"), wanted.dated));
    if let Some(scope) = wanted.scope.as_deref().filter(|scope| *scope != SEVERAL) {
        select.and_where(sql::of_eq(NOTE, "business_scope", scope.to_owned()));
    }
    match wanted.numbers.as_slice() {
        [] => {}
        // One number is looked for anywhere in the text, several are pasted whole.
        [one] => {
            let columns = NUMBERS.map(|(table, column)| sql::contains(sql::of(table, column), one));
            select.cond_where(sql::any_of(columns));
        }
        several => {
            let columns = NUMBERS.map(|(table, column)| sql::is_in(sql::of(table, column), several.iter().cloned()));
            select.cond_where(sql::any_of(columns));
        }
    }
    select
}

/// Notes that can stand on a new statement, the oldest first.
fn free(actor: &Actor, wanted: &Wanted) -> SelectStatement {
    let mut settled = Query::select();
    settled
        .expr(Expr::cust("1"))
        .from(NOTE_ROW)
        .and_where(sql::of(NOTE_ROW, "org_id").equals((NOTE, "org_id")))
        .and_where(sql::of(NOTE_ROW, "note_id").equals((NOTE, "id")))
        .and_where(sql::of(NOTE_ROW, "settled").ne(0i64));
    let mut select = matching(actor, wanted);
    select
        .and_where(sql::of_eq(NOTE, "coop_id", wanted.coop))
        .and_where(sql::of_eq(NOTE, "state", IN_FORCE.to_owned()))
        .and_where(sql::of(NOTE, "statement_id").is_null())
        .and_where(sql::of(NOTE, "application_id").is_null())
        .and_where(Expr::exists(settled).not())
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc);
    select
}

/// Those notes, so many at most.
pub(super) fn read(conn: &mut dyn Conn, actor: &Actor, wanted: &Wanted, most: usize) -> Result<Vec<Found>, Refusal> {
    found(conn, actor.org_id, free(actor, wanted), most)
}

/// The notes that stand on a statement, of the orders an actor sees and by what is wanted of them.
pub(super) fn standing(
    conn: &mut dyn Conn,
    actor: &Actor,
    (statement, wanted): (Id, &Wanted),
    most: usize,
) -> Result<Vec<Found>, Refusal> {
    let mut select = matching(actor, wanted);
    select
        .and_where(sql::of_eq(NOTE, "statement_id", statement))
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc);
    found(conn, actor.org_id, select, most)
}

fn found(conn: &mut dyn Conn, org: i64, mut select: SelectStatement, most: usize) -> Result<Vec<Found>, Refusal> {
    select
        .columns(["id", "note_num", "note_date", "due_date", "functional"].map(|column| (NOTE, column)))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .limit(u64::try_from(most).unwrap_or(u64::MAX));
    let rows = conn.query(&select.into())?;
    let mut all = rows.iter().map(of_row).collect::<Result<Vec<Found>, _>>()?;
    let own = rate::functional(conn, org)?;
    let ids: Vec<Id> = all.iter().map(|one| one.id).collect();
    let mut amounts: BTreeMap<Id, Vec<(String, i64)>> = BTreeMap::new();
    for row in note::rows(conn, org, &ids)? {
        amounts.entry(row.note).or_default().push((row.currency, row.amount));
    }
    for one in &mut all {
        let own_rows = amounts.get(&one.id).into_iter().flatten();
        one.amounts = parts(own, own_rows.map(|(code, amount)| (code.as_str(), *amount)));
    }
    Ok(all)
}

fn of_row(row: &Row) -> Result<Found, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let number = text(5)?;
    Ok(Found {
        id: row.get(0)?,
        num: text(1)?,
        date: text(2)?,
        due: text(3)?,
        functional: row.get(4)?,
        number: if number.is_empty() { text(6)? } else { number },
        biz_date: text(7)?,
        amounts: String::new(),
    })
}

/// 按协议自动: those of the wanted notes that count on a day of the settlement month of a statement.
pub(super) fn of_month(
    conn: &mut dyn Conn,
    actor: &Actor,
    (wanted, date): (&Wanted, Day),
    most: usize,
) -> Result<Vec<Id>, Refusal> {
    let mut select = free(actor, wanted);
    select.column((NOTE, "id")).limit(u64::try_from(most).unwrap_or(u64::MAX));
    let ids = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    let (first, last) = settlement_month(date);
    let bases = due::bases(conn, actor.org_id, &ids)?;
    Ok(ids.into_iter().filter(|id| bases.get(id).is_some_and(|base| first <= *base && *base <= last)).collect())
}

/// An amount in the functional currency as it is read.
pub(super) fn functional(raw: i64, own: trade::charge::Currency) -> String {
    grouped(&charge::ledger::money_text(raw, own))
}
