//! The server: calls, files, pages, health; a stop that lets running calls end.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::map_response;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use platform::call::App;
use platform::refusal::Refusal;
use platform::web;
use serde_json::json;
use tokio::net::TcpListener;

use crate::assets;
use crate::first_run::{self, FirstRun};
use crate::listen::{self, Limits};
use crate::rooms::OPEN_PAGES;

/// First part of addresses of calls to systems that are not there.
const API: &str = "api";

/// Nothing of this is for a search engine: what is public is for those who were sent its address.
const ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// The addresses there are.
struct Addresses {
    /// First parts of addresses that are calls, never pages.
    calls: BTreeSet<String>,
    /// Pages of the logged-in application.
    pages: BTreeSet<String>,
}

impl Addresses {
    fn of(app: &App) -> Self {
        let registry = &app.registry;
        let paths = registry.addresses().map(|(path, _)| path);
        let calls = paths.filter_map(|path| path.trim_start_matches('/').split_once('/')).map(|(first, _)| first);
        let nodes = registry.nodes.iter().chain(&registry.planned).map(|node| node.path.as_str());
        let boards = registry.boards.iter().map(|board| board.path);
        let lists = registry.lists.iter().map(|list| list.path).chain(boards);
        let forms = registry.forms.iter().filter_map(|form| form.get("path")?.as_str());
        let pages = nodes.chain(lists).chain(forms).chain(OPEN_PAGES).filter(|path| path.starts_with('/'));
        Self {
            calls: calls.chain([API]).map(ToOwned::to_owned).collect(),
            pages: pages.map(|path| path.split('?').next().unwrap_or(path).to_owned()).collect(),
        }
    }

    fn has_page(&self, path: &str) -> bool {
        path == "/" || self.pages.contains(path) || assets::has_page(path)
    }

    fn is_call(&self, path: &str) -> bool {
        path.trim_start_matches('/').split_once('/').is_some_and(|(first, _)| self.calls.contains(first))
    }
}

/// Whether a person looks at what is answered: browsers say so where they open a page, and nowhere else.
pub(crate) fn is_looked_at(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|one| {
        let kind = one.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
    })
}

/// The pages whose addresses carry a log-in token or code, which no other server may be told.
const HANDOFFS: [&str; 2] = ["/efForLogin", "/openid_login"];

/// Everything the server answers.
pub fn router(app: &Arc<App>, first_run: &Arc<FirstRun>) -> Router {
    let pages = Router::new()
        .route("/setup/state", get(first_run::state))
        .route("/setup/create", post(first_run::create))
        .route(first_run::PAGE, get(first_run::page))
        .with_state(first_run.clone())
        .merge(pages(app))
        .method_not_allowed_fallback(|headers: HeaderMap| async move { web::no_such_call(&headers) })
        .layer(axum::middleware::from_fn_with_state(first_run.clone(), first_run::lead));
    let all = web::router(app).merge(pages);
    if app.settings.public_url.starts_with("https://") { all.layer(map_response(over_https_alone)) } else { all }
}

/// Who came by https once is not to be led to plain http, for a year (RFC 6797).
async fn over_https_alone(mut response: Response<Body>) -> Response<Body> {
    let value = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    response
}

fn robots() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], ROBOTS)
}

fn pages(app: &Arc<App>) -> Router {
    let addresses = Arc::new(Addresses::of(app));
    Router::new()
        .route("/version.json", get(version))
        .route("/static/{name}", get(static_file))
        .route("/health", get(healthy))
        .route("/health/live", get(|| async { "alive" }))
        .route("/health/ready", get(ready))
        .route("/externalOrderTrack", get(public_track))
        .merge(public_pages())
        .route("/robots.txt", get(|| async { robots() }))
        .fallback(move |State(app): State<Arc<App>>, request: Request| page_or_file(app, addresses.clone(), request))
        .with_state(app.clone())
}

/// Public pages that ask for what they show themselves.
fn public_pages() -> Router<Arc<App>> {
    let paths = [
        "/externalOrderDeliveryNotice",
        "/seExternalOrderDeliveryNotice",
        "/teExternalOrderDeliveryNotice",
        "/cargoPouchView",
        "/cargoPouchView/{id}",
        "/customer_info",
        "/af_order_inquiry_quotation",
        "/bill_confirm",
        "/chat_guest",
    ];
    let page = || get(|| async { assets::public_page(None) });
    paths.into_iter().fold(Router::new(), |router, path| router.route(path, page()))
}

async fn version(State(app): State<Arc<App>>) -> impl IntoResponse {
    let body = json!({ "pack_vue_version": app.settings.version }).to_string();
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body)
}

