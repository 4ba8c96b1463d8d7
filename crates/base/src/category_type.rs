//! 类型维护, the second tab of /prm_category: the lists themselves. Those of the platform are the program's and its keepers';
//! a company makes lists of its own, whose numbers begin behind theirs.

use std::sync::LazyLock;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{self, Tx};
use platform::dictionary;
use platform::document;
use platform::document::Draft;
use platform::field::{Choice, Field};
use platform::list::{Cells, Column, Filter, Match};
use platform::page::{Action, Page};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};

/// Codes bound to rules: no new values.
pub const SYSTEM: &str = "系统";
const OWN: &str = "自定义";
const CODE: &str = "prm-cat-type";
/// Least number of a list a company makes.
const FIRST_OWN: i64 = 1_001;
const KEY_TAKEN: Msg = Msg::new("category_type.key", "类型键已存在", "The key exists already.");
const KEY_FORM: Msg = Msg::new("category_type.form", "类型键为字母开头的字母和数字", "A key is letters and digits.");
const NUMBER: Msg =
    Msg::new("category_type.number", "平台类型号须在1与1000之间", "A list of the platform is 1 to 1000.");
const NUMBER_TAKEN: Msg = Msg::new("category_type.taken", "类型号已存在", "The number exists already.");
const KIND_OF_PLATFORM: Msg =
    Msg::new("category_type.kind", "平台类型为系统或可扩展", "A list of the platform is a system or an open one.");
const HAS_VALUES: Msg =
    Msg::new("category_type.values", "类型下有{n}个值，不能删除", "The list has {n} values; it can't be deleted.");

fn is_key(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Parts of the product, in the order of the menu.
pub const MODULES: &[Choice] = &[
    Choice::new("通用", "通用", "General"),
    Choice::new("空运", "空运", "Air"),
    Choice::new("海运", "海运", "Sea"),
    Choice::new("铁路", "铁路", "Rail"),
    Choice::new("陆运", "陆运", "Road"),
    Choice::new("其他", "其他", "Other"),
    Choice::new("客商", "客商", "Partners"),
    Choice::new("财务", "财务", "Finance"),
    Choice::new("仓库", "仓库", "Warehouse"),
    Choice::new("关务", "关务", "Customs"),
];
const KINDS: &[Choice] = &[
    Choice::new(SYSTEM, SYSTEM, "System"),
    Choice::new("可扩展", "可扩展", "Open").tone("info"),
    Choice::new(OWN, OWN, "Own").tone("ready"),
];
/// Part of the product a list belongs to.
pub const MODULE: Field = Field::select(MODULES, "模块", "Module").column("module");

document! {
    /// A list.
    pub struct CategoryType in "category_type" {
        /// Its number; of a company's list given.
        category_type: Option<i64> = Field::int("类型号", "List number").fixed().range(1, 9_999),
        /// Its name in the program.
        type_key: String = Field::text("类型键", "Key").required().fixed().max(40)
            .pattern("^[A-Za-z][A-Za-z0-9]*$", is_key, KEY_FORM),
        /// Name.
        type_name: String = Field::text("类型", "List").required().max(40),
        /// English name.
        type_name_en: String = Field::text("英文", "English name").required().max(60),
        /// Part of the product.
        module: String = Field::select(MODULES, "模块", "Module").required(),
        /// Whether values may be added.
        kind: String = Field::select(KINDS, "性质", "Kind").required().initially("\"自定义\""),
    }
}

const VALUES: Field = Field::int("值数量", "Values").column("value_count");

/// The tab.
pub static PAGE: LazyLock<Page<CategoryType>> = LazyLock::new(|| {
    let door = ("/prm_category", "/prmManager/base", 90);
    Page::of("base.category-type", ("类型", "Lists"), door, CategoryType::TYPE_NAME)
        .calls("/prm/category/type", "category_type")
        .tab()
        .beside(&["base.category.list", "base.category-type.list"])
        .overlays(&["category_type"])
        .columns_from(CategoryType::CATEGORY_TYPE, CategoryType::KIND)
        .columns(&[Column::made(VALUES).unsorted()])
        .filters(&[
            Filter::new("module", Match::OneOf, CategoryType::MODULE),
            Filter::new("typeName", Match::Contains, CategoryType::TYPE_NAME),
            Filter::new("kind", Match::OneOf, CategoryType::KIND),
        ])
        .sort("categoryType,asc")
        .fills(count_values)
        .section_from("main", ("类型", "List"), CategoryType::CATEGORY_TYPE, CategoryType::KIND)
        .unique("uq_category_type_number", &["category_type"], "categoryType", NUMBER_TAKEN)
        .unique("uq_category_type_key", &["type_key"], "typeKey", KEY_TAKEN)
        .rules(rules)
        .remove_rule(need_empty)
        .action(Action::create(CODE))
        .action(Action::edit(CODE))
        .action(Action::remove(CODE))
});

fn values_of(conn: &mut dyn Conn, org: i64, numbers: Vec<i64>) -> Result<Vec<(i64, i64)>, Refusal> {
    let mut select = dictionary::values(org);
    select
        .column("category_type")
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::col("category_type"), numbers))
        .group_by_col("category_type");
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn count_values(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let numbers = rows.iter().map(|row| i64::from_value(row.value("categoryType"))).collect::<Result<Vec<_>, _>>()?;
    let counts = values_of(conn, actor.org_id, numbers.clone())?;
    for (row, number) in rows.iter_mut().zip(numbers) {
        let count = counts.iter().find(|(of, _)| *of == number).map_or(0, |(_, count)| *count);
        row.set("valueCount", Value::Int(count));
    }
    Ok(())
}

/// Numbers and kinds are the platform's to choose; a company's lists are its own, behind them.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if org == PLATFORM_ORG {
        let number: Option<i64> = draft.get(CategoryType::CATEGORY_TYPE)?;
        findings.error_if(number.is_none_or(|number| number >= FIRST_OWN), "categoryType", NUMBER);
        findings.error_if(draft.get::<String>(CategoryType::KIND)? == OWN, "kind", KIND_OF_PLATFORM);
    } else {
        draft.set(CategoryType::KIND, Value::Text(OWN.to_owned()));
        if draft.is_new() && !findings.has_errors() {
            let number = call::next_number(tx, PLATFORM_ORG, "category_type", "")? + FIRST_OWN - 1;
            draft.set(CategoryType::CATEGORY_TYPE, Value::Int(number));
        }
    }
    let mut taken = sql::from(PLATFORM_ORG, "category_type");
    taken.column("id").and_where(sql::eq("type_key", draft.get::<String>(CategoryType::TYPE_KEY)?));
    let taken = draft.is_new() && tx.first(&taken.into())?.is_some();
    findings.error_if(taken, "typeKey", KEY_TAKEN);
    Ok(())
}

fn need_empty(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, "category_type");
    select.column("category_type").and_where(sql::eq("id", id));
    let number = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    match values_of(tx, org, vec![number])?.first() {
        Some((_, values)) => Err(Refusal::Business(HAS_VALUES.with(&[("n", &values.to_string())]))),
        None => Ok(()),
    }
}
