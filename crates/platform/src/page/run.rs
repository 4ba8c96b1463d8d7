//! The calls of a page's actions, and the rules its list and form ask the page for.

use kernel::{Findings, Id};
use sea_query::{Condition, Expr, Order};
use serde_json::{Map, Value as Json, json};

use super::Page;
use super::action::{Action, Chosen, Does};
use crate::PLATFORM_ORG;
use crate::access::Actor;
use crate::attached;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::dictionary;
use crate::document::{self, Act, Document, Draft, FormPage, Written};
use crate::field::{Field, messages, push_text};
use crate::flow::{Asked, Filled, Step, said_in};
use crate::import::labelled;
use crate::list::{self, Cells, RowView};
use crate::log::differences;
use crate::refusal::Refusal;
use crate::registry::{OFFERS_MAX, Offer, SelectAsk};
use crate::store::{Cell, Conn, Row, Value, sql};

impl<D: Document> Page<D> {
    /// POST of an action.
    pub(super) fn run(&'static self, action: &'static Action<D>, call: &mut Call) -> Outcome {
        let rows = (action.many && matches!(action.does, Does::Tool(_))).then_some("ids");
        let members: Vec<&str> = action.asks.lines.iter().map(|rows| rows.member).chain(rows).collect();
        let asked = Asked::of(call, &action.asks.fields, &members)?;
        match &action.does {
            Does::Tool(work) => {
                let answer = call.write(|tx| {
                    let mut filled = Filled::of(&asked, &action.asks.fields, &action.asks.lines)?;
                    filled.unless_clean()?;
                    work(tx, &mut filled)?;
                    filled.unless_clean()?;
                    Ok(filled.into_parts().1)
                })?;
                Ok(Answer::Data(Json::Object(answer)))
            }
            Does::Look(work, of_row) => {
                let id = if *of_row { Some(call.path_id("id")?) } else { None };
                let actor = call.actor()?;
                let told = call.read(|conn| {
                    if let Some(id) = id {
                        self.need_begin(conn, actor, (action, id))?;
                    }
                    let mut filled = Filled::of(&asked, &action.asks.fields, &action.asks.lines)?;
                    filled.unless_clean()?;
                    let told = work(conn, actor, id, &mut filled)?;
                    filled.unless_clean()?;
                    Ok(told)
                })?;
                Ok(Answer::Data(json!({ "told": told.json() })))
            }
            _ => self.act(action, &asked, call),
        }
    }

    /// An action on a row: the row is taken in its version and state, what was asked for is written, and what the action
    /// does besides is done, all or nothing.
    fn act(&'static self, action: &'static Action<D>, asked: &Asked, call: &mut Call) -> Outcome {
        let id = call.path_id("id")?;
        let form = self.form();
        let done = call.write(|tx| {
            let (id, version, old) = form.taken(tx, id)?;
            form.same_version(tx.actor, &asked.body, (id, version, &old))?;
            self.need_state(action, &old)?;
            let document = (self.document)(&old)?;
            let mut filled = Filled::of(asked, &action.asks.fields, &action.asks.lines)?;
            need_files(tx, (action, id), &mut filled)?;
            let mut step = Step::new(id, &document, filled, action.to);
            // Work reads what was asked for: nothing is done with what is no value.
            if let Does::Row(Some(work)) = &action.does
                && !step.findings.has_errors()
            {
                work(tx, &mut step)?;
            }
            step.unless_clean()?;
            let (to, filled) = step.into_parts();
            debug_assert!(to == action.to || action.or.contains(&to), "{}: ends in {to}", action.code);
            hang_files(tx, (action, id), &filled)?;
            let (values, answer) = filled.into_parts();
            let (version, now) = if action.rewrites { form.own(tx, id)? } else { (version, old.clone()) };
            let state = self.write(tx, (&form, action), (id, version, (&old, now)), (to, values))?;
            Ok((id, version + 1, state, answer))
        });
        let (id, version, state, mut answer) = done.map_err(|refusal| form.located(refusal))?;
        answer.insert("id".to_owned(), json!(id));
        answer.insert("version".to_owned(), json!(version));
        if let Some((field, state)) = self.state.zip(state) {
            answer.insert(field.name(), json!(state));
        }
        Ok(Answer::Data(Json::Object(answer)))
    }

