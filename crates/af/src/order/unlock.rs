//! Applications to unlock an order, and what an approved one does.

use approval::{Application, people, words};
use domain::order::{Lifecycle, NOT_LOCKED};
use facts::order_log::log_entry;
use kernel::{Id, Msg, Scope, Uuid, show_day};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::PAGE;
use super::store::{self, Saved};
use super::told;

/// Kind of object of applications about an order.
pub const KIND: &str = "ORDER";
/// Code of the button.
pub const CODE: &str = "prm-unlock-apply";
/// Event of an application to unlock an air export order.
pub const EVENT: i64 = 15;
/// Longest reason.
const REASON_MAX: usize = 200;

const NO_NEED: Msg = Msg::new(
    "order.unlock.no_need",
    "该业务未锁定，无需申请",
    "The business is not locked; there is no need to apply.",
);
const REASON_NEEDED: Msg = Msg::new("order.unlock.reason", "请填写原因", "Please give a reason.");
const CONTENT: Msg = Msg::new(
    "order.unlock.content",
    "{coopName}{scope}已锁定，申请解锁",
    "{coopName}: {scope} is locked, application to unlock",
);

/// What an approved application does.
pub const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: unlocked };
/// How one applies for it.
pub const APPLIER: Applier = Applier { event: EVENT, kind: KIND, access: Access::Code(CODE), work: wish };

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Wanted {
    order_uuid: String,
    reason: String,
}

/// POST applyUnlock.
pub fn apply(call: &mut Call) -> Outcome {
    let asked: Wanted = call.json()?;
    let (reference, reason) = (asked.order_uuid.as_str(), asked.reason.trim());
    Ok(Answer::Data(call.write(|tx| wish(tx, Applying { reference, reason }))?))
}

/// Applies for an order, named by its UUID.
fn wish(tx: &mut Tx<'_>, Applying { reference, reason }: Applying<'_>) -> Result<Json, Refusal> {
    let uuid = Uuid::parse(reference).ok_or(Refusal::NotFound)?;
    let actor = tx.actor;
    let saved = store::find(tx, actor, &uuid)?;
    if saved.lifecycle != Lifecycle::Locked {
        return Err(Refusal::business(NO_NEED));
    }
    if reason.is_empty() {
        return Err(Refusal::field("reason", REASON_NEEDED.text()));
    }
    if reason.chars().count() > REASON_MAX {
        let n = REASON_MAX.to_string();
        let (zh, en) = ([("field", "原因"), ("n", &n)], [("field", "Reason"), ("n", &n)]);
        return Err(Refusal::field("reason", platform::field::messages::TOO_LONG.with_each(&zh, &en)));
    }
    let content = |name: &str| CONTENT.with(&[("coopName", name), ("scope", Scope::Ae.zh())]).zh;
    let application = application(tx, &saved, (EVENT, words::UNLOCK_RUNNING), content, reason)?;
    Ok(approval::submit(tx, &application)?.told())
}

/// An application of an event about an order; its content knows the customer's name.
pub(super) fn application(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (event, running): (i64, Msg),
    content: impl Fn(&str) -> String,
    reason: &str,
) -> Result<Application, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let order = people::order(tx, org, sql::eq("id", saved.id), now)?.ok_or(Refusal::NotFound)?;
    let name = match order.coop {
        Some(coop) => facts::coop_name(tx, org, coop)?,
        None => String::new(),
    };
    Ok(Application {
        event,
        kind: KIND,
        object: order.id,
        url: format!("/af_order_edit?o={}", order.uuid),
        content: content(&name),
        number: order.code,
        internal_number: order.internal_number,
        scope: order.scope,
        coop: order.coop,
        sales: order.sales,
        servicer: order.servicer,
        facts: order.facts,
        reason: reason.to_owned(),
        without: None,
        running,
    })
}

/// The order leaves the lock, for the days of the setting or until finance locks it again.
fn unlocked(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let org = tx.org();
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    let cells = [
        ("lifecycle", Lifecycle::Open.code().into_value()),
        ("financial_date", Value::Null),
        ("unlocked_until", approved.until.into_value()),
        ("row_uuid", row_uuid.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    let mut update = sql::update(org, store::TABLE, &cells);
    update
        .and_where(sql::eq("id", approved.object))
        .and_where(sql::eq("lifecycle", Lifecycle::Locked.code().to_owned()));
    if tx.exec(&update.into())? == 0 {
        return Err(Refusal::business(NOT_LOCKED));
    }
    let until = approved.until.map(|until| format!("，至 {}", show_day(until.day()))).unwrap_or_default();
    let by = if approved.approval.is_empty() { "无需审批" } else { &approved.approval };
    let text = format!("申请解锁通过（{by}）：财务锁账 -> 进行中{until}");
    tx.log(
        log_entry(approved.object, approved.number.clone(), PAGE)
            .did("修改", "解锁申请通过")
            .level(Level::High)
            .text(text),
    )?;
    let actor = tx.actor;
    let saved = store::of_id(tx, actor, approved.object)?;
    told::unlocked(tx, &saved, approved.applicant)
}

/// What the order's page shows of its unlocking: the application that runs, and whether the caller
/// may make one.
pub fn members(conn: &mut dyn Conn, actor: &Actor, saved: &Saved) -> Result<(Json, bool), Refusal> {
    if saved.lifecycle != Lifecycle::Locked {
        return Ok((Json::Null, false));
    }
    let running = approval::running(conn, actor.org_id, EVENT, (KIND, saved.id))?;
    let may = running.is_none() && actor.has(CODE) && !actor.has("af-lock-unlock");
    Ok((running.map_or(Json::Null, |(id, no)| json!({ "instanceId": id, "instanceNo": no })), may))
}

/// Whether the caller was given an approval about an order, and may therefore look at it.
pub fn was_given(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<bool, Refusal> {
    approval::may_look(conn, actor.org_id, actor.user_id, (KIND, order))
}
