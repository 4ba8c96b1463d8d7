//! HTTP: one router for all operations; the envelope and the guard in one place.

pub(crate) mod credential;
mod file;
pub mod frame;
mod unfit;
mod upload;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{ConnectInfo, FromRequest, Multipart, RawPathParams, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::Msg;
use serde_json::{Value as Json, json};
use tokio::task::JoinError;

use crate::access::{Access, Actor, find_key, note_over, session_of_hash, touch_key, touch_session};
use crate::call::{Answer, App, Asked, Call, Outcome, Part};
use crate::files;
use crate::maintenance;
use crate::once::{self, Once};
use crate::refusal::{Refusal, messages};
use crate::registry::{Body, Method, Operation};
use crate::store::{self, Bounds, StoreError};
use credential::{Credential, takes_tickets};
use file::Range;
use frame::Frame;
use upload::Upload;

/// Header of a file that comes with a sentence for who asked for it, percent-encoded.
const NOTE: HeaderName = HeaderName::from_static("x-note");
/// Header of an answer that was given before, under the key of the call.
const REPEATED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// A body that breaks off, or that is larger than its call takes.
pub const TOO_LARGE: Msg =
    Msg::new("call.too_large", "内容无法读取或超过大小限制", "The content can't be read or exceeds the size limit.");

/// Letters of a caller's address that are kept of what a proxy says.
const ADDRESS_LETTERS_MAX: usize = 64;
/// Longest name of a host (RFC 1035, 2.3.4), and its port.
const HOST_LETTERS_MAX: usize = 261;

const TOO_SLOW: Msg =
    Msg::new("call.too_slow", "请求内容发送过慢，请重试", "The request came too slowly. Please try again.");

/// The router of every declared operation. Pages and assets are the fallback the caller adds.
pub fn router(app: &Arc<App>) -> Router {
    let mut paths: BTreeMap<String, MethodRouter> = BTreeMap::new();
    for (path, operation) in app.registry.addresses() {
        let filter = match operation.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Delete => MethodFilter::DELETE,
        };
        let (app, operation_kept) = (app.clone(), operation.clone());
        let handler = move |params: Result<RawPathParams, RawPathParamsRejection>, request: Request| {
            let (app, operation) = (app.clone(), operation_kept.clone());
            async move {
                match params {
                    Ok(params) => answer(app, operation, &params, request).await,
                    // Nothing is named by bytes that are no text.
                    Err(_) => no_such_call(request.headers()),
                }
            }
        };
        let mut entry = paths.remove(path).unwrap_or_default().on(filter, handler);
        if takes_tickets(operation) {
            entry = entry.options(|| async { for_other_pages(Response::default()) });
        }
        paths.insert(path.to_owned(), entry);
    }
    paths.into_iter().fold(crate::push::route(app), |router, (path, methods)| {
        router.route(&path, methods.fallback(|headers: HeaderMap| async move { no_such_call(&headers) }))
    })
}

