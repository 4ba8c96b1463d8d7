//! Removal of an account nobody has worked with.

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{has_other_account, raise_permission_version};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, sql};

use super::ADMIN_STAYS;

const USED: Msg = Msg::new(
    "user.used",
    "用户已有业务数据，不能删除，请办理离职",
    "The user has business data and can't be deleted; let him leave instead.",
);

/// Where others name a user, beside what he did himself once he was logged in.
const TRACES: [(&str, &str); 41] = [
    ("api_key", "user_id"),
    ("chat_account", "user_id"),
    ("login_log", "user_id"),
    ("operation_log", "operator_id"),
    ("operation_log", "maker_id"),
    ("freight_order", "created_by"),
    ("freight_order", "closed_by"),
    ("finance_period", "closed_by"),
    ("freight_order", "sales_id"),
    ("freight_order", "servicer_id"),
    ("freight_order", "operator_id"),
    ("coop", "transactor_id"),
    ("coop", "sales_id"),
    ("coop", "servicer_id"),
    ("coop", "operator_id"),
    ("dept", "manager_id"),
    ("agreement", "transactor_id"),
    ("approval_instance", "applicant_id"),
    ("approval_task", "approver_id"),
    ("approval_task", "from_user_id"),
    ("approval_cc", "user_id"),
    ("approval_delegate", "user_id"),
    ("approval_delegate", "to_user_id"),
    ("awb", "reserved_user_id"),
    ("awb", "locker_id"),
    ("bill_check", "handler_id"),
    ("contact_request", "assignee_id"),
    ("contract", "responsible_id"),
    ("contract_borrow", "user_id"),
    ("cost_confirmation", "handler_id"),
    ("inquiry", "sales_id"),
    ("inquiry", "buyer_id"),
    ("inquiry", "answer_by"),
    ("inquiry_asked", "answer_by"),
    ("mail_log", "sender_id"),
    ("receipt", "claimed_by"),
    ("routing_sign", "person_id"),
    ("routing_sign", "signer_id"),
    ("sign_template", "user_id"),
    ("voucher_entry", "user_id"),
    ("write_off", "reversed_by"),
];
/// Texts that name several users: who decides, who gets a copy, who is told.
const LISTS: [(&str, &str); 3] =
    [("approval_level", "approver_ids"), ("approval_level", "cc_ids"), ("message_rule", "receivers")];
/// What only he has, and goes with him.
const BELONGINGS: [&str; 7] =
    ["user_role", "workgroup_user", "user_dept", "user_permission", "user_scope_extra", "message", "openid_binding"];

/// Only who never worked is removed; his rights and his person go with him.
pub fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let mut select = sql::from(org, "app_user");
    select.columns(["login_id", "admin_role"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if !row.get::<String>(1)?.is_empty() {
        return Err(Refusal::business(ADMIN_STAYS));
    }
    let login: Id = row.get(0)?;
    if was_there(tx, login, (org, id))? || is_named(tx, id)? {
        return Err(Refusal::business(USED));
    }
    for table in BELONGINGS {
        let mut delete = sql::delete(org, table);
        delete.and_where(sql::eq("user_id", id));
        tx.exec(&delete.into())?;
    }
    let mut asked = sql::delete(PLATFORM_ORG, "questionnaire_addressee");
    asked.and_where(sql::eq("user_org_id", org)).and_where(sql::eq("user_id", id));
    tx.exec(&asked.into())?;
    let mut invited = sql::delete_global("login_link");
    invited.and_where(sql::eq("user_id", id));
    tx.exec(&invited.into())?;
    forget_person(tx, login, (org, id))
}

/// Whether a person has logged in at some time. What is done then is not looked for: this outlasts the logs. Of who has
/// further accounts, it does not tell with which one.
fn was_there(tx: &mut Tx<'_>, login: Id, account: (i64, Id)) -> Result<bool, Refusal> {
    if has_other_account(tx, login, account)? {
        return Ok(false);
    }
    let mut select = sql::from_global("login");
    select.column("id").and_where(sql::eq("id", login)).and_where(sql::col("last_login_at").is_not_null());
    Ok(tx.first(&select.into())?.is_some())
}

/// Whether anything of the company names an account, or the platform names it for one.
fn is_named(tx: &mut Tx<'_>, id: Id) -> Result<bool, Refusal> {
    let org = tx.org();
    let ones = TRACES.map(|(table, column)| (table, sql::eq(column, id)));
    let lists = LISTS.map(|(table, column)| (table, sql::contains(sql::col(column), &id.to_string())));
    for (table, names) in ones.into_iter().chain(lists) {
        let mut select = sql::from(org, table);
        select.column("org_id").and_where(names).limit(1);
        if tx.first(&select.into())?.is_some() {
            return Ok(true);
        }
    }
    let mut demanded = sql::from_global("org");
    demanded.column("id").and_where(sql::eq("demand_person_id", id)).limit(1);
    Ok(tx.first(&demanded.into())?.is_some())
}

/// A person without any other account is forgotten.
pub(crate) fn forget_person(tx: &mut Tx<'_>, login: Id, account: (i64, Id)) -> Result<(), Refusal> {
    if !has_other_account(tx, login, account)? {
        for (table, column) in [("login", "id"), ("login_link", "login_id"), ("login_password_history", "login_id")] {
            let mut delete = sql::delete_global(table);
            delete.and_where(sql::eq(column, login));
            tx.exec(&delete.into())?;
        }
    }
    Ok(())
}
