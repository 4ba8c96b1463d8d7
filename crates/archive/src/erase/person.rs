//! A person, and a text without him.

use std::collections::BTreeMap;

use super::columns::Holds;
use super::number::numbers;
use super::words::{before, behind, find, is_weak, is_whole_mail, is_whole_word, json_texts};

/// Letters of a number between which it is looked for: the first and the last ones, whatever divides the others.
const OF_NUMBER: usize = 3;
/// Letters of the hash of a file.
pub(super) const HASH_LENGTH: usize = 64;
/// Bytes between a name that may be any word and the phone or mail that makes it his.
const BESIDE: usize = 60;
/// What a key of a JSON text says when a name stands under it.
const NAME_KEYS: [&str; 6] = ["name", "contact", "person", "姓名", "名称", "联系人"];

/// What a person is known by, and what stands there from now on.
#[derive(Debug, Clone, Default)]
pub struct Person {
    /// In the place of all of it.
    pub token: String,
    /// Names, two letters at least.
    pub names: Vec<String>,
    /// Phones and numbers of papers, without anything between their letters.
    pub numbers: Vec<String>,
    /// Mail addresses.
    pub mails: Vec<String>,
    /// Longer names of others that hold one of his: they stay.
    pub others: Vec<String>,
    /// His names stand for others too: they are taken for his only in texts that hold a mail or a number of his.
    pub shares_names: bool,
    /// Hashes of files that were written anew, with those that take their places.
    pub files: BTreeMap<String, String>,
}

/// What came of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The text without him; none where nothing of it is certainly his.
    pub text: Option<String>,
    /// Something in it may be he, and stays.
    pub doubtful: bool,
}

/// Where a text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub holds: Holds,
    /// A phone or a mail of his stands beside it: in the same row, or in the same JSON text.
    pub beside: bool,
}

type Span<'a> = (usize, usize, &'a str);

impl Person {
    /// A text of no particular column.
    pub fn look(&self, text: &str) -> Found {
        self.look_at(text, Place { holds: Holds::Text, beside: false })
    }

    pub(super) fn look_at(&self, text: &str, place: Place) -> Found {
        let is_json = place.holds != Holds::Machine
            && text.starts_with(['{', '['])
            && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        if is_json { self.json(text) } else { self.plain(text, place) }
    }

    /// Whether a phone, a mail or a number of his stands in a text.
    pub(super) fn is_reached_in(&self, text: &str, holds: Holds) -> bool {
        let lower = text.to_ascii_lowercase();
        holds != Holds::Machine && !self.ways(&lower, holds).0.is_empty()
    }

    /// Only the values of a JSON text are texts; what they stand under stays.
    fn json(&self, text: &str) -> Found {
        let beside = self.is_reached_in(text, Holds::Text);
        let (mut made, mut at, mut found) = (String::new(), 0, Found::default());
        let mut is_changed = false;
        for (start, end, key) in json_texts(text) {
            let Some(value) = text.get(start..end).and_then(|value| serde_json::from_str::<String>(value).ok()) else {
                continue;
            };
            let is_name = beside && NAME_KEYS.iter().any(|word| key.contains(word));
            let holds = if is_name { Holds::Persons } else { Holds::Text };
            let of_value = self.look_at(&value, Place { holds, beside });
            found.doubtful |= of_value.doubtful;
            if let Some(value) = of_value.text {
                made.push_str(text.get(at..start).unwrap_or_default());
                made.push_str(&serde_json::Value::String(value).to_string());
                at = end;
                is_changed = true;
            }
        }
        made.push_str(text.get(at..).unwrap_or_default());
        found.text = is_changed.then_some(made);
        found
    }

    fn plain(&self, text: &str, place: Place) -> Found {
        let lower = text.to_ascii_lowercase();
        let mut spans = self.hashes(&lower);
        let mut doubtful = false;
        if place.holds != Holds::Machine {
            let (ways, is_doubtful) = self.ways(&lower, place.holds);
            doubtful = is_doubtful;
            for name in &self.names {
                for span in
                    find(&lower, name).filter(|span| is_whole_word(&lower, *span) && !self.is_other(&lower, *span))
                {
                    if self.is_his(&lower, name, (span, &ways), place) {
                        spans.push((span.0, span.1, self.token.as_str()));
                    } else {
                        doubtful = true;
                    }
                }
            }
            spans.extend(ways.into_iter().map(|(start, end)| (start, end, self.token.as_str())));
        }
        Found { text: (!spans.is_empty()).then(|| without(text, spans)), doubtful }
    }

    /// Where he can be reached, and whether something was left that may be a number of his.
    fn ways(&self, lower: &str, holds: Holds) -> (Vec<(usize, usize)>, bool) {
        let (mut ways, mut doubtful) = (Vec::new(), false);
        for mail in &self.mails {
            ways.extend(find(lower, mail).filter(|span| is_whole_mail(lower, *span)));
        }
        for number in &self.numbers {
            let found = numbers(lower, number, holds);
            doubtful |= found.doubtful;
            ways.extend(found.spans);
        }
        (ways, doubtful)
    }

