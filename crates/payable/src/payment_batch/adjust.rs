//! 对账调整: a line that makes our cost of an order what its supplier wants. On a locked order it is an adjusting charge.

use std::collections::BTreeSet;

use charge::entry::{Ground, Known, Subject, Typed, check, merged};
use charge::item;
use charge::ledger::{LogLine, write_told};
use charge::line::{Line, Source, of_order};
use kernel::{Findings, Id, Msg, Scope, Severity, Text, parse_day, show_day};
use order::store::{Saved, of_id};
use order::{CLOSED_NO_EDIT, DONE, Lifecycle, profile, subject};
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::charge::Side;
use trade::charge::basis::Basis;

use super::kept::Kept;

const DID: &str = "对账调整";
/// One, in ten-thousandths.
const ONCE: i64 = 10_000;

const NO_DAY: Msg =
    Msg::new("payment_batch.locked", "订单已锁账，请填写财务日期", "The order is locked: give the financial date.");
const BEFORE_LOCK: Msg = Msg::new(
    "payment_batch.before_lock",
    "财务日期不能早于锁账日期{day}",
    "The financial date can't be before the day of the lock, {day}.",
);
const COST_DONE: Msg =
    Msg::new("payment_batch.done", "成本已完成，费用不可修改", "Cost is done; its charges can't be changed.");
const NO_ITEM: Msg = Msg::new(
    "payment_batch.item",
    "调整项目不用于该订单的业务范畴",
    "The item of adjustments is none of the scope of the order.",
);

/// What all lines of a file are checked against: read once.
pub(super) struct Adjuster<'a> {
    kept: &'a Kept,
    ground: Ground,
    /// The item of adjustments in each scope: those of one code.
    items: Vec<(String, Id)>,
}

impl<'a> Adjuster<'a> {
    pub fn of(conn: &mut dyn Conn, org: i64, kept: &'a Kept) -> Result<Self, Refusal> {
        let mut items = Vec::new();
        if let Some(id) = kept.adjust_item {
            let mut code = sql::from(org, item::TABLE);
            code.column("service_code").and_where(sql::eq("id", id));
            let code: String = conn.first(&code.into())?.ok_or(Refusal::NotFound)?.get(0)?;
            let mut same = sql::from(org, item::TABLE);
            same.columns(["business_scope", "id"]).and_where(sql::eq("service_code", code));
            for row in conn.query(&same.into())? {
                let found: (String, Id) = (row.get(0)?, row.get(1)?);
                // The chosen one itself goes before another of its scope.
                if found.1 == Id(id) { items.insert(0, found) } else { items.push(found) }
            }
        }
        Ok(Self { kept, ground: Ground::of(conn, org)?, items })
    }

    /// Adds a line of an amount to an order whose charges are held, of which some costs are taken in the same breath.
    /// Answers the new charge, or why it can't be added.
    pub fn add(
        &self,
        tx: &mut Tx<'_>,
        (order, scope): (Id, &str),
        amount: i64,
        taken: &BTreeSet<Id>,
    ) -> Result<Result<Id, Text>, Refusal> {
        let (actor, org) = (tx.actor, tx.org());
        let scope_of = Scope::from_code(scope).ok_or(Refusal::NotFound)?;
        let saved = of_id(tx, actor, profile(scope_of), order)?;
        if let Some(why) = self.refused(tx, &saved)? {
            return Ok(Err(why));
        }
        let Some((_, item)) = self.items.iter().find(|(known, _)| known == scope) else {
            return Ok(Err(NO_ITEM.text()));
        };
        let kept = of_order(tx, org, order)?;
        let mut line = self.line(*item, amount);
        if saved.lifecycle == Lifecycle::Locked {
            self.dated(tx, &mut line)?;
        }
        let lines = match self.checked(tx, &saved, (&kept, line), taken)? {
            Ok(lines) => lines,
            Err(why) => return Ok(Err(why)),
        };
        let text = format!("{DID}（{}）", self.kept.supplier_bill);
        let told = LogLine { kind: "新建", did: DID, text: text.trim_end_matches("（）"), level: Level::High };
        write_told(tx, (saved.id, &saved.code), (&kept, &lines), &told)?;
        let before: BTreeSet<Id> = kept.iter().filter_map(|line| line.id).collect();
        let fresh = of_order(tx, org, order)?.into_iter().filter_map(|line| line.id).find(|id| !before.contains(id));
        fresh.map(Ok).ok_or_else(|| Refusal::broken("the line that was added is gone"))
    }

