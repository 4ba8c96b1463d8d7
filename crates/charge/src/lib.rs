//! What the finance rooms share. Their arithmetic is in [`trade::charge`]; here are the tables it is asked with.

pub mod card;
pub mod chain;
pub mod confirmed;
pub mod coop_service;
pub mod copied;
pub mod credit_due;
pub mod entry;
pub mod figure;
pub mod finance;
pub mod item;
pub mod item_merge;
pub mod ledger;
pub mod line;
pub mod of_service;
pub mod period;
pub mod rate;
pub mod rating;
pub mod recheck;
pub mod split;
pub mod template;
pub mod terms;
