//! Help: documents of the platform for all, and of a company for itself.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor};
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written};
use platform::field::{Choice, Field};
use platform::language;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{PAGE, help_calls};

pub(super) const TABLE: &str = "help_doc";
pub(super) const BASE: &str = "/hrs/helpDoc";
pub(super) const PAGES: &str = "help_doc_page";
pub(super) const CHUNKS: &str = "help_chunk";
pub(super) const VOTES: &str = "help_vote";

pub(super) const DRAFT: &str = "草稿";
pub(super) const PUBLISHED: &str = "已发布";
pub(super) const OFFLINE: &str = "已下线";
pub(super) const NOT_INDEXED: &str = "未索引";
pub(super) const INDEXED: &str = "已索引";

const NO_LANGUAGE: Msg =
    Msg::new("help.language", "语言不存在或已停用", "There is no such language, or it is stopped.");
const EMPTY: Msg = Msg::new("help.empty", "请填写内容或外部地址", "Please give a text or an address.");
const ADDRESS: Msg =
    Msg::new("help.address", "外部地址须以http://或https://开头", "An address begins with http:// or https://.");
const OWN_PARENT: Msg = Msg::new("help.parent", "上级文档不正确", "The document above is not valid.");
const STILL_SHOWN: Msg =
    Msg::new("help.still_shown", "已发布的帮助文档不能删除，请先下线", "Take the document offline before deleting it.");
const HAS_BELOW: Msg = Msg::new("help.below", "请先删除下级文档", "Delete the documents below it first.");

const STATES: &[Choice] = &[
    Choice::new(DRAFT, DRAFT, "Draft").tone("neutral"),
    Choice::new(PUBLISHED, PUBLISHED, "Published").tone("ready"),
    Choice::new(OFFLINE, OFFLINE, "Offline").tone("neutral"),
];
const INDEX_STATES: &[Choice] = &[
    Choice::new(NOT_INDEXED, NOT_INDEXED, "Not indexed").tone("neutral"),
    Choice::new(INDEXED, INDEXED, "Indexed").tone("ready"),
    Choice::new("失败", "失败", "Failed").tone("danger"),
];

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

document! {
    /// One help document.
    pub struct HelpDoc in "help_doc" {
        /// Title.
        title: String = Field::text("标题", "Title").required().max(100),
        /// Language.
        language: String = Field::code("language", "语言", "Language").as_written().required().initially("\"zh-CN\""),
        /// Document above.
        parent_id: Option<Id> = Field::reference("helpDoc", "上级文档", "Above"),
        /// Text in Markdown.
        body: String = Field::markdown("内容", "Text").max(100_000),
        /// Address outside.
        url: String = Field::text("外部地址", "Address").max(500).pattern("^https?://", is_web, ADDRESS),
        /// Further words it is found by.
        keywords: String = Field::text("关键词", "Keywords").max(200),
        /// Film about the same.
        tutorial_id: Option<Id> = Field::reference("tutorial", "相关视频", "Film"),
        /// Raised by every publication.
        revision: i64 = Field::int("版本", "Version").read_only(),
        /// State.
        status: String = Field::state(STATES, "状态", "State"),
        /// Characters of the text.
        words: i64 = Field::int("字数", "Characters").read_only(),
        /// Pieces for search.
        chunks: i64 = Field::int("段落数", "Pieces").read_only(),
        /// Whether the pieces are those of the text.
        index_state: String = Field::state(INDEX_STATES, "索引状态", "Index"),
        /// Readings.
        views: i64 = Field::int("浏览次数", "Views").read_only(),
        /// Readers it helped.
        useful: i64 = Field::int("有用", "Useful").read_only(),
        /// Readers it did not help.
        useless: i64 = Field::int("无用", "Not useful").read_only(),
    }
}

const PAGE_IDS: Field = Field::many("menuPage", "菜单", "Pages").wire("permissionIds");

fn pages() -> Expr {
    Expr::cust(
        "(SELECT string_agg(p.name_zh, ', ' ORDER BY p.sort) FROM help_doc_page hp JOIN permission p \
         ON p.id = hp.permission_id WHERE hp.org_id = help_doc.org_id AND hp.doc_id = help_doc.id)",
    )
}

