//! An account, and a login, of which nothing of its owner is left.

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::access::{has_other_account, has_other_person};
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};

use super::person::Asked;

/// Columns of an account that say something of its owner alone.
const OF_OWNER: [&str; 12] = [
    "name_en",
    "email",
    "job_number",
    "sex",
    "birthday",
    "id_type",
    "id_number_masked",
    "id_number_sealed",
    "id_number_hash",
    "resume",
    "family",
    "remark",
];
/// What a login has beside its row.
const OF_LOGIN: [&str; 5] =
    ["login_link", "login_password_history", "login_recovery_code", "login_mail_code", "login_guard"];

/// The account keeps its row, which orders and logs name; nothing of its owner is left in it. Answers whether its login stays,
/// as it is of other companies too.
pub(super) fn account(
    conn: &mut dyn Conn,
    app: &App,
    (org, user, login): (i64, Id, Id),
    asked: &Asked,
) -> Result<bool, Refusal> {
    // Two companies may close their accounts of one person at once: the second sees that the first has.
    let mut lock = sql::from_global("login");
    lock.column("id").and_where(sql::eq("id", login)).lock_exclusive();
    conn.query(&lock.into())?;
    let (now, token) = (app.clock.now(), || Value::Text(asked.token.clone()));
    let mut cells: Vec<(&'static str, Value)> = OF_OWNER.map(|column| (column, Value::Null)).to_vec();
    cells.extend([
        ("name_cn", token()),
        ("login_name", token()),
        ("erased_at", now.into_value()),
        ("updated_at", now.into_value()),
    ]);
    let mut account = sql::update(org, "app_user", &cells);
    account.value("version", sql::col("version").add(1)).and_where(sql::eq("id", user));
    conn.exec(&account.into())?;
    for table in ["operation_log", "awb_log"] {
        let mut lines = sql::update(org, table, &[("operator_name", token())]);
        lines.and_where(sql::eq("operator_id", user));
        conn.exec(&lines.into())?;
    }
    for table in ["user_mailbox", "idempotency_key", "openid_binding"] {
        let mut delete = sql::delete(org, table);
        delete.and_where(sql::eq("user_id", user));
        conn.exec(&delete.into())?;
    }
    let mut asked_platform = sql::update(PLATFORM_ORG, "contact_request", &[("contact_name", token())]);
    asked_platform.and_where(sql::eq("user_org_id", org)).and_where(sql::eq("user_id", user));
    conn.exec(&asked_platform.into())?;
    let is_kept = has_other_person(conn, login, (org, Some(user)))?;
    if !is_kept {
        blank(conn, login)?;
        forget_requests(conn, (&asked.numbers, &asked.mails))?;
    }
    Ok(is_kept)
}

/// The login of somebody whose account is removed: it goes, unless an account that was erased elsewhere still names it.
pub(super) fn forget_login(
    conn: &mut dyn Conn,
    org: i64,
    (login, phone, mail): (Id, &str, &str),
) -> Result<(), Refusal> {
    if has_other_account(conn, login, (org, Id(0)))? {
        blank(conn, login)?;
    } else {
        forget_ways(conn, login)?;
        conn.exec(&sql::delete_global("login").and_where(sql::eq("id", login)).into())?;
    }
    forget_requests(conn, (&[phone.to_owned()], &[mail.to_owned()]))
}

fn blank(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    let mut cells: Vec<(&'static str, Value)> =
        ["phone_area", "phone", "email", "admin_name", "last_login_ip", "factor_secret", "factor_pending"]
            .map(|column| (column, Value::Null))
            .to_vec();
    // No password is this: nobody logs in any more.
    cells.push(("password_hash", Value::Text(String::new())));
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    conn.exec(&update.into())?;
    forget_ways(conn, login)
}

fn forget_ways(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    for table in OF_LOGIN {
        let mut delete = sql::delete_global(table);
        delete.and_where(sql::eq("login_id", login));
        conn.exec(&delete.into())?;
    }
    Ok(())
}

/// Who asked for a new password stands there by his phone or mail.
fn forget_requests(conn: &mut dyn Conn, (phones, mails): (&[String], &[String])) -> Result<(), Refusal> {
    for (column, texts) in [("phone", phones), ("email", mails)] {
        let texts: Vec<String> = texts.iter().filter(|text| !text.is_empty()).cloned().collect();
        if texts.is_empty() {
            continue;
        }
        let mut requests = sql::delete_global("password_request");
        requests.and_where(sql::is_in(sql::col(column), texts));
        conn.exec(&requests.into())?;
    }
    Ok(())
}
