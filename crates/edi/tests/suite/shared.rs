//! A master of two orders, of which not everybody sees both.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, each_database_from};

use super::kit::*;

const HIDDEN: &str = "您没有该订单的数据权限";

fn ask(caller: &Caller<'_>, way: &str, more: Json) -> Reply {
    let mut body = json!({ "type": "mawb" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(&format!("{PRINT}/{way}"), body)
}

#[test]
fn who_sees_a_house_alone_sends_no_master() {
    each_database_from(rooms, lay, |world| {
        let admin = sent_as(world, "mawb", json!({}));
        share(world, (6002, "mgr01"));
        let page = admin.ok(&format!("{PRINT}/viewByOrderUuid/{E2}"));
        let form = page["hawbs"][0]["awbPrintId"].clone();
        assert!(form.is_string(), "{page}");
        let manager = world.login("mgr01");
        let before = world.contents(true);
        for way in ["sendCheck", "sendData"] {
            for kind in ["mawb", "hawb", "all"] {
                refused(&ask(&manager, way, json!({ "type": kind, "slIds": [HA002.to_string()] })), HIDDEN);
                refused(&ask(&manager, way, json!({ "type": kind, "awbPrintId": form })), HIDDEN);
            }
        }
        world.unchanged(&before, true);
        assert_eq!(states(&admin), ["SENT"]);
    });
}

#[test]
fn all_houses_are_sent_or_none() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        share(world, (6001, "mgr01"));
        let manager = world.login("mgr01");
        let check = |more: Json| ask(&manager, "sendCheck", more);
        refused(&check(json!({ "type": "all", "awbPrintId": id })), HIDDEN);
        refused(&check(json!({ "type": "hawb", "awbPrintId": id })), HIDDEN);
        refused(&ask(&manager, "sendData", json!({ "type": "all", "awbPrintId": id })), HIDDEN);
        let own = done(check(json!({ "type": "all", "awbPrintId": id, "slIds": [HA001.to_string()] })));
        let numbers: Vec<&str> = own["rows"].as_array().unwrap().iter().map(|row| field(row, "number")).collect();
        assert_eq!(numbers, ["990-12345675", "HA001"]);
        let all = done(ask(&admin, "sendCheck", json!({ "type": "all", "awbPrintId": id })));
        assert_eq!(all["rows"].as_array().unwrap().len(), 3);
        // The master alone, which is a consolidation whoever sees its houses.
        world.database(|_, conn| {
            use platform::store::{Value, sql};
            let mut update = sql::update(DEMO, "hawb", &[("order_id", Value::Int(6002))]);
            conn.exec(&update.and_where(sql::eq("id", HA001)).to_owned().into()).unwrap();
        });
        done(ask(&manager, "sendData", json!({ "awbPrintId": id })));
        let fwb = body_of(&admin, field(&newest(&admin), "id"));
        assert!(fwb.contains("/NC/"), "{fwb}");
    });
}

#[test]
fn two_who_send_one_master_from_two_orders_send_it_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        channel(&admin, json!({}));
        share(world, (6002, "op01"));
        let calls: Vec<_> = (0..24)
            .map(|place| {
                let house = json!({ "type": "mawb", "slIds": [HA002.to_string()] });
                let body = if place % 2 == 0 { json!({ "type": "mawb", "awbPrintId": id }) } else { house };
                let client = admin.client();
                async move { client.post(&format!("{PRINT}/sendData"), body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(states(&admin), ["WAITING"]);
    });
}

#[test]
fn a_preview_tells_nothing_of_a_hidden_master() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut form = house(&admin, HA001);
        form.as_object_mut().unwrap().remove("orderUuid");
        let look = |caller: &Caller<'_>| caller.post(&format!("{PRINT}/messagePreview"), form.clone());
        let manager = world.login("mgr01");
        assert_eq!(look(&manager).code, 0, "there is no master yet");
        save(&admin, "mawb", &master(&admin));
        refused(&look(&manager), HIDDEN);
        assert_eq!(look(&admin).code, 0);
        assert_eq!(look(&world.login("superAdmin")).code, 0, "another company has no such master");
    });
}

/// Issue 25, A 3: a house that was made without an order is one of its master, for the form and for the carrier.
#[test]
fn houses_without_an_order_make_a_consolidation_and_are_sent() {
    each_database_from(rooms, lay, |world| {
        use platform::store::{Cell, sql};
        let admin = world.login("demo-admin");
        let id = made(world);
        // Both houses were made before their orders had the number.
        world.database(|_, conn| {
            for hawb in [HA001, HA002] {
                let cells = [
                    ("order_id", platform::store::Value::Null),
                    ("hawb_id", platform::store::Value::Null),
                    ("form_key", format!("N:{hawb}").into_value()),
                ];
                let mut update = sql::update(DEMO, "awb_print", &cells);
                conn.exec(&update.and_where(sql::eq("hawb_id", hawb)).to_owned().into()).unwrap();
                let mut gone = sql::delete(DEMO, "hawb");
                conn.exec(&gone.and_where(sql::eq("id", hawb)).to_owned().into()).unwrap();
            }
        });
        assert_eq!(admin.ok(&format!("{PRINT}/view/{id}"))["houses"], json!(2));
        let all = done(ask(&admin, "sendCheck", json!({ "type": "all", "awbPrintId": id })));
        let numbers: Vec<&str> = all["rows"].as_array().unwrap().iter().map(|row| field(row, "number")).collect();
        assert_eq!(numbers, ["990-12345675", "HA001", "HA002"]);
        done(ask(&admin, "sendData", json!({ "awbPrintId": id })));
        let fwb = body_of(&admin, field(&newest(&admin), "id"));
        assert!(fwb.contains("/NC/") && !fwb.contains("/NG/"), "{fwb}");
        done(ask(&admin, "sendData", json!({ "type": "hawb", "awbPrintId": id })));
        assert_eq!(states(&admin).len(), 3);
    });
}

/// Issue 25, A 10: what can't be true at once is told before sending, by the form and by calls alike.
#[test]
fn contradictions_are_told_before_sending() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(world);
        change(&admin, &id, &[("specialHandlingCodes", json!(["SPX", "NSC"])), ("chgsCode", json!("CC"))]);
        let wanted = ["特殊操作代码SPX与NSC不能同时使用", "费用代码CC与付款方式PP不一致"];
        let dialog = done(ask(&admin, "sendCheck", json!({ "awbPrintId": id })))["rows"][0]["findings"].to_string();
        let mut form = admin.ok(&format!("{PRINT}/view/{id}"));
        form.as_object_mut().unwrap().remove("hawbId");
        let looked = done(admin.post(&format!("{PRINT}/check"), form))["findings"].to_string();
        for text in wanted {
            assert!(dialog.contains(text) && looked.contains(text), "{text}: {dialog} {looked}");
        }
    });
}

#[test]
fn up_to_200_houses_are_named_at_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        made(world);
        let ids = |count: i64| (0..count).map(|id| (id + 1).to_string()).collect::<Vec<_>>();
        for way in ["sendCheck", "sendData"] {
            assert_eq!(ask(&admin, way, json!({ "type": "hawb", "slIds": ids(200) })).status, 404);
            let many = ask(&admin, way, json!({ "type": "hawb", "slIds": ids(201) }));
            refused(&many, "一次最多选择200票分单");
        }
    });
}
