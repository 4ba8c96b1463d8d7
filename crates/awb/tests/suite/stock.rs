use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, each_database_from};

use crate::awb::suite::fixture::*;

fn count(tiles: &Json, state: &str) -> i64 {
    tiles.as_array().unwrap().iter().find(|tile| tile["state"] == state).unwrap()["count"].as_i64().unwrap()
}

#[test]
fn the_standard_suite_holds() {
    each_database_from(crate::awb::suite::worked_report::rooms, lay_stock, |world| {
        lay_orders(world);
        world.standard_suite("awb");
    });
}

#[test]
fn tiles_and_list_show_the_stock_of_the_fixture() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let tiles = admin.ok("/afbase/awb/tiles");
        assert_eq!((count(&tiles, "UNUSED"), count(&tiles, "ALLOCATED"), count(&tiles, "USED")), (3, 2, 1));
        let page = admin.ok("/afbase/awb/page?awbStatus=UNUSED");
        assert_eq!(page["total"], 3);
        assert_eq!(page["records"][0]["awbNumber"], "990-12345701");
        assert_eq!(page["records"][0]["awbFromName"], "供应商甲");
        assert_eq!(page["records"][0]["awbFrom"], "一级代理-供应商甲");
        assert_eq!(page["records"][0]["can"], json!(["af-awb-reserve", "af-awb-lock", "af-awb-void", "af-awb-del"]));
        for text in ["99012345675", "990-12345675", "12345675"] {
            let found = admin.ok(&format!("/afbase/awb/page?awbNumber={text}"));
            assert_eq!(found["total"], 1, "{text}");
            assert_eq!(found["records"][0]["orderCodes"], "AE-2607150001");
        }
        let sheet = admin.post("/afbase/awb/exportExcel", json!({ "filters": {}, "columnStrs": [] }));
        assert!(sheet.bytes.starts_with(b"PK"));
    });
}

#[test]
fn a_number_on_an_order_is_skipped_by_voiding() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let ids = [id_of(world, "990-12345675"), id_of(world, "990-12345701")];
        let reply = admin.post("/afbase/awb/doVoid", json!({ "ids": ids, "reason": "破损" }));
        assert_eq!((reply.data["changed"].clone(), reply.data["skipped"].clone()), (json!(1), json!(1)));
        assert_eq!(reply.data["message"], "成功1条，跳过1条");
        assert_eq!(reply.data["messages"], json!(["990-12345675 已配单"]));
        let without = admin.post("/afbase/awb/doVoid", json!({ "ids": ids }));
        assert_eq!((without.code, without.message.as_str()), (1, "请填写原因"));
        let english = admin.in_language("en-US").post("/afbase/awb/doVoid", json!({ "ids": ids, "reason": "x" }));
        assert_eq!(english.data["message"], "0 done, 2 skipped.");
        assert_eq!(admin.post("/afbase/awb/doReturn", json!({ "ids": ids })).data["changed"], 1);
        assert_eq!(admin.post("/afbase/awb/doReturn", json!({ "ids": ids })).data["changed"], 0);
        let log = admin.ok(&format!("/afbase/awb/log/page?awbId={}", ids[1]));
        let kinds: Vec<&str> =
            log["records"].as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["退回航司", "作废", "领单登记"]);
    });
}

