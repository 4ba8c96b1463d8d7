//! Taking an element apart. What nobody takes is flagged when the element is dropped.

use std::cell::RefCell;

use kernel::{Amount, Length, Percent, Price, Volume, Weight};

use super::number::{self, Unit};
use super::time::{self, Moment};
use super::tree::{Element, trim};
use super::{BAD_STATION, Fault, MISSING, Reason};

/// Most paths that are kept.
const FLAGS_MAX: usize = 200;
/// The last density group.
const DENSITY_GROUP_MAX: u8 = 10;
const BAD_INDICATOR: Reason = ("须为true或false", "This is true or false.");
const BAD_DATE: Reason = ("日期时间格式不正确", "The date or time is malformed.");

/// Paths of what was passed over.
#[derive(Debug, Default)]
pub(super) struct Flags(RefCell<Vec<String>>);

impl Flags {
    /// Keeps a path once.
    pub(super) fn add(&self, path: String) {
        let mut list = self.0.borrow_mut();
        if list.len() < FLAGS_MAX && !list.contains(&path) {
            list.push(path);
        }
    }

    /// The paths in the order they were met.
    pub(super) fn into_list(self) -> Vec<String> {
        self.0.into_inner()
    }
}

/// An element that is being read.
pub(super) struct Node<'f> {
    element: Element,
    path: String,
    flags: &'f Flags,
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        for child in self.element.children.iter().filter(|child| !child.texts().is_empty()) {
            self.flag(&child.name);
        }
        if !self.element.text.is_empty() {
            self.flag("#text");
        }
    }
}

impl<'f> Node<'f> {
    pub(super) fn root(element: Element, flags: &'f Flags) -> Self {
        Self { element, path: String::new(), flags }
    }

