//! `make bench`: the product measured against the plainest server that answers the same.
//!
//! Orders (`BENCH_ORDERS`, a million when nothing is said, over 20 orgs) are written into the
//! product's own schema past the product, in bulk, with realistic values: only so can a million be
//! there in minutes, and nothing measured depends on how they came. Everything measured goes through
//! the product: real HTTP on connections that stay open, sessions, rights, rules, log lines.
//!
//! Each operation is measured in rounds, product and floor by turns, in one process on one HTTP
//! stack with the same callers. The floor runs the statements with the database's driver and writes
//! the rows down, nothing else: for the list the product's very statement, for the others the plain
//! statements that read or write the same rows. PostgreSQL is measured when `TEST_DATABASE_URL`
//! names a server. `BENCH_DATABASE` (`sqlite` or `postgresql`) measures one alone, `BENCH_SECONDS` is
//! the length of one turn, `BENCH_LIST=1` measures the list alone, `BENCH_EXPLAIN=1` prints the plans.
//! `BENCH_EXPORT=1` measures one export of all orders by a job of the built program instead, and
//! `BENCH_IMPORT=1` one import of ten thousand partners and how long others wait beside it; `BENCH_CHARGES=1` measures
//! charges (`make bench-charges`), `BENCH_BILLS=1` what becomes of them up to the bank (`make bench-bills`).
//! `BENCH_UPGRADE=1` upgrades a database of an earlier release and kills that half-way (`make bench-upgrade`).
//! `BENCH_GUESSES=1` guesses a million times at share links, `BENCH_MEMORY=1` looks at the memory of the program under two
//! hundred callers and a minute after.
//! `BENCH_LISTS=1` asks every declared list in one company. With `BENCH_KEPT`, a folder, what these two fill stays there (the
//! server of PostgreSQL keeps its own), and their next runs measure the lists on it.
//! A run that misses a target ends with an error.
#![expect(clippy::print_stdout, reason = "a command talks to the one who called it")]

mod bills;
mod charges;
mod clients;
mod export;
mod floor;
mod guess;
mod import;
mod lists;
mod load;
mod memory;
mod orders;
mod process;
mod site;
mod upgrade;
mod walks;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use clients::{Caller, Taken, drive, request};
use kernel::{Clock, day_after_days, show_day};
use orders::{CUSTOMERS, Dice, Plan, SHARED_EVERY, code_of, customer_id, share_code, uuid};
use serde_json::json;
use site::Site;
use tokio::runtime::Runtime;

/// Whatever ends the run.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

const ORGS: u64 = 20;
/// Orders of the small database the large one is compared with.
const FEW: u64 = 10_000;
const ROUNDS: u64 = 5;
const RATIO_TARGET: f64 = 0.7;
const GROWTH_TARGET: f64 = 1.5;
const START_TARGET_MS: f64 = 300.0;
const MEMORY_TARGET_MB: f64 = 80.0;
const SIZE_TARGET_MB: f64 = 80.0;
/// Issue of the home page: its figures over a million orders.
const STATISTICS_TARGET_MS: f64 = 100.0;

