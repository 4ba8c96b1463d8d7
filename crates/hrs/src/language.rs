//! 语言标签. The words of pages in each language: the platform's, and a company's own over them.

mod client;
mod declared;
mod further;
mod languages;
mod step;
mod words;

pub use step::synchronise;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::language::{ENGLISH, is_shipped};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, Value, sql};

const TAKEN: Msg = Msg::new("language.taken", "该页面的键已存在", "This key of the page exists already.");
const NO_KEY: Msg = Msg::new("language.no_key", "该页面没有此键", "The page has no such key.");
const PLACEHOLDERS: Msg =
    Msg::new("language.placeholders", "占位符不一致：{names}", "The placeholders differ: {names}");
const KEY_FORM: Msg = Msg::new(
    "language.key",
    "键只能包含字母、数字、横线、下划线和点",
    "A key holds letters, digits, hyphens, underscores and dots.",
);

/// The platform's row.
const PLATFORM: &str = "平台";
/// A company's own row.
const OWN: &str = "本企业";
const SOURCES: &[Choice] =
    &[Choice::new(PLATFORM, "平台", "Platform"), Choice::new(OWN, "本企业", "Company").tone("info")];

document! {
    /// One word of a page.
    pub struct Label in "language_label" {
        /// Page and key.
        code: String = Field::text("编码", "Code").read_only(),
        /// Address of the page without its slash.
        page_type: String = Field::text("页面", "Page").required().fixed().max(80),
        /// Name of the field, column or button.
        label_key: String = Field::text("键", "Key").required().fixed().max(60).pattern("^[A-Za-z0-9_.-]+$", is_key, KEY_FORM),
        /// In Chinese.
        text_zh: String = Field::text("中文", "Chinese").required().max(200),
        /// In English; the platform's when it is left empty.
        text_en: String = Field::text("English", "English").max(200),
    }
}

fn is_key(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-'))
}

fn source() -> Expr {
    Expr::cust("CASE WHEN language_label.org_id = 1 THEN '平台' ELSE '本企业' END")
}

