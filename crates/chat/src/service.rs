//! What keeps conversations and delivers messages, as the calls see it. The product's own is the default and keeps them in
//! the database; an outside service would be another value behind [`service`].

use kernel::{Id, Instant};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::Conn;

use crate::embedded::Embedded;

/// One side of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Its company.
    pub org: i64,
    /// Its account.
    pub id: Id,
    /// The user behind it; none of a guest.
    pub user: Option<Id>,
    /// Its public name.
    pub accid: String,
}

/// A file that goes with a message; it lies in the company of who sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// Its company.
    pub org: i64,
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// Whether it is shown as a picture.
    pub is_picture: bool,
}

/// What is sent.
#[derive(Debug, Clone, Default)]
pub struct Post {
    /// Text; empty with a file alone.
    pub content: String,
    /// The file.
    pub file: Option<Attached>,
    /// The sender's own name of the message: one of the same name is sent once.
    pub client_id: Option<String>,
    /// It is kept only as the first word between the two.
    pub is_greeting: bool,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its place in the conversation, from 1.
    pub seq: i64,
    /// Who sent it.
    pub sender: String,
    /// Text.
    pub content: String,
    /// The file.
    pub file: Option<Attached>,
    /// When.
    pub sent_at: Instant,
}

/// Which messages are asked for.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// So many are left out.
    pub skip: u64,
    /// So many at most.
    pub size: u64,
    /// Those before a place alone.
    pub before: Option<i64>,
    /// Those with this text, or a file of such a name, alone.
    pub keyword: String,
}

/// A part of a conversation.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The newest first.
    pub messages: Vec<Message>,
    /// How many there are in all.
    pub total: i64,
    /// How far the other side has read.
    pub peer_read: i64,
    /// Nothing was ever said between the two.
    pub is_new: bool,
}

/// Keeps conversations.
pub trait Service: Send + Sync {
    /// Sends a message; one of a name that was sent before is answered as then. None: what was sent then is gone, or a
    /// greeting came too late.
    fn send(&self, tx: &mut Tx<'_>, from: &Party, to: &Party, post: &Post) -> Result<Option<Message>, Refusal>;
    /// Whether a message of this name was sent.
    fn was_sent(&self, conn: &mut dyn Conn, from: &Party, client_id: &str) -> Result<bool, Refusal>;
    /// A part of the conversation with an account.
    fn history(&self, conn: &mut dyn Conn, own: &Party, peer: &str, ask: &Ask) -> Result<History, Refusal>;
    /// Bytes of the files an account sent another since a time.
    fn bytes_sent(&self, conn: &mut dyn Conn, from: &Party, peer: &str, since: Instant) -> Result<i64, Refusal>;
    /// One message of it.
    fn message(&self, conn: &mut dyn Conn, own: &Party, peer: &str, seq: i64) -> Result<Option<Message>, Refusal>;
    /// Marks what an account sent as read, up to a place or all; both sides hear of it.
    fn read(&self, tx: &mut Tx<'_>, own: &Party, peer: &Party, seq: Option<i64>) -> Result<(), Refusal>;
    /// How much is not read of all conversations.
    fn unread(&self, conn: &mut dyn Conn, own: &Party) -> Result<i64, Refusal>;
}

/// The one in force.
pub fn service() -> &'static dyn Service {
    &Embedded
}
