//! What a request asks for: a new one, and one that is edited. Each type says where payee, currency and amount come from.

use std::collections::BTreeMap;

use account::{EXPENSE, OTHER_PAYABLE, OTHER_RECEIVABLE};
use charge::chain::PROCESSING;
use charge::ledger::{COST_VIEW, INCOME_VIEW, money_text};
use kernel::{Day, format_scaled, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::page::Chosen;
use platform::prelude::*;
use platform::store::Row;
use serde_json::{Map, Value as Json, json};
use settle::number::{self, SEVERAL};
use settle::request::{self, ROW, TABLE};
use settle::scope::common;
use settle::{advance, receipt};
use trade::charge::Currency;

use super::asked::{self, Askable};
use super::{ADVANCE, ASKED, DEPOSIT, OBJECT, OTHER, PATH, PAYMENT, PaymentRequest, REFUND, look_digits};
use crate::coop_bank::{self, CoopBank};
use crate::payment::seen;

/// Payments of one request.
const ROWS_MAX: usize = 500;
/// Accounts that 其他 is paid for (css.md /css_payment_request).
const EXPENSES: &[&str] = &[EXPENSE, OTHER_RECEIVABLE, OTHER_PAYABLE];
/// A method of the dictionary that pays nobody.
const OFFSET: &str = "对冲";
/// Needs no account of the payee.
const IN_CASH: &str = "现金";

const BEYOND: Msg =
    Msg::new("request.beyond", "申请金额不能大于可申请金额", "No more can be asked for than there is to ask for.");
const OTHER_SIGN: Msg = Msg::new(
    "request.sign",
    "申请金额符号与可申请金额不一致",
    "The amount has not the sign of what there is to ask for.",
);
const NOT_ABOVE: Msg = Msg::new("request.amount", "申请金额须大于0", "The amount must be greater than 0.");
const NO_PAYMENTS: Msg = Msg::new("request.payments", "请选择对账单", "Choose payments.");
const GONE: Msg = Msg::new(
    "request.payment_gone",
    "对账单已变化或无权限，请刷新后重试",
    "Some payments changed or are not yours to see. Read them again.",
);
const MIXED: Msg = Msg::new(
    "request.mixed",
    "一次只能申请同一供应商、同一币种的对账单",
    "Payments of one request are of one supplier and one currency.",
);
const TOO_EARLY: Msg =
    Msg::new("request.due", "要求付款日不能早于今天", "The day it is to be paid can't lie in the past.");
const NEEDED: Msg = Msg::new("request.needed", "请填写{field}", "{field} is required.");
const ONE_SOURCE: Msg = Msg::new("request.source", "请选择一笔收款或预收", "Choose one receipt or one advance.");
const NOT_OWED: Msg =
    Msg::new("request.not_owed", "只能退还收到的预收款或押金", "Only what was received can be paid back.");
const NOT_CLAIMED: Msg = Msg::new(
    "request.unclaimed",
    "收款未认领，不能申请退款",
    "Nobody claimed the receipt yet: whom to pay back is not known.",
);
const NO_OFFSET: Msg =
    Msg::new("request.offset", "付款申请不能选择对冲", "A payment request is not paid by an offset.");
const OTHER_BANK: Msg = Msg::new(
    "request.bank",
    "收款账户不属于该收款单位或币种不符",
    "The bank account is not one of the payee in this currency.",
);
const NO_BANK: Msg = Msg::new("request.no_bank", "请选择收款账户", "Choose a bank account of the payee.");

const CHOSEN: Field = Field::reference("openPayment", "对账单", "Payment").column("payment_id").required();
const REST: Field =
    Field::decimal(3, "可申请", "To ask for").digits(2).in_currency("currency").column("rest").read_only();
const PART: Field =
    Field::decimal(3, "本次申请金额", "Asked for now").digits(2).in_currency("currency").column("amount");
/// The payments a request is about; one without an amount is asked for wholly.
pub(crate) const ROWS: Rows = Rows {
    member: "payments",
    title: ("对账单", "Payments"),
    behind: "",
    table: ROW,
    parent: "request_id",
    fields: &[CHOSEN, REST, PART],
    most: ROWS_MAX,
    sheet: false,
};

pub(super) const AMOUNT: Field =
    Field::decimal(3, "申请金额", "Amount").digits(2).in_currency("currency").column("asked_amount").wire("amount");

/// A request as it is written.
struct Wanted {
    kind: String,
    scope: String,
    coop: Option<Id>,
    order: Option<Id>,
    receipt: Option<Id>,
    advance: Option<Id>,
    account: Option<Id>,
    currency: String,
    amount: i64,
    rows: Vec<(Id, i64)>,
}

impl Wanted {
    fn of(kind: String, currency: String, amount: i64) -> Self {
        Self {
            kind,
            scope: SEVERAL.to_owned(),
            coop: None,
            order: None,
            receipt: None,
            advance: None,
            account: None,
            currency,
            amount,
            rows: Vec::new(),
        }
    }
}

/// Finds what a type needs and nobody gave.
fn need(filled: &mut Filled<'_>, field: Field) {
    if *filled.value(field) == Value::Null {
        let said = NEEDED.with_each(&[("field", field.zh)], &[("field", field.en)]);
        filled.findings.error(field.name(), said);
    }
}

/// POST /css/paymentRequest/save.
pub(super) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let kind: String = filled.get(PaymentRequest::KIND)?;
    make_of(tx, filled, kind).map(drop)
}

