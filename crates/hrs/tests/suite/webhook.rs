//! Webhooks (issue 25, 32): what is signed, tried again, given up, switched off and held back, and who may set one up.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::Instant;
use platform::store::{Cell, Stmt, Value, sql};
use ring::hmac;
use serde_json::{Value as Json, json};
use testkit::hook_server::{Heard, HookServer, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database, each_database_with, field, refused};

const HOOKS: &str = "/hrs/webhook";
const DELIVERIES: &str = "/hrs/webhookDelivery";

fn body(name: &str, url: &str) -> Json {
    json!({
        "name": name, "url": url, "onCreated": true, "onUpdated": false, "onState": true, "onNode": true, "onEvent": true,
    })
}

fn rows(caller: &Caller<'_>, base: &str) -> Vec<Json> {
    caller.ok(&format!("{base}/page?size=100"))["records"].as_array().cloned().unwrap_or_default()
}

fn row(caller: &Caller<'_>, name: &str) -> Json {
    let found = rows(caller, HOOKS).into_iter().find(|row| field(row, "name") == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

fn act(caller: &Caller<'_>, name: &str, verb: &str) -> Reply {
    let row = row(caller, name);
    caller.post(&format!("{HOOKS}/{}/{verb}", field(&row, "id")), json!({ "version": row["version"] }))
}

/// The secret that an act tells.
fn secret(caller: &Caller<'_>, name: &str, verb: &str) -> String {
    let told = done(act(caller, name, verb));
    told["told"]["lines"][0]["value"]["zh"].as_str().unwrap().to_owned()
}

/// An active webhook to an address; its secret.
fn made(caller: &Caller<'_>, name: &str, url: &str) -> String {
    done(caller.post(HOOKS, body(name, url)));
    secret(caller, name, "issue")
}

fn test(caller: &Caller<'_>, name: &str) {
    done(act(caller, name, "test"));
}

/// State, tries, outcome and last answer of the newest delivery.
fn newest(caller: &Caller<'_>) -> (String, i64, String, Json) {
    let row = rows(caller, DELIVERIES).remove(0);
    let text = |name: &str| field(&row, name).to_owned();
    (text("state"), row["attempts"].as_i64().unwrap(), text("outcome"), row["lastStatus"].clone())
}

fn is(state: &str, tries: i64, outcome: &str, status: Json) -> (String, i64, String, Json) {
    (state.to_owned(), tries, outcome.to_owned(), status)
}

/// Whether a message bears a signature with a secret, reckoned here by what the specification says.
fn is_signed(heard: &Heard, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let content = format!("{}.{}.{}", heard.header("webhook-id"), heard.header("webhook-timestamp"), heard.body);
    heard.header("webhook-signature").split(' ').any(|signature| {
        let tag = STANDARD.decode(signature.strip_prefix("v1,").unwrap()).unwrap();
        hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, &key), content.as_bytes(), &tag).is_ok()
    })
}

fn wait(world: &World, millis: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + millis));
}

fn messages(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().into_iter().flatten().map(|row| field(row, "title").to_owned()).collect()
}

/// For the standard suite: a message to a webhook, and a newer webhook, which the suite removes.
pub fn lay(world: &World) {
    let admin = world.login("demo-admin");
    made(&admin, "标准", "https://example.com/hook");
    test(&admin, "标准");
    made(&admin, "备用", "https://example.com/hook");
}

#[test]
fn a_message_is_signed_with_a_secret_that_is_told_once() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        let secret = made(&admin, "仓储", &server.url);
        assert_eq!(STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap().len(), 32);
        assert!(!world.contents(true).iter().any(|line| line.contains(&secret)), "kept sealed alone");
        test(&admin, "仓储");
        assert_eq!(newest(&admin), is("WAITING", 0, "", Json::Null));
        world.run_jobs();
        let heard = server.heard();
        assert_eq!(heard.len(), 1);
        let told = heard[0].json();
        assert_eq!(told["type"], "webhook.test");
        assert_eq!(told["timestamp"], "2026-07-15T02:00:00Z");
        assert_eq!(told["data"], json!({ "webhookId": field(&row(&admin, "仓储"), "id"), "webhookName": "仓储" }));
        assert_eq!(heard[0].header("webhook-timestamp"), "1784080800");
        assert_eq!(heard[0].header("content-type"), "application/json");
        assert!(is_signed(&heard[0], &secret) && !heard[0].header("webhook-signature").contains(' '));
        assert_eq!(newest(&admin), is("DONE", 1, "OK", json!(204)));
        let shown = row(&admin, "仓储");
        assert_eq!((&shown["lastStatus"], &shown["failingSince"]), (&json!(204), &Json::Null));
        world.run_jobs();
        assert!(server.heard().is_empty(), "told once");

        let delivery = rows(&admin, DELIVERIES).remove(0);
        assert_eq!(field(&delivery, "messageId"), heard[0].header("webhook-id"));
        let looked = done(admin.post(&format!("{DELIVERIES}/{}/body", field(&delivery, "id")), json!({})));
        let lines = looked["told"]["lines"].as_array().unwrap();
        assert_eq!(lines.last().unwrap()["value"]["zh"], heard[0].body.as_str());
        assert_eq!(looked["told"]["tables"][0]["rows"][0]["value"]["zh"], "webhook.test");
    });
}

