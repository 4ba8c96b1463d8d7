//! What several lists and forms of a room have alike is said once, at the head of its file: fields, choices and buttons.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::usual::{leave_out, of_column, of_field, text};
use super::value::{Members, joined, member, value, word};

/// What only a column has of all a field may have.
const OF_COLUMNS: [&str; 9] = ["width", "shown", "sortable", "exported", "sum", "link", "copy", "needs", "only"];

/// Shorter lists of choices stand where they are.
const LONG_CHOICES: usize = 60;

/// One definition under a name, and how often it stands in the room.
struct Variant {
    members: Members,
    column: bool,
    count: usize,
}

#[derive(Default)]
pub struct Fields {
    seen: BTreeMap<String, Vec<Variant>>,
    /// What stands at the head, as columns.
    told: BTreeMap<String, Vec<Members>>,
    choices: Choices,
}

/// Lists of choices by their text, in the order they are met.
#[derive(Default)]
struct Choices {
    met: Vec<(String, String, usize)>,
    names: Vec<(String, String)>,
}

/// The name of a definition: further ones of the same name are numbered.
fn numbered(name: &str, place: usize) -> String {
    if place == 0 { name.to_owned() } else { format!("{name}.{}", place + 1) }
}

fn as_field(members: &Members) -> Members {
    let own = members.iter().filter(|(name, _)| !OF_COLUMNS.contains(&name.as_str()));
    own.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// What only a form has said of, as a column would have it.
fn as_column(variant: &Variant) -> Members {
    let mut members = variant.members.clone();
    if !variant.column {
        members.extend(of_column().map(|(name, value)| (name.to_owned(), value)));
    }
    members
}

impl Fields {
    pub fn see(&mut self, members: &Members, column: bool) {
        let variants = self.seen.entry(text(members, "name").to_owned()).or_default();
        match variants.iter_mut().find(|known| known.column == column && known.members == *members) {
            Some(known) => known.count += 1,
            None => variants.push(Variant { members: members.clone(), column, count: 1 }),
        }
    }

    /// Decides what stands at the head: what stands twice or more, else the first of a name if that makes the rest shorter.
    pub fn decide(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        for (name, variants) in &seen {
            let mut told: Vec<Members> = Vec::new();
            let columns = variants.iter().filter(|variant| variant.column && variant.count > 1);
            told.extend(columns.map(|variant| variant.members.clone()));
            for variant in variants {
                let field = as_field(&variant.members);
                let alike: Vec<&Variant> = variants.iter().filter(|other| as_field(&other.members) == field).collect();
                let often = alike.iter().map(|other| other.count).sum::<usize>() > 1;
                if often && !told.iter().any(|known| as_field(known) == field) {
                    told.push(as_column(alike.iter().find(|other| other.column).unwrap_or(&variant)));
                }
            }
            if told.is_empty() && self.pays(name, variants) {
                told.extend(variants.first().map(as_column));
            }
            if !told.is_empty() {
                self.told.insert(name.clone(), told);
            }
        }
    }

    fn pays(&self, name: &str, variants: &[Variant]) -> bool {
        let Some(first) = variants.first().map(as_column) else { return false };
        let full = |variant: &Variant| self.full(None, &variant.members, variant.column).len();
        let alone: usize = variants.iter().map(full).sum();
        let shared =
            |variant: &Variant| self.change(name, &first, &variant.members, variant.column).len().min(full(variant));
        self.full(None, &first, true).len() + 1 + variants.iter().map(shared).sum::<usize>() < alone
    }

    fn full(&self, name: Option<&str>, members: &Members, column: bool) -> String {
        let kind = text(members, "kind");
        let mut rest = members.clone();
        leave_out(&mut rest, &of_field(kind));
        if column {
            leave_out(&mut rest, &of_column());
        }
        let name = name.map_or_else(|| word(text(members, "name")), str::to_owned);
        let label = rest.shift_remove("label").map(|label| value(&label));
        let rest = rest.iter().filter(|(name, _)| !matches!(name.as_str(), "name" | "kind"));
        let rest = rest.map(|(name, value)| self.choices.member(name, value));
        joined([name, word(kind)].into_iter().chain(label).chain(rest))
    }

    /// What differs from a definition at the head.
    fn change(&self, name: &str, known: &Members, members: &Members, column: bool) -> String {
        let known = if column { known.clone() } else { as_field(known) };
        let changed = members.iter().filter(|(name, value)| known.get(*name) != Some(*value));
        let changed = changed.map(|(name, value)| self.choices.member(name, value));
        let gone = known.keys().filter(|name| !members.contains_key(*name)).map(|name| member(name, &Json::Null));
        joined([format!("${name}")].into_iter().chain(changed).chain(gone))
    }

    /// A field or column in the shortest way.
    pub fn line(&mut self, members: &Members, column: bool) -> String {
        let name = text(members, "name");
        let mut best = self.full(None, members, column);
        for (place, known) in self.told.get(name).into_iter().flatten().enumerate() {
            let change = self.change(&numbered(name, place), known, members, column);
            if change.len() < best.len() {
                best = change;
            }
        }
        self.choices.meet(&best, members);
        best
    }

    /// The lines of the head.
    pub fn head(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, told) in &self.told {
            for (place, members) in told.iter().enumerate() {
                lines.push(self.full(Some(&numbered(name, place)), members, true));
                self.choices.meet(lines.last().map_or("", String::as_str), members);
            }
        }
        lines
    }

    /// Names the lists of choices that were met more than once, and tells them.
    pub fn name_choices(&mut self) -> Vec<String> {
        self.choices.name();
        let text = |choices: &str| choices.trim_start_matches('[').trim_end_matches(']').to_owned();
        self.choices.names.iter().map(|(choices, name)| format!("{name} {}", text(choices))).collect()
    }
}

