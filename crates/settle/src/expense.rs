//! Expense reports 费用报销 (catalogue css.md /css_expense_report): what staff claims, or is advanced (借款) until a report is
//! set against it. Who writes holds the report, then the 借款 it names, the months, the accounts.

use std::collections::BTreeMap;

use account::{BANK, CASH, EXPENSES, Found, JOINT, OTHER_PAYABLE, OTHER_RECEIVABLE};
use charge::{period, rate};
use kernel::{Day, Findings, Id, Msg, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, Row, Value, sql};
use serde_json::Value as Json;
use trade::charge::Currency;

use crate::fund::{self, Movement};

/// What the log calls a report, and its table.
pub const OBJECT: &str = "expense_report";
/// Its table.
pub const TABLE: &str = "expense_report";
/// Table of its lines.
pub const LINE: &str = "expense_line";

/// 报销.
pub const CLAIM: &str = "EXPENSE";
/// 借款: an advance to staff, open until reports are set against it.
pub const LOAN: &str = "LOAN";
/// Kinds.
pub const KINDS: &[Choice] = &[Choice::new(CLAIM, "报销", "Expenses"), Choice::new(LOAN, "借款", "Staff advance")];

/// 已暂存.
pub const DRAFT: &str = "DRAFT";
/// 已提交.
pub const SUBMITTED: &str = "SUBMITTED";
/// 已审批.
pub const APPROVED: &str = "APPROVED";
/// 已审核.
pub const AUDITED: &str = "AUDITED";
/// 已付款.
pub const PAID: &str = "PAID";
/// 已退回.
pub const RETURNED: &str = "RETURNED";
/// States.
pub const STATES: &[Choice] = &[
    Choice::new(DRAFT, "已暂存", "Draft").tone("neutral"),
    Choice::new(SUBMITTED, "已提交", "Submitted").tone("warning"),
    Choice::new(APPROVED, "已审批", "Approved").tone("info"),
    Choice::new(AUDITED, "已审核", "Audited").tone("info"),
    Choice::new(PAID, "已付款", "Paid").tone("done"),
    Choice::new(RETURNED, "已退回", "Returned").tone("danger"),
];
/// States in which what a report is set against counts.
const COUNTING: [&str; 4] = [SUBMITTED, APPROVED, AUDITED, PAID];

/// 对公: to a partner.
pub const COMPANY: &str = "COMPANY";
/// 个人: to the applicant himself.
pub const PERSON: &str = "PERSON";
/// To whom it is paid.
pub const MODES: &[Choice] = &[Choice::new(PERSON, "个人", "Person"), Choice::new(COMPANY, "对公", "Company")];

/// Types of accounts that a report is to be paid from.
pub const SOURCES: &[&str] = &[BANK, CASH, OTHER_PAYABLE];
/// Bank accounts of partners.
const COOP_BANK: &str = "coop_bank";
const REVIEWED: &str = "REVIEWED";

const LOAN_NOT_OPEN: Msg =
    Msg::new("expense.loan", "借款不存在、未付款或不属于申请人", "It is no paid staff advance of the applicant.");
const LOAN_BEYOND: Msg = Msg::new(
    "expense.loan_beyond",
    "冲借款金额不能大于未还金额",
    "No more can be set against a staff advance than is open.",
);
const NO_ACCOUNT: Msg = Msg::new("expense.account", "请选择费用科目", "Choose an expense account.");
const NO_LOAN_ACCOUNT: Msg =
    Msg::new("expense.loan_account", "请选择其他应收科目", "Choose an account of other receivables.");
const OTHER_CURRENCY: Msg =
    Msg::new("expense.currency", "账户币种须为{currency}", "The account must be in {currency}.");
const BANK_NOT_REVIEWED: Msg =
    Msg::new("coop_bank.pending", "收款账户未复核", "The payee's bank account has not been reviewed.");
