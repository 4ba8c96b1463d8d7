//! Whom 主单库存统计 is told: which numbers run short, once a day.

use std::sync::Arc;

use kernel::Instant;
use message::{About, By, Told, Values};
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{MessageEvent, Placeholder, Receiver, SYSTEM, To};
use platform::refusal::Refusal;
use platform::report::Row;
use platform::store::Conn;

use crate::stock_report::{LOW, REPORT};

/// Lines a message names.
const TOLD_LINES: usize = 10;

/// Numbers run short.
pub const EVENT: MessageEvent = MessageEvent::new(
    "awb.low",
    SYSTEM,
    ("主单库存不足", "Waybill numbers run short"),
    ("每天检查主单库存，低于预警数量或天数时", "Every day that unused numbers are below the company's limits"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.says(
    ("主单库存不足：{count}项", "Waybill numbers run short: {count}"),
    ("以下主单库存不足，请及时领单：{lines}", "These numbers run short: {lines}"),
    &[Placeholder::new("count", "项数", "How many"), Placeholder::new("lines", "明细", "Which")],
);

/// The job.
pub const PLAN: Plan =
    Plan::new("awb.low", ("主单库存预警", "Alert of low waybill stock"), (Category::Reminder, Schedule::Morning), tell);

/// Tells every company once a day which of its numbers run short.
fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let low = app.store.read(|conn| low_in(conn, org, app.clock.now()))?;
        if low.is_empty() { Ok(0) } else { app.system_write(|conn| tell_in(app, conn, org, &low)) }
    })
}

/// What runs short in a company, in words.
fn low_in(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Vec<String>, Refusal> {
    let rows = REPORT.rows_of(conn, org, now)?;
    Ok(rows.iter().filter(|row| row.text("level") == Some(LOW)).map(in_words).collect())
}

fn tell_in(app: &App, conn: &mut dyn Conn, org: i64, low: &[String]) -> Result<usize, Refusal> {
    let mut named = low.iter().take(TOLD_LINES).map(String::as_str).collect::<Vec<_>>().join("；");
    if low.len() > TOLD_LINES {
        named.push('…');
    }
    let told = Told {
        values: Values::default().with("count", low.len().to_string()).with("lines", named),
        about: About { kind: "awb", url: "/af_awb_stock?onlyLow=true".to_owned(), ..About::default() },
        ..Told::default()
    };
    Ok(message::send(conn, By::product(app, org), &EVENT, &told)?.len())
}

/// `X9/990 PVG 一级代理 GYS 3`.
fn in_words(row: &Row) -> String {
    let named = |names: &[&str]| names.iter().filter_map(|name| row.text(name)).map(str::to_owned).collect::<Vec<_>>();
    let mut words = vec![named(&["carrierCode", "prefix"]).join("/")];
    words.extend(named(&["departureStation", "awbFromType", "awbFromName"]));
    words.push(row.figure("unused").unwrap_or_default().to_string());
    words.join(" ")
}
