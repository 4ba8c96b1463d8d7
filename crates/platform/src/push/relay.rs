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
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client};

use super::{Hub, Mailbox, News, Topic, lock};
use crate::access::random_bytes;
use crate::call::App;
use crate::store::{Address, Wrote};

/// The channel of the deployment; databases do not hear each other.
const CHANNEL: &str = "forwarder_push";
/// Bytes of a notification; PostgreSQL takes fewer than 8000.
const BYTES_MAX: usize = 7_000;
/// News of so long are told together.
const TOGETHER: Duration = Duration::from_millis(50);
/// Wait before connecting again: the first, and the longest.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));
/// A line on which nothing is told for so long is looked at, and given up when no answer comes: counts are remembered only
/// while the news of others come.
const LOOK: Duration = Duration::from_secs(10);
/// Notifications that wait to be read; a process that is further behind reads everything again.
const BEHIND_MAX: usize = 1_000;

/// What one process tells the others.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Letter {
    /// Which process.
    from: String,
    /// What changed; none: anything may have.
    topics: Option<BTreeSet<Topic>>,
    /// Every table that was written; none: any may have been, as an earlier release told no tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wrote: Option<BTreeSet<Wrote>>,
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
    hub.deliver_all();
    // Told at once: what is said from now on is not lost among it.
    if !tell(&client, own, outgoing).await? {
        return Ok(());
    }
    hub.related.store(true, Ordering::SeqCst);
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
                if !tell(client, own, outgoing).await? {
                    return Ok(());
                }
            }
            () = tokio::time::sleep(LOOK) => {
                let Ok(looked) = tokio::time::timeout(LOOK, client.simple_query("SELECT 1")).await else { return Ok(()) };
                looked?;
            }
        }
    }
}

/// Tells what there is to tell; false where the server does not answer in time.
async fn tell(client: &Client, own: &str, outgoing: &Mailbox) -> Result<bool, tokio_postgres::Error> {
    for text in letters_of(own, outgoing.take()) {
        let values: [&(dyn ToSql + Sync); 2] = [&CHANNEL, &text];
        let told = client.execute("SELECT pg_notify($1, $2)", &values);
        let Ok(told) = tokio::time::timeout(LOOK, told).await else { return Ok(false) };
        told?;
    }
    Ok(true)
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
        Ok(Letter { topics: Some(topics), wrote, .. }) => {
            // Whoever is told of news finds the counts of now.
            wrote.map_or_else(|| hub.counts.forget(), |wrote| hub.counts.heard(&wrote));
            hub.deliver(&topics);
        }
        Ok(Letter { topics: None, .. }) => hub.deliver_all(),
        // Another release may write otherwise: something changed, that much is known.
        Err(_) => hub.deliver_all(),
    }
}

/// News as notifications that are not too long. Tables come first, so that who hears the topics finds new counts.
fn letters_of(own: &str, news: News) -> Vec<String> {
    let text =
        |topics, wrote| serde_json::to_string(&Letter { from: own.to_owned(), topics, wrote }).unwrap_or_default();
    if news.all {
        return vec![text(None, None)];
    }
    let of_tables = |wrote: &BTreeSet<Wrote>| text(Some(BTreeSet::new()), Some(wrote.clone()));
    let of_topics = |topics: &BTreeSet<Topic>| text(Some(topics.clone()), Some(BTreeSet::new()));
    let both = text(Some(news.topics.clone()), Some(news.wrote.clone()));
    if both.len() <= BYTES_MAX {
        return vec![both];
    }
    let mut letters = in_letters(news.wrote, &of_tables);
    letters.extend(in_letters(news.topics, &of_topics));
    letters
}

fn in_letters<T: Ord + Clone>(all: BTreeSet<T>, text: &dyn Fn(&BTreeSet<T>) -> String) -> Vec<String> {
    let mut letters = Vec::new();
    let mut waiting = vec![all];
    while let Some(mut part) = waiting.pop() {
        let letter = text(&part);
        if letter.len() <= BYTES_MAX || part.len() < 2 {
            letters.push(letter);
            continue;
        }
        let middle = part.iter().nth(part.len() / 2).cloned();
        if let Some(middle) = middle {
            waiting.push(part.split_off(&middle));
            waiting.push(part);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::store::{Row, Value};

    #[test]
    fn many_topics_and_tables_are_told_in_letters_that_fit() {
        let topics: BTreeSet<Topic> = (0..2_000).map(|user| Topic::Counts(7, user)).collect();
        let wrote: BTreeSet<Wrote> = (0..900).map(|n| Wrote(Some(n), "coop".to_owned())).collect();
        let letters = letters_of("a", News { topics: topics.clone(), wrote: wrote.clone(), all: false });
        assert!(letters.len() > 1 && letters.iter().all(|letter| letter.len() <= BYTES_MAX));
        let told: Vec<Letter> = letters.iter().map(|letter| serde_json::from_str(letter).unwrap()).collect();
        assert_eq!(told.iter().flat_map(|one| one.topics.clone().unwrap()).collect::<BTreeSet<_>>(), topics);
        assert_eq!(told.iter().flat_map(|one| one.wrote.clone().unwrap()).collect::<BTreeSet<_>>(), wrote);
        let few =
            News { topics: [Topic::Counts(7, 3)].into(), wrote: [Wrote(None, "a".to_owned())].into(), all: false };
        assert_eq!(letters_of("a", few), [r#"{"from":"a","topics":[{"c":[7,3]}],"wrote":[[null,"a"]]}"#]);
        assert_eq!(letters_of("a", News { topics, wrote, all: true }), [r#"{"from":"a","topics":null}"#]);
    }

    #[test]
    fn a_process_does_not_hear_itself_and_what_it_cannot_read_counts_as_anything() {
        let hub = Arc::new(Hub::new(&[], Arc::default()));
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

    #[test]
    fn what_another_process_wrote_makes_the_counts_of_its_tables_old() {
        let hub = Hub::new(&[], Arc::default());
        let again = || {
            let mut read = false;
            let answer = hub.counts.answer("SELECT COUNT(*) FROM coop WHERE coop.org_id = ?", &[Value::Int(7)], || {
                read = true;
                Ok(Some(Row(vec![Value::Int(1)])))
            });
            answer.unwrap();
            read
        };
        assert!(again() && !again());
        let told = |wrote: &str| deliver(&hub, "own", &format!(r#"{{"from":"other","topics":[]{wrote}}}"#));
        told(r#","wrote":[[8,"coop"],[7,"awb"]]"#);
        assert!(!again(), "of another company, and of another table");
        told(r#","wrote":[[7,"coop"]]"#);
        assert!(again() && !again());
        told(r#","wrote":[[null,"coop"]]"#);
        assert!(again() && !again());
        told("");
        assert!(again() && !again(), "an earlier release tells no tables");
        deliver(&hub, "own", r#"{"from":"other","topics":null}"#);
        assert!(again());
    }
}
