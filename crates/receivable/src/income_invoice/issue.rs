//! 开票登记, 修改, 红冲 and 删除登记: the invoices of an application, by their numbers.

use std::collections::BTreeSet;

use charge::figure::tax_of;
use charge::item::EXEMPT;
use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use charge::terms::TAX;
use kernel::{Day, Text, format_scaled, parse_day, show_day};
use platform::document::RowValues;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::application::{self, Billed, Held};
use settle::invoice;
use settle::invoicing::{self, INCOME_TYPES, Invoice, Line, Red, Room, SPECIAL_TYPES, VAT_TYPES, Wanted};
use settle::write_off::{self, Of, Source, Target};
use trade::charge::Side;

use super::apply::{self, IS_EXEMPT};
use super::{ApplicationRow, INVOICES as ISSUED, IssuedInvoice, PATH, decide, seen};
use crate::income_writeoff::form::{self, DIRECT, need_seen};

const NO_INVOICE: Msg = Msg::new("income_invoice.none", "请填写发票", "Enter the invoices.");
const NO_NUMBER: Msg = Msg::new("income_invoice.number", "请填写发票号", "Enter the number of the invoice.");
const NO_AMOUNT: Msg = Msg::new("income_invoice.amount", "请填写价税合计", "Enter the amount.");
const NO_CURRENCY: Msg =
    Msg::new("income_invoice.currency", "申请中没有该币种", "The application has no such currency.");
const TWICE: Msg = Msg::new("income_invoice.twice", "发票号码重复", "The number stands here twice.");
const NO_PLACE: Msg = Msg::new("income_invoice.place", "没有该序号的发票", "There is no invoice at this place.");
const NO_RATE: Msg = Msg::new("income_invoice.rate", "请选择税率", "Choose the tax rate.");
const NOT_SUM: Msg = Msg::new(
    "income_invoice.sum",
    "开票项目合计{sum}与发票金额不一致",
    "The items come to {sum}, which is not the amount of the invoice.",
);
const RED_AMOUNT: Msg =
    Msg::new("income_invoice.red_amount", "红字发票不能修改金额", "The amount of a red invoice can't be changed.");
const CONFIRM_NEEDED: Msg =
    Msg::new("income_invoice.confirm", "请填写红字信息确认单编号", "Enter the confirmation number of the red invoice.");
const CONFIRM_FORM: Msg = Msg::new(
    "income_invoice.confirm_form",
    "红字信息确认单编号须为字母或数字",
    "The confirmation number has letters and digits only.",
);
const NO_DATE: Msg = Msg::new("income_invoice.settle_date", "请填写核销日期", "Enter the date of the write-off.");
const EDITED: &str = "修改金额";
const REMOVED: &str = "删除";

const AMOUNT_MAX: i64 = charge::line::AMOUNT_MAX;
const TYPE: Field =
    Field::select(INCOME_TYPES, "发票类型", "Type").column("issued_type").wire("invoiceType").required();
const DATE: Field = Field::day("开票日期", "Date").column("invoice_date").required();
const REMARK: Field = Field::long("发票备注", "Remark").column("invoice_remark").max(200);
const ACCOUNT: Field = Field::reference(DIRECT, "开票即核销：收款科目", "Settle at once: account").column("account_id");
const SETTLE_DATE: Field = Field::day("核销日期", "Date of the write-off").column("write_off_date");

/// What is asked for beside the invoices.
pub(super) const FIELDS: &[Field] = &[TYPE, DATE, REMARK, ACCOUNT, SETTLE_DATE];

const NUM: Field = Field::text("发票号", "Number").column("invoice_num").max(20);
const CODE: Field = Field::text("发票代码", "Code").column("invoice_code").max(12);
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency").max(3);
const AMOUNT: Field = Field::decimal(3, "价税合计", "Amount").digits(2).column("amount").range(-AMOUNT_MAX, AMOUNT_MAX);
/// The invoices, a row each.
pub(super) const INVOICES: Rows = Rows {
    member: "invoices",
    title: ("发票", "Invoices"),
    behind: "",
    table: "",
    parent: "",
    fields: &[NUM, CODE, CURRENCY, AMOUNT],
    most: 50,
    sheet: true,
};

const PLACE: Field = Field::int("发票序号", "Invoice").column("place").range(1, 50);
const ITEM: Field = Field::text("开票项目", "Item").column("item_name").max(60);
/// The items of the invoices; of one without items they follow its charges.
pub(super) const LINES: Rows = Rows {
    member: "lines",
    title: ("开票项目", "Items"),
    behind: "",
    table: "",
    parent: "",
    fields: &[PLACE, ITEM, TAX.column("tax_rate"), AMOUNT],
    most: 200,
    sheet: true,
};