fn number(name: &str, otherwise: f64) -> f64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn orders_wanted() -> u64 {
    std::env::var("BENCH_ORDERS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000)
}

/// The jobs whose filling takes long, and may stay.
const KEPT_JOBS: [&str; 2] = ["BILLS", "LISTS"];

/// Where what such a job filled stays for its next run: a folder of its own, whose name is that of its database, too.
fn kept() -> Option<PathBuf> {
    let job = KEPT_JOBS.iter().find(|job| std::env::var_os(format!("BENCH_{job}")).is_some())?;
    std::env::var_os("BENCH_KEPT").map(|folder| PathBuf::from(folder).join(format!("bench_{}", job.to_lowercase())))
}

fn main() -> Result<(), Fault> {
    // Log lines are made as the product makes them; only the writing is left out.
    tracing_subscriber::fmt().with_writer(std::io::sink).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let of_run = std::env::temp_dir().join(format!("forwarder-bench-{}", std::process::id()));
    let folder = kept().unwrap_or(of_run);
    std::fs::create_dir_all(&folder)?;
    let done = measure(&runtime, &folder);
    runtime.shutdown_timeout(Duration::from_secs(5));
    if kept().is_none() {
        std::fs::remove_dir_all(&folder)?;
    }
    done?;
    match MISSED.load(Ordering::Relaxed) {
        0 => Ok(()),
        missed => Err(format!("{missed} targets were missed").into()),
    }
}

fn measure(runtime: &Runtime, folder: &Path) -> Result<(), Fault> {
    let server = std::env::var("TEST_DATABASE_URL").ok().filter(|url| !url.is_empty());
    println!("{} orders over {ORGS} orgs, {} callers", orders_wanted(), clients::CLIENTS);
    let (many, few) = (folder.join("many"), folder.join("few"));
    let wanted = std::env::var("BENCH_DATABASE").unwrap_or_default().to_lowercase();
    if std::env::var("BENCH_CHARGES").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), charges::measure);
    }
    if std::env::var("BENCH_BILLS").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), bills::measure);
    }
    if std::env::var("BENCH_LISTS").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), lists::measure);
    }
    if std::env::var("BENCH_EXPORT").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), export::measure);
    }
    if std::env::var("BENCH_IMPORT").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), import::measure);
    }
    if std::env::var("BENCH_UPGRADE").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), upgrade::measure);
    }
    if std::env::var("BENCH_GUESSES").is_ok() {
        return on_both(runtime, folder, (&wanted, server.as_deref()), guess::measure);
    }
    if std::env::var("BENCH_MEMORY").is_ok() {
        return memory::measure(&folder.join("memory"));
    }
    if wanted != "postgresql" {
        database(runtime, "SQLite", (&many, &few), (None, None))?;
    }
    match &server {
        _ if wanted == "sqlite" => {}
        None => println!("PostgreSQL is not measured: TEST_DATABASE_URL names no server"),
        Some(root) => {
            let root = root.trim_end_matches('/');
            let names = ["bench_many", "bench_few"].map(|name| format!("{name}_{}", std::process::id()));
            for name in &names {
                administer(runtime, root, &format!("CREATE DATABASE {name}"))?;
            }
            let [large, small] = names.clone().map(|name| format!("{root}/{name}"));
            database(
                runtime,
                "PostgreSQL",
                (&folder.join("files"), &folder.join("files")),
                (Some(&large), Some(&small)),
            )?;
            for name in &names {
                administer(runtime, root, &format!("DROP DATABASE {name} WITH (FORCE)"))?;
            }
        }
    }
    if wanted == "postgresql" { Ok(()) } else { program(&many) }
}

/// Measures a job on a database, by its folder or address.
type Measure = fn(&Runtime, &str, &Path, Option<&str>) -> Result<(), Fault>;

/// A job on both databases.
fn on_both(
    runtime: &Runtime,
    folder: &Path,
    (wanted, server): (&str, Option<&str>),
    measure: Measure,
) -> Result<(), Fault> {
    if wanted != "postgresql" {
        measure(runtime, "SQLite", &folder.join("job"), None)?;
    }
    let Some(root) = server.filter(|_| wanted != "sqlite").map(|root| root.trim_end_matches('/')) else {
        return Ok(());
    };
    let files = folder.join("job-files");
    if let Some(name) = kept().as_deref().and_then(Path::file_name).and_then(|name| name.to_str()) {
        // It is there from the second run on.
        let _ = administer(runtime, root, &format!("CREATE DATABASE {name}"));
        return measure(runtime, "PostgreSQL", &files, Some(&format!("{root}/{name}")));
    }
    let name = format!("bench_job_{}", std::process::id());
    administer(runtime, root, &format!("CREATE DATABASE {name}"))?;
    measure(runtime, "PostgreSQL", &files, Some(&format!("{root}/{name}")))?;
    administer(runtime, root, &format!("DROP DATABASE {name} WITH (FORCE)"))
}

fn administer(runtime: &Runtime, root: &str, statement: &str) -> Result<(), Fault> {
    runtime.block_on(async {
        let client = load::connect(&format!("{root}/postgres")).await?;
        Ok::<_, Fault>(client.batch_execute(statement).await?)
    })
}

