//! What hangs on notes and payments, as their lists and views tell it: the invoices that cover them, and what was settled of
//! them.

use std::collections::BTreeMap;

use charge::line::code_of;
use kernel::Id;
use platform::page::{Said, Told};
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use trade::charge::{Currency, Side};

use crate::amounts::parts;
use crate::invoice::{self, ALLOCATION};
use crate::write_off::{self, LINE};

/// What an invoice covers of a document.
pub struct Invoice {
    document: Id,
    /// Its number.
    pub num: String,
    /// Its date.
    pub date: String,
    /// Whom it names.
    pub title: String,
    currency: String,
    amount: i64,
}

/// What a write-off settled of a document.
struct Settled {
    document: Id,
    num: String,
    date: String,
    currency: String,
    amount: i64,
}

/// The invoices and write-offs of some documents, each by its date.
pub struct Hung {
    invoices: Vec<Invoice>,
    settled: Vec<Settled>,
}

impl Hung {
    /// Of some notes or payments, and of what they have that invoices cover: rows of notes, payments themselves, each with its
    /// document.
    pub fn of(
        conn: &mut dyn Conn,
        org: i64,
        (side, documents): (Side, &[Id]),
        rows: &BTreeMap<Id, Id>,
    ) -> Result<Self, Refusal> {
        Ok(Self { invoices: invoices(conn, org, (side, rows))?, settled: settled(conn, org, (side, documents))? })
    }

    /// A text of the invoices of some documents.
    pub fn invoices(&self, is_of: impl Fn(Id) -> bool, text: fn(&Invoice) -> &String) -> Value {
        once(self.invoices.iter().filter(|one| is_of(one.document)).map(|one| text(one).as_str())).into_value()
    }

    /// The numbers of the write-offs of some documents.
    pub fn write_offs(&self, is_of: impl Fn(Id) -> bool) -> Value {
        once(self.settled.iter().filter(|one| is_of(one.document)).map(|one| one.num.as_str())).into_value()
    }

    /// Tables of both, where there are some: a row for each number.
    pub fn told(&self, own: Currency, mut told: Told) -> Told {
        let invoices = self.invoices.iter().map(|one| (&one.date, &one.num, (one.currency.as_str(), one.amount)));
        let settled = self.settled.iter().map(|one| (&one.date, &one.num, (one.currency.as_str(), one.amount)));
        for (title, rows) in
            [(("发票", "Invoices"), summed(own, invoices)), (("核销", "Write-offs"), summed(own, settled))]
        {
            if !rows.is_empty() {
                told = told.table(title, &COLUMNS, rows);
            }
        }
        told
    }
}

const COLUMNS: [(&str, (&str, &str), bool); 3] =
    [("num", ("编号", "Number"), false), ("date", ("日期", "Date"), false), ("amount", ("金额", "Amount"), true)];

fn summed<'a>(
    own: Currency,
    amounts: impl Iterator<Item = (&'a String, &'a String, (&'a str, i64))>,
) -> Vec<Vec<Said>> {
    let mut all: BTreeMap<(&str, &str), Vec<(&str, i64)>> = BTreeMap::new();
    for (date, num, amount) in amounts {
        all.entry((date, num)).or_default().push(amount);
    }
    let row = |((date, num), amounts): ((&str, &str), Vec<(&str, i64)>)| {
        vec![Said::from(num.to_owned()), Said::from(date.to_owned()), Said::from(parts(own, amounts))]
    };
    all.into_iter().map(row).collect()
}

/// Texts that are there, each once, with commas between.
pub fn once<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for text in texts {
        if !text.is_empty() && !all.contains(&text) {
            all.push(text);
        }
    }
    all.join(",")
}

fn invoices(conn: &mut dyn Conn, org: i64, (side, rows): (Side, &BTreeMap<Id, Id>)) -> Result<Vec<Invoice>, Refusal> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = sql::from(org, ALLOCATION);
    select
        .columns(["row_id", "amount"].map(|column| (ALLOCATION, column)))
        .columns(["invoice_num", "invoice_date", "title", "currency_code"].map(|column| (invoice::TABLE, column)))
        .join(JoinType::InnerJoin, invoice::TABLE, sql::same_org(invoice::TABLE, ALLOCATION, "invoice_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", code_of(side).to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, "row_id"), rows.keys().copied()))
        .order_by((invoice::TABLE, "invoice_date"), Order::Asc)
        .order_by((ALLOCATION, "id"), Order::Asc);
    let read = |row: &Row| {
        let of: Id = row.get(0)?;
        Ok(Invoice {
            document: rows.get(&of).copied().unwrap_or(of),
            amount: row.get(1)?,
            num: row.get(2)?,
            date: row.get(3)?,
            title: row.get::<Option<String>>(4)?.unwrap_or_default(),
            currency: row.get(5)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

fn settled(conn: &mut dyn Conn, org: i64, (side, documents): (Side, &[Id])) -> Result<Vec<Settled>, Refusal> {
    let mut select = sql::from(org, LINE);
    select
        .columns(["document_id", "currency_code", "amount"].map(|column| (LINE, column)))
        .columns(["write_off_num", "write_off_date"].map(|column| (write_off::TABLE, column)))
        .join(JoinType::InnerJoin, write_off::TABLE, sql::same_org(write_off::TABLE, LINE, "write_off_id"))
        .and_where(sql::of_eq(LINE, "side", code_of(side).to_owned()))
        .and_where(sql::of_eq(LINE, "is_reversed", false))
        .and_where(sql::is_in(sql::of(LINE, "document_id"), documents.iter().copied()))
        .order_by((write_off::TABLE, "write_off_date"), Order::Asc)
        .order_by((LINE, "id"), Order::Asc);
    let read = |row: &Row| {
        Ok(Settled {
            document: row.get(0)?,
            currency: row.get(1)?,
            amount: row.get(2)?,
            num: row.get(3)?,
            date: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}
