//! Every declared list in one company of a million orders (`BENCH_LISTS=1`): its page as it begins, with its costliest
//! filter and in its costliest order, its total the first time and while nothing changed, each beside its own statement run
//! plainly; how much longer the first page takes than at ten thousand orders; and what the costliest report of another
//! company does to the list of orders.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use kernel::Clock;
use platform::access::{Actor, find_session};
use platform::list::{Ask, ListPage, statement_of};
use testkit::walks::{self, For, Query};
use tokio::runtime::Runtime;

use crate::clients::{CLIENTS, Caller, Taken, good, request};
use crate::floor::Sql;
use crate::orders::Plan;
use crate::site::Site;
use crate::{FEW, Fault, GROWTH_TARGET, charges, orders_wanted, verdict};

/// Most milliseconds of a first page, of any other page, of a total, and of a total that was just asked.
const FIRST_MS: f64 = 5.0;
const PAGE_MS: f64 = 200.0;
const TOTAL_MS: f64 = 700.0;
const AGAIN_MS: f64 = 20.0;
/// A page that takes less is not compared with that of a small company: what is measured then is the machine.
const COMPARED_MS: f64 = 1.0;
/// How much longer the list of orders may take beside the costliest report.
const BESIDE: f64 = 3.0;
/// How long one thing is measured.
const TURN: Duration = Duration::from_millis(400);
const MOST_CALLS: usize = 40;
const REPORT_TURN: Duration = Duration::from_secs(10);

/// A side that is asked: the product on a database, by its administrator.
struct Side<'a> {
    site: &'a Site,
    actor: Actor,
    token: &'a str,
    caller: Caller,
}

/// Median milliseconds of a call, and the processor's.
#[derive(Clone, Copy, Default)]
struct Told {
    p50: f64,
    processor: f64,
}

impl<'a> Side<'a> {
    fn new(site: &'a Site) -> Result<Self, Fault> {
        let app = site.product();
        let token = site.tokens.first().map(String::as_str).unwrap_or_default();
        let found = app.store.read(|conn| find_session(conn, &app.rights, token, app.clock.now()));
        let actor = found.map_err(crate::site::fault)?.actor;
        Ok(Self { site, actor, token, caller: Caller::new(&site.address)? })
    }

    /// Calls for a time after one call that doesn't count; none where the call is refused.
    fn time(&mut self, request: &[u8], time: Duration) -> Result<Option<Told>, Fault> {
        if !self.is_answered(request)? {
            return Ok(None);
        }
        let (begun, spent) = (Stopwatch::now(), processor_ms()?);
        let mut taken = Taken::default();
        while taken.calls.is_empty() || begun.elapsed() < time && taken.calls.len() < MOST_CALLS {
            let asked = Stopwatch::now();
            self.caller.call(request)?;
            taken.calls.push(u64::try_from(asked.elapsed().as_micros())?);
        }
        let calls = f64::from(u32::try_from(taken.calls.len())?);
        Ok(Some(Told { p50: taken.percentile(50), processor: (processor_ms()? - spent) / calls }))
    }

    fn is_answered(&mut self, request: &[u8]) -> Result<bool, Fault> {
        let answer = self.caller.call(request)?;
        if answer.starts_with(b"HTTP/1.1 5") {
            let asked = String::from_utf8_lossy(request);
            println!("{}: {}", asked.lines().next().unwrap_or_default(), verdict(false));
        }
        Ok(good(answer))
    }

    /// A page of a list: ten rows of what is asked.
    fn page(&self, list: &ListPage, query: &Query) -> Vec<u8> {
        request("GET", &format!("{}/page?part=rows&size=10{}", list.base, text_of(query)), self.token, "")
    }

    fn total(&self, list: &ListPage, query: &Query) -> Vec<u8> {
        request("GET", &format!("{}/total?{}", list.base, text_of(query).trim_start_matches('&')), self.token, "")
    }

    /// The same page's statement run plainly; none where the rows are made of others.
    fn plain(&self, list: &ListPage, query: &Query) -> Option<Vec<u8>> {
        if list.report.is_some() {
            return None;
        }
        let query: BTreeMap<String, String> = query.iter().cloned().collect();
        let dialect = self.site.product().store.dialect();
        let statement =
            Ask::of_query(list, &query).and_then(|ask| statement_of(list, dialect, &self.actor, &ask)).ok()?;
        let (text, values) = statement.build(dialect);
        let sql: Sql = (Arc::from(&*text), values.into_owned());
        Some(request("GET", &self.site.floor.plain(vec![sql], Vec::new()), "", ""))
    }
}

/// Processor milliseconds of this process so far.
fn processor_ms() -> Result<f64, Fault> {
    let status = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = status.rsplit(") ").next().unwrap_or_default();
    let ticks: Vec<u32> = after_name.split(' ').skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(f64::from(ticks.iter().sum::<u32>()) * 10.0)
}

/// Parameters as they stand in an address.
fn text_of(query: &Query) -> String {
    query.iter().map(|(name, value)| format!("&{name}={}", value.replace(' ', "%20"))).collect()
}

