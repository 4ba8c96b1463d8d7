use serde_json::{Value as Json, json};
use testkit::each_database_from;

use crate::awb::suite::fixture::*;

// req: address-area-map, address-open-area-map
#[test]
fn provinces_have_their_area_and_the_companys_supplier_there() {
    each_database_from(rooms, lay_base, |world| {
        let admin = world.login("demo-admin");
        let row = |name: &str| -> (Json, Json, Json) {
            let rows = admin.ok("/afbase/address/areas");
            let rows = rows.as_array().unwrap();
            let row = rows.iter().find(|row| row["regionName"] == name).unwrap_or_else(|| panic!("{name}"));
            (row["regionCode"].clone(), row["areaName"].clone(), row["supplierCode"].clone())
        };
        assert_eq!(row("全国"), (json!(0), Json::Null, json!("")));
        assert_eq!(row("北京"), (json!(110), json!("华北"), json!("")), "empty by default");
        assert_eq!(row("上海"), (json!(310), json!("华东"), json!("")));
        assert_eq!(row("湖北"), (json!(420), json!("华南"), json!("")));
        let decide = |values: Json| {
            let version = admin.ok("/hrs/orgSetting")["version"].clone();
            admin.put("/hrs/orgSetting", json!({ "version": version, "values": values }))
        };
        let decided = decide(json!({ "areaSupplierNorth": "gys001", "areaSupplierSouth": "GYS-002" }));
        assert_eq!(decided.code, 0, "{} {}", decided.message, decided.data);
        assert_eq!(row("内蒙古").2, "GYS001");
        assert_eq!(row("广东").2, "GYS-002");
        assert_eq!(row("上海").2, "");
        assert_eq!(row("全国").2, "");
        assert_eq!(decide(json!({ "areaSupplierEast": "供应商甲" })).code, 1);
        assert_eq!(decide(json!({ "areaSupplierEast": "A".repeat(21) })).code, 1);
        assert_eq!(decide(json!({ "areaSupplierEast": "A".repeat(20) })).code, 0);
        let english = admin.in_language("en-US").ok("/afbase/address/areas");
        assert_eq!(english[1]["areaName"], "North China");
        let other = world.login("superAdmin").ok("/afbase/address/areas");
        assert_eq!(other[1]["supplierCode"], "", "another company's own");
    });
}
