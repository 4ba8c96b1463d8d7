//! Waybills of real orders: first fill, sums, finishing, the printed set, and what hangs on it.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, refused};

use super::fixture::*;

/// The master form of E1 with the rate and the charges of the example.
pub fn priced(caller: &Caller<'_>, order: &str) -> Json {
    let mut form = caller.ok(&format!("/afbase/awbPrint/prefill/{order}?type=0"));
    form["agentIataCode"] = json!("1234567");
    form["lines"][0]["rateClass"] = json!("Q");
    form["lines"][0]["rateCharge"] = json!("25.88");
    form["lines"][0]["total"] = json!("17041.98");
    form["charges"] = json!([
        { "code": "MY", "due": "C", "rate": "3.00", "quantity": "658.5", "amount": "1975.50" },
        { "code": "SC", "due": "C", "rate": "1.20", "quantity": "658.5", "amount": "790.20" },
        { "code": "AW", "due": "A", "rate": "50.00", "quantity": "1", "amount": "50.00" },
    ]);
    form["orderUuid"] = json!(order);
    form
}

/// A draft of the master of E1.
pub fn drafted(caller: &Caller<'_>, order: &str) -> Json {
    done(caller.post("/afbase/awbPrint/mawb", priced(caller, order)))
}

fn finish(caller: &Caller<'_>, draft: &Json, more: Json) -> Reply {
    let body = with(json!({ "rowUuid": draft["rowUuid"] }), more);
    caller.put(&format!("/afbase/awbPrint/finish/{}", text(draft, "awbPrintId")), body)
}

/// The master of E1, finished although its houses weigh less.
pub fn finished(caller: &Caller<'_>, order: &str) -> Json {
    let draft = drafted(caller, order);
    done(finish(caller, &draft, json!({ "confirmed": ["awbprint.differs"], "reason": "含托盘" })))
}

fn e1_of(world: &World) -> (Caller<'_>, String) {
    let admin = world.login("demo-admin");
    let uuid = uuid_of(&admin, "AE-2607150001");
    (admin, uuid)
}

#[test]
fn the_master_of_the_example_is_filled_from_its_order() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let form = admin.ok(&format!("/afbase/awbPrint/prefill/{e1}?type=0"));
        for (pointer, value) in [
            ("/awbNumber", "990-12345675"),
            ("/airlineCode", "X9"),
            ("/departureStation", "PVG"),
            ("/arrivalStation", "FRA"),
            ("/to1", "FRA"),
            ("/by1", "X9"),
            ("/flightNumber", "X9101"),
            ("/flightDate", "2026-07-18"),
            ("/lines/0/pieces", "12"),
            ("/lines/0/grossWeight", "500.0"),
            ("/lines/0/chargeWeight", "658.5"),
            ("/lines/0/volume", "3.950"),
            ("/lines/0/goodsNameEn", "CONSOLIDATION AS PER ATTACHED LIST"),
            ("/declaredValueOfCarriage", "NVD"),
            ("/declaredValueOfCustoms", "NCV"),
            ("/insuranceAmount", "XXX"),
            ("/shipper/scName", "DEMO CUSTOMER A TRADING CO. LTD"),
            ("/consignee/scName", "DEMO CONSIGNEE GMBH"),
            ("/consignee/postCode", "60547"),
            ("/payMethod", "PP"),
            ("/currency", "CNY"),
            ("/issueAgentName", "DEMO FREIGHT CO. LTD"),
            ("/issueAgentCity", "SHANGHAI"),
            ("/issuer", "DEMO FREIGHT CO. LTD"),
            ("/placeOfIssue", "SHANGHAI"),
            ("/shipperSignature", "DEMO CUSTOMER A TRAD"),
            ("/executedOn", "2026-07-15"),
        ] {
            assert_eq!(form.pointer(pointer), Some(&json!(value)), "{pointer}");
        }
        let priced = priced(&admin, &e1);
        let looked = done(admin.post("/afbase/awbPrint/check", priced.clone()));
        assert_eq!(looked["lines"][0]["total"], "17041.98");
        let prepaid = &looked["sums"]["prepaid"];
        assert_eq!(
            [&prepaid["weight"], &prepaid["dueCarrier"], &prepaid["dueAgent"], &prepaid["total"]].map(Json::to_string),
            ["17041.98", "2765.7", "50", "19857.68"],
            "{prepaid}"
        );
        assert_eq!(looked["findings"], json!([]), "the example is without fault");
    });
}

