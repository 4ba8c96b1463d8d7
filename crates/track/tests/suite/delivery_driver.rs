//! The public page of a delivery notice, and what its driver tells there.

use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use crate::orders::*;
use crate::track::suite::delivery::*;

const OUTER: &str = "/afbase/external";
const GONE: &str = "订单不存在或链接已失效";
/// Degrees of the gate.
const THERE: (&str, &str) = ("121.805", "31.15");

fn view(reader: &Caller<'_>, code: &str) -> Reply {
    reader.get(&format!("{OUTER}/orderDeliveryNotice/{E1}/storehouse?code={code}"))
}

fn check(reader: &Caller<'_>, order: &str, flag: &str, code: &str) -> Reply {
    reader.get(&format!("{OUTER}/checkOrderDeliveryNotice/{order}/{flag}?code={code}"))
}

/// What the driver of the notice of E1 sends.
fn tell(reader: &Caller<'_>, code: &str, action: &str, more: Json) -> Reply {
    let mut body = json!({ "orderUuid": E1, "flag": "storehouse", "code": code, "action": action,
        "plateNo": "沪a12345", "driverName": "测试司机", "driverPhone": "13800001234" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    reader.post(&format!("{OUTER}/deliveryNotice/driver"), body)
}

fn here() -> Json {
    json!({ "longitude": THERE.0, "latitude": THERE.1 })
}

/// The link of an order for its customer.
fn order_code(world: &World, order: &str) -> String {
    let admin = world.login("demo-admin");
    let body = json!({ "orderUuid": order, "parts": ["order", "track"] });
    text(&done(admin.post("/afbase/orderShare/createLink", body))["code"]).to_owned()
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

// req: track-open-delivery-notice, track-call-check-warehouse, track-call-check-storehouse
#[test]
fn the_page_tells_what_comes_where_to_and_by_when() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let customer = order_code(world, E1);
        assert_eq!(check(&reader, E1, "storehouse", &customer).code, 0);
        let plain = done(view(&reader, &customer));
        for (name, value) in [
            ("place", json!("KF01")),
            ("placeName", json!("测试库房")),
            ("address", json!("测试路1号")),
            ("longitude", json!(121.805)),
            ("latitude", json!(31.15)),
            ("openHours", json!("08:00-20:00")),
            ("contacts", json!([{ "name": "仓库一", "phone": "021-60000000" }])),
            ("deliveryGuide", json!("请携带送货单")),
            ("latestTime", json!("2026-07-18 08:30:00")),
            ("awbNumber", json!("990-12345675")),
            ("pieces", json!(12)),
            ("weight", json!(480)),
            ("volume", json!(3.6)),
            ("forDriver", json!(false)),
        ] {
            assert_eq!(plain[name].to_string(), value.to_string(), "{name}");
        }
        assert_eq!(plain.get("noticeNumber"), None, "nobody has made a notice yet");
        let id = made(&admin);
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "pieces": 5, "plateNo": "沪A1" })));
        let code = code(&admin, &id);
        for (reader_of, own) in [(&code, true), (&customer, false)] {
            let seen = done(view(&reader, reader_of));
            for (name, value) in [
                ("noticeNumber", json!("SH-2607150001")),
                ("state", json!("UNSENT")),
                ("stateName", json!("未发送")),
                ("plateNo", json!("沪A1")),
                ("receiptDate", json!("2026-07-16")),
                ("pieces", json!(5)),
                ("forDriver", json!(own)),
            ] {
                assert_eq!(seen[name].to_string(), value.to_string(), "{name}");
            }
            let shown = seen.to_string();
            for hidden in ["客户甲", "KH001", "DEMO SHIPPER", "shipper@example.com"] {
                assert!(!shown.contains(hidden), "{hidden} is told");
            }
        }
        assert_eq!(done(view(&reader.in_language("en-US"), &code))["stateName"], "Not sent");
        assert_eq!(look(&admin, &id)["views"], 3);
    });
}

