//! What a company's form asks for, and what its saving does.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{raise_permission_version, random_bytes};
use platform::call::Tx;
use platform::document::{Document, Draft, Written};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};

use super::state::{REFUSED, WAITING};
use super::{ADMIN_FORM, CODE_TAKEN, NAME_TAKEN, Org, admin, is_admin_name, other_edition, roles, write};
use crate::link::{self, Purpose, Whose};
use crate::package::given;
use crate::setup::{self, NewUser};
use crate::user::{is_mail, is_phone};
use crate::{edition, password, permission};

pub(crate) const EDITION: Msg = Msg::new("org.edition", "版本不存在", "There is no such edition.");
const ADMIN_TAKEN: Msg =
    Msg::new("org.admin_taken", "该管理员账户已存在", "The administrator's account exists already.");
const TWO_PERSONS: Msg = Msg::new(
    "user.two_logins",
    "手机号与邮箱属于不同账号",
    "The phone number and the e-mail belong to different logins.",
);
const ADMIN_ELSEWHERE: Msg = Msg::new(
    "org.admin_elsewhere",
    "该手机号或邮箱已是其他管理员账户",
    "The phone number or e-mail belongs to another administrator already.",
);
pub(crate) const PHONE: Msg = Msg::new("user.phone", "请输入正确的手机号码", "Please enter a correct phone number.");
pub(crate) const MAIL: Msg = Msg::new("user.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const LIMIT: Msg = Msg::new(
    "org.limit",
    "当前在职用户{n}人，用户限制不能小于该数",
    "{n} users are employed; the limit can't be lower.",
);
const NO_PARTY: Msg = Msg::new("org.no_party", "签约方不存在", "There is no such contract party.");
const OWN_PARTY: Msg = Msg::new("org.own_party", "平台自身没有签约方", "The platform itself has no contract party.");
const IN_USE: Msg =
    Msg::new("org.in_use", "公司已有业务数据，不能删除", "The company has business data and can't be deleted.");

fn sent(draft: &Draft<'_>, name: &str) -> String {
    draft.body.get(name).and_then(Json::as_str).unwrap_or_default().trim().to_owned()
}

pub(super) fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Org::AUDIT_STATUS, Value::Text("已审核".to_owned()));
        draft.set(Org::STATUS, Value::Bool(true));
        draft.set(Org::CURRENCY, Value::Text("CNY".to_owned()));
        draft.set(Org::PERMISSION_VERSION, Value::Int(1));
    }
    let org = Org::from_values(&draft.values)?;
    if !org.social_credit_code.is_empty()
        && let Some(text) = trade::credit_code::fault(&org.social_credit_code)
    {
        findings.error("socialCreditCode", text);
    }
    let wanted = edition::nodes_of(tx, &org.edition)?;
    findings.error_if(wanted.is_none() && !org.edition.is_empty(), "edition", EDITION);
    findings.error_if(!org.notice_email.is_empty() && !is_mail(&org.notice_email), "noticeEmail", MAIL);
    taken(tx, draft.id, &org, findings)?;
    contract_party(tx, draft, &org, findings)?;
    if draft.is_new() {
        return administrator(tx, draft, findings);
    }
    admin::check(tx, draft, findings)?;
    let used = crate::user::used(tx, draft.id.0)?;
    if org.user_limit < used {
        findings.error("userLimit", LIMIT.with(&[("n", &used.to_string())]));
    }
    let before = draft.old.map(Org::from_values).transpose()?;
    if org.audit_status == REFUSED {
        // What was wrong may be right now: it is looked at again.
        draft.set(Org::AUDIT_STATUS, Value::Text(WAITING.to_owned()));
    }
    if let (Some(wanted), Some(before)) = (wanted, before)
        && before.edition != org.edition
        && draft.id.0 != PLATFORM_ORG
    {
        other_edition::ask(tx, draft.id, &wanted, findings)?;
    }
    Ok(())
}

/// Code and name are the company's alone.
fn taken(tx: &mut Tx<'_>, id: Id, org: &Org, findings: &mut Findings) -> Result<(), Refusal> {
    for (column, value, field, message) in
        [("code", &org.code, "orgCode", CODE_TAKEN), ("name", &org.name, "orgName", NAME_TAKEN)]
    {
        let mut select = sql::from_global("org");
        select.column("id").and_where(sql::eq(column, value.clone())).and_where(sql::col("id").ne(sql::value(id)));
        let known = tx.first(&select.into())?.is_some();
        findings.error_if(known, field, message);
    }
    Ok(())
}

/// A partner of the platform; one that is gone since may stay. What bars it would bar the platform too, so that nobody
/// could let anybody in again.
fn contract_party(tx: &mut Tx<'_>, draft: &Draft<'_>, org: &Org, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(party) = org.contract_party_id else { return Ok(()) };
    findings.error_if(draft.id.0 == PLATFORM_ORG, "contractPartyId", OWN_PARTY);
    let before = draft.old.map(Org::from_values).transpose()?.and_then(|org| org.contract_party_id);
    if before != Some(party) {
        let mut select = sql::from(PLATFORM_ORG, "coop");
        select.column("id").and_where(sql::eq("id", party));
        let known = tx.first(&select.into())?.is_some();
        findings.error_if(!known, "contractPartyId", NO_PARTY);
    }
    Ok(())
}

