//! Moves of an order's life: rules, the row, the log and what its people are told, in one transaction.

use approval::closing::{self, ended, reason_and_remark};
use approval::lock::{self, Cells};
use approval::pending::{self, Running};
use charge::finance;
use charge::ledger::{self, Standing};
use charge::period::Months;
use facts::order_log::log_entry;
use kernel::{Day, Id, Instant, Msg, Scope, Text, parse_day, show_day};
use order::store::{self, Saved};
use order::{
    DONE, Lifecycle, Move, MoveFacts, REASON_UNKNOWN, REMARK_NEEDED, form_page, lease_page, need_returned,
    percentages_anew, refuse,
};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::setting::Decided;
use platform::store::{Conn, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use trade::charge::Side;

use crate::lock::lock_text;

const NO_DAY: Msg = Msg::new("order.lock.day", "财务日期不正确", "The financial date is not a day.");

/// What a call of a move says.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Asked {
    /// The order, where its address does not say it.
    pub order_uuid: String,
    /// The version its user saw.
    pub row_uuid: String,
    /// Why.
    pub reason: String,
    /// Words beside it.
    pub remark: String,
    /// What becomes of a master number.
    pub mode: String,
    /// The day a lock is for.
    pub lock_date: String,
    /// Keys of the questions answered with yes.
    pub confirmed: Vec<String>,
}

/// The day an order is locked for unless finance names one.
fn usual_lock_day(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Day, Refusal> {
    Ok(Months::of(conn, org)?.lock_day(now.day()))
}

/// Why the month stands against locking an order for a day, which is the usual one where none is named, or against opening a
/// locked one; asked for who may do that.
fn period(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    (saved, day): (&Saved, Option<Day>),
) -> Result<Option<Text>, Refusal> {
    let scope = saved.profile.scope;
    if !actor.has(Move::Lock.code(scope)) && !actor.has(Move::Unlock.code(scope)) {
        return Ok(None);
    }
    let months = Months::of(conn, actor.org_id)?;
    if saved.lifecycle != Lifecycle::Locked {
        return Ok(months.refuses(day.unwrap_or_else(|| months.lock_day(now.day()))));
    }
    let locked_for = parse_day(&saved.financial_date);
    Ok(locked_for.filter(|day| months.is_closed(*day)).and_then(|day| months.refuses(day)))
}

/// What the moves look at: the order itself, and what other tables know of it. The day is that of a lock; the applications
/// are those that keep the order as it stands.
pub(crate) fn facts_of<'a>(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    (saved, day): (&Saved, Option<Day>),
    running: impl IntoIterator<Item = &'a Running>,
) -> Result<MoveFacts, Refusal> {
    let (org, scope) = (actor.org_id, saved.profile.scope);
    let print = match saved.awb_id {
        Some(_) => waybill::master_of_order(conn, org, saved.id)?,
        None => None,
    };
    let decided = Decided::of(conn, org)?;
    Ok(MoveFacts {
        print_done: print.is_some_and(|form| form.done()),
        // Only sea exports have bills.
        bill_released: scope == Scope::Se && closing::bill_released(conn, org, saved.id)?,
        waits: pending::said(running),
        records_open: lock::records_open(&decided, scope, (saved.income_recorded, saved.cost_recorded))?,
        charges: Standing::of(conn, org, saved.id)?,
        period: period(conn, (actor, now), (saved, day))?,
        unsigned: crate::signed::is_missing(conn, org, saved, &decided)?,
        ..MoveFacts::of(saved, actor, now)
    })
}

/// Makes a move of an order that was found; a move may ask for more than its rules do (`work`), which answers the columns
/// it writes and what stands in the log.
pub fn make(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, asked): (Move, &Asked),
    work: impl FnOnce(&mut Tx<'_>) -> Result<(Cells, String), Refusal>,
) -> Result<Json, Refusal> {
    make_decided(tx, saved, (wanted, asked, ""), work)
}

/// The same of a move that was applied for: its own application, by its number, does not stand in its way.
pub(crate) fn make_decided(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, asked, decided): (Move, &Asked, &str),
    work: impl FnOnce(&mut Tx<'_>) -> Result<(Cells, String), Refusal>,
) -> Result<Json, Refusal> {
    let scope = saved.profile.scope;
    need(tx, saved, (wanted, &asked.row_uuid), (asked.named_day()?, decided))?;
    let (cells, text) = work(tx)?;
    let row_uuid = store::change(tx, saved, (&saved.draft, cells))?;
    if matches!(wanted, Move::Cancel | Move::Restore | Move::IncomeFinish | Move::IncomeReopen) {
        // What its customers owe counts differently now.
        credit::due::order(tx, saved.id)?;
    }
    let level = if wanted.is_high() { Level::High } else { Level::Middle };
    let entry = log_entry(saved.id, saved.code.clone(), form_page(scope)).did("修改", wanted.zh());
    tx.log(entry.text(text).level(level))?;
    message::order::moved(tx, saved.id, wanted)?;
    Ok(json!({ "orderUuid": saved.uuid, "orderCode": saved.code, "rowUuid": row_uuid }))
}

