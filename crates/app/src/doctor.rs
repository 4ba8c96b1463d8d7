//! Looks at a deployment and says what is wrong with it, in Chinese and English.
#![expect(clippy::print_stdout, reason = "a command line talks to the one who called it")]

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use archive::Depot;
use kernel::{Clock, Msg, Text};
use operate::backup_place;
use platform::place;
use platform::probe::Probe;
use platform::secrets::{self, Secrets};
use platform::store::{Store, StoreError, StoreFigures, Unreachable, schema_version, sql};
use tokio::runtime::Handle;

use crate::config::Config;
use crate::start::{COPY, HALF, say};
use crate::{key, privacy, rooms};

/// Used part of the disk that is a warning, and that is red, in percent.
const DISK: (u64, u64) = (85, 95);
/// Fewer handles than this are soon used up.
const HANDLES_MIN: u64 = 4096;
/// What others may read is counted up to here.
const OPEN_MAX: usize = 1000;
/// A machine whose year lies before this one has lost its clock.
const YEAR_MIN: i16 = 2025;

/// What the looks have time for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Each look, but for the one at the pages: a disk or a server that is silent does not keep the others waiting.
    pub look: Duration,
    /// The look at the pages of the embedded database.
    pub pages: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { look: Duration::from_secs(10), pages: Duration::from_secs(60) }
    }
}

const LATE: Msg = Msg::new("doctor.late", "{what}：{n}秒内没有回应", "{what}: no answer within {n} seconds");
/// How the database is called there.
const DATABASE_NAME: (&str, &str) = ("数据库", "database");
const DECLARED: Msg = Msg::new(
    "doctor.declared",
    "声明：{operations}个接口、{lists}个列表、{nodes}个权限",
    "declarations: {operations} operations, {lists} lists, {nodes} permissions",
);
const DECLARED_WRONG: Msg =
    Msg::new("doctor.declared_wrong", "声明有误：{reason}", "declarations have faults: {reason}");
const FOLDER: Msg = Msg::new("doctor.folder", "目录可写：{place}", "folder can be written: {place}");
const NO_FOLDER: Msg =
    Msg::new("doctor.no_folder", "目录不可写：{place}（{reason}）", "folder can't be written: {place} ({reason})");
const NEW_FOLDER: Msg =
    Msg::new("doctor.new_folder", "目录尚不存在，可以创建：{place}", "there is no folder yet; it can be made: {place}");
const ROOM: Msg = Msg::new("doctor.room", "磁盘已用{n}%", "disk {n}% used");
const KEY: Msg = Msg::new("doctor.key", "密钥可用", "the secret key is there");
const NO_KEY: Msg = Msg::new(
    "doctor.no_key",
    "密钥尚未生成（首次使用时自动生成）",
    "there is no secret key yet; it is made when it is first needed",
);
const BAD_KEY: Msg = Msg::new(
    "doctor.bad_key",
    "密钥与数据库不符，证件号和接口密码无法读取：请放回原来的secret.key",
    "the secret key is not the one the database was sealed with; put the old secret.key back",
);
const DATABASE: Msg = Msg::new("doctor.database", "数据库：{kind} {version}", "database: {kind} {version}");
const NO_DATABASE: Msg =
    Msg::new("doctor.no_database", "数据库无法连接：{reason}", "the database can't be reached: {reason}");
