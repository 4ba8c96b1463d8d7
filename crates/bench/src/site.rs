//! A database with its orders, the product on it, and the floor beside it on the same address.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::config::Config;
use hrs::setup::{self, NewOrg, NewUser};
use kernel::{Clock, Instant};
use platform::access::{Actor, Opening, SESSION_LIFE_MS, find_session, open_session};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Stmt, sql};
use tokio::runtime::Runtime;

use crate::floor::Floor;
use crate::load;
use crate::orders::{Cells, ORG_FIRST, Plan, base_rows};
use crate::{Fault, bills, charges};

/// A running product on a loaded database.
pub struct Site {
    /// Where it listens.
    pub address: String,
    /// What was loaded.
    pub plan: Plan,
    /// A token for each org.
    pub tokens: Vec<String>,
    /// The plain handlers.
    pub floor: Arc<Floor>,
    /// An earlier run filled the database, and wrote into it what it measured.
    pub is_used: bool,
    app: Arc<App>,
}

/// What a refusal says, as what ends the run.
pub fn fault(refusal: Refusal) -> Fault {
    format!("{refusal:?}").into()
}

/// The configuration of a SQLite folder or a PostgreSQL database.
fn config(place: &Result<PathBuf, String>, folder: &Path) -> Config {
    let database_url = place.as_ref().err().cloned().unwrap_or_default();
    Config { data_folder: folder.to_owned(), database_url, ..Config::default() }
}

/// Orgs, each with an administrator, and the rows orders refer to.
pub fn found(app: &App, plan: &Plan) -> Result<Vec<(&'static str, Cells)>, Refusal> {
    let never = Instant::parse(setup::NEVER_STOPS).unwrap_or(Instant::from_millis(i64::MAX));
    let mut rows = Vec::new();
    app.system_write(|conn| {
        seed::people::platform_org(app, conn)?;
        base::load::load(conn, &app.mint, app.clock.now())?;
        for org in (ORG_FIRST..).take(usize::try_from(plan.orgs).unwrap_or(1)) {
            let (code, name) = (format!("ORG{org:02}"), format!("货运公司{org:02}"));
            let new = NewOrg {
                id: org,
                code: &code,
                name: &name,
                edition: "FLAGSHIP",
                user_limit: 100,
                stop_at: never,
                group_id: None,
                social_credit_code: "",
                short_code: "",
            };
            setup::create_org(app, conn, &new)?;
            let dept = setup::create_dept(app, conn, org, ("111", &name), None)?;
            let login = format!("admin{org:02}");
            let admin = NewUser {
                login: &login,
                name: "管理员",
                phone: "",
                email: "",
                admin_role: "admin",
                dept,
                roles: &[],
                order_permission: None,
                must_change: false,
            };
            setup::create_user(app, conn, org, &admin, "Bench-2026x")?;
            rows.extend(base_rows(org, dept.0, plan.begin));
            if plan.charged {
                rows.extend(charges::base_rows(org, plan));
            }
            if plan.billed {
                rows.extend(bills::base_rows(org, plan));
            }
        }
        Ok(())
    })?;
    Ok(rows)
}

/// A session of each org's administrator.
fn sessions(app: &App, plan: &Plan) -> Result<(Vec<String>, Vec<Actor>), Refusal> {
    let now = app.clock.now();
    app.system_write(|conn| {
        let (mut tokens, mut actors) = (Vec::new(), Vec::new());
        for org in (ORG_FIRST..).take(usize::try_from(plan.orgs).unwrap_or(1)) {
            let mut select = sql::from(org, "app_user");
            select.columns(["id", "login_id"]).and_where(sql::eq("admin_role", "admin"));
            let row = conn.first(&select.into())?.unwrap_or_default();
            let opening = Opening {
                id: app.mint.next(now),
                org,
                user: row.get(0)?,
                login: row.get(1)?,
                place: ("127.0.0.1", "bench"),
                idle_ms: SESSION_LIFE_MS,
                most: 1,
                limit: None,
            };
            let token = open_session(conn, &opening, now)?;
            actors.push(find_session(conn, &app.rights, &token, now)?.actor);
            tokens.push(token);
        }
        Ok((tokens, actors))
    })
}

