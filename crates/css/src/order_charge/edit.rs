//! Looking at the charges of an order, checking what is typed, and writing it.

use std::collections::BTreeSet;

use charge::entry::{self, Ground, Known, Subject, Typed};
use charge::item::Reading;
use charge::line::{self, Line, member_of};
use charge::{chain, finance, ledger};
use kernel::{Findings, Id, Instant, Msg, Text};
use order::store::{self, Saved};
use order::{Head, subject};
use platform::access::Actor;
use platform::call::{Call, Outcome, Tx};
use platform::refusal::{Refusal, findings_json, messages};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::Side;

use super::told::{self, Reader, Shown, closed};
use super::{answers, body, data, found, text};

const WAITS: Msg = Msg::new(
    "charge.waits",
    "杂费未确认，请在杂费录入中处理",
    "The incidental charge is not confirmed; decide about it on the page of incidental charges.",
);

const UNLINKS: Msg = Msg::new(
    "charge.unlinks",
    "删除的应收已关联代收代付成本，删除后将取消关联，是否继续？",
    "A cost that is passed on is linked to the income you remove, and loses its link. Continue?",
);

/// GET /css/charge/list?orderUuid.
pub(crate) fn page(call: &mut Call) -> Outcome {
    let (actor, now, language) = (call.actor()?.clone(), call.now(), call.language().to_owned());
    let uuid = call.query("orderUuid").to_owned();
    call.read(|conn| {
        let saved = found(conn, &actor, &uuid)?;
        shown(conn, (&actor, now, &language), &saved)
    })
    .map(Json::Object)
    .and_then(data)
}

/// Everything the page shows of a stored order's charges.
pub(super) fn shown(
    conn: &mut dyn Conn,
    (actor, now, language): (&Actor, Instant, &str),
    saved: &Saved,
) -> Result<Map<String, Json>, Refusal> {
    let org = actor.org_id;
    let lines = line::of_order(conn, org, saved.id)?;
    let desk = Desk::of(conn, (actor, now, language), saved, &lines)?;
    let mut out = desk.told(conn, org, saved, &lines)?;
    out.insert("rowUuid".to_owned(), json!(finance::version(conn, org, saved.id)?.to_string()));
    let customer = saved.draft.head.get::<Id>(Head::COOP_ID);
    let customer = customer.map(|id| facts::coop_name(conn, org, id)).transpose()?.unwrap_or_default();
    out.insert("order".to_owned(), told::head(saved, &customer, desk.known.own()));
    let [income, cost] = desk.closed.map(|closed| closed.map(|text| text.in_language(language).to_owned()));
    out.insert("closed".to_owned(), json!({ "income": income, "cost": cost }));
    out.insert("buttons".to_owned(), json!(super::finish::buttons(conn, actor, saved)?));
    Ok(out)
}

/// Whether somebody changes what is done.
pub(crate) fn may_after(actor: &Actor) -> bool {
    actor.has(ledger::AFTER_FINISH)
}

