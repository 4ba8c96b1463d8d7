//! What the log must stand after a room's run: every line about something of an order names it, and who may not see the
//! order reads none of them.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeSet;

use platform::list::SIZE_MAX;
use platform::store::Stmt;
use serde_json::{Value as Json, json};

use crate::{Caller, World, schema_text};

const LOG: &str = "/hrs/log/list";
/// The company whose orders the rooms of a test make.
const DEMO: i64 = 2;

/// Runs everything.
pub fn run(world: &World) {
    names_its_orders(world);
    hides_them(world);
}

fn ids(world: &World, text: &str) -> BTreeSet<i64> {
    world.database(|_, conn| {
        let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads");
        rows.iter().map(|row| row.get(0).expect("an id")).collect()
    })
}

fn exec(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes"));
}

/// Tables whose rows name an order.
fn of_orders(schema: &str) -> BTreeSet<String> {
    let (mut found, mut table) = (BTreeSet::new(), "");
    for line in schema.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            table = rest.split([' ', '(']).next().unwrap_or_default();
        } else if line.starts_with("order_id bigint") && table != "operation_log_order" {
            found.insert(table.to_owned());
        }
    }
    found
}

/// `awbPrint` as tables are called.
fn snake(kind: &str) -> String {
    let letter = |letter: char| {
        let low = letter.to_ascii_lowercase();
        if letter.is_ascii_uppercase() { format!("_{low}") } else { low.to_string() }
    };
    kind.chars().map(letter).collect()
}

/// Lines about rows that name an order name it too, and no other line says the number of one.
fn names_its_orders(world: &World) {
    let with_order = of_orders(&schema_text());
    let kinds: Vec<String> = world.database(|_, conn| {
        let all = Stmt::Raw("SELECT DISTINCT object_type FROM operation_log".to_owned(), Vec::new());
        conn.query(&all).expect("reads").iter().map(|row| row.get(0).expect("a kind")).collect()
    });
    for kind in &kinds {
        let table = snake(kind);
        if with_order.contains(&table) {
            let silent = ids(
                world,
                &format!(
                    "SELECT l.id FROM operation_log l JOIN {table} t ON t.org_id = l.org_id AND t.id = l.object_id \
                 WHERE l.object_type = '{kind}' AND t.order_id IS NOT NULL AND l.order_id IS NULL"
                ),
            );
            assert!(silent.is_empty(), "{}: lines about {kind} don't name their order", world.database);
        }
    }
    let told: Vec<String> = world.database(|_, conn| {
        let text = "SELECT l.object_type || ' ' || l.function || ' ' || l.text FROM operation_log l \
                    JOIN freight_order o ON o.org_id = l.org_id AND (l.text LIKE '%' || o.order_code || '%' \
                    OR l.object_number LIKE '%' || o.order_code || '%') WHERE l.order_id IS NULL";
        let all = Stmt::Raw(text.to_owned(), Vec::new());
        conn.query(&all).expect("reads").iter().map(|row| row.get(0).expect("a text")).collect()
    });
    assert!(told.is_empty(), "{}: lines say an order's number without naming it: {told:?}", world.database);
}

/// A reader of the log who sees no order, and then one of them.
fn hides_them(world: &World) {
    let of_order = ids(world, &format!("SELECT id FROM operation_log WHERE org_id = {DEMO} AND order_id IS NOT NULL"));
    let Some(one) = of_order.iter().next() else { return };
    exec(
        world,
        &format!(
            "INSERT INTO user_permission (org_id, user_id, permission_id, allowed) SELECT {DEMO}, u.id, p.id, TRUE \
         FROM app_user u, permission p WHERE u.org_id = {DEMO} AND u.login_name = 'nobody' \
         AND p.code IN ('hrs', 'hrs_log', 'sys_log_export', 'css-income-view', 'css-cost-view')"
        ),
    );
    exec(world, "UPDATE app_user SET order_permission = 1 WHERE login_name = 'nobody'");
    exec(world, "UPDATE org SET permission_version = permission_version + 1");
    let reader = world.login("nobody");
    let seen = |shown: &str| Seen { reader: &reader, hidden: of_order.clone() }.check(shown);
    seen("of a reader who sees no order");
    let order = ids(world, &format!("SELECT order_id FROM operation_log WHERE org_id = {DEMO} AND id = {one}"));
    for id in &order {
        exec(
            world,
            &format!(
                "UPDATE freight_order SET created_by = (SELECT id FROM app_user WHERE org_id = {DEMO} \
             AND login_name = 'nobody') WHERE org_id = {DEMO} AND id = {id}"
            ),
        );
    }
    let known = ids(
        world,
        &format!(
            "SELECT l.id FROM operation_log l JOIN freight_order o ON o.org_id = l.org_id AND o.id = l.order_id \
         WHERE l.org_id = {DEMO} AND o.id IN (SELECT order_id FROM operation_log WHERE id = {one})"
        ),
    );
    if !known.is_empty() {
        let shown = records(&reader);
        let missing: Vec<&i64> = known.iter().filter(|id| !shown.contains(id)).take(3).collect();
        assert!(shown.len() >= 500 || missing.is_empty(), "{}: own order's lines", world.database);
        assert_eq!(reader.get(&format!("/hrs/log/{one}")).code, 0, "{}: own order's line", world.database);
    }
}

fn records(reader: &Caller<'_>) -> BTreeSet<i64> {
    let page = reader.ok(&format!("{LOG}/page?size={SIZE_MAX}"));
    page["records"].as_array().expect("records").iter().filter_map(|row| number(&row["id"])).collect()
}

fn number(id: &Json) -> Option<i64> {
    id.as_str().and_then(|text| text.parse().ok())
}

struct Seen<'a> {
    reader: &'a Caller<'a>,
    hidden: BTreeSet<i64>,
}

impl Seen<'_> {
    /// List, total, export, detail and overview hold none of the hidden lines.
    fn check(&self, whose: &str) {
        let world = self.reader.world;
        let shown = records(self.reader);
        assert!(shown.is_disjoint(&self.hidden), "{}: list {whose}", world.database);
        let all = ids(
            world,
            &format!(
                "SELECT l.id FROM operation_log l JOIN app_user u ON u.org_id = l.org_id AND u.login_name = 'nobody' \
             WHERE l.org_id = {DEMO} AND l.order_id IS NULL AND (l.maker_id IS NULL OR l.maker_id = u.id)"
            ),
        );
        let total = self.reader.ok(&format!("{LOG}/total"))["total"].clone();
        assert_eq!(total, json!(all.len()), "{}: total {whose}", world.database);
        for id in self.hidden.iter().take(5) {
            assert_eq!(self.reader.get(&format!("/hrs/log/{id}")).status, 404, "{}: line {whose}", world.database);
        }
        let overview = self.reader.ok("/hrs/org/overview")["logs"].clone();
        let newest: BTreeSet<i64> =
            overview.as_array().expect("lines").iter().filter_map(|line| number(&line["id"])).collect();
        assert!(newest.is_disjoint(&self.hidden), "{}: overview {whose}", world.database);
        let file = self.reader.post(&format!("{LOG}/exportExcel"), json!({ "filters": {}, "columnStrs": [] }));
        assert!(file.bytes.starts_with(b"PK"), "{}: export {whose}: {}", world.database, file.message);
    }
}
