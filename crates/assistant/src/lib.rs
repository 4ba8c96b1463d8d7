//! The room of the assistant: the manual of the product, answers from its texts and from the data of who asks, a language
//! model where a company has one, and the log of what was asked.
//!
//! A question is answered by the first that knows: rules that recognise what is asked of the caller's own data and make
//! the product's list calls in his name, the search over texts, the model. Texts of documents, partners and models are
//! data all the way: what stands in them decides nothing here.

mod ask;
mod data;
mod log;
mod manual;
mod mask;
mod model;
mod question;
mod search;
mod setting;
mod texts;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("assistant");
    setting::add(&mut room);
    log::add(&mut room);
    question::add(&mut room);
    manual::add(&mut room);
    room
}
