//! Events that come in messages and files: put to orders, shown on every page of theirs, or waiting.

use serde_json::{Value as Json, json};
use testkit::{Caller, World};

use crate::sc::suite::fixture::*;
use crate::sc::suite::public::share;

/// A gate-in of SE1's first box a day later than it was told by hand, as terminals send it.
fn gate_in(number: &str, code: &str, time: &str) -> String {
    format!(
        "UNA:+.? 'UNB+UNOA:2+SGTTERMINAL+TESTLINE+260715:0950+4711'UNH+1+CODECO:D:95B:UN:SMDG16'BGM+{code}+1+9'\
         TDT+20+025W+1++TST:172:20+++9321483:146::TEST OCEAN'EQD+CN+{number}+45G1:102:5++2+5'RFF+BM:TSTSHA260701'\
         DTM+7:{time}:203'LOC+165+CNSHA:139:6+SGT'MEA+AAE+G+KGM:9300'MEA+AAE+VGM+KGM:13250'SEL+TS00001+CA'\
         TDT+1++3+31++++993NGR'CNT+16:1'UNT+13+1'UNZ+1+4711'"
    )
}

#[test]
fn a_gate_in_message_changes_the_row_of_its_box_alone() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150001");
        let boxes = || op.ok(&format!("/sc/order/se/{uuid}"))["containers"].as_array().unwrap().clone();
        done(change(
            &op,
            "se",
            &uuid,
            json!({ "containers": [
            { "containerNo": "CSQU3054383", "containerType": "40HQ" }, { "containerNo": "TSTU1000019", "containerType": "40HQ" },
        ], "confirmed": ["order.boxes.differ", "container.check"] }),
        ));
        let before = boxes();
        assert_eq!(counts(&import(&op, "gate.edi", &gate_in("TSTU1000019", "34", "202607150914"))), [1, 0, 0, 0, 0]);
        let after = boxes();
        assert_eq!((&after[0], &after[1]["id"]), (&before[0], &before[1]["id"]));
        assert_ne!(after[1], before[1], "the box is in");
        // A changed remark leaves both as they are, and the log names the box that changes.
        done(change(&op, "se", &uuid, json!({ "orderRemark": "x" })));
        assert_eq!(boxes(), after);
        let mut one = after.clone();
        one[0]["sealNo"] = json!("S1");
        one.swap(0, 1);
        done(change(
            &op,
            "se",
            &uuid,
            json!({ "containers": one, "confirmed": ["order.boxes.differ", "container.check"] }),
        ));
        let turned = boxes();
        assert_eq!((&turned[0]["id"], &turned[1]["id"]), (&after[1]["id"], &after[0]["id"]));
        let id = op.ok(&format!("/sc/order/se/{uuid}"))["orderId"].as_str().unwrap().to_owned();
        let log = op.ok(&format!("/hrs/log/page?objectType=order&objectId={id}"))["records"][0]["changes"].clone();
        assert_eq!(log, json!([{ "field": "containers.1.sealNo", "label": "箱2.铅封号", "old": "", "new": "S1" }]));
    });
}