/// Lets pages of another address send files here and read the answer. No cookie lets anyone in: who has no ticket
/// is refused, wherever his page comes from.
fn for_other_pages(mut response: Response) -> Response {
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, accept-language"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    for (name, value) in allowed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The answer to an address nobody declared.
pub fn no_such_call(headers: &HeaderMap) -> Response {
    let language = language_of(headers);
    let text = messages::NO_SUCH_CALL.text();
    envelope(404, 404, text.in_language(&language), "null")
}

/// The answer to a call whose body came too slowly.
pub fn too_slow(headers: &HeaderMap) -> Response {
    envelope(408, 408, TOO_SLOW.text().in_language(&language_of(headers)), "null")
}

/// The answer to who has too many calls open.
pub fn too_many(headers: &HeaderMap) -> Response {
    refused(&Refusal::TooMany, &language_of(headers), Frame::Own)
}

/// `en-US` when the caller asks for English first, else `zh-CN`.
pub fn language_of(headers: &HeaderMap) -> String {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if asked.trim_start().to_ascii_lowercase().starts_with("en") { "en-US".to_owned() } else { "zh-CN".to_owned() }
}

/// What the browser says it is.
pub fn agent_of(headers: &HeaderMap) -> String {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// An id that ties an answer to its log lines: the caller's when it is sound, else a new one.
fn request_id(headers: &HeaderMap) -> String {
    let sound =
        |text: &&str| (8..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let given = headers.get("x-request-id").and_then(|value| value.to_str().ok()).filter(sound);
    given.map_or_else(
        || crate::access::random_bytes::<8>().unwrap_or_default().iter().map(|b| format!("{b:02x}")).collect(),
        ToOwned::to_owned,
    )
}

async fn answer(app: Arc<App>, operation: Arc<Operation>, params: &RawPathParams, request: Request) -> Response {
    let begun = Stopwatch::now();
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let credential = authorization.and_then(|shown| Credential::of(shown, &operation, request.uri().path()));
    let from_elsewhere = matches!(credential, Some(Credential::Ticket(..)));
    let (asked, upload) = gather(&app, &operation, params, credential.as_ref(), request).await;
    let request_id = asked.request_id.clone();
    let (name, language, frame) = (operation.id.clone(), asked.language.clone(), asked.frame);
    let kept = app.clone();
    let work = bounded(&app, move |app| run(app.clone(), &operation, credential.as_ref(), asked, upload));
    let mut response = work.await.unwrap_or_else(|unheard| refused(&unheard.refusal(), &language, frame));
    let status = response.status().as_u16();
    let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request_id, operation = name, status, milliseconds, "call");
    kept.figures.note(kept.clock.now(), milliseconds, status);
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    if from_elsewhere { for_other_pages(response) } else { response }
}

/// Why work for a caller was not done.
#[derive(Debug)]
pub enum Unheard {
    /// Others were worked for as long as a call may wait.
    Busy,
    /// It broke off.
    Lost(JoinError),
}

impl Unheard {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Busy => Refusal::from(StoreError::Late("too many calls are worked on".to_owned())),
            Self::Lost(error) => {
                tracing::error!(%error, "a call was lost");
                Refusal::broken("lost")
            }
        }
    }
}

/// Work for a caller on a thread that may block, when its turn comes: its statements have the bounds of a call, and end
/// when he goes.
pub async fn bounded<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> T + Send + 'static,
) -> Result<T, Unheard> {
    let turn = tokio::time::timeout(app.settings.statement, app.turns.clone().acquire_owned()).await;
    let Ok(Ok(turn)) = turn else { return Err(Unheard::Busy) };
    // Held while the caller waits: when he goes, this is dropped with all that happens here.
    let (waiting, caller) = store::caller();
    let (bounds, app) = (Bounds { statement: app.settings.statement, caller }, app.clone());
    let done = tokio::task::spawn_blocking(move || {
        let done = store::within(bounds, || work(&app));
        drop(turn);
        done
    });
    let done = done.await.map_err(Unheard::Lost);
    drop(waiting);
    done
}

/// What came with a call, and the large file it brought.
async fn gather(
    app: &Arc<App>,
    operation: &Arc<Operation>,
    params: &RawPathParams,
    credential: Option<&Credential>,
    request: Request,
) -> (Asked, Option<Upload>) {
    let headers = request.headers();
    let language = language_of(headers);
    let text = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
    let authorization = text(header::AUTHORIZATION);
    let mut asked = Asked {
        path: params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        query: query_of(request.uri()),
        content_type: text(header::CONTENT_TYPE),
        token: match credential {
            Some(Credential::Token(token)) => Some(token.clone()),
            _ => None,
        },
        basic: authorization.strip_prefix("Basic ").and_then(basic_of),
        cookies: cookies_of(headers),
        agent: agent_of(headers),
        range: text(header::RANGE),
        if_range: text(header::IF_RANGE),
        ip: caller_ip(app, headers, request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0)),
        request_id: request_id(headers),
        origin: origin_of(app, headers),
        operation: operation.id.clone(),
        frame: Frame::of(&operation.path),
        key: headers.get(once::HEADER).map(|value| value.to_str().unwrap_or_default().to_owned()),
        language,
        ..Asked::default()
    };
    // Who may not call at all is told that first, whatever is wrong with the body; of such a caller
    // files are read off the line and not kept, and large ones are not even read.
    let mut upload = None;
    if operation.body == Body::Files {
        let welcome = admitted(app, operation, credential).await.is_some();
        match parts_of(request, operation.body_bytes_max, welcome).await {
            Some(parts) => asked.parts = parts,
            None => asked.unreadable = true,
        }
    } else if let Body::Large(kind) = operation.body {
        if let Some(Some(actor)) = admitted(app, operation, credential).await {
            upload = upload::receive(app, actor.org_id, kind, request).await;
            asked.unreadable = upload.is_none();
        }
    } else if operation.method != Method::Get {
        match axum::body::to_bytes(request.into_body(), operation.body_bytes_max).await {
            Ok(body) => asked.body = body.to_vec(),
            Err(_) => asked.unreadable = true,
        }
    }
    asked.unfit = unfit::found(&operation.body, &asked);
    (asked, upload)
}

