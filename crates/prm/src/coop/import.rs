//! Partners out of a file: sub types and scopes are two columns, a main contact two more.

use domain::coop::name_key;
use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::field::Field;
use platform::import::{self, Import};
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::Coop;

const SUB_TYPES: Field = Field::text("子类型", "Sub types").wire("subTypes").required();
const SCOPES: Field = Field::text("业务范畴", "Scopes").wire("businessScopes").required();
const CONTACT: Field = Field::text("联系人", "Contact").wire("contactName").max(40);
const CONTACT_PHONE: Field = Field::text("联系人手机", "Contact phone").wire("contactPhone").max(30);
const CONTACT_MAIL: Field = Field::text("联系人邮箱", "Contact e-mail").wire("contactEmail").max(80);

const CONTACT_STAYS: Msg = Msg::new(
    "coop.import.contact",
    "已有单位的联系人请在单位资料中修改",
    "Contacts of a partner that exists are changed on its form.",
);

/// What a file of partners holds; a row is known by its code, else by its social credit code.
pub const IMPORT: Import = Import {
    columns: &[
        Coop::COOP_CODE,
        Coop::COOP_TYPE,
        SUB_TYPES,
        SCOPES,
        Coop::COOP_NAME,
        Coop::COOP_FULL_NAME,
        Coop::COOP_ENAME,
        Coop::MNEMONIC_CODE,
        Coop::SOCIAL_CREDIT_CODE,
        Coop::TAX_NO,
        Coop::NATION_CODE,
        Coop::STATE_CODE,
        Coop::CITY_NAME,
        Coop::COOP_ADDRESS,
        Coop::COOP_ADDRESS_EN,
        Coop::PHONE,
        Coop::EMAIL,
        Coop::TRANSACTOR_ID,
        Coop::SALES_ID,
        Coop::SERVICER_ID,
        Coop::COOP_LEVEL,
        CONTACT,
        CONTACT_PHONE,
        CONTACT_MAIL,
        Coop::REMARK,
    ],
    arrange: Some(arrange),
    undo: Some(unused),
    // Partners are held against others of the same name or code.
    alike: Some(|body| {
        let name = body.get(&Coop::COOP_FULL_NAME.name()).and_then(Json::as_str).unwrap_or_default();
        vec![format!("name {}", name_key(name))]
    }),
    ..Import::with("prm-coop-import").by(&[Coop::COOP_CODE, Coop::SOCIAL_CREDIT_CODE])
};

/// Every sub type of the row with all scopes of the row.
fn arrange(body: &mut Map<String, Json>, is_new: bool, findings: &mut Findings) {
    let mut text = |field: Field| match body.remove(&field.name()) {
        Some(Json::String(text)) => text,
        _ => String::new(),
    };
    let (types, scopes) = (text(SUB_TYPES), text(SCOPES));
    let contact = [CONTACT, CONTACT_PHONE, CONTACT_MAIL].map(&mut text);
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split([',', '，', ';', '；', '、']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(ToOwned::to_owned).collect()
    };
    if !types.is_empty() || !scopes.is_empty() {
        let scopes: Vec<String> = parts(&scopes).iter().map(|scope| scope.to_uppercase()).collect();
        let types: Vec<Json> = parts(&types).iter().map(|name| json!({ "subType": name, "scopes": scopes })).collect();
        body.insert("subTypes".to_owned(), Json::Array(types));
    }
    let [name, phone, email] = contact;
    if !(name.is_empty() && phone.is_empty() && email.is_empty()) {
        // A form holds all contacts of a partner: one of a file would take the place of the others.
        findings.error_if(!is_new, "contactName", CONTACT_STAYS);
        let contact = json!({ "name": name, "phone": phone, "email": email, "isMain": true });
        body.insert("contacts".to_owned(), json!([contact]));
    }
}

/// A partner that orders, waybills, approvals, charges or money name is not taken back; its own rows go with it.
fn unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    const PLACES: [(&str, &str); 13] = [
        ("freight_order", "coop_id"),
        ("awb_receipt", "source_coop_id"),
        ("awb", "source_coop_id"),
        ("awb", "reserved_coop_id"),
        ("approval_setting", "coop_id"),
        ("approval_instance", "coop_id"),
        ("user_scope_extra", "target_id"),
        ("charge", "coop_id"),
        ("receipt", "coop_id"),
        ("advance", "coop_id"),
        ("payment_request", "coop_id"),
        ("coop_bank", "coop_id"),
        ("expense_report", "coop_id"),
    ];
    if import::is_named(tx, &PLACES, &Value::Int(id.0))? {
        return Err(Refusal::business(import::messages::USED));
    }
    for table in ["coop_sub_type", "coop_contact"] {
        let mut delete = sql::delete(tx.org(), table);
        delete.and_where(sql::eq("coop_id", id));
        tx.exec(&delete.into())?;
    }
    Ok(())
}
