//! Orders that finance locks by itself: whose unlocking is over, and whose operations were finished days ago. It is
//! done in the name of the company's administrator; what may not be locked yet waits for that.

use std::sync::Arc;

use approval::people;
use domain::order::{Lifecycle, Move, refuse};
use domain::order_config::AUTO_LOCK_DAYS;
use facts::order_log::log_entry;
use kernel::{Instant, Scope, Uuid, show_day};
use platform::call::{App, Call};
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::setting;
use platform::store::{Cell, Row, Value, sql};

use super::PAGE;
use super::store;
use super::told;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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

/// Why orders are locked, as their log tells it.
struct Due {
    condition: Expr,
    why: &'static str,
}

fn lock_again(app: &Arc<App>) -> Result<usize, Refusal> {
    let over = || sql::col("unlocked_until").lt(sql::value(app.clock.now()));
    each_org(app, |_| Ok(Some(Due { condition: over(), why: "解锁到期，自动锁账" })))
}

/// Unlocked ones wait until their unlocking is over.
fn lock_finished(app: &Arc<App>) -> Result<usize, Refusal> {
    each_org(app, |org| {
        let days: i64 = app.store.read(|conn| setting::value(conn, org, &AUTO_LOCK_DAYS, Some(Scope::Ae)))?;
        let by = app.clock.now().plus_millis(-days * DAY_MS);
        let condition = sql::col("finished_at").lte(sql::value(by)).and(sql::col("unlocked_until").is_null());
        Ok((days > 0).then_some(Due { condition, why: "操作完成后自动锁账" }))
    })
}

fn each_org(app: &Arc<App>, due: impl Fn(i64) -> Result<Option<Due>, Refusal>) -> Result<usize, Refusal> {
    app.each_org(|org| due(org)?.map_or(Ok(0), |due| lock(app, org, &due)))
}

/// The rows that are due are asked for by their partial index alone, whatever else would stand beside it: the rest is
/// for each order to say.
fn lock(app: &Arc<App>, org: i64, due: &Due) -> Result<usize, Refusal> {
    let mut select = sql::from(org, store::TABLE);
    select.columns(["business_scope", "lifecycle", "uuid"]).and_where(due.condition.clone());
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    let open = |row: &Row| -> Result<bool, Refusal> {
        Ok(row.get::<String>(0)? == Scope::Ae.code() && row.get::<String>(1)? == Lifecycle::Open.code())
    };
    let mut admin = None;
    let mut count = 0;
    for row in &rows {
        if !open(row)? {
            continue;
        }
        if admin.is_none() {
            admin = people::call_of_admin(app, org)?;
        }
        let Some(call) = &admin else { break };
        count += usize::from(lock_one(call, &row.get(2)?, due.why, app.clock.now())?);
    }
    Ok(count)
}

fn lock_one(call: &Call, uuid: &Uuid, why: &str, now: Instant) -> Result<bool, Refusal> {
    call.write(|tx| {
        tx.no_log_line();
        let actor = tx.actor;
        let saved = store::find(tx, actor, uuid)?;
        let facts = super::view::move_facts(tx, actor, &saved, now)?;
        if refuse(Move::Lock, &facts).is_some() {
            return Ok(false);
        }
        let day = show_day(now.day());
        let cells = vec![
            ("lifecycle", Lifecycle::Locked.code().into_value()),
            ("financial_date", day.clone().into_value()),
            ("unlocked_until", Value::Null),
            ("finished_at", Value::Null),
        ];
        store::change(tx, &saved, cells)?;
        let entry = log_entry(saved.id, saved.code.clone(), PAGE).did("修改", "自动锁账");
        tx.log(entry.level(Level::High).text(format!("{why}：财务日期 {day}")))?;
        told::moved(tx, &saved, Move::Lock)?;
        Ok(true)
    })
}
