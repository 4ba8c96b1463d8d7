//! Registering invoices of both sides 开票 收票 (catalogue css.md 0.7, invariant 9): what they cover of which rows, what a red
//! one takes back, and their removal. How far they are settled is in [`crate::invoice`].
//!
//! Who writes holds the invoice first ([`held`]), or the documents of the rows a new one covers; looks at numbers and rests;
//! writes; and calls [`restate`] behind all invoices of a call.

mod cover;
mod held;
mod kind;
mod line;
mod red;
mod register;
pub mod summed;

pub use cover::{Cover, Room, beyond, covers, restate, spread};
pub use held::{Invoice, held, need_unmoved, need_unposted};
pub use kind::{
    ABROAD, COST_TYPES, CUSTOMS, DEDUCT_STATES, DIGITAL, DIGITAL_SPECIAL, IN_FORCE, INCOME_TYPES, ISSUED_TAKEN, LISTED,
    NORMAL, NOT_DEDUCTED, PAPER, PAPER_SPECIAL, PART_RED, PENDING, RECEIVED_TAKEN, RED, SPECIAL_TYPES, STATES, TICKED,
    UNTICKED, VAT_TYPES, deduct_state, is_taken, number, number_fault, taken, taken_among,
};
pub use line::{Line, lines, shared};
pub use red::{Red, drop_red, open_of, red, red_fault, take_back};
pub use register::{Wanted, free, redate, refigure, register, remove};
