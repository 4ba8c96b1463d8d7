//! A statement of many notes, written in pieces (css.md 0.14 e): each takes some notes, which are checked anew, with their due
//! days, their statuses and those of their orders, and the sums of the statement.

use std::collections::BTreeSet;

use charge::chain::{IN_FORCE, NOTE, VOID};
use kernel::{Day, parse_day};
use order::visible_order;
use platform::bulk::{self, Begun, Bulk, BulkKind, BulkRow};
use platform::prelude::*;
use platform::sea_query::{Expr, Order};
use settle::note::{self, Note, NoteRow};
use settle::{partly, scope};

use super::due::{self, Given};
use super::form::settle_due;
use super::{OBJECT, PATH, Statement, TABLE, members, seen};

const GONE: Msg = Msg::new("statement.gone", "账单{n}不存在", "The note {n} is not there.");

/// Statements that are written in pieces.
pub(super) static KIND: BulkKind = BulkKind {
    name: TABLE,
    object: OBJECT,
    page: PATH,
    title: ("应收清单", "Statements of account"),
    writes,
    ends,
    frees,
    freed,
};

/// Has the notes of a statement written whose head says that it is 处理中. Answers the job.
pub(super) fn begin(tx: &mut Tx<'_>, (id, num): (Id, &str), notes: &[Note]) -> Result<Id, Refusal> {
    let row = |note: &Note| BulkRow { row: note.id, order: Some(note.order), amount: None, number: note.num.clone() };
    let rows: Vec<BulkRow> = notes.iter().map(row).collect();
    bulk::begin(tx, &KIND, Begun { document: id, number: num, detail: "", passes: false }, &rows)
}

/// Whose it is, and its date; held with its notes.
fn head(tx: &mut Tx<'_>, id: Id) -> Result<(Id, Day), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(["coop_id", "statement_date"]).and_where(sql::eq("id", id)).lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let date = parse_day(&row.get::<String>(1)?).ok_or_else(|| Refusal::broken("a statement without a date"))?;
    Ok((row.get(0)?, date))
}

fn writes(tx: &mut Tx<'_>, bulk: &Bulk, rows: &[BulkRow]) -> Result<Vec<String>, Refusal> {
    let (notes, note_rows) = members::hold(tx, &rows.iter().map(|row| row.row).collect())?;
    let (coop, date) = head(tx, bulk.document)?;
    let left = unfit(tx, coop, (rows, &notes, &note_rows))?;
    if !left.is_empty() && !bulk.passes {
        let mut findings = Findings::new();
        left.iter().for_each(|(_, _, why)| findings.error("notes", why.clone()));
        return Err(Refusal::Findings(findings));
    }
    let out: BTreeSet<Id> = left.iter().map(|(id, ..)| *id).collect();
    let fit: Vec<Id> = notes.iter().map(|note| note.id).filter(|id| !out.contains(id)).collect();
    if !fit.is_empty() {
        members::put(tx, &fit, Some(bulk.document))?;
        due::settle(tx, &fit, Some(Given { date, confirmed: None }))?;
        note::restate(tx, &fit)?;
    }
    Ok(left.into_iter().map(|(_, number, _)| number).collect())
}

type Unfit = Vec<(Id, String, kernel::Text)>;

/// Rows that can't come on the statement any more, with the reason.
fn unfit(
    tx: &mut Tx<'_>,
    coop: Id,
    (rows, notes, note_rows): (&[BulkRow], &[Note], &[NoteRow]),
) -> Result<Unfit, Refusal> {
    let mut left: Unfit = members::unfit(tx, coop, (notes, note_rows))?;
    let there: BTreeSet<Id> = notes.iter().map(|note| note.id).collect();
    let gone = rows.iter().filter(|row| !there.contains(&row.row));
    left.extend(gone.map(|row| (row.row, row.number.clone(), GONE.with(&[("n", &row.number)]))));
    Ok(left)
}

fn ends(tx: &mut Tx<'_>, bulk: &Bulk) -> Result<(), Refusal> {
    let org = tx.org();
    let notes: Vec<Id> = members::of(tx, org, bulk.document)?.into_iter().collect();
    if notes.is_empty() {
        return freed(tx, bulk);
    }
    // Orders and notes before their statement, as everybody holds them.
    members::hold(tx, &notes.iter().copied().collect())?;
    let (_, date) = head(tx, bulk.document)?;
    let mut select = sql::from(org, NOTE);
    select.column("business_scope").distinct().and_where(sql::eq("statement_id", bulk.document));
    let scopes = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
    let scope = scope::common(scopes.iter().map(String::as_str)).to_owned();
    let cells = [("state", Value::Text(IN_FORCE.to_owned())), ("business_scope", Value::Text(scope))];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", bulk.document)).to_owned().into())?;
    settle_due(tx, bulk.document, &notes, Given { date, confirmed: None })?;
    note::restate_statement(tx, bulk.document)
}

fn frees(tx: &mut Tx<'_>, bulk: &Bulk, most: usize) -> Result<usize, Refusal> {
    let mut select = sql::from(tx.org(), NOTE);
    select
        .column("id")
        .and_where(sql::eq("statement_id", bulk.document))
        .order_by("id", Order::Asc)
        .limit(u64::try_from(most).unwrap_or(u64::MAX));
    let notes = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<BTreeSet<Id>, _>>()?;
    if notes.is_empty() {
        return Ok(0);
    }
    members::hold(tx, &notes)?;
    let notes: Vec<Id> = notes.into_iter().collect();
    members::put(tx, &notes, None)?;
    due::settle(tx, &notes, None)?;
    note::restate(tx, &notes)?;
    note::restate_statement(tx, bulk.document)?;
    Ok(notes.len())
}

fn freed(tx: &mut Tx<'_>, bulk: &Bulk) -> Result<(), Refusal> {
    let cells = [
        ("state", Value::Text(VOID.to_owned())),
        ("status", Value::Text(VOID.to_owned())),
        ("functional_open", Value::Int(0)),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", bulk.document));
    tx.exec(&update.into())?;
    Ok(())
}

/// 继续处理: without the notes that can't come any more.
pub(super) fn go_on(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    need_whole(tx, step.id)?;
    bulk::go_on(tx, &KIND, step.id)
}

/// 撤回: its notes stand by themselves again.
pub(super) fn take_back(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    need_whole(tx, step.id)?;
    charge::period::need_not_closed(tx, parse_day(&step.document.statement_date))?;
    bulk::take_back(tx, &KIND, step.id)
}

/// Its user sees the notes that are written, and those that wait.
fn need_whole(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, id)?;
    let orders: BTreeSet<Id> = bulk::waiting(tx, org, (&KIND, id))?.iter().filter_map(|row| row.order).collect();
    partly::need_orders(tx, org, &orders, visible_order(actor))
}
