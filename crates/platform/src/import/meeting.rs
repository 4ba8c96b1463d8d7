//! Which rows of a file stand in each other's way, and whether others changed the same kind of data meanwhile.

use std::collections::{BTreeSet, HashSet};

use kernel::{Findings, Id, Instant, SKEW_MS};
use sea_query::{Expr, ExprTrait};
use serde_json::{Map, Value as Json};

use super::Mode;
use super::cell::Prepared;
use crate::PLATFORM_ORG;
use crate::call::Call;
use crate::document::FormPage;
use crate::field::Field;
use crate::job::Class;
use crate::refusal::Refusal;
use crate::stage::Kin;
use crate::store::{Conn, Value, sql};

/// A line of the log that was made so long before others were seen may still be on its way into the database, from a
/// process whose clock is as late as clocks may be.
const ON_THE_WAY_MS: i64 = 60 * 1000 + SKEW_MS;

/// Rows that stand in each other's way; none where each may stand in that of any. Rows that change documents may
/// change the same one by different keys.
pub fn kin(form: &FormPage, mode: Mode, rows: &[Prepared]) -> Option<Kin> {
    let keys = rows.iter().map(|row| keys_of(form, &row.body)).collect::<Option<Vec<_>>>();
    keys.filter(|_| mode == Mode::Add).map(Kin::of)
}

/// What a body has in common with those it stands in the way of, where the form says so.
fn keys_of(form: &FormPage, body: &Map<String, Json>) -> Option<Vec<String>> {
    if let Some(maker) = form.import.maker {
        return Some(maker.keys(body));
    }
    let mut keys = form.import.alike?(body);
    let value = |field: &Field| {
        let given = body.get(&field.name()).cloned().or_else(|| serde_json::from_str(field.initial).ok());
        field.parse(given.as_ref(), &field.name(), &mut Findings::new())
    };
    let text = |field: &Field| match value(field) {
        Value::Null => String::new(),
        value => format!("{value:?}").to_lowercase(),
    };
    for unique in form.uniques {
        let fields =
            unique.columns.iter().filter_map(|column| form.fields.iter().find(|field| field.column == *column));
        let texts: Vec<String> = fields.map(text).collect();
        if texts.iter().any(|text| !text.is_empty()) {
            keys.push(format!("{} {}", unique.index, texts.join(" ")));
        }
    }
    if let Some(flagged) = form.flagged.filter(|flagged| value(&flagged.flag) == Value::Bool(true)) {
        // Who takes the flag takes it from the others.
        let within: Vec<String> = flagged.within.iter().map(text).collect();
        keys.push(format!("{} {}", flagged.flag.column, within.join(" ")));
    }
    let own = form.import.keys.iter().map(|key| (key, text(key))).filter(|(_, text)| !text.is_empty());
    keys.extend(own.map(|(key, text)| format!("{} {text}", key.column)));
    Some(keys)
}

/// What others do to the kind of data of a form while rows are worked on: seen by the lines of the log, which every
/// write leaves, and by what imports did, whose lines are as old as their rows, or follow them.
pub struct Watch<'a> {
    form: &'a FormPage,
    org: i64,
    since: Instant,
    seen: BTreeSet<Id>,
    /// What the rows have in common with those they stand in the way of; none where each may stand in that of any.
    keys: Option<HashSet<String>>,
}

impl<'a> Watch<'a> {
    /// Begins to watch.
    pub fn begin(call: &Call, form: &'a FormPage, mode: Mode, rows: &[Prepared]) -> Result<Self, Refusal> {
        let org = call.actor()?.org_id;
        let since = call.now().plus_millis(-ON_THE_WAY_MS);
        let keys = rows.iter().map(|row| keys_of(form, &row.body)).collect::<Option<Vec<_>>>();
        let keys = keys.filter(|_| mode == Mode::Add).map(|keys| keys.into_iter().flatten().collect());
        let mut watch = Self { form, org, since, seen: BTreeSet::new(), keys };
        let (lines, imports) = call.read(|conn| Ok((watch.lines(conn)?, watch.imports(conn)?)))?;
        watch.seen.extend(lines.into_iter().map(|(line, _)| line).chain(imports.into_iter().map(|(_, job)| job)));
        Ok(watch)
    }

    /// Whose documents of the kind stand in the way.
    fn orgs(&self) -> Vec<i64> {
        let platforms = self.form.overlay || !self.form.naming.is_empty();
        if platforms { vec![self.org, PLATFORM_ORG] } else { vec![self.org] }
    }

    /// Lines about documents of the kind, with the documents. Found by their time: of one kind there may be a million.
    fn lines(&self, conn: &mut dyn Conn) -> Result<Vec<(Id, Option<Id>)>, Refusal> {
        let mut select = sql::from_orgs(&self.orgs(), "operation_log");
        select
            .columns(["id", "object_id"])
            .and_where(sql::col("id").gte(sql::value(Id::first_at(self.since))))
            .and_where(Expr::cust("operation_log.object_type || ''").eq(sql::value(self.form.object_type)));
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
    }

    /// Imports that ended, with their companies.
    fn imports(&self, conn: &mut dyn Conn) -> Result<Vec<(i64, Id)>, Refusal> {
        let mut select = sql::from_orgs(&self.orgs(), "job_run");
        select
            .columns(["org_id", "id"])
            .and_where(sql::eq("kind", Class::Import.text().to_owned()))
            .and_where(sql::col("finished_at").gte(sql::value(self.since)));
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
    }

    /// Documents of the kind that an import wrote.
    fn imported(&self, conn: &mut dyn Conn, (org, job): (i64, Id)) -> Result<Vec<Id>, Refusal> {
        let mut own = sql::from(org, self.form.table);
        own.expr(Expr::cust("1")).and_where(sql::of(self.form.table, "id").equals(("import_row", "target_id")));
        let mut select = sql::from(org, "import_row");
        select.column("target_id").and_where(sql::eq("job_id", job)).and_where(Expr::exists(own));
        conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
    }

    /// Whether somebody changed what may stand in the way of the rows since it was asked last, or of any where that
    /// is not known.
    pub fn is_overtaken(&mut self, conn: &mut dyn Conn) -> Result<bool, Refusal> {
        for (line, document) in self.lines(conn)? {
            if self.seen.insert(line) && self.meets(conn, document)? {
                return Ok(true);
            }
        }
        for import in self.imports(conn)? {
            if self.seen.insert(import.1) {
                for document in self.imported(conn, import)? {
                    if self.meets(conn, Some(document))? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether a document stands in the way. One that is gone stands in nobody's.
    fn meets(&self, conn: &mut dyn Conn, document: Option<Id>) -> Result<bool, Refusal> {
        let (Some(keys), Some(document)) = (&self.keys, document) else { return Ok(true) };
        if let Some(maker) = self.form.import.maker {
            return Ok(maker.keys_of(conn, self.org, document)?.iter().any(|key| keys.contains(key)));
        }
        let Some((_, _, values)) = self.form.load(conn, self.org, document)? else { return Ok(false) };
        let taken = keys_of(self.form, &self.form.members_of(&values)?).unwrap_or_default();
        Ok(taken.iter().any(|key| keys.contains(key)))
    }
}
