//! Every list from the bill to the bank: its first page, the filter and the order that take longest of all it has, and its
//! total.

use std::collections::BTreeMap;
use std::time::Instant as Stopwatch;

use kernel::{Day, day_after_days, show_day};
use platform::access::{Actor, find_session};
use platform::list::{Ask, ListPage, statement_of};
use platform::refusal::Refusal;
use platform::web::percent_encoded;
use testkit::walks::{For, queries};

use super::{Bench, first_day, is_fine};
use crate::clients::{Caller, Taken, crowd, request};
use crate::orders::Dice;
use crate::{Fault, turn, verdict};

/// Milliseconds ninety-five of a hundred pages take at most.
const TARGET_MS: f64 = 1_000.0;
/// People who look at the same time.
const CALLERS: u64 = 2;
/// Keys of the lists begin so.
const KEYS: [&str; 22] = [
    "css.debit-note.",
    "css.statement.",
    "css.income-invoice.",
    "css.issued-invoice.",
    "css.open-invoice.",
    "css.receipt.",
    "css.income-writeoff.",
    "css.advance.",
    "css.offset.",
    "css.cost-invoice.",
    "payable.",
    "voucher.expense-report.",
    "voucher.export",
    "voucher.voucher.",
    "prm.coop-agreement.",
    "prm.agreement-",
    "prm.coop-bill.",
    "prm.coop-paper.",
    "prm.coop-check.",
    "prm.coop-settle",
    "prm.cost-",
    "prm.coop-credit.",
];
/// The day the sample of a filter names, which the filled database has none of.
const SAMPLE_DAY: &str = "2026-07-15";
/// So many days back is a day that is asked for.
const ASKED_DAYS: i64 = 180;
/// What is asked for where a sample would be no value.
const VALUES: [(&str, &str); 9] = [
    ("currency", "USD"),
    ("customerName", "客户007"),
    ("coopName", "客户007"),
    ("payee", "客户007"),
    ("creatorName", "操作03"),
    ("applicant", "操作03"),
    ("openUser", "操作03"),
    ("salesName", "操作03"),
    ("voucherNumber", "12"),
];

/// Something a list is asked for, and how it is called.
struct Asked {
    name: String,
    query: BTreeMap<String, String>,
}

impl Asked {
    fn text(&self) -> String {
        self.query.iter().map(|(name, value)| format!("&{name}={}", percent_encoded(value))).collect()
    }
}

/// What a list can be asked for.
struct Choices {
    first: Asked,
    filters: Vec<Asked>,
    sorts: Vec<Asked>,
}

impl Choices {
    /// As its page asks: with what it begins with, and one thing more.
    fn of(list: &ListPage, today: Day) -> Self {
        let day = show_day(day_after_days(today, -ASKED_DAYS));
        let before: String = show_day(day_after_days(first_day(today), -1)).chars().take(7).collect();
        let all = queries(list, true);
        let needed = all.iter().find(|(asked_for, _)| *asked_for == For::Nothing);
        let mut begins: BTreeMap<String, String> =
            needed.map(|(_, query)| query.clone()).unwrap_or_default().into_iter().collect();
        for filter in list.filters.iter().filter(|filter| !filter.initial.is_empty()) {
            begins.insert(filter.name.to_owned(), filter.initial.to_owned());
        }
        // Vouchers are there up to the month that waits.
        if let Some(month) = begins.get_mut("month") {
            *month = before;
        }
        let with = |name: &str, value: String| {
            let mut query = begins.clone();
            query.insert(name.to_owned(), value);
            query
        };
        let (mut filters, mut sorts) = (Vec::new(), Vec::new());
        for (asked_for, query) in &all {
            let value = |name: &str| query.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
            match asked_for {
                For::Nothing => {}
                For::Filter(name) => {
                    let known = VALUES.iter().find(|(own, _)| own == name).map(|(_, value)| (*value).to_owned());
                    let sample = known.or_else(|| value(name)).unwrap_or_default().replace(SAMPLE_DAY, &day);
                    filters.push(Asked { name: format!("by {name}"), query: with(name, sample) });
                }
                For::Sort(name) => {
                    let order = value("sort").unwrap_or_default();
                    sorts.push(Asked { name: format!("sorted by {name}"), query: with("sort", order) });
                }
            }
        }
        Self { first: Asked { name: "first page".to_owned(), query: begins }, filters, sorts }
    }
}

