//! Waybill forms as several rooms use them: stored forms, their PDF, addresses of prepared files,
//! who may see them and the orders they hang on, and the space a carrier confirms to one.

pub mod beside;
pub mod boxes;
pub mod destination;
pub mod download;
pub mod forms;
mod handling;
pub mod houses;
pub mod orders;
mod pdf;
pub mod reach;
pub mod rules;
pub mod sign;
pub mod space;
pub mod workbook;

pub use forms::{Form, houses_of_order, master_of_order};
pub use handling::{handling_codes, is_for_freighters};
pub use pdf::{COPIES, CopyOf, PrintOptions, Sheet, company_logo, draw, prepared, render, sheet};
pub use print::{Stationery, unfit};
