//! Locking more orders than one transaction should write (css.md 0.14 e): all of them are looked at by the call, then locked in
//! pieces by a job. An order is locked or it is not, whatever becomes of the others; one that can't be locked any more when its
//! turn comes is left out and named in the log.

use std::collections::BTreeSet;

use kernel::{Day, Id, Scope, parse_day, show_day};
use orderdesk::{Lockable, Unlockable};
use platform::bulk::{self, Begun, Bulk, BulkKind, BulkRow};
use platform::call::Tx;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;

use super::PAGE;

/// What the log calls a run of the lock.
const OBJECT: &str = "order_lock";
/// Runs of the lock.
pub(super) static KIND: BulkKind = BulkKind {
    name: OBJECT,
    object: OBJECT,
    page: PAGE,
    title: ("财务锁账", "Lock of orders"),
    writes,
    ends: |_, _| Ok(()),
    // An order that is locked is opened again by its own rules.
    frees: |_, _, _| Ok(0),
    freed: |_, _| Ok(()),
};

/// Has orders locked that were found to be lockable for a day. Answers the job.
pub(super) fn begin(tx: &mut Tx<'_>, (scope, orders): (Scope, &[(Id, String)]), day: Day) -> Result<Id, Refusal> {
    let row = |(id, code): &(Id, String)| BulkRow { row: *id, order: Some(*id), amount: None, number: code.clone() };
    let rows: Vec<BulkRow> = orders.iter().map(row).collect();
    let (run, day) = (tx.new_id(), show_day(day));
    let named = format!("{} {day} {}票", scope.code(), rows.len());
    let detail = format!("{}|{day}", scope.code());
    let begun = Begun { document: run, number: &named, detail: &detail, passes: true };
    let job = bulk::begin(tx, &KIND, begun, &rows)?;
    let entry = LogEntry::of(OBJECT, run, &named, PAGE).did("修改", "财务锁账").level(Level::High);
    tx.log(entry.text(format!("财务锁账：{named}，财务日期 {day}")))?;
    Ok(job)
}

fn writes(tx: &mut Tx<'_>, bulk: &Bulk, rows: &[BulkRow]) -> Result<Vec<String>, Refusal> {
    let (scope, day) = bulk.detail.split_once('|').unwrap_or_default();
    let (scope, day) = (Scope::from_code(scope), parse_day(day));
    let (scope, day) = scope.zip(day).ok_or_else(|| Refusal::broken("a lock without scope and day"))?;
    let ids: BTreeSet<Id> = rows.iter().map(|row| row.row).collect();
    let Lockable { passing, failed } = orderdesk::lockable(tx, (scope, &ids), day)?;
    orderdesk::lock(tx, (scope, &passing), day)?;
    let number = |one: &Unlockable| {
        let row = rows.iter().find(|row| row.row == one.id);
        row.map(|row| format!("{}（{}）", row.number, one.why.zh)).unwrap_or_default()
    };
    Ok(failed.iter().map(number).collect())
}
