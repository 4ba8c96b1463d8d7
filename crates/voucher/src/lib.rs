//! The room of accounts and vouchers (catalogue css.md 4 and 5).

mod expense_report;
mod financial_account;
mod voucher;
mod voucher_export;
mod voucher_format;
mod voucher_rule;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("voucher");
    expense_report::add(&mut room);
    financial_account::add(&mut room);
    voucher_rule::add(&mut room);
    voucher_export::add(&mut room);
    voucher::add(&mut room);
    voucher_format::add(&mut room);
    room
}
