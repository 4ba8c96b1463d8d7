//! Rules of a partner: identity, code, duplicates; its sub types and contacts.

use approval::unlock::CUSTOMER_KIND;
use domain::coop::{NAME_KEY, first_state, name_key, name_key_cell, next_code, visible_coop};
use domain::initials::initials;
use kernel::{Findings, Id, Msg, Scope, Text};
use platform::call::Tx;
use platform::document::{Document, Draft, Written, other_than};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::Value as Json;

use super::Coop;
use trade::credit_code;

/// The code exists already.
pub const CODE_TAKEN: Msg = Msg::new("coop.code", "代码已存在", "The code exists already.");
/// The short name exists already.
pub const NAME_TAKEN: Msg = Msg::new("coop.name", "简称已存在", "The short name exists already.");
/// Name of the owner of a partner.
const OWNER: &str = "(SELECT owner.name_cn FROM app_user owner \
     WHERE owner.org_id = coop.org_id AND owner.id = coop.transactor_id)";
const PARTNER: Msg = Msg::new("coop.partner", "{code} {name}", "{code} {name}");
/// A partner the caller may not see is told by its code and whom to ask.
const ASK_OWNER: Msg = Msg::new("coop.ask_owner", "{code}，负责人{owner}", "{code}, of {owner}");
const FULL_NAME_TAKEN: Msg = Msg::new("coop.full_name", "名称已存在：{partner}", "The name exists already: {partner}");
const CREDIT_TAKEN: Msg = Msg::new(
    "coop.credit_code",
    "统一社会信用代码已存在：{partner}",
    "The social credit code exists already: {partner}",
);
/// A Chinese company without a Chinese name.
pub(crate) const CHINESE_NAME: Msg = Msg::new(
    "coop.chinese",
    "国内单位全称至少包含2个汉字",
    "The full name of a Chinese company has at least 2 Chinese characters.",
);
/// An English name with other letters.
pub(crate) const ENGLISH_NAME: Msg = Msg::new(
    "coop.ename",
    "英文名只能包含字母、数字、空格和 . - , & ( ) '",
    "The English name has letters, digits, blanks and . - , & ( ) ' only.",
);
const SUB_TYPE: Msg = Msg::new("coop.sub_types", "请填写子类型与业务范畴", "Please give a sub type with its scopes.");
const SALES: Msg = Msg::new("coop.sales", "请选择{scope}的责任销售", "Please choose the sales person of {scope}.");
const SERVICER: Msg = Msg::new("coop.servicer", "请选择{scope}的责任客服", "Please choose the servicer of {scope}.");
/// Not an e-mail address.
pub(crate) const MAIL: Msg = Msg::new("coop.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const IATA: Msg = Msg::new("coop.iata", "IATA代码须为7位或11位数字", "The IATA code is 7 or 11 digits.");
const NO_SCOPE: Msg = Msg::new("coop.scope", "业务范畴不存在", "There is no such scope.");
const CONTACT_NAME: Msg = Msg::new("coop.contact", "请填写联系人姓名", "Please fill in the contact's name.");
const ONLY_DRAFT: Msg =
    Msg::new("coop.remove", "仅草稿可删除，请停用", "Only drafts can be deleted. Please stop the partner instead.");

/// A sub type with its scopes, as the form sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SubType {
    sub_type: String,
    scopes: Vec<String>,
}

/// A contact, as the form sends it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Contact {
    /// Known contacts keep their id.
    id: Option<Id>,
    name: String,
    position: String,
    phone: String,
    email: String,
    is_main: bool,
    remark: String,
}

fn member<T: serde::de::DeserializeOwned>(draft: &Draft<'_>, name: &str) -> Result<Option<T>, Refusal> {
    let given = draft.body.get(name).filter(|value| !value.is_null());
    given.map(|value| platform::body::read_at(value, name)).transpose()
}

