//! The document of the API, `/openapi.json`: for who is logged in or shows a key, as an open one would tell strangers what
//! there is to try.
//!
//! What a server keeps of the declarations has no schemas. So the document is made of declarations put together anew when it
//! is first asked for, and kept packed: written out it has several megabytes.

use std::io::{Read as _, Write as _};
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::contract;
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use serde_json::json;

use crate::rooms;

/// Where it stands.
pub const ADDRESS: &str = "/openapi.json";

/// The packed document, once it was asked for.
static PACKED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The room that has the document and nothing else.
pub fn room() -> Room {
    let mut room = Room::new("api");
    let document = Operation::get("get_api_document", ADDRESS, Access::LoggedIn, show)
        .answers(json!({ "type": "object" }))
        .summary("This document, without an envelope");
    room.operations.push(document);
    room
}

fn show(_: &mut Call) -> Outcome {
    let mut bytes = Vec::new();
    let packed = packed()?;
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).map_err(|error| Refusal::broken(error.to_string()))?;
    Ok(Answer::File { name: "openapi.json".to_owned(), mime: "application/json".to_owned(), bytes, inline: true })
}

/// Who asks while it is made waits for it: it is made once.
fn packed() -> Result<Vec<u8>, Refusal> {
    let mut kept = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.is_empty() {
        *kept = made()?;
    }
    Ok(kept.clone())
}

fn made() -> Result<Vec<u8>, Refusal> {
    let registry = rooms::registry().map_err(|faults| Refusal::broken(faults.join("; ")))?;
    let text = contract::open_api(&registry).to_string();
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
    packed.map_err(|error| Refusal::broken(error.to_string()))
}
