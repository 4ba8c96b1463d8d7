//! 语言列表. The languages users may choose: the two that are shipped, and those the platform adds.

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor};
use platform::call::{Call, Tx};
use platform::deployment;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::{Choice, Field};
use platform::language::{self, CHINESE, ENGLISH, is_shipped};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, Offer, Room, SelectAsk};
use platform::store::Value;

const CODE_FORM: Msg = Msg::new(
    "languages.code",
    "请填写语言代码，如ja-JP、de-DE、zh-Hant-HK",
    "Please enter a language code such as ja-JP, de-DE or zh-Hant-HK.",
);
const TAKEN: Msg = Msg::new("languages.taken", "语言已存在", "The language exists already.");
const SHIPPED: Msg = Msg::new(
    "languages.shipped",
    "内置语言不能修改、停用或删除",
    "A language that comes with the product can't be changed, stopped or deleted.",
);
const DEFAULT: Msg = Msg::new(
    "languages.default",
    "该语言是平台默认语言，请先更换默认语言",
    "This is the platform's default language. Please choose another one first.",
);
const USED: Msg = Msg::new(
    "languages.used",
    "{n}名用户正在使用该语言，不能删除，可停用",
    "{n} users chose the language; stop it instead.",
);
const HAS_TEXTS: Msg = Msg::new(
    "languages.texts",
    "该语言已有{n}条文本，不能删除，可停用",
    "The language has {n} texts; stop it instead.",
);
const HAS_DOCUMENTS: Msg = Msg::new(
    "languages.documents",
    "该语言已有{n}份帮助文档，不能删除，可停用",
    "The language has {n} help documents; stop it instead.",
);

const BASES: &[Choice] =
    &[Choice::new(CHINESE, "简体中文", "Simplified Chinese"), Choice::new(ENGLISH, "English", "English")];

/// Language, script and region as BCP 47 writes them: `ja-JP`, `zh-Hant-HK`, `es-419`.
const CODE_PATTERN: &str = "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$";

