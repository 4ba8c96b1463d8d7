//! A disk that is full: what is said to be kept is kept, people are told that nothing can be saved now, administrators are
//! told where, the server is not ready, and reading goes on.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use platform::probe::{Probe, Space};
use platform::store::{Conn, Stmt, StoreError, Value, sql};
use platform::web;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, PNG, Reply, World, each_database, each_database_with, each_database_with_readers};

use super::rooms;

const UNSAVED: &str = "暂时无法保存，请稍后重试或联系管理员";
const NO_LOG_IN: &str = "暂时无法登录：系统无法保存数据，请稍后重试或联系管理员";
/// Writes after which a database without free pages is full for certain.
const WRITES_MAX: usize = 500;

/// PostgreSQL's own error for a full disk, at every row that is written.
const FULL: &str = "CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$; \
    DO $$ DECLARE one record; BEGIN \
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP \
    EXECUTE format('CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE ON public.%I FOR EACH ROW \
    EXECUTE FUNCTION disk_is_full()', one.tablename); \
    END LOOP; END $$";
const FREED: &str = "DROP FUNCTION disk_is_full() CASCADE";

fn write(world: &World, work: impl FnOnce(&mut dyn Conn) -> Result<(), StoreError> + Send) -> Result<(), StoreError> {
    world.inside(|app| app.store.write(work))
}

/// From here on the database takes nothing more.
fn fill(world: &World) {
    if world.database == "PostgreSQL" {
        write(world, |conn| conn.batch(FULL)).expect("is full from the next statement on");
        return;
    }
    write(world, |conn| conn.batch("CREATE TABLE filler (body BLOB); PRAGMA max_page_count = 1")).expect("is limited");
    // Pages that earlier rows left would take some more.
    for bytes in [1_000_000, 100_000, 3_000] {
        let one = format!("INSERT INTO filler (body) VALUES (zeroblob({bytes}))");
        while write(world, |conn| conn.exec(&Stmt::Raw(one.clone(), Vec::new())).map(drop)).is_ok() {}
    }
}

fn free(world: &World) {
    let text = if world.database == "PostgreSQL" { FREED } else { "PRAGMA max_page_count = 1000000" };
    write(world, |conn| conn.batch(text)).expect("is free again");
}

fn upload(caller: &Caller<'_>, name: &str) -> Reply {
    caller.upload("/platform/picture", &[(name, PNG)])
}

fn is_ready(world: &World) -> bool {
    world.inside(|app| web::health(app).0)
}

/// What the page says of saving.
fn saving(keeper: &Caller<'_>) -> (String, String) {
    let health = keeper.ok("/hrs/health");
    let checks = health["checks"].as_array().expect("checks").clone();
    let check = checks.into_iter().find(|check| check["name"] == "saving").expect("is there");
    let text = |member: &str| check[member].as_str().expect("a text").to_owned();
    (text("state"), text("text"))
}

fn pictures(world: &World) -> Vec<String> {
    world.inside(|app| {
        let names = Stmt::from(sql::from_global("rich_picture").column("file_name"));
        let rows = app.store.read(|conn| conn.query(&names)).unwrap_or_else(|error: StoreError| panic!("{error}"));
        let mut names: Vec<String> = rows.iter().map(|row| row.get(0).expect("a name")).collect();
        names.sort();
        names
    })
}

#[test]
fn on_a_full_disk_people_are_told_that_nothing_can_be_saved_now_and_read_on() {
    each_database_with_readers(rooms, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("op01"));
        assert!(is_ready(world));
        assert_eq!(saving(&keeper), ("well".to_owned(), "正常".to_owned()));
        fill(world);
        let mut kept = Vec::new();
        let refused = (0..WRITES_MAX).find_map(|number| {
            let name = format!("{number:04}.png");
            let reply = upload(&user, &name);
            if reply.code != 0 {
                return Some(reply);
            }
            kept.push(name);
            None
        });
        let refused = refused.expect("is full in the end");
        assert_eq!((refused.status, refused.code, refused.message.as_str()), (503, 503, UNSAVED));
        assert_eq!(refused.header("retry-after"), "60");
        let english = user.in_language("en-US");
        let told = (0..WRITES_MAX).map(|_| upload(&english, "e.png")).find(|reply| reply.status == 503);
        assert!(told.is_some_and(|reply| reply.message.starts_with("This can't be saved at the moment.")));

        assert!(!is_ready(world), "{}", world.database);
        let place = world.inside(|app| app.store.unsaved()).expect("is known").place;
        assert!(world.database == "PostgreSQL" || Path::new(&place).is_dir(), "{place}");
        let (state, text) = saving(&keeper);
        assert_eq!(state, "red");
        assert!(text.starts_with(&format!("暂时无法保存：{place}（")), "{text}");
        // When a session was used last is written every minute: that it can't be ends no session.
        world.set_clock("2026-07-15 10:03:00");
        assert_eq!((keeper.get("/hrs/health").status, user.get("/hrs/language/setting").status), (200, 200));
        let nobody = world.anonymous();
        let unstored = (0..WRITES_MAX).map(|_| nobody.token_call("cs01@example.com", "DEMO", PASSWORD));
        let unstored = unstored.inspect(|reply| assert!([200, 503].contains(&reply.status), "{}", reply.message));
        assert!(unstored.take(3).all(|reply| reply.status == 200 || reply.message == NO_LOG_IN));

        free(world);
        let names = pictures(world);
        assert_eq!(names.iter().filter(|name| *name != "e.png").collect::<Vec<_>>(), kept.iter().collect::<Vec<_>>());
        assert_eq!(upload(&user, "z.png").code, 0);
        assert!(is_ready(world));
        assert_eq!(saving(&keeper).0, "well");
    });
}

