//! Whether the sums of orders are what their charges, rates and locks make of them (catalogue css.md 0.14 d; 0.15, invariants
//! 2, 3, 17 and 24). Many orders are read at a time, without holding anybody up. What differs is told and stays as it is,
//! until a user has one order made anew.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Id, parse_day};
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::log::{Change, Level};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order as Way, SelectStatement};
use platform::store::{Conn, Row, sql};
use trade::charge::{Currency, Side};

use crate::chain::{ENTERED, NONE};
use crate::finance::{self, Both, COLUMNS, POSTING};
use crate::item::{self, ServiceItem};
use crate::ledger::{self, money_text};
use crate::line::{self, Charge, Line, Source};
use crate::{card, figure, period, rate};

/// Orders that one look reads.
pub const ORDERS: u64 = 500;
/// What the log calls it.
pub const RECOMPUTED: &str = "重算";
/// Table of orders.
const ORDER: &str = "freight_order";
/// Where an order stands in its life while finance holds it.
const LOCKED: &str = "LOCKED";
/// The column of a day that is not the one it should be.
const DAY: &str = "financial_date";
/// How far income and cost are, in the order of [`Side::ALL`].
const STATUSES: [&str; 2] = ["income_status", "cost_status"];

/// The part of an order's money that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its row in `order_finance`.
    Order,
    /// A row of `order_finance_posting`.
    Posting,
    /// One of its charges.
    Charge,
}

impl Part {
    /// As it is stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Order => "ORDER",
            Self::Posting => "POSTING",
            Self::Charge => "CHARGE",
        }
    }
}

/// The parts as choices of a field.
pub const PARTS: &[Choice] = &[
    Choice::new(Part::Order.code(), "订单汇总", "Sums of the order"),
    Choice::new(Part::Posting.code(), "按财务日期汇总", "Sums by financial date"),
    Choice::new(Part::Charge.code(), "费用行", "Charge"),
];

/// What may differ, by its column.
pub const FIGURES: &[Choice] = &[
    Choice::new("income", "收入", "Income"),
    Choice::new("income_not_tax", "无税收入", "Income without tax"),
    Choice::new("income_passed_on", "代收收入", "Income passed on"),
    Choice::new("income_gx", "干线收入", "Income, trunk"),
    Choice::new("income_zx", "支线收入", "Income, feeder"),
    Choice::new("income_cz", "操作收入", "Income, handling"),
    Choice::new("income_bz", "包装收入", "Income, packing"),
    Choice::new("income_cc", "仓储收入", "Income, storage"),
    Choice::new("income_kd", "快递收入", "Income, courier"),
    Choice::new("income_gj", "关检收入", "Income, customs"),
    Choice::new("income_sj", "数据收入", "Income, data"),
    Choice::new("income_status", "已录收入", "Income entered"),
    Choice::new("cost", "成本", "Cost"),
    Choice::new("cost_not_tax", "无税成本", "Cost without tax"),
    Choice::new("cost_passed_on", "代付成本", "Cost passed on"),
    Choice::new("cost_gx", "干线成本", "Cost, trunk"),
    Choice::new("cost_zx", "支线成本", "Cost, feeder"),
    Choice::new("cost_cz", "操作成本", "Cost, handling"),
    Choice::new("cost_bz", "包装成本", "Cost, packing"),
    Choice::new("cost_cc", "仓储成本", "Cost, storage"),
    Choice::new("cost_kd", "快递成本", "Cost, courier"),
    Choice::new("cost_gj", "关检成本", "Cost, customs"),
    Choice::new("cost_sj", "数据成本", "Cost, data"),
    Choice::new("cost_status", "已录成本", "Cost entered"),
    Choice::new("functional", "费用本币金额", "Functional amount of a charge"),
    Choice::new("functional_not_tax", "费用本币无税", "Functional amount of a charge, without tax"),
    Choice::new("functional_tax", "费用本币税额", "Functional tax of a charge"),
    Choice::new(DAY, "财务日期", "Financial date"),
];

