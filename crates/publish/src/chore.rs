//! What the clock asks for: timed notices, papers that expire.

use std::sync::Arc;

use platform::call::{App, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::Room;

/// Adds the plans to the room.
pub(crate) fn add(room: &mut Room) {
    let minute = |name, title, category, work| Plan::new(name, title, (category, Schedule::Minute), work);
    room.plans.extend([
        minute(
            "notice.publish",
            ("定时公告发布", "Publishing of timed notices"),
            Category::Reminder,
            crate::notice::publish_due,
        ),
        minute(
            "doc.expiring",
            ("文档到期提醒", "Papers that expire soon"),
            Category::Reminder,
            crate::doc::tell_expiring,
        ),
    ]);
}

/// Work in the name of an org's administrator; nothing is done for an org without one.
pub(crate) fn as_admin(
    app: &Arc<App>,
    org: i64,
    work: impl FnOnce(&mut Tx<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let Some(call) = approval::people::call_of_admin(app, org)? else { return Ok(()) };
    call.write(|tx| {
        tx.no_log_line();
        work(tx)
    })
}
