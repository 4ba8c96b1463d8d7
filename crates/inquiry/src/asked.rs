//! The agents an inquiry was sent to: their rows, the codes of their links, and what their answers come to together.

use kernel::{Amount, Day, Id, Instant, Uuid, show_day};
use platform::access::{random_bytes, secret_hash};
use platform::call::{App, Tx};
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Cell, Conn, Row, Value, sql};

use crate::agent::Known;
use crate::page::{self, TABLE as INQUIRY};
use crate::quote::{self, Quote};

/// Their table.
pub(crate) const TABLE: &str = "inquiry_asked";

/// No answer yet.
pub(crate) const WAITING: &str = "WAITING";
/// Answered with a price.
pub(crate) const QUOTED: &str = "QUOTED";
/// Answered again.
pub(crate) const REVISED: &str = "REVISED";
/// Will not quote.
pub(crate) const DECLINED: &str = "DECLINED";
/// Chosen.
pub(crate) const WON: &str = "WON";
/// Another was chosen.
pub(crate) const LOST: &str = "LOST";
/// Shown of one that did not answer in time; never stored.
pub(crate) const LATE: &str = "LATE";

/// The states.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(WAITING, "待答复", "Waiting").tone("info"),
    Choice::new(QUOTED, "已报价", "Quoted").tone("ready"),
    Choice::new(REVISED, "已修改", "Revised").tone("ready"),
    Choice::new(DECLINED, "不报价", "Declined"),
    Choice::new(LATE, "超时", "Late").tone("warning"),
    Choice::new(WON, "中选", "Won").tone("done"),
    Choice::new(LOST, "未中选", "Not chosen"),
];

/// Letters of a code: 32 of them, so that five bits choose one; none that looks like another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 26 times five bits are 130.
const CODE_LETTERS: usize = 26;

/// One agent's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AskedRow {
    pub(crate) org: i64,
    pub(crate) id: Id,
    pub(crate) uuid: String,
    pub(crate) inquiry: Id,
    pub(crate) agent: Id,
    pub(crate) coop: Id,
    pub(crate) email: String,
    pub(crate) language: String,
    pub(crate) round: i64,
    pub(crate) answer_by: Option<Instant>,
    pub(crate) state: String,
    pub(crate) is_current: bool,
    pub(crate) salt: Option<Vec<u8>>,
    pub(crate) code_hash: Option<Vec<u8>>,
    pub(crate) sent_at: Option<Instant>,
    pub(crate) urged_at: Option<Instant>,
    pub(crate) answered_at: Option<Instant>,
    pub(crate) views: i64,
    pub(crate) submit_day: String,
    pub(crate) submit_count: i64,
    pub(crate) decline_reason: String,
    pub(crate) choose_reason: String,
    pub(crate) quote: Option<Id>,
    pub(crate) quote_version: i64,
}

const COLUMNS: [&str; 24] = [
    "org_id",
    "id",
    "uuid",
    "inquiry_id",
    "agent_id",
    "coop_id",
    "email",
    "language",
    "round",
    "answer_by",
    "state",
    "is_current",
    "link_salt",
    "code_hash",
    "sent_at",
    "urged_at",
    "answered_at",
    "views",
    "submit_day",
    "submit_count",
    "decline_reason",
    "choose_reason",
    "quote_id",
    "quote_version",
];

