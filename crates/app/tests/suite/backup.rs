//! Backups: of one moment while others write, restored into either database row by row, and refused
//! without a trace when anything is wrong with them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use app::backup;
use app::config::Config;
use bucket::ObjectServer;
use platform::files::ObjectStoreConfig;
use platform::store::{Stmt, Store, StoreError, Value};

use crate::database::{on_postgresql, query, rows, with_store};

/// A deployment in a folder of its own; the database may lie elsewhere.
pub struct Place {
    folder: PathBuf,
    pub config: Config,
}

impl Place {
    pub fn new(name: &str, database_url: &str, passphrase: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-backup-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let config = Config {
            data_folder: folder.join("data"),
            database_url: database_url.to_owned(),
            backup_passphrase: passphrase.to_owned(),
            ..Config::default()
        };
        Self { folder, config }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Every row of every table, as both databases tell it.
    pub fn contents(&self) -> Vec<String> {
        let file = self.file(&format!("contents-{}.ofb", std::fs::read_dir(&self.folder).expect("reads").count()));
        inside(|| backup::make(&Config { backup_passphrase: String::new(), ..self.config.clone() }, &file, true))
            .expect("backs up");
        let summary = archive::check(&file, None).expect("is sound");
        let mut lines: Vec<String> =
            summary.tables.iter().map(|table| format!("{} {} {}", table.name, table.rows, table.sum)).collect();
        lines.push(format!("files {}", summary.files));
        lines
    }

    fn data(&self) -> String {
        let files = std::fs::read(self.config.data_folder.join("files/2/ab/abcdef")).expect("the file");
        String::from_utf8(files).expect("a text")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub fn inside<T>(work: impl FnOnce() -> T) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    work()
}

/// People, reference data, values of every kind, and a file.
pub fn fill(place: &Place) {
    inside(|| {
        let app = app::start::open(&place.config, kernel::Clock::System).expect("opens");
        app.system_write(|conn| {
            seed::people::platform_org(&app, conn)?;
            base::load::load(conn, &app.mint, app.clock.now())
        })
        .expect("the platform's rows");
        seed::people::fixture(&app, "Test-2026x").expect("the people");
        app.system_write(|conn| {
            let text = |text: &str| Value::Text(text.to_owned());
            let odd = [
                ("setting_key", text("odd")),
                ("business_scope", text("*")),
                ("value", text("'\"\\ 货 \u{1f600}\n")),
                ("sealed", Value::Bytes(vec![0, 255, 7])),
                ("updated_by", Value::Int(i64::MIN)),
                ("updated_at", Value::Int(i64::MAX)),
            ];
            conn.exec(&platform::store::sql::insert(2, "org_setting", &odd).into())?;
            Ok(())
        })
        .expect("an odd text");
    });
    let folder = place.config.data_folder.join("files/2/ab");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("abcdef"), "一份托书").expect("a file");
    std::fs::write(folder.join("half.part"), "half").expect("a file");
    std::fs::create_dir_all(place.config.data_folder.join("files/2/passing")).expect("a folder");
    std::fs::write(place.config.data_folder.join("files/2/passing/export"), "passing").expect("a file");
}

/// From one deployment to another: the same rows and files, and the product opens.
fn moves(from: &Place, to: &Place) {
    let number = std::fs::read_dir(&from.folder).expect("reads").count();
    let file = from.file(&format!("moved-{number}.ofb"));
    let said = inside(|| backup::make(&from.config, &file, true)).expect("backs up");
    assert!(said.contains("1 files"), "{said}");
    inside(|| backup::restore(&to.config, &file)).expect("restores");
    assert_eq!(from.contents(), to.contents());
    assert_eq!(to.data(), "一份托书");
    assert!(!to.config.data_folder.join("files/2/passing").exists(), "what is kept for some days is left behind");
    inside(|| app::start::open(&to.config, kernel::Clock::System).map(drop)).expect("the product opens");
    let again = inside(|| backup::restore(&to.config, &file)).expect_err("is full by now");
    assert!(again.contains("目标数据库不是空的"), "{again}");
}

#[test]
fn a_backup_restores_into_the_other_database_and_back() {
    let sqlite = Place::new("lite", "", "一句只有我们知道的话");
    fill(&sqlite);
    moves(&sqlite, &Place::new("lite2", "", "一句只有我们知道的话"));
    on_postgresql("backup", |url| {
        let postgres = Place::new("pg", &url, "一句只有我们知道的话");
        moves(&sqlite, &postgres);
        moves(&postgres, &Place::new("lite3", "", "一句只有我们知道的话"));
    });
}

/// Earlier releases took the null character in, from workbooks say, and the embedded database kept it.
#[test]
fn texts_of_earlier_releases_with_the_null_character_are_restored_without_it() {
    let (from, to) = (Place::new("null-from", "", ""), Place::new("null-to", "", ""));
    fill(&from);
    with_store(&from.config.store(), |store| {
        let text = "UPDATE org SET name_en = 'A' || char(0) || 'B' WHERE id = 2";
        store.write(|conn| conn.batch(text)).unwrap_or_else(|error: StoreError| panic!("{error}"));
    });
    moves(&from, &to);
    let names = query(&to.config.store(), "SELECT name_en FROM org WHERE id = 2");
    assert_eq!(names, [[Value::Text("AB".to_owned())]]);
}

/// How a deployment is told of a server.
fn bucket_of(server: &ObjectServer) -> ObjectStoreConfig {
    ObjectStoreConfig {
        endpoint: server.endpoint(),
        bucket: bucket::BUCKET.to_owned(),
        access_key: bucket::KEY.to_owned(),
        secret_key: bucket::SECRET.to_owned(),
        ..ObjectStoreConfig::default()
    }
}

/// A deployment whose files lie in an object store.
fn in_bucket(name: &str, server: &ObjectServer) -> Place {
    let mut place = Place::new(name, "", "");
    place.config.object_store = bucket_of(server);
    place
}

/// Keeps a large file and one that passes; answers the hash of the first.
fn keep_files(place: &Place, large: &[u8]) -> String {
    let files = place.config.files().expect("opens");
    let mut passing = files.begin_passing(2).expect("begins");
    std::io::Write::write_all(&mut passing, b"an export").expect("writes");
    passing.keep().expect("is kept for some days");
    files.keep(1, b"%PDF-1.7").expect("is kept");
    files.keep(2, large).expect("is kept")
}

#[test]
fn files_of_an_object_store_are_part_of_the_backup_and_go_wherever_it_is_restored() {
    let large: Vec<u8> = (0..3_000_000u32).map(|number| number.to_le_bytes()[1]).collect();
    let (one, other) = (ObjectServer::start(), ObjectServer::start());
    let from = in_bucket("bucket", &one);
    inside(|| app::start::open(&from.config, kernel::Clock::System).map(drop)).expect("opens");
    let hash = keep_files(&from, &large);
    let file = from.file("bucket.ofb");
    let said = inside(|| backup::make(&from.config, &file, true)).expect("backs up");
    assert!(said.contains(" 2 files"), "{said}");
    let said = inside(|| backup::verify(&from.config, &file)).expect("is sound");
    assert!(said.contains(" 2 files"), "{said}");

    let disk = Place::new("bucket-disk", "", "");
    let into = in_bucket("bucket-other", &other);
    for to in [&disk, &into] {
        inside(|| backup::restore(&to.config, &file)).expect("restores");
        let files = to.config.files().expect("opens");
        assert_eq!(files.read(2, &hash).expect("is there"), large);
        assert!(files.read(1, &hash).is_err(), "of another org");
    }
    let full = in_bucket("bucket-full", &other);
    let said = inside(|| backup::restore(&full.config, &file)).expect_err("files lie there");
    assert!(said.contains("附件存储") && said.contains("不是空的"), "{said}");
    assert!(query(&full.config.store(), "SELECT name FROM sqlite_schema").is_empty(), "not a table");
}

#[test]
fn a_restore_that_fails_leaves_no_object() {
    let large = vec![7; 3_000_000];
    let server = ObjectServer::start();
    let into = in_bucket("torn", &server);
    let files = into.config.files().expect("opens");
    let restoring = files.begin_restoring().expect("begins");
    assert!(restoring.put("2/ab/abcd", &mut large.as_slice()).expect("is put"));
    assert!(!restoring.put("../secret.key", &mut large.as_slice()).expect("is no place"));
    assert!(!files.is_empty().expect("answers"));
    drop(restoring);
    assert!(files.is_empty().expect("answers"), "what was put is gone");
    let mut restoring = files.begin_restoring().expect("begins");
    assert!(restoring.put("2/ab/abcd", &mut large.as_slice()).expect("is put"));
    restoring.keep().expect("is kept");
    drop(restoring);
    assert!(!files.is_empty().expect("answers"));
}

/// What is wrong with a backup is said, and nothing is written.
fn refused(file: &Path, passphrase: &str, reason: &str) {
    let place = Place::new("refused", "", passphrase);
    let said = inside(|| backup::verify(&place.config, file)).expect_err("verify refuses");
    assert!(said.contains(reason), "{said}");
    let said = inside(|| backup::restore(&place.config, file)).expect_err("restore refuses");
    assert!(said.contains(reason), "{said}");
    assert!(query(&place.config.store(), "SELECT name FROM sqlite_schema").is_empty(), "{reason}: not a table");
    assert!(!place.config.data_folder.join("files").exists());
}

#[test]
fn a_wrong_passphrase_and_any_damage_is_refused_with_nothing_written() {
    let place = Place::new("damage", "", "right horse");
    fill(&place);
    let file = place.file("sound.ofb");
    inside(|| backup::make(&place.config, &file, true)).expect("backs up");
    let sound = std::fs::read(&file).expect("reads");
    assert!(!sound.windows(4).any(|part| part == b"DEMO"), "the rows can't be read in it");
    refused(&file, "wrong horse", "备份口令不正确");
    refused(&file, "", "备份已加密，请提供备份口令");
    let broken = place.file("broken.ofb");
    let head = sound.len() / 2;
    let cases: [(&str, Vec<u8>); 5] = [
        ("cut by a byte", sound[..sound.len() - 1].to_vec()),
        ("cut in the middle", sound[..head].to_vec()),
        ("one bit changed", {
            let mut bytes = sound.clone();
            bytes[head] ^= 1;
            bytes
        }),
        ("something behind it", [sound.as_slice(), b"x"].concat()),
        ("a head of another time", {
            let text = String::from_utf8_lossy(&sound[..200]).into_owned();
            let at = text.find("createdAt\":").expect("the head") + 11;
            let mut bytes = sound.clone();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            bytes
        }),
    ];
    for (case, bytes) in cases {
        std::fs::write(&broken, bytes).unwrap_or_else(|error| panic!("{case}: {error}"));
        refused(&broken, "right horse", "备份文件已损坏或不完整");
    }
    std::fs::write(&broken, "a text").expect("writes");
    refused(&broken, "right horse", "该文件不是备份文件");
    let exists = inside(|| backup::make(&place.config, &file, true)).expect_err("is there");
    assert!(exists.contains("exists"), "{exists}");
}

#[test]
fn a_backup_of_a_newer_program_is_refused() {
    let place = Place::new("newer", "", "");
    fill(&place);
    with_store(&place.config.store(), |store| add(store, "INSERT INTO schema_migration (name) VALUES ('2099-newer')"));
    let file = place.file("newer.ofb");
    inside(|| backup::make(&place.config, &file, true)).expect("backs up");
    let to = Place::new("older", "", "");
    let said = inside(|| backup::restore(&to.config, &file)).expect_err("refuses");
    assert!(said.contains("2099-newer"), "{said}");
    assert!(query(&to.config.store(), "SELECT name FROM sqlite_schema").is_empty());
}

#[test]
fn a_backup_of_an_older_schema_is_brought_up_to_date() {
    let place = Place::new("old", "", "");
    with_store(&place.config.store(), |store| {
        store.migrate(&schema::MIGRATIONS[..8]).expect("an older release");
        add(store, "INSERT INTO number_series (org_id, series, period, last) VALUES (2, 'job', '260715', 7)");
    });
    // A start of this release keeps the database first.
    inside(|| app::start::open(&place.config, kernel::Clock::System).map(drop)).expect("opens");
    let kept: Vec<PathBuf> = std::fs::read_dir(place.config.backups())
        .expect("reads")
        .map(|entry| entry.expect("is there").path())
        .collect();
    let [kept] = kept.as_slice() else { panic!("{kept:?}") };
    let to = Place::new("old2", "", "");
    inside(|| backup::restore(&to.config, kept)).expect("restores");
    let number = query(&to.config.store(), "SELECT last FROM number_series");
    assert_eq!(number, [[Value::Int(7)]]);
    let steps = query(&to.config.store(), "SELECT COUNT(*) FROM schema_migration");
    assert_eq!(steps, [[Value::Int(i64::try_from(schema::MIGRATIONS.len()).expect("a number"))]]);
}

fn add(store: &Store, text: &str) {
    let done = store.write(|conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())));
    done.unwrap_or_else(|error: StoreError| panic!("{text}: {error}"));
}