/// The events of a file in the words of DCSA: two of transport, three of shipment, two of equipment.
fn dcsa() -> Json {
    let transport = |code: &str, place: &str, time: &str| {
        json!({
            "eventID": format!("{code}-{place}"), "eventType": "TRANSPORT", "eventClassifierCode": "ACT",
            "eventDateTime": time, "transportEventTypeCode": code,
            "transportCall": { "UNLocationCode": place, "exportVoyageNumber": "025W", "vessel": { "vesselName": "TEST OCEAN" } },
            "documentReferences": [{ "documentReferenceType": "TRD", "documentReferenceValue": "TSTSHA260701" }],
        })
    };
    let shipment = |code: &str, document: &str, time: &str| {
        json!({
            "eventID": format!("{code}-{document}"), "eventType": "SHIPMENT", "eventClassifierCode": "ACT",
            "eventDateTime": time, "shipmentEventTypeCode": code, "documentTypeCode": document,
            "documentID": "TSTSHA260701",
        })
    };
    let equipment = |code: &str, place: &str, classifier: &str, time: &str| {
        json!({
            "eventID": format!("{code}-box"), "eventType": "EQUIPMENT", "eventClassifierCode": classifier,
            "eventDateTime": time, "equipmentEventTypeCode": code, "equipmentReference": "CSQU3054383",
            "emptyIndicatorCode": "LADEN", "eventLocation": { "UNLocationCode": place },
            "documentReferences": [{ "documentReferenceType": "TRD", "documentReferenceValue": "TSTSHA260701" }],
        })
    };
    json!([
        transport("DEPA", "CNSHA", "2026-07-15T02:00:00+02:00"),
        transport("ARRI", "SGSIN", "2026-07-15T09:30:00"),
        shipment("DRFT", "TRD", "2026-07-15T09:00:00+08:00"),
        shipment("RECE", "SHI", "2026-07-15T08:40:00+08:00"),
        shipment("VOID", "BKG", "2026-07-15T08:41:00+08:00"),
        equipment("LOAD", "CNSHA", "ACT", "2026-07-15T09:10:00+08:00"),
        equipment("DISC", "DEHAM", "EST", "2026-08-20T09:10:00+02:00"),
    ])
}

#[track_caller]
fn import(caller: &Caller<'_>, name: &str, text: &str) -> Json {
    done(caller.upload("/sc/track/import", &[(name, text.as_bytes())]))
}

fn counts(told: &Json) -> [i64; 5] {
    ["stored", "repeated", "unknown", "unmatched", "bad"].map(|name| told[name].as_i64().unwrap())
}

fn events(caller: &Caller<'_>, uuid: &str) -> Vec<Json> {
    caller.ok(&format!("/sc/order/events?orderUuid={uuid}"))["events"].as_array().unwrap().clone()
}

fn rows(caller: &Caller<'_>, path: &str) -> Vec<Json> {
    caller.ok(path)["records"].as_array().unwrap().clone()
}

#[test]
fn a_gate_in_message_is_looked_at_then_put_to_its_order_once() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150001");
        let file = gate_in("CSQU3054383", "34", "202607150914");
        let before = world.contents(false);
        let looked = done(op.upload("/sc/track/import/read", &[("gate.edi", file.as_bytes())]));
        assert_eq!(world.contents(false), before, "a look keeps nothing");
        assert_eq!(
            (counts(&looked), &looked["form"], &looked["from"]),
            ([1, 0, 0, 0, 0], &json!("报文CODECO"), &json!("SGTTERMINAL"))
        );
        let row = &looked["rows"][0];
        assert_eq!(
            (&row["name"], &row["time"], &row["orders"]),
            (&json!("重箱进港"), &json!("2026-07-15 09:14:00"), &json!(["SE-2607150001"]))
        );
        assert_eq!(counts(&import(&op, "gate.edi", &file)), [1, 0, 0, 0, 0]);
        let told = events(&op, &uuid);
        let new = told.iter().find(|event| event["source"] == "报文CODECO").expect("is there");
        assert_eq!(
            (&new["eventTime"], &new["containerNo"], &new["weight"], &new["remark"], &new["outOfOrder"]),
            (
                &json!("2026-07-15 09:14:00"),
                &json!("CSQU3054383"),
                &json!(9300),
                &json!("封号 TS00001；VGM 13250 KG"),
                &json!(false)
            )
        );
        assert_eq!(new["canRemove"], false, "only what is typed by hand is removed by hand");
        let listed = rows(&op, "/sc/track/page?number=CSQU3054383");
        assert_eq!(listed.len(), 1);
        assert_eq!(
            (&listed[0]["plate"], &listed[0]["vessel"], &listed[0]["voyage"]),
            (&json!("993NGR"), &json!("TEST OCEAN"), &json!("025W"))
        );
        assert_eq!(counts(&import(&op, "again.edi", &file)), [0, 1, 0, 0, 0]);
        assert_eq!(events(&op, &uuid).len(), told.len(), "a second import adds nothing");
        // A minute later it is another one; the box keeps the time it has.
        assert_eq!(counts(&import(&op, "gate.edi", &gate_in("CSQU3054383", "34", "202607150916"))), [1, 0, 0, 0, 0]);
        assert_eq!(op.ok(&format!("/sc/order/se/{uuid}"))["containers"][0]["gateInTime"], "2026-07-15 08:00:00");
    });
}

