//! Rows below a document: a table of their own, declared by the fields of a row. A form reads, checks, writes, shows
//! and logs them with the document they hang on.

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
}

impl Rows {
    /// The rows a body names; none when it says nothing of them. What is wrong is found at `member.place.field`.
    pub fn named(&self, body: &Map<String, Json>, findings: &mut Findings) -> Result<Option<Vec<RowValues>>, Refusal> {
        let Some(given) = body.get(self.member).filter(|given| !given.is_null()) else { return Ok(None) };
        let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", self.member)]));
        let given = given.as_array().ok_or_else(bad)?;
        if given.len() > self.most {
            let most = self.most.to_string();
            let named = |title| [("field", title), ("n", most.as_str())];
            findings.error(self.member, TOO_MANY.with_each(&named(self.title.0), &named(self.title.1)));
            return Ok(Some(Vec::new()));
        }
        let rows = given.iter().enumerate().map(|(place, row)| {
            let row = row.as_object().ok_or_else(bad)?;
            self.one(row, place, findings)
        });
        rows.collect::<Result<_, _>>().map(Some)
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
        let mut select = sql::from(org, self.table);
        select
            .columns(self.fields.iter().map(|field| field.column))
            .and_where(sql::eq(self.parent, parent))
            .order_by("line", Order::Asc);
        Ok(conn.query(&select.into())?.into_iter().map(|row| row.0).collect())
    }

    /// Writes rows in place of those a document has; answers the difference for its log.
    pub fn replace(&self, tx: &mut Tx<'_>, parent: Id, rows: &[RowValues]) -> Result<Option<Change>, Refusal> {
        let org = tx.org();
        let before = self.of(tx, org, parent)?;
        if before.len() == rows.len() && before.iter().zip(rows).all(|(old, new)| same_values(old, new)) {
            return Ok(None);
        }
        let (old, new) = (self.words(&before), self.words(rows));
        self.remove(tx, parent)?;
        for (line, row) in (1i64..).zip(rows) {
            let mut cells = vec![
                ("id", Value::Int(tx.new_id().0)),
                (self.parent, Value::Int(parent.0)),
                ("line", Value::Int(line)),
            ];
            cells.extend(self.fields.iter().map(|field| field.column).zip(row.iter().cloned()));
            tx.exec(&sql::insert(org, self.table, &cells).into())?;
        }
        Ok(Some(Change { field: self.member.to_owned(), label: self.title.0.to_owned(), old, new }))
    }

    /// Removes the rows of a document.
    pub(crate) fn remove(&self, tx: &mut Tx<'_>, parent: Id) -> Result<(), Refusal> {
        let mut delete = sql::delete(tx.org(), self.table);
        delete.and_where(sql::eq(self.parent, parent));
        tx.exec(&delete.into())?;
        Ok(())
    }

    /// The rows as a form shows them.
    pub fn shown(&self, rows: &[RowValues]) -> Json {
        let row = |values: &RowValues| {
            let mut out = String::from("{");
            for (place, (field, value)) in self.fields.iter().zip(values).enumerate() {
                out.push_str(if place == 0 { "\"" } else { ",\"" });
                out.push_str(&field.name());
                out.push_str("\":");
                field.render(value, &mut out);
            }
            out.push('}');
            serde_json::from_str(&out).unwrap_or(Json::Null)
        };
        Json::Array(rows.iter().map(row).collect())
    }

    /// The rows in words, for the log.
    fn words(&self, rows: &[RowValues]) -> String {
        let word = |values: &RowValues| {
            let parts = self.fields.iter().zip(values).map(|(field, value)| field.show(value, "zh-CN"));
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        };
        rows.iter().map(word).collect::<Vec<_>>().join("；")
    }

    /// The rows as the page contract tells them: a section of the form, or of a new one alone.
    pub(crate) fn contract(&self, new_only: bool) -> Json {
        let mut section = json!({
            "key": self.member,
            "label": { "zh": self.title.0, "en": self.title.1 },
            "rows": true,
            "fields": self.fields.iter().map(Field::contract).collect::<Vec<_>>(),
        });
        if let Some(section) = section.as_object_mut().filter(|_| new_only) {
            section.insert("newOnly".to_owned(), json!(true));
        }
        section
    }
}
