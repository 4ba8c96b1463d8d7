//! 分类参数. The value lists of every form: the platform's values, and an org's own beside them.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, other_than};
use platform::field::Field;
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::sea_query::{Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use serde_json::{Value as Json, json};

const TEXT_TAKEN: Msg = Msg::new("category.text", "名称已存在", "The name exists already.");
const VALUE_TAKEN: Msg = Msg::new("category.value", "值已存在", "The value exists already.");
const NO_TYPE: Msg = Msg::new("category.type", "类型不存在", "There is no such list.");
const CLOSED_TYPE: Msg = Msg::new("category.closed", "系统类型不能新增", "Values of a system list can't be added.");

document! {
    /// One value of a dictionary.
    pub struct Category in "category" {
        /// Number of the dictionary.
        category_type: i64 = Field::int("类型号", "List number").required().fixed().range(1, 9_999),
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
        /// Place in the list.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9_999).initially("100"),
        /// Chosen first.
        is_default: bool = Field::flag("默认", "Default").initially("false"),
        /// Offered.
        active: bool = Field::flag("启用", "Active").initially("true"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

const TYPE_NAME: Field = Field::text("类型", "List").column("type_name");

/// All values, by list and place.
pub const LIST: ListPage = ListPage {
    joins: &[Join {
        table: "category_type",
        alias: "category_type",
        on: &[("category_type", "category_type")],
        by_org: false,
    }],
    columns: &[
        list::ID,
        list::VERSION,
        list::ORG,
        Column::own(Category::CATEGORY_TYPE).width(80),
        Column::of("category_type", TYPE_NAME).width(160),
        Column::own(Category::SORT).width(70),
        Column::own(Category::PARAM_TEXT).width(180),
        Column::own(Category::PARAM_TEXT_EN).width(180),
        Column::own(Category::VALUE).width(140),
        Column::own(Category::EDI_CODE1).width(100),
        Column::own(Category::EDI_CODE2).width(100).behind(),
        Column::own(Category::IS_DEFAULT).width(70),
        Column::own(Category::ACTIVE).width(70),
        Column::own(Category::REMARK).behind(),
    ],
    filters: &[
        Filter::new("categoryType", Match::Equals, Category::CATEGORY_TYPE),
        Filter::new("typeName", Match::Contains, TYPE_NAME).columns(&[("category_type", "type_name")]),
        Filter::new("paramText", Match::Contains, Category::PARAM_TEXT),
        Filter::new("ediCode", Match::Contains, Category::EDI_CODE1)
            .columns(&[("category", "edi_code1"), ("category", "edi_code2")])
            .more(),
        Filter::new("active", Match::Bool, Category::ACTIVE).more(),
    ],
    buttons: &[
        Button::new("prm-cat-add", ("新增", "Add"), "primary", "create"),
        Button::import("prm-cat-import", "POST /prm/category/import"),
        Button::new("prm-cat-edit", ("修改", "Edit"), "row", "edit"),
        Button::new("prm-cat-stop", ("停用/启用", "Disable or enable"), "row", "call")
            .calls("POST /prm/category/{id}/status")
            .for_many(),
        Button::new("prm-cat-del", ("删除", "Delete"), "row", "remove")
            .calls("DELETE /prm/category/{id}")
            .asks("确认删除该参数？", "Delete this value?")
            .for_many(),
        Button::new("prm-cat-export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "categoryType,asc",
    export: "prm-cat-export",
    // No two rows share an id: own values stand beside the platform's and hide none.
    overlay: &["id"],
    decorate: Some(decorate),
    form: "base.category.form",
    ..ListPage::new(
        "base.category.list",
        "/prm_category",
        ("分类参数", "Categories"),
        "prm_category",
        "/prm/category",
        "category",
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("orgId") == Value::Int(actor.org_id);
    let codes: &[&str] = if own { &["prm-cat-edit", "prm-cat-stop", "prm-cat-del"] } else { &[] };
    list::write_can(actor, codes, out);
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["prm-cat-add", "prm-cat-edit", "prm-cat-del", "prm-cat-stop"],
    page: "/prm_category",
    uniques: &[
        Unique {
            index: "uq_category_value",
            columns: &["category_type", "value"],
            field: "value",
            message: VALUE_TAKEN,
        },
        Unique {
            index: "uq_category_text",
            columns: &["category_type", "param_text"],
            field: "paramText",
            message: TEXT_TAKEN,
        },
    ],
    rules: Some(rules),
    overlay: true,
    import: Import::with("prm-cat-import").by_all(&[Category::CATEGORY_TYPE, Category::VALUE]),
    sections: &[Section { key: "main", title: ("参数", "Value"), fields: Category::FIELDS }],
    ..FormPage::of::<Category>(
        "base.category.form",
        ("参数", "Value"),
        ("prm_category", "/prm/category", "category"),
        Category::PARAM_TEXT,
    )
};

/// The list exists and takes new values; name and value differ from the platform's too.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let category = Category::from_values(&draft.values)?;
    if draft.is_new() && tx.org() != PLATFORM_ORG {
        let mut select = sql::from(PLATFORM_ORG, "category_type");
        select.column("kind").and_where(sql::eq("category_type", category.category_type));
        match tx.first(&select.into())? {
            None => findings.error("categoryType", NO_TYPE.text()),
            Some(row) if row.get::<String>(0)? == "系统" => findings.error("categoryType", CLOSED_TYPE.text()),
            Some(_) => {}
        }
    }
    for (field, column, text, message) in
        [("paramText", "param_text", category.param_text, TEXT_TAKEN), ("value", "value", category.value, VALUE_TAKEN)]
    {
        let mut select = facts::of_platform_and(tx.org(), "category");
        select
            .column("id")
            .and_where(sql::eq("category_type", category.category_type))
            .and_where(sql::eq(column, text))
            .and_where(other_than(draft.id))
            .limit(1);
        if tx.first(&select.into())?.is_some() {
            findings.error(field, message.text());
        }
    }
    Ok(())
}

fn offered(org: i64) -> SelectStatement {
    let mut select = facts::of_platform_and(org, "category");
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

fn shown(rows: &[Row]) -> Result<Json, Refusal> {
    rows.iter()
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

/// GET /prm/categoryType: the lists themselves.
pub fn types(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let mut select = facts::of_platform_and(org, "category_type");
    select
        .columns(["category_type", "type_key", "type_name", "type_name_en", "module", "kind"])
        .order_by("category_type", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let list = rows
        .iter()
        .map(|row| {
            Ok(json!({
                "categoryType": row.get::<i64>(0)?, "typeKey": row.get::<String>(1)?,
                "typeName": row.get::<String>(2)?, "typeNameEn": row.get::<String>(3)?,
                "module": row.get::<String>(4)?, "kind": row.get::<String>(5)?,
            }))
        })
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Answer::Data(Json::Array(list)))
}
