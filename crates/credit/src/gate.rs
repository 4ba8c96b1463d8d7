//! The gates where other modules ask whether business with a customer goes on (catalogue prm.md 1.7): what is true of him, and
//! what it comes to there.

use agreement::agreed;
use charge::rate;
use kernel::{Findings, Id, Instant, Msg, Scope, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait as _, Order};
use platform::store::{Cell, Conn, Value, sql};
use trade::charge::Side;

use crate::lock::{HAND, Lock, OPENED, SYSTEM};
use crate::rule::{self, Matrix};
use crate::words::{self, Why};
use crate::{lock, qualification, reckon};

const CHECK: &str = "credit_check";
/// A decision lets an act pass once.
const PASS: &str = "PASS";
const BLACK_LIST: &str = "黑名单";
const WHITE_LIST: &str = "白名单";
/// Rows a drawer shows.
const SHOWN: u64 = 300;

/// Where it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// 新增订单.
    Order,
    /// 订舱配单.
    Booking,
    /// 放单.
    Release,
    /// 放货.
    Delivery,
    /// 开票 before money came.
    Invoice,
}

impl Gate {
    /// All of them, as the matrix shows them.
    pub const ALL: [Self; 5] = [Self::Order, Self::Booking, Self::Release, Self::Delivery, Self::Invoice];

    /// Stored name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Order => "ORDER",
            Self::Booking => "BOOKING",
            Self::Release => "RELEASE",
            Self::Delivery => "DELIVERY",
            Self::Invoice => "INVOICE",
        }
    }

    /// By its stored name.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gate| gate.code() == code)
    }

    /// Its name.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Order => ("新增订单", "A new order"),
            Self::Booking => ("订舱配单", "Booking"),
            Self::Release => ("放单", "Release of documents"),
            Self::Delivery => ("放货", "Delivery of goods"),
            Self::Invoice => ("开票", "Invoicing"),
        }
    }
}

/// What may be true of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// 黑名单.
    Black,
    /// 人工锁定.
    Hand,
    /// 逾期, beyond the days of grace.
    Overdue,
    /// 超额.
    Over,
    /// 无协议.
    NoAgreement,
    /// 资质到期.
    Expired,
}

impl Trigger {
    /// All of them, as the matrix shows them.
    pub const ALL: [Self; 6] = [Self::Black, Self::Hand, Self::Overdue, Self::Over, Self::NoAgreement, Self::Expired];

    /// Stored name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Black => "BLACK",
            Self::Hand => "HAND",
            Self::Overdue => "OVERDUE",
            Self::Over => "OVER",
            Self::NoAgreement => "NO_AGREEMENT",
            Self::Expired => "EXPIRED",
        }
    }

    /// By its stored name.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trigger| trigger.code() == code)
    }

    /// Its name.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Black => ("黑名单", "Black list"),
            Self::Hand => ("人工锁定", "Locked by hand"),
            Self::Overdue => ("逾期", "Overdue"),
            Self::Over => ("超额", "Beyond the limit"),
            Self::NoAgreement => ("无协议", "No agreement"),
            Self::Expired => ("资质到期", "Qualification expired"),
        }
    }

    /// Whether the white list makes a notice of it.
    const fn yields(self) -> bool {
        matches!(self, Self::Overdue | Self::Over | Self::NoAgreement)
    }
}

/// What it comes to, the hardest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Outcome {
    /// 不控制.
    #[default]
    Free,
    /// 提示: the user is told and goes on.
    Notice,
    /// 需审批.
    Approval,
    /// 锁定, for new orders alone.
    Locked,
    /// 拒绝.
    Refused,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Free, Self::Notice, Self::Approval, Self::Locked, Self::Refused];

    /// Stored name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Free => "FREE",
            Self::Notice => "NOTICE",
            Self::Approval => "APPROVAL",
            Self::Locked => "LOCKED",
            Self::Refused => "REFUSED",
        }
    }

    /// By its stored name.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.code() == code)
    }

    /// Its name.
    pub const fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Free => ("不控制", "Free"),
            Self::Notice => ("提示", "Notice"),
            Self::Approval => ("需审批", "Needs approval"),
            Self::Locked => ("锁定", "Locked"),
            Self::Refused => ("拒绝", "Refused"),
        }
    }
}

