//! A whole deployment in one file, in constant memory.
//!
//! The file holds the rows of every table as values of the four kinds both databases share, and the
//! uploaded files, so a backup of the embedded database restores into PostgreSQL and back: this is
//! also the way to grow. It is packed, cut into sealed pieces ([`seal`]), and read to its end before
//! anything of it is restored.

mod company;
mod depot;
mod erase;
mod fault;
mod names;
mod read;
mod restore;
mod seal;
mod table;
mod wire;
mod write;

pub use company::{ReadFile, Taken, remove_company, write_company};
pub use depot::{Depot, address_of, name_in};
pub use erase::{Found, InFile, Person, Piece, TextTable, Told, text_tables};
pub use fault::Fault;
pub use names::named_files;
pub use read::check;
pub use restore::{Purpose, Target, compare, restore};
pub use write::{Source, clear_parts, part_of, write};

use serde::{Deserialize, Serialize};

/// What the head of a backup tells, readable without a passphrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// Version of the program that wrote it.
    pub program: String,
    /// When, in milliseconds.
    pub created_at: i64,
    /// The schema, as the names of its migrations.
    pub migrations: Vec<String>,
    /// Whether a passphrase opens it.
    pub encrypted: bool,
    /// Random bytes the key is made with, in base64.
    salt: String,
    /// Tells a wrong passphrase from a damaged file.
    proof: String,
}

/// One table of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSum {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// A sum over the hashes of its rows, which their order does not change.
    pub sum: u128,
}

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its head.
    pub head: Head,
    /// Its tables.
    pub tables: Vec<TableSum>,
    /// Uploaded files in it.
    pub files: u64,
}

impl Summary {
    /// Rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}
