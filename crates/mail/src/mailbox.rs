//! 发件邮箱. The mailbox a company sends by; the platform's serves companies without one.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::smtp::{self, Security, Server};

/// Page whose tab it is.
const PAGE: &str = "/hrs_org_configure";
const CODE: &str = "sys_orgconf_mail";
/// What stands in place of a secret on the wire.
const HIDDEN: &str = "******";
/// Mailboxes one company may try a minute.
const TRIES_PER_MINUTE: u32 = 10;

const NO_SENDER: Msg = Msg::new("mailbox.sender", "发件人不能为空", "The sender can't be empty.");
const NO_ADDRESS: Msg = Msg::new("mailbox.address", "邮箱地址不能为空", "The e-mail address can't be empty.");
const BAD_ADDRESS: Msg =
    Msg::new("mailbox.bad_address", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const NO_SERVER: Msg = Msg::new("mailbox.server", "SMTP服务器不能为空", "The SMTP server can't be empty.");
const BAD_SERVER: Msg = Msg::new("mailbox.bad_server", "请输入正确的SMTP服务器", "Please enter a correct SMTP server.");
const NO_PORT: Msg = Msg::new("mailbox.port", "端口不能为空", "The port can't be empty.");
const BAD_PORT: Msg = Msg::new("mailbox.bad_port", "端口只能是{ports}", "The port can be one of {ports}.");
const BAD_SECURITY: Msg = Msg::new("mailbox.security", "请选择加密方式", "Please choose the encryption.");
const NO_USER: Msg = Msg::new("mailbox.user", "用户名不能为空", "The user name can't be empty.");
const NO_PASSWORD: Msg = Msg::new("mailbox.password", "密码不能为空", "The password can't be empty.");
const PASSWORD_AGAIN: Msg = Msg::new(
    "mailbox.password_again",
    "服务器、端口、加密方式或用户名已修改，请重新输入密码",
    "Server, port, encryption or user name has changed. Please enter the password again.",
);
const TOO_LONG: Msg = Msg::new("mailbox.too_long", "长度不能超过{n}个字符", "It can't be longer than {n} characters.");
const FAILED: Msg = Msg::new("mailbox.failed", "验证失败：{reason}", "Verification failed: {reason}");
const SUCCEEDED: Msg = Msg::new("mailbox.succeeded", "验证成功", "Verification succeeded.");

/// A mailbox mails can be sent by. Its password stays in the database until a mail is under way.
#[derive(Debug, Clone)]
pub struct Mailbox {
    /// Company it belongs to.
    pub org: i64,
    /// User of the company whose own it is; none for that of all.
    pub user: Option<Id>,
    /// Address its mails come from.
    pub address: String,
    /// Address of the product, for links.
    pub public_url: String,
}

const COLUMNS: [&str; 12] = [
    "active",
    "sender_name",
    "address",
    "host",
    "security",
    "port",
    "account",
    "password",
    "signature",
    "public_url",
    "version",
    "org_id",
];

/// Whose mailbox: a company's, or a user's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Owner {
    pub(crate) org: i64,
    pub(crate) user: Option<Id>,
}

impl Owner {
    fn table(self) -> &'static str {
        if self.user.is_some() { "user_mailbox" } else { "mailbox" }
    }

    /// The mailbox as it is kept; that of a user who is not at work any more is nobody's.
    fn row(self, conn: &mut dyn Conn) -> Result<Option<Row>, Refusal> {
        let mut select = sql::from(self.org, self.table());
        select.columns(COLUMNS);
        if let Some(user) = self.user {
            if !at_work(conn, self.org, user)? {
                return Ok(None);
            }
            select.and_where(sql::eq("user_id", user));
        }
        Ok(conn.first(&select.into())?)
    }

    /// The address mails come from: the kept one, else the user's own, which alone is asked of most users.
    fn address(self, conn: &mut dyn Conn, kept: String) -> Result<String, Refusal> {
        let Some(user) = self.user.filter(|_| kept.is_empty()) else { return Ok(kept) };
        let mut select = sql::from(self.org, "app_user");
        select.column("email").and_where(sql::eq("id", user));
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    }
}

