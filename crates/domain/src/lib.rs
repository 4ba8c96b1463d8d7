//! What several rooms share: the ORDER aggregate with its fields, rules, nodes, moves, locks,
//! the one predicate that says who sees an order, and what a company decides about orders.

pub mod carriage;
pub mod coop;
pub mod differs;
pub mod order;
pub mod order_config;
pub mod part;
pub mod reach;
mod sheet;
pub mod switch;
