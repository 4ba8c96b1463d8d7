//! Who brings a message tells of the orders he sees alone; what is of others he learns nothing about.

use testkit::{Caller, World, each_database_from};

use super::kit::*;

const UNKNOWN: &str = "990-90000002";

fn of_unknown(text: &str) -> String {
    text.replace("990-12345675", UNKNOWN)
}

fn events(world: &World) -> usize {
    let tracks = world.login("demo-admin").ok(&format!("/afbase/order/tracks?orderUuid={E1}"));
    tracks["routeTracks"].as_array().unwrap().len()
}

fn one(caller: &Caller<'_>, text: &str) -> (String, String) {
    results(&paste(caller, text)).remove(0)
}

#[test]
fn a_status_of_a_hidden_order_is_told_like_one_of_no_order() {
    each_database_from(rooms, lay, |world| {
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        let not_found = |number: &str| ("UNMATCHED".to_owned(), format!("未找到主单{number}"));
        assert_eq!(one(&manager, &of_unknown(FSU)), not_found(UNKNOWN));
        assert_eq!(one(&manager, FSU), not_found("990-12345675"));
        assert_eq!(one(&admin, &of_unknown(FSU)), not_found(UNKNOWN));
        let english = manager.in_language("en-US");
        assert_eq!(one(&english, &FSU.replace("1120", "1121")).1, "There is no master 990-12345675.");
        assert_eq!(events(world), 0);
        // Both are kept alike: nothing tells them apart.
        let names = ["state", "receipt", "orderCode", "type"];
        let kept = |number: &str| told(&manager, &format!("direction=IN&awbNumber={number}"), &names);
        let row = |number: &str| ["RECEIVED", &not_found(number).1, "", "FSU"].map(str::to_owned).to_vec();
        assert_eq!(kept(UNKNOWN), [row(UNKNOWN), row(UNKNOWN)]);
        assert_eq!(kept("990-12345675"), [row("990-12345675"), row("990-12345675")]);
        // The same words by somebody who sees the order are no repetition.
        assert_eq!(one(&admin, FSU).0, "EVENTS");
        assert_eq!(events(world), 1);
        assert_eq!(one(&manager, FSU), ("REPEATED".into(), "重复报文，已忽略".into()), "he said it before");
    });
}

#[test]
fn a_status_of_a_shared_master_is_told_by_whoever_sees_one_of_its_orders() {
    each_database_from(rooms, lay, |world| {
        made(world);
        let manager = world.login("mgr01");
        assert_eq!(one(&manager, FSU).0, "UNMATCHED");
        share(world, (6002, "mgr01"));
        assert_eq!(one(&manager, FSU).0, "EVENTS");
        let mut orders = told(&manager, "direction=IN", &["orderCode"]).concat();
        orders.sort();
        assert_eq!((orders, events(world)), (vec![String::new(), "AE-2607150002".to_owned()], 1));
    });
}

#[test]
fn an_answer_to_a_message_of_a_hidden_order_settles_nothing() {
    each_database_from(rooms, lay, |world| {
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        made(world);
        channel(&admin, serde_json::json!({}));
        send(&admin, "mawb");
        world.run_jobs();
        let text = answer(&admin, "FNA", "WEIGHT DIFFERS");
        let not_found = ("UNMATCHED".to_owned(), "未找到对应的已发送报文".to_owned());
        assert_eq!(one(&manager, &text), not_found);
        assert_eq!(one(&manager, &of_unknown(&text)), not_found);
        assert_eq!(states(&admin), ["SENT"]);
        assert_eq!(one(&admin, &text).0, "REJECTED");
    });
}
