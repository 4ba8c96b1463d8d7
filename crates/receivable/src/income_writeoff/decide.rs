//! What is decided about write-offs (event 113): their reversal, and bad debts, which nobody pays.

use approval::event::Without;
use approval::rule::{Fact, Facts};
use approval::{Application, Submitted, words};
use kernel::{Id, Msg, parse_day, show_day};
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde::{Deserialize, Serialize};
use settle::write_off::{self, Of, Source, Target, Wanted};
use trade::charge::Side;

use super::{PATH, WriteOffRow, form, look};

/// The event.
const EVENT: i64 = 113;
/// Kinds of object of its applications.
const REVERSAL: &str = "WRITE_OFF";
const BAD_DEBT: &str = "BAD_DEBT";
/// Table of bad debts that wait.
const TABLE: &str = "bad_debt";
/// What a decision does.
pub(super) const EFFECTS: [Effect; 2] =
    [Effect { event: EVENT, kind: REVERSAL, work: reversed }, Effect { event: EVENT, kind: BAD_DEBT, work: lost }];

const REVERSAL_CONTENT: Msg = Msg::new(
    "write_off.reversal.content",
    "{coopName}核销单{number}申请撤销",
    "{coopName}: the write-off {number} is to be reversed",
);
const BAD_DEBT_CONTENT: Msg = Msg::new(
    "write_off.bad_debt.content",
    "{coopName}坏账核销{amount}（本位币）",
    "{coopName}: {amount} is to be written off as bad debt (functional currency)",
);

/// Why it is undone.
pub(super) const REASON: Field = WriteOffRow::REVERSE_REASON.typed();

/// 撤销核销: done at once, or applied for where the company decides about it.
pub(super) fn reverse(tx: &mut Tx<'_>, step: &mut Step<'_, WriteOffRow>) -> Result<(), Refusal> {
    let (actor, org, id) = (tx.actor, tx.org(), step.id);
    let orders = look::orders_of(tx, org, id)?;
    form::need_seen(tx, actor, orders)?;
    let held = write_off::taken(tx, id)?;
    write_off::need_reversible(tx, &held)?;
    let reason: String = step.get(REASON)?;
    step.keep(REASON);
    let name = facts::coop_name(tx, org, held.coop)?;
    let content = REVERSAL_CONTENT.with(&[("coopName", &name), ("number", &held.num)]).zh;
    let asked = application((REVERSAL, id, &held.num), (held.coop, held.functional()), (content, reason));
    let done = approval::submit(tx, &Application { without: Some(Without::Passes), ..asked })?;
    if done.instance.is_some() {
        step.go_to(write_off::VALID);
    }
    step.answer("instanceNo", done.no.into());
    Ok(())
}