/// Whether an account is in use: neither stopped nor left.
fn at_work(conn: &mut dyn Conn, org: i64, user: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.column("id").and_where(sql::eq("id", user));
    select.and_where(sql::eq("user_status", 1i64)).and_where(sql::eq("active", true));
    Ok(conn.first(&select.into())?.is_some())
}

fn of_org(conn: &mut dyn Conn, app: &App, org: i64) -> Result<Option<Mailbox>, Refusal> {
    of_owner(conn, app, Owner { org, user: None })
}

fn of_owner(conn: &mut dyn Conn, app: &App, owner: Owner) -> Result<Option<Mailbox>, Refusal> {
    let Some(row) = owner.row(conn)? else { return Ok(None) };
    if !row.get::<bool>(0)? {
        return Ok(None);
    }
    let configured = &app.settings.public_url;
    let public_url = if configured.is_empty() { row.get(9)? } else { configured.clone() };
    let address = owner.address(conn, row.get(2)?)?;
    Ok(Some(Mailbox { org: owner.org, user: owner.user, address, public_url }))
}

/// The mailbox a user sends by himself; none while he has not turned it on.
pub(crate) fn mailbox_of_user(conn: &mut dyn Conn, app: &App, org: i64, user: Id) -> Result<Option<Mailbox>, Refusal> {
    of_owner(conn, app, Owner { org, user: Some(user) })
}

/// The mailbox a company's mails go by: its own, else the platform's.
pub fn mailbox_for(conn: &mut dyn Conn, app: &App, org: i64) -> Result<Option<Mailbox>, Refusal> {
    match of_org(conn, app, org)? {
        Some(own) => Ok(Some(own)),
        None => of_org(conn, app, PLATFORM_ORG),
    }
}

/// The platform's own mailbox, for what concerns more than one company.
pub fn mailbox_of_platform(conn: &mut dyn Conn, app: &App) -> Result<Option<Mailbox>, Refusal> {
    of_org(conn, app, PLATFORM_ORG)
}

/// A mailbox as a mail under way needs it.
pub(crate) struct Opened {
    /// How it is reached.
    pub(crate) server: Server,
    /// Name and address of the sender.
    pub(crate) from: (String, String),
    /// Below every mail that is no mail of the system.
    pub(crate) signature: String,
}

/// Opens a mailbox; none when it was closed since.
pub(crate) fn open(conn: &mut dyn Conn, app: &App, owner: Owner) -> Result<Option<Opened>, Refusal> {
    let Some(row) = owner.row(conn)? else { return Ok(None) };
    if !row.get::<bool>(0)? {
        return Ok(None);
    }
    let sealed = row.get::<Option<Vec<u8>>>(7)?.unwrap_or_default();
    let password = if sealed.is_empty() { String::new() } else { app.secrets.open(&sealed)? };
    let server = Server {
        host: row.get(3)?,
        port: row.get::<Option<i64>>(5)?.and_then(|port| u16::try_from(port).ok()).unwrap_or_default(),
        security: security_of(&row.get::<String>(4)?).unwrap_or(Security::Tls),
        account: row.get(6)?,
        password,
    };
    let address = owner.address(conn, row.get(2)?)?;
    Ok(Some(Opened { server, from: (row.get(1)?, address), signature: row.get(8)? }))
}

fn security_of(text: &str) -> Option<Security> {
    match text {
        "SSL" => Some(Security::Tls),
        "STARTTLS" => Some(Security::StartTls),
        "NONE" => Some(Security::None),
        _ => None,
    }
}

/// A mailbox on the wire; the names are those of the personal settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Sent {
    pub(crate) mail_valid: bool,
    pub(crate) mail_name: String,
    pub(crate) mail_address: String,
    pub(crate) mail_smtp: String,
    pub(crate) mail_security: String,
    pub(crate) mail_port: Option<i64>,
    pub(crate) mail_user: String,
    pub(crate) mail_verify_code: String,
    pub(crate) mail_signature: String,
    pub(crate) version: i64,
}

