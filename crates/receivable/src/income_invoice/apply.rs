//! 申请开票: what of which notes of one customer, or of one statement, is to be invoiced, and to whom.

use std::collections::{BTreeMap, BTreeSet};

use agreement::{Ask, agreed, holding};
use approval::pending::{self, UNDER_APPROVAL};
use charge::chain::{IN_FORCE, NOTE, NOTE_ROW, PROCESSING};
use charge::item::EXEMPT;
use charge::ledger::INCOME_VIEW;
use charge::rate;
use domain::switch::BANK_WITH_SPECIAL_INVOICE;
use kernel::{Scope, parse_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::setting;
use serde_json::{Map, Value as Json, json};
use settle::application::{self, Billed, PENDING, Wanted};
use settle::invoicing::{self, INCOME_TYPES, Room, SPECIAL_TYPES, VAT_TYPES};
use settle::note::{self, Note, NoteRow, STATEMENT};
use settle::scope::common;
use trade::charge::Side;
use trade::terms::Dates;

use super::{ApplicationRow, PATH, decide, seen};
use crate::debit_note::{self, KIND, VOID_EVENT};
use crate::income_writeoff::form::need_seen;
use crate::statement;

const NO_AMOUNT: Msg = Msg::new("application.empty", "请填写本次开票金额", "Enter what is to be invoiced.");
const NO_CUSTOMER: Msg = Msg::new("application.coop", "请选择客户或清单", "Choose a customer or a statement.");
const CHANGED: Msg =
    Msg::new("application.changed", "账单已变化，请刷新后重试", "Some notes changed. Read them again.");
const OTHER_CUSTOMER: Msg =
    Msg::new("application.other", "账单{n}不属于该客户", "The note {n} is of another customer.");
const IS_VOID: Msg = Msg::new("application.void", "{n}已作废，不能申请开票", "{n} is void: nothing of it is invoiced.");
const IN_STATEMENT: Msg = Msg::new(
    "application.stated",
    "账单{n}已制清单，请在清单申请开票",
    "The note {n} is in a statement: apply on that.",
);
const APPLIED: Msg =
    Msg::new("application.applied", "账单{n}已申请开票", "An invoice of the note {n} is applied for already.");
const STATEMENT_APPLIED: Msg = Msg::new(
    "application.statement_applied",
    "清单{n}已申请开票",
    "An invoice of the statement {n} is applied for already.",
);
/// A special VAT invoice names nothing that is free of tax.
pub(super) const IS_EXEMPT: Msg =
    Msg::new("application.exempt", "免税费用不能开具专用发票", "What is free of tax stands on no special VAT invoice.");
const IS_AGENCY: Msg = Msg::new(
    "application.agency",
    "代收代付费用不能开具增值税发票",
    "Money that is passed on stands on no VAT invoice.",
);
const TAX_FORM: Msg = Msg::new(
    "application.taxpayer",
    "纳税人识别号须为15至20位字母或数字",
    "A tax number has 15 to 20 letters or digits.",
);
/// A special VAT invoice names the buyer's tax number.
pub(super) const TAX_NEEDED: Msg =
    Msg::new("application.tax_needed", "专用发票须填写纳税人识别号", "A special VAT invoice needs the tax number.");
const BANK_NEEDED: Msg =
    Msg::new("application.bank_needed", "专用发票须填写{what}", "A special VAT invoice needs this: {what}.");
const UNPAID: Msg = Msg::new(
    "application.unpaid",
    "款项未收齐，是否申请开票？",
    "Not all of it is paid, which the agreement asks for first. Apply?",
);
/// Notes that are offered.
const OFFERED_MAX: u64 = 300;
/// How an agreement names payment before the invoice.
const PAID_FIRST: &str = "AFTER";

/// Said above the form.
pub(crate) const SAID: (&str, &str) = (
    "本次开票留空的账单不申请；清单的账单全部计入申请，全部留空时按未开票金额申请",
    "Notes without an amount are not applied for. Of a statement all notes are; without any amount all that is not invoiced.",
);

const COOP: Field = Field::reference("coop?role=customer", "客户", "Customer").column("coop_id");
const OF_STATEMENT: Field =
    Field::reference("applicableStatement", "清单（按清单申请时选择）", "Statement (to apply for all of it)")
        .column("statement_id");
const TYPE: Field =
    Field::select(INCOME_TYPES, "发票类型", "Type").column("wanted_type").wire("invoiceType").required();
const TITLE: Field = Field::text("发票抬头", "Title").column("wanted_title").wire("invoiceTitle").required().max(120);
const TAXPAYER: Field = Field::upper("纳税人识别号", "Tax number").column("wanted_tax_num").wire("taxpayerNum").max(20);
const ADDRESS: Field = Field::text("地址", "Address").column("wanted_address").wire("address").max(200);
const PHONE: Field = Field::text("电话", "Phone").column("wanted_phone").wire("phone").max(40);
const BANK: Field = Field::text("开户行", "Bank").column("wanted_bank").wire("bankName").max(120);
const ACCOUNT: Field = Field::text("账号", "Account").column("wanted_account").wire("bankNumber").max(40);
const MAIL: Field = Field::text("收票邮箱", "E-mail").column("wanted_mail").wire("mail").max(120);
const REMARK: Field = Field::long("开票要求", "Wanted").column("wanted_remark").wire("applyRemark").max(500);

/// What is asked for where a note or a statement is known.
pub(crate) const OF_KNOWN: &[Field] = &[TYPE, TITLE, TAXPAYER, ADDRESS, PHONE, BANK, ACCOUNT, MAIL, REMARK];
/// What is asked for where nothing is known.
pub(crate) const FIELDS: &[Field] =
    &[COOP, OF_STATEMENT, TYPE, TITLE, TAXPAYER, ADDRESS, PHONE, BANK, ACCOUNT, MAIL, REMARK];
/// What the notes follow.
pub(crate) const FOLLOWED: &[Field] = &[COOP, OF_STATEMENT];

const NUMBER: Field = Field::text("账单编号", "Note").column("note_num").read_only().max(30);
const BIZ_NUMBER: Field = Field::text("单号", "Number of the order").column("biz_number").read_only().max(120);
const NOTE_DATE: Field = Field::day("账单日期", "Date").column("note_date").read_only();
const CURRENCY: Field = Field::text("币种", "Currency").column("currency").read_only().max(3);
const REST: Field =
    Field::decimal(3, "未开票", "Not invoiced").digits(2).in_currency("currency").column("rest").read_only();
const AMOUNT: Field = Field::decimal(3, "本次开票", "To be invoiced")
    .digits(2)
    .in_currency("currency")
    .column("amount")
    .range(-charge::line::AMOUNT_MAX, charge::line::AMOUNT_MAX);

/// Rows of notes with what is to be invoiced of each; a row is named by that of its note.
pub(crate) const ROWS: Rows = Rows {
    member: "rows",
    title: ("账单", "Notes"),
    behind: "",
    table: "",
    parent: "",
    fields: &[NUMBER, BIZ_NUMBER, NOTE_DATE, CURRENCY, REST, AMOUNT],
    most: 600,
    sheet: true,
};

/// What the form is opened about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Nothing is known.
    Nothing,
    /// A note.
    Note(Id),
    /// A statement.
    Statement(Id),
}

