//! Messages that come: what is kept, what they do, who sees them.

use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use super::kit::*;

const HIDDEN: &str = "您没有该订单的数据权限";

fn tracks(world: &World) -> Vec<String> {
    let tracks = world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
    let rows = tracks["routeTracks"].as_array().cloned().unwrap();
    rows.iter().map(|row| format!("{} {}", field(row, "flightStatusCode"), field(row, "source"))).collect()
}

#[test]
fn a_status_becomes_events_of_the_shipment_once() {
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        let first = paste(&admin, FSU);
        assert_eq!(results(&first), [("EVENTS".into(), "新增轨迹1条，重复0条".into())]);
        assert_eq!((field(&first[0], "type"), field(&first[0], "awbNumber")), ("FSU", "990-12345675"));
        assert_eq!(tracks(world), ["DEP 报文FSU"]);
        // The same words with other line ends are the same message.
        let before = world.contents(true);
        assert_eq!(
            results(&paste(&admin, &FSU.replace("\r\n", "\n"))),
            [("REPEATED".into(), "重复报文，已忽略".into())]
        );
        world.unchanged(&before, true);
        // Another message with the same event and a new one.
        let more = format!("{FSU}RCF/X9101/18JUL1900/FRA/T12K500.0\r\n");
        assert_eq!(results(&paste(&admin, &more)), [("EVENTS".into(), "新增轨迹1条，重复1条".into())]);
        assert_eq!(tracks(world).len(), 2);
        let names = ["direction", "type", "messageVersion", "awbNumber", "route", "state", "source", "orderCode"];
        let row = ["IN", "FSU", "14", "990-12345675", "PVG-FRA", "RECEIVED", "PASTE", "AE-2607150001"];
        assert_eq!(told(&admin, "direction=IN", &names), [row, row]);
        assert!(world.contents(true).iter().any(|row| row.contains("报文 DEP RCF")), "the log of the order tells it");
    });
}

#[test]
fn a_date_that_can_be_none_is_told_beside_the_message_and_at_its_line() {
    each_database_from(rooms, lay, |world| {
        world.set_clock("2027-03-10 09:00:00");
        let admin = world.login("demo-admin");
        let status = "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nRCS/29FEB1000/PVG/T12K500.0\r\n";
        let reason = "29FEB在收到报文前后一年内不存在，事件未记录时间";
        let answer = "FFA/4\r\n990-12345675PVGFRA/T12K500\r\nX9101/31APR/PVGFRA/KK\r\nREF/PVGFFXX\r\n";
        let told_rows = results(&paste(&admin, &format!("{status}\r\n{answer}")));
        let noted = format!("新增轨迹1条，重复0条；第3行第5列：{reason}");
        assert_eq!(told_rows, [("EVENTS".to_owned(), noted), ("RECEIVED".to_owned(), "已保存".to_owned())]);
        for (kind, column, message) in [("FSU", 5, reason), ("FFA", 7, "日期不存在")] {
            let row = rows(&admin, &format!("type={kind}")).remove(0);
            let view = admin.ok(&format!("{BASE}/{}", field(&row, "id")));
            assert_eq!(view["findings"], json!([{ "line": 3, "column": column, "message": message }]));
        }
        // When such a day is near again, the message still says what it said when it came.
        world.set_clock("2028-02-25 09:00:00");
        let row = rows(&world.login("demo-admin"), "type=FSU").remove(0);
        let view = world.login("demo-admin").ok(&format!("{BASE}/{}", field(&row, "id")));
        assert_eq!(view["findings"][0]["message"], reason);
        assert_eq!(tracks(world), ["RCS 报文FSU"]);
    });
}

#[test]
fn one_text_holds_several_messages_and_a_bad_one_stops_no_other() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let bad = "FSU/14\r\n990-12345675PVGFRA/T12K500.0\r\nDEP/X9101/18XXX/PVGFRA/T12K500.0\r\n";
        let fwb = "FFM/8\r\n1/X9101/18JUL/PVG\r\n";
        let rows_in = paste(
            &admin,
            &format!("{bad}\r\n{FSU}\r\n{fwb}hello\r\n\r\nFNA\r\nACK/NO SUCH\r\nFWB/16\r\n990-12345686PEKLAX/T1K1\r\n"),
        );
        let kinds: Vec<String> =
            rows_in.iter().map(|row| format!("{} {}", field(row, "type"), field(row, "result"))).collect();
        assert_eq!(kinds, ["FSU UNREAD", "FSU EVENTS", "FFM UNREAD", "FNA UNMATCHED"]);
        let message = field(&rows_in[0], "message");
        assert!(message.starts_with("第3行第") && message.contains('：'), "{message}");
        assert_eq!(tracks(world), ["DEP 报文FSU"]);
        let unread = rows(&admin, "state=UNREAD");
        assert_eq!(unread.len(), 2);
        let row = unread.iter().find(|row| row["type"] == "FSU").unwrap();
        assert_eq!(field(row, "errorText"), message);
        let view = admin.ok(&format!("{BASE}/{}", field(row, "id")));
        assert_eq!(view["lines"].as_array().unwrap().len(), 3);
        assert_eq!(view["findings"][0]["line"], json!(3));
        let english = admin.in_language("en-US").ok(&format!("{BASE}/{}", field(row, "id")));
        assert_ne!(english["findings"][0]["message"], view["findings"][0]["message"]);
        let file = admin.get(&format!("{BASE}/download/{}", field(row, "id")));
        assert_eq!(String::from_utf8(file.bytes).unwrap(), bad.trim_end().replace("\r\n", "\n"));
    });
}

