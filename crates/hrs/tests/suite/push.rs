//! Live news: who hears of what, between processes too, and when a socket ends.

use std::net::SocketAddr;
use std::time::Duration;

use platform::call::{ExportLimits, Settings};
use platform::push::{PushLimits, closing};
use platform::store::{Value, sql};
use serde_json::json;
use testkit::{Caller, Reply, Socket, World, each_database_with, until};

const BLACK: &str = "list/hrs.blacklist.list";
const GROUP: &str = "list/hrs.workgroup.list";
const TASK: &str = "list/hrs.task.list";

fn brisk(settings: &mut Settings) {
    settings.push = PushLimits { pause: Duration::from_millis(1), ..PushLimits::default() };
    settings.export = ExportLimits { at_once: 1, most: 40, chunk: 3 };
}

fn strict(settings: &mut Settings) {
    let beat = Duration::from_millis(100);
    settings.push = PushLimits { greeting: beat, heartbeat: beat, per_session: 2, ..PushLimits::default() };
    settings.public_url = "https://office.example.com".to_owned();
}

#[track_caller]
fn done(reply: Reply) {
    assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
}

fn put_on_blacklist(admin: &Caller<'_>, name: &str) -> Reply {
    admin.post("/hrs/blacklist", json!({ "userName": name, "email": format!("{name}@b.cn"), "reason": "欠款" }))
}

fn make_workgroup(admin: &Caller<'_>, name: &str) -> Reply {
    admin.post("/hrs/userWorkgroup", json!({ "businessScope": "AE", "workgroupName": name }))
}

fn listen<'a>(world: &'a World, server: SocketAddr, caller: &Caller<'_>, topics: &[&str]) -> Socket<'a> {
    Socket::of(world, server, caller.token(), topics)
}

#[test]
fn news_reach_who_watches_in_his_org_and_nobody_else() {
    each_database_with(Vec::new, brisk, |world| {
        let server = world.serve();
        let (admin, other_org) = (world.login("demo-admin"), world.login("superAdmin"));
        let mut watcher = listen(world, server, &admin, &[BLACK, GROUP]);
        let mut elsewhere = listen(world, server, &other_org, &[BLACK, GROUP]);
        done(put_on_blacklist(&admin, "a"));
        assert_eq!(watcher.news(), [BLACK]);
        assert_ne!(put_on_blacklist(&admin, "").code, 0, "what is refused is no news");
        done(make_workgroup(&admin, "一组"));
        assert_eq!(watcher.news(), [GROUP]);
        done(put_on_blacklist(&other_org, "b"));
        assert_eq!(elsewhere.news(), [BLACK], "the first it hears of is its own");
        watcher.say(&json!({ "topics": [GROUP] }));
        assert_eq!(watcher.hear(), Ok(json!({ "watching": [GROUP] })));
        done(put_on_blacklist(&admin, "c"));
        done(make_workgroup(&admin, "二组"));
        assert_eq!(watcher.news(), [GROUP], "it watches the other no more");
    });
}

