//! A page of the menu as a value: the list of a document, its form, its states, and what is done on it. It is declared
//! once; what the product needs of it (nodes, list, form, calls, contract, what the standard suite tries) is made of it.
//!
//! A function makes it, of whatever it is a variant of, and a static keeps it:
//!
//! ```ignore
//! pub static PAGE: LazyLock<Page<Vehicle>> = LazyLock::new(|| {
//!     Page::of("base.vehicle", ("车辆", "Vehicles"), ("/base_vehicle", "/baseManager", 30), Vehicle::PLATE)
//!         .calls("/base/vehicle", "vehicle")
//!         .columns(&[Column::own(Vehicle::PLATE).width(120), Column::own(Vehicle::STATE)])
//!         .filters(&[Filter::new("plate", Match::Contains, Vehicle::PLATE)])
//!         .section("main", ("车辆", "Vehicle"), &[Vehicle::PLATE, Vehicle::REMARK])
//!         .states(Vehicle::STATE, WRONG_STATE)
//!         .action(Action::create("base-vehicle-add"))
//!         .action(Action::moves("base-vehicle-repair", ("送修", "Send to repair"), &[FREE], REPAIR).asks(&[Vehicle::GARAGE]))
//! });
//! // in the room: room.page(&PAGE);
//! ```

mod action;
mod branch;
mod facts;
mod made;
mod rules;
mod run;
mod told;

use std::marker::PhantomData;
use std::sync::OnceLock;

use kernel::{Findings, Id, Msg};
use sea_query::{Condition, Expr};
use serde_json::{Map, Value as Json};

use crate::PLATFORM_ORG;
use crate::access::Actor;
use crate::call::Tx;
use crate::dictionary;
use crate::document::{self, Document, Draft, Flagged, Rows, Section, Unique, Written};
use crate::field::{Choice, Field, Kind};
use crate::list::{self, Asked, Cells, Column, Filter, Join, Match, OWN, PLATFORM, RowView};
use crate::log::Level;
use crate::refusal::Refusal;
use crate::store::{CellError, Conn, Value};
use crate::when::When;

pub use action::{Action, Chosen, Words};
pub use branch::Branch;
pub use facts::{ActionFacts, PageFacts};
pub use told::{Said, Told};

use rules::{Count, Counted, How, Several};

/// Said of an action in a state it does not begin in, where the page says nothing else.
const WRONG_STATE: Msg =
    Msg::new("page.state", "{state}状态不能执行此操作", "This can't be done in the state {state}.");

