//! The first run: while the database is empty, a page on which whoever has the setup code makes the
//! company and its administrator. It is gone for good afterwards.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, Response};
use axum::middleware::Next;
use hrs::first_run;
use kernel::{Clock, Msg};
use platform::access::secret_hash;
use platform::body;
use platform::call::{Answer, App, Outcome};
use platform::refusal::Refusal;
use platform::web;
use serde_json::{Value as Json, json};

use crate::config::Config;
use crate::{aside, assets, server, start};

/// Where the page stands.
pub const PAGE: &str = "/setup";
/// Ids of the company: behind those of the demonstration where that is made too.
const ORG: i64 = 2;
const ORG_BESIDE_DEMO: i64 = 5;
/// Attempts of one address a minute.
const ATTEMPTS: u32 = 30;
/// Letters of the code, without those that are mistaken for each other.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LETTERS: usize = 10;

const WRONG_CODE: Msg = Msg::new(
    "first_run.code",
    "初始化码不正确，请查看服务器启动时的输出",
    "The setup code is wrong; the server printed it when it started.",
);

/// The first run of one server.
pub struct FirstRun {
    app: Arc<App>,
    config: Config,
    /// Known to be over; it never opens again.
    over: AtomicBool,
    /// Held while somebody sets up, which takes a while with the demonstration.
    turn: Mutex<()>,
}

/// What was made.
pub struct Made {
    /// The company's code.
    pub org_code: String,
    /// Name the administrator logs in with.
    pub admin_name: String,
    /// Password of the demonstration's people, told once.
    pub demo_password: Option<String>,
}

impl FirstRun {
    /// Of this deployment.
    pub fn new(app: &Arc<App>, config: &Config) -> Self {
        Self { app: app.clone(), config: config.clone(), over: AtomicBool::new(false), turn: Mutex::default() }
    }

    /// Whether the database is still empty. Call from a thread that may block.
    fn is_open(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return false;
        }
        let empty = start::has_orgs(&self.app).is_ok_and(|has| !has);
        if !empty {
            self.over.store(true, Ordering::Relaxed);
        }
        empty
    }

    /// The code that opens the page; none when the first run is over. It is made of the secret key, so
    /// all processes of a deployment tell the same, and nobody else can know it.
    pub fn code(&self) -> Result<Option<String>, String> {
        if self.is_open() { code_of(&self.app).map(Some).map_err(|refusal| start::say(&refusal)) } else { Ok(None) }
    }
}

fn code_of(app: &App) -> Result<String, Refusal> {
    let hash = app.secrets.hash("setup code of the first run")?;
    let letter = |byte: &u8| LETTERS.get(usize::from(*byte) % LETTERS.len()).copied().map_or('A', char::from);
    let code: String = hash.iter().take(CODE_LETTERS).map(letter).collect();
    let (one, other) = code.split_at(CODE_LETTERS / 2);
    Ok(format!("{one}-{other}"))
}

fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase()
}

/// Makes the company and its administrator, if the database is empty.
pub fn set_up(app: &Arc<App>, config: &Config, ask: first_run::FirstRun) -> Result<Made, Refusal> {
    let ask = ask.tidy();
    if start::has_orgs(app).map_err(Refusal::Broken)? {
        return Err(Refusal::NotFound);
    }
    let findings = app.store.read(|conn| ask.findings(conn))?;
    Refusal::unless_clean(&findings, &[])?;
    let demo_password = if ask.demo {
        Some(aside::make(app, config, |beside| with_demonstration(beside, &ask))?)
    } else {
        company(app, &ask, ORG)?;
        None
    };
    tracing::info!(company = ask.org_code, "the product was set up");
    Ok(Made { org_code: ask.org_code, admin_name: ask.admin_name, demo_password })
}

/// The company and its administrator.
fn company(app: &App, ask: &first_run::FirstRun, org: i64) -> Result<(), Refusal> {
    let made = app.system_write(|conn| {
        // The first row is the platform's; of two set-ups at once the second finds it there.
        start::platform_base(app, conn)?;
        first_run::make(app, conn, ask, org)
    });
    match made {
        Err(Refusal::Unique(_)) => Err(Refusal::NotFound),
        other => other,
    }
}