/// Every transaction adds a row to two tables; a backup sees both or neither.
fn of_one_moment(place: &Place, to: &Place) {
    inside(|| app::start::open(&place.config, kernel::Clock::System).map(drop)).expect("opens");
    let stop = AtomicBool::new(false);
    let file = place.file("moment.ofb");
    inside(|| {
        let store = Store::open(&place.config.store()).expect("opens");
        std::thread::scope(|scope| {
            let handle = tokio::runtime::Handle::current();
            for writer in 0..3 {
                let (store, stop, handle) = (&store, &stop, handle.clone());
                scope.spawn(move || {
                    let _inside = handle.enter();
                    for number in 0.. {
                        if stop.load(Ordering::SeqCst) {
                            return;
                        }
                        let pair = |table: &str| {
                            Stmt::Raw(format!("INSERT INTO {table} VALUES ('{writer}-{number}', {number})"), Vec::new())
                        };
                        let done = store.write(|conn| {
                            conn.exec(&pair("job_timer"))?;
                            conn.exec(&Stmt::Raw(
                                format!("INSERT INTO number_series (org_id, series, period, last) VALUES (2, '{writer}-{number}', '', {number})"),
                                Vec::new(),
                            ))
                        });
                        done.unwrap_or_else(|error: StoreError| panic!("{error}"));
                    }
                });
            }
            while rows(&store, "SELECT name FROM job_timer").len() < 200 {
                std::thread::yield_now();
            }
            let made = backup::make(&place.config, &file, true);
            stop.store(true, Ordering::SeqCst);
            made.expect("backs up");
        });
    });
    inside(|| backup::restore(&to.config, &file)).expect("restores");
    let count = |table: &str, condition: &str| {
        query(&to.config.store(), &format!("SELECT COUNT(*) FROM {table} WHERE {condition}"))
    };
    let timers = count("job_timer", "name LIKE '%-%'");
    assert_eq!(timers, count("number_series", "series LIKE '%-%'"), "a row without its other half");
    assert!(timers[0][0] != Value::Int(0));
}