impl AskedRow {
    fn read(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            uuid: row.get(2)?,
            inquiry: row.get(3)?,
            agent: row.get(4)?,
            coop: row.get(5)?,
            email: row.get(6)?,
            language: row.get(7)?,
            round: row.get(8)?,
            answer_by: row.get(9)?,
            state: row.get(10)?,
            is_current: row.get(11)?,
            salt: row.get(12)?,
            code_hash: row.get(13)?,
            sent_at: row.get(14)?,
            urged_at: row.get(15)?,
            answered_at: row.get(16)?,
            views: row.get(17)?,
            submit_day: row.get(18)?,
            submit_count: row.get(19)?,
            decline_reason: row.get(20)?,
            choose_reason: row.get(21)?,
            quote: row.get(22)?,
            quote_version: row.get(23)?,
        })
    }

    /// The state as it is shown: who did not answer in time is late.
    pub(crate) fn state_at(&self, now: Instant) -> &str {
        let is_late = self.state == WAITING && self.answer_by.is_some_and(|by| by < now);
        if is_late { LATE } else { &self.state }
    }

    /// Whether it has answered with a price.
    pub(crate) fn has_quoted(&self) -> bool {
        self.quote.is_some()
    }

    /// How often its link was answered on a day.
    pub(crate) fn submits_on(&self, day: Day) -> i64 {
        if self.submit_day == show_day(day) { self.submit_count } else { 0 }
    }
}

/// The row of a public name, in whichever org; none of an org is told apart from none at all.
pub(crate) fn of_uuid(conn: &mut dyn Conn, uuid: &Uuid) -> Result<Option<AskedRow>, Refusal> {
    let mut select = sql::from_global("inquiry_asked");
    select.columns(COLUMNS).and_where(sql::eq("uuid", uuid.to_string()));
    conn.first(&select.into())?.as_ref().map(AskedRow::read).transpose()
}

/// A row of an org.
pub(crate) fn of_id(conn: &mut dyn Conn, org: i64, id: Id) -> Result<AskedRow, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS).and_where(sql::eq("id", id));
    AskedRow::read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// The rows of an inquiry that were not replaced by a new round, the oldest first.
pub(crate) fn current(conn: &mut dyn Conn, org: i64, inquiry: Id) -> Result<Vec<AskedRow>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(COLUMNS)
        .and_where(sql::eq("inquiry_id", inquiry))
        .and_where(sql::eq("is_current", true))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(AskedRow::read).collect()
}

/// Those that were given a link.
pub(crate) fn with_link(tx: &mut Tx<'_>, inquiry: Id) -> Result<Vec<AskedRow>, Refusal> {
    let org = tx.org();
    Ok(current(tx, org, inquiry)?.into_iter().filter(|row| row.salt.is_some()).collect())
}

/// The code of a link. Made of the row's random salt and the key outside the database, so that a reminder can name it
/// again; the database holds its hash alone.
pub(crate) fn code(app: &App, (org, id): (i64, Id), salt: &[u8]) -> Result<String, Refusal> {
    let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
    let bytes = app.secrets.hash(&format!("inquiry link {org} {id} {salt}"))?;
    let letters = bytes.iter().take(CODE_LETTERS).filter_map(|byte| LETTERS.get(usize::from(byte & 31)));
    Ok(letters.copied().map(char::from).collect())
}

/// Address of the page on which an agent answers.
pub(crate) fn address(base: &str, uuid: &str, code: &str) -> String {
    format!("{}/af_order_inquiry_quotation?o={uuid}&code={code}", base.trim_end_matches('/'))
}

/// Adds an agent's row; with a link the answer is its code. An older row of the agent is replaced by it.
pub(crate) fn add(
    tx: &mut Tx<'_>,
    (inquiry, round): (Id, i64),
    agent: &Known,
    link: Option<Instant>,
) -> Result<(AskedRow, String), Refusal> {
    let (org, id, uuid) = (tx.org(), tx.new_id(), tx.app.new_uuid()?.to_string());
    let mut off = sql::update(org, TABLE, &[("is_current", Value::Bool(false))]);
    off.and_where(sql::eq("inquiry_id", inquiry)).and_where(sql::eq("agent_id", agent.id));
    tx.exec(&off.into())?;
    let mut cells = vec![
        ("id", id.into_value()),
        ("uuid", uuid.into_value()),
        ("inquiry_id", inquiry.into_value()),
        ("agent_id", agent.id.into_value()),
        ("coop_id", agent.coop.into_value()),
        ("email", agent.email.clone().into_value()),
        ("language", agent.language.clone().into_value()),
        ("round", Value::Int(round)),
        ("state", WAITING.into_value()),
        ("is_current", Value::Bool(true)),
    ];
    let mut secret = String::new();
    if let Some(answer_by) = link {
        let salt = random_bytes::<16>()?;
        secret = code(tx.app, (org, id), &salt)?;
        cells.extend([
            ("answer_by", answer_by.into_value()),
            ("link_salt", Value::Bytes(salt.to_vec())),
            ("code_hash", Value::Bytes(secret_hash(&secret))),
            ("sent_at", tx.now.into_value()),
        ]);
    }
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok((of_id(tx, org, id)?, secret))
}

