use kernel::Instant;
use platform::store::{Cell, Value};
use serde_json::json;
use testkit::each_database_from;

use crate::track::suite::fixture::*;

/// Events of the customs manifest. No call of this product makes them yet: customs tells them.
fn lay_events(world: &testkit::World) {
    world.database(|_, conn| {
        let rows = [
            (1, "", "PROVISION", "2026-07-16 09:00:00", "T2", "预配已受理"),
            (2, "", "PROVISION", "2026-07-16 08:00:00", "T1", "预配"),
            (3, "", "ARRIVE", "2026-07-17 10:00:00", "", "运抵"),
            (4, "", "PASSED", "2026-07-17 12:00:00", "", "报关单号：223120240001234567"),
            (5, "HA001", "TEMPORARY", "2026-07-17 11:00:00", "", "运抵暂存"),
            (6, "HA001", "OTHER", "2026-07-17 11:30:00", "", "查验"),
        ];
        for (id, house, kind, time, product, remark) in rows {
            let cells = [
                ("id", Value::Int(id)),
                ("awb_number", "990-12345675".into_value()),
                ("hawb_number", house.into_value()),
                ("kind", kind.into_value()),
                ("event_time", Value::Int(Instant::parse(time).unwrap().millis())),
                ("pieces", Value::Int(if house.is_empty() { 12 } else { 5 })),
                ("weight", Value::Int(if house.is_empty() { 500_000 } else { 200_000 })),
                ("product_info", product.into_value()),
                ("remark", remark.into_value()),
                ("source", "海关".into_value()),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
            ];
            put(conn, DEMO, "manifest_event", &cells);
        }
    });
}

// req: track-manifest-event-fields, track-notice-number-parse, track-open-notice-label
#[test]
fn the_manifest_shows_the_earliest_time_of_each_kind_per_bill() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let path = format!("/afbase/order/tracks?orderUuid={E1}");
        assert_eq!(
            (admin.ok(&path)["manifest"].clone(), admin.ok(&path)["trackManifest"].clone()),
            (json!([]), json!([]))
        );
        lay_events(world);
        let tracks = admin.ok(&path);
        let (master, house) = (&tracks["manifest"][0], &tracks["manifest"][1]);
        for (row, name, value) in [
            (master, "masterFlag", json!(true)),
            (master, "hawbNumber", json!(null)),
            (master, "pieceWeightInfo", json!("12 / 500.0")),
            (master, "declarationNumber", json!("223120240001234567")),
            (master, "provisionTime", json!("2026-07-16 08:00:00")),
            (master, "arriveTime", json!("2026-07-17 10:00:00")),
            (master, "passedTime", json!("2026-07-17 12:00:00")),
            (master, "tallyTime", json!(null)),
            (house, "masterFlag", json!(false)),
            (house, "hawbNumber", json!("HA001")),
            (house, "pieceWeightInfo", json!("5 / 200.0")),
            (house, "declarationNumber", json!(null)),
            (house, "temporaryArrivalTime", json!("2026-07-17 11:00:00")),
            (house, "arriveTime", json!(null)),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        let first = json!({ "eventTime": "2026-07-16 08:00:00", "remark": "预配", "productInfo": "T1", "quantity": 12,
            "grossWeight": 500 });
        assert_eq!(tracks["trackManifest"][0], first);
        assert_eq!(tracks["trackManifest"].as_array().unwrap().len(), 4, "the events of the master");
        let link = admin.post("/afbase/orderShare/createLink", json!({ "orderUuid": E1 })).data;
        let (o, code) = (link["o"].as_str().unwrap(), link["code"].as_str().unwrap());
        let shared = world.anonymous().get(&format!("/afbase/external/order/orderTrack?o={o}&code={code}")).data;
        assert_eq!(
            (&shared["manifestList"], &shared["trackManifest"]),
            (&tracks["manifest"], &tracks["trackManifest"])
        );
    });
}
