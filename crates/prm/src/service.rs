//! 服务项目. The kinds of charge of every scope, kept once for all rooms; the tab 单位服务 is [`crate::coop_service`].

use charge::item::{self, ServiceItem as Item};
use charge::item_merge;
use platform::prelude::*;
use serde_json::json;

const CODE_TAKEN: Msg = Msg::new("service.code_taken", "服务项目代码已存在", "The code exists already.");
const NAME_TAKEN: Msg = Msg::new("service.name_taken", "服务项目名称已存在", "The name exists already.");
const LETTERS: Msg =
    Msg::new("service.letters", "{type}的代码以{letters}开头", "Codes of {type} begin with {letters}.");
const NO_CODE: Msg = Msg::new("service.full", "该类别的代码已用完", "All codes of the type are taken.");
pub(crate) const LEAST: Msg =
    Msg::new("service.least", "最低金额不能大于最高金额", "The least amount exceeds the greatest.");

const ALSO: Field = Field::many("serviceScope", "同时新增于", "Also for").wire("scopes").fixed();
const USES: Field = Field::int("使用次数", "Uses").column("used_count");
const INTO: Field = Field::reference("serviceItem", "并入", "Merge into").column("into").required();
const SCOPE: Field = Field::select(SCOPES, "业务范畴（空为全部）", "Scope (none: all)").column("scope");
const NAMED_BY: &[&str] = &["business_scope", "service_type", "service_name_cn"];
/// What stays of an item of the platform; prices, tax, invoices and what is offered are the company's.
const FIXED: &[Field] = &[
    Item::SERVICE_TYPE,
    Item::SERVICE_CODE,
    Item::SERVICE_NAME_CN,
    Item::SERVICE_NAME_EN,
    Item::KIND,
    Item::IS_INCIDENTAL,
    Item::IS_AGENCY,
    Item::IS_AGREEMENT,
    Item::EDI_CODE,
];

/// The page.
pub static PAGE: LazyLock<Page<Item>> = LazyLock::new(|| {
    let door = ("/prm_service", "/prmManager/base", 20);
    Page::of("prm.service", ("服务项目", "Service items"), door, Item::SERVICE_NAME_CN)
        .calls("/prm/service", "service_item")
        .beside(&["prm.service.list", "prm.coop-service.list"])
        .follows(&["coop_service"])
        .columns_from(Item::BUSINESS_SCOPE, Item::INCOME_PRICE)
        .columns_from(Item::BASIS_COST, Item::COST_PRICE)
        .columns_from(Item::CURRENCY, Item::INCOME_MAX)
        .columns_from(Item::VAT_OUTPUT, Item::EDI_CODE)
        .columns_from(Item::NEED_CONFIRM, Item::NEED_CONFIRM)
        .counts(USES, item::uses)
        .columns_from(Item::SORT, Item::ACTIVE)
        .edited_by()
        .filters(&[
            Filter::new("businessScope", Match::OneOf, Item::BUSINESS_SCOPE),
            Filter::new("serviceType", Match::OneOf, Item::SERVICE_TYPE),
            Filter::new("keyword", Match::Contains, Field::text("代码/助记码/名称", "Code, mnemonic or name"))
                .columns(item::NAMES),
            Filter::new("kind", Match::OneOf, Item::KIND),
            Filter::new("used", Match::Flag(item::used), Field::flag("已使用", "Used")).more(),
        ])
        .filters_from(Item::IS_INCIDENTAL, Item::IS_FREQUENT)
        .filters_from(Item::IS_SYS, Item::ACTIVE)
        .sort("businessScope,asc;sort,asc;serviceCode,asc")
        .section_from("main", ("服务项目", "Service item"), Item::BUSINESS_SCOPE, Item::KIND)
        .section("also", ("多个业务范畴", "Several scopes"), &[ALSO])
        .section_from("income", ("应收默认", "Incomes"), Item::BASIS_INCOME, Item::INCOME_CARRY)
        .section_from("cost", ("应付默认", "Costs"), Item::BASIS_COST, Item::COST_CARRY)
        .section_from("tax", ("税与开票", "Tax and invoice"), Item::VAT_OUTPUT, Item::INVOICE_CODE)
        .section_from("more", ("属性", "Properties"), Item::IS_INCIDENTAL, Item::SORT)
        .when("income", When::OneOf(&Item::KIND, &["INCOME", "BOTH"]))
        .when("cost", When::OneOf(&Item::KIND, &["COST", "BOTH"]))
        .several(Item::BUSINESS_SCOPE, ALSO, &[Item::SERVICE_CODE])
        .given(Item::IS_SYS, FIXED)
        .ordered(Item::INCOME_MIN, Item::INCOME_MAX, LEAST)
        .ordered(Item::COST_MIN, Item::COST_MAX, LEAST)
        .unique("uq_service_item_code", &["business_scope", "service_code"], "serviceCode", CODE_TAKEN)
        .unique("uq_service_item_name", NAMED_BY, "serviceNameCn", NAME_TAKEN)
        .rules(rules)
        .remove_rule(item::need_unused)
        .action(Action::create("prm-service-add").label("新增", "New"))
        .action(Action::edit("prm-service-edit"))
        .action(Action::switch("prm-service-stop"))
        .action(
            Action::row("prm-service-sort", ("排序", "Sort"))
                .asks(&[Item::SORT.required()])
                .first(|conn, actor, id| PAGE.first_of(conn, actor, id)),
        )
        .action(
            Action::row("prm-service-merge", ("合并", "Merge"))
                .asks(&[INTO])
                .note(
                    "并入后本项目停用，未锁账费用、单位服务、价目和费用模板改用目标项目",
                    "Charges that are not locked, partner services, cards and templates move; this item is disabled.",
                )
                .danger()
                .does(merge),
        )
        .action(Action::remove("prm-service-del"))
        .action(
            Action::tool("prm-service-platform", ("平台项目", "Platform items"), complete)
                .asks(&[SCOPE])
                .note("补充本公司没有的平台项目", "Adds the items of the platform that the company has not."),
        )
        .action(Action::import(Import::with("prm-service-import").by_all(&[Item::BUSINESS_SCOPE, Item::SERVICE_CODE])))
        .action(Action::export("prm-service-export"))
});

