//! The public calls.

use platform::call::Settings;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, each_database_with};

use super::kit::*;

const GONE: &str = "文件袋不存在或链接已失效";

/// One proxy in front tells whose address a call comes from.
fn behind_a_proxy(settings: &mut Settings) {
    settings.trusted_proxies = 1;
}

fn view(reader: &Caller<'_>, token: &str) -> Reply {
    reader.get(&format!("{OUTER}/{token}"))
}

fn open(reader: &Caller<'_>, number: &str, code: &str) -> Reply {
    reader.post(&format!("{OUTER}/open"), json!({ "pouchNumber": number, "code": code }))
}

fn receive(reader: &Caller<'_>, token: &str, more: Json) -> Reply {
    let mut body = json!({ "id": token, "name": "Hans", "phone": "+49 69 1234", "remark": "complete" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    reader.post(&format!("{OUTER}/receive"), body)
}

fn ready(world: &World) -> (Caller<'_>, String, String, String) {
    lay(world);
    let admin = world.login("demo-admin");
    let id = made(&admin);
    seal(&admin, &id);
    let (token, code) = link(&admin, &id);
    (admin, id, token, code)
}

// req: track-open-cargo-pouch
#[test]
fn whoever_has_the_link_sees_the_papers_and_nothing_else() {
    each_database(rooms, |world| {
        let (admin, id, token, _) = ready(world);
        assert!(token.len() >= 26 && token.bytes().all(|letter| letter.is_ascii_alphanumeric()), "130 bits");
        let reader = world.anonymous();
        let seen = done(view(&reader, &token));
        let members: Vec<&str> = seen.as_object().unwrap().keys().map(String::as_str).collect();
        let told = [
            "orgName",
            "orgLogo",
            "themeColor",
            "pouchNumber",
            "mawbNumber",
            "flightNo",
            "flightDate",
            "departureStation",
            "arrivalStation",
            "sealNo",
            "state",
            "stateName",
            "receiver",
            "receivedTime",
            "documents",
        ];
        assert_eq!(members, told, "no customer, no price, no other master");
        for (name, value) in [
            ("orgName", json!("演示货运")),
            ("pouchNumber", json!("WD-2607150001")),
            ("mawbNumber", json!("990-12345675")),
            ("flightNo", json!("X9101")),
            ("flightDate", json!("2026-07-18")),
            ("departureStation", json!("PVG")),
            ("arrivalStation", json!("FRA")),
            ("sealNo", json!("S-1")),
            ("state", json!("SEALED")),
            ("stateName", json!("已封袋")),
            ("receiver", Json::Null),
        ] {
            assert_eq!(seen[name], value, "{name}");
        }
        assert_eq!(view(&reader.in_language("en-US"), &token).data["stateName"], "Sealed");
        let rows = seen["documents"].as_array().unwrap();
        let columns: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            columns,
            ["docType", "docTypeName", "docNo", "originals", "copies", "fileName", "fileUrl", "remark"]
        );
        assert_eq!(
            (&rows[0]["originals"], &rows[2]["copies"], &rows[2]["remark"]),
            (&json!(3), &json!(2), &json!("随机"))
        );
        assert_eq!((&rows[1]["fileName"], &rows[1]["fileUrl"]), (&Json::Null, &Json::Null), "not shown outside");
        assert_eq!(text(&rows[4]["fileName"]), "发票.pdf");
        let file = reader.get(text(&rows[4]["fileUrl"]));
        assert_eq!(file.bytes, "%PDF-发票.pdf".as_bytes());
        // The file of a row that is not shown has no address, by its right id neither.
        let hidden = look(&admin, &id)["documents"][1]["id"].clone();
        for row in [text(&hidden), "4711", "x"] {
            refused(&reader.get(&format!("{OUTER}/{token}/file/{row}")), "附件地址不存在");
        }
        refused(&reader.get(&format!("{OUTER}/wrong/file/{}", text(&hidden))), GONE);
        assert_eq!(look(&admin, &id)["views"], 2, "each look is counted, files are not");
        assert_eq!(admin.ok(&format!("{BASE}/page"))["records"][0]["views"], 2);
    });
}

// req: track-open-cargo-pouch
#[test]
fn number_and_code_open_it_ten_times_an_hour_and_address() {
    each_database_with(rooms, behind_a_proxy, |world| {
        let (_, _, token, code) = ready(world);
        assert!(code.len() == 8 && code.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()));
        let stored = world.contents(true);
        assert!(!stored.iter().any(|row| row.contains(&token) || row.contains(&code)), "only hashes are kept");
        let reader = world.anonymous().from_address("203.0.113.7");
        assert_eq!(done(open(&reader, " wd-2607150001 ", &code.to_lowercase())), json!({ "id": token }));
        for (number, code) in [("WD-2607150001", "AAAAAAAA"), ("WD-2607150002", code.as_str()), ("", ""), ("%", "%")] {
            refused(&open(&reader, number, code), GONE);
        }
        for _ in 0..5 {
            refused(&open(&reader, "WD-2607150001", "BBBBBBBB"), GONE);
        }
        for code in [code.as_str(), "BBBBBBBB"] {
            let eleventh = open(&reader, "WD-2607150001", code);
            assert_eq!((eleventh.status, eleventh.message.as_str()), (429, "操作过于频繁，请稍后再试"));
        }
        done(open(&world.anonymous().from_address("203.0.113.8"), "WD-2607150001", &code));
        world.set_clock("2026-07-15 10:59:59");
        assert_eq!(open(&reader, "WD-2607150001", &code).status, 429);
        world.set_clock("2026-07-15 11:00:00");
        done(open(&reader, "WD-2607150001", &code));
    });
}

