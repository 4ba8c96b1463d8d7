//! Long work that was interrupted: a restore, a demonstration, a backup. What is there afterwards is all of it or nothing, or
//! the next start says what is unfinished and how to go on.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use app::backup;
use app::doctor::{State, look};
use kernel::Clock;
use platform::place;
use platform::probe::Probe;
use platform::store::{Store, Value};

use crate::backup::{Place, fill, inside};
use crate::database::{on_postgresql, query};

const HALF: &str = "上次恢复没有完成";

/// The program itself, on a place.
fn program(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_forwarder"));
    command
        .args(arguments)
        .current_dir(place.config.data_folder.parent().expect("a folder"))
        .env_remove("DATABASE_URL")
        .env("FORWARDER_LISTEN", "127.0.0.1:0")
        .env("FORWARDER_LOG", "warn")
        .env("FORWARDER_DATA_FOLDER", &place.config.data_folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if !place.config.database_url.is_empty() {
        command.env("DATABASE_URL", &place.config.database_url);
    }
    command
}

fn ended(place: &Place, arguments: &[&str]) -> Output {
    program(place, arguments).output().expect("the program runs")
}

/// A restore that breaks off behind its rows, where its files can't be put, leaves what one leaves that is killed there.
fn break_off(place: &Place, file: &Path) {
    let in_the_way = place.config.data_folder.join("files");
    std::fs::create_dir_all(&place.config.data_folder).expect("a folder");
    std::fs::write(&in_the_way, "no folder").expect("writes");
    inside(|| backup::restore(&place.config, file)).expect_err("the files can't be put");
    std::fs::remove_file(in_the_way).expect("is removed");
}

fn restored_over(from: &Place, file: &Path, to: &Place) {
    break_off(to, file);
    let started = ended(to, &["serve"]);
    let told = String::from_utf8_lossy(&started.stderr).into_owned();
    assert!(!started.status.success() && told.contains(HALF) && told.contains("forwarder restore"), "{told}");
    for said in [
        inside(|| app::start::open(&to.config, Clock::System).map(drop)).expect_err("is not opened"),
        inside(|| backup::make(&to.config, &to.file("half.ofb"), true)).expect_err("is no backup"),
    ] {
        assert!(said.contains(HALF), "{said}");
    }
    let found = inside(|| look(&to.config, Probe::default(), Clock::System.now()));
    let red = found.iter().any(|one| one.state == State::Red && one.text.key == "start.half");
    assert!(red, "the doctor says so: {found:?}");

    inside(|| backup::restore(&to.config, file)).expect("restores over what is left");
    assert_eq!(from.contents(), to.contents());
    inside(|| app::start::open(&to.config, Clock::System).map(drop)).expect("the product opens");
    let said = inside(|| backup::restore(&to.config, file)).expect_err("is full by now");
    assert!(said.contains("目标数据库不是空的"), "{said}");
}

#[test]
fn a_restore_that_was_interrupted_is_told_at_the_next_start_and_can_be_made_again() {
    let from = Place::new("half-from", "", "");
    fill(&from);
    let file = from.file("whole.ofb");
    inside(|| backup::make(&from.config, &file, true)).expect("backs up");
    restored_over(&from, &file, &Place::new("half-to", "", ""));
    on_postgresql("half", |url| restored_over(&from, &file, &Place::new("half-pg", &url, "")));
}

/// Killed between its first act and its last, with a part of the schema there and files put already.
#[test]
fn a_restore_goes_on_wherever_it_was_killed() {
    let from = Place::new("killed-from", "", "");
    fill(&from);
    let file = from.file("whole.ofb");
    inside(|| backup::make(&from.config, &file, true)).expect("backs up");
    for steps in [0, 1, 40, schema::MIGRATIONS.len()] {
        let to = Place::new(&format!("killed-{steps}"), "", "");
        inside(|| {
            let store = Store::open(&to.config.store()).expect("opens");
            let files = to.config.files().expect("opens").name();
            let time = Clock::System.now();
            let state = place::State::Restoring;
            let mark = place::Mark { state, files, made_at: time, restored_at: time };
            place::begin(&store, &mark).expect("marks");
            if steps > 0 {
                store.migrate(&schema::MIGRATIONS[..steps]).expect("begins the schema");
            }
        });
        let put = to.config.data_folder.join("files/2/ab");
        std::fs::create_dir_all(&put).expect("a folder");
        std::fs::write(put.join("abcdef"), "一份托书").expect("a file that was put");
        inside(|| backup::restore(&to.config, &file)).unwrap_or_else(|said| panic!("{steps} steps: {said}"));
        assert_eq!(from.contents(), to.contents(), "{steps} steps");
    }
}

/// Kills the program as soon as it has begun something below the data folder.
fn killed_at_work(place: &Place, arguments: &[&str]) {
    let mut child: Child = program(place, arguments).spawn().expect("the program starts");
    let making = place.config.data_folder.join("making");
    let has_begun = || {
        let places = std::fs::read_dir(&making).into_iter().flatten().flatten();
        places.map(|entry| entry.path().join("forwarder.db")).any(|database| database.exists())
    };
    while !has_begun() {
        assert!(child.try_wait().expect("is asked").is_none(), "it ended before it began");
        std::thread::yield_now();
    }
    child.kill().expect("is killed");
    child.wait().expect("has ended");
    assert!(has_begun(), "what was begun lies there");
}

fn made_again(place: &Place) {
    let arguments = ["seed-demo", "--without-orders"];
    killed_at_work(place, &arguments);
    let companies = || query(&place.config.store(), "SELECT COUNT(*) FROM org");
    assert_eq!(companies(), [[Value::Int(0)]], "nothing of it is there");
    let made = ended(place, &arguments);
    let told = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(told.contains("上次初始化或生成演示数据时中断"), "{told}");
    assert!(told.contains("Password of all: "), "{told}");
    assert_eq!(companies(), [[Value::Int(4)]], "the platform, and three of the demonstration");
    assert!(!place.config.data_folder.join("making").exists(), "nothing stays beside");
    let again = ended(place, &arguments);
    assert!(again.status.success() && again.stdout.is_empty(), "{again:?}");
}

#[test]
fn a_demonstration_that_was_interrupted_left_nothing_and_is_made_anew() {
    made_again(&Place::new("demo-lite", "", ""));
    on_postgresql("demo", |url| made_again(&Place::new("demo-pg", &url, "")));
}

/// Of several processes that begin one database at once one fills it, and the others find it filled.
#[test]
fn a_demonstration_that_two_processes_make_at_once_is_there_once() {
    on_postgresql("demo_twice", |url| {
        let place = Place::new("demo-twice", &url, "");
        inside(|| app::start::open(&place.config, Clock::System).map(drop)).expect("opens");
        let begin = || program(&place, &["seed-demo", "--without-orders"]).spawn().expect("the program starts");
        let done = [begin(), begin()].map(|child| child.wait_with_output().expect("has ended"));
        for one in &done {
            assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
        }
        let told = done.iter().filter(|one| String::from_utf8_lossy(&one.stdout).contains("Password of all: "));
        assert_eq!(told.count(), 1);
        let companies = query(&place.config.store(), "SELECT COUNT(*) FROM org");
        assert_eq!(companies, [[Value::Int(4)]]);
    });
}

/// A backup as far as its writer came.
fn begun(place: &Place, name: &str) -> PathBuf {
    let part = place.file(name);
    std::fs::write(&part, "OPENFORWARDER-BACKUP-1\nand what follows").expect("writes");
    part
}

#[test]
fn what_a_killed_backup_left_goes_with_the_next_one_and_nothing_else_does() {
    let place = Place::new("parts", "", "");
    fill(&place);
    let (left, same) = (begun(&place, "left.ofb.part"), begun(&place, "next.ofb.part"));
    let living = begun(&place, "living.ofb.part");
    let writer = File::open(&living).expect("opens");
    writer.lock().expect("is held");
    let other = place.file("notes.part");
    std::fs::write(&other, "of somebody else").expect("writes");
    inside(|| backup::make(&place.config, &place.file("next.ofb"), true)).expect("backs up");
    assert!(!left.exists() && !same.exists());
    assert!(living.exists() && other.exists());
    let busy = inside(|| backup::make(&place.config, &place.file("living.ofb"), true)).expect_err("somebody writes it");
    assert!(busy.contains("is being written"), "{busy}");
    drop(writer);

    // Those in the folder of backups go when the server starts.
    let folder = place.config.backups();
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut part = File::create(folder.join("forwarder-1.ofb.part")).expect("a file");
    part.write_all(b"OPENFORWARDER-BACKUP-1\n").expect("writes");
    drop(part);
    let restoring = place.config.data_folder.join("files.restoring");
    std::fs::create_dir_all(restoring.join("2/ab")).expect("a folder");
    backup::clear(&place.config);
    assert!(!restoring.exists());
    assert_eq!(std::fs::read_dir(folder).expect("reads").count(), 0);
}
