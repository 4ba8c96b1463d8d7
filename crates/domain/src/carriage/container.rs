//! Types of containers and how boxes are counted and written.

use platform::field::Choice;

/// A type of container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContainerType {
    /// Code of the trade.
    pub code: &'static str,
    /// Twenty-foot equivalents in hundredths.
    pub teu: i64,
    /// Tare in kilograms.
    pub tare: i64,
    /// Greatest gross weight in kilograms.
    pub gross: i64,
    /// Other spellings.
    aliases: &'static [&'static str],
}

const fn kind(
    code: &'static str,
    (teu, tare, gross): (i64, i64, i64),
    aliases: &'static [&'static str],
) -> ContainerType {
    ContainerType { code, teu, tare, gross, aliases }
}

/// The types the product knows.
pub const CONTAINER_TYPES: [ContainerType; 12] = [
    kind("20GP", (100, 2_230, 30_480), &["20DC", "20DV", "20ST"]),
    kind("40GP", (200, 3_750, 32_500), &["40DC", "40DV", "40ST"]),
    kind("40HQ", (200, 3_900, 32_500), &["40HC"]),
    kind("45HQ", (225, 4_800, 32_500), &["45HC"]),
    kind("20HQ", (100, 2_400, 30_480), &["20HC"]),
    kind("20RF", (100, 3_000, 30_480), &["20RE"]),
    kind("40RH", (200, 4_600, 34_000), &["40RF", "40RQ"]),
    kind("20OT", (100, 2_400, 30_480), &[]),
    kind("40OT", (200, 3_850, 32_500), &[]),
    kind("20FR", (100, 2_750, 34_000), &[]),
    kind("40FR", (200, 5_000, 45_000), &[]),
    kind("20TK", (100, 3_500, 36_000), &[]),
];

/// The same as choices of a field.
pub(super) const TYPE_CHOICES: &[Choice] = &[
    Choice::new("20GP", "20GP", "20GP"),
    Choice::new("40GP", "40GP", "40GP"),
    Choice::new("40HQ", "40HQ", "40HQ"),
    Choice::new("45HQ", "45HQ", "45HQ"),
    Choice::new("20HQ", "20HQ", "20HQ"),
    Choice::new("20RF", "20RF", "20RF"),
    Choice::new("40RH", "40RH", "40RH"),
    Choice::new("20OT", "20OT", "20OT"),
    Choice::new("40OT", "40OT", "40OT"),
    Choice::new("20FR", "20FR", "20FR"),
    Choice::new("40FR", "40FR", "40FR"),
    Choice::new("20TK", "20TK", "20TK"),
];

/// So many boxes of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxCount {
    /// Type.
    pub code: String,
    /// How many.
    pub quantity: i64,
}

/// The type of a code or of another spelling of it.
pub fn container_type(code: &str) -> Option<&'static ContainerType> {
    let code = code.trim().to_ascii_uppercase();
    CONTAINER_TYPES.iter().find(|known| known.code == code || known.aliases.contains(&code.as_str()))
}

/// Twenty-foot equivalents of boxes, in hundredths.
pub fn teu(boxes: &[BoxCount]) -> i64 {
    boxes.iter().map(|line| container_type(&line.code).map_or(0, |known| known.teu) * line.quantity).sum()
}

/// Boxes as one text, `2×40HQ;1×20GP`; those of one type stand together.
pub fn box_text(boxes: &[BoxCount]) -> String {
    let mut counted: Vec<(&str, i64)> = Vec::new();
    for line in boxes {
        match counted.iter_mut().find(|(code, _)| *code == line.code) {
            Some((_, quantity)) => *quantity += line.quantity,
            None => counted.push((&line.code, line.quantity)),
        }
    }
    counted.iter().map(|(code, quantity)| format!("{quantity}×{code}")).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(lines: &[(i64, &str)]) -> Vec<BoxCount> {
        lines.iter().map(|(quantity, code)| BoxCount { code: (*code).to_owned(), quantity: *quantity }).collect()
    }

    #[test]
    fn boxes_are_counted_and_written_by_type() {
        let mixed = boxes(&[(2, "40HQ"), (1, "20GP")]);
        assert_eq!((box_text(&mixed).as_str(), teu(&mixed)), ("2×40HQ;1×20GP", 500));
        assert_eq!(teu(&boxes(&[(2, "45HQ")])), 450);
        assert_eq!(box_text(&boxes(&[(1, "40HQ"), (1, "40HQ")])), "2×40HQ");
        assert_eq!((box_text(&[]).as_str(), teu(&[])), ("", 0));
        assert_eq!(container_type("40hc").map(|known| known.code), Some("40HQ"), "another spelling");
        assert_eq!(container_type("41HQ"), None);
    }

    #[test]
    fn choices_are_the_types() {
        let codes: Vec<&str> = CONTAINER_TYPES.iter().map(|known| known.code).collect();
        assert_eq!(TYPE_CHOICES.iter().map(|choice| choice.value).collect::<Vec<_>>(), codes);
        assert!(CONTAINER_TYPES.iter().all(|known| known.tare < known.gross));
    }
}
