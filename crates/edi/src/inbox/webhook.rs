//! POST receive: what systems of carriers send us. Their company is told by the token, of which the hash alone is kept.

use interface::{Caller, MESSAGES_IN, Said};
use platform::body;
use platform::call::{Answer, Call, Outcome};
use platform::encoding::Decoded;
use platform::refusal::Refusal;
use serde::Deserialize;

use super::import::text_of;
use super::{Row, take_all, too_many, wire};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrapped {
    text: String,
}

/// The message as the body itself, or as the member `text`.
fn text(call: &Call) -> Result<Decoded, Refusal> {
    let wrapped = call.asked.content_type.starts_with("application/json");
    let bytes = if wrapped { call.json::<Wrapped>()?.text.into_bytes() } else { call.asked.body.clone() };
    text_of(&bytes).ok_or_else(|| body::wrong(body::NOT_UTF8))
}

/// POST receive.
pub(crate) fn receive(call: &mut Call) -> Outcome {
    let caller = interface::let_in(call, MESSAGES_IN)?;
    let decoded = text(call)?;
    let text = &decoded.text;
    // Said again they would be as many: the carrier must part them.
    if let Some(refused) = too_many(text) {
        return Err(Refusal::BadRequest(refused));
    }
    let name = if caller.platform.is_empty() { "航司接口" } else { &caller.platform };
    call.caller = Some(facts::outside::actor(caller.org, name, call.now()));
    let rows = take_all(call, "HTTP", "", text);
    let rows: Vec<Row> = rows.into_iter().map(|row| row.decoded(&decoded)).collect();
    let data = wire(&rows, call.language());
    note(call, &caller, text, &rows, &data.to_string())?;
    if !rows.iter().all(Row::is_kept) {
        // A system that is told of success does not say it again; what was kept it may say twice.
        return Err(Refusal::later());
    }
    Ok(Answer::Data(data))
}

fn note(call: &Call, caller: &Caller, request: &str, rows: &[Row], response: &str) -> Result<(), Refusal> {
    let number = rows.first().map(|row| row.awb_number.clone()).unwrap_or_default();
    let ok = rows.iter().all(Row::is_read);
    let result = rows.iter().map(|row| row.message.zh.as_str()).collect::<Vec<_>>().join("；");
    let result: String = result.chars().take(200).collect();
    let said = Said { summary: "电子报文", ref_no: &number, ok, result: &result, request, response };
    interface::note(&call.app, caller, &said)
}
