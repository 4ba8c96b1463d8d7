use serde_json::{Value as Json, json};
use testkit::{Caller, Reply};

use crate::sc::suite::fixture::*;

fn tell(caller: &Caller<'_>, uuid: &str, code: &str, more: Json) -> Reply {
    let body = json!({ "orderUuid": uuid, "code": code, "place": "CNSHA", "eventTime": "2026-07-15 09:30:00" });
    caller.post("/sc/track/doSave", with(body, more))
}

#[test]
fn a_fact_fills_in_what_is_empty_and_moves_the_order_on() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150001");
        let order = || op.ok(&format!("/sc/order/se/{uuid}"));
        assert_eq!(order()["orderStatus"], "重箱进港");
        done(tell(&op, &uuid, "CUSR", json!({})));
        assert_eq!((&order()["orderStatus"], &order()["clearanceDate"]), (&json!("海关放行"), &json!("2026-07-15")));
        done(tell(&op, &uuid, "DEPA", json!({ "classifier": "EST", "eventTime": "2026-07-20 20:00:00" })));
        assert_eq!(order()["actualDeparture"], Json::Null, "an estimate is no fact");
        done(tell(&op, &uuid, "LOAD", json!({ "containerNo": "CSQU3054383" })));
        let boxes = order()["containers"].clone();
        assert_eq!((&boxes[0]["onBoardTime"], &boxes[1]["onBoardTime"]), (&json!("2026-07-15 09:30:00"), &Json::Null));
        done(tell(&op, &uuid, "GTIN", json!({ "eventTime": "2026-07-15 07:00:00" })));
        assert_eq!(order()["containers"][0]["gateInTime"], "2026-07-15 08:00:00", "what is filled stays");
    });
}

#[test]
fn the_same_event_is_kept_once_and_only_ones_own_is_removed() {
    with_orders(|world| {
        let (op, cs) = (world.login("op01"), world.login("cs01"));
        let uuid = uuid_of(&op, "lc", "LC-2607150001");
        let told = done(tell(&op, &uuid, "DISP", json!({ "place": "上海市", "remark": "司机已联系" })));
        assert_eq!((&told["stored"], &told["repeated"]), (&json!(1), &json!(0)));
        let within = json!({ "place": "上海市", "eventTime": "2026-07-15 09:31:00" });
        assert_eq!(done(tell(&op, &uuid, "DISP", within))["repeated"], 1);
        let beyond = json!({ "place": "上海市", "eventTime": "2026-07-15 09:31:01" });
        assert_eq!(done(tell(&op, &uuid, "DISP", beyond))["stored"], 1);
        assert_eq!(op.ok(&format!("/sc/order/lc/{uuid}"))["orderStatus"], "已派车");
        let events = op.ok(&format!("/sc/order/events?orderUuid={uuid}"));
        let rows = events["events"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[1]["name"], &rows[1]["remark"]), (3, &json!("已派车"), &json!("司机已联系")));
        assert!(events["codes"].as_array().unwrap().iter().any(|code| code["code"] == "DLVR" && code["zh"] == "签收"));
        let id = text(&told, "id");
        assert_eq!(cs.delete(&format!("/sc/track/{id}")).message, "只能删除自己手工录入的轨迹");
        for row in rows.iter().filter(|row| row["code"] == "DISP") {
            done(op.delete(&format!("/sc/track/{}", text(row, "id"))));
        }
        assert_eq!(op.ok(&format!("/sc/order/lc/{uuid}"))["orderStatus"], "订单创建");
    });
}

#[test]
fn what_cannot_be_is_refused_at_its_place() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150001");
        assert_eq!(tell(&op, &uuid, "DLVR", json!({})).findings_at("code"), ["请选择事件"]);
        let future = json!({ "eventTime": "2026-07-15 10:00:01" });
        assert_eq!(tell(&op, &uuid, "LOAD", future.clone()).findings_at("eventTime"), ["实际时间不能晚于当前时间"]);
        done(tell(&op, &uuid, "LOAD", json!({ "eventTime": "2026-07-15 10:00:00" })));
        done(tell(&op, &uuid, "DEPA", with(future, json!({ "classifier": "EST" }))));
        let foreign = json!({ "containerNo": "TRHU6875483" });
        assert_eq!(tell(&op, &uuid, "DISC", foreign).findings_at("containerNo"), ["订单没有箱TRHU6875483"]);
        let closed = uuid_of(&op, "se", "SE-2607140002");
        assert_eq!(tell(&op, &closed, "BKCF", json!({})).message, "订单已关闭，不能录入轨迹");
        // A locked order still takes events.
        let locked = uuid_of(&op, "se", "SE-2607140001");
        done(tell(&op, &locked, "TARR", json!({ "place": "SGSIN" })));
        let before = world.contents(false);
        for (login, status) in [("nobody", 403), ("sh01", 404)] {
            assert_eq!(tell(&world.login(login), &uuid, "ARRI", json!({})).status, status, "{login}");
        }
        assert_eq!(world.anonymous().get(&format!("/sc/order/events?orderUuid={uuid}")).status, 401);
        assert_eq!(world.contents(false), before);
    });
}

