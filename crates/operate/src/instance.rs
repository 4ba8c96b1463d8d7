//! The processes that serve this database: each says now and then that it lives.

use kernel::{Instant, SKEW_MS};
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Value, sql};
use serde_json::{Value as Json, json};

/// A process that has not been heard of for so long is gone.
const GONE_MS: i64 = 90 * 1000;

/// Heard of lately. What lies ahead was written before the clock was set back.
fn lives(now: Instant) -> Expr {
    let seen = || sql::col("seen_at");
    let since = seen().gte(sql::value(now.plus_millis(-GONE_MS)));
    since.and(seen().lte(sql::value(now.plus_millis(SKEW_MS))))
}

/// Says that a process lives.
pub fn heard(app: &App, id: &str, host: &str) -> Result<(), Refusal> {
    let now = app.clock.now();
    let seen = [("seen_at", Value::Int(now.millis()))];
    app.system_write(|conn| {
        let mut update = sql::update_global("instance", &seen);
        update.and_where(sql::eq("id", id.to_owned()));
        if conn.exec(&update.into())? > 0 {
            return Ok(());
        }
        let mut gone = sql::delete_global("instance");
        gone.and_where(lives(now).not());
        conn.exec(&gone.into())?;
        let cells = [
            ("id", Value::Text(id.to_owned())),
            ("host", Value::Text(host.to_owned())),
            ("version", Value::Text(app.settings.version.clone())),
            ("started_at", Value::Int(app.started_at.millis())),
            ("seen_at", Value::Int(now.millis())),
        ];
        conn.exec(&sql::insert_global("instance", &cells).into())?;
        Ok(())
    })
}

/// Those that live.
pub(crate) fn living(app: &App) -> Result<Json, Refusal> {
    let mut select = sql::from_global("instance");
    select
        .columns(["host", "version", "started_at", "seen_at"])
        .and_where(lives(app.clock.now()))
        .order_by("started_at", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    let time = |at: Instant| kernel::show_second(at);
    rows.iter()
        .map(|row| {
            Ok(json!({
                "host": row.get::<String>(0)?, "version": row.get::<String>(1)?,
                "startedAt": time(row.get(2)?), "seenAt": time(row.get(3)?),
            }))
        })
        .collect()
}
