//! An order as a body brings it: leniently read, everything wrong a finding at its place.

use kernel::{Findings, Id, Text, Volume, Weight};
use platform::field::{Field, Kind};
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Row, Value};
use serde_json::{Map, Value as Json, json};
use trade::cargo::{Dimension, LINES_MAX};

use super::fields::{Air, Dimensions, Head, PartyFields, SERVICES, ServiceDecl, is_price};
use super::messages::{DECLARATION_FORM, DIMENSIONS_TOO_MANY, LEGS_TOO_MANY};
use super::store::{CONFIRM_DIMENSIONS, LEGS, PLAN_DIMENSIONS};

pub use trade::address::Party;

/// Roles of the parties of an order.
pub const PARTY_ROLES: [&str; 3] = ["shipper", "consignee", "notify"];
/// Most legs.
const LEGS_MAX: usize = 3;
/// Most declaration numbers, and most contacts.
const NUMBERS_MAX: usize = 50;

/// Members the answer of a look has and a save gives back unread.
pub const ECHOED: &[&str] = &[
    "orderId",
    "orderUuid",
    "orderCode",
    "businessScope",
    "rowUuid",
    "lifecycle",
    "orderStatus",
    "node",
    "nodeRank",
    "operationFinished",
    "incomeRecorded",
    "costRecorded",
    "unlocking",
    "approving",
    "coopName",
    "coopCode",
    "salesName",
    "servicerName",
    "operatorName",
    "workgroupName",
    "arrivalAgentName",
    "awbFromName",
    "orderInquiryCode",
    "creatorName",
    "createTime",
    "editorName",
    "editTime",
    "marks",
    "buttons",
    "lease",
    "hawbCount",
    "fileCount",
    "findings",
    "confirmed",
    "tab",
    "computed",
    "closeReason",
    "closeRemark",
    "planVolumeWeight",
    "confirmVolumeWeight",
    "copyFrom",
    "masterPrint",
];

/// Values of declared fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its row below an order, once it has one.
    pub id: Option<Id>,
    /// The fields.
    pub fields: &'static [Field],
    /// Their values in the same order.
    pub values: Vec<Value>,
}

impl Sheet {
    /// Nothing in any field.
    pub fn empty(fields: &'static [Field]) -> Self {
        Self { id: None, fields, values: vec![Value::Null; fields.len()] }
    }

    /// The first values of a new record.
    pub fn initial(fields: &'static [Field]) -> Self {
        let mut findings = Findings::new();
        let first = |field: &Field| {
            let json = serde_json::from_str(field.initial).unwrap_or(Json::Null);
            Field { required: false, ..*field }.parse(Some(&json), "", &mut findings)
        };
        Self { id: None, fields, values: fields.iter().map(first).collect() }
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.column == column)
    }

    /// The value of a column.
    pub fn value(&self, column: &str) -> &Value {
        self.place(column).and_then(|place| self.values.get(place)).unwrap_or(&Value::Null)
    }

    /// The value of a field as its type; nothing when it is empty.
    pub fn get<T: Cell>(&self, field: Field) -> Option<T> {
        Option::<T>::from_value(self.value(field.column)).ok().flatten()
    }

    /// The text of a field; empty when it is empty.
    pub fn text(&self, field: Field) -> String {
        self.get::<String>(field).unwrap_or_default()
    }

    /// The figure or text of a field as people read it, in the form the sheet declares.
    pub fn show(&self, field: Field) -> String {
        let own = self.place(field.column).and_then(|place| self.fields.get(place)).unwrap_or(&field);
        own.show(self.value(field.column), "zh-CN")
    }

    /// Sets a field.
    pub fn set(&mut self, field: Field, value: impl Cell) {
        if let Some(cell) = self.place(field.column).and_then(|place| self.values.get_mut(place)) {
            *cell = value.into_value();
        }
    }

    /// Whether no field holds anything.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(|value| *value == Value::Null)
    }

    /// From the columns of a row behind an offset, in the order of the fields, each as a form gives it back.
    pub fn of_row(fields: &'static [Field], row: &Row, offset: usize) -> Self {
        let value = |(place, field): (usize, &Field)| match (field.kind, row.value(offset + place)) {
            // SQLite stores yes and no as numbers.
            (Kind::Bool, Value::Int(number)) => Value::Bool(*number != 0),
            // A form knows of no fractions of a second.
            (Kind::Instant, Value::Int(millis)) => Value::Int(millis.div_euclid(1000) * 1000),
            (_, value) => value.clone(),
        };
        Self { id: None, fields, values: fields.iter().enumerate().map(value).collect() }
    }

    /// Reads members of a body; a member that is absent keeps the value it has.
    pub fn take(
        &mut self,
        body: &Map<String, Json>,
        prefix: &str,
        skip: impl Fn(&Field) -> bool,
        findings: &mut Findings,
    ) {
        for (field, value) in self.fields.iter().zip(&mut self.values) {
            let name = field.name();
            let place = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            if skip(field) {
                continue;
            }
            match body.get(&name) {
                Some(json) => {
                    *value = field.parse(Some(json), &place, findings);
                    if *value == Value::Null && matches!(field.kind, Kind::Bool) {
                        *value = Value::Bool(false);
                    }
                }
                None if *value == Value::Null => *value = field.parse(None, &place, findings),
                None => {}
            }
        }
    }

    /// Columns and values as a statement wants them.
    pub fn cells(&self) -> Vec<(&'static str, Value)> {
        self.fields.iter().map(|field| field.column).zip(self.values.iter().cloned()).collect()
    }
}

