//! 聊天管理: who answers, by which account, what was said, and what the platform decides.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, field, findings};

use super::kit::{TALK, accid, chatting, give, number, permission, rooms, said, send, serve, user};

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("/hrs/im/page?size=100&{query}"))["records"].as_array().unwrap().clone()
}

fn row(caller: &Caller<'_>, name: &str) -> Json {
    rows(caller, "").into_iter().find(|row| field(row, "userName") == name).unwrap()
}

#[test]
fn the_page_tells_who_answers_and_how_fast() {
    each_database_from(rooms, chatting, |world| {
        let (admin, sh) = (world.login("demo-admin"), world.login("sh01"));
        let (sales, cs) = (world.login("sales01"), world.login("cs01"));
        let (of_sales, of_cs, of_sh) =
            (accid(world, &sales, "sales01"), accid(world, &cs, "cs01"), accid(world, &sh, "sh01"));
        // sh01 is asked twice and answers after 10 and after 20 seconds.
        done(send(&sales, &of_sh, "问一"));
        done(send(&cs, &of_sh, "问二"));
        world.set_clock("2026-07-15 10:00:10");
        done(send(&sh, &of_sales, "答一"));
        world.set_clock("2026-07-15 10:00:20");
        done(send(&sh, &of_cs, "答二"));
        done(send(&sh, &of_cs, "再答"));
        let seen = row(&admin, "客服一");
        assert_eq!(
            (&seen["conversations"], &seen["unread"], &seen["responseSeconds"]),
            (&json!(1), &json!(2), &Json::Null)
        );
        assert_eq!(
            (&seen["xyNumber"], &seen["onlineService"], &seen["isOnline"]),
            (&json!(of_cs), &json!(true), &json!(true))
        );
        super::kit::run(world, "UPDATE app_user SET admin_role = 'admin' WHERE email = 'sh01@example.com'");
        super::kit::run(world, "UPDATE org SET permission_version = permission_version + 1 WHERE id = 3");
        let theirs = row(&world.login("sh01"), "上海操作一");
        assert_eq!((&theirs["conversations"], &theirs["responseSeconds"]), (&json!(2), &json!(15)), "10 s and 20 s");
        let names =
            |query: &str| rows(&admin, query).iter().map(|row| field(row, "userName").to_owned()).collect::<Vec<_>>();
        assert_eq!(names("onlineService=true").len(), 2);
        assert_eq!(names("isOnline=true").len(), 2);
        assert!(!names("isOnline=false").contains(&"销售一".to_owned()));
        assert!(!names("").contains(&"上海操作一".to_owned()), "of the own company alone");
        world.set_clock("2026-08-15 10:00:21");
        assert_eq!(row(&world.login("demo-admin"), "客服一")["conversations"], json!(0), "of the last 30 days");
    });
}

#[test]
fn an_account_is_made_with_the_service_and_its_signature_is_renewed() {
    each_database_from(rooms, chatting, |world| {
        let admin = world.login("demo-admin");
        let count = || number(world, "SELECT COUNT(*) FROM chat_account");
        let before = count();
        done(serve(world, "op01", true));
        assert_eq!(count(), before + 1);
        done(serve(world, "op01", false));
        done(serve(world, "op01", true));
        assert_eq!(count(), before + 1, "made when it is first opened");
        let op = world.login("op01");
        let old = permission(world, &op, "op01");
        done(admin.put("/hrs/im/service", json!({ "userId": user(world, "op01"), "renewSign": true })));
        let new = permission(world, &op, "op01");
        assert_eq!(new["xyNumber"], old["xyNumber"]);
        assert_ne!(new["xySign"], old["xySign"]);
        // By the button of the row, with the version its user saw.
        let id = user(world, "op01");
        let first = admin.ok(&format!("/hrs/im/{id}/service"));
        assert_eq!(first, json!({ "onlineService": true, "nickName": "", "renewSign": false }));
        let version = row(&admin, "操作一")["version"].clone();
        let body = json!({ "onlineService": false, "nickName": "阿明", "renewSign": false, "version": version });
        done(admin.put(&format!("/hrs/im/{id}/service"), body.clone()));
        assert_eq!(admin.put(&format!("/hrs/im/{id}/service"), body).code, 3, "out of date");
        let seen = row(&admin, "操作一");
        assert_eq!((&seen["onlineService"], &seen["nickName"]), (&json!(false), &json!("阿明")));
        let before = world.contents(true);
        let long = json!({ "userId": id, "nickName": "字".repeat(21) });
        assert_eq!(
            findings(&admin.put("/hrs/im/service", long)),
            [("nickName".to_owned(), "昵称不能超过20个字符".to_owned())]
        );
        assert_eq!(
            admin.put("/hrs/im/service", json!({ "userId": user(world, "sh01"), "onlineService": true })).status,
            404
        );
        assert_eq!(admin.put("/hrs/im/service", json!({ "onlineService": true })).status, 404);
        let elsewhere = json!({ "orgId": "3", "userId": user(world, "sh01"), "onlineService": false });
        assert_eq!(admin.put("/hrs/im/service", elsewhere.clone()).status, 404, "of another company");
        world.unchanged(&before, true);
        done(world.login("superAdmin").put("/hrs/im/service", elsewhere));
        assert_eq!(permission(world, &world.login("sh01"), "sh01")["hasPrem"], json!(false), "the platform may");
    });
}

