//! Parts that several messages have.

use jiff::civil::Date;
use kernel::{Amount, Volume, Weight};

use crate::waybill_number::Mawb;

/// Prepaid or collect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pay {
    /// P.
    #[default]
    Prepaid,
    /// C.
    Collect,
}

impl Pay {
    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Self::Prepaid => 'P',
            Self::Collect => 'C',
        }
    }

    pub(crate) fn of(letter: &str) -> Option<Self> {
        match letter {
            "P" => Some(Self::Prepaid),
            "C" => Some(Self::Collect),
            _ => None,
        }
    }
}

/// What a message is about: the number, its stations, and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shipment {
    /// Master number.
    pub awb: Mawb,
    /// Airport of departure, three letters.
    pub origin: String,
    /// Airport of destination, three letters.
    pub destination: String,
    /// Pieces.
    pub pieces: i64,
    /// Gross weight; pounds are turned into kilograms.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
    /// Density group, 0 to 10.
    pub density_group: Option<u8>,
}

/// A flight and its day of the month.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Movement {
    /// Carrier and number.
    pub flight: String,
    /// Day of the month.
    pub day: i8,
}

/// A party: shipper, consignee, who is notified.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// Account number, 14.
    pub account: String,
    /// Name, 35.
    pub name: String,
    /// Second line of the name, 35; FWB/17 alone has it.
    pub name_more: String,
    /// Street, 35.
    pub street: String,
    /// Second line of the street, 35; FWB/17 alone has it.
    pub street_more: String,
    /// Place, 17.
    pub place: String,
    /// State or province, 9.
    pub state: String,
    /// Country, two letters.
    pub country: String,
    /// Postcode, 9.
    pub post_code: String,
    /// Contacts: TE phone, FX fax, TL telex, with their numbers of 25.
    pub contacts: Vec<(String, String)>,
}

/// Accounting information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accounting {
    /// What it is, three letters, as GEN.
    pub code: String,
    /// Text, 34.
    pub text: String,
}

/// Currency, ways of payment and declared values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    /// Three letters.
    pub currency: String,
    /// Charge code of two letters, as PP; empty when the message has none.
    pub charge_code: String,
    /// How weight and valuation are paid.
    pub weight_pay: Option<Pay>,
    /// How other charges are paid.
    pub other_pay: Option<Pay>,
    /// Declared value for carriage; none is NVD.
    pub carriage: Option<Amount>,
    /// Declared value for customs; none is NCV.
    pub customs: Option<Amount>,
    /// Amount of insurance; none is XXX.
    pub insurance: Option<Amount>,
}

/// A line of other customs, security and regulatory control information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Customs {
    /// Country, two letters, or empty.
    pub country: String,
    /// Which part it speaks of, three letters as SHP, or empty.
    pub part: String,
    /// What it tells, one or two letters as T or CT, or empty.
    pub control: String,
    /// The information, 35.
    pub text: String,
}

/// Who sent a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Office {
    /// Office and file reference as `PVGFFXX`; empty when only the participant is named.
    pub address: String,
    /// File reference, 15.
    pub file: String,
    /// Kind of participant, as AGT.
    pub participant: String,
    /// Code of the participant, 17.
    pub code: String,
    /// Airport or city.
    pub station: String,
}

/// When and where a waybill was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Day.
    pub date: Date,
    /// Place, 17.
    pub place: String,
    /// Signature, 20.
    pub signature: String,
}
