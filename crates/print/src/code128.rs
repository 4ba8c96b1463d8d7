//! Code 128: which characters of a text go in pairs of digits, and the bars they make.

use barcoders::sym::code128::Code128;

/// Digits at an end of the text worth a change of the set.
const RUN_AT_END: usize = 4;
/// Digits between letters worth two changes.
const RUN_BETWEEN: usize = 6;

/// A part of a code in one character set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Set B: one character a symbol.
    Letters(String),
    /// Set C: two digits a symbol.
    Pairs(String),
}

/// The parts of a text, in as few symbols as changing sets allows.
pub(crate) fn parts(text: &str) -> Vec<Part> {
    let runs = runs(text);
    let mut parts = Vec::new();
    for (place, run) in runs.iter().enumerate() {
        let (first, last) = (place == 0, place + 1 == runs.len());
        let digits = run.starts_with(|letter: char| letter.is_ascii_digit());
        if !digits || run.len() < if first || last { RUN_AT_END } else { RUN_BETWEEN } {
            letters(&mut parts, run);
            continue;
        }
        // An odd digit stands outside the pairs: behind them at the beginning, before them elsewhere.
        let odd = run.len() % 2;
        let (before, pairs) = run.split_at(if first { 0 } else { odd });
        let (pairs, behind) = pairs.split_at(if first { run.len() - odd } else { pairs.len() });
        letters(&mut parts, before);
        parts.push(Part::Pairs(pairs.to_owned()));
        letters(&mut parts, behind);
    }
    parts
}

/// Runs of digits and of others, in their order.
fn runs(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    for letter in text.chars() {
        let same = |run: &&mut String| run.ends_with(|end: char| end.is_ascii_digit() == letter.is_ascii_digit());
        match runs.last_mut().filter(same) {
            Some(run) => run.push(letter),
            None => runs.push(letter.to_string()),
        }
    }
    runs
}

fn letters(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(Part::Letters(before)) => before.push_str(text),
        _ => parts.push(Part::Letters(text.to_owned())),
    }
}

/// A code as modules: 1 for a bar's, 0 for a gap's. None for characters the code has not.
pub(crate) fn modules(text: &str) -> Option<Vec<u8>> {
    let spelt: String = parts(text)
        .iter()
        .map(|part| match part {
            Part::Letters(text) => format!("\u{181}{text}"),
            Part::Pairs(digits) => format!("\u{106}{digits}"),
        })
        .collect();
    Some(Code128::new(spelt).ok()?.encode())
}

/// First module and width of each bar.
pub(crate) fn bars(modules: &[u8]) -> Vec<(u16, u16)> {
    let mut bars: Vec<(u16, u16)> = Vec::new();
    for (place, _) in (0u16..).zip(modules).filter(|(_, module)| **module == 1) {
        match bars.last_mut().filter(|(first, width)| first + width == place) {
            Some((_, width)) => *width += 1,
            None => bars.push((place, 1)),
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(text: &str) -> String {
        let show = |part: &Part| match part {
            Part::Letters(text) => format!("B{text} "),
            Part::Pairs(digits) => format!("C{digits} "),
        };
        parts(text).iter().map(show).collect()
    }

    #[test]
    fn digits_go_in_pairs_where_that_is_shorter() {
        assert_eq!(spelt("9901234567500006"), "C9901234567500006 ");
        assert_eq!(spelt("99012345675"), "C9901234567 B5 ", "the odd digit of a beginning stands behind the pairs");
        assert_eq!(spelt("HA00200006"), "BHA C00200006 ");
        assert_eq!(spelt("H1200006"), "BH1 C200006 ", "an odd digit stands before the pairs");
        assert_eq!(spelt("A123"), "BA123 ", "three digits are not worth a change");
        assert_eq!(spelt("A1234"), "BA C1234 ");
        assert_eq!(spelt("A12345B"), "BA12345B ", "between letters five are not");
        assert_eq!(spelt("A123456B"), "BA C123456 BB ");
    }

    #[test]
    fn a_code_has_start_check_and_stop_and_its_bars_are_its_modules() {
        // Eight pairs: start, eight symbols and the check of eleven modules each, and the stop of thirteen.
        let code = modules("9901234567500006").expect("a code");
        assert_eq!(code.len(), 10 * 11 + 13);
        let drawn: usize = bars(&code).iter().map(|(_, width)| usize::from(*width)).sum();
        assert_eq!(drawn, code.iter().filter(|module| **module == 1).count());
        assert_eq!(bars(&code).first(), Some(&(0, 2)), "every start begins with a bar of two modules");
        assert!(modules("运单").is_none());
    }
}
