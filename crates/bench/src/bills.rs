//! From the bill to the bank at ten million charges and a million bills (`BENCH_BILLS=1`, `make bench-bills`), in one company:
//! every list, the write-off of a customer with five thousand open rows, a statement of two thousand bills as PDF and as
//! workbook, and the vouchers of a month of fifty thousand orders, made and handed over. `BENCH_LINES` says how many charges
//! there are; the others follow, no fewer than there are orders for.
//!
//! The product is the built program on the filled database, so that its memory is its own; the floor runs beside it, on the
//! same database, the plain statements that read or write the same rows.

mod base;
mod fill;
mod lists;
mod money;
mod papers;
mod vouchers;

use std::path::Path;
use std::time::Instant as Stopwatch;

use kernel::{Clock, Day, Instant, day_after_days, show_day};
use platform::store::Value;
use serde_json::Value as Json;
use tokio::runtime::Runtime;

use crate::charges::LINES;
use crate::clients::{Caller, request};
use crate::export::data;
use crate::floor::Sql;
use crate::orders::{Cells, ORG_FIRST, Plan, customer_id};
use crate::process::{Running, serve};
use crate::site::Site;
use crate::{Fault, verdict};

pub use base::base_rows;
pub use fill::{CREATE, filled};

/// Charges when nothing is said: a million bills, and what is not billed yet.
const MANY: u64 = 10_200_000;
/// Of so many orders one is not billed.
const UNBILLED: u64 = 51;
/// Bills of the customer with many open rows: each has a row in two currencies.
const WIDE: u64 = 2_500;
/// Of those the ones that stand on no statement.
const ALONE: u64 = 100;
/// Bills of the long statement.
const LONG: u64 = 2_000;
/// Of a hundred bills the ones of the month that waits for its vouchers.
const WAITING: u64 = 5;
/// Customers beside those who have orders anyway: the one with many open rows, and the one with the long statement.
const OWNERS: [i64; 2] = [200, 201];
/// The first supplier among the partners, and how many there are.
const SUPPLIERS: (i64, u64) = (150, 50);
/// Most memory over what the program rests in.
const MEMORY_TARGET_MB: f64 = 300.0;
/// Milliseconds between the ids of an order's rows.
const ID_STEP: i64 = 1 << 22;

/// How the orders of a plan are shared out.
#[derive(Debug, Clone, Copy)]
struct Shape {
    bills: u64,
    /// Every so many orders one is of each of the two customers.
    step: u64,
    /// The first order of the month that waits for its vouchers, and how many there are.
    month: (u64, u64),
}

/// What became of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Of one of the many customers.
    Usual,
    /// Of the customer with many open rows, by its place among them.
    Wide(u64),
    /// On the long statement.
    Long,
    /// Of the month that waits.
    Month,
}

/// What is written of an order beside what every order has.
#[derive(Debug, Clone)]
pub struct Fate {
    /// Whose it is, where it is not one of the many.
    pub owner: Option<i64>,
    /// Who did the work.
    pub supplier: i64,
    /// The bill its income stands on.
    pub bill: Option<i64>,
    /// Whether a payment has taken its cost.
    pub is_taken: bool,
    /// How far its income and its cost are.
    pub statuses: (&'static str, &'static str),
    role: Role,
    stage: i64,
    spent: i64,
}

/// The first day of the month that waits: the one before this.
fn first_day(today: Day) -> Day {
    day_after_days(today.first_of_month(), -1).first_of_month()
}

impl Shape {
    fn of(plan: &Plan) -> Self {
        let bills = plan.orders * (UNBILLED - 1) / UNBILLED;
        let since = Instant::start_of(first_day(plan.today())).millis() - plan.begin.millis();
        let share = i128::from(since) * i128::from(plan.orders) / i128::from(plan.span_ms.max(1));
        let first = u64::try_from(share + 1).unwrap_or_default();
        Self { bills, step: Ord::max(bills / WIDE, 4), month: (first, bills * WAITING / 100) }
    }

