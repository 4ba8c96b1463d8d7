//! The lock of a customer's business in scopes: by hand, and opened for some days by an approval.

use std::sync::Arc;

use approval::rule::Fact;
use approval::{Application, people, unlock as unlocking, words};
use kernel::{Id, Instant, Msg, Scope, show_day};
use platform::access::Access;
use platform::call::{App, Call, Outcome, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::sea_query::{ExprTrait, JoinType, OnConflict, Order};
use platform::store::{Cell, Conn, sql};
use serde_json::{Value as Json, json};

use crate::coop::{self, Coop};
use crate::moves::{Asked, Moved, Step, change, days_since, known_of, named, reason, run, step};

/// Scopes that are open until a moment.
const OPENED: &str = "coop_unlock";
/// Scopes that are locked since a moment.
const SINCE: &str = "coop_lock";

const NEED_SCOPES: Msg = Msg::new("coop.scopes", "请选择业务范畴", "Please choose the scopes.");

/// Locks again what was opened for some days.
pub const PLAN: Plan = Plan::new(
    "coop.lockAgain",
    ("客户解锁到期自动锁定", "Locking of customers whose unlocking is over"),
    (Category::Update, Schedule::Minute),
    lock_again,
);

/// What approved applications do.
pub fn effects() -> impl Iterator<Item = Effect> {
    Scope::all().map(|scope| Effect { event: unlocking::event(scope), kind: unlocking::CUSTOMER_KIND, work: opened })
}

/// How one applies.
pub fn appliers() -> impl Iterator<Item = Applier> {
    let access = Access::Code(unlocking::CODE);
    Scope::all().map(move |scope| Applier {
        event: unlocking::event(scope),
        kind: unlocking::CUSTOMER_KIND,
        access,
        work: apply,
    })
}

fn scope_of(event: i64) -> Result<Scope, Refusal> {
    Scope::all().find(|scope| unlocking::event(*scope) == event).ok_or(Refusal::NotFound)
}

fn locked(coop: &Coop) -> Vec<&str> {
    coop.locked_scopes.split(',').filter(|code| !code.is_empty()).collect()
}

fn chosen(asked: &Asked) -> Result<Vec<&'static str>, Refusal> {
    let scopes: Vec<&str> =
        Scope::all().map(Scope::code).filter(|code| asked.scopes.iter().any(|one| one == code)).collect();
    if scopes.is_empty() { Err(Refusal::field("scopes", NEED_SCOPES.text())) } else { Ok(scopes) }
}

/// Locks the business of scopes by hand.
pub fn lock(call: &mut Call) -> Outcome {
    run(call, "锁定", |tx, _, id, coop, asked| {
        let (scopes, reason) = (chosen(asked)?, reason(asked)?);
        forget(tx, OPENED, (id, &scopes))?;
        begin(tx, (id, coop), &scopes)?;
        Ok(with(coop, &scopes, &reason))
    })
}

/// Opens the business of scopes again, those too that were open for some days.
pub fn unlock(call: &mut Call) -> Outcome {
    run(call, "解锁", |tx, _, id, coop, asked| {
        let (scopes, reason) = (chosen(asked)?, reason(asked)?);
        for table in [OPENED, SINCE] {
            forget(tx, table, (id, &scopes))?;
        }
        let text = format!("解锁 {}：{reason}", scopes.join(","));
        Ok(Moved { steps: without(coop, &scopes), text, ..Moved::default() })
    })
}

fn with(coop: &Coop, scopes: &[&str], reason: &str) -> Vec<Step> {
    let held = locked(coop);
    let all: Vec<&str> =
        Scope::all().map(Scope::code).filter(|code| scopes.contains(code) || held.contains(code)).collect();
    steps(coop, &all, reason)
}

fn without(coop: &Coop, scopes: &[&str]) -> Vec<Step> {
    let left: Vec<&str> = locked(coop).into_iter().filter(|code| !scopes.contains(code)).collect();
    steps(coop, &left, if left.is_empty() { "" } else { &coop.lock_reason })
}

fn steps(coop: &Coop, scopes: &[&str], reason: &str) -> Vec<Step> {
    vec![
        step("locked_scopes", "锁定", &coop.locked_scopes, &scopes.join(",")),
        step("lock_reason", "锁定原因", &coop.lock_reason, reason),
    ]
}

/// The lock of scopes begins; of those that are locked already it goes on.
fn begin(tx: &mut Tx<'_>, (id, coop): (Id, &Coop), scopes: &[&str]) -> Result<(), Refusal> {
    let held = locked(coop);
    for scope in scopes.iter().filter(|scope| !held.contains(scope)) {
        let cells = [
            ("coop_id", id.into_value()),
            ("business_scope", (*scope).into_value()),
            ("locked_at", tx.now.into_value()),
        ];
        let mut insert = sql::insert(tx.org(), SINCE, &cells);
        // Who locks it at the same time (PostgreSQL) is told that the partner was changed.
        insert.on_conflict(OnConflict::columns(["org_id", "coop_id", "business_scope"]).do_nothing().to_owned());
        tx.exec(&insert.into())?;
    }
    Ok(())
}

/// For how long a scope of a partner has been locked, where that is known.
fn lock_days(tx: &mut Tx<'_>, id: Id, scope: Scope) -> Result<Option<(String, Fact)>, Refusal> {
    let mut select = sql::from(tx.org(), SINCE);
    select
        .column("locked_at")
        .and_where(sql::eq("coop_id", id))
        .and_where(sql::eq("business_scope", scope.code().to_owned()));
    let since: Option<Instant> = tx.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(since.map(|since| days_since("lockDays", (since, tx.now))))
}

