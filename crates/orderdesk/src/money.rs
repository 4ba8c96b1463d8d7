//! What a change of an order does to its charges (catalogue css.md 0.5 and 0.16): quantities that follow its figures, and
//! income of the old customer that goes to the new one; both as its user answers.

use charge::entry::{Known, Subject};
use charge::line::{self, Line};
use charge::{finance, ledger};
use kernel::{Findings, Id, Msg};
use order::store::Saved;
use order::{DONE, Draft, days_differ, subject, subject_of};
use platform::call::Tx;
use platform::refusal::Refusal;
use trade::charge::Side;

use crate::finish::need_undecided;

const FOLLOW: Msg = Msg::new(
    "order.charges.follow",
    "计费重量已变更，是否更新费用数量？",
    "What is charged has changed. Update the quantities of the charges?",
);
const NEW_CUSTOMER: Msg = Msg::new(
    "order.charges.customer",
    "是否将未制账单的应收费用改为新客户？",
    "Give the income that is not billed yet to the new customer?",
);

/// What may happen to the charges of an order that is saved.
#[derive(Debug, Default)]
pub(crate) struct Charges {
    lines: Vec<Line>,
    /// Lines whose quantity follows the order, as they would be.
    follow: Vec<Line>,
    /// Income of the customer the order had.
    turned: Vec<Id>,
    customer: Option<Id>,
    /// Whether days change that the due days of debit notes follow (css.md 0.16).
    days_move: bool,
}

/// Looks what a changed draft would do to the charges, and asks whether it is to.
pub(crate) fn changed(
    tx: &mut Tx<'_>,
    (saved, draft): (&Saved, &Draft),
    findings: &mut Findings,
) -> Result<Charges, Refusal> {
    let org = tx.org();
    if finance::version(tx, org, saved.id)? == 0 {
        return Ok(Charges::default());
    }
    let before = subject(tx, org, saved)?;
    let after = subject_of(&before, (saved, draft));
    let turns = before.customer != after.customer;
    let stays = before.measures == after.measures && !turns;
    let days_move = days_differ(saved.profile, &saved.draft, draft);
    if stays && !days_move {
        return Ok(Charges::default());
    }
    finance::hold(tx, saved.id, None)?;
    if stays {
        return Ok(Charges { days_move, ..Charges::default() });
    }
    let lines = line::of_order(tx, org, saved.id)?;
    let follow = following(tx, (saved, &after), &lines)?;
    let of_old = |line: &&Line| {
        line.side == Side::Receivable
            && !line.is_held()
            && line.charge.coop_id == before.customer
            && !is_done(saved, Side::Receivable)
    };
    let turned: Vec<Id> = lines.iter().filter(|_| turns).filter(of_old).filter_map(|line| line.id).collect();
    if !follow.is_empty() {
        findings.choose("planChargeWeight", FOLLOW.text());
    }
    if !turned.is_empty() {
        findings.choose("coopId", NEW_CUSTOMER.text());
    }
    Ok(Charges { lines, follow, turned, customer: after.customer, days_move })
}

/// Whether a side of an order is done.
fn is_done(saved: &Saved, side: Side) -> bool {
    DONE == match side {
        Side::Receivable => saved.income_recorded,
        Side::Payable => saved.cost_recorded,
    }
}

/// The lines of an order whose quantity follows its figures, as these make them.
pub(crate) fn following(
    tx: &mut Tx<'_>,
    (saved, subject): (&Saved, &Subject),
    lines: &[Line],
) -> Result<Vec<Line>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let known = Known::gather(tx, (org, now), subject, lines)?;
    let rated = charge::rating::again(tx, org, (subject, lines), |side| is_done(saved, side))?;
    Ok(ledger::following(lines, &rated, &known.around(subject), |side| is_done(saved, side)))
}

impl Charges {
    /// Whether the order has charges, which are held, and days of it change that the due days of debit notes follow.
    pub(crate) const fn days_move(&self) -> bool {
        self.days_move
    }

    /// Does what was answered with yes, before the order itself is written.
    pub(crate) fn follow(self, tx: &mut Tx<'_>, saved: &Saved, answers: &[String]) -> Result<(), Refusal> {
        let yes = |message: Msg| answers.iter().any(|answer| answer == message.key);
        let follows = yes(FOLLOW) && !self.follow.is_empty();
        let turns = yes(NEW_CUSTOMER) && !self.turned.is_empty();
        if !follows && !turns {
            return Ok(());
        }
        let org = tx.org();
        need_undecided(tx, org, saved.id)?;
        let made = |line: &Line| {
            let followed = self.follow.iter().find(|made| follows && made.id == line.id);
            let mut made = followed.cloned().unwrap_or_else(|| line.clone());
            if turns && line.id.is_some_and(|id| self.turned.contains(&id)) {
                made.charge.coop_id = self.customer;
            }
            made
        };
        let lines: Vec<Line> = self.lines.iter().map(made).collect();
        ledger::write(tx, (saved.id, &saved.code), (&self.lines, &lines), "随订单更新费用")
    }
}
