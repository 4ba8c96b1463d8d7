//! Starting: open and migrate the database, bring permissions in step, make the demonstration.

use std::sync::Arc;

use hrs::setup;
use kernel::{Clock, Day, Instant, Msg, Text};
use platform::call::App;
use platform::place::{self, State};
use platform::refusal::Refusal;
use platform::store::{Conn, Store, StoreError, schema_version, sql};
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::config::Config;
use crate::{aside, backup, key, privacy, rooms};

/// A restore did not come to its end.
pub const HALF: Msg = Msg::new(
    "start.half",
    "上次恢复没有完成，数据不完整：请重新执行 forwarder restore <备份文件>，或换用空的数据库和数据目录。",
    "A restore into this database did not come to its end: run forwarder restore <file> again, or begin with an empty \
     database and data folder.",
);
/// A restore did.
pub const COPY: Msg = Msg::new(
    "start.copy",
    "本系统由{time}的备份恢复，处于静默状态：邮件、报文、接口和定时任务均不执行。确认原系统已停用后，请管理员在页面顶部解除静默，\
     或执行 forwarder release。",
    "This place was restored from a backup of {time} and is quiet: no mails, no messages, no calls to other systems, no \
     plans. Once the other place has stopped for good, release it at the top of its pages, or by forwarder release.",
);

/// A refusal as the command line tells it.
pub fn say(refusal: &Refusal) -> String {
    refusal.for_log().map_or_else(|| refusal.wire("en-US").2, ToOwned::to_owned)
}

/// Opens the product with a clock. Call inside a runtime, from a thread that may block.
pub fn open(config: &Config, clock: Clock) -> Result<Arc<App>, String> {
    let registry = rooms::registry()
        .map_err(|faults| format!("the declarations have faults: {}", faults.join("; ")))?
        .for_serving();
    config.store().reach().map_err(|reason| format!("the database can't be used: {reason}"))?;
    if config.database_url.trim().is_empty() {
        // The embedded database is made in a folder for nobody else.
        privacy::mend(config);
    }
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    key::need_own(config, &store)?;
    privacy::mend(config);
    need_whole(&store)?;
    backup::before_upgrade(config, &store)?;
    let steps = store.migrate(schema::MIGRATIONS).map_err(|error| error.to_string())?;
    if steps > 0 {
        tracing::info!(steps, "the schema was brought up to date");
    }
    settle(&store)?;
    let app = App::new(store, clock, registry, config.settings()).map_err(|refusal| say(&refusal))?;
    key::settle(config, &app)?;
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
        app.system_write(|conn| book::format::load(conn, &app.mint, app.clock.now()))
            .map_err(|refusal| say(&refusal))?;
    }
    Ok(Arc::new(app))
}

/// The database of a deployment that was begun: who looks at one, copies it or mends a log-in makes none.
pub fn existing(config: &Config) -> Result<Store, String> {
    let store = Store::open_existing(&config.store()).map_err(|error| error.to_string())?;
    match schema_version(&store) {
        Ok(done) if !done.is_empty() => Ok(store),
        Err(StoreError::Late(reason)) => Err(format!("the database can't be reached: {reason}")),
        _ => Err("the database is empty; `forwarder serve` or `forwarder setup` begins it".to_owned()),
    }
}

/// For the server's own people and for everybody else.
fn both(text: &Text) -> String {
    format!("{} {}", text.zh, text.en)
}

/// Refuses a place whose restore was interrupted: what is there looks like an empty one.
pub fn need_whole(store: &Store) -> Result<(), String> {
    match place::is_half(store) {
        Ok(false) => Ok(()),
        Ok(true) => Err(both(&HALF.text())),
        Err(error) => Err(error.to_string()),
    }
}

/// Ends in a restored copy what was under way where the backup was made; it is quiet from then on. Every start asks for it,
/// for the restore may have been interrupted before it.
pub fn settle(store: &Store) -> Result<(), String> {
    let now = Clock::System.now();
    let settled = store.write(|conn| {
        if place::go_on(conn, State::Restored, State::Quiet)? {
            let jobs = platform::job::end_copied(conn, now)?;
            operate::backup::end_copied(conn)?;
            tracing::info!(jobs, "what was under way where the backup was made has ended here");
        }
        Ok(())
    });
    settled.map_err(|refusal: Refusal| say(&refusal))
}