/// A figure in Chinese and English, behind its financial date.
pub fn words(column: &str, day: &str) -> (String, String) {
    let label = FIGURES.iter().find(|figure| figure.value == column).map_or(("", ""), |one| (one.zh, one.en));
    let dated = |label: &str| if day.is_empty() { label.to_owned() } else { format!("{day} {label}") };
    (dated(label.0), dated(label.1))
}

/// A figure that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub part: Part,
    /// The side it tells of; none of a day, which tells of no money.
    pub side: Option<Side>,
    /// Its column.
    pub column: &'static str,
    /// Its financial date; empty where it has none.
    pub day: String,
    /// The item of a charge.
    pub item: Option<Id>,
    /// What the table holds; empty where it holds nothing.
    pub stored: String,
    /// What charges, rates and locks make of it.
    pub recomputed: String,
}

impl Difference {
    /// The days whose figures it is about.
    fn days(&self) -> impl Iterator<Item = Day> {
        // Money reads as no day.
        [&self.day, &self.stored, &self.recomputed].into_iter().filter_map(|text| parse_day(text))
    }

    fn change(&self, items: &BTreeMap<Id, ServiceItem>) -> Change {
        let (label, _) = words(self.column, &self.day);
        let item = self.item.and_then(|id| items.get(&id)).map(ServiceItem::full_name);
        let label = [Some(label), item].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Change { field: self.column.to_owned(), label, old: self.stored.clone(), new: self.recomputed.clone() }
    }
}

/// Orders that were looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// How many.
    pub orders: usize,
    /// The last of them.
    pub last: Option<Id>,
    /// Whether there are none behind.
    pub ends: bool,
    /// Those that seem to differ. Somebody may have written between two statements: [`confirmed`] says whether one does.
    pub differing: Vec<Id>,
}

/// Looks at the next orders behind one; as many statements for many orders as for one.
pub fn page(conn: &mut dyn Conn, org: i64, after: Id) -> Result<Page, Refusal> {
    let mut select = selected(org);
    select.and_where(sql::col("id").gt(sql::value(after))).order_by("id", Way::Asc).limit(ORDERS);
    let orders = read(conn, select)?;
    let differing = found(conn, org, &orders)?.into_iter().map(|(id, _)| id).collect();
    let ends = u64::try_from(orders.len()).is_ok_and(|orders| orders < ORDERS);
    Ok(Page { orders: orders.len(), last: orders.last().map(|order| order.id), ends, differing })
}

