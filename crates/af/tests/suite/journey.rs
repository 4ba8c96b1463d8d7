//! The way of a shipment after its papers: status messages, the legs of its order, the customer's link.

use serde_json::{Value as Json, json};
use testkit::Caller;

use super::fixture::*;

fn tracks(caller: &Caller<'_>, uuid: &str) -> Json {
    caller.ok(&format!("/afbase/order/tracks?orderUuid={uuid}"))
}

fn receive(caller: &Caller<'_>, number: &str, line: &str) -> Json {
    done(caller.post_text("/afbase/track/receive", &format!("FSU/14\r\n{number}/T12K500\r\n{line}\r\n")))
}

fn state(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("/afbase/awb/page?awbNumber={number}"))["records"][0]["awbStatus"].clone()
}

#[test]
fn a_departure_stands_first_and_moves_leg_and_stock() {
    with_orders(|world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let event = |code: &str, time: &str, flight: &str| {
            json!({ "awbNumber": "990-12345675", "code": code, "airport": "PVG", "eventTime": time, "pieces": 12,
                "weight": 500, "part": "T", "flightNo": flight })
        };
        assert_eq!(tracks(&op, &e1)["routeTracks"], json!([]));
        done(op.post("/afbase/track/doSave", event("RCS", "2026-07-17 18:00:00", "")));
        assert_eq!(state(&op, "990-12345675"), "ALLOCATED");
        done(op.post("/afbase/track/doSave", event("DEP", "2026-07-18 11:20:00", "X9101")));
        let told = tracks(&op, &e1);
        let rows: Vec<[Json; 4]> = told["routeTracks"]
            .as_array()
            .expect("events")
            .iter()
            .map(|row| {
                ["flightStatusCode", "flightStatusName", "quantity", "grossWeight"].map(|name| row[name].clone())
            })
            .collect();
        let row = |code: &str, name: &str| [json!(code), json!(name), json!(12), json!(500)];
        assert_eq!(rows, [row("DEP", "已起飞"), row("RCS", "已收运")]);
        let leg = &told["routes"][0];
        assert_eq!(
            (leg["flightNo"].clone(), leg["atd"].clone()),
            (json!("X9101"), json!("2026-07-18 11:20:00")),
            "{told}"
        );
        assert_eq!(state(&op, "990-12345675"), "USED");
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e1}"))["records"].to_string();
        assert!(log.contains("手工录入 DEP PVG"), "{log}");
        // The same reported by the airline is the same event.
        let again = receive(&op, "990-12345675PVGFRA", "DEP/X9101/18JUL/PVGFRA/T12K500/A1120");
        assert_eq!((again["stored"].clone(), again["repeated"].clone()), (json!(0), json!(1)));
    });
}

/// Issue 25, 18: departed, arrived and delivered are told by messages, and shown by the order, its list and its desk;
/// what is told ahead of its time moves nothing, is flagged, and its sender is to be asked.
#[test]
fn messages_move_the_order() {
    with_orders(|world| {
        world.set_clock("2026-07-18 10:00:00");
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let version = text(&view(&op, &e1), "rowUuid");
        let node = || text(&view(&op, &e1), "orderStatus");
        let ahead = receive(&op, "990-12345675PVGFRA", "DEP/X9101/18JUL/PVGFRA/T12K500/A1120");
        assert_eq!((node(), state(&op, "990-12345675")), ("货物出重".into(), json!("ALLOCATED")));
        let note = text(&ahead["notes"][0], "message");
        assert!(note.contains("2026-07-18 11:20") && note.contains("请向发送方核实"), "{note}");
        let first = tracks(&op, &e1);
        assert_eq!((&first["routeTracks"][0]["ahead"], &first["routes"][0]["atd"]), (&json!(true), &Json::Null));
        // Its time has come: the same again is known, the next word moves the order.
        world.set_clock("2026-07-18 11:20:00");
        let op = world.login("op01");
        let node = || text(&view(&op, &e1), "orderStatus");
        receive(&op, "990-12345675PVGFRA", "MAN/X9101/18JUL/PVGFRA/T12K500");
        assert_eq!((node(), state(&op, "990-12345675")), ("航班起飞".into(), json!("USED")));
        assert_eq!(tracks(&op, &e1)["routes"][0]["atd"], "2026-07-18 11:20:00");
        assert_eq!(text(&view(&op, &e1), "rowUuid"), version, "who types meanwhile is not overtaken");
        let listed = op.ok("/afbase/order/page?orderCode=AE-2607150001");
        assert_eq!(listed["records"][0]["orderStatus"], "航班起飞");
        assert_eq!(op.ok("/afbase/order/page?node=%E8%88%AA%E7%8F%AD%E8%B5%B7%E9%A3%9E")["total"], 2, "with E4");
        // A save of something else leaves it there.
        done(change(&op, &e1, json!({ "orderRemark": "x" })));
        assert_eq!(node(), "航班起飞");
        world.set_clock("2026-07-20 10:00:00");
        let op = world.login("op01");
        let node = || text(&view(&op, &e1), "orderStatus");
        receive(&op, "990-12345675PVGFRA", "ARR/X9101/18JUL1630/FRA/T12K500");
        assert_eq!(node(), "航班到达");
        receive(&op, "990-12345675PVGFRA", "DLV/19JUL0900/FRA/P7K300");
        assert_eq!(node(), "航班到达", "7 of 12 pieces");
        receive(&op, "990-12345675PVGFRA", "DLV/19JUL1000/FRA/P5K200");
        assert_eq!(node(), "目的港签收");
    });
}

