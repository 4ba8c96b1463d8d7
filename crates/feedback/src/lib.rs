//! The room of what users tell the platform: answers to its questionnaires, and what they ask it for.

pub mod contact;
pub mod questionnaire;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("feedback");
    for add in [questionnaire::add, contact::add] {
        add(&mut room);
    }
    room
}
