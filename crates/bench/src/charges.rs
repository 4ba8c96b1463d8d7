//! Charges at ten million lines (`BENCH_CHARGES=1`, `make bench-charges`): ten lines on each of a million orders, saved,
//! listed of one order and of all, rated by cards and summed, against the plain statements that touch the same rows. What
//! hits the same number of rows is compared with a database of a hundred thousand lines. `BENCH_LINES` says how many lines
//! there are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant as Stopwatch;

use kernel::{Clock, Day, Instant, day_after_days, show_day};
use platform::store::Value;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::bills::Fate;
use crate::clients::{Taken, drive, request};
use crate::orders::{Cells, Dice, Plan, charge_id, customer_id, is_open, uuid};
use crate::site::Site;
use crate::{Fault, GROWTH_TARGET, ORGS, Operation, ROUNDS, compare, row, turn, verdict, warm};

/// Lines of an order.
pub const LINES: u64 = 10;
/// Lines when nothing is said.
const MANY: u64 = 10_000_000;
/// Lines of the small database.
const FEW: u64 = 100_000;
/// Months that are open.
const MONTHS: i64 = 3;
/// Orders a rating is told for.
const RATED: f64 = 1_000.0;
/// Key of the list of all charges.
pub const LIST_OF_ALL: &str = "css.charge-query.list";
/// Its first page.
pub const FIRST: &str = "charge-first";
/// Its first page of a partner and a month.
pub const PARTNER: &str = "charge-partner";
/// How many these are, and what they come to.
pub const PARTNER_SUM: &str = "charge-partner-sum";
/// The same of all.
pub const SUM: &str = "charge-sum";
/// A partner that is asked for.
const ASKED: i64 = 7;
/// So many days back is a day of the month that is asked for.
const ASKED_DAYS: i64 = 180;

/// A usual line: side, place of its item, basis, currency, price in ten-thousandths, tax in percent.
type Usual = (&'static str, i64, &'static str, &'static str, i64, i64);

const WEIGHT: &str = "计费重量";
const ONCE: &str = "票";
const USUAL: [Usual; 10] = [
    ("RECEIVABLE", 0, WEIGHT, "CNY", 320_000, 0),
    ("RECEIVABLE", 1, WEIGHT, "CNY", 45_000, 0),
    ("RECEIVABLE", 2, WEIGHT, "CNY", 12_000, 0),
    ("RECEIVABLE", 3, ONCE, "USD", 500_000, 6),
    ("RECEIVABLE", 4, ONCE, "CNY", 3_000_000, 6),
    ("RECEIVABLE", 5, ONCE, "CNY", 1_000_000, 6),
    ("PAYABLE", 0, WEIGHT, "CNY", 270_000, 0),
    ("PAYABLE", 1, WEIGHT, "CNY", 45_000, 0),
    ("PAYABLE", 4, ONCE, "CNY", 2_000_000, 6),
    ("PAYABLE", 6, ONCE, "CNY", 8_000_000, 9),
];
/// Items: type and name.
const ITEMS: [(&str, &str); 7] = [
    ("干线", "空运运费"),
    ("干线", "燃油费"),
    ("干线", "安检费"),
    ("操作", "文件费"),
    ("关检", "报关费用"),
    ("操作", "操作杂费"),
    ("支线", "提货费用"),
];
/// Types of items as the columns of sums call them.
const TYPES: [(&str, &str); 8] = [
    ("干线", "gx"),
    ("支线", "zx"),
    ("操作", "cz"),
    ("包装", "bz"),
    ("仓储", "cc"),
    ("快递", "kd"),
    ("关检", "gj"),
    ("数据", "sj"),
];
/// Rate of the dollar in tenths.
const DOLLAR: i64 = 71;

/// What the charges of an order are made of.
pub struct Charged<'a> {
    /// Company.
    pub org: i64,
    /// Row of the order.
    pub order: i64,
    /// Rows of the lines.
    pub ids: Vec<i64>,
    /// Who entered them.
    pub by: i64,
    /// When.
    pub at: Instant,
    /// Customer.
    pub customer: i64,
    /// Charge weight in grams.
    pub weight: i64,
    /// Financial date of a locked order.
    pub day: Option<&'a str>,
    /// What becomes of them, where there are bills.
    pub fate: Option<&'a Fate>,
}

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

