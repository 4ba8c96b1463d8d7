//! What the stock of numbers shows beside the orders of the fixture.

use serde_json::{Value as Json, json};
use testkit::Caller;

use super::fixture::*;

fn tiles(caller: &Caller<'_>) -> Vec<(String, i64)> {
    let tiles = caller.ok("/afbase/awb/tiles");
    let all = tiles.as_array().expect("tiles").iter();
    all.map(|tile| (text(tile, "state"), tile["count"].as_i64().expect("a count"))).filter(|(_, n)| *n > 0).collect()
}

fn row(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("/afbase/awb/page?awbNumber={number}"))["records"][0].clone()
}

#[test]
fn tiles_and_rows_follow_the_orders() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let expected = [("UNUSED", 3), ("ALLOCATED", 2), ("USED", 1)].map(|(state, n)| (state.to_owned(), n));
        assert_eq!(tiles(&admin), expected);
        for (number, state, order) in [
            ("990-12345675", "ALLOCATED", "AE-2607150001"),
            ("990-12345686", "ALLOCATED", "AE-2607150003"),
            ("990-12345690", "USED", "AE-2607140001"),
            ("990-12345701", "UNUSED", ""),
        ] {
            let row = row(&admin, number);
            let codes = row["orderCodes"].as_str().unwrap_or_default();
            assert_eq!((row["awbStatus"].clone(), codes), (json!(state), order), "{number}");
            assert_eq!(row["awbFromName"], "供应商甲");
        }
    });
}

#[test]
fn a_number_on_an_order_is_not_made_void() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let ids = [row(&admin, "990-12345675")["id"].clone()];
        let reply = admin.post("/afbase/awb/doVoid", json!({ "ids": ids, "reason": "破损" }));
        assert_eq!(reply.data["message"], "成功0条，跳过1条");
        assert_eq!(reply.data["messages"], json!(["990-12345675 已配单"]));
        world.unchanged(&before, false);
    });
}

#[test]
fn numbers_are_picked_in_their_order_and_each_only_once() {
    with_orders(|world| {
        let picked = world.login("op01").get("/afbase/awb/pick?prefix=990&station=PVG");
        assert_eq!(picked.data["awbNumber"], "990-12345701");
        let clients = ["op01", "cs01"].map(|login| world.login(login).client());
        let calls: Vec<_> =
            clients
                .into_iter()
                .map(|client| async move {
                    client.post("/afbase/awb/take", json!({ "prefix": "990", "station": "PVG" })).await
                })
                .collect();
        let mut given: Vec<String> = world.at_once(calls).iter().map(|reply| text(&reply.data, "awbNumber")).collect();
        given.sort();
        assert_eq!(given, ["990-12345701", "990-12345712"], "{}", world.database);
    });
}

#[test]
fn two_orders_saved_at_once_never_share_a_number_unasked() {
    with_orders(|world| {
        let op = world.login("op01");
        let calls: Vec<_> = (1..=6)
            .map(|pieces| {
                let order = with(example(&op), json!({ "planPieces": pieces, "awbNumber": "990-12345701" }));
                let client = op.client();
                async move { client.post("/afbase/order/doSave", order).await }
            })
            .collect();
        let replies = world.at_once(calls);
        let saved = replies.iter().filter(|reply| reply.code == 0).count();
        assert_eq!(saved, 1, "{}", world.database);
        for reply in replies.iter().filter(|reply| reply.code != 0) {
            let asked = reply.questions() == ["awb.shared"] || reply.code == 3;
            assert!(asked, "{} {}", reply.message, reply.data);
        }
        assert_eq!(row(&op, "990-12345701")["orderCodes"], "AE-2607150004");
    });
}

#[test]
fn receipts_tell_how_many_of_their_numbers_are_left() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let receipt = admin.ok("/afbase/awbReceipt/page")["records"][0].clone();
        assert_eq!((receipt["used"].clone(), receipt["left"].clone()), (json!(3), json!(3)));
        assert_eq!(
            (receipt["firstNumber"].clone(), receipt["lastNumber"].clone(), receipt["receiptCode"].clone()),
            (json!("990-12345675"), json!("990-12345723"), json!("LD-2607140001"))
        );
        let preview = |start: &str, count: i64| {
            admin.post("/afbase/awb/getAwbList", json!({ "prefix": "990", "start": start, "count": count }))
        };
        let numbers = |reply: &testkit::Reply| -> Vec<String> {
            reply.data.as_array().expect("rows").iter().map(|row| text(row, "awbNumber")).collect()
        };
        let known = preview("12345675", 4);
        assert_eq!(numbers(&known), ["990-12345675", "990-12345686", "990-12345690", "990-12345701"]);
        for row in known.data.as_array().expect("rows") {
            assert_eq!(text(row, "result"), format!("{}已存在，不能登记", text(row, "awbNumber")));
        }
        assert_eq!(numbers(&preview("12345734", 3)), ["990-12345734", "990-12345745", "990-12345756"]);
        assert_eq!(preview("12345670", 3).message, "起始号校验位错误");
    });
}

#[test]
fn a_finished_waybill_uses_its_number_once_the_flight_day_is_over() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let e1 = uuid_of(&admin, "AE-2607150001");
        super::papers::finished(&admin, &e1);
        let state = |clock: &str| {
            world.set_clock(clock);
            while world.run_jobs() > 0 {}
            let later = world.login("demo-admin");
            row(&later, "990-12345675")["awbStatus"].clone()
        };
        assert_eq!(state("2026-07-18 23:59:59"), "ALLOCATED");
        assert_eq!(state("2026-07-19 00:01:00"), "USED");
        // The waybill of the other order was never made.
        assert_eq!(row(&world.login("demo-admin"), "990-12345686")["awbStatus"], "ALLOCATED");
    });
}
