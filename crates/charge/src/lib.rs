//! What the finance rooms share. Their arithmetic is in [`trade::charge`]; here are the tables it is asked with.

pub mod card;
pub mod coop_service;
pub mod item;
pub mod rate;
pub mod terms;