    fn role(&self, n: u64) -> Role {
        let place = n / self.step;
        let (first, count) = self.month;
        match n % self.step {
            _ if n >= self.bills => Role::Usual,
            0 if place < WIDE => Role::Wide(place),
            1 if place < LONG => Role::Long,
            _ if (first..first + count).contains(&n) => Role::Month,
            _ => Role::Usual,
        }
    }

    /// Whether an order is one of the first so many of a hundred that are billed.
    const fn is_within(&self, n: u64, hundredths: u64) -> bool {
        n < self.bills * hundredths / 100
    }

    fn stage(&self, n: u64) -> i64 {
        let is_early = |hundredths| self.is_within(n, hundredths);
        match self.role(n) {
            _ if n >= self.bills => 0,
            Role::Wide(_) | Role::Long => 1,
            Role::Month => 2,
            Role::Usual => 1 + i64::from(is_early(95)) + i64::from(is_early(80)),
        }
    }

    fn spent(&self, n: u64) -> i64 {
        i64::from(self.is_within(n, 90)) + i64::from(self.is_within(n, 80))
    }
}

impl Fate {
    /// Of an order of a plan.
    pub fn of(plan: &Plan, n: u64) -> Self {
        let shape = Shape::of(plan);
        let (role, stage, spent) = (shape.role(n), shape.stage(n), shape.spent(n));
        let (org, [wide, long]) = (plan.org(n), OWNERS);
        let (first, count) = SUPPLIERS;
        let supplier = customer_id(org, first + i64::try_from(n % count).unwrap_or_default());
        let income = match stage {
            3 => "SETTLED",
            2 => "INVOICED",
            1 => "BILLED",
            _ => "ENTERED",
        };
        // Payments of every second supplier are asked for.
        let cost = match spent {
            2 => "SETTLED",
            1 if supplier % 2 == 0 => "REQUESTED",
            1 => "RECONCILED",
            _ => "ENTERED",
        };
        Self {
            owner: match role {
                Role::Wide(_) => Some(customer_id(org, wide)),
                Role::Long => Some(customer_id(org, long)),
                Role::Usual | Role::Month => None,
            },
            supplier,
            bill: (stage > 0).then(|| plan.id(n) + ID_STEP),
            is_taken: spent > 0,
            statuses: (income, cost),
            role,
            stage,
            spent,
        }
    }

    /// The statement of an order of a customer and a day; empty for one whose bill stands alone.
    fn group(&self, n: u64, (customer, day): (i64, &str)) -> String {
        match self.role {
            Role::Wide(place) if place >= ALONE => format!("wide/{}", place / ALONE),
            Role::Long => "long".to_owned(),
            Role::Usual if self.stage > 0 && n.is_multiple_of(2) => format!("{customer}/{day}/{}", self.stage),
            Role::Wide(_) | Role::Usual | Role::Month => String::new(),
        }
    }

    /// What the bulk generator is told of the order.
    pub fn row(&self, n: u64, (id, customer, at, by): (i64, i64, Instant, i64)) -> (&'static str, Cells) {
        let text = |text: &str| Value::Text(text.to_owned());
        let day = show_day(at.day());
        let role = match self.role {
            Role::Usual => 0,
            Role::Wide(_) => 1,
            Role::Long => 2,
            Role::Month => 3,
        };
        let cells = vec![
            ("n", Value::Int(i64::try_from(n).unwrap_or(i64::MAX))),
            ("id", Value::Int(id)),
            ("coop_id", Value::Int(customer)),
            ("supplier_id", Value::Int(self.supplier)),
            ("day", text(&day)),
            ("due", text(&show_day(day_after_days(at.day(), 30)))),
            ("month", Value::Text(day.chars().take(7).collect())),
            ("made", Value::Int(at.millis())),
            ("maker", Value::Int(by)),
            ("role", Value::Int(role)),
            ("stage", Value::Int(self.stage)),
            ("spent", Value::Int(self.spent)),
            ("grp", Value::Text(self.group(n, (customer, &day)))),
        ];
        ("bench_order", cells)
    }
}

/// The program on the filled database, and the floor beside it.
struct Bench<'a> {
    site: &'a Site,
    program: Running,
    address: String,
    token: String,
    shape: Shape,
}