// req: awb-fields
#[test]
fn every_box_of_a_form_comes_back_as_it_was_saved() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let mut form = priced(&admin, &e1);
        for (name, value) in [
            ("agentIataCode", "1234567"),
            ("accountNo", "ACC-1"),
            ("flightNumber2", "X9102"),
            ("flightDate2", "2026-07-19"),
            ("accountingInformation", "FREIGHT PREPAID"),
            ("chgsCode", "PP"),
            ("declaredValueOfCarriage", "1000.00"),
            ("declaredValueOfCustoms", "2000"),
            ("insuranceAmount", "300"),
            ("handlingInformation", "KEEP DRY"),
            ("sci", "T1"),
            ("osi", "HANDLE WITH CARE"),
            ("shippingMarks", "N.M."),
            ("valuationCharge", "1.00"),
            ("tax", "2.00"),
            ("destCurrency", "EUR"),
            ("exchangeRate", "0.128205"),
            ("chargesAtDestination", "3.00"),
            ("shipperSignature", "A SIGNER"),
            ("placeOfIssue", "PVG"),
            ("issuer", "AN ISSUER"),
            ("partyCode", "PC1"),
            ("referenceNumber", "REF1"),
            ("optionalShippingInfo", "OPT1"),
        ] {
            form[name] = json!(value);
        }
        form["specialHandlingCodes"] = json!(["ELI", "EAP"]);
        form["lines"][0]["slac"] = json!("120");
        form["lines"][0]["weightUnit"] = json!("K");
        form["lines"][0]["hsCodes"] = json!(["853952", "61091000"]);
        let saved = done(admin.post("/afbase/awbPrint/mawb", form.clone()));
        let kept = admin.ok(&format!("/afbase/awbPrint/view/{}", text(&saved, "awbPrintId")));
        for (name, value) in form.as_object().expect("a form").iter().filter(|(name, _)| *name != "orderUuid") {
            match value {
                // What was not typed comes back as an empty box.
                Json::Object(_) | Json::Array(_) => assert!(holds(&kept[name], value), "{name}: {}", kept[name]),
                _ => assert_eq!(&kept[name], value, "{name}"),
            }
        }
        assert_eq!((kept["orderCode"].clone(), kept["orderUuid"].clone()), (json!("AE-2607150001"), json!(e1)));
    });
}

/// Whether everything of a part is in the whole.
fn holds(whole: &Json, part: &Json) -> bool {
    match (whole, part) {
        (Json::Object(whole), Json::Object(part)) => {
            part.iter().all(|(name, value)| whole.get(name).is_some_and(|kept| holds(kept, value)))
        }
        (Json::Array(whole), Json::Array(part)) => {
            whole.len() == part.len() && whole.iter().zip(part).all(|(kept, value)| holds(kept, value))
        }
        _ => whole == part,
    }
}

