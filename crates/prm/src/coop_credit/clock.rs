//! When figures are reckoned: behind every write that changed them, and each night, when days have passed.

use std::sync::Arc;

use approval::people;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::prelude::*;

use super::tell;

/// Partners that are reckoned in one transaction.
const AT_ONCE: u64 = 100;

/// Plans of the clock.
pub(super) const PLANS: [Plan; 2] = [
    Plan::new(
        "credit.due",
        ("信用占用更新", "Figures of credit that changed"),
        (Category::Update, Schedule::Arrival(credit::due::waiting)),
        due,
    ),
    Plan::new(
        "credit.night",
        ("信用占用与评分重算", "Figures of credit and ratings"),
        (Category::Update, Schedule::Night),
        night,
    ),
];

/// What waits, company by company.
fn due(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let (rows, coops) = app.store.read(|conn| credit::due::next(conn, org))?;
        if rows.is_empty() {
            return Ok(0);
        }
        let Some(call) = people::call_of_admin(app, org)? else {
            return app.system_write(|conn| credit::due::done(conn, org, rows)).map(|()| 0);
        };
        let count = coops.len();
        call.write(|tx| {
            let moved = credit::reckon(tx, &coops, false)?;
            tell::moved(tx, &moved)?;
            credit::due::done(tx, org, rows)
        })?;
        Ok(count)
    })
}

/// All partners, a few in each transaction.
fn night(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let (mut last, mut count) = (Id(0), 0);
        loop {
            let coops = app.store.read(|conn| credit::reckon::behind(conn, org, last, AT_ONCE))?;
            let Some(next) = coops.last().copied() else { return Ok(count) };
            let Some(call) = people::call_of_admin(app, org)? else { return Ok(count) };
            call.write(|tx| {
                let moved = credit::reckon(tx, &coops, true)?;
                tell::moved(tx, &moved)
            })?;
            count += coops.len();
            last = next;
        }
    })
}
