//! Which kinds of statements take long: counted by verb and table, never with their values.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A statement that takes longer is counted.
pub const SLOW: Duration = Duration::from_millis(500);
/// Classes remembered at most; a program has fewer.
const CLASSES_MAX: usize = 300;

/// How often a class of statements was slow, and how slow at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SlowClass {
    /// How often.
    pub count: u64,
    /// Longest of them in milliseconds.
    pub max_ms: u64,
}

/// The slow statements of one store since it was opened.
#[derive(Debug, Default)]
pub struct SlowStatements(Mutex<BTreeMap<String, SlowClass>>);

impl SlowStatements {
    /// Notes how long a statement took.
    pub fn note(&self, text: &str, took: Duration) {
        if took <= SLOW {
            return;
        }
        let mut classes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = class_of(text);
        if classes.len() >= CLASSES_MAX && !classes.contains_key(&name) {
            return;
        }
        let class = classes.entry(name).or_default();
        class.count += 1;
        class.max_ms = class.max_ms.max(u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
    }

    /// The classes, the slowest first.
    pub fn classes(&self) -> Vec<(String, SlowClass)> {
        let classes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = classes.iter().map(|(name, class)| (name.clone(), *class)).collect();
        all.sort_by(|one, other| other.1.max_ms.cmp(&one.1.max_ms).then(one.0.cmp(&other.0)));
        all
    }
}

/// The verb and the first table of a statement, as `SELECT freight_order`.
fn class_of(text: &str) -> String {
    let mut words = text.split_whitespace();
    let verb = words.next().unwrap_or_default().to_ascii_uppercase();
    let before = match verb.as_str() {
        "SELECT" | "DELETE" | "WITH" => "FROM",
        "INSERT" => "INTO",
        "UPDATE" => "UPDATE",
        _ => return verb,
    };
    let table = if before == verb {
        words.next()
    } else {
        words.find(|word| word.eq_ignore_ascii_case(before)).and_then(|_| words.next())
    };
    let name = |word: &str| word.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    format!("{verb} {}", table.map(name).unwrap_or_default()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_counted_beyond_half_a_second_by_verb_and_table() {
        let slow = SlowStatements::default();
        let select = r#"SELECT "id" FROM "freight_order" WHERE "code" = ?"#;
        slow.note(select, Duration::from_millis(500));
        assert_eq!(slow.classes(), [], "half a second is not slow yet");
        slow.note(select, Duration::from_millis(501));
        slow.note(select, Duration::from_millis(900));
        slow.note(r#"UPDATE "login" SET "fails" = ?"#, Duration::from_millis(700));
        slow.note(r#"INSERT INTO "coop" ("id") VALUES (?)"#, Duration::from_millis(600));
        let names: Vec<_> = slow.classes().into_iter().map(|(name, class)| (name, class.count, class.max_ms)).collect();
        let expected = [("SELECT freight_order", 2, 900), ("UPDATE login", 1, 700), ("INSERT coop", 1, 600)];
        assert_eq!(names, expected.map(|(name, count, max)| (name.to_owned(), count, max)));
    }
}
