//! The room of what is published: notices, versions of the product, documents, sign templates, films that teach.

pub mod bank;
mod chore;
pub mod doc;
pub mod notice;
pub mod offers;
pub mod release;
pub mod sign_template;
pub mod tutorial;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("publish");
    for add in
        [notice::add, release::add, doc::add, sign_template::add, bank::add, tutorial::add, offers::add, chore::add]
    {
        add(&mut room);
    }
    room
}