/// Loads and measures one kind of database.
fn database(
    runtime: &Runtime,
    name: &str,
    (many, few): (&Path, &Path),
    (large, small): (Option<&str>, Option<&str>),
) -> Result<(), Fault> {
    let today = Clock::System.now().day();
    let begun = Stopwatch::now();
    let open = |folder: &Path, url: Option<&str>, orders: u64| {
        std::fs::create_dir_all(folder)?;
        Site::open(runtime, folder, url, Plan::new(orders, ORGS, today))
    };
    let many = open(many, large, orders_wanted())?;
    let few = open(few, small, FEW)?;
    println!("\n{name}: loaded in {:.0} s", begun.elapsed().as_secs_f64());
    if std::env::var("BENCH_EXPLAIN").is_ok() {
        println!("{}", runtime.block_on(async { tokio::task::block_in_place(|| many.plan_of_list()) })?);
    }
    if large.is_some() {
        let held = runtime.block_on(async { tokio::task::block_in_place(|| walks::look(&many)) })?;
        println!("plans of lists: {}", verdict(held.is_ok()));
        held.unwrap_or_else(|fault| println!("walks.txt: {fault}"));
    }
    let html = share_page(&many)?;
    many.floor.set_page(html);
    println!(
        "{:<28} {:>9} {:>8} {:>8} | {:>9} {:>8} {:>8} | {:>6}  target",
        "", "calls/s", "p50 ms", "p99 ms", "floor/s", "p50 ms", "p99 ms", "ratio"
    );
    if large.is_none() {
        let [viewed, saved] = [statements(&many, view)?, statements(&many, save)?];
        // Before orders of all scopes were one aggregate.
        println!("statements of one order: {viewed} to look at it (once 24), {saved} to make one (once up to 36)");
    }
    let list = compare(&many, &OPERATIONS[0])?;
    row("list, first page", &list, Some(RATIO_TARGET));
    let others = if std::env::var("BENCH_LIST").is_ok() { &OPERATIONS[1..4] } else { &OPERATIONS[1..] };
    for operation in others {
        row(operation.name, &compare(&many, operation)?, None);
    }
    let statistics = compare(&many, &STATISTICS)?;
    row(STATISTICS.name, &statistics, None);
    let palette = compare(&many, &PALETTE)?;
    row(PALETTE.name, &palette, None);
    let [p95, floor] = [&palette.0, &palette.1].map(|taken| taken.percentile(95));
    println!("palette p95: {p95:.2} ms, floor {floor:.2} ms, {:.1} times it", p95 / floor.max(f64::MIN_POSITIVE));
    let p95 = statistics.0.percentile(95);
    println!("statistics p95: {p95:.2} ms  ≤ {STATISTICS_TARGET_MS:.0} {}", verdict(p95 <= STATISTICS_TARGET_MS));
    growth(&many, &few)
}

/// Something that is measured.
struct Operation {
    name: &'static str,
    product: fn(&Site, &mut Dice) -> Vec<u8>,
    floor: fn(&Site, &mut Dice) -> Vec<u8>,
}

const OPERATIONS: [Operation; 8] = [
    Operation { name: "list, first page", product: list, floor: |site, dice| plain(site, dice, "GET", "list") },
    Operation {
        name: "list, last page",
        product: |site, dice| listed(site, dice, "page", 1),
        floor: |site, dice| plain(site, dice, "GET", "last"),
    },
    Operation {
        name: "list, filtered count",
        product: |site, dice| listed(site, dice, "total", 2),
        floor: |site, dice| plain(site, dice, "GET", "count"),
    },
    Operation {
        name: "list, sorted search",
        product: |site, dice| listed(site, dice, "page", 3),
        floor: |site, dice| plain(site, dice, "GET", "sorted"),
    },
    Operation { name: "point read (order)", product: view, floor: |site, dice| plain(site, dice, "GET", "view") },
    Operation { name: "save (new order)", product: save, floor: |site, dice| plain(site, dice, "POST", "save") },
    Operation { name: "share page (HTML)", product: page, floor: |site, dice| plain(site, dice, "GET", "page") },
    Operation { name: "share page's call", product: track, floor: |site, dice| plain(site, dice, "GET", "share") },
];

/// The figures of the home page.
const STATISTICS: Operation = Operation {
    name: "statistics of seven days",
    product: |site, dice| request("GET", "/afbase/aforder/statistics", site.token(any(site, dice)), ""),
    floor: |site, dice| plain(site, dice, "GET", "statistics"),
};

/// A number typed into the palette, which is looked up among all numbers that orders bear.
const PALETTE: Operation = Operation {
    name: "palette, a number",
    product: |site, dice| {
        let n = any(site, dice);
        request("GET", &format!("/afbase/order/find?number={}", code_of(&site.plan, n)), site.token(n), "")
    },
    floor: |site, dice| plain(site, dice, "GET", "find"),
};

