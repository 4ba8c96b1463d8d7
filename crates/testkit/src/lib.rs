//! Tests through the front door: real router, real database, real actors.
//!
//! A story runs on SQLite in memory, and on PostgreSQL when `TEST_DATABASE_URL` names a server
//! (the test command always does). Schema, people and what a suite prepares are made once; how stories
//! share them is told in [`ground`].
#![expect(clippy::expect_used, clippy::panic, reason = "a broken test world is a failed test")]

mod board_suite;
mod filter_suite;
mod flow_suite;
mod form_suite;
mod ground;
pub mod hook_server;
mod import_suite;
mod list_suite;
mod log_suite;
pub mod mail_server;
mod null_suite;
mod page_suite;
pub mod paper;
pub mod plans;
mod postgres;
mod replies;
mod report_suite;
mod shapes;
mod socket;
mod suite;
mod text_suite;
mod upgraded;
pub mod walks;
mod workbook;

use std::collections::{BTreeMap, HashSet};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use kernel::{Clock, IdMint, Instant};
use platform::access::PasswordCost;
use platform::call::{App, PartnerSystem, Settings};
use platform::probe::{Probe, Space};
use platform::registry::{Node, NodeKind, Registry, Room, platform_room};
use platform::store::{Conn, Stmt, Store, StoreConfig, Value, sql};
use serde_json::{Value as Json, json};
use tokio::runtime::Runtime;

pub use ground::Prepare;
use ground::{Engine, Ground, Layer};

pub use replies::{done, field, findings, refused};
pub use seed::{Client, Reply};
pub use socket::{Socket, until};
pub use upgraded::fill;
pub use workbook::{rows_of, rows_of_sheet};

/// Password of every person of the fixture.
pub const PASSWORD: &str = "Test-2026x";
/// The fixture's clock.
pub const NOW: &str = "2026-07-15 10:00:00";
/// A picture of two points, one of them transparent.
#[rustfmt::skip]
pub const PNG: &[u8] = &[137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0, 244, 34, 127, 138, 0, 0, 0, 15, 73, 68, 65, 84, 120, 156, 99, 56, 193, 192, 240, 159, 1, 8, 0, 11, 68, 1, 200, 135, 207, 95, 155, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130];

/// Key of the partner system `portal`, whose users may arrive logged in at DEMO and TRIAL.
pub const PARTNER_SECRET: &str = "portal-and-forwarder-know-this-secret";

/// Rooms that other rooms' tests bring along and that are proved by their own.
const PROVED_ALONE: [&str; 14] = [
    "af",
    "awb",
    "base",
    "css",
    "interface",
    "message",
    "operate",
    "payable",
    "prm",
    "publish",
    "receivable",
    "sc",
    "track",
    "voucher",
];

/// Rooms of a test: those under test; people and platform are always there.
pub type Rooms = fn() -> Vec<Room>;

/// A running product with the people of the fixture.
pub struct World {
    /// The product.
    pub app: Arc<App>,
    /// Its clock, standing at [`NOW`] until it is set.
    pub clock: Clock,
    /// Which database this is, for messages.
    pub database: &'static str,
    router: axum::Router,
    runtime: Option<Runtime>,
    folder: std::path::PathBuf,
    ground: Option<Ground>,
    made_of: (Rooms, StoreConfig, fn(&mut Settings)),
    /// Another process wrote to its database.
    shared: AtomicBool,
}

/// Runs a story on every database.
pub fn each_database(rooms: Rooms, story: impl Fn(&World)) {
    each_database_with(rooms, |_| {}, story);
}

/// Runs a story on every database, of a deployment that decided otherwise.
pub fn each_database_with(rooms: Rooms, decide: fn(&mut Settings), story: impl Fn(&World)) {
    on_each(Layer::People(rooms), rooms, decide, story);
}

/// Runs a story on every database, each holding what `prepare` makes. That is made once for all stories that begin with
/// it; the clock goes on where it was left.
pub fn each_database_from(rooms: Rooms, prepare: Prepare, story: impl Fn(&World)) {
    on_each(Layer::Prepared(rooms, prepare), rooms, |_| {}, story);
}

