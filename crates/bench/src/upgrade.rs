//! The upgrade of a database of the last release in which an order did not store what it is called and counted by
//! (`BENCH_UPGRADE=1`, `make bench-upgrade`): how long the start takes that fills a million orders and makes every migration
//! since, beside the same statements alone; and that a start which is killed half-way loses and doubles nothing.
//!
//! The database is one of that release: its schema ends there, and the orders are loaded without those figures. It is copied
//! for each run. The built program upgrades the copies and is killed from outside, where a look at the migrations that stand,
//! and the time they took when nobody disturbed them, says that half is done. Afterwards a sum over all that was loaded of
//! orders is what it was, and one over the figures what the product makes of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant as Stopwatch};

use app::config::Config;
use kernel::Clock;
use platform::store::{Dialect, Migration, Stmt, Store, Value, dialect_part};
use rusqlite::{Connection, OpenFlags};
use tokio::runtime::Runtime;
use tokio_postgres::Client;

use crate::orders::{BUSINESS, Plan, business, loaded};
use crate::{Fault, ORGS, administer, floor, load, orders_wanted, process, site, verdict};

/// The first migration that release did not have.
const FILLS: &str = "2026-11-26-0108-order-business-figures";
/// What an order is read of.
const TABLES: [&str; 7] = [
    "freight_order",
    "order_air_detail",
    "order_carriage_detail",
    "order_dimension",
    "order_leg",
    "order_party",
    "order_service",
];
/// So many orders have rows in every table.
const OF_EACH_KIND: u64 = 8;
/// Rows read at once.
const PAGE: usize = 20_000;
/// Between two looks at how far an upgrade has come.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// Seconds after which one hangs.
const LONGEST: f64 = 7_200.0;
/// Letters of the program's log that are told when it ends.
const TOLD: usize = 2_000;

/// Measures a database.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    let _inside = runtime.enter();
    let plan = Plan::new(orders_wanted(), ORGS, Clock::System.now().day()).unfilled();
    let at = schema::MIGRATIONS.iter().position(|step| step.name == FILLS).ok_or("there is no such migration")?;
    let (older, newer) = schema::MIGRATIONS.split_at(at);
    let bench = Bench { runtime, folder, url, plan, older, newer };
    let begun = Stopwatch::now();
    let before = bench.load()?;
    let loaded_in = begun.elapsed().as_secs_f64();
    let begun = Stopwatch::now();
    let orders = bench.read_orders(&before.store()?)?;
    let read_in = begun.elapsed().as_secs_f64();
    println!("\n{name}: {} orders of an earlier release, loaded in {loaded_in:.0} s", plan.orders);
    println!("one read of all of them, with what hangs on them: {read_in:.2} s");
    let whole = bench.undisturbed(&before, &orders)?;
    bench.killed(&before, &orders, &whole)?;
    bench.remove(&before)
}

/// Seconds of the product beside those of the bare statements.
fn told(name: &str, product: f64, floor: f64) {
    println!("{name:<28} {product:>9.2} s | floor {floor:>9.2} s | ratio {:>5.2}", floor / product.max(1e-9));
}

/// A database with the folder of the program on it.
struct Place {
    folder: PathBuf,
    url: Option<String>,
}

/// Runs one statement text.
type Run<'a> = Box<dyn Fn(&str) -> Result<(), Fault> + 'a>;

impl Place {
    fn config(&self) -> Config {
        let database_url = self.url.clone().unwrap_or_default();
        Config { data_folder: self.folder.clone(), database_url, ..Config::default() }
    }

    fn store(&self) -> Result<Store, Fault> {
        Ok(Store::open(&self.config().store())?)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("forwarder.db")
    }

    /// How many backups before an upgrade lie there whole.
    fn backups(&self) -> usize {
        let entries = std::fs::read_dir(self.config().backups()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("before-upgrade-") && name.ends_with(".ofb")).count()
    }
}

/// Looks from outside how many migrations a database has had.
enum Watch<'a> {
    Sqlite(Connection),
    Postgres(&'a Runtime, Client),
}

