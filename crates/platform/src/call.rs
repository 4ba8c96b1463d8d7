//! One call as a handler sees it: who, what, and the doors to the database.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Findings, Id, IdMint, Instant, Text, Uuid};
use sea_query::{Expr, ExprTrait, OnConflict};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::sync::Semaphore;

use crate::access::{Actor, PasswordCost, RightsCache, random_bytes};
use crate::address::AddressGuard;
use crate::body;
use crate::files::{Arrived, FileStore, Kept, ObjectStoreConfig};
use crate::job::{Bell, JobContext};
use crate::log::{self, About, LogEntry};
use crate::once::Once;
use crate::openid::{OpenIdConfig, Provider};
use crate::push::{Hub, PushLimits, Topic};
use crate::refusal::{Refusal, messages};
use crate::registry::Registry;
use crate::secrets::Secrets;
use crate::stage::{Noted, Recorder};
use crate::store::{Conn, Dialect, Row, Stmt, Store, StoreError, Value, sql};
use crate::web::frame::Frame;

/// Another system whose users may arrive logged in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnerSystem {
    /// Its name, the issuer of its tokens.
    pub name: String,
    /// The key both sides sign with.
    pub secret: String,
    /// Codes of the organisations its tokens may open.
    pub orgs: Vec<String>,
}

impl std::fmt::Debug for PartnerSystem {
    /// Without the secret, which must not reach a log.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("PartnerSystem").field("name", &self.name).field("orgs", &self.orgs).finish_non_exhaustive()
    }
}

/// What the deployment decided.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Public client credential of the token call.
    pub client_id: String,
    /// Its other half; public too.
    pub client_secret: String,
    /// Where files lie.
    pub data_folder: PathBuf,
    /// The longest a statement of a call may take, and the longest a call waits for its turn.
    pub statement: Duration,
    /// Calls that are worked on at once. Each takes a thread with memory of its own, and more of them than the database
    /// has connections only wait there.
    pub calls_at_once: usize,
    /// How hard password hashing works.
    pub password_cost: PasswordCost,
    /// Address of the product as its users write it, without a slash at the end; empty: as the browser called.
    pub public_url: String,
    /// Log-in look-ups and attempts of one address a minute.
    pub login_calls_per_minute: u32,
    /// Systems whose users may arrive logged in.
    pub partner_systems: Vec<PartnerSystem>,
    /// The provider whose users may log in.
    pub openid: OpenIdConfig,
    /// Proxies in front, each of which adds an address to `X-Forwarded-For`.
    pub trusted_proxies: usize,
    /// Key of sealed secrets, 32 bytes in base64; empty: a file in the data folder.
    pub secret_key: String,
    /// Where backups lie; empty: in the data folder.
    pub backup_folder: PathBuf,
    /// Passphrase that backups are encrypted with; empty: they are not.
    pub backup_passphrase: String,
    /// Object store of backups; without an endpoint, that of the files.
    pub backup_store: ObjectStoreConfig,
    /// How the machine is asked about itself.
    pub probe: crate::probe::Probe,
    /// Version of the deployed web application.
    pub version: String,
    /// How large exports are.
    pub export: ExportLimits,
    /// Threads that work on jobs.
    pub job_workers: usize,
    /// What the server may connect to at a user's word.
    pub guard: AddressGuard,
    /// Ports mail servers may be asked at; none for any.
    pub mail_ports: Vec<u16>,
    /// How long a mail server may take for a step.
    pub mail_patience: Duration,
    /// Limits of the sockets for live news.
    pub push: PushLimits,
    /// Where files lie; without an endpoint, in the data folder.
    pub object_store: ObjectStoreConfig,
    /// Where messages are exchanged as files; empty: in the data folder.
    pub edi_folder: PathBuf,
}

impl Settings {
    /// Where messages are exchanged as files.
    pub fn edi(&self) -> PathBuf {
        if self.edi_folder.as_os_str().is_empty() { self.data_folder.join("edi") } else { self.edi_folder.clone() }
    }

