//! Who is told: whom an event concerns, or whom the company chose, with what each wants to be told.

use std::collections::BTreeSet;

use kernel::{Id, Instant};
use platform::message::{MessageEvent, Receiver, To};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};

use crate::rule::{Receivers, Rule};
use crate::send::{Around, By, Told};

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MINUTES: i64 = 24 * 60;

/// A user who is told.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) id: Id,
    pub(crate) language: String,
    pub(crate) email: String,
    pub(crate) inner: bool,
    pub(crate) mail: bool,
    /// Minutes of the day between which he wants no mails.
    pub(crate) quiet: Option<(i64, i64)>,
}

impl Person {
    /// When a mail may go to him, if not at once.
    pub(crate) fn not_before(&self, now: Instant) -> Option<Instant> {
        let (from, until) = self.quiet?;
        let start = Instant::start_of(now.day());
        let minute = (now.millis() - start.millis()) / MINUTE_MS;
        let over_night = from > until;
        let quiet = if over_night { minute >= from || minute < until } else { (from..until).contains(&minute) };
        let days = if over_night && minute >= from { DAY_MINUTES } else { 0 };
        quiet.then(|| start.plus_millis((days + until) * MINUTE_MS))
    }
}

/// A user a mail may go to.
#[derive(Debug, Clone)]
pub struct Addressee {
    /// Where.
    pub email: String,
    /// In which language.
    pub language: String,
    /// When at the earliest, if not at once.
    pub not_before: Option<Instant>,
}

/// The active ones among some users who have an address and did not turn off the mails of an event.
pub fn addressees(
    conn: &mut dyn Conn,
    by: By<'_>,
    event: &MessageEvent,
    users: &[Id],
) -> Result<Vec<Addressee>, Refusal> {
    let now = by.app.clock.now();
    let wanted = load(conn, by.org, event, users)?.into_iter().filter(|person| person.mail && !person.email.is_empty());
    let addressee = |person: Person| Addressee {
        not_before: person.not_before(now),
        email: person.email,
        language: person.language,
    };
    Ok(wanted.map(addressee).collect())
}

/// The active users an event is told to, in the order of their ids.
pub(crate) fn people(
    conn: &mut dyn Conn,
    by: By<'_>,
    (event, rule): (&MessageEvent, &Rule),
    told: &Told,
) -> Result<Vec<Person>, Refusal> {
    let users = match event.to {
        To::Concerned(..) => told.to.iter().copied().collect(),
        To::Chosen { .. } => {
            let mut users = chosen(conn, by.org, &rule.receivers(event), &told.around)?;
            // Nobody is told what he did himself.
            if let Some(own) = by.user {
                users.remove(&own);
            }
            users
        }
    };
    let users: Vec<Id> = users.into_iter().filter(|user| !told.except.contains(user)).collect();
    if users.is_empty() { Ok(Vec::new()) } else { load(conn, by.org, event, &users) }
}

fn chosen(conn: &mut dyn Conn, org: i64, receivers: &Receivers, around: &Around) -> Result<BTreeSet<Id>, Refusal> {
    let mut users: BTreeSet<Id> = receivers.users.iter().copied().collect();
    let people = [
        (Receiver::Sales, around.sales),
        (Receiver::Servicer, around.servicer),
        (Receiver::Operator, around.operator),
        (Receiver::Creator, around.creator),
    ];
    users.extend(people.into_iter().filter(|(kind, _)| receivers.has(*kind)).filter_map(|(_, user)| user));
    if receivers.has(Receiver::DeptHead) {
        users.extend(head_of(conn, org, around.sales.or(around.creator))?);
    }
    if receivers.has(Receiver::Admin) {
        let mut admins = sql::from(org, "app_user");
        admins.column("id").and_where(sql::col("admin_role").is_not_null());
        users.extend(ids(conn, admins)?);
    }
    if !receivers.roles.is_empty() {
        let mut holders = sql::from(org, "user_role");
        holders
            .column(("user_role", "user_id"))
            .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
            .and_where(sql::of_eq("role", "active", true))
            .and_where(sql::is_in(sql::of("user_role", "role_id"), receivers.roles.iter().copied()));
        users.extend(ids(conn, holders)?);
    }
    Ok(users)
}

