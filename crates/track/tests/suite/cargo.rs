//! 货物追踪: what is told of a number to whom, what the package counts, and the history.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from, refused};

use crate::track::suite::fixture::*;

const BASE: &str = "/afbase/awbSubscription";
/// Sound numbers on no order.
const LOOSE: [&str; 3] = ["990-90000002", "990-90000013", "990-90000024"];

fn subscribe(caller: &Caller<'_>, numbers: &[&str]) -> Reply {
    let body = json!({ "businessScope": "AE", "awbNumbers": numbers });
    caller.post(&format!("{BASE}/cargoTrackingSubscribe"), body)
}

fn view(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("/afbase/aforder/cargoTracking?businessScope=AE&awbNumber={number}"))
}

fn event(code: &str, time: &str) -> Json {
    json!({
        "awbNumber": "990-12345675", "code": code, "airport": "PVG", "eventTime": time, "pieces": 12, "weight": 500,
        "flightNo": if code == "DEP" { "X9101" } else { "" },
    })
}

fn history(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok(&format!("{BASE}/AE"))["history"].as_array().unwrap().clone()
}

/// The package of the demonstration company: so many a month.
fn package(world: &World, quantity: i64) {
    world.database(|_, conn| {
        let text = format!(
            "INSERT INTO service_package (org_id, id, company_id, service_type, period, quantity, start_date, version, \
             created_by, created_at, updated_by, updated_at) \
             VALUES (1, 1, {DEMO}, 'TRACK_AE_AI', 'MONTH', {quantity}, '2026-07-01', 1, 1, 1, 1, 1)"
        );
        conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
    });
}

// req: af-route-new-cargo-tracking, af-route-cargo-tracking
#[test]
fn a_number_tells_its_events_newest_first_with_route_and_order() {
    each_database_from(rooms, lay, |world| {
        // Behind the flight: what is told of the future is no fact.
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        for body in [event("RCS", "2026-07-17 18:00:00"), event("DEP", "2026-07-18 11:20:00")] {
            assert_eq!(admin.post("/afbase/track/doSave", body).data["stored"], 1);
        }
        let told = view(&admin, "99012345675");
        assert_eq!((&told["awbNumber"], &told["orderCode"]), (&json!("990-12345675"), &json!("AE-2607150001")));
        assert_eq!((&told["state"], &told["note"]), (&json!("TRACKING"), &Json::Null));
        let codes: Vec<&Json> =
            told["routeTracks"].as_array().unwrap().iter().map(|row| &row["flightStatusCode"]).collect();
        assert_eq!(codes, ["DEP", "RCS"]);
        let first = &told["routeTracks"][0];
        assert_eq!((&first["quantity"], &first["grossWeight"]), (&json!(12), &json!(500)));
        assert_eq!(told["routes"][0]["atd"], "2026-07-18 11:20:00");
        let import = "/afbase/aforder/cargoTracking?businessScope=AI&awbNumber=990-12345675";
        assert_eq!(admin.ok(import)["orderCode"], Json::Null, "the order is none of air import");
    });
}

#[test]
fn who_does_not_see_the_order_is_told_nothing_of_its_number() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        admin.post("/afbase/track/doSave", event("DEP", "2026-07-18 11:20:00"));
        let manifest = json!({ "orderUuid": E1, "kind": "PROVISION", "eventTime": "2026-07-15 09:00:00" });
        assert_eq!(admin.post("/afbase/track/manifest", manifest.clone()).code, 0);
        let mut house = manifest;
        house["hawbNumber"] = json!("HA001");
        assert_eq!(admin.post("/afbase/track/manifest", house).code, 0);
        assert_eq!(view(&admin, "990-12345675")["manifest"].as_array().unwrap().len(), 2);
        // The manager of another department, by whichever scope he asks.
        let manager = world.login("mgr01");
        let before = world.contents(false);
        for scope in ["AE", "AI"] {
            let path = format!("/afbase/aforder/cargoTracking?businessScope={scope}&awbNumber=99012345675");
            refused(&manager.get(&path), "您没有该订单的数据权限");
        }
        let asked = subscribe(&manager, &["990-12345675", LOOSE[0]]);
        assert_eq!(asked.findings_at("awbNumbers"), ["990-12345675：您没有该订单的数据权限"]);
        unchanged(world, &before);
        assert_eq!(subscribe(&manager, &[LOOSE[0]]).code, 0, "a number of no order is everybody's who follows numbers");
        assert_eq!(view(&manager, LOOSE[0])["state"], "TRACKING");
        let other = view(&world.login("superAdmin"), "990-12345675");
        assert_eq!((&other["routeTracks"], &other["manifest"]), (&json!([]), &json!([])));
        assert_eq!((&other["routes"], &other["orderCode"]), (&json!([]), &Json::Null));
    });
}

