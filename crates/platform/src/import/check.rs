//! Writing rows as the form writes them, and the trial that keeps nothing.

use std::collections::HashMap;

use kernel::{Findings, Id, Severity, Text};
use sea_query::ExprTrait;
use serde_json::{Map, Value as Json, json};

use super::cell::{Prepared, prepare};
use super::{Mode, Rows, labelled, meeting, messages};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::contract::shape;
use crate::document::{FormPage, Stored};
use crate::field::Field;
use crate::refusal::{Refusal, messages as refusals};
use crate::stage::{Stage, Worked, rounds};
use crate::store::{Conn, Value, sql};

/// Why a row is not imported.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Field of a column; empty: the row as a whole.
    pub field: String,
    /// The reason.
    pub message: Text,
    /// The form only asks.
    pub question: bool,
}

/// A row that was written.
pub struct Done {
    /// The document as it is now.
    pub stored: Stored,
    /// What it was before; none of an added one.
    pub before: Option<Before>,
}

/// A document before an import changed it.
pub struct Before {
    pub values: Vec<Value>,
    /// Members of its body that are no columns.
    pub members: Map<String, Json>,
}

/// Writes the rows of one file, one after another.
pub struct Writer<'a> {
    form: &'a FormPage,
    /// What it takes.
    columns: &'a [Field],
    mode: Mode,
    accept: bool,
    /// Row of the file by its key.
    keys: HashMap<String, u32>,
    /// Rows of this file by the texts others may name them by.
    made: HashMap<String, Id>,
}

impl<'a> Writer<'a> {
    pub fn new(form: &'a FormPage, columns: &'a [Field], rows: &Rows) -> Self {
        Self { form, columns, mode: rows.mode, accept: rows.accept, keys: HashMap::new(), made: HashMap::new() }
    }

    /// Writes a row, or says why not; what a refused row wrote is undone.
    pub fn write(&mut self, tx: &mut Tx<'_>, row: &Prepared) -> Result<Result<Done, Vec<Fault>>, Refusal> {
        match tx.attempt(|tx| self.put(tx, row))? {
            Ok(done) => {
                self.note(row, done.stored.id, &done.stored.values);
                Ok(Ok(done))
            }
            Err(refusal) => {
                // A cell that can't be read is empty for the rules: what they say of it is no news.
                let mut faults = self.faults(refusal)?;
                faults.retain(|fault| row.findings.at(&fault.field).all(|known| known.text == fault.message));
                Ok(Err(faults))
            }
        }
    }

    /// Knows a row that is written, for those that follow.
    pub fn note(&mut self, row: &Prepared, id: Id, values: &[Value]) {
        if let Some((_, text)) = self.key_of(&row.body) {
            self.keys.insert(text, row.number);
        }
        let number = self.form.fields.iter().position(|field| field.column == self.form.number.column);
        if let Some(Value::Text(text)) = number.and_then(|place| values.get(place)) {
            self.made.insert(text.to_lowercase(), id);
        }
    }

    fn put(&mut self, tx: &mut Tx<'_>, row: &Prepared) -> Result<Done, Refusal> {
        let (mut body, mut findings) = (row.body.clone(), row.findings.clone());
        for (field, text) in &row.waiting {
            match self.made.get(&text.to_lowercase()) {
                Some(id) => {
                    body.insert(field.name(), json!(id.to_string()));
                }
                None => findings.error(field.name(), labelled(messages::NO_SUCH, field, &[])),
            }
        }
        if let Some(maker) = self.form.import.maker {
            let stored = self.asked(body, |body| Ok(Stored::made(maker.add(tx, body, findings.clone())?)))?;
            return Ok(Done { stored, before: None });
        }
        let found = self.find(tx, row, &mut findings)?;
        if let Some(arrange) = self.form.import.arrange {
            arrange(&mut body, found.is_none(), &mut findings);
        }
        let Some((id, version, values)) = found else {
            let stored = self.asked(body, |body| self.form.add(tx, body, findings.clone(), ("导入", "导入新增")))?;
            return Ok(Done { stored, before: None });
        };
        let mut members = Map::new();
        if let Some(more) = self.form.view_more {
            let org = tx.org();
            more(tx, org, id, &mut members)?;
            members.retain(|name, _| self.form.members.contains(&name.as_str()));
        }
        let of = (id, version, values.as_slice());
        let stored = self.asked(body, |body| self.form.change(tx, of, body, findings.clone(), ("导入", "导入修改")))?;
        Ok(Done { stored, before: Some(Before { values, members }) })
    }

