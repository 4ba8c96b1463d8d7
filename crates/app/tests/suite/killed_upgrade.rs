//! The program killed in the middle of the migration that fills what orders are called and counted by: nothing of it is there,
//! the next start does all of it, and the backup it made before brings the orders back elsewhere.

use std::path::PathBuf;
use std::process::Child;

use app::backup;
use kernel::Scope;
use platform::store::{StoreError, Value, schema_version};

use crate::backup::inside;
use crate::database::{on_postgresql, rows, with_store};
use crate::durability::{Place, Server, serving};
use crate::upgrade::{ONE_ORDER, kept, run};

/// Orders of the earlier release.
const ORDERS: usize = 400;
/// The one at which the filling is held: behind others, before others.
const HELD: usize = ORDERS / 2;
/// The embedded database writes what is not kept yet into its log, where its memory is full.
const UNKEPT_BYTES: u64 = 8 * 1024 * 1024;
/// What an order reads as, before and after.
const READ: &str = "SELECT id, uuid, business_scope, lifecycle, awb_number, hawb_number, customer_number, business_product, \
                    expect_flight, expect_departure, expect_arrival, plan_charge_weight, confirm_charge_weight \
                    FROM freight_order ORDER BY org_id, id";
const FIGURES: &str =
    "SELECT id, biz_number, biz_date, biz_carrier, biz_quantity, biz_teu FROM freight_order ORDER BY id";

#[test]
fn an_upgrade_that_was_killed_half_way_left_nothing_and_is_made_at_the_next_start_on_sqlite() {
    story(&Place::named("killed-upgrade-sqlite", String::new()), held_on_sqlite);
}

#[test]
fn an_upgrade_that_was_killed_half_way_left_nothing_and_is_made_at_the_next_start_on_postgresql() {
    on_postgresql("killed_upgrade", |url| {
        story(&Place::named("killed-upgrade-postgresql", url), held_on_postgresql);
    });
}

fn story(place: &Place, killed_where_it_is_held: fn(&Place)) {
    let older = schema::MIGRATIONS.iter().position(|step| step.name == ONE_ORDER).expect("is there");
    lay(place, older);
    let read = |place: &Place| with_store(&place.config.store(), |store| rows(store, READ));
    let before = read(place);
    assert_eq!(before.len(), ORDERS);

    killed_where_it_is_held(place);
    place.wait_for_its_sessions();
    let config = place.config.store();
    let (done, asked) = with_store(&config, |store| {
        let asked = store.write(|conn| conn.batch("UPDATE freight_order SET biz_number = NULL"));
        (schema_version(store).unwrap_or_else(|error| panic!("{error}")), asked.is_ok())
    });
    assert_eq!(done.len(), older, "nothing of it stands: {done:?}");
    assert!(!asked, "not even its columns");
    assert_eq!(read(place), before);
    let backups = kept(&place.config.backups());
    assert_eq!(backups.len(), 1, "it was kept before: {backups:?}");

    with_store(&config, |store| match place.config.database_url.as_str() {
        "" => run(store, "DROP TRIGGER hold"),
        _ => run(store, "DROP TRIGGER hold ON freight_order; DROP FUNCTION hold()"),
    });
    drop(Server::start(place));
    place.wait_for_its_sessions();
    let done = with_store(&config, |store| schema_version(store).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(done.len(), schema::MIGRATIONS.len());
    let filled: Vec<_> = (1..=ORDERS).map(figures).collect();
    assert_eq!(with_store(&config, |store| rows(store, FIGURES)), filled);
    assert_eq!(read(place), before, "every order reads the same");
    assert_eq!(kept(&place.config.backups()), backups, "one backup of one upgrade");

    // Who does not go on has it back where it was kept.
    let back = Place::named(&format!("killed-upgrade-back-{}", kind_of(place)), String::new());
    let file: &PathBuf = backups.first().expect("a backup");
    inside(|| backup::restore(&back.config, file)).expect("restores");
    assert_eq!(read(&back), before);
    assert_eq!(with_store(&back.config.store(), |store| rows(store, FIGURES)), filled);
}

fn kind_of(place: &Place) -> &'static str {
    if place.config.database_url.is_empty() { "sqlite" } else { "postgresql" }
}

fn scope_of(n: usize) -> Scope {
    Scope::all().nth(n % 8).expect("eight scopes")
}