/// The same in a deployment that decided otherwise.
pub fn each_database_from_with(rooms: Rooms, decide: fn(&mut Settings), prepare: Prepare, story: impl Fn(&World)) {
    on_each(Layer::Prepared(rooms, prepare), rooms, decide, story);
}

/// Runs a story on SQLite in a file, where readers stand beside the writer, and on PostgreSQL: for stories about calls at
/// the same time.
pub fn each_database_with_readers(rooms: Rooms, story: impl Fn(&World)) {
    on_engines(Engine::File, Layer::People(rooms), rooms, |_| {}, story);
}

/// The same, from what `prepare` makes.
pub fn each_database_with_readers_from(rooms: Rooms, prepare: Prepare, story: impl Fn(&World)) {
    on_engines(Engine::File, Layer::Prepared(rooms, prepare), rooms, |_| {}, story);
}

fn on_each(layer: Layer, rooms: Rooms, decide: fn(&mut Settings), story: impl Fn(&World)) {
    on_engines(Engine::Sqlite, layer, rooms, decide, story);
}

fn on_engines(sqlite: Engine, layer: Layer, rooms: Rooms, decide: fn(&mut Settings), story: impl Fn(&World)) {
    let servers = postgres::server().map(Engine::Postgres);
    for engine in [sqlite].into_iter().chain(servers) {
        story(&World::on(ground::take(&engine, layer), rooms, decide, None));
    }
}

/// The machine has room, whatever the one that runs the tests has: a full disk is told to the platform's keepers.
fn half_free(_: &Path) -> Option<Space> {
    Some(Space { total: 1000, free: 500 })
}

fn partner_system() -> PartnerSystem {
    PartnerSystem {
        name: "portal".to_owned(),
        secret: PARTNER_SECRET.to_owned(),
        orgs: vec!["DEMO".to_owned(), "TRIAL".to_owned()],
    }
}

impl World {
    /// On SQLite in memory.
    pub fn sqlite(rooms: Rooms) -> Self {
        Self::on(ground::take(&Engine::Sqlite, Layer::People(rooms)), rooms, |_| {}, None)
    }

    /// Around a database that holds the people; ids are minted from a story's place unless it is said where from.
    fn on(ground: Ground, rooms: Rooms, decide: fn(&mut Settings), ids: Option<i64>) -> Self {
        let parts = (ground.store.share(), Clock::fixed(ground.begins), ids.unwrap_or(ground::STORY));
        let mut world = Self::around(parts, rooms, &ground.config, decide);
        ground.lay_files(&world.folder);
        world.ground = Some(ground);
        world
    }

