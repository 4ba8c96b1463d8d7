//! What the people of orders of these scopes are told of them.

use serde_json::json;
use testkit::Caller;

use crate::sc::suite::fixture::*;

fn told(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().into_iter().flatten().map(|row| text(row, "title")).collect()
}

#[test]
fn new_orders_tell_their_people_once_and_nobody_of_what_he_did_himself() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        for (scope, body) in [("se", sea(&op)), ("lc", road(&op))] {
            let order = saved(&op, scope, body);
            let code = text(&order, "orderCode");
            let row = sales.ok("/prm/message")["records"][0].clone();
            assert_eq!(text(&row, "title"), format!("订单{code}分配给您"));
            assert_eq!(text(&row, "content"), format!("操作一将客户甲的订单{code}分配给您"));
            assert_eq!(text(&row, "url"), format!("/{scope}_order_edit?o={}", text(&order, "orderUuid")));
        }
        assert_eq!(told(&sales).len(), 2, "one for each order: who is told that it is his is not told that it is new");
        assert_eq!(told(&world.login("cs01")).len(), 2);
        assert_eq!(told(&op), Vec::<String>::new());
        assert_eq!(told(&world.login("doc01")), Vec::<String>::new());
    });
}

#[test]
fn a_new_person_of_an_order_and_each_step_of_it_are_told() {
    with_partners(|world| {
        let (op, sales, other) = (world.login("op01"), world.login("sales01"), world.login("doc01"));
        let order = saved(&op, "se", sea(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let edit = |members| done(change(&op, "se", &uuid, members));
        edit(json!({ "customerNumber": "PO-1" }));
        assert_eq!((told(&sales).len(), told(&other).len()), (1, 0), "nothing that concerns them");
        edit(json!({ "operatorId": pick(&op, "user?keyword=doc01") }));
        assert_eq!(told(&other), [format!("订单{code}分配给您")]);
        assert_eq!(told(&sales).len(), 1, "it was his before");
        edit(json!({ "mlbNumber": "TSTSHA260701" }));
        assert_eq!(told(&sales)[0], format!("订单{code}：舱位确认"));
        // Told by an event that reaches a node, and not by one that reaches none.
        let event = |code: &str, at: &str| {
            let body = json!({ "orderUuid": uuid, "code": code, "place": "CNSHA", "eventTime": at });
            done(op.post("/sc/track/doSave", body));
            text(&op.ok(&format!("/sc/order/se/{uuid}")), "orderStatus")
        };
        let node = event("DEPA", "2026-07-15 08:00");
        assert_eq!(told(&sales)[0], format!("订单{code}：{node}"));
        let before = told(&sales).len();
        assert_eq!(event("DEPA", "2026-07-15 08:30"), node);
        assert_eq!(told(&sales).len(), before);
    });
}

#[test]
fn what_is_done_with_an_order_is_told() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let order = saved(&op, "lc", road(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let finance = world.login("fin01");
        let steps = [
            (&op, "cancel", "已取消"),
            (&op, "restore", "已恢复"),
            (&finance, "doIncome", "收入完成"),
            (&finance, "doCost", "成本完成"),
            (&finance, "lock", "财务锁账"),
            (&finance, "unlock", "财务解锁"),
        ];
        for (caller, step, word) in steps {
            let row = op.ok(&format!("/sc/order/lc/{uuid}"))["rowUuid"].clone();
            let reason = if step == "cancel" { "客户取消" } else { "" };
            let body = json!({ "rowUuid": row, "reason": reason, "confirmed": ["charge.none"] });
            done(caller.put(&format!("/sc/order/lc/{uuid}/{step}"), body));
            assert_eq!(told(&sales)[0], format!("订单{code}：{word}"));
        }
        assert_eq!(told(&sales).len(), 7);
        assert_eq!(told(&op).len(), 4, "of what finance did");
    });
}

/// What somebody was told under titles that hold a word, the newest first.
fn told_of(caller: &Caller<'_>, word: &str) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    let rows = page["records"].as_array().into_iter().flatten();
    rows.filter(|row| text(row, "title").contains(word)).map(|row| text(row, "content")).collect()
}

#[test]
fn another_voyage_is_told_with_both_values_and_a_first_one_is_not() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let order = saved(&op, "se", sea(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let alerts = || told_of(&sales, "航班/船期变更");
        let edit = |members| done(change(&op, "se", &uuid, members));
        edit(json!({ "shipName": "DEMO STAR", "shipVoyageNumber": "026W", "expectArrival": "2026-08-20" }));
        edit(json!({ "customerNumber": "PO-1" }));
        assert_eq!(alerts(), Vec::<String>::new());
        edit(json!({ "shipVoyageNumber": "027W", "expectDeparture": "2026-07-27" }));
        let wanted = format!("操作一修改了客户甲的订单{code}：航次 026W → 027W；离港日期 ETD 2026-07-20 → 2026-07-27");
        assert_eq!(alerts(), [wanted]);
        edit(json!({ "expectArrival": "" }));
        assert!(alerts()[0].ends_with("：到港日期 ETA 2026-08-20 → 空"), "{:?}", alerts());
        assert_eq!(told_of(&world.login("cs01"), "航班/船期变更").len(), 2);
        assert_eq!(told(&op), Vec::<String>::new());
    });
}

