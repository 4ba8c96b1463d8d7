//! A report as a value: dimensions, measures and ratios over the rows of one table. It is declared once; the page, its
//! filters, the grouped rows, their last row, the list of what a figure counts, the comparison of periods, the chart,
//! export, print and the contract are made of it. What has formulas beyond it is a list whose rows what stands behind it
//! makes ([`crate::list::Behind::rows`]).
//!
//! A function makes it, of whatever it is a variant of, and a static keeps it:
//!
//! ```ignore
//! pub static REPORT: LazyLock<Report> = LazyLock::new(|| {
//!     Report::of("css.report-orders", ("订单统计", "Orders"), ("/css_report_orders", "/cssManager/report", 10), TABLE)
//!         .date("bizDate", ("业务日期", "Business date"), Dated::day(departure).or_at(created))
//!         .dimension(Dimension::named(Column::of("coop", CUSTOMER), "coop_id"))
//!         .dimension(Dimension::month("month", ("月", "Month")))
//!         .measure(Measure::count("orders", ("票数", "Orders")))
//!         .measure(Measure::sum(Column::own(CHARGE_WEIGHT)))
//!         .ratio(Ratio::quotient("perOrder", ("票均计费重量", "Weight an order"), ("chargeWeight", "orders"), 1))
//!         .detail(&[Column::own(ORDER_CODE), Column::own(CHARGE_WEIGHT)])
//! });
//! // in the room: room.report(&REPORT);
//! ```

mod made;
mod parts;
mod period;
mod run;

use std::sync::OnceLock;

use kernel::Msg;
use sea_query::Condition;

use crate::access::Actor;
use crate::field::{Choice, Field, lasting};
use crate::list::{Column, Draw, Filter, Join, Match};

pub use made::{MeasureFacts, ReportFacts};
pub use parts::{At, Dated, Dimension, Judge, Judged, Measure, Ratio};
pub use run::Row;

use made::{Lent, Made};

const TOO_LONG: Msg =
    Msg::new("report.too_long", "查询区间不能超过{n}个月", "The period can't be longer than {n} months.");

/// Chinese and English.
type Words = (&'static str, &'static str);
type Visible = Box<dyn Fn(&Actor) -> Condition + Send + Sync>;

/// Parameter of a report: what it is grouped by.
pub(crate) const GROUP_BY: &str = "groupBy";
/// Parameter of a report: what its period is compared with.
pub(crate) const COMPARE: &str = "compare";
/// Parameter of the list below: the figure whose rows are shown.
pub(crate) const FIGURE: &str = "figure";
/// Member of a row: what its figures were made by, as the list below is asked.
pub(crate) const WITHIN: &str = "within";

/// A date a report may be asked by.
struct Basis {
    name: &'static str,
    dated: Dated,
}

/// What stands in a row behind its dimensions, in its place.
enum Figure {
    Measure(Box<Measure>),
    Ratio(Box<Ratio>),
    Judged(Box<Judged>),
}

/// Several dimensions under one name.
struct Grouping {
    choice: Choice,
    dimensions: &'static [&'static str],
}

/// A report.
pub struct Report {
    key: String,
    title: Words,
    door: (String, String, i64),
    base: String,
    table: &'static str,
    joins: Vec<Join>,
    follows: Vec<&'static str>,
    filters: Vec<Filter>,
    dates: Vec<Basis>,
    months_most: i64,
    dimensions: Vec<Dimension>,
    figures: Vec<Figure>,
    grouped: String,
    groupings: Vec<Grouping>,
    sort: String,
    compares: bool,
    draws: Vec<(&'static str, Draw)>,
    drawn: Option<(&'static [&'static str], &'static [&'static str])>,
    export: &'static str,
    counted_in: &'static str,
    visible: Option<Visible>,
    of_group: bool,
    detail: Vec<Column>,
    opens: &'static str,
    made: OnceLock<Made>,
    lent: OnceLock<Lent>,
}

