//! How a report is submitted, decided about (event 109), audited, paid and given back.

use std::collections::BTreeMap;

use account::OTHER_PAYABLE;
use approval::pending::{Running, hold, running_on};
use approval::rule::{Fact, Facts};
use approval::{Application, decide_on, is_asked, words};
use charge::ledger::money_text;
use charge::rate;
use kernel::{Day, show_day};
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::{Map, Value as Json, json};
use settle::amounts::figure;
use settle::expense::{self, APPROVED, Audit, DRAFT, LINE, LOAN, OBJECT, Payment, RETURNED, Report, SUBMITTED};

use super::rules::need_own;
use super::{ExpenseReport, LINES_MAX, PATH};

/// An expense report is decided about (css.md 0.13).
const EVENT: i64 = 109;
/// Kind of object of its applications.
pub(super) const KIND: &str = "EXPENSE_REPORT";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: granted };
/// What follows where nothing came of an application.
pub(super) const SETBACK: Effect = Effect { event: EVENT, kind: KIND, work: set_back };

const CONTENT: Msg = Msg::new("expense.content", "{name}{kind}{num}：{amount}", "{name}: {kind} {num}, {amount}");
const NOT_APPROVED: &str = "审批未通过";

/// What 审批 asks for.
pub(super) const COMMENT: Field = Field::text("审批意见", "Comment").column("comment").max(200);
/// What 退回 asks for.
pub(super) const REASON: Field = ExpenseReport::RETURN_REASON.typed();

const OF_ALL: Field = Field::reference("financialAccount?role=EXPENSE,OTHER_RECEIVABLE", "费用科目", "Expense account")
    .column("account_of_all")
    .wire("accountId");
/// What 审核 asks for.
pub(super) const ASKED_OF_AUDIT: [Field; 3] =
    [OF_ALL, ExpenseReport::BANK_ACCOUNT_ID.typed(), ExpenseReport::FINANCIAL_DATE.typed()];
const PLACE: Field = Field::int("行", "Line").column("line").read_only();
const PURPOSE: Field = Field::text("用途", "Use").column("purpose").read_only();
const SUM: Field = Field::decimal(3, "金额", "Amount").digits(2).column("amount").read_only();
const OF_LINE: Field =
    Field::reference("financialAccount?role=EXPENSE", "费用科目", "Expense account").column("account_id");
/// The accounts of its lines.
pub(super) const ACCOUNTS: Rows = Rows {
    member: "accounts",
    title: ("费用科目", "Expense accounts"),
    behind: "",
    table: LINE,
    parent: "report_id",
    fields: &[PLACE, PURPOSE, SUM, OF_LINE],
    most: LINES_MAX,
    sheet: false,
};

const PAY_FROM: Field =
    Field::reference("moneyAccount", "付款账户", "Account").column("pay_account_id").wire("accountId").required();
const PAY_DATE: Field = Field::day("付款日期", "Date").column("pay_date").wire("date").required();
/// What 付款 asks for.
pub(super) const ASKED_OF_PAYMENT: [Field; 2] = [PAY_FROM, PAY_DATE];

fn running(tx: &mut Tx<'_>, id: Id) -> Result<Option<Running>, Refusal> {
    let org = tx.org();
    Ok(running_on(tx, org, (KIND, id))?.into_iter().find(|one| one.event == EVENT))
}

/// 提交: its head or the chain of the event decides; where nobody has to, it is approved 自动.
pub(super) fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let report = expense::held(tx, (step.id, step.version()))?;
    need_own(tx, &report)?;
    expense::need_loan_open(tx, &report, &mut step.findings)?;
    step.unless_clean()?;
    let cells = [("submitted_at", Value::Int(tx.now.millis())), ("return_reason", Value::Null)];
    expense::go(tx, &report, SUBMITTED, &cells)?;
    let application = application(tx, &report)?;
    let done = approval::submit(tx, &application)?;
    let org = tx.org();
    if expense::find(tx, org, step.id)?.state == APPROVED {
        expense::put(tx, step.id, &[("is_auto", Value::Bool(true))])?;
        step.go_to(APPROVED);
    }
    step.answer("instanceId", json!(done.instance));
    step.answer("instanceNo", json!(done.no));
    Ok(())
}

fn application(tx: &mut Tx<'_>, report: &Report) -> Result<Application, Refusal> {
    /// Thousandths of the table in hundredths of facts.
    const TENTH: i64 = 10;
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let name = facts::user_name(tx, org, report.applicant)?;
    let amount = format!("{} {}", own.code(), figure(report.amount, own));
    let kind = if report.kind == LOAN { "借款" } else { "报销" };
    let said = [("name", name.as_str()), ("kind", kind), ("num", &report.num), ("amount", &amount)];
    let facts: Facts = [("amount".to_owned(), Fact::Number(report.amount / TENTH))].into_iter().collect();
    Ok(Application {
        event: EVENT,
        kind: KIND,
        object: report.id,
        number: report.num.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?expenseReportNum={}", report.num),
        scope: String::new(),
        coop: None,
        sales: None,
        servicer: None,
        facts,
        content: CONTENT.with(&said).zh,
        reason: report.used_for.clone(),
        without: None,
        running: words::RUNNING,
    })
}

fn log(tx: &mut Tx<'_>, about: &Approved, said: &'static str) -> Result<(), Refusal> {
    let entry = LogEntry::of(OBJECT, about.object, &about.number, PATH).did("修改", said).level(Level::High);
    tx.log(entry.text(format!("{said} {}", about.number)))
}

/// What was agreed waits for finance.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let report = expense::hold(tx, approved.object)?;
    if report.state != SUBMITTED {
        return Ok(());
    }
    let cells = [("approved_by", Value::Int(tx.actor.user_id.0)), ("approved_at", Value::Int(tx.now.millis()))];
    expense::go(tx, &report, APPROVED, &cells)?;
    log(tx, approved, "审批通过")
}

