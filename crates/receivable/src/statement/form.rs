//! 新增清单 and 修改: the head of a statement, and which notes stand on it.

use std::collections::BTreeSet;

use charge::chain::PROCESSING;
use charge::ledger::INCOME_VIEW;
use charge::period;
use charge::rate;
use kernel::{Day, parse_day, show_day};
use platform::bulk;
use platform::call::{Answer, Call, Outcome};
use platform::page::Chosen;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::Expr;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use settle::note::{self, Note, NoteRow};
use settle::{number, scope};

use super::act::{self, need_undecided};
use super::due::{self, Given};
use super::members::{self, Held, NOTES_MAX};
use super::pool::{self, Found, Wanted};
use super::{OBJECT, PATH, Statement, TABLE, pieces, seen};
use crate::answer::{CONFIRMED, DISPUTED};
use crate::bank::Banks;
use crate::debit_note;

/// Notes the dialog lists; more are found by the filters, or taken by 按协议自动.
const LISTED_MAX: usize = 500;

const NO_NOTES: Msg = Msg::new("statement.none", "请选择账单", "Choose debit notes.");
const TOO_MANY: Msg = Msg::new("statement.many", "一张清单最多{n}张账单", "A statement has {n} notes at most.");
const ONE_CUSTOMER: Msg =
    Msg::new("statement.customers", "请选择同一客户的账单", "Choose debit notes of one customer.");

/// By ticking.
const TICKED: &str = "TICKED";
/// By the agreement.
const AGREED: &str = "AGREED";
const PICKS: &[Choice] = &[
    Choice::new(TICKED, "勾选账单", "The ticked ones"),
    Choice::new(AGREED, "按协议自动（结算月全部账单）", "By the agreement: all of the settlement month"),
];

const COOP: Field = Statement::COOP_ID.typed();
const SCOPE: Field =
    Field::select(scope::CHOICES, "业务范畴（空为综合）", "Scope (none: all)").column("business_scope");
const DATE: Field = Statement::STATEMENT_DATE.typed();
const BANK: Field =
    Field::reference("orgBank", "公司抬头（默认按币种）", "Company account (default: by currency)").column("bank_id");
const REMARK: Field = Statement::REMARK.typed();
const PICK: Field = Field::select(PICKS, "选取", "Choose").column("pick").initially("\"TICKED\"");
const BIZ_FROM: Field = Field::day("业务日期起", "Business date from").column("biz_from");
const BIZ_TO: Field = Field::day("业务日期止", "Business date to").column("biz_to");
const NOTE_FROM: Field = Field::day("账单日期起", "Note date from").column("note_from");
const NOTE_TO: Field = Field::day("账单日期止", "Note date to").column("note_to");
const NUMBERS: Field =
    Field::long("单号（可粘贴多个）", "Numbers (several may be pasted)").column("numbers").max(2_000);

pub(super) const ASKED_OF_NEW: [Field; 11] =
    [COOP, SCOPE, DATE, BANK, REMARK, PICK, BIZ_FROM, BIZ_TO, NOTE_FROM, NOTE_TO, NUMBERS];
pub(super) const ASKED: [Field; 8] =
    [DATE, Statement::BANK_ID.typed(), REMARK, BIZ_FROM, BIZ_TO, NOTE_FROM, NOTE_TO, NUMBERS];
/// 制清单 of chosen notes.
pub(crate) const OF_NOTES: [Field; 3] = [DATE, BANK, REMARK];
/// What the notes of a new statement follow.
pub(super) const FOLLOWED: [Field; 9] = [COOP, SCOPE, DATE, PICK, BIZ_FROM, BIZ_TO, NOTE_FROM, NOTE_TO, NUMBERS];
/// What narrows the notes of a change.
pub(super) const NARROWED: [Field; 5] = [BIZ_FROM, BIZ_TO, NOTE_FROM, NOTE_TO, NUMBERS];

