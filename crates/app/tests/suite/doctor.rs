//! What the doctor finds red, and what not.

use app::config::Config;
use app::doctor::{Patience, State, look, look_within};
use kernel::{Clock, Instant};
use platform::files::ObjectStoreConfig;
use platform::probe::{Handles, Probe, Space};

use crate::database::{query, with_store};

fn found(config: &Config, probe: Probe, now: &str, state: State) -> Vec<&'static str> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    let found = look(config, probe, Instant::parse(now).expect("a time"));
    found.into_iter().filter(|one| one.state == state).map(|one| one.text.key).collect()
}

fn reds(config: &Config, probe: Probe, now: &str) -> Vec<&'static str> {
    found(config, probe, now, State::Red)
}

/// What it says of the encryption of backups.
fn warned(config: &Config) -> Vec<&'static str> {
    found(config, Probe { disk: |_| full(0), handles: many, ..Probe::default() }, NOW, State::Warning)
}

/// What a start may raise them to counts.
fn many() -> Option<Handles> {
    Some(Handles { limit: 1024, most: 4096 })
}

const NOW: &str = "2026-07-15 10:00:00";

fn full(percent: u64) -> Option<Space> {
    Some(Space { total: 100, free: 100 - percent })
}

#[test]
fn the_doctor_finds_what_must_be_mended() {
    let folder = std::env::temp_dir().join(format!("forwarder-doctor-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let config = Config { data_folder: folder.clone(), ..Config::default() };
    let sound = Probe { disk: |_| full(94), handles: many, ..Probe::default() };
    assert_eq!(reds(&config, sound, NOW), ["doctor.absent"], "nothing was started yet");
    assert!(!folder.exists(), "looking makes no database");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
    let app = {
        let _inside = runtime.enter();
        app::start::open(&config, Clock::System).expect("opens")
    };
    assert_eq!(reds(&config, sound, NOW), Vec::<&str>::new());
    assert!(!folder.join("secret.key").exists(), "looking makes no key");
    assert_eq!(reds(&config, Probe { disk: |_| full(95), ..Probe::default() }, NOW), ["doctor.room"]);
    assert_eq!(reds(&config, sound, "2001-01-01 00:00:00"), ["doctor.bad_time"]);

    assert_eq!(warned(&config), ["doctor.open_backups"]);
    let few = Probe { handles: || Some(Handles { limit: 1024, most: 2048 }), disk: |_| full(0), ..sound };
    assert_eq!(found(&config, few, NOW, State::Warning), ["doctor.few_handles", "doctor.open_backups"]);
    let closed = Config { backup_passphrase: "a passphrase of this deployment".to_owned(), ..config.clone() };
    assert_eq!(warned(&closed), Vec::<&str>::new());
    let decide = "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
                  VALUES (1, 'backupEncrypted', '*', 'false', 1, 1)";
    with_store(&config.store(), |store| {
        let done = store.write(|conn| conn.batch(decide));
        done.unwrap_or_else(|error: platform::store::StoreError| panic!("{error}"));
    });
    assert_eq!(warned(&closed), ["doctor.decided_open"], "a passphrase that nobody uses");

    let sealed = app.secrets.seal("a request").expect("seals");
    let hex: String = sealed.iter().map(|byte| format!("{byte:02x}")).collect();
    let row = format!(
        "INSERT INTO job_run (org_id, id, code, name, kind, page, title, request, language, ok, bad, progress, status, \
         attempts, next_at, user_id, created_at, finished_at) VALUES (1, 1, 'J', 'x', 'x', 'x', 'x', x'{hex}', 'zh-CN', \
         0, 0, 0, 'x', 0, 0, 0, 0, 0)"
    );
    with_store(&config.store(), |store| {
        let done = store.write(|conn| conn.batch(&row));
        done.unwrap_or_else(|error: platform::store::StoreError| panic!("{error}"));
    });
    assert_eq!(query(&config.store(), "SELECT COUNT(*) FROM job_run").len(), 1);
    assert_eq!(reds(&config, sound, NOW), Vec::<&str>::new());
    let other = Config { secret_key: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".to_owned(), ..config.clone() };
    assert_eq!(reds(&other, sound, NOW), ["doctor.bad_key"], "another key than the database was sealed with");
    std::fs::remove_file(folder.join("secret.key")).expect("is removed");
    assert_eq!(reds(&config, sound, NOW), ["doctor.bad_key"], "the key was lost");

    let store = ObjectStoreConfig {
        endpoint: "http://127.0.0.1:1".to_owned(),
        bucket: "files".to_owned(),
        access_key: "key".to_owned(),
        secret_key: "secret".to_owned(),
        ..ObjectStoreConfig::default()
    };
    let absent = Config { object_store: store.clone(), ..other.clone() };
    assert!(reds(&absent, sound, NOW).contains(&"doctor.no_objects"), "nobody answers there");
    let backups = Config { backup_store: store.clone(), ..other.clone() };
    assert!(reds(&backups, sound, NOW).contains(&"backup.objects"), "nobody answers where backups are to lie");
    let half = Config { object_store: ObjectStoreConfig { bucket: String::new(), ..store }, ..other.clone() };
    assert!(reds(&half, sound, NOW).contains(&"doctor.no_objects"), "no bucket is named");

    let unwritable = Config { backup_folder: "/proc/nowhere".into(), ..other.clone() };
    assert!(reds(&unwritable, sound, NOW).contains(&"doctor.no_folder"));
    let nowhere = Config { database_url: "postgres://nobody@127.0.0.1:1/none".to_owned(), ..config };
    assert!(reds(&nowhere, sound, NOW).contains(&"doctor.no_database"));
    std::fs::remove_dir_all(&folder).expect("cleans up");
}

/// Somebody takes connections there and says nothing.
fn silent() -> std::net::TcpListener {
    std::net::TcpListener::bind("127.0.0.1:0").expect("a port")
}

#[test]
fn what_does_not_answer_is_told_and_keeps_the_doctor_from_nothing_else() {
    let folder = std::env::temp_dir().join(format!("forwarder-doctor-silent-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let (database, objects) = (silent(), silent());
    let address = |listener: &std::net::TcpListener| listener.local_addr().expect("an address");
    let config = Config {
        data_folder: folder,
        database_url: format!("postgres://nobody@{}/none", address(&database)),
        object_store: ObjectStoreConfig {
            endpoint: format!("http://{}", address(&objects)),
            bucket: "files".to_owned(),
            access_key: "key".to_owned(),
            secret_key: "secret".to_owned(),
            ..ObjectStoreConfig::default()
        },
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
    let found = {
        let _inside = runtime.enter();
        let patience = Patience { look: std::time::Duration::from_secs(1), ..Patience::default() };
        look_within(
            &config,
            Probe { disk: |_| full(0), ..Probe::default() },
            Instant::parse(NOW).expect("a time"),
            patience,
        )
    };
    runtime.shutdown_background();
    let _ = std::fs::remove_dir_all(&config.data_folder);
    let late: Vec<&str> =
        found.iter().filter(|one| one.text.key == "doctor.late").map(|one| one.text.en.as_str()).collect();
    let place = config.object_store.endpoint.as_str();
    for what in [place, "database"] {
        assert!(late.contains(&format!("{what}: no answer within 1 seconds").as_str()), "{late:?}");
    }
    assert!(
        found.iter().any(|one| one.text.key == "doctor.declared")
            && found.iter().all(|one| one.text.key != "doctor.pages")
    );
}

#[test]
fn a_page_of_the_database_that_cannot_be_read_is_found_though_nobody_asks_for_it() {
    use std::io::{Seek, SeekFrom, Write};
    let folder = std::env::temp_dir().join(format!("forwarder-doctor-pages-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let config = Config { data_folder: folder.clone(), ..Config::default() };
    {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("runs");
        let _inside = runtime.enter();
        app::start::open(&config, Clock::System).map(drop).expect("opens");
    }
    let probe = Probe { disk: |_| full(0), handles: many, ..Probe::default() };
    assert!(found(&config, probe, NOW, State::Well).contains(&"doctor.pages"));
    // An index nobody here looks into.
    let asked = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size() WHERE name = 'ix_call_count_end'";
    let rows = query(&config.store(), asked);
    let [platform::store::Value::Int(page), platform::store::Value::Int(size)] = rows[0].as_slice() else {
        panic!("{rows:?}")
    };
    let mut file = std::fs::File::options().write(true).open(folder.join("forwarder.db")).expect("opens");
    file.seek(SeekFrom::Start(u64::try_from((page - 1) * size).expect("a place"))).expect("is there");
    file.write_all(&vec![0xa5; usize::try_from(*size).expect("a size")]).expect("writes");
    drop(file);
    assert_eq!(reds(&config, probe, NOW), ["doctor.bad_pages"]);
    std::fs::remove_dir_all(&folder).expect("cleans up");
}
