//! 修改, 红冲 and 删除登记 of issued invoices.

use std::collections::BTreeSet;

use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use kernel::{format_scaled, parse_day, show_day};
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::application;
use settle::invoice;
use settle::invoicing::{self, Invoice, Red, Room, VAT_TYPES, Wanted};
use trade::charge::Side;

use super::issue::{AMOUNT, AMOUNT_MAX, CODE, NUM, rates};
use super::{INVOICES as ISSUED, IssuedInvoice, PATH, decide, seen};

const RED_AMOUNT: Msg =
    Msg::new("income_invoice.red_amount", "红字发票不能修改金额", "The amount of a red invoice can't be changed.");
const CONFIRM_NEEDED: Msg =
    Msg::new("income_invoice.confirm", "请填写红字信息确认单编号", "Enter the confirmation number of the red invoice.");
const CONFIRM_FORM: Msg = Msg::new(
    "income_invoice.confirm_form",
    "红字信息确认单编号须为字母或数字",
    "The confirmation number has letters and digits only.",
);
const EDITED: &str = "修改金额";
const REMOVED: &str = "删除";

const NEW_REMARK: Field = Field::long("发票备注", "Remark").column("new_remark").wire("invoiceRemark").max(200);
const NEW_AMOUNT: Field = AMOUNT.column("new_amount").wire("amount").required();
/// What is asked for where an invoice is changed.
pub(super) const CHANGED: &[Field] = &[
    IssuedInvoice::INVOICE_NUM.typed(),
    IssuedInvoice::INVOICE_CODE.typed(),
    IssuedInvoice::INVOICE_DATE.typed(),
    NEW_AMOUNT,
    NEW_REMARK,
];

/// What a change begins with.
pub(super) fn first_of_change(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut out = ISSUED.first_of(conn, actor, Some(id))?;
    let asked: BTreeSet<String> = CHANGED.iter().map(Field::name).collect();
    out.retain(|name, _| asked.contains(name));
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["amount", "remark"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    out.insert(NEW_AMOUNT.name(), json!(format_scaled(row.get(0)?, 3, 2)));
    out.insert(NEW_REMARK.name(), json!(row.get::<Option<String>>(1)?));
    Ok(out)
}

/// An invoice whose orders its user sees, all of them, in the version he saw.
pub(super) fn taken(tx: &mut Tx<'_>, step: &Step<'_, IssuedInvoice>) -> Result<Invoice, Refusal> {
    let actor = tx.actor;
    actor.need(INCOME_VIEW)?;
    seen::need_whole_invoice(tx, actor, step.id)?;
    let held = invoicing::held(tx, Side::Receivable, step.id)?;
    if held.version == step.version() { Ok(held) } else { Err(Refusal::Stale(Json::Null)) }
}

/// What is wrong with a number in a dialog of one invoice.
fn number_findings(
    tx: &mut Tx<'_>,
    kind: &str,
    (code, num): (&str, &str),
    (but, names): (Option<Id>, (Field, Field)),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    if let Some((member, why)) = invoicing::number_fault(kind, code, num) {
        let at = if member == NUM.name() { names.0 } else { names.1 };
        findings.error(at.name(), why.text());
    } else if invoicing::is_taken(tx, org, Side::Receivable, (code, num), but)? {
        findings.error(names.0.name(), invoicing::taken(Side::Receivable, num));
    }
    Ok(())
}

/// 修改: number, code, date and remark; before it is settled also the amount.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step)?;
    invoicing::need_unposted(tx, held.id)?;
    let num = invoicing::number(&step.get::<String>(IssuedInvoice::INVOICE_NUM)?);
    let code = step.get::<Option<String>>(IssuedInvoice::INVOICE_CODE)?.unwrap_or_default();
    let code = invoicing::number(&code);
    let date: String = step.get(IssuedInvoice::INVOICE_DATE)?;
    let amount: i64 = step.get(NEW_AMOUNT)?;
    let names = (IssuedInvoice::INVOICE_NUM, IssuedInvoice::INVOICE_CODE);
    number_findings(tx, &held.kind, (&code, &num), (Some(held.id), names), &mut step.findings)?;
    step.unless_clean()?;
    if let Some(day) = parse_day(&date).filter(|_| date != held.date) {
        invoicing::redate(tx, &held, day)?;
    }
    if amount != held.amount {
        refigure(tx, &held, (amount, &date), &mut step.findings)?;
        step.unless_clean()?;
        log_amount(tx, &held, (&num, amount))?;
    }
    let remark = step.get::<Option<String>>(NEW_REMARK)?.map_or(Value::Null, Value::Text);
    let update = sql::update(tx.org(), invoice::TABLE, &[("remark", remark)]);
    tx.exec(&update.clone().and_where(sql::eq("id", held.id)).to_owned().into())?;
    step.set(IssuedInvoice::INVOICE_NUM, Value::Text(num));
    // No code is stored as an empty one: the index of numbers counts it.
    step.set(IssuedInvoice::INVOICE_CODE, Value::Text(code));
    Ok(())
}

/// The page tells in the log what differs of its fields, among which amounts are not.
fn log_amount(tx: &mut Tx<'_>, held: &Invoice, (num, amount): (&str, i64)) -> Result<(), Refusal> {
    let currency = rate::currency_of(&held.currency)?;
    let [old, new] = [held.amount, amount].map(|raw| money_text(raw, currency));
    let entry = LogEntry::of(invoice::TABLE, held.id, num, PATH).did("修改", EDITED).level(Level::High);
    tx.log(entry.text(format!("价税合计 {} {old} → {new}", held.currency)))
}

