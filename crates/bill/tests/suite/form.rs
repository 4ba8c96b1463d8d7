//! Bills begun, checked, kept, changed, put in order and removed.

use serde_json::{Value as Json, json};

use super::kit::*;

// req: sea-route-se-order-waybill-make
#[test]
fn a_master_bill_begins_with_what_its_order_says() {
    with_orders(|world| {
        let op = world.login("op01");
        let began = op.ok(&format!("{BASE}/prefill/{}/MBL", uuid_of(&op, SE1)));
        assert_eq!((&began["orderCode"], &began["docState"]), (&json!(SE1), &json!("NONE")));
        let form = &began["content"];
        for (name, value) in [
            ("kind", json!("MBL")),
            ("number", json!("TSTSHA260701")),
            ("issueType", json!("ORIGINAL")),
            ("originals", json!("3")),
            ("copies", json!("3")),
            ("vessel", json!("TEST OCEAN")),
            ("voyage", json!("025W")),
            ("portOfLoading", json!("SHANGHAI")),
            ("portOfDischarge", json!("HAMBURG")),
            ("pieces", json!("1200")),
            ("packageKind", json!("CTNS")),
            ("grossWeight", json!("18700.000")),
            ("volume", json!("118.500")),
            ("goodsDesc", json!("MACHINE PARTS")),
            ("totalInWords", json!("SAY TWO (2) CONTAINERS ONLY")),
            ("freightPrepaid", json!(true)),
            ("freightCollect", json!(false)),
            ("shippersLoad", json!(true)),
            ("saidToContain", json!(true)),
            ("freightText", json!("AS ARRANGED")),
            ("placeOfIssue", json!("SHANGHAI")),
            ("issueDate", json!("")),
        ] {
            assert_eq!(form[name], value, "{name}");
        }
        let told = done(op.post(&format!("{BASE}/check"), json!({ "orderUuid": began["orderUuid"], "content": form })));
        assert_eq!(
            told["containerLines"],
            json!([
                "CSQU3054383/TS00001/40HQ/600CTNS/9300.000KGS/59.500CBM",
                "TSTU1000019/TS00002/40HQ/600CTNS/9400.000KGS/59.000CBM",
            ])
        );
        assert_eq!(told["say"], "SAY TWO (2) CONTAINERS ONLY");
        assert_eq!(op.get(&format!("{BASE}/prefill/{}/XBL", uuid_of(&op, SE1))).status, 400);
    });
}

#[test]
fn loose_cargo_is_counted_by_its_packages_and_departed_orders_bring_their_day() {
    with_orders(|world| {
        let op = world.login("op01");
        let loose = fresh(&op, SE2, "HBL");
        assert_eq!(loose["totalInWords"], "SAY FORTY (40) CARTONS ONLY");
        assert_eq!((&loose["shippersLoad"], &loose["containers"]), (&json!(false), &json!([])));
        assert_eq!((&loose["issuer"], &loose["signAs"]), (&json!("DEMO FREIGHT CO. LTD"), &json!("CARRIER")));
        let house = fresh(&op, SE4, "HBL");
        // Its boxes are not weighed: the figures are those of the order.
        for (name, value) in [
            ("number", "TSTLAX26060001"),
            ("pieces", "500"),
            ("grossWeight", "12000.000"),
            ("volume", "60.000"),
            ("onBoardDate", "2026-07-10"),
            ("issueDate", "2026-07-10"),
            ("portOfLoading", "NINGBO"),
        ] {
            assert_eq!(house[name], value, "{name}");
        }
    });
}

// req: awb-house-sea-30
#[test]
fn house_numbers_are_cleaned_cut_and_judged() {
    with_orders(|world| {
        let op = world.login("op01");
        let rule = "分提单号为不超过30位的字母或数字";
        let form = fresh(&op, SE2, "HBL");
        let typed = |number: &str| with(form.clone(), json!({ "number": number }));
        assert_eq!(said(&checked(&op, SE2, typed("ts-分2607 01")), "number"), [rule]);
        assert_eq!(said(&checked(&op, SE2, typed(&"a".repeat(31))), "number"), [""; 0]);
        refused_at(&create(&op, SE2, typed("TS分260701")), "number", rule);
        done(create(&op, SE2, typed(&format!("hb-{}", "7".repeat(40)))));
        let kept = stored(&op, SE2, 0);
        assert_eq!(kept["content"]["number"], format!("HB{}", "7".repeat(28)));
        let taken = format!("分提单号HB{}已存在", "7".repeat(28));
        refused_at(&create(&op, SE2, typed(&format!("HB{}", "7".repeat(28)))), "number", &taken);
        done(change(&op, &kept, json!({ "marks": "HAIJIA" })));
    });
}

#[track_caller]
fn refused_at(reply: &testkit::Reply, field: &str, message: &str) {
    assert_eq!(reply.code, 1, "{}", reply.data);
    assert_eq!(said(&findings(reply), field), [message]);
}

