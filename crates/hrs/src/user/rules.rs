//! What an account must keep when it is written, and the rows that belong to it.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Actor, end_user_sessions, raise_permission_version};
use platform::call::Tx;
use platform::document::{Document, Draft, Written};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use super::identity::{is_resident_id, masked};
use super::login::{self, Contact};
use super::{User, limit, part_time, used};
use crate::blacklist;
use crate::link::{self, Purpose, Whose};

/// No room for another account.
pub const FULL: Msg = Msg::new(
    "user.full",
    "用户数已达上限（{limit}），不能新增",
    "The number of users has reached its limit ({limit}).",
);
/// The account is on the blacklist.
pub const BLACK: Msg =
    Msg::new("user.black", "用户在黑名单中，不能修改", "The user is on the blacklist and can't be changed.");
/// The person left.
pub const LEFT: Msg = Msg::new("user.left", "用户已离职，不能修改", "The user has left and can't be changed.");
/// The person is on the list of those not to be employed.
pub const PERSON_BLACK: Msg = Msg::new(
    "user.person_black",
    "该人员在黑名单中（{reason}），不能新增",
    "The person is on the blacklist ({reason}).",
);
const NO_DEPT: Msg = Msg::new("user.dept", "所选部门不存在", "There is no such active department.");
/// No role was chosen.
pub const ROLE: Msg = Msg::new("user.role", "请选择角色", "Please choose a role.");
const NO_ROLE: Msg = Msg::new("user.no_role", "所选角色不存在", "There is no such role.");
const ROLE_STOPPED: Msg =
    Msg::new("user.role_stopped", "角色“{name}”已停用，不能分配", "The role {name} is stopped and can't be given.");
const ROLE_ABOVE: Msg =
    Msg::new("user.role_above", "不能分配权限高于自己的角色", "You can't give a role that may do more than you.");
const RESIDENT_ID: Msg =
    Msg::new("user.resident_id", "请输入正确的身份证号", "Please enter a correct resident ID number.");
const NO_TARGET: Msg = Msg::new(
    "user.no_target",
    "所选项目已不存在，请重新选择",
    "Something chosen here is not there any more. Please choose again.",
);
const BAD_MEMBER: Msg = Msg::new("user.member", "{name}格式不正确", "{name} has the wrong format.");

/// A member of the body that is no column; none when it was not sent.
pub(super) fn member<T: DeserializeOwned>(draft: &Draft<'_>, name: &str) -> Result<Option<T>, Refusal> {
    match draft.body.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(json) => serde_json::from_value(json.clone())
            .map(Some)
            .map_err(|_| Refusal::BadRequest(BAD_MEMBER.with(&[("name", name)]))),
    }
}

fn ids(draft: &Draft<'_>, name: &str) -> Result<Option<Vec<Id>>, Refusal> {
    if draft.body.get(name).is_some_and(Json::is_null) {
        return Ok(Some(Vec::new()));
    }
    let ids: Option<Vec<Id>> = member(draft, name)?;
    Ok(ids.map(|ids| ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect()))
}

/// The contact as it will be: what was sent over what is there.
fn contact(tx: &mut Tx<'_>, draft: &Draft<'_>, user: &User) -> Result<Contact, Refusal> {
    let old = if draft.is_new() {
        Contact { area: "86".to_owned(), phone: String::new(), mail: String::new() }
    } else {
        login::contact_of(tx, user.login_id)?
    };
    let sent = |name: &str, old: String| -> Result<String, Refusal> {
        if draft.body.contains_key(name) {
            return Ok(member::<String>(draft, name)?.unwrap_or_default().trim().to_owned());
        }
        Ok(old)
    };
    let area = sent("phoneArea", old.area)?.trim_start_matches('+').to_owned();
    Ok(Contact { area, phone: sent("phone", old.phone)?, mail: sent("email", old.mail)?.to_lowercase() })
}

/// Cross-field rules of an account.
pub fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    // The lock on the org keeps two new accounts from taking the last place together.
    let org = tx.org();
    raise_permission_version(tx, org)?;
    if draft.is_new() {
        draft.set(User::LOGIN_TYPE, Value::Int(0));
        draft.set(User::USER_STATUS, Value::Int(1));
        draft.set(User::ACTIVE, Value::Bool(true));
        draft.set(User::PAGE_LANGUAGE, Value::Text(platform::deployment::language(tx)?));
        draft.set(User::LOGIN_ID, Value::Int(tx.new_id().0));
    }
    let user = User::from_values(&draft.values)?;
    if !user.blacklist_date.is_empty() {
        return Err(Refusal::business(BLACK));
    }
    if user.user_status == 0 {
        return Err(Refusal::business(LEFT));
    }
    identify(tx, draft, &user, findings)?;
    person(tx, draft, &user, findings)?;
    let same = draft.old.and_then(|old| User::from_values(old).ok()).is_some_and(|old| old.dept_id == user.dept_id);
    if let Some(dept) = user.dept_id.filter(|_| !same) {
        check_dept(tx, dept, findings)?;
    }
    if user.online_service && !served_before(draft) {
        facts::chat::check_service(tx, "onlineService", findings)?;
    }
    part_time::check(tx, draft, user.dept_id, findings)?;
    targets(tx, draft, findings)?;
    roles(tx, draft, findings)
}

