//! Starting: open and migrate the database, bring permissions in step, make the first people.

use std::sync::Arc;

use hrs::setup::{self, NewOrg, NewUser};
use kernel::{Clock, Instant};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Store, sql};
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::config::Config;
use crate::rooms;

/// Id of the company a first start without demonstration makes.
const FIRST_ORG: i64 = 2;

/// What a first start tells the one who started it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstStart {
    /// The database had its data already.
    None,
    /// One administrator with a one-time password.
    Administrator {
        /// Log-in name.
        login: String,
        /// Password, shown once.
        password: String,
    },
    /// The demonstration company.
    Demo {
        /// Password of its people, when it was made up here.
        password: String,
    },
}

fn say(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Broken(text) | Refusal::Unique(text) => text.clone(),
        other => other.wire("en-US").2,
    }
}

/// Opens the product with a clock. Call inside a runtime, from a thread that may block.
pub fn open(config: &Config, clock: Clock) -> Result<Arc<App>, String> {
    let registry =
        rooms::registry().map_err(|faults| format!("the declarations have faults: {}", faults.join("; ")))?;
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    let steps = store.migrate(schema::MIGRATIONS).map_err(|error| error.to_string())?;
    if steps > 0 {
        tracing::info!(steps, "the schema was brought up to date");
    }
    let app = App::new(store, clock, registry, config.settings()).map_err(|refusal| say(&refusal))?;
    hrs::permission::synchronise(&app).map_err(|refusal| say(&refusal))?;
    hrs::language::synchronise(&app).map_err(|refusal| say(&refusal))?;
    Ok(Arc::new(app))
}

fn has_orgs(app: &App) -> Result<bool, String> {
    let mut select = sql::from_global("org");
    select.column("id").limit(1);
    app.store.read(|conn| Ok::<_, Refusal>(conn.first(&select.into())?.is_some())).map_err(|refusal| say(&refusal))
}

/// With what an empty database is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filling {
    /// One company with one administrator.
    Administrator,
    /// The demonstration company at work.
    Demo,
    /// The demonstration company before its first order: people, partners, waybill numbers.
    DemoWithoutOrders,
}

/// Fills an empty database; does nothing to a filled one.
pub fn first_start(
    app: &Arc<App>,
    config: &Config,
    filling: Filling,
    demo_password: Option<String>,
) -> Result<FirstStart, String> {
    if has_orgs(app)? {
        return Ok(FirstStart::None);
    }
    match filling {
        Filling::Administrator => make_administrator(app),
        Filling::Demo => make_demo(config, demo_password, true),
        Filling::DemoWithoutOrders => make_demo(config, demo_password, false),
    }
}

/// The day before the first order of the fixture.
const FIXTURE_BEGINS: &str = "2026-07-13 12:00:00";

fn make_demo(config: &Config, password: Option<String>, orders: bool) -> Result<FirstStart, String> {
    let password = match password.filter(|text| !text.is_empty()) {
        Some(password) => password,
        None => seed::people::random_password().map_err(|refusal| say(&refusal))?,
    };
    // The demonstration is built by a product whose clock stands at each record's own time.
    let today = Clock::System.now().day();
    let begin = Instant::parse(FIXTURE_BEGINS).unwrap_or(Instant::from_millis(0));
    let app = open(config, if orders { Clock::fixed(begin) } else { Clock::System })?;
    base(&app)?;
    seed::people::fixture(&app, &password).map_err(|refusal| say(&refusal))?;
    let maker = seed::fixture::Maker {
        app: &app,
        nobody: seed::Client::anonymous(platform::web::router(&app)),
        password: &password,
    };
    let filling = async {
        seed::fixture::partners(&maker).await?;
        if orders {
            seed::air::orders(&maker).await?;
            seed::demo::build(&maker, today).await
        } else {
            seed::air::stock(&maker, &kernel::show_day(today)).await
        }
    };
    tracing::info!("filling the database with the demonstration company");
    // A log line for each of its two thousand calls would bury what the first start has to say.
    tokio::runtime::Handle::current().block_on(filling.with_subscriber(NoSubscriber::default()))?;
    Ok(FirstStart::Demo { password })
}

/// What every deployment has: the platform's org and its reference data.
fn base(app: &App) -> Result<(), String> {
    let made = app.system_write(|conn| {
        seed::people::platform_org(app, conn)?;
        base::load::load(conn, &app.mint, app.clock.now())
    });
    made.map_err(|refusal| say(&refusal))
}

fn make_administrator(app: &Arc<App>) -> Result<FirstStart, String> {
    base(app)?;
    let password = seed::people::random_password().map_err(|refusal| say(&refusal))?;
    let never = Instant::parse(setup::NEVER_STOPS).unwrap_or(Instant::from_millis(i64::MAX));
    let made = app.system_write(|conn| {
        let org = NewOrg {
            id: FIRST_ORG,
            code: "MAIN",
            name: "我的公司",
            edition: "FLAGSHIP",
            user_limit: 1000,
            stop_at: never,
            group_id: None,
            social_credit_code: "",
            short_code: "",
        };
        setup::create_org(app, conn, &org)?;
        let dept = setup::create_dept(app, conn, FIRST_ORG, ("111", "我的公司"), None)?;
        let admin = NewUser {
            login: "admin",
            name: "管理员",
            phone: "",
            email: "",
            admin_role: "admin",
            dept,
            roles: &[],
            order_permission: None,
            must_change: true,
        };
        setup::create_user(app, conn, FIRST_ORG, &admin, &password)?;
        Ok(())
    });
    made.map_err(|refusal| say(&refusal))?;
    Ok(FirstStart::Administrator { login: "admin".to_owned(), password })
}

/// A new password for a login, shown once; every session of it ends.
pub fn reset_password(app: &App, login: &str) -> Result<String, String> {
    let password = seed::people::random_password().map_err(|refusal| say(&refusal))?;
    let done = app.system_write(|conn| setup::reset_password(app, conn, login, &password));
    match done {
        Ok(true) => Ok(password),
        Ok(false) => Err(format!("there is no login {login}")),
        Err(refusal) => Err(say(&refusal)),
    }
}
