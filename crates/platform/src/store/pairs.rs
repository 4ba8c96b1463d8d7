//! Rows found by a part of a text without reading all of them: by the pairs of letters their texts hold (decision 0031).
//!
//! The database keeps the pairs itself. What is found so may not hold the text, but whatever holds it is found: who asks
//! compares the rows as he would without. SQLite holds pairs as hexadecimal words, which no tokenizer takes apart.

use std::collections::BTreeMap;

use super::{Conn, Dialect, Stmt, StoreError, Value, sql};

/// Most pairs of a number that are looked for: its last ones tell it from others.
const OF_NUMBER: usize = 6;
/// Most pairs of words that are looked for, from all over them.
const OF_WORDS: usize = 8;
/// So many newest rows are looked at, and where more than so many of them hold a text, many rows do.
const NEWEST: i64 = 1_000;
const COMMON: i64 = 10;

/// A column whose pairs are kept.
#[derive(Debug, Clone)]
struct Column {
    name: String,
    /// Stands before its pairs.
    letter: String,
    /// Dashes are left out.
    bare: bool,
}

/// The columns of each table whose pairs are kept, in the order of their letters.
#[derive(Debug)]
pub(crate) struct Pairs(BTreeMap<String, Vec<Column>>);

/// What is looked for in a table: rows with one of the texts in one of the columns.
#[derive(Debug, Clone)]
pub(crate) struct Sought {
    pub table: &'static str,
    pub columns: Vec<&'static str>,
    pub texts: Vec<String>,
}

impl Pairs {
    /// Of a database.
    pub fn read(conn: &mut dyn Conn) -> Result<Self, StoreError> {
        let text = "SELECT table_name, column_name, letter, bare FROM search_column ORDER BY table_name, letter";
        let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
        for row in conn.query(&Stmt::Raw(text.to_owned(), Vec::new()))? {
            let column = Column { name: row.get(1)?, letter: row.get(2)?, bare: row.get(3)? };
            tables.entry(row.get(0)?).or_default().push(column);
        }
        Ok(Self(tables))
    }

    fn columns(&self, table: &str) -> impl Iterator<Item = &Column> {
        self.0.get(table).into_iter().flatten()
    }

    /// Whether a column names rows whose pairs are kept, and an index finds its rows by it.
    pub fn is_reference(&self, table: &str, column: &str) -> bool {
        self.columns(table).any(|known| known.name == column && known.letter.is_empty())
    }

    /// Whether pairs are kept of all the columns, and all the texts have some.
    pub fn serves(&self, sought: &Sought) -> bool {
        self.words(0, sought).is_some()
    }

    /// For each text that may stand in a column the pairs that stand there then.
    fn words(&self, org: i64, sought: &Sought) -> Option<Vec<Vec<Word>>> {
        let mut all = Vec::new();
        for name in &sought.columns {
            let column = self.columns(sought.table).find(|known| known.name == *name && !known.letter.is_empty())?;
            for text in &sought.texts {
                let folded = text.to_lowercase();
                let pairs = telling(&if column.bare { folded.replace('-', "") } else { folded })?;
                let before = format!("{org}{}", column.letter);
                all.push(pairs.into_iter().map(|letters| Word { before: before.clone(), letters }).collect());
            }
        }
        Some(all)
    }

