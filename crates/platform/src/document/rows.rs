//! Rows below a document: a table of their own, declared by the fields of a row. A form reads, checks, writes, shows
//! and logs them with the document they hang on. A row keeps its id over saves: a body names it, and who made a row or
//! used it finds it again.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use sea_query::Order;
use serde_json::{Map, Value as Json, json};

use super::same_values;
use crate::call::Tx;
use crate::field::Field;
use crate::log::Change;
use crate::refusal::{Refusal, messages};
use crate::store::{Conn, Value, sql};
use crate::when;

const TOO_MANY: Msg = Msg::new("document.rows", "{field}最多{n}行", "{field} has {n} rows at most.");

/// The values of one row, in the order of its fields.
pub type RowValues = Vec<Value>;

/// Declared rows. Their table has `org_id`, `id`, the parent's id, `line` from 1, and a column for each field.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// Member of the form.
    pub member: &'static str,
    /// Chinese and English title.
    pub title: (&'static str, &'static str),
    /// Section of the form they stand behind; empty for its end.
    pub behind: &'static str,
    /// Their table.
    pub table: &'static str,
    /// Its column that holds the document.
    pub parent: &'static str,
    /// Fields of a row.
    pub fields: &'static [Field],
    /// How many there can be.
    pub most: usize,
    /// Edited as a spreadsheet: many rows, pasted blocks.
    pub sheet: bool,
}

/// The rows a body names for a member, each with the row it was.
#[derive(Debug, Clone)]
pub struct NamedRows {
    /// Their declaration.
    pub rows: Rows,
    /// Their values; none where the body says nothing of them.
    pub values: Option<Vec<RowValues>>,
    ids: Vec<Option<Id>>,
}

impl NamedRows {
    /// There are to be none.
    pub(super) fn clear(&mut self) {
        self.values = Some(Vec::new());
        self.ids.clear();
    }
}

/// A row as it is stored.
struct Kept {
    id: Id,
    line: i64,
    values: RowValues,
}

impl Rows {
    /// The rows a body names, as [`Self::named_rows`].
    pub fn named(&self, body: &Map<String, Json>, findings: &mut Findings) -> Result<Option<Vec<RowValues>>, Refusal> {
        Ok(self.named_rows(body, findings)?.values)
    }