    /// Where backups lie.
    pub fn backups(&self) -> PathBuf {
        if self.backup_folder.as_os_str().is_empty() {
            self.data_folder.join("backup")
        } else {
            self.backup_folder.clone()
        }
    }

    /// The object store backups may be put into: their own, else that of the files, else none.
    pub fn backup_objects(&self) -> Option<(&'static str, &ObjectStoreConfig)> {
        let known = [("backup_store", &self.backup_store), ("object_store", &self.object_store)];
        known.into_iter().find(|(_, store)| !store.endpoint.is_empty())
    }

    /// The passphrase of backups, if there is one.
    pub fn passphrase(&self) -> Option<&str> {
        (!self.backup_passphrase.is_empty()).then_some(self.backup_passphrase.as_str())
    }
}

/// How large exports are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportLimits {
    /// Rows that come at once; more are made by a job.
    pub at_once: u64,
    /// Most rows of an export.
    pub most: u64,
    /// Rows read by one statement.
    pub chunk: u64,
}

impl Default for ExportLimits {
    fn default() -> Self {
        Self { at_once: 10_000, most: 200_000, chunk: 1_000 }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client_id: "forwarder".to_owned(),
            client_secret: "forwarder".to_owned(),
            data_folder: PathBuf::from("data"),
            statement: Duration::from_secs(30),
            calls_at_once: 24,
            password_cost: PasswordCost::Product,
            public_url: String::new(),
            login_calls_per_minute: 60,
            partner_systems: Vec::new(),
            openid: OpenIdConfig::default(),
            trusted_proxies: 0,
            secret_key: String::new(),
            backup_folder: PathBuf::new(),
            backup_passphrase: String::new(),
            backup_store: ObjectStoreConfig::default(),
            probe: crate::probe::Probe::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            export: ExportLimits::default(),
            job_workers: 2,
            guard: AddressGuard::default(),
            mail_ports: vec![25, 454, 465, 587, 994],
            mail_patience: Duration::from_secs(15),
            push: PushLimits::default(),
            object_store: ObjectStoreConfig::default(),
            edi_folder: PathBuf::new(),
        }
    }
}

/// The running product.
#[derive(Debug)]
pub struct App {
    /// Database.
    pub store: Store,
    /// Time.
    pub clock: Clock,
    /// Ids.
    pub mint: IdMint,
    /// Everything declared.
    pub registry: Arc<Registry>,
    /// Decisions of the deployment.
    pub settings: Settings,
    /// Rights by user.
    pub rights: RightsCache,
    /// Files.
    pub files: FileStore,
    /// Secrets at rest.
    pub secrets: Secrets,
    /// The provider of log-ins, if there is one.
    pub openid: Provider,
    /// Calls per address.
    pub limits: crate::limit::Limits,
    /// Turns of the calls that are worked on at once.
    pub turns: Arc<Semaphore>,
    /// Wakes the workers.
    pub jobs: Bell,
    /// What the calls of this process did lately.
    pub figures: crate::figures::Figures,
    /// What is known of the maintenance mode.
    pub maintenance: crate::maintenance::Maintenance,
    /// When this process began.
    pub started_at: Instant,
    /// Tells browsers what may have changed.
    pub push: Arc<Hub>,
    /// How work on many rows is cut.
    pub pieces: crate::stage::Pieces,
}

impl App {
    /// The product around an open, migrated database.
    pub fn new(
        store: Store,
        clock: Clock,
        registry: impl Into<Arc<Registry>>,
        settings: Settings,
    ) -> Result<Self, Refusal> {
        let registry = registry.into();
        let seed = i64::from_be_bytes(random_bytes()?);
        let push = Arc::new(Hub::new(&registry.lists, store.counts()));
        let hub = push.clone();
        store.on_commit(move |kept| hub.announce(kept));
        let hub = push.clone();
        store.hears_others(move || hub.is_related());
        Ok(Self {
            files: FileStore::open(settings.data_folder.join("files"), &settings.object_store)
                .map_err(Refusal::broken)?,
            secrets: Secrets::new(&settings.secret_key, &settings.data_folder),
            openid: Provider::new(settings.openid.clone(), settings.guard.clone()),
            limits: crate::limit::Limits::together(store.share()),
            turns: Arc::new(Semaphore::new(settings.calls_at_once)),
            store,
            started_at: clock.now(),
            clock,
            mint: IdMint::new(seed),
            registry,
            settings,
            rights: RightsCache::default(),
            jobs: Bell::default(),
            figures: crate::figures::Figures::default(),
            maintenance: crate::maintenance::Maintenance::default(),
            push,
            pieces: crate::stage::Pieces::default(),
        })
    }

