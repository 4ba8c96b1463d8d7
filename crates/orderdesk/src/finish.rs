//! 收入完成, 成本完成 and their reopening, of orders of every scope. The cost of an order that loses is done when that is
//! approved (event 106); of a side without charges it is asked whether it is done.

use approval::pending::LOSS;
use approval::rule::Fact;
use approval::store::facts_of;
use approval::unlock::{KIND, application};
use approval::{engine, pending, people, words};
use charge::ledger::Standing;
use charge::{finance, rate};
use kernel::{Findings, Id, Msg};
use order::store::{self, Saved};
use order::{Move, MoveFacts, refuse};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::registry::{Approved, Effect};
use platform::setting::Decided;
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};
use trade::charge::{Money, profit};

use crate::moves::{Asked, make, make_decided};

/// The fact of an application that says what is left.
const PROFIT: &str = "profit";

/// What an approved loss does: the cost is done.
pub const EFFECT: Effect = Effect { event: LOSS, kind: KIND, work: approved };
const NO_LINES: Msg = Msg::new("charge.none", "没有费用，确认完成？", "There are no charges. Is it done all the same?");
// Who reads an application may not see what is left: how much it is, its facts tell to who may.
const CONTENT: Msg = Msg::new(
    "charge.loss",
    "{coopName}订单{code}毛利为负，申请成本完成",
    "{coopName}: the cost of order {code}, which loses, is to be done",
);
const CHANGED: Msg = Msg::new(
    "charge.loss.changed",
    "订单毛利在审批期间有变化，请重新提交成本完成",
    "The profit of the order changed while it was decided about. Please finish its cost once more.",
);

/// Finishes a side of an order, or opens it again. Answers the order as moves do, with `approving` where a decision is waited
/// for.
pub fn finish(tx: &mut Tx<'_>, saved: &Saved, (wanted, asked): (Move, &Asked)) -> Result<Json, Refusal> {
    let org = tx.org();
    finance::hold(tx, saved.id, None)?;
    let standing = Standing::of(tx, org, saved.id)?;
    if wanted == Move::CostFinish && standing.profit < 0 {
        return with_loss(tx, saved, (asked, &standing));
    }
    ask_of_none(wanted, &standing, asked)?;
    make(tx, saved, (wanted, asked), |tx| asked.work(tx, saved, wanted))
}

/// Nothing to be done of is asked about.
fn ask_of_none(wanted: Move, standing: &Standing, asked: &Asked) -> Result<(), Refusal> {
    let none = match wanted {
        Move::IncomeFinish => standing.income == 0,
        Move::CostFinish => standing.cost == 0,
        _ => false,
    };
    let mut findings = Findings::new();
    if none {
        findings.confirm("", NO_LINES.text());
    }
    Refusal::unless_clean(&findings, &asked.confirmed)
}

/// The cost of an order that loses is done when that is approved; at once where nobody has to.
fn with_loss(tx: &mut Tx<'_>, saved: &Saved, (asked, standing): (&Asked, &Standing)) -> Result<Json, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    // Somebody may have moved it on before its charges were held.
    let row_uuid = row_uuid(tx, org, saved.id)?;
    let stale = || Refusal::Stale(json!({ "current": { "rowUuid": row_uuid }, "changed": [] }));
    if row_uuid != saved.row_uuid {
        return Err(stale());
    }
    if let Some(why) = refused(tx, org, saved, standing)? {
        return Err(Refusal::Business(why));
    }
    if asked.row_uuid != saved.row_uuid {
        return Err(stale());
    }
    let mut subject = people::order(tx, org, sql::eq("id", saved.id), now)?.ok_or(Refusal::NotFound)?;
    let own = rate::functional(tx, org)?;
    let (income, cost) = finance::settled(tx, org, saved.id)?;
    let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
    let money = |raw: i64| Money::of_thousandths(raw, own).map_err(broken);
    let margin = profit::rate(money(income)?, money(cost)?).map_err(broken)?;
    subject.facts.insert("amount".to_owned(), Fact::Number(income / 10));
    subject.facts.insert(PROFIT.to_owned(), profit_of(standing));
    subject.facts.extend(margin.map(|margin| ("profitRate".to_owned(), Fact::Number(margin.raw()))));
    let content = |name: &str| CONTENT.with(&[("coopName", name), ("code", &saved.code)]).zh;
    let application = application(tx, &subject, (LOSS, words::RUNNING), content, asked.reason.trim())?;
    let done = engine::submit(tx, &application)?;
    let row_uuid = self::row_uuid(tx, org, saved.id)?;
    let waits = done.instance.map(|_| json!({ "instanceNo": done.no }));
    Ok(json!({ "orderUuid": saved.uuid, "orderCode": saved.code, "rowUuid": row_uuid, "approving": waits }))
}

/// What is left, as an application knows it.
fn profit_of(standing: &Standing) -> Fact {
    Fact::Number(standing.profit / 10)
}

/// The version of an order as it is now.
fn row_uuid(conn: &mut dyn Conn, org: i64, order: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, store::TABLE);
    select.column("row_uuid").and_where(sql::eq("id", order));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Why the cost of an order can't be done.
fn refused(conn: &mut dyn Conn, org: i64, saved: &Saved, standing: &Standing) -> Result<Option<kernel::Text>, Refusal> {
    let decided = Decided::of(conn, org)?;
    let facts = MoveFacts {
        lifecycle: saved.lifecycle,
        cost_recorded: saved.cost_recorded,
        charges: *standing,
        waits: pending::waits(conn, org, saved.id)?,
        unsigned: crate::signed::is_missing(conn, org, saved, &decided)?,
        ..MoveFacts::default()
    };
    Ok(refuse(saved.profile.scope, Move::CostFinish, &facts))
}

/// The cost is done, unless the order changed meanwhile so that it can't be, or another loss is there than was decided about.
fn approved(tx: &mut Tx<'_>, decided: &Approved) -> Result<(), Refusal> {
    let (actor, org, now) = (tx.actor, tx.org(), tx.now);
    finance::hold(tx, decided.object, None)?;
    if !decided.approval.is_empty() {
        let standing = Standing::of(tx, org, decided.object)?;
        let known = facts_of(tx, org, &decided.approval)?;
        if known.get(PROFIT) != Some(&profit_of(&standing)) {
            return Err(Refusal::business(CHANGED));
        }
    }
    let subject = people::order(tx, org, sql::eq("id", decided.object), now)?.ok_or(Refusal::NotFound)?;
    let saved = store::of_id(tx, actor, order::profile(subject.scope()?), decided.object)?;
    let asked = Asked { row_uuid: saved.row_uuid.clone(), ..Asked::default() };
    let wanted = (Move::CostFinish, &asked, decided.approval.as_str());
    make_decided(tx, &saved, wanted, |tx| asked.work(tx, &saved, Move::CostFinish)).map(drop)
}

/// Refuses to change the charges of an order, of either side, while its loss or its closing is decided about as it stands.
pub fn need_undecided(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(), Refusal> {
    pending::waits(conn, org, order)?.map_or(Ok(()), |why| Err(Refusal::business(why)))
}