/// Reference data a browser keeps; another address may ask, for a deployment whose files lie elsewhere.
async fn static_file(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response<Body> {
    let Ok(Path(name)) = name else { return web::no_such_call(&headers) };
    let found = web::bounded(&app, move |app| operate::static_data::file(app, &name)).await;
    let Ok(Ok(Some(json))) = found else { return web::no_such_call(&headers) };
    let kept = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (kept, [(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")], json.to_string()).into_response()
}

/// Ok or not ok, for whoever watches from outside; no figures.
async fn healthy(State(app): State<Arc<App>>) -> impl IntoResponse {
    let (ready, _) = tokio::task::spawn_blocking(move || web::health(&app)).await.unwrap_or_default();
    if ready { (StatusCode::OK, "ok") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ok") }
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
    let agent = web::agent_of(request.headers());
    let first = web::bounded(&app, move |app| track::first_answer(app, &query, (&ip, &agent), &language)).await;
    assets::public_page(first.ok().as_deref())
}

/// A file or a page; the answer to a call that is none for everything else, unless somebody looks at it: he is shown the
/// application, which tells him that there is no such page.
async fn page_or_file(app: Arc<App>, addresses: Arc<Addresses>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !reads || addresses.is_call(&path) {
        return web::no_such_call(request.headers());
    }
    if let Some(response) = assets::file(&path, request.headers()) {
        return response;
    }
    let known = addresses.has_page(&path);
    if !known && !is_looked_at(request.headers()) {
        return web::no_such_call(request.headers());
    }
    let mut page = application(&app).await;
    if !known && page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    if HANDOFFS.contains(&path.as_str()) {
        page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    page
}

/// The page of the application.
pub(crate) async fn application(app: &Arc<App>) -> Response<Body> {
    let read = web::bounded(app, |app| operate::platform_page::public(app)).await;
    // A page without its brand says more than none, when the database does not answer.
    let public = read.ok().and_then(Result::ok).unwrap_or_default();
    let settings = &app.settings;
    assets::application((&settings.client_id, &settings.client_secret), &settings.version, &public)
}

/// How often a process says that it lives.
const HEARD_EVERY: Duration = Duration::from_secs(30);
/// The same while nothing can be saved: the first time that it can be makes the process ready again.
const TRIED_EVERY: Duration = Duration::from_secs(3);

/// Says that this process lives, until it ends.
async fn live(app: Arc<App>) {
    let id: String =
        platform::access::random_bytes::<12>().unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
    let host = platform::probe::host();
    loop {
        let (kept, id, host) = (app.clone(), id.clone(), host.clone());
        let said = tokio::task::spawn_blocking(move || operate::instance::heard(&kept, &id, &host)).await;
        match said {
            // The store itself tells of a full disk, and once.
            Ok(Ok(()) | Err(Refusal::Unsaved(_))) | Err(_) => {}
            Ok(Err(refusal)) => tracing::warn!(?refusal, "the database was not told that this process lives"),
        }
        let unsaved = app.store.unsaved().is_some();
        tokio::time::sleep(if unsaved { TRIED_EVERY } else { HEARD_EVERY }).await;
    }
}

/// How long jobs have to come to a step when the server stops; what is left is taken up after its lease.
const JOBS_END: Duration = Duration::from_secs(10);

/// Serves until told to stop; running calls are let to end, jobs go back to their queue.
pub async fn serve(
    app: Arc<App>,
    first_run: FirstRun,
    (listener, limits): (TcpListener, Limits),
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let workers = (1..=app.settings.job_workers).map(|number| worker(&app, number)).collect::<Result<Vec<_>, _>>()?;
    tokio::spawn(platform::push::relay(app.clone()));
    let router = router(&app, &Arc::new(first_run));
    let living = tokio::spawn(live(app.clone()));
    // What works in pieces, in calls and in jobs, ends at its next one; other calls are let to end.
    let heard = app.clone();
    let stop = async move {
        stop.await;
        heard.jobs.stop();
    };
    listen::serve(listener, router, stop, limits).await;
    living.abort();
    app.jobs.stop();
    let (tell, ended) = tokio::sync::oneshot::channel();
    // No thread of the runtime: those have to end before the process does.
    std::thread::spawn(move || {
        workers.into_iter().for_each(|worker| drop(worker.join()));
        let _ = tell.send(());
    });
    let _ = tokio::time::timeout(JOBS_END, ended).await;
    Ok(())
}

/// A thread that works on jobs.
fn worker(app: &Arc<App>, number: usize) -> std::io::Result<JoinHandle<()>> {
    let app = app.clone();
    let work = move || platform::job::work_until_stopped(&app);
    std::thread::Builder::new().name(format!("job-{number}")).spawn(work)
}

/// Ends when the process is told to stop.
pub(crate) async fn told_to_stop() {
    stopped().await;
    tracing::info!("stopping; running calls are let to end");
}

/// Waits until this process is told to end.
pub(crate) async fn stopped() {
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
}