#[test]
fn a_consolidation_without_parties_goes_from_the_own_house_to_the_agent_at_destination() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let op = world.login("op01");
        let agent = pick(&op, "coop?keyword=DL001", "DL001");
        let none = json!({ "scName": "", "scAddress": "", "nationCode": "", "cityNameEn": "", "postCode": "",
            "telNumber": "" });
        let members = json!({ "arrivalAgentId": agent, "parties": { "shipper": none, "consignee": none },
            "confirmed": ["order.tolerance"] });
        done(change(&op, &e1, members));
        let form = admin.ok(&format!("/afbase/awbPrint/prefill/{e1}?type=0"));
        assert_eq!(form["consignee"]["scName"], "DEMO AGENT A INC");
        assert_eq!(form["consignee"]["nationCode"], "US");
        assert_eq!(form["shipper"]["scName"], "DEMO FREIGHT CO. LTD");
        // A direct shipment stays with the parties of its order.
        let e3 = uuid_of(&op, "AE-2607150003");
        done(change(&op, &e3, json!({ "arrivalAgentId": agent })));
        let direct = admin.ok(&format!("/afbase/awbPrint/prefill/{e3}?type=0"));
        assert_ne!(direct["consignee"]["scName"], "DEMO AGENT A INC");
        assert_eq!(direct["lines"][0]["goodsNameEn"], "GARMENTS");
        assert_eq!(
            [&direct["to1"], &direct["to2"], &direct["flightNumber"], &direct["flightNumber2"]],
            [&json!("HKG"), &json!("LAX"), &json!("X9201"), &json!("X9301")]
        );
    });
}

#[test]
fn wrong_boxes_of_the_example_are_told_at_the_box() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let form = priced(&admin, &e1);
        let before = world.contents(true);
        let refused = |form: Json, field: &str| {
            let reply = admin.post("/afbase/awbPrint/mawb", form);
            assert_eq!(reply.code, 1);
            reply.findings_at(field)
        };
        assert_eq!(
            refused(with(form.clone(), json!({ "arrivalStation": "FR" })), "arrivalStation"),
            ["目的站须为3位字母"]
        );
        let mut us = form.clone();
        us["consignee"]["nationCode"] = json!("US");
        us["consignee"]["postCode"] = json!("1234");
        assert_eq!(refused(us, "consignee.postCode"), ["美国邮编须为5位数字，且州代码不能为空"]);
        let mut heavy = form.clone();
        heavy["lines"][0]["grossWeight"] = json!("500.123");
        assert_eq!(refused(heavy, "lines.0.grossWeight"), ["毛重最多2位小数，总长度不超过7位"]);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_finished_master_stands_until_it_is_taken_back() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let draft = drafted(&admin, &e1);
        let twice = admin.post("/afbase/awbPrint/mawb", priced(&admin, &e1));
        assert_eq!((twice.code, twice.message.as_str()), (1, "该主单已制单"));
        let asked = finish(&admin, &draft, json!({}));
        assert_eq!(asked.questions(), ["awbprint.differs"]);
        assert_eq!(asked.data["confirms"][0]["message"], "运单与订单不一致：毛重 500.0 / 分单 480.0，是否继续？");
        let yes = json!({ "confirmed": ["awbprint.differs"] });
        assert_eq!(finish(&admin, &draft, yes.clone()).findings_at("reason"), ["请填写差异原因"]);
        let made = done(finish(&admin, &draft, with(yes, json!({ "reason": "含托盘" }))));
        let late = with(priced(&admin, &e1), json!({ "awbPrintId": draft["awbPrintId"], "rowUuid": made["rowUuid"] }));
        let refused = admin.put("/afbase/awbPrint/mawb", late);
        assert_eq!((refused.code, refused.message.as_str()), (1, "单证已完成，不能修改"));
        let order = view(&admin, &e1);
        let row = json!({ "orderUuid": e1, "rowUuid": order["rowUuid"], "mode": "stock" });
        assert_eq!(admin.post("/afbase/aforder/uninstallAwb", row).message, "运单制单已完成，请先退回");
        let house = json!({ "orderUuid": e1, "hawb": { "hawbNumber": "HA009", "pieces": 1, "weight": 1 } });
        assert_eq!(admin.post("/afbase/hawb/doSave", house).message, "运单制单已完成，请先退回");
        let listed = admin.ok("/afbase/awbPrint/page?awbNumber=990-12345675")["records"][0].clone();
        assert_eq!((listed["awbStatus"].clone(), listed["check"]["state"].clone()), (json!("DONE"), json!("OK")));
        let back = json!({ "rowUuid": made["rowUuid"] });
        done(admin.put(&format!("/afbase/awbPrint/back/{}", text(&draft, "awbPrintId")), back));
        let order = view(&admin, &e1);
        let row = json!({ "orderUuid": e1, "rowUuid": order["rowUuid"], "mode": "stock" });
        done(admin.post("/afbase/aforder/uninstallAwb", row));
        assert_eq!(admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{e1}"))["state"], "NONE");
    });
}

