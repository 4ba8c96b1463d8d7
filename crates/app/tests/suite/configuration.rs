//! What is wrong with a configuration or a database is told in one sentence, before anything is written; and commands that
//! look, copy or mend make no database.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use app::config::Config;
use app::{backup, doctor, key, start};
use kernel::Clock;
use platform::probe::Probe;

use crate::database::{administer, on_postgresql, query};

/// A folder of its own, gone with the test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("forwarder-configuration-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    fn config(&self, database_url: &str) -> Config {
        Config { data_folder: self.data(), database_url: database_url.to_owned(), ..Config::default() }
    }

    /// The program in this folder, with its data below.
    fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_forwarder"));
        command.args(arguments).current_dir(&self.0).env_remove("DATABASE_URL").env_remove("FORWARDER_CONFIG");
        command.env("FORWARDER_LISTEN", "127.0.0.1:0").env("FORWARDER_DATA_FOLDER", self.data());
        command.envs(settings.iter().copied()).output().expect("runs")
    }

    /// It ends with an error, one sentence, and nothing in the folder but what was there.
    fn refused(&self, arguments: &[&str], settings: &[(&str, &str)]) -> String {
        let there = entries(&self.0);
        let done = self.run(arguments, settings);
        let told = String::from_utf8_lossy(&done.stderr).trim_end().to_owned();
        assert_eq!(done.status.code(), Some(1), "{arguments:?} {settings:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(entries(&self.0), there, "{arguments:?} {settings:?}: nothing is written");
        told
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("reads").map(|entry| entry.expect("is there").path()).collect();
    found.sort();
    found
}

fn inside<T>(work: impl FnOnce() -> T) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("runs");
    let _inside = runtime.enter();
    work()
}

/// Opens the product; what stood against it otherwise.
fn opened(config: &Config) -> Result<(), String> {
    inside(|| start::open(config, Clock::System).map(drop))
}

const COMMANDS: [&[&str]; 9] = [
    &["serve"],
    &["migrate"],
    &["seed-demo"],
    &["doctor"],
    &["backup", "kept.ofb"],
    &["user", "reset-password", "boss"],
    &["user", "list"],
    &["restore", "kept.ofb"],
    &["contract"],
];

#[test]
fn a_named_configuration_that_is_not_there_ends_every_command_before_anything_is_written() {
    let place = Place::new("named");
    for command in COMMANDS {
        let named = [command, &["--config", "forwarder.tmol"]].concat();
        let told = place.refused(&named, &[]);
        assert!(told.starts_with("forwarder: the configuration forwarder.tmol can't be read: "), "{told}");
        let told = place.refused(command, &[("FORWARDER_CONFIG", "/no/such/forwarder.toml")]);
        assert!(told.contains("/no/such/forwarder.toml"), "{told}");
    }
    // A folder is none either, also under the usual name.
    std::fs::create_dir(place.0.join("forwarder.toml")).expect("a folder");
    assert!(place.refused(&["serve"], &[]).contains("forwarder.toml can't be read"));
}

