//! Opening items as documents of these books: of each partner, scope and currency one order, whose charges are billed and
//! reconciled one by one under their original numbers.

use std::collections::BTreeMap;

use charge::line::{self, Line, Source, TYPED};
use charge::{figure, finance, ledger, rate};
use kernel::{Day, ExchangeRate, Id, show_day};
use order::OPENING as PRODUCT;
use orderdesk::money_only;
use platform::call::Tx;
use platform::log::{Level, LogEntry};
use platform::page::Told;
use platform::refusal::Refusal;
use platform::store::{Conn as _, Value, sql};
use serde_json::{Value as Json, json};
use settle::advance::{self, DEPOSIT_IN, DEPOSIT_OUT, IN, OUT};
use settle::{amounts, fund, note, payment};
use trade::charge::basis::Basis;
use trade::charge::{Carry, Side};

use super::items::Item;
use super::sheet::{ACCOUNT, KINDS, RECEIVABLE};
use super::{BOOK, ITEM, VALID};
use crate::bank_journal::PATH;

/// Scope of the orders.
const IO: &str = "IO";
/// One, in ten-thousandths.
const ONCE: i64 = 10_000;
/// Without tax.
const UNTAXED: &str = "0%";
/// What the log calls it.
const DID: &str = "导入期初";

/// What became of an item.
struct Became {
    order: Option<Id>,
    document: Id,
}

/// Writes all of it; answers what is told of it.
pub(super) fn bring(
    tx: &mut Tx<'_>,
    (num, file): (&str, &str),
    (day, service): (Day, Id),
    items: &[Item],
) -> Result<Json, Refusal> {
    let book = tx.new_id();
    let mut groups: BTreeMap<(Id, &str, &str), Vec<&Item>> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.is_sum && item.is_open_item()) {
        groups.entry((item.subject, item.scope, item.currency.code())).or_default().push(item);
    }
    let brought: Vec<&Item> = items.iter().filter(|item| !item.is_sum).collect();
    insert_book(tx, book, (num, file, day), brought.len())?;
    for ((coop, scope, currency), group) in &groups {
        let number = format!("{PRODUCT}-{scope}-{currency}");
        let wanted = money_only::Wanted { coop: *coop, product: PRODUCT, day, number };
        let order = money_only::make(tx, &wanted)?;
        open_items(tx, (book, service), (order.id, &order.code), group)?;
    }
    for item in items.iter().filter(|item| !item.is_sum && !item.is_open_item()) {
        let document = if item.kind == ACCOUNT { balance(tx, item, day)? } else { of_advance(tx, item)? };
        insert_item(tx, book, item, &Became { order: None, document })?;
    }
    let entry = LogEntry::of(BOOK, book, num, PATH).did("导入", DID).level(Level::High);
    tx.log(entry.text(format!("{DID} {num}：{file}，{}行", brought.len())))?;
    let told = told(tx, num, (&brought, groups.len()))?;
    Ok(json!({ "id": book, "bookNum": num, "items": brought.len(), "orders": groups.len(), "told": told.json() }))
}

fn told(tx: &mut Tx<'_>, num: &str, (items, orders): (&[&Item], usize)) -> Result<Told, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let mut told = Told::default()
        .toned(("期初批次", "Opening"), num.to_owned(), "done")
        .line(("订单", "Orders"), orders.to_string());
    for kind in KINDS {
        let of: Vec<(&str, i64)> = items
            .iter()
            .filter(|item| item.kind == kind.value)
            .map(|item| (item.currency.code(), item.amount))
            .collect();
        if !of.is_empty() {
            told = told.line((kind.zh, kind.en), format!("{} · {}", of.len(), amounts::parts(own, of)));
        }
    }
    Ok(told)
}

/// The charges of an order, with a note or a payment of each.
fn open_items(
    tx: &mut Tx<'_>,
    (book, service): (Id, Id),
    (order, code): (Id, &str),
    items: &[&Item],
) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    finance::hold(tx, order, None)?;
    let mut lines = Vec::with_capacity(items.len());
    for item in items {
        lines.push(charge(item, service, own)?);
    }
    ledger::write(tx, (order, code), (&[], &lines), DID)?;
    let mut charges: BTreeMap<(&'static str, String), Id> = BTreeMap::new();
    for line in line::of_order(tx, org, order)? {
        if let Some(id) = line.id {
            charges.insert((line::code_of(line.side), line.charge.note), id);
        }
    }
    for item in items {
        let charge = charges.get(&(item.kind, item.number.clone())).copied();
        let charge = charge.ok_or_else(|| Refusal::broken("an opening item without its charge"))?;
        let document = if item.kind == RECEIVABLE {
            billed(tx, (order, charge), item)?
        } else {
            reconciled(tx, (order, charge), item)?
        };
        insert_item(tx, book, item, &Became { order: Some(order), document })?;
    }
    Ok(())
}

