//! Orders locked by themselves some days after their operations were finished.

use serde_json::json;
use testkit::World;

use super::fixture::*;

const E1: &str = "AE-2607150001";

fn state(world: &World) -> String {
    let op = world.login("op01");
    text(&op.ok(&format!("/afbase/order/page?closed=true&orderCode={E1}"))["records"][0], "orderStatus")
}

fn decide(world: &World, days: i64) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgOrderConfig/AE")["version"].clone();
    let reply = admin.put("/hrs/orgOrderConfig/AE", json!({ "version": version, "values": { "autoLockDays": days } }));
    assert_eq!(reply.code, 0, "{}", reply.message);
}

fn at(world: &World, moment: &str) -> String {
    world.set_clock(moment);
    world.run_jobs();
    state(world)
}

#[test]
fn finished_orders_are_locked_after_the_days_of_the_company() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, E1);
        assert_eq!(moved(&op, "order/opFinish", &e1, json!({})).code, 0);
        record(&op, &e1);
        assert_eq!(at(world, "2026-07-20 09:00:00"), "货物出重", "no company asked for it");
        decide(world, 7);
        assert_eq!(at(world, "2026-07-22 09:59:59"), "货物出重", "a moment less than seven days");
        assert_eq!(at(world, "2026-07-23 09:00:00"), "财务锁账");
        let op = world.login("op01");
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e1}"));
        assert_eq!(text(&log["records"][0], "text"), "操作完成后自动锁账：财务日期 2026-07-18");
        // Opened for a correction it stays open until somebody locks it.
        let admin = world.login("demo-admin");
        assert_eq!(moved(&admin, "order/unlock", &e1, json!({})).code, 0);
        assert_eq!(at(world, "2026-08-10 09:00:00"), "货物出重");
        let others = world.login("op01").ok("/afbase/order/page?orderStatus=0");
        assert_eq!(others["total"], 3, "orders whose operations go on stay open");
    });
}

#[test]
fn what_may_not_be_locked_yet_waits() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, E1);
        assert_eq!(moved(&op, "order/opFinish", &e1, json!({})).code, 0);
        decide(world, 1);
        assert_eq!(at(world, "2026-07-20 09:00:00"), "货物出重", "its charges are not done");
        let op = world.login("op01");
        assert_eq!(moved(&op, "order/opCancel", &e1, json!({})).code, 0);
        decide(world, 2);
        assert_eq!(at(world, "2026-07-25 09:00:00"), "货物出重");
    });
}
