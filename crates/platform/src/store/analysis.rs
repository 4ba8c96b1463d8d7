//! Statistics for the planner of the database: without them it takes every index for equally good. They are made for
//! tables that are large, when they have grown or shrunk a good deal since, each in a transaction of its own that holds
//! others up for a second at most.

use std::collections::BTreeMap;

use super::{Conn, Dialect, Row, Stmt, Store, StoreError, Value};

/// Rows from which on a table of the embedded database is looked at: a smaller one is quick whatever the plan.
const ROWS_LEAST: i64 = 10_000;
/// Pages of 8 KB from which on one of PostgreSQL is; what changes less its own housekeeping looks after.
const PAGES_LEAST: i64 = 256;
/// So many times the rows that were there, or so small a part of them, is another table to the planner. What is known of a
/// large one is an estimate.
const GROWTH: i64 = 5;
/// The least companies SQLite takes a table to be of.
const COMPANIES: i64 = 20;
/// Rows of an index that are looked at under each company. Fewer would tell nothing of columns that many rows share: all
/// rows seen would be of one scope.
const ROWS_LOOKED_AT: i64 = 100_000;

/// Tables of PostgreSQL that grew or shrank by half since, and those never looked at.
const OLD: &str = "SELECT quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND pg_relation_size(c.oid) / 8192 >= $1 \
    AND (c.reltuples < 0 OR c.relpages = 0 OR pg_relation_size(c.oid) / 8192 > c.relpages + c.relpages / 2 \
    OR pg_relation_size(c.oid) / 8192 < c.relpages / 2) ORDER BY 1";

fn raw(text: String, values: Vec<Value>) -> Stmt {
    Stmt::Raw(text, values)
}

impl Store {
    /// Makes the statistics that are missing or old; answers of how many tables. Between them it asks whether to stop.
    pub fn analyse(&self, stop: &dyn Fn() -> bool) -> Result<usize, StoreError> {
        let old = match self.dialect() {
            Dialect::Sqlite => self.old_of_file()?,
            Dialect::Postgres => self.old_of_server()?,
        };
        let mut done = 0;
        for table in old.iter().take_while(|_| !stop()) {
            // Past what is watched: statistics are no rows of anybody.
            self.commit(|conn| match conn.dialect() {
                Dialect::Sqlite => analyse_file(conn, table),
                Dialect::Postgres => conn.batch(&format!("ANALYZE {table}")),
            })?;
            done += 1;
        }
        if done > 0 && self.dialect() == Dialect::Sqlite {
            self.commit(|conn| {
                let version = conn.first(&raw("PRAGMA schema_version".to_owned(), Vec::new()))?.unwrap_or_default();
                // A connection reads statistics with the schema, so each takes it for a new one.
                conn.batch(&format!("PRAGMA schema_version = {}", version.get::<i64>(0)? + 1))
            })?;
        }
        Ok(done)
    }

    fn old_of_server(&self) -> Result<Vec<String>, StoreError> {
        let rows = self.read(|conn| conn.query(&raw(OLD.to_owned(), vec![Value::Int(PAGES_LEAST)])))?;
        rows.iter().map(|row| Ok(row.get(0)?)).collect()
    }

    /// Tables of the embedded database with many more or fewer rows than they had, or with an index nothing is known of.
    fn old_of_file(&self) -> Result<Vec<String>, StoreError> {
        let names =
            |rows: Vec<Row>| rows.iter().map(|row| Ok(row.get(0)?)).collect::<Result<Vec<String>, StoreError>>();
        let listed = "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'index' ORDER BY tbl_name";
        let tables = self.read(|conn| names(conn.query(&raw(listed.to_owned(), Vec::new()))?))?;
        let mut old = Vec::new();
        for table in tables {
            // One table at a time: whoever calls is not kept waiting for a reader.
            if self.read(|conn| is_old(conn, &table))? {
                old.push(table);
            }
        }
        Ok(old)
    }
}

