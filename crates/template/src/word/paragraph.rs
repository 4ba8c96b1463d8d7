//! The text of paragraphs, which lies in pieces, and the placeholders in it.

use std::ops::Range;

use crate::excel::xml::Element;

/// Letters of a name.
const NAME_MAX: usize = 40;

/// A name in braces.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placeholder<'a> {
    /// Where it stands, braces included.
    pub place: Range<usize>,
    /// Its name.
    pub name: &'a str,
}

/// The names in braces of a text. A brace without an end is a brace.
pub(super) fn placeholders(text: &str) -> Vec<Placeholder<'_>> {
    let (mut found, mut open) = (Vec::new(), None);
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => open = Some(place),
            // Over a tab or a new line no name goes.
            BREAK => open = None,
            '}' => {
                let Some(begin) = open.take() else { continue };
                let name = text.get(begin + 1..place).unwrap_or_default().trim();
                if !name.is_empty() && name.chars().count() <= NAME_MAX {
                    found.push(Placeholder { place: begin..place + 1, name });
                }
            }
            _ => {}
        }
    }
    found
}

/// Stands where something else than text lies between two pieces.
const BREAK: char = '\n';

/// A part of the text of a paragraph.
enum Piece<'a> {
    Text(&'a mut Element),
    Break,
}

/// What is to stand where.
pub(super) type Changes = Vec<(Range<usize>, String)>;

/// Goes through the paragraphs of a part in their order, those in tables and text boxes among them, and changes the text of
/// each as `work` says.
pub(super) fn each(element: &mut Element, work: &mut dyn FnMut(&str) -> Changes) {
    if element.local() == "p" {
        change(element, work);
    }
    for inside in element.elements_mut() {
        each(inside, work);
    }
}

fn change(paragraph: &mut Element, work: &mut dyn FnMut(&str) -> Changes) {
    let text_name = match paragraph.name.split_once(':') {
        Some((prefix, _)) => format!("{prefix}:t"),
        None => "t".to_owned(),
    };
    let mut pieces = Vec::new();
    gather(paragraph, &text_name, &mut pieces);
    let mut text = String::new();
    let mut places = Vec::new();
    for piece in &pieces {
        let begin = text.len();
        match piece {
            Piece::Text(element) => text.push_str(&element.text()),
            Piece::Break => text.push(BREAK),
        }
        places.push(begin..text.len());
    }
    let changes = work(&text);
    if changes.is_empty() {
        return;
    }
    for (piece, place) in pieces.into_iter().zip(places) {
        let Piece::Text(element) = piece else { continue };
        let now = rewritten(&text, &place, &changes);
        if text.get(place) != Some(now.as_str()) {
            element.set_text(&now);
            element.set("xml:space", "preserve");
        }
    }
}

/// The pieces of a paragraph's own text: not of paragraphs inside of it, nor of text that was moved away.
fn gather<'a>(element: &'a mut Element, text_name: &str, pieces: &mut Vec<Piece<'a>>) {
    for inside in element.elements_mut() {
        match inside.local() {
            "p" | "moveFrom" => {}
            "tab" | "br" | "cr" | "ptab" => pieces.push(Piece::Break),
            _ if inside.name == text_name => pieces.push(Piece::Text(inside)),
            _ => gather(inside, text_name, pieces),
        }
    }
}

/// A piece of a text with what stands in its place: a change belongs to the piece it begins in.
fn rewritten(text: &str, place: &Range<usize>, changes: &Changes) -> String {
    let (mut out, mut at) = (String::new(), place.start);
    for (range, value) in changes.iter().filter(|(range, _)| range.start < place.end && range.end > place.start) {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        if range.start >= place.start {
            out.push_str(value);
        }
        at = range.end.clamp(at, place.end);
    }
    out.push_str(text.get(at..place.end).unwrap_or_default());
    out
}
