//! The program on a disk that takes no more: a limit of the size of its files makes the fault, as the machine has it. Its
//! log lies on a full disk too.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde_json::Value as Json;

use crate::durability::{Place, Server, body, faults, listed, prepare};

const UNSAVED: &str = "暂时无法保存，请稍后重试或联系管理员";
/// Callers that save at the same time.
const CALLERS: usize = 8;
/// Saves after which a disk of this size is full for certain.
const SAVES_MAX: usize = 1000;

/// The program, whose files grow to so many blocks of 512 bytes. It is told by an error, not by a signal that ends it.
fn limited(blocks: u32) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""));
    command.arg(env!("CARGO_BIN_EXE_forwarder"));
    command
}

/// Files below a folder that were not written to their end.
fn halves(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let is_half = |path: &Path| path.extension().is_some_and(|ending| ending == "part");
    entries.map(|path| if path.is_dir() { halves(&path) } else { usize::from(is_half(&path)) }).sum()
}

/// Code of an answer.
fn code(answer: &Json) -> i64 {
    answer["code"].as_i64().unwrap_or(-1)
}

/// Saves an order; answers its code, or none when it can't be saved now.
fn save(server: &Server, token: &str, coop: &str, caller: usize) -> Option<String> {
    let order = body(coop, caller, None).to_string();
    let answer = server.call(token, "POST", "/afbase/order/doSave", &order).expect("an answer");
    if code(&answer) == 503 {
        assert_eq!(answer["messageInfo"], UNSAVED);
        return None;
    }
    assert_eq!(code(&answer), 0, "{answer}");
    Some(answer["data"]["orderCode"].as_str().expect("a code").to_owned())
}

/// Saves from several callers at once until none can; answers what was acknowledged.
fn save_until_full(server: &Server, token: &str, coop: &str) -> BTreeSet<String> {
    let saved = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let saved = &saved;
            scope.spawn(move || {
                while let Some(code) = save(server, token, coop, caller) {
                    let mut saved = saved.lock().expect("the list");
                    assert!(saved.insert(code), "a code is given twice");
                    assert!(saved.len() < SAVES_MAX, "the disk is never full");
                }
            });
        }
    });
    saved.into_inner().expect("the list")
}

fn is_ready(server: &Server) -> bool {
    server.call("", "GET", "/health/ready", "").expect("an answer")["ready"] == true
}

#[test]
fn a_server_on_a_full_disk_keeps_what_it_acknowledged_and_nothing_else_and_reads_on() {
    let place = Place::named("full", String::new());
    prepare(&place);
    let mut command = limited(6144);
    command.stderr(File::options().write(true).open("/dev/full").map_or_else(|_| Stdio::null(), Stdio::from));
    let server = Server::run(command, &place);
    let token = server.log_in("cs01");
    let customer = server.ok(&token, "/platform/select/coop?keyword=KH001");
    let coop = customer[0]["value"].as_str().expect("a customer").to_owned();
    assert!(is_ready(&server));
    let large = [testkit::PNG, &vec![0; 4_000_000]].concat();
    let answer = server.upload(&token, "/platform/picture", ("a.png", &large)).expect("an answer");
    assert_eq!((code(&answer), &answer["messageInfo"]), (503, &Json::from(UNSAVED)));
    assert_eq!(halves(&place.folder.join("files")), 0, "nothing stays of a file that could not be written");

    let mut saved = save_until_full(&server, &token, &coop);
    // What little space a large write left over a small one may still take, which makes the server ready for a while.
    let mut looks = 0..SAVES_MAX;
    while is_ready(&server) {
        looks.next().expect("the server is not ready in the end");
        saved.extend(save(&server, &token, &coop, CALLERS));
    }
    let answer = server.ask_in("op01");
    assert!(answer["access_token"].is_string() || code(&answer) == 503, "{answer}");
    let there: BTreeSet<String> = listed(&server, &token).into_keys().collect();
    assert_eq!(there, saved, "those acknowledged, and no other");
    drop(server);

    let server = Server::start(&place);
    assert!(is_ready(&server), "there is space again");
    let there: BTreeSet<String> = listed(&server, &token).into_keys().collect();
    assert_eq!(there, saved);
    assert!(save(&server, &token, &coop, 0).is_some());
    drop(server);
    for statement in faults() {
        assert_eq!(place.number(&statement), 0, "{statement}");
    }
}

#[test]
fn a_backup_that_finds_no_space_names_the_folder_and_leaves_nothing_there() {
    let place = Place::named("full-backup", String::new());
    prepare(&place);
    let folder = place.folder.join("elsewhere");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut command = limited(128);
    command.arg("backup").arg(folder.join("all.ofb")).current_dir(&place.folder).env_remove("DATABASE_URL");
    let done = command.env("FORWARDER_DATA_FOLDER", &place.folder).output().expect("runs");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!done.status.success(), "{told}");
    let place_told = folder.display().to_string();
    assert!(told.contains("磁盘已满或发生故障") && told.contains(&place_told), "{told}");
    assert_eq!(std::fs::read_dir(&folder).expect("reads").count(), 0);
}
