//! Numbers the company gives to its house waybills, copies of them, and what stands against removing one.

use kernel::{Id, Msg, Scope, Uuid};
use order::{Hawb, PARTY_ROLES, party_of, sheet_json};
use platform::call::{Answer, Call, Outcome, Tx, coming_number};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Map, json};

use super::{Asked, NUMBER_MAX, open, stored, write};
use crate::order::store;
use crate::settings::HAWB_PREFIX;

/// Series of the numbers.
const SERIES: &str = "hawb";
/// Digits of the running number.
const DIGITS: usize = 7;
/// Numbers in a row that were typed by hand already.
const TRIES: usize = 200;

const USED_UP: Msg = Msg::new(
    "order.hawb.used_up",
    "分单号已用完，请修改分单号前缀",
    "The house numbers are used up. Please change their prefix.",
);
const REPORTED: Msg = Msg::new(
    "order.hawb.reported",
    "分单{n}的FHL报文已发送，请先撤销报文",
    "The FHL message of house {n} was sent. Please cancel it first.",
);

/// GET nextNumber: what the next house of the company will be called. Looking takes nothing; the house that is saved
/// under the number does ([`spend`]).
pub fn next_number(call: &mut Call) -> Outcome {
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let actor = call.actor()?;
    let number = call.read(|conn| {
        store::find(conn, actor, &uuid)?;
        let (prefix, first) = (prefix(conn, actor.org_id)?, coming_number(conn, actor.org_id, SERIES, "")?);
        for running in (first..).take(TRIES) {
            if let Some(number) = free(conn, actor.org_id, &prefix, running)? {
                return Ok(number);
            }
        }
        Err(Refusal::business(USED_UP))
    })?;
    Ok(Answer::Data(json!({ "hawbNumber": number })))
}

/// Takes the next number, for a house that is written in this transaction.
fn next(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let org = tx.org();
    let prefix = prefix(tx, org)?;
    for _ in 0..TRIES {
        let running = tx.next_number(SERIES, "")?;
        if let Some(number) = free(tx, org, &prefix, running)? {
            return Ok(number);
        }
    }
    Err(Refusal::business(USED_UP))
}

fn prefix(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    setting::value(conn, org, &HAWB_PREFIX, Some(Scope::Ae))
}

/// The number at a place of the series; None when a house has it, a refusal when it is too long.
fn free(conn: &mut dyn Conn, org: i64, prefix: &str, running: i64) -> Result<Option<String>, Refusal> {
    let number = format!("{prefix}{running:0DIGITS$}");
    if number.len() > NUMBER_MAX {
        return Err(Refusal::business(USED_UP));
    }
    let mut known = sql::from(org, "hawb");
    known.column("id").and_where(sql::eq("hawb_number", number.as_str())).limit(1);
    Ok(conn.first(&known.into())?.is_none().then_some(number))
}

/// A number that has the form of the company's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    running: i64,
    /// It was given to a house already.
    pub(super) is_given: bool,
    /// No other company has numbers of this form: without letters of the company before them, a co-loader may.
    pub(super) is_sure: bool,
    /// It is the one that is offered now; others were typed by hand and leave the series where it is.
    is_offered: bool,
}

/// The place of a number in the company's series, which stays as it is until the transaction ends: of two who looked at
/// one number, the second is told that the first has it.
pub(super) fn place(tx: &mut Tx<'_>, number: &str) -> Result<Option<Place>, Refusal> {
    let org = tx.org();
    let prefix = prefix(tx, org)?;
    let digits = number.strip_prefix(&prefix).filter(|rest| rest.len() == DIGITS);
    let Some(running) = digits.and_then(|digits| digits.parse::<i64>().ok()) else { return Ok(None) };
    let coming = tx.hold_number(SERIES, "")?;
    let mut is_offered = (coming..).take(TRIES).any(|offered| offered == running);
    let mut before = coming..running;
    while is_offered && let Some(before) = before.next() {
        is_offered = free(tx, org, &prefix, before)?.is_none();
    }
    Ok(Some(Place { running, is_given: (1..coming).contains(&running), is_sure: !prefix.is_empty(), is_offered }))
}

/// A house is saved under a number: the one that is offered is given with it.
pub(super) fn spend(tx: &mut Tx<'_>, place: Place) -> Result<(), Refusal> {
    if place.is_offered { tx.spend_number((SERIES, ""), place.running) } else { Ok(()) }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Copied {
    order_uuid: String,
    id: Id,
    #[serde(default)]
    hawb_number: Option<String>,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// POST hawb/copy: a house like another one of the order, under its own number; the next one when none is named.
pub fn copy(call: &mut Call) -> Outcome {
    let body: Copied = call.json()?;
    let uuid = Uuid::parse(&body.order_uuid).ok_or(Refusal::NotFound)?;
    let language = call.language().to_owned();
    let data = call.write(|tx| {
        let saved = open(tx, &uuid, true)?;
        let old = stored(tx, &saved, body.id)?;
        let named = body.hawb_number.as_deref().map(str::trim).filter(|number| !number.is_empty());
        let number = match named {
            Some(number) => number.to_owned(),
            None => next(tx)?,
        };
        let mut hawb = Map::new();
        sheet_json(&old.sheet, &mut hawb);
        for (role, party) in PARTY_ROLES.iter().zip(&old.parties) {
            hawb.insert((*role).to_owned(), json!(party_of(party)));
        }
        hawb.insert(Hawb::HAWB_NUMBER.name(), json!(number));
        let asked = Asked { order_uuid: String::new(), hawb, confirmed: body.confirmed.clone() };
        let mut told = write(tx, &saved, None, &asked, &language)?;
        if let Some(object) = told.as_object_mut() {
            object.insert("hawbNumber".to_owned(), json!(number.to_uppercase()));
        }
        Ok(told)
    })?;
    Ok(Answer::Data(data))
}

/// Refuses to remove a house the carrier knows of by a message.
pub(super) fn need_unreported(tx: &mut Tx<'_>, master: &str, (hawb, number): (Id, &str)) -> Result<(), Refusal> {
    let mut sent = sql::from(tx.org(), "edi_message");
    sent.column("id")
        .and_where(sql::eq("awb_number", master))
        .and_where(sql::eq("direction", "OUT"))
        .and_where(sql::eq("kind", "FHL"))
        .and_where(sql::eq("hawb_id", hawb))
        .and_where(sql::is_in(sql::col("state"), ["SENT", "ACCEPTED"]))
        .limit(1);
    match tx.first(&sent.into())? {
        Some(_) => Err(Refusal::Business(REPORTED.with(&[("n", number)]))),
        None => Ok(()),
    }
}
