//! What the rooms do with orders of every scope: list them, look at one, check it before it is saved, save it, and move it on. The
//! rooms give these calls their addresses; what differs by scope stands in the scope's [`order::Profile`].

mod bring;
mod copied;
pub mod costs;
mod finish;
mod form;
mod list;
mod lock;
mod look;
mod money;
pub mod money_only;
mod moves;
mod save;
mod schedule;
pub mod signed;
mod split;
mod view;

pub use bring::imports;
pub use finish::{EFFECT, finish, need_undecided};
pub use form::{FormCalls, below, form, section};
pub use list::{
    LOCKED, MINE, Named, RECORDED, RECORDED_DONE, SETTLES, SETTLING, list, living, of_person, of_scope, routing,
    status, usual, waiting_for,
};
pub use lock::{Lockable, Unlockable, lock, lockable};
pub use look::{Looked, check, look, named};
pub use moves::{Asked, force_stop, make};
pub use save::{Made, create, editable, need_credit, update};
pub use split::{SplitAsked, split, split_check};
pub use view::{names, shown, view};
