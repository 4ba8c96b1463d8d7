//! The rules of the trade: waybill numbers, cargo figures, addresses, waybill forms, status messages of air and sea.
//!
//! Pure functions over drafts. Forms, prints, messages and imports all use these and no others.

pub mod address;
pub mod bill;
pub mod cargo;
pub mod cargo_xml;
pub mod charge;
pub mod codes;
pub mod container;
pub mod container_number;
pub mod credit_code;
pub mod currency;
pub mod dangerous_goods;
pub mod destination;
pub mod division;
pub mod edifact;
pub mod fsu;
#[cfg(test)]
mod hostile;
pub mod hs;
pub mod imp;
pub mod movement;
pub mod phone;
pub mod status;
pub mod surcharge;
pub mod tact;
pub mod terms;
pub mod waybill_form;
pub mod waybill_number;
pub mod yearless;
