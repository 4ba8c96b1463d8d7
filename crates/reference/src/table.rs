//! Reads the rows of an embedded table.

/// The fields of one row, taken from left to right.
pub(crate) struct Fields<'a> {
    rest: std::str::Split<'a, char>,
}

impl<'a> Fields<'a> {
    /// The next field; empty where the row ends early.
    pub(crate) fn text(&mut self) -> &'a str {
        self.rest.next().unwrap_or_default()
    }

    /// The next field as a flag written `1` or `0`.
    pub(crate) fn flag(&mut self) -> bool {
        self.text() == "1"
    }

    /// The next field as a whole number; the tests prove that every such field is one.
    pub(crate) fn number<N: std::str::FromStr + Default>(&mut self) -> N {
        self.text().parse().unwrap_or_default()
    }
}

/// The rows of a table without its header line.
pub(crate) fn table(text: &'static str) -> impl Iterator<Item = Fields<'static>> {
    text.lines().skip(1).filter(|line| !line.is_empty()).map(|line| Fields { rest: line.split('\t') })
}