const CHOSEN: Field = Field::flag("在清单上", "On the statement").column("chosen");
/// Notes that stand on the statement, and those that could; a row is named by its note.
pub(super) const LINES: Rows = Rows {
    member: "notes",
    title: ("账单", "Debit notes"),
    behind: "",
    table: "",
    parent: "",
    fields: &[
        Field::text("账单编号", "Number").column("note_num").wire("debitNoteNum").read_only(),
        Field::text("单号", "Number of the order").column("biz_number").read_only(),
        Field::text("业务日期", "Business date").column("biz_date").read_only(),
        Field::text("账单日期", "Date").column("note_date").wire("debitNoteDate").read_only(),
        Field::text("到期日", "Due date").column("due_date").read_only(),
        Field::text("金额", "Amount").column("currency_amount").read_only(),
        Field::text("本币", "Functional").column("functional_amount").read_only(),
        CHOSEN,
    ],
    most: LISTED_MAX,
    sheet: false,
};

/// Notes as the dialog lists them.
fn shown(found: &[Found], own: trade::charge::Currency, chosen: impl Fn(&Found) -> bool) -> Json {
    let row = |one: &Found| {
        json!({
            "id": one.id, "debitNoteNum": one.num, "bizNumber": one.number, "bizDate": one.biz_date,
            "debitNoteDate": one.date, "dueDate": one.due, "currencyAmount": one.amounts,
            "functionalAmount": pool::functional(one.functional, own), CHOSEN.name(): chosen(one),
        })
    };
    found.iter().map(row).collect()
}

fn wanted(chosen: &Chosen, coop: Id) -> Result<Wanted, Refusal> {
    let numbers: Option<String> = chosen.get(NUMBERS)?;
    Ok(Wanted {
        coop,
        scope: chosen.get(SCOPE)?,
        biz: (chosen.get(BIZ_FROM)?, chosen.get(BIZ_TO)?),
        dated: (chosen.get(NOTE_FROM)?, chosen.get(NOTE_TO)?),
        numbers: pool::pasted(&numbers.unwrap_or_default()),
    })
}

/// What a new statement begins with, and what follows from what was chosen: the notes of the customer.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let mut out = Map::new();
    let date: Option<Day> = chosen.get(DATE)?;
    if date.is_none() {
        out.insert(DATE.name(), json!(show_day(actor.now.day())));
    }
    let Some(coop) = chosen.get::<Option<Id>>(COOP)? else { return Ok(out) };
    let wanted = wanted(chosen, coop)?;
    let date = date.unwrap_or_else(|| actor.now.day());
    let ticked: BTreeSet<Id> = if chosen.get::<Option<String>>(PICK)?.as_deref() == Some(AGREED) {
        pool::of_month(conn, actor, (&wanted, date), NOTES_MAX)?.into_iter().collect()
    } else {
        BTreeSet::new()
    };
    let found = pool::read(conn, actor, &wanted, LISTED_MAX)?;
    let own = rate::functional(conn, actor.org_id)?;
    out.insert(LINES.member.to_owned(), shown(&found, own, |one| ticked.contains(&one.id)));
    Ok(out)
}

/// What a change begins with: its head, its notes, and those of its customer that could come.
pub(super) fn first_of(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut head = super::PAGE.first_of(conn, actor, Some(id))?;
    let coop = head.get(&COOP.name()).and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let wanted = wanted(chosen, coop.ok_or(Refusal::NotFound)?)?;
    let own = rate::functional(conn, actor.org_id)?;
    let mut found = pool::standing(conn, actor, (id, &wanted), LISTED_MAX)?;
    let there: BTreeSet<Id> = found.iter().map(|one| one.id).collect();
    found.extend(pool::read(conn, actor, &wanted, LISTED_MAX - found.len())?);
    let asked = [DATE.name(), Statement::BANK_ID.name(), REMARK.name()];
    head.retain(|name, _| asked.contains(name));
    // What was typed over the head stays when the notes are narrowed.
    let narrows = NARROWED.iter().any(|field| !matches!(chosen.get::<Option<String>>(*field), Ok(None)));
    let mut out = if narrows { Map::new() } else { head };
    out.insert(LINES.member.to_owned(), shown(&found, own, |one| there.contains(&one.id)));
    Ok(out)
}

/// Today, as the date of a statement.
pub(crate) fn today(_: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    Ok([(DATE.name(), json!(show_day(actor.now.day())))].into_iter().collect())
}

