//! What stands against opening items: sums that are not those of the old books, what was brought already, months that are
//! closed. All of it is told at once, with the row and the reason.

use std::collections::{BTreeMap, BTreeSet};

use charge::item;
use kernel::{Day, Findings, Id, Msg, Text};
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::JoinType;
use platform::store::{Conn as _, sql};
use settle::amounts::figure;
use settle::fund;
use trade::charge::Currency;

use super::sheet::{ACCOUNT, AT_ACCOUNT, AT_AMOUNT, AT_NUMBER, AT_RATE, AT_SUBJECT, PAYABLE, RECEIVABLE, word_of};
use super::{BOOK, DATE, ITEM, ITEM_OF};
use crate::bank_journal::write::{MONTH_CLOSED, closed_after};

/// Rows that are named in the sentence at the file.
const NAMED_MAX: usize = 20;

const FUTURE: Msg = Msg::new("opening.future", "期初日期不能晚于今天", "The day of the opening can't be after today.");
const NO_ITEM: Msg = Msg::new(
    "opening.item",
    "请选择其他业务范畴启用的服务项目，且收支均可用",
    "Choose a service item of other business that is in use, for both sides.",
);
const NO_RATE: Msg = Msg::new("opening.no_rate", "外币须填写汇率", "The rate of a foreign currency is needed.");
const OWN_RATE: Msg = Msg::new("opening.own_rate", "本位币汇率为1", "The rate of the functional currency is 1.");
const TWICE: Msg = Msg::new("opening.twice", "与第{n}行重复", "It stands in row {n} already.");
const AGAIN: Msg = Msg::new(
    "opening.again",
    "{name} {currency} {kind}期初已导入（{book}）",
    "{name} {currency}: this was brought with {book} already.",
);
const HAS_OPENING: Msg =
    Msg::new("opening.account_set", "账户{name}已有期初余额", "The account {name} has an opening balance.");
const NO_SUM: Msg = Msg::new(
    "opening.no_sum",
    "{name} {currency} 缺少{kind}合计行",
    "{name} {currency}: the row with the total of these items is missing.",
);
const SUM_DIFFERS: Msg = Msg::new(
    "opening.sum",
    "{name} {currency} {kind}合计{typed}与明细合计{sum}不一致，差额{diff}",
    "{name} {currency}: the total {typed} is not that of the items, {sum}; they differ by {diff}.",
);
const SUM_TWICE: Msg = Msg::new("opening.sum_twice", "合计行重复", "There are two rows with this total.");
const WRONG: Msg = Msg::new("opening.wrong", "共{n}处错误，未导入：{rows}", "{n} faults, nothing was imported: {rows}");
const AT_ROW: Msg = Msg::new("opening.row", "第{n}行{why}", "Row {n}: {why}");

/// What is wrong, by row.
#[derive(Debug, Default)]
pub(super) struct Problems {
    head: Findings,
    rows: Vec<(u32, Field, Text)>,
}

impl Problems {
    pub(super) fn at(&mut self, line: u32, field: Field, why: Text) {
        self.rows.push((line, field, why));
    }

    /// Refuses where there are any: each at its row, and all of them in words at the field of the file.
    pub(super) fn refuse(mut self, file: &str) -> Result<(), Refusal> {
        self.rows.sort_by_key(|(line, ..)| *line);
        let mut findings = self.head;
        if !self.rows.is_empty() {
            let said = |(line, _, why): &(u32, Field, Text)| {
                AT_ROW.with_each(
                    &[("n", &line.to_string()), ("why", &why.zh)],
                    &[("n", &line.to_string()), ("why", &why.en)],
                )
            };
            let texts: Vec<Text> = self.rows.iter().take(NAMED_MAX).map(said).collect();
            let joined = |of: fn(&Text) -> &str| texts.iter().map(of).collect::<Vec<_>>().join("；");
            let (n, zh, en) = (self.rows.len().to_string(), joined(|text| &text.zh), joined(|text| &text.en));
            findings.error(file, WRONG.with_each(&[("n", &n), ("rows", &zh)], &[("n", &n), ("rows", &en)]));
        }
        for (line, field, why) in self.rows {
            findings.error(format!("rows.{line}.{}", field.name()), why);
        }
        Refusal::unless_clean(&findings, &[])
    }
}

/// A row whose partner or account was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub line: u32,
    pub kind: &'static str,
    pub is_sum: bool,
    pub subject: Id,
    pub name: String,
    pub scope: &'static str,
    pub currency: Currency,
    pub number: String,
    pub date: Day,
    pub due: Day,
    pub amount: i64,
    pub rate: i64,
    pub remark: String,
}

impl Item {
    pub(super) fn is_open_item(&self) -> bool {
        matches!(self.kind, RECEIVABLE | PAYABLE)
    }

    /// What one opening brings once: kind, partner or account, currency.
    fn key(&self) -> (&'static str, Id, String) {
        (self.kind, self.subject, self.currency.code().to_owned())
    }

    fn named(&self, why: Msg, more: &[(&str, &str)]) -> Text {
        let mut with =
            vec![("name", self.name.as_str()), ("currency", self.currency.code()), ("kind", word_of(self.kind))];
        with.extend_from_slice(more);
        why.with(&with)
    }

