//! Orders that finance locks by itself: whose unlocking is over, and whose operations were finished days ago. It is
//! done in the name of the company's administrator; what may not be locked yet waits for that.

use std::sync::Arc;

use approval::people;
use domain::order::{Lifecycle, Move, refuse};
use domain::order_config::AUTO_LOCK_DAYS;
use facts::order_log::log_entry;
use kernel::{Id, Instant, Scope, Uuid, show_day};
use platform::call::{App, Call};
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::setting;
use platform::store::sql::Order;
use platform::store::{Cell, Value, sql};

use super::PAGE;
use super::store;
use super::told;

/// Orders read in one go.
const BATCH: u64 = 200;
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
    let mut count = 0;
    for org in app.orgs()? {
        if let Some(due) = due(org)? {
            count += lock(app, org, &due)?;
        }
    }
    Ok(count)
}

fn lock(app: &Arc<App>, org: i64, due: &Due) -> Result<usize, Refusal> {
    let (mut count, mut behind) = (0, Id(0));
    loop {
        let mut select = sql::from(org, store::TABLE);
        select
            .columns(["id", "uuid"])
            .and_where(sql::eq("business_scope", Scope::Ae.code().to_owned()))
            .and_where(sql::eq("lifecycle", Lifecycle::Open.code().to_owned()))
            .and_where(due.condition.clone())
            .and_where(sql::col("id").gt(sql::value(behind)))
            .order_by("id", Order::Asc)
            .limit(BATCH);
        let rows = app.store.read(|conn| conn.query(&select.into()))?;
        let Some(last) = rows.last() else { return Ok(count) };
        behind = last.get(0)?;
        let Some(call) = people::call_of_admin(app, org)? else { return Ok(count) };
        for row in &rows {
            count += usize::from(lock_one(&call, &row.get(1)?, due.why, app.clock.now())?);
        }
    }
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