#[test]
fn the_making_list_shows_a_master_to_be_made_with_its_houses() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let row = admin.ok("/afbase/awbPrint/page?awbNumber=990-12345675")["records"][0].clone();
        assert_eq!(row["awbStatus"], "NONE");
        assert_eq!(
            [&row["pieces"], &row["grossWeight"], &row["volume"], &row["chargeWeight"]].map(Json::to_string),
            ["12", "500", "3.95", "658.333"]
        );
        assert_eq!((row["orderCodes"].clone(), row["customer"].clone()), (json!("AE-2607150001"), json!("客户甲")));
        let houses: Vec<(String, String, String, String)> = row["children"]
            .as_array()
            .expect("houses")
            .iter()
            .map(|h| (text(h, "hawbNumber"), h["pieces"].to_string(), h["weight"].to_string(), text(h, "awbStatus")))
            .collect();
        let house = |number: &str, pieces: &str, weight: &str| {
            (number.to_owned(), pieces.to_owned(), weight.to_owned(), "NONE".to_owned())
        };
        assert_eq!(houses, [house("HA001", "5", "200"), house("HA002", "7", "280")]);
        let all = |uuid: &str| admin.post(&format!("/afbase/awbPrint/createAllHawb/{uuid}"), json!({}));
        assert_eq!(all(&e1).data["changed"], 2);
        let e3 = uuid_of(&admin, "AE-2607150003");
        assert_eq!(all(&e3).message, "该主单为直单，无分单");
        let e2 = uuid_of(&admin, "AE-2607150002");
        assert_eq!(all(&e2).message, "请先录入主单号");
        let row = admin.ok("/afbase/awbPrint/page?hawbNumber=HA002")["records"][0].clone();
        assert_eq!(text(&row["children"][1], "awbStatus"), "DRAFT");
    });
}

#[test]
fn the_houses_together_stand_beside_their_master() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let sums = || admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{e1}"))["sums"].clone();
        let told = sums();
        let figures = |side: &Json| [&side["pieces"], &side["weight"], &side["volume"]].map(Json::to_string);
        assert_eq!(figures(&told["houses"]), ["12", "480", "3.6"]);
        assert_eq!(figures(&told["master"]), ["12", "500", "3.95"]);
        // 20.0 are more than 3 % of 500.0, which is 15.0.
        let marks = json!({
            "weight": { "level": "outside", "text": "差 -20.0（-4.00%）" },
            "volume": { "level": "differs", "text": "差 -0.350（-8.86%）" },
        });
        assert_eq!(told["marks"], marks);
        // What the master's form says counts before the order.
        let mut form = priced(&admin, &e1);
        form["lines"][0]["grossWeight"] = json!("480.0");
        done(admin.post("/afbase/awbPrint/mawb", form));
        assert_eq!(sums()["marks"].get("weight"), None);
        for code in ["AE-2607150002", "AE-2607150003"] {
            let uuid = uuid_of(&admin, code);
            assert_eq!(admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{uuid}"))["sums"], Json::Null, "{code}");
        }
    });
}

#[test]
fn houses_of_orders_a_level_hides_are_not_shown_below_their_master() {
    with_orders(|world| {
        let op = world.login("op01");
        // E2, served by cs02 now, shares the number of E1.
        let e2 = uuid_of(&op, "AE-2607150002");
        let other = pick(&op, "user?keyword=cs02", "cs02");
        let shared = json!({ "awbNumber": "990-12345675", "servicerId": other, "confirmed": ["awb.shared"] });
        done(change(&op, &e2, shared));
        let house = json!({ "hawbNumber": "HB777", "pieces": 8, "weight": 300 });
        done(op.post("/afbase/hawb/doSave", json!({ "orderUuid": e2, "hawb": house })));
        let numbers = |login: &str| -> Vec<String> {
            let row = world.login(login).ok("/afbase/awbPrint/page?awbNumber=990-12345675")["records"][0].clone();
            row["children"].as_array().expect("houses").iter().map(|house| text(house, "hawbNumber")).collect()
        };
        assert_eq!(numbers("demo-admin"), ["HA001", "HA002", "HB777"]);
        world.show_own_orders("cs01");
        assert_eq!(numbers("cs01"), ["HA001", "HA002"]);
    });
}

