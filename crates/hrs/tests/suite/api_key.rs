//! Keys of the API: never more than their owner has, never after their day, and told once.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, done, each_database, field};

const KEYS: &str = "/hrs/apiKey";
const BLACK: &str = "/hrs/blacklist";

fn page_id(world: &World, code: &str) -> String {
    let text = format!("SELECT id FROM permission WHERE code = '{code}'");
    world.database(|_, conn| {
        let row = conn.first(&Stmt::Raw(text.clone(), Vec::new())).expect("reads").expect("a node");
        row.get::<i64>(0).expect("an id").to_string()
    })
}

fn body(name: &str, more: Json) -> Json {
    let mut body =
        json!({ "name": name, "kind": "SYSTEM", "expiresOn": "2026-12-31", "coverage": "ALL", "readOnly": false });
    body.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
    body
}

fn row(caller: &Caller<'_>, name: &str) -> Json {
    let page = caller.ok(&format!("{KEYS}/page?size=100"));
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.into_iter().find(|row| field(row, "name") == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn act(caller: &Caller<'_>, name: &str, verb: &str, more: Json) -> Reply {
    let row = row(caller, name);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
    caller.post(&format!("{KEYS}/{}/{verb}", field(&row, "id")), body)
}

/// The secret of a key that is issued now.
fn issue(caller: &Caller<'_>, name: &str) -> String {
    let reply = act(caller, name, "issue", json!({}));
    assert_eq!(reply.code, 0, "{}", reply.message);
    reply.data["told"]["lines"][0]["value"]["zh"].as_str().expect("a key").to_owned()
}

fn made(caller: &Caller<'_>, name: &str, more: Json) -> String {
    let reply = caller.post(KEYS, body(name, more));
    assert_eq!(reply.code, 0, "{} {:?}", reply.message, reply.data);
    issue(caller, name)
}

fn put_on(caller: &Caller<'_>, name: &str) -> Reply {
    caller.post(BLACK, json!({ "userName": name, "email": format!("{name}@b.cn"), "reason": "欠款" }))
}

#[test]
fn a_key_opens_its_pages_and_nothing_else_of_what_its_owner_may() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let pages = json!({ "coverage": "SOME", "pages": [{ "pageId": page_id(world, "hrs_blacklist") }] });
        let key = world.bearer(&made(&admin, "名单", pages));
        assert_eq!(key.get(&format!("{BLACK}/page")).code, 0);
        assert_eq!(put_on(&key, "a").code, 0, "with the buttons of the page");
        assert_eq!(key.get("/hrs/user/page").status, 403, "its owner may, the key may not");
        assert_eq!(key.put("/hrs/user/pageLanguage", json!({ "language": "en-US" })).status, 403);
        assert_eq!(key.get("/platform/select/user").status, 200, "choices of fields");
        assert_eq!(key.get("/hrs/permission").status, 403, "its owner's own affair");
        assert_eq!(key.get("/hrs/session/mine").status, 403, "what a session is about is closed");
        assert_eq!(key.post("/auth/reauth", json!({ "password": PASSWORD })).status, 403);
        let log = admin.ok("/hrs/log/list/page?size=20");
        let texts: Vec<&str> =
            log["records"].as_array().expect("lines").iter().map(|line| field(line, "text")).collect();
        assert!(texts.iter().any(|text| text.ends_with("（API密钥：名单）")), "{texts:?}");
    });
}

#[test]
fn a_key_that_reads_only_changes_nothing() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let key = world.bearer(&made(&admin, "只读", json!({ "readOnly": true })));
        assert_eq!(key.get(&format!("{BLACK}/page")).code, 0);
        let before = world.contents(true);
        assert_eq!(put_on(&key, "b").status, 403);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_key_makes_no_key_and_widens_none() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let pages = json!({ "coverage": "SOME", "pages": [{ "pageId": page_id(world, "hrs_api_key") }] });
        let key = world.bearer(&made(&admin, "密钥页", pages));
        assert_eq!(admin.post(KEYS, body("草稿", json!({}))).code, 0);
        let own = row(&admin, "密钥页");
        assert_eq!(key.get(&format!("{KEYS}/page")).code, 0);
        let before = world.contents(true);
        assert_eq!(key.post(KEYS, body("又一个", json!({}))).code, 4, "it has proved nothing");
        let wider = json!({ "version": own["version"], "coverage": "ALL" });
        assert_eq!(key.put(&format!("{KEYS}/{}", field(&own, "id")), wider).code, 4);
        assert_eq!(act(&key, "草稿", "issue", json!({})).code, 4);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_key_ends_with_its_day_its_revocation_its_owner_and_the_next_secret() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let first = made(&admin, "到期", json!({ "expiresOn": "2026-07-20" }));
        let get = |key: &str| world.bearer(key).get(&format!("{BLACK}/page"));
        assert_eq!(get(&first).code, 0);
        let second = issue(&admin, "到期");
        assert_eq!((get(&first).status, get(&first).message.as_str()), (401, "API密钥无效"));
        world.set_clock("2026-07-20 23:59:59");
        assert_eq!(get(&second).code, 0, "on its last day");
        world.set_clock("2026-07-21 00:00:00");
        assert_eq!((get(&second).status, get(&second).message.as_str()), (401, "API密钥已过期"));
        let admin = world.login("demo-admin");
        let third = made(&admin, "撤销", json!({}));
        assert_eq!(act(&admin, "撤销", "revoke", json!({ "reason": "系统下线" })).code, 0);
        assert_eq!(get(&third).status, 401);
        assert_eq!(act(&admin, "撤销", "issue", json!({})).message, "密钥已撤销，不能执行此操作");
        for wrong in ["ofk_", "ofk_2_x", "ofk_zz_x", "ofk_ffffffffffffffffffff_x"] {
            assert_eq!(get(wrong).status, 401, "{wrong}");
        }
    });
}

