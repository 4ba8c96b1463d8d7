//! The label, the slip, and the mail.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{each_database_from, each_database_with};

use super::kit::*;

fn words(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&pages).unwrap()
}

#[test]
fn a_label_bears_number_code_papers_and_the_link() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let id = made(&admin);
        seal(&admin, &id);
        let (token, code) = link(&admin, &id);
        let label = admin.get(&format!("{BASE}/print/{id}"));
        assert_eq!(label.content_type, "application/pdf");
        let text = words(&label.bytes);
        for part in ["WD-2607150001", "990-12345675", "X9101 2026-07-18", "PVG - FRA", "S-1", "HA002", &code, &token] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let images = label.bytes.windows(6).filter(|part| *part == b"/Image").count();
        assert!(images > 0, "the code is a picture");
        hand(&admin, &id);
        let slip = words(&admin.get(&format!("{BASE}/print/{id}?kind=slip")).bytes);
        assert!(slip.contains("王收") && slip.contains("测试航空") && slip.contains("2026-07-15 09:30:00"), "{slip}");
        assert!(!slip.contains(&code) && !slip.contains(&token), "the carrier is not told the code");
        assert_eq!(admin.get(&format!("{BASE}/print/{id}?kind=poster")).status, 400);
    });
}

#[test]
fn a_mail_with_the_link_goes_to_the_agent() {
    each_database_with(rooms, on_own_machine, |world| {
        lay(world);
        let admin = world.login("demo-admin");
        let id = made(&admin);
        let path = format!("{BASE}/{id}/send");
        let draft = admin.ok(&format!("{BASE}/{id}/letter"));
        assert_eq!(draft["to"], json!(["agent@example.com"]));
        assert_eq!(text(&draft["subject"]), "随货文件袋 WD-2607150001（990-12345675）");
        refused(&admin.post(&path, draft.clone()), "文件袋草稿，不能进行此操作");
        seal(&admin, &id);
        refused(&admin.post(&path, draft.clone()), "请先在个人设置中配置邮件发送");
        let server = MailServer::start(Manner::Takes);
        assert_eq!(admin.put("/hrs/org/mailbox", server.mailbox()).code, 0);
        let before = world.contents(true);
        let say = |more: Json| {
            let mut body = draft.clone();
            for (name, value) in more.as_object().unwrap() {
                body[name] = value.clone();
            }
            findings(&admin.post(&path, body))
        };
        assert_eq!(say(json!({ "to": [" "] })), [("to".to_owned(), "收件人不能为空".to_owned())]);
        assert_eq!(say(json!({ "to": ["a@"] })), [("to".to_owned(), "邮箱格式不正确：a@".to_owned())]);
        assert_eq!(
            say(json!({ "subject": "", "content": "" })),
            [
                ("subject".to_owned(), "邮件标题不能为空".to_owned()),
                ("content".to_owned(), "邮件内容不能为空".to_owned()),
            ]
        );
        world.unchanged(&before, true);
        done(admin.post(&path, draft));
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["agent@example.com"]);
        let (token, _) = link(&admin, &id);
        assert!(mail.text().contains(&format!("/cargoPouchView/{token}")), "{}", mail.text());
        assert!(mail.html().contains(&format!("/cargoPouchView/{token}\">查看随货文件袋</a>")));
        assert_eq!(functions(&admin, &id), ["发送", "封袋", "新增"]);
        assert_eq!(text(&log(&admin, &id)[0]["text"]), "发送邮件：agent@example.com");
    });
}
