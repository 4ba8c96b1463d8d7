//! What is answered before the product is there. The server listens from its first moment on, so that who watches it
//! learns that it comes, and waits for a database that is not up yet: after a power cut both start at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use kernel::Msg;
use platform::refusal::Refusal;
use platform::store::Unreachable;
use platform::web;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::listen::{self, Limits};
use crate::server;

/// Between two looks at the database.
const PAUSE: Duration = Duration::from_secs(1);
/// Between two lines of the log about it.
const TOLD_EVERY: Duration = Duration::from_secs(60);
/// The longest that is waited for who is answered still when the product takes over.
const END: Duration = Duration::from_secs(2);
/// Seconds after which a caller may try again.
const RETRY_AFTER: &str = "5";

const STARTING: Msg =
    Msg::new("call.starting", "系统正在启动，请稍后重试", "The system is starting. Please try again in a moment.");

/// Answers for a product that is still to come.
pub struct Waiting {
    end: oneshot::Sender<()>,
    answering: JoinHandle<()>,
    stop: watch::Receiver<bool>,
    /// The product has taken over.
    over: Arc<AtomicBool>,
    /// The database does not answer yet.
    for_database: Arc<AtomicBool>,
}

impl Waiting {
    /// Answers on a listener that the product takes over later. Call inside a runtime.
    pub fn begin(listener: &std::net::TcpListener, limits: Limits) -> io::Result<Self> {
        let listener = TcpListener::from_std(listener.try_clone()?)?;
        let (end, ended) = oneshot::channel::<()>();
        let for_database = Arc::new(AtomicBool::new(false));
        let router = router(&for_database);
        let until = async move {
            let _ = ended.await;
        };
        let answering = tokio::spawn(listen::serve(listener, router, until, limits));
        let over = Arc::new(AtomicBool::new(false));
        let (tell, stop) = watch::channel(false);
        let known = over.clone();
        tokio::spawn(async move {
            server::told_to_stop().await;
            if !known.load(Ordering::SeqCst) {
                // Nothing is under way but what a transaction undoes.
                std::process::exit(0);
            }
            let _ = tell.send(true);
        });
        Ok(Self { end, answering, stop, over, for_database })
    }

    /// Waits until the database answers; an error where waiting can't help. Blocks its thread.
    pub fn for_database(&self, config: &Config) -> Result<(), String> {
        let mut told: Option<Instant> = None;
        loop {
            let reason = match config.store().reach() {
                Ok(()) => break,
                Err(Unreachable::Never(reason)) => return Err(format!("the database can't be used: {reason}")),
                Err(Unreachable::NotYet(reason)) => reason,
            };
            self.for_database.store(true, Ordering::Relaxed);
            if told.is_none_or(|at| at.elapsed() >= TOLD_EVERY) {
                tracing::warn!(reason, "waiting for the database");
                told = Some(Instant::now());
            }
            std::thread::sleep(PAUSE);
        }
        self.for_database.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Makes room for the product; answers what ends when the process is told to stop.
    pub async fn end(self) -> impl Future<Output = ()> {
        self.over.store(true, Ordering::SeqCst);
        drop(self.end);
        let _ = tokio::time::timeout(END, self.answering).await;
        let mut stop = self.stop;
        async move {
            let _ = stop.wait_for(|told| *told).await;
        }
    }
}

fn router(for_database: &Arc<AtomicBool>) -> Router {
    let for_database = for_database.clone();
    let ready = move || {
        let waits = for_database.load(Ordering::Relaxed);
        async move { not_ready(waits) }
    };
    Router::new()
        .route("/health/live", get(|| async { "alive" }))
        .route("/health/ready", get(ready))
        .route("/health", get(|| async { later((StatusCode::SERVICE_UNAVAILABLE, "not ok").into_response()) }))
        .fallback(|headers: HeaderMap| async move { coming(&headers) })
}

fn not_ready(for_database: bool) -> Response<Body> {
    let json = json!({ "ready": false, "waitingFor": if for_database { "database" } else { "start" } }).to_string();
    let kind = [(header::CONTENT_TYPE, "application/json")];
    later((StatusCode::SERVICE_UNAVAILABLE, kind, json).into_response())
}

/// A call is answered like any that can't be done now; a person reads a line.
fn coming(headers: &HeaderMap) -> Response<Body> {
    let language = web::language_of(headers);
    let text = STARTING.text();
    if !server::is_looked_at(headers) {
        return later(web::respond(Err(Refusal::Later(text)), &language));
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    later((StatusCode::SERVICE_UNAVAILABLE, kind, text.in_language(&language).to_owned()).into_response())
}

fn later(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
