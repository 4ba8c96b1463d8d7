//! What the product needs of a report, made of its declaration once: nodes, the report, and the list of its rows.

use super::parts::{NONE, What, scale_of};
use super::{COMPARE, Dimension, FIGURE, Figure, GROUP_BY, Measure, Report, WITHIN};
use crate::field::{Choice, Field, Kind, lasting};
use crate::list::{self, Button, Chart, Column, Filter, ListPage, Match};
use crate::registry::{Node, Room};

/// What the report is compared with.
const EARLIER: &[Choice] =
    &[Choice::new("previous", "上期", "Period before"), Choice::new("lastYear", "去年同期", "Year before")];
const COMPARED: &[&str] = &["previous", "lastYear"];

/// What borrows from the report, and is borrowed by its lists.
pub(super) struct Made {
    dimensions: Vec<Choice>,
    figures: Vec<Choice>,
    told_by: Vec<Vec<&'static str>>,
    drawn_by: Vec<&'static str>,
    drawn: Vec<&'static str>,
    beside: Vec<&'static str>,
    buttons: [Button; 1],
}

/// What borrows from that: columns and filters of the report, and of the list of its rows.
pub(super) struct Lent {
    columns: [Vec<Column>; 2],
    filters: [Vec<Filter>; 2],
}

/// A report as the standard suite looks at it.
#[derive(Clone)]
pub struct ReportFacts {
    /// Key of its list.
    pub list: &'static str,
    /// Key of the list of its rows; empty: it has none.
    pub detail: &'static str,
    /// Names of the dimensions, each with the parameter of the list of its rows.
    pub dimensions: Vec<(&'static str, &'static str)>,
    /// Names of the groupings one of which is chosen; none: the dimensions are chosen.
    pub groupings: Vec<&'static str>,
    /// Its measures.
    pub measures: Vec<MeasureFacts>,
    /// Name of what stands in an address for no value.
    pub none: &'static str,
}

/// A measure as the standard suite looks at it.
#[derive(Debug, Clone, Copy)]
pub struct MeasureFacts {
    /// Its name.
    pub name: &'static str,
    /// It sums a column of its name; else it counts rows.
    pub sums: bool,
    /// It counts different values of a column of its name.
    pub distinct: bool,
    /// Its decimals.
    pub scale: u32,
}

impl std::fmt::Debug for ReportFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "report {}", self.list)
    }
}

impl Room {
    /// Adds a report with everything it brings along.
    pub fn report(&mut self, report: &'static Report) {
        self.nodes.extend(report.nodes());
        self.lists.push(report.list());
        if report.has_detail() {
            self.lists.push(report.detail_list());
        }
        self.reports.push(report.facts());
    }
}