#[test]
fn a_file_is_looked_at_and_told_the_same_in_pieces() {
    with_orders(|world| {
        let op = world.login("op01");
        let file = dcsa().to_string();
        let look = || done(op.upload("/sc/track/import/read", &[("events.json", file.as_bytes())]));
        let together = look();
        let before = world.contents(false);
        world.app.pieces.narrow(1, 1_000);
        let ended = world.app.pieces.ended();
        assert_eq!(look(), together);
        assert_eq!(json!(world.app.pieces.ended() - ended), together["total"], "a piece for each line");
        world.unchanged(&before, false);
        assert_eq!(import(&op, "events.json", &file), together);
        let again = counts(&import(&op, "events.json", &file));
        let all = together["total"].as_i64().unwrap();
        assert_eq!((again[0], again.iter().sum::<i64>()), (0, all), "nothing is told twice");
    });
}

#[test]
fn a_box_of_wrong_form_is_kept_with_its_mark_among_those_that_have_no_order() {
    with_orders(|world| {
        let op = world.login("op01");
        let file = gate_in("TESI1120274", "34", "202308111447")
            .replace("RFF+BM:TSTSHA260701'", "RFF+BN:TSTBKG0811'")
            .replace("VGM+KGM:13250", "VGM+KGM:27000");
        let told = import(&op, "codeco-d95b-smdg16.edi", &file);
        assert_eq!(counts(&told), [0, 0, 0, 1, 0]);
        assert_eq!(told["rows"][0]["notes"], json!(["箱号格式不正确", "未匹配到订单"]));
        let waiting = rows(&op, "/sc/track/waiting/page?reason=ORDER");
        assert_eq!(waiting.len(), 1);
        let row = &waiting[0];
        assert_eq!(
            (&row["containerNo"], &row["eventTime"], &row["numbers"]),
            (&json!("TESI1120274"), &json!("2023-08-11 14:47:00"), &json!("TSTBKG0811"))
        );
        assert!(text(row, "note").contains("箱号格式不正确"), "{row}");
        assert_eq!(counts(&import(&op, "again.edi", &file)), [0, 1, 0, 0, 0]);
        assert_eq!(rows(&op, "/sc/track/waiting/page").len(), 1);
        // With its booking on an order, and its box, it finds it.
        let id = text(row, "id");
        let retry = format!("/sc/track/waiting/{id}/retry");
        assert_eq!(done(op.post(&retry, json!({})))["stored"], false);
        let order = with(
            sea(&op),
            json!({
                "bookingNo": "TSTBKG0811", "containers": [{ "containerNo": "TESI1120274", "containerType": "40HQ" }],
                "confirmed": ["order.tolerance", "order.boxes.differ", "container.check"],
            }),
        );
        let order = op.post("/sc/order/se", order);
        assert_eq!(order.findings_at("containers.0.containerNo"), ["箱号格式不正确"], "an order takes no such box");
        assert_eq!(done(op.delete(&format!("/sc/track/waiting/{id}"))), Json::Null);
        assert_eq!(op.post(&retry, json!({})).status, 404);
    });
}

