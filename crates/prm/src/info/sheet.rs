//! The sheet a partner fills in: its members, and what they may hold.

use kernel::{Findings, Msg};
use platform::field::Field;
use platform::refusal::{Refusal, messages as common};
use platform::store::Value;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// Rows of contacts, and of bank accounts.
pub(super) const ROWS_MAX: usize = 5;

const CONTACTS: Msg = Msg::new("info.contacts", "联系人须为1-5个", "There must be 1 to 5 contacts.");
const ACCOUNTS: Msg = Msg::new("info.accounts", "银行账户最多5个", "There can be at most 5 bank accounts.");

const fn text(wire: &'static str, zh: &'static str, en: &'static str, max: usize) -> Field {
    Field::text(zh, en).wire(wire).max(max)
}

/// Members of the company itself.
pub(super) const COMPANY: [Field; 9] = [
    text("fullName", "企业全称", "Full name", 120),
    text("nameEn", "英文名", "English name", 120),
    Field::upper("统一社会信用代码", "Social credit code").wire("socialCode").max(30),
    Field::upper("国家", "Country").wire("nationCode").max(2),
    text("addressCn", "地址", "Address", 200),
    text("addressEn", "英文地址", "Address in English", 200),
    text("phone", "电话", "Phone", 30),
    text("nature", "企业性质", "Kind of company", 40),
    text("industry", "行业", "Industry", 40),
];
/// Members of a contact.
pub(super) const CONTACT: [Field; 4] = [
    text("name", "姓名", "Name", 40),
    text("duty", "职务", "Duty", 40),
    text("mobile", "手机", "Mobile", 30),
    text("email", "邮箱", "E-mail", 80),
];
/// Members of the invoice data.
pub(super) const INVOICE: [Field; 8] = [
    text("title", "开票抬头", "Invoice title", 120),
    Field::upper("税号", "Tax number").wire("taxNumber").max(30),
    text("address", "开票地址", "Invoice address", 200),
    text("phone", "开票电话", "Invoice phone", 30),
    text("bank", "开户行", "Bank", 100),
    text("account", "银行账号", "Account", 40),
    text("type", "发票类型", "Kind of invoice", 20),
    text("email", "收票邮箱", "E-mail for invoices", 80),
];
/// Members of a bank account.
pub(super) const ACCOUNT: [Field; 5] = [
    text("bank", "开户行", "Bank", 100),
    text("accountName", "户名", "Account holder", 120),
    Field::upper("银行账号", "Account").wire("account").max(34),
    Field::upper("SWIFT", "SWIFT").wire("swift").max(11),
    Field::upper("币种", "Currency").wire("currency").max(3),
];

/// A contact of the sheet.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Contact {
    pub(crate) name: String,
    pub(crate) duty: String,
    pub(crate) mobile: String,
    pub(crate) email: String,
}

/// Invoice data of the sheet.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Invoice {
    pub(super) title: String,
    pub(super) tax_number: String,
    pub(super) email: String,
}

/// A bank account of the sheet.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Account {
    pub(super) bank: String,
    pub(super) account_name: String,
    pub(super) account: String,
    pub(super) swift: String,
    pub(super) currency: String,
}

/// What rules and the adoption look at.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Sheet {
    pub(super) full_name: String,
    pub(super) name_en: String,
    pub(super) social_code: String,
    pub(super) nation_code: String,
    pub(super) address_cn: String,
    pub(super) address_en: String,
    pub(super) phone: String,
    pub(super) industry: String,
    pub(super) contacts: Vec<Contact>,
    pub(super) invoice: Invoice,
    pub(super) bank_accounts: Vec<Account>,
    pub(super) declared: bool,
}

impl Sheet {
    /// The sheet of a stored text.
    pub(super) fn of(data: &str) -> Result<Self, Refusal> {
        if data.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(data).map_err(|error| Refusal::broken(format!("a data sheet: {error}")))
    }
}

/// The sheet as it is kept: every member there, texts trimmed; what does not fit is a finding at its place.
pub(super) fn read(given: &Json, findings: &mut Findings) -> Result<Map<String, Json>, Refusal> {
    let given = given.as_object().ok_or_else(|| bad("data"))?;
    let groups = ["contacts", "invoice", "bankAccounts", "declared"];
    let is_known = |name: &str| groups.contains(&name) || COMPANY.iter().any(|field| field.wire == name);
    if let Some(name) = given.keys().find(|name| !is_known(name)) {
        return Err(unknown(name));
    }
    let mut kept = members(given, &COMPANY, "", findings);
    kept.insert("contacts".to_owned(), rows(given.get("contacts"), &CONTACT, ("contacts", CONTACTS), findings)?);
    let invoice = object(given.get("invoice"), &INVOICE, "invoice", findings)?;
    kept.insert("invoice".to_owned(), invoice);
    let accounts = rows(given.get("bankAccounts"), &ACCOUNT, ("bankAccounts", ACCOUNTS), findings)?;
    kept.insert("bankAccounts".to_owned(), accounts);
    let declared = given.get("declared").and_then(Json::as_bool).unwrap_or(false);
    kept.insert("declared".to_owned(), json!(declared));
    Ok(kept)
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]))
}

fn unknown(name: &str) -> Refusal {
    Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)]))
}

fn members(given: &Map<String, Json>, fields: &[Field], place: &str, findings: &mut Findings) -> Map<String, Json> {
    let read = |field: &Field| {
        let name = field.wire;
        let place = if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        let text = match field.parse(given.get(name), &place, findings) {
            Value::Text(text) => text,
            _ => String::new(),
        };
        (name.to_owned(), json!(text))
    };
    fields.iter().map(read).collect()
}

fn object(given: Option<&Json>, fields: &[Field], place: &str, findings: &mut Findings) -> Result<Json, Refusal> {
    let empty = Map::new();
    let given = match given {
        None | Some(Json::Null) => &empty,
        Some(Json::Object(given)) => given,
        Some(_) => return Err(bad(place)),
    };
    if let Some(name) = given.keys().find(|name| !fields.iter().any(|field| field.wire == *name)) {
        return Err(unknown(&format!("{place}.{name}")));
    }
    Ok(Json::Object(members(given, fields, place, findings)))
}

fn rows(
    given: Option<&Json>,
    fields: &[Field],
    (place, many): (&str, Msg),
    findings: &mut Findings,
) -> Result<Json, Refusal> {
    let rows: &[Json] = match given {
        None | Some(Json::Null) => &[],
        Some(Json::Array(rows)) => rows,
        Some(_) => return Err(bad(place)),
    };
    if rows.len() > ROWS_MAX {
        findings.error(place, many.text());
    }
    let rows = rows.iter().take(ROWS_MAX).enumerate();
    let read = rows.map(|(number, row)| object(Some(row), fields, &format!("{place}.{number}"), findings));
    read.collect::<Result<Vec<_>, _>>().map(Json::Array)
}

/// Says that there must be contacts.
pub(super) fn need_contacts(sheet: &Sheet, findings: &mut Findings) {
    findings.error_if(sheet.contacts.is_empty(), "contacts", CONTACTS);
}
