//! Partners whose admission, or whose way off the black list, is decided by somebody.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, done};

use super::super::with_partners;

fn row(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coop/page?keyword={code}"))["records"][0].clone()
}

fn id_of(caller: &Caller<'_>, code: &str) -> String {
    row(caller, code)["id"].as_str().unwrap().to_owned()
}

fn act(caller: &Caller<'_>, code: &str, way: &str, reason: &str) -> Reply {
    let id = id_of(caller, code);
    let version = caller.ok(&format!("/prm/coop/{id}"))["version"].clone();
    caller.post(&format!("/prm/coop/{id}/{way}"), json!({ "version": version, "reason": reason }))
}

fn set(admin: &Caller<'_>, event: &str) {
    let offers = admin.ok("/platform/select/user?keyword=mgr01");
    let level = json!({ "approverType": "user", "approverIds": [offers[0]["value"]] });
    done(admin.post("/prm/ics/approval/setting", json!({ "eventId": event, "approval": "1", "levels": [level] })));
}

fn decide(caller: &Caller<'_>, how: &str) -> Json {
    let task = caller.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    done(caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "已核实" })))
}

#[test]
fn without_a_setting_both_are_done_at_once() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        assert_eq!(
            (&row(&admin, "KH004")["coopState"], &row(&admin, "KH003")["listMark"]),
            (&json!("待审批"), &json!("黑名单"))
        );
        let told = done(act(&admin, "KH004", "approve", ""));
        assert_eq!((&told["state"], &told["instanceId"]), (&json!("已通过"), &Json::Null));
        assert_eq!(row(&admin, "KH004")["coopState"], json!("生效"));
        assert_eq!(act(&admin, "KH004", "approve", "").message, "当前状态（生效）不能进行此操作");
        let before = world.contents(true);
        assert_eq!(act(&admin, "KH003", "black", " ").findings_at("reason"), ["请填写原因"]);
        world.unchanged(&before, true);
        done(act(&admin, "KH003", "black", "已付清"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("普通"));
        done(act(&admin, "KH003", "black", "又拖欠"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"), "onto the list nobody is asked");
    });
}

#[test]
fn with_a_setting_both_wait_for_their_decision() {
    with_partners(|world| {
        let (admin, mgr) = (world.login("demo-admin"), world.login("mgr01"));
        set(&admin, "101");
        set(&admin, "104");
        let told = done(act(&admin, "KH004", "approve", "资料齐全"));
        assert_eq!((&told["state"], &told["instanceNo"]), (&json!("审批中"), &json!("SP-2607150001")));
        assert_eq!(row(&admin, "KH004")["coopState"], json!("待审批"));
        let before = world.contents(true);
        assert_eq!(act(&admin, "KH004", "approve", "").message, "已有审批中的申请");
        world.unchanged(&before, true);
        decide(&mgr, "agree");
        assert_eq!(row(&admin, "KH004")["coopState"], json!("生效"));
        done(act(&admin, "KH003", "black", "已付清"));
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"));
        decide(&mgr, "refuse");
        assert_eq!(row(&admin, "KH003")["listMark"], json!("黑名单"), "a refused one stays");
        done(act(&admin, "KH003", "black", "已付清"));
        decide(&mgr, "agree");
        assert_eq!(row(&admin, "KH003")["listMark"], json!("普通"));
    });
}
