//! Proposing, making and changing a pouch.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::kit::*;

fn kinds(documents: &Json) -> Vec<String> {
    let rows = documents.as_array().cloned().unwrap_or_default();
    let word = |row: &Json| format!("{} {}", text(&row["docType"]), text(&row["docNo"])).trim().to_owned();
    rows.iter().map(word).collect()
}

#[test]
fn a_master_is_proposed_its_documents_orders_flight_agent_and_files() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{BASE}/propose?awbNumber=99012345675"));
        assert_eq!(
            kinds(&told["documents"]),
            ["主运单 990-12345675", "分运单 HA001", "分运单 HA002", "货物舱单", "发票"]
        );
        let invoice = &told["documents"][4];
        assert_eq!(
            (&invoice["fileId"], &invoice["fileName"], &invoice["isDisplay"]),
            (&json!(INVOICE.to_string()), &json!("发票.pdf"), &json!(true))
        );
        for (name, value) in [
            ("awbNumber", "990-12345675"),
            ("orderCodes", "AE-2607150001"),
            ("flightNo", "X9101"),
            ("flightDate", "2026-07-18"),
            ("departureStation", "PVG"),
            ("arrivalStation", "FRA"),
            ("agentName", "海外代理甲"),
        ] {
            assert_eq!(text(&told[name]), value, "{name}");
        }
        let files: Vec<&str> = told["files"].as_array().unwrap().iter().map(|file| text(&file["fileName"])).collect();
        assert_eq!(files, ["发票.pdf", "托书.pdf"]);
        let offered = admin.ok("/platform/select/pouchFile?role=990-12345675");
        assert_eq!(offered[0]["label"], "托书.pdf");
        assert_eq!(offered.as_array().unwrap().len(), 2);
        // A master without houses has no manifest; dangerous goods have their declaration.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("goods_type", "危险品".into_value())]);
            conn.exec(&update.and_where(sql::eq("id", 6003i64)).to_owned().into()).unwrap();
        });
        let other = admin.ok(&format!("{BASE}/propose?awbNumber=990-12345686"));
        assert_eq!(kinds(&other["documents"]), ["主运单 990-12345686", "危险品申报单", "发票"]);
        for wrong in ["", "990-12345676", "990-12345690"] {
            let reply = admin.get(&format!("{BASE}/propose?awbNumber={wrong}"));
            assert_eq!(reply.findings_at("awbNumber"), [format!("主单{wrong}没有可用的空运出口订单")]);
        }
        assert_eq!(world.login("sh01").get(&format!("{BASE}/propose?awbNumber=990-12345675")).code, 1);
        assert_eq!(world.login("nobody").get(&format!("{BASE}/propose?awbNumber=990-12345675")).status, 403);
    });
}

#[test]
fn a_pouch_is_made_with_its_number_and_what_it_lacks() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let pouch = make(&admin);
        let id = text(&pouch["id"]).to_owned();
        let seen = look(&admin, &id);
        for (name, value) in [
            ("pouchNumber", json!("WD-2607150001")),
            ("awbNumber", json!("990-12345675")),
            ("orderCodes", json!("AE-2607150001")),
            ("flightNo", json!("X9101")),
            ("flightDate", json!("2026-07-18")),
            ("agentName", json!("海外代理甲")),
            ("state", json!("DRAFT")),
            ("documentCount", json!(5)),
            ("originalCount", json!(5)),
            ("missing", json!("货物舱单")),
            ("views", json!(0)),
            ("version", json!(1)),
        ] {
            assert_eq!(seen[name], value, "{name}");
        }
        assert_eq!(
            kinds(&seen["documents"]),
            ["主运单 990-12345675", "分运单 HA001", "分运单 HA002", "货物舱单", "发票 INV-1"]
        );
        let house = &seen["documents"][1];
        assert_eq!(
            (&house["hawbId"], &house["orderId"], &house["fileName"]),
            (&json!(HA001.to_string()), &json!("6001"), &json!("托书.pdf"))
        );
        let row = admin.ok(&format!("{BASE}/page?orderCode=AE-2607150001&coopName=%E5%AE%A2%E6%88%B7%E7%94%B2"));
        let row = &row["records"][0];
        assert_eq!((text(&row["route"]), text(&row["agentName"])), ("PVG-FRA", "海外代理甲"));
        assert_eq!(row["can"], json!(["af-pouch-edit", "af-pouch-seal", "af-pouch-void", "af-pouch-print"]));
        assert_eq!(admin.ok(&format!("{BASE}/page?coopName=%E5%AE%A2%E6%88%B7%E4%B9%99"))["total"], 0);
        assert_eq!(functions(&admin, &id), ["新增"]);
        assert!(text(&log(&admin, &id)[0]["text"]).contains("单证：空 -> 主运单 990-12345675 正3副1；分运单 HA001"));
        // Without documents the proposal is taken.
        let other = done(admin.post(BASE, json!({ "awbNumber": "990-12345686" })));
        assert_eq!(text(&other["pouchNumber"]), "WD-2607150002");
        assert_eq!(kinds(&other["documents"]), ["主运单 990-12345686", "发票"]);
        assert_eq!(text(&other["missing"]), "主运单");
    });
}