/// A caller who will be let in, asked before files are taken from it.
async fn admitted(
    app: &Arc<App>,
    operation: &Arc<Operation>,
    credential: Option<&Credential>,
) -> Option<Option<Actor>> {
    let (operation, credential) = (operation.clone(), credential.cloned());
    bounded(app, move |app| let_in(app, &operation, credential.as_ref()).ok()).await.ok().flatten()
}

/// Most parts of a multipart body.
const PARTS_MAX: usize = 100;

/// The parts of a multipart body; none when it can't be read or is too large. They are kept if wished.
async fn parts_of(mut request: Request, bytes_max: usize, kept: bool) -> Option<Vec<Part>> {
    upload::limit(&mut request, bytes_max);
    let mut multipart = Multipart::from_request(request, &()).await.ok()?;
    let mut parts = Vec::new();
    let (mut count, mut total) = (0, 0);
    while let Some(mut field) = multipart.next_field().await.ok()? {
        count += 1;
        if count > PARTS_MAX {
            return None;
        }
        let mut part = Part {
            name: field.name().unwrap_or_default().to_owned(),
            file_name: field.file_name().unwrap_or_default().to_owned(),
            bytes: Vec::new(),
        };
        while let Some(chunk) = field.chunk().await.ok()? {
            total += chunk.len();
            if total > bytes_max {
                return None;
            }
            if kept {
                part.bytes.extend_from_slice(&chunk);
            }
        }
        if kept {
            parts.push(part);
        }
    }
    Some(parts)
}

/// Query parameters; of a name given twice the last counts.
pub fn query_of(uri: &Uri) -> BTreeMap<String, String> {
    axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri)
        .map(|query| query.0.into_iter().collect())
        .unwrap_or_default()
}

/// Cookies by name; of a name given twice the first counts, which is the one of the nearest path (RFC 6265, 5.4).
fn cookies_of(headers: &HeaderMap) -> BTreeMap<String, String> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = BTreeMap::new();
    for (name, value) in lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('=')) {
        cookies.entry(name.to_owned()).or_insert_with(|| value.to_owned());
    }
    cookies
}

fn basic_of(encoded: &str) -> Option<(String, String)> {
    let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    text.split_once(':').map(|(id, secret)| (id.to_owned(), secret.to_owned()))
}

/// The caller's address: what the outermost of the trusted proxies saw, else the connection's. Each proxy adds an
/// address at the end; what stands before those of the trusted ones is the caller's own word.
pub fn caller_ip(app: &App, headers: &HeaderMap, connection: Option<SocketAddr>) -> String {
    forwarded_ip(app.settings.trusted_proxies, headers)
        .unwrap_or_else(|| connection.map_or_else(String::new, |address| address.ip().to_string()))
}

/// What the outermost of so many trusted proxies saw; none when that many did not say anything.
pub fn forwarded_ip(trusted_proxies: usize, headers: &HeaderMap) -> Option<String> {
    let lists = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let said: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
    let place = Some(trusted_proxies).filter(|count| *count > 0).and_then(|count| said.len().checked_sub(count));
    place.and_then(|place| said.get(place)).map(|address| address.chars().take(ADDRESS_LETTERS_MAX).collect())
}

fn origin_of(app: &App, headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text("host").filter(|host| host.len() <= HOST_LETTERS_MAX);
    let scheme = text("x-forwarded-proto").filter(|scheme| app.settings.trusted_proxies > 0 && *scheme == "https");
    format!("{}://{}", scheme.unwrap_or("http"), host.unwrap_or("localhost"))
}