#[test]
fn an_event_of_trouble_is_told_once_and_others_are_not() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let tell = |uuid: &str, code: &str, classifier: &str| {
            done(op.post("/sc/track/doSave", json!({
                "orderUuid": uuid, "code": code, "place": "上海市", "eventTime": "2026-07-15 09:30", "remark": "车辆故障",
                "classifier": classifier,
            })));
        };
        let order = saved(&op, "lc", road(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let alerts = || told_of(&sales, "轨迹异常");
        tell(&uuid, "POSN", "ACT");
        tell(&uuid, "EXCP", "EST");
        assert_eq!(alerts(), Vec::<String>::new());
        tell(&uuid, "EXCP", "ACT");
        tell(&uuid, "EXCP", "ACT");
        let wanted = format!("客户甲的订单{code}轨迹异常：异常 上海市 2026-07-15 09:30 车辆故障（操作一）");
        assert_eq!(alerts(), [wanted]);
        let order = saved(&op, "se", sea(&op));
        tell(&text(&order, "orderUuid"), "RLOV", "ACT");
        assert!(alerts()[0].contains("轨迹异常：甩柜 上海市"), "{:?}", alerts());
        assert_eq!(told_of(&world.login("cs01"), "轨迹异常").len(), 2);
        assert_eq!(told(&op), Vec::<String>::new());
    });
}

#[test]
fn cargo_that_is_not_as_planned_is_told_when_its_figures_are_written() {
    with_partners(|world| {
        let (op, sales) = (world.login("op01"), world.login("sales01"));
        let order = saved(&op, "lc", road(&op));
        let (uuid, code) = (text(&order, "orderUuid"), text(&order, "orderCode"));
        let alerts = || told_of(&sales, "入库异常");
        let edit = |members| {
            let all = with(members, json!({ "confirmed": ["order.tolerance"] }));
            done(change(&op, "lc", &uuid, all));
        };
        edit(json!({ "confirmPieces": 40, "confirmWeight": 3296, "confirmVolume": 8 }));
        assert_eq!(alerts(), Vec::<String>::new(), "3 % is inside");
        edit(json!({ "confirmPieces": 39, "confirmWeight": 3296.001 }));
        let wanted = "件重与预报不符：实际件数 39（预报 40）；实际毛重 3296.001（预报 3200.000）（操作一）";
        assert_eq!(alerts(), [format!("客户甲的订单{code}{wanted}")]);
        edit(json!({ "customerNumber": "PO-1" }));
        assert_eq!(alerts().len(), 1, "they were told of these figures");
        assert_eq!(told(&op), Vec::<String>::new());
    });
}