/// The members of a sheet as JSON.
pub fn sheet_json(sheet: &Sheet, into: &mut Map<String, Json>) {
    for (field, value) in sheet.fields.iter().zip(&sheet.values) {
        let mut text = String::new();
        field.render(value, &mut text);
        into.insert(field.name(), serde_json::from_str(&text).unwrap_or(Json::Null));
    }
}

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

/// An order as it is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The shared row.
    pub head: Sheet,
    /// The detail of air orders.
    pub air: Sheet,
    /// Legs.
    pub legs: Vec<Sheet>,
    /// Planned dimensions.
    pub plan_dimensions: Vec<Sheet>,
    /// Actual dimensions.
    pub confirm_dimensions: Vec<Sheet>,
    /// Services, all of them, in the order of their declaration.
    pub services: Vec<Service>,
    /// Shipper, consignee and notify.
    pub parties: [Sheet; 3],
    /// Contacts of the customer.
    pub contacts: Vec<Id>,
}

impl Draft {
    /// A new order with its first values.
    pub fn new() -> Self {
        Self {
            head: Sheet::initial(Head::FIELDS),
            air: Sheet::initial(Air::FIELDS),
            legs: Vec::new(),
            plan_dimensions: Vec::new(),
            confirm_dimensions: Vec::new(),
            services: SERVICES.iter().map(Service::empty).collect(),
            parties: std::array::from_fn(|_| Sheet::empty(PartyFields::FIELDS)),
            contacts: Vec::new(),
        }
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

    /// The aggregate as JSON, with the prices only for those who may see them.
    pub fn json(&self, price: bool) -> Map<String, Json> {
        let mut out = Map::new();
        sheet_json(&self.head, &mut out);
        let mut air = Map::new();
        sheet_json(&self.air, &mut air);
        let names: Vec<String> = Air::FIELDS.iter().filter(|f| is_price(f.column)).map(Field::name).collect();
        out.extend(air.into_iter().filter(|(name, _)| price || !names.contains(name)));
        out.insert("legs".into(), rows_json(&self.legs));
        out.insert("planDimensions".into(), rows_json(&self.plan_dimensions));
        out.insert("confirmDimensions".into(), rows_json(&self.confirm_dimensions));
        out.insert("contactIds".into(), self.contacts.iter().map(|id| json!(id.to_string())).collect());
        let services = self.services.iter().map(|service| (service.code.to_owned(), service_json(service)));
        out.insert("services".into(), Json::Object(services.collect()));
        let parties =
            PARTY_ROLES.iter().zip(&self.parties).map(|(role, sheet)| ((*role).to_owned(), party_json(sheet)));
        out.insert("parties".into(), Json::Object(parties.collect()));
        out
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self::new()
    }
}

/// Child rows as JSON, those of an order with their ids.
pub fn rows_json(sheets: &[Sheet]) -> Json {
    let one = |sheet: &Sheet| {
        let mut out = Map::new();
        out.extend(sheet.id.map(|id| ("id".to_owned(), json!(id))));
        sheet_json(sheet, &mut out);
        Json::Object(out)
    };
    sheets.iter().map(one).collect()
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
pub(super) fn dimensions_of(sheets: &[Sheet]) -> Vec<Dimension> {
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

fn known(name: &str) -> bool {
    const GROUPS: [&str; 6] = ["legs", "planDimensions", "confirmDimensions", "contactIds", "services", "parties"];
    GROUPS.contains(&name)
        || ECHOED.contains(&name)
        || Head::FIELDS.iter().chain(Air::FIELDS).any(|field| field.name() == name)
}

fn unknown(field: &str) -> Refusal {
    Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", field)]))
}

/// Reads a body over an order (a new one with its first values, or the stored one). Members that
/// are absent stay as they are; unknown members make the call a bad one.
pub fn read(body: &Map<String, Json>, base: Draft, price: bool, findings: &mut Findings) -> Result<Draft, Refusal> {
    if let Some(name) = body.keys().find(|name| !known(name)) {
        return Err(unknown(name));
    }
    let mut draft = base;
    draft.head.take(body, "", |field| field.read_only, findings);
    draft.air.take(body, "", |field| field.read_only || (!price && is_price(field.column)), findings);
    mend_digits(&mut draft);
    LEGS.read(body, &mut draft.legs, (LEGS_MAX, LEGS_TOO_MANY.text()), findings)?;
    for (part, lines) in
        [(PLAN_DIMENSIONS, &mut draft.plan_dimensions), (CONFIRM_DIMENSIONS, &mut draft.confirm_dimensions)]
    {
        let most = (LINES_MAX, DIMENSIONS_TOO_MANY.with(&[("n", &LINES_MAX.to_string())]));
        part.read(body, lines, most, findings)?;
    }
    if let Some(services) = member(body, "services")? {
        read_services(services, &mut draft.services, findings)?;
    }
    if let Some(parties) = member(body, "parties")? {
        read_parties(parties, &mut draft.parties, findings)?;
    }
    if let Some(Json::Array(ids)) = body.get("contactIds") {
        let id =
            |json: &Json| json.as_str().and_then(|text| text.parse().ok()).map(Id).ok_or_else(|| unknown("contactIds"));
        draft.contacts = ids.iter().take(NUMBERS_MAX).map(id).collect::<Result<_, _>>()?;
    }
    Ok(draft)
}

/// Weights and volumes are kept with three decimals, whatever finer was typed.
fn mend_digits(draft: &mut Draft) {
    for field in [Head::PLAN_VOLUME, Head::CONFIRM_VOLUME] {
        if let Some(volume) = draft.head.get::<Volume>(field) {
            draft.head.set(field, volume.round(3));
        }
    }
    for field in [Head::PLAN_WEIGHT, Head::CONFIRM_WEIGHT] {
        if let Some(weight) = draft.head.get::<Weight>(field) {
            draft.head.set(field, weight.round(3));
        }
    }
}

fn member<'a>(body: &'a Map<String, Json>, name: &str) -> Result<Option<&'a Map<String, Json>>, Refusal> {
    match body.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Object(object)) => Ok(Some(object)),
        Some(_) => Err(unknown(name)),
    }
}

