//! Messages whose days are over go, with their files; that two talked with each other stays known.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::setting;
use platform::store::{Conn, sql};

use crate::embedded::{MESSAGES, SENT, count_anew};
use crate::file::FILES;
use crate::settings::DAYS;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Messages, or names, taken away in one transaction, so that nobody waits for it.
const BATCH: u64 = 500;

/// Runs every night, while the clock is believed.
pub(crate) const PLAN: Plan = Plan::new(
    "chat.forget",
    ("过期聊天消息清理", "Removal of old chat messages"),
    (Category::Cleaning, Schedule::Night),
    work,
)
.by_age();

fn work(app: &Arc<App>) -> Result<usize, Refusal> {
    let days: i64 = app.store.read(|conn| setting::value(conn, PLATFORM_ORG, &DAYS, None))?;
    let before = app.clock.now().plus_millis(-days * DAY_MS);
    app.each_org(|org| {
        let messages = in_batches(|| app.system_write(|conn| forget(conn, org, before)))?;
        in_batches(|| app.system_write(|conn| forget_names(conn, org, before)))?;
        Ok(messages)
    })
}

/// One batch after the other, until one has nothing to take away; how many went in all.
fn in_batches(mut batch: impl FnMut() -> Result<usize, Refusal>) -> Result<usize, Refusal> {
    let mut all = 0;
    loop {
        let gone = batch()?;
        all += gone;
        if gone == 0 {
            return Ok(all);
        }
    }
}

/// Some of the oldest messages of a company.
fn forget(conn: &mut dyn Conn, org: i64, before: Instant) -> Result<usize, Refusal> {
    let mut old = sql::from(org, MESSAGES);
    old.columns(["conversation_id", "seq", "file_org_id", "file_id"])
        .and_where(sql::col("sent_at").lt(sql::value(before)))
        .order_by("sent_at", Order::Asc)
        .limit(BATCH);
    let rows = conn.query(&old.into())?;
    let mut talks = BTreeSet::new();
    for row in &rows {
        if let (Some(owner), Some(file)) = (row.get::<Option<i64>>(2)?, row.get::<Option<Id>>(3)?) {
            let mut delete = sql::delete(owner, "published_file");
            delete.and_where(sql::eq("object_type", FILES)).and_where(sql::eq("id", file));
            conn.exec(&delete.into())?;
        }
        let talk: Id = row.get(0)?;
        let mut delete = sql::delete(org, MESSAGES);
        delete.and_where(sql::eq("conversation_id", talk)).and_where(sql::eq("seq", row.get::<i64>(1)?));
        conn.exec(&delete.into())?;
        talks.insert(talk);
    }
    for talk in talks {
        count_anew(conn, org, talk)?;
    }
    Ok(rows.len())
}

/// Some of the names of messages that are gone.
fn forget_names(conn: &mut dyn Conn, org: i64, before: Instant) -> Result<usize, Refusal> {
    let mut old = sql::from(org, SENT);
    old.columns(["account_id", "client_id"])
        .and_where(sql::col("sent_at").lt(sql::value(before)))
        .order_by("sent_at", Order::Asc)
        .limit(BATCH);
    let rows = conn.query(&old.into())?;
    let mut names: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for row in &rows {
        names.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    for (account, names) in names {
        let mut delete = sql::delete(org, SENT);
        delete.and_where(sql::eq("account_id", account)).and_where(sql::is_in(sql::col("client_id"), names));
        conn.exec(&delete.into())?;
    }
    Ok(rows.len())
}
