//! Who may chat, and what is not there for everybody else.

use serde_json::json;
use testkit::{done, each_database, each_database_from, field, findings};

use super::kit::{TALK, accid, chatting, give, permission, rooms, run, send, serve, unread, user};

// req: chat-perm-call, chat-im-user-call, chat-open-im-user-path, chat-state-fields
#[test]
fn who_may_chat_is_told_his_account_and_signature() {
    each_database_from(rooms, chatting, |world| {
        let sales = world.login("sales01");
        let reply = sales.get(&format!("/api-uc/saas/customer/service/perm/{}", user(world, "sales01")));
        assert_eq!((&reply.json["code"], &reply.json["message"]), (&json!("200"), &json!("操作成功")));
        let data = &reply.json["data"];
        assert_eq!((&data["hasPrem"], &data["unreadMessageCount"]), (&json!(true), &json!(0)));
        assert!(field(data, "xyNumber").starts_with("xy"), "{data}");
        let sign = field(data, "xySign").to_owned();
        assert!(sign.len() >= 43, "256 bits");
        assert!(!world.contents(true).iter().any(|row| row.contains(&sign)), "it is sealed");
        assert_eq!(&permission(world, &sales, "sales01"), data, "the same at every load");
        // Of the company whether it may, and of nobody else anything.
        let company = sales.get("/api-uc/saas/customer/service/perm/2").json["data"].clone();
        assert_eq!(company, json!({ "hasPrem": true, "xyNumber": "", "xySign": "", "unreadMessageCount": 0 }));
        for other in [user(world, "cs01"), "3".to_owned(), "x".to_owned()] {
            assert_eq!(sales.get(&format!("/api-uc/saas/customer/service/perm/{other}")).status, 404, "{other}");
        }
        assert_eq!(world.anonymous().get("/api-uc/saas/customer/service/perm/2").status, 401);
    });
}

// req: platform-call-envelope
#[test]
fn every_answer_of_the_chat_has_the_frame_of_the_supplier_platform() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let peer = accid(world, &sh, "sh01");
        let framed = |reply: &testkit::Reply, status: u16, code: serde_json::Value, what: &str| {
            let names: Vec<&str> = reply.json.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(names, ["code", "data", "message"], "{what}");
            assert_eq!((reply.status, &reply.json["code"]), (status, &code), "{what}: {}", reply.json);
        };
        let message = format!("{TALK}/message");
        let body = json!({ "to": peer, "content": "您好", "clientId": "m1" });
        framed(&sales.post(&message, body), 200, json!(200), "a text");
        framed(&sales.get(&format!("{TALK}/session/{peer}/message")), 200, json!(200), "a page");
        let stranger = sales.post(&message, json!({ "to": "xy00", "content": "您好" }));
        framed(&stranger, 200, json!(1), "a refused text");
        assert_eq!(stranger.json["message"], json!("联系人不存在"));
        assert_eq!(findings(&stranger).len(), 1);
        framed(&sales.get(&format!("{TALK}/session/{peer}/message?size=0")), 400, json!(1), "a bad page");
        framed(&sales.get(&format!("{TALK}/session/xy00/message")), 404, json!(404), "nobody");
        framed(&world.anonymous().get(&format!("{TALK}/session/{peer}/message")), 401, json!(401), "no session");
        framed(&world.anonymous().get(&format!("{TALK}/guest/page?code=x")), 200, json!(1), "a dead link");
        assert_eq!(sales.get("/hrs/permission").json["messageInfo"], json!("操作成功"), "elsewhere the product's own");
    });
}

// req: chat-entry-condition
#[test]
fn without_prem_service_or_on_a_private_deployment_there_are_no_calls() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        let gone = |why: &str| {
            let told = permission(world, &sales, "sales01");
            let nothing = json!({ "hasPrem": false, "xyNumber": "", "xySign": "", "unreadMessageCount": 0 });
            assert_eq!(told, nothing, "{why}");
            let before = world.contents(true);
            let me = user(world, "sales01");
            assert_eq!(send(&sales, &peer, "在吗").status, 404, "{why}");
            for path in [
                format!("/api-yc/api/supplier/yctop/api/query/supplier/service/{me}"),
                format!("{TALK}/session/{peer}/message"),
            ] {
                assert_eq!(sales.get(&path).status, 404, "{why}: {path}");
            }
            for path in ["query/unread/message/count", "logout"] {
                assert_eq!(
                    sales.post(&format!("{TALK}/{path}?xyNumber={own}"), json!({})).status,
                    404,
                    "{why}: {path}"
                );
            }
            world.unchanged(&before, true);
        };
        let there = |why: &str| assert_eq!(permission(world, &sales, "sales01")["hasPrem"], json!(true), "{why}");
        done(give(world, "DEMO", json!({ "hasPrem": false })));
        gone("the company has it no more");
        for (from, to, is) in [
            ("2026-07-15", "2026-07-15", true),
            ("2026-07-16", "", false),
            ("2026-07-01", "2026-07-14", false),
            ("", "", true),
        ] {
            done(give(world, "DEMO", json!({ "hasPrem": true, "chatFrom": from, "chatTo": to })));
            if is { there("within its days") } else { gone("outside its days") }
        }
        done(serve(world, "sales01", false));
        gone("he has no online service");
        done(serve(world, "sales01", true));
        there("he has it again");
        run(
            world,
            "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
             VALUES (1, 'privateSaas', '*', 'true', 0, 0)",
        );
        gone("one company runs the deployment for itself");
    });
}

