//! Calls to other systems: the simulator, a server of this machine, and what is kept of them.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use platform::address::AddressGuard;
use platform::call::Settings;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database, each_database_with};

use super::{added, field, outgoing, rooms, rows, said, with};

/// A deployment that opened the own machine's network.
fn on_own_machine(settings: &mut Settings) {
    settings.guard = AddressGuard::new(&["127.0.0.0/8".to_owned()]).unwrap();
}

/// A server that answers one request: its address, and what it was asked.
fn server(answer: &'static str) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/api", listener.local_addr().unwrap());
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut asked = [0; 4096];
        let length = stream.read(&mut asked).unwrap();
        tell.send(String::from_utf8_lossy(&asked[..length]).into_owned()).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
    });
    (url, told)
}

fn test(caller: &Caller<'_>, id: &str) -> Reply {
    caller.post(&format!("/hrs/orgInterface/test/{id}"), json!({}))
}

fn told(reply: &Reply) -> (Json, Json, String) {
    assert_eq!(reply.code, 0, "{}", reply.message);
    (reply.data["ok"].clone(), reply.data["status"].clone(), field(&reply.data, "result"))
}

#[test]
fn the_simulator_answers_while_an_interface_is_tried() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let id = added(&admin, with(outgoing("INVOICE"), &json!({ "urlAuth": null, "urlPost": null })));
        let reply = test(&admin, &id);
        assert_eq!(told(&reply), (json!(true), json!(200), "HTTP 200".to_owned()));
        assert_eq!(reply.data["mode"], json!("模拟"));
        assert!(reply.data["took"].as_i64().is_some_and(|took| (0..1_000).contains(&took)));
        let row = rows(&admin, "/page").remove(0);
        assert_eq!((field(&row, "lastAt"), field(&row, "lastResult")), ("2026-07-15 10:00:00".into(), "成功".into()));
        assert_eq!(row["version"], json!(1), "nobody changed it");
        let live = json!({ "version": 1, "mode": "正式" });
        assert_eq!(admin.put(&format!("/hrs/orgInterface/{id}"), live).code, 0);
        assert_eq!(said(&test(&admin, &id)), (200, 1, "请先填写认证地址或报文地址"));
        let incoming = added(&admin, json!({ "apiType": "AE_ORDER_LIST", "mode": "模拟" }));
        assert_eq!(said(&test(&admin, &incoming)), (200, 1, "该接口由对方调用，无需测试"));
    });
}

#[test]
fn a_test_asks_the_other_system_and_keeps_no_secret() {
    each_database_with(rooms, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let (url, asked) = server(
            "HTTP/1.1 401 No\r\nContent-Length: 48\r\nConnection: close\r\n\r\n\
             {\"echo\":\"secret-token-1\",\"accessToken\":\"abcdef\"}",
        );
        let live = json!({ "mode": "正式", "urlAuth": url, "urlPost": "https://api.example.com/send" });
        let id = added(&admin, with(outgoing("TRACK"), &live));
        assert_eq!(told(&test(&admin, &id)), (json!(false), json!(401), "HTTP 401".to_owned()));
        let asked = asked.recv().unwrap().to_lowercase();
        assert!(asked.starts_with("get /api http/1.1"), "{asked}");
        assert!(asked.contains("authorization: bearer secret-token-1") && asked.contains("x-app-id: a1001"), "{asked}");
        assert_eq!(field(&rows(&admin, "/page")[0], "lastResult"), "失败");

        let call = rows(&admin, &format!("/log/page?interfaceId={id}")).remove(0);
        for (name, value) in [
            ("createdAt", "2026-07-15 10:00:00"),
            ("apiType", "TRACK"),
            ("summary", "测试"),
            ("ok", "失败"),
            ("result", "HTTP 401"),
            ("userName", "管理员"),
            ("request", &format!("GET {url}")),
            ("response", "{\"echo\":\"******\",\"accessToken\":\"******\"}"),
        ] {
            assert_eq!(field(&call, name), value, "{name}");
        }
        assert!(!world.contents(true).join("\n").contains("secret-token-1"));
    });
}

