//! Reads texts and filled paths with their places back out of a PDF, for tests of what is really drawn.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};

use crate::font::MM_PER_POINT;

/// A text: left end of its base line in millimetres from the upper left corner, size in points.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub x: f32,
    pub y: f32,
    pub size: f32,
    pub text: String,
}

/// A page.
#[derive(Debug)]
pub(crate) struct Page {
    pub size: (f32, f32),
    pub texts: Vec<Text>,
    /// Filled paths: left edge and width of each of their rectangles.
    pub paths: Vec<Vec<(f32, f32)>>,
    /// Stroked lines: both ends, in millimetres from the upper left corner.
    pub lines: Vec<((f32, f32), (f32, f32))>,
}

type Matrix = [f32; 6];
/// Letters of glyph numbers.
type Letters = BTreeMap<u16, String>;

pub(crate) fn pages(bytes: &[u8]) -> Vec<Page> {
    let document = Document::load_mem(bytes).expect("a PDF");
    document.get_pages().into_values().map(|id| page(&document, id)).collect()
}

/// How far a text may stand from its place, in millimetres, and be of another size, in points.
const NEAR_MM: f32 = 0.3;
const NEAR_POINTS: f32 = 0.1;

/// Holds a page against everything that should stand on it: each text once, letter by letter, at its place and in its
/// size, and no other text.
pub(crate) fn hold(page: &Page, expected: impl IntoIterator<Item = Text>) {
    let mut left = page.texts.clone();
    for wanted in expected {
        let near = |one: &Text| {
            let off = (one.x - wanted.x).abs().max((one.y - wanted.y).abs());
            one.text == wanted.text && off <= NEAR_MM && (one.size - wanted.size).abs() <= NEAR_POINTS
        };
        let place = left.iter().position(near).unwrap_or_else(|| panic!("{wanted:?} is not among {left:#?}"));
        left.swap_remove(place);
    }
    assert!(left.is_empty(), "nobody placed {left:#?}");
}

fn number(object: &Object) -> f32 {
    object.as_float().expect("a number")
}

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn page(document: &Document, id: ObjectId) -> Page {
    let boxed = document.get_dictionary(id).unwrap().get(b"MediaBox").unwrap().as_array().unwrap();
    let height = number(&boxed[3]);
    let fonts: BTreeMap<Vec<u8>, Letters> =
        document.get_page_fonts(id).unwrap().into_iter().map(|(name, font)| (name, letters(document, font))).collect();
    let content = Content::decode(&document.get_page_content(id)).unwrap();
    let mut page = Page {
        size: (number(&boxed[2]) * MM_PER_POINT, height * MM_PER_POINT),
        texts: Vec::new(),
        paths: Vec::new(),
        lines: Vec::new(),
    };
    let mut reader = Reader { fonts, height, at: vec![[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]], ..Reader::default() };
    for operation in &content.operations {
        reader.take(&operation.operator, &operation.operands, &mut page);
    }
    page
}

/// The map of a font from its glyphs to letters.
fn letters(document: &Document, font: &lopdf::Dictionary) -> Letters {
    let map = font.get(b"ToUnicode").and_then(|object| document.dereference(object)).unwrap().1.as_stream().unwrap();
    let text = String::from_utf8(map.decompressed_content().unwrap()).unwrap();
    let mut letters = Letters::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split(['<', '>']).filter(|part| !part.trim().is_empty()).collect();
        let [glyph, units] = parts.as_slice() else { continue };
        let Ok(glyph) = u16::from_str_radix(glyph, 16) else { continue };
        let units: Vec<u16> = units
            .as_bytes()
            .chunks(4)
            .map(|four| u16::from_str_radix(std::str::from_utf8(four).unwrap(), 16).unwrap())
            .collect();
        letters.insert(glyph, String::from_utf16(&units).unwrap());
    }
    letters
}

#[derive(Default)]
struct Reader {
    fonts: BTreeMap<Vec<u8>, Letters>,
    height: f32,
    at: Vec<Matrix>,
    text: Matrix,
    font: Vec<u8>,
    size: f32,
    path: Vec<(f32, f32)>,
    points: Vec<(f32, f32)>,
}

impl Reader {
    fn now(&self) -> Matrix {
        *self.at.last().unwrap()
    }

    fn take(&mut self, operator: &str, operands: &[Object], page: &mut Page) {
        let matrix = || <Matrix>::try_from(operands.iter().map(number).collect::<Vec<_>>().as_slice()).unwrap();
        match operator {
            "q" => self.at.push(self.now()),
            "Q" => drop(self.at.pop()),
            "cm" => *self.at.last_mut().unwrap() = times(matrix(), self.now()),
            "Tm" => self.text = matrix(),
            "Tf" => (self.font, self.size) = (operands[0].as_name().unwrap().to_vec(), number(&operands[1])),
            "Tj" => self.show(&operands[..1], page),
            "TJ" => self.show(operands[0].as_array().unwrap(), page),
            "re" => {
                let x = number(&operands[0]) * self.now()[0] + self.now()[4];
                self.path.push((x * MM_PER_POINT, number(&operands[2]) * self.now()[0].abs() * MM_PER_POINT));
            }
            "m" | "l" => {
                let x = number(&operands[0]) * self.now()[0] + self.now()[4];
                let y = self.height - (number(&operands[1]) * self.now()[3] + self.now()[5]);
                self.points.push((x * MM_PER_POINT, y * MM_PER_POINT));
            }
            "h" => {
                let reach = |(l, r): (f32, f32), (x, _): &(f32, f32)| (l.min(*x), r.max(*x));
                let (left, right) = self.points.iter().fold((f32::MAX, f32::MIN), reach);
                self.points.clear();
                self.path.push((left, right - left));
            }
            "f" | "f*" => page.paths.push(std::mem::take(&mut self.path)),
            "S" | "n" => {
                if let ("S", [from, to]) = (operator, self.points.as_slice()) {
                    page.lines.push((*from, *to));
                }
                self.path.clear();
                self.points.clear();
            }
            _ => {}
        }
    }

    fn show(&self, parts: &[Object], page: &mut Page) {
        let whole = times(self.text, self.now());
        let mut text = String::new();
        for part in parts {
            let Ok(bytes) = part.as_str() else { continue };
            for glyph in bytes.chunks(2) {
                let glyph = u16::from_be_bytes([glyph[0], glyph[1]]);
                text.push_str(self.fonts[&self.font].get(&glyph).map_or("?", String::as_str));
            }
        }
        let size = self.size * (whole[2] * whole[2] + whole[3] * whole[3]).sqrt();
        let (x, y) = (whole[4] * MM_PER_POINT, (self.height - whole[5]) * MM_PER_POINT);
        page.texts.push(Text { x, y, size, text });
    }
}
