//! The lock of finance on orders of every scope, and those that finance locks by itself: whose unlocking is over, and
//! whose operations were finished days ago. The latter is done in the name of the company's administrator; what may not
//! be locked yet waits for that.

use std::sync::Arc;

use charge::finance;
use charge::ledger::{self, Standing};
use charge::period::{Months, first_day};
use facts::order_log::log_entry;
use kernel::{Day, Id, Instant, Scope, Text, parse_day, show_day};
use order::config::AUTO_LOCK_DAYS;
use order::{DONE, Lifecycle, Move, MoveFacts, form_page, refuse};
use platform::call::{App, Call};
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::setting::{self, Decided};
use platform::store::{Cell, Conn, Value, sql};

use crate::{pending, people};

/// Orders of every scope.
pub(crate) const TABLE: &str = "freight_order";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Columns of an order.
pub type Cells = Vec<(&'static str, Value)>;

/// Both plans.
pub const PLANS: [Plan; 2] = [
    Plan::new(
        "order.lockAgain",
        ("解锁到期自动锁账", "Locking of orders whose unlocking is over"),
        (Category::Update, Schedule::Minute),
        lock_again,
    ),
    Plan::new(
        "order.lockFinished",
        ("操作完成后自动锁账", "Locking of orders finished days ago"),
        (Category::Update, Schedule::Morning),
        lock_finished,
    ),
];

/// What is written of an order that is locked on a day; the day counts for the period.
pub fn locked(day: &str) -> Cells {
    vec![
        ("lifecycle", Lifecycle::Locked.code().into_value()),
        ("financial_date", day.into_value()),
        ("unlocked_until", Value::Null),
        ("former_financial_date", Value::Null),
        // What is opened again after this stays open until somebody locks it.
        ("finished_at", Value::Null),
    ]
}

/// What is written of an order that finance opens again.
pub fn opened() -> Cells {
    vec![("lifecycle", Lifecycle::Open.code().into_value()), ("financial_date", Value::Null)]
}

/// Why an order can't be locked for a day now.
pub fn refused(conn: &mut dyn Conn, org: i64, order: Id, day: Day) -> Result<Option<Text>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["business_scope", "lifecycle", "income_recorded", "cost_recorded"]).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let recorded: (i64, i64) = (row.get(2)?, row.get(3)?);
    let scope = Scope::from_code(&row.get::<String>(0)?).ok_or(Refusal::NotFound)?;
    let facts = MoveFacts {
        lifecycle: Lifecycle::from_code(&row.get::<String>(1)?),
        waits: pending::waits(conn, org, order)?,
        records_open: records_open(&Decided::of(conn, org)?, scope, recorded)?,
        charges: Standing::of(conn, org, order)?,
        period: Months::of(conn, org)?.refuses(day),
        ..MoveFacts::default()
    };
    Ok(refuse(scope, Move::Lock, &facts))
}

/// The day an order is locked for by itself (css.md 0.10): that of its former lock, else the day it counts on; where its month
/// is not open the first day of the oldest open month. Where no month is open, why it can't be locked.
fn own_day(conn: &mut dyn Conn, org: i64, order: Id, today: Day) -> Result<Result<Day, Text>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["former_financial_date", "biz_date"]).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let day = |place: usize| Ok::<_, Refusal>(parse_day(&row.get::<String>(place)?));
    let wished = day(0)?.or(day(1)?).unwrap_or(today);
    let months = Months::of(conn, org)?;
    Ok(match (months.refuses(wished), months.oldest_open().and_then(first_day)) {
        (None, _) => Ok(wished),
        (Some(_), Some(day)) => Ok(day),
        (Some(why), None) => Err(why),
    })
}

/// Whether income and cost must be done before the lock, and are not.
pub fn records_open(decided: &Decided, scope: Scope, (income, cost): (i64, i64)) -> Result<bool, Refusal> {
    Ok((income < DONE || cost < DONE) && needs_records(decided, scope)?)
}

/// Whether a company locks only what is recorded.
pub fn needs_records(decided: &Decided, scope: Scope) -> Result<bool, Refusal> {
    decided.value(&domain::switch::LOCK_NEEDS_RECORDED, Some(scope))
}

