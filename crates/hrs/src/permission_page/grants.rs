//! 授权企业. Which companies have a node, and which editions hold it.

use std::collections::BTreeSet;

use kernel::{Id, Instant, Msg};
use platform::PLATFORM_ORG;
use platform::access::raise_permission_version;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{ExprTrait, Order, Query};
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{PLATFORM_ONLY, by_code};
use crate::edition;
use crate::permission::{grant, withdraw};

const NO_EDITION: Msg = Msg::new("node.editions", "请选择版本", "Please choose the editions.");
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// GET /hrs/orgPermission/have and /lack: the companies that have a node, or do not.
pub(super) fn orgs(call: &mut Call, have: bool) -> Outcome {
    let node: Id = Id(call.query("permissionId").parse().map_err(|_| Refusal::NotFound)?);
    let mut held = Query::select();
    held.column("org_id")
        .from("org_permission")
        .and_where(sql::eq("permission_id", node))
        .and_where(sql::eq("permission_status", true));
    let mut select = sql::from_global("org");
    select
        .columns(["id", "code", "name", "edition"])
        .and_where(if have { sql::col("id").in_subquery(held) } else { sql::col("id").not_in_subquery(held) })
        .order_by("code", Order::Asc);
    let name = call.query("name").trim();
    if !name.is_empty() {
        select.cond_where(sql::any_of([sql::contains(sql::col("name"), name), sql::contains(sql::col("code"), name)]));
    }
    if !call.query("edition").is_empty() {
        select.and_where(sql::eq("edition", call.query("edition").to_owned()));
    }
    if let Some(kind) = number(call, "accountType")? {
        select.and_where(sql::eq("org_type", kind));
    }
    if let Some(from) = midnight(call, "createdFrom")? {
        select.and_where(sql::col("created_at").gte(sql::value(from)));
    }
    if let Some(to) = midnight(call, "createdTo")? {
        select.and_where(sql::col("created_at").lt(sql::value(to + DAY_MS)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let list = rows.iter().map(|row| {
        Ok(json!({
            "id": row.get::<i64>(0)?.to_string(), "orgCode": row.get::<String>(1)?,
            "orgName": row.get::<String>(2)?, "edition": row.get::<String>(3)?,
        }))
    });
    Ok(Answer::Data(Json::Array(list.collect::<Result<_, Refusal>>()?)))
}

fn wrong(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn number(call: &Call, name: &str) -> Result<Option<i64>, Refusal> {
    Some(call.query(name)).filter(|text| !text.is_empty()).map(|text| text.parse().map_err(|_| wrong(name))).transpose()
}

/// The first moment of a day that is asked for.
fn midnight(call: &Call, name: &str) -> Result<Option<i64>, Refusal> {
    let day = Some(call.query(name)).filter(|text| !text.is_empty());
    day.map(|text| kernel::parse_day(text).map(|day| Instant::start_of(day).millis()).ok_or_else(|| wrong(name)))
        .transpose()
}

/// A node as it is given to companies.
struct Given {
    name: String,
    platform: bool,
    /// It and those above it, which go with it.
    line: Vec<i64>,
}

fn find(tx: &mut Tx<'_>, id: Id) -> Result<Given, Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["name_zh", "parent_code", "platform"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let mut line = vec![id.0];
    let mut at: String = row.get(1)?;
    while let Some((above, _)) = by_code(tx, &at)?.filter(|(above, _)| !line.contains(above)) {
        line.push(above);
        let mut up = sql::from_global("permission");
        up.column("parent_code").and_where(sql::eq("id", above));
        at = tx.first(&up.into())?.unwrap_or_default().get(0)?;
    }
    Ok(Given { name: row.get(0)?, platform: row.get(2)?, line })
}

impl Given {
    fn entry(self, id: Id, done: &'static str, text: String) -> LogEntry {
        let entry = LogEntry::of("permission", id, self.name, "/hrs_permission");
        entry.did("配置权限", done).level(Level::High).text(text)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Orgs {
    version: i64,
    org_ids: BTreeSet<Id>,
}

/// POST /hrs/orgPermission/add/{id} and /remove/{id}: who gets a node gets those above it too.
pub(super) fn change(call: &mut Call, add: bool) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Orgs>()?);
    call.write(|tx| {
        claim(tx, "permission", id, body.version)?;
        let node = find(tx, id)?;
        if node.platform && add && body.org_ids.iter().any(|org| org.0 != PLATFORM_ORG) {
            return Err(Refusal::business(PLATFORM_ONLY));
        }
        let mut names = Vec::new();
        for org in &body.org_ids {
            let mut known = sql::from_global("org");
            known.column("name").and_where(sql::eq("id", *org));
            names.push(tx.first(&known.into())?.ok_or(Refusal::NotFound)?.get::<String>(0)?);
            match add {
                true => node.line.iter().try_for_each(|node| grant(tx, org.0, *node))?,
                false => withdraw(tx, org.0, &[id.0])?,
            }
            raise_permission_version(tx, org.0)?;
        }
        let done = if add { "移入" } else { "移出" };
        tx.log(node.entry(id, done, format!("{done}：{}", names.join("、"))))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Editions {
    version: i64,
    editions: BTreeSet<String>,
    /// The companies on them get it at once; else with the next synchronisation.
    #[serde(default)]
    with_orgs: bool,
}

/// POST /hrs/orgPermission/edition/{id}.
pub(super) fn join_editions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Editions>()?);
    if body.editions.is_empty() {
        return Err(Refusal::field("editions", NO_EDITION.text()));
    }
    let companies = call.write(|tx| {
        claim(tx, "permission", id, body.version)?;
        let node = find(tx, id)?;
        edition::need_open(tx, &node.line)?;
        let names = edition::join(tx, &body.editions, &node.line)?;
        let mut on_them = sql::from_global("org");
        on_them
            .column("id")
            .and_where(sql::is_in(sql::col("edition"), body.editions.iter().cloned()))
            .and_where(sql::col("id").ne(sql::value(PLATFORM_ORG)));
        let orgs = if body.with_orgs { tx.query(&on_them.into())? } else { Vec::new() };
        for row in &orgs {
            let org: i64 = row.get(0)?;
            node.line.iter().try_for_each(|node| grant(tx, org, *node))?;
            raise_permission_version(tx, org)?;
        }
        let given = if body.with_orgs { format!("，授权{}家企业", orgs.len()) } else { String::new() };
        tx.log(node.entry(id, "加入版本", format!("加入版本：{}{given}", names.join("、"))))?;
        Ok(orgs.len())
    })?;
    Ok(Answer::Data(json!({ "companies": companies })))
}
