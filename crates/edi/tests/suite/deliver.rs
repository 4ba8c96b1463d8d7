//! The ways a message goes, what happens when one is closed, and what people do with messages.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel as pipe};
use std::time::Duration;

use platform::call::Settings;
use platform::push::PushLimits;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Socket, World, each_database, each_database_with};

use super::kit::*;

fn begin(world: &World, kind: Json) -> String {
    lay(world);
    let admin = world.login("demo-admin");
    let id = made(world);
    channel(&admin, kind);
    id
}

#[test]
fn a_file_lies_whole_in_the_folder_of_the_company() {
    each_database(rooms, |world| {
        begin(world, json!({ "kind": "FILE" }));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        assert_eq!(world.run_jobs(), 1);
        let out = folder(world, "out");
        assert_eq!(files(&out), ["EM-2607150001_FWB_990-12345675.txt"]);
        let row = newest(&admin);
        let text = std::fs::read_to_string(out.join(&files(&out)[0])).unwrap();
        assert_eq!(text.trim_end(), body_of(&admin, field(&row, "id")));
        assert!(text.ends_with("\r\n"));
        assert_eq!((field(&row, "state"), field(&row, "sendTime")), ("SENT", "2026-07-15 10:00:00"));
        assert_eq!(world.run_jobs(), 0, "it is sent once");
    });
}

#[test]
fn the_list_of_waybills_hears_that_its_message_left_and_was_answered() {
    const LIST: &str = "list/af.awb-print.list";
    let brisk = |settings: &mut Settings| {
        settings.push = PushLimits { pause: Duration::from_millis(1), ..PushLimits::default() };
    };
    each_database_with(rooms, brisk, |world| {
        begin(world, json!({ "kind": "FILE" }));
        let server = world.serve();
        let admin = world.login("demo-admin");
        let state = || admin.ok(&format!("{PRINT}/page?awbNumber=990-12345675"))["records"][0]["fwbState"].clone();
        send(&admin, "mawb");
        let mut watcher = Socket::of(world, server, admin.token(), &[LIST]);
        world.run_jobs();
        assert_eq!((watcher.news(), state()), (vec![LIST.to_owned()], json!("SENT")));
        let mut watcher = Socket::of(world, server, admin.token(), &[LIST]);
        let text = answer(&admin, "FMA", "OK");
        assert_eq!(results(&paste(&admin, &text))[0].0, "ACCEPTED");
        assert_eq!((watcher.news(), state()), (vec![LIST.to_owned()], json!("ACCEPTED")));
    });
}

/// In the way of the folder stands a file.
fn close(world: &World) -> std::path::PathBuf {
    let folder = world.app.settings.edi();
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::fs::write(&folder, "closed").unwrap();
    folder
}

#[test]
fn it_is_tried_after_1_5_and_30_minutes_and_then_given_up() {
    each_database(rooms, |world| {
        begin(world, json!({ "kind": "FILE" }));
        let admin = world.login("demo-admin");
        let folder = close(world);
        send(&admin, "mawb");
        let look = |time: &str, tried: usize| {
            world.set_clock(&format!("2026-07-15 {time}"));
            assert_eq!(world.run_jobs(), tried, "{time}");
            let row = newest(&admin);
            let number = rows(&admin, "direction=OUT")[0]["tries"].clone();
            (field(&row, "state").to_owned(), number)
        };
        for (time, tried, state, tries) in [
            ("10:00:00", 1, "WAITING", 1),
            ("10:00:59", 0, "WAITING", 1),
            ("10:01:00", 1, "WAITING", 2),
            ("10:04:59", 0, "WAITING", 2),
            ("10:05:00", 1, "WAITING", 3),
            ("10:29:59", 0, "WAITING", 3),
            ("10:30:00", 1, "FAILED", 4),
            ("11:30:00", 0, "FAILED", 4),
        ] {
            assert_eq!(look(time, tried), (state.to_owned(), json!(tries)), "{time}");
        }
        let row = newest(&admin);
        assert_eq!(field(&row, "errorText"), "无法写入报文目录");
        assert_eq!(notices(world, "demo-admin"), ["FWB 990-12345675发送失败"]);
        // By hand, when the folder is there again.
        std::fs::remove_file(folder).unwrap();
        done(act(&admin, &row, "retry"));
        assert_eq!(world.run_jobs(), 1);
        let row = newest(&admin);
        assert_eq!((field(&row, "state"), field(&row, "errorText"), row["tries"].clone()), ("SENT", "", json!(1)));
        refused(&act(&admin, &row, "retry"), "报文已发送，不能进行此操作");
    });
}