/// Said of what can't be done to a report that was posted.
pub const POSTED: Msg = Msg::new(
    "expense.posted",
    "报销单已生成凭证，请先退回凭证",
    "The expense report has a voucher: return that first.",
);

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// [`CLAIM`] or [`LOAN`].
    pub kind: String,
    /// One of [`STATES`].
    pub state: String,
    /// Version.
    pub version: i64,
    /// Who claims.
    pub applicant: Id,
    /// His department.
    pub dept: Option<Id>,
    /// [`COMPANY`] or [`PERSON`].
    pub mode: String,
    /// The partner that is paid.
    pub coop: Option<Id>,
    /// His bank account.
    pub coop_bank: Option<Id>,
    /// What for.
    pub used_for: String,
    /// All of it, in thousandths.
    pub amount: i64,
    /// The 借款 it is set against.
    pub loan: Option<Id>,
    /// How much of that.
    pub loan_used: i64,
    /// What is left to pay; below nought the applicant pays back.
    pub to_pay: i64,
    /// Of a 借款, what reports were set against it.
    pub repaid: i64,
    /// Slips with it.
    pub attached: i64,
    /// 财务月度.
    pub financial_date: Option<String>,
    /// Of a 借款: 其他应收.
    pub account: Option<Id>,
    /// The account named at 审核.
    pub bank_account: Option<Id>,
    /// The account that paid.
    pub paid_account: Option<Id>,
}

const COLUMNS: [&str; 21] = [
    "id",
    "report_num",
    "kind",
    "state",
    "version",
    "created_by",
    "dept_id",
    "mode",
    "coop_id",
    "coop_bank_id",
    "expenses_use",
    "amount",
    "loan_id",
    "loan_used",
    "to_pay",
    "repaid",
    "attached",
    "financial_date",
    "account_id",
    "bank_account_id",
    "paid_account_id",
];

fn read(row: &Row) -> Result<Report, Refusal> {
    Ok(Report {
        id: row.get(0)?,
        num: row.get(1)?,
        kind: row.get(2)?,
        state: row.get(3)?,
        version: row.get(4)?,
        applicant: row.get(5)?,
        dept: row.get(6)?,
        mode: row.get(7)?,
        coop: row.get(8)?,
        coop_bank: row.get(9)?,
        used_for: row.get::<Option<String>>(10)?.unwrap_or_default(),
        amount: row.get(11)?,
        loan: row.get(12)?,
        loan_used: row.get(13)?,
        to_pay: row.get(14)?,
        repaid: row.get(15)?,
        attached: row.get(16)?,
        financial_date: row.get(17)?,
        account: row.get(18)?,
        bank_account: row.get(19)?,
        paid_account: row.get(20)?,
    })
}

/// Reports by their ids.
pub fn by_id(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, Report>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    let found = conn.query(&select.into())?;
    found.iter().map(|row| read(row).map(|report| (report.id, report))).collect()
}

/// A report.
pub fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Report, Refusal> {
    by_id(conn, org, &[id])?.remove(&id).ok_or(Refusal::NotFound)
}

