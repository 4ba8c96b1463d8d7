//! 分类参数. The value lists of every form: the platform's values, overlaid by a company's own. A function makes the page
//! of each view: of all lists, and of those the air desk keeps.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::dictionary;
use platform::document;
use platform::document::{Draft, other_than};
use platform::field::{Choice, Field, Kind};
use platform::import::Import;
use platform::list::{Column, Filter, Join, Match};
use platform::page::{Action, Page};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Order, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};

use crate::category_type::{MODULE, SYSTEM, type_of};

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
const DEFAULT_TAKEN: Msg = Msg::new("category.default", "默认值已是{name}", "{name} is the default already.");

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
const SOURCE: Field = Field::select(
    &[Choice::new("PLATFORM", "平台", "Platform").tone("info"), Choice::new("OWN", "本公司", "Company")],
    "来源",
    "Source",
)
.column("source");
/// What rules are bound to in a system list.
const FIXED: [Field; 4] = [Category::EDI_CODE1, Category::EDI_CODE2, Category::SCOPES, Category::PARENT_VALUE];

/// A view of the lists: an entry of the menu with codes of its own, and the modules it shows.
struct View {
    key: &'static str,
    title: (&'static str, &'static str),
    door: (&'static str, &'static str, i64),
    calls: (&'static str, &'static str),
    /// Beginning of its codes.
    codes: &'static str,
    /// End of the code that switches values on and off.
    stop: &'static str,
    /// Modules of the lists; none: all of them, and values are removed here.
    modules: &'static [&'static str],
}

const ALL: View = View {
    key: "base.category",
    title: ("分类参数", "Categories"),
    door: ("/prm_category", "/prmManager/base", 90),
    calls: ("/prm/category", "category"),
    codes: "prm-cat",
    stop: "stop",
    modules: &[],
};
const AIR: View = View {
    key: "base.air-category",
    title: ("空运参数", "Dictionaries of air freight"),
    door: ("/af_category", "/afManager/base", 140),
    calls: ("/afbase/category", "air_category"),
    codes: "af-category",
    stop: "status",
    modules: &["空运", "通用"],
};

/// All lists.
pub static PAGE: LazyLock<Page<Category>> = LazyLock::new(|| {
    page(&ALL, "prm-cat-import")
        .beside(&["base.category.list", "base.category-type.list"])
        .action(Action::remove("prm-cat-del").confirms("确认删除该参数？", "Delete this value?"))
});
/// Those of the air desk.
pub static AIR_PAGE: LazyLock<Page<Category>> = LazyLock::new(|| page(&AIR, "af-category-import"));

