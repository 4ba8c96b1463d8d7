//! A database of any earlier release comes to the schema of a new one.

use std::path::{Path, PathBuf};

use app::config::Config;
use kernel::{Clock, Scope};
use platform::store::{Migration, Store, StoreConfig, StoreError, Value};
use serde_json::{Value as Json, json};
use testkit::{World, done, each_database_from};

use crate::at_work;
use crate::database::{on_postgresql, rows, with_store};

/// Part of 0006 that some databases have had since their first day.
const EARLY: Migration = Migration {
    name: "2026-11-21-0005-waybill-track-share",
    text: "CREATE TABLE handoff_token (partner text NOT NULL, nonce text NOT NULL, expires_at bigint NOT NULL,
               PRIMARY KEY (partner, nonce));
           CREATE INDEX ix_handoff_token_expiry ON handoff_token (expires_at);
           CREATE INDEX ix_order_contact_order ON order_contact (org_id, order_id, id);",
};

const SQLITE: &str = "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'
    UNION ALL SELECT 'column', t.name || '.' || i.name, i.seqno || ' ' || i.[desc]
        FROM sqlite_master t, pragma_index_xinfo(t.name) i WHERE t.type = 'index' AND i.key = 1 ORDER BY 1, 2, 3";
const POSTGRES: &str = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT table_name, column_name, data_type FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2, 3";

type Shape = Vec<Vec<Value>>;

/// The schema a database has after these steps, one `migrate` each.
fn shape(config: &StoreConfig, steps: &[&[Migration]]) -> Shape {
    with_store(config, |store: &Store| {
        for step in steps {
            store.migrate(step).unwrap_or_else(|error| panic!("{error}"));
        }
        rows(store, if matches!(config, StoreConfig::Postgres { .. }) { POSTGRES } else { SQLITE })
    })
}

/// The ways a database may have come to its present state.
fn histories() -> Vec<Vec<Vec<Migration>>> {
    let all = schema::MIGRATIONS;
    let mut ways: Vec<Vec<Vec<Migration>>> = (1..all.len()).map(|n| vec![all[..n].to_vec(), all.to_vec()]).collect();
    let mut edited = all[..5].to_vec();
    let text = format!("{}{}", edited[4].text, EARLY.text);
    edited[4] = Migration { name: EARLY.name, text: Box::leak(text.into_boxed_str()) };
    ways.push(vec![edited, all.to_vec()]);
    ways
}

fn compare(fresh: &Shape, upgraded: impl Fn(&[&[Migration]], usize) -> Shape) {
    assert!(fresh.len() > 100, "the schema is read: {} lines", fresh.len());
    for (number, way) in histories().iter().enumerate() {
        let steps: Vec<&[Migration]> = way.iter().map(Vec::as_slice).collect();
        assert_eq!(&upgraded(&steps, number), fresh, "after the history {number}");
    }
}

#[test]
fn every_earlier_schema_is_brought_up_to_date_on_sqlite() {
    let fresh = shape(&StoreConfig::SqliteMemory, &[schema::MIGRATIONS]);
    compare(&fresh, |steps, _| shape(&StoreConfig::SqliteMemory, steps));
}

#[test]
fn every_earlier_schema_is_brought_up_to_date_on_postgresql() {
    let at = |url: String| StoreConfig::Postgres { url, connections: 2 };
    let on = |name: &str, steps: &[&[Migration]]| {
        let mut found = None;
        on_postgresql(name, |url| found = Some(shape(&at(url), steps)));
        found
    };
    let Some(fresh) = on("schema", &[schema::MIGRATIONS]) else { return };
    compare(&fresh, |steps, number| on(&format!("schema_{number}"), steps).expect("a server"));
}

/// Statements of which all must succeed.
pub fn run(store: &Store, text: &str) {
    let done = store.write(|conn| conn.batch(text));
    done.unwrap_or_else(|error: StoreError| panic!("{text}: {error}"));
}

/// Backups that were made before an upgrade.
pub fn kept(folder: &Path) -> Vec<PathBuf> {
    let names = std::fs::read_dir(folder).expect("reads").map(|entry| entry.expect("is there").file_name());
    names.filter(|name| name.to_string_lossy().starts_with("before-upgrade-")).map(|name| folder.join(name)).collect()
}

