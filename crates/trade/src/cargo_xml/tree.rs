//! A document as a tree of elements: names without prefixes, texts resolved, the place of each.

use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{EMPTY, Fault, MESSAGE_BYTES_MAX, Reason, TOO_LARGE};

/// Deeper no message goes; the deepest of the four is ten.
const DEPTH_MAX: usize = 40;
/// Most elements of a message.
const ELEMENTS_MAX: usize = 20_000;
/// Most attributes of an element. Each is compared with those before it.
const ATTRIBUTES_MAX: usize = 64;
/// Longest name in bytes.
const NAME_MAX: usize = 100;

const BAD_XML: Reason = ("XML格式不正确", "The XML is not well-formed.");
const BAD_LETTER: Reason = ("包含XML不允许的字符", "There is a character XML forbids.");
const NO_DTD: Reason = ("不接受文档类型声明(DTD)", "A document type declaration (DTD) is not accepted.");
const NO_ENTITY: Reason = ("不接受自定义实体", "An entity of its own is not accepted.");
const TOO_DEEP: Reason = ("元素嵌套过深", "The elements are nested too deeply.");
const TOO_MANY: Reason = ("元素过多", "There are too many elements.");
const TOO_WIDE: Reason = ("元素的属性过多或名称过长", "An element has too many attributes or too long a name.");

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Name without its prefix.
    pub(super) name: String,
    /// Attributes with their full names.
    pub(super) attributes: Vec<(String, String)>,
    /// Text directly inside, without blanks around it.
    pub(super) text: String,
    /// Elements directly inside.
    pub(super) children: Vec<Self>,
    /// Byte at which it begins.
    pub(super) at: usize,
}

impl Element {
    /// The texts of this element and of all inside, in their order.
    pub(super) fn texts(&self) -> Vec<&str> {
        let own = Some(self.text.as_str()).filter(|text| !text.is_empty());
        own.into_iter().chain(self.children.iter().flat_map(Self::texts)).collect()
    }
}

/// Whether XML 1.0 allows a character.
pub(super) fn is_allowed(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Where the first character stands that XML forbids.
fn forbidden(text: &str) -> Option<usize> {
    let control = text.bytes().position(|byte| byte < b' ' && !is_allowed(char::from(byte)));
    control.into_iter().chain(text.find(['\u{fffe}', '\u{ffff}'])).min()
}

/// Takes the blanks of XML from both ends.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// The root of a document and its namespace.
pub(super) fn parse(text: &str) -> Result<(Element, String), Fault> {
    if text.len() > MESSAGE_BYTES_MAX {
        return Err(Fault::new(0, TOO_LARGE));
    }
    if trim(text).is_empty() {
        return Err(Fault::new(0, EMPTY));
    }
    if let Some(at) = forbidden(text) {
        return Err(Fault::new(at, BAD_LETTER));
    }
    let mut growing = Growing::default();
    let mut reader = Reader::from_str(text);
    loop {
        let at = offset(reader.buffer_position());
        let event = reader.read_event().map_err(|_| {
            let place = offset(reader.error_position());
            Fault::new(if place == 0 { at } else { place }, BAD_XML)
        })?;
        match event {
            Event::Start(start) => growing.open(&start, at)?,
            Event::Empty(start) => {
                growing.open(&start, at)?;
                growing.close(at)?;
            }
            Event::End(_) => growing.close(at)?,
            Event::Text(part) => growing.text(&part.xml10_content(), at)?,
            Event::CData(part) => growing.text(&part.xml10_content(), at)?,
            Event::GeneralRef(part) => growing.text(&resolve(&part, at)?, at)?,
            Event::DocType(_) => return Err(Fault::new(at, NO_DTD)),
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            Event::Eof => break growing.finish(text.len()),
        }
    }
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// The five entities of XML and characters by their number; no others.
fn resolve(part: &BytesRef<'_>, at: usize) -> Result<String, Fault> {
    if let Some(text) = resolve_xml_entity(part) {
        return Ok(text.to_owned());
    }
    match part.resolve_char_ref() {
        Ok(Some(letter)) if is_allowed(letter) => Ok(letter.to_string()),
        Ok(None) => Err(Fault::new(at, NO_ENTITY)),
        _ => Err(Fault::new(at, BAD_LETTER)),
    }
}

/// A tree while it is read.
#[derive(Default)]
struct Growing {
    open: Vec<Element>,
    root: Option<(Element, String)>,
    namespace: String,
    count: usize,
}

impl Growing {
    fn open(&mut self, start: &BytesStart<'_>, at: usize) -> Result<(), Fault> {
        self.count += 1;
        if self.root.is_some() {
            return Err(Fault::new(at, BAD_XML));
        }
        if self.open.len() >= DEPTH_MAX {
            return Err(Fault::new(at, TOO_DEEP));
        }
        if self.count > ELEMENTS_MAX {
            return Err(Fault::new(at, TOO_MANY));
        }
        let qualified = start.name();
        let name = qualified.local_name().into_inner().to_owned();
        let attributes = attributes(start, at)?;
        if name.is_empty() {
            return Err(Fault::new(at, BAD_XML));
        }
        if name.len() > NAME_MAX {
            return Err(Fault::new(at, TOO_WIDE));
        }
        if self.open.is_empty() {
            let prefix = qualified.prefix().map(|prefix| format!("xmlns:{}", prefix.into_inner()));
            let declared = prefix.as_deref().unwrap_or("xmlns");
            let found = attributes.iter().find(|(name, _)| name == declared);
            self.namespace = found.map(|(_, value)| value.clone()).unwrap_or_default();
        }
        self.open.push(Element { name, attributes, at, ..Element::default() });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let mut done = self.open.pop().ok_or(Fault::new(at, BAD_XML))?;
        done.text = trim(&done.text).to_owned();
        match self.open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => self.root = Some((done, std::mem::take(&mut self.namespace))),
        }
        Ok(())
    }

    fn text(&mut self, text: &str, at: usize) -> Result<(), Fault> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if trim(text).is_empty() => {}
            None => return Err(Fault::new(at, BAD_XML)),
        }
        Ok(())
    }

    fn finish(self, end: usize) -> Result<(Element, String), Fault> {
        if let Some(open) = self.open.last() {
            return Err(Fault::new(open.at, BAD_XML));
        }
        self.root.ok_or(Fault::new(end, BAD_XML))
    }
}

fn attributes(start: &BytesStart<'_>, at: usize) -> Result<Vec<(String, String)>, Fault> {
    let mut list = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| Fault::new(at, BAD_XML))?;
        let value = unescape(&attribute.value).map_err(|_| Fault::new(at, NO_ENTITY))?;
        if list.len() >= ATTRIBUTES_MAX || attribute.key.into_inner().len() > NAME_MAX {
            return Err(Fault::new(at, TOO_WIDE));
        }
        list.push((attribute.key.into_inner().to_owned(), trim(&value).to_owned()));
    }
    Ok(list)
}
