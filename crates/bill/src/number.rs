//! 生成分提单号: numbers of house bills by the rule of the company.

use domain::switch::HBL_NO_RULE;
use kernel::{Day, Scope};
use platform::call::{Answer, Call, Outcome, Tx, coming_number};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Conn, sql};
use serde_json::json;
use trade::bill::{BillForm, Kind, limits, ruled_number};
use trade::waybill_number::house_fits;

use crate::messages as m;
use crate::order::{self, Order};
use crate::store;

/// Numbers somebody typed by hand lie in the way at most so many times in a row.
const TRIES: usize = 50;
/// Digits of the running number.
const DIGITS: usize = 4;
const SERIES: &str = "hblNo";

/// nextNumber: the next number nobody has. Looking takes nothing; the bill that is kept under it does ([`spend`]).
pub(crate) fn next(call: &mut Call) -> Outcome {
    let (actor, uuid) = (call.actor()?, call.path("orderUuid"));
    let now = call.now();
    let number = call.read(|conn| {
        let order = order::of_uuid(conn, actor, uuid)?;
        order.need_open()?;
        let series = Series::of(conn, actor.org_id, &order, now.day())?;
        for running in series.coming(conn)? {
            let Some(number) = series.number(running) else { break };
            if !store::is_taken(conn, actor.org_id, &number, None)? {
                return Ok(number);
            }
        }
        Err(Refusal::business(m::NO_NUMBER))
    })?;
    Ok(Answer::Data(json!({ "number": number })))
}

/// A number by the rule of the company, with which a running number is given.
pub(crate) struct Place {
    running: i64,
    period: String,
    /// Its running number was given already, with another port it may be: of two who looked at one number the first has it.
    pub(crate) is_given: bool,
    /// It is the one that is offered now; others were typed by hand and leave the series where it is.
    is_offered: bool,
}

/// The place of the number a house bill gets, while the series stays as it is until the transaction ends. None for a
/// number it had, for the one its order is known by, and for one that is by no rule.
pub(crate) fn place(
    tx: &mut Tx<'_>,
    order: &Order,
    (had, form): (Option<&BillForm>, &BillForm),
) -> Result<Option<Place>, Refusal> {
    let number = form.number.as_str();
    let has_it = had.is_some_and(|had| had.number == number) || order.house_number == number;
    if form.kind != Kind::Hbl || has_it {
        return Ok(None);
    }
    let (org, day) = (tx.org(), tx.now.day());
    let series = Series::of(tx, org, order, day)?;
    let Some(running) = series.running(number) else { return Ok(None) };
    let period = series.period();
    let coming = tx.hold_number(SERIES, &period)?;
    let mut is_offered = (coming..).take(TRIES).any(|offered| offered == running);
    let mut before = coming..running;
    while is_offered && let Some(before) = before.next().and_then(|before| series.number(before)) {
        is_offered = store::is_taken(tx, org, &before, None)?;
    }
    Ok(Some(Place { running, period, is_given: running < coming, is_offered }))
}

/// A house bill is kept under a number: the one that is offered is given with it.
pub(crate) fn spend(tx: &mut Tx<'_>, place: Option<Place>) -> Result<(), Refusal> {
    match place.filter(|place| place.is_offered) {
        Some(place) => tx.spend_number((SERIES, &place.period), place.running),
        None => Ok(()),
    }
}

/// The numbers of an order's house bills on a day.
struct Series {
    org: i64,
    rule: String,
    company: String,
    /// The last letters of the port's code: DEHAM is HAM.
    port: String,
    year: String,
    month: String,
}

impl Series {
    fn of(conn: &mut dyn Conn, org: i64, order: &Order, day: Day) -> Result<Self, Refusal> {
        Ok(Self {
            org,
            rule: setting::value(conn, org, &HBL_NO_RULE, Some(Scope::Se))?,
            company: short_code(conn, org)?,
            port: order.discharge.chars().skip(2).collect(),
            year: day.strftime("%y").to_string(),
            month: day.strftime("%m").to_string(),
        })
    }

    fn period(&self) -> String {
        format!("{}{}", self.year, self.month)
    }

    /// The places that come next.
    fn coming(&self, conn: &mut dyn Conn) -> Result<impl Iterator<Item = i64> + use<>, Refusal> {
        let first = coming_number(conn, self.org, SERIES, &self.period())?;
        Ok((first..).take(TRIES))
    }

    /// The running number within a number by the rule.
    fn running(&self, number: &str) -> Option<i64> {
        let mut digits = number.as_bytes().windows(DIGITS).filter(|part| part.iter().all(u8::is_ascii_digit));
        digits.find_map(|digits| {
            let running = std::str::from_utf8(digits).ok()?.parse().ok()?;
            (running > 0 && self.number(running).as_deref() == Some(number)).then_some(running)
        })
    }

    /// The number at a place; None where it fits no bill.
    fn number(&self, running: i64) -> Option<String> {
        let running = format!("{running:0DIGITS$}");
        let values = [
            ("org3", &*self.company),
            ("pod3", &*self.port),
            ("yy", &*self.year),
            ("MM", &*self.month),
            ("seq4", &*running),
        ];
        let number = ruled_number(&self.rule, &values);
        (house_fits(&number, limits::HOUSE_NUMBER) && running.len() <= DIGITS).then_some(number)
    }
}

/// The company's code of three letters.
fn short_code(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    let mut select = sql::from_global("org");
    select.column("short_code").and_where(sql::eq("id", org));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}