#[test]
fn a_name_or_a_signature_is_given_to_an_account_that_is_opened_for_it() {
    each_database_from(rooms, chatting, |world| {
        let admin = world.login("demo-admin");
        let count = || number(world, "SELECT COUNT(*) FROM chat_account");
        let put = |login: &str, mut body: Json| {
            body["userId"] = json!(user(world, login));
            done(admin.put("/hrs/im/service", body))
        };
        let before = count();
        put("op01", json!({ "nickName": "", "renewSign": false }));
        assert_eq!(count(), before, "nothing is named");
        put("op01", json!({ "nickName": "阿明" }));
        assert_eq!((count(), &row(&admin, "操作一")["nickName"]), (before + 1, &json!("阿明")));
        assert_eq!(row(&admin, "操作一")["onlineService"], json!(false), "it is open, and he does not answer");
        put("doc01", json!({ "renewSign": true }));
        assert_eq!(count(), before + 2);
        done(serve(world, "op01", true));
        assert_eq!(count(), before + 2, "the same account");
    });
}

#[test]
fn the_platform_gives_companies_the_chat_and_nobody_else_does() {
    each_database_from(rooms, chatting, |world| {
        let admin = world.login("demo-admin");
        for reply in [
            admin.get("/hrs/imOrg/page"),
            admin.put("/hrs/im/org", json!({ "orgId": "2", "hasPrem": true })),
            admin.put("/hrs/im/setting", json!({ "version": 1, "values": {} })),
        ] {
            assert_eq!(reply.status, 403);
        }
        let before = world.contents(true);
        let wrong = give(world, "DEMO", json!({ "chatFrom": "2026-08-01", "chatTo": "2026-07-31", "chatSeats": 1 }));
        let told = findings(&wrong);
        assert_eq!(
            told,
            [
                ("chatTo".to_owned(), "截止日期不能早于起始日期".to_owned()),
                ("chatSeats".to_owned(), "当前在线客服2人，客服上限不能小于该数".to_owned()),
            ]
        );
        let kept = |rows: Vec<String>| rows.into_iter().filter(|row| row.starts_with("org ")).collect::<Vec<_>>();
        assert_eq!(kept(world.contents(true)), kept(before));
        done(give(world, "DEMO", json!({ "chatFrom": "2026-07-01", "chatTo": "2026-07-31", "chatSeats": 2 })));
        let keeper = world.login("superAdmin");
        let first = keeper.ok("/hrs/im/2/org");
        assert_eq!(first, json!({ "hasPrem": true, "chatFrom": "2026-07-01", "chatTo": "2026-07-31", "chatSeats": 2 }));
        let page = keeper.ok("/hrs/imOrg/page?hasPrem=true");
        let one =
            page["records"].as_array().unwrap().iter().find(|row| field(row, "orgCode") == "DEMO").unwrap().clone();
        assert_eq!((&one["serving"], &one["chatSeats"]), (&json!(2), &json!(2)));
    });
}

