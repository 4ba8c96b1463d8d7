//! Backups in an object store: made, verified, kept as long as those on the disk, and what is told when it fails.

use std::cell::RefCell;
use std::path::PathBuf;

use bucket::ObjectServer;
use platform::call::Settings;
use platform::files::ObjectStoreConfig;
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, each_database_with};

use super::rooms;

const PASSPHRASE: &str = "a passphrase of this deployment";
const OBJECTS: &str = "对象存储";

thread_local! {
    /// The server of the deployment that this thread tests.
    static SERVER: RefCell<Option<ObjectServer>> = const { RefCell::new(None) };
}

/// Starts the server of a deployment that is about to start.
fn start() -> ObjectStoreConfig {
    let server = ObjectServer::start();
    let config = ObjectStoreConfig {
        endpoint: server.endpoint(),
        bucket: bucket::BUCKET.to_owned(),
        access_key: bucket::KEY.to_owned(),
        secret_key: bucket::SECRET.to_owned(),
        ..ObjectStoreConfig::default()
    };
    SERVER.set(Some(server));
    config
}

/// The server is gone with all its objects.
fn stop() {
    drop(SERVER.take());
}

/// A story on every database with a server of objects that lives as long.
fn each_with_server(decide: fn(&mut Settings), story: impl Fn(&World)) {
    struct AtEnd;
    impl Drop for AtEnd {
        fn drop(&mut self) {
            stop();
        }
    }
    let _at_end = AtEnd;
    each_database_with(rooms, decide, story);
}

/// A deployment that keeps its files on the disk and may keep its backups elsewhere.
fn of_their_own(settings: &mut Settings) {
    settings.backup_store = start();
    PASSPHRASE.clone_into(&mut settings.backup_passphrase);
}

/// One that keeps its files there too.
fn with_the_files(settings: &mut Settings) {
    settings.object_store = start();
    PASSPHRASE.clone_into(&mut settings.backup_passphrase);
}

fn without_passphrase(settings: &mut Settings) {
    settings.backup_store = start();
}

/// Where the server keeps the backups.
fn folder() -> PathBuf {
    SERVER.with_borrow(|server| {
        server.as_ref().expect("a server").folder().join("bucket").join(bucket::BUCKET).join("backups")
    })
}

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("reads").file_name().into_string().expect("a text")).collect();
    names.sort();
    names
}

fn backups(keeper: &Caller<'_>) -> Vec<Json> {
    keeper.ok("/hrs/backup/page?size=100")["records"].as_array().cloned().expect("rows")
}

fn save(keeper: &Caller<'_>, values: Json) -> Reply {
    let version = keeper.ok("/hrs/backup/setting")["version"].clone();
    keeper.put("/hrs/backup/setting", json!({ "version": version, "values": values }))
}

#[track_caller]
fn saved(keeper: &Caller<'_>, values: Json) {
    let reply = save(keeper, values);
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
}

/// Makes a backup now; answers its row.
#[track_caller]
fn run(world: &World, keeper: &Caller<'_>) -> Json {
    assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
    world.run_jobs();
    backups(keeper).remove(0)
}

/// Verifies a backup; answers what its row says of it, and why.
fn verify(world: &World, keeper: &Caller<'_>, row: &Json) -> (String, String) {
    let id = row["id"].as_str().expect("an id");
    assert_eq!(keeper.put(&format!("/hrs/backup/verify/{id}"), json!({})).code, 0);
    world.run_jobs();
    let row = backups(keeper).into_iter().find(|one| one["id"] == id).expect("the row");
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    (text("verify"), text("error"))
}

fn agrees() -> (String, String) {
    ("一致".to_owned(), String::new())
}

/// Nothing of the work is left on this machine.
fn nothing_beside(world: &World) {
    let data = world.database(|app, _| app.settings.data_folder.clone());
    assert_eq!(std::fs::read_dir(data.join("backup-work")).map_or(0, Iterator::count), 0);
}

