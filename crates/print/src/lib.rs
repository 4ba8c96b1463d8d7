//! Papers of the trade drawn as PDF. No I/O: fonts are embedded, bytes are answered.

mod font;
mod layout;
mod pdf;
mod text;
mod waybill;

pub use waybill::{Paper, Placed, PrintError, placed, waybill};