#[test]
fn a_renewed_secret_signs_beside_the_former_one_for_a_day() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        let first = made(&admin, "换密钥", &server.url);
        let second = secret(&admin, "换密钥", "renew");
        let heard = |caller: &Caller<'_>| {
            test(caller, "换密钥");
            world.run_jobs();
            let heard = server.heard().remove(0);
            (is_signed(&heard, &first), is_signed(&heard, &second))
        };
        assert_eq!(heard(&admin), (true, true));
        wait(world, 24 * 60 * 60 * 1000 - 1);
        assert_eq!(heard(&world.login("demo-admin")), (true, true));
        wait(world, 1);
        assert_eq!(heard(&world.login("demo-admin")), (false, true));
    });
}

#[test]
fn what_fails_is_tried_again_for_a_day_and_then_given_up() {
    each_database_with(Vec::new, on_own_machine, |world| {
        const SECOND: i64 = 1000;
        const HOUR: i64 = 3600 * SECOND;
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        let secret = made(&admin, "出错", &server.url);
        server.answers(500);
        test(&admin, "出错");
        world.run_jobs();
        let first = server.heard().remove(0);
        assert_eq!(newest(&admin), is("WAITING", 1, "HTTP", json!(500)));
        for wait_ms in [5 * SECOND, 300 * SECOND, 1800 * SECOND, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR] {
            wait(world, wait_ms - 1);
            world.run_jobs();
            assert!(server.heard().is_empty(), "before {wait_ms}");
            wait(world, 1);
            world.run_jobs();
            let again = server.heard();
            assert_eq!(again.len(), 1, "after {wait_ms}");
            assert_eq!((again[0].header("webhook-id"), &again[0].body), (first.header("webhook-id"), &first.body));
            assert!(again[0].header("webhook-timestamp") > first.header("webhook-timestamp"));
            assert!(is_signed(&again[0], &secret));
        }
        let admin = world.login("demo-admin");
        assert_eq!(newest(&admin), is("FAILED", 8, "HTTP", json!(500)));
        assert_eq!(messages(&admin), ["Webhook“出错”推送失败"]);
        assert_eq!(field(&row(&admin, "出错"), "state"), "ACTIVE");

        // Once told, not again before the address has worked.
        let again = || {
            let admin = world.login("demo-admin");
            let row = rows(&admin, DELIVERIES).remove(0);
            let path = format!("{DELIVERIES}/{}/resend", field(&row, "id"));
            done(admin.post(&path, json!({ "version": row["version"] })));
            world.run_jobs();
            server.heard().remove(0)
        };
        server.answers(200);
        assert_eq!(again().header("webhook-id"), first.header("webhook-id"), "the same message");
        assert_eq!(newest(&admin), is("DONE", 1, "OK", json!(200)));
        assert_eq!(row(&admin, "出错")["failingSince"], Json::Null);

        let elsewhere = HookServer::start();
        server.leads_to(&elsewhere.url);
        again();
        assert_eq!(newest(&admin), is("WAITING", 1, "HTTP", json!(302)));
        assert!(elsewhere.heard().is_empty(), "where a redirect leads nobody looks");
    });
}

