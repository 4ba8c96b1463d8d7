//! A cell's text as the member of a form's body: what the field itself does not read is read here.

use std::collections::HashMap;

use kernel::{Findings, Text, day_after_days, parse_day, show_day};
use sea_query::Order;
use serde_json::{Map, Value as Json, json};

use super::{Rows, is_reference, labelled, messages};
use crate::call::Call;
use crate::dictionary;
use crate::document::FormPage;
use crate::field::{Field, Kind, messages as field_messages};
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
/// Days Excel writes as plain numbers: 1954 to 2119.
const SERIALS: std::ops::RangeInclusive<i64> = 20_000..=80_000;

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
    let mut reader = CellReader { call, own_select, offers: HashMap::new(), lists: HashMap::new() };
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

enum Read {
    Member(Json),
    Wrong(Text),
    Waits,
}

struct CellReader<'a> {
    call: &'a mut Call,
    own_select: &'a str,
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
        let plain = || Json::String(text.to_owned());
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
            Kind::Day => Read::Member(day(text).map_or_else(plain, Json::String)),
            Kind::Instant => Read::Member(moment(text).map_or_else(plain, Json::String)),
            Kind::Int | Kind::Decimal(_) => Read::Member(Json::String(number(text))),
            _ => Read::Member(plain()),
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

/// Full-width figures as plain ones.
fn narrow(text: &str) -> String {
    let one = |letter: char| match letter {
        '０'..='９' | '．' | '－' | '，' | '／' | '：' => {
            u32::from(letter).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(letter)
        }
        other => other,
    };
    text.chars().map(one).collect()
}

/// A number without the commas between thousands.
pub fn number(text: &str) -> String {
    let text = narrow(text);
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let mut groups = whole.trim_start_matches('-').split(',');
    let first = groups.next().unwrap_or_default();
    let grouped = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    if grouped && !part.contains(',') { text.replace(',', "") } else { text }
}

/// A day in any usual writing, or as the number Excel keeps it as.
fn day(text: &str) -> Option<String> {
    let text = narrow(text);
    let date = text.split([' ', 'T']).next().unwrap_or_default();
    if let Some(serial) = date.parse::<i64>().ok().filter(|serial| SERIALS.contains(serial)) {
        return Some(show_day(day_after_days(parse_day("1899-12-30")?, serial)));
    }
    let parts: Vec<&str> = date.trim_end_matches(['日', '号']).split(['-', '/', '.', '年', '月']).collect();
    let [year, month, day] = match parts.as_slice() {
        [year, month, day] => [*year, *month, *day],
        [whole] if whole.len() == 8 => [whole.get(..4)?, whole.get(4..6)?, whole.get(6..)?],
        _ => return None,
    };
    parse_day(&format!("{year:0>4}-{month:0>2}-{day:0>2}")).map(show_day)
}

fn moment(text: &str) -> Option<String> {
    let text = narrow(text);
    let time = text.split([' ', 'T']).nth(1).unwrap_or("00:00");
    let parts: Vec<&str> = time.split(':').collect();
    let [hour, minute, second] = match parts.as_slice() {
        [hour, minute] => [*hour, *minute, "0"],
        [hour, minute, second] => [*hour, *minute, *second],
        _ => return None,
    };
    Some(format!("{} {hour:0>2}:{minute:0>2}:{second:0>2}", day(&text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_read_in_every_writing() {
        for text in [
            "2026-07-05",
            "2026/7/5",
            "2026.7.5",
            "2026年7月5日",
            "20260705",
            "２０２６／７／５",
            "2026-07-05 00:00:00",
            "46208",
        ] {
            assert_eq!(day(text).as_deref(), Some("2026-07-05"), "{text}");
        }
        for text in ["2026-02-30", "7/5", "gestern", "12345"] {
            assert_eq!(day(text), None, "{text}");
        }
        assert_eq!(moment("2026/7/5 9:05").as_deref(), Some("2026-07-05 09:05:00"));
        assert_eq!(moment("2026-07-05").as_deref(), Some("2026-07-05 00:00:00"));
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
