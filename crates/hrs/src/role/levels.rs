//! Data levels of a role: whose orders, partners and papers its holders see.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg, Scope};
use platform::access::{Actor, LEVEL_GROUP, LEVEL_ORG, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{entry, name_and_version};

const LEVEL: Msg = Msg::new("role.level", "{scope}的数据范围不正确", "The data scope of {scope} is not valid.");
/// Data classes beside the orders, which have a level per scope.
const CLASSES: [(&str, &str); 3] = [("coop", "客商"), ("inquiry", "询价"), ("finance", "结算单据")];
/// Names of the levels.
const LEVELS: [&str; 6] = ["本人", "本人及工作组", "本部门", "本部门及下级", "全公司", "集团"];

/// Every data class with the scope of its row and its name.
fn every_class() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let orders = Scope::all().map(|scope| ("order", scope.code(), scope.code()));
    orders.chain(CLASSES.into_iter().map(|(class, name)| (class, "*", name)))
}

/// What a level is called on the wire: the scope of orders, else the class.
fn wire_name(class: &'static str, scope: &'static str) -> &'static str {
    if class == "order" { scope } else { class }
}

pub(super) type Levels = BTreeMap<(&'static str, &'static str), i64>;

pub(super) fn levels_of(conn: &mut dyn Conn, org: i64, role: Id) -> Result<Levels, Refusal> {
    let mut select = sql::from(org, "role_data_scope");
    select.columns(["class", "scope", "level"]).and_where(sql::eq("role_id", role));
    let rows = conn.query(&select.into())?;
    let mut levels = Levels::new();
    for (class, scope, _) in every_class() {
        let mut level = LEVEL_ORG;
        for row in &rows {
            if row.get::<String>(0)? == class && row.get::<String>(1)? == scope {
                level = row.get(2)?;
            }
        }
        levels.insert((class, scope), level);
    }
    Ok(levels)
}

pub(super) fn write_levels(tx: &mut Tx<'_>, role: Id, levels: &Levels) -> Result<(), Refusal> {
    let org = tx.org();
    let mut delete = sql::delete(org, "role_data_scope");
    delete.and_where(sql::eq("role_id", role));
    tx.exec(&delete.into())?;
    for ((class, scope), level) in levels {
        let cells = [
            ("role_id", role.into_value()),
            ("class", Value::Text((*class).to_owned())),
            ("scope", Value::Text((*scope).to_owned())),
            ("level", Value::Int(*level)),
        ];
        tx.exec(&sql::insert(org, "role_data_scope", &cells).into())?;
    }
    Ok(())
}

/// GET /hrs/roleScope/{id}.
pub(super) fn levels(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    call.read(|conn| {
        let (_, version) = name_and_version(conn, org, id)?;
        let levels: Map<String, Json> = levels_of(conn, org, id)?
            .into_iter()
            .map(|((class, scope), level)| (wire_name(class, scope).to_owned(), json!(level)))
            .collect();
        Ok(Answer::Data(json!({ "version": version, "levels": levels })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewLevels {
    version: i64,
    levels: BTreeMap<String, i64>,
}

/// PUT /hrs/roleScope/{id}.
pub(super) fn save_levels(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<NewLevels>()?);
    let version = call.write(|tx| {
        let org = tx.org();
        raise_permission_version(tx, org)?;
        claim(tx, "role", id, body.version)?;
        let (name, version) = name_and_version(tx, org, id)?;
        let old = levels_of(tx, org, id)?;
        let mut new = old.clone();
        let mut findings = Findings::new();
        for (wire, level) in &body.levels {
            let known = every_class().find(|(class, scope, _)| wire_name(class, scope) == wire);
            match known.filter(|(class, ..)| (1..=widest_of(class)).contains(level)) {
                Some((class, scope, _)) => drop(new.insert((class, scope), *level)),
                None => findings.error(format!("levels.{wire}"), LEVEL.with(&[("scope", wire)])),
            }
        }
        Refusal::unless_clean(&findings, &[])?;
        write_levels(tx, id, &new)?;
        let show = |level: Option<&i64>| level.map_or_else(String::new, |level| name_of(*level).to_owned());
        let changes = every_class()
            .filter(|(class, scope, _)| old.get(&(*class, *scope)) != new.get(&(*class, *scope)))
            .map(|(class, scope, label)| Change {
                field: wire_name(class, scope).to_owned(),
                label: label.to_owned(),
                old: show(old.get(&(class, scope))),
                new: show(new.get(&(class, scope))),
            })
            .collect();
        tx.log(entry(id, name, "分配权限").did("分配权限", "数据范围").changes(changes))?;
        Ok(version)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// The widest level of a class: orders are seen in the whole group (Rule 5).
fn widest_of(class: &str) -> i64 {
    if class == "order" { LEVEL_GROUP } else { LEVEL_ORG }
}

fn name_of(level: i64) -> &'static str {
    let place = usize::try_from(level - 1).ok();
    place.and_then(|place| LEVELS.get(place)).copied().unwrap_or_default()
}

/// The levels of orders in the fewest words: what most scopes have, behind those that differ. Kept are `AE 1,SE 3`; a
/// scope without a level sees the company.
pub(super) fn shortest(_: &Actor, stored: &Value) -> Value {
    let kept = if let Value::Text(text) = stored { text.as_str() } else { "" };
    let known: BTreeMap<&str, i64> =
        kept.split(',').filter_map(|one| one.split_once(' ')).filter_map(|(s, l)| Some((s, l.parse().ok()?))).collect();
    let levels: Vec<(&str, i64)> = Scope::all()
        .map(|scope| scope.code())
        .map(|code| (code, known.get(code).copied().unwrap_or(LEVEL_ORG)))
        .collect();
    let count = |level: i64| levels.iter().filter(|(_, each)| *each == level).count();
    let rest = (1..=LEVEL_GROUP).max_by_key(|level| count(*level)).unwrap_or(LEVEL_ORG);
    let others = levels.iter().filter(|(_, level)| *level != rest);
    let mut parts: Vec<String> = others.map(|(scope, level)| format!("{scope} {}", name_of(*level))).collect();
    parts.push(if parts.is_empty() { name_of(rest).to_owned() } else { format!("其他 {}", name_of(rest)) });
    Value::Text(parts.join(", "))
}

/// What a new role may see: everything of its company.
pub(super) fn widest() -> Levels {
    every_class().map(|(class, scope, _)| ((class, scope), LEVEL_ORG)).collect()
}
