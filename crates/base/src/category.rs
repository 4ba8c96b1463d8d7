//! 分类参数. The value lists of every form: the platform's values, overlaid by a company's own. A function makes the page
//! of each view: of all lists, and of those the air desk keeps.

use std::sync::LazyLock;

use kernel::{Findings, Msg};
use platform::PLATFORM_ORG;
use platform::call::Tx;
use platform::dictionary;
use platform::document;
use platform::document::Draft;
use platform::field::{Field, Kind};
use platform::import::Import;
use platform::list::{Column, Filter, Join, Match};
use platform::page::{Action, Page};
use platform::refusal::Refusal;
use platform::sea_query::Condition;
use platform::store::sql;

use crate::category_type::{MODULE, SYSTEM};
use crate::dictionaries;

const TEXT_TAKEN: Msg = Msg::new("category.text", "名称已存在", "The name exists already.");
const VALUE_TAKEN: Msg = Msg::new("category.value", "值已存在", "The value exists already.");
const NO_TYPE: Msg = Msg::new("category.type", "类型不存在", "There is no such list.");
const CLOSED_TYPE: Msg = Msg::new("category.closed", "系统类型不能新增", "Values of a system list can't be added.");
const BOUND: Msg =
    Msg::new("category.bound", "系统类型不能修改{field}", "{field} of a value of a system list can't be changed.");
const SCOPES_FORM: Msg = Msg::new(
    "category.scopes",
    "业务范畴为AE、AI、SE、SI、TE、TI、LC、IO，用逗号分隔",
    "Scopes are AE, AI, SE, SI, TE, TI, LC and IO, with commas between.",
);

fn are_scopes(text: &str) -> bool {
    text.split(',').all(|code| kernel::Scope::from_code(code).is_some())
}

