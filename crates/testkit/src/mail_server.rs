//! A mail server for tests: speaks SMTP on a port of its own, takes mails or refuses them as told.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mail_parser::{MessageParser, MimeHeaders};
use platform::address::AddressGuard;
use platform::call::Settings;
use platform::store::Stmt;
use serde_json::{Value as Json, json};

use crate::World;

/// Account everybody logs in with.
pub const ACCOUNT: &str = "office@example.com";
/// Its password.
pub const MAIL_PASSWORD: &str = "smtp-secret-7";

/// A deployment whose mail servers may stand on its own machine, at any port.
pub fn on_own_machine(settings: &mut Settings) {
    settings.guard = AddressGuard::new(&["127.0.0.0/8".to_owned()]).expect("a network");
    settings.mail_ports = Vec::new();
    // A server that says nothing is not waited for; one that works is far faster.
    settings.mail_patience = Duration::from_millis(700);
}

/// What stands below mails in Chinese and in English, where no mailbox has a signature of its own.
pub fn signed(world: &World, chinese: &str, english: &str) {
    world.database(|_, conn| {
        for (id, language, text) in [(1, "zh", chinese), (2, "en", english)] {
            let text = format!(
                "INSERT INTO sign_template (org_id, id, kind, name, business_scope, document, language, mail_text, is_default, \
                 active, used, version, created_by, created_at, updated_by, updated_at) VALUES (2, {id}, '邮件签名', '{language}', \
                 '*', '*', '{language}', '<p>{text}</p>', TRUE, TRUE, 0, 1, 1, 0, 1, 0)"
            );
            conn.exec(&Stmt::Raw(text, Vec::new())).expect("a signature");
        }
    });
}

/// How the server treats those who call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Takes every mail.
    Takes,
    /// Lets nobody in, and repeats what the caller said.
    RefusesLogin,
    /// Knows no receiver.
    RefusesReceiver,
    /// Takes the connection and says nothing.
    Silent,
    /// Hangs up when the mail was handed over.
    HangsUp,
}

/// A mail the server took.
#[derive(Debug, Clone)]
pub struct Received {
    /// Receivers of the envelope.
    pub to: Vec<String>,
    /// As it came.
    pub raw: String,
}

impl Received {
    fn parsed(&self) -> mail_parser::Message<'_> {
        MessageParser::default().parse(self.raw.as_bytes()).expect("a mail")
    }

    /// Subject.
    pub fn subject(&self) -> String {
        self.parsed().subject().unwrap_or_default().to_owned()
    }

    /// Name and address of the sender.
    pub fn from(&self) -> String {
        let mail = self.parsed();
        let from = mail.from().and_then(|from| from.first()).expect("a sender");
        format!("{} <{}>", from.name().unwrap_or_default(), from.address().unwrap_or_default())
    }

    /// The name that stays through all attempts.
    pub fn message_id(&self) -> String {
        self.parsed().message_id().unwrap_or_default().to_owned()
    }

    /// Words without markup.
    pub fn text(&self) -> String {
        self.parsed().body_text(0).unwrap_or_default().replace("\r\n", "\n")
    }

    /// Words with markup.
    pub fn html(&self) -> String {
        self.parsed().body_html(0).unwrap_or_default().into_owned()
    }

    /// Names and bytes of the files.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mail = self.parsed();
        mail.attachments()
            .map(|part| (part.attachment_name().unwrap_or_default().to_owned(), part.contents().to_vec()))
            .collect()
    }

    /// The first link in its words.
    pub fn link(&self) -> String {
        let text = self.text();
        text.split_whitespace().find(|word| word.starts_with("http")).expect("a link").to_owned()
    }
}

#[derive(Debug)]
struct State {
    manner: Manner,
    received: Vec<Received>,
    connections: usize,
    /// Kept open, so that nothing comes and nothing ends.
    held: Vec<TcpStream>,
}

