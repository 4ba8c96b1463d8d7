use serde_json::{Value as Json, json};
use testkit::World;

use crate::sc::suite::fixture::*;

#[test]
fn an_order_is_saved_numbered_and_reckoned() {
    with_partners(|world| {
        let op = world.login("op01");
        let order = saved(&op, "se", sea(&op));
        assert_eq!(order["orderCode"], "SE-2607150001");
        assert_eq!((&order["customerNumber"], &order["number"]), (&json!("SE-2607150001"), &json!("SE-2607150001")));
        assert_eq!((&order["planChargeWeight"], &order["containerNumber"]), (&json!(118), &json!(4)));
        assert_eq!((&order["containerText"], &order["orderStatus"]), (&json!("2×40HQ"), &json!("订单创建")));
        let road = saved(&op, "lc", road(&op));
        assert_eq!((&road["orderCode"], &road["planChargeWeight"]), (&json!("LC-2607150001"), &json!(3200)));
        let uuid = text(&order, "orderUuid");
        let changed = done(change(&op, "se", &uuid, json!({ "mlbNumber": "tstsha260701", "planVolume": 10 })));
        assert_eq!((&changed["number"], &changed["orderStatus"]), (&json!("TSTSHA260701"), &json!("舱位确认")));
        assert_eq!(changed["planChargeWeight"], json!(18.5), "18,500 kg are more than 10 cubic metres");
        let log = op.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(&order, "orderId")));
        let lines: Vec<String> = log["records"].as_array().unwrap().iter().map(|line| text(line, "text")).collect();
        assert!(lines.iter().any(|line| line.contains("主提单号：空 -> TSTSHA260701")), "{lines:?}");
    });
}

/// What the company decides about the orders of a scope.
fn decide(world: &World, scope: &str, values: Json) {
    let admin = world.login("demo-admin");
    let path = format!("/hrs/orgOrderConfig/{scope}");
    let version = admin.ok(&path)["version"].clone();
    done(admin.put(&path, json!({ "version": version, "values": values })));
}

#[test]
fn charge_weights_follow_what_the_company_decided() {
    with_partners(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let decide = |scope: &str, values: Json| {
            let version = admin.ok("/hrs/orgSetting")["version"].clone();
            done(admin.put("/hrs/orgSetting", json!({ "version": version, "businessScope": scope, "values": values })));
        };
        let charged = |scope: &str, order: &Json| saved(&op, scope, order.clone())["planChargeWeight"].clone();
        // 1,200 kg and 6 m³ by road, 18,500 kg and 20 m³ by sea.
        let by_road = with(road(&op), json!({ "planWeight": "1200", "planVolume": "6" }));
        let by_sea = with(sea(&op), json!({ "planWeight": "18500", "planVolume": "20" }));
        assert_eq!((charged("lc", &by_road), charged("se", &by_sea)), (json!(2000), json!(20)));
        decide("LC", json!({ "lcDivisor": 6000 }));
        assert_eq!(charged("lc", &by_road), json!(1200), "1,000 kg by volume");
        decide("LC", json!({ "lcDivisor": 0 }));
        let large = with(by_road, json!({ "planVolume": "60" }));
        assert_eq!(charged("lc", &large), json!(1200), "gross weight alone");
        decide("SE", json!({ "wmFactor": 500 }));
        assert_eq!(charged("se", &by_sea), json!(37));
        let import = with(by_sea, json!({ "businessProduct": "全程进口", "expectArrival": "2026-08-20" }));
        assert_eq!(charged("si", &import), json!(20), "each scope its own");
    });
}