/// Issue 25, A 6: a status line that can't be read takes no other with it; mended, it is read again.
#[test]
fn a_bad_status_line_is_told_and_read_again_when_it_is_mended() {
    each_database_from(rooms, lay, |world| {
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        let bad = FSU.to_owned() + "RCF/X9101/32JUL0600/FRA/T12K500.0\r\n";
        let row = paste(&admin, &bad).remove(0);
        assert_eq!(results(&[row]), [("EVENTS".into(), "新增轨迹1条，重复0条；第4行第11列：日期格式不正确".into())]);
        assert_eq!(tracks(world), ["DEP 报文FSU"]);
        let kept = rows(&admin, "type=FSU").remove(0);
        assert!(field(&kept, "errorText").contains("第4行第11列"), "{kept}");
        let view = admin.ok(&format!("{BASE}/{}", field(&kept, "id")));
        assert_eq!(view["findings"], json!([{ "line": 4, "column": 11, "message": "日期格式不正确" }]));
        let mended = paste(&admin, &bad.replace("32JUL", "18JUL"));
        assert_eq!(results(&mended), [("EVENTS".into(), "新增轨迹1条，重复1条".into())]);
        assert_eq!(tracks(world).len(), 2);
    });
}

/// Issue 25, A 4: what the reader noticed is shown where the message came in and on its page.
#[test]
fn what_the_reader_noticed_is_told_to_the_sender_and_on_the_page() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let text = "FSU/13\r\n990-12345675PVGFRA/T12K500.0\r\nRCS/15JUL0900/PVG/T11K500.0\r\n......\r\n";
        let row = paste(&admin, text).remove(0);
        let wanted = [
            "第1行第4列：报文版本不常用",
            "第3行第1列：RCS件数合计11，与12不一致",
            "第4行第1列：未识别的报文段，原样保留",
        ];
        let told: Vec<String> =
            row["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().to_owned()).collect();
        for note in wanted {
            let reason = note.split_once('：').unwrap().1;
            assert!(told.iter().any(|told| told.ends_with(reason)), "{note} in {told:?}");
        }
        let id = rows(&admin, "type=FSU").remove(0)["id"].as_str().unwrap().to_owned();
        assert_eq!(admin.ok(&format!("{BASE}/{id}"))["findings"].as_array().unwrap().len(), told.len());
        let houses =
            "FHL/4\r\nMBI/990-12345675PVGFRA/T5K500\r\nHBS/H1/PVGFRA/2/K200//GOODS\r\nHBS/H2/PVGFRA/1/K300//GOODS\r\n";
        let row = paste(&admin, houses).remove(0);
        assert!(row["notes"].to_string().contains("分单件数合计3，与5不一致"), "{row}");
    });
}

/// Issue 25, A 5: messages out of a mail, and in the encodings of others.
#[test]
fn messages_are_read_quoted_and_in_other_encodings() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let quoted: String = FSU.lines().map(|line| format!("> {line}\u{a0}\r\n")).collect();
        assert_eq!(field(&paste(&admin, &quoted).remove(0), "result"), "EVENTS");
        let wide: Vec<u8> = std::iter::once(0xfeff)
            .chain(FSU.replace("A1120", "A1150").encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let data = done(admin.upload(&format!("{BASE}/importFiles"), &[("a.txt", &wide)]));
        let row = &data["rows"][0];
        assert!(field(row, "result") == "EVENTS" && row["notes"].to_string().contains("UTF-16LE"), "{row}");
    });
}

