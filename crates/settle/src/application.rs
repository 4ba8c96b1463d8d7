//! Applications for invoices 开票申请 (catalogue css.md /css_income_invoice): what of the notes of one customer, or of one
//! statement, is to be invoiced. Its notes and its statement name it until it is cancelled.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{INVOICED, NOTE, NOTE_ROW, PART_INVOICED};
use charge::item;
use charge::line;
use credit::gate::{self, Act, Gate};
use kernel::{Findings, Id, Msg, Scope};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use trade::charge::Side;

use crate::invoice::{self, ALLOCATION, REMOVED, toward};
use crate::invoicing::Room;
use crate::note::{self, Note, NoteRow, STATEMENT};
use crate::number;

/// What the log calls an application.
pub const OBJECT: &str = "invoice_application";
/// Its table.
pub const TABLE: &str = "invoice_application";
/// Table of what it applies for.
pub const ROW: &str = "invoice_application_row";
/// What the invoices of an application cover of one of its rows, beside [`ROW`] in a statement: as [`Part::invoiced`].
pub const COVERED: &str = "COALESCE((SELECT SUM(a.amount) FROM invoice_allocation a JOIN invoice i \
     ON i.org_id = a.org_id AND i.id = a.invoice_id WHERE a.org_id = invoice_application_row.org_id \
     AND a.side = 'RECEIVABLE' AND a.row_id = invoice_application_row.note_row_id \
     AND i.application_id = invoice_application_row.application_id AND i.state <> 'REMOVED'), 0)";

/// Somebody decides about it.
pub const PENDING: &str = "PENDING";
/// In force.
pub const VALID: &str = "VALID";
/// Cancelled, or decided against.
pub const CANCELLED: &str = "CANCELLED";
/// States of an application.
pub const STATES: &[Choice] = &[
    Choice::new(PENDING, "审批中", "Under approval").tone("info"),
    Choice::new(VALID, "有效", "In force").tone("ready"),
    Choice::new(CANCELLED, "已撤销", "Cancelled").tone("neutral"),
];
/// Nothing is invoiced.
pub const NOT_INVOICED: &str = "NOT_INVOICED";
/// How far it is invoiced.
pub const STATUSES: &[Choice] = &[
    Choice::new(NOT_INVOICED, "未开票", "Not invoiced").tone("warning"),
    Choice::new(PART_INVOICED, "部分开票", "Partly invoiced").tone("info"),
    Choice::new(INVOICED, "开票完毕", "Invoiced").tone("done"),
];

const INVOICED_ALREADY: Msg = Msg::new(
    "application.invoiced",
    "已开票，不能撤销申请",
    "An invoice was issued: the application can't be cancelled.",
);
const NOT_OPEN: Msg = Msg::new(
    "application.not_open",
    "开票申请已撤销或已重新开票，不能{what}",
    "The application was cancelled, or invoiced anew: {what} is refused.",
);

/// What an application asks for. Amounts are thousandths.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Scope of its notes, [`number::SEVERAL`] of several.
    pub scope: String,
    /// The customer.
    pub coop: Id,
    /// The statement it is of.
    pub statement: Option<Id>,
    /// Type of invoice.
    pub kind: String,
    /// Title of the buyer.
    pub title: String,
    /// His tax number.
    pub taxpayer: String,
    /// His address.
    pub address: String,
    /// His phone.
    pub phone: String,
    /// His bank.
    pub bank_name: String,
    /// His account there.
    pub bank_number: String,
    /// What is wanted of the invoice.
    pub remark: String,
    /// Where it is sent.
    pub mail: String,
    /// The notes.
    pub notes: Vec<Id>,
    /// What of which rows of them.
    pub parts: Vec<(Id, i64)>,
}

/// An application with what its moves ask for.
#[derive(Debug, Clone)]
pub struct Application {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Scope.
    pub scope: String,
    /// The customer.
    pub coop: Id,
    /// The statement it is of.
    pub statement: Option<Id>,
    /// Type of invoice.
    pub kind: String,
    /// Title of the buyer.
    pub title: String,
    /// His tax number.
    pub taxpayer: String,
    /// State.
    pub state: String,
    /// Version.
    pub version: i64,
}

/// What of a row is applied for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The application.
    pub application: Id,
    /// Row of a note.
    pub row: Id,
    /// The note.
    pub note: Id,
    /// Currency.
    pub currency: String,
    /// How much is applied for.
    pub amount: i64,
    /// What invoices of the application cover.
    pub invoiced: i64,
}

