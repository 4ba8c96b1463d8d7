//! Templates of a company's papers: which one counts, filling its workbook, drawing its PDF.
//!
//! A room that prints a paper asks [`workbook`] or [`layout`] for the template in force, then
//! [`fill_excel`] or [`render_pdf`] with the values of the paper and of each of its rows; what it adds of its own it puts
//! on the [`sheet`] before it is drawn. What a seal or a signature will look like is shown on a [`sample`]. A paper that
//! is no cell of theirs, as a waybill, takes its [`Seals`] here.

mod bank;
mod excel;
mod layout;
mod letter;
mod page;
mod paper;
mod pdf;
mod sample;
mod seal;
mod standard;
mod store;
mod variable;
mod waybill;
mod word;

pub use bank::{Bank, bank};
pub use excel::{Fault, fill_excel, inspect};
pub use layout::Layout;
pub use paper::{Cell, Format, PAPERS, Paper, Words};
pub use pdf::{PictureFiles, Pictures, company_logo, company_logo_in, draw, picture, render_pdf, sheet};
pub use sample::{Signs, Wanted, sample};
pub use seal::{Printed, Seals, note_seals, offered_seals, stamp, with_seals};
pub use store::{layout, need_unnamed, workbook};
pub use variable::{VARIABLES, Values, Variable};
pub use word::{WORD_BYTES_MAX, contract_of_ours, fill_word, inspect_word};

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("template");
    page::add(&mut room);
    room
}
