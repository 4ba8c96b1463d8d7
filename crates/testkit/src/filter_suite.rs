//! What the filters, tabs and workbook of every declared list must stand: rows that match stay and others go, a tab
//! counts its rows, a workbook holds the list, and a filter that is asked for is asked for everywhere.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeSet;

use platform::field::Kind;
use platform::list::{Column, Filter, ListPage, Match, SIZE_MAX, inert};
use platform::web::percent_encoded;
use serde_json::{Value as Json, json};

use crate::list_suite::{Known, records};
use crate::workbook::rows_of;

/// Lists up to so many rows are compared row by row.
const WHOLE_ROWS: usize = 500;

/// Runs everything on one list.
pub(crate) fn run(known: &Known<'_>) {
    known.asked_filters();
    known.tabs();
    known.workbook();
    let whole = records(&known.page(&format!("size={SIZE_MAX}&part=rows")));
    for filter in known.list.filters {
        known.narrows(filter, &whole);
    }
}

/// The stored value of a filter's text in a row, as text.
fn cell(row: &Json, name: &str) -> Option<String> {
    match &row[name] {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Rows that are looked at of a longer one.
const SAMPLE_ROWS: u64 = 40;

/// What is asked for a value, and which cells fit it.
struct Try {
    asked: String,
    fits: Box<dyn Fn(Option<&str>) -> bool>,
}

impl Try {
    fn of(asked: impl Into<String>, fits: impl Fn(Option<&str>) -> bool + 'static) -> Self {
        Self { asked: asked.into(), fits: Box::new(fits) }
    }
}

/// How a filter is tried with a value that stands in the list; nothing where its rule is the room's own.
fn tries(filter: &Filter, value: &str) -> Vec<Try> {
    let lower = value.to_lowercase();
    let same = lower.clone();
    let equals = move |cell: Option<&str>| cell.is_some_and(|cell| cell.to_lowercase() == same);
    match filter.how {
        Match::Contains | Match::Many if !value.contains([' ', ',', '，', ';', '；', '\n', '\t', '、']) => {
            vec![Try::of(value, move |cell| cell.is_some_and(|cell| cell.to_lowercase().contains(&lower)))]
        }
        Match::Begins => {
            vec![Try::of(value, move |cell| cell.is_some_and(|cell| cell.to_lowercase().starts_with(&lower)))]
        }
        Match::Equals => vec![Try::of(value, equals)],
        Match::OneOf if !value.contains(',') && !value.is_empty() => {
            vec![Try::of(value, equals.clone()), Try::of(format!("{value},{value}"), equals)]
        }
        Match::Range => {
            // Where days are limited, a range without an end has too many.
            let limited = |one: &Try| filter.days_max == 0 || !one.asked.starts_with('~') && !one.asked.ends_with('~');
            ranges(filter.field.kind, value).into_iter().filter(limited).collect()
        }
        Match::Bool => ["true", "false"]
            .into_iter()
            .map(|flag| Try::of(flag, move |cell| cell == Some(flag) || cell.is_none() && flag == "never"))
            .collect(),
        _ => Vec::new(),
    }
}

/// A range of one value holds it, one that ends there what is not above, one that begins there what is not below.
fn ranges(kind: Kind, value: &str) -> Vec<Try> {
    let value = match kind {
        // Moments are asked for by days.
        Kind::Instant => value.chars().take(10).collect::<String>(),
        _ => value.to_owned(),
    };
    let order = move |cell: &str, bound: &str| match kind {
        Kind::Int | Kind::Decimal(_) => {
            let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
            number(cell).total_cmp(&number(bound))
        }
        Kind::Instant => cell.chars().take(10).collect::<String>().as_str().cmp(bound),
        _ => cell.cmp(bound),
    };
    let (one, from, to) = (value.clone(), value.clone(), value.clone());
    vec![
        Try::of(format!("{value}~{value}"), move |cell| cell.is_some_and(|cell| order(cell, &one).is_eq())),
        Try::of(format!("{value}~"), move |cell| cell.is_some_and(|cell| order(cell, &from).is_ge())),
        Try::of(format!("~{value}"), move |cell| cell.is_some_and(|cell| order(cell, &to).is_le())),
    ]
}

impl Known<'_> {
    /// Without a filter the list asks for it answers nothing, and says so at the filter.
    fn asked_filters(&self) {
        for (filter, message) in self.list.filters.iter().filter_map(|filter| Some((filter, filter.ask?))) {
            let text = message.text();
            let wanted = vec![(filter.name.to_owned(), text.in_language("zh-CN").to_owned())];
            let mut calls = vec![("page", false), ("total", false)];
            if !self.list.tabs.is_empty() {
                calls.push(("tabs", false));
            }
            if !self.list.export.is_empty() {
                calls.extend([("exportExcel", true), ("print", true)]);
            }
            for (call, posts) in calls {
                let path = format!("{}/{call}", self.list.base);
                let reply = if posts { self.admin.post(&path, json!({})) } else { self.admin.get(&path) };
                assert_eq!(crate::findings(&reply), wanted, "{}", self.said(call));
            }
            let english = self.admin.in_language("en-US").get(&format!("{}/page", self.list.base));
            assert_eq!(crate::findings(&english)[0].1, text.in_language("en-US"), "{}", self.said("in English"));
        }
    }

    /// What a tab counts are the rows it shows.
    fn tabs(&self) {
        let Some(tabs) = self.list.filters.iter().find(|filter| filter.name == self.list.tabs) else { return };
        let counts = self.admin.ok(&self.path("tabs", ""));
        for value in tabs.field.choices.iter().map(|choice| choice.value).chain([""]) {
            let query = if value.is_empty() { String::new() } else { format!("{}={value}", tabs.name) };
            let page = self.page(&format!("size={SIZE_MAX}&{query}"));
            let about = self.said(&format!("tab {value}"));
            assert_eq!(counts[value], page["total"], "{about}");
            let rows = records(&page).len();
            assert!(page["total"] == json!(rows) || rows == WHOLE_ROWS, "{about}: {rows} rows");
        }
    }

    /// The workbook has the headings and the cells of the list, in its order.
    fn workbook(&self) {
        let path = format!("{}/exportExcel", self.list.base);
        let noun = self.list.key.trim_end_matches(".list").replace(['.', '-'], "_");
        let own = |id: &str| id == format!("export_{noun}");
        let calls: Vec<&str> = self
            .world
            .app
            .registry
            .operations
            .iter()
            .filter(|one| one.path == path)
            .map(|one| one.id.as_str())
            .collect();
        // A room that writes another workbook there proves it itself.
        if self.list.export.is_empty() || calls.iter().any(|id| !own(id)) || self.list.sheet_columns.is_some() {
            return;
        }
        let (filters, query) = self.narrowed();
        let listed = self.page(&format!("size={SIZE_MAX}{query}"));
        let reply = self.admin.post(&path, json!({ "filters": filters }));
        assert!(reply.bytes.starts_with(b"PK"), "{} {}", self.said("export"), reply.message);
        let sheet = rows_of(&reply.bytes);
        let rows = records(&listed);
        let hidden_from = |column: &&Column| {
            let is_told = |row: &Json| row.get(column.field.name()).is_some();
            // Where there is no row to look at: the administrator holds every right there is.
            let is_held = |code: &str| self.world.app.registry.nodes.iter().any(|node| node.code == code);
            let shown =
                if rows.is_empty() { column.needs.split_whitespace().all(is_held) } else { rows.iter().any(is_told) };
            !column.needs.is_empty() && !shown
        };
        let columns: Vec<&Column> = self
            .list
            .columns
            .iter()
            .filter(|column| column.exported && !column.hidden && !hidden_from(column))
            .filter(|column| self.list.begins_with(column))
            .collect();
        let heads: Vec<String> =
            ["序号".to_owned()].into_iter().chain(columns.iter().map(|column| inert(column.field.zh))).collect();
        assert_eq!(sheet[0], heads, "{}", self.said("headings of the workbook"));
        // What is exported leaves a line, which the list of the log shows from now on.
        if self.list.table == "operation_log" {
            return;
        }
        let sums = usize::from(self.list.columns.iter().any(|column| column.sum));
        if rows.len() < WHOLE_ROWS {
            assert_eq!(sheet.len(), 1 + rows.len() + sums, "{}", self.said("rows of the workbook"));
        }
        for (line, row) in sheet[1..].iter().zip(&rows) {
            for (place, column) in columns.iter().enumerate() {
                if let Some(wanted) = shown(column, row) {
                    let about = self.said(&format!("cell {} of row {}", column.field.name(), line[0]));
                    assert_eq!(line[place + 1], wanted, "{about}");
                }
            }
        }
    }

    /// Filters for an export and for a page: those the list asks for, and of a long list one more, which leaves some
    /// of its rows.
    fn narrowed(&self) -> (Json, String) {
        let mut filters = self.asked_values();
        if self.total("") <= 500 {
            return (filters, String::new());
        }
        let first = records(&self.page("size=1&part=rows"));
        let fits = |filter: &&Filter| matches!(filter.how, Match::Contains) && filter.has_modes();
        for filter in self.list.filters.iter().filter(fits) {
            let value = self.column_of(filter).and_then(|column| cell(first.first()?, &column.field.name()));
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                filters[filter.name] = json!(value);
                return (filters, format!("&{}={}", filter.name, percent_encoded(&value)));
            }
        }
        (filters, String::new())
    }

    /// With a value that stands in the list, a filter leaves the rows that have it and no others.
    fn narrows(&self, filter: &Filter, whole: &[Json]) {
        if filter.ask.is_some()
            || matches!(filter.how, Match::Org(_) | Match::Parameter | Match::Parameters | Match::Hashed)
        {
            return;
        }
        let is_whole = whole.len() < WHOLE_ROWS && !self.widens(filter);
        let size = if is_whole { SIZE_MAX } else { SAMPLE_ROWS };
        let ask = |value: &str| {
            let part = format!("{}={}", filter.name, percent_encoded(value));
            let reply = self.admin.get(&self.path("page", &format!("size={size}&part=rows&{part}")));
            assert_eq!(reply.code, 0, "{}: {}", self.said(&part), reply.message);
            records(&reply.data)
        };
        let named = |rows: &[Json]| -> BTreeSet<String> {
            rows.iter().map(|row| format!("{}{}", row["id"], row["orgId"])).collect()
        };
        let Some(column) = self.column_of(filter) else {
            // The rule is the room's own: at least it finds nothing that is not in the list.
            if let (true, Match::Flag(_)) = (is_whole && self.list.report.is_none(), filter.how) {
                for flag in ["true", "false"] {
                    let found = named(&ask(flag));
                    assert!(found.is_subset(&named(whole)), "{}", self.said(&format!("{}={flag}", filter.name)));
                }
            }
            return;
        };
        let name = column.field.name();
        let mut values: Vec<String> =
            whole.iter().filter_map(|row| cell(row, &name)).filter(|v| !v.is_empty()).collect();
        values.sort();
        values.dedup();
        let middle = values.get(values.len() / 2).cloned();
        let Some(value) = middle.or_else(|| matches!(filter.how, Match::Bool).then(|| "true".to_owned())) else {
            return;
        };
        for one in tries(filter, &value) {
            let found = ask(&one.asked);
            let about = self.said(&format!("{}={}", filter.name, one.asked));
            let strangers: Vec<_> =
                found.iter().filter(|row| !(one.fits)(cell(row, &name).as_deref())).map(|row| &row[&name]).collect();
            assert!(strangers.is_empty(), "{about} leaves rows that don't match: {strangers:?}");
            if is_whole {
                let wanted: Vec<Json> =
                    whole.iter().filter(|row| (one.fits)(cell(row, &name).as_deref())).cloned().collect();
                assert_eq!(named(&found), named(&wanted), "{about}");
            }
        }
    }

    /// Whether the list shows more with the filter than without it.
    fn widens(&self, filter: &Filter) -> bool {
        self.list.unless.is_some_and(|(names, _)| names.contains(&filter.name))
    }

    /// Values of the filters the list asks for.
    pub(crate) fn asked_values(&self) -> Json {
        asked_of(self.list)
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

/// The filters a list asks for, with a value each.
pub(crate) fn asked_of(list: &ListPage) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
    list.filters.iter().filter(|filter| filter.ask.is_some()).map(|filter| {
        let first = filter.field.choices.first().map_or("1", |choice| choice.value);
        (filter.name, if filter.initial.is_empty() { first } else { filter.initial })
    })
}

/// What the workbook shows of a row's value; nothing where that is told elsewhere (names beside ids, markup).
fn shown(column: &Column, row: &Json) -> Option<String> {
    let value = &row[column.field.name()];
    let labelled = |raw: &str| {
        let choice = column.field.choices.iter().find(|choice| choice.value == raw);
        choice.map_or_else(|| raw.to_owned(), |choice| choice.zh.to_owned())
    };
    Some(match (column.field.kind, value) {
        (Kind::Rich(_) | Kind::Reference(_) | Kind::Picture | Kind::Markdown, _) => return None,
        (Kind::Int | Kind::Decimal(_), Json::Null) => "-".to_owned(),
        (Kind::Int | Kind::Decimal(_), Json::Number(number)) => {
            let text = number.to_string();
            if column.field.choices.is_empty() {
                text.parse::<f64>().map_or(text, |number| number.to_string())
            } else {
                inert(&labelled(&text))
            }
        }
        (Kind::Bool, Json::Bool(flag)) => (if *flag { "是" } else { "否" }).to_owned(),
        (Kind::Select | Kind::State, Json::String(raw)) => inert(&labelled(raw)),
        (_, Json::String(text)) => inert(text),
        (_, Json::Null) => String::new(),
        _ => return None,
    })
}