#[test]
fn numbers_are_reserved_locked_and_freed() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let id = id_of(world, "990-12345701");
        let state = |expected: &str| {
            let page = world.login("demo-admin").ok("/afbase/awb/page?awbNumber=990-12345701");
            assert_eq!(page["records"][0]["awbStatus"], expected);
        };
        let whom = admin.post("/afbase/awb/bookAwbList", json!({ "ids": [id] }));
        assert_eq!(whom.findings_at("coopId"), ["请填写预订单位或预订人"]);
        let past = admin.post(
            "/afbase/awb/bookAwbList",
            json!({ "ids": [id], "coopId": KH002.to_string(), "until": "2026-07-14" }),
        );
        assert_eq!(past.findings_at("until"), ["预订有效期不能早于今天"]);
        let nobody = admin.post("/afbase/awb/bookAwbList", json!({ "ids": [id], "coopId": "77" }));
        assert_eq!(nobody.findings_at("coopId"), ["预订单位或预订人不存在"]);
        let booked = admin.post(
            "/afbase/awb/bookAwbList",
            json!({ "ids": [id], "coopId": KH002.to_string(), "until": "2026-07-16" }),
        );
        assert_eq!(booked.data["changed"], 1, "{}", booked.message);
        state("RESERVED");
        assert_eq!(admin.post("/afbase/awb/doLock", json!({ "ids": [id], "reason": "待查" })).data["changed"], 1);
        state("LOCKED");
        assert_eq!(admin.post("/afbase/awb/cancelBook", json!({ "ids": [id] })).data["skipped"], 1);
        assert_eq!(admin.post("/afbase/awb/doCancelLock", json!({ "ids": [id] })).data["changed"], 1);
        state("RESERVED");
        let free = || world.login("demo-admin").ok("/afbase/awb/tiles")[0]["count"].clone();
        let listed = |state: &str| {
            let path = format!("/afbase/awb/page?awbNumber=990-12345701&awbStatus={state}");
            world.login("demo-admin").ok(&path)["total"].clone()
        };
        let logged = || {
            let log = world.login("demo-admin").ok(&format!("/afbase/awb/log/page?awbId={id}"))["records"].clone();
            ["type", "text", "operatorName"].map(|name| log[0][name].as_str().unwrap().to_owned())
        };
        world.set_clock("2026-07-16 23:59:59");
        while world.run_jobs() > 0 {}
        state("RESERVED");
        assert_eq!((free(), listed("UNUSED"), listed("RESERVED")), (json!(2), json!(0), json!(1)));
        // Its last day is over: it shows as free before anything has run, and nobody's look writes.
        world.set_clock("2026-07-17 00:00:01");
        assert_eq!(logged()[0], "取消锁定");
        state("UNUSED");
        assert_eq!((free(), listed("UNUSED"), listed("RESERVED")), (json!(3), json!(1), json!(0)));
        assert_eq!(listed("UNUSED,RESERVED"), 1);
        assert_eq!(logged()[0], "取消锁定");
        // The plan of the minute frees it, once, and says so.
        world.set_clock("2026-07-17 00:01:00");
        while world.run_jobs() > 0 {}
        assert_eq!(logged(), ["取消预订", "预订到期", "系统"]);
        let lines = || world.login("demo-admin").ok(&format!("/afbase/awb/log/page?awbId={id}"))["total"].clone();
        let before = lines();
        world.set_clock("2026-07-17 00:03:00");
        while world.run_jobs() > 0 {}
        assert_eq!(lines(), before);
        assert_eq!((free(), listed("UNUSED")), (json!(3), json!(1)));
    });
}

#[test]
fn free_numbers_are_deleted_on_their_day_by_who_registered_them() {
    each_database_from(rooms, lay_stock, |world| {
        let ids = [id_of(world, "990-12345701"), id_of(world, "990-12345675")];
        let other = world.login("mgr01").post("/afbase/awb/doDelete", json!({ "ids": ids }));
        assert!(other.status == 403 || other.data["changed"] == 0, "{}", other.message);
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/awb/doDelete", json!({ "ids": ids })).data["changed"], 1);
        assert_eq!(admin.ok("/afbase/awb/page?awbNumber=990-12345701")["total"], 0);
        world.set_clock("2026-07-16 09:00:00");
        let late = [id_of(world, "990-12345712")];
        let reply = world.login("demo-admin").post("/afbase/awb/doDelete", json!({ "ids": late }));
        assert_eq!(reply.data["changed"], 0, "{}", reply.message);
    });
}

