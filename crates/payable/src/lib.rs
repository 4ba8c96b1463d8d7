//! The room of what is owed to suppliers (catalogue css.md 3): from the supplier's bill to the money that went.

mod bank_journal;
mod coop_bank;
mod cost;
mod cost_invoice;
mod cost_writeoff;
mod making;
mod payment;
mod payment_batch;
mod payment_make;
mod payment_request;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("payable");
    // First: the payments share its button.
    cost_invoice::add(&mut room);
    payment::add(&mut room);
    payment_make::add(&mut room);
    payment_batch::add(&mut room);
    payment_request::add(&mut room);
    cost_writeoff::add(&mut room);
    bank_journal::add(&mut room);
    room
}
