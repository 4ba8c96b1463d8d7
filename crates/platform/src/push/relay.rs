//! News between the processes of a deployment, by PostgreSQL's LISTEN and NOTIFY.
//!
//! One connection per process listens and tells. It tells after the commit and what came in the
//! meantime together: a NOTIFY inside the business transactions would make their commits queue for one
//! lock of the whole server. What is lost with a connection is made good by telling everybody to read
//! again. The embedded database belongs to one process and needs none of this.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_postgres::{AsyncMessage, Client};

use super::{Hub, Mailbox, News, Topic, lock};
use crate::access::random_bytes;
use crate::call::App;
use crate::store::Address;

/// The channel of the deployment; databases do not hear each other.
const CHANNEL: &str = "forwarder_push";
/// Bytes of a notification; PostgreSQL takes fewer than 8000.
const BYTES_MAX: usize = 7_000;
/// News of so long are told together.
const TOGETHER: Duration = Duration::from_millis(50);
/// Wait before connecting again: the first, and the longest.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));
/// Notifications that wait to be read; a process that is further behind reads everything again.
const BEHIND_MAX: usize = 1_000;

/// What one process tells the others.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Letter {
    /// Which process.
    from: String,
    /// What changed; none: anything may have.
    topics: Option<BTreeSet<Topic>>,
}

/// Tells and hears until the process ends.
pub async fn relay(app: Arc<App>) {
    let Some(address) = app.store.postgres() else { return };
    let own: String = random_bytes::<8>().unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
    let outgoing = Arc::new(Mailbox::default());
    *lock(&app.push.outgoing) = Some(outgoing.clone());
    let mut wait = AGAIN.0;
    loop {
        match connected(&app.push, &address, &own, &outgoing, || wait = AGAIN.0).await {
            Ok(()) => tracing::warn!("the connection for news was closed"),
            Err(error) => tracing::warn!(%error, "no news from other processes"),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(AGAIN.1);
    }
}

/// One connection, as long as it lasts.
async fn connected(
    hub: &Hub,
    address: &Address,
    own: &str,
    outgoing: &Mailbox,
    mut begun: impl FnMut(),
) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = address.config.connect(address.tls.clone()).await?;
    let (heard, mut letters) = channel(BEHIND_MAX);
    // Nothing comes from a connection that nobody drives; the task ends with it.
    let drive = tokio::spawn(hear(connection, heard));
    client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    begun();
    // What was said while nobody listened, and what could not be told, is unknown.
    outgoing.put(|news| news.all = true);
    hub.related.store(true, Ordering::SeqCst);
    hub.deliver_all();
    let ended = converse(hub, &client, own, outgoing, &mut letters).await;
    hub.related.store(false, Ordering::SeqCst);
    drive.abort();
    ended
}

async fn converse(
    hub: &Hub,
    client: &Client,
    own: &str,
    outgoing: &Mailbox,
    letters: &mut Receiver<String>,
) -> Result<(), tokio_postgres::Error> {
    loop {
        tokio::select! {
            letter = letters.recv() => match letter {
                Some(text) => deliver(hub, own, &text),
                None => return Ok(()),
            },
            () = outgoing.wait() => {
                tokio::time::sleep(TOGETHER).await;
                for text in letters_of(own, outgoing.take()) {
                    client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &text]).await?;
                }
            }
        }
    }
}

/// Reads a connection; hands on what it hears. Ends when the connection does, or nobody takes it.
async fn hear<S, T>(mut connection: tokio_postgres::Connection<S, T>, heard: tokio::sync::mpsc::Sender<String>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        match std::future::poll_fn(|context| connection.poll_message(context)).await {
            // A full channel ends the connection: the next one begins with reading everything again.
            Some(Ok(AsyncMessage::Notification(letter))) if heard.try_send(letter.payload().to_owned()).is_err() => {
                return;
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return tracing::warn!(%error, "the connection for news failed"),
            None => return,
        }
    }
}

fn deliver(hub: &Hub, own: &str, text: &str) {
    match serde_json::from_str::<Letter>(text) {
        Ok(letter) if letter.from == own => {}
        Ok(Letter { topics: Some(topics), .. }) => hub.deliver(&topics),
        Ok(Letter { topics: None, .. }) => hub.deliver_all(),
        // Another release may write otherwise: something changed, that much is known.
        Err(_) => hub.deliver_all(),
    }
}

/// News as notifications that are not too long.
fn letters_of(own: &str, news: News) -> Vec<String> {
    let text = |topics| serde_json::to_string(&Letter { from: own.to_owned(), topics }).unwrap_or_default();
    if news.all {
        return vec![text(None)];
    }
    let mut letters = Vec::new();
    let mut waiting = vec![news.topics];
    while let Some(mut topics) = waiting.pop() {
        let letter = text(Some(topics.clone()));
        if letter.len() <= BYTES_MAX || topics.len() < 2 {
            letters.push(letter);
            continue;
        }
        let middle = topics.iter().nth(topics.len() / 2).cloned();
        if let Some(middle) = middle {
            waiting.push(topics.split_off(&middle));
            waiting.push(topics);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_topics_are_told_in_letters_that_fit() {
        let topics: BTreeSet<Topic> = (0..2_000).map(|user| Topic::Counts(7, user)).collect();
        let letters = letters_of("a", News { topics: topics.clone(), all: false });
        assert!(letters.len() > 1 && letters.iter().all(|letter| letter.len() <= BYTES_MAX));
        let told = letters.iter().flat_map(|letter| serde_json::from_str::<Letter>(letter).unwrap().topics.unwrap());
        assert_eq!(told.collect::<BTreeSet<_>>(), topics);
        assert_eq!(letters_of("a", News { topics, all: true }), [r#"{"from":"a","topics":null}"#]);
    }

    #[test]
    fn a_process_does_not_hear_itself_and_what_it_cannot_read_counts_as_anything() {
        let hub = Arc::new(Hub::new(&[]));
        let mut place = hub.enter(kernel::Id(1), &super::super::PushLimits::default()).unwrap();
        place.watch([Topic::Counts(7, 3)].into());
        let letter = |from: &str| format!(r#"{{"from":"{from}","topics":[{{"c":[7,3]}}]}}"#);
        deliver(&hub, "own", &letter("own"));
        assert!(place.mailbox.take().is_empty());
        deliver(&hub, "own", &letter("other"));
        assert_eq!(place.mailbox.take().topics, [Topic::Counts(7, 3)].into());
        deliver(&hub, "own", r#"{"from":"other","topics":[{"new":[1]}]}"#);
        assert!(place.mailbox.take().all);
    }
}