/// Refuses a move that can't be made of an order as it stands, or that its user wants of another version. The day is that
/// of a lock; the application that is decided does not stand in its own way.
pub(crate) fn need(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, seen): (Move, &str),
    (day, decided): (Option<Day>, &str),
) -> Result<(), Refusal> {
    let (actor, now, scope) = (tx.actor, tx.now, saved.profile.scope);
    if matches!(wanted, Move::Cancel | Move::Lock | Move::Unlock | Move::Split) {
        // What is read of the charges, and whether a loss is decided about, stays true until the order is written.
        finance::hold(tx, saved.id, None)?;
    }
    let running = pending::on_order(tx, actor.org_id, saved.id)?;
    let others = running.iter().filter(|one| one.no != decided);
    let facts = facts_of(tx, (actor, now), (saved, day), others)?;
    if let Some(why) = refuse(scope, wanted, &facts) {
        return Err(Refusal::Business(why));
    }
    if seen != saved.row_uuid {
        return Err(Refusal::Stale(json!({ "current": { "rowUuid": saved.row_uuid }, "changed": [] })));
    }
    if wanted.waits_for_lease() {
        facts::lease::need_free(tx, lease_page(saved.id), "")?;
    }
    Ok(())
}

impl Asked {
    /// The day a lock is for, where one is named.
    fn named_day(&self) -> Result<Option<Day>, Refusal> {
        if self.lock_date.is_empty() {
            return Ok(None);
        }
        parse_day(&self.lock_date).map(Some).ok_or_else(|| Refusal::field("lockDate", NO_DAY.text()))
    }

    fn lock_day(&self, tx: &mut Tx<'_>) -> Result<Day, Refusal> {
        let (org, now) = (tx.org(), tx.now);
        match self.named_day()? {
            Some(day) => Ok(day),
            None => usual_lock_day(tx, org, now),
        }
    }

    /// What a move of every scope writes, and what stands in the log.
    pub fn work(&self, tx: &mut Tx<'_>, saved: &Saved, wanted: Move) -> Result<(Cells, String), Refusal> {
        let named = (saved.id, saved.code.as_str());
        Ok(match wanted {
            Move::OpFinish => {
                if saved.profile.returns_boxes() {
                    let org = tx.org();
                    need_returned(tx, org, (saved.profile.scope, saved.id), &self.confirmed)?;
                }
                let cells =
                    vec![("operation_finished", Value::Bool(true)), ("finished_at", Value::Int(tx.now.millis()))];
                (cells, "操作完成：否 -> 是".to_owned())
            }
            Move::OpCancel => {
                let cells = vec![("operation_finished", Value::Bool(false)), ("finished_at", Value::Null)];
                (cells, "操作完成：是 -> 否".to_owned())
            }
            Move::Cancel => {
                let (reason, remark) = self.why(saved)?;
                let text = format!("取消订单：{reason} {remark}").trim().to_owned();
                ledger::clear(tx, named, "取消订单")?;
                (ended(tx, Lifecycle::Cancelled, reason, remark), text)
            }
            Move::Restore => (closing::restored(), "恢复订单：已取消 -> 进行中".to_owned()),
            Move::Lock => {
                let day = show_day(self.lock_day(tx)?);
                ledger::lock(tx, saved.id, &day)?;
                (lock::locked(&day), lock_text(&day))
            }
            Move::Unlock => {
                book::need_unlocked(tx, saved.id)?;
                ledger::unlock(tx, saved.id)?;
                // Charges that were entered while they were held count to them now.
                percentages_anew(tx, saved, "财务解锁")?;
                (lock::opened(), "财务解锁：财务锁账 -> 进行中".to_owned())
            }
            Move::IncomeFinish => (recorded("income_recorded", DONE), "收入完成：否 -> 是".to_owned()),
            Move::CostFinish => (recorded("cost_recorded", DONE), "成本完成：否 -> 是".to_owned()),
            Move::IncomeReopen => (reopened(tx, saved.id, Side::Receivable)?, "收入完成：是 -> 否".to_owned()),
            Move::CostReopen => (reopened(tx, saved.id, Side::Payable)?, "成本完成：是 -> 否".to_owned()),
            Move::Edit | Move::Uninstall | Move::ForceStop | Move::Split => return Err(Refusal::NotFound),
        })
    }

    /// Reason and remark of a cancellation; the last of the reasons needs a remark.
    fn why(&self, saved: &Saved) -> Result<(&str, &str), Refusal> {
        let (reason, remark) = reason_and_remark(&self.reason, &self.remark)?;
        let reasons = saved.profile.reasons;
        if !reasons.contains(&reason) {
            return Err(Refusal::field("reason", REASON_UNKNOWN.text()));
        }
        if reasons.last() == Some(&reason) && remark.is_empty() {
            return Err(Refusal::field("remark", REMARK_NEEDED.text()));
        }
        Ok((reason, remark))
    }
}

fn recorded(column: &'static str, state: i64) -> Cells {
    vec![(column, Value::Int(state))]
}

/// A side that is not done any more: whether it has charges says how far it is.
fn reopened(tx: &mut Tx<'_>, order: Id, side: Side) -> Result<Cells, Refusal> {
    let org = tx.org();
    let standing = Standing::of(tx, org, order)?;
    Ok(match side {
        Side::Receivable => recorded("income_recorded", i64::from(standing.income > 0)),
        Side::Payable => recorded("cost_recorded", i64::from(standing.cost > 0)),
    })
}

/// Closes an order that was found for good: at once, or when it is approved.
pub fn force_stop(tx: &mut Tx<'_>, saved: &Saved, asked: &Asked) -> Result<Json, Refusal> {
    let why = reason_and_remark(&asked.reason, &asked.remark)?;
    closing::need(tx, saved.id, Some(&asked.row_uuid))?;
    closing::submit(tx, saved.id, why, &asked.confirmed)
}
