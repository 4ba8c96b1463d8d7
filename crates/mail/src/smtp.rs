//! The conversation with a mail server. Its address passes the guard, is resolved once, and every step
//! and the whole have an end; what a server says may go to the log, what we say never does.

use std::net::SocketAddr;
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime};

use kernel::{Instant, Msg};
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{SmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use platform::call::Settings;

use crate::letter::Words;

const UNREACHABLE: Msg = Msg::new(
    "mail.unreachable",
    "无法连接邮件服务器，请检查服务器、端口和加密方式",
    "The mail server can't be reached. Please check server, port and encryption.",
);
const SILENT: Msg = Msg::new("mail.silent", "邮件服务器未在规定时间内响应", "The mail server did not answer in time.");
const BROKEN: Msg = Msg::new("mail.broken", "与邮件服务器的连接中断", "The connection to the mail server broke off.");
const NO_LOGIN: Msg = Msg::new(
    "mail.no_login",
    "邮件服务器拒绝登录，请检查用户名和密码",
    "The mail server refused the log-in. Please check user name and password.",
);
const BAD_ADDRESS: Msg = Msg::new("mail.bad_address", "邮箱地址不正确：{address}", "Not an e-mail address: {address}");

/// Letters of a server's answer that are kept.
const REASON_MAX: usize = 300;
/// A whole delivery may take so many times the patience for a step.
const STEPS: u32 = 20;

/// How a mailbox is reached.
#[derive(Clone)]
pub struct Server {
    /// Host name.
    pub host: String,
    /// Port.
    pub port: u16,
    /// How the conversation is kept secret.
    pub security: Security,
    /// Who logs in; empty for nobody.
    pub account: String,
    /// With which password.
    pub password: String,
}

/// How a conversation is kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// From the first byte.
    Tls,
    /// After the greeting, or not at all.
    StartTls,
    /// Not: inside an office's own network.
    None,
}

/// Why a mail could not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// No connection: no such host, closed by the guard, refused, no encryption. Which one is nobody's business.
    Unreachable,
    /// Too slow.
    Silent,
    /// Broken off in the middle.
    Broken,
    /// The log-in was refused, with the server's words.
    Login(String),
    /// The mail was refused, with the server's words.
    Refused(String),
    /// This is no address.
    Address(String),
}

impl Trouble {
    /// For those who look at the log: the server's own words where it said something.
    pub fn reason(&self, language: &str) -> String {
        match self {
            Self::Login(words) | Self::Refused(words) => words.clone(),
            Self::Unreachable => UNREACHABLE.text().in_language(language).to_owned(),
            Self::Silent => SILENT.text().in_language(language).to_owned(),
            Self::Broken => BROKEN.text().in_language(language).to_owned(),
            Self::Address(address) => BAD_ADDRESS.with(&[("address", address)]).in_language(language).to_owned(),
        }
    }

    /// For whoever tries a mailbox: one of two fixed sentences, which tell nothing about other machines.
    pub fn verdict(&self) -> Msg {
        if matches!(self, Self::Login(_)) { NO_LOGIN } else { UNREACHABLE }
    }

    /// Whether the next mail through the same mailbox would fare alike.
    pub fn is_of_the_server(&self) -> bool {
        matches!(self, Self::Unreachable | Self::Silent | Self::Login(_))
    }
}

/// A finished message and whom it concerns.
pub struct Outgoing {
    /// Name and address of the sender.
    pub from: (String, String),
    /// Receivers.
    pub to: Vec<String>,
    /// Receivers of a copy.
    pub cc: Vec<String>,
    /// What it says.
    pub words: Words,
    /// Names and bytes of the files.
    pub files: Vec<(String, Vec<u8>)>,
    /// Keeps its name through all attempts, so that receivers know it again.
    pub name: String,
    /// When it was written.
    pub written: Instant,
}

/// Logs in and out again.
pub fn try_server(settings: &Settings, server: &Server) -> Result<(), Trouble> {
    let (server, patience) = (server.clone(), settings.mail_patience);
    let place = place_of(settings, &server)?;
    within(patience, move || {
        let mut connection = connect(&server, place, patience, ClientId::default())?;
        let _ = connection.quit();
        Ok(())
    })
}

/// Delivers a mail.
pub fn deliver(settings: &Settings, server: &Server, mail: Outgoing) -> Result<(), Trouble> {
    let (server, patience) = (server.clone(), settings.mail_patience);
    let message = message(mail)?;
    let place = place_of(settings, &server)?;
    within(patience * STEPS, move || {
        let domain = message.envelope().from().map_or("localhost", Address::domain).to_owned();
        let mut connection = connect(&server, place, patience, ClientId::Domain(domain))?;
        let sent = connection.send(message.envelope(), &message.formatted());
        sent.map_err(|error| trouble(&error, &server, Trouble::Refused))?;
        let _ = connection.quit();
        Ok(())
    })
}