/// What there is to say of a restored copy while it is quiet.
pub fn quiet(store: &Store) -> Result<Option<String>, String> {
    let mark = place::look(store).map_err(|error| error.to_string())?;
    let quiet = mark.filter(|mark| mark.state == State::Quiet);
    Ok(quiet.map(|mark| both(&COPY.with(&[("time", &kernel::show_second(mark.made_at))]))))
}

/// Lets a restored copy act on the world.
pub fn release(app: &App) -> Result<(), String> {
    let now = app.clock.now();
    match app.system_write(|conn| Ok(place::release(conn, now)?)) {
        Ok(true) => {
            tracing::warn!("the restored copy was released on the command line");
            Ok(())
        }
        Ok(false) => Err("this place is not quiet".to_owned()),
        Err(refusal) => Err(say(&refusal)),
    }
}

/// Whether the database has data already, or a restore is about to bring some.
pub fn has_orgs(app: &App) -> Result<bool, String> {
    let mut select = sql::from_global("org");
    select.column("id").limit(1);
    let found = app.store.read(|conn| {
        let restoring = place::find(conn)?.is_some_and(|mark| mark.state == State::Restoring);
        Ok::<_, Refusal>(restoring || conn.first(&select.into())?.is_some())
    });
    found.map_err(|refusal| say(&refusal))
}

/// Fills an empty database with the demonstration company, all of it or nothing, which makes its password up when none is
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
    let today = app.clock.now().day();
    let made = aside::make(app, config, |beside| {
        let app = open(beside, Clock::System).map_err(Refusal::Broken)?;
        app.system_write(|conn| platform_base(&app, conn))?;
        make_demo(beside, today, password, orders).map_err(Refusal::Broken)
    });
    match made {
        Ok(password) => Ok(Some(password)),
        // Another process was first.
        Err(Refusal::NotFound) => Ok(None),
        Err(refusal) => Err(say(&refusal)),
    }
}

/// The day before the first order of the fixture.
const FIXTURE_BEGINS: &str = "2026-07-13 12:00:00";

/// Makes the demonstration company beside what is there, in some two thousand steps, so where nobody is served who would
/// see half of it. It tells of the days around `today`. Answers the password of its people.
pub(crate) fn make_demo(config: &Config, today: Day, password: Option<String>, orders: bool) -> Result<String, String> {
    let password = match password.filter(|text| !text.is_empty()) {
        Some(password) => password,
        None => seed::people::random_password().map_err(|refusal| say(&refusal))?,
    };
    // The demonstration is built by a product whose clock stands at each record's own time.
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
        seed::fixture::agreements(&maker).await?;
        seed::fixture::warehouses(&maker).await?;
        seed::fixture::rates(&maker).await?;
        if orders {
            seed::settled::layer(&maker).await?;
            seed::settled::agreed(&maker).await?;
            seed::expense::reports(&maker).await?;
            seed::money::examples(&maker).await?;
            seed::air::weighed(&maker).await?;
            seed::demo::build(&maker, today).await?;
            seed::sea::orders(&maker, today).await?;
            seed::money::carried(&maker).await?;
            seed::money::waiting(&maker).await?;
            seed::billed::carried(&maker).await?;
            seed::payable::payments(&maker, today).await?;
            seed::bill::bills(&maker, today).await?;
            seed::desk::papers(&maker, today).await?;
            seed::read::all(&maker, today).await?;
            seed::shelf::all(&maker, today).await?;
            seed::month::documents(&maker, today).await
        } else {
            seed::air::stock(&maker, &kernel::show_day(today)).await
        }
    };
    tracing::info!("filling the database with the demonstration company");
    // A log line for each of its two thousand calls would bury what the first start has to say.
    tokio::runtime::Handle::current().block_on(filling.with_subscriber(NoSubscriber::default()))?;
    Ok(password)
}

/// What every deployment has: the platform's org and its reference data, in a transaction.
pub(crate) fn platform_base(app: &App, conn: &mut dyn Conn) -> Result<(), Refusal> {
    seed::people::platform_org(app, conn)?;
    base::load::load(conn, &app.mint, app.clock.now())?;
    charge::item::load(conn, &app.mint, app.clock.now())?;
    book::format::load(conn, &app.mint, app.clock.now())?;
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
