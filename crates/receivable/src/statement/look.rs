//! What is told of statements: their amounts by currency, what hangs on their notes, and which are looked for.

use std::collections::BTreeMap;

use approval::pending;
use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use charge::rate;
use kernel::Day;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::bulk;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::Row;
use serde_json::{Map, Value as Json};
use settle::amounts::{figure, parts, totals_of};
use settle::field::made;
use settle::note::{self, NoteRow};
use settle::partly;
use trade::charge::Currency;

use super::paper::STATEMENTS;
use super::{TABLE, act, pieces, seen};
use crate::bill::look::{Columns, INVOICES, SETTLED_AMOUNTS, WRITE_OFFS, hung, mails};
use crate::debit_note;

pub(super) const PERIOD: Field = made("period", "账期", "Period");
pub(super) const AMOUNTS: Field = made("currencyAmount", "清单金额（原币）", "Amount");
pub(super) const NOTE_NUM: Field = made("debitNoteNum", "账单编号", "Debit note");
pub(super) const SERVICER: Field = Field::reference("user", "责任客服", "Servicer").column("servicer_id");
pub(super) const SALES: Field = Field::reference("user", "责任销售", "Sales").column("sales_id");

/// Statements with a note like this.
pub(super) fn has(of: Condition) -> Condition {
    let mut notes = seen::below();
    notes.cond_where(of);
    Condition::all().add(Expr::exists(notes))
}

fn text_in(table: &'static str, column: &'static str, text: &str) -> Result<Condition, Refusal> {
    Ok(has(Condition::all().add(sql::contains(sql::of(table, column), text))))
}

pub(super) fn with_note(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(NOTE, "note_num", text)
}

pub(super) fn with_order(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "order_code", text)
}

pub(super) fn with_number(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "biz_number", text)
}

pub(super) fn with_customer_number(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    text_in(ORDER, "customer_number", text)
}

fn people(column: &'static str, name: &str, ids: &str) -> Result<Condition, Refusal> {
    let ids: Option<Vec<i64>> = ids.split(',').map(|id| id.trim().parse().ok()).collect();
    let ids = ids.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)])))?;
    Ok(has(Condition::all().add(sql::is_in(sql::of(ORDER, column), ids))))
}

pub(super) fn with_servicer(_: &Actor, ids: &str) -> Result<Condition, Refusal> {
    people("servicer_id", "servicerId", ids)
}

pub(super) fn with_sales(_: &Actor, ids: &str) -> Result<Condition, Refusal> {
    people("sales_id", "salesId", ids)
}

pub(super) fn invoiced_on(from: Option<Day>, to: Option<Day>) -> Condition {
    has(debit_note::invoiced_on(from, to))
}

/// The rows of the notes of some statements, of the orders an actor sees, each with its statement.
fn rows_of(conn: &mut dyn Conn, actor: &Actor, statements: &[Id]) -> Result<Vec<(Id, NoteRow)>, Refusal> {
    let mut select = seen::notes(actor, statements);
    select.columns([(NOTE, "id"), (NOTE, "statement_id")]);
    let found = conn.query(&select.into())?;
    let of = found.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<BTreeMap<Id, Id>, Refusal>>()?;
    let notes: Vec<Id> = of.keys().copied().collect();
    let rows = note::rows(conn, actor.org_id, &notes)?;
    Ok(rows.into_iter().filter_map(|row| Some((*of.get(&row.note)?, row))).collect())
}

