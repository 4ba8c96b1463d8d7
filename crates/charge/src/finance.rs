//! What an order brings and costs (catalogue css.md 0.14 a): one row of each order, and one of each of its financial dates,
//! made anew of its charges in the transaction of every write to them.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::access::Actor;
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, OnConflict, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};
use trade::charge::Side;

use crate::chain::{
    self, BILLED, ENTERED, INVOICED, NONE, PART_INVOICED, PART_SETTLED, RECONCILED, REQUESTED, SETTLED,
};
use crate::credit_due;
use crate::item::{self, ServiceItem, TYPES};
use crate::ledger::PROFIT_COLUMN;
use crate::line::{self, Line};

/// Its table.
pub const TABLE: &str = "order_finance";
/// Its rows by financial date.
pub const POSTING: &str = "order_finance_posting";
/// Table of orders.
const ORDER: &str = "freight_order";
/// Orders that are held, or counted on, by one statement.
const AT_ONCE: usize = 5_000;
/// Orders whose charges are read at once.
const READ_AT_ONCE: usize = 500;

/// How far the income of an order is (css.md 0.9).
pub const INCOME_STATES: &[Choice] = &[
    Choice::new(NONE, "未录收入", "No income"),
    Choice::new(ENTERED, "已录收入", "Income entered").tone("info"),
    Choice::new(BILLED, "已制账单", "Billed").tone("info"),
    Choice::new(PART_INVOICED, "部分开票", "Partly invoiced").tone("info"),
    Choice::new(INVOICED, "完全开票", "Invoiced").tone("info"),
    Choice::new(PART_SETTLED, "部分核销", "Partly settled").tone("warning"),
    Choice::new(SETTLED, "核销完毕", "Settled").tone("done"),
];
/// How far its cost is (css.md 0.9).
pub const COST_STATES: &[Choice] = &[
    Choice::new(NONE, "未录成本", "No cost"),
    Choice::new(ENTERED, "已录成本", "Cost entered").tone("info"),
    Choice::new(RECONCILED, "已对账", "Reconciled").tone("info"),
    Choice::new(PART_INVOICED, "部分收票", "Partly invoiced").tone("info"),
    Choice::new(REQUESTED, "付款申请", "Requested").tone("info"),
    Choice::new(INVOICED, "完全收票", "Invoiced").tone("info"),
    Choice::new(PART_SETTLED, "部分核销", "Partly settled").tone("warning"),
    Choice::new(SETTLED, "核销完毕", "Settled").tone("done"),
];

/// Sums of charges in thousandths of the functional currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// All of it, tax included.
    pub all: i64,
    /// Without tax.
    pub not_tax: i64,
    /// What is passed on.
    pub passed_on: i64,
    /// By type, in the order of [`TYPES`]; types a company made itself are in none.
    pub types: [i64; 8],
}

impl Sums {
    fn add(&mut self, line: &Line, kind: (&str, bool)) {
        let (service_type, passed_on) = kind;
        let amount = line.charge.functional;
        self.all += amount;
        self.not_tax += line.charge.functional_not_tax;
        self.passed_on += if passed_on { amount } else { 0 };
        let place = TYPES.iter().position(|(name, _)| *name == service_type);
        if let Some(sum) = place.and_then(|place| self.types.get_mut(place)) {
            *sum += amount;
        }
    }
}

/// Both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Both {
    /// What customers owe.
    pub income: Sums,
    /// What is owed to suppliers.
    pub cost: Sums,
}

impl Both {
    /// Income less cost.
    pub fn profit(&self) -> i64 {
        self.income.all - self.cost.all
    }

    fn side(&mut self, side: Side) -> &mut Sums {
        match side {
            Side::Receivable => &mut self.income,
            Side::Payable => &mut self.cost,
        }
    }

    /// The sums in the order of [`COLUMNS`].
    pub fn figures(&self) -> Vec<i64> {
        let of = |sums: &Sums| [sums.all, sums.not_tax, sums.passed_on].into_iter().chain(sums.types);
        of(&self.income).chain(of(&self.cost)).collect()
    }

    fn cells(&self) -> Vec<(&'static str, Value)> {
        COLUMNS.into_iter().zip(self.figures().into_iter().map(Value::Int)).collect()
    }
}

