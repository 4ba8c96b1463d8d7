//! What the rooms do with orders of every scope: look at one, check it before it is saved, save it, and move it on. The
//! rooms give these calls their addresses; what differs by scope stands in the scope's [`order::Profile`].

mod look;
mod moves;
mod save;
mod schedule;
mod view;

pub use look::{Looked, check, look};
pub use moves::{Asked, force_stop, make};
pub use save::{Made, create, editable, update};
pub use view::{names, shown, view};