/// Session, permission, work, answer: on a blocking thread.
fn run(
    app: Arc<App>,
    operation: &Operation,
    credential: Option<&Credential>,
    asked: Asked,
    upload: Option<Upload>,
) -> Response {
    let (language, frame) = (asked.language.clone(), asked.frame);
    let request_id = asked.request_id.clone();
    let range = Range { asked: asked.range.clone(), tag: asked.if_range.clone() };
    let outcome = catch_unwind(AssertUnwindSafe(|| admit_and_work(app, operation, credential, asked, upload)));
    match outcome.map(|outcome| outcome.and_then(|answer| done(answer, &language, frame, &range))) {
        Ok(Ok(response)) => response,
        Ok(Err(refusal)) => {
            if let Some(text) = refusal.for_log() {
                tracing::error!(request_id, operation = operation.id, text, "a call failed");
            }
            refused(&refusal, &language, frame)
        }
        Err(_) => {
            tracing::error!(request_id, operation = operation.id, "a call panicked");
            refused(&Refusal::broken("panic"), &language, frame)
        }
    }
}

/// Who calls; refused without a session or without permission.
fn admit(app: &App, operation: &Operation, credential: Option<&Credential>) -> Result<Option<Actor>, Refusal> {
    match (operation.access, credential) {
        (Access::Public, _) => Ok(None),
        (_, None) => Err(Refusal::Unauthorized(messages::SESSION_OVER.text())),
        (access, Some(credential)) => {
            let actor = match credential {
                Credential::Key(key) => by_key(app, operation, key)?,
                Credential::Token(_) | Credential::Ticket(..) => by_session(app, operation, credential)?,
            };
            if !actor.may(access) {
                return Err(Refusal::Forbidden);
            }
            // Whoever can't work may still leave.
            match maintenance::closed(app, actor.org_id)? {
                Some(text) if operation.id != "end_token" => Err(Refusal::Business(text)),
                _ => Ok(Some(actor)),
            }
        }
    }
}

fn by_session(app: &App, operation: &Operation, credential: &Credential) -> Result<Actor, Refusal> {
    let now = app.clock.now();
    let hash = credential.token_hash(app, now)?;
    let found = app.store.read(|conn| session_of_hash(conn, &app.rights, hash.clone(), now));
    if matches!(found, Err(Refusal::Unauthorized(_))) {
        Refusal::unless_unsaved(note_over(app, hash.clone(), now))?;
    }
    let found = found?;
    if found.touch {
        app.note(|conn| Ok(touch_session(conn, hash, now)?))?;
    }
    match found.actor.limit.filter(|_| !operation.when_limited) {
        Some(limit) => Err(Refusal::Business(limit.message())),
        None => Ok(found.actor),
    }
}

fn by_key(app: &App, operation: &Operation, key: &str) -> Result<Actor, Refusal> {
    let now = app.clock.now();
    let (found, key) = app.store.read(|conn| find_key(conn, &app.rights, key, now))?;
    if found.touch {
        app.note(|conn| Ok(touch_key(conn, found.actor.org_id, key.id, now)?))?;
    }
    key.need(operation)?;
    Ok(found.actor)
}

/// Who calls, if there is space for what he wants kept. Log-ins, and what removes something, go on in the last of it.
fn let_in(app: &App, operation: &Operation, credential: Option<&Credential>) -> Result<Option<Actor>, Refusal> {
    let caller = admit(app, operation, credential)?;
    let spared = operation.access == Access::Public || operation.when_limited || operation.method == Method::Delete;
    if operation.writes && !spared {
        app.need_space(matches!(operation.body, Body::Files | Body::Large(_)))?;
    }
    Ok(caller)
}

fn admit_and_work(
    app: Arc<App>,
    operation: &Operation,
    credential: Option<&Credential>,
    asked: Asked,
    upload: Option<Upload>,
) -> Outcome {
    let caller = let_in(&app, operation, credential)?;
    if let Some(text) = &asked.unfit {
        return Err(Refusal::BadRequest(text.clone()));
    }
    if asked.unreadable {
        return Err(Refusal::BadRequest(TOO_LARGE.text()));
    }
    files::need_allowed(&app, &asked.parts)?;
    let arrived = upload.transpose()?;
    let once = Once::of(&app, operation, caller.as_ref(), &asked, arrived.as_ref())?;
    let mut call = Call { app, caller, asked: Asked { once: once.clone(), ..asked }, arrived };
    match once {
        Some(once) => once.work(&mut call, |call| (operation.handler)(call)),
        None => (operation.handler)(&mut call),
    }
}

