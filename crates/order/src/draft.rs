//! An order as it is being written: the shared row, the detail of its scope, and what hangs below.

use std::collections::BTreeMap;

use kernel::Id;
use platform::field::Field;
use platform::store::{Cell, Value};
use serde_json::{Map, Value as Json, json};
use trade::cargo::Dimension;
use trade::container::BoxCount;

use crate::air::{Dimensions, PartyFields, ServiceDecl, is_price};
use crate::carriage::{Boxes, PlanBoxes};
use crate::part::Part;
use crate::parts::{BOXES, PLAN_BOXES};
use crate::profile::Profile;
use crate::sheet::{Sheet, rows_json, sheet_json};

pub use trade::address::Party;

/// Roles of the parties of an order.
pub const PARTY_ROLES: [&str; 3] = ["shipper", "consignee", "notify"];

/// One service of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Service {
    /// Its declaration's code.
    pub code: &'static str,
    /// Wanted.
    pub enabled: bool,
    /// Its fields.
    pub sheet: Sheet,
    /// Declaration numbers, where it has them.
    pub numbers: Vec<String>,
}

impl Service {
    /// An empty one.
    pub fn empty(declared: &ServiceDecl) -> Self {
        Self { code: declared.code, enabled: false, sheet: Sheet::empty(declared.fields), numbers: Vec::new() }
    }
}

/// An order as it is being written. What its scope does not have is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The shared row.
    pub head: Sheet,
    /// The detail of its scope.
    pub detail: Sheet,
    /// Services that are told as fields of the order: whether each is wanted, and its days.
    pub flags: Sheet,
    /// Services with a form of their own, all of them, in the order of their declaration.
    pub services: Vec<Service>,
    /// Shipper, consignee and notify.
    pub parties: [Sheet; 3],
    /// Contacts of the customer.
    pub contacts: Vec<Id>,
    rows: BTreeMap<&'static str, Vec<Sheet>>,
}

impl Draft {
    /// A new order with its first values.
    pub fn new(profile: &'static Profile) -> Self {
        Self {
            head: Sheet::initial(&profile.head),
            detail: Sheet::initial(&profile.detail),
            flags: Sheet::initial(&profile.flags),
            services: profile.services.iter().map(Service::empty).collect(),
            parties: std::array::from_fn(|_| Sheet::empty(PartyFields::FIELDS)),
            contacts: Vec::new(),
            rows: profile.parts.iter().map(|part| (part.member, Vec::new())).collect(),
        }
    }

    /// The rows of a part, none where the scope has no such part.
    pub fn rows(&self, part: &Part) -> &[Sheet] {
        self.rows.get(part.member).map(Vec::as_slice).unwrap_or_default()
    }

    /// The same, to change them one by one.
    pub fn each_mut(&mut self, part: &Part) -> impl Iterator<Item = &mut Sheet> {
        self.rows.get_mut(part.member).into_iter().flatten()
    }

    /// Puts rows of a part its scope has in the place of those it had.
    pub fn put(&mut self, part: &Part, rows: Vec<Sheet>) {
        if let Some(own) = self.rows.get_mut(part.member) {
            *own = rows;
        }
    }

    /// The value of a field of the order, wherever it stands.
    pub fn value(&self, field: Field) -> &Value {
        let own = self.sheets().into_iter().find(|sheet| sheet.fields.iter().any(|known| known.column == field.column));
        own.map_or(&Value::Null, |sheet| sheet.value(field.column))
    }

    /// The text of a field of the order; empty when it is empty.
    pub fn text(&self, field: Field) -> String {
        Option::<String>::from_value(self.value(field)).ok().flatten().unwrap_or_default()
    }

