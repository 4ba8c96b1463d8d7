//! Moves in the tree of departments: below another one, into another one, among siblings.

use std::collections::BTreeSet;

use kernel::{Id, Msg};
use platform::access::raise_permission_version;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::Value as Json;

use super::tree::{DEPTH_MAX, Node, Tree};
use super::{FULL, SAME_NAME, SAME_SHORT_NAME, TOO_DEEP, named};

const BELOW_ITSELF: Msg =
    Msg::new("dept.below_itself", "不能移动到自身或其下级", "A department can't be moved below itself.");
const ABOVE_STOPPED: Msg = Msg::new(
    "dept.above_stopped",
    "上级部门已停用，不能移入",
    "The department above is stopped; nothing active moves below it.",
);
const LEAF_FIRST: Msg = Msg::new("dept.leaf", "请先处理下级部门", "Please deal with the departments below it first.");
const MERGE_SELF: Msg = Msg::new("dept.merge_self", "请选择另一个部门", "Please choose another department.");
const NOT_ALL: Msg = Msg::new("dept.sort", "请提交同级的全部部门", "Please give all departments of the level.");

fn entry(node: &Node, function: &'static str, changes: Vec<Change>) -> LogEntry {
    let entry = LogEntry::of("dept", node.id, node.name.clone(), "/hrs_dept");
    entry.did(function, function).level(Level::High).changes(changes)
}

fn change(field: &str, label: &str, old: &str, new: &str) -> Change {
    Change { field: field.to_owned(), label: label.to_owned(), old: old.to_owned(), new: new.to_owned() }
}

/// The tree under the lock of the org.
fn locked(tx: &mut Tx<'_>) -> Result<Tree, Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    Tree::load(tx, org)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MoveBelow {
    parent_id: Id,
    version: i64,
}

/// POST /hrs/dept/{id}/move.
pub fn move_below(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<MoveBelow>()?);
    call.write(|tx| {
        let mut tree = locked(tx)?;
        claim(tx, "dept", id, body.version)?;
        let node = tree.find(id).cloned().ok_or(Refusal::NotFound)?;
        let above = tree.find(body.parent_id).cloned().ok_or(Refusal::NotFound)?;
        let below = tree.below(id);
        if below.contains(&above.id) {
            return Err(Refusal::field("parentId", BELOW_ITSELF.text()));
        }
        if node.active && !above.active {
            return Err(Refusal::field("parentId", ABOVE_STOPPED.text()));
        }
        let deepest = below.iter().filter_map(|id| tree.find(*id)).map(Node::depth).max().unwrap_or(0);
        if above.depth() + 1 + deepest - node.depth() > DEPTH_MAX {
            return Err(Refusal::field("parentId", TOO_DEEP.text()));
        }
        for sibling in tree.siblings(above.id, id) {
            if sibling.name == node.name {
                return Err(Refusal::field("parentId", SAME_NAME.text()));
            }
            if sibling.short_name == node.short_name {
                return Err(Refusal::field("parentId", SAME_SHORT_NAME.text()));
            }
        }
        if !tree.hang(id, above.id) {
            return Err(Refusal::field("parentId", FULL.text()));
        }
        if below.iter().any(|id| tree.find(*id).is_some_and(Node::is_final) && tree.final_in_line(*id)) {
            return Err(Refusal::field("parentId", super::FINAL_ABOVE_OR_BELOW.text()));
        }
        tree.renew(tx)?;
        let moved = tree.find(id).cloned().unwrap_or_else(|| node.clone());
        let changes = vec![
            change("deptCode", "部门编号", &node.code, &moved.code),
            change("fullName", "部门全称", &node.full_name, &moved.full_name),
        ];
        tx.log(entry(&node, "移动", changes))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Merge {
    from_id: Id,
    version: i64,
}

/// POST /hrs/dept/{id}/merge: whatever names another department goes over to this one.
pub fn merge(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Merge>()?);
    call.write(|tx| {
        named::hold(tx, body.from_id)?;
        let mut tree = locked(tx)?;
        claim(tx, "dept", id, body.version)?;
        let node = tree.find(id).cloned().ok_or(Refusal::NotFound)?;
        let from = tree.find(body.from_id).cloned().ok_or(Refusal::NotFound)?;
        if from.id == id {
            return Err(Refusal::field("fromId", MERGE_SELF.text()));
        }
        if !tree.children(from.id).is_empty() {
            return Err(Refusal::field("fromId", LEAF_FIRST.text()));
        }
        named::hand_over(tx, from.id, id)?;
        let org = tx.org();
        let mut delete = sql::delete(org, "dept");
        delete.and_where(sql::eq("id", from.id));
        tx.exec(&delete.into())?;
        tree.forget(&[from.id]);
        tree.renew(tx)?;
        tx.log(entry(&node, "合并", vec![change("deptName", "部门名称", &from.full_name, &node.full_name)]))
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sort {
    parent_id: Id,
    ids: Vec<Id>,
}

/// POST /hrs/dept/sort: the departments below one, all of them, in their new order.
pub fn sort(call: &mut Call) -> Outcome {
    let body = call.json::<Sort>()?;
    call.write(|tx| {
        let mut tree = locked(tx)?;
        let above = tree.find(body.parent_id).cloned().ok_or(Refusal::NotFound)?;
        let known: BTreeSet<Id> = tree.children(above.id).into_iter().collect();
        if body.ids.len() != known.len() || body.ids.iter().copied().collect::<BTreeSet<_>>() != known {
            return Err(Refusal::field("ids", NOT_ALL.text()));
        }
        for (place, id) in (1..).zip(&body.ids) {
            tree.recode(*id, &format!("{}{place:03}", above.code));
        }
        tree.renew(tx)?;
        let names: Vec<&str> =
            body.ids.iter().filter_map(|id| tree.find(*id)).map(|node| node.short_name.as_str()).collect();
        let text = names.join(", ");
        tx.log(entry(&above, "排序", Vec::new()).text(text))
    })?;
    Ok(Answer::Data(Json::Null))
}