fn analyse_file(conn: &mut dyn Conn, table: &str) -> Result<(), StoreError> {
    conn.batch(&format!("PRAGMA analysis_limit = {ROWS_LOOKED_AT}; ANALYZE \"{table}\""))?;
    let made = "SELECT idx, stat FROM sqlite_stat1 WHERE tbl = ?1 AND idx IS NOT NULL";
    for row in conn.query(&raw(made.to_owned(), vec![Value::Text(table.to_owned())]))? {
        let (index, stat) = (row.value(0).clone(), row.get::<String>(1)?);
        let values = vec![Value::Text(tempered(&stat)), Value::Text(table.to_owned()), index];
        conn.exec(&raw("UPDATE sqlite_stat1 SET stat = ?1 WHERE tbl = ?2 AND idx = ?3".to_owned(), values))?;
    }
    Ok(())
}

/// What SQLite is told of an index: no company has more than a part of the rows. It takes the one that has nearly all for the
/// whole table, and would rather read and sort that than begin with an index in the order that is wanted, as it does not
/// see that a page ends soon. No statement of the product wants the rows of all companies.
pub fn tempered(stat: &str) -> String {
    let numbers: Vec<Option<i64>> = stat.split(' ').map(|word| word.parse().ok()).collect();
    let rows = numbers.first().copied().flatten().unwrap_or_default();
    let most = Ord::max(rows / COMPANIES, 1);
    let told = |(place, word): (usize, &str)| match numbers.get(place).copied().flatten() {
        Some(number) if place > 0 => Ord::min(number, most).to_string(),
        _ => word.to_owned(),
    };
    stat.split(' ').enumerate().map(told).collect::<Vec<_>>().join(" ")
}

fn is_old(conn: &mut dyn Conn, table: &str) -> Result<bool, StoreError> {
    let beyond = format!("SELECT 1 FROM \"{table}\" LIMIT 1 OFFSET {}", ROWS_LEAST - 1);
    if conn.first(&raw(beyond, Vec::new()))?.is_none() {
        return Ok(false);
    }
    let made = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'";
    if conn.first(&raw(made.to_owned(), Vec::new()))?.is_none() {
        return Ok(true);
    }
    let of_table = || vec![Value::Text(table.to_owned())];
    let told = "SELECT idx, stat FROM sqlite_stat1 WHERE tbl = ?1";
    let mut known: BTreeMap<String, i64> = BTreeMap::new();
    for row in conn.query(&raw(told.to_owned(), of_table()))? {
        let stat: String = row.get(1)?;
        let rows = stat.split(' ').next().and_then(|rows| rows.parse().ok());
        known.insert(row.get::<Option<String>>(0)?.unwrap_or_default(), rows.unwrap_or_default());
    }
    // Of an index that may hold nothing, nothing may be known.
    let whole = "SELECT name FROM pragma_index_list(?1) WHERE partial = 0";
    for row in conn.query(&raw(whole.to_owned(), of_table()))? {
        if !known.contains_key(&row.get::<String>(0)?) {
            return Ok(true);
        }
    }
    let count = conn.first(&raw(format!("SELECT COUNT(*) FROM \"{table}\""), Vec::new()))?.unwrap_or_default();
    let (now, then) = (count.get::<i64>(0)?, known.values().copied().max().unwrap_or_default());
    Ok(now > then.saturating_mul(GROWTH) || now.saturating_mul(GROWTH) < then)
}

#[cfg(test)]
mod tests {
    use super::tempered;

    #[test]
    fn a_company_has_a_twentieth_of_an_index_at_most_and_what_is_rarer_stays() {
        for (made, told) in [
            ("1000000 1000000 900000 50 1", "1000000 50000 50000 50 1"),
            ("1000000 50000 7 1", "1000000 50000 7 1"),
            ("10 10 1", "10 1 1"),
            ("40000 40000 1 noskipscan sz=90", "40000 2000 1 noskipscan sz=90"),
            ("", ""),
        ] {
            assert_eq!(tempered(made), told);
        }
    }
}