// req: af-route-new-cargo-tracking, af-route-cargo-tracking
#[test]
fn the_pages_open_to_everybody_and_their_calls_to_who_follows_numbers() {
    each_database_from(rooms, lay, |world| {
        package(world, 5);
        let admin = world.login("demo-admin");
        assert_eq!(subscribe(&admin, &[LOOSE[0]]).code, 0);
        let view = format!("/afbase/aforder/cargoTracking?businessScope=AE&awbNumber={}", LOOSE[0]);
        let before = world.contents(false);
        // Nothing at all, and the warehouse, whose pages are others.
        for login in ["nobody", "wh01"] {
            let caller = world.login(login);
            let replies = [subscribe(&caller, &[LOOSE[1]]), caller.get(&view), caller.get(&format!("{BASE}/AE"))];
            assert!(replies.iter().all(|reply| reply.status == 403), "{login}");
            assert_eq!(caller.delete(&format!("{BASE}/history/1")).status, 403, "{login}");
        }
        unchanged(world, &before);
        assert_eq!(admin.ok(&format!("{BASE}/AE"))["used"], 1, "nobody else took from the package");
        for login in ["sales01", "doc01", "op01", "fin01"] {
            assert_eq!(world.login(login).get(&view).code, 0, "{login}");
        }
    });
}

#[test]
fn the_tracks_and_the_link_of_an_order_are_for_who_has_its_page() {
    each_database_from(rooms, lay, |world| {
        for path in [format!("/afbase/orderShare/link/{E1}"), format!("/afbase/order/tracks?orderUuid={E1}")] {
            for login in ["nobody", "wh01"] {
                assert_eq!(world.login(login).get(&path).status, 403, "{login} {path}");
            }
            assert_eq!(world.login("op01").get(&path).code, 0, "{path}");
        }
        // An order of a scope whose page the caller has not.
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "freight_order", &[("business_scope", Value::Text("SE".to_owned()))]);
            update.and_where(sql::eq("uuid", E1.to_owned()));
            assert_eq!(conn.exec(&update.into()).unwrap(), 1);
        });
        for path in [format!("/afbase/orderShare/link/{E1}"), format!("/afbase/order/tracks?orderUuid={E1}")] {
            assert_eq!(world.login("op01").get(&path).status, 403, "{path}");
        }
    });
}

#[test]
fn wrong_numbers_are_told_all_at_once() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let wrong = subscribe(&admin, &["990-12345670", LOOSE[0], "12"]);
        assert_eq!(wrong.findings_at("awbNumbers"), ["单号格式不正确：990-12345670", "单号格式不正确：12"]);
        assert_eq!(subscribe(&admin, &[" "]).findings_at("awbNumbers"), ["请输入主单号"]);
        let many: Vec<String> = (0..21).map(|n| format!("990-{:07}{}", n, n % 7)).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(subscribe(&admin, &many).findings_at("awbNumbers"), ["一次最多查询20个单号"]);
        let sea = json!({ "businessScope": "SE", "awbNumbers": [LOOSE[0]] });
        assert_eq!(admin.post(&format!("{BASE}/cargoTrackingSubscribe"), sea).status, 404);
        let asked = admin.get("/afbase/aforder/cargoTracking?businessScope=AE&awbNumber=990-12345670");
        assert_eq!(asked.findings_at("awbNumber"), ["请输入主单号"]);
        assert_eq!(world.anonymous().get(&format!("{BASE}/AE")).status, 401);
        unchanged(world, &before);
        assert_eq!(subscribe(&admin, &many[..20]).code, 0, "twenty are not too many");
    });
}

#[test]
fn a_number_is_counted_once_and_no_more_than_the_package_has() {
    each_database_from(rooms, lay, |world| {
        package(world, 2);
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        let quota = || {
            let told = admin.ok(&format!("{BASE}/AE"));
            (told["used"].clone(), told["total"].clone())
        };
        assert_eq!(quota(), (json!(0), json!(2)));
        assert_eq!(subscribe(&admin, &[LOOSE[0]]).data["fresh"], json!([LOOSE[0]]));
        assert_eq!(subscribe(&manager, &[LOOSE[0]]).data["fresh"], json!([]), "the same number again");
        assert_eq!(quota(), (json!(1), json!(2)));
        let refused = subscribe(&admin, &[LOOSE[1], LOOSE[2]]);
        assert_eq!(refused.message, "空运订阅额度不足（共2，已用1）");
        assert_eq!(quota(), (json!(1), json!(2)), "a refused query takes nothing");
        assert_eq!(subscribe(&admin, &[LOOSE[0], LOOSE[1]]).code, 0, "the last one");
        assert_eq!(quota(), (json!(2), json!(2)));
        let full = subscribe(&admin, &[LOOSE[2]]);
        assert_eq!(full.message, "空运订阅额度不足（共2，已用2）");
        let english = subscribe(&admin.in_language("en-US"), &[LOOSE[2]]);
        let words = "Your air tracking package has 2, of which 2 are used. Please contact support.";
        assert_eq!(english.message, words);
        assert_eq!(subscribe(&admin, &[LOOSE[0]]).code, 0, "what was counted may be asked for");
        assert_eq!(subscribe(&world.login("superAdmin"), &[LOOSE[2]]).code, 0, "another company has its own");
    });
}

