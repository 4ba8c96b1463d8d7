//! What countries want of an air waybill: dated rules kept as data, asked of a form.
//!
//! A rule names where it counts (countries, and whether the cargo goes there, comes from there or only passes), on
//! which waybill, which box it looks at and what that box must hold. Its words are the finding.

mod boxes;
mod condition;
mod read;

use std::collections::BTreeSet;
use std::sync::Mutex;

use kernel::{Day, Findings, Severity, Text};

use crate::address;
use crate::waybill_form::{Kind, WaybillForm};

pub use boxes::{BOXES, BoxOf};
pub use condition::{CONDITIONS, Condition, ConditionOf};
pub use read::{CODE_LENGTH_MAX, Raw, messages};

/// The countries of the address rules that ask for a postcode, as one name: those of the import control system 2.
pub const GROUP: &str = "ICS2";

/// Which way the cargo goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// It is destined for the country.
    To,
    /// It comes from there.
    From,
    /// It is destined for the country, or changes flights there.
    Through,
}

/// On which waybill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The airline's.
    Master,
    /// The forwarder's.
    House,
    /// Either.
    Both,
}

/// A rule of a country.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Its name, unique: `US.CNE.POST`.
    pub code: String,
    /// Two letters each, or [`GROUP`].
    pub countries: Vec<String>,
    /// Which way the cargo goes.
    pub direction: Direction,
    /// On which waybill.
    pub level: Level,
    /// The box.
    pub at: &'static BoxOf,
    /// What it must hold.
    pub condition: Condition,
    /// An error keeps a waybill from being finished, a warning is told.
    pub severity: Severity,
    /// What is said, in Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
    /// First day.
    pub valid_from: Option<Day>,
    /// Last day.
    pub valid_to: Option<Day>,
}

/// The countries a waybill touches, two letters each; empty where they are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journey {
    /// Of the airport of departure.
    pub from: String,
    /// Of the airports between.
    pub via: Vec<String>,
    /// Of the airport of destination.
    pub to: String,
}

/// Most keys of findings; what goes beyond shares [`OTHER_KEY`].
const KEYS_MAX: usize = 2_000;
const OTHER_KEY: &str = "destination.other";

impl Rule {
    /// Whether it counts on a day.
    pub fn is_valid(&self, day: Day) -> bool {
        self.valid_from.is_none_or(|from| from <= day) && self.valid_to.is_none_or(|to| day <= to)
    }

    fn names(&self, country: &str) -> bool {
        let in_group = || address::COUNTRIES.iter().any(|(code, _)| *code == country);
        !country.is_empty() && self.countries.iter().any(|own| own == country || (own == GROUP && in_group()))
    }

    /// The country the rule is asked for. A box of a party at the end the rule looks at follows the party: a consignee
    /// in Switzerland whose cargo flies to Frankfurt has a Swiss postcode.
    fn country<'a>(&self, form: &'a WaybillForm, journey: &'a Journey) -> Option<&'a str> {
        let own = |party: &'a address::Party| Some(party.nation_code.as_str()).filter(|code| !code.is_empty());
        let end = match (self.direction, self.at.party()) {
            (Direction::To, Some("consignee")) => own(&form.consignee).unwrap_or(journey.to.as_str()),
            (Direction::From, Some("shipper")) => own(&form.shipper).unwrap_or(journey.from.as_str()),
            (Direction::To | Direction::Through, _) => journey.to.as_str(),
            (Direction::From, _) => journey.from.as_str(),
        };
        let passed = journey.via.iter().map(String::as_str).filter(|_| self.direction == Direction::Through);
        std::iter::once(end).chain(passed).find(|country| self.names(country))
    }

    fn is_for(&self, kind: Kind) -> bool {
        match self.level {
            Level::Both => true,
            Level::Master => kind == Kind::Master,
            Level::House => kind == Kind::House,
        }
    }

    /// Looks at the boxes of a form; what is not there yet as a whole is asked for by the form itself.
    fn ask(&self, form: &WaybillForm, country: &str, found: &mut Findings) {
        for (place, text) in self.at.values(form) {
            let Some(own_words) = self.condition.fault(&text, country, self.at.of(form)) else { continue };
            let (zh, en) = own_words.map_or((self.zh.as_str(), self.en.as_str()), |message| (message.zh, message.en));
            let text = Text { key: key_of(&self.code), zh: zh.to_owned(), en: en.to_owned() };
            match self.severity {
                Severity::Error => found.error(place, text),
                Severity::Warning => found.warning(place, text),
            }
        }
    }
}

/// What the rules say of a form on a day: that of departure. The key of a finding is `destination.` and the code.
pub fn check(rules: &[Rule], form: &WaybillForm, journey: &Journey, day: Day) -> Findings {
    let mut found = Findings::new();
    for rule in rules.iter().filter(|rule| rule.is_for(form.kind) && rule.is_valid(day)) {
        if let Some(country) = rule.country(form, journey) {
            rule.ask(form, country, &mut found);
        }
    }
    found
}

/// `destination.{code}`, kept for as long as the product runs: keys of messages are fixed words elsewhere.
fn key_of(code: &str) -> &'static str {
    static KEYS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut keys = KEYS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key = format!("destination.{code}");
    if let Some(known) = keys.get(key.as_str()) {
        return known;
    }
    if keys.len() >= KEYS_MAX {
        return OTHER_KEY;
    }
    let kept: &'static str = Box::leak(key.into_boxed_str());
    keys.insert(kept);
    kept
}

#[cfg(test)]
mod tests;