/// Whether he answered in the chat until now.
fn served_before(draft: &Draft<'_>) -> bool {
    draft.old.and_then(|old| User::from_values(old).ok()).is_some_and(|old| old.online_service)
}

/// What is newly named beyond or without the level is there.
fn targets(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    for (name, kind, table, _) in TARGETS {
        let Some(wanted) = ids(draft, name)? else { continue };
        let old = named(tx, draft.id, (kind, table))?;
        let new = wanted.into_iter().filter(|id| !old.contains(id));
        findings.error_if(!facts::are_there(tx, org, table, new)?, name, NO_TARGET);
    }
    Ok(())
}

/// An account works in a department that exists and is not stopped.
pub(crate) fn check_dept(tx: &mut Tx<'_>, dept: Id, findings: &mut Findings) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), "dept");
    select.column("id").and_where(sql::eq("id", dept)).and_where(sql::eq("active", true));
    findings.error_if(tx.first(&select.into())?.is_none(), "deptId", NO_DEPT);
    Ok(())
}

/// Phone and e-mail lead to the person; the account takes over how he logs in.
fn person(tx: &mut Tx<'_>, draft: &mut Draft<'_>, user: &User, findings: &mut Findings) -> Result<(), Refusal> {
    let contact = contact(tx, draft, user)?;
    let before = findings.items.len();
    contact.check(findings);
    if findings.items.len() > before && (draft.is_new() || draft.body.contains_key("phone")) {
        return Ok(());
    }
    let org = tx.org();
    if draft.is_new() {
        let (used, limit) = (used(tx, org)?, limit(tx, org)?);
        if used >= limit {
            return Err(Refusal::Business(FULL.with(&[("limit", &limit.to_string())])));
        }
        let hash = hash_of(draft);
        let entry = blacklist::entry_for(tx, org, (&contact.area, &contact.phone), &contact.mail, hash.as_deref())?;
        if let Some(reason) = entry {
            return Err(Refusal::Business(PERSON_BLACK.with(&[("reason", &reason)])));
        }
        if let Some(known) = login::find(tx, &contact, findings)? {
            draft.set(User::LOGIN_ID, Value::Int(known.0));
        }
        draft.set(User::LOGIN_NAME, Value::Text(login_name(&contact)));
        draft.set(User::LOGIN_TYPE, Value::Int(i64::from(!contact.mail.is_empty())));
    } else if contact != login::contact_of(tx, user.login_id)? {
        login::check_change(tx, user.login_id, &contact, findings)?;
    }
    let mail = if contact.mail.is_empty() { Value::Null } else { Value::Text(contact.mail) };
    draft.set(User::EMAIL, mail);
    Ok(())
}

pub(crate) fn login_name(contact: &Contact) -> String {
    let name = contact.mail.split('@').next().filter(|name| !name.is_empty());
    name.unwrap_or(&contact.phone).chars().take(40).collect()
}

fn hash_of(draft: &Draft<'_>) -> Option<Vec<u8>> {
    match draft.value(User::ID_NUMBER_HASH) {
        Value::Bytes(hash) => Some(hash.clone()),
        _ => None,
    }
}

/// The ID number: checked, then kept sealed, hashed and with its middle hidden.
fn identify(tx: &mut Tx<'_>, draft: &mut Draft<'_>, user: &User, findings: &mut Findings) -> Result<(), Refusal> {
    if !draft.body.contains_key("idNumber") {
        return Ok(());
    }
    let number = member::<String>(draft, "idNumber")?.unwrap_or_default().trim().to_uppercase();
    // The number as it was shown stays what it is.
    if !number.is_empty() && number == user.id_number_masked {
        return Ok(());
    }
    if user.id_type == "身份证" && !number.is_empty() && !is_resident_id(&number) {
        findings.error("idNumber", RESIDENT_ID.text());
        return Ok(());
    }
    let secrets = &tx.app.secrets;
    let (shown, sealed, hash) = match number.as_str() {
        "" => (Value::Null, Value::Null, Value::Null),
        number => {
            (Value::Text(masked(number)), Value::Bytes(secrets.seal(number)?), Value::Bytes(secrets.hash(number)?))
        }
    };
    draft.set(User::ID_NUMBER_MASKED, shown);
    draft.set(User::ID_NUMBER_SEALED, sealed);
    draft.set(User::ID_NUMBER_HASH, hash);
    Ok(())
}

