//! Which documents have a voucher.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, sql};

use crate::origin::CHARGE;
use crate::{SOURCE, TABLE};

const LOCK_POSTED: Msg =
    Msg::new("book.lock_posted", "已生成挂账凭证，请先退回凭证", "A voucher stands on the lock: return that first.");

/// The voucher of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// The voucher.
    pub voucher: Id,
    /// Its type.
    pub kind: String,
    /// Number of the document.
    pub document: String,
    /// 凭证字.
    pub word: String,
    /// 凭证号.
    pub number: i64,
    /// Its date.
    pub date: String,
    /// Who made it.
    pub creator: Id,
}

impl Stamp {
    /// 凭证字号, as 记-1.
    pub fn label(&self) -> String {
        format!("{}-{}", self.word, self.number)
    }
}

/// Those of some documents of a table that have a voucher, with it.
pub fn posted(conn: &mut dyn Conn, org: i64, table: &str, ids: &[Id]) -> Result<BTreeMap<Id, Stamp>, Refusal> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(org, SOURCE);
    select
        .columns(["source_id", "voucher_id", "kind", "number"].map(|column| (SOURCE, column)))
        .columns(["word", "number", "voucher_date", "created_by"].map(|column| (TABLE, column)))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, SOURCE, "voucher_id"))
        .and_where(sql::of_eq(SOURCE, "source", table.to_owned()))
        .and_where(sql::is_in(sql::of(SOURCE, "source_id"), ids.iter().copied()))
        .and_where(sql::of_eq(SOURCE, "is_freed", false))
        .order_by((SOURCE, "id"), Order::Asc);
    let read = |row: &Row| {
        let stamp = Stamp {
            voucher: row.get(1)?,
            kind: row.get(2)?,
            document: row.get(3)?,
            word: row.get(4)?,
            number: row.get(5)?,
            date: row.get(6)?,
            creator: row.get(7)?,
        };
        Ok((row.get(0)?, stamp))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Refuses, in its words, what can't be done to documents that have a voucher; `{n}` in them is the number of the first. The
/// caller holds the documents.
pub fn need_unposted(conn: &mut dyn Conn, org: i64, (table, ids): (&str, &[Id]), refused: Msg) -> Result<(), Refusal> {
    match posted(conn, org, table, ids)?.into_values().next() {
        Some(stamp) => Err(Refusal::Business(refused.with(&[("n", &stamp.document)]))),
        None => Ok(()),
    }
}

/// Refuses to take charges away that a voucher was built on. They are held until the transaction ends, so that none gets a
/// voucher meanwhile.
pub fn need_unposted_charges(tx: &mut Tx<'_>, ids: &[Id], refused: Msg) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, CHARGE);
    select
        .column("id")
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    tx.query(&select.into())?;
    need_unposted(tx, org, (CHARGE, ids), refused)
}

/// Refuses to unlock an order on whose lock vouchers were built (css.md 0.10); adjustments keep their date and their vouchers.
/// Its charges are held until the transaction ends, so that none gets a voucher meanwhile.
pub fn need_unlocked(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, CHARGE);
    select
        .column("id")
        .and_where(sql::eq("order_id", order))
        .and_where(sql::col("adjust_no").is_null())
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let ids = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    need_unposted(tx, org, (CHARGE, &ids), LOCK_POSTED)
}
