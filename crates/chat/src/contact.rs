//! Whom one may write to: users of linked companies with online service, suppliers among them, and the guests one invited.
//! Who was talked to stays in the list, whatever became of him; whether he can be written to is asked when it is done.

use std::collections::{BTreeMap, BTreeSet};

use facts::chat::{ACCOUNTS, Terms, are_linked};
use kernel::{Id, Instant, Msg, show_second};
use platform::call::{Answer, Call, Outcome};
use platform::deployment;
use platform::picture::logo_address;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, SelectStatement};
use platform::store::sql::{of, of_eq};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

use crate::account::{self, is_online};
use crate::service::Party;

/// Most contacts that are told.
const CONTACTS_MAX: usize = 500;
/// A partner of this type is a supplier.
const SUPPLIER: &str = "供应商";

const NOBODY: Msg = Msg::new("chat.nobody", "联系人不存在", "There is no such contact.");
/// Said where a user answers no more.
pub(crate) const STOPPED: Msg =
    Msg::new("chat.stopped", "对方账号已停用，消息未发送", "The other account is stopped. Nothing was sent.");
const OVER: Msg = Msg::new(
    "chat.guest_over",
    "访客链接已失效，请重新邀请",
    "The guest's link is over. Please invite the guest again.",
);

/// Somebody with an account.
pub(crate) struct Person {
    pub(crate) party: Party,
    /// As he is called.
    pub(crate) name: String,
    pub(crate) icon: Option<String>,
    pub(crate) company: String,
    pub(crate) seen: Option<Instant>,
    /// He works there and answers.
    serves: bool,
    /// What his company was given of the chat.
    terms: Terms,
    pub(crate) guest: Option<Invited>,
}

/// The invitation of a guest.
pub(crate) struct Invited {
    pub(crate) id: Id,
    pub(crate) host: Id,
    pub(crate) expires: Instant,
    pub(crate) is_revoked: bool,
}

impl Invited {
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.is_revoked || self.expires <= now
    }
}

/// GET …/query/supplier/service/{id}, of the caller or of his company.
pub(crate) fn list(call: &mut Call) -> Outcome {
    let own = account::own(call)?;
    let (actor, now) = (call.actor()?, call.now());
    if ![actor.user_id.to_string(), actor.org_id.to_string()].iter().any(|own| own == call.path("id")) {
        return Err(Refusal::NotFound);
    }
    let contacts = call.read(|conn| all(conn, &own.party, now))?;
    Ok(Answer::Data(Json::Array(contacts)))
}

/// What a conversation tells of itself in the list.
#[derive(Clone, Copy, Default)]
struct Talked {
    unread: i64,
    last: Option<Instant>,
}

/// The contacts of an account: who was talked to last comes first.
fn all(conn: &mut dyn Conn, own: &Party, now: Instant) -> Result<Vec<Json>, Refusal> {
    let talked = talked(conn, own)?;
    let suppliers = linked(conn, own.org)?;
    let mut users = sql::from_global("chat_account");
    users
        .and_where(sql::is_in(of(ACCOUNTS, "org_id"), suppliers.keys().copied()))
        .and_where(of(ACCOUNTS, "user_id").is_not_null());
    let mut people = read(conn, users)?;
    people.retain(|person| person.serves && person.terms.hold_on(now.day()));
    let guests = sql::from(own.org, ACCOUNTS).and_where(of_eq("guest", "host_account_id", own.id)).take();
    let guests = read(conn, guests)?.into_iter();
    people.extend(guests.filter(|guest| guest.guest.as_ref().is_some_and(|guest| !guest.is_over(now))));
    let known: BTreeSet<String> = people.iter().map(|person| person.party.accid.clone()).collect();
    let others: Vec<&str> = talked.keys().filter(|accid| !known.contains(*accid)).map(String::as_str).collect();
    people.extend(named(conn, others)?);
    let mut told: Vec<(Talked, Person)> = people
        .into_iter()
        .map(|person| (talked.get(&person.party.accid).copied().unwrap_or_default(), person))
        .collect();
    told.sort_by(|(a, one), (b, other)| b.last.cmp(&a.last).then_with(|| one.name.cmp(&other.name)));
    told.truncate(CONTACTS_MAX);
    let tell = |(talked, person): &(Talked, Person)| {
        let kind = match person.guest {
            Some(_) => "GUEST",
            None if suppliers.get(&person.party.org).is_some_and(|is_supplier| *is_supplier) => "SUPPLIER",
            None => "PARTNER",
        };
        json!({
            "accid": person.party.accid, "nickName": person.name, "icon": person.icon,
            "isOnline": is_online(person.seen, now), "company": person.company, "kind": kind,
            "unread": talked.unread, "lastTime": talked.last.map(show_second),
            "guestId": person.guest.as_ref().map(|guest| guest.id),
        })
    };
    Ok(told.iter().map(tell).collect())
}

