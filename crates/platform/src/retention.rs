//! 保留期. How long the product keeps what it writes about its own work: logs, messages, mails. The
//! platform decides; a plan of the room that owns the table takes away what is older, while the clock is believed
//! ([`Plan::by_age`](crate::job::plan::Plan::by_age)).

use std::sync::Arc;

use kernel::Id;
use sea_query::{ExprTrait, Order};

use crate::PLATFORM_ORG;
use crate::call::App;
use crate::field::Field;
use crate::log::Level;
use crate::refusal::Refusal;
use crate::setting::{self, Module, Setting};
use crate::store::sql;

/// Group of the settings, on the page of the platform's settings.
const MODULE: Module = Module::new("retention", "保留期", "Retention").on("platform_setting").at(80);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Rows taken away in one transaction, so that nobody waits for it.
const BATCH: u64 = 1000;

/// Days of the high lines of the operation log (accounts, permissions, money); at least the six months China's
/// Cybersecurity Law (article 21) asks of logs.
pub const LOG_DAYS: Setting =
    days("logDays", Field::int("系统日志（高级别）", "Operation log, high level").range(180, 3650), "1095");
/// Days of its other lines; as above.
pub const LOG_DAYS_BELOW: Setting =
    days("logDaysBelow", Field::int("系统日志（其他级别）", "Operation log, other levels").range(180, 3650), "365");
/// Days of the log-in log; as above.
pub const LOGIN_LOG_DAYS: Setting = days("loginLogDays", Field::int("登录日志", "Log-in log").range(180, 3650), "366");
/// Days of the message centre, whether read or not.
pub const MESSAGE_DAYS: Setting = days("messageDays", Field::int("消息", "Messages").range(30, 730), "180");
/// Days of the mail log.
pub const MAIL_DAYS: Setting = days("mailDays", Field::int("邮件发送记录", "Mail log").range(30, 3650), "365");
/// Days of the calls to and from other systems.
pub const CALL_DAYS: Setting = days("callDays", Field::int("接口调用记录", "Interface calls").range(30, 730), "90");
/// Days of the views of share links.
pub const SHARE_VIEW_DAYS: Setting =
    days("shareViewDays", Field::int("分享访问记录", "Views of share links").range(30, 730), "180");

/// Days a kept file lies there that no row names any more.
pub const UNNAMED_FILE_DAYS: Setting =
    days("unnamedFileDays", Field::int("无引用文件", "Files nobody names").range(7, 365), "30");
/// Days it is known that a file was removed.
pub const REMOVED_FILE_DAYS: i64 = 365;

const fn days(key: &'static str, field: Field, initial: &'static str) -> Setting {
    Setting::new(key, MODULE, field.required().unit("天").initially(initial)).platform()
}

/// Takes the lines of the operation log away whose days are over, each level after its own.
pub fn forget_log(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut count = 0;
    for (kept, level) in [(&LOG_DAYS, Level::High), (&LOG_DAYS_BELOW, Level::Middle), (&LOG_DAYS_BELOW, Level::Low)] {
        count += forget_among(app, kept, "operation_log", Some(("level", level.name())))?;
    }
    if count > 0 {
        app.each_org(|org| app.system_write(|conn| crate::log::forget(conn, org)).map(|()| 0))?;
    }
    Ok(count)
}

/// Takes the rows of a table away whose days are over; answers how many. The table has `org_id`, `id`
/// and `created_at`, with an index on the time.
pub fn forget(app: &Arc<App>, kept: &Setting, table: &'static str) -> Result<usize, Refusal> {
    forget_among(app, kept, table, None)
}

/// The same of the rows with a value in a column, which stands before the time in an index.
fn forget_among(
    app: &Arc<App>,
    kept: &Setting,
    table: &'static str,
    among: Option<(&'static str, &'static str)>,
) -> Result<usize, Refusal> {
    let days: i64 = app.store.read(|conn| setting::value(conn, PLATFORM_ORG, kept, None))?;
    let before = app.clock.now().plus_millis(-days * DAY_MS);
    app.each_org(|org| {
        let mut count = 0;
        loop {
            let mut over = sql::from(org, table);
            over.column("id")
                .and_where(sql::col("created_at").lt(sql::value(before)))
                .order_by("created_at", Order::Asc)
                .limit(BATCH);
            if let Some((column, value)) = among {
                over.and_where(sql::eq(column, value));
            }
            let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&over.into())?))?;
            let ids = rows.iter().map(|row| row.get::<Id>(0)).collect::<Result<Vec<_>, _>>()?;
            if ids.is_empty() || app.jobs.is_stopping() {
                return Ok(count);
            }
            let mut delete = sql::delete(org, table);
            delete.and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
            app.system_write(|conn| Ok(conn.exec(&delete.into())?))?;
            count += ids.len();
        }
    })
}
