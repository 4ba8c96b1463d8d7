//! Statistics for the planner of the database: every night those of tables that have become others.

use std::sync::Arc;

use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;

/// A plan of the platform.
pub(crate) const PLAN: Plan = Plan::new(
    "store.analyse",
    ("数据库统计信息更新", "Statistics for the planner of the database"),
    (Category::Care, Schedule::Night),
    analyse,
);

/// Answers of how many tables they were made.
fn analyse(app: &Arc<App>) -> Result<usize, Refusal> {
    Ok(app.store.analyse(&|| app.jobs.is_stopping())?)
}
