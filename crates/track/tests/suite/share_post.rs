//! The mail with the link of an order.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_with, field, findings, refused};

use crate::track::suite::fixture::*;

const SEND: &str = "/afbase/orderShare/send";
const LETTER: &str = "/afbase/orderShare/letter";

fn set(world: &World, user: i64, column: &'static str, value: Value) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, "app_user", &[(column, value)]);
        conn.exec(&update.and_where(sql::eq("id", user)).to_owned().into()).unwrap();
    });
}

/// The orders, whose customer has a contact.
fn lay_customer(world: &World) {
    lay(world);
    world.database(|_, conn| {
        for (id, email) in [(9101i64, "customer@example.com"), (9102, "no address")] {
            let contact = [
                ("id", Value::Int(id)),
                ("coop_id", Value::Int(KH001)),
                ("name", "客户联系人".into_value()),
                ("email", email.into_value()),
                ("is_main", Value::Bool(id == 9101)),
            ];
            put(conn, DEMO, "coop_contact", &contact);
        }
    });
}

/// Who gets copies of tracking codes, by the personal settings of a user.
fn copies_to(caller: &Caller<'_>, user: i64, colleagues: &[i64]) {
    let mut all = caller.ok(&format!("/hrs/user/{user}"));
    let named: Vec<String> = colleagues.iter().map(ToString::to_string).collect();
    for more in [caller.ok("/hrs/user/getHrsUserExtend"), json!({ "userEname": "Sender", "orderTrackCcUser": named })] {
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    }
    done(caller.put("/hrs/user/editPersonal", all));
}

fn ready(caller: &Caller<'_>) -> MailServer {
    let server = MailServer::start(Manner::Takes);
    done(caller.put("/hrs/org/mailbox", server.mailbox()));
    server
}