/// A report, held until the transaction ends.
pub fn hold(tx: &mut Tx<'_>, id: Id) -> Result<Report, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(COLUMNS).and_where(sql::eq("id", id)).lock_exclusive();
    read(&tx.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// The same in the version its user saw.
pub fn held(tx: &mut Tx<'_>, (id, version): (Id, i64)) -> Result<Report, Refusal> {
    let report = hold(tx, id)?;
    if report.version == version { Ok(report) } else { Err(Refusal::Stale(Json::Null)) }
}

/// Writes columns of a held report.
pub fn put(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Row.
    pub id: Id,
    /// Its place, from 1.
    pub place: i64,
    /// 费用类别.
    pub expense_type: String,
    /// What for.
    pub purpose: String,
    /// All of it, in thousandths.
    pub amount: i64,
    /// The input tax within it.
    pub tax: i64,
    /// 费用科目, named at 审核.
    pub account: Option<Id>,
}

/// The lines of reports, in their order.
pub fn lines(conn: &mut dyn Conn, org: i64, reports: &[Id]) -> Result<BTreeMap<Id, Vec<Line>>, Refusal> {
    let mut select = sql::from(org, LINE);
    select
        .columns(["report_id", "id", "line", "expense_type", "purpose", "amount", "tax", "account_id"])
        .and_where(sql::is_in(sql::col("report_id"), reports.iter().copied()))
        .order_by("report_id", Order::Asc)
        .order_by("line", Order::Asc);
    let mut found: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let line = Line {
            id: row.get(1)?,
            place: row.get(2)?,
            expense_type: row.get(3)?,
            purpose: row.get(4)?,
            amount: row.get(5)?,
            tax: row.get(6)?,
            account: row.get(7)?,
        };
        found.entry(row.get(0)?).or_default().push(line);
    }
    Ok(found)
}

/// The lines of one report.
pub fn lines_of(conn: &mut dyn Conn, org: i64, report: Id) -> Result<Vec<Line>, Refusal> {
    Ok(lines(conn, org, &[report])?.remove(&report).unwrap_or_default())
}

/// How much of a 借款 a report of its applicant is set against: what is asked for, or all that is open, which `own` of the
/// report itself is a part of. What can't be is found at the fields.
pub fn used_of_loan(
    loan: Option<&Report>,
    (applicant, own): (Id, i64),
    asked: Option<i64>,
    findings: &mut Findings,
) -> i64 {
    let Some(loan) = loan.filter(|loan| loan.kind == LOAN && loan.state == PAID && loan.applicant == applicant) else {
        findings.error("loanId", LOAN_NOT_OPEN.text());
        return 0;
    };
    let open = loan.amount - loan.repaid + own;
    let used = asked.unwrap_or(open);
    findings.error_if(used > open || open <= 0, if asked.is_some() { "loanUsed" } else { "loanId" }, LOAN_BEYOND);
    used
}

/// Asks a report that is submitted once more for the 借款 it names, which is held.
pub fn need_loan_open(tx: &mut Tx<'_>, report: &Report, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(loan) = report.loan else { return Ok(()) };
    let loan = hold(tx, loan)?;
    used_of_loan(Some(&loan), (report.applicant, 0), Some(report.loan_used), findings);
    Ok(())
}

/// Counts anew what reports are set against a 借款, after one of them moved.
pub fn recount(tx: &mut Tx<'_>, report: &Report) -> Result<(), Refusal> {
    let (Some(loan), org) = (report.loan, tx.org()) else { return Ok(()) };
    hold(tx, loan)?;
    let mut sum = sql::from(org, TABLE);
    sum.expr(Expr::cust("CAST(COALESCE(SUM(loan_used), 0) AS BIGINT)"))
        .and_where(sql::eq("loan_id", loan))
        .and_where(sql::is_in(sql::col("state"), COUNTING.map(ToOwned::to_owned)));
    let repaid: i64 = tx.first(&sum.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    put(tx, loan, &[("repaid", Value::Int(repaid))])
}

/// Writes the state of a held report, and what it is set against follows.
pub fn go(
    tx: &mut Tx<'_>,
    report: &Report,
    state: &'static str,
    more: &[(&'static str, Value)],
) -> Result<(), Refusal> {
    let mut cells = vec![("state", Value::Text(state.to_owned()))];
    cells.extend_from_slice(more);
    put(tx, report.id, &cells)?;
    recount(tx, report)
}

/// What 审核 says of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// Accounts of lines, by their places.
    pub accounts: BTreeMap<i64, Id>,
    /// The account of a 借款, or of all lines that name none.
    pub account: Option<Id>,
    /// What it is to be paid from.
    pub bank: Id,
    /// 财务月度.
    pub date: Day,
}

/// The expense account of a type of expense: the leaf that is named by it.
fn account_of(leaves: &[Found], expense_type: &str) -> Option<Id> {
    let named = |found: &&Found| {
        let name = found.full_name.rsplit(JOINT).next().unwrap_or_default();
        name.strip_prefix(expense_type).is_some_and(|rest| ["", "费", "费用"].contains(&rest))
    };
    leaves.iter().find(named).map(|found| found.id)
}

/// The accounts that lines begin with at 审核: what they name, else that of their type.
pub fn accounts_of(conn: &mut dyn Conn, org: i64, lines: &[Line]) -> Result<BTreeMap<i64, Id>, Refusal> {
    let leaves = account::leaves(conn, org, EXPENSES)?;
    let one = |line: &Line| Some((line.place, line.account.or_else(|| account_of(&leaves, &line.expense_type))?));
    Ok(lines.iter().filter_map(one).collect())
}

/// The account of a 借款 where the company has just one for it.
pub fn loan_account(conn: &mut dyn Conn, org: i64, report: &Report) -> Result<Option<Id>, Refusal> {
    if report.account.is_some() {
        return Ok(report.account);
    }
    Ok(match account::leaves(conn, org, &[OTHER_RECEIVABLE])?.as_slice() {
        [only] => Some(only.id),
        _ => None,
    })
}

/// 审核 of a held report: an expense account for each line, what it is paid from, a day in an open month.
pub fn audit(tx: &mut Tx<'_>, report: &Report, audit: &Audit, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some(why) = period::refuses(tx, [audit.date])? {
        findings.error("financialDate", why);
    }
    let lines = lines_of(tx, org, report.id)?;
    let defaults = accounts_of(tx, org, &lines)?;
    let chosen = |line: &Line| {
        let named = audit.accounts.get(&line.place).copied();
        named.or(audit.account).or_else(|| defaults.get(&line.place).copied())
    };
    let accounts: Vec<Option<Id>> = lines.iter().map(chosen).collect();
    let of_loan = if report.kind == LOAN { audit.account.or(loan_account(tx, org, report)?) } else { None };
    account::hold(tx, accounts.iter().flatten().copied().chain(of_loan).chain([audit.bank]))?;
    need_source(tx, audit.bank, findings)?;
    for (place, account) in accounts.iter().enumerate() {
        let own = audit.accounts.contains_key(&(i64::try_from(place).unwrap_or_default() + 1));
        let at = if own { format!("accounts.{place}.accountId") } else { "accountId".to_owned() };
        match account {
            Some(account) => drop(account::need_leaf(tx, (*account, EXPENSES), &at, findings)?),
            None => findings.error(at, NO_ACCOUNT.text()),
        }
    }
    match of_loan {
        Some(account) => drop(account::need_leaf(tx, (account, &[OTHER_RECEIVABLE]), "accountId", findings)?),
        None => findings.error_if(report.kind == LOAN, "accountId", NO_LOAN_ACCOUNT),
    }
    Refusal::unless_clean(findings, &[])?;
    for (line, account) in lines.iter().zip(accounts) {
        let cells = [("account_id", account.map_or(Value::Null, |account| Value::Int(account.0)))];
        let mut update = sql::update(org, LINE, &cells);
        tx.exec(&update.and_where(sql::eq("id", line.id)).to_owned().into())?;
    }
    let cells = [
        ("audited_by", Value::Int(tx.actor.user_id.0)),
        ("audited_at", Value::Int(tx.now.millis())),
        ("financial_date", Value::Text(show_day(audit.date))),
        ("account_id", of_loan.map_or(Value::Null, |account| Value::Int(account.0))),
        ("bank_account_id", Value::Int(audit.bank.0)),
    ];
    go(tx, report, AUDITED, &cells)
}

/// What a report is paid from: a leaf of 银行存款 or 现金 in the functional currency, or 其他应付.
fn need_source(tx: &mut Tx<'_>, account: Id, findings: &mut Findings) -> Result<(), Refusal> {
    const AT: &str = "bankAccountId";
    let found = account::need_leaf(tx, (account, SOURCES), AT, findings)?;
    let Some(found) = found.filter(|found| found.account_type != OTHER_PAYABLE) else { return Ok(()) };
    if account::need_money_leaf(tx, found.id, AT, findings)?.is_some() {
        need_own_currency(tx, &found.currency_code, AT, findings)?;
    }
    Ok(())
}

fn need_own_currency(tx: &mut Tx<'_>, code: &str, field: &str, findings: &mut Findings) -> Result<Currency, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    if code != own.code() {
        findings.error(field, OTHER_CURRENCY.with(&[("currency", own.code())]));
    }
    Ok(own)
}

/// What 付款 says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment {
    /// From where; what is paid back comes there.
    pub account: Id,
    /// When.
    pub date: Day,
}