    /// The rows a body names; none when it says nothing of them. What is wrong is found at `member.place.field`.
    pub(crate) fn named_rows(&self, body: &Map<String, Json>, findings: &mut Findings) -> Result<NamedRows, Refusal> {
        let mut named = NamedRows { rows: *self, values: None, ids: Vec::new() };
        let Some(given) = body.get(self.member).filter(|given| !given.is_null()) else { return Ok(named) };
        let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", self.member)]));
        let given = given.as_array().ok_or_else(bad)?;
        let mut values = Vec::with_capacity(given.len());
        if given.len() > self.most {
            let most = self.most.to_string();
            let words = |title| [("field", title), ("n", most.as_str())];
            findings.error(self.member, TOO_MANY.with_each(&words(self.title.0), &words(self.title.1)));
        } else {
            for (place, row) in given.iter().enumerate() {
                let row = row.as_object().ok_or_else(bad)?;
                values.push(self.one(row, place, findings)?);
                let id = row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok());
                named.ids.push(id.map(Id));
            }
        }
        named.values = Some(values);
        Ok(named)
    }

    fn one(&self, row: &Map<String, Json>, place: usize, findings: &mut Findings) -> Result<RowValues, Refusal> {
        if let Some(name) = row.keys().find(|name| *name != "id" && self.fields.iter().all(|f| f.name() != **name)) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let at = |field: &Field| format!("{}.{place}.{}", self.member, field.name());
        let parse = |field: &Field| field.parse(row.get(&field.name()), &at(field), findings);
        let mut values: RowValues = self.fields.iter().map(parse).collect();
        when::settle((self.fields, &|_| None), &mut values, None, &at, findings);
        Ok(values)
    }

    /// The rows of a document in their order.
    pub fn of(&self, conn: &mut dyn Conn, org: i64, parent: Id) -> Result<Vec<RowValues>, Refusal> {
        Ok(self.kept(conn, org, parent)?.into_iter().map(|row| row.values).collect())
    }

    fn kept(&self, conn: &mut dyn Conn, org: i64, parent: Id) -> Result<Vec<Kept>, Refusal> {
        let mut select = sql::from(org, self.table);
        select
            .columns(["id", "line"])
            .columns(self.fields.iter().map(|field| field.column))
            .and_where(sql::eq(self.parent, parent))
            .order_by("line", Order::Asc);
        let rows = conn.query(&select.into())?;
        let kept = rows.into_iter().map(|row| {
            let (id, line) = (row.get(0)?, row.get(1)?);
            Ok(Kept { id, line, values: row.0.into_iter().skip(2).collect() })
        });
        kept.collect()
    }

    /// Writes rows in place of those a document has, which are new ones. Answers the differences, by line, for the log.
    pub fn replace(&self, tx: &mut Tx<'_>, parent: Id, rows: &[RowValues]) -> Result<Vec<Change>, Refusal> {
        self.save(tx, parent, &NamedRows { rows: *self, values: Some(rows.to_vec()), ids: Vec::new() })
    }

    /// Writes the rows a body names: those it knows by their ids are changed, others added, and those nobody names
    /// removed. Answers the differences, by line, for the log.
    pub(crate) fn save(&self, tx: &mut Tx<'_>, parent: Id, named: &NamedRows) -> Result<Vec<Change>, Refusal> {
        let org = tx.org();
        let mut before: BTreeMap<Id, Kept> = self.kept(tx, org, parent)?.into_iter().map(|row| (row.id, row)).collect();
        let mut changes = Vec::new();
        // First those that go: what stands in their place may be unique.
        let (kept, gone) = before.into_iter().partition(|(id, _)| named.ids.contains(&Some(*id)));
        before = kept;
        let gone: BTreeMap<Id, Kept> = gone;
        let mut words: BTreeMap<i64, String> = BTreeMap::new();
        for (id, gone) in gone {
            let mut delete = sql::delete(org, self.table);
            delete.and_where(sql::eq("id", id)).and_where(sql::eq(self.parent, parent));
            tx.exec(&delete.into())?;
            words.insert(gone.line, self.words(&gone.values));
        }
        let ids = named.ids.iter().copied().chain(std::iter::repeat(None));
        for ((line, values), id) in (1i64..).zip(named.values.iter().flatten()).zip(ids) {
            let Some(old) = id.and_then(|id| before.remove(&id)) else {
                self.add(tx, parent, (line, values))?;
                // A line in the place of one that went is that line changed, to who reads the log.
                changes.extend(self.difference(line, &words.remove(&line).unwrap_or_default(), &self.words(values)));
                continue;
            };
            if old.line != line || !same_values(&old.values, values) {
                self.write(tx, (parent, old.id), (line, values))?;
            }
            changes.extend(self.difference(line, &self.words(&old.values), &self.words(values)));
        }
        changes.extend(words.into_iter().filter_map(|(line, words)| self.difference(line, &words, "")));
        Ok(changes)
    }

    fn write(&self, tx: &mut Tx<'_>, (parent, id): (Id, Id), (line, values): (i64, &RowValues)) -> Result<(), Refusal> {
        let mut cells = vec![("line", Value::Int(line))];
        cells.extend(self.fields.iter().map(|field| field.column).zip(values.iter().cloned()));
        let mut update = sql::update(tx.org(), self.table, &cells);
        update.and_where(sql::eq("id", id)).and_where(sql::eq(self.parent, parent));
        tx.exec(&update.into())?;
        Ok(())
    }

    fn add(&self, tx: &mut Tx<'_>, parent: Id, (line, values): (i64, &RowValues)) -> Result<(), Refusal> {
        let mut cells =
            vec![("id", Value::Int(tx.new_id().0)), (self.parent, Value::Int(parent.0)), ("line", Value::Int(line))];
        cells.extend(self.fields.iter().map(|field| field.column).zip(values.iter().cloned()));
        tx.exec(&sql::insert(tx.org(), self.table, &cells).into())?;
        Ok(())
    }

    fn difference(&self, line: i64, old: &str, new: &str) -> Option<Change> {
        let label = format!("{}{line}", self.title.0);
        let change =
            Change { field: format!("{}.{}", self.member, line - 1), label, old: old.to_owned(), new: new.to_owned() };
        (old != new).then_some(change)
    }

    /// Removes the rows of a document.
    pub(crate) fn remove(&self, tx: &mut Tx<'_>, parent: Id) -> Result<(), Refusal> {
        let mut delete = sql::delete(tx.org(), self.table);
        delete.and_where(sql::eq(self.parent, parent));
        tx.exec(&delete.into())?;
        Ok(())
    }

    /// The rows as a form shows them, those of a document with their ids.
    pub(crate) fn shown_of(&self, conn: &mut dyn Conn, org: i64, parent: Id) -> Result<Json, Refusal> {
        let rows = self.kept(conn, org, parent)?;
        let shown = rows.iter().map(|row| {
            let mut one = self.one_shown(&row.values);
            if let Some(object) = one.as_object_mut() {
                object.insert("id".to_owned(), json!(row.id));
            }
            one
        });
        Ok(Json::Array(shown.collect()))
    }

    /// Values as a form shows them.
    pub fn shown(&self, rows: &[RowValues]) -> Json {
        Json::Array(rows.iter().map(|row| self.one_shown(row)).collect())
    }

    fn one_shown(&self, values: &RowValues) -> Json {
        let mut out = String::from("{");
        for (place, (field, value)) in self.fields.iter().zip(values).enumerate() {
            out.push_str(if place == 0 { "\"" } else { ",\"" });
            out.push_str(&field.name());
            out.push_str("\":");
            field.render(value, &mut out);
        }
        out.push('}');
        serde_json::from_str(&out).unwrap_or(Json::Null)
    }

    /// A row in words, for the log.
    fn words(&self, values: &RowValues) -> String {
        let parts = self.fields.iter().zip(values).map(|(field, value)| field.show(value, "zh-CN"));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The rows as the page contract tells them: a section of the form, or of a new one alone.
    pub(crate) fn contract(&self, new_only: bool) -> Json {
        let mut section = json!({
            "key": self.member,
            "label": { "zh": self.title.0, "en": self.title.1 },
            "rows": true,
            "fields": self.fields.iter().map(Field::contract).collect::<Vec<_>>(),
        });
        let facts = [("newOnly", new_only), ("sheet", self.sheet)];
        if let Some(section) = section.as_object_mut() {
            section.extend(facts.into_iter().filter(|(_, is)| *is).map(|(name, _)| (name.to_owned(), json!(true))));
        }
        section
    }
}
