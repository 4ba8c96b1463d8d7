//! The room of papers of an order: cargo labels, cargo manifest, dangerous-goods declarations, letters, notices of
//! arrival, certificates and names of goods.

mod arrival;
mod body;
mod dgd;
mod goods_name;
mod identify;
mod label;
mod letter;
mod mailing;
mod manifest;
mod order;
mod printer;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("paper");
    for add in [
        order::add,
        label::add,
        manifest::add,
        printer::add,
        dgd::add,
        letter::add,
        arrival::add,
        goods_name::add,
        identify::add,
    ] {
        add(&mut room);
    }
    room
}
