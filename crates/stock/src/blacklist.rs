//! The blacklist: ranges of numbers that are neither registered nor given to orders nor printed while an entry is
//! valid. An entry locks the free numbers of its range; they are free again with its end, or when it is removed.

use kernel::{Id, Msg, Text};
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, Value, sql};
use sea_query::{Condition, Expr, ExprTrait, Order, Query, SelectStatement, UpdateStatement};

use crate::row::{By, State, note_each};

/// The number is on the blacklist.
pub const BLACKLISTED: Msg = Msg::new(
    "awb.blacklisted",
    "主单号在黑名单中：{reason}",
    "The master waybill number is on the blacklist: {reason}.",
);
/// What a number is told that an entry locks.
const WORDS: &str = "主单号黑名单";
const TABLE: &str = "awb_blacklist";

/// Why numbers are blacklisted.
pub const REASONS: &[Choice] = &[
    Choice::new("遗失", "遗失", "Lost"),
    Choice::new("被盗", "被盗", "Stolen"),
    Choice::new("航司停用", "航司停用", "Withdrawn by the airline"),
    Choice::new("争议", "争议", "In dispute"),
    Choice::new("其他", "其他", "Other"),
];

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: Id,
    /// Three digits of the airline.
    pub prefix: String,
    /// First serial: 8 digits.
    pub from: String,
    /// Last serial.
    pub to: String,
    /// One of [`REASONS`].
    pub reason: String,
    /// First day; empty: from the beginning.
    pub valid_from: String,
    /// Last day; empty: without end.
    pub valid_to: String,
}

const COLUMNS: [&str; 7] = ["id", "prefix", "serial_from", "serial_to", "reason", "valid_from", "valid_to"];

impl Entry {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            prefix: row.get(1)?,
            from: row.get(2)?,
            to: row.get(3)?,
            reason: row.get(4)?,
            valid_from: row.get(5)?,
            valid_to: row.get(6)?,
        })
    }

    /// Whether it counts on a day.
    pub fn is_valid(&self, today: &str) -> bool {
        let begun = self.valid_from.is_empty() || self.valid_from.as_str() <= today;
        begun && (self.valid_to.is_empty() || self.valid_to.as_str() >= today)
    }

    /// What is said of its numbers.
    pub fn text(&self) -> Text {
        let known = REASONS.iter().find(|choice| choice.value == self.reason);
        let (zh, en) = known.map_or((self.reason.as_str(), self.reason.as_str()), |choice| (choice.zh, choice.en));
        BLACKLISTED.with_each(&[("reason", zh)], &[("reason", en)])
    }

    /// Its numbers in the stock. The whole number is what the index of the stock begins with.
    fn covers(&self) -> Expr {
        let number = |serial: &str| sql::value(format!("{}-{serial}", self.prefix));
        sql::col("awb_number").between(number(&self.from), number(&self.to))
    }
}

/// Entries that count on a day.
pub fn valid_on(today: &str) -> Condition {
    let column = |name| sql::of(TABLE, name);
    Condition::all()
        .add(column("valid_from").is_null().or(column("valid_from").lte(sql::value(today))))
        .add(column("valid_to").is_null().or(column("valid_to").gte(sql::value(today))))
}

fn entries(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS.map(|name| (TABLE, name))).order_by((TABLE, "id"), Order::Asc);
    select
}

/// The oldest entry that counts for a number on a day.
pub fn hit(conn: &mut dyn Conn, org: i64, awb_number: &str, today: &str) -> Result<Option<Entry>, Refusal> {
    let (prefix, serial) = awb_number.split_once('-').unwrap_or_default();
    let mut select = entries(org);
    select
        .and_where(sql::eq("prefix", prefix))
        .and_where(sql::col("serial_from").lte(sql::value(serial)))
        .and_where(sql::col("serial_to").gte(sql::value(serial)))
        .cond_where(valid_on(today))
        .limit(1);
    conn.first(&select.into())?.as_ref().map(Entry::read).transpose()
}

/// Refuses a number that is on the blacklist.
pub fn need_clear(conn: &mut dyn Conn, org: i64, awb_number: &str, today: &str) -> Result<(), Refusal> {
    match hit(conn, org, awb_number, today)? {
        Some(entry) => Err(Refusal::Business(entry.text())),
        None => Ok(()),
    }
}

/// Numbers of the stock that no entry stands against on a day.
pub(crate) fn outside(today: &str) -> Expr {
    let column = |name| sql::of(TABLE, name);
    let mut against = Query::select();
    against
        .expr(Expr::cust("1"))
        .from(TABLE)
        .and_where(column("org_id").equals(("awb", "org_id")))
        .and_where(column("prefix").equals(("awb", "prefix")))
        .and_where(column("serial_from").lte(sql::of("awb", "serial")))
        .and_where(column("serial_to").gte(sql::of("awb", "serial")))
        .cond_where(valid_on(today));
    Expr::exists(against).not()
}