const ABSENT: Msg = Msg::new(
    "doctor.absent",
    "没有数据库：{place}（请检查data_folder和database_url；forwarder serve会新增）",
    "there is no database at {place} (see data_folder and database_url; forwarder serve makes one)",
);
const UNFIT: Msg = Msg::new("doctor.unfit", "数据库不能使用：{reason}", "the database can't be used: {reason}");
const PAGES: Msg = Msg::new("doctor.pages", "数据库文件完好", "the file of the database is sound");
const BAD_PAGES: Msg = Msg::new(
    "doctor.bad_pages",
    "数据库文件已损坏，请从备份恢复：{reason}",
    "the file of the database is damaged; restore a backup: {reason}",
);
const PAGES_LATE: Msg = Msg::new(
    "doctor.pages_late",
    "数据库文件较大，{n}秒内未检查完，已检查的部分完好",
    "the file of the database is large: {n} seconds were not enough to look at all of it; what was looked at is sound",
);
const SCHEMA: Msg = Msg::new("doctor.schema", "数据库结构为最新（{n}步）", "the schema is up to date ({n} steps)");
const BEHIND: Msg = Msg::new(
    "doctor.behind",
    "数据库结构待升级（forwarder migrate）：{names}",
    "migrations to be done (forwarder migrate): {names}",
);
const AHEAD: Msg =
    Msg::new("doctor.ahead", "数据库比程序新：{names}", "the database is newer than this program: {names}");
const TIME: Msg = Msg::new("doctor.time", "时钟：{time}（Asia/Shanghai）", "clock: {time} (Asia/Shanghai)");
const BAD_TIME: Msg = Msg::new("doctor.bad_time", "系统时钟不正确：{time}", "the machine's clock is wrong: {time}");
const OPEN_BACKUPS: Msg =
    Msg::new("doctor.open_backups", "备份未加密（backup_passphrase）", "backups are not encrypted (backup_passphrase)");
const DECIDED_OPEN: Msg = Msg::new(
    "doctor.decided_open",
    "备份未加密：“备份恢复”页的“加密”已关闭",
    "backups are not encrypted: the page of backups has Encrypted turned off",
);
const SEALED_BACKUPS: Msg = Msg::new("doctor.sealed_backups", "备份已加密", "backups are encrypted");
const OBJECTS: Msg = Msg::new("doctor.objects", "对象存储可用：{place}", "the object store answers: {place}");
const NO_OBJECTS: Msg = Msg::new(
    "doctor.no_objects",
    "对象存储不可用：{place}（{reason}）",
    "the object store can't be used: {place} ({reason})",
);
const HANDLES: Msg =
    Msg::new("doctor.handles", "可同时打开{n}个文件和连接", "{n} files and connections may be open at once");
const FEW_HANDLES: Msg = Msg::new(
    "doctor.few_handles",
    "只能同时打开{n}个文件和连接，请提高上限（LimitNOFILE或ulimit -n）",
    "only {n} files and connections may be open at once; raise the limit (LimitNOFILE, or ulimit -n)",
);
const CLOSED: Msg = Msg::new("doctor.closed", "数据仅本程序可读", "the data are for this program alone");
const OPEN: Msg = Msg::new(
    "doctor.open",
    "{n}处数据可被本机其他用户读取，例如{place}：启动服务时会收紧，不属于本程序用户的请手工处理",
    "others on this machine may read {n} places of the data, such as {place}: a start of the server closes them, \
     but for what belongs to another user",
);
const OPEN_CONFIG: Msg = Msg::new(
    "doctor.open_config",
    "配置文件含密码且所有用户可读：{place}（chmod o-r）",
    "the configuration holds passwords and everybody may read it: {place} (chmod o-r)",
);
const RED: Msg = Msg::new("doctor.red", "有{n}项异常", "{n} things must be mended");

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Well.
    Well,
    /// Can go on like this, and should not.
    Warning,
    /// Must be mended.
    Red,
}

/// What was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How it is.
    pub state: State,
    /// In words.
    pub text: Text,
}

fn well(text: Text) -> Found {
    Found { state: State::Well, text }
}

fn red(text: Text) -> Found {
    Found { state: State::Red, text }
}

/// Prints what was found; an error when something must be mended.
pub fn examine(config: &Config) -> Result<(), String> {
    let found = look(config, Probe::default(), Clock::System.now());
    for one in &found {
        let mark = match one.state {
            State::Well => "[ok]  ",
            State::Warning => "[warn]",
            State::Red => "[RED] ",
        };
        println!("{mark} {} / {}", one.text.zh, one.text.en);
    }
    let reds = found.iter().filter(|one| one.state == State::Red).count();
    if reds == 0 {
        return Ok(());
    }
    let text = RED.with(&[("n", &reds.to_string())]);
    Err(format!("{} / {}", text.zh, text.en))
}

