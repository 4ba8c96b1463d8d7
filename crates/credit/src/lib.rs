//! What customers may owe (catalogue prm.md 1.6 and 1.7): exposure, limits, what locks their business, and what the gates of
//! other modules let pass. Its pages are in the room of partners.
//!
//! [`exposure`] tells what a partner owes on a day. [`due::order`] and [`due::coops`] say, in the transaction of a change,
//! whose figures are to be reckoned anew; [`reckon`] does so and locks or opens. [`gate::standing`] is what a customer is
//! told at a gate, [`gate::need`] what stands against an act of an order there.

pub mod age;
pub mod change;
pub mod due;
pub mod figures;
pub mod gate;
pub mod lock;
mod open;
pub mod owed;
pub mod pool;
pub mod promise;
pub mod qualification;
mod rating;
pub mod reckon;
pub mod rule;
pub mod words;

pub use change::{Change, record};
pub use due::DUE;
pub use figures::Figures;
pub use gate::{Gate, Outcome, Standing, Trigger};
pub use open::{Coming, Open, coming, exposure, of_coops};
pub use reckon::{Moved, TABLE, reckon};