#[test]
fn a_backup_shows_one_moment_while_others_write() {
    of_one_moment(&Place::new("moment", "", ""), &Place::new("moment2", "", ""));
    on_postgresql("moment", |url| {
        of_one_moment(&Place::new("moment-pg", &url, ""), &Place::new("moment3", "", ""));
    });
}

/// A deployment that may keep its backups in an object store, with its files on the disk.
fn with_depot(name: &str, database_url: &str, passphrase: &str, server: &ObjectServer) -> Place {
    let mut place = Place::new(name, database_url, passphrase);
    place.config.backup_store = bucket_of(server);
    place
}

/// Out of one deployment into the object store, and from there into another.
fn over_the_depot(from: &Place, to: &Place, server: &ObjectServer, name: &str) {
    let address = PathBuf::from(format!("object:{name}"));
    let said = inside(|| backup::make(&from.config, &address, true)).expect("backs up");
    assert!(said.contains(" 1 files, encrypted"), "{said}");
    let object = server.folder().join("bucket").join(bucket::BUCKET).join("backups").join(name);
    let again = inside(|| backup::make(&from.config, &address, true)).expect_err("is there");
    assert!(again.contains("已存在"), "{again}");

    let said = inside(|| backup::verify(&to.config, &address)).expect("is sound");
    assert!(said.starts_with("sound: ") && said.contains(" 1 files, encrypted"), "{said}");
    inside(|| backup::restore(&to.config, &address)).expect("restores");
    assert_eq!(from.contents(), to.contents());
    assert_eq!(to.data(), "一份托书");
    inside(|| app::start::open(&to.config, kernel::Clock::System).map(drop)).expect("the product opens");

    let mut bytes = std::fs::read(&object).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&object, bytes).expect("writes");
    let said = inside(|| backup::verify(&to.config, &address)).expect_err("is damaged");
    assert!(said.contains("备份文件已损坏或不完整"), "{said}");
    for place in [from, to] {
        let beside = std::fs::read_dir(place.config.backups()).expect("reads").count();
        assert_eq!(beside, 0, "nothing stays on the disk");
    }
}

