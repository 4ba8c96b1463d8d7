//! A database of any earlier release comes to the schema of a new one.

use platform::store::{Migration, Store, StoreConfig, Value};

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
