//! Saving: rules, numbers, questions, versions, page lock.

use platform::store::Stmt;
use serde_json::{Value as Json, json};

use super::fixture::*;

#[test]
fn the_example_order_has_its_figures_before_and_after_saving() {
    with_partners(|world| {
        let op = world.login("op01");
        let checked = op.post("/afbase/order/check", example(&op)).success("check").expect("checks");
        assert_eq!(checked["computed"]["planChargeWeight"], json!(600));
        assert_eq!(checked["computed"]["planDensity"].to_string(), "133.333");
        assert_eq!(checked["findings"], json!([]));
        let made = saved(&op, example(&op));
        assert_eq!(text(&made, "orderCode"), "AE-2607150001");
        let order = view(&op, &text(&made, "orderUuid"));
        for (name, value) in [
            ("customerNumber", json!("AE-2607150001")),
            ("orderStatus", json!("订单创建")),
            ("planChargeWeight", json!(600)),
            ("planWeight", json!(480)),
            ("operatorName", json!("操作一")),
            ("coopName", json!("客户甲")),
            ("salesName", json!("销售一")),
            ("batteryType", json!("不含电池")),
            ("packageType", json!("纸箱（CTNS）")),
            ("lifecycle", json!("OPEN")),
            ("createTime", json!("2026-07-15 10:00:00")),
        ] {
            assert_eq!(order[name], value, "{name}");
        }
        assert_eq!(order["buttons"][0], json!("af-order-edit"));
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={}", text(&made, "orderUuid")));
        assert_eq!(log["records"][0]["function"], json!("订单创建"));
    });
}

#[test]
fn everything_wrong_is_told_at_once_and_nothing_is_written() {
    with_partners(|world| {
        let op = world.login("op01");
        let before = world.contents(false);
        let wrong = with(
            example(&op),
            json!({ "arrivalStation": "PVG", "planPieces": 0, "goodsNameCn": "", "expectFlight": "X", "awbNumber": "990-12345670",
                "hsCode": "1", "transitStation2": "HKG", "legs": [{ "fromStation": "FRA", "toStation": "XXX" }] }),
        );
        let reply = op.post("/afbase/order/doSave", wrong);
        assert_eq!((reply.status, reply.code), (200, 1));
        for (field, message) in [
            ("arrivalStation", "始发港与目的港不能相同"),
            ("planPieces", "预报件数须在1与999999999之间"),
            ("goodsNameCn", "请填写中文品名"),
            ("expectFlight", "航班号须为3-20位字母或数字"),
            ("awbNumber", "请输入主单号"),
            ("hsCode", "HS编码须为6-18位字母或数字"),
            ("transitStation2", "请先填写中转港1"),
            ("legs.0.fromStation", "首段始发港须与订单始发港一致"),
        ] {
            assert!(reply.findings_at(field).contains(&message.to_owned()), "{field}: {:?}", reply.findings_at(field));
        }
        assert_eq!(op.post("/afbase/order/doSave", with(example(&op), json!({ "nonsense": 1 }))).status, 400);
        world.unchanged(&before, false);
    });
}

#[test]
fn codes_run_by_day_and_never_repeat() {
    with_partners(|world| {
        let op = world.login("op01");
        let order = |caller: &testkit::Caller<'_>, n: i64| with(example(caller), json!({ "planPieces": n }));
        assert_eq!(text(&saved(&op, order(&op, 1)), "orderCode"), "AE-2607150001");
        assert_eq!(text(&saved(&op, order(&op, 2)), "orderCode"), "AE-2607150002");
        world.set_clock("2026-07-15 23:59:59");
        let op = world.login("op01");
        assert_eq!(text(&saved(&op, order(&op, 3)), "orderCode"), "AE-2607150003");
        world.set_clock("2026-07-16 00:00:00");
        let op = world.login("op01");
        assert_eq!(text(&saved(&op, order(&op, 4)), "orderCode"), "AE-2607160001");
    });
}