#[test]
fn the_check_says_why_there_is_no_notice() {
    each_database_from(rooms, lay, |world| {
        let reader = world.anonymous();
        let [e1, e2, e3] = [E1, E2, E3].map(|order| order_code(world, order));
        refused(&check(&reader, E2, "warehouse", &e2), "未选择交货货站");
        refused(&check(&reader, E2, "storehouse", &e2), "未选择操作库房");
        place(world, 6003, "departure_storehouse", "KF02");
        refused(&check(&reader, E3, "storehouse", &e3), "库房未维护定位信息");
        place(world, 6002, "departure_warehouse", "测试货站");
        assert_eq!(check(&reader, E2, "warehouse", &e2).code, 0);
        for column in ["longitude", "latitude"] {
            set(world, "warehouse", HZ01, column, Value::Null);
        }
        refused(&check(&reader, E2, "warehouse", &e2), "货站未维护定位信息");
        place(world, 6002, "departure_warehouse", "浦东机场东区三号门");
        assert_eq!(check(&reader, E2, "warehouse", &e2).code, 0, "a place in words is shown as it is");
        refused(&reader.get(&format!("{OUTER}/orderDeliveryNotice/{E1}/x?code={e1}")), "未获取到查询信息");
        for state in ["CLOSED", "CANCELLED"] {
            set(world, "freight_order", 6001, "lifecycle", state.into_value());
            refused(&check(&reader, E1, "storehouse", &e1), "订单已关闭");
        }
    });
}

#[test]
fn the_code_of_a_notice_opens_that_notice_and_nothing_else() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let id = made(&admin);
        let code = code(&admin, &id);
        assert_eq!(check(&reader, E1, "storehouse", &code).code, 0);
        refused(&check(&reader, E1, "warehouse", &code), "未获取到查询信息");
        for path in [
            format!("order/orderTrack?o=af{E1}&code={code}"),
            format!("viewAFOrderByOrderUuid/{E1}?code={code}"),
            format!("viewByOrderUuid/{E1}?code={code}"),
            format!("hawbListByOrderUuid/{E1}?code={code}"),
            format!("file/1?o=af{E1}&code={code}"),
            format!("orderDeliveryNotice/{E2}/storehouse?code={code}"),
            format!("orderDeliveryNotice/{E1}/storehouse?code={}", &code[..25]),
            format!("orderDeliveryNotice/{E1}/storehouse"),
        ] {
            refused(&reader.get(&format!("{OUTER}/{path}")), GONE);
        }
        for kind in ["AWB", "HAWB"] {
            let body = json!({ "awbPrintType": format!("PRINT_M{kind}"), "orderUuid": E1, "code": code });
            refused(&reader.post(&format!("{OUTER}/download{kind}"), body), GONE);
        }
        let carriage = "/sc/external/order";
        refused(&reader.get(&format!("{carriage}/orderTrack?o=af{E1}&code={code}")), GONE);
        // The link of the order lets nobody write.
        let customer = order_code(world, E1);
        let before = world.contents(false);
        for wrong in [customer.as_str(), &code[..25], ""] {
            refused(&tell(&reader, wrong, "save", json!({})), GONE);
        }
        refused(&tell(&reader, &code, "save", json!({ "orderUuid": E2 })), GONE);
        refused(&tell(&reader, &code, "save", json!({ "flag": "warehouse" })), "未获取到查询信息");
        refused(&tell(&reader, &code, "save", json!({ "flag": "x" })), "未获取到查询信息");
        world.unchanged(&before, false);
    });
}

