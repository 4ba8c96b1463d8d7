//! What other systems are told of orders by webhooks (issue 25, 32): once for what was kept, nothing of what was not, and
//! nothing of another company's.

use serde_json::{Value as Json, json};
use testkit::hook_server::{HookServer, listens, on_own_machine, put_down};
use testkit::{Caller, World, done, each_database_from_with};

use crate::sc::suite::fixture::*;

fn with_hooks(story: impl Fn(&World)) {
    each_database_from_with(rooms, on_own_machine, lay_partners, story);
}

/// An active webhook of a company that is told of everything, or of less.
fn hook(admin: &Caller<'_>, url: &str, more: Json) {
    let all = json!({
        "name": "对接", "url": url, "onCreated": true, "onUpdated": true, "onState": true, "onNode": true, "onEvent": true,
    });
    let made = done(admin.post("/hrs/webhook", with(all, more)));
    done(admin.post(&format!("/hrs/webhook/{}/issue", text(&made, "id")), json!({ "version": made["version"] })));
}

/// What was said since it was asked last: types, and what they told.
fn heard(world: &World, server: &HookServer) -> Vec<(String, Json)> {
    world.run_jobs();
    let heard = server.heard().into_iter().map(|heard| heard.json());
    heard.map(|body| (text(&body, "type"), body["data"].clone())).collect()
}

fn types(heard: &[(String, Json)]) -> Vec<&str> {
    heard.iter().map(|(kind, _)| kind.as_str()).collect()
}

/// Names of members, however deep.
fn names(value: &Json, out: &mut Vec<String>) {
    match value {
        Json::Object(members) => members.iter().for_each(|(name, value)| {
            out.push(name.to_lowercase());
            names(value, out);
        }),
        Json::Array(list) => list.iter().for_each(|value| names(value, out)),
        _ => {}
    }
}

#[test]
fn an_order_is_told_of_from_its_beginning_to_its_end() {
    with_hooks(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let server = HookServer::start();
        hook(&admin, &server.url, json!({}));
        let order = saved(&op, "se", sea(&op));
        let uuid = text(&order, "orderUuid");
        let made = heard(world, &server);
        assert_eq!(types(&made), ["order.created"]);
        let told = &made[0].1["order"];
        for (name, value) in [
            ("id", order["orderId"].clone()),
            ("orderUuid", json!(uuid)),
            ("orderCode", json!("SE-2607150001")),
            ("businessScope", json!("SE")),
            ("state", json!("订单创建")),
            ("nodeEn", json!("Created")),
            ("departureStation", json!("CNSHA")),
            ("expectDeparture", json!("2026-07-20")),
            ("planPieces", json!(1200)),
            ("planWeight", json!(18500)),
            ("planVolume", json!(118)),
            ("confirmWeight", Json::Null),
            ("teu", json!(4)),
            ("mlbNumber", Json::Null),
            ("updatedAt", json!("2026-07-15T02:00:00Z")),
        ] {
            assert_eq!(told[name], value, "{name}");
        }
        assert!(told["id"].is_string());
        let mut all = Vec::new();
        names(&made[0].1, &mut all);
        let money = ["amount", "price", "currency", "income", "cost", "fee"];
        assert!(!all.iter().any(|name| money.iter().any(|word| name.contains(word))), "{all:?}");

        done(change(&op, "se", &uuid, json!({ "mlbNumber": "TSTSHA260701", "planVolume": 100 })));
        let changed = heard(world, &server);
        assert_eq!(types(&changed), ["order.node_changed", "order.updated"]);
        assert_eq!(changed[0].1["order"]["node"], "舱位确认");
        let fields = changed[1].1["changedFields"].to_string();
        assert!(fields.contains("mlbNumber") && fields.contains("planVolume"), "{fields}");
        assert_eq!(changed[1].1["order"]["planVolume"], json!(100));
        done(change(&op, "se", &uuid, json!({})));
        assert_eq!(types(&heard(world, &server)), Vec::<&str>::new(), "nothing changed");

        let event = json!({ "orderUuid": uuid, "code": "DEPA", "place": "CNSHA", "eventTime": "2026-07-15 08:00" });
        done(op.post("/sc/track/doSave", event.clone()));
        let left = heard(world, &server);
        assert_eq!(types(&left), ["order.updated", "order.node_changed", "order.event_added"]);
        assert_eq!(left[0].1["changedFields"], json!(["actualDeparture"]));
        assert_eq!(left[1].1["order"]["node"], "船舶离港");
        assert_eq!(left[2].1["order"]["actualDeparture"], "2026-07-15T00:00:00Z");
        let told = &left[2].1["event"];
        assert_eq!((&told["code"], &told["kind"], &told["place"]), (&json!("DEPA"), &json!("ACT"), &json!("CNSHA")));
        assert_eq!((&told["time"], &told["ahead"]), (&json!("2026-07-15T00:00:00Z"), &json!(false)));
        done(op.post("/sc/track/doSave", event));
        assert_eq!(types(&heard(world, &server)), Vec::<&str>::new(), "told before");

        let uuid = text(&saved(&op, "lc", road(&op)), "orderUuid");
        assert_eq!(types(&heard(world, &server)), ["order.created"]);
        let row = op.ok(&format!("/sc/order/lc/{uuid}"))["rowUuid"].clone();
        done(op.put(&format!("/sc/order/lc/{uuid}/opFinish"), json!({ "rowUuid": row })));
        let finished = heard(world, &server);
        assert_eq!(types(&finished), ["order.state_changed"]);
        assert_eq!(finished[0].1["change"], json!({ "name": "操作完成", "nameEn": "Operations finished" }));
        assert_eq!(finished[0].1["order"]["operationFinished"], json!(true));
        record(&admin, "lc", &uuid);
        assert_eq!(types(&heard(world, &server)), Vec::<&str>::new(), "what finance does is nobody else's");
        assert_eq!(admin.ok("/hrs/webhookDelivery/page?orderCode=SE-2607150001")["total"], json!(6));
    });
}