/// A server that drips its answers byte by byte must not hold a worker: the whole has an end, too.
fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let (tell, told) = channel();
    std::thread::spawn(move || drop(tell.send(work())));
    told.recv_timeout(limit).unwrap_or(Err(Trouble::Silent))
}

fn place_of(settings: &Settings, server: &Server) -> Result<SocketAddr, Trouble> {
    if !settings.mail_ports.is_empty() && !settings.mail_ports.contains(&server.port) {
        return Err(Trouble::Unreachable);
    }
    settings.guard.resolve(&server.host, server.port).ok_or(Trouble::Unreachable)
}

fn connect(server: &Server, place: SocketAddr, patience: Duration, hello: ClientId) -> Result<SmtpConnection, Trouble> {
    let tls = match server.security {
        Security::None => None,
        Security::Tls | Security::StartTls => {
            Some(TlsParameters::new(server.host.clone()).map_err(|_| Trouble::Unreachable)?)
        }
    };
    let first = if server.security == Security::Tls { tls.as_ref() } else { None };
    let unreachable = |error: lettre::transport::smtp::Error| {
        if is_slow(&error) { Trouble::Silent } else { Trouble::Unreachable }
    };
    let mut connection = SmtpConnection::connect(place, Some(patience), &hello, first, None).map_err(unreachable)?;
    if let (Security::StartTls, Some(tls)) = (server.security, &tls) {
        connection.starttls(tls, &hello).map_err(unreachable)?;
    }
    if !server.account.is_empty() {
        let who = Credentials::new(server.account.clone(), server.password.clone());
        let said = connection.auth(&[Mechanism::Plain, Mechanism::Login], &who);
        said.map_err(|error| trouble(&error, server, Trouble::Login))?;
    }
    Ok(connection)
}

/// Whether an error is a deadline that passed; systems name it in two ways.
fn is_slow(error: &lettre::transport::smtp::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if let Some(io) = inner.downcast_ref::<std::io::Error>() {
            return matches!(io.kind(), std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock);
        }
        source = inner.source();
    }
    false
}

fn trouble(error: &lettre::transport::smtp::Error, server: &Server, refused: fn(String) -> Trouble) -> Trouble {
    let Some(code) = error.status() else {
        return match (is_slow(error), error.is_client()) {
            (true, _) => Trouble::Silent,
            (false, true) => refused(said(&error.to_string(), server)),
            (false, false) => Trouble::Broken,
        };
    };
    let words = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    refused(said(&format!("{code} {words}"), server))
}

/// What a server said, on one line and without the password, should it repeat it.
fn said(words: &str, server: &Server) -> String {
    let line: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = if server.password.is_empty() { line } else { line.replace(&server.password, "***") };
    line.chars().filter(|c| !c.is_control()).take(REASON_MAX).collect()
}

/// Whether a text is an address mails can go to.
pub fn is_address(text: &str) -> bool {
    text.is_ascii() && text.parse::<Address>().is_ok_and(|address| address.domain().contains('.'))
}

fn mailbox(name: &str, address: &str) -> Result<Mailbox, Trouble> {
    let parsed = address.parse().map_err(|_| Trouble::Address(address.to_owned()))?;
    let name = one_line(name);
    Ok(Mailbox::new((!name.is_empty()).then_some(name), parsed))
}

/// Without line breaks, which would begin another header.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

fn message(mail: Outgoing) -> Result<Message, Trouble> {
    let (name, address) = &mail.from;
    let from = mailbox(name, address)?;
    let domain = from.email.domain().to_owned();
    let written = Duration::from_millis(u64::try_from(mail.written.millis()).unwrap_or_default());
    let mut head = Message::builder()
        .from(from)
        .subject(one_line(&mail.words.subject))
        .date(SystemTime::UNIX_EPOCH + written)
        .message_id(Some(format!("<{}@{domain}>", mail.name)));
    for address in &mail.to {
        head = head.to(mailbox("", address)?);
    }
    for address in &mail.cc {
        head = head.cc(mailbox("", address)?);
    }
    let words = MultiPart::alternative_plain_html(mail.words.text, mail.words.html);
    let built = if mail.files.is_empty() {
        head.multipart(words)
    } else {
        head.multipart(mail.files.into_iter().fold(MultiPart::mixed().multipart(words), attach))
    };
    built.map_err(|error| Trouble::Address(error.to_string()))
}

fn attach(parts: MultiPart, (name, bytes): (String, Vec<u8>)) -> MultiPart {
    let mime = ContentType::parse(platform::files::mime_of(&name)).unwrap_or(ContentType::TEXT_PLAIN);
    let part: SinglePart = Attachment::new(name).body(bytes, mime);
    parts.singlepart(part)
}