/// What the credit of a customer says of an invoice before his money (catalogue prm.md 1.7, gate 开票).
fn may_invoice(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), NOTE);
    select
        .columns(["order_id", "note_num"])
        .and_where(sql::is_in(sql::col("id"), wanted.notes.iter().copied()))
        .order_by("id", Order::Asc)
        .limit(1);
    let first = tx.first(&select.into())?;
    let Some((row, scope)) = first.zip(Scope::from_code(&wanted.scope)) else { return Ok(()) };
    let act = Act { gate: Gate::Invoice, order: row.get(0)?, code: row.get(1)?, scope, coop: Some(wanted.coop) };
    let mut findings = Findings::new();
    gate::need(tx, &act, &mut findings)?;
    Refusal::unless_clean(&findings, &[])
}

/// Writes an application in a state; its notes, which are held, and its statement name it. The caller asked [`is_applied`] of
/// each note and writes the log line.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted, state: &str) -> Result<(Id, String), Refusal> {
    let org = tx.org();
    may_invoice(tx, wanted)?;
    let (id, num) = (tx.new_id(), number::scoped(tx, &wanted.scope, "IA")?);
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("application_num", text(&num)),
        ("business_scope", text(&wanted.scope)),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("statement_id", wanted.statement.map_or(Value::Null, |id| Value::Int(id.0))),
        ("invoice_type", text(&wanted.kind)),
        ("title", text(&wanted.title)),
        ("taxpayer_num", text(&wanted.taxpayer)),
        ("address", text(&wanted.address)),
        ("phone", text(&wanted.phone)),
        ("bank_name", text(&wanted.bank_name)),
        ("bank_number", text(&wanted.bank_number)),
        ("remark", text(&wanted.remark)),
        ("mail", text(&wanted.mail)),
        ("state", text(state)),
        ("status", text(NOT_INVOICED)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    for (row, amount) in &wanted.parts {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("application_id", Value::Int(id.0)),
            ("note_row_id", Value::Int(row.0)),
            ("amount", Value::Int(*amount)),
        ];
        tx.exec(&sql::insert(org, ROW, &cells).into())?;
    }
    name(tx, NOTE, &wanted.notes, Some(id))?;
    name(tx, STATEMENT, &wanted.statement.into_iter().collect::<Vec<_>>(), Some(id))?;
    note::restate(tx, &wanted.notes)?;
    Ok((id, num))
}

/// Lets notes or statements name an application, or none.
fn name(tx: &mut Tx<'_>, table: &'static str, ids: &[Id], application: Option<Id>) -> Result<(), Refusal> {
    if ids.is_empty() {
        return Ok(());
    }
    let cell = application.map_or(Value::Null, |id| Value::Int(id.0));
    let mut update = sql::update(tx.org(), table, &[("application_id", cell)]);
    update.and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    tx.exec(&update.into())?;
    Ok(())
}

/// Those of some applications that ask for something no invoice covers yet: their notes are not applied for anew.
pub fn running(conn: &mut dyn Conn, org: i64, ids: impl IntoIterator<Item = Id>) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = asking(org);
    select.and_where(sql::is_in(sql::col("id"), ids));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Ids of such applications of a customer.
pub fn running_of(org: i64, coop: Id) -> SelectStatement {
    let mut select = asking(org);
    select.and_where(sql::eq("coop_id", coop));
    select
}

fn asking(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::col("state").ne(CANCELLED)).and_where(sql::col("status").ne(INVOICED));
    select
}

/// An application with everything behind it, held until the transaction ends.
#[derive(Debug)]
pub struct Held {
    /// The application.
    pub application: Application,
    /// The notes that name it: those it applies for, and the others of its statement.
    pub notes: Vec<Note>,
    /// All rows of them.
    pub rows: Vec<NoteRow>,
    /// What it applies for.
    pub parts: Vec<Part>,
}

/// Holds the orders, the notes and the invoices behind an application, and the application itself.
pub fn held(tx: &mut Tx<'_>, id: Id) -> Result<Held, Refusal> {
    let org = tx.org();
    let mut ids: BTreeSet<Id> = parts(tx, org, &[id])?.into_iter().map(|part| part.note).collect();
    let mut naming = sql::from(org, NOTE);
    naming.column("id").and_where(sql::eq("application_id", id));
    for row in tx.query(&naming.into())? {
        ids.insert(row.get(0)?);
    }
    let ids: Vec<Id> = ids.into_iter().collect();
    note::hold_orders(tx, &ids)?;
    let notes = note::held(tx, &ids)?;
    let rows = note::rows(tx, org, &ids)?;
    invoice::hold(tx, Side::Receivable, &rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "application_num", "business_scope", "coop_id", "statement_id", "invoice_type", "title"])
        .columns(["taxpayer_num", "state", "version"])
        .and_where(sql::eq("id", id))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let application = Application {
        id: row.get(0)?,
        num: row.get(1)?,
        scope: row.get(2)?,
        coop: row.get(3)?,
        statement: row.get(4)?,
        kind: row.get(5)?,
        title: row.get(6)?,
        taxpayer: row.get::<Option<String>>(7)?.unwrap_or_default(),
        state: row.get(8)?,
        version: row.get(9)?,
    };
    let parts = parts(tx, org, &[id])?;
    Ok(Held { application, notes, rows, parts })
}

