//! Cell references inside formulas and ranges, and where they move when a row is repeated.

/// The row that is repeated, and by how many rows it grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The repeated row, counted from 1.
    pub row: u32,
    /// Rows added below it.
    pub extra: u32,
}

impl Growth {
    /// Where a row lies afterwards.
    pub fn of(self, row: u32) -> u32 {
        if row > self.row { row + self.extra } else { row }
    }

    /// Where the row at the end of a range lies: a range over the repeated row takes in what is added.
    pub fn of_end(self, row: u32) -> u32 {
        if row >= self.row { row + self.extra } else { row }
    }
}

/// What a reference is within its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// One cell, or the first of a range.
    First,
    /// The last of a range.
    Last,
}

/// A reference in a text: its column with the sign before it, and its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Column, counted from 1.
    pub column: u32,
    /// The column has a `$`.
    pub fixed_column: bool,
    /// Row, counted from 1.
    pub row: u32,
    /// The row has a `$`.
    pub fixed_row: bool,
}

impl Place {
    /// Reads `B12` or `$B$12`.
    pub fn parse(text: &str) -> Option<Self> {
        let (fixed_column, rest) = text.strip_prefix('$').map_or((false, text), |rest| (true, rest));
        let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
        let (letters, rest) = rest.split_at(letters);
        let (fixed_row, digits) = rest.strip_prefix('$').map_or((false, rest), |rest| (true, rest));
        if !(1..=3).contains(&letters.len()) || !(1..=7).contains(&digits.len()) {
            return None;
        }
        let column = letters.bytes().fold(0u32, |sum, letter| sum * 26 + u32::from(letter.saturating_sub(b'A')) + 1);
        let row = digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())??;
        (row > 0).then_some(Self { column, fixed_column, row, fixed_row })
    }

    /// Writes it again.
    pub fn show(self) -> String {
        let sign = |fixed| if fixed { "$" } else { "" };
        format!("{}{}{}{}", sign(self.fixed_column), letters(self.column), sign(self.fixed_row), self.row)
    }

    /// As a copy so many columns and rows away refers to it.
    pub fn copied(self, columns: i64, rows: i64) -> Self {
        let by = |from: u32, step: i64, fixed: bool| {
            if fixed { from } else { u32::try_from((i64::from(from) + step).max(1)).unwrap_or(from) }
        };
        Self { column: by(self.column, columns, self.fixed_column), row: by(self.row, rows, self.fixed_row), ..self }
    }
}

fn letters(column: u32) -> String {
    let (mut left, mut out) = (column, Vec::new());
    while left > 0 {
        let letter = u8::try_from((left - 1) % 26).unwrap_or_default();
        out.push(char::from(b'A' + letter));
        left = (left - 1) / 26;
    }
    out.iter().rev().collect()
}

/// Rewrites every reference of a formula. `work` is told the sheet it names, if any.
pub fn rewrite(formula: &str, work: &mut dyn FnMut(Option<&str>, Part, Place) -> Place) -> String {
    let mut out = String::with_capacity(formula.len());
    let (mut rest, mut sheet, mut part) = (formula, None::<String>, Part::First);
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (word, behind) = rest.split_at(length);
        rest = behind;
        if behind.starts_with('!') && first != '!' {
            sheet = Some(word.trim_matches('\'').replace("''", "'"));
            out.push_str(word);
            continue;
        }
        let place = Place::parse(word).filter(|_| !behind.starts_with('('));
        match place {
            Some(place) => {
                out.push_str(&work(sheet.as_deref(), part, place).show());
                part = if behind.starts_with(':') { Part::Last } else { Part::First };
            }
            None => {
                out.push_str(word);
                part = if word == ":" { part } else { Part::First };
            }
        }
        // The sheet before a range counts for both its ends.
        if word != "!" && !behind.starts_with(':') && word != ":" {
            sheet = None;
        }
    }
    out
}

/// A formula in its pieces: texts and names in their quotes, words, signs.
pub fn tokens(formula: &str) -> impl Iterator<Item = &str> {
    let mut rest = formula;
    std::iter::from_fn(move || {
        let (word, behind) = rest.split_at(token(rest, rest.chars().next()?));
        rest = behind;
        Some(word)
    })
}

/// Length of the next token: a quoted text or name, brackets, a word, or one sign.
fn token(rest: &str, first: char) -> usize {
    let until = |close: char| {
        rest.char_indices()
            .skip(1)
            .find(|(_, letter)| *letter == close)
            .map_or(rest.len(), |(at, _)| at + close.len_utf8())
    };
    match first {
        '"' => until('"'),
        '\'' => until('\''),
        '[' => until(']'),
        letter if is_word(letter) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
        other => other.len_utf8(),
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(formula: &str) -> String {
        let growth = Growth { row: 10, extra: 2 };
        rewrite(formula, &mut |sheet, part, place| {
            if sheet.is_some_and(|sheet| sheet != "账单 1") {
                return place;
            }
            let row = if part == Part::Last { growth.of_end(place.row) } else { growth.of(place.row) };
            Place { row, ..place }
        })
    }

    #[test]
    fn references_below_move_and_ranges_over_the_row_grow() {
        for (formula, wanted) in [
            ("SUM(F10:F10)", "SUM(F10:F12)"),
            ("SUM($F$10:$F$10)*1.06", "SUM($F$10:$F$12)*1.06"),
            ("F11+F9", "F13+F9"),
            ("SUM(A1:B9)", "SUM(A1:B9)"),
            ("IF(A11>0,\"A11\",LOG10(A12))", "IF(A13>0,\"A11\",LOG10(A14))"),
            ("'账单 1'!F11+Other!F11", "'账单 1'!F13+Other!F11"),
            ("SUM('账单 1'!F10:F10,F11)", "SUM('账单 1'!F10:F12,F13)"),
            ("{1,2}&A1B2", "{1,2}&A1B2"),
            ("10:10", "10:10"),
        ] {
            assert_eq!(grown(formula), wanted, "{formula}");
        }
    }

    #[test]
    fn copies_move_what_is_not_fixed() {
        let moved = rewrite("D10*$E$10+$F10", &mut |_, _, place| place.copied(1, 3));
        assert_eq!(moved, "E13*$E$10+$F13");
        assert_eq!(Place::parse("AA100").unwrap().show(), "AA100");
        assert_eq!(Place::parse("ZZZ1").unwrap().show(), "ZZZ1");
        for none in ["A", "1", "A0", "AAAA1", "A1B", "$", "a1"] {
            assert_eq!(Place::parse(none), None, "{none}");
        }
    }
}