/// The notes a body ticks, and those it names without a tick.
fn ticks(filled: &Filled<'_>) -> (BTreeSet<Id>, BTreeSet<Id>) {
    let rows = filled.body.get(LINES.member).and_then(Json::as_array).into_iter().flatten();
    let id = |row: &Json| row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let (mut on, mut off) = (BTreeSet::new(), BTreeSet::new());
    for row in rows {
        let chosen = row.get(CHOSEN.name().as_str()) == Some(&json!(true));
        let ids = if chosen { &mut on } else { &mut off };
        ids.extend(id(row));
    }
    (on, off)
}

/// What is typed of a statement.
struct Head {
    coop: Id,
    date: Day,
    bank: Option<Id>,
    remark: String,
}

/// POST /css/statement/doSave.
pub(super) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let actor = tx.actor;
    actor.need(INCOME_VIEW)?;
    let head =
        Head { coop: filled.get(COOP)?, date: filled.get(DATE)?, bank: filled.get(BANK)?, remark: filled.get(REMARK)? };
    let notes = if filled.get::<Option<String>>(PICK)?.as_deref() == Some(AGREED) {
        let numbers: Option<String> = filled.get(NUMBERS)?;
        let wanted = Wanted {
            coop: head.coop,
            scope: filled.get(SCOPE)?,
            biz: (filled.get(BIZ_FROM)?, filled.get(BIZ_TO)?),
            dated: (filled.get(NOTE_FROM)?, filled.get(NOTE_TO)?),
            numbers: pool::pasted(&numbers.unwrap_or_default()),
        };
        pool::of_month(tx, actor, (&wanted, head.date), NOTES_MAX + 1)?.into_iter().collect()
    } else {
        ticks(filled).0
    };
    create(tx, filled, &head, &notes)
}

/// POST /css/debitNote/statement: of chosen notes of one customer.
pub(crate) fn of_notes(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let actor = tx.actor;
    actor.need(INCOME_VIEW)?;
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: BTreeSet<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    need_some(&ids)?;
    let wanted: Vec<Id> = ids.iter().copied().collect();
    let rows = debit_note::seen(tx, actor, &wanted, &["coop_id"])?;
    let coops: BTreeSet<Id> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut coops = coops.into_iter();
    let (Some(coop), None) = (coops.next(), coops.next()) else { return Err(Refusal::business(ONE_CUSTOMER)) };
    let head = Head { coop, date: filled.get(DATE)?, bank: filled.get(BANK)?, remark: filled.get(REMARK)? };
    create(tx, filled, &head, &ids)
}

/// Notes there are, and not too many.
fn need_some(ids: &BTreeSet<Id>) -> Result<(), Refusal> {
    if ids.is_empty() {
        return Err(Refusal::business(NO_NOTES));
    }
    if ids.len() > NOTES_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &NOTES_MAX.to_string())])));
    }
    Ok(())
}

/// Refuses notes of orders an actor does not see.
fn need_seen(tx: &mut Tx<'_>, actor: &Actor, ids: &BTreeSet<Id>) -> Result<(), Refusal> {
    let ids: Vec<Id> = ids.iter().copied().collect();
    if ids.is_empty() { Ok(()) } else { debit_note::seen(tx, actor, &ids, &["id"]).map(drop) }
}

fn create(tx: &mut Tx<'_>, filled: &mut Filled<'_>, head: &Head, ids: &BTreeSet<Id>) -> Result<(), Refusal> {
    let actor = tx.actor;
    need_some(ids)?;
    need_seen(tx, actor, ids)?;
    let (notes, rows) = members::hold(tx, ids)?;
    members::look(tx, head.coop, (&notes, &rows), &mut filled.findings)?;
    let scope = scope::common(notes.iter().map(|note| note.scope.as_str())).to_owned();
    let bank = bank_of(tx, head.bank, (&scope, &rows), &mut filled.findings)?;
    filled.unless_clean()?;
    let (id, num) = (tx.new_id(), number::scoped(tx, &scope, "ST")?);
    if bulk::is_large(tx.app, notes.len()) {
        insert(tx, head, (id, &num), (&scope, bank), (PROCESSING, PROCESSING))?;
        let task = pieces::begin(tx, (id, &num), &notes)?;
        filled.answer("taskId", json!(task));
    } else {
        insert(tx, head, (id, &num), (&scope, bank), (charge::chain::IN_FORCE, settle::status::STATED))?;
        let all: Vec<Id> = notes.iter().map(|note| note.id).collect();
        members::put(tx, &all, Some(id))?;
        settle_due(tx, id, &all, Given { date: head.date, confirmed: None })?;
        note::restate(tx, &all)?;
    }
    let text = format!("新增清单 {num}：{}", named(&notes));
    let entry = LogEntry::of(OBJECT, id, &num, PATH).did("新建", "新增清单").level(Level::Middle);
    tx.log(entry.text(text))?;
    filled.answer("id", json!(id));
    filled.answer("statementNum", json!(num));
    Ok(())
}

