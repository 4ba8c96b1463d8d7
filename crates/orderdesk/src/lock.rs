//! Locking many orders of a scope for a day, by the rules of the lock of one: what these ask of the orders is asked for all of
//! them at once, and answered while their charges are held.

use std::collections::{BTreeMap, BTreeSet};

use approval::lock::{change, locked, needs_records};
use approval::{pending, words};
use charge::finance;
use charge::ledger::{self, Standing};
use charge::period::Months;
use facts::order_log::log_entry;
use kernel::{Day, Id, Scope, Text, show_day};
use order::store::TABLE;
use order::{DONE, HIDDEN, Lifecycle, Move, MoveFacts, form_page, refuse, visible_order};
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Expr, Order};
use platform::setting::Decided;
use platform::store::{Conn, Row, sql};
use serde_json::Value as Json;

/// An order that can't be locked.
#[derive(Debug)]
pub struct Unlockable {
    /// Row.
    pub id: Id,
    /// Code, of one its caller sees.
    pub code: String,
    /// Why.
    pub why: Text,
}

/// Orders that may be locked, and those that may not.
#[derive(Debug, Default)]
pub struct Lockable {
    /// Rows and codes.
    pub passing: Vec<(Id, String)>,
    /// The others with their reasons.
    pub failed: Vec<Unlockable>,
}

/// An order as it is while its charges are held.
struct Head {
    id: Id,
    code: String,
    lifecycle: Lifecycle,
    recorded: [i64; 2],
    visible: bool,
}

/// Which of these orders of a scope may be locked for a day. All of them are held until the transaction ends, one after the
/// other by their ids: two who lock the same orders wait for each other.
pub fn lockable(tx: &mut Tx<'_>, (scope, ids): (Scope, &BTreeSet<Id>), day: Day) -> Result<Lockable, Refusal> {
    let org = tx.org();
    let there = known(tx, org, scope, ids)?;
    finance::hold_all(tx, &there.iter().copied().collect())?;
    let heads: BTreeMap<Id, Head> = heads(tx, &there)?.into_iter().map(|head| (head.id, head)).collect();
    let waiting = pending::of_orders(tx, org, &there)?;
    let unconfirmed = finance::pending(tx, org, &there)?;
    let needs_records = needs_records(&Decided::of(tx, org)?, scope)?;
    let period = Months::of(tx, org)?.refuses(day);
    let why = |head: &Head| {
        let facts = MoveFacts {
            lifecycle: head.lifecycle,
            waits: waiting.contains(&head.id).then_some(words::UNDER_APPROVAL),
            records_open: needs_records && head.recorded.iter().any(|state| *state < DONE),
            charges: Standing {
                pending: unconfirmed.get(&head.id).copied().unwrap_or_default(),
                ..Standing::default()
            },
            period: period.clone(),
            ..MoveFacts::default()
        };
        if head.visible { refuse(scope, Move::Lock, &facts) } else { Some(HIDDEN.text()) }
    };
    let mut all = Lockable::default();
    for id in ids {
        let none = || Unlockable { id: *id, code: String::new(), why: messages::NO_SUCH_DATA.text() };
        let Some(head) = heads.get(id) else {
            all.failed.push(none());
            continue;
        };
        let code = if head.visible { head.code.clone() } else { String::new() };
        match why(head) {
            Some(why) => all.failed.push(Unlockable { id: *id, code, why }),
            None => all.passing.push((*id, code)),
        }
    }
    Ok(all)
}

/// Those of the company's orders of a scope that there are.
fn known(conn: &mut dyn Conn, org: i64, scope: Scope, ids: &BTreeSet<Id>) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .and_where(sql::eq("business_scope", scope.code()))
        .order_by("id", Order::Asc);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn heads(tx: &mut Tx<'_>, ids: &[Id]) -> Result<Vec<Head>, Refusal> {
    let actor = tx.actor;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "order_code", "lifecycle", "income_recorded", "cost_recorded"].map(|column| (TABLE, column)))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()));
    let rows = tx.query(&select.into())?;
    rows.iter().map(head).collect()
}

fn head(row: &Row) -> Result<Head, Refusal> {
    Ok(Head {
        id: row.get(0)?,
        code: row.get(1)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(2)?),
        recorded: [row.get(3)?, row.get(4)?],
        visible: row.get::<i64>(5)? == 1,
    })
}

/// Locks orders that were found to be lockable for a day.
pub fn lock(tx: &mut Tx<'_>, (scope, orders): (Scope, &[(Id, String)]), day: Day) -> Result<(), Refusal> {
    let day = show_day(day);
    for (id, code) in orders {
        ledger::lock(tx, *id, &day)?;
        if !change(tx, *id, Lifecycle::Open, locked(&day))? {
            return Err(Refusal::Stale(Json::Null));
        }
        let entry = log_entry(*id, code.clone(), form_page(scope)).did("修改", Move::Lock.zh());
        tx.log(entry.text(lock_text(&day)).level(Level::High))?;
        message::order::moved(tx, *id, Move::Lock)?;
    }
    Ok(())
}

/// What stands in the log of an order that finance locks.
pub(crate) fn lock_text(day: &str) -> String {
    format!("财务锁账：财务日期 {day}")
}
