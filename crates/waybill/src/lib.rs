//! Waybill forms as several rooms use them: stored forms, their PDF, addresses of prepared files,
//! and who may see the orders they hang on.

pub mod download;
pub mod forms;
pub mod orders;
mod pdf;
pub mod rules;

pub use forms::{Form, houses_of_order, master_of_order};
pub use pdf::{COPIES, CopyOf, PrintOptions, Sheet, draw, sheet};
