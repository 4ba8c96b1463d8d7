//! Saying something to an outside system and hearing its answer; each of it leaves a row of the call log.

use std::time::Instant;

use kernel::{Id, Msg, Text};
use platform::call::App;
use platform::outbound::{Request, Trouble, send};
use platform::place;
use platform::refusal::Refusal;

use crate::call_log;
use crate::config::Interface;
use crate::kind::LOGIN_HANDOFF;
use crate::mask::masked;

const UNREACHABLE: Msg = Msg::new(
    "interface.unreachable",
    "无法连接对方系统，请检查地址",
    "The other system can't be reached. Please check the address.",
);
const SILENT: Msg =
    Msg::new("interface.silent", "对方系统未在{n}秒内响应", "The other system did not answer within {n} seconds.");

const STATUS: Msg = Msg::new("interface.status", "HTTP {n}", "HTTP {n}");

/// What is said.
#[derive(Debug, Clone, Copy)]
pub struct Saying<'a> {
    /// In a word, for the log.
    pub summary: &'a str,
    /// Number of what it is about; empty for none.
    pub ref_no: &'a str,
    /// Where.
    pub url: &'a str,
    /// The message; nothing: the address is only read.
    pub body: Option<&'a str>,
    /// Media type of the message.
    pub media: &'a str,
    /// What the simulator answers.
    pub simulated: &'a str,
    /// Who has it said; none for the system.
    pub user: Option<Id>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The other system took it.
    pub ok: bool,
    /// Its status; none when there was no answer.
    pub status: Option<u16>,
    /// What happened, in a sentence.
    pub result: Text,
    /// Milliseconds it took.
    pub took: i64,
    /// The answer.
    pub body: String,
}

/// Says something to an outside system, outside of any transaction, and notes it. A copy that is quiet says nothing.
pub fn exchange(app: &App, interface: &Interface, saying: &Saying<'_>) -> Result<Exchange, Refusal> {
    if !interface.simulated {
        app.store.read(|conn| place::need_released(conn))?;
    }
    let token = interface.token(app)?;
    let begun = Instant::now();
    let (ok, status, result, body) = if interface.simulated {
        (true, Some(200), status_text(200), saying.simulated.to_owned())
    } else {
        ask(app, interface, saying, &token)
    };
    let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
    let done = Exchange { ok, status, result, took, body };
    note(app, interface, saying, &done, &token)?;
    Ok(done)
}

fn status_text(status: u16) -> Text {
    STATUS.with(&[("n", &status.to_string())])
}

fn ask(app: &App, interface: &Interface, saying: &Saying<'_>, token: &str) -> (bool, Option<u16>, Text, String) {
    let bearer = format!("Bearer {token}");
    // The key of a hand-off signs; whoever has it may log in as anybody.
    let is_key = interface.kind == LOGIN_HANDOFF;
    let mut headers = vec![("X-App-Id", interface.app_id.as_str())];
    if !token.is_empty() && !is_key {
        headers.push(("Authorization", bearer.as_str()));
    }
    if saying.body.is_some() {
        headers.push(("Content-Type", saying.media));
    }
    headers.retain(|(_, value)| !value.is_empty());
    let request = Request { url: saying.url, headers: &headers, body: saying.body, within: interface.within };
    match send(&app.settings.guard, request) {
        Ok(answer) => {
            // Where only messages are taken, reading is refused, and the address is right.
            let ok = (200..300).contains(&answer.status) || (saying.body.is_none() && answer.status == 405);
            (ok, Some(answer.status), status_text(answer.status), answer.body)
        }
        Err(Trouble::Unreachable) => (false, None, UNREACHABLE.text(), String::new()),
        Err(Trouble::Silent) => {
            let n = interface.within.as_secs().to_string();
            (false, None, SILENT.with(&[("n", &n)]), String::new())
        }
    }
}

/// Notes what was said to another system and what came of it.
fn note(app: &App, interface: &Interface, saying: &Saying<'_>, done: &Exchange, token: &str) -> Result<(), Refusal> {
    let request = match saying.body {
        Some(body) => format!("POST {}\n{}", saying.url, masked(body, &[token])),
        None => format!("GET {}", saying.url),
    };
    let made = call_log::Made {
        ref_no: saying.ref_no,
        summary: saying.summary,
        ok: done.ok,
        result: &done.result.zh,
        took: done.took,
        request: &masked(&request, &[token]),
        response: &masked(&done.body, &[token]),
        user: saying.user,
    };
    call_log::put(app, (interface.org, interface.id), &made)
}
