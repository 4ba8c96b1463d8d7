//! Orders of a file, as of work that is open in another system (issue 25, 19).

use serde_json::{Value as Json, json};
use testkit::{Caller, World};

use crate::sc::suite::fixture::*;

const FIELDS: [&str; 13] = [
    "customerNumber",
    "coopId",
    "businessProduct",
    "departureStation",
    "arrivalStation",
    "expectDeparture",
    "goodsNameCn",
    "planPieces",
    "planWeight",
    "planVolume",
    "containerText",
    "orderRemark",
    "mlbNumber",
];
const GOOD: [&str; 13] = [
    "OLD-1",
    "KH001",
    "全程出口",
    "CNSHA",
    "DEHAM",
    "2026.7.20",
    "机械配件",
    "1,200",
    "18,500",
    "118",
    "2×40HQ;1*20gp",
    "由旧系统转入",
    "TSTOLD001",
];

fn sheet(rows: &[Vec<&str>]) -> Json {
    let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
    json!({ "fileName": "在途订单.xlsx", "fields": FIELDS, "headers": FIELDS, "numbers": numbers, "rows": rows, "accept": true })
}

/// The good row with other cells.
fn row<'a>(cells: &[(&str, &'a str)]) -> Vec<&'a str> {
    let cell = |(name, text): (&&str, &'a str)| {
        cells.iter().find(|(known, _)| known == name).map_or(text, |(_, other)| *other)
    };
    FIELDS.iter().zip(GOOD).map(cell).collect()
}

fn told(caller: &Caller<'_>, body: &Json) -> Vec<String> {
    let checked = done(caller.post("/sc/order/se/import/check", body.clone()));
    let cells = checked["cells"].as_array().cloned().unwrap_or_default();
    cells.iter().map(|cell| format!("{} {} {}", cell["row"], text(cell, "field"), text(cell, "message"))).collect()
}

fn run(world: &World, caller: &Caller<'_>, body: Json) -> Json {
    let put = done(caller.post("/sc/order/se/import/run", body));
    world.run_jobs();
    caller.ok(&format!("/sc/order/se/import/job/{}", text(&put, "taskId")))
}

#[test]
fn orders_of_a_file_are_made_by_the_rules_of_the_form_all_or_none() {
    with_orders(|world| {
        let op = world.login("op01");
        let total = || op.ok("/sc/order/se/page?closed=true")["total"].clone();
        let before = total();
        let bad = sheet(&[
            row(&[]),
            row(&[("customerNumber", "OLD-2"), ("mlbNumber", ""), ("coopId", "没有这家"), ("planPieces", "many")]),
            row(&[("customerNumber", "OLD-3"), ("mlbNumber", ""), ("containerText", "2×40ZZ")]),
        ]);
        let faults = told(&op, &bad);
        for fault in ["3 coopId 客户不存在", "3 planPieces 预报件数格式不正确"] {
            assert!(faults.contains(&fault.to_owned()), "{fault}: {faults:?}");
        }
        assert!(faults.iter().any(|fault| fault.starts_with("4 containerText 箱型箱量应写作")), "{faults:?}");
        assert!(!faults.iter().any(|fault| fault.starts_with("2 ")), "{faults:?}");
        let refused = run(world, &op, bad);
        assert_eq!((&refused["status"], &refused["added"]), (&json!("失败"), &json!(0)));
        assert_eq!(total(), before, "nothing of it is there");

        let name = op.ok("/platform/select/coop?keyword=KH001")[0]["label"].as_str().unwrap().to_owned();
        let second = [
            ("customerNumber", "OLD-2"),
            ("mlbNumber", ""),
            ("coopId", name.as_str()),
            ("expectDeparture", "2026/7/21"),
        ];
        let done = run(world, &op, sheet(&[row(&[]), row(&second)]));
        assert_eq!((&done["status"], &done["added"], &done["canUndo"]), (&json!("已完成"), &json!(2), &json!(false)));
        let page = op.ok("/sc/order/se/page?customerNumber=OLD-1");
        let made = op.ok(&format!("/sc/order/se/{}", text(&page["records"][0], "orderUuid")));
        assert_eq!(
            [&made["expectDeparture"], &made["planPieces"], &made["planWeight"], &made["mlbNumber"]],
            [&json!("2026-07-20"), &json!(1200), &json!(18500), &json!("TSTOLD001")]
        );
        assert_eq!(made["containerText"], json!("2×40HQ;1×20GP"));
        assert!(made["salesId"].is_string(), "the people of the customer come by themselves");
        let log = op.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(&made, "orderId")));
        assert!(log["records"].to_string().contains("订单创建"), "{log}");
        let undo = op.post(&format!("/sc/order/se/import/undo/{}", text(&done, "id")), json!({}));
        assert_eq!(undo.message, "没有可撤销的数据", "orders are cancelled");
    });
}

#[test]
fn rows_of_a_file_stand_in_each_others_way_by_their_numbers() {
    with_orders(|world| {
        let op = world.login("op01");
        let twice = sheet(&[row(&[]), row(&[("customerNumber", "OLD-2")])]);
        let together = told(&op, &twice);
        assert!(together.iter().any(|fault| fault.starts_with("3 mlbNumber")), "{together:?}");
        world.app.pieces.narrow(1, 1_000);
        assert_eq!(told(&op, &twice), together, "in pieces as in one");
        world.app.pieces.narrow(500, 1_000);
    });
}

#[test]
fn who_makes_no_orders_of_a_scope_brings_none() {
    with_orders(|world| {
        world.allow_nobody(&["se_order"]);
        let nobody = world.login("nobody");
        for path in ["template", "read", "check", "run"] {
            let path = format!("/sc/order/se/import/{path}");
            let reply =
                if path.ends_with("template") { nobody.get(&path) } else { nobody.post(&path, sheet(&[row(&[])])) };
            assert_eq!(reply.status, 403, "{path}");
        }
        let op = world.login("op01");
        for scope in ["ai", "se", "si", "te", "ti", "lc", "io"] {
            assert!(op.get(&format!("/sc/order/{scope}/import/template")).bytes.starts_with(b"PK"), "{scope}");
        }
        assert!(op.get("/afbase/order/import/template").bytes.starts_with(b"PK"));
    });
}