fn application(
    (kind, object, number): (&'static str, Id, &str),
    (coop, amount): (Id, i64),
    (content, reason): (String, String),
) -> Application {
    /// Thousandths of the tables, in hundredths of facts.
    const TENTH: i64 = 10;
    let facts: Facts = [("amount".to_owned(), Fact::Number(amount / TENTH))].into_iter().collect();
    Application {
        event: EVENT,
        kind,
        object,
        number: number.to_owned(),
        internal_number: String::new(),
        url: format!("{PATH}?writeoffNum={number}"),
        scope: String::new(),
        coop: Some(coop),
        sales: None,
        servicer: None,
        facts,
        content,
        reason,
        without: None,
        running: words::RUNNING,
    }
}

fn reversed(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let done = write_off::reverse(tx, approved.object, &approved.reason)?;
    let by = if approved.approval.is_empty() { String::new() } else { format!("（{}）", approved.approval) };
    let entry = LogEntry::of(write_off::OBJECT, done.id, &done.num, PATH).did("修改", "撤销核销");
    tx.log(entry.level(Level::High).text(format!("撤销核销 {}{by}：{}", done.num, approved.reason)))
}

/// A target as it waits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    /// A note, a statement or an invoice.
    of: Kind,
    id: i64,
    currency: String,
    /// The note of a statement it is alone.
    #[serde(default)]
    note: Option<i64>,
    amount: i64,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Kind {
    Note,
    Statement,
    Invoice,
}

impl Waiting {
    fn of(target: &Target) -> Option<Self> {
        let (of, id, currency, note) = match &target.of {
            Of::Note { note, currency } => (Kind::Note, *note, currency.clone(), None),
            Of::Statement { statement, currency, note } => (Kind::Statement, *statement, currency.clone(), *note),
            Of::Invoice { invoice, note } => (Kind::Invoice, *invoice, String::new(), *note),
            Of::Payment(_) | Of::Detail(_) => return None,
        };
        Some(Self { of, id: id.0, currency, note: note.map(|id| id.0), amount: target.amount })
    }

    fn target(self) -> Target {
        let (id, only) = (Id(self.id), self.note.map(Id));
        let of = match self.of {
            Kind::Note => Of::Note { note: id, currency: self.currency },
            Kind::Statement => Of::Statement { statement: id, currency: self.currency, note: only },
            Kind::Invoice => Of::Invoice { invoice: id, note: only },
        };
        Target { of, amount: self.amount, money: None }
    }
}

/// Applies for a bad debt. It is tried first, so that what the rules refuse is told at once; nothing of it stays.
pub(super) fn bad_debt(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Submitted, Refusal> {
    let mut tried = None;
    let undone: Result<(), Refusal> = tx.attempt(|tx| {
        tried = Some(write_off::save(tx, wanted)?);
        Err(Refusal::broken("a trial"))
    })?;
    let Some(tried) = tried else {
        return Err(undone.err().unwrap_or(Refusal::NotFound));
    };
    let (org, id) = (tx.org(), tx.new_id());
    let waiting: Vec<Waiting> = wanted.targets.iter().filter_map(Waiting::of).collect();
    let targets = serde_json::to_string(&waiting).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("id", Value::Int(id.0)),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("write_off_date", Value::Text(show_day(wanted.date))),
        ("targets", Value::Text(targets)),
        ("remark", Value::Text(wanted.remark.clone())),
        ("created_by", Value::Int(tx.actor.user_id.0)),
        ("created_at", Value::Int(tx.now.millis())),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    let name = facts::coop_name(tx, org, wanted.coop)?;
    let own = charge::rate::functional(tx, org)?;
    let amount = charge::ledger::money_text(tried.money, own);
    let content = BAD_DEBT_CONTENT.with(&[("coopName", &name), ("amount", &amount)]).zh;
    let about = (wanted.coop, tried.money);
    let asked = application((BAD_DEBT, id, &name), about, (content, wanted.remark.clone()));
    approval::submit(tx, &Application { url: PATH.to_owned(), ..asked })
}

/// Writes what was decided to be lost.
fn lost(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(["coop_id", "write_off_date", "targets", "remark"]).and_where(sql::eq("id", approved.object));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let targets: Vec<Waiting> = serde_json::from_str(&row.get::<String>(2)?)
        .map_err(|error| Refusal::broken(format!("targets of a bad debt: {error}")))?;
    let date = parse_day(&row.get::<String>(1)?).ok_or(Refusal::NotFound)?;
    let wanted = Wanted {
        side: Side::Receivable,
        coop: row.get(0)?,
        date,
        source: Source::BadDebt,
        money: None,
        fee: 0,
        small: 0,
        request: None,
        remark: row.get::<Option<String>>(3)?.unwrap_or_default(),
        targets: targets.into_iter().map(Waiting::target).collect(),
    };
    let written = form::write(tx, &wanted)?;
    let update = sql::update(tx.org(), TABLE, &[("write_off_id", Value::Int(written.id.0))]);
    tx.exec(&update.clone().and_where(sql::eq("id", approved.object)).to_owned().into())?;
    Ok(())
}