    /// Whether a name stands for him. One that is a word too, or that others have, is his where a phone or a mail of his
    /// stands beside it; the first also where a column of persons holds nothing else.
    fn is_his(&self, lower: &str, name: &str, (span, ways): ((usize, usize), &[(usize, usize)]), place: Place) -> bool {
        let is_whole = lower.trim().len() == span.1 - span.0;
        if place.holds == Holds::Persons && is_whole && (place.beside || !self.shares_names) {
            return true;
        }
        if place.holds == Holds::Numbers && is_weak(name) {
            return false;
        }
        if is_weak(name) {
            return !is_part_of_code(lower, span) && ways.iter().any(|way| is_beside(lower, span, *way));
        }
        !self.shares_names || !ways.is_empty()
    }

    fn hashes(&self, lower: &str) -> Vec<Span<'_>> {
        if self.files.is_empty() || lower.len() < HASH_LENGTH {
            return Vec::new();
        }
        let is_hex = |letter: char| matches!(letter, '0'..='9' | 'a'..='f');
        let (mut found, mut at) = (Vec::new(), 0);
        for run in lower.split(|letter: char| !is_hex(letter)) {
            if let Some(new) = self.files.get(run) {
                found.push((at, at + run.len(), new.as_str()));
            }
            at += run.len();
            at += behind(lower, at).map_or(0, char::len_utf8);
        }
        found
    }

    /// Whether a place is a part of somebody else's longer name.
    fn is_other(&self, lower: &str, (start, end): (usize, usize)) -> bool {
        let name = lower.get(start..end).unwrap_or_default();
        self.others.iter().any(|other| {
            let other = other.to_ascii_lowercase();
            find(&other, name).any(|(before, _)| {
                start
                    .checked_sub(before)
                    .and_then(|from| lower.get(from..))
                    .is_some_and(|rest| rest.starts_with(&other))
            })
        })
    }

    /// Patterns one of which every text matches that he stands in, but for the hashes of files. Both databases compare the
    /// letters of ASCII alone without regard to their size.
    pub(super) fn patterns(&self) -> Vec<String> {
        let whole = self.names.iter().chain(&self.mails).map(|text| format!("%{}%", escaped(text)));
        let parted = self.numbers.iter().map(|number| {
            let letters: Vec<char> = number.chars().collect();
            let ends = [letters.get(..OF_NUMBER), letters.get(letters.len().saturating_sub(OF_NUMBER)..)];
            let [first, last] = ends.map(|part| part.unwrap_or_default().iter().collect::<String>());
            format!("%{}%{}%", escaped(&first), escaped(&last))
        });
        whole.chain(parted).map(|pattern| pattern.to_ascii_lowercase()).collect()
    }
}

/// On one line, and not far.
fn is_beside(lower: &str, (start, end): (usize, usize), way: (usize, usize)) -> bool {
    let between = if way.0 >= end { end..way.0 } else { way.1.min(start)..start };
    between.len() <= BESIDE && lower.get(between).is_some_and(|between| !between.contains(['\n', '\r']))
}

/// A word with more of a code before or behind it.
fn is_part_of_code(lower: &str, (start, end): (usize, usize)) -> bool {
    let joins = |letter: Option<char>| matches!(letter, Some('_' | '-' | '/' | '.' | '@'));
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    (joins(before(lower, start)) && is_letter(before(lower, start.saturating_sub(1))))
        || (joins(behind(lower, end)) && is_letter(behind(lower, end + 1)))
}

fn without(text: &str, mut spans: Vec<Span<'_>>) -> String {
    spans.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    let (mut made, mut at) = (String::new(), 0);
    for (start, end, instead) in spans {
        if start >= at {
            made.push_str(text.get(at..start).unwrap_or_default());
            made.push_str(instead);
            at = end;
        }
    }
    made.push_str(text.get(at..).unwrap_or_default());
    made
}

fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