    /// A random public name.
    pub fn new_uuid(&self) -> Result<Uuid, Refusal> {
        Ok(Uuid::from_bytes(random_bytes()?))
    }

    /// Every org, for what the clock asks for.
    pub fn orgs(&self) -> Result<Vec<i64>, Refusal> {
        let rows = self.store.read(|conn| conn.query(&sql::from_global("org").column("id").into()))?;
        rows.iter().map(|row| Ok(row.get(0)?)).collect()
    }

    /// Does some work for every org, one after the other; how much was done in all. What fails in one org stops no
    /// other: the first fault is answered when all have had their turn.
    pub fn each_org(&self, mut work: impl FnMut(i64) -> Result<usize, Refusal>) -> Result<usize, Refusal> {
        let mut done = Vec::new();
        for org in self.orgs()? {
            done.push(work(org).inspect_err(|refusal| tracing::error!(?refusal, org, "work for an org failed")));
        }
        done.into_iter().sum()
    }

    /// Notes something beside a read: who looked, and when. It is left out when it can't be saved.
    pub fn note(&self, work: impl FnOnce(&mut dyn Conn) -> Result<(), Refusal>) -> Result<(), Refusal> {
        Refusal::unless_unsaved(self.store.write(work))
    }

    /// Runs a transaction of the system itself (log-ins, view counts), outside any actor's name.
    pub fn system_write<T>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.store.write(work)
    }
}

/// A part of a multipart body.
#[derive(Debug, Clone, Default)]
pub struct Part {
    /// Field name.
    pub name: String,
    /// Name of the file on the sender's machine.
    pub file_name: String,
    /// Bytes.
    pub bytes: Vec<u8>,
}

/// What came with a call.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Parts of the path by name.
    pub path: BTreeMap<String, String>,
    /// Query parameters; the last of a name wins.
    pub query: BTreeMap<String, String>,
    /// Body bytes (empty for multipart).
    pub body: Vec<u8>,
    /// Content type of the body.
    pub content_type: String,
    /// Parts of a multipart body.
    pub parts: Vec<Part>,
    /// Header `Range`.
    pub range: String,
    /// Header `If-Range`.
    pub if_range: String,
    /// The body could not be read, or is larger than the operation takes.
    pub unreadable: bool,
    /// What no call may hold, by its place.
    pub unfit: Option<Text>,
    /// Bearer token.
    pub token: Option<String>,
    /// Cookies by name. None lets anybody in; they tell devices apart.
    pub cookies: BTreeMap<String, String>,
    /// `Authorization: Basic`, decoded.
    pub basic: Option<(String, String)>,
    /// `zh-CN` or `en-US`.
    pub language: String,
    /// Caller's address.
    pub ip: String,
    /// Caller's browser.
    pub agent: String,
    /// Request id.
    pub request_id: String,
    /// `scheme://host` as the browser called.
    pub origin: String,
    /// Id of the operation.
    pub operation: String,
    /// How its answer is framed.
    pub frame: Frame,
    /// Header `Idempotency-Key`, as it came.
    pub key: Option<String>,
    /// The key under which what this call writes is done once.
    pub once: Option<Arc<Once>>,
    /// The job that makes this call again; none at the door.
    pub job: Option<JobContext>,
}

impl Asked {
    /// The answer holds what is told once, as a password: it is not kept for those who repeat the call.
    pub fn answers_secret(&self) {
        self.once.iter().for_each(|once| once.note_secret());
    }
}