/// Locks the free numbers of an entry; answers how many.
pub fn lock(conn: &mut dyn Conn, by: &By<'_>, entry: &Entry) -> Result<usize, Refusal> {
    if !entry.is_valid(&by.today()) {
        return Ok(0);
    }
    let cells = [
        ("state", State::Locked.code().into_value()),
        ("state_before_lock", State::Unused.code().into_value()),
        ("locker_id", by.user_id.into_value()),
        ("locked_at", by.now.into_value()),
        ("lock_reason", format!("{WORDS}：{}", entry.reason).into_value()),
        ("blacklist_id", entry.id.into_value()),
    ];
    let mut update = sql::update(by.org, "awb", &cells);
    update.and_where(sql::eq("state", State::Unused.code())).and_where(entry.covers());
    changed(conn, by, update, ("锁定", entry))
}

/// Frees the numbers an entry locked, and no others; answers how many.
pub fn unlock(conn: &mut dyn Conn, by: &By<'_>, entry: &Entry) -> Result<usize, Refusal> {
    let mut cells = vec![("state", State::Unused.code().into_value())];
    let of_lock = ["state_before_lock", "locker_id", "locked_at", "lock_reason", "blacklist_id"];
    cells.extend(of_lock.map(|name| (name, Value::Null)));
    let mut update = sql::update(by.org, "awb", &cells);
    update.and_where(sql::eq("blacklist_id", entry.id)).and_where(sql::eq("state", State::Locked.code()));
    changed(conn, by, update, ("取消锁定", entry))
}

/// One statement for all of them: who takes a number at the same moment is either before it or finds it locked.
fn changed(
    conn: &mut dyn Conn,
    by: &By<'_>,
    mut update: UpdateStatement,
    (action, entry): (&str, &Entry),
) -> Result<usize, Refusal> {
    update
        .value("version", sql::col("version").add(1))
        .value("updated_by", sql::value(by.user_id))
        .value("updated_at", sql::value(by.now))
        .returning_col("id");
    let rows = conn.query(&update.into())?;
    let ids = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    note_each(conn, by, &ids, (action, &format!("{WORDS}：{}", entry.reason)))?;
    Ok(ids.len())
}

/// An entry is about to go: its numbers are free, unless another entry stands against them.
pub fn lift(conn: &mut dyn Conn, by: &By<'_>, id: Id) -> Result<(), Refusal> {
    let mut select = entries(by.org);
    select.and_where(sql::eq("id", id));
    let Some(entry) = conn.first(&select.into())?.as_ref().map(Entry::read).transpose()? else { return Ok(()) };
    unlock(conn, by, &entry)?;
    let mut others = entries(by.org);
    others
        .and_where(sql::eq("prefix", entry.prefix.as_str()))
        .and_where(sql::col("id").ne(sql::value(id)))
        .and_where(sql::col("serial_from").lte(sql::value(entry.to.as_str())))
        .and_where(sql::col("serial_to").gte(sql::value(entry.from.as_str())))
        .cond_where(valid_on(&by.today()));
    lock_all(conn, by, others)
}

/// Brings the locks in step with the days of the entries; answers how many numbers changed.
pub fn follow(conn: &mut dyn Conn, by: &By<'_>) -> Result<usize, Refusal> {
    let today = by.today();
    let mut over = entries(by.org);
    let locked = numbers(sql::of("awb", "blacklist_id").equals((TABLE, "id")), State::Locked);
    over.and_where(Expr::exists(locked)).cond_where(valid_on(&today).not());
    let mut count = 0;
    for row in conn.query(&over.into())? {
        count += unlock(conn, by, &Entry::read(&row)?)?;
    }
    let mut begun = entries(by.org);
    let inside = sql::of("awb", "prefix")
        .equals((TABLE, "prefix"))
        .and(sql::of("awb", "serial").gte(sql::of(TABLE, "serial_from")))
        .and(sql::of("awb", "serial").lte(sql::of(TABLE, "serial_to")));
    begun.and_where(Expr::exists(numbers(inside, State::Unused))).cond_where(valid_on(&today));
    for row in conn.query(&begun.into())? {
        count += lock(conn, by, &Entry::read(&row)?)?;
    }
    Ok(count)
}

fn lock_all(conn: &mut dyn Conn, by: &By<'_>, which: SelectStatement) -> Result<(), Refusal> {
    for row in conn.query(&which.into())? {
        lock(conn, by, &Entry::read(&row)?)?;
    }
    Ok(())
}

fn numbers(of_entry: Expr, state: State) -> SelectStatement {
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from("awb")
        .and_where(sql::of("awb", "org_id").equals((TABLE, "org_id")))
        .and_where(of_entry)
        .and_where(sql::of_eq("awb", "state", state.code()));
    select
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_counts_from_its_first_to_its_last_day() {
        let entry = |from: &str, to: &str| Entry {
            id: Id(1),
            prefix: "990".into(),
            from: "12345675".into(),
            to: "12345686".into(),
            reason: "遗失".into(),
            valid_from: from.into(),
            valid_to: to.into(),
        };
        let closed = entry("2026-07-15", "2026-07-16");
        for (day, valid) in [("2026-07-14", false), ("2026-07-15", true), ("2026-07-16", true), ("2026-07-17", false)] {
            assert_eq!(closed.is_valid(day), valid, "{day}");
        }
        assert!(entry("", "").is_valid("2026-07-15"));
        assert_eq!(closed.text().zh, "主单号在黑名单中：遗失");
        assert_eq!(closed.text().en, "The master waybill number is on the blacklist: Lost.");
    }
}
