//! 服务套餐: what the platform gives companies of its services, the counting of it, and where it is told.

use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::package::{Service, take};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PNG, Reply, World, done, each_database, field, findings, refused};

use super::platform::{edition, new, org, rows};

const DEMO: &str = "2";
const TABLE: &str = "/hrs/orgMeal";

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

fn package(service: &str, period: &str, quantity: Json) -> Json {
    json!({
        "orgId": DEMO, "serviceType": service, "period": period, "quantity": quantity, "startDate": "2026-07-01",
        "remark": "",
    })
}

fn changed(mut body: Json, members: Json) -> Json {
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    body
}

/// A company's package of a service: quantity, used, left.
fn standing(keeper: &Caller<'_>, service: &str) -> Json {
    let all = keeper.ok(&format!("{TABLE}?orgId={DEMO}"));
    let one = all.as_array().unwrap().iter().find(|row| row["serviceType"] == service).cloned();
    one.map_or(Json::Null, |row| json!([row["quantity"], row["used"], row["left"]]))
}

fn at(reply: &Reply) -> Vec<String> {
    findings(reply).into_iter().map(|(at, text)| format!("{at} {text}")).collect()
}

/// A room that takes of a service by a call, as those that use one do.
fn probe() -> Vec<Room> {
    fn taken(call: &mut Call, fails: bool) -> Outcome {
        let service = Service::of(call.path("service")).ok_or(Refusal::NotFound)?;
        let count: i64 = call.path("count").parse().unwrap();
        call.write(|tx| {
            tx.no_log_line();
            take(tx, service, count)?;
            if fails { Err(Refusal::NotFound) } else { Ok(()) }
        })?;
        Ok(Answer::Data(Json::Null))
    }
    let mut room = Room::new("probe");
    room.operations.extend([
        Operation::post("take", "/probe/take/{service}/{count}", Access::LoggedIn, |call| taken(call, false)),
        Operation::post("fail", "/probe/fail/{service}/{count}", Access::LoggedIn, |call| taken(call, true)),
    ]);
    vec![room]
}

fn takes(caller: &Caller<'_>, service: &str, count: i64) -> Reply {
    caller.post(&format!("/probe/take/{service}/{count}"), json!({}))
}

#[test]
fn the_platform_keeps_the_packages_of_a_company() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        assert_eq!(keeper.ok(&format!("{TABLE}?orgId={DEMO}")), json!([]), "nothing is limited");
        let sms = done(keeper.post(TABLE, changed(package("SMS", "YEAR", json!(500)), json!({ "remark": "赠送" }))));
        done(keeper.post(TABLE, package("TRACK_AE_AI", "MONTH", json!(100))));
        let shown = keeper.ok(&format!("{TABLE}?orgId={DEMO}"));
        assert_eq!(shown[0]["serviceType"], "TRACK_AE_AI", "in the order of the services");
        let expected = json!({
            "serviceType": "SMS", "serviceName": { "zh": "短信", "en": "Text messages" }, "period": "YEAR",
            "quantity": 500, "used": 0, "left": 500, "startDate": "2026-07-01", "since": "2026-07-01",
            "remark": "赠送", "id": sms["id"], "version": 1,
        });
        assert_eq!(shown[1], expected);
        let path = format!("{TABLE}/{}", field(&sms, "id"));
        let other = changed(package("SMS", "ONCE", json!(0)), json!({ "version": 1 }));
        done(keeper.put(&path, other.clone()));
        assert_eq!(standing(&keeper, "SMS"), json!([0, 0, 0]));
        assert_eq!(keeper.put(&path, other).code, 3, "somebody changed it meanwhile");
        done(keeper.delete(&format!("{path}?version=2")));
        assert_eq!(standing(&keeper, "SMS"), Json::Null);
        let log = keeper.ok("/hrs/log/list/page?size=50").to_string();
        for told in [
            "企业名称：空 -> 演示货运",
            "套餐量：空 -> 100",
            "服务周期：年 -> 一次性；套餐量：500 -> 0",
            "服务类型：短信 -> 空",
        ] {
            assert!(log.contains(told), "{told}: {log}");
        }
        assert_eq!(keeper.get(&format!("{TABLE}?orgId=99")).status, 404);
        for login in ["demo-admin", "op01"] {
            let caller = world.login(login);
            assert_eq!(caller.get(&format!("{TABLE}?orgId={DEMO}")).status, 403, "{login}");
            assert_eq!(caller.post(TABLE, package("SMS", "ONCE", json!(9))).status, 403, "{login}");
        }
        assert_eq!(world.anonymous().get(&format!("{TABLE}?orgId={DEMO}")).status, 401);
    });
}

