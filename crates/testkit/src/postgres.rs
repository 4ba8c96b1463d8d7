//! PostgreSQL for tests: one template per test program, copied for every story.

use std::sync::{Mutex, OnceLock, PoisonError};

use platform::call::Settings;
use platform::store::{Conn, Stmt, Store, StoreConfig, StoreError};

use crate::{Rooms, fill_base, registry, unique};

/// The server tests may make databases on.
pub fn server() -> Option<String> {
    std::env::var("TEST_DATABASE_URL").ok().filter(|url| !url.is_empty())
}

/// The address of a database on the server: `…/name`.
pub fn database_url(server: &str, name: &str) -> String {
    let root = server.trim_end_matches('/');
    let slashes = root.matches('/').count();
    let base = if slashes > 2 { root.rsplit_once('/').map_or(root, |(base, _)| base) } else { root };
    format!("{base}/{name}")
}

fn admin(server: &str, statements: &[String]) {
    let url = database_url(server, "postgres");
    let statements = statements.to_vec();
    // A thread of its own: the caller may already stand inside a runtime.
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let store = runtime
            .block_on(async { Store::open(&StoreConfig::Postgres { url, connections: 1 }) })
            .unwrap_or_else(|error| panic!("{error}"));
        let done = store.read(|conn: &mut dyn Conn| {
            for text in &statements {
                conn.exec(&Stmt::Raw(text.clone(), Vec::new()))?;
            }
            Ok::<_, StoreError>(())
        });
        done.unwrap_or_else(|error| panic!("{error}"));
        runtime.shutdown_background();
    })
    .join()
    .expect("the administrator's work ends");
}

/// A new database with schema and people; answers its name.
pub fn copy_of_template(server: &str, rooms: Rooms) -> String {
    static TEMPLATES: OnceLock<Mutex<Vec<(usize, String)>>> = OnceLock::new();
    let key = address(rooms);
    let mut templates = TEMPLATES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let known = templates.iter().find(|(known, _)| *known == key).map(|(_, name)| name.clone());
    let template = known.unwrap_or_else(|| {
        let name = format!("forwarder_template_{}_{}", std::process::id(), unique());
        admin(server, &[format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")]);
        fill(server, &name, rooms);
        templates.push((key, name.clone()));
        name
    });
    let name = format!("forwarder_test_{}_{}", std::process::id(), unique());
    // One copy at a time: a template being copied may not be in use.
    admin(server, &[format!("CREATE DATABASE {name} TEMPLATE {template}")]);
    name
}

/// Tells sets of rooms apart by the function that makes them: an address is its only name.
#[expect(clippy::as_conversions, clippy::fn_to_numeric_cast_any, reason = "an address is the only name a function has")]
fn address(rooms: Rooms) -> usize {
    rooms as usize
}

fn fill(server: &str, name: &str, rooms: Rooms) {
    let url = database_url(server, name);
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let clock = kernel::Clock::fixed(kernel::Instant::parse(crate::NOW).expect("a time"));
        let settings = Settings { password_cost: platform::access::PasswordCost::Test, ..Settings::default() };
        let app = runtime.block_on(async {
            let store = Store::open(&StoreConfig::Postgres { url, connections: 2 }).unwrap_or_else(|e| panic!("{e}"));
            platform::call::App::new(store, clock, registry(rooms), settings).unwrap_or_else(|e| panic!("{e:?}"))
        });
        let app = std::sync::Arc::new(app);
        let inner = app.clone();
        runtime.block_on(async { tokio::task::spawn_blocking(move || fill_base(&inner)).await.expect("fills") });
        drop(app);
        runtime.shutdown_timeout(std::time::Duration::from_secs(5));
    })
    .join()
    .expect("the template is filled");
}

/// Removes a copy when its story is over.
pub fn forget(name: &str) {
    if let Some(server) = server() {
        admin(&server, &[format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")]);
    }
}