/// Period, amounts by currency, and the numbers of what hangs on the notes of the statements of a page.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let org = actor.org_id;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let own = rate::functional(conn, org)?;
    let all = rows_of(conn, actor, &ids)?;
    let written = bulk::standing(conn, org, (&pieces::KIND, &ids))?;
    let of_note: BTreeMap<Id, Id> = all.iter().map(|(statement, row)| (row.note, *statement)).collect();
    let plain: Vec<NoteRow> = all.iter().map(|(_, row)| row.clone()).collect();
    let hung = hung(conn, org, &plain)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let is_of = |note: Id| of_note.get(&note) == Some(&id);
        let of = |amount: fn(&NoteRow) -> i64| {
            let own_rows = all.iter().filter(|(statement, _)| *statement == id);
            parts(own, own_rows.map(|(_, row)| (row.currency.as_str(), amount(row)))).into_value()
        };
        row.set(AMOUNTS.wire, of(|row| row.amount));
        row.set(SETTLED_AMOUNTS.wire, of(|row| row.settled));
        row.set(INVOICES.wire, hung.invoices(is_of, |one| &one.num));
        row.set(WRITE_OFFS.wire, hung.write_offs(is_of));
        let day = |name: &str| String::from_value(row.value(name)).unwrap_or_default();
        let period = period(&day("firstDay"), &day("lastDay"));
        row.set(PERIOD.wire, period.into_value());
        row.set(bulk::PROGRESS.wire, written.get(&id).map(bulk::Standing::text).unwrap_or_default().into_value());
    }
    Ok(())
}

/// The first and the last day of its orders.
pub(super) fn period(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first}–{last}") }
}

/// The amounts of the whole result by currency, of the orders its reader sees.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    let below = |table: &'static str, column: &'static str, of: &'static str| {
        Condition::all()
            .add(sql::of(table, "org_id").equals((of, "org_id")))
            .add(sql::of(table, column).equals((of, "id")))
    };
    // The sign keeps SQLite from beginning with all rows of the company: they are found by their notes.
    let of_note = Condition::all()
        .add(Expr::cust("debit_note_row.org_id = +debit_note.org_id"))
        .add(sql::of(NOTE_ROW, "note_id").equals((NOTE, "id")));
    let mut rows = asked.select()?;
    rows.join(JoinType::InnerJoin, NOTE, below(NOTE, "statement_id", TABLE))
        .join(JoinType::InnerJoin, NOTE_ROW, of_note)
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .cond_where(visible_order(asked.actor()));
    let summed = [(AMOUNTS, "debit_note_row.amount"), (SETTLED_AMOUNTS, "debit_note_row.settled")];
    totals_of(conn, asked.org(), (rows, NOTE_ROW), &summed)
}

/// What is decided about a statement.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let running = pending::running_on(conn, org, (act::KIND, id))?;
    view.insert("approving".to_owned(), running.iter().map(|one| one.told(true)).collect());
    Ok(())
}

const AMOUNT_COLUMNS: Columns = &[
    ("currency", ("币种", "Currency"), false),
    ("amount", ("金额", "Amount"), true),
    ("functional", ("本币金额", "Functional"), true),
    ("uninvoiced", ("未开票", "Not invoiced"), true),
    ("open", ("未核销", "Open"), true),
];
const NOTE_COLUMNS: Columns = &[
    ("num", ("账单编号", "Number"), false),
    ("number", ("单号", "Number of the order"), false),
    ("orderCode", ("订单号", "Order"), false),
    ("bizDate", ("业务日期", "Business date"), false),
    ("date", ("账单日期", "Date"), false),
    ("due", ("到期日", "Due date"), false),
    ("amount", ("金额", "Amount"), true),
    ("open", ("未核销", "Open"), true),
];
/// Notes that are drawn; more are exported.
const DRAWN_MAX: usize = 500;

/// What stands below the fields of a statement: figures, amounts, notes, invoices, write-offs, and the mails it went out with.
/// Without the right to see income no amount is told.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let mut told = partly::told(seen::hidden(conn, actor, &[id])?);
    if let Some(written) = bulk::standing(conn, org, (&pieces::KIND, &[id]))?.get(&id) {
        told = written.told(told);
    }
    if actor.has(INCOME_VIEW) {
        let own = rate::functional(conn, org)?;
        let rows: Vec<NoteRow> = rows_of(conn, actor, &[id])?.into_iter().map(|(_, row)| row).collect();
        told = figures(conn, (org, own), (id, &rows), told)?;
        told = told.table(("金额", "Amounts"), AMOUNT_COLUMNS, amounts(&rows, own));
        told = notes(conn, actor, (id, own, &rows), told)?;
        told = hung(conn, org, &rows)?.told(own, told);
    }
    mails(conn, org, (STATEMENTS.mail.of, id), told)
}

