//! 权限管理. The permission tree as data: names, order, trial, and which companies have a node.

mod grants;
mod place;

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Call, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::{Change, Level};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::permission::grant;
use crate::permission_request;

const CODE_FORM: Msg = Msg::new(
    "node.code",
    "编码为字母、数字、下划线、连字符或/",
    "A code has letters, digits, underscores, hyphens or slashes.",
);
const CODE_TAKEN: Msg = Msg::new("node.code_taken", "编码已存在", "The code exists already.");
const NOT_BUILT: Msg =
    Msg::new("permission.planned", "页面尚未建成，不能启用", "The page is yet to be built and can't be opened.");
const HELP_FORM: Msg =
    Msg::new("node.help", "地址须以http://、https://或/开头", "An address begins with http://, https:// or a slash.");
const NO_HELP: Msg = Msg::new("node.help_doc", "帮助文档不存在", "There is no such help document.");
const PATH: Msg = Msg::new("node.path", "页面须填写以/开头的路径", "A page needs a path that begins with a slash.");
const PATH_TAKEN: Msg = Msg::new("node.path_taken", "路径已存在", "The path exists already.");
const NO_PARENT: Msg = Msg::new("node.parent", "上级不存在", "There is no such node above.");
const BUTTON_PARENT: Msg = Msg::new("node.button", "按钮须在页面之下", "A button lies below a page.");
const SAME_NAME: Msg = Msg::new("node.name", "同级已有同名权限", "A node beside it has the same name.");
const SEEDED: Msg = Msg::new("node.seeded", "内置权限不能删除", "A built-in node can't be deleted.");
const CHILDREN: Msg =
    Msg::new("node.children", "存在下级权限，不能删除", "There are nodes below; it can't be deleted.");
const GRANTED: Msg =
    Msg::new("node.granted", "已授权给{n}家企业，不能删除，可停用", "{n} companies have it; stop it instead.");
const PLATFORM_DEFAULT: Msg = Msg::new(
    "node.platform_default",
    "平台权限不能设为管理员默认",
    "A permission of the platform is no administrator's default.",
);
const PLATFORM_ONLY: Msg =
    Msg::new("node.platform", "平台权限只授权给平台", "A permission of the platform is granted to it alone.");

const KINDS: &[Choice] =
    &[Choice::new("0", "目录", "Group"), Choice::new("1", "页面", "Page"), Choice::new("2", "按钮", "Button")];

fn is_address(text: &str) -> bool {
    ["https://", "http://", "/"].iter().any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
}

fn is_code(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'/'))
}

document! {
    /// One node.
    pub struct Permission in "permission" {
        /// Code of the node above.
        parent_code: String = Field::text("上级编码", "Code above").wire("parentCode").read_only(),
        /// Group, page or button.
        kind: i64 = Field::select(KINDS, "类型", "Kind").wire("permissionType").required().fixed(),
        /// Code.
        code: String = Field::text("编码", "Code").wire("permissionCode").required().fixed().max(60).pattern("^[A-Za-z0-9_/-]+$", is_code, CODE_FORM),
        /// Address of a page.
        path: String = Field::text("路径", "Path").fixed().max(100),
        /// Chinese name.
        name_zh: String = Field::text("名称", "Chinese name").wire("permissionName").required().max(40),
        /// English name.
        name_en: String = Field::text("英文名", "English name").wire("permissionEname").required().max(60),
        /// The part of the client that shows it.
        component: String = Field::text("组件", "Component").max(100),
        /// Whose it is.
        application: String = Field::text("所属应用", "Application").max(40),
        /// Icon.
        icon: String = Field::text("图标", "Icon").max(40),
        /// Place among its siblings.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9_999).initially("100"),
        /// Not in the sidebar.
        hidden: bool = Field::flag("隐藏", "Hidden").initially("false"),
        /// Shown with its group even when alone.
        always_show: bool = Field::flag("始终显示", "Always shown").initially("false"),
        /// Open to named companies alone.
        disabled: bool = Field::flag("灰度发布", "In trial").initially("false"),
        /// The administrator of a company has it even outside the edition.
        admin_default: bool = Field::flag("管理员默认", "Administrator's default").initially("false"),
        /// From this day it is as if it were stopped.
        stop_date: String = Field::day("停用日期", "Stopped from"),
        /// Its help among the documents.
        help_doc_id: Option<Id> = Field::reference("permissionHelp", "帮助文档", "Help document"),
        /// What its help is called.
        help_document_name: String = Field::text("帮助文档名称", "Name of the help").max(60),
        /// Where its help is.
        help_document_url: String = Field::text("帮助文档地址", "Address of the help").max(500).pattern("^(https?://|/).+$", is_address, HELP_FORM),
        /// Open.
        status: bool = Field::flag("启用", "Open").initially("true"),
        /// Given by the program.
        declared: bool = Field::flag("内置", "Built in").read_only(),
        /// Changed here.
        edited: bool = Field::flag("已修改", "Changed").read_only(),
        /// For the platform's own org alone.
        platform: bool = Field::flag("平台专用", "Platform only").read_only(),
        /// Its page is yet to be built.
        planned: bool = Field::flag("待建", "Yet to be built").read_only(),
    }
}

