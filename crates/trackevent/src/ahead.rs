//! Facts told ahead of their time: what follows from them follows when it has come.

use std::sync::Arc;

use facts::master::{self, Master};
use platform::call::{App, Asked, Call};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::store::sql;
use sea_query::{ExprTrait, Order};

use crate::{events, orders};

/// Most masters of a company in one run; the rest follow at the next.
const AT_ONCE: u64 = 200;

/// Follows what was told ahead.
pub const PLAN: Plan = Plan::new(
    "track.ahead",
    ("到时轨迹更新订单", "Events whose time has come"),
    (Category::Update, Schedule::Minute),
    follow,
);

fn follow(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let now = app.clock.now();
        let mut due = sql::from(org, "track_event");
        due.columns(master::COLUMNS)
            .and_where(sql::col("awaits").lte(sql::value(now)))
            .order_by("awaits", Order::Asc)
            .limit(AT_ONCE);
        let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&due.into())?))?;
        let mut masters: Vec<Master> = Vec::new();
        for row in &rows {
            let master = Master { number: row.get(0)?, round: row.get(1)? };
            if !masters.contains(&master) {
                masters.push(master);
            }
        }
        let asked = Asked { language: "zh-CN".to_owned(), ..Asked::default() };
        let caller = Some(facts::outside::actor(org, "系统", now));
        let call = Call { app: app.clone(), caller, asked, arrived: None };
        // One that fails stops no other.
        let done: Vec<_> = masters.iter().map(|master| come(&call, master)).collect();
        done.into_iter().try_fold(0, |count, one| one.map(|()| count + 1))
    })
}

fn come(call: &Call, master: &Master) -> Result<(), Refusal> {
    call.write(|tx| {
        events::come(tx, master)?;
        if master.round == 0 {
            return orders::log(tx, &master.number, "轨迹时间已到，更新订单");
        }
        // Lines are of the orders a number is on now.
        tx.no_log_line();
        Ok(())
    })
}