fn receipt(change: Json) -> Json {
    let mut body = json!({
        "prefix": "990", "awbFromType": "一级代理", "awbFromId": GYS001.to_string(), "receiveDate": "2026-07-15",
        "start": "12345734", "count": 3, "unitCost": "12.50",
    });
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

// req: awb-master-mod7
#[test]
fn a_receipt_registers_a_range_once() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let shown = admin.post("/afbase/awb/getAwbList", json!({ "prefix": "990", "start": "12345675", "count": 4 }));
        let rows = shown.data.as_array().unwrap().clone();
        let numbers: Vec<&str> = rows.iter().map(|row| row["awbNumber"].as_str().unwrap()).collect();
        assert_eq!(numbers, ["990-12345675", "990-12345686", "990-12345690", "990-12345701"]);
        for row in &rows {
            assert_eq!(row["result"], format!("{}已存在，不能登记", row["awbNumber"].as_str().unwrap()));
        }
        let wrong = admin.post("/afbase/awb/getAwbList", json!({ "prefix": "990", "start": "12345670", "count": 3 }));
        assert_eq!((wrong.code, wrong.message.as_str()), (1, "起始号校验位错误"));
        let before = world.contents(false);
        let over = admin.post("/afbase/awb/saveReceipt", receipt(json!({ "start": "12345723" })));
        assert_eq!(over.findings_at("numbers"), ["990-12345723已存在，不能登记"]);
        let unknown = admin.post("/afbase/awb/saveReceipt", receipt(json!({ "prefix": "989" })));
        assert_eq!(unknown.findings_at("prefix"), ["航司989不存在"]);
        let empty = admin.post("/afbase/awb/saveReceipt", json!({}));
        assert_eq!(empty.findings_at("prefix"), ["请填写航司前缀"]);
        assert_eq!(empty.findings_at("receiveDate"), ["请填写领单日期"]);
        assert_eq!(empty.findings_at("start"), ["请填写起始号"]);
        for count in [0, 1001] {
            assert_eq!(admin.post("/afbase/awb/saveReceipt", receipt(json!({ "count": count }))).code, 1);
        }
        let range = admin.post("/afbase/awb/saveReceipt", receipt(json!({ "start": "99999992", "count": 2 })));
        assert_eq!(range.findings_at("start"), ["号段超出范围"]);
        assert_eq!(admin.post("/afbase/awb/saveReceipt", receipt(json!({ "surprise": 1 }))).status, 400);
        unchanged(world, &before);
        let saved = admin.post("/afbase/awb/saveReceipt", receipt(json!({})));
        assert_eq!(saved.data["receiptCode"], "LD-2607150002", "{}", saved.message);
        assert_eq!(
            (saved.data["firstNumber"].clone(), saved.data["lastNumber"].clone()),
            (json!("990-12345734"), json!("990-12345756"))
        );
        let page = admin.ok("/afbase/awbReceipt/page");
        assert_eq!(page["records"][0]["left"], 3);
        assert_eq!(page["records"][0]["amount"].to_string(), "37.5");
        assert_eq!(page["records"][1]["used"], 3);
    });
}

#[test]
fn pasted_numbers_are_checked_one_by_one() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let paste = |text: &str| {
            admin.post("/afbase/awb/saveReceipt", receipt(json!({ "numbers": text, "start": null, "count": null })))
        };
        let refused = paste("990-12345734\n990 1234 5745\n99012345740\n990-12345734\n989-12345745");
        assert_eq!(
            refused.findings_at("numbers"),
            ["单号格式不正确：99012345740", "990-12345734重复", "989-12345745与航司前缀990不一致"]
        );
        assert_eq!(paste("990-12345734, 990 1234 5745；12345756").data["count"], 3);
    });
}

#[test]
fn a_number_comes_back_a_year_later_when_it_was_used_or_void() {
    each_database_from(rooms, lay_stock, |world| {
        let again = |number: &str, confirmed: Json| {
            let body = receipt(
                json!({ "numbers": number, "start": null, "count": null, "confirmed": confirmed, "receiveDate": "2027-07-15" }),
            );
            world.login("demo-admin").post("/afbase/awb/saveReceipt", body)
        };
        world.set_clock("2027-07-14 23:59:59");
        assert_eq!(again("990-12345690", json!([])).findings_at("numbers"), ["990-12345690已存在，不能登记"]);
        world.set_clock("2027-07-15 00:00:00");
        assert_eq!(again("990-12345690", json!([])).questions(), ["awb.existed"]);
        assert_eq!(again("990-12345675", json!([])).findings_at("numbers"), ["990-12345675已存在，不能登记"]);
        let saved = again("990-12345690", json!(["awb.existed"]));
        assert_eq!(saved.code, 0, "{}", saved.message);
        let page = world.login("demo-admin").ok("/afbase/awb/page?awbNumber=990-12345690&awbStatus=UNUSED");
        assert_eq!(page["total"], 1);
    });
}

