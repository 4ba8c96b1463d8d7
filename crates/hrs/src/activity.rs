//! 网络成员活跃榜. How active the companies are, counted anew each night.

use std::sync::Arc;

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome};
use platform::deployment::{self, RANKING_HOSTS};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};

use crate::auth::DONE;

/// Days that count.
const DAYS_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Companies on the home page, and on the full list.
const FIRST: u64 = 10;
const ALL: u64 = 30;

const PLAN: Plan = Plan::new(
    "org.activity",
    ("企业活跃指数统计", "Activity of companies"),
    (Category::Update, Schedule::Night),
    count,
);

/// Adds the calls and the plan to the room.
pub(crate) fn add(room: &mut Room) {
    let path = |name: &str| format!("/hrs/userAccessRecord/{name}");
    room.settings.push(&RANKING_HOSTS);
    room.plans.push(PLAN);
    room.operations.extend([
        Operation::get("list_most_active_orgs", &path("topActiveIndex"), Access::LoggedIn, |call| ranking(call, FIRST))
            .summary("The ten most active companies"),
        Operation::get("list_active_orgs", &path("topActiveIndexList"), Access::LoggedIn, |call| ranking(call, ALL))
            .summary("The thirty most active companies"),
    ]);
}

/// Ten for each user who logged in, two for each order, one for each share link; of companies of the open editions.
fn count(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    // Ids are ordered by time: the keys alone are read, and no more of them than are counted.
    let first = Id::first_at(now.plus_millis(-DAYS_MS));
    let part = |counted: &str, table: &str, more: &str| {
        format!("(SELECT COUNT({counted}) FROM {table} x WHERE x.org_id = org.id AND x.id >= {first}{more})")
    };
    let users = part("DISTINCT x.user_id", "login_log", &format!(" AND x.outcome = '{DONE}'"));
    let (orders, links) = (part("*", "freight_order", ""), part("*", "order_share", ""));
    let mut select = sql::from_global("org");
    select
        .column("id")
        .expr(Expr::cust(format!("10 * {users} + 2 * {orders} + {links}")))
        .and_where(sql::eq("org_type", 1i64))
        .and_where(sql::eq("status", true))
        .and_where(sql::col("id").ne(sql::value(PLATFORM_ORG)))
        .and_where(sql::col("edition").ne(sql::value("INTERNAL")));
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    app.system_write(|conn| {
        conn.exec(&sql::delete_global("org_activity").into())?;
        for row in &rows {
            let cells = [("org_id", row.value(0).clone()), ("active_index", row.value(1).clone())];
            let cells = [cells.as_slice(), &[("counted_at", now.into_value())]].concat();
            conn.exec(&sql::insert_global("org_activity", &cells).into())?;
        }
        Ok(rows.len())
    })
}

/// Companies with the same index share a rank; where the ranking is shown nowhere, there is none.
fn ranking(call: &mut Call, most: u64) -> Outcome {
    let rows = call.read(|conn| {
        if deployment::ranking_hosts(conn)?.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = sql::from_global("org_activity");
        select
            .columns([("org", "id"), ("org", "name")])
            .column(("org_activity", "active_index"))
            .columns(["company_profile", "company_advantage", "contact_info"].map(|name| ("org", name)))
            .inner_join("org", sql::of("org", "id").equals(("org_activity", "org_id")))
            .and_where(sql::of("org_activity", "active_index").gt(sql::value(0i64)))
            .order_by(("org_activity", "active_index"), Order::Desc)
            .order_by(("org", "id"), Order::Asc)
            .limit(most);
        Ok(conn.query(&select.into())?)
    })?;
    let (mut rank, mut above) = (0, None);
    let mut shown = Vec::new();
    for (place, row) in (1i64..).zip(&rows) {
        let index: i64 = row.get(2)?;
        if above != Some(index) {
            (rank, above) = (place, Some(index));
        }
        let text = |place| row.get::<Option<String>>(place).map(|text| text.filter(|text| !text.is_empty()));
        shown.push(json!({
            "orgId": row.get::<i64>(0)?.to_string(),
            "orgName": row.get::<String>(1)?,
            "rankNumber": rank,
            "activeIndex": index,
            "companyProfile": text(3)?,
            "companyAdvantage": text(4)?,
            "companyContactInfo": text(5)?,
        }));
    }
    Ok(Answer::Data(Json::Array(shown)))
}
