//! Columns of lists: what they show, where it comes from, what may be done with it.

use std::borrow::Cow;

use sea_query::Expr;

use crate::access::Actor;
use crate::field::Field;
use crate::store::{Value, sql};

/// Where a column's value comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// A column of the list's table.
    Own,
    /// A column of a joined table, by alias.
    Of(&'static str),
    /// An expression.
    Expr(fn() -> Expr),
    /// An expression about something named, as a language.
    About(fn(&'static str) -> Expr, &'static str),
    /// The function that makes the rows of a report.
    Made,
}

/// A column of a list.
#[derive(Clone, Copy)]
pub struct Column {
    /// What it is.
    pub field: Field,
    /// Where it comes from.
    pub source: Source,
    /// Shown unless the user decides otherwise.
    pub shown: bool,
    /// May be sorted by.
    pub sortable: bool,
    /// Summed over the whole result.
    pub sum: bool,
    /// In the default export.
    pub exported: bool,
    /// Sent to the page but neither shown nor exported (ids beside names).
    pub hidden: bool,
    /// Width in pixels; 0 for the page's choice.
    pub width: u16,
    /// Page it leads to, with `{name}` for values of the row.
    pub link: &'static str,
    /// A click copies it.
    pub copy: bool,
    /// Button codes without each of which it is neither sent nor exported, a blank between.
    pub needs: &'static str,
    /// What is told instead of the stored value.
    pub read_as: Option<ReadAs>,
    /// Shown and exported only while a parameter has one of these values.
    pub only: (&'static str, &'static [&'static str]),
}

/// Makes of a stored value what a caller reads: a browser's name of its description, minutes of a moment.
pub type ReadAs = fn(&Actor, &Value) -> Value;

impl Column {
    /// A column of the list's table: shown, sortable, exported.
    pub const fn own(field: Field) -> Self {
        Self {
            field,
            source: Source::Own,
            shown: true,
            sortable: true,
            sum: false,
            exported: true,
            hidden: false,
            width: 0,
            link: "",
            copy: false,
            needs: "",
            read_as: None,
            only: ("", &[]),
        }
    }
    /// A column of a joined table.
    pub const fn of(alias: &'static str, field: Field) -> Self {
        Self { source: Source::Of(alias), ..Self::own(field) }
    }
    /// An expression.
    pub const fn expr(expression: fn() -> Expr, field: Field) -> Self {
        Self { source: Source::Expr(expression), ..Self::own(field) }
    }
    /// An expression about something named, as a language.
    pub const fn about(expression: fn(&'static str) -> Expr, what: &'static str, field: Field) -> Self {
        Self { source: Source::About(expression, what), ..Self::own(field) }
    }
    /// A column of a report.
    pub const fn made(field: Field) -> Self {
        Self { source: Source::Made, ..Self::own(field) }
    }
    /// Left to the column settings.
    #[must_use]
    pub const fn behind(mut self) -> Self {
        self.shown = false;
        self
    }
    /// Not sortable.
    #[must_use]
    pub const fn unsorted(mut self) -> Self {
        self.sortable = false;
        self
    }
    /// Summed.
    #[must_use]
    pub const fn sum(mut self) -> Self {
        self.sum = true;
        self
    }
    /// Not in the default export.
    #[must_use]
    pub const fn not_exported(mut self) -> Self {
        self.exported = false;
        self
    }
    /// Sent, never shown.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self.shown = false;
        self.exported = false;
        self
    }
    /// Width in pixels.
    #[must_use]
    pub const fn width(mut self, pixels: u16) -> Self {
        self.width = pixels;
        self
    }
    /// Leads to a page.
    #[must_use]
    pub const fn link(mut self, link: &'static str) -> Self {
        self.link = link;
        self
    }
    /// A click copies it.
    #[must_use]
    pub const fn copy(mut self) -> Self {
        self.copy = true;
        self
    }
    /// Needs a button code, or each of several with a blank between.
    #[must_use]
    pub const fn needs(mut self, code: &'static str) -> Self {
        self.needs = code;
        self
    }

    /// Shown and exported only while a filter has one of these values.
    #[must_use]
    pub const fn only(mut self, filter: &'static str, values: &'static [&'static str]) -> Self {
        self.only = (filter, values);
        self
    }

    /// Told as something made of the stored value; not sortable.
    #[must_use]
    pub const fn read_as(mut self, read: ReadAs) -> Self {
        self.read_as = Some(read);
        self.sortable = false;
        self
    }

    /// The value as a caller reads it.
    pub(super) fn told<'a>(&self, actor: &Actor, stored: &'a Value) -> Cow<'a, Value> {
        self.read_as.map_or(Cow::Borrowed(stored), |read| Cow::Owned(read(actor, stored)))
    }

    pub(super) fn name(&self) -> String {
        self.field.name()
    }

    /// Its value in a statement of a table.
    pub(crate) fn expression(&self, table: &'static str) -> Expr {
        match self.source {
            Source::Own => sql::of(table, self.field.column),
            Source::Of(alias) => sql::of(alias, self.field.column),
            Source::Expr(expression) => expression(),
            Source::About(expression, what) => expression(what),
            Source::Made => Expr::cust("NULL"),
        }
    }

    pub(crate) fn seen_by(&self, actor: &Actor) -> bool {
        self.needs.split_whitespace().all(|code| actor.has(code))
    }
}

/// The row's id, sent and never shown.
pub const ID: Column = Column::own(Field::reference("", "编号", "Id").column("id")).hidden();
/// The row's version, sent and never shown.
pub const VERSION: Column = Column::own(Field::int("版本", "Version").column("version")).unsorted().hidden();
/// The row's org, to tell own rows from the platform's.
pub const ORG: Column = Column::own(Field::reference("", "公司", "Company").column("org_id")).unsorted().hidden();
