//! Webhooks: other systems of a company are told what happens to its orders, by the Standard Webhooks specification.
//!
//! What is to be said is written in the transaction of what it tells about ([`order`]): nothing is said of a write that is
//! undone, and nothing is lost of one that is kept. Addresses, sending and the log are a page of room `hrs`.

mod event;
pub mod order;
mod outbox;
mod sign;

pub use event::{EVENTS, Event, TEST};
pub use outbox::{ACTIVE, DELIVERIES, DONE, FAILED, SENDING, TABLE, WAITING, put_test};
pub use sign::{Headers, headers, new_secret};
