//! 订单设置: what the order forms of a scope offer and ask. One table of fields and scopes, as the page shows it.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg, Scope};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::setting::{Decided, Module, Setting};
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};

use crate::air::{Air, Head};
use crate::carriage::Detail;
use crate::choices::{
    BATTERY_TYPE, BILLING_RAIL, BILLING_SEA, BUSINESS_PRODUCT, CONTAINER_METHOD, CUSTOMS_STATUS, FLOW_IMPORT,
    FLOW_RAIL, FLOW_SE, GOODS_TYPE, GOODS_TYPE_BOX, PRODUCT_AI, PRODUCT_LC, PRODUCT_RAIL, PRODUCT_SE, PRODUCT_SI,
    SHIPPING_METHOD,
};

use Scope::{Ae, Ai, Io, Lc, Se, Si, Te, Ti};

/// Noun of the page that shows them.
pub const NOUN: &str = "order_config";

const EVERY: &[Scope] = &[Ae, Ai, Se, Si, Te, Ti, Lc, Io];
const EXPORT: &[Scope] = &[Ae];
const NOT_AIR: &[Scope] = &[Se, Si, Te, Ti, Lc, Io];
const AIR_IMPORT: &[Scope] = &[Ai];
const AIR: &[Scope] = &[Ae, Ai];
const BOX: &[Scope] = &[Se, Si, Te, Ti];
const SEA: &[Scope] = &[Se, Si];
const RAIL: &[Scope] = &[Te, Ti];
const OTHER: &[Scope] = &[Io];
const ROAD: &[Scope] = &[Lc];

/// What the form offers.
const OFFERED: Module = Module::new("orderOffers", "订单可选项", "Choices of the order form").on(NOUN);
/// What the form asks, and what becomes of the order.
const FORM: Module = Module::new("orderForm", "录入与锁账", "Entry and lock").on(NOUN);
/// What the company is as an agent of the airlines.
const AGENT: Module = Module::new("orderAgent", "空运代理资质", "Air cargo agency").on(NOUN);
const SIGN: Module = Module::new("orderSign", "航线签单与舱单", "Routing sign-off and manifest").on(NOUN);

const IATA: Msg = Msg::new("setting.iata", "IATA代码须为7位或11位数字", "The IATA code is 7 or 11 digits.");

