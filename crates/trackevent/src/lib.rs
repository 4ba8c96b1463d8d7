//! Track events of a number as several rooms write them: the room of tracking by hand and by pasted messages,
//! the room of electronic messages by what carriers send.

pub mod ahead;
pub mod events;
pub mod leg;
pub mod message;
pub mod orders;
