//! 查看会话: what the users of a company wrote, for who may look into it. Each look leaves a line of level 高.

use std::collections::BTreeMap;

use kernel::{Id, Instant, show_second};
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

use crate::PAGE;
use crate::calls::{asked, page};
use crate::contact::{self, Person};
use crate::service::{Party, service};

/// Most conversations that are told.
const TALKS_MAX: u64 = 200;

/// GET /hrs/im/conversation?userId: the conversations of a user of the company; with `accid` the messages of one. What is
/// read waits for nobody; nothing is told before its line is written.
pub(crate) fn look(call: &mut Call) -> Outcome {
    let user: i64 = call.query("userId").parse().map_err(|_| Refusal::NotFound)?;
    let (org, ask, peer) = (call.actor()?.org_id, asked(call)?, call.query("accid").to_owned());
    let (own, said, data) = call.read(|conn| {
        let own = account_of(conn, org, Id(user))?;
        if peer.is_empty() {
            let data = talks(conn, &own.party)?;
            let said = format!("查看{}的会话列表", own.name);
            return Ok::<_, Refusal>((own, said, data));
        }
        let person = contact::find(conn, &peer)?.ok_or(Refusal::NotFound)?;
        let history = service().history(conn, &own.party, &peer, &ask)?;
        if history.is_new {
            return Err(Refusal::NotFound);
        }
        let said = format!("查看{}与{}的会话", own.name, person.name);
        let data = page(&history, &ask, &own.party);
        Ok((own, said, data))
    })?;
    call.write(|tx| {
        let entry = LogEntry::of("chat_account", own.party.id, own.name, PAGE).did("查看", "查看会话");
        tx.log(entry.text(said).level(Level::High))
    })?;
    Ok(Answer::Data(data))
}

/// The account of a user of the caller's company.
fn account_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Person, Refusal> {
    let mut select = sql::from(org, "chat_account");
    select.column("id").and_where(sql::eq("user_id", user));
    let id = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    contact::of_id(conn, org, id)?.ok_or(Refusal::NotFound)
}

/// With whom an account talked, the latest first.
fn talks(conn: &mut dyn Conn, own: &Party) -> Result<Json, Refusal> {
    let mut select = sql::from(own.org, "chat_member");
    select
        .columns(["peer_accid", "unread", "last_at"])
        .and_where(sql::eq("account_id", own.id))
        .order_by("last_at", Order::Desc)
        .limit(TALKS_MAX);
    let read = |row: &Row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get::<i64>(1)?, row.get::<Instant>(2)?));
    let talks: Vec<_> = conn.query(&select.into())?.iter().map(read).collect::<Result<_, _>>()?;
    let people = contact::named(conn, talks.iter().map(|(accid, ..)| accid.as_str()))?;
    let people: BTreeMap<&str, &Person> = people.iter().map(|person| (person.party.accid.as_str(), person)).collect();
    let tell = |(accid, unread, last): &(String, i64, Instant)| {
        let person = people.get(accid.as_str());
        json!({
            "accid": accid, "nickName": person.map_or("", |person| person.name.as_str()),
            "company": person.map_or("", |person| person.company.as_str()), "unread": unread, "lastTime": show_second(*last),
        })
    };
    Ok(talks.iter().map(tell).collect())
}