/// Status, period and the sums of what its reader sees.
fn figures(
    conn: &mut dyn Conn,
    (org, own): (i64, Currency),
    (id, rows): (Id, &[NoteRow]),
    told: Told,
) -> Result<Told, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["status", "first_day", "last_day", "notes"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let status: String = row.get(0)?;
    let name = platform::flow::name_of(settle::status::STATEMENT_STATES, &status);
    let day = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let all: i64 = rows.iter().map(|row| row.functional).sum();
    let settled: i64 = rows.iter().map(|row| row.functional_settled).sum();
    let shown = |raw: i64| format!("{} {}", own.code(), figure(raw, own));
    Ok(told
        .line(("清单状态", "Status"), name)
        .line(("账期", "Period"), period(&day(1)?, &day(2)?))
        .line(("账单数", "Notes"), row.get::<i64>(3)?.to_string())
        .line(("清单金额（本币）", "Amount (functional)"), shown(all))
        .line(("已核销（本币）", "Settled (functional)"), shown(settled))
        .line(("未核销（本币）", "Open (functional)"), shown(all - settled)))
}

/// A row for each currency: the functional one first.
fn amounts(rows: &[NoteRow], own: Currency) -> Vec<Vec<Said>> {
    let mut by_currency: BTreeMap<(bool, &str), Vec<&NoteRow>> = BTreeMap::new();
    for row in rows {
        by_currency.entry((row.currency != own.code(), &row.currency)).or_default().push(row);
    }
    let line = |((_, code), rows): ((bool, &str), Vec<&NoteRow>)| {
        let currency = Currency::named(code).unwrap_or(own);
        let sum = |of: fn(&NoteRow) -> i64| rows.iter().map(|row| of(row)).sum::<i64>();
        vec![
            Said::from(code.to_owned()),
            Said::from(figure(sum(|row| row.amount), currency)),
            Said::from(figure(sum(|row| row.functional), own)),
            Said::from(figure(sum(|row| row.amount - row.invoiced), currency)),
            Said::from(figure(sum(|row| row.amount - row.settled), currency)),
        ]
    };
    by_currency.into_iter().map(line).collect()
}

/// Its notes, of the orders its reader sees.
fn notes(
    conn: &mut dyn Conn,
    actor: &Actor,
    (id, own, rows): (Id, Currency, &[NoteRow]),
    told: Told,
) -> Result<Told, Refusal> {
    let mut select = seen::notes(actor, &[id]);
    select
        .columns(["id", "note_num", "note_date", "due_date"].map(|column| (NOTE, column)))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "id"), Order::Asc)
        .limit(u64::try_from(DRAWN_MAX).unwrap_or(u64::MAX).saturating_add(1));
    let found = conn.query(&select.into())?;
    let line = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let note: Id = row.get(0)?;
        let amounts = |of: fn(&NoteRow) -> i64| {
            parts(own, rows.iter().filter(|row| row.note == note).map(|row| (row.currency.as_str(), of(row))))
        };
        let texts = [text(1)?, text(4)?, text(5)?, text(6)?, text(2)?, text(3)?];
        let amounts = [amounts(|row| row.amount), amounts(|row| row.amount - row.settled)];
        Ok(texts.into_iter().chain(amounts).map(Said::from).collect())
    };
    let lines = found.iter().take(DRAWN_MAX).map(line).collect::<Result<Vec<Vec<Said>>, Refusal>>()?;
    let title = if found.len() > DRAWN_MAX {
        ("账单（前500张，全部请导出明细）", "Debit notes (the first 500; export them for all)")
    } else {
        ("账单", "Debit notes")
    };
    Ok(told.table(title, NOTE_COLUMNS, lines))
}