/// What is known of a customer at a gate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// What is true of him.
    pub triggers: Vec<Trigger>,
    /// He stands on the white list.
    pub white: bool,
    /// State of the lock of the scope; empty: 正常.
    pub lock: String,
    /// He pays in advance and the order is not paid.
    pub unpaid: bool,
}

/// What everything that is true comes to at a gate, and what made it so.
pub fn judge(matrix: &Matrix, gate: Gate, known: &Known) -> Vec<(Trigger, Outcome)> {
    let one = |trigger: &Trigger| {
        let mut outcome = matrix.at(*trigger, gate);
        if outcome == Outcome::Locked {
            // Locks are made by reckoning, taken away for a time, and kept from scopes with a limit of their own.
            let closed = match trigger {
                Trigger::Hand => known.lock == HAND,
                _ => known.lock == SYSTEM,
            };
            if gate != Gate::Order || !closed {
                outcome = Outcome::Notice;
            }
        }
        if known.white && trigger.yields() && outcome > Outcome::Notice && outcome < Outcome::Refused {
            outcome = Outcome::Notice;
        }
        (*trigger, outcome)
    };
    known.triggers.iter().map(one).filter(|(_, outcome)| *outcome != Outcome::Free).collect()
}

/// What a customer is told at a gate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standing {
    /// The hardest of all.
    pub outcome: Outcome,
    /// What made it so.
    pub triggers: Vec<Trigger>,
    /// Figures of a lock.
    pub detail: Option<Text>,
    /// What is noticed.
    pub notices: Vec<Text>,
    /// Why it is refused.
    pub refusal: Option<Text>,
    /// What is owed beyond the limit, and the days it is overdue: what conditions of an approval may ask.
    pub figures: [i64; 2],
}

/// How a customer stands at a gate, for a scope and perhaps an order.
pub fn standing(
    conn: &mut dyn Conn,
    (org, now): (i64, Instant),
    coop: Id,
    (scope, gate, order): (Scope, Gate, Option<Id>),
) -> Result<Standing, Refusal> {
    let mut select = sql::from(org, "coop");
    select.columns(["coop_name", "list_mark"]).and_where(sql::eq("id", coop));
    let row = conn.first(&select.into())?;
    // Nothing here waits for the row, so that all of it can be asked in one trip.
    let credit = reckon::stored(conn, org, coop)?;
    let today = kernel::show_day(now.day());
    let lock = lock::of(conn, org, coop)?.into_iter().find(|lock| lock.scope == scope.code());
    let (ended, prepaid) = agreement_of(conn, (org, coop, scope), now)?;
    let papers = qualification::expired(conn, org, (coop, scope.code()), now.day())?;
    let matrix = rule::of(conn, org, Some(coop))?;
    let own = rate::functional(conn, org)?;
    let Some(row) = row else { return Ok(Standing::default()) };
    let (name, mark): (String, String) = (row.get(0)?, row.get(1)?);
    let mut known = Known {
        white: mark == WHITE_LIST && credit.white_until.as_deref().is_none_or(|until| until >= today.as_str()),
        lock: lock.as_ref().map(|lock| lock.state.clone()).unwrap_or_default(),
        ..Known::default()
    };
    known.unpaid = prepaid && matches!(gate, Gate::Release | Gate::Delivery) && owes(conn, org, (coop, order))?;
    let holds = [
        (Trigger::Black, mark == BLACK_LIST),
        (Trigger::Hand, is_by_hand(lock.as_ref())),
        (Trigger::Overdue, credit.is_late),
        (Trigger::Over, credit.over_amount > 0),
        (Trigger::NoAgreement, ended),
        (Trigger::Expired, !papers.is_empty()),
    ];
    known.triggers = holds.into_iter().filter(|(_, holds)| *holds).map(|(trigger, _)| trigger).collect();
    let judged = judge(&matrix, gate, &known);
    let mut outcome = judged.iter().map(|(_, outcome)| *outcome).max().unwrap_or_default();
    if known.unpaid {
        outcome = outcome.max(Outcome::Approval);
    }
    let why = |over: i64, overdue: i64| Why {
        limit: credit.limit,
        exposure: credit.exposure,
        over,
        overdue,
        days: credit.overdue_days,
    };
    let notice = |trigger: Trigger| match trigger {
        Trigger::Overdue => words::detail(&why(0, credit.overdue), own).map(|text| words::of(&name, &text)),
        Trigger::Over => words::detail(&why(credit.over_amount, 0), own).map(|text| words::of(&name, &text)),
        Trigger::Hand => Some(words::locked(&name, scope)),
        Trigger::NoAgreement => Some(words::no_agreement(&name, scope)),
        Trigger::Black => Some(words::black(&name, &credit.black_reason)),
        Trigger::Expired => Some(words::expired(&name, &papers)),
    };
    let mut notices: Vec<Text> = judged
        .iter()
        .filter(|(_, outcome)| *outcome < Outcome::Locked)
        .filter_map(|(trigger, _)| notice(*trigger))
        .collect();
    notices.extend(known.unpaid.then(|| words::prepay(&name)));
    Ok(Standing {
        outcome,
        triggers: judged.iter().map(|(trigger, _)| *trigger).collect(),
        detail: words::detail(&why(credit.over_amount, credit.overdue), own).filter(|_| known.lock == SYSTEM),
        notices,
        refusal: judged
            .iter()
            .filter(|(_, outcome)| *outcome == Outcome::Refused)
            .find_map(|(trigger, _)| notice(*trigger)),
        figures: [credit.over_amount, credit.overdue_days],
    })
}