/// The orders of the earlier release, a share in each scope.
fn lay(place: &Place, older: usize) {
    let heads = (1..=ORDERS).map(|n| {
        let confirmed = if n.is_multiple_of(2) { (2 * n).to_string() } else { "NULL".to_owned() };
        format!(
            "(2, {n}, 'u{n}', 'r{n}', '{}', 'OPEN', '订单创建', 10, FALSE, 0, 0, 0, FALSE, FALSE, FALSE, 1, 1, 1, 1, \
             '112-{n}', 'H{n}', 'C{n}', '班列', 'CK225', '2026-07-01', '2026-08-02', {n}, {confirmed})",
            scope_of(n).code()
        )
    });
    let details = (1..=ORDERS)
        .filter(|n| !matches!(scope_of(*n), Scope::Ae | Scope::Ai))
        .map(|n| format!("(2, {n}, 'M{n}', 'L{n}', 'R{n}', 'STAR', '001E', '整车', '仓储', '2026-09-03', 200)"));
    let heads = heads.collect::<Vec<_>>().join(", ");
    let details = details.collect::<Vec<_>>().join(", ");
    with_store(&place.config.store(), |store| {
        store.migrate(&schema::MIGRATIONS[..older]).unwrap_or_else(|error| panic!("{error}"));
        run(
            store,
            &format!(
                "INSERT INTO freight_order (org_id, id, uuid, row_uuid, business_scope, lifecycle, node, node_rank, \
                 operation_finished, income_recorded, cost_recorded, hawb_count, plan_charge_manual, \
                 confirm_charge_manual, flagged, created_by, created_at, updated_by, updated_at, awb_number, \
                 hawb_number, customer_number, business_product, expect_flight, expect_departure, expect_arrival, \
                 plan_charge_weight, confirm_charge_weight) VALUES {heads}"
            ),
        );
        run(
            store,
            &format!(
                "INSERT INTO order_carriage_detail (org_id, id, mlb_number, hlb_number, rail_waybill_no, ship_name, \
                 ship_voyage_number, shipping_method, service_type, business_date, teu) VALUES {details}"
            ),
        );
    });
}

/// What an order is called and counted by (css.md 0.3).
fn figures(n: usize) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let number = |number: usize| Value::Int(i64::try_from(number).expect("small"));
    let (called, day, carrier, teu) = match scope_of(n) {
        Scope::Ae => (format!("112-{n}"), "2026-07-01", "CK225", None),
        Scope::Ai => (format!("112-{n}_H{n}"), "2026-08-02", "CK225", None),
        Scope::Se => (format!("M{n}"), "2026-07-01", "STAR/001E", Some(200)),
        Scope::Si => (format!("M{n}_L{n}"), "2026-08-02", "STAR/001E", Some(200)),
        Scope::Te => (format!("R{n}"), "2026-07-01", "班列", Some(200)),
        Scope::Ti => (format!("R{n}"), "2026-08-02", "班列", Some(200)),
        Scope::Lc => (format!("C{n}"), "2026-07-01", "整车", None),
        Scope::Io => (format!("C{n}"), "2026-09-03", "仓储", None),
    };
    let quantity = if n.is_multiple_of(2) { 2 * n } else { n };
    vec![number(n), text(&called), text(day), text(carrier), number(quantity), teu.map_or(Value::Null, Value::Int)]
}

fn begin(place: &Place) -> Child {
    serving(place).spawn().expect("the program starts")
}

fn need_running(child: &mut Child) {
    assert!(child.try_wait().expect("is asked").is_none(), "it ended before it was half-way");
    std::thread::yield_now();
}

/// `kill -9`.
fn kill(mut child: Child) {
    child.kill().expect("is killed");
    child.wait().expect("has ended");
}

/// The order in the middle makes the filling write rows without end; the growing log shows that it is there.
fn held_on_sqlite(place: &Place) {
    let hold = format!(
        "CREATE TRIGGER hold AFTER UPDATE ON freight_order WHEN new.id = {HELD} BEGIN \
         INSERT INTO handoff_token (partner, nonce, expires_at) \
         SELECT 'hold', a.id || '-' || b.id || '-' || c.id || '-' || d.id || hex(zeroblob(500)), 0 \
         FROM freight_order a, freight_order b, freight_order c, freight_order d; END"
    );
    with_store(&place.config.store(), |store| run(store, &hold));
    let mut child = begin(place);
    let log = place.config.data_folder.join("forwarder.db-wal");
    while std::fs::metadata(&log).map_or(0, |seen| seen.len()) < UNKEPT_BYTES {
        need_running(&mut child);
    }
    kill(child);
}

/// The order in the middle waits for a lock; the server tells who waits for one.
fn held_on_postgresql(place: &Place) {
    const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let hold = format!(
        "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $hold$ BEGIN \
         IF new.id = {HELD} THEN PERFORM pg_advisory_xact_lock(24); END IF; RETURN new; END $hold$; \
         CREATE TRIGGER hold BEFORE UPDATE ON freight_order FOR EACH ROW EXECUTE FUNCTION hold()"
    );
    with_store(&place.config.store(), |store| {
        run(store, &hold);
        let killed = store.write(|conn| {
            conn.batch("SELECT pg_advisory_xact_lock(24)")?;
            let waiting = platform::store::Stmt::Raw(WAITING.to_owned(), Vec::new());
            let mut child = begin(place);
            let waits = loop {
                need_running(&mut child);
                match conn.first(&waiting) {
                    Ok(Some(row)) if *row.value(0) != Value::Int(0) => break Ok(()),
                    Ok(_) => {}
                    Err(error) => break Err(error),
                }
            };
            kill(child);
            waits
        });
        killed.unwrap_or_else(|error: StoreError| panic!("{error}"));
    });
}