/// What a restored copy would say its origin says; the simulator answers there as everywhere.
#[test]
fn a_copy_that_is_quiet_calls_no_other_system() {
    each_database_with(rooms, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let (url, asked) = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        let id = added(&admin, with(outgoing("TRACK"), &json!({ "mode": "正式", "urlAuth": url })));
        let simulated = added(&admin, outgoing("INVOICE"));
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
        assert_eq!(said(&test(&admin, &id)), (200, 1, "本系统由备份恢复，处于静默状态，解除静默后才对外发送"));
        assert!(asked.try_recv().is_err(), "nobody called");
        assert_eq!(told(&test(&admin, &simulated)).0, json!(true));
        world.database(|app, conn| platform::place::release(conn, app.clock.now()).unwrap());
        assert_eq!(told(&test(&admin, &id)).0, json!(true));
    });
}

/// The key of a hand-off opens every account of the company: it is shown to nobody, the partner included.
#[test]
fn a_test_sends_no_key_of_a_hand_off() {
    each_database_with(rooms, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let (url, asked) = server("HTTP/1.1 302 Away\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n");
        let key = "key-of-the-hand-off-of-32-letters";
        let live = json!({ "mode": "正式", "urlAuth": url, "authToken": key });
        let id = added(&admin, with(outgoing("LOGIN_HANDOFF"), &live));
        // Where a redirect leads nobody looks.
        assert_eq!(told(&test(&admin, &id)), (json!(false), json!(302), "HTTP 302".to_owned()));
        let asked = asked.recv().unwrap().to_lowercase();
        assert!(
            asked.contains("x-app-id: a1001") && !asked.contains("authorization") && !asked.contains(key),
            "{asked}"
        );
    });
}

#[test]
fn where_the_guard_does_not_let_us_go_nothing_is_said_about_why() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        for (version, host) in [(1, "127.0.0.1:9"), (2, "10.0.0.1"), (3, "[::1]:9"), (4, "169.254.169.254")] {
            let token = json!({ "authToken": "secret-token-1" });
            let live = with(token, &json!({ "mode": "正式", "urlAuth": format!("https://{host}/x") }));
            let id = match rows(&admin, "/page").first() {
                None => added(&admin, with(outgoing("TRACK"), &live)),
                Some(row) => {
                    let id = field(row, "id");
                    let body = with(live, &json!({ "version": version - 1 }));
                    assert_eq!(admin.put(&format!("/hrs/orgInterface/{id}"), body).code, 0);
                    id
                }
            };
            let said = "无法连接对方系统，请检查地址".to_owned();
            assert_eq!(told(&test(&admin, &id)), (json!(false), Json::Null, said), "{host}");
        }
    });
}

#[test]
fn a_silent_system_is_waited_for_as_long_as_the_interface_says() {
    each_database_with(rooms, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let live = json!({ "mode": "正式", "urlAuth": url, "timeoutS": 1 });
        let id = added(&admin, with(outgoing("TRACK"), &live));
        assert_eq!(told(&test(&admin, &id)), (json!(false), Json::Null, "对方系统未在1秒内响应".to_owned()));
        let english = admin.in_language("en-US").post(&format!("/hrs/orgInterface/test/{id}"), json!({}));
        assert_eq!(field(&english.data, "result"), "The other system did not answer within 1 seconds.");
    });
}

#[test]
fn tests_are_few_and_calls_are_kept_for_ninety_days_for_those_who_may() {
    each_database(rooms, |world| {
        let (keeper, admin, other) = (world.login("superAdmin"), world.login("demo-admin"), world.login("ceo01"));
        let id = added(&admin, outgoing("SAAS_TACT"));
        for _ in 0..10 {
            assert_eq!(test(&admin, &id).code, 0);
        }
        assert_eq!(said(&test(&admin, &id)), (429, 429, "操作过于频繁，请稍后再试"));
        assert_eq!(rows(&admin, "/log/page?size=100").len(), 10);
        assert_eq!(rows(&keeper, "/log/page?size=100").len(), 10, "the platform sees those of all");
        assert_eq!(rows(&admin, "/own/log/page?size=100").len(), 10, "a type of the company's own");
        assert_eq!(rows(&keeper, "/own/log/page").len(), 0);
        let failed = "%E5%A4%B1%E8%B4%A5";
        assert_eq!(rows(&admin, &format!("/log/page?result={failed}")).len(), 0);
        drop(other);

        world.set_clock("2026-10-13 10:00:00");
        world.trust_clock();
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(rows(&admin, "/log/page?size=100").len(), 10, "ninety days to the second");
        world.set_clock("2026-10-14 10:00:00");
        world.run_jobs();
        assert_eq!(rows(&world.login("demo-admin"), "/log/page").len(), 0);
        let row = rows(&world.login("demo-admin"), "/page").remove(0);
        assert_eq!(field(&row, "lastAt"), "2026-07-15 10:00:00");
    });
}