    /// Why an order takes no line.
    fn refused(&self, tx: &mut Tx<'_>, saved: &Saved) -> Result<Option<Text>, Refusal> {
        let org = tx.org();
        if let Err(Refusal::Business(why)) = orderdesk::need_undecided(tx, org, saved.id) {
            return Ok(Some(why));
        }
        Ok(match saved.lifecycle {
            Lifecycle::Closed | Lifecycle::Cancelled => Some(CLOSED_NO_EDIT.text()),
            Lifecycle::Locked => {
                let Some(day) = self.kept.financial_date() else { return Ok(Some(NO_DAY.text())) };
                let locked = &saved.financial_date;
                match charge::period::refuses(tx, [day])? {
                    None if parse_day(locked).is_some_and(|locked| day < locked) => {
                        Some(BEFORE_LOCK.with(&[("day", locked)]))
                    }
                    refused => refused,
                }
            }
            Lifecycle::Open | Lifecycle::Draft => {
                (saved.cost_recorded == DONE && !self.kept.after_finish).then(|| COST_DONE.text())
            }
        })
    }

    fn line(&self, item: Id, amount: i64) -> Line {
        let mut line = Line::new(Side::Payable, Source::Reconciled);
        line.derives = false;
        let charge = &mut line.charge;
        charge.service_item_id = Some(item);
        charge.coop_id = Some(Id(self.kept.coop));
        charge.currency_code.clone_from(&self.kept.currency);
        charge.exchange_rate = self.kept.rate;
        charge.rate_typed = self.kept.rate.is_some();
        Basis::Manual.name().clone_into(&mut charge.basis);
        (charge.quantity, charge.quantity_typed) = (Some(ONCE), true);
        (charge.amount, charge.amount_fixed) = (Some(amount), true);
        line
    }

    /// What makes a line of a locked order an adjusting charge.
    fn dated(&self, tx: &mut Tx<'_>, line: &mut Line) -> Result<(), Refusal> {
        let today: String = show_day(tx.now.day()).chars().filter(char::is_ascii_digit).skip(2).collect();
        line.charge.adjust_no = format!("AJ-{today}{:04}", tx.next_number("charge_adjust", &today)?);
        line.charge.financial_date = self.kept.financial_date().map(show_day).unwrap_or_default();
        DID.clone_into(&mut line.charge.reason);
        Ok(())
    }

    /// The lines the order is to have, with every rule of charges over the new one; what is taken stays as it is.
    fn checked(
        &self,
        tx: &mut Tx<'_>,
        saved: &Saved,
        (kept, line): (&[Line], Line),
        taken: &BTreeSet<Id>,
    ) -> Result<Result<Vec<Line>, Text>, Refusal> {
        let (org, now) = (tx.org(), tx.now);
        let day = self.kept.financial_date().filter(|_| saved.lifecycle == Lifecycle::Locked);
        let dated = (line.charge.financial_date.clone(), line.charge.adjust_no.clone());
        let subject = Subject { financial_day: day, ..subject(tx, org, saved)? };
        // What the payment takes is held by it from now on, so that no percentage of it changes.
        let is_taken = |line: &Line| line.id.is_some_and(|id| taken.contains(&id)) && !line.is_held();
        let marked = kept.iter().map(|line| {
            let mut line = line.clone();
            if is_taken(&line) {
                line.charge.reconciled = line.charge.amount.unwrap_or_default();
            }
            line
        });
        let marked: Vec<Line> = marked.collect();
        // A line that is dated stands; it gets its day when its figures are made.
        let mut bare = line;
        bare.charge.financial_date.clear();
        let mut all = merged(&marked, vec![Typed { line: bare, place: Some(0) }], &BTreeSet::new());
        let lines: Vec<Line> = all.iter().map(|one| one.line.clone()).collect();
        let known = Known::over(tx, (org, now), &self.ground, (&subject, &lines))?;
        let mut findings = Findings::new();
        check(&mut all, &marked, (&subject, &known), true, &mut findings);
        if let Some(found) = findings.items.into_iter().find(|one| one.severity == Severity::Error) {
            return Ok(Err(found.text));
        }
        let restored = |typed: Typed| {
            let mut line = typed.line;
            match kept.iter().find(|old| old.id.is_some() && old.id == line.id) {
                Some(old) => line.charge.reconciled = old.charge.reconciled,
                None => (line.charge.financial_date, line.charge.adjust_no) = dated.clone(),
            }
            line
        };
        Ok(Ok(all.into_iter().map(restored).collect()))
    }
}