    fn around(
        (store, clock, ids): (Store, Clock, i64),
        rooms: Rooms,
        config: &StoreConfig,
        decide: fn(&mut Settings),
    ) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let folder = std::env::temp_dir().join(format!("forwarder-test-{}-{}", std::process::id(), unique()));
        let mut settings = Settings {
            password_cost: PasswordCost::Test,
            data_folder: folder.clone(),
            login_calls_per_minute: 1_000_000,
            partner_systems: vec![partner_system()],
            probe: Probe { disk: half_free, memory: || half_free(Path::new("")), ..Probe::default() },
            ..Settings::default()
        };
        decide(&mut settings);
        let database = if matches!(config, StoreConfig::Postgres { .. }) { "PostgreSQL" } else { "SQLite" };
        let mut app = App::new(store, clock.clone(), registry(rooms), settings).expect("the product starts");
        app.mint = IdMint::new(ids);
        let app = Arc::new(app);
        let router = platform::web::router(&app);
        if std::env::var_os("TEST_LOG").is_some() {
            // What the server says of itself when a call fails; a second world finds it begun.
            let _ = tracing_subscriber::fmt().with_writer(std::io::stderr).without_time().try_init();
        }
        let made_of = (rooms, config.clone(), decide);
        let (ground, shared) = (None, AtomicBool::new(false));
        Self { app, clock, database, router, runtime: Some(runtime), folder, ground, made_of, shared }
    }

    /// Another process on the same database; none where the database belongs to one.
    pub fn beside(&self) -> Option<Self> {
        let (rooms, config, decide) = &self.made_of;
        if !matches!(config, StoreConfig::Postgres { .. }) {
            return None;
        }
        self.shared.store(true, Ordering::SeqCst);
        let store = self.runtime().block_on(async { Store::open(config) }).expect("the database opens");
        let clock = Clock::fixed(Instant::parse(NOW).expect("the fixture's time"));
        Some(Self::around((store, clock, ground::BESIDE), *rooms, config, *decide))
    }

    /// Where its calls run.
    pub(crate) fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("the world lives")
    }

    /// Ends the world; its database, time and files are what the next layer stands on.
    fn into_ground(mut self) -> (Ground, Instant, Vec<(std::path::PathBuf, Vec<u8>)>) {
        let files = ground::files_in(&self.folder);
        let ground = self.ground.take().expect("a database");
        (ground, self.clock.now(), files)
    }

    /// Serves on a port of this machine, with the news of other processes.
    pub fn serve(&self) -> SocketAddr {
        self.runtime().spawn(platform::push::relay(self.app.clone()));
        self.runtime().block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let service = self.router.clone().into_make_service_with_connect_info::<SocketAddr>();
            tokio::spawn(async move { axum::serve(listener, service).await });
            address
        })
    }

    /// Nobody.
    pub fn anonymous(&self) -> Caller<'_> {
        Caller { world: self, client: Client::anonymous(self.router.clone()) }
    }

    /// Whoever has a session's token.
    pub fn bearer(&self, token: &str) -> Caller<'_> {
        Caller { world: self, client: Client::anonymous(self.router.clone()).with_token(token) }
    }

    /// A person of the fixture, logged in.
    pub fn login(&self, login: &str) -> Caller<'_> {
        let org = match login {
            "sh01" => "DEMOSH",
            "trial01" => "TRIAL",
            "superAdmin" | "pf01" => "PLAT",
            _ => "DEMO",
        };
        let name = match login {
            "demo-admin" | "superAdmin" | "trial01" => login.to_owned(),
            other => format!("{other}@example.com"),
        };
        let client = self.runtime().block_on(self.anonymous().client.log_in(&name, org, PASSWORD));
        Caller { world: self, client: client.unwrap_or_else(|error| panic!("{}: {error}", self.database)) }
    }

    /// Moves the clock.
    pub fn set_clock(&self, time: &str) {
        self.clock.set(Instant::parse(time).unwrap_or_else(|| panic!("{time} is no time")));
    }

    /// Lets some seconds go by.
    pub fn pass(&self, seconds: i64) {
        self.clock.set(self.clock.now().plus_millis(seconds * 1000));
    }

    /// An administrator says that the clock is right, however far it was moved.
    pub fn trust_clock(&self) {
        self.database(|app, conn| platform::clock::accept(conn, app.clock.now()).expect("the clock is believed"));
    }

    /// So many wrong passwords, as far apart as the policy asks for; the clock ends behind the last wait.
    pub fn fail_log_in(&self, login: &str, org: &str, times: usize) {
        for _ in 0..times {
            let reply = self.anonymous().token_call(login, org, "wrong");
            assert_eq!(reply.message, "用户名或密码错误", "{}", self.database);
            self.clock.set(Instant::from_millis(self.clock.now().millis() + 10_000));
        }
    }

    /// From now on a person of DEMO sees the orders alone that are his own; no page gives a person a level yet.
    pub fn show_own_orders(&self, login: &str) {
        self.database(|_, conn| {
            let mut own = sql::update(seed::people::DEMO, "app_user", &[("order_permission", Value::Int(1))]);
            own.and_where(sql::contains(sql::col("login_name"), login));
            assert_eq!(conn.exec(&own.into()).expect("a level"), 1, "{login}");
            let newer = "UPDATE org SET permission_version = permission_version + 1 WHERE id = 2";
            conn.exec(&Stmt::Raw(newer.to_owned(), Vec::new())).expect("rights read anew");
        });
    }

    /// Work on the database itself, for set-up that has no call and for looking at what is stored.
    pub fn database<T: Send>(&self, work: impl FnOnce(&App, &mut dyn Conn) -> T + Send) -> T {
        self.inside(|app| {
            app.store.write(|conn| Ok::<_, platform::refusal::Refusal>(work(app, conn))).expect("the database works")
        })
    }

    /// Copies a row of a table so many times, for stories of many rows: `differs` are the columns that differ, as an expression
    /// over the number `n.i` of the copy, which begins at 1. What hangs on the row is not copied along.
    pub fn copies(&self, table: &str, id: &str, count: i64, differs: &[(&str, &str)]) {
        let sqlite = self.database == "SQLite";
        self.database(|_, conn| {
            let list = if sqlite {
                format!("SELECT name FROM pragma_table_info('{table}')")
            } else {
                format!(
                    "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() \
                     AND table_name = '{table}'"
                )
            };
            let names = conn.query(&Stmt::Raw(list, Vec::new())).expect("reads the columns");
            let names: Vec<String> = names.iter().map(|row| row.get(0).expect("a name")).collect();
            let value = |name: &String| {
                let other = differs.iter().find(|(column, _)| column == name);
                other.map_or_else(|| format!("o.{name}"), |(_, value)| (*value).to_owned())
            };
            let values: Vec<String> = names.iter().map(value).collect();
            let text = format!(
                "INSERT INTO {table} ({}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
                 SELECT {} FROM n, (SELECT * FROM {table} WHERE org_id = 2 AND id = {id}) o",
                names.join(", "),
                values.join(", ")
            );
            conn.batch(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        });
    }

    /// Works on the jobs that are due, as a worker does; answers how many there were.
    pub fn run_jobs(&self) -> usize {
        self.inside(|app| platform::job::run_due(app).expect("the jobs are worked on"))
    }

    /// Work on a thread that may block.
    pub fn inside<T: Send>(&self, work: impl FnOnce(&Arc<App>) -> T + Send) -> T {
        std::thread::scope(|scope| {
            let handle = self.runtime().handle().clone();
            let thread = scope.spawn(move || {
                let _inside = handle.enter();
                work(&self.app)
            });
            thread.join().expect("the work ends")
        })
    }

    /// Runs several calls at the same time and answers their replies in order.
    pub fn at_once<F>(&self, calls: Vec<F>) -> Vec<Reply>
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        self.runtime().block_on(async {
            let running: Vec<_> = calls.into_iter().map(tokio::spawn).collect();
            let mut replies = Vec::new();
            for task in running {
                replies.push(task.await.expect("a call ends"));
            }
            replies
        })
    }

    /// Makes a call and goes away, as who closes his browser does, as soon as something holds.
    pub fn leave<F>(&self, call: F, when: impl Fn() -> bool)
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let call = self.runtime().spawn(call);
        while !when() {
            assert!(!call.is_finished(), "{}: the call ended before", self.database);
            std::thread::yield_now();
        }
        call.abort();
    }

    /// Puts a row of the demonstration company into a table: the cells that are given as they are written in SQL, and a one in
    /// each other column that can't be empty.
    pub fn lay(&self, table: &str, cells: &[(&str, &str)]) {
        let mut row = vec![("org_id".to_owned(), page_suite::COMPANY.to_string())];
        row.extend(cells.iter().map(|(column, value)| ((*column).to_owned(), (*value).to_owned())));
        for (column, value) in suite::needed(&schema_text(), table) {
            if row.iter().all(|(known, _)| *known != column) {
                row.push((column, value.to_owned()));
            }
        }
        let (columns, values): (Vec<String>, Vec<String>) = row.into_iter().unzip();
        let text = format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), values.join(", "));
        self.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text.clone(), Vec::new())).expect("lays a row"));
    }

    /// Every row of every table as text, to prove that nothing changed. Sessions, log-in log and
    /// operation log are left out unless asked for.
    pub fn contents(&self, with_logs: bool) -> Vec<String> {
        self.database(|_, conn| {
            let mut lines = Vec::new();
            // How often somebody called changes nothing.
            for table in ground::filled_tables(conn).expect("reads").into_iter().filter(|table| table != "call_count") {
                let log = matches!(
                    table.as_str(),
                    "session"
                        | "login_log"
                        | "login_guard"
                        | "operation_log"
                        | "operation_log_order"
                        | "login"
                        | "server_clock"
                );
                if log && !with_logs {
                    continue;
                }
                let all = platform::store::Stmt::Raw(format!("SELECT * FROM {table}"), Vec::new());
                let mut rows: Vec<String> =
                    conn.query(&all).expect("reads").iter().map(|row| row_text(&table, &row.0)).collect();
                rows.sort();
                lines.extend(rows);
            }
            lines
        })
    }

    /// What a start of the product does with the permission tree and the words of pages.
    pub fn synchronise(&self) {
        std::thread::scope(|scope| {
            let handle = self.runtime().handle().clone();
            let app = &self.app;
            let work = scope.spawn(move || {
                let _inside = handle.enter();
                hrs::permission::synchronise(app).expect("the tree is brought in step");
                hrs::language::synchronise(app).expect("the words are brought in step");
            });
            work.join().expect("the work ends");
        });
    }

    /// Fails with the rows that differ when something was written since `before`.
    pub fn unchanged(&self, before: &[String], with_logs: bool) {
        let after = self.contents(with_logs);
        if before == after {
            return;
        }
        let of = |lines: &[String], others: &[String]| -> Vec<String> {
            let others: HashSet<&String> = others.iter().collect();
            lines.iter().filter(|line| !others.contains(line)).cloned().collect()
        };
        let (gone, come) = (of(before, &after), of(&after, before));
        panic!("{}: something was written; gone: {gone:#?}, come: {come:#?}", self.database);
    }

    /// Gives permissions to the role of `nobody`, which has none.
    #[expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]
    pub fn allow_nobody(&self, codes: &[&str]) {
        let admin = self.login("demo-admin");
        let list = |path: &str, member: &str| -> Vec<Json> {
            let found = admin.ok(path);
            let found = if member.is_empty() { &found } else { &found[member] };
            found.as_array().cloned().unwrap_or_default()
        };
        let roles = list("/hrs/role/page?size=500", "records");
        let role = roles.iter().find(|role| role["roleName"] == json!("无权限")).expect("the role");
        let path = format!("/hrs/rolePermission/{}", role["id"].as_str().expect("an id"));
        let present = admin.ok(&path);
        let mut ids = present["permissionIds"].as_array().cloned().unwrap_or_default();
        let nodes = list("/hrs/permissionNode/roleTree", "");
        for code in codes {
            let node = nodes.iter().find(|node| node["code"] == json!(code));
            ids.push(node.unwrap_or_else(|| panic!("no permission {code}"))["id"].clone());
        }
        done(admin.put(&path, json!({ "version": present["version"], "permissionIds": ids })));
    }

    /// Layer base, second half: carrier X9 and the partners, made by calls (rooms base and prm).
    pub fn partners(&self) {
        let maker = self.maker();
        let made = self.runtime().block_on(seed::fixture::partners(&maker));
        made.unwrap_or_else(|error| panic!("{}: {error}", self.database));
    }

    /// Who makes the layers of the fixture.
    pub fn maker(&self) -> seed::fixture::Maker<'_> {
        seed::fixture::Maker { app: &self.app, nobody: Client::anonymous(self.router.clone()), password: PASSWORD }
    }

    /// Runs a future of the fixture.
    pub fn wait<T>(&self, future: impl Future<Output = Result<T, String>>) -> T {
        self.runtime().block_on(future).unwrap_or_else(|error| panic!("{}: {error}", self.database))
    }

    /// The standard suite: what every declared page and operation of a room must stand. A world without rooms proves those
    /// that every world has.
    pub fn standard_suite(&self, room: &str) {
        suite::run(self, &self.rooms_of_others(room));
    }

    /// The standard suite of the pages that every world has, where the rooms under test have filled them.
    pub fn shared_suite(&self) {
        suite::run(self, &(self.made_of.0)());
    }

    /// Everything that reads, with nothing in the columns that may hold nothing. Run it last: little is left.
    pub fn null_suite(&self) {
        null_suite::run(self);
    }

    /// The rooms that others prove: those of every world, unless one of them is under test, and those a room under test
    /// brings along that have a suite of their own.
    fn rooms_of_others(&self, under_test: &str) -> Vec<Room> {
        let rooms = (self.made_of.0)();
        let shared = shared_rooms();
        let known = rooms.iter().chain(&shared).any(|room| room.key == under_test);
        let proved = |room: &Room| known && room.key != under_test && PROVED_ALONE.contains(&room.key);
        // The people's own suite proves what several rooms share and has no suite.
        let other = |room: &Room| room.key != under_test && (under_test != "hrs" && known || proved(room));
        shared.into_iter().filter(other).chain(rooms.into_iter().filter(proved)).collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // What still runs ends before the database goes to another story.
        drop(self.runtime.take());
        let _ = std::fs::remove_dir_all(&self.folder);
        let Some(ground) = self.ground.take() else { return };
        if !std::thread::panicking() && !self.shared.load(Ordering::SeqCst) {
            ground.give_back();
        }
    }
}

