//! The rules of the trade: waybill numbers, cargo figures, addresses, waybill forms, status messages.
//!
//! Pure functions over drafts. Forms, prints, messages and imports all use these and no others.

pub mod address;
pub mod cargo;
pub mod container_number;
pub mod credit_code;
pub mod fsu;
pub mod status;
pub mod waybill_form;
pub mod waybill_number;