#[test]
fn a_backup_in_the_object_store_is_a_row_and_verifies_wherever_the_next_one_goes() {
    each_with_server(with_the_files, |world| {
        let keeper = world.login("superAdmin");
        assert_eq!(keeper.ok("/hrs/backup/place")["place"], "磁盘");
        saved(&keeper, json!({ "backupPlace": OBJECTS }));
        let place = keeper.ok("/hrs/backup/place");
        assert_eq!(
            (&place["place"], &place["encrypted"], &place["objects"]),
            (&json!(OBJECTS), &json!(true), &json!(true))
        );
        assert!(place["folder"].as_str().is_some_and(|name| name.ends_with("/files/backups/")), "{place}");

        let large: Vec<u8> = (0..3_000_000u32).map(|number| number.to_le_bytes()[1]).collect();
        world.database(|app, _| app.files.keep(2, &large)).expect("is kept");
        let there = run(world, &keeper);
        let [name] = names().try_into().expect("one object");
        assert_eq!(
            (&there["place"], &there["encrypted"], &there["status"], &there["fileCount"]),
            (&json!(OBJECTS), &json!(true), &json!("已完成"), &json!(1))
        );
        assert_eq!(there["file"], format!("object:{name}"));
        assert!(name.starts_with("forwarder-20260715-100000-"), "{name}");
        let bytes = std::fs::metadata(folder().join(&name)).expect("is there").len();
        let tenths = (bytes * 10).div_ceil(1024);
        assert_eq!(there["bytes"], format!("{}.{} KB", tenths / 10, tenths % 10));
        let disk = world.database(|app, _| app.settings.backups());
        assert!(!disk.exists(), "nothing on the disk");
        nothing_beside(world);
        assert_eq!(verify(world, &keeper, &there), agrees());
        nothing_beside(world);

        saved(&keeper, json!({ "backupPlace": "磁盘" }));
        world.set_clock("2026-07-15 10:00:01");
        let here = run(world, &keeper);
        assert_eq!((&here["place"], names().len()), (&json!("磁盘"), 1));
        assert!(std::path::Path::new(here["file"].as_str().expect("a path")).exists());
        assert_eq!(verify(world, &keeper, &there), agrees());
        saved(&keeper, json!({ "backupPlace": OBJECTS }));
        assert_eq!(verify(world, &keeper, &here), agrees());
        let filtered = keeper.ok("/hrs/backup/page?size=100&place=磁盘");
        assert_eq!(filtered["records"].as_array().map(Vec::len), Some(1), "{filtered}");

        let object = folder().join(&name);
        let mut bytes = std::fs::read(&object).expect("reads");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&object, bytes).expect("writes");
        assert_eq!(verify(world, &keeper, &there), ("不一致".to_owned(), "备份文件已损坏或不完整".to_owned()));
        std::fs::remove_file(&object).expect("is removed");
        let gone = format!("对象存储中没有object:{name}；现有：无");
        assert_eq!(verify(world, &keeper, &there), ("不一致".to_owned(), gone));
        nothing_beside(world);
    });
}

#[test]
fn a_change_of_place_and_encryption_stands_in_the_log_with_both_values() {
    each_with_server(of_their_own, |world| {
        let keeper = world.login("superAdmin");
        saved(&keeper, json!({ "backupPlace": OBJECTS, "backupEncrypted": false }));
        let lines = world.contents(true);
        let logged: Vec<&String> =
            lines.iter().filter(|line| line.starts_with("operation_log ") && line.contains("备份设置")).collect();
        let [line] = logged.as_slice() else { panic!("{logged:?}") };
        assert!(line.contains("位置：磁盘 -> 对象存储") && line.contains("加密：是 -> 否"), "{line}");
        let place = keeper.ok("/hrs/backup/place");
        assert_eq!((&place["encrypted"], &place["passphrase"]), (&json!(false), &json!(true)));
        let open = run(world, &keeper);
        assert_eq!((&open["place"], &open["encrypted"]), (&json!(OBJECTS), &json!(false)));
        assert_eq!(verify(world, &keeper, &open), agrees());
        // What was open and what was encrypted can be told apart by their rows, whatever is decided now.
        saved(&keeper, json!({ "backupEncrypted": null }));
        world.set_clock("2026-07-15 10:00:01");
        assert_eq!(run(world, &keeper)["encrypted"], true);
        assert_eq!(verify(world, &keeper, &open), agrees());
    });
}

#[test]
fn what_the_servers_file_does_not_allow_is_refused_at_its_place() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let before = world.contents(true);
        let reply = save(&keeper, json!({ "backupPlace": OBJECTS }));
        assert_eq!(reply.findings_at("backupPlace"), ["服务器配置文件未配置对象存储（backup_store 或 object_store）"]);
        assert_eq!(reply.findings_at("backupEncrypted").len(), 1, "both at once");
        let english = save(&keeper.in_language("en-US"), json!({ "backupPlace": OBJECTS }));
        assert_eq!(
            english.findings_at("backupPlace"),
            ["The server's configuration names no object store (backup_store or object_store)."]
        );
        assert_eq!(save(&keeper, json!({ "backupPlace": "云" })).findings_at("backupPlace"), ["参数不正确：位置"]);
        world.unchanged(&before, true);
        let place = keeper.ok("/hrs/backup/place");
        assert_eq!(
            (&place["place"], &place["objects"], &place["encrypted"], &place["passphrase"]),
            (&json!("磁盘"), &json!(false), &json!(false), &json!(false))
        );
        // As long as nobody configured anything, there is a backup all the same, and its row says that it lies open.
        assert_eq!(run(world, &keeper)["encrypted"], false);

        let company = world.login("demo-admin");
        for (method, path) in [
            ("GET", "/hrs/backup/setting"),
            ("PUT", "/hrs/backup/setting"),
            ("GET", "/hrs/backup/place"),
            ("POST", "/hrs/backup/run"),
            ("PUT", "/hrs/backup/verify/1"),
        ] {
            let body = json!({ "version": 1, "values": { "backupPlace": "磁盘" } });
            assert_eq!(company.call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body).status, 401, "{method} {path}");
        }
    });
}

