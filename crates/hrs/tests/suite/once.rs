//! A write repeated under the same key: done once, answered as the first time.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_with_readers};

const GROUP: &str = "/hrs/userWorkgroup";
const KEY: &str = "idempotency-key";

fn named(name: &str) -> Json {
    json!({ "workgroupName": name, "businessScope": "", "userIds": [] })
}

fn count(caller: &Caller<'_>, name: &str) -> Json {
    caller.ok(&format!("{GROUP}/page?workgroupName={name}"))["total"].clone()
}

fn keys(world: &World) -> usize {
    world.contents(false).iter().filter(|line| line.starts_with("idempotency_key ")).count()
}

fn is_repeated(reply: &Reply) -> bool {
    reply.header("idempotent-replayed") == "true"
}

#[test]
fn a_write_sent_again_is_done_once_and_answered_alike() {
    each_database_with_readers(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let keyed = admin.with_header(KEY, "attempt-1");
        let first = keyed.post(GROUP, named("华东组"));
        assert_eq!((first.status, first.code, is_repeated(&first)), (200, 0, false), "{}", first.message);
        let before = world.contents(true);
        for _ in 0..2 {
            let again = keyed.post(GROUP, named("华东组"));
            assert_eq!((again.status, again.code, &again.data), (200, 0, &first.data), "{}", again.message);
            assert!(is_repeated(&again));
        }
        world.unchanged(&before, true);
        // Without a key, or with another, it is a new call.
        for other in [admin.clone(), admin.with_header(KEY, "attempt-2")] {
            let refused = other.post(GROUP, named("华东组"));
            assert_eq!((refused.code, refused.message.as_str()), (1, "工作组名称已存在"));
        }
        assert_eq!(count(&admin, "华东组"), 1);
        // A change and a removal too.
        let id = first.data["id"].as_str().expect("an id").to_owned();
        let put = json!({ "workgroupName": "华北组", "businessScope": "", "userIds": [], "version": 1 });
        let change = admin.with_header(KEY, "attempt-3");
        let changed = change.put(&format!("{GROUP}/{id}"), put.clone());
        assert_eq!(changed.code, 0, "{}", changed.message);
        let again = change.put(&format!("{GROUP}/{id}"), put.clone());
        assert_eq!((again.code, &again.data), (0, &changed.data), "no stale version: it is the same change");
        assert_eq!(admin.put(&format!("{GROUP}/{id}"), put).code, 3);
        let remove = admin.with_header(KEY, "attempt-4");
        for _ in 0..2 {
            assert_eq!(remove.delete(&format!("{GROUP}/{id}?version=2")).code, 0);
        }
        assert_eq!(admin.delete(&format!("{GROUP}/{id}?version=2")).status, 404);
    });
}

#[test]
fn a_key_belongs_to_one_call_of_one_user() {
    each_database_with_readers(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let keyed = admin.with_header(KEY, "k");
        assert_eq!(keyed.post(GROUP, named("甲组")).code, 0);
        let before = world.contents(true);
        let reused = keyed.post(GROUP, named("乙组"));
        assert_eq!((reused.status, reused.code), (409, 409));
        assert_eq!(reused.message, "Idempotency-Key已用于其他内容的请求");
        let english = keyed.in_language("en-US").post(GROUP, named("乙组"));
        assert_eq!(english.message, "This Idempotency-Key was used for another request.");
        assert_eq!(keyed.post("/hrs/role", named("甲组")).status, 409, "the same body of another call");
        world.unchanged(&before, true);
        // Another user, and another company, may have the same key.
        let other = world.login("sh01").with_header(KEY, "k");
        let theirs = other.post(GROUP, named("乙组"));
        assert!(!is_repeated(&theirs) && theirs.status != 409, "{}", theirs.message);
        // Whoever may no longer do it gets no old answer, and nobody none.
        assert_eq!(world.login("sales01").with_header(KEY, "k").post(GROUP, named("甲组")).status, 403);
        assert_eq!(world.anonymous().with_header(KEY, "k").post(GROUP, named("甲组")).status, 401);
        assert_eq!(keyed.get(&format!("{GROUP}/page")).code, 0, "reads take no notice of it");
    });
}

#[test]
fn what_was_refused_leaves_the_key_free() {
    each_database_with_readers(Vec::new, |world| {
        let keyed = world.login("demo-admin").with_header(KEY, "k");
        let before = world.contents(true);
        assert_eq!(keyed.post(GROUP, named("")).code, 1);
        world.unchanged(&before, true);
        assert_eq!(keyed.post(GROUP, named("丙组")).code, 0, "nothing was done under it");
    });
}

