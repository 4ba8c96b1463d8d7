//! The room of accounts and vouchers (catalogue css.md 5): so far the chart of accounts.

mod financial_account;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("voucher");
    financial_account::add(&mut room);
    room
}