fn is_by_hand(lock: Option<&Lock>) -> bool {
    lock.is_some_and(|lock| lock.state == HAND || (lock.state == OPENED && lock.came_from == HAND))
}

/// Whether terms that were agreed for a scope are over, and whether those that hold ask for money in advance.
fn agreement_of(
    conn: &mut dyn Conn,
    (org, coop, scope): (i64, Id, Scope),
    now: Instant,
) -> Result<(bool, bool), Refusal> {
    let known = agreed(conn, org, [coop])?.remove(&coop).unwrap_or_default();
    let of_scope = |one: &&agreement::Agreed| {
        one.agreement.has_scope(scope)
            && (one.agreement.side == agreement::BOTH || one.agreement.side == agreement::code_of(Side::Receivable))
    };
    let today = now.day();
    let holds = known.iter().filter(of_scope).find(|one| one.holds(scope, Side::Receivable, today));
    let ended = holds.is_none() && known.iter().filter(of_scope).any(|one| one.to < today);
    Ok((ended, holds.is_some_and(|one| one.agreement.settle_method == "PREPAID")))
}

/// Whether something of the income of an order is open from a payer.
fn owes(conn: &mut dyn Conn, org: i64, (coop, order): (Id, Option<Id>)) -> Result<bool, Refusal> {
    let Some(order) = order else { return Ok(false) };
    let mut notes = sql::from(org, "debit_note");
    notes
        .expr(crate::open::whole("SUM(functional_open)"))
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("state", "NORMAL".to_owned()));
    let billed: i64 = conn.first(&notes.into())?.unwrap_or_default().get(0)?;
    let mut rest = sql::from(org, "charge");
    rest.expr(crate::open::whole("SUM(functional)"))
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("coop_id", coop))
        .and_where(platform::sea_query::Expr::cust(charge::chain::UNBILLED));
    let unbilled: i64 = conn.first(&rest.into())?.unwrap_or_default().get(0)?;
    Ok(billed + unbilled > 0)
}

/// An act of an order at a gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// Where.
    pub gate: Gate,
    /// The order.
    pub order: Id,
    /// Its code.
    pub code: String,
    /// Its scope.
    pub scope: Scope,
    /// Its customer.
    pub coop: Option<Id>,
}