#[test]
fn the_form_of_a_shared_number_stays_with_the_orders_that_keep_it() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let e2 = uuid_of(&admin, "AE-2607150002");
        done(change(&admin, &e2, json!({ "awbNumber": "990-12345675", "confirmed": ["awb.shared"] })));
        let draft = drafted(&admin, &e1);
        done(moved(&admin, "aforder/uninstallAwb", &e1, json!({ "mode": "void" })));
        let form = admin.ok(&format!("/afbase/awbPrint/view/{}", text(&draft, "awbPrintId")));
        assert_eq!(
            (text(&form, "orderCode"), text(&form, "awbNumber")),
            ("AE-2607150002".into(), "990-12345675".into())
        );
        let other = with(form, json!({ "accountingInformation": "FREIGHT PREPAID" }));
        done(admin.put("/afbase/awbPrint/mawb", other));
        assert!(
            world.contents(true).iter().any(|row| row.contains("卸载，由其他订单继续使用")),
            "the log of the number"
        );
        done(moved(&admin, "aforder/uninstallAwb", &e2, json!({ "mode": "stock" })));
        assert_eq!(admin.get(&format!("/afbase/awbPrint/view/{}", text(&draft, "awbPrintId"))).status, 404);
    });
}

#[test]
fn a_house_form_of_an_old_master_is_neither_finished_nor_printed() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        done(admin.post(&format!("/afbase/awbPrint/createAllHawb/{e1}"), json!({})));
        let houses = admin.ok(&format!("/afbase/awbPrint/hawbListByOrderUuid/{e1}"));
        let house = houses[0].clone();
        let id = text(&house, "awbPrintId");
        let print = || {
            let body = json!({ "awbPrintType": "PRINT_HAWB", "orderUuid": e1, "awbPrintId": id });
            admin.post("/afbase/awbPrint/downloadHAWB", body)
        };
        done(print());
        done(moved(&admin, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" })));
        done(change(&admin, &e1, json!({ "awbNumber": "990-12345701" })));
        let said = format!("单号已变更为990-12345701 / {}，请删除本单证后重新制单", text(&house, "hawbNumber"));
        refused(&print(), &said);
        refused(&finish(&admin, &house, json!({})), &said);
        let row = text(&house, "rowUuid");
        assert_eq!(admin.delete(&format!("/afbase/awbPrint/{id}?rowUuid={row}")).code, 0);
    });
}

#[test]
fn a_form_whose_message_is_out_is_not_deleted() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let draft = drafted(&admin, &e1);
        let id: i64 = text(&draft, "awbPrintId").parse().expect("an id");
        let remove = || admin.delete(&format!("/afbase/awbPrint/{id}?rowUuid={}", text(&draft, "rowUuid")));
        for state in ["WAITING", "SENT", "ACCEPTED", "CANCELLED"] {
            world.database(|_, conn| {
                let mut delete = sql::delete(2, "edi_message");
                conn.exec(&delete.take().into()).expect("deletes");
                let number = |name| (name, Value::Int(1));
                let mut cells = vec![("awb_print_id", Value::Int(id)), ("state", state.into_value())];
                cells.extend(["id", "revision", "tries", "version", "created_by", "created_at"].map(number));
                cells.extend(["updated_by", "updated_at"].map(number));
                let words = [("message_no", "M1"), ("direction", "OUT"), ("kind", "FWB"), ("format", "IMP")];
                cells.extend(words.map(|(name, word)| (name, word.into_value())));
                cells.extend([("awb_number", "990-12345675".into_value()), ("body", "FWB/16".into_value())]);
                conn.exec(&sql::insert(2, "edi_message", &cells).into()).expect("inserts");
            });
            if state == "CANCELLED" {
                assert_eq!(remove().code, 0);
            } else {
                refused(&remove(), "该单证已发送报文，请先撤销报文");
            }
        }
    });
}

