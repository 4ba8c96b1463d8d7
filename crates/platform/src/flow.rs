//! Flows: the states of a document and the moves between them, declared. A move is one call: it says who may, from
//! which states, what it asks for, what it writes beside the new state, and what refuses it.
//!
//! ```ignore
//! pub static FLOW: Flow<Pouch> = Flow {
//!     seen: Some(orders::need_seen),
//!     moves: &[
//!         Move::new("void_cargo_pouch", "{id}/void", Access::Code("af-pouch-void"), "作废", (&[DRAFT, SEALED], VOID))
//!             .asks(&[REASON])
//!             .level(Level::High),
//!     ],
//!     ..Flow::of((BASE, PAGE, TABLE), (Pouch::STATE, Pouch::POUCH_NUMBER), WRONG_STATE)
//! };
//! ```
//!
//! The standard suite tries every move in every state.

use std::ops::{Deref, DerefMut};

use kernel::{Findings, Id, Msg, Text};
use serde_json::{Map, Value as Json, json};

use crate::access::{Access, Actor};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::document::{Document, NamedRows, RowValues, Rows, claim};
use crate::field::{Choice, Field, Kind};
use crate::list::{Button, json_schema};
use crate::log::{Level, LogEntry, differences};
use crate::refusal::{Refusal, messages};
use crate::registry::{Body, Method, Operation};
use crate::store::{Cell, Conn, Value, sql};
use crate::when;

/// What a move does beside writing state and fields: it may find faults, ask, and set more fields.
pub type Work<D> = fn(&mut Tx<'_>, &mut Step<'_, D>) -> Result<(), Refusal>;

/// One way from some states to another.
pub struct Move<D: 'static> {
    /// Unique id of its call, verb first.
    pub id: &'static str,
    /// What it does, in a phrase.
    pub summary: &'static str,
    /// Method of its call.
    pub method: Method,
    /// Its call below the flow's; holds `{id}`.
    pub path: &'static str,
    /// Who may.
    pub access: Access,
    /// What the log calls it: kind of change, and function.
    pub did: (&'static str, &'static str),
    /// How much it matters.
    pub level: Level,
    /// States it begins in.
    pub from: &'static [&'static str],
    /// State it ends in.
    pub to: &'static str,
    /// States it may end in instead.
    pub or: &'static [&'static str],
    /// Fields it asks for and writes.
    pub asks: &'static [Field],
    /// Other members its body may have, for `does`.
    pub more: &'static [&'static str],
    /// What it does besides.
    pub does: Option<Work<D>>,
    /// What is said in other states, where it is not what the flow says.
    pub refused: Option<Msg>,
}

impl<D> Move<D> {
    /// A move from some states to another by `POST {base}/{path}`.
    pub const fn new(
        id: &'static str,
        path: &'static str,
        access: Access,
        function: &'static str,
        (from, to): (&'static [&'static str], &'static str),
    ) -> Self {
        Self {
            id,
            summary: "",
            method: Method::Post,
            path,
            access,
            did: ("修改", function),
            level: Level::Middle,
            from,
            to,
            or: &[],
            asks: &[],
            more: &[],
            does: None,
            refused: None,
        }
    }

    /// What it does, in a phrase.
    #[must_use]
    pub const fn summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// By PUT.
    #[must_use]
    pub const fn put(mut self) -> Self {
        self.method = Method::Put;
        self
    }

    /// The kind of change the log calls it, where it is no plain 修改.
    #[must_use]
    pub const fn kind(mut self, kind: &'static str) -> Self {
        self.did.0 = kind;
        self
    }

    /// How much it matters.
    #[must_use]
    pub const fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// What is said in the states it does not begin in; `{state}` is their name.
    #[must_use]
    pub const fn refused(mut self, message: Msg) -> Self {
        self.refused = Some(message);
        self
    }

    /// It may end in other states, as its work says.
    #[must_use]
    pub const fn or(mut self, states: &'static [&'static str]) -> Self {
        self.or = states;
        self
    }

    /// Fields it asks for and writes.
    #[must_use]
    pub const fn asks(mut self, fields: &'static [Field]) -> Self {
        self.asks = fields;
        self
    }

    /// Other members its body may have.
    #[must_use]
    pub const fn more(mut self, names: &'static [&'static str]) -> Self {
        self.more = names;
        self
    }

    /// What it does besides.
    #[must_use]
    pub const fn does(mut self, work: Work<D>) -> Self {
        self.does = Some(work);
        self
    }

    fn body_schema(&self) -> Json {
        let version = ("version".to_owned(), json!({ "type": "integer" }));
        let confirmed = ("confirmed".to_owned(), json!({ "type": "array", "items": { "type": "string" } }));
        let asked = self.asks.iter().map(|field| (field.name(), json_schema(field)));
        let more = self.more.iter().map(|name| ((*name).to_owned(), json!({})));
        let properties: Map<String, Json> = [version, confirmed].into_iter().chain(asked).chain(more).collect();
        json!({ "type": "object", "required": ["version"], "properties": properties })
    }
}

