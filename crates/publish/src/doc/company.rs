//! Documents of the company: folders, versions of a name, who sees them, until when they hold.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor};
use platform::call::Tx;
use platform::document;
use platform::document::{Draft, FormPage, Section, Unique, Written};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{BODY_BYTES_MAX, Body, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{PAGE, company_calls};

pub(super) const TABLE: &str = "company_doc";
pub(super) const TARGETS: &str = "company_doc_target";
pub(super) const VERSIONS: &str = "company_doc_version";
/// Where a document lies when nobody says.
pub(super) const TOP_FOLDER: &str = "公司文档";

pub(super) const EVERYONE: &str = "全部";
pub(super) const DEPTS: &str = "部门";
pub(super) const ROLES: &str = "角色";

pub(super) const NAME_TAKEN: Msg =
    Msg::new("doc.name_taken", "该文件夹已有同名文件", "The folder has a file of this name already.");
pub(super) const NO_TARGET: Msg =
    Msg::new("doc.no_target", "请选择可见的部门或角色", "Please choose who sees the document.");

pub(super) const GONE: Msg = Msg::new(
    "doc.target_gone",
    "所选部门或角色已不存在，请重新选择",
    "A department or role chosen here is not there any more. Please choose again.",
);

pub(super) const AUDIENCES: &[Choice] = &[
    Choice::new(EVERYONE, EVERYONE, "Everyone"),
    Choice::new(DEPTS, DEPTS, "Departments"),
    Choice::new(ROLES, ROLES, "Roles"),
];

/// Endings of the files that are taken.
const ENDINGS: &[Choice] = &[
    Choice::new("pdf", "PDF", "PDF"),
    Choice::new("doc", "DOC", "DOC"),
    Choice::new("docx", "DOCX", "DOCX"),
    Choice::new("xls", "XLS", "XLS"),
    Choice::new("xlsx", "XLSX", "XLSX"),
    Choice::new("ofd", "OFD", "OFD"),
    Choice::new("txt", "TXT", "TXT"),
    Choice::new("jpg", "JPG", "JPG"),
    Choice::new("jpeg", "JPEG", "JPEG"),
    Choice::new("png", "PNG", "PNG"),
    Choice::new("bmp", "BMP", "BMP"),
    Choice::new("zip", "ZIP", "ZIP"),
    Choice::new("rar", "RAR", "RAR"),
];

document! {
    /// One document.
    pub struct CompanyDoc in "company_doc" {
        /// Folder.
        folder: String = Field::text("文件夹", "Folder").required().max(40).initially("\"公司文档\""),
        /// Name of its files.
        name: String = Field::text("名称", "Name").read_only(),
        /// Type of its files.
        ending: String = Field::text("类型", "Type").read_only(),
        /// Who sees it.
        visible: String = Field::select(AUDIENCES, "可见范围", "Seen by").required().initially("\"全部\""),
        /// Last day it holds.
        expire_date: Option<String> = Field::day("有效期", "Valid until"),
    }
}

const DEPT_IDS: Field = Field::many("dept", "可见部门", "Departments").wire("deptIds");
const ROLE_IDS: Field = Field::many("role", "可见角色", "Roles").wire("roleIds");

fn expired(actor: &Actor, day: &Value) -> Value {
    Value::Bool(matches!(day, Value::Text(day) if *day < kernel::show_day(actor.now.day())))
}

const UPLOADER: Field = Field::text("上传人", "Uploaded by").column("name_cn").wire("uploadedByName");
const UPLOADED: Field = Field::instant("上传时间", "Uploaded").column("uploaded_at");
const SIZE: Field = Field::int("大小", "Size").column("size");

/// The documents the caller may see.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "uploader", on: &[("uploaded_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(CompanyDoc::NAME).width(280),
        Column::own(CompanyDoc::FOLDER).width(140),
        Column::own(SIZE).width(100),
        Column::own(Field::int("版本", "Version").column("revision")).width(80),
        Column::own(CompanyDoc::VISIBLE).width(100),
        Column::own(CompanyDoc::EXPIRE_DATE).width(120),
        Column::own(Field::flag("已过期", "Expired").column("expire_date").wire("expired")).read_as(expired).hidden(),
        Column::own(Field::int("下载次数", "Downloads").column("downloads")).width(90),
        Column::own(CompanyDoc::ENDING).hidden(),
        Column::of("uploader", UPLOADER).width(100),
        Column::own(UPLOADED).width(160),
    ],
    filters: &[
        Filter::new("folder", Match::Contains, CompanyDoc::FOLDER),
        Filter::new("name", Match::Contains, CompanyDoc::NAME),
        Filter::new("ending", Match::OneOf, Field::select(ENDINGS, "类型", "Type").column("ending")),
        Filter::new(
            "uploadedBy",
            Match::Equals,
            Field::reference("user", "上传人", "Uploaded by").column("uploaded_by"),
        ),
        Filter::new("uploadedAt", Match::Range, UPLOADED),
    ],
    buttons: &[
        Button::new("sys_doc_upload", ("上传", "Upload"), "primary", "custom"),
        Button::new("sys_doc_download", ("下载", "Download"), "row", "custom"),
        Button::new("sys_doc_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_doc_del", ("删除", "Delete"), "row", "remove"),
        Button::new("sys_doc_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_doc_export",
    visible: Some(seen),
    form: "hrs.doc.form",
    ..ListPage::new("hrs.doc.list", PAGE, ("企业文档", "Company documents"), "hrs_doc", "/hrs/doc", TABLE)
};

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["", "sys_doc_edit", "sys_doc_del", ""],
    page: PAGE,
    uniques: &[Unique {
        index: "uq_company_doc_name",
        columns: &["folder", "name"],
        field: "folder",
        message: NAME_TAKEN,
    }],
    seen: Some(need_seen),
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["deptIds", "roleIds"],
    remove_rule: Some(remove_rule),
    sections: &[Section {
        key: "main",
        title: ("文档", "Document"),
        fields: &[
            CompanyDoc::NAME,
            CompanyDoc::FOLDER,
            CompanyDoc::VISIBLE,
            DEPT_IDS,
            ROLE_IDS,
            CompanyDoc::EXPIRE_DATE,
        ],
    }],
    ..FormPage::of::<CompanyDoc>("hrs.doc.form", ("文档", "Document"), ("hrs_doc", "/hrs/doc", "doc"), CompanyDoc::NAME)
};

