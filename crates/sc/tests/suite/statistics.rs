//! The figures of the home page, of the orders of every scope.

use serde_json::{Value as Json, json};

use crate::sc::suite::fixture::*;

// req: home-stats-call, home-stats-row-fields
#[test]
fn orders_of_every_scope_count_on_their_business_day() {
    with_orders(|world| {
        let rows = world.login("demo-admin").ok("/afbase/aforder/statistics");
        let row = |scope: &str, kind: &str| -> Vec<Json> {
            let found =
                rows.as_array().unwrap().iter().find(|row| row["business_scope"] == scope && row["type"] == kind);
            let found = found.unwrap_or_else(|| panic!("{scope} {kind}: {rows}"));
            (0..7).map(|day| found[format!("num_{day}")].clone()).collect()
        };
        let at = |place: usize, value: Json, none: Json| -> Vec<Json> {
            (0..7).map(|day| if day == place { value.clone() } else { none.clone() }).collect()
        };
        assert_eq!(row("SE", "票数"), at(5, json!(1), json!(0)));
        assert_eq!(row("SE", "计费吨"), at(9, json!(""), json!("0.000")), "full boxes count by TEU alone");
        assert_eq!(row("SE", "TEU"), at(5, json!("3.00"), json!("0.00")));
        assert_eq!(row("SI", "票数"), at(5, json!(1), json!(0)));
        assert_eq!(row("SI", "TEU"), at(5, json!("2.00"), json!("0.00")));
        assert_eq!(row("LC", "票数"), at(0, json!(2), json!(0)));
        assert_eq!(row("LC", "计费吨"), at(0, json!("5.200"), json!("0.000")));
        assert_eq!(row("IO", "票数"), at(0, json!(1), json!(0)));
        assert_eq!(row("AI", "票数"), at(0, json!(1), json!(0)));
        assert_eq!(row("AI", "货量（吨）"), at(0, json!("0.15"), json!("0.00")));
        let scopes: Vec<&str> =
            rows.as_array().unwrap().iter().filter_map(|row| row["business_scope"].as_str()).collect();
        assert!(!scopes.contains(&"TE") && !scopes.contains(&"AE"), "{scopes:?}");
    });
}

#[test]
fn what_happened_counts_on_its_own_day_and_what_is_loose_by_its_tons() {
    with_orders(|world| {
        let op = world.login("op01");
        let uuid = uuid_of(&op, "se", "SE-2607150002");
        // Expected on the 20th, it left on the 15th.
        done(change(&op, "se", &uuid, json!({ "actualDeparture": "2026-07-15 00:00:00" })));
        let rows = op.ok("/afbase/aforder/statistics");
        let tons = rows.as_array().unwrap().iter().find(|row| row["business_scope"] == "SE" && row["type"] == "计费吨");
        assert_eq!(tons.unwrap()["num_0"], "3.200");
        world.set_clock("2026-07-20 10:00:00");
        let rows = world.login("op01").ok("/afbase/aforder/statistics");
        let orders = rows.as_array().unwrap().iter().find(|row| row["business_scope"] == "SE" && row["type"] == "票数");
        // SE1 and SE3 are expected on the 20th; SE2 is five days ago, and not counted twice.
        let counted: Vec<i64> = (0..7).map(|day| orders.unwrap()[format!("num_{day}")].as_i64().unwrap()).collect();
        assert_eq!(counted, [2, 0, 0, 0, 0, 1, 0]);
        assert_eq!(world.login("nobody").ok("/afbase/aforder/statistics"), json!([]));
    });
}
