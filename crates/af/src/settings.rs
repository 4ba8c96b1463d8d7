//! What a company decides about its air orders.

use domain::order::{BATTERY_TYPE, BUSINESS_PRODUCT, FormRules, GOODS_TYPE, Head};
use kernel::{Msg, Scope};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::setting::{Decided, Module, Setting};
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};

/// Heading of the switches of orders.
const ORDERS: Module = Module::new("order", "订单", "Orders");
/// Heading of what the order form offers and asks, a tab of its own.
const FORM: Module = Module::new("orderForm", "订单设置", "Order form").on("order_config");
/// The scopes this room serves.
const SCOPES: &[Scope] = &[Scope::Ae];

const STATION: Msg = Msg::new("setting.station", "请输入三字代码", "Please enter a three-letter code.");

fn is_station(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Orders locked by finance stay in the lists.
pub const FINANCE_LOCK_VIEW: Setting = Setting::new(
    "financeLockView",
    FORM,
    Field::flag("财务锁账可见", "Show orders locked by finance").initially("true"),
)
.scopes(SCOPES)
.help(
    "选“否”时，财务锁账的订单不在订单列表中显示，按该状态筛选时除外",
    "With no, orders locked by finance are left out of the list unless the status filter names them.",
);

const ALL_OFFERED: (&str, &str) = ("留空表示全部", "Empty: all of them.");

/// Products the form offers.
const PRODUCTS: Setting =
    Setting::new("businessProduct", FORM, Field::select(BUSINESS_PRODUCT, "服务产品", "Products"))
        .many()
        .scopes(SCOPES)
        .help(ALL_OFFERED.0, ALL_OFFERED.1);
/// Kinds of cargo the form offers.
const GOODS: Setting = Setting::new("goodsType", FORM, Field::select(GOODS_TYPE, "货物类型", "Cargo types"))
    .many()
    .scopes(SCOPES)
    .help(ALL_OFFERED.0, ALL_OFFERED.1);
/// Batteries the form offers.
const BATTERIES: Setting = Setting::new("batteryType", FORM, Field::select(BATTERY_TYPE, "电池情况", "Batteries"))
    .many()
    .scopes(SCOPES)
    .help(ALL_OFFERED.0, ALL_OFFERED.1);
/// Fields whose choices a company narrows.
const NARROWED: [(&str, &Setting); 3] = [
    (Head::BUSINESS_PRODUCT.column, &PRODUCTS),
    (Head::GOODS_TYPE.column, &GOODS),
    (Head::BATTERY_TYPE.column, &BATTERIES),
];

const ASKS_INTERNAL: Setting = Setting::new(
    "checkInternalNumber",
    FORM,
    Field::flag("内部编号重复提醒", "Ask about doubled internal numbers").initially("true"),
)
.scopes(SCOPES);
const NEEDS_WORKGROUP: Setting =
    Setting::new("requireWorkgroup", FORM, Field::flag("必填工作组", "Workgroup required").initially("false"))
        .scopes(SCOPES);

/// What the company decided about the form of air export orders.
pub fn form_rules(conn: &mut dyn Conn, org: i64) -> Result<FormRules, Refusal> {
    let (decided, scope) = (Decided::of(conn, org)?, Some(Scope::Ae));
    let mut rules = FormRules {
        needs_workgroup: decided.value(&NEEDS_WORKGROUP, scope)?,
        asks_internal: decided.value(&ASKS_INTERNAL, scope)?,
        ..FormRules::default()
    };
    for (column, setting) in NARROWED {
        let offered: Vec<String> = decided.values(setting, scope)?;
        if !offered.is_empty() {
            rules.offered.insert(column, offered);
        }
    }
    Ok(rules)
}

/// GET /afbase/order/formRules: what the form offers and asks for beyond its declaration.
pub fn show_form_rules(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let rules = call.read(|conn| form_rules(conn, org))?;
    let offered: Map<String, Json> = NARROWED
        .iter()
        .filter_map(|(column, setting)| Some((setting.key.to_owned(), json!(rules.offered.get(column)?))))
        .collect();
    let required = if rules.needs_workgroup { vec![Head::WORKGROUP_ID.name()] } else { Vec::new() };
    Ok(Answer::Data(json!({ "offered": offered, "required": required })))
}

/// Income and cost must be done before finance locks an order. The default is no as long as orders
/// have no charges to record.
pub const LOCK_NEEDS_RECORDED: Setting = Setting::new(
    "lockNeedsRecorded",
    ORDERS,
    Field::flag("收入成本完成后才可锁账", "Lock only when income and cost are done").initially("false"),
)
.scopes(SCOPES);

/// Days from today to the expected departure of a new order.
pub const DEFAULT_DATE: Setting = Setting::new(
    "orderDefaultDate",
    ORDERS,
    Field::int("新订单航班日期为几天后", "Flight date of a new order, days ahead").range(0, 365).initially("0"),
)
.scopes(SCOPES);

/// Station a new order departs from.
pub const DEFAULT_STATION: Setting = Setting::new(
    "orderDefaultStation",
    ORDERS,
    Field::upper("新订单始发站", "Departure station of a new order").max(3).pattern("[A-Z]{3}", is_station, STATION),
)
.scopes(SCOPES);

/// All of them.
pub const ALL: [&Setting; 9] = [
    &FINANCE_LOCK_VIEW,
    &PRODUCTS,
    &GOODS,
    &BATTERIES,
    &ASKS_INTERNAL,
    &NEEDS_WORKGROUP,
    &LOCK_NEEDS_RECORDED,
    &DEFAULT_DATE,
    &DEFAULT_STATION,
];