/// The charge of an open item: its amount and rate as the old books have them, without tax, which was settled there. Its cost
/// was agreed on there, too.
fn charge(item: &Item, service: Id, own: trade::charge::Currency) -> Result<Line, Refusal> {
    let side = if item.kind == RECEIVABLE { Side::Receivable } else { Side::Payable };
    let mut line = Line::new(side, Source::Imported);
    let charge = &mut line.charge;
    charge.service_item_id = Some(service);
    charge.coop_id = Some(item.subject);
    charge.basis = Basis::Shipment.name().to_owned();
    charge.currency_code = item.currency.code().to_owned();
    charge.price = Some(item.amount.saturating_mul(10));
    charge.quantity = Some(ONCE);
    charge.quantity_typed = true;
    charge.amount = Some(item.amount);
    charge.amount_fixed = true;
    charge.tag = TYPED.to_owned();
    charge.tax_rate = UNTAXED.to_owned();
    charge.not_tax = item.amount;
    charge.carry = Carry::default().name().to_owned();
    charge.note = item.number.clone();
    charge.inner_note = item.remark.clone();
    charge.cost_confirmed = side == Side::Payable;
    figure::reprice(charge, ExchangeRate::from_raw(item.rate), own)?;
    Ok(line)
}

fn remark_of(item: &Item) -> String {
    [item.number.as_str(), item.remark.as_str()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn billed(tx: &mut Tx<'_>, (order, charge): (Id, Id), item: &Item) -> Result<Id, Refusal> {
    let wanted = note::Wanted {
        order,
        scope: IO.to_owned(),
        coop: item.subject,
        charges: vec![charge],
        date: item.date,
        due: (item.due, true),
        agreement: None,
        bank: None,
        remark: remark_of(item),
        inner_remark: String::new(),
        rates: BTreeMap::new(),
    };
    let (id, num) = note::make(tx, &wanted)?;
    logged(tx, (note::OBJECT, id, &num))
}

fn reconciled(tx: &mut Tx<'_>, (order, charge): (Id, Id), item: &Item) -> Result<Id, Refusal> {
    let part = payment::Part { charge, order, number: item.number.clone(), amount: item.amount };
    let wanted = payment::Wanted {
        scope: IO.to_owned(),
        coop: item.subject,
        currency: item.currency.code().to_owned(),
        date: item.date,
        rate: None,
        supplier_bill: item.number.clone(),
        remark: format!("到期日 {} {}", show_day(item.due), item.remark).trim().to_owned(),
        parts: vec![part],
    };
    let (id, num) = payment::make(tx, &wanted)?;
    logged(tx, (payment::OBJECT, id, &num))
}

fn of_advance(tx: &mut Tx<'_>, item: &Item) -> Result<Id, Refusal> {
    let kind = [IN, OUT, DEPOSIT_IN, DEPOSIT_OUT].into_iter().find(|kind| *kind == item.kind).unwrap_or(IN);
    let wanted = advance::Wanted {
        kind,
        coop: item.subject,
        order: None,
        date: item.date,
        account: Id(0),
        currency: item.currency.code().to_owned(),
        amount: item.amount,
        rate: item.rate,
        receipt: None,
        fee: 0,
        request: None,
        containers: String::new(),
        return_date: None,
        remark: remark_of(item),
    };
    let (id, num) = advance::bring(tx, &wanted)?;
    logged(tx, (advance::OBJECT, id, &num))
}

/// The balance of an account at the end of the day of the opening.
fn balance(tx: &mut Tx<'_>, item: &Item, day: Day) -> Result<Id, Refusal> {
    let mut findings = kernel::Findings::new();
    fund::need_account(tx, (item.subject, true), "account", &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let cells = [
        ("account_id", Value::Int(item.subject.0)),
        ("opening_date", Value::Text(show_day(day))),
        ("amount", Value::Int(item.amount)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    tx.exec(&sql::insert(tx.org(), fund::OPENING, &cells).into())?;
    fund::need_cash(tx, item.subject, "")?;
    Ok(item.subject)
}

fn logged(tx: &mut Tx<'_>, (object, id, num): (&'static str, Id, &str)) -> Result<Id, Refusal> {
    tx.log(LogEntry::of(object, id, num, PATH).did("新建", DID).level(Level::Low).text(format!("{DID} {num}")))?;
    Ok(id)
}

fn insert_book(tx: &mut Tx<'_>, id: Id, (num, file, day): (&str, &str, Day), items: usize) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let cells = [
        ("id", Value::Int(id.0)),
        ("book_num", Value::Text(num.to_owned())),
        ("opening_date", Value::Text(show_day(day))),
        ("file_name", Value::Text(file.to_owned())),
        ("items", Value::Int(i64::try_from(items).unwrap_or(i64::MAX))),
        ("state", Value::Text(VALID.to_owned())),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), BOOK, &cells).into())?;
    Ok(())
}

fn insert_item(tx: &mut Tx<'_>, book: Id, item: &Item, became: &Became) -> Result<(), Refusal> {
    let scope = if item.scope.is_empty() { Value::Null } else { Value::Text(item.scope.to_owned()) };
    let cells = [
        ("id", Value::Int(tx.new_id().0)),
        ("book_id", Value::Int(book.0)),
        ("line", Value::Int(i64::from(item.line))),
        ("kind", Value::Text(item.kind.to_owned())),
        ("subject_id", Value::Int(item.subject.0)),
        ("business_scope", scope),
        ("currency_code", Value::Text(item.currency.code().to_owned())),
        ("original_num", Value::Text(item.number.clone())),
        ("item_date", Value::Text(show_day(item.date))),
        ("due_date", Value::Text(show_day(item.due))),
        ("amount", Value::Int(item.amount)),
        ("exchange_rate", Value::Int(item.rate)),
        ("order_id", became.order.map_or(Value::Null, |order| Value::Int(order.0))),
        ("document_id", Value::Int(became.document.0)),
        ("is_back", Value::Bool(false)),
    ];
    tx.exec(&sql::insert(tx.org(), ITEM, &cells).into())?;
    Ok(())
}
