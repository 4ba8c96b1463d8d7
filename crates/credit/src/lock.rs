//! The lock of a partner's business in a scope (catalogue prm.md 1.7): one row while it is not 正常. What the partner itself
//! shows of it (`coop.locked_scopes`) is made of these rows.

use std::collections::BTreeMap;

use kernel::{Id, Instant, Scope};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait as _, OnConflict, Order};
use platform::store::{Cell, Conn, Row, Value, sql};

/// Its table.
pub const TABLE: &str = "coop_lock";
/// 系统锁定.
pub const SYSTEM: &str = "SYSTEM";
/// 人工锁定.
pub const HAND: &str = "HAND";
/// 临时解锁.
pub const OPENED: &str = "OPENED";

/// The lock of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// Row.
    pub id: Id,
    /// Whose.
    pub coop: Id,
    /// Scope.
    pub scope: String,
    /// One of [`SYSTEM`], [`HAND`] and [`OPENED`].
    pub state: String,
    /// Of one that is open for a time, what it was.
    pub came_from: String,
    /// Why it was locked.
    pub reason: String,
    /// Figures that made it.
    pub detail: String,
    /// Since when; not known of what was locked before days were kept.
    pub since: Option<Instant>,
    /// When it is locked again.
    pub until: Option<Instant>,
}

impl Lock {
    /// Whether its business is locked now.
    pub fn is_closed(&self) -> bool {
        matches!(self.state.as_str(), SYSTEM | HAND)
    }
}

const COLUMNS: [&str; 9] =
    ["id", "coop_id", "business_scope", "state", "came_from", "reason", "detail", "locked_at", "until"];

fn of_row(row: &Row) -> Result<Lock, Refusal> {
    Ok(Lock {
        id: row.get(0)?,
        coop: row.get(1)?,
        scope: row.get(2)?,
        state: row.get(3)?,
        came_from: row.get(4)?,
        reason: row.get(5)?,
        detail: row.get(6)?,
        since: row.get(7)?,
        until: row.get(8)?,
    })
}

/// Locks of partners, by partner and scope.
pub fn of_coops(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Vec<Lock>>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(COLUMNS)
        .and_where(sql::is_in(sql::col("coop_id"), coops.iter().copied()))
        .order_by("business_scope", Order::Asc);
    let mut all: BTreeMap<Id, Vec<Lock>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let lock = of_row(&row)?;
        all.entry(lock.coop).or_default().push(lock);
    }
    Ok(all)
}

/// Locks of a partner.
pub fn of(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Vec<Lock>, Refusal> {
    Ok(of_coops(conn, org, &[coop])?.remove(&coop).unwrap_or_default())
}

/// The lock of a row.
pub fn by_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Lock>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS).and_where(sql::eq("id", id));
    conn.first(&select.into())?.as_ref().map(of_row).transpose()
}

/// Those whose time of being open is over.
pub fn ended(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Vec<Lock>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(COLUMNS)
        .and_where(sql::eq("state", OPENED.to_owned()))
        .and_where(sql::col("until").lt(sql::value(now)))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(of_row).collect()
}

/// What a scope becomes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// One of [`SYSTEM`], [`HAND`] and [`OPENED`].
    pub state: &'static str,
    /// Of one that is open for a time, what it was.
    pub came_from: String,
    /// Why.
    pub reason: String,
    /// More of it.
    pub remark: String,
    /// Figures that made it.
    pub detail: String,
    /// Overdue amount and days, and the amount beyond the limit.
    pub figures: [i64; 3],
    /// Since when.
    pub since: Option<Instant>,
    /// When it is locked again.
    pub until: Option<Instant>,
    /// Done by the product itself.
    pub by_product: bool,
}

/// Writes the lock of a scope, over the one there is.
pub fn set(tx: &mut Tx<'_>, (coop, scope): (Id, &str), was: Option<&Lock>, wanted: &Wanted) -> Result<(), Refusal> {
    let user = (!wanted.by_product).then_some(tx.actor.user_id);
    let [overdue, days, over] = wanted.figures;
    let mut cells = vec![
        ("state", wanted.state.into_value()),
        ("came_from", wanted.came_from.clone().into_value()),
        ("reason", wanted.reason.clone().into_value()),
        ("detail", wanted.detail.clone().into_value()),
        ("remark", wanted.remark.clone().into_value()),
        ("overdue_amount", Value::Int(overdue)),
        ("overdue_days", Value::Int(days)),
        ("over_amount", Value::Int(over)),
        ("locked_at", wanted.since.into_value()),
        ("locked_by", user.into_value()),
        ("until", wanted.until.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    if let Some(was) = was {
        let mut update = sql::update(tx.org(), TABLE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", was.id));
        return if tx.exec(&update.into())? == 0 { Err(Refusal::Stale(serde_json::Value::Null)) } else { Ok(()) };
    }
    cells.extend([
        ("id", tx.new_id().into_value()),
        ("coop_id", coop.into_value()),
        ("business_scope", scope.into_value()),
        ("version", Value::Int(1)),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ]);
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    // Who locks it at the same moment (PostgreSQL) is told that the partner was changed.
    insert.on_conflict(OnConflict::columns(["org_id", "coop_id", "business_scope"]).do_nothing().to_owned());
    tx.exec(&insert.into())?;
    Ok(())
}

/// Nothing is locked there any more.
pub fn forget(tx: &mut Tx<'_>, coop: Id, scopes: &[&str]) -> Result<(), Refusal> {
    let mut delete = sql::delete(tx.org(), TABLE);
    let codes = scopes.iter().map(|code| (*code).to_owned());
    delete.and_where(sql::eq("coop_id", coop)).and_where(sql::is_in(sql::col("business_scope"), codes));
    tx.exec(&delete.into())?;
    Ok(())
}

/// Codes of the scopes that are locked, in the order of the scopes.
pub fn closed(locks: &[Lock]) -> Vec<&'static str> {
    Scope::all()
        .map(Scope::code)
        .filter(|code| locks.iter().any(|lock| lock.scope == *code && lock.is_closed()))
        .collect()
}

/// Lets the partner, and its row of credit, show its locks. No version is raised: who edits the partner is not disturbed.
pub fn show(tx: &mut Tx<'_>, coop: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let locks = of(tx, org, coop)?;
    let closed = closed(&locks);
    let reason = locks.iter().find(|lock| lock.is_closed()).map(|lock| lock.reason.clone()).unwrap_or_default();
    let cells = [("locked_scopes", closed.join(",").into_value()), ("lock_reason", reason.into_value())];
    let mut update = sql::update(org, "coop", &cells);
    update.and_where(sql::eq("id", coop));
    tx.exec(&update.into())?;
    shown_in_credit(tx, coop, &locks)
}

/// The same in the row of credit alone.
pub fn shown_in_credit(tx: &mut Tx<'_>, coop: Id, locks: &[Lock]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), crate::reckon::TABLE, &cells(locks));
    update.and_where(sql::eq("id", coop));
    tx.exec(&update.into())?;
    Ok(())
}

/// Whether anything is locked, and the names of what is.
fn cells(locks: &[Lock]) -> [(&'static str, Value); 2] {
    let closed = closed(locks);
    let names: Vec<&str> = Scope::all().filter(|scope| closed.contains(&scope.code())).map(Scope::zh).collect();
    let state = i64::from(!closed.is_empty());
    [("lock_state", Value::Int(state)), ("lock_text", names.join("、").into_value())]
}
