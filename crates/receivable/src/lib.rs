//! The room of what customers owe (catalogue css.md 2): from the bill to the money on the account.

mod advance;
mod answer;
mod bank;
mod bill;
mod columns;
mod debit_note;
mod debit_note_make;
mod income_invoice;
mod income_writeoff;
mod offset;
mod paper;
mod partner;
mod rates;
mod receipt;
mod statement;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("receivable");
    // First: other pages share its button.
    income_writeoff::add(&mut room);
    income_invoice::add(&mut room);
    bill::add(&mut room);
    debit_note::add(&mut room);
    debit_note_make::add(&mut room);
    statement::add(&mut room);
    receipt::add(&mut room);
    advance::add(&mut room);
    offset::add(&mut room);
    room
}