fn ids(conn: &mut dyn Conn, select: platform::sea_query::SelectStatement) -> Result<Vec<Id>, Refusal> {
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Head of a user's department.
fn head_of(conn: &mut dyn Conn, org: i64, user: Option<Id>) -> Result<Option<Id>, Refusal> {
    let Some(user) = user else { return Ok(None) };
    let mut select = sql::from(org, "app_user");
    select
        .column(("dept", "manager_id"))
        .join(JoinType::InnerJoin, "dept", sql::same_org("dept", "app_user", "dept_id"))
        .and_where(sql::of_eq("app_user", "id", user));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// What is known of the active ones among some users, and what they turned off.
fn load(conn: &mut dyn Conn, org: i64, event: &MessageEvent, users: &[Id]) -> Result<Vec<Person>, Refusal> {
    let own = |alias: &'static str| {
        sql::of(alias, "org_id")
            .equals(("app_user", "org_id"))
            .and(sql::of(alias, "user_id").equals(("app_user", "id")))
    };
    let muted = own("message_mute").and(sql::of_eq("message_mute", "event", event.key.to_owned()));
    let mut select = sql::from(org, "app_user");
    select
        .columns([("app_user", "id"), ("app_user", "page_language"), ("app_user", "email"), ("login", "email")])
        .columns([("message_mute", "inner_off"), ("message_mute", "mail_off")])
        .columns([("message_quiet", "from_minute"), ("message_quiet", "until_minute")])
        .join(JoinType::LeftJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .join(JoinType::LeftJoin, "message_mute", muted)
        .join(JoinType::LeftJoin, "message_quiet", own("message_quiet"))
        .cond_where(Condition::all().add(sql::of_eq("app_user", "active", true)))
        .and_where(sql::is_in(sql::of("app_user", "id"), users.iter().copied()))
        .order_by(("app_user", "id"), Order::Asc);
    let read = |row: &platform::store::Row| {
        let addresses: [Option<String>; 2] = [row.get(2)?, row.get(3)?];
        let off = |place: usize| Ok::<_, Refusal>(row.get::<Option<bool>>(place)?.unwrap_or(false));
        let quiet: (Option<i64>, Option<i64>) = (row.get(6)?, row.get(7)?);
        Ok(Person {
            id: row.get(0)?,
            language: row.get::<Option<String>>(1)?.unwrap_or_default(),
            email: addresses.into_iter().flatten().find(|address| mail::is_address(address)).unwrap_or_default(),
            inner: !off(4)?,
            mail: !off(5)?,
            quiet: quiet.0.zip(quiet.1),
        })
    };
    let mut people = conn.query(&select.into())?.iter().map(read).collect::<Result<Vec<Person>, Refusal>>()?;
    // A message is written in one of the languages the product comes with.
    for person in &mut people {
        person.language = platform::language::base_of(conn, &person.language)?;
    }
    Ok(people)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_wait_for_the_end_of_the_quiet_hours() {
        let person =
            |quiet| Person { id: Id(1), language: String::new(), email: String::new(), inner: true, mail: true, quiet };
        let wait = |quiet, now: &str| {
            let until = person(quiet).not_before(Instant::parse(&format!("2026-07-15 {now}")).unwrap());
            until.map(kernel::show_minute)
        };
        let night = Some((22 * 60, 8 * 60));
        assert_eq!(wait(None, "23:00:00"), None);
        assert_eq!(wait(night, "21:59:59"), None);
        assert_eq!(wait(night, "22:00:00").as_deref(), Some("2026-07-16 08:00"));
        assert_eq!(wait(night, "07:59:59").as_deref(), Some("2026-07-15 08:00"));
        assert_eq!(wait(night, "08:00:00"), None);
        let noon = Some((12 * 60, 13 * 60 + 30));
        assert_eq!(wait(noon, "11:59:59"), None);
        assert_eq!(wait(noon, "12:00:00").as_deref(), Some("2026-07-15 13:30"));
        assert_eq!(wait(noon, "13:30:00"), None);
    }
}
