//! 版本管理. Versions of the product: what each brought, page by page, and which one companies use.

mod latest;
mod moves;
mod orgs;
mod record;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor};
use platform::call::Tx;
use platform::document;
use platform::document::{Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};

pub(crate) const PAGE: &str = "/hrs_version";
pub(crate) const TABLE: &str = "product_release";
pub(crate) const RECORDS: &str = "product_release_record";
pub(crate) const DRAFT: &str = "草稿";
pub(crate) const PUBLISHED: &str = "已发布";

const CODE_FORM: Msg = Msg::new("release.code", "版本号格式为 数字.数字.数字", "A version is digits.digits.digits.");
const NO_CODE: Msg = Msg::new("release.no_code", "请输入版本号", "Please enter the version.");
const NO_DATE: Msg = Msg::new("release.no_date", "请选择更新时间", "Please choose the date.");
const NO_TEXT: Msg = Msg::new("release.no_text", "请输入版本内容", "Please enter what it brings.");
const CODE_TAKEN: Msg = Msg::new("release.code_taken", "版本号已存在", "The version exists already.");
const STILL_SHOWN: Msg =
    Msg::new("release.still_shown", "已发布的版本不能删除", "A published version can't be deleted.");

const STATES: &[Choice] =
    &[Choice::new(DRAFT, DRAFT, "Draft").tone("neutral"), Choice::new(PUBLISHED, PUBLISHED, "Published").tone("ready")];

/// The three numbers of a version.
fn parts(code: &str) -> Option<[i64; 3]> {
    let part = |text: &str| {
        let fits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if fits { text.parse().ok() } else { None }
    };
    let mut all = code.split('.').map(part);
    let three = [all.next()??, all.next()??, all.next()??];
    all.next().is_none().then_some(three)
}

fn is_version(code: &str) -> bool {
    parts(code).is_some()
}

document! {
    /// One version.
    pub struct Release in "product_release" {
        /// Its number.
        version_code: String = Field::text("版本号", "Version").asks(NO_CODE).max(14).pattern("^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$", is_version, CODE_FORM),
        /// The number as one that can be ordered.
        version_rank: i64 = Field::int("序号", "Rank").read_only(),
        /// Day of the update.
        version_date: String = Field::day("更新时间", "Date").asks(NO_DATE),
        /// What it brings.
        version_text: String = Field::long("版本内容", "Text").asks(NO_TEXT).max(2000),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
        /// When it was published.
        published_at: Option<i64> = Field::instant("发布时间", "Published").read_only(),
    }
}

fn record_count() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM product_release_record r WHERE r.org_id = product_release.org_id \
         AND r.release_id = product_release.id)",
    )
}

/// The versions.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Release::VERSION_CODE).width(110).copy(),
        Column::own(Release::VERSION_RANK).hidden(),
        Column::own(Release::VERSION_DATE).width(110),
        Column::own(Release::VERSION_TEXT).width(360).unsorted(),
        Column::expr(record_count, Field::int("记录数", "Records").wire("recordCount"))
            .width(90)
            .link("/hrs_version/records?releaseId={id}"),
        Column::own(Release::STATUS).width(90),
        Column::own(Release::PUBLISHED_AT).width(160),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")).width(110),
    ],
    filters: &[
        Filter::new("versionCode", Match::Equals, Release::VERSION_CODE),
        Filter::new("versionDate", Match::Range, Release::VERSION_DATE),
        Filter::new("status", Match::OneOf, Release::STATUS),
    ],
    buttons: &[
        Button::new("sys_version_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_version_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_version_record", ("更新记录", "Records"), "row", "link")
            .calls("/hrs_version/records?releaseId={id}"),
        Button::new("sys_version_publish", ("发布", "Publish"), "row", "custom").when("status", &[DRAFT]),
        Button::new("sys_version_del", ("删除", "Delete"), "row", "remove").when("status", &[DRAFT]),
    ],
    sort: "versionRank,desc",
    decorate: Some(decorate),
    form: "hrs.version.form",
    ..ListPage::new("hrs.version.list", PAGE, ("版本管理", "Versions"), "hrs_version", "/hrs/version", TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let draft = matches!(row.value("status"), Value::Text(status) if status == DRAFT);
    let mut codes = vec!["sys_version_edit", "sys_version_record"];
    if draft {
        codes.extend(["sys_version_publish", "sys_version_del"]);
    }
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_version_add", "sys_version_edit", "sys_version_del", ""],
    page: PAGE,
    uniques: &[Unique {
        index: "uq_product_release_code",
        columns: &["version_code"],
        field: "versionCode",
        message: CODE_TAKEN,
    }],
    rules: Some(rules),
    remove_rule: Some(remove_rule),
    sections: &[Section {
        key: "main",
        title: ("版本", "Version"),
        fields: &[Release::VERSION_CODE, Release::VERSION_DATE, Release::VERSION_TEXT],
    }],
    ..FormPage::of::<Release>(
        "hrs.version.form",
        ("版本", "Version"),
        ("hrs_version", "/hrs/version", "version"),
        Release::VERSION_CODE,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_version", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/content", "版本管理", "Versions", 20).platform(),
        button("sys_version_add", "新增", "New", 10),
        button("sys_version_edit", "修改", "Edit", 20),
        button("sys_version_del", "删除", "Delete", 30),
        button("sys_version_record", "更新记录", "Records", 40),
        button("sys_version_publish", "发布", "Publish", 50),
    ]);
    room.lists.extend([LIST, record::LIST, orgs::LIST]);
    room.forms.extend([FORM.contract(), record::FORM.contract()]);
    room.operations.extend(FORM.operations());
    room.operations.extend(record::FORM.operations());
    room.operations.extend([
        Operation::put(
            "publish_version",
            "/hrs/version/publish/{id}",
            Access::Code("sys_version_publish"),
            moves::publish,
        ),
        Operation::get("latest_versions", "/hrs/version/latest", Access::LoggedIn, latest::list)
            .summary("The newest versions, with the records of pages the caller may open"),
    ]);
}

fn rules(_: &mut Tx<'_>, draft: &mut Draft<'_>, _: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Release::STATUS, Value::Text(DRAFT.to_owned()));
    }
    let code = String::from_value(draft.value(Release::VERSION_CODE))?;
    let [major, minor, patch] = parts(&code).unwrap_or_default();
    draft.set(Release::VERSION_RANK, Value::Int((major * 10_000 + minor) * 10_000 + patch));
    Ok(())
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("status").and_where(sql::eq("id", id));
    let status: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if status != DRAFT {
        return Err(Refusal::business(STILL_SHOWN));
    }
    let mut records = sql::delete(org, RECORDS);
    tx.exec(&records.and_where(sql::eq("release_id", id)).to_owned().into())?;
    Ok(())
}