const PARENT: Field = Field::reference("permissionNode", "上级", "Above").wire("parentId").fixed();
const ABLE_ORGS: Field = Field::many("org", "灰度企业", "Companies in the trial").wire("ableOrgIds");

fn parent() -> Expr {
    Expr::cust("(SELECT up.id FROM permission up WHERE up.code = permission.parent_code)")
}

/// What its help is called: the document chosen, or the address.
fn help() -> Expr {
    Expr::cust(
        "COALESCE((SELECT d.title FROM help_doc d WHERE d.org_id = 1 AND d.id = permission.help_doc_id), \
         permission.help_document_name, permission.help_document_url)",
    )
}

fn companies() -> Expr {
    Expr::cust("(SELECT COUNT(*) FROM org_permission g WHERE g.permission_id = permission.id AND g.permission_status)")
}

/// The whole tree.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::expr(parent, Field::reference("permissionNode", "上级", "Above").wire("parentId")).hidden(),
        Column::own(Permission::DECLARED).hidden(),
        Column::own(Permission::NAME_ZH).width(240),
        Column::own(Permission::NAME_EN).width(180).behind(),
        Column::own(Permission::CODE).width(200).copy(),
        Column::own(Permission::KIND).width(80),
        Column::own(Permission::PATH).width(170),
        Column::own(Permission::COMPONENT).width(140).behind(),
        Column::own(Permission::APPLICATION).width(110).behind(),
        Column::own(Permission::ICON).width(90).behind(),
        Column::own(Permission::SORT).width(70),
        Column::own(Permission::STATUS).width(80),
        Column::own(Permission::STOP_DATE).width(110).behind(),
        Column::own(Permission::PLANNED).width(80).behind(),
        Column::own(Permission::HIDDEN).width(80).behind(),
        Column::own(Permission::DISABLED).width(90),
        Column::own(Permission::ADMIN_DEFAULT).width(100),
        Column::expr(help, Field::text("帮助文档", "Help document").wire("helpDocument")).width(140),
        Column::own(Permission::HELP_DOCUMENT_NAME).width(140).behind(),
        Column::own(Permission::PLATFORM).width(90),
        Column::expr(companies, Field::int("已授权企业数", "Companies").wire("companies")).width(110),
    ],
    filters: &[
        Filter::new("permissionName", Match::Own(named), Field::text("名称", "Name")),
        Filter::new("permissionCode", Match::Contains, Permission::CODE),
        Filter::new("permissionType", Match::Own(up_to_kind), Permission::KIND).initially("1"),
        Filter::new("status", Match::Bool, Permission::STATUS),
        Filter::new("planned", Match::Bool, Permission::PLANNED).initially("false").more(),
        Filter::new("path", Match::Contains, Permission::PATH).more(),
    ],
    buttons: &[
        Button::new("sys_menu_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_menu_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_menu_org", ("授权企业", "Companies"), "row", "custom"),
        Button::new("sys_menu_sort", ("移动", "Move"), "row", "custom"),
        Button::new("sys_menu_del", ("删除", "Delete"), "row", "remove"),
        Button::new("sys_menu_export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "sort,asc",
    export: "sys_menu_export",
    decorate: Some(decorate),
    form: "hrs.permission.form",
    tree: "parentId",
    ..ListPage::new(
        "hrs.permission.list",
        "/hrs_permission",
        ("权限管理", "Permission tree"),
        "hrs_permission",
        "/hrs/permissionNode",
        "permission",
    )
};

fn named(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(sql::any_of([
        sql::contains(sql::of("permission", "name_zh"), text),
        sql::contains(sql::of("permission", "name_en"), text),
    ]))
}

/// Groups; groups and pages; or everything: a tree without what lies above would be none.
fn up_to_kind(_: &Actor, kind: &str) -> Result<Condition, Refusal> {
    let most: i64 = kind.parse().unwrap_or(2);
    Ok(Condition::all().add(sql::of("permission", "kind").lte(sql::value(most))))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let declared = matches!(row.value("declared"), Value::Bool(true) | Value::Int(1));
    let all = ["sys_menu_edit", "sys_menu_sort", "sys_menu_org", "sys_menu_del"];
    list::write_can(actor, if declared { &all[..3] } else { &all }, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_menu_add", "sys_menu_edit", "sys_menu_del", ""],
    page: "/hrs_permission",
    level: Level::High,
    uniques: &[
        Unique { index: "uq_permission_code", columns: &["code"], field: "permissionCode", message: CODE_TAKEN },
        Unique { index: "uq_permission_path", columns: &["path"], field: "path", message: PATH_TAKEN },
    ],
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["parentId", "ableOrgIds"],
    remove_rule: Some(remove_rule),
    sections: &[Section {
        key: "main",
        title: ("权限", "Permission"),
        fields: &[
            PARENT,
            Permission::KIND,
            Permission::CODE,
            Permission::PATH,
            Permission::NAME_ZH,
            Permission::NAME_EN,
            Permission::COMPONENT,
            Permission::APPLICATION,
            Permission::ICON,
            Permission::SORT,
            Permission::HIDDEN,
            Permission::ALWAYS_SHOW,
            Permission::STATUS,
            Permission::STOP_DATE,
            Permission::ADMIN_DEFAULT,
            Permission::DISABLED,
            ABLE_ORGS,
            Permission::HELP_DOC_ID,
            Permission::HELP_DOCUMENT_NAME,
            Permission::HELP_DOCUMENT_URL,
        ],
    }],
    ..FormPage::of::<Permission>(
        "hrs.permission.form",
        ("权限", "Permission"),
        ("hrs_permission", "/hrs/permissionNode", "permission"),
        Permission::NAME_ZH,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_permission", zh, en, sort).platform();
    room.nodes.extend([
        Node::page("/hrs_permission", "/hrsManager/platform", "权限管理", "Permission tree", 40).platform(),
        button("sys_menu_add", "新增", "New", 10),
        button("sys_menu_edit", "修改", "Edit", 20),
        button("sys_menu_del", "删除", "Delete", 30),
        button("sys_menu_org", "授权企业", "Companies", 40),
        button("sys_menu_export", "导出", "Export", 50),
        button("sys_menu_sort", "排序", "Order", 60),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let org = Access::Code("sys_menu_org");
    let asked = |operation: Operation| {
        ["permissionId", "name", "edition", "accountType", "createdFrom", "createdTo"]
            .into_iter()
            .fold(operation, |all, name| all.param(name))
    };
    room.operations.extend([
        asked(Operation::get("list_permission_have", "/hrs/orgPermission/have", org, |call| grants::orgs(call, true))),
        asked(Operation::get("list_permission_lack", "/hrs/orgPermission/lack", org, |call| grants::orgs(call, false))),
        Operation::put("move_permission", "/hrs/permissionNode/move/{id}", Access::Code("sys_menu_sort"), place::put)
            .summary("Moves a node below another one and among its siblings"),
        Operation::post("add_permission_org", "/hrs/orgPermission/add/{id}", org, |call| grants::change(call, true)),
        Operation::post("remove_permission_org", "/hrs/orgPermission/remove/{id}", org, |call| {
            grants::change(call, false)
        }),
        Operation::post("add_permission_edition", "/hrs/orgPermission/edition/{id}", org, grants::join_editions)
            .summary("Adds a node to editions, and to the companies on them when asked"),
    ]);
    room.selects.push(("permissionNode", offer));
    room.selects.push(("permissionHelp", offer_help));
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Permission::DECLARED, Value::Bool(false));
        draft.set(Permission::PLATFORM, Value::Bool(false));
        draft.set(Permission::PLANNED, Value::Bool(false));
    }
    draft.set(Permission::EDITED, Value::Bool(true));
    let above = parent_of(tx, draft)?;
    let node = Permission::from_values(&draft.values)?;
    if draft.is_new() {
        let taken = by_code(tx, &node.code)?.is_some();
        findings.error_if(taken, "permissionCode", CODE_TAKEN);
        findings.error_if(node.kind == 1 && !node.path.starts_with('/'), "path", PATH);
        let named = draft.body.get("parentId").is_some_and(|id| !id.is_null());
        findings.error_if(above.is_none() && named, "parentId", NO_PARENT);
        findings.error_if(node.kind == 2 && above != Some(1), "parentId", BUTTON_PARENT);
        let mut same = sql::from_global("permission");
        same.column("id").and_where(sql::eq("path", node.path.clone())).limit(1);
        let taken = node.kind == 1 && tx.first(&same.into())?.is_some();
        findings.error_if(taken, "path", PATH_TAKEN);
    }
    findings.error_if(node.planned && node.status, "status", NOT_BUILT);
    if let Some(doc) = node.help_doc_id {
        let mut known = sql::from(PLATFORM_ORG, "help_doc");
        known.column("id").and_where(sql::eq("id", doc));
        let unknown = tx.first(&known.into())?.is_none();
        findings.error_if(unknown, "helpDocId", NO_HELP);
    }
    findings.error_if(node.platform && node.admin_default, "adminDefault", PLATFORM_DEFAULT);
    let mut same = sql::from_global("permission");
    same.column("id")
        .and_where(sql::eq("name_zh", node.name_zh.clone()))
        .and_where(sql::col("id").ne(sql::value(draft.id)))
        .and_where(if node.parent_code.is_empty() {
            sql::col("parent_code").is_null()
        } else {
            sql::eq("parent_code", node.parent_code.clone())
        });
    let taken = tx.first(&same.into())?.is_some();
    findings.error_if(taken, "permissionName", SAME_NAME);
    Ok(())
}

/// Kind of the node above a new one, whose code is taken over.
fn parent_of(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<Option<i64>, Refusal> {
    let id = draft.body.get("parentId").and_then(|id| id.as_str()).and_then(|id| id.parse::<i64>().ok());
    let (Some(id), true) = (id, draft.is_new()) else { return Ok(None) };
    let mut select = sql::from_global("permission");
    select.columns(["code", "kind"]).and_where(sql::eq("id", id));
    let Some(row) = tx.first(&select.into())? else { return Ok(None) };
    draft.set(Permission::PARENT_CODE, row.value(0).clone());
    Ok(Some(row.get(1)?))
}

fn by_code(tx: &mut Tx<'_>, code: &str) -> Result<Option<(i64, i64)>, Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["id", "kind"]).and_where(sql::eq("code", code.to_owned()));
    Ok(match tx.first(&select.into())? {
        Some(row) => Some((row.get(0)?, row.get(1)?)),
        None => None,
    })
}

/// Companies of a trial; a new node is the platform's until companies get it.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if draft.is_new() {
        grant(tx, PLATFORM_ORG, draft.id.0)?;
    }
    let mut written = Written::default();
    if let Some(json) = draft.body.get("ableOrgIds") {
        let wanted: BTreeSet<Id> = serde_json::from_value(json.clone()).unwrap_or_default();
        let old = able(tx, draft.id)?;
        let mut delete = sql::delete_global("permission_able_org");
        delete.and_where(sql::eq("permission_id", draft.id));
        tx.exec(&delete.into())?;
        for org in &wanted {
            let pair = [("permission_id", draft.id.into_value()), ("able_org_id", org.into_value())];
            tx.exec(&sql::insert_global("permission_able_org", &pair).into())?;
        }
        let show = |ids: &BTreeSet<Id>| ids.iter().map(Id::to_string).collect::<Vec<_>>().join(",");
        if old != wanted {
            written.changes.push(Change {
                field: "ableOrgIds".to_owned(),
                label: "灰度企业".to_owned(),
                old: show(&old),
                new: show(&wanted),
            });
        }
    }
    raise_every_org(tx)?;
    Ok(written)
}

fn able(conn: &mut dyn Conn, node: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from_global("permission_able_org");
    select.column("able_org_id").and_where(sql::eq("permission_id", node));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn raise_every_org(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    let mut raise = sql::update_global("org", &[]);
    raise.value("permission_version", sql::col("permission_version").add(1));
    tx.exec(&raise.into())?;
    Ok(())
}

fn view_more(conn: &mut dyn Conn, _: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from_global("permission");
    select.expr(parent()).and_where(sql::eq("id", id));
    let above: Option<Id> = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    view.insert("parentId".to_owned(), json!(above));
    view.insert("ableOrgIds".to_owned(), json!(able(conn, id)?));
    Ok(())
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["code", "declared"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if row.get::<bool>(1)? {
        return Err(Refusal::business(SEEDED));
    }
    let mut below = sql::from_global("permission");
    below.column("id").and_where(sql::eq("parent_code", row.get::<String>(0)?)).limit(1);
    if tx.first(&below.into())?.is_some() {
        return Err(Refusal::business(CHILDREN));
    }
    let mut granted = Query::select();
    granted
        .expr(Expr::cust("COUNT(*)"))
        .from("org_permission")
        .and_where(sql::eq("permission_id", id))
        .and_where(sql::eq("permission_status", true))
        .and_where(sql::col("org_id").ne(sql::value(PLATFORM_ORG)));
    let companies: i64 = tx.first(&granted.into())?.unwrap_or_default().get(0)?;
    if companies > 0 {
        return Err(Refusal::Business(GRANTED.with(&[("n", &companies.to_string())])));
    }
    permission_request::end_with(tx, id)?;
    for table in ["org_permission", "role_permission", "user_permission", "org_edition_permission"] {
        let mut delete = sql::delete_global(table);
        delete.and_where(sql::eq("permission_id", id));
        tx.exec(&delete.into())?;
    }
    raise_every_org(tx)
}

/// Nodes a field offers: groups and pages.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_permission")?;
    let mut select = sql::from_global("permission");
    select.columns(["id", "name_zh", "code"]).order_by("sort", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::col("kind").lt(sql::value(2i64))).cond_where(sql::any_of([
            sql::contains(sql::col("name_zh"), &ask.keyword),
            sql::contains(sql::col("code"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    crate::setup::offers(call, select)
}

/// Help documents of the platform.
fn offer_help(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_permission")?;
    let mut select = sql::from(PLATFORM_ORG, "help_doc");
    select.columns(["id", "title", "status"]).order_by("title", Order::Asc).limit(OFFERS_MAX);
    select.and_where(match ask.value.parse::<i64>() {
        Ok(id) => sql::eq("id", id),
        Err(_) => sql::contains(sql::col("title"), &ask.keyword),
    });
    crate::setup::offers(call, select)
}
