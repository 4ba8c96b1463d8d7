//! The cargo manifest of a master: its bills, four to a page, each page with the head of the whole.

use crate::font::{cap_mm, width_mm};
use crate::mark::{self, Mark};
use crate::text::{LINE_MM_PER_POINT, fit};
use crate::waybill::PrintError;

/// Bills on a page.
pub const BILLS_A_PAGE: usize = 4;
/// Title of the paper.
pub const MANIFEST_TITLE: &str = "AIR CARGO MANIFEST";
/// Headings of the columns.
pub const MANIFEST_COLUMNS: [&str; 9] = [
    "NO.",
    "BILL NO.",
    "PIECES",
    "WEIGHT KG",
    "VOLUME CBM",
    "NATURE OF GOODS",
    "SHIPPER",
    "CONSIGNEE",
    "ORIGIN / DESTINATION",
];

/// A4 lying.
const PAGE: (f32, f32) = (297.0, 210.0);
const EDGE: f32 = 12.0;
/// Upper edges of the heading row and of the first bill.
const HEADINGS_Y: f32 = 50.0;
const FIRST_Y: f32 = 57.0;
const BILL_H: f32 = 31.0;
const SUM_H: f32 = 9.0;
/// Widths of the columns; together what the edges leave.
const WIDTHS: [f32; 9] = [10.0, 30.0, 17.0, 23.0, 23.0, 52.0, 50.0, 50.0, 18.0];
const SIZE: f32 = 8.5;
const PAD: f32 = 1.2;
const THIN: f32 = 0.2;

/// A cargo manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CargoManifest {
    /// Who makes it out.
    pub issuer: String,
    /// Number of the master.
    pub awb_number: String,
    /// Airports in their order, `PVG-HKG-LAX`.
    pub route: String,
    /// Flight.
    pub flight: String,
    /// Day of the flight.
    pub date: String,
    /// Its bills.
    pub bills: Vec<ManifestBill>,
    /// Pieces, weight and volume of all.
    pub sums: [String; 3],
}

/// A bill of a manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ManifestBill {
    /// Number.
    pub number: String,
    /// Pieces.
    pub pieces: String,
    /// Gross weight.
    pub weight: String,
    /// Volume.
    pub volume: String,
    /// Goods and their codes.
    pub goods: String,
    /// Name and address.
    pub shipper: String,
    /// Name and address.
    pub consignee: String,
    /// Airports, `PVG-FRA`.
    pub route: String,
}

impl CargoManifest {
    /// The pages: the number of the first bill of each, and its bills. One without bills has a page, too.
    pub fn pages(&self) -> Vec<(usize, &[ManifestBill])> {
        let pages: Vec<_> = self.bills.chunks(BILLS_A_PAGE).enumerate().collect();
        let pages = pages.into_iter().map(|(page, bills)| (page * BILLS_A_PAGE + 1, bills)).collect::<Vec<_>>();
        if pages.is_empty() { vec![(1, &[])] } else { pages }
    }

