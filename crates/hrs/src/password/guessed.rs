//! Passwords that are tried first: those of breaches, words with a year and a sign, rows of keys, what is repeated, and
//! the words of who sets one: his login, his name, his company, the product.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::{Conn, sql};

/// A password that is found within so many guesses is tried first.
const GUESSES: u64 = 1_000_000;
/// A sign at the ends makes a password so many times harder to guess.
const SIGN_AT_END: u64 = 3;
/// So does the first between, which stands before a year as a rule; and each further one, which may stand anywhere.
const SIGNS_BETWEEN: (u64, u64) = (5, 20);
/// Letters of a word that is worth trying.
const WORD_MIN: usize = 3;
/// Words that are tried for somebody; a person is not made to wait for his own.
const WORDS_MAX: usize = 120;

/// Known from breaches, and not found by the estimate (data/README.md).
const BREACHED: &str = include_str!("../../data/common-passwords.txt");
/// The product, as it is called and as it is spelt.
const PRODUCT: &[&str] = &["openforwarder", "forwarder", "freight"];
/// What Chinese users choose and lists of other countries do not have.
const CUSTOM: &[&str] = &[
    "woaini",
    "woaiwo",
    "woaiwojia",
    "wodemima",
    "mima",
    "mimashi",
    "nihao",
    "tianshi",
    "baobao",
    "laopo",
    "laogong",
    "zhongguo",
    "woshishui",
    "caonima",
    "kongyun",
    "haiyun",
    "huodai",
    "wuliu",
    "yanshi",
    "ceshi",
    "guanliyuan",
    "gongsi",
    "xinnian",
    "chuntian",
    "xiatian",
    "qiutian",
    "dongtian",
    "1314",
    "520",
    "5201314",
    "1314520",
    "7758",
    "7758258",
    "888",
    "666",
    "168",
    "abc",
    "qwe",
    "asd",
    "zxc",
    "1qaz",
    "2wsx",
    "qaz",
    "wsx",
];

/// The words of who sets a password.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// What he logs in with.
    logins: BTreeSet<String>,
    /// The words of it.
    of_logins: BTreeSet<String>,
    /// What he and his companies are called.
    names: BTreeSet<String>,
}

/// Whose words made a password easy to guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guessed {
    /// Everybody's.
    Common,
    /// His login's.
    Login,
    /// Those of his name, his company or the product.
    Name,
}

impl Words {
    /// Takes in what he logs in with: as it is, and the parts of an address.
    pub(crate) fn login(&mut self, login: &str) {
        let login = login.trim().to_lowercase();
        if let Some((name, host)) = login.split_once('@') {
            take(&mut self.of_logins, name);
            // Its company as a rule; the ends of hosts are everybody's.
            host.split('.').filter(|part| part.len() > WORD_MIN).for_each(|part| take(&mut self.names, part));
        }
        take(&mut self.of_logins, &login);
        if !login.is_empty() {
            self.logins.insert(login);
        }
    }

    /// Takes in a name: whole, without its spaces, and each part.
    pub(crate) fn name(&mut self, name: &str) {
        take(&mut self.names, name);
    }

    /// What he logs in with, whole.
    pub(super) fn held(&self, password: &str) -> bool {
        self.logins.iter().any(|login| login.chars().count() > WORD_MIN && password.contains(login.as_str()))
    }

    /// The words of a person: of the login, and of the accounts and companies it has.
    pub(crate) fn of_login(conn: &mut dyn Conn, login: kernel::Id) -> Result<Self, Refusal> {
        let mut words = Self::default();
        let mut own = sql::from_global("login");
        own.columns(["phone", "email", "admin_name"]).and_where(sql::eq("id", login));
        let row = conn.first(&own.into())?.ok_or(Refusal::NotFound)?;
        for place in 0..3 {
            words.login(&row.get::<String>(place)?);
        }
        let mut accounts = sql::from_global("login");
        accounts
            .join(JoinType::InnerJoin, "app_user", sql::of("app_user", "login_id").equals(("login", "id")))
            .join(JoinType::InnerJoin, "org", sql::of("org", "id").equals(("app_user", "org_id")))
            .columns([("app_user", "login_name"), ("app_user", "email")])
            .columns([("app_user", "name_cn"), ("app_user", "name_en")])
            .columns(
                ["code", "name", "name_en", "short_name", "short_name_en", "short_code", "title"]
                    .map(|column| ("org", column)),
            )
            .and_where(sql::of_eq("login", "id", login));
        for row in conn.query(&accounts.into())? {
            for place in 0..2 {
                words.login(&row.get::<String>(place)?);
            }
            for place in 2..11 {
                words.name(&row.get::<String>(place)?);
            }
        }
        Ok(words)
    }
}

/// The parts of a text that are words, neighbours written together in either order, and the text without what stands
/// between them.
fn take(words: &mut BTreeSet<String>, text: &str) {
    let lower = text.to_lowercase();
    let parts = || lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    for (one, next) in parts().zip(parts().skip(1)) {
        words.extend([format!("{one}{next}"), format!("{next}{one}")]);
    }
    let joined: String = parts().collect();
    let letters: String = joined.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let all = parts().map(str::to_owned).chain([joined, letters]);
    words.extend(all.filter(|word| word.chars().count() >= WORD_MIN || !word.is_ascii() && !word.is_empty()));
}

/// Whose words make a password one of the first that are tried; nobody's: it may be taken.
pub(super) fn guessed(password: &str, words: &Words) -> Option<Guessed> {
    if is_breached(password) || is_found(password, &[]) {
        return Some(Guessed::Common);
    }
    let names = words.names.iter().map(String::as_str).chain(PRODUCT.iter().copied()).take(WORDS_MAX);
    let logins: Vec<&str> = words.of_logins.iter().map(String::as_str).take(WORDS_MAX).collect();
    if is_found(password, &logins) {
        return Some(Guessed::Login);
    }
    is_found(password, &names.chain(logins).collect::<Vec<_>>()).then_some(Guessed::Name)
}

fn is_breached(password: &str) -> bool {
    static ALL: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    let all = ALL.get_or_init(|| BREACHED.lines().collect());
    let lower = password.to_lowercase();
    all.contains(lower.as_str()) || all.contains(lower.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a password is found soon by trying words: as it is, and without the signs that were put into it, which an
/// estimate takes for more than they are.
fn is_found(password: &str, words: &[&str]) -> bool {
    let plain: String = password.chars().filter(|c| c.is_alphanumeric()).collect();
    let inner = password.trim_matches(|c: char| !c.is_alphanumeric());
    let signs = |of: &str, less: &str| of.chars().count().saturating_sub(less.chars().count());
    let harder = |by: u64, signs: usize| by.saturating_pow(u32::try_from(signs).unwrap_or(u32::MAX));
    let at_ends = harder(SIGN_AT_END, signs(password, inner));
    let between = match signs(inner, &plain) {
        0 => 1,
        more => SIGNS_BETWEEN.0.saturating_mul(harder(SIGNS_BETWEEN.1, more - 1)),
    };
    let words: Vec<&str> = words.iter().chain(CUSTOM).copied().collect();
    let guesses = |text: &str| zxcvbn::zxcvbn(text, &words).guesses();
    let with_signs = || guesses(&plain).saturating_mul(at_ends).saturating_mul(between);
    guesses(password) <= GUESSES || plain != password && with_signs() <= GUESSES
}