/// Everything that is looked at.
pub fn look(config: &Config, probe: Probe, now: kernel::Instant) -> Vec<Found> {
    look_within(config, probe, now, Patience::default())
}

/// The same, each look within its time. Call inside a runtime.
pub fn look_within(config: &Config, probe: Probe, now: kernel::Instant, patience: Patience) -> Vec<Found> {
    let mut looks = Looks { config: Arc::new(config.clone()), patience, found: vec![declarations()] };
    let (data, backups) = (config.data_folder.display().to_string(), config.backups().display().to_string());
    looks.at(&data, |config| vec![writable(&config.data_folder)]);
    looks.at(&backups, |config| vec![writable(&config.backups())]);
    looks.at(&data, move |config| room(config, probe).into_iter().collect());
    looks.found.extend(handles(probe));
    looks.at(&data, |config| vec![privacy(config)]);
    looks.at(&config.file.display().to_string(), |config| open_config(config).into_iter().collect());
    looks.at(&config.object_store.endpoint, |config| objects(config).into_iter().collect());
    looks.at(&config.backup_store.endpoint, |config| backup_objects(config).into_iter().collect());
    looks.found.push(clock(now));
    looks.database();
    looks.found
}

/// What is looked at, and what was found so far.
struct Looks {
    config: Arc<Config>,
    patience: Patience,
    found: Vec<Found>,
}

impl Looks {
    /// Looks at a place.
    fn at(&mut self, place: &str, look: impl FnOnce(&Config) -> Vec<Found> + Send + 'static) {
        self.ask((place, place), look);
    }

    fn ask(&mut self, what: (&str, &str), look: impl FnOnce(&Config) -> Vec<Found> + Send + 'static) {
        let config = self.config.clone();
        let found = within(self.patience.look, move || look(&config));
        match found {
            Some(found) => self.found.extend(found),
            None => self.late(what),
        }
    }

    fn late(&mut self, (zh, en): (&str, &str)) {
        let seconds = self.patience.look.as_secs().to_string();
        let values = |what| [("what", what), ("n", seconds.as_str())];
        let text = LATE.with_each(&values(zh), &values(en));
        self.found.push(red(text));
    }

    fn database(&mut self) {
        let config = self.config.clone();
        let (store, figures) = match within(self.patience.look, move || opened(&config)) {
            None => return self.late(DATABASE_NAME),
            Some(Err(found)) => return self.found.push(found),
            Some(Ok(opened)) => opened,
        };
        self.found.push(well(DATABASE.with(&[("kind", figures.kind), ("version", &figures.version)])));
        let store = Arc::new(store);
        let looks: [fn(&Config, &Store) -> Found; 3] = [|_, store| schema_of(store), key, encryption];
        for look in looks {
            let store = store.clone();
            self.ask(DATABASE_NAME, move |config| vec![look(config, &store)]);
        }
        let marked = store.clone();
        self.ask(DATABASE_NAME, move |_| copy(&marked).into_iter().collect());
        self.pages(store);
    }

    /// A page that can't be read is found before somebody asks for what stood on it, while there are backups from before.
    fn pages(&mut self, store: Arc<Store>) {
        let each = self.patience.pages / 2;
        let told = within(self.patience.pages + self.patience.look, move || store.check_pages(each));
        let bad = |reason: &str| red(BAD_PAGES.with(&[("reason", reason)]));
        self.found.extend(match told {
            Some(Ok(None)) => None,
            Some(Ok(Some(faults))) if faults.is_empty() => Some(well(PAGES.text())),
            Some(Ok(Some(faults))) => Some(bad(&faults.join("; "))),
            None | Some(Err(StoreError::Late(_))) => {
                let seconds = self.patience.pages.as_secs().to_string();
                Some(Found { state: State::Warning, text: PAGES_LATE.with(&[("n", &seconds)]) })
            }
            Some(Err(error)) => Some(bad(&error.to_string())),
        });
    }
}