/// The sums as both tables hold them: all, without tax, passed on, and by type in the order of [`TYPES`]; income first.
pub const COLUMNS: [&str; 22] = [
    "income",
    "income_not_tax",
    "income_passed_on",
    "income_gx",
    "income_zx",
    "income_cz",
    "income_bz",
    "income_cc",
    "income_kd",
    "income_gj",
    "income_sj",
    "cost",
    "cost_not_tax",
    "cost_passed_on",
    "cost_gx",
    "cost_zx",
    "cost_cz",
    "cost_bz",
    "cost_cc",
    "cost_kd",
    "cost_gj",
    "cost_sj",
];

/// The sums of lines that count: of all, and by financial date.
pub fn sums<'a>(
    lines: impl IntoIterator<Item = &'a Line>,
    kind_of: impl Fn(&Line) -> (String, bool),
) -> (Both, BTreeMap<String, Both>) {
    let (mut all, mut dated) = (Both::default(), BTreeMap::<String, Both>::new());
    for line in lines.into_iter().filter(|line| line.counts()) {
        let (service_type, passed_on) = kind_of(line);
        let kind = (service_type.as_str(), passed_on);
        all.side(line.side).add(line, kind);
        if line.is_dated() {
            dated.entry(line.charge.financial_date.clone()).or_default().side(line.side).add(line, kind);
        }
    }
    (all, dated)
}

/// The type of a line's item, and whether its money is passed on.
pub(crate) fn kind_of(line: &Line, items: &BTreeMap<Id, ServiceItem>) -> (String, bool) {
    let item = line.charge.service_item_id.and_then(|id| items.get(&id));
    item.map(|item| (item.service_type.clone(), item.is_agency)).unwrap_or_default()
}

/// Whether somebody sees what is left of an order: with one side beside it, it tells the other.
pub fn sees_profit(actor: &Actor) -> bool {
    PROFIT_COLUMN.split_whitespace().all(|code| actor.has(code))
}

/// The version of an order's charges; 0 where it never had any.
pub fn version(conn: &mut dyn Conn, org: i64, order: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("version").and_where(sql::eq("order_id", order));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// Income and cost of an order as they stand, in thousandths of the functional currency.
pub fn settled(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(i64, i64), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["income", "cost"]).and_where(sql::eq("order_id", order));
    let row = conn.first(&select.into())?;
    Ok(row.map(|row| Ok::<_, Refusal>((row.get(0)?, row.get(1)?))).transpose()?.unwrap_or_default())
}

/// Holds the charges of an order until the transaction ends; refused where they are not of the version that was seen. Who
/// writes the order as well holds its charges first, so that no two wait for each other.
pub fn hold(tx: &mut Tx<'_>, order: Id, seen: Option<i64>) -> Result<(), Refusal> {
    let org = tx.org();
    let version = match held(tx, org, order)? {
        Some(version) => version,
        None if begun(tx, order)? => 0,
        // Somebody began at the same moment and was waited for: what he made of it counts.
        None => held(tx, org, order)?.ok_or(Refusal::Stale(Json::Null))?,
    };
    if seen.is_some_and(|seen| seen != version) {
        return Err(Refusal::Stale(json!({ "current": { "rowUuid": version.to_string() }, "changed": [] })));
    }
    Ok(())
}

/// Holds the charges of many orders, by their ids, until the transaction ends.
pub fn hold_all(tx: &mut Tx<'_>, orders: &BTreeSet<Id>) -> Result<(), Refusal> {
    let org = tx.org();
    let orders: Vec<Id> = orders.iter().copied().collect();
    for some in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, TABLE);
        select
            .column("order_id")
            .and_where(sql::is_in(sql::col("order_id"), some.iter().copied()))
            .order_by("order_id", Order::Asc)
            .lock_exclusive();
        let held: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        some.iter().filter(|order| !held.contains(order)).try_for_each(|order| hold(tx, *order, None))?;
    }
    Ok(())
}

/// The version of an order's charges, which stays until the transaction ends.
pub(crate) fn held(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<i64>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("version").and_where(sql::eq("order_id", order)).lock_exclusive();
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Begins with an order that never had charges; answers whether nobody else did.
fn begun(tx: &mut Tx<'_>, order: Id) -> Result<bool, Refusal> {
    let mut cells = vec![("order_id", Value::Int(order.0)), ("version", Value::Int(0))];
    cells.extend(Both::default().cells());
    cells.extend(["income_status", "cost_status"].map(|column| (column, Value::Text(NONE.to_owned()))));
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "order_id"]).do_nothing().to_owned());
    Ok(tx.exec(&insert.into())? > 0)
}

