//! Which notes stand on a statement: what may come on it, what it refuses by then, and the writes to both.

use std::collections::BTreeSet;

use approval::pending;
use charge::chain::IN_FORCE;
use kernel::{Findings, Id, Msg, Text};
use platform::call::Tx;
use platform::prelude::*;
use platform::sea_query::Expr;
use serde_json::Value as Json;
use settle::note::{self, Note, NoteRow};

use super::TABLE;
use crate::debit_note;

/// Notes of one statement.
pub(super) const NOTES_MAX: usize = 20_000;
/// Notes that are written or looked up with one statement.
const AT_ONCE: usize = 5_000;

const MOVED: Msg =
    Msg::new("statement.moved", "清单已{why}，不能{what}", "The statement was {why}: {what} is refused.");
const STATED: Msg = Msg::new("statement.stated", "账单{n}已制清单", "The note {n} is in a statement already.");
const APPLIED: Msg = Msg::new("statement.applied", "账单{n}已申请开票", "An invoice is applied for of the note {n}.");
const SETTLED: Msg = Msg::new("statement.settled", "账单{n}已核销", "The note {n} was settled.");
const IS_VOID: Msg = Msg::new("statement.note_void", "账单{n}已作废", "The note {n} is void.");
const OF_OTHER: Msg = Msg::new("statement.coop", "账单{n}不属于该客户", "The note {n} is of another customer.");
const DECIDED: Msg = Msg::new("statement.decided", "账单{n}审批中，不能修改", "The note {n} is being decided about.");

/// A statement that is held, with what its changes ask for.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub id: Id,
    pub num: String,
    pub coop: Id,
    pub date: String,
    pub application: Option<Id>,
    pub notes: Vec<Note>,
    pub rows: Vec<NoteRow>,
}

/// The ids of the notes of a statement.
pub(super) fn of(conn: &mut dyn Conn, org: i64, statement: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, charge::chain::NOTE);
    select.column("id").and_where(sql::eq("statement_id", statement));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Holds the charges of the orders of some notes, and the notes.
pub(super) fn hold(tx: &mut Tx<'_>, ids: &BTreeSet<Id>) -> Result<(Vec<Note>, Vec<NoteRow>), Refusal> {
    let ids: Vec<Id> = ids.iter().copied().collect();
    note::hold_orders(tx, &ids)?;
    let (notes, org) = (note::held(tx, &ids)?, tx.org());
    let rows = note::rows(tx, org, &ids)?;
    Ok((notes, rows))
}

/// Holds a statement with its notes, and others that are to come, in the version its caller saw.
pub(super) fn taken(
    tx: &mut Tx<'_>,
    (id, version): (Id, i64),
    others: &BTreeSet<Id>,
) -> Result<(Held, Vec<Note>, Vec<NoteRow>), Refusal> {
    let org = tx.org();
    let own = of(tx, org, id)?;
    let (notes, rows) = hold(tx, &own.union(others).copied().collect())?;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["statement_num", "coop_id", "statement_date", "application_id", "version"])
        .and_where(sql::eq("id", id))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    // Who changed the notes of a statement raised its version.
    if row.get::<i64>(4)? != version {
        return Err(Refusal::Stale(Json::Null));
    }
    let (of_it, other): (Vec<Note>, Vec<Note>) = notes.into_iter().partition(|note| note.statement == Some(id));
    let ids: BTreeSet<Id> = of_it.iter().map(|note| note.id).collect();
    let (own_rows, other_rows) = rows.into_iter().partition(|row| ids.contains(&row.note));
    let held = Held {
        id,
        num: row.get(0)?,
        coop: row.get(1)?,
        date: row.get(2)?,
        application: row.get(3)?,
        notes: of_it,
        rows: own_rows,
    };
    Ok((held, other, other_rows))
}

/// Refuses what would change a statement that went on; the first of the reasons is said (css.md 0.1).
pub(super) fn need_unmoved(held: &Held, what: (&str, &str)) -> Result<(), Refusal> {
    let applied = held.application.is_some() || held.notes.iter().any(|note| note.application.is_some());
    let whys = [
        (applied, ("申请开票", "applied for")),
        (held.rows.iter().any(|row| row.invoiced != 0), ("开票", "invoiced")),
        (held.rows.iter().any(|row| row.settled != 0), ("核销", "settled")),
    ];
    match whys.into_iter().find(|(holds, _)| *holds) {
        Some((_, why)) => {
            let zh = [("why", why.0), ("what", what.0)];
            Err(Refusal::Business(MOVED.with_each(&zh, &[("why", why.1), ("what", what.1)])))
        }
        None => Ok(()),
    }
}

/// Finds notes that can't come on a statement of a customer: they are held.
pub(super) fn look(
    tx: &mut Tx<'_>,
    coop: Id,
    (notes, rows): (&[Note], &[NoteRow]),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    for (_, _, why) in unfit(tx, coop, (notes, rows))? {
        findings.error("notes", why);
    }
    Ok(())
}

/// Those of some notes that can't come on a statement of a customer, with their numbers and the reasons.
pub(super) fn unfit(
    tx: &mut Tx<'_>,
    coop: Id,
    (notes, rows): (&[Note], &[NoteRow]),
) -> Result<Vec<(Id, String, Text)>, Refusal> {
    let org = tx.org();
    let ids: Vec<Id> = notes.iter().map(|note| note.id).collect();
    let decided = pending::among(tx, org, debit_note::VOID_EVENT, (debit_note::KIND, &ids))?;
    let settled: BTreeSet<Id> = rows.iter().filter(|row| row.settled != 0).map(|row| row.note).collect();
    let mut unfit = Vec::new();
    for note in notes {
        let whys = [
            (note.coop != coop, OF_OTHER),
            (note.state != IN_FORCE, IS_VOID),
            (note.statement.is_some(), STATED),
            (note.application.is_some(), APPLIED),
            (settled.contains(&note.id), SETTLED),
            (decided.contains(&note.id), DECIDED),
        ];
        if let Some((_, why)) = whys.into_iter().find(|(holds, _)| *holds) {
            unfit.push((note.id, note.num.clone(), why.with(&[("n", &note.num)])));
        }
    }
    Ok(unfit)
}

/// Puts notes on a statement, or takes them off.
pub(super) fn put(tx: &mut Tx<'_>, notes: &[Id], statement: Option<Id>) -> Result<(), Refusal> {
    let cells = [
        ("statement_id", statement.map_or(Value::Null, |id| Value::Int(id.0))),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    for part in notes.chunks(AT_ONCE) {
        let mut update = sql::update(tx.org(), charge::chain::NOTE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::is_in(sql::col("id"), part.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}
