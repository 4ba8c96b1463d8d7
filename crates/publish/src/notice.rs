//! 公告管理. Notices: written as drafts, published at once or at a time, read on the home page.

mod home;
mod mailed;
mod moves;
mod readers;
mod told;

use std::collections::BTreeSet;

use facts::audience::{self, COMPANIES, EDITIONS, EVERYONE, targets_of};
use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written};
use platform::field::{Choice, Field};
use platform::list::{self, Ask, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::registry::{Body, Node, Operation, Room};
use platform::rich_text;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json};

use platform::attached;

pub(crate) use moves::{publish_due, write_published};
pub(crate) use told::{PUBLISHED_EVENT, tell};

pub(crate) const PAGE: &str = "/hrs_notice";
pub(crate) const TABLE: &str = "notice";

/// States.
pub(crate) const DRAFT: &str = "草稿";
pub(crate) const WAITING: &str = "待发布";
pub(crate) const PUBLISHED: &str = "已发布";
pub(crate) const OFFLINE: &str = "已下线";

const STILL_SHOWN: Msg = Msg::new(
    "notice.still_shown",
    "已发布的公告不能删除，请先下线",
    "A published notice can't be deleted; take it offline first.",
);
const NO_ORG: Msg = Msg::new("notice.no_org", "请选择推送企业", "Please choose the companies.");
const NO_EDITION: Msg = Msg::new("notice.no_edition", "请选择推送版本", "Please choose the editions.");
const ENDS_BEFORE: Msg =
    Msg::new("notice.ends_before", "失效时间须晚于发布时间", "The end must be later than the publication.");

const STATES: &[Choice] = &[
    Choice::new(DRAFT, DRAFT, "Draft").tone("neutral"),
    Choice::new(WAITING, WAITING, "Waiting").tone("warning"),
    Choice::new(PUBLISHED, PUBLISHED, "Published").tone("ready"),
    Choice::new(OFFLINE, OFFLINE, "Offline").tone("neutral"),
];
/// Beginning of its calls.
const BASE: &str = "/hrs/notice";

const TYPES: &[Choice] = &[
    Choice::new("XTGX", "系统更新", "System update").tone("info"),
    Choice::new("HDTG", "活动推广", "Promotion").tone("warning"),
    Choice::new("XTWH", "系统维护", "Maintenance").tone("danger"),
];

document! {
    /// One notice.
    pub struct Notice in "notice" {
        /// Day it bears.
        notice_date: String = Field::day("公告日期", "Date"),
        /// Title with its marks.
        notice_title: String = Field::rich_title("标题", "Title").required().max(100),
        /// Words of the title.
        title_words: String = Field::text("标题", "Title").read_only(),
        /// Kind.
        notice_type: String = Field::select(TYPES, "类型", "Kind").required().initially("\"XTGX\""),
        /// Text.
        notice_text: String = Field::rich_text("内容", "Text").required().max(20_000),
        /// To whom.
        push_type: Option<i64> = Field::select(audience::CHOICES, "推送范围", "Readers").required().initially("\"1\""),
        /// Stands above the others.
        top: bool = Field::flag("置顶", "On top").initially("false"),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
        /// Published by itself at this time.
        publish_at: Option<i64> = Field::instant("定时发布", "Publish at"),
        /// When it was published.
        published_at: Option<i64> = Field::instant("发布时间", "Published").read_only(),
        /// Not shown any more from then on.
        expire_at: Option<i64> = Field::instant("失效时间", "Ends"),
        /// Changed after it was published.
        edited_at: Option<i64> = Field::instant("修改时间", "Edited").read_only(),
        /// Its readers get a mail when it is published.
        mail_on_publish: bool = Field::flag("发布时邮件通知", "Mail it when published").initially("false"),
    }
}

const ORGS: Field = Field::many("noticeOrg", "推送企业", "Companies").wire("orgIds");
const EDITION_CODES: Field = Field::many("noticeEdition", "推送版本", "Editions").wire("editionCodes");
const FILES: Field = Field::files("/hrs/notice/file", "附件", "Files").wire("files");

/// A sub-select of the list.
macro_rules! part {
    ($name:ident, $sql:literal) => {
        fn $name() -> Expr {
            Expr::cust($sql)
        }
    };
}

part!(
    targets,
    "(SELECT string_agg(COALESCE(o.name, e.name, p.target), ', ' ORDER BY p.target) FROM notice_push p \
     LEFT JOIN org o ON CAST(o.id AS text) = p.target LEFT JOIN org_edition e ON e.org_id = 1 AND e.code = p.target \
     WHERE p.org_id = notice.org_id AND p.notice_id = notice.id)"
);
part!(readers, "(SELECT COUNT(*) FROM notice_read r WHERE r.org_id = notice.org_id AND r.notice_id = notice.id)");
part!(
    file_count,
    "(SELECT COUNT(*) FROM published_file f WHERE f.org_id = notice.org_id AND f.object_type = 'notice' \
     AND f.object_id = notice.id)"
);
part!(edited, "CASE WHEN notice.edited_at IS NULL THEN FALSE ELSE TRUE END");

