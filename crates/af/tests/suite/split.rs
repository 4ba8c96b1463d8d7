//! 拆单 of air export orders: the figures of the catalogue, what goes with a part, and what stands against it.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, refused};

use super::fixture::*;

const E1: &str = "AE-2607150001";
const E3: &str = "AE-2607150003";
const E4: &str = "AE-2607140001";
const NEW: &str = "AE-2607150004";

/// Splits an order as it stands, every question answered with yes.
fn split(caller: &Caller<'_>, uuid: &str, body: Json) -> Reply {
    let row = text(&view(caller, uuid), "rowUuid");
    let body = with(json!({ "rowUuid": row, "confirmed": ["order.tolerance"] }), body);
    caller.post(&format!("/afbase/order/split/{uuid}"), body)
}

fn figures(order: &Json, side: &str) -> [Json; 4] {
    ["Pieces", "Weight", "Volume", "ChargeWeight"].map(|name| order[format!("{side}{name}")].clone())
}

/// The parts of an order that was split: the order itself, and the new ones.
fn parts(caller: &Caller<'_>, uuid: &str, told: &Json) -> Vec<Json> {
    let new = told["orders"].as_array().expect("orders").iter().map(|one| text(one, "orderUuid"));
    std::iter::once(uuid.to_owned()).chain(new).map(|uuid| view(caller, &uuid)).collect()
}

fn log(caller: &Caller<'_>, uuid: &str) -> String {
    caller.ok(&format!("/afbase/order/log/page?orderUuid={uuid}&size=100")).to_string()
}

fn houses(caller: &Caller<'_>, uuid: &str) -> Vec<Json> {
    caller.ok(&format!("/afbase/aforder/hawb/page?orderUuid={uuid}"))["records"].as_array().expect("rows").clone()
}

#[test]
fn eight_pieces_of_e3_become_an_order_of_their_own() {
    with_orders(|world| {
        let op = world.login("op01");
        let e3 = uuid_of(&op, E3);
        let asked = json!({ "parts": [{}, { "planPieces": 8 }] });
        let before = world.contents(false);
        let look = done(op.post(&format!("/afbase/order/splitCheck/{e3}"), asked.clone()));
        let rest = [json!(12), json!(600), json!(3), json!(600)];
        let given = [json!(8), json!(400), json!(2), json!(400)];
        assert_eq!([0, 1].map(|part| figures(&look["parts"][part], "plan")), [rest.clone(), given.clone()]);
        assert_eq!((&look["findings"], &look["masterNumber"]), (&json!([]), &json!("990-12345686")));
        world.unchanged(&before, false);
        let old = text(&view(&op, &e3), "rowUuid");
        let told = done(split(&op, &e3, asked.clone()));
        assert_eq!(told["codes"], json!([NEW]));
        let parts = parts(&op, &e3, &told);
        let [own, new] = [&parts[0], &parts[1]];
        assert_eq!([own, new].map(|part| figures(part, "plan")), [rest, given]);
        assert_eq!((text(own, "orderStatus"), text(own, "awbNumber")), ("舱位确认".into(), "990-12345686".into()));
        assert_eq!((text(new, "orderStatus"), text(new, "awbNumber")), ("订单创建".into(), String::new()));
        for name in ["coopId", "salesId", "departureStation", "transitStation", "arrivalStation", "expectDeparture"] {
            assert_eq!(new[name], own[name], "{name}");
        }
        let flights = |order: &Json| {
            order["legs"].as_array().expect("legs").iter().map(|leg| text(leg, "flightNo")).collect::<Vec<_>>()
        };
        assert_eq!((flights(new), text(new, "customerNumber")), (vec!["X9201".into(), "X9301".into()], NEW.to_owned()));
        // Each tells of the other, in its head and in its log.
        assert_eq!((&new["splitFrom"]["orderCode"], &new["splitFromOrderId"]), (&json!(E3), &own["orderId"]));
        assert_eq!((&own["splitFrom"], &own["splitInto"][0]["orderCode"]), (&Json::Null, &json!(NEW)));
        assert_eq!(log(&op, &e3).matches("拆单：拆出AE-2607150004").count(), 1);
        assert!(log(&op, &text(new, "orderUuid")).contains("拆自AE-2607150003"));
        let stale = with(asked, json!({ "rowUuid": old }));
        assert_eq!(op.post(&format!("/afbase/order/split/{e3}"), stale).code, 3);
    });
}

#[test]
fn houses_and_sizes_go_with_their_part_under_the_same_master() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, E1);
        let (before, house) = (view(&op, &e1), houses(&op, &e1)[1].clone());
        let size = before["confirmDimensions"][1]["id"].clone();
        let body = json!({
            "parts": [{}, { "planPieces": 7 }], "master": "SAME", "hawbs": [{ "id": house["id"], "part": 1 }],
            "confirmDimensions": [{ "id": size, "part": 1 }],
        });
        let told = done(split(&op, &e1, body));
        let parts = parts(&op, &e1, &told);
        let [own, new] = [&parts[0], &parts[1]];
        let measured = |order: &Json| figures(order, "confirm").map(|figure| figure.to_string());
        assert_eq!(measured(own)[..3], ["5", "208.3", "1.646"]);
        assert_eq!(measured(new)[..3], ["7", "291.7", "2.304"]);
        assert_eq!((text(new, "awbNumber"), text(new, "orderStatus")), ("990-12345675".into(), "货物出重".into()));
        assert_eq!([own, new].map(|order| order["hawbCount"].clone()), [json!(1), json!(1)]);
        let new_uuid = text(new, "orderUuid");
        let numbers = |uuid: &str| houses(&op, uuid).iter().map(|row| text(row, "hawbNumber")).collect::<Vec<_>>();
        assert_eq!((numbers(&e1), numbers(&new_uuid)), (vec!["HA001".into()], vec!["HA002".into()]));
        assert!(log(&op, &e1).contains("分单HA002转至AE-2607150004"));
        assert!(log(&op, &new_uuid).contains("分单HA002转自AE-2607150001"));
        assert_eq!(houses(&op, &new_uuid)[0]["id"], house["id"], "the row is the same");
        let sizes = |order: &Json| {
            order["confirmDimensions"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!((sizes(new), sizes(own).len()), (vec![size], 1));
        let stock = op.ok("/afbase/awb/page?awbNumber=990-12345675")["records"][0].clone();
        assert!(text(&stock, "orderCodes").contains(NEW), "{stock}");
        // What stayed is saved again as it is: its rows stand in order.
        assert_eq!(change(&op, &e1, json!({ "orderRemark": "x", "confirmed": ["order.tolerance"] })).code, 0);
    });
}

