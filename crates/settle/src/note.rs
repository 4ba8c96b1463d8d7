//! Debit notes 账单: made of unbilled income of one order and one partner, one row for each currency, where money lands
//! (css.md 0.7, invariants 4 and 5).

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{IN_FORCE, NOTE, NOTE_ROW, PROCESSING, VOID};
use charge::line::{self, Line};
use charge::{credit_due, figure, finance, ledger, rate};
use kernel::{Day, ExchangeRate, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, Row, Value, sql};
use trade::charge::exchange::{Carried, common_rate};
use trade::charge::{Currency, Money, Side};

use crate::number;
use crate::periodic::settlement;
use crate::status::{self, MADE, STATED};

/// What the log calls a note.
pub const OBJECT: &str = "debit_note";
/// Table of statements.
pub const STATEMENT: &str = "statement";
/// Notes that are written with one statement.
const AT_ONCE: usize = 5_000;

const NOT_UNBILLED: Msg = Msg::new(
    "note.lines",
    "费用已变化或已制账单，请刷新后重试",
    "Some charges changed or stand on a debit note already. Read them again.",
);
const NO_LINES: Msg = Msg::new("note.empty", "请选择费用", "Choose charges.");
/// A rate can't be given to what is locked or stands elsewhere.
pub const RATE_HELD: Msg = Msg::new(
    "note.rate",
    "费用已锁账或已在其他对账单，不能修改汇率",
    "A charge is locked or in another payment; its rate can't be changed.",
);
const IN_STATEMENT: Msg =
    Msg::new("note.stated", "账单已制清单，不能{what}", "The note is in a statement: {what} is refused.");
const APPLIED: Msg =
    Msg::new("note.applied", "账单已申请开票，不能{what}", "An invoice is applied for: {what} is refused.");
const SETTLED: Msg = Msg::new("note.settled", "账单已核销，不能{what}", "The note was settled: {what} is refused.");
const IS_VOID: Msg = Msg::new("note.void", "账单已作废，不能{what}", "The note is void: {what} is refused.");

/// What a note is made of.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Its order.
    pub order: Id,
    /// Scope of the order, by its letters.
    pub scope: String,
    /// Who pays.
    pub coop: Id,
    /// The charges.
    pub charges: Vec<Id>,
    /// Its date.
    pub date: Day,
    /// When it is due, and whether somebody typed that.
    pub due: (Day, bool),
    /// The agreement its term is of.
    pub agreement: Option<Id>,
    /// The bank account of the company it names.
    pub bank: Option<Id>,
    /// Printed on it.
    pub remark: String,
    /// For the company alone.
    pub inner_remark: String,
    /// One rate for all lines of a currency, in millionths; lines of others keep theirs.
    pub rates: BTreeMap<String, i64>,
}

/// A note with what its changes ask for.
#[derive(Debug, Clone)]
pub struct Note {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Its order.
    pub order: Id,
    /// Scope of the order.
    pub scope: String,
    /// Who pays.
    pub coop: Id,
    /// Its date.
    pub date: String,
    /// In force or void.
    pub state: String,
    /// Its statement.
    pub statement: Option<Id>,
    /// The application for its invoices, its own or that of its statement.
    pub application: Option<Id>,
    /// Version.
    pub version: i64,
}

/// A row of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// Row.
    pub id: Id,
    /// Its note.
    pub note: Id,
    /// Currency.
    pub currency: String,
    /// Amount.
    pub amount: i64,
    /// Rate, in millionths.
    pub rate: i64,
    /// 综合: its lines have different rates.
    pub mixed: bool,
    /// Functional amount: the sum of its charges'.
    pub functional: i64,
    /// What invoices cover.
    pub invoiced: i64,
    /// What was settled.
    pub settled: i64,
    /// What that was carried at.
    pub functional_settled: i64,
}

