//! FWB: the air waybill as its airline receives it (versions 16 and 17).

mod fit;
mod form;
mod read;
mod write;

use kernel::{Amount, Length, Percent, Price, Volume, Weight};

use super::error::Flag;
use super::value::{Accounting, Address, Customs, Issue, Movement, Office, Pay, Shipment, Values};

pub use fit::fitted;
pub use form::{FormFacts, field_of, findings, of_form};
pub use read::parse;
pub(crate) use read::{agent as read_agent, sizes as read_sizes};
pub use write::compose;
pub(crate) use write::write_agent_as;

/// An air waybill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fwb {
    /// Version as given, as 16.
    pub version: u8,
    /// Number, stations, pieces, weight.
    pub shipment: Shipment,
    /// Booked flights, two at most.
    pub flights: Vec<Movement>,
    /// Where the first carrier takes it, and its code; then up to two more.
    pub routing: Vec<(String, String)>,
    /// Shipper.
    pub shipper: Address,
    /// Consignee.
    pub consignee: Address,
    /// Who else is notified.
    pub notify: Option<Address>,
    /// The carrier's agent.
    pub agent: Option<Agent>,
    /// Special service requests, three lines of 65.
    pub requests: Vec<String>,
    /// Accounting information, six lines.
    pub accounting: Vec<Accounting>,
    /// Currency, payment, declared values.
    pub values: Values,
    /// Rate lines.
    pub rates: Vec<Rate>,
    /// Other charges.
    pub charges: Vec<Charge>,
    /// Sums of the prepaid column.
    pub prepaid: Option<Column>,
    /// Sums of the collect column.
    pub collect: Option<Column>,
    /// Signature of the shipper's certification, 20.
    pub certification: String,
    /// Issue.
    pub issue: Option<Issue>,
    /// Other service information, three lines of 65.
    pub information: Vec<String>,
    /// Charges in the currency of destination.
    pub destination: Option<DestinationCharges>,
    /// Who sent it.
    pub office: Option<Office>,
    /// Customs origin code, two letters or digits.
    pub customs_origin: String,
    /// Special handling codes, nine of three letters.
    pub handling: Vec<String>,
    /// Reference of the shipment, 14, and optional information, 12; a second one follows a slash.
    pub reference: Option<(String, String)>,
    /// Customs and security information.
    pub customs: Vec<Customs>,
    /// Lines of blocks this table does not know, as they came.
    pub unknown: Vec<String>,
    /// What was unusual but read; empty in a message that is to be written.
    pub flags: Vec<Flag>,
}

impl Fwb {
    /// A waybill that tells its shipment and nothing else.
    pub fn new(version: u8, shipment: Shipment) -> Self {
        Self {
            version,
            shipment,
            flights: Vec::new(),
            routing: Vec::new(),
            shipper: Address::default(),
            consignee: Address::default(),
            notify: None,
            agent: None,
            requests: Vec::new(),
            accounting: Vec::new(),
            values: Values::default(),
            rates: Vec::new(),
            charges: Vec::new(),
            prepaid: None,
            collect: None,
            certification: String::new(),
            issue: None,
            information: Vec::new(),
            destination: None,
            office: None,
            customs_origin: String::new(),
            handling: Vec::new(),
            reference: None,
            customs: Vec::new(),
            unknown: Vec::new(),
            flags: Vec::new(),
        }
    }
}

/// The carrier's agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agent {
    /// Account number, 14.
    pub account: String,
    /// IATA code, seven digits.
    pub iata: String,
    /// CASS address, four digits, or empty.
    pub cass: String,
    /// Name, 35.
    pub name: String,
    /// Place, 17.
    pub place: String,
    /// What the agent is to the message, as AGT; mostly empty.
    pub participant: String,
}

/// A rate line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rate {
    /// Pieces.
    pub pieces: Option<i64>,
    /// Rate combination point, three letters, instead of or beside the pieces.
    pub point: String,
    /// Gross weight; pounds are turned into kilograms.
    pub weight: Option<Weight>,
    /// Rate class, one letter, or empty.
    pub class: String,
    /// Commodity item number, percentage or ULD rate class.
    pub commodity: String,
    /// Chargeable weight.
    pub chargeable: Option<Weight>,
    /// Rate or charge.
    pub rate: Option<Price>,
    /// Discount in percent, where the class has one; teletype messages tell it in the commodity (`N67`).
    pub discount: Option<Percent>,
    /// Total.
    pub total: Option<Amount>,
    /// Lines of its description, in their order.
    pub details: Vec<Detail>,
}

/// A line that describes the goods of a rate line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detail {
    /// NG nature and quantity of goods, 20.
    Goods(String),
    /// NC consolidation, 20.
    Consolidation(String),
    /// ND dimensions of some pieces; without sides it is `NDA`, no dimensions available.
    Dimensions {
        /// Weight of these pieces.
        weight: Option<Weight>,
        /// Length, width, height.
        sides: Option<[Length; 3]>,
        /// Pieces.
        pieces: Option<i64>,
    },
    /// NV volume.
    Volume(Volume),
    /// NU load unit: type, serial, owner.
    Unit(String),
    /// NS shipper's load and count.
    Slac(i64),
    /// NH harmonised commodity code, 6 to 18.
    Hs(String),
    /// NO country of origin.
    Origin(String),
    /// A detail this table does not know: its two letters and its text.
    Other(String, String),
}

/// An other charge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Charge {
    /// How it is paid.
    pub pay: Pay,
    /// Two letters.
    pub code: String,
    /// A due agent, C due carrier.
    pub due: char,
    /// Amount.
    pub amount: Amount,
}

/// Sums of a column of charges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Column {
    /// Weight charge.
    pub weight: Option<Amount>,
    /// Valuation charge.
    pub valuation: Option<Amount>,
    /// Taxes.
    pub tax: Option<Amount>,
    /// Other charges due agent.
    pub agent: Option<Amount>,
    /// Other charges due carrier.
    pub carrier: Option<Amount>,
    /// Total.
    pub total: Option<Amount>,
}

/// Charges in the currency of destination.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DestinationCharges {
    /// Currency.
    pub currency: String,
    /// Rate of exchange, as written.
    pub rate: String,
    /// Collect charges in it.
    pub charges: Option<Amount>,
    /// Charges at destination.
    pub at_destination: Option<Amount>,
    /// Total.
    pub total: Option<Amount>,
}

#[cfg(test)]
mod tests;
