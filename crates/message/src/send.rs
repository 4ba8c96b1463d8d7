//! Telling users of an event: the one place where messages are written.

use kernel::{Id, Text, show_day};
use mail::{Kind, Letter, Mailbox, Notification, Sender};
use platform::call::{App, Tx};
use platform::message::{APPROVAL, MessageEvent, NOTICE};
use platform::push::Topic;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};

use crate::receivers::{Person, people};
use crate::rule::Rule;

/// Page of messages, for those that lead nowhere else.
const CENTRE: &str = "/notification?id=1";

/// What a message is about and where it leads.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// Kind of object.
    pub kind: &'static str,
    /// Its row.
    pub id: Option<Id>,
    /// Its number as users know it.
    pub number: String,
    /// Page it opens.
    pub url: String,
}

/// The people an object brings with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Around {
    /// Sales person.
    pub sales: Option<Id>,
    /// Customer service.
    pub servicer: Option<Id>,
    /// Operator.
    pub operator: Option<Id>,
    /// Who made it.
    pub creator: Option<Id>,
}

/// What the templates may name, in Chinese and English.
#[derive(Debug, Clone, Default)]
pub struct Values(Vec<(&'static str, String, String)>);

impl Values {
    /// A value both languages share.
    #[must_use]
    pub fn with(self, name: &'static str, value: impl Into<String>) -> Self {
        let value = value.into();
        self.with_each(name, (&value, &value))
    }

    /// A value that differs by language.
    #[must_use]
    pub fn with_each(mut self, name: &'static str, (zh, en): (&str, &str)) -> Self {
        self.0.push((name, zh.to_owned(), en.to_owned()));
        self
    }

    /// A text.
    #[must_use]
    pub fn with_text(self, name: &'static str, text: &Text) -> Self {
        self.with_each(name, (&text.zh, &text.en))
    }

    fn value(&self, name: &str, language: &str) -> Option<String> {
        let (_, zh, en) = self.0.iter().find(|(known, ..)| *known == name)?;
        Some(if language.starts_with("en") { en.clone() } else { zh.clone() })
    }
}

/// What happened.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// Whom it concerns, where the company does not choose.
    pub to: Vec<Id>,
    /// People of the object, among whom the company chooses.
    pub around: Around,
    /// Who knows already.
    pub except: Vec<Id>,
    /// What the templates may name.
    pub values: Values,
    /// What it is about.
    pub about: About,
}

/// In whose name it is told.
#[derive(Clone, Copy)]
pub struct By<'a> {
    /// The product.
    pub app: &'a App,
    /// Company whose rule counts.
    pub org: i64,
    /// Who did it; none for the product itself.
    pub user: Option<Id>,
}

impl<'a> By<'a> {
    /// The actor of a transaction.
    pub fn actor(tx: &Tx<'a>) -> Self {
        Self { app: tx.app, org: tx.org(), user: Some(tx.actor.user_id) }
    }

    /// The product itself.
    pub fn product(app: &'a App, org: i64) -> Self {
        Self { app, org, user: None }
    }
}

/// Tells of an event by the rule of the company; answers who was told.
pub fn send(conn: &mut dyn Conn, by: By<'_>, event: &MessageEvent, told: &Told) -> Result<Vec<Id>, Refusal> {
    let rule = Rule::of(conn, by.org, event)?;
    if !rule.tells() {
        return Ok(Vec::new());
    }
    let people = people(conn, by, (event, &rule), told)?;
    let mailbox = if rule.mail && people.iter().any(|person| person.mail && !person.email.is_empty()) {
        mail::mailbox_for(conn, by.app, by.org)?
    } else {
        None
    };
    let today = show_day(by.app.clock.now().day());
    for person in &people {
        let value =
            |name: &str| told.values.value(name, &person.language).or_else(|| (name == "date").then(|| today.clone()));
        let words = rule.words(event, &person.language, value);
        if rule.inner && person.inner {
            write(conn, by, (event, person.id), &words, &told.about)?;
        }
        if let Some(mailbox) = mailbox.as_ref().filter(|_| person.mail && !person.email.is_empty()) {
            post(conn, by, (event, person), &words, (&told.about, mailbox))?;
        }
    }
    Ok(people.into_iter().map(|person| person.id).collect())
}

fn write(
    conn: &mut dyn Conn,
    by: By<'_>,
    (event, to): (&MessageEvent, Id),
    (title, content): &(String, String),
    about: &About,
) -> Result<(), Refusal> {
    let now = by.app.clock.now();
    let cells = [
        ("id", by.app.mint.next(now).into_value()),
        ("kind", event.kind.into_value()),
        ("title", title.clone().into_value()),
        ("content", content.clone().into_value()),
        ("ref_type", about.kind.into_value()),
        ("ref_id", about.id.into_value()),
        ("ref_no", about.number.clone().into_value()),
        ("url", about.url.clone().into_value()),
        ("user_id", to.into_value()),
        ("sender_id", by.user.into_value()),
        ("created_at", now.into_value()),
    ];
    conn.exec_later(&sql::insert(by.org, "message", &cells).into())?;
    conn.tell(Topic::counts(by.org, to));
    Ok(())
}

fn post(
    conn: &mut dyn Conn,
    by: By<'_>,
    (event, person): (&MessageEvent, &Person),
    (title, text): &(String, String),
    (about, mailbox): (&About, &Mailbox),
) -> Result<(), Refusal> {
    let page = if about.url.is_empty() { CENTRE } else { &about.url };
    let link = format!("{}{page}", mailbox.public_url.trim_end_matches('/'));
    let kind = match event.kind {
        APPROVAL => Kind::Approval,
        NOTICE => Kind::Notice,
        _ => Kind::Other,
    };
    let words = Notification { title, text, link: &link }.words(&person.language);
    let letter = Letter {
        number: about.number.clone(),
        not_before: person.not_before(by.app.clock.now()),
        ..Letter::to(kind, &person.email, words)
    };
    let from = Sender { org: by.org, mailbox, user: by.user, language: &person.language };
    mail::put(conn, by.app, from, &letter).map(drop)
}

/// A text as the log and the wire know it.
pub(crate) fn label((zh, en): (&str, &str)) -> serde_json::Value {
    serde_json::json!({ "zh": zh, "en": en })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_the_language_of_the_reader() {
        let values = Values::default().with("orderCode", "AE-1").with_each("status", ("已取消", "Cancelled"));
        assert_eq!(values.value("orderCode", "en-US").as_deref(), Some("AE-1"));
        assert_eq!(values.value("status", "zh-CN").as_deref(), Some("已取消"));
        assert_eq!(values.value("status", "en-US").as_deref(), Some("Cancelled"));
        assert_eq!(values.value("amount", "zh-CN"), None);
    }
}