    /// Does it, with a yes to every question when the user said so.
    fn asked(
        &self,
        mut body: Map<String, Json>,
        mut work: impl FnMut(&Map<String, Json>) -> Result<Stored, Refusal>,
    ) -> Result<Stored, Refusal> {
        match work(&body) {
            Err(Refusal::Confirm(questions)) if self.accept => {
                let keys: Vec<&str> = questions.iter().map(|question| question.text.key).collect();
                body.insert("confirmed".to_owned(), json!(keys));
                work(&body)
            }
            other => other,
        }
    }

    /// The keys a row is found by, with their text: the first that is filled in, or all of them.
    fn key_of(&self, body: &Map<String, Json>) -> Option<(&'static [Field], String)> {
        let import = &self.form.import;
        let text_of = |key: &Field| {
            let text = body.get(&key.name())?.as_str()?;
            Some(format!("{} {}", key.column, text.to_lowercase()))
        };
        if import.together {
            // A cell that is left out is part of the key, too: a charge for every carrier is another one.
            let texts: Vec<Option<String>> = import.keys.iter().map(text_of).collect();
            let filled = texts.iter().any(Option::is_some);
            let text = texts.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join(" ");
            return filled.then_some((import.keys, text));
        }
        import.keys.iter().find_map(|key| Some((std::slice::from_ref(key), text_of(key)?)))
    }

    /// The row to change. A number the system gives can't be that of a new row.
    fn find(
        &self,
        tx: &mut Tx<'_>,
        row: &Prepared,
        findings: &mut Findings,
    ) -> Result<Option<(Id, i64, Vec<Value>)>, Refusal> {
        let Some((keys, text)) = self.key_of(&row.body) else { return Ok(None) };
        let Some(key) = keys.last() else { return Ok(None) };
        if let Some(number) = self.keys.get(&text) {
            findings.error(key.name(), labelled(messages::SAME_KEY, key, &[("n", &number.to_string())]));
        }
        if self.mode == Mode::Add {
            return Ok(None);
        }
        let mut select = sql::from(tx.org(), self.form.table);
        select.column("id").limit(1);
        // Where several forms share a table, a code is known once in each part of it.
        if let Some((field, value)) = self.form.part {
            select.and_where(sql::eq(field.column, value));
        }
        for key in keys {
            let value = key.parse(row.body.get(&key.name()), &key.name(), &mut Findings::new());
            let empty = value == Value::Null;
            select.and_where(if empty { sql::col(key.column).is_null() } else { sql::eq(key.column, value) });
        }
        let Some(found) = tx.first(&select.into())? else {
            if key.read_only {
                findings.error(key.name(), labelled(messages::NO_SUCH, key, &[]));
            }
            return Ok(None);
        };
        let id = found.get(0)?;
        let (version, values) = self.form.own(tx, id)?;
        Ok(Some((id, version, values)))
    }

    /// What a refusal says, at the columns it is about.
    fn faults(&self, refusal: Refusal) -> Result<Vec<Fault>, Refusal> {
        let known = |name: &str| self.columns.iter().any(|column| column.name() == name);
        let place = |field: &str| {
            let first = field.split('.').next().unwrap_or_default();
            let place = [field, first].into_iter().find(|name| known(name));
            place.unwrap_or_default().to_owned()
        };
        let whole = |message: Text| vec![Fault { field: String::new(), message, question: false }];
        Ok(match refusal {
            Refusal::Findings(findings) => findings
                .items
                .into_iter()
                .filter(|finding| finding.severity == Severity::Error)
                .map(|finding| Fault { field: place(&finding.field), message: finding.text, question: false })
                .collect(),
            Refusal::Confirm(questions) => questions
                .into_iter()
                .map(|asked| Fault { field: place(&asked.field), message: asked.text, question: true })
                .collect(),
            Refusal::Unique(what) => match self.form.unique(&what) {
                Refusal::Unique(what) => return Err(Refusal::Unique(what)),
                located => return self.faults(located),
            },
            Refusal::Business(text) | Refusal::BusinessWith(text, _) | Refusal::BadRequest(text) => whole(text),
            Refusal::Stale(_) => whole(refusals::STALE.text()),
            Refusal::NotFound => whole(refusals::NO_SUCH_DATA.text()),
            Refusal::Forbidden => whole(refusals::FORBIDDEN.text()),
            Refusal::Prove => whole(refusals::PROVE.text()),
            other => return Err(other),
        })
    }
}

/// Rows that are not importable, by their place, with the numbers of added and changed ones.
pub struct Checked {
    pub faults: Vec<(usize, Vec<Fault>)>,
    pub added: usize,
    pub changed: usize,
    /// How cells were read that were written otherwise.
    pub read: Vec<ReadAs>,
}

/// A column with cells that were written otherwise than they are read: the first of them, and how many there are.
pub struct ReadAs {
    field: String,
    row: u32,
    message: Text,
    cells: usize,
}

