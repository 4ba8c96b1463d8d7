//! What statements read and write: which tables, and of which companies. Read off their text, so that it holds for
//! whatever is asked; where the text does not say it plainly, every company is meant.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Value;

/// Views of the schema, with the tables they are made of: a statement names the view alone.
pub const VIEWS: &[(&str, &[&str])] = &[("every_job", &["job_run"])];

/// Rows of a table that were written: of one company, or of any.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wrote(pub Option<i64>, pub String);

impl Wrote {
    /// Anything may have been.
    pub fn anything() -> Self {
        Self(None, String::new())
    }

    /// Whether it may be any table.
    pub fn is_anything(&self) -> bool {
        self.1.is_empty()
    }
}

/// A table a statement reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reads<'a> {
    pub table: &'a str,
    /// The companies whose rows it may read; none: all.
    pub orgs: Option<BTreeSet<i64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    /// A bound value, by its place.
    Bound(usize),
    Number(i64),
    /// Any other letter; a text counts as its quote.
    Sign(u8),
}

/// The tokens of a statement.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    bound: usize,
}

fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0, bound: 0 }
}

impl<'a> Tokens<'a> {
    fn take(&mut self, inside: impl Fn(u8) -> bool) -> &'a str {
        let text: &'a str = self.text;
        let rest = text.as_bytes().get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|letter| !inside(*letter)).unwrap_or(rest.len());
        let taken = text.get(self.at..self.at + length).unwrap_or_default();
        self.at += length;
        taken
    }

    /// What stands between quotes; the first one has been read.
    fn quoted(&mut self, quote: u8) -> &'a str {
        let inside = self.take(|letter| letter != quote);
        self.at += 1;
        inside
    }

    fn placeholder(&mut self) -> Token<'a> {
        let number = self.take(|letter| letter.is_ascii_digit()).parse::<usize>();
        let place = number.map_or(self.bound, |number| number.saturating_sub(1));
        self.bound = place + 1;
        Token::Bound(place)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.take(|letter| letter.is_ascii_whitespace());
        let letter = *self.text.as_bytes().get(self.at)?;
        if letter.is_ascii_digit() {
            let number = self.take(|letter| letter.is_ascii_alphanumeric() || letter == b'.');
            return Some(number.parse().map_or(Token::Sign(b'#'), Token::Number));
        }
        if is_of_word(letter) {
            return Some(Token::Word(self.take(is_of_word)));
        }
        self.at += 1;
        Some(match letter {
            b'"' => Token::Word(self.quoted(letter)),
            b'\'' => {
                self.quoted(letter);
                Token::Sign(letter)
            }
            b'?' | b'$' => self.placeholder(),
            other => Token::Sign(other),
        })
    }
}

fn is_of_word(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || letter == b'_' || !letter.is_ascii()
}

fn is(token: Option<&Token<'_>>, word: &str) -> bool {
    matches!(token, Some(Token::Word(own)) if own.eq_ignore_ascii_case(word))
}

fn is_one_of(token: Option<&Token<'_>>, words: &[&str]) -> bool {
    words.iter().any(|word| is(token, word))
}

fn is_sign(token: Option<&Token<'_>>, sign: u8) -> bool {
    token == Some(&Token::Sign(sign))
}

/// What may follow the name of a table and is none of its own names.
const BEHIND_TABLE: &[&str] = &[
    "ON",
    "WHERE",
    "LEFT",
    "INNER",
    "CROSS",
    "JOIN",
    "RIGHT",
    "FULL",
    "NATURAL",
    "GROUP",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "HAVING",
    "USING",
    "INDEXED",
    "NOT",
    "FOR",
    "RETURNING",
    "AND",
    "OR",
    "THEN",
    "ELSE",
    "END",
    "SET",
];
/// What ends a condition that began with WHERE or ON.
const BEHIND_CONDITION: &[&str] = &[
    "WHERE",
    "LEFT",
    "INNER",
    "CROSS",
    "JOIN",
    "GROUP",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "HAVING",
    "RETURNING",
    "FOR",
];

