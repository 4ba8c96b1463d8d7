use serde_json::{Value as Json, json};
use testkit::{World, each_database};

use crate::suite::fixture::*;

const DEP: &str = "FSU/14\r\n990-12345675PVGFRA/T12K500\r\nDEP/X9101/18JUL/PVGFRA/T12K500/A1120\r\n";

fn by_hand(code: &str, time: &str) -> Json {
    json!({
        "awbNumber": "990-12345675", "code": code, "airport": "PVG", "eventTime": time, "pieces": 12, "weight": 500,
        "part": "T", "flightNo": if code == "DEP" { "X9101" } else { "" },
    })
}

fn state(world: &World, number: &str) -> Json {
    world.login("demo-admin").ok(&format!("/afbase/awb/page?awbNumber={number}"))["records"][0]["awbStatus"].clone()
}

#[test]
fn the_standard_suite_holds() {
    each_database(rooms, |world| {
        lay(world);
        world.standard_suite();
    });
}

#[test]
fn events_by_hand_show_newest_first_and_move_leg_and_stock() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/track/doSave", by_hand("RCS", "2026-07-17 18:00:00")).data["stored"], 1);
        assert_eq!(state(world, "990-12345675"), "ALLOCATED");
        let saved = admin.post("/afbase/track/doSave", by_hand("DEP", "2026-07-18 11:20:00"));
        assert_eq!(saved.data["stored"], 1, "{}", saved.message);
        let tracks = admin.ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
        let first = &tracks["routeTracks"][0];
        assert_eq!(
            (first["flightStatusCode"].clone(), first["flightStatusName"].clone()),
            (json!("DEP"), json!("已起飞"))
        );
        assert_eq!((first["quantity"].clone(), first["grossWeight"].clone()), (json!(12), json!(500)));
        assert_eq!(first["eventTime"], "2026-07-18 11:20:00");
        assert_eq!(tracks["routeTracks"][1]["flightStatusCode"], "RCS");
        assert_eq!(tracks["routes"][0]["atd"], "2026-07-18 11:20:00");
        assert_eq!(
            (tracks["routes"][0]["piece"].clone(), tracks["routes"][0]["flightNo"].clone()),
            (json!(12), json!("X9101"))
        );
        assert_eq!(state(world, "990-12345675"), "USED");
        let id = saved.data["id"].as_str().unwrap();
        let other = world.login("superAdmin").delete(&format!("/afbase/track/{id}"));
        assert_eq!(other.status, 404);
        assert_eq!(admin.delete(&format!("/afbase/track/{id}")).code, 0);
        let after = admin.ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
        assert_eq!(
            (after["routeTracks"].as_array().unwrap().len(), after["routes"][0]["atd"].clone()),
            (1, Json::Null)
        );
    });
}

#[test]
fn wrong_events_by_hand_are_refused_with_every_finding() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let empty = admin.post("/afbase/track/doSave", json!({}));
        assert_eq!(empty.findings_at("awbNumber"), ["请输入主单号"]);
        assert_eq!(empty.findings_at("code"), ["请填写状态代码"]);
        assert_eq!(empty.findings_at("airport"), ["请填写机场"]);
        assert_eq!(empty.findings_at("eventTime"), ["请填写时间"]);
        let mut wrong = by_hand("DEP", "2026-07-18 11:20:00");
        wrong["airport"] = json!("XXX");
        assert_eq!(admin.post("/afbase/track/doSave", wrong).findings_at("airport"), ["XXX不是有效机场"]);
        unchanged(world, &before);
    });
}

#[test]
fn the_same_report_is_stored_once() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let first = admin.post_text("/afbase/track/receive", DEP);
        assert_eq!(
            first.data,
            json!({ "stored": 1, "repeated": 0, "awbNumber": "990-12345675", "codes": ["DEP"] }),
            "{}",
            first.message
        );
        let before = world.contents(false);
        assert_eq!(admin.post("/afbase/track/receive", json!({ "text": DEP })).data["repeated"], 1);
        let within = admin.post("/afbase/track/doSave", by_hand("DEP", "2026-07-18 11:21:00"));
        assert_eq!(within.data["repeated"], 1, "a minute apart is the same event");
        let events = |rows: &[String]| rows.iter().filter(|row| row.starts_with("track_event")).count();
        assert_eq!(events(&before), events(&world.contents(false)));
        let beyond = admin.post("/afbase/track/doSave", by_hand("DEP", "2026-07-18 11:21:01"));
        assert_eq!(beyond.data["stored"], 1);
        let callers: Vec<_> = (0..8).map(|_| admin.client()).collect();
        let arrival = "FSU/14\n990-12345675PVGFRA/T12K500\nARR/X9101/18JUL1630/FRA/T12K500\n";
        let calls: Vec<_> = callers
            .into_iter()
            .map(|client| async move { client.post_text("/afbase/track/receive", arrival).await })
            .collect();
        let stored: i64 = world.at_once(calls).iter().map(|reply| reply.data["stored"].as_i64().unwrap_or(99)).sum();
        assert_eq!(stored, 1, "{}", world.database);
    });
}