#[test]
fn a_house_leaves_the_master_that_stays() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, E1);
        let house = houses(&op, &e1)[1]["id"].clone();
        let body = json!({ "parts": [{}, { "planPieces": 7 }], "hawbs": [{ "id": house, "part": 1 }] });
        done(split(&op, &e1, body));
        world.database(|_, conn| {
            let wanted = "SELECT hawb_number, awb_number FROM hawb WHERE org_id = 2 ORDER BY hawb_number";
            let rows = conn.query(&Stmt::Raw(wanted.to_owned(), Vec::new())).expect("reads");
            let numbers: Vec<(String, String)> =
                rows.iter().map(|row| (row.get(0).expect("a text"), row.get(1).expect("a text"))).collect();
            let told = [("HA001", "990-12345675"), ("HA002", "")];
            assert_eq!(numbers, told.map(|(house, master)| (house.to_owned(), master.to_owned())));
        });
    });
}

#[test]
fn what_stands_against_a_split_is_told_and_nothing_is_written() {
    with_orders(|world| {
        let (op, nobody, other) = (world.login("op01"), world.login("nobody"), world.login("sh01"));
        let [e1, e3, e4] = [E1, E3, E4].map(|code| uuid_of(&op, code));
        let two = || json!({ "parts": [{}, {}] });
        assert_eq!(nobody.post(&format!("/afbase/order/split/{e3}"), two()).status, 403);
        assert_eq!(other.post(&format!("/afbase/order/split/{e3}"), two()).status, 404);
        let before = world.contents(false);
        refused(&split(&op, &e4, two()), "订单已财务锁账，不能修改");
        let differs = split(
            &op,
            &e3,
            json!({ "parts": [{ "planPieces": 13, "planVolume": 3 }, { "planPieces": 8, "planVolume": 3 }] }),
        );
        for field in ["planPieces", "planVolume"] {
            assert_eq!(differs.findings_at(&format!("parts.0.{field}")), ["拆分合计与原单不一致"], "{field}");
        }
        assert_eq!(split(&op, &e3, json!({ "parts": [{}] })).findings_at("parts"), ["新订单数须为1–9"]);
        let strange = json!({ "parts": [{}, {}], "hawbs": [{ "id": "9", "part": 1 }] });
        assert_eq!(split(&op, &e3, strange).findings_at("hawbs.0"), ["该行已删除或不属于此订单"]);
        for wrong in [json!({ "hawbs": [{ "id": "9", "part": 2 }] }), json!({ "pieces": 1 }), json!({ "master": "X" })]
        {
            assert_eq!(split(&op, &e3, with(two(), wrong.clone())).status, 400, "{wrong}");
        }
        world.unchanged(&before, false);
        assert_eq!(moved(&op, "order/opFinish", &e1, json!({})).code, 0);
        refused(&split(&op, &e1, two()), "订单已操作完成，不能拆单");
    });
}

#[test]
fn what_was_weighed_is_split_by_who_may_split_it() {
    with_orders(|world| {
        world.allow_nobody(&["af_order", "af-order-split"]);
        let clerk = world.login("nobody");
        let e1 = uuid_of(&clerk, E1);
        let offers = |caller: &Caller<'_>| view(caller, &e1)["buttons"].to_string().contains("af-order-split");
        assert!(!offers(&clerk));
        refused(&split(&clerk, &e1, json!({ "parts": [{}, {}] })), "订单已出重，不能拆单");
        world.allow_nobody(&["af-order-split-confirmed"]);
        let clerk = world.login("nobody");
        assert!(offers(&clerk));
        done(split(&clerk, &e1, json!({ "parts": [{}, {}] })));
    });
}

#[test]
fn ten_parts_have_together_what_the_order_had() {
    with_orders(|world| {
        let op = world.login("op01");
        let sums = || {
            let totals = op.ok("/afbase/order/total")["totals"].clone();
            ["planPieces", "planWeight", "planVolume"].map(|name| totals[name].to_string())
        };
        let before = sums();
        let told = done(split(&op, &uuid_of(&op, E3), json!({ "parts": vec![json!({}); 10] })));
        assert_eq!(told["codes"].as_array().map(Vec::len), Some(9));
        assert_eq!(sums(), before);
        let first = uuid_of(&op, NEW);
        let again = done(split(&op, &first, json!({ "parts": [{}, {}] })));
        assert_eq!(view(&op, &text(&again["orders"][0], "orderUuid"))["splitFrom"]["orderCode"], json!(NEW));
        assert_eq!(sums(), before, "a part is split again");
    });
}
