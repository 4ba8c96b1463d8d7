//! 放货 at the moments the order form has: goods of an import that are told to be out of the store, or out of the gate in a box
//! (catalogue prm.md 1.7), and the decision that lets one pass.

use serde_json::{Value as Json, json};
use testkit::{Reply, World, done, each_database_from, refused};

use super::credit::{act, decide, ledger, row, set};
use crate::receivable::{coop, rooms};

const YES: [&str; 5] =
    ["order.tolerance", "order.similar", "order.boxes.differ", "container.check", "order.charges.follow"];

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, ledger, story);
}

fn with(mut body: Json, more: Json) -> Json {
    body.as_object_mut().expect("a body").extend(more.as_object().expect("members").clone());
    body
}

/// An import of a customer; its public name.
fn import(world: &World, scope: &str, customer: &str, more: Json) -> String {
    let body = json!({
        "coopId": coop(world, customer), "goodsNameCn": "机械配件", "goodsNameEn": "MACHINE PARTS", "planPieces": 6,
        "planWeight": 150, "planVolume": 0.9, "expectArrival": "2026-07-14", "confirmed": YES,
    });
    let made = done(world.login("op01").post(&format!("/sc/order/{scope}"), with(body, more)));
    made["orderUuid"].as_str().expect("a uuid").to_owned()
}

fn air(world: &World, customer: &str) -> String {
    let more = json!({ "businessProduct": "进口清关派送", "departureStation": "FRA", "arrivalStation": "PVG" });
    import(world, "ai", customer, more)
}

/// Changes members of an order.
fn change(world: &World, (scope, uuid): (&str, &str), members: Json) -> Reply {
    let op = world.login("op01");
    let path = format!("/sc/order/{scope}/{uuid}");
    let now = op.ok(&path);
    op.put(&path, with(with(now, members), json!({ "confirmed": YES })))
}

fn out(day: Json) -> Json {
    json!({ "warehouse": true, "inboundDate": "2026-07-14", "outboundDate": day })
}

/// What stands against a change, by its keys.
fn keys(reply: &Reply) -> Vec<String> {
    let findings = reply.data["findings"].as_array().cloned().unwrap_or_default();
    let errors = findings.iter().filter(|one| one["severity"] == "error");
    errors.filter_map(|one| one["key"].as_str().map(ToOwned::to_owned)).collect()
}

const NEEDS: [&str; 1] = ["credit.approval.DELIVERY"];

#[test]
fn goods_of_who_is_late_leave_the_store_by_a_decision_once() {
    told(|world| {
        let uuid = air(world, "KH001");
        row(world, "KH001");
        done(change(world, ("ai", &uuid), json!({ "goodsNameCn": "机械零件" })));
        done(change(world, ("ai", &uuid), out(Json::Null)));
        let before = world.contents(false);
        let held = change(world, ("ai", &uuid), out(json!("2026-07-15")));
        assert_eq!(keys(&held), NEEDS, "{}", held.data);
        assert!(held.data.to_string().contains("超信用放货需审批"), "{}", held.data);
        assert_eq!(world.contents(false), before, "nothing was written");
        let apply = |world: &World| {
            let wish = json!({ "eventId": 105, "refType": "CREDIT_DELIVERY", "refId": uuid, "reason": "客户下周付款" });
            world.login("op01").post("/prm/ics/approval/apply", wish)
        };
        refused(&apply(world), "未配置超信用审批，请联系管理员");
        set(world, "105", json!({}));
        done(apply(world));
        assert_eq!(keys(&change(world, ("ai", &uuid), out(json!("2026-07-15")))), NEEDS, "nobody has decided yet");
        decide(world, "agree");
        done(change(world, ("ai", &uuid), out(json!("2026-07-15"))));
        done(change(world, ("ai", &uuid), out(json!("2026-07-14"))));
        done(change(world, ("ai", &uuid), out(Json::Null)));
        assert_eq!(keys(&change(world, ("ai", &uuid), out(json!("2026-07-15")))), NEEDS, "it passed once");
    });
}

#[test]
fn a_box_out_of_the_gate_is_asked_about_and_who_owes_nothing_late_goes_on() {
    told(|world| {
        let one = |no: &str, gone: Json| json!({ "containerNo": no, "containerType": "40HQ", "pieces": 3, "weight": 75, "volume": 0.45, "gateOutTime": gone });
        let sea = |customer: &str| {
            let more = json!({
                "businessProduct": "全程进口", "containerMethod": "整箱FCL", "billingType": "货代单",
                "departureStation": "DEHAM", "arrivalStation": "CNSHA",
                "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
                "containers": [one("TSTU4000012", Json::Null)],
            });
            import(world, "si", customer, more)
        };
        let (late, good) = (sea("KH001"), sea("KH002"));
        row(world, "KH001");
        let boxes = |gone: &str| json!({ "containers": [one("TSTU4000012", json!(gone))] });
        assert_eq!(keys(&change(world, ("si", &late), boxes("2026-07-15 09:00:00"))), NEEDS);
        let typed = |uuid: &str| {
            let event = json!({ "orderUuid": uuid, "code": "GTOT", "place": "CNSHA", "eventTime": "2026-07-15 08:00:00",
                "containerNo": "TSTU4000012" });
            world.login("op01").post("/sc/track/doSave", event)
        };
        let before = world.contents(false);
        assert_eq!(keys(&typed(&late)), NEEDS, "who types the event hands it out as well");
        assert_eq!(world.contents(false), before, "nothing was written");
        assert_eq!(done(typed(&good))["stored"], 1);
        done(change(world, ("si", &good), boxes("2026-07-15 09:00:00")));
        done(change(world, ("si", &good), boxes("2026-07-15 09:30:00")));
        // On the white list it is a notice.
        done(act(world, "KH001", "white", json!({ "until": "2026-12-31", "reason": "重点客户" })));
        let told = done(change(world, ("si", &late), boxes("2026-07-15 09:00:00")));
        assert!(told["findings"].to_string().contains("客户甲：逾期40,000.00，最长81天"), "{told}");
    });
}