#[test]
fn a_backup_goes_by_the_object_store_from_one_machine_to_another() {
    let words = "一句只有我们知道的话";
    let server = ObjectServer::start();
    let sqlite = with_depot("depot", "", words, &server);
    fill(&sqlite);
    let to = with_depot("depot2", "", words, &server);
    over_the_depot(&sqlite, &to, &server, "z-first.ofb");
    on_postgresql("depot", |url| {
        let postgres = with_depot("depot-pg", &url, words, &server);
        over_the_depot(&sqlite, &postgres, &server, "second.ofb");
        over_the_depot(&postgres, &with_depot("depot3", "", words, &server), &server, "third.ofb");
    });
    // Whoever lost the old machine is told what there is, the newest first, whatever it is called.
    let names = ["third.ofb", "second.ofb", "z-first.ofb"];
    let empty = with_depot("depot4", "", words, &server);
    for wanted in ["object:", "object:lost.ofb"] {
        let said = inside(|| backup::restore(&empty.config, Path::new(wanted))).expect_err("is not there");
        let all = names.join(", ");
        assert_eq!(
            said,
            format!("对象存储中没有{wanted}；现有：{all} The object store has no {wanted}. It has: {all}")
        );
    }
    assert!(query(&empty.config.store(), "SELECT name FROM sqlite_schema").is_empty(), "not a table");
}

