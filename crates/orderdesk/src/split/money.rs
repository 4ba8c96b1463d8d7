//! The charges of an order that is split (css.md 0.16): they stay, and follow what is left of the order; or all that nothing
//! holds is shared by charge weight.

use charge::entry::Known;
use charge::ledger::{self, LogLine};
use charge::line::{self, Line};
use charge::{figure, finance, split};
use kernel::{Finding, Findings, Id, Msg};
use order::store::Saved;
use order::{COST_DONE, DONE, INCOME_DONE, PENDING_LINES, subject};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::charge::{Fault, Side};

use crate::money::following;

/// Where what stands against sharing is found: the choice.
const FIELD: &str = "charges";
const DID: &str = "拆单";
/// What each order bears of the price that was paid for its master.
const MASTER_SHARE: &str = "master_cost_share";
const MATCHED: Msg = Msg::new(
    "order.split.matched",
    "主单成本已匹配，请先撤销匹配",
    "The cost of the master is matched. Please undo the match first.",
);
const NO_WEIGHT: Msg = Msg::new(
    "order.split.no_weight",
    "没有计费重量，不能分摊费用",
    "There is no charge weight to share the charges by.",
);

/// Whether some charges of an order can be shared by who asks.
pub(super) fn can_share(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<bool, Refusal> {
    let may = [ledger::ADD, ledger::EDIT].iter().all(|code| actor.has(code));
    Ok(may && line::of_order(conn, actor.org_id, order)?.iter().any(split::is_shared))
}

/// What stands against sharing the charges of an order: lines that wait for a word, a side that is done, and a share of a
/// master's price, which is taken back by the line it made.
pub(super) fn check(conn: &mut dyn Conn, actor: &Actor, saved: &Saved, findings: &mut Findings) -> Result<(), Refusal> {
    // New orders get lines, and those of the order become less.
    for code in [ledger::ADD, ledger::EDIT] {
        actor.need(code)?;
    }
    let org = actor.org_id;
    let lines = line::of_order(conn, org, saved.id)?;
    let pending = lines.iter().filter(|line| line.charge.state == line::PENDING).count();
    if pending > 0 {
        findings.error(FIELD, PENDING_LINES.with(&[("n", &pending.to_string())]));
    }
    let done =
        [(Side::Receivable, saved.income_recorded, INCOME_DONE), (Side::Payable, saved.cost_recorded, COST_DONE)];
    for (side, recorded, message) in done {
        let shares = lines.iter().any(|line| line.side == side && split::is_shared(line));
        findings.error_if(shares && recorded == DONE && !actor.has(ledger::AFTER_FINISH), FIELD, message);
    }
    let mut matched = sql::from(org, MASTER_SHARE);
    matched.column("awb_id").and_where(sql::eq("order_id", saved.id)).limit(1);
    findings.error_if(conn.first(&matched.into())?.is_some(), FIELD, MATCHED);
    Ok(())
}

/// Does what was chosen with the charges of an order that is held; `orders` are its parts as they are stored, itself first.
pub(super) fn go(tx: &mut Tx<'_>, saved: &Saved, orders: &[Saved], shares: bool) -> Result<(), Refusal> {
    let org = tx.org();
    let lines = line::of_order(tx, org, saved.id)?;
    if lines.is_empty() {
        return Ok(());
    }
    if shares { share(tx, saved, (orders, &lines)) } else { follow(tx, saved, (orders, &lines)) }
}

/// Nothing moves, and quantities are those of what is left.
fn follow(tx: &mut Tx<'_>, saved: &Saved, (orders, lines): (&[Saved], &[Line])) -> Result<(), Refusal> {
    let (org, Some(left)) = (tx.org(), orders.first()) else { return Ok(()) };
    let subject = subject(tx, org, left)?;
    let follow = following(tx, (saved, &subject), lines)?;
    let now = |line: &Line| follow.iter().find(|made| made.id == line.id).unwrap_or(line).clone();
    let made: Vec<Line> = lines.iter().map(now).collect();
    ledger::write(tx, (saved.id, &saved.code), (lines, &made), DID)
}

/// Shares what nothing holds, and makes every other figure of the shares by the figures of their orders.
fn share(tx: &mut Tx<'_>, saved: &Saved, (orders, lines): (&[Saved], &[Line])) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let subjects = orders.iter().map(|order| subject(tx, org, order)).collect::<Result<Vec<_>, _>>()?;
    let weights: Vec<i64> = subjects.iter().map(|subject| subject.measures.shared_by()).collect();
    let parts = split::shared(lines, &weights).map_err(fault)?;
    for (place, ((order, subject), shares)) in orders.iter().zip(&subjects).zip(parts).enumerate() {
        let kept: &[Line] = if place == 0 { lines } else { &[] };
        let mut made = if place == 0 { laid_over(lines, shares) } else { shares };
        if made.is_empty() {
            continue;
        }
        let known = Known::gather(tx, (org, now), subject, &made)?;
        let mut found = Findings::new();
        figure::figures(&mut made, &known.around(subject), Line::stands, |_, field| field.to_owned(), &mut found);
        found.items.iter_mut().for_each(|one: &mut Finding| FIELD.clone_into(&mut one.field));
        Refusal::unless_clean(&found, &[])?;
        if place > 0 {
            finance::hold(tx, order.id, None)?;
        }
        let text = if place == 0 { "拆单按计费重量分摊".to_owned() } else { format!("拆自{}", saved.code) };
        let told = LogLine { text: &text, ..LogLine::of(DID) };
        ledger::write_told(tx, (order.id, &order.code), (kept, &made), &told)?;
    }
    Ok(())
}

/// The lines an order has, with its shares in their places.
fn laid_over(lines: &[Line], shares: Vec<Line>) -> Vec<Line> {
    let own = |line: &Line| shares.iter().find(|share| share.id == line.id).unwrap_or(line).clone();
    lines.iter().map(own).collect()
}

fn fault(fault: Fault) -> Refusal {
    let message = if fault == Fault::NoWeight { NO_WEIGHT } else { figure::TOO_LARGE };
    Refusal::field(FIELD, message.text())
}