/// The states of a document, and the moves between them.
pub struct Flow<D: 'static> {
    /// Beginning of the calls.
    pub base: &'static str,
    /// Page the log names.
    pub page: &'static str,
    /// Kind of thing in the log.
    pub kind: &'static str,
    /// The field that holds the state.
    pub state: Field,
    /// The field the log names a document by.
    pub named: Field,
    /// What is said in a state no move begins in; `{state}` is its name.
    pub refused: Msg,
    /// Who may see a document at all.
    pub seen: Option<fn(&mut dyn Conn, &Actor, Id) -> Result<(), Refusal>>,
    /// States that come of something else than a move: of the clock, of answers from outside.
    pub elsewhere: &'static [&'static str],
    /// The moves.
    pub moves: &'static [Move<D>],
}

/// What a user filled in for a move or an action, and what is found about it.
pub struct Filled<'a> {
    /// What it was asked with.
    pub body: &'a Map<String, Json>,
    /// What is wrong, and what is asked.
    pub findings: Findings,
    confirmed: &'a [String],
    values: Vec<(Field, Value)>,
    rows: Vec<NamedRows>,
    answer: Map<String, Json>,
}

impl<'a> Filled<'a> {
    /// Reads the fields and rows that are asked for; what is wrong is found at its place.
    pub(crate) fn of(asked: &'a Asked, fields: &[Field], lines: &[Rows]) -> Result<Self, Refusal> {
        let mut findings = Findings::new();
        let named = lines.iter().map(|rows| rows.named_rows(&asked.body, &mut findings));
        let rows = named.collect::<Result<_, _>>()?;
        // Files are no values: they hang on the row.
        let typed = fields.iter().filter(|field| !matches!(field.kind, Kind::Files(_)));
        let typed: Vec<Field> = typed.map(|field| field.among(fields)).collect();
        let mut values: Vec<Value> = typed.iter().map(|field| asked.value(*field, &mut findings)).collect();
        when::settle((&typed, &|_| None), &mut values, None, &|field| field.name(), &mut findings);
        let values = typed.into_iter().zip(values).collect();
        Ok(Self { body: &asked.body, findings, confirmed: &asked.confirmed, values, rows, answer: Map::new() })
    }

    /// What a field will hold.
    pub fn value(&self, field: Field) -> &Value {
        let found = self.values.iter().find(|(known, _)| known.column == field.column);
        found.map_or(&Value::Null, |(_, value)| value)
    }

    /// What a field will hold, as its type.
    pub fn get<T: Cell>(&self, field: Field) -> Result<T, Refusal> {
        Ok(T::from_value(self.value(field))?)
    }

    /// The rows of a member; none where the body says nothing of them.
    pub fn rows(&self, member: &str) -> &[RowValues] {
        let found = self.rows.iter().find(|named| named.rows.member == member);
        found.and_then(|named| named.values.as_deref()).unwrap_or_default()
    }

    /// Writes another field.
    pub fn set(&mut self, field: Field, value: Value) {
        self.keep(field);
        self.values.push((field, value));
    }

    /// Leaves a field as it is, though it was asked for.
    pub fn keep(&mut self, field: Field) {
        self.values.retain(|(known, _)| known.column != field.column);
    }

    /// Adds a member to the answer.
    pub fn answer(&mut self, name: &str, value: Json) {
        self.answer.insert(name.to_owned(), value);
    }

    /// Refuses here when something is wrong already: before work that can't be asked for twice.
    pub fn unless_clean(&self) -> Result<(), Refusal> {
        Refusal::unless_clean(&self.findings, self.confirmed)
    }

    /// What is to be written, and what is answered beside it.
    pub(crate) fn into_parts(self) -> (Vec<(Field, Value)>, Map<String, Json>) {
        (self.values, self.answer)
    }
}

/// A move under way.
pub struct Step<'a, D> {
    /// The document's id.
    pub id: Id,
    /// The document as it was.
    pub document: &'a D,
    filled: Filled<'a>,
    to: &'static str,
}

impl<'a, D> Step<'a, D> {
    /// A document that is to end in a state; in none, where it has no states or keeps the one it is in.
    pub(crate) fn new(id: Id, document: &'a D, filled: Filled<'a>, to: &'static str) -> Self {
        Self { id, document, filled, to }
    }

    /// The version the caller saw.
    pub fn version(&self) -> i64 {
        self.body.get("version").and_then(Json::as_i64).unwrap_or_default()
    }

    /// Ends in another state than the declared one.
    pub fn go_to(&mut self, state: &'static str) {
        self.to = state;
    }

