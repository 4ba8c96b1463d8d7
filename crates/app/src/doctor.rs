//! Looks at a deployment and says what is wrong with it.
#![expect(clippy::print_stdout, reason = "a command line talks to the one who called it")]

use platform::store::{Store, schema_version};

use crate::config::Config;
use crate::rooms;

/// Prints what was found; an error when something must be mended.
pub fn examine(config: &Config) -> Result<(), String> {
    let registry = rooms::registry().map_err(|faults| faults.join("; "))?;
    println!(
        "declarations: {} operations, {} lists, {} permissions",
        registry.operations.len(),
        registry.lists.len(),
        registry.nodes.len()
    );
    std::fs::create_dir_all(&config.data_folder)
        .map_err(|error| format!("data folder {}: {error}", config.data_folder.display()))?;
    println!("data folder: {}", config.data_folder.display());
    let store = Store::open(&config.store()).map_err(|error| format!("database: {error}"))?;
    let done = schema_version(&store).unwrap_or_default();
    let missing: Vec<&str> =
        schema::MIGRATIONS.iter().map(|m| m.name).filter(|name| !done.iter().any(|d| d == name)).collect();
    println!("database: {store:?}, {} of {} migrations done", done.len(), schema::MIGRATIONS.len());
    if missing.is_empty() {
        println!("nothing is wrong");
        Ok(())
    } else {
        Err(format!("migrations to be done (forwarder migrate): {}", missing.join(", ")))
    }
}