#[test]
fn an_address_that_is_gone_or_fails_for_days_is_switched_off_and_told_of() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        made(&admin, "下线", &server.url);
        server.answers(410);
        test(&admin, "下线");
        test(&admin, "下线");
        world.run_jobs();
        assert_eq!(server.heard().len(), 1, "what waits behind it is said no more");
        let shown = row(&admin, "下线");
        assert_eq!((field(&shown, "state"), field(&shown, "stoppedFor")), ("STOPPED", "GONE"));
        let states: Vec<(String, String)> = rows(&admin, DELIVERIES)
            .iter()
            .map(|row| (field(row, "state").to_owned(), field(row, "outcome").to_owned()))
            .collect();
        let failed = |outcome: &str| ("FAILED".to_owned(), outcome.to_owned());
        assert_eq!(states, [failed("OFF"), failed("HTTP")]);
        assert_eq!(messages(&admin), ["Webhook“下线”已停用"]);
        refused(&act(&admin, "下线", "test"), "Webhook停用，不能执行此操作");
        let old = rows(&admin, DELIVERIES).remove(0);
        let resent =
            admin.post(&format!("{DELIVERIES}/{}/resend", field(&old, "id")), json!({ "version": old["version"] }));
        refused(&resent, "Webhook未启用，不能重发");

        done(act(&admin, "下线", "start"));
        assert_eq!(field(&row(&admin, "下线"), "stoppedFor"), "");
        server.answers(503);
        test(&admin, "下线");
        world.run_jobs();
        world.set_clock("2026-07-20 09:59:59");
        world.run_jobs();
        assert_eq!(field(&row(&world.login("demo-admin"), "下线"), "state"), "ACTIVE", "a second before five days");
        world.set_clock("2026-07-20 10:00:00");
        test(&world.login("demo-admin"), "下线");
        world.run_jobs();
        let state = || field(&row(&world.login("demo-admin"), "下线"), "state").to_owned();
        assert_eq!(state(), "ACTIVE", "a message is tried for a day first");
        for time in ["20 10:06:00", "20 10:37:00", "20 12:38:00", "20 17:39:00", "21 01:40:00"] {
            world.set_clock(&format!("2026-07-{time}"));
            world.run_jobs();
        }
        assert_eq!(state(), "ACTIVE");
        world.set_clock("2026-07-21 09:41:00");
        world.run_jobs();
        let admin = world.login("demo-admin");
        let shown = row(&admin, "下线");
        assert_eq!((field(&shown, "state"), field(&shown, "stoppedFor")), ("STOPPED", "FAILING"));
        assert_eq!(messages(&admin).iter().filter(|title| *title == "Webhook“下线”已停用").count(), 2);
    });
}

/// What a restored copy would say its origin says.
#[test]
fn a_copy_that_is_quiet_says_nothing_until_it_is_released() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        made(&admin, "副本", &server.url);
        test(&admin, "副本");
        world.database(|_, conn| {
            let cells = [
                ("id", Value::Int(1)),
                ("state", "QUIET".into_value()),
                ("files", Value::Text(String::new())),
                ("made_at", Value::Int(0)),
                ("restored_at", Value::Int(0)),
            ];
            conn.exec(&sql::insert_global("place_mark", &cells).into()).unwrap();
        });
        world.run_jobs();
        assert!(server.heard().is_empty());
        assert_eq!(newest(&admin), is("WAITING", 0, "", Json::Null));
        refused(&act(&admin, "副本", "test"), "本系统由备份恢复，处于静默状态，解除静默后才对外发送");
        world.database(|app, conn| platform::place::release(conn, app.clock.now()).unwrap());
        world.run_jobs();
        assert_eq!(server.heard().len(), 1, "what waited is said now");
    });
}

/// A name may lead elsewhere than when it was entered: the guard looks at every connection.
#[test]
fn where_the_guard_does_not_let_us_go_nothing_is_said() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        let own = server.url.replace("http://", "https://");
        for (url, fits) in [
            ("http://example.com/hook", false),
            (server.url.as_str(), false),
            ("ftp://example.com/", false),
            ("example.com", false),
            ("https://user@example.com/", false),
            (own.as_str(), true),
        ] {
            let found = admin.post(HOOKS, body("地址", url)).findings_at("url");
            let expected: &[&str] = if fits { &[] } else { &["请输入以https://开头的正确地址"] };
            assert_eq!(found, expected, "{url}");
        }
        secret(&admin, "地址", "issue");
        // Past the form, so that nothing but the guard stops it.
        let past = format!("UPDATE webhook SET url = '{}'", server.url);
        world.database(|_, conn| conn.exec(&Stmt::Raw(past, Vec::new())).map(drop).expect("an address past the form"));
        test(&admin, "地址");
        world.run_jobs();
        assert_eq!(newest(&admin), is("WAITING", 1, "UNREACHABLE", Json::Null));
        assert!(server.heard().is_empty());
    });
}

/// Its status takes a message: it is not said again because what comes behind that does not end.
#[test]
fn an_answer_counts_by_its_status_alone() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        made(&admin, "慢", &server.url);
        server.answers(200);
        server.never_ends();
        test(&admin, "慢");
        world.run_jobs();
        assert_eq!((newest(&admin), server.heard().len()), (is("DONE", 1, "OK", json!(200)), 1));
    });
}

