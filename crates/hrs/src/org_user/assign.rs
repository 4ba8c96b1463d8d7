//! 分配用户: a person with a login gets an account in the chosen org.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, names_of, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::messages::{REQUIRED, TOO_LONG};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::{PAGE, org_of};
use crate::blacklist;
use crate::user::login::{self, Contact, HERE_ALREADY};
use crate::user::rules::{FULL, PERSON_BLACK, ROLE, check_dept, check_roles, login_name};
use crate::user::{limit, used};

const NOBODY: Msg = Msg::new("org_user.nobody", "未找到该账号", "There is no such login.");
const POSITION_MAX: usize = 20;

/// Its call.
pub fn operation() -> Operation {
    Operation::post("assign_org_user", "/hrs/orgUser/assign", Access::Code("sys_orguser_assign"), assign)
        .summary("Gives a login, found by full phone number or e-mail, an account in the chosen org")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Assigned {
    org_id: Option<Id>,
    #[serde(default)]
    phone_area: String,
    /// Full phone number or e-mail.
    #[serde(default)]
    account: String,
    dept_id: Option<Id>,
    #[serde(default)]
    job_position: String,
    #[serde(default)]
    role_ids: BTreeSet<Id>,
}

/// POST /hrs/orgUser/assign.
fn assign(call: &mut Call) -> Outcome {
    let body: Assigned = call.json()?;
    let id = call.write_in(org_of(call, body.org_id)?, |tx| {
        // The lock on the org keeps two new accounts from taking the last place together.
        let org = tx.org();
        raise_permission_version(tx, org)?;
        let mut findings = Findings::new();
        let login = body.person(tx, &mut findings)?;
        let dept = body.check(tx, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let (Some(login), Some(dept)) = (login, dept) else { return Err(Refusal::NotFound) };
        let (limit, used) = (limit(tx, org)?, used(tx, org)?);
        if used >= limit {
            return Err(Refusal::Business(FULL.with(&[("limit", &limit.to_string())])));
        }
        body.make(tx, login, dept)
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

impl Assigned {
    /// The person, who is not here yet and not on the blacklist.
    fn person(&self, tx: &mut Tx<'_>, findings: &mut Findings) -> Result<Option<Id>, Refusal> {
        let account = self.account.trim();
        let area = Some(self.phone_area.trim().trim_start_matches('+')).filter(|area| !area.is_empty());
        let (phone, mail) = if account.contains('@') { ("", account) } else { (account, "") };
        let asked =
            Contact { area: area.unwrap_or("86").to_owned(), phone: phone.to_owned(), mail: mail.to_lowercase() };
        let found = if mail.is_empty() { login::by_phone(tx, &asked)? } else { login::by_mail(tx, &asked)? };
        let Some(login) = found else {
            findings.error("account", NOBODY.text());
            return Ok(None);
        };
        if login::is_here(tx, login)? {
            findings.error("account", HERE_ALREADY.text());
            return Ok(None);
        }
        let known = login::contact_of(tx, login)?;
        let org = tx.org();
        let entry = blacklist::entry_for(tx, org, (&known.area, &known.phone), &known.mail, None)?;
        if let Some(reason) = entry {
            findings.error("account", PERSON_BLACK.with(&[("reason", &reason)]));
        }
        Ok(Some(login))
    }

    /// Department, position and roles; answers the department.
    fn check(&self, tx: &mut Tx<'_>, findings: &mut Findings) -> Result<Option<Id>, Refusal> {
        match self.dept_id {
            None => findings.error("deptId", REQUIRED.with(&[("field", "部门")])),
            Some(dept) => check_dept(tx, dept, findings)?,
        }
        let position = self.job_position.trim().chars().count();
        if position == 0 {
            findings.error("jobPosition", REQUIRED.with(&[("field", "职位")]));
        } else if position > POSITION_MAX {
            findings.error("jobPosition", TOO_LONG.with(&[("field", "职位"), ("n", &POSITION_MAX.to_string())]));
        }
        findings.error_if(self.role_ids.is_empty(), "roleIds", ROLE);
        check_roles(tx, &self.role_ids.iter().copied().collect::<Vec<_>>(), findings)?;
        Ok(self.dept_id)
    }

    /// The account, called as the person is elsewhere, its roles, and what is told of it.
    fn make(&self, tx: &mut Tx<'_>, login: Id, dept: Id) -> Result<Id, Refusal> {
        let (org, id, by, now) = (tx.org(), tx.new_id(), tx.actor.user_id, tx.now);
        let contact = login::contact_of(tx, login)?;
        let short = login_name(&contact);
        let (name, english) = names_of(tx, login)?.unwrap_or_else(|| (short.clone(), short.clone()));
        let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
        let cells = [
            ("id", id.into_value()),
            ("login_id", login.into_value()),
            ("login_type", Value::Int(i64::from(!contact.mail.is_empty()))),
            ("login_name", short.into_value()),
            ("name_cn", name.clone().into_value()),
            ("name_en", text(&english)),
            ("email", text(&contact.mail)),
            ("dept_id", dept.into_value()),
            ("job_position", text(self.job_position.trim())),
            ("order_permission", Value::Int(0)),
            ("user_status", Value::Int(1)),
            ("active", Value::Bool(true)),
            ("page_language", platform::deployment::language(tx)?.into_value()),
            ("version", Value::Int(1)),
            ("created_by", by.into_value()),
            ("created_at", now.into_value()),
            ("updated_by", by.into_value()),
            ("updated_at", now.into_value()),
        ];
        tx.exec(&sql::insert(org, "app_user", &cells).into())?;
        for role in &self.role_ids {
            let pair = [("user_id", id.into_value()), ("role_id", role.into_value())];
            tx.exec(&sql::insert(org, "user_role", &pair).into())?;
        }
        crate::told::joined(tx, id)?;
        tx.log(LogEntry::of("user", id, name, PAGE).did("新建", "分配用户").level(Level::High))?;
        Ok(id)
    }
}
