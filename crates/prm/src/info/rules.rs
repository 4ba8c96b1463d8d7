//! Rules of a sheet that is handed in: what must be there, and the forms of names, codes and numbers.

use kernel::{Findings, Msg};
use platform::field::{Field, messages::REQUIRED};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::{credit_code, phone};

use super::sheet::{ACCOUNT, Account, COMPANY, CONTACT, INVOICE, Sheet, need_contacts};
use crate::coop::rules::{CHINESE_NAME, ENGLISH_NAME, MAIL, is_chinese_name, is_english_name, is_mail};

const PHONE: Msg = Msg::new("info.phone", "请输入正确的电话号码", "Please enter a correct phone number.");
const NO_COUNTRY: Msg = Msg::new("info.country", "国家不存在", "There is no such country.");
const NO_CURRENCY: Msg = Msg::new("info.currency", "币种不存在", "There is no such currency.");
const DECLARE: Msg = Msg::new("info.declare", "请勾选声明", "Please tick the declaration.");
const ACCOUNT_FORM: Msg = Msg::new(
    "info.account",
    "银行账号只能包含数字、字母、空格和横线",
    "An account number holds digits, letters, spaces and hyphens.",
);
const SWIFT: Msg = Msg::new("info.swift", "SWIFT代码格式不正确", "The SWIFT code has the wrong format.");
const IBAN: Msg = Msg::new("info.iban", "IBAN校验不正确", "The check digits of the IBAN are wrong.");
const NO_ACCOUNTS: Msg =
    Msg::new("info.no_accounts", "客户无需填写银行账户", "Customers are not asked for bank accounts.");

/// Everything that is wrong with a sheet, at its places.
pub(super) fn check(
    conn: &mut dyn Conn,
    (org, is_customer): (i64, bool),
    sheet: &Sheet,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    company(sheet, findings);
    if !sheet.nation_code.is_empty() && !is_country(conn, org, &sheet.nation_code)? {
        findings.error("nationCode", NO_COUNTRY.text());
    }
    contacts(sheet, findings);
    need(&sheet.invoice.title, &INVOICE, "title", "invoice.", findings);
    need(&sheet.invoice.tax_number, &INVOICE, "taxNumber", "invoice.", findings);
    mail(&sheet.invoice.email, "invoice.email", findings);
    findings.error_if(is_customer && !sheet.bank_accounts.is_empty(), "bankAccounts", NO_ACCOUNTS);
    for (place, row) in sheet.bank_accounts.iter().enumerate().filter(|_| !is_customer) {
        account(row, &format!("bankAccounts.{place}."), findings);
        let known = row.currency.is_empty() || facts::is_currency(conn, org, &row.currency)?;
        findings.error_if(!known, &format!("bankAccounts.{place}.currency"), NO_CURRENCY);
    }
    findings.error_if(!sheet.declared, "declared", DECLARE);
    Ok(())
}

/// A member that must be filled; one that did not fit has its finding already.
fn need(value: &str, fields: &[Field], name: &str, prefix: &str, findings: &mut Findings) {
    let place = format!("{prefix}{name}");
    if value.is_empty() && findings.at(&place).next().is_none() {
        let field = fields.iter().find(|field| field.wire == name);
        let (zh, en) = field.map_or(("", ""), |field| (field.zh, field.en));
        findings.error(place, REQUIRED.with_each(&[("field", zh)], &[("field", en)]));
    }
}

fn mail(address: &str, place: &str, findings: &mut Findings) {
    findings.error_if(!address.is_empty() && !is_mail(address), place, MAIL);
}

