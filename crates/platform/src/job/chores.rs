//! What the clock asks for: once a minute, in one of the processes.

use std::sync::Arc;

use sea_query::ExprTrait;

use crate::call::App;
use crate::refusal::Refusal;
use crate::store::{Value, sql};

const MINUTE_MS: i64 = 60 * 1000;
const TIMER: &str = "chores";

/// Does the chores of all rooms when a minute is over; one that fails keeps none of the others.
pub(super) fn when_due(app: &Arc<App>) -> Result<(), Refusal> {
    if app.registry.chores.is_empty() {
        return Ok(());
    }
    let now = app.clock.now();
    let mut due = sql::from_global("job_timer");
    due.column("name").and_where(sql::eq("name", TIMER.to_owned())).and_where(sql::col("due_at").lte(sql::value(now)));
    if app.store.read(|conn| conn.first(&due.into()))?.is_none() {
        return Ok(());
    }
    let mut turn = sql::update_global("job_timer", &[("due_at", Value::Int(now.millis() + MINUTE_MS))]);
    turn.and_where(sql::eq("name", TIMER.to_owned())).and_where(sql::col("due_at").lte(sql::value(now)));
    if app.store.write(|conn| conn.exec(&turn.into()))? == 0 {
        return Ok(());
    }
    for chore in &app.registry.chores {
        if let Err(refusal) = chore(app) {
            tracing::error!(?refusal, "a chore failed");
        }
    }
    Ok(())
}
