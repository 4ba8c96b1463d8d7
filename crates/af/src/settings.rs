//! What a company decides about its air orders.

use kernel::{Msg, Scope};
use order::config::{form_rules, form_rules_json};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::setting::{Module, Setting};

/// Heading of the switches of orders.
const ORDERS: Module = Module::new("order", "订单", "Orders");
/// The scopes this room serves.
const SCOPES: &[Scope] = &[Scope::Ae];

const STATION: Msg = Msg::new("setting.station", "请输入三字代码", "Please enter a three-letter code.");

fn is_station(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// GET /afbase/order/formRules: what the form offers and asks for beyond its declaration.
pub fn show_form_rules(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let rules = call.read(|conn| form_rules(conn, org, Scope::Ae))?;
    Ok(Answer::Data(form_rules_json(&rules, Scope::Ae)))
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