#[test]
fn views_are_counted_and_the_first_of_one_that_was_sent_is_told() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let id = made(&admin);
        let code = code(&admin, &id);
        done(view(&reader, &code));
        assert_eq!((&look(&admin, &id)["views"], &look(&admin, &id)["state"]), (&json!(1), &json!("UNSENT")));
        done(act(&admin, &id, "sent", json!({})));
        let version = look(&admin, &id)["version"].clone();
        let calls = (0..20).map(|_| {
            let client = reader.client();
            let path = format!("{OUTER}/orderDeliveryNotice/{E1}/storehouse?code={code}");
            async move { client.call("GET", &path, Json::Null).await }
        });
        assert!(world.at_once(calls.collect()).iter().all(|reply| reply.code == 0));
        let seen = look(&admin, &id);
        assert_eq!((&seen["views"], &seen["state"]), (&json!(21), &json!("VIEWED")));
        assert_eq!(seen["version"], version, "a look spoils nobody's work");
        let share = admin.ok("/afbase/orderShare/page?kind=NOTICE")["records"][0].clone();
        assert_eq!(share["views"], 21);
        check(&reader, E1, "storehouse", &code);
        assert_eq!(look(&admin, &id)["views"], 21, "a check is no look");
        done(act(&admin, &id, "void", json!({ "reason": "改送" })));
        refused(&view(&reader, &code), "通知已作废");
        refused(&check(&reader, E1, "storehouse", &code), "通知已作废");
        refused(&tell(&reader, &code, "save", json!({})), "通知已作废");
        assert_eq!(look(&admin, &id)["views"], 21);
    });
}

#[test]
fn a_driver_fills_in_sets_out_and_signs_in_at_the_gate() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let id = made(&admin);
        let code = code(&admin, &id);
        let saved = done(tell(&reader, &code, "save", json!({ "slot": "08:00-09:00" })));
        for (name, value) in [
            ("state", "UNSENT"),
            ("plateNo", "沪A12345"),
            ("driverName", "测试司机"),
            ("driverPhone", "****1234"),
            ("slot", "08:00-09:00"),
        ] {
            assert_eq!(text(&saved[name]), value, "{name}");
        }
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["driverPhone"]), &seen["version"]), ("13800001234", &json!(2)));
        // The phone is not told, so it need not be typed again.
        let kept = json!({ "driverPhone": null, "slot": null });
        let gone = done(tell(&reader, &code, "depart", kept.clone()));
        assert_eq!((text(&gone["state"]), text(&gone["departTime"])), ("TRANSIT", "2026-07-15 10:00:00"));
        refused(&tell(&reader, &code, "depart", kept.clone()), "送货通知在途，不能进行此操作");
        let seen = look(&admin, &id);
        assert_eq!((text(&seen["driverPhone"]), &seen["slot"]), ("13800001234", &Json::Null));
        let before = world.contents(false);
        let far = |longitude: &str, latitude: &str| {
            tell(&reader, &code, "arrive", json!({ "longitude": longitude, "latitude": latitude }))
        };
        refused(&far("121.473", "31.23"), "距离仓库32.9公里，不能签到");
        refused(&far(THERE.0, "31.158994"), "距离仓库1.1公里，不能签到");
        let nowhere = "未获取到您的位置，请允许定位后重试，或到窗口办理到货登记";
        refused(&tell(&reader, &code, "arrive", json!({})), nowhere);
        refused(&tell(&reader, &code, "arrive", json!({ "longitude": THERE.0 })), nowhere);
        world.unchanged(&before, false);
        world.set_clock("2026-07-15 11:00:00");
        let there = done(far(THERE.0, "31.158993"));
        assert_eq!((text(&there["state"]), text(&there["queueNo"])), ("ARRIVED", "A001"));
        assert_eq!(text(&there["arriveTime"]), "2026-07-15 11:00:00");
        for action in ["save", "arrive", "depart"] {
            refused(&tell(&reader, &code, action, here()), "送货通知已到达，不能进行此操作");
        }
        let waiting = done(view(&reader, &code));
        assert_eq!((&waiting["forDriver"], &waiting["queueNo"]), (&json!(true), &json!("A001")));
        assert_eq!(functions(&admin, &id), ["司机签到", "司机出发", "司机填写", "新增"]);
        let lines = admin.ok(&format!("/hrs/log/page?objectType=delivery_notice&objectId={id}"));
        let line = lines["records"][2].to_string();
        assert!(line.contains("测试司机") && line.contains("沪A12345") && !line.contains("13800001234"), "{line}");
        // The next one at this warehouse is second, wherever he registers.
        let other = make(&admin, 6002, "storehouse", json!({ "warehouseId": KF01.to_string() }));
        let other = text(&done(other)["id"]).to_owned();
        let desk = json!({ "plateNo": "沪B1", "arriveTime": "2026-07-15 11:00:00" });
        assert_eq!(done(act(&admin, &other, "arrive", desk))["queueNo"], "A002");
    });
}

