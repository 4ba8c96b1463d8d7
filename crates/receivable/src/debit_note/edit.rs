//! 修改 of the head of a note: as long as it has not gone on, and its month is not closed.

use charge::period;
use kernel::{Day, day_after_days, parse_day, show_day};
use platform::prelude::*;
use settle::{due, note};

use super::DebitNote;
use super::look::need_undecided;
use crate::bank::Banks;

/// How far from the computed day a due day may be typed.
const TYPED_DAYS_MAX: i64 = 90;
const OUT_OF_RANGE: Msg =
    Msg::new("debit_note.due", "到期日须在{from}至{to}之间", "The due date must be from {from} to {to}.");

/// Rules of the form. The note is held, so that nothing takes it on meanwhile.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let note = note::held(tx, &[draft.id])?.into_iter().next().ok_or(Refusal::NotFound)?;
    let rows = note::rows(tx, org, &[note.id])?;
    note::need_unmoved(&note, &rows, "修改")?;
    need_undecided(tx, org, note.id)?;
    let day = |draft: &Draft<'_>, field| Ok::<_, Refusal>(parse_day(&draft.get::<String>(field)?));
    let date = day(draft, DebitNote::NOTE_DATE)?;
    period::need_not_closed(tx, parse_day(&note.date))?;
    if draft.changes(DebitNote::NOTE_DATE) {
        period::hold(tx, date)?;
    }
    check_bank(tx, draft, findings)?;
    let Some((date, due)) = date.zip(day(draft, DebitNote::DUE_DATE)?) else { return Ok(()) };
    let computed = due::of_notes(tx, org, &[(note.order, note.coop, date)])?;
    let computed = computed.first().map_or(due, |due| due.day);
    check_due(draft, (due, computed), findings)
}

fn check_bank(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let banks = Banks::of(tx, org)?;
    banks.check(draft.get(DebitNote::BANK_ID)?, draft.changes(DebitNote::BANK_ID), findings);
    Ok(())
}

/// A due day that is typed stays, within so many days of the computed one; else it follows the date of the note.
fn check_due(draft: &mut Draft<'_>, (due, computed): (Day, Day), findings: &mut Findings) -> Result<(), Refusal> {
    let was_typed: bool = draft.get(DebitNote::DUE_TYPED)?;
    if !draft.changes(DebitNote::DUE_DATE) && !was_typed {
        draft.set(DebitNote::DUE_DATE, show_day(computed).into_value());
        return Ok(());
    }
    draft.set(DebitNote::DUE_TYPED, (due != computed).into_value());
    let [from, to] = [-TYPED_DAYS_MAX, TYPED_DAYS_MAX].map(|days| day_after_days(computed, days));
    if draft.changes(DebitNote::DUE_DATE) && (due < from || due > to) {
        let said = OUT_OF_RANGE.with(&[("from", &show_day(from)), ("to", &show_day(to))]);
        findings.error("dueDate", said);
    }
    Ok(())
}
