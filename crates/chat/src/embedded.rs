//! The product's own service: conversations in the database.
//!
//! A conversation lies in one of the two companies, which both find by their own row of `chat_member`. Taking the next place
//! in it holds its row until the message is kept, so places have the order in which messages were kept, over any number of
//! processes. Who is concerned hears of it by the line for news ([`Topic::chats`]) and reads.

use std::cmp::{max, min};

use kernel::{Id, Instant};
use platform::call::Tx;
use platform::push::Topic;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, OnConflict, Order, SelectStatement};
use platform::store::{Cell, Conn, Row, Value, sql};

use crate::service::{Ask, Attached, History, Message, Party, Post, Service};

const TALKS: &str = "chat_conversation";
const MEMBERS: &str = "chat_member";
/// Table of the messages.
pub(crate) const MESSAGES: &str = "chat_message";
/// Table of the names senders gave.
pub(crate) const SENT: &str = "chat_sent";

/// Conversations in the database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Embedded;

/// A conversation as a party finds it.
struct Talk {
    org: i64,
    id: Id,
}

impl Service for Embedded {
    fn send(&self, tx: &mut Tx<'_>, from: &Party, to: &Party, post: &Post) -> Result<Option<Message>, Refusal> {
        if let Some(client) = &post.client_id
            && !claimed(tx, from, client)?
        {
            return first_of(tx, from, client);
        }
        let Some((talk, seq)) = place_of(tx, from, to, post.is_greeting)? else {
            if let Some(client) = &post.client_id {
                unclaim(tx, from, client)?;
            }
            return Ok(None);
        };
        let sent_at = tx.now;
        let (content, file) = (post.content.clone(), post.file.clone());
        let message = Message { seq, sender: from.accid.clone(), content, file, sent_at };
        keep(tx, &talk, &message)?;
        note_sender(tx, &talk, (from, to), sent_at)?;
        note_receiver(tx, &talk, (to, from), sent_at)?;
        if let Some(client) = &post.client_id {
            let cells = [
                ("conversation_org_id", Value::Int(talk.org)),
                ("conversation_id", talk.id.into_value()),
                ("seq", Value::Int(seq)),
            ];
            let mut update = sql::update(from.org, SENT, &cells);
            update.and_where(sql::eq("account_id", from.id)).and_where(sql::eq("client_id", client.clone()));
            tx.exec(&update.into())?;
        }
        tell(tx, [from, to]);
        Ok(Some(message))
    }

    fn was_sent(&self, conn: &mut dyn Conn, from: &Party, client_id: &str) -> Result<bool, Refusal> {
        Ok(conn.first(&sent_as(from, client_id).into())?.is_some())
    }

    fn history(&self, conn: &mut dyn Conn, own: &Party, peer: &str, ask: &Ask) -> Result<History, Refusal> {
        let Some(talk) = talk_of(conn, own, peer)? else {
            return Ok(History { is_new: true, ..History::default() });
        };
        let mut asked = of_talk(&talk);
        if let Some(before) = ask.before {
            asked.and_where(sql::col("seq").lt(sql::value(before)));
        }
        if !ask.keyword.is_empty() {
            let found = ["content", "file_name"].map(|column| sql::contains(sql::col(column), &ask.keyword));
            asked.cond_where(sql::any_of(found));
        }
        let mut count = asked.clone();
        count.expr(Expr::cust("COUNT(*)"));
        let total = conn.first(&count.into())?.unwrap_or_default().get(0)?;
        asked.columns(COLUMNS).order_by("seq", Order::Desc).limit(ask.size).offset(ask.skip);
        let messages = conn.query(&asked.into())?.iter().map(read_message).collect::<Result<_, _>>()?;
        Ok(History { messages, total, peer_read: read_by(conn, own, peer)?, is_new: false })
    }

    fn bytes_sent(&self, conn: &mut dyn Conn, from: &Party, peer: &str, since: Instant) -> Result<i64, Refusal> {
        let Some(talk) = talk_of(conn, from, peer)? else { return Ok(0) };
        let mut sum = of_talk(&talk);
        sum.expr(Expr::cust("CAST(COALESCE(SUM(file_size), 0) AS bigint)"))
            .and_where(sql::eq("sender_accid", from.accid.clone()))
            .and_where(sql::col("sent_at").gt(sql::value(since)));
        Ok(conn.first(&sum.into())?.unwrap_or_default().get(0)?)
    }

