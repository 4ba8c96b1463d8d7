//! 收票登记, 修改, 删除 and 勾选抵扣: invoices of a supplier with what they cover of his payments.

use std::collections::BTreeSet;

use charge::chain::{IN_FORCE, PAYMENT};
use charge::figure::{rate_kind, tax_of};
use charge::ledger::{COST_VIEW, money_text};
use charge::period::month_of;
use charge::rate;
use kernel::{Instant, Text, format_scaled, parse_day, show_day};
use platform::document::RowValues;
use platform::page::Chosen;
use platform::prelude::*;
use platform::sea_query::{Expr, Order};
use serde_json::{Map, Value as Json, json};
use settle::invoice;
use settle::invoicing::{self, COST_TYPES, Invoice, Line, NOT_DEDUCTED, Room, TICKED, UNTICKED, Wanted};
use settle::payment::{self, Payment as Held};
use settle::target::fifo;
use trade::charge::Side;

use super::{CostInvoice, PAGE, PATH, is_ticked, look};
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
const IS_TICKED: Msg =
    Msg::new("cost_invoice.ticked", "发票已勾选抵扣，不能{what}", "The invoice is ticked: {what} is refused.");
const NOT_DEDUCTIBLE: Msg =
    Msg::new("cost_invoice.not_deductible", "该发票不可抵扣", "The tax of this invoice can't be deducted.");
const NOT_TICKED: Msg = Msg::new("cost_invoice.not_ticked", "发票未勾选", "The invoice is not ticked.");
/// Payments that are offered.
const OFFERED_MAX: u64 = 300;
/// The rate of the functional currency, in millionths.
const RATE_ONE: i64 = 1_000_000;
const AMOUNT_MAX: i64 = charge::line::AMOUNT_MAX;

const COOP: Field = Field::reference("coop?role=supplier", "供应商", "Supplier").column("coop_id").required();
const CURRENCY: Field =
    Field::code("currency", "币种", "Currency").column("currency_code").wire("currency").required().max(3);
const TYPE: Field = Field::select(COST_TYPES, "发票类型", "Type").column("new_type").wire("invoiceType").required();
const DATE: Field = Field::day("开票日期", "Date").column("new_date").wire("invoiceDate").required();
const SELLER: Field = Field::text("销方", "Seller").column("new_title").wire("invoiceTitle").max(120);
const TAXPAYER: Field = Field::upper("纳税人识别号", "Tax number").column("new_tax_num").wire("taxpayerNum").max(20);
const REMARK: Field = Field::long("备注", "Remark").column("new_remark").wire("invoiceRemark").max(200);

/// What is asked for where nothing is known.
pub(super) const FIELDS: &[Field] = &[COOP, CURRENCY, TYPE, DATE, SELLER, TAXPAYER, REMARK];
/// What is asked for on a payment.
pub(super) const OF_PAYMENT: &[Field] = &[TYPE, DATE, SELLER, TAXPAYER, REMARK];
/// What the payments follow.
pub(super) const FOLLOWED: &[Field] = &[COOP, CURRENCY];

const NUM: Field = Field::text("发票号", "Number").column("invoice_num").max(30);
const CODE: Field = Field::text("发票代码", "Code").column("invoice_code").max(12);
const AMOUNT: Field = Field::decimal(3, "价税合计", "Amount").digits(2).column("amount").range(-AMOUNT_MAX, AMOUNT_MAX);
const TAX_RATE: Field = Field::dictionary(61, "税率", "Tax rate").column("tax_rate").max(20);
const TAX: Field = Field::decimal(3, "税额（空为按税率）", "Tax (none: by the rate)")
    .digits(2)
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
const REST: Field = Field::decimal(3, "未收票", "Not covered").digits(2).column("rest").read_only();
const COVERED: Field = Field::decimal(3, "本次收票", "Covered now")
    .digits(2)
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

/// Payments of a supplier and a currency that invoices do not cover wholly, of orders the user sees, by date and number.
fn pool(conn: &mut dyn Conn, actor: &Actor, (coop, currency): (Id, &str)) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(actor.org_id, PAYMENT);
    select
        .column((PAYMENT, "id"))
        .and_where(sql::of_eq(PAYMENT, "coop_id", coop))
        .and_where(sql::of_eq(PAYMENT, "currency_code", currency.to_owned()))
        .and_where(sql::of_eq(PAYMENT, "state", IN_FORCE.to_owned()))
        .and_where(Expr::cust("payment.invoiced <> payment.amount"))
        .cond_where(seen::visible(actor))
        .order_by((PAYMENT, "payment_date"), Order::Asc)
        .order_by((PAYMENT, "payment_num"), Order::Asc)
        .limit(OFFERED_MAX);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Payments as the dialog shows them; what an invoice covers already counts as open for it.
