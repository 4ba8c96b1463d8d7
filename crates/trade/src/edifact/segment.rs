//! Segments, elements and components: the syntax of ISO 9735, with the separators of UNA and the release character.

use super::error::{EdifactError, error, reasons};

/// Longest text that is read.
pub const BYTES_MAX: usize = 2 * 1024 * 1024;
/// Most segments of a text.
const SEGMENTS_MAX: usize = 50_000;
/// Characters behind `UNA`.
const SIGNS: usize = 6;

/// A segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Segment {
    /// Its place, from 1; UNA is not counted.
    pub(super) number: usize,
    elements: Vec<Element>,
}

/// An element and its components; the first is the tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Element {
    column: usize,
    parts: Vec<String>,
}

impl Segment {
    pub(super) fn tag(&self) -> &str {
        self.part(0, 0)
    }

    /// A component by its element (1 is the first behind the tag) and its place in it, from 0; empty where there is
    /// none.
    pub(super) fn part(&self, element: usize, part: usize) -> &str {
        let element = self.elements.get(element);
        element.and_then(|element| element.parts.get(part)).map_or("", |text| text.trim())
    }

    /// Column of an element; that of the end of the segment where there is none.
    pub(super) fn column(&self, element: usize) -> usize {
        self.elements.get(element).or(self.elements.last()).map_or(1, |element| element.column)
    }
}

/// Separators of a text.
#[derive(Debug, Clone, Copy)]
struct Signs {
    component: char,
    element: char,
    release: Option<char>,
    end: char,
}

const USUAL: Signs = Signs { component: ':', element: '+', release: Some('?'), end: '\'' };

/// The segments of a text. Line breaks carry no meaning, wherever they stand.
pub(super) fn split(text: &str) -> Result<Vec<Segment>, EdifactError> {
    if text.len() > BYTES_MAX {
        return Err(error(1, 1, reasons::TOO_LARGE.text()));
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(error(1, 1, reasons::EMPTY.text()));
    }
    let (signs, body) = signs(text)?;
    let mut splitter = Splitter::new(signs);
    for letter in body.chars().filter(|letter| !matches!(letter, '\r' | '\n')) {
        splitter.take(letter)?;
    }
    splitter.end()
}

fn signs(text: &str) -> Result<(Signs, &str), EdifactError> {
    let Some(behind) = text.strip_prefix("UNA") else { return Ok((USUAL, text)) };
    let wrong = || error(1, 1, reasons::BAD_SIGNS.text());
    let mut letters = behind.char_indices();
    let mut next = || letters.next().map(|(_, letter)| letter).ok_or_else(wrong);
    let (component, element, _decimal, release, _repetition, end) =
        (next()?, next()?, next()?, next()?, next()?, next()?);
    let release = (release != ' ').then_some(release);
    let taken = [Some(component), Some(element), release, Some(end)];
    let alike = (1..).zip(taken).any(|(behind, sign)| taken.iter().skip(behind).any(|other| *other == sign));
    let plain = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric() && !matches!(sign, '\r' | '\n'));
    if alike || !taken.into_iter().all(plain) {
        return Err(wrong());
    }
    let length: usize = behind.chars().take(SIGNS).map(char::len_utf8).sum();
    let rest = behind.get(length..).unwrap_or_default();
    Ok((Signs { component, element, release, end }, rest))
}

/// Takes a text apart letter by letter.
struct Splitter {
    signs: Signs,
    segments: Vec<Segment>,
    elements: Vec<Element>,
    element: Element,
    part: String,
    column: usize,
    released: bool,
}

impl Splitter {
    fn new(signs: Signs) -> Self {
        let element = Element { column: 1, parts: Vec::new() };
        Self {
            signs,
            segments: Vec::new(),
            elements: Vec::new(),
            element,
            part: String::new(),
            column: 0,
            released: false,
        }
    }

    fn take(&mut self, letter: char) -> Result<(), EdifactError> {
        if self.column == 0 && letter.is_whitespace() {
            return Ok(());
        }
        self.column += 1;
        if self.released {
            self.released = false;
            self.part.push(letter);
        } else if Some(letter) == self.signs.release {
            self.released = true;
        } else if letter == self.signs.component {
            self.end_part();
        } else if letter == self.signs.element {
            self.end_element();
        } else if letter == self.signs.end {
            self.end_segment()?;
        } else {
            self.part.push(letter);
        }
        Ok(())
    }

    fn end_part(&mut self) {
        self.element.parts.push(std::mem::take(&mut self.part));
    }

    fn end_element(&mut self) {
        self.end_part();
        let next = Element { column: self.column + 1, parts: Vec::new() };
        self.elements.push(std::mem::replace(&mut self.element, next));
    }

    fn end_segment(&mut self) -> Result<(), EdifactError> {
        self.end_element();
        let number = self.segments.len() + 1;
        let segment = Segment { number, elements: std::mem::take(&mut self.elements) };
        let tag = segment.tag();
        if tag.len() != 3 || !tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
            return Err(error(number, 1, reasons::BAD_TAG.text()));
        }
        if number > SEGMENTS_MAX {
            return Err(error(number, 1, reasons::TOO_LARGE.text()));
        }
        self.segments.push(segment);
        self.column = 0;
        self.element.column = 1;
        Ok(())
    }

    fn end(self) -> Result<Vec<Segment>, EdifactError> {
        if self.column == 0 {
            return Ok(self.segments);
        }
        Err(error(self.segments.len() + 1, self.column, reasons::NOT_ENDED.text()))
    }
}
