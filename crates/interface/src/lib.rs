//! Outside systems companies talk to. A module asks [`need`] for the enabled interface of its type and says
//! what it has to say through [`exchange`], which answers by the simulator while the interface is being tried.

mod call_log;
mod config;
mod exchange;
mod inbound;
mod kind;
mod mask;
mod page;
mod self_service;
mod token;
mod trial;

use platform::registry::Room;

pub use config::{Interface, enabled, need};
pub use exchange::{Exchange, Saying, exchange};
pub use inbound::{Caller, Said, let_in, note};
pub use kind::{APPRAISALS_IN, HOUSE_MESSAGES, LOGIN_HANDOFF, MASTER_MESSAGES, MESSAGES_IN};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("interface");
    for add in [page::add, config::add, trial::add, token::add, call_log::add, self_service::add] {
        add(&mut room);
    }
    room
}