#[test]
fn reading_conversations_needs_the_right_and_leaves_a_high_line() {
    each_database_from(rooms, chatting, |world| {
        let (admin, sales, sh) = (world.login("demo-admin"), world.login("sales01"), world.login("sh01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        done(send(&sales, &peer, "底价 3.2"));
        let path = format!("/hrs/im/conversation?userId={}", user(world, "sales01"));
        assert_eq!(sales.get(&path).status, 403);
        let lines = || {
            number(
                world,
                "SELECT COUNT(*) FROM operation_log WHERE org_id = 2 AND level = '高' AND function = '查看会话'",
            )
        };
        let before = lines();
        let all = admin.ok(&path);
        assert_eq!(
            (&all[0]["accid"], &all[0]["nickName"], &all[0]["company"]),
            (&json!(peer), &json!("上海操作一"), &json!("演示货运上海"))
        );
        let read = admin.ok(&format!("{path}&accid={peer}"));
        assert_eq!((&read["total"], &read["records"][0]["content"]), (&json!(1), &json!("底价 3.2")));
        assert_eq!(lines(), before + 2);
        assert_eq!(unread_of(world), 1, "looking marks nothing as read");
        for (user_id, accid) in [
            (user(world, "sales01"), "xy00"),
            (user(world, "sales01"), own.as_str()),
            (user(world, "sh01"), ""),
            (user(world, "op01"), ""),
        ] {
            assert_eq!(admin.get(&format!("/hrs/im/conversation?userId={user_id}&accid={accid}")).status, 404);
        }
        assert_eq!(lines(), before + 2);
    });
}

fn unread_of(world: &World) -> i64 {
    number(world, "SELECT CAST(SUM(unread) AS bigint) FROM chat_member")
}

#[test]
fn the_greeting_is_the_platforms_and_old_messages_go() {
    each_database_from(rooms, chatting, |world| {
        let (keeper, sales, sh) = (world.login("superAdmin"), world.login("sales01"), world.login("sh01"));
        let peer = accid(world, &sh, "sh01");
        let set = |values: Json| {
            let version = keeper.ok("/hrs/im/setting")["version"].clone();
            keeper.put("/hrs/im/setting", json!({ "version": version, "values": values }))
        };
        let before = world.contents(true);
        assert_ne!(set(json!({ "chatGreeting": "字".repeat(101) })).code, 0);
        assert_ne!(set(json!({ "chatDays": 29 })).code, 0);
        world.unchanged(&before, true);
        done(set(json!({ "chatGreeting": "欢迎咨询", "chatDays": 30 })));
        assert_eq!(sales.ok(&format!("{TALK}/session/{peer}/message"))["greeting"], json!("欢迎咨询"));
        done(sales.upload(&format!("{TALK}/file?to={peer}&clientId=f"), &[("a.png", testkit::PNG)]));
        world.set_clock("2026-07-25 10:00:00");
        done(send(&world.login("sales01"), &peer, "新"));
        let at = |time: &str| {
            world.set_clock(time);
            world.trust_clock();
            for _ in 0..2 {
                world.run_jobs();
            }
        };
        at("2026-08-14 09:59:00");
        assert_eq!(said(&world.login("sales01"), &peer), ["", "新"]);
        at("2026-08-15 10:00:01");
        let sales = world.login("sales01");
        assert_eq!(said(&sales, &peer), ["新"]);
        assert_eq!(number(world, "SELECT COUNT(*) FROM published_file"), 0, "with their files");
        assert_eq!(number(world, "SELECT COUNT(*) FROM chat_sent"), 0, "with their names");
        assert_eq!(
            sales.ok(&format!("{TALK}/session/{peer}/message"))["greeting"],
            Json::Null,
            "that they talked stays known"
        );
    });
}

#[test]
fn what_goes_unread_is_counted_no_more() {
    each_database_from(rooms, chatting, |world| {
        let (keeper, sales, sh) = (world.login("superAdmin"), world.login("sales01"), world.login("sh01"));
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        let version = keeper.ok("/hrs/im/setting")["version"].clone();
        done(keeper.put("/hrs/im/setting", json!({ "version": version, "values": { "chatDays": 30 } })));
        // To two people; one message stays.
        for number in 0..3 {
            done(send(&sales, &peer, &format!("旧{number}")));
        }
        done(send(&world.login("cs01"), &peer, "旧"));
        done(send(&sh, &own, "旧答"));
        world.set_clock("2026-07-25 10:00:00");
        done(send(&world.login("sales01"), &peer, "新"));
        assert_eq!(unread_of(world), 6);
        world.set_clock("2026-08-15 10:00:00");
        world.trust_clock();
        for _ in 0..2 {
            world.run_jobs();
        }
        let unread = |org: i64| {
            number(world, &format!("SELECT CAST(SUM(unread) AS bigint) FROM chat_member WHERE org_id = {org}"))
        };
        assert_eq!((unread(3), unread(2)), (1, 0), "the new one of sales01");
        let sh = world.login("sh01");
        done(sh.post(&format!("{TALK}/session/{own}/read"), json!({})));
        assert_eq!(unread_of(world), 0);
    });
}