/// What a look answers, unless it takes too long; then it is left to itself, and ends with the program.
fn within<T: Send + 'static>(patience: Duration, look: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (tell, told) = mpsc::channel();
    let runtime = Handle::try_current().ok();
    std::thread::spawn(move || {
        let _inside = runtime.as_ref().map(Handle::enter);
        let _ = tell.send(look());
    });
    told.recv_timeout(patience).ok()
}

/// The database, if there is one: a look makes none.
fn opened(config: &Config) -> Result<(Store, StoreFigures), Found> {
    let place = config.store();
    if let Some(file) = place.missing_file() {
        return Err(red(ABSENT.with(&[("place", &file.display().to_string())])));
    }
    place.reach().map_err(|unreachable| match unreachable {
        Unreachable::NotYet(reason) => red(NO_DATABASE.with(&[("reason", &reason)])),
        Unreachable::Never(reason) => red(UNFIT.with(&[("reason", &reason)])),
    })?;
    Store::open_existing(&place)
        .and_then(|store| store.figures().map(|figures| (store, figures)))
        .map_err(|error| red(NO_DATABASE.with(&[("reason", &error.to_string())])))
}

fn room(config: &Config, probe: Probe) -> Option<Found> {
    let used = (probe.disk)(&config.data_folder)?.used_percent();
    let state = if used >= DISK.1 {
        State::Red
    } else if used >= DISK.0 {
        State::Warning
    } else {
        State::Well
    };
    Some(Found { state, text: ROOM.with(&[("n", &used.to_string())]) })
}

fn open_config(config: &Config) -> Option<Found> {
    let told = || OPEN_CONFIG.with(&[("place", &config.file.display().to_string())]);
    privacy::tells_secrets(config).then(|| Found { state: State::Warning, text: told() })
}

fn declarations() -> Found {
    match rooms::registry() {
        Ok(registry) => well(DECLARED.with(&[
            ("operations", &registry.operations.len().to_string()),
            ("lists", &registry.lists.len().to_string()),
            ("nodes", &registry.nodes.len().to_string()),
        ])),
        Err(faults) => red(DECLARED_WRONG.with(&[("reason", &faults.join("; "))])),
    }
}

/// A file can be made in a folder, or the folder itself: a look makes neither.
fn writable(folder: &Path) -> Found {
    let place = folder.display().to_string();
    let here = Path::new(".");
    let above = |path: &&Path| path.as_os_str().is_empty() || path.exists();
    let there = folder.ancestors().find(above).filter(|path| !path.as_os_str().is_empty()).unwrap_or(here);
    let probe = there.join(format!(".doctor-{}", std::process::id()));
    let tried = std::fs::write(&probe, "x");
    let _ = std::fs::remove_file(&probe);
    match tried {
        Ok(()) if there == folder => well(FOLDER.with(&[("place", &place)])),
        Ok(()) => well(NEW_FOLDER.with(&[("place", &place)])),
        Err(error) => red(NO_FOLDER.with(&[("place", &place), ("reason", &error.to_string())])),
    }
}

/// How many connections and files there may be: a start raises the limit to what the machine lets it have.
fn handles(probe: Probe) -> Option<Found> {
    let most = (probe.handles)()?.most;
    let told = most.to_string();
    Some(if most < HANDLES_MIN {
        Found { state: State::Warning, text: FEW_HANDLES.with(&[("n", &told)]) }
    } else {
        well(HANDLES.with(&[("n", &told)]))
    })
}

/// Nobody else on the machine reads what is kept.
fn privacy(config: &Config) -> Found {
    match privacy::open_to_others(config, OPEN_MAX) {
        (None, _) => well(CLOSED.text()),
        (Some(place), n) => {
            let n = if n < OPEN_MAX { n.to_string() } else { format!("{n}+") };
            let text = OPEN.with(&[("n", &n), ("place", &place.display().to_string())]);
            Found { state: State::Warning, text }
        }
    }
}