/// What the dialog begins with: an invoice for each currency of what is left.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(INCOME_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(actor.org_id, application::TABLE);
    select.column("invoice_type").and_where(sql::eq("id", id));
    let kind: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let parts = application::parts(conn, actor.org_id, &[id])?;
    let codes: BTreeSet<&str> = parts.iter().map(|part| part.currency.as_str()).collect();
    let rest = |code: &str| -> i64 {
        parts.iter().filter(|part| part.currency == code).map(|part| part.amount - part.invoiced).sum()
    };
    let rows: Vec<RowValues> = codes
        .into_iter()
        .filter(|code| rest(code) != 0)
        .map(|code| vec![Value::Null, Value::Null, Value::Text(code.to_owned()), Value::Int(rest(code))])
        .collect();
    let members = [
        (TYPE.name(), json!(kind)),
        (DATE.name(), json!(show_day(actor.now.day()))),
        (INVOICES.member.to_owned(), INVOICES.shown(&rows)),
    ];
    Ok(members.into_iter().collect())
}

/// An invoice as it is typed.
struct Typed {
    num: String,
    code: String,
    currency: String,
    amount: i64,
}

/// 开票登记: the invoices of an application, each with what it covers of the rows in their order.
pub(super) fn save(tx: &mut Tx<'_>, step: &mut Step<'_, ApplicationRow>) -> Result<(), Refusal> {
    tx.actor.need(INCOME_VIEW)?;
    let held = apply::taken(tx, step)?;
    let org = tx.org();
    let (kind, date): (String, String) = (step.get(TYPE)?, step.get(DATE)?);
    let remark: String = step.get::<Option<String>>(REMARK)?.unwrap_or_default();
    let billed = billed(tx, org, &held)?;
    if let Some(why) = apply::type_fault(&kind, billed.iter()) {
        step.findings.error(TYPE.name(), why.text());
    }
    let typed = typed(tx, &kind, &held, step)?;
    let lines = lines(&kind, &typed, step)?;
    step.unless_clean()?;
    let date = parse_day(&date).ok_or(Refusal::NotFound)?;
    let wanted = wanted(tx, (&held, &billed), (&kind, date, &remark), (typed, lines), &mut step.findings)?;
    step.unless_clean()?;
    let mut rows = BTreeSet::new();
    let mut made = Vec::new();
    for one in &wanted {
        made.push((invoicing::register(tx, one)?, one));
        rows.extend(one.covers.iter().map(|cover| cover.row));
    }
    invoicing::restate(tx, Side::Receivable, &rows.into_iter().collect::<Vec<_>>())?;
    application::restate(tx, held.application.id)?;
    for (id, one) in &made {
        let shown = money_text(one.amount, rate::currency_of(&one.currency)?);
        let entry = LogEntry::of(invoice::TABLE, *id, &one.num, PATH).did("新建", "开票登记").level(Level::High);
        tx.log(entry.text(format!("{} {} {shown}", one.kind, one.currency)))?;
    }
    step.answer("invoices", made.iter().map(|(id, one)| json!({ "id": id, "invoiceNum": one.num })).collect());
    settle_at_once(tx, &made, step)
}

/// 开票即核销: money of an account against each invoice.
fn settle_at_once(tx: &mut Tx<'_>, made: &[(Id, &Wanted)], step: &mut Step<'_, ApplicationRow>) -> Result<(), Refusal> {
    let Some(account) = step.get::<Option<Id>>(ACCOUNT)? else { return Ok(()) };
    tx.actor.need(crate::income_writeoff::ADD)?;
    let day = step.get::<Option<String>>(SETTLE_DATE)?.as_deref().and_then(parse_day);
    let Some(date) = day else {
        step.findings.error(SETTLE_DATE.name(), NO_DATE.text());
        return Ok(());
    };
    for (id, one) in made {
        let wanted = write_off::Wanted {
            side: Side::Receivable,
            coop: one.coop,
            date,
            source: Source::Account { account, rate: None },
            money: None,
            fee: 0,
            small: 0,
            request: None,
            remark: String::new(),
            targets: vec![Target { of: Of::Invoice { invoice: *id, note: None }, amount: one.amount, money: None }],
        };
        form::write(tx, &wanted)?;
    }
    Ok(())
}

/// The charges of what is applied for.
fn billed(tx: &mut Tx<'_>, org: i64, held: &Held) -> Result<Vec<Billed>, Refusal> {
    let of_part = |id: Id| held.parts.iter().any(|part| part.note == id);
    let notes: Vec<_> = held.notes.iter().filter(|note| of_part(note.id)).cloned().collect();
    let codes = held.currencies();
    Ok(application::billed(tx, org, &notes)?.into_iter().filter(|one| codes.contains(one.currency.as_str())).collect())
}