/// One call.
pub struct Call {
    /// The product.
    pub app: Arc<App>,
    /// Who calls; none on public operations.
    pub caller: Option<Actor>,
    /// What came with it.
    pub asked: Asked,
    /// The large file that came with it.
    pub arrived: Option<Arrived>,
}

/// What a handler answers.
#[derive(Debug)]
pub enum Answer {
    /// Data of the envelope.
    Data(Json),
    /// Data of the envelope, already written as JSON.
    Raw(String),
    /// Data of the envelope, with a sentence in place of the usual one.
    Said(Text, Json),
    /// A whole JSON body without the envelope (the token call).
    Bare(Json),
    /// A file.
    File {
        /// Name offered to the user.
        name: String,
        /// Media type.
        mime: String,
        /// Bytes.
        bytes: Vec<u8>,
        /// Shown by the browser instead of saved.
        inline: bool,
    },
    /// A kept file that is sent as it is read, whole or the part that was asked for.
    Stored {
        /// Name offered to the user.
        name: String,
        /// Media type.
        mime: String,
        /// The file.
        file: Kept,
        /// Shown by the browser instead of saved.
        inline: bool,
    },
    /// A file or data with a sentence that is shown to who asked for it.
    Noted(Text, Box<Self>),
    /// An answer with a cookie, as the header writes it.
    Cookie(String, Box<Self>),
    /// The answer an earlier call got under the same key.
    Before {
        /// Its HTTP status.
        status: u16,
        /// Its body.
        body: String,
    },
}

/// Answer or refusal.
pub type Outcome = Result<Answer, Refusal>;

impl Call {
    /// The caller; 401 without one.
    pub fn actor(&self) -> Result<&Actor, Refusal> {
        self.caller.as_ref().ok_or(Refusal::Unauthorized(messages::SESSION_OVER.text()))
    }

    /// A part of the path; empty when the path has no such part.
    pub fn path(&self, name: &str) -> &str {
        self.asked.path.get(name).map_or("", String::as_str)
    }

    /// A part of the path that is an id; 404 when it is none.
    pub fn path_id(&self, name: &str) -> Result<Id, Refusal> {
        self.path(name).parse().map(Id).map_err(|_| Refusal::NotFound)
    }

    /// A part of the path that is a public name; 404 when it is none.
    pub fn path_uuid(&self, name: &str) -> Result<Uuid, Refusal> {
        Uuid::parse(self.path(name)).ok_or(Refusal::NotFound)
    }

    /// A query parameter; empty when absent.
    pub fn query(&self, name: &str) -> &str {
        self.asked.query.get(name).map_or("", String::as_str)
    }

    /// The JSON body as a type; unknown fields and wrong types are refused with their place ([`body`]).
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        body::read(&self.asked.body)
    }

    /// The language of the answer.
    pub fn language(&self) -> &str {
        &self.asked.language
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        self.app.clock.now()
    }

    /// Address of the product as links in mails and QR codes name it.
    pub fn public_url(&self) -> &str {
        if self.app.settings.public_url.is_empty() { &self.asked.origin } else { &self.app.settings.public_url }
    }

    /// Reads.
    pub fn read<T>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.app.store.read(work)
    }

    /// Writes in one transaction and in the caller's name. Work that leaves no log line is a fault.
    pub fn write<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.write_as(self.actor()?, work)
    }

    /// Writes as the caller in another org, which it was found he may choose: its rows, its log.
    pub fn write_in<T>(&self, org: i64, work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.write_as(&self.actor()?.clone().in_org(org), work)
    }

    fn write_as<T>(&self, actor: &Actor, work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let now = self.now();
        let once = self.asked.once.as_ref();
        let done = self.app.store.write(|conn| {
            once.map_or(Ok(()), |once| once.claim(conn, now))?;
            let mut tx = Tx { conn, app: &self.app, actor, now, asked: &self.asked, logged: false, trial: false };
            let done = work(&mut tx)?;
            if tx.logged { Ok(done) } else { Err(Refusal::broken("a write left no log line")) }
        })?;
        once.inspect(|once| once.note_kept());
        Ok(done)
    }

    /// Does what a write would do and undoes all of it: what it meets is known, nothing is kept. Of many rows it is done in
    /// pieces ([`crate::stage`]).
    pub fn trial<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.rehearse(&RefCell::default(), true, work)
    }

    /// The same, of what may be kept later: each statement that writes is noted when that was asked for.
    pub(crate) fn rehearse<T>(
        &self,
        noted: &RefCell<Noted>,
        trial: bool,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let actor = self.actor()?;
        let now = self.now();
        let mut found = None;
        let undone: Result<(), Refusal> = self.app.store.write(|conn| {
            let mut conn = Recorder { conn, noted };
            let mut tx = Tx { conn: &mut conn, app: &self.app, actor, now, asked: &self.asked, logged: false, trial };
            found = Some(work(&mut tx)?);
            // Only a transaction that fails is undone.
            Err(Refusal::broken("a trial"))
        });
        match (found, undone) {
            (Some(found), _) => Ok(found),
            (None, Err(refusal)) => Err(refusal),
            (None, Ok(())) => Err(Refusal::broken("a trial found nothing")),
        }
    }
}