/// Putting a backup into the object store is refused with this reason, and nothing stands there.
fn not_sent(place: &Place, address: &str, reason: &str) {
    let said = inside(|| backup::make(&place.config, Path::new(address), true)).expect_err(address);
    assert!(said.contains(reason), "{address}: {said}");
    let left = std::fs::read_dir(place.config.backups()).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing stays on the disk");
}

#[test]
fn what_can_not_go_into_the_object_store_is_refused() {
    let server = ObjectServer::start();
    let place = with_depot("nodepot", "", "", &server);
    fill(&place);
    not_sent(&place, "object:open.ofb", "加密需要服务器配置文件中的 backup_passphrase");
    for wrong in ["object:", "object:../kept/2", "object:a/b", "object:.hidden", "object:备份"] {
        not_sent(&place, wrong, "只能含字母、数字、点、横线和下划线");
    }
    with_store(&place.config.store(), |store| {
        add(
            store,
            "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
             VALUES (1, 'backupEncrypted', '*', 'false', 1, 1)",
        );
    });
    let said = inside(|| backup::make(&place.config, Path::new("object:open.ofb"), true)).expect("somebody said so");
    assert!(said.contains(", not encrypted"), "{said}");

    let mut gone = with_depot("gonedepot", "", "words", &server);
    fill(&gone);
    drop(server);
    not_sent(&gone, "object:gone.ofb", "不可用（");
    let said = inside(|| backup::restore(&gone.config, Path::new("object:gone.ofb"))).expect_err("nobody answers");
    assert!(said.contains("不可用（"), "{said}");
    gone.config.backup_store = ObjectStoreConfig::default();
    not_sent(&gone, "object:none.ofb", "服务器配置文件未配置对象存储");
}
