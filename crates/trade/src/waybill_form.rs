//! The air waybill form: its boxes as typed, its rules, its sums. Master and house.

pub(crate) mod check;
mod contradictions;
mod sums;
mod tidy;

use serde::{Deserialize, Serialize};

use crate::address::Party;

pub use check::{Completeness, check, messages};
pub use contradictions::{Beside, contradictions};
pub use sums::{Column, Sums, line_total, sums};
pub use tidy::tidy;

/// Which waybill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Of the airline.
    #[default]
    Master,
    /// Of the forwarder.
    House,
}

/// Limits of the boxes, in characters.
pub mod limits {
    /// Pieces of a line.
    pub const LINE_PIECES: usize = 5;
    /// Pieces of a house.
    pub const HOUSE_PIECES: usize = 9;
    /// SLAC.
    pub const SLAC: usize = 5;
    /// Gross and chargeable weight.
    pub const WEIGHT: usize = 7;
    /// Rate.
    pub const RATE: usize = 8;
    /// Total of a line.
    pub const TOTAL: usize = 12;
    /// Volume.
    pub const VOLUME: usize = 9;
    /// Declared values.
    pub const DECLARED: usize = 12;
    /// Insurance.
    pub const INSURANCE: usize = 11;
    /// Flight.
    pub const FLIGHT: usize = 20;
    /// Place of issue.
    pub const PLACE: usize = 17;
    /// Issuer.
    pub const ISSUER: usize = 20;
    /// Other service information.
    pub const OSI: usize = 195;
    /// English goods name.
    pub const GOODS: usize = 80;
    /// Party code.
    pub const PARTY_CODE: usize = 35;
    /// Lines of accounting information and their length.
    pub const ACCOUNTING: (usize, usize) = (6, 34);
    /// Special handling codes.
    pub const HANDLING_CODES: usize = 9;
    /// HS codes of a line.
    pub const HS_CODES: usize = 9;
    /// Rate lines.
    pub const LINES: usize = 12;
    /// Other charges that are printed one by one.
    pub const CHARGES: usize = 12;
}

/// The form. Every box as typed; an empty text is an empty box.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the boxes are named as the catalogue and the paper name them")]
pub struct WaybillForm {
    pub kind: Kind,
    pub awb_number: String,
    pub hawb_number: String,
    pub departure_station: String,
    pub arrival_station: String,
    pub airline_code: String,
    pub shipper: Party,
    pub consignee: Party,
    pub notify: Party,
    pub issue_agent_name: String,
    pub issue_agent_city: String,
    pub agent_iata_code: String,
    pub account_no: String,
    pub departure_station_name: String,
    pub to1: String,
    pub by1: String,
    pub to2: String,
    pub by2: String,
    pub to3: String,
    pub by3: String,
    pub arrival_station_name: String,
    pub flight_number: String,
    pub flight_date: String,
    pub flight_number2: String,
    pub flight_date2: String,
    pub accounting_information: String,
    pub currency: String,
    pub chgs_code: String,
    pub pay_method: String,
    pub pay_method_other: String,
    pub declared_value_of_carriage: String,
    pub declared_value_of_customs: String,
    pub insurance_value: String,
    pub insurance_amount: String,
    pub handling_information: String,
    pub special_handling_codes: Vec<String>,
    pub sci: String,
    pub osi: String,
    pub lines: Vec<RateLine>,
    pub sizes: Vec<Size>,
    pub shipping_marks: String,
    pub charges: Vec<OtherCharge>,
    pub valuation_charge: String,
    pub tax: String,
    pub dest_currency: String,
    pub exchange_rate: String,
    pub charges_at_destination: String,
    pub shipper_signature: String,
    pub executed_on: String,
    pub place_of_issue: String,
    pub issuer: String,
    pub party_code: String,
    pub reference_number: String,
    pub optional_shipping_info: String,
}

/// A rate line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the boxes are named as the catalogue and the paper name them")]
pub struct RateLine {
    pub pieces: String,
    pub slac: String,
    pub gross_weight: String,
    pub weight_unit: String,
    pub rate_class: String,
    pub commodity_item_no: String,
    pub charge_weight: String,
    pub rate_charge: String,
    pub total: String,
    pub volume: String,
    pub goods_name_en: String,
    pub hs_codes: Vec<String>,
}

/// Dimensions printed on the form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "centimetres and pieces as typed")]
pub struct Size {
    pub length: String,
    pub width: String,
    pub height: String,
    pub pieces: String,
}

/// One other charge.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OtherCharge {
    /// Two letters.
    pub code: String,
    /// A agent or C carrier.
    pub due: String,
    /// What the rate is multiplied with.
    pub basis: String,
    /// Rate.
    pub rate: String,
    /// Quantity.
    pub quantity: String,
    /// Amount.
    pub amount: String,
    /// PP or CC; empty: as the form's other charges.
    pub pay: String,
}