impl Held {
    /// Rows of a currency that are open for invoices of the application, by date and number of their notes: no more than is
    /// applied for, and no more than is left of the row.
    pub fn rooms(&self, currency: &str) -> Vec<Room> {
        let notes: BTreeMap<Id, &Note> = self.notes.iter().map(|note| (note.id, note)).collect();
        let rows: BTreeMap<Id, &NoteRow> = self.rows.iter().map(|row| (row.id, row)).collect();
        let mut rooms: Vec<((&str, &str), Room)> = Vec::new();
        for part in self.parts.iter().filter(|part| part.currency == currency) {
            let Some((note, row)) = notes.get(&part.note).zip(rows.get(&part.row)) else { continue };
            let rest = toward(part.amount - part.invoiced, row.amount - row.invoiced);
            let room = Room { row: row.id, rest, amount: row.amount, functional: row.functional, rate: row.rate };
            rooms.push(((&note.date, &note.num), room));
        }
        rooms.sort_by(|one, other| one.0.cmp(&other.0));
        rooms.into_iter().map(|(_, room)| room).collect()
    }

    /// Currencies that are applied for.
    pub fn currencies(&self) -> BTreeSet<&str> {
        self.parts.iter().map(|part| part.currency.as_str()).collect()
    }
}

/// What some applications ask for.
pub fn parts(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<Part>, Refusal> {
    let mut select = sql::from(org, ROW);
    select
        .columns(["application_id", "note_row_id", "amount"].map(|column| (ROW, column)))
        .columns([(NOTE_ROW, "note_id"), (NOTE_ROW, "currency_code")])
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ROW, "note_row_id"))
        .and_where(sql::is_in(sql::of(ROW, "application_id"), ids.iter().copied()))
        .order_by((ROW, "id"), Order::Asc);
    let covered = covered(conn, org, ids)?;
    let read = |row: &Row| {
        let (application, of_row): (Id, Id) = (row.get(0)?, row.get(1)?);
        Ok(Part {
            application,
            row: of_row,
            amount: row.get(2)?,
            note: row.get(3)?,
            currency: row.get(4)?,
            invoiced: covered.get(&(application, of_row)).copied().unwrap_or_default(),
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// What the invoices of some applications cover, by application and row.
fn covered(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<(Id, Id), i64>, Refusal> {
    let mut select = sql::from(org, ALLOCATION);
    select
        .column((invoice::TABLE, "application_id"))
        .column((ALLOCATION, "row_id"))
        .expr(Expr::cust("CAST(SUM(invoice_allocation.amount) AS BIGINT)"))
        .join(JoinType::InnerJoin, invoice::TABLE, sql::same_org(invoice::TABLE, ALLOCATION, "invoice_id"))
        .and_where(sql::is_in(sql::of(invoice::TABLE, "application_id"), ids.iter().copied()))
        .and_where(sql::of(invoice::TABLE, "state").ne(REMOVED))
        .group_by_columns([(invoice::TABLE, "application_id"), (ALLOCATION, "row_id")]);
    conn.query(&select.into())?.iter().map(|row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?))).collect()
}

/// How far an application is, by what its invoices cover: whoever registers, takes back or removes one calls it behind that.
pub fn restate(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let parts = parts(tx, org, &[id])?;
    let status = if parts.iter().all(|part| part.invoiced == part.amount) {
        INVOICED
    } else if parts.iter().any(|part| part.invoiced != 0) {
        PART_INVOICED
    } else {
        NOT_INVOICED
    };
    let mut update = sql::update(org, TABLE, &[("status", Value::Text(status.to_owned()))]);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Refuses what would leave more invoiced than an application asks for, or anything of one that was cancelled: called behind the
/// removal of a red invoice. `what` says it in the words of the page.
pub fn need_within(tx: &mut Tx<'_>, id: Id, what: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("state").and_where(sql::eq("id", id));
    let state: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let parts = parts(tx, org, &[id])?;
    let fits = parts.iter().all(|part| toward(part.invoiced, part.amount) == part.invoiced);
    if state != CANCELLED && fits { Ok(()) } else { Err(Refusal::Business(NOT_OPEN.with(&[("what", what)]))) }
}

/// 撤销申请: all notes that name it, and its statement, are free again, or name the application before it, which is invoiced. The
/// caller holds it and writes the log line.
pub fn cancel(tx: &mut Tx<'_>, held: &Held) -> Result<(), Refusal> {
    if held.parts.iter().any(|part| part.invoiced != 0) {
        return Err(Refusal::business(INVOICED_ALREADY));
    }
    set_state(tx, held.application.id, CANCELLED)?;
    let notes: Vec<Id> = held.notes.iter().map(|note| note.id).collect();
    if let Some(statement) = held.application.statement {
        let known = before_of_statement(tx, held.application.coop, statement)?;
        name(tx, NOTE, &notes, known)?;
        name(tx, STATEMENT, &[statement], known)?;
    } else {
        let before = before_of_notes(tx, held.application.coop, &notes)?;
        let mut by_application: BTreeMap<Option<Id>, Vec<Id>> = BTreeMap::new();
        for note in &notes {
            by_application.entry(before.get(note).copied()).or_default().push(*note);
        }
        for (application, notes) in by_application {
            name(tx, NOTE, &notes, application)?;
        }
    }
    note::restate(tx, &notes)
}

/// The last application of a statement that was not cancelled.
fn before_of_statement(tx: &mut Tx<'_>, coop: Id, statement: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("id")
        // By the customer, whose applications are found by an index.
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("statement_id", statement))
        .and_where(sql::col("state").ne(CANCELLED))
        .order_by("id", Order::Desc)
        .limit(1);
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// The last application of each of some notes that was not cancelled.
fn before_of_notes(tx: &mut Tx<'_>, coop: Id, notes: &[Id]) -> Result<BTreeMap<Id, Id>, Refusal> {
    let mut select = sql::from(tx.org(), ROW);
    select
        .columns([(NOTE_ROW, "note_id"), (ROW, "application_id")])
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ROW, "note_row_id"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ROW, "application_id"))
        .and_where(sql::is_in(sql::of(NOTE_ROW, "note_id"), notes.iter().copied()))
        .and_where(sql::of_eq(TABLE, "coop_id", coop))
        .and_where(sql::of(TABLE, "state").ne(CANCELLED))
        .order_by((ROW, "id"), Order::Asc);
    tx.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Moves an application to a state.
pub fn set_state(tx: &mut Tx<'_>, id: Id, state: &str) -> Result<(), Refusal> {
    let cells = [
        ("state", Value::Text(state.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// A charge as an invoice sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Billed {
    /// The note it stands on.
    pub note: Id,
    /// Currency.
    pub currency: String,
    /// What an invoice calls it.
    pub item: String,
    /// Tax rate.
    pub tax_rate: String,
    /// Amount.
    pub amount: i64,
    /// Money passed on, which no VAT invoice names.
    pub is_agency: bool,
}

/// The charges of some notes.
pub fn billed(conn: &mut dyn Conn, org: i64, notes: &[Note]) -> Result<Vec<Billed>, Refusal> {
    let ids: BTreeSet<Id> = notes.iter().map(|note| note.id).collect();
    let orders: BTreeSet<Id> = notes.iter().map(|note| note.order).collect();
    let all = line::of_orders(conn, org, &orders.into_iter().collect::<Vec<_>>())?;
    let on_notes = all.into_iter().map(|(_, line)| line.charge);
    let charges: Vec<_> = on_notes.filter(|of| of.debit_note_id.is_some_and(|id| ids.contains(&id))).collect();
    let items = item::by_id(conn, org, charges.iter().filter_map(|charge| charge.service_item_id))?;
    let billed = charges.into_iter().map(|charge| {
        let item = charge.service_item_id.and_then(|id| items.get(&id));
        let named =
            item.map(|item| if item.invoice_name.is_empty() { &item.service_name_cn } else { &item.invoice_name });
        Billed {
            note: charge.debit_note_id.unwrap_or(Id(0)),
            currency: charge.currency_code,
            item: named.cloned().unwrap_or_default(),
            tax_rate: charge.tax_rate,
            amount: charge.amount.unwrap_or_default(),
            is_agency: item.is_some_and(|item| item.is_agency),
        }
    });
    Ok(billed.collect())
}

/// Charges of a currency by tax rate and invoice name, with what they come to: what invoice lines are shared by.
pub fn weights(billed: &[Billed], currency: &str) -> Vec<(String, String, i64)> {
    let mut sums: Vec<(String, String, i64)> = Vec::new();
    for one in billed.iter().filter(|one| one.currency == currency) {
        match sums.iter_mut().find(|(item, rate, _)| *item == one.item && *rate == one.tax_rate) {
            Some((.., sum)) => *sum += one.amount,
            None => sums.push((one.item.clone(), one.tax_rate.clone(), one.amount)),
        }
    }
    sums.retain(|(.., sum)| *sum != 0);
    sums
}