    /// A number for each row that may hold what is sought: its id, or what a column of it says. None where pairs don't
    /// tell, or there are more than so many, in which case reading one row after another finds some soon.
    pub fn candidates(
        &self,
        conn: &mut dyn Conn,
        org: i64,
        sought: &Sought,
        (told, most): (&'static str, usize),
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let Some(words) = self.words(org, sought) else { return Ok(None) };
        let rows = match conn.dialect() {
            Dialect::Sqlite => conn.query(&lite(org, sought.table, &words, (told, most)))?,
            // A GIN index is read to its end, however few rows are wanted.
            Dialect::Postgres if self.is_common(conn, org, sought)? => return Ok(None),
            Dialect::Postgres => conn.query(&self.server(sought.table, &words, (told, most)))?,
        };
        let told = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Option<i64>>, _>>()?;
        Ok((told.len() <= most).then(|| told.into_iter().flatten().collect()))
    }

    /// The expression of the index, and the rows that may hold the pairs of one text.
    fn server(&self, table: &str, words: &[Vec<Word>], (told, most): (&str, usize)) -> Stmt {
        let name = |column: &Column| {
            let own = format!("\"{table}\".\"{}\"", column.name);
            if column.bare { format!("replace({own}, '-', '')") } else { own }
        };
        let kept = self.columns(table).filter(|column| !column.letter.is_empty());
        let columns: Vec<String> = std::iter::once(format!("\"{table}\".\"org_id\"")).chain(kept.map(name)).collect();
        let held = format!("search_pairs({})", columns.join(", "));
        let mut values = Vec::new();
        let mut any = Vec::new();
        for of_text in words {
            let mut places = Vec::new();
            for word in of_text {
                values.push(Value::Text(format!("{}{}", word.before, word.letters)));
                places.push(format!("${}", values.len()));
            }
            any.push(format!("{held} @> ARRAY[{}]::text[]", places.join(", ")));
        }
        // The company stands in the pairs.
        let text = format!("SELECT \"{told}\" FROM \"{table}\" WHERE {} LIMIT {}", any.join(" OR "), most + 1);
        Stmt::Raw(text, values)
    }

    /// Whether many rows hold what is sought, by the newest ones.
    fn is_common(&self, conn: &mut dyn Conn, org: i64, sought: &Sought) -> Result<bool, StoreError> {
        let mut values = vec![Value::Int(org)];
        let mut any = Vec::new();
        for name in &sought.columns {
            let bare = self.columns(sought.table).any(|known| known.name == *name && known.bare);
            let column = if bare { format!("REPLACE(\"{name}\", '-', '')") } else { format!("\"{name}\"") };
            for text in &sought.texts {
                let text = if bare { text.replace('-', "") } else { text.clone() };
                values.push(Value::Text(sql::containing(&text)));
                any.push(format!("LOWER({column}) LIKE ${} ESCAPE '!'", values.len()));
            }
        }
        let columns: Vec<String> = sought.columns.iter().map(|name| format!("\"{name}\"")).collect();
        let text = format!(
            "SELECT COUNT(*) FROM (SELECT {} FROM \"{}\" WHERE \"org_id\" = $1 ORDER BY \"id\" DESC LIMIT {NEWEST}) \
             AS newest WHERE {}",
            columns.join(", "),
            sought.table,
            any.join(" OR ")
        );
        let found: i64 = conn.first(&Stmt::Raw(text, values))?.map_or(Ok(0), |row| row.get(0))?;
        Ok(found > COMMON)
    }
}

/// The rows of an FTS5 table that hold the pairs of one text. It stops at so many.
fn lite(org: i64, table: &str, words: &[Vec<Word>], (told, most): (&str, usize)) -> Stmt {
    let all =
        |of_text: &Vec<Word>| format!("({})", of_text.iter().map(Word::hexadecimal).collect::<Vec<_>>().join(" AND "));
    let sought = Value::Text(words.iter().map(all).collect::<Vec<_>>().join(" OR "));
    let (kept, limit) = (format!("\"{table}_pairs\""), most + 1);
    if told == "id" {
        return Stmt::Raw(format!("SELECT rowid FROM {kept} WHERE {kept} MATCH ? LIMIT {limit}"), vec![sought]);
    }
    let text = format!(
        "SELECT \"{table}\".\"{told}\" FROM {kept} CROSS JOIN \"{table}\" WHERE {kept} MATCH ? \
         AND \"{table}\".\"org_id\" = ? AND \"{table}\".\"id\" = {kept}.rowid LIMIT {limit}"
    );
    Stmt::Raw(text, vec![sought, Value::Int(org)])
}

/// A pair as it is kept.
struct Word {
    /// The company, and the letter of the column.
    before: String,
    letters: String,
}

impl Word {
    /// As SQLite keeps it; a letter that is looked for alone begins a pair.
    fn hexadecimal(&self) -> String {
        let mut word = self.before.clone();
        for byte in self.letters.bytes() {
            word.push_str(&format!("{byte:02X}"));
        }
        if self.letters.chars().nth(1).is_none() {
            word.push('*');
        }
        word
    }
}

/// The pairs of a text that tell most. None of a text that is too short: a sign of ASCII alone stands nearly everywhere.
fn telling(text: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = text.chars().collect();
    if let [one] = letters.as_slice() {
        return (!one.is_ascii()).then(|| vec![text.to_owned()]);
    }
    let pairs: Vec<String> = letters.windows(2).map(|pair| pair.iter().collect()).collect();
    let last = pairs.last()?;
    let chosen = if last.contains(|sign: char| sign.is_ascii_digit()) {
        pairs.iter().rev().take(OF_NUMBER).cloned().collect()
    } else {
        let step = Ord::max(2, pairs.len().div_ceil(OF_WORDS));
        pairs.iter().step_by(step).chain([last]).cloned().collect()
    };
    Some(distinct(chosen))
}

fn distinct(mut pairs: Vec<String>) -> Vec<String> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<String> {
        telling(text).map(|pairs| pairs.join("|"))
    }

