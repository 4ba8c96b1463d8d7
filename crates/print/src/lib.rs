//! Papers of the trade drawn as PDF: the air waybill, the declaration for dangerous goods, cargo labels, the cargo
//! manifest, and sheets with a table; labels in the language of label printers too. No I/O: fonts are embedded, bytes
//! are answered.

mod bill;
mod calibration;
mod cargo_manifest;
mod code128;
mod declaration;
mod dots;
mod font;
mod label;
mod layout;
mod mark;
mod pdf;
#[cfg(test)]
mod read_back;
mod sheet;
mod stationery;
mod svg;
mod text;
mod waybill;
mod zpl;

pub use bill::{BillCopy, BillPaper, bill};
pub use calibration::{Calibration, calibration};
pub use cargo_manifest::{BILLS_A_PAGE, CargoManifest, MANIFEST_COLUMNS, MANIFEST_TITLE, ManifestBill, cargo_manifest};
pub use declaration::{Declaration, DeclarationLine, DeclarationPaper, declaration};
pub use label::{HouseOfLabel, Label, LabelPaper, LabelSize, label_svg, labels};
pub use layout::{BARCODE, FRAMES, Frame};
pub use sheet::{Picture, Seal, Sheet, SheetColumn, SheetTable, sheet, sheets};
pub use stationery::Stationery;
pub use waybill::{Paper, Placed, PrintError, placed, unfit, waybill, waybills};
pub use zpl::{Resolution, zpl};
