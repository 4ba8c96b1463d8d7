//! Another system for tests: takes messages over HTTP on a port of its own, and answers them as told.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use platform::address::AddressGuard;
use platform::call::Settings;
use platform::store::{Stmt, Value, sql};
use serde_json::Value as Json;

use crate::World;

/// A deployment whose other systems may stand on its own machine.
pub fn on_own_machine(settings: &mut Settings) {
    settings.guard = AddressGuard::new(&["127.0.0.0/8".to_owned()]).expect("a network");
}

/// An active webhook of the first company that is told of everything, for stories that look at what is put down for it
/// ([`put_down`]) and send nothing.
pub fn listens(world: &World) {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut cells = vec![
        ("id", Value::Int(1)),
        ("name", text("listens")),
        ("url", text("https://example.com/hook")),
        ("state", text("ACTIVE")),
    ];
    cells.extend(["on_created", "on_updated", "on_state", "on_node", "on_event"].map(|name| (name, Value::Bool(true))));
    cells.extend(["version", "created_by", "created_at", "updated_by", "updated_at"].map(|name| (name, Value::Int(1))));
    world.database(|_, conn| conn.exec(&sql::insert(2, "webhook", &cells).into()).map(drop).expect("listens"));
}

/// What is put down for webhooks and was not looked at yet: events, and what they tell.
pub fn put_down(world: &World) -> Vec<(String, Json)> {
    world.database(|_, conn| {
        let all = "SELECT event, body FROM webhook_delivery ORDER BY id".to_owned();
        let rows = conn.query(&Stmt::Raw(all, Vec::new())).expect("reads");
        conn.exec(&Stmt::Raw("DELETE FROM webhook_delivery".to_owned(), Vec::new())).expect("looked at");
        let read = |row: &platform::store::Row| {
            let body: Json = serde_json::from_str(&row.get::<String>(1).expect("a body")).expect("JSON");
            (row.get(0).expect("an event"), body.get("data").cloned().unwrap_or_default())
        };
        rows.iter().map(read).collect()
    })
}

/// A message as it came.
#[derive(Debug, Clone)]
pub struct Heard {
    /// Headers by their names in small letters.
    pub headers: BTreeMap<String, String>,
    /// Body.
    pub body: String,
}

impl Heard {
    /// A header; empty for none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The body as JSON.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body).expect("a body of JSON")
    }
}

#[derive(Default)]
struct State {
    heard: Vec<Heard>,
    status: u16,
    location: String,
    /// Lines whose answer has no end, where that is wanted.
    held: Option<Vec<TcpStream>>,
}

/// The other system.
pub struct HookServer {
    /// Its address.
    pub url: String,
    state: Arc<Mutex<State>>,
}

impl HookServer {
    /// Begins to listen; it takes everything.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(State { status: 204, ..State::default() }));
        let own = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Who hangs up was not heard.
                let _ = answer(&own, stream);
            }
        });
        Self { url, state }
    }

    /// From now on it answers with a status.
    pub fn answers(&self, status: u16) {
        lock(&self.state).status = status;
    }

    /// From now on it answers with a body that does not come.
    pub fn never_ends(&self) {
        lock(&self.state).held = Some(Vec::new());
    }

    /// From now on it leads elsewhere.
    pub fn leads_to(&self, url: &str) {
        let mut state = lock(&self.state);
        state.status = 302;
        url.clone_into(&mut state.location);
    }

    /// What it heard since it was asked last.
    pub fn heard(&self) -> Vec<Heard> {
        std::mem::take(&mut lock(&self.state).heard)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(state: &Mutex<State>, stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut headers) = (String::new(), BTreeMap::new());
    reader.read_line(&mut line)?;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut stream = reader.into_inner();
    let mut state = lock(state);
    state.heard.push(Heard { headers, body: String::from_utf8_lossy(&body).into_owned() });
    let (status, location) = (state.status, state.location.clone());
    if let Some(held) = &mut state.held {
        stream.write_all(format!("HTTP/1.1 {status} Told\r\nContent-Length: 5\r\n\r\n").as_bytes())?;
        held.push(stream);
        return Ok(());
    }
    let location = if location.is_empty() { String::new() } else { format!("Location: {location}\r\n") };
    let head = format!("HTTP/1.1 {status} Told\r\n{location}Content-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())
}
