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