#[test]
fn many_who_ask_at_once_count_a_number_once() {
    each_database_from(rooms, lay, |world| {
        package(world, 1);
        let admin = world.login("demo-admin");
        let body = json!({ "businessScope": "AE", "awbNumbers": [LOOSE[0]] });
        let calls: Vec<_> = (0..6)
            .map(|_| (admin.client(), body.clone()))
            .map(|(client, body)| async move { client.post(&format!("{BASE}/cargoTrackingSubscribe"), body).await })
            .collect();
        for reply in world.at_once(calls) {
            assert_eq!(reply.code, 0, "{}", reply.message);
        }
        assert_eq!(admin.ok(&format!("{BASE}/AE"))["used"], 1);
    });
}

#[test]
fn a_number_without_events_says_who_will_tell() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let told = view(&admin, LOOSE[0]);
        assert_eq!((&told["state"], &told["note"]), (&json!("NONE"), &json!("该航司暂不支持自动追踪，可手工录入")));
        world.database(|_, conn| {
            let text = format!(
                "INSERT INTO edi_channel (org_id, id, carrier_code, kind, format, fwb_version, fhl_version, active, \
                 version, created_by, created_at, updated_by, updated_at) \
                 VALUES ({DEMO}, 1, 'X9', 'FILE', 'IMP', 16, 4, TRUE, 1, 1, 1, 1, 1)"
            );
            conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        });
        subscribe(&admin, &[LOOSE[0]]);
        let told = view(&admin, LOOSE[0]);
        assert_eq!((&told["state"], &told["note"]), (&json!("TRACKING"), &json!("已提交追踪，请稍后查看")));
    });
}

#[test]
fn a_followed_number_without_an_order_takes_events_by_hand() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let mut by_hand = event("DEP", "2026-07-18 11:20:00");
        by_hand["awbNumber"] = json!(LOOSE[0]);
        let unknown = admin.post("/afbase/track/doSave", by_hand.clone());
        assert_eq!(unknown.findings_at("awbNumber"), [format!("未找到主单{}", LOOSE[0])]);
        subscribe(&admin, &[LOOSE[0]]);
        assert_eq!(admin.post("/afbase/track/doSave", by_hand).data["stored"], 1);
        let told = view(&admin, LOOSE[0]);
        assert_eq!((&told["routeTracks"][0]["flightStatusCode"], &told["orderCode"]), (&json!("DEP"), &Json::Null));
        // Who does not see the order of a number that is followed tells nothing of it.
        let manager = world.login("mgr01");
        assert_eq!(subscribe(&admin, &["990-12345675"]).code, 0);
        let refused = manager.post("/afbase/track/doSave", event("DEP", "2026-07-18 11:20:00"));
        assert_eq!(refused.status, if refused.status == 403 { 403 } else { 200 });
        assert_ne!(refused.code, 0);
    });
}

#[test]
fn the_history_keeps_the_last_forty_of_each_user() {
    each_database_from(rooms, lay, |world| {
        let (admin, manager) = (world.login("demo-admin"), world.login("mgr01"));
        let number = |n: usize| format!("990-{:07}{}", n, n % 7);
        for batch in [0..20, 20..40] {
            let numbers: Vec<String> = batch.map(number).collect();
            let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
            assert_eq!(subscribe(&admin, &numbers).code, 0);
        }
        assert_eq!(history(&admin).len(), 40);
        subscribe(&admin, &[&number(40)]);
        let rows = history(&admin);
        assert_eq!((rows.len(), &rows[0]["awbNumber"]), (40, &json!(number(40))));
        assert!(rows.iter().all(|row| row["awbNumber"] != json!(number(0))), "the oldest is gone");
        subscribe(&admin, &[&number(30)]);
        let rows = history(&admin);
        assert_eq!((rows.len(), &rows[0]["awbNumber"]), (40, &json!(number(30))), "asked again it is the newest");
        assert_eq!(history(&manager), Vec::<Json>::new());
        let id = rows[0]["id"].as_str().unwrap();
        let before = world.contents(false);
        for other in [&manager, &world.login("superAdmin")] {
            assert_eq!(other.delete(&format!("{BASE}/history/{id}")).status, 404);
        }
        unchanged(world, &before);
        assert_eq!(admin.delete(&format!("{BASE}/history/{id}")).code, 0);
        assert_eq!(history(&admin).len(), 39);
        let followed = world.database(|_, conn| {
            let mut select = sql::from(DEMO, "track_subscription");
            select.column("id").and_where(sql::eq("awb_number", number(30)));
            conn.query(&select.into()).unwrap().len()
        });
        assert_eq!(followed, 1, "it stays followed");
    });
}