// req: track-open-cargo-pouch
#[test]
fn a_link_ends_ninety_days_after_the_flight_and_with_the_pouch() {
    each_database(rooms, |world| {
        let (admin, id, token, code) = ready(world);
        let reader = world.anonymous();
        world.set_clock("2026-10-16 23:59:59");
        done(view(&reader, &token));
        done(open(&reader, "WD-2607150001", &code));
        world.set_clock("2026-10-17 00:00:00");
        refused(&view(&reader, &token), GONE);
        refused(&open(&reader, "WD-2607150001", &code), GONE);
        refused(&receive(&reader, &token, json!({})), GONE);
        world.set_clock("2026-07-15 10:30:00");
        drop(admin);
        let admin = world.login("demo-admin");
        done(view(&reader, &token));
        done(act(&admin, &id, "void", json!({ "reason": "换袋" })));
        for reply in [view(&reader, &token), open(&reader, "WD-2607150001", &code)] {
            refused(&reply, GONE);
        }
        for wrong in ["x", "%E6%96%87", &token.to_uppercase()] {
            refused(&view(&reader, wrong), GONE);
        }
    });
}

#[test]
fn only_failures_count_against_an_address() {
    each_database_with(rooms, behind_a_proxy, |world| {
        let (_, _, token, _) = ready(world);
        let reader = world.anonymous().from_address("203.0.113.9");
        for _ in 0..40 {
            done(view(&reader, &token));
        }
        for _ in 0..30 {
            refused(&view(&reader, "wrong"), GONE);
        }
        assert_eq!(view(&reader, "wrong").status, 429);
        done(view(&reader, &token));
    });
}

// req: track-open-cargo-pouch
#[test]
fn the_agent_confirms_once_and_the_maker_is_told() {
    each_database(rooms, |world| {
        let (admin, id, token, _) = ready(world);
        let reader = world.anonymous();
        refused(&receive(&reader, &token, json!({})), "文件袋尚未交接，不能签收");
        hand(&admin, &id);
        let before = world.contents(true);
        assert_eq!(
            findings(&receive(
                &reader,
                &token,
                json!({ "name": " ", "phone": "1".repeat(31), "remark": "x".repeat(201) })
            )),
            [
                ("name".to_owned(), "请填写姓名".to_owned()),
                ("phone".to_owned(), "电话不能超过30个字符".to_owned()),
                ("remark".to_owned(), "备注不能超过200个字符".to_owned()),
            ]
        );
        world.unchanged(&before, true);
        world.set_clock("2026-07-19 08:00:00");
        assert_eq!(done(receive(&reader, &token, json!({}))), Json::Null);
        refused(&receive(&reader, &token, json!({ "name": "Another" })), "已于2026-07-19 08:00:00由Hans签收");
        let seen = done(view(&reader, &token));
        assert_eq!(
            (text(&seen["state"]), text(&seen["receiver"]), text(&seen["receivedTime"])),
            ("RECEIVED", "Hans", "2026-07-19 08:00:00")
        );
        let admin = world.login("demo-admin");
        let inside = look(&admin, &id);
        assert_eq!((text(&inside["receiverPhone"]), text(&inside["receivedRemark"])), ("+49 69 1234", "complete"));
        let line = &log(&admin, &id)[0];
        assert_eq!((text(&line["function"]), text(&line["text"])), ("签收", "公开页面签收：Hans +49 69 1234"));
        let told = admin.ok("/prm/message?size=100");
        assert_eq!(
            (text(&told["records"][0]["title"]), text(&told["records"][0]["content"])),
            ("文件袋WD-2607150001已签收", "990-12345675：Hans于2026-07-19 08:00:00签收")
        );
        assert_eq!(told["total"], 1);
    });
}

#[test]
fn of_two_who_confirm_at_once_one_is_first() {
    each_database(rooms, |world| {
        let (admin, id, token, _) = ready(world);
        hand(&admin, &id);
        let calls = ["Anna", "Bert", "Carl"].map(|name| {
            let (client, token) = (world.anonymous().client(), token.clone());
            let body = json!({ "id": token, "name": name });
            async move { client.call("POST", &format!("{OUTER}/receive"), body).await }
        });
        let replies = world.at_once(calls.into());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert!(
            replies.iter().filter(|reply| reply.code != 0).all(|reply| reply.message.starts_with("已于2026-07-15"))
        );
        assert_eq!(functions(&admin, &id)[0], "签收");
        assert_eq!(functions(&admin, &id).iter().filter(|line| *line == "签收").count(), 1);
    });
}