fn done(answer: Answer, language: &str, frame: Frame, range: &Range) -> Result<Response, Refusal> {
    let text = messages::DONE.text();
    let message = text.in_language(language);
    let framed = |message: &str, data: &str| json_response(200, frame.text(0, message, data));
    Ok(match answer {
        Answer::Data(data) => framed(message, &data.to_string()),
        Answer::Raw(data) => framed(message, &data),
        Answer::Said(text, data) => framed(text.in_language(language), &data.to_string()),
        Answer::Bare(body) => json_response(200, body.to_string()),
        Answer::Before { status, body } => {
            let mut response = json_response(status, body);
            response.headers_mut().insert(REPEATED, HeaderValue::from_static("true"));
            response
        }
        Answer::File { name, mime, bytes, inline } => file::response(&name, &mime, bytes.into(), inline),
        Answer::Stored { name, mime, file, inline } => file::stored(&name, &mime, file, inline, range)?,
        Answer::Cookie(cookie, answer) => {
            let mut response = done(*answer, language, frame, range)?;
            if let Ok(cookie) = HeaderValue::try_from(cookie) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Answer::Noted(text, answer) => {
            let mut response = done(*answer, language, frame, range)?;
            if let Ok(note) = HeaderValue::try_from(percent_encoded(text.in_language(language))) {
                response.headers_mut().insert(NOTE, note);
            }
            response
        }
    })
}

/// The answer of a call that no room declares, as declared ones answer.
pub fn respond(outcome: Outcome, language: &str) -> Response {
    match outcome.and_then(|answer| done(answer, language, Frame::Own, &Range::default())) {
        Ok(response) => response,
        Err(refusal) => {
            if let Some(text) = refusal.for_log() {
                tracing::error!(text, "a call failed");
            }
            refused(&refusal, language, Frame::Own)
        }
    }
}

fn refused(refusal: &Refusal, language: &str, frame: Frame) -> Response {
    let (status, code, message, data) = refusal.wire(language);
    let mut response = json_response(status, frame.text(code, &message, &data.to_string()));
    if let Some(seconds) = refusal.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// The envelope a public page carries as its first answer.
pub fn envelope_of(outcome: Outcome, language: &str) -> String {
    match outcome {
        Ok(Answer::Data(data)) => Frame::Own.text(0, messages::DONE.text().in_language(language), &data.to_string()),
        Ok(Answer::Raw(data)) => Frame::Own.text(0, messages::DONE.text().in_language(language), &data),
        Ok(_) => Frame::Own.text(1, "", "null"),
        Err(refusal) => {
            let (_, code, message, data) = refusal.wire(language);
            Frame::Own.text(code, &message, &data.to_string())
        }
    }
}

fn envelope(status: u16, code: i64, message: &str, data: &str) -> Response {
    json_response(status, Frame::Own.text(code, message, data))
}

fn json_response(status: u16, body: String) -> Response {
    let mut response = Response::new(HttpBody::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Percent-encoding of everything but unreserved characters (RFC 5987, RFC 3986).
pub fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// The answers of the health calls: alive always, ready when the database answers and what is written can be saved.
pub fn health(app: &App) -> (bool, Json) {
    let started = Stopwatch::now();
    let answers = app.store.probe().is_ok();
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let saves = app.unsaved().is_empty();
    let ready = answers && saves;
    (ready, json!({ "ready": ready, "databaseMilliseconds": milliseconds, "saves": saves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_call_again_is_told_when() {
        let told = |refusal: Refusal| {
            let response = respond(Err(refusal), "zh-CN");
            let after = response.headers().get(header::RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
            (response.status().as_u16(), after)
        };
        assert_eq!(told(Refusal::later()), (503, Some("60".to_owned())));
        assert_eq!(told(Refusal::Unsaved("x".to_owned())), (503, Some("60".to_owned())));
        assert_eq!(told(Refusal::TooMany), (429, Some("60".to_owned())));
        assert_eq!(told(Refusal::broken("x")), (500, None));
        assert_eq!(told(Refusal::Forbidden), (403, None));
    }
}