/// Whether an earlier run has filled the database.
fn is_filled(app: &App) -> Result<bool, Refusal> {
    let orders = Stmt::Raw("SELECT 1 FROM freight_order LIMIT 1".to_owned(), Vec::new());
    let row = app.store.read(|conn| conn.first(&orders).map_err(Refusal::from))?;
    Ok(row.is_some())
}

impl Site {
    /// Makes, loads and serves a database: the file in `folder`, or the PostgreSQL database of `url`.
    pub fn open(runtime: &Runtime, folder: &Path, url: Option<&str>, plan: Plan) -> Result<Self, Fault> {
        let _inside = runtime.enter();
        let place = url.map_or_else(|| Ok(folder.join("forwarder.db")), |url| Err(url.to_owned()));
        let config = config(&place, folder);
        let app = app::start::open(&config, Clock::System)?;
        let is_used = crate::kept().is_some() && is_filled(&app).map_err(fault)?;
        let base = (!is_used).then(|| found(&app, &plan)).transpose().map_err(fault)?;
        drop(app);
        if let Some(base) = base {
            match &place {
                Ok(file) => load::sqlite(file, base, &plan)?,
                Err(url) => runtime.block_on(load::postgres(url, base, &plan))?,
            }
        }
        let app = app::start::open(&config, Clock::System)?;
        // What the product does every night.
        app.store.analyse(&|| false).map_err(|error| error.to_string())?;
        runtime.spawn(platform::push::relay(app.clone()));
        let (tokens, actors) = sessions(&app, &plan).map_err(fault)?;
        let floor = Floor::new(&place, plan, &actors)?;
        let first_run = Arc::new(app::first_run::FirstRun::new(&app, &config));
        let router = app::server::router(&app, &first_run).merge(floor.router());
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
        let address = listener.local_addr()?.to_string();
        runtime.spawn(async move {
            let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
            let _ = axum::serve(listener, service).await;
        });
        Ok(Self { address, plan, tokens, floor, is_used, app })
    }

    /// Token of an order's org.
    pub fn token(&self, n: u64) -> &str {
        let length = u64::try_from(self.tokens.len()).unwrap_or(1);
        usize::try_from(n % length).ok().and_then(|place| self.tokens.get(place)).map_or("", String::as_str)
    }

    /// The product itself.
    pub fn product(&self) -> &App {
        &self.app
    }

    /// A figure of the database.
    pub fn number(&self, text: &str) -> Result<i64, Fault> {
        let statement = platform::store::Stmt::Raw(text.to_owned(), Vec::new());
        let row = self.app.store.read(|conn| conn.first(&statement).map_err(Refusal::from)).map_err(fault)?;
        row.unwrap_or_default().get(0).map_err(Refusal::from).map_err(fault)
    }

    /// How the database plans the list's statement.
    pub fn plan_of_list(&self) -> Result<String, Fault> {
        use platform::store::{Dialect, Row, Stmt, StoreError};
        let Some((text, values)) = self.floor.list_statement() else { return Ok(String::new()) };
        let explain = match self.app.store.dialect() {
            Dialect::Sqlite => "EXPLAIN QUERY PLAN ",
            Dialect::Postgres => "EXPLAIN (ANALYZE, BUFFERS) ",
        };
        let statement = Stmt::Raw(format!("{explain}{text}"), values.clone());
        let rows: Vec<Row> =
            self.app.store.read(|conn| conn.query(&statement)).map_err(|e: StoreError| e.to_string())?;
        let last = |row: &Row| match row.0.last() {
            Some(platform::store::Value::Text(text)) => text.clone(),
            other => format!("{other:?}"),
        };
        Ok(format!("{text}\n{}", rows.iter().map(last).collect::<Vec<_>>().join("\n")))
    }
}
