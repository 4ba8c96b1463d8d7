//! The label of each piece of a master: number, places, pieces, and bar codes.
//!
//! The first code has 16 digits: the eleven of the waybill, and the piece in five, of which the first is a
//! nought because pieces end at 9999. A piece without a number has five noughts.

mod lay;
mod size;

use std::iter::repeat_n;

use crate::mark::{self, Mark};
use crate::svg;
use crate::waybill::PrintError;

pub use size::LabelSize;

/// Labels on a sheet, across and in all.
const ACROSS: usize = 2;
const ON_SHEET: usize = 8;
/// A sheet of A4.
const SHEET: (f32, f32) = (210.0, 297.0);

/// What a label says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// Code and name of the airline.
    pub airline: String,
    /// Number of the master, `990-12345675`.
    pub awb_number: String,
    /// Airport of departure.
    pub origin: String,
    /// Airport of destination.
    pub destination: String,
    /// Airports between.
    pub transit: String,
    /// Pieces of the master.
    pub total_pieces: Option<i64>,
    /// Number of the piece over the whole master.
    pub piece: Option<u32>,
    /// The house waybill it belongs to; none on labels of the master alone.
    pub house: Option<HouseOfLabel>,
    /// Weight with its unit; empty when it is not shown.
    pub weight: String,
    /// Special handling codes.
    pub handling: String,
    /// Number of the order, printed small.
    pub order_code: String,
    /// Place among the labels that were asked for, from 1.
    pub sequence: u32,
}

/// What a label says of its house waybill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseOfLabel {
    /// Number.
    pub number: String,
    /// Which of its pieces this is, from 1.
    pub piece: Option<u32>,
    /// Pieces of the house.
    pub pieces: Option<i64>,
    /// Its destination.
    pub destination: String,
}

impl Label {
    /// The number as it is read: `990-1234 5675`.
    pub fn number(&self) -> String {
        match (self.awb_number.get(..8), self.awb_number.get(8..)) {
            (Some(head), Some(tail)) => format!("{head} {tail}"),
            _ => self.awb_number.clone(),
        }
    }

    /// The first bar code.
    pub fn code(&self) -> String {
        let digits: String = self.awb_number.chars().filter(char::is_ascii_digit).collect();
        format!("{digits}{:05}", self.piece.unwrap_or(0))
    }

    /// The second bar code: house number and number of the piece over the master.
    pub fn house_code(&self) -> Option<String> {
        self.house.as_ref().map(|house| format!("{}{:05}", house.number, self.piece.unwrap_or(0)))
    }

    /// Place among the labels, in four digits.
    pub fn sequence(&self) -> String {
        format!("{:04}", self.sequence)
    }

    pub(crate) fn marks(&self, face: (f32, f32)) -> Vec<Mark> {
        lay::lay(self, face)
    }
}

/// On what labels are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelPaper {
    /// Size.
    pub size: LabelSize,
    /// The long side across; none for the way the size is named.
    pub lying: Option<bool>,
    /// How often each label is printed, one after the other.
    pub copies: usize,
}

/// Labels as PDF: each its page, or eight on a sheet.
pub fn labels(labels: &[Label], paper: LabelPaper) -> Result<Vec<u8>, PrintError> {
    let face = paper.size.face(paper.lying);
    let each = labels.iter().flat_map(|label| repeat_n(label, paper.copies));
    if paper.size != LabelSize::A4 {
        return mark::pdf(each.map(|label| label.marks(face)), face);
    }
    let all: Vec<&Label> = each.collect();
    mark::pdf(all.chunks(ON_SHEET).map(|sheet| on_sheet(sheet, face)), SHEET)
}

fn on_sheet(labels: &[&Label], (w, h): (f32, f32)) -> Vec<Mark> {
    // What the labels leave of the height is shared by both ends of the sheet.
    let edge = (SHEET.1 - 4.0 * h) / 2.0;
    let place = |(place, label): (usize, &&Label)| {
        let (column, line) = (u8::try_from(place % ACROSS), u8::try_from(place / ACROSS));
        let (x, y) = (f32::from(column.unwrap_or(0)) * w, edge + f32::from(line.unwrap_or(0)) * h);
        label.marks((w, h)).into_iter().map(move |mark| mark.moved(x, y))
    };
    labels.iter().enumerate().flat_map(place).collect()
}

/// A label as a picture for the screen.
pub fn label_svg(label: &Label, paper: LabelPaper) -> String {
    let face = paper.size.face(paper.lying);
    svg::svg(&label.marks(face), face, &label.number())
}

#[cfg(test)]
pub(crate) mod tests;
