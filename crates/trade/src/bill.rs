//! The sea bill of lading: its boxes as typed, its rules, its words. Master and house.

mod against;
mod check;
mod words;

use serde::{Deserialize, Serialize};

use crate::address::Party;
use crate::waybill_number;

pub use against::{Differs, Expected, against};
pub use check::{Completeness, check, messages};
pub use words::{
    block, body_lines, container_line, count_words, folded, is_same_as_consignee, is_to_order, marks_lines,
    number_words, say_boxes, say_packages,
};

/// Which bill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Kind {
    /// Of the carrier.
    #[default]
    Mbl,
    /// Of the forwarder.
    Hbl,
}

impl Kind {
    /// On the wire and in tables.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Mbl => "MBL",
            Self::Hbl => "HBL",
        }
    }

    /// The kind of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Mbl, Self::Hbl].into_iter().find(|kind| kind.code() == code)
    }
}

/// Originals are given out on paper.
pub const ORIGINAL: &str = "ORIGINAL";
/// Released by a message; originals, if there were any, are surrendered.
pub const TELEX: &str = "TELEX";
/// Not negotiable, without originals.
pub const SEAWAY: &str = "SEAWAY";
/// Shipped on board.
pub const ON_BOARD: &str = "ON_BOARD";
/// Received for shipment.
pub const RECEIVED: &str = "RECEIVED";
/// What freight says unless it is named.
pub const AS_ARRANGED: &str = "AS ARRANGED";

/// Limits of the boxes: characters, or lines and the characters of each.
pub mod limits {
    /// Number of a master bill.
    pub const MASTER_NUMBER: usize = 35;
    /// Number above which carriers' systems may refuse it.
    pub const MASTER_NUMBER_USUAL: usize = 20;
    /// Number of a house bill.
    pub const HOUSE_NUMBER: usize = 30;
    /// Originals and copies.
    pub const PAPERS: u8 = 10;
    /// Characters of a printed line.
    pub const LINE: usize = 35;
    /// Lines of a party.
    pub const PARTY_LINES: usize = 6;
    /// Lines of a place.
    pub const PLACE_LINES: usize = 5;
    /// Lines of marks.
    pub const MARKS_LINES: usize = 50;
    /// Lines of the description.
    pub const GOODS_LINES: usize = 200;
    /// Pre-carriage.
    pub const PRE_CARRIAGE: usize = 50;
    /// Pieces.
    pub const PIECES: usize = 9;
    /// Weight and volume.
    pub const FIGURE: usize = 12;
    /// HS codes.
    pub const HS_CODES: usize = 10;
    /// Boxes.
    pub const BOXES: usize = 300;
    /// Freight rows.
    pub const CHARGES: usize = 20;
    /// Amounts of freight rows and the declared value.
    pub const AMOUNT: usize = 12;
    /// Place of issue.
    pub const PLACE: usize = 17;
    /// Issuer.
    pub const ISSUER: usize = 20;
    /// Party code.
    pub const PARTY_CODE: usize = 35;
    /// Total in words.
    pub const WORDS: usize = 200;
    /// Short texts: booking, contract and invoice number, freight.
    pub const SHORT: usize = 50;
    /// Name of the carrier for whom one signs.
    pub const CARRIER: usize = 70;
}

/// The form. Every box as typed; an empty text is an empty box.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the boxes are named as the catalogue and the paper name them")]
pub struct BillForm {
    pub kind: Kind,
    pub number: String,
    pub issue_type: String,
    pub originals: String,
    pub copies: String,
    pub bill_type: String,
    pub shipper: Party,
    pub consignee: Party,
    pub notify: Party,
    pub notify2: Party,
    pub delivery_agent: String,
    pub forwarding_agent: String,
    pub pre_carriage: String,
    pub place_of_receipt: String,
    pub vessel: String,
    pub voyage: String,
    pub port_of_loading: String,
    pub transhipment: String,
    pub port_of_discharge: String,
    pub place_of_delivery: String,
    pub final_destination: String,
    pub marks: String,
    pub pieces: String,
    pub package_kind: String,
    pub goods_desc: String,
    pub hs_codes: Vec<String>,
    pub gross_weight: String,
    pub volume: String,
    pub containers: Vec<BillBox>,
    pub shippers_load: bool,
    pub said_to_contain: bool,
    pub service_term: String,
    pub freight_prepaid: bool,
    pub freight_collect: bool,
    pub free_days: String,
    pub clean_on_board: bool,
    pub on_deck: bool,
    pub liner_terms: bool,
    pub total_in_words: String,
    pub freight_text: String,
    pub charges: Vec<BillCharge>,
    pub declared_value: String,
    pub place_of_issue: String,
    pub issue_date: String,
    pub on_board_date: String,
    pub payable_at: String,
    pub issuer: String,
    pub sign_as: String,
    pub carrier_name: String,
    pub booking_no: String,
    pub contract_no: String,
    pub export_references: String,
    pub invoice_no: String,
}

/// A box of the bill.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "as the order has them, figures as typed")]
pub struct BillBox {
    pub container_no: String,
    pub seal_no: String,
    pub container_type: String,
    pub pieces: String,
    pub weight: String,
    pub volume: String,
}

/// A row of freight.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "as the paper names them, amounts as typed")]
pub struct BillCharge {
    pub item: String,
    pub rate: String,
    pub per: String,
    pub prepaid: String,
    pub collect: String,
    pub currency: String,
}

/// What typing leaves of a number. A house bill's keeps Chinese characters, which its rule reports.
pub fn clean_number(kind: Kind, text: &str) -> String {
    match kind {
        Kind::Hbl => waybill_number::clean_house(text, limits::HOUSE_NUMBER),
        Kind::Mbl => kernel::typed::code(text)
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '/'))
            .map(|c| c.to_ascii_uppercase())
            .take(limits::MASTER_NUMBER)
            .collect(),
    }
}

/// The number a company's rule makes: `{org3}{pod3}{yy}{MM}{seq4}` with what stands for each name. What no number of
/// a house bill may have falls out.
pub fn ruled_number(rule: &str, values: &[(&str, &str)]) -> String {
    let made = values.iter().fold(rule.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value));
    clean_number(Kind::Hbl, &made)
}

#[cfg(test)]
mod tests;