    #[test]
    fn a_number_is_told_by_its_end_and_words_by_all_of_them() {
        for (text, wanted) in [
            ("", None),
            ("a", None),
            ("7", None),
            ("海", Some("海")),
            ("😀", Some("😀")),
            ("ab", Some("ab")),
            ("a海", Some("a海")),
            ("ae2511001", Some("00|01|10|11|25|51")),
            ("1111", Some("11")),
            ("上海华贸国际", Some("上海|华贸|国际")),
            ("上海华贸国", Some("上海|华贸|贸国")),
            ("%_", Some("%_")),
        ] {
            assert_eq!(told(text).as_deref(), wanted, "{text}");
        }
        let long = "international freight forwarding and logistics company limited";
        assert!(telling(long).is_some_and(|pairs| pairs.len() <= OF_WORDS + 1));
    }

    #[test]
    fn a_pair_is_one_word_whatever_its_letters() {
        let word = |letters: &str| Word { before: "7g".to_owned(), letters: letters.to_owned() }.hexadecimal();
        assert_eq!([word("a-"), word("\" "), word("海")], ["7g612D", "7g2220", "7gE6B5B7*"]);
    }

    #[test]
    fn pairs_of_a_bare_column_know_no_dashes() {
        let column = |name: &str, letter: &str, bare| Column { name: name.to_owned(), letter: letter.to_owned(), bare };
        let columns = vec![column("coop_id", "", false), column("awb_number", "g", true), column("code", "h", false)];
        let pairs = Pairs(BTreeMap::from([("sheet".to_owned(), columns)]));
        let sought =
            |column, text: &str| Sought { table: "sheet", columns: vec![column], texts: vec![text.to_owned()] };
        let words = |sought: &Sought| {
            let all = pairs.words(7, sought).unwrap_or_default().into_iter().flatten();
            all.map(|word| word.before + &word.letters).collect::<Vec<_>>()
        };
        assert_eq!(words(&sought("awb_number", "9-1")), ["7g91"]);
        assert_eq!(words(&sought("code", "9-X")), ["7h-x", "7h9-"]);
        assert!(!pairs.serves(&sought("awb_number", "-1")) && !pairs.serves(&sought("name", "abc")));
        assert!(pairs.is_reference("sheet", "coop_id") && !pairs.is_reference("sheet", "code"));
        assert!(!pairs.serves(&sought("coop_id", "12")));
    }
}
