//! Types of containers, what each counts in twenty-foot equivalents, and how boxes are counted and written.

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
    use proptest::prelude::*;

    fn boxes(lines: &[(i64, &str)]) -> Vec<BoxCount> {
        lines.iter().map(|(quantity, code)| BoxCount { code: (*code).to_owned(), quantity: *quantity }).collect()
    }

    #[test]
    fn boxes_are_counted_and_written_by_type() {
        let mixed = boxes(&[(2, "40HQ"), (1, "20GP")]);
        assert_eq!((box_text(&mixed).as_str(), teu(&mixed)), ("2×40HQ;1×20GP", 500));
        assert_eq!(teu(&boxes(&[(2, "45HQ")])), 450);
        assert_eq!(teu(&boxes(&[(2, "40HQ"), (3, "99XX")])), 400, "an unknown type counts nothing");
        assert_eq!(box_text(&boxes(&[(1, "40HQ"), (1, "40HQ")])), "2×40HQ");
        assert_eq!((box_text(&[]).as_str(), teu(&[])), ("", 0));
    }

    #[test]
    fn types_are_found_by_every_spelling_and_each_spelling_names_one() {
        assert_eq!(container_type("40hc").map(|known| known.code), Some("40HQ"), "another spelling");
        assert_eq!(container_type("41HQ"), None);
        for (place, one) in CONTAINER_TYPES.iter().enumerate() {
            assert!(one.tare < one.gross, "{}", one.code);
            for spelling in one.aliases.iter().chain([&one.code]) {
                assert_eq!(container_type(&format!(" {} ", spelling.to_lowercase())), Some(one));
                let others = CONTAINER_TYPES.iter().enumerate().filter(|(other, _)| *other != place);
                assert!(
                    others.into_iter().all(|(_, other)| other.code != *spelling && !other.aliases.contains(spelling))
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn boxes_count_by_their_length_and_in_any_order(
            lines in prop::collection::vec((0..CONTAINER_TYPES.len(), 1i64..999), 0..8),
        ) {
            let counted: Vec<BoxCount> = lines
                .iter()
                .map(|(kind, quantity)| BoxCount { code: CONTAINER_TYPES[*kind].code.to_owned(), quantity: *quantity })
                .collect();
            let own = |feet: &str| match feet { "20" => 100, "40" => 200, _ => 225 };
            let expected: i64 = counted.iter().map(|line| own(&line.code[..2]) * line.quantity).sum();
            prop_assert_eq!(teu(&counted), expected);
            let reversed: Vec<BoxCount> = counted.iter().rev().cloned().collect();
            prop_assert_eq!(teu(&reversed), expected);
            let total: i64 = counted.iter().map(|line| line.quantity).sum();
            let text = box_text(&counted);
            let told = text.split(';').filter_map(|part| part.split_once('×')?.0.parse::<i64>().ok());
            prop_assert_eq!(told.sum::<i64>(), total);
        }
    }
}