#[test]
fn what_is_wrong_with_a_package_is_told_at_its_place() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        done(keeper.post(TABLE, package("SMS", "ONCE", json!(1))));
        let before = world.contents(true);
        let wrong = |body: Json| at(&keeper.post(TABLE, body));
        assert_eq!(wrong(package("SMS", "MONTH", json!(5))), ["serviceType 该企业已有此服务套餐"]);
        assert_eq!(wrong(package("MANIFEST", "MONTH", Json::Null)), ["quantity 请填写套餐量"]);
        assert_eq!(wrong(package("MANIFEST", "NONE", json!(5))), ["quantity 周期为不限时不填套餐量"]);
        assert_eq!(
            wrong(package("STORAGE", "YEAR", Json::Null)),
            ["period 存储按现有文件计算，服务周期只能是不限或一次性", "quantity 请填写套餐量"]
        );
        let later = changed(package("MANIFEST", "ONCE", json!(5)), json!({ "startDate": "2026-07-16" }));
        assert_eq!(wrong(later), ["startDate 起始日不能晚于今天"]);
        let nobody = changed(package("MANIFEST", "ONCE", json!(5)), json!({ "orgId": "99" }));
        assert_eq!(wrong(nobody), ["orgId 企业不存在"]);
        assert_eq!(wrong(package("MANIFEST", "ONCE", json!(-1))).len(), 1);
        assert_eq!(wrong(package("MANIFEST", "ONCE", json!(1_000_000_001))).len(), 1);
        assert_eq!(wrong(package("FAX", "ONCE", json!(1))).len(), 1);
        world.unchanged(&before, true);
        done(keeper.post(TABLE, package("AI_QUESTION", "NONE", Json::Null)));
        let today = changed(package("MANIFEST", "ONCE", json!(1_000_000_000)), json!({ "startDate": "2026-07-15" }));
        done(keeper.post(TABLE, today));
    });
}

#[test]
fn a_service_is_taken_until_nothing_is_left_and_begins_anew_with_the_month() {
    each_database(probe, |world| {
        let (keeper, op, other) = (world.login("superAdmin"), world.login("op01"), world.login("sh01"));
        done(takes(&op, "TRACK_AE_AI", 2));
        done(keeper.post(TABLE, package("TRACK_AE_AI", "MONTH", json!(5))));
        assert_eq!(standing(&keeper, "TRACK_AE_AI"), json!([5, 2, 3]), "what was used before counts in its period");
        const FULL: &str = "空运轨迹订阅套餐共5次，已用4次，余量不足，请联系客服";
        done(takes(&op, "TRACK_AE_AI", 2));
        refused(&takes(&op, "TRACK_AE_AI", 2), FULL);
        assert_eq!(op.post("/probe/fail/TRACK_AE_AI/1", json!({})).status, 404);
        assert_eq!(standing(&keeper, "TRACK_AE_AI"), json!([5, 4, 1]), "what failed gave back");
        done(takes(&op, "TRACK_AE_AI", 1));
        refused(&takes(&op, "TRACK_AE_AI", 1), &FULL.replace("已用4次", "已用5次"));
        let english = takes(&op.in_language("en-US"), "TRACK_AE_AI", 1).message;
        assert!(english.starts_with("The package of Air tracking has 5, of which 5 are used."), "{english}");
        done(takes(&other, "TRACK_AE_AI", 9));
        done(takes(&op, "TRACK_SE_SI", 9));
        world.set_clock("2026-07-31 23:59:59");
        assert_eq!(takes(&world.login("op01"), "TRACK_AE_AI", 1).code, 1);
        world.set_clock("2026-08-01 00:00:00");
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        assert_eq!(standing(&keeper, "TRACK_AE_AI"), json!([5, 0, 5]));
        let calls = (0..4)
            .map(|_| op.client())
            .map(|client| async move { client.call("POST", "/probe/take/TRACK_AE_AI/2", json!({})).await });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 2, "of four at once two fit into five");
        assert_eq!(standing(&keeper, "TRACK_AE_AI"), json!([5, 4, 1]));
    });
}

#[test]
fn a_year_begins_anew_on_its_anniversary_and_once_never() {
    each_database(probe, |world| {
        let keeper = world.login("superAdmin");
        let of_leap_day = json!({ "startDate": "2024-02-29" });
        done(keeper.post(TABLE, changed(package("MANIFEST", "YEAR", json!(3)), of_leap_day.clone())));
        done(keeper.post(TABLE, changed(package("SMS", "ONCE", json!(3)), of_leap_day)));
        for service in ["MANIFEST", "SMS"] {
            done(takes(&world.login("op01"), service, 2));
        }
        for (time, manifest, sms) in [
            ("2027-02-27 23:59:59", json!([3, 2, 1]), json!([3, 2, 1])),
            ("2027-02-28 00:00:00", json!([3, 0, 3]), json!([3, 2, 1])),
            ("2028-02-28 23:59:59", json!([3, 0, 3]), json!([3, 2, 1])),
        ] {
            world.set_clock(time);
            let keeper = world.login("superAdmin");
            assert_eq!((standing(&keeper, "MANIFEST"), standing(&keeper, "SMS")), (manifest, sms), "{time}");
        }
        refused(&takes(&world.login("op01"), "SMS", 2), "短信套餐共3次，已用2次，余量不足，请联系客服");
    });
}

