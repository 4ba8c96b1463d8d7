//! Closed lists of the fields of orders.

mod air;
mod carriage;
mod container;

pub use air::*;
pub use carriage::*;
pub(crate) use container::TYPE_CHOICES;