impl Report {
    fn key_of(&self, suffix: &str) -> &'static str {
        lasting(&format!("{}{suffix}.list", self.key))
    }

    /// Key of the list of its rows.
    pub(super) fn detail_key(&self) -> &'static str {
        self.key_of("-detail")
    }

    fn code_of(&self, suffix: &str) -> &'static str {
        lasting(&format!("{}{suffix}", self.code()))
    }

    fn export_code(&self) -> &'static str {
        if self.export.is_empty() { self.code_of("-export") } else { self.export }
    }

    fn detail_path(&self) -> &'static str {
        lasting(&format!("{}_detail", self.door.0))
    }

    pub(super) fn has_detail(&self) -> bool {
        !self.detail.is_empty()
    }

    fn nodes(&self) -> Vec<Node> {
        let ((path, parent, sort), (zh, en)) = (&self.door, self.title);
        let button = |suffix: &str, zh, en, sort| Node::button(self.code_of(suffix), self.code(), zh, en, sort);
        let mut nodes = vec![Node::page(path, parent, zh, en, *sort)];
        if self.export.is_empty() {
            nodes.push(button("-export", "导出", "Export", 10));
        }
        if self.has_detail() {
            nodes.push(button("-detail", "查看明细", "See details", 20));
        }
        nodes
    }

    fn made(&self) -> &Made {
        self.made.get_or_init(|| {
            let choice = |field: &Field| Choice::new(lasting(&field.name()), field.zh, field.en);
            let beside = if self.has_detail() { vec![self.key_of(""), self.detail_key()] } else { Vec::new() };
            Made {
                dimensions: match self.groupings.as_slice() {
                    [] => self.dimensions.iter().map(|one| choice(&one.column.field)).collect(),
                    groupings => groupings.iter().map(|grouping| grouping.choice).collect(),
                },
                figures: self.measures().map(|measure| choice(&measure.field)).collect(),
                told_by: self.dimensions.iter().map(|one| self.groupings_with(one)).collect(),
                drawn_by: match self.drawn {
                    Some((by, _)) => by.to_vec(),
                    None => self.dimensions.iter().map(|one| lasting(&one.name())).collect(),
                },
                drawn: match self.drawn {
                    Some((_, figures)) => figures.to_vec(),
                    None => self.figures.iter().filter_map(|one| one.drawn()).collect(),
                },
                beside,
                buttons: [Button::new(self.export_code(), ("导出", "Export"), "toolbar", "export")],
            }
        })
    }

    /// The report as a list whose rows are groups.
    pub fn list(&'static self) -> ListPage {
        let Lent { columns: [columns, _], filters: [filters, _] } = self.lent();
        ListPage {
            columns,
            filters,
            sort: &self.sort,
            toned: self.judged_columns().next().map_or("", |judged| lasting(&judged.field.name())),
            report: Some(list::Report {
                chart: Some(Chart { label: &self.made().drawn_by, measures: &self.made().drawn, draws: &self.draws }),
            }),
            ..self.page(self.key_of(""), &self.door.0, self.title, (self.code_of(""), &self.base))
        }
    }

    /// The report as a part of a board: its rows alone.
    pub fn part(&'static self) -> ListPage {
        let report = list::Report { chart: None };
        ListPage { buttons: &[], export: "", beside: &[], report: Some(report), ..self.list() }
    }

    /// The list of the rows that its figures count.
    pub fn detail_list(&'static self) -> ListPage {
        let (zh, en) = self.title;
        let title = (lasting(&format!("{zh}明细")), lasting(&format!("{en}: details")));
        let base = lasting(&format!("{}/detail", self.base));
        let Lent { columns: [_, columns], filters: [_, filters] } = self.lent();
        ListPage {
            columns,
            filters,
            ..self.page(self.detail_key(), self.detail_path(), title, (self.code_of("-detail"), base))
        }
    }

    fn page(
        &'static self,
        key: &'static str,
        path: &'static str,
        title: (&'static str, &'static str),
        (access, base): (&'static str, &'static str),
    ) -> ListPage {
        let made = self.made();
        ListPage {
            joins: &self.joins,
            follows: &self.follows,
            buttons: &made.buttons,
            export: self.export_code(),
            beside: &made.beside,
            behind: Some(self),
            ..ListPage::new(key, path, title, access, base, self.table)
        }
    }

    /// What is made of parts that are kept already.
    fn lent(&'static self) -> &'static Lent {
        self.lent.get_or_init(|| Lent {
            columns: [self.columns(), self.detail_columns()],
            filters: [self.report_filters(), self.detail_filters()],
        })
    }

    /// Dimensions, figures with what they were, and what the list of the rows is asked by.
    fn columns(&'static self) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        for (dimension, told_by) in self.dimensions.iter().zip(&self.made().told_by) {
            let Column { field, width, link, .. } = dimension.column;
            columns.push(Column { width, link, only: (GROUP_BY, told_by), ..Column::made(field) });
        }
        for figure in &self.figures {
            match figure {
                Figure::Measure(measure) => {
                    let own = Column { sum: measure.adds_up(), ..measure.shown.column(measure.field) };
                    columns.push(Column { link: self.link_of(measure), ..own });
                    if self.compares {
                        let compared = |column| Column { only: (COMPARE, COMPARED), ..column };
                        columns.extend(compared_with(&measure.field).map(Column::made).map(compared));
                    }
                }
                Figure::Ratio(ratio) => columns.push(ratio.shown.column(ratio.field)),
                Figure::Judged(judged) => columns.push(judged.shown.column(judged.field)),
            }
        }
        if self.has_detail() {
            let within = Column::made(Field::text("条件", "Conditions").wire(WITHIN)).hidden().unsorted();
            columns.push(within.needs(self.code_of("-detail")));
        }
        columns
    }

    fn link_of(&self, measure: &Measure) -> &'static str {
        match measure.asks {
            "" if self.has_detail() => {
                lasting(&format!("{}?{FIGURE}={}&{{*{WITHIN}}}", self.detail_path(), measure.name()))
            }
            "" => "",
            asks => {
                let more = if self.counted_in.contains('?') { '&' } else { '?' };
                lasting(&format!("{}{more}{asks}", self.counted_in))
            }
        }
    }

    fn report_filters(&'static self) -> Vec<Filter> {
        let made = self.made();
        let by = Field::select(&made.dimensions, "汇总方式", "Grouped by").column("");
        let how = if self.groupings.is_empty() { Match::Parameters } else { Match::Parameter };
        let mut filters = vec![Filter::new(GROUP_BY, how, by).initially(lasting(self.grouped_first()))];
        filters.extend_from_slice(&self.filters);
        if self.compares {
            let earlier = Field::select(EARLIER, "对比", "Compared with").column("");
            filters.push(Filter::new(COMPARE, Match::Parameter, earlier));
        }
        for (name, (zh, en), _) in self.judged_columns().filter_map(|judged| judged.only) {
            filters.push(Filter::new(name, Match::Parameter, Field::flag(zh, en).column("")));
        }
        filters
    }

    fn detail_filters(&'static self) -> Vec<Filter> {
        let made = self.made();
        let figure = Field::select(&made.figures, "指标", "Figure").column("");
        let mut filters = vec![Filter::new(FIGURE, Match::Parameter, figure).initially(self.opens)];
        // A cell leads here with the period it was made for; none is none.
        let asked = |filter: &Filter| if self.is_date(filter) { filter.initially("") } else { *filter };
        filters.extend(self.filters.iter().map(asked));
        for dimension in &self.dimensions {
            let field = dimension.column.field;
            let key = Field::text(field.zh, field.en).column("");
            filters.push(Filter::new(key_name(&dimension.name()), Match::Parameter, key).more());
        }
        filters
    }

    fn is_date(&self, filter: &Filter) -> bool {
        self.dates.iter().any(|basis| basis.name == filter.name)
    }

    /// The declared columns, those that measures sum among them, with what tells the rows apart.
    fn detail_columns(&self) -> Vec<Column> {
        let mut columns = vec![list::ID, list::ORG];
        columns.extend_from_slice(&self.detail);
        for measure in self.measures() {
            match measure.what {
                What::Count => {}
                What::Sum(column) => match columns.iter_mut().find(|known| known.field.name() == measure.name()) {
                    Some(known) => known.sum = true,
                    None => columns.push(column.sum()),
                },
                What::Distinct(column) => {
                    let field = column.field.wire(lasting(&measure.name()));
                    columns.push(Column { field, ..column }.hidden().unsorted());
                }
            }
        }
        columns
    }

    /// As the standard suite looks at it.
    fn facts(&'static self) -> ReportFacts {
        let of = |measure: &Measure| MeasureFacts {
            name: lasting(&measure.name()),
            sums: matches!(measure.what, What::Sum(_)),
            distinct: matches!(measure.what, What::Distinct(_)),
            scale: scale_of(&measure.field),
        };
        let key = |dimension: &Dimension| (lasting(&dimension.name()), key_name(&dimension.name()));
        ReportFacts {
            list: self.key_of(""),
            detail: if self.has_detail() { self.detail_key() } else { "" },
            dimensions: self.dimensions.iter().map(key).collect(),
            groupings: self.groupings.iter().map(|grouping| grouping.choice.value).collect(),
            measures: self.measures().map(of).collect(),
            none: NONE,
        }
    }
}

impl Figure {
    /// Its name where it may be drawn.
    fn drawn(&self) -> Option<&'static str> {
        match self {
            Self::Measure(measure) => (!measure.shown.hidden).then(|| lasting(&measure.name())),
            Self::Ratio(ratio) => Some(lasting(&ratio.field.name())),
            Self::Judged(_) => None,
        }
    }
}

/// Parameter of the list of the rows: one value of a dimension.
pub(super) fn key_name(dimension: &str) -> &'static str {
    lasting(&format!("{dimension}Key"))
}

/// What a figure was, by how much it changed, and by how many percent.
fn compared_with(field: &Field) -> [Field; 3] {
    let named = |suffix: &str, zh: &str, en: &str| Field {
        zh: lasting(&format!("{}{zh}", field.zh)),
        en: lasting(&format!("{} {en}", field.en)),
        ..field.wire(lasting(&format!("{}{suffix}", field.name())))
    };
    let rate = Field { kind: Kind::Decimal(2), ..named("Change", "（增减率）", "(change, %)") };
    [named("Before", "（对比期）", "(before)"), named("Diff", "（增减）", "(change)"), rate.digits(2).unit("%")]
}
