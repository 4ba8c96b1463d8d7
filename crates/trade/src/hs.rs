//! Codes of the harmonised system, as people and workbooks write them.

use kernel::typed;

/// A code as it is stored: letters and digits alone, in capitals. A code of five digits may have lost its nought or its
/// last digit: it is left as it is, and refused by its length.
pub fn clean(text: &str) -> String {
    let between = |letter: &char| letter.is_whitespace() || matches!(letter, '.' | '-');
    typed::code(text).to_uppercase().chars().filter(|letter| !between(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 25, A 5: codes with points and blanks between, and in wide letters.
    #[test]
    fn codes_lose_what_stands_between() {
        for (typed, read) in [
            ("8539.51", "853951"),
            ("8539 5100 00", "8539510000"),
            ("10121", "10121"),
            ("８５３９５１", "853951"),
            ("853951", "853951"),
            ("85395100a", "85395100A"),
            ("1012", "1012"),
            ("", ""),
        ] {
            assert_eq!(clean(typed), read, "{typed}");
            assert_eq!(clean(&clean(typed)), read, "{typed}");
        }
    }
}
