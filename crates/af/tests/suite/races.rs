//! The same thing done by several people at the same moment: done once, told to the others, never half.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_with_readers_from};

use super::fixture::*;

/// Sends the same call so many times at once.
fn at_once(world: &World, caller: &Caller<'_>, times: usize, method: &str, path: &str, body: &Json) -> Vec<Reply> {
    let calls: Vec<_> = (0..times)
        .map(|_| {
            let (client, method, path, body) = (caller.client(), method.to_owned(), path.to_owned(), body.clone());
            async move { client.call(&method, &path, body).await }
        })
        .collect();
    world.at_once(calls)
}

/// One of the replies is a success; the others are refusals of these codes.
#[track_caller]
fn once(world: &World, replies: &[Reply], others: &[i64]) {
    let told: Vec<(u16, i64, &str)> = replies.iter().map(|r| (r.status, r.code, r.message.as_str())).collect();
    assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{}: {told:?}", world.database);
    for reply in replies.iter().filter(|reply| reply.code != 0) {
        assert!(reply.status == 200 && others.contains(&reply.code), "{}: {told:?}", world.database);
    }
}

#[test]
fn an_order_is_changed_by_one_and_the_others_are_told() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let e2 = uuid_of(&op, "AE-2607150002");
        let body = with(view(&op, &e2), json!({ "orderRemark": "x" }));
        once(world, &at_once(world, &op, 6, "POST", "/afbase/order/doUpdate", &body), &[3]);
        let log = op.ok(&format!("/afbase/order/log/page?orderUuid={e2}"));
        assert_eq!(log["total"], 2, "made, and changed once");
    });
}

#[test]
fn a_move_is_made_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let body = json!({ "orderUuid": e1, "rowUuid": view(&op, &e1)["rowUuid"], "mode": "stock" });
        once(world, &at_once(world, &op, 6, "POST", "/afbase/aforder/uninstallAwb", &body), &[1, 3]);
        let stock = op.ok("/afbase/awb/page?awbNumber=990-12345675")["records"][0].clone();
        assert_eq!(
            (stock["awbStatus"].clone(), stock["orderCodes"].as_str().unwrap_or_default()),
            (json!("UNUSED"), "")
        );
    });
}

#[test]
fn an_order_is_split_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let e3 = uuid_of(&op, "AE-2607150003");
        let body = json!({ "rowUuid": view(&op, &e3)["rowUuid"], "parts": [{}, { "planPieces": 8 }] });
        once(world, &at_once(world, &op, 4, "POST", &format!("/afbase/order/split/{e3}"), &body), &[3]);
        assert_eq!(view(&op, &e3)["splitInto"].as_array().map(Vec::len), Some(1), "{}", world.database);
    });
}

#[test]
fn a_range_is_registered_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let receipt = json!({ "prefix": "990", "awbFromType": "一级代理", "receiveDate": "2026-07-15", "kind": "中性",
            "awbFromId": pick(&op, "coop?keyword=GYS001", "GYS001"), "start": "12345734", "count": 20 });
        once(world, &at_once(world, &op, 5, "POST", "/afbase/awb/saveReceipt", &receipt), &[1, 3]);
        assert_eq!(op.ok("/afbase/awb/page?awbStatus=UNUSED&size=100")["total"], 23);
        assert_eq!(op.ok("/afbase/awbReceipt/page")["total"], 2);
    });
}

#[test]
fn a_waybill_is_made_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let admin = world.login("demo-admin");
        let e1 = uuid_of(&admin, "AE-2607150001");
        let form = super::papers::priced(&admin, &e1);
        once(world, &at_once(world, &admin, 5, "POST", "/afbase/awbPrint/mawb", &form), &[1]);
        let all = format!("/afbase/awbPrint/createAllHawb/{e1}");
        let made: i64 = at_once(world, &admin, 4, "POST", &all, &json!({}))
            .iter()
            .map(|reply| reply.data["changed"].as_i64().unwrap_or(0))
            .sum();
        assert_eq!(made, 2, "{}", world.database);
        let forms = world.contents(false).iter().filter(|row| row.starts_with("awb_print ")).count();
        assert_eq!(forms, 3);
    });
}

#[test]
fn a_house_number_is_given_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let e3 = uuid_of(&op, "AE-2607150003");
        let body = json!({ "orderUuid": e3, "hawb": { "hawbNumber": "HX001", "pieces": 1, "weight": 1 } });
        once(world, &at_once(world, &op, 5, "POST", "/afbase/hawb/doSave", &body), &[1]);
        assert_eq!(view(&op, &e3)["hawbCount"], 1);
        // Different houses at the same moment are all counted.
        let calls: Vec<_> = (2..=7)
            .map(|n| {
                let hawb = json!({ "hawbNumber": format!("HX00{n}"), "pieces": 1, "weight": 1 });
                let (client, body) = (op.client(), json!({ "orderUuid": e3, "hawb": hawb }));
                async move { client.post("/afbase/hawb/doSave", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert!(replies.iter().all(|reply| reply.code == 0), "{}", world.database);
        assert_eq!(view(&op, &e3)["hawbCount"], 7, "{}", world.database);
    });
}

/// Issue 25, 16: two orders whose people looked at one number; the first keeps it, with letters of the company or without.
#[test]
fn a_number_of_the_company_is_given_to_one_house() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let orders = ["AE-2607150001", "AE-2607150002", "AE-2607150003"].map(|code| uuid_of(&op, code));
        let save_all = |number: &str| {
            let calls: Vec<_> = orders
                .iter()
                .map(|order| {
                    let hawb = json!({ "hawbNumber": number, "pieces": 1, "weight": 1 });
                    let (client, body) = (op.client(), json!({ "orderUuid": order, "hawb": hawb }));
                    async move { client.post("/afbase/hawb/doSave", body).await }
                })
                .collect();
            world.at_once(calls)
        };
        let saved = |replies: &[Reply]| replies.iter().filter(|reply| reply.code == 0).count();
        let plain = save_all("0000001");
        assert_eq!(saved(&plain), 1, "{}", world.database);
        assert!(plain.iter().filter(|reply| reply.code != 0).all(|reply| reply.questions() == ["order.hawb.used"]));
        let version = admin.ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "version": version, "businessScope": "AE", "values": { "hawbPrefix": "HA" } });
        assert_eq!(admin.put("/hrs/orgSetting", values).code, 0);
        let own = save_all("HA0000002");
        assert_eq!(saved(&own), 1, "{}", world.database);
        let told = own.iter().filter(|reply| reply.code != 0).map(|reply| reply.findings_at("hawbNumber"));
        assert!(told.into_iter().all(|told| told == ["分单号HA0000002重复"]), "{}", world.database);
    });
}

