//! Milestones of the manifest entered by hand, weighings of stations, and what of both an order is told.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused};

use crate::track::suite::fixture::*;

const PATH: &str = "/afbase/track/manifest";

fn enter(caller: &Caller<'_>, more: Json) -> testkit::Reply {
    let mut body =
        json!({ "orderUuid": E1, "kind": "ARRIVE", "eventTime": "2026-07-15 09:00:00", "pieces": 12, "weight": 500 });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post(PATH, body)
}

fn told(caller: &Caller<'_>) -> Json {
    caller.ok(&format!("{PATH}?orderUuid={E1}"))
}

/// E3 is on the master of E1 with a house of its own.
fn share_master(world: &World) {
    world.database(|_, conn| {
        let cells = [("awb_number", "990-12345675".into_value()), ("hawb_number", "OTHER1".into_value())];
        let mut update = sql::update(DEMO, "freight_order", &cells);
        update.and_where(sql::eq("uuid", E3));
        conn.exec(&update.into()).unwrap();
    });
}

#[test]
fn a_milestone_is_entered_once_and_removed_by_who_entered_it() {
    each_database_from(rooms, lay, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        assert_eq!(told(&admin)["number"], "990-12345675");
        let saved = done(enter(&admin, json!({ "declarationNumber": "223120240001234567" })));
        assert_eq!((&saved["stored"], &saved["repeated"]), (&json!(1), &json!(0)));
        let again = done(enter(&admin, json!({ "eventTime": "2026-07-15 09:01:00" })));
        assert_eq!((&again["stored"], &again["repeated"]), (&json!(0), &json!(1)), "within a minute");
        assert_eq!(done(enter(&admin, json!({ "eventTime": "2026-07-15 09:01:01" })))["stored"], 1);
        assert_eq!(done(enter(&admin, json!({ "hawbNumber": "ha001", "pieces": 5, "weight": 200 })))["stored"], 1);
        let shown = told(&admin);
        let (master, house) = (&shown["manifest"][0], &shown["manifest"][1]);
        assert_eq!(
            (&master["arriveTime"], &master["pieceWeightInfo"]),
            (&json!("2026-07-15 09:00:00"), &json!("12 / 500.0"))
        );
        assert_eq!(
            (&house["hawbNumber"], &master["declarationNumber"]),
            (&json!("HA001"), &json!("223120240001234567"))
        );
        assert_eq!(shown["events"].as_array().unwrap().len(), 3);
        assert!(world.contents(true).iter().any(|row| row.contains("舱单 运抵 HA001 2026-07-15 09:00:00")), "the log");

        let id = saved["id"].as_str().unwrap();
        refused(&op.delete(&format!("{PATH}/{id}")), "只能删除自己手工录入的轨迹");
        assert_eq!(told(&op)["events"][0]["canRemove"], false);
        assert_eq!(admin.delete(&format!("{PATH}/{id}")).code, 0);
        assert_eq!(told(&admin)["events"].as_array().unwrap().len(), 2);
        assert_eq!(admin.delete(&format!("{PATH}/{id}")).status, 404);
    });
}

#[test]
fn what_is_wrong_with_a_milestone_is_said_at_its_place() {
    each_database_from(rooms, lay, |world| {
        share_master(world);
        let admin = world.login("demo-admin");
        let (other, nobody) = (world.login("superAdmin"), world.login("nobody"));
        let before = world.contents(true);
        let one = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
        let say = |more: Json| findings(&enter(&admin, more));
        assert_eq!(say(json!({ "eventTime": "2026-07-15 10:00:01" })), one("eventTime", "时间不能晚于当前时间"));
        assert_eq!(say(json!({ "hawbNumber": "OTHER1" })), one("hawbNumber", "订单没有分单OTHER1"));
        assert_eq!(say(json!({ "kind": "LOST" })), one("kind", "节点选项不存在"));
        assert_eq!(say(json!({ "kind": null, "eventTime": null })).len(), 2);
        refused(&enter(&admin, json!({ "orderUuid": E2 })), "请先录入主单号");
        assert_eq!(enter(&admin, json!({ "orderUuid": "f".repeat(32) })).status, 404);
        assert_eq!(enter(&other, json!({})).status, 404, "another company");
        assert_eq!(enter(&nobody, json!({})).status, 403);
        world.unchanged(&before, true);
        assert_eq!(done(enter(&admin, json!({ "eventTime": "2026-07-15 10:00:00" })))["stored"], 1, "now is no future");
    });
}

// req: track-weighing-fields
#[test]
fn an_order_is_told_what_the_stations_weighed_of_it() {
    each_database_from(rooms, lay, |world| {
        share_master(world);
        let admin = world.login("demo-admin");
        let rows =
            [(1, Some("HA002"), 7, true), (2, None, 12, true), (3, None, 11, false), (4, Some("OTHER1"), 3, true)];
        world.database(|_, conn| {
            for (id, house, pieces, current) in rows {
                let cells = [
                    ("id", Value::Int(id)),
                    ("version", Value::Int(1)),
                    ("weighing_code", format!("GB-{id}").into_value()),
                    ("awb_number", "990-12345675".into_value()),
                    ("hawb_number", house.map_or(Value::Null, |house| house.into_value())),
                    ("terminal_id", Value::Int(7501)),
                    ("weigh_time", Value::Int(id)),
                    ("pieces", Value::Int(pieces)),
                    ("weight", Value::Int(503_000)),
                    ("volume", Value::Int(3_950_000)),
                    ("measure", "100*60*55/11;80*80*50/1".into_value()),
                    ("is_current", Value::Bool(current)),
                    ("created_by", Value::Int(1)),
                    ("created_at", Value::Int(1)),
                    ("updated_by", Value::Int(1)),
                    ("updated_at", Value::Int(1)),
                ];
                put(conn, DEMO, "terminal_weighing", &cells);
            }
        });
        done(enter(&admin, json!({})));
        done(enter(&admin, json!({ "orderUuid": E3, "hawbNumber": "OTHER1" })));
        let link = admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1 })).data;
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let shared = world.anonymous().get(&format!("/afbase/external/order/orderTrack?o={o}&code={code}")).data;
        let weighed = |house: Json, pieces: i64| {
            json!({ "awbNumber": "990-12345675", "hawbNumber": house, "totalPieces": pieces, "totalWeight": 503,
                    "totalVolume": 3.95, "measure": "100*60*55/11;80*80*50/1" })
        };
        assert_eq!(shared["cargoWeighingList"], json!([weighed(Json::Null, 12), weighed(json!("HA002"), 7)]));
        assert!(!shared.to_string().contains("OTHER1"), "a house of another order: {shared}");
    });
}