#[test]
fn the_form_of_a_scope_offers_and_asks_what_the_company_decided() {
    with_partners(|world| {
        let op = world.login("op01");
        let first = saved(&op, "se", with(sea(&op), json!({ "internalNumber": "N-1" })));
        let rules = |slug: &str| op.ok(&format!("/sc/order/{slug}/formRules"));
        assert_eq!(rules("se"), json!({ "offered": {}, "required": [] }));
        let asked = op.post("/sc/order/se", with(sea(&op), json!({ "internalNumber": "N-1" })));
        assert_eq!(asked.code, 2, "{}", asked.data);
        decide(
            world,
            "SE",
            json!({
                "checkInternalNumber": false, "requireWorkgroup": true, "businessProduct": ["订舱"], "goodsType": ["普货"],
                "billingType": ["船东单"], "containerMethod": ["整箱FCL"], "cargoFlowType": ["中转"],
            }),
        );
        let told = rules("se");
        assert_eq!(told["offered"]["businessProduct"], json!(["订舱"]));
        assert_eq!(told["offered"]["containerMethod"], json!(["整箱FCL"]));
        assert_eq!(told["required"], json!(["workgroupId"]));
        assert_eq!(rules("si"), json!({ "offered": {}, "required": [] }), "each scope alone");
        let body = with(
            sea(&op),
            json!({
                "internalNumber": "N-1", "goodsType": "液袋", "billingType": "货代单", "containerMethod": "拼箱LCL",
                "cargoFlowType": "转关出口",
            }),
        );
        let refused = op.post("/sc/order/se", body);
        for (field, text) in [
            ("businessProduct", "服务产品选项不存在"),
            ("goodsType", "货物类型选项不存在"),
            ("billingType", "提单类型选项不存在"),
            ("containerMethod", "装箱方式选项不存在"),
            ("cargoFlowType", "货物流向选项不存在"),
            ("workgroupId", "请填写工作组"),
        ] {
            assert_eq!(refused.findings_at(field), [text], "{field}: {}", refused.data);
        }
        assert!(refused.findings_at("internalNumber").is_empty(), "doubles are not asked about any more");
        // What an order has already stays; the workgroup is asked of it too.
        let kept = change(&op, "se", &text(&first, "orderUuid"), json!({ "planPieces": 1201 }));
        assert_eq!(kept.findings_at("workgroupId"), ["请填写工作组"]);
        assert!(kept.findings_at("businessProduct").is_empty());
        decide(world, "SE", json!({ "requireWorkgroup": false }));
        let fits =
            with(sea(&op), json!({ "internalNumber": "N-1", "businessProduct": "订舱", "cargoFlowType": "中转" }));
        done(op.post("/sc/order/se", fits));
        decide(world, "LC", json!({ "shippingMethod": ["集卡"], "goodsType": ["食品"] }));
        let refused = op.post("/sc/order/lc", with(road(&op), json!({ "shippingMethod": "快运" })));
        assert_eq!(refused.findings_at("shippingMethod"), ["运输方式选项不存在"]);
        assert_eq!(refused.findings_at("goodsType"), ["货物类型选项不存在"], "also what a new order begins with");
    });
}

#[test]
fn figures_are_told_before_saving_and_nothing_is_written() {
    with_partners(|world| {
        let op = world.login("op01");
        let before = world.contents(false);
        let told = done(op.post("/sc/order/te/check", with(sea(&op), json!({
            "departureStation": "XIAN", "arrivalStation": "DUIS", "businessProduct": "整箱班列", "planWeight": 2600,
            "planVolume": 4,
        }))));
        assert_eq!((&told["computed"]["planChargeWeight"], &told["findings"]), (&json!(5.2), &json!([])));
        assert_eq!(world.contents(false), before);
    });
}

#[test]
fn everything_wrong_is_told_at_once_where_it_is() {
    with_partners(|world| {
        let op = world.login("op01");
        let body = with(
            sea(&op),
            json!({
                "arrivalStation": "CNSHA", "transitStation2": "SGSIN", "expectArrival": "2026-07-19", "goodsNameCn": "",
                "siCutoff": "2026-07-21 12:00:00", "cyOpenTime": "2026-07-17 12:00:00", "cyCutoff": "2026-07-17 12:00:00",
                "containers": [
                    { "containerNo": "ABC1234567", "containerType": "40HQ" },
                    { "containerNo": "CSQU3054383", "containerType": "40HQ", "stuffTime": "2026-07-14 10:00:00",
                      "emptyPickTime": "2026-07-14 11:00:00" },
                    { "containerNo": "CSQU3054383", "containerType": "41XX" },
                ],
            }),
        );
        let reply = op.post("/sc/order/se", body);
        assert_eq!((reply.status, reply.code), (200, 1));
        for (field, text) in [
            ("arrivalStation", "装货港与卸货港不能相同"),
            ("transitStation2", "请先填写中转港1"),
            ("expectArrival", "到港日期不能早于离港日期"),
            ("siCutoff", "截单不能晚于ETD"),
            ("cyOpenTime", "开港时间须早于截港时间"),
            ("containers.0.containerNo", "箱号格式不正确"),
            ("containers.1.stuffTime", "装箱时间不能早于提空时间"),
            ("containers.2.containerNo", "箱号CSQU3054383重复"),
        ] {
            assert_eq!(reply.findings_at(field), [text], "{field}: {}", reply.data);
        }
        assert!(
            !reply.findings_at("goodsNameCn").is_empty() && !reply.findings_at("containers.2.containerType").is_empty()
        );
        let unknown =
            op.post("/sc/order/se", with(sea(&op), json!({ "departureStation": "CNXXX", "arrivalStation": "FRA" })));
        assert_eq!(unknown.findings_at("departureStation"), ["CNXXX不是有效港口"]);
        assert_eq!(unknown.findings_at("arrivalStation"), ["FRA不是有效港口"]);
        assert_eq!(op.ok("/sc/order/se/page")["records"], json!([]), "nothing half written");
    });
}

