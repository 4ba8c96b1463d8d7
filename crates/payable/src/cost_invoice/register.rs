//! 收票登记: invoices of a supplier with what they cover of his payments.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{IN_FORCE, PAYMENT, PROCESSING};
use charge::figure::{rate_kind, tax_of};
use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use kernel::{Instant, Text, parse_day, show_day};
use platform::document::RowValues;
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{Expr, Order};
use serde_json::{Map, Value as Json, json};
use settle::invoice;
use settle::invoicing::{self, COST_TYPES, Line, Room, Wanted};
use settle::payment::{self, Payment as Held};
use settle::target::fifo;
use settle::write_off::{self, Of, Source, Target};
use trade::charge::Side;

use super::PATH;
use crate::cost_writeoff;
use crate::payment::{Payment, seen};

const NO_INVOICE: Msg = Msg::new("cost_invoice.none", "请填写发票", "Enter the invoices.");
const NO_NUMBER: Msg = Msg::new("cost_invoice.number", "请填写发票号", "Enter the number of the invoice.");
const NO_AMOUNT: Msg = Msg::new("cost_invoice.amount", "请填写价税合计", "Enter the amount.");
const NO_RATE: Msg = Msg::new("cost_invoice.rate", "税率不存在", "There is no such tax rate.");
const TAX_BEYOND: Msg = Msg::new(
    "cost_invoice.tax",
    "税额与价税合计符号不一致或大于价税合计",
    "The tax is more than the amount, or has another sign.",
);
const ALLOCATED_BEYOND: Msg = Msg::new(
    "cost_invoice.allocated",
    "分配合计不能大于发票金额",
    "No more can be allocated than the invoices come to.",
);
const CHANGED_SINCE: Msg =
    Msg::new("cost_invoice.changed", "对账单已变化，请刷新后重试", "Some payments changed. Read them again.");
const NO_SUPPLIER: Msg = Msg::new("cost_invoice.coop", "供应商不存在", "There is no such supplier.");
const NO_DATE: Msg = Msg::new("cost_invoice.settle_date", "请填写核销日期", "Enter the date of the write-off.");
const NOTHING_OPEN: Msg = Msg::new(
    "cost_invoice.nothing_open",
    "发票未分配到未核销的对账单，不能核销",
    "The invoices cover nothing that is open: there is nothing to settle.",
);
/// Payments that are offered.
const OFFERED_MAX: u64 = 300;
const AMOUNT_MAX: i64 = charge::line::AMOUNT_MAX;

const COOP: Field = Field::reference("coop?role=supplier", "供应商", "Supplier").column("coop_id").required();
const CURRENCY: Field =
    Field::code("currency", "币种", "Currency").column("currency_code").wire("currency").required().max(3);
const TYPE: Field = Field::select(COST_TYPES, "发票类型", "Type").column("new_type").wire("invoiceType").required();
const DATE: Field = Field::day("开票日期", "Date").column("new_date").wire("invoiceDate").required();
const SELLER: Field = Field::text("销方", "Seller").column("new_title").wire("invoiceTitle").max(120);
const TAXPAYER: Field = Field::upper("纳税人识别号", "Tax number").column("new_tax_num").wire("taxpayerNum").max(20);
const REMARK: Field = Field::long("备注", "Remark").column("new_remark").wire("invoiceRemark").max(200);

const ACCOUNT: Field =
    Field::reference("financialAccount?role=CASH,BANK,NOTE,OTHER", "收票即核销：付款科目", "Settle at once: account")
        .column("account_id");
const SETTLE_DATE: Field = Field::day("核销日期", "Date of the write-off").column("write_off_date");

/// What is asked for where nothing is known.
pub(super) const FIELDS: &[Field] = &[COOP, CURRENCY, TYPE, DATE, SELLER, TAXPAYER, REMARK, ACCOUNT, SETTLE_DATE];
/// What is asked for on a payment.
pub(super) const OF_PAYMENT: &[Field] = &[TYPE, DATE, SELLER, TAXPAYER, REMARK, ACCOUNT, SETTLE_DATE];
/// What the payments follow.
pub(super) const FOLLOWED: &[Field] = &[COOP, CURRENCY];

const NUM: Field = Field::text("发票号", "Number").column("invoice_num").max(30);
const CODE: Field = Field::text("发票代码", "Code").column("invoice_code").max(12);
pub(super) const AMOUNT: Field = Field::decimal(3, "价税合计", "Amount")
    .digits(2)
    .in_currency("currency")
    .column("amount")
    .range(-AMOUNT_MAX, AMOUNT_MAX);
