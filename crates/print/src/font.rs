//! The one embedded font: Chinese and Latin letters, parsed once.

use std::sync::OnceLock;

use krilla::text::Font;
use ttf_parser::Face;

const BYTES: &[u8] = include_bytes!("../fonts/wqy-microhei.ttc");
/// Millimetres of a point.
pub const MM_PER_POINT: f32 = 25.4 / 72.0;

/// The font for drawing.
pub fn font() -> Option<Font> {
    static FONT: OnceLock<Option<Font>> = OnceLock::new();
    FONT.get_or_init(|| Font::new(BYTES.into(), 0)).clone()
}

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(BYTES, 0).ok()).as_ref()
}

/// Width of a text in millimetres at a size in points.
pub fn width_mm(text: &str, points: f32) -> f32 {
    let Some(face) = face() else { return 0.0 };
    let units: f32 = text
        .chars()
        .map(|letter| face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(500))
        .map(f32::from)
        .sum();
    units / f32::from(face.units_per_em()) * points * MM_PER_POINT
}

#[cfg(test)]
mod tests {
    use super::width_mm;

    #[test]
    fn the_width_of_a_long_text_is_the_sum_of_its_parts() {
        let one = width_mm("The goods are accepted. ", 6.0);
        let many = width_mm(&"The goods are accepted. ".repeat(40), 6.0);
        assert!((many - one * 40.0).abs() < 0.5, "{many} {one}");
        assert!(width_mm("演示", 10.0) > width_mm("ab", 10.0));
    }
}