    fn field(&self) -> Field {
        if self.kind == ACCOUNT { AT_ACCOUNT } else { AT_SUBJECT }
    }
}

/// The rate an item has: typed for a foreign currency, none for the functional one.
pub(super) fn rate_of(
    (typed, currency, own): (Option<i64>, Currency, Currency),
    (line, is_needed): (u32, bool),
    problems: &mut Problems,
) -> i64 {
    const ONE: i64 = 1_000_000;
    match typed {
        Some(raw) if currency == own && raw != ONE => problems.at(line, AT_RATE, OWN_RATE.text()),
        None if currency != own && is_needed => problems.at(line, AT_RATE, NO_RATE.text()),
        _ => {}
    }
    typed.filter(|_| currency != own).unwrap_or(ONE)
}

/// The day is one no closed month stands behind, the item one that charges of both sides may be of.
pub(super) fn look_head(tx: &mut Tx<'_>, (day, of): (Day, Id), problems: &mut Problems) -> Result<(), Refusal> {
    let org = tx.org();
    problems.head.error_if(day > tx.now.day(), &DATE.name(), FUTURE);
    if let Some(month) = closed_after(tx, day)? {
        problems.head.error(DATE.name(), MONTH_CLOSED.with(&[("month", &month)]));
    }
    let found = item::item(tx, org, of)?;
    let fits = found.is_some_and(|item| item.business_scope == "IO" && item.kind == "BOTH" && item.active);
    problems.head.error_if(!fits, &ITEM_OF.name(), NO_ITEM);
    Ok(())
}

/// Everything that stands against items among each other and beside what is there.
pub(super) fn look(tx: &mut Tx<'_>, items: &[Item], problems: &mut Problems) -> Result<(), Refusal> {
    doubles(items, problems);
    sums(items, problems);
    known(tx, items, problems)
}

fn doubles(items: &[Item], problems: &mut Problems) {
    let mut seen: BTreeMap<(_, String), u32> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.is_sum) {
        match seen.get(&(item.key(), item.number.clone())) {
            Some(line) => {
                let field = if item.kind == ACCOUNT { AT_ACCOUNT } else { AT_NUMBER };
                problems.at(item.line, field, TWICE.with(&[("n", &line.to_string())]));
            }
            None => drop(seen.insert((item.key(), item.number.clone()), item.line)),
        }
    }
}

/// The items of each partner and currency come to what the old books say.
fn sums(items: &[Item], problems: &mut Problems) {
    let mut added: BTreeMap<_, (i64, &Item)> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.is_sum && item.kind != ACCOUNT) {
        let sum = added.entry(item.key()).or_insert((0, item));
        sum.0 = sum.0.saturating_add(item.amount);
    }
    let mut told = BTreeSet::new();
    for item in items.iter().filter(|item| item.is_sum) {
        if !told.insert(item.key()) {
            problems.at(item.line, AT_AMOUNT, SUM_TWICE.text());
            continue;
        }
        let sum = added.get(&item.key()).map_or(0, |(sum, _)| *sum);
        if sum != item.amount {
            let shown = [item.amount, sum, item.amount.saturating_sub(sum)].map(|raw| figure(raw, item.currency));
            let [typed, sum, diff] = shown.each_ref().map(String::as_str);
            let why = item.named(SUM_DIFFERS, &[("typed", typed), ("sum", sum), ("diff", diff)]);
            problems.at(item.line, AT_AMOUNT, why);
        }
    }
    for (key, (_, first)) in added {
        if !told.contains(&key) {
            problems.at(first.line, AT_AMOUNT, first.named(NO_SUM, &[]));
        }
    }
}

/// What was brought before is not brought again.
fn known(tx: &mut Tx<'_>, items: &[Item], problems: &mut Problems) -> Result<(), Refusal> {
    let org = tx.org();
    let subjects: BTreeSet<Id> = items.iter().map(|item| item.subject).collect();
    let mut select = sql::from(org, ITEM);
    select
        .columns(["kind", "subject_id", "currency_code"].map(|column| (ITEM, column)))
        .column((BOOK, "book_num"))
        .distinct()
        .join(JoinType::InnerJoin, BOOK, sql::same_org(BOOK, ITEM, "book_id"))
        .and_where(sql::is_in(sql::of(ITEM, "subject_id"), subjects.iter().copied()))
        .and_where(sql::of_eq(ITEM, "is_back", false));
    let mut books: BTreeMap<(String, Id, String), String> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        books.insert((row.get(0)?, row.get(1)?, row.get(2)?), row.get(3)?);
    }
    let mut opened = sql::from(org, fund::OPENING);
    opened.column("account_id").and_where(sql::is_in(sql::col("account_id"), subjects));
    let opened: BTreeSet<Id> = tx.query(&opened.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut told = BTreeSet::new();
    for item in items.iter().filter(|item| !item.is_sum) {
        let (kind, subject, currency) = item.key();
        let book = books.get(&(kind.to_owned(), subject, currency));
        let why = match book {
            Some(book) => item.named(AGAIN, &[("book", book)]),
            None if item.kind == ACCOUNT && opened.contains(&subject) => item.named(HAS_OPENING, &[]),
            None => continue,
        };
        if told.insert(item.key()) {
            problems.at(item.line, item.field(), why);
        }
    }
    Ok(())
}