impl Bench<'_> {
    const fn org() -> i64 {
        ORG_FIRST
    }

    /// The data of an answer of the program.
    fn ask(&self, method: &str, path: &str, body: &str) -> Result<Json, Fault> {
        let mut caller = Caller::new(&self.address)?;
        let answer = caller.call(&request(method, path, &self.token, body))?;
        if !answer.starts_with(b"HTTP/1.1 200") || !is_fine(answer) {
            let told: String = String::from_utf8_lossy(answer).chars().take(1_200).collect();
            return Err(format!("{method} {path} was answered\n{told}").into());
        }
        data(answer)
    }

    /// The length of a file the program answers.
    fn fetch(&self, method: &str, path: &str, body: &str) -> Result<usize, Fault> {
        let mut caller = Caller::new(&self.address)?;
        let answer = caller.call(&request(method, path, &self.token, body))?;
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |at| at + 4);
        let is_file = answer.starts_with(b"HTTP/1.1 200") && answer.get(head) != Some(&b'{');
        if is_file {
            return Ok(answer.len() - head);
        }
        let told: String = String::from_utf8_lossy(answer).chars().take(1_200).collect();
        Err(format!("{method} {path} was answered\n{told}").into())
    }

    /// Seconds the floor takes for some statements.
    fn floor(&self, reads: Vec<Sql>, writes: Vec<Sql>) -> Result<f64, Fault> {
        let path = self.site.floor.plain(reads, writes);
        let mut caller = Caller::new(&self.site.address)?;
        let begun = Stopwatch::now();
        let answer = caller.call(&request("GET", &path, "", ""))?;
        if answer.starts_with(b"HTTP/1.1 200") {
            return Ok(begun.elapsed().as_secs_f64());
        }
        let told: String = String::from_utf8_lossy(answer).chars().take(1_200).collect();
        Err(format!("the floor answered\n{told}").into())
    }

    /// A figure of the database.
    fn number(&self, text: &str) -> Result<i64, Fault> {
        self.site.number(text)
    }
}

/// Whether an envelope says that all is well.
fn is_fine(answer: &[u8]) -> bool {
    answer.windows(10).any(|ten| ten == b"{\"code\":0,")
}

/// Something that is done some times: seconds of each, of the product and of the floor.
fn told(name: &str, product: &[f64], floor: f64, target: &str) {
    let mut sorted = product.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let longest = sorted.last().copied().unwrap_or_default();
    println!(
        "{name:<42} {median:>8.2} s  longest {longest:>6.2} s  floor {floor:>6.2} s  ratio {:>5.2}  {target}",
        floor / median.max(1e-9),
    );
}

/// Measures a database.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    let many: u64 = std::env::var("BENCH_LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(MANY);
    let today = Clock::System.now().day();
    let begun = Stopwatch::now();
    let plan = Plan::new(many / LINES, 1, today).with_bills();
    let site = Site::open(runtime, folder, url, plan)?;
    let shape = Shape::of(&plan);
    println!("\n{name}: {many} charges, {} bills, loaded in {:.0} s", shape.bills, begun.elapsed().as_secs_f64());
    let environment: Vec<(&str, &str)> = url.map(|url| ("DATABASE_URL", url)).into_iter().collect();
    let (program, address) = serve(folder, &environment)?;
    let token = site.token(0).to_owned();
    let bench = Bench { site: &site, program, address, token, shape };
    bench.ask("GET", "/css/debitNote/page?size=10&part=rows", "")?;
    let rested = bench.program.memory("VmRSS:")?;
    lists::measure(&bench)?;
    if site.is_used {
        return Ok(());
    }
    money::measure(&bench)?;
    papers::measure(&bench)?;
    vouchers::measure(&bench)?;
    let most = bench.program.memory("VmHWM:")?;
    let more = most - rested;
    println!(
        "memory: {rested:.0} MB at rest, {most:.0} MB at most: {more:.0} MB more  < {MEMORY_TARGET_MB:.0} MB {}",
        verdict(more < MEMORY_TARGET_MB)
    );
    drop(bench);
    drop(site);
    // The other database wants as much room.
    if crate::kept().is_none() {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}
