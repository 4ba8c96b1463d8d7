//! The databases stories stand on. What many stories begin with (schema, people, and what a suite prepares) is made
//! once; a story gets a copy of it, and the next story gets the same copy after the tables that were written have been
//! put back. A database that can't be put back (another process wrote, the schema changed, the story failed) is thrown
//! away.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use kernel::{Clock, IdMint, Instant};
use platform::access::PasswordCost;
use platform::call::{App, Settings};
use platform::store::{Conn, Dialect, Stmt, Store, StoreConfig, StoreError};
use tokio::runtime::Runtime;

use crate::{Rooms, World, fill_people, postgres, registry, suite, unique, upgraded};

/// What a suite makes before each of its stories, through calls.
pub type Prepare = fn(&World);

/// Databases of one kind kept for a next story; an open one on PostgreSQL holds connections.
const IDLE_MAX: usize = 6;

/// What a database holds before a story.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Layer {
    /// The schema.
    Schema,
    /// The platform and the people of the fixture, as the rooms have them.
    People(Rooms),
    /// What a suite prepared on top.
    Prepared(Rooms, Prepare),
}

/// Tells layers apart by the addresses of their functions.
type Key = (usize, usize);

#[expect(clippy::as_conversions, clippy::fn_to_numeric_cast_any, reason = "an address is the only name a function has")]
impl Layer {
    fn key(self) -> Key {
        match self {
            Self::Schema => (0, 0),
            Self::People(rooms) => (rooms as usize, 0),
            Self::Prepared(rooms, prepare) => (rooms as usize, prepare as usize),
        }
    }
}

/// Which database, and the server of those that have one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Engine {
    /// In memory, with one connection.
    Sqlite,
    /// In a file, with readers beside the writer, as the product has it.
    File,
    Postgres(String),
}

impl Engine {
    fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite | Self::File => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }
}

type Files = Vec<(PathBuf, Vec<u8>)>;

/// What copies are made of: nobody works on it.
struct Origin {
    /// The database itself in memory; on a server its name says enough.
    memory: Option<Store>,
    name: Option<String>,
    begins: Instant,
    filled: BTreeSet<String>,
    files: Files,
}

/// A database a story works on.
pub(crate) struct Ground {
    key: (Engine, Key),
    /// What is still connected to it.
    pub store: Store,
    /// How another process would connect to it.
    pub config: StoreConfig,
    /// The time the story begins at.
    pub begins: Instant,
    /// What lies in the data folder.
    files: Files,
    filled: BTreeSet<String>,
    /// Where the file lies, of a database in a file.
    folder: Option<PathBuf>,
    name: Option<String>,
    /// The connections of a server's database live in it.
    runtime: Option<Runtime>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn idle() -> MutexGuard<'static, Vec<Ground>> {
    static IDLE: OnceLock<Mutex<Vec<Ground>>> = OnceLock::new();
    lock(IDLE.get_or_init(Mutex::default))
}

/// One that holds the layer, and nothing a story before left.
pub(crate) fn take(engine: &Engine, layer: Layer) -> Ground {
    let key = (engine.clone(), layer.key());
    let found = {
        let mut idle = idle();
        idle.iter().rposition(|ground| ground.key == key).map(|place| idle.remove(place))
    };
    found.unwrap_or_else(|| origin(engine, layer).copy(key))
}

/// What a layer is copied from, made by whoever asks first.
fn origin(engine: &Engine, layer: Layer) -> Arc<Origin> {
    type Origins = HashMap<(Engine, Key), Arc<OnceLock<Arc<Origin>>>>;
    static ORIGINS: OnceLock<Mutex<Origins>> = OnceLock::new();
    // A file is filled from memory.
    let engine = if *engine == Engine::File { &Engine::Sqlite } else { engine };
    let key = (engine.clone(), layer.key());
    let place = lock(ORIGINS.get_or_init(Mutex::default)).entry(key.clone()).or_default().clone();
    place.get_or_init(|| Arc::new(make(key, layer))).clone()
}

