//! A cell's text as the member of a form's body: what the field itself does not read is read here.

use std::collections::HashMap;

use kernel::{Findings, Text, typed};
use sea_query::Order;
use serde_json::{Map, Value as Json, json};

use super::{Rows, is_reference, labelled, messages};
use crate::call::Call;
use crate::dictionary;
use crate::document::FormPage;
use crate::field::{Choice, Field, Kind, messages as field_messages};
use crate::refusal::Refusal;
use crate::registry::{Offer, SelectAsk};
use crate::stage::need_time;
use crate::store::sql;

/// What Excel shows in place of a value that can't be computed.
const BROKEN: [&str; 8] = ["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#DATA!"];
/// Choices named in a message.
const CHOICES_NAMED: usize = 8;
/// Most letters of a cell that names a row of something else, and of one that names several: none has a longer name.
const NAME_MAX: usize = 200;
const NAMES_MAX: usize = 4_000;

/// Rows that are read between two looks whether the work goes on.
const LOOKED_AT: usize = 100;

/// A row that is ready to be written.
pub struct Prepared {
    /// Its place among the rows sent.
    pub place: usize,
    /// Its number in the file.
    pub number: u32,
    /// Members of the form.
    pub body: Map<String, Json>,
    /// What is wrong already.
    pub findings: Findings,
    /// Rows it names that may stand above it in the same file.
    pub waiting: Vec<(Field, String)>,
}

/// Reads all rows; look-ups are made once for each text.
pub fn prepare(call: &mut Call, form: &FormPage, fields: &[Field], rows: &Rows) -> Result<Vec<Prepared>, Refusal> {
    let own_select = form.import.own_select;
    // What is no column of the table is not read by the form as a field.
    let is_member = |field: &Field| !form.fields.iter().any(|own| own.name() == field.name());
    let listed = form.import.listed;
    let mut reader = CellReader { call, own_select, listed, offers: HashMap::new(), lists: HashMap::new() };
    let mut prepared = Vec::with_capacity(rows.rows.len());
    for (place, cells) in rows.rows.iter().enumerate() {
        if place % LOOKED_AT == 0 {
            need_time(reader.call)?;
        }
        let number = rows.numbers.get(place).copied().unwrap_or_default();
        let mut row = Prepared { place, number, body: Map::new(), findings: Findings::new(), waiting: Vec::new() };
        for (field, text) in fields.iter().zip(cells) {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            match reader.read(field, text)? {
                Read::Member(member) => {
                    if let Some(meant) = member.as_str().filter(|meant| typed::spaced(text) != *meant && reads(field)) {
                        row.findings.note(field.name(), typed::READ_AS.with(&[("typed", text), ("read", meant)]));
                    }
                    if is_member(field) && !is_reference(field) {
                        field.parse(Some(&member), &field.name(), &mut row.findings);
                    }
                    row.body.insert(field.name(), member);
                }
                Read::Wrong(message) => row.findings.error(field.name(), message),
                Read::Waits => row.waiting.push((*field, text.to_owned())),
            }
        }
        prepared.push(row);
    }
    Ok(prepared)
}

/// Kinds that have several writings; others are chosen by their names.
fn reads(field: &Field) -> bool {
    matches!(field.kind, Kind::Text | Kind::LongText | Kind::Int | Kind::Decimal(_) | Kind::Day | Kind::Instant)
}

enum Read {
    Member(Json),
    Wrong(Text),
    Waits,
}

struct CellReader<'a> {
    call: &'a mut Call,
    own_select: &'a str,
    /// What columns of texts may hold.
    listed: &'static [(Field, &'static [Choice])],
    offers: HashMap<(String, String), Vec<Offer>>,
    lists: HashMap<u32, HashMap<String, String>>,
}