#[test]
fn nothing_lies_open_in_the_object_store_unless_somebody_decided_so() {
    each_with_server(without_passphrase, |world| {
        let keeper = world.login("superAdmin");
        let needs = "加密需要服务器配置文件中的 backup_passphrase；存入对象存储而不加密，须在设置中关闭加密";
        let reply = save(&keeper, json!({ "backupPlace": OBJECTS }));
        assert_eq!(reply.findings_at("backupEncrypted"), [needs]);
        assert_eq!(reply.findings_at("backupPlace"), Vec::<String>::new());
        assert_eq!(keeper.ok("/hrs/backup/place")["blocked"], json!(null), "as on the disk it lies open");
        saved(&keeper, json!({ "backupPlace": OBJECTS, "backupEncrypted": false }));
        assert_eq!(keeper.ok("/hrs/backup/place")["blocked"], json!(null));
        // As when the passphrase is taken out of the server's file later.
        world.database(|_, conn| {
            let mut delete = sql::delete(1, "org_setting");
            delete.and_where(sql::eq("setting_key", "backupEncrypted".to_owned()));
            conn.exec(&delete.into()).expect("is removed");
        });
        assert_eq!(keeper.ok("/hrs/backup/place")["blocked"], needs);
        saved(&keeper, json!({ "backupEncrypted": false }));
        assert_eq!(run(world, &keeper)["status"], "已完成");
        assert_eq!(names().len(), 1);
        let reply = save(&keeper, json!({ "backupEncrypted": true }));
        assert_eq!(reply.findings_at("backupEncrypted"), [needs]);
    });
}

/// The check of the health that looks at backups: how it is, and the messages about what is wrong that were sent.
fn health(keeper: &Caller<'_>) -> (String, usize) {
    let checks = keeper.ok("/hrs/health")["checks"].as_array().cloned().expect("checks");
    let state = checks.iter().find(|check| check["name"] == "backup").expect("the check")["state"].clone();
    let told = keeper.ok("/prm/message")["records"].as_array().cloned().expect("rows");
    let told = told.iter().filter(|one| one["title"] == "运行状况异常：备份").count();
    (state.as_str().expect("a state").to_owned(), told)
}

#[test]
fn a_planned_backup_outlives_a_fault_that_passes_and_is_told_when_it_does_not() {
    each_with_server(of_their_own, |world| {
        world.set_clock("2026-08-03 22:00:00");
        let keeper = world.login("superAdmin");
        saved(&keeper, json!({ "backupTime": "23:10", "backupPlace": OBJECTS }));
        let bucket = folder().parent().expect("the bucket").to_owned();
        let away = bucket.with_file_name("away");
        std::fs::rename(&bucket, &away).expect("is moved");
        std::fs::write(&bucket, "no bucket").expect("writes");
        at(world, "2026-08-04 23:10:00");
        let keeper = world.login("superAdmin");
        assert_eq!(backups(&keeper).remove(0)["status"], "进行中");
        std::fs::remove_file(&bucket).expect("is removed");
        std::fs::rename(&away, &bucket).expect("is moved back");
        at(world, "2026-08-04 23:11:00");
        let row = backups(&keeper).remove(0);
        assert_eq!((&row["status"], &row["error"]), (&json!("已完成"), &json!(null)), "{row}");
        assert_eq!((names().len(), health(&keeper)), (1, ("well".to_owned(), 0)));

        stop();
        at(world, "2026-08-05 23:10:00");
        at(world, "2026-08-05 23:11:00");
        let keeper = world.login("superAdmin");
        assert_eq!(health(&keeper), ("well".to_owned(), 0), "it may still succeed");
        at(world, "2026-08-05 23:16:00");
        at(world, "2026-08-05 23:17:00");
        at(world, "2026-08-05 23:18:00");
        assert_eq!(backups(&keeper).remove(0)["status"], "失败");
        assert_eq!(health(&keeper), ("red".to_owned(), 1), "told once");
        saved(&keeper, json!({ "backupPlace": "磁盘" }));
        run(world, &keeper);
        assert_eq!(health(&keeper).0, "well", "there is a newer one");
    });
}

/// Runs what is due at a moment, to which the server has lived.
fn at(world: &World, time: &str) {
    world.set_clock(time);
    world.trust_clock();
    world.run_jobs();
    world.run_jobs();
}