/// The invoices as they are typed; what is wrong with their numbers is found at its place.
fn typed(tx: &mut Tx<'_>, kind: &str, held: &Held, step: &mut Step<'_, ApplicationRow>) -> Result<Vec<Typed>, Refusal> {
    let org = tx.org();
    let rows = step.rows(INVOICES.member).to_vec();
    if rows.is_empty() {
        return Err(Refusal::business(NO_INVOICE));
    }
    let codes = held.currencies();
    let mut all: Vec<Typed> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let text = |place: usize| {
            let value = row.get(place).unwrap_or(&Value::Null);
            Option::<String>::from_value(value).map(Option::unwrap_or_default)
        };
        let amount = row.get(3).map_or(Ok(None), Option::<i64>::from_value)?.unwrap_or_default();
        let one = Typed { num: text(0)?, code: text(1)?, currency: text(2)?, amount };
        let mut say =
            |member: &str, why: Text| step.findings.error(format!("{}.{place}.{member}", INVOICES.member), why);
        if one.num.is_empty() {
            say("invoiceNum", NO_NUMBER.text());
        } else if let Some((member, why)) = invoicing::number_fault(kind, &one.code, &one.num) {
            say(member, why.text());
        } else if all.iter().any(|other| (&other.num, &other.code) == (&one.num, &one.code)) {
            say("invoiceNum", TWICE.text());
        } else if invoicing::is_taken(tx, org, Side::Receivable, (&one.code, &one.num), None)? {
            say("invoiceNum", invoicing::taken(Side::Receivable, &one.num));
        }
        if one.amount == 0 {
            say("amount", NO_AMOUNT.text());
        }
        if !codes.contains(one.currency.as_str()) {
            say("currency", NO_CURRENCY.text());
        }
        all.push(one);
    }
    Ok(all)
}

/// The items of each invoice; none where they follow its charges.
fn lines(kind: &str, typed: &[Typed], step: &mut Step<'_, ApplicationRow>) -> Result<Vec<Vec<Line>>, Refusal> {
    let mut all: Vec<Vec<Line>> = typed.iter().map(|_| Vec::new()).collect();
    let rows = step.rows(LINES.member).to_vec();
    for (place, row) in rows.iter().enumerate() {
        let text = |place: usize| {
            let value = row.get(place).unwrap_or(&Value::Null);
            Option::<String>::from_value(value).map(Option::unwrap_or_default)
        };
        let number = |place: usize| row.get(place).map_or(Ok(None), Option::<i64>::from_value);
        let of = number(0)?.and_then(|of| usize::try_from(of).ok()).and_then(|of| of.checked_sub(1));
        let Some((invoice, own)) = of.and_then(|of| Some((typed.get(of)?, all.get_mut(of)?))) else {
            step.findings.error(format!("{}.{place}.place", LINES.member), NO_PLACE.text());
            continue;
        };
        let rate = text(2)?;
        let at = format!("{}.{place}.taxRate", LINES.member);
        if tax_of(&rate).is_none() {
            step.findings.error(at, NO_RATE.text());
        } else if rate == EXEMPT && SPECIAL_TYPES.contains(&kind) {
            step.findings.error(at, IS_EXEMPT.text());
        } else if rate::currency_of(&invoice.currency).is_ok() {
            own.push(Line::of(&text(1)?, &rate, number(3)?.unwrap_or_default(), &invoice.currency)?);
        }
    }
    Ok(all)
}

/// The invoices with lines and with what they cover, each behind those before it.
fn wanted(
    tx: &mut Tx<'_>,
    (held, billed): (&Held, &[Billed]),
    (kind, date, remark): (&str, Day, &str),
    (typed, lines): (Vec<Typed>, Vec<Vec<Line>>),
    findings: &mut Findings,
) -> Result<Vec<Wanted>, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let mut taken: Vec<(Id, i64)> = Vec::new();
    let mut all = Vec::new();
    for (place, (one, lines)) in typed.into_iter().zip(lines).enumerate() {
        let at = format!("{}.{place}.amount", INVOICES.member);
        let mut rooms = held.rooms(&one.currency);
        for room in &mut rooms {
            room.rest -= taken.iter().filter(|(row, _)| *row == room.row).map(|(_, part)| *part).sum::<i64>();
        }
        let parts = match invoicing::spread(Side::Receivable, one.amount, &rooms) {
            Ok(parts) => parts,
            Err(why) => {
                findings.error(at, why);
                continue;
            }
        };
        let lines = match figured(&one.currency, one.amount, lines, billed)? {
            Ok(lines) => lines,
            Err(why) => {
                findings.error(at, why);
                continue;
            }
        };
        let covers = invoicing::covers(&parts, &rooms, &one.currency, own.code())?;
        taken.extend(parts);
        all.push(Wanted {
            side: Side::Receivable,
            application: Some(held.application.id),
            coop: held.application.coop,
            kind: kind.to_owned(),
            code: one.code,
            num: one.num,
            date,
            title: held.application.title.clone(),
            taxpayer: held.application.taxpayer.clone(),
            currency: one.currency,
            amount: one.amount,
            tax: lines.iter().map(|line| line.tax).sum(),
            tax_rate: rates(&lines),
            lines,
            covers,
            rate: 0,
            remark: remark.to_owned(),
        });
    }
    Ok(all)
}

