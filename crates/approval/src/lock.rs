//! The lock of finance on orders of every scope, and those that finance locks by itself: whose unlocking is over, and
//! whose operations were finished days ago. The latter is done in the name of the company's administrator; what may not
//! be locked yet waits for that.

use std::sync::Arc;

use facts::order_log::log_entry;
use kernel::{Id, Instant, Scope, Text, show_day};
use order::config::AUTO_LOCK_DAYS;
use order::{Lifecycle, Move, MoveFacts, form_page, refuse};
use platform::call::{App, Call};
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::setting;
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
        // What is opened again after this stays open until somebody locks it.
        ("finished_at", Value::Null),
    ]
}

/// What is written of an order that finance opens again.
pub fn opened() -> Cells {
    vec![("lifecycle", Lifecycle::Open.code().into_value()), ("financial_date", Value::Null)]
}

/// Why an order can't be locked now, or opened again.
pub fn refused(conn: &mut dyn Conn, org: i64, order: Id, wanted: Move) -> Result<Option<Text>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["business_scope", "lifecycle", "income_recorded", "cost_recorded"]).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let recorded: (i64, i64) = (row.get(2)?, row.get(3)?);
    let scope = Scope::from_code(&row.get::<String>(0)?).ok_or(Refusal::NotFound)?;
    let facts = MoveFacts {
        lifecycle: Lifecycle::from_code(&row.get::<String>(1)?),
        waits: pending::waits(conn, org, order)?,
        records_open: records_open(conn, org, Some(scope), recorded)?,
        ..MoveFacts::default()
    };
    Ok(refuse(scope, wanted, &facts))
}

/// Whether income and cost must be done before the lock, and are not. An order without charges has
/// nothing to record, so an org must ask for it.
pub fn records_open(
    conn: &mut dyn Conn,
    org: i64,
    scope: Option<Scope>,
    (income, cost): (i64, i64),
) -> Result<bool, Refusal> {
    let wanted: bool = setting::value(conn, org, &domain::switch::LOCK_NEEDS_RECORDED, scope)?;
    Ok(wanted && (income < 2 || cost < 2))
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
    select.columns(["lifecycle", "id"]).and_where(due.condition);
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
        count += usize::from(lock_one(call, row.get(1)?, due.why, app.clock.now())?);
    }
    Ok(count)
}

fn lock_one(call: &Call, order: Id, why: &str, now: Instant) -> Result<bool, Refusal> {
    call.write(|tx| {
        tx.no_log_line();
        let org = tx.org();
        if refused(tx, org, order, Move::Lock)?.is_some() {
            return Ok(false);
        }
        let Some(subject) = people::order(tx, org, sql::eq("id", order), now)? else { return Ok(false) };
        let day = show_day(now.day());
        if !change(tx, order, Lifecycle::Open, locked(&day))? {
            return Ok(false);
        }
        let entry = log_entry(order, subject.code.clone(), form_page(subject.scope()?)).did("修改", "自动锁账");
        tx.log(entry.level(Level::High).text(format!("{why}：财务日期 {day}")))?;
        message::order::moved(tx, order, Move::Lock)?;
        Ok(true)
    })
}

/// Changes an order that stands where it did; answers whether it does.
pub(crate) fn change(
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
