//! The first run: a company and its administrator, made once in an empty database.

use kernel::{Findings, Instant, Msg};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;

use crate::org::{self, roles};
use crate::security::Policy;
use crate::setup::{self, NEVER_STOPS, NewOrg, NewUser};
use crate::user::{is_mail, is_phone};
use crate::{edition, password};

const NAME_MAX: usize = 80;
const PERSON_MAX: usize = 40;
/// Most accounts of the company; the platform's page changes it.
const USERS: i64 = 1000;
/// Edition that holds every page.
pub const WHOLE: &str = "FLAGSHIP";
/// What the platform's own department is called.
const KEEPERS: (&str, &str) = ("100", "平台管理");

const NEEDED: Msg = Msg::new("first_run.needed", "请填写", "Please fill this in.");
const TOO_LONG: Msg = Msg::new("first_run.too_long", "最多{n}个字符", "At most {n} characters.");
const TAKEN: Msg = Msg::new(
    "first_run.taken",
    "该值由平台或演示数据使用，请更换",
    "The platform or the demonstration uses this; please choose another.",
);
const LANGUAGE: Msg = Msg::new("first_run.language", "语言不正确", "There is no such language.");

/// What the platform's own organisation is called.
const PLATFORM: (&str, &str) = ("PLAT", "平台");
/// Codes and names of the demonstration's companies.
pub const DEMO: &[&str] = &["DEMO", "DEMOSH", "TRIAL", "演示货运", "演示货运上海", "体验公司"];
/// Its administrators.
const DEMO_ADMINS: &[&str] = &["superadmin", "demo-admin", "trial01"];
/// Its people's phone numbers and addresses.
const DEMO_PHONES: &str = "138000000";
const DEMO_MAILS: &str = "@example.com";

/// What the one who starts the product says.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FirstRun {
    /// The company.
    pub org_name: String,
    /// Code typed at log-in.
    pub org_code: String,
    /// Edition.
    pub edition: String,
    /// Name the administrator logs in with.
    pub admin_name: String,
    /// The administrator's own name.
    pub user_name: String,
    /// The administrator's phone, area 86; empty for none.
    #[serde(default)]
    pub phone: String,
    /// The administrator's e-mail; empty for none.
    #[serde(default)]
    pub email: String,
    /// The administrator's password.
    pub password: String,
    /// Language of the administrator's pages.
    pub language: String,
    /// Whether the demonstration company is made beside it.
    pub demo: bool,
}

impl FirstRun {
    /// With no space around what was typed, and codes as they are kept.
    #[must_use]
    pub fn tidy(mut self) -> Self {
        for text in [
            &mut self.org_name,
            &mut self.org_code,
            &mut self.admin_name,
            &mut self.user_name,
            &mut self.phone,
            &mut self.email,
        ] {
            *text = text.trim().to_owned();
        }
        self.org_code = self.org_code.to_uppercase();
        self.email = self.email.to_lowercase();
        self
    }

    /// Everything that is wrong with it.
    pub fn findings(&self, conn: &mut dyn Conn) -> Result<Findings, Refusal> {
        let mut findings = Findings::new();
        for (field, text, most) in [("orgName", &self.org_name, NAME_MAX), ("userName", &self.user_name, PERSON_MAX)] {
            findings.error_if(text.is_empty(), field, NEEDED);
            if text.chars().count() > most {
                findings.error(field, TOO_LONG.with(&[("n", &most.to_string())]));
            }
        }
        findings.error_if(!org::is_code(&self.org_code), "orgCode", org::CODE_FORM);
        findings.error_if(edition::nodes_of(conn, &self.edition)?.is_none(), "edition", org::EDITION);
        findings.error_if(!org::is_admin_name(&self.admin_name), "adminName", org::ADMIN_FORM);
        findings.error_if(!self.phone.is_empty() && !is_phone("86", &self.phone), "phone", org::PHONE);
        findings.error_if(!self.email.is_empty() && !is_mail(&self.email), "email", org::MAIL);
        findings.error_if(platform::language::find(conn, &self.language)?.is_none(), "language", LANGUAGE);
        for (field, taken) in self.taken() {
            findings.error_if(taken, field, TAKEN);
        }
        let mut words = password::Words::default();
        [&self.admin_name, &self.phone, &self.email].into_iter().for_each(|login| words.login(login));
        [&self.user_name, &self.org_name, &self.org_code].into_iter().for_each(|name| words.name(name));
        let policy = Policy::of_org(conn, PLATFORM_ORG)?;
        if let Some(fault) = password::fault(&self.password, &words, &policy) {
            findings.error("password", fault);
        }
        Ok(findings)
    }

