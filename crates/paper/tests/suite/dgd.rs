//! Declarations for dangerous goods: proposed, made, printed.

use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::each_database_from;

use super::ground::*;

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

/// Lines without their ids.
fn unnamed(lines: &Json) -> Json {
    let mut lines = lines.clone();
    for line in lines.as_array_mut().into_iter().flatten() {
        line.as_object_mut().expect("a line").remove("id");
    }
    lines
}

#[test]
fn a_declaration_begins_with_what_its_order_says() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok(&format!("{DGD}/propose?orderUuid={E1}"));
        for (name, value) in [
            ("orderId", json!("6001")),
            ("orderCode", json!("AE-2607150001")),
            ("awbNumber", json!("990-12345675")),
            ("route", json!("PVG-FRA")),
            ("shipperPrint", json!("DEMO SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI 200000 CN\nTEL: 021-12345678")),
            ("departureStationPrint", json!("PVG")),
            ("arrivalStationPrint", json!("FRA")),
            ("aircraftType", json!(0)),
            ("shipmentType", json!(0)),
            ("emergencyContact", json!("LI LEI")),
            ("emergencyPhone", json!("+86 21 12345678")),
            ("placeAndDate", json!("SHANGHAI 2026-07-15")),
            ("nameTitleOfSignatory", json!("管理员")),
        ] {
            assert_eq!(told[name], value, "{name}");
        }
        assert_eq!(told["lines"][0]["unIdNo"], "UN1263");
        assert_eq!(
            (&told["lines"][0]["classOrDivision"], &told["lines"][0]["packingInst"]),
            (&json!("3"), &Json::Null)
        );
        assert_eq!(told, admin.ok(&format!("{DGD}/propose?orderId=6001")));
        let offered = admin.ok("/platform/select/paperOrder?keyword=990-1234567");
        assert_eq!((&offered[0]["value"], &offered[0]["label"]), (&json!("6001"), &json!("AE-2607150001")));
        assert_eq!(offered.as_array().unwrap().len(), 1);
        change(world, "freight_order", 6001, &[("lifecycle", "CANCELLED".into_value())]);
        refused(&admin.get(&format!("{DGD}/propose?orderId=6001")), "订单已关闭，不能修改");
        assert_eq!(admin.ok("/platform/select/paperOrder?keyword=AE-2607150001"), json!([]));
        assert_eq!(world.login("sh01").get(&format!("{DGD}/propose?orderId=6001")).status, 404);
        assert_eq!(admin.get(&format!("{DGD}/propose")).status, 404);
    });
}

#[test]
fn declarations_are_counted_by_order_and_found_by_what_they_are_about() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let first = done(admin.post(DGD, declaration(json!({}))));
        assert_eq!((text(&first["dgdName"]), &first["findings"]), ("DGD-1", &json!(null)));
        let id = text(&first["id"]).to_owned();
        assert_eq!(text(&done(admin.post(DGD, declaration(json!({}))))["dgdName"]), "DGD-2");
        let other = done(admin.post(DGD, declaration(json!({ "orderId": "6003", "aircraftType": 1 }))));
        assert_eq!(text(&other["dgdName"]), "DGD-1");
        assert_eq!(other["findings"][0]["message"], "订单货物类型不是危险品");
        let rows = |query: &str| admin.ok(&format!("{DGD}/page?{query}"))["records"].as_array().unwrap().len();
        for (query, expected) in [
            ("", 3),
            ("orderCode=AE-2607150001", 2),
            ("awbNumber=990-12345686", 1),
            ("unIdNo=UN1263", 3),
            ("unIdNo=UN3480", 0),
            ("flightDate=2026-07-18~2026-07-18", 2),
            ("aircraftType=1", 1),
        ] {
            assert_eq!(rows(query), expected, "{query}");
        }
        let row = &admin.ok(&format!("{DGD}/page?awbNumber=990-12345686"))["records"][0];
        assert_eq!((text(&row["route"]), text(&row["editor"]), &row["lineCount"]), ("PEK-LAX", "管理员", &json!(1)));
        let of_order = admin.ok(&format!("{DGD}/list/{E1}"));
        assert_eq!((text(&of_order[0]["dgdName"]), text(&of_order[1]["dgdName"])), ("DGD-1", "DGD-2"));
        let seen = admin.ok(&format!("{DGD}/view/{id}"));
        assert_eq!(seen, admin.ok(&format!("{DGD}/{id}")));
        assert_eq!((text(&seen["awbNumber"]), &seen["pagesNumber"]), ("990-12345675", &json!(1)));
        assert_eq!(unnamed(&seen["lines"]), json!([paint(json!({ "authorization": null }))]));
        let copy = done(admin.post(&format!("{DGD}/copy/{id}"), json!({})));
        assert_eq!(text(&copy["dgdName"]), "DGD-3");
        let copied = admin.ok(&format!("{DGD}/{}", text(&copy["id"])));
        assert_eq!(unnamed(&copied["lines"]), unnamed(&seen["lines"]));
        assert_ne!(copied["lines"][0]["id"], seen["lines"][0]["id"], "a line of its own");
        assert_eq!(copied["shipperPrint"], seen["shipperPrint"]);
        // A number is not used again.
        assert_eq!(admin.delete(&format!("{DGD}/{}?version=1", text(&copy["id"]))).code, 0);
        assert_eq!(text(&done(admin.post(DGD, declaration(json!({}))))["dgdName"]), "DGD-4");
        assert_eq!(functions(&admin, "dgd_print", text(&copy["id"])), ["删除", "复制"]);
    });
}