    /// The state it ends in, and what was filled in.
    pub(crate) fn into_parts(self) -> (&'static str, Filled<'a>) {
        (self.to, self.filled)
    }
}

impl<'a, D> Deref for Step<'a, D> {
    type Target = Filled<'a>;

    fn deref(&self) -> &Filled<'a> {
        &self.filled
    }
}

impl<'a, D> DerefMut for Step<'a, D> {
    fn deref_mut(&mut self) -> &mut Filled<'a> {
        &mut self.filled
    }
}

/// What a move was asked with: the version, answered questions, and some members.
pub struct Asked {
    /// Version of the document.
    pub version: i64,
    /// Keys of questions that were answered with yes.
    pub confirmed: Vec<String>,
    /// All of it.
    pub body: Map<String, Json>,
}

impl Asked {
    /// Reads it; a member nobody knows is refused.
    pub fn of(call: &Call, fields: &[Field], more: &[&str]) -> Result<Self, Refusal> {
        let body: Map<String, Json> = call.json()?;
        let known = |name: &str| {
            // `requestId` names the attempt; the door reads it ([`crate::once`]).
            matches!(name, "version" | "confirmed" | "requestId")
                || more.contains(&name)
                || fields.iter().any(|field| field.name() == name)
        };
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let version = body.get("version").and_then(Json::as_i64).unwrap_or_default();
        let list = body.get("confirmed").and_then(Json::as_array).into_iter().flatten();
        let confirmed = list.filter_map(|key| key.as_str().map(ToOwned::to_owned)).collect();
        Ok(Self { version, confirmed, body })
    }

    /// The value of a field; what is wrong is found at it.
    pub fn value(&self, field: Field, findings: &mut Findings) -> Value {
        let name = field.name();
        field.parse(self.body.get(&name), &name, findings)
    }
}

impl<D: Document> Flow<D> {
    /// A flow of `(calls, page, kind of thing)` by its fields of state and name; with nothing else said, everybody who
    /// may move may see it.
    pub const fn of(
        (base, page, kind): (&'static str, &'static str, &'static str),
        (state, named): (Field, Field),
        refused: Msg,
    ) -> Self {
        Self { base, page, kind, state, named, refused, seen: None, elsewhere: &[], moves: &[] }
    }

    /// The calls of the moves.
    pub fn operations(&'static self) -> Vec<Operation> {
        let operation = |one: &'static Move<D>| {
            let path = format!("{}/{}", self.base, one.path);
            let work = move |call: &mut Call| self.run(one, call);
            let operation = Operation::new(one.id, one.method, path, one.access, work);
            let operation = operation.body(Body::Json(one.body_schema())).answers(self.answer_schema());
            if one.summary.is_empty() { operation } else { operation.summary(one.summary) }
        };
        self.moves.iter().map(operation).collect()
    }

    fn answer_schema(&self) -> Json {
        let whole = json!({ "type": "integer" });
        let id = json!({ "type": "string" });
        let known = json!({ "id": id, "version": whole, self.state.name(): json_schema(&self.state) });
        json!({ "type": "object", "properties": known })
    }

    fn run(&self, one: &Move<D>, call: &mut Call) -> Outcome {
        let (id, asked) = (call.path_id("id")?, Asked::of(call, one.asks, one.more)?);
        let (state, more) = call.write(|tx| {
            let document = self.taken(tx, (id, asked.version), (one.from, one.refused.unwrap_or(self.refused)))?;
            let filled = Filled::of(&asked, one.asks, &[])?;
            let mut step = Step::new(id, &document, filled, one.to);
            if let Some(work) = one.does {
                work(tx, &mut step)?;
            }
            step.unless_clean()?;
            let (to, filled) = step.into_parts();
            debug_assert!(to == one.to || one.or.contains(&to), "{}: ends in {to}", one.id);
            let (values, answer) = filled.into_parts();
            self.go(tx, id, (to, one.did, one.level), &values)?;
            Ok((to, answer))
        })?;
        let mut data = json!({ "id": id, "version": asked.version + 1, self.state.name(): state });
        if let Some(data) = data.as_object_mut() {
            data.extend(more);
        }
        Ok(Answer::Data(data))
    }

    /// Takes a document the caller sees, in its version and in one of some states, for a change.
    pub fn take(&self, tx: &mut Tx<'_>, place: (Id, i64), from: &[&str]) -> Result<D, Refusal> {
        self.taken(tx, place, (from, self.refused))
    }

    fn taken(&self, tx: &mut Tx<'_>, (id, version): (Id, i64), (from, refused): (&[&str], Msg)) -> Result<D, Refusal> {
        let actor = tx.actor;
        self.seen.map_or(Ok(()), |need_seen| need_seen(tx, actor, id))?;
        claim(tx, D::TABLE, id, version)?;
        let values = self.read(tx, id)?;
        let state = String::from_value(of::<D>(self.state, &values))?;
        self.need_or(&state, from, refused)?;
        Ok(D::from_values(&values)?)
    }