#[test]
fn the_usual_configuration_need_not_be_there_and_is_taken_from_the_folder_alone() {
    let place = Place::new("usual");
    let below = place.0.join("below");
    std::fs::create_dir(&below).expect("a folder");
    std::fs::write(place.0.join("forwarder.toml"), "log_format = \"xml\"").expect("writes");
    assert!(place.refused(&["contract"], &[]).contains("log_format"));
    let inner = Place(below);
    let done = inner.run(&["contract"], &[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_wrong_setting_ends_the_server_with_one_sentence_before_anything_is_written() {
    let place = Place::new("settings");
    for (setting, value, says) in [
        ("FORWARDER_LOG", "inof", "log: \"inof\" is no level"),
        ("FORWARDER_LOG", "platform=debgu", "log: "),
        ("FORWARDER_LOG_FORMAT", "xml", "log_format: text or json"),
        ("FORWARDER_PUBLIC_URL", "forwarder.example.com", "public_url: "),
        ("FORWARDER_PUBLIC_URL", "https://forwarder.example.com:99999", "public_url: "),
        ("FORWARDER_LISTEN", "127.0.0.1:99999", "listen: "),
        ("FORWARDER_LISTEN", "8080", "\"LISTEN\""),
        ("FORWARDER_METRICS_LISTEN", "127.0.0.1:99999", "metrics_listen: "),
        ("FORWARDER_METRICS_LISTEN", "localhost", "metrics_listen: "),
        ("FORWARDER_MAIL_PORTS", "[25, 70000]", "70000"),
        ("FORWARDER_DATABASE_URL", "db.example.com/forwarder", "DATABASE_URL: "),
        ("DATABASE_URL", "postgres://u@127.0.0.1:99999/d", "DATABASE_URL: "),
        ("DATABASE_URL", "postgres://u@127.0.0.1/d?sslmode=on", "sslmode is "),
        ("FORWARDER_DATABASE_CONNECTIONS", "0", "database_connections "),
        ("FORWARDER_LOGIN_CALLS_PER_MINUTE", "0", "login_calls_per_minute "),
        ("FORWARDER_OBJECT_STORE", "{bucket=\"files\"}", "object_store: endpoint: "),
        ("FORWARDER_OBJECT_STORE", "{endpoint=\"s3.example.com:9000\"}", "object_store: endpoint: "),
        ("FORWARDER_SECRET_KEY", "short", "secret_key must be 32 bytes"),
        ("FORWARDER_DATA_FOLDER", "", "data_folder must not be empty"),
        ("FORWARDER_BAKCUP_FOLDER", "/backup", "unknown field"),
    ] {
        let told = place.refused(&["serve"], &[(setting, value)]);
        assert!(told.contains(says), "{setting}={value}: {told}");
    }
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    assert!(place.refused(&["serve"], &[("FORWARDER_LISTEN", &address)]).contains(&address), "somebody listens there");
}

#[test]
fn commands_that_look_copy_or_mend_make_no_database() {
    let place = Place::new("none");
    let user = ["user", "create", "--org", "MAIN", "--name", "李四", "--email", "li@example.com"];
    let of_users = [
        &user[..],
        &["user", "list"],
        &["user", "unlock", "x"],
        &["user", "stop", "x"],
        &["user", "reset-second-factor", "x"],
    ];
    let others = [&["backup", "kept.ofb"][..], &["user", "reset-password", "boss"], &["accept-key"], &["release"]];
    for command in of_users.into_iter().chain(others) {
        let told = place.refused(command, &[]);
        assert!(told.contains("there is no database at") && told.contains("forwarder.db"), "{told}");
    }
    let looked = place.run(&["doctor"], &[]);
    let told = String::from_utf8_lossy(&looked.stdout).into_owned();
    assert!(!looked.status.success() && told.contains("[RED]  没有数据库："), "{told}");
    assert_eq!(entries(&place.0), Vec::<PathBuf>::new());
    // What is there and holds nothing is none either.
    std::fs::create_dir(place.data()).expect("a folder");
    std::fs::write(place.data().join("forwarder.db"), "").expect("writes");
    assert!(place.refused(&["backup", "kept.ofb"], &[]).contains("there is no database at"));
    assert_eq!(entries(&place.data()), [place.data().join("forwarder.db")]);
}

#[test]
fn commands_that_look_copy_or_mend_leave_an_empty_database_of_a_server_empty() {
    on_postgresql("made_by_nobody", |url| {
        let place = Place::new("none-pg");
        for command in [&["backup", "kept.ofb"][..], &["user", "reset-password", "boss"], &["accept-key"]] {
            assert!(place.refused(command, &[("DATABASE_URL", &url)]).contains("the database is empty"));
        }
        assert!(!place.run(&["doctor"], &[("DATABASE_URL", &url)]).status.success());
        let tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
        assert!(query(&place.config(&url).store(), tables).is_empty());
    });
}

#[test]
fn a_database_in_another_encoding_is_refused_before_anything_is_written() {
    on_postgresql("encoding", |url| {
        let (root, name) = url.rsplit_once('/').expect("an address");
        let other = format!("{name}_latin");
        let made = format!("CREATE DATABASE {other} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
        administer(root, &made);
        let place = Place::new("encoding");
        let config = place.config(&format!("{root}/{other}"));
        let started = opened(&config);
        let restored = inside(|| backup::restore(&config, Path::new("none.ofb")));
        let found = inside(|| doctor::look(&config, Probe::default(), Clock::System.now()));
        let tables = query(&config.store(), "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
        administer(root, &format!("DROP DATABASE {other} WITH (FORCE)"));
        for told in [started.expect_err("is refused"), restored.expect_err("is refused")] {
            assert!(told.contains("encoded in LATIN1; the product needs UTF8"), "{told}");
        }
        assert!(found.iter().any(|one| one.text.key == "doctor.unfit" && one.text.en.contains("LATIN1")));
        assert!(tables.is_empty());
        assert!(!place.data().exists());
    });
}

const KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

#[test]
fn processes_on_one_database_without_a_common_key_are_refused_but_the_first() {
    on_postgresql("keys", |url| {
        let (one, other) = (Place::new("key-one"), Place::new("key-other"));
        let (first, second) = (one.config(&url), other.config(&url));
        opened(&first).expect("the first one opens");
        let told = opened(&second).expect_err("is refused");
        assert!(told.starts_with("the database is sealed with another secret key: "), "{told}");
        assert!(!other.data().exists(), "it has made no key of its own");
        let wrong = Config { secret_key: KEY.to_owned(), ..second.clone() };
        assert!(opened(&wrong).is_err());
        let reds = inside(|| doctor::look(&wrong, Probe::default(), Clock::System.now()));
        assert!(reds.iter().any(|one| one.text.key == "doctor.bad_key"));
        let kept = std::fs::read_to_string(one.data().join("secret.key")).expect("the key of the first");
        let common = Config { secret_key: kept.trim().to_owned(), ..second.clone() };
        opened(&common).expect("with the same key it opens");
        opened(&first).expect("and so does the first again");
        // The key is lost, and somebody says so.
        inside(|| key::accept(&wrong)).expect("is accepted");
        opened(&wrong).expect("opens");
        assert!(opened(&first).is_err());
    });
}

#[test]
fn an_embedded_database_is_opened_by_its_own_key_alone() {
    let place = Place::new("key-lite");
    let config = Config { secret_key: KEY.to_owned(), ..place.config("") };
    opened(&config).expect("opens");
    let none = Config { secret_key: String::new(), ..config.clone() };
    assert!(opened(&none).expect_err("the key is lost").contains("accept-key"));
    assert!(!place.data().join("secret.key").exists(), "no other one is made");
    opened(&config).expect("opens");
    inside(|| key::accept(&none)).expect("is accepted");
    opened(&none).expect("opens with a new one");
    assert!(opened(&config).is_err());
}

#[test]
fn a_copy_takes_the_key_it_is_started_with_though_the_empty_place_had_one() {
    let (from, to) = (Place::new("key-from"), Place::new("key-to"));
    let file = from.0.join("kept.ofb");
    opened(&from.config("")).expect("opens");
    inside(|| backup::make(&from.config(""), &file, true)).expect("backs up");
    let begun = Config { secret_key: KEY.to_owned(), ..to.config("") };
    opened(&begun).expect("the empty place opens");
    inside(|| backup::restore(&to.config(""), &file)).expect("restores");
    opened(&to.config("")).expect("opens without the key the empty place had");
}
