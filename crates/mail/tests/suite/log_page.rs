//! The mail log: what is seen, what is sent again, what stays closed.

use mail::{Kind, Letter};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, each_database_with};

use super::mailbox::save;
use super::outbox::{letter, put, send};

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    caller.ok(&format!("/hrs/mailLog/page?{query}"))["records"].as_array().unwrap().clone()
}

#[test]
fn a_mail_is_found_viewed_and_sent_again_as_a_new_one() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        save(&admin, server.mailbox());
        let id = put(world, &["a@example.com"]);
        assert_eq!(rows(&admin, "")[0]["can"], json!(["sys_maillog_view"]));
        let resend = format!("/hrs/mailLog/resend/{id}");
        assert_eq!(admin.post(&resend, json!({})).message, "邮件正在发送，请稍后再试");
        world.run_jobs();
        assert_eq!(rows(&admin, "")[0]["can"], json!(["sys_maillog_view", "sys_maillog_resend"]));
        let seen = admin.ok(&format!("/hrs/mailLog/{id}"));
        assert_eq!((&seen["text"], &seen["html"]), (&json!("请于今日送货。"), &json!("<p>请于今日送货。</p>")));
        assert_eq!((&seen["toAddrs"], &seen["fromAddr"]), (&json!("a@example.com"), &json!("office@example.com")));
        assert_eq!((&seen["subject"], &seen["status"]), (&json!("送货安排 AE-2607010001"), &json!("已发送")));
        world.set_clock("2026-07-15 11:00:00");
        assert_eq!(admin.post(&resend, json!({})).code, 0);
        assert_eq!(world.run_jobs(), 1);
        let all = rows(&admin, "");
        assert_eq!(all.len(), 2);
        assert_eq!((&all[0]["createdAt"], &all[0]["senderName"]), (&json!("2026-07-15 11:00:00"), &json!("管理员")));
        assert_eq!((&all[0]["status"], &all[1]["attempts"]), (&json!("已发送"), &json!(1)));
        assert_eq!(server.received()[0].text(), server.received()[1].text());
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert_eq!(log["records"][0]["pageName"], json!("邮件发送记录"));
        for (query, count) in [
            ("toAddrs=a%40example", 2),
            ("toAddrs=b%40example", 0),
            ("subject=AE-2607010001", 2),
            ("kind=%E5%85%B6%E4%BB%96", 2),
            ("kind=%E9%82%80%E8%AF%B7", 0),
            ("status=%E5%B7%B2%E5%8F%91%E9%80%81", 2),
            ("status=%E5%A4%B1%E8%B4%A5", 0),
            ("createdAt=2026-07-15%2011:00:00~2026-07-15%2012:00:00", 1),
        ] {
            assert_eq!(rows(&admin, query).len(), count, "{query}");
        }
        assert!(admin.post("/hrs/mailLog/exportExcel", json!({})).bytes.starts_with(b"PK"));
    });
}

#[test]
fn a_mail_with_a_link_in_it_is_neither_viewed_nor_sent_again() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        save(&admin, server.mailbox());
        for kind in [Kind::Invitation, Kind::PasswordReset] {
            let id = send(world, &Letter { kind, ..letter(&["a@example.com"]) });
            world.run_jobs();
            let before = world.contents(true);
            for reply in
                [admin.get(&format!("/hrs/mailLog/{id}")), admin.post(&format!("/hrs/mailLog/resend/{id}"), json!({}))]
            {
                assert_eq!((reply.code, reply.message.as_str()), (1, "安全邮件不可查看"));
            }
            assert_eq!(rows(&admin, "")[0]["can"], json!([]));
            world.unchanged(&before, true);
        }
    });
}

#[test]
fn the_log_belongs_to_the_company_and_to_those_who_may() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        save(&admin, server.mailbox());
        let id = put(world, &["a@example.com"]);
        world.run_jobs();
        let before = world.contents(false);
        let (view, again) = (format!("/hrs/mailLog/{id}"), format!("/hrs/mailLog/resend/{id}"));
        let other = world.login("superAdmin");
        assert!(rows(&other, "").is_empty());
        assert_eq!((other.get(&view).status, other.post(&again, json!({})).status), (404, 404));
        let clerk = world.login("op01");
        assert_eq!((clerk.get("/hrs/mailLog/page").status, clerk.get(&view).status), (403, 403));
        let nobody = world.anonymous();
        assert_eq!((nobody.get(&view).status, nobody.post(&again, json!({})).status), (401, 401));
        assert_eq!(admin.get("/hrs/mailLog/7").status, 404);
        world.unchanged(&before, false);
    });
}