/// A note that is offered.
struct Offered {
    id: Id,
    num: String,
    number: String,
    date: String,
}

/// What the form begins with, and what follows from the customer or the statement: their notes, and to whom it is invoiced.
pub(crate) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    about: About,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let mut out = Map::new();
    let about = match (about, chosen.get::<Option<Id>>(OF_STATEMENT)?) {
        (About::Nothing, Some(statement)) => About::Statement(statement),
        _ => about,
    };
    let coop = match coop_of(conn, actor.org_id, about)? {
        Some(coop) => Some(coop),
        None => chosen.get::<Option<Id>>(COOP)?,
    };
    let Some(coop) = coop else { return Ok(out) };
    buyer(conn, actor.org_id, coop, &mut out)?;
    let offered = offered(conn, actor, about, coop)?;
    let ids: Vec<Id> = offered.iter().map(|one| one.id).collect();
    let rows = note::rows(conn, actor.org_id, &ids)?;
    let mut shown: Vec<(Id, Vec<Value>)> = Vec::new();
    for one in &offered {
        for row in rows.iter().filter(|row| row.note == one.id && row.amount != row.invoiced) {
            let rest = row.amount - row.invoiced;
            let amount = if about == About::Nothing { Value::Null } else { Value::Int(rest) };
            let text = |text: &str| Value::Text(text.to_owned());
            let cells =
                vec![text(&one.num), text(&one.number), text(&one.date), text(&row.currency), Value::Int(rest), amount];
            shown.push((row.id, cells));
        }
    }
    shown.truncate(ROWS.most);
    let (ids, cells): (Vec<Id>, Vec<_>) = shown.into_iter().unzip();
    let mut told = ROWS.shown(&cells);
    for (row, id) in told.as_array_mut().into_iter().flatten().zip(ids) {
        if let Some(row) = row.as_object_mut() {
            row.insert("id".to_owned(), json!(id));
        }
    }
    out.insert(ROWS.member.to_owned(), told);
    Ok(out)
}

