//! A server that starts before its database waits for it, and says so; it ends where waiting can't help.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use crate::database::on_postgresql;

/// Ends what hangs; no measure.
const DEADLINE: Duration = Duration::from_secs(120);

/// A port nobody listens on.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

/// The program, serving a database that may not be there.
struct Server {
    child: Child,
    output: Option<ChildStdout>,
    port: u16,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str, database_url: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-waiting-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let port = free_port();
        let mut child = Command::new(env!("CARGO_BIN_EXE_forwarder"))
            .arg("serve")
            .current_dir(&folder)
            .env_remove("FORWARDER_CONFIG")
            .env("DATABASE_URL", database_url)
            .env("FORWARDER_LISTEN", format!("127.0.0.1:{port}"))
            .env("FORWARDER_DATA_FOLDER", folder.join("data"))
            .env("FORWARDER_LOG", "error")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take();
        Self { child, output, port, folder }
    }

    /// Head and body of an answer; none while nobody listens.
    fn call(&self, path: &str, accept: &str) -> Option<(String, String)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(DEADLINE)).ok()?;
        let call = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\nConnection: close\r\n\r\n");
        stream.write_all(call.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.to_ascii_lowercase(), body.to_owned()))
    }

    /// Calls until the answer is what is waited for.
    fn until(&self, path: &str, is: impl Fn(&str, &str) -> bool) {
        let begun = Instant::now();
        loop {
            let answer = self.call(path, "application/json");
            if answer.as_ref().is_some_and(|(head, body)| is(head, body)) {
                return;
            }
            assert!(begun.elapsed() < DEADLINE, "{path}: {answer:?}");
            std::thread::yield_now();
        }
    }

    /// How it ended, and what it said.
    fn ended(&mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("is asked") {
                break status;
            }
            assert!(begun.elapsed() < DEADLINE, "it goes on");
            std::thread::yield_now();
        };
        let mut told = String::new();
        self.child.stderr.take().expect("its words").read_to_string(&mut told).expect("reads");
        (status.code(), told)
    }

    /// The first line it prints.
    fn first_line(&mut self) -> String {
        let output = self.output.take().expect("its output");
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(output).read_line(&mut line);
            let _ = tell.send(line);
        });
        told.recv_timeout(DEADLINE).expect("a line")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What a server answers that lets nobody in.
fn refusal(code: &str, text: &str) -> Vec<u8> {
    let fields = format!("SFATAL\0VFATAL\0C{code}\0M{text}\0\0");
    let length = u32::try_from(fields.len() + 4).expect("short");
    [b"E".as_slice(), &length.to_be_bytes(), fields.as_bytes()].concat()
}

#[test]
fn a_server_whose_database_is_not_up_waits_for_it_and_says_so() {
    let server = Server::start("absent", &format!("postgres://nobody@127.0.0.1:{}/none", free_port()));
    server.until("/health/ready", |head, body| {
        head.starts_with("http/1.1 503 ") && body == r#"{"ready":false,"waitingFor":"database"}"#
    });
    let called = |path: &str, accept: &str| server.call(path, accept).expect("an answer");
    assert!(called("/health/live", "*/*").0.starts_with("http/1.1 200 "));
    assert!(called("/health", "*/*").0.starts_with("http/1.1 503 "));
    let (head, body) = called("/hrs/permission", "application/json");
    assert!(head.starts_with("http/1.1 503 ") && head.contains("\r\nretry-after: 5"), "{head}");
    assert!(body.contains("\"code\":503") && body.contains("系统正在启动"), "{body}");
    let (head, body) = called("/login", "text/html");
    assert!(head.starts_with("http/1.1 503 ") && head.contains("text/plain"), "{head}");
    assert!(!body.contains('<'), "{body}");
    assert!(!server.folder.join("data").exists(), "nothing is written before the database is there");
}

#[test]
fn a_server_ends_where_waiting_for_its_database_cannot_help() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let looks = Arc::new(AtomicUsize::new(0));
    let counted = looks.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut asked = [0; 1024];
            let _ = stream.read(&mut asked);
            // It comes up first, and does not know the password then.
            let answer = match counted.fetch_add(1, Ordering::SeqCst) {
                0 => refusal("57P03", "the database system is starting up"),
                _ => refusal("28P01", "password authentication failed for user \"clerk\""),
            };
            let _ = stream.write_all(&answer);
        }
    });
    let mut server = Server::start("password", &format!("postgres://clerk:wrong@127.0.0.1:{port}/forwarder"));
    let (code, told) = server.ended();
    assert_eq!(code, Some(1), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("28P01: password authentication failed"), "{told}");
    assert_eq!(looks.load(Ordering::SeqCst), 2, "it waited while the server came up");
    assert!(!server.folder.join("data").exists());
}

#[test]
fn a_server_goes_on_when_its_database_is_up() {
    on_postgresql("waited_for", |url| {
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let (root, name) = rest.rsplit_once('/').expect("an address");
        let (user, host) = root.rsplit_once('@').map_or(("", root), |(user, host)| (user, host));
        let there = if host.contains(':') { host.to_owned() } else { format!("{host}:5432") };
        let at = if user.is_empty() { String::new() } else { format!("{user}@") };
        let port = free_port();
        let mut server = Server::start("comes", &format!("postgres://{at}127.0.0.1:{port}/{name}"));
        server.until("/health/ready", |head, body| head.starts_with("http/1.1 503 ") && body.contains("database"));
        // From now on somebody answers there.
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
        std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| lead(stream, &there)));
        let line = server.first_line();
        assert!(line.starts_with("OpenForwarder is at http://"), "{line}");
        server.until("/health/ready", |head, body| head.starts_with("http/1.1 200 ") && body.contains("true"));
        assert!(server.call("/login", "text/html").expect("an answer").0.starts_with("http/1.1 3"), "to the set-up");
    });
    on_postgresql("unknown", |url| {
        let (root, _) = url.rsplit_once('/').expect("an address");
        let (code, told) = Server::start("unknown", &format!("{root}/no_such_database")).ended();
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("3D000"), "{told}");
    });
}

/// Leads a connection to another place, both ways.
fn lead(stream: TcpStream, to: &str) {
    let Ok(other) = TcpStream::connect(to) else { return };
    let ways = [(stream.try_clone(), other.try_clone()), (other.try_clone(), stream.try_clone())];
    for (from, into) in ways {
        let (Ok(mut from), Ok(mut into)) = (from, into) else { return };
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut from, &mut into);
            let _ = into.shutdown(std::net::Shutdown::Both);
        });
    }
}