/// Each column once: in a long file they are all written alike.
fn read_otherwise(prepared: &[Prepared]) -> Vec<ReadAs> {
    let mut read: Vec<ReadAs> = Vec::new();
    for (row, note) in prepared.iter().flat_map(|row| row.findings.notes.iter().map(|note| (row.number, note))) {
        match read.iter_mut().find(|known| known.field == note.field) {
            Some(known) => known.cells += 1,
            None => read.push(ReadAs { field: note.field.clone(), row, message: note.text.clone(), cells: 1 }),
        }
    }
    read
}

impl Checked {
    fn questions(&self) -> usize {
        self.faults.iter().filter(|(_, faults)| faults.iter().all(|fault| fault.question)).count()
    }
}

/// Writes all rows and undoes it, some at a time.
pub fn try_all((form, columns): (&FormPage, &[Field]), call: &mut Call, rows: &Rows) -> Result<Checked, Refusal> {
    let fields = form.import_fields(rows, columns)?;
    may_update(form, call, rows)?;
    let prepared = prepare(call, form, &fields, rows)?;
    let kin = meeting::kin(form, rows.mode, &prepared);
    let read = read_otherwise(&prepared);
    let checked = rounds(|| {
        let mut writer = Writer::new(form, columns, rows);
        let mut checked = Checked { faults: Vec::new(), added: 0, changed: 0, read: Vec::new() };
        let mut work = |tx: &mut Tx<'_>, _: usize, row: &Prepared| -> Result<bool, Refusal> {
            let done = writer.write(tx, row)?;
            match &done {
                Ok(done) if done.before.is_some() => checked.changed += 1,
                Ok(_) => checked.added += 1,
                Err(faults) => checked.faults.push((row.place, faults.clone())),
            }
            Ok(done.is_ok())
        };
        let worked =
            Stage::trial(call).holding_company().through(&prepared, kin.as_ref(), &mut |_| Ok(()), &mut work)?;
        Ok((worked == Worked::Through).then_some(checked))
    })?;
    Ok(Checked { read, ..checked })
}

/// Who changes rows by a file may change them on the form.
pub fn may_update(form: &FormPage, call: &Call, rows: &Rows) -> Result<(), Refusal> {
    let edit = form.codes.get(1).copied().unwrap_or_default();
    if rows.mode == Mode::Update && !call.actor()?.has(edit) { Err(Refusal::Forbidden) } else { Ok(()) }
}

/// The text of a row's cell.
pub fn cell<'a>(rows: &'a Rows, place: usize, field: &str) -> &'a str {
    let column = rows.fields.iter().position(|name| name == field);
    column.and_then(|column| rows.rows.get(place)?.get(column)).map_or("", String::as_str)
}

/// What [`check`] answers.
pub fn schema() -> Json {
    let cell = shape::object([
        ("place", shape::whole()),
        ("row", shape::or_nothing(shape::whole())),
        ("field", shape::text()),
        ("message", shape::text()),
        ("question", shape::flag()),
    ]);
    let read = shape::object([
        ("field", shape::text()),
        ("row", shape::whole()),
        ("count", shape::whole()),
        ("message", shape::text()),
    ]);
    shape::object([
        ("total", shape::whole()),
        ("good", shape::whole()),
        ("bad", shape::whole()),
        ("doubts", shape::whole()),
        ("added", shape::whole()),
        ("changed", shape::whole()),
        ("cells", shape::list_of(cell)),
        ("read", shape::list_of(read)),
    ])
}

/// POST {base}/import/check.
pub fn check(form: &FormPage, call: &mut Call) -> Outcome {
    let rows: Rows = call.json()?;
    let columns = form.import_columns(call)?;
    let checked = try_all((form, &columns), call, &rows)?;
    let language = call.language();
    let cells = checked.faults.iter().flat_map(|(place, faults)| faults.iter().map(move |fault| (*place, fault)));
    let cells = cells.map(|(place, fault)| {
        json!({
            "place": place,
            "row": rows.numbers.get(place),
            "field": fault.field,
            "value": cell(&rows, place, &fault.field),
            "message": fault.message.in_language(language),
            "question": fault.question,
        })
    });
    let read = checked.read.iter().map(|read| {
        json!({
            "field": read.field, "row": read.row, "count": read.cells, "message": read.message.in_language(language),
        })
    });
    let (bad, questions) = (checked.faults.len(), checked.questions());
    Ok(Answer::Data(json!({
        "total": rows.rows.len(),
        "good": rows.rows.len() - bad,
        "bad": bad - questions,
        "doubts": questions,
        "added": checked.added,
        "changed": checked.changed,
        "cells": cells.collect::<Vec<_>>(),
        "read": read.collect::<Vec<_>>(),
    })))
}