/// Measures a database.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    let today = Clock::System.now().day();
    let begun = Stopwatch::now();
    let few = url.map(|url| charges::small(runtime, url)).transpose()?;
    let open = |place: &str, url: Option<&str>, orders: u64| {
        let folder = folder.join(place);
        std::fs::create_dir_all(&folder)?;
        Site::open(runtime, &folder, url, Plan::new(orders, 1, today).of_one_company())
    };
    let large = open("many", url, orders_wanted())?;
    let small = open("few", few.as_deref(), FEW)?;
    println!("\n{name}: one company of {} orders, loaded in {:.0} s", orders_wanted(), begun.elapsed().as_secs_f64());
    println!("{:<36} p50 ms (its statement; processor)", "list");
    let (mut large, mut small) = (Side::new(&large)?, Side::new(&small)?);
    let registry = large.site.product().registry.clone();
    let mut costliest = (0.0, String::new());
    for list in &registry.lists {
        if !large.actor.may(list.opened_by()) {
            continue;
        }
        let begins = row(list, &mut large, &mut small)?;
        if list.report.is_some() && begins > costliest.0 {
            costliest = (begins, format!("{}/page?size=10{}", list.base, text_of(&needed(list))));
        }
    }
    beside(large.site, &costliest.1)
}

/// What a list needs in any case.
fn needed(list: &ListPage) -> Query {
    walks::queries(list, false).into_iter().next().map(|(_, query)| query).unwrap_or_default()
}

/// A list's row; answers the milliseconds of its page as it begins.
fn row(list: &ListPage, large: &mut Side<'_>, small: &mut Side<'_>) -> Result<f64, Fault> {
    let mut costliest: BTreeMap<&str, (f64, String, Query)> = BTreeMap::new();
    for (asked_for, query) in walks::queries(list, true) {
        let Some(told) = large.time(&large.page(list, &query), Duration::ZERO)? else { continue };
        let (kind, name) = match asked_for {
            For::Nothing => ("begins", String::new()),
            For::Filter(name) => ("filter", name.to_owned()),
            For::Sort(name) => ("order", name),
        };
        let most = costliest.entry(kind).or_default();
        if told.p50 >= most.0 {
            *most = (told.p50, name, query);
        }
    }
    let is_report = list.report.is_some();
    let (mut line, mut begins) = (format!("{:<36}", list.key), 0.0);
    for (kind, (_, name, query)) in &costliest {
        let told = large.time(&large.page(list, query), TURN)?.unwrap_or_default();
        let floor = large.plain(list, query).map(|plain| large.time(&plain, TURN)).transpose()?.flatten();
        let floor = floor.map_or_else(|| "–".to_owned(), |floor| format!("{:.2}", floor.p50));
        let most = if *kind == "begins" { FIRST_MS } else { PAGE_MS };
        let missed = if is_report || told.p50 <= most { "" } else { verdict(false) };
        line.push_str(&format!(" | {kind} {name} {:.2} ({floor}; {:.1}) {missed}", told.p50, told.processor));
        if *kind == "begins" {
            begins = told.p50;
            line.push_str(&growth(list, query, told.p50, small)?);
        }
    }
    println!("{line}{}", total(list, large, is_report)?);
    Ok(begins)
}

/// How much longer a first page takes than that of a small company.
fn growth(list: &ListPage, query: &Query, at_many: f64, small: &mut Side<'_>) -> Result<String, Fault> {
    let Some(at_few) = small.time(&small.page(list, query), TURN)? else { return Ok(String::new()) };
    let growth = at_many / at_few.p50.max(1e-9);
    let is_held = list.report.is_some() || at_many < COMPARED_MS || growth <= GROWTH_TARGET;
    Ok(format!(" {growth:.2} times {}", if is_held { "" } else { verdict(false) }))
}

/// A total the first time it is asked, and while nothing changed.
fn total(list: &ListPage, side: &mut Side<'_>, is_report: bool) -> Result<String, Fault> {
    let request = side.total(list, &needed(list));
    let asked = Stopwatch::now();
    if !side.is_answered(&request)? {
        return Ok(String::new());
    }
    let first = asked.elapsed().as_secs_f64() * 1000.0;
    let again = side.time(&request, TURN)?.unwrap_or_default().p50;
    let missed = if is_report || first <= TOTAL_MS && again <= AGAIN_MS { "" } else { verdict(false) };
    Ok(format!(" | total {first:.1}, again {again:.2} {missed}"))
}

/// The list of orders of a company while eight callers ask for the costliest report of another.
fn beside(site: &Site, report: &str) -> Result<(), Fault> {
    let [big, other] = site.tokens.as_slice() else { return Err("two companies".into()) };
    let list = request("GET", "/afbase/order/page?part=rows", other, "");
    let report = request("GET", report, big, "");
    let alone = asked_for(site, &list, REPORT_TURN)?;
    let over = AtomicBool::new(false);
    let together = std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let Ok(mut caller) = Caller::new(&site.address) else { return };
                loop {
                    if over.load(Ordering::Relaxed) || caller.call(&report).is_err() {
                        return;
                    }
                }
            });
        }
        let together = asked_for(site, &list, REPORT_TURN);
        over.store(true, Ordering::Relaxed);
        together
    })?;
    let (alone, together) = (alone.percentile(99), together.percentile(99));
    let times = together / alone.max(1e-9);
    println!(
        "{}\nbeside it the list of orders: p99 {together:.2} ms, alone {alone:.2} ms: {times:.1} times  ≤ {BESIDE} {}",
        String::from_utf8_lossy(&report).lines().next().unwrap_or_default(),
        verdict(times <= BESIDE),
    );
    Ok(())
}

/// One caller who asks the same for a time.
fn asked_for(site: &Site, request: &[u8], time: Duration) -> Result<Taken, Fault> {
    let (mut caller, mut taken) = (Caller::new(&site.address)?, Taken::default());
    let begun = Stopwatch::now();
    while begun.elapsed() < time {
        let asked = Stopwatch::now();
        if !good(caller.call(request)?) {
            return Err("the list is refused".into());
        }
        taken.calls.push(u64::try_from(asked.elapsed().as_micros())?);
    }
    taken.time = begun.elapsed();
    Ok(taken)
}