#[test]
fn a_key_has_1_to_64_plain_characters() {
    each_database_with_readers(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for (place, key) in ["a".repeat(64), "A-1_z".to_owned()].iter().enumerate() {
            assert_eq!(admin.with_header(KEY, key).post(GROUP, named(&format!("组{place}"))).code, 0, "{key}");
        }
        let before = world.contents(true);
        for key in ["", "a b", "a\"", &"a".repeat(65)] {
            let reply = admin.with_header(KEY, key).post(GROUP, named("丁组"));
            assert_eq!(reply.status, 400, "{key}");
            assert_eq!(reply.message, "Idempotency-Key须为1至64位的字母、数字、-或_");
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn a_key_is_known_for_24_hours() {
    each_database_with_readers(Vec::new, |world| {
        let keyed = world.login("demo-admin").with_header(KEY, "k");
        assert_eq!(keyed.post(GROUP, named("甲组")).code, 0);
        world.set_clock("2026-07-16 09:59:59");
        let keyed = world.login("demo-admin").with_header(KEY, "k");
        assert!(is_repeated(&keyed.post(GROUP, named("甲组"))));
        world.run_jobs();
        assert_eq!(keys(world), 1);
        world.set_clock("2026-07-16 10:00:00");
        let next = keyed.post(GROUP, named("乙组"));
        assert_eq!((next.status, next.code), (200, 0), "{}", next.message);
        assert_eq!(keys(world), 1, "the old one made room");
        world.set_clock("2026-07-17 12:00:00");
        world.run_jobs();
        assert_eq!(keys(world), 0);
    });
}

#[test]
fn ten_at_once_are_done_once() {
    each_database_with_readers(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for round in 0..5 {
            let client = admin.client().with_header(KEY, &format!("round-{round}"));
            let name = format!("并发{round}");
            let calls = (0..10).map(|_| {
                let (client, body) = (client.clone(), named(&name));
                async move { client.post(GROUP, body).await }
            });
            let replies = world.at_once(calls.collect());
            let first = &replies[0].data;
            for reply in &replies {
                assert_eq!((reply.status, reply.code, &reply.data), (200, 0, first), "{}", reply.message);
            }
            assert_eq!(replies.iter().filter(|reply| !is_repeated(reply)).count(), 1);
            assert_eq!(count(&admin, &name), 1);
        }
    });
}

#[test]
fn who_repeats_what_died_before_its_answer_is_told_that_it_is_done() {
    each_database_with_readers(Vec::new, |world| {
        let keyed = world.login("demo-admin").with_header(KEY, "k");
        assert_eq!(keyed.post(GROUP, named("甲组")).code, 0);
        // The process ends between the transaction and the answer.
        world.database(|_, conn| {
            conn.batch("UPDATE idempotency_key SET status = NULL, answer = NULL").expect("forgets")
        });
        world.set_clock("2026-07-15 10:01:00");
        let again = keyed.post(GROUP, named("甲组"));
        assert_eq!((again.status, again.code), (200, 1));
        assert_eq!(again.message, "该操作已完成，请刷新查看结果");
        assert_eq!(count(&keyed, "甲组"), 1);
    });
}

#[test]
fn answers_are_kept_sealed() {
    each_database_with_readers(Vec::new, |world| {
        let keyed = world.login("demo-admin").with_header(KEY, "k");
        let first = keyed.post(GROUP, named("甲组"));
        let id = first.data["id"].as_str().expect("an id");
        let kept = world.database(|_, conn| {
            let all = platform::store::Stmt::Raw("SELECT answer FROM idempotency_key".to_owned(), Vec::new());
            conn.query(&all).expect("reads")[0].get::<Vec<u8>>(0).expect("bytes")
        });
        assert!(!kept.windows(id.len()).any(|part| part == id.as_bytes()));
    });
}

#[test]
fn what_is_told_once_is_not_told_again() {
    each_database_with_readers(Vec::new, |world| {
        let users = world.login("demo-admin").ok("/hrs/user/page?size=50")["records"].as_array().expect("rows").clone();
        let user = users
            .iter()
            .find(|user| user["userEmail"] == "op01@example.com" || user["email"] == "op01@example.com")
            .expect("op01");
        let id = user["id"].as_str().expect("an id").to_owned();
        let keyed = world.login("demo-admin").with_header(KEY, "reset");
        let address = format!("/hrs/user/resetPassword/{id}");
        let body = json!({ "version": user["version"] });
        let first = keyed.put(&address, body.clone());
        assert_eq!(first.code, 0, "{}", first.message);
        assert_eq!(first.data["oneTimePassword"].as_str().map(str::len), Some(12));
        let before = world.contents(true);
        world.set_clock("2026-07-15 10:01:00");
        let again = keyed.put(&address, body);
        assert_eq!((again.code, again.message.as_str()), (1, "该操作已完成，请刷新查看结果"));
        assert!(again.data.get("oneTimePassword").is_none(), "{}", again.data);
        world.unchanged(&before, true);
        let kept = world.contents(true).into_iter().filter(|line| line.starts_with("idempotency_key ")).count();
        assert_eq!(kept, 1);
    });
}
