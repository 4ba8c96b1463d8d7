//! What the server's configuration file decides, shown below the platform's settings. It is changed in the file: which
//! networks the server may reach and where files lie is no decision of a page.

use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome};
use platform::registry::{Operation, Room};
use platform::store::Dialect;
use serde_json::{Value as Json, json};

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations.push(
        Operation::get("get_server_configuration", "/hrs/platform/configured", Access::Code("hrs_platform"), show)
            .summary("What the server's configuration file decides"),
    );
}

fn show(call: &mut Call) -> Outcome {
    Ok(Answer::Data(json!(facts(&call.app))))
}

/// Name of a key of the file, its label, its value in words.
fn facts(app: &App) -> Vec<Json> {
    let settings = &app.settings;
    let database = match app.store.dialect() {
        Dialect::Sqlite => ("内嵌数据库（SQLite）".to_owned(), "Embedded (SQLite)".to_owned()),
        Dialect::Postgres => both("PostgreSQL"),
    };
    let bucket = &settings.object_store.bucket;
    let files = if settings.object_store.endpoint.is_empty() {
        ("磁盘".to_owned(), "Disk".to_owned())
    } else {
        (format!("对象存储（{bucket}）"), format!("Object store ({bucket})"))
    };
    let backups = match settings.backup_objects() {
        None => ("磁盘".to_owned(), "Disk".to_owned()),
        Some((_, store)) => {
            (format!("磁盘、对象存储（{}）", store.bucket), format!("Disk, object store ({})", store.bucket))
        }
    };
    let ports: Vec<String> = settings.mail_ports.iter().map(ToString::to_string).collect();
    [
        ("database_url", ("数据库", "Database"), database),
        ("object_store", ("存储方式", "Where files lie"), files),
        ("backup_store", ("备份可存放于", "Where backups may lie"), backups),
        ("allowed_networks", ("允许的内网地址", "Inner networks allowed"), list(&settings.guard.allowed(), NONE)),
        ("mail_ports", ("邮件服务器端口", "Ports of mail servers"), list(&ports, ANY)),
        ("public_url", ("对外地址", "Public address"), list(&own(&settings.public_url), AS_CALLED)),
        ("", ("时区", "Time zone"), both("Asia/Shanghai (UTC+8)")),
    ]
    .map(|(key, (zh, en), (value_zh, value_en))| {
        json!({ "key": key, "label": { "zh": zh, "en": en }, "value": { "zh": value_zh, "en": value_en } })
    })
    .to_vec()
}

const NONE: (&str, &str) = ("无", "None");
const ANY: (&str, &str) = ("不限", "Any");
const AS_CALLED: (&str, &str) = ("与浏览器访问的地址相同", "As the browser calls it");

fn both(text: &str) -> (String, String) {
    (text.to_owned(), text.to_owned())
}

fn own(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { vec![text.to_owned()] }
}

fn list(values: &[String], none: (&str, &str)) -> (String, String) {
    if values.is_empty() {
        return (none.0.to_owned(), none.1.to_owned());
    }
    (values.join("、"), values.join(", "))
}
