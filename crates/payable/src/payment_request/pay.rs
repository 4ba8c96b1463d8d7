//! 付款: what a request that passed pays, by its type: a write-off of its payments, an advance, a refund, or what leaves the
//! account for something else (css.md /css_payment_request).

use charge::ledger::COST_VIEW;
use charge::{period, rate};
use kernel::{Day, ExchangeRate, Instant, show_day};
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::advance::{self, Refund};
use settle::fund::{self, Movement};
use settle::receipt;
use settle::request::{self, PAID, PART_PAID, PASSED, TABLE};
use settle::target::fifo;
use settle::write_off::{self, Of, Source, Target};
use trade::charge::exchange::{Kind, foreign, functional};
use trade::charge::{Money, Side};

use super::asked::{askable, rows};
use super::{ADVANCE, DEPOSIT, PAYMENT, PaymentRequest, REFUND, look_digits, moves};
use crate::coop_bank;

const NOT_ABOVE: Msg = Msg::new("request.pay_amount", "付款金额须大于0", "The amount must be greater than 0.");
const BEYOND: Msg =
    Msg::new("request.pay_beyond", "付款金额不能大于未付金额", "No more can be paid than is not paid yet.");
const NO_INVOICE: Msg = Msg::new("request.no_invoice", "未收票，不能付款", "No invoice came yet: it can't be paid.");
const NO_FEE: Msg = Msg::new("request.fee", "手续费不能小于0", "The fee is not below 0.");
const OTHER_CURRENCY: Msg =
    Msg::new("request.currency", "账户币种须为{currency}", "The account must be in {currency}.");

const ACCOUNT: Field =
    Field::reference("moneyAccount", "付款账户", "Account").column("pay_account_id").wire("accountId").required();
const DATE: Field = Field::day("付款日期", "Date").column("pay_date").wire("date").required();
const AMOUNT: Field = Field::decimal(3, "付款金额", "Amount").digits(2).column("pay_amount").wire("amount").required();
const RATE: Field =
    Field::decimal(6, "汇率", "Rate").digits(4).range(1, 999_999_000_000).column("pay_rate").wire("rate");
const FEE: Field = Field::decimal(3, "手续费", "Fee").digits(2).column("pay_fee").wire("fee");
const REMARK: Field = Field::long("付款备注", "Remark").column("pay_remark").wire("payRemark").max(200);
/// What 付款 asks for.
pub(super) const ASKED: [Field; 6] = [ACCOUNT, DATE, AMOUNT, RATE, FEE, REMARK];
/// What 批量付款 asks for: each request is paid wholly.
pub(super) const ASKED_OF_MANY: [Field; 2] = [ACCOUNT, DATE];

/// What is paid.
struct Paid {
    account: Id,
    date: Day,
    amount: Option<i64>,
    rate: Option<i64>,
    fee: i64,
    remark: String,
}

/// A held request.
struct Held {
    id: Id,
    num: String,
    kind: String,
    coop: Option<Id>,
    order: Option<Id>,
    receipt: Option<Id>,
    advance: Option<Id>,
    currency: String,
    unpaid: i64,
    bank: Option<Id>,
    needs_invoice: bool,
    containers: String,
    return_date: Option<String>,
    remark: String,
}

/// 付款 of one.
pub(super) fn one(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    let paid = Paid {
        account: step.get(ACCOUNT)?,
        date: step.get(DATE)?,
        amount: Some(step.get(AMOUNT)?),
        rate: step.get(RATE)?,
        fee: step.get::<Option<i64>>(FEE)?.unwrap_or_default(),
        remark: step.get(REMARK)?,
    };
    pay(tx, step, &paid)
}

/// 批量付款: what is not paid yet of each.
pub(super) fn all_of_it(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    let (account, date) = (step.get(ACCOUNT)?, step.get(DATE)?);
    pay(tx, step, &Paid { account, date, amount: None, rate: None, fee: 0, remark: String::new() })
}

/// What the dialog begins with: all that is not paid, today.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let held = read(conn, actor.org_id, id.ok_or(Refusal::NotFound)?)?;
    let amount = rate::currency_of(&held.currency).map(|currency| charge::ledger::money_text(held.unpaid, currency))?;
    Ok([(DATE.name(), json!(show_day(actor.now.day()))), (AMOUNT.name(), json!(amount))].into_iter().collect())
}

