//! Rules for passwords (people chapter, rule 7), and how a password is changed.

mod guessed;

use kernel::{Id, Msg, Text};
use platform::PLATFORM_ORG;
use platform::access::{end_other_sessions, end_session, hash_password, password_fits, revoke_personal_keys};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::auth::{self, device};
use crate::security::Policy;

pub(crate) use guessed::Words;
use guessed::{Guessed, guessed};

const LETTERS_AND_DIGITS: Msg = Msg::new(
    "password.form",
    "密码须为{min}-{max}位且包含字母和数字",
    "The password must have {min} to {max} characters with letters and digits.",
);
const THREE_CLASSES: Msg = Msg::new(
    "password.classes",
    "密码须为{min}-{max}位且包含大写字母、小写字母、数字、符号中的三类",
    "The password must have {min} to {max} characters of three of: capitals, small letters, digits, signs.",
);
const PHRASE: Msg =
    Msg::new("password.phrase", "密码须为{min}-{max}位", "The password must have {min} to {max} characters.");
const HOLDS_LOGIN: Msg = Msg::new(
    "password.holds_login",
    "密码不能包含登录账号、手机号或邮箱",
    "The password must not contain the login, phone number or e-mail.",
);
const COMMON: Msg = Msg::new("password.common", "密码过于常见，请更换", "The password is too common.");
const NAMED: Msg = Msg::new(
    "password.named",
    "密码含有姓名、企业或产品名称，容易被猜到，请更换",
    "The password is made of the name of a person, the company or the product and is easily guessed.",
);
const REUSED: Msg = Msg::new(
    "password.reused",
    "新密码不能与最近{n}次使用的密码相同",
    "The new password must differ from the last {n} passwords.",
);
const OLD_WRONG: Msg = Msg::new("password.old_wrong", "原密码错误", "The old password is wrong.");
const SAME: Msg = Msg::new("password.same", "新密码不能与原密码相同", "The new password must differ from the old one.");

/// Passwords remembered: the most a policy asks for, the present one included.
const REMEMBERED: u64 = 10;

/// The form a policy asks for.
pub fn form_text(policy: &Policy) -> Text {
    let message = match policy {
        policy if policy.is_phrase() => PHRASE,
        policy if policy.is_classes() => THREE_CLASSES,
        _ => LETTERS_AND_DIGITS,
    };
    message.with(&[("min", &policy.least().to_string()), ("max", &policy.max.to_string())])
}

fn has_form(password: &str, policy: &Policy) -> bool {
    let length = i64::try_from(password.chars().count()).unwrap_or(i64::MAX);
    let any = |test: fn(char) -> bool| password.chars().any(test);
    let letters = any(char::is_alphabetic);
    let digits = any(|c| c.is_ascii_digit());
    let signs = any(|c| !c.is_alphanumeric());
    let classes = [any(char::is_uppercase), any(char::is_lowercase), digits, signs];
    let classes = classes.into_iter().filter(|has| *has).count();
    let fits = policy.is_phrase() || if policy.is_classes() { classes >= 3 } else { letters && digits };
    fits && (policy.least()..=policy.max).contains(&length)
}

/// What is wrong with a new password of who has these words, the history apart. Every place where somebody chooses a
/// password asks this.
pub(crate) fn fault(password: &str, words: &Words, policy: &Policy) -> Option<Text> {
    if !has_form(password, policy) {
        return Some(form_text(policy));
    }
    if words.held(&password.to_lowercase()) {
        return Some(HOLDS_LOGIN.text());
    }
    guessed(password, words).map(|whose| match whose {
        Guessed::Common => COMMON.text(),
        Guessed::Login => HOLDS_LOGIN.text(),
        Guessed::Name => NAMED.text(),
    })
}

