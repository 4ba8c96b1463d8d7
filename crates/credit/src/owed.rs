//! What partners owed at the end of a day, row by row (catalogue prm.md 1.6): open rows of debit notes, income that stands on
//! none, and what was paid before and not used. A day of the past is made anew: what was settled later is open again, and what
//! counts from a later day is not there yet.

use std::collections::BTreeMap;

use agreement::{Ask, dues, order_dates};
use charge::chain::{NOTE, NOTE_ROW, UNBILLED};
use charge::{line, rate};
use kernel::{Day, Id, day_after_days, parse_day, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, SelectStatement};
use platform::setting;
use platform::store::{Conn, Row, sql};
use trade::charge::{Currency, Side};
use trade::terms::Dates;

use crate::age::INCOME_DAYS;
use crate::open::{DONE, FINISHED, LIVING, UNBILLED_FROM, whole, worth};

const ORDER: &str = "freight_order";
const WRITE_OFF: &str = "write_off";
const WRITE_OFF_LINE: &str = "write_off_line";
const RECEIPT: &str = "receipt";
const ADVANCE: &str = "advance";
/// What a write-off and an advance were taken of.
const OF_RECEIPT: &str = "receipt_id";
const OF_ADVANCE: &str = "advance_id";

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A row of a debit note.
    Note,
    /// Income of an order that stands on no note.
    Unbilled,
    /// A receipt or an advance.
    Paid,
}

/// Something that is owed, or was paid before. Amounts are thousandths, of the functional currency unless one was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// What it is.
    pub kind: Kind,
    /// Number of the note, of the receipt or of the advance; of income that of its order.
    pub number: String,
    /// Whose it is.
    pub coop: Id,
    /// Its order.
    pub order: Option<Id>,
    /// Number of that; empty without one.
    pub order_code: String,
    /// Scope of that; empty without one.
    pub scope: String,
    /// Its own currency.
    pub currency: String,
    /// What its terms count from.
    pub base: Day,
    /// Its own day; of income the one its terms count from.
    pub noted: Day,
    /// When it is due.
    pub due: Day,
    /// The whole.
    pub amount: i64,
    /// What of that was settled or used until then.
    pub settled: i64,
}

impl Owed {
    /// What is left.
    pub fn open(&self) -> i64 {
        self.amount - self.settled
    }
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Selects the ids of the partners.
    pub coops: SelectStatement,
    /// The day.
    pub day: Day,
    /// Today: a day before it is made anew.
    pub today: Day,
    /// Of this currency alone, in it.
    pub currency: Option<String>,
    /// Of these scopes alone; none: of all, with what was paid before, which is of no scope.
    pub scopes: Vec<String>,
}

impl Wanted {
    fn is_past(&self) -> bool {
        self.day < self.today
    }

    fn counts(&self, base: Day) -> bool {
        !self.is_past() || base <= self.day
    }

    /// Rows of the wanted partners in the wanted currency.
    fn narrow(&self, select: &mut SelectStatement, of: &'static str, money: &'static str) {
        select.and_where(sql::of(of, "coop_id").in_subquery(self.coops.clone()));
        if let Some(currency) = &self.currency {
            select.and_where(sql::of_eq(money, "currency_code", currency.clone()));
        }
    }

    fn narrow_scopes(&self, select: &mut SelectStatement, of: &'static str) {
        if !self.scopes.is_empty() {
            select.and_where(sql::is_in(sql::of(of, "business_scope"), self.scopes.iter().cloned()));
        }
    }

    /// Of an amount and its worth in the functional currency the one that is asked for.
    fn of(&self, amount: i64, functional: i64) -> i64 {
        if self.currency.is_some() { amount } else { functional }
    }
}