fn page(view: &'static View, import: &'static str) -> Page<Category> {
    let code = |end: &str| format!("{}-{end}", view.codes);
    Page::of(view.key, view.title, view.door, Category::PARAM_TEXT)
        .calls(view.calls.0, view.calls.1)
        .overlays(&dictionary::NAMING)
        .adopts()
        .joins(&[Join {
            table: "category_type",
            alias: "category_type",
            on: &[("category_type", "category_type")],
            by_org: false,
        }])
        .columns(&[
            Column::own(Category::CATEGORY_TYPE).width(80),
            Column::of("category_type", TYPE_NAME).width(160),
            Column::of("category_type", MODULE).width(80),
        ])
        .columns_from(Category::SORT, Category::COLOR)
        .columns(&[Column::expr(source, SOURCE).width(80)])
        .columns_from(Category::ACTIVE, Category::REMARK)
        .filters(&[
            Filter::new("categoryType", Match::Equals, Category::CATEGORY_TYPE),
            Filter::new("module", Match::OneOf, MODULE).columns(&[("category_type", "module")]),
            Filter::new("typeName", Match::Contains, TYPE_NAME).columns(&[("category_type", "type_name")]),
            Filter::new("paramText", Match::Contains, Category::PARAM_TEXT),
            Filter::new("ediCode", Match::Contains, Category::EDI_CODE1)
                .columns(&[("category", "edi_code1"), ("category", "edi_code2")])
                .more(),
            Filter::new("active", Match::Bool, Category::ACTIVE).more(),
            Filter::new("source", Match::Own(of_source), SOURCE).more(),
        ])
        .sort("categoryType,asc;sort,asc;value,asc")
        .section_from("main", ("参数", "Value"), Category::CATEGORY_TYPE, Category::REMARK)
        .unique("uq_category_value", &["category_type", "value"], "value", VALUE_TAKEN)
        .unique("uq_category_text", &["category_type", "param_text"], "paramText", TEXT_TAKEN)
        .visible(|_| match view.modules {
            [] => Condition::all(),
            modules => Condition::all().add(sql::is_in(sql::of("category_type", "module"), modules.iter().copied())),
        })
        .seen(|conn, actor, id| need_seen(conn, actor, (view, id)))
        .rules(|tx, draft, findings| rules(tx, (view, draft), findings))
        .action(Action::create(code("add")))
        .action(Action::edit(code("edit")))
        .action(
            Action::row(code("sort"), ("排序", "Sort"))
                .asks(&[Category::SORT])
                .first(|conn, actor, id| PAGE.first_of(conn, actor, id)),
        )
        .action(Action::switch(code(view.stop)))
        .action(Action::import(Import::with(import).by_all(&[Category::CATEGORY_TYPE, Category::VALUE])))
        .action(Action::export(code("export")))
}

/// The platform is the first company.
fn source() -> Expr {
    Expr::cust("CASE WHEN category.org_id = 1 THEN 'PLATFORM' ELSE 'OWN' END")
}

fn of_source(_: &Actor, source: &str) -> Result<Condition, Refusal> {
    let of_platform = sql::of_eq("category", "org_id", PLATFORM_ORG);
    Ok(Condition::all().add(if source == "PLATFORM" { of_platform } else { of_platform.not() }))
}

/// Whether a list is one of a view.
fn shows(conn: &mut dyn Conn, org: i64, view: &View, number: i64) -> Result<Option<String>, Refusal> {
    let found = type_of(conn, org, number)?;
    let shown = |module: &str| view.modules.is_empty() || view.modules.contains(&module);
    Ok(found.filter(|(module, _)| shown(module)).map(|(_, kind)| kind))
}

fn need_seen(conn: &mut dyn Conn, actor: &Actor, (view, id): (&View, Id)) -> Result<(), Refusal> {
    let mut select = facts::of_platform_and(actor.org_id, dictionary::TABLE);
    select.column("category_type").and_where(sql::eq("id", id));
    let number = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    shows(conn, actor.org_id, view, number)?.map(drop).ok_or(Refusal::NotFound)
}