    /// Writes the fields of the document that were asked for, the state, and the log line: over the values of now, told as
    /// what differs from the old ones.
    fn write(
        &'static self,
        tx: &mut Tx<'_>,
        (form, action): (&FormPage, &'static Action<D>),
        (id, version, (old, mut new)): (Id, i64, (&[Value], Vec<Value>)),
        (to, asked): (&'static str, Vec<(Field, Value)>),
    ) -> Result<Option<String>, Refusal> {
        let mut put = |field: Field, value: Value| {
            let place = self.fields.iter().position(|known| known.column == field.column);
            if let Some(cell) = place.and_then(|place| new.get_mut(place)) {
                *cell = value;
            }
        };
        for (field, value) in asked {
            put(field, value);
        }
        if let Some(state) = self.state.filter(|_| !to.is_empty()) {
            put(state, Value::Text(to.to_owned()));
        }
        form.store(tx, id, version, &new)?;
        let body = Map::new();
        let entry = form.entry(&form.draft_of(id, new.clone(), old, &body));
        let entry = entry.did(action.kind, action.label.0).level(action.level);
        tx.log(entry.changes(differences(self.fields, old, &new)))?;
        Ok(self.state_of(&new))
    }

    fn state_of(&self, values: &[Value]) -> Option<String> {
        let state = self.state?;
        let place = self.fields.iter().position(|known| known.column == state.column)?;
        String::from_value(values.get(place)?).ok()
    }

    fn need_state(&self, action: &Action<D>, values: &[Value]) -> Result<(), Refusal> {
        let Some((field, state)) = self.state.zip(self.state_of(values)) else { return Ok(()) };
        if action.begins(&state) {
            return Ok(());
        }
        Err(Refusal::Business(said_in(action.refused.unwrap_or(self.refused), field, &state)))
    }

    /// Whether an action that writes nothing may be done to a row.
    fn need_begin(
        &'static self,
        conn: &mut dyn Conn,
        actor: &Actor,
        (action, id): (&Action<D>, Id),
    ) -> Result<(), Refusal> {
        let form = self.form();
        form.need_seen(conn, actor, id)?;
        let (_, _, values) = form.load(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
        self.need_state(action, &values)
    }

    /// GET {base}/{id}/copy: the body of a new row that begins as this one.
    pub(super) fn copy(&'static self, action: &'static Action<D>, without: &[Field], call: &mut Call) -> Outcome {
        let (actor, id) = (call.actor()?, call.path_id("id")?);
        let form = self.form();
        let body = call.read(|conn| {
            self.need_begin(conn, actor, (action, id))?;
            let mut body = form.body_of(conn, actor, id)?;
            body.retain(|name, _| without.iter().all(|field| field.name() != *name));
            body.extend(action.origin.map(|origin| (origin.name(), json!(id))));
            if let Some(first) = &action.first {
                body.extend(first(conn, actor, Some(id), &Chosen::default())?);
            }
            Ok(body)
        })?;
        Ok(Answer::Data(Json::Object(body)))
    }

    /// GET …/first.
    pub(super) fn first(&'static self, action: &'static Action<D>, call: &mut Call) -> Outcome {
        let id = if action.is_of_row() { Some(call.path_id("id")?) } else { None };
        let actor = call.actor()?;
        let first = action.first.as_ref().ok_or(Refusal::NotFound)?;
        let chosen = Chosen::of(&action.asks.follows, &call.asked.query);
        let values = call.read(|conn| {
            if let Some(id) = id {
                self.need_begin(conn, actor, (action, id))?;
            }
            first(conn, actor, id, &chosen)
        })?;
        Ok(Answer::Data(Json::Object(values)))
    }

    /// What a row holds of the fields an action asks for: the usual first values.
    pub fn first_of(
        &'static self,
        conn: &mut dyn Conn,
        actor: &Actor,
        id: Option<Id>,
    ) -> Result<Map<String, Json>, Refusal> {
        let Some(id) = id else { return Ok(Map::new()) };
        let form = self.form();
        let (_, _, mut values) = form.load(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
        form.hide(actor, &mut values);
        form.members_of(&values)
    }

    /// A select of its rows by what names them, the newest first, with another column beside it.
    pub fn offer(&self, call: &mut Call, ask: &SelectAsk, hint: Field) -> Result<Vec<Offer>, Refusal> {
        let mut select = sql::from(call.actor()?.org_id, self.table);
        select.columns(["id", self.number.column, hint.column]).order_by("id", Order::Desc).limit(OFFERS_MAX);
        if ask.value.is_empty() {
            select.and_where(sql::contains(sql::col(self.number.column), &ask.keyword));
        } else {
            select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or_default()));
        }
        let language = call.language().to_owned();
        let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
        let offer = |row: &Row| {
            let shown = |field: Field, place: usize| field.show(row.value(place), &language);
            Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: shown(self.number, 1), hint: shown(hint, 2) })
        };
        rows.iter().map(offer).collect()
    }

