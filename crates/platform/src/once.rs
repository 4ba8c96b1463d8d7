//! Writes that a client repeats because their answer was lost: done once, and answered as the first time (header
//! `Idempotency-Key`, for 24 hours, for each user of each company).
//!
//! The key is written in the first transaction that the call keeps, so it is known exactly when something was done:
//! a call that was refused, or died before, left no key and is worked on anew.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use axum::http::HeaderName;
use kernel::{Id, Instant, Msg, Text};
use ring::digest;
use sea_query::{ExprTrait, OnConflict};
use serde_json::{Value as Json, json};

use crate::access::Actor;
use crate::call::{Answer, App, Asked, Call, Outcome};
use crate::clock;
use crate::files::Arrived;
use crate::refusal::{Refusal, messages};
use crate::registry::{Method, Operation};
use crate::store::{Conn, Value, sql};
use crate::web::frame::Frame;

/// Header by which a client names one attempt of its user.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

const TABLE: &str = "idempotency_key";
/// Longest key.
const KEY_LENGTH_MAX: usize = 64;
/// How long a key is known.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
/// Largest answer that is kept, in bytes. What repeats a call with a larger one is told that it is done.
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// How long a call that repeats one whose answer is still being made waits for it.
const PATIENCE: Duration = Duration::from_secs(8);
/// How often it looks.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What a malformed key is told.
const BAD_KEY: Msg = Msg::new(
    "call.bad_key",
    "Idempotency-Key须为1至64位的字母、数字、-或_",
    "An Idempotency-Key is 1 to 64 letters, digits, - or _.",
);
/// What a repeated call is told whose first answer nobody has any more.
const ALREADY_DONE: Msg = Msg::new(
    "call.done_before",
    "该操作已完成，请刷新查看结果",
    "This was done already. Please reload to see the result.",
);

/// Key of a sentence that stood beside a first answer.
const NOTED_BEFORE: &str = "call.noted_before";

/// What a body calls its own attempt: calls about money carry `requestId`, which is a key as the header is.
fn request_of(body: &[u8]) -> Option<String> {
    const MEMBER: &[u8] = b"\"requestId\"";
    if !body.windows(MEMBER.len()).any(|part| part == MEMBER) {
        return None;
    }
    let body: serde_json::Value = serde_json::from_slice(body).ok()?;
    body.get("requestId").and_then(Json::as_str).filter(|id| !id.is_empty()).map(str::to_owned)
}

/// The key of a call.
#[derive(Debug)]
pub struct Once {
    org: i64,
    user: Id,
    key: String,
    fingerprint: Vec<u8>,
    /// A transaction of this call has kept the key.
    kept: AtomicBool,
    /// Another call had kept it before.
    late: AtomicBool,
    /// The answer holds what is told once.
    secret: AtomicBool,
}

/// What is known of a key.
struct Known {
    fingerprint: Vec<u8>,
    answer: Option<(u16, Vec<u8>)>,
    since: Instant,
}

impl Once {
    /// The key of a call that writes, if it brought one. What reads is simply done again.
    pub(crate) fn of(
        app: &App,
        operation: &Operation,
        caller: Option<&Actor>,
        asked: &Asked,
        arrived: Option<&Arrived>,
    ) -> Result<Option<Arc<Self>>, Refusal> {
        let named = request_of(&asked.body);
        let Some((actor, key)) = caller.zip(named.as_deref().or(asked.key.as_deref())) else { return Ok(None) };
        if operation.method == Method::Get || !operation.writes {
            return Ok(None);
        }
        let sound = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if key.is_empty() || key.len() > KEY_LENGTH_MAX || !key.bytes().all(sound) {
            return Err(Refusal::BadRequest(BAD_KEY.text()));
        }
        Ok(Some(Arc::new(Self {
            org: actor.org_id,
            user: actor.user_id,
            key: key.to_owned(),
            fingerprint: app.secrets.hash_bytes(&fingerprint(asked, arrived))?,
            kept: AtomicBool::new(false),
            late: AtomicBool::new(false),
            secret: AtomicBool::new(false),
        })))
    }

    /// Writes the key at the beginning of a transaction of the call; refused when another call did before. One that
    /// writes it at this moment is waited for by the database.
    pub(crate) fn claim(&self, conn: &mut dyn Conn, now: Instant) -> Result<(), Refusal> {
        if self.kept.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cells = [
            ("user_id", Value::Int(self.user.0)),
            ("given_key", Value::Text(self.key.clone())),
            ("fingerprint", Value::Bytes(self.fingerprint.clone())),
            ("created_at", Value::Int(now.millis())),
        ];
        let mut insert = sql::insert(self.org, TABLE, &cells);
        insert.on_conflict(OnConflict::columns(["org_id", "user_id", "given_key"]).do_nothing().to_owned());
        if conn.exec(&insert.into())? == 1 || self.take_over(conn, now)? {
            return Ok(());
        }
        self.late.store(true, Ordering::Relaxed);
        Err(Refusal::business(ALREADY_DONE))
    }