impl Default for Sent {
    fn default() -> Self {
        Self {
            mail_valid: false,
            mail_name: String::new(),
            mail_address: String::new(),
            mail_smtp: String::new(),
            mail_security: "SSL".to_owned(),
            mail_port: Some(465),
            mail_user: String::new(),
            mail_verify_code: String::new(),
            mail_signature: String::new(),
            version: 0,
        }
    }
}

impl Sent {
    /// As it is kept; none of who has none.
    pub(crate) fn read(conn: &mut dyn Conn, owner: Owner) -> Result<Option<Self>, Refusal> {
        let Some(row) = owner.row(conn)? else { return Ok(None) };
        let has_password = row.get::<Option<Vec<u8>>>(7)?.is_some();
        Ok(Some(Self {
            mail_valid: row.get(0)?,
            mail_name: row.get(1)?,
            mail_address: row.get(2)?,
            mail_smtp: row.get(3)?,
            mail_security: row.get(4)?,
            mail_port: row.get(5)?,
            mail_user: row.get(6)?,
            mail_verify_code: if has_password { HIDDEN.to_owned() } else { String::new() },
            mail_signature: row.get(8)?,
            version: row.get(10)?,
        }))
    }

    fn of_org(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        Ok(Self::read(conn, Owner { org, user: None })?.unwrap_or_default())
    }

    fn of_call(call: &Call) -> Result<Self, Refusal> {
        Ok(call.json::<Self>()?.trimmed())
    }

    pub(crate) fn trimmed(mut self) -> Self {
        for text in [&mut self.mail_name, &mut self.mail_address, &mut self.mail_smtp, &mut self.mail_user] {
            *text = text.trim().to_owned();
        }
        self
    }

    /// Everything that is wrong with it; `needed` when it is to be used.
    pub(crate) fn check(&self, ports: &[u16], needed: bool, findings: &mut Findings) {
        let most = [
            ("mailName", &self.mail_name, 20),
            ("mailAddress", &self.mail_address, 100),
            ("mailSmtp", &self.mail_smtp, 100),
            ("mailUser", &self.mail_user, 100),
            ("mailVerifyCode", &self.mail_verify_code, 100),
            ("mailSignature", &self.mail_signature, 200),
        ];
        for (field, text, most) in most {
            if text.chars().count() > most {
                findings.error(field, TOO_LONG.with(&[("n", &most.to_string())]));
            }
        }
        findings.error_if(self.mail_valid && self.mail_name.is_empty(), "mailName", NO_SENDER);
        let empty = |text: &str| needed && text.is_empty();
        findings.error_if(empty(&self.mail_address), "mailAddress", NO_ADDRESS);
        findings.error_if(empty(&self.mail_smtp), "mailSmtp", NO_SERVER);
        findings.error_if(needed && self.mail_port.is_none(), "mailPort", NO_PORT);
        findings.error_if(empty(&self.mail_user), "mailUser", NO_USER);
        findings.error_if(empty(&self.mail_verify_code), "mailVerifyCode", NO_PASSWORD);
        let given = |text: &str| !text.is_empty();
        findings.error_if(
            given(&self.mail_address) && !smtp::is_address(&self.mail_address),
            "mailAddress",
            BAD_ADDRESS,
        );
        findings.error_if(
            given(&self.mail_smtp) && !platform::address::is_host(&self.mail_smtp),
            "mailSmtp",
            BAD_SERVER,
        );
        findings.error_if(security_of(&self.mail_security).is_none(), "mailSecurity", BAD_SECURITY);
        let known =
            |port: i64| u16::try_from(port).is_ok_and(|port| port > 0 && (ports.is_empty() || ports.contains(&port)));
        if self.mail_port.is_some_and(|port| !known(port)) {
            let names: Vec<String> = ports.iter().map(u16::to_string).collect();
            let names = if names.is_empty() { "1-65535".to_owned() } else { names.join("、") };
            findings.error("mailPort", BAD_PORT.with(&[("ports", &names)]));
        }
    }

