//! Labels and manifests name the houses of an order in the order its desk has put them into.

use serde_json::json;
use testkit::each_database_from;

use super::ground::*;

#[test]
fn labels_and_manifests_follow_the_order_of_the_houses() {
    each_database_from(rooms, lay_base, |world| {
        lay_orders(world);
        let admin = world.login("demo-admin");
        let labelled = || -> Vec<String> {
            let told = admin.ok(&format!("/afbase/label/choices?orderUuids={E1}"));
            let houses = told["orders"][0]["hawbs"].as_array().unwrap().clone();
            houses.iter().map(|house| house["hawbNumber"].as_str().unwrap().to_owned()).collect()
        };
        let manifest = || {
            let path = format!("/afbase/aforder/airCargoManifestPrint/{E1}");
            let made = done(admin.post(&path, json!({ "format": "PDF" })));
            let text = fetched(world, &made).1.join("\n");
            (text.find("HA001").unwrap(), text.find("HA002").unwrap())
        };
        assert_eq!(labelled(), ["HA001", "HA002"]);
        let (first, second) = manifest();
        assert!(first < second);
        let ids = json!([HA002.to_string(), HA001.to_string()]);
        done(admin.post("/afbase/hawb/doSort", json!({ "orderUuid": E1, "ids": ids })));
        assert_eq!(labelled(), ["HA002", "HA001"]);
        let (first, second) = manifest();
        assert!(second < first);
    });
}