/// A table as a statement names it at one place.
struct Named<'a> {
    at: usize,
    depth: i32,
    table: &'a str,
    alias: &'a str,
}

/// How the companies of a table are bound.
enum Bound {
    To(BTreeSet<i64>),
    /// To those of another table, by its place among the named ones.
    Like(usize),
}

/// Where a condition stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    Where,
    On,
}

/// A statement that reads, taken apart.
struct Look<'a> {
    tokens: Vec<Token<'a>>,
    /// How many brackets are open before each token.
    depths: Vec<i32>,
    values: &'a [Value],
    named: Vec<Named<'a>>,
}

/// The tables a statement reads.
pub(super) fn reads<'a>(text: &'a str, values: &'a [Value]) -> Vec<Reads<'a>> {
    let look = Look::at(text, values);
    let bounds: Vec<Option<Bound>> = look.bounds();
    let mut all: Vec<Reads<'a>> = Vec::new();
    for (place, named) in look.named.iter().enumerate() {
        let orgs = orgs_of(&bounds, place, look.named.len());
        match all.iter_mut().find(|known| known.table == named.table) {
            Some(known) => known.orgs = known.orgs.take().zip(orgs).map(|(one, other)| &one | &other),
            None => all.push(Reads { table: named.table, orgs }),
        }
    }
    for (view, tables) in VIEWS {
        if all.iter().any(|one| one.table == *view) {
            all.extend(tables.iter().map(|table| Reads { table, orgs: None }));
        }
    }
    all
}

/// The companies of a table, followed through those it is bound like; none when they are not bound, or in a circle.
fn orgs_of(bounds: &[Option<Bound>], place: usize, steps: usize) -> Option<BTreeSet<i64>> {
    match bounds.get(place)?.as_ref()? {
        Bound::To(orgs) => Some(orgs.clone()),
        Bound::Like(other) if steps > 0 => orgs_of(bounds, *other, steps - 1),
        Bound::Like(_) => None,
    }
}

impl<'a> Look<'a> {
    fn at(text: &'a str, values: &'a [Value]) -> Self {
        let tokens: Vec<Token<'a>> = tokens(text).collect();
        let mut depth = 0;
        let mut depths = Vec::with_capacity(tokens.len());
        for token in &tokens {
            depth -= i32::from(*token == Token::Sign(b')'));
            depths.push(depth);
            depth += i32::from(*token == Token::Sign(b'('));
        }
        let mut look = Self { tokens, depths, values, named: Vec::new() };
        for at in 0..look.tokens.len() {
            if is_one_of(look.token(at), &["FROM", "JOIN"]) {
                look.name_tables(at + 1);
            }
        }
        look.named.sort_by_key(|named| named.at);
        look
    }

    fn token(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        if let Some(Token::Word(word)) = self.token(at) { Some(word) } else { None }
    }

    fn depth(&self, at: usize) -> i32 {
        self.depths.get(at).copied().unwrap_or_default()
    }

    /// The tables named from here on, with commas between.
    fn name_tables(&mut self, mut at: usize) {
        loop {
            if is_sign(self.token(at), b'(') {
                // What is made inside names its own tables.
                let depth = self.depth(at);
                at += 1;
                while at < self.tokens.len() && self.depth(at) > depth {
                    at += 1;
                }
                at = self.alias(at + 1).1;
            } else {
                let Some(mut table) = self.word(at) else { return };
                let begin = at;
                if is_sign(self.token(at + 1), b'.') {
                    at += 2;
                    table = self.word(at).unwrap_or_default();
                }
                let (alias, behind) = self.alias(at + 1);
                let depth = self.depth(begin);
                self.named.push(Named { at: begin, depth, table, alias: alias.unwrap_or(table) });
                at = behind;
            }
            if !is_sign(self.token(at), b',') {
                return;
            }
            at += 1;
        }
    }

