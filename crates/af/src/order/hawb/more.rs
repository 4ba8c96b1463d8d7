//! Numbers the company gives to its house waybills, copies of them, and what stands against removing one.

use kernel::{Id, Msg, Scope, Uuid};
use order::{Hawb, PARTY_ROLES, party_of, sheet_json};
use platform::call::{Answer, Call, Outcome, Tx};
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

/// GET nextNumber: the prefix of the company and the next of its numbers; it is given once.
pub fn next_number(call: &mut Call) -> Outcome {
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let number = call.write(|tx| {
        let actor = tx.actor;
        store::find(tx, actor, &uuid)?;
        tx.no_log_line();
        next(tx)
    })?;
    Ok(Answer::Data(json!({ "hawbNumber": number })))
}

fn next(tx: &mut Tx<'_>) -> Result<String, Refusal> {
    let org = tx.org();
    let prefix: String = setting::value(tx, org, &HAWB_PREFIX, Some(Scope::Ae))?;
    for _ in 0..TRIES {
        let number = format!("{prefix}{:07}", tx.next_number(SERIES, "")?);
        if number.len() > NUMBER_MAX {
            break;
        }
        let mut known = sql::from(org, "hawb");
        known.column("id").and_where(sql::eq("hawb_number", number.as_str())).limit(1);
        if tx.first(&known.into())?.is_none() {
            return Ok(number);
        }
    }
    Err(Refusal::business(USED_UP))
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
