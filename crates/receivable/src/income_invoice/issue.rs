//! 开票登记: the invoices of an application, several at once, with their items and what they cover of its notes.

use std::collections::BTreeSet;

use charge::figure::tax_of;
use charge::item::EXEMPT;
use charge::ledger::{INCOME_VIEW, money_text};
use charge::rate;
use charge::terms::TAX;
use kernel::{Day, Text, parse_day, show_day};
use platform::document::RowValues;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::application::{self, Billed, Held};
use settle::invoice;
use settle::invoicing::{self, INCOME_TYPES, Line, SPECIAL_TYPES, Wanted};
use settle::write_off::{self, Of, Source, Target};
use trade::charge::Side;

use super::apply::{self, IS_EXEMPT, TAX_NEEDED};
use super::{ApplicationRow, PATH};
use crate::income_writeoff::form::{self, DIRECT};

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
const NO_DATE: Msg = Msg::new("income_invoice.settle_date", "请填写核销日期", "Enter the date of the write-off.");
const NO_ITEM: Msg = Msg::new("income_invoice.item", "请填写开票项目", "Enter the item.");

pub(super) const AMOUNT_MAX: i64 = charge::line::AMOUNT_MAX;
const TYPE: Field =
    Field::select(INCOME_TYPES, "发票类型", "Type").column("issued_type").wire("invoiceType").required();
const DATE: Field = Field::day("开票日期", "Date").column("invoice_date").required();
const REMARK: Field = Field::long("发票备注", "Remark").column("invoice_remark").max(200);
const ACCOUNT: Field = Field::reference(DIRECT, "开票即核销：收款科目", "Settle at once: account").column("account_id");
const SETTLE_DATE: Field = Field::day("核销日期", "Date of the write-off").column("write_off_date");

/// What is asked for beside the invoices.
pub(super) const FIELDS: &[Field] = &[TYPE, DATE, REMARK, ACCOUNT, SETTLE_DATE];

pub(super) const NUM: Field = Field::text("发票号", "Number").column("invoice_num").max(20);
pub(super) const CODE: Field = Field::text("发票代码", "Code").column("invoice_code").max(12);
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency").max(3);
pub(super) const AMOUNT: Field = Field::decimal(3, "价税合计", "Amount")
    .digits(2)
    .in_currency("currency")
    .column("amount")
    .range(-AMOUNT_MAX, AMOUNT_MAX);
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
pub(super) struct Typed {
    pub num: String,
    pub code: String,
    pub currency: String,
    pub amount: i64,
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
    let is_nameless = SPECIAL_TYPES.contains(&kind.as_str()) && held.application.taxpayer.is_empty();
    step.findings.error_if(is_nameless, &TYPE.name(), TAX_NEEDED);
    let typed = typed(tx, &kind, &held, step)?;
    let lines = lines(&kind, &typed, step)?;
    step.unless_clean()?;
    let date = parse_day(&date).ok_or(Refusal::NotFound)?;
    let wanted = wanted(tx, (&held, &billed), (&kind, date, &remark), (typed, lines), &mut step.findings)?;
    step.unless_clean()?;
    let made = register(tx, held.application.id, &wanted)?;
    step.answer("invoices", made.iter().map(|(id, one)| json!({ "id": id, "invoiceNum": one.num })).collect());
    settle_at_once(tx, &made, step)
}

/// Writes the invoices of an application, which is held with its notes, and a line of the log for each.
pub(super) fn register<'a>(
    tx: &mut Tx<'_>,
    application: Id,
    wanted: &'a [Wanted],
) -> Result<Vec<(Id, &'a Wanted)>, Refusal> {
    let mut rows = BTreeSet::new();
    let mut made = Vec::new();
    for one in wanted {
        made.push((invoicing::register(tx, one)?, one));
        rows.extend(one.covers.iter().map(|cover| cover.row));
    }
    invoicing::restate(tx, Side::Receivable, &rows.into_iter().collect::<Vec<_>>())?;
    application::restate(tx, application)?;
    for (id, one) in &made {
        let shown = money_text(one.amount, rate::currency_of(&one.currency)?);
        let entry = LogEntry::of(invoice::TABLE, *id, &one.num, PATH).did("新建", "开票登记").level(Level::High);
        tx.log(entry.text(format!("{} {} {shown}", one.kind, one.currency)))?;
    }
    Ok(made)
}