#[test]
fn two_users_never_take_one_number() {
    each_database_from(rooms, lay_stock, |world| {
        let picked = world.login("op01").get("/afbase/awb/pick?prefix=990&station=PVG");
        assert_eq!(picked.data["awbNumber"], "990-12345701");
        let callers = ["op01", "cs01"].map(|login| world.login(login).client());
        let calls: Vec<_> =
            callers
                .into_iter()
                .map(|client| async move {
                    client.post("/afbase/awb/take", json!({ "prefix": "990", "station": "PVG" })).await
                })
                .collect();
        let mut given: Vec<String> = world
            .at_once(calls)
            .iter()
            .map(|reply| reply.data["awbNumber"].as_str().unwrap_or("-").to_owned())
            .collect();
        given.sort();
        assert_eq!(given, ["990-12345701", "990-12345712"], "{}", world.database);
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/afbase/awb/take", json!({ "prefix": "990" })).data["awbNumber"], "990-12345723");
        let none = admin.post("/afbase/awb/take", json!({ "prefix": "990" }));
        assert_eq!((none.code, none.message.as_str()), (1, "没有可用的主单号"));
    });
}

/// af-orders.md 4.1, 取号: by the flight of an order, from its carrier's numbers, held for who took it.
#[test]
fn a_number_is_taken_for_the_flight_of_an_order() {
    each_database_from(rooms, lay_stock, |world| {
        let take = |login: &str, flight: &str| {
            let body = json!({ "flight": flight, "station": "PVG", "coopId": null });
            world.login(login).post("/afbase/awb/take", body).data["awbNumber"].clone()
        };
        assert_eq!(take("op01", "x9101"), "990-12345701");
        assert_eq!(take("cs01", "X9101"), "990-12345712", "the first is another user's until the end of the day");
        assert_eq!(take("op01", ""), "990-12345723", "no flight, no carrier");
        assert_eq!(take("op01", ""), Json::Null);
    });
}

/// Issue 25, 17: an order is offered the numbers it may have, the best first; looking at them takes none.
#[test]
fn the_stock_offers_an_order_its_numbers() {
    each_database_from(rooms, lay_stock, |world| {
        world.database(|_, conn| {
            let mut own = sql::update(DEMO, "awb", &[("source_type", "自有".into_value())]);
            own.and_where(sql::eq("awb_number", "990-12345723"));
            conn.exec(&own.into()).expect("updates");
        });
        let admin = world.login("demo-admin");
        let id = id_of(world, "990-12345712");
        admin.post("/afbase/awb/bookAwbList", json!({ "ids": [id], "coopId": KH002.to_string() }));
        let op = world.login("op01");
        let before = world.contents(false);
        let offered = |query: &str| -> Vec<String> {
            let rows = op.ok(&format!("/afbase/awb/offer?{query}"));
            let serial = |row: &Json| row["awbNumber"].as_str().unwrap()[9..].to_owned();
            rows.as_array().unwrap().iter().map(serial).collect()
        };
        assert_eq!(offered("station=PVG&flight=X9101"), ["723", "701"], "own ones first, none that is reserved");
        assert_eq!(
            offered(&format!("coopId={KH002}")),
            ["712", "723", "701"],
            "what is reserved for the customer first"
        );
        assert_eq!(offered("flight=ZZ101"), ["723", "701"], "of a carrier nobody knows all are offered");
        assert_eq!(offered("station=HKG"), [""; 0], "they start from elsewhere");
        for (typed, found) in
            [("9", 2), ("990", 2), ("020", 0), ("990-1234570", 1), ("9901", 2), ("99012345701", 1), ("990-12345712", 0)]
        {
            assert_eq!(offered(&format!("number={typed}")).len(), found, "{typed}");
        }
        // Without the prefix, which the flight says.
        for (typed, flight, found) in [("12345", "X9101", 2), ("12345701", "X9101", 1), ("12345", "", 0)] {
            assert_eq!(offered(&format!("number={typed}&flight={flight}")).len(), found, "{typed} {flight}");
        }
        let first = op.ok("/afbase/awb/offer?number=99012345701")[0].clone();
        assert_eq!(
            ["awbNumber", "awbStatus", "awbFromType", "awbFromName"].map(|name| first[name].clone()),
            ["990-12345701", "UNUSED", "一级代理", "供应商甲"].map(|text| json!(text))
        );
        assert!(before == world.contents(false), "looking changed something");
        assert_eq!(world.login("nobody").get("/afbase/awb/offer").status, 403);
        assert_eq!(world.login("superAdmin").ok("/afbase/awb/offer"), json!([]), "another company's are not offered");
    });
}