/// The server; it ends with the process.
#[derive(Debug, Clone)]
pub struct MailServer {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl MailServer {
    /// Starts one on a free port of this machine.
    pub fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = State { manner, received: Vec::new(), connections: 0, held: Vec::new() };
        let server = Self { port, state: Arc::new(Mutex::new(state)) };
        let own = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                std::thread::spawn(move || own.talk(stream));
            }
        });
        server
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on.
    pub fn turn(&self, manner: Manner) {
        self.state().manner = manner;
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Mails it took, in their order.
    pub fn received(&self) -> Vec<Received> {
        self.state().received.clone()
    }

    /// How often it was called.
    pub fn connections(&self) -> usize {
        self.state().connections
    }

    /// The mailbox of its account, as the call that saves one takes it.
    pub fn mailbox(&self) -> Json {
        json!({
            "mailValid": true, "mailName": "演示货运", "mailAddress": ACCOUNT, "mailSmtp": "127.0.0.1",
            "mailSecurity": "NONE", "mailPort": self.port, "mailUser": ACCOUNT, "mailVerifyCode": MAIL_PASSWORD,
            "mailSignature": "", "version": 0,
        })
    }

    fn talk(&self, stream: TcpStream) {
        let manner = {
            let mut state = self.state();
            state.connections += 1;
            state.manner
        };
        if manner == Manner::Silent {
            self.state().held.push(stream);
            return;
        }
        // A caller who hangs up ends the talk; the test sees what came of it.
        let _ = self.session(&stream, manner);
    }

    fn session(&self, stream: &TcpStream, manner: Manner) -> std::io::Result<()> {
        let mut out = stream;
        let mut lines = BufReader::new(stream).lines();
        let mut to = Vec::new();
        write!(out, "220 mail.example.com ESMTP\r\n")?;
        while let Some(line) = lines.next().transpose()? {
            let word = line.get(..4).unwrap_or_default().to_uppercase();
            match word.as_str() {
                "EHLO" => write!(out, "250-mail.example.com\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN\r\n")?,
                "AUTH" if manner == Manner::RefusesLogin || !knows(&line) => {
                    let said = String::from_utf8_lossy(&plain(&line)).replace('\0', " ");
                    write!(out, "535 5.7.8 authentication failed for{said}\r\n")?;
                }
                "AUTH" => write!(out, "235 2.7.0 welcome\r\n")?,
                "RCPT" if manner == Manner::RefusesReceiver => write!(out, "550 5.1.1 no such receiver\r\n")?,
                "RCPT" => {
                    to.push(line.split(['<', '>']).nth(1).unwrap_or_default().to_owned());
                    write!(out, "250 2.1.5 ok\r\n")?;
                }
                "DATA" => {
                    write!(out, "354 go on\r\n")?;
                    let raw = body(&mut lines)?;
                    self.state().received.push(Received { to: std::mem::take(&mut to), raw });
                    if manner == Manner::HangsUp {
                        return Ok(());
                    }
                    write!(out, "250 2.0.0 taken\r\n")?;
                }
                "QUIT" => {
                    write!(out, "221 2.0.0 bye\r\n")?;
                    return Ok(());
                }
                _ => write!(out, "250 2.0.0 ok\r\n")?,
            }
        }
        Ok(())
    }
}

fn plain(line: &str) -> Vec<u8> {
    STANDARD.decode(line.rsplit(' ').next().unwrap_or_default()).unwrap_or_default()
}

fn knows(line: &str) -> bool {
    plain(line) == format!("\0{ACCOUNT}\0{MAIL_PASSWORD}").into_bytes()
}

/// The lines up to the dot, with the doubled dots of RFC 5321 4.5.2 made single again.
fn body(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> std::io::Result<String> {
    let mut raw = String::new();
    for line in lines {
        let line = line?;
        if line == "." {
            break;
        }
        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
        raw.push_str("\r\n");
    }
    Ok(raw)
}
