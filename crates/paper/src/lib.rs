//! The room of papers of an order: cargo labels, cargo manifest, dangerous-goods declarations, letters.

mod dgd;
mod label;
mod letter;
mod manifest;
mod order;
mod printer;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("paper");
    for add in [order::add, label::add, manifest::add, printer::add, dgd::add, letter::add] {
        add(&mut room);
    }
    room
}
