//! Lines of ours beside what a partner says of them, as the tables of bill checks and of cost confirmations hold them: read,
//! added, written anew and taken away, some hundreds by one statement.

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Cell, Conn, Row, Value, sql};

/// Rows of one statement.
const AT_ONCE: usize = 500;

/// A line of such a table.
pub trait Compared: Sized {
    /// The table.
    const TABLE: &'static str;
    /// Its column for what the lines belong to.
    const OWNER: &'static str;
    /// Its other columns in the order of [`Compared::values`], the row first.
    const COLUMNS: &'static [&'static str];

    /// Reads one of its columns.
    fn of(row: &Row) -> Result<Self, Refusal>;

    /// Its cells, as a row.
    fn values(&self, id: Id) -> Vec<Value>;

    /// Its row; none of one that is not saved.
    fn id(&self) -> Option<Id>;
}

/// The lines of one owner, in their order.
pub fn lines<L: Compared>(conn: &mut dyn Conn, org: i64, owner: Id) -> Result<Vec<L>, Refusal> {
    let mut select = sql::from(org, L::TABLE);
    select
        .columns(L::COLUMNS.iter().copied())
        .and_where(sql::eq(L::OWNER, owner))
        .order_by("line", Order::Asc)
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(L::of).collect()
}

/// Adds lines to an owner.
pub fn add<L: Compared>(tx: &mut Tx<'_>, owner: Id, lines: &[L]) -> Result<(), Refusal> {
    put(tx, owner, lines, |tx, _| Some(tx.new_id()))
}

/// Writes lines over what the table holds of them; those that are not saved are left out.
pub fn write<L: Compared>(tx: &mut Tx<'_>, owner: Id, lines: &[L]) -> Result<(), Refusal> {
    remove(tx, lines)?;
    put(tx, owner, lines, |_, line| line.id())
}

/// Takes lines away.
pub fn remove<L: Compared>(tx: &mut Tx<'_>, lines: &[L]) -> Result<(), Refusal> {
    let ids: Vec<Id> = lines.iter().filter_map(L::id).collect();
    for some in ids.chunks(AT_ONCE) {
        let mut delete = sql::delete(tx.org(), L::TABLE);
        tx.exec(&delete.and_where(sql::is_in(sql::col("id"), some.iter().copied())).to_owned().into())?;
    }
    Ok(())
}

/// Inserts lines under the rows they are to have.
fn put<L: Compared>(
    tx: &mut Tx<'_>,
    owner: Id,
    lines: &[L],
    row_of: fn(&mut Tx<'_>, &L) -> Option<Id>,
) -> Result<(), Refusal> {
    let columns: Vec<&'static str> = L::COLUMNS.iter().copied().chain([L::OWNER]).collect();
    for some in lines.chunks(AT_ONCE) {
        let mut rows = Vec::with_capacity(some.len());
        for line in some {
            let Some(id) = row_of(tx, line) else { continue };
            let mut values = line.values(id);
            values.push(owner.into_value());
            rows.push(values);
        }
        if !rows.is_empty() {
            tx.exec(&sql::insert_many(tx.org(), L::TABLE, &columns, rows).into())?;
        }
    }
    Ok(())
}
