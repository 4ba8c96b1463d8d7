//! Whom one may write to.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, field, findings};

use super::kit::{accid, chatting, contacts, give, rooms, run, said, send, user};

fn names(all: &[Json]) -> Vec<&str> {
    all.iter().map(|one| field(one, "nickName")).collect()
}

/// The partners of DEMO and of DEMOSH that stand for each other.
fn bind(world: &World, kind: &str) {
    world.lay(
        "coop",
        &[
            ("id", "901"),
            ("coop_code", "'GYS901'"),
            ("coop_name", "'上海'"),
            ("coop_type", &format!("'{kind}'")),
            ("bound_org_id", "3"),
        ],
    );
}

// req: chat-contacts-call, chat-contact-fields
#[test]
fn contacts_are_those_who_answer_in_linked_companies() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let all = contacts(world, &sales, "sales01");
        assert_eq!(names(&all), ["上海操作一"], "neither colleagues nor strangers");
        let one = &all[0];
        assert_eq!(field(one, "accid"), accid(world, &sh, "sh01"));
        assert_eq!((&one["isOnline"], &one["icon"]), (&json!(true), &Json::Null));
        assert_eq!(
            (&one["company"], &one["kind"], &one["unread"]),
            (&json!("演示货运上海"), &json!("PARTNER"), &json!(0))
        );
        assert_eq!(names(&contacts(world, &sh, "sh01")), ["客服一", "销售一"], "by name where nobody talked");
        // A nickname is what others read, and who closes his service is in no list.
        let admin = world.login("demo-admin");
        let body = json!({ "userId": user(world, "cs01"), "nickName": "小王" });
        done(admin.put("/hrs/im/service", body));
        assert!(names(&contacts(world, &sh, "sh01")).contains(&"小王"));
        done(super::kit::serve(world, "cs01", false));
        assert_eq!(names(&contacts(world, &sh, "sh01")), ["销售一"]);
        // Others ask for their own contacts.
        for other in [user(world, "sh01"), "3".to_owned()] {
            let path = format!("/api-yc/api/supplier/yctop/api/query/supplier/service/{other}");
            assert_eq!(sales.get(&path).status, 404);
        }
        assert_eq!(sales.get("/api-yc/api/supplier/yctop/api/query/supplier/service/2").json["code"], json!(200));
    });
}

#[test]
fn a_bound_partner_links_two_companies_and_a_supplier_is_told_as_one() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        run(world, "UPDATE org SET group_id = NULL WHERE id IN (2, 3)");
        assert_eq!(names(&contacts(world, &sales, "sales01")), Vec::<&str>::new());
        let (own, peer) = (accid(world, &sales, "sales01"), accid(world, &sh, "sh01"));
        let nobody = vec![("to".to_owned(), "联系人不存在".to_owned())];
        assert_eq!(findings(&send(&sales, &peer, "您好")), nobody);
        bind(world, "供应商");
        let all = contacts(world, &sales, "sales01");
        assert_eq!((names(&all), &all[0]["kind"]), (vec!["上海操作一"], &json!("SUPPLIER")));
        done(send(&sales, &peer, "您好"));
        // Who was written to answers, though his company has no such partner.
        assert_eq!(names(&contacts(world, &sh, "sh01")), ["销售一"]);
        done(send(&sh, &own, "在的"));
        run(world, "UPDATE coop SET bound_org_id = NULL WHERE id = 901");
        assert_eq!(findings(&send(&sales, &peer, "还在吗")), nobody);
        assert_eq!(said(&sales, &peer), ["您好", "在的"], "what was said stays");
        assert_eq!(names(&contacts(world, &sales, "sales01")), ["上海操作一"]);
    });
}

#[test]
fn a_company_without_the_chat_has_nobody_to_write_to() {
    each_database_from(rooms, chatting, |world| {
        let (sales, sh) = (world.login("sales01"), world.login("sh01"));
        let peer = accid(world, &sh, "sh01");
        done(give(world, "DEMOSH", json!({ "hasPrem": false })));
        assert_eq!(contacts(world, &sales, "sales01"), Vec::<Json>::new());
        let before = world.contents(true);
        let stopped = vec![("to".to_owned(), "对方账号已停用，消息未发送".to_owned())];
        assert_eq!(findings(&send(&sales, &peer, "您好")), stopped);
        world.unchanged(&before, true);
    });
}

#[test]
fn who_was_talked_to_last_comes_first() {
    each_database_from(rooms, chatting, |world| {
        let (sales, cs, sh) = (world.login("sales01"), world.login("cs01"), world.login("sh01"));
        let peer = accid(world, &sh, "sh01");
        done(send(&sales, &peer, "一"));
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(names(&contacts(world, &sh, "sh01")), ["销售一", "客服一"]);
        done(send(&cs, &peer, "二"));
        let all = contacts(world, &sh, "sh01");
        assert_eq!(names(&all), ["客服一", "销售一"]);
        let told: Vec<(&Json, &str)> = all.iter().map(|one| (&one["unread"], field(one, "lastTime"))).collect();
        assert_eq!(told, [(&json!(1), "2026-07-15 10:01:00"), (&json!(1), "2026-07-15 10:00:00")]);
    });
}

#[test]
fn people_of_several_linked_companies_are_told_by_the_terms_of_each() {
    each_database_from(rooms, chatting, |world| {
        let sales = world.login("sales01");
        bind(world, "供应商");
        world.lay(
            "coop",
            &[
                ("id", "902"),
                ("coop_code", "'GYS902'"),
                ("coop_name", "'体验'"),
                ("coop_type", "'客户'"),
                ("bound_org_id", "4"),
            ],
        );
        run(world, "UPDATE org SET stop_at = 4102415999000 WHERE id = 4");
        run(world, "UPDATE app_user SET online_service = TRUE WHERE org_id = 4 AND email = 'trial01@example.com'");
        done(give(world, "TRIAL", json!({ "hasPrem": true, "chatTo": "2026-07-15" })));
        let trial = accid(world, &world.login("trial01"), "trial01");
        let told_to = |sales: &Caller<'_>| {
            let all = contacts(world, sales, "sales01");
            all.iter().map(|one| (field(one, "company").to_owned(), field(one, "kind").to_owned())).collect::<Vec<_>>()
        };
        let pair = |company: &str, kind: &str| (company.to_owned(), kind.to_owned());
        let mut both = told_to(&sales);
        both.sort();
        assert_eq!(both, [pair("体验公司", "PARTNER"), pair("演示货运上海", "SUPPLIER")]);
        done(send(&sales, &trial, "您好"));
        done(give(world, "DEMOSH", json!({ "hasPrem": false })));
        assert_eq!(told_to(&sales), [pair("体验公司", "PARTNER")]);
        world.set_clock("2026-07-16 10:00:00");
        let sales = world.login("sales01");
        assert_eq!(told_to(&sales), [pair("体验公司", "PARTNER")], "who was talked to stays");
        let stopped = vec![("to".to_owned(), "对方账号已停用，消息未发送".to_owned())];
        assert_eq!(findings(&send(&sales, &trial, "在吗")), stopped);
    });
}
