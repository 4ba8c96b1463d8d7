//! What is settled for a period and not for an order (catalogue prm.md 4.0 and /prm_coop_agreement_settlement): rules under
//! agreements, the periods they are due for, the orders they count, and what a period comes to.

pub mod amount;
pub mod counting;
pub mod period;
pub mod rule;
