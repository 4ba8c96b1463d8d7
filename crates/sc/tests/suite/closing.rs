//! Orders of these scopes whose closing is being decided.

use serde_json::json;

use crate::suite::fixture::*;

const UNDER: &str = "审批中，不能修改";

#[test]
fn the_life_of_an_order_stands_still_while_its_closing_is_decided() {
    with_orders(|world| {
        let (admin, op, fin) = (world.login("demo-admin"), world.login("op01"), world.login("fin01"));
        let uuid = text(&saved(&op, "se", sea(&op)), "orderUuid");
        let path = format!("/sc/order/se/{uuid}");
        let moved = |caller: &testkit::Caller<'_>, name: &str, reason: &str| {
            let row = caller.ok(&path)["rowUuid"].clone();
            caller.put(&format!("{path}/{name}"), json!({ "rowUuid": row, "reason": reason }))
        };
        let user = pick(&admin, "user?keyword=mgr01");
        let level = json!({ "approverType": "user", "approverIds": [user] });
        done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "27", "approval": "1", "levels": [level] })));
        done(moved(&fin, "lock", ""));
        let asked = json!({ "orderUuid": uuid, "reason": "补录费用" });
        let instance = done(op.post("/afbase/order/applyUnlock", asked))["instanceId"].clone();
        done(moved(&fin, "unlock", ""));
        let now = op.ok(&path);
        assert_eq!(now["approving"], json!([]), "an application to unlock has its own place");
        // The application is made one to close the order.
        let event = "UPDATE approval_instance SET event_id = 116".to_owned();
        world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(event, Vec::new())).unwrap());
        let now = op.ok(&path);
        assert_eq!((&now["approving"][0]["instanceId"], &now["approving"][0]["closes"]), (&instance, &json!(false)));
        let offered = |caller: &testkit::Caller<'_>, code: &str| caller.ok(&path)["buttons"].to_string().contains(code);
        assert!(!offered(&op, "se-order-cancel") && !offered(&fin, "af-lock-lock"));
        assert!(offered(&op, "se-order-edit"));
        let before = world.contents(true);
        assert_eq!(moved(&fin, "lock", "").message, UNDER);
        assert_eq!(moved(&op, "cancel", "客户取消").message, UNDER);
        world.unchanged(&before, true);
        done(change_remark(&op, &uuid));
        assert_eq!(world.login("sh01").get(&path).status, 404, "another company sees neither");
        done(op.post("/prm/ics/approval/withdraw", json!({ "instanceId": instance })));
        assert!(offered(&fin, "af-lock-lock"));
        done(moved(&fin, "lock", ""));
    });
}

fn change_remark(caller: &testkit::Caller<'_>, uuid: &str) -> testkit::Reply {
    change(caller, "se", uuid, json!({ "orderRemark": "等待审批" }))
}
