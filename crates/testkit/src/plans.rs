//! How the embedded database would answer statements: what is done again for every row of another table has to find its
//! rows by a key, and not to walk through all those of a company.
//!
//! A plan is looked at twice, on an empty database and on one whose statistics know a large company, so that nothing
//! depends on whether somebody ran ANALYZE.
#![expect(clippy::indexing_slicing, reason = "a plan that can't be read is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use platform::refusal::Refusal;
use platform::store::{Conn, Row, Stmt, Store, StoreConfig, Value, tempered};

/// Columns that many rows of a company share: none of them finds a row.
const COARSE: &[&str] = &[
    "org_id",
    "business_scope",
    "scope",
    "kind",
    "state",
    "status",
    "direction",
    "lifecycle",
    "active",
    "user_status",
    "object_type",
    "file_class",
    "file_type",
    "target_type",
    "permission_status",
    "event_type",
    "outcome",
    "ref_type",
    "generation",
    "awb_round",
    "answered",
    "is_display",
    "part",
    "rec_type",
    "module",
    "page_key",
    "locked",
];
/// Rows that are not done with.
const WAITING: i64 = 100;
/// Of so many rows an index that leaves some out holds one.
const PART: i64 = 10;
/// Rows that share a value of a column that is not coarse.
const FEW: i64 = 4;

/// Further columns of which a large company has many rows with the same value.
const SHARED: &[&str] =
    &["coop_state", "coop_type", "currency_code", "level", "list_mark", "node", "prefix", "source", "source_type"];
/// Rows of a table a large company has when nothing else is said.
const MANY: i64 = 100_000;
/// A table of so many rows is read in no time, whatever the plan.
const FEW_ROWS: i64 = 10_000;

/// How many rows the tables of a large company have.
#[derive(Debug)]
pub struct Company(BTreeMap<String, i64>);

impl Company {
    /// Of lines `table rows`; what follows a `#` is for who reads them.
    pub fn read(text: &str) -> Self {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let size = |line: &str| {
            let (table, rows) = line.split_once(' ').unwrap_or_else(|| panic!("{line}: how many rows?"));
            (table.to_owned(), rows.trim().parse().unwrap_or_else(|_| panic!("{line}: how many rows?")))
        };
        Self(lines.filter(|line| !line.is_empty()).map(size).collect())
    }

    fn rows(&self, table: &str) -> i64 {
        self.0.get(table).copied().unwrap_or(MANY)
    }

    /// Whether a table is so large that it is not to be walked through.
    fn is_large(&self, table: &str) -> bool {
        self.rows(table) > FEW_ROWS
    }
}

/// A walk through the rows a company has of a large table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// The table.
    pub table: String,
    /// What is compared on the way there, `column=?`.
    pub terms: BTreeSet<String>,
    /// All rows are read; else they come in the order they are wanted in, until there are enough.
    pub whole: bool,
}

/// The plans of one state of the database.
pub struct Plans {
    store: Store,
    /// The table of an index.
    tables: BTreeMap<String, String>,
    company: Company,
    /// Columns that many rows share.
    coarse: Vec<&'static str>,
}

