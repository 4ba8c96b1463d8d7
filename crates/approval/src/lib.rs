//! Approvals: which acts need a decision, the chain of decisions, what follows from them. Rooms raise applications with [`submit`] and register what an approval does
//! as an effect.

mod apply;
pub mod chain;
pub mod closing;
mod decide;
mod delegate;
pub mod engine;
pub mod event;
pub mod flow;
mod instance_page;
pub mod lock;
mod mine;
mod on_object;
pub mod overdue;
mod partner_setting;
pub mod pending;
pub mod people;
pub mod rule;
pub mod setting;
pub mod store;
mod told;
mod trial;
pub mod unlock;
pub mod unlock_row;
mod view;
pub mod words;

use platform::registry::Room;

pub use decide::{ended_with, withdraw_own as withdraw};
pub use engine::{Application, Submitted, may_look, running, submit};
pub use instance_page::{leave_to_admin, succeed, waiting_count};
pub use mine::current_approvers;
pub use on_object::{asked_among, decide_on, is_asked};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("approval");
    for add in [
        apply::add,
        setting::add,
        partner_setting::add,
        trial::add,
        instance_page::add,
        mine::add,
        view::add,
        decide::add,
        delegate::add,
    ] {
        add(&mut room);
    }
    told::add(&mut room);
    room.plans.push(overdue::PLAN);
    room.plans.extend(lock::PLANS);
    room
}
