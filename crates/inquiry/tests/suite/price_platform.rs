//! The price platform: its agent, and the answer that comes with an inquiry made of its page.

use platform::call::next_number;
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use super::kit::*;

const FIND: &str = "/afbase/orderInquiry/getFourYCWhenInquiry";
const CREATE: &str = "/afbase/orderInquiry/createFourYCWhenInquiry";
const PRICE: &str = "/afbase/orderInquiry/saveCallBackForYC";

/// The base, with GYS001 and GYS002 counted as given.
fn lay_counted(world: &World) {
    lay(world);
    world.database(|_, conn| {
        for _ in 0..2 {
            next_number(conn, DEMO, "coop GYS", "").unwrap();
        }
    });
}

fn of_platform(world: &World, number: &str) -> Json {
    with(typed(world), json!({ "platformNo": number, "confirmed": ["inquiry.same"] }))
}

fn price(id: &str, more: Json) -> Json {
    let price = json!({
        "inquiryId": id, "version": 1, "platformNo": "YC-1", "unitPrice": 28.5, "total": 14250, "currency": "CNY",
        "carrierCode": "X9", "flightPlan": "X9123 2026-07-18", "conditions": "平台供应商",
    });
    with(price, more)
}

#[test]
fn the_agent_of_the_platform_is_made_once_with_its_partner() {
    // req: af-inquiry-agent-check-call, af-inquiry-agent-create-call, af-open-inquiry-agent-body
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.ok(FIND), Json::Null);
        let nobody = world.login("nobody");
        let before = world.contents(true);
        assert_eq!(world.anonymous().get(FIND).status, 401);
        assert_eq!(world.anonymous().post(CREATE, json!({})).status, 401);
        assert_eq!(nobody.post(CREATE, json!({})).status, 403);
        world.unchanged(&before, true);

        let made = done(admin.post(CREATE, json!({})));
        assert_eq!(text(&made["agentName"]), "运价平台");
        assert_eq!(admin.ok(FIND), made);
        let row = &admin.ok(&format!("{AGENT}/page"))["records"][0];
        for (name, value) in [
            ("id", made["agentId"].clone()),
            ("agentCode", json!("GYS003")),
            ("coopName", json!("运价平台")),
            ("agentKind", json!("PLATFORM")),
            ("scopes", json!("AE,AI")),
            ("enabled", json!(true)),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        let once = world.contents(true);
        assert_eq!(done(admin.post(CREATE, json!({}))), made);
        world.unchanged(&once, true);
        assert_eq!(world.login("sh01").ok(FIND), Json::Null, "each company has its own");
        // It has no mailbox, and needs none when it is changed.
        let change = json!({ "version": 1, "priority": 1 });
        done(admin.put(&format!("{AGENT}/{}", text(&made["agentId"])), change));
    });
}

#[test]
fn a_partner_of_that_name_is_taken_as_it_is() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        world.database(|_, conn| {
            put(conn, DEMO, "coop", &partner(9050, "GYS050", "供应商", "运价平台"));
        });
        let made = done(admin.post(CREATE, json!({})));
        assert_eq!(made["coopId"], json!("9050"));
    });
}

#[test]
fn the_price_of_the_platform_is_the_answer_of_its_agent() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(CREATE, json!({})));
        let id = text(&done(admin.post(MINE, of_platform(world, "yc-1")))["id"]).to_owned();
        let told = done(admin.post(PRICE, price(&id, json!({}))));
        assert!(told["version"].as_i64() > Some(1));
        let row = &admin.ok(&format!("{MINE}/page"))["records"][0];
        for (name, value) in [
            ("askedAnswered", json!("1/1")),
            ("state", json!("DRAFT")),
            // Three days, as the platform did not say.
            ("quoteValidTo", json!("2026-07-18")),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        let moved = done(act(&admin, &format!("{MINE}/submit"), &id, json!({})));
        assert_eq!(moved["state"], "QUOTED", "there is an answer already");
        let answers = compare(&admin, &id);
        let text = answers.to_string();
        assert!(text.contains("14250.00") && text.contains("X9123 2026-07-18") && text.contains("运价平台"), "{text}");

        let before = world.contents(true);
        let again = findings(&admin.post(MINE, of_platform(world, "YC-1")));
        assert_eq!(again, [("platformNo".to_owned(), "该平台单号已生成询价XJ-2607150001".to_owned())]);
        world.unchanged(&before, true);
        // A copy is not of the platform any more.
        let copy = done(admin.post(&format!("{MINE}/{id}/copy"), json!({})));
        assert_eq!(look(&admin, copy["id"].as_str().unwrap())["platformNo"], Json::Null);
    });
}

