//! FFR and FFA: the request for space on flights, and the airline's answer to it.

mod read;
mod write;

use kernel::{Length, Weight};

use super::error::Flag;
use super::fwb::Agent;
use super::value::{Address, Office, Shipment};

pub use read::parse;
pub use write::compose;

/// Which message it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingKind {
    /// FFR.
    Request,
    /// FFA.
    Answer,
}

impl BookingKind {
    /// The three letters of its head.
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "FFR",
            Self::Answer => "FFA",
        }
    }
}

/// A booking request or its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// Request or answer.
    pub kind: BookingKind,
    /// Version as given: requests 8, answers 4.
    pub version: u8,
    /// Number, stations, how much.
    pub shipment: Shipment,
    /// Pieces of the whole shipment when the booking is for a part.
    pub pieces_total: Option<i64>,
    /// Description of the goods, 15; an answer may have none.
    pub description: String,
    /// Special handling codes, nine of three letters.
    pub handling: Vec<String>,
    /// Flights with what is asked or answered of each.
    pub flights: Vec<BookedFlight>,
    /// Load units.
    pub units: Vec<BookedUnit>,
    /// Special service requests, two lines of 65.
    pub requests: Vec<String>,
    /// Other service information, two lines of 65.
    pub information: Vec<String>,
    /// Where the answer goes.
    pub office: Option<Office>,
    /// Dimensions.
    pub dimensions: Vec<BookedSize>,
    /// Service code, rate class and commodity, as they stand behind `PID/`.
    pub product: String,
    /// Shipper.
    pub shipper: Option<Address>,
    /// Consignee.
    pub consignee: Option<Address>,
    /// The customer or agent who books.
    pub customer: Option<Agent>,
    /// Reference of the shipment and what follows it, as behind `SRI/`.
    pub reference: String,
    /// Blocks without content: what an update of a booking removes, as SSR.
    pub removed: Vec<String>,
    /// Lines of blocks this table does not know, as they came.
    pub unknown: Vec<String>,
    /// What was unusual but read; empty in a message that is to be written.
    pub flags: Vec<Flag>,
}

/// A flight of a booking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookedFlight {
    /// Carrier and number.
    pub flight: String,
    /// Day of the month.
    pub day: i8,
    /// Month.
    pub month: i8,
    /// Airport of departure.
    pub from: String,
    /// Airport of arrival.
    pub to: String,
    /// Space allocation code, two letters, as NN or KK.
    pub allocation: String,
    /// Allotment, 14, or empty.
    pub allotment: String,
}

/// A load unit of a booking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookedUnit {
    /// Type, and perhaps number and owner, as `PMC12345X9`.
    pub unit: String,
    /// How it is loaded, one letter, or empty.
    pub loading: String,
    /// Weight of its contents.
    pub weight: Weight,
}

/// Dimensions of some pieces of a booking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BookedSize {
    /// Weight of these pieces.
    pub weight: Option<Weight>,
    /// Length, width, height.
    pub sides: [Length; 3],
    /// Pieces.
    pub pieces: i64,
}

impl Booking {
    /// A booking that tells its shipment and nothing else.
    pub fn new(kind: BookingKind, version: u8, shipment: Shipment) -> Self {
        Self {
            kind,
            version,
            shipment,
            pieces_total: None,
            description: String::new(),
            handling: Vec::new(),
            flights: Vec::new(),
            units: Vec::new(),
            requests: Vec::new(),
            information: Vec::new(),
            office: None,
            dimensions: Vec::new(),
            product: String::new(),
            shipper: None,
            consignee: None,
            customer: None,
            reference: String::new(),
            removed: Vec::new(),
            unknown: Vec::new(),
            flags: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