/// 已提交 → 已退回, or 已暂存 where the applicant himself took it back.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let report = expense::hold(tx, undone.object)?;
    if report.state != SUBMITTED {
        return Ok(());
    }
    if tx.actor.user_id == undone.applicant {
        expense::go(tx, &report, DRAFT, &[])?;
        return log(tx, undone, "撤回");
    }
    expense::go(tx, &report, RETURNED, &[("return_reason", Value::Text(NOT_APPROVED.to_owned()))])?;
    log(tx, undone, NOT_APPROVED)
}

/// 撤回: by its applicant, while it is decided about.
pub(super) fn withdraw(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let running = running(tx, step.id)?.ok_or(Refusal::business(words::NOT_RUNNING))?;
    hold(tx, running.id)?;
    let report = expense::held(tx, (step.id, step.version()))?;
    need_own(tx, &report)?;
    expense::go(tx, &report, DRAFT, &[])?;
    approval::withdraw(tx, running.id).map(drop)
}

/// 审批: by whom its application waits for.
pub(super) fn approve(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let running = running(tx, step.id)?.ok_or(Refusal::business(words::NOT_RUNNING))?;
    hold(tx, running.id)?;
    expense::held(tx, (step.id, step.version()))?;
    let comment: String = step.get(COMMENT)?;
    decide_on(tx, (EVENT, (KIND, step.id)), (true, &comment))?;
    let org = tx.org();
    if expense::find(tx, org, step.id)?.state == SUBMITTED {
        step.go_to(SUBMITTED);
    }
    Ok(())
}

/// 退回: to its applicant. Who is asked to approve refuses thereby; by others its application ends.
pub(super) fn give_back(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let (org, user, about) = (tx.org(), tx.actor.user_id, (KIND, step.id));
    let running = running(tx, step.id)?;
    if let Some(running) = &running {
        hold(tx, running.id)?;
    }
    let report = expense::held(tx, (step.id, step.version()))?;
    let reason: String = step.get(REASON)?;
    expense::give_back(tx, &report, &reason)?;
    if running.is_none() {
        return Ok(());
    }
    if is_asked(tx, (org, user), (EVENT, about))? {
        return decide_on(tx, (EVENT, about), (false, &reason)).map(drop);
    }
    approval::ended_with(tx, about)
}

/// What the dialog of 审核 begins with: today, and the accounts of the lines' types.
pub(super) fn first_of_audit(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let org = actor.org_id;
    let report = expense::find(conn, org, id.ok_or(Refusal::NotFound)?)?;
    let own = rate::functional(conn, org)?;
    let lines = expense::lines_of(conn, org, report.id)?;
    let accounts = expense::accounts_of(conn, org, &lines)?;
    let line = |line: &expense::Line| {
        json!({
            "line": line.place, "purpose": line.purpose, "amount": money_text(line.amount, own),
            "accountId": accounts.get(&line.place),
        })
    };
    let of_loan = if report.kind == LOAN { expense::loan_account(conn, org, &report)? } else { None };
    let first = [
        (OF_ALL.name(), json!(of_loan)),
        (ExpenseReport::FINANCIAL_DATE.name(), json!(show_day(actor.now.day()))),
        (ACCOUNTS.member.to_owned(), lines.iter().map(line).collect()),
    ];
    Ok(first.into_iter().collect())
}

/// 审核: by finance.
pub(super) fn audit(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let report = expense::held(tx, (step.id, step.version()))?;
    let audit = Audit {
        accounts: accounts(step)?,
        account: step.get(OF_ALL)?,
        bank: step.get(ExpenseReport::BANK_ACCOUNT_ID)?,
        date: step.get::<Day>(ExpenseReport::FINANCIAL_DATE)?,
    };
    expense::audit(tx, &report, &audit, &mut step.findings)
}

/// The accounts that are chosen for lines, by their places.
fn accounts(step: &Step<'_, ExpenseReport>) -> Result<BTreeMap<i64, Id>, Refusal> {
    let mut found = BTreeMap::new();
    for (place, row) in (1i64..).zip(step.rows(ACCOUNTS.member)) {
        let cell = |field: Field| {
            let at = ACCOUNTS.fields.iter().position(|known| known.column == field.column);
            at.and_then(|at| row.get(at)).cloned().unwrap_or(Value::Null)
        };
        let line = Option::<i64>::from_value(&cell(PLACE))?.unwrap_or(place);
        found.extend(Option::<Id>::from_value(&cell(OF_LINE))?.map(|account| (line, account)));
    }
    Ok(found)
}

/// What the dialog of 付款 begins with: today, and the account named at 审核 where it holds money.
pub(super) fn first_of_payment(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    let org = actor.org_id;
    let report = expense::find(conn, org, id.ok_or(Refusal::NotFound)?)?;
    let bank = report.bank_account.map(|bank| account::find(conn, org, bank)).transpose()?.flatten();
    let bank = bank.filter(|found| found.account_type != OTHER_PAYABLE).map(|found| found.id);
    let first = [(PAY_FROM.name(), json!(bank)), (PAY_DATE.name(), json!(show_day(actor.now.day())))];
    Ok(first.into_iter().collect())
}

/// 付款: by the cashier.
pub(super) fn pay(tx: &mut Tx<'_>, step: &mut Step<'_, ExpenseReport>) -> Result<(), Refusal> {
    let report = expense::held(tx, (step.id, step.version()))?;
    let paid = Payment { account: step.get(PAY_FROM)?, date: step.get(PAY_DATE)? };
    expense::pay(tx, &report, paid, &mut step.findings)
}