    /// Names that stand for something else, or will.
    fn taken(&self) -> [(&'static str, bool); 5] {
        let demo = |list: &[&str], text: &str| self.demo && list.contains(&text);
        let admin = self.admin_name.to_lowercase();
        [
            ("orgCode", self.org_code == PLATFORM.0 || demo(DEMO, &self.org_code)),
            ("orgName", self.org_name == PLATFORM.1 || demo(DEMO, &self.org_name)),
            ("adminName", demo(DEMO_ADMINS, &admin)),
            ("phone", self.demo && self.phone.starts_with(DEMO_PHONES)),
            ("email", self.demo && self.email.ends_with(DEMO_MAILS)),
        ]
    }
}

/// Makes the company, and its administrator, who keeps the platform too. The platform's organisation
/// is made in the same transaction before: of two at once only one makes it.
pub fn make(app: &App, conn: &mut dyn Conn, ask: &FirstRun, org: i64) -> Result<(), Refusal> {
    let company = NewOrg {
        id: org,
        code: &ask.org_code,
        name: &ask.org_name,
        edition: &ask.edition,
        user_limit: USERS,
        stop_at: Instant::parse(NEVER_STOPS).unwrap_or(Instant::from_millis(i64::MAX)),
        group_id: None,
        social_credit_code: "",
        short_code: "",
    };
    setup::create_org(app, conn, &company)?;
    roles::create(app, conn, org)?;
    let keepers = setup::create_dept(app, conn, PLATFORM_ORG, KEEPERS, None)?;
    let dept = setup::create_dept(app, conn, org, ("111", &ask.org_name), None)?;
    let admin = NewUser {
        login: &ask.admin_name,
        name: &ask.user_name,
        phone: &ask.phone,
        email: &ask.email,
        admin_role: "admin",
        dept,
        roles: &[],
        order_permission: None,
        must_change: false,
    };
    let login = setup::create_login(app, conn, &admin, &ask.password)?;
    setup::create_account(app, conn, org, login, &admin)?;
    let keeper = NewUser { admin_role: "superAdmin", dept: keepers, ..admin };
    setup::create_account(app, conn, PLATFORM_ORG, login, &keeper)?;
    let language = [("page_language", Value::Text(ask.language.clone()))];
    for org in [org, PLATFORM_ORG] {
        let mut update = sql::update(org, "app_user", &language);
        update.and_where(sql::eq("login_id", login));
        conn.exec(&update.into())?;
    }
    Ok(())
}

/// Closes the accounts by which the demonstration's people would keep the platform: their password is
/// told to everyone who tries it.
pub fn close_demo_keepers(conn: &mut dyn Conn, admin_name: &str) -> Result<(), Refusal> {
    let mut own = sql::from_global("login");
    own.column("id").and_where(sql::eq("admin_name", admin_name.to_owned()));
    let own: i64 = conn.first(&own.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let mut update = sql::update(PLATFORM_ORG, "app_user", &[("active", Value::Bool(false))]);
    update.and_where(sql::eq("login_id", own).not());
    conn.exec(&update.into())?;
    Ok(())
}

/// The editions a first run offers, by code.
pub fn editions(conn: &mut dyn Conn) -> Result<Vec<(String, String)>, Refusal> {
    let mut all: Vec<_> = edition::names(conn)?.into_iter().collect();
    all.sort_by_key(|(code, _)| code != WHOLE);
    Ok(all)
}