#[test]
fn a_key_is_limited_as_a_session_of_its_owner_is() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let op01 = world.database(|_, conn| {
            let text = "SELECT id FROM app_user WHERE login_name = 'op01'".to_owned();
            let row = conn.first(&Stmt::Raw(text, Vec::new())).expect("reads").expect("a user");
            row.get::<i64>(0).expect("an id").to_string()
        });
        let key = world.bearer(&made(&admin, "作业", json!({ "userId": op01 })));
        assert_eq!(key.get("/hrs/permission").code, 0);
        assert_eq!(key.get("/hrs/user/page").status, 403, "the administrator who made it may, its owner may not");
        let set = |statement: &str| {
            world.database(|_, conn| conn.exec(&Stmt::Raw(statement.to_owned(), Vec::new())).expect("writes"));
        };
        set("UPDATE login SET must_change = true WHERE email = 'op01@example.com'");
        assert_eq!(key.get("/hrs/permission").code, 1, "his password was given by somebody else");
        set("UPDATE login SET must_change = false WHERE email = 'op01@example.com'");
        assert_eq!(key.get("/hrs/permission").code, 0);
        set("UPDATE app_user SET active = false WHERE login_name = 'op01'");
        assert_eq!(key.get("/hrs/permission").status, 401, "he was stopped");
    });
}

/// A system's key outlives the password of its owner, a personal one does not; none outlives his leaving.
#[test]
fn keys_end_with_the_password_and_the_employment_of_their_owner() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let clerk = super::user::row(&admin, "op01");
        let of_clerk = |kind: &str| json!({ "userId": clerk["id"], "kind": kind });
        let own = world.bearer(&made(&admin, "个人", of_clerk("USER")));
        let system = world.bearer(&made(&admin, "对接", of_clerk("SYSTEM")));
        let change = json!({ "oldPassword": PASSWORD, "newPassword": "Other-2026y" });
        done(world.login("op01").put("/hrs/user/editPassword", change));
        assert_eq!((own.get("/hrs/permission").status, system.get("/hrs/permission").code), (401, 0));
        assert_eq!(
            (field(&row(&admin, "个人"), "state"), field(&row(&admin, "个人"), "reason")),
            ("REVOKED", "密码已修改")
        );
        let path = format!("/hrs/user/leave/{}", field(&clerk, "id"));
        let told = admin.ok(&path);
        let kinds = told["kinds"].as_array().expect("kinds");
        let keys = kinds.iter().find(|kind| kind["kind"] == "key").expect("keys are told");
        assert_eq!(keys["count"], json!(1));
        let leave = json!({
            "id": clerk["id"], "version": told["version"], "leaveDate": "2026-07-15", "confirmed": ["user.left_behind"],
        });
        done(admin.put("/hrs/user/leave", leave));
        assert_eq!(field(&row(&admin, "对接"), "reason"), "所属用户离职");
        let left = admin.ok(&path)["version"].clone();
        done(admin.put(&format!("/hrs/user/resume/{}", field(&clerk, "id")), json!({ "version": left })));
        assert_eq!(system.get("/hrs/permission").status, 401, "who comes back begins without keys");
    });
}

#[test]
fn what_is_wrong_with_a_key_is_found_at_its_field() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        world.set_clock("2026-07-15 10:00:00");
        let found = |more: Json, at: &str| admin.post(KEYS, body("试", more)).findings_at(at);
        let days = ["有效期须在今天至366天内"];
        assert_eq!(found(json!({ "expiresOn": "2026-07-14" }), "expiresOn"), days);
        assert_eq!(found(json!({ "expiresOn": "2027-07-17" }), "expiresOn"), days);
        assert_eq!(found(json!({ "coverage": "SOME" }), "pages"), ["请至少选择一个页面"]);
        let none = json!({ "coverage": "SOME", "pages": [{ "pageId": "1" }] });
        assert_eq!(found(none, "pages.0.pageId"), ["您没有该页面的权限"]);
        assert_eq!(found(json!({ "userId": "1" }), "userId"), ["所属用户不存在、已停用或为管理员"]);
        for (name, last) in [("今天", "2026-07-15"), ("最长", "2027-07-16")] {
            assert_eq!(admin.post(KEYS, body(name, json!({ "expiresOn": last }))).code, 0, "{last}");
        }
        assert_eq!(admin.post(KEYS, body("今天", json!({}))).findings_at("name"), ["密钥名称已存在"]);
    });
}

#[test]
fn the_secret_is_told_once_and_its_use_is_noted() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let secret = made(&admin, "一次", json!({}));
        let shown = row(&admin, "一次");
        assert!(secret.starts_with(&field(&shown, "hint").replace('…', "")), "{shown}");
        assert_eq!(shown["lastUsedAt"], Json::Null);
        assert!(!world.contents(true).iter().any(|line| line.contains(&secret)), "kept nowhere");
        assert_eq!(world.bearer(&secret).get("/hrs/permission").code, 0);
        assert_ne!(row(&admin, "一次")["lastUsedAt"], Json::Null);
    });
}
