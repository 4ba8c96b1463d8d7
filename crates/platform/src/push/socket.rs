//! One socket of a browser: says whose it is, names what it watches, hears what may have changed.
//!
//! The browser's first message is `{"token": …, "topics": ["list/hrs.user.list"]}`, later ones
//! `{"topics": […]}`; each is answered by `{"watching": […]}`, the topics of it that are granted.
//! News are `{"changed": ["counts", "jobs", "chat", "list/…"]}`. The token travels in a message because an
//! address is written into logs.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::{News, Place, Topic, Unnamed};
use crate::PLATFORM_ORG;
use crate::access::{Actor, find_session};
use crate::call::App;
use crate::list::ListPage;
use crate::web::{bounded, caller_ip, no_such_call};

/// Address of the socket.
pub const PATH: &str = "/platform/push";

/// Codes a socket is closed with.
pub mod closing {
    /// The session is over, or there never was one.
    pub const SESSION_OVER: u16 = 4401;
    /// The session has sockets enough.
    pub const TOO_MANY: u16 = 4429;
    /// What came was no message of this kind.
    pub const BAD_MESSAGE: u16 = 4400;
}

/// Bytes of a message of a browser.
const MESSAGE_MAX: usize = 8 * 1024;
/// Topics a socket watches.
const TOPICS_MAX: usize = 50;
/// Messages of a browser between two heartbeats.
const MESSAGES_MAX: u32 = 120;
/// A browser that does not take a message for so long is gone or too slow.
const SEND_MAX: Duration = Duration::from_secs(10);

/// The route of the socket.
pub fn route(app: &Arc<App>) -> Router {
    let app = app.clone();
    let socket = get(move |request: Request| upgrade(app.clone(), request));
    Router::new().route(PATH, socket.fallback(|headers: HeaderMap| async move { no_such_call(&headers) }))
}

async fn upgrade(app: Arc<App>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if !own_origin(&app, &parts.headers) {
        return plain(StatusCode::FORBIDDEN);
    }
    let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let address = caller_ip(&app, &parts.headers, connection);
    let limits = app.settings.push;
    // Each process has sockets of its own to keep.
    if app.limits.take_here(format!("push {address}"), limits.per_minute, app.clock.now()).is_err() {
        return plain(StatusCode::TOO_MANY_REQUESTS);
    }
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.max_message_size(MESSAGE_MAX).max_frame_size(MESSAGE_MAX),
        Err(refused) => return plain(refused.into_response().status()),
    };
    let Some(unnamed) = app.push.admit(&limits) else { return plain(StatusCode::SERVICE_UNAVAILABLE) };
    upgrade.on_upgrade(move |socket| async move { Talk { app, socket }.run(unnamed).await })
}

fn plain(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Whether a page of this deployment opens the socket. Browsers always say which page does.
fn own_origin(app: &App, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let host_of = |url: &str| url.split_once("://").map(|(_, host)| host.to_ascii_lowercase());
    let Some(origin) = host_of(text(header::ORIGIN)) else { return false };
    origin == text(header::HOST).to_ascii_lowercase() || Some(origin) == host_of(&app.settings.public_url)
}

/// A message of a browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    topics: Vec<String>,
}

/// Why a socket ends: with a code for the browser, or without a word.
enum End {
    Told(u16),
    Gone,
}

struct Talk {
    app: Arc<App>,
    socket: WebSocket,
}

/// What a named socket knows.
struct Named {
    token: String,
    place: Place,
    /// The lists it watches, by their topics' names.
    lists: BTreeMap<String, Arc<ListPage>>,
}

impl Talk {
    async fn run(mut self, unnamed: Unnamed) {
        let end = match self.greeting().await {
            Ok(asked) => {
                drop(unnamed);
                self.follow(asked).await
            }
            Err(end) => end,
        };
        if let End::Told(code) = end {
            let frame = CloseFrame { code, reason: "".into() };
            let _ = timeout(SEND_MAX, self.socket.send(Message::Close(Some(frame)))).await;
        }
    }

    /// The first message, with the token.
    async fn greeting(&mut self) -> Result<(String, Vec<String>), End> {
        let first = timeout(self.app.settings.push.greeting, self.socket.recv()).await;
        let Ok(Some(Ok(Message::Text(text)))) = first else { return Err(End::Told(closing::BAD_MESSAGE)) };
        match read(&text)? {
            Asked { token: Some(token), topics } => Ok((token, topics)),
            Asked { token: None, .. } => Err(End::Told(closing::SESSION_OVER)),
        }
    }

