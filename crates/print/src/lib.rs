//! Papers of the trade drawn as PDF: the air waybill, and sheets with a table. No I/O: fonts are embedded, bytes are answered.

mod font;
mod layout;
mod pdf;
mod sheet;
mod text;
mod waybill;

pub use sheet::{Picture, Seal, Sheet, SheetColumn, sheet};
pub use waybill::{Paper, Placed, PrintError, placed, waybill};