/// What was open for some days is so no more, or what was locked: it is open without an end, or locked anew.
fn forget(tx: &mut Tx<'_>, table: &'static str, (coop, scopes): (Id, &[&str])) -> Result<(), Refusal> {
    let mut delete = sql::delete(tx.org(), table);
    let codes = scopes.iter().map(|code| (*code).to_owned());
    delete.and_where(sql::eq("coop_id", coop)).and_where(sql::is_in(sql::col("business_scope"), codes));
    tx.exec(&delete.into())?;
    Ok(())
}

/// Applies for opening a customer in the scope of the event. Who makes orders may apply for any customer they offer.
fn apply(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let (org, id, scope) = (tx.org(), named(asked)?, scope_of(asked.event)?);
    let (_, coop) = coop::own(tx, org, id)?;
    if !locked(&coop).contains(&scope.code()) {
        return Err(Refusal::business(unlocking::NO_NEED));
    }
    unlocking::need_reason(asked.reason)?;
    let mut known = known_of(&coop);
    known.extend(lock_days(tx, id, scope)?);
    let done = approval::submit(
        tx,
        &Application {
            event: asked.event,
            kind: unlocking::CUSTOMER_KIND,
            object: id,
            url: format!("/prm_coop_edit?coopId={id}"),
            content: unlocking::content(&coop.coop_name, scope),
            number: coop.coop_code,
            internal_number: String::new(),
            scope: scope.code().to_owned(),
            coop: Some(id),
            sales: coop.sales_id,
            servicer: coop.servicer_id,
            facts: known,
            reason: asked.reason.to_owned(),
            without: None,
            running: words::UNLOCK_RUNNING,
        },
    )?;
    Ok(done.told())
}

/// The scope is open, for the days of the setting or until somebody locks it again.
fn opened(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (org, id, scope) = (tx.org(), approved.object, scope_of(approved.event)?.code());
    let (version, coop) = coop::own(tx, org, id)?;
    if !locked(&coop).contains(&scope) {
        return Err(Refusal::business(unlocking::NO_NEED));
    }
    for table in [OPENED, SINCE] {
        forget(tx, table, (id, &[scope]))?;
    }
    let steps = without(&coop, &[scope]);
    let by = if approved.approval.is_empty() { "无需审批" } else { &approved.approval };
    let mut text = format!("申请解锁通过（{by}）：{scope}");
    if let Some(until) = approved.until {
        let cells = [
            ("coop_id", id.into_value()),
            ("business_scope", scope.into_value()),
            ("until", until.into_value()),
            ("reason", coop.lock_reason.clone().into_value()),
        ];
        tx.exec(&sql::insert(org, OPENED, &cells).into())?;
        text.push_str(&format!("，至 {}", show_day(until.day())));
    }
    change(tx, (id, version), coop.coop_code, Moved { steps, text, ..Moved::default() }, "解锁申请通过").map(drop)
}

/// Scopes of a partner that are open for some days, with the last of them.
pub fn shown(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Json, Refusal> {
    let mut select = sql::from(org, OPENED);
    select
        .columns(["business_scope", "until"])
        .and_where(sql::eq("coop_id", coop))
        .order_by("business_scope", Order::Asc);
    let rows = conn.query(&select.into())?;
    let told = rows.iter().map(|row| {
        let until: Instant = row.get(1)?;
        Ok(json!({ "scope": row.get::<String>(0)?, "until": show_day(until.day()) }))
    });
    told.collect()
}

fn lock_again(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let mut select = sql::from(org, OPENED);
        // A partner that was taken out again left nothing to lock.
        select
            .columns(["coop_id", "business_scope", "reason"].map(|column| (OPENED, column)))
            .join(JoinType::InnerJoin, "coop", sql::same_org("coop", OPENED, "coop_id"))
            .and_where(sql::of(OPENED, "until").lt(sql::value(app.clock.now())));
        let rows = app.store.read(|conn| conn.query(&select.into()))?;
        if rows.is_empty() {
            return Ok(0);
        }
        let Some(call) = people::call_of_admin(app, org)? else { return Ok(0) };
        for row in &rows {
            let (id, scope, reason): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            call.write(|tx| close(tx, id, &scope, &reason))?;
        }
        Ok(rows.len())
    })
}

/// Locks a scope whose days are over, unless somebody has decided about it since that was read.
fn close(tx: &mut Tx<'_>, id: Id, scope: &str, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut delete = sql::delete(org, OPENED);
    delete
        .and_where(sql::eq("coop_id", id))
        .and_where(sql::eq("business_scope", scope.to_owned()))
        .and_where(sql::col("until").lt(sql::value(tx.now)));
    if tx.exec(&delete.into())? == 0 {
        tx.no_log_line();
        return Ok(());
    }
    let (version, coop) = coop::own(tx, org, id)?;
    begin(tx, (id, &coop), &[scope])?;
    let reason = if coop.lock_reason.is_empty() { reason } else { &coop.lock_reason };
    let text = format!("解锁到期，自动锁定：{scope}");
    let moved = Moved { steps: with(&coop, &[scope], reason), text, ..Moved::default() };
    change(tx, (id, version), coop.coop_code, moved, "自动锁定").map(drop)
}
