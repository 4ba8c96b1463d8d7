//! Mails in a user's own name: by his mailbox when he has turned it on, else by that of his company.

use kernel::Id;
use mail::{Copies, Sender, mailbox_of_sender, need_mailbox};
use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, World, done, each_database_with, field};

use super::mailbox::save;
use super::outbox::letter;

const DEMO: i64 = 2;
const SAVE: &str = "/hrs/user/editPersonal";

fn id_of(world: &World, login: &str) -> Id {
    let found = world.login("demo-admin").ok(&format!("/platform/select/user?keyword={login}"));
    Id(field(&found[0], "value").parse().unwrap())
}

/// Changes the caller's own settings.
fn set(caller: &Caller<'_>, id: Id, changes: &Json) {
    let mut all = caller.ok(&format!("/hrs/user/{id}"));
    for more in [&caller.ok("/hrs/user/getHrsUserExtend"), changes] {
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    }
    done(caller.put(SAVE, all));
}

/// The account of a server as a user's own mailbox.
fn own(server: &MailServer) -> Json {
    let account = server.mailbox();
    json!({
        "userEname": "Op One", "mailValid": true, "mailName": "操作一", "mailSmtp": "127.0.0.1", "mailSsl": false,
        "mailPort": server.port(), "mailUser": account["mailUser"], "mailVerifyCode": account["mailVerifyCode"],
        "mailSignature": "演示货运 操作一",
    })
}

/// Sends a mail in a user's name; none where he may send none, with why.
fn send(world: &World, user: Id) -> Result<Id, String> {
    world.database(|app, conn| {
        let mailbox = need_mailbox(conn, app, DEMO, user).map_err(|why| format!("{why:?}"))?;
        let from = Sender { org: DEMO, mailbox: &mailbox, user: Some(user), language: "zh-CN" };
        Ok(mail::put(conn, app, from, &letter(&["a@example.com"])).unwrap())
    })
}

#[test]
fn a_user_sends_by_his_own_mailbox_once_he_has_turned_it_on() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (op, user) = (world.login("op01"), id_of(world, "op01"));
        let why = send(world, user).unwrap_err();
        assert!(why.contains("请先在个人设置中配置邮件发送"), "{why}");
        let (of_company, of_user) = (MailServer::start(Manner::Takes), MailServer::start(Manner::Takes));
        save(&world.login("demo-admin"), of_company.mailbox());
        send(world, user).unwrap();
        world.run_jobs();
        assert_eq!((of_company.received().len(), of_user.received().len()), (1, 0));

        set(&op, user, &own(&of_user));
        send(world, user).unwrap();
        world.run_jobs();
        let [mail] = of_user.received().try_into().expect("one mail");
        assert_eq!(mail.from(), "操作一 <op01@example.com>", "the address of most users is their own");
        assert_eq!(mail.text().trim_end(), "请于今日送货。\n\n-- \n演示货运 操作一");
        assert_eq!(of_company.received().len(), 1);
        let logged = world.login("demo-admin").ok("/hrs/mailLog/page?size=1")["records"][0].clone();
        assert_eq!((&logged["fromAddr"], &logged["status"]), (&json!("op01@example.com"), &json!("已发送")));

        // Nobody else sends by it: neither a colleague nor who sends the mail again.
        send(world, id_of(world, "sales01")).unwrap();
        let again = format!("/hrs/mailLog/resend/{}", field(&logged, "id"));
        done(world.login("demo-admin").post(&again, json!({})));
        world.run_jobs();
        assert_eq!((of_company.received().len(), of_user.received().len()), (3, 1));

        // A server that lets nobody in is that of this user alone.
        of_user.turn(Manner::RefusesLogin);
        send(world, user).unwrap();
        send(world, id_of(world, "sales01")).unwrap();
        world.run_jobs();
        assert_eq!(of_company.received().len(), 4);
        set(&op, user, &json!({ "mailValid": false }));
        send(world, user).unwrap();
        world.run_jobs();
        assert_eq!(of_company.received().len(), 5);
    });
}

#[test]
fn the_mailbox_of_who_is_stopped_or_has_left_sends_nothing_any_more() {
    for (column, gone) in [("user_status", Value::Int(0)), ("active", Value::Bool(false))] {
        each_database_with(Vec::new, on_own_machine, |world| {
            let (of_company, of_user) = (MailServer::start(Manner::Takes), MailServer::start(Manner::Takes));
            save(&world.login("demo-admin"), of_company.mailbox());
            let user = id_of(world, "op01");
            set(&world.login("op01"), user, &own(&of_user));
            send(world, user).unwrap();
            world.database(|_, conn| {
                let mut left = sql::update(DEMO, "app_user", &[(column, gone.clone())]);
                left.and_where(sql::eq("id", user));
                conn.exec(&left.into()).unwrap();
            });
            world.run_jobs();
            assert_eq!((of_company.received().len(), of_user.received().len()), (0, 0), "{column}");
            let logged = world.login("demo-admin").ok("/hrs/mailLog/page?size=1")["records"][0].clone();
            assert_eq!(logged["error"], "发件邮箱已停用", "{column}");
            send(world, user).unwrap();
            world.run_jobs();
            assert_eq!((of_company.received().len(), of_user.received().len()), (1, 0), "the company's instead");
        });
    }
}

#[test]
fn who_gets_copies_is_what_the_user_has_chosen() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (op, user) = (world.login("op01"), id_of(world, "op01"));
        let of = |list: Copies| world.database(|_, conn| list.of(conn, DEMO, user).unwrap());
        let copies = || of(Copies::DeliveryNotice);
        assert_eq!((copies(), of(Copies::TrackingCode)), (Vec::new(), Vec::new()));
        let (stays, leaves) = (id_of(world, "cs01"), id_of(world, "sales01"));
        let chosen = json!({ "userEname": "Op One", "sendGoodsNotifyCcUser": [stays.to_string(), leaves.to_string()],
            "orderTrackCcUser": [user.to_string()] });
        set(&op, user, &chosen);
        assert_eq!(copies().len(), 2);
        world.database(|_, conn| {
            let mut left = sql::update(DEMO, "app_user", &[("user_status", Value::Int(0))]);
            left.and_where(sql::eq("id", leaves));
            conn.exec(&left.into()).unwrap();
        });
        assert_eq!(copies(), ["cs01@example.com"]);
        assert_eq!(of(Copies::TrackingCode), ["op01@example.com"], "each list is for its own mails");
        let none = world.database(|app, conn| mailbox_of_sender(conn, app, DEMO, user).unwrap().is_none());
        assert!(none, "copies need no mailbox, mails do");
    });
}
