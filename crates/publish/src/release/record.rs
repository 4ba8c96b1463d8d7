//! Records of a version: what changed on a page.

use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, sql};

use super::{PAGE, RECORDS, TABLE};

const NO_RELEASE: Msg = Msg::new("release.none", "版本不存在", "There is no such version.");
const NO_MENU: Msg = Msg::new("release.no_menu", "请选择菜单", "Please choose the page.");
const NO_TYPE: Msg = Msg::new("release.no_type", "请选择更新类型", "Please choose the kind.");
const NO_TEXT: Msg = Msg::new("release.no_change", "请输入更新内容", "Please enter what changed.");
const NO_PAGE: Msg = Msg::new("release.no_page", "菜单不存在", "There is no such page.");

const TYPES: &[Choice] = &[
    Choice::new("新增", "新增", "New").tone("ready"),
    Choice::new("优化", "优化", "Improved").tone("info"),
    Choice::new("修复", "修复", "Mended").tone("warning"),
];

document! {
    /// One record.
    pub struct Record in "product_release_record" {
        /// Version.
        release_id: Option<Id> = Field::reference("release", "版本号", "Version").required().fixed(),
        /// Page.
        permission_id: Option<Id> = Field::reference("menuPage", "菜单", "Page").asks(NO_MENU),
        /// Kind of change.
        update_type: String = Field::select(TYPES, "更新类型", "Kind").asks(NO_TYPE),
        /// What changed.
        update_text: String = Field::long("更新内容", "Text").asks(NO_TEXT).max(500),
    }
}

fn page_name() -> Expr {
    Expr::cust("(SELECT p.name_zh FROM permission p WHERE p.id = product_release_record.permission_id)")
}

/// The records of the versions.
pub(super) const LIST: ListPage = ListPage {
    joins: &[Join { table: TABLE, alias: "owner", on: &[("release_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Record::RELEASE_ID).hidden(),
        Column::of("owner", Field::text("版本号", "Version").column("version_code")).width(110),
        Column::expr(page_name, Field::text("菜单", "Page").wire("permissionName")).width(180),
        Column::own(Record::UPDATE_TYPE).width(100),
        Column::own(Record::UPDATE_TEXT).width(420).unsorted(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("releaseId", Match::Equals, Record::RELEASE_ID),
        Filter::new("updateType", Match::OneOf, Record::UPDATE_TYPE),
    ],
    buttons: &[
        Button::new("sys_version_record", ("新增记录", "Add"), "primary", "create"),
        Button::new("sys_version_record", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_version_record", ("删除", "Delete"), "row", "remove"),
    ],
    form: "hrs.versionRecord.form",
    ..ListPage::new(
        "hrs.versionRecord.list",
        "/hrs_version/records",
        ("更新记录", "Records of versions"),
        "hrs_version",
        "/hrs/versionRecord",
        RECORDS,
    )
};

/// The form beside the list.
pub(super) const FORM: FormPage = FormPage {
    codes: ["sys_version_record", "sys_version_record", "sys_version_record", ""],
    page: PAGE,
    rules: Some(rules),
    sections: &[Section { key: "main", title: ("更新记录", "Record"), fields: Record::FIELDS }],
    ..FormPage::of::<Record>(
        "hrs.versionRecord.form",
        ("更新记录", "Record"),
        ("hrs_version", "/hrs/versionRecord", "version_record"),
        Record::UPDATE_TEXT,
    )
};

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let record = Record::from_values(&draft.values)?;
    let mut release = sql::from(tx.org(), TABLE);
    release.column("id").and_where(sql::eq("id", record.release_id));
    let known = tx.first(&release.into())?.is_some();
    findings.error_if(record.release_id.is_some() && !known, "releaseId", NO_RELEASE);
    let mut page = sql::from_global("permission");
    page.column("id").and_where(sql::eq("id", record.permission_id)).and_where(sql::eq("kind", 1i64));
    let known = tx.first(&page.into())?.is_some();
    findings.error_if(record.permission_id.is_some() && !known, "permissionId", NO_PAGE);
    Ok(())
}