#[test]
fn a_cut_off_may_lie_on_the_day_of_departure_and_a_wrong_digit_is_asked_about() {
    with_partners(|world| {
        let op = world.login("op01");
        let edge = with(sea(&op), json!({ "siCutoff": "2026-07-20 23:59:00", "expectArrival": "2026-07-20" }));
        saved(&op, "se", edge);
        let wrong =
            with(sea(&op), json!({ "containers": [{ "containerNo": "MSKU1234567", "containerType": "40HQ" }] }));
        let asked = op.post("/sc/order/se", wrong.clone());
        assert_eq!(asked.code, 2, "{}", asked.data);
        let text = asked.data.to_string();
        assert!(text.contains("箱号校验位错误，应为5，是否继续？") && text.contains("实际箱量与预报不一致"), "{text}");
        let yes = json!({ "confirmed": ["container.check", "order.boxes.differ"] });
        assert_eq!(saved(&op, "se", with(wrong, yes))["containerText"], "1×40HQ", "the real box counts");
    });
}

#[test]
fn a_box_holds_its_greatest_gross_weight_and_no_gram_more() {
    with_partners(|world| {
        let op = world.login("op01");
        let with_box = |weight: &str, more: serde_json::Value| {
            let one = with(json!({ "containerNo": "CSQU3054383", "containerType": "40HQ", "weight": weight }), more);
            let body = json!({ "containers": [one], "confirmed": ["order.boxes.differ"] });
            op.post("/sc/order/se/check", with(sea(&op), body)).data["findings"].clone()
        };
        // 32,500 kg in all, 3,900 of them the box itself.
        assert_eq!(with_box("28600", json!({})), json!([]));
        let heavy = with_box("28600.001", json!({}));
        assert_eq!(
            (&heavy[0]["field"], &heavy[0]["message"]),
            (&json!("containers.0.weight"), &json!("超过箱体最大总重32500KG"))
        );
        assert_eq!(with_box("28600", json!({ "tare": "3800", "dunnage": "100" })), json!([]));
        assert_eq!(with_box("28600", json!({ "tare": "3800", "dunnage": "100.001" })).as_array().unwrap().len(), 1);
    });
}

#[test]
fn an_operator_is_taken_off_and_a_customers_people_come_by_themselves() {
    with_partners(|world| {
        let op = world.login("op01");
        let order = saved(&op, "se", with(sea(&op), json!({ "salesId": "", "servicerId": null })));
        assert!(!text(&order, "salesId").is_empty() && !text(&order, "operatorId").is_empty(), "{order}");
        let uuid = text(&order, "orderUuid");
        let changed = done(change(&op, "se", &uuid, json!({ "operatorId": null })));
        assert_eq!(changed["operatorId"], serde_json::Value::Null);
        let missing = change(&op, "se", &uuid, json!({ "salesId": null }));
        assert!(!missing.findings_at("salesId").is_empty(), "{}", missing.data);
    });
}