/// A migration that fails behind others that are done does so at each start.
fn fails_at_each_start(database_url: String) {
    let kind = if database_url.is_empty() { "sqlite" } else { "postgresql" };
    let folder = std::env::temp_dir().join(format!("forwarder-failing-{kind}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let config = Config { data_folder: folder.join("data"), database_url, ..Config::default() };
    let at =
        schema::MIGRATIONS.iter().position(|step| step.text.contains("CREATE TABLE call_count")).expect("is there");
    std::fs::create_dir_all(&config.data_folder).expect("a folder");
    with_store(&config.store(), |store| {
        store.migrate(&schema::MIGRATIONS[..at - 3]).unwrap_or_else(|error| panic!("{error}"));
        run(store, "CREATE TABLE call_count (other bigint)");
    });
    let start = || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
        let _inside = runtime.enter();
        app::start::open(&config, Clock::System).map(drop)
    };
    for _ in 0..3 {
        let told = start().expect_err("the migration fails");
        assert!(told.contains(schema::MIGRATIONS[at].name), "{told}");
        assert_eq!(kept(&config.backups()).len(), 1, "the first start has kept it");
    }
    // The old program served in between: what it wrote is kept, too.
    with_store(&config.store(), |store| {
        run(store, "INSERT INTO instance (id, host, version, started_at, seen_at) VALUES ('x', 'h', 'v', 1, 2)");
    });
    for _ in 0..2 {
        assert!(start().is_err());
        assert_eq!(kept(&config.backups()).len(), 2);
    }
    with_store(&config.store(), |store| run(store, "DROP TABLE call_count"));
    start().expect("what was in its way is gone");
    assert_eq!(kept(&config.backups()).len(), 2);
    std::fs::remove_dir_all(&folder).expect("cleans up");
}

#[test]
fn a_migration_that_fails_at_each_start_leaves_one_backup_on_sqlite() {
    fails_at_each_start(String::new());
}

#[test]
fn a_migration_that_fails_at_each_start_leaves_one_backup_on_postgresql() {
    on_postgresql("failing", fails_at_each_start);
}

/// Rows that are there before their pairs are kept are found by them afterwards.
fn old_rows_have_pairs(config: &StoreConfig, found: &str) {
    let at = schema::MIGRATIONS.iter().position(|step| step.text.contains("CREATE TABLE search_column"));
    with_store(config, |store: &Store| {
        let upgraded = |to: usize| store.migrate(&schema::MIGRATIONS[..to]).unwrap_or_else(|error| panic!("{error}"));
        upgraded(at.expect("is there"));
        for (org, id, name) in [(2, 5, "上海旧货代"), (2, 6, "北京公司"), (3, 7, "旧货公司")] {
            run(
                store,
                &format!(
                    "INSERT INTO coop (org_id, id, coop_code, coop_type, coop_name, coop_full_name, coop_state, list_mark, \
                     nation_code, is_awb_source, is_default_source, version, created_by, created_at, updated_by, \
                     updated_at) VALUES ({org}, {id}, 'C{id}', '客户', '{name}', 'x', '生效', 'x', 'CN', FALSE, FALSE, 1, \
                     1, 1, 1, 1)"
                ),
            );
        }
        upgraded(schema::MIGRATIONS.len());
        assert_eq!(rows(store, found), [[Value::Int(5)]]);
    });
}

#[test]
fn old_rows_have_pairs_on_sqlite() {
    old_rows_have_pairs(
        &StoreConfig::SqliteMemory,
        "SELECT rowid FROM coop_pairs WHERE coop_pairs MATCH '2hE697A7E8B4A7'",
    );
}

#[test]
fn old_rows_have_pairs_on_postgresql() {
    on_postgresql("pairs", |url| {
        old_rows_have_pairs(
            &StoreConfig::Postgres { url, connections: 2 },
            "SELECT id FROM coop WHERE search_pairs(org_id, coop_code, coop_name, coop_full_name, coop_ename, \
             mnemonic_code) @> ARRAY['2h旧货']",
        );
    });
}

/// The last release before orders of all scopes became one aggregate ends before this migration.
pub const ONE_ORDER: &str = "2026-11-26-0108-order-business-figures";
/// What an order is stored in.
const OF_ORDERS: [&str; 13] = [
    "freight_order",
    "hawb",
    "order_air_detail",
    "order_carriage_detail",
    "order_contact",
    "order_container",
    "order_container_plan",
    "order_dimension",
    "order_event",
    "order_leg",
    "order_party",
    "order_service",
    "order_stop",
];

/// Orders of all eight scopes; the fixture has none of rail import.
fn lay_orders(world: &World) {
    at_work::lay_base(world);
    at_work::lay_orders(world);
    let op = world.login("op01");
    let customer = op.ok("/platform/select/coop?keyword=KH001")[0]["value"].clone();
    let order = json!({
        "coopId": customer, "businessProduct": "回程班列", "departureStation": "DUIS", "arrivalStation": "XIAN",
        "expectDeparture": "2026-07-20", "expectArrival": "2026-08-04", "railWaybillNo": "R1", "goodsNameCn": "服装",
        "planPieces": 12, "planWeight": 480, "planVolume": 3.6,
        "containerList": [{ "containerType": "40HQ", "quantity": 2, "owner": "COC" }],
    });
    done(op.post("/sc/order/ti", order));
}

/// What is read of every order: its row in the lists of its scope and of finance, and itself.
fn read_orders(world: &World) -> Vec<Json> {
    let (admin, fin) = (world.login("demo-admin"), world.login("fin01"));
    let records = |page: &Json| page["records"].as_array().cloned().expect("rows");
    let mut all = Vec::new();
    for scope in Scope::all() {
        let list = match scope {
            Scope::Ae => "/afbase/order".to_owned(),
            _ => format!("/sc/order/{}", scope.share_prefix()),
        };
        let view = if scope == Scope::Ae { format!("{list}/view") } else { list.clone() };
        let own = records(&admin.ok(&format!("{list}/page?closed=true&size=100")));
        assert!(!own.is_empty(), "{scope:?}");
        all.extend(own.iter().map(|row| admin.ok(&format!("{view}/{}", row["orderUuid"].as_str().expect("a name")))));
        all.extend(own);
        let locks = format!("/afbase/orderLock/page?businessScope={}&size=100", scope.code());
        all.extend(records(&fin.ok(&locks)));
    }
    all
}

#[test]
fn orders_read_the_same_before_and_after_an_upgrade_value_by_value() {
    each_database_from(at_work::rooms, lay_orders, |world| {
        let stored = |world: &World| -> Vec<String> {
            let is_of_order = |line: &String| line.split(' ').next().is_some_and(|table| OF_ORDERS.contains(&table));
            world.contents(false).into_iter().filter(is_of_order).collect()
        };
        let upgraded = world.upgraded_from_before(ONE_ORDER);
        let (before, after) = (stored(world), stored(&upgraded));
        assert!(before.len() > 50, "{} rows", before.len());
        assert_eq!(before, after, "{}", world.database);
        let (before, after) = (read_orders(world), read_orders(&upgraded));
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{}", world.database);
        }
    });
}