#[test]
fn nobody_answers_for_a_day() {
    each_database(rooms, |world| {
        begin(world, json!({}));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        world.run_jobs();
        world.set_clock("2026-07-16 09:59:59");
        world.run_jobs();
        let admin = world.login("demo-admin");
        assert_eq!(states(&admin), ["SENT"]);
        world.set_clock("2026-07-16 10:00:59");
        world.run_jobs();
        let row = newest(&admin);
        assert_eq!((field(&row, "state"), field(&row, "errorText")), ("TIMEOUT", "24小时内未收到航司回执"));
        // Late is better than never.
        let text = answer(&admin, "FMA", "OK");
        assert_eq!(results(&paste(&admin, &text))[0].0, "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED"]);
    });
}

#[test]
fn a_mail_takes_the_message_to_the_gateway() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        send(&admin, "mawb");
        world.run_jobs();
        world.run_jobs();
        assert_eq!(states(&admin), ["SENT"]);
        let mails = server.received();
        assert_eq!(mails.len(), 1);
        assert_eq!(
            (mails[0].to.clone(), mails[0].subject()),
            (vec!["typeb@example.com".to_owned()], "FWB 990-12345675".to_owned())
        );
        let (name, bytes) = mails[0].files().remove(0);
        assert_eq!(name, "EM-2607150001_FWB_990-12345675.txt");
        assert!(String::from_utf8(bytes).unwrap().starts_with("FWB/16"));
        assert!(mails[0].text().starts_with("FWB/16\n990-12345675PVGFRA"), "{}", mails[0].text());
    });
}

#[test]
fn a_mail_nobody_takes_fails_its_message() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        let server = MailServer::start(Manner::RefusesReceiver);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        send(&admin, "mawb");
        for time in ["10:00:00", "10:05:00", "10:30:00", "10:31:00"] {
            world.set_clock(&format!("2026-07-15 {time}"));
            world.run_jobs();
            world.run_jobs();
        }
        let row = newest(&admin);
        assert_eq!(field(&row, "state"), "FAILED");
        assert!(field(&row, "errorText").starts_with("邮件发送失败："), "{row}");
        assert_eq!(notices(world, "demo-admin"), ["FWB 990-12345675发送失败"]);
    });
}

#[test]
fn without_a_mailbox_a_mail_is_tried_again() {
    each_database(rooms, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        world.run_jobs();
        let row = newest(&admin);
        assert_eq!((field(&row, "state"), field(&row, "errorText")), ("WAITING", "企业没有可用的发件邮箱"));
    });
}

/// A server that answers one request: its address, and what it was asked.
fn server(answer: String) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/fwb", listener.local_addr().unwrap());
    let (tell, told) = pipe();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut asked, mut part) = (Vec::new(), [0; 8192]);
        // The head tells how much is to come.
        loop {
            let length = stream.read(&mut part).unwrap();
            asked.extend_from_slice(&part[..length]);
            let text = String::from_utf8_lossy(&asked).into_owned();
            let whole = text.split_once("\r\n\r\n").is_some_and(|(head, body)| {
                let size =
                    head.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                body.len() >= size.unwrap_or(0usize)
            });
            if whole || length == 0 {
                break;
            }
        }
        tell.send(String::from_utf8_lossy(&asked).into_owned()).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
    });
    (url, told)
}

fn interface(caller: &Caller<'_>, kind: &str, more: Json) {
    let mut body = json!({ "apiType": kind, "mode": "模拟", "platform": "CCS", "appId": "A1001", "timeoutS": 10 });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    done(caller.post("/hrs/orgInterface", body));
}

#[test]
fn an_interface_takes_the_message_and_answers_at_once() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "HTTP" }));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        world.run_jobs();
        let row = newest(&admin);
        let lacks = "未配置电子运单直传（主单）接口，请联系管理员";
        assert_eq!((field(&row, "state"), field(&row, "errorText")), ("WAITING", lacks));
        let echo = "FNA\r\nACK/AGENT NOT KNOWN\r\nFWB/16\r\n990-12345675PVGFRA/T12K500.0\r\n";
        let (url, asked_for) =
            server(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{echo}", echo.len()));
        interface(&admin, "AE_DZ_MAWB", json!({ "mode": "正式", "urlPost": url, "authToken": "secret-token-1" }));
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        let said = asked_for.recv().unwrap();
        assert!(said.starts_with("POST /fwb HTTP/1.1") && said.contains("FWB/16\r\n990-12345675PVGFRA"), "{said}");
        assert!(said.to_lowercase().contains("content-type: text/plain"), "{said}");
        let row = newest(&admin);
        assert_eq!((field(&row, "state"), field(&row, "errorText")), ("REJECTED", "AGENT NOT KNOWN"));
        assert_eq!(told(&admin, "direction=IN", &["type", "source", "receipt"]), [["FNA", "HTTP", "AGENT NOT KNOWN"]]);
        let contents = world.contents(true).join("\n");
        assert!(!contents.contains("secret-token-1"));
    });
}

