//! What several rooms share: the ORDER aggregate with its fields, rules, nodes, moves, locks and
//! the one predicate that says who sees an order.

pub mod order;