/// Adds list, form and calls to the room.
pub(super) fn add(room: &mut Room) {
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let page = Access::Code("hrs_doc");
    room.operations.extend([
        Operation::post("upload_doc", "/hrs/doc", Access::Code("sys_doc_upload"), company_calls::upload)
            .body(Body::Files)
            .body_up_to(platform::files::DOCUMENT_BYTES_MAX + BODY_BYTES_MAX)
            .param("folder")
            .param("visible")
            .param("targetIds")
            .param("expireDate")
            .summary("Keeps a file; one of a known name becomes the next version"),
        Operation::get("get_doc_file", "/hrs/doc/file/{id}", page, company_calls::file)
            .param("revision")
            .param("inline")
            .param("thumb"),
        Operation::get("list_doc_versions", "/hrs/doc/versions/{id}", page, company_calls::versions),
    ]);
}

/// Documents for everyone, the own ones, and those for a department or role of the caller.
pub(super) fn seen(actor: &Actor) -> Condition {
    if !actor.admin_role.is_empty() {
        return Condition::all();
    }
    let of = |name| sql::of(TABLE, name);
    let mut roles = Query::select();
    roles
        .column("role_id")
        .from("user_role")
        .and_where(sql::of_eq("user_role", "org_id", actor.org_id))
        .and_where(sql::of_eq("user_role", "user_id", actor.user_id));
    let depts = actor.rights.depts.iter().map(|(id, _)| *id);
    let target = || sql::of(TARGETS, "target_id");
    Condition::any()
        .add(of("visible").eq(sql::value(EVERYONE.to_owned())))
        .add(of("uploaded_by").eq(sql::value(actor.user_id)))
        .add(of("visible").eq(sql::value(DEPTS.to_owned())).and(targeted(sql::is_in(target(), depts))))
        .add(of("visible").eq(sql::value(ROLES.to_owned())).and(targeted(target().in_subquery(roles))))
}

