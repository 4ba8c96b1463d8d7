//! 期末调汇: what is open in foreign currencies at the end of a month, at the rates of that day (css.md /css_period). Documents
//! keep their rates; the voucher of type 8 takes what stands in the books, its reversal takes it out again.

mod bank;
mod rows;

use std::collections::BTreeMap;

use book::accounts::{About, Accounts};
use book::part::{DEPOSIT_IN, DEPOSIT_OUT, EXCHANGE, MONEY, PAID, PAYABLE, Part, RECEIVABLE, RECEIVED};
use book::posting::{Amount, Posting, Purse, entries};
use book::{REVALUED, Rule};
use charge::figure::TOO_LARGE;
use charge::ledger::money_text;
use charge::rate::{self, Table, currency_of};
use kernel::{Day, ExchangeRate, Findings, Id, Instant, Msg, show_day};
use platform::call::{Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use trade::charge::Currency;
use trade::charge::exchange::{Kind, RATE_MAX, text};

use super::run::{self, Kept};
use super::{data, month_asked};

pub(super) use rows::invoiced;

const NO_ROWS: Msg =
    Msg::new("period.revalue.none", "没有外币未结余额，无需调汇", "Nothing is open in foreign currencies.");
const RATE: Msg =
    Msg::new("period.revalue.rate", "请填写{currency}月末汇率", "Give the rate of {currency} at the end of the month.");
const RANGE: Msg =
    Msg::new("period.revalue.range", "汇率须在0.000001与999999之间", "A rate is between 0.000001 and 999999.");

/// What is open in a foreign currency at the end of a month.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Line {
    /// Place in [`SORTS`].
    sort: usize,
    number: String,
    order_code: String,
    coop: Option<Id>,
    coop_name: String,
    internal: bool,
    scope: String,
    currency: String,
    /// What is open, and what it is carried at.
    open: i64,
    functional: i64,
    /// The same of what stands in the books.
    posted_open: i64,
    posted_functional: i64,
    /// The money account.
    account: Option<Id>,
}

/// A sort of lines: its name, the account it stands on, and whether what is open is owed to the company or held by it.
struct Sort {
    zh: &'static str,
    en: &'static str,
    part: &'static Part,
    asset: bool,
}

const fn sort(zh: &'static str, en: &'static str, part: &'static Part, asset: bool) -> Sort {
    Sort { zh, en, part, asset }
}

const OF_NOTES: usize = 0;
const OF_PAYMENTS: usize = 1;
/// In the order of [`settle::advance::KINDS`].
const OF_ADVANCES: usize = 2;
const OF_BANKS: usize = 6;
static SORTS: [Sort; 7] = [
    sort("应收账款", "Receivable", &RECEIVABLE, true),
    sort("应付账款", "Payable", &PAYABLE, false),
    sort("预收账款", "Advance received", &RECEIVED, false),
    sort("预付账款", "Advance paid", &PAID, true),
    sort("收取押金", "Deposit received", &DEPOSIT_IN, false),
    sort("支付押金", "Deposit paid", &DEPOSIT_OUT, true),
    sort("货币资金", "Money", &MONEY, true),
];

impl Line {
    fn sort(&self) -> Result<&'static Sort, Refusal> {
        SORTS.get(self.sort).ok_or_else(|| Refusal::broken(format!("a line of sort {}", self.sort)))
    }

    /// 已挂账.
    fn posted(&self) -> (&'static str, &'static str) {
        match self.posted_open {
            // A money account that holds nothing is posted as a whole.
            all if all == self.open => ("是", "Yes"),
            0 => ("否", "No"),
            _ => ("部分", "Partly"),
        }
    }
}

/// A line with what it is worth at the end of the month.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Valued {
    line: Line,
    rate: i64,
    worth: i64,
    difference: i64,
    /// The part of the difference that is posted.
    posted: i64,
}

/// The lines of a month at their rates, as a run keeps them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Revalued {
    rates: BTreeMap<String, i64>,
    lines: Vec<Valued>,
}

impl Revalued {
    /// Lines at the rates of their currencies; one without a rate is told without its worth.
    fn of(purse: Purse, lines: Vec<Line>, rates: BTreeMap<String, i64>) -> Result<Self, Refusal> {
        let valued = |line: Line| {
            let Some(rate) = rates.get(&line.currency).copied() else {
                return Ok(Valued { rate: 0, worth: line.functional, difference: 0, posted: 0, line });
            };
            let worth = purse.worth(line.open, &line.currency, rate)?;
            let part = purse.worth(line.posted_open, &line.currency, rate)?;
            let less = |all: i64, of: i64| all.checked_sub(of).ok_or_else(|| Refusal::business(TOO_LARGE));
            let posted = less(part, line.posted_functional)?;
            Ok::<_, Refusal>(Valued { difference: less(worth, line.functional)?, posted, worth, rate, line })
        };
        Ok(Self { lines: lines.into_iter().map(valued).collect::<Result<_, _>>()?, rates })
    }