    fn message(&self, conn: &mut dyn Conn, own: &Party, peer: &str, seq: i64) -> Result<Option<Message>, Refusal> {
        match talk_of(conn, own, peer)? {
            Some(talk) => message_at(conn, &talk, seq),
            None => Ok(None),
        }
    }

    fn read(&self, tx: &mut Tx<'_>, own: &Party, peer: &Party, seq: Option<i64>) -> Result<(), Refusal> {
        let mut hold = member(own, &peer.accid);
        hold.columns(["conversation_org_id", "conversation_id", "read_seq", "unread"]).lock_exclusive();
        let Some(row) = tx.first(&hold.into())? else { return Ok(()) };
        let talk = Talk { org: row.get(0)?, id: row.get(1)? };
        let (before, unread): (i64, i64) = (row.get(2)?, row.get(3)?);
        let mut last = of_talk(&talk);
        last.column("seq").order_by("seq", Order::Desc).limit(1);
        let last = tx.first(&last.into())?.unwrap_or_default().get::<Option<i64>>(0)?.unwrap_or_default();
        let read = max(before, min(seq.unwrap_or(last), last));
        let rest = rest_of(tx, &talk, &own.accid, read)?;
        if (read, rest) == (before, unread) {
            return Ok(());
        }
        let cells = [("read_seq", Value::Int(read)), ("unread", Value::Int(rest))];
        let mut update = sql::update(own.org, MEMBERS, &cells);
        update.and_where(sql::eq("account_id", own.id)).and_where(sql::eq("peer_accid", peer.accid.clone()));
        tx.exec(&update.into())?;
        tell(tx, [own, peer]);
        Ok(())
    }

    fn unread(&self, conn: &mut dyn Conn, own: &Party) -> Result<i64, Refusal> {
        let mut select = sql::from(own.org, MEMBERS);
        select.expr(Expr::cust("CAST(COALESCE(SUM(unread), 0) AS bigint)")).and_where(sql::eq("account_id", own.id));
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    }
}

const COLUMNS: [&str; 9] =
    ["seq", "sender_accid", "content", "file_org_id", "file_id", "file_name", "file_size", "is_picture", "sent_at"];

fn read_message(row: &Row) -> Result<Message, Refusal> {
    let file = match (row.get::<Option<i64>>(3)?, row.get::<Option<Id>>(4)?) {
        (Some(org), Some(id)) => {
            let is_picture = row.get(7)?;
            Some(Attached { org, id, name: row.get(5)?, size: row.get(6)?, is_picture })
        }
        _ => None,
    };
    Ok(Message { seq: row.get(0)?, sender: row.get(1)?, content: row.get(2)?, file, sent_at: row.get(8)? })
}

fn of_talk(talk: &Talk) -> SelectStatement {
    sql::from(talk.org, MESSAGES).and_where(sql::eq("conversation_id", talk.id)).take()
}

fn message_at(conn: &mut dyn Conn, talk: &Talk, seq: i64) -> Result<Option<Message>, Refusal> {
    let mut select = of_talk(talk);
    select.columns(COLUMNS).and_where(sql::eq("seq", seq));
    conn.first(&select.into())?.as_ref().map(read_message).transpose()
}

/// How many messages of the other side lie behind the place an account has read.
fn rest_of(conn: &mut dyn Conn, talk: &Talk, accid: &str, read: i64) -> Result<i64, Refusal> {
    let mut rest = of_talk(talk);
    rest.expr(Expr::cust("COUNT(*)"))
        .and_where(sql::col("seq").gt(sql::value(read)))
        .and_where(sql::col("sender_accid").ne(sql::value(accid.to_owned())));
    Ok(conn.first(&rest.into())?.unwrap_or_default().get(0)?)
}

