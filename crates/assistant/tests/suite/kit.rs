//! The world of these tests: the orders of the fixture by air, sea, rail and road, with charges, a note, rates and stock;
//! a stand-in for a model.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

/// What nothing matches is answered by.
pub const NOTHING: &str = "暂未找到相关内容，请换个问法或联系客服";

pub fn rooms() -> Vec<Room> {
    vec![
        base::room(),
        prm::room(),
        operate::room(),
        publish::room(),
        awb::room(),
        track::room(),
        af::room(),
        sc::room(),
        css::room(),
        voucher::room(),
        receivable::room(),
        payable::room(),
        ::assistant::room(),
    ]
}

pub fn lay(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::money::rates(&world.maker()));
    world.wait(seed::money::periods(&world.maker()));
    world.wait(seed::money::air(&world.maker()));
    world.wait(seed::billed::dn1(&world.maker()));
    world.wait(seed::sea::orders(&world.maker(), kernel::parse_day("2026-07-15").expect("a day")));
}

/// The same with what the bank and the suppliers know.
pub fn lay_settled(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    let maker = world.maker();
    world.wait(async {
        seed::fixture::agreements(&maker).await?;
        seed::settled::layer(&maker).await?;
        seed::sea::orders(&maker, kernel::parse_day("2026-07-15").expect("a day")).await
    });
}

pub fn text(json: &Json, name: &str) -> String {
    json[name].as_str().unwrap_or_default().to_owned()
}

/// Asks a question that must be answered.
#[track_caller]
pub fn ask(caller: &Caller<'_>, question: &str) -> Json {
    done(caller.post("/hrs/aiLog/question", json!({ "question": question })))
}

/// The text of the answer.
#[track_caller]
pub fn answer(caller: &Caller<'_>, question: &str) -> String {
    text(&ask(caller, question), "answer")
}

/// Decides settings of the caller's company.
#[track_caller]
pub fn decide(caller: &Caller<'_>, values: Json) {
    done(put(caller, values));
}

pub fn put(caller: &Caller<'_>, values: Json) -> testkit::Reply {
    let version = caller.ok("/hrs/aiSetting")["version"].clone();
    caller.put("/hrs/aiSetting", json!({ "version": version, "values": values }))
}

/// The newest rows of the log.
pub fn logged(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok("/hrs/aiLog/page?size=50")["records"].as_array().cloned().unwrap_or_default()
}

/// Publishes a help document of the caller's company.
pub fn publish(caller: &Caller<'_>, title: &str, body: &str) -> Json {
    let doc = done(caller.post("/hrs/helpDoc", json!({ "title": title, "language": "zh-CN", "body": body })));
    done(caller.put(&format!("/hrs/helpDoc/publish/{}", text(&doc, "id")), json!({ "version": doc["version"] })));
    doc
}

/// Makes an answer of what it was asked: a status and the body.
pub type Says = fn(&Json) -> (u16, String);

/// A model that answers as it is told, on a port of this machine.
pub struct Endpoint {
    pub url: String,
    asked: Arc<Mutex<Vec<(String, Json)>>>,
}

impl Endpoint {
    pub fn start(says: Says) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                serve(stream, says, &heard);
            }
        });
        Self { url, asked }
    }

    /// Head and body of each request.
    pub fn asked(&self) -> Vec<(String, Json)> {
        self.asked.lock().expect("nobody failed").clone()
    }

    /// All that ever left for it.
    pub fn heard(&self) -> String {
        self.asked().iter().map(|(_, body)| body.to_string()).collect()
    }
}

fn serve(mut stream: TcpStream, says: Says, heard: &Mutex<Vec<(String, Json)>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a copy"));
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        head.push_str(line);
        head.push('\n');
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let body: Json = serde_json::from_slice(&body).expect("JSON");
    heard.lock().expect("nobody failed").push((head, body.clone()));
    let (status, body) = says(&body);
    let head = format!("HTTP/1.1 {status} X\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
}

/// A stream of these parts, with what they cost.
pub fn stream(parts: &[&str]) -> String {
    let mut out = String::new();
    for part in parts {
        out.push_str(&format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": part } }] })));
    }
    out + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":30}}\n\ndata: [DONE]\n\n"
}

/// Has the caller's company use a model.
pub fn use_model(caller: &Caller<'_>, endpoint: &Endpoint) {
    decide(
        caller,
        json!({ "aiKind": "MODEL", "aiUrl": endpoint.url, "aiKey": "sk-secret-of-the-model", "aiModel": "trial-model" }),
    );
}
