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

pub(crate) fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(BYTES, 0).ok()).as_ref()
}

/// Units a letter takes; letters the font has not take half an em or so.
fn advance(face: &Face<'_>, letter: char) -> f32 {
    f32::from(face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(500))
}

/// The same of the letters most texts are made of, looked up once: fitting a page measures thousands.
fn latin() -> Option<&'static [f32; 128]> {
    static LATIN: OnceLock<Option<[f32; 128]>> = OnceLock::new();
    let table =
        |face| std::array::from_fn(|code| u8::try_from(code).map_or(0.0, |code| advance(face, char::from(code))));
    LATIN.get_or_init(|| face().map(table)).as_ref()
}

/// Width of a text in millimetres at a size in points.
pub fn width_mm(text: &str, points: f32) -> f32 {
    let Some((face, latin)) = face().zip(latin()) else { return 0.0 };
    let known = |letter: char| usize::try_from(u32::from(letter)).ok().and_then(|code| latin.get(code)).copied();
    let units: f32 = text.chars().map(|letter| known(letter).unwrap_or_else(|| advance(face, letter))).sum();
    units / f32::from(face.units_per_em()) * points * MM_PER_POINT
}

/// Height of a capital letter in millimetres at a size in points.
pub fn cap_mm(points: f32) -> f32 {
    let bounds = face().and_then(|face| face.glyph_bounding_box(face.glyph_index('H')?));
    let Some((face, bounds)) = face().zip(bounds) else { return 0.0 };
    f32::from(bounds.y_max) / f32::from(face.units_per_em()) * points * MM_PER_POINT
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
