//! Handling codes and notes.

use super::node::Node;
use super::out::Out;
use crate::imp::Customs;

/// Writes special handling codes.
pub(super) fn write_handling(out: &mut Out, codes: &[String]) {
    for code in codes {
        out.group("HandlingSPHInstructions", |out| out.leaf("DescriptionCode", code));
    }
}

/// Reads special handling codes.
pub(super) fn read_handling(node: &mut Node<'_>) -> Vec<String> {
    let list = node.take_all("HandlingSPHInstructions").into_iter().map(|mut code| code.text("DescriptionCode"));
    list.filter(|code| !code.is_empty()).collect()
}

/// Writes lines of text as instructions of a kind.
pub(super) fn write_lines(out: &mut Out, name: &str, lines: &[String]) {
    for line in lines {
        out.group(name, |out| out.leaf("Description", line));
    }
}

/// Reads lines of text.
pub(super) fn read_lines(node: &mut Node<'_>, name: &str) -> Vec<String> {
    node.take_all(name).into_iter().flat_map(|mut line| line.lines("Description")).collect()
}

/// Writes customs and security information.
pub(super) fn write_customs(out: &mut Out, list: &[Customs]) {
    for customs in list {
        out.group("IncludedCustomsNote", |out| {
            out.leaf("ContentCode", &customs.control);
            out.leaf("Content", &customs.text);
            out.leaf("SubjectCode", &customs.part);
            out.leaf("CountryID", &customs.country);
        });
    }
}

/// Reads customs and security information.
pub(super) fn read_customs(node: &mut Node<'_>) -> Vec<Customs> {
    let notes = node.take_all("IncludedCustomsNote").into_iter().map(|mut note| Customs {
        control: note.text("ContentCode"),
        text: note.text("Content"),
        part: note.text("SubjectCode"),
        country: note.text("CountryID"),
    });
    notes.filter(|note| *note != Customs::default()).collect()
}