    /// A password that was kept goes to the place it was kept for, and nowhere else.
    /// Mails would go to another server, or in another name.
    pub(crate) fn reaches_elsewhere(&self, old: &Self) -> bool {
        let place = |of: &Self| {
            let server = (of.mail_smtp.clone(), of.mail_port, of.mail_security.clone());
            (server, of.mail_user.clone(), of.mail_verify_code.clone(), of.mail_address.clone())
        };
        place(self) != place(old)
    }

    pub(crate) fn check_kept_password(&self, old: &Self, findings: &mut Findings) {
        let place = |of: &Self| (of.mail_smtp.clone(), of.mail_port, of.mail_security.clone(), of.mail_user.clone());
        if self.mail_verify_code == HIDDEN && (old.mail_verify_code != HIDDEN || place(self) != place(old)) {
            findings.error("mailVerifyCode", PASSWORD_AGAIN.text());
        }
    }

    /// The server a mail would go by, with the password that was sent or the kept one.
    pub(crate) fn server(self, app: &App, conn: &mut dyn Conn, owner: Owner) -> Result<Server, Refusal> {
        Ok(Server {
            password: if self.mail_verify_code == HIDDEN {
                let row = owner.row(conn)?.ok_or(Refusal::NotFound)?;
                row.get::<Option<Vec<u8>>>(7)?.map_or_else(|| Ok(String::new()), |sealed| app.secrets.open(&sealed))?
            } else {
                self.mail_verify_code
            },
            host: self.mail_smtp,
            port: self.mail_port.and_then(|port| u16::try_from(port).ok()).unwrap_or_default(),
            security: security_of(&self.mail_security).unwrap_or(Security::Tls),
            account: self.mail_user,
        })
    }

    pub(crate) fn changes(&self, old: &Self) -> Vec<Change> {
        let yes = |flag: bool| if flag { "是" } else { "否" }.to_owned();
        let port = |port: Option<i64>| port.map(|port| port.to_string()).unwrap_or_default();
        let secret = |text: &str| if text.is_empty() { "" } else { "***" }.to_owned();
        let new_secret = self.mail_verify_code != HIDDEN && self.mail_verify_code != old.mail_verify_code;
        let all = [
            ("mailValid", "启用", yes(old.mail_valid), yes(self.mail_valid)),
            ("mailName", "发件人", old.mail_name.clone(), self.mail_name.clone()),
            ("mailAddress", "邮箱地址", old.mail_address.clone(), self.mail_address.clone()),
            ("mailSmtp", "SMTP服务器", old.mail_smtp.clone(), self.mail_smtp.clone()),
            ("mailSecurity", "加密方式", old.mail_security.clone(), self.mail_security.clone()),
            ("mailPort", "端口", port(old.mail_port), port(self.mail_port)),
            ("mailUser", "用户名", old.mail_user.clone(), self.mail_user.clone()),
            ("mailSignature", "签名", old.mail_signature.clone(), self.mail_signature.clone()),
        ];
        let change = |(field, label, old, new): (&str, &str, String, String)| Change {
            field: field.to_owned(),
            label: label.to_owned(),
            old,
            new,
        };
        let mut changes: Vec<Change> = all.into_iter().filter(|(_, _, old, new)| old != new).map(change).collect();
        if new_secret {
            changes.push(change((
                "mailVerifyCode",
                "密码",
                secret(&old.mail_verify_code),
                secret(&self.mail_verify_code),
            )));
        }
        changes
    }
}

/// GET /hrs/org/mailbox.
fn get(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let (sent, platform) = call.read(|conn| {
        let platform = org != PLATFORM_ORG && of_org(conn, &call.app, PLATFORM_ORG)?.is_some();
        Ok((Sent::of_org(conn, org)?, platform))
    })?;
    let mut data = serde_json::to_value(sent).map_err(|error| Refusal::broken(error.to_string()))?;
    if let Some(members) = data.as_object_mut() {
        members.insert("ports".to_owned(), json!(call.app.settings.mail_ports));
        members.insert("platformMailbox".to_owned(), json!(platform));
    }
    Ok(Answer::Data(data))
}