#[test]
fn the_legs_of_an_order_follow_their_flights() {
    with_orders(|world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        let op = world.login("op01");
        let e3 = uuid_of(&op, "AE-2607150003");
        receive(&op, "990-12345686PEKLAX", "DEP/X9201/17JUL/PEKHKG/T20K1000/A2210");
        receive(&op, "990-12345686PEKLAX", "ARR/X9201/18JUL0605/HKG/T20K1000");
        receive(&op, "990-12345686PEKLAX", "DEP/X9301/18JUL/HKGLAX/T20K1000/A0840");
        let legs = view(&op, &e3)["legs"].clone();
        let figures: Vec<[Json; 3]> = legs
            .as_array()
            .expect("legs")
            .iter()
            .map(|leg| ["flightNo", "atd", "ata"].map(|n| leg[n].clone()))
            .collect();
        assert_eq!(
            figures,
            [
                [json!("X9201"), json!("2026-07-17 22:10:00"), json!("2026-07-18 06:05:00")],
                [json!("X9301"), json!("2026-07-18 08:40:00"), Json::Null],
            ]
        );
        let routes = tracks(&op, &e3)["routes"].clone();
        assert_eq!(routes.as_array().map(Vec::len), Some(2));
        assert_eq!(routes[0]["ata"], "2026-07-18 06:05:00");
        // Nine in the morning at Los Angeles in summer is midnight at Shanghai.
        receive(&op, "990-12345686PEKLAX", "RCF/X9301/18JUL0900/LAX/T20K1000");
        assert_eq!(tracks(&op, &e3)["routes"][1]["ata"], "2026-07-19 00:00:00");
        // A save of the order keeps what the airline told.
        done(change(&op, &e3, json!({ "orderRemark": "x" })));
        assert_eq!(view(&op, &e3)["legs"][0]["atd"], "2026-07-17 22:10:00");
    });
}

#[test]
fn the_customer_follows_the_shipment_by_the_link() {
    with_orders(|world| {
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        let e1 = uuid_of(&admin, "AE-2607150001");
        receive(&admin, "990-12345675PVGFRA", "DEP/X9101/18JUL/PVGFRA/T12K500/A1120");
        let link = done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": e1, "validity": "7" })));
        let (o, code) = (text(&link, "o"), text(&link, "code"));
        assert_eq!(o, format!("af{e1}"));
        assert!(code.len() >= 26 && code.bytes().all(|b| b.is_ascii_alphanumeric()), "{code}");
        assert_eq!(link["expireText"], "本链接2026-07-26前有效");
        let reader = world.anonymous();
        let open = || reader.get(&format!("/afbase/external/order/orderTrack?o={o}&code={code}"));
        let record = done(open());
        for (name, value) in [
            ("orderCode", json!("AE-2607150001")),
            ("awbNumber", json!("990-12345675")),
            ("departureStation", json!("PVG")),
            ("arrivalStation", json!("FRA")),
            ("expectFlight", json!("X9101")),
            ("expectDepartureFormat", json!("2026-07-18")),
            ("planPieces", json!(12)),
            ("planWeight", json!(480)),
            ("confirmWeight", json!(500)),
            ("planChargeWeight", json!(600)),
            ("planDimensions", json!("100/60/50/12")),
            ("confirmDimensions", json!("100/60/55/11;80/80/50/1")),
            ("orgName", json!("演示货运")),
        ] {
            assert_eq!(record[name], value, "{name}");
        }
        let first = &record["routeTracks"][0];
        assert_eq!(
            ["flightStatusCode", "flightStatusName", "airportCode", "eventTime", "flightNum"].map(|n| text(first, n)),
            ["DEP", "已起飞", "PVG", "2026-07-18 11:20:00", "X9101"]
        );
        let route = &record["awbRouteApiInfoVO"];
        assert_eq!(
            (text(route, "mawbNum"), text(route, "pieceWeightInfo")),
            ("990-12345675".into(), "12 / 500.0".into())
        );
        assert_eq!(route["awbRouteApiRouteList"][0]["atd"], "2026-07-18 11:20:00");
        let shown = record.to_string();
        for hidden in ["客户甲", "KH001", "操作一", "NB-001", "17041"] {
            assert!(!shown.contains(hidden), "{hidden} is shown to the customer");
        }
        done(open());
        let listed = || admin.ok("/afbase/orderShare/page")["records"][0].clone();
        assert_eq!((listed()["views"].clone(), listed()["orderCode"].clone()), (json!(2), json!("AE-2607150001")));
        done(admin.post("/afbase/orderShare/stopLink", json!({ "orderUuid": e1 })));
        let third = open();
        assert_eq!((third.code, third.message.as_str()), (1, "订单不存在或链接已失效"));
        assert_eq!(listed()["views"], 2);
    });
}

