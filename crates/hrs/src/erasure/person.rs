//! What a person is known by, and who else is written alike.

use archive::Person;
use kernel::Id;
use platform::access::has_other_person;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, sql};
use serde::{Deserialize, Serialize};

use super::{STILL_HERE, USER_ID};

/// What the job is asked for; it is kept sealed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    pub erasure: i64,
    /// The job that exported, in the request of the one behind it.
    pub export: Option<Id>,
    pub token: String,
    /// The account and its login, of a user.
    pub user: Option<(Id, Id)>,
    pub names: Vec<String>,
    pub numbers: Vec<String>,
    pub mails: Vec<String>,
    pub others: Vec<String>,
    pub shares_name: bool,
    pub login_kept: bool,
}

impl Asked {
    /// A name; one letter is none.
    pub(super) fn name(&mut self, name: &str) {
        let name = name.trim();
        if name.chars().count() > 1 && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    /// A phone or a number of a paper of so many letters at least, without what stands between them; false when it is shorter.
    pub(super) fn number(&mut self, number: &str, least: usize) -> bool {
        let plain: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
        let plain = plain.strip_prefix("86").filter(|rest| rest.len() == 11).unwrap_or(&plain).to_owned();
        if plain.len() < least {
            return false;
        }
        if !self.numbers.contains(&plain) {
            self.numbers.push(plain);
        }
        true
    }

    pub(super) fn mail(&mut self, mail: &str) {
        let mail = mail.trim().to_ascii_lowercase();
        if !mail.is_empty() && !self.mails.contains(&mail) {
            self.mails.push(mail);
        }
    }

    fn other(&mut self, other: String) {
        if !self.others.contains(&other) {
            self.others.push(other);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.numbers.is_empty() && self.mails.is_empty()
    }

    /// As he is looked for.
    pub(super) fn person(&self) -> Person {
        Person {
            token: self.token.clone(),
            names: self.names.clone(),
            numbers: self.numbers.clone(),
            mails: self.mails.clone(),
            others: self.others.clone(),
            shares_names: self.shares_name,
            ..Person::default()
        }
    }
}

/// A user who left: what his account and his login say of him. A login he has in other companies too is theirs.
pub(super) fn of_user(tx: &mut Tx<'_>, user: Option<Id>) -> Result<Asked, Refusal> {
    let (org, user) = (tx.org(), user.ok_or(Refusal::NotFound)?);
    let mut select = sql::from(org, "app_user");
    select
        .columns(["name_cn", "name_en", "email", "login_id", "user_status", "id_number_sealed"])
        .and_where(sql::eq("id", user));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if row.get::<i64>(4)? != 0 {
        return Err(Refusal::field(USER_ID.name(), STILL_HERE.text()));
    }
    let mut asked = Asked::default();
    asked.name(&row.get::<String>(0)?);
    asked.name(&row.get::<String>(1)?);
    asked.mail(&row.get::<String>(2)?);
    if let Some(sealed) = row.get::<Option<Vec<u8>>>(5)? {
        let number = tx.app.secrets.open(&sealed)?;
        asked.number(&number, 6);
    }
    let login: Id = row.get(3)?;
    asked.login_kept = has_other_person(tx, login, (org, Some(user)))?;
    asked.user = Some((user, login));
    let mut select = sql::from_global("login");
    select.columns(["phone", "email"]).and_where(sql::eq("id", login));
    if let Some(row) = tx.first(&select.into())? {
        asked.number(&row.get::<String>(0)?, 7);
        asked.mail(&row.get::<String>(1)?);
    }
    Ok(asked)
}

/// What stands behind or before a name and is no part of it.
const TITLES: [&str; 14] =
    ["经理", "总经理", "先生", "女士", "小姐", "总", "老师", "主管", "总监", "mr", "mrs", "ms", "miss", "manager"];

/// Longer names of others that hold one of his, which stay; and whether somebody else has his name.
pub(super) fn look_around(conn: &mut dyn Conn, org: i64, asked: &mut Asked) -> Result<(), Refusal> {
    const PERSONS: [(&str, &str, [&str; 2]); 3] = [
        ("app_user", "name_cn", ["email", "login_name"]),
        ("app_user", "name_en", ["email", "login_name"]),
        ("coop_contact", "name", ["phone", "email"]),
    ];
    let person = asked.person();
    for name in asked.names.clone() {
        for (table, column, ways) in PERSONS {
            let mut select = sql::from(org, table);
            select.columns([column, "id"]).columns(ways).and_where(sql::contains(sql::col(column), &name));
            for row in conn.query(&select.into())? {
                let (other, ways): (String, [String; 2]) = (row.get(0)?, [row.get(2)?, row.get(3)?]);
                let is_own = table == "app_user"
                    && asked.user.is_some_and(|(user, _)| row.get(1).is_ok_and(|id: Id| id == user));
                let is_his = is_own || ways.iter().any(|way| person.look(way).text.is_some());
                if !is_his && goes_on(&other, &name) {
                    asked.other(other);
                }
            }
        }
        for column in ["coop_name", "coop_full_name"] {
            let mut select = sql::from(org, "coop");
            select.distinct().column(column).and_where(sql::contains(sql::col(column), &name));
            for row in conn.query(&select.into())? {
                let other: String = row.get(0)?;
                if !other.trim().eq_ignore_ascii_case(&name) {
                    asked.other(other);
                }
            }
        }
        asked.shares_name = asked.shares_name || has_namesake(conn, org, asked, &name)?;
    }
    Ok(())
}

/// Whether a text is a longer name of somebody else: the name goes on with letters, and they are no title.
fn goes_on(other: &str, name: &str) -> bool {
    let (other, name) = (other.to_lowercase(), name.to_lowercase());
    let Some((head, tail)) = other.split_once(&name) else { return false };
    let rest = format!("{head}{tail}");
    let rest = rest.trim_matches(|letter: char| letter.is_whitespace() || letter == '.');
    let is_letter = |letter: char| letter.is_alphabetic() || letter == ' ';
    !rest.is_empty() && rest.chars().all(is_letter) && !TITLES.contains(&rest)
}

/// Another account, or a contact with another phone and another mail, of the same name.
fn has_namesake(conn: &mut dyn Conn, org: i64, asked: &Asked, name: &str) -> Result<bool, Refusal> {
    let mut users = sql::from(org, "app_user");
    users.column("id").cond_where(sql::any_of(["name_cn", "name_en"].map(|column| sql::eq(column, name.to_owned()))));
    if let Some((own, _)) = asked.user {
        users.and_where(sql::col("id").ne(sql::value(own)));
    }
    if conn.first(&users.limit(1).to_owned().into())?.is_some() {
        return Ok(true);
    }
    let person = asked.person();
    let mut contacts = sql::from(org, "coop_contact");
    contacts.columns(["phone", "email"]).and_where(sql::eq("name", name.to_owned()));
    for row in conn.query(&contacts.into())? {
        let told: [String; 2] = [row.get(0)?, row.get(1)?];
        let is_his = told.iter().any(|text| person.look(text).text.is_some());
        if !is_his && told.iter().any(|text| !text.is_empty()) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_known_by_plain_numbers_lower_mails_and_names_of_two_letters() {
        let mut asked = Asked::default();
        asked.name(" 王小清 ");
        asked.name("王");
        assert!(asked.number("+86 139-1234-5678", 7) && asked.number("13912345678", 7));
        assert!(!asked.number("12345", 7) && asked.number("1234567", 7));
        asked.mail("Wang@Example.com");
        assert_eq!((asked.names, asked.mails), (vec!["王小清".to_owned()], vec!["wang@example.com".to_owned()]));
        assert_eq!(asked.numbers, ["13912345678", "1234567"]);
    }

    #[test]
    fn a_longer_name_is_one_that_goes_on_with_letters_and_is_no_title() {
        for (other, told) in [
            ("王小清华", true),
            ("欧王小清", true),
            ("王小清经理", false),
            ("王小清（销售）", false),
            ("王小清 13912345678", false),
            ("王小清", false),
            ("李明", false),
        ] {
            assert_eq!(goes_on(other, "王小清"), told, "{other}");
        }
        assert!(goes_on("Bill Hanson", "Bill Han") && !goes_on("Mr. Bill Han", "Bill Han"));
    }
}
