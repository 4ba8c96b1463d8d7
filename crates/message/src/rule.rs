//! What a company decided about an event; where it decided nothing, the event's own declaration counts.

use kernel::{Id, Instant};
use platform::message::{MessageEvent, Receiver, To, filled};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde::{Deserialize, Serialize};

pub(crate) const TABLE: &str = "message_rule";

/// Whom a company chose.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Receivers {
    /// People of the object, by code.
    pub(crate) kinds: Vec<String>,
    /// Users.
    pub(crate) users: Vec<Id>,
    /// Roles.
    pub(crate) roles: Vec<Id>,
}

impl Receivers {
    pub(crate) fn has(&self, kind: Receiver) -> bool {
        self.kinds.iter().any(|code| code == kind.code())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.users.is_empty() && self.roles.is_empty()
    }
}

/// The rule of a company about an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) active: bool,
    pub(crate) inner: bool,
    pub(crate) mail: bool,
    pub(crate) receivers: Option<Receivers>,
    /// Title and text in Chinese and English; none for the event's own.
    pub(crate) title: [Option<String>; 2],
    pub(crate) text: [Option<String>; 2],
    /// Days ahead; none for the event's own.
    pub(crate) days: Option<Vec<i64>>,
    /// 0: the company decided nothing.
    pub(crate) version: i64,
    pub(crate) changed: Option<(Id, Instant)>,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            active: true,
            inner: true,
            mail: false,
            receivers: None,
            title: [None, None],
            text: [None, None],
            days: None,
            version: 0,
            changed: None,
        }
    }
}

const COLUMNS: [&str; 13] = [
    "active",
    "inner_on",
    "mail_on",
    "receivers",
    "title_zh",
    "title_en",
    "text_zh",
    "text_en",
    "days",
    "version",
    "updated_by",
    "updated_at",
    "event",
];

/// Whether a company has its people mailed when an event is told.
pub fn is_mailed(conn: &mut dyn Conn, org: i64, event: &MessageEvent) -> Result<bool, Refusal> {
    let rule = Rule::of(conn, org, event)?;
    Ok(rule.active && rule.mail)
}

impl Rule {
    /// Of a company about an event.
    pub(crate) fn of(conn: &mut dyn Conn, org: i64, event: &MessageEvent) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.columns(COLUMNS).and_where(sql::eq("event", event.key.to_owned()));
        conn.first(&select.into())?.map_or_else(|| Ok(Self::default()), |row| Self::read(&row))
    }

    /// Of a company about all events it decided about.
    pub(crate) fn all(conn: &mut dyn Conn, org: i64) -> Result<Vec<(String, Self)>, Refusal> {
        let mut select = sql::from(org, TABLE);
        select.columns(COLUMNS);
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(12)?, Self::read(row)?))).collect()
    }

    fn read(row: &Row) -> Result<Self, Refusal> {
        let broken = |error: serde_json::Error| Refusal::broken(format!("a rule of messages: {error}"));
        let receivers: Option<String> = row.get(3)?;
        let days: Option<String> = row.get(8)?;
        Ok(Self {
            active: row.get(0)?,
            inner: row.get(1)?,
            mail: row.get(2)?,
            receivers: receivers.map(|text| serde_json::from_str(&text)).transpose().map_err(broken)?,
            title: [row.get(4)?, row.get(5)?],
            text: [row.get(6)?, row.get(7)?],
            days: days.map(|text| serde_json::from_str(&text)).transpose().map_err(broken)?,
            version: row.get(9)?,
            changed: Some((row.get(10)?, row.get(11)?)),
        })
    }

    /// The row, without version and stamps.
    pub(crate) fn cells(&self) -> Result<Vec<(&'static str, Value)>, Refusal> {
        let broken = |error: serde_json::Error| Refusal::broken(format!("a rule of messages: {error}"));
        let receivers = self.receivers.as_ref().map(serde_json::to_string).transpose().map_err(broken)?;
        let days = self.days.as_ref().map(serde_json::to_string).transpose().map_err(broken)?;
        let [title_zh, title_en] = self.title.clone();
        let [text_zh, text_en] = self.text.clone();
        Ok(vec![
            ("active", Value::Bool(self.active)),
            ("inner_on", Value::Bool(self.inner)),
            ("mail_on", Value::Bool(self.mail)),
            ("receivers", receivers.into_value()),
            ("title_zh", title_zh.into_value()),
            ("title_en", title_en.into_value()),
            ("text_zh", text_zh.into_value()),
            ("text_en", text_en.into_value()),
            ("days", days.into_value()),
        ])
    }

    /// Whether anybody is told at all.
    pub(crate) fn tells(&self) -> bool {
        self.active && (self.inner || self.mail)
    }

    /// The days ahead in force.
    pub(crate) fn days(&self, event: &MessageEvent) -> Vec<i64> {
        self.days.clone().unwrap_or_else(|| event.days.to_vec())
    }

    /// The receivers in force.
    pub(crate) fn receivers(&self, event: &MessageEvent) -> Receivers {
        self.receivers.clone().unwrap_or_else(|| match event.to {
            To::Concerned(..) => Receivers::default(),
            To::Chosen { first, .. } => {
                Receivers { kinds: first.iter().map(|kind| kind.code().to_owned()).collect(), ..Receivers::default() }
            }
        })
    }

    /// The templates in force: title and text, each in Chinese and English.
    pub(crate) fn templates<'a>(&'a self, event: &MessageEvent) -> [[&'a str; 2]; 2] {
        let pair = |own: &'a [Option<String>; 2], (zh, en): (&'static str, &'static str)| {
            let [own_zh, own_en] = own;
            [own_zh.as_deref().unwrap_or(zh), own_en.as_deref().unwrap_or(en)]
        };
        [pair(&self.title, event.title), pair(&self.text, event.text)]
    }

    /// Title and text in a language.
    pub(crate) fn words(
        &self,
        event: &MessageEvent,
        language: &str,
        value: impl Fn(&str) -> Option<String>,
    ) -> (String, String) {
        let [title, text] = self.templates(event).map(|[zh, en]| if language.starts_with("en") { en } else { zh });
        // A title is one line, whatever was put into it.
        let title = filled(title, &value).split_whitespace().collect::<Vec<_>>().join(" ");
        (title, filled(text, &value))
    }
}