/// The same with the demonstration beside; answers the password of its people.
fn with_demonstration(beside: &Config, ask: &first_run::FirstRun) -> Result<String, Refusal> {
    let app = start::open(beside, Clock::System).map_err(Refusal::Broken)?;
    company(&app, ask, ORG_BESIDE_DEMO)?;
    let password = start::make_demo(beside, app.clock.now().day(), None, true).map_err(Refusal::Broken)?;
    app.system_write(|conn| first_run::close_demo_keepers(conn, &ask.admin_name))?;
    Ok(password)
}

/// GET /setup/state: whether there is something to set up, and what to choose from.
pub async fn state(State(first): State<Arc<FirstRun>>, headers: HeaderMap) -> Response<Body> {
    answered(&headers, move || {
        if !first.is_open() {
            return Err(Refusal::NotFound);
        }
        let editions = first.app.store.read(|conn| first_run::editions(conn))?;
        let editions: Vec<Json> = editions.iter().map(|(code, name)| json!({ "value": code, "label": name })).collect();
        Ok(Answer::Data(json!({ "editions": editions })))
    })
    .await
}

/// POST /setup/create.
pub async fn create(
    State(first): State<Arc<FirstRun>>,
    caller: Option<axum::Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response<Body> {
    let ip = web::caller_ip(&first.app, &headers, caller.map(|extension| extension.0.0));
    answered(&headers, move || {
        let body = body.map_err(|_| Refusal::BadRequest(web::TOO_LARGE.text()))?;
        admit_and_set_up(&first, &ip, &body)
    })
    .await
}

fn admit_and_set_up(first: &FirstRun, ip: &str, body: &[u8]) -> Outcome {
    if !first.is_open() {
        return Err(Refusal::NotFound);
    }
    let app = &first.app;
    app.limits.take(format!("setup {ip}"), ATTEMPTS, app.clock.now())?;
    let mut asked: Json = body::read(body)?;
    let given = asked.as_object_mut().and_then(|members| members.remove("setupCode"));
    let given = plain(given.as_ref().and_then(Json::as_str).unwrap_or_default());
    if secret_hash(&given) != secret_hash(&plain(&code_of(app)?)) {
        return Err(Refusal::field("setupCode", WRONG_CODE.text()));
    }
    let ask = body::read_at(&asked, "")?;
    let _turn = first.turn.lock().unwrap_or_else(PoisonError::into_inner);
    let made = set_up(app, &first.config, ask)?;
    Ok(Answer::Data(json!({
        "orgCode": made.org_code, "adminName": made.admin_name, "demoPassword": made.demo_password,
    })))
}

async fn answered(headers: &HeaderMap, work: impl FnOnce() -> Outcome + Send + 'static) -> Response<Body> {
    let language = web::language_of(headers);
    let outcome = tokio::task::spawn_blocking(work).await;
    web::respond(outcome.unwrap_or_else(|_| Err(Refusal::broken("a call was lost"))), &language)
}

/// The page; afterwards it leads to the log-in.
pub async fn page(State(first): State<Arc<FirstRun>>) -> Response<Body> {
    let kept = first.clone();
    let open = tokio::task::spawn_blocking(move || kept.is_open()).await.unwrap_or(false);
    if open { server::application(&first.app).await } else { assets::redirect("/login") }
}

/// Whoever opens the log-in of an empty product is led to its setup.
pub async fn lead(State(first): State<Arc<FirstRun>>, request: Request, next: Next) -> Response<Body> {
    let entrance = request.method() == Method::GET && matches!(request.uri().path(), "/" | "/login");
    if entrance && !first.over.load(Ordering::Relaxed) {
        let open = tokio::task::spawn_blocking(move || first.is_open()).await.unwrap_or(false);
        if open {
            return assets::redirect(PAGE);
        }
    }
    next.run(request).await
}