/// Writes cells of a row.
pub(crate) fn set(tx: &mut Tx<'_>, row: &AskedRow, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    tx.exec(&sql::update(row.org, TABLE, cells).and_where(sql::eq("id", row.id)).to_owned().into())?;
    Ok(())
}

/// Moves the time the links of an inquiry are open until.
pub(crate) fn wait_until(tx: &mut Tx<'_>, inquiry: Id, answer_by: Value) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, &[("answer_by", answer_by)]);
    update
        .and_where(sql::eq("inquiry_id", inquiry))
        .and_where(sql::eq("is_current", true))
        .and_where(sql::col("link_salt").is_not_null());
    tx.exec(&update.into())?;
    Ok(())
}

/// What the answers come to: how many were asked and answered, the best price, and until when it counts.
///
/// Quotes are compared in the currency most of them are in; that of the first where none leads.
pub(crate) fn sum_up(tx: &mut Tx<'_>, inquiry: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let rows = current(tx, org, inquiry)?;
    let quotes = quote::latest(tx, org, &rows)?;
    let weight = page::own(tx, org, inquiry)?;
    let priced: Vec<(&Quote, Amount, Amount)> = quotes
        .iter()
        .filter_map(|quote| quote.lines.price(weight.charge_weight?, weight.pieces).map(|p| (quote, p.total, p.per_kg)))
        .collect();
    let currency = main_currency(priced.iter().map(|(quote, _, _)| quote.currency.as_str()));
    let best = priced.iter().filter(|(quote, _, _)| quote.currency == currency).min_by_key(|(_, total, _)| *total);
    let won = rows.iter().find(|row| row.state == WON).and_then(|row| row.quote);
    let counts = quotes.iter().find(|quote| Some(quote.id) == won).or(best.map(|(quote, _, _)| *quote));
    let count = |number: usize| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let answered = rows.iter().filter(|row| row.answered_at.is_some());
    let cells = [
        ("asked", count(rows.len())),
        ("answered", count(answered.clone().count())),
        ("best_total", best.map(|(_, total, _)| *total).into_value()),
        ("best_per_kg", best.map(|(_, _, per_kg)| *per_kg).into_value()),
        ("best_currency", best.map(|(quote, _, _)| quote.currency.clone()).into_value()),
        ("first_answer_at", answered.filter_map(|row| row.answered_at).min().into_value()),
        ("quote_valid_to", counts.map(|quote| quote.valid_to.clone()).into_value()),
    ];
    tx.exec(&sql::update(org, INQUIRY, &cells).and_where(sql::eq("id", inquiry)).to_owned().into())?;
    Ok(())
}

/// The currency most quotes are in; the first named of those that tie.
pub(crate) fn main_currency<'a>(currencies: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut best: (&str, usize) = ("", 0);
    for currency in currencies.clone() {
        let times = currencies.clone().filter(|other| *other == currency).count();
        if times > best.1 {
            best = (currency, times);
        }
    }
    best.0.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_currency_of_most_is_compared_in_and_the_first_of_those_that_tie() {
        assert_eq!(main_currency(["USD", "CNY", "CNY"].into_iter()), "CNY");
        assert_eq!(main_currency(["USD", "CNY"].into_iter()), "USD");
        assert_eq!(main_currency(std::iter::empty()), "");
    }

    #[test]
    fn an_address_names_the_row_and_its_code() {
        assert_eq!(address("https://f.test/", "ab", "k3"), "https://f.test/af_order_inquiry_quotation?o=ab&code=k3");
    }
}