/// Issue 25, 16: a number that is looked at is not used up; the bill that is kept under it takes it.
#[test]
fn numbers_are_made_by_the_rule_of_the_company_and_never_twice() {
    with_orders(|world| {
        let op = world.login("op01");
        let path = format!("{BASE}/nextNumber/{}", uuid_of(&op, SE2));
        let next = || field(&op.ok(&path), "number").to_owned();
        let keep = |number: &str| create(&op, SE2, with(fresh(&op, SE2, "HBL"), json!({ "number": number })));
        assert_eq!((next(), next()), ("TSTHAM26070001".to_owned(), "TSTHAM26070001".to_owned()), "looked at twice");
        assert_eq!(field(&done(op.post(&path, json!({}))), "number"), "TSTHAM26070001", "or asked for by a post");
        let first = done(keep("TSTHAM26070001"));
        refused_at(&keep("TSTHAM26070001"), "number", "分提单号TSTHAM26070001已存在");
        assert_eq!(next(), "TSTHAM26070002");
        done(op.delete(&format!("{BASE}/{}?rowUuid={}", field(&first, "blId"), field(&first, "rowUuid"))));
        assert_eq!(next(), "TSTHAM26070002", "the number of a bill that is gone is not given again");
        // Somebody typed the next one by hand, and one that lies far ahead.
        done(keep("TSTHAM26070002"));
        done(keep("TSTHAM26079000"));
        assert_eq!(next(), "TSTHAM26070003");
        // The running number is given once, whatever port stands before it.
        for (number, given) in [("TSTHAM26070001", true), ("TSTHAM26070005", false)] {
            let kept = keep(number);
            if given {
                refused_at(&kept, "number", "分提单号TSTHAM26070001的流水号已使用，请重新生成");
            } else {
                done(kept);
            }
        }
        assert_eq!(next(), "TSTHAM26070003", "one typed by hand burns none before it");
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "hblNoRule": "HB-{yy}{seq4}" });
        done(admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": "SE", "values": values })));
        assert_eq!(next(), "HB260003");
    });
}

#[test]
fn an_order_has_one_master_bill_and_house_bills_only_of_its_forwarder() {
    with_bills(|world| {
        let op = world.login("op01");
        refused(&create(&op, SE1, fresh(&op, SE1, "MBL")), "该订单已有主提单");
        refused(&create(&op, SE1, fresh(&op, SE1, "HBL")), "船东单没有分提单");
        refused(&create(&op, SE5, fresh(&op, SE5, "MBL")), "订单已关闭，不能修改");
        let list = op.ok(&format!("{BASE}/list/{}", uuid_of(&op, SE4)));
        let rows: Vec<(&str, &str, &str, &str)> = list["bills"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (field(row, "kind"), field(row, "number"), field(row, "docState"), field(row, "custodyState")))
            .collect();
        assert_eq!(rows, [("MBL", "TSTNGB260601", "DONE", "SIGNED"), ("HBL", "TSTLAX26060001", "DONE", "SIGNED"),]);
        assert_eq!((&list["orderCode"], &list["noHouses"]), (&json!(SE4), &json!(false)));
        assert_eq!(op.ok(&format!("{BASE}/list/{}", uuid_of(&op, SE1)))["bills"][0]["custodyState"], "UNSIGNED");
    });
}

#[test]
fn a_master_number_of_another_order_is_asked_about() {
    with_bills(|world| {
        let op = world.login("op01");
        let form = with(fresh(&op, SE2, "MBL"), json!({ "number": "TSTSHA260701" }));
        let asked = create(&op, SE2, form.clone());
        assert_eq!(asked.questions(), ["bill.number.shared"]);
        assert_eq!(asked.data["confirms"][0]["message"], "提单号TSTSHA260701已用于订单SE-2607150001，是否同一主单？");
        let yes = json!({ "orderUuid": uuid_of(&op, SE2), "content": form, "confirmed": ["bill.number.shared"] });
        done(op.post(BASE, yes));
    });
}

#[test]
fn the_check_says_what_is_wrong_at_its_place_in_both_languages() {
    with_bills(|world| {
        let op = world.login("op01");
        let form = stored(&op, SE4, 1)["content"].clone();
        let to_order = json!({ "printRemark": "TO ORDER" });
        let notify = json!({ "scName": "DEMO CONSIGNEE INC" });
        let seaway = with(
            form.clone(),
            json!({ "issueType": "SEAWAY", "originals": "0", "consignee": to_order, "notify": notify }),
        );
        let message = "海运单收货人不能为TO ORDER";
        assert_eq!(said(&checked(&op, SE4, seaway.clone()), "consignee.printRemark"), [message]);
        let english = op.in_language("en-US");
        let told = said(&checked(&english, SE4, seaway), "consignee.printRemark");
        assert_eq!(told, ["The consignee of a sea waybill can't be TO ORDER."]);
        let on_board = |day: &str| checked(&op, SE4, with(form.clone(), json!({ "onBoardDate": day })));
        assert_eq!(said(&on_board("2026-07-09"), "onBoardDate"), ["装船日期须与实际离港日期一致"]);
        assert_eq!(said(&on_board("2026-07-10"), "onBoardDate"), [""; 0]);
        // Everything at once.
        let many = json!({ "pieces": "x", "volume": "1.2345", "freightCollect": true, "marks": "唛头" });
        let all = checked(&op, SE4, with(form, many));
        for at in ["pieces", "volume", "freightCollect", "marks"] {
            assert_eq!(said(&all, at).len(), 1, "{at}");
        }
    });
}