fn targeted(which: Expr) -> Expr {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from(TARGETS)
        .and_where(sql::of(TARGETS, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(TARGETS, "doc_id").equals((TABLE, "id")))
        .and_where(which);
    Expr::exists(select)
}

pub(super) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(seen(actor));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// The field for those a document is for; none when it is for everyone.
fn field(visible: &str) -> Option<&'static str> {
    match visible {
        DEPTS => Some("deptIds"),
        ROLES => Some("roleIds"),
        _ => None,
    }
}

fn ids(body: &Map<String, Json>, visible: &str) -> Option<BTreeSet<Id>> {
    let Some(name) = field(visible) else { return Some(BTreeSet::new()) };
    body.get(name).map(|list| serde_json::from_value(list.clone()).unwrap_or_default())
}

/// Whether the departments or roles a document is to be for are there.
pub(super) fn are_there(tx: &mut Tx<'_>, visible: &str, targets: &BTreeSet<Id>) -> Result<bool, Refusal> {
    let table = match visible {
        DEPTS => "dept",
        ROLES => "role",
        _ => return Ok(true),
    };
    let org = tx.org();
    facts::are_there(tx, org, table, targets.iter().copied())
}

fn targets_of(conn: &mut dyn Conn, org: i64, doc: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, TARGETS);
    select.column("target_id").and_where(sql::eq("doc_id", doc));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let visible = String::from_value(draft.value(CompanyDoc::VISIBLE))?;
    let before = draft.old.and_then(|old| old.get(3)).map(String::from_value).transpose()?.unwrap_or_default();
    let wanted = ids(draft.body, &visible);
    let nobody = wanted.as_ref().map_or(before != visible, BTreeSet::is_empty);
    let Some(field) = field(&visible) else { return Ok(()) };
    findings.error_if(nobody, field, NO_TARGET);
    let org = tx.org();
    let old = if before == visible { targets_of(tx, org, draft.id)? } else { BTreeSet::new() };
    let new = wanted.unwrap_or_default().difference(&old).copied().collect();
    findings.error_if(!are_there(tx, &visible, &new)?, field, GONE);
    Ok(())
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let visible = String::from_value(draft.value(CompanyDoc::VISIBLE))?;
    if let Some(wanted) = ids(draft.body, &visible) {
        set_targets(tx, draft.id, &wanted)?;
    }
    Ok(Written::default())
}

pub(super) fn set_targets(tx: &mut Tx<'_>, doc: Id, targets: &BTreeSet<Id>) -> Result<(), Refusal> {
    let org = tx.org();
    let mut delete = sql::delete(org, TARGETS);
    tx.exec(&delete.and_where(sql::eq("doc_id", doc)).to_owned().into())?;
    for target in targets {
        let cells = [("doc_id", doc.into_value()), ("target_id", target.into_value())];
        tx.exec(&sql::insert(org, TARGETS, &cells).into())?;
    }
    Ok(())
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let targets = targets_of(conn, org, id)?;
    let visible = view.get("visible").and_then(Json::as_str).unwrap_or_default().to_owned();
    let of = |kind: &str| if visible == kind { json!(targets) } else { json!([]) };
    view.insert("deptIds".to_owned(), of(DEPTS));
    view.insert("roleIds".to_owned(), of(ROLES));
    Ok(())
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for table in [TARGETS, VERSIONS] {
        let mut delete = sql::delete(org, table);
        tx.exec(&delete.and_where(sql::eq("doc_id", id)).to_owned().into())?;
    }
    Ok(())
}