/// A new partner whose memory aid was left out gets the initials of its short name, by which it is found then (catalogue prm
/// 1.2).
fn propose_mnemonic(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if Option::<String>::from_value(draft.value(Coop::MNEMONIC_CODE))?.is_none_or(|text| text.is_empty()) {
        let letters = initials(&draft.get::<String>(Coop::COOP_NAME)?);
        let most = Coop::MNEMONIC_CODE.length_max;
        draft.set(Coop::MNEMONIC_CODE, letters.chars().take(most).collect::<String>().into_value());
    }
    Ok(())
}

/// Completes and checks a partner before it is written.
pub fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    complete(tx, draft)?;
    let coop = Coop::from_values(&draft.values)?;
    identity(&coop, findings);
    roles(&coop, draft, findings)?;
    duplicates(tx, draft.id, &coop, findings)
}

fn complete(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let tab = member::<String>(draft, "tab")?.unwrap_or_default();
    facts::lease::need_free(tx, crate::lease::page(draft.id), &tab)?;
    let org = tx.org();
    crate::moves::need_no_admission(tx, org, draft.id)?;
    if let Some(types) = member::<Vec<SubType>>(draft, "subTypes")? {
        let text: Vec<String> = types.iter().map(|one| format!("{} {}", one.sub_type, one.scopes.join(","))).collect();
        let mut scopes: Vec<&str> = Scope::all()
            .map(Scope::code)
            .filter(|code| types.iter().any(|t| t.scopes.iter().any(|s| s == code)))
            .collect();
        scopes.dedup();
        draft.set(Coop::SUB_TYPES, text.join("；").into_value());
        draft.set(Coop::SCOPES, scopes.join(",").into_value());
    }
    if let Some(contacts) = member::<Vec<Contact>>(draft, "contacts")? {
        let main = contacts.iter().find(|contact| contact.is_main).or(contacts.first());
        draft.set(Coop::MAIN_CONTACT, main.map_or(Value::Null, |contact| contact.name.clone().into_value()));
        draft.set(Coop::MAIN_PHONE, main.map_or(Value::Null, |contact| contact.phone.clone().into_value()));
    }
    let email = String::from_value(draft.value(Coop::EMAIL))?.to_lowercase();
    draft.set(Coop::EMAIL, email.into_value());
    if !draft.is_new() {
        return Ok(());
    }
    propose_mnemonic(draft)?;
    let (column, key) = name_key_cell(&draft.get::<String>(Coop::COOP_FULL_NAME)?);
    draft.beside(column, key);
    if *draft.value(Coop::TRANSACTOR_ID) == Value::Null {
        draft.set(Coop::TRANSACTOR_ID, tx.actor.user_id.into_value());
    }
    draft.set(Coop::COOP_STATE, first_state(tx)?.into_value());
    draft.set(Coop::LIST_MARK, "普通".into_value());
    let coop_type = String::from_value(draft.value(Coop::COOP_TYPE))?;
    if coop_type.is_empty() {
        return Ok(());
    }
    let code = next_code(tx, &coop_type)?;
    draft.set(Coop::COOP_CODE, code.into_value());
    Ok(())
}

/// Whether a full name has the Chinese letters a Chinese company needs.
pub(crate) fn is_chinese_name(name: &str) -> bool {
    name.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count() >= 2
}

/// Whether an English name has the letters of one.
pub(crate) fn is_english_name(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || b" .-,&()'".contains(&b))
}

/// Whether a text is an e-mail address.
pub(crate) fn is_mail(mail: &str) -> bool {
    mail.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !mail.contains(' ')
            && !host.contains('@')
    })
}