#[test]
fn orders_saved_at_the_same_time_get_different_codes() {
    with_partners(|world| {
        let op = world.login("op01");
        let calls: Vec<_> = (1..=12)
            .map(|n| {
                let (client, order) = (op.client(), with(example(&op), json!({ "planPieces": n })));
                async move { client.post("/afbase/order/doSave", order).await }
            })
            .collect();
        let mut codes: Vec<String> = world.at_once(calls).iter().map(|reply| text(&reply.data, "orderCode")).collect();
        codes.sort();
        let wanted: Vec<String> = (1..=12).map(|n| format!("AE-260715{n:04}")).collect();
        assert_eq!(codes, wanted);
    });
}

// req: af-check-order-call, af-duplicate-internal, af-order-reference-fields
#[test]
fn a_second_internal_number_is_asked_about_and_saved_after_a_yes() {
    with_orders(|world| {
        let op = world.login("op01");
        let check = "/afbase/order/checkOrderExist?businessScope=AE";
        assert_eq!(op.ok(&format!("{check}&orderCode=AE-2607150002&internalNumber=NB-001")), json!(1));
        assert_eq!(op.ok(&format!("{check}&orderCode=AE-2607150001&internalNumber=NB-001")), json!(0));
        assert_eq!(op.ok(&format!("{check}&orderCode=&internalNumber=NB-002")), json!(0));
        let e2 = uuid_of(&op, "AE-2607150002");
        let reply = change(&op, &e2, json!({ "internalNumber": "NB-001" }));
        assert_eq!((reply.code, reply.questions()), (2, vec!["order.internalNumber.exists".to_owned()]));
        assert_eq!(reply.data["confirms"][0]["message"], json!("内部编号已存在，是否继续？"));
        assert_eq!(reply.data["confirms"][0]["field"], json!("internalNumber"));
        assert_eq!(view(&op, &e2)["internalNumber"], Json::Null);
        let yes = json!({ "internalNumber": "NB-001", "confirmed": ["order.internalNumber.exists"] });
        assert_eq!(change(&op, &e2, yes).code, 0);
        assert_eq!(view(&op, &e2)["internalNumber"], json!("NB-001"));
    });
}

#[test]
fn an_order_that_looks_the_same_is_asked_about() {
    with_partners(|world| {
        let op = world.login("op01");
        saved(&op, example(&op));
        let reply = op.post("/afbase/order/doSave", example(&op));
        assert_eq!((reply.code, reply.questions()), (2, vec!["order.similar".to_owned()]));
        assert_eq!(reply.data["confirms"][0]["message"], json!("疑似重复订单AE-2607150001，是否继续？"));
        world.set_clock("2026-07-18 10:00:01");
        let op = world.login("op01");
        assert_eq!(op.post("/afbase/order/doSave", example(&op)).code, 0);
    });
}

#[test]
fn master_numbers_are_checked_and_given() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let try_number = |number: &str| change(&op, &e2, json!({ "awbNumber": number }));
        assert_eq!(try_number("990-12345670").findings_at("awbNumber"), ["请输入主单号"]);
        let unknown = ["主单号前缀998不是航班承运人X9的，请核对", "航司998不存在"];
        assert_eq!(try_number("998-12345675").findings_at("awbNumber"), unknown);
        assert_eq!(try_number("990-12345690").findings_at("awbNumber"), ["主单号已使用"]);
        assert_eq!(try_number("990-12345734").findings_at("awbNumber"), ["主单号不在库存中"]);
        let shared = try_number("990-12345675");
        assert_eq!(shared.questions(), ["awb.shared"]);
        assert_eq!(shared.data["confirms"][0]["message"], json!("该主单号已用于订单AE-2607150001，是否拼单？"));
        assert_eq!(try_number("99012345701").code, 0);
        let order = view(&op, &e2);
        assert_eq!(
            (order["awbNumber"].clone(), order["orderStatus"].clone()),
            (json!("990-12345701"), json!("舱位确认"))
        );
        assert_eq!(order["awbFromName"], json!("供应商甲"));
        let stock = op.ok("/afbase/awb/page?awbNumber=99012345701&awbStatus=ALLOCATED");
        assert_eq!(stock["total"], json!(1), "{stock}");
        let other = change(&op, &e2, json!({ "awbNumber": "990-12345712" }));
        assert_eq!(other.findings_at("awbNumber"), ["请先卸载主单"]);
    });
}

