//! What a caller shows to be let in: the token of a session, a key of the API, or a ticket for one upload.
//!
//! Pages may send files to another address than their own (`uploadHttp`, `uploadHttps` of the platform's settings).
//! The token of a session opens everything its user may do and goes to its own address alone: to the other one goes
//! a ticket, good for a while and for one path, as long as the session lives.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, still_holds};
use serde::Deserialize;
use serde_json::json;

use crate::access::{is_key, secret_hash};
use crate::call::{Answer, App, Call, Outcome};
use crate::refusal::{Refusal, messages};
use crate::registry::{Body, Operation};

/// Long enough for the line of a ship's office to begin; what has begun is not cut off.
const LIFE_MS: i64 = 10 * 60 * 1000;

/// What a caller shows.
#[derive(Debug, Clone)]
pub(super) enum Credential {
    /// `Authorization: Bearer`: the token of a session.
    Token(String),
    /// `Authorization: Bearer`, too: a key of the API.
    Key(String),
    /// `Authorization: Ticket`: a ticket, and the path it is shown at.
    Ticket(String, String),
}

impl Credential {
    /// Reads the header of a call to a path.
    pub(super) fn of(authorization: &str, operation: &Operation, path: &str) -> Option<Self> {
        let ticket = || authorization.strip_prefix("Ticket ").filter(|_| takes_tickets(operation));
        let shown =
            |token: &str| if is_key(token) { Self::Key(token.to_owned()) } else { Self::Token(token.to_owned()) };
        let token = authorization.strip_prefix("Bearer ").map(shown);
        token.or_else(|| ticket().map(|ticket| Self::Ticket(ticket.to_owned(), path.to_owned())))
    }

    /// Hash of the token of the session it stands for; 401 for a ticket that is over or for another path.
    pub(super) fn token_hash(&self, app: &App, now: Instant) -> Result<Vec<u8>, Refusal> {
        match self {
            Self::Token(token) | Self::Key(token) => Ok(secret_hash(token)),
            Self::Ticket(ticket, path) => {
                opened(app, ticket, path, now).ok_or(Refusal::Unauthorized(messages::SESSION_OVER.text()))
            }
        }
    }
}

/// Whether files may come to an operation from pages of another address.
pub(super) fn takes_tickets(operation: &Operation) -> bool {
    matches!(operation.body, Body::Files | Body::Large(_))
}

fn opened(app: &App, ticket: &str, path: &str, now: Instant) -> Option<Vec<u8>> {
    let sealed = URL_SAFE_NO_PAD.decode(ticket).ok()?;
    let text = app.secrets.open(&sealed).ok()?;
    let (until, rest) = text.strip_prefix("upload ")?.split_once(' ')?;
    let (hash, of) = rest.split_once(' ')?;
    let lasts = until.parse::<i64>().is_ok_and(|until| still_holds(Instant::from_millis(until), now, LIFE_MS));
    (lasts && of == path).then(|| URL_SAFE_NO_PAD.decode(hash).ok())?
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    path: String,
}

/// POST /platform/uploadTicket {path} → {ticket}: for one path, ten minutes, while the caller's session lives.
pub(crate) fn make_ticket(call: &mut Call) -> Outcome {
    let Wanted { path } = call.json()?;
    let session = secret_hash(&call.asked.token.clone().unwrap_or_default());
    let until = call.now().plus_millis(LIFE_MS).millis();
    let sealed = call.app.secrets.seal(&format!("upload {until} {} {path}", URL_SAFE_NO_PAD.encode(session)))?;
    Ok(Answer::Data(json!({ "ticket": URL_SAFE_NO_PAD.encode(sealed) })))
}