fn make(key: (Engine, Key), layer: Layer) -> Origin {
    let engine = key.0.clone();
    match layer {
        Layer::Schema => {
            let ground = Ground::empty(key);
            let migrated = ground.within(|store| store.migrate(schema::MIGRATIONS));
            migrated.unwrap_or_else(|error| panic!("{error}"));
            ground.into_origin(start(), Vec::new())
        }
        Layer::People(rooms) => {
            let ground = origin(&engine, Layer::Schema).copy(key);
            let settings = Settings { password_cost: PasswordCost::Test, ..Settings::default() };
            let store = ground.store.share();
            ground.within(|_| {
                let app = App::new(store, Clock::fixed(start()), registry(rooms), settings);
                let mut app = app.unwrap_or_else(|refusal| panic!("{refusal:?}"));
                app.mint = IdMint::new(0);
                fill_people(&app);
                believe_clock(&app);
            });
            ground.into_origin(start(), Vec::new())
        }
        Layer::Prepared(rooms, prepare) => {
            let ground = origin(&engine, Layer::People(rooms)).copy(key);
            let world = World::on(ground, rooms, |_| {}, Some(PREPARING));
            prepare(&world);
            world.inside(|app| believe_clock(app));
            let (ground, begins, files) = world.into_ground();
            ground.into_origin(begins, files)
        }
    }
}

/// A preparation moves the clock as it likes; a story begins with one that is believed.
fn believe_clock(app: &App) {
    let believed = app.system_write(|conn| platform::clock::accept(conn, app.clock.now()));
    believed.unwrap_or_else(|refusal| panic!("{refusal:?}"));
}

/// Where ids begin while a layer is prepared, in a story, and in a process beside it: each may mint a million.
const PREPARING: i64 = 1_000_000;
pub(crate) const STORY: i64 = 2_000_000;
pub(crate) const BESIDE: i64 = 3_000_000;

fn start() -> Instant {
    Instant::parse(crate::NOW).expect("the fixture's time")
}

/// Where the rows of a table as the story found them stand.
fn image(dialect: Dialect, table: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("temp.image_{table}"),
        Dialect::Postgres => format!("image.{table}"),
    }
}

fn own(dialect: Dialect, table: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("main.{table}"),
        Dialect::Postgres => format!("public.{table}"),
    }
}

fn tables() -> &'static [String] {
    static TABLES: OnceLock<Vec<String>> = OnceLock::new();
    TABLES.get_or_init(|| suite::tables(&crate::schema_text()))
}

/// Keeps the rows of the filled tables beside them.
fn keep_image(store: &Store, filled: &BTreeSet<String>) -> Result<(), StoreError> {
    let dialect = store.dialect();
    let mut text = String::new();
    if dialect == Dialect::Postgres {
        text.push_str("DROP SCHEMA IF EXISTS image CASCADE; CREATE SCHEMA image; ");
    }
    for table in filled {
        let (image, own) = (image(dialect, table), own(dialect, table));
        text.push_str(&format!("CREATE TABLE {image} AS SELECT * FROM {own}; "));
    }
    store.write(|conn| conn.batch(&text))
}

/// The tables that hold rows, asked for in one statement.
pub(crate) fn filled_tables(conn: &mut dyn Conn) -> Result<BTreeSet<String>, StoreError> {
    static QUESTION: OnceLock<String> = OnceLock::new();
    let question = QUESTION.get_or_init(|| {
        let any = |table: &String| format!("SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})");
        tables().iter().map(any).collect::<Vec<_>>().join(" UNION ALL ")
    });
    let found = conn.query(&Stmt::Raw(question.clone(), Vec::new()))?;
    found.iter().map(|row| row.get(0).map_err(StoreError::from)).collect()
}

impl Origin {
    fn copy(&self, key: (Engine, Key)) -> Ground {
        let mut ground = match (&self.memory, &self.name, &key.0) {
            (Some(store), _, _) => {
                let ground = Ground::empty(key);
                store.copy_into(&ground.store).unwrap_or_else(|error| panic!("{error}"));
                ground
            }
            (None, Some(template), Engine::Postgres(server)) => {
                let name = postgres::create(server, Some(template));
                Ground::on_server(key.clone(), server, name)
            }
            _ => panic!("an origin is a database"),
        };
        ground.begins = self.begins;
        ground.files.clone_from(&self.files);
        ground.filled.clone_from(&self.filled);
        if self.memory.is_some() {
            ground.within(|store| keep_image(store, &self.filled)).unwrap_or_else(|error| panic!("{error}"));
        }
        ground.store.record_writes();
        ground
    }
}

impl Ground {
    fn empty(key: (Engine, Key)) -> Self {
        match key.0.clone() {
            Engine::Sqlite => Self::open(key, StoreConfig::SqliteMemory),
            Engine::File => {
                let folder = std::env::temp_dir().join(database_name());
                let mut ground = Self::open(key, StoreConfig::SqliteFile(folder.join("forwarder.db")));
                ground.folder = Some(folder);
                ground
            }
            Engine::Postgres(server) => {
                let name = postgres::create(&server, None);
                Self::on_server(key, &server, name)
            }
        }
    }

