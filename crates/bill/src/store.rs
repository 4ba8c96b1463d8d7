//! Bills as they lie in their tables.

use kernel::{Id, Instant};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, SelectStatement};
use platform::store::sql::Order as Way;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::Value as Json;
use trade::bill::{BillForm, Kind};
use waybill::orders::need_visible;

use crate::PAGE;

pub(crate) const TABLE: &str = "bl";
const PRINT: &str = "bl_print";
const REVISION: &str = "bl_print_revision";
/// What the log calls it.
pub(crate) const OBJECT: &str = "bl";

/// 草稿.
pub(crate) const DRAFT: &str = "DRAFT";
/// 已确认, by the customer.
pub(crate) const CONFIRMED: &str = "CONFIRMED";
/// 已完成.
pub(crate) const DONE: &str = "DONE";
/// 待签单: nothing is issued.
pub(crate) const UNSIGNED: &str = "UNSIGNED";
/// 已签单: the originals are in our hands.
pub(crate) const SIGNED: &str = "SIGNED";
/// 已放: with the customer.
pub(crate) const RELEASED: &str = "RELEASED";
/// 已收回: the originals are back.
pub(crate) const RETURNED: &str = "RETURNED";
/// 未发 of the instructions to the carrier.
const NOT_SENT: &str = "NONE";

/// A stored bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bill {
    pub(crate) id: Id,
    pub(crate) row_uuid: String,
    pub(crate) kind: Kind,
    pub(crate) number: String,
    pub(crate) order_id: Id,
    pub(crate) line: i64,
    pub(crate) doc_state: String,
    pub(crate) custody: String,
    pub(crate) updated_by: Id,
    pub(crate) updated_at: Instant,
    pub(crate) form: BillForm,
    pub(crate) reason: String,
    pub(crate) finished_times: i64,
    pub(crate) print_count: i64,
    pub(crate) original_prints: i64,
}

impl Bill {
    /// Whether it is finished.
    pub(crate) fn done(&self) -> bool {
        self.doc_state == DONE
    }

    /// A line of the log about it.
    pub(crate) fn log(&self) -> LogEntry {
        entry(self.id, self.kind, &self.number)
    }
}

/// A line of the log about a bill, which drafts without a number have too.
pub(crate) fn entry(id: Id, kind: Kind, number: &str) -> LogEntry {
    let shown = if number.is_empty() { kind.code() } else { number };
    LogEntry::of(OBJECT, id, shown, PAGE).scope("SE")
}

const OWN: [&str; 10] =
    ["id", "row_uuid", "kind", "number", "order_id", "line", "doc_state", "custody_state", "updated_by", "updated_at"];
const PRINTED: [&str; 5] = ["content", "difference_reason", "finished_times", "print_count", "original_prints"];

fn select(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    let join = sql::of(PRINT, "org_id").equals((TABLE, "org_id")).and(sql::of(PRINT, "bl_id").equals((TABLE, "id")));
    select
        .join(JoinType::InnerJoin, PRINT, join)
        .columns(OWN.map(|column| (TABLE, column)))
        .columns(PRINTED.map(|column| (PRINT, column)));
    select
}

fn read(row: &Row) -> Result<Bill, Refusal> {
    let content: String = row.get(10)?;
    let form = serde_json::from_str(&content).map_err(|error| Refusal::broken(format!("a bill's form: {error}")))?;
    Ok(Bill {
        id: row.get(0)?,
        row_uuid: row.get(1)?,
        kind: Kind::from_code(&row.get::<String>(2)?).unwrap_or_default(),
        number: row.get(3)?,
        order_id: row.get(4)?,
        line: row.get(5)?,
        doc_state: row.get(6)?,
        custody: row.get(7)?,
        updated_by: row.get(8)?,
        updated_at: row.get(9)?,
        form,
        reason: row.get(11)?,
        finished_times: row.get(12)?,
        print_count: row.get(13)?,
        original_prints: row.get(14)?,
    })
}

/// A bill whose order the caller may see.
pub(crate) fn find(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Bill, Refusal> {
    let mut select = select(actor.org_id);
    select.and_where(sql::of_eq(TABLE, "id", id));
    let bill = read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)?;
    need_visible(conn, actor, bill.order_id)?;
    Ok(bill)
}

/// The bills of an order: the master bill, then the house bills in their order.
pub(crate) fn of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Bill>, Refusal> {
    let mut select = select(org);
    select
        .and_where(sql::of_eq(TABLE, "order_id", order))
        .order_by((TABLE, "kind"), Way::Desc)
        .order_by((TABLE, "line"), Way::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Whether a house bill other than `own` has a number.
pub(crate) fn is_taken(conn: &mut dyn Conn, org: i64, number: &str, own: Option<Id>) -> Result<bool, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("kind", Kind::Hbl.code()))
        .and_where(sql::eq("number", number.to_owned()))
        .limit(1);
    let there: Option<Id> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(there.is_some() && there != own)
}

/// Codes of other orders whose master bill has a number.
pub(crate) fn sharing(conn: &mut dyn Conn, org: i64, number: &str, order: Id) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", TABLE, "order_id"))
        .column(("freight_order", "order_code"))
        .and_where(sql::of_eq(TABLE, "kind", Kind::Mbl.code()))
        .and_where(sql::of_eq(TABLE, "number", number.to_owned()))
        .and_where(sql::of(TABLE, "order_id").ne(sql::value(order)))
        .order_by(("freight_order", "order_code"), Way::Asc)
        .limit(5);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn content(form: &BillForm) -> Result<String, Refusal> {
    serde_json::to_string(form).map_err(|error| Refusal::broken(error.to_string()))
}