fn link(caller: &Caller<'_>, order: &str, more: Json) -> Json {
    let mut body = json!({ "orderUuid": order, "validity": "7" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    done(caller.post("/afbase/orderShare/createLink", body))
}

/// The body of a mail with a code.
fn mail(order: &str, code: &Json, draft: &Json) -> Json {
    let mut body = draft.clone();
    body.as_object_mut().unwrap().extend([("orderUuid".to_owned(), json!(order)), ("code".to_owned(), code.clone())]);
    body
}

fn plain() -> Json {
    json!({ "to": ["customer@example.com"], "cc": [], "subject": "订单跟踪", "content": "请查看" })
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

// req: settings-field-cc
#[test]
fn a_link_is_mailed_with_its_code_and_copies_go_to_whom_the_sender_chose() {
    each_database_with(rooms, on_own_machine, |world| {
        lay_customer(world);
        let admin = world.login("demo-admin");
        let (colleague, gone) = (user_id(world, "op01"), user_id(world, "sales01"));
        set(world, colleague, "email", "op01@example.com".into_value());
        copies_to(&admin, user_id(world, "demo-admin"), &[colleague, gone]);
        set(world, gone, "user_status", Value::Int(0));
        let made = link(&admin, E1, json!({}));
        let draft = admin.ok(&format!("{LETTER}/{E1}"));
        let said = "您好，\n您可通过以下链接随时查看订单AE-2607150001（990-12345675，PVG-FRA，X9101 2026-07-18，\
                    12 PCS / 500.0 KG / 3.950 CBM）的最新动态。";
        let proposed = json!({ "to": ["customer@example.com"], "cc": ["op01@example.com"],
            "subject": "订单跟踪 AE-2607150001 990-12345675", "content": said });
        assert_eq!(draft, proposed);
        let body = mail(E1, &made["code"], &draft);
        refused(&admin.post(SEND, body.clone()), "请先在个人设置中配置邮件发送");
        let server = ready(&admin);
        let say = |member: &str, value: Json| {
            let mut body = body.clone();
            body[member] = value;
            findings(&admin.post(SEND, body))
        };
        assert_eq!(say("to", json!([" "])), one("to", "收件人不能为空"));
        assert_eq!(say("to", json!(["a@"])), one("to", "邮箱格式不正确：a@"));
        assert_eq!(say("cc", json!(["b@"])), one("to", "邮箱格式不正确：b@"));
        assert_eq!(say("subject", json!(" ")), one("subject", "邮件标题不能为空"));
        assert_eq!(say("content", json!("")), one("content", "邮件内容不能为空"));
        assert_eq!(admin.ok("/hrs/mailLog/page")["total"], 0);
        // Whose dialog says nothing of copies has his list.
        let mut body = body;
        body.as_object_mut().unwrap().remove("cc");
        done(admin.post(SEND, body));
        let code = made["code"].as_str().unwrap();
        let told_nowhere = || !world.contents(true).iter().any(|row| row.contains(code));
        assert!(told_nowhere(), "the code lies about while the mail waits");
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["customer@example.com", "op01@example.com"]);
        assert_eq!(mail.subject(), "订单跟踪 AE-2607150001 990-12345675");
        let words = mail.text();
        assert!(words.contains(&format!("/externalOrderTrack?o=af{E1}&code={code}")), "{words}");
        assert!(words.contains("（本链接2026-07-22前有效）"), "{words}");
        let open = format!("/afbase/external/order/orderTrack?o=af{E1}&code={code}");
        assert_eq!(world.anonymous().get(&open).code, 0, "a mail leaves the link as it is");
        assert!(told_nowhere(), "the code lies about after the mail is out");
        let lines = admin.ok("/hrs/log/list/page?size=50")["records"].clone();
        let line =
            lines.as_array().unwrap().iter().find(|line| line["pageFunction"] == "发送订单追踪码").expect("a line");
        assert_eq!((field(line, "objectNumber"), field(line, "businessScope")), ("AE-2607150001", "AE"), "{line}");
        assert_eq!(line["text"], "发送邮件：customer@example.com; op01@example.com", "{line}");
    });
}

#[test]
fn nobody_reads_a_code_in_the_mail_log_or_sends_it_again_from_there() {
    each_database_with(rooms, on_own_machine, |world| {
        lay_customer(world);
        let admin = world.login("demo-admin");
        ready(&admin);
        let made = link(&admin, E1, json!({}));
        let id = done(admin.post(SEND, mail(E1, &made["code"], &plain())))["mailId"].clone();
        let id = id.as_str().unwrap();
        let secret = "安全邮件不可查看";
        let look = || admin.get(&format!("/hrs/mailLog/{id}"));
        refused(&look(), secret);
        world.run_jobs();
        refused(&look(), secret);
        refused(&admin.post(&format!("/hrs/mailLog/resend/{id}"), json!({})), secret);
        let row = admin.ok("/hrs/mailLog/page")["records"][0].clone();
        assert_eq!((field(&row, "kind"), field(&row, "status")), ("订单追踪码", "已发送"), "{row}");
        assert_eq!((field(&row, "refNo"), &row["can"]), ("AE-2607150001", &json!([])), "{row}");
    });
}

#[test]
fn a_code_that_opens_nothing_is_not_sent() {
    each_database_with(rooms, on_own_machine, |world| {
        lay_customer(world);
        let admin = world.login("demo-admin");
        ready(&admin);
        let (wrong, ended) = ("追踪码不正确，请更新链接后再发送", "分享链接已过期或已停用，请更新链接后再发送");
        let letter = || admin.get(&format!("{LETTER}/{E1}"));
        refused(&letter(), "没有有效的分享链接");
        let first = link(&admin, E1, json!({}));
        let other = link(&admin, E2, json!({}));
        let send = |code: &Json| admin.post(SEND, mail(E1, code, &plain()));
        for code in [json!(""), json!("a".repeat(26)), other["code"].clone(), json!(format!("{}x", first["code"]))] {
            refused(&send(&code), wrong);
        }
        let second = link(&admin, E1, json!({}));
        refused(&send(&first["code"]), ended);
        world.set_clock("2026-07-22 09:59:59");
        let admin = world.login("demo-admin");
        let send = |code: &Json| admin.post(SEND, mail(E1, code, &plain()));
        done(send(&second["code"]));
        world.set_clock("2026-07-22 10:00:00");
        refused(&send(&second["code"]), ended);
        refused(&admin.get(&format!("{LETTER}/{E1}")), ended);
        let third = link(&admin, E1, json!({}));
        done(send(&third["code"]));
        done(admin.post("/afbase/orderShare/stopLink", json!({ "orderUuid": E1 })));
        refused(&send(&third["code"]), ended);
        assert_eq!(send(&json!("x")).message, wrong, "another code is told to be wrong when the link has ended, too");
        assert_eq!(admin.ok("/hrs/mailLog/page")["total"], 2);
        let english = admin.in_language("en-US").post(SEND, mail(E1, &json!("x"), &plain()));
        assert_eq!(english.message, "This is no tracking code of the order. Please make a new link and send that.");
    });
}

#[test]
fn who_may_not_share_an_order_mails_no_code_of_it() {
    each_database_with(rooms, on_own_machine, |world| {
        lay_customer(world);
        let admin = world.login("demo-admin");
        ready(&admin);
        let made = link(&admin, E1, json!({}));
        let body = mail(E1, &made["code"], &plain());
        let tried = |caller: &Caller<'_>| -> [Reply; 2] {
            [caller.get(&format!("{LETTER}/{E1}")), caller.post(SEND, body.clone())]
        };
        let statuses = |caller: &Caller<'_>| tried(caller).map(|reply| reply.status);
        assert_eq!(statuses(&world.anonymous()), [401, 401]);
        assert_eq!(statuses(&world.login("nobody")), [403, 403]);
        assert_eq!(statuses(&world.login("sh01")), [404, 404]);
        // A role that shares, but whose data level hides the order.
        let hidden = world.login("sales01");
        let replies = tried(&hidden);
        assert!(replies.iter().all(|reply| reply.status == 403 || reply.message == "您没有该订单的数据权限"));
        let unknown = json!({ "orderUuid": "f".repeat(32) });
        let mut strange = body.clone();
        strange.as_object_mut().unwrap().extend(unknown.as_object().unwrap().clone());
        assert_eq!(admin.post(SEND, strange).status, 404);
        assert_eq!(admin.ok("/hrs/mailLog/page")["total"], 0);
    });
}

#[test]
fn a_mail_says_no_more_than_its_link_shows_and_speaks_the_language_chosen() {
    each_database_with(rooms, on_own_machine, |world| {
        lay_customer(world);
        let admin = world.login("demo-admin");
        let server = ready(&admin);
        let made = link(&admin, E1, json!({ "parts": ["track"], "validity": "forever" }));
        let chinese = admin.ok(&format!("{LETTER}/{E1}?language=zh-CN"));
        assert_eq!(
            chinese["content"],
            "您好，\n您可通过以下链接随时查看订单AE-2607150001（990-12345675，PVG-FRA）的最新动态。"
        );
        let draft = admin.ok(&format!("{LETTER}/{E1}?language=en-US"));
        assert_eq!(draft["subject"], "Shipment tracking AE-2607150001 990-12345675");
        let said = "Dear customer,\nYour shipment AE-2607150001 (990-12345675, PVG-FRA) can be tracked at any time \
                    behind the link below.";
        assert_eq!(draft["content"], said);
        assert_eq!(admin.in_language("en-US").ok(&format!("{LETTER}/{E1}"))["content"], said);
        let mut body = mail(E1, &made["code"], &draft);
        body["language"] = json!("en-US");
        done(admin.post(SEND, body));
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        let words = mail.text();
        assert!(words.contains("Track the shipment: http") && words.is_ascii(), "{words}");
        // An order without a number is called by its code.
        link(&admin, E2, json!({}));
        let draft = admin.ok(&format!("{LETTER}/{E2}"));
        assert_eq!(draft["subject"], "订单跟踪 AE-2607150002");
        let said = draft["content"].as_str().unwrap();
        assert!(said.contains("AE-2607150002（PVG-FRA，X9101 2026-07-18，8 PCS / 300.0 KG / 1.200 CBM）"), "{said}");
    });
}