#[test]
fn a_log_in_that_can_not_be_stored_says_so() {
    each_database(rooms, |world| {
        if world.database != "PostgreSQL" {
            // There the last pages take a session or two: what is said then is seen above.
            return;
        }
        fill(world);
        for password in [PASSWORD, "wrong"] {
            let reply = world.anonymous().token_call("cs01@example.com", "DEMO", password);
            assert_eq!((reply.status, reply.message.as_str()), (503, NO_LOG_IN), "{password}");
        }
        free(world);
        world.login("cs01");
    });
}

/// Free space of the disk as the machine tells it.
static LEFT: AtomicU64 = AtomicU64::new(0);
const TOTAL: u64 = 1_000_000_000;
/// A hundredth of it is kept back.
const KEPT_BACK: u64 = TOTAL / 100;

fn left(_: &Path) -> Option<Space> {
    Some(Space { total: TOTAL, free: LEFT.load(Ordering::SeqCst) })
}

fn rename(keeper: &Caller<'_>, name: &str) -> Reply {
    let version = keeper.ok("/hrs/platform")["version"].clone();
    keeper.put("/hrs/platform", json!({ "version": version, "values": { "productName": name } }))
}

fn backup_state(keeper: &Caller<'_>) -> Json {
    keeper.ok("/hrs/backup/page?size=10")["records"][0]["status"].clone()
}

#[test]
fn the_last_of_the_disk_is_kept_back_for_log_ins() {
    let decide: fn(&mut platform::call::Settings) =
        |settings| settings.probe = Probe { disk: left, ..Probe::default() };
    LEFT.store(KEPT_BACK, Ordering::SeqCst);
    each_database_with(rooms, decide, |world| {
        let embedded = world.database != "PostgreSQL";
        LEFT.store(KEPT_BACK, Ordering::SeqCst);
        let (keeper, user) = (world.login("superAdmin"), world.login("op01"));
        assert_eq!(
            (rename(&keeper, "甲").code, upload(&user, "a.png").code),
            (0, 0),
            "as much as is kept back is left"
        );
        assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
        assert!(is_ready(world));

        LEFT.store(KEPT_BACK - 1, Ordering::SeqCst);
        let refused = upload(&user, "b.png");
        assert_eq!((refused.status, refused.message.as_str()), (503, UNSAVED), "files lie here, whatever the database");
        assert_eq!(rename(&keeper, "乙").status, if embedded { 503 } else { 200 });
        assert_eq!(is_ready(world), !embedded);
        world.run_jobs();
        assert_eq!(backup_state(&keeper), if embedded { "进行中" } else { "已完成" }, "jobs wait for space");
        let (state, text) = saving(&keeper);
        if embedded {
            let folder = world.inside(|app| app.settings.data_folder.display().to_string());
            assert_eq!(state, "red");
            assert!(text.contains(&folder), "{text}");
        }
        let newcomer = world.login("cs01");
        assert_eq!(newcomer.get("/hrs/language/setting").status, 200);
        assert_eq!(newcomer.delete("/auth/token/logout").code, 0, "what ends something goes on");

        LEFT.store(TOTAL / 2, Ordering::SeqCst);
        assert!(is_ready(world));
        world.run_jobs();
        assert_eq!(backup_state(&keeper), "已完成");
        assert_eq!((rename(&keeper, "丙").code, upload(&user, "b.png").code), (0, 0));
    });
}

#[test]
fn what_is_said_to_be_kept_is_kept_also_when_a_fault_was_passed_over() {
    each_database(rooms, |world| {
        let cells = || [("name", Value::Text("twice".to_owned())), ("due_at", Value::Int(1))];
        let done = write(world, |conn| {
            conn.exec(&sql::insert_global("job_timer", &cells()).into())?;
            // The second is refused by the key of the table, which ends the whole transaction on PostgreSQL.
            let _ = conn.exec(&sql::insert_global("job_timer", &cells()).into());
            Ok(())
        });
        let kept = world.inside(|app| {
            let mut twice = sql::from_global("job_timer");
            twice.column("name").and_where(sql::eq("name", "twice".to_owned()));
            app.store.read(|conn| conn.first(&twice.into()))
        });
        let kept = kept.unwrap_or_else(|error: StoreError| panic!("{error}")).is_some();
        assert_eq!(kept, done.is_ok(), "{}: {done:?}", world.database);
    });
}