impl Watch<'_> {
    fn done(&self) -> Result<usize, Fault> {
        let text = "SELECT COUNT(*) FROM schema_migration";
        let count: i64 = match self {
            Self::Sqlite(conn) => conn.query_row(text, [], |row| row.get(0))?,
            Self::Postgres(runtime, client) => runtime.block_on(client.query_one(text, &[]))?.try_get(0)?,
        };
        Ok(usize::try_from(count)?)
    }
}

/// How far a start was seen to have come, in seconds since it began.
#[derive(Debug, Default)]
struct Course {
    /// A backup is there.
    kept: Option<f64>,
    /// Each of the migrations stands.
    made: Vec<f64>,
    /// The product answers.
    answers: Option<f64>,
}

/// Where a start is killed: so long after so many migrations stood; where that is none, after the backup.
struct Moment {
    made: usize,
    later: f64,
}

impl Course {
    /// When the migrations began.
    fn begun(&self) -> f64 {
        self.kept.unwrap_or_default()
    }

    /// Seconds of the first migration.
    fn filled(&self) -> f64 {
        self.made.first().map_or(0.0, |made| made - self.begun())
    }

    /// Seconds of all.
    fn migrated(&self) -> f64 {
        self.made.last().map_or(0.0, |made| made - self.begun())
    }

    /// When so many migrations stood, if they do.
    fn since(&self, made: usize) -> Option<f64> {
        made.checked_sub(1).map_or(self.kept, |last| self.made.get(last).copied())
    }

    /// Where this course was so many seconds after its begin.
    fn moment(&self, seconds: f64) -> Moment {
        let made = self.made.iter().filter(|made| **made <= seconds).count();
        Moment { made, later: seconds - self.since(made).unwrap_or_default() }
    }

    fn has_come_to(&self, moment: &Moment, now: f64) -> bool {
        self.since(moment.made).is_some_and(|since| now >= since + moment.later)
    }
}

/// Rows, and a sum over what stands in them that their order does not change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    hashes: u64,
}

impl Sum {
    fn add(&mut self, values: &[Value]) {
        let mut hasher = DefaultHasher::new();
        for value in values {
            match value {
                Value::Null => 0_u8.hash(&mut hasher),
                Value::Int(number) => (1_u8, number).hash(&mut hasher),
                Value::Text(text) => (2_u8, text).hash(&mut hasher),
                Value::Bool(flag) => (3_u8, flag).hash(&mut hasher),
                Value::Bytes(bytes) => (4_u8, bytes).hash(&mut hasher),
            }
        }
        self.rows += 1;
        self.hashes = self.hashes.wrapping_add(hasher.finish());
    }
}

/// Reads a table in pages; the first two columns are its key.
fn read(store: &Store, table: &str, columns: &[&str]) -> Result<Sum, Fault> {
    let behind = match store.dialect() {
        Dialect::Sqlite => "(?1, ?2)",
        Dialect::Postgres => "($1, $2)",
    };
    let columns = columns.join(", ");
    let text = format!("SELECT {columns} FROM {table} WHERE (org_id, id) > {behind} ORDER BY org_id, id LIMIT {PAGE}");
    let (mut sum, mut key) = (Sum::default(), vec![Value::Int(0), Value::Int(0)]);
    loop {
        let page = Stmt::Raw(text.clone(), key);
        let rows = store.read(|conn| conn.query(&page))?;
        rows.iter().for_each(|row| sum.add(&row.0));
        let Some(last) = rows.last() else { return Ok(sum) };
        key = last.0.iter().take(2).cloned().collect();
    }
}

/// What there is of the orders of a release.
type Orders = BTreeMap<&'static str, Sum>;

struct Bench<'a> {
    runtime: &'a Runtime,
    folder: &'a Path,
    url: Option<&'a str>,
    plan: Plan,
    older: &'static [Migration],
    newer: &'static [Migration],
}

