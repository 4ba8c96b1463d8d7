//! Starting: open and migrate the database, bring permissions in step, make the demonstration.

use std::sync::Arc;

use hrs::setup;
use kernel::{Clock, Instant};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, Store, sql};
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::backup;
use crate::config::Config;
use crate::{privacy, rooms};

/// A refusal as the command line tells it.
pub fn say(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Broken(text) | Refusal::Unique(text) => text.clone(),
        other => other.wire("en-US").2,
    }
}

/// Opens the product with a clock. Call inside a runtime, from a thread that may block.
pub fn open(config: &Config, clock: Clock) -> Result<Arc<App>, String> {
    let registry =
        rooms::registry().map_err(|faults| format!("the declarations have faults: {}", faults.join("; ")))?;
    privacy::mend(config);
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    backup::before_upgrade(config, &store)?;
    let steps = store.migrate(schema::MIGRATIONS).map_err(|error| error.to_string())?;
    if steps > 0 {
        tracing::info!(steps, "the schema was brought up to date");
    }
    let app = App::new(store, clock, registry, config.settings()).map_err(|refusal| say(&refusal))?;
    // The database is there by now.
    privacy::mend(config);
    hrs::permission::synchronise(&app).map_err(|refusal| say(&refusal))?;
    hrs::language::synchronise(&app).map_err(|refusal| say(&refusal))?;
    platform::job::plan::synchronise(&app).map_err(|refusal| say(&refusal))?;
    app.system_write(|conn| base::load::catch_up(conn, &app.mint, app.clock.now())).map_err(|refusal| say(&refusal))?;
    if has_orgs(&app)? {
        let rules = |conn: &mut dyn Conn| waybill::destination::load(conn, &app.mint, app.clock.now());
        app.system_write(rules).map_err(|refusal| say(&refusal))?;
        app.system_write(|conn| charge::item::load(conn, &app.mint, app.clock.now()))
            .map_err(|refusal| say(&refusal))?;
        app.system_write(|conn| charge::period::load(conn, &app.mint, app.clock.now()))
            .map_err(|refusal| say(&refusal))?;
    }
    Ok(Arc::new(app))
}

/// Whether the database has data already.
pub fn has_orgs(app: &App) -> Result<bool, String> {
    let mut select = sql::from_global("org");
    select.column("id").limit(1);
    app.store.read(|conn| Ok::<_, Refusal>(conn.first(&select.into())?.is_some())).map_err(|refusal| say(&refusal))
}

/// Fills an empty database with the demonstration company, which makes its password up when none is
/// given; nothing when the database has its data.
pub fn demonstrate(
    app: &Arc<App>,
    config: &Config,
    password: Option<String>,
    orders: bool,
) -> Result<Option<String>, String> {
    if has_orgs(app)? {
        return Ok(None);
    }
    base(app)?;
    make_demo(config, password, orders).map(Some)
}

/// The day before the first order of the fixture.
const FIXTURE_BEGINS: &str = "2026-07-13 12:00:00";

/// Makes the demonstration company beside what is there; answers the password of its people.
pub(crate) fn make_demo(config: &Config, password: Option<String>, orders: bool) -> Result<String, String> {
    let password = match password.filter(|text| !text.is_empty()) {
        Some(password) => password,
        None => seed::people::random_password().map_err(|refusal| say(&refusal))?,
    };
    // The demonstration is built by a product whose clock stands at each record's own time.
    let today = Clock::System.now().day();
    let begin = Instant::parse(FIXTURE_BEGINS).unwrap_or(Instant::from_millis(0));
    let app = open(config, if orders { Clock::fixed(begin) } else { Clock::System })?;
    let names = hrs::first_run::DEMO;
    let fault =
        app.store.read(|conn| hrs::password::fault_of_demo(conn, &password, names)).map_err(|refusal| say(&refusal))?;
    if let Some(fault) = fault {
        return Err(format!("the password of the demonstration: {}", fault.en));
    }
    seed::people::fixture(&app, &password).map_err(|refusal| say(&refusal))?;
    let maker = seed::fixture::Maker {
        app: &app,
        nobody: seed::Client::anonymous(platform::web::router(&app)),
        password: &password,
    };
    let filling = async {
        seed::fixture::partners(&maker).await?;
        seed::fixture::warehouses(&maker).await?;
        seed::fixture::rates(&maker).await?;
        if orders {
            seed::money::rates(&maker).await?;
            seed::money::periods(&maker).await?;
            seed::money::air(&maker).await?;
            seed::money::examples(&maker).await?;
            seed::air::weighed(&maker).await?;
            seed::demo::build(&maker, today).await?;
            seed::sea::orders(&maker, today).await?;
            seed::money::carried(&maker).await?;
            seed::money::waiting(&maker).await?;
            seed::bill::bills(&maker, today).await
        } else {
            seed::air::stock(&maker, &kernel::show_day(today)).await
        }
    };
    tracing::info!("filling the database with the demonstration company");
    // A log line for each of its two thousand calls would bury what the first start has to say.
    tokio::runtime::Handle::current().block_on(filling.with_subscriber(NoSubscriber::default()))?;
    Ok(password)
}

/// What every deployment has: the platform's org and its reference data.
fn base(app: &App) -> Result<(), String> {
    app.system_write(|conn| platform_base(app, conn)).map_err(|refusal| say(&refusal))
}

/// The platform's org and its reference data, in a transaction.
pub(crate) fn platform_base(app: &App, conn: &mut dyn Conn) -> Result<(), Refusal> {
    seed::people::platform_org(app, conn)?;
    base::load::load(conn, &app.mint, app.clock.now())?;
    charge::item::load(conn, &app.mint, app.clock.now())?;
    waybill::destination::load(conn, &app.mint, app.clock.now()).map(drop)
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
