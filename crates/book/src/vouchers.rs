//! Vouchers themselves: made, numbered anew, given back.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Day, Findings, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Value, sql};

use crate::{ENTRY, Entry, NUMBER_LOG, RETURNED, SOURCE, Source, TABLE, VALID, Wanted, origin};

/// Most letters of a summary.
const SUMMARY_MAX: usize = 200;

const NUMBER_TAKEN: Msg = Msg::new("book.number", "凭证号{n}已存在", "The voucher number {n} is taken.");
const NUMBER_FORM: Msg = Msg::new("book.number_form", "凭证号为1至999999", "A voucher number is 1 to 999999.");
const UNBALANCED: Msg = Msg::new(
    "book.unbalanced",
    "凭证借贷不平衡：借方{debit}，贷方{credit}",
    "The voucher does not balance: debit {debit}, credit {credit}.",
);
const TOO_FEW: Msg = Msg::new("book.few", "凭证至少有两条分录", "A voucher has two entries at least.");
const BAD_ENTRY: Msg =
    Msg::new("book.entry", "凭证分录的借贷方必须且只能有一方有金额", "An entry has an amount on just one side.");
const BAD_ACCOUNT: Msg = Msg::new(
    "book.account",
    "科目{code}不是启用的末级科目",
    "The account {code} is not an active one with none below it.",
);
const POSTED: Msg = Msg::new("book.posted", "{n}已生成凭证", "{n} has a voucher already.");
const IS_RETURNED: Msg = Msg::new("book.returned", "凭证已退回", "The voucher was returned already.");

/// Most a voucher number can be.
const NUMBER_MAX: i64 = 999_999;
/// Vouchers in force, in the words of the index of their numbers: with a value in its place that would not be taken, and each
/// voucher that is made would read all there are.
const IN_FORCE: &str = "state = 'VALID'";

/// A voucher that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its row.
    pub id: Id,
    /// 凭证字.
    pub word: String,
    /// 凭证号.
    pub number: i64,
}

impl Made {
    /// 凭证字号, as 记-1.
    pub fn label(&self) -> String {
        format!("{}-{}", self.word, self.number)
    }
}

/// Holds the numbers of vouchers until the transaction ends; who makes or gives back one holds them before anything else.
pub fn lock(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    tx.next_number("voucher", "").map(drop)
}

/// The number proposed for a month, as `2026-07`, and a 凭证字: one more than the highest that is in force.
pub fn next_number(conn: &mut dyn Conn, org: i64, month: &str, word: &str) -> Result<i64, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .expr(Expr::cust("COALESCE(MAX(number), 0)"))
        .and_where(sql::eq("month", month.to_owned()))
        .and_where(sql::eq("word", word.to_owned()))
        .and_where(Expr::cust(IN_FORCE));
    Ok(conn.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default() + 1)
}

/// Makes a voucher: it balances, its accounts are valid leaves, its month is open (finding `voucherDate`), its number free
/// (finding `voucherNumber`), and none of its sources has one. The caller holds its sources and writes the log line.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Made, Refusal> {
    lock(tx)?;
    let org = tx.org();
    let word = if wanted.word.is_empty() { crate::rule(tx, org)?.word } else { wanted.word.clone() };
    let month = charge::period::month_of(wanted.date);
    let mut findings = Findings::new();
    if let Some(why) = charge::period::refuses(tx, [wanted.date])? {
        findings.error("voucherDate", why);
    }
    let number = match wanted.number {
        Some(number) => number,
        None => next_number(tx, org, &month, &word)?,
    };
    need_free(tx, (&month, &word, number), &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    need_unposted_sources(tx, wanted)?;
    need_sound(&wanted.entries)?;
    need_leaves(tx, &wanted.entries)?;
    let id = tx.new_id();
    insert(tx, wanted, (id, &month, &word, number))?;
    insert_entries(tx, id, wanted)?;
    insert_sources(tx, id, wanted)?;
    for (table, ids) in by_table(&wanted.sources) {
        origin::stamp(tx, table, &ids, Some(id))?;
    }
    note_number(tx, (id, &month, &word, number), "GIVEN")?;
    Ok(Made { id, word, number })
}