impl Bench<'_> {
    /// A place for a database, empty or as another one holds it, whom nobody is connected to.
    fn make(&self, part: &str, like: Option<&Place>) -> Result<Place, Fault> {
        let place = Place { folder: self.folder.join(part), url: self.url.map(|url| format!("{url}_{part}")) };
        std::fs::create_dir_all(&place.folder)?;
        if let Some((root, name)) = parts(&place) {
            let like = like.and_then(parts).map(|(_, name)| format!(" TEMPLATE {name} STRATEGY FILE_COPY"));
            administer(self.runtime, root, &format!("CREATE DATABASE {name}{}", like.unwrap_or_default()))?;
        } else if let Some(like) = like {
            for entry in std::fs::read_dir(&like.folder)? {
                let path = entry?.path();
                let name = path.file_name().filter(|name| name.to_string_lossy().starts_with("forwarder.db"));
                if let Some(name) = name {
                    std::fs::copy(&path, place.folder.join(name))?;
                }
            }
        }
        Ok(place)
    }

    fn remove(&self, place: &Place) -> Result<(), Fault> {
        if let Some((root, name)) = parts(place) {
            administer(self.runtime, root, &format!("DROP DATABASE {name} WITH (FORCE)"))?;
        }
        Ok(std::fs::remove_dir_all(&place.folder)?)
    }

    /// A database of the earlier release: companies and people made by the product of today, as far as that one had tables
    /// and columns for them, and the orders.
    fn load(&self) -> Result<Place, Fault> {
        let (today, before) = (self.make("today", None)?, self.make("before", None)?);
        let app = app::start::open(&today.config(), Clock::System)?;
        let base = site::found(&app, &self.plan).map_err(site::fault)?;
        let store = before.store()?;
        store.migrate(self.older)?;
        testkit::fill(&app.store, &store)?;
        drop((store, app));
        self.remove(&today)?;
        match &before.url {
            None => load::sqlite(&before.file(), base, &self.plan)?,
            Some(url) => self.runtime.block_on(load::postgres(url, base, &self.plan))?,
        }
        Ok(before)
    }

    /// All that was loaded of orders, as a database has it.
    fn read_orders(&self, store: &Store) -> Result<Orders, Fault> {
        let mut columns: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        for (table, cells) in (0..OF_EACH_KIND).flat_map(|n| loaded(&self.plan, n)) {
            if TABLES.contains(&table) {
                columns.entry(table).or_insert_with(|| cells.iter().map(|(name, _)| *name).collect());
            }
        }
        columns.iter().map(|(table, columns)| Ok((*table, read(store, table, columns)?))).collect()
    }

    /// The same statements bare, and the product when nobody disturbs it.
    fn undisturbed(&self, before: &Place, orders: &Orders) -> Result<Course, Fault> {
        let copy = self.make("bare", Some(before))?;
        let bare = self.bare(&copy)?;
        self.remove(&copy)?;
        let copy = self.make("whole", Some(before))?;
        let course = self.start(&copy, None)?;
        told("orders are filled", course.filled(), bare.first().copied().unwrap_or_default());
        told(&format!("all {} migrations", self.newer.len()), course.migrated(), bare.iter().sum());
        let answers = course.answers.unwrap_or_default();
        println!("start to first answer: {answers:.2} s, of it {:.2} s up to the backup before it", course.begun());
        self.hold(&copy, orders, "undisturbed")?;
        self.remove(&copy)?;
        Ok(course)
    }

    /// The product killed in the middle of the filling, again in the middle of all, and then let alone.
    fn killed(&self, before: &Place, orders: &Orders, whole: &Course) -> Result<(), Fault> {
        let copy = self.make("killed", Some(before))?;
        self.kill(&copy, &whole.moment(whole.begun() + whole.filled() / 2.0), "in the filling")?;
        self.kill(&copy, &whole.moment(whole.begun() + whole.migrated() / 2.0), "in all migrations")?;
        let answers = self.start(&copy, None)?.answers.unwrap_or_default();
        let share = answers / whole.answers.unwrap_or(f64::INFINITY);
        println!("start to first answer after the kills: {answers:.2} s, {share:.2} of the undisturbed one");
        self.hold(&copy, orders, "killed")?;
        println!("backups of the three starts: {}  = 1 {}", copy.backups(), verdict(copy.backups() == 1));
        self.remove(&copy)
    }

    /// Tells whether every order reads as it did, and is called and counted as the product does.
    fn hold(&self, place: &Place, orders: &Orders, when: &str) -> Result<(), Fault> {
        let mut filled = Sum::default();
        (0..self.plan.orders).for_each(|n| filled.add(&business(&self.plan, n)));
        let store = place.store()?;
        let is_same = self.read_orders(&store)? == *orders;
        let is_filled = read(&store, "freight_order", &BUSINESS)? == filled;
        println!("{when}: every order reads as before {}", verdict(is_same));
        println!("{when}: every order has its business figures {}", verdict(is_filled));
        Ok(())
    }

    /// Seconds of each migration as bare statements.
    fn bare(&self, place: &Place) -> Result<Vec<f64>, Fault> {
        let (dialect, run): (_, Run<'_>) = match &place.url {
            None => {
                let conn = floor::open(&place.file())?;
                (Dialect::Sqlite, Box::new(move |text| Ok(conn.execute_batch(text)?)))
            }
            Some(url) => {
                let (runtime, client) = (self.runtime, self.runtime.block_on(load::connect(url))?);
                (Dialect::Postgres, Box::new(move |text| Ok(runtime.block_on(client.batch_execute(text))?)))
            }
        };
        let timed = |step: &Migration| {
            let begun = Stopwatch::now();
            run("BEGIN")?;
            run(&dialect_part(step.text, dialect))?;
            run("COMMIT")?;
            Ok(begun.elapsed().as_secs_f64())
        };
        self.newer.iter().map(timed).collect()
    }

    fn watch(&self, place: &Place) -> Result<Watch<'_>, Fault> {
        Ok(match &place.url {
            // One that may not write leaves to the next start what a killed one leaves behind.
            None => Watch::Sqlite(Connection::open_with_flags(place.file(), OpenFlags::SQLITE_OPEN_READ_ONLY)?),
            Some(url) => Watch::Postgres(self.runtime, self.runtime.block_on(load::connect(url))?),
        })
    }

    /// A start of the program, looked at from outside until it answers; or until it has come to a moment, and is killed.
    fn start(&self, place: &Place, until: Option<&Moment>) -> Result<Course, Fault> {
        let log = self.folder.join("program.log");
        let watch = self.watch(place)?;
        let environment: Vec<(&str, &str)> = place.url.iter().map(|url| ("DATABASE_URL", url.as_str())).collect();
        let begun = Stopwatch::now();
        let (mut running, address) = process::begin(&place.folder, &environment, Stdio::from(File::create(&log)?))?;
        let mut course = Course::default();
        loop {
            let is_kept = course.kept.is_some() || place.backups() > 0;
            let made = watch.done()?.saturating_sub(self.older.len());
            let now = begun.elapsed().as_secs_f64();
            if is_kept {
                course.kept.get_or_insert(now);
            }
            course.made.resize(made, now);
            if until.is_some_and(|moment| course.has_come_to(moment, now)) {
                drop(running);
                return Ok(course);
            }
            if made == self.newer.len() && process::answers(&address) {
                course.answers = Some(begun.elapsed().as_secs_f64());
                return Ok(course);
            }
            if running.has_ended()? || now > LONGEST {
                let told = std::fs::read_to_string(&log)?;
                let told: String = told.chars().skip(told.chars().count().saturating_sub(TOLD)).collect();
                return Err(format!("the program did not come to its end:\n{told}").into());
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// A start that is killed at a moment.
    fn kill(&self, place: &Place, moment: &Moment, half: &str) -> Result<(), Fault> {
        let begun = Stopwatch::now();
        if self.start(place, Some(moment))?.answers.is_some() {
            return Err(format!("the start that was to be killed half-way {half} was over before").into());
        }
        let (seconds, done) = (begun.elapsed().as_secs_f64(), self.watch(place)?.done()?);
        let made = done.saturating_sub(self.older.len());
        println!("killed half-way {half}, after {seconds:.2} s: {made} of {} migrations stand", self.newer.len());
        Ok(())
    }
}

/// The server of a place, and the name of its database there.
fn parts(place: &Place) -> Option<(&str, &str)> {
    place.url.as_deref().and_then(|url| url.rsplit_once('/'))
}