#[test]
fn an_account_that_was_closed_keeps_its_name_and_its_messages() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        done(send(&sales, &peer, "第一条"));
        done(serve(world, "sales01", false));
        done(serve(world, "sales01", true));
        assert_eq!(accid(world, &sales, "sales01"), own);
        assert_eq!(super::kit::said(&sales, &peer), ["第一条"]);
    });
}

// req: chat-open-chat-logout
#[test]
fn leaving_the_chat_ends_no_session_and_leaves_no_line() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let own = accid(world, &sales, "sales01");
        let online = || {
            let all = super::kit::contacts(world, &sh, "sh01");
            all.iter().find(|one| one["accid"] == json!(own)).unwrap()["isOnline"].clone()
        };
        assert_eq!(online(), json!(true));
        let lines = |rows: &[String]| rows.iter().filter(|row| row.starts_with("operation_log ")).count();
        let before = lines(&world.contents(true));
        let reply = sales.post(&format!("{TALK}/logout?xyNumber={own}"), json!({}));
        assert_eq!((reply.status, &reply.json["code"]), (200, &json!("200")));
        assert_eq!(online(), json!(false));
        assert_eq!(lines(&world.contents(true)), before, "no menu visit, no line");
        assert_eq!(sales.get("/hrs/permission").status, 200);
        let foreign = accid(world, &sh, "sh01");
        assert_eq!(sales.post(&format!("{TALK}/logout?xyNumber={foreign}"), json!({})).status, 404);
        assert_eq!(sales.post(&format!("{TALK}/query/unread/message/count?xyNumber={foreign}"), json!({})).status, 404);
        assert_eq!(unread(&sales, &own), json!(0));
        assert_eq!(online(), json!(true), "asking for what is unread is a sign");
        world.set_clock("2026-07-15 10:02:29");
        assert_eq!(online(), json!(true));
        world.set_clock("2026-07-15 10:02:30");
        assert_eq!(online(), json!(false), "who gives no sign is there no more");
    });
}

// req: auth-session-state-fields
#[test]
fn a_log_in_answers_what_the_supplier_service_is_asked_with() {
    each_database(rooms, |world| {
        let answer = world.anonymous().token_call("sales01@example.com", "DEMO", testkit::PASSWORD).json;
        assert!(!field(&answer, "yctopToken").is_empty());
        let path = format!("/api-uc/saas/customer/service/perm/{}", field(&answer, "userId"));
        assert_eq!(world.bearer(field(&answer, "yctopToken")).get(&path).status, 200);
        for member in ["access_token", "userId", "loginType", "pageLanguage"] {
            assert!(answer.get(member).is_some(), "{member}");
        }
    });
}

#[test]
fn the_form_of_users_gives_service_where_the_company_has_the_chat() {
    each_database(rooms, |world| {
        let admin = world.login("demo-admin");
        let path = format!("/hrs/user/{}", user(world, "op01"));
        let save = |on: bool| {
            let version = admin.ok(&path)["version"].clone();
            admin.put(&path, json!({ "version": version, "onlineService": on }))
        };
        let refused = |message: &str| vec![("onlineService".to_owned(), message.to_owned())];
        let before = world.contents(true);
        assert_eq!(findings(&save(true)), refused("企业未开通聊天增值服务"));
        world.unchanged(&before, true);
        done(give(world, "DEMO", json!({ "hasPrem": true, "chatSeats": 1 })));
        done(save(true));
        assert_eq!(super::kit::number(world, "SELECT COUNT(*) FROM chat_account"), 1, "the account is made with it");
        assert_eq!(findings(&serve(world, "cs01", true)), refused("在线客服已达上限（1）"));
        done(save(false));
        done(serve(world, "cs01", true));
        assert_eq!(findings(&save(true)), refused("在线客服已达上限（1）"));
    });
}