#[test]
fn the_simulator_accepts_messages() {
    each_database(rooms, |world| {
        begin(world, json!({ "kind": "HTTP" }));
        let admin = world.login("demo-admin");
        for kind in ["AE_DZ_MAWB", "AE_DZ_AWB"] {
            interface(&admin, kind, json!({}));
        }
        send(&admin, "all");
        world.run_jobs();
        assert_eq!(states(&admin), ["ACCEPTED"; 3]);
    });
}

#[test]
fn a_message_is_cancelled_and_the_form_taken_back() {
    each_database(rooms, |world| {
        let id = begin(world, json!({}));
        let admin = world.login("demo-admin");
        let version = |id: &str| admin.ok(&format!("{PRINT}/view/{id}"))["rowUuid"].clone();
        let finished = admin.put(
            &format!("{PRINT}/finish/{id}"),
            json!({ "rowUuid": version(&id), "confirmed": ["compare.sums"], "reason": "分单少录" }),
        );
        let keys: Vec<String> = finished.data["confirms"]
            .as_array()
            .map(|list| list.iter().map(|one| field(one, "key").to_owned()).collect())
            .unwrap_or_default();
        if !keys.is_empty() {
            let body = json!({ "rowUuid": version(&id), "confirmed": keys, "reason": "分单少录" });
            done(admin.put(&format!("{PRINT}/finish/{id}"), body));
        }
        send(&admin, "mawb");
        world.run_jobs();
        paste(&admin, &answer(&admin, "FMA", "OK"));
        let back = || admin.put(&format!("{PRINT}/back/{id}"), json!({ "rowUuid": version(&id) }));
        refused(&back(), "报文已被接收，请先撤销报文");
        let row = newest(&admin);
        let stale = admin.post(&format!("{BASE}/cancel"), json!({ "id": row["id"], "version": 1 }));
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
        done(act(&admin, &row, "cancel"));
        assert_eq!(states(&admin), ["CANCELLED"]);
        refused(&act(&admin, &newest(&admin), "cancel"), "报文已撤销，不能进行此操作");
        done(back());
        let text = answer(&admin, "FMA", "AGAIN");
        assert_eq!(results(&paste(&admin, &text))[0].0, "UNMATCHED", "nothing waits for it any more");
        assert_eq!(states(&admin), ["CANCELLED"]);
    });
}

#[test]
fn a_cancelled_message_is_not_sent_any_more() {
    each_database(rooms, |world| {
        begin(world, json!({}));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        done(act(&admin, &newest(&admin), "cancel"));
        assert_eq!(world.run_jobs(), 0);
        assert_eq!(files(&folder(world, "out")), Vec::<String>::new());
    });
}

#[test]
fn a_channel_that_is_gone_fails_what_waits_for_it() {
    each_database(rooms, |world| {
        begin(world, json!({}));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        let row = admin.ok(&format!("{CHANNEL}/page"))["records"][0].clone();
        done(admin.delete(&format!("{CHANNEL}/{}?version={}", field(&row, "id"), row["version"])));
        world.run_jobs();
        assert_eq!(field(&newest(&admin), "errorText"), "报文通道已停用");
    });
}

#[test]
fn nothing_of_ours_stands_below_the_lines_of_a_message() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        let server = MailServer::start(Manner::Takes);
        let mut mailbox = server.mailbox();
        mailbox["mailSignature"] = json!("DEMO FORWARDING");
        assert_eq!(admin.put("/hrs/org/mailbox", mailbox).code, 0);
        send(&admin, "mawb");
        world.run_jobs();
        world.run_jobs();
        let mail = server.received().pop().expect("a mail");
        let body = body_of(&admin, field(&newest(&admin), "id")).replace("\r\n", "\n");
        assert_eq!(mail.text().replace("\r\n", "\n").trim_end(), body.trim_end());
        assert!(!mail.html().contains("<p>"), "{}", mail.html());
        let row = admin.ok("/hrs/mailLog/page")["records"][0].clone();
        assert_eq!(field(&row, "kind"), "电子报文");
    });
}

#[test]
fn a_message_whose_file_is_not_kept_stops_no_other() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        send(&admin, "all");
        // In the way of the file store stands a file.
        let store = world.app.settings.data_folder.join("files");
        assert!(!store.exists());
        std::fs::write(&store, "closed").unwrap();
        world.run_jobs();
        let names = ["state", "errorText", "tries"];
        let tried = || -> Vec<Vec<Json>> {
            rows(&admin, "direction=OUT").iter().map(|row| names.map(|name| row[name].clone()).to_vec()).collect()
        };
        assert_eq!(tried(), vec![vec![json!("WAITING"), json!("发送时发生内部错误"), json!(1)]; 3]);
        std::fs::remove_file(&store).unwrap();
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!(states(&admin), ["SENT"; 3]);
    });
}