#[test]
fn a_stale_version_is_told_what_changed() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let before = view(&op, &e2);
        assert_eq!(change(&op, &e2, json!({ "orderRemark": "first" })).code, 0);
        let reply = op.post("/afbase/order/doUpdate", with(before, json!({ "goodsNameCn": "other" })));
        assert_eq!((reply.code, reply.message.as_str()), (3, "数据有变化，请刷新后重试"));
        let changed: Vec<String> =
            reply.data["changed"].as_array().expect("names").iter().map(Json::to_string).collect();
        assert_eq!(changed, ["\"goodsNameCn\"", "\"orderRemark\""]);
        assert_eq!(reply.data["current"]["orderRemark"], json!("first"));
    });
}

#[test]
fn the_log_says_what_changed_in_words() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let services = json!({ "customs": { "enabled": true, "clearanceDate": "2026-07-16" } });
        let sales = pick(&op, "user?keyword=sales01", "sales01");
        assert_eq!(change(&op, &e2, json!({ "planWeight": 310.5, "salesId": sales, "services": services })).code, 0);
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e2}"));
        let lines: Vec<String> = log["records"][0]["changes"]
            .as_array()
            .expect("changes")
            .iter()
            .map(|c| format!("{}：{} -> {}", text(c, "label"), text(c, "old"), text(c, "new")))
            .collect();
        for line in [
            "责任销售：销售二 -> 销售一",
            "预报毛重：300.0 -> 310.5",
            "预报计费重量：300.00 -> 310.50",
            "报关：否 -> 是",
            "报关.放行日期： -> 2026-07-16",
        ] {
            assert!(lines.contains(&line.to_owned()), "{line} not in {lines:?}");
        }
        assert_eq!(view(&op, &e2)["orderStatus"], json!("海关放行"));
    });
}

#[test]
fn a_second_user_sees_the_page_lock_and_is_refused() {
    with_orders(|world| {
        let (op, cs) = (world.login("op01"), world.login("cs01"));
        let e2 = uuid_of(&op, "AE-2607150002");
        let path = format!("/afbase/order/lease/{e2}");
        assert_eq!(op.post(&path, json!({})).data["mine"], json!(true));
        let told = cs.post(&path, json!({})).data;
        assert_eq!((told["mine"].clone(), told["holder"].clone()), (json!(false), json!("操作一")));
        let refused = change(&cs, &e2, json!({ "orderRemark": "x" }));
        assert_eq!((refused.code, refused.message.as_str()), (1, "操作一正在编辑该订单（自 10:00），当前为只读"));
        world.set_clock("2026-07-15 10:03:00");
        assert_eq!(change(&cs, &e2, json!({ "orderRemark": "x" })).code, 1);
        world.set_clock("2026-07-15 10:03:01");
        assert_eq!(change(&cs, &e2, json!({ "orderRemark": "x" })).code, 0);
        assert_eq!(cs.post(&path, json!({})).data["mine"], json!(true));
        assert_eq!(op.post(&path, json!({})).data["mine"], json!(false));
        assert_eq!(op.post(&format!("/afbase/order/takeover/{e2}"), json!({})).data["mine"], json!(true));
        assert_eq!(cs.post(&path, json!({})).data["mine"], json!(false));
        assert_eq!(op.delete(&path).code, 0);
        assert_eq!(cs.post(&path, json!({})).data["mine"], json!(true));
    });
}

#[test]
fn a_second_window_takes_the_lock_and_the_first_only_renews_what_it_has() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let lease = |body: Json| op.post(&format!("/afbase/order/lease/{e2}"), body).data["mine"].clone();
        assert_eq!(lease(json!({ "tab": "a" })), json!(true));
        assert_eq!(lease(json!({ "tab": "b" })), json!(true));
        assert_eq!(lease(json!({ "tab": "a", "renew": true })), json!(false));
        assert_eq!(lease(json!({ "tab": "b", "renew": true })), json!(true));
        assert_eq!(change(&op, &e2, json!({ "orderRemark": "x", "tab": "a" })).code, 1);
        assert_eq!(change(&op, &e2, json!({ "orderRemark": "x", "tab": "b" })).code, 0);
    });
}

