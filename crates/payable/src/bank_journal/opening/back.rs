//! 撤销期初: what was imported goes again, all of it or nothing, while nothing was done with it.

use std::collections::{BTreeMap, BTreeSet};

use charge::{finance, ledger, line};
use kernel::{Id, Msg, Text, parse_day};
use order::store::TABLE as ORDER;
use orderdesk::money_only;
use platform::call::{Call, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn as _, Row, Value, sql};
use settle::advance::{DEPOSIT_IN, DEPOSIT_OUT, IN, OUT};
use settle::{advance, fund, note, payment};

use super::sheet::{ACCOUNT, PAYABLE, RECEIVABLE};
use super::{BACK, BOOK, BOOK_OF, ITEM, VALID};
use crate::bank_journal::PATH;
use crate::bank_journal::write::{MONTH_CLOSED, closed_after};

/// What documents are told that stand against it.
const WHAT: &str = "撤销期初";
/// Documents that are named.
const NAMED_MAX: usize = 20;

const IS_BACK: Msg = Msg::new("opening.back", "该期初已撤销", "These openings were taken back already.");
const USED: Msg = Msg::new("opening.used", "期初已被使用，不能撤销：{rows}", "They were used and stay: {rows}");
const LOCKED: Msg = Msg::new("opening.locked", "订单{code}已财务锁账", "Finance locked the order {code}.");
const OTHERS: Msg = Msg::new("opening.others", "订单{code}有其他费用", "The order {code} has other charges.");
const ENDED: Msg = Msg::new("opening.ended", "订单{code}已取消或关闭", "The order {code} is not open any more.");
const MOVED: Msg = Msg::new(
    "opening.moved",
    "账户{name}期初后已有收支或期初已修改",
    "The account {name} moved after its opening, or that was changed.",
);

/// What was brought, by what it became.
#[derive(Default)]
struct Brought {
    notes: Vec<Id>,
    payments: Vec<Id>,
    advances: Vec<Id>,
    /// Account and its balance.
    balances: Vec<(Id, i64)>,
    /// How many charges of each order.
    orders: BTreeMap<Id, usize>,
}

/// Takes back an import.
pub(super) fn take(tx: &mut Tx<'_>, book: Id, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, BOOK);
    select.columns(["book_num", "opening_date", "state"]).and_where(sql::eq("id", book)).lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (num, date, state): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    if state != VALID {
        return Err(Refusal::business(IS_BACK));
    }
    let day = parse_day(&date).ok_or_else(|| Refusal::broken("an opening without a day"))?;
    if let Some(month) = closed_after(tx, day)? {
        return Err(Refusal::field(BOOK_OF.name(), MONTH_CLOSED.with(&[("month", &month)])));
    }
    let brought = brought(tx, book)?;
    finance::hold_all(tx, &brought.orders.keys().copied().collect())?;
    let mut whys = Vec::new();
    let codes = orders(tx, &brought, &mut whys)?;
    advances(tx, &brought, &mut whys)?;
    balances(tx, &brought, &date, &mut whys)?;
    let notes = notes(tx, &brought, &mut whys)?;
    let payments = payments(tx, &brought, &mut whys)?;
    refuse(&whys)?;
    for note in &notes {
        note::take_back(tx, note, reason)?;
    }
    for payment in &payments {
        payment::take_back(tx, payment, reason)?;
    }
    for (order, code) in codes {
        let kept = line::of_order(tx, org, order)?;
        ledger::write(tx, (order, &code), (&kept, &[]), WHAT)?;
        money_only::end(tx, (order, &code), WHAT)?;
    }
    remove_balances(tx, &brought)?;
    mark(tx, book, reason)?;
    let entry = LogEntry::of(BOOK, book, &num, PATH).did("修改", WHAT).level(Level::High);
    tx.log(entry.text(format!("{WHAT} {num}：{reason}")))
}

fn brought(tx: &mut Tx<'_>, book: Id) -> Result<Brought, Refusal> {
    let mut select = sql::from(tx.org(), ITEM);
    select
        .columns(["kind", "document_id", "order_id", "amount"])
        .and_where(sql::eq("book_id", book))
        .order_by("document_id", Order::Asc);
    let mut all = Brought::default();
    for row in tx.query(&select.into())? {
        let (kind, document): (String, Id) = (row.get(0)?, row.get(1)?);
        match kind.as_str() {
            RECEIVABLE => all.notes.push(document),
            PAYABLE => all.payments.push(document),
            IN | OUT | DEPOSIT_IN | DEPOSIT_OUT => all.advances.push(document),
            ACCOUNT => all.balances.push((document, row.get(3)?)),
            _ => {}
        }
        if let Some(order) = row.get::<Option<Id>>(2)? {
            *all.orders.entry(order).or_default() += 1;
        }
    }
    Ok(all)
}

fn refuse(whys: &[Text]) -> Result<(), Refusal> {
    if whys.is_empty() {
        return Ok(());
    }
    let joined = |of: fn(&Text) -> &str| whys.iter().take(NAMED_MAX).map(of).collect::<Vec<_>>().join("；");
    let (zh, en) = (joined(|why| &why.zh), joined(|why| &why.en));
    Err(Refusal::field(BOOK_OF.name(), USED.with_each(&[("rows", &zh)], &[("rows", &en)])))
}

/// A refusal in words is one of the reasons.
fn gather(result: Result<(), Refusal>, whys: &mut Vec<Text>) -> Result<(), Refusal> {
    match result {
        Err(Refusal::Business(why)) => whys.push(why),
        other => other?,
    }
    Ok(())
}

