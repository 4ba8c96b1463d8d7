//! What of a customer is open, each on the level it is settled on (css.md 0.7): notes by themselves, statements, invoices.

use std::collections::BTreeMap;

use charge::chain::{DETAIL, IN_FORCE, NOTE, NOTE_ROW, PAYMENT};
use domain::switch::WRITE_OFF_BY_INVOICE;
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::setting;
use platform::store::{Conn, Row, sql};
use settle::invoice;
use settle::note::STATEMENT;
use settle::write_off::Of;
use trade::charge::Side;

/// A note by itself.
pub(super) const ON_NOTE: &str = "NOTE";
/// A statement.
pub(super) const ON_STATEMENT: &str = "STATEMENT";
/// A note of a statement whose notes come to nought together: each is settled by itself.
pub(super) const ON_STATED: &str = "STATED";
/// An invoice.
pub(super) const ON_INVOICE: &str = "INVOICE";
/// A payment, of cost.
const ON_PAYMENT: &str = "PAYMENT";
/// Where money lands.
pub(crate) const LEVELS: &[Choice] = &[
    Choice::new(ON_NOTE, "账单", "Note"),
    Choice::new(ON_STATEMENT, "清单", "Statement"),
    Choice::new(ON_STATED, "清单内账单", "Note of a statement"),
    Choice::new(ON_INVOICE, "发票", "Invoice"),
    Choice::new(ON_PAYMENT, "对账单", "Payment"),
];

/// Something open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Open {
    /// What a write-off calls it.
    pub of: Of,
    /// The row the form knows it by: of the note, the first of the statement, or the invoice.
    pub key: Id,
    pub level: &'static str,
    pub number: String,
    pub date: String,
    pub due: String,
    /// Numbers and dates of its orders.
    pub orders: Vec<(String, String)>,
    pub currency: String,
    pub amount: i64,
    pub open: i64,
}

/// A row of a note that is open, with what it stands in.
struct Found {
    row: Id,
    note: Id,
    number: String,
    date: String,
    due: String,
    statement: Option<(Id, String, String, String)>,
    applied: bool,
    currency: String,
    amount: i64,
    open: i64,
    order: (String, String),
    visible: bool,
}