#[cfg(test)]
pub(super) fn person() -> Person {
    Person {
        token: "已清除1".to_owned(),
        names: vec!["李小明".to_owned(), "Ming Li".to_owned()],
        numbers: vec!["13800000021".to_owned(), "11010519491231002X".to_owned()],
        mails: vec!["li.ming@example.com".to_owned()],
        others: vec!["李小明华".to_owned(), "上海李小明物流".to_owned()],
        ..Person::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(person: &Person, text: &str) -> Option<String> {
        person.look(text).text
    }

    fn weak(name: &str) -> Person {
        Person { names: vec![name.to_owned()], others: Vec::new(), ..person() }
    }

    #[test]
    fn a_name_that_others_have_too_is_his_beside_his_phone_alone() {
        let shared = Person { shares_names: true, ..person() };
        assert_eq!(shared.look("由李小明提交"), Found { text: None, doubtful: true });
        assert_eq!(replaced(&shared, "李小明 13800000021").as_deref(), Some("已清除1 已清除1"));
    }

    #[test]
    fn a_person_is_found_however_his_name_phone_and_mail_are_written() {
        for (text, made) in [
            ("由李小明提交", "由已清除1提交"),
            ("MING LI, sales", "已清除1, sales"),
            ("Tel 138-0000 0021", "Tel 已清除1"),
            ("138.0000.0021", "已清除1"),
            ("(138)00000021", "(已清除1"),
            ("013800000021", "0已清除1"),
            ("+8613800000021", "+86已清除1"),
            ("id 11010519491231002x", "id 已清除1"),
            ("<Li.Ming@Example.com>;", "<已清除1>;"),
            ("mail li.ming@example.com.", "mail 已清除1."),
            ("李小明13800000021李小明", "已清除1已清除1已清除1"),
        ] {
            assert_eq!(replaced(&person(), text).as_deref(), Some(made), "{text}");
        }
    }

    #[test]
    fn others_who_are_written_alike_stay() {
        for text in [
            "李小明华",
            "上海李小明物流有限公司",
            "Ming Lian",
            "aming li",
            "ming li_2",
            "138000000211",
            "913800000021",
            "xli.ming@example.com",
            "li.ming@example.com.cn",
            "李 小明",
            "",
        ] {
            assert_eq!(replaced(&person(), text), None, "{text}");
        }
        assert_eq!(replaced(&person(), "李小明华和李小明").as_deref(), Some("李小明华和已清除1"));
    }

    #[test]
    fn a_name_that_is_a_word_too_stays_but_beside_his_phone_or_alone_among_persons() {
        for (name, text) in [
            ("Bill", "coop_bill_2026"),
            ("Bill", "Bill of lading"),
            ("Han", "HAN"),
            ("Li", "LI-ION BATTERIES"),
            ("Open", "OPEN"),
            ("高峰", "高峰附加费"),
            ("Bill", "bill-no 13800000021"),
            ("Han", "PEK HAN\n13800000021"),
        ] {
            let found = weak(name).look(text);
            assert!(found.text.is_none_or(|made| made.to_lowercase().contains(&name.to_lowercase())), "{text}");
        }
        assert_eq!(weak("Bill").look("Bill of lading"), Found { text: None, doubtful: true });
        assert_eq!(replaced(&weak("Bill"), "Bill 138 0000 0021").as_deref(), Some("已清除1 已清除1"));
        assert_eq!(replaced(&weak("高峰"), "找高峰，13800000021").as_deref(), Some("找已清除1，已清除1"));
        let at = |holds, beside| weak("Bill").look_at("Bill", Place { holds, beside }).text;
        assert_eq!(at(Holds::Persons, false).as_deref(), Some("已清除1"));
        assert_eq!((at(Holds::Text, true), at(Holds::Machine, true)), (None, None));
        let shared = Person { shares_names: true, ..weak("Bill") };
        let at = |beside| shared.look_at("Bill", Place { holds: Holds::Persons, beside }).text;
        assert_eq!((at(true).as_deref(), at(false)), (Some("已清除1"), None));
    }

    #[test]
    fn no_key_of_a_json_text_changes() {
        let text = r#"{"open":"OPEN","phone":"138-0000-0021","name":"Open","note":"a \"b\" Open","n":13800000021}"#;
        let made = replaced(&weak("Open"), text).unwrap();
        assert_eq!(made, r#"{"open":"OPEN","phone":"已清除1","name":"已清除1","note":"a \"b\" Open","n":13800000021}"#);
        assert_eq!(replaced(&weak("Open"), r#"{"name":"Open"}"#), None, "nothing of his stands beside it");
        assert_eq!(replaced(&person(), r#"[{"李小明":"李小明"}]"#).as_deref(), Some(r#"[{"李小明":"已清除1"}]"#));
    }

    #[test]
    fn the_hash_of_a_file_is_replaced_in_any_column() {
        let (old, new) = ("a1".repeat(32), "b2".repeat(32));
        let named = Person { files: BTreeMap::from([(old.clone(), new.clone())]), ..Person::default() };
        let place = Place { holds: Holds::Machine, beside: false };
        assert_eq!(named.look_at(&old, place).text, Some(new.clone()));
        assert_eq!(named.look(&format!("文件{old}。")).text, Some(format!("文件{new}。")));
        assert_eq!(named.look(&format!("{old}0")).text, None);
    }

    #[test]
    fn patterns_are_small_in_ascii_alone_as_the_databases_compare() {
        let person =
            Person { names: vec!["Élise Martin".to_owned()], numbers: vec!["3054383".to_owned()], ..person() };
        let patterns = person.patterns();
        assert!(patterns.contains(&"%Élise martin%".to_owned()) && patterns.contains(&"%305%383%".to_owned()));
        assert_eq!(replaced(&person, "mit Élise Martin").as_deref(), Some("mit 已清除1"));
    }
}