#[test]
fn what_is_wrong_with_a_declaration_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(true);
        let say = |more: Json| findings(&admin.post(DGD, declaration(more)));
        let line = |more: Json| say(json!({ "lines": [paint(json!({})), paint(more)] }));
        assert_eq!(line(json!({ "unIdNo": "UN348" })), one("lines.1.unIdNo", "UN编号格式不正确"));
        assert_eq!(line(json!({ "classOrDivision": "3.1" })), one("lines.1.classOrDivision", "类别或项别不正确：3.1"));
        assert_eq!(line(json!({ "packingGroup": "" })), one("lines.1.packingGroup", "3类须填写包装等级"));
        assert_eq!(line(json!({ "packingGroup": "IV" })), one("lines.1.packingGroup", "包装等级选项不存在"));
        assert_eq!(
            line(json!({ "packingInst": "35" })),
            one("lines.1.packingInst", "包装说明须为3位数字，或Y加3位数字")
        );
        assert_eq!(line(json!({ "packingInst": "" })), one("lines.1.packingInst", "请填写包装说明"));
        assert_eq!(say(json!({ "lines": [] })), one("lines", "请填写明细行"));
        assert_eq!(say(json!({ "lines": null })), one("lines", "请填写明细行"));
        let many: Vec<Json> = (0..101).map(|_| paint(json!({}))).collect();
        assert_eq!(say(json!({ "lines": many })), one("lines", "危险品明细最多100行"));
        assert_eq!(say(json!({ "orderId": "4711" })), one("orderId", "订单不存在"));
        assert_eq!(say(json!({ "aircraftType": 2 })), one("aircraftType", "机型限制选项不存在"));
        assert_eq!(say(json!({ "shipperPrint": "x".repeat(301) })), one("shipperPrint", "发货人不能超过300个字符"));
        assert_eq!(
            say(json!({ "shipperPrint": "", "emergencyContact": "", "emergencyPhone": " ", "lines": [{}] })),
            [
                ("shipperPrint", "请填写发货人"),
                ("emergencyContact", "请填写24小时应急联系人"),
                ("emergencyPhone", "请填写应急电话"),
                ("lines.0.unIdNo", "请填写UN/ID编号"),
                ("lines.0.properShippingName", "请填写运输专用名称"),
                ("lines.0.classOrDivision", "请填写类别或项别"),
                ("lines.0.quantityAndTypeOfPacking", "请填写数量及包装类型"),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        let english =
            admin.in_language("en").post(DGD, declaration(json!({ "lines": [paint(json!({ "unIdNo": "UN348" }))] })));
        assert_eq!(findings(&english), one("lines.0.unIdNo", "The UN number has the wrong format."));
        let strange = admin.post(DGD, declaration(json!({ "lines": [{ "price": 1 }] })));
        assert_eq!((strange.status, strange.message.as_str()), (400, "未知字段：price"));
        world.unchanged(&before, true);
        let edge: Vec<Json> = (0..100).map(|_| paint(json!({ "unIdNo": "un1263", "packingInst": "y341" }))).collect();
        let made = done(admin.post(DGD, declaration(json!({ "shipperPrint": "x".repeat(300), "lines": edge }))));
        assert_eq!((&made["lineCount"], text(&made["lines"][99]["packingInst"])), (&json!(100), "Y341"));
        change(world, "freight_order", 6001, &[("lifecycle", "CLOSED".into_value())]);
        refused(&admin.post(DGD, declaration(json!({}))), "订单已关闭，不能修改");
    });
}

