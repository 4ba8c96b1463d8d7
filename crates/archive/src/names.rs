//! Which kept files the rows of a database name.

use std::collections::BTreeSet;

use platform::store::{Conn, StoreError, Value};

use crate::table::{Table, tables};

/// Letters of a hash.
const HASH_LENGTH: usize = 64;
/// What names files that need not be there: the log of what was, the list of what nobody names, and the sizes of files.
const NAMES_NOTHING: [&str; 3] = ["operation_log", "unnamed_file", "kept_file"];

/// Every hash that stands in any text of any table, alone or inside something longer, such as a list of attachments. It
/// asks the texts, not a list of columns: a file of a table that is yet to be invented is in use too.
pub fn named_files(conn: &mut dyn Conn) -> Result<BTreeSet<String>, StoreError> {
    let mut named = BTreeSet::new();
    for table in tables(conn)?.iter().filter(|table| names_files(table)) {
        let Some(long) = Table::select_long(table, HASH_LENGTH) else { continue };
        conn.each(&long, &mut |row| {
            for value in &row.0 {
                if let Value::Text(text) = value {
                    collect(text, &mut named);
                }
            }
        })?;
    }
    Ok(named)
}

/// Whether what a table names has to be there.
pub(crate) fn names_files(table: &Table) -> bool {
    !NAMES_NOTHING.contains(&table.name.as_str())
}

/// Adds every hash that stands in a text.
pub(crate) fn collect(text: &str, named: &mut BTreeSet<String>) {
    let runs = text.split(|letter: char| !matches!(letter, '0'..='9' | 'a'..='f'));
    named.extend(runs.filter(|run| run.len() == HASH_LENGTH).map(ToOwned::to_owned));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_found_wherever_it_stands_and_nothing_else_is_one() {
        let (one, two) = ("a1".repeat(32), "0f".repeat(32));
        let mut named = BTreeSet::new();
        collect(&format!(r#"[{{"hash":"{one}","name":"x.pdf"}},{{"hash":"{two}"}}]"#), &mut named);
        assert_eq!(named, BTreeSet::from([one.clone(), two]));
        for text in [&one[1..], &format!("{one}0"), &one.to_uppercase(), ""] {
            let mut none = BTreeSet::new();
            collect(text, &mut none);
            assert!(none.is_empty(), "{text}");
        }
    }
}
