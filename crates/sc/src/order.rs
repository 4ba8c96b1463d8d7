//! Orders of the scopes beside air export. What differs by scope stands in `domain::carriage`.

mod calls;
mod finish;
mod form;
mod list;
mod moves;
pub(crate) mod progress;
mod rules;
pub mod store;

use std::sync::Arc;

use approval::unlock::{LOCK_CODE, UNLOCK_CODE};
use domain::carriage::{KINDS, Kind};
use domain::order::{EDIT_CODES, FORCE_STOP_CODES, PAGE_CODES, code_of, form_page};
use kernel::Scope;
use platform::access::Access;
use platform::call::{Call, Outcome};
use platform::list::ListPage;
use platform::registry::{Node, Operation};
use serde_json::Value as Json;

use crate::page_with_buttons;

/// Orders of every scope.
pub(crate) const TABLE: &str = "freight_order";
/// What these scopes have beside it.
pub(crate) const DETAIL: &str = "order_carriage_detail";

/// Lists of the scopes.
pub(crate) fn lists() -> Vec<ListPage> {
    list::all()
}

/// Forms of the scopes as the page contract tells them.
pub(crate) fn forms() -> Vec<Json> {
    KINDS.iter().map(form::contract).collect()
}

/// Lower-case name of a scope, as addresses write it.
pub(crate) fn slug(scope: Scope) -> &'static str {
    scope.share_prefix()
}

/// Menu groups, names and places of the pages.
fn titles(scope: Scope) -> (&'static str, (&'static str, &'static str), i64) {
    match scope {
        Scope::Ai => ("/afManager/order", ("空运进口订单", "Air import orders"), 30),
        Scope::Se => ("/scManager/order", ("海运出口订单", "Sea export orders"), 10),
        Scope::Si => ("/scManager/order", ("海运进口订单", "Sea import orders"), 20),
        Scope::Te => ("/scManager/rail", ("铁路出口订单", "Rail export orders"), 10),
        Scope::Ti => ("/scManager/rail", ("铁路进口订单", "Rail import orders"), 20),
        Scope::Lc => ("/lcManager", ("运输订单", "Transport orders"), 20),
        Scope::Ae | Scope::Io => ("/ioManager", ("其他业务订单", "Other-business orders"), 10),
    }
}

/// Pages and buttons of the scopes. The links themselves belong to the room of tracking.
pub(crate) fn nodes() -> Vec<Node> {
    let buttons = [
        ("add", "新建", "New"),
        ("edit", "编辑", "Edit"),
        ("cancel", "取消订单", "Cancel order"),
        ("restore", "恢复订单", "Restore order"),
        ("forcestop", "强制关闭", "Close for good"),
        ("opfinish", "操作完成", "Operations finished"),
        ("export", "导出", "Export"),
        ("file", "文件", "Files"),
        ("track", "手工录入轨迹", "Enter events"),
        ("share", "分享", "Share"),
        ("takeover", "接管页面锁", "Take over page lock"),
    ];
    let mut nodes = Vec::new();
    for kind in KINDS.iter() {
        let (slug, code) = (slug(kind.scope), code_of(PAGE_CODES, kind.scope));
        let (group, (zh, en), sort) = titles(kind.scope);
        let list = Node::page(&format!("/{code}"), group, zh, en, sort);
        nodes.extend(page_with_buttons(list, code, &format!("{slug}-order"), &buttons));
        let (zh, en) = (format!("{zh}编辑"), format!("{en}: form"));
        nodes.push(Node::page(form_page(kind.scope), group, &zh, &en, 500 + sort).hidden());
    }
    nodes
}

/// A call of a scope's orders.
type Work = fn(&'static Kind, &mut Call) -> Outcome;

/// Calls of the orders, `/sc/order/{scope}`: the address says the scope, and so the permission.
pub(crate) fn operations() -> Vec<Operation> {
    KINDS.iter().flat_map(of_scope).collect()
}

fn of_scope(kind: &'static Kind) -> Vec<Operation> {
    let slug = slug(kind.scope);
    let base = format!("/sc/order/{slug}");
    let button = |suffix: &str| -> &'static str { String::leak(format!("{slug}-order-{suffix}")) };
    let look = Access::Code(code_of(PAGE_CODES, kind.scope));
    let edit = Access::Code(code_of(EDIT_CODES, kind.scope));
    let bound = |work: Work| Arc::new(move |call: &mut Call| work(kind, call));
    let (view, check, create, update) =
        (bound(calls::view), bound(calls::check), bound(calls::create), bound(calls::update));
    let rules = bound(calls::show_form_rules);
    let (cancel, restore) = (bound(moves::cancel), bound(moves::restore));
    let (op_finish, op_cancel) = (bound(finish::op_finish), bound(finish::op_cancel));
    let force_stop = bound(moves::force_stop);
    let (lock, unlock) = (bound(moves::lock), bound(moves::unlock));
    let one = format!("{base}/{{orderUuid}}");
    let name = |verb: &str| format!("{verb}_{slug}_order");
    vec![
        Operation::get(&name("view"), &one, look, move |call| view(call))
            .guards(facts::order_log::OBJECT, domain::order::need_seen),
        Operation::get(&format!("get_{slug}_order_form_rules"), &format!("{base}/formRules"), look, move |call| {
            rules(call)
        })
        .summary("What the form offers and asks for by the company's settings"),
        Operation::post(&name("check"), &format!("{base}/check"), look, move |call| check(call))
            .reads()
            .summary("Every rule over an unsaved order, and the figures that follow"),
        Operation::post(&name("create"), &base, Access::Code(button("add")), move |call| create(call)),
        Operation::put(&name("update"), &one, edit, move |call| update(call)),
        Operation::put(&name("cancel"), &format!("{one}/cancel"), Access::Code(button("cancel")), move |call| {
            cancel(call)
        }),
        Operation::put(&name("restore"), &format!("{one}/restore"), Access::Code(button("restore")), move |call| {
            restore(call)
        }),
        Operation::put(&name("finish"), &format!("{one}/opFinish"), Access::Code(button("opfinish")), move |call| {
            op_finish(call)
        }),
        Operation::put(&name("unfinish"), &format!("{one}/opCancel"), Access::Code(button("opfinish")), move |call| {
            op_cancel(call)
        }),
        Operation::put(
            &name("close"),
            &format!("{one}/forceStop"),
            Access::Code(code_of(FORCE_STOP_CODES, kind.scope)),
            move |call| force_stop(call),
        )
        .summary("Closes an order for good: at once, or when it is approved"),
        Operation::put(&name("lock"), &format!("{one}/lock"), Access::Code(LOCK_CODE), move |call| lock(call)),
        Operation::put(&name("unlock"), &format!("{one}/unlock"), Access::Code(UNLOCK_CODE), move |call| unlock(call)),
    ]
}
