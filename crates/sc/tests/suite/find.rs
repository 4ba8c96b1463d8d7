//! Where a number leads that is typed where no page is open for it.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

use crate::sc::suite::fixture::*;

const CALL: &str = "/afbase/order/find";
/// A number no order has, and that is not in the stock.
const TYPED: &str = "990-12346003";

fn with_everything(story: impl Fn(&World)) {
    each_database_from(rooms, lay_everything, story);
}

fn lay_everything(world: &World) {
    lay_orders(world);
    world.wait(seed::air::orders(&world.maker()));
}

fn find(caller: &Caller<'_>, number: &str) -> Vec<Json> {
    caller.ok(&format!("{CALL}?number={number}")).as_array().cloned().unwrap()
}

/// `KIND code` of each answer.
fn found(caller: &Caller<'_>, number: &str) -> Vec<String> {
    find(caller, number).iter().map(|one| format!("{} {}", text(one, "kind"), text(one, "code"))).collect()
}

#[test]
fn orders_of_every_scope_are_found_by_any_number_they_bear() {
    with_everything(|world| {
        let admin = world.login("demo-admin");
        for (number, codes) in [
            ("SE-2607150001", "ORDER SE-2607150001"),
            ("se2607150001", "ORDER SE-2607150001"),
            ("07150001", "ORDER"),
            ("TSTSHA260701", "ORDER SE-2607150001"),
            ("TSTSHA", "ORDER SE-2607150001"),
            ("CSQU3054383", "ORDER SE-2607150001"),
            ("3054383", "ORDER SE-2607150001"),
            ("990-55555555", "ORDER AI-2607150001"),
            ("HB001", "ORDER AI-2607150001"),
            ("LC-2607150002", "ORDER LC-2607150002"),
        ] {
            let found = found(&admin, number);
            if codes == "ORDER" {
                assert_eq!(found.len(), 5, "{number}: as many as are shown");
                assert!(found.iter().all(|one| one.ends_with("07150001")), "{found:?}");
            } else {
                assert_eq!(found, [codes], "{number}");
            }
        }
        let uuid = uuid_of(&admin, "se", "SE-2607150001");
        let one = find(&admin, "TSTSHA260701").remove(0);
        assert_eq!(
            one,
            json!({ "kind": "ORDER", "id": uuid, "code": "SE-2607150001", "number": "TSTSHA260701",
                "departureStation": "CNSHA", "arrivalStation": "DEHAM", "coopName": one["coopName"],
                "link": format!("/se_order_edit?o={uuid}") })
        );
        assert!(!text(&one, "coopName").is_empty());
        // A master that stands on an order is told of once.
        assert_eq!(found(&admin, "99012345675"), ["ORDER AE-2607150001"]);
        // Signs of a pattern count as themselves, and are no part of a number.
        for bad in ["SE%25", "_____", "AE-2", "", "%E8%AE%A2%E5%8D%950001", "A234567890123456789012345678901"] {
            assert_eq!(admin.get(&format!("{CALL}?number={bad}")).status, 400, "{bad}");
        }
        assert_eq!(found(&admin, "AE-26").len(), 5);
        assert_eq!(admin.get(&format!("{CALL}?number=A23456789012345678901234567890")).status, 200);
    });
}

/// Issue 25, 24: what the customer calls an order leads to it, whole or in part, and to nobody who does not see it.
#[test]
fn orders_are_found_by_the_references_of_their_customers() {
    with_everything(|world| {
        let admin = world.login("demo-admin");
        let uuid = uuid_of(&admin, "se", "SE-2607150001");
        done(change(&admin, "se", &uuid, json!({ "customerNumber": "Po 2026/15", "internalNumber": "NB-7788" })));
        for typed in ["Po%202026/15", "po%202026/15", "2026/15", "NB-7788", "nb7788"] {
            assert_eq!(found(&admin, typed), ["ORDER SE-2607150001"], "{typed}");
        }
        assert_eq!(found(&admin, "2026/16"), Vec::<String>::new());
        assert_eq!(found(&world.login("sales02"), "NB-7788"), Vec::<String>::new());
    });
}

#[test]
fn waybills_of_no_order_and_masters_of_the_stock_are_found_too() {
    with_everything(|world| {
        let doc = world.login("demo-admin");
        let mut form = doc.ok(&format!("/os/waybill/view?type=0&masterNo={TYPED}"));
        for name in ["orderUuid", "hawbId"] {
            form.as_object_mut().unwrap().remove(name);
        }
        let id = text(&done(doc.post("/afbase/awbPrint/mawb", form)), "awbPrintId");
        let one = find(&doc, "12346003");
        assert_eq!(one.len(), 1, "{one:?}");
        assert_eq!((text(&one[0], "kind"), text(&one[0], "code")), ("WAYBILL".to_owned(), TYPED.to_owned()));
        assert_eq!(text(&one[0], "link"), format!("/osWaybillMake?type=0&awbPrintId={id}"));
        let free = find(&doc, "990-12345701");
        assert_eq!(free.len(), 1, "{free:?}");
        assert_eq!(
            (text(&free[0], "kind"), text(&free[0], "link")),
            ("MASTER".to_owned(), "/af_awb?awbNumber=990-12345701&awbStatus=".to_owned())
        );
    });
}

#[test]
fn who_may_not_open_a_page_finds_nothing_of_it() {
    with_everything(|world| {
        assert_eq!(world.anonymous().get(&format!("{CALL}?number=SE-2607150001")).status, 401);
        for number in ["SE-2607150001", "AE-2607150001", "990-12345701"] {
            assert_eq!(found(&world.login("nobody"), number), Vec::<String>::new(), "{number}");
            assert_eq!(found(&world.login("sh01"), number), Vec::<String>::new(), "{number}: another company");
        }
        // Who does not see an order finds none of its numbers; sales02 sells neither.
        assert_eq!(found(&world.login("sales01"), "AE-2607150001"), ["ORDER AE-2607150001"]);
        for number in ["AE-2607150001", "SE-2607150001", "TSTSHA260701", "CSQU3054383"] {
            assert_eq!(found(&world.login("sales02"), number), Vec::<String>::new(), "{number}");
        }
    });
}