    /// Refuses in another state than these.
    pub fn need(&self, state: &str, from: &[&str]) -> Result<(), Refusal> {
        self.need_or(state, from, self.refused)
    }

    fn need_or(&self, state: &str, from: &[&str], refused: Msg) -> Result<(), Refusal> {
        if from.contains(&state) { Ok(()) } else { Err(Refusal::Business(said_in(refused, self.state, state))) }
    }

    /// Writes a new state with what belongs to it, and the log line.
    pub fn go(
        &self,
        tx: &mut Tx<'_>,
        id: Id,
        (to, (kind, function), level): (&'static str, (&'static str, &'static str), Level),
        values: &[(Field, Value)],
    ) -> Result<(), Refusal> {
        let old = self.read(tx, id)?;
        let mut cells = vec![(self.state.column, to.into_value())];
        cells.extend(values.iter().map(|(field, value)| (field.column, value.clone())));
        let mut update = sql::update(tx.org(), D::TABLE, &cells);
        tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
        let written: Vec<(Field, Value)> =
            std::iter::once((self.state, to.into_value())).chain(values.iter().cloned()).collect();
        let (fields, new): (Vec<Field>, Vec<Value>) = written.into_iter().unzip();
        let before: Vec<Value> = fields.iter().map(|field| of::<D>(*field, &old).clone()).collect();
        let named = String::from_value(of::<D>(self.named, &old))?;
        let entry = LogEntry::of(self.kind, id, named, self.page).did(kind, function).level(level);
        tx.log(entry.changes(differences(&fields, &before, &new)))
    }

    fn read(&self, conn: &mut Tx<'_>, id: Id) -> Result<Vec<Value>, Refusal> {
        let mut select = sql::from(conn.org(), D::TABLE);
        select.columns(D::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
        Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.0)
    }

    /// The flow as the standard suite looks at it.
    pub fn facts(&'static self) -> Facts {
        let moves = self.moves.iter().map(|one| MoveFacts {
            id: one.id,
            method: one.method,
            path: format!("{}/{}", self.base, one.path),
            refused: one.refused.unwrap_or(self.refused),
            from: one.from,
            to: std::iter::once(one.to).chain(one.or.iter().copied()).collect(),
        });
        Facts { table: D::TABLE, state: self.state, elsewhere: self.elsewhere, moves: moves.collect() }
    }
}

fn of<D: Document>(field: Field, values: &[Value]) -> &Value {
    let place = D::FIELDS.iter().position(|known| known.column == field.column);
    place.and_then(|place| values.get(place)).unwrap_or(&Value::Null)
}

pub(crate) fn said_in(refused: Msg, field: Field, state: &str) -> Text {
    let (zh, en) = name_of(field.choices, state);
    refused.with_each(&[("state", zh)], &[("state", en)])
}

/// Chinese and English name of a state.
pub fn name_of(states: &[Choice], state: &str) -> (&'static str, &'static str) {
    states.iter().find(|choice| choice.value == state).map_or(("", ""), |choice| (choice.zh, choice.en))
}

/// A flow without its work.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Table of the documents.
    pub table: &'static str,
    /// The field that holds the state.
    pub state: Field,
    /// States that come of something else than a move.
    pub elsewhere: &'static [&'static str],
    /// The moves.
    pub moves: Vec<MoveFacts>,
}

/// A move without its work.
#[derive(Debug, Clone)]
pub struct MoveFacts {
    /// Id of its call.
    pub id: &'static str,
    /// Method.
    pub method: Method,
    /// Path, with `{id}`.
    pub path: String,
    /// What is said in other states.
    pub refused: Msg,
    /// States it begins in.
    pub from: &'static [&'static str],
    /// States it may end in.
    pub to: Vec<&'static str>,
}

impl Facts {
    /// What a move says in a state it does not begin in, in Chinese.
    pub fn refusal_of(&self, one: &MoveFacts, state: &str) -> String {
        said_in(one.refused, self.state, state).zh
    }

    /// The button of a call must be shown in the states its move begins in.
    pub fn fault_of(&self, button: &Button) -> Option<String> {
        let one = self.moves.iter().find(|one| {
            button.call == format!("{} {}", one.method.name().to_uppercase(), one.path) && !button.when.1.is_empty()
        })?;
        let mut shown = button.when.1.to_vec();
        let mut from = one.from.to_vec();
        shown.sort_unstable();
        from.sort_unstable();
        (shown != from).then(|| format!("{}: shown in {shown:?}, begins in {from:?}", one.id))
    }
}