/// Of a hundred who said so, how many it helped; half a tenth counts as one.
fn useful_rate() -> Expr {
    Expr::cust(
        "CASE WHEN help_doc.useful + help_doc.useless = 0 THEN NULL \
         ELSE (help_doc.useful * 2000 + help_doc.useful + help_doc.useless) \
         / (2 * (help_doc.useful + help_doc.useless)) END",
    )
}

/// The help documents of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true },
        Join { table: "language", alias: "tongue", on: &[("language", "code")], by_org: false },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(HelpDoc::TITLE).width(240),
        Column::expr(pages, Field::text("菜单", "Pages").wire("permissionNames")).width(180).unsorted(),
        Column::of("tongue", Field::text("语言", "Language").column("name").wire("languageName")).width(80),
        Column::own(HelpDoc::REVISION).width(80),
        Column::own(HelpDoc::STATUS).width(90),
        Column::own(HelpDoc::WORDS).width(80),
        Column::own(HelpDoc::CHUNKS).width(80),
        Column::own(HelpDoc::INDEX_STATE).width(100),
        Column::own(HelpDoc::VIEWS).width(90),
        Column::expr(useful_rate, Field::decimal(1, "有用率", "Useful").unit("%").wire("usefulRate")).width(90),
        Column::of("editor", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")).width(100),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("title", Match::Contains, HelpDoc::TITLE)
            .columns(&[("help_doc", "title"), ("help_doc", "keywords")]),
        Filter::new("language", Match::Equals, HelpDoc::LANGUAGE),
        Filter::new("status", Match::OneOf, HelpDoc::STATUS),
        Filter::new("indexState", Match::OneOf, HelpDoc::INDEX_STATE),
    ],
    buttons: &[
        Button::new("sys_helpdoc_add", ("新增帮助", "New help"), "primary", "create"),
        Button::new("sys_helpdoc_edit", ("修改帮助", "Edit"), "row", "edit"),
        Button::new("sys_helpdoc_publish", ("发布帮助", "Publish"), "row", "call")
            .calls("PUT /hrs/helpDoc/publish/{id}")
            .when("status", &[DRAFT, OFFLINE]),
        Button::new("sys_helpdoc_publish", ("下线", "Take offline"), "row", "call")
            .calls("PUT /hrs/helpDoc/offline/{id}")
            .when("status", &[PUBLISHED]),
        Button::new("sys_helpdoc_del", ("删除帮助", "Delete"), "row", "remove").when("status", &[DRAFT, OFFLINE]),
        Button::new("sys_helpdoc_index", ("重建索引", "Rebuild index"), "toolbar", "custom"),
    ],
    decorate: Some(decorate),
    form: "hrs.helpDoc.form",
    ..ListPage::new("hrs.helpDoc.list", "/hrs_doc/help", ("帮助文档", "Help documents"), "hrs_doc", BASE, TABLE)
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let shown = matches!(row.value("status"), Value::Text(status) if status == PUBLISHED);
    let mut codes = vec!["sys_helpdoc_edit", "sys_helpdoc_publish"];
    codes.extend((!shown).then_some("sys_helpdoc_del"));
    list::write_can(actor, &codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_helpdoc_add", "sys_helpdoc_edit", "sys_helpdoc_del", ""],
    page: PAGE,
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["permissionIds"],
    remove_rule: Some(remove_rule),
    sections: &[Section {
        key: "main",
        title: ("帮助文档", "Help document"),
        fields: &[
            HelpDoc::TITLE,
            HelpDoc::LANGUAGE,
            PAGE_IDS,
            HelpDoc::PARENT_ID,
            HelpDoc::KEYWORDS,
            HelpDoc::URL,
            HelpDoc::TUTORIAL_ID,
            HelpDoc::BODY,
        ],
    }],
    ..FormPage::of::<HelpDoc>(
        "hrs.helpDoc.form",
        ("帮助文档", "Help document"),
        ("hrs_doc", BASE, "help_doc"),
        HelpDoc::TITLE,
    )
};

