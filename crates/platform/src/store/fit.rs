//! What no statement may hold, on either database: the last fence, behind the limits of those who take texts in.
//!
//! SQLite keeps the null character and PostgreSQL refuses it; of many values each has its own limit. A room is written
//! once for both, so what one of them refuses neither is asked.

use std::borrow::Cow;

use super::{Dialect, Stmt, StoreError, Value};

/// Most values of a statement: what SQLite takes; PostgreSQL takes twice as many.
const VALUES_MAX: usize = 32_766;

/// What SQLite says of values it can't work with: it has no code of its own for them.
const OF_VALUES: [&str; 5] = [
    "LIKE or GLOB pattern too complex",
    "Expression tree is too large",
    "too many SQL variables",
    "string or blob too big",
    "integer overflow",
];
/// The same from PostgreSQL: texts it can't keep, numbers out of range, rows too long for an index, too many of anything.
const CODES_OF_VALUES: [&str; 6] = ["22001", "22003", "22021", "22P05", "54000", "54001"];

impl Stmt {
    /// The text and values for a dialect; refused where not every database takes them.
    pub(super) fn fit(&self, dialect: Dialect) -> Result<(Cow<'_, str>, Cow<'_, [Value]>), StoreError> {
        let (text, values) = self.build(dialect);
        if values.len() > VALUES_MAX {
            return Err(StoreError::Unfit(format!("{} values in one statement", values.len())));
        }
        if values.iter().any(|value| matches!(value, Value::Text(text) if text.contains('\0'))) {
            return Err(StoreError::Unfit("a text holds the null character".to_owned()));
        }
        Ok((text, values))
    }
}

/// Whether SQLite refused the values of a statement, and not the statement.
pub(super) fn is_of_values(said: &str) -> bool {
    OF_VALUES.iter().any(|known| said.contains(known))
}

/// The same of PostgreSQL, by the code of its error.
pub(super) fn is_code_of_values(code: &str) -> bool {
    CODES_OF_VALUES.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_not_every_database_takes_are_refused_on_each() {
        let of = |values: Vec<Value>| Stmt::Raw("SELECT 1".to_owned(), values);
        let text = |text: &str| Value::Text(text.to_owned());
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let fits = |values: Vec<Value>| of(values).fit(dialect).is_ok();
            assert!(fits(vec![Value::Int(1); VALUES_MAX]) && !fits(vec![Value::Int(1); VALUES_MAX + 1]));
            assert!(fits(vec![text("a\u{1}b"), Value::Bytes(vec![0])]) && !fits(vec![Value::Null, text("a\0b")]));
        }
    }

    #[test]
    fn limits_of_values_are_told_from_faults() {
        assert!(is_of_values("LIKE or GLOB pattern too complex") && is_of_values("too many SQL variables in …"));
        assert!(!is_of_values("no such column: x") && !is_of_values("database disk image is malformed"));
        assert!(is_code_of_values("54000") && is_code_of_values("22021") && !is_code_of_values("42703"));
    }
}