/// The lines of an invoice: those that were typed, which come to its amount, else its charges by tax rate and name.
fn figured(
    currency: &str,
    amount: i64,
    lines: Vec<Line>,
    billed: &[Billed],
) -> Result<Result<Vec<Line>, Text>, Refusal> {
    if lines.is_empty() {
        let weights = application::weights(billed, currency);
        return invoicing::shared(amount, currency, &weights).map(Ok);
    }
    let sum: i64 = lines.iter().map(|line| line.amount).sum();
    if sum == amount {
        return Ok(Ok(lines));
    }
    let shown = money_text(sum, rate::currency_of(currency)?);
    Ok(Err(NOT_SUM.with(&[("sum", &shown)])))
}

fn rates(lines: &[Line]) -> String {
    let rates: BTreeSet<&str> = lines.iter().map(|line| line.tax_rate.as_str()).collect();
    rates.into_iter().collect::<Vec<_>>().join(",")
}

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
fn taken(tx: &mut Tx<'_>, step: &Step<'_, IssuedInvoice>) -> Result<Invoice, Refusal> {
    let (org, actor, id) = (tx.org(), tx.actor, step.id);
    actor.need(INCOME_VIEW)?;
    let mut select = sql::from(org, invoice::TABLE);
    select.column("application_id").and_where(sql::eq("id", id));
    let application: Option<Id> = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if let Some(application) = application {
        let orders = seen::orders_of(tx, org, application)?;
        need_seen(tx, actor, orders)?;
    }
    let held = invoicing::held(tx, Side::Receivable, id)?;
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
    let num: String = step.get(IssuedInvoice::INVOICE_NUM)?;
    let code: String = step.get::<Option<String>>(IssuedInvoice::INVOICE_CODE)?.unwrap_or_default();
    let date: String = step.get(IssuedInvoice::INVOICE_DATE)?;
    let amount: i64 = step.get(NEW_AMOUNT)?;
    let names = (IssuedInvoice::INVOICE_NUM, IssuedInvoice::INVOICE_CODE);
    number_findings(tx, &held.kind, (&code, &num), (Some(held.id), names), &mut step.findings)?;
    step.unless_clean()?;
    if date != held.date {
        charge::period::need_not_closed(tx, parse_day(&held.date).into_iter().chain(parse_day(&date)))?;
    }
    if amount != held.amount {
        refigure(tx, &held, (amount, &date), &mut step.findings)?;
    }
    let remark = step.get::<Option<String>>(NEW_REMARK)?.map_or(Value::Null, Value::Text);
    let update = sql::update(tx.org(), invoice::TABLE, &[("remark", remark)]);
    tx.exec(&update.clone().and_where(sql::eq("id", held.id)).to_owned().into())?;
    // No code is stored as an empty one: the index of numbers counts it.
    step.set(IssuedInvoice::INVOICE_CODE, Value::Text(code));
    Ok(())
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
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["amount", "settled"]).and_where(sql::eq("id", id.ok_or(Refusal::NotFound)?));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let open = row.get::<i64>(0)? - row.get::<i64>(1)?;
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
    let (num, code) = (text(step, RED_NUM)?, text(step, RED_CODE)?);
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
    let id = invoicing::red(tx, &held, &red)?;
    let done = decide::take_back(tx, (id, &red.num), &held, (held.functional.abs(), &reason))?;
    step.answer("redId", json!(id));
    step.answer("instanceNo", json!(done));
    Ok(())
}

/// 删除登记: its number is free, and what it covered can be invoiced anew.
pub(super) fn remove(tx: &mut Tx<'_>, step: &mut Step<'_, IssuedInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step)?;
    invoicing::remove(tx, &held, REMOVED)?;
    match held.application {
        Some(application) => application::restate(tx, application),
        None => Ok(()),
    }
}