/// 开票即核销: money of an account against what is open of each invoice, which may be of another currency (css.md 0.8).
fn settle_at_once(tx: &mut Tx<'_>, made: &[(Id, &Wanted)], step: &mut Step<'_, ApplicationRow>) -> Result<(), Refusal> {
    let Some(account) = step.get::<Option<Id>>(ACCOUNT)? else { return Ok(()) };
    tx.actor.need(crate::income_writeoff::ADD)?;
    let day = step.get::<Option<String>>(SETTLE_DATE)?.as_deref().and_then(parse_day);
    let Some(date) = day else {
        step.findings.error(SETTLE_DATE.name(), NO_DATE.text());
        return Ok(());
    };
    for (id, one) in made {
        let amount = one.amount - settled(tx, *id)?;
        if amount == 0 {
            continue;
        }
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
            targets: vec![Target { of: Of::Invoice { invoice: *id, note: None }, amount, money: None }],
        };
        form::write(tx, &wanted).map_err(at_account)?;
    }
    Ok(())
}

/// What money that came before it settles of an invoice.
fn settled(tx: &mut Tx<'_>, id: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(tx.org(), invoice::TABLE);
    select.column("settled").and_where(sql::eq("id", id));
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
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

/// The charges of what is applied for.
pub(super) fn billed(tx: &mut Tx<'_>, org: i64, held: &Held) -> Result<Vec<Billed>, Refusal> {
    let of_parts: BTreeSet<(Id, &str)> = held.parts.iter().map(|part| (part.note, part.currency.as_str())).collect();
    let ids: BTreeSet<Id> = held.parts.iter().map(|part| part.note).collect();
    let notes: Vec<_> = held.notes.iter().filter(|note| ids.contains(&note.id)).cloned().collect();
    let billed = application::billed(tx, org, &notes)?;
    Ok(billed.into_iter().filter(|one| of_parts.contains(&(one.note, one.currency.as_str()))).collect())
}

/// The invoices as they are typed; what is wrong with their numbers is found at its place.
fn typed(tx: &mut Tx<'_>, kind: &str, held: &Held, step: &mut Step<'_, ApplicationRow>) -> Result<Vec<Typed>, Refusal> {
    let org = tx.org();
    let rows = step.rows(INVOICES.member).to_vec();
    if rows.is_empty() {
        return Err(Refusal::business(NO_INVOICE));
    }
    let all = rows.iter().map(|row| one_typed(row)).collect::<Result<Vec<_>, _>>()?;
    let taken = invoicing::taken_among(tx, org, Side::Receivable, all.iter().map(|one| one.num.as_str()))?;
    let codes = held.currencies();
    let mut known = BTreeSet::new();
    for (place, one) in all.iter().enumerate() {
        let mut say =
            |member: &str, why: Text| step.findings.error(format!("{}.{place}.{member}", INVOICES.member), why);
        let number = (one.code.clone(), one.num.clone());
        if one.num.is_empty() {
            say("invoiceNum", NO_NUMBER.text());
        } else if let Some((member, why)) = invoicing::number_fault(kind, &one.code, &one.num) {
            say(member, why.text());
        } else if taken.contains(&number) {
            say("invoiceNum", invoicing::taken(Side::Receivable, &one.num));
        } else if !known.insert(number) {
            say("invoiceNum", TWICE.text());
        }
        if one.amount == 0 {
            say("amount", NO_AMOUNT.text());
        }
        if !codes.contains(one.currency.as_str()) {
            say("currency", NO_CURRENCY.text());
        }
    }
    Ok(all)
}

fn one_typed(row: &[Value]) -> Result<Typed, Refusal> {
    let text = |place: usize| {
        let value = row.get(place).unwrap_or(&Value::Null);
        Option::<String>::from_value(value).map(Option::unwrap_or_default)
    };
    let amount = row.get(3).map_or(Ok(None), Option::<i64>::from_value)?.unwrap_or_default();
    let (num, code) = (invoicing::number(&text(0)?), invoicing::number(&text(1)?));
    Ok(Typed { num, code, currency: text(2)?, amount })
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
        let (item, rate) = (text(1)?, text(2)?);
        step.findings.error_if(item.is_empty(), &format!("{}.{place}.itemName", LINES.member), NO_ITEM);
        let at = format!("{}.{place}.taxRate", LINES.member);
        if tax_of(&rate).is_none() {
            step.findings.error(at, NO_RATE.text());
        } else if rate == EXEMPT && SPECIAL_TYPES.contains(&kind) {
            step.findings.error(at, IS_EXEMPT.text());
        } else if rate::currency_of(&invoice.currency).is_ok() {
            own.push(Line::of(&item, &rate, number(3)?.unwrap_or_default(), &invoice.currency)?);
        }
    }
    Ok(all)
}

/// The invoices with lines and with what they cover, each behind those before it.
pub(super) fn wanted(
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

/// The tax rates of lines.
pub(super) fn rates(lines: &[Line]) -> String {
    let rates: BTreeSet<&str> = lines.iter().map(|line| line.tax_rate.as_str()).collect();
    rates.into_iter().collect::<Vec<_>>().join(",")
}