fn raw(conn: &mut dyn Conn, text: &str, values: Vec<Value>) -> Vec<Row> {
    let statement = Stmt::Raw(text.to_owned(), values);
    conn.query(&statement).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn text(row: &Row, place: usize) -> String {
    row.get(place).expect("a text")
}

impl Plans {
    /// Of an empty database, without statistics or with those of a large company. Call inside a runtime, from a thread
    /// that may block.
    pub fn new(analysed: bool) -> Self {
        let plans = Self::empty(Company(BTreeMap::new()), COARSE.to_vec());
        if analysed {
            plans.analyse();
        }
        plans
    }

    /// Of a large company, as the plan that makes statistics tells it. Call as [`Self::new`].
    pub fn of(company: Company) -> Self {
        let plans = Self::empty(company, [COARSE, SHARED].concat());
        let unknown: Vec<&String> =
            plans.company.0.keys().filter(|table| !plans.tables.values().any(|known| known == *table)).collect();
        assert!(unknown.is_empty(), "there are no such tables: {unknown:?}");
        plans.analyse();
        plans
    }

    fn empty(company: Company, coarse: Vec<&'static str>) -> Self {
        let store = Store::open(&StoreConfig::SqliteMemory).expect("the database opens");
        store.migrate(schema::MIGRATIONS).expect("has the schema");
        let list = "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'";
        let tables = store.read(|conn| {
            let rows = raw(conn, list, Vec::new());
            Ok::<_, Refusal>(rows.iter().map(|row| (text(row, 0), text(row, 1))).collect())
        });
        Self { store, tables: tables.expect("reads"), company, coarse }
    }

    fn analyse(&self) {
        let done = self.store.write(|conn| {
            self.pretend(conn);
            Ok::<_, Refusal>(())
        });
        done.expect("has statistics");
    }

    /// Statistics as ANALYZE would find them, with all rows in one company.
    fn pretend(&self, conn: &mut dyn Conn) {
        conn.batch("ANALYZE").expect("makes the table of statistics");
        conn.batch("DELETE FROM sqlite_stat1").expect("empties it");
        for (index, table) in &self.tables {
            let unique = raw(
                conn,
                &format!("SELECT \"unique\" FROM pragma_index_list('{table}') WHERE name = '{index}'"),
                Vec::new(),
            );
            let unique: i64 = unique[0].get(0).expect("a flag");
            let columns =
                raw(conn, &format!("SELECT name FROM pragma_index_info('{index}') ORDER BY seqno"), Vec::new());
            // What waits is never much, whatever there was.
            let part =
                raw(conn, &format!("SELECT COALESCE(sql, '') FROM sqlite_schema WHERE name = '{index}'"), Vec::new());
            let rows = match text(&part[0], 0) {
                made if made.contains("finished_at IS NULL") => WAITING,
                made if made.contains(" WHERE ") && !self.company.0.is_empty() => self.company.rows(table) / PART,
                _ => self.company.rows(table),
            };
            let mut share = rows;
            let mut stat = vec![rows.to_string()];
            for (place, column) in columns.iter().enumerate() {
                let name: Option<String> = column.get(0).expect("a name");
                let is_coarse = name.is_some_and(|name| self.coarse.contains(&name.as_str()));
                share = match (is_coarse, place == columns.len() - 1 && unique == 1) {
                    (_, true) => 1,
                    (true, _) => share,
                    (false, _) => Ord::min(share, FEW),
                };
                stat.push(share.to_string());
            }
            let stat = stat.join(" ");
            let stat = if self.company.0.is_empty() { stat } else { tempered(&stat) };
            let values = vec![Value::Text(table.clone()), Value::Text(index.clone()), Value::Text(stat)];
            raw(conn, "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", values);
        }
        conn.batch("ANALYZE sqlite_schema").expect("reads the statistics");
    }

    fn nodes(&self, statement: &str, values: &[Value]) -> Vec<Node> {
        let explain = Stmt::Raw(format!("EXPLAIN QUERY PLAN {statement}"), values.to_vec());
        let rows = self.store.read(|conn| conn.query(&explain).map_err(Refusal::from));
        rows.unwrap_or_else(|refusal| panic!("{refusal:?}: {statement}")).iter().map(Node::of).collect()
    }

    /// What is wrong with the plan of a statement, behind the table the statement is about.
    pub fn faults(&self, statement: &str, values: &[Value]) -> BTreeSet<String> {
        let nodes = self.nodes(statement, values);
        let mut look = Look { plans: self, statement, nodes: &nodes, faults: BTreeSet::new() };
        look.children(0, false);
        look.faults
    }

    /// The walks of a statement through the large tables of its company: what is found by no column that few rows share.
    pub fn walks(&self, statement: &str, values: &[Value]) -> Vec<Walk> {
        let nodes = self.nodes(statement, values);
        let look = Look { plans: self, statement, nodes: &nodes, faults: BTreeSet::new() };
        let mut walks = Vec::new();
        look.walks(0, look.wants_all(), &mut walks);
        walks
    }
}

struct Node {
    id: i64,
    parent: i64,
    detail: String,
}

impl Node {
    fn of(row: &Row) -> Self {
        let number = |place| row.get(place).expect("a number");
        Self { id: number(0), parent: number(1), detail: text(row, 3) }
    }
}

struct Look<'a> {
    plans: &'a Plans,
    statement: &'a str,
    nodes: &'a [Node],
    faults: BTreeSet<String>,
}