/// Issue 25, 18: an order that is saved while an event is told stands where the event put it.
#[test]
fn a_save_does_not_take_back_what_an_event_moved() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        world.set_clock("2026-07-19 10:00:00");
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        for minute in 10..16 {
            let body = with(view(&op, &e1), json!({ "orderRemark": format!("x{minute}") }));
            let event = json!({ "awbNumber": "990-12345675", "code": "DEP", "airport": "PVG",
                "eventTime": format!("2026-07-18 11:{minute}:00") });
            let (saver, teller) = (op.client(), op.client());
            let both: [std::pin::Pin<Box<dyn Future<Output = Reply> + Send>>; 2] = [
                Box::pin(async move { saver.post("/afbase/order/doUpdate", body).await }),
                Box::pin(async move { teller.post("/afbase/track/doSave", event).await }),
            ];
            let replies = world.at_once(both.into());
            assert!(replies.iter().all(|reply| reply.code == 0), "{}: {}", world.database, replies[0].message);
            assert_eq!(view(&op, &e1)["orderStatus"], "航班起飞", "{}", world.database);
            let told = replies[1].data["id"].as_str().expect("an event").to_owned();
            assert_eq!(op.delete(&format!("/afbase/track/{told}")).code, 0);
        }
    });
}

#[test]
fn one_link_of_an_order_is_alive() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let admin = world.login("demo-admin");
        let e1 = uuid_of(&admin, "AE-2607150001");
        let replies = at_once(world, &admin, 5, "POST", "/afbase/orderShare/createLink", &json!({ "orderUuid": e1 }));
        assert!(replies.iter().all(|reply| reply.status == 200), "{}", world.database);
        let reader = world.anonymous();
        let open = |link: &Json| {
            let path = format!("/afbase/external/order/orderTrack?o={}&code={}", text(link, "o"), text(link, "code"));
            reader.get(&path).code
        };
        let made: Vec<&Json> = replies.iter().filter(|reply| reply.code == 0).map(|reply| &reply.data).collect();
        assert_eq!(made.iter().filter(|link| open(link) == 0).count(), 1, "{}", world.database);
    });
}

#[test]
fn the_lock_of_a_page_has_one_holder() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let clients = ["op01", "cs01", "cs02", "demo-admin"].map(|login| world.login(login).client());
        let e2 = uuid_of(&world.login("op01"), "AE-2607150002");
        let calls: Vec<_> = clients
            .into_iter()
            .map(|client| {
                let path = format!("/afbase/order/lease/{e2}");
                async move { client.post(&path, json!({})).await }
            })
            .collect();
        let replies = world.at_once(calls);
        let told: Vec<(i64, &Json)> = replies.iter().map(|reply| (reply.code, &reply.data)).collect();
        assert!(replies.iter().all(|reply| reply.code == 0), "{}: {told:?}", world.database);
        assert_eq!(replies.iter().filter(|reply| reply.data["mine"] == json!(true)).count(), 1, "{told:?}");
    });
}

#[test]
fn a_number_of_the_usual_source_is_registered_by_the_order_that_names_it() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        world.database(|_, conn| {
            use platform::store::{Value, sql};
            let mut usual = sql::update(2, "coop", &[("is_default_source", Value::Bool(true))]);
            usual.and_where(sql::eq("coop_code", "GYS001"));
            conn.exec(&usual.into()).expect("a usual source");
        });
        let op = world.login("op01");
        let calls: Vec<_> = (1..=5)
            .map(|pieces| {
                let order = with(example(&op), json!({ "planPieces": pieces, "awbNumber": "990-12345734" }));
                let client = op.client();
                async move { client.post("/afbase/order/doSave", order).await }
            })
            .collect();
        let replies = world.at_once(calls);
        once(world, &replies, &[2, 3]);
        let stock = op.ok("/afbase/awb/page?awbNumber=990-12345734");
        assert_eq!((stock["total"].clone(), stock["records"][0]["awbStatus"].clone()), (json!(1), json!("ALLOCATED")));
        assert_eq!(stock["records"][0]["orderCodes"], "AE-2607150004");
    });
}

#[test]
fn the_limit_of_files_holds_for_uploads_at_once() {
    each_database_with_readers_from(rooms, lay_orders, |world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        let path = format!("/afbase/orderFiles/upload?orderUuid={e1}");
        let calls: Vec<_> = (0..6)
            .map(|_| {
                let (client, path) = (op.client(), path.clone());
                async move {
                    let names: Vec<String> = (0..10).map(|n| format!("{n}.txt")).collect();
                    let files: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), b"x".as_slice())).collect();
                    client.upload(&path, &files).await
                }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 5, "{}", world.database);
        assert_eq!(view(&op, &e1)["fileCount"], 50);
    });
}
