//! Settings: what a company or the platform decides once, declared beside the rule that asks for it.
//!
//! A room declares a [`Setting`] and pushes it to `room.settings`; the rule reads the value in force
//! with [`value`] or [`values`]. A [`page::SettingPage`] shows and changes the modules that name it.
//! A key without a row has its default.

pub mod page;

use std::collections::BTreeMap;

use kernel::{Findings, Scope};
use serde_json::Value as Json;

use crate::PLATFORM_ORG;
use crate::call::App;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value, sql};

/// Scope of a setting that is the same for all of them.
const EVERY_SCOPE: &str = "*";

/// Who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Each company for itself.
    Company,
    /// Those who run the platform, for all.
    Platform,
}

/// Noun of the page that shows the settings of a company nobody else shows.
pub const SWITCHES: &str = "org_setting";

/// What settings belong to: a heading on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Module {
    /// Key.
    pub key: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// Noun of the page that shows it.
    pub page: &'static str,
    /// Place among the headings of its page.
    pub sort: u32,
}

impl Module {
    /// A module among the switches of a company.
    pub const fn new(key: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self { key, zh, en, page: SWITCHES, sort: 50 }
    }

    /// At another place among the headings than in the middle, which is 50.
    #[must_use]
    pub const fn at(mut self, sort: u32) -> Self {
        self.sort = sort;
        self
    }

    /// Shown by another page.
    #[must_use]
    pub const fn on(mut self, page: &'static str) -> Self {
        self.page = page;
        self
    }
}

/// One decision.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Unique key, camelCase.
    pub key: &'static str,
    /// Labels, kind, range, choices; its initial value is the default. Of each element when there are many.
    pub field: Field,
    /// The value is a list.
    pub many: bool,
    /// Heading.
    pub module: Module,
    /// Scopes it is decided for one by one; none: for the whole company.
    pub scopes: &'static [Scope],
    /// Who decides.
    pub owner: Owner,
    /// Explanation in Chinese and English; may be empty.
    pub help: (&'static str, &'static str),
    /// Sealed at rest and never shown.
    pub secret: bool,
    /// Scopes a rule reads it for; none: wherever it is decided.
    pub read_for: Option<&'static [Scope]>,
}

impl Setting {
    /// A setting of the whole company.
    pub const fn new(key: &'static str, module: Module, field: Field) -> Self {
        Self {
            key,
            field: field.wire(key),
            many: false,
            module,
            scopes: &[],
            owner: Owner::Company,
            help: ("", ""),
            secret: false,
            read_for: None,
        }
    }

    /// Rules read it for these scopes alone, for none of them when there are none: elsewhere the page says
    /// that nothing uses it yet, and what is decided is kept.
    #[must_use]
    pub const fn read_for(mut self, scopes: &'static [Scope]) -> Self {
        self.read_for = Some(scopes);
        self
    }

    /// Whether a rule reads what is decided for a scope, or for the whole company.
    pub fn is_read(&self, scope: Option<Scope>) -> bool {
        self.read_for.is_none_or(|scopes| scope.is_some_and(|scope| scopes.contains(&scope)))
    }

    /// A list of values.
    #[must_use]
    pub const fn many(mut self) -> Self {
        self.many = true;
        self
    }

    /// Decided for each of these scopes.
    #[must_use]
    pub const fn scopes(mut self, scopes: &'static [Scope]) -> Self {
        self.scopes = scopes;
        self
    }

    /// Decided by those who run the platform.
    #[must_use]
    pub const fn platform(mut self) -> Self {
        self.owner = Owner::Platform;
        self
    }

    /// With an explanation.
    #[must_use]
    pub const fn help(mut self, zh: &'static str, en: &'static str) -> Self {
        self.help = (zh, en);
        self
    }

    /// Sealed and never shown.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// The default as on the wire.
    pub fn default_json(&self) -> Json {
        let empty = if self.many { Json::Array(Vec::new()) } else { Json::Null };
        if self.field.initial.is_empty() { empty } else { serde_json::from_str(self.field.initial).unwrap_or(empty) }
    }

    /// The elements of a value of the wire; what is wrong is a finding at `place`.
    pub(crate) fn parse(&self, json: &Json, place: &str, findings: &mut Findings) -> Vec<Value> {
        match json {
            Json::Array(list) if self.many => {
                let field = Field { required: true, ..self.field };
                list.iter().map(|one| field.parse(Some(one), place, findings)).collect()
            }
            one if self.many && !one.is_null() => {
                vec![self.field.parse(Some(&Json::Array(vec![one.clone()])), place, findings)]
            }
            Json::Null if self.many => Vec::new(),
            one => vec![self.field.parse(Some(one), place, findings)],
        }
    }

    /// A parsed value as on the wire.
    pub(crate) fn json_of(&self, values: &[Value]) -> Json {
        let one = |value: &Value| {
            let mut out = String::new();
            self.field.render(value, &mut out);
            serde_json::from_str(&out).unwrap_or(Json::Null)
        };
        if self.many { values.iter().map(one).collect() } else { values.first().map_or(Json::Null, one) }
    }

