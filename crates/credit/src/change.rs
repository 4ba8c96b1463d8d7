//! What was decided about credit, locks and lists, in its order.

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Cell, Conn, Row, Value, sql};

/// Its table.
pub const TABLE: &str = "credit_change";
/// 额度调整.
pub const LIMIT: &str = "LIMIT";
/// 临时额度.
pub const TEMP: &str = "TEMP";
/// A lock, by hand or by the product.
pub const LOCK: &str = "LOCK";
/// 黑名单, 白名单.
pub const LIST: &str = "LIST";
/// It counts.
pub const DONE: &str = "DONE";
/// Somebody decides about it.
pub const WAITING: &str = "WAITING";
/// Nothing came of it.
pub const REFUSED: &str = "REFUSED";
/// Rows a drawer shows.
const SHOWN: u64 = 200;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Change {
    /// [`LIMIT`], [`TEMP`], [`LOCK`] or [`LIST`].
    pub kind: &'static str,
    /// Scope of a lock.
    pub scope: String,
    /// What was.
    pub old: String,
    /// What is.
    pub new: String,
    /// Why.
    pub reason: String,
    /// Number of the approval.
    pub instance: String,
    /// By the product itself.
    pub by_product: bool,
}

/// Writes a change down that counts.
pub fn record(tx: &mut Tx<'_>, coop: Id, change: &Change) -> Result<(), Refusal> {
    write(tx, coop, (change, DONE), Vec::new()).map(drop)
}

/// The same with more of it; one that waits for its decision holds what it would become.
pub fn write(
    tx: &mut Tx<'_>,
    coop: Id,
    (change, state): (&Change, &str),
    more: Vec<(&'static str, Value)>,
) -> Result<Id, Refusal> {
    let id = tx.new_id();
    let by = (!change.by_product).then_some(tx.actor.user_id);
    let mut cells = vec![
        ("id", id.into_value()),
        ("coop_id", coop.into_value()),
        ("kind", change.kind.into_value()),
        ("state", state.into_value()),
        ("business_scope", change.scope.clone().into_value()),
        ("old_text", change.old.clone().into_value()),
        ("new_text", change.new.clone().into_value()),
        ("reason", change.reason.clone().into_value()),
        ("instance_no", change.instance.clone().into_value()),
        ("made_by", by.into_value()),
        ("made_at", tx.now.into_value()),
    ];
    cells.extend(more);
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(id)
}

/// The newest changes of a partner: time, kind, state, scope, old, new, reason, approval and who.
pub fn of(conn: &mut dyn Conn, org: i64, coop: Id, kinds: &[&str]) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns([
            "made_at",
            "kind",
            "state",
            "business_scope",
            "old_text",
            "new_text",
            "reason",
            "instance_no",
            "made_by",
        ])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::is_in(sql::col("kind"), kinds.iter().map(|kind| (*kind).to_owned())))
        .order_by("id", Order::Desc)
        .limit(SHOWN);
    Ok(conn.query(&select.into())?)
}