#[test]
fn waybills_that_come_are_kept_and_readable() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        send(&admin, "all");
        let own = rows(&admin, "direction=OUT");
        let texts: Vec<String> = own.iter().map(|row| body_of(&admin, field(row, "id"))).collect();
        let rows_in = paste(&admin, &texts.join("\r\n\r\n"));
        assert_eq!(results(&rows_in), vec![("RECEIVED".to_owned(), "已保存".to_owned()); 3]);
        let came = rows(&admin, "direction=IN&type=FWB").remove(0);
        assert_eq!(
            (came["pieces"].clone(), came["weight"].clone(), field(&came, "flight")),
            (json!(12), json!(500), "X9101")
        );
        let view = admin.ok(&format!("{BASE}/{}", field(&came, "id")));
        let value = |label: &str| -> String {
            let values = view["values"].as_array().unwrap();
            values
                .iter()
                .find(|row| row["label"] == label)
                .map(|row| field(row, "value").to_owned())
                .unwrap_or_default()
        };
        assert_eq!((value("主单号"), value("航程")), ("990-12345675".to_owned(), "PVG-FRA".to_owned()));
        assert!(value("收货人").starts_with("DEMO BUYER GMBH, 1 SAMPLE ROAD, FRANKFURT"), "{view}");
        assert_eq!(value("预付合计"), "CNY 19857.68");
        let house = rows(&admin, "direction=IN&type=FHL&hawbNumber=HA001").remove(0);
        assert_eq!((field(&house, "awbNumber"), house["version"].clone()), ("990-12345675", json!(1)));
        // A form's own state is not touched by what others tell.
        assert_eq!(states(&admin), ["WAITING"; 3]);
    });
}

#[test]
fn files_are_taken_one_by_one() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let path = format!("{BASE}/importFiles");
        let reply = admin.upload(
            &path,
            &[("one.txt", FSU.as_bytes()), ("two.bin", &[0xff, 0xfe, 0x00]), ("three.txt", FSU.as_bytes())],
        );
        let rows_in: Vec<Json> = done(reply)["rows"].as_array().cloned().unwrap();
        let told_rows: Vec<String> =
            rows_in.iter().map(|row| format!("{} {}", field(row, "file"), field(row, "result"))).collect();
        assert_eq!(told_rows, ["one.txt EVENTS", "two.bin FAILED", "three.txt REPEATED"]);
        assert_eq!(field(&rows_in[1], "message"), "文件不是文本或超过1MB，请上传TXT或XML报文文件");
        refused(&admin.upload(&path, &[]), "请选择报文文件");
        let many: Vec<(String, &[u8])> = (0..51).map(|number| (format!("{number}.txt"), FSU.as_bytes())).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        refused(&admin.upload(&path, &many), "一次最多上传50个文件");
        let just_large = format!("{FSU}{}", " ".repeat(1024 * 1024 - FSU.len()));
        let reply =
            admin.upload(&path, &[("a.txt", just_large.as_bytes()), ("b.txt", format!("{just_large} ").as_bytes())]);
        let results_in: Vec<String> =
            done(reply)["rows"].as_array().unwrap().iter().map(|row| field(row, "result").to_owned()).collect();
        assert_eq!(results_in[1], "FAILED");
        assert_ne!(results_in[0], "FAILED");
    });
}

#[test]
fn no_more_than_200_messages_come_at_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let text = |count: usize| -> String {
            (0..count)
                .map(|number| format!("FSU/14\n990-12345675PVGFRA/T12K500.0\nRCS/PVG/17JUL/T12K5{number:03}\n"))
                .collect()
        };
        let rows_in = paste(&admin, &text(201));
        assert_eq!(rows_in.len(), 201);
        assert_eq!(results(&rows_in)[200], ("FAILED".to_owned(), "一次最多处理200条报文".to_owned()));
        assert_eq!(admin.ok(&format!("{BASE}/page?direction=IN"))["total"], json!(200));
    });
}

#[test]
fn nothing_pasted_is_refused_with_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let import = |body: Json| admin.post(&format!("{BASE}/import"), body);
        assert_eq!(findings(&import(json!({}))), [("text".to_owned(), "请填写报文".to_owned())]);
        assert_eq!(findings(&import(json!({ "text": "  " }))), [("text".to_owned(), "请填写报文".to_owned())]);
        assert_eq!(import(json!({ "text": FSU, "more": 1 })).status, 400);
    });
}

#[test]
fn messages_of_a_hidden_order_and_of_another_company_are_not_shown() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        paste(&admin, FSU);
        paste(&admin, "hello");
        let row = rows(&admin, "type=FSU").remove(0);
        let id = field(&row, "id").to_owned();
        // The manager of another department.
        let hidden = world.login("mgr01");
        assert_eq!(told(&hidden, "direction=IN", &["type"]), [["?"]]);
        for path in [format!("{BASE}/{id}"), format!("{BASE}/download/{id}")] {
            refused(&hidden.get(&path), HIDDEN);
        }
        for way in ["cancel", "retry"] {
            refused(&act(&hidden, &row, way), HIDDEN);
        }
        let other = world.login("superAdmin");
        assert_eq!(other.ok(&format!("{BASE}/page"))["total"], json!(0));
        assert_eq!(other.get(&format!("{BASE}/{id}")).status, 404);
        assert_eq!(other.get(&format!("{BASE}/download/{id}")).status, 404);
        for way in ["cancel", "retry"] {
            assert_eq!(act(&other, &row, way).status, 404);
            refused(&act(&admin, &row, way), "收到的报文不能进行此操作");
        }
    });
}