/// Why an order takes no changes while something is decided about it as it stands.
pub(crate) fn undecided(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Text>, Refusal> {
    match orderdesk::need_undecided(conn, org, order) {
        Err(Refusal::Business(why)) => Ok(Some(why)),
        other => other.map(|()| None),
    }
}

/// What the calls of the page know of an order.
pub(crate) struct Desk {
    pub subject: Subject,
    pub known: Known,
    pub reader: Reader,
    pub after_finish: bool,
    /// Why each side takes no changes.
    closed: [Option<Text>; 2],
}

impl Desk {
    pub(crate) fn of(
        conn: &mut dyn Conn,
        (actor, now, language): (&Actor, Instant, &str),
        saved: &Saved,
        lines: &[Line],
    ) -> Result<Self, Refusal> {
        let ground = Ground::of(conn, actor.org_id)?;
        let reading = Reading::of(conn, actor.org_id, actor.user_id)?;
        let subject = subject(conn, actor.org_id, saved)?;
        let undecided = undecided(conn, actor.org_id, saved.id)?;
        Self::over(conn, (actor, now, language), (&ground, &reading), (saved, subject, lines), undecided)
    }

    /// The same, over what is known already.
    pub(crate) fn over(
        conn: &mut dyn Conn,
        (actor, now, language): (&Actor, Instant, &str),
        (ground, reading): (&Ground, &Reading),
        (saved, subject, lines): (&Saved, Subject, &[Line]),
        undecided: Option<Text>,
    ) -> Result<Self, Refusal> {
        let known = Known::over(conn, (actor.org_id, now), ground, (&subject, lines))?;
        let reader = Reader::over(reading, actor, saved.profile.scope.code(), language);
        let after_finish = may_after(actor);
        let closed = Side::ALL.map(|side| closed(saved, side, after_finish).or_else(|| undecided.clone()));
        Ok(Self { subject, known, reader, after_finish, closed })
    }

    /// The lines as an answer tells them.
    pub(super) fn told(
        &self,
        conn: &mut dyn Conn,
        org: i64,
        saved: &Saved,
        lines: &[Line],
    ) -> Result<Map<String, Json>, Refusal> {
        let people = facts::user_names(conn, org, lines.iter().filter_map(|line| line.created_by))?;
        let notes = chain::note_numbers(conn, org, lines.iter().filter_map(|line| line.charge.debit_note_id))?;
        let (known, reader, closed) = (&self.known, &self.reader, self.closed.clone());
        let shown = Shown { saved, known, reader, people: &people, notes: &notes, closed };
        let mut out = Map::new();
        shown.sides(lines, &mut out)?;
        Ok(out)
    }
}

/// What a call sends of the charges of an order that are not written yet.
pub(super) struct Sent {
    pub saved: Saved,
    pub kept: Vec<Line>,
    pub typed: Vec<Typed>,
    pub findings: Findings,
}

impl Sent {
    pub(super) fn of(conn: &mut dyn Conn, actor: &Actor, body: &Map<String, Json>) -> Result<Self, Refusal> {
        let saved = found(conn, actor, text(body, "orderUuid"))?;
        let kept = line::of_order(conn, actor.org_id, saved.id)?;
        let mut findings = Findings::new();
        let typed = read(actor, body, &kept, &mut findings)?;
        Ok(Self { saved, kept, typed, findings })
    }
}

/// The lines of typed rows.
pub(crate) fn lines_of(typed: &[Typed]) -> Vec<Line> {
    typed.iter().map(|one| one.line.clone()).collect()
}

/// The lines of both sides that a body names; a side its caller may not see is refused.
fn read(
    actor: &Actor,
    body: &Map<String, Json>,
    kept: &[Line],
    findings: &mut Findings,
) -> Result<Vec<Typed>, Refusal> {
    let mut typed = Vec::new();
    for side in Side::ALL {
        if body.get(member_of(side)).is_some_and(|rows| rows.as_array().is_some_and(|rows| !rows.is_empty())) {
            actor.need(ledger::view_of(side))?;
        }
        typed.extend(entry::read_side(body, side, kept, findings)?);
    }
    let link = |line: &Line| line.charge.linked_charge_id;
    let had = |line: &Line| kept.iter().find(|old| old.id.is_some() && old.id == line.id).and_then(link);
    if typed.iter().any(|one| link(&one.line).is_some() && link(&one.line) != had(&one.line)) {
        actor.need(ledger::INCOME_VIEW)?;
    }
    Ok(typed)
}

/// POST /css/charge/check: figures and rules over what is typed. Rows that were not sent are not told.
pub(super) fn check(call: &mut Call) -> Outcome {
    let (actor, now, language) = (call.actor()?.clone(), call.now(), call.language().to_owned());
    let body = body(call)?;
    call.read(|conn| {
        let Sent { saved, kept, mut typed, mut findings } = Sent::of(conn, &actor, &body)?;
        let desk = Desk::of(conn, (&actor, now, &language), &saved, &lines_of(&typed))?;
        entry::check(&mut typed, &kept, (&desk.subject, &desk.known), actor.has("css-rate-edit"), &mut findings);
        let mut out = desk.told(conn, actor.org_id, &saved, &lines_of(&typed))?;
        out.insert("findings".to_owned(), json!(findings_json(&findings, &language)));
        Ok(Json::Object(out))
    })
    .and_then(data)
}

/// POST /css/charge/save.
pub(super) fn save(call: &mut Call) -> Outcome {
    let language = call.language().to_owned();
    let body = body(call)?;
    call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let saved = found(tx, actor, text(&body, "orderUuid"))?;
        let seen = text(&body, "rowUuid").parse().map_err(|_| bad("rowUuid"))?;
        finance::hold(tx, saved.id, Some(seen))?;
        // Who finished or cancelled it before it was held counts.
        let saved = if is_newest(tx, &saved)? { saved } else { found(tx, actor, text(&body, "orderUuid"))? };
        keep(tx, &saved, &body, &language)?;
        shown(tx, (actor, now, &language), &saved)
    })
    .map(Json::Object)
    .and_then(data)
}