    /// GET {base}/{verb}/file/{id}: a file of a row its caller sees, or that he has just sent.
    pub(super) fn file(&'static self, action: &'static Action<D>, call: &mut Call) -> Outcome {
        let (actor, id) = (call.actor()?, call.path_id("id")?);
        let form = self.form();
        let file = call.read(|conn| {
            let found = attached::find(conn, actor.org_id, &action.files_kind, id)?;
            let (row, file) = found.ok_or(Refusal::NotFound)?;
            match row {
                Some(row) => form.need_seen(conn, actor, row)?,
                None if file.is_of(actor) => {}
                None => return Err(Refusal::NotFound),
            }
            Ok(file)
        })?;
        file.answer(call)
    }

    /// Codes of what a caller may do to a row in its state.
    fn codes(&self, actor: &Actor, own: bool, state: &str) -> impl Iterator<Item = &str> {
        let done = self.actions.iter().filter(|action| action.is_of_row());
        let may = move |action: &&Action<D>| {
            let mine = match action.does {
                Does::Look(..) => true,
                // Of a row of the platform a company takes its own in its place; there is none to copy or to remove.
                Does::Copy(..) | Does::Remove => own,
                _ => own || self.adopts,
            };
            mine && action.begins(state) && actor.has(&action.code)
        };
        let codes = done.filter(may).map(|action| action.code.as_str());
        codes.collect::<std::collections::BTreeSet<_>>().into_iter()
    }
}

/// What is wrong with the files a body names.
fn need_files<D>(
    tx: &mut Tx<'_>,
    (action, id): (&'static Action<D>, Id),
    filled: &mut Filled<'_>,
) -> Result<(), Refusal> {
    const FILES_MAX: usize = 5;
    for field in action.file_fields() {
        let member = field.name();
        attached::check_in(tx, (&action.files_kind, id), (filled.body, &member, FILES_MAX), &mut filled.findings)?;
        let none = attached::named_in(filled.body, &member).is_none_or(|files| files.is_empty());
        if none && field.required {
            filled.findings.error(member, labelled(messages::REQUIRED, &field, &[]));
        }
    }
    Ok(())
}

fn hang_files<D>(tx: &mut Tx<'_>, (action, id): (&'static Action<D>, Id), filled: &Filled<'_>) -> Result<(), Refusal> {
    for field in action.file_fields() {
        if let Some(files) = attached::named_in(filled.body, &field.name()) {
            attached::hang(tx, &action.files_kind, id, &files)?;
        }
    }
    Ok(())
}

fn write_codes<'a>(codes: impl Iterator<Item = &'a str>, out: &mut String) {
    out.push_str(",\"can\":[");
    for (place, code) in codes.enumerate() {
        if place > 0 {
            out.push(',');
        }
        push_text(code, out);
    }
    out.push(']');
}

impl<D: Document> list::Behind for Page<D> {
    fn visible(&self, actor: &Actor) -> Option<Condition> {
        self.visible.as_ref().map(|visible| visible(actor))
    }

    fn decorate(&self, actor: &Actor, row: &RowView<'_>, out: &mut String) {
        let own = *row.value("orgId") == Value::Int(actor.org_id);
        let state = self.state.map(|state| String::from_value(row.value(&state.name())).unwrap_or_default());
        write_codes(self.codes(actor, own, &state.unwrap_or_default()), out);
        if let Some(decorate) = &self.decorate {
            decorate(actor, row, out);
        }
    }