/// The conversations of an account by whom they are with.
fn talked(conn: &mut dyn Conn, own: &Party) -> Result<BTreeMap<String, Talked>, Refusal> {
    let mut select = sql::from(own.org, "chat_member");
    select.columns(["peer_accid", "unread", "last_at"]).and_where(sql::eq("account_id", own.id));
    let read = |row: &Row| Ok((row.get(0)?, Talked { unread: row.get(1)?, last: row.get(2)? }));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Companies among the partners of a company, and of its group, each with whether it is a supplier.
fn linked(conn: &mut dyn Conn, org: i64) -> Result<BTreeMap<i64, bool>, Refusal> {
    let mut partners = sql::from(org, "coop");
    partners.columns(["bound_org_id", "coop_type"]).and_where(sql::col("bound_org_id").is_not_null());
    let mut linked = BTreeMap::new();
    for row in conn.query(&partners.into())? {
        let is_supplier = row.get::<String>(1)?.contains(SUPPLIER);
        *linked.entry(row.get(0)?).or_insert(false) |= is_supplier;
    }
    let mut group = sql::from_global("org");
    group.column("group_id").and_where(sql::eq("id", org));
    let group: Option<i64> = conn.first(&group.into())?.unwrap_or_default().get(0)?;
    if let Some(group) = group {
        let mut members = sql::from_global("org");
        members.column("id").and_where(sql::eq("group_id", group));
        for row in conn.query(&members.into())? {
            linked.entry(row.get(0)?).or_insert(false);
        }
    }
    linked.remove(&org);
    Ok(linked)
}

/// The people of accounts that were asked for.
fn read(conn: &mut dyn Conn, mut select: SelectStatement) -> Result<Vec<Person>, Refusal> {
    let own = |alias: &'static str, column: &'static str, theirs: &'static str| {
        of(alias, "org_id").equals((ACCOUNTS, "org_id")).and(of(alias, column).equals((ACCOUNTS, theirs)))
    };
    select
        .join_as(JoinType::LeftJoin, "app_user", "person", own("person", "id", "user_id"))
        .join_as(JoinType::LeftJoin, "chat_guest", "guest", own("guest", "account_id", "id"))
        .join_as(JoinType::LeftJoin, "org", "company", of("company", "id").equals((ACCOUNTS, "org_id")))
        .columns(["org_id", "id", "user_id", "accid", "nickname", "seen_at"].map(|column| (ACCOUNTS, column)))
        .columns(["name_cn", "online_service", "active", "user_status"].map(|column| ("person", column)))
        .columns(["id", "host_account_id", "expire_at", "revoked_at", "name"].map(|column| ("guest", column)))
        .columns(["name", "short_name", "logo", "short_logo"].map(|column| ("company", column)))
        .columns(Terms::COLUMNS.map(|column| ("company", column)));
    conn.query(&select.into())?.iter().map(person).collect()
}

fn person(row: &Row) -> Result<Person, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.filter(|text| !text.is_empty()));
    let guest = match row.get::<Option<Id>>(10)? {
        Some(id) => {
            let is_revoked = row.get::<Option<i64>>(13)?.is_some();
            Some(Invited { id, host: row.get(11)?, expires: row.get(12)?, is_revoked })
        }
        None => None,
    };
    let flag = |place: usize| Ok::<_, Refusal>(row.get::<Option<bool>>(place)?.unwrap_or_default());
    let serves = flag(7)? && flag(8)? && row.get::<Option<i64>>(9)? == Some(1);
    let logo = text(18)?.or(text(17)?).filter(|_| guest.is_none());
    Ok(Person {
        party: Party { org: row.get(0)?, id: row.get(1)?, user: row.get(2)?, accid: row.get(3)? },
        name: text(14)?.or(text(4)?).or(text(6)?).unwrap_or_default(),
        icon: logo.and_then(|logo| logo_address(&logo)),
        company: text(16)?.or(text(15)?).unwrap_or_default(),
        seen: row.get(5)?,
        serves,
        terms: Terms::read(row, 19)?,
        guest,
    })
}

/// The person of an account.
pub(crate) fn find(conn: &mut dyn Conn, accid: &str) -> Result<Option<Person>, Refusal> {
    let select = sql::from_global("chat_account").and_where(of_eq(ACCOUNTS, "accid", accid.to_owned())).take();
    Ok(read(conn, select)?.pop())
}

/// The people of several accounts.
pub(crate) fn named<'a>(
    conn: &mut dyn Conn,
    accids: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Person>, Refusal> {
    let accids: Vec<&str> = accids.into_iter().collect();
    if accids.is_empty() {
        return Ok(Vec::new());
    }
    read(conn, sql::from_global("chat_account").and_where(sql::is_in(of(ACCOUNTS, "accid"), accids)).take())
}

/// The person of an account by its id.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Person>, Refusal> {
    Ok(read(conn, sql::from(org, ACCOUNTS).and_where(of_eq(ACCOUNTS, "id", id)).take())?.pop())
}

/// Whom a message goes to, or why it can't.
pub(crate) fn reach(
    conn: &mut dyn Conn,
    own: &Party,
    accid: &str,
    now: Instant,
) -> Result<Result<Person, Msg>, Refusal> {
    let Some(person) = find(conn, accid)? else { return Ok(Err(NOBODY)) };
    if let Some(guest) = &person.guest {
        let is_own = person.party.org == own.org && guest.host == own.id;
        return Ok(match (is_own, guest.is_over(now)) {
            (false, _) => Err(NOBODY),
            (true, true) => Err(OVER),
            (true, false) => Ok(person),
        });
    }
    if !are_linked(conn, own.org, person.party.org)? {
        return Ok(Err(NOBODY));
    }
    Ok(if answers(conn, &person, now)? { Ok(person) } else { Err(STOPPED) })
}

/// Whether a user can be written to.
pub(crate) fn answers(conn: &mut dyn Conn, person: &Person, now: Instant) -> Result<bool, Refusal> {
    Ok(person.serves && person.terms.hold_on(now.day()) && !deployment::is_private(conn)?)
}
