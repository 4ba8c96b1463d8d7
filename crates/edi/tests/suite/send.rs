//! Sending from the making pages, and what follows from the carrier's answers.

use serde_json::json;
use testkit::each_database_from;

use super::kit::*;

fn lines_of(text: &str) -> Vec<&str> {
    text.lines().collect()
}

// The "shows" line of /af_edi_message.
#[test]
fn the_messages_of_e1_are_those_of_the_catalogue() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        channel(&admin, json!({ "kind": "FILE" }));
        let told_check = check(&admin, "all");
        assert_eq!(told_check["ready"], json!(true), "{told_check}");
        assert_eq!(told_check["channel"]["kind"], "FILE");
        let rows_told: Vec<(String, String)> = told_check["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (field(row, "type").to_owned(), field(row, "number").to_owned()))
            .collect();
        let wanted = [("FWB", "990-12345675"), ("FHL", "HA001"), ("FHL", "HA002")];
        assert_eq!(rows_told, wanted.map(|(kind, number)| (kind.to_owned(), number.to_owned())));
        let sent = send(&admin, "all");
        assert_eq!(sent["sent"].as_array().map(Vec::len), Some(3), "{sent}");
        assert_eq!(sent["downloadUrl"], json!(null));
        let fwb = body_of(&admin, field(&sent["sent"][0], "id"));
        let lines = lines_of(&fwb);
        let begin = ["FWB/16", "990-12345675PVGFRA/T12K500.0MC3.95", "FLT/X9101/18", "RTG/FRAX9"];
        assert_eq!(lines[..4], begin, "{fwb}");
        for line in ["OTH/P/AWA50.00MYC1975.50SCC790.20", "PPD/WT17041.98", "/OA50.00/OC2765.70/CT19857.68"] {
            assert!(lines.contains(&line), "{line} is missing in {fwb}");
        }
        let fhl = body_of(&admin, field(&sent["sent"][1], "id"));
        let lines = lines_of(&fhl);
        assert_eq!(lines[..2], ["FHL/4", "MBI/990-12345675PVGFRA/T12K500.0"], "{fhl}");
        assert!(lines[2].starts_with("HBS/HA001/PVGFRA/5/K200.0/5/"), "{fhl}");
        let names = ["type", "awbNumber", "hawbNumber", "route", "flight", "state", "channel", "sender"];
        let row = |kind: &str, house: &str| {
            ["990-12345675", house, "PVG-FRA", "X9101", "WAITING", "FILE", "管理员"]
                .map(str::to_owned)
                .into_iter()
                .fold(vec![kind.to_owned()], |mut row, value| {
                    row.push(value);
                    row
                })
        };
        let listed = told(&admin, "direction=OUT", &names);
        assert_eq!(listed, [row("FHL", "HA002"), row("FHL", "HA001"), row("FWB", "")]);
        assert_eq!(
            (rows(&admin, "type=FWB")[0]["pieces"].clone(), rows(&admin, "type=FWB")[0]["weight"].to_string()),
            (json!(12), "500".to_owned())
        );
    });
}

// The "shows" line of /af_edi_message.
#[test]
fn a_consignee_without_country_stops_the_sending() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        change(&admin, &id, &[("consignee.nationCode", json!(""))]);
        let told_check = check(&admin, "mawb");
        assert_eq!(told_check["ready"], json!(false));
        let finding = told_check["rows"][0]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .find(|finding| finding["field"] == "consignee.nationCode")
            .unwrap()
            .clone();
        let parts = ["box", "message", "severity"].map(|name| field(&finding, name).to_owned());
        assert_eq!(parts, ["收货人", "缺少国家代码", "error"]);
        let before = world.contents(true);
        let reply = try_send(&admin, "mawb", &[]);
        let found = findings(&reply);
        assert!(
            found.contains(&("rows.0.consignee.nationCode".to_owned(), "收货人：缺少国家代码".to_owned())),
            "{found:?}"
        );
        world.unchanged(&before, true);
        let english = admin.in_language("en-US").post(&format!("{PRINT}/sendCheck"), asked(&admin, "mawb"));
        let finding = english.data["rows"][0]["findings"][0].clone();
        assert_eq!((field(&finding, "box"), field(&finding, "message")), ("Consignee", "the country code is missing."));
    });
}

