//! What finance does with the orders of the list: locks many for a day, opens one again, opens a side of one again.

use std::collections::BTreeSet;

use charge::finance;
use charge::period::Months;
use kernel::{Id, Msg, Scope, parse_day, show_day};
use order::store::{self, Saved, TABLE, find_any};
use order::{HIDDEN, Move, profile};
use orderdesk::{Asked, Lockable, Unlockable};
use platform::access::Actor;
use platform::bulk;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{bad, pieces};

/// Most orders of one call.
const ORDERS_MAX: usize = 20_000;

const NOTHING: Msg = Msg::new("lock_list.none", "请选择数据", "Choose some rows.");
const TOO_MANY: Msg = Msg::new("lock_list.many", "一次最多锁账{n}票订单", "At most {n} orders can be locked at once.");
const NO_DATE: Msg = Msg::new("lock_list.date", "请填写财务日期", "Enter the financial date.");
const FAILED: Msg =
    Msg::new("lock_list.failed", "{n}票订单不能锁账，未锁定任何订单", "{n} orders can't be locked; none was.");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    business_scope: String,
    order_ids: Vec<Id>,
    #[serde(default)]
    lock_date: String,
    /// Locks what may be locked; otherwise nothing is unless all may.
    #[serde(default)]
    only_passing: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Named {
    order_id: Id,
}

/// The scope of a code.
fn scope_of(code: &str) -> Result<Scope, Refusal> {
    Scope::from_code(code).ok_or_else(|| bad("businessScope"))
}

/// An order of an id, which its caller sees; of one scope where it is named.
pub(super) fn found(conn: &mut dyn Conn, actor: &Actor, id: Id, scope: Option<Scope>) -> Result<Saved, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("business_scope").and_where(sql::eq("id", id));
    let own: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let own = Scope::from_code(&own).filter(|own| scope.is_none_or(|scope| scope == *own)).ok_or(Refusal::NotFound)?;
    let (saved, visible) = find_any(conn, actor, profile(own), sql::of_eq(TABLE, "id", id))?;
    if visible { Ok(saved) } else { Err(Refusal::business(HIDDEN)) }
}

/// The same as it is while its charges are held: nobody said which version he saw, so the newest counts.
fn held(tx: &mut Tx<'_>, id: Id, scope: Option<Scope>) -> Result<Saved, Refusal> {
    let actor = tx.actor;
    let saved = found(tx, actor, id, scope)?;
    finance::hold(tx, id, None)?;
    store::of_id(tx, actor, saved.profile, id)
}

/// GET lockDate.
pub(super) fn propose(call: &mut Call) -> Outcome {
    let (org, today) = (call.actor()?.org_id, call.now().day());
    let day = call.read(|conn| Ok(Months::of(conn, org)?.lock_day(today)))?;
    Ok(Answer::Data(json!({ "lockDate": show_day(day) })))
}

/// PUT lock: by the rules of the lock of one order. Many are locked by a job, which the answer names. Who asks for all of them gets all or none; the orders that fail are
/// told with their reasons either way.
pub(super) fn lock(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let scope = scope_of(&wanted.business_scope)?;
    let ids: BTreeSet<Id> = wanted.order_ids.iter().copied().collect();
    if ids.is_empty() {
        return Err(Refusal::business(NOTHING));
    }
    if ids.len() > ORDERS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])));
    }
    let day = parse_day(&wanted.lock_date).ok_or_else(|| Refusal::field("lockDate", NO_DATE.text()))?;
    let language = call.language().to_owned();
    call.write(|tx| {
        let org = tx.org();
        if let Some(why) = Months::of(tx, org)?.refuses(day) {
            return Err(Refusal::field("lockDate", why));
        }
        let Lockable { passing, failed } = orderdesk::lockable(tx, (scope, &ids), day)?;
        let told = |one: &Unlockable| {
            json!({ "orderId": one.id, "orderCode": one.code, "message": one.why.in_language(&language) })
        };
        let rows: Vec<Json> = failed.iter().map(told).collect();
        let nothing = passing.is_empty() || !wanted.only_passing;
        match failed.first() {
            Some(first) if nothing && ids.len() == 1 => {
                Err(Refusal::BusinessWith(first.why.clone(), json!({ "failed": rows })))
            }
            Some(_) if nothing => {
                let text = FAILED.with(&[("n", &failed.len().to_string())]);
                Err(Refusal::BusinessWith(text, json!({ "failed": rows, "passing": passing.len() })))
            }
            _ if bulk::is_large(tx.app, passing.len()) => {
                let task = pieces::begin(tx, (scope, &passing), day)?;
                Ok(json!({ "locked": 0, "failed": rows, "taskId": task }))
            }
            _ => {
                orderdesk::lock(tx, (scope, &passing), day)?;
                Ok(json!({ "locked": passing.len(), "failed": rows }))
            }
        }
    })
    .map(Answer::Data)
}

/// PUT unlock/{businessScope}/{id}.
pub(super) fn unlock(call: &mut Call) -> Outcome {
    let (id, scope) = (call.path_id("id")?, scope_of(call.path("businessScope"))?);
    call.write(|tx| {
        let saved = held(tx, id, Some(scope))?;
        let asked = Asked { row_uuid: saved.row_uuid.clone(), ..Asked::default() };
        orderdesk::make(tx, &saved, (Move::Unlock, &asked), |tx| asked.work(tx, &saved, Move::Unlock))
    })
    .map(Answer::Data)
}

/// PUT rollBackToFinishIncome.
pub(super) fn reopen_income(call: &mut Call) -> Outcome {
    reopen(call, Move::IncomeReopen)
}

/// PUT rollBackToFinishCost.
pub(super) fn reopen_cost(call: &mut Call) -> Outcome {
    reopen(call, Move::CostReopen)
}

fn reopen(call: &mut Call, wanted: Move) -> Outcome {
    let Named { order_id } = call.json()?;
    call.write(|tx| {
        let saved = held(tx, order_id, None)?;
        let asked = Asked { row_uuid: saved.row_uuid.clone(), ..Asked::default() };
        orderdesk::finish(tx, &saved, (wanted, &asked))
    })
    .map(Answer::Data)
}