    /// Takes a key over whose time is over, unless the clock is doubted: what was done a moment ago would be done again.
    fn take_over(&self, conn: &mut dyn Conn, now: Instant) -> Result<bool, Refusal> {
        if !clock::is_trusted(conn, now)? {
            return Ok(false);
        }
        let cells = [
            ("fingerprint", Value::Bytes(self.fingerprint.clone())),
            ("created_at", Value::Int(now.millis())),
            ("status", Value::Null),
            ("answer", Value::Null),
        ];
        let mut over = sql::update(self.org, TABLE, &cells);
        over.and_where(sql::eq("user_id", self.user))
            .and_where(sql::eq("given_key", self.key.clone()))
            .and_where(sql::col("created_at").lte(sql::value(now.plus_millis(-KEPT_MS))));
        Ok(conn.exec(&over.into())? == 1)
    }

    /// Notes that the answer holds what is told once and kept nowhere: a password, recovery codes. A repetition is
    /// told that it is done.
    pub(crate) fn note_secret(&self) {
        self.secret.store(true, Ordering::Relaxed);
    }

    /// Notes that a transaction with the key was kept.
    pub(crate) fn note_kept(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }

    /// Does the work of a call, unless it was done before under its key: then its first answer is given.
    pub(crate) fn work(&self, call: &mut Call, work: impl FnOnce(&mut Call) -> Outcome) -> Outcome {
        let app = call.app.clone();
        if let Some(before) = self.known(&app)? {
            return self.first_answer(&app, before);
        }
        let outcome = work(call);
        if self.late.load(Ordering::Relaxed) {
            let before = self.known(&app)?.ok_or_else(|| Refusal::business(ALREADY_DONE))?;
            return self.first_answer(&app, before);
        }
        if self.kept.load(Ordering::Relaxed) && !self.secret.load(Ordering::Relaxed) {
            // What was done stays done: without its answer, a repetition is told so.
            let kept = self.keep_answer(&app, &outcome, (call.language(), call.asked.frame));
            kept.unwrap_or_else(|fault| tracing::error!(?fault, "the answer under a key was not kept"));
        }
        outcome
    }

    /// What is known of the key, unless its time is over.
    fn known(&self, app: &App) -> Result<Option<Known>, Refusal> {
        let now = app.clock.now();
        let mut select = sql::from(self.org, TABLE);
        select
            .columns(["fingerprint", "status", "answer", "created_at"])
            .and_where(sql::eq("user_id", self.user))
            .and_where(sql::eq("given_key", self.key.clone()));
        let row = app.store.read(|conn| {
            let Some(row) = conn.first(&select.into())? else { return Ok(None) };
            let is_over = row.get::<Instant>(3)? <= now.plus_millis(-KEPT_MS);
            Ok::<_, Refusal>(if is_over && clock::is_trusted(conn, now)? { None } else { Some(row) })
        })?;
        let Some(row) = row else { return Ok(None) };
        let status: Option<i64> = row.get(1)?;
        let answer: Option<Vec<u8>> = row.get(2)?;
        let answer = status.and_then(|status| u16::try_from(status).ok()).zip(answer);
        Ok(Some(Known { fingerprint: row.get(0)?, answer, since: Instant::from_millis(row.get(3)?) }))
    }

    /// The first answer under the key, which is waited for while it may still come.
    fn first_answer(&self, app: &App, mut known: Known) -> Outcome {
        if known.fingerprint != self.fingerprint {
            return Err(Refusal::KeyReused);
        }
        let begun = Stopwatch::now();
        loop {
            if let Some((status, sealed)) = known.answer {
                return Ok(given_before(status, app.secrets.open(&sealed)?));
            }
            let past = app.clock.now().millis() - known.since.millis();
            let age = Duration::from_millis(u64::try_from(past).unwrap_or(0));
            if age > PATIENCE || begun.elapsed() > PATIENCE {
                return Err(Refusal::business(ALREADY_DONE));
            }
            std::thread::sleep(LOOK_EVERY);
            match self.known(app)? {
                Some(now) => known = now,
                // It answered a file, which is made anew.
                None => return Err(Refusal::business(ALREADY_DONE)),
            }
        }
    }

    /// Keeps the answer. Files are not kept: whoever asks again has the file made again.
    fn keep_answer(&self, app: &App, outcome: &Outcome, to: (&str, Frame)) -> Result<(), Refusal> {
        let kept = match written(outcome, to) {
            Kept::Answer { status, body, note } if body.len() <= ANSWER_BYTES_MAX => {
                let answer = app.secrets.seal(&json!([body, note]).to_string())?;
                let cells = [("status", Value::Int(i64::from(status))), ("answer", Value::Bytes(answer))];
                let mut update = sql::update(self.org, TABLE, &cells);
                update.and_where(sql::eq("user_id", self.user)).and_where(sql::eq("given_key", self.key.clone()));
                update.into()
            }
            Kept::File => {
                let mut delete = sql::delete(self.org, TABLE);
                delete.and_where(sql::eq("user_id", self.user)).and_where(sql::eq("given_key", self.key.clone()));
                delete.into()
            }
            Kept::Answer { .. } | Kept::Nothing => return Ok(()),
        };
        app.system_write(|conn| Ok(conn.exec(&kept)?)).map(drop)
    }
}

