//! Storage of a company: the files it keeps, each once, however many things name it. A file that nobody names any more
//! is taken off in the night it is found.

use std::collections::BTreeMap;

use kernel::{Instant, Msg, Text};
use sea_query::{Expr, OnConflict};

use super::{Service, find, hold};
use crate::PLATFORM_ORG;
use crate::call::{App, Tx};
use crate::field::Field;
use crate::files;
use crate::refusal::Refusal;
use crate::setting::{self, Setting};
use crate::store::{Cell, Conn, sql};

const TABLE: &str = "kept_file";
/// Bytes of a GB, as file sizes are counted throughout.
const GIGABYTE: i64 = 1024 * 1024 * 1024;
/// A file that was kept so long before a look is part of it.
const SETTLED_MS: i64 = 60 * 60 * 1000;

/// Storage of a company whose package says nothing of it.
pub const GIGABYTES: Setting = Setting::new(
    "orgGigabytes",
    files::MODULE,
    Field::int("每企业容量", "Storage of a company").required().range(0, 100_000).unit("GB").initially("0"),
)
.platform()
.help("0为不限；企业有存储套餐时以套餐为准", "0: not limited. A package of storage goes before it.");

const FULL: Msg = Msg::new(
    "package.storage",
    "存储套餐共{max}GB，已用{used}GB，余量不足，请联系客服",
    "The storage of {max} GB has {used} GB used. Not enough is left; please contact support.",
);

/// Bytes of the files of a company.
pub fn used(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.expr(Expr::cust("CAST(COALESCE(SUM(bytes), 0) AS bigint)"));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Bytes as hundredths of a GB: what is begun counts as used.
pub fn hundredths(bytes: i64) -> i64 {
    let wide = (i128::from(bytes) * 100 + i128::from(GIGABYTE) - 1) / i128::from(GIGABYTE);
    i64::try_from(wide).unwrap_or(i64::MAX)
}

/// Most GB of a company; none: not limited.
pub fn most(conn: &mut dyn Conn, org: i64) -> Result<Option<i64>, Refusal> {
    if let Some(package) = find(conn, org, Service::Storage)? {
        return Ok(package.quantity);
    }
    let most: i64 = setting::value(conn, PLATFORM_ORG, &GIGABYTES, None)?;
    Ok(Some(most).filter(|most| *most > 0 && org != PLATFORM_ORG))
}

/// Keeps bytes for a company in a transaction, or refuses what its storage does not hold; answers their hash.
pub fn keep(tx: &mut Tx<'_>, org: i64, bytes: &[u8]) -> Result<String, Refusal> {
    need_room(tx, org, bytes.len())?;
    let key = tx.app.files.keep(org, bytes)?;
    count(tx, org, &key, bytes.len())?;
    Ok(key)
}

/// Refuses so many bytes where the storage of a company does not hold them; before they are written.
pub fn need_room(conn: &mut dyn Conn, org: i64, bytes: usize) -> Result<(), Refusal> {
    let Some(most) = most(conn, org)? else { return Ok(()) };
    let used = used(conn, org)?;
    let wanted = used.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    if wanted <= most.saturating_mul(GIGABYTE) { Ok(()) } else { Err(Refusal::Business(full(most, used))) }
}

fn full(most: i64, used: i64) -> Text {
    FULL.with(&[("max", &most.to_string()), ("used", &shown(hundredths(used)))])
}

/// Hundredths with two decimals.
pub fn shown(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Counts a file that was kept before the transaction; one that is counted already takes no room.
pub fn count(tx: &mut Tx<'_>, org: i64, key: &str, bytes: usize) -> Result<(), Refusal> {
    let mut known = sql::from(org, TABLE);
    known.column("bytes").and_where(sql::eq("file_key", key.to_owned()));
    if tx.first(&known.into())?.is_some() {
        return Ok(());
    }
    hold(tx, org, Service::Storage)?;
    need_room(tx, org, bytes)?;
    let size = i64::try_from(bytes).unwrap_or(i64::MAX);
    let now = tx.now;
    add(tx, org, (key, size), now)
}

fn add(conn: &mut dyn Conn, org: i64, (key, size): (&str, i64), now: Instant) -> Result<(), Refusal> {
    let cells =
        [("file_key", key.to_owned().into_value()), ("bytes", size.into_value()), ("created_at", now.into_value())];
    let mut insert = sql::insert(org, TABLE, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "file_key"]).do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// Sets the count right by what a look through the store found: the files somebody names, by org and hash. Files the
/// product makes itself come in by this, replaced ones leave; what was kept while it looked stays.
pub fn settle(app: &App, named: &BTreeMap<(i64, String), u64>, looked_at: Instant) -> Result<(), Refusal> {
    let mut select = sql::from_global(TABLE);
    select.columns(["org_id", "file_key", "created_at"]);
    let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&select.into())?))?;
    let mut counted = BTreeMap::new();
    for row in &rows {
        counted.insert((row.get::<i64>(0)?, row.get::<String>(1)?), row.get::<i64>(2)?);
    }
    let settled = looked_at.millis() - SETTLED_MS;
    app.system_write(|conn| {
        for ((org, key), _) in counted.iter().filter(|(name, at)| !named.contains_key(*name) && **at < settled) {
            conn.exec(&sql::delete(*org, TABLE).and_where(sql::eq("file_key", key.clone())).into())?;
        }
        for ((org, key), size) in named.iter().filter(|(name, _)| !counted.contains_key(*name)) {
            add(conn, *org, (key, i64::try_from(*size).unwrap_or(i64::MAX)), looked_at)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_of_a_hundredth_is_used() {
        let hundredth = GIGABYTE / 100;
        for (bytes, figure) in [
            (0, "0.00"),
            (1, "0.01"),
            (hundredth, "0.01"),
            (hundredth + 1, "0.02"),
            (GIGABYTE - 1, "1.00"),
            (GIGABYTE, "1.00"),
            (GIGABYTE + 1, "1.01"),
            (12 * GIGABYTE + GIGABYTE / 2, "12.50"),
        ] {
            assert_eq!(shown(hundredths(bytes)), figure, "{bytes}");
        }
    }
}