/// The words by page and key.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Label::PAGE_TYPE).width(180),
        Column::own(Label::LABEL_KEY).width(200).copy(),
        Column::own(Label::TEXT_ZH).width(220),
        Column::own(Label::TEXT_EN).width(260),
        Column::expr(source, Field::state(SOURCES, "来源", "Source").wire("source")).width(100),
        Column::of("editor", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("pageType", Match::Equals, Label::PAGE_TYPE),
        Filter::new("labelKey", Match::Contains, Label::LABEL_KEY),
        Filter::new("text", Match::Contains, Field::text("文本", "Text").column("text_zh"))
            .columns(&[("language_label", "text_zh"), ("language_label", "text_en")]),
        Filter::new("source", Match::Own(by_source), Field::select(SOURCES, "来源", "Source").wire("source")),
        Filter::new("language", Match::Own(by_language), of_list("语言", "Language").wire("language")),
        Filter::new("missing", Match::Own(by_missing), of_list("缺失", "Missing").wire("missing")),
    ],
    buttons: &[
        Button::new("sys_language_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_language_edit", ("修改", "Edit"), "row", "custom"),
        Button::new("sys_language_del", ("恢复平台文本", "Back to the platform's"), "row", "remove")
            .calls("DELETE /hrs/language/{id}")
            .asks("确认恢复为平台文本？", "Bring back the platform's text?"),
        Button::import("sys_language_import", "POST /hrs/language/import"),
        Button::new("sys_language_export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "pageType,asc",
    export: "sys_language_export",
    overlay: &["code"],
    decorate: Some(decorate),
    sheet_columns: Some(further::sheet_columns),
    form: "hrs.language.form",
    ..ListPage::new(
        "hrs.language.list",
        "/hrs_language",
        ("语言标签", "Language labels"),
        "hrs_language",
        "/hrs/language",
        "language_label",
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    let codes: &[&str] = match (own, actor.org_id == PLATFORM_ORG) {
        (_, true) if actor.has("sys_language_platform") => &["sys_language_edit"],
        (_, true) => &[],
        (true, false) => &["sys_language_edit", "sys_language_del"],
        // A company changes a word of the platform by a row of its own.
        (false, false) if actor.has("sys_language_add") => &["sys_language_edit"],
        (false, false) => &[],
    };
    list::write_can(actor, codes, out);
}

fn by_source(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    let one = |one: &str| {
        let platform = sql::of_eq("language_label", "org_id", PLATFORM_ORG);
        if one == PLATFORM { platform } else { platform.not() }
    };
    Ok(sql::any_of(wanted.split(',').map(one)))
}

/// Labels with a text in one of the languages.
fn by_language(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(sql::any_of(wanted.split(',').map(|one| missing(one).not())))
}

fn by_missing(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(sql::any_of(wanted.split(',').map(missing)))
}

fn missing(language: &str) -> Expr {
    if !is_shipped(language) {
        return further::has_text(language).not();
    }
    let column = sql::of("language_label", if language == ENGLISH { "text_en" } else { "text_zh" });
    column.clone().is_null().or(column.eq(sql::value(String::new())))
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_language_add", "sys_language_edit", "sys_language_del", ""],
    page: "/hrs_language",
    uniques: &[Unique { index: "uq_language_label", columns: &["code"], field: "labelKey", message: TAKEN }],
    rules: Some(rules),
    remove_rule: Some(remove_rule),
    members: &[further::MEMBER],
    after: Some(further::write),
    view_more: Some(further::show),
    overlay: true,
    import: Import {
        more: Some(further::import_columns),
        arrange: Some(further::arrange),
        ..Import::with("sys_language_import").by_all(&[Label::PAGE_TYPE, Label::LABEL_KEY])
    },
    sections: &[
        Section {
            key: "main",
            title: ("标签", "Label"),
            fields: &[Label::PAGE_TYPE, Label::LABEL_KEY, Label::TEXT_ZH, Label::TEXT_EN],
        },
        Section { key: "texts", title: ("其他语言", "Further languages"), fields: &[] },
    ],
    ..FormPage::of::<Label>(
        "hrs.language.form",
        ("语言标签", "Language label"),
        ("hrs_language", "/hrs/language", "language_label"),
        Label::CODE,
    )
};

/// A language of the list, by its code.
const fn of_list(zh: &'static str, en: &'static str) -> Field {
    Field::code("language", zh, en).as_written()
}

/// Adds the pages to the room.
pub fn add(room: &mut Room) {
    languages::add(room);
    let button = |code, zh, en, sort| Node::button(code, "hrs_language", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_language", "/hrsManager/config", "语言标签", "Language labels", 60),
        button("sys_language_add", "新增", "New", 10),
        button("sys_language_edit", "修改", "Edit", 20),
        button("sys_language_del", "删除", "Delete", 30),
        button("sys_language_import", "导入", "Import", 40),
        button("sys_language_export", "导出", "Export", 50),
        button("sys_language_platform", "平台标签", "Platform labels", 60).platform(),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.extend([
        Operation::get("get_page_words", "/hrs/language/pages", Access::LoggedIn, words::of_page)
            .param("pageType")
            .param("languageCode")
            .summary("Words of a page by key"),
        Operation::get("get_words_version", "/hrs/language/version", Access::LoggedIn, words::version)
            .summary("Changes whenever a word of the caller's company changes"),
        Operation::get("get_client_words", "/hrs/language/client", Access::LoggedIn, client::own)
            .param("languageCode")
            .summary("What the caller's web application says otherwise than its own catalogues do"),
        Operation::get("get_public_client_words", "/hrs/language/client/public", Access::Public, client::public)
            .param("languageCode")
            .summary("The same before a log-in: the platform's words"),
        Operation::get("list_languages", "/hrs/user/selectParamTexts", Access::LoggedIn, words::languages)
            .summary("Languages a user may choose"),
        Operation::get("get_language_name", "/hrs/user/paramText", Access::LoggedIn, words::language_name)
            .param("id")
            .summary("Name of a language"),
    ]);
}

/// The platform's words are changed by those who may, and removed by nobody. The texts of a row go with it.
fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    if tx.org() == PLATFORM_ORG { Err(Refusal::Forbidden) } else { further::remove(tx, id) }
}

/// The key is one of the page's, its placeholders are those of the page, and no language stays empty
/// that the platform has.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if tx.org() == PLATFORM_ORG && !tx.actor.has("sys_language_platform") {
        return Err(Refusal::Forbidden);
    }
    let label = Label::from_values(&draft.values)?;
    draft.set(Label::CODE, Value::Text(format!("{}.{}", label.page_type, label.label_key)));
    let declared = declared::word(&tx.app.registry, &label.page_type, &label.label_key);
    let Some(declared) = declared else {
        findings.error("labelKey", NO_KEY.text());
        return Ok(());
    };
    if label.text_en.is_empty() {
        draft.set(Label::TEXT_EN, declared.en.clone().into_value());
    }
    for (field, text) in [("textZh", &label.text_zh), ("textEn", &label.text_en)] {
        same_placeholders(&declared.zh, text, field, findings);
    }
    further::check(tx, draft, &declared.zh, findings)
}

/// A text that is there has the placeholders of the declared one.
fn same_placeholders(declared: &str, text: &str, field: &str, findings: &mut Findings) {
    let (wanted, found) = (placeholders(declared), placeholders(text));
    if !text.is_empty() && found != wanted {
        let names: Vec<String> = wanted.symmetric_difference(&found).cloned().collect();
        findings.error(field, PLACEHOLDERS.with(&[("names", &names.join("、"))]));
    }
}

/// The names in braces of a text.
fn placeholders(text: &str) -> std::collections::BTreeSet<String> {
    let parts = text.split('{').skip(1);
    parts.filter_map(|part| Some(format!("{{{}}}", part.split_once('}')?.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_the_names_in_braces() {
        let names = |text| placeholders(text).into_iter().collect::<Vec<_>>().join(",");
        assert_eq!(names("共{total}条，已选{n}条"), "{n},{total}");
        assert_eq!(names("客户"), "");
        assert_eq!(names("a { b"), "");
        assert!(is_key("af-order-add") && is_key("shipper.post_code") && !is_key("a b") && !is_key("名"));
    }
}
