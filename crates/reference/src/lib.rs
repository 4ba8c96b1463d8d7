//! Reference data every installation starts with, embedded as tables of tab-separated text.
//!
//! Each function walks one table lazily and hands out rows whose fields borrow from the embedded text; nothing is
//! allocated but short lists the caller asks for. Where the data comes from is told in `data/README.md`.

mod rows;
mod table;

pub use rows::{
    Airport, Button, Carrier, Country, Currency, DestinationRule, DictionaryType, DictionaryValue, MenuNode, Package,
    Place, ServiceItem,
};

use table::table;

const AIRPORTS: &str = include_str!("../data/airports.tsv");
const CARRIERS: &str = include_str!("../data/carriers.tsv");
const COUNTRIES: &str = include_str!("../data/countries.tsv");
const CURRENCIES: &str = include_str!("../data/currencies.tsv");
const PACKAGES: &str = include_str!("../data/packages.tsv");
const DICTIONARY_TYPES: &str = include_str!("../data/dictionary-types.tsv");
const DICTIONARY_VALUES: &str = include_str!("../data/dictionary-values.tsv");
const SERVICE_ITEMS: &str = include_str!("../data/service-items.tsv");
const PLACES: &str = include_str!("../data/places.tsv");
const DESTINATION_RULES: &str = include_str!("../data/destination-rules.tsv");
const MENU: &str = include_str!("../data/menu.tsv");
const BUTTONS: &str = include_str!("../data/buttons.tsv");

/// Every airport with an IATA code, in the order of the code.
pub fn airports() -> impl Iterator<Item = Airport<'static>> {
    table(AIRPORTS).map(Airport::from_fields)
}

/// Airlines that carry cargo, in the order of the two-letter code.
pub fn carriers() -> impl Iterator<Item = Carrier<'static>> {
    table(CARRIERS).map(Carrier::from_fields)
}

/// The countries and regions of ISO 3166-1, in the order of the two-letter code.
pub fn countries() -> impl Iterator<Item = Country<'static>> {
    table(COUNTRIES).map(Country::from_fields)
}

/// The circulating currencies of ISO 4217, in the order of the code.
pub fn currencies() -> impl Iterator<Item = Currency<'static>> {
    table(CURRENCIES).map(Currency::from_fields)
}

/// The package types an order offers, in the order of the select.
pub fn packages() -> impl Iterator<Item = Package<'static>> {
    table(PACKAGES).map(Package::from_fields)
}

/// The value lists of all forms, in the order of their number.
pub fn dictionary_types() -> impl Iterator<Item = DictionaryType<'static>> {
    table(DICTIONARY_TYPES).map(DictionaryType::from_fields)
}

/// The seeded values of all value lists, by type number and then in the order of the list.
pub fn dictionary_values() -> impl Iterator<Item = DictionaryValue<'static>> {
    table(DICTIONARY_VALUES).map(DictionaryValue::from_fields)
}

/// The kinds of charge a new company begins with, in the order that gives them their codes.
pub fn service_items() -> impl Iterator<Item = ServiceItem<'static>> {
    table(SERVICE_ITEMS).map(ServiceItem::from_fields)
}

/// Sea ports, rail stations and Chinese cities, kind by kind.
pub fn places() -> impl Iterator<Item = Place<'static>> {
    table(PLACES).map(Place::from_fields)
}

/// What countries want of an air waybill, as the product ships it.
pub fn destination_rules() -> impl Iterator<Item = DestinationRule<'static>> {
    table(DESTINATION_RULES).map(DestinationRule::from_fields)
}

/// The nodes of the menu tree: a parent always comes before its children.
pub fn menu() -> impl Iterator<Item = MenuNode<'static>> {
    table(MENU).map(MenuNode::from_fields)
}

/// The buttons of the pages: one row for each button and page.
pub fn buttons() -> impl Iterator<Item = Button<'static>> {
    table(BUTTONS).map(Button::from_fields)
}