/// What is wrong with a password that the people of a demonstration share, whose company is called so.
pub fn fault_of_demo(conn: &mut dyn Conn, password: &str, names: &[&str]) -> Result<Option<Text>, Refusal> {
    let mut words = Words::default();
    names.iter().for_each(|name| words.name(name));
    Ok(fault(password, &words, &Policy::of_org(conn, PLATFORM_ORG)?))
}

/// Whether a login had this password among its last ones, the present one included.
fn was_used(conn: &mut dyn Conn, login: Id, password: &str, policy: &Policy) -> Result<bool, Refusal> {
    let before = u64::try_from(policy.history - 1).unwrap_or(0);
    let mut select = sql::from_global("login_password_history");
    select
        .column("password_hash")
        .and_where(sql::eq("login_id", login))
        .order_by("id", Order::Desc)
        .limit(before.min(REMEMBERED));
    if before == 0 {
        return Ok(false);
    }
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
    let now = Value::Int(tx.now.millis());
    let cells = [
        ("password_hash", Value::Text(hash)),
        ("password_changed_at", now.clone()),
        ("must_change", Value::Bool(must_change)),
        ("updated_at", now),
    ];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    tx.exec(&update.into())?;
    let now = tx.now;
    revoke_personal_keys(tx, login, "密码已修改")?;
    device::forget_all(tx, login)?;
    crate::link::spend_all(tx, login, now)
}

/// GET /hrs/user/passwordPolicy: what the caller's next password must be.
pub fn policy(call: &mut Call) -> Outcome {
    let login = call.actor()?.login_id;
    let (policy, _) = call.read(|conn| Policy::of_login(conn, login))?;
    Ok(Answer::Data(asked(&policy, call.language())))
}