pub(super) const TAX_RATE: Field = Field::dictionary(61, "税率", "Tax rate").column("tax_rate").max(20);
pub(super) const TAX: Field = Field::decimal(3, "税额（空为按税率）", "Tax (none: by the rate)")
    .digits(2)
    .in_currency("currency")
    .column("tax")
    .range(-AMOUNT_MAX, AMOUNT_MAX);
/// The invoices, a row each.
pub(super) const INVOICES: Rows = Rows {
    member: "invoices",
    title: ("发票", "Invoices"),
    behind: "",
    table: "",
    parent: "",
    fields: &[NUM, CODE, AMOUNT, TAX_RATE, TAX],
    most: 50,
    sheet: true,
};

const PAYMENT_NUM: Field = Field::text("对账单编号", "Payment").column("payment_num").read_only().max(30);
const PAYMENT_DATE: Field = Field::day("对账日期", "Date").column("payment_date").read_only();
const BILL: Field = Field::text("供应商账单号", "Supplier's bill").column("supplier_bill_no").read_only().max(60);
const REST: Field =
    Field::decimal(3, "未收票", "Not covered").digits(2).in_currency("currency").column("rest").read_only();
const COVERED: Field = Field::decimal(3, "本次收票", "Covered now")
    .digits(2)
    .in_currency("currency")
    .column("covered")
    .wire("amount")
    .range(-AMOUNT_MAX, AMOUNT_MAX);
/// Payments with what is covered of each; a row is named by its payment.
pub(super) const PAYMENTS: Rows = Rows {
    member: "payments",
    title: ("对账单", "Payments"),
    behind: "",
    table: "",
    parent: "",
    fields: &[PAYMENT_NUM, PAYMENT_DATE, BILL, REST, COVERED],
    most: 300,
    sheet: true,
};

/// What the dialog begins with, and what follows from supplier and currency: his data, and payments that are not covered.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, chosen: &Chosen) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let mut out = Map::new();
    let (coop, currency) = (chosen.get::<Option<Id>>(COOP)?, chosen.get::<Option<String>>(CURRENCY)?);
    let Some(coop) = coop else {
        out.insert(DATE.name(), json!(show_day(actor.now.day())));
        return Ok(out);
    };
    seller(conn, actor.org_id, coop, &mut out)?;
    let currency = currency.unwrap_or_default();
    let pool = pool(conn, actor, (coop, &currency))?;
    out.insert(PAYMENTS.member.to_owned(), shown(conn, actor.org_id, &pool, &[])?);
    Ok(out)
}

/// What the dialog of a payment begins with.
pub(super) fn first_of_payment(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let mut select = sql::from(actor.org_id, PAYMENT);
    select.columns(["coop_id", "amount", "invoiced"]).and_where(sql::eq("id", id.ok_or(Refusal::NotFound)?));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let mut out = Map::new();
    seller(conn, actor.org_id, row.get(0)?, &mut out)?;
    out.insert(DATE.name(), json!(show_day(actor.now.day())));
    let rest = row.get::<i64>(1)? - row.get::<i64>(2)?;
    let one = vec![Value::Null, Value::Null, Value::Int(rest), Value::Null, Value::Null];
    out.insert(INVOICES.member.to_owned(), INVOICES.shown(&[one]));
    Ok(out)
}

/// Name and tax number of a supplier.
fn seller(conn: &mut dyn Conn, org: i64, coop: Id, out: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, "coop");
    select.columns(["coop_full_name", "tax_no", "social_credit_code"]).and_where(sql::eq("id", coop));
    let Some(row) = conn.first(&select.into())? else { return Ok(()) };
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.filter(|text| !text.is_empty()));
    out.insert(SELLER.name(), json!(text(0)?));
    out.insert(TAXPAYER.name(), json!(text(1)?.or(text(2)?)));
    Ok(())
}