#[test]
fn an_order_without_a_terminal_has_no_delivery_notice() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let e2 = uuid_of(&admin, "AE-2607150002");
        let link = done(admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": e2 })));
        let reader = world.anonymous();
        let check = |flag: &str| {
            let code = text(&link, "code");
            reader.get(&format!("/afbase/external/checkOrderDeliveryNotice/{e2}/{flag}?code={code}"))
        };
        assert_eq!(check("warehouse").message, "未选择交货货站");
        assert_eq!(check("storehouse").code, 1);
        done(change(&world.login("op01"), &e2, json!({ "departureWarehouse": "测试货站" })));
        assert_eq!(check("warehouse").code, 0);
    });
}

#[test]
fn a_delivery_notice_tells_what_comes_and_where_to() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let e1 = uuid_of(&admin, "AE-2607150001");
        done(change(&world.login("op01"), &e1, json!({ "departureStorehouse": "KF01" })));
        let reader = world.anonymous();
        let share = |parts: Json| {
            let body = json!({ "orderUuid": e1, "parts": parts });
            text(&done(admin.post("/afbase/orderShare/createLink", body)), "code")
        };
        let ask = |flag: &str, code: &str| {
            reader.get(&format!("/afbase/external/orderDeliveryNotice/{e1}/{flag}?code={code}"))
        };
        let code = share(json!(["order"]));
        let notice = done(ask("storehouse", &code));
        for (name, value) in [
            ("place", json!("KF01")),
            ("awbNumber", json!("990-12345675")),
            ("pieces", json!(12)),
            ("weight", json!(480)),
            ("volume", json!(3.6)),
        ] {
            assert_eq!(notice[name].to_string(), value.to_string(), "{name}");
        }
        assert_eq!(ask("warehouse", &code).message, "未选择交货货站");
        assert_eq!(ask("x", &code).message, "未获取到查询信息");
        assert_eq!(ask("storehouse", "guess").message, "订单不存在或链接已失效");
        let bare = done(ask("storehouse", &share(json!(["track"]))));
        assert_eq!((bare["place"].clone(), bare.get("weight"), bare.get("goodsNameCn")), (json!("KF01"), None, None));
        assert_eq!(ask("storehouse", &code).message, "订单不存在或链接已失效", "a new link ends the old one");
    });
}

#[test]
fn nodes_follow_the_data_of_the_order() {
    with_orders(|world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let service =
            |name: &str, date: (&str, &str)| json!({ "services": { name: { "enabled": true, date.0: date.1 } } });
        let confirm = json!({ "confirmPieces": 8, "confirmWeight": 300, "confirmVolume": 1.2 });
        let steps = [
            (json!({ "awbNumber": "990-12345701" }), "舱位确认"),
            (confirm, "货物出重"),
            (service("customs", ("inspectionDate", "2026-07-15")), "海关查验"),
            (service("customs", ("clearanceDate", "2026-07-16")), "海关放行"),
            (service("arrivalCustoms", ("inspectionDate", "2026-07-19")), "目的港查验"),
            (service("arrivalCustoms", ("clearanceDate", "2026-07-20")), "目的港放行"),
            (service("delivery", ("signDate", "2026-07-21")), "目的港签收"),
        ];
        for (members, node) in steps {
            done(change(&op, &e2, members));
            assert_eq!(view(&op, &e2)["orderStatus"], json!(node));
        }
        let early = service("delivery", ("deliveryDate", "2026-07-22"));
        let mut both = early.clone();
        both["services"]["delivery"]["signDate"] = json!("2026-07-21");
        let refused = change(&op, &e2, both);
        assert_eq!(refused.code, 1, "signed before it was delivered: {}", refused.data);
    });
}

#[test]
fn a_house_number_is_remembered_for_a_year() {
    with_orders(|world| {
        let house = json!({ "hawbNumber": "HA001", "pieces": 1, "weight": 1 });
        let asked = |clock: &str| {
            world.set_clock(clock);
            let op = world.login("op01");
            let e3 = uuid_of(&op, "AE-2607150003");
            let reply = op.post("/afbase/hawb/doSave", json!({ "orderUuid": e3, "hawb": house }));
            reply.questions()
        };
        assert_eq!(asked("2027-07-15 09:00:00"), ["order.hawb.used"]);
        assert_eq!(asked("2027-07-15 09:00:01"), [""; 0]);
    });
}