/// Rules about the names, codes and addresses of a partner.
pub(crate) fn identity(coop: &Coop, findings: &mut Findings) {
    let named = coop.coop_full_name.is_empty() || coop.nation_code != "CN" || is_chinese_name(&coop.coop_full_name);
    findings.error_if(!named, "coopFullName", CHINESE_NAME);
    findings.error_if(!is_english_name(&coop.coop_ename), "coopEname", ENGLISH_NAME);
    if !coop.social_credit_code.is_empty()
        && let Some(text) = credit_code::fault(&coop.social_credit_code)
    {
        findings.error("socialCreditCode", text);
    }
    findings.error_if(!coop.email.is_empty() && !is_mail(&coop.email), "email", MAIL);
    let iata = coop.iata_code.as_str();
    let sound = matches!(iata.len(), 7 | 11) && iata.bytes().all(|b| b.is_ascii_digit());
    findings.error_if(!iata.is_empty() && !sound, "iataCode", IATA);
}

fn roles(coop: &Coop, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let types = member::<Vec<SubType>>(draft, "subTypes")?;
    let given = types.as_ref().is_some_and(|types| types.iter().any(|one| !one.scopes.is_empty()));
    if types.is_some() && !given || draft.is_new() && types.is_none() {
        findings.error("subTypes", SUB_TYPE.text());
    }
    for scope in types.iter().flatten().flat_map(|one| &one.scopes) {
        findings.error_if(Scope::from_code(scope).is_none(), "subTypes", NO_SCOPE);
    }
    if coop.coop_type == "客户" {
        let scope = coop.scopes.split(',').next().and_then(Scope::from_code);
        let (zh, en) = scope.map_or(("业务", "the business"), |scope| (scope.zh(), scope.en()));
        for (missing, field, message) in
            [(coop.sales_id.is_none(), "salesId", SALES), (coop.servicer_id.is_none(), "servicerId", SERVICER)]
        {
            if missing {
                findings.error(field, message.with_each(&[("scope", zh)], &[("scope", en)]));
            }
        }
    }
    Ok(())
}

fn named(message: Msg, partner: &Text) -> Text {
    message.with_each(&[("partner", &partner.zh)], &[("partner", &partner.en)])
}

/// Findings about other partners of the same name or code.
pub(crate) fn duplicates(tx: &mut Tx<'_>, id: Id, coop: &Coop, findings: &mut Findings) -> Result<(), Refusal> {
    if !coop.social_credit_code.is_empty() {
        for (_, partner) in others(tx, id, sql::eq("social_credit_code", coop.social_credit_code.clone()))? {
            findings.error("socialCreditCode", named(CREDIT_TAKEN, &partner));
        }
    }
    let wanted = name_key(&coop.coop_full_name);
    if wanted.is_empty() {
        return Ok(());
    }
    // Those that have no key yet are narrowed by the first letter of their names.
    let first: String = coop.coop_full_name.chars().take(1).collect();
    let unkeyed = sql::col(NAME_KEY).is_null().and(sql::begins(sql::col("coop_full_name"), &first));
    for which in [sql::eq(NAME_KEY, wanted.clone()), unkeyed] {
        for (full, partner) in others(tx, id, which)? {
            if name_key(&full) == wanted {
                findings.error("coopFullName", named(FULL_NAME_TAKEN, &partner));
            }
        }
    }
    Ok(())
}

/// Full names of other partners, each with how it is told to who may not see it, too.
fn others(tx: &mut Tx<'_>, id: Id, which: Expr) -> Result<Vec<(String, Text)>, Refusal> {
    let mut select = sql::from(tx.actor.org_id, "coop");
    select.columns(["coop_code", "coop_name", "coop_full_name"]).and_where(other_than(id)).and_where(which);
    select.expr(Expr::case(visible_coop(tx.actor), Expr::cust("1")).finally(Expr::cust("0"))).expr(Expr::cust(OWNER));
    let rows = tx.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let (code, name, owner): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(4)?);
            let partner = match row.get::<i64>(3)? {
                1 => PARTNER.with(&[("code", &code), ("name", &name)]),
                _ => ASK_OWNER.with(&[("code", &code), ("owner", &owner)]),
            };
            Ok((row.get(2)?, partner))
        })
        .collect()
}