#[test]
fn events_of_dcsa_fill_in_and_unknown_codes_wait_for_a_meaning_of_their_source() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150001");
        let file = dcsa().to_string();
        let told = import(&op, "tnt-220-response.json", &file);
        assert_eq!((&told["total"], counts(&told)), (&json!(7), [6, 0, 1, 0, 0]));
        let order = op.ok(&format!("/sc/order/se/{uuid}"));
        assert_eq!(order["actualDeparture"], "2026-07-15 08:00:00", "02:00 two hours east of UTC");
        assert_eq!(order["actualArrival"], Json::Null, "a port on the way is no end");
        assert_eq!(order["containers"][0]["onBoardTime"], "2026-07-15 09:10:00");
        assert_eq!(order["containers"][0]["dischargeTime"], Json::Null, "an estimate fills in nothing");
        let names: Vec<String> = events(&op, &uuid)
            .iter()
            .filter(|event| event["source"] == "报文JSON")
            .map(|event| text(event, "name"))
            .collect();
        assert_eq!(names, ["卸船", "中转到港", "装船", "提单草稿", "补料已收", "离港"]);
        // A time without a zone is that of its place: Singapore's is ours.
        assert_eq!(events(&op, &uuid)[1]["eventTime"], "2026-07-15 09:30:00");
        // LOAD after DEPA can't be: it is kept and marked.
        let odd: Vec<String> =
            rows(&op, "/sc/track/page?outOfOrder=true").iter().map(|row| text(row, "event")).collect();
        assert_eq!(odd, ["sea.DEPA"]);
        let waiting = rows(&op, "/sc/track/waiting/page?reason=CODE");
        assert_eq!(
            (waiting.len(), &waiting[0]["told"], &waiting[0]["source"]),
            (1, &json!("SHIPMENT VOID BKG"), &json!("JSON"))
        );
        let map = |code: &str| op.post("/sc/track/map", json!({ "id": waiting[0]["id"], "code": code }));
        assert_eq!(map("ZZZZ").findings_at("code"), ["请选择事件"]);
        assert_eq!(map("ARRP").data, json!({ "stored": 0, "waiting": 1 }), "an event of the road is none at sea");
        assert_eq!(done(map("rlov")), json!({ "stored": 1, "waiting": 0 }));
        assert!(events(&op, &uuid).iter().any(|event| event["name"] == "甩柜"));
        assert_eq!(rows(&op, "/sc/track/waiting/page").len(), 0);
        let meanings = rows(&op, "/sc/track/code/page?source=JSON");
        assert_eq!((meanings.len(), &meanings[0]["code"]), (1, &json!("RLOV")));
        // The meaning counts for its source alone.
        let void = json!([dcsa()[4].clone()]).to_string().replace("08:41", "08:51");
        assert_eq!(counts(&import(&op, "void.json", &void)), [1, 0, 0, 0, 0]);
        let other = done(
            op.upload("/sc/track/import?from=TESTLINE", &[("void.json", void.replace("08:51", "08:55").as_bytes())]),
        );
        assert_eq!((counts(&other), &other["from"]), ([0, 0, 1, 0, 0], &json!("TESTLINE")));
    });
}

