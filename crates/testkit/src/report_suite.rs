//! What every declared report must stand: however it is grouped, its rows sum up to its last row, which is the same for
//! every grouping; and what the list of its rows finds for a cell is the cell.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeSet;

use platform::list::{ListPage, Match, SIZE_MAX};
use platform::report::{MeasureFacts, ReportFacts};
use serde_json::{Value as Json, json};

use crate::list_suite::records;
use crate::{Caller, World};

/// Rows of a grouping whose cells are opened.
const OPENED: usize = 12;
/// Covers whatever the fixture holds.
const PERIOD: &str = "2026-01-01~2026-12-31";

/// Runs everything on one report.
pub fn run(world: &World, report: &ReportFacts, caller: &Caller<'_>) {
    let list = |key: &str| world.app.registry.lists.iter().find(|list| list.key == key);
    let known = Known { world, report, caller, list: list(report.list).expect("a report is a list") };
    let dates = known.list.filters.iter().filter(|filter| matches!(filter.how, Match::Days(_)));
    let asked = dates.map(|filter| format!("&{}={PERIOD}", filter.name)).chain([String::new()]);
    for given in asked {
        let totals: Vec<Json> =
            known.groupings().iter().map(|by| known.grouped(by, &given, list(report.detail))).collect();
        for (by, one) in known.groupings().iter().zip(&totals) {
            for measure in &report.measures {
                assert_eq!(one[measure.name], totals[0][measure.name], "{}", known.said(by, measure.name));
            }
        }
    }
    let wrong = caller.get(&format!("{}/page?groupBy=nothingLikeThis", known.list.base));
    assert_eq!(wrong.status, 400, "{} grouped by what it does not know", known.list.path);
}

struct Known<'a> {
    world: &'a World,
    report: &'a ReportFacts,
    caller: &'a Caller<'a>,
    list: &'a ListPage,
}

impl Known<'_> {
    fn said(&self, by: &str, about: &str) -> String {
        format!("{} {} by {by}: {about}", self.world.database, self.list.path)
    }

    /// By each grouping it names; else by each dimension, by neighbours, and by all.
    fn groupings(&self) -> Vec<String> {
        if !self.report.groupings.is_empty() {
            return self.report.groupings.iter().map(|name| (*name).to_owned()).collect();
        }
        let names: Vec<&str> = self.report.dimensions.iter().map(|(name, _)| *name).collect();
        let mut groupings: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        groupings.extend(names.windows(2).map(|pair| pair.join(",")));
        groupings.push(names.join(","));
        groupings
    }

    /// Rows against their last row, and cells against the list of the rows; answers the last row.
    fn grouped(&self, by: &str, given: &str, detail: Option<&std::sync::Arc<ListPage>>) -> Json {
        let page = self.caller.ok(&format!("{}/page?size={SIZE_MAX}&groupBy={by}{given}", self.list.base));
        let rows = records(&page);
        assert!(page["more"] == json!(false), "{}", self.said(by, "more rows than are looked at"));
        for measure in self.report.measures.iter().filter(|measure| !measure.distinct) {
            let sum: i64 = rows.iter().map(|row| raw(measure, &row[measure.name])).sum();
            assert_eq!(sum, raw(measure, &page["totals"][measure.name]), "{}", self.said(by, measure.name));
        }
        let Some(detail) = detail else { return page["totals"].clone() };
        for (row, measure) in
            rows.iter().take(OPENED).flat_map(|row| self.report.measures.iter().map(move |m| (row, m)))
        {
            let within = row["within"].as_str().unwrap_or_default();
            assert!(!within.is_empty(), "{}", self.said(by, "a row that can't be opened"));
            let found = self.found(detail, measure, within);
            assert_eq!(found, raw(measure, &row[measure.name]), "{}", self.said(by, &format!("{within} {measure:?}")));
        }
        for measure in &self.report.measures {
            let found = self.found(detail, measure, given.trim_start_matches('&'));
            assert_eq!(found, raw(measure, &page["totals"][measure.name]), "{}", self.said(by, measure.name));
        }
        page["totals"].clone()
    }

    /// What the list of the rows finds for a measure.
    fn found(&self, detail: &ListPage, measure: &MeasureFacts, within: &str) -> i64 {
        let query = format!("figure={}&{within}", measure.name);
        let query = query.trim_end_matches('&');
        if measure.distinct {
            let rows = records(&self.caller.ok(&format!("{}/page?size={SIZE_MAX}&{query}", detail.base)));
            let values: BTreeSet<String> = rows
                .iter()
                .map(|row| &row[measure.name])
                .filter(|value| !value.is_null())
                .map(Json::to_string)
                .collect();
            return i64::try_from(values.len()).unwrap_or(-1);
        }
        let total = self.caller.ok(&format!("{}/total?{query}", detail.base));
        if measure.sums { raw(measure, &total["totals"][measure.name]) } else { total["total"].as_i64().unwrap_or(-1) }
    }
}

/// A figure as it is stored.
fn raw(measure: &MeasureFacts, figure: &Json) -> i64 {
    if figure.is_null() { 0 } else { kernel::parse_scaled(&figure.to_string(), measure.scale).unwrap_or(-1) }
}
