//! FHL: the house waybills of a master as its airline receives them (versions 4 and 5).

mod form;
mod goods;
mod read;
mod write;

use kernel::Weight;

use super::error::Flag;
use super::value::{Address, Customs, Shipment, Values};

pub use form::{FormBox, box_of, findings, of_forms};
pub use goods::goods;
pub use read::parse;
pub use write::{compose, split};

/// The first version whose parties are written in named lines, of which a name and a street have two.
const NAMED_SINCE: u8 = 5;

/// House waybills of a master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fhl {
    /// Version as given, as 5.
    pub version: u8,
    /// The master.
    pub master: Shipment,
    /// The houses, one or, in the form of a check list, several.
    pub houses: Vec<House>,
    /// Lines of blocks this table does not know, as they came.
    pub unknown: Vec<String>,
    /// What was unusual but read; empty in a message that is to be written.
    pub flags: Vec<Flag>,
}

impl Fhl {
    /// A message that tells its master and no house yet.
    pub fn new(version: u8, master: Shipment) -> Self {
        Self { version, master, houses: Vec::new(), unknown: Vec::new(), flags: Vec::new() }
    }
}

/// A house waybill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct House {
    /// Number, letters and digits, 12 at most.
    pub number: String,
    /// Airport of departure.
    pub origin: String,
    /// Airport of destination.
    pub destination: String,
    /// Pieces.
    pub pieces: i64,
    /// Gross weight; pounds are turned into kilograms.
    pub weight: Weight,
    /// Shipper's load and count.
    pub slac: Option<i64>,
    /// Manifest description of the goods, 15.
    pub description: String,
    /// Special handling codes, nine of three letters.
    pub handling: Vec<String>,
    /// Free text, nine lines of 65.
    pub text: Vec<String>,
    /// Harmonised commodity codes, nine of 6 to 18.
    pub hs: Vec<String>,
    /// Customs and security information.
    pub customs: Vec<Customs>,
    /// Shipper.
    pub shipper: Option<Address>,
    /// Consignee.
    pub consignee: Option<Address>,
    /// Currency, payment, declared values.
    pub values: Option<Values>,
}

#[cfg(test)]
mod tests;