    fn below(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}/{name}", self.path) }
    }

    /// Flags something of this element.
    pub(super) fn flag(&self, name: &str) {
        self.flags.add(self.below(name));
    }

    /// A trouble with this element.
    pub(super) fn fault(&self, reason: Reason) -> Fault {
        Fault { at: self.element.at, element: self.path.clone(), reason }
    }

    /// A child that is missing.
    pub(super) fn missing(&self, name: &str) -> Fault {
        Fault { at: self.element.at, element: self.below(name), reason: MISSING }
    }

    /// The first child of a name.
    pub(super) fn take(&mut self, name: &str) -> Option<Self> {
        let place = self.element.children.iter().position(|child| child.name == name)?;
        let element = self.element.children.remove(place);
        Some(Self { element, path: self.below(name), flags: self.flags })
    }

    /// Every child of a name.
    pub(super) fn take_all(&mut self, name: &str) -> Vec<Self> {
        let children = std::mem::take(&mut self.element.children);
        let (found, rest) = children.into_iter().partition(|child: &Element| child.name == name);
        self.element.children = rest;
        let path = self.below(name);
        let found: Vec<Element> = found;
        found.into_iter().map(|element| Self { element, path: path.clone(), flags: self.flags }).collect()
    }

    /// The first child of a name, which must be there.
    pub(super) fn need(&mut self, name: &str) -> Result<Self, Fault> {
        self.take(name).ok_or_else(|| self.missing(name))
    }

    /// The texts inside, in their order.
    pub(super) fn line(&self) -> String {
        self.element.texts().join("/")
    }

    /// Byte at which it begins.
    pub(super) fn at(&self) -> usize {
        self.element.at
    }

    /// This element's own text.
    pub(super) fn into_text(mut self) -> String {
        std::mem::take(&mut self.element.text)
    }

    fn attribute(&self, name: &str) -> &str {
        let found = self.element.attributes.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// The value of an attribute.
    pub(super) fn marked(&self, name: &str) -> String {
        self.attribute(name).to_owned()
    }

    /// A child with a text.
    fn leaf(&mut self, name: &str) -> Option<Self> {
        self.take(name).filter(|leaf| !leaf.element.text.is_empty())
    }

    /// The text of a child; empty when there is none.
    pub(super) fn text(&mut self, name: &str) -> String {
        self.leaf(name).map(Self::into_text).unwrap_or_default()
    }

    /// The text of a child that must be there.
    pub(super) fn need_text(&mut self, name: &str) -> Result<String, Fault> {
        let text = self.text(name);
        if text.is_empty() { Err(self.missing(name)) } else { Ok(text) }
    }

    /// The text of a grandchild; empty when there is none.
    pub(super) fn text_in(&mut self, name: &str, inner: &str) -> String {
        self.take(name).map(|mut node| node.text(inner)).unwrap_or_default()
    }

    /// The texts of the children of a name, line by line.
    pub(super) fn lines(&mut self, name: &str) -> Vec<String> {
        let texts: Vec<String> = self.take_all(name).into_iter().map(Self::into_text).collect();
        texts.iter().flat_map(|text| lines_of(text)).collect()
    }

    /// Takes a child whose text follows from others; flags it when it says something else.
    pub(super) fn derived(&mut self, name: &str, expected: &str) {
        let text = self.text(name);
        if !text.is_empty() && text != expected {
            self.flag(name);
        }
    }

    /// The same for a count.
    pub(super) fn derived_count(&mut self, name: &str, expected: i64) -> Result<(), Fault> {
        if self.count(name)?.is_some_and(|count| count != expected) {
            self.flag(name);
        }
        Ok(())
    }

    /// A child that says yes or no.
    pub(super) fn indicator(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(None) };
        match leaf.element.text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(Some(take_all_of(leaf, true))),
            "false" | "0" => Ok(Some(take_all_of(leaf, false))),
            _ => Err(leaf.fault(BAD_INDICATOR)),
        }
    }

    /// A child that counts something: a whole number, none below zero.
    pub(super) fn count(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(None) };
        let count = number::count(&leaf.element.text).map_err(|reason| leaf.fault(reason))?;
        Ok(Some(take_all_of(leaf, count)))
    }

    /// A density group; flagged when it is none.
    pub(super) fn density_group(&mut self) -> Result<Option<u8>, Fault> {
        let name = "DensityGroupCode";
        let told = self.count(name)?;
        let group = told.and_then(|group| u8::try_from(group).ok()).filter(|group| *group <= DENSITY_GROUP_MAX);
        if group.is_none() && told.is_some() {
            self.flag(name);
        }
        Ok(group)
    }

    /// A decimal number as it was written.
    pub(super) fn decimal(&mut self, name: &str) -> Result<String, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(String::new()) };
        number::check(&leaf.element.text).map_err(|reason| leaf.fault(reason))?;
        Ok(leaf.into_text())
    }

    fn exact<T>(&mut self, name: &str, decimals: u32, make: fn(i64) -> T) -> Result<Option<T>, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(None) };
        let raw = number::exact(&leaf.element.text, decimals).map_err(|reason| leaf.fault(reason))?;
        Ok(Some(take_all_of(leaf, make(raw))))
    }

    /// A price.
    pub(super) fn price(&mut self, name: &str) -> Result<Option<Price>, Fault> {
        self.exact(name, Price::DECIMALS, Price::from_raw)
    }

    /// A percentage.
    pub(super) fn percent(&mut self, name: &str) -> Result<Option<Percent>, Fault> {
        self.exact(name, Percent::DECIMALS, Percent::from_raw)
    }

    /// An amount; flagged when its currency is another than the one expected.
    pub(super) fn amount(&mut self, name: &str, currency: &str) -> Result<Option<Amount>, Fault> {
        let told = self.currency_of(name);
        if !told.is_empty() && told != currency {
            self.flag(&format!("{name}/@currencyID"));
        }
        self.exact(name, Amount::DECIMALS, Amount::from_raw)
    }

    /// The currency of a child's amount.
    pub(super) fn currency_of(&self, name: &str) -> String {
        let found = self.element.children.iter().find(|child| child.name == name);
        let attribute = found.and_then(|child| child.attributes.iter().find(|(key, _)| key == "currencyID"));
        attribute.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    fn measure<T>(
        &mut self,
        name: &str,
        units: &[Unit],
        decimals: u32,
        make: fn(i64) -> T,
    ) -> Result<Option<T>, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(None) };
        let code = leaf.attribute("unitCode");
        if code.is_empty() {
            leaf.flag("@unitCode");
        }
        let measured = number::measured(&leaf.element.text, code, units, decimals);
        let (raw, rounded) = measured.map_err(|reason| leaf.fault(reason))?;
        if rounded {
            self.flag(name);
        }
        Ok(Some(take_all_of(leaf, make(raw))))
    }

    /// A weight in kilograms.
    pub(super) fn weight(&mut self, name: &str) -> Result<Option<Weight>, Fault> {
        self.measure(name, number::WEIGHTS, Weight::DECIMALS, Weight::from_raw)
    }

    /// A volume in cubic metres.
    pub(super) fn volume(&mut self, name: &str) -> Result<Option<Volume>, Fault> {
        self.measure(name, number::VOLUMES, Volume::DECIMALS, Volume::from_raw)
    }

    /// A length in centimetres.
    pub(super) fn length(&mut self, name: &str) -> Result<Option<Length>, Fault> {
        self.measure(name, number::LENGTHS, Length::DECIMALS, Length::from_raw)
    }

    /// A date, with or without a time.
    pub(super) fn moment(&mut self, name: &str) -> Result<Option<Moment>, Fault> {
        let Some(leaf) = self.leaf(name) else { return Ok(None) };
        let moment = time::parse(&leaf.element.text).ok_or_else(|| leaf.fault(BAD_DATE))?;
        Ok(Some(take_all_of(leaf, moment)))
    }

    /// The airport a child names: three letters, or the five of a UN/LOCODE, which is flagged.
    pub(super) fn station(&mut self, name: &str) -> Result<Option<String>, Fault> {
        let Some(mut place) = self.take(name) else { return Ok(None) };
        let Some(leaf) = place.leaf("ID") else { return Ok(None) };
        let code = leaf.element.text.to_ascii_uppercase();
        let letters = code.bytes().all(|byte| byte.is_ascii_uppercase() || (code.len() == 5 && byte.is_ascii_digit()));
        if !letters || !matches!(code.len(), 3 | 5) {
            return Err(leaf.fault(BAD_STATION));
        }
        take_all_of(leaf, ());
        if code.len() == 5 {
            place.flag("ID");
        }
        place.text("Name");
        Ok(Some(code))
    }

    /// An airport that must be named.
    pub(super) fn need_station(&mut self, name: &str) -> Result<String, Fault> {
        self.station(name)?.ok_or_else(|| self.missing(&format!("{name}/ID")))
    }
}

/// Marks a leaf as read and passes its value on.
fn take_all_of<T>(leaf: Node<'_>, value: T) -> T {
    leaf.into_text();
    value
}

/// The lines of a text that hold something.
pub(super) fn lines_of(text: &str) -> Vec<String> {
    text.split('\n').map(trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
