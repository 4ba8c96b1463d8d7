//! Words as dots, for printers that have no font for them.

use ttf_parser::{Face, OutlineBuilder};

use crate::font::{face, width_mm};

/// Pieces a curve is drawn in.
const PIECES: u8 = 8;
/// Part of the em square above the base line.
const ASCENT: f32 = 0.9;
/// Part of it below.
const DESCENT: f32 = 0.25;

/// Black dots, line by line from the top, eight to a byte, the leftmost its highest bit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dots {
    /// Bytes of a line.
    pub across: usize,
    /// Lines above the base line.
    pub above: u16,
    /// The lines.
    pub bytes: Vec<u8>,
}

/// A text whose em square is so many dots high.
pub(crate) fn dots(text: &str, em: f32) -> Option<Dots> {
    let face = face()?;
    let edges = edges(face, text, em / f32::from(face.units_per_em()));
    // The width of a text at so many points is proportional to its size.
    let wide = whole(width_mm(text, 1.0) / crate::font::MM_PER_POINT * em);
    let (above, below) = (whole(em * ASCENT), whole(em * DESCENT));
    let across = usize::from(wide.div_ceil(8));
    let mut bytes = Vec::new();
    for line in 0..above + below {
        let y = f32::from(above) - f32::from(line) - 0.5;
        let crossings = crossings(&edges, y);
        for byte in 0..wide.div_ceil(8) {
            let dark = |bit: &u16| inside(&crossings, f32::from(byte * 8 + bit) + 0.5);
            bytes.push((0..8u16).filter(dark).fold(0u8, |byte, bit| byte | (0x80 >> bit)));
        }
    }
    Some(Dots { across, above, bytes })
}

/// Smallest whole number that is not below.
fn whole(value: f32) -> u16 {
    (0..u16::MAX).find(|whole| f32::from(*whole) >= value).unwrap_or(u16::MAX)
}

/// Where the outlines cross a line, and which way.
fn crossings(edges: &[Edge], y: f32) -> Vec<(f32, i8)> {
    let cross = |edge: &Edge| {
        let ((x1, y1), (x2, y2)) = *edge;
        let up = y1 <= y && y < y2;
        let down = y2 <= y && y < y1;
        (up || down).then(|| (x1 + (y - y1) * (x2 - x1) / (y2 - y1), if up { 1 } else { -1 }))
    };
    edges.iter().filter_map(cross).collect()
}

/// Whether a point of a line is inside: the outlines left of it wind around it.
fn inside(crossings: &[(f32, i8)], x: f32) -> bool {
    crossings.iter().filter(|(at, _)| *at <= x).map(|(_, way)| i32::from(*way)).sum::<i32>() != 0
}

type Point = (f32, f32);
type Edge = (Point, Point);

fn edges(face: &Face<'_>, text: &str, scale: f32) -> Vec<Edge> {
    let mut pen = Pen { scale, left: 0.0, begun: (0.0, 0.0), at: (0.0, 0.0), edges: Vec::new() };
    for letter in text.chars() {
        let Some(glyph) = face.glyph_index(letter) else { continue };
        face.outline_glyph(glyph, &mut pen);
        pen.left += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    pen.edges
}

/// Draws outlines as straight edges.
struct Pen {
    scale: f32,
    left: f32,
    begun: Point,
    at: Point,
    edges: Vec<Edge>,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        (self.left + x * self.scale, y * self.scale)
    }

    fn edge(&mut self, to: Point) {
        self.edges.push((self.at, to));
        self.at = to;
    }

    fn curve(&mut self, along: impl Fn(f32) -> Point) {
        for piece in 1..=PIECES {
            self.edge(along(f32::from(piece) / f32::from(PIECES)));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.begun = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.edge(self.place(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, b, c) = (self.at, self.place(x1, y1), self.place(x, y));
        self.curve(|t| {
            let mix = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
            (mix(a.0, b.0, c.0), mix(a.1, b.1, c.1))
        });
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c, d) = (self.at, self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.curve(|t| {
            let s = 1.0 - t;
            let mix = |a: f32, b: f32, c: f32, d: f32| {
                s * s * s * a + 3.0 * t * s * s * b + 3.0 * t * t * s * c + t * t * t * d
            };
            (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
        });
    }

    fn close(&mut self) {
        self.edge(self.begun);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dots as text, a line each.
    fn shown(dots: &Dots) -> Vec<String> {
        let bits = |byte: &u8| (0..8).map(|bit| if byte & (0x80 >> bit) == 0 { '.' } else { '#' }).collect::<String>();
        dots.bytes.chunks(dots.across).map(|line| line.iter().map(bits).collect()).collect()
    }

    #[test]
    fn one_is_a_stroke_across_and_mouth_a_frame_with_a_hole() {
        let one = shown(&dots("一", 24.0).unwrap());
        assert_eq!(one.len(), 22 + 6);
        let dark: Vec<&String> = one.iter().filter(|line| line.contains('#')).collect();
        assert!((1..=4).contains(&dark.len()), "{one:#?}");
        assert!(dark.iter().all(|line| line.matches('#').count() >= 18), "{one:#?}");
        let mouth = shown(&dots("口", 24.0).unwrap());
        let hollow = |line: &String| line.trim_matches('.').trim_matches('#').starts_with('.');
        assert!(mouth.iter().filter(|line| hollow(line)).count() > 8, "{mouth:#?}");
    }

    #[test]
    fn words_stand_side_by_side_above_the_base_line() {
        let two = dots("测试", 32.0).unwrap();
        assert_eq!((two.across, two.above, two.bytes.len()), (8, 29, 8 * (29 + 8)));
        let lines = shown(&two);
        let column = |from: usize, to: usize| lines.iter().any(|line| line[from..to].contains('#'));
        assert!(column(0, 32) && column(32, 64), "both letters are there: {lines:#?}");
    }
}