fn is_code(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    let mut rest: Vec<&str> = parts.collect();
    let is_script = |part: &str| {
        let (first, others) = part.split_at_checked(1).unwrap_or_default();
        part.len() == 4
            && first.bytes().all(|b| b.is_ascii_uppercase())
            && others.bytes().all(|b| b.is_ascii_lowercase())
    };
    let is_region = |part: &str| {
        (part.len() == 2 && part.bytes().all(|b| b.is_ascii_uppercase()))
            || (part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    if rest.first().is_some_and(|part| is_script(part)) {
        rest.remove(0);
    }
    (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && rest.len() <= 1
        && rest.iter().all(|part| is_region(part))
}

document! {
    /// One language.
    pub struct ListedLanguage in "language" {
        /// BCP 47.
        code: String = Field::text("语言代码", "Code").required().fixed().max(12).pattern(CODE_PATTERN, is_code, CODE_FORM),
        /// In its own words.
        name: String = Field::text("名称", "Name").required().max(40),
        /// What is shown where it has no text, and what the server says.
        base_language: String = Field::select(BASES, "基础语言", "Base language").required().initially("\"en-US\""),
        /// Place in the list.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9_999).initially("100"),
        /// Offered to users.
        active: bool = Field::flag("启用", "Active").initially("true"),
    }
}

/// The languages in their order.
pub const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(ListedLanguage::CODE).width(140).copy(),
        Column::own(ListedLanguage::NAME).width(200),
        Column::own(ListedLanguage::BASE_LANGUAGE).width(160),
        Column::own(ListedLanguage::SORT).width(90),
        Column::own(ListedLanguage::ACTIVE).width(90),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("keyword", Match::Contains, Field::text("语言", "Language"))
            .columns(&[("language", "code"), ("language", "name")]),
        Filter::new("active", Match::Bool, ListedLanguage::ACTIVE),
    ],
    buttons: &[
        Button::new("sys_language_list_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_language_list_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_language_list_stop", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /hrs/languageList/{id}/status")
            .for_many(),
        Button::new("sys_language_list_del", ("删除", "Delete"), "row", "remove")
            .calls("DELETE /hrs/languageList/{id}")
            .asks("确认删除该语言？", "Delete the language?"),
    ],
    sort: "sort,asc",
    decorate: Some(decorate),
    form: "hrs.languageList.form",
    ..ListPage::new(
        "hrs.languageList.list",
        "/hrs_language_list",
        ("语言列表", "Languages"),
        "hrs_language_list",
        "/hrs/languageList",
        "language",
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let shipped = matches!(row.value("code"), Value::Text(code) if is_shipped(code));
    let codes: &[&str] =
        if shipped { &[] } else { &["sys_language_list_edit", "sys_language_list_stop", "sys_language_list_del"] };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_language_list_add", "sys_language_list_edit", "sys_language_list_del", "sys_language_list_stop"],
    page: "/hrs_language_list",
    uniques: &[Unique { index: "uq_language", columns: &["code"], field: "code", message: TAKEN }],
    rules: Some(rules),
    status_rule: Some(status_rule),
    remove_rule: Some(remove_rule),
    level: Level::High,
    sections: &[Section { key: "main", title: ("语言", "Language"), fields: ListedLanguage::FIELDS }],
    ..FormPage::of::<ListedLanguage>(
        "hrs.languageList.form",
        ("语言", "Language"),
        ("hrs_language_list", "/hrs/languageList", "listed_language"),
        ListedLanguage::CODE,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_language_list", zh, en, sort).platform();
    room.nodes.extend([
        Node::page("/hrs_language_list", "/hrsManager/platform", "语言列表", "Languages", 65).platform(),
        button("sys_language_list_add", "新增", "New", 10),
        button("sys_language_list_edit", "修改", "Edit", 20),
        button("sys_language_list_stop", "停用/启用", "Stop or start", 30),
        button("sys_language_list_del", "删除", "Delete", 40),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.selects.push(("language", offer));
    room.select_uses.push(("language", Access::LoggedIn));
}

/// What comes with the product stays as it is; the platform's default is not stopped.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let row = ListedLanguage::from_values(&draft.values)?;
    findings.error_if(!draft.is_new() && is_shipped(&row.code), "code", SHIPPED);
    if !row.active && !draft.is_new() {
        findings.error_if(is_default(tx, &row.code)?, "active", DEFAULT);
    }
    Ok(())
}

fn is_default(tx: &mut Tx<'_>, code: &str) -> Result<bool, Refusal> {
    let chosen: String = platform::setting::value(tx, platform::PLATFORM_ORG, &deployment::LANGUAGE, None)?;
    Ok(chosen == code)
}

/// Who chose a language that is stopped is shown its base until it is started again.
fn status_rule(tx: &mut Tx<'_>, id: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let code = language::code_of(tx, id)?;
    findings.error_if(is_shipped(&code), "code", SHIPPED);
    if !active {
        findings.error_if(is_default(tx, &code)?, "active", DEFAULT);
    }
    Ok(())
}

/// Only what nobody uses, translated into or wrote in goes for good.
fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let code = language::code_of(tx, id)?;
    if is_shipped(&code) {
        return Err(Refusal::field("code", SHIPPED.text()));
    }
    if is_default(tx, &code)? {
        return Err(Refusal::field("code", DEFAULT.text()));
    }
    for (message, n) in [
        (USED, language::users_of(tx, &code)?),
        (HAS_TEXTS, language::texts_in(tx, &code)?),
        (HAS_DOCUMENTS, language::documents_in(tx, &code)?),
    ] {
        if n > 0 {
            return Err(Refusal::field("code", message.with(&[("n", &n.to_string())])));
        }
    }
    Ok(())
}

/// The languages that may be chosen, by code.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let wanted = ask.keyword.to_lowercase();
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    let all = call.read(|conn| language::active(conn))?.into_iter();
    let found =
        all.filter(|one| if ask.value.is_empty() { fits(&one.name) || fits(&one.code) } else { one.code == ask.value });
    Ok(found.map(|one| Offer { value: one.code.clone(), label: one.name, hint: one.code }).collect())
}

#[cfg(test)]
mod tests {
    use super::is_code;

    #[test]
    fn codes_are_written_as_bcp_47_has_them() {
        for code in ["ja", "ja-JP", "yue", "zh-Hant-HK", "zh-Hant", "es-419"] {
            assert!(is_code(code), "{code}");
        }
        for code in
            ["", "j", "japa", "JA-JP", "ja-jp", "ja_JP", "ja-JPN", "es-41", "zh-hant-HK", "ja-JP-x", "ja-", "日"]
        {
            assert!(!is_code(code), "{code}");
        }
    }
}
