//! Takes a person out of what a company keeps: his names, phones, mails and numbers of papers in the texts of every table, and
//! in the files that can be read. It asks the tables, not a list of columns, so that a table that is yet to be invented is
//! looked through too. A code, a state, a key or a figure is never taken for a person: where it is not certain that a text
//! means him, the text stays and is counted.

mod columns;
mod file;
mod number;
mod person;
mod rows;
mod words;

pub use file::InFile;
pub use person::{Found, Person};
pub use rows::{Piece, TextTable, Told, text_tables};