/// So many bytes of files DEMO is said to have.
fn holds(world: &World, bytes: i64) {
    run(world, "DELETE FROM kept_file");
    run(world, &format!("INSERT INTO kept_file (org_id, file_key, bytes, created_at) VALUES (2, 'a', {bytes}, 0)"));
}

#[test]
fn storage_counts_the_files_and_refuses_what_it_does_not_hold() {
    const GB: i64 = 1024 * 1024 * 1024;
    each_database(Vec::new, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let upload = || op.upload("/platform/picture", &[("a.png", PNG)]);
        done(keeper.post(TABLE, package("STORAGE", "ONCE", json!(2))));
        done(upload());
        assert_eq!(standing(&keeper, "STORAGE").to_string(), "[2,0.01,1.99]", "what is begun counts");
        holds(world, 2 * GB - i64::try_from(PNG.len()).unwrap() + 1);
        let before = world.contents(false);
        refused(&upload(), "存储套餐共2GB，已用2.00GB，余量不足，请联系客服");
        world.unchanged(&before, false);
        holds(world, 2 * GB - i64::try_from(PNG.len()).unwrap());
        done(upload());
        assert_eq!(standing(&keeper, "STORAGE").to_string(), "[2,2.00,0.00]", "full to the byte");
        let other = world.login("sh01");
        done(other.upload("/platform/picture", &[("a.png", PNG)]));
        let id = keeper.ok(&format!("{TABLE}?orgId={DEMO}"))[0]["id"].clone();
        let free = changed(package("STORAGE", "NONE", Json::Null), json!({ "version": 1 }));
        done(keeper.put(&format!("{TABLE}/{}", id.as_str().unwrap()), free));
        holds(world, 9 * GB);
        done(upload());
        assert_eq!(standing(&keeper, "STORAGE").to_string(), "[null,9.01,null]");
    });
}

#[test]
fn the_platform_limits_the_storage_of_who_has_no_package_of_it() {
    const GB: i64 = 1024 * 1024 * 1024;
    each_database(Vec::new, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let upload = |caller: &Caller<'_>| caller.upload("/platform/picture", &[("a.png", PNG)]);
        holds(world, 3 * GB);
        done(upload(&op));
        run(world, "DELETE FROM kept_file WHERE file_key <> 'a'");
        world.database(|_, conn| {
            conn.batch(
                "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
                 VALUES (1, 'orgGigabytes', '*', '3', 1, 0)",
            )
            .unwrap();
        });
        refused(&upload(&op), "存储套餐共3GB，已用3.00GB，余量不足，请联系客服");
        done(keeper.post(TABLE, package("STORAGE", "ONCE", json!(4))));
        done(upload(&op));
        run(world, "UPDATE kept_file SET org_id = 1");
        done(upload(&keeper));
    });
}

#[test]
fn a_new_company_begins_with_the_packages_of_its_edition() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let standard = edition(&keeper, "STANDARD");
        assert_eq!(standard["packageCount"], json!(0));
        let path = format!("/hrs/edition/{}", field(&standard, "id"));
        let row =
            |service: &str, quantity: Json| json!({ "serviceType": service, "period": "MONTH", "quantity": quantity });
        let save = |rows: Json| keeper.put(&path, json!({ "version": standard["version"], "packages": rows }));
        let wrong = save(json!([row("SMS", json!(5)), row("SMS", json!(6)), row("STORAGE", Json::Null)]));
        assert_eq!(
            at(&wrong),
            [
                "packages.1.serviceType 服务类型重复",
                "packages.2.period 存储按现有文件计算，服务周期只能是不限或一次性",
                "packages.2.quantity 请填写套餐量",
            ]
        );
        done(save(json!([row("SMS", json!(5)), row("TRACK_AE_AI", json!(30))])));
        assert_eq!(edition(&keeper, "STANDARD")["packageCount"], json!(2));
        let copied = json!({ "editionCode": "SMALL", "editionName": "小型版" });
        done(keeper.post(&format!("/hrs/edition/copy/{}", field(&standard, "id")), copied));
        assert_eq!(edition(&keeper, "SMALL")["packageCount"], json!(2));
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let made = org(&keeper, "NEWCO");
        let shown = keeper.ok(&format!("{TABLE}?orgId={}", field(&made, "id")));
        let told = |row: &Json| json!([row["serviceType"], row["period"], row["quantity"], row["startDate"]]);
        let told: Vec<Json> = shown.as_array().unwrap().iter().map(told).collect();
        let today = "2026-07-15";
        assert_eq!(told, [json!(["TRACK_AE_AI", "MONTH", 30, today]), json!(["SMS", "MONTH", 5, today])]);
        assert_eq!(keeper.ok(&format!("{TABLE}?orgId={DEMO}")), json!([]), "who is there keeps what he has");
        done(keeper.delete(&format!("/hrs/org/{}?version={}", field(&made, "id"), made["version"])));
        let left = world.database(|_, conn| {
            let count = Stmt::Raw("SELECT COUNT(*) FROM service_package".to_owned(), Vec::new());
            conn.first(&count).unwrap().unwrap().get::<i64>(0).unwrap()
        });
        assert_eq!(left, 0);
    });
}