/// PUT /hrs/org/mailbox.
fn put(call: &mut Call) -> Outcome {
    let sent = Sent::of_call(call)?;
    call.actor()?.need_proof()?;
    let public_url = call.public_url().to_owned();
    let version = call.write(|tx| {
        let org = tx.org();
        let old = Sent::of_org(tx, org)?;
        if old.version != sent.version {
            return Err(Refusal::Stale(serde_json::Value::Null));
        }
        let mut findings = Findings::new();
        sent.check(&tx.app.settings.mail_ports, sent.mail_valid, &mut findings);
        sent.check_kept_password(&old, &mut findings);
        Refusal::unless_clean(&findings, &[])?;
        write(tx, Owner { org, user: None }, &sent, &old, &public_url)?;
        let entry = LogEntry::of("mailbox", kernel::Id(org), sent.mail_address.clone(), PAGE);
        tx.log(entry.did("修改", "发件邮箱").level(Level::High).changes(sent.changes(&old)))?;
        Ok(old.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// Keeps a mailbox; the version must be that of the old one, 0 for none.
pub(crate) fn write(tx: &mut Tx<'_>, owner: Owner, sent: &Sent, old: &Sent, public_url: &str) -> Result<(), Refusal> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let mut cells = vec![
        ("active", Value::Bool(sent.mail_valid)),
        ("sender_name", text(&sent.mail_name)),
        ("address", text(&sent.mail_address)),
        ("host", text(&sent.mail_smtp)),
        ("security", text(&sent.mail_security)),
        ("port", sent.mail_port.into_value()),
        ("account", text(&sent.mail_user)),
        ("signature", text(&sent.mail_signature)),
        ("public_url", text(public_url)),
        ("version", Value::Int(old.version + 1)),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    match sent.mail_verify_code.as_str() {
        HIDDEN => {}
        "" => cells.push(("password", Value::Null)),
        password => cells.push(("password", Value::Bytes(tx.app.secrets.seal(password)?))),
    }
    if old.version == 0 {
        cells.extend(owner.user.map(|user| ("user_id", user.into_value())));
        tx.exec(&sql::insert(owner.org, owner.table(), &cells).into())?;
        return Ok(());
    }
    let mut update = sql::update(owner.org, owner.table(), &cells);
    update.and_where(sql::eq("version", old.version));
    if let Some(user) = owner.user {
        update.and_where(sql::eq("user_id", user));
    }
    if tx.exec(&update.into())? == 1 { Ok(()) } else { Err(Refusal::Stale(serde_json::Value::Null)) }
}

/// POST /hrs/org/mailbox/test: logs in with what was sent, and sends nothing.
fn test(call: &mut Call) -> Outcome {
    let sent = Sent::of_call(call)?;
    let org = call.actor()?.org_id;
    call.app.limits.take(format!("mailbox {org}"), TRIES_PER_MINUTE, call.now())?;
    let old = call.read(|conn| Sent::of_org(conn, org))?;
    let mut findings = Findings::new();
    Sent { mail_valid: false, ..sent.clone() }.check(&call.app.settings.mail_ports, true, &mut findings);
    sent.check_kept_password(&old, &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let server = call.read(|conn| sent.server(&call.app, conn, Owner { org, user: None }))?;
    match smtp::try_server(&call.app.settings, &server) {
        Ok(()) => Ok(Answer::Said(SUCCEEDED.text(), json!(true))),
        Err(trouble) => {
            let reason = trouble.verdict().text();
            Err(Refusal::Business(FAILED.with_each(&[("reason", &reason.zh)], &[("reason", &reason.en)])))
        }
    }
}

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::button(CODE, "hrs_org_configure", "发件邮箱", "Mailbox", 70));
    room.operations.extend([
        Operation::get("get_mailbox", "/hrs/org/mailbox", Access::Code(CODE), get)
            .summary("Mailbox of the caller's company, without its password"),
        Operation::put("save_mailbox", "/hrs/org/mailbox", Access::Code(CODE), put),
        Operation::post("try_mailbox", "/hrs/org/mailbox/test", Access::Code(CODE), test)
            .reads()
            .summary("Logs in to a mail server and sends nothing"),
    ]);
}