/// A transaction in an actor's name.
pub struct Tx<'a> {
    conn: &'a mut dyn Conn,
    /// The product.
    pub app: &'a App,
    /// In whose name.
    pub actor: &'a Actor,
    /// When; one moment for the whole transaction.
    pub now: Instant,
    pub(crate) asked: &'a Asked,
    logged: bool,
    /// All of it will be undone: what is costly and changes no outcome may be left out.
    pub trial: bool,
}

impl Tx<'_> {
    /// The actor's org.
    pub fn org(&self) -> i64 {
        self.actor.org_id
    }

    /// As [`Asked::answers_secret`].
    pub fn answers_secret(&self) {
        self.asked.answers_secret();
    }

    /// Address of the caller.
    pub fn ip(&self) -> &str {
        &self.asked.ip
    }

    /// A new id.
    pub fn new_id(&self) -> Id {
        self.app.mint.next(self.now)
    }

    /// Adds a log line.
    pub fn log(&mut self, entry: LogEntry) -> Result<(), Refusal> {
        self.log_in(self.actor.org_id, entry)
    }

    /// Adds a log line to the log of the org it is about.
    pub fn log_in(&mut self, org: i64, entry: LogEntry) -> Result<(), Refusal> {
        self.logged = true;
        if self.trial {
            // Nobody reads it, and nothing stands against it.
            return Ok(());
        }
        let id = self.new_id();
        let about = match (&entry.about, entry.object_id) {
            (Some(about), _) => about.clone(),
            (None, Some(thing)) => self.about(org, (entry.object_type, thing))?,
            (None, None) => About::default(),
        };
        let asked = (self.asked.ip.as_str(), self.asked.request_id.as_str());
        log::append(self.conn, (org, self.actor), (id, self.now), asked, (&entry, &about))
    }

    /// Which orders a thing of a kind is of, as the rooms declare it. What is removed is asked before.
    pub fn about(&mut self, org: i64, (kind, thing): (&str, Id)) -> Result<About, Refusal> {
        let app = self.app;
        match app.registry.orders_of.iter().find(|kept| kept.kind == kind) {
            Some(kept) => kept.of(self.conn, org, thing),
            None => Ok(About::default()),
        }
    }

    /// Does a part in another org, which it was found the actor may write to; the log line stays the outer one's.
    pub fn in_org<T>(&mut self, org: i64, part: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let actor = self.actor.clone().in_org(org);
        let (app, now, asked, trial) = (self.app, self.now, self.asked, self.trial);
        part(&mut Tx { conn: self.conn, app, actor: &actor, now, asked, logged: false, trial })
    }

    /// Says that this write is none of a business kind (leases, settings of the page) and needs no line.
    pub fn no_log_line(&mut self) {
        self.logged = true;
    }

    /// Does a part that may be refused while the rest is kept: what a refused part wrote is undone.
    pub fn attempt<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Result<T, Refusal>, Refusal> {
        let logged = self.logged;
        self.conn.batch(part::BEGIN)?;
        let outcome = work(self).and_then(|done| self.conn.send().map(|()| done).map_err(Refusal::from));
        if outcome.is_err() {
            self.logged = logged;
            self.conn.batch(part::UNDO)?;
        }
        self.conn.batch(part::END)?;
        Ok(outcome)
    }

    /// The next number of a series in a period, from 1; never counted from rows, never reused.
    pub fn next_number(&mut self, series: &str, period: &str) -> Result<i64, Refusal> {
        next_number(self.conn, self.actor.org_id, series, period)
    }

    /// The number a series would give next, which nobody else takes until the transaction ends.
    pub fn hold_number(&mut self, series: &str, period: &str) -> Result<i64, Refusal> {
        let last = move_series(self.conn, self.actor.org_id, (series, period), (0, sql::of(SERIES, "last")))?;
        Ok(last + 1)
    }

    /// A number that was offered is in use now: the series goes on behind it, and never back.
    pub fn spend_number(&mut self, (series, period): (&str, &str), number: i64) -> Result<(), Refusal> {
        if self.hold_number(series, period)? <= number {
            move_series(self.conn, self.actor.org_id, (series, period), (number, sql::value(number)))?;
        }
        Ok(())
    }
}