#[test]
fn only_what_was_asked_for_is_told() {
    with_hooks(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let server = HookServer::start();
        hook(&admin, &server.url, json!({ "scopeCodes": ["LC"], "onUpdated": false }));
        saved(&op, "se", sea(&op));
        let road = saved(&op, "lc", road(&op));
        let told = heard(world, &server);
        assert_eq!(types(&told), ["order.created"]);
        assert_eq!(told[0].1["order"]["businessScope"], "LC");
        done(change(&op, "lc", &text(&road, "orderUuid"), json!({ "planPieces": 41 })));
        assert_eq!(types(&heard(world, &server)), Vec::<&str>::new());
    });
}

#[test]
fn a_split_order_tells_what_changed_and_its_parts_that_they_are_there() {
    with_hooks(|world| {
        let op = world.login("op01");
        let uuid = text(&saved(&op, "se", sea(&op)), "orderUuid");
        listens(world);
        let row = op.ok(&format!("/sc/order/se/{uuid}"))["rowUuid"].clone();
        let body = json!({
            "rowUuid": row, "parts": [{}, {}], "confirmed": ["order.tolerance", "order.boxes.differ", "container.check"],
        });
        let split = done(op.post(&format!("/sc/order/se/{uuid}/split"), body));
        let told = put_down(world);
        let of = |kind: &str| told.iter().filter(|(known, _)| known == kind).map(|(_, data)| data).collect::<Vec<_>>();
        let made: Vec<&Json> = of("order.created").iter().map(|data| &data["order"]["orderCode"]).collect();
        assert_eq!(json!(made), split["codes"]);
        let [changed] = of("order.updated")[..] else { panic!("{told:?}") };
        assert_eq!(changed["order"]["orderUuid"], json!(uuid));
        let fields = changed["changedFields"].as_array().expect("names");
        assert!(fields.contains(&json!("planPieces")), "{fields:?}");
    });
}

/// The events of a waybill number are those of its orders.
#[test]
fn events_of_a_waybill_are_told_of_its_orders() {
    with_hooks(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let server = HookServer::start();
        hook(&admin, &server.url, json!({ "onUpdated": false }));
        let air = json!({
            "coopId": pick(&op, "coop?keyword=KH001"), "businessProduct": "进口换单", "departureStation": "FRA",
            "arrivalStation": "PVG", "expectArrival": "2026-07-15", "goodsNameCn": "服装", "planPieces": 12,
            "planWeight": 500, "planVolume": 3, "awbNumber": "99055555570", "hawbNumber": "HB009",
        });
        saved(&op, "ai", air);
        assert_eq!(types(&heard(world, &server)), ["order.created"]);
        let message = "FSU/14\r\n990-55555570FRAPVG/T12K500\r\nDEP/X9101/14JUL/FRAPVG/T12K500/A1120\r\n";
        done(admin.post("/afbase/track/receive", json!({ "text": message })));
        let told = heard(world, &server);
        assert_eq!(types(&told), ["order.event_added", "order.node_changed"]);
        let event = &told[0].1["event"];
        assert_eq!(
            (&event["code"], &event["transport"], &event["pieces"]),
            (&json!("DEP"), &json!("X9101"), &json!(12))
        );
        assert_eq!((&event["place"], &event["weight"]), (&json!("FRA"), &json!(500)));
        assert_eq!(told[1].1["order"]["node"], "航班起飞");
    });
}

/// An order that was not kept was never there: neither one that is refused, nor the good ones of a file with a bad one.
#[test]
fn what_is_not_kept_is_told_to_nobody() {
    with_hooks(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let server = HookServer::start();
        hook(&admin, &server.url, json!({}));
        let refused = op.post("/sc/order/se", with(sea(&op), json!({ "planPieces": "many" })));
        assert_ne!(refused.code, 0);
        let fields = [
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
        ];
        let row = |number: &'static str, coop: &'static str| {
            [number, coop, "全程出口", "CNSHA", "DEHAM", "2026-07-20", "机械配件", "1200", "18500", "118", "2×40HQ"]
        };
        let file = |rows: &[[&str; 11]]| {
            let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
            json!({
                "fileName": "x.xlsx", "fields": fields, "headers": fields, "numbers": numbers, "rows": rows, "accept": true,
            })
        };
        let run = |body: Json| done(op.post("/sc/order/se/import/run", body));
        run(file(&[row("OLD-1", "KH001"), row("OLD-2", "没有这家")]));
        assert_eq!(types(&heard(world, &server)), Vec::<&str>::new());
        assert_eq!(admin.ok("/hrs/webhookDelivery/page")["total"], json!(0));
        run(file(&[row("OLD-1", "KH001"), row("OLD-2", "KH001")]));
        world.run_jobs();
        assert_eq!(types(&heard(world, &server)), ["order.created", "order.created"]);
    });
}

#[test]
fn orders_of_one_company_are_told_to_no_other() {
    with_hooks(|world| {
        let (admin, op, other) = (world.login("demo-admin"), world.login("op01"), world.login("superAdmin"));
        let (own, foreign) = (HookServer::start(), HookServer::start());
        hook(&admin, &own.url, json!({}));
        hook(&other, &foreign.url, json!({}));
        saved(&op, "se", sea(&op));
        assert_eq!(types(&heard(world, &own)), ["order.created"]);
        assert!(foreign.heard().is_empty());
        assert_eq!(other.ok("/hrs/webhookDelivery/page")["total"], json!(0));
    });
}