/// Payments of a supplier and a currency that invoices do not cover wholly, of which the user sees all orders, by date and
/// number.
pub(super) fn pool(conn: &mut dyn Conn, actor: &Actor, (coop, currency): (Id, &str)) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(actor.org_id, PAYMENT);
    select
        .column((PAYMENT, "id"))
        .and_where(sql::of_eq(PAYMENT, "coop_id", coop))
        .and_where(sql::of_eq(PAYMENT, "currency_code", currency.to_owned()))
        .and_where(sql::of_eq(PAYMENT, "state", IN_FORCE.to_owned()))
        .and_where(Expr::cust("payment.invoiced <> payment.amount"))
        .cond_where(seen::whole(actor))
        .order_by((PAYMENT, "payment_date"), Order::Asc)
        .order_by((PAYMENT, "payment_num"), Order::Asc)
        .limit(OFFERED_MAX);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Payments as the dialog shows them; what an invoice covers already counts as open for it.
pub(super) fn shown(conn: &mut dyn Conn, org: i64, ids: &[Id], covered: &[(Id, i64)]) -> Result<Json, Refusal> {
    let mut select = sql::from(org, PAYMENT);
    select
        .columns(["id", "payment_num", "payment_date", "supplier_bill_no", "amount", "invoiced"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("payment_date", Order::Asc)
        .order_by("payment_num", Order::Asc);
    let rows = conn.query(&select.into())?;
    let mut all: Vec<(Id, RowValues)> = Vec::new();
    for row in &rows {
        let id: Id = row.get(0)?;
        let own = covered.iter().find(|(of, _)| *of == id).map(|(_, amount)| *amount);
        let rest = row.get::<i64>(4)? - row.get::<i64>(5)? + own.unwrap_or_default();
        let values = vec![
            row.value(1).clone(),
            row.value(2).clone(),
            row.value(3).clone(),
            Value::Int(rest),
            own.map_or(Value::Null, Value::Int),
        ];
        all.push((id, values));
    }
    let (ids, values): (Vec<Id>, Vec<RowValues>) = all.into_iter().unzip();
    let mut told = PAYMENTS.shown(&values);
    for (row, id) in told.as_array_mut().into_iter().flatten().zip(ids) {
        if let Some(row) = row.as_object_mut() {
            row.insert("id".to_owned(), json!(id));
        }
    }
    Ok(told)
}

/// An invoice as it is typed.
pub(super) struct Typed {
    pub num: String,
    pub code: String,
    pub amount: i64,
    pub tax_rate: String,
    pub tax: Option<i64>,
}

/// What all invoices of a call have in common.
pub(super) struct Common {
    pub coop: Id,
    pub currency: String,
    pub kind: String,
    pub date: String,
    pub title: String,
    pub taxpayer: String,
    pub remark: String,
}

fn common(filled: &Filled<'_>, (coop, currency): (Id, String)) -> Result<Common, Refusal> {
    let text = |field: Field| Ok::<_, Refusal>(filled.get::<Option<String>>(field)?.unwrap_or_default());
    Ok(Common {
        coop,
        currency,
        kind: text(TYPE)?,
        date: text(DATE)?,
        title: text(SELLER)?,
        taxpayer: text(TAXPAYER)?,
        remark: text(REMARK)?,
    })
}

/// 收票登记.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let of: (Id, String) = (filled.get(COOP)?, filled.get(CURRENCY)?);
    let (actor, org) = (tx.actor, tx.org());
    rate::currency_of(&of.1)?;
    filled.findings.error_if(facts::coop(tx, org, of.0)?.is_none(), &COOP.name(), NO_SUPPLIER);
    filled.unless_clean()?;
    let asked = asked(filled)?;
    let ids = if asked.is_empty() { pool(tx, actor, (of.0, &of.1))? } else { asked.iter().map(|one| one.1).collect() };
    let held = hold(tx, &ids, !asked.is_empty())?;
    let common = common(filled, of)?;
    let typed = typed(tx, &common, filled)?;
    filled.unless_clean()?;
    let rooms = rooms(tx, &common, &held)?;
    let total: i64 = typed.iter().map(|one| one.amount).sum();
    let parts = if asked.is_empty() {
        let rests: Vec<i64> = rooms.iter().map(|room| room.rest).collect();
        rooms.iter().zip(fifo(total, &rests)).map(|(room, part)| (room.row, part)).collect()
    } else {
        chosen(&asked, &rooms, total, &mut filled.findings)
    };
    filled.unless_clean()?;
    register(tx, (&common, typed), (&rooms, parts), filled)
}

/// 收票登记 on a payment: the invoices cover it and come to no more than is left of it.
pub(super) fn save_of_payment(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let held = hold(tx, &[step.id], true)?;
    let one = held.first().ok_or(Refusal::NotFound)?;
    if one.version != step.version() {
        return Err(Refusal::Stale(Json::Null));
    }
    let common = common(step, (one.coop, one.currency.clone()))?;
    let typed = typed(tx, &common, step)?;
    step.unless_clean()?;
    let rooms = rooms(tx, &common, &held)?;
    let total: i64 = typed.iter().map(|one| one.amount).sum();
    let parts = match invoicing::spread(Side::Payable, total, &rooms) {
        Ok(parts) => parts,
        Err(why) => {
            let last = typed.len().saturating_sub(1);
            step.findings.error(format!("{}.{last}.amount", INVOICES.member), why);
            return Ok(());
        }
    };
    register(tx, (&common, typed), (&rooms, parts), step)
}

/// A payment with an amount: its place, the payment, how much.
pub(super) type Asked = (usize, Id, i64);

pub(super) fn asked(filled: &Filled<'_>) -> Result<Vec<Asked>, Refusal> {
    let bodies = filled.body.get(PAYMENTS.member).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let id = |row: &Json| row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let mut asked = Vec::new();
    for (place, (row, body)) in filled.rows(PAYMENTS.member).iter().zip(bodies).enumerate() {
        let amount = row.last().map_or(Ok(None), Option::<i64>::from_value)?;
        if let (Some(amount), Some(id)) = (amount.filter(|amount| *amount != 0), id(body)) {
            asked.push((place, id, amount));
        }
    }
    Ok(asked)
}

/// Payments held with their orders; of those that were named the user sees all orders.
pub(super) fn hold(tx: &mut Tx<'_>, ids: &[Id], named: bool) -> Result<Vec<Held>, Refusal> {
    let actor = tx.actor;
    if named {
        seen::need_whole(tx, actor, ids)?;
    }
    let ids: Vec<Id> = ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    payment::hold_orders(tx, &ids)?;
    let held = payment::held(tx, &ids)?;
    if let Some(busy) = held.iter().find(|one| one.state == PROCESSING) {
        return Err(Refusal::Business(platform::bulk::busy(&busy.num)));
    }
    invoice::hold(tx, Side::Payable, &ids)?;
    Ok(held)
}

/// What is left of payments in force of the supplier and the currency, by date and number.
pub(super) fn rooms(tx: &mut Tx<'_>, common: &Common, held: &[Held]) -> Result<Vec<Room>, Refusal> {
    let fits = |one: &&Held| one.state == IN_FORCE && one.coop == common.coop && one.currency == common.currency;
    let mut fitting: Vec<&Held> = held.iter().filter(fits).collect();
    fitting.sort_by(|one, other| (&one.date, &one.num).cmp(&(&other.date, &other.num)));
    let mut select = sql::from(tx.org(), PAYMENT);
    select
        .columns(["id", "functional", "exchange_rate"])
        .and_where(sql::is_in(sql::col("id"), fitting.iter().map(|one| one.id)));
    let rows = tx.query(&select.into())?;
    let worth = rows.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))));
    let worth = worth.collect::<Result<BTreeMap<Id, (i64, i64)>, Refusal>>()?;
    let room = |one: &&Held| {
        let (functional, rate) = worth.get(&one.id).copied().ok_or(Refusal::NotFound)?;
        Ok(Room { row: one.id, rest: one.amount - one.invoiced, amount: one.amount, functional, rate })
    };
    fitting.iter().map(room).collect()
}