/// Codes are those of their type, and what is passed on has no tax.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    item::need_same_kind(tx, draft, findings)?;
    let scope: String = draft.get(Item::BUSINESS_SCOPE)?;
    let (service_type, code): (String, String) = (draft.get(Item::SERVICE_TYPE)?, draft.get(Item::SERVICE_CODE)?);
    let letters = item::letters_of(&service_type);
    let moved = !draft.is_new() && draft.changes(Item::SERVICE_TYPE) && !draft.changes(Item::SERVICE_CODE);
    if !code.is_empty() && !moved {
        if !code.starts_with(letters) {
            let words = [("type", service_type.as_str()), ("letters", letters)];
            findings.error("serviceCode", LETTERS.with(&words));
        }
    } else if !service_type.is_empty() {
        match item::next_code(tx, org, &scope, &service_type)? {
            Some(free) => draft.set(Item::SERVICE_CODE, Value::Text(free)),
            None => findings.error("serviceCode", NO_CODE.text()),
        }
    }
    if draft.value(Item::SORT) == &Value::Null {
        let place = item::place_of(&service_type, &draft.get::<String>(Item::SERVICE_CODE)?);
        draft.set(Item::SORT, Value::Int(place));
    }
    if draft.get(Item::IS_AGENCY)? {
        draft.set(Item::VAT_OUTPUT, Value::Text(item::EXEMPT.to_owned()));
        draft.set(Item::VAT_INPUT, Value::Text(item::EXEMPT.to_owned()));
    }
    Ok(())
}

fn merge(tx: &mut Tx<'_>, step: &mut Step<'_, Item>) -> Result<(), Refusal> {
    let (id, into, org): (Id, Option<Id>, i64) = (step.id, step.get(INTO)?, tx.org());
    let Some(into) = into else { return Ok(()) };
    let target = item::item(tx, org, into)?.ok_or(Refusal::NotFound)?;
    item_merge::check((id, step.document), (into, &target), &mut step.findings);
    step.unless_clean()?;
    item_merge::repoint(tx, id, into)?;
    step.set(Item::ACTIVE, Value::Bool(false));
    Ok(())
}

fn complete(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, scope): (i64, String) = (tx.org(), filled.get(SCOPE)?);
    let (app, now) = (tx.app, tx.now);
    let added = item::complete(tx, (&app.mint, now), org, &scope)?;
    filled.answer("added", json!(added));
    let entry = LogEntry::of(item::TABLE, Id(org), scope, "/prm_service").did("新建", "平台项目");
    tx.log(LogEntry { text: format!("补充平台项目{added}条"), ..entry })
}