    /// A service by its code.
    pub fn service(&self, code: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.code == code)
    }

    /// The day of a service's field.
    pub fn service_day(&self, code: &str, column: &str) -> Option<String> {
        let service = self.service(code).filter(|service| service.enabled)?;
        match service.sheet.value(column) {
            Value::Text(day) => Some(day.clone()),
            _ => None,
        }
    }

    /// Whether a column holds something; `customs.clearance_date` is one of a wanted service.
    pub fn has(&self, column: &str) -> bool {
        if let Some((code, column)) = column.split_once('.') {
            return self.service_day(code, column).is_some();
        }
        self.sheets().iter().any(|sheet| {
            !matches!(sheet.value(column), Value::Null | Value::Bool(false))
                && *sheet.value(column) != Value::Text(String::new())
        })
    }

    /// The sheets of single fields.
    pub fn sheets(&self) -> [&Sheet; 3] {
        [&self.head, &self.detail, &self.flags]
    }

    /// Boxes that count: the real ones, the planned ones as long as there are none.
    pub fn counted(&self) -> Vec<BoxCount> {
        let count = |sheet: &Sheet, code: Field, quantity: i64| BoxCount { code: sheet.text(code), quantity };
        let boxes = self.rows(&BOXES);
        if boxes.is_empty() {
            let quantity = |sheet: &Sheet| sheet.get(PlanBoxes::QUANTITY).unwrap_or(0);
            let planned = self.rows(&PLAN_BOXES).iter();
            planned.map(|sheet| count(sheet, PlanBoxes::CONTAINER_TYPE, quantity(sheet))).collect()
        } else {
            boxes.iter().map(|sheet| count(sheet, Boxes::CONTAINER_TYPE, 1)).collect()
        }
    }

    /// The aggregate as JSON, with the prices only for those who may see them.
    pub fn json(&self, profile: &Profile, price: bool) -> Map<String, Json> {
        let mut out = Map::new();
        for sheet in self.sheets() {
            sheet_json(sheet, &mut out);
        }
        if !price {
            let hidden = |field: &&Field| is_price(field.column);
            let names: Vec<String> = profile.detail.iter().filter(hidden).map(Field::name).collect();
            out.retain(|name, _| !names.contains(name));
        }
        for part in profile.parts {
            out.insert(part.member.to_owned(), rows_json(self.rows(part)));
        }
        if profile.parties {
            out.insert("contactIds".into(), self.contacts.iter().map(|id| json!(id.to_string())).collect());
            let roles = PARTY_ROLES.iter().zip(&self.parties);
            let parties = roles.map(|(role, sheet)| ((*role).to_owned(), party_json(sheet)));
            out.insert("parties".into(), Json::Object(parties.collect()));
        }
        if !profile.services.is_empty() {
            let services = self.services.iter().map(|service| (service.code.to_owned(), service_json(service)));
            out.insert("services".into(), Json::Object(services.collect()));
        }
        out
    }
}

fn service_json(service: &Service) -> Json {
    let mut out = Map::new();
    out.insert("enabled".into(), json!(service.enabled));
    sheet_json(&service.sheet, &mut out);
    if service.code == "customs" {
        out.insert("declarationNumbers".into(), json!(service.numbers));
    }
    Json::Object(out)
}

/// Parties have texts in every field: an empty one is an empty text.
fn party_json(sheet: &Sheet) -> Json {
    let mut out = Map::new();
    for (field, value) in sheet.fields.iter().zip(&sheet.values) {
        out.insert(field.name(), json!(String::from_value(value).unwrap_or_default()));
    }
    Json::Object(out)
}

/// The party of a sheet, for the rules of addresses.
pub fn party_of(sheet: &Sheet) -> Party {
    serde_json::from_value(party_json(sheet)).unwrap_or_default()
}

/// The dimensions of sheets; lines with faults are left out.
pub(crate) fn dimensions_of(sheets: &[Sheet]) -> Vec<Dimension> {
    sheets
        .iter()
        .filter_map(|sheet| {
            Some(Dimension {
                length: sheet.get(Dimensions::LENGTH)?,
                width: sheet.get(Dimensions::WIDTH)?,
                height: sheet.get(Dimensions::HEIGHT)?,
                pieces: sheet.get(Dimensions::PIECES)?,
            })
        })
        .collect()
}