    async fn follow(&mut self, (token, topics): (String, Vec<String>)) -> End {
        let limits = self.app.settings.push;
        let actor = match judge(&self.app, &token).await {
            Ok(actor) => actor,
            Err(end) => return end,
        };
        let Some(place) = self.app.push.enter(actor.session_id, &limits) else { return End::Told(closing::TOO_MANY) };
        let mut named = Named { token, place, lists: BTreeMap::new() };
        if let Err(end) = self.watch(&mut named, &actor, &topics).await {
            return end;
        }
        let mut heartbeat = interval_at(Instant::now() + limits.heartbeat, limits.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = Instant::now().checked_sub(limits.pause).unwrap_or_else(Instant::now);
        let (mut alive, mut messages) = (true, 0);
        loop {
            let mailbox = named.place.mailbox.clone();
            let news = async {
                mailbox.wait().await;
                tokio::time::sleep_until(last + limits.pause).await;
            };
            let step = tokio::select! {
                came = self.socket.recv() => {
                    alive = true;
                    messages += 1;
                    if messages > MESSAGES_MAX { Err(End::Told(closing::BAD_MESSAGE)) } else { self.answer(&mut named, came).await }
                }
                () = news => {
                    last = Instant::now();
                    self.tell(&named).await
                }
                _ = heartbeat.tick() => {
                    messages = 0;
                    if std::mem::take(&mut alive) { self.beat(&named).await } else { Err(End::Gone) }
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// A message of the browser: what it watches from now on. Signs of life need no answer.
    async fn answer(&mut self, named: &mut Named, came: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        match came {
            Some(Ok(Message::Text(text))) => {
                let asked = read(&text)?;
                let actor = judge(&self.app, &named.token).await?;
                self.watch(named, &actor, &asked.topics).await
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => Err(End::Told(closing::BAD_MESSAGE)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
        }
    }

    /// Watches the lists among the topics whose page the user may open, and what is his own anyway.
    async fn watch(&mut self, named: &mut Named, actor: &Actor, topics: &[String]) -> Result<(), End> {
        let lists = &self.app.registry.lists;
        let granted = topics.iter().take(TOPICS_MAX).filter_map(|name| {
            let list = lists.iter().find(|list| name.strip_prefix("list/") == Some(list.key))?;
            actor.may(list.opened_by()).then(|| (name.clone(), list.clone()))
        });
        named.lists = granted.collect();
        let (org, user) = (actor.org_id, actor.user_id);
        let own = [Topic::counts, Topic::jobs, Topic::sessions, Topic::chats];
        let mut all: BTreeSet<Topic> = own.map(|topic| topic(org, user)).into();
        all.extend(named.lists.values().flat_map(|list| tables_of(list, org)));
        named.place.watch(all);
        let watching: Vec<&String> = named.lists.keys().collect();
        self.send(json!({ "watching": watching }).to_string()).await
    }

    /// Tells what changed, as far as the user may still look at it.
    async fn tell(&mut self, named: &Named) -> Result<(), End> {
        let news = named.place.mailbox.take();
        let actor = judge(&self.app, &named.token).await?;
        let changed = names_of(&news, named, &actor);
        if changed.is_empty() {
            return Ok(());
        }
        self.send(json!({ "changed": changed }).to_string()).await
    }

    /// Asks the browser for a sign of life, and looks whether its session still lives.
    async fn beat(&mut self, named: &Named) -> Result<(), End> {
        judge(&self.app, &named.token).await?;
        self.send_message(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        self.send_message(Message::Text(text.into())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), End> {
        match timeout(SEND_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Gone),
        }
    }
}

fn read(text: &str) -> Result<Asked, End> {
    serde_json::from_str(text).map_err(|_| End::Told(closing::BAD_MESSAGE))
}

/// Rows a list shows: those of the org, with what it follows, and those the platform gives every org.
fn tables_of(list: &ListPage, org: i64) -> Vec<Topic> {
    let tables = || list.follows.iter().chain([&list.table]);
    let mut topics: Vec<Topic> = tables().map(|table| Topic::rows(org, table)).collect();
    if !list.overlay.is_empty() && org != PLATFORM_ORG {
        topics.extend(tables().map(|table| Topic::rows(PLATFORM_ORG, table)));
    }
    topics
}

/// The news as the browser knows them.
fn names_of(news: &News, named: &Named, actor: &Actor) -> Vec<String> {
    let (org, user) = (actor.org_id, actor.user_id);
    let has = |topic: Topic| news.all || news.topics.contains(&topic);
    let mut names = Vec::new();
    if has(Topic::counts(org, user)) {
        names.push("counts".to_owned());
    }
    if has(Topic::jobs(org, user)) {
        names.push("jobs".to_owned());
    }
    if has(Topic::chats(org, user)) {
        names.push("chat".to_owned());
    }
    let lists = named.lists.iter().filter(|(_, list)| actor.may(list.opened_by()));
    let changed = lists.filter(|(_, list)| tables_of(list, org).into_iter().any(has));
    names.extend(changed.map(|(name, _)| name.clone()));
    names
}

/// Who it is by the rights of this moment; the end when the session is over.
async fn judge(app: &Arc<App>, token: &str) -> Result<Actor, End> {
    let (token, now) = (token.to_owned(), app.clock.now());
    let found = bounded(app, move |app| app.store.read(|conn| find_session(conn, &app.rights, &token, now)));
    match found.await {
        Ok(Ok(found)) => Ok(found.actor),
        Ok(Err(crate::refusal::Refusal::Unauthorized(_))) => Err(End::Told(closing::SESSION_OVER)),
        // The database is away: the browser comes back later.
        _ => Err(End::Gone),
    }
}
