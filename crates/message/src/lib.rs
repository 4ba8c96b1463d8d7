//! Messages: what users are told in the message centre and by mail. A room declares its events
//! ([`platform::message::MessageEvent`]) and tells of them with [`send`]; who is told how is the rule of
//! the company, and what a user turned off for himself.

mod ahead;
mod centre;
mod mine;
pub mod order;
mod receivers;
mod rule;
mod rule_page;
mod send;

use platform::job::plan::{Category, Plan, Schedule};
use platform::registry::Room;

pub use ahead::{Ahead, claim, told_orgs};
pub use centre::need_self;
pub use receivers::{Addressee, addressees};
pub use rule::is_mailed;
pub use send::{About, Around, By, Told, Values, send};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("message");
    centre::add(&mut room);
    rule_page::add(&mut room);
    mine::add(&mut room);
    let clean = |name, title, work| Plan::new(name, title, (Category::Cleaning, Schedule::Morning), work).by_age();
    room.settings.push(&platform::retention::MESSAGE_DAYS);
    room.plans.extend([
        clean("message.forget", ("过期消息清理", "Removal of old messages"), centre::forget),
        clean("told.forget", ("提醒记录清理", "Removal of what was told long ago"), ahead::forget),
    ]);
    room
}
