//! Whatever may be empty in a row is: with nothing in the columns that may hold nothing, every page still answers.

use std::collections::BTreeMap;

use platform::access::Access;
use platform::refusal::Refusal;
use platform::registry::Method;
use platform::store::Stmt;
use serde_json::Value as Json;

use crate::World;

/// Without these nobody could be asked: what an administrator is, and the sessions of the callers.
const NEEDED: [&str; 2] = ["app_user.admin_role", "session.limited"];

/// The columns that may hold nothing, by table.
fn columns(world: &World) -> BTreeMap<String, Vec<String>> {
    let text = if world.database == "SQLite" {
        "SELECT m.name, i.name FROM pragma_table_list m, pragma_table_info(m.name) i WHERE m.schema = 'main' AND m.type = 'table' \
         AND m.name NOT LIKE 'sqlite%' \
         AND i.\"notnull\" = 0 AND i.pk = 0"
    } else {
        "SELECT table_name, column_name FROM information_schema.columns WHERE is_nullable = 'YES' AND table_schema = 'public' \
         AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = 'public')"
    };
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads")) {
        let (table, column): (String, String) = (row.get(0).expect("a name"), row.get(1).expect("a name"));
        if !NEEDED.contains(&format!("{table}.{column}").as_str()) {
            columns.entry(table).or_default().push(column);
        }
    }
    columns
}

/// Empties them; what must be filled under some condition stays.
fn empty(world: &World) {
    for (table, columns) in columns(world) {
        for column in columns {
            let text = format!("UPDATE {table} SET {column} = NULL WHERE {column} IS NOT NULL");
            world.inside(|app| {
                let empty = |conn: &mut dyn platform::store::Conn| -> Result<(), Refusal> {
                    conn.exec(&Stmt::Raw(text.clone(), Vec::new()))?;
                    Ok(())
                };
                let _ = app.store.write(empty);
            });
        }
    }
}

/// Asks every page and every call that reads, of the rows their lists show; answers those that fell.
pub(crate) fn run(world: &World) {
    let callers = [world.login("demo-admin"), world.login("superAdmin")];
    empty(world);
    let (registry, mut fell) = (&world.app.registry, Vec::new());
    let mut ids: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for list in &registry.lists {
        for caller in &callers {
            let path = format!("{}/page?size=50", list.path);
            let reply = caller.get(&path);
            if reply.status >= 500 {
                fell.push(path);
            }
            let rows = reply.data.get("records").and_then(Json::as_array).cloned().unwrap_or_default();
            let known = ids.entry(list.path).or_default();
            known.extend(rows.iter().filter_map(|row| Some(row.get("id")?.as_str()?.to_owned())));
        }
    }
    let reads = registry.operations.iter().filter(|one| one.method == Method::Get && one.access != Access::Public);
    for operation in reads {
        let base =
            ids.keys().filter(|base| operation.path.starts_with(&format!("{base}/"))).max_by_key(|base| base.len());
        let mut of_rows: Vec<String> = base.and_then(|base| ids.get(base)).cloned().unwrap_or_default();
        of_rows.truncate(20);
        if !operation.path.contains('{') || of_rows.is_empty() {
            of_rows = vec!["1".to_owned()];
        }
        for id in of_rows {
            let parts = operation.path.split('/').map(|part| if part.starts_with('{') { id.as_str() } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            for caller in &callers {
                let reply = caller.get(&path);
                if reply.status >= 500 {
                    fell.push(path.clone());
                }
            }
        }
    }
    fell.sort();
    fell.dedup();
    assert!(fell.is_empty(), "{}: fell over what is empty: {fell:#?}", world.database);
}