fn company(sheet: &Sheet, findings: &mut Findings) {
    let china = sheet.nation_code == "CN";
    need(&sheet.full_name, &COMPANY, "fullName", "", findings);
    need(&sheet.nation_code, &COMPANY, "nationCode", "", findings);
    let named = sheet.full_name.is_empty() || !china || is_chinese_name(&sheet.full_name);
    findings.error_if(!named, "fullName", CHINESE_NAME);
    findings.error_if(!is_english_name(&sheet.name_en), "nameEn", ENGLISH_NAME);
    if china {
        need(&sheet.social_code, &COMPANY, "socialCode", "", findings);
        if let Some(text) = credit_code::fault(&sheet.social_code).filter(|_| !sheet.social_code.is_empty()) {
            findings.error("socialCode", text);
        }
    }
    findings.error_if(!sheet.phone.is_empty() && !phone::fits(&sheet.phone, china), "phone", PHONE);
}

fn contacts(sheet: &Sheet, findings: &mut Findings) {
    let china = sheet.nation_code == "CN";
    need_contacts(sheet, findings);
    for (place, contact) in sheet.contacts.iter().enumerate() {
        let prefix = format!("contacts.{place}.");
        for (value, name) in
            [(&contact.name, "name"), (&contact.duty, "duty"), (&contact.mobile, "mobile"), (&contact.email, "email")]
        {
            need(value, &CONTACT, name, &prefix, findings);
        }
        let sound = contact.mobile.is_empty() || phone::fits(&contact.mobile, china);
        findings.error_if(!sound, &format!("{prefix}mobile"), PHONE);
        mail(&contact.email, &format!("{prefix}email"), findings);
    }
}

fn account(row: &Account, prefix: &str, findings: &mut Findings) {
    for (value, name) in [
        (&row.bank, "bank"),
        (&row.account_name, "accountName"),
        (&row.account, "account"),
        (&row.currency, "currency"),
    ] {
        need(value, &ACCOUNT, name, prefix, findings);
    }
    let sound = row.account.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ' || b == b'-');
    findings.error_if(!sound, &format!("{prefix}account"), ACCOUNT_FORM);
    findings.error_if(sound && !is_iban_or_plain(&row.account), &format!("{prefix}account"), IBAN);
    findings.error_if(!row.swift.is_empty() && !is_swift(&row.swift), &format!("{prefix}swift"), SWIFT);
}

/// Bank and country are letters, then letters or digits.
fn is_swift(text: &str) -> bool {
    let (head, rest) = text.split_at_checked(6).unwrap_or((text, ""));
    matches!(text.len(), 8 | 11)
        && head.bytes().all(|b| b.is_ascii_uppercase())
        && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// An account that looks like an IBAN has its check digits: moved to the end, the whole is 1 modulo 97.
fn is_iban_or_plain(account: &str) -> bool {
    let plain: String = account.chars().filter(char::is_ascii_alphanumeric).collect();
    let (head, rest) = plain.split_at_checked(4).unwrap_or((&plain, ""));
    let shaped = head.len() == 4
        && head.bytes().take(2).all(|b| b.is_ascii_uppercase())
        && head.bytes().skip(2).all(|b| b.is_ascii_digit());
    let value = |letter: char| letter.to_digit(36).unwrap_or(0);
    let check = rest.chars().chain(head.chars()).map(value).fold(0, |sum, value| {
        let scale = if value > 9 { 100 } else { 10 };
        (sum * scale + value) % 97
    });
    !shaped || check == 1
}

fn is_country(conn: &mut dyn Conn, org: i64, code: &str) -> Result<bool, Refusal> {
    let mut select = facts::of_platform_and(org, "country");
    select.column("code").and_where(sql::eq("code", code.to_owned())).limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_that_look_like_an_iban_have_its_check_digits() {
        for sound in ["DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "6222 0000 1111", "AB"] {
            assert!(is_iban_or_plain(sound), "{sound}");
        }
        assert!(!is_iban_or_plain("DE88370400440532013000"));
        for (text, sound) in [("BKCHCNBJ", true), ("BKCHCNBJ300", true), ("BKCHCNBJ30", false), ("BKC1CNBJ", false)] {
            assert_eq!(is_swift(text), sound, "{text}");
        }
    }
}