fn any(site: &Site, dice: &mut Dice) -> u64 {
    dice.below(site.plan.orders)
}

/// An order that has a share link, of any org.
fn any_shared(site: &Site, dice: &mut Dice) -> u64 {
    any(site, dice) / SHARED_EVERY * SHARED_EVERY
}

fn plain(site: &Site, dice: &mut Dice, method: &str, what: &str) -> Vec<u8> {
    let n = if matches!(what, "page" | "share") { any_shared(site, dice) } else { any(site, dice) };
    request(method, &format!("/floor/{what}/{n}"), "", "")
}

fn list(site: &Site, dice: &mut Dice) -> Vec<u8> {
    listed(site, dice, "page", 0)
}

/// One of the things asked of the list.
fn listed(site: &Site, dice: &mut Dice, call: &str, place: usize) -> Vec<u8> {
    let query = floor::LISTS.get(place).map_or("", |(_, query)| *query);
    request("GET", &format!("/afbase/order/{call}?{query}"), site.token(any(site, dice)), "")
}

fn view(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = any(site, dice);
    request("GET", &format!("/afbase/order/view/{}", uuid(n)), site.token(n), "")
}

fn page(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = any_shared(site, dice);
    request("GET", &format!("/externalOrderTrack?o=AF{}&code={}", uuid(n), share_code(n)), "", "")
}

fn track(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = any_shared(site, dice);
    request("GET", &format!("/afbase/external/order/orderTrack?o=AF{}&code={}", uuid(n), share_code(n)), "", "")
}

fn save(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = any(site, dice);
    let org = site.plan.org(n);
    let customer = customer_id(org, i64::try_from(dice.below(u64::try_from(CUSTOMERS).unwrap_or(1))).unwrap_or(0));
    let pieces = 1 + dice.below(200);
    let departure = day_after_days(Clock::System.now().day(), 1 + i64::try_from(dice.below(9)).unwrap_or(0));
    let party = |name: &str, nation: &str, city: &str, post: &str| {
        json!({ "scName": name, "scAddress": "88 INDUSTRIAL ROAD", "nationCode": nation,
                "cityNameEn": city, "postCode": post, "telNumber": "86 21 50000000" })
    };
    let body = json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": customer.to_string(),
        "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装", "goodsNameEn": "GARMENTS",
        "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）", "planPieces": pieces,
        "planWeight": 10 + dice.below(5_000), "planVolume": 1 + dice.below(20),
        "expectFlight": "CK225", "expectDeparture": show_day(departure),
        "planDimensions": [{ "length": 50, "width": 40, "height": 30, "pieces": pieces }],
        "legs": [{ "fromStation": "PVG", "toStation": "FRA", "carrierCode": "CK", "flightNo": "CK225" }],
        "services": { "customs": { "enabled": true } },
        "parties": { "shipper": party("SHIPPER TRADING CO LTD", "CN", "SHANGHAI", "200120"),
                     "consignee": party("CONSIGNEE GMBH", "DE", "FRANKFURT", "60547") },
        "confirmed": ["order.tolerance", "order.similar", "order.internalNumber.exists"],
    });
    request("POST", "/afbase/order/doSave", site.token(n), &body.to_string())
}

/// How often the database is asked for a call; PostgreSQL, which is asked the same, is not listened to.
fn statements(site: &Site, make: fn(&Site, &mut Dice) -> Vec<u8>) -> Result<u64, Fault> {
    let mut caller = Caller::new(&site.address)?;
    let store = &site.product().store;
    let _ = store.listen(true);
    let done = caller.call(&make(site, &mut Dice(1))).map(drop);
    let asked = store.listen(false).values().map(|asked| asked.times).sum();
    done.map(|()| asked)
}

/// The share page as the product serves it, with a mark where the first answer stands.
fn share_page(site: &Site) -> Result<String, Fault> {
    let mut caller = Caller::new(&site.address)?;
    let answer = caller.call(&page(site, &mut Dice(1)))?;
    let text = String::from_utf8_lossy(answer).into_owned();
    let html = text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
    let begin = html.find("id=\"first\">").map(|place| place + "id=\"first\">".len());
    let begin = begin.ok_or_else(|| format!("the share page is not built (make web): {text}"))?;
    let (head, rest) = html.split_at(begin);
    let tail = rest.find("</script>").map_or("", |place| rest.split_at(place).1);
    Ok(format!("{head}<!--FIRST-->{tail}"))
}