fn pay(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>, paid: &Paid) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let org = tx.org();
    moves::held(tx, (step.id, step.version()))?;
    let held = read(tx, org, step.id)?;
    let amount = paid.amount.unwrap_or(held.unpaid);
    step.findings.error_if(amount <= 0, &AMOUNT.name(), NOT_ABOVE);
    step.findings.error_if(amount > held.unpaid, &AMOUNT.name(), BEYOND);
    step.findings.error_if(paid.fee < 0, &FEE.name(), NO_FEE);
    look_digits(&mut step.findings, AMOUNT.name(), (amount, &held.currency))?;
    if let Some(leaf) = account::money_leaf(tx, org, paid.account)? {
        look_digits(&mut step.findings, FEE.name(), (paid.fee, leaf.currency.code()))?;
    }
    coop_bank::need_reviewed(tx, org, held.bank, &mut step.findings)?;
    need_invoice(tx, &held, &mut step.findings)?;
    step.unless_clean()?;
    let number = match held.kind.as_str() {
        PAYMENT => write_off_of(tx, &held, paid, amount)?,
        ADVANCE | DEPOSIT => advance_of(tx, &held, paid, amount)?,
        REFUND => refund_of(tx, &held, paid, amount)?,
        _ => other_of(tx, &held, paid, amount)?,
    };
    step.answer("number", json!(number));
    step.go_to(state_of(tx, step.id)?);
    Ok(())
}

fn read(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Held, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["request_num", "kind", "coop_id", "order_id", "receipt_id", "advance_id", "currency_code", "amount"])
        .columns(["paid", "coop_bank_id", "needs_invoice", "containers", "return_date", "remark"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    Ok(Held {
        id,
        num: row.get(0)?,
        kind: row.get(1)?,
        coop: row.get(2)?,
        order: row.get(3)?,
        receipt: row.get(4)?,
        advance: row.get(5)?,
        currency: row.get(6)?,
        unpaid: row.get::<i64>(7)? - row.get::<i64>(8)?,
        bank: row.get(9)?,
        needs_invoice: row.get(10)?,
        containers: text(11)?,
        return_date: row.get(12)?,
        remark: text(13)?,
    })
}

/// The state a request is in, as the pages name it.
fn state_of(tx: &mut Tx<'_>, id: Id) -> Result<&'static str, Refusal> {
    let state = request::hold(tx, id)?;
    Ok([PASSED, PART_PAID].into_iter().find(|known| *known == state).unwrap_or(PAID))
}

/// 票到付款: each of its payments has an invoice.
fn need_invoice(tx: &mut Tx<'_>, held: &Held, findings: &mut Findings) -> Result<(), Refusal> {
    if !held.needs_invoice {
        return Ok(());
    }
    let (org, actor) = (tx.org(), tx.actor);
    let ids: Vec<Id> = rows(tx, org, held.id)?.into_iter().map(|(payment, ..)| payment).collect();
    let found = askable(tx, actor, &ids, None)?;
    findings.error_if(found.iter().any(|payment| !payment.is_invoiced), "", NO_INVOICE);
    Ok(())
}

/// 对账付款: the oldest payments first, negative ones before them (css.md 0.7).
fn write_off_of(tx: &mut Tx<'_>, held: &Held, paid: &Paid, amount: i64) -> Result<String, Refusal> {
    let org = tx.org();
    let rows = rows(tx, org, held.id)?;
    let rests: Vec<i64> = rows.iter().map(|(_, asked, paid)| asked - paid).collect();
    let parts: Vec<(Id, i64)> =
        rows.iter().map(|row| row.0).zip(fifo(amount, &rests)).filter(|part| part.1 != 0).collect();
    let mut targets = Vec::with_capacity(parts.len());
    for (payment, amount) in parts {
        let money = converted(tx, held, paid, amount)?;
        targets.push(Target { of: Of::Payment(payment), amount, money });
    }
    let wanted = write_off::Wanted {
        side: Side::Payable,
        coop: held.coop.ok_or(Refusal::NotFound)?,
        date: paid.date,
        source: Source::Account { account: paid.account, rate: paid.rate },
        money: None,
        fee: paid.fee,
        small: 0,
        request: Some(held.id),
        remark: remark(held, paid),
        targets,
    };
    let written = write_off::save(tx, &wanted).map_err(at_amount)?;
    log(tx, held, (write_off::OBJECT, written.id, &written.num))?;
    Ok(written.num)
}

/// What an account in another currency gives for an amount by the rate that was typed: that of whichever of both currencies is
/// not the functional one. Nothing where the table says it.
fn converted(tx: &mut Tx<'_>, held: &Held, paid: &Paid, amount: i64) -> Result<Option<i64>, Refusal> {
    let org = tx.org();
    let (own, of) = (rate::functional(tx, org)?, rate::currency_of(&held.currency)?);
    let to = account::money_leaf(tx, org, paid.account)?.map(|leaf| leaf.currency);
    let Some((to, typed)) = to.filter(|to| *to != of).zip(paid.rate) else { return Ok(None) };
    let bad = |_| Refusal::business(charge::figure::TOO_LARGE);
    let (money, typed) = (Money::of_thousandths(amount, of).map_err(bad)?, ExchangeRate::from_raw(typed));
    let money = match (of == own, to == own) {
        (_, true) => functional(money, typed, own),
        (true, _) => foreign(money, typed, to),
        _ => return Ok(None),
    };
    money.and_then(Money::thousandths).map(Some).map_err(bad)
}

/// What is found at a payment is told at the amount: the dialog has no payments.
fn at_amount(refusal: Refusal) -> Refusal {
    let Refusal::Findings(found) = refusal else { return refusal };
    let mut moved = Findings::new();
    for finding in found.items {
        let own = finding.field.starts_with("targets.") || finding.field == "money";
        moved.error(if own { AMOUNT.name() } else { finding.field }, finding.text);
    }
    Refusal::Findings(moved)
}

/// What a payment made, or paid back, says in its own log by which request that was.
fn log(tx: &mut Tx<'_>, held: &Held, (kind, id, num): (&'static str, Id, &str)) -> Result<(), Refusal> {
    let entry = LogEntry::of(kind, id, num, super::PATH).did("新建", "付款").level(Level::High);
    tx.log(entry.text(format!("付款申请{}付款 {num}", held.num)))
}

fn remark(held: &Held, paid: &Paid) -> String {
    if paid.remark.is_empty() { held.remark.clone() } else { paid.remark.clone() }
}

/// Asks the account and the month of what is paid in the currency of the request.
fn need_ground(tx: &mut Tx<'_>, held: &Held, paid: &Paid) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    if let Some(why) = period::refuses(tx, [paid.date])? {
        findings.error(DATE.name(), why);
    }
    let account = fund::need_account(tx, (paid.account, true), &ACCOUNT.name(), &mut findings)?;
    if account.is_some_and(|account| account.currency.code() != held.currency) {
        findings.error(ACCOUNT.name(), OTHER_CURRENCY.with(&[("currency", &held.currency)]));
    }
    Refusal::unless_clean(&findings, &[])
}

