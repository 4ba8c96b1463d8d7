//! 空运业务: what the desk counts of the fixture's orders.

use serde_json::Value as Json;

use super::fixture::*;

fn count(desk: &Json, key: &str) -> i64 {
    let cards = desk["cards"].as_array().expect("cards");
    cards.iter().find(|card| card["key"] == key).unwrap_or_else(|| panic!("no {key}"))["count"]
        .as_i64()
        .expect("a count")
}

#[test]
fn the_desk_counts_what_waits_and_shows_the_next_flights() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let desk = admin.ok("/afbase/aforder/desk");
        let counts = |keys: [&str; 9]| keys.map(|key| count(&desk, key));
        let keys = ["departs", "master", "weigh", "differs", "waybill", "income", "cost", "lock", "draft"];
        assert_eq!(counts(keys), [0, 1, 0, 1, 3, 3, 3, 0, 0]);
        let flight = |desk: &Json, name: &str| -> Vec<String> {
            let rows = desk["flights"].as_array().expect("flights");
            let own = rows.iter().filter(|row| row["flight"] == name);
            own.map(|row| {
                ["flightDate", "route", "orders", "pieces", "weight", "chargeWeight"]
                    .map(|name| row[name].to_string())
                    .join(" ")
            })
            .collect()
        };
        assert_eq!(flight(&desk, "X9101"), [r#""2026-07-18" "PVG-FRA" 2 20 800 958.333"#]);
        assert_eq!(flight(&desk, "X9201").len(), 1, "the day before");
        // Three days ahead and no further; what has left is gone.
        world.set_clock("2026-07-14 10:00:00");
        let earlier = world.login("demo-admin").ok("/afbase/aforder/desk");
        assert_eq!((count(&earlier, "departs"), count(&earlier, "master")), (1, 0));
        let days = |desk: &Json, name: &str| -> Vec<String> {
            flight(desk, name).iter().map(|row| row[1..11].to_owned()).collect()
        };
        assert_eq!((days(&earlier, "X9101"), days(&earlier, "X9201").len()), (vec!["2026-07-14".to_owned()], 1));
        world.set_clock("2026-07-18 10:00:00");
        let later = world.login("demo-admin").ok("/afbase/aforder/desk");
        assert_eq!((count(&later, "departs"), count(&later, "weigh")), (2, 1));
        assert_eq!((days(&later, "X9101"), days(&later, "X9201").len()), (vec!["2026-07-18".to_owned()], 0));
    });
}

#[test]
fn what_is_mine_is_counted_alone_and_others_orders_never() {
    with_orders(|world| {
        let manager = world.login("demo-admin");
        let all = |desk: &Json| count(desk, "income");
        assert_eq!(all(&manager.ok("/afbase/aforder/desk?mine=true")), 0);
        let op = world.login("op01");
        let own = all(&op.ok("/afbase/aforder/desk?mine=true"));
        assert_eq!((own, all(&op.ok("/afbase/aforder/desk"))), (3, 3), "he made them");
        let narrow = world.login("sales02");
        assert_eq!(narrow.get("/afbase/aforder/desk").status, 403, "without the page");
        assert_eq!(manager.get("/afbase/aforder/desk?node=1").status, 400, "no switch");
        assert_eq!(manager.get("/afbase/order/page?todo=everything").status, 400);
        assert_eq!(manager.get("/afbase/order/page?mine=perhaps").status, 400);
        let other = world.login("sh01").get("/afbase/aforder/desk");
        assert!(other.status == 403 || all(&other.data) == 0, "another company");
    });
}