/// What bounds a part of a transaction that may be refused.
pub(crate) mod part {
    /// It begins.
    pub(crate) const BEGIN: &str = "SAVEPOINT part";
    /// What it wrote is undone.
    pub(crate) const UNDO: &str = "ROLLBACK TO SAVEPOINT part";
    /// It is over.
    pub(crate) const END: &str = "RELEASE SAVEPOINT part";
}

/// The number a series would give next; looking at it takes nothing.
pub fn coming_number(conn: &mut dyn Conn, org: i64, series: &str, period: &str) -> Result<i64, Refusal> {
    let mut select = sql::from(org, SERIES);
    select
        .column("last")
        .and_where(sql::eq("series", series))
        .and_where(sql::eq("period", Value::Text(period.to_owned())));
    let last: Option<i64> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(last.unwrap_or_default() + 1)
}

/// The next number of a series in a period.
pub fn next_number(conn: &mut dyn Conn, org: i64, series: &str, period: &str) -> Result<i64, Refusal> {
    move_series(conn, org, (series, period), (1, sql::of(SERIES, "last").add(1)))
}

/// Table of the series.
const SERIES: &str = "number_series";

/// Writes where a series is, one that begins or one that goes on, and answers it; its row is held from then on.
fn move_series(
    conn: &mut dyn Conn,
    org: i64,
    (series, period): (&str, &str),
    (first, further): (i64, Expr),
) -> Result<i64, Refusal> {
    let cells = [
        ("series", Value::Text(series.to_owned())),
        ("period", Value::Text(period.to_owned())),
        ("last", Value::Int(first)),
    ];
    let mut insert = sql::insert(org, SERIES, &cells);
    insert
        .on_conflict(OnConflict::columns(["org_id", "series", "period"]).value("last", further).to_owned())
        .returning_col("last");
    let row = conn.first(&insert.into())?.ok_or_else(|| Refusal::broken("the number series gave nothing"))?;
    Ok(row.get(0)?)
}

impl Conn for Tx<'_> {
    fn dialect(&self) -> Dialect {
        self.conn.dialect()
    }
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        self.conn.query(statement)
    }
    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        self.conn.queries(statements)
    }
    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.conn.each(statement, take)
    }
    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        self.conn.exec(statement)
    }
    fn exec_later(&mut self, statement: &Stmt) -> Result<(), StoreError> {
        self.conn.exec_later(statement)
    }
    fn send(&mut self) -> Result<(), StoreError> {
        self.conn.send()
    }
    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.conn.batch(text)
    }
    fn tell(&mut self, topic: Topic) {
        self.conn.tell(topic);
    }
}

/// Adds warnings to the data of an answer, under `findings`.
pub fn with_findings(mut data: Json, findings: &Findings, language: &str) -> Json {
    if let Some(object) = data.as_object_mut() {
        object.insert("findings".to_owned(), crate::refusal::findings_json(findings, language).into());
    }
    data
}