    /// Its lines without what names them, in an order names have no part in: an account or a partner may be called otherwise
    /// since.
    fn figures(&self) -> Vec<Valued> {
        let unnamed = |valued: &Valued| {
            let mut valued = valued.clone();
            valued.line.coop_name.clear();
            if valued.line.account.is_some() {
                valued.line.number.clear();
            }
            valued
        };
        let mut figures: Vec<Valued> = self.lines.iter().map(unnamed).collect();
        figures.sort();
        figures
    }

    /// What is gained, below nought for a loss, on what is held and on what is owed to others: of all lines, or of what is
    /// posted.
    fn gains(&self, of: impl Fn(&Valued) -> i64) -> Result<(i64, i64), Refusal> {
        let mut sums = (0_i64, 0_i64);
        for valued in &self.lines {
            let sum = if valued.line.sort()?.asset { &mut sums.0 } else { &mut sums.1 };
            *sum = sum.checked_add(of(valued)).ok_or_else(|| Refusal::business(TOO_LARGE))?;
        }
        Ok(sums)
    }

    fn told(&self, own: Currency, language: &str) -> Result<Map<String, Json>, Refusal> {
        let shown = |raw: i64, code: &str| Ok::<_, Refusal>(money_text(raw, currency_of(code)?));
        let said = |(zh, en): (&'static str, &'static str)| if language.starts_with("en") { en } else { zh };
        let rate_of = |raw: i64| if raw == 0 { Json::Null } else { json!(text(ExchangeRate::from_raw(raw))) };
        let mut rows = Vec::with_capacity(self.lines.len());
        for valued in &self.lines {
            let (line, sort) = (&valued.line, valued.line.sort()?);
            rows.push(json!({
                "kind": said((sort.zh, sort.en)),
                "number": line.number,
                "orderCode": line.order_code,
                "coopName": line.coop_name,
                "currency": line.currency,
                "open": shown(line.open, &line.currency)?,
                "functional": money_text(line.functional, own),
                "rate": rate_of(valued.rate),
                "revalued": money_text(valued.worth, own),
                "difference": money_text(valued.difference, own),
                "posted": said(line.posted()),
                "postedDifference": money_text(valued.posted, own),
            }));
        }
        let mut currencies: BTreeMap<&str, i64> = BTreeMap::new();
        for valued in &self.lines {
            currencies.insert(&valued.line.currency, valued.rate);
        }
        let rates = currencies.into_iter().map(|(code, raw)| json!({ "currency": code, "rate": rate_of(raw) }));
        let (held, owed) = self.gains(|valued| valued.posted)?;
        let mut out = Map::new();
        out.insert("rates".to_owned(), rates.collect());
        out.insert("rows".to_owned(), json!(rows));
        out.insert("gain".to_owned(), json!(money_text(held - owed, own)));
        Ok(out)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    month: String,
    /// Rates as they were typed, by their currencies; those that are not stand in the table.
    #[serde(default)]
    rates: BTreeMap<String, String>,
    #[serde(default, rename = "requestId")]
    _request_id: String,
}

impl Asked {
    /// The rates that were typed; what is none is found at its field.
    fn rates(&self) -> Result<BTreeMap<String, i64>, Refusal> {
        let mut findings = Findings::new();
        let mut rates = BTreeMap::new();
        for (code, typed) in self.rates.iter().filter(|(_, typed)| !typed.trim().is_empty()) {
            match typed.trim().parse::<ExchangeRate>() {
                Ok(rate) if rate > ExchangeRate::ZERO && rate <= RATE_MAX => {
                    rates.insert(code.clone(), rate.raw());
                }
                _ => findings.error(format!("rates.{code}"), RANGE.text()),
            }
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok(rates)
    }
}

/// Lines at the end of a month, at the rates that were typed and else at those of the table 通用 on the last day.
fn at_end(
    conn: &mut dyn Conn,
    org: i64,
    last: Day,
    mut rates: BTreeMap<String, i64>,
) -> Result<(Purse, Revalued), Refusal> {
    let table = Table::of(conn, org, &[])?;
    let purse = Purse { own: table.own };
    let at = Instant::start_of(last);
    let lines = lines(conn, org, (last, purse), (&table, &rates))?;
    for line in &lines {
        if !rates.contains_key(&line.currency) {
            let known = table.at(&line.currency, Kind::General, at);
            rates.extend(known.map(|rate| (line.currency.clone(), rate.raw())));
        }
    }
    Ok((purse, Revalued::of(purse, lines, rates)?))
}

fn lines(
    conn: &mut dyn Conn,
    org: i64,
    (last, purse): (Day, Purse),
    (table, typed): (&Table, &BTreeMap<String, i64>),
) -> Result<Vec<Line>, Refusal> {
    let rule: Rule = book::rule(conn, org)?;
    let ground = rows::Ground { org, purse, typed, by_invoice: rule.by_invoice(), last: show_day(last) };
    let mut lines = rows::notes(conn, &ground)?;
    lines.extend(rows::payments(conn, &ground)?);
    if !ground.by_invoice {
        lines.extend(rows::unbilled(conn, &ground)?);
    }
    lines.extend(rows::advances(conn, &ground)?);
    lines.extend(bank::balances(conn, &ground, table)?);
    Ok(lines)
}

/// How much is open in foreign currencies at the end of a month: lines of any sort.
pub(super) fn count(conn: &mut dyn Conn, org: i64, last: Day) -> Result<usize, Refusal> {
    let table = Table::of(conn, org, &[])?;
    let purse = Purse { own: table.own };
    Ok(lines(conn, org, (last, purse), (&table, &BTreeMap::new()))?.len())
}

/// Whether what a run keeps is what it would come to now at its own rates.
pub(super) fn holds(conn: &mut dyn Conn, org: i64, (last, body): (Day, &str)) -> Result<bool, Refusal> {
    let kept = kept(body)?;
    let (_, now) = at_end(conn, org, last, kept.rates.clone())?;
    Ok(kept.figures() == now.figures())
}

fn kept(body: &str) -> Result<Revalued, Refusal> {
    serde_json::from_str(body).map_err(|fault| Refusal::broken(fault.to_string()))
}

/// POST /css/period/revalue/list: the run of the month, else what one would come to.
pub(super) fn list(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let first = month_asked(&asked.month)?;
    let typed = asked.rates()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    run::need_sight(&actor, REVALUED)?;
    let org = actor.org_id;
    call.read(|conn| {
        let found = run::find(conn, org, (&asked.month, REVALUED))?;
        let revalued = match &found {
            Some(run) => kept(&run.body)?,
            None => at_end(conn, org, first.last_of_month(), typed)?.1,
        };
        let mut told = revalued.told(rate::functional(conn, org)?, &language)?;
        told.append(&mut run::told(conn, org, found.as_ref())?);
        told.insert("month".to_owned(), json!(asked.month));
        Ok(Json::Object(told))
    })
    .and_then(data)
}

/// POST /css/period/revalue.
pub(super) fn make(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    month_asked(&asked.month)?;
    let typed = asked.rates()?;
    run::need_sight(call.actor()?, REVALUED)?;
    call.write(|tx| {
        let org = tx.org();
        let (last, _) = run::begin(tx, (&asked.month, REVALUED))?;
        let (purse, revalued) = at_end(tx, org, last, typed)?;
        if revalued.lines.is_empty() {
            return Err(Refusal::business(NO_ROWS));
        }
        let mut findings = Findings::new();
        for valued in revalued.lines.iter().filter(|valued| valued.rate == 0) {
            let field = format!("rates.{}", valued.line.currency);
            if findings.at(&field).next().is_none() {
                findings.error(field, RATE.with(&[("currency", &valued.line.currency)]));
            }
        }
        Refusal::unless_clean(&findings, &[])?;
        keep(tx, (&asked.month, last), purse, &revalued)?;
        Ok(json!({ "month": asked.month }))
    })
    .and_then(data)
}

fn keep(tx: &mut Tx<'_>, (month, last): (&str, Day), purse: Purse, revalued: &Revalued) -> Result<(), Refusal> {
    let org = tx.org();
    let accounts = Accounts::of(tx, org)?;
    let postings = revalued.lines.iter().filter(|valued| valued.posted != 0);
    let postings = postings.map(|valued| posting((month, last), purse, valued)).collect::<Result<Vec<_>, _>>()?;
    let entries = entries(REVALUED, &accounts, &postings)?;
    let (income, cost) = revalued.gains(|valued| valued.posted)?;
    let body = serde_json::to_string(revalued).map_err(|fault| Refusal::broken(fault.to_string()))?;
    run::keep(tx, (month, REVALUED), Kept { body, income, cost }, entries)
}

/// What a line posts: what it is worth more or less on its account, without an amount of its currency, against gain or loss.
fn posting((month, last): (&str, Day), purse: Purse, valued: &Valued) -> Result<Posting, Refusal> {
    let (line, sort) = (&valued.line, valued.line.sort()?);
    let about = About { scope: line.scope.clone(), category: String::new(), internal: line.internal };
    let gained = sort.asset == (valued.posted > 0);
    let raw = valued.posted.abs();
    let mut posting = run::blank(month, last, line.coop);
    let own = Amount {
        part: sort.part,
        debit: gained,
        currency: line.currency.clone(),
        original: 0,
        rate: valued.rate,
        functional: raw,
        own: line.account,
        about: about.clone(),
    };
    posting.amounts = vec![own, purse.own(&EXCHANGE, !gained, raw, &about)];
    Ok(posting)
}

/// POST /css/period/revalue/undo.
pub(super) fn undo(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    month_asked(&asked.month)?;
    run::need_sight(call.actor()?, REVALUED)?;
    call.write(|tx| {
        run::take_back(tx, (&asked.month, REVALUED))?;
        Ok(json!({ "month": asked.month }))
    })
    .and_then(data)
}
