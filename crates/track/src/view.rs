//! Views of share links: when, from where, and which part; the forwarder reads them, the reader does not.

use kernel::show_second;
use platform::call::{Answer, App, Call, Outcome};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::retention;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Value, sql};
use serde_json::json;

use crate::public::Reader;
use crate::share;

/// The page was opened.
pub(crate) const PAGE: &str = "page";
/// A file was opened.
pub(crate) const FILE: &str = "file";
/// A paper was printed.
pub(crate) const PRINT: &str = "print";
/// A delivery notice was opened.
pub(crate) const NOTICE: &str = "notice";

/// Longest description of a browser that is kept.
const AGENT_MAX: usize = 300;
const TABLE: &str = "order_share_view";

/// Who looks, as far as his call tells.
pub(crate) struct Visitor<'a> {
    /// Address.
    pub ip: &'a str,
    /// What his browser says it is.
    pub agent: &'a str,
}

impl<'a> Visitor<'a> {
    /// The caller.
    pub fn of(call: &'a Call) -> Self {
        Self { ip: &call.asked.ip, agent: &call.asked.agent }
    }
}

/// Notes a view of a part; opening the page counts, or the notice a link leads to.
pub(crate) fn note(app: &App, reader: &Reader, part: &'static str, visitor: &Visitor<'_>) -> Result<(), Refusal> {
    let now = app.clock.now();
    let id = app.mint.next(now);
    let agent: String = visitor.agent.chars().take(AGENT_MAX).collect();
    app.note(|conn| {
        if part == PAGE || (part == NOTICE && reader.share.kind == share::NOTICE) {
            let cells = [("last_view", now.into_value()), ("last_ip", visitor.ip.into_value())];
            let mut update = sql::update(reader.org, "order_share", &cells);
            update.value("views", sql::col("views").add(1)).and_where(sql::eq("id", reader.share.id));
            conn.exec(&update.into())?;
        }
        let cells = [
            ("id", id.into_value()),
            ("share_id", reader.share.id.into_value()),
            ("part", part.into_value()),
            ("ip", visitor.ip.into_value()),
            ("agent", Value::Text(agent.clone())),
            ("created_at", now.into_value()),
        ];
        conn.exec(&sql::insert(reader.org, TABLE, &cells).into())?;
        Ok(())
    })
}

/// GET views/{id}: the views of a link whose order the caller may see, newest first.
pub(crate) fn list(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let bounded = |name: &str, most: u64, usual: u64| call.query(name).parse().unwrap_or(usual).clamp(1, most);
    let (current, size) = (bounded("current", 100_000, 1), bounded("size", 100, 10));
    let data = call.read(|conn| {
        let mut link = sql::from(actor.org_id, "order_share");
        link.column("order_id").and_where(sql::eq("id", id));
        let order = conn.first(&link.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        waybill::orders::need_visible(conn, actor, order)?;
        let mut count = sql::from(actor.org_id, TABLE);
        count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("share_id", id));
        let total: i64 = conn.first(&count.into())?.unwrap_or_default().get(0)?;
        let mut select = sql::from(actor.org_id, TABLE);
        select
            .columns(["created_at", "ip", "part", "agent"])
            .and_where(sql::eq("share_id", id))
            .order_by("id", Order::Desc)
            .limit(size)
            .offset((current - 1) * size);
        let rows = conn.query(&select.into())?;
        let shown = |row: &platform::store::Row| {
            Ok(json!({
                "viewTime": show_second(row.get(0)?),
                "ip": row.get::<Option<String>>(1)?,
                "part": row.get::<String>(2)?,
                "agent": row.get::<Option<String>>(3)?,
            }))
        };
        let records = rows.iter().map(shown).collect::<Result<Vec<_>, Refusal>>()?;
        Ok(json!({ "records": records, "total": total, "current": current, "size": size }))
    })?;
    Ok(Answer::Data(data))
}

/// What keeps the table from growing for ever.
pub(crate) fn add(room: &mut Room) {
    room.settings.push(&retention::SHARE_VIEW_DAYS);
    room.plans.push(
        Plan::new(
            "track.forget_views",
            ("分享访问记录清理", "Removal of old views of share links"),
            (Category::Cleaning, Schedule::Morning),
            |app| retention::forget(app, &retention::SHARE_VIEW_DAYS, TABLE),
        )
        .by_age(),
    );
}
