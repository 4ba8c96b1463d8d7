//! The PostgreSQL server of the tests: its databases are made from templates and dropped again.

use platform::store::{Conn, Stmt, Store, StoreConfig, StoreError};

use crate::ground::database_name;

/// The server tests may make databases on. The test command needs one; a single run may go without.
pub fn server() -> Option<String> {
    let server = std::env::var("TEST_DATABASE_URL").ok().filter(|url| !url.is_empty());
    let needed = std::env::var("TEST_NEEDS_POSTGRES").is_ok_and(|needed| needed == "1");
    assert!(server.is_some() || !needed, "TEST_NEEDS_POSTGRES is set and TEST_DATABASE_URL names no server");
    server
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

/// A new database, empty or as a template holds it; answers its name.
pub fn create(server: &str, template: Option<&str>) -> String {
    let name = database_name();
    let from = template.map(|template| format!(" TEMPLATE {template} STRATEGY FILE_COPY")).unwrap_or_default();
    // A template is copied by one at a time.
    static COPYING: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _turn = COPYING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    admin(server, &[format!("CREATE DATABASE {name}{from}")]);
    name
}

/// Removes a database.
pub fn forget(server: &str, name: &str) {
    admin(server, &[format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")]);
}