#[test]
fn one_live_pouch_for_each_master_and_flight() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let before = world.contents(true);
        let again = admin.post(BASE, json!({ "awbNumber": "990-12345675" }));
        assert_eq!(findings(&again), [("awbNumber".to_owned(), "该主单已有文件袋WD-2607150001".to_owned())]);
        world.unchanged(&before, true);
        done(act(&admin, &id, "void", json!({ "reason": "换袋" })));
        assert_eq!(text(&make(&admin)["pouchNumber"]), "WD-2607150002", "a void one stands in nobody's way");
        // The same master on another flight.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("expect_departure", "2026-07-19".into_value())]);
            conn.exec(&update.and_where(sql::eq("id", 6001i64)).to_owned().into()).unwrap();
        });
        assert_eq!(text(&make(&admin)["flightDate"]), "2026-07-19");
        let calls = (0..3).map(|_| {
            let client = admin.client();
            async move { client.call("POST", BASE, json!({ "awbNumber": "990-12345686" })).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "of three at once one is made");
        assert!(replies.iter().filter(|reply| reply.code != 0).all(|reply| reply.message.contains("该主单已有文件袋")));
    });
}

#[test]
fn what_is_wrong_with_a_pouch_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |body: Json| findings(&admin.post(BASE, body));
        let one = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        assert_eq!(say(json!({})), one("awbNumber", "请填写主单号"));
        assert_eq!(
            say(json!({ "awbNumber": "990-12345676" })),
            one("awbNumber", "主单990-12345676没有可用的空运出口订单")
        );
        let row = |row: Json| say(json!({ "awbNumber": "990-12345675", "documents": [row] }));
        assert_eq!(row(json!({ "docType": "信件" })), one("documents.0.docType", "单证类型选项不存在"));
        assert_eq!(
            row(json!({ "originals": 100, "copies": -1, "docNo": "x".repeat(51) })),
            [
                ("documents.0.docType".to_owned(), "请填写单证类型".to_owned()),
                ("documents.0.docNo".to_owned(), "编号不能超过50个字符".to_owned()),
                ("documents.0.originals".to_owned(), "正本须在0与99之间".to_owned()),
                ("documents.0.copies".to_owned(), "副本须在0与99之间".to_owned()),
            ]
        );
        assert_eq!(
            row(json!({ "docType": "分运单", "docNo": "HA003" })),
            one("documents.0.docNo", "主单下没有分单HA003")
        );
        for file in [STRANGE, 4711] {
            assert_eq!(
                row(json!({ "docType": "其他", "fileId": file.to_string() })),
                one("documents.0.fileId", "文件不属于该主单的订单")
            );
        }
        let many: Vec<Json> = (0..101).map(|_| json!({ "docType": "其他" })).collect();
        assert_eq!(say(json!({ "awbNumber": "990-12345675", "documents": many })), one("documents", "单证最多100行"));
        assert_eq!(say(json!({ "awbNumber": "990-12345675", "agentId": "4711" })), one("agentId", "目的港代理不存在"));
        assert_eq!(
            say(json!({ "awbNumber": "990-12345675", "sealNo": "s".repeat(21) })),
            one("sealNo", "封袋号不能超过20个字符")
        );
        let strange = admin.post(BASE, json!({ "awbNumber": "990-12345675", "documents": [{ "price": 1 }] }));
        assert_eq!((strange.status, strange.message.as_str()), (400, "未知字段：price"));
        world.unchanged(&before, true);
        let edge = json!({ "docType": "其他", "originals": 99, "copies": 99, "docNo": "x".repeat(50) });
        done(admin.post(BASE, json!({ "awbNumber": "990-12345675", "documents": [edge], "sealNo": "s".repeat(20) })));
    });
}

