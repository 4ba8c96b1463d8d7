//! What systems of carriers send us.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database_from};

use super::kit::*;

const PATH: &str = "/afbase/ediMessage/receive";

fn interface(caller: &Caller<'_>, more: Json) -> Json {
    let mut body = json!({ "apiType": "EDI_RECEIVE", "mode": "正式", "platform": "CCS", "timeoutS": 10 });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    done(caller.post("/hrs/orgInterface", body))
}

fn token(caller: &Caller<'_>, interface: &Json) -> String {
    let path = format!("/hrs/orgInterface/token/{}", field(interface, "id"));
    let made = done(caller.post(&path, json!({ "version": interface["version"] })));
    field(&made, "token").to_owned()
}

#[test]
fn the_token_of_a_company_opens_its_inbox() {
    each_database_from(rooms, lay, |world| {
        world.set_clock("2026-07-19 10:00:00");
        let admin = world.login("demo-admin");
        let own = interface(&admin, json!({}));
        let token = token(&admin, &own);
        let carrier = world.bearer(&token);
        let data = done(carrier.post_text(PATH, FSU));
        assert_eq!(
            (field(&data["rows"][0], "result"), field(&data["rows"][0], "awbNumber")),
            ("EVENTS", "990-12345675")
        );
        let again = done(carrier.post(PATH, json!({ "text": FSU })));
        assert_eq!(field(&again["rows"][0], "result"), "REPEATED");
        assert_eq!(told(&admin, "direction=IN", &["type", "source", "state"]), [["FSU", "HTTP", "RECEIVED"]]);
        let view = admin.ok(&format!("{BASE}/{}", field(&rows(&admin, "direction=IN")[0], "id")));
        assert_eq!(field(&view["events"][0], "name"), "CCS");
        let calls = admin.ok(&format!("/hrs/orgInterface/log/page?interfaceId={}", field(&own, "id")));
        let line = &calls["records"][1];
        let parts = ["summary", "refNo", "ok", "result"].map(|name| field(line, name));
        assert_eq!(parts, ["电子报文", "990-12345675", "成功", "新增轨迹1条，重复0条"]);
        assert!(!world.contents(true).join("\n").contains(&token), "its hash alone is kept");
        // A new token ends the old one.
        let page = admin.ok("/hrs/orgInterface/page");
        let newer = super::webhook::token(&admin, &page["records"][0]);
        assert_eq!(carrier.post_text(PATH, FSU).status, 401);
        assert_eq!(world.bearer(&newer).post_text(PATH, FSU).code, 0);
    });
}

#[test]
fn nobody_else_is_let_in_and_nothing_is_said_about_why() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let own = interface(&admin, json!({ "allowIp": "192.0.2.0/24" }));
        let token = token(&admin, &own);
        let before = world.contents(true);
        let refused_as = |caller: &Caller<'_>| {
            let reply = caller.post_text(PATH, FSU);
            (reply.status, reply.message)
        };
        let nobody = (401, "令牌无效".to_owned());
        assert_eq!(refused_as(&world.anonymous()), nobody);
        assert_eq!(refused_as(&world.bearer("nonsense")), nobody);
        assert_eq!(refused_as(&admin), nobody, "a session is no token of a company");
        assert_eq!(refused_as(&world.bearer(&token)), nobody, "from another address");
        world.unchanged(&before, true);
        let page = admin.ok("/hrs/orgInterface/page");
        let row = &page["records"][0];
        let open = json!({ "version": row["version"], "allowIp": null });
        let row = done(admin.put(&format!("/hrs/orgInterface/{}", field(row, "id")), open));
        assert_eq!(world.bearer(&token).post_text(PATH, FSU).code, 0);
        let stop = json!({ "active": false, "version": row["version"] });
        done(admin.post(&format!("/hrs/orgInterface/{}/status", field(&row, "id")), stop));
        assert_eq!(refused_as(&world.bearer(&token)), nobody);
    });
}

#[test]
fn guessing_is_limited_by_address() {
    each_database_from(rooms, lay, |world| {
        let stranger = world.bearer("guess");
        let statuses: Vec<u16> = (0..11).map(|_| stranger.post_text(PATH, FSU).status).collect();
        assert_eq!(statuses, [vec![401; 10], vec![429]].concat());
    });
}

#[test]
fn what_is_no_text_is_refused() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let carrier = world.bearer(&token(&admin, &interface(&admin, json!({}))));
        assert_eq!(carrier.post(PATH, json!({ "texts": FSU })).status, 400);
        assert_eq!(carrier.post_text(PATH, "FSU/14\0").status, 400);
        let data = done(carrier.post_text(PATH, "hello"));
        assert_eq!(field(&data["rows"][0], "result"), "UNREAD");
    });
}

#[test]
fn what_could_not_be_kept_is_to_be_said_again() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let carrier = world.bearer(&token(&admin, &interface(&admin, json!({}))));
        let lost = without_numbers(world, || carrier.post_text(PATH, FSU));
        assert_eq!((lost.status, lost.message.as_str()), (503, "系统繁忙，请稍后重试"));
        let calls = admin.ok("/hrs/orgInterface/log/page");
        assert_eq!(field(&calls["records"][0], "ok"), "失败");
        assert_eq!(field(&done(carrier.post_text(PATH, FSU))["rows"][0], "result"), "EVENTS");
        // What nobody can read is kept: said again it is no better.
        assert_eq!(carrier.post_text(PATH, "hello").status, 200);
    });
}

#[test]
fn while_the_company_may_not_work_its_carriers_are_to_call_again() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let carrier = world.bearer(&token(&admin, &interface(&admin, json!({}))));
        let maintained = |on: bool| {
            world.database(|app, conn| {
                let by = (platform::PLATFORM_ORG, kernel::Id(1), app.clock.now());
                let value = on.then(|| platform::store::Value::Text("true".to_owned()));
                platform::setting::put(conn, by, (&platform::maintenance::ON, None), value).unwrap();
                app.maintenance.forget();
            });
        };
        maintained(true);
        let told = carrier.post_text(PATH, FSU);
        assert_eq!((told.status, told.code, told.message.as_str()), (503, 503, "系统维护中，请稍后再试"));
        assert_eq!(world.bearer("nonsense").post_text(PATH, FSU).status, 401);
        maintained(false);
        assert_eq!(field(&done(carrier.post_text(PATH, FSU))["rows"][0], "result"), "EVENTS");
    });
}

#[test]
fn too_many_messages_are_refused_before_one_is_kept() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let carrier = world.bearer(&token(&admin, &interface(&admin, json!({}))));
        let text = |count: usize| "FFR/8\n990-12345675PVGFRA/T1K1.0\n\n".repeat(count);
        let refused = carrier.post_text(PATH, &text(201));
        assert_eq!((refused.status, refused.message.as_str()), (400, "一次最多处理200条报文"));
        assert_eq!(admin.ok(&format!("{BASE}/page"))["total"], json!(0));
        assert_eq!(done(carrier.post_text(PATH, &text(200)))["rows"].as_array().unwrap().len(), 200);
    });
}
