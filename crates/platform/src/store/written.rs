//! Which tables were written, for tests: they put a database back as it was between two stories.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Which tables the statements of a store wrote since they were last asked for. Remembers nothing until it is switched
/// on, which the product never does.
#[derive(Debug, Default)]
pub struct WrittenTables(OnceLock<Mutex<Written>>);

/// What a store wrote.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Written {
    /// Names that follow `INTO`, `UPDATE` and `FROM` in statements that write: the tables written, and those they read.
    pub tables: BTreeSet<String>,
    /// Whether the schema may have changed, which no copying of rows undoes.
    pub schema: bool,
}

impl WrittenTables {
    pub(super) fn switch_on(&self) {
        let _ = self.0.set(Mutex::default());
    }

    pub(super) fn take(&self) -> Written {
        self.0
            .get()
            .map(|kept| std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner)))
            .unwrap_or_default()
    }

    pub(super) fn note(&self, text: &str) {
        let Some(kept) = self.0.get() else { return };
        let mut words = text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.')
            .filter(|word| !word.is_empty());
        let verb = words.next().unwrap_or_default().to_ascii_uppercase();
        if matches!(verb.as_str(), "SELECT" | "EXPLAIN" | "BEGIN" | "COMMIT" | "ROLLBACK" | "LISTEN" | "SET") {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(verb.as_str(), "INSERT" | "UPDATE" | "DELETE" | "REPLACE" | "WITH") {
            kept.schema = true;
            return;
        }
        let mut before = verb;
        for word in words {
            if matches!(before.as_str(), "INTO" | "UPDATE" | "FROM") && !kept.tables.contains(word) {
                kept.tables.insert(word.to_owned());
            }
            before = word.to_ascii_uppercase();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(texts: &[&str]) -> Written {
        let written = WrittenTables::default();
        written.switch_on();
        texts.iter().for_each(|text| written.note(text));
        written.take()
    }

    #[test]
    fn the_tables_of_statements_that_write_are_told_once() {
        let told = noted(&[
            "INSERT INTO \"coop\" (\"org_id\") VALUES (?)",
            "INSERT OR REPLACE INTO coop_scope VALUES (1)",
            "UPDATE \"freight_order\" SET x = 1",
            "DELETE FROM awb WHERE org_id = 2",
            "WITH old AS (SELECT id FROM mail_log) DELETE FROM mail_part WHERE id IN (SELECT id FROM old)",
            "SELECT 1 FROM coop_bank FOR UPDATE",
        ]);
        let names: Vec<&str> = told.tables.iter().map(String::as_str).collect();
        assert_eq!(names, ["awb", "coop", "coop_scope", "freight_order", "mail_log", "mail_part", "old"]);
        assert!(!told.schema);
    }

    #[test]
    fn a_change_of_the_schema_is_told_and_nothing_without_being_asked() {
        assert!(noted(&["DROP TABLE coop"]).schema);
        assert!(noted(&["PRAGMA user_version = 3"]).schema);
        let silent = WrittenTables::default();
        silent.note("DELETE FROM awb");
        assert_eq!(silent.take(), Written::default());
    }
}