/// The notices of the org.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Notice::NOTICE_DATE).width(110),
        Column::own(Notice::NOTICE_TITLE).width(280).unsorted(),
        Column::own(Notice::NOTICE_TYPE).width(100),
        Column::own(Notice::PUSH_TYPE).width(110),
        Column::expr(targets, Field::text("推送企业", "Companies").wire("pushNames")).width(180).unsorted(),
        Column::own(Notice::TOP).width(70),
        Column::own(Notice::STATUS).width(90),
        Column::expr(edited, Field::flag("已修改", "Edited").wire("edited")).hidden(),
        Column::own(Notice::EDITED_AT).behind(),
        Column::own(Notice::PUBLISH_AT).behind(),
        Column::own(Notice::PUBLISHED_AT).width(160),
        Column::own(Notice::EXPIRE_AT).width(160),
        Column::expr(readers, Field::int("已读人数", "Readers so far").wire("readCount")).width(90),
        Column::expr(file_count, Field::int("附件数", "Files").wire("fileCount")).width(80),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")).width(100),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).width(160),
    ],
    filters: &[
        Filter::new("noticeTitle", Match::Contains, Notice::TITLE_WORDS),
        Filter::new("noticeType", Match::OneOf, Notice::NOTICE_TYPE),
        Filter::new("pushType", Match::OneOf, Notice::PUSH_TYPE),
        Filter::new("status", Match::OneOf, Notice::STATUS),
        Filter::new("noticeDate", Match::Range, Notice::NOTICE_DATE),
    ],
    buttons: &[
        Button::new("sys_notice_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_notice_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_notice_publish", ("发布", "Publish"), "row", "call")
            .calls("PUT /hrs/notice/publish/{id}")
            .when("status", &[DRAFT, OFFLINE]),
        Button::new("sys_notice_offline", ("下线", "Take offline"), "row", "call")
            .calls("PUT /hrs/notice/offline/{id}")
            .asks("下线后用户将看不到该公告，是否继续？", "Nobody will see the notice any more. Go on?")
            .when("status", &[PUBLISHED, WAITING]),
        Button::new("sys_notice_send", ("邮件发送", "Mail it"), "row", "call")
            .calls("POST /hrs/notice/sendMail/{id}")
            .when("status", &[PUBLISHED]),
        Button::new("sys_notice_add", ("复制", "Copy"), "row", "custom"),
        Button::new("sys_notice_del", ("删除", "Delete"), "row", "remove").when("status", &[DRAFT, OFFLINE]),
    ],
    decorate: Some(decorate),
    form: "hrs.notice.form",
    ..ListPage::new("hrs.notice.list", PAGE, ("公告管理", "Notices"), "hrs_notice", BASE, "notice")
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let mut codes = vec!["sys_notice_add", "sys_notice_edit"];
    codes.extend(match row.value("status") {
        Value::Text(status) if status == PUBLISHED => &["sys_notice_offline", "sys_notice_send"][..],
        Value::Text(status) if status == WAITING => &["sys_notice_offline"],
        _ => &["sys_notice_publish", "sys_notice_del"],
    });
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_notice_add", "sys_notice_edit", "sys_notice_del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["orgIds", "editionCodes", "files"],
    remove_rule: Some(remove_rule),
    sections: &[
        Section {
            key: "main",
            title: ("公告", "Notice"),
            fields: &[
                Notice::NOTICE_TITLE,
                Notice::NOTICE_TYPE,
                Notice::NOTICE_DATE,
                Notice::TOP,
                Notice::NOTICE_TEXT,
                FILES,
            ],
        },
        Section { key: "push", title: ("推送", "Readers"), fields: &[Notice::PUSH_TYPE, ORGS, EDITION_CODES] },
        Section {
            key: "time",
            title: ("发布", "Publishing"),
            fields: &[Notice::PUBLISH_AT, Notice::EXPIRE_AT, Notice::MAIL_ON_PUBLISH],
        },
    ],
    ..FormPage::of::<Notice>("hrs.notice.form", ("公告", "Notice"), ("hrs_notice", BASE, "notice"), Notice::TITLE_WORDS)
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_notice", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/content", "公告管理", "Notices", 10),
        button("sys_notice_add", "新增", "New", 10),
        button("sys_notice_edit", "修改", "Edit", 20),
        button("sys_notice_del", "删除", "Delete", 30),
        button("sys_notice_publish", "发布", "Publish", 40),
        button("sys_notice_offline", "下线", "Take offline", 50),
        button("sys_notice_send", "邮件发送", "Mail", 60),
    ]);
    room.lists.push(LIST);
    room.plans.push(mailed::PLAN);
    room.forms.push(FORM.contract());
    for mut operation in FORM.operations() {
        if operation.id == "get_notice" {
            // Managers read it with everything; any reader it is meant for reads it too.
            operation.access = Access::LoggedIn;
            let manage = operation.handler.clone();
            operation.handler = std::sync::Arc::new(move |call: &mut Call| home::one(call, &manage));
        }
        room.operations.push(operation);
    }
    room.flow(&moves::FLOW);
    room.operations.extend([
        Operation::get("list_notices", "/hrs/notice", Access::LoggedIn, list_or_home)
            .param("current")
            .param("size")
            .summary("The home page's notices; with current and size the managed list"),
        Operation::get("list_notice_texts", "/hrs/notice/texts", Access::LoggedIn, home::texts)
            .summary("Titles and words of the notices that are shown to the caller"),
        Operation::post("mail_notice", "/hrs/notice/sendMail/{id}", Access::Code("sys_notice_send"), mailed::ask)
            .summary("Mails a notice to its readers who have an e-mail"),
        Operation::post(
            "add_notice_file",
            "/hrs/notice/file",
            Access::AnyOf(&["sys_notice_add", "sys_notice_edit"]),
            |call| attached::upload(call, TABLE, PAGE),
        )
        .body(Body::Files)
        .body_up_to(platform::files::DOCUMENT_BYTES_MAX + platform::registry::BODY_BYTES_MAX),
        Operation::get("get_notice_file", "/hrs/notice/file/{id}", Access::LoggedIn, home::file)
            .summary("A file of a notice the caller may read"),
    ]);
}

