//! Whose figures are to be reckoned anew. What changes them writes so in its transaction; rows are added and never changed, so
//! that nobody waits for another.

use charge::line;
use kernel::{Id, Instant};
use platform::call::Tx;
use platform::job::plan::Waiting;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, sql};

/// Its table.
pub const DUE: &str = charge::credit_due::TABLE;
/// Rows that are worked off at once.
const AT_ONCE: u64 = 500;

/// Partners were changed themselves.
pub fn coops(tx: &mut Tx<'_>, coops: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    charge::credit_due::coops(tx, coops)
}

/// What an order stands for with its customers was changed: it was called off, opened or finished.
pub fn order(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, line::TABLE);
    select
        .distinct()
        .column("coop_id")
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("kind", "RECEIVABLE".to_owned()));
    let found: Vec<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    coops(tx, found)
}

/// How much waits, in all companies.
pub fn waiting(conn: &mut dyn Conn, _: Instant) -> Result<Waiting, Refusal> {
    let mut all = sql::from_global(DUE);
    all.expr(Expr::cust("COUNT(*)"));
    let all = conn.first(&all.into())?.unwrap_or_default().get(0)?;
    Ok(Waiting { all, due: all })
}

/// The oldest partners that wait in a company, with the rows that say so.
pub fn next(conn: &mut dyn Conn, org: i64) -> Result<(Vec<Id>, Vec<Id>), Refusal> {
    let mut select = sql::from(org, DUE);
    select.columns(["id", "coop_id"]).order_by("id", Order::Asc).limit(AT_ONCE);
    let (mut rows, mut coops) = (Vec::new(), Vec::new());
    for row in conn.query(&select.into())? {
        rows.push(row.get(0)?);
        coops.push(row.get(1)?);
    }
    coops.sort_unstable();
    coops.dedup();
    Ok((rows, coops))
}

/// They were reckoned, or there is nobody in whose name that could be done.
pub fn done(conn: &mut dyn Conn, org: i64, rows: Vec<Id>) -> Result<(), Refusal> {
    let mut delete = sql::delete(org, DUE);
    delete.and_where(sql::is_in(sql::col("id"), rows));
    conn.exec(&delete.into())?;
    Ok(())
}