/// Another amount: what it covered is free, then it covers what is open in order; its items keep their proportion.
fn refigure(
    tx: &mut Tx<'_>,
    held: &Invoice,
    (amount, date): (i64, &str),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    if held.red_of.is_some() {
        return Err(Refusal::business(RED_AMOUNT));
    }
    invoicing::need_unmoved(tx, held, EDITED)?;
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let application = held.application.ok_or(Refusal::NotFound)?;
    let had = invoicing::lines(tx, org, held.id)?;
    let mut rows: BTreeSet<Id> = invoicing::free(tx, held)?.into_iter().collect();
    let ground = application::held(tx, application)?;
    let rooms: Vec<Room> = ground.rooms(&held.currency);
    let parts = match invoicing::spread(Side::Receivable, amount, &rooms) {
        Ok(parts) => parts,
        Err(why) => {
            findings.error(NEW_AMOUNT.name(), why);
            return Ok(());
        }
    };
    let weights: Vec<_> = had.into_iter().map(|line| (line.item, line.tax_rate, line.amount)).collect();
    let lines = invoicing::shared(amount, &held.currency, &weights)?;
    let covers = invoicing::covers(&parts, &rooms, &held.currency, own.code())?;
    rows.extend(parts.iter().map(|(row, _)| *row));
    let wanted = Wanted {
        side: Side::Receivable,
        application: Some(application),
        coop: held.coop,
        kind: held.kind.clone(),
        code: held.code.clone(),
        num: held.num.clone(),
        date: parse_day(date).ok_or(Refusal::NotFound)?,
        title: held.title.clone(),
        taxpayer: held.taxpayer.clone(),
        currency: held.currency.clone(),
        amount,
        tax: lines.iter().map(|line| line.tax).sum(),
        tax_rate: rates(&lines),
        lines,
        covers,
        rate: held.rate,
        remark: String::new(),
    };
    invoicing::refigure(tx, held.id, &wanted)?;
    invoicing::restate(tx, Side::Receivable, &rows.into_iter().collect::<Vec<_>>())?;
    application::restate(tx, application)
}

const RED_NUM: Field = NUM.column("red_num").required();
const RED_CODE: Field = CODE.column("red_code");
const RED_DATE: Field = Field::day("红冲日期", "Date").column("red_date").required();
const RED_AMOUNT_FIELD: Field = Field::decimal(3, "红冲金额", "Taken back")
    .digits(2)
    .column("red_amount")
    .range(-AMOUNT_MAX, AMOUNT_MAX)
    .required();
const REASON: Field = Field::text("红冲原因", "Why").column("reason").required().max(200);
const CONFIRM: Field = Field::text("红字信息确认单编号", "Confirmation of the red invoice")
    .column("confirm_num")
    .wire("redConfirmNo")
    .max(20);
/// What is asked for where an invoice is taken back.
pub(super) const RED_FIELDS: &[Field] = &[RED_NUM, RED_CODE, RED_DATE, RED_AMOUNT_FIELD, CONFIRM, REASON];

/// What taking back begins with: all that is open.
pub(super) fn first_of_red(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["amount", "settled", "application_id"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let figures = (row.get(0)?, row.get(1)?);
    let (_, open) = invoicing::open_of(conn, actor.org_id, (id, row.get(2)?), figures)?;
    let members = [
        (RED_DATE.name(), json!(show_day(actor.now.day()))),
        (RED_AMOUNT_FIELD.name(), json!(format_scaled(open, 3, 2))),
    ];
    Ok(members.into_iter().collect())
}

/// 红冲: a red invoice with its own number takes back the whole or a part; decided about where the company wants it.
pub(super) fn red(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step)?;
    let text = |step: &Step<'_, IssuedInvoice>, field: Field| {
        Ok::<_, Refusal>(step.get::<Option<String>>(field)?.unwrap_or_default())
    };
    let (num, code) = (invoicing::number(&text(step, RED_NUM)?), invoicing::number(&text(step, RED_CODE)?));
    let (confirm, reason) = (text(step, CONFIRM)?, text(step, REASON)?);
    number_findings(tx, &held.kind, (&code, &num), (None, (RED_NUM, RED_CODE)), &mut step.findings)?;
    if VAT_TYPES.contains(&held.kind.as_str()) {
        let fits = confirm.bytes().all(|byte| byte.is_ascii_alphanumeric());
        step.findings.error_if(confirm.is_empty(), &CONFIRM.name(), CONFIRM_NEEDED);
        step.findings.error_if(!fits, &CONFIRM.name(), CONFIRM_FORM);
    }
    let amount: i64 = step.get(RED_AMOUNT_FIELD)?;
    if let Some(why) = invoicing::red_fault(tx, &held, amount)? {
        step.findings.error(RED_AMOUNT_FIELD.name(), why.text());
    }
    step.unless_clean()?;
    let date = parse_day(&text(step, RED_DATE)?).ok_or(Refusal::NotFound)?;
    let red = Red { code, num, date, amount, reason: reason.clone(), confirm };
    let (id, worth) = invoicing::red(tx, &held, &red)?;
    let done = decide::take_back(tx, (id, &red.num), &held, (worth.abs(), &reason))?;
    step.answer("redId", json!(id));
    step.answer("instanceNo", json!(done));
    Ok(())
}

/// 删除登记: its number is free, and what it covered can be invoiced anew.
pub(super) fn remove(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step)?;
    invoicing::remove(tx, &held, REMOVED)?;
    let Some(application) = held.application else { return Ok(()) };
    application::restate(tx, application)?;
    if held.red_of.is_some() { application::need_within(tx, application, REMOVED) } else { Ok(()) }
}

/// 附件 of an invoice of which its user sees all orders.
pub(super) fn attach(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let actor = tx.actor;
    seen::need_whole_invoice(tx, actor, step.id)?;
    invoicing::need_unposted(tx, step.id)
}