enum Kept {
    Answer {
        status: u16,
        body: String,
        /// The sentence beside it; empty without one.
        note: String,
    },
    File,
    Nothing,
}

impl Kept {
    fn answer(status: u16, body: String) -> Self {
        Self::Answer { status, body, note: String::new() }
    }
}

/// An answer as it was kept, in the language of who was given it first.
fn given_before(status: u16, kept: String) -> Answer {
    // Those of versions that kept no note are the body alone, which is no list.
    let (body, note) = serde_json::from_str(&kept).unwrap_or((kept, String::new()));
    let before = Answer::Before { status, body };
    if note.is_empty() {
        return before;
    }
    Answer::Noted(Text { key: NOTED_BEFORE, zh: note.clone(), en: note }, Box::new(before))
}

/// Status and envelope of an answer, as it goes to the caller.
fn written(outcome: &Outcome, (language, frame): (&str, Frame)) -> Kept {
    match outcome {
        Ok(answer) => given(answer, (language, frame)),
        // What failed after something was kept is not what its user should hear for a day.
        Err(refusal) if refusal.is_fault() => Kept::Nothing,
        Err(refusal) => {
            let (status, code, message, data): (u16, i64, String, Json) = refusal.wire(language);
            Kept::answer(status, frame.text(code, &message, &data.to_string()))
        }
    }
}

fn given(answer: &Answer, (language, frame): (&str, Frame)) -> Kept {
    let done = messages::DONE.text();
    let envelope = |message: &str, data: &str| Kept::answer(200, frame.text(0, message, data));
    match answer {
        Answer::Data(data) => envelope(done.in_language(language), &data.to_string()),
        Answer::Raw(data) => envelope(done.in_language(language), data),
        Answer::Said(text, data) => envelope(text.in_language(language), &data.to_string()),
        Answer::Bare(body) => Kept::answer(200, body.to_string()),
        Answer::Noted(text, answer) => match given(answer, (language, frame)) {
            Kept::Answer { status, body, .. } => {
                Kept::Answer { status, body, note: text.in_language(language).to_owned() }
            }
            other => other,
        },
        // A repeated call sets no cookie: who asks again has it.
        Answer::Cookie(_, answer) => given(answer, (language, frame)),
        Answer::Before { .. } => Kept::Nothing,
        Answer::File { .. } | Answer::Stored { .. } => Kept::File,
    }
}

/// What makes two calls the same, before it is keyed (bodies may hold passwords): what is called, with what. Each part is led by its length, so that no two differ
/// only in where one part ends.
fn fingerprint(asked: &Asked, arrived: Option<&Arrived>) -> Vec<u8> {
    let mut digest = digest::Context::new(&digest::SHA256);
    let mut part = |bytes: &[u8]| {
        digest.update(&u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
        digest.update(bytes);
    };
    part(asked.operation.as_bytes());
    for (name, value) in asked.path.iter().chain(&asked.query) {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    part(&asked.body);
    for sent in &asked.parts {
        part(sent.name.as_bytes());
        part(sent.file_name.as_bytes());
        part(&sent.bytes);
    }
    if let Some(file) = arrived {
        part(file.name.as_bytes());
        part(&file.digest());
    }
    digest.finish().as_ref().to_vec()
}

/// Forgets the keys whose time is over; answers how many.
pub(crate) fn forget(app: &Arc<App>) -> Result<usize, Refusal> {
    let before = app.clock.now().plus_millis(-KEPT_MS);
    app.each_org(|org| {
        let mut delete = sql::delete(org, TABLE);
        delete.and_where(sql::col("created_at").lte(sql::value(before)));
        let gone = app.system_write(|conn| Ok(conn.exec(&delete.into())?))?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_is_not_heard_again_and_what_a_rule_said_is() {
        let kept = |refusal: Refusal| !matches!(written(&Err(refusal), ("zh-CN", Frame::Own)), Kept::Nothing);
        assert!(!kept(Refusal::later()) && !kept(Refusal::broken("x")));
        assert!(kept(Refusal::business(ALREADY_DONE)));
    }

    #[test]
    fn a_first_answer_is_given_with_its_note_and_one_kept_without_as_it_is() {
        let told = |kept: &str| match given_before(200, kept.to_owned()) {
            Answer::Before { body, .. } => (body, None),
            Answer::Noted(text, answer) => match *answer {
                Answer::Before { body, .. } => (body, Some(text.in_language("en-US").to_owned())),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        let body = r#"{"code":0,"data":["a","b"]}"#;
        assert_eq!(told(&json!([body, "无权\n使用"]).to_string()), (body.to_owned(), Some("无权\n使用".to_owned())));
        assert_eq!(told(&json!([body, ""]).to_string()), (body.to_owned(), None));
        assert_eq!(told(body), (body.to_owned(), None), "of a version that kept no note");
    }
}