    fn open(key: (Engine, Key), config: StoreConfig) -> Self {
        let store = Store::open(&config).unwrap_or_else(|error| panic!("{error}"));
        Self::around(key, store, config)
    }

    fn around(key: (Engine, Key), store: Store, config: StoreConfig) -> Self {
        let (files, filled) = (Vec::new(), BTreeSet::new());
        Self { key, store, config, begins: start(), files, filled, folder: None, name: None, runtime: None }
    }

    fn on_server(key: (Engine, Key), server: &str, name: String) -> Self {
        let url = postgres::database_url(server, &name);
        let config = StoreConfig::Postgres { url, connections: 12 };
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let store = runtime.block_on(async { Store::open(&config) }).unwrap_or_else(|error| panic!("{error}"));
        let mut ground = Self::around(key, store, config);
        (ground.name, ground.runtime) = (Some(name), Some(runtime));
        ground
    }

    /// Work on the database, from a thread that may block.
    fn within<T: Send>(&self, work: impl FnOnce(&Store) -> T + Send) -> T {
        std::thread::scope(|scope| scope.spawn(|| work(&self.store)).join().expect("the work ends"))
    }

    /// Writes what lies in the data folder of a layer into that of a story.
    pub fn lay_files(&self, folder: &Path) {
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
            std::fs::write(path, bytes).expect("a file is written");
        }
    }

    fn into_origin(mut self, begins: Instant, files: Files) -> Origin {
        let filled = self.within(|store| store.read(filled_tables)).unwrap_or_else(|error| panic!("{error}"));
        if self.name.is_none() {
            return Origin { memory: Some(self.store.share()), name: None, begins, filled, files };
        }
        self.within(|store| keep_image(store, &filled)).unwrap_or_else(|error| panic!("{error}"));
        // A template may have no connections.
        let name = self.name.take();
        self.runtime.take().expect("a runtime").shutdown_timeout(std::time::Duration::from_secs(10));
        Origin { memory: None, name, begins, filled, files }
    }

    /// One of its kind that held what this one does before the last migrations, of which so many are older, were made.
    pub fn upgraded(&self, older: usize, begins: Instant, files: Files) -> Self {
        let mut ground = Self::empty(self.key.clone());
        let made = ground.within(|into| {
            into.migrate(schema::MIGRATIONS.get(..older).unwrap_or_default())?;
            self.within(|from| upgraded::fill(from, into))?;
            into.migrate(schema::MIGRATIONS)
        });
        made.unwrap_or_else(|error| panic!("{error}"));
        (ground.begins, ground.files) = (begins, files);
        ground
    }

    /// Puts back what was written and keeps the database for the next story; throws it away where that can't be done.
    pub fn give_back(self) {
        let written = self.store.take_written();
        if written.schema || self.put_back(&written.tables).is_err() {
            return;
        }
        self.store.take_written();
        let mut idle = idle();
        let of_kind = |ground: &Ground| ground.key.0 == self.key.0;
        let evicted = (idle.iter().filter(|ground| of_kind(ground)).count() >= IDLE_MAX)
            .then(|| idle.iter().position(of_kind).map(|oldest| idle.remove(oldest)));
        idle.push(self);
        drop(idle);
        drop(evicted);
    }

    fn put_back(&self, written: &BTreeSet<String>) -> Result<(), StoreError> {
        let dialect = self.key.0.dialect();
        let mut text = String::new();
        for table in tables().iter().filter(|table| written.contains(*table)) {
            let own = own(dialect, table);
            text.push_str(&format!("DELETE FROM {own}; "));
            if self.filled.contains(table) {
                text.push_str(&format!("INSERT INTO {own} SELECT * FROM {}; ", image(dialect, table)));
            }
        }
        self.within(|store| store.write(|conn| conn.batch(&text)))
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        if let (Some(name), Engine::Postgres(server)) = (self.name.take(), &self.key.0) {
            postgres::forget(server, &name);
        }
        if let Some(folder) = self.folder.take() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// The files below a folder, for a layer to keep.
pub(crate) fn files_in(folder: &Path) -> Files {
    fn look(root: &Path, folder: &Path, found: &mut Files) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                look(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below the root").to_owned();
                found.push((name, std::fs::read(&path).expect("a file is read")));
            }
        }
    }
    let mut found = Vec::new();
    look(folder, folder, &mut found);
    found
}

/// A database name nobody has.
pub(crate) fn database_name() -> String {
    format!("forwarder_test_{}_{}", std::process::id(), unique())
}