/// 预付款, 押金: an advance that bills are settled with later.
fn advance_of(tx: &mut Tx<'_>, held: &Held, paid: &Paid, amount: i64) -> Result<String, Refusal> {
    need_ground(tx, held, paid)?;
    let wanted = advance::Wanted {
        kind: if held.kind == DEPOSIT { advance::DEPOSIT_OUT } else { advance::OUT },
        coop: held.coop.ok_or(Refusal::NotFound)?,
        order: held.order,
        date: paid.date,
        account: paid.account,
        currency: held.currency.clone(),
        amount,
        rate: rate_of(tx, held, paid)?,
        receipt: None,
        fee: paid.fee,
        request: Some(held.id),
        containers: held.containers.clone(),
        return_date: held.return_date.as_deref().and_then(kernel::parse_day),
        remark: remark(held, paid),
    };
    let (id, num) = advance::make(tx, &wanted)?;
    log(tx, held, (advance::OBJECT, id, &num))?;
    Ok(num)
}

/// The rate that was typed, or that of the day 通用.
fn rate_of(tx: &mut Tx<'_>, held: &Held, paid: &Paid) -> Result<i64, Refusal> {
    let org = tx.org();
    let currency = rate::currency_of(&held.currency)?;
    let table = rate::Table::of(tx, org, &[currency])?;
    match paid.rate.filter(|_| currency != table.own) {
        Some(rate) => Ok(rate),
        None => Ok(table.need(currency, Kind::General, Instant::start_of(paid.date))?.raw()),
    }
}

/// 退款: back to whom the receipt or the advance is of.
fn refund_of(tx: &mut Tx<'_>, held: &Held, paid: &Paid, amount: i64) -> Result<String, Refusal> {
    let refund = Refund {
        account: paid.account,
        date: paid.date,
        amount,
        reason: remark(held, paid),
        request: Some(held.id),
        fee: paid.fee,
    };
    let (kind, id, number) = match (held.receipt, held.advance) {
        (Some(id), _) => (receipt::OBJECT, id, receipt::refund(tx, id, &refund)?.num),
        (None, Some(id)) => (advance::OBJECT, id, advance::refund(tx, id, &refund)?.num),
        (None, None) => return Err(Refusal::NotFound),
    };
    let entry = LogEntry::of(kind, id, &number, super::PATH).did("修改", "退款").level(Level::High);
    tx.log(entry.text(format!("付款申请{}退款 {number}", held.num)))?;
    fund::write(tx, &moved(held, paid, (fund::FEE, -paid.fee)))?;
    Ok(number)
}

/// 其他: the money leaves the account for the account the request names.
fn other_of(tx: &mut Tx<'_>, held: &Held, paid: &Paid, amount: i64) -> Result<String, Refusal> {
    need_ground(tx, held, paid)?;
    let posts = fund::Posts { fee: paid.fee, ..fund::Posts::default() };
    fund::write_with(tx, &moved(held, paid, (fund::PAYMENT, -amount)), posts)?;
    fund::write(tx, &moved(held, paid, (fund::FEE, -paid.fee)))?;
    request::count_paid(tx, held.id, amount, &std::collections::BTreeMap::new())?;
    Ok(held.num.clone())
}

fn moved(held: &Held, paid: &Paid, (kind, amount): (&'static str, i64)) -> Movement {
    Movement {
        account: paid.account,
        date: paid.date,
        kind,
        number: held.num.clone(),
        coop: held.coop,
        summary: remark(held, paid),
        amount,
        source: (TABLE, held.id),
    }
}