#[test]
fn a_draft_is_changed_in_its_version_and_its_rows_keep_their_ids() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let path = format!("{BASE}/{id}");
        let seen = look(&admin, &id);
        let mut documents = seen["documents"].clone();
        documents[3]["originals"] = json!(1);
        let kept = documents[3]["id"].clone();
        let other = json!({ "version": 1, "documents": documents, "awbNumber": "990-12345686" });
        assert_eq!(admin.put(&path, other).findings_at("awbNumber"), ["主单号新增后不能修改"]);
        let saved = done(admin.put(&path, json!({ "version": 1, "documents": documents })));
        assert_eq!((&saved["version"], &saved["missing"]), (&json!(2), &Json::Null));
        let seen = look(&admin, &id);
        assert_eq!((&seen["documents"][3]["id"], &seen["originalCount"]), (&kept, &json!(6)));
        assert_eq!(admin.put(&path, json!({ "version": 1, "remark": "x" })).code, 3);
        assert_eq!(functions(&admin, &id), ["修改", "新增"]);
        done(admin.put(&path, json!({ "version": 2, "remark": "改了" })));
        assert_eq!(look(&admin, &id)["documents"], seen["documents"], "rows nobody named stay");
    });
}

#[test]
fn others_see_and_change_nothing_of_it() {
    each_database_from(rooms, lay, |world| {
        let id = made(&world.login("demo-admin"));
        let before = world.contents(false);
        let calls = [
            ("GET", format!("{BASE}/{id}")),
            ("PUT", format!("{BASE}/{id}")),
            ("GET", format!("{BASE}/{id}/link")),
            ("GET", format!("{BASE}/{id}/letter")),
            ("GET", format!("{BASE}/print/{id}")),
            ("POST", format!("{BASE}/{id}/seal")),
            ("POST", format!("{BASE}/{id}/unseal")),
            ("POST", format!("{BASE}/{id}/hand")),
            ("POST", format!("{BASE}/{id}/receive")),
            ("POST", format!("{BASE}/{id}/void")),
        ];
        for (method, path) in &calls {
            let body = json!({ "version": 1 });
            assert_eq!(world.login("sh01").call(method, path, body.clone()).status, 404, "{method} {path}");
            assert_eq!(world.login("nobody").call(method, path, body.clone()).status, 403, "{method} {path}");
            assert_eq!(world.anonymous().call(method, path, body).status, 401, "{method} {path}");
        }
        assert_eq!(world.login("sh01").ok(&format!("{BASE}/page"))["total"], 0);
        world.unchanged(&before, false);
        // A colleague whose data level hides the order does not see its pouch.
        world.database(|_, conn| {
            let mut update = sql::update(
                DEMO,
                "freight_order",
                &[("sales_id", Value::Int(1)), ("operator_id", Value::Int(1)), ("created_by", Value::Int(1))],
            );
            conn.exec(&update.and_where(sql::eq("id", 6001i64)).to_owned().into()).unwrap();
        });
        let colleague = world.login("op01");
        assert_eq!(colleague.ok(&format!("{BASE}/page"))["total"], 0);
        assert_eq!(colleague.get(&format!("{BASE}/{id}")).status, 404);
        // Nor do the answers to an old version tell what is in it.
        let old = colleague.put(&format!("{BASE}/{id}"), json!({ "version": 99 }));
        assert_eq!((old.status, old.data.clone()), (404, Json::Null));
    });
}