/// What differs of one order, in a transaction that writes: its charges are held while they are read.
pub fn confirmed(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Difference>, Refusal> {
    let version = finance::held(conn, org, order)?;
    let orders = one(conn, org, order)?;
    let found = found(conn, org, &orders)?.pop().map(|(_, found)| found).unwrap_or_default();
    // Of an order without sums nothing could be held: somebody may have entered its first charge meanwhile.
    let stands = finance::held(conn, org, order)? == version;
    Ok(if stands { found } else { Vec::new() })
}

/// Makes the figures of an order anew and says so in its log, with what they were; answers what differed. Figures of a closed
/// month stay until it is opened again.
pub fn mend(tx: &mut Tx<'_>, (order, code): (Id, &str)) -> Result<Vec<Difference>, Refusal> {
    let org = tx.org();
    let found = confirmed(tx, org, order)?;
    if found.is_empty() {
        tx.no_log_line();
        return Ok(found);
    }
    finance::hold(tx, order, None)?;
    period::need_not_closed(tx, found.iter().flat_map(Difference::days))?;
    let known = one(tx, org, order)?.pop().ok_or(Refusal::NotFound)?;
    let own = rate::functional(tx, org)?;
    for line in line::of_order(tx, org, order)?.iter().filter(|line| line.counts()) {
        let made = restated(line, &known, own);
        if !ledger::alike(line, &made) {
            ledger::update(tx, &made)?;
        }
    }
    finance::settle(tx, order)?;
    let items = item::by_id(tx, org, found.iter().filter_map(|one| one.item))?;
    for side in Side::ALL {
        let own = found.iter().filter(|one| one.side.is_none_or(|told| told == side));
        let changes: Vec<Change> = own.map(|one| one.change(&items)).collect();
        if !changes.is_empty() {
            let entry = ledger::entry(side, (order, code)).did("修改", RECOMPUTED).level(Level::High);
            tx.log(entry.changes(changes))?;
        }
    }
    Ok(found)
}

/// What the figures of an order hang on beside its charges.
struct Order {
    id: Id,
    /// The day finance locked it for; none of one that is open.
    locked_for: Option<String>,
}

fn selected(org: i64) -> SelectStatement {
    let mut select = sql::from(org, ORDER);
    select.columns(["id", "lifecycle", DAY]);
    select
}

fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Order>, Refusal> {
    let order = |row: &Row| {
        let is_locked = row.get::<String>(1)? == LOCKED;
        Ok(Order { id: row.get(0)?, locked_for: is_locked.then(|| row.get(2)).transpose()? })
    };
    conn.query(&select.into())?.iter().map(order).collect()
}

fn one(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Order>, Refusal> {
    let mut select = selected(org);
    select.and_where(sql::eq("id", order));
    read(conn, select)
}

/// What the tables hold of the money of an order.
#[derive(Default)]
struct Books {
    lines: Vec<Line>,
    /// Its sums and how far both sides are; none of an order that has no such row.
    sums: Option<(Vec<i64>, [String; 2])>,
    postings: BTreeMap<String, Vec<i64>>,
}

/// The differences of orders, of those that have some.
fn found(conn: &mut dyn Conn, org: i64, orders: &[Order]) -> Result<Vec<(Id, Vec<Difference>)>, Refusal> {
    let (Some(first), Some(last)) = (orders.first(), orders.last()) else { return Ok(Vec::new()) };
    let books = books(conn, org, (first.id, last.id))?;
    let named = books.values().flat_map(|books| &books.lines).filter_map(|line| line.charge.service_item_id);
    let items = item::by_id(conn, org, named)?;
    let own = rate::functional(conn, org)?;
    let kind = |line: &Line| finance::kind_of(line, &items);
    let of = |order: &Order| Some((order.id, differences(order, books.get(&order.id)?, own, kind)));
    Ok(orders.iter().filter_map(of).filter(|(_, found)| !found.is_empty()).collect())
}

/// What is held of the orders from one to another.
fn books(conn: &mut dyn Conn, org: i64, (first, last): (Id, Id)) -> Result<BTreeMap<Id, Books>, Refusal> {
    let between = || sql::col("order_id").between(sql::value(first), sql::value(last));
    let mut books: BTreeMap<Id, Books> = BTreeMap::new();
    let mut sums = sql::from(org, finance::TABLE);
    sums.column("order_id").columns(STATUSES).columns(COLUMNS).and_where(between());
    for row in conn.query(&sums.into())? {
        let statuses = [row.get(1)?, row.get(2)?];
        books.entry(row.get(0)?).or_default().sums = Some((figures_of(&row, 3)?, statuses));
    }
    let mut postings = sql::from(org, POSTING);
    postings.columns(["order_id", DAY]).columns(COLUMNS).and_where(between());
    for row in conn.query(&postings.into())? {
        books.entry(row.get(0)?).or_default().postings.insert(row.get(1)?, figures_of(&row, 2)?);
    }
    let mut lines = sql::from(org, line::TABLE);
    lines.columns(["order_id", "kind"]).columns(READ.map(|field| field.column)).and_where(between());
    lines.order_by("order_id", Way::Asc).order_by("kind", Way::Desc).order_by("line", Way::Asc);
    for row in conn.query(&lines.into())? {
        books.entry(row.get(0)?).or_default().lines.push(line(&row)?);
    }
    Ok(books)
}

fn figures_of(row: &Row, from: usize) -> Result<Vec<i64>, Refusal> {
    (from..from + COLUMNS.len()).map(|place| Ok(row.get(place)?)).collect()
}

/// What is read of a charge: all that its part of the sums is made of.
const READ: [Field; 11] = [
    Charge::STATE,
    Charge::SERVICE_ITEM_ID,
    Charge::CURRENCY_CODE,
    Charge::AMOUNT,
    Charge::EXCHANGE_RATE,
    Charge::TAX_RATE,
    Charge::FUNCTIONAL,
    Charge::FUNCTIONAL_NOT_TAX,
    Charge::FUNCTIONAL_TAX,
    Charge::FINANCIAL_DATE,
    Charge::ADJUST_NO,
];

fn line(row: &Row) -> Result<Line, Refusal> {
    let mut line = Line::new(card::side_of(&row.get::<String>(1)?), Source::Manual);
    line.charge = Charge {
        state: row.get(2)?,
        service_item_id: row.get(3)?,
        currency_code: row.get(4)?,
        amount: row.get(5)?,
        exchange_rate: row.get(6)?,
        tax_rate: row.get(7)?,
        functional: row.get(8)?,
        functional_not_tax: row.get(9)?,
        functional_tax: row.get(10)?,
        financial_date: row.get(11)?,
        adjust_no: row.get(12)?,
        ..line.charge
    };
    Ok(line)
}

/// A line that counts as its amount, its rate and the lock of its order make it. An adjustment keeps its own day.
fn restated(line: &Line, order: &Order, own: Currency) -> Line {
    let mut made = line.clone();
    if let Some([all, not_tax, tax]) = figure::restated(&line.charge, own) {
        (made.charge.functional, made.charge.functional_not_tax, made.charge.functional_tax) = (all, not_tax, tax);
    }
    // A lock without a day would say none.
    if line.charge.adjust_no.is_empty() && order.locked_for.as_deref() != Some("") {
        made.charge.financial_date = order.locked_for.clone().unwrap_or_default();
    }
    made
}

/// Everything that is not what it should be of an order.
fn differences(order: &Order, books: &Books, own: Currency, kind: impl Fn(&Line) -> (String, bool)) -> Vec<Difference> {
    let counting: Vec<&Line> = books.lines.iter().filter(|line| line.counts()).collect();
    let made: Vec<Line> = counting.iter().map(|line| restated(line, order, own)).collect();
    let (all, dated) = finance::sums(&made, kind);
    let mut found = of_order(books, (&made, &all), own);
    let days: BTreeSet<&String> = books.postings.keys().chain(dated.keys()).collect();
    for day in days {
        found.extend(of_day(day, (books.postings.get(day), dated.get(day)), own));
    }
    for (line, made) in counting.into_iter().zip(&made) {
        found.extend(of_line(line, made, own));
    }
    found
}

fn of_order(books: &Books, (made, all): (&[Line], &Both), own: Currency) -> Vec<Difference> {
    let none = (Both::default().figures(), [String::new(), String::new()]);
    let (stored, statuses) = match &books.sums {
        Some(stored) => stored,
        // An order that never had charges needs no sums.
        None if books.lines.is_empty() => return Vec::new(),
        None => &none,
    };
    let mut found = of_sums((Part::Order, ""), (stored, &all.figures()), own);
    for ((side, column), status) in Side::ALL.into_iter().zip(STATUSES).zip(statuses) {
        let is = if made.iter().any(|line| line.side == side) { ENTERED } else { NONE };
        // How far beyond that it is, its bills and payments say.
        let was = if [NONE, ""].contains(&status.as_str()) { status } else { ENTERED };
        if was != is {
            let (stored, recomputed) = (mark(was), mark(is));
            found.push(Difference { column, stored, recomputed, ..of((Part::Order, ""), Some(side)) });
        }
    }
    found
}

/// The sums of a day, either of which may not be there: then its day is what differs, whatever they come to.
fn of_day(day: &str, (stored, made): (Option<&Vec<i64>>, Option<&Both>), own: Currency) -> Vec<Difference> {
    let (is_stored, is_made) = (stored.is_some(), made.is_some());
    let stored = stored.cloned().unwrap_or_else(|| Both::default().figures());
    let made = made.copied().unwrap_or_default().figures();
    let mut found = of_sums((Part::Posting, day), (&stored, &made), own);
    if is_stored != is_made {
        let held = |is: bool| if is { day.to_owned() } else { String::new() };
        let (stored, recomputed) = (held(is_stored), held(is_made));
        found.insert(0, Difference { column: DAY, stored, recomputed, ..of((Part::Posting, day), None) });
    }
    found
}

fn of_sums((part, day): (Part, &str), (stored, made): (&[i64], &[i64]), own: Currency) -> Vec<Difference> {
    let each = COLUMNS.into_iter().zip(stored.iter().zip(made));
    let differing = each.filter(|(_, (stored, made))| stored != made).map(|(column, (stored, made))| {
        let side = if column.starts_with("income") { Side::Receivable } else { Side::Payable };
        let (stored, recomputed) = (money_text(*stored, own), money_text(*made, own));
        Difference { column, stored, recomputed, ..of((part, day), Some(side)) }
    });
    differing.collect()
}

fn of_line(line: &Line, made: &Line, own: Currency) -> Vec<Difference> {
    let (was, is) = (&line.charge, &made.charge);
    let about = || Difference { item: was.service_item_id, ..of((Part::Charge, &was.financial_date), Some(line.side)) };
    let figures = [
        ("functional", was.functional, is.functional),
        ("functional_not_tax", was.functional_not_tax, is.functional_not_tax),
        ("functional_tax", was.functional_tax, is.functional_tax),
    ];
    let differing = figures.into_iter().filter(|(_, was, is)| was != is).map(|(column, was, is)| {
        let (stored, recomputed) = (money_text(was, own), money_text(is, own));
        Difference { column, stored, recomputed, ..about() }
    });
    let mut found: Vec<Difference> = differing.collect();
    if was.financial_date != is.financial_date {
        let (stored, recomputed) = (was.financial_date.clone(), is.financial_date.clone());
        found.push(Difference { column: DAY, stored, recomputed, ..about() });
    }
    found
}

/// A difference that is still to say what it is.
fn of((part, day): (Part, &str), side: Option<Side>) -> Difference {
    let (stored, recomputed) = (String::new(), String::new());
    Difference { part, side, column: "", day: day.to_owned(), item: None, stored, recomputed }
}

/// Whether charges are entered, as a difference shows it in any language; nothing of a row that is not there.
fn mark(status: &str) -> String {
    match status {
        ENTERED => "✓",
        NONE => "✗",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAYS: [&str; 2] = ["2026-06-30", "2026-07-14"];

    fn own() -> Currency {
        Currency::named("CNY").expect("a currency")
    }

    /// 100.00 dollars at 7.1, six percent.
    fn charged(side: Side) -> Line {
        let mut line = Line::new(side, Source::Manual);
        line.charge = Charge {
            service_item_id: Some(Id(1)),
            currency_code: "USD".to_owned(),
            amount: Some(100_000),
            exchange_rate: Some(7_100_000),
            tax_rate: "6%".to_owned(),
            functional: 710_000,
            functional_not_tax: 669_810,
            functional_tax: 40_190,
            ..line.charge
        };
        line
    }

    fn settled(lines: Vec<Line>) -> Books {
        let (all, dated) = finance::sums(&lines, |_| ("干线".to_owned(), false));
        let has = |side: Side| if lines.iter().any(|line| line.side == side) { "ENTERED" } else { "NONE" }.to_owned();
        let sums = Some((all.figures(), Side::ALL.map(has)));
        let postings = dated.into_iter().map(|(day, sums)| (day, sums.figures())).collect();
        Books { lines, sums, postings }
    }

    fn told(locked_for: Option<&str>, books: &Books) -> Vec<(&'static str, String, String)> {
        let order = Order { id: Id(7), locked_for: locked_for.map(str::to_owned) };
        let found = differences(&order, books, own(), |_| ("干线".to_owned(), false));
        found.into_iter().map(|one| (one.column, one.stored, one.recomputed)).collect()
    }

    fn said(column: &'static str, stored: &str, recomputed: &str) -> (&'static str, String, String) {
        (column, stored.to_owned(), recomputed.to_owned())
    }

    #[test]
    fn what_is_settled_differs_in_nothing() {
        let open = settled(vec![charged(Side::Receivable), charged(Side::Payable)]);
        assert_eq!(told(None, &open), []);
        let mut line = charged(Side::Payable);
        line.charge.financial_date = DAYS[1].to_owned();
        assert_eq!(told(Some(DAYS[1]), &settled(vec![line])), []);
        assert_eq!(told(None, &Books::default()), []);
    }

    #[test]
    fn a_sum_a_state_and_a_missing_row_are_told_with_what_they_should_be() {
        let mut books = settled(vec![charged(Side::Receivable)]);
        let right = books.sums.clone();
        if let Some((figures, statuses)) = &mut books.sums {
            figures[0] += 10;
            statuses[1] = "ENTERED".to_owned();
        }
        assert_eq!(told(None, &books), [said("income", "710.01", "710.00"), said("cost_status", "✓", "✗")]);
        books.sums = None;
        let missing = told(None, &books);
        assert_eq!(missing[0], said("income", "0.00", "710.00"));
        assert_eq!(missing.last(), Some(&said("cost_status", "", "✗")));
        books.sums = right;
        assert_eq!(told(None, &books), []);
    }

    #[test]
    fn a_charge_is_made_anew_of_its_rate_and_its_day_of_the_lock() {
        let mut books = settled(vec![charged(Side::Receivable)]);
        books.lines[0].charge.functional = 700_000;
        // The sums are those of the rate: the charge alone is wrong.
        assert_eq!(told(None, &books), [said("functional", "700.00", "710.00")]);
        let mut line = charged(Side::Receivable);
        line.charge.financial_date = DAYS[0].to_owned();
        let dated = settled(vec![line]);
        let found = told(None, &dated);
        assert_eq!(found[0], said(DAY, DAYS[0], ""), "the posting of an order that is open");
        assert_eq!(found.last(), Some(&said(DAY, DAYS[0], "")), "and the charge");
        let moved = told(Some(DAYS[1]), &dated);
        assert!(moved.contains(&said(DAY, "", DAYS[1])) && moved.contains(&said(DAY, DAYS[0], DAYS[1])), "{moved:?}");
    }

    #[test]
    fn an_adjustment_keeps_its_own_day() {
        let mut line = charged(Side::Payable);
        (line.charge.financial_date, line.charge.adjust_no) = (DAYS[0].to_owned(), "AJ-1".to_owned());
        let books = settled(vec![line]);
        assert_eq!(told(None, &books), []);
        assert_eq!(told(Some(DAYS[1]), &books), []);
    }

    #[test]
    fn every_column_has_its_words() {
        let columns = COLUMNS.into_iter().chain(STATUSES);
        let unnamed: Vec<&str> = columns.filter(|column| FIGURES.iter().all(|known| known.value != *column)).collect();
        assert_eq!(unnamed, [""; 0]);
        assert_eq!(words("cost", DAYS[1]).0, "2026-07-14 成本");
        assert_eq!(words("functional", "").1, "Functional amount of a charge");
    }
}