#[test]
fn what_fails_in_one_company_stops_no_other() {
    each_database(rooms, |world| {
        world.inside(|app| {
            let orgs = app.orgs().unwrap();
            let mut seen = Vec::new();
            let outcome = app.each_org(|org| {
                seen.push(org);
                match orgs.iter().position(|known| *known == org) {
                    Some(0) => Err(platform::refusal::Refusal::broken("first")),
                    Some(1) => Err(platform::refusal::Refusal::broken("second")),
                    _ => Ok(2),
                }
            });
            assert!(orgs.len() > 2);
            assert_eq!(seen, orgs);
            assert!(matches!(outcome, Err(platform::refusal::Refusal::Broken(text)) if text == "first"));
            assert_eq!(app.each_org(|_| Ok(2)).unwrap(), orgs.len() * 2);
        });
    });
}

#[test]
fn a_channel_out_of_use_sends_nothing_more() {
    each_database(rooms, |world| {
        begin(world, json!({}));
        let admin = world.login("demo-admin");
        send(&admin, "mawb");
        let row = admin.ok(&format!("{CHANNEL}/page"))["records"][0].clone();
        let status = |active: bool, version: &Json| {
            let path = format!("{CHANNEL}/{}/status", field(&row, "id"));
            done(admin.post(&path, json!({ "active": active, "version": version })))
        };
        let stopped = status(false, &row["version"]);
        world.run_jobs();
        let message = newest(&admin);
        assert_eq!((field(&message, "state"), field(&message, "errorText")), ("WAITING", "报文通道已停用"));
        assert_eq!(files(&folder(world, "out")), Vec::<String>::new());
        status(true, &stopped["version"]);
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!(states(&admin), ["SENT"]);
    });
}

#[test]
fn an_answer_settles_what_was_tried_and_seemed_lost() {
    each_database(rooms, |world| {
        begin(world, json!({}));
        let admin = world.login("demo-admin");
        let folder_file = close(world);
        send(&admin, "mawb");
        let early = answer(&admin, "FMA", "EARLY");
        assert_eq!(results(&paste(&admin, &early))[0].0, "UNMATCHED", "it was never tried");
        assert_eq!(states(&admin), ["WAITING"]);
        world.run_jobs();
        assert_eq!(newest(&admin)["tries"], json!(1));
        let text = answer(&admin, "FMA", "OK");
        assert_eq!(results(&paste(&admin, &text))[0].0, "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED"]);
        std::fs::remove_file(folder_file).unwrap();
        world.set_clock("2026-07-15 10:05:00");
        world.run_jobs();
        assert_eq!(files(&folder(world, "out")), Vec::<String>::new(), "it is not sent again");
        assert_eq!(states(&admin), ["ACCEPTED"]);
    });
}

/// State and reason of the mails, newest first.
fn mails(caller: &Caller<'_>) -> Vec<(String, String)> {
    let page = caller.ok("/hrs/mailLog/page?size=50");
    let rows = page["records"].as_array().cloned().unwrap();
    rows.iter().map(|row| (field(row, "status").to_owned(), field(row, "error").to_owned())).collect()
}

#[test]
fn the_mail_of_a_message_that_is_taken_back_or_replaced_is_not_sent() {
    each_database_with(rooms, on_own_machine, |world| {
        begin(world, json!({ "kind": "MAIL", "address": "typeb@example.com" }));
        let admin = world.login("demo-admin");
        let server = MailServer::start(Manner::RefusesReceiver);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        send(&admin, "mawb");
        world.run_jobs();
        world.run_jobs();
        assert_eq!(mails(&admin)[0].0, "待发送");
        let first = newest(&admin);
        done(try_send(&admin, "mawb", &["edi.unanswered"]));
        let stopped = ("失败".to_owned(), "报文已撤销，邮件不再发送".to_owned());
        assert_eq!(mails(&admin), std::slice::from_ref(&stopped));
        assert_eq!(functions(&admin, field(&first, "id")), ["取代", "发出", "发送"]);
        world.run_jobs();
        world.run_jobs();
        assert_eq!(mails(&admin)[0].0, "待发送");
        done(act(&admin, &newest(&admin), "cancel"));
        assert_eq!(mails(&admin), [stopped.clone(), stopped]);
        server.turn(Manner::Takes);
        world.set_clock("2026-07-15 10:30:00");
        world.run_jobs();
        assert_eq!(server.received().len(), 0);
        assert_eq!(states(&admin), ["CANCELLED", "CANCELLED"]);
    });
}