/// Whether an order is still as it was found.
fn is_newest(tx: &mut Tx<'_>, saved: &Saved) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), store::TABLE);
    select.column("row_uuid").and_where(sql::eq("id", saved.id));
    let row_uuid: Option<String> = tx.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(row_uuid.as_ref() == Some(&saved.row_uuid))
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

/// Writes what a body says over the charges of an order that are held.
fn keep(tx: &mut Tx<'_>, saved: &Saved, body: &Map<String, Json>, language: &str) -> Result<(), Refusal> {
    let (actor, now, org) = (tx.actor, tx.now, tx.org());
    let kept = line::of_order(tx, org, saved.id)?;
    let mut findings = Findings::new();
    let typed = read(actor, body, &kept, &mut findings)?;
    let gone = gone(actor, body, &kept)?;
    let mut all = entry::merged(&kept, typed, &gone);
    let desk = Desk::of(tx, (actor, now, language), saved, &lines_of(&all))?;
    entry::check(&mut all, &kept, (&desk.subject, &desk.known), actor.has("css-rate-edit"), &mut findings);
    may(tx, saved, (&kept, &all), desk.after_finish)?;
    let is_gone = |one: &Typed| one.line.charge.linked_charge_id.is_some_and(|id| gone.contains(&id));
    if actor.has(ledger::COST_VIEW) && all.iter().any(is_gone) {
        findings.confirm(member_of(Side::Receivable), UNLINKS.text());
    }
    Refusal::unless_clean(&findings, &answers(body))?;
    ledger::write(tx, (saved.id, &saved.code), (&kept, &lines_of(&all)), "修改费用")
}

/// The lines that are to go.
fn gone(actor: &Actor, body: &Map<String, Json>, kept: &[Line]) -> Result<BTreeSet<Id>, Refusal> {
    let ids = body.get("deleteIds").and_then(Json::as_array).into_iter().flatten();
    let mut gone = BTreeSet::new();
    for id in ids {
        let id = id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or_else(|| bad("deleteIds"))?;
        // What somebody removed meanwhile is gone as it was wished.
        let Some(line) = kept.iter().find(|line| line.id == Some(id)) else { continue };
        actor.need(ledger::view_of(line.side))?;
        if line.stands() {
            return Err(Refusal::business(line.kept_by().unwrap_or(WAITS)));
        }
        gone.insert(id);
    }
    Ok(gone)
}

/// Refuses what the state of the order, the lock of a line or the caller's buttons do not allow; what does not change needs
/// nothing.
fn may(tx: &mut Tx<'_>, saved: &Saved, (kept, all): (&[Line], &[Typed]), after_finish: bool) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let was = |line: &Line| kept.iter().find(|old| old.id.is_some() && old.id == line.id);
    let mut changed = Vec::new();
    let frozen = |old: &Line| old.stands().then(|| old.held_by().unwrap_or(WAITS));
    // A percentage that was not sent follows the lines that were, whoever changes these.
    for line in all.iter().filter(|typed| typed.place.is_some()).map(|typed| &typed.line) {
        match was(line) {
            Some(old) if ledger::alike(old, line) => {}
            Some(old) => changed.push((line.side, "css-charge-edit", frozen(old))),
            None => changed.push((line.side, "css-charge-add", None)),
        }
    }
    let stays = |old: &Line| all.iter().any(|typed| typed.line.id == old.id);
    changed.extend(kept.iter().filter(|old| !stays(old)).map(|old| (old.side, "css-charge-del", frozen(old))));
    if !changed.is_empty() {
        orderdesk::need_undecided(tx, org, saved.id)?;
    }
    for (side, code, frozen) in changed {
        if let Some(why) = closed(saved, side, after_finish) {
            return Err(Refusal::Business(why));
        }
        if let Some(why) = frozen {
            return Err(Refusal::business(why));
        }
        actor.need(code)?;
    }
    Ok(())
}