#[test]
fn what_a_driver_writes_wrong_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let id = made(&admin);
        done(admin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "receiptDate": "2026-07-18" })));
        let code = code(&admin, &id);
        let before = world.contents(false);
        let say = |more: Json| findings(&tell(&reader, &code, "save", more));
        let empty = json!({ "plateNo": " ", "driverName": null, "driverPhone": "", "slot": "8", "latitude": "91" });
        let said: Vec<String> = say(empty).into_iter().map(|(field, _)| field).collect();
        assert_eq!(said, ["plateNo", "driverName", "slot", "latitude", "driverPhone"]);
        assert_eq!(say(json!({ "driverPhone": "1380000abcd" })), one("driverPhone", "电话格式不正确"));
        assert_eq!(say(json!({ "plateNo": "x".repeat(21) })), one("plateNo", "车牌不能超过20个字符"));
        assert_eq!(say(json!({ "slot": "09:00-10:00" })), one("slot", "晚于最晚到货时间2026-07-18 08:30"));
        assert_eq!(findings(&tell(&reader, &code, "steal", json!({}))), one("action", "操作不存在"));
        assert_eq!(tell(&reader, &code, "save", json!({ "price": 1 })).status, 400);
        assert_eq!(tell(&reader, &code, "save", json!({ "driverName": "x".repeat(9000) })).status, 400);
        let english = tell(&reader.in_language("en-US"), &code, "save", json!({ "driverPhone": "x" }));
        assert_eq!(findings(&english), one("driverPhone", "The phone number has the wrong format."));
        world.unchanged(&before, false);
        done(tell(&reader, &code, "save", json!({ "slot": "08:00-09:00", "plateNo": "x".repeat(20) })));
        set(world, "freight_order", 6001, "lifecycle", "CANCELLED".into_value());
        refused(&tell(&reader, &code, "depart", json!({})), "订单已关闭");
    });
}

#[test]
fn a_link_may_tell_something_twenty_times_a_minute() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let code = code(&admin, &made(&admin));
        let told: Vec<u16> = (0..21).map(|_| tell(&reader, &code, "save", json!({})).status).collect();
        assert_eq!((told[19], told[20]), (200, 429));
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(tell(&reader, &code, "save", json!({})).status, 200);
    });
}

#[test]
fn of_two_who_sign_in_at_once_one_gets_a_number() {
    each_database_from(rooms, lay, |world| {
        let (admin, reader) = (world.login("demo-admin"), world.anonymous());
        let id = made(&admin);
        let code = code(&admin, &id);
        let calls = (0..4).map(|_| {
            let client = reader.client();
            let body = json!({ "orderUuid": E1, "flag": "storehouse", "code": code, "action": "arrive",
                "plateNo": "沪A1", "driverName": "测试司机", "driverPhone": "13800001234",
                "longitude": THERE.0, "latitude": THERE.1 });
            async move { client.call("POST", &format!("{OUTER}/deliveryNotice/driver"), body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(look(&admin, &id)["queueNo"], "A001");
        assert_eq!(functions(&admin, &id), ["司机签到", "新增"]);
    });
}
