//! Live news: which lists, counts and jobs may have changed, told to the browsers that look at them.
//!
//! A committed transaction leaves [`Topic`]s: those its statements name by themselves (the store reads
//! table and org off every write) and those it tells ([`crate::store::Conn::tell`]). The [`Hub`] hands
//! them to the sockets of this process, the relay to the other processes of the deployment. News hold
//! no data: a browser reads again by its ordinary calls, which check what it may see.

mod relay;
mod socket;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Id;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::list::ListPage;
use crate::store::{Counts, Kept, Wrote};

pub use relay::relay;
pub use socket::{PATH, closing, route};

/// What may have changed, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Topic {
    /// Rows of a table of an org.
    #[serde(rename = "r")]
    Rows(i64, String),
    /// What waits for a user: approvals and messages.
    #[serde(rename = "c")]
    Counts(i64, i64),
    /// Jobs of a user.
    #[serde(rename = "j")]
    Jobs(i64, i64),
    /// Sessions of a user ended.
    #[serde(rename = "s")]
    Sessions(i64, i64),
    /// Conversations of a user.
    #[serde(rename = "m")]
    Chats(i64, i64),
}

impl Topic {
    /// Rows that no statement names by itself: of a table without scoped statements.
    pub fn rows(org: i64, table: &str) -> Self {
        Self::Rows(org, table.to_owned())
    }

    /// What waits for a user.
    pub fn counts(org: i64, user: Id) -> Self {
        Self::Counts(org, user.0)
    }

    /// Jobs of a user.
    pub fn jobs(org: i64, user: Id) -> Self {
        Self::Jobs(org, user.0)
    }

    /// Sessions of a user.
    pub fn sessions(org: i64, user: Id) -> Self {
        Self::Sessions(org, user.0)
    }

    /// Conversations of a user.
    pub fn chats(org: i64, user: Id) -> Self {
        Self::Chats(org, user.0)
    }
}

/// Limits of the sockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushLimits {
    /// Time a new socket has to say whose it is.
    pub greeting: Duration,
    /// A socket is asked so often whether it lives; one that gave no sign since is closed.
    pub heartbeat: Duration,
    /// Least time between two news of a socket; what comes between is told together.
    pub pause: Duration,
    /// Sockets of one session: a browser has one, and a moment two.
    pub per_session: usize,
    /// Sockets of this process.
    pub most: usize,
    /// Sockets that have not said yet whose they are.
    pub unnamed: usize,
    /// New sockets of one address a minute.
    pub per_minute: u32,
}

impl Default for PushLimits {
    fn default() -> Self {
        Self {
            greeting: Duration::from_secs(10),
            heartbeat: Duration::from_secs(30),
            pause: Duration::from_millis(500),
            per_session: 8,
            most: 20_000,
            unnamed: 500,
            per_minute: 600,
        }
    }
}

/// What came for a socket since it last looked. A set: however much happens, it holds each topic once.
#[derive(Debug, Default)]
struct Mailbox {
    news: Mutex<News>,
    filled: Notify,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct News {
    topics: BTreeSet<Topic>,
    /// For other processes, which remember counts of these tables.
    wrote: BTreeSet<Wrote>,
    /// Something may have been missed: all that is watched counts as changed.
    all: bool,
}

impl News {
    fn is_empty(&self) -> bool {
        self.topics.is_empty() && self.wrote.is_empty() && !self.all
    }
}

impl Mailbox {
    fn put(&self, fill: impl FnOnce(&mut News)) {
        fill(&mut lock(&self.news));
        self.filled.notify_one();
    }

    /// Waits until something is there; it stays there.
    async fn wait(&self) {
        while lock(&self.news).is_empty() {
            self.filled.notified().await;
        }
    }