/// What stands against an act of an order at a gate, for its customer and, where documents or goods are handed out, for every
/// payer of its income: notices are warnings of the findings, what needs a decision or is refused is an error. What a decision
/// let pass is used up. What it came to is written down.
pub fn need(tx: &mut Tx<'_>, act: &Act, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    // One decision opens the gate of the order, for all it is asked about.
    let mut pass = None;
    for coop in asked(tx, org, act)? {
        let told = standing(tx, (org, now), coop, (act.scope, act.gate, Some(act.order)))?;
        if told.outcome == Outcome::Free {
            continue;
        }
        let needs = told.outcome == Outcome::Approval;
        if needs && pass.is_none() {
            pass = Some(use_pass(tx, act)?);
        }
        let passed = needs && pass == Some(true);
        match told.outcome {
            Outcome::Approval if !passed => findings.error("", words::needs_approval(act.gate)),
            _ => {
                if let Some(refusal) = told.refusal {
                    findings.error("", refusal);
                }
            }
        }
        for notice in told.notices {
            findings.warning("", notice);
        }
        note(tx, act, coop, (told.outcome, &told.triggers), "")?;
    }
    Ok(())
}

/// Whom an act is about: its customer, and every payer where documents or goods are handed out.
fn asked(conn: &mut dyn Conn, org: i64, act: &Act) -> Result<Vec<Id>, Refusal> {
    let mut asked: Vec<Id> = act.coop.into_iter().collect();
    if matches!(act.gate, Gate::Release | Gate::Delivery) {
        asked.extend(payers(conn, org, act.order)?);
        asked.sort_unstable();
        asked.dedup();
    }
    Ok(asked)
}

/// Of those an act is about the one it is hardest for, and how he stands.
pub fn hardest(conn: &mut dyn Conn, (org, now): (i64, Instant), act: &Act) -> Result<Option<(Id, Standing)>, Refusal> {
    let mut all = Vec::new();
    for coop in asked(conn, org, act)? {
        all.push((coop, standing(conn, (org, now), coop, (act.scope, act.gate, Some(act.order)))?));
    }
    Ok(all.into_iter().max_by_key(|(_, told)| told.outcome))
}

fn payers(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(org, "charge");
    select
        .distinct()
        .column("coop_id")
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("kind", "RECEIVABLE".to_owned()))
        .and_where(sql::eq("state", "NORMAL".to_owned()));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Writes down what a gate said.
pub fn note(
    tx: &mut Tx<'_>,
    act: &Act,
    coop: Id,
    (outcome, triggers): (Outcome, &[Trigger]),
    instance: &str,
) -> Result<(), Refusal> {
    let triggers: Vec<&str> = triggers.iter().map(|trigger| trigger.code()).collect();
    write(tx, act, Some(coop), (outcome.code(), &triggers.join(",")), instance)
}