#[test]
fn a_phone_in_china_and_hs_codes_of_houses_are_asked_for() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        change(&admin, &id, &[("shipper.telNumber", json!(""))]);
        let messages = |way: &str| -> Vec<String> {
            let rows = check(&admin, way)["rows"].clone();
            let found = rows.as_array().unwrap().iter().flat_map(|row| row["findings"].as_array().unwrap().clone());
            found
                .filter(|finding| finding["severity"] == "error")
                .map(|finding| format!("{}：{}", field(&finding, "box"), field(&finding, "message")))
                .collect()
        };
        assert_eq!(messages("mawb"), ["发货人：缺少电话"]);
        let mut house_form = admin.ok(&format!("{PRINT}/viewByOrderUuid/{E1}"))["hawbs"][0].clone();
        let house_id = field(&house_form, "awbPrintId").to_owned();
        house_form = admin.ok(&format!("{PRINT}/view/{house_id}"));
        house_form["lines"][0]["hsCodes"] = json!([]);
        done(admin.put(&format!("{PRINT}/hawb"), house_form));
        let found = messages("hawb");
        assert!(found.contains(&"运价行1HS编码：缺少HS编码".to_owned()), "{found:?}");
    });
}

#[test]
fn what_was_not_made_is_told_in_the_list() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let form = master(&admin);
        let id = save(&admin, "mawb", &form);
        let told_check = check(&admin, "all");
        assert_eq!(told_check["ready"], json!(false));
        assert_eq!(told_check["channel"], json!(null));
        let house = &told_check["rows"][1];
        assert_eq!((field(house, "number"), house["awbPrintId"].clone()), ("HA001", json!(null)));
        assert_eq!(field(&house["findings"][0], "message"), "未制单");
        // One house alone, named by its own row, without the master's form.
        done(
            admin.delete(&format!(
                "{PRINT}/{id}?rowUuid={}",
                field(&admin.ok(&format!("{PRINT}/view/{id}")), "rowUuid")
            )),
        );
        save(&admin, "hawb", &super::kit::house(&admin, HA001));
        let one = json!({ "type": "hawb", "slIds": [HA001.to_string()] });
        let told_check = done(admin.post(&format!("{PRINT}/sendCheck"), one));
        let rows_told = told_check["rows"].as_array().unwrap();
        assert_eq!(rows_told.len(), 1);
        assert!(rows_told[0]["findings"].as_array().unwrap().iter().any(|found| found["message"] == "未制单"));
    });
}

#[test]
fn bad_calls_of_the_dialog_are_refused() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        let ask = |body: serde_json::Value| admin.post(&format!("{PRINT}/sendCheck"), body).status;
        assert_eq!(ask(json!({ "type": "some", "awbPrintId": id })), 400);
        assert_eq!(ask(json!({ "type": "all" })), 400);
        assert_eq!(ask(json!({ "type": "all", "awbPrintId": "1" })), 404);
        assert_eq!(ask(json!({ "type": "hawb", "awbPrintId": id, "slIds": ["77"] })), 404);
        assert_eq!(ask(json!({ "type": "all", "awbPrintId": id, "more": 1 })), 400);
        for way in ["sendCheck", "sendData"] {
            let body = json!({ "type": "all", "awbPrintId": id });
            refused(&world.login("mgr01").post(&format!("{PRINT}/{way}"), body), "您没有该订单的数据权限");
            let house = json!({ "type": "hawb", "slIds": [HA001.to_string()] });
            refused(&world.login("mgr01").post(&format!("{PRINT}/{way}"), house), "您没有该订单的数据权限");
        }
        let other =
            world.login("superAdmin").post(&format!("{PRINT}/sendCheck"), json!({ "type": "all", "awbPrintId": id }));
        assert_eq!(other.status, 404);
    });
}

#[test]
fn without_a_channel_the_messages_are_a_file() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        let sent = send(&admin, "all");
        let url = field(&sent, "downloadUrl").to_owned();
        let file = world.anonymous().get(&url);
        assert_eq!(file.content_type, "text/plain");
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        assert!(text.starts_with("FWB/16\r\n") && text.matches("FHL/4\r\n").count() == 2, "{text}");
        assert_eq!(world.run_jobs(), 0);
        assert_eq!(told(&admin, "direction=OUT", &["state", "channel"]), vec![vec!["WAITING", "DOWNLOAD"]; 3]);
        // What people brought there themselves is answered like any other.
        let row = rows(&admin, "type=FWB").remove(0);
        let one = admin.get(&format!("{BASE}/download/{}", field(&row, "id")));
        assert!(one.content_type.starts_with("text/plain"), "{}", one.content_type);
        let text = String::from_utf8(one.bytes.clone()).unwrap();
        let rows_in = paste(&admin, &format!("FMA\r\nACK/OK\r\n{text}"));
        assert_eq!(results(&rows_in), [("ACCEPTED".into(), "FWB 990-12345675已被接收".into())]);
        assert_eq!(told(&admin, "type=FWB", &["state"]), [["ACCEPTED"]]);
    });
}

