//! What the clock asks for: timed notices, papers that expire.

use std::sync::Arc;

use platform::access::actor_of;
use platform::call::{App, Asked, Call, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::store::sql;

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
    let now = app.clock.now();
    let found = app.store.read(|conn| match approval::people::admin(conn, org)? {
        Some(admin) => actor_of(conn, &app.rights, (org, admin), now),
        None => Ok(None),
    })?;
    let Some(actor) = found else { return Ok(()) };
    let call = Call { app: app.clone(), caller: Some(actor), asked: Asked::default() };
    call.write(|tx| {
        tx.no_log_line();
        work(tx)
    })
}

/// Every org.
pub(crate) fn orgs(app: &App) -> Result<Vec<i64>, Refusal> {
    let rows = app.store.read(|conn| conn.query(&sql::from_global("org").column("id").into()))?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}