/// The amounts that were typed at payments; more than is left, or than the invoices come to, is found at its place.
pub(super) fn chosen(asked: &[Asked], rooms: &[Room], total: i64, findings: &mut Findings) -> Vec<(Id, i64)> {
    let mut parts: Vec<(Id, i64)> = Vec::new();
    for (place, id, amount) in asked {
        let room = rooms.iter().find(|room| room.row == *id && parts.iter().all(|(known, _)| known != id));
        let why = room.map_or(Some(CHANGED_SINCE), |room| invoicing::beyond(Side::Payable, *amount, room.rest));
        match why {
            Some(why) => findings.error(format!("{}.{place}.amount", PAYMENTS.member), why.text()),
            None => parts.push((*id, *amount)),
        }
    }
    let sum: i64 = parts.iter().map(|(_, part)| *part).sum();
    let fits = sum == 0 || (sum.signum() == total.signum() && sum.unsigned_abs() <= total.unsigned_abs());
    if let (false, Some((place, ..))) = (fits, asked.last()) {
        findings.error(format!("{}.{place}.amount", PAYMENTS.member), ALLOCATED_BEYOND.text());
    }
    parts
}

/// The invoices as they are typed; what is wrong is found at its place.
fn typed(tx: &mut Tx<'_>, common: &Common, filled: &mut Filled<'_>) -> Result<Vec<Typed>, Refusal> {
    let org = tx.org();
    let rows = filled.rows(INVOICES.member).to_vec();
    if rows.is_empty() {
        return Err(Refusal::business(NO_INVOICE));
    }
    let all = rows.iter().map(|row| one_typed(row)).collect::<Result<Vec<_>, _>>()?;
    let mut known = invoicing::taken_among(tx, org, Side::Payable, all.iter().map(|one| one.num.as_str()))?;
    for (place, one) in all.iter().enumerate() {
        let is_taken = !known.insert((one.code.clone(), one.num.clone()));
        for (member, why) in faults(&common.kind, one, is_taken) {
            filled.findings.error(format!("{}.{place}.{member}", INVOICES.member), why);
        }
    }
    Ok(all)
}