#[test]
fn a_list_is_watched_by_those_who_may_open_it() {
    each_database_with(Vec::new, brisk, |world| {
        let server = world.serve();
        let mut socket = Socket::open(world, server, Some(&format!("http://{server}"))).expect("is let in");
        let clerk = world.login("op01");
        socket.say(&json!({ "token": clerk.token(), "topics": [BLACK, TASK, "list/none", "counts", "session"] }));
        assert_eq!(socket.hear(), Ok(json!({ "watching": [TASK] })));
        let admin = world.login("demo-admin");
        done(put_on_blacklist(&admin, "a"));
        done(clerk.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(socket.news(), ["counts"]);
    });
}

#[test]
fn a_permission_that_is_taken_away_silences_its_list_at_once() {
    each_database_with(Vec::new, brisk, |world| {
        let server = world.serve();
        let (admin, clerk) = (world.login("demo-admin"), world.login("op01"));
        let mut socket = listen(world, server, &clerk, &[TASK]);
        let roles = admin.ok("/hrs/role/page?roleName=%E6%93%8D%E4%BD%9C%E5%91%98");
        let role = &roles["records"][0];
        let path = format!("/hrs/rolePermission/{}", role["id"].as_str().unwrap_or_default());
        let version = &admin.ok(&path)["version"];
        done(admin.put(&path, json!({ "version": version, "permissionIds": [] })));
        world.database(|_, conn| {
            let mut touch = sql::update(2, "job_run", &[("progress", Value::Int(1))]);
            touch.and_where(sql::eq("id", 0i64));
            conn.exec(&touch.into()).expect("news of the list");
        });
        done(clerk.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(socket.news(), ["counts"]);
    });
}

#[test]
fn counts_and_jobs_are_told_to_their_user() {
    each_database_with(Vec::new, brisk, |world| {
        let server = world.serve();
        let (admin, clerk) = (world.login("demo-admin"), world.login("op01"));
        let (mut own, mut others) = (listen(world, server, &admin, &[TASK]), listen(world, server, &clerk, &[]));
        for name in ["a", "b"] {
            done(put_on_blacklist(&admin, name));
        }
        done(admin.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(own.news(), ["counts"]);
        done(admin.post("/hrs/blacklist/exportExcel", json!({})));
        assert_eq!(own.news(), ["jobs", TASK], "put down");
        assert_eq!(world.run_jobs(), 1);
        assert_eq!(own.news(), ["jobs", TASK], "worked on");
        done(clerk.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(others.news(), ["counts"], "nothing of another user before");
    });
}

#[test]
fn news_reach_the_sockets_of_other_processes() {
    each_database_with(Vec::new, brisk, |world| {
        let Some(second) = world.beside() else { return };
        let (here, there) = (world.serve(), second.serve());
        let (admin, clerk, other_org) = (world.login("demo-admin"), world.login("op01"), world.login("superAdmin"));
        let mut watcher = listen(&second, there, &admin, &[BLACK, GROUP]);
        let mut counts = listen(&second, there, &clerk, &[]);
        let mut elsewhere = listen(&second, there, &other_org, &[BLACK, GROUP]);
        let mut near = listen(world, here, &admin, &[BLACK, GROUP]);
        // Both processes hear each other once what each began with has come.
        until(|| world.app.push.is_related() && second.app.push.is_related());
        done(put_on_blacklist(&admin, "a"));
        assert_eq!((watcher.news(), near.news()), (vec![BLACK.to_owned()], vec![BLACK.to_owned()]));
        done(clerk.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(counts.news(), ["counts"]);
        done(make_workgroup(&other_org, "外"));
        assert_eq!(elsewhere.news(), [GROUP], "the first it hears of is its own org's");
        done(clerk.delete("/auth/token/logout"));
        assert_eq!(counts.hear(), Err(closing::SESSION_OVER), "ended in another process");
    });
}

#[test]
fn a_socket_ends_with_its_session() {
    each_database_with(Vec::new, brisk, |world| {
        let server = world.serve();
        let admin = world.login("demo-admin");
        let (out, forced, stays) = (world.login("op01"), world.login("cs01"), world.login("sales01"));
        let mut sockets = [&out, &forced, &stays].map(|caller| listen(world, server, caller, &[]));
        done(out.delete("/auth/token/logout"));
        assert_eq!(sockets[0].hear(), Err(closing::SESSION_OVER));
        let found = admin.ok("/hrs/session/page?userName=%E5%AE%A2%E6%9C%8D%E4%B8%80");
        done(admin.post("/hrs/session/offline", json!({ "ids": [found["records"][0]["id"]] })));
        assert_eq!(sockets[1].hear(), Err(closing::SESSION_OVER));
        done(stays.put("/prm/message/read", json!({ "all": true })));
        assert_eq!(sockets[2].news(), ["counts"]);
        let mut dead = Socket::open(world, server, Some(&format!("http://{server}"))).expect("is let in");
        dead.say(&json!({ "token": out.token() }));
        assert_eq!(dead.hear(), Err(closing::SESSION_OVER));
    });
}

#[test]
fn a_session_without_calls_ends_its_socket_at_the_next_heartbeat() {
    each_database_with(Vec::new, strict, |world| {
        let server = world.serve();
        let mut socket = listen(world, server, &world.login("op01"), &[]);
        world.set_clock("2026-07-15 22:00:01");
        assert_eq!(socket.hear(), Err(closing::SESSION_OVER));
    });
}

#[test]
fn only_pages_of_the_deployment_open_sockets() {
    each_database_with(Vec::new, strict, |world| {
        let server = world.serve();
        let open = |origin: Option<&str>| Socket::open(world, server, origin).err();
        assert_eq!(open(None), Some(403));
        assert_eq!(open(Some("https://evil.example.com")), Some(403));
        assert_eq!(open(Some(&format!("http://{server}.evil.example.com"))), Some(403));
        assert_eq!(open(Some("null")), Some(403));
        assert_eq!(open(Some(&format!("http://{server}"))), None);
        assert_eq!(open(Some("https://office.example.com")), None, "the address users write");
    });
}

#[test]
fn a_socket_says_whose_it_is_in_words_that_are_understood() {
    each_database_with(Vec::new, strict, |world| {
        let server = world.serve();
        let origin = format!("http://{server}");
        let open = || Socket::open(world, server, Some(&origin)).expect("is let in");
        let first = |message: serde_json::Value| {
            let mut socket = open();
            socket.say(&message);
            socket.hear()
        };
        assert_eq!(open().hear(), Err(closing::BAD_MESSAGE), "it says nothing");
        assert_eq!(first(json!("hello")), Err(closing::BAD_MESSAGE));
        assert_eq!(first(json!({ "token": "x", "more": 1 })), Err(closing::BAD_MESSAGE));
        assert_eq!(first(json!({ "topics": [BLACK] })), Err(closing::SESSION_OVER));
        assert_eq!(first(json!({ "token": "x" })), Err(closing::SESSION_OVER));
        assert!(first(json!({ "token": "x".repeat(9_000) })).is_err());
        assert_eq!(world.app.push.sockets(), 0);
    });
}

#[test]
fn a_session_has_few_sockets_and_a_silent_one_is_dropped() {
    each_database_with(Vec::new, strict, |world| {
        let server = world.serve();
        let clerk = world.login("op01");
        let first = listen(world, server, &clerk, &[]);
        let second = listen(world, server, &clerk, &[]);
        let mut third = Socket::open(world, server, Some(&format!("http://{server}"))).expect("is let in");
        third.say(&json!({ "token": clerk.token() }));
        assert_eq!(third.hear(), Err(closing::TOO_MANY));
        // Nobody reads the first two, so no heartbeat of theirs is answered.
        until(|| world.app.push.sockets() == 0);
        listen(world, server, &clerk, &[]);
        drop((first, second));
    });
}