fn coop_of(conn: &mut dyn Conn, org: i64, about: About) -> Result<Option<Id>, Refusal> {
    let (table, id) = match about {
        About::Nothing => return Ok(None),
        About::Note(id) => (NOTE, id),
        About::Statement(id) => (STATEMENT, id),
    };
    let mut select = sql::from(org, table);
    select.column("coop_id").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Title, tax number and the rest as the data of the customer has them.
fn buyer(conn: &mut dyn Conn, org: i64, coop: Id, out: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, "coop");
    select
        .columns(["coop_name", "coop_full_name", "tax_no", "social_credit_code", "coop_address", "phone", "email"])
        .and_where(sql::eq("id", coop));
    let Some(row) = conn.first(&select.into())? else { return Ok(()) };
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let either = |one: String, other: String| if one.is_empty() { other } else { one };
    out.insert("coopId".to_owned(), json!(coop));
    out.insert("coopName".to_owned(), json!(text(0)?));
    for (field, value) in [
        (TITLE, text(1)?),
        (TAXPAYER, either(text(2)?, text(3)?)),
        (ADDRESS, text(4)?),
        (PHONE, text(5)?),
        (MAIL, text(6)?),
    ] {
        out.insert(field.name(), json!(value));
    }
    let own = rate::functional(conn, org)?;
    let mut bank = sql::from(org, "coop_bank");
    bank.columns(["bank_name", "account_no"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("currency_code", own.code().to_owned()))
        .order_by("id", Order::Asc)
        .limit(1);
    if let Some(row) = conn.first(&bank.into())? {
        out.insert(BANK.name(), json!(row.get::<String>(0)?));
        out.insert(ACCOUNT.name(), json!(row.get::<String>(1)?));
    }
    Ok(())
}

/// The notes of the statement, the note itself, or those of the customer that nobody applied for; of orders the caller sees, and
/// with something that is not invoiced.
fn offered(conn: &mut dyn Conn, actor: &Actor, about: About, coop: Id) -> Result<Vec<Offered>, Refusal> {
    let org = actor.org_id;
    let mut open = sql::from(org, NOTE_ROW);
    open.expr(Expr::cust("1"))
        .and_where(sql::of(NOTE_ROW, "note_id").equals((NOTE, "id")))
        .and_where(Expr::cust("debit_note_row.amount <> debit_note_row.invoiced"));
    let applied = sql::of(NOTE, "application_id");
    let free = Condition::any()
        .add(applied.clone().is_null())
        .add(applied.not_in_subquery(application::running_of(org, coop)));
    let mut select = sql::from(org, NOTE);
    select
        .columns([(NOTE, "id"), (NOTE, "note_num"), (ORDER, "biz_number"), (NOTE, "note_date")])
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .cond_where(visible_order(actor))
        .and_where(sql::of_eq(NOTE, "coop_id", coop))
        .and_where(sql::of_eq(NOTE, "state", IN_FORCE.to_owned()))
        .and_where(Expr::exists(open))
        .cond_where(free)
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "note_num"), Order::Asc)
        .limit(OFFERED_MAX);
    match about {
        About::Nothing => select.and_where(sql::of(NOTE, "statement_id").is_null()),
        About::Note(id) => select.and_where(sql::of_eq(NOTE, "id", id)),
        About::Statement(id) => select.and_where(sql::of_eq(NOTE, "statement_id", id)),
    };
    let read = |row: &platform::store::Row| {
        let number: Option<String> = row.get(2)?;
        Ok(Offered { id: row.get(0)?, num: row.get(1)?, number: number.unwrap_or_default(), date: row.get(3)? })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Writes the application, and asks for its decision where the company wants one.
pub(crate) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>, about: About) -> Result<(), Refusal> {
    tx.actor.need(INCOME_VIEW)?;
    let about = match (about, filled.get::<Option<Id>>(OF_STATEMENT)?) {
        (About::Nothing, Some(statement)) => About::Statement(statement),
        _ => about,
    };
    let mut asked = asked(filled)?;
    if asked.is_empty() && !matches!(about, About::Statement(_)) {
        return Err(Refusal::business(NO_AMOUNT));
    }
    let org = tx.org();
    let ground = hold(tx, about, &asked)?;
    if asked.is_empty() {
        asked = ground.rests();
    }
    if asked.is_empty() {
        return Err(Refusal::business(NO_AMOUNT));
    }
    let coop = match coop_of(tx, org, about)? {
        Some(coop) => coop,
        None => filled.get::<Option<Id>>(COOP)?.ok_or(Refusal::business(NO_CUSTOMER))?,
    };
    need_free(tx, about, coop, &ground)?;
    let parts = parts(&asked, &ground, &mut filled.findings);
    let wanted = wanted(filled, about, coop, (&ground, &parts))?;
    check(tx, &wanted, &ground, filled)?;
    filled.unless_clean()?;
    let (id, num) = application::make(tx, &wanted, PENDING)?;
    let entry = LogEntry::of(application::OBJECT, id, &num, PATH).did("新建", "申请开票");
    tx.log(entry.text(format!("{} {}", wanted.kind, wanted.title)))?;
    let worth = worth(tx, &ground, &parts)?;
    let done = decide::apply(tx, (id, &num), &wanted, worth)?;
    filled.answer("applyNum", json!(num));
    filled.answer("applicationId", json!(id));
    filled.answer("instanceNo", json!(done));
    Ok(())
}

