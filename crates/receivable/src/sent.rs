//! The mails that bills go out with.

use kernel::Id;
use mail::{Attachment, Copies, Kind, Letter, Sender, Words, Written};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, JoinType, Order};
use platform::store::{Conn, Row, Value, sql};

use crate::answer::{CONFIRMED, SENT};

/// Debit notes.
pub(crate) const NOTE: &str = "NOTE";
/// Statements.
pub(crate) const STATEMENT: &str = "STATEMENT";
const TABLE: &str = "bill_mail";
const MAILS: &str = "mail_log";

/// A mail a bill went out with.
pub(crate) struct Mail {
    /// When it was written.
    pub at: i64,
    /// To whom.
    pub to: String,
    /// What became of it.
    pub status: String,
}

/// The mails of a bill, the newest first.
pub(crate) fn of(conn: &mut dyn Conn, org: i64, (kind, id): (&str, Id)) -> Result<Vec<Mail>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns([(MAILS, "created_at"), (MAILS, "to_addrs"), (MAILS, "status")])
        .join(JoinType::InnerJoin, MAILS, sql::same_org(MAILS, TABLE, "mail_id"))
        .and_where(sql::of_eq(TABLE, "kind", kind.to_owned()))
        .and_where(sql::of_eq(TABLE, "object_id", id))
        .order_by((MAILS, "id"), Order::Desc);
    let read = |row: &Row| Ok(Mail { at: row.get(0)?, to: row.get(1)?, status: row.get(2)? });
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Bills of a kind that go to one customer with one mail, as the mail is proposed.
pub(crate) struct Post<'a> {
    /// Kind of the bills, and of the mail.
    pub kind: (&'static str, Kind),
    /// Colleagues who get copies.
    pub copies: Copies,
    /// Receivers.
    pub to: &'a [String],
    /// Subject and text.
    pub words: (&'a str, &'a str),
    /// The bills.
    pub ids: &'a [Id],
    /// Their numbers.
    pub numbers: &'a str,
    /// Their papers.
    pub files: &'a [Attachment],
}

/// Letters of the numbers a mail is found by.
const REF_MAX: usize = 200;

/// Puts a mail into the outbox, with other receivers and words where its user wrote some, and notes that the bills went out
/// with it. Answers the mail and its receivers.
pub(crate) fn post(
    tx: &mut Tx<'_>,
    post: &Post<'_>,
    asked: Option<&Written>,
    language: &str,
) -> Result<(Id, Vec<String>), Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let mailbox = mail::need_mailbox(tx, app, org, user)?;
    let copies = asked.and_then(Written::cc);
    let lines: Vec<&str> = post.words.1.lines().collect();
    let proposed = || Words::of(post.words.0.to_owned(), &lines, None, &[]);
    let letter = Letter {
        kind: post.kind.1,
        to: asked.map_or_else(|| post.to.to_vec(), Written::to),
        cc: copies.map_or_else(|| post.copies.of(tx, org, user), Ok)?,
        words: asked.map_or_else(proposed, |asked| asked.words(&[], None)),
        attachments: post.files.to_vec(),
        number: post.numbers.chars().take(REF_MAX).collect(),
        not_before: None,
    };
    let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
    let mail = mail::put(tx, app, from, &letter)?;
    note(tx, post.kind.0, post.ids, mail)?;
    Ok((mail, letter.to))
}

/// Bills of a table went out today; what a customer confirmed stays confirmed.
pub(crate) fn mark(tx: &mut Tx<'_>, table: &'static str, ids: &[Id]) -> Result<(), Refusal> {
    let cells = [
        ("sent_at", Value::Int(tx.now.millis())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), table, &cells);
    let state = Expr::cust(format!("CASE WHEN confirm_state = '{CONFIRMED}' THEN confirm_state ELSE '{SENT}' END"));
    update
        .value("version", Expr::cust("version + 1"))
        .value("confirm_state", state)
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    tx.exec(&update.into())?;
    Ok(())
}

/// Notes that bills went out with a mail.
fn note(tx: &mut Tx<'_>, kind: &str, ids: &[Id], mail: Id) -> Result<(), Refusal> {
    for id in ids {
        let cells =
            [("kind", Value::Text(kind.to_owned())), ("object_id", Value::Int(id.0)), ("mail_id", Value::Int(mail.0))];
        tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    }
    Ok(())
}