#[test]
fn prices_need_their_button() {
    with_partners(|world| {
        let (op, cs) = (world.login("op01"), world.login("cs01"));
        let op_id = pick(&cs, "user?keyword=op01", "op01");
        let priced = json!({ "currencyCode": "CNY", "freightUnitprice": 30.5, "operatorId": op_id });
        let made = saved(&cs, with(example(&cs), priced));
        let uuid = text(&made, "orderUuid");
        assert_eq!(view(&cs, &uuid)["freightUnitprice"].to_string(), "30.5");
        assert_eq!(view(&op, &uuid).get("freightUnitprice"), None);
        // Issue 25, A 15: refused at its field, not passed over with a code of success.
        let refused = change(&op, &uuid, json!({ "freightUnitprice": 1, "orderRemark": "x" }));
        assert_eq!(refused.findings_at("freightUnitprice"), ["您没有修改运费单价的权限"]);
        assert_eq!(change(&op, &uuid, json!({ "freightUnitprice": null, "orderRemark": "x" })).code, 0);
        assert_eq!(view(&cs, &uuid)["freightUnitprice"].to_string(), "30.5");
    });
}

#[test]
fn a_whole_order_comes_back_as_it_was_saved() {
    with_partners(|world| {
        let op = world.login("op01");
        let whole = json!({
            "transitStation": "HKG", "isConsol": true, "thermometer": 2, "undgCode": "un3480", "undgContactName": "A",
            "undgContactCommunicationType": "TE", "undgContactCommunicationNo": "1", "freightSplitRatio": 50,
            "legs": [{ "fromStation": "PVG", "toStation": "HKG", "flightNo": "x9101", "flightDate": "2026-07-18" },
                     { "fromStation": "HKG", "toStation": "FRA", "eta": "2026-07-19 06:00:00" }],
            "planDimensions": [{ "length": 100, "width": 60.5, "height": 50, "pieces": 12 }],
            "services": { "pickUp": { "enabled": true, "date": "2026-07-16", "pickUpAddress": "某路1号" },
                          "customs": { "enabled": true, "declarationNumbers": ["223320260000000002"] } },
            "parties": { "consignee": { "scName": "DEMO GMBH", "scAddress": "ROAD 1", "nationCode": "de",
                          "cityNameEn": "FRANKFURT", "postCode": "60547" } },
        });
        let uuid = text(&saved(&op, with(example(&op), whole)), "orderUuid");
        let order = view(&op, &uuid);
        assert_eq!(order["expectFlight"], json!("X9101"));
        assert_eq!(order["expectArrival"], json!("2026-07-19"));
        assert_eq!(order["legs"][1]["eta"], json!("2026-07-19 06:00:00"));
        assert_eq!(order["planDimensions"][0]["width"].to_string(), "60.5");
        assert_eq!(order["incomeChargeWeight"], json!(540));
        assert_eq!(order["services"]["pickUp"]["pickUpAddress"], json!("某路1号"));
        assert_eq!(order["services"]["customs"]["declarationNumbers"], json!(["223320260000000002"]));
        assert_eq!(order["services"]["delivery"]["enabled"], json!(false));
        assert_eq!(order["parties"]["consignee"]["nationCode"], json!("DE"));
        assert_eq!((order["isConsol"].clone(), order["undgCode"].clone()), (json!(true), json!("UN3480")));
        // What a look gives may be sent back unchanged.
        let again = op.post("/afbase/order/doUpdate", order.clone());
        assert_eq!(again.code, 0, "{} {}", again.message, again.data);
        let strip = |mut order: Json| {
            for name in ["rowUuid", "editTime", "marks"] {
                order.as_object_mut().expect("an object").remove(name);
            }
            order
        };
        assert_eq!(strip(view(&op, &uuid)), strip(order));
    });
}