#[test]
fn a_workbook_takes_the_zone_of_its_places_and_says_what_is_wrong_row_by_row() {
    with_orders(|world| {
        let op = world.login("op01");
        let (road, rail) = (uuid_of(&op, "lc", "LC-2607150001"), uuid_of(&op, "te", "TE-2607150001"));
        let file = "单号,箱号,事件,地点,时间,备注\n\
                    LC-2607150001,,提货完成,上海,2026-07-15 09:00,两托\n\
                    TE-2607150001,TRHU6875483,重箱进站,XIAN,2026/07/15 08:10:00,\n\
                    SI-2607150001,TSTU4000012,GTOT,DEHAM,2026-07-15 01:00,\n\
                    LC-2607150001,,签收,火星,2026-07-15 09:30,\n\
                    LC-2607150001,,签收,上海,昨天,\n\
                    LC-2607150001,,签收,上海,2026-07-15 10:01,\n\
                    ,,签收,上海,2026-07-15 09:00,\n\
                    LC-0000000000,,签收,上海,2026-07-15 09:00,\n\
                    LC-2607150001,,到了,上海,2026-07-15 09:00,\n";
        let told = import(&op, "events.csv", file);
        assert_eq!(counts(&told), [4, 0, 1, 1, 3]);
        let told = told["rows"].as_array().unwrap().clone();
        let results: Vec<&str> = told.iter().map(|row| row["result"].as_str().unwrap()).collect();
        assert_eq!(results, ["STORED", "STORED", "STORED", "STORED", "BAD", "BAD", "BAD", "ORDER", "CODE"]);
        assert_eq!(
            (&told[0]["place"], &told[2]["time"]),
            (&json!(2), &json!("2026-07-15 07:00:00")),
            "01:00 in Hamburg"
        );
        assert_eq!(told[3]["notes"], json!(["地点时区未知，按北京时间"]));
        assert_eq!(told[4]["notes"], json!(["时间格式不正确", "缺少时间"]));
        assert_eq!(told[5]["notes"], json!(["实际时间不能晚于当前时间"]));
        assert_eq!(told[6]["notes"], json!(["缺少单号和箱号"]));
        assert_eq!(told[8]["notes"], json!(["未知的事件代码到了"]));
        assert_eq!(op.ok(&format!("/sc/order/lc/{road}"))["signDate"], "2026-07-15", "it fills in as by hand");
        assert_eq!(op.ok(&format!("/sc/order/te/{rail}"))["containers"][0]["gateInTime"], "2026-07-15 08:10:00");
        let picked = events(&op, &road).into_iter().find(|event| event["code"] == "PICK").expect("is there");
        assert_eq!((&picked["remark"], &picked["source"]), (&json!("两托"), &json!("Excel")));
        let english = op.in_language("en-US").upload("/sc/track/import/read", &[("events.csv", file.as_bytes())]);
        assert_eq!(english.data["rows"][4]["notes"], json!(["The time is malformed.", "The time is missing."]));
        assert_eq!(op.get("/sc/track/import/template").status, 200);
    });
}

#[test]
fn unreadable_files_are_refused_with_their_place() {
    with_orders(|world| {
        let op = world.login("op01");
        let before = world.contents(false);
        let refused = |name: &str, text: &str| op.upload("/sc/track/import", &[(name, text.as_bytes())]);
        let cut = gate_in("CSQU3054383", "34", "202607150914").replace("UNT+13", "UNT+12");
        let reply = refused("a.edi", &cut);
        assert_eq!(reply.message, "第14段第5列：UNT写12段，实有13段");
        assert_eq!((&reply.data["segment"], &reply.data["column"]), (&json!(14), &json!(5)));
        let mut wrong = json!(dcsa().as_array().unwrap()[..2].to_vec());
        wrong[0].as_object_mut().unwrap().remove("eventID");
        wrong[1]["transportEventTypeCode"] = json!("arrived");
        let reply = refused("wrong.json", &wrong.to_string());
        assert_eq!(reply.findings_at("events[1].eventID"), ["缺少eventID"]);
        assert_eq!(reply.findings_at("events[2].transportEventTypeCode"), ["transportEventTypeCode的值不正确"]);
        assert_eq!(refused("a.json", "[{,").message, "第1行第3列不是有效的JSON");
        assert_eq!(refused("a.json", "[]").message, "文件中没有事件");
        assert!(refused("a.txt", "FWB/16").message.starts_with("无法识别"));
        assert_eq!(refused("a.csv", "单号,箱号\n").message, "文件中没有数据行");
        assert_eq!(op.upload("/sc/track/import", &[("a.edi", b"\x00\x01\x02")]).message, "文件不是文本");
        assert_eq!(world.contents(false), before);
    });
}

