//! Partners out of a file: sub types and scopes are two columns, a main contact two more.

use domain::coop::name_key;
use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::field::{Choice, Field};
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

const fn named(zh: &'static str, en: &'static str) -> Choice {
    Choice::new(zh, zh, en)
}

/// The sub types every company begins with (prm.md /prm_coop_sub_type, seeds); one of its own may be written as well.
const SUB_TYPE_NAMES: &[Choice] = &[
    named("直客", "Direct customer"),
    named("同行", "Co-loader"),
    named("平台客户", "Platform customer"),
    named("散客", "Walk-in customer"),
    named("航空公司", "Airline"),
    named("空运一级代理", "Air GSA"),
    named("空运同行", "Air co-loader"),
    named("船公司", "Shipping line"),
    named("订舱代理", "Booking agent"),
    named("NVOCC", "NVOCC"),
    named("船代", "Ship's agent"),
    named("班列平台", "Rail operator"),
    named("车队", "Trucker"),
    named("快递", "Courier"),
    named("报关行", "Customs broker"),
    named("库房", "Warehouse"),
    named("货站", "Cargo terminal"),
    named("打板代理", "Build-up agent"),
    named("鉴定机构", "Appraiser"),
    named("保险公司", "Insurer"),
    named("堆场", "Container yard"),
    named("港务码头", "Port terminal"),
    named("运价平台", "Rate platform"),
    named("其他供应商", "Other supplier"),
    named("海外代理", "Overseas agent"),
];

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
    needed: &[
        (Coop::SALES_ID, ("客户必填", "required of customers")),
        (Coop::SERVICER_ID, ("客户必填", "required of customers")),
    ],
    listed: &[(SUB_TYPES, SUB_TYPE_NAMES), (SCOPES, platform::scopes::SCOPES)],
    headings: &[
        ("客户全称", Coop::COOP_FULL_NAME),
        ("客商全称", Coop::COOP_FULL_NAME),
        ("供应商全称", Coop::COOP_FULL_NAME),
        ("客户简称", Coop::COOP_NAME),
        ("客商简称", Coop::COOP_NAME),
        ("供应商简称", Coop::COOP_NAME),
        ("客户名称", Coop::COOP_FULL_NAME),
        ("供应商名称", Coop::COOP_FULL_NAME),
        ("客户代码", Coop::COOP_CODE),
        ("客户编码", Coop::COOP_CODE),
        ("客户类型", Coop::COOP_TYPE),
        ("客商类型", Coop::COOP_TYPE),
        ("单位类型", Coop::COOP_TYPE),
        ("客户英文名", Coop::COOP_ENAME),
        ("客户等级", Coop::COOP_LEVEL),
        ("客户级别", Coop::COOP_LEVEL),
        ("业务类型", SCOPES),
        ("业务范围", SCOPES),
        ("销售", Coop::SALES_ID),
        ("销售员", Coop::SALES_ID),
        ("业务员", Coop::SALES_ID),
        ("销售代表", Coop::SALES_ID),
        ("客服", Coop::SERVICER_ID),
        ("客服员", Coop::SERVICER_ID),
        ("客服人员", Coop::SERVICER_ID),
        ("跟单", Coop::SERVICER_ID),
        ("联系人电话", CONTACT_PHONE),
        ("手机", CONTACT_PHONE),
        ("手机号", CONTACT_PHONE),
        ("手机号码", CONTACT_PHONE),
        ("联系人邮件", CONTACT_MAIL),
    ],
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
    const PLACES: [(&str, &str); 15] = [
        ("shipper_consignee_coop", "coop_id"),
        ("coop_share", "coop_id"),
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
    for table in ["coop_sub_type", "coop_contact", "coop_qualification"] {
        let mut delete = sql::delete(tx.org(), table);
        delete.and_where(sql::eq("coop_id", id));
        tx.exec(&delete.into())?;
    }
    Ok(())
}
