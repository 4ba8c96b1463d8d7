//! What other documents hang on rows below an order. A kind of row names the documents that may ([`crate::part::Part`]);
//! they know a row by its id, or by its number as papers do. A row that one of them knows stays in the order.

use kernel::{Id, Msg, Text};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::{Conn, Row, sql};
use trade::bill::{BillForm, Kind};

const HUNG: Msg = Msg::new(
    "order.row.hung",
    "{row}已被{by}引用，不能删除或更换",
    "{row} can't be removed or replaced: {by} refers to it.",
);

/// Documents of one kind that hang on rows of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Hangs {
    /// What one is called before its number, Chinese and English.
    pub title: (&'static str, &'static str),
    /// Those of an order.
    pub of: fn(&mut dyn Conn, i64, Id) -> Result<Vec<Document>, Refusal>,
}

/// A document and the rows it knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its number.
    pub number: String,
    /// The rows.
    pub rows: Vec<Known>,
}

/// How a document knows a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// By its id.
    Id(Id),
    /// By the number it has.
    Number(String),
}

/// A row that would go, and what hangs on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hung {
    /// Where it is found: it stands in the body no more, so at the member of all rows.
    pub member: &'static str,
    /// What it is called, Chinese and English.
    pub(crate) row: (String, String),
    /// What the document is called, Chinese and English.
    pub(crate) by: (String, String),
}

impl Hung {
    /// Why it stays.
    pub fn why(&self) -> Text {
        let (row, by) = (&self.row, &self.by);
        HUNG.with_each(&[("row", &row.0), ("by", &by.0)], &[("row", &row.1), ("by", &by.1)])
    }
}

/// Bills of lading that are confirmed or finished, on the boxes they list.
pub(crate) const BILLS: Hangs = Hangs {
    title: ("提单", "bill of lading"),
    of: |conn, org, order| {
        let bills = bills(conn, org, order)?.into_iter().filter(|bill| !bill.is_draft);
        let document = |bill: Bill| Document {
            number: bill.number,
            rows: bill.boxes.into_iter().filter(|number| !number.is_empty()).map(Known::Number).collect(),
        };
        Ok(bills.map(document).collect())
    },
};

/// Cargo pouches that are not void, on the houses whose papers lie in them.
pub(crate) const POUCHES: Hangs = Hangs { title: ("随货文件袋", "cargo pouch"), of: pouches };

/// A bill of lading of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Row.
    pub id: Id,
    /// Number.
    pub number: String,
    /// Of the carrier, or of the forwarder.
    pub kind: Kind,
    /// It is being written.
    pub is_draft: bool,
    /// Numbers of the boxes it lists.
    pub boxes: Vec<String>,
}

/// The bills of lading of an order, in their order.
pub fn bills(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Bill>, Refusal> {
    const BILL: &str = "bl";
    const PRINT: &str = "bl_print";
    const DRAFT: &str = "DRAFT";
    let mut select = sql::from(org, BILL);
    let print = sql::of(PRINT, "bl_id").equals((BILL, "id"));
    select
        .join(JoinType::InnerJoin, PRINT, print.and(sql::of(PRINT, "org_id").equals((BILL, "org_id"))))
        .columns(["id", "number", "kind", "doc_state"].map(|column| (BILL, column)))
        .column((PRINT, "content"))
        .and_where(sql::of_eq(BILL, "order_id", order))
        .order_by((BILL, "line"), sql::Order::Asc);
    let read = |row: &Row| {
        let form: BillForm = serde_json::from_str(&row.get::<String>(4)?).unwrap_or_default();
        Ok(Bill {
            id: row.get(0)?,
            number: row.get(1)?,
            kind: Kind::from_code(&row.get::<String>(2)?).unwrap_or_default(),
            is_draft: row.get::<String>(3)? == DRAFT,
            boxes: form.containers.into_iter().map(|one| one.container_no).collect(),
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

fn pouches(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Document>, Refusal> {
    const OF_ORDER: &str = "cargo_pouch_order";
    const POUCH: &str = "cargo_pouch";
    const PAPER: &str = "cargo_pouch_document";
    let mut select = sql::from(org, OF_ORDER);
    let paper = sql::of(PAPER, "pouch_id").equals((OF_ORDER, "pouch_id"));
    select
        .join(JoinType::InnerJoin, POUCH, sql::same_org(POUCH, OF_ORDER, "pouch_id"))
        .join(JoinType::InnerJoin, PAPER, paper.and(sql::of(PAPER, "org_id").equals((OF_ORDER, "org_id"))))
        .columns([(POUCH, "pouch_number"), (PAPER, "hawb_id")])
        .and_where(sql::of_eq(OF_ORDER, "order_id", order))
        .and_where(sql::of(PAPER, "hawb_id").is_not_null())
        .and_where(sql::of(POUCH, "state").ne(sql::value("VOID")))
        .order_by((POUCH, "id"), sql::Order::Asc);
    let read = |row: &Row| Ok(Document { number: row.get(0)?, rows: vec![Known::Id(row.get(1)?)] });
    conn.query(&select.into())?.iter().map(read).collect()
}