impl Choices {
    /// A number alone is a width.
    fn member(&self, name: &str, value: &Json) -> String {
        if name == "width" && value.is_number() {
            return value.to_string();
        }
        let written = member(name, value);
        let known = written.strip_prefix("options=");
        let shared = known.and_then(|text| self.names.iter().find(|(choices, _)| choices == text));
        shared.map_or_else(|| written.clone(), |(_, name)| format!("options=${name}"))
    }

    fn meet(&mut self, line: &str, members: &Members) {
        let Some(choices) = members.get("options").map(value) else { return };
        if !self.names.is_empty() || choices.len() < LONG_CHOICES || !line.contains("options=") {
            return;
        }
        match self.met.iter_mut().find(|(known, ..)| *known == choices) {
            Some((.., count)) => *count += 1,
            None => self.met.push((choices, text(members, "name").to_owned(), 1)),
        }
    }

    fn name(&mut self) {
        for (choices, name, _) in self.met.iter().filter(|(.., count)| *count > 1) {
            let taken = |name: &String| self.names.iter().any(|(_, other)| other == name);
            let free = (0..).map(|place| numbered(name, place)).find(|name| !taken(name));
            self.names.push((choices.clone(), free.unwrap_or_default()));
        }
    }
}

/// Buttons by their code, as they stand with the paths of their list left out.
#[derive(Default)]
pub struct Buttons {
    seen: BTreeMap<String, Vec<(Members, usize)>>,
    told: BTreeMap<String, Vec<Members>>,
}

impl Buttons {
    /// Whether it is the first of its kind.
    pub fn see(&mut self, button: &Members) -> bool {
        let known = self.seen.entry(text(button, "code").to_owned()).or_default();
        match known.iter_mut().find(|(other, _)| other == button) {
            Some((_, count)) => {
                *count += 1;
                false
            }
            None => {
                known.push((button.clone(), 1));
                true
            }
        }
    }

    pub fn decide(&mut self) {
        for (code, known) in std::mem::take(&mut self.seen) {
            let often: Vec<Members> =
                known.into_iter().filter(|(_, count)| *count > 1).map(|(button, _)| button).collect();
            if !often.is_empty() {
                self.told.insert(code, often);
            }
        }
    }

    /// Name and definition of what stands at the head.
    pub fn head(&self) -> Vec<(String, Members)> {
        let of = |(code, told): (&String, &Vec<Members>)| {
            told.iter().enumerate().map(|(place, button)| (numbered(code, place), button.clone())).collect::<Vec<_>>()
        };
        self.told.iter().flat_map(of).collect()
    }

    /// A button as a change of one at the head that asks for the same.
    pub fn line(&self, button: &Members) -> Option<String> {
        let code = text(button, "code");
        let asks = |of: &Members| (of.get("fields").cloned(), of.get("lines").cloned());
        let known = self.told.get(code)?.iter().enumerate().filter(|(_, known)| asks(known) == asks(button));
        let change = |(place, known): (usize, &Members)| {
            let changed = button.iter().filter(|(name, value)| known.get(*name) != Some(*value));
            let gone = known.keys().filter(|name| !button.contains_key(*name)).map(|name| member(name, &Json::Null));
            let changed = changed.map(|(name, value)| member(name, value));
            joined([format!("${}", numbered(code, place))].into_iter().chain(changed).chain(gone))
        };
        known.map(change).min_by_key(String::len)
    }
}