#[test]
fn an_accepted_message_is_replaced_when_that_is_confirmed() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        channel(&admin, json!({}));
        send(&admin, "mawb");
        // Not out yet: it is neither sent twice nor lost.
        let reply = try_send(&admin, "mawb", &[]);
        assert_eq!(findings(&reply), [("rows.0".to_owned(), "报文正在发送，请稍后再试".to_owned())]);
        assert_eq!(world.run_jobs(), 1);
        let asks = |reply: &testkit::Reply| {
            assert_eq!(reply.code, 2, "{}", reply.message);
            let asked = &reply.data["confirms"][0];
            (field(asked, "key").to_owned(), field(asked, "message").to_owned())
        };
        let question = asks(&try_send(&admin, "mawb", &[]));
        assert_eq!(question, ("edi.unanswered".into(), "已发送，尚未收到回执，是否重新发送？".into()));
        let text = answer(&admin, "FMA", "MESSAGE PROCESSED");
        assert_eq!(results(&paste(&admin, &text))[0].0, "ACCEPTED");
        let first = newest(&admin);
        assert_eq!(
            (field(&first, "state"), field(&first, "receipt"), field(&first, "receiptTime"), first["revision"].clone()),
            ("ACCEPTED", "MESSAGE PROCESSED", "2026-07-15 10:00:00", json!(0))
        );
        assert_eq!(check(&admin, "mawb")["accepted"], json!(true));
        let question = asks(&try_send(&admin, "mawb", &[]));
        assert_eq!(question, ("edi.accepted".into(), "已发送成功，是否覆盖？".into()));
        done(try_send(&admin, "mawb", &["edi.accepted"]));
        world.run_jobs();
        let second = newest(&admin);
        assert_eq!((field(&second, "state"), second["revision"].clone()), ("SENT", json!(1)));
        assert_eq!(states(&admin), ["SENT", "ACCEPTED"], "the carrier has the first until it takes the second");
        // The very same words, but another message waits for them.
        assert_eq!(results(&paste(&admin, &text))[0].0, "ACCEPTED");
        assert_eq!(states(&admin), ["ACCEPTED", "CANCELLED"]);
        let log = admin.ok(&format!("{BASE}/{}", field(&first, "id")))["events"][0].clone();
        let by = format!("已由{}取代", field(&second, "messageNo"));
        assert_eq!((field(&log, "function"), field(&log, "text")), ("取代", by.as_str()));
        assert_eq!(results(&paste(&admin, &text)), [("REPEATED".into(), "重复报文，已忽略".into())]);
    });
}

#[test]
fn a_rejected_message_tells_its_sender_why() {
    each_database_from(rooms, lay, |world| {
        let admin = sent_as(world, "all", json!({}));
        let house = rows(&admin, "type=FHL&hawbNumber=HA001").remove(0);
        let body = body_of(&admin, field(&house, "id"));
        let rows_in = paste(&admin, &format!("FNA/1\r\nACK/WEIGHT DIFFERS\r\n{body}\r\n"));
        let wanted = ("REJECTED".to_owned(), "FHL HA001被拒：WEIGHT DIFFERS".to_owned());
        assert_eq!(results(&rows_in), [wanted]);
        let names = ["hawbNumber", "state", "errorText"];
        let listed = told(&admin, "type=FHL", &names);
        assert_eq!(listed, [["HA002", "SENT", ""], ["HA001", "REJECTED", "WEIGHT DIFFERS"]]);
        assert_eq!(notices(world, "demo-admin"), ["FHL HA001被拒"]);
        let view = admin.ok(&format!("{BASE}/{}", field(&house, "id")));
        let functions: Vec<&str> =
            view["events"].as_array().unwrap().iter().map(|event| field(event, "function")).collect();
        assert_eq!(functions, ["被拒", "发出", "发送"]);
        // The repaired one goes out without a question, and is no revision of an accepted one.
        done(try_send(&admin, "hawb", &["edi.unanswered"]));
        let row = rows(&admin, "type=FHL&hawbNumber=HA001").remove(0);
        assert_eq!((field(&row, "state"), row["revision"].clone()), ("WAITING", json!(0)));
        assert_eq!(told(&admin, "type=FHL&state=CANCELLED", &["hawbNumber"]).len(), 2);
    });
}

#[test]
fn two_who_send_at_once_send_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        channel(&admin, json!({}));
        let body = asked(&admin, "mawb");
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let (client, body) = (admin.client(), body.clone());
                async move { client.post(&format!("{PRINT}/sendData"), body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(states(&admin), ["WAITING"]);
    });
}