fn is_iata(text: &str) -> bool {
    matches!(text.len(), 7 | 11) && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A list ticked from the dictionary, of what no form offers as a closed list: nothing reads it yet.
const fn ticked(key: &'static str, list: u32, zh: &'static str, en: &'static str, scopes: &'static [Scope]) -> Setting {
    offered(key, Field::dictionary(list, zh, en), scopes).read_for(&[])
}

/// A list ticked from what the form has: where a form offers a closed list, its values are the choices.
const fn closed(
    key: &'static str,
    choices: &'static [Choice],
    zh: &'static str,
    en: &'static str,
    scopes: &'static [Scope],
) -> Setting {
    offered(key, Field::select(choices, zh, en), scopes)
}

const fn offered(key: &'static str, field: Field, scopes: &'static [Scope]) -> Setting {
    Setting::new(key, OFFERED, field).many().scopes(scopes).help("留空表示全部", "Empty: all of them.")
}

const fn flag(key: &'static str, module: Module, zh: &'static str, en: &'static str, initial: &'static str) -> Setting {
    Setting::new(key, module, Field::flag(zh, en).initially(initial))
}

const fn product(choices: &'static [Choice], scopes: &'static [Scope]) -> Setting {
    closed("businessProduct", choices, "服务产品", "Products", scopes)
}

const fn flow(choices: &'static [Choice], scopes: &'static [Scope]) -> Setting {
    closed("cargoFlowType", choices, "货物流向", "Cargo flows", scopes)
}

const fn bill(choices: &'static [Choice], scopes: &'static [Scope]) -> Setting {
    closed("billingType", choices, "提单类型", "Bill types", scopes)
}

/// Orders locked by finance stay in the lists.
pub static FINANCE_LOCK_VIEW: Setting =
    flag("financeLockView", FORM, "财务锁账可见", "Show orders locked by finance", "true").scopes(EVERY).help(
        "选“否”时，财务锁账的订单不在订单列表中显示，按该状态筛选时除外",
        "With no, orders locked by finance are left out of the list unless the status filter names them.",
    );
/// Doubled internal numbers are asked about.
pub static ASKS_INTERNAL: Setting =
    flag("checkInternalNumber", FORM, "内部编号重复提醒", "Ask about doubled internal numbers", "true").scopes(EVERY);
/// An order needs a workgroup.
pub static NEEDS_WORKGROUP: Setting =
    flag("requireWorkgroup", FORM, "必填工作组", "Workgroup required", "false").scopes(EVERY);
/// Days after which finished orders are locked; none: never.
pub static AUTO_LOCK_DAYS: Setting = Setting::new(
    "autoLockDays",
    FORM,
    Field::int("完成后自动财务锁账", "Lock by finance after").range(0, 365).unit("天").initially("0"),
)
.scopes(EVERY)
.help("操作完成后的天数，0 表示不自动锁账", "Days after the operation is finished; 0: never.");

/// Products the form of air export orders offers.
pub static AE_PRODUCTS: Setting = closed("businessProduct", BUSINESS_PRODUCT, "服务产品", "Products", EXPORT);
/// Kinds of cargo it offers.
pub static AE_GOODS: Setting = closed("goodsType", GOODS_TYPE, "货物类型", "Cargo types", EXPORT);
/// Batteries it offers.
pub static AE_BATTERIES: Setting = closed("batteryType", BATTERY_TYPE, "电池情况", "Batteries", EXPORT);
/// IATA code of the agent on waybills.
pub static IATA_CODE: Setting = Setting::new(
    "iataCode",
    AGENT,
    Field::text("IATA Code", "IATA code").max(11).pattern("\\d{7}(\\d{4})?", is_iata, IATA),
)
.scopes(EXPORT)
.help("填写后用于运单的代理人IATA代码，否则取企业资料", "Stands on waybills in place of the company's own.");

/// The route manager signs orders before their cost is done.
pub static ROUTING_SIGN: Setting =
    flag("rountingSign", SIGN, "支持航线签单", "Routing sign-off", "false").scopes(EXPORT);
/// Orders of these service products are signed.
pub static ROUTING_SIGN_PRODUCTS: Setting = Setting::new(
    "rountingSignBusinessProduct",
    SIGN,
    Field::select(BUSINESS_PRODUCT, "航线签单服务产品", "Products of the routing sign-off"),
)
.many()
.scopes(EXPORT)
.help("所选服务产品的订单须航线签单后才可成本完成", "Orders of these are signed before their cost is done.");

/// All of them, in the order of the page.
pub static ALL: [&Setting; 30] = [
    &FINANCE_LOCK_VIEW,
    &ASKS_INTERNAL,
    &NEEDS_WORKGROUP,
    &AUTO_LOCK_DAYS,
    &AE_PRODUCTS,
    &product(PRODUCT_AI, AIR_IMPORT),
    &product(PRODUCT_SE, &[Se]),
    &product(PRODUCT_SI, &[Si]),
    &product(PRODUCT_RAIL, RAIL),
    &product(PRODUCT_LC, ROAD),
    &ticked("businessProduct", 28, "服务产品", "Products", OTHER),
    &AE_GOODS,
    &closed("goodsType", GOODS_TYPE, "货物类型", "Cargo types", AIR_IMPORT),
    &closed("goodsType", GOODS_TYPE_BOX, "货物类型", "Cargo types", NOT_AIR),
    &AE_BATTERIES,
    &ticked("batteryType", 31, "电池情况", "Batteries", AIR_IMPORT),
    &closed("customsStatusCode", CUSTOMS_STATUS, "海关编码", "Customs status codes", AIR),
    &closed("containerMethod", CONTAINER_METHOD, "装箱方式", "Loading methods", BOX),
    &flow(FLOW_SE, &[Se]),
    &flow(FLOW_IMPORT, &[Si]),
    &flow(FLOW_RAIL, RAIL),
    &ticked("cargoFlowType", 37, "货物流向", "Cargo flows", OTHER),
    &closed("shippingMethod", SHIPPING_METHOD, "运输方式", "Transport methods", ROAD),
    &bill(BILLING_SEA, SEA),
    &bill(BILLING_RAIL, RAIL),
    &IATA_CODE,
    &Setting::new("cataCertifiedSalesAgents", AGENT, Field::text("航协铜牌代码", "CATA plate code").max(20))
        .scopes(EXPORT)
        .read_for(&[]),
    &ROUTING_SIGN,
    &ROUTING_SIGN_PRODUCTS,
    &flag("mft2201Save", SIGN, "预配舱单是否暂存", "Keep advance manifests as drafts", "false")
        .scopes(EXPORT)
        .read_for(&[])
        .help(
            "选“是”时，运单页发送的预配舱单先存为草稿，由另一人发送",
            "With yes, an advance manifest sent from the waybill is kept as a draft for a second person.",
        ),
];

/// Fields of the forms whose choices a company narrows, by settings of their names.
const NARROWED: [Field; 8] = [
    Head::BUSINESS_PRODUCT,
    Head::GOODS_TYPE,
    Head::BATTERY_TYPE,
    Air::CUSTOMS_STATUS_CODE,
    Detail::CONTAINER_METHOD,
    Detail::CARGO_FLOW_TYPE,
    Detail::SHIPPING_METHOD,
    Detail::BILLING_TYPE,
];

/// The narrowed fields of a scope's form.
fn narrowed(scope: Scope) -> impl Iterator<Item = (Field, &'static Setting)> {
    let of_scope = move |setting: &&&'static Setting| setting.scopes.contains(&scope) && setting.is_read(Some(scope));
    NARROWED.into_iter().filter_map(move |field| {
        let own = ALL.iter().filter(of_scope).find(|setting| setting.key == field.name())?;
        Some((field, *own))
    })
}

/// What a company decided about the order form of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormRules {
    /// Values a field offers, by its column; every one when it is not named.
    pub offered: BTreeMap<&'static str, Vec<String>>,
    /// An order names its workgroup.
    pub needs_workgroup: bool,
    /// A second order with the same internal number is asked about.
    pub asks_internal: bool,
}