#[test]
fn a_sum_counts_where_there_is_no_price_of_a_kilogram() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(CREATE, json!({})));
        let id = text(&done(admin.post(MINE, of_platform(world, "YC-1")))["id"]).to_owned();
        let body = price(&id, json!({ "unitPrice": null, "total": 13000.55, "validTo": "2026-07-15" }));
        done(admin.post(PRICE, body));
        let row = &admin.ok(&format!("{MINE}/page"))["records"][0];
        assert_eq!(row["quoteValidTo"], "2026-07-15");
        done(act(&admin, &format!("{MINE}/submit"), &id, json!({})));
        assert!(compare(&admin, &id).to_string().contains("13000.55"));
    });
}

#[test]
fn without_a_price_or_an_agent_nothing_is_answered() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        let first = text(&done(admin.post(MINE, of_platform(world, "YC-1")))["id"]).to_owned();
        done(admin.post(PRICE, price(&first, json!({}))));
        assert_eq!(look(&admin, &first)["asked"], 0, "nobody stands for the platform");
        done(admin.post(CREATE, json!({})));
        let second = text(&done(admin.post(MINE, of_platform(world, "YC-2")))["id"]).to_owned();
        let none = json!({ "platformNo": "YC-2", "unitPrice": null, "total": null, "currency": null });
        done(admin.post(PRICE, price(&second, none)));
        let seen = look(&admin, &second);
        assert_eq!((&seen["asked"], &seen["answered"]), (&json!(1), &json!(0)));
        let moved = done(act(&admin, &format!("{MINE}/submit"), &second, json!({})));
        assert_eq!(moved["state"], "UNASSIGNED");
    });
}

#[test]
fn what_is_wrong_about_a_price_is_told_at_once() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(CREATE, json!({})));
        let id = text(&done(admin.post(MINE, of_platform(world, "YC-1")))["id"]).to_owned();
        let nobody = world.login("nobody");
        let before = world.contents(true);
        let wrong = json!({ "platformNo": "YC-2", "unitPrice": -1, "currency": null, "validTo": "2026-07-14" });
        let found = findings(&admin.post(PRICE, price(&id, wrong)));
        let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["platformNo", "unitPrice", "currency", "validTo", "validTo"], "{found:?}");
        assert_eq!(found[0].1, "平台单号与询价不一致");
        assert_eq!(found[1].1, "单价须在0.0001与9999999.9999之间");
        assert_eq!((found[2].1.as_str(), found[3].1.as_str()), ("请填写币种", "有效期不能早于今天"));
        assert_eq!(admin.post(PRICE, price("4711", json!({}))).status, 404);
        assert_eq!(nobody.post(PRICE, price(&id, json!({}))).status, 403);
        world.unchanged(&before, true);
        done(admin.post(PRICE, price(&id, json!({}))));
        let twice = look(&admin, &id)["version"].clone();
        let found = findings(&admin.post(PRICE, price(&id, json!({ "version": twice }))));
        assert_eq!(found, [("platformNo".to_owned(), "该平台单号已生成询价XJ-2607150001".to_owned())]);
    });
}

#[test]
fn the_platform_is_not_written_to() {
    each_database_from(rooms, lay_counted, |world| {
        let admin = world.login("demo-admin");
        let platform = done(admin.post(CREATE, json!({})));
        let gys = agent(&admin, GYS001, json!({}));
        let id = handed_in(world);
        let proposed = admin.ok(&format!("{BUYING}/{id}/agents"));
        let names: Vec<&str> = proposed["agents"].as_array().unwrap().iter().map(|one| text(&one["label"])).collect();
        assert_eq!(names, ["供应商甲"]);
        let found = findings(&send(&admin, &id, &[text(&platform["agentId"]), text(&gys["id"])], json!({})));
        assert_eq!(found, [("agents".to_owned(), "代理运价平台不收邮件，请在运价搜索页询价".to_owned())]);
    });
}