#[test]
fn the_company_of_the_sender_stands_in_the_message() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        send(&admin, "mawb");
        let fwb = body_of(&admin, field(&newest(&admin), "id"));
        assert!(fwb.lines().any(|line| line == "REF///AGT/DEMO/PVG"), "{fwb}");
    });
}

#[test]
fn a_channel_of_documents_sends_cargo_xml() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        channel(&admin, json!({ "format": "XML" }));
        send(&admin, "all");
        world.run_jobs();
        let listed = told(&admin, "direction=OUT", &["type", "format", "messageVersion", "state"]);
        let row = |kind: &str| [kind, "XML", "3.00", "SENT"].map(str::to_owned).to_vec();
        assert_eq!(listed, [row("FHL"), row("FHL"), row("FWB")]);
        let names = files(&folder(world, "out"));
        assert_eq!(names[0], "EM-2607150001_FWB_990-12345675.xml");
        let text = std::fs::read_to_string(folder(world, "out").join(&names[0])).unwrap();
        assert!(text.starts_with("<?xml"), "{text}");
        // What we write we read: as if it came from somebody else.
        let rows_in = paste(&admin, &text);
        assert_eq!(results(&rows_in), [("RECEIVED".into(), "已保存".into())]);
        let came = rows(&admin, "direction=IN").remove(0);
        let parts = ["type", "format", "awbNumber", "route"].map(|name| field(&came, name));
        assert_eq!(parts, ["FWB", "XML", "990-12345675", "PVG-FRA"]);
        let broken = paste(&admin, &text.replace("</", "<"));
        assert_eq!(field(&broken[0], "result"), "UNREAD");
        assert!(field(&broken[0], "message").starts_with('第'), "{}", broken[0]);
    });
}

#[test]
fn the_rules_of_the_destination_are_told_in_the_list() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        let texts = || -> Vec<String> {
            let told_check = check(&admin, "hawb");
            assert_eq!(told_check["ready"], json!(true), "a warning stops nothing: {told_check}");
            let found = told_check["rows"][0]["findings"].as_array().unwrap().clone();
            found.iter().map(|finding| field(finding, "message").to_owned()).collect()
        };
        let wanted = "29国的企业收货人应填写EORI号".to_owned();
        assert!(!texts().contains(&wanted));
        world.database(|app, conn| waybill::destination::load(conn, &app.mint, app.clock.now()).unwrap());
        assert!(texts().contains(&wanted), "{:?}", texts());
    });
}

#[test]
fn an_old_answer_does_not_accept_what_is_still_to_be_sent() {
    each_database_from(rooms, lay, |world| {
        let admin = sent_as(world, "mawb", json!({}));
        let text = answer(&admin, "FMA", "OK");
        paste(&admin, &text);
        done(try_send(&admin, "mawb", &["edi.accepted"]));
        assert_eq!(results(&paste(&admin, &text.replace("OK", "OK AGAIN")))[0].0, "ACCEPTED", "the one it had");
        assert_eq!(states(&admin), ["WAITING", "ACCEPTED"]);
        assert_eq!(results(&paste(&admin, &text.replace("FMA\r\nACK/OK", "FNA\r\nACK/NO")))[0].0, "REJECTED");
        assert_eq!(states(&admin), ["WAITING", "REJECTED"]);
    });
}

#[test]
fn what_a_carrier_says_last_counts_and_each_refusal_is_told() {
    each_database_from(rooms, lay, |world| {
        let admin = sent_as(world, "mawb", json!({}));
        let answered = |head: &str, reason: &str| {
            let result = results(&paste(&admin, &answer(&admin, head, reason)))[0].0.clone();
            (result, states(&admin), field(&newest(&admin), "errorText").to_owned())
        };
        let is = |state: &str, error: &str| (state.to_owned(), vec![state.to_owned()], error.to_owned());
        assert_eq!(answered("FMA", "RECEIVED"), is("ACCEPTED", ""));
        assert_eq!(answered("FNA", "WEIGHT DIFFERS"), is("REJECTED", "WEIGHT DIFFERS"));
        assert_eq!(answered("FNA", "AGENT NOT KNOWN"), is("REJECTED", "AGENT NOT KNOWN"));
        assert_eq!(notices(world, "demo-admin").len(), 2);
        assert_eq!(answered("FMA", "PROCESSED"), is("ACCEPTED", ""));
        assert_eq!(answered("FNA", "WEIGHT DIFFERS").0, "REPEATED", "the same words are the same answer");
        done(act(&admin, &newest(&admin), "cancel"));
        assert_eq!(answered("FNA", "TOO LATE"), ("UNMATCHED".to_owned(), vec!["CANCELLED".to_owned()], String::new()));
        assert_eq!(notices(world, "demo-admin").len(), 3, "who took it back learns of it too");
    });
}