/// What a policy asks of a password, as the page says and checks it.
pub(crate) fn asked(policy: &Policy, language: &str) -> Json {
    json!({
        "text": form_text(policy).in_language(language),
        "min": policy.least(),
        "max": policy.max,
        "classes": if policy.is_phrase() { 0 } else if policy.is_classes() { 3 } else { 2 },
        "history": policy.history,
        "days": policy.days,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Change {
    old_password: String,
    new_password: String,
}

/// PUT /hrs/user/editPassword: ends every session of the login, and the marks of all its devices but a new one of this.
/// A wrong old password counts as a failed log-in.
pub fn change(call: &mut Call) -> Outcome {
    let change: Change = call.json()?;
    let login = call.actor()?.login_id;
    let wrong = auth::prove_password(call, &change.old_password, OLD_WRONG);
    match wrong {
        Err(Refusal::Business(text)) if text == OLD_WRONG.text() => return Err(Refusal::field("oldPassword", text)),
        other => other?,
    }
    if change.old_password == change.new_password {
        return Err(Refusal::field("newPassword", SAME.text()));
    }
    if let Some(fault) = call.read(|conn| refusal_of(conn, login, &change.new_password))? {
        return Err(Refusal::field("newPassword", fault));
    }
    let hash = hash_password(&change.new_password, call.app.settings.password_cost)?;
    let token = call.asked.token.clone().unwrap_or_default();
    let cookie = call.write(|tx| {
        replace(tx, login, hash, false)?;
        auth::forgive_all(tx, login)?;
        let cookie = device::keep(tx, call, login, None)?;
        let now = tx.now;
        end_other_sessions(tx, login, &token, now)?;
        end_session(tx, &token, now, "密码修改")?;
        let entry = LogEntry::of("login", login, tx.actor.name.clone(), "/resetPassword");
        tx.log(entry.did("重置密码", "修改密码").level(Level::High))?;
        Ok(cookie)
    })?;
    Ok(Answer::Cookie(cookie, Box::new(Answer::Data(Json::Null))))
}

/// What is wrong with a new password of a login, in the order of the rule.
pub(crate) fn refusal_of(conn: &mut dyn Conn, login: Id, password: &str) -> Result<Option<Text>, Refusal> {
    let (policy, _) = Policy::of_login(conn, login)?;
    let words = Words::of_login(conn, login)?;
    if let Some(fault) = fault(password, &words, &policy) {
        return Ok(Some(fault));
    }
    let mut select = sql::from_global("login");
    select.column("password_hash").and_where(sql::eq("id", login));
    let present: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let used = policy.history > 0 && (password_fits(password, &present) || was_used(conn, login, password, &policy)?);
    Ok(used.then(|| REUSED.with(&[("n", &policy.history.to_string())])))
}

/// A one-time password: 12 characters without those that are mistaken for each other. Every rule wants a small letter, a
/// capital and a figure, whatever the dice said: they stand where the dice say, so that no two passwords end alike.
pub fn one_time(bytes: [u8; 16]) -> String {
    const SMALL: &[u8] = b"abcdefghijkmnpqrstuvwxyz";
    const CAPITAL: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    const FIGURES: &[u8] = b"23456789";
    const FREE: usize = 9;
    const STEP: u8 = 29;
    let letters = [SMALL, CAPITAL, FIGURES].concat();
    let pick = |of: &[u8], byte: u8| of.get(usize::from(byte) % of.len()).copied().map_or('x', char::from);
    let (free, placed) = bytes.split_at(FREE);
    // Each place reads its die otherwise: the same throw twice is no letter twice.
    let places = (0u8..).map(|place| place.wrapping_mul(STEP));
    let mut text: Vec<char> =
        free.iter().zip(places).map(|(byte, step)| pick(&letters, byte.wrapping_add(step))).collect();
    for (group, dice) in [SMALL, CAPITAL, FIGURES].into_iter().zip(placed.chunks_exact(2)) {
        if let [what, place] = dice {
            text.insert(usize::from(*place) % (text.len() + 1), pick(group, *what));
        }
    }
    text.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(rule: usize, min: i64, max: i64) -> Policy {
        Policy {
            rule,
            min,
            max,
            history: 5,
            days: 0,
            slow: true,
            fails: 5,
            lock_minutes: 15,
            idle_minutes: 720,
            sessions: 5,
            factor: 0,
        }
    }

    fn said(password: &str, policy: &Policy) -> Option<String> {
        let mut words = Words::default();
        words.login("sales01");
        ["演示货运", "Demo Freight", "DEMO", "YUANHANG", "Sales One", "张三丰"]
            .iter()
            .for_each(|name| words.name(name));
        fault(password, &words, policy).map(|text| text.zh)
    }

    #[test]
    fn passwords_need_length_letters_and_digits() {
        let usual = policy(0, 8, 20);
        let form = Some("密码须为8-20位且包含字母和数字".to_owned());
        assert_eq!(said("xq7vzpk", &usual), form);
        assert_eq!(said("xq7vzpkm", &usual), None);
        assert_eq!(said("xqzvzpkm", &usual), form);
        assert_eq!(said("12345678", &usual), form);
        assert_eq!(said("xq7vzpkmwbtxq7vzpkmw", &usual), None);
        assert_eq!(said("xq7vzpkmwbtxq7vzpkmwb", &usual), form);
        assert_eq!(said("xsales01x9", &usual).as_deref(), Some("密码不能包含登录账号、手机号或邮箱"));
    }

    #[test]
    fn stricter_rules_say_their_figures() {
        let classes = policy(1, 10, 64);
        let form = "密码须为10-64位且包含大写字母、小写字母、数字、符号中的三类";
        assert_eq!(said("xq7vzpkmwb", &classes).as_deref(), Some(form));
        assert_eq!(said("xq7vzpkmwB", &classes), None);
        assert_eq!(said("xq7vzpkm-b", &classes), None);
        assert_eq!(said("xq7vzpkmB", &classes).as_deref(), Some(form));
        let phrase = policy(2, 8, 64);
        assert_eq!(said("xqzvzpkmwbt", &phrase).as_deref(), Some("密码须为12-64位"));
        assert_eq!(said("xqzvzpkmwbtv", &phrase), None);
    }

    #[test]
    fn common_passwords_are_refused() {
        for password in ["password1", "Password1", "abcd1234", "qwerty123", "1q2w3e4r", "iloveyou1", "a12345678"] {
            assert_eq!(said(password, &policy(0, 8, 20)).as_deref(), Some("密码过于常见，请更换"), "{password}");
        }
        for password in ["Test-2026x", "New-2026x", "Frachtbrief7", "kmq7-vzp2"] {
            assert_eq!(said(password, &policy(0, 8, 20)), None, "{password}");
        }
    }

    /// Beside each that is refused the next that is not.
    #[test]
    fn what_is_tried_first_is_refused_and_what_comes_behind_is_taken() {
        let common = Some("密码过于常见，请更换");
        let named = Some("密码含有姓名、企业或产品名称，容易被猜到，请更换");
        let holds = Some("密码不能包含登录账号、手机号或邮箱");
        for (password, told) in [
            ("aaaaaaaa1", common),
            ("abababab1", common),
            ("Winter2026!", common),
            ("Winter-2026", common),
            ("!Winter2026", common),
            ("Spring2027@", common),
            ("Spring@2027", common),
            ("Spring@2027!", None),
            ("Monday01", common),
            ("Shanghai2026", common),
            ("P@ssw0rd123", common),
            ("Aa123456!", common),
            ("Admin@123", common),
            ("woaini1314", common),
            ("qwer1234!", common),
            ("1qaz@WSX", common),
            // Of a breach, and with a sign behind.
            ("18atcskd2w", common),
            ("18ATCSKD2W!", common),
            ("Demo2026", common),
            ("Demo@2026", named),
            ("DemoFreight1", named),
            ("OpenForwarder1", named),
            ("Forwarder2026!", named),
            ("Yuanhang2026", named),
            ("Yuanhang-2026", named),
            ("Sales0101", holds),
            ("Winter-2026-kq", None),
            ("Demo-2026x", None),
            ("Second-26x", None),
            ("Frachtbrief7", None),
            ("Yuan-hang-2026", None),
        ] {
            assert_eq!(said(password, &policy(0, 8, 20)).as_deref(), told, "{password}");
        }
        assert_eq!(said("aaaaaaaaaaaa", &policy(2, 8, 64)).as_deref(), common, "a phrase too");
        assert!(said("张三丰张三丰张三丰张三丰", &policy(2, 8, 64)).is_some());
    }

    /// 32: nothing of a one-time password is known beforehand, its ending neither.
    #[test]
    fn one_time_passwords_have_nothing_in_common() {
        let made: Vec<String> = (0..=255u8)
            .map(|byte| {
                let mut dice = byte;
                one_time(std::array::from_fn(|_| {
                    dice = dice.wrapping_mul(141).wrapping_add(83);
                    dice ^ (dice >> 3)
                }))
            })
            .collect();
        for place in 0..12 {
            let letters: std::collections::BTreeSet<char> =
                made.iter().map(|text| text.chars().nth(place).unwrap()).collect();
            assert!(letters.len() > 8, "place {place}: {letters:?}");
        }
    }

    #[test]
    fn one_time_passwords_keep_every_rule() {
        for rule in 0..3 {
            assert_eq!(
                said(&one_time([0, 5, 99, 3, 21, 7, 8, 9, 1, 0, 0, 0, 0, 0, 0, 0]), &policy(rule, 12, 20)),
                None
            );
        }
        for byte in 0..=255 {
            assert_eq!(said(&one_time([byte; 16]), &policy(2, 12, 20)), None, "{byte}");
        }
        assert_eq!(one_time([255; 16]).len(), 12);
        let all: String = (0..=255).map(|byte| one_time([byte; 16])).collect();
        assert!(all.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !all.contains(['0', 'O', '1', 'l', 'I']));
    }
}