/// The person a phone number or an e-mail belongs to.
fn person(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<[Option<(Id, String)>; 2], Refusal> {
    let (area, phone) = (sent(draft, "adminPhoneArea"), sent(draft, "adminPhone"));
    let mail = sent(draft, "adminEmail").to_lowercase();
    let area = if area.is_empty() { "86".to_owned() } else { area };
    let ways = [
        (!phone.is_empty()).then(|| sql::eq("phone", phone).and(sql::eq("phone_area", area))),
        (!mail.is_empty()).then(|| sql::eq("email", mail)),
    ];
    let mut found = [None, None];
    for (place, way) in found.iter_mut().zip(ways) {
        if let Some(way) = way {
            let mut select = sql::from_global("login");
            select.columns(["id", "admin_name"]).and_where(way);
            *place = tx.first(&select.into())?.map(|row| Ok::<_, Refusal>((row.get(0)?, row.get(1)?))).transpose()?;
        }
    }
    Ok(found)
}

/// Findings about the administrator of a new company.
fn administrator(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (name, phone, mail) = (sent(draft, "adminName"), sent(draft, "adminPhone"), sent(draft, "adminEmail"));
    let area = sent(draft, "adminPhoneArea");
    let area = if area.is_empty() { "86" } else { &area };
    findings.error_if(!is_admin_name(&name), "adminName", ADMIN_FORM);
    findings.error_if(!phone.is_empty() && !is_phone(area, &phone), "adminPhone", PHONE);
    findings.error_if(!mail.is_empty() && !is_mail(&mail), "adminEmail", MAIL);
    let mut select = sql::from_global("login");
    select.column("id").and_where(sql::eq("admin_name", name));
    let known = tx.first(&select.into())?.is_some();
    findings.error_if(known, "adminName", ADMIN_TAKEN);
    let [by_phone, by_mail] = person(tx, draft)?;
    if let (Some((one, _)), Some((other, _))) = (&by_phone, &by_mail) {
        findings.error_if(one != other, "adminEmail", TWO_PERSONS);
    }
    let elsewhere = [by_phone, by_mail].into_iter().flatten().any(|(_, admin)| !admin.is_empty());
    findings.error_if(elsewhere, "adminPhone", ADMIN_ELSEWHERE);
    Ok(())
}

pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = Org::from_values(&draft.values)?;
    if draft.is_new() {
        return make(tx, draft, &org);
    }
    let mut written = Written::default();
    let before = draft.old.map(Org::from_values).transpose()?;
    let before = before.unwrap_or_else(|| org.clone());
    written.changes.extend(admin::write(tx, draft)?);
    if before.audit_status == REFUSED {
        write(tx, draft.id, &[("audit_reason", Value::Null)])?;
    }
    if before.edition != org.edition && draft.id.0 != PLATFORM_ORG {
        let wanted = edition::nodes_of(tx, &org.edition)?.unwrap_or_default();
        permission::set_granted(tx, draft.id.0, &wanted, true)?;
    }
    if before.name != org.name && draft.body.get("renameDept").and_then(Json::as_bool) == Some(true) {
        crate::dept::rename_root(tx, draft.id.0, (&org.name, &org.short_name))?;
        written.changes.push(Change {
            field: "renameDept".to_owned(),
            label: "部门名称".to_owned(),
            old: before.name,
            new: org.name,
        });
    }
    raise_permission_version(tx, draft.id.0)?;
    Ok(written)
}

/// Everything a new company begins with.
fn make(tx: &mut Tx<'_>, draft: &Draft<'_>, org: &Org) -> Result<Written, Refusal> {
    let (app, id) = (tx.app, draft.id.0);
    permission::grant_edition(tx, id, &org.edition)?;
    let now = tx.now;
    charge::item::complete(tx, (&app.mint, now), id, "")?;
    charge::period::begin(tx, (&app.mint, now), id)?;
    let dept = setup::create_dept(app, tx, id, ("111", &org.short_name), None)?;
    crate::dept::rename_root(tx, id, (&org.name, &org.short_name))?;
    let (phone, mail) = (sent(draft, "adminPhone"), sent(draft, "adminEmail"));
    let name = sent(draft, "adminName");
    let admin = NewUser {
        login: &name,
        name: "管理员",
        phone: &phone,
        email: &mail,
        admin_role: "admin",
        dept,
        roles: &[],
        order_permission: None,
        must_change: true,
    };
    let [by_phone, by_mail] = person(tx, draft)?;
    let mut written = Written::default();
    let mut invited = None;
    let login = match by_phone.or(by_mail) {
        Some((login, _)) => {
            let mut update = sql::update_global("login", &[("admin_name", Value::Text(name.clone()))]);
            update.and_where(sql::eq("id", login));
            tx.exec(&update.into())?;
            written.answer.insert("joined".to_owned(), json!(true));
            login
        }
        None => {
            let one_time = password::one_time(random_bytes()?);
            let login = setup::create_login(app, tx, &admin, &one_time)?;
            invited = Some(one_time);
            login
        }
    };
    let user = setup::create_account(app, tx, id, login, &admin)?;
    if let Some(one_time) = invited {
        let whose = Whose { login, org: id, user };
        link::answer(tx, Purpose::Invite, whose, &one_time, &mut written.answer)?;
    }
    roles::create(app, tx, id)?;
    given::give(tx, draft.id, &org.edition)?;
    Ok(written)
}

pub(super) fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let mut used = id.0 == PLATFORM_ORG || crate::user::used(tx, id.0)? > 0;
    for table in ["freight_order", "coop"] {
        let mut select = sql::from(id.0, table);
        select.column("id").limit(1);
        used = used || tx.first(&select.into())?.is_some();
    }
    if used {
        return Err(Refusal::business(IN_USE));
    }
    let mut admins = sql::from(id.0, "app_user");
    admins.columns(["login_id", "id"]);
    for row in tx.query(&admins.into())? {
        crate::user::forget_person(tx, row.get(0)?, (id.0, row.get(1)?))?;
    }
    given::remove_all(tx, id)?;
    charge::item::remove_all(tx, id.0)?;
    archive::remove_company(tx, id.0)?;
    Ok(())
}