fn one_typed(row: &[Value]) -> Result<Typed, Refusal> {
    let value = |place: usize| row.get(place).unwrap_or(&Value::Null);
    let text = |place: usize| Option::<String>::from_value(value(place)).map(Option::unwrap_or_default);
    let number = |place: usize| Option::<i64>::from_value(value(place));
    Ok(Typed {
        num: invoicing::number(&text(0)?),
        code: invoicing::number(&text(1)?),
        amount: number(2)?.unwrap_or_default(),
        tax_rate: text(3)?,
        tax: number(4)?,
    })
}

/// What is wrong with an invoice, by its members; `is_taken` whether another one has its number.
pub(super) fn faults(kind: &str, one: &Typed, is_taken: bool) -> Vec<(&'static str, Text)> {
    let mut all = Vec::new();
    if one.num.is_empty() {
        all.push(("invoiceNum", NO_NUMBER.text()));
    } else if let Some((member, why)) = invoicing::number_fault(kind, &one.code, &one.num) {
        all.push((member, why.text()));
    } else if is_taken {
        all.push(("invoiceNum", invoicing::taken(Side::Payable, &one.num)));
    }
    if one.amount == 0 {
        all.push(("amount", NO_AMOUNT.text()));
    }
    if !one.tax_rate.is_empty() && tax_of(&one.tax_rate).is_none() {
        all.push(("taxRate", NO_RATE.text()));
    }
    let fits =
        |tax: i64| tax == 0 || (tax.signum() == one.amount.signum() && tax.unsigned_abs() <= one.amount.unsigned_abs());
    if one.tax.is_some_and(|tax| !fits(tax)) {
        all.push(("tax", TAX_BEYOND.text()));
    }
    all
}

/// The tax of an invoice: as it was typed, else by its rate.
fn tax(one: &Typed, currency: &str) -> Result<i64, Refusal> {
    match one.tax {
        Some(tax) => Ok(tax),
        None => Ok(Line::of("", &one.tax_rate, one.amount, currency)?.tax),
    }
}

/// The rate of an invoice: that of what it covers, of one that covers nothing that of its currency on its day.
fn rate_of(tx: &mut Tx<'_>, common: &Common, covers: &[invoicing::Cover]) -> Result<i64, Refusal> {
    if let Some(cover) = covers.first() {
        return Ok(cover.rate);
    }
    let org = tx.org();
    let currency = rate::currency_of(&common.currency)?;
    let at = parse_day(&common.date).map(Instant::start_of).ok_or(Refusal::NotFound)?;
    Ok(rate::Table::of(tx, org, &[currency])?.need(currency, rate_kind(Side::Payable), at)?.raw())
}