/// 付款 of a held report: what is left of it leaves the account, what the applicant owes comes back to it.
pub fn pay(tx: &mut Tx<'_>, report: &Report, paid: Payment, findings: &mut Findings) -> Result<(), Refusal> {
    const AT: &str = "accountId";
    let org = tx.org();
    if let Some(why) = period::refuses(tx, [paid.date])? {
        findings.error("date", why);
    }
    if let Some(leaf) = fund::need_account(tx, (paid.account, report.to_pay > 0), AT, findings)? {
        need_own_currency(tx, leaf.currency.code(), AT, findings)?;
    }
    need_payee(tx, report, findings)?;
    Refusal::unless_clean(findings, &[])?;
    if needs_its_account(tx, report)? && report.bank_account != Some(paid.account) {
        // Its voucher names the other account.
        book::need_unposted(tx, org, (TABLE, &[report.id]), POSTED)?;
    }
    let applicant = facts::user_name(tx, org, report.applicant)?;
    let movement = Movement {
        account: paid.account,
        date: paid.date,
        kind: fund::EXPENSE,
        number: report.num.clone(),
        coop: report.coop,
        summary: [applicant.as_str(), &report.used_for].join(" ").trim().to_owned(),
        amount: -report.to_pay,
        source: (TABLE, report.id),
    };
    fund::write(tx, &movement)?;
    let cells = [
        ("paid_account_id", Value::Int(paid.account.0)),
        ("paid_date", Value::Text(show_day(paid.date))),
        ("paid_by", Value::Int(tx.actor.user_id.0)),
        ("paid_at", Value::Int(tx.now.millis())),
    ];
    go(tx, report, PAID, &cells)
}

