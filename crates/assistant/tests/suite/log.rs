//! What is kept of questions, what readers think of answers, and how often one may ask.

use serde_json::{Value as Json, json};
use testkit::{done, each_database_from};

use super::kit::*;

// req: ai-open-answer-source
#[test]
fn every_question_is_logged_with_user_and_time_and_without_personal_numbers() {
    each_database_from(rooms, lay, |world| {
        let asker = world.login("sales01");
        ask(&asker, "如何解锁订单 13877770000");
        ask(&asker, "今天天气怎么样 a.b@example.com");
        let admin = world.login("demo-admin");
        let rows = logged(&admin);
        let of = |row: &Json| ["userName", "createdAt", "result", "useful"].map(|name| text(row, name)).join(" ");
        assert_eq!(of(&rows[0]), "销售一 2026-07-15 10:00:00 NONE NONE");
        assert_eq!(of(&rows[1]), "销售一 2026-07-15 10:00:00 DONE NONE");
        assert_eq!(text(&rows[1], "question"), "如何解锁订单 138****0000");
        assert_eq!(text(&rows[0], "question"), "今天天气怎么样 a***@example.com");
        assert!(text(&rows[1], "answer").contains("财务锁账") && text(&rows[1], "refs").contains("/manual?page=lock"));
        assert!(!world.contents(true).join("\n").contains("13877770000"), "nowhere");
        assert_eq!(world.login("sales01").get("/hrs/aiLog/page").status, 403);
        let keeper = world.login("superAdmin");
        assert_eq!(logged(&keeper).len(), 2, "the platform sees those of all companies");
        assert_eq!(text(&logged(&keeper)[0], "orgName"), "演示货运", "and whose they are");
        assert_eq!(keeper.ok("/hrs/aiLog/figures")["count"], json!(2));
        assert_eq!(rows[0].get("orgName"), None, "a company sees no companies");
        assert_eq!(admin.ok("/hrs/aiLog/page?result=NONE")["total"], json!(1));
        assert_eq!(admin.ok("/hrs/aiLog/page?question=%E8%A7%A3%E9%94%81")["total"], json!(1));
    });
}

#[test]
fn three_useful_and_one_not_are_seventy_five_percent() {
    each_database_from(rooms, lay, |world| {
        let asker = world.login("sales01");
        let ids: Vec<String> = (0..10).map(|_| text(&ask(&asker, "如何解锁订单"), "logId")).collect();
        let judge = |id: &str, useful: bool| asker.put("/hrs/aiLog/feedback", json!({ "logId": id, "useful": useful }));
        for (id, useful) in [(0, false), (0, true), (1, true), (2, true), (3, false)] {
            done(judge(&ids[id], useful));
        }
        let admin = world.login("demo-admin");
        let figures = admin.ok("/hrs/aiLog/figures");
        assert_eq!(
            (&figures["count"], &figures["usefulRate"], &figures["successRate"]),
            (&json!(10), &json!("75.0"), &json!("100.0"))
        );
        assert_eq!(admin.ok("/hrs/aiLog/page?useful=USELESS")["total"], json!(1));
        let other = world.login("op01");
        let foreign = other.put("/hrs/aiLog/feedback", json!({ "logId": ids[0], "useful": false }));
        assert_eq!(foreign.status, 404, "of an own question alone");
        assert_eq!(other.get("/hrs/aiLog/figures").status, 403);
    });
}

#[test]
fn the_third_question_of_a_day_is_not_answered_where_two_are_allowed() {
    each_database_from(rooms, lay, |world| {
        let (admin, asker) = (world.login("demo-admin"), world.login("sales01"));
        decide(&admin, json!({ "aiUserDaily": 2 }));
        for _ in 0..2 {
            assert!(answer(&asker, "如何解锁订单").starts_with("根据帮助文档："));
        }
        let third = ask(&asker, "如何解锁订单");
        assert_eq!((text(&third, "answer").as_str(), &third["logId"]), ("今日提问次数已用完（2次）", &Json::Null));
        assert!(answer(&world.login("op01"), "如何解锁订单").starts_with("根据帮助文档："), "each user has his own");
        decide(&admin, json!({ "aiUserDaily": 50, "aiOrgDaily": 3 }));
        assert_eq!(answer(&asker, "如何解锁订单"), "今日提问次数已用完（3次）");
        world.set_clock("2026-07-16 09:00:00");
        let asker = world.login("sales01");
        assert!(answer(&asker, "如何解锁订单").starts_with("根据帮助文档："), "another day");
    });
}

#[test]
fn a_question_becomes_a_draft_of_help_and_old_ones_are_forgotten() {
    each_database_from(rooms, lay, |world| {
        ask(&world.login("sales01"), "活体运输要提交什么");
        let admin = world.login("demo-admin");
        let id = text(&logged(&admin)[0], "id");
        assert_eq!(world.login("sales01").post(&format!("/hrs/aiLog/toDoc/{id}"), json!({})).status, 403);
        done(admin.post(&format!("/hrs/aiLog/toDoc/{id}"), json!({})));
        let drafts = admin.ok("/hrs/helpDoc/page");
        assert_eq!(
            (text(&drafts["records"][0], "title"), text(&drafts["records"][0], "status")),
            ("活体运输要提交什么".to_owned(), "草稿".to_owned())
        );
        assert_eq!(world.login("sh01").post(&format!("/hrs/aiLog/toDoc/{id}"), json!({})).status, 403);
        decide(&admin, json!({ "aiKeepDays": 30 }));
        for (time, kept) in [("2026-08-14 10:00:00", 1), ("2026-08-16 10:00:00", 0)] {
            world.set_clock(time);
            world.trust_clock();
            world.run_jobs();
            assert_eq!(logged(&world.login("demo-admin")).len(), kept, "{time}");
        }
    });
}