#[test]
fn a_company_is_told_what_it_has_and_what_is_left() {
    each_database(probe, |world| {
        let (keeper, admin, op) = (world.login("superAdmin"), world.login("demo-admin"), world.login("op01"));
        let left = |service: &str| admin.ok(&format!("{TABLE}/remaining/{service}"));
        let free =
            json!({ "serviceType": "SMS", "serviceName": { "zh": "短信", "en": "Text messages" }, "limited": false });
        assert_eq!(left("SMS"), free);
        refused(&admin.get(&format!("{TABLE}/remaining/FAX")), "没有该服务类型");
        assert_eq!(op.get(&format!("{TABLE}/remaining/SMS")).status, 403, "for who has the users of the company");
        assert_eq!(world.anonymous().get(&format!("{TABLE}/remaining/SMS")).status, 401);
        done(keeper.post(TABLE, package("SMS", "MONTH", json!(5))));
        done(keeper.post(TABLE, package("AI_QUESTION", "NONE", Json::Null)));
        done(takes(&op, "SMS", 2));
        done(takes(&op, "AI_QUESTION", 7));
        let sms = left("SMS");
        assert_eq!((&sms["limited"], &sms["used"], &sms["left"]), (&json!(true), &json!(2), &json!(3)));
        let questions = left("AI_QUESTION");
        let told = (&questions["limited"], &questions["used"], &questions["left"]);
        assert_eq!(told, (&json!(false), &json!(7), &Json::Null), "counted, not limited");
        let services = |told: &Json| -> Vec<(String, Json)> {
            let all = told.as_array().unwrap().iter();
            all.map(|row| (field(row, "serviceType").to_owned(), row["used"].clone())).collect()
        };
        let expected = [("AI_QUESTION".to_owned(), json!(7)), ("SMS".to_owned(), json!(2))];
        assert_eq!(services(&admin.ok("/hrs/org/package")["services"]), expected);
        assert_eq!(services(&admin.ok("/hrs/org/overview")["packages"]), expected);
        assert_eq!(keeper.ok(&format!("{TABLE}/remaining/SMS"))["limited"], json!(false), "of DEMO alone");
    });
}

#[test]
fn the_list_of_companies_tells_their_subscriptions() {
    each_database(probe, |world| {
        let told = |code: &str| {
            let row = org(&world.login("superAdmin"), code);
            json!([row["subscriptions"], row["lastSubscriptionAt"], row["intended"]])
        };
        assert_eq!(told("DEMO"), json!([0, null, false]));
        world.set_clock("2026-07-14 23:59:59");
        done(takes(&world.login("op01"), "TRACK_AE_AI", 3));
        world.set_clock("2026-07-16 00:00:00");
        done(takes(&world.login("op01"), "TRACK_SE_SI", 1));
        done(takes(&world.login("op01"), "SMS", 50));
        assert_eq!(told("DEMO"), json!([4, "2026-07-16", false]), "a full edition is no intention");
        assert_eq!(told("DEMOSH"), json!([0, null, false]));
        let use_of_trial = "INSERT INTO service_use (org_id, id, service_type, quantity, created_by, created_at) \
            VALUES (4, 1, 'SMS', 1, 1, 0)";
        run(world, use_of_trial);
        assert_eq!(told("TRIAL"), json!([0, null, false]), "text messages are no subscriptions");
        run(world, "UPDATE service_use SET service_type = 'TRACK_SE_SI' WHERE org_id = 4");
        assert_eq!(told("TRIAL"), json!([1, "1970-01-01", true]));
        let filtered = rows(&world.login("superAdmin"), "/hrs/org", "intended=true");
        assert_eq!(filtered.iter().map(|row| field(row, "orgCode")).collect::<Vec<_>>(), ["TRIAL"]);
    });
}