#[test]
fn what_is_wrong_with_a_webhook_is_found_at_its_field() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let url = "https://example.com/hook";
        let with = |more: Json| {
            let mut body = body("试", url);
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            admin.post(HOOKS, body)
        };
        let none = json!({ "onCreated": false, "onState": false, "onNode": false, "onEvent": false });
        assert_eq!(with(none).findings_at("onCreated"), ["请至少选择一个推送事件"]);
        assert_eq!(with(json!({ "scopeCodes": ["SE", "XX"] })).findings_at("scopeCodes"), ["业务范畴不存在"]);
        let made = done(with(json!({ "scopeCodes": ["SE", "AE"] })));
        let view = admin.ok(&format!("{HOOKS}/{}", field(&made, "id")));
        assert_eq!(view["scopeCodes"], json!(["AE", "SE"]));
        assert_eq!(with(json!({})).findings_at("name"), ["Webhook名称已存在"]);
        let edit = |more: Json| {
            let row = row(&admin, "试");
            let mut body = json!({ "version": row["version"] });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            admin.put(&format!("{HOOKS}/{}", field(&row, "id")), body)
        };
        let off = json!({ "onCreated": false, "onState": false, "onNode": false, "onEvent": false });
        assert_eq!(edit(off).findings_at("onCreated"), ["请至少选择一个推送事件"]);
        done(edit(json!({ "remark": "备用" })));
        let view = admin.ok(&format!("{HOOKS}/{}", field(&made, "id")));
        assert_eq!((&view["remark"], &view["scopeCodes"]), (&json!("备用"), &json!(["AE", "SE"])));
        refused(&act(&admin, "试", "test"), "Webhook待启用，不能执行此操作");
        // The fixture has one of its own.
        for n in 2..20 {
            done(admin.post(HOOKS, body(&format!("第{n}个"), url)));
        }
        assert_eq!(admin.post(HOOKS, body("过多", url)).findings_at("name"), ["Webhook最多20个"]);
    });
}

#[test]
fn a_webhook_is_the_affair_of_who_has_the_right_and_of_no_key() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let url = "https://example.com/hook";
        made(&admin, "本公司", url);
        test(&admin, "本公司");
        let (hook, delivery) = (row(&admin, "本公司"), rows(&admin, DELIVERIES).remove(0));
        let before = world.contents(true);
        for (caller, status) in [(world.anonymous(), 401), (world.login("op01"), 403)] {
            assert_eq!(caller.get(&format!("{HOOKS}/page")).status, status);
            assert_eq!(caller.get(&format!("{DELIVERIES}/page")).status, status);
            assert_eq!(caller.post(HOOKS, body("x", url)).status, status);
            let path = format!("{DELIVERIES}/{}/body", field(&delivery, "id"));
            assert_eq!(caller.post(&path, json!({})).status, status);
        }
        // Another company has the page, and none of these rows.
        let other = world.login("superAdmin");
        let of_other = |path: &str| other.post(path, json!({ "version": hook["version"] })).status;
        assert_eq!(of_other(&format!("{HOOKS}/{}/test", field(&hook, "id"))), 404);
        assert_eq!(of_other(&format!("{DELIVERIES}/{}/body", field(&delivery, "id"))), 404);
        assert!(rows(&other, HOOKS).is_empty() && rows(&other, DELIVERIES).is_empty());
        let key = {
            let body = json!({
                "name": "程序", "kind": "SYSTEM", "expiresOn": "2026-12-31", "coverage": "ALL", "readOnly": false,
            });
            let made = done(admin.post("/hrs/apiKey", body));
            let path = format!("/hrs/apiKey/{}/issue", field(&made, "id"));
            let told = done(admin.post(&path, json!({ "version": made["version"] })));
            world.bearer(told["told"]["lines"][0]["value"]["zh"].as_str().unwrap())
        };
        assert_eq!(key.post(HOOKS, body("自建", url)).code, 4, "it has proved nothing");
        assert_eq!(act(&key, "本公司", "renew").code, 4);
        let hooks =
            |lines: Vec<String>| lines.into_iter().filter(|line| line.starts_with("webhook")).collect::<Vec<_>>();
        assert_eq!(hooks(world.contents(true)), hooks(before));
    });
}

#[test]
fn what_waits_for_a_stopped_webhook_is_said_no_more_and_old_deliveries_go() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = HookServer::start();
        made(&admin, "停用", &server.url);
        test(&admin, "停用");
        done(act(&admin, "停用", "stop"));
        world.run_jobs();
        assert!(server.heard().is_empty());
        assert_eq!(newest(&admin).2, "OFF");
        assert_eq!(messages(&admin), Vec::<String>::new(), "who stopped it knows");

        world.set_clock("2026-10-14 10:00:00");
        world.trust_clock();
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert!(rows(&admin, DELIVERIES).is_empty(), "after ninety days");
        let hook = row(&admin, "停用");
        done(admin.delete(&format!("{HOOKS}/{}?version={}", field(&hook, "id"), hook["version"])));
        let left = world.database(|_, conn| {
            let text = "SELECT COUNT(*) FROM webhook WHERE name = '停用'".to_owned();
            conn.first(&Stmt::Raw(text, Vec::new())).unwrap().unwrap().get::<i64>(0).unwrap()
        });
        assert_eq!(left, 0);
    });
}