impl Look<'_> {
    /// The steps below a step; `again`: they are done for every row of something else.
    fn children(&mut self, parent: i64, again: bool) {
        let mut loops = 0;
        for node in self.nodes.iter().filter(|node| node.parent == parent) {
            let detail = node.detail.as_str();
            let is_loop = ["SCAN ", "SEARCH ", "MULTI-INDEX OR"].iter().any(|begin| detail.starts_with(begin));
            let inner = again || is_loop && loops > 0;
            if is_loop {
                loops += 1;
            }
            if inner {
                self.step(detail, again);
            }
            let once = ["SCALAR SUBQUERY", "LIST SUBQUERY"].iter().any(|begin| detail.starts_with(begin));
            let of_each_row = detail.starts_with("CORRELATED") || detail.starts_with("MULTI-INDEX OR") && inner;
            let below = of_each_row || !once && again || detail.starts_with("INDEX ") && again;
            self.children(node.id, below);
        }
    }

    /// The walks of the steps below a step, of which all rows are wanted or the first ones. What is done again for every
    /// row of something else is looked at by [`Plans::faults`].
    fn walks(&self, parent: i64, whole: bool, walks: &mut Vec<Walk>) {
        let below: Vec<&Node> = self.nodes.iter().filter(|node| node.parent == parent).collect();
        let made = ["USE TEMP B-TREE FOR ORDER BY", "USE TEMP B-TREE FOR GROUP BY"];
        let whole = whole || below.iter().any(|node| made.contains(&node.detail.as_str()));
        let mut is_first = true;
        for node in below {
            let detail = node.detail.as_str();
            let begins = |words: &[&str]| words.iter().any(|word| detail.starts_with(word));
            if begins(&["SCAN ", "SEARCH "]) {
                walks.extend(self.walk(detail, whole).filter(|_| is_first));
                is_first = false;
            } else if begins(&["MULTI-INDEX OR"]) {
                // Rows of several searches come in no order.
                let parts: Vec<&Node> = self.nodes.iter().filter(|part| part.parent == node.id).collect();
                for part in parts.iter().filter(|_| is_first) {
                    self.walks(part.id, true, walks);
                }
                is_first = false;
            } else if begins(&["LIST SUBQUERY", "SCALAR SUBQUERY", "MATERIALIZE"]) {
                self.walks(node.id, true, walks);
            } else if begins(&["CO-ROUTINE"]) {
                // What is found inside is ordered again outside.
                self.walks(node.id, self.wants_all(), walks);
            } else if !begins(&["CORRELATED", "REUSE", "USE ", "BLOOM"]) {
                self.walks(node.id, whole, walks);
            }
        }
    }

    fn wants_all(&self) -> bool {
        !self.statement.contains(" LIMIT ")
    }

    fn walk(&self, detail: &str, whole: bool) -> Option<Walk> {
        let (_, rest) = detail.split_once(' ')?;
        let name = rest.split(' ').next().filter(|name| !name.is_empty() && !name.starts_with('('))?;
        // What is no table of the schema is what the statement brings along.
        let is_made = detail == "SCAN CONSTANT ROW" || detail.contains(" VIRTUAL TABLE ") || self.is_made(name);
        if is_made || detail.starts_with("SEARCH ") && self.finds(rest) {
            return None;
        }
        let index = rest.split("INDEX ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        let table = self.plans.tables.get(index).cloned().unwrap_or_else(|| self.table(name));
        let terms = terms_of(rest).filter(|term| !term.is_empty()).map(ToOwned::to_owned).collect();
        self.plans.company.is_large(&table).then_some(Walk { table, terms, whole })
    }

    fn step(&mut self, detail: &str, again: bool) {
        let rest = detail.strip_prefix("SCAN ").or_else(|| detail.strip_prefix("SEARCH ")).unwrap_or_default();
        let Some(name) = rest.split(' ').next().filter(|name| !name.is_empty() && !name.starts_with('(')) else {
            return;
        };
        if detail == "SCAN CONSTANT ROW" || self.is_made(name) {
            return;
        }
        let index = rest.split("INDEX ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        // An index made for one statement is as good as one that is there; made again for every row it is not.
        let automatic = detail.contains("AUTOMATIC");
        let keyed = detail.starts_with("SEARCH ") && self.finds(rest) && !(automatic && again);
        if !keyed {
            let table = self.plans.tables.get(index).cloned().unwrap_or_else(|| self.table(name));
            let way = rest.split_once(' ').map_or("", |(_, way)| way);
            let verb = if detail.starts_with("SCAN") { "SCAN" } else { "SEARCH" };
            let fault = format!("{}: {verb} {table} {way}", subject(self.statement));
            self.faults.insert(fault.trim_end().to_owned());
        }
    }

    /// Whether a search compares a column that finds its row. `ANY(org_id)` looks in every company, and by the next column.
    fn finds(&self, detail: &str) -> bool {
        let terms = terms_of(detail);
        terms.filter_map(|term| term.strip_suffix("=?")).any(|column| !self.plans.coarse.contains(&column))
    }

    /// Whether a name is of something the statement makes itself.
    fn is_made(&self, name: &str) -> bool {
        let made = |node: &Node| {
            ["MATERIALIZE ", "CO-ROUTINE "].iter().any(|begin| node.detail.strip_prefix(begin) == Some(name))
        };
        self.nodes.iter().any(made)
    }

    /// The table of a name in the statement.
    fn table(&self, name: &str) -> String {
        let plain = self.statement.replace(['(', ')', ',', '"', '\n'], " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        let is = |word: Option<&&str>, known: &str| word.is_some_and(|word| word.eq_ignore_ascii_case(known));
        for (place, word) in words.iter().enumerate() {
            if !["FROM", "JOIN"].iter().any(|begin| word.eq_ignore_ascii_case(begin)) {
                continue;
            }
            let alias = if is(words.get(place + 2), "AS") { words.get(place + 3) } else { words.get(place + 2) };
            if is(alias, name) {
                return words[place + 1].to_owned();
            }
        }
        name.to_owned()
    }
}

/// What a search compares, `column=?` each.
fn terms_of(detail: &str) -> impl Iterator<Item = &str> {
    let terms = detail.split_once(" (").and_then(|(_, terms)| terms.rsplit_once(')')).map_or("", |(terms, _)| terms);
    terms.split(" AND ")
}

/// Whether many rows of a company share a column's value.
pub fn is_coarse(column: &str) -> bool {
    COARSE.contains(&column) || SHARED.contains(&column)
}

/// The table a statement is about: the first one it reads from.
fn subject(statement: &str) -> String {
    let words = statement.replace(['"', '\n'], " ").replace('(', " ( ").replace(')', " ) ");
    let (mut depth, mut wanted, mut after) = (0, 0, false);
    for word in words.split_whitespace() {
        match word {
            // A table that is counted stands inside.
            "(" if after => (depth, wanted, after) = (depth + 1, depth + 1, false),
            "(" => depth += 1,
            ")" => depth -= 1,
            table if after => return table.to_owned(),
            word => {
                after = depth == wanted && ["FROM", "UPDATE", "INTO"].iter().any(|one| word.eq_ignore_ascii_case(one))
            }
        }
    }
    String::new()
}