/// Some notes by id, held until the transaction ends; those that are not there are left out. Their orders are held before.
pub fn held(tx: &mut Tx<'_>, ids: &[Id]) -> Result<Vec<Note>, Refusal> {
    let mut select = sql::from(tx.org(), NOTE);
    select
        .columns(["id", "note_num", "order_id", "business_scope", "coop_id", "note_date", "state"])
        .columns(["statement_id", "application_id", "version"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let read = |row: &Row| {
        Ok(Note {
            id: row.get(0)?,
            num: row.get(1)?,
            order: row.get(2)?,
            scope: row.get(3)?,
            coop: row.get(4)?,
            date: row.get(5)?,
            state: row.get(6)?,
            statement: row.get(7)?,
            application: row.get(8)?,
            version: row.get(9)?,
        })
    };
    tx.query(&select.into())?.iter().map(read).collect()
}

/// The rows of some notes, by note and currency.
pub fn rows(conn: &mut dyn Conn, org: i64, notes: &[Id]) -> Result<Vec<NoteRow>, Refusal> {
    let mut select = sql::from(org, NOTE_ROW);
    select
        .columns(["id", "note_id", "currency_code", "amount", "exchange_rate", "mixed_rate", "functional"])
        .columns(["invoiced", "settled", "functional_settled"])
        .and_where(sql::is_in(sql::col("note_id"), notes.iter().copied()))
        .order_by("note_id", Order::Asc)
        .order_by("currency_code", Order::Asc);
    let read = |row: &Row| {
        Ok(NoteRow {
            id: row.get(0)?,
            note: row.get(1)?,
            currency: row.get(2)?,
            amount: row.get(3)?,
            rate: row.get(4)?,
            mixed: row.get(5)?,
            functional: row.get(6)?,
            invoiced: row.get(7)?,
            settled: row.get(8)?,
            functional_settled: row.get(9)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Holds the charges of the orders of some notes, by their ids: what a write to notes begins with.
pub fn hold_orders(tx: &mut Tx<'_>, notes: &[Id]) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), NOTE);
    select.column("order_id").distinct().and_where(sql::is_in(sql::col("id"), notes.iter().copied()));
    let orders: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    finance::hold_all(tx, &orders)
}

/// Makes a note, its rows and the status of its order; the order is one the caller sees. Answers its id and number. The
/// caller writes the log line.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    finance::hold(tx, wanted.order, None)?;
    let org = tx.org();
    let own = rate::Table::of(tx, org, &[])?.own;
    let kept = line::of_order(tx, org, wanted.order)?;
    let chosen: BTreeSet<Id> = wanted.charges.iter().copied().collect();
    if chosen.is_empty() {
        return Err(Refusal::business(NO_LINES));
    }
    let fits = |line: &&Line| {
        let is_chosen = line.id.is_some_and(|id| chosen.contains(&id));
        is_chosen && is_free(line) && line.charge.coop_id == Some(wanted.coop)
    };
    let mut lines: Vec<Line> = kept.iter().filter(fits).cloned().collect();
    if lines.len() != chosen.len() {
        return Err(Refusal::business(NOT_UNBILLED));
    }
    let id = tx.new_id();
    for line in &mut lines {
        if let Some(rate) = wanted.rates.get(&line.charge.currency_code) {
            rerate(line, *rate, own)?;
        }
        line.charge.debit_note_id = Some(id);
        ledger::update(tx, line)?;
    }
    let num = number::scoped(tx, &wanted.scope, "DN")?;
    insert(tx, wanted, (id, &num))?;
    write_rows(tx, id, &lines, own)?;
    finance::settle(tx, wanted.order)?;
    restate(tx, &[id])?;
    Ok((id, num))
}

/// Gives a note other charges of its order and partner, and lines of a currency another rate (in millionths); the caller
/// holds the order and the note, asked [`need_unmoved`], and writes the log line.
pub fn recharge(
    tx: &mut Tx<'_>,
    note: &Note,
    charges: &BTreeSet<Id>,
    rates: &BTreeMap<String, i64>,
) -> Result<(), Refusal> {
    charge::period::need_not_closed(tx, parse_day(&note.date))?;
    let org = tx.org();
    let own = rate::Table::of(tx, org, &[])?.own;
    let kept = line::of_order(tx, org, note.order)?;
    let is_on = |line: &Line| line.charge.debit_note_id == Some(note.id);
    let is_chosen = |line: &Line| line.id.is_some_and(|id| charges.contains(&id));
    let fits =
        |line: &&Line| is_chosen(line) && (is_on(line) || is_free(line)) && line.charge.coop_id == Some(note.coop);
    if charges.is_empty() {
        return Err(Refusal::business(NO_LINES));
    }
    let mut lines: Vec<Line> = kept.iter().filter(fits).cloned().collect();
    if lines.len() != charges.len() {
        return Err(Refusal::business(NOT_UNBILLED));
    }
    for line in kept.iter().filter(|line| is_on(line) && !is_chosen(line)) {
        let mut freed = line.clone();
        freed.charge.debit_note_id = None;
        ledger::update(tx, &freed)?;
    }
    for line in &mut lines {
        if let Some(rate) = rates.get(&line.charge.currency_code) {
            rerate(line, *rate, own)?;
        }
        line.charge.debit_note_id = Some(note.id);
        ledger::update(tx, line)?;
    }
    write_rows(tx, note.id, &lines, own)?;
    finance::settle(tx, note.order)?;
    restate(tx, &[note.id])
}

/// Whether an income line can come on a note.
pub fn is_free(line: &Line) -> bool {
    line.side == Side::Receivable && line.counts() && !line.is_billed()
}

/// Gives a line the rate of its note.
fn rerate(line: &mut Line, rate: i64, own: Currency) -> Result<(), Refusal> {
    if line.charge.exchange_rate == Some(rate) {
        return Ok(());
    }
    if line.is_dated() {
        return Err(Refusal::business(RATE_HELD));
    }
    figure::reprice(&mut line.charge, ExchangeRate::from_raw(rate), own)
}

fn insert(tx: &mut Tx<'_>, wanted: &Wanted, (id, num): (Id, &str)) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let cells = [
        ("id", Value::Int(id.0)),
        ("note_num", text(num)),
        ("order_id", Value::Int(wanted.order.0)),
        ("business_scope", text(&wanted.scope)),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("note_date", Value::Text(show_day(wanted.date))),
        ("due_date", Value::Text(show_day(wanted.due.0))),
        ("due_typed", Value::Bool(wanted.due.1)),
        ("agreement_id", of(wanted.agreement)),
        ("bank_id", of(wanted.bank)),
        ("state", text(IN_FORCE)),
        ("status", text(MADE)),
        ("functional", Value::Int(0)),
        ("functional_open", Value::Int(0)),
        ("remark", text(&wanted.remark)),
        ("inner_remark", text(&wanted.inner_remark)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), NOTE, &cells).into())?;
    Ok(())
}

/// The rows of a note by its lines: one for each currency. A currency that is gone loses its row; nothing is settled of it.
pub fn write_rows(tx: &mut Tx<'_>, note: Id, lines: &[Line], own: Currency) -> Result<(), Refusal> {
    let org = tx.org();
    let mut by_currency: BTreeMap<&str, Vec<Carried>> = BTreeMap::new();
    for line in lines {
        by_currency.entry(&line.charge.currency_code).or_default().push(carried(line, own)?);
    }
    let had: BTreeMap<String, Id> = rows(tx, org, &[note])?.into_iter().map(|row| (row.currency, row.id)).collect();
    for (currency, lines) in &by_currency {
        let cells = row_cells(lines)?;
        if let Some(id) = had.get(*currency) {
            tx.exec(&sql::update(org, NOTE_ROW, &cells).and_where(sql::eq("id", *id)).to_owned().into())?;
        } else {
            let mut all = vec![
                ("id", Value::Int(tx.new_id().0)),
                ("note_id", Value::Int(note.0)),
                ("currency_code", Value::Text((*currency).to_owned())),
            ];
            all.extend(cells);
            tx.exec(&sql::insert(org, NOTE_ROW, &all).into())?;
        }
    }
    let gone = had.iter().filter(|(currency, _)| !by_currency.contains_key(currency.as_str())).map(|(_, id)| *id);
    let gone: Vec<Id> = gone.collect();
    if !gone.is_empty() {
        tx.exec(&sql::delete(org, NOTE_ROW).and_where(sql::is_in(sql::col("id"), gone)).to_owned().into())?;
    }
    Ok(())
}

/// What a line is carried at.
fn carried(line: &Line, own: Currency) -> Result<Carried, Refusal> {
    let bad = || Refusal::business(figure::TOO_LARGE);
    let currency = Currency::named(&line.charge.currency_code).ok_or_else(bad)?;
    let amount = Money::of_thousandths(line.charge.amount.unwrap_or_default(), currency).map_err(|_| bad())?;
    let functional = Money::of_thousandths(line.charge.functional, own).map_err(|_| bad())?;
    Ok(Carried { amount, functional, rate: ExchangeRate::from_raw(line.charge.exchange_rate.unwrap_or_default()) })
}

/// Sums and common rate of lines of one currency; of lines that come to nought with different rates it is the first's.
fn row_cells(lines: &[Carried]) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let bad = || Refusal::business(figure::TOO_LARGE);
    let first = lines.first().ok_or_else(bad)?;
    let amount = Money::sum(first.amount.currency(), lines.iter().map(|line| line.amount)).map_err(|_| bad())?;
    let functional =
        Money::sum(first.functional.currency(), lines.iter().map(|line| line.functional)).map_err(|_| bad())?;
    let (rate, mixed) = common_rate(lines).map_or((first.rate, true), |common| (common.rate, common.mixed));
    // Of nought nothing is open, whatever its lines are carried at (invariant 13).
    let settled = if amount.is_zero() { functional } else { Money::zero(functional.currency()) };
    Ok(vec![
        ("amount", Value::Int(amount.thousandths().map_err(|_| bad())?)),
        ("exchange_rate", Value::Int(rate.raw())),
        ("mixed_rate", Value::Bool(mixed)),
        ("functional", Value::Int(functional.thousandths().map_err(|_| bad())?)),
        ("functional_settled", Value::Int(settled.thousandths().map_err(|_| bad())?)),
    ])
}

/// Makes the sums and statuses of notes anew of their rows, then those of their statements and orders. The orders are held.
/// Some hundred notes take a few statements.
pub fn restate(tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let notes = held(tx, ids)?;
    let mut steps: BTreeMap<Id, Vec<status::Row>> = BTreeMap::new();
    for row in rows(tx, org, ids)? {
        steps.entry(row.note).or_default().push(step(&row));
    }
    let mut by_status: BTreeMap<&'static str, Vec<Id>> = BTreeMap::new();
    for note in notes.iter().filter(|note| note.state == IN_FORCE) {
        let begins = if note.statement.is_some() { STATED } else { MADE };
        let own = steps.get(&note.id).map(Vec::as_slice).unwrap_or_default();
        by_status.entry(status::of(own, note.application.is_some(), begins)).or_default().push(note.id);
    }
    by_status.into_iter().try_for_each(|(status, notes)| resum(tx, &notes, status))?;
    let statements: BTreeSet<Id> = notes.iter().filter_map(|note| note.statement).collect();
    statements.into_iter().try_for_each(|statement| restate_statement(tx, statement))?;
    credit_due::coops(tx, notes.iter().map(|note| note.coop))?;
    let orders = notes.iter().map(|note| note.order).collect();
    finance::restate_all(tx, &orders)?;
    settlement::follow(tx, &orders)
}

/// The sums of notes by their rows, and the status they have in common.
fn resum(tx: &mut Tx<'_>, notes: &[Id], status: &str) -> Result<(), Refusal> {
    let sum = |column: &str| {
        Expr::cust(format!(
            "(SELECT CAST(COALESCE(SUM({column}), 0) AS bigint) FROM {NOTE_ROW} r \
             WHERE r.org_id = {NOTE}.org_id AND r.note_id = {NOTE}.id)"
        ))
    };
    for some in notes.chunks(AT_ONCE) {
        let mut update = sql::update(tx.org(), NOTE, &[("status", Value::Text(status.to_owned()))]);
        update
            .value("functional", sum("r.functional"))
            .value("functional_settled", sum("r.functional_settled"))
            .value("functional_open", sum("r.functional - r.functional_settled"))
            .value("version", Expr::cust("version + 1"))
            .and_where(sql::is_in(sql::col("id"), some.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}

fn step(row: &NoteRow) -> status::Row {
    status::Row { amount: row.amount, invoiced: row.invoiced, settled: row.settled }
}

/// The sums, the days and the status of a statement by its notes (invariant 6).
pub fn restate_statement(tx: &mut Tx<'_>, statement: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, NOTE);
    select
        .columns(["id", "order_id", "application_id"])
        .and_where(sql::eq("statement_id", statement))
        .and_where(sql::eq("state", IN_FORCE.to_owned()));
    let found = tx.query(&select.into())?;
    let ids = found.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    let orders = found.iter().map(|row| row.get(1)).collect::<Result<BTreeSet<Id>, _>>()?;
    let applied = found.iter().any(|row| row.get::<Option<Id>>(2).is_ok_and(|id| id.is_some()));
    let rows = rows(tx, org, &ids)?;
    let steps: Vec<status::Row> = rows.iter().map(step).collect();
    let mut days = sql::from(org, "freight_order");
    days.expr(Expr::cust("MIN(biz_date)"))
        .expr(Expr::cust("MAX(biz_date)"))
        .and_where(sql::is_in(sql::col("id"), orders));
    let days = tx.first(&days.into())?;
    let day = |place: usize| days.as_ref().and_then(|row| row.0.get(place).cloned()).unwrap_or(Value::Null);
    let all = crate::figure::sum(rows.iter().map(|row| row.functional))?;
    let settled = crate::figure::sum(rows.iter().map(|row| row.functional_settled))?;
    let cells = [
        ("functional", Value::Int(all)),
        ("functional_settled", Value::Int(settled)),
        ("functional_open", Value::Int(all - settled)),
        ("notes", Value::Int(i64::try_from(ids.len()).unwrap_or(i64::MAX))),
        ("first_day", day(0)),
        ("last_day", day(1)),
    ];
    let mut update = sql::update(org, STATEMENT, &cells);
    let status = sql::value(status::of(&steps, applied, STATED).to_owned());
    // One that is being written says so until all of it is there.
    let status = Expr::case(sql::eq("state", PROCESSING.to_owned()), sql::value(PROCESSING.to_owned())).finally(status);
    // Nor does its version move with each piece: who takes it back saw an earlier one.
    let version = "version + CASE WHEN state = 'PROCESSING' THEN 0 ELSE 1 END";
    update.value("status", status).value("version", Expr::cust(version)).and_where(sql::eq("id", statement));
    tx.exec(&update.into())?;
    Ok(())
}

/// Refuses what would change a note that went on: `what` says it in the words of the page, as 修改 or 作废 (css.md
/// /af_css_debit_note).
pub fn need_unmoved(note: &Note, rows: &[NoteRow], what: &str) -> Result<(), Refusal> {
    let settled = rows.iter().any(|row| row.note == note.id && row.settled != 0);
    let whys = [
        (note.state == VOID, IS_VOID),
        (note.statement.is_some(), IN_STATEMENT),
        (note.application.is_some(), APPLIED),
        (settled, SETTLED),
    ];
    match whys.into_iter().find(|(holds, _)| *holds) {
        Some((_, why)) => Err(Refusal::Business(why.with(&[("what", what)]))),
        None => Ok(()),
    }
}

/// Makes a note void: its charges are free again. The caller asked [`need_unmoved`], and writes the log line.
pub fn void(tx: &mut Tx<'_>, note: &Note, reason: &str) -> Result<(), Refusal> {
    charge::period::need_not_closed(tx, parse_day(&note.date))?;
    take_back(tx, note, reason)
}

/// The same of one that came from other books, whose date may be of a month that was closed before it came.
pub fn take_back(tx: &mut Tx<'_>, note: &Note, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let lines = line::of_order(tx, org, note.order)?;
    for mut line in lines.into_iter().filter(|line| line.charge.debit_note_id == Some(note.id)) {
        line.charge.debit_note_id = None;
        ledger::update(tx, &line)?;
    }
    let cells = [
        ("state", Value::Text(VOID.to_owned())),
        ("status", Value::Text(VOID.to_owned())),
        ("functional_open", Value::Int(0)),
        ("void_reason", Value::Text(reason.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, NOTE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", note.id));
    tx.exec(&update.into())?;
    finance::settle(tx, note.order).map(drop)
}