/// Counts anew what the two of a conversation have not read, after messages of it went. Who writes meanwhile waits.
pub(crate) fn count_anew(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    let mut hold = sql::from(org, TALKS);
    hold.column("pair").and_where(sql::eq("id", id)).lock_exclusive();
    let Some(row) = conn.first(&hold.into())? else { return Ok(()) };
    let (pair, talk) = (row.get::<String>(0)?, Talk { org, id });
    let mut accounts = sql::from_global("chat_account");
    accounts.columns(["org_id", "id", "accid"]).and_where(sql::is_in(sql::col("accid"), pair.split(' ')));
    for row in conn.query(&accounts.into())? {
        let (of, account, accid): (i64, Id, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let own = |column: &'static str, to: Value| sql::col(column).eq(sql::value(to));
        let mine = own("account_id", account.into_value()).and(own("conversation_id", id.into_value()));
        let mut read = sql::from(of, MEMBERS);
        read.columns(["read_seq", "unread"]).and_where(mine.clone()).lock_exclusive();
        let Some(row) = conn.first(&read.into())? else { continue };
        let rest = rest_of(conn, &talk, &accid, row.get(0)?)?;
        if rest != row.get::<i64>(1)? {
            let mut update = sql::update(of, MEMBERS, &[("unread", Value::Int(rest))]);
            conn.exec(&update.and_where(mine).to_owned().into())?;
        }
    }
    Ok(())
}

fn member(own: &Party, peer: &str) -> SelectStatement {
    let peer = sql::eq("peer_accid", peer.to_owned());
    sql::from(own.org, MEMBERS).and_where(sql::eq("account_id", own.id)).and_where(peer).take()
}

/// The conversation of a party with an account, if there is one.
fn talk_of(conn: &mut dyn Conn, own: &Party, peer: &str) -> Result<Option<Talk>, Refusal> {
    let mut select = member(own, peer);
    select.columns(["conversation_org_id", "conversation_id"]);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some(Talk { org: row.get(0)?, id: row.get(1)? }))
}

/// How far the other side has read.
fn read_by(conn: &mut dyn Conn, own: &Party, peer: &str) -> Result<i64, Refusal> {
    let mut account = sql::from_global("chat_account");
    account.columns(["org_id", "id"]).and_where(sql::eq("accid", peer.to_owned()));
    let Some(row) = conn.first(&account.into())? else { return Ok(0) };
    let other = Party { org: row.get(0)?, id: row.get(1)?, user: None, accid: peer.to_owned() };
    let mut select = member(&other, &own.accid);
    select.column("read_seq");
    Ok(conn.first(&select.into())?.unwrap_or_default().get::<Option<i64>>(0)?.unwrap_or_default())
}

fn sent_as(from: &Party, client: &str) -> SelectStatement {
    let mut select = sql::from(from.org, SENT);
    select
        .columns(["conversation_org_id", "conversation_id", "seq"])
        .and_where(sql::eq("account_id", from.id))
        .and_where(sql::eq("client_id", client.to_owned()));
    select
}

/// Takes a name of a message; whoever takes the same at the same time waits, and then finds it taken.
fn claimed(tx: &mut Tx<'_>, from: &Party, client: &str) -> Result<bool, Refusal> {
    let cells = [
        ("account_id", from.id.into_value()),
        ("client_id", client.into_value()),
        ("conversation_org_id", Value::Int(0)),
        ("conversation_id", Value::Int(0)),
        ("seq", Value::Int(0)),
        ("sent_at", tx.now.into_value()),
    ];
    let mut insert = sql::insert(from.org, SENT, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "account_id", "client_id"]).do_nothing().to_owned());
    Ok(tx.exec(&insert.into())? > 0)
}

/// The message that was sent under a name.
fn first_of(tx: &mut Tx<'_>, from: &Party, client: &str) -> Result<Option<Message>, Refusal> {
    let Some(row) = tx.first(&sent_as(from, client).into())? else { return Ok(None) };
    message_at(tx, &Talk { org: row.get(0)?, id: row.get(1)? }, row.get(2)?)
}

/// Gives a name back whose message was not kept.
fn unclaim(tx: &mut Tx<'_>, from: &Party, client: &str) -> Result<(), Refusal> {
    let mut delete = sql::delete(from.org, SENT);
    delete.and_where(sql::eq("account_id", from.id)).and_where(sql::eq("client_id", client.to_owned()));
    tx.exec(&delete.into())?;
    Ok(())
}