/// The store of files answers, where one is configured.
fn objects(config: &Config) -> Option<Found> {
    let place = config.object_store.endpoint.as_str();
    if place.is_empty() {
        return None;
    }
    let answered = config.files().and_then(|store| store.answers().map_err(|refusal| say(&refusal)));
    Some(match answered {
        Ok(()) => well(OBJECTS.with(&[("place", place)])),
        Err(reason) => red(NO_OBJECTS.with(&[("place", place), ("reason", &reason)])),
    })
}

/// The object store of backups answers, where they have one of their own.
fn backup_objects(config: &Config) -> Option<Found> {
    let place = config.backup_store.endpoint.as_str();
    if place.is_empty() {
        return None;
    }
    let depot = Depot::open(Some(("backup_store", &config.backup_store)));
    Some(match depot.and_then(|depot| depot.answers().map(|()| depot.name())) {
        Ok(name) => well(OBJECTS.with(&[("place", &name)])),
        Err(fault) => red(fault.text()),
    })
}

/// Backups are encrypted when a passphrase is configured, and nobody turned it off.
fn encryption(config: &Config, store: &Store) -> Found {
    let settings = config.settings();
    if settings.passphrase().is_none() {
        return Found { state: State::Warning, text: OPEN_BACKUPS.text() };
    }
    match store.read(|conn| backup_place::is_encrypted(conn, &settings)) {
        Ok(false) => Found { state: State::Warning, text: DECIDED_OPEN.text() },
        // A database without tables has decided nothing yet.
        Ok(true) | Err(_) => well(SEALED_BACKUPS.text()),
    }
}

fn clock(now: kernel::Instant) -> Found {
    let time = kernel::show_second(now);
    if now.day().year() < YEAR_MIN {
        red(BAD_TIME.with(&[("time", &time)]))
    } else {
        well(TIME.with(&[("time", &time)]))
    }
}

fn schema_of(store: &Store) -> Found {
    let done = schema_version(store).unwrap_or_default();
    let missing: Vec<&str> = schema::MIGRATIONS
        .iter()
        .map(|step| step.name)
        .filter(|name| !done.iter().any(|known| known == name))
        .collect();
    let known = |name: &&String| schema::MIGRATIONS.iter().any(|step| step.name == name.as_str());
    let unknown: Vec<String> = done.iter().filter(|name| !known(name)).cloned().collect();
    if !unknown.is_empty() {
        red(AHEAD.with(&[("names", &unknown.join(", "))]))
    } else if missing.is_empty() {
        well(SCHEMA.with(&[("n", &done.len().to_string())]))
    } else {
        red(BEHIND.with(&[("names", &missing.join(", "))]))
    }
}

/// Whether it is a restored copy: half of one, or one that is quiet.
fn copy(store: &Store) -> Option<Found> {
    let mark = place::look(store).ok().flatten()?;
    match mark.state {
        place::State::Restoring => Some(red(HALF.text())),
        place::State::Restored | place::State::Quiet => {
            let time = kernel::show_second(mark.made_at);
            Some(Found { state: State::Warning, text: COPY.with(&[("time", &time)]) })
        }
        place::State::Released => None,
    }
}

/// Whether the key is that of the database, and opens what it keeps sealed; jobs are, so nearly every database has
/// something.
fn key(config: &Config, store: &Store) -> Found {
    if key::fits(config, store) == Some(false) {
        return red(BAD_KEY.text());
    }
    let file = config.data_folder.join(secrets::KEY_FILE);
    let sealed = store.read(|conn| {
        let mut newest = sql::from_global("job_run");
        newest.column("request").order_by("id", sql::Order::Desc).limit(1);
        conn.first(&newest.into())
    });
    let opens = |bytes: &[u8]| Secrets::new(&config.secret_key, &config.data_folder).open(bytes).is_ok();
    // A look must not make the key that is missing.
    let there = !config.secret_key.is_empty() || file.exists();
    match sealed.map(|row| row.map(|row| row.get::<Vec<u8>>(0))) {
        Ok(Some(Ok(bytes))) if !there || !opens(&bytes) => red(BAD_KEY.text()),
        _ if there => well(KEY.text()),
        _ => well(NO_KEY.text()),
    }
}