/// Issue 25, A 6: what can be used of a file is, the rest is shown with its place and reason, and taken once it is mended.
#[test]
fn good_events_are_kept_beside_bad_ones_which_are_mended() {
    with_orders(|world| {
        let op = world.login("op01");
        let mut events = dcsa();
        events[0].as_object_mut().unwrap().remove("eventID");
        events[1]["eventDateTime"] = json!("2026-07-15T09:30+0800");
        events[2]["eventDateTime"] = json!("2026-07-15 09:00");
        events[5]["emptyIndicatorCode"] = json!("FULL");
        let told = import(&op, "events.json", &events.to_string());
        assert_eq!(counts(&told), [4, 0, 1, 0, 2]);
        let bad: Vec<(&Json, &Json)> = told["rows"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["result"] == "BAD")
            .map(|row| (&row["place"], &row["notes"]))
            .collect();
        let wanted = (json!(["缺少eventID"]), json!(["emptyIndicatorCode的值不正确"]));
        assert_eq!(bad, [(&json!(1), &wanted.0), (&json!(6), &wanted.1)]);
        events[0]["eventID"] = json!("1");
        events[5]["emptyIndicatorCode"] = json!("LADEN");
        assert_eq!(counts(&import(&op, "events.json", &events.to_string())), [2, 5, 0, 0, 0]);
        // A message whose second box has no day beside a whole first one, in another encoding.
        let gate = gate_in("CSQU3054383", "34", "202607150914");
        let two = gate
            .replace("CNT+16:1'", "EQD+CN+TSTU1000019+45G1:102:5++2+5'DTM+7:202607320914:203'CNT+16:2'")
            .replace("UNT+13", "UNT+15");
        let told = import(&op, "gate.edi", &two);
        assert_eq!(counts(&told), [1, 0, 0, 0, 1]);
        assert_eq!(told["rows"][1]["notes"], json!(["第14段第5列：日期时间不正确"]));
    });
}

/// Issue 25, A 6: events of version 3.0, whose members stand in two parts and have other names.
#[test]
fn events_of_version_three_are_read() {
    with_orders(|world| {
        let op = world.login("op01");
        let event = json!({
            "metadata": { "eventID": "1", "eventType": "EQUIPMENT", "eventCreatedDateTime": "2026-07-15T09:30:00+08:00" },
            "payload": {
                "eventClassifierCode": "ACT", "eventDateTime": "2026-07-15T09:10:00+08:00",
                "equipmentEventTypeCode": "LOAD", "equipmentReference": "CSQU3054383", "emptyIndicatorCode": "LADEN",
                "transportCall": {
                    "location": { "UNLocationCode": "CNSHA" }, "carrierExportVoyageNumber": "025W",
                    "vessel": { "name": "TEST OCEAN" },
                },
                "relatedDocumentReferences": [{ "type": "TRD", "value": "TSTSHA260701" }],
                "seals": [{ "number": "S1" }],
            },
        });
        let told = import(&op, "v3.json", &json!([event]).to_string());
        assert_eq!(counts(&told), [1, 0, 0, 0, 0], "{told}");
        let listed = rows(&op, "/sc/track/page?number=CSQU3054383");
        let listed = listed.iter().find(|row| row["vessel"] == "TEST OCEAN").expect("is there");
        assert_eq!((&listed["voyage"], &listed["place"]), (&json!("025W"), &json!("CNSHA")));
    });
}