#[test]
fn what_is_odd_is_told_and_does_not_stand_in_the_way() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let odd = json!({
            "aircraftType": 1, "lines": [paint(json!({ "packingInst": "Y341" })), paint(json!({ "unIdNo": "UN3480" }))],
        });
        let told = |data: &Json| -> Vec<(String, String)> {
            let found = data["findings"].as_array().cloned().unwrap_or_default();
            assert!(found.iter().all(|each| each["severity"] == "warning"), "{data}");
            found.iter().map(|each| (text(&each["field"]).to_owned(), text(&each["message"]).to_owned())).collect()
        };
        let expected = [
            ("lines.0.packingInst", "Y开头的包装说明为限量包装，与仅限货机不符"),
            ("lines.1.unIdNo", "UN编号与订单的UN1263不一致"),
        ]
        .map(|(field, message)| (field.to_owned(), message.to_owned()));
        let before = world.contents(true);
        let looked = done(admin.post(&format!("{DGD}/check"), declaration(odd.clone())));
        assert_eq!(told(&looked), expected);
        world.unchanged(&before, true);
        assert_eq!(told(&done(admin.post(DGD, declaration(odd)))), expected);
    });
}

#[test]
fn a_declaration_is_changed_in_its_version_and_removed_with_its_lines() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = declared(&admin, json!({}));
        let path = format!("{DGD}/{id}");
        let body = json!({ "version": 1, "lines": [paint(json!({ "unIdNo": "UN1993" })), paint(json!({}))] });
        let saved = done(admin.put(&path, body.clone()));
        assert_eq!((&saved["version"], text(&saved["unNumbers"])), (&json!(2), "UN1993 UN1263"));
        assert_eq!(admin.put(&path, body).code, 3, "another version");
        let moved = admin.put(&path, json!({ "version": 2, "placeAndDate": "BEIJING", "orderId": "6003" }));
        assert_eq!(moved.findings_at("orderId"), ["订单新增后不能修改"]);
        let kept = done(admin.put(&path, json!({ "version": 2, "placeAndDate": "BEIJING" })));
        assert_eq!((&kept["orderId"], kept["lines"].as_array().unwrap().len()), (&json!("6001"), 2));
        let log = admin.ok(&format!("/hrs/log/page?objectType=dgd_print&objectId={id}"));
        assert!(text(&log["records"][1]["text"]).contains("危险品明细1：UN1263 PAINT 3 II"), "{}", log["records"][1]);
        assert_eq!(admin.delete(&format!("{path}?version=2")).code, 3);
        assert_eq!(admin.delete(&format!("{path}?version=3")).code, 0);
        assert_eq!(admin.get(&path).status, 404);
        assert_eq!(functions(&admin, "dgd_print", &id), ["删除", "修改", "修改", "新增"]);
        let left = world.contents(true).into_iter().filter(|row| row.contains("dgd_line")).count();
        assert_eq!(left, 0);
    });
}

#[test]
fn six_lines_are_printed_on_two_pages_counted_and_logged() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let six: Vec<Json> = (0..6).map(|n| paint(json!({ "unIdNo": format!("UN120{n}") }))).collect();
        let id = declared(&admin, json!({ "lines": six, "aircraftType": 1 }));
        let fetch = |query: &str| {
            let data = admin.ok(&format!("{DGD}/print/{id}{query}"));
            let (name, pages) = fetched(world, &data);
            assert_eq!(name, "DGD_990-12345675_DGD-1.pdf");
            (text(&data["url"]).to_owned(), pages)
        };
        let (url, printed) = fetch("?kind=format");
        let [first, second] = printed.as_slice() else { panic!("{} pages", printed.len()) };
        assert!(first.contains("1/2") && first.contains("UN1204") && !first.contains("UN1205"), "{first}");
        assert!(second.contains("2/2") && second.contains("UN1205") && !second.contains("UN1204"), "{second}");
        for part in ["SHIPPER'S DECLARATION FOR DANGEROUS GOODS", "990-12345675", "AE-2607150001 DGD-1", "LI LEI"] {
            assert!(first.contains(part), "{part} is missing in {first}");
        }
        refused(&world.anonymous().get(&url), "文件链接已失效，请重新打印");
        let (_, over) = fetch("?kind=over&offsetX=1.5&offsetY=-20");
        assert!(over[0].contains("1/2") && !over[0].contains("SHIPPER'S DECLARATION"), "{}", over[0]);
        assert_eq!(fetch("?kind=format&copies=2").1.len(), 4);
        let seen = admin.ok(&format!("{DGD}/{id}"));
        assert_eq!((&seen["printCount"], &seen["version"]), (&json!(3), &json!(1)));
        assert_eq!(functions(&admin, "dgd_print", &id), ["格打", "套打", "格打", "新增"]);
        for wrong in ["kind=poster", "copies=3", "copies=0", "kind=over&offsetX=20.1", "kind=over&offsetY=x"] {
            assert_eq!(admin.get(&format!("{DGD}/print/{id}?{wrong}")).status, 400, "{wrong}");
        }
        let book = admin.post(&format!("{DGD}/exportExcel/{id}"), json!({}));
        assert!(book.bytes.starts_with(b"PK"), "{}", book.message);
    });
}