impl Report {
    /// A report of a table: its key `room.thing`, its title, and the path and the place of its entry in the menu. The path
    /// is its permission, `-export` and `-detail` behind it those of its buttons.
    pub fn of(key: &str, title: Words, (path, parent, sort): (&str, &str, i64), table: &'static str) -> Self {
        Self {
            key: key.to_owned(),
            title,
            door: (path.to_owned(), parent.to_owned(), sort),
            base: path.to_owned(),
            table,
            joins: Vec::new(),
            follows: Vec::new(),
            filters: Vec::new(),
            dates: Vec::new(),
            months_most: 24,
            dimensions: Vec::new(),
            figures: Vec::new(),
            grouped: String::new(),
            groupings: Vec::new(),
            sort: String::new(),
            compares: false,
            draws: Vec::new(),
            drawn: None,
            export: "",
            counted_in: "",
            visible: None,
            of_group: false,
            detail: Vec::new(),
            opens: "",
            made: OnceLock::new(),
            lent: OnceLock::new(),
        }
    }

    /// Beginning of its calls.
    #[must_use]
    pub fn calls(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Tables that are joined, one row each at most.
    #[must_use]
    pub fn joins(mut self, joins: &[Join]) -> Self {
        self.joins.extend_from_slice(joins);
        self
    }

    /// Tables beside its own whose changes are news of it.
    #[must_use]
    pub fn follows(mut self, tables: &[&'static str]) -> Self {
        self.follows.extend_from_slice(tables);
        self
    }

    /// Filters beside its dates.
    #[must_use]
    pub fn filters(mut self, filters: &[Filter]) -> Self {
        self.filters.extend_from_slice(filters);
        self
    }

    /// A date it may be asked by, as a filter. Months and days are those of the date that is asked by, of the first where
    /// none is.
    #[must_use]
    pub fn date(mut self, name: &'static str, (zh, en): Words, dated: Dated) -> Self {
        let filter = Filter::new(name, Match::Days(|_, _| Condition::all()), Field::day(zh, en).column(""));
        let first = self.dates.is_empty();
        self.filters.push(if first { filter.initially("thisMonth") } else { filter });
        self.dates.push(Basis { name, dated });
        self
    }

    /// A period may cover so many months.
    #[must_use]
    pub fn months_at_most(mut self, months: i64) -> Self {
        self.months_most = months;
        self
    }

    /// Something it may be grouped by; it begins with the first.
    #[must_use]
    pub fn dimension(mut self, dimension: Dimension) -> Self {
        self.dimensions.push(dimension);
        self
    }

    /// What it is grouped by where nobody chooses, comma between.
    #[must_use]
    pub fn grouped(mut self, by: &str) -> Self {
        by.clone_into(&mut self.grouped);
        self
    }

    /// A grouping that may be chosen: with any, one of them is, the first where nobody chooses; else the dimensions
    /// themselves are chosen. For dimensions that make sense together alone, as a carrier and its prefix.
    #[must_use]
    pub fn grouping(mut self, name: &'static str, (zh, en): Words, dimensions: &'static [&'static str]) -> Self {
        self.groupings.push(Grouping { choice: Choice::new(name, zh, en), dimensions });
        self
    }

    /// A figure of the rows.
    #[must_use]
    pub fn measure(mut self, measure: Measure) -> Self {
        self.figures.push(Figure::Measure(Box::new(measure)));
        self
    }

    /// A figure of two measures, or of one and a number.
    #[must_use]
    pub fn ratio(mut self, ratio: Ratio) -> Self {
        self.figures.push(Figure::Ratio(Box::new(ratio)));
        self
    }

    /// What the figures of a row mean.
    #[must_use]
    pub fn judged(mut self, judged: Judged) -> Self {
        self.figures.push(Figure::Judged(Box::new(judged)));
        self
    }

    /// Its period may be compared with an earlier one.
    #[must_use]
    pub fn compares(mut self) -> Self {
        self.compares = true;
        self
    }

    /// Order where nobody asks for another: `name,asc`.
    #[must_use]
    pub fn sort(mut self, sort: &str) -> Self {
        sort.clone_into(&mut self.sort);
        self
    }

    /// What names a bar, and the figures that are drawn, the first where nobody chooses; else all dimensions and figures.
    #[must_use]
    pub fn drawn(mut self, by: &'static [&'static str], figures: &'static [&'static str]) -> Self {
        self.drawn = Some((by, figures));
        self
    }

    /// How it is drawn where it is grouped by a dimension alone; else as bars.
    #[must_use]
    pub fn draws(mut self, by: &'static str, draw: Draw) -> Self {
        self.draws.push((by, draw));
        self
    }

    /// The page that shows what figures count where they have a [`Measure::link`] there: its address with `{name}` for
    /// values of the row.
    #[must_use]
    pub fn counted_in(mut self, page: &'static str) -> Self {
        self.counted_in = page;
        self
    }

    /// Exported and printed by who holds the code of a button that another page brings along; else by a button of its own.
    #[must_use]
    pub fn exported_by(mut self, code: &'static str) -> Self {
        self.export = code;
        self
    }

    /// Rows a caller may see beyond his company.
    #[must_use]
    pub fn visible(mut self, visible: impl Fn(&Actor) -> Condition + Send + Sync + 'static) -> Self {
        self.visible = Some(Box::new(visible));
        self
    }

    /// Of every company of the group: with the company as a dimension, a filter and a column, and only for who sees the
    /// group. The path begins with `jt_`.
    #[must_use]
    pub fn of_group(mut self) -> Self {
        const COMPANY: Field = Field::text("公司", "Company").column("name").wire("companyName");
        const CHOSEN: Field = Field::reference("groupOrg", "公司", "Company").column("org_id");
        self.of_group = true;
        self.joins.push(Join { table: "org", alias: "company", on: &[("org_id", "id")], by_org: false });
        self.filters.insert(0, Filter::new("orgId", Match::Equals, CHOSEN));
        self.dimensions.insert(0, Dimension::named(Column::of("company", COMPANY).width(140), "org_id"));
        self.detail.insert(0, Column::of("company", COMPANY).width(140));
        self
    }

    /// Columns of the list of what a figure counts.
    #[must_use]
    pub fn detail(mut self, columns: &[Column]) -> Self {
        self.detail.extend_from_slice(columns);
        self
    }

    /// The measure whose rows that list shows where none is asked for; else all rows.
    #[must_use]
    pub fn opens(mut self, measure: &'static str) -> Self {
        self.opens = measure;
        self
    }

    /// Permission of the page.
    fn code(&self) -> &str {
        self.door.0.trim_start_matches('/')
    }

    fn measures(&self) -> impl Iterator<Item = &Measure> {
        self.figures.iter().filter_map(|figure| match figure {
            Figure::Measure(measure) => Some(measure.as_ref()),
            Figure::Ratio(_) | Figure::Judged(_) => None,
        })
    }

    fn judged_columns(&self) -> impl Iterator<Item = &Judged> {
        self.figures.iter().filter_map(|figure| match figure {
            Figure::Judged(judged) => Some(judged.as_ref()),
            Figure::Measure(_) | Figure::Ratio(_) => None,
        })
    }

    /// The dimensions a value of the parameter names, in their own order; those it begins with where it names none.
    fn grouping_of(&self, value: Option<&str>) -> Vec<&Dimension> {
        let named = value.unwrap_or(self.grouped_first());
        let grouping = self.groupings.iter().find(|grouping| grouping.choice.value == named);
        let names: Vec<&str> = match grouping {
            Some(grouping) => grouping.dimensions.to_vec(),
            None => named.split(',').map(str::trim).collect(),
        };
        self.dimensions.iter().filter(|dimension| names.contains(&dimension.name().as_str())).collect()
    }

    /// The values of the parameter by which a dimension tells something.
    fn groupings_with(&self, dimension: &Dimension) -> Vec<&'static str> {
        let name = lasting(&dimension.name());
        if self.groupings.is_empty() {
            return vec![name];
        }
        let with = self.groupings.iter().filter(|grouping| grouping.dimensions.contains(&name));
        with.map(|grouping| grouping.choice.value).collect()
    }

    fn grouped_first(&self) -> &str {
        let first = || self.dimensions.first().map_or("", |dimension| lasting(&dimension.name()));
        match self.groupings.first() {
            _ if !self.grouped.is_empty() => &self.grouped,
            Some(grouping) => grouping.choice.value,
            None => first(),
        }
    }
}