/// Finds a number that is taken or none.
fn need_free(
    tx: &mut Tx<'_>,
    (month, word, number): (&str, &str, i64),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    if !(1..=NUMBER_MAX).contains(&number) {
        findings.error("voucherNumber", NUMBER_FORM.text());
        return Ok(());
    }
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("id")
        .and_where(sql::eq("month", month.to_owned()))
        .and_where(sql::eq("word", word.to_owned()))
        .and_where(sql::eq("number", number))
        .and_where(Expr::cust(IN_FORCE));
    if tx.first(&select.into())?.is_some() {
        findings.error("voucherNumber", NUMBER_TAKEN.with(&[("n", &number.to_string())]));
    }
    Ok(())
}

fn need_unposted_sources(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(), Refusal> {
    let org = tx.org();
    for (table, ids) in by_table(&wanted.sources) {
        let found = crate::posted(tx, org, table, &ids)?;
        if let Some(stamp) = found.into_values().find(|stamp| stamp.kind == wanted.kind) {
            return Err(Refusal::Business(POSTED.with(&[("n", &stamp.document)])));
        }
    }
    Ok(())
}

fn by_table(sources: &[Source]) -> BTreeMap<&'static str, Vec<Id>> {
    let mut by_table: BTreeMap<&str, Vec<Id>> = BTreeMap::new();
    for source in sources {
        by_table.entry(source.table).or_default().push(source.id);
    }
    by_table
}

/// Invariant 20: two entries or more, each on one side, both sides equal.
pub(crate) fn need_sound(entries: &[Entry]) -> Result<(), Refusal> {
    if entries.len() < 2 {
        return Err(Refusal::business(TOO_FEW));
    }
    if entries.iter().any(|entry| (entry.debit == 0) == (entry.credit == 0)) {
        return Err(Refusal::business(BAD_ENTRY));
    }
    let (debit, credit) = sums(entries)?;
    if debit != credit {
        let show = |raw: i64| kernel::format_scaled(raw, 3, 2);
        let sides = [("debit", &*show(debit)), ("credit", &*show(credit))];
        return Err(Refusal::Business(UNBALANCED.with(&sides)));
    }
    Ok(())
}

/// Sums of both sides.
pub(crate) fn sums(entries: &[Entry]) -> Result<(i64, i64), Refusal> {
    let too_large = || Refusal::business(charge::figure::TOO_LARGE);
    let mut sides = (0_i64, 0_i64);
    for entry in entries {
        sides.0 = sides.0.checked_add(entry.debit).ok_or_else(too_large)?;
        sides.1 = sides.1.checked_add(entry.credit).ok_or_else(too_large)?;
    }
    Ok(sides)
}

/// Entries stand on valid leaves alone (invariant 33).
fn need_leaves(tx: &mut Tx<'_>, entries: &[Entry]) -> Result<(), Refusal> {
    let ids: BTreeSet<Id> = entries.iter().map(|entry| entry.account).collect();
    account::hold(tx, ids.iter().copied())?;
    let org = tx.org();
    let found = account::by_id(tx, org, ids.iter().copied())?;
    for id in ids {
        let account = found.get(&id);
        if !account.is_some_and(|account| account.leaf && account.active) {
            let code = account.map(account::Found::label).unwrap_or_default();
            return Err(Refusal::Business(BAD_ACCOUNT.with(&[("code", &code)])));
        }
    }
    Ok(())
}