#[test]
fn only_orders_the_caller_may_see_are_told_and_only_his_own_rows_wait_for_him() {
    with_orders(|world| {
        let op = world.login("op01");
        let file = gate_in("CSQU3054383", "34", "202607150914");
        // cs02 serves none of the orders.
        world.show_own_orders("cs02");
        for login in ["sh01", "cs02"] {
            let caller = world.login(login);
            let told = import(&caller, "gate.edi", &file);
            assert_eq!(counts(&told), [0, 0, 0, 1, 0], "{login}: nothing of the order is told");
            assert_eq!(told["rows"][0]["notes"], json!(["未匹配到订单"]));
            assert_eq!(rows(&caller, "/sc/track/waiting/page").len(), 1);
            assert_eq!(rows(&caller, "/sc/track/page").len(), 0, "{login}");
        }
        assert_eq!(rows(&op, "/sc/track/waiting/page").len(), 0, "what others brought in is theirs");
        let sh = world.login("sh01");
        let theirs = text(&rows(&sh, "/sc/track/waiting/page")[0], "id");
        let before = world.contents(false);
        for (method, path) in
            [("POST", format!("/sc/track/waiting/{theirs}/retry")), ("DELETE", format!("/sc/track/waiting/{theirs}"))]
        {
            assert_eq!(op.call(method, &path, json!({})).status, 404, "{path}");
        }
        assert_eq!(op.post("/sc/track/map", json!({ "id": theirs, "code": "GTIN" })).status, 404);
        for path in ["/sc/track/import", "/sc/track/import/read"] {
            let file = [("gate.edi", file.as_bytes())];
            assert_eq!(world.login("nobody").upload(path, &file).status, 403, "{path}");
            assert_eq!(world.anonymous().upload(path, &file).status, 401, "{path}");
        }
        assert_eq!(world.contents(false), before);
    });
}

#[test]
fn closed_orders_take_none_and_boxes_decide_between_orders() {
    with_orders(|world| {
        let op = world.login("op01");
        let csv = |rows: &str| format!("单号,箱号,事件,地点,时间\n{rows}");
        let told = import(
            &op,
            "a.csv",
            &csv(
                "SE-2607140002,,BKCF,CNSHA,2026-07-15 09:00\nSE-2607150001,TRHU6875483,LOAD,CNSHA,2026-07-15 09:00\n,TSTU1000019,LOAD,CNSHA,2026-07-15 09:00\n,TSTU9999999,LOAD,CNSHA,2026-07-15 09:00",
            ),
        );
        let notes: Vec<&Json> = told["rows"].as_array().unwrap().iter().map(|row| &row["notes"]).collect();
        assert_eq!(
            notes,
            [
                &json!(["订单已关闭，不能录入轨迹"]),
                &json!(["订单没有箱TRHU6875483"]),
                &json!([]),
                &json!(["箱号TSTU9999999校验位错误，应为6", "未匹配到订单"])
            ]
        );
        assert_eq!((counts(&told), &told["rows"][2]["orders"]), ([1, 0, 0, 2, 1], &json!(["SE-2607150001"])));
    });
}

#[test]
fn se1_shows_its_boxes_way_and_the_link_of_an_order_shows_what_messages_told() {
    with_orders(|world: &World| {
        let op = world.login("op01");
        let shown: Vec<(String, String)> = rows(&op, "/sc/track/page?number=SE-2607150001&sort=eventTime,asc")
            .iter()
            .map(|row| (text(row, "event"), text(row, "eventTime")))
            .collect();
        let told = |event: &str, time: &str| (event.to_owned(), format!("2026-07-{time}:00"));
        assert_eq!(
            shown,
            [
                told("sea.BKCF", "13 15:30"),
                told("sea.EPUP", "13 18:00"),
                told("sea.STUF", "14 16:00"),
                told("sea.GTIN", "15 08:00"),
            ]
        );
        import(&op, "tnt.json", &dcsa().to_string());
        let (o, code, _) = share(world, "se", "SE-2607150001", json!(["order", "track"]));
        let record = done(world.anonymous().get(&format!("/sc/external/order/orderTrack?o={o}&code={code}")));
        let tracks = record["routeTracks"].as_array().or(record["tracks"].as_array()).expect("tracks");
        let loaded = tracks.iter().find(|row| row["flightStatusCode"] == "LOAD").expect("is shown");
        assert_eq!(
            (&loaded["containerNo"], &loaded["eventTime"]),
            (&json!("CSQU3054383"), &json!("2026-07-15 09:10:00"))
        );
    });
}
