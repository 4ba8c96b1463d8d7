use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use crate::awb::suite::fixture::*;
use crate::awb::suite::forms::{whole, world_with_orders};

/// Makes the form and finishes it; answers its id and version.
fn finished(admin: &Caller<'_>, call: &str, form: &Json) -> (String, Json) {
    let saved = admin.post(call, form.clone());
    assert_eq!(saved.code, 0, "{} {}", saved.message, saved.data);
    let id = saved.data["awbPrintId"].as_str().unwrap().to_owned();
    let body = json!({ "rowUuid": saved.data["rowUuid"], "confirmed": ["awbprint.differs"], "reason": "含托盘" });
    let done = admin.put(&format!("/afbase/awbPrint/finish/{id}"), body);
    assert_eq!(done.code, 0, "{} {}", done.message, done.data);
    (id, done.data["rowUuid"].clone())
}

/// Gives an order another route or customer.
fn move_order(world: &World, uuid: &str, cells: &[(&'static str, Value)]) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, "freight_order", cells);
        conn.exec(&update.and_where(sql::eq("uuid", uuid)).to_owned().into()).unwrap();
    });
}

fn none(reply: &testkit::Reply) {
    assert_eq!((reply.code, reply.message.as_str()), (1, "没有同客户同航程已完成的运单"), "{}", reply.data);
}

#[test]
fn the_last_finished_form_of_the_same_customer_and_route_lends_its_parties_and_words() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let previous = |order: &str| admin.get(&format!("/afbase/awbPrint/previous/{order}"));
        none(&previous(E3));
        let mut form = whole(world);
        form["accountingInformation"] = json!("FREIGHT PREPAID");
        form["handlingInformation"] = json!("KEEP DRY");
        form["specialHandlingCodes"] = json!(["ELI"]);
        form["referenceNumber"] = json!("REF1");
        let (id, row_uuid) = finished(&admin, "/afbase/awbPrint/mawb", &form);
        // Its own order, another customer, another route.
        move_order(world, E2, &[("coop_id", Value::Int(KH002))]);
        none(&previous(E1));
        none(&previous(E2));
        none(&previous(E3));
        let route =
            |from: &str, to: &str| [("departure_station", from.into_value()), ("arrival_station", to.into_value())];
        move_order(world, E3, &route("PVG", "LAX"));
        none(&previous(E3));
        move_order(world, E3, &route("PVG", "FRA"));
        let found = previous(E3).data;
        assert_eq!(
            (found["number"].clone(), found["finishedOn"].clone()),
            (json!("990-12345675"), json!("2026-07-15"))
        );
        let boxes = found["boxes"].as_object().unwrap();
        for (name, wanted) in [
            ("accountingInformation", json!("FREIGHT PREPAID")),
            ("handlingInformation", json!("KEEP DRY")),
            ("specialHandlingCodes", json!(["ELI"])),
            ("agentIataCode", json!("1234567")),
            ("issueAgentName", json!("DEMO FORWARDING")),
            ("shipperSignature", json!("DEMO SHIPPER")),
        ] {
            assert_eq!(boxes[name], wanted, "{name}");
        }
        assert_eq!(boxes["shipper"]["scName"], "DEMO SHIPPER CO. LTD");
        // Nothing of the shipment itself, and nothing that is empty.
        for name in [
            "awbNumber",
            "flightNumber",
            "flightDate",
            "lines",
            "sizes",
            "charges",
            "executedOn",
            "referenceNumber",
            "osi",
            "notify",
        ] {
            assert!(!boxes.contains_key(name), "{name}");
        }
        // Neither the form of an order the data level hides, nor a draft.
        let op01 = world.login("op01");
        assert_eq!(op01.get(&format!("/afbase/awbPrint/previous/{E3}")).code, 0);
        let admin_id = Value::Int(user_id(world, "demo-admin"));
        move_order(
            world,
            E1,
            &["operator_id", "created_by", "sales_id", "updated_by"].map(|name| (name, admin_id.clone())),
        );
        none(&op01.get(&format!("/afbase/awbPrint/previous/{E3}")));
        admin.put(&format!("/afbase/awbPrint/back/{id}"), json!({ "rowUuid": row_uuid }));
        none(&previous(E3));
    });
}

#[test]
fn houses_take_from_houses_and_not_from_themselves() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let house = |hawb: i64| format!("/afbase/awbPrint/previous/{E1}?type=1&hawbId={hawb}");
        let mut form = admin.ok(&format!("/afbase/awbPrint/prefill/{E1}?type=1&hawbId={HA001}"));
        form["orderUuid"] = json!(E1);
        form["hawbId"] = json!(HA001.to_string());
        form["issueAgentName"] = json!("DEMO FORWARDING");
        form["issuer"] = json!("DEMO FORWARDING");
        form["currency"] = json!("CNY");
        form["handlingInformation"] = json!("KEEP DRY");
        finished(&admin, "/afbase/awbPrint/hawb", &form);
        none(&admin.get(&house(HA001)));
        let found = admin.ok(&house(HA002));
        assert_eq!(
            (found["number"].clone(), found["boxes"]["handlingInformation"].clone()),
            (json!("HA001"), json!("KEEP DRY"))
        );
        none(&admin.get(&format!("/afbase/awbPrint/previous/{E1}")));
        assert_eq!(admin.get(&format!("/afbase/awbPrint/previous/{E1}?type=1")).status, 404);
        assert_eq!(admin.get(&format!("/afbase/awbPrint/previous/{E1}?type=1&hawbId=1")).status, 404);
        assert_eq!(world.login("sh01").get(&house(HA002)).status, 404, "another company's order is not there");
        assert_eq!(world.login("nobody").get(&house(HA002)).status, 403);
    });
}

#[test]
fn a_form_tells_what_charges_are_looked_up_by() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let form = whole(world);
        assert_eq!((form["goodsType"].clone(), form["houses"].clone()), (json!("普货"), json!(2)));
        let saved = admin.post("/afbase/awbPrint/mawb", form);
        let id = saved.data["awbPrintId"].as_str().unwrap().to_owned();
        let stored = admin.ok(&format!("/afbase/awbPrint/view/{id}"));
        assert_eq!((stored["goodsType"].clone(), stored["houses"].clone()), (json!("普货"), json!(2)));
        // The receipt says on what paper its numbers are printed.
        assert_eq!(stored["stockKind"], "中性");
    });
}

#[test]
fn a_master_with_a_form_can_be_sent() {
    each_database_from(rooms, world_with_orders, |world| {
        let admin = world.login("demo-admin");
        let can = |caller: &Caller<'_>| {
            caller.ok("/afbase/awbPrint/page?awbNumber=99012345675")["records"][0]["can"].as_array().unwrap().clone()
        };
        let send = json!("af-edi-send");
        assert!(!can(&admin).contains(&send), "without a form there is nothing to send");
        admin.post("/afbase/awbPrint/mawb", whole(world));
        assert!(can(&admin).contains(&send));
    });
}