/// The orders with their codes: they are open and have no charges but those that came.
fn orders(tx: &mut Tx<'_>, brought: &Brought, whys: &mut Vec<Text>) -> Result<Vec<(Id, String)>, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, ORDER);
    select
        .columns(["id", "order_code", "lifecycle"])
        .and_where(sql::is_in(sql::col("id"), brought.orders.keys().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let mut all = Vec::new();
    for row in tx.query(&select.into())? {
        let (id, code, lifecycle): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let lines = line::of_order(tx, org, id)?;
        let why = match lifecycle.as_str() {
            _ if lines.iter().any(line::Line::is_dated) => Some(LOCKED),
            "OPEN" if lines.len() != brought.orders.get(&id).copied().unwrap_or_default() => Some(OTHERS),
            "OPEN" => None,
            _ => Some(ENDED),
        };
        whys.extend(why.map(|why| why.with(&[("code", &code)])));
        all.push((id, code));
    }
    Ok(all)
}

fn notes(tx: &mut Tx<'_>, brought: &Brought, whys: &mut Vec<Text>) -> Result<Vec<note::Note>, Refusal> {
    let org = tx.org();
    let notes = note::held(tx, &brought.notes)?;
    let rows = note::rows(tx, org, &brought.notes)?;
    for note in &notes {
        gather(note::need_unmoved(note, &rows, WHAT).map_err(|refusal| named(refusal, &note.num)), whys)?;
    }
    Ok(notes)
}

fn payments(tx: &mut Tx<'_>, brought: &Brought, whys: &mut Vec<Text>) -> Result<Vec<payment::Payment>, Refusal> {
    let payments = payment::held(tx, &brought.payments)?;
    for payment in &payments {
        gather(payment::need_unmoved(payment, WHAT).map_err(|refusal| named(refusal, &payment.num)), whys)?;
    }
    Ok(payments)
}

/// What stands against a document begins with its number.
fn named(refusal: Refusal, num: &str) -> Refusal {
    match refusal {
        Refusal::Business(why) => {
            Refusal::Business(Text { key: why.key, zh: format!("{num}{}", why.zh), en: format!("{num}: {}", why.en) })
        }
        other => other,
    }
}

/// Takes the advances back; those something was done with stand against all.
fn advances(tx: &mut Tx<'_>, brought: &Brought, whys: &mut Vec<Text>) -> Result<(), Refusal> {
    for id in &brought.advances {
        let num = advance::held(tx, *id)?.num;
        gather(advance::take_back(tx, *id).map(drop).map_err(|refusal| named(refusal, &num)), whys)?;
    }
    Ok(())
}

fn balances(tx: &mut Tx<'_>, brought: &Brought, date: &str, whys: &mut Vec<Text>) -> Result<(), Refusal> {
    let org = tx.org();
    for (account, amount) in &brought.balances {
        let mut findings = kernel::Findings::new();
        let leaf = fund::need_account(tx, (*account, true), "", &mut findings)?;
        let mut opened = sql::from(org, fund::OPENING);
        opened.columns(["opening_date", "amount"]).and_where(sql::eq("account_id", *account));
        let opened = tx.first(&opened.into())?;
        let is_same = match opened {
            Some(row) => row.get::<String>(0)? == date && row.get::<i64>(1)? == *amount,
            None => false,
        };
        let mut moved = sql::from(org, fund::TABLE);
        moved
            .column("id")
            .and_where(sql::eq("account_id", *account))
            .and_where(sql::col("movement_date").gt(sql::value(date.to_owned())))
            .limit(1);
        if !is_same || tx.first(&moved.into())?.is_some() {
            let name = leaf.map(|leaf| leaf.label()).unwrap_or_default();
            whys.push(MOVED.with(&[("name", &name)]));
        }
    }
    Ok(())
}

fn remove_balances(tx: &mut Tx<'_>, brought: &Brought) -> Result<(), Refusal> {
    let accounts: BTreeSet<Id> = brought.balances.iter().map(|(account, _)| *account).collect();
    if accounts.is_empty() {
        return Ok(());
    }
    let mut delete = sql::delete(tx.org(), fund::OPENING);
    delete.and_where(sql::is_in(sql::col("account_id"), accounts.iter().copied()));
    tx.exec(&delete.into())?;
    accounts.into_iter().try_for_each(|account| fund::need_cash(tx, account, ""))
}

fn mark(tx: &mut Tx<'_>, book: Id, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let cells = [
        ("state", Value::Text(BACK.to_owned())),
        ("back_reason", Value::Text(reason.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    tx.exec(&sql::update(org, BOOK, &cells).and_where(sql::eq("id", book)).to_owned().into())?;
    let mut items = sql::update(org, ITEM, &[("is_back", Value::Bool(true))]);
    tx.exec(&items.and_where(sql::eq("book_id", book)).to_owned().into())?;
    Ok(())
}

/// Answers the select `openingBook`: imports in force, the newest first.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let org = call.actor()?.org_id;
    let mut select = sql::from(org, BOOK);
    select.columns(["id", "book_num", "opening_date", "file_name"]).order_by("id", Order::Desc).limit(OFFERS_MAX);
    match ask.value.parse::<i64>() {
        Ok(id) => select.and_where(sql::eq("id", id)),
        Err(_) => select
            .and_where(sql::eq("state", VALID.to_owned()))
            .and_where(sql::contains(sql::col("book_num"), &ask.keyword)),
    };
    let offer = |row: &Row| {
        let (num, day): (String, String) = (row.get(1)?, row.get(2)?);
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: format!("{num} {day}"), hint: row.get(3)? })
    };
    call.read(|conn| conn.query(&select.into())?.iter().map(offer).collect())
}