#[test]
fn unknown_boxes_are_refused() {
    with_orders(|world| {
        let op = world.login("op01");
        assert_eq!(create(&op, SE1, with(fresh(&op, SE1, "MBL"), json!({ "nothing": "x" }))).status, 400);
    });
}

#[test]
fn changes_keep_a_history_and_the_clock_keeps_drafts_without_one() {
    with_bills(|world| {
        let op = world.login("op01");
        let bill = stored(&op, SE1, 0);
        let id = field(&bill, "blId").to_owned();
        done(change(&op, &bill, json!({ "marks": "HAIJIA", "freeDays": "14" })));
        let bill = stored(&op, SE1, 0);
        let auto = json!({
            "orderUuid": bill["orderUuid"], "blId": bill["blId"], "rowUuid": bill["rowUuid"], "auto": true,
            "content": with(bill["content"].clone(), json!({ "marks": "HAIJIA 1-1200" })),
        });
        let kept = done(op.put(BASE, auto.clone()));
        assert_ne!(kept["rowUuid"], bill["rowUuid"]);
        // Nothing new: nothing is written, the version stays.
        let again = done(op.put(BASE, with(auto, json!({ "rowUuid": kept["rowUuid"] }))));
        assert_eq!(again["rowUuid"], kept["rowUuid"]);
        let history = op.ok(&format!("{BASE}/revisions/{id}"));
        let revisions: Vec<&Json> = history.as_array().unwrap().iter().map(|each| &each["rev"]).collect();
        assert_eq!(revisions, [&json!(2), &json!(1)]);
        assert_eq!(
            history[0]["changes"],
            json!([
                { "field": "freeDays", "old": "", "new": "14" }, { "field": "marks", "old": "N/M", "new": "HAIJIA" },
            ])
        );
        assert_eq!((&history[0]["by"], &history[1]["changes"]), (&json!("操作一"), &json!([])));
        let log = op.ok(&format!("{BASE}/log/{id}?size=10"));
        let did: Vec<&str> = log["records"].as_array().unwrap().iter().map(|row| field(row, "function")).collect();
        assert_eq!(did, ["自动保存", "制单", "制单"]);
        // An old version: nothing is lost, the present form comes with what differs.
        let stale = change(&op, &bill, json!({ "marks": "LATE" }));
        assert_eq!(stale.code, 3);
        assert_eq!(stale.data["current"]["content"]["marks"], "HAIJIA 1-1200");
        assert_eq!(stale.data["changed"], json!(["marks"]));
    });
}

#[test]
fn house_bills_are_copied_put_in_order_and_removed() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, SE2);
        let named = |number: &str, more: Json| with(with(fresh(&op, SE2, "HBL"), json!({ "number": number })), more);
        let shipper = json!({ "shipper": { "scName": "DEMO SHIPPER CO. LTD" } });
        let first = done(create(&op, SE2, named("HB1", shipper)));
        let master = with(fresh(&op, SE2, "MBL"), json!({ "marks": "OF THE MASTER", "carrierName": "TST" }));
        let master = done(create(&op, SE2, master));
        let from =
            |id: &Json| op.ok(&format!("{BASE}/prefill/{uuid}/HBL?from={}", id.as_str().unwrap()))["content"].clone();
        let copy = from(&first["blId"]);
        assert_eq!((&copy["number"], &copy["shipper"]["scName"]), (&json!(""), &json!("DEMO SHIPPER CO. LTD")));
        let like_master = from(&master["blId"]);
        assert_eq!((&like_master["marks"], &like_master["kind"]), (&json!("OF THE MASTER"), &json!("HBL")));
        assert_eq!(like_master["carrierName"], "DEMO FREIGHT CO. LTD", "its own");
        let second = done(create(&op, SE2, named("HB2", json!({}))));
        let sort = |ids: Json| op.put(&format!("{BASE}/sort"), json!({ "orderUuid": uuid, "blIds": ids }));
        refused(&sort(json!([second["blId"]])), "提单有变化，请刷新后重试");
        done(sort(json!([second["blId"], first["blId"]])));
        let numbers = || -> Vec<String> {
            let list = op.ok(&format!("{BASE}/list/{uuid}"));
            list["bills"].as_array().unwrap().iter().map(|row| field(row, "number").to_owned()).collect()
        };
        assert_eq!(numbers(), ["", "HB2", "HB1"]);
        let id = field(&first, "blId");
        assert_eq!(op.delete(&format!("{BASE}/{id}?rowUuid=old")).code, 3);
        done(op.delete(&format!("{BASE}/{id}?rowUuid={}", field(&first, "rowUuid"))));
        assert_eq!(numbers(), ["", "HB2"]);
        // A number that was never issued is free again.
        done(create(&op, SE2, named("HB1", json!({}))));
    });
}