/// Writes the invoices, the parts of the payments spread over them in their order, and the log.
fn register(
    tx: &mut Tx<'_>,
    (common, typed): (&Common, Vec<Typed>),
    (rooms, parts): (&[Room], Vec<(Id, i64)>),
    filled: &mut Filled<'_>,
) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let parts: Vec<(Id, i64)> = parts.into_iter().filter(|(_, part)| *part != 0).collect();
    let mut left = parts.clone();
    let mut made = Vec::new();
    for one in typed {
        let rests: Vec<i64> = left.iter().map(|(_, part)| *part).collect();
        let taken = fifo(one.amount, &rests);
        let own_parts: Vec<(Id, i64)> =
            left.iter().zip(&taken).filter(|(_, part)| **part != 0).map(|((row, _), part)| (*row, *part)).collect();
        for ((_, part), taken) in left.iter_mut().zip(taken) {
            *part -= taken;
        }
        let covers = invoicing::covers(&own_parts, rooms, &common.currency, own.code())?;
        let rate = rate_of(tx, common, &covers)?;
        let id = invoicing::register(tx, &wanted(common, &one, (covers, rate))?)?;
        let shown = money_text(one.amount, rate::currency_of(&common.currency)?);
        let entry = LogEntry::of(invoice::TABLE, id, &one.num, PATH).did("新建", "收票登记").level(Level::High);
        tx.log(entry.text(format!("{} {} {shown}", common.kind, common.currency)))?;
        made.push(json!({ "id": id, "invoiceNum": one.num }));
    }
    let rows: Vec<Id> = parts.iter().map(|(row, _)| *row).collect();
    invoicing::restate(tx, Side::Payable, &rows)?;
    filled.answer("invoices", Json::Array(made));
    settle_at_once(tx, common, &parts, filled)
}

/// 收票即核销: money of an account against what the invoices cover, as far as it is open.
fn settle_at_once(
    tx: &mut Tx<'_>,
    common: &Common,
    parts: &[(Id, i64)],
    filled: &mut Filled<'_>,
) -> Result<(), Refusal> {
    let Some(account) = filled.get::<Option<Id>>(ACCOUNT)? else { return Ok(()) };
    tx.actor.need(cost_writeoff::ADD)?;
    let day = filled.get::<Option<String>>(SETTLE_DATE)?.as_deref().and_then(parse_day);
    let Some(date) = day else {
        filled.findings.error(SETTLE_DATE.name(), NO_DATE.text());
        return Ok(());
    };
    let ids: Vec<Id> = parts.iter().map(|(id, _)| *id).collect();
    let held = payment::held(tx, &ids)?;
    let open = |id: Id| held.iter().find(|one| one.id == id).map_or(0, |one| one.amount - one.settled);
    let settled = parts.iter().flat_map(|(id, part)| fifo(*part, &[open(*id)]).into_iter().map(|part| (*id, part)));
    let targets: Vec<Target> = settled
        .filter(|(_, amount)| *amount != 0)
        .map(|(id, amount)| Target { of: Of::Payment(id), amount, money: None })
        .collect();
    if targets.is_empty() {
        filled.findings.error(ACCOUNT.name(), NOTHING_OPEN.text());
        return Ok(());
    }
    let wanted = write_off::Wanted {
        side: Side::Payable,
        coop: common.coop,
        date,
        source: Source::Account { account, rate: None },
        money: None,
        fee: 0,
        small: 0,
        request: None,
        remark: String::new(),
        targets,
    };
    cost_writeoff::save_one(tx, &wanted, &ids).map(drop).map_err(at_account)
}

/// What is wrong with a write-off stands at the fields of this dialog.
fn at_account(refusal: Refusal) -> Refusal {
    let Refusal::Findings(found) = refusal else { return refusal };
    let mut moved = Findings::new();
    for finding in found.items {
        let field = if finding.field == "date" { SETTLE_DATE } else { ACCOUNT };
        moved.error(field.name(), finding.text);
    }
    Refusal::Findings(moved)
}

/// What is registered of an invoice as it is typed.
fn wanted(common: &Common, one: &Typed, (covers, rate): (Vec<invoicing::Cover>, i64)) -> Result<Wanted, Refusal> {
    Ok(Wanted {
        side: Side::Payable,
        application: None,
        coop: common.coop,
        kind: common.kind.clone(),
        code: one.code.clone(),
        num: one.num.clone(),
        date: parse_day(&common.date).ok_or(Refusal::NotFound)?,
        title: common.title.clone(),
        taxpayer: common.taxpayer.clone(),
        currency: common.currency.clone(),
        amount: one.amount,
        tax: tax(one, &common.currency)?,
        tax_rate: one.tax_rate.clone(),
        lines: Vec::new(),
        covers,
        rate,
        remark: common.remark.clone(),
    })
}

/// The same of an invoice that covers other parts.
pub(super) fn recovered(
    tx: &mut Tx<'_>,
    common: &Common,
    one: &Typed,
    (rooms, parts): (&[Room], &[(Id, i64)]),
) -> Result<Wanted, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let covers = invoicing::covers(parts, rooms, &common.currency, own.code())?;
    let rate = rate_of(tx, common, &covers)?;
    wanted(common, one, (covers, rate))
}