/// All rows of some partners that have something open.
pub fn owed(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Owed>, Refusal> {
    let mut rows = notes(conn, org, wanted)?;
    rows.extend(unbilled(conn, org, wanted)?);
    dated(conn, org, &mut rows)?;
    rows.retain(|row| wanted.counts(row.base));
    if wanted.scopes.is_empty() {
        rows.extend(receipts(conn, org, wanted)?);
        rows.extend(advances(conn, org, wanted)?);
    }
    rows.retain(|row| row.open() != 0);
    Ok(rows)
}

/// Lines that settled notes behind the day.
fn later_lines(org: i64, wanted: &Wanted) -> SelectStatement {
    let mut lines = sql::from(org, WRITE_OFF_LINE);
    lines
        .join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, WRITE_OFF_LINE, "write_off_id"))
        .and_where(sql::of_eq(WRITE_OFF, "side", line::code_of(Side::Receivable)))
        .and_where(sql::of(WRITE_OFF, "write_off_date").gt(sql::value(show_day(wanted.day))))
        .and_where(Expr::cust("NOT write_off_line.is_reversed"));
    lines
}

fn notes(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Owed>, Refusal> {
    let mut open = Condition::any().add(Expr::cust("debit_note.functional_open <> 0"));
    let mut later: BTreeMap<Id, [i64; 2]> = BTreeMap::new();
    if wanted.is_past() {
        let mut documents = later_lines(org, wanted);
        documents.column((WRITE_OFF_LINE, "document_id"));
        open = open.add(sql::of(NOTE, "id").in_subquery(documents));
        let mut lines = later_lines(org, wanted);
        lines
            .column((WRITE_OFF_LINE, "row_id"))
            .expr(whole("SUM(write_off_line.amount)"))
            .expr(whole("SUM(write_off_line.carrying)"))
            .group_by_col((WRITE_OFF_LINE, "row_id"));
        for row in conn.query(&lines.into())? {
            later.insert(row.get(0)?, [row.get(1)?, row.get(2)?]);
        }
    }
    let mut select = sql::from(org, NOTE);
    select
        .columns([(NOTE_ROW, "id"), (NOTE, "note_num"), (NOTE, "coop_id"), (NOTE, "order_id"), (ORDER, "order_code")])
        .columns(["business_scope", "note_date", "due_date"].map(|column| (NOTE, column)))
        .columns(
            ["currency_code", "amount", "settled", "functional", "functional_settled"].map(|column| (NOTE_ROW, column)),
        )
        .join(
            JoinType::InnerJoin,
            NOTE_ROW,
            Expr::cust("debit_note_row.org_id = debit_note.org_id AND debit_note_row.note_id = debit_note.id"),
        )
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(Expr::cust("debit_note.state = 'NORMAL'"))
        .cond_where(open);
    wanted.narrow(&mut select, NOTE, NOTE_ROW);
    wanted.narrow_scopes(&mut select, NOTE);
    let one = |row: &Row| {
        let [amount_later, functional_later] = later.get(&row.get(0)?).copied().unwrap_or_default();
        let (noted, due) = (day(row, 6)?, day(row, 7)?);
        Ok(Owed {
            kind: Kind::Note,
            number: row.get(1)?,
            coop: row.get(2)?,
            order: row.get(3)?,
            order_code: row.get(4)?,
            scope: row.get(5)?,
            currency: row.get(8)?,
            base: noted,
            noted,
            due,
            amount: wanted.of(row.get(9)?, row.get(11)?),
            settled: wanted.of(row.get::<i64>(10)? - amount_later, row.get::<i64>(12)? - functional_later),
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

fn day(row: &Row, place: usize) -> Result<Day, Refusal> {
    let text: String = row.get(place)?;
    parse_day(&text).ok_or_else(|| Refusal::broken("a paper without its day"))
}

/// Income of orders that live, by partner and currency.
fn unbilled(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Owed>, Refusal> {
    let from: String = setting::value(conn, org, &UNBILLED_FROM, None)?;
    let mut select = sql::from(org, line::TABLE);
    let keys = [
        (line::TABLE, "coop_id"),
        (line::TABLE, "order_id"),
        (ORDER, "order_code"),
        (ORDER, "business_scope"),
        (line::TABLE, "currency_code"),
    ];
    select
        .columns(keys)
        .expr(whole("SUM(charge.amount)"))
        .expr(whole("SUM(charge.functional)"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, line::TABLE, "order_id"))
        .and_where(Expr::cust(UNBILLED))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), LIVING))
        .group_by_columns(keys);
    if from == DONE {
        select.and_where(sql::of_eq(ORDER, "income_recorded", FINISHED));
    }
    wanted.narrow(&mut select, line::TABLE, line::TABLE);
    wanted.narrow_scopes(&mut select, ORDER);
    let one = |row: &Row| {
        Ok(Owed {
            kind: Kind::Unbilled,
            number: row.get(2)?,
            coop: row.get(0)?,
            order: row.get(1)?,
            order_code: row.get(2)?,
            scope: row.get(3)?,
            currency: row.get(4)?,
            base: wanted.day,
            noted: wanted.day,
            due: wanted.day,
            amount: wanted.of(row.get(5)?, row.get(6)?),
            settled: 0,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Tells rows of orders the day their terms count from, by what was agreed; income when it will be due as well.
fn dated(conn: &mut dyn Conn, org: i64, rows: &mut [Owed]) -> Result<(), Refusal> {
    let mut orders: Vec<Id> = rows.iter().filter_map(|row| row.order).collect();
    orders.sort_unstable();
    orders.dedup();
    let dates = order_dates(conn, org, &orders)?;
    let ask = |row: &Owed| {
        let known = row.order.and_then(|order| dates.get(&order)).ok_or(Refusal::NotFound)?;
        let note = (row.kind == Kind::Note).then_some(row.noted);
        Ok(Ask { dates: Dates { note, ..known.dates }, ..Ask::of(known, row.coop, Side::Receivable) })
    };
    let asks = rows.iter().map(ask).collect::<Result<Vec<_>, Refusal>>()?;
    for (row, due) in rows.iter_mut().zip(dues(conn, org, &asks)?) {
        row.base = due.base;
        if row.kind == Kind::Unbilled {
            (row.noted, row.due) = (due.base, due.day);
        }
    }
    Ok(())
}

/// What took of receipts or advances behind the day, and how much: write-offs, of receipts advances as well.
fn takers(org: i64, wanted: &Wanted, source: &'static str) -> Vec<(SelectStatement, &'static str)> {
    let since = || sql::value(show_day(wanted.day));
    let mut write_offs = sql::from(org, WRITE_OFF);
    write_offs
        .column(source)
        .and_where(sql::eq("side", line::code_of(Side::Receivable)))
        .and_where(sql::eq("state", "VALID"))
        .and_where(sql::col("write_off_date").gt(since()))
        .and_where(sql::col(source).is_not_null());
    let mut takers = vec![(write_offs, "SUM(money)")];
    if source == OF_RECEIPT {
        let mut advances = sql::from(org, ADVANCE);
        advances
            .column(source)
            .and_where(sql::col(source).is_not_null())
            .and_where(sql::col("state").ne("VOID"))
            .and_where(sql::col("advance_date").gt(since()));
        takers.push((advances, "SUM(amount)"));
    }
    takers
}

/// What was taken of them behind the day, by their ids.
fn used_later(
    conn: &mut dyn Conn,
    org: i64,
    wanted: &Wanted,
    source: &'static str,
) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut used: BTreeMap<Id, i64> = BTreeMap::new();
    if !wanted.is_past() {
        return Ok(used);
    }
    for (mut select, sum) in takers(org, wanted, source) {
        select.expr(whole(sum)).group_by_col(source);
        for row in conn.query(&select.into())? {
            *used.entry(row.get(0)?).or_default() += row.get::<i64>(1)?;
        }
    }
    Ok(used)
}

/// Those with something open, or from which something was taken behind the day; none of a later day than a past one.
fn of_day(select: &mut SelectStatement, org: i64, wanted: &Wanted, (date, source): (&'static str, &'static str)) {
    let mut open = Condition::any().add(sql::col("open_amount").ne(0));
    if wanted.is_past() {
        select.and_where(sql::col(date).lte(sql::value(show_day(wanted.day))));
        for (taker, _) in takers(org, wanted, source) {
            open = open.add(sql::col("id").in_subquery(taker));
        }
    }
    select.cond_where(open);
}

/// Claimed receipts, each at its own rate.
fn receipts(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Owed>, Refusal> {
    let own = rate::functional(conn, org)?;
    let used = used_later(conn, org, wanted, OF_RECEIPT)?;
    let mut select = sql::from(org, RECEIPT);
    select.columns(["id", "receipt_num", "coop_id", "receipt_date", "currency_code", "exchange_rate"]);
    select.columns(["amount", "open_amount"]);
    of_day(&mut select, org, wanted, ("receipt_date", OF_RECEIPT));
    wanted.narrow(&mut select, RECEIPT, RECEIPT);
    let one = |row: &Row| {
        let (code, rate): (String, i64) = (row.get(4)?, row.get(5)?);
        let later = used.get(&row.get(0)?).copied().unwrap_or_default();
        let worth = |raw: i64| wanted.of(raw, worth(raw, &code, rate, own));
        let (amount, open) = (worth(row.get(6)?), worth(row.get::<i64>(7)? + later));
        paid(row, code.clone(), (amount, amount - open))
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Advances, at what is left of what they are carried at.
fn advances(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Owed>, Refusal> {
    let own: Currency = rate::functional(conn, org)?;
    let used = used_later(conn, org, wanted, OF_ADVANCE)?;
    let mut select = sql::from(org, ADVANCE);
    select
        .columns(["id", "advance_num", "coop_id", "advance_date", "currency_code", "exchange_rate"])
        .columns(["amount", "open_amount", "functional", "functional_used"])
        .and_where(sql::eq("kind", "IN"))
        .and_where(sql::col("state").ne("VOID"));
    of_day(&mut select, org, wanted, ("advance_date", OF_ADVANCE));
    wanted.narrow(&mut select, ADVANCE, ADVANCE);
    let one = |row: &Row| {
        let (code, rate): (String, i64) = (row.get(4)?, row.get(5)?);
        let later = used.get(&row.get(0)?).copied().unwrap_or_default();
        let amount: i64 = row.get(6)?;
        let settled =
            wanted.of(amount - row.get::<i64>(7)? - later, row.get::<i64>(9)? - worth(later, &code, rate, own));
        paid(row, code, (wanted.of(amount, row.get(8)?), settled))
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

fn paid(row: &Row, currency: String, (amount, settled): (i64, i64)) -> Result<Owed, Refusal> {
    let on = day(row, 3)?;
    Ok(Owed {
        kind: Kind::Paid,
        number: row.get(1)?,
        coop: row.get(2)?,
        order: None,
        order_code: String::new(),
        scope: String::new(),
        currency,
        base: on,
        noted: on,
        due: on,
        amount,
        settled,
    })
}

/// Income of the last days, by partner, scope and currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income {
    /// Who pays.
    pub coop: Id,
    /// Scope of its orders.
    pub scope: String,
    /// Its currency.
    pub currency: String,
    /// What it comes to.
    pub amount: i64,
}

/// Income of orders that live and count in the days until the day, whether it is billed or not.
pub fn income(conn: &mut dyn Conn, org: i64, wanted: &Wanted) -> Result<Vec<Income>, Refusal> {
    let since = show_day(day_after_days(wanted.day, -INCOME_DAYS));
    let mut select = sql::from(org, ORDER);
    let keys = [(line::TABLE, "coop_id"), (ORDER, "business_scope"), (line::TABLE, "currency_code")];
    select
        .columns(keys)
        .expr(whole("SUM(charge.amount)"))
        .expr(whole("SUM(charge.functional)"))
        .join(
            JoinType::InnerJoin,
            line::TABLE,
            Expr::cust("charge.org_id = freight_order.org_id AND charge.order_id = freight_order.id"),
        )
        .and_where(Expr::cust("charge.kind = 'RECEIVABLE' AND charge.state = 'NORMAL'"))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), LIVING))
        .and_where(sql::of(ORDER, "biz_date").gt(sql::value(since)))
        .and_where(sql::of(ORDER, "biz_date").lte(sql::value(show_day(wanted.day))))
        .group_by_columns(keys);
    wanted.narrow(&mut select, line::TABLE, line::TABLE);
    wanted.narrow_scopes(&mut select, ORDER);
    let one = |row: &Row| {
        Ok(Income {
            coop: row.get(0)?,
            scope: row.get(1)?,
            currency: row.get(2)?,
            amount: wanted.of(row.get(3)?, row.get(4)?),
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}
