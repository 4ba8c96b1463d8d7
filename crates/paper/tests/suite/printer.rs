//! Offsets of printers, each user's own, and the sheet they are measured on.

use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database};

use super::ground::*;

const OFFSET: &str = "/afbase/printer/offset";
const FAR: &str = "偏移须在-20.0与20.0毫米之间";

fn save(caller: &Caller<'_>, printer: &str, dx: i64, dy: i64) -> Reply {
    caller.put(OFFSET, json!({ "printer": printer, "dx": dx, "dy": dy }))
}

fn offsets(caller: &Caller<'_>) -> Json {
    caller.ok("/afbase/printer/offsets")
}

#[test]
fn a_user_keeps_the_offsets_of_his_printers() {
    each_database(rooms, |world| {
        let (admin, other) = (world.login("demo-admin"), world.login("cs01"));
        assert_eq!(offsets(&admin), json!([]));
        done(save(&admin, " 针式2 ", 15, -20));
        world.set_clock("2026-07-15 10:01:00");
        done(save(&admin, "激光1", -200, 200));
        done(save(&other, "激光1", 3, 4));
        let laser = json!({ "printer": "激光1", "dx": -200, "dy": 200, "last": true });
        let dots = json!({ "printer": "针式2", "dx": 15, "dy": -20, "last": false });
        let both = offsets(&admin);
        assert!(both.as_array().unwrap().contains(&laser) && both.as_array().unwrap().contains(&dots), "{both}");
        assert_eq!(offsets(&other), json!([{ "printer": "激光1", "dx": 3, "dy": 4, "last": true }]));
        // Saved again it is changed, and the one used last.
        world.set_clock("2026-07-15 10:02:00");
        done(save(&admin, "针式2", 0, 0));
        let found = offsets(&admin);
        let dots = found.as_array().unwrap().iter().find(|row| row["printer"] == "针式2").unwrap();
        assert_eq!(
            (found.as_array().unwrap().len(), dots),
            (2, &json!({ "printer": "针式2", "dx": 0, "dy": 0, "last": true }))
        );
        done(admin.delete(&format!("{OFFSET}?printer=%E6%BF%80%E5%85%891")));
        assert_eq!(offsets(&admin).as_array().unwrap().len(), 1);
        assert_eq!(admin.delete(&format!("{OFFSET}?printer=%E6%BF%80%E5%85%891")).status, 404);
        assert_eq!(offsets(&other).as_array().unwrap().len(), 1, "another's stays");
        let noted = world.database(|_, conn| {
            let mut select = sql::from(DEMO, "operation_log");
            select.columns(["kind", "object_number"]).and_where(sql::eq("object_type", "printer"));
            select.order_by("id", platform::sea_query::Order::Desc);
            let row = conn.first(&select.into()).unwrap().unwrap();
            (row.get::<String>(0).unwrap(), row.get::<String>(1).unwrap())
        });
        assert_eq!(noted, ("删除".to_owned(), "激光1".to_owned()));
    });
}

#[test]
fn an_offset_is_twenty_millimetres_at_most_and_a_printer_has_a_name() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        for (dx, dy, field) in [(201, 0, "dx"), (-201, 0, "dx"), (0, 201, "dy"), (0, -201, "dy")] {
            assert_eq!(findings(&save(&admin, "P", dx, dy)), [(field.to_owned(), FAR.to_owned())]);
        }
        let all = findings(&save(&admin, " ", 500, -500));
        let fields: Vec<&str> = all.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["printer", "dx", "dy"]);
        assert_eq!(findings(&save(&admin, &"长".repeat(61), 0, 0))[0].1, "打印机名称最多60个字符");
        assert_eq!(offsets(&admin), json!([]));
        for number in 0..49 {
            done(save(&admin, &format!("P{number}"), 0, 0));
        }
        done(save(&admin, &"长".repeat(60), 200, -200));
        refused(&save(&admin, "P50", 0, 0), "最多保存50台打印机");
        done(save(&admin, "P0", 1, 1));
    });
}

#[test]
fn the_calibration_sheet_bears_the_printers_own_offset() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        done(save(&admin, "针式2", 15, -20));
        let words = |printer: &str| {
            let sent = done(admin.post("/afbase/printer/calibration", json!({ "printer": printer })));
            let file = admin.get(text(&sent["url"]));
            assert_eq!(file.content_type, "application/pdf");
            lopdf::Document::load_mem(&file.bytes).unwrap().extract_text(&[1]).unwrap()
        };
        let known = words("针式2");
        for part in ["针式2", "dx = 1.5 mm, dy = -2.0 mm", "(30, 40)", "(180, 260)", "Calibration sheet"] {
            assert!(known.contains(part), "{part}: {known}");
        }
        assert!(words("新打印机").contains("dx = 0.0 mm, dy = 0.0 mm"));
        let empty = admin.post("/afbase/printer/calibration", json!({ "printer": "" }));
        assert_eq!(findings(&empty), [("printer".to_owned(), "请输入打印机名称".to_owned())]);
    });
}