/// Why orders are locked, as their log tells it.
struct Due {
    condition: Expr,
    why: &'static str,
}

fn lock_again(app: &Arc<App>) -> Result<usize, Refusal> {
    let over = || sql::col("unlocked_until").lt(sql::value(app.clock.now()));
    app.each_org(|org| lock(app, org, Due { condition: over(), why: "解锁到期，自动锁账" }))
}

/// Unlocked ones wait until their unlocking is over.
fn lock_finished(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| Scope::all().try_fold(0, |count, scope| Ok(count + finished(app, org, scope)?)))
}

/// The orders of a scope whose operations were finished the days ago its company decided.
fn finished(app: &Arc<App>, org: i64, scope: Scope) -> Result<usize, Refusal> {
    let days: i64 = app.store.read(|conn| setting::value(conn, org, &AUTO_LOCK_DAYS, Some(scope)))?;
    if days == 0 {
        return Ok(0);
    }
    let by = app.clock.now().plus_millis(-days * DAY_MS);
    let condition = sql::eq("business_scope", scope.code())
        .and(sql::col("finished_at").lte(sql::value(by)))
        .and(sql::col("unlocked_until").is_null());
    lock(app, org, Due { condition, why: "操作完成后自动锁账" })
}

/// The rows that are due are asked for by their partial index, whatever else would stand beside it: the rest is for each
/// order to say.
fn lock(app: &Arc<App>, org: i64, due: Due) -> Result<usize, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["lifecycle", "id", "unlocked_until"]).and_where(due.condition);
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    let mut admin = None;
    let mut count = 0;
    for row in &rows {
        if row.get::<String>(0)? != Lifecycle::Open.code() {
            continue;
        }
        if admin.is_none() {
            admin = people::call_of_admin(app, org)?;
        }
        let Some(call) = &admin else { break };
        match lock_one(call, (row.get(1)?, row.get(2)?), due.why, app.clock.now()) {
            Ok(is_locked) => count += usize::from(is_locked),
            // Its month was closed, or somebody moved it on, at this moment: the next run finds that, the others go on.
            Err(Refusal::Business(_) | Refusal::Stale(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(count)
}

/// Locks an order. One whose unlocking is over and that can't be locked stays open, and is told of.
fn lock_one(call: &Call, (order, until): (Id, Option<Instant>), why: &str, now: Instant) -> Result<bool, Refusal> {
    call.write(|tx| {
        tx.no_log_line();
        let org = tx.org();
        // What is decided by stays true until the order is written.
        finance::hold(tx, order, None)?;
        let day = own_day(tx, org, order, now.day())?;
        let stands_against = match &day {
            Ok(day) => refused(tx, org, order, *day)?,
            Err(why) => Some(why.clone()),
        };
        if let Some((until, why)) = until.zip(stands_against.as_ref()) {
            message::order::stays_open(tx, order, (until, why))?;
        }
        let (Ok(day), None) = (day, stands_against) else { return Ok(false) };
        let Some(subject) = people::order(tx, org, sql::eq("id", order), now)? else { return Ok(false) };
        let day = show_day(day);
        if !change(tx, order, Lifecycle::Open, locked(&day))? {
            return Ok(false);
        }
        ledger::lock(tx, order, &day)?;
        let entry = log_entry(order, subject.code.clone(), form_page(subject.scope()?)).did("修改", "自动锁账");
        tx.log(entry.level(Level::High).text(format!("{why}：财务日期 {day}")))?;
        message::order::moved(tx, order, Move::Lock)?;
        Ok(true)
    })
}

/// Changes an order that stands where it did; answers whether it does.
pub fn change(
    tx: &mut platform::call::Tx<'_>,
    order: Id,
    stands: Lifecycle,
    mut cells: Cells,
) -> Result<bool, Refusal> {
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    cells.extend([
        ("row_uuid", row_uuid.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ]);
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", order)).and_where(sql::eq("lifecycle", stands.code().to_owned()));
    Ok(tx.exec(&update.into())? > 0)
}