    fn take(&self) -> News {
        std::mem::take(&mut *lock(&self.news))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sockets of this process by what they watch.
#[derive(Debug, Default)]
struct Sockets {
    boxes: BTreeMap<u64, Arc<Mailbox>>,
    watchers: BTreeMap<Topic, BTreeSet<u64>>,
    by_session: BTreeMap<i64, usize>,
    unnamed: usize,
}

/// Hands news to the sockets of this process, and to the relay.
#[derive(Debug)]
pub struct Hub {
    /// Tables that lists show; news of others interest nobody.
    tables: BTreeSet<&'static str>,
    sockets: Mutex<Sockets>,
    next: AtomicU64,
    /// What goes to other processes; none while no relay works.
    outgoing: Mutex<Option<Arc<Mailbox>>>,
    /// The relay is connected.
    related: AtomicBool,
    /// What the store remembers of counts, which what other processes keep makes old.
    counts: Arc<Counts>,
}

impl Hub {
    /// For the tables of these lists.
    pub(crate) fn new(lists: &[Arc<ListPage>], counts: Arc<Counts>) -> Self {
        Self {
            counts,
            tables: lists.iter().map(|list| list.table).collect(),
            sockets: Mutex::default(),
            next: AtomicU64::new(1),
            outgoing: Mutex::default(),
            related: AtomicBool::new(false),
        }
    }

    /// Tells what a committed transaction changed.
    pub fn announce(&self, Kept { mut topics, wrote }: Kept) {
        topics.retain(|topic| !matches!(topic, Topic::Rows(_, table) if !self.tables.contains(table.as_str())));
        if !topics.is_empty() {
            self.deliver(&topics);
        }
        if let Some(outgoing) = lock(&self.outgoing).as_ref() {
            outgoing.put(|news| {
                news.topics.extend(topics);
                news.wrote.extend(wrote);
            });
        }
    }

    /// Hands topics to the sockets that watch them.
    fn deliver(&self, topics: &BTreeSet<Topic>) {
        let sockets = lock(&self.sockets);
        // All of one transaction comes at once.
        let mut by_socket: BTreeMap<u64, BTreeSet<Topic>> = BTreeMap::new();
        for topic in topics {
            for socket in sockets.watchers.get(topic).into_iter().flatten() {
                by_socket.entry(*socket).or_default().insert(topic.clone());
            }
        }
        for (socket, topics) in by_socket {
            if let Some(mailbox) = sockets.boxes.get(&socket) {
                mailbox.put(|news| news.topics.extend(topics));
            }
        }
    }

    /// News may have been lost: every socket reads all it watches again, and no count is remembered.
    fn deliver_all(&self) {
        self.counts.forget();
        for mailbox in lock(&self.sockets).boxes.values() {
            mailbox.put(|news| news.all = true);
        }
    }

    /// Room for a socket that has not said yet whose it is.
    fn admit(self: &Arc<Self>, limits: &PushLimits) -> Option<Unnamed> {
        let mut sockets = lock(&self.sockets);
        if sockets.unnamed >= limits.unnamed || sockets.boxes.len() >= limits.most {
            return None;
        }
        sockets.unnamed += 1;
        Some(Unnamed(self.clone()))
    }

    /// A place for a socket of a session; none when the session has too many.
    fn enter(self: &Arc<Self>, session: Id, limits: &PushLimits) -> Option<Place> {
        let mut sockets = lock(&self.sockets);
        let count = sockets.by_session.entry(session.0).or_default();
        if *count >= limits.per_session {
            return None;
        }
        *count += 1;
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mailbox = Arc::new(Mailbox::default());
        sockets.boxes.insert(id, mailbox.clone());
        Some(Place { hub: self.clone(), id, session: session.0, mailbox, watched: BTreeSet::new() })
    }

    /// Whether news of other processes are heard.
    pub fn is_related(&self) -> bool {
        self.related.load(Ordering::SeqCst)
    }

    /// Sockets there are.
    pub fn sockets(&self) -> usize {
        lock(&self.sockets).boxes.len()
    }
}

/// A socket nobody has named; gives its room back when it is dropped.
struct Unnamed(Arc<Hub>);

impl Drop for Unnamed {
    fn drop(&mut self) {
        let mut sockets = lock(&self.0.sockets);
        sockets.unnamed = sockets.unnamed.saturating_sub(1);
    }
}

/// The place of a socket; given back when it is dropped.
struct Place {
    hub: Arc<Hub>,
    id: u64,
    session: i64,
    mailbox: Arc<Mailbox>,
    watched: BTreeSet<Topic>,
}

impl Place {
    /// Watches these topics and no others.
    fn watch(&mut self, topics: BTreeSet<Topic>) {
        let mut sockets = lock(&self.hub.sockets);
        forget(&mut sockets, self.id, self.watched.difference(&topics));
        for topic in topics.difference(&self.watched) {
            sockets.watchers.entry(topic.clone()).or_default().insert(self.id);
        }
        drop(sockets);
        self.watched = topics;
    }
}

fn forget<'a>(sockets: &mut Sockets, id: u64, topics: impl Iterator<Item = &'a Topic>) {
    for topic in topics {
        let Some(watchers) = sockets.watchers.get_mut(topic) else { continue };
        watchers.remove(&id);
        if watchers.is_empty() {
            sockets.watchers.remove(topic);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = lock(&self.hub.sockets);
        forget(&mut sockets, self.id, self.watched.iter());
        sockets.boxes.remove(&self.id);
        if let Some(count) = sockets.by_session.get_mut(&self.session) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                sockets.by_session.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hub() -> Arc<Hub> {
        let list = ListPage::new("t.list", "/t", ("", ""), "t", "/t", "coop");
        Arc::new(Hub::new(&[Arc::new(list)], Arc::default()))
    }

    fn rows(org: i64, table: &str) -> Topic {
        Topic::Rows(org, table.to_owned())
    }

    fn kept(topics: impl Into<BTreeSet<Topic>>) -> Kept {
        Kept { topics: topics.into(), ..Kept::default() }
    }

    #[test]
    fn news_reach_those_who_watch_and_nobody_else() {
        let (hub, limits) = (hub(), PushLimits::default());
        let mut own = hub.enter(Id(1), &limits).unwrap();
        let mut other = hub.enter(Id(2), &limits).unwrap();
        own.watch([rows(7, "coop"), Topic::Counts(7, 3)].into());
        other.watch([rows(8, "coop"), Topic::Counts(7, 4)].into());
        hub.announce(kept([rows(7, "coop"), Topic::Counts(7, 3), rows(7, "unlisted")]));
        assert_eq!(own.mailbox.take().topics, [rows(7, "coop"), Topic::Counts(7, 3)].into());
        assert!(other.mailbox.take().is_empty());
        own.watch(BTreeSet::new());
        hub.announce(kept([rows(7, "coop")]));
        assert!(own.mailbox.take().is_empty());
    }

    #[test]
    fn a_mailbox_nobody_empties_holds_each_topic_once() {
        let (hub, limits) = (hub(), PushLimits::default());
        let mut slow = hub.enter(Id(1), &limits).unwrap();
        slow.watch([rows(7, "coop")].into());
        for _ in 0..10_000 {
            hub.announce(kept([rows(7, "coop")]));
        }
        assert_eq!(slow.mailbox.take().topics.len(), 1);
    }

    #[test]
    fn places_are_limited_and_given_back() {
        let (hub, limits) = (hub(), PushLimits { per_session: 2, unnamed: 1, ..PushLimits::default() });
        let (first, second) = (hub.enter(Id(1), &limits), hub.enter(Id(1), &limits));
        assert!(first.is_some() && second.is_some());
        assert!(hub.enter(Id(1), &limits).is_none(), "a third of the same session");
        assert!(hub.enter(Id(2), &limits).is_some(), "one of another session");
        drop(first);
        assert!(hub.enter(Id(1), &limits).is_some());
        let unnamed = hub.admit(&limits);
        assert!(unnamed.is_some() && hub.admit(&limits).is_none());
        drop(unnamed);
        assert!(hub.admit(&limits).is_some());
        drop(second);
        assert_eq!(hub.sockets(), 0);
        assert!(lock(&hub.sockets).by_session.is_empty());
    }
}