document! {
    /// One value of a dictionary.
    pub struct Category in "category" {
        /// Number of the dictionary.
        category_type: i64 = Field::int("类型号", "List number").required().fixed().range(1, 9_999),
        /// Place in the list.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9_999).initially("100"),
        /// Shown name.
        param_text: String = Field::text("名称", "Name").required().max(60),
        /// Shown name in English.
        param_text_en: String = Field::text("英文", "English name").max(60),
        /// Stored value.
        value: String = Field::text("值", "Value").required().fixed().max(40),
        /// First code for messages.
        edi_code1: String = Field::text("EDI代码1", "EDI code 1").max(20),
        /// Second code for messages.
        edi_code2: String = Field::text("EDI代码2", "EDI code 2").max(20),
        /// Scopes it is for; empty for all.
        scopes: String = Field::upper("业务范畴", "Scopes").max(23)
            .pattern("^[A-Za-z]{2}(,[A-Za-z]{2})*$", are_scopes, SCOPES_FORM),
        /// Chosen first.
        is_default: bool = Field::flag("默认", "Default").initially("false"),
        /// Colour of its tag.
        color: String = Field::new(Kind::Color, "颜色", "Colour").max(20),
        /// Value of the list above, of lists in two steps.
        parent_value: String = Field::text("上级值", "Value above").max(40),
        /// Offered.
        active: bool = Field::flag("启用", "Active").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

const TYPE_NAME: Field = Field::text("类型", "List").column("type_name");
/// What rules are bound to in a system list.
const FIXED: [Field; 4] = [Category::EDI_CODE1, Category::EDI_CODE2, Category::SCOPES, Category::PARENT_VALUE];

/// All lists.
pub static PAGE: LazyLock<Page<Category>> = LazyLock::new(|| {
    let door = ("/prm_category", "/prmManager/base", 90);
    let page = Page::of("base.category", ("分类参数", "Categories"), door, Category::PARAM_TEXT);
    view(page.calls("/prm/category", "category"), &[], ("prm-cat", "prm-cat-import", "stop"))
        .beside(&["base.category.list", "base.category-type.list"])
        .action(Action::remove("prm-cat-del").confirms("确认删除该参数？", "Delete this value?"))
});
/// Those of the air desk.
pub static AIR_PAGE: LazyLock<Page<Category>> = LazyLock::new(|| {
    let door = ("/af_category", "/afManager/base", 140);
    let title = ("空运参数", "Dictionaries of air freight");
    let page = Page::of("base.air-category", title, door, Category::PARAM_TEXT);
    let codes = ("af-category", "af-category-import", "status");
    view(page.calls("/afbase/category", "air_category"), &["空运", "通用"], codes)
});

/// A page of the lists of some modules, or of all. Of its codes the beginning, that of the import, and the end of the one
/// that switches values on and off.
fn view(
    page: Page<Category>,
    modules: &'static [&'static str],
    (codes, import, stop): (&str, &'static str, &str),
) -> Page<Category> {
    let code = |end: &str| format!("{codes}-{end}");
    page.overlays(&dictionary::NAMING)
        .adopts()
        .one_flagged(Category::IS_DEFAULT, &[Category::CATEGORY_TYPE], Category::SCOPES)
        .joins(&[Join {
            table: "category_type",
            alias: "category_type",
            on: &[("category_type", "category_type")],
            by_org: false,
        }])
        .branches(&["module", "categoryType"], move |conn, actor| dictionaries::branches(conn, actor, modules))
        .filters(&[
            Filter::new("categoryType", Match::Equals, Category::CATEGORY_TYPE),
            Filter::new("module", Match::OneOf, MODULE).columns(&[("category_type", "module")]),
            Filter::new("typeName", Match::Contains, TYPE_NAME).columns(&[("category_type", "type_name")]),
            Filter::new("paramText", Match::Contains, Category::PARAM_TEXT),
            Filter::new("ediCode", Match::Contains, Category::EDI_CODE1)
                .columns(&[("category", "edi_code1"), ("category", "edi_code2")])
                .more(),
            Filter::new("active", Match::Bool, Category::ACTIVE).more(),
        ])
        .columns(&[
            Column::own(Category::CATEGORY_TYPE).width(80),
            Column::of("category_type", TYPE_NAME).width(160),
            Column::of("category_type", MODULE).width(80),
        ])
        .columns_from(Category::SORT, Category::COLOR)
        .sourced()
        .of_dictionaries()
        .columns_from(Category::ACTIVE, Category::REMARK)
        .sort("categoryType,asc;sort,asc;value,asc")
        .section_from("main", ("参数", "Value"), Category::CATEGORY_TYPE, Category::REMARK)
        .unique("uq_category_value", &["category_type", "value"], "value", VALUE_TAKEN)
        .unique("uq_category_text", &["category_type", "param_text"], "paramText", TEXT_TAKEN)
        .visible(move |_| match modules {
            [] => Condition::all(),
            modules => Condition::all().add(sql::is_in(sql::of("category_type", "module"), modules.iter().copied())),
        })
        .rules(move |tx, draft, findings| rules(tx, (modules, draft), findings))
        .action(Action::create(code("add")))
        .action(Action::edit(code("edit")))
        .action(
            Action::row(code("sort"), ("排序", "Sort"))
                .asks(&[Category::SORT])
                .first(|conn, actor, id| PAGE.first_of(conn, actor, id)),
        )
        .action(Action::switch(code(stop)))
        .action(Action::import(Import::with(import).by_all(&[Category::CATEGORY_TYPE, Category::VALUE]).apart()))
        .action(Action::export(code("export")))
}

/// The list exists and takes new values; name and value differ from others. Of a system list a company
/// changes what is shown alone.
fn rules(tx: &mut Tx<'_>, (modules, draft): (&[&str], &mut Draft<'_>), findings: &mut Findings) -> Result<(), Refusal> {
    let (org, number): (i64, i64) = (tx.org(), draft.get(Category::CATEGORY_TYPE)?);
    let known = dictionaries::type_of(tx, org, number)?;
    let shown = known.filter(|(module, _)| modules.is_empty() || modules.contains(&module.as_str()));
    let Some((_, kind)) = shown else {
        findings.error("categoryType", NO_TYPE.text());
        return Ok(());
    };
    if kind == SYSTEM && org != PLATFORM_ORG {
        findings.error_if(draft.is_new(), "categoryType", CLOSED_TYPE);
        for field in FIXED.iter().filter(|field| !draft.is_new() && draft.changes(**field)) {
            findings.error(field.name(), BOUND.with_each(&[("field", field.zh)], &[("field", field.en)]));
        }
    }
    let (text, value): (String, String) = (draft.get(Category::PARAM_TEXT)?, draft.get(Category::VALUE)?);
    // Each is looked for by an index of its own: a list may have ten thousand values.
    findings.error_if(
        dictionary::has_other(tx, (number, draft.id), sql::eq("param_text", text))?,
        "paramText",
        TEXT_TAKEN,
    );
    if draft.is_new() {
        findings.error_if(
            dictionary::has_other(tx, (number, draft.id), sql::eq("value", value))?,
            "value",
            VALUE_TAKEN,
        );
    }
    Ok(())
}