/// A row with an amount: its place, the row of a note, how much.
type Asked = (usize, Id, i64);

fn asked(filled: &Filled<'_>) -> Result<Vec<Asked>, Refusal> {
    let bodies = filled.body.get(ROWS.member).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let id = |row: &Json| row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let mut asked = Vec::new();
    for (place, (row, body)) in filled.rows(ROWS.member).iter().zip(bodies).enumerate() {
        let amount = row.last().map_or(Ok(None), Option::<i64>::from_value)?;
        if let (Some(amount), Some(id)) = (amount.filter(|amount| *amount != 0), id(body)) {
            asked.push((place, id, amount));
        }
    }
    Ok(asked)
}

/// The notes that are applied for, held with their orders, and all their rows.
struct Ground {
    notes: Vec<Note>,
    rows: BTreeMap<Id, NoteRow>,
}

impl Ground {
    /// All that no invoice covers.
    fn rests(&self) -> Vec<Asked> {
        let open = self.rows.values().filter(|row| row.amount != row.invoiced);
        open.enumerate().map(|(place, row)| (place, row.id, row.amount - row.invoiced)).collect()
    }
}

fn hold(tx: &mut Tx<'_>, about: About, asked: &[Asked]) -> Result<Ground, Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let ids = notes_of(tx, about, asked)?;
    if matches!(about, About::Statement(_)) {
        let mut orders = sql::from(org, NOTE);
        orders.column("order_id").distinct().and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
        let orders: Vec<Id> = tx.query(&orders.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        need_seen(tx, actor, orders)?;
    } else {
        debit_note::seen(tx, actor, &ids, &["id"])?;
    }
    note::hold_orders(tx, &ids)?;
    let notes = note::held(tx, &ids)?;
    let rows = note::rows(tx, org, &ids)?;
    Ok(Ground { notes, rows: rows.into_iter().map(|row| (row.id, row)).collect() })
}

/// The notes an application is about: the one it was opened on, those of the statement, or those of the rows.
fn notes_of(tx: &mut Tx<'_>, about: About, asked: &[Asked]) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    let mut select = match about {
        About::Note(id) => return Ok(vec![id]),
        About::Statement(id) => {
            let mut select = sql::from(org, NOTE);
            select.column("id").and_where(sql::eq("statement_id", id)).and_where(sql::eq("state", IN_FORCE.to_owned()));
            select
        }
        About::Nothing => {
            let mut select = sql::from(org, NOTE_ROW);
            select.column("note_id").and_where(sql::is_in(sql::col("id"), asked.iter().map(|(_, row, _)| *row)));
            select
        }
    };
    select.distinct();
    let ids: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(ids.into_iter().collect())
}