    /// Whether both would lie in one row: they share a key and a scope. One key may be declared scope by scope,
    /// where the values to choose from differ.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let whole = self.scopes.is_empty() || other.scopes.is_empty();
        self.key == other.key && (whole || self.scopes.iter().any(|scope| other.scopes.contains(scope)))
    }

    /// What is declared wrongly; the product must not start with it.
    pub(crate) fn fault(&self) -> Option<String> {
        let mut findings = Findings::new();
        self.parse(&self.default_json(), self.key, &mut findings);
        let broken = !self.field.initial.is_empty() && serde_json::from_str::<Json>(self.field.initial).is_err();
        (broken || findings.has_errors()).then(|| format!("the default of the setting {} is no value of it", self.key))
    }

    /// The elements in force when this text is stored, or nothing.
    fn read(&self, stored: Option<&str>) -> Vec<Value> {
        if let Some(json) = stored.and_then(|text| serde_json::from_str(text).ok()) {
            let mut findings = Findings::new();
            let values = self.parse(&json, self.key, &mut findings);
            // A value from before its declaration became narrower counts no longer.
            if !findings.has_errors() {
                return values;
            }
        }
        self.parse(&self.default_json(), self.key, &mut Findings::new())
    }

    /// Where its rows lie: org and scope.
    fn place(&self, org: i64, scope: Option<Scope>) -> (i64, &'static str) {
        let org = if self.owner == Owner::Platform { PLATFORM_ORG } else { org };
        (org, scope.filter(|_| !self.scopes.is_empty()).map_or(EVERY_SCOPE, Scope::code))
    }
}

/// The row of a setting: the value as JSON, and the sealed one.
fn row_of(
    conn: &mut dyn Conn,
    org: i64,
    setting: &Setting,
    scope: Option<Scope>,
) -> Result<Option<(String, Option<Vec<u8>>)>, Refusal> {
    let (org, scope) = setting.place(org, scope);
    let mut select = sql::from(org, "org_setting");
    select
        .columns(["value", "sealed"])
        .and_where(sql::eq("setting_key", setting.key))
        .and_where(sql::eq("business_scope", scope));
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

fn in_force(conn: &mut dyn Conn, org: i64, setting: &Setting, scope: Option<Scope>) -> Result<Vec<Value>, Refusal> {
    let own = row_of(conn, org, setting, scope)?;
    Ok(setting.read(own.as_ref().map(|(text, _)| text.as_str())))
}

/// The value in force: the company's own, else the default. A setting with scopes is asked for one.
pub fn value<T: Cell>(conn: &mut dyn Conn, org: i64, setting: &Setting, scope: Option<Scope>) -> Result<T, Refusal> {
    let values = in_force(conn, org, setting, scope)?;
    Ok(T::from_value(values.first().unwrap_or(&Value::Null))?)
}

/// The list in force.
pub fn values<T: Cell>(
    conn: &mut dyn Conn,
    org: i64,
    setting: &Setting,
    scope: Option<Scope>,
) -> Result<Vec<T>, Refusal> {
    let values = in_force(conn, org, setting, scope)?;
    Ok(values.iter().map(T::from_value).collect::<Result<_, _>>()?)
}

/// What a company decided, read at once where a rule asks for much of it.
#[derive(Debug, Clone, Default)]
pub struct Decided(BTreeMap<(String, String), String>);

impl Decided {
    /// The decisions of a company.
    pub fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "org_setting");
        select.columns(["setting_key", "business_scope", "value"]);
        let rows = conn.query(&select.into())?;
        let read = rows.iter().map(|row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)));
        Ok(Self(read.collect::<Result<_, Refusal>>()?))
    }

    /// What is stored: nothing where the default holds, an empty text for a secret.
    fn stored(&self, setting: &Setting, scope: Option<Scope>) -> Option<&str> {
        let scope = setting.place(0, scope).1.to_owned();
        self.0.get(&(setting.key.to_owned(), scope)).map(String::as_str)
    }

    fn in_force(&self, setting: &Setting, scope: Option<Scope>) -> Vec<Value> {
        setting.read(self.stored(setting, scope))
    }

    /// The value in force.
    pub fn value<T: Cell>(&self, setting: &Setting, scope: Option<Scope>) -> Result<T, Refusal> {
        Ok(T::from_value(self.in_force(setting, scope).first().unwrap_or(&Value::Null))?)
    }

    /// The list in force.
    pub fn values<T: Cell>(&self, setting: &Setting, scope: Option<Scope>) -> Result<Vec<T>, Refusal> {
        Ok(self.in_force(setting, scope).iter().map(T::from_value).collect::<Result<_, _>>()?)
    }
}

/// A secret in the clear; nothing when none was given.
pub fn secret(app: &App, conn: &mut dyn Conn, org: i64, setting: &Setting) -> Result<Option<String>, Refusal> {
    let sealed = row_of(conn, org, setting, None)?.and_then(|(_, sealed)| sealed);
    sealed.map(|sealed| app.secrets.open(&sealed)).transpose()
}

/// Writes a value that was checked, without a log line: set-up and pages. Nothing brings the default back.
pub fn put(
    conn: &mut dyn Conn,
    (org, user, now): (i64, kernel::Id, kernel::Instant),
    (setting, scope): (&Setting, Option<Scope>),
    stored: Option<Value>,
) -> Result<(), Refusal> {
    let (org, scope) = setting.place(org, scope);
    let mut delete = sql::delete(org, "org_setting");
    delete.and_where(sql::eq("setting_key", setting.key)).and_where(sql::eq("business_scope", scope));
    conn.exec(&delete.into())?;
    if let Some(value) = stored {
        let column = if setting.secret { "sealed" } else { "value" };
        let cells = [
            ("setting_key", Value::Text(setting.key.to_owned())),
            ("business_scope", Value::Text(scope.to_owned())),
            (column, value),
            ("updated_by", Value::Int(user.0)),
            ("updated_at", Value::Int(now.millis())),
        ];
        conn.exec(&sql::insert(org, "org_setting", &cells).into())?;
    }
    Ok(())
}