    /// The other name of a table, and what stands behind it.
    fn alias(&self, at: usize) -> (Option<&'a str>, usize) {
        if is(self.token(at), "AS") {
            return (self.word(at + 1), at + 2);
        }
        let plain = self.word(at).filter(|_| !is_one_of(self.token(at), BEHIND_TABLE));
        (plain, at + usize::from(plain.is_some()))
    }

    /// How the companies of each named table are bound.
    fn bounds(&self) -> Vec<Option<Bound>> {
        let mut bounds: Vec<Option<Bound>> = self.named.iter().map(|_| None).collect();
        for at in (0..self.tokens.len()).filter(|at| is(self.token(*at), "org_id")) {
            let Some(clause) = self.clause(at) else { continue };
            let Some((place, bound)) = self.bound(at) else { continue };
            // What a table is joined by says nothing of the rows it is joined to.
            let says = clause == Clause::Where || self.named_before(at, "") == Some(place);
            if let (true, Some(own @ None)) = (says, bounds.get_mut(place)) {
                *own = Some(bound);
            }
        }
        bounds
    }

    /// What `org_id` at a place binds: which table, and to what.
    fn bound(&self, at: usize) -> Option<(usize, Bound)> {
        let own = if at > 1 && is_sign(self.token(at - 1), b'.') {
            self.named_before(at, self.word(at - 2)?)
        } else {
            self.named_before(at, "")
        };
        if is(self.token(at + 1), "IN") {
            return Some((own?, Bound::To(self.listed(at + 2)?)));
        }
        if !is_sign(self.token(at + 1), b'=') {
            return None;
        }
        if let Some(org) = self.org(at + 2) {
            return Some((own?, Bound::To(BTreeSet::from([org]))));
        }
        let of_another = is_sign(self.token(at + 3), b'.') && is(self.token(at + 4), "org_id");
        let alias = self.word(at + 2).filter(|_| of_another)?;
        let other = self.named_before(at, alias);
        match (own, other) {
            // The table that was named last is the one that is joined to the other.
            (Some(own), Some(other)) if own > other => Some((own, Bound::Like(other))),
            (Some(own), Some(other)) => Some((other, Bound::Like(own))),
            (Some(own), None) => Some((own, Bound::Like(self.named_behind(at, alias)?))),
            (None, _) => None,
        }
    }

