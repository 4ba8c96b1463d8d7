//! Applications to unlock an order of any scope, and what an approved one does. One about a customer locked for a scope
//! is the room of partners'.

use charge::period::Months;
use charge::{finance, ledger};
use facts::order_log::log_entry;
use kernel::{Day, Id, Msg, Scope, Uuid, parse_day, show_day};
use order::{Lifecycle, NOT_LOCKED, PAGE_CODES, PERIOD_CLOSED, form_page, head, percentages_anew, profile, store};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::engine::{Application, may_look, running, submit};
use crate::people::{self, OrderSubject};
use crate::{lock, words};

/// Kind of object of applications about an order.
pub const KIND: &str = "ORDER";
/// Kind of object of applications about a customer, in the scope of the event.
pub const CUSTOMER_KIND: &str = "COOP_SCOPE";
/// Code of the button.
pub const CODE: &str = "prm-unlock-apply";
/// Unlocking without asking.
pub const UNLOCK_CODE: &str = "af-lock-unlock";
/// Locking.
pub const LOCK_CODE: &str = "af-lock-lock";
/// Longest reason.
const REASON_MAX: usize = 200;

/// What is not locked needs no application.
pub const NO_NEED: Msg = Msg::new(
    "order.unlock.no_need",
    "该业务未锁定，无需申请",
    "The business is not locked; there is no need to apply.",
);
const CONTENT: Msg = Msg::new(
    "order.unlock.content",
    "{coopName}{scope}已锁定，申请解锁",
    "{coopName}: {scope} is locked, application to unlock",
);

/// Event of an application to unlock an order of a scope.
pub fn event(scope: Scope) -> i64 {
    scope.unlock_event().into()
}

/// What approved applications of a scope do.
pub fn effect(scope: Scope) -> Effect {
    Effect { event: event(scope), kind: KIND, work: unlocked }
}