fn insert(tx: &mut Tx<'_>, wanted: &Wanted, (id, month, word, number): (Id, &str, &str, i64)) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let (debit, credit) = sums(&wanted.entries)?;
    let cells = [
        ("id", Value::Int(id.0)),
        ("voucher_date", Value::Text(show_day(wanted.date))),
        ("month", Value::Text(month.to_owned())),
        ("word", Value::Text(word.to_owned())),
        ("number", Value::Int(number)),
        ("kind", Value::Text(wanted.kind.to_owned())),
        ("attachments", Value::Int(wanted.attachments)),
        ("summary", Value::Text(short(&wanted.summary))),
        ("debit", Value::Int(debit)),
        ("credit", Value::Int(credit)),
        ("state", Value::Text(VALID.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

fn short(summary: &str) -> String {
    summary.chars().take(SUMMARY_MAX).collect()
}

/// Rows that are written by one statement.
const AT_ONCE: usize = 500;

fn insert_entries(tx: &mut Tx<'_>, voucher: Id, wanted: &Wanted) -> Result<(), Refusal> {
    const COLUMNS: [&str; 14] = [
        "id",
        "voucher_id",
        "line",
        "summary",
        "account_id",
        "coop_id",
        "user_id",
        "dept_id",
        "accrued",
        "currency_code",
        "original",
        "exchange_rate",
        "debit",
        "credit",
    ];
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let mut rows = Vec::with_capacity(wanted.entries.len());
    for (line, entry) in (1_i64..).zip(&wanted.entries) {
        let summary = if entry.summary.is_empty() { &wanted.summary } else { &entry.summary };
        rows.push(vec![
            Value::Int(tx.new_id().0),
            Value::Int(voucher.0),
            Value::Int(line),
            Value::Text(short(summary)),
            Value::Int(entry.account.0),
            of(entry.coop),
            of(entry.user),
            of(entry.dept),
            Value::Bool(entry.accrued),
            Value::Text(entry.currency.clone()),
            Value::Int(entry.original),
            Value::Int(entry.rate),
            Value::Int(entry.debit),
            Value::Int(entry.credit),
        ]);
    }
    insert_all(tx, ENTRY, &COLUMNS, &rows)
}

fn insert_sources(tx: &mut Tx<'_>, voucher: Id, wanted: &Wanted) -> Result<(), Refusal> {
    const COLUMNS: [&str; 6] = ["id", "voucher_id", "kind", "source", "source_id", "number"];
    let row = |source: &Source| {
        vec![
            Value::Int(tx.new_id().0),
            Value::Int(voucher.0),
            Value::Text(wanted.kind.to_owned()),
            Value::Text(source.table.to_owned()),
            Value::Int(source.id.0),
            Value::Text(source.number.clone()),
        ]
    };
    let rows: Vec<Vec<Value>> = wanted.sources.iter().map(row).collect();
    insert_all(tx, SOURCE, &COLUMNS, &rows)
}

fn insert_all(
    tx: &mut Tx<'_>,
    table: &'static str,
    columns: &[&'static str],
    rows: &[Vec<Value>],
) -> Result<(), Refusal> {
    let org = tx.org();
    for some in rows.chunks(AT_ONCE) {
        tx.exec(&sql::insert_many(org, table, columns, some.iter().cloned()).into())?;
    }
    Ok(())
}

fn note_number(
    tx: &mut Tx<'_>,
    (voucher, month, word, number): (Id, &str, &str, i64),
    act: &str,
) -> Result<(), Refusal> {
    let cells = [
        ("id", Value::Int(tx.new_id().0)),
        ("month", Value::Text(month.to_owned())),
        ("word", Value::Text(word.to_owned())),
        ("number", Value::Int(number)),
        ("act", Value::Text(act.to_owned())),
        ("voucher_id", Value::Int(voucher.0)),
        ("acted_by", Value::Int(tx.actor.user_id.0)),
        ("acted_at", Value::Int(tx.now.millis())),
    ];
    tx.exec(&sql::insert(tx.org(), NUMBER_LOG, &cells).into())?;
    Ok(())
}

/// A voucher in force, held.
struct Held {
    date: Option<Day>,
    month: String,
    word: String,
    number: i64,
}

fn held(tx: &mut Tx<'_>, id: Id) -> Result<Held, Refusal> {
    lock(tx)?;
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(["voucher_date", "month", "word", "number", "state"]).and_where(sql::eq("id", id)).lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    if row.get::<String>(4)? != VALID {
        return Err(Refusal::business(IS_RETURNED));
    }
    let day: String = row.get(0)?;
    let held = Held { date: parse_day(&day), month: row.get(1)?, word: row.get(2)?, number: row.get(3)? };
    charge::period::hold(tx, held.date)?;
    Ok(held)
}

/// 换号: gives a voucher another number of its month, the next one without it. Answers the number.
pub fn renumber(tx: &mut Tx<'_>, id: Id, number: Option<i64>) -> Result<i64, Refusal> {
    let held = held(tx, id)?;
    let org = tx.org();
    let number = match number {
        Some(number) => number,
        None => next_number(tx, org, &held.month, &held.word)?,
    };
    let mut findings = Findings::new();
    need_free(tx, (&held.month, &held.word, number), &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let mut update = sql::update(org, TABLE, &changed(tx, ("number", Value::Int(number))));
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    note_number(tx, (id, &held.month, &held.word, held.number), "RETURNED")?;
    note_number(tx, (id, &held.month, &held.word, number), "GIVEN")?;
    Ok(number)
}

fn changed(tx: &Tx<'_>, cell: (&'static str, Value)) -> Vec<(&'static str, Value)> {
    vec![cell, ("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))]
}

/// 退回: every source of the voucher is free again, its number too; refused in a closed month. The caller writes the log line.
pub fn give_back(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let held = held(tx, id)?;
    let org = tx.org();
    let mut cells = changed(tx, ("state", Value::Text(RETURNED.to_owned())));
    cells.push(("returned_by", Value::Int(tx.actor.user_id.0)));
    cells.push(("returned_at", Value::Int(tx.now.millis())));
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    for (table, ids) in sources_of(tx, id)? {
        origin::stamp(tx, &table, &ids, None)?;
    }
    let mut free = sql::update(org, SOURCE, &[("is_freed", Value::Bool(true))]);
    free.and_where(sql::eq("voucher_id", id));
    tx.exec(&free.into())?;
    note_number(tx, (id, &held.month, &held.word, held.number), "RETURNED")
}

/// What a voucher was made of, by table.
fn sources_of(tx: &mut Tx<'_>, voucher: Id) -> Result<BTreeMap<String, Vec<Id>>, Refusal> {
    let mut select = sql::from(tx.org(), SOURCE);
    select.columns(["source", "source_id"]).and_where(sql::eq("voucher_id", voucher));
    let mut by_table: BTreeMap<String, Vec<Id>> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        by_table.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(by_table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(debit: i64, credit: i64) -> Entry {
        Entry {
            summary: String::new(),
            account: Id(1),
            coop: None,
            user: None,
            dept: None,
            accrued: false,
            currency: "CNY".to_owned(),
            original: debit + credit,
            rate: 1_000_000,
            debit,
            credit,
        }
    }

    fn sound(entries: &[(i64, i64)]) -> bool {
        let entries: Vec<Entry> = entries.iter().map(|(debit, credit)| entry(*debit, *credit)).collect();
        need_sound(&entries).is_ok()
    }

    #[test]
    fn a_voucher_balances_and_its_entries_stand_on_one_side() {
        assert!(sound(&[(9_000, 0), (0, 8_490), (0, 510)]));
        assert!(sound(&[(-9_000, 0), (0, -9_000)]), "in red on its side");
        assert!(sound(&[(9_000, 0), (-9_000, 0)]), "one side may come to nought");
        assert!(!sound(&[(9_000, 0), (0, 8_999)]), "beside it");
        assert!(!sound(&[(9_000, 0)]), "one entry is none");
        assert!(!sound(&[]));
        assert!(!sound(&[(9_000, 0), (0, 9_000), (0, 0)]), "nought is no entry");
        assert!(!sound(&[(9_000, 9_000), (1, 0), (0, 1)]), "nor is both sides");
        assert!(!sound(&[(i64::MAX, 0), (1, 0), (0, 1)]), "out of range");
    }
}