/// The list exists and takes new values; name and value differ from others, and one is the default of a scope. Of a
/// system list a company changes what is shown alone.
fn rules(tx: &mut Tx<'_>, (view, draft): (&View, &mut Draft<'_>), findings: &mut Findings) -> Result<(), Refusal> {
    let (org, number): (i64, i64) = (tx.org(), draft.get(Category::CATEGORY_TYPE)?);
    let Some(kind) = shows(tx, org, view, number)? else {
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
    let scopes: String = draft.get(Category::SCOPES)?;
    let mut select = dictionary::values(org);
    select.columns(["param_text", "value", "is_default", "scopes"]);
    select.and_where(sql::eq("category_type", number)).and_where(other_than(draft.id));
    let becomes = draft.get::<bool>(Category::IS_DEFAULT)?
        && (draft.changes(Category::IS_DEFAULT) || draft.changes(Category::SCOPES));
    for row in tx.query(&select.into())? {
        let (other, known): (String, String) = (row.get(0)?, row.get(1)?);
        findings.error_if(other == text, "paramText", TEXT_TAKEN);
        findings.error_if(draft.is_new() && known == value, "value", VALUE_TAKEN);
        if becomes && row.get::<bool>(2)? && meet(&scopes, &row.get::<String>(3)?) {
            findings.error("isDefault", DEFAULT_TAKEN.with(&[("name", &other)]));
        }
    }
    Ok(())
}

/// Whether a scope is among both; none stands for all.
fn meet(one: &str, other: &str) -> bool {
    one.is_empty() || other.is_empty() || one.split(',').any(|code| other.split(',').any(|each| each == code))
}

fn offered(org: i64) -> SelectStatement {
    let mut select = dictionary::values(org);
    select
        .columns([
            "id",
            "category_type",
            "param_text",
            "param_text_en",
            "value",
            "edi_code1",
            "edi_code2",
            "is_default",
        ])
        .and_where(sql::eq("active", true))
        .order_by("sort", Order::Asc)
        .order_by("value", Order::Asc);
    select
}

fn shown<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Json, Refusal> {
    rows.into_iter()
        .map(|row| {
            Ok(json!({
                "categoryId": row.get::<Id>(0)?,
                "categoryType": row.get::<i64>(1)?,
                "paramText": row.get::<String>(2)?,
                "paramTextEn": row.get::<String>(3)?,
                "value": row.get::<String>(4)?,
                "ediCode1": row.get::<String>(5)?,
                "ediCode2": row.get::<String>(6)?,
                "isDefault": row.get::<bool>(7)?,
            }))
        })
        .collect()
}

/// GET /afbase/category/modelCategory: active values of a list; an unknown list has none.
pub fn of_type(call: &mut Call) -> Outcome {
    let number: i64 = call.query("categoryType").parse().unwrap_or(0);
    let mut select = offered(call.actor()?.org_id);
    select.and_where(sql::eq("category_type", number));
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    shown(&rows).map(Answer::Data)
}

/// GET /hrs/org/listCategory/{typeKey}: active values of a list by its key.
pub fn of_key(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let key = call.path("typeKey").to_owned();
    let rows = call.read(|conn| {
        let mut types = facts::of_platform_and(org, "category_type");
        types.column("category_type").and_where(sql::eq("type_key", key)).limit(1);
        let Some(row) = conn.first(&types.into())? else { return Ok(Vec::new()) };
        let mut select = offered(org);
        select.and_where(sql::eq("category_type", row.get::<i64>(0)?));
        Ok(conn.query(&select.into())?)
    })?;
    shown(&rows).map(Answer::Data)
}

/// GET /prm/category/all: the values of all lists, or of some modules, by key, with a number that changes with them. Who
/// names the number he has gets no lists when it is still the same.
pub fn all(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let modules: Vec<String> =
        call.query("module").split(',').filter(|module| !module.is_empty()).map(ToOwned::to_owned).collect();
    let (types, rows) = call.read(|conn| {
        let mut types = facts::of_platform_and(org, "category_type");
        types.columns(["category_type", "type_key"]).order_by("category_type", Order::Asc);
        if !modules.is_empty() {
            types.and_where(sql::is_in(sql::col("module"), modules));
        }
        Ok((conn.query(&types.into())?, conn.query(&offered(org).into())?))
    })?;
    let mut lists = Map::new();
    for list in &types {
        let (number, key): (i64, String) = (list.get(0)?, list.get(1)?);
        let own: Vec<&Row> = rows.iter().filter(|row| row.get::<i64>(1).is_ok_and(|of| of == number)).collect();
        lists.insert(key, shown(own)?);
    }
    let mut hasher = DefaultHasher::new();
    Json::Object(lists.clone()).to_string().hash(&mut hasher);
    // A number every client reads exactly.
    let version = hasher.finish() >> 11;
    if call.query("version") == version.to_string() {
        return Ok(Answer::Data(json!({ "version": version })));
    }
    Ok(Answer::Data(json!({ "version": version, "lists": lists })))
}
