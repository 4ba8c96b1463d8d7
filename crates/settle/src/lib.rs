//! From the bill to the bank (catalogue css.md 0.7 to 0.11): the documents that charges stand on, their lowest rows, and the
//! statuses that follow from them. Pages are in the rooms `receivable` and `payable`.
//!
//! Who writes holds first the charges of the orders it is about, by their ids, then the documents, by theirs, in one order: the
//! write-off taken back, the receipt, the payment request, the advance, the money account, the notes or payments, the invoices, the
//! statements. So no two wait for each other.

pub mod advance;
pub mod amounts;
pub mod application;
mod bulk;
pub mod compared;
pub mod comparison;
pub mod confirmation;
pub mod due;
pub mod expense;
pub mod field;
mod figure;
pub mod fund;
pub mod hung;
pub mod invoice;
pub mod invoicing;
pub mod making;
pub mod matching;
pub mod note;
pub mod number;
pub mod offset;
pub mod paper;
pub mod partly;
pub mod payment;
pub mod periodic;
pub mod receipt;
pub mod request;
pub mod scope;
pub mod status;
pub mod target;
pub mod ways;
pub mod write_off;