/// The next place in the conversation of two, which is made with the first one; none where the first alone is wanted and
/// taken.
fn place_of(tx: &mut Tx<'_>, from: &Party, to: &Party, first_alone: bool) -> Result<Option<(Talk, i64)>, Refusal> {
    let (first, second) = if from.accid < to.accid { (from, to) } else { (to, from) };
    let cells = [
        ("id", tx.new_id().into_value()),
        ("pair", format!("{} {}", first.accid, second.accid).into_value()),
        ("last_seq", Value::Int(1)),
        ("last_at", tx.now.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    let mut taken = OnConflict::columns(["org_id", "pair"]);
    if first_alone {
        taken.do_nothing();
    } else {
        taken.value("last_seq", sql::of(TALKS, "last_seq").add(1)).value("last_at", sql::value(tx.now));
    }
    let mut insert = sql::insert(first.org, TALKS, &cells);
    insert.on_conflict(taken).returning(platform::sea_query::Query::returning().columns(["id", "last_seq"]));
    match tx.first(&insert.into())? {
        Some(row) => Ok(Some((Talk { org: first.org, id: row.get(0)? }, row.get(1)?))),
        None if first_alone => Ok(None),
        None => Err(Refusal::broken("a conversation gave no place")),
    }
}

fn keep(tx: &mut Tx<'_>, talk: &Talk, message: &Message) -> Result<(), Refusal> {
    let file = message.file.as_ref();
    let cells = [
        ("conversation_id", talk.id.into_value()),
        ("seq", Value::Int(message.seq)),
        ("sender_accid", message.sender.clone().into_value()),
        // A file may go without a text.
        ("content", Value::Text(message.content.clone())),
        ("file_org_id", file.map(|file| file.org).into_value()),
        ("file_id", file.map(|file| file.id).into_value()),
        ("file_name", file.map(|file| file.name.clone()).into_value()),
        ("file_size", file.map(|file| file.size).into_value()),
        ("is_picture", Value::Bool(file.is_some_and(|file| file.is_picture))),
        ("sent_at", message.sent_at.into_value()),
    ];
    tx.exec(&sql::insert(talk.org, MESSAGES, &cells).into())?;
    Ok(())
}

/// The row of a party is there, with a time and what else changes in it.
fn put_member(
    tx: &mut Tx<'_>,
    talk: &Talk,
    (own, peer): (&Party, &Party),
    change: (&'static str, Expr),
    first: &[(&'static str, Value)],
) -> Result<(), Refusal> {
    let mut update = sql::update(own.org, MEMBERS, &[("last_at", tx.now.into_value())]);
    update
        .value(change.0, change.1)
        .and_where(sql::eq("account_id", own.id))
        .and_where(sql::eq("peer_accid", peer.accid.clone()));
    // Nobody else makes the row meanwhile: the conversation is held.
    if tx.exec(&update.into())? > 0 {
        return Ok(());
    }
    let mut cells = vec![
        ("account_id", own.id.into_value()),
        ("peer_accid", peer.accid.clone().into_value()),
        ("conversation_org_id", Value::Int(talk.org)),
        ("conversation_id", talk.id.into_value()),
        ("read_seq", Value::Int(0)),
        ("last_at", tx.now.into_value()),
    ];
    cells.extend_from_slice(first);
    tx.exec(&sql::insert(own.org, MEMBERS, &cells).into())?;
    Ok(())
}

/// Who sends has answered, where he was asked.
fn note_sender(tx: &mut Tx<'_>, talk: &Talk, pair: (&Party, &Party), now: Instant) -> Result<(), Refusal> {
    let waits = sql::col("asked_at").is_not_null().and(sql::col("answered_at").is_null());
    let answered = Expr::case(waits, sql::value(now)).finally(sql::col("answered_at"));
    put_member(tx, talk, pair, ("answered_at", answered.into()), &[("unread", Value::Int(0))])
}

/// Who receives has one more to read, and was asked.
fn note_receiver(tx: &mut Tx<'_>, talk: &Talk, pair: (&Party, &Party), now: Instant) -> Result<(), Refusal> {
    let first = [("unread", Value::Int(1)), ("asked_at", now.into_value())];
    put_member(tx, talk, pair, ("unread", sql::col("unread").add(1)), &first)?;
    let mut asked = sql::update(pair.0.org, MEMBERS, &[("asked_at", now.into_value())]);
    asked
        .and_where(sql::eq("account_id", pair.0.id))
        .and_where(sql::eq("peer_accid", pair.1.accid.clone()))
        .and_where(sql::col("asked_at").is_null());
    tx.exec(&asked.into())?;
    Ok(())
}

fn tell(tx: &mut Tx<'_>, parties: [&Party; 2]) {
    for party in parties {
        if let Some(user) = party.user {
            tx.tell(Topic::chats(party.org, user));
        }
    }
}
