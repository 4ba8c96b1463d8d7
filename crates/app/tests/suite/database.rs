//! Databases of a test's own.

use platform::store::{Stmt, Store, StoreConfig, StoreError, Value};

/// Runs a story on a fresh PostgreSQL database, where the tests have a server.
pub fn on_postgresql(name: &str, story: impl FnOnce(String)) {
    let Some(server) = std::env::var("TEST_DATABASE_URL").ok().filter(|url| !url.is_empty()) else { return };
    let name = format!("forwarder_{name}_{}", std::process::id());
    let root = server.trim_end_matches('/');
    administer(root, &format!("CREATE DATABASE {name}"));
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| story(format!("{root}/{name}"))));
    administer(root, &format!("DROP DATABASE {name} WITH (FORCE)"));
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
}

/// A statement on the server's own database.
pub fn administer(root: &str, statement: &str) -> Vec<Vec<Value>> {
    query(&StoreConfig::Postgres { url: format!("{root}/postgres"), connections: 1 }, statement)
}

/// Rows of a statement on a database of its own connection.
pub fn query(config: &StoreConfig, text: &str) -> Vec<Vec<Value>> {
    with_store(config, |store| rows(store, text))
}

/// Something done with a database of its own connection.
pub fn with_store<T>(config: &StoreConfig, body: impl FnOnce(&Store) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    body(&Store::open(config).expect("the database opens"))
}

/// Rows of a statement.
pub fn rows(store: &Store, text: &str) -> Vec<Vec<Value>> {
    let rows = store.read(|conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())));
    let rows = rows.unwrap_or_else(|error: StoreError| panic!("{text}: {error}"));
    rows.into_iter().map(|row| row.0).collect()
}