/// Reads the child rows of a body; none when the body does not name them. Blank rows are left out.
pub fn read_rows(
    body: &Map<String, Json>,
    (name, fields): (&'static str, &'static [Field]),
    (most, too_many): (usize, Text),
    ignored: &[&str],
    findings: &mut Findings,
) -> Result<Option<Vec<Sheet>>, Refusal> {
    let list = match body.get(name) {
        None => return Ok(None),
        Some(Json::Null) => return Ok(Some(Vec::new())),
        Some(Json::Array(list)) => list,
        Some(_) => return Err(unknown(name)),
    };
    let mut sheets = Vec::new();
    for (place, row) in list.iter().enumerate() {
        let row = row.as_object().ok_or_else(|| unknown(name))?;
        let names = |key: &str| ignored.contains(&key) || fields.iter().any(|field| field.name() == key);
        if let Some(key) = row.keys().find(|key| !names(key)) {
            return Err(unknown(&format!("{name}.{place}.{key}")));
        }
        let blank = |json: &Json| json.is_null() || json.as_str().is_some_and(|text| text.trim().is_empty());
        if row.iter().all(|(key, json)| key == "id" || blank(json)) {
            continue;
        }
        let id = row.get("id").filter(|id| !blank(id));
        let id = id.map(|id| id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or_else(|| unknown(name)));
        let mut sheet = Sheet { id: id.transpose()?, ..Sheet::empty(fields) };
        sheet.take(row, &format!("{name}.{place}"), |_| false, findings);
        sheets.push(sheet);
    }
    if sheets.len() > most {
        findings.error(name, too_many);
    }
    Ok(Some(sheets))
}