/// GET /hrs/notice.
fn list_or_home(call: &mut Call) -> Outcome {
    if call.asked.query.is_empty() {
        return home::list(call);
    }
    call.actor()?.need("hrs_notice")?;
    let ask = Ask::of_query(&LIST, &call.asked.query)?;
    list::page_of(&LIST, call, &ask).map(platform::call::Answer::Raw)
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Notice::STATUS, Value::Text(DRAFT.to_owned()));
    }
    if *draft.value(Notice::NOTICE_DATE) == Value::Null {
        draft.set(Notice::NOTICE_DATE, Value::Text(kernel::show_day(tx.now.day())));
    }
    if *draft.value(Notice::TOP) == Value::Null {
        draft.set(Notice::TOP, Value::Bool(false));
    }
    let notice = Notice::from_values(&draft.values)?;
    draft.set(Notice::TITLE_WORDS, Value::Text(rich_text::words(&notice.notice_title)));
    if notice.status == PUBLISHED {
        draft.set(Notice::EDITED_AT, tx.now.into_value());
    }
    if tx.org() == PLATFORM_ORG {
        let push = notice.push_type.unwrap_or(EVERYONE);
        let targets = targets_of(draft.body, push);
        let missing = draft.is_new() && targets.is_none() || targets.is_some_and(|targets| targets.is_empty());
        findings.error_if(missing && push == COMPANIES, "orgIds", NO_ORG);
        findings.error_if(missing && push == EDITIONS, "editionCodes", NO_EDITION);
    } else {
        // A company speaks to its own people alone.
        draft.set(Notice::PUSH_TYPE, Value::Int(COMPANIES));
    }
    let begins = notice.publish_at.unwrap_or(0).max(notice.published_at.unwrap_or(0));
    findings.error_if(notice.expire_at.is_some_and(|end| end <= begins), "expireAt", ENDS_BEFORE);
    attached::check(tx, TABLE, draft.id, draft.body, findings)
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    let push = i64::from_value(draft.value(Notice::PUSH_TYPE))?;
    let wanted =
        if org == PLATFORM_ORG { targets_of(draft.body, push) } else { Some(BTreeSet::from([org.to_string()])) };
    let mut written = Written::default();
    if let Some(wanted) = wanted {
        let old = pushed(tx, org, draft.id)?;
        let mut delete = sql::delete(org, "notice_push");
        tx.exec(&delete.and_where(sql::eq("notice_id", draft.id)).to_owned().into())?;
        for target in &wanted {
            let cells = [("notice_id", draft.id.into_value()), ("target", target.clone().into_value())];
            tx.exec(&sql::insert(org, "notice_push", &cells).into())?;
        }
        if old != wanted && org == PLATFORM_ORG {
            let show = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(",");
            let (old, new) = (show(&old), show(&wanted));
            written.changes.push(Change { field: "orgIds".to_owned(), label: "推送企业".to_owned(), old, new });
        }
    }
    if let Some(files) = attached::named(draft.body) {
        attached::hang(tx, TABLE, draft.id, &files)?;
    }
    Ok(written)
}

fn pushed(conn: &mut dyn Conn, org: i64, id: Id) -> Result<BTreeSet<String>, Refusal> {
    let mut select = sql::from(org, "notice_push");
    select.column("target").and_where(sql::eq("notice_id", id));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let targets = pushed(conn, org, id)?;
    audience::show(view, &targets);
    view.insert("files".to_owned(), attached::list(conn, org, TABLE, id)?);
    Ok(())
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("status").and_where(sql::eq("id", id));
    let status: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if status == PUBLISHED || status == WAITING {
        return Err(Refusal::business(STILL_SHOWN));
    }
    for table in ["notice_push", "notice_read"] {
        let mut delete = sql::delete(org, table);
        tx.exec(&delete.and_where(sql::eq("notice_id", id)).to_owned().into())?;
    }
    attached::hang(tx, TABLE, id, &[])
}