#[test]
fn messages_give_moments_in_the_zone_of_their_airport() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        admin.post_text("/afbase/track/receive", DEP);
        let text = "FSU/14\n990-12345675PVGFRA/T12K500\nRCF/X9101/18JUL1730/FRA/T12K500\nARR/X9101/18JUL1630/FRA/T12K500\nDIS/X9101/18JUL1800/FRA/MSCA/P1K40\nXYZ/SOMETHING NEW/18JUL\n";
        let reply = admin.post_text("/afbase/track/receive", text);
        assert_eq!(reply.data["codes"], json!(["RCF", "ARR", "DIS", "XYZ"]), "{}", reply.message);
        let tracks = admin.ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
        // Half past four in the afternoon at Frankfurt in summer is half past ten in the evening at Shanghai.
        assert_eq!(tracks["routes"][0]["ata"], "2026-07-18 22:30:00");
        assert_eq!(tracks["routes"][0]["errorMessage"], "MSCA 缺货");
        let unknown =
            tracks["routeTracks"].as_array().unwrap().iter().find(|row| row["flightStatusCode"] == "XYZ").unwrap();
        assert_eq!(
            (unknown["flightStatusName"].clone(), unknown["remark"].clone()),
            (json!("XYZ"), json!("XYZ/SOMETHING NEW/18JUL"))
        );
        assert_eq!(unknown["known"], false);
    });
}

fn broken() -> Vec<String> {
    let head = "FSU/14\n990-12345675PVGFRA/T12K500\n";
    let mut messages: Vec<String> = [
        "",
        "   ",
        "\n\n",
        "HELLO",
        "FWB/16\n990-12345675PVGFRA/T12K500\n",
        "FSU",
        "FSU/",
        "FSU/AB",
        "FSU/14",
        "FSU/14\n",
        "FSU/14\n990-12345670PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500",
        "FSU/14\n99012345675\nDEP",
        "FSU/14\n990-12345675PV/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500",
        "FSU/14\n990-12345675PVGFRA/Q12K500\nDEP/X9101/18JUL/PVGFRA/T12K500",
        "FSU/14\n990-12345675PVGFRA/TK500\nDEP/X9101/18JUL/PVGFRA/T12K500",
        "FSU/14\n990-12345675PVGFRA/T12K\nDEP/X9101/18JUL/PVGFRA/T12K500",
        "FSU/14\n990-12345675PVGFRA/T12K500",
    ]
    .map(ToOwned::to_owned)
    .to_vec();
    messages.extend(
        [
            "/OSI FIRST",
            "DEP",
            "DEP/X9101",
            "DEP/X9101/18JUL",
            "DEP/X9101/18JUL/PVGFRA",
            "DEP/X9101/32JUL/PVGFRA/T12K500",
            "DEP/X9101/18XXX/PVGFRA/T12K500",
            "DEP/X9101/18JUL/PVG/T12K500",
            "DEP/X9101/18JUL/PVGFRA/12K500",
            "DEP/X9101/18JUL/PVGFRA/T12K500/Z1120",
            "DEP/X9101/18JUL/PVGFRA/T12K500/A2560",
            "RCS/18JUL2460/PVG/T12K500",
            "RCS/18JUL1000/P1G/T12K500",
            "RCS/18JUL1000/PVG",
            "ARR/X9101/18JUL1630/FR/T12K500",
            "DIS/X9101/18JUL1800/FRA/MSC/P1K40",
            "DIS/X9101/18JUL1800/FRA/MSCA",
            "TRM/X9/FRA",
        ]
        .map(|line| format!("{head}{line}")),
    );
    messages.push(format!("{head}DEP/X9101/18JUL/PVGFRA/T12K500/A1120\nARR/X9101/18JUL1630/F/T12K500"));
    messages
}

#[test]
fn messages_that_cannot_be_read_say_where_and_change_nothing() {
    each_database(rooms, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let broken = broken();
        assert!(broken.len() >= 30);
        for text in broken {
            let reply = admin.post_text("/afbase/track/receive", &text);
            assert_eq!((reply.status, reply.code), (200, 1), "{text:?}: {}", reply.data);
            let (line, column) = (reply.data["line"].as_u64().unwrap(), reply.data["column"].as_u64().unwrap());
            assert!(line >= 1 && column >= 1, "{text:?}");
            let told = reply.data["message"].as_str().unwrap();
            assert_eq!(reply.message, format!("第{line}行第{column}列：{told}"), "{text:?}");
        }
        let last = String::from(
            "FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500/A1120\nARR/X9101/18JUL1630/F/T12K500",
        );
        assert_eq!(admin.post_text("/afbase/track/receive", &last).data["line"], 4);
        assert!(before == world.contents(true), "a refused message wrote something");
    });
}

#[test]
fn another_org_gets_nothing_of_the_order() {
    each_database(rooms, |world| {
        lay(world);
        let before = world.contents(false);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/afbase/order/tracks?orderUuid={E1}")).status, 404);
        assert_eq!(other.get(&format!("/afbase/orderShare/link/{E1}")).status, 404);
        assert_eq!(other.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1 })).status, 404);
        assert_eq!(other.post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 })).status, 404);
        unchanged(world, &before);
        assert_eq!(other.post_text("/afbase/track/receive", DEP).code, 0);
        let tracks = world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
        assert_eq!(tracks["routeTracks"], json!([]), "another org's message is not ours");
    });
}