/// The roles an account gets beside those it has.
fn roles(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let given = match (ids(draft, "roleIds")?, draft.is_new()) {
        (None, false) => return Ok(()),
        (given, _) => given.unwrap_or_default(),
    };
    if draft.is_new() {
        findings.error_if(given.is_empty(), "roleIds", ROLE);
        return check_roles(tx, &given, findings);
    }
    let old = targets_of(tx, "user_role", "role_id", draft.id)?;
    let new: Vec<Id> = given.into_iter().filter(|role| !old.contains(role)).collect();
    check_roles(tx, &new, findings)
}

/// Roles that are given exist, are not stopped, and hold nothing the giver does not hold.
pub(crate) fn check_roles(tx: &mut Tx<'_>, given: &[Id], findings: &mut Findings) -> Result<(), Refusal> {
    for role in given {
        let mut select = sql::from(tx.org(), "role");
        select.columns(["name", "active"]).and_where(sql::eq("id", *role));
        match tx.first(&select.into())? {
            None => findings.error("roleIds", NO_ROLE.text()),
            Some(row) if !row.get::<bool>(1)? => {
                findings.error("roleIds", ROLE_STOPPED.with(&[("name", &row.get::<String>(0)?)]));
            }
            Some(_) if !may_give(tx, *role)? => findings.error("roleIds", ROLE_ABOVE.text()),
            Some(_) => {}
        }
    }
    Ok(())
}

/// Whether the actor holds everything a role holds; the administrator may give any.
fn may_give(tx: &mut Tx<'_>, role: Id) -> Result<bool, Refusal> {
    if !tx.actor.admin_role.is_empty() {
        return Ok(true);
    }
    let codes = crate::role::codes_of(tx, role)?;
    Ok(holds_all(tx.actor, &codes))
}

/// Whether an actor holds all of these codes.
pub(crate) fn holds_all(actor: &Actor, codes: &[String]) -> bool {
    codes.iter().all(|code| actor.has(code))
}

/// One column of the rows an account has in a table of pairs.
pub(super) fn targets_of(
    conn: &mut Tx<'_>,
    table: &'static str,
    column: &'static str,
    user: Id,
) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(conn.org(), table);
    select.column(column).and_where(sql::eq("user_id", user)).order_by(column, Order::Asc);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Rows of pairs as they will be; answers the names before and after when they differ.
