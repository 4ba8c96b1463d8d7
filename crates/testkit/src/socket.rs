//! A browser's socket for live news.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::World;

/// What does not come in this time does not come.
const PATIENCE: Duration = Duration::from_secs(20);

/// An open socket.
pub struct Socket<'a> {
    world: &'a World,
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl<'a> Socket<'a> {
    /// Opens a socket from a page of an origin; the status of the refusal otherwise.
    pub fn open(world: &'a World, server: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        let address = format!("ws://{server}{}", platform::push::PATH);
        let mut request = address.into_client_request().expect("an address");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("an origin"));
        }
        match world.runtime().block_on(connect_async(request)) {
            Ok((stream, _)) => Ok(Self { world, stream }),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{}: {error}", world.database),
        }
    }

    /// A socket of a session that watches these topics; fails when it watches others in the end.
    pub fn of(world: &'a World, server: SocketAddr, token: &str, topics: &[&str]) -> Self {
        let mut socket = Self::open(world, server, Some(&format!("http://{server}"))).expect("is let in");
        socket.say(&json!({ "token": token, "topics": topics }));
        assert_eq!(socket.hear(), Ok(json!({ "watching": topics })), "{}", world.database);
        socket
    }

    /// Sends a message.
    pub fn say(&mut self, message: &Json) {
        let sent = self.world.runtime().block_on(self.stream.send(Message::text(message.to_string())));
        sent.unwrap_or_else(|error| panic!("{}: {error}", self.world.database));
    }

    /// The next message, or the code the socket was closed with (1006: without a word).
    pub fn hear(&mut self) -> Result<Json, u16> {
        self.world.runtime().block_on(async {
            loop {
                let came = tokio::time::timeout(PATIENCE, self.stream.next()).await;
                match came.unwrap_or_else(|_| panic!("{}: the socket hears nothing", self.world.database)) {
                    Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                    Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => return Err(1006),
                }
            }
        })
    }

    /// The next news; those that say all may have changed are left out, they come with a connection
    /// to the other processes.
    pub fn news(&mut self) -> Vec<String> {
        loop {
            let message = self.hear().unwrap_or_else(|code| panic!("{}: closed by {code}", self.world.database));
            let names = message.get("changed").and_then(Json::as_array).unwrap_or_else(|| panic!("{message}"));
            let names: Vec<String> = names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect();
            if !(names.contains(&"counts".to_owned()) && names.contains(&"jobs".to_owned())) {
                return names;
            }
        }
    }
}

/// Waits for what other threads or processes do; fails when it does not come.
pub fn until(holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "it does not come");
        std::thread::yield_now();
    }
}
