//! What lists read whole companies for, held to a list that only becomes shorter: of each page its first rows, each filter
//! and each order.

use std::collections::BTreeSet;

use platform::field::{Field, Kind};
use platform::list::{Filter, ListPage, Match};

use crate::plans::Walk;

/// For what a list is asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum For {
    /// Its page as it begins.
    Nothing,
    /// A filter.
    Filter(&'static str),
    /// An order.
    Sort(String),
}

/// Names and values of what is asked.
pub type Query = Vec<(String, String)>;

/// A value a filter takes.
fn sample(field: &Field, how: Match) -> String {
    let one = match field.kind {
        Kind::Select | Kind::State => field.choices.first().map_or("x", |choice| choice.value),
        Kind::Int | Kind::Reference(_) | Kind::Decimal(_) => "1",
        Kind::Bool => "true",
        Kind::Day => "2026-07-15",
        Kind::Instant => "2026-07-15 10:00:00",
        _ => "990-12345675",
    };
    match how {
        Match::Range | Match::Days(_) => format!("{one}~{one}"),
        Match::Bool => "true".to_owned(),
        _ => one.to_owned(),
    }
}

/// What a list is asked for, with the filters it needs in any case: its first page, and when the whole is wanted each filter
/// and each order.
pub fn queries(list: &ListPage, whole: bool) -> Vec<(For, Query)> {
    let given = |filter: &Filter| (filter.name.to_owned(), sample(&filter.field, filter.how));
    let needed: Query = list.filters.iter().filter(|filter| filter.ask.is_some()).map(given).collect();
    let with = |one: (String, String)| {
        let others = needed.iter().filter(|(name, _)| *name != one.0).cloned();
        others.chain([one.clone()]).collect::<Query>()
    };
    let mut queries = vec![(For::Nothing, needed.clone())];
    if whole {
        queries.extend(list.filters.iter().map(|filter| (For::Filter(filter.name), with(given(filter)))));
        let sorted = list.columns.iter().filter(|column| column.sortable).map(|column| column.field.name());
        queries.extend(sorted.map(|name| {
            let order = ("sort".to_owned(), format!("{name},desc"));
            (For::Sort(name), with(order))
        }));
    }
    queries
}

/// What was asked for and how it was found.
#[derive(Debug)]
pub struct Page {
    /// Key of the list.
    pub list: &'static str,
    /// What it was asked for.
    pub asked_for: For,
    /// Walks of the statements that read its table; none where it was refused, as a filter takes another value.
    pub walks: Option<Vec<Walk>>,
}

/// A list, what it does with a large company, and what for.
pub type Fault = (String, &'static str, String);

/// What is wrong with pages, each list's first page before its others: it begins or is sorted by reading a whole company, or
/// a filter leaves every row to be looked at that the page without it would.
pub fn faults(pages: impl IntoIterator<Item = Page>) -> BTreeSet<Fault> {
    let (mut faults, mut plain) = (BTreeSet::new(), Vec::new());
    for Page { list, asked_for, walks } in pages {
        let does = match (&asked_for, &walks) {
            (_, None) => Some("refuses"),
            (For::Nothing, Some(walks)) => walks.iter().any(|walk| walk.whole).then_some("begins"),
            (For::Sort(_), Some(walks)) => walks.iter().any(|walk| walk.whole).then_some("sorts"),
            (For::Filter(_), Some(walks)) => walks.iter().any(|walk| is_unfiltered(walk, &plain)).then_some("filters"),
        };
        let what = match &asked_for {
            For::Nothing => "-",
            For::Filter(name) => name,
            For::Sort(name) => name.as_str(),
        };
        faults.extend(does.map(|does| (list.to_owned(), does, what.to_owned())));
        if asked_for == For::Nothing {
            plain = walks.unwrap_or_default();
        }
    }
    faults
}

/// Whether a walk under a filter looks at all that the page without it does. One that compares more is shorter by that, if it
/// comes in the order of the page or the filter bounds it.
fn is_unfiltered(walk: &Walk, plain: &[Walk]) -> bool {
    let as_before = plain.iter().any(|one| one.table == walk.table && walk.terms.is_subset(&one.terms));
    let is_bounded = walk.terms.iter().any(|term| term.contains(['<', '>']));
    as_before || walk.whole && !is_bounded
}

/// Refuses what is not in a list of known faults, and what stands there for no reason. A line is the key of a list, what it
/// does, and what for; what follows a `#` is for who reads it.
pub fn held(found: &BTreeSet<Fault>, known: &str) -> Result<(), String> {
    let known = read(known)?;
    let new: BTreeSet<&Fault> = found.difference(&known).collect();
    if !new.is_empty() {
        return Err(format!("{} new, each of which wants an index or another statement:{}", new.len(), lines(&new)));
    }
    let gone: BTreeSet<&Fault> = known.difference(found).collect();
    if gone.is_empty() {
        return Ok(());
    }
    Err(format!("no longer so, and to be taken from the list:{}", lines(&gone)))
}

fn read(text: &str) -> Result<BTreeSet<Fault>, String> {
    const DOES: [&str; 4] = ["begins", "filters", "refuses", "sorts"];
    let mut all = BTreeSet::new();
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
        let mut words = line.split_whitespace();
        let Some(list) = words.next() else { continue };
        let does = words.next().and_then(|word| DOES.into_iter().find(|known| *known == word));
        let does = does.ok_or_else(|| format!("{line}: what does it do?"))?;
        all.extend(words.map(|what| (list.to_owned(), does, what.to_owned())));
    }
    Ok(all)
}

/// As the lines of the list, none longer than those of a program.
fn lines(faults: &BTreeSet<&Fault>) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    let mut before = None;
    for (list, does, what) in faults.iter().copied() {
        if before != Some((list, does)) || line.len() + what.len() > 110 {
            text.push_str(&line);
            line = format!("\n{list} {does}");
        }
        line.push(' ');
        line.push_str(what);
        before = Some((list, does));
    }
    text + &line
}