impl CellReader<'_> {
    fn read(&mut self, field: &Field, text: &str) -> Result<Read, Refusal> {
        if BROKEN.contains(&text) {
            return Ok(Read::Wrong(messages::BROKEN_FORMULA.with(&[("value", text)])));
        }
        if is_reference(field) {
            return self.named(field, text);
        }
        if let Some((_, choices)) = self.listed.iter().find(|(known, _)| known.name() == field.name()) {
            return Ok(Read::Member(Json::String(by_code(choices, text))));
        }
        Ok(match field.kind {
            Kind::Dictionary(list) => match self.listed(list, text)? {
                Some(value) => Read::Member(Json::String(value)),
                None => Read::Wrong(labelled(messages::NOT_LISTED, field, &[])),
            },
            Kind::Select | Kind::State if !field.choices.is_empty() => chosen(field, text),
            Kind::Bool => match truth(text) {
                Some(flag) => Read::Member(Json::Bool(flag)),
                None => Read::Wrong(labelled(field_messages::WRONG_KIND, field, &[])),
            },
            _ => Read::Member(Json::String(field.meant(text))),
        })
    }

    /// The value of a dictionary by value or text, the org's own before the platform's.
    fn listed(&mut self, list: u32, text: &str) -> Result<Option<String>, Refusal> {
        if !self.lists.contains_key(&list) {
            let org = self.call.actor()?.org_id;
            let mut known = HashMap::new();
            let mut select = dictionary::values(org);
            select.columns(["value", "param_text", "param_text_en"]);
            select.and_where(sql::eq("category_type", i64::from(list))).and_where(sql::eq("active", true));
            // Own rows come last: their names win.
            select.order_by("org_id", Order::Asc);
            for row in self.call.read(|conn| Ok(conn.query(&select.into())?))? {
                let names: [String; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
                for name in names.iter().filter(|name| !name.is_empty()) {
                    known.insert(name.to_lowercase(), names[0].clone());
                }
            }
            self.lists.insert(list, known);
        }
        Ok(self.lists.get(&list).and_then(|known| known.get(&text.to_lowercase())).cloned())
    }

    /// Rows of a select by code or name.
    fn named(&mut self, field: &Field, text: &str) -> Result<Read, Refusal> {
        let (Kind::Reference(source) | Kind::Code(source) | Kind::Many(source)) = field.kind else {
            return Ok(Read::Member(Json::String(text.to_owned())));
        };
        let is_many = matches!(field.kind, Kind::Many(_));
        let most = if is_many { NAMES_MAX } else { NAME_MAX };
        if text.chars().count() > most {
            return Ok(Read::Wrong(labelled(field_messages::TOO_LONG, field, &[("n", &most.to_string())])));
        }
        let parts: Vec<&str> =
            if is_many { text.split([',', '，', ';', '；', '、', '\n']).collect() } else { vec![text] };
        let mut ids = Vec::new();
        for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            match self.one(source, part, matches!(field.kind, Kind::Code(_)))?.as_slice() {
                [id] => ids.push(id.clone()),
                [] if !self.own_select.is_empty() && source == self.own_select => return Ok(Read::Waits),
                [] => return Ok(Read::Wrong(labelled(messages::NO_SUCH, field, &[]))),
                _ => return Ok(Read::Wrong(labelled(messages::SEVERAL, field, &[]))),
            }
        }
        Ok(Read::Member(if is_many { json!(ids) } else { json!(ids.first()) }))
    }

    /// Values whose code or whole name is the text, else those whose last part of the name is.
    fn one(&mut self, source: &str, text: &str, by_value: bool) -> Result<Vec<String>, Refusal> {
        let offers = self.offered(source, text)?;
        let same = |other: &str| other.to_lowercase() == text.to_lowercase();
        let whole = |offer: &&Offer| same(&offer.label) || same(&offer.hint) || by_value && same(&offer.value);
        let last = |offer: &&Offer| offer.label.rsplit('/').next().is_some_and(same);
        let mut found: Vec<String> = offers.iter().filter(whole).map(|offer| offer.value.clone()).collect();
        if found.is_empty() {
            found = offers.iter().filter(last).map(|offer| offer.value.clone()).collect();
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    fn offered(&mut self, source: &str, text: &str) -> Result<&[Offer], Refusal> {
        let key = (source.to_owned(), text.to_owned());
        if !self.offers.contains_key(&key) {
            let (name, query) = source.split_once('?').unwrap_or((source, ""));
            let work = self.call.app.registry.selects.iter().find(|(known, _)| *known == name).map(|(_, work)| *work);
            let role = query.strip_prefix("role=").unwrap_or_default().to_owned();
            let ask = SelectAsk { keyword: text.to_owned(), value: String::new(), role };
            let found = work.map(|work| work(self.call, &ask)).transpose()?.unwrap_or_default();
            self.offers.insert(key.clone(), found);
        }
        Ok(self.offers.get(&key).map(Vec::as_slice).unwrap_or_default())
    }
}

/// Names of choices as their values, several with commas between; what is none of them stays for the form to judge.
fn by_code(choices: &[Choice], text: &str) -> String {
    let value = |part: &str| {
        let same = |other: &str| other.to_lowercase() == part.to_lowercase();
        let found = choices.iter().find(|choice| [choice.value, choice.zh, choice.en].into_iter().any(same));
        found.map_or(part, |choice| choice.value).to_owned()
    };
    let parts = text.split([',', '，', ';', '；', '、', '/', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(value).collect::<Vec<_>>().join(",")
}

/// A choice by value or label.
fn chosen(field: &Field, text: &str) -> Read {
    let same = |other: &str| other.to_lowercase() == text.to_lowercase();
    let found = field.choices.iter().find(|choice| [choice.value, choice.zh, choice.en].into_iter().any(same));
    if let Some(choice) = found {
        return Read::Member(Json::String(choice.value.to_owned()));
    }
    let list = |label: fn(&crate::field::Choice) -> &'static str, comma: &str| {
        field.choices.iter().take(CHOICES_NAMED).map(label).collect::<Vec<_>>().join(comma)
    };
    let (zh, en) = (list(|choice| choice.zh, "、"), list(|choice| choice.en, ", "));
    Read::Wrong(
        messages::CHOICES.with_each(&[("field", field.zh), ("list", &zh)], &[("field", field.en), ("list", &en)]),
    )
}

fn truth(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "是" | "有" | "yes" | "y" | "true" | "1" | "√" => Some(true),
        "否" | "无" | "no" | "n" | "false" | "0" | "×" => Some(false),
        _ => None,
    }
}

/// A number without the commas between thousands.
pub fn number(text: &str) -> String {
    typed::number(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scopes::SCOPES;

    /// 28: scopes are written by their names as well as by their codes.
    #[test]
    fn names_of_choices_are_read_as_their_codes() {
        for (text, read) in [
            ("空运出口", "AE"),
            ("ae,海运出口、SI", "AE,SE,SI"),
            ("Air export/Sea export", "AE,SE"),
            ("空运", "空运"),
            ("", ""),
        ] {
            assert_eq!(by_code(SCOPES, text), read, "{text}");
        }
    }

    #[test]
    fn numbers_lose_the_commas_of_thousands_alone() {
        for (text, read) in
            [("1,234.5", "1234.5"), ("-1,234", "-1234"), ("12,34", "12,34"), ("１２", "12"), ("6000", "6000")]
        {
            assert_eq!(number(text), read);
        }
        assert_eq!((truth("是"), truth("NO"), truth("maybe")), (Some(true), Some(false), None));
    }
}
