//! 配置权限: the nodes a company has beside what its edition gives, and until when.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Id, Instant, Msg};
use platform::access::raise_permission_version;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::moves::{entry, take};
use crate::{edition, permission};

const STOP_DATE: Msg = Msg::new(
    "org.stop_date",
    "失效日期须为今天或以后的日期，且权限已勾选",
    "The last day is today or later, of a permission that is ticked.",
);

/// GET /hrs/orgPermission/{id}: the tree of nodes with those the company has.
pub(super) fn permissions(call: &mut Call) -> Outcome {
    let (id, now) = (call.path_id("id")?, call.now());
    let english = call.language().starts_with("en");
    call.read(|conn| {
        let mut select = sql::from_global("org");
        select.columns(["version", "edition"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |ids: BTreeSet<i64>| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let of_edition = edition::nodes_of(conn, &row.get::<String>(1)?)?.unwrap_or_default();
        Ok(Answer::Data(json!({
            "version": row.get::<i64>(0)?,
            "permissionIds": text(permission::granted(conn, id.0, now)?),
            "stopDates": stop_dates(conn, id.0, now)?,
            "editionIds": text(of_edition),
            "nodes": permission::nodes_json(conn, english, |node| !node.platform)?,
        })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    version: i64,
    permission_ids: BTreeSet<Id>,
    /// The last day of those that end by themselves.
    #[serde(default)]
    stop_dates: BTreeMap<Id, String>,
}

/// The last days of the nodes a company has for a time.
fn stop_dates(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<BTreeMap<String, String>, Refusal> {
    let mut select = sql::from(org, "org_permission");
    select
        .columns(["permission_id", "stop_at"])
        .and_where(sql::eq("permission_status", true))
        .and_where(sql::col("stop_at").gt(sql::value(now)));
    // The first moment it is over belongs to the day after.
    let last = |stop: Instant| kernel::show_day(stop.plus_millis(-1).day());
    conn.query(&select.into())?.iter().map(|row| Ok((row.get::<i64>(0)?.to_string(), last(row.get(1)?)))).collect()
}

/// The moments from which nodes are over, as the dates say; today's is the earliest.
fn stops(body: &Permissions, now: Instant) -> Result<BTreeMap<i64, i64>, Refusal> {
    let mut findings = Findings::new();
    let mut stops = BTreeMap::new();
    for (id, date) in &body.stop_dates {
        match kernel::parse_day(date.trim()).filter(|day| body.permission_ids.contains(id) && *day >= now.day()) {
            Some(day) => drop(stops.insert(id.0, Instant::start_of(kernel::day_after_days(day, 1)).millis())),
            None => findings.error(format!("stopDates.{}", id.0), STOP_DATE.text()),
        }
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(stops)
}

/// The nodes a company has for a time with their last days, for the log.
fn stops_text(tx: &mut Tx<'_>, org: i64, now: Instant) -> Result<String, Refusal> {
    let mut told = Vec::new();
    for (id, date) in stop_dates(tx, org, now)? {
        let node: i64 = id.parse().unwrap_or_default();
        told.push(format!("{} {date}", permission::codes_text(tx, &[node])?));
    }
    Ok(told.join(","))
}

/// Sets until when a company has its nodes; nothing: for good.
fn write_stops(tx: &mut Tx<'_>, org: i64, stops: &BTreeMap<i64, i64>) -> Result<(), Refusal> {
    let now = tx.now;
    let mut lift = sql::update(org, "org_permission", &[("stop_at", Value::Null)]);
    // What is over stays over.
    lift.and_where(sql::eq("permission_status", true)).and_where(sql::col("stop_at").gt(sql::value(now)));
    tx.exec(&lift.into())?;
    for (node, stop) in stops {
        let mut set = sql::update(org, "org_permission", &[("stop_at", Value::Int(*stop))]);
        set.and_where(sql::eq("permission_id", *node)).and_where(sql::eq("permission_status", true));
        tx.exec(&set.into())?;
    }
    Ok(())
}

/// PUT /hrs/orgPermission/{id}: writes the difference.
pub(super) fn save_permissions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Permissions>()?);
    call.actor()?.need_proof()?;
    let version = call.write(|tx| {
        let code = take(tx, id, body.version)?;
        let open = permission::open_to_companies(tx)?;
        let wanted: BTreeSet<i64> = body.permission_ids.iter().map(|id| id.0).filter(|id| open.contains(id)).collect();
        let now = tx.now;
        let has = permission::granted(tx, id.0, now)?;
        let added: Vec<i64> = wanted.difference(&has).copied().collect();
        let removed: Vec<i64> = has.difference(&wanted).copied().collect();
        let stops = stops(&body, now)?;
        let before = stops_text(tx, id.0, now)?;
        permission::set_granted(tx, id.0, &wanted, true)?;
        write_stops(tx, id.0, &stops)?;
        raise_permission_version(tx, id.0)?;
        let change = |field: &str, label: &str, old: String, new: String| Change {
            field: field.to_owned(),
            label: label.to_owned(),
            old,
            new,
        };
        let (old, new) = (permission::codes_text(tx, &removed)?, permission::codes_text(tx, &added)?);
        let mut changes = vec![change("permissionIds", "权限", old, new)];
        let after = stops_text(tx, id.0, now)?;
        if before != after {
            changes.push(change("stopDates", "失效日期", before, after));
        }
        tx.log(entry(id, code, "配置权限").changes(changes))?;
        Ok(body.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}