#[test]
fn a_number_past_its_last_day_is_given_to_no_order() {
    with_orders(|world| {
        let (admin, _) = e1_of(world);
        let e2 = uuid_of(&admin, "AE-2607150002");
        let ends = |day: &str| {
            world.database(|_, conn| {
                let mut update = sql::update(2, "awb", &[("expire_date", day.into_value())]);
                update.and_where(sql::eq("awb_number", "990-12345701"));
                conn.exec(&update.into()).expect("updates");
            });
        };
        ends("2026-07-14");
        let taken = || change(&admin, &e2, json!({ "awbNumber": "990-12345701" }));
        assert_eq!(taken().findings_at("awbNumber"), ["主单号已于2026-07-14失效"]);
        ends("2026-07-15");
        done(taken());
    });
}

/// A printed set.
fn printed(world: &World, caller: &Caller<'_>, call: &str, body: Json) -> lopdf::Document {
    let path = done(caller.post(&format!("/afbase/awbPrint/{call}"), body));
    let file = world.anonymous().get(path.as_str().expect("an address"));
    assert_eq!(file.content_type, "application/pdf", "{}", file.message);
    lopdf::Document::load_mem(&file.bytes).expect("a PDF")
}

/// The texts of the pages of a printed set.
fn pages(world: &World, caller: &Caller<'_>, call: &str, body: Json) -> Vec<String> {
    let document = printed(world, caller, call, body);
    document.get_pages().into_keys().map(|page| document.extract_text(&[page]).unwrap_or_default()).collect()
}

#[test]
fn the_printed_set_has_five_pages_each_with_its_words() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let print = |more: Json| with(json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": e1, "printType": "2" }), more);
        assert_eq!(admin.post("/afbase/awbPrint/downloadAWB", print(json!({}))).message, "运单未制单");
        let draft = drafted(&admin, &e1);
        let set = pages(world, &admin, "downloadAWB", print(json!({})));
        let words = [
            "ORIGINAL 3 (FOR SHIPPER)",
            "ORIGINAL 1 (FOR ISSUING CARRIER)",
            "ORIGINAL 2 (FOR CONSIGNEE)",
            "COPY 4 (DELIVERY RECEIPT)",
            "COPY 9 (FOR AGENT)",
        ];
        assert_eq!(set.len(), 5);
        for (page, words) in set.iter().zip(words) {
            for text in [words, "12345675", "DEMO CUSTOMER A TRADING CO. LTD", "17041.98", "19857.68", "658.5", "DRAFT"]
            {
                assert!(page.contains(text), "{text} is not on {words}: {page}");
            }
        }
        let agreed = pages(world, &admin, "downloadAWB", print(json!({ "showRate": false, "copies": ["original2"] })));
        assert!(agreed.len() == 1 && agreed[0].contains("AS AGREED") && !agreed[0].contains("17041.98"), "{agreed:?}");
        done(finish(&admin, &draft, json!({ "confirmed": ["awbprint.differs"], "reason": "含托盘" })));
        let clean = pages(world, &admin, "downloadAWB", print(json!({})));
        assert!(clean.iter().all(|page| !page.contains("DRAFT")));
        for (bad, field) in [
            (json!({ "copies": ["copy13"] }), "copies"),
            (json!({ "printType": "3" }), "printType"),
            (json!({ "offsetX": 20.1 }), "offsetX"),
            (json!({ "offsetY": "-20.1" }), "offsetY"),
            (json!({ "paperSize": "A3" }), "paperSize"),
        ] {
            assert_eq!(admin.post("/afbase/awbPrint/downloadAWB", print(bad)).status, 400, "{field}");
        }
        let edge = print(json!({ "printType": "1", "offsetX": 20, "offsetY": "-20.0", "copies": ["original3"] }));
        assert_eq!(pages(world, &admin, "downloadAWB", edge).len(), 1);
        let width = |asked: Json| {
            let document =
                printed(world, &admin, "downloadAWB", print(with(json!({ "copies": ["original3"] }), asked)));
            let page = document.get_dictionary(document.get_pages()[&1]).expect("a page");
            let sides = page.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("a media box");
            (sides[2].as_float().expect("a width") * 25.4 / 72.0).round()
        };
        assert_eq!(width(json!({ "printType": "1", "paperSize": "241x305" })), 241.0);
        assert_eq!(width(json!({ "printType": "1", "paperSize": "A4" })), 210.0);
        assert_eq!(width(json!({ "printType": "2", "paperSize": "241x305" })), 210.0, "a drawn form stands on A4");
        assert_eq!(admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{e1}"))["printCount"], 7);
    });
}