#[test]
fn the_plan_writes_to_the_place_of_the_day_and_old_ones_go_from_wherever_they_lie() {
    each_with_server(of_their_own, |world| {
        let disk = world.database(|app, _| app.settings.backups());
        let here = || std::fs::read_dir(&disk).map_or(0, Iterator::count);
        world.set_clock("2026-08-03 22:00:00");
        let keeper = world.login("superAdmin");
        saved(
            &keeper,
            json!({
                "backupTime": "23:10", "backupDays": 2, "backupWeeks": 0, "backupMonths": 0, "backupPlace": OBJECTS
            }),
        );
        for (day, place) in [(4, OBJECTS), (5, "磁盘"), (6, OBJECTS)] {
            let keeper = world.login("superAdmin");
            saved(&keeper, json!({ "backupPlace": place }));
            at(world, &format!("2026-08-0{day} 23:10:00"));
        }
        let keeper = world.login("superAdmin");
        let rows: Vec<(String, String)> = backups(&keeper)
            .iter()
            .map(|row| (row["place"].as_str().unwrap().to_owned(), row["keepUntil"].as_str().unwrap().to_owned()))
            .collect();
        let row = |place: &str, until: &str| (place.to_owned(), until.to_owned());
        // The one of the fourth was over at the second that of the sixth was made.
        assert_eq!(rows, [row(OBJECTS, "2026-08-08 23:10:00"), row("磁盘", "2026-08-07 23:10:00")]);
        assert_eq!((names().len(), here()), (1, 1));
        at(world, "2026-08-07 23:09:59");
        assert_eq!((names().len(), here()), (1, 1), "a second before");
        at(world, "2026-08-07 23:11:00");
        assert_eq!((names().len(), here()), (2, 0), "gone from the disk, whatever is decided now");
        at(world, "2026-08-08 23:10:00");
        assert_eq!((names().len(), here()), (2, 0), "gone from the object store at its second");
        saved(&world.login("superAdmin"), json!({ "backupDaily": false }));
        at(world, "2027-08-08 23:10:00");
        assert_eq!(names().len(), 1, "never the newest");
        assert_eq!(backups(&world.login("superAdmin")).len(), 1);
    });
}

#[test]
fn an_object_store_that_is_gone_gets_no_backup_loses_none_and_changes_no_verdict() {
    each_with_server(of_their_own, |world| {
        let keeper = world.login("superAdmin");
        saved(&keeper, json!({ "backupPlace": OBJECTS }));
        let made = run(world, &keeper);
        assert_eq!(verify(world, &keeper, &made), agrees());
        stop();
        world.set_clock("2026-07-15 10:00:01");
        let trying = run(world, &keeper);
        assert_eq!(
            (&trying["place"], &trying["status"]),
            (&json!(OBJECTS), &json!("进行中")),
            "tried again in a minute"
        );
        assert!(trying["error"].as_str().is_some_and(|why| why.contains("不可用（")), "{trying}");
        at(world, "2026-07-15 10:01:01");
        assert_eq!(backups(&keeper).remove(0)["status"], "进行中", "and in five");
        at(world, "2026-07-15 10:06:01");
        let failed = backups(&keeper).remove(0);
        assert_eq!((&failed["status"], &failed["file"]), (&json!("失败"), &json!(null)));
        let why = failed["error"].as_str().expect("a reason");
        assert!(why.starts_with("对象存储http://127.0.0.1:") && why.contains("不可用（"), "{why}");
        assert!(!why.contains(bucket::SECRET), "{why}");
        nothing_beside(world);
        assert_eq!(
            keeper.put(&format!("/hrs/backup/verify/{}", failed["id"].as_str().unwrap()), json!({})).status,
            404
        );
        let english = keeper.in_language("en-US");
        run(world, &english);
        at(world, "2026-07-15 10:07:01");
        at(world, "2026-07-15 10:12:01");
        let why = backups(&english).remove(0)["error"].as_str().expect("a reason").to_owned();
        assert!(why.starts_with("The object store http://127.0.0.1:") && why.contains("can't be used ("), "{why}");

        let (verdict, why) = verify(world, &keeper, &made);
        assert!(verdict == "一致" && why.contains("不可用（"), "nobody could look: {verdict} {why}");
        nothing_beside(world);
        // A newer one on the disk: the older one is over and can't be removed, so its row stays.
        saved(&keeper, json!({ "backupPlace": "磁盘", "backupDaily": false }));
        assert_eq!(run(world, &keeper)["status"], "已完成");
        at(world, "2029-07-15 10:00:00");
        let rows = backups(&world.login("superAdmin"));
        assert!(rows.iter().any(|row| row["id"] == made["id"]), "{rows:?}");
    });
}