#[test]
fn a_freighter_only_declaration_puts_cao_into_the_master_that_is_begun() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let codes =
            |order: &str| admin.ok(&format!("/afbase/awbPrint/prefill/{order}?type=0"))["specialHandlingCodes"].clone();
        assert_eq!(codes(E1), json!(["DGR"]));
        let id = declared(&admin, json!({}));
        assert_eq!(codes(E1), json!(["DGR"]), "passenger aircraft too");
        done(admin.put(&format!("{DGD}/{id}"), json!({ "version": 1, "aircraftType": 1 })));
        assert_eq!(codes(E1), json!(["DGR", "CAO"]));
        assert_eq!(codes(E3), json!([]));
        let house = admin.ok(&format!("/afbase/awbPrint/prefill/{E1}?type=1&hawbId={HA001}"));
        assert_eq!(house["specialHandlingCodes"], json!([]));
    });
}

#[test]
fn others_see_and_change_nothing_of_a_declaration() {
    each_database_from(rooms, lay, |world| {
        let id = declared(&world.login("demo-admin"), json!({}));
        hide(world);
        let before = world.contents(false);
        let calls = [
            ("GET", format!("{DGD}/{id}"), 404),
            ("DELETE", format!("{DGD}/{id}?version=0"), 404),
            ("GET", format!("{DGD}/view/{id}"), 404),
            ("GET", format!("{DGD}/list/{E1}"), 404),
            ("PUT", format!("{DGD}/{id}"), 404),
            ("DELETE", format!("{DGD}/{id}?version=1"), 404),
            ("POST", format!("{DGD}/copy/{id}"), 404),
            ("GET", format!("{DGD}/print/{id}"), 404),
            ("POST", format!("{DGD}/exportExcel/{id}"), 404),
        ];
        for (method, path, status) in &calls {
            let body = json!({ "version": 1 });
            assert_eq!(world.login("sh01").call(method, path, body.clone()).status, *status, "{method} {path}");
            assert_eq!(world.login("nobody").call(method, path, body.clone()).status, 403, "{method} {path}");
            // A colleague whose data level hides the order.
            refused(&world.login("op01").call(method, path, body), "您没有该订单的数据权限");
        }
        refused(&world.login("op01").post(DGD, declaration(json!({}))), "您没有该订单的数据权限");
        assert_eq!(world.login("op01").ok(&format!("{DGD}/page"))["total"], 0);
        assert_eq!(world.login("sh01").ok(&format!("{DGD}/page"))["total"], 0);
        world.unchanged(&before, false);
    });
}

#[test]
fn the_log_of_a_declaration_is_for_those_who_may_see_its_order() {
    each_database_from(rooms, lay, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let id = declared(&admin, json!({}));
        let path = format!("/hrs/log/page?objectType=dgd_print&objectId={id}");
        let other = admin
            .put(&format!("{DGD}/{id}"), json!({ "version": 1, "lines": [paint(json!({ "packingInst": "965" }))] }));
        assert_eq!(done(other)["lines"][0]["packingInst"], "965");
        assert_eq!(op.ok(&path)["total"], 2);
        let order = "/hrs/log/page?objectType=order&objectId=6001";
        assert_eq!(op.get(order).status, 200);
        hide(world);
        assert_eq!((op.get(&path).status, op.get(order).status), (404, 404), "neither of them");
        assert_eq!(admin.ok(&path)["total"], 2);
        assert_eq!(world.login("superAdmin").ok(&path)["total"], 0, "another company");
    });
}

#[test]
fn a_word_that_moves_to_another_box_of_a_line_is_kept() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = declared(&admin, json!({ "lines": [paint(json!({ "packingInst": "353", "authorization": "" }))] }));
        let moved = json!({ "version": 1, "lines": [paint(json!({ "packingInst": "", "authorization": "353" }))] });
        let reply = admin.put(&format!("{DGD}/{id}"), moved);
        // A packing instruction is needed; the words are the same, the boxes are not.
        assert_eq!(findings(&reply).first().map(|(field, _)| field.as_str()), Some("lines.0.packingInst"));
        let swapped = json!({ "version": 1, "lines": [paint(json!({ "quantityAndTypeOfPacking": "PAINT", "properShippingName": "1 FIBREBOARD BOX x 5 L" }))] });
        let same = json!({ "version": 1, "lines": [paint(json!({ "classOrDivision": "3", "packingGroup": "II" }))] });
        done(admin.put(&format!("{DGD}/{id}"), same));
        let kept = done(admin.put(&format!("{DGD}/{id}"), with(swapped, json!({ "version": 2 }))));
        assert_eq!(kept["lines"][0]["properShippingName"], "1 FIBREBOARD BOX x 5 L");
        assert_eq!(admin.ok(&format!("{DGD}/{id}"))["lines"][0]["properShippingName"], "1 FIBREBOARD BOX x 5 L");
    });
}
