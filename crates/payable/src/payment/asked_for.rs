//! What is asked for of payments, as their list tells it, and the decision about it by who is asked (css.md /af_css_payment):
//! 同意 and 驳回 on a row are those of the application of event 108.

use std::collections::BTreeMap;

use approval::{asked_among, decide_on, words};
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use settle::request::{ROW, RUNNING, TABLE};

use crate::payment_request::{ABOUT_REQUEST, EVENT, STATES, approvers};

/// The user himself is asked.
pub(super) const ME: &str = "ME";
const NOBODY: &str = "";
const WHO: &[Choice] = &[Choice::new(ME, "待我审批", "Waits for me")];

pub(super) const STATE: Field =
    Field::state(STATES, "申请状态", "State of the request").column("request_state").wire("requestState");
pub(super) const APPROVER: Field =
    Field::text("当前审批人", "Approvers").column("approver").wire("currentApprover").read_only();
pub(super) const REMARK: Field = Field::text("付款申请备注", "Remark of the request")
    .column("request_remark")
    .wire("invoiceInqurityRemark")
    .read_only();
pub(super) const APPLICANT: Field =
    Field::text("付款申请人", "Asked for by").column("request_by").wire("invoiceCreatorName").read_only();
pub(super) const APPLIED: Field =
    Field::instant("付款申请时间", "Asked for").column("request_at").wire("invoiceTime").read_only();
/// Whether its request waits for the user.
pub(super) const ASKED: Field =
    Field::select(WHO, "待我审批", "Waits for me").column("asked").wire("asked").read_only();

/// What 同意 asks for.
pub(super) const COMMENT: Field = Field::text("审批意见", "Comment").column("comment").max(200);
/// What 驳回 asks for.
pub(super) const REASON: Field = Field::text("驳回原因", "Reason").column("comment").max(200).required();

const NONE_WAITS: Msg = Msg::new(
    "payment.none_waits",
    "对账单没有待您审批的付款申请",
    "No request of this payment waits for your decision.",
);
const SEVERAL_WAIT: Msg = Msg::new(
    "payment.several_wait",
    "对账单有多个待您审批的付款申请，请在付款申请中审批",
    "Several requests of this payment wait for your decision. Please decide about each of them.",
);

/// The newest request of a payment.
struct Newest {
    state: String,
    remark: Option<String>,
    applicant: String,
    applied: i64,
    approvers: Option<String>,
}

fn requests(org: i64, payments: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, ROW);
    select
        .column((ROW, "payment_id"))
        .column((TABLE, "id"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ROW, "request_id"))
        .and_where(sql::is_in(sql::of(ROW, "payment_id"), payments.iter().copied()))
        .order_by((TABLE, "id"), Order::Asc);
    select
}

/// The newest request of each of some payments.
fn newest(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<BTreeMap<Id, Newest>, Refusal> {
    let mut select = requests(org, payments);
    select
        .columns(["state", "remark", "created_at"].map(|column| (TABLE, column)))
        .column(("app_user", "name_cn"))
        .expr(approvers())
        .join(JoinType::InnerJoin, "app_user", sql::same_org("app_user", TABLE, "created_by"));
    let mut found = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let one = Newest {
            state: row.get(2)?,
            remark: row.get(3)?,
            applied: row.get(4)?,
            applicant: row.get(5)?,
            approvers: row.get(6)?,
        };
        found.insert(row.get(0)?, one);
    }
    Ok(found)
}

/// The requests of some payments that wait for a user, by payment.
fn waiting(conn: &mut dyn Conn, (org, user): (i64, Id), payments: &[Id]) -> Result<BTreeMap<Id, Vec<Id>>, Refusal> {
    let mut select = requests(org, payments);
    select.and_where(sql::of_eq(TABLE, "state", RUNNING.to_owned()));
    let rows: Vec<(Id, Id)> =
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let ids: Vec<Id> = rows.iter().map(|(_, request)| *request).collect();
    let asked = asked_among(conn, (org, user), (EVENT, (ABOUT_REQUEST, &ids)))?;
    let mut found: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for (payment, request) in rows.into_iter().filter(|(_, request)| asked.contains(request)) {
        found.entry(payment).or_default().push(request);
    }
    Ok(found)
}

/// Fills the columns of requests.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let newest = newest(conn, actor.org_id, &ids)?;
    let waiting = waiting(conn, (actor.org_id, actor.user_id), &ids)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let who = if waiting.contains_key(&id) { ME } else { NOBODY };
        row.set(&ASKED.name(), Value::Text(who.to_owned()));
        let Some(one) = newest.get(&id) else { continue };
        row.set(&STATE.name(), Value::Text(one.state.clone()));
        row.set(&APPROVER.name(), one.approvers.clone().into_value());
        row.set(&REMARK.name(), one.remark.clone().into_value());
        row.set(&APPLICANT.name(), Value::Text(one.applicant.clone()));
        row.set(&APPLIED.name(), Value::Int(one.applied));
    }
    Ok(())
}

/// Payments whose newest request is in one of some states.
pub(super) fn of_state(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let states: Vec<String> = text.split(',').map(|state| state.trim().to_owned()).collect();
    let mut newer = Query::select();
    newer
        .expr(Expr::cust("1"))
        .from_as(ROW, "newer")
        .and_where(sql::of("newer", "org_id").equals((ROW, "org_id")))
        .and_where(sql::of("newer", "payment_id").equals((ROW, "payment_id")))
        .and_where(Expr::cust("newer.request_id > payment_request_row.request_id"));
    let mut select = sql::from(actor.org_id, ROW);
    select
        .column((ROW, "payment_id"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ROW, "request_id"))
        .and_where(sql::is_in(sql::of(TABLE, "state"), states))
        .and_where(Expr::exists(newer).not());
    Ok(Condition::all().add(sql::of(charge::chain::PAYMENT, "id").in_subquery(select)))
}

/// 同意.
pub(super) fn agree(tx: &mut Tx<'_>, step: &mut Step<'_, super::Payment>) -> Result<(), Refusal> {
    decide(tx, step, (true, COMMENT))
}

/// 驳回.
pub(super) fn refuse(tx: &mut Tx<'_>, step: &mut Step<'_, super::Payment>) -> Result<(), Refusal> {
    decide(tx, step, (false, REASON))
}

/// Decides about the one request of a payment that waits for the caller. Its application is held first, then what the
/// decision changes, as everywhere it is decided about.
fn decide(
    tx: &mut Tx<'_>,
    step: &mut Step<'_, super::Payment>,
    (agrees, comment): (bool, Field),
) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let comment: String = step.get(comment)?;
    let found = waiting(tx, (org, user), &[step.id])?.remove(&step.id).unwrap_or_default();
    let request = match found.as_slice() {
        [] => return Err(Refusal::business(NONE_WAITS)),
        [one] => *one,
        _ => return Err(Refusal::business(SEVERAL_WAIT)),
    };
    // Whoever was asked too may have decided since.
    let done =
        decide_on(tx, (EVENT, (ABOUT_REQUEST, request)), (agrees, &comment)).map_err(|refusal| match refusal {
            Refusal::Forbidden => Refusal::business(words::HANDLED),
            other => other,
        })?;
    step.answer("application", done);
    Ok(())
}