/// Somebody calling a world.
#[derive(Clone)]
pub struct Caller<'a> {
    world: &'a World,
    client: Client,
}

impl Caller<'_> {
    /// The client, for calls at the same time.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// In another language.
    #[must_use]
    pub fn in_language(&self, language: &str) -> Self {
        Self { world: self.world, client: self.client.in_language(language) }
    }

    /// The same caller with a session token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { world: self.world, client: self.client.with_token(token) }
    }

    /// The session token.
    pub fn token(&self) -> &str {
        self.client.token()
    }

    /// GET.
    #[track_caller]
    pub fn get(&self, path: &str) -> Reply {
        self.held(("get", path), self.world.runtime().block_on(self.client.get(path)))
    }

    /// POST of JSON.
    #[track_caller]
    pub fn post(&self, path: &str, body: Json) -> Reply {
        self.held(("post", path), self.world.runtime().block_on(self.client.post(path, body)))
    }

    /// POST of a text.
    #[track_caller]
    pub fn post_text(&self, path: &str, body: &str) -> Reply {
        self.held(("post", path), self.world.runtime().block_on(self.client.post_text(path, body)))
    }

    /// PUT of JSON.
    #[track_caller]
    pub fn put(&self, path: &str, body: Json) -> Reply {
        self.held(("put", path), self.world.runtime().block_on(self.client.put(path, body)))
    }

    /// DELETE.
    #[track_caller]
    pub fn delete(&self, path: &str) -> Reply {
        self.held(("delete", path), self.world.runtime().block_on(self.client.delete(path)))
    }

    /// POST of files.
    #[track_caller]
    pub fn upload(&self, path: &str, files: &[(&str, &[u8])]) -> Reply {
        self.held(("post", path), self.world.runtime().block_on(self.client.upload(path, files)))
    }

    /// Any method.
    #[track_caller]
    pub fn call(&self, method: &str, path: &str, body: Json) -> Reply {
        self.held((method, path), self.world.runtime().block_on(self.client.call(method, path, body)))
    }

    /// The token call of a log-in.
    pub fn token_call(&self, login: &str, org: &str, password: &str) -> Reply {
        self.world.runtime().block_on(self.client.token_call(login, org, password))
    }

    /// A call before log-in, with the form of the log-in page.
    pub fn login_form(&self, path: &str, login: &str, org: &str, password: &str) -> Reply {
        self.world.runtime().block_on(self.client.login_form(path, login, org, (password, "")))
    }

    /// The token call with the code of a second factor.
    pub fn token_call_with(&self, login: &str, org: &str, password_and_code: (&str, &str)) -> Reply {
        self.world.runtime().block_on(self.client.token_call_with(login, org, password_and_code))
    }

    /// The same caller from another address, where the deployment trusts its proxy.
    #[must_use]
    pub fn from_address(&self, address: &str) -> Self {
        Self { world: self.world, client: self.client.from_address(address) }
    }

    /// The same caller with one more header on every call.
    #[must_use]
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        Self { world: self.world, client: self.client.with_header(name, value) }
    }

    /// A reply, whose data are what its call declares where it succeeded.
    #[track_caller]
    fn held(&self, (method, path): (&str, &str), reply: Reply) -> Reply {
        if reply.status == 200 && reply.code == 0 {
            let fault = shapes::of(&self.world.app.registry).fault(method, path, &reply.data);
            assert!(fault.is_none(), "{}", fault.unwrap_or_default());
        }
        reply
    }

    /// The data of a GET that must succeed.
    #[track_caller]
    pub fn ok(&self, path: &str) -> Json {
        self.get(path).success(path).unwrap_or_else(|error| panic!("{}: {error}", self.world.database))
    }
}