/// 付款申请 on the list of payments: of chosen ones.
pub(crate) fn make_of_payments(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    make_of(tx, filled, PAYMENT.to_owned()).map(drop)
}

fn make_of(tx: &mut Tx<'_>, filled: &mut Filled<'_>, kind: String) -> Result<Id, Refusal> {
    let wanted = wanted(tx, filled, kind, None)?;
    let bank = head(tx, filled, &wanted)?;
    filled.unless_clean()?;
    let (id, num) = (tx.new_id(), number::scoped(tx, &wanted.scope, "PR")?);
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let mut cells = cells(filled, &wanted, bank.as_ref())?;
    cells.extend([
        ("id", Value::Int(id.0)),
        ("request_num", Value::Text(num.clone())),
        ("state", Value::Text(request::DRAFT.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ]);
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    insert_rows(tx, id, &wanted.rows)?;
    let entry = LogEntry::of(OBJECT, id, &num, PATH).did("新建", "新增付款申请").level(Level::Middle);
    tx.log(entry.text(format!("新增付款申请 {num}")))?;
    filled.answer("id", json!(id));
    filled.answer("requestNum", json!(num));
    filled.answer("version", json!(1));
    Ok(id)
}

/// 修改 of one that is not submitted, or came back.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let (org, id) = (tx.org(), step.id);
    // Orders come first: of what it was about and of what it is to be about.
    let before = asked::rows(tx, org, id)?.into_iter().map(|(payment, ..)| payment);
    let both: Vec<Id> = before.chain(asks(step)?.into_iter().map(|(payment, _)| payment)).collect();
    settle::payment::hold_orders(tx, &both)?;
    super::moves::held(tx, (id, step.version()))?;
    let kind: String = step.get(PaymentRequest::KIND)?;
    let wanted = wanted(tx, step, kind, Some(id))?;
    let bank = head(tx, step, &wanted)?;
    step.unless_clean()?;
    let cells = cells(step, &wanted, bank.as_ref())?;
    let mut update = sql::update(org, TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    tx.exec(&sql::delete(org, ROW).and_where(sql::eq("request_id", id)).to_owned().into())?;
    insert_rows(tx, id, &wanted.rows)?;
    // What was typed is written, with what follows from it.
    for field in ASKED {
        step.keep(field);
    }
    Ok(())
}

fn insert_rows(tx: &mut Tx<'_>, request: Id, rows: &[(Id, i64)]) -> Result<(), Refusal> {
    for (payment, amount) in rows {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("request_id", Value::Int(request.0)),
            ("payment_id", Value::Int(payment.0)),
            ("amount", Value::Int(*amount)),
        ];
        tx.exec(&sql::insert(tx.org(), ROW, &cells).into())?;
    }
    Ok(())
}

fn cells(filled: &Filled<'_>, wanted: &Wanted, bank: Option<&CoopBank>) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let typed = |field: Field| filled.value(field).clone();
    let [holder, bank_name, number] = match bank {
        Some(bank) => [text(&bank.holder), text(&bank.bank), text(&bank.number)],
        None => [PaymentRequest::HOLDER, PaymentRequest::BANK_NAME, PaymentRequest::BANK_NUMBER].map(typed),
    };
    let needs_invoice = wanted.kind == PAYMENT && flag(filled, PaymentRequest::NEEDS_INVOICE)?;
    let of_deposit = |field: Field| if wanted.kind == DEPOSIT { typed(field) } else { Value::Null };
    Ok(vec![
        ("kind", text(&wanted.kind)),
        ("business_scope", text(&wanted.scope)),
        ("coop_id", of(wanted.coop)),
        ("order_id", of(wanted.order)),
        ("receipt_id", of(wanted.receipt)),
        ("advance_id", of(wanted.advance)),
        ("account_id", of(wanted.account)),
        ("currency_code", text(&wanted.currency)),
        ("amount", Value::Int(wanted.amount)),
        ("due_date", typed(PaymentRequest::DUE_DATE)),
        ("urgency", typed(PaymentRequest::URGENCY)),
        ("payment_method", typed(PaymentRequest::PAYMENT_METHOD)),
        ("coop_bank_id", of(bank.map(|bank| bank.id))),
        ("holder", holder),
        ("bank_name", bank_name),
        ("bank_number", number),
        ("needs_invoice", Value::Bool(needs_invoice)),
        ("containers", of_deposit(PaymentRequest::CONTAINERS)),
        ("return_date", of_deposit(PaymentRequest::RETURN_DATE)),
        ("remark", typed(PaymentRequest::REMARK)),
    ])
}

fn flag(filled: &Filled<'_>, field: Field) -> Result<bool, Refusal> {
    Ok(filled.get::<Option<bool>>(field)?.unwrap_or_default())
}

/// What every type has: the day, the method, the account of the payee.
fn head(tx: &mut Tx<'_>, filled: &mut Filled<'_>, wanted: &Wanted) -> Result<Option<CoopBank>, Refusal> {
    let org = tx.org();
    let due: Day = filled.get(PaymentRequest::DUE_DATE)?;
    filled.findings.error_if(due < tx.now.day(), &PaymentRequest::DUE_DATE.name(), TOO_EARLY);
    let method: String = filled.get(PaymentRequest::PAYMENT_METHOD)?;
    filled.findings.error_if(method == OFFSET, &PaymentRequest::PAYMENT_METHOD.name(), NO_OFFSET);
    let Some(coop) = wanted.coop else { return Ok(None) };
    let at = PaymentRequest::COOP_BANK_ID.name();
    let chosen = match filled.get::<Option<Id>>(PaymentRequest::COOP_BANK_ID)? {
        Some(chosen) => Some(chosen),
        None if method == IN_CASH => return Ok(None),
        None => coop_bank::only_one(tx, org, (coop, &wanted.currency))?,
    };
    let Some(chosen) = chosen else {
        filled.findings.error(at, NO_BANK.text());
        return Ok(None);
    };
    let found = coop_bank::find(tx, org, chosen)?;
    let found = found.filter(|bank| bank.coop == coop && bank.currency == wanted.currency);
    filled.findings.error_if(found.is_none(), &at, OTHER_BANK);
    Ok(found)
}

fn wanted(tx: &mut Tx<'_>, filled: &mut Filled<'_>, kind: String, own: Option<Id>) -> Result<Wanted, Refusal> {
    match kind.as_str() {
        PAYMENT => of_payments(tx, filled, own),
        REFUND => of_refund(tx, filled),
        _ => of_typed(tx, filled, kind),
    }
}

/// 对账付款: of payments of one supplier in one currency, each at most what may still be asked for of it.
fn of_payments(tx: &mut Tx<'_>, filled: &mut Filled<'_>, own: Option<Id>) -> Result<Wanted, Refusal> {
    let actor = tx.actor;
    let asks = asks(filled)?;
    let ids: Vec<Id> = asks.iter().map(|(id, _)| *id).collect();
    settle::payment::hold_orders(tx, &ids)?;
    for held in settle::payment::held(tx, &ids)? {
        if held.state == PROCESSING {
            filled.findings.error(ROWS.member, platform::bulk::busy(&held.num));
        }
    }
    filled.unless_clean()?;
    seen::need_whole(tx, actor, &ids)?;
    let found = asked::askable(tx, actor, &ids, own)?;
    let Some(first) = found.first().cloned() else {
        filled.findings.error(ROWS.member, if asks.is_empty() { NO_PAYMENTS.text() } else { GONE.text() });
        return Ok(Wanted::of(PAYMENT.to_owned(), String::new(), 0));
    };
    if found.iter().any(|one| one.coop != first.coop || one.currency != first.currency) {
        filled.findings.error(ROWS.member, MIXED.text());
    }
    let mut rows: BTreeMap<Id, i64> = BTreeMap::new();
    for (place, (id, amount)) in asks.iter().enumerate() {
        let Some(one) = found.iter().find(|one| one.id == *id) else { return Err(Refusal::business(GONE)) };
        let sum = rows.entry(*id).or_default();
        *sum = sum.saturating_add(amount.unwrap_or_else(|| one.rest()));
        look_within(filled, (place, one), *sum)?;
    }
    let amount = rows.values().sum();
    filled.findings.error_if(amount <= 0 && !filled.findings.has_errors(), ROWS.member, NOT_ABOVE);
    let mut wanted = Wanted::of(PAYMENT.to_owned(), first.currency.clone(), amount);
    wanted.coop = Some(first.coop);
    common(found.iter().map(|one| one.scope.as_str())).clone_into(&mut wanted.scope);
    wanted.rows = rows.into_iter().collect();
    Ok(wanted)
}

/// What is asked for of which payment.
fn asks(filled: &Filled<'_>) -> Result<Vec<(Id, Option<i64>)>, Refusal> {
    let cell = |row: &[Value], field: Field| {
        let place = ROWS.fields.iter().position(|known| known.column == field.column);
        place.and_then(|place| row.get(place)).cloned().unwrap_or(Value::Null)
    };
    let ask =
        |row: &document::RowValues| Ok((Id::from_value(&cell(row, CHOSEN))?, Option::from_value(&cell(row, PART))?));
    filled.rows(ROWS.member).iter().map(ask).collect()
}

/// The rule of signs against what may still be asked for (css.md 0.7).
fn look_within(filled: &mut Filled<'_>, (place, one): (usize, &Askable), amount: i64) -> Result<(), Refusal> {
    let (rest, at) = (one.rest(), format!("{}.{place}.{}", ROWS.member, PART.name()));
    if amount != 0 && rest != 0 && amount.signum() != rest.signum() {
        filled.findings.error(at, OTHER_SIGN.text());
    } else if amount == 0 || amount.unsigned_abs() > rest.unsigned_abs() {
        filled.findings.error(at, BEYOND.text());
    } else {
        look_digits(&mut filled.findings, at, (amount, &one.currency))?;
    }
    Ok(())
}

/// Asks once more of the rows of a request that is submitted, whose payments are held.
pub(super) fn need_within(tx: &mut Tx<'_>, id: Id, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let rows = asked::rows(tx, org, id)?;
    let ids: Vec<Id> = rows.iter().map(|(payment, ..)| *payment).collect();
    seen::need_whole(tx, actor, &ids)?;
    let found = asked::askable(tx, actor, &ids, Some(id))?;
    for (payment, amount, _) in rows {
        let one = found.iter().find(|one| one.id == payment).ok_or(Refusal::business(GONE))?;
        let fits = amount.signum() == one.rest().signum() && amount.unsigned_abs() <= one.rest().unsigned_abs();
        findings.error_if(!fits, "", BEYOND);
    }
    Ok(())
}

/// 退款: what is open of a receipt that was claimed, or of an advance that was received, goes back. It is money of the income
/// side, of who sees that.
fn of_refund(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<Wanted, Refusal> {
    tx.actor.need(INCOME_VIEW)?;
    need(filled, AMOUNT);
    let amount = filled.get::<Option<i64>>(AMOUNT)?.unwrap_or_default();
    let (receipt, advance): (Option<Id>, Option<Id>) =
        (filled.get(PaymentRequest::RECEIPT_ID)?, filled.get(PaymentRequest::ADVANCE_ID)?);
    let (coop, currency, open) = match (receipt, advance) {
        (Some(receipt), None) => {
            let held = receipt::held(tx, receipt)?;
            filled.findings.error_if(held.coop.is_none(), &PaymentRequest::RECEIPT_ID.name(), NOT_CLAIMED);
            (held.coop, held.currency, held.open)
        }
        (None, Some(advance)) => {
            let held = advance::held(tx, advance)?;
            need_own_advance(tx, advance)?;
            filled.findings.error_if(!advance::is_received(&held.kind), &PaymentRequest::ADVANCE_ID.name(), NOT_OWED);
            (Some(held.coop), held.currency, held.open)
        }
        _ => {
            filled.findings.error(PaymentRequest::RECEIPT_ID.name(), ONE_SOURCE.text());
            return Ok(Wanted::of(REFUND.to_owned(), String::new(), amount));
        }
    };
    look_amount(filled, (amount, &currency), Some(open))?;
    let mut wanted = Wanted::of(REFUND.to_owned(), currency, amount);
    (wanted.coop, wanted.receipt, wanted.advance) = (coop, receipt, advance);
    Ok(wanted)
}

/// 预付款, 押金 and 其他: payee, currency and amount are typed.
fn of_typed(tx: &mut Tx<'_>, filled: &mut Filled<'_>, kind: String) -> Result<Wanted, Refusal> {
    let actor = tx.actor;
    need(filled, AMOUNT);
    need(filled, PaymentRequest::CURRENCY_CODE);
    let amount = filled.get::<Option<i64>>(AMOUNT)?.unwrap_or_default();
    let mut wanted = Wanted::of(kind, filled.get(PaymentRequest::CURRENCY_CODE)?, amount);
    look_amount(filled, (amount, &wanted.currency), None)?;
    wanted.coop = filled.get(PaymentRequest::COOP_ID)?;
    if let Some(coop) = wanted.coop {
        domain::coop::need_coop(tx, actor, coop)?;
    }
    if wanted.kind == OTHER {
        need(filled, PaymentRequest::ACCOUNT_ID);
        need(filled, PaymentRequest::REMARK);
        if let Some(account) = filled.get::<Option<Id>>(PaymentRequest::ACCOUNT_ID)? {
            let at = PaymentRequest::ACCOUNT_ID.name();
            account::need_leaf(tx, (account, EXPENSES), &at, &mut filled.findings)?;
            wanted.account = Some(account);
        }
        return Ok(wanted);
    }
    need(filled, PaymentRequest::COOP_ID);
    if wanted.kind == ADVANCE {
        need(filled, PaymentRequest::REMARK);
    }
    wanted.order = filled.get(PaymentRequest::ORDER_ID)?;
    if let Some(order) = wanted.order {
        wanted.scope = scope_of(tx, order)?;
    }
    Ok(wanted)
}

/// The scope of an order the caller sees.
fn scope_of(tx: &mut Tx<'_>, order: Id) -> Result<String, Refusal> {
    let actor = tx.actor;
    let mut select = sql::from(tx.org(), ORDER);
    select.column("business_scope").and_where(sql::of_eq(ORDER, "id", order)).cond_where(visible_order(actor));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// An advance for an order is of who sees that.
fn need_own_advance(tx: &mut Tx<'_>, advance: Id) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), advance::TABLE);
    select.column("order_id").and_where(sql::eq("id", advance));
    let order: Option<Id> = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    order.map_or(Ok(()), |order| scope_of(tx, order).map(drop))
}

fn look_amount(filled: &mut Filled<'_>, (amount, currency): (i64, &str), open: Option<i64>) -> Result<(), Refusal> {
    filled.findings.error_if(amount <= 0 && *filled.value(AMOUNT) != Value::Null, &AMOUNT.name(), NOT_ABOVE);
    filled.findings.error_if(open.is_some_and(|open| amount > open), &AMOUNT.name(), BEYOND);
    if currency.is_empty() { Ok(()) } else { look_digits(&mut filled.findings, AMOUNT.name(), (amount, currency)) }
}

/// What a new request begins with; where a supplier is chosen, his open payments.
pub(super) fn first_of_new(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let mut out: Map<String, Json> = Map::new();
    let coop: Option<Id> = chosen.get(PaymentRequest::COOP_ID)?;
    let kind: String = chosen.get(PaymentRequest::KIND)?;
    if let Some(coop) = coop.filter(|_| kind == PAYMENT) {
        let found = asked::open(conn, actor, (coop, None), None)?;
        out.insert(ROWS.member.to_owned(), found.iter().map(|one| line(one, None)).collect());
    }
    if coop.is_none() {
        out.insert(PaymentRequest::DUE_DATE.name(), json!(show_day(actor.now.day())));
    }
    Ok(out)
}

/// What a change begins with.
pub(super) fn first_of_change(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let (org, id) = (actor.org_id, id.ok_or(Refusal::NotFound)?);
    let mut out = super::PAGE.first_of(conn, actor, Some(id))?;
    let asked_for = ASKED.map(|field| field.name());
    out.retain(|name, _| asked_for.contains(name));
    let rows = asked::rows(conn, org, id)?;
    let ids: Vec<Id> = rows.iter().map(|(payment, ..)| *payment).collect();
    let amounts: BTreeMap<Id, i64> = rows.into_iter().map(|(payment, amount, _)| (payment, amount)).collect();
    let found = asked::askable(conn, actor, &ids, Some(id))?;
    let lines = found.iter().map(|one| line(one, amounts.get(&one.id).copied())).collect();
    out.insert(ROWS.member.to_owned(), lines);
    let mut select = sql::from(org, TABLE);
    select.columns(["amount", "currency_code"]).and_where(sql::eq("id", id));
    if let Some(row) = conn.first(&select.into())? {
        out.insert(AMOUNT.name(), json!(amount_text(&row)?));
    }
    Ok(out)
}

fn amount_text(row: &Row) -> Result<String, Refusal> {
    let (amount, code): (i64, String) = (row.get(0)?, row.get(1)?);
    Ok(Currency::named(&code).map_or_else(|| format_scaled(amount, 3, 2), |currency| money_text(amount, currency)))
}

/// A payment with what is asked for of it, as the dialog shows it.
fn line(one: &Askable, amount: Option<i64>) -> Json {
    let figure = |raw: i64| format_scaled(raw, 3, 2);
    json!({
        "paymentId": one.id, "paymentName": one.label(), "rest": figure(one.rest()), "amount": amount.map(figure),
    })
}