/// Columns of the bill that follow from its form.
fn bill_cells(form: &BillForm) -> Vec<(&'static str, Value)> {
    let number = Some(form.number.clone()).filter(|number| !number.is_empty());
    vec![
        ("number", number.into_value()),
        ("issue_type", form.issue_type.as_str().into_value()),
        ("originals", form.originals.parse::<i64>().ok().into_value()),
        ("copies", form.copies.parse::<i64>().ok().into_value()),
    ]
}

/// Columns of the print that follow from its form.
fn print_cells(form: &BillForm) -> Result<Vec<(&'static str, Value)>, Refusal> {
    Ok(vec![
        ("content", content(form)?.into_value()),
        ("place_of_issue", form.place_of_issue.as_str().into_value()),
        ("issue_date", form.issue_date.as_str().into_value()),
        ("on_board_date", form.on_board_date.as_str().into_value()),
        ("issuer", form.issuer.as_str().into_value()),
        ("sign_as", form.sign_as.as_str().into_value()),
    ])
}

/// Adds a draft; answers its id.
pub(crate) fn add(tx: &mut Tx<'_>, order: Id, line: i64, row_uuid: &str, form: &BillForm) -> Result<Id, Refusal> {
    let (org, id) = (tx.org(), tx.new_id());
    let mut cells = bill_cells(form);
    cells.extend([
        ("id", id.into_value()),
        ("row_uuid", row_uuid.into_value()),
        ("kind", form.kind.code().into_value()),
        ("order_id", order.into_value()),
        ("line", line.into_value()),
        ("doc_state", DRAFT.into_value()),
        ("custody_state", UNSIGNED.into_value()),
        ("si_state", NOT_SENT.into_value()),
        ("si_rev", Value::Int(0)),
        ("change_count", Value::Int(0)),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ]);
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    let mut cells = print_cells(form)?;
    cells.extend([
        ("bl_id", id.into_value()),
        ("finished_times", Value::Int(0)),
        ("print_count", Value::Int(0)),
        ("original_prints", Value::Int(0)),
    ]);
    tx.exec(&sql::insert(org, PRINT, &cells).into())?;
    Ok(id)
}

/// Changes the bill if it still has the version that was read.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    bill: &Bill,
    row_uuid: &str,
    mut cells: Vec<(&'static str, Value)>,
) -> Result<(), Refusal> {
    cells.extend([
        ("row_uuid", row_uuid.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ]);
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", bill.id)).and_where(sql::eq("row_uuid", bill.row_uuid.as_str()));
    if tx.exec(&update.into())? == 0 { Err(Refusal::Stale(Json::Null)) } else { Ok(()) }
}

/// Writes another form.
pub(crate) fn change_form(tx: &mut Tx<'_>, bill: &Bill, row_uuid: &str, form: &BillForm) -> Result<(), Refusal> {
    change(tx, bill, row_uuid, bill_cells(form))?;
    change_print(tx, bill.id, &print_cells(form)?)
}

/// Changes what is kept of the print.
pub(crate) fn change_print(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), PRINT, cells);
    update.and_where(sql::eq("bl_id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Counts a print, and one of originals; whoever has the form open is not disturbed.
pub(crate) fn count_print(tx: &mut Tx<'_>, id: Id, originals: bool) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), PRINT, &[("last_print_at", tx.now.into_value())]);
    update
        .value("print_count", sql::col("print_count").add(1))
        .value("original_prints", sql::col("original_prints").add(i64::from(originals)))
        .and_where(sql::eq("bl_id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Removes a bill with all it has.
pub(crate) fn remove(tx: &mut Tx<'_>, bill: &Bill) -> Result<(), Refusal> {
    let org = tx.org();
    let mut delete = sql::delete(org, TABLE);
    delete.and_where(sql::eq("id", bill.id)).and_where(sql::eq("row_uuid", bill.row_uuid.as_str()));
    if tx.exec(&delete.into())? == 0 {
        return Err(Refusal::Stale(Json::Null));
    }
    for table in [PRINT, REVISION] {
        tx.exec(&sql::delete(org, table).and_where(sql::eq("bl_id", bill.id)).into())?;
    }
    Ok(())
}

/// A form as it was saved once: which save, by whom, when.
pub(crate) type Revision = (i64, BillForm, Id, Instant);

/// The last saves, the latest first.
pub(crate) fn revisions(conn: &mut dyn Conn, org: i64, id: Id, most: u64) -> Result<Vec<Revision>, Refusal> {
    let mut select = sql::from(org, REVISION);
    select
        .columns(["rev", "content", "created_by", "created_at"])
        .and_where(sql::eq("bl_id", id))
        .order_by("rev", Way::Desc)
        .limit(most);
    let read = |row: &Row| {
        let form = serde_json::from_str(&row.get::<String>(1)?);
        let form = form.map_err(|error| Refusal::broken(format!("a revision of a bill: {error}")))?;
        Ok((row.get(0)?, form, row.get(2)?, row.get(3)?))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Keeps a form as the next revision, unless it says what the last one said.
pub(crate) fn keep_revision(tx: &mut Tx<'_>, id: Id, form: &BillForm) -> Result<(), Refusal> {
    let org = tx.org();
    let last = revisions(tx, org, id, 1)?.pop();
    if last.as_ref().is_some_and(|(_, known, ..)| known == form) {
        return Ok(());
    }
    let cells = [
        ("bl_id", id.into_value()),
        ("rev", Value::Int(last.map_or(0, |(rev, ..)| rev) + 1)),
        ("content", content(form)?.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, REVISION, &cells).into())?;
    Ok(())
}

/// Keeps others from adding bills to an order until the transaction ends.
pub(crate) fn hold(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(), Refusal> {
    waybill::orders::hold(conn, org, order)
}