impl Default for FormRules {
    fn default() -> Self {
        Self { offered: BTreeMap::new(), needs_workgroup: false, asks_internal: true }
    }
}

impl FormRules {
    /// Refuses a value the company does not offer. One an order has already stays.
    pub fn offers(&self, field: Field, now: &str, before: Option<&str>, findings: &mut Findings) {
        let Some(offered) = self.offered.get(field.column) else { return };
        if !now.is_empty() && before != Some(now) && !offered.iter().any(|value| value == now) {
            let names = ([("field", field.zh)], [("field", field.en)]);
            findings.error(field.name(), platform::field::messages::NO_CHOICE.with_each(&names.0, &names.1));
        }
    }

    /// Refuses an order without a workgroup where the company asks for one.
    pub fn asks_group(&self, group: Option<Id>, findings: &mut Findings) {
        if self.needs_workgroup && group.is_none() {
            let field = Head::WORKGROUP_ID;
            let names = ([("field", field.zh)], [("field", field.en)]);
            findings.error(field.name(), platform::field::messages::REQUIRED.with_each(&names.0, &names.1));
        }
    }
}

/// What the company decided about the order form of a scope.
pub fn form_rules(conn: &mut dyn Conn, org: i64, scope: Scope) -> Result<FormRules, Refusal> {
    let decided = Decided::of(conn, org)?;
    let mut rules = FormRules {
        needs_workgroup: decided.value(&NEEDS_WORKGROUP, Some(scope))?,
        asks_internal: decided.value(&ASKS_INTERNAL, Some(scope))?,
        ..FormRules::default()
    };
    for (field, setting) in narrowed(scope) {
        let mut offered: Vec<String> = decided.values(setting, Some(scope))?;
        // What was ticked before the form's list became the one to tick from narrows nothing.
        offered.retain(|value| setting.field.choices.iter().any(|choice| choice.value == value));
        if !offered.is_empty() {
            rules.offered.insert(field.column, offered);
        }
    }
    Ok(rules)
}

/// The same for the form: `{offered: {field: [value]}, required: [field]}`.
pub fn form_rules_json(rules: &FormRules, scope: Scope) -> Json {
    let offered: Map<String, Json> = narrowed(scope)
        .filter_map(|(field, _)| Some((field.name(), json!(rules.offered.get(field.column)?))))
        .collect();
    let required = if rules.needs_workgroup { vec![Head::WORKGROUP_ID.name()] } else { Vec::new() };
    json!({ "offered": offered, "required": required })
}
