//! Why a page does not open, and what becomes of asking for it.

use platform::access::raise_permission_version;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, field};

fn why(caller: &Caller<'_>, name: &str) -> Json {
    let name: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
    caller.ok(&format!("/hrs/permission/why?name={name}"))
}

fn ask(caller: &Caller<'_>, page: &Json, reason: &str) -> Reply {
    caller.post("/hrs/permission/apply", json!({ "permissionId": page["permissionId"], "reason": reason }))
}

fn to_do(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok("/prm/api/toDo?current=1&size=10")["records"].as_array().cloned().unwrap_or_default()
}

fn decide(caller: &Caller<'_>, how: &str, more: &Json) -> Reply {
    let mut body = json!({ "taskId": to_do(caller)[0]["taskId"] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post(&format!("/prm/ics/approval/{how}"), body)
}

/// Takes a page out of the edition of DEMO.
fn close(world: &World, code: &str) {
    world.database(|_, conn| {
        let text = format!(
            "UPDATE org_permission SET permission_status = FALSE WHERE org_id = 2 AND permission_id = \
             (SELECT id FROM permission WHERE code = '{code}')"
        );
        conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        raise_permission_version(conn, 2).unwrap();
    });
}

#[test]
fn the_page_says_whether_the_edition_or_a_role_is_missing() {
    each_database(Vec::new, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let told = why(&op, "用户管理");
        let id = told["permissionId"].clone();
        let role = json!({
            "permissionId": id, "name": "用户管理", "reason": "role", "adminName": "管理员", "applied": false,
        });
        assert_eq!(told, role);
        assert_eq!(why(&op, "/hrs_user"), role, "by its address, too");
        assert_eq!(why(&op.in_language("en-US"), "用户管理")["name"], json!("Users"));
        for (caller, name) in [(&admin, "用户管理"), (&op, "没有的页面"), (&op, ""), (&op, "组织机构")] {
            assert_eq!(why(caller, name), json!({ "reason": null }), "{name}: held, unknown or the platform's own");
        }
        close(world, "hrs_user");
        let edition = json!({
            "permissionId": id, "name": "用户管理", "reason": "edition", "edition": "标准版", "privateSaas": false,
        });
        assert_eq!(why(&op, "用户管理"), edition);
        assert_eq!(why(&admin, "用户管理"), edition, "the administrator has what the edition has");
        let before = world.contents(true);
        assert_eq!(ask(&op, &edition, "").message, "当前版本（标准版）未开通该功能");
        world.unchanged(&before, true);
    });
}

#[test]
fn an_agreed_request_opens_the_page_to_who_asked() {
    each_database(Vec::new, |world| {
        let (op, cs, admin) = (world.login("op01"), world.login("cs01"), world.login("demo-admin"));
        assert_eq!(op.get("/hrs/user/page").status, 403);
        let page = why(&op, "用户管理");
        let asked = ask(&op, &page, "  需要查看同事电话 ");
        assert_eq!((asked.code, field(&asked.data, "state")), (0, "审批中"), "{}", asked.message);
        assert_eq!(why(&op, "用户管理")["applied"], json!(true));
        let before = world.contents(true);
        assert_eq!(ask(&op, &page, "再次").message, "已提交申请，请等待处理");
        world.unchanged(&before, true);
        assert_eq!(ask(&cs, &page, "").code, 0, "somebody else may ask for the same page");

        let waiting = to_do(&admin);
        assert_eq!(waiting.len(), 2, "the administrator decides");
        let of_op = waiting.iter().find(|row| row.to_string().contains("操作一")).unwrap();
        assert!(of_op.to_string().contains("申请开通：用户管理"), "{of_op}");
        let agreed = admin.post("/prm/ics/approval/agree", json!({ "taskId": of_op["taskId"], "comment": "同意" }));
        assert_eq!(agreed.code, 0, "{}", agreed.message);
        assert_eq!(op.get("/hrs/user/page").status, 200, "from the next call");
        assert_eq!(cs.get("/hrs/user/page").status, 403);
        assert_eq!(why(&op, "用户管理"), json!({ "reason": null }));
        assert_eq!(ask(&op, &page, "").message, "已有该权限，请刷新后重试");
        let user = admin.ok("/hrs/user/page?userName=%E6%93%8D%E4%BD%9C%E4%B8%80")["records"][0]["id"].clone();
        let nodes = admin.ok(&format!("/hrs/userPermission/{}", user.as_str().unwrap()))["nodes"].clone();
        let node = nodes.as_array().unwrap().iter().find(|node| node["id"] == page["permissionId"]).unwrap().clone();
        let source = (field(&node, "state"), field(&node, "source"), &node["effective"]);
        assert_eq!(source, ("allow", "个人允许", &json!(true)));
        assert_eq!(field(&node, "reason"), format!("{} 需要查看同事电话", field(&asked.data, "instanceNo")));
        let log = admin.ok("/hrs/log/list/page?type=%E5%88%86%E9%85%8D%E6%9D%83%E9%99%90")["records"][0].clone();
        let text = format!("操作一 权限申请通过（{}）：允许 用户管理", field(&asked.data, "instanceNo"));
        assert_eq!((field(&log, "text"), field(&log, "level")), (text.as_str(), "高"));
    });
}

fn node(admin: &Caller<'_>, path: &str, code: &str) -> Json {
    let nodes = admin.ok(path)["nodes"].clone();
    nodes.as_array().unwrap().iter().find(|node| node["code"] == code).unwrap().clone()
}

#[test]
fn what_was_granted_for_some_days_keeps_no_other_permission_from_being_saved() {
    each_database(Vec::new, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        assert_eq!(ask(&op, &why(&op, "用户管理"), "").code, 0);
        world.database(|_, conn| {
            let text = "UPDATE approval_instance SET unlock_days = 3 WHERE org_id = 2".to_owned();
            conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        });
        assert_eq!(decide(&admin, "agree", &json!({})).code, 0);
        let user = admin.ok("/hrs/user/page?userName=操作一")["records"][0]["id"].clone();
        let path = format!("/hrs/userPermission/{}", user.as_str().unwrap());
        world.set_clock("2026-07-19 00:00:00");
        let admin = world.login("demo-admin");
        let shown = node(&admin, &path, "hrs_user");
        assert_eq!((field(&shown, "until"), &shown["effective"]), ("2026-07-18", &json!(false)));
        let old = json!({
            "permissionId": shown["id"], "allowed": true, "until": shown["until"], "reason": shown["reason"],
        });
        let other = json!({ "permissionId": node(&admin, &path, "hrs_dept")["id"], "allowed": true, "reason": "代管" });
        let body = json!({ "version": admin.ok(&path)["version"], "overrides": [old, other] });
        let saved = admin.put(&path, body);
        assert_eq!(saved.code, 0, "{} {}", saved.message, saved.data);
        assert_eq!(node(&admin, &path, "hrs_user"), shown, "it stays as it was");
        assert_eq!(node(&admin, &path, "hrs_dept")["effective"], json!(true));
    });
}