/// Adds list, form and calls to the room.
pub(super) fn add(room: &mut Room) {
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.settings.push(&help_calls::MANUAL);
    room.flow(&help_calls::FLOW);
    room.operations.extend([
        Operation::post("reindex_help", "/hrs/helpDoc/reindex", Access::Code("sys_helpdoc_index"), help_calls::reindex)
            .summary("Splits every published document of the company anew"),
        Operation::get("search_help", "/hrs/helpDoc/search", Access::LoggedIn, help_calls::search).param("q"),
        Operation::get("read_help_doc", "/hrs/helpDoc/read/{id}", Access::LoggedIn, help_calls::read)
            .summary("A published document as its readers see it"),
        Operation::put("vote_help_doc", "/hrs/helpDoc/useful/{id}", Access::LoggedIn, help_calls::vote)
            .summary("Whether a document helped the caller"),
        Operation::get("get_help_address", "/hrs/permission/helpDoc/{guide}", Access::LoggedIn, help_calls::address)
            .summary("The help of a page or of a named guide"),
        Operation::get("get_manual", "/hrs/permission/374", Access::LoggedIn, help_calls::manual)
            .summary("Where the user manual lies"),
    ]);
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        for field in [HelpDoc::REVISION, HelpDoc::CHUNKS, HelpDoc::VIEWS, HelpDoc::USEFUL, HelpDoc::USELESS] {
            draft.set(field, Value::Int(0));
        }
        draft.set(HelpDoc::STATUS, Value::Text(DRAFT.to_owned()));
        draft.set(HelpDoc::INDEX_STATE, Value::Text(NOT_INDEXED.to_owned()));
    }
    draft.set(HelpDoc::WORDS, Value::Int(0));
    let doc = HelpDoc::from_values(&draft.values)?;
    draft.set(HelpDoc::WORDS, Value::Int(help_calls::words(&doc.body)));
    findings.error_if(doc.body.is_empty() && doc.url.is_empty(), "body", EMPTY);
    let before = draft.old.map(HelpDoc::from_values).transpose()?;
    // What is written in a language that was stopped since stays in it.
    let same = before.as_ref().is_some_and(|before| before.language == doc.language);
    findings.error_if(!same && language::find(tx, &doc.language)?.is_none(), "language", NO_LANGUAGE);
    if before.is_some_and(|before| before.body != doc.body && before.status == PUBLISHED) {
        draft.set(HelpDoc::INDEX_STATE, Value::Text(NOT_INDEXED.to_owned()));
    }
    if let Some(above) = doc.parent_id {
        let wrong = above == draft.id || !is_root_or_free(tx, above, draft.id)?;
        findings.error_if(wrong, "parentId", OWN_PARENT);
    }
    Ok(())
}

/// Whether a document exists and does not lie below another one.
fn is_root_or_free(tx: &mut Tx<'_>, from: Id, own: Id) -> Result<bool, Refusal> {
    const DEPTH_MAX: usize = 20;
    let mut at = from;
    for _ in 0..DEPTH_MAX {
        let mut select = sql::from(tx.org(), TABLE);
        select.column("parent_id").and_where(sql::eq("id", at));
        let Some(row) = tx.first(&select.into())? else { return Ok(false) };
        match row.get::<Option<Id>>(0)? {
            None => return Ok(true),
            Some(above) if above == own => return Ok(false),
            Some(above) => at = above,
        }
    }
    Ok(false)
}

fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let Some(list) = draft.body.get("permissionIds") else { return Ok(Written::default()) };
    let wanted: BTreeSet<Id> = serde_json::from_value(list.clone()).unwrap_or_default();
    let org = tx.org();
    tx.exec(&sql::delete(org, PAGES).and_where(sql::eq("doc_id", draft.id)).to_owned().into())?;
    for page in wanted {
        let cells = [("doc_id", draft.id.into_value()), ("permission_id", page.into_value())];
        tx.exec(&sql::insert(org, PAGES, &cells).into())?;
    }
    Ok(Written::default())
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, PAGES);
    select.column("permission_id").and_where(sql::eq("doc_id", id));
    let pages: Vec<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    view.insert("permissionIds".to_owned(), json!(pages));
    Ok(())
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("status").and_where(sql::eq("id", id));
    let status: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if status == PUBLISHED {
        return Err(Refusal::business(STILL_SHOWN));
    }
    let mut below = sql::from(org, TABLE);
    below.column("id").and_where(sql::eq("parent_id", id)).limit(1);
    if tx.first(&below.into())?.is_some() {
        return Err(Refusal::business(HAS_BELOW));
    }
    for table in [PAGES, CHUNKS, VOTES] {
        tx.exec(&sql::delete(org, table).and_where(sql::eq("doc_id", id)).to_owned().into())?;
    }
    Ok(())
}