/// Whether 审核 named an account that holds money; 其他应付 is paid later from another one.
fn needs_its_account(tx: &mut Tx<'_>, report: &Report) -> Result<bool, Refusal> {
    let (org, Some(account)) = (tx.org(), report.bank_account) else { return Ok(false) };
    Ok(account::find(tx, org, account)?.is_some_and(|found| found.account_type != OTHER_PAYABLE))
}

/// The bank account of a partner is paid to once it was reviewed.
fn need_payee(tx: &mut Tx<'_>, report: &Report, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(bank) = report.coop_bank else { return Ok(()) };
    let mut select = sql::from(tx.org(), COOP_BANK);
    select.column("review_state").and_where(sql::eq("id", bank));
    let state = tx.first(&select.into())?.map(|row| row.get::<String>(0)).transpose()?;
    findings.error_if(state.as_deref() != Some(REVIEWED), "", BANK_NOT_REVIEWED);
    Ok(())
}

/// Whether a bank account is one of a partner in a currency.
pub fn is_bank_of(conn: &mut dyn Conn, org: i64, bank: Id, (coop, currency): (Id, Currency)) -> Result<bool, Refusal> {
    let mut select = sql::from(org, COOP_BANK);
    select
        .column("id")
        .and_where(sql::eq("id", bank))
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::eq("currency_code", currency.code().to_owned()));
    Ok(conn.first(&select.into())?.is_some())
}

/// 退回 of a held report: to its applicant, before it is paid or posted.
pub fn give_back(tx: &mut Tx<'_>, report: &Report, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    book::need_unposted(tx, org, (TABLE, &[report.id]), POSTED)?;
    let mut cells = vec![("return_reason", fund::text(reason)), ("is_auto", Value::Bool(false))];
    let undone = ["approved_by", "approved_at", "audited_by", "audited_at", "financial_date"];
    cells.extend(undone.map(|column| (column, Value::Null)));
    go(tx, report, RETURNED, &cells)
}
