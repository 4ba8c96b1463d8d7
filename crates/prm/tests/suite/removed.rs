//! What is applied for about a partner ends when the partner is deleted.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, done, field};

use super::super::{rooms_and_button, with_partners_in};
use super::approval::{act, decide, id_of, set};

fn to_do(caller: &Caller<'_>) -> Json {
    caller.ok("/prm/api/toDo?current=1&size=10")["total"].clone()
}

fn messages(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().unwrap().iter().map(|row| field(row, "content").to_owned()).collect()
}

/// Number, act and state of every application.
fn applications(admin: &Caller<'_>) -> Vec<(String, Json, String)> {
    let page = admin.ok("/prm/ics/approval/instance/page?sort=instanceNo,asc");
    let rows = page["records"].as_array().unwrap().iter();
    rows.map(|row| (field(row, "orderCode").to_owned(), row["eventId"].clone(), field(row, "status").to_owned()))
        .collect()
}

#[test]
fn the_applications_about_a_draft_end_with_it() {
    with_partners_in(rooms_and_button, |world| {
        let (admin, op, mgr) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        set(&admin, "104");
        set(&admin, "15");
        let id = id_of(&admin, "KH002");
        let path = format!("/prm/coop/{id}");
        let version = || admin.ok(&path)["version"].clone();
        done(act(&admin, "KH002", "black", "拖欠"));
        let lock = json!({ "version": version(), "reason": "欠款", "scopes": ["AE"] });
        done(admin.post(&format!("{path}/lock"), lock));
        // One was refused before, two are running, and one is about another partner.
        done(act(&admin, "KH002", "black", "已付清"));
        decide(&mgr, "refuse");
        done(act(&admin, "KH002", "black", "已付清"));
        let unlock = json!({ "eventId": 15, "refType": "COOP_SCOPE", "refId": id, "reason": "已付款" });
        let task = {
            let asked = done(op.post("/prm/ics/approval/apply", unlock));
            let view = mgr.ok(&format!("/prm/ics/approval/{}", field(&asked, "instanceId")));
            view["can"]["taskId"].clone()
        };
        done(act(&admin, "KH003", "black", "已付清"));
        assert_eq!(to_do(&mgr), json!(3));
        let remove = || admin.delete(&format!("{path}?version={}", version()));
        let before = world.contents(true);
        assert_eq!(remove().message, "仅草稿可删除，请停用");
        world.unchanged(&before, true);
        world.database(|_, conn| {
            let text = format!("UPDATE coop SET coop_state = '草稿' WHERE id = {id}");
            conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        });
        done(remove());
        let states = ["已驳回", "已终止", "已终止", "审批中"];
        let about = [("KH002", 104), ("KH002", 104), ("KH002", 15), ("KH003", 104)];
        let wanted: Vec<_> = about
            .iter()
            .zip(states)
            .map(|((code, event), state)| ((*code).to_owned(), json!(event), state.to_owned()))
            .collect();
        assert_eq!(applications(&admin), wanted);
        assert_eq!(to_do(&mgr), json!(1), "of the other partner alone");
        assert!(messages(&op).contains(&"您提交的解锁申请已终止：KH002".to_owned()), "{:?}", messages(&op));
        let own = messages(&admin).iter().filter(|text| text.contains("已终止")).count();
        assert_eq!(own, 0, "who deletes it need not be told of his own");
        let late = mgr.post("/prm/ics/approval/agree", json!({ "taskId": task, "comment": "" }));
        assert_eq!(late.message, "该审批已处理");
        let log = admin.ok("/hrs/log/list/page?size=5")["records"].clone();
        let ends: Vec<&str> = log
            .as_array()
            .unwrap()
            .iter()
            .map(|line| field(line, "text"))
            .filter(|text| text.starts_with("终止"))
            .collect();
        assert_eq!(ends, ["终止 KH002：申请对象已删除"; 2]);
    });
}