fn shown(conn: &mut dyn Conn, org: i64, ids: &[Id], covered: &[(Id, i64)]) -> Result<Json, Refusal> {
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
struct Typed {
    num: String,
    code: String,
    amount: i64,
    tax_rate: String,
    tax: Option<i64>,
}

/// What all invoices of a call have in common.
struct Common {
    coop: Id,
    currency: String,
    kind: String,
    date: String,
    title: String,
    taxpayer: String,
    remark: String,
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
    let asked = asked(filled)?;
    let actor = tx.actor;
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
type Asked = (usize, Id, i64);

fn asked(filled: &Filled<'_>) -> Result<Vec<Asked>, Refusal> {
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
fn hold(tx: &mut Tx<'_>, ids: &[Id], named: bool) -> Result<Vec<Held>, Refusal> {
    let actor = tx.actor;
    if named {
        seen::need_whole(tx, actor, ids)?;
    }
    let ids: Vec<Id> = ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    payment::hold_orders(tx, &ids)?;
    let held = payment::held(tx, &ids)?;
    invoice::hold(tx, Side::Payable, &ids)?;
    Ok(held)
}

/// What is left of payments in force of the supplier and the currency, by date and number.
fn rooms(tx: &mut Tx<'_>, common: &Common, held: &[Held]) -> Result<Vec<Room>, Refusal> {
    let fits = |one: &&Held| one.state == IN_FORCE && one.coop == common.coop && one.currency == common.currency;
    let mut fitting: Vec<&Held> = held.iter().filter(fits).collect();
    fitting.sort_by(|one, other| (&one.date, &one.num).cmp(&(&other.date, &other.num)));
    let mut rooms = Vec::new();
    for one in fitting {
        let mut select = sql::from(tx.org(), PAYMENT);
        select.columns(["functional", "exchange_rate"]).and_where(sql::eq("id", one.id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        rooms.push(Room {
            row: one.id,
            rest: one.amount - one.invoiced,
            amount: one.amount,
            functional: row.get(0)?,
            rate: row.get(1)?,
        });
    }
    Ok(rooms)
}

/// The amounts that were typed at payments; more than is left, or than the invoices come to, is found at its place.
fn chosen(asked: &[Asked], rooms: &[Room], total: i64, findings: &mut Findings) -> Vec<(Id, i64)> {
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
    let rows = filled.rows(INVOICES.member).to_vec();
    if rows.is_empty() {
        return Err(Refusal::business(NO_INVOICE));
    }
    let mut all: Vec<Typed> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let value = |place: usize| row.get(place).unwrap_or(&Value::Null);
        let text = |place: usize| Option::<String>::from_value(value(place)).map(Option::unwrap_or_default);
        let number = |place: usize| Option::<i64>::from_value(value(place));
        let one = Typed {
            num: text(0)?,
            code: text(1)?,
            amount: number(2)?.unwrap_or_default(),
            tax_rate: text(3)?,
            tax: number(4)?,
        };
        let is_twice = all.iter().any(|other| (&other.num, &other.code) == (&one.num, &one.code));
        for (member, why) in faults(tx, &common.kind, &one, (is_twice, None))? {
            filled.findings.error(format!("{}.{place}.{member}", INVOICES.member), why);
        }
        all.push(one);
    }
    Ok(all)
}

/// What is wrong with an invoice, by its members.
fn faults(
    tx: &mut Tx<'_>,
    kind: &str,
    one: &Typed,
    (is_twice, but): (bool, Option<Id>),
) -> Result<Vec<(&'static str, Text)>, Refusal> {
    let org = tx.org();
    let mut all = Vec::new();
    if one.num.is_empty() {
        all.push(("invoiceNum", NO_NUMBER.text()));
    } else if let Some((member, why)) = invoicing::number_fault(kind, &one.code, &one.num) {
        all.push((member, why.text()));
    } else if is_twice || invoicing::is_taken(tx, org, Side::Payable, (&one.code, &one.num), but)? {
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
    Ok(all)
}

/// The tax of an invoice: as it was typed, else by its rate.
fn tax(one: &Typed, currency: &str) -> Result<i64, Refusal> {
    match one.tax {
        Some(tax) => Ok(tax),
        None => Ok(Line::of("", &one.tax_rate, one.amount, currency)?.tax),
    }
}

/// The rate of a currency on a day, for what an invoice covers nothing with.
fn rate_on(tx: &mut Tx<'_>, currency: &str, date: &str) -> Result<i64, Refusal> {
    let org = tx.org();
    let table = rate::Table::of(tx, org, &[rate::currency_of(currency)?])?;
    let at = parse_day(date).map(Instant::start_of);
    let found = at.and_then(|at| table.at(currency, rate_kind(Side::Payable), at));
    Ok(found.map_or(RATE_ONE, |rate| rate.raw()))
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
    let rate = rate_on(tx, &common.currency, &common.date)?;
    let mut left: Vec<(Id, i64)> = parts;
    let rows: Vec<Id> = left.iter().filter(|(_, part)| *part != 0).map(|(row, _)| *row).collect();
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
        let wanted = wanted(common, &one, (covers, rate))?;
        let id = invoicing::register(tx, &wanted)?;
        let shown = money_text(one.amount, rate::currency_of(&common.currency)?);
        let entry = LogEntry::of(invoice::TABLE, id, &one.num, PATH).did("新建", "收票登记").level(Level::High);
        tx.log(entry.text(format!("{} {} {shown}", common.kind, common.currency)))?;
        made.push(json!({ "id": id, "invoiceNum": one.num }));
    }
    invoicing::restate(tx, Side::Payable, &rows)?;
    filled.answer("invoices", Json::Array(made));
    Ok(())
}

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

const NEW_AMOUNT: Field = AMOUNT.column("new_amount").wire("amount").required();
const NEW_RATE: Field = TAX_RATE.column("new_rate").wire("taxRate");
const NEW_TAX: Field = TAX.column("new_tax").wire("tax");
/// What is asked for where an invoice is changed.
pub(super) const CHANGED: &[Field] = &[
    CostInvoice::INVOICE_TYPE.typed(),
    CostInvoice::INVOICE_NUM.typed(),
    CostInvoice::INVOICE_CODE.typed(),
    CostInvoice::INVOICE_DATE.typed(),
    CostInvoice::TITLE.typed(),
    CostInvoice::TAXPAYER_NUM.typed(),
    NEW_AMOUNT,
    NEW_RATE,
    NEW_TAX,
    CostInvoice::REMARK.typed(),
];

/// What a change begins with: what the invoice says and covers, and the other payments of the supplier.
pub(super) fn first_of_change(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut out = PAGE.first_of(conn, actor, Some(id))?;
    let asked: BTreeSet<String> = CHANGED.iter().map(Field::name).collect();
    out.retain(|name, _| asked.contains(name));
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["amount", "tax", "tax_rate", "coop_id", "currency_code"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    out.insert(NEW_AMOUNT.name(), json!(format_scaled(row.get(0)?, 3, 2)));
    out.insert(NEW_TAX.name(), json!(format_scaled(row.get(1)?, 3, 2)));
    out.insert(NEW_RATE.name(), json!(row.get::<Option<String>>(2)?));
    let covered = invoice::of_invoices(conn, actor.org_id, Side::Payable, &[id])?;
    let covered: Vec<(Id, i64)> = covered.into_iter().map(|one| (one.row, one.amount)).collect();
    let mut ids: Vec<Id> = covered.iter().map(|(row, _)| *row).collect();
    ids.extend(pool(conn, actor, (row.get(3)?, &row.get::<String>(4)?))?);
    out.insert(PAYMENTS.member.to_owned(), shown(conn, actor.org_id, &ids, &covered)?);
    Ok(out)
}

/// An invoice whose payments its user sees wholly, in the version he saw; one that is ticked is not changed.
fn taken(tx: &mut Tx<'_>, step: &Step<'_, CostInvoice>, what: &str) -> Result<Invoice, Refusal> {
    let (org, actor, id) = (tx.org(), tx.actor, step.id);
    actor.need(COST_VIEW)?;
    look::need_seen(tx, actor, id)?;
    let rows: Vec<Id> = invoice::of_invoices(tx, org, Side::Payable, &[id])?.into_iter().map(|one| one.row).collect();
    seen::need_whole(tx, actor, &rows)?;
    let held = invoicing::held(tx, Side::Payable, id)?;
    if held.version != step.version() {
        return Err(Refusal::Stale(Json::Null));
    }
    if held.deduct.as_deref().is_some_and(is_ticked) {
        return Err(Refusal::Business(IS_TICKED.with(&[("what", what)])));
    }
    Ok(held)
}

/// 修改: all of it but supplier and currency.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let asked = asked(step)?;
    let org = tx.org();
    // The payments that are named come before the invoice in the order of locks, with those it covers already.
    let mut ids: BTreeSet<Id> = asked.iter().map(|one| one.1).collect();
    ids.extend(invoice::of_invoices(tx, org, Side::Payable, &[step.id])?.into_iter().map(|one| one.row));
    hold(tx, &ids.iter().copied().collect::<Vec<_>>(), true)?;
    let had = taken(tx, step, "修改")?;
    invoicing::need_unmoved(tx, &had, "修改")?;
    let text = |step: &Step<'_, CostInvoice>, field: Field| {
        Ok::<_, Refusal>(step.get::<Option<String>>(field)?.unwrap_or_default())
    };
    let one = Typed {
        num: text(step, CostInvoice::INVOICE_NUM)?,
        code: text(step, CostInvoice::INVOICE_CODE)?,
        amount: step.get(NEW_AMOUNT)?,
        tax_rate: text(step, NEW_RATE)?,
        tax: step.get(NEW_TAX)?,
    };
    let common = Common {
        coop: had.coop,
        currency: had.currency.clone(),
        kind: text(step, CostInvoice::INVOICE_TYPE)?,
        date: text(step, CostInvoice::INVOICE_DATE)?,
        title: text(step, CostInvoice::TITLE)?,
        taxpayer: text(step, CostInvoice::TAXPAYER_NUM)?,
        remark: text(step, CostInvoice::REMARK)?,
    };
    for (member, why) in faults(tx, &common.kind, &one, (false, Some(had.id)))? {
        step.findings.error(member, why);
    }
    step.unless_clean()?;
    let mut rows: BTreeSet<Id> = invoicing::free(tx, &had)?.into_iter().collect();
    let held = payment::held(tx, &ids.into_iter().collect::<Vec<_>>())?;
    let rooms = rooms(tx, &common, &held)?;
    let parts = if asked.is_empty() {
        let rests: Vec<i64> = rooms.iter().map(|room| room.rest).collect();
        rooms.iter().zip(fifo(one.amount, &rests)).map(|(room, part)| (room.row, part)).collect()
    } else {
        chosen(&asked, &rooms, one.amount, &mut step.findings)
    };
    step.unless_clean()?;
    let own = rate::functional(tx, org)?;
    let parts: Vec<(Id, i64)> = parts.into_iter().filter(|(_, part)| *part != 0).collect();
    let covers = invoicing::covers(&parts, &rooms, &common.currency, own.code())?;
    let rate = rate_on(tx, &common.currency, &common.date)?;
    invoicing::refigure(tx, had.id, &wanted(&common, &one, (covers, rate))?)?;
    rows.extend(parts.iter().map(|(row, _)| *row));
    invoicing::restate(tx, Side::Payable, &rows.into_iter().collect::<Vec<_>>())?;
    if common.kind != had.kind {
        let state = invoicing::deduct_state(&common.kind);
        step.set(CostInvoice::DEDUCT_STATE, Value::Text(state.to_owned()));
    }
    // No code is stored as an empty one: the index of numbers counts it.
    step.set(CostInvoice::INVOICE_CODE, Value::Text(one.code));
    Ok(())
}

/// 删除: what it covered is open for invoices again; what was settled of its payments stays.
pub(super) fn remove(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step, "删除")?;
    invoicing::remove(tx, &held, "删除")
}

/// What ticking begins with: this month.
pub(super) fn first_of_deduct(_: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    Ok([(CostInvoice::DEDUCT_MONTH.name(), json!(month_of(actor.now.day())))].into_iter().collect())
}

/// 勾选抵扣: only of what can be deducted.
pub(super) fn deduct(_: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    if step.document.deduct_state == NOT_DEDUCTED || step.document.deduct_state.is_empty() {
        return Err(Refusal::business(NOT_DEDUCTIBLE));
    }
    step.set(CostInvoice::DEDUCT_STATE, Value::Text(TICKED.to_owned()));
    Ok(())
}

/// 取消勾选.
pub(super) fn undeduct(_: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    if !is_ticked(&step.document.deduct_state) {
        return Err(Refusal::business(NOT_TICKED));
    }
    step.set(CostInvoice::DEDUCT_STATE, Value::Text(UNTICKED.to_owned()));
    step.set(CostInvoice::DEDUCT_MONTH, Value::Null);
    Ok(())
}
