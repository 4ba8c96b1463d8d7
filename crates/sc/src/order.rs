//! Orders of the scopes beside air export: their pages and addresses. What differs by scope stands in its profile.

mod calls;
mod form;

use kernel::Scope;
use order::{EDIT_CODES, FORCE_STOP_CODES, Move, PAGE_CODES, Profile, carried, code_of, form_page};
use orderdesk::Named;
use platform::access::Access;
use platform::call::{Call, Outcome};
use platform::field::lasting;
use platform::list::ListPage;
use platform::registry::{Node, Operation};
use serde_json::Value as Json;

use crate::page_with_buttons;

/// Lists of the scopes.
pub(crate) fn lists() -> Vec<ListPage> {
    let list = |profile: &Profile| {
        let (slug, (_, title, _)) = (slug(profile.scope), titles(profile.scope));
        let named = Named {
            key: lasting(&format!("sc.{slug}-order.list")),
            base: lasting(&format!("/sc/order/{slug}")),
            title,
            form: lasting(&format!("sc.{slug}-order.form")),
        };
        orderdesk::list(profile.scope, named)
    };
    carried().map(list).collect()
}

/// Forms of the scopes as the page contract tells them.
pub(crate) fn forms() -> Vec<Json> {
    carried().map(form::contract).collect()
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
        ("add", "新增", "New"),
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
    for kind in carried() {
        let (slug, code) = (slug(kind.scope), code_of(PAGE_CODES, kind.scope));
        let (group, (zh, en), sort) = titles(kind.scope);
        let list = Node::page(&format!("/{code}"), group, zh, en, sort);
        nodes.extend(page_with_buttons(list, code, &format!("{slug}-order"), &buttons));
        let more = [
            (Move::IncomeFinish, "收入完成", "Income done"),
            (Move::CostFinish, "成本完成", "Cost done"),
            (Move::Split, "拆单", "Split order"),
        ];
        for (place, (wanted, zh, en)) in (12i64..).zip(more) {
            if wanted != Move::Split || kind.splits() {
                nodes.push(Node::button(wanted.code(kind.scope), code, zh, en, place * 10));
            }
        }
        let (zh, en) = (format!("{zh}编辑"), format!("{en}: form"));
        nodes.push(Node::page(form_page(kind.scope), group, &zh, &en, 500 + sort).hidden());
    }
    nodes
}

/// Calls of the orders, `/sc/order/{scope}`: the address says the scope, and so the permission.
pub(crate) fn operations() -> Vec<Operation> {
    carried().flat_map(of_scope).collect()
}

/// A call of a scope's orders.
type Work = fn(&'static Profile, &mut Call) -> Outcome;

fn bound(profile: &'static Profile, work: Work) -> impl Fn(&mut Call) -> Outcome + Send + Sync + 'static {
    move |call| work(profile, call)
}

fn of_scope(profile: &'static Profile) -> Vec<Operation> {
    let slug = slug(profile.scope);
    let base = format!("/sc/order/{slug}");
    let look = Access::Code(code_of(PAGE_CODES, profile.scope));
    let edit = Access::Code(code_of(EDIT_CODES, profile.scope));
    let one = format!("{base}/{{orderUuid}}");
    let name = |verb: &str| format!("{verb}_{slug}_order");
    let add: &'static str = String::leak(format!("{slug}-order-add"));
    let close = Access::Code(code_of(FORCE_STOP_CODES, profile.scope));
    let mut operations = vec![
        Operation::get(&name("view"), &one, look, bound(profile, calls::view))
            .guards(facts::order_log::OBJECT, order::need_seen),
        Operation::get(
            &format!("get_{slug}_order_form_rules"),
            &format!("{base}/formRules"),
            look,
            bound(profile, calls::show_form_rules),
        )
        .summary("What the form offers and asks for by the company's settings"),
        Operation::post(&name("check"), &format!("{base}/check"), look, bound(profile, calls::check))
            .reads()
            .summary("Every rule over an unsaved order, and the figures that follow"),
        Operation::post(&name("create"), &base, Access::Code(add), bound(profile, calls::create)),
        Operation::put(&name("update"), &one, edit, bound(profile, calls::update)),
        Operation::put(&name("close"), &format!("{one}/forceStop"), close, bound(profile, calls::force_stop))
            .summary("Closes an order for good: at once, or when it is approved"),
    ];
    if profile.splits() {
        operations.extend(splitting(profile, &one, &name));
    }
    let (_, title, _) = titles(profile.scope);
    operations.extend(orderdesk::imports(profile, lasting(&format!("sc.{slug}-order.form")), title));
    operations.extend(MOVES.map(|(verb, path, wanted)| {
        let code = Access::Code(wanted.code(profile.scope));
        let work = move |call: &mut Call| calls::moves(profile, call, wanted);
        Operation::put(&name(verb), &format!("{one}/{path}"), code, work)
    }));
    operations
}

/// Calls that split an order of a scope.
fn splitting(profile: &'static Profile, one: &str, name: &dyn Fn(&str) -> String) -> [Operation; 2] {
    let code = Access::Code(Move::Split.code(profile.scope));
    [
        Operation::post(
            &name("check_split_of"),
            &format!("{one}/splitCheck"),
            code,
            bound(profile, calls::split_check),
        )
        .reads()
        .summary("The parts an order would be split into, what can be given to them, and what stands against it"),
        Operation::post(&name("split"), &format!("{one}/split"), code, bound(profile, calls::split))
            .summary("Splits an order; answers the codes of the new ones"),
    ]
}

/// Moves that have a call each.
const MOVES: [(&str, &str, Move); 8] = [
    ("cancel", "cancel", Move::Cancel),
    ("restore", "restore", Move::Restore),
    ("finish", "opFinish", Move::OpFinish),
    ("unfinish", "opCancel", Move::OpCancel),
    ("lock", "lock", Move::Lock),
    ("unlock", "unlock", Move::Unlock),
    ("finish_income_of", "doIncome", Move::IncomeFinish),
    ("finish_cost_of", "doCost", Move::CostFinish),
];