/// Milliseconds of one call; none where it is refused.
fn once(bench: &Bench<'_>, path: &str) -> Result<Option<f64>, Fault> {
    let mut caller = Caller::new(&bench.address)?;
    let begun = Stopwatch::now();
    let is_answered = is_fine(caller.call(&request("GET", path, &bench.token, ""))?);
    Ok(is_answered.then(|| begun.elapsed().as_secs_f64() * 1_000.0))
}

/// The one of some that takes longest; tells all that take more than they may.
fn costliest(bench: &Bench<'_>, list: &ListPage, all: Vec<Asked>) -> Result<Option<Asked>, Fault> {
    let mut worst: Option<(f64, Asked)> = None;
    for asked in all {
        let path = format!("{}/page?part=rows{}", list.base, asked.text());
        let Some(taken) = once(bench, &path)? else { continue };
        if taken > TARGET_MS {
            println!("{:<34} {:<28} {taken:>9.2} once", list.key, asked.name);
        }
        if worst.as_ref().is_none_or(|(most, _)| taken > *most) {
            worst = Some((taken, asked));
        }
    }
    Ok(worst.map(|(_, asked)| asked))
}

/// The statement of a page with nothing around it.
fn floor(bench: &Bench<'_>, list: &ListPage, actor: &Actor, asked: &Asked) -> Result<String, Fault> {
    let refused = |refusal: Refusal| Fault::from(format!("{refusal:?}"));
    let mut query = asked.query.clone();
    query.insert("part".to_owned(), "rows".to_owned());
    let ask = Ask::of_query(list, &query).map_err(refused)?;
    let dialect = bench.site.product().store.dialect();
    let statement = statement_of(list, dialect, actor, &ask).map_err(refused)?;
    let (text, values) = statement.build(dialect);
    Ok(bench.site.floor.plain(vec![(text.into(), values.into_owned())], Vec::new()))
}

fn compared(bench: &Bench<'_>, list: &ListPage, actor: &Actor, asked: &Asked) -> Result<(), Fault> {
    let path = format!("{}/page?part=rows{}", list.base, asked.text());
    let plain = floor(bench, list, actor, asked)?;
    let (mut product, mut floor) = (Taken::default(), Taken::default());
    let make = |_: &mut Dice| request("GET", &path, &bench.token, "");
    let make_plain = |_: &mut Dice| request("GET", &plain, "", "");
    for round in 0..2 {
        crowd(&bench.address, (CALLERS, round), turn() / 2, &make, &mut product)?;
        crowd(&bench.site.address, (CALLERS, round), turn() / 2, &make_plain, &mut floor)?;
    }
    let p95 = product.percentile(95);
    println!(
        "{:<34} {:<28} {:>9.2} {p95:>9.2} | {:>9.2} {:>9.2} | {:>6.2}  ≤ {TARGET_MS:.0} {}",
        list.key,
        asked.name,
        product.percentile(50),
        floor.percentile(50),
        floor.percentile(95),
        floor.percentile(50) / product.percentile(50).max(1e-9),
        verdict(p95 <= TARGET_MS),
    );
    Ok(())
}

/// Measures all of them.
pub fn measure(bench: &Bench<'_>) -> Result<(), Fault> {
    let app = bench.site.product();
    let refused = |refusal: Refusal| Fault::from(format!("{refusal:?}"));
    let now = app.clock.now();
    let actor = app.store.read(|conn| find_session(conn, &app.rights, &bench.token, now)).map_err(refused)?.actor;
    println!(
        "{:<34} {:<28} {:>9} {:>9} | {:>9} {:>9} | {:>6}  target of p95",
        "", "", "p50 ms", "p95 ms", "floor p50", "floor p95", "ratio"
    );
    let today = bench.site.plan.today();
    let is_asked = |list: &&std::sync::Arc<ListPage>| KEYS.iter().any(|key| list.key.starts_with(key));
    for list in app.registry.lists.iter().filter(is_asked).filter(|list| list.report.is_none()) {
        let choices = Choices::of(list, today);
        let first = format!("{}/page?part=rows{}", list.base, choices.first.text());
        if once(bench, &first)?.is_none() {
            return Err(format!("{} refuses its first page: {first}", list.key).into());
        }
        compared(bench, list, &actor, &choices.first)?;
        for all in [choices.filters, choices.sorts] {
            if let Some(asked) = costliest(bench, list, all)? {
                compared(bench, list, &actor, &asked)?;
            }
        }
        let total = format!("{}/total?size=10{}", list.base, choices.first.text());
        let taken = once(bench, &total)?.unwrap_or_default();
        println!("{:<34} {:<28} {taken:>9.2}", list.key, "total");
    }
    Ok(())
}