fn of_number(caller: &Caller<'_>, code: &str, time: &str, more: Json) -> Reply {
    let body = json!({ "awbNumber": "990-55555555", "code": code, "airport": "PVG", "eventTime": time });
    caller.post("/afbase/track/doSave", with(body, more))
}

fn import_status(caller: &Caller<'_>) -> Json {
    caller.ok("/sc/order/ai/page?orderCode=AI-2607150001")["records"][0]["orderStatus"].clone()
}

/// Issue 25, 18: what was told ahead moves the order by the clock when its time has come, once, or when it is told again.
#[test]
fn a_fact_told_ahead_moves_the_order_when_its_time_has_come() {
    with_orders(|world| {
        world.set_clock("2026-07-18 12:00:00");
        let op = || world.login("op01");
        done(of_number(&op(), "ARR", "2026-07-18 13:00:00", json!({})));
        let before = import_status(&op());
        assert_ne!(before, "航班到达");
        world.set_clock("2026-07-18 12:59:59");
        while world.run_jobs() > 0 {}
        assert_eq!(import_status(&op()), before, "a second early");
        world.set_clock("2026-07-18 13:01:00");
        while world.run_jobs() > 0 {}
        assert_eq!(import_status(&op()), "航班到达");
        done(of_number(&op(), "DLV", "2026-07-18 14:00:00", json!({})));
        world.set_clock("2026-07-18 14:00:00");
        assert_eq!(import_status(&op()), "航班到达");
        let again = done(of_number(&op(), "DLV", "2026-07-18 14:00:00", json!({})));
        assert_eq!((&again["stored"], &again["repeated"]), (&json!(0), &json!(1)));
        assert_eq!(import_status(&op()), "货物出库");
    });
}

/// Issue 25, 18: half a delivery is none.
#[test]
fn parts_brought_to_the_door_are_added_up() {
    with_orders(|world| {
        world.set_clock("2026-07-18 12:00:00");
        let op = world.login("op01");
        let at = |code: &str, minute: &str, part: &str, pieces: i64| {
            let time = format!("2026-07-18 09:{minute}:00");
            done(of_number(&op, code, &time, json!({ "part": part, "pieces": pieces })));
        };
        at("DLV", "00", "T", 12);
        at("DDL", "10", "P", 6);
        assert_eq!(import_status(&op), "货物出库", "6 of 12");
        at("DDL", "20", "P", 5);
        assert_eq!(import_status(&op), "货物出库", "11 of 12");
        at("DDL", "30", "P", 1);
        assert_eq!(import_status(&op), "派送签收", "all of them");
    });
}

/// Issue 25, 18: an event by hand moves the order, and back when it is taken away; one of the future is told.
#[test]
fn events_by_hand_move_the_order_and_back() {
    with_orders(|world| {
        world.set_clock("2026-07-18 12:00:00");
        let op = world.login("op01");
        let status = || {
            let page = "/sc/order/ai/page?orderCode=AI-2607150001";
            op.ok(page)["records"][0]["orderStatus"].clone()
        };
        let tell = |code: &str, airport: &str, time: &str| {
            op.post(
                "/afbase/track/doSave",
                json!({ "awbNumber": "990-55555555", "code": code, "airport": airport, "eventTime": time }),
            )
        };
        done(tell("DEP", "FRA", "2026-07-14 09:00:00"));
        assert_eq!(status(), "航班起飞");
        let arrived = done(tell("ARR", "PVG", "2026-07-15 09:00:00"));
        assert_eq!(status(), "航班到达");
        for (time, told) in [("2026-07-18 12:00:00", 0), ("2026-07-18 12:00:01", 1)] {
            let reply = done(tell("DLV", "PVG", time));
            let findings = reply["findings"].as_array().map_or(0, Vec::len);
            assert_eq!(findings, told, "{time}");
            assert_eq!(status(), if told == 0 { "货物出库" } else { "航班到达" }, "{time}");
            assert_eq!(op.delete(&format!("/afbase/track/{}", text(&reply, "id"))).code, 0);
        }
        assert_eq!(op.delete(&format!("/afbase/track/{}", text(&arrived, "id"))).code, 0);
        assert_eq!(status(), "航班起飞");
    });
}