#[test]
fn a_house_waybill_is_made_and_printed_from_its_house() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        done(admin.post(&format!("/afbase/awbPrint/createAllHawb/{e1}"), json!({})));
        let houses = admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{e1}"))["hawbs"].clone();
        assert_eq!((houses[0]["hawbNumber"].clone(), houses[0]["state"].clone()), (json!("HA001"), json!("DRAFT")));
        let body = json!({ "awbPrintType": "PRINT_HAWB", "orderUuid": e1, "printType": "2",
            "awbPrintId": houses[0]["awbPrintId"] });
        let set = pages(world, &admin, "downloadHAWB", body);
        assert!(set.iter().all(|page| page.contains("HA001") && page.contains("200.0")), "{set:?}");
    });
}

/// A message of the form in some state, as the room of messages keeps it.
fn message(world: &World, form: &Json, state: &str) {
    let id: i64 = text(form, "awbPrintId").parse().expect("an id");
    world.database(|_, conn| {
        conn.exec(&sql::delete(2, "edi_message").into()).expect("removes");
        let cells = [
            ("id", Value::Int(1)),
            ("message_no", "EM-2607150001".into_value()),
            ("direction", "OUT".into_value()),
            ("kind", "FWB".into_value()),
            ("format", "IMP".into_value()),
            ("awb_number", "990-12345675".into_value()),
            ("awb_print_id", Value::Int(id)),
            ("body", "FWB/16".into_value()),
            ("channel", "FILE".into_value()),
            ("state", state.into_value()),
            ("revision", Value::Int(0)),
            ("tries", Value::Int(0)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(1)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(1)),
        ];
        conn.exec(&sql::insert(2, "edi_message", &cells).into()).expect("adds");
    });
}

#[test]
fn a_master_whose_message_the_carrier_has_is_not_unloaded_and_a_change_of_its_form_is_pointed_out() {
    with_orders(|world| {
        let (admin, e1) = e1_of(world);
        let mut draft = drafted(&admin, &e1);
        for state in ["WAITING", "SENT", "ACCEPTED"] {
            message(world, &draft, state);
            let before = world.contents(false);
            let reply = moved(&admin, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" }));
            assert_eq!((reply.code, reply.message.as_str()), (1, "运单报文已发送，请先撤销报文"), "{state}");
            world.unchanged(&before, false);
            let form =
                with(priced(&admin, &e1), json!({ "awbPrintId": draft["awbPrintId"], "rowUuid": draft["rowUuid"] }));
            let saved = done(admin.put("/afbase/awbPrint/mawb", form));
            assert!(saved["findings"].to_string().contains("该单证已发送报文，修改后请重新发送"), "{state}: {saved}");
            draft = saved;
        }
        for state in ["CANCELLED", "REJECTED"] {
            message(world, &draft, state);
            let form =
                with(priced(&admin, &e1), json!({ "awbPrintId": draft["awbPrintId"], "rowUuid": draft["rowUuid"] }));
            draft = done(admin.put("/afbase/awbPrint/mawb", form));
            assert!(!draft["findings"].to_string().contains("重新发送"), "{state}: {draft}");
        }
        done(moved(&admin, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" })));
    });
}