/// Refuses notes of another customer, void ones, those of a statement, what is applied for already, and what may become void.
fn need_free(tx: &mut Tx<'_>, about: About, coop: Id, ground: &Ground) -> Result<(), Refusal> {
    let org = tx.org();
    let ids: Vec<Id> = ground.notes.iter().map(|note| note.id).collect();
    let say = |why: Msg, num: &str| Err(Refusal::Business(why.with(&[("n", num)])));
    let running = application::running(tx, org, ground.notes.iter().filter_map(|note| note.application))?;
    let is_running = |application: Option<Id>| application.is_some_and(|id| running.contains(&id));
    if let About::Statement(id) = about {
        let mut select = sql::from(org, STATEMENT);
        select.columns(["statement_num", "state", "application_id"]).and_where(sql::eq("id", id)).lock_exclusive();
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let num: String = row.get(0)?;
        let state: String = row.get(1)?;
        if state == PROCESSING {
            return say(platform::bulk::BUSY, &num);
        }
        if state != IN_FORCE {
            return say(IS_VOID, &num);
        }
        if is_running(row.get(2)?) {
            return say(STATEMENT_APPLIED, &num);
        }
        statement::need_undecided(tx, org, id)?;
    }
    for note in &ground.notes {
        let whys = [
            (note.coop != coop, OTHER_CUSTOMER),
            (note.state != IN_FORCE, IS_VOID),
            (note.statement.is_some() && !matches!(about, About::Statement(_)), IN_STATEMENT),
            (is_running(note.application), APPLIED),
        ];
        if let Some((_, why)) = whys.into_iter().find(|(holds, _)| *holds) {
            return say(why, &note.num);
        }
    }
    let undecided = pending::among(tx, org, VOID_EVENT, (KIND, &ids))?;
    if undecided.is_empty() { Ok(()) } else { Err(Refusal::business(UNDER_APPROVAL)) }
}

/// What of which rows is applied for; more than is left is found at its place.
fn parts(asked: &[Asked], ground: &Ground, findings: &mut Findings) -> Vec<(Id, i64)> {
    let mut parts: Vec<(Id, i64)> = Vec::new();
    let mut known = BTreeSet::new();
    for (place, id, amount) in asked {
        let at = format!("{}.{place}.amount", ROWS.member);
        let why = match ground.rows.get(id) {
            Some(row) if known.insert(*id) => invoicing::beyond(Side::Receivable, *amount, row.amount - row.invoiced),
            _ => Some(CHANGED),
        };
        match why {
            Some(why) => findings.error(at, why.text()),
            None => parts.push((*id, *amount)),
        }
    }
    parts
}

fn wanted(
    filled: &Filled<'_>,
    about: About,
    coop: Id,
    (ground, parts): (&Ground, &[(Id, i64)]),
) -> Result<Wanted, Refusal> {
    let text = |field: Field| Ok::<_, Refusal>(filled.get::<Option<String>>(field)?.unwrap_or_default());
    let statement = if let About::Statement(id) = about { Some(id) } else { None };
    Ok(Wanted {
        scope: common(ground.notes.iter().map(|note| note.scope.as_str())).to_owned(),
        coop,
        statement,
        kind: text(TYPE)?,
        title: text(TITLE)?,
        taxpayer: text(TAXPAYER)?,
        address: text(ADDRESS)?,
        phone: text(PHONE)?,
        bank_name: text(BANK)?,
        bank_number: text(ACCOUNT)?,
        remark: text(REMARK)?,
        mail: text(MAIL)?,
        notes: ground.notes.iter().map(|note| note.id).collect(),
        parts: parts.to_vec(),
    })
}

/// What the type of invoice asks of the buyer and of charges, and what the agreement asks of payment.
fn check(tx: &mut Tx<'_>, wanted: &Wanted, ground: &Ground, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    buyer_faults(tx, wanted, &mut filled.findings)?;
    let rows: Vec<&NoteRow> = wanted.parts.iter().filter_map(|(row, _)| ground.rows.get(row)).collect();
    let of_notes: BTreeSet<(Id, &str)> = rows.iter().map(|row| (row.note, row.currency.as_str())).collect();
    let ids: BTreeSet<Id> = rows.iter().map(|row| row.note).collect();
    let notes: Vec<Note> = ground.notes.iter().filter(|note| ids.contains(&note.id)).cloned().collect();
    let billed = application::billed(tx, org, &notes)?;
    let billed = billed.iter().filter(|one| of_notes.contains(&(one.note, one.currency.as_str())));
    if let Some(why) = type_fault(&wanted.kind, billed) {
        filled.findings.error(TYPE.name(), why.text());
    }
    if rows.iter().any(|row| row.amount != row.settled) && asks_payment_first(tx, wanted.coop, &notes)? {
        filled.findings.confirm(TYPE.name(), UNPAID.text());
    }
    Ok(())
}

