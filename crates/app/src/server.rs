//! The server: calls, files, pages, health; a stop that lets running calls end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use platform::call::App;
use platform::web;
use serde_json::json;
use tokio::net::TcpListener;

use crate::assets;

/// First parts of addresses that are calls, never pages.
const CALLS: [&str; 7] = ["afbase", "auth", "hrs", "platform", "prm", "sc", "api"];

/// The page whose address carries a log-in token, which no other server may be told.
const HANDOFF: &str = "/efForLogin";

/// Everything the server answers.
pub fn router(app: &Arc<App>) -> Router {
    let pages = Router::new()
        .route("/version.json", get(version))
        .route("/health/live", get(|| async { "alive" }))
        .route("/health/ready", get(ready))
        .route("/externalOrderTrack", get(public_track))
        .route("/externalOrderDeliveryNotice", get(|| async { assets::public_page(None) }))
        .fallback(page_or_file)
        .with_state(app.clone());
    web::router(app).merge(pages)
}

async fn version(State(app): State<Arc<App>>) -> impl IntoResponse {
    let body = json!({ "pack_vue_version": app.settings.version }).to_string();
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body)
}

async fn ready(State(app): State<Arc<App>>) -> Response<Body> {
    let checked = tokio::task::spawn_blocking(move || web::health(&app)).await;
    let (ready, json) = checked.unwrap_or((false, json!({ "ready": false })));
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CONTENT_TYPE, "application/json")], json.to_string()).into_response()
}

/// The public tracking page, with the order's record inside: it paints without a second round trip.
async fn public_track(State(app): State<Arc<App>>, request: Request) -> Response<Body> {
    let query = web::query_of(request.uri());
    let asked_for = query.get("o").is_some_and(|o| !o.trim().is_empty());
    if !asked_for {
        return assets::public_page(None);
    }
    let caller = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let ip = web::caller_ip(&app, request.headers(), caller);
    let language = web::language_of(request.headers());
    let first = tokio::task::spawn_blocking(move || track::first_answer(&app, &query, &ip, &language)).await;
    assets::public_page(first.ok().as_deref())
}

async fn page_or_file(State(app): State<Arc<App>>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let first_part = path.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !reads || (CALLS.contains(&first_part.as_str()) && path.trim_start_matches('/').contains('/')) {
        return web::no_such_call(request.headers());
    }
    if let Some(response) = assets::file(&path, request.headers()) {
        return response;
    }
    let settings = &app.settings;
    let mut page = assets::application((&settings.client_id, &settings.client_secret), &settings.version);
    if path == HANDOFF {
        page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    page
}

/// How long jobs have to come to a step when the server stops; what is left is taken up after its lease.
const JOBS_END: Duration = Duration::from_secs(10);

/// Serves until told to stop; running calls are let to end, jobs go back to their queue.
pub async fn serve(app: Arc<App>, listener: TcpListener) -> std::io::Result<()> {
    let workers = (1..=app.settings.job_workers).map(|number| worker(&app, number)).collect::<Result<Vec<_>, _>>()?;
    let service = router(&app).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).with_graceful_shutdown(told_to_stop()).await;
    app.jobs.stop();
    let (tell, ended) = tokio::sync::oneshot::channel();
    // No thread of the runtime: those have to end before the process does.
    std::thread::spawn(move || {
        workers.into_iter().for_each(|worker| drop(worker.join()));
        let _ = tell.send(());
    });
    let _ = tokio::time::timeout(JOBS_END, ended).await;
    served
}

/// A thread that works on jobs.
fn worker(app: &Arc<App>, number: usize) -> std::io::Result<JoinHandle<()>> {
    let app = app.clone();
    let work = move || platform::job::work_until_stopped(&app);
    std::thread::Builder::new().name(format!("job-{number}")).spawn(work)
}

async fn told_to_stop() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
    tracing::info!("stopping; running calls are let to end");
}