/// The rows below an order as they are stored, with their ids.
fn below(world: &testkit::World, order: &Json) -> Vec<String> {
    let tables = ["order_leg", "order_dimension", "order_service", "order_party", "order_contact"];
    let id = text(order, "orderId");
    let mut rows = Vec::new();
    for table in tables {
        let select = format!("SELECT * FROM {table} WHERE order_id = {id} ORDER BY id");
        let found = world.database(|_, conn| conn.query(&Stmt::Raw(select.clone(), Vec::new())).expect("reads"));
        rows.extend(found.iter().map(|row| format!("{table} {row:?}")));
    }
    rows
}

#[test]
fn rows_below_an_order_keep_their_ids_and_are_logged_one_by_one() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "AE-2607150001");
        let legs = json!([
            { "fromStation": "PVG", "toStation": "HKG", "flightNo": "X9101", "flightDate": "2026-07-18" },
            { "fromStation": "HKG", "toStation": "FRA", "flightNo": "X9102", "flightDate": "2026-07-19" },
        ]);
        assert_eq!(change(&op, &uuid, json!({ "legs": legs })).code, 0);
        let order = view(&op, &uuid);
        let (first, before) = (&order["legs"], below(world, &order));
        assert!(first[0]["id"].is_string() && order["confirmDimensions"][1]["id"].is_string(), "{first}");
        // A body that names a remark, and one that says everything once more, leave all rows as they are.
        assert_eq!(change(&op, &uuid, json!({ "orderRemark": "x" })).code, 0);
        assert_eq!(below(world, &order), before);
        let same = json!({
            "legs": legs, "planDimensions": order["planDimensions"], "confirmDimensions": order["confirmDimensions"],
            "parties": order["parties"], "services": order["services"], "contactIds": order["contactIds"],
        });
        assert_eq!(change(&op, &uuid, same).code, 0);
        assert_eq!(below(world, &order), before, "whether rows are sent with their ids or without");
        // One leg changes: its row alone.
        let mut changed = order["legs"].clone();
        changed[1]["flightNo"] = json!("X9103");
        assert_eq!(change(&op, &uuid, json!({ "legs": changed })).code, 0);
        let after = below(world, &order);
        let differing = after.iter().zip(&before).filter(|(after, before)| after != before).count();
        assert_eq!((differing, &view(&op, &uuid)["legs"][1]["id"]), (1, &first[1]["id"]));
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={uuid}"))["records"][0].clone();
        assert_eq!(
            log["changes"],
            json!([{ "field": "legs.1.flightNo", "label": "航段2.航班号", "old": "X9102", "new": "X9103" }])
        );
        // Who sends ids turns the legs round and adds one; the one he leaves out goes.
        let third =
            json!({ "fromStation": "PVG", "toStation": "HKG", "flightNo": "X9109", "flightDate": "2026-07-18" });
        assert_eq!(change(&op, &uuid, json!({ "legs": [third, first[1]] })).code, 0);
        let turned = view(&op, &uuid)["legs"].clone();
        assert_eq!(turned[1]["id"], first[1]["id"]);
        assert!(turned[0]["id"].is_string() && turned[0]["id"] != first[0]["id"]);
        // An empty list empties it.
        assert_eq!(change(&op, &uuid, json!({ "legs": [] })).code, 0);
        assert_eq!(view(&op, &uuid)["legs"], json!([]));
    });
}

#[test]
fn a_row_of_another_order_is_refused() {
    with_orders(|world| {
        let op = world.login("op01");
        let (e1, e2) = (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"));
        let strange = view(&op, &e1)["planDimensions"].clone();
        let before = world.contents(true);
        let refused = change(&op, &e2, json!({ "planDimensions": strange }));
        assert_eq!(refused.findings_at("planDimensions.0"), ["该行已删除或不属于此订单"]);
        let twice = json!({ "planDimensions": [strange[0], strange[0]] });
        assert_eq!(change(&op, &e1, twice).findings_at("planDimensions.1"), ["该行已删除或不属于此订单"]);
        world.unchanged(&before, true);
    });
}