fn replace(
    tx: &mut Tx<'_>,
    user: Id,
    (table, column, of): (&'static str, &'static str, &'static str),
    wanted: &[Id],
    label: &str,
) -> Result<Option<Change>, Refusal> {
    let old = targets_of(tx, table, column, user)?;
    if old == wanted {
        return Ok(None);
    }
    let before = names(tx, of, &old)?;
    let mut delete = sql::delete(tx.org(), table);
    delete.and_where(sql::eq("user_id", user));
    tx.exec(&delete.into())?;
    for id in wanted {
        let pair = [("user_id", user.into_value()), (column, id.into_value())];
        tx.exec(&sql::insert(tx.org(), table, &pair).into())?;
    }
    let after = names(tx, of, wanted)?;
    Ok(Some(Change { field: column.to_owned(), label: label.to_owned(), old: before, new: after }))
}

fn names(tx: &mut Tx<'_>, table: &'static str, ids: &[Id]) -> Result<String, Refusal> {
    let mut select = sql::from(tx.org(), table);
    select.column("name").and_where(sql::is_in(sql::col("id"), ids.iter().copied())).order_by("name", Order::Asc);
    let names: Vec<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(names.join(","))
}

/// Which member names which targets beyond or without the level.
const TARGETS: [(&str, &str, &str, &str); 5] = [
    ("extraDeptIds", "extra", "dept", "额外可见部门"),
    ("extraWorkgroupIds", "extra", "workgroup", "额外可见工作组"),
    ("extraCoopIds", "extra", "coop", "额外可见客户"),
    ("exceptDeptIds", "except", "dept", "排除部门"),
    ("exceptCoopIds", "except", "coop", "排除客户"),
];

/// The person, the roles, the workgroups and what is named for the account.
pub fn write_rest(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let user = User::from_values(&draft.values)?;
    let mut written = Written::default();
    let contact = contact(tx, draft, &user)?;
    let known = login::contact_of(tx, user.login_id)?;
    if draft.is_new() {
        if known.phone.is_empty() && known.mail.is_empty() {
            let one_time = login::create(tx, user.login_id, &contact)?;
            let whose = Whose { login: user.login_id, org: tx.org(), user: draft.id };
            link::answer(tx, Purpose::Invite, whose, &one_time, &mut written.answer)?;
        } else {
            written.answer.insert("joined".to_owned(), json!(true));
        }
    } else if contact != known {
        login::change(tx, user.login_id, &contact)?;
        if contact.mail != known.mail {
            // Who had the address has the account no more, whatever he is known by.
            let org = tx.org();
            crate::openid::forget(tx, (org, draft.id))?;
        }
        let (old, new) = (format!("{} {}", known.phone, known.mail), format!("{} {}", contact.phone, contact.mail));
        written.changes.push(Change { field: "phone".to_owned(), label: "手机号、邮箱".to_owned(), old, new });
    }
    let pairs = [
        ("roleIds", ("user_role", "role_id", "role"), "角色"),
        ("workgroupIds", ("workgroup_user", "workgroup_id", "workgroup"), "工作组"),
    ];
    for (name, table, label) in pairs {
        if let Some(wanted) = ids(draft, name)? {
            written.changes.extend(replace(tx, draft.id, table, &wanted, label)?);
            if name == "roleIds" && user.admin_role.is_empty() && !crate::role::has_active_role(tx, draft.id)? {
                let (org, now) = (tx.org(), tx.now);
                end_user_sessions(tx, (org, draft.id), now, platform::access::ROLELESS)?;
            }
        }
    }
    for (name, kind, target, label) in TARGETS {
        if let Some(wanted) = ids(draft, name)? {
            written.changes.extend(name_targets(tx, draft.id, (kind, target), &wanted, label)?);
        }
    }
    written.changes.extend(part_time::write(tx, draft)?);
    if user.online_service && !served_before(draft) {
        let (org, now) = (tx.org(), tx.now);
        facts::chat::open_account(tx.app, tx, (org, draft.id), now)?;
    }
    Ok(written)
}

fn named(tx: &mut Tx<'_>, user: Id, (kind, target): (&str, &str)) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(tx.org(), "user_scope_extra");
    select
        .column("target_id")
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("kind", kind.to_owned()))
        .and_where(sql::eq("target_type", target.to_owned()))
        .order_by("target_id", Order::Asc);
    Ok(tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn name_targets(
    tx: &mut Tx<'_>,
    user: Id,
    (kind, target): (&str, &str),
    wanted: &[Id],
    label: &str,
) -> Result<Option<Change>, Refusal> {
    let old = named(tx, user, (kind, target))?;
    if old == wanted {
        return Ok(None);
    }
    let mut delete = sql::delete(tx.org(), "user_scope_extra");
    delete
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("kind", kind.to_owned()))
        .and_where(sql::eq("target_type", target.to_owned()));
    tx.exec(&delete.into())?;
    for id in wanted {
        let cells = [
            ("user_id", user.into_value()),
            ("kind", Value::Text(kind.to_owned())),
            ("target_type", Value::Text(target.to_owned())),
            ("target_id", id.into_value()),
        ];
        tx.exec(&sql::insert(tx.org(), "user_scope_extra", &cells).into())?;
    }
    let show = |ids: &[Id]| ids.iter().map(Id::to_string).collect::<Vec<_>>().join(",");
    Ok(Some(Change { field: target.to_owned(), label: label.to_owned(), old: show(&old), new: show(wanted) }))
}

/// What the form shows beside the columns.
pub fn view_rest(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .columns([("login", "phone_area"), ("login", "phone"), ("login", "email"), ("app_user", "id_number_masked")])
        .and_where(sql::of_eq("app_user", "id", id));
    let row = conn.first(&select.into())?.unwrap_or_default();
    for (place, name) in ["phoneArea", "phone", "email", "idNumber"].into_iter().enumerate() {
        view.insert(name.to_owned(), json!(row.get::<Option<String>>(place)?));
    }
    for (name, table, column) in
        [("roleIds", "user_role", "role_id"), ("workgroupIds", "workgroup_user", "workgroup_id")]
    {
        let mut select = sql::from(org, table);
        select.column(column).and_where(sql::eq("user_id", id)).order_by(column, Order::Asc);
        let ids: Vec<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        view.insert(name.to_owned(), json!(ids));
    }
    let mut select = sql::from(org, "user_scope_extra");
    select
        .columns(["kind", "target_type", "target_id"])
        .and_where(sql::eq("user_id", id))
        .order_by("target_id", Order::Asc);
    let rows = conn.query(&select.into())?;
    for (name, kind, target, _) in TARGETS {
        let mut ids: Vec<Id> = Vec::new();
        for row in &rows {
            if row.get::<String>(0)? == kind && row.get::<String>(1)? == target {
                ids.push(row.get(2)?);
            }
        }
        view.insert(name.to_owned(), json!(ids));
    }
    Ok(())
}