    /// The last table of a name that is seen from a place; without a name the last one there is.
    fn named_before(&self, at: usize, alias: &str) -> Option<usize> {
        let seen = |named: &Named<'_>| {
            named.at < at
                && (alias.is_empty() || named.alias == alias)
                && (named.at..at).all(|place| self.depth(place) >= named.depth)
        };
        self.named.iter().rposition(seen)
    }

    /// A table of a name that an outer statement names behind a place, as behind its columns.
    fn named_behind(&self, at: usize, alias: &str) -> Option<usize> {
        let depth = self.depth(at);
        self.named.iter().position(|named| named.at > at && named.alias == alias && named.depth < depth)
    }

    /// A company that is named by a value.
    fn org(&self, at: usize) -> Option<i64> {
        match self.token(at)? {
            Token::Number(number) => Some(*number),
            Token::Bound(place) => match self.values.get(*place)? {
                Value::Int(number) => Some(*number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Companies listed in brackets; none when anything else stands there.
    fn listed(&self, at: usize) -> Option<BTreeSet<i64>> {
        let mut orgs = BTreeSet::new();
        let mut place = at;
        if !is_sign(self.token(place), b'(') {
            return None;
        }
        loop {
            orgs.insert(self.org(place + 1)?);
            place += 2;
            match self.token(place) {
                Some(Token::Sign(b',')) => {}
                Some(Token::Sign(b')')) => return Some(orgs),
                _ => return None,
            }
        }
    }

    /// The clause whose comparison `org_id` begins, where it must hold for every row: with everything around it by AND,
    /// up to its WHERE or ON.
    fn clause(&self, at: usize) -> Option<Clause> {
        let begin = if at > 1 && is_sign(self.token(at - 1), b'.') { at - 2 } else { at };
        if is(self.token(begin.checked_sub(1)?), "NOT") {
            return None;
        }
        let (mut level, mut place) = (self.depth(at), at);
        // To the left up to the beginning, out of brackets that only group.
        let clause = loop {
            place = place.checked_sub(1)?;
            let (token, depth) = (self.token(place), self.depth(place));
            if depth < level {
                let before = self.token(place.checked_sub(1)?);
                if !is_one_of(before, &["WHERE", "ON", "AND"]) && !is_sign(before, b'(') {
                    return None;
                }
                level = depth;
            } else if depth == level && is_one_of(token, &["OR", "CASE"]) {
                return None;
            } else if depth == level && is_one_of(token, &["WHERE", "ON"]) {
                break if is(token, "ON") { Clause::On } else { Clause::Where };
            }
        };
        self.stands_alone(at, level).then_some(clause)
    }

    /// Whether nothing behind a place is its alternative, up to the end of a condition that began so deep.
    fn stands_alone(&self, at: usize, beginning: i32) -> bool {
        let mut level = self.depth(at);
        for place in at..self.tokens.len() {
            let (token, depth) = (self.token(place), self.depth(place));
            if depth < beginning || depth == beginning && is_one_of(token, BEHIND_CONDITION) {
                return true;
            }
            level = Ord::min(level, depth);
            if depth == level && is(token, "OR") {
                return false;
            }
        }
        true
    }
}

/// What a statement writes; nothing when it only reads.
pub(super) fn writes(text: &str, values: &[Value]) -> Vec<Wrote> {
    const READS: &[&str] =
        &["SELECT", "EXPLAIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "LOCK", "SET", "ANALYZE"];
    let mut tokens = tokens(text);
    let verb = tokens.next();
    let one = |found: Option<(Option<i64>, &str)>| {
        vec![found.map_or_else(Wrote::anything, |(org, table)| Wrote(org, table.to_owned()))]
    };
    match verb.as_ref() {
        None => Vec::new(),
        verb if is_one_of(verb, READS) => Vec::new(),
        verb if is_one_of(verb, &["INSERT", "REPLACE"]) => one(inserted(tokens, values)),
        verb if is_one_of(verb, &["UPDATE", "DELETE"]) => one(changed(tokens, values)),
        verb if is(verb, "WITH") => named_writes(tokens),
        _ => vec![Wrote::anything()],
    }
}

/// Several statements at once: what parts of a transaction begin and end with writes nothing.
pub(super) fn writes_of_batch(text: &str) -> Vec<Wrote> {
    let several = text.trim().trim_end_matches(';').contains(';');
    if several { vec![Wrote::anything()] } else { writes(text, &[]) }
}

/// Every table that stands where one is written, of any company.
fn named_writes(tokens: Tokens<'_>) -> Vec<Wrote> {
    let mut before = None;
    let mut all = BTreeSet::new();
    for token in tokens {
        if let Token::Word(word) = token
            && is_one_of(before.as_ref(), &["INTO", "UPDATE", "FROM"])
        {
            all.insert(Wrote(None, word.to_owned()));
        }
        before = Some(token);
    }
    all.into_iter().collect()
}

/// The table of an INSERT, and the company of all its rows.
fn inserted<'a>(mut tokens: Tokens<'a>, values: &[Value]) -> Option<(Option<i64>, &'a str)> {
    tokens.find(|token| is(Some(token), "INTO"))?;
    let Some(Token::Word(table)) = tokens.next() else { return None };
    let of_org = tokens.next() == Some(Token::Sign(b'(')) && is(tokens.next().as_ref(), "org_id");
    let rows = of_org && tokens.any(|token| is(Some(&token), "VALUES"));
    Some((rows.then(|| org_of_rows(tokens, values)).flatten(), table))
}

/// The company of the rows behind VALUES, whose first column it is; none when there are several.
fn org_of_rows(tokens: Tokens<'_>, values: &[Value]) -> Option<i64> {
    let (mut depth, mut begins, mut conflict, mut found) = (0, false, false, None);
    for token in tokens {
        if begins {
            let Token::Bound(place) = token else { return None };
            let Some(Value::Int(org)) = values.get(place) else { return None };
            if found.replace(*org).is_some_and(|before| before != *org) {
                return None;
            }
        }
        begins = depth == 0 && !conflict && token == Token::Sign(b'(');
        match token {
            Token::Sign(b'(') => depth += 1,
            Token::Sign(b')') => depth -= 1,
            // A row that stands already may be another company's.
            Token::Word(_) if depth == 0 && is(Some(&token), "UPDATE") => return None,
            Token::Word(_) if depth == 0 => conflict = true,
            _ => {}
        }
    }
    found
}

/// The table of an UPDATE or DELETE, and the company its condition begins with.
fn changed<'a>(mut tokens: Tokens<'a>, values: &[Value]) -> Option<(Option<i64>, &'a str)> {
    let table = tokens.by_ref().find_map(|token| match token {
        Token::Word(word) if !word.eq_ignore_ascii_case("FROM") => Some(word),
        _ => None,
    })?;
    let plain = tokens.find(|token| is_one_of(Some(token), &["WHERE", "SELECT", "org_id"]));
    Some((is(plain.as_ref(), "WHERE").then(|| org_of_condition(tokens, values)).flatten(), table))
}

fn org_of_condition(mut tokens: Tokens<'_>, values: &[Value]) -> Option<i64> {
    let begins = is(tokens.next().as_ref(), "org_id") && tokens.next() == Some(Token::Sign(b'='));
    let (true, Some(Token::Bound(place))) = (begins, tokens.next()) else { return None };
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::Sign(b'(') => depth += 1,
            Token::Sign(b')') => depth -= 1,
            Token::Word(_) if depth == 0 && is(Some(&token), "OR") => return None,
            _ => {}
        }
    }
    match values.get(place)? {
        Value::Int(org) => Some(*org),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sea_query::{Cond, Expr, ExprTrait, JoinType, OnConflict, Query};

    use super::super::{Dialect, Stmt, sql};
    use super::*;

    /// Tables with their companies, `*` for all.
    fn told(all: &[Reads<'_>]) -> Vec<String> {
        let orgs = |one: &Reads<'_>| {
            one.orgs
                .as_ref()
                .map_or("*".to_owned(), |orgs| orgs.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"))
        };
        let mut told: Vec<String> = all.iter().map(|one| format!("{} {}", one.table, orgs(one))).collect();
        told.sort();
        told
    }

    #[track_caller]
    fn read(statement: impl Into<Stmt>, expected: &[&str]) {
        let statement = statement.into();
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let (text, values) = statement.build(dialect);
            assert_eq!(told(&reads(&text, &values)), expected, "{text}");
        }
    }

    fn raw(text: &str, values: &[i64]) -> Vec<String> {
        let values: Vec<Value> = values.iter().copied().map(Value::Int).collect();
        told(&reads(text, &values))
    }

    #[test]
    fn a_table_is_read_of_the_company_it_is_bound_to_and_so_is_what_is_joined_by_company() {
        let mut select = sql::from(7, "freight_order");
        select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("version", 9i64));
        select.join_as(JoinType::LeftJoin, "coop", "source", sql::same_org("source", "freight_order", "coop_id"));
        let mut house = Query::select();
        house
            .expr(Expr::cust("1"))
            .from("hawb")
            .and_where(sql::of("hawb", "org_id").equals(("freight_order", "org_id")));
        select.and_where(Expr::exists(house));
        read(select, &["coop 7", "freight_order 7", "hawb 7"]);
    }

    #[test]
    fn companies_of_a_group_are_each_bound() {
        let mut select = sql::from_orgs(&[3, 5], "freight_order");
        select.expr(Expr::cust("COUNT(*)"));
        read(select, &["freight_order 3+5"]);
        read(sql::from_orgs(&[], "coop").column("id").to_owned(), &["coop *"]);
    }

    #[test]
    fn what_names_no_company_is_read_of_all() {
        let mut select = sql::from(7, "freight_order");
        select.column("id");
        select.join(JoinType::LeftJoin, "login", sql::of("login", "id").equals(("freight_order", "created_by")));
        read(select, &["freight_order 7", "login *"]);
        let mut everywhere = sql::from_global("login_log");
        everywhere.column("id");
        everywhere.join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", "login_log", "user_id"));
        read(everywhere, &["app_user *", "login_log *"]);
    }

    #[test]
    fn a_company_that_is_one_of_several_conditions_binds_nothing() {
        let mut select = sql::from_global("coop_share");
        let own =
            Cond::any().add(sql::of_eq("coop_share", "org_id", 7i64)).add(sql::of_eq("coop_share", "public", true));
        read(
            select.column("id").cond_where(own).and_where(sql::eq("state", "x".to_owned())).to_owned(),
            &["coop_share *"],
        );
        read(sql::overlaid(7, "airport", &["code"]).column("id").to_owned(), &["airport *"]);
        let not = sql::from_global("coop").column("id").and_where(sql::of_eq("coop", "org_id", 7i64).not()).to_owned();
        read(not, &["coop *"]);
    }

    #[test]
    fn a_name_means_the_nearest_table_that_is_called_so() {
        let inner =
            "SELECT 1 FROM freight_order WHERE freight_order.org_id = older.org_id AND freight_order.id = older.id";
        let outer = format!(
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM freight_order WHERE NOT EXISTS (SELECT 1 FROM freight_order AS older \
             WHERE older.org_id = freight_order.org_id AND EXISTS ({inner})) AND freight_order.org_id = ? LIMIT 5) AS c"
        );
        assert_eq!(raw(&outer, &[7]), ["freight_order 7"]);
        let unbound = outer.replace(" AND freight_order.org_id = ?", "");
        assert_eq!(raw(&unbound, &[]), ["freight_order *"]);
        // A number in the text is a company as well as one that is bound; columns are named before their table.
        let column = "SELECT (SELECT n.a FROM airport n JOIN country c ON c.org_id = 1 WHERE n.org_id = 1), \
                      (SELECT SUM(x.w) FROM awb x WHERE x.org_id = o.org_id) FROM freight_order o WHERE o.org_id = ?";
        assert_eq!(raw(column, &[7]), ["airport 1", "awb 7", "country 1", "freight_order 7"]);
        assert_eq!(
            raw("SELECT 1 FROM a, b AS c, (SELECT 2 FROM d) e, f WHERE c.org_id = ?", &[7]),
            ["a *", "b 7", "d *", "f *"]
        );
        assert_eq!(raw("SELECT 1 FROM a WHERE x IN (SELECT id FROM b WHERE org_id = ?)", &[7]), ["a *", "b 7"]);
        assert_eq!(raw("SELECT 'FROM x', '(' FROM a WHERE a.org_id = ?", &[7]), ["a 7"]);
    }

    #[test]
    fn a_view_reads_what_it_is_made_of() {
        assert_eq!(raw("SELECT 1 FROM every_job WHERE every_job.org_id = ?", &[1]), ["every_job 1", "job_run *"]);
    }

    fn wrote(statement: impl Into<Stmt>) -> Vec<String> {
        let statement = statement.into();
        let of = |dialect| {
            let (text, values) = statement.build(dialect);
            let told = |Wrote(org, table): &Wrote| format!("{table} {}", org.map_or("*".to_owned(), |o| o.to_string()));
            writes(&text, &values).iter().map(told).collect::<Vec<_>>()
        };
        let (one, other) = (of(Dialect::Sqlite), of(Dialect::Postgres));
        assert_eq!(one, other);
        one
    }

    #[test]
    fn a_write_tells_its_table_and_company() {
        let name = || ("coop_name", Value::Text("a ? $1 ' ( \" \"org_id\" = ".to_owned()));
        let mut update = sql::update(7, "coop", &[name(), ("memo", Value::Null)]);
        update
            .value("version", sql::col("version").add(1))
            .cond_where(Cond::any().add(sql::eq("a", 1i64)).add(sql::eq("b", 2i64)));
        let mut delete = sql::delete(7, "coop");
        delete.and_where(sql::is_in(sql::col("id"), [1i64, 2]));
        let rows = [vec![Value::Null, Value::Int(9)], vec![Value::Int(8), Value::Null]];
        let mut insert = sql::insert(7, "coop", &[name()]);
        insert.on_conflict(OnConflict::column("id").do_nothing().to_owned()).returning_col("id");
        let many = sql::insert_many(7, "coop", &["a", "b"], rows);
        let all: [Stmt; 4] = [update.into(), delete.into(), insert.into(), many.into()];
        for statement in all {
            assert_eq!(wrote(statement), ["coop 7"]);
        }
    }

    #[test]
    fn a_write_that_does_not_name_one_company_is_of_all() {
        let mut counted = sql::insert(7, "number_series", &[("last", Value::Int(1))]);
        counted.on_conflict(OnConflict::column("id").value("last", 2).to_owned());
        assert_eq!(wrote(counted), ["number_series *"]);
        assert_eq!(wrote(sql::insert_global("airport", &[("code", Value::Null)])), ["airport *"]);
        let mut timer = sql::update_global("job_timer", &[("due_at", Value::Int(1))]);
        assert_eq!(wrote(timer.and_where(sql::eq("name", 3i64)).to_owned()), ["job_timer *"]);
        let told = |text: &str, values: &[i64]| {
            let values: Vec<Value> = values.iter().copied().map(Value::Int).collect();
            writes(text, &values)
        };
        let any = |table: &str| vec![Wrote(None, table.to_owned())];
        assert_eq!(told("INSERT INTO a (org_id, b) VALUES (?, ?), (?, ?)", &[7, 1, 8, 1]), any("a"));
        assert_eq!(
            told("INSERT INTO a (org_id, b) VALUES (?, ?), (?, ?)", &[7, 1, 7, 1]),
            [Wrote(Some(7), "a".to_owned())]
        );
        assert_eq!(told("INSERT INTO a (org_id, b) SELECT org_id, ? FROM c WHERE org_id = ?", &[7, 8]), any("a"));
        assert_eq!(told("UPDATE a SET b = (SELECT 1 FROM c WHERE org_id = ?) WHERE id = 3", &[7]), any("a"));
        assert_eq!(told("UPDATE a SET org_id = ? WHERE org_id = ?", &[7, 8]), any("a"));
        assert_eq!(told("DELETE FROM \"a\" WHERE org_id = ? OR b = 1", &[7]), any("a"));
        assert_eq!(told("WITH x AS (SELECT 1 FROM c) DELETE FROM a WHERE id IN (SELECT 1 FROM x)", &[]), {
            ["a", "c", "x"].map(|table| Wrote(None, table.to_owned()))
        });
        assert_eq!(told("DROP TABLE a", &[]), [Wrote::anything()]);
        assert!(Wrote::anything().is_anything());
        assert_eq!(told("SELECT 1 FROM a FOR UPDATE", &[]), []);
    }

    #[test]
    fn a_part_of_a_transaction_writes_nothing_and_several_statements_may_write_anything() {
        for text in [
            "SAVEPOINT part",
            "ROLLBACK TO SAVEPOINT part",
            "RELEASE SAVEPOINT part",
            "LOCK TABLE org IN EXCLUSIVE MODE",
        ] {
            assert_eq!(writes_of_batch(text), [], "{text}");
        }
        assert_eq!(writes_of_batch("DELETE FROM a; "), [Wrote(None, "a".to_owned())]);
        for text in ["DELETE FROM a; DELETE FROM b", "CREATE TABLE a (b text)", "BEGIN; DELETE FROM a"] {
            assert_eq!(writes_of_batch(text), [Wrote::anything()], "{text}");
        }
    }
}