fn read_services(body: &Map<String, Json>, services: &mut [Service], findings: &mut Findings) -> Result<(), Refusal> {
    for (code, json) in body {
        let service =
            services.iter_mut().find(|s| s.code == code).ok_or_else(|| unknown(&format!("services.{code}")))?;
        let Json::Object(members) = json else { return Err(unknown(&format!("services.{code}"))) };
        read_service(members, service, findings)?;
    }
    Ok(())
}

fn read_service(members: &Map<String, Json>, service: &mut Service, findings: &mut Findings) -> Result<(), Refusal> {
    let prefix = format!("services.{}", service.code);
    let fields = service.sheet.fields;
    for name in members.keys() {
        let named = ["enabled", "declarationNumbers"].contains(&name.as_str())
            || name.ends_with("Name")
            || fields.iter().any(|field| field.name() == *name);
        if !named {
            return Err(unknown(&format!("{prefix}.{name}")));
        }
    }
    if let Some(enabled) = members.get("enabled") {
        service.enabled = enabled.as_bool().unwrap_or(false);
    }
    if !service.enabled {
        // A service that is switched off keeps nothing.
        service.sheet = Sheet::empty(fields);
        service.numbers.clear();
        return Ok(());
    }
    service.sheet.take(members, &prefix, |_| false, findings);
    if let Some(Json::Array(numbers)) = members.get("declarationNumbers") {
        service.numbers.clear();
        for (place, number) in numbers.iter().take(NUMBERS_MAX).enumerate() {
            let text = number.as_str().unwrap_or_default().trim().to_owned();
            if text.is_empty() {
                continue;
            }
            if text.len() != 18 || !text.bytes().all(|b| b.is_ascii_digit()) {
                findings.error(format!("{prefix}.declarationNumbers.{place}"), DECLARATION_FORM.text());
            }
            service.numbers.push(text);
        }
    }
    Ok(())
}

fn read_parties(body: &Map<String, Json>, parties: &mut [Sheet; 3], findings: &mut Findings) -> Result<(), Refusal> {
    for (role, json) in body {
        let place = PARTY_ROLES.iter().position(|known| known == role);
        let sheet =
            place.and_then(|place| parties.get_mut(place)).ok_or_else(|| unknown(&format!("parties.{role}")))?;
        read_party(json, &format!("parties.{role}"), sheet, findings)?;
    }
    Ok(())
}

/// Reads one party over a sheet.
pub fn read_party(json: &Json, prefix: &str, sheet: &mut Sheet, findings: &mut Findings) -> Result<(), Refusal> {
    let members = match json {
        Json::Null => return Ok(()),
        Json::Object(members) => members,
        _ => return Err(unknown(prefix)),
    };
    if let Some(name) = members.keys().find(|name| !sheet.fields.iter().any(|field| field.name() == **name)) {
        return Err(unknown(&format!("{prefix}.{name}")));
    }
    let mut mended = members.clone();
    if let Some(Json::String(text)) = mended.get_mut("scAddress") {
        *text = text.replace(['\r', '\n'], " ");
    }
    sheet.take(&mended, prefix, |_| false, findings);
    Ok(())
}