fn turn() -> Duration {
    Duration::from_secs_f64(number("BENCH_SECONDS", 2.0))
}

/// Product and floor by turns.
fn compare(site: &Site, operation: &Operation) -> Result<(Taken, Taken), Fault> {
    let (mut product, mut floor) = (Taken::default(), Taken::default());
    let make_product = |dice: &mut Dice| (operation.product)(site, dice);
    let make_floor = |dice: &mut Dice| (operation.floor)(site, dice);
    warm(site, &make_product)?;
    warm(site, &make_floor)?;
    for round in 0..ROUNDS {
        drive(&site.address, round, turn(), &make_product, &mut product)?;
        drive(&site.address, round, turn(), &make_floor, &mut floor)?;
    }
    Ok((product, floor))
}

/// Statements are prepared and pages read before anything counts.
fn warm(site: &Site, make: clients::Make<'_>) -> Result<(), Fault> {
    drive(&site.address, 1_000, turn() / 2, make, &mut Taken::default())
}

/// Targets that were missed; the run then ends with an error.
static MISSED: AtomicUsize = AtomicUsize::new(0);

/// Whether a target was met, for its line.
pub fn verdict(met: bool) -> &'static str {
    if met {
        return "met";
    }
    MISSED.fetch_add(1, Ordering::Relaxed);
    "MISSED"
}

/// A step with its seconds and what it did a second.
fn row_of(name: &str, seconds: f64, per_second: f64) {
    println!("{name:<28} {seconds:>9.2} s {per_second:>9.0} rows/s");
}

fn row(name: &str, (product, floor): &(Taken, Taken), target: Option<f64>) {
    let ratio = product.per_second() / floor.per_second();
    let target = target.map_or_else(String::new, |target| format!("≥ {target:.1} {}", verdict(ratio >= target)));
    println!(
        "{name:<28} {:>9.0} {:>8.2} {:>8.2} | {:>9.0} {:>8.2} {:>8.2} | {ratio:>6.2}  {target}",
        product.per_second(),
        product.percentile(50),
        product.percentile(99),
        floor.per_second(),
        floor.percentile(50),
        floor.percentile(99),
    );
}

/// The list on many orders against the list on few, by turns.
fn growth(many: &Site, few: &Site) -> Result<(), Fault> {
    let (mut large, mut small) = (Taken::default(), Taken::default());
    let make_large = |dice: &mut Dice| list(many, dice);
    let make_small = |dice: &mut Dice| list(few, dice);
    warm(few, &make_small)?;
    warm(many, &make_large)?;
    for round in 0..ROUNDS {
        drive(&many.address, round, turn(), &make_large, &mut large)?;
        drive(&few.address, round, turn(), &make_small, &mut small)?;
    }
    let growth = large.percentile(99) / small.percentile(99).max(1e-9);
    println!(
        "list p99: {:.2} ms at {} orders, {:.2} ms at {FEW}: {growth:.2} times  ≤ {GROWTH_TARGET} {}",
        large.percentile(99),
        many.plan.orders,
        small.percentile(99),
        verdict(growth <= GROWTH_TARGET),
    );
    Ok(())
}

/// The program itself.
fn program(data: &Path) -> Result<(), Fault> {
    let data: PathBuf = data.to_owned();
    let seen = process::look(&data)?;
    let built = seen.program.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    println!("\nforwarder (profile {}), SQLite, existing database", built.unwrap_or_default());
    let line = |name: &str, value: String, target: String, met: bool| {
        println!("{name:<28} {value:>24}  {target} {}", verdict(met));
    };
    let (median, longest) = seen.cold_start;
    line(
        "start to first answer",
        format!("{median:.0} ms (longest {longest:.0})"),
        format!("< {START_TARGET_MS:.0} ms"),
        median < START_TARGET_MS,
    );
    line(
        "memory at rest",
        format!("{:.1} MB", seen.memory),
        format!("< {MEMORY_TARGET_MB:.0} MB"),
        seen.memory < MEMORY_TARGET_MB,
    );
    line(
        "program file",
        format!("{:.1} MB", seen.size),
        format!("< {SIZE_TARGET_MB:.0} MB"),
        seen.size < SIZE_TARGET_MB,
    );
    Ok(())
}