#[test]
fn days_of_unlocking_do_not_end_a_permission() {
    each_database(Vec::new, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let level = json!({ "approverType": "admin" });
        let body = json!({ "eventId": "120", "approval": "1", "unlockDays": 3, "levels": [level] });
        let set = admin.post("/prm/ics/approval/setting", body);
        assert_eq!((set.code, &set.data["unlockDays"]), (0, &json!(0)), "{} {}", set.message, set.data);
        let path = format!("/prm/ics/approval/setting/{}", field(&set.data, "id"));
        let set = admin.put(&path, json!({ "version": 1, "unlockDays": 5 }));
        assert_eq!((set.code, &set.data["unlockDays"]), (0, &json!(0)), "{} {}", set.message, set.data);
        assert_eq!(ask(&op, &why(&op, "用户管理"), "").code, 0);
        assert_eq!(decide(&admin, "agree", &json!({})).code, 0);
        let user = admin.ok("/hrs/user/page?userName=操作一")["records"][0]["id"].clone();
        let shown = node(&admin, &format!("/hrs/userPermission/{}", user.as_str().unwrap()), "hrs_user");
        assert_eq!((&shown["until"], &shown["effective"]), (&Json::Null, &json!(true)));
    });
}

#[test]
fn a_refused_request_opens_nothing_and_may_be_made_again() {
    each_database(Vec::new, |world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let page = why(&op, "用户管理");
        assert_eq!(ask(&op, &page, &"长".repeat(201)).findings_at("reason"), ["原因不能超过200个字符"]);
        assert_eq!(ask(&op, &page, &"长".repeat(200)).code, 0);
        assert_eq!(decide(&admin, "refuse", &json!({ "comment": "不需要" })).code, 0);
        assert_eq!(op.get("/hrs/user/page").status, 403);
        assert_eq!(why(&op, "用户管理")["applied"], json!(false));
        assert_eq!(ask(&op, &page, "").code, 0);
        // What the edition lost in the meantime can't be given any more.
        close(world, "hrs_user");
        assert_eq!(decide(&admin, "agree", &json!({})).code, 0);
        let instance = admin.ok("/prm/ics/approval/instance/page")["records"][0].clone();
        assert_eq!(field(&instance, "effectStatus"), "失败", "{instance}");
        assert_eq!(op.get("/hrs/user/page").status, 403);
    });
}

#[test]
fn buttons_foreign_ids_and_strangers_are_refused() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let before = world.contents(true);
        let button = world.database(|_, conn| {
            let text = "SELECT id FROM permission WHERE code = 'sys_user_add'".to_owned();
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
        });
        for id in [button.to_string(), "1".to_owned()] {
            assert_eq!(ask(&op, &json!({ "permissionId": id }), "").status, 404);
        }
        let nobody = world.anonymous();
        assert_eq!(nobody.get("/hrs/permission/why?name=x").status, 401);
        assert_eq!(ask(&nobody, &json!({ "permissionId": "1" }), "").status, 401);
        world.unchanged(&before, true);
    });
}