/// Notes the log names one by one.
const NAMED_MAX: usize = 50;

/// Numbers of notes, and how many there are of more.
fn named<'a>(notes: impl IntoIterator<Item = &'a Note>) -> String {
    let all: Vec<&str> = notes.into_iter().map(|note| note.num.as_str()).collect();
    let shown = all.iter().take(NAMED_MAX).copied().collect::<Vec<_>>().join("、");
    if all.len() > NAMED_MAX { format!("{shown} 等{}张", all.len()) } else { shown }
}

/// The account a new statement names: the chosen one, else the default one of its currency and scope.
fn bank_of(
    tx: &mut Tx<'_>,
    chosen: Option<Id>,
    (scope, rows): (&str, &[NoteRow]),
    findings: &mut Findings,
) -> Result<Option<Id>, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let banks = Banks::of(tx, org)?;
    let currencies: BTreeSet<&str> = rows.iter().map(|row| row.currency.as_str()).collect();
    let currency = if currencies.len() == 1 { currencies.first().copied() } else { None };
    let bank = chosen.or_else(|| banks.default_of(currency.unwrap_or(own.code()), scope, own.code()));
    banks.check(bank, true, findings);
    Ok(bank)
}

fn insert(
    tx: &mut Tx<'_>,
    head: &Head,
    (id, num): (Id, &str),
    (scope, bank): (&str, Option<Id>),
    (state, status): (&str, &str),
) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("statement_num", text(num)),
        ("business_scope", text(scope)),
        ("coop_id", Value::Int(head.coop.0)),
        ("statement_date", Value::Text(show_day(head.date))),
        ("bank_id", bank.map_or(Value::Null, |bank| Value::Int(bank.0))),
        ("state", text(state)),
        ("status", text(status)),
        ("remark", text(&head.remark)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// Due days of the notes of a statement, and its own.
pub(super) fn settle_due(tx: &mut Tx<'_>, id: Id, notes: &[Id], given: Given) -> Result<(), Refusal> {
    let (latest, agreement) = due::settle(tx, notes, Some(given))?;
    let cells = [
        ("due_date", latest.map_or(Value::Null, Value::Text)),
        ("agreement_id", agreement.map_or(Value::Null, |id| Value::Int(id.0))),
    ];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// POST /css/statement/{id}/doUpdate.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    let (actor, org, id) = (tx.actor, tx.org(), step.id);
    actor.need(INCOME_VIEW)?;
    seen::need_whole(tx, actor, id)?;
    let there = members::of(tx, org, id)?;
    let (on, off) = ticks(step);
    let coming: BTreeSet<Id> = on.difference(&there).copied().collect();
    need_seen(tx, actor, &coming)?;
    let (held, fresh, fresh_rows) = members::taken(tx, (id, step.version()), &coming)?;
    members::need_unmoved(&held, ("修改", "changing it"))?;
    need_undecided(tx, org, id)?;
    let date: Day = step.get(DATE)?;
    period::need_not_closed(tx, parse_day(&held.date).into_iter().chain([date]))?;
    members::look(tx, held.coop, (&fresh, &fresh_rows), &mut step.findings)?;
    let bank: Option<Id> = step.get(Statement::BANK_ID)?;
    let is_new = bank != step.document.bank_id;
    Banks::of(tx, org)?.check(bank, is_new, &mut step.findings);
    step.unless_clean()?;
    let (gone, kept): (Vec<&Note>, Vec<&Note>) = held.notes.iter().partition(|note| off.contains(&note.id));
    let all: BTreeSet<Id> = kept.iter().map(|note| note.id).chain(fresh.iter().map(|note| note.id)).collect();
    need_some(&all)?;
    let scopes = kept.iter().map(|note| note.scope.as_str()).chain(fresh.iter().map(|note| note.scope.as_str()));
    step.set(Statement::BUSINESS_SCOPE, Value::Text(scope::common(scopes).to_owned()));
    move_notes(tx, id, (&gone, &fresh))?;
    let open = [CONFIRMED, DISPUTED].contains(&step.document.confirm_state.as_str());
    if open {
        act::forget(step);
    }
    let all: Vec<Id> = all.into_iter().collect();
    settle_due(tx, id, &all, Given { date, confirmed: None })?;
    restate(tx, &held, (&fresh, &gone))?;
    told(tx, &held, (&fresh, &gone))
}

/// Takes notes off, and puts others on.
fn move_notes(tx: &mut Tx<'_>, id: Id, (gone, fresh): (&[&Note], &[Note])) -> Result<(), Refusal> {
    let gone: Vec<Id> = gone.iter().map(|note| note.id).collect();
    let fresh: Vec<Id> = fresh.iter().map(|note| note.id).collect();
    members::put(tx, &gone, None)?;
    members::put(tx, &fresh, Some(id))?;
    due::settle(tx, &gone, None).map(drop)
}

fn restate(tx: &mut Tx<'_>, held: &Held, (fresh, gone): (&[Note], &[&Note])) -> Result<(), Refusal> {
    let moved: Vec<Id> = fresh.iter().chain(gone.iter().copied()).map(|note| note.id).collect();
    note::restate(tx, &moved)?;
    note::restate_statement(tx, held.id)
}

/// A line of the log: which notes came and went.
fn told(tx: &mut Tx<'_>, held: &Held, (fresh, gone): (&[Note], &[&Note])) -> Result<(), Refusal> {
    if fresh.is_empty() && gone.is_empty() {
        return Ok(());
    }
    let parts = [("加入", named(fresh)), ("移出", named(gone.iter().copied()))];
    let text = parts.iter().filter(|(_, what)| !what.is_empty()).map(|(did, what)| format!("{did}：{what}"));
    let entry = LogEntry::of(OBJECT, held.id, &held.num, PATH).did("修改", "加入/移出账单");
    tx.log(entry.text(text.collect::<Vec<_>>().join("；")))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    coop_id: Id,
    business_scope: Option<String>,
    biz_from: Option<String>,
    biz_to: Option<String>,
    note_from: Option<String>,
    note_to: Option<String>,
    #[serde(default)]
    numbers: String,
}

/// POST pool {coopId, businessScope, bizFrom, bizTo, noteFrom, noteTo, numbers}: {notes}.
pub(super) fn pool(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let actor = call.actor()?.clone();
    actor.need(INCOME_VIEW)?;
    let day = |text: &Option<String>, name: &str| match text.as_deref() {
        None | Some("") => Ok(None),
        Some(text) => match parse_day(text) {
            Some(day) => Ok(Some(day)),
            None => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))),
        },
    };
    let wanted = Wanted {
        coop: asked.coop_id,
        scope: asked.business_scope.clone().filter(|scope| !scope.is_empty()),
        biz: (day(&asked.biz_from, "bizFrom")?, day(&asked.biz_to, "bizTo")?),
        dated: (day(&asked.note_from, "noteFrom")?, day(&asked.note_to, "noteTo")?),
        numbers: pool::pasted(&asked.numbers),
    };
    let data = call.read(|conn| {
        let found = pool::read(conn, &actor, &wanted, LISTED_MAX)?;
        let own = rate::functional(conn, actor.org_id)?;
        Ok(json!({ "notes": shown(&found, own, |_| false) }))
    })?;
    Ok(Answer::Data(data))
}

/// A statement is void: its notes stand by themselves again. They are held.
pub(super) fn free(tx: &mut Tx<'_>, held: &Held, reason: &str) -> Result<(), Refusal> {
    period::need_not_closed(tx, parse_day(&held.date))?;
    let notes: Vec<Id> = held.notes.iter().map(|note| note.id).collect();
    let cells = [
        ("state", Value::Text(charge::chain::VOID.to_owned())),
        ("status", Value::Text(charge::chain::VOID.to_owned())),
        ("functional_open", Value::Int(0)),
        ("void_reason", Value::Text(reason.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", held.id));
    tx.exec(&update.into())?;
    members::put(tx, &notes, None)?;
    due::settle(tx, &notes, None)?;
    note::restate(tx, &notes)
}
