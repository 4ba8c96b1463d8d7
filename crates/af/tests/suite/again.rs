//! A master number that was used and is registered again a year later begins anew; what hung on it stays with the order
//! of then.

use serde_json::{Value as Json, json};
use testkit::{Caller, World};

use super::fixture::*;
use super::papers::finished;

const NUMBER: &str = "990-12345675";

fn receive(caller: &Caller<'_>, route: &str, line: &str) {
    let text = format!("FSU/15\n{NUMBER}{route}/T12K500\n{line}\n");
    done(caller.post("/afbase/track/receive", json!({ "text": text })));
}

fn codes(caller: &Caller<'_>, order: &str) -> Vec<String> {
    let tracks = caller.ok(&format!("/afbase/order/tracks?orderUuid={order}"))["routeTracks"].clone();
    tracks.as_array().expect("tracks").iter().map(|track| text(track, "flightStatusCode")).collect()
}

/// Used by the first order last summer, received again, and given to a new order.
fn given_again(world: &World, caller: &Caller<'_>) -> String {
    world.set_clock("2027-07-20 09:00:00");
    let body = json!({
        "prefix": "990", "departureStation": "PVG", "awbFromType": "一级代理",
        "awbFromId": pick(caller, "coop?role=awbSource", "GYS001"), "receiveDate": "2027-07-20", "numbers": NUMBER,
        "kind": "电子", "confirmed": ["awb.existed"],
    });
    done(caller.post("/afbase/awb/saveReceipt", body));
    let order = with(example(caller), json!({ "awbNumber": NUMBER, "planPieces": 7, "planWeight": 70 }));
    text(&saved(caller, order), "orderUuid")
}

#[test]
fn a_number_that_is_registered_again_begins_anew_and_its_past_stays_with_the_old_order() {
    with_orders(|world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        let old = uuid_of(&admin, "AE-2607150001");
        let made = finished(&admin, &old);
        receive(&admin, "PVGFRA", "DEP/X9101/18JUL/PVGFRA/T12K500/A1120");
        let body = json!({ "orderUuid": old, "validity": "forever", "parts": ["order", "track", "print"] });
        let link = done(admin.post("/afbase/orderShare/createLink", body));
        let public = |call: &str| {
            world.anonymous().get(&format!(
                "/afbase/external/{call}o={}&code={}",
                text(&link, "o"),
                text(&link, "code")
            ))
        };
        let before = done(public("order/orderTrack?"));
        world.set_clock("2027-07-20 08:00:00");
        let admin = world.login("demo-admin");
        let new = given_again(world, &admin);

        // The new order begins with its own figures, without form, events and houses of the past.
        let form = admin.ok(&format!("/afbase/awbPrint/prefill/{new}?type=0"));
        let line = &form["lines"][0];
        assert_eq!(
            (text(&form, "awbNumber"), text(line, "pieces"), text(line, "grossWeight")),
            (NUMBER.into(), "7".into(), "70.0".into())
        );
        let to_print = admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{new}"));
        assert_eq!(
            [&to_print["awbPrintId"], &to_print["sums"], &to_print["hawbs"]],
            [&Json::Null, &Json::Null, &json!([])]
        );
        assert_eq!(text(&to_print, "state"), "NONE");
        assert_eq!(codes(&admin, &new), Vec::<String>::new());
        assert_eq!(view(&admin, &new)["legs"][0]["atd"], Json::Null);
        let listed = admin.ok(&format!("/afbase/awbPrint/page?awbNumber={NUMBER}"))["records"].clone();
        let mut rows: Vec<String> = listed
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| format!("{} {} {}", text(row, "awbStatus"), row["pieces"], row["orderPieces"]))
            .collect();
        rows.sort();
        assert_eq!(rows, ["DONE 12 12", "NONE 7 7"]);

        // The old one has what it had, inside and for its customer.
        let kept = admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{old}"));
        assert_eq!((text(&kept, "state"), &kept["awbPrintId"]), ("DONE".into(), &made["awbPrintId"]));
        assert_eq!(kept["hawbs"].as_array().map(Vec::len), Some(2));
        assert_eq!(codes(&admin, &old), ["DEP"]);
        assert_eq!(done(public("order/orderTrack?")), before);
        let printed = |order: &str| {
            let body = json!({ "awbPrintType": "PRINT_MAWB", "orderUuid": order, "code": text(&link, "code") });
            world.anonymous().post("/afbase/external/downloadAWB", body)
        };
        assert_eq!(printed(&old).code, 0, "{}", printed(&old).message);

        // What comes now is of the new order alone.
        let mut body = priced_as(&form);
        body["orderUuid"] = json!(new);
        let fresh = done(admin.post("/afbase/awbPrint/mawb", body));
        assert_ne!(fresh["awbPrintId"], made["awbPrintId"]);
        receive(&admin, "PVGFRA", "RCS/20JUL1000/PVG/T7K70");
        assert_eq!((codes(&admin, &new), codes(&admin, &old)), (vec!["RCS".to_owned()], vec!["DEP".to_owned()]));
        let stock =
            |state: &str| admin.ok(&format!("/afbase/awb/page?awbNumber={NUMBER}&awbStatus={state}"))["total"].clone();
        assert_eq!((stock("USED"), stock("ALLOCATED")), (json!(1), json!(1)));

        // Given back, the number is free and the past untouched.
        done(moved(&admin, "aforder/uninstallAwb", &new, json!({ "mode": "stock" })));
        assert_eq!((stock("USED"), stock("UNUSED")), (json!(1), json!(1)));
        assert_eq!(admin.ok(&format!("/afbase/awbPrint/viewByOrderUuid/{old}"))["state"], "DONE");
        assert_eq!(codes(&admin, &old), ["DEP"]);
    });
}

fn priced_as(form: &Json) -> Json {
    let mut form = form.clone();
    form["agentIataCode"] = json!("1234567");
    form
}
