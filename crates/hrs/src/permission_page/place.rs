//! Moving a node: below another one, and among its siblings.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::{BUTTON_PARENT, NO_PARENT, Permission, SAME_NAME, raise_every_org};

const OWN: Msg = Msg::new("node.own", "不能移动到自身或其下级", "A node can't be moved below itself.");
const GROUP: Msg = Msg::new("node.group", "目录和页面须在目录之下", "Groups and pages lie below a group.");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    version: i64,
    /// None: at the top.
    #[serde(default)]
    parent_id: Option<Id>,
    sort: i64,
}

/// What a move looks at.
struct Moved {
    code: String,
    kind: i64,
    name: String,
    parent: Option<String>,
    sort: i64,
}

fn find(conn: &mut dyn Conn, id: Id) -> Result<Option<Moved>, Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["code", "kind", "name_zh", "parent_code", "sort"]).and_where(sql::eq("id", id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some(Moved { code: row.get(0)?, kind: row.get(1)?, name: row.get(2)?, parent: row.get(3)?, sort: row.get(4)? }))
}

/// Two opposite moves at once would each see a tree in which the other has not happened.
fn one_at_a_time(conn: &mut dyn Conn) -> Result<(), Refusal> {
    platform::document::one_at_a_time(conn, PLATFORM_ORG)
}

/// PUT /hrs/permissionNode/move/{id}.
pub(super) fn put(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Body>()?);
    let mut findings = Findings::new();
    Permission::SORT.parse(Some(&json!(body.sort)), &Permission::SORT.name(), &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let version = call.write(|tx| {
        one_at_a_time(tx)?;
        let node = find(tx, id)?.ok_or(Refusal::NotFound)?;
        let parent = place(tx, &node, body.parent_id)?;
        claim(tx, "permission", id, body.version)?;
        let cells = [
            ("parent_code", parent.clone().map_or(Value::Null, Value::Text)),
            ("sort", Value::Int(body.sort)),
            // The program's own order does not come back with the next start.
            ("edited", Value::Bool(true)),
        ];
        let mut update = sql::update_global("permission", &cells);
        update.and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        raise_every_org(tx)?;
        let change = |field: Field, old: String, new: String| Change {
            field: field.name(),
            label: field.zh.to_owned(),
            old,
            new,
        };
        let changes = [
            change(Permission::PARENT_CODE, node.parent.unwrap_or_default(), parent.unwrap_or_default()),
            change(Permission::SORT, node.sort.to_string(), body.sort.to_string()),
        ];
        let entry = LogEntry::of("permission", id, node.name, "/hrs_permission").did("修改", "移动").level(Level::High);
        tx.log(entry.changes(changes.into_iter().filter(|change| change.old != change.new).collect()))?;
        Ok(body.version + 1)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version })))
}

/// Code of the node above, when the node may lie there.
fn place(tx: &mut Tx<'_>, node: &Moved, parent: Option<Id>) -> Result<Option<String>, Refusal> {
    let wrong = |message: Msg| Refusal::field("parentId", message.text());
    let above = match parent {
        Some(parent) => Some(find(tx, parent)?.ok_or(wrong(NO_PARENT))?),
        None => None,
    };
    match (node.kind, above.as_ref().map(|above| above.kind)) {
        (2, kind) if kind != Some(1) => return Err(wrong(BUTTON_PARENT)),
        (0 | 1, Some(1 | 2)) => return Err(wrong(GROUP)),
        _ => {}
    }
    let code = above.as_ref().map(|above| above.code.clone());
    let (mut upwards, mut passed) = (code.clone(), BTreeSet::new());
    while let Some(step) = upwards {
        // A ring, as two moves at once could make it once, is no place either.
        if step == node.code || !passed.insert(step.clone()) {
            return Err(wrong(OWN));
        }
        let mut next = sql::from_global("permission");
        next.column("parent_code").and_where(sql::eq("code", step));
        upwards = tx.first(&next.into())?.map(|row| row.get(0)).transpose()?.flatten();
    }
    if code != node.parent {
        let mut same = sql::from_global("permission");
        same.column("id")
            .and_where(sql::eq("name_zh", node.name.clone()))
            .and_where(sql::eq("kind", node.kind))
            .and_where(match &code {
                Some(code) => sql::eq("parent_code", code.clone()),
                None => sql::col("parent_code").is_null(),
            });
        if tx.first(&same.into())?.is_some() {
            return Err(wrong(SAME_NAME));
        }
    }
    Ok(code)
}