fn write(
    tx: &mut Tx<'_>,
    act: &Act,
    coop: Option<Id>,
    (result, triggers): (&str, &str),
    instance: &str,
) -> Result<(), Refusal> {
    let cells = [
        ("id", tx.new_id().into_value()),
        ("coop_id", coop.into_value()),
        ("order_id", act.order.into_value()),
        ("order_code", act.code.clone().into_value()),
        ("business_scope", act.scope.code().into_value()),
        ("gate", act.gate.code().into_value()),
        ("result", result.into_value()),
        ("triggers", triggers.into_value()),
        ("instance_no", instance.into_value()),
        ("used", Value::Bool(false)),
        ("made_by", tx.actor.user_id.into_value()),
        ("made_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), CHECK, &cells).into())?;
    Ok(())
}

/// A decision lets an act pass once.
pub fn pass(tx: &mut Tx<'_>, act: &Act, instance: &str) -> Result<(), Refusal> {
    write(tx, act, act.coop, (PASS, ""), instance)
}

/// Uses up what lets an act pass; whether there was any.
fn use_pass(tx: &mut Tx<'_>, act: &Act) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), CHECK);
    select
        .column("id")
        .and_where(sql::eq("order_id", act.order))
        .and_where(sql::eq("gate", act.gate.code().to_owned()))
        .and_where(sql::eq("result", PASS.to_owned()))
        .and_where(sql::eq("used", false))
        .order_by("id", Order::Asc)
        .limit(1)
        .lock_exclusive();
    let Some(row) = tx.first(&select.into())? else { return Ok(false) };
    let id: Id = row.get(0)?;
    let mut update = sql::update(tx.org(), CHECK, &[("used", Value::Bool(true))]);
    update.and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(true)
}

/// What gates said of a partner since a moment: time, gate, order, result, triggers, approval and who.
pub fn said(conn: &mut dyn Conn, (org, coop): (i64, Id), since: Instant) -> Result<Vec<platform::store::Row>, Refusal> {
    let mut select = sql::from(org, CHECK);
    select
        .columns(["made_at", "gate", "order_code", "result", "triggers", "instance_no", "made_by"])
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::col("made_at").gte(sql::value(since)))
        .order_by("made_at", Order::Desc)
        .limit(SHOWN);
    Ok(conn.query(&select.into())?)
}

/// Said where an act is not asked about at this gate.
pub const NOT_NEEDED: Msg =
    Msg::new("credit.not_needed", "该业务无需超信用审批", "No approval beyond the credit is needed.");

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(matrix: &Matrix, gate: Gate, known: &Known) -> Outcome {
        judge(matrix, gate, known).into_iter().map(|(_, outcome)| outcome).max().unwrap_or_default()
    }

    fn known(triggers: &[Trigger], lock: &str) -> Known {
        Known { triggers: triggers.to_vec(), lock: lock.to_owned(), ..Known::default() }
    }

    #[test]
    fn the_hardest_of_all_that_is_true_wins() {
        let usual = Matrix::default();
        let all = known(&[Trigger::NoAgreement, Trigger::Overdue, Trigger::Black], SYSTEM);
        assert_eq!(outcome(&usual, Gate::Order, &all), Outcome::Refused);
        let late = known(&[Trigger::NoAgreement, Trigger::Overdue], SYSTEM);
        let gates = Gate::ALL.map(|gate| outcome(&usual, gate, &late));
        assert_eq!(gates, [Outcome::Locked, Outcome::Notice, Outcome::Approval, Outcome::Approval, Outcome::Free]);
        assert_eq!(outcome(&usual, Gate::Order, &known(&[], "")), Outcome::Free);
    }

    #[test]
    fn a_lock_that_is_opened_is_a_notice() {
        let usual = Matrix::default();
        for lock in [OPENED, ""] {
            assert_eq!(outcome(&usual, Gate::Order, &known(&[Trigger::Over], lock)), Outcome::Notice, "{lock}");
        }
        assert_eq!(outcome(&usual, Gate::Order, &known(&[Trigger::Hand], HAND)), Outcome::Locked);
    }

    #[test]
    fn the_white_list_makes_notices_of_money_and_not_of_a_hand() {
        let usual = Matrix::default();
        let white = |triggers: &[Trigger], lock: &str| Known { white: true, ..known(triggers, lock) };
        let late = white(&[Trigger::Overdue, Trigger::Over], SYSTEM);
        assert_eq!(outcome(&usual, Gate::Order, &late), Outcome::Notice);
        assert_eq!(outcome(&usual, Gate::Release, &late), Outcome::Notice);
        assert_eq!(outcome(&usual, Gate::Order, &white(&[Trigger::Hand], HAND)), Outcome::Locked);
        assert_eq!(outcome(&usual, Gate::Release, &white(&[Trigger::Hand], HAND)), Outcome::Approval);
        let refused = usual.with(Trigger::Over, Gate::Release, Outcome::Refused);
        assert_eq!(outcome(&refused, Gate::Release, &late), Outcome::Refused, "what is refused stays so");
    }
}