/// Everything open of a customer that its reader sees wholly: what is negative first, then by date and number.
pub(crate) fn open(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<Vec<Open>, Refusal> {
    let org = actor.org_id;
    let by_invoice: bool = setting::value(conn, org, &WRITE_OFF_BY_INVOICE, None)?;
    let found = found(conn, actor, coop)?;
    let mut all = invoices(conn, org, &found)?;
    let mut statements: BTreeMap<(Id, String), Vec<&Found>> = BTreeMap::new();
    for row in found.iter().filter(|row| !(row.applied && by_invoice)) {
        match &row.statement {
            Some((statement, ..)) => statements.entry((*statement, row.currency.clone())).or_default().push(row),
            None if row.visible => all.push(row.alone()),
            None => {}
        }
    }
    all.extend(statements.into_values().flat_map(|rows| of_statement(&rows)));
    all.retain(|one| one.open != 0);
    all.sort_by(|one, other| one.place().cmp(&other.place()));
    Ok(all)
}

impl Open {
    fn place(&self) -> (bool, &str, &str) {
        (self.open > 0, &self.date, &self.number)
    }

    /// Numbers of its orders: the first, and how many there are.
    pub(super) fn biz_number(&self) -> String {
        let first = self.orders.first().map(|(number, _)| number.clone()).unwrap_or_default();
        match self.orders.len() {
            0 | 1 => first,
            several => format!("{first}（{several}）"),
        }
    }

    /// The business date of its first order.
    pub(super) fn biz_date(&self) -> Option<String> {
        self.orders.iter().map(|(_, date)| date).filter(|date| !date.is_empty()).min().cloned()
    }
}

impl Found {
    fn alone(&self) -> Open {
        Open {
            of: Of::Note { note: self.note, currency: self.currency.clone() },
            key: self.row,
            level: ON_NOTE,
            number: self.number.clone(),
            date: self.date.clone(),
            due: self.due.clone(),
            orders: vec![self.order.clone()],
            currency: self.currency.clone(),
            amount: self.amount,
            open: self.open,
        }
    }
}

/// A statement with what is open of its notes, or these where they come to nought together; nothing where its reader does not
/// see all of that.
fn of_statement(rows: &[&Found]) -> Vec<Open> {
    let whole = rows.first().filter(|_| rows.iter().all(|row| row.visible));
    let Some((first, (statement, number, date, due))) = whole.and_then(|row| Some((row, row.statement.clone()?)))
    else {
        return Vec::new();
    };
    let currency = first.currency.clone();
    if rows.iter().map(|row| row.open).sum::<i64>() == 0 {
        let stated = |row: &&Found| Open {
            of: Of::Statement { statement, currency: currency.clone(), note: Some(row.note) },
            level: ON_STATED,
            ..row.alone()
        };
        return rows.iter().map(stated).collect();
    }
    vec![Open {
        of: Of::Statement { statement, currency: currency.clone(), note: None },
        key: first.row,
        level: ON_STATEMENT,
        number,
        date,
        due,
        orders: rows.iter().map(|row| row.order.clone()).collect(),
        currency,
        amount: rows.iter().map(|row| row.amount).sum(),
        open: rows.iter().map(|row| row.open).sum(),
    }]
}

/// Invoices with what is open of their rows.
fn invoices(conn: &mut dyn Conn, org: i64, found: &[Found]) -> Result<Vec<Open>, Refusal> {
    let by_id: BTreeMap<Id, &Found> = found.iter().map(|row| (row.row, row)).collect();
    let rows: Vec<Id> = by_id.keys().copied().collect();
    let mut open: BTreeMap<Id, Vec<(&Found, i64)>> = BTreeMap::new();
    for one in invoice::of_rows(conn, org, Side::Receivable, &rows)? {
        if let Some(row) = by_id.get(&one.row).copied() {
            open.entry(one.invoice).or_default().push((row, one.rest_within(row.open)));
        }
    }
    let mut select = sql::from(org, invoice::TABLE);
    select
        .columns(["id", "invoice_num", "invoice_date", "currency_code", "amount"])
        .and_where(sql::is_in(sql::col("id"), open.keys().copied()));
    let mut all = Vec::new();
    for row in conn.query(&select.into())? {
        let id: Id = row.get(0)?;
        let parts = open.get(&id).map(Vec::as_slice).unwrap_or_default();
        if parts.iter().any(|(row, _)| !row.visible) {
            continue;
        }
        all.push(Open {
            of: Of::Invoice { invoice: id, note: None },
            key: id,
            level: ON_INVOICE,
            number: row.get(1)?,
            date: row.get(2)?,
            due: parts.iter().map(|(row, _)| row.due.clone()).min().unwrap_or_default(),
            orders: parts.iter().map(|(row, _)| row.order.clone()).collect(),
            currency: row.get(3)?,
            amount: row.get(4)?,
            open: parts.iter().map(|(_, open)| open).sum(),
        });
    }
    Ok(all)
}

/// Open payments of a supplier that their reader sees wholly.
pub(crate) fn payments(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<Vec<Open>, Refusal> {
    let mut select = sql::from(actor.org_id, DETAIL);
    select
        .columns(
            ["id", "payment_num", "payment_date", "currency_code", "amount", "open_amount"]
                .map(|column| (PAYMENT, column)),
        )
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, DETAIL, "payment_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"))
        .and_where(sql::of_eq(PAYMENT, "coop_id", coop))
        .and_where(sql::of_eq(PAYMENT, "state", IN_FORCE.to_owned()))
        .and_where(sql::of(PAYMENT, "open_amount").ne(0i64))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .order_by((PAYMENT, "payment_date"), Order::Asc)
        .order_by((PAYMENT, "payment_num"), Order::Asc)
        .order_by((DETAIL, "id"), Order::Asc);
    let mut all: Vec<(Open, bool)> = Vec::new();
    for row in conn.query(&select.into())? {
        let id: Id = row.get(0)?;
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let number = Some(text(6)?).filter(|number| !number.is_empty());
        let order = (if let Some(number) = number { number } else { text(7)? }, text(8)?);
        let seen = row.get::<i64>(9)? == 1;
        if let Some((last, all_seen)) = all.last_mut().filter(|(last, _)| last.key == id) {
            if !last.orders.contains(&order) {
                last.orders.push(order);
            }
            *all_seen &= seen;
            continue;
        }
        let one = Open {
            of: Of::Payment(id),
            key: id,
            level: ON_PAYMENT,
            number: row.get(1)?,
            date: row.get(2)?,
            due: String::new(),
            orders: vec![order],
            currency: row.get(3)?,
            amount: row.get(4)?,
            open: row.get(5)?,
        };
        all.push((one, seen));
    }
    let mut open: Vec<Open> = all.into_iter().filter(|(_, seen)| *seen).map(|(one, _)| one).collect();
    open.sort_by(|one, other| one.place().cmp(&other.place()));
    Ok(open)
}

/// The open rows of the notes of a customer.
fn found(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<Vec<Found>, Refusal> {
    let mut select = sql::from(actor.org_id, NOTE_ROW);
    select
        .columns(["id", "note_id", "currency_code", "amount", "settled"].map(|column| (NOTE_ROW, column)))
        .columns(["note_num", "note_date", "due_date", "application_id", "statement_id"].map(|column| (NOTE, column)))
        .columns(["statement_num", "statement_date", "due_date"].map(|column| (STATEMENT, column)))
        .columns(["biz_number", "order_code", "biz_date"].map(|column| (ORDER, column)))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .join(JoinType::LeftJoin, STATEMENT, sql::same_org(STATEMENT, NOTE, "statement_id"))
        .and_where(sql::of_eq(NOTE, "coop_id", coop))
        .and_where(sql::of_eq(NOTE, "state", IN_FORCE.to_owned()))
        .and_where(sql::of(NOTE_ROW, "amount").ne(sql::of(NOTE_ROW, "settled")))
        .order_by((NOTE, "note_date"), Order::Asc)
        .order_by((NOTE, "note_num"), Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Found, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let (amount, settled): (i64, i64) = (row.get(3)?, row.get(4)?);
    let number = Some(text(13)?).filter(|number| !number.is_empty());
    let number = if let Some(number) = number { number } else { text(14)? };
    let statement = match row.get::<Option<Id>>(9)? {
        Some(id) => Some((id, text(10)?, text(11)?, text(12)?)),
        None => None,
    };
    Ok(Found {
        row: row.get(0)?,
        note: row.get(1)?,
        currency: row.get(2)?,
        amount,
        open: amount - settled,
        number: row.get(5)?,
        date: row.get(6)?,
        due: row.get(7)?,
        applied: row.get::<Option<Id>>(8)?.is_some(),
        statement,
        order: (number, text(15)?),
        visible: row.get::<i64>(16)? == 1,
    })
}