/// Writes sub types and contacts; what changed goes into the log.
pub fn children(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if !draft.is_new() && draft.changes(Coop::COOP_FULL_NAME) {
        let name: String = draft.get(Coop::COOP_FULL_NAME)?;
        let mut update = sql::update(tx.org(), "coop", &[name_key_cell(&name)]);
        tx.exec(&update.and_where(sql::eq("id", draft.id)).to_owned().into())?;
    }
    if let Some(types) = member::<Vec<SubType>>(draft, "subTypes")? {
        let mut delete = sql::delete(tx.actor.org_id, "coop_sub_type");
        delete.and_where(sql::eq("coop_id", draft.id));
        tx.exec(&delete.into())?;
        let mut pairs: Vec<(String, String)> = types
            .into_iter()
            .flat_map(|one| one.scopes.into_iter().map(move |scope| (one.sub_type.clone(), scope)))
            .collect();
        pairs.sort();
        pairs.dedup();
        for (sub_type, scope) in pairs {
            let cells = [
                ("coop_id", draft.id.into_value()),
                ("sub_type", sub_type.into_value()),
                ("scope", scope.into_value()),
            ];
            tx.exec(&sql::insert(tx.actor.org_id, "coop_sub_type", &cells).into())?;
        }
    }
    match member::<Vec<Contact>>(draft, "contacts")? {
        Some(contacts) => write_contacts(tx, draft.id, contacts).map(Written::from),
        None => Ok(Written::default()),
    }
}

fn write_contacts(tx: &mut Tx<'_>, coop: Id, contacts: Vec<Contact>) -> Result<Vec<Change>, Refusal> {
    let mut findings = Findings::new();
    for (place, contact) in contacts.iter().enumerate() {
        findings.error_if(contact.name.trim().is_empty(), &format!("contacts.{place}.name"), CONTACT_NAME);
    }
    Refusal::unless_clean(&findings, &[])?;
    let old = contact_names(tx, coop)?;
    let mut known = sql::from(tx.actor.org_id, "coop_contact");
    known.column("id").and_where(sql::eq("coop_id", coop));
    let known: Vec<Id> = tx.query(&known.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut delete = sql::delete(tx.actor.org_id, "coop_contact");
    delete.and_where(sql::eq("coop_id", coop));
    tx.exec(&delete.into())?;
    for contact in contacts {
        let id = contact.id.filter(|id| known.contains(id)).unwrap_or_else(|| tx.new_id());
        let cells = [
            ("id", id.into_value()),
            ("coop_id", coop.into_value()),
            ("name", contact.name.trim().to_owned().into_value()),
            ("position", contact.position.into_value()),
            ("phone", contact.phone.into_value()),
            ("email", contact.email.into_value()),
            ("is_main", contact.is_main.into_value()),
            ("remark", contact.remark.into_value()),
        ];
        tx.exec(&sql::insert(tx.actor.org_id, "coop_contact", &cells).into())?;
    }
    let new = contact_names(tx, coop)?;
    let changed = old != new;
    let change = Change { field: "contacts".to_owned(), label: "联系人".to_owned(), old, new };
    Ok(if changed { vec![change] } else { Vec::new() })
}

fn contact_names(tx: &mut Tx<'_>, coop: Id) -> Result<String, Refusal> {
    let org = tx.actor.org_id;
    let rows = super::contact_rows(tx, org, coop)?;
    let names = rows.as_array().into_iter().flatten().filter_map(|row| row.get("name").and_then(Json::as_str));
    Ok(names.collect::<Vec<_>>().join("、"))
}

/// Only drafts are removed; others are stopped. What is applied for about them ends.
pub fn may_remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.actor.org_id;
    let (_, coop) = super::own(tx, org, id)?;
    if coop.coop_state != "草稿" {
        return Err(Refusal::business(ONLY_DRAFT));
    }
    // Its papers go with it.
    tx.exec(&sql::delete(org, "coop_qualification").and_where(sql::eq("coop_id", id)).to_owned().into())?;
    [crate::moves::KIND, CUSTOMER_KIND].into_iter().try_for_each(|kind| approval::ended_with(tx, (kind, id)))
}