/// How many charges of orders wait for a word, of those that have such; one statement.
pub fn pending(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, line::TABLE);
    select
        .column("order_id")
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("state", line::PENDING.to_owned()))
        .and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()))
        .group_by_col("order_id");
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Makes the sums of an order anew of its charges, which are held, and counts its version on. Answers the sums.
pub fn settle(tx: &mut Tx<'_>, order: Id) -> Result<Both, Refusal> {
    let org = tx.org();
    let lines = line::of_order(tx, org, order)?;
    let named: BTreeSet<Id> = lines.iter().filter_map(|line| line.charge.service_item_id).collect();
    let items = item::by_id(tx, org, named)?;
    let (all, dated) = sums(&lines, |line| kind_of(line, &items));
    let has = |side: Side| lines.iter().any(|line| line.side == side && line.counts());
    let (income, cost) = (has(Side::Receivable), has(Side::Payable));
    let statuses = chain::statuses(tx, org, order, &lines)?.map(|status| Value::Text(status.to_owned()));
    let mut cells = all.cells();
    cells.extend(["income_status", "cost_status"].into_iter().zip(statuses));
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("order_id", order));
    tx.exec(&update.into())?;
    tx.exec(&sql::delete(org, POSTING).and_where(sql::eq("order_id", order)).to_owned().into())?;
    for (day, sums) in dated {
        let mut cells = vec![("order_id", Value::Int(order.0)), ("financial_date", Value::Text(day))];
        cells.extend(sums.cells());
        tx.exec(&sql::insert(org, POSTING, &cells).into())?;
    }
    recorded(tx, order, "income_recorded", income)?;
    recorded(tx, order, "cost_recorded", cost)?;
    credit_due::coops(tx, payers(&lines))?;
    Ok(all)
}

/// Who owes what lines bring.
pub(crate) fn payers(lines: &[Line]) -> BTreeSet<Id> {
    lines.iter().filter(|line| line.side == Side::Receivable).filter_map(|line| line.charge.coop_id).collect()
}

/// Counts the versions of the charges of orders on of which payments took something, or gave it back: their sums stay.
pub fn count_on(tx: &mut Tx<'_>, orders: &BTreeSet<Id>) -> Result<(), Refusal> {
    let orders: Vec<Id> = orders.iter().copied().collect();
    for some in orders.chunks(AT_ONCE) {
        let mut update = sql::update(tx.org(), TABLE, &[]);
        update.value("version", Expr::cust("version + 1"));
        update.and_where(sql::is_in(sql::col("order_id"), some.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// Makes the statuses of orders anew whose bills or payments went on while their charges stayed; they are held. Some hundred
/// orders take a few statements, and those whose statuses stay are not written.
pub fn restate_all(tx: &mut Tx<'_>, orders: &BTreeSet<Id>) -> Result<(), Refusal> {
    let org = tx.org();
    let all: Vec<Id> = orders.iter().copied().collect();
    for some in all.chunks(READ_AT_ONCE) {
        let mut lines: BTreeMap<Id, Vec<Line>> = some.iter().map(|order| (*order, Vec::new())).collect();
        for (order, line) in line::of_orders(tx, org, some)? {
            lines.entry(order).or_default().push(line);
        }
        let was = statuses_of(tx, org, some)?;
        let mut changed: BTreeMap<[&'static str; 2], Vec<Id>> = BTreeMap::new();
        for (order, now) in chain::statuses_of(tx, org, &lines)? {
            if was.get(&order).is_none_or(|was| was != &now) {
                changed.entry(now).or_default().push(order);
            }
        }
        for (statuses, orders) in changed {
            let [income, cost] = statuses.map(|status| Value::Text(status.to_owned()));
            let mut update = sql::update(org, TABLE, &[("income_status", income), ("cost_status", cost)]);
            update.and_where(sql::is_in(sql::col("order_id"), orders));
            tx.exec(&update.into())?;
        }
    }
    Ok(())
}

/// Statuses of both sides of orders, as they stand.
fn statuses_of(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, [String; 2]>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["order_id", "income_status", "cost_status"])
        .and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?]))).collect()
}

/// Whether charges of a side are entered, as the order says it; what is finished stays so.
fn recorded(tx: &mut Tx<'_>, order: Id, column: &'static str, has: bool) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), ORDER, &[(column, Value::Int(i64::from(has)))]);
    update.and_where(sql::eq("id", order)).and_where(sql::eq(column, i64::from(!has)));
    tx.exec(&update.into())?;
    Ok(())
}