#[test]
fn a_road_order_loads_first_and_unloads_what_it_loaded() {
    with_partners(|world| {
        let op = world.login("op01");
        let stop = |kind: &str, pieces: i64| {
            json!({
                "kind": kind, "cityCode": "310100", "address": "测试路8号", "contact": "仓管一", "tel": "13800000011",
                "timeFrom": "2026-07-16 08:00:00", "timeTo": "2026-07-16 12:00:00", "pieces": pieces,
            })
        };
        let with_stops = |stops: serde_json::Value| op.post("/sc/order/lc", with(road(&op), json!({ "stops": stops })));
        assert_eq!(
            with_stops(json!([stop("装", 40), stop("装", 40)])).findings_at("stops.1.kind"),
            ["最后一站必须为卸货"]
        );
        assert_eq!(
            with_stops(json!([stop("卸", 40), stop("卸", 40)])).findings_at("stops.0.kind"),
            ["第一站必须为装货"]
        );
        assert_eq!(with_stops(json!([stop("装", 40), stop("卸", 39)])).findings_at("stops"), ["装卸件数不一致"]);
        let late = with(stop("装", 40), json!({ "timeTo": "2026-07-16 07:59:00" }));
        assert_eq!(
            with_stops(json!([late, stop("卸", 40)])).findings_at("stops.0.timeTo"),
            ["最晚时间不能早于最早时间"]
        );
        assert_eq!(done(with_stops(json!([stop("装", 40), stop("卸", 40)])))["stops"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn doubles_are_asked_about_or_refused_by_their_code() {
    with_orders(|world| {
        let op = world.login("op01");
        let same = with(sea(&op), json!({ "mlbNumber": "TSTSHA260701" }));
        assert_eq!(op.post("/sc/order/se", same).findings_at("mlbNumber"), ["提单号已存在订单SE-2607150001"]);
        let ai = json!({
            "coopId": pick(&op, "coop?keyword=KH001"), "businessProduct": "进口换单", "departureStation": "FRA",
            "arrivalStation": "PVG", "expectArrival": "2026-07-15", "goodsNameCn": "服装", "planPieces": 1,
            "planWeight": 1, "planVolume": 0.01, "awbNumber": "99055555555", "hawbNumber": "HB001",
        });
        assert_eq!(op.post("/sc/order/ai", ai.clone()).findings_at("awbNumber"), ["运单号已存在订单AI-2607150001"]);
        let wrong = with(ai.clone(), json!({ "awbNumber": "990-55555556" }));
        assert_eq!(op.post("/sc/order/ai", wrong).findings_at("awbNumber"), ["请输入主单号"]);
        let other = saved(&op, "ai", with(ai, json!({ "hawbNumber": "HB002" })));
        assert_eq!(other["number"], "990-55555555_HB002");
    });
}

#[test]
fn an_old_version_and_a_locked_order_are_not_written_over() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150002");
        let first = op.ok(&format!("/sc/order/se/{uuid}"));
        done(change(&op, "se", &uuid, json!({ "orderRemark": "第一次" })));
        let stale = op.put(&format!("/sc/order/se/{uuid}"), with(first, json!({ "orderRemark": "第二次" })));
        assert_eq!((stale.status, stale.code), (200, 3));
        assert_eq!(stale.data["changed"], json!(["orderRemark"]));
        assert_eq!(op.ok(&format!("/sc/order/se/{uuid}"))["orderRemark"], "第一次");
        let locked = uuid_of(&op, "se", "SE-2607140001");
        let reply = change(&op, "se", &locked, json!({ "orderRemark": "x" }));
        assert_eq!((reply.code, reply.message.as_str()), (1, "订单已财务锁账，不能修改"));
        let closed = uuid_of(&op, "se", "SE-2607140002");
        assert_eq!(change(&op, "se", &closed, json!({ "orderRemark": "x" })).message, "订单已关闭，不能修改");
    });
}

#[test]
fn an_order_is_cancelled_for_a_reason_and_brought_back() {
    with_orders(|world| {
        let op = world.login("op01");
        let cancel = |code: &str, body: serde_json::Value| {
            let uuid = uuid_of(&op, "se", code);
            let row = text(&op.ok(&format!("/sc/order/se/{uuid}")), "rowUuid");
            op.put(&format!("/sc/order/se/{uuid}/cancel"), with(json!({ "rowUuid": row }), body))
        };
        let why = json!({ "reason": "客户取消" });
        assert_eq!(cancel("SE-2607150001", why.clone()).message, "已提箱，不能取消");
        assert_eq!(cancel("SE-2607150002", json!({ "reason": "没有理由" })).findings_at("reason"), ["请选择取消原因"]);
        assert_eq!(cancel("SE-2607150002", json!({ "reason": "其他" })).findings_at("remark"), ["请填写备注"]);
        done(cancel("SE-2607150002", why));
        let uuid = uuid_of(&op, "se", "SE-2607150002");
        let order = op.ok(&format!("/sc/order/se/{uuid}"));
        assert_eq!(order["orderStatus"], "已取消");
        let buttons = order["buttons"].as_array().unwrap();
        assert!(buttons.contains(&json!("se-order-restore")) && !buttons.contains(&json!("se-order-edit")), "{order}");
        let back = json!({ "rowUuid": order["rowUuid"] });
        done(op.put(&format!("/sc/order/se/{uuid}/restore"), back));
        assert_eq!(op.ok(&format!("/sc/order/se/{uuid}"))["orderStatus"], "订单创建");
    });
}

#[test]
fn others_are_refused_and_change_nothing() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150002");
        let row = text(&op.ok(&format!("/sc/order/se/{uuid}")), "rowUuid");
        let before = world.contents(false);
        let (nobody, other, anonymous) = (world.login("nobody"), world.login("sh01"), world.anonymous());
        for (caller, look, write) in [(&nobody, 403, 403), (&other, 404, 404), (&anonymous, 401, 401)] {
            assert_eq!(caller.get(&format!("/sc/order/se/{uuid}")).status, look);
            let body = json!({ "rowUuid": row, "reason": "客户取消" });
            assert_eq!(caller.put(&format!("/sc/order/se/{uuid}/cancel"), body.clone()).status, write);
            assert_eq!(caller.put(&format!("/sc/order/se/{uuid}"), json!({ "rowUuid": row })).status, write);
        }
        // The address says the scope: an order of another is not found there.
        assert_eq!(op.get(&format!("/sc/order/si/{uuid}")).status, 404);
        assert_eq!(world.contents(false), before);
    });
}
