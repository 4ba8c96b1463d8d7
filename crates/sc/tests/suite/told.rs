//! What the people of orders of these scopes are told of them.

use serde_json::json;
use testkit::Caller;

use crate::suite::fixture::*;

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
            (&finance, "lock", "财务锁账"),
            (&finance, "unlock", "财务解锁"),
        ];
        for (caller, step, word) in steps {
            let row = op.ok(&format!("/sc/order/lc/{uuid}"))["rowUuid"].clone();
            let reason = if step == "cancel" { "客户取消" } else { "" };
            let body = json!({ "rowUuid": row, "reason": reason });
            done(caller.put(&format!("/sc/order/lc/{uuid}/{step}"), body));
            assert_eq!(told(&sales)[0], format!("订单{code}：{word}"));
        }
        assert_eq!(told(&sales).len(), 5);
        assert_eq!(told(&op).len(), 2, "of what finance did");
    });
}
