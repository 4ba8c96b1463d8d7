//! What a company decides about its air orders.

use domain::order::{FormRules, Head};
use domain::order_config::{AE_BATTERIES, AE_GOODS, AE_PRODUCTS, ASKS_INTERNAL, NEEDS_WORKGROUP};
use kernel::{Msg, Scope};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::setting::{Decided, Module, Setting};
use platform::store::Conn;
use serde_json::{Map, Value as Json, json};

/// Heading of the switches of orders.
const ORDERS: Module = Module::new("order", "订单", "Orders");
/// The scopes this room serves.
const SCOPES: &[Scope] = &[Scope::Ae];

const STATION: Msg = Msg::new("setting.station", "请输入三字代码", "Please enter a three-letter code.");

fn is_station(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Fields whose choices a company narrows.
static NARROWED: [(&str, &Setting); 3] = [
    (Head::BUSINESS_PRODUCT.column, &AE_PRODUCTS),
    (Head::GOODS_TYPE.column, &AE_GOODS),
    (Head::BATTERY_TYPE.column, &AE_BATTERIES),
];

/// What the company decided about the form of air export orders.
pub fn form_rules(conn: &mut dyn Conn, org: i64) -> Result<FormRules, Refusal> {
    let (decided, scope) = (Decided::of(conn, org)?, Some(Scope::Ae));
    let mut rules = FormRules {
        needs_workgroup: decided.value(&NEEDS_WORKGROUP, scope)?,
        asks_internal: decided.value(&ASKS_INTERNAL, scope)?,
        ..FormRules::default()
    };
    for (column, setting) in &NARROWED {
        let offered: Vec<String> = decided.values(setting, scope)?;
        if !offered.is_empty() {
            rules.offered.insert(*column, offered);
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

/// Heading of the switches of waybills.
const WAYBILLS: Module = Module::new("waybill", "运单与航班", "Waybills and flights");

const PREFIX: Msg =
    Msg::new("setting.hawb_prefix", "前缀最多5位字母或数字", "A prefix has at most 5 letters or digits.");

fn is_prefix(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// What the numbers of house waybills begin with; seven digits follow.
pub const HAWB_PREFIX: Setting = Setting::new(
    "hawbPrefix",
    WAYBILLS,
    Field::upper("分单号前缀", "Prefix of house numbers").max(5).pattern("[A-Z0-9]{0,5}", is_prefix, PREFIX),
)
.scopes(SCOPES)
.help("生成分单号时，前缀后接7位流水号", "A running number of 7 digits follows.");

/// All of them.
pub const ALL: [&Setting; 3] = [&DEFAULT_DATE, &DEFAULT_STATION, &HAWB_PREFIX];
