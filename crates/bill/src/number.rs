//! 生成分提单号: numbers of house bills by the rule of the company.

use domain::switch::HBL_NO_RULE;
use kernel::Scope;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Conn, sql};
use serde_json::json;
use trade::bill::{limits, ruled_number};
use trade::waybill_number::house_fits;

use crate::messages as m;
use crate::order::{self, Order};
use crate::store::{self, OBJECT};

/// Numbers somebody typed by hand lie in the way at most so many times in a row.
const TRIES: usize = 50;
/// Digits of the running number.
const DIGITS: usize = 4;

/// POST nextNumber: the next number nobody has.
pub(crate) fn next(call: &mut Call) -> Outcome {
    let uuid = call.path("orderUuid").to_owned();
    let number = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let order = order::of_uuid(tx, actor, &uuid)?;
        order.need_open()?;
        let rule: String = setting::value(tx, org, &HBL_NO_RULE, Some(Scope::Se))?;
        let number = free(tx, &order, &rule)?;
        let entry = LogEntry::of(OBJECT, order.id, number.as_str(), crate::PAGE).scope("SE").about_order(order.id);
        tx.log(entry.did("新建", "生成分提单号").level(Level::Low).text(order.code))?;
        Ok(number)
    })?;
    Ok(Answer::Data(json!({ "number": number })))
}

fn free(tx: &mut Tx<'_>, order: &Order, rule: &str) -> Result<String, Refusal> {
    let org = tx.org();
    let company = short_code(tx, org)?;
    let day = tx.now.day();
    let (year, month) = (day.strftime("%y").to_string(), day.strftime("%m").to_string());
    // The last letters of the port's code: DEHAM is HAM.
    let port: String = order.discharge.chars().skip(2).collect();
    for _ in 0..TRIES {
        let running = tx.next_number("hblNo", &format!("{year}{month}"))?;
        let running = format!("{running:0DIGITS$}");
        let values = [("org3", &*company), ("pod3", &*port), ("yy", &*year), ("MM", &*month), ("seq4", &*running)];
        let number = ruled_number(rule, &values);
        if !house_fits(&number, limits::HOUSE_NUMBER) || running.len() > DIGITS {
            break;
        }
        if !store::is_taken(tx, org, &number, None)? {
            return Ok(number);
        }
    }
    Err(Refusal::business(m::NO_NUMBER))
}

/// The company's code of three letters.
fn short_code(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    let mut select = sql::from_global("org");
    select.column("short_code").and_where(sql::eq("id", org));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}
