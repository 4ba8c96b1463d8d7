use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use crate::track::suite::fixture::*;

const HEAD: &str = "FSU/14\n990-12345675PVGFRA/T12K500\n";
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
    each_database_from(rooms, lay, |world| {
        world.database(|_, conn| put(conn, DEMO, "delivery_notice", &notice()));
        world.standard_suite("track");
    });
}

/// A notice, for what the room's other page does with one.
fn notice() -> Vec<(&'static str, Value)> {
    let mut cells: Vec<(&'static str, Value)> =
        ["id", "order_id", "warehouse_id", "version", "created_by", "created_at", "updated_by", "updated_at"]
            .map(|column| (column, Value::Int(if column == "order_id" { 6001 } else { 1 })))
            .to_vec();
    for (column, text) in [("notice_code", "SH-1"), ("flag", "warehouse"), ("language", "zh"), ("state", "UNSENT")] {
        cells.push((column, text.into_value()));
    }
    cells
}

#[test]
fn events_by_hand_show_newest_first_and_move_leg_and_stock() {
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
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
    each_database_from(rooms, lay, |world| {
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
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
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
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
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

/// A message that can't be read, and where and why it is refused: line, column, reason.
type Broken = (String, usize, usize, &'static str);

/// Wrong as a whole, in its heading or in its waybill line.
fn broken_heads() -> Vec<Broken> {
    let many = format!("{HEAD}{}", "RCS/18JUL1000/PVG/T12K500\n".repeat(201));
    let large = format!("{HEAD}{}", "A".repeat(64 * 1024));
    let rest = "DEP/X9101/18JUL/PVGFRA/T12K500";
    let mut cases: Vec<Broken> = [
        ("", 1, 1, "报文为空"),
        ("   ", 1, 1, "报文为空"),
        ("\n\r\n", 1, 1, "报文为空"),
        ("HELLO", 1, 1, "缺少FSU或FSA报文头"),
        ("FWB/16\n990-12345675PVGFRA/T12K500\n", 1, 1, "缺少FSU或FSA报文头"),
        ("A\nB\nC\nFSU/14\n990-12345675PVGFRA/T12K500\n", 1, 1, "缺少FSU或FSA报文头"),
        ("FSU", 1, 4, "报文版本号不正确"),
        ("FSU/", 1, 5, "报文版本号不正确"),
        ("FSU/AB", 1, 5, "报文版本号不正确"),
        ("FSU/140", 1, 5, "报文版本号不正确"),
        ("FSUX14", 1, 4, "缺少FSU或FSA报文头"),
        ("FSU/14", 2, 1, "缺少主单号行"),
        ("FSU/14\n", 2, 1, "缺少主单号行"),
        ("FSU/14\n990-12345670PVGFRA/T12K500\nX", 2, 1, "主单号不正确"),
        ("FSU/14\n99012345675\nX", 2, 1, "主单号不正确"),
        ("FSU/14\n990-12345675PV/T12K500\nX", 2, 13, "机场代码须为3位字母"),
        ("FSU/14\n990-12345675PVGfra/T12K500\nX", 2, 16, "机场代码须为3位字母"),
        ("FSU/14\n990-12345675PVGFRA/Q12K500\nX", 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/TK500\nX", 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K\nX", 2, 20, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K500T\nX", 2, 28, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K500X\nX", 2, 27, "件数重量格式不正确"),
        ("FSU/14\n990-12345675PVGFRA/T12K500", 3, 1, "没有状态行"),
        ("FSU/14\n990-12345675PVGFRA/T12K500\nDEP/X9101/18JUL/PVGFRA/T12K500货", 3, 31, "包含无法识别的字符"),
        ("FSU/14\u{7}\n990-12345675PVGFRA/T12K500", 1, 7, "包含无法识别的字符"),
    ]
    .map(|(text, line, column, reason)| (text.replace("\nX", &format!("\n{rest}")), line, column, reason))
    .to_vec();
    cases.push((many, 203, 1, "状态行过多"));
    cases.push((large, 1, 1, "报文过大"));
    cases
}

/// A sound head with one wrong status line, or with a wrong one behind a sound one.
fn broken_lines() -> Vec<Broken> {
    [
        ("/OSI FIRST", 1, "状态代码须为3位字母"),
        ("OSI/FIRST", 1, "状态代码须为3位字母"),
        ("DEP", 1, "状态代码须为3位字母"),
        ("dep/X9101/18JUL/PVGFRA/T12K500", 1, "状态代码须为3位字母"),
        ("DEP/X9101", 10, "缺少必需的内容"),
        ("DEP/X9101/18JUL", 16, "缺少必需的内容"),
        ("DEP/X9101/18JUL/PVGFRA", 23, "缺少必需的内容"),
        ("DEP/X/18JUL/PVGFRA/T12K500", 5, "航班号格式不正确"),
        ("DEP/X910123/18JUL/PVGFRA/T12K500", 5, "航班号格式不正确"),
        ("DEP/X9101/32JUL/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/00JUL/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/31APR/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/30FEB/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/1JUL/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/18XXX/PVGFRA/T12K500", 11, "日期格式不正确"),
        ("DEP/X9101/18JUL/PVG/T12K500", 20, "机场代码须为3位字母"),
        ("DEP/X9101/18JUL/PVGFRA/12K500", 24, "件数重量格式不正确"),
        ("DEP/X9101/18JUL/PVGFRA/T12K12345678", 24, "件数重量格式不正确"),
        ("DEP/X9101/18JUL/PVGFRA/T12X500", 27, "件数重量格式不正确"),
        ("DEP/X9101/18JUL/PVGFRA/T12K500/Z1120", 32, "时间格式不正确"),
        ("DEP/X9101/18JUL/PVGFRA/T12K500/A2560", 33, "时间格式不正确"),
        ("DEP/X9101/18JUL/PVGFRA/T12K500/A1120-X", 37, "时间格式不正确"),
        ("RCS/18JUL2400/PVG/T12K500", 10, "时间格式不正确"),
        ("RCS/18JUL1060/PVG/T12K500", 10, "时间格式不正确"),
        ("RCS/18/PVG/T12K500", 5, "日期格式不正确"),
        ("RCS/18JUL1000/P1G/T12K500", 15, "机场代码须为3位字母"),
        ("RCS/18JUL1000/PVG", 18, "缺少必需的内容"),
        ("ARR/X9101/18JUL1630/FR/T12K500", 21, "机场代码须为3位字母"),
        ("DIS/X9101/18JUL1800/FRA/MSC/P1K40", 25, "差异代码须为4位字母"),
        ("DIS/X9101/18JUL1800/FRA/MSCA", 29, "缺少必需的内容"),
        ("TRM/X9/FRA", 11, "缺少必需的内容"),
    ]
    .map(|(line, column, reason)| (format!("{HEAD}{line}"), 3, column, reason))
    .to_vec()
}

#[test]
fn messages_that_cannot_be_read_say_where_and_change_nothing() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let broken: Vec<Broken> = broken_heads().into_iter().chain(broken_lines()).collect();
        assert!(broken.len() >= 30);
        for (text, line, column, reason) in broken {
            let shown: String = text.chars().take(80).collect();
            let reply = admin.post_text("/afbase/track/receive", &text);
            assert_eq!((reply.status, reply.code), (200, 1), "{shown:?}: {}", reply.data);
            assert_eq!(reply.message, format!("第{line}行第{column}列：{reason}"), "{shown:?}");
            assert_eq!(reply.data, json!({ "line": line, "column": column, "message": reason }), "{shown:?}");
            let pasted = admin.post("/afbase/track/receive", json!({ "text": text }));
            assert_eq!(pasted.message, reply.message, "{shown:?}");
        }
        let english = admin.in_language("en-US").post_text("/afbase/track/receive", "FSU/AB");
        assert_eq!(english.message, "Line 1, column 5: The version is not a number.");
        for wrong in [json!({}), json!({ "text": 1 }), json!({ "text": "", "more": 1 }), json!([])] {
            assert_eq!(admin.post("/afbase/track/receive", wrong).status, 400);
        }
        assert!(before == world.contents(true), "a refused message wrote something");
    });
}

/// Code, airport and time of the events of E1, newest first.
fn moments(world: &World) -> Vec<(String, Json)> {
    let tracks = world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
    let rows = tracks["routeTracks"].as_array().cloned().expect("events");
    rows.iter().map(|row| (row["flightStatusCode"].as_str().unwrap().to_owned(), row["eventTime"].clone())).collect()
}

#[test]
fn a_date_without_a_year_is_the_newest_that_can_have_happened_or_the_nearest_that_is_planned() {
    each_database_from(rooms, lay, |world| {
        for (received, line, moment) in [
            ("2026-12-31 09:00:00", "FOH/01JAN0010/PVG/T12K500", "2027-01-01 00:10:00"),
            ("2027-01-02 09:00:00", "RCS/31DEC2320/PVG/T12K500", "2026-12-31 23:20:00"),
            ("2027-01-02 09:00:00", "DEP/X9101/31/PVGFRA/T12K500/A2230", "2026-12-31 22:30:00"),
            ("2027-07-15 09:00:00", "DOC/20SEP1000/PVG/T12K500", "2026-09-20 10:00:00"),
            ("2027-07-15 09:00:00", "BKD/X9101/20SEP/PVGFRA/T12K500/S1000", "2027-09-20 10:00:00"),
            ("2027-07-15 09:00:00", "ARR/X9101/30AUG/FRA/T12K500/S1600/E1600", "2027-08-30 22:00:00"),
            ("2028-03-01 09:00:00", "TGC/29FEB1000/PVG/T12K500", "2028-02-29 10:00:00"),
        ] {
            world.set_clock(received);
            let reply = world.login("demo-admin").post_text("/afbase/track/receive", &format!("{HEAD}{line}\n"));
            assert_eq!(reply.data["stored"], 1, "{} {line}: {}", world.database, reply.message);
            let code = &line[..3];
            let found = moments(world).into_iter().find(|(known, _)| known == code);
            assert_eq!(found.map(|(_, time)| time), Some(json!(moment)), "{} {line}", world.database);
        }
    });
}

#[test]
fn a_date_that_can_be_none_is_told_and_the_event_keeps_no_time() {
    each_database_from(rooms, lay, |world| {
        world.set_clock("2027-03-10 09:00:00");
        let admin = world.login("demo-admin");
        let text = format!("{HEAD}RCS/09MAR1000/PVG/T12K500\nFOH/29FEB1000/PVG/T12K500\n");
        let told = admin.post_text("/afbase/track/receive", &text).data;
        let message = "29FEB在收到报文前后一年内不存在，事件未记录时间";
        assert_eq!((&told["stored"], &told["codes"]), (&json!(2), &json!(["RCS", "FOH"])));
        assert_eq!(told["notes"], json!([{ "line": 4, "column": 5, "message": message }]));
        let rcs = ("RCS".to_owned(), json!("2027-03-09 10:00:00"));
        assert_eq!(moments(world), [rcs, ("FOH".to_owned(), Json::Null)], "{}", world.database);
        // The same again is the same, and told again.
        let again = admin.in_language("en-US").post_text("/afbase/track/receive", &text).data;
        assert_eq!((&again["stored"], &again["repeated"]), (&json!(0), &json!(2)));
        let english = "There is no 29FEB within a year of the message; the event has no time.";
        assert_eq!(again["notes"][0]["message"], english);
        // What lies far back may have been meant otherwise.
        let far = admin.post_text("/afbase/track/receive", &format!("{HEAD}DLV/20AUG1000/PVG/T12K500\n")).data;
        let message = "20AUG距收到报文已超过半年，按2026-08-20 10:00记录";
        assert_eq!(far["notes"], json!([{ "line": 3, "column": 5, "message": message }]));
    });
}

#[test]
fn who_does_not_see_an_order_tells_nothing_of_its_number() {
    each_database_from(rooms, lay, |world| {
        let before = world.contents(false);
        // The manager of another department.
        let manager = world.login("mgr01");
        for (number, typed) in [("990-12345675", "990-12345675"), ("990-90000002", "99090000002")] {
            let wanted = format!("未找到主单{number}");
            let told = manager.post_text("/afbase/track/receive", &DEP.replace("990-12345675", number));
            assert_eq!((told.code, &told.message, told.data), (1, &wanted, Json::Null));
            let mut event = by_hand("DEP", "2026-07-18 11:20:00");
            event["awbNumber"] = json!(typed);
            let saved = manager.post("/afbase/track/doSave", event);
            assert_eq!(saved.findings_at("awbNumber"), [wanted]);
        }
        unchanged(world, &before);
        assert_eq!(world.login("demo-admin").post_text("/afbase/track/receive", DEP).code, 0);
    });
}

#[test]
fn another_org_gets_nothing_of_the_order() {
    each_database_from(rooms, lay, |world| {
        let before = world.contents(false);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/afbase/order/tracks?orderUuid={E1}")).status, 404);
        assert_eq!(other.get(&format!("/afbase/orderShare/link/{E1}")).status, 404);
        assert_eq!(other.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1 })).status, 404);
        assert_eq!(other.post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 })).status, 404);
        let told = other.post_text("/afbase/track/receive", DEP);
        assert_eq!((told.code, told.message.as_str()), (1, "未找到主单990-12345675"));
        unchanged(world, &before);
        let tracks = world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
        assert_eq!(tracks["routeTracks"], json!([]), "another org's message is not ours");
    });
}
