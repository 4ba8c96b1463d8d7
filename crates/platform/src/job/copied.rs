//! What a backup brings along of the work that was under way where it was made. There it goes on; the copy takes up none.

use kernel::{Id, Instant};
use sea_query::ExprTrait;

use super::{FAILED, messages, plan, told};
use crate::PLATFORM_ORG;
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};

/// Ends the jobs that wait or run, which their users may try again, and frees the plans; answers how many jobs that were.
pub fn end_copied(conn: &mut dyn Conn, now: Instant) -> Result<usize, Refusal> {
    let mut open = sql::from_global("job_run");
    open.columns(["org_id", "id", "language"]).and_where(sql::col("finished_at").is_null());
    let rows = conn.query(&open.into())?;
    for row in &rows {
        let (org, language): (i64, String) = (row.get(0)?, row.get(2)?);
        let cells = [
            ("status", Value::Text(FAILED.to_owned())),
            ("error", Value::Text(messages::COPIED.text().in_language(&language).to_owned())),
            ("finished_at", Value::Int(now.millis())),
            ("worker", Value::Null),
            ("lease_until", Value::Null),
        ];
        let mut update = sql::update(org, "job_run", &cells);
        update.and_where(sql::eq("id", row.get::<Id>(1)?));
        told(conn, org, update)?;
    }
    free_plans(conn)?;
    Ok(rows.len())
}

fn free_plans(conn: &mut dyn Conn) -> Result<(), Refusal> {
    let lost = || Value::Text(plan::LOST.to_owned());
    let cells = [("result", lost()), ("worker", Value::Null), ("lease_until", Value::Null)];
    let mut held = sql::update(PLATFORM_ORG, "job_plan", &cells);
    held.and_where(sql::col("worker").is_not_null());
    conn.exec(&held.into())?;
    let mut asked = sql::update(PLATFORM_ORG, "job_plan", &[("asked_by", Value::Null)]);
    asked.and_where(sql::col("asked_by").is_not_null());
    conn.exec(&asked.into())?;
    let mut runs = sql::update(PLATFORM_ORG, "job_plan_run", &[("result", lost())]);
    runs.and_where(sql::eq("result", plan::RUNNING));
    conn.exec(&runs.into())?;
    Ok(())
}