/// How one applies in a scope.
pub fn applier(scope: Scope) -> Applier {
    Applier { event: event(scope), kind: KIND, access: Access::Code(CODE), work: wish }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Wanted {
    order_uuid: String,
    /// The customer, where it is no order, and the scope.
    coop_id: String,
    business_scope: String,
    reason: String,
}

/// POST applyUnlock, for orders of every scope, and for a customer locked for one.
pub fn apply(call: &mut Call) -> Outcome {
    let asked: Wanted = call.json()?;
    let reason = asked.reason.trim();
    let data = call.write(|tx| {
        if asked.order_uuid.is_empty() {
            return apply_for_customer(tx, &asked, reason);
        }
        let order = named(tx, &asked.order_uuid)?;
        apply_for(tx, &order, reason)
    })?;
    Ok(Answer::Data(data))
}

/// As the room of partners applies for its customers.
fn apply_for_customer(tx: &mut Tx<'_>, asked: &Wanted, reason: &str) -> Result<Json, Refusal> {
    let event = event(Scope::from_code(&asked.business_scope).ok_or(Refusal::NotFound)?);
    let known = |applier: &&Applier| applier.event == event && applier.kind == CUSTOMER_KIND;
    let applier = tx.app.registry.appliers.iter().find(known).copied().ok_or(Refusal::NotFound)?;
    (applier.work)(tx, Applying { event, reference: &asked.coop_id, reason })
}

/// Applies for an order, named by its UUID, by the event of its scope.
fn wish(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let order = named(tx, asked.reference)?;
    if event(order.scope()?) != asked.event {
        return Err(Refusal::NotFound);
    }
    apply_for(tx, &order, asked.reason)
}

/// The order of a UUID, if the caller may see it.
fn named(tx: &mut Tx<'_>, reference: &str) -> Result<OrderSubject, Refusal> {
    let uuid = Uuid::parse(reference).ok_or(Refusal::NotFound)?;
    let (actor, now) = (tx.actor, tx.now);
    let seen = head(tx, actor, &uuid, PAGE_CODES)?;
    people::order(tx, actor.org_id, sql::eq("id", seen.id), now)?.ok_or(Refusal::NotFound)
}

fn apply_for(tx: &mut Tx<'_>, order: &OrderSubject, reason: &str) -> Result<Json, Refusal> {
    if order.lifecycle != Lifecycle::Locked {
        return Err(Refusal::business(NO_NEED));
    }
    need_reason(reason)?;
    let scope = order.scope()?;
    let asked = application(tx, order, (event(scope), words::UNLOCK_RUNNING), |name| content(name, scope), reason)?;
    Ok(submit(tx, &asked)?.told())
}

/// What an application says of a customer and a scope.
pub fn content(coop_name: &str, scope: Scope) -> String {
    CONTENT.with(&[("coopName", coop_name), ("scope", scope.zh())]).zh
}

/// Refuses a reason that is missing or too long.
pub fn need_reason(reason: &str) -> Result<(), Refusal> {
    if reason.is_empty() {
        return Err(Refusal::field("reason", order::REASON_NEEDED.text()));
    }
    if reason.chars().count() > REASON_MAX {
        let n = REASON_MAX.to_string();
        let (zh, en) = ([("field", "原因"), ("n", &*n)], [("field", "Reason"), ("n", &*n)]);
        return Err(Refusal::field("reason", platform::field::messages::TOO_LONG.with_each(&zh, &en)));
    }
    Ok(())
}

/// An application of an event about an order; its content knows the customer's name.
pub fn application(
    tx: &mut Tx<'_>,
    order: &OrderSubject,
    (event, running): (i64, Msg),
    content: impl Fn(&str) -> String,
    reason: &str,
) -> Result<Application, Refusal> {
    let org = tx.org();
    let name = order.coop.map(|coop| facts::coop_name(tx, org, coop)).transpose()?.unwrap_or_default();
    Ok(Application {
        event,
        kind: KIND,
        object: order.id,
        url: format!("{}?o={}", form_page(order.scope()?), order.uuid),
        content: content(&name),
        number: order.code.clone(),
        internal_number: order.internal_number.clone(),
        scope: order.scope.clone(),
        coop: order.coop,
        sales: order.sales,
        servicer: order.servicer,
        facts: order.facts.clone(),
        reason: reason.to_owned(),
        without: None,
        running,
    })
}

/// The order leaves the lock, for the days of the setting or until finance locks it again.
fn unlocked(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    finance::hold(tx, approved.object, None)?;
    let order = people::order(tx, org, sql::eq("id", approved.object), now)?.ok_or(Refusal::NotFound)?;
    let former = financial_day(tx, org, order.id)?;
    if let Some(day) = former
        && Months::of(tx, org)?.is_closed(day)
    {
        return Err(Refusal::business(PERIOD_CLOSED));
    }
    let cells = vec![
        ("lifecycle", Lifecycle::Open.code().into_value()),
        ("financial_date", Value::Null),
        ("former_financial_date", former.map(show_day).into_value()),
        ("unlocked_until", approved.until.into_value()),
    ];
    if !lock::change(tx, order.id, Lifecycle::Locked, cells)? {
        return Err(Refusal::business(NOT_LOCKED));
    }
    book::need_unlocked(tx, order.id)?;
    ledger::unlock(tx, order.id)?;
    let actor = tx.actor;
    let saved = store::of_id(tx, actor, profile(order.scope()?), order.id)?;
    percentages_anew(tx, &saved, "申请解锁通过")?;
    let until = approved.until.map(|until| format!("，至 {}", show_day(until.day()))).unwrap_or_default();
    let by = if approved.approval.is_empty() { "无需审批" } else { &approved.approval };
    let text = format!("申请解锁通过（{by}）：财务锁账 -> 进行中{until}");
    tx.log(
        log_entry(order.id, order.code.clone(), form_page(order.scope()?))
            .did("修改", "解锁申请通过")
            .level(Level::High)
            .text(text),
    )?;
    message::order::unlocked(tx, order.id, approved.applicant)
}

/// The day an order was locked for.
fn financial_day(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Day>, Refusal> {
    let mut select = sql::from(org, lock::TABLE);
    select.column("financial_date").and_where(sql::eq("id", order));
    let day: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    Ok(parse_day(&day))
}

/// What an order's page shows of its unlocking: the application that runs, and whether the caller
/// may make one.
pub fn members(
    conn: &mut dyn Conn,
    actor: &Actor,
    (scope, order, lifecycle): (Scope, Id, Lifecycle),
) -> Result<(Json, bool), Refusal> {
    if lifecycle != Lifecycle::Locked {
        return Ok((Json::Null, false));
    }
    let running = running(conn, actor.org_id, event(scope), (KIND, order))?;
    let may = running.is_none() && actor.has(CODE) && !actor.has(UNLOCK_CODE);
    Ok((running.map_or(Json::Null, |(id, no)| json!({ "instanceId": id, "instanceNo": no })), may))
}

/// Whether the caller was given an approval about an order, and may therefore look at it.
pub fn was_given(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<bool, Refusal> {
    may_look(conn, actor.org_id, actor.user_id, (KIND, order))
}