    fn fills(&self) -> bool {
        self.fill.is_some() || self.of_dictionaries || !self.counts.is_empty()
    }

    fn of_dictionaries(&self) -> bool {
        self.of_dictionaries
    }

    fn fill(&self, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
        self.fill_counts(conn, actor, rows)?;
        self.fill.as_ref().map_or(Ok(()), |fill| fill(conn, actor, rows))
    }

    fn totals(&self, conn: &mut dyn Conn, asked: &list::Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
        self.totals.as_ref().map_or_else(|| Ok(Vec::new()), |totals| totals(conn, asked))
    }
}

impl<D: Document> document::Behind for Page<D> {
    fn rules(&self, tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
        self.shared_rules(tx, draft, findings)?;
        self.rules.as_ref().map_or(Ok(()), |rules| rules(tx, draft, findings))
    }

    fn is_ruled(&self) -> bool {
        self.rules.is_some() || self.after.is_some() || self.has_shared_rules()
    }

    fn after(&'static self, tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
        self.make_several(tx, draft)?;
        self.after.as_ref().map_or_else(|| Ok(Written::default()), |after| after(tx, draft))
    }

    fn view_more(
        &self,
        conn: &mut dyn Conn,
        actor: &Actor,
        (id, owner, values): (Id, i64, &[Value]),
        view: &mut Map<String, Json>,
    ) -> Result<(), Refusal> {
        let state = self.state_of(values).unwrap_or_default();
        let codes: Vec<&str> = self.codes(actor, owner == actor.org_id, &state).collect();
        view.insert("can".to_owned(), json!(codes));
        for action in &self.actions {
            for field in action.file_fields() {
                view.insert(field.name(), attached::list(conn, owner, &action.files_kind, id)?);
            }
        }
        if let Some(tells) = &self.tells {
            view.insert("told".to_owned(), tells(conn, actor, id)?.json());
        }
        self.view_more.as_ref().map_or(Ok(()), |more| more(conn, actor.org_id, id, view))
    }

    fn hides(&self, actor: &Actor, field: &Field) -> bool {
        let is_of =
            |column: &&list::Column| matches!(column.source, list::Source::Own) && column.field.column == field.column;
        self.columns.iter().filter(is_of).any(|column| !column.seen_by(actor))
    }

    fn seen(&self, conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
        if let Some(seen) = &self.seen {
            return seen(conn, actor, id);
        }
        let Some(visible) = &self.visible else { return Ok(()) };
        let orgs = [actor.org_id, PLATFORM_ORG];
        let orgs = if self.overlay.is_empty() { &orgs[..1] } else { &orgs };
        let mut select = sql::from_orgs(orgs, self.table);
        list::join(&self.joins, self.table, &mut select);
        select.expr(Expr::cust("1")).cond_where(visible(actor)).and_where(sql::of_eq(self.table, "id", id));
        conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
    }

    fn status(&self, tx: &mut Tx<'_>, (id, active): (Id, bool), findings: &mut Findings) -> Result<(), Refusal> {
        self.status_rule.as_ref().map_or(Ok(()), |rule| rule(tx, id, active, findings))
    }

    fn remove(&'static self, tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
        self.need_free(tx, id)?;
        if self.of_dictionaries {
            dictionary::need_unused(tx, id)?;
        }
        self.remove_rule.as_ref().map_or(Ok(()), |rule| rule(tx, id))
    }

    /// Who may copy, saves what he copied; a copy that remembers the row it was made of is held to name one.
    fn may_make(&self, actor: &Actor, body: &Map<String, Json>) -> bool {
        let names = |origin: Field| body.get(&origin.name()).is_some_and(|named| !named.is_null());
        self.copies().any(|action| actor.has(&action.code) && action.origin.is_none_or(names))
    }

    fn need(&self, act: Act, values: &[Value]) -> Result<(), Refusal> {
        let done = self.actions.iter().find(|action| match action.does {
            Does::Edit => act == Act::Edit,
            Does::Switch => act == Act::Switch,
            Does::Remove => act == Act::Remove,
            _ => false,
        });
        done.map_or(Ok(()), |action| self.need_state(action, values))
    }
}