fn assign(caller: &Caller<'_>, number: &str, order: &str, more: Json) -> testkit::Reply {
    let mut body = json!({ "awbNumber": number, "orderCode": order });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post("/test/assign", body)
}

// req: awb-master-message
#[test]
fn an_order_gets_a_number_by_the_rules_of_the_stock() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let refused = |number: &str, message: &str| {
            let reply = assign(&admin, number, "AE-2607150002", json!({ "coopId": KH001 }));
            assert_eq!((reply.code, reply.message.as_str()), (1, message), "{number}");
            assert_eq!(reply.findings_at("awbNumber").len(), 1);
        };
        let before = world.contents(false);
        refused("990-12345670", "请输入主单号");
        refused("", "请输入主单号");
        refused("989-12345675", "航司989不存在");
        refused("990-12345690", "主单号已使用");
        refused("990-55555555", "主单号不在库存中");
        unchanged(world, &before);
        let shared = assign(&admin, "990-12345675", "AE-2607150002", json!({}));
        assert_eq!((shared.code, shared.questions()), (2, vec!["awb.shared".to_owned()]));
        assert_eq!(shared.data["confirms"][0]["message"], "该主单号已用于订单AE-2607150001，是否拼单？");
        let yes = assign(&admin, "990-12345675", "AE-2607150002", json!({ "confirmed": ["awb.shared"] }));
        assert_eq!(yes.data["sharedWith"], json!(["AE-2607150001"]));
        let id = id_of(world, "990-12345701");
        admin.post("/afbase/awb/bookAwbList", json!({ "ids": [id], "coopId": KH002.to_string() }));
        refused("990-12345701", "主单号已预订给客户乙");
        let own = assign(&admin, "990-12345701", "AE-2607150005", json!({ "coopId": KH002 }));
        assert_eq!(own.code, 0, "{}", own.message);
        let id = id_of(world, "990-12345712");
        admin.post("/afbase/awb/doLock", json!({ "ids": [id], "reason": "待查" }));
        refused("990-12345712", "主单号已锁定");
        admin.post("/afbase/awb/doVoid", json!({ "ids": [id], "reason": "遗失" }));
        refused("990-12345712", "主单号已作废");
    });
}

#[test]
fn an_unloaded_number_is_free_again_or_void() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let state =
            |number: &str| admin.ok(&format!("/afbase/awb/page?awbNumber={number}"))["records"][0]["awbStatus"].clone();
        assign(&admin, "990-12345675", "AE-2607150002", json!({ "confirmed": ["awb.shared"] }));
        let release = |order: &str, more: Json| {
            let mut body = json!({ "awbNumber": "990-12345675", "orderCode": order });
            if let Some(void) = more.as_str() {
                body["void"] = json!(void);
            }
            assert_eq!(admin.post("/test/release", body).code, 0);
        };
        release("AE-2607150001", Json::Null);
        assert_eq!(state("990-12345675"), "ALLOCATED", "another order still has it");
        release("AE-2607150002", Json::Null);
        assert_eq!(state("990-12345675"), "UNUSED");
        assign(&admin, "990-12345675", "AE-2607150002", json!({}));
        release("AE-2607150002", json!("错填"));
        assert_eq!(state("990-12345675"), "VOID");
    });
}

#[test]
fn another_org_sees_and_changes_nothing() {
    each_database_from(rooms, lay_stock, |world| {
        let id = id_of(world, "990-12345701");
        let before = world.contents(false);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/afbase/awb/log/page?awbId={id}")).status, 404);
        assert_eq!(other.ok("/afbase/awb/page")["total"], 0);
        for call in ["doVoid", "doLock"] {
            let reply = other.post(&format!("/afbase/awb/{call}"), json!({ "ids": [id], "reason": "x" }));
            assert_eq!((reply.data["changed"].clone(), reply.data["skipped"].clone()), (json!(0), json!(1)));
        }
        assert_eq!(other.post("/afbase/awb/take", json!({ "prefix": "990" })).code, 1);
        unchanged(world, &before);
    });
}