/// People, the platform, and what several rooms share.
fn shared_rooms() -> Vec<Room> {
    vec![platform_room(), hrs::room(), approval::room(), mail::room(), message::room(), interface::room()]
}

/// Of all rooms of a product, those that a world does not bring along.
pub fn without_shared(mut rooms: Vec<Room>) -> Vec<Room> {
    let shared = shared_rooms();
    rooms.retain(|room| !shared.iter().any(|one| one.key == room.key));
    rooms
}

/// The declarations of rooms, put together once for all worlds of them. They are known by the address of their function:
/// only functions that are the same are folded into one.
pub fn registry(rooms: Rooms) -> Arc<Registry> {
    static MADE: Mutex<BTreeMap<String, Arc<Registry>>> = Mutex::new(BTreeMap::new());
    let place = format!("{rooms:p}");
    let known = MADE.lock().expect("the registries").get(&place).cloned();
    known.unwrap_or_else(|| {
        let made = Arc::new(together(rooms));
        MADE.lock().expect("the registries").entry(place).or_insert(made).clone()
    })
}

/// Puts rooms together with people, the platform, and the groups of the menu their pages lie below.
fn together(rooms: Rooms) -> Registry {
    let mut all = shared_rooms();
    all.extend(rooms());
    let mut groups = Room::new("groups");
    let mut known: Vec<String> = Vec::new();
    for node in all.iter().flat_map(|room| &room.nodes) {
        let is_group = !all.iter().flat_map(|room| &room.nodes).any(|other| other.code == node.parent);
        if node.kind != NodeKind::Button && is_group && !node.parent.is_empty() && !known.contains(&node.parent) {
            known.push(node.parent.clone());
            groups.nodes.push(Node::group(&node.parent, "", &node.parent, &node.parent, 1));
        }
    }
    all.push(groups);
    Registry::new(all).unwrap_or_else(|faults| panic!("the declarations have faults: {faults:#?}"))
}

/// Permission tree, platform org and the people of the fixture.
fn fill_people(app: &App) {
    let filled = hrs::permission::synchronise(app)
        .and_then(|()| platform::job::plan::synchronise(app))
        .and_then(|()| app.system_write(|conn| seed::people::platform_org(app, conn)))
        .and_then(|()| seed::people::fixture(app, PASSWORD));
    filled.unwrap_or_else(|refusal| panic!("{refusal:?}"));
}

fn schema_text() -> String {
    schema::MIGRATIONS.iter().map(|migration| migration.text).collect()
}

fn unique() -> u64 {
    use std::sync::atomic::AtomicU64;
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A row as a line, `table [Int(1), Text("…")]`. Texts stand in it as they are: to escape every one takes longer than to read it.
fn row_text(table: &str, row: &[Value]) -> String {
    let mut line = format!("{table} [");
    for (place, value) in row.iter().enumerate() {
        if place > 0 {
            line.push_str(", ");
        }
        match value {
            Value::Text(text) => line.extend(["Text(\"", text, "\")"]),
            other => line.push_str(&format!("{other:?}")),
        }
    }
    line.push(']');
    line
}