type Rules = Box<dyn Fn(&mut Tx<'_>, &mut Draft<'_>, &mut Findings) -> Result<(), Refusal> + Send + Sync>;
type After = Box<dyn Fn(&mut Tx<'_>, &Draft<'_>) -> Result<Written, Refusal> + Send + Sync>;
type Seen = Box<dyn Fn(&mut dyn Conn, &Actor, Id) -> Result<(), Refusal> + Send + Sync>;
type ViewMore = Box<dyn Fn(&mut dyn Conn, i64, Id, &mut Map<String, Json>) -> Result<(), Refusal> + Send + Sync>;
type StatusRule = Box<dyn Fn(&mut Tx<'_>, Id, bool, &mut Findings) -> Result<(), Refusal> + Send + Sync>;
type RemoveRule = Box<dyn Fn(&mut Tx<'_>, Id) -> Result<(), Refusal> + Send + Sync>;
type Visible = Box<dyn Fn(&Actor) -> Condition + Send + Sync>;
type Fill = Box<dyn Fn(&mut dyn Conn, &Actor, &mut [Cells<'_>]) -> Result<(), Refusal> + Send + Sync>;
type Branches = Box<dyn Fn(&mut dyn Conn, &Actor) -> Result<Vec<Branch>, Refusal> + Send + Sync>;
type Decorate = Box<dyn Fn(&Actor, &RowView<'_>, &mut String) + Send + Sync>;
type Tells = Box<dyn Fn(&mut dyn Conn, &Actor, Id) -> Result<Told, Refusal> + Send + Sync>;
type Totals = Box<dyn Fn(&mut dyn Conn, &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> + Send + Sync>;

/// An entry of the menu that leads to a page.
struct Door {
    path: String,
    parent: String,
    sort: i64,
}

impl Door {
    fn new((path, parent, sort): (&str, &str, i64)) -> Self {
        Self { path: path.to_owned(), parent: parent.to_owned(), sort }
    }

    /// Permission of the page.
    fn code(&self) -> &str {
        self.path.trim_start_matches('/')
    }
}

/// A page of the menu.
pub struct Page<D: 'static> {
    list_key: String,
    form_key: String,
    title: Words,
    thing: Words,
    noun: String,
    base: String,
    doors: Vec<Door>,
    tab: bool,
    platform: bool,
    number: Field,
    level: Level,
    state: Option<Field>,
    refused: Msg,
    elsewhere: Vec<&'static str>,
    joins: Vec<Join>,
    follows: Vec<&'static str>,
    columns: Vec<Column>,
    filters: Vec<Filter>,
    sort: String,
    overlay: Vec<&'static str>,
    adopts: bool,
    flagged: Option<Flagged>,
    tabs: &'static str,
    tree: &'static str,
    branched: &'static [&'static str],
    branches: Option<Branches>,
    of_dictionaries: bool,
    toned: &'static str,
    beside: Vec<&'static str>,
    tab_title: Option<Words>,
    visible: Option<Visible>,
    decorate: Option<Decorate>,
    fill: Option<Fill>,
    totals: Option<Totals>,
    fields: &'static [Field],
    table: &'static str,
    document: fn(&[Value]) -> Result<D, CellError>,
    sections: Vec<Section>,
    when: Vec<(&'static str, When)>,
    uniques: Vec<Unique>,
    rows: Vec<Rows>,
    members: Vec<&'static str>,
    rules: Option<Rules>,
    after: Option<After>,
    seen: Option<Seen>,
    view_more: Option<ViewMore>,
    tells: Option<Tells>,
    ordered: Vec<(Field, Field, Msg)>,
    given: Option<(Field, &'static [Field])>,
    several: Option<rules::Several>,
    counts: Vec<rules::Counted>,
    status_rule: Option<StatusRule>,
    remove_rule: Option<RemoveRule>,
    actions: Vec<Action<D>>,
    made: OnceLock<made::Made>,
    of: PhantomData<fn() -> D>,
}

impl<D: Document> Page<D> {
    /// A page of a document: its key `room.thing`, its title, the path and the place of its entry in the menu (group and
    /// place among the others), and the field that names a row.
    pub fn of(key: &str, title: Words, door: (&str, &str, i64), number: Field) -> Self {
        let door = Door::new(door);
        Self {
            list_key: format!("{key}.list"),
            form_key: format!("{key}.form"),
            title,
            thing: title,
            noun: key.split_once('.').map_or(key, |(_, thing)| thing).replace(['.', '-'], "_"),
            base: door.path.clone(),
            doors: vec![door],
            tab: false,
            platform: false,
            number,
            level: Level::Middle,
            state: None,
            refused: WRONG_STATE,
            elsewhere: Vec::new(),
            joins: Vec::new(),
            follows: Vec::new(),
            columns: vec![list::ID, list::VERSION, list::ORG],
            filters: Vec::new(),
            sort: String::new(),
            overlay: Vec::new(),
            adopts: false,
            flagged: None,
            tabs: "",
            tree: "",
            branched: &[],
            branches: None,
            of_dictionaries: false,
            toned: "",
            beside: Vec::new(),
            tab_title: None,
            visible: None,
            decorate: None,
            fill: None,
            totals: None,
            fields: D::FIELDS,
            table: D::TABLE,
            document: D::from_values,
            sections: document::sections_of::<D>(),
            when: Vec::new(),
            uniques: Vec::new(),
            rows: Vec::new(),
            members: Vec::new(),
            rules: None,
            after: None,
            seen: None,
            view_more: None,
            tells: None,
            ordered: Vec::new(),
            given: None,
            several: None,
            counts: Vec::new(),
            status_rule: None,
            remove_rule: None,
            actions: Vec::new(),
            made: OnceLock::new(),
            of: PhantomData,
        }
    }
}

impl<D> Page<D> {
    /// Beginning of its calls, and the noun their ids are made of.
    #[must_use]
    pub fn calls(mut self, base: &str, noun: &str) -> Self {
        base.clone_into(&mut self.base);
        noun.clone_into(&mut self.noun);
        self
    }

    /// What one row is called, as the form of one is titled.
    #[must_use]
    pub fn one(mut self, zh: &'static str, en: &'static str) -> Self {
        self.thing = (zh, en);
        self
    }

    /// The same page under another entry of the menu, with a permission of its own.
    #[must_use]
    pub fn also_at(mut self, path: &str, parent: &str, sort: i64) -> Self {
        self.doors.push(Door::new((path, parent, sort)));
        self
    }

    /// A tab of a page that another value declares ([`Self::beside`]): it has no entry of its own, its path, its permission
    /// and its place are those of that page.
    #[must_use]
    pub fn tab(mut self) -> Self {
        self.tab = true;
        self
    }

    /// For those who run the platform alone.
    #[must_use]
    pub fn platform(mut self) -> Self {
        self.platform = true;
        self
    }

    /// How much a change matters in the log.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The field that holds the state, and what is said where an action does not begin in it; `{state}` is its name.
    #[must_use]
    pub fn states(mut self, state: Field, refused: Msg) -> Self {
        self.state = Some(state);
        self.refused = refused;
        self
    }

    /// States that come of something else than an action: of the clock, of answers from outside.
    #[must_use]
    pub fn elsewhere(mut self, states: &[&'static str]) -> Self {
        self.elsewhere = states.to_vec();
        self
    }

    /// Tables that are joined, one row each at most.
    #[must_use]
    pub fn joins(mut self, joins: &[Join]) -> Self {
        self.joins.extend_from_slice(joins);
        self
    }

    /// Tables whose changes are news of the list.
    #[must_use]
    pub fn follows(mut self, tables: &[&'static str]) -> Self {
        self.follows.extend_from_slice(tables);
        self
    }

    /// Columns of the list, behind id, version and org.
    #[must_use]
    pub fn columns(mut self, columns: &[Column]) -> Self {
        self.columns.extend_from_slice(columns);
        self
    }

    /// Columns for a run of the document's fields, in the order they are declared: from one to another.
    #[must_use]
    pub fn columns_from(mut self, first: Field, last: Field) -> Self {
        self.columns.extend(self.run_of(first, last).iter().map(|field| Column::own(*field)));
        self
    }

    /// Two columns more: who made a row, and when.
    #[must_use]
    pub fn made_by(self) -> Self {
        const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("creatorName");
        const CREATED: Field = Field::instant("创建时间", "Created").column("created_at").wire("createTime");
        self.joins(&[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }])
            .columns(&[Column::of("creator", CREATOR).width(100), Column::own(CREATED).width(160)])
    }

    /// Two columns more: who changed a row last, and when.
    #[must_use]
    pub fn edited_by(self) -> Self {
        const EDITOR: Field = Field::text("修改人", "Changed by").column("name_cn").wire("editorName");
        const EDITED: Field = Field::instant("修改时间", "Changed").column("updated_at").wire("editTime");
        self.joins(&[Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true }])
            .columns(&[Column::of("editor", EDITOR).width(100), Column::own(EDITED).width(160)])
    }

    /// Filters of the list.
    #[must_use]
    pub fn filters(mut self, filters: &[Filter]) -> Self {
        self.filters.extend_from_slice(filters);
        self
    }

    /// Filters behind 更多 for a run of the document's fields, in the order they are declared: flags by yes and no, choices
    /// by several of them, texts by a part of them, and all others by being equal.
    #[must_use]
    pub fn filters_from(mut self, first: Field, last: Field) -> Self {
        let filter = |field: &Field| {
            let how = match field.kind {
                Kind::Bool => Match::Bool,
                Kind::Select | Kind::State | Kind::Dictionary(_) => Match::OneOf,
                Kind::Text | Kind::Upper | Kind::LongText => Match::Contains,
                _ => Match::Equals,
            };
            Filter::new(crate::field::lasting(&field.name()), how, *field).more()
        };
        self.filters.extend(self.run_of(first, last).iter().map(filter));
        self
    }

    /// Order of the list where nobody asks for another: `name,asc`.
    #[must_use]
    pub fn sort(mut self, sort: &str) -> Self {
        sort.clone_into(&mut self.sort);
        self
    }

    /// The platform's rows are shown to every company; its own row of the same values of these columns hides one.
    #[must_use]
    pub fn overlays(mut self, columns: &[&'static str]) -> Self {
        self.overlay = columns.to_vec();
        self
    }

    /// A column and a filter that tell whether a row is the platform's or the company's own.
    #[must_use]
    pub fn sourced(self) -> Self {
        const CHOICES: &[Choice] =
            &[Choice::new(PLATFORM, "平台", "Platform").tone("info"), Choice::new(OWN, "本公司", "Company")];
        const SOURCE: Field = Field::select(CHOICES, "来源", "Source").column("source");
        fn source(table: &'static str) -> Expr {
            Expr::cust(format!("CASE WHEN {table}.org_id = {PLATFORM_ORG} THEN '{PLATFORM}' ELSE '{OWN}' END"))
        }
        let column = Column::about(source, self.table, SOURCE).width(80);
        self.columns(&[column]).filters(&[Filter::new("source", Match::Source, SOURCE).more()])
    }

    /// A company that changes a row of the platform gets one of its own in its place.
    #[must_use]
    pub fn adopts(mut self) -> Self {
        self.adopts = true;
        self
    }

    /// A flag that one row holds among those of the same values of some fields and of scopes in common: who takes it takes
    /// it from the others.
    #[must_use]
    pub fn one_flagged(mut self, flag: Field, within: &'static [Field], scopes: Field) -> Self {
        self.flagged = Some(Flagged { flag, within, scopes });
        self
    }

    /// Tabs with counts: a filter with choices.
    #[must_use]
    pub fn tabs(mut self, filter: &'static str) -> Self {
        self.tabs = filter;
        self
    }

    /// Member that names the row above: the page shows a tree.
    #[must_use]
    pub fn tree(mut self, member: &'static str) -> Self {
        self.tree = member;
        self
    }

    /// A tree at the left of the list, whose branches set these filters: choosing one narrows the list to it, and a new row
    /// begins with it where its form has a field of the filter's name.
    #[must_use]
    pub fn branches(
        mut self,
        filters: &'static [&'static str],
        branches: impl Fn(&mut dyn Conn, &Actor) -> Result<Vec<Branch>, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.branched = filters;
        self.branches = Some(Box::new(branches));
        self
    }

    /// Its rows are values of dictionaries: a column tells how many rows of the company hold one, by the fields that are
    /// declared to hold it, and what is held is not removed.
    #[must_use]
    pub fn of_dictionaries(mut self) -> Self {
        self.of_dictionaries = true;
        self.columns(&[Column::made(dictionary::USED).unsorted().width(90)])
    }

    /// Column of a state whose colour the whole row takes.
    #[must_use]
    pub fn toned(mut self, column: &'static str) -> Self {
        self.toned = column;
        self
    }

    /// Keys of lists that are drawn as tabs of one page with this one, itself among them.
    #[must_use]
    pub fn beside(mut self, lists: &[&'static str]) -> Self {
        self.beside = lists.to_vec();
        self
    }

    /// What its tab is called among them where that is not the title of the page.
    #[must_use]
    pub fn tab_called(mut self, title: Words) -> Self {
        self.tab_title = Some(title);
        self
    }

    /// Rows a caller may see; others are not there for him, in the list and by their id.
    #[must_use]
    pub fn visible(mut self, visible: impl Fn(&Actor) -> Condition + Send + Sync + 'static) -> Self {
        self.visible = Some(Box::new(visible));
        self
    }

    /// Refuses who may not see a row, where that is more than [`Self::visible`] says.
    #[must_use]
    pub fn seen(
        mut self,
        seen: impl Fn(&mut dyn Conn, &Actor, Id) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.seen = Some(Box::new(seen));
        self
    }

    /// Further members of a row of the list.
    #[must_use]
    pub fn decorate(mut self, decorate: impl Fn(&Actor, &RowView<'_>, &mut String) + Send + Sync + 'static) -> Self {
        self.decorate = Some(Box::new(decorate));
        self
    }

    /// Fills columns of its own ([`Column::made`]) of all rows that were read at once: counts, and what depends on who
    /// looks.
    #[must_use]
    pub fn fills(
        mut self,
        fill: impl Fn(&mut dyn Conn, &Actor, &mut [Cells<'_>]) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.fill = Some(Box::new(fill));
        self
    }

    /// Sums of the whole result that are no numbers, as amounts of several currencies: texts by the names of columns.
    #[must_use]
    pub fn totals(
        mut self,
        totals: impl Fn(&mut dyn Conn, &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.totals = Some(Box::new(totals));
        self
    }

    /// A column that counts what hangs on a row, by the rows' ids; rows that are missing have nothing.
    #[must_use]
    pub fn counts(self, field: Field, count: Count) -> Self {
        self.counted(field, How::Asked(count))
    }

    /// A column that counts the rows below the document.
    #[must_use]
    pub fn counts_rows(self, field: Field, rows: Rows) -> Self {
        self.counted(field, How::Below(rows))
    }

    fn counted(mut self, field: Field, how: How) -> Self {
        self.columns.push(Column::made(field).unsorted().width(90));
        self.counts.push(Counted { field, how });
        self
    }

    /// A section of the form, beside those the document's marks make.
    #[must_use]
    pub fn section(mut self, key: &'static str, title: Words, fields: &'static [Field]) -> Self {
        self.sections.push(Section { key, title, fields });
        self
    }

    /// A section of a run of the document's fields, in the order they are declared: from one to another.
    #[must_use]
    pub fn section_from(self, key: &'static str, title: Words, first: Field, last: Field) -> Self {
        let fields = self.run_of(first, last);
        self.section(key, title, fields)
    }

    fn run_of(&self, first: Field, last: Field) -> &'static [Field] {
        let place = |wanted: Field| self.fields.iter().position(|field| field.column == wanted.column);
        let run = place(first).zip(place(last)).and_then(|(first, last)| self.fields.get(first..=last));
        debug_assert!(run.is_some(), "{}: {} to {} is no run of its fields", self.list_key, first.column, last.column);
        run.unwrap_or_default()
    }

    /// A section, or rows by their member, that is shown only when.
    #[must_use]
    pub fn when(mut self, key: &'static str, when: When) -> Self {
        self.when.push((key, when));
        self
    }

    /// A unique index, and the error it becomes.
    #[must_use]
    pub fn unique(
        mut self,
        index: &'static str,
        columns: &'static [&'static str],
        field: &'static str,
        message: Msg,
    ) -> Self {
        self.uniques.push(Unique { index, columns, field, message });
        self
    }

    /// Rows below the document.
    #[must_use]
    pub fn rows(mut self, rows: Rows) -> Self {
        self.rows.push(rows);
        self
    }

    /// Members of the body that are no columns.
    #[must_use]
    pub fn members(mut self, members: &[&'static str]) -> Self {
        self.members.extend_from_slice(members);
        self
    }

    /// Rules of the form: they complete the draft and add findings.
    #[must_use]
    pub fn rules(
        mut self,
        rules: impl Fn(&mut Tx<'_>, &mut Draft<'_>, &mut Findings) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.rules = Some(Box::new(rules));
        self
    }

    /// The first of two fields is not greater than the second, where both are filled; a fault is found at the first.
    #[must_use]
    pub fn ordered(mut self, low: Field, high: Field, message: Msg) -> Self {
        self.ordered.push((low, high, message));
        self
    }

    /// The platform gives every company some rows, which a field marks with 1: a company changes in them what is not
    /// fixed here, and does not remove them.
    #[must_use]
    pub fn given(mut self, mark: Field, fixed: &'static [Field]) -> Self {
        self.given = Some((mark, fixed));
        self
    }

    /// A new row is made for each value of a field that another one names, a member of the body alone; what each row has
    /// for itself is left out.
    #[must_use]
    pub fn several(mut self, of: Field, also: Field, without: &'static [Field]) -> Self {
        self.several = Some(Several { of, also, without });
        self.members(&[crate::field::lasting(&also.name())])
    }

    /// What is written with a row.
    #[must_use]
    pub fn after(
        mut self,
        after: impl Fn(&mut Tx<'_>, &Draft<'_>) -> Result<Written, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.after = Some(Box::new(after));
        self
    }

    /// Further members of the view.
    #[must_use]
    pub fn view_more(
        mut self,
        more: impl Fn(&mut dyn Conn, i64, Id, &mut Map<String, Json>) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.view_more = Some(Box::new(more));
        self
    }

    /// What the view of a row tells below its fields, to who looks: figures, and tables of what belongs to it.
    #[must_use]
    pub fn tells(
        mut self,
        tells: impl Fn(&mut dyn Conn, &Actor, Id) -> Result<Told, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.tells = Some(Box::new(tells));
        self
    }

    /// Stands in the way of switching a row on or off, which is written already.
    #[must_use]
    pub fn status_rule(
        mut self,
        rule: impl Fn(&mut Tx<'_>, Id, bool, &mut Findings) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.status_rule = Some(Box::new(rule));
        self
    }

    /// Stands in the way of a removal; removes what belongs to the row.
    #[must_use]
    pub fn remove_rule(
        mut self,
        rule: impl Fn(&mut Tx<'_>, Id) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.remove_rule = Some(Box::new(rule));
        self
    }

    /// Something that is done on it.
    #[must_use]
    pub fn action(mut self, action: Action<D>) -> Self {
        let action = action.placed(&self.base, self.table);
        self.actions.push(action);
        self
    }
}
