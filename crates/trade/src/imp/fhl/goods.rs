//! The goods of a house as people read them, put together from the lines they were told in.

use super::House;
use super::form::DESCRIPTION_MAX;
use crate::imp::parts::FREE_TEXT_MAX;

/// What a house carries. Some senders tell all of it in the lines of text, others go on there where the line of the house
/// had no more room.
pub fn goods(house: &House) -> String {
    let mut lines = house.text.iter().map(String::as_str);
    let Some(first) = lines.next() else { return house.description.clone() };
    let mut text = first.to_owned();
    let mut last = first;
    for line in lines {
        // Lines are broken between words where that is possible; within a number it is not.
        text = joined(&text, is_full(last, FREE_TEXT_MAX), line, |letter| letter.is_ascii_digit());
        last = line;
    }
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    if squeezed(&text).starts_with(&squeezed(&house.description)) {
        return text;
    }
    joined(&house.description, is_full(&house.description, DESCRIPTION_MAX), &text, char::is_alphanumeric)
}

/// Whether a line has no more room: it may end within a word or a number.
fn is_full(line: &str, most: usize) -> bool {
    line.chars().count() >= most
}

/// A full line that ends like the next begins goes on in it.
fn joined(before: &str, full: bool, after: &str, within: impl Fn(char) -> bool) -> String {
    let ends = before.chars().last().is_some_and(&within);
    let goes_on = full && ends && after.chars().next().is_some_and(within);
    let between = if goes_on || before.is_empty() { "" } else { " " };
    format!("{before}{between}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(description: &str, text: &[&str]) -> House {
        let text = text.iter().map(|line| (*line).to_owned()).collect();
        House { description: description.to_owned(), text, ..House::default() }
    }

    /// Issue 25, A 12: the beginning is kept, and no blank stands within a number.
    #[test]
    fn goods_are_whole_however_they_were_told() {
        assert_eq!(goods(&house("TOYS", &[])), "TOYS");
        assert_eq!(
            goods(&house("ELECTRONIC COMP", &["ELECTRONIC COMPONENTS", "AND CABLES"])),
            "ELECTRONIC COMPONENTS AND CABLES"
        );
        assert_eq!(goods(&house("ELECTRONIC COMP", &["ONENTS AND CABLES"])), "ELECTRONIC COMPONENTS AND CABLES");
        assert_eq!(goods(&house("TOYS", &["OF WOOD"])), "TOYS OF WOOD");
        let full = format!("{} MODEL 12", "A".repeat(56));
        assert_eq!(full.len(), FREE_TEXT_MAX);
        assert_eq!(goods(&house("", &[&full, "345 B"])), format!("{full}345 B"));
        assert_eq!(goods(&house("", &["MODEL 12", "345"])), "MODEL 12 345", "a short line ends with its word");
    }
}