fn item_id(org: i64, k: i64) -> i64 {
    org * 1_000_000 + 700_000 + k
}

fn stamps(by: i64, at: Instant) -> Cells {
    vec![
        ("version", Value::Int(1)),
        ("created_by", Value::Int(by)),
        ("created_at", Value::Int(at.millis())),
        ("updated_by", Value::Int(by)),
        ("updated_at", Value::Int(at.millis())),
    ]
}

/// Sums of the lines of an order in thousandths, by column.
#[derive(Default)]
struct Sums(BTreeMap<&'static str, i64>);

/// The columns of sums of both tables: a side, what of it, its column.
const SUMS: [(&str, &str, &str); 22] = [
    ("RECEIVABLE", "", "income"),
    ("RECEIVABLE", "not_tax", "income_not_tax"),
    ("RECEIVABLE", "passed_on", "income_passed_on"),
    ("RECEIVABLE", "gx", "income_gx"),
    ("RECEIVABLE", "zx", "income_zx"),
    ("RECEIVABLE", "cz", "income_cz"),
    ("RECEIVABLE", "bz", "income_bz"),
    ("RECEIVABLE", "cc", "income_cc"),
    ("RECEIVABLE", "kd", "income_kd"),
    ("RECEIVABLE", "gj", "income_gj"),
    ("RECEIVABLE", "sj", "income_sj"),
    ("PAYABLE", "", "cost"),
    ("PAYABLE", "not_tax", "cost_not_tax"),
    ("PAYABLE", "passed_on", "cost_passed_on"),
    ("PAYABLE", "gx", "cost_gx"),
    ("PAYABLE", "zx", "cost_zx"),
    ("PAYABLE", "cz", "cost_cz"),
    ("PAYABLE", "bz", "cost_bz"),
    ("PAYABLE", "cc", "cost_cc"),
    ("PAYABLE", "kd", "cost_kd"),
    ("PAYABLE", "gj", "cost_gj"),
    ("PAYABLE", "sj", "cost_sj"),
];

impl Sums {
    fn add(&mut self, side: &str, of: &str, amount: i64) {
        if let Some((_, _, column)) = SUMS.iter().find(|(own, what, _)| *own == side && *what == of) {
            *self.0.entry(column).or_default() += amount;
        }
    }

    fn cells(&self) -> Cells {
        SUMS.iter().map(|(.., column)| (*column, Value::Int(self.0.get(column).copied().unwrap_or_default()))).collect()
    }
}

/// The charges of an order with its sums.
pub fn rows(of: &Charged<'_>) -> Vec<(&'static str, Cells)> {
    let mut rows = Vec::new();
    let mut sums = Sums::default();
    let day = of.day.map_or(Value::Null, text);
    for ((place, usual), id) in (1i64..).zip(USUAL).zip(&of.ids) {
        let (side, item, basis, currency, price, tax) = usual;
        // A weight counts to ten grams.
        let quantity = if basis == WEIGHT { (of.weight + 5) / 10 * 100 } else { 10_000 };
        let minor = (price * quantity + 500_000) / 1_000_000;
        let functional = if currency == "USD" { (minor * DOLLAR + 5) / 10 } else { minor };
        let net = |minor: i64| (minor * 200 + 100 + tax) / (2 * (100 + tax));
        let is_income = side == "RECEIVABLE";
        let supplier = of.fate.map_or_else(|| customer_id(of.org, 0), |fate| fate.supplier);
        let coop = if is_income { of.customer } else { supplier };
        let bill = of.fate.and_then(|fate| fate.bill).filter(|_| is_income);
        let is_taken = of.fate.is_some_and(|fate| fate.is_taken) && !is_income;
        let tax_rate = if tax == 0 { "免税".to_owned() } else { format!("{tax}%") };
        let rate = if currency == "USD" { DOLLAR * 100_000 } else { 1_000_000 };
        let mut cells = vec![
            ("org_id", Value::Int(of.org)),
            ("id", Value::Int(*id)),
            ("order_id", Value::Int(of.order)),
            ("kind", text(side)),
            ("line", Value::Int(place)),
            ("service_item_id", Value::Int(item_id(of.org, item))),
            ("coop_id", Value::Int(coop)),
            ("basis", text(basis)),
            ("currency_code", text(currency)),
            ("price", Value::Int(price)),
            ("quantity", Value::Int(quantity)),
            ("amount", Value::Int(minor * 10)),
            ("exchange_rate", Value::Int(rate)),
            ("functional", Value::Int(functional * 10)),
            ("tax_rate", text(tax_rate)),
            ("not_tax", Value::Int(net(minor) * 10)),
            ("tax", Value::Int((minor - net(minor)) * 10)),
            ("functional_not_tax", Value::Int(net(functional) * 10)),
            ("functional_tax", Value::Int((functional - net(functional)) * 10)),
            ("carry", text("四舍五入")),
            ("quantity_typed", Value::Bool(false)),
            ("amount_fixed", Value::Bool(false)),
            ("rate_typed", Value::Bool(false)),
            ("source", text("MANUAL")),
            ("state", text("NORMAL")),
            ("financial_date", day.clone()),
            ("debit_note_id", bill.map_or(Value::Null, Value::Int)),
            ("reconciled", Value::Int(if is_taken { minor * 10 } else { 0 })),
        ];
        cells.extend(stamps(of.by, of.at));
        rows.push(("charge", cells));
        sums.add(side, "", functional * 10);
        sums.add(side, "not_tax", net(functional) * 10);
        let kind = usize::try_from(item).ok().and_then(|item| ITEMS.get(item)).map_or("", |(kind, _)| *kind);
        let letters = TYPES.iter().find(|(name, _)| *name == kind).map_or("", |(_, letters)| *letters);
        sums.add(side, letters, functional * 10);
    }
    let (income, cost) = of.fate.map_or(("ENTERED", "ENTERED"), |fate| fate.statuses);
    let mut finance = vec![
        ("org_id", Value::Int(of.org)),
        ("order_id", Value::Int(of.order)),
        ("version", Value::Int(1)),
        ("income_status", text(income)),
        ("cost_status", text(cost)),
    ];
    finance.extend(sums.cells());
    rows.push(("order_finance", finance));
    if of.day.is_some() {
        let mut posting =
            vec![("org_id", Value::Int(of.org)), ("order_id", Value::Int(of.order)), ("financial_date", day)];
        posting.extend(sums.cells());
        rows.push(("order_finance_posting", posting));
    }
    rows
}

/// The months that are open on a day, as `2026-07`.
pub fn months(today: Day) -> BTreeSet<String> {
    let back = |k: i64| show_day(day_after_days(today, -28 * k)).chars().take(7).collect();
    (0..MONTHS).map(back).collect()
}

/// How one of the lists is asked for in a company.
pub fn query(what: &str, org: i64, today: Day) -> String {
    let month: String = show_day(day_after_days(today, -ASKED_DAYS)).chars().take(7).collect();
    let partner = format!("coopId={}&financialDate={month}-01~{month}-28", customer_id(org, ASKED));
    match what {
        FIRST => "kind=RECEIVABLE&part=rows".to_owned(),
        PARTNER => format!("kind=RECEIVABLE&part=rows&{partner}"),
        PARTNER_SUM => format!("kind=RECEIVABLE&{partner}"),
        _ => "kind=RECEIVABLE".to_owned(),
    }
}

/// Items, cards and months of a company.
pub fn base_rows(org: i64, plan: &Plan) -> Vec<(&'static str, Cells)> {
    let at = plan.begin;
    let mut rows = Vec::new();
    for (k, (kind, name)) in (0i64..).zip(ITEMS) {
        let mut item = vec![
            ("org_id", Value::Int(org)),
            ("id", Value::Int(item_id(org, k))),
            ("business_scope", text("AE")),
            ("service_type", text(kind)),
            ("service_code", text(format!("BM{k:02}"))),
            ("service_name_cn", text(name)),
            ("service_name_en", text(format!("ITEM {k}"))),
            ("kind", text("BOTH")),
            ("vat_output", text("6%")),
            ("vat_input", text("6%")),
            ("is_incidental", Value::Bool(false)),
            ("is_agency", Value::Bool(false)),
            ("is_agreement", Value::Bool(true)),
            ("is_frequent", Value::Bool(true)),
            ("allow_negative", Value::Bool(false)),
            ("need_confirm", Value::Bool(false)),
            ("sort", Value::Int(k)),
            ("is_sys", Value::Int(0)),
            ("active", Value::Bool(true)),
        ];
        item.extend(stamps(0, at));
        rows.push(("service_item", item));
    }
    for (k, kind) in [(0, "RECEIVABLE"), (1, "RECEIVABLE"), (2, "RECEIVABLE"), (3, "PAYABLE"), (4, "PAYABLE")] {
        let id = org * 1_000_000 + 800_000 + k;
        let mut card = vec![
            ("org_id", Value::Int(org)),
            ("id", Value::Int(id)),
            ("card_code", text(format!("PJ-{org}-{k}"))),
            ("kind", text(kind)),
            ("business_scope", text("AE")),
            ("service_item_id", Value::Int(item_id(org, k % 3))),
            ("basis", text(WEIGHT)),
            ("currency_code", text("CNY")),
            ("mode", text("WHOLE")),
            ("lower_next", Value::Bool(true)),
            ("carry", text("四舍五入")),
            ("tax_rate", text("免税")),
            ("begin_date", text("2000-01-01")),
            ("end_date", text("2099-12-31")),
            ("auto_rate", Value::Bool(true)),
            ("priority", Value::Int(0)),
            ("status", text("ACTIVE")),
        ];
        card.extend(stamps(0, at));
        rows.push(("rate_card", card));
        for (line, (from, price)) in (1i64..).zip([(0, 360_000), (45, 320_000), (100, 300_000), (500, 280_000)]) {
            let part = vec![
                ("org_id", Value::Int(org)),
                ("id", Value::Int(id * 10 + line)),
                ("card_id", Value::Int(id)),
                ("line", Value::Int(line)),
                ("from_quantity", Value::Int(from * 10_000)),
                ("price", Value::Int(price)),
            ];
            rows.push(("rate_card_break", part));
        }
    }
    for (k, month) in (0i64..).zip(months(plan.today())) {
        let mut period = vec![
            ("org_id", Value::Int(org)),
            ("id", Value::Int(org * 1_000_000 + 900_000 + k)),
            ("month", text(month)),
            ("state", text("OPEN")),
        ];
        period.extend(stamps(0, at));
        rows.push(("finance_period", period));
    }
    rows
}

/// How many orders of each database were looked at for a save.
static NEXT: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

fn any_open(site: &Site, dice: &mut Dice) -> u64 {
    loop {
        let n = dice.below(site.plan.orders);
        if is_open(&site.plan, n) {
            return n;
        }
    }
}

/// The next order to be saved, by the number of its turn. All are saved in their order, again and again, so that each turn
/// finds the version that the one before left.
fn next_open(site: &Site) -> u64 {
    let mut turns = NEXT.lock().unwrap_or_else(PoisonError::into_inner);
    let next = turns.entry(site.address.clone()).or_default();
    loop {
        let turn = *next;
        *next += 1;
        if is_open(&site.plan, turn % site.plan.orders.max(1)) {
            return turn;
        }
    }
}

fn plain(site: &Site, dice: &mut Dice, method: &str, what: &str) -> Vec<u8> {
    request(method, &format!("/floor/{what}/{}", dice.below(site.plan.orders)), "", "")
}

fn list(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = dice.below(site.plan.orders);
    request("GET", &format!("/css/charge/list?orderUuid={}", uuid(n)), site.token(n), "")
}

fn save(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let turn = next_open(site);
    let (n, before) = (turn % site.plan.orders.max(1), turn / site.plan.orders.max(1));
    let rows = |side: &str, dice: &mut Dice| -> Vec<serde_json::Value> {
        let own = (0u64..).zip(USUAL).filter(|(_, usual)| usual.0 == side);
        own.map(|(place, _)| {
            let id = charge_id(&site.plan, n, place).to_string();
            json!({ "id": id, "unitPrice": format!("{}.5", 1 + dice.below(900)) })
        })
        .collect()
    };
    let body = json!({
        "orderUuid": uuid(n), "rowUuid": (before + 1).to_string(), "requestId": uuid(turn),
        "income": rows("RECEIVABLE", dice), "cost": rows("PAYABLE", dice), "confirmed": ["charge.double"],
    });
    request("POST", "/css/charge/save", site.token(n), &body.to_string())
}

/// Of an order that is done with, so that it is in no version the product did not leave.
fn plain_save(site: &Site, dice: &mut Dice) -> Vec<u8> {
    loop {
        let n = dice.below(site.plan.orders);
        if !is_open(&site.plan, n) {
            return request("POST", &format!("/floor/charge-save/{n}"), "", "");
        }
    }
}

fn rate(site: &Site, dice: &mut Dice) -> Vec<u8> {
    let n = any_open(site, dice);
    let body = json!({ "orderUuid": uuid(n), "kind": "", "items": [], "overwrite": false, "income": [], "cost": [] });
    request("POST", "/css/charge/rate", site.token(n), &body.to_string())
}

fn sums(site: &Site, dice: &mut Dice) -> Vec<u8> {
    request("GET", "/css/period/list", site.token(dice.below(site.plan.orders)), "")
}

fn asked(site: &Site, dice: &mut Dice, call: &str, what: &str) -> Vec<u8> {
    let n = dice.below(site.plan.orders);
    let query = query(what, site.plan.org(n), site.plan.today());
    request("GET", &format!("/css/charge/{call}?{query}"), site.token(n), "")
}

const LIST: Operation =
    Operation { name: "charges of an order", product: list, floor: |site, dice| plain(site, dice, "GET", "charges") };
const RATING: Operation =
    Operation { name: "rating of an order", product: rate, floor: |site, dice| plain(site, dice, "GET", "rating") };
const SAVE: Operation = Operation { name: "save of ten charges", product: save, floor: plain_save };
const TOTALS: Operation = Operation {
    name: "sums of the months (total)",
    product: sums,
    floor: |site, dice| plain(site, dice, "GET", "sums"),
};

const FIRST_PAGE: Operation = Operation {
    name: "charges, first page",
    product: |site, dice| asked(site, dice, "page", FIRST),
    floor: |site, dice| plain(site, dice, "GET", FIRST),
};
const OF_PARTNER: Operation = Operation {
    name: "charges of a partner",
    product: |site, dice| asked(site, dice, "page", PARTNER),
    floor: |site, dice| plain(site, dice, "GET", PARTNER),
};
const SUM_OF_PARTNER: Operation = Operation {
    name: "charges of a partner (total)",
    product: |site, dice| asked(site, dice, "total", PARTNER_SUM),
    floor: |site, dice| plain(site, dice, "GET", PARTNER_SUM),
};
const SUM_OF_ALL: Operation = Operation {
    name: "charges (total)",
    product: |site, dice| asked(site, dice, "total", SUM),
    floor: |site, dice| plain(site, dice, "GET", SUM),
};

/// Measures a database.
pub fn measure(runtime: &Runtime, name: &str, folder: &Path, url: Option<&str>) -> Result<(), Fault> {
    let many = std::env::var("BENCH_LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(MANY);
    let today = Clock::System.now().day();
    let begun = Stopwatch::now();
    let few = url.map(|url| small(runtime, url)).transpose()?;
    let open = |place: &str, url: Option<&str>, lines: u64| {
        let folder = folder.join(place);
        std::fs::create_dir_all(&folder)?;
        Site::open(runtime, &folder, url, Plan::new(lines / LINES, ORGS, today).with_charges())
    };
    let large = open("many", url, many)?;
    let small = open("few", few.as_deref(), FEW)?;
    println!("\n{name}: {many} charges, loaded in {:.0} s", begun.elapsed().as_secs_f64());
    println!(
        "{:<28} {:>9} {:>8} {:>8} | {:>9} {:>8} {:>8} | {:>6}",
        "", "calls/s", "p50 ms", "p99 ms", "floor/s", "p50 ms", "p99 ms", "ratio"
    );
    row(LIST.name, &compare(&large, &LIST)?, None);
    let rating = compare(&large, &RATING)?;
    row(RATING.name, &rating, None);
    row(SAVE.name, &compare(&large, &SAVE)?, None);
    // Unfiltered sums are told with their ratio and have no target.
    for operation in [&FIRST_PAGE, &OF_PARTNER, &SUM_OF_PARTNER, &SUM_OF_ALL, &TOTALS] {
        row(operation.name, &compare(&large, operation)?, None);
    }
    println!(
        "rating of {RATED:.0} orders: {:.2} s, the floor {:.2} s",
        RATED / rating.0.per_second(),
        RATED / rating.1.per_second()
    );
    // These find as many rows whatever there is beside them.
    for operation in [&LIST, &RATING, &SAVE, &FIRST_PAGE] {
        growth(&large, &small, operation, many)?;
    }
    Ok(())
}

/// A database for the few lines beside the one that is given.
pub fn small(runtime: &Runtime, url: &str) -> Result<String, Fault> {
    let (root, name) = url.rsplit_once('/').ok_or("no database is named")?;
    let name = format!("{name}_few");
    let made = crate::administer(runtime, root, &format!("CREATE DATABASE {name}"));
    if crate::kept().is_none() {
        made?;
    }
    Ok(format!("{root}/{name}"))
}

/// One operation on many lines and on few, by turns.
fn growth(many: &Site, few: &Site, operation: &Operation, lines: u64) -> Result<(), Fault> {
    let (mut large, mut small) = (Taken::default(), Taken::default());
    let make_large = |dice: &mut Dice| (operation.product)(many, dice);
    let make_small = |dice: &mut Dice| (operation.product)(few, dice);
    warm(few, &make_small)?;
    warm(many, &make_large)?;
    for round in 0..ROUNDS {
        drive(&many.address, round, turn(), &make_large, &mut large)?;
        drive(&few.address, round, turn(), &make_small, &mut small)?;
    }
    let (most, least) = (large.percentile(99), small.percentile(99));
    let growth = most / least.max(1e-9);
    let (usual, few_usual) = (large.percentile(50), small.percentile(50));
    println!("{} p50: {usual:.2} ms at {lines} charges, {few_usual:.2} ms at {FEW}", operation.name);
    println!(
        "{} p99: {most:.2} ms at {lines} charges, {least:.2} ms at {FEW}: {growth:.2} times  ≤ {GROWTH_TARGET} {}",
        operation.name,
        verdict(growth <= GROWTH_TARGET),
    );
    Ok(())
}