/// What is wrong with the data of the buyer; of a special VAT invoice more has to be known of him, where the company wants it
/// (css.md 0.17 专票资料必填).
fn buyer_faults(tx: &mut Tx<'_>, wanted: &Wanted, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let is_special = SPECIAL_TYPES.contains(&wanted.kind.as_str());
    let tax = &wanted.taxpayer;
    let fits = (15..=20).contains(&tax.len()) && tax.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if tax.is_empty() {
        findings.error_if(is_special, &TAXPAYER.name(), TAX_NEEDED);
    } else {
        findings.error_if(!fits, &TAXPAYER.name(), TAX_FORM);
    }
    if is_special && setting::value(tx, org, &BANK_WITH_SPECIAL_INVOICE, None)? {
        let wanted = [
            (ADDRESS, &wanted.address),
            (PHONE, &wanted.phone),
            (BANK, &wanted.bank_name),
            (ACCOUNT, &wanted.bank_number),
        ];
        for (field, _) in wanted.into_iter().filter(|(_, value)| value.is_empty()) {
            findings.error(field.name(), BANK_NEEDED.with_each(&[("what", field.zh)], &[("what", field.en)]));
        }
    }
    Ok(())
}

/// Why charges can't stand on an invoice of a type.
pub(super) fn type_fault<'a>(kind: &str, billed: impl Iterator<Item = &'a Billed>) -> Option<Msg> {
    let (is_special, is_vat) = (SPECIAL_TYPES.contains(&kind), VAT_TYPES.contains(&kind));
    let fault = |one: &Billed| {
        if is_special && (one.tax_rate == EXEMPT || one.is_agency) {
            Some(IS_EXEMPT)
        } else {
            (is_vat && one.is_agency).then_some(IS_AGENCY)
        }
    };
    billed.into_iter().find_map(fault)
}

/// Whether an agreement of the customer wants payment before the invoice (先款后票) of one of the notes.
fn asks_payment_first(tx: &mut Tx<'_>, coop: Id, notes: &[Note]) -> Result<bool, Refusal> {
    let org = tx.org();
    let known = agreed(tx, org, [coop])?;
    let of_note = |note: &Note| {
        let (scope, day) = Scope::from_code(&note.scope).zip(parse_day(&note.date))?;
        let ask = Ask { coop, scope, side: Side::Receivable, dates: Dates::of(day) };
        holding(&known, &ask).map(|agreed| agreed.agreement.invoice_mode == PAID_FIRST)
    };
    Ok(notes.iter().any(|note| of_note(note) == Some(true)))
}

/// What is applied for in the functional currency.
fn worth(tx: &mut Tx<'_>, ground: &Ground, parts: &[(Id, i64)]) -> Result<i64, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let mut worth: i64 = 0;
    for part in parts {
        let Some(row) = ground.rows.get(&part.0) else { continue };
        let room = Room {
            row: row.id,
            rest: row.amount - row.invoiced,
            amount: row.amount,
            functional: row.functional,
            rate: row.rate,
        };
        let covers = invoicing::covers(&[*part], &[room], &row.currency, own.code())?;
        worth = covers.iter().fold(worth, |all, cover| all.saturating_add(cover.functional));
    }
    Ok(worth)
}

/// 撤销申请: nothing may be invoiced.
pub(super) fn cancel(tx: &mut Tx<'_>, step: &mut Step<'_, ApplicationRow>) -> Result<(), Refusal> {
    let held = taken(tx, step)?;
    application::cancel(tx, &held)
}

/// An application whose orders its user sees, all of them, in the version he saw.
pub(super) fn taken(tx: &mut Tx<'_>, step: &Step<'_, ApplicationRow>) -> Result<application::Held, Refusal> {
    let actor = tx.actor;
    seen::need_whole(tx, actor, step.id)?;
    let held = application::held(tx, step.id)?;
    if held.application.version == step.version() { Ok(held) } else { Err(Refusal::Stale(Json::Null)) }
}
