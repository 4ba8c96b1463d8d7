//! The standard suite: what every declared list, document and operation must stand.

use std::collections::BTreeSet;

use platform::access::Access;
use platform::list::{Match, SIZE_MAX};
use platform::registry::Operation;
use platform::store::Stmt;
use serde_json::{Value as Json, json};

use crate::World;

/// Names of the tables a schema text makes and keeps.
pub fn tables(schema: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    for line in schema.lines().map(str::trim) {
        let name = |rest: &str| rest.split([' ', '(', ';']).next().unwrap_or_default().to_owned();
        if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            names.insert(name(rest.strip_prefix("IF NOT EXISTS ").unwrap_or(rest)));
        } else if let Some(rest) = line.strip_prefix("DROP TABLE ") {
            names.remove(&name(rest));
        }
    }
    names.into_iter().collect()
}

/// Runs everything.
pub fn run(world: &World) {
    refusals(world);
    lists(world);
    crate::log_suite::run(world);
    crate::form_suite::run(world);
    crate::board_suite::run(world);
    columns_exist(world);
    labels(world);
}

/// A path with something in place of its variable parts.
fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/")
}

/// Anonymous 401, without permission 403, and nothing written by either.
fn refusals(world: &World) {
    let nobody = world.login("nobody");
    let before = world.contents(false);
    let anonymous = world.anonymous();
    for (path, operation) in world.app.registry.operations.iter().flat_map(Operation::addresses) {
        if operation.access == Access::Public {
            continue;
        }
        let method = operation.method.name().to_uppercase();
        let path = filled(path);
        let reply = anonymous.call(&method, &path, json!({}));
        assert_eq!(reply.status, 401, "{} without a session", operation.id);
        assert_eq!(reply.message, "登录已超时，请重新登录", "{}", operation.id);
        if !operation.access.codes().is_empty() {
            let reply = nobody.call(&method, &path, json!({}));
            assert_eq!(reply.status, 403, "{} without permission", operation.id);
            assert_eq!(reply.message, "您没有操作权限，请联系管理员", "{}", operation.id);
        }
    }
    world.unchanged(&before, false);
}

/// Paging bounds, unknown filters and sorts, every filter and sort answered, stable order.
fn lists(world: &World) {
    let (of_company, of_platform) = (world.login("demo-admin"), world.login("superAdmin"));
    for list in &world.app.registry.lists {
        let node = world.app.registry.nodes.iter().find(|node| node.code == list.access);
        let admin = if node.is_some_and(|node| node.platform) { &of_platform } else { &of_company };
        let page = format!("{}/page", list.base);
        let joiner =
            |query: &str| if page.contains('?') { format!("{page}&{query}") } else { format!("{page}?{query}") };
        for size in [0, SIZE_MAX + 1] {
            assert_eq!(admin.get(&joiner(&format!("size={size}"))).status, 400, "{} size {size}", list.path);
        }
        for size in [1, SIZE_MAX] {
            assert_eq!(admin.get(&joiner(&format!("size={size}"))).code, 0, "{} size {size}", list.path);
        }
        assert_eq!(admin.get(&joiner("nothingLikeThis=1")).status, 400, "{} unknown filter", list.path);
        assert_eq!(admin.get(&joiner("sort=nothingLikeThis,asc")).status, 400, "{} unknown sort", list.path);
        let first = admin.ok(&joiner("size=50"));
        assert_eq!(first, admin.ok(&joiner("size=50")), "{} has no stable order", list.path);
        let own = |how: Match| matches!(how, Match::Own(_) | Match::Flag(_) | Match::Org(_));
        let narrow = list.filters.iter().filter(|filter| !own(filter.how));
        for filter in narrow {
            let value = sample(&filter.field, filter.how);
            let path = joiner(&format!("{}={}", filter.name, platform::web::percent_encoded(&value)));
            let reply = admin.get(&path);
            assert_eq!(reply.code, 0, "{path}: {}", reply.message);
            let total = |data: &Json| data.get("total").and_then(Json::as_i64).unwrap_or(-1);
            assert!(total(&reply.data) <= total(&first), "{path} does not narrow");
        }
        crate::list_suite::run(world, list, admin);
        if !list.export.is_empty() {
            let reply = admin.post(&format!("{}/exportExcel", list.base), json!({ "filters": {}, "columnStrs": [] }));
            assert!(reply.bytes.starts_with(b"PK"), "{} export: {}", list.path, reply.message);
        }
    }
}

fn sample(field: &platform::field::Field, how: Match) -> String {
    use platform::field::Kind;
    let one = match field.kind {
        Kind::Select | Kind::State => field.choices.first().map_or("x", |choice| choice.value),
        Kind::Int | Kind::Reference(_) | Kind::Decimal(_) => "1",
        Kind::Bool => "true",
        Kind::Day => "2026-07-15",
        Kind::Instant => "2026-07-15 10:00:00",
        _ => "x",
    };
    match how {
        Match::Range | Match::Days(_) => format!("{one}~{one}"),
        Match::Bool => "true".to_owned(),
        _ => one.to_owned(),
    }
}

/// Every declared column exists in this database.
fn columns_exist(world: &World) {
    for list in &world.app.registry.lists {
        let own: BTreeSet<&str> = list
            .columns
            .iter()
            .filter(|column| matches!(column.source, platform::list::Source::Own))
            .map(|column| column.field.column)
            .collect();
        let names = own.into_iter().collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { "1".to_owned() } else { names };
        world.database(|_, conn| {
            let select = Stmt::Raw(format!("SELECT {names} FROM {} LIMIT 0", list.table), Vec::new());
            if let Err(error) = conn.query(&select) {
                panic!("{}: {error}", list.path);
            }
        });
    }
}

/// Every field has both labels.
fn labels(world: &World) {
    for list in &world.app.registry.lists {
        for column in list.columns {
            assert!(
                !column.field.zh.is_empty() && !column.field.en.is_empty(),
                "{} {}",
                list.path,
                column.field.name()
            );
        }
    }
    for node in &world.app.registry.nodes {
        assert!(!node.zh.is_empty() && !node.en.is_empty(), "{}", node.code);
    }
}
