//! What the clock asks for: timed notices, papers that expire.

use std::sync::Arc;

use platform::call::{App, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::Room;

/// Adds the plans to the room.
pub(crate) fn add(room: &mut Room) {
    let plan = |name, title, schedule, work| Plan::new(name, title, (Category::Reminder, schedule), work);
    room.plans.extend([
        plan(
            "notice.publish",
            ("定时公告发布", "Publishing of timed notices"),
            Schedule::Minute,
            crate::notice::publish_due,
        ),
        // Behind the publishing: what was published is told of in the same minute.
        plan("notice.tell", ("公告通知", "Messages of notices"), Schedule::Minute, crate::notice::tell),
        plan("doc.expiring", ("文档到期提醒", "Papers that expire soon"), Schedule::Morning, crate::doc::tell_expiring),
    ]);
    room.messages.extend([&crate::notice::PUBLISHED_EVENT, &crate::doc::EXPIRING]);
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