    /// Labels and values of the head of a page.
    pub fn head(&self, page: usize, pages: usize) -> [(&'static str, String); 5] {
        [
            ("MASTER AWB NO.", self.awb_number.clone()),
            ("ROUTE", self.route.clone()),
            ("FLIGHT", self.flight.clone()),
            ("DATE", self.date.clone()),
            ("PAGE", format!("{page}/{pages}")),
        ]
    }
}

impl ManifestBill {
    /// Its cells behind the number of the row.
    pub fn cells(&self) -> [&str; 8] {
        [
            &self.number,
            &self.pieces,
            &self.weight,
            &self.volume,
            &self.goods,
            &self.shipper,
            &self.consignee,
            &self.route,
        ]
    }
}

/// The manifest as PDF.
pub fn cargo_manifest(manifest: &CargoManifest) -> Result<Vec<u8>, PrintError> {
    mark::pdf(marks(manifest), PAGE)
}

/// What stands on each page.
fn marks(manifest: &CargoManifest) -> Vec<Vec<Mark>> {
    let pages = manifest.pages();
    let count = pages.len();
    let drawn = pages.into_iter().enumerate().map(|(place, (first, bills))| {
        let mut marks = Vec::new();
        head(&mut marks, manifest, place + 1, count);
        table(&mut marks, first, bills);
        sums(&mut marks, manifest, place + 1 == count);
        marks
    });
    drawn.collect()
}

fn words(marks: &mut Vec<Mark>, (x, y): (f32, f32), size: f32, grey: u8, text: &str) {
    marks.push(Mark::Words { id: "words", x, y, size, grey, text: text.to_owned() });
}

fn line(marks: &mut Vec<Mark>, from: (f32, f32), to: (f32, f32)) {
    marks.push(Mark::Line { from, to, thick: THIN });
}

fn head(marks: &mut Vec<Mark>, manifest: &CargoManifest, page: usize, pages: usize) {
    for (text, size, y) in [(manifest.issuer.as_str(), 11.0, 17.0), (MANIFEST_TITLE, 18.0, 27.0)] {
        words(marks, ((PAGE.0 - width_mm(text, size)) / 2.0, y), size, 0, text);
    }
    let mut x = EDGE;
    for ((label, value), width) in manifest.head(page, pages).iter().zip([64.0, 84.0, 50.0, 45.0, 30.0]) {
        words(marks, (x + PAD, 36.0), 6.0, 80, label);
        let size = (11.0f32).min(11.0 * (width - 2.0 * PAD) / width_mm(value, 11.0).max(0.01));
        words(marks, (x + PAD, 42.5), size, 0, value);
        x += width;
    }
}

/// The upper edges of heading and bills, with the lower edge of the last.
fn edges() -> impl Iterator<Item = f32> {
    let bills = (0..=u8::try_from(BILLS_A_PAGE).unwrap_or(0)).map(|bill| FIRST_Y + f32::from(bill) * BILL_H);
    std::iter::once(HEADINGS_Y).chain(bills)
}

fn table(marks: &mut Vec<Mark>, first: usize, bills: &[ManifestBill]) {
    let right = PAGE.0 - EDGE;
    for y in edges() {
        line(marks, (EDGE, y), (right, y));
    }
    let low = edges().last().unwrap_or(FIRST_Y);
    let mut x = EDGE;
    for (width, heading) in WIDTHS.iter().zip(MANIFEST_COLUMNS) {
        line(marks, (x, HEADINGS_Y), (x, low));
        let (lines, size) = fit(heading, width - 2.0 * PAD, FIRST_Y - HEADINGS_Y - 1.0, 7.0);
        for (place, text) in (1u8..).zip(lines) {
            words(marks, (x + PAD, HEADINGS_Y + f32::from(place) * size * LINE_MM_PER_POINT), size, 60, &text);
        }
        x += width;
    }
    line(marks, (right, HEADINGS_Y), (right, low));
    for ((number, bill), top) in (first..).zip(bills).zip(edges().skip(1)) {
        let number = number.to_string();
        let mut x = EDGE;
        for (text, width) in std::iter::once(number.as_str()).chain(bill.cells()).zip(WIDTHS) {
            cell(marks, text, (x, top, width));
            x += width;
        }
    }
}

/// Words of a bill, smaller where they would not fit.
fn cell(marks: &mut Vec<Mark>, text: &str, (x, top, width): (f32, f32, f32)) {
    let (lines, size) = fit(text, width - 2.0 * PAD, BILL_H - 2.0, SIZE);
    for (place, text) in (0u8..).zip(lines) {
        let y = top + 1.2 + cap_mm(size) + f32::from(place) * size * LINE_MM_PER_POINT;
        words(marks, (x + PAD, y), size, 0, &text);
    }
}

/// The sums stand below the bills of the last page; the others say that more follows.
fn sums(marks: &mut Vec<Mark>, manifest: &CargoManifest, last: bool) {
    let top = edges().last().unwrap_or(FIRST_Y);
    let y = top + SUM_H - 3.0;
    if !last {
        words(marks, (EDGE + PAD, y), SIZE, 60, "CONTINUED ON THE NEXT PAGE");
        return;
    }
    words(marks, (EDGE + PAD, y), SIZE, 0, &format!("TOTAL {} BILLS", manifest.bills.len()));
    let mut x = EDGE + WIDTHS.iter().take(2).sum::<f32>();
    for (text, width) in manifest.sums.iter().zip(WIDTHS.iter().skip(2)) {
        words(marks, (x + PAD, y), SIZE, 0, text);
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_back::{Page, Text, hold, pages};

    fn manifest(bills: usize) -> CargoManifest {
        let bill = |number: usize| ManifestBill {
            number: format!("HA{number:03}"),
            pieces: "5".into(),
            weight: "200.0".into(),
            volume: "1.500".into(),
            goods: "LED LAMPS".into(),
            shipper: "DEMO SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI CN".into(),
            consignee: "DEMO BUYER GMBH".into(),
            route: "PVG-FRA".into(),
        };
        CargoManifest {
            issuer: "演示货运".into(),
            awb_number: "990-12345675".into(),
            route: "PVG-FRA".into(),
            flight: "X9101".into(),
            date: "2026-07-18".into(),
            bills: (1..=bills).map(bill).collect(),
            sums: ["12".into(), "500.0".into(), "3.950".into()],
        }
    }

    fn drawn(bills: usize) -> Vec<Page> {
        pages(&cargo_manifest(&manifest(bills)).unwrap())
    }

    fn said(page: &Page, text: &str) -> usize {
        page.texts.iter().filter(|one| one.text == text).count()
    }

    #[test]
    fn four_bills_stand_on_a_page_and_every_page_has_the_head() {
        for (bills, counts) in [(0, vec![0]), (1, vec![1]), (4, vec![4]), (5, vec![4, 1]), (9, vec![4, 4, 1])] {
            let pages = drawn(bills);
            let found: Vec<usize> = pages.iter().map(|page| said(page, "LED LAMPS")).collect();
            assert_eq!(found, counts, "{bills} bills");
            for (place, page) in pages.iter().enumerate() {
                for text in [MANIFEST_TITLE, "演示货运", "990-12345675", "X9101", "2026-07-18"] {
                    assert_eq!(said(page, text), 1, "{text}");
                }
                assert_eq!(said(page, &format!("{}/{}", place + 1, pages.len())), 1);
                let last = place + 1 == pages.len();
                assert_eq!(said(page, &format!("TOTAL {bills} BILLS")), usize::from(last));
                assert_eq!(said(page, "CONTINUED ON THE NEXT PAGE"), usize::from(!last));
            }
        }
    }

    #[test]
    fn every_text_of_every_page_is_read_back_from_its_place_and_every_line_is_drawn() {
        let mut manifest = manifest(9);
        manifest.bills[4].goods = "LED灯具 LED LAMPS\nHS 8539520000".into();
        manifest.bills[8].consignee = "A BUYER WITH A LONG NAME ".repeat(30);
        let (read, laid) = (pages_of(&manifest), marks(&manifest));
        assert_eq!((read.len(), laid.len()), (3, 3));
        for (page, marks) in read.iter().zip(laid) {
            assert!((page.size.0 - 297.0).abs() < 0.1 && (page.size.1 - 210.0).abs() < 0.1, "{:?}", page.size);
            let mut lines = 0;
            for mark in &marks {
                let Mark::Line { from, to, .. } = mark else { continue };
                let near = |a: &(f32, f32), b: &(f32, f32)| (a.0 - b.0).abs() < 0.3 && (a.1 - b.1).abs() < 0.3;
                assert!(page.lines.iter().any(|(a, b)| near(a, from) && near(b, to)), "{from:?} {to:?}");
                lines += 1;
            }
            assert_eq!(page.lines.len(), lines);
            let words = marks.into_iter().filter_map(|mark| match mark {
                Mark::Words { x, y, size, text, .. } if !text.is_empty() => Some(Text { x, y, size, text }),
                _ => None,
            });
            hold(page, words);
        }
        assert!(said(&read[1], "LED灯具 LED LAMPS") == 1, "Chinese can be selected");
    }

    #[test]
    fn bills_are_numbered_on_and_each_text_stands_in_its_cell() {
        let pages = drawn(5);
        let five = pages[1].texts.iter().find(|text| text.text == "HA005").unwrap();
        assert!((five.x - EDGE - WIDTHS[0] - PAD).abs() < 0.3, "{}", five.x);
        assert!(five.y > FIRST_Y && five.y < FIRST_Y + 5.0, "{}", five.y);
        let number = pages[1].texts.iter().find(|text| (text.x - EDGE - PAD).abs() < 0.1 && text.text == "5");
        assert!(number.is_some_and(|number| (number.y - five.y).abs() < 0.3));
        let width: f32 = WIDTHS.iter().sum();
        assert!((width - (PAGE.0 - 2.0 * EDGE)).abs() < 0.01, "the columns fill the page: {width}");
        let mut long = manifest(1);
        long.bills[0].goods = "VERY LONG NAME OF GOODS ".repeat(40);
        long.bills[0].shipper = "A NAME WITHOUT END ".repeat(40);
        for text in &pages_of(&long)[0].texts {
            assert!(text.x + width_mm(&text.text, text.size) <= PAGE.0 - EDGE + 0.3, "{}", text.text);
            assert!(text.y <= FIRST_Y + 4.0 * BILL_H + SUM_H, "{}", text.text);
        }
    }

    fn pages_of(manifest: &CargoManifest) -> Vec<Page> {
        pages(&cargo_manifest(manifest).unwrap())
    }
}
