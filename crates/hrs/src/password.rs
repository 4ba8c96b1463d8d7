//! Rules for passwords (people chapter, rule 7).

use kernel::{Id, Msg};
use platform::access::password_fits;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Value, sql};

/// Fewest and most characters.
pub const LENGTH: (usize, usize) = (8, 20);
/// Wrong passwords in a row that lock a login.
pub const FAILS_MAX: i64 = 5;
/// They count when they lie within this time.
pub const FAILS_WINDOW_MS: i64 = 15 * 60 * 1000;
/// A locked login opens again after this time.
pub const LOCK_MS: i64 = 15 * 60 * 1000;

/// The form of a password.
pub const WRONG_FORM: Msg = Msg::new(
    "password.form",
    "密码须为8-20位且包含字母和数字",
    "The password must have 8 to 20 characters with letters and digits.",
);
/// It holds the login.
pub const HOLDS_LOGIN: Msg = Msg::new(
    "password.holds_login",
    "密码不能包含登录账号、手机号或邮箱",
    "The password must not contain the login, phone number or e-mail.",
);

/// It was used before.
pub const REUSED: Msg = Msg::new(
    "password.reused",
    "新密码不能与最近{n}次使用的密码相同",
    "The new password must differ from the last {n} passwords.",
);
/// Passwords in use and before it that may not come back.
pub const REMEMBERED: u64 = 5;

/// Whether a login had this password among its last ones.
pub(crate) fn was_used(conn: &mut dyn Conn, login: Id, password: &str) -> Result<bool, Refusal> {
    let mut select = sql::from_global("login_password_history");
    select
        .column("password_hash")
        .and_where(sql::eq("login_id", login))
        .order_by("id", Order::Desc)
        .limit(REMEMBERED - 1);
    for row in conn.query(&select.into())? {
        if password_fits(password, &row.get::<String>(0)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a login a new password; the one it had is remembered, and links to set one are spent.
pub(crate) fn replace(tx: &mut Tx<'_>, login: Id, hash: String, must_change: bool) -> Result<(), Refusal> {
    let mut old = sql::from_global("login");
    old.column("password_hash").and_where(sql::eq("id", login));
    if let Some(row) = tx.first(&old.into())? {
        let cells = [
            ("login_id", Value::Int(login.0)),
            ("id", Value::Int(tx.new_id().0)),
            ("password_hash", row.value(0).clone()),
        ];
        tx.exec(&sql::insert_global("login_password_history", &cells).into())?;
    }
    let cells = [
        ("password_hash", Value::Text(hash)),
        ("must_change", Value::Bool(must_change)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    tx.exec(&update.into())?;
    let now = tx.now;
    crate::link::spend_all(tx, login, now)
}

/// What is wrong with a new password for these logins.
pub fn fault(password: &str, logins: &[&str]) -> Option<Msg> {
    let length = password.chars().count();
    let letters = password.chars().any(char::is_alphabetic);
    let digits = password.chars().any(|c| c.is_ascii_digit());
    if length < LENGTH.0 || length > LENGTH.1 || !letters || !digits {
        return Some(WRONG_FORM);
    }
    let lower = password.to_lowercase();
    let named = |login: &&str| login.chars().count() >= 4 && lower.contains(&login.to_lowercase());
    logins.iter().any(named).then_some(HOLDS_LOGIN)
}

/// A one-time password: 12 characters without those that are mistaken for each other.
pub fn one_time(bytes: [u8; 16]) -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let pick = |byte: &u8| LETTERS.get(usize::from(*byte) % LETTERS.len()).copied().map_or('x', char::from);
    let mut text: String = bytes.iter().take(10).map(pick).collect();
    // The rule wants a letter and a digit, whatever the dice said.
    text.push('k');
    text.push('7');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_need_length_letters_and_digits() {
        assert_eq!(fault("abcdef1", &[]), Some(WRONG_FORM));
        assert_eq!(fault("abcdefg1", &[]), None);
        assert_eq!(fault("abcdefgh", &[]), Some(WRONG_FORM));
        assert_eq!(fault("12345678", &[]), Some(WRONG_FORM));
        assert_eq!(fault(&format!("a1{}", "x".repeat(18)), &[]), None);
        assert_eq!(fault(&format!("a1{}", "x".repeat(19)), &[]), Some(WRONG_FORM));
        assert_eq!(fault("xsales01x9", &["sales01"]), Some(HOLDS_LOGIN));
    }

    #[test]
    fn one_time_passwords_keep_the_rule() {
        assert_eq!(fault(&one_time([0; 16]), &[]), None);
        assert_eq!(one_time([255; 16]).len(), 12);
    }
}
