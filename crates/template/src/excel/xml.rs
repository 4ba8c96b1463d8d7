//! A part of a workbook as a tree, with names, attributes and texts kept as they were written.

use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::Fault;

/// Deeper than that no workbook goes.
const DEPTH_MAX: usize = 64;
/// More attributes no element has. Each is compared with those before it.
const ATTRIBUTES_MAX: usize = 200;

/// An element, or what stands between elements.
#[derive(Debug, Clone)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Text, escaped.
    Text(String),
}

/// An element with its attributes, whose values are escaped.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Name with its prefix.
    pub name: String,
    /// Attributes in their order.
    pub attributes: Vec<(String, String)>,
    /// What is inside.
    pub children: Vec<Node>,
}

impl Element {
    /// An element without content.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// An element with a text.
    pub fn with_text(name: &str, text: &str) -> Self {
        Self { children: vec![Node::Text(escape(text).into_owned())], ..Self::new(name) }
    }

    /// Name without its prefix.
    pub fn local(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or_default()
    }

    /// An attribute's value; empty when there is none.
    pub fn get(&self, name: &str) -> String {
        let raw = self.attributes.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        unescape(raw).map_or_else(|_| raw.to_owned(), std::borrow::Cow::into_owned)
    }

    /// Gives an attribute a value.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = escape(value).into_owned();
        match self.attributes.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name.to_owned(), value)),
        }
    }

    /// Takes an attribute away.
    pub fn unset(&mut self, name: &str) {
        self.attributes.retain(|(known, _)| known != name);
    }

    /// The elements directly inside.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The same, to be changed.
    pub fn elements_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.children.iter_mut().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first element of a name directly inside.
    pub fn child(&self, local: &str) -> Option<&Self> {
        self.elements().find(|element| element.local() == local)
    }

    /// The same, to be changed.
    pub fn child_mut(&mut self, local: &str) -> Option<&mut Self> {
        self.elements_mut().find(|element| element.local() == local)
    }

    /// Every element below, this one first.
    pub fn walk(&mut self, work: &mut dyn FnMut(&mut Self)) {
        work(self);
        for element in self.elements_mut() {
            element.walk(work);
        }
    }

    /// The text directly inside.
    pub fn text(&self) -> String {
        let raw: String = self
            .children
            .iter()
            .map(|node| match node {
                Node::Text(text) => text.as_str(),
                Node::Element(_) => "",
            })
            .collect();
        unescape(&raw).map_or_else(|_| raw.clone(), std::borrow::Cow::into_owned)
    }

    /// Another text in place of what is inside.
    pub fn set_text(&mut self, text: &str) {
        self.children = vec![Node::Text(escape(text).into_owned())];
    }
}

/// Reads a part. A document type is refused: no spreadsheet program writes one.
pub fn read(bytes: &[u8]) -> Result<Element, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::NotXlsx)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut open: Vec<Element> = vec![Element::default()];
    loop {
        match reader.read_event().map_err(|_| Fault::NotXlsx)? {
            Event::Start(start) => {
                if open.len() > DEPTH_MAX {
                    return Err(Fault::NotXlsx);
                }
                open.push(element(&start)?);
            }
            Event::Empty(start) => put(&mut open, Node::Element(element(&start)?)),
            Event::End(_) => {
                let done = open.pop().filter(|_| !open.is_empty()).ok_or(Fault::NotXlsx)?;
                put(&mut open, Node::Element(done));
            }
            Event::Text(text) => put(&mut open, Node::Text(text.into_inner().into_owned())),
            Event::CData(data) => put(&mut open, Node::Text(escape(data.into_inner()).into_owned())),
            Event::GeneralRef(name) => put(&mut open, Node::Text(format!("&{};", name.into_inner()))),
            Event::DocType(_) => return Err(Fault::NotXlsx),
            Event::Eof => break,
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
        }
    }
    let root = open.pop().filter(|_| open.is_empty()).ok_or(Fault::NotXlsx)?;
    let mut nodes = root.children.into_iter();
    let first = nodes.find_map(|node| match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    first.ok_or(Fault::NotXlsx)
}

fn put(open: &mut [Element], node: Node) {
    if let Some(last) = open.last_mut() {
        last.children.push(node);
    }
}

fn element(start: &BytesStart<'_>) -> Result<Element, Fault> {
    let mut element = Element::new(start.name().as_ref());
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| Fault::NotXlsx)?;
        if element.attributes.len() >= ATTRIBUTES_MAX {
            return Err(Fault::NotXlsx);
        }
        element.attributes.push((attribute.key.as_ref().to_owned(), attribute.value.into_owned()));
    }
    Ok(element)
}

/// Writes a part.
pub fn write(root: &Element) -> Result<Vec<u8>, Fault> {
    let mut writer = Writer::new(Vec::new());
    let broken = |_| Fault::NotXlsx;
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("yes")))).map_err(broken)?;
    write_element(&mut writer, root).map_err(broken)?;
    Ok(writer.into_inner())
}

fn write_element(writer: &mut Writer<Vec<u8>>, element: &Element) -> std::io::Result<()> {
    let mut raw = element.name.clone();
    for (name, value) in &element.attributes {
        raw.push_str(&format!(" {name}=\"{}\"", value.replace('"', "&quot;")));
    }
    let start = BytesStart::from_content(raw, element.name.len());
    if element.children.is_empty() {
        return writer.write_event(Event::Empty(start));
    }
    writer.write_event(Event::Start(start))?;
    for node in &element.children {
        match node {
            Node::Element(child) => write_element(writer, child)?,
            Node::Text(text) => writer.write_event(Event::Text(BytesText::from_escaped(text.as_str())))?,
        }
    }
    writer.write_event(Event::End(BytesEnd::new(element.name.as_str())))
}
