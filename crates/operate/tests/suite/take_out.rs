//! Everything a company has, packed for it alone.

use std::io::Read;

use serde_json::json;
use testkit::{Caller, each_database};

use super::rooms;

fn proved<'a>(caller: Caller<'a>) -> Caller<'a> {
    assert_eq!(caller.post("/auth/reauth", json!({ "password": testkit::PASSWORD })).code, 0);
    caller
}

#[test]
fn a_company_takes_its_own_rows_and_files_and_no_secret() {
    each_database(rooms, |world| {
        let admin = proved(world.login("demo-admin"));
        world.database(|app, conn| {
            use platform::store::{Value, sql};
            for (org, name, bytes) in
                [(2, "托书.pdf", b"%PDF-own".as_slice()), (3, "别家.pdf", b"%PDF-other".as_slice())]
            {
                let hash = app.files.keep(org, bytes).expect("is kept");
                let text = |text: &str| Value::Text(text.to_owned());
                let cells = [
                    ("id", Value::Int(1)),
                    ("object_type", text("notice")),
                    ("object_id", Value::Int(1)),
                    ("file_name", text(name)),
                    ("content_type", text("application/pdf")),
                    ("size", Value::Int(8)),
                    ("file_key", text(&hash)),
                    ("created_by", Value::Int(0)),
                    ("created_at", Value::Int(0)),
                ];
                conn.exec(&sql::insert(org, "published_file", &cells).into()).expect("a row");
            }
            // Named within a longer text, as files beside mails are.
            let hash = app.files.keep(2, b"%PDF-mail").expect("is kept");
            let text = |text: &str| Value::Text(text.to_owned());
            let cells = [
                ("id", Value::Int(1)),
                ("kind", text("自定义")),
                ("mailbox_org", Value::Int(2)),
                ("from_addr", text("a@example.com")),
                ("to_addrs", text("b@example.com")),
                ("subject", text("运单")),
                ("attachments", Value::Text(json!([{ "name": "运单.pdf", "hash": hash, "size": 9 }]).to_string())),
                ("attachment_count", Value::Int(1)),
                ("secure", Value::Bool(false)),
                ("language", text("zh-CN")),
                ("status", text("已发送")),
                ("attempts", Value::Int(1)),
                ("created_at", Value::Int(app.clock.now().millis())),
            ];
            conn.exec(&sql::insert(2, "mail_log", &cells).into()).expect("a row");
        });
        assert_eq!(admin.post("/hrs/task/everything", json!({})).message, "已提交下载中心");
        let again = admin.post("/hrs/task/everything", json!({}));
        assert_eq!((again.code, again.message.as_str()), (1, "任务正在执行"));
        world.run_jobs();
        let task = admin.ok("/hrs/task/page")["records"][0].clone();
        assert_eq!((&task["status"], &task["fileName"]), (&json!("已完成"), &json!("全部数据-2026-07-15.zip")));
        let reply = admin.get(&format!("/hrs/task/file/{}", task["id"].as_str().unwrap()));
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("a zip");
        let names: Vec<String> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
        assert!(names.contains(&"README.txt".to_owned()) && names.contains(&"tables/freight_order.csv".to_owned()));
        assert!(!names.iter().any(|name| name.contains("session") || name.contains("login.csv")), "{names:?}");
        let mut text = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).expect(name).read_to_string(&mut text).expect("a text");
            text
        };
        let files = names.iter().filter(|name| name.starts_with("files/"));
        let files: std::collections::BTreeSet<String> = files.map(|name| text(name)).collect();
        assert_eq!(files, ["%PDF-mail", "%PDF-own"].map(str::to_owned).into(), "no other company's file");
        let users = text("tables/app_user.csv");
        assert!(users.starts_with("\u{feff}") && users.contains("操作一") && !users.contains("上海操作一"), "{users}");
        assert!(!users.lines().next().unwrap().contains("id_number_enc"), "what is sealed stays");
        assert!(text("tables/published_file.csv").contains("托书.pdf"));
        let company = text("tables/org.csv");
        assert!(company.contains("\"DEMO\"") && !company.contains("DEMOSH") && !company.contains("PLAT"), "{company}");
        let logged = |line: &&String| line.starts_with("operation_log") && line.contains("导出全部数据");
        let lines: Vec<String> = world.contents(true).iter().filter(logged).cloned().collect();
        assert!(lines.len() == 1 && lines[0].contains("\"高\""), "{lines:?}");
    });
}

#[test]
fn only_whoever_proves_that_he_may_takes_everything() {
    each_database(rooms, |world| {
        assert_eq!(world.login("ceo01").post("/hrs/task/everything", json!({})).status, 403);
        assert_eq!(world.login("op01").post("/hrs/task/everything", json!({})).status, 403);
        let admin = world.login("demo-admin");
        world.set_clock("2026-07-15 10:11:00");
        let before = world.contents(true);
        assert_eq!(
            admin.post("/hrs/task/everything", json!({})).code,
            4,
            "the password of ten minutes ago proves nothing"
        );
        let changed: Vec<String> = world.contents(true).into_iter().filter(|line| !before.contains(line)).collect();
        assert!(changed.iter().all(|line| line.starts_with("session")), "{changed:?}");
    });
}
