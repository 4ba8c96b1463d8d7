//! Menus a user keeps at hand, and those he opened last.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database, field, refused};

use super::platform::node;

const LIST: &str = "/hrs/userAccessRecord/getUserAccessRecordList";
const SAVE: &str = "/hrs/userAccessRecord/saveUserAccessRecordList";
const VISIT: &str = "/hrs/userAccessRecord/recordMenu";

fn records(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok(LIST).as_array().cloned().unwrap()
}

/// Path, status and place of each record, in the order they are answered.
fn told(caller: &Caller<'_>) -> Vec<String> {
    let line = |row: &Json| format!("{} {} {}", field(row, "path"), row["status"], row["sort"]);
    records(caller).iter().map(line).collect()
}

fn id_of(world: &World, code: &str) -> String {
    field(&node(&world.login("superAdmin"), code), "id").to_owned()
}

fn chosen(id: &str, place: i64) -> Json {
    json!({ "permissionId": id, "permissionName": "", "recordId": null, "status": 1, "sort": place })
}

fn visit(caller: &Caller<'_>, id: &str, path: &str) {
    let reply = caller.post(VISIT, json!({ "id": id, "name": path, "path": path }));
    assert_eq!((reply.status, reply.code), (200, 0), "{}", reply.message);
}

#[test]
fn visits_are_kept_newest_first_and_only_of_what_one_may_open() {
    each_database(Vec::new, |world| {
        let [user, role, org] = ["hrs_user", "hrs_role", "hrs_org"].map(|code| id_of(world, code));
        let admin = world.login("demo-admin");
        assert!(records(&admin).is_empty());
        // req: shell-record-menu-call
        visit(&admin, &user, "/hrs_user");
        world.set_clock("2026-07-15 10:05:00");
        visit(&admin, &role, "/hrs_role");
        visit(&admin, &org, "/hrs_org");
        visit(&admin, "99", "/nothing");
        assert_eq!(told(&admin), ["/hrs_role 0 -1", "/hrs_user 0 -1"], "the platform's page is none of his");
        // req: shell-access-record-fields, hotmenu-record-fields
        let first = &records(&admin)[0];
        assert_eq!((field(first, "permissionId"), field(first, "permissionName")), (role.as_str(), "角色管理"));
        assert_eq!(field(first, "accessTime"), "2026-07-15 10:05:00");
        assert_eq!(field(first, "createTime"), "2026-07-15 10:05:00");
        assert_eq!(records(&admin.in_language("en-US"))[0]["permissionName"], json!("Roles"));
        world.set_clock("2026-07-15 10:06:00");
        visit(&admin, &user, "/hrs_user");
        assert_eq!(told(&admin), ["/hrs_user 0 -1", "/hrs_role 0 -1"], "a second visit is no second row");
        let again = &records(&admin)[0];
        assert_eq!(
            (field(again, "createTime"), field(again, "editTime")),
            ("2026-07-15 10:00:00", "2026-07-15 10:06:00")
        );
        assert!(records(&world.login("ceo01")).is_empty(), "everyone has his own");
        for path in [LIST, SAVE, VISIT] {
            assert_eq!(world.anonymous().get(path).status, if path == LIST { 401 } else { 404 }, "{path}");
        }
        assert_eq!(world.anonymous().post(VISIT, json!({ "id": user })).status, 401);
    });
}

#[test]
fn menus_at_hand_keep_their_order_and_ten_is_the_most() {
    each_database(Vec::new, |world| {
        let codes = [
            "hrs_user",
            "hrs_role",
            "hrs_dept",
            "hrs_log",
            "hrs_session",
            "hrs_login_log",
            "hrs_task",
            "hrs_org_configure",
            "hrs_language",
            "hrs_user_workgroup",
            "hrs_blacklist",
        ];
        let ids: Vec<String> = codes.iter().map(|code| id_of(world, code)).collect();
        let admin = world.login("demo-admin");
        let all = |count: usize| -> Json { (0..).zip(&ids).take(count).map(|(place, id)| chosen(id, place)).collect() };
        // req: hotmenu-save-call, hotmenu-list-call
        assert_eq!(admin.post(SAVE, all(10)).code, 0);
        assert_eq!(told(&admin).len(), 10);
        assert_eq!(told(&admin)[9], "/hrs_user_workgroup 1 9");
        // req: hotmenu-server-checks
        refused(&admin.post(SAVE, all(11)), "最多只能选择10项");
        let foreign = id_of(world, "hrs_org");
        refused(&admin.post(SAVE, json!([chosen(&foreign, 0)])), "所选菜单中有您没有权限的菜单");
        assert_eq!(told(&admin).len(), 10, "a refusal changes nothing");
        // Twice the same counts once; what was sent with status 0 is kept at hand no longer.
        let mut gone = chosen(&ids[2], -1);
        gone["status"] = json!(0);
        assert_eq!(admin.post(SAVE, json!([chosen(&ids[1], 0), chosen(&ids[0], 1), chosen(&ids[1], 2), gone])).code, 0);
        let kept = told(&admin);
        assert_eq!(
            kept[..3],
            ["/hrs_role 1 0", "/hrs_user 1 1"]
                .into_iter()
                .map(str::to_owned)
                .chain([kept[2].clone()])
                .collect::<Vec<_>>()[..]
        );
        assert_eq!(kept.iter().filter(|line| line.ends_with("0 -1")).count(), 8);
        // A visit leaves the place alone.
        visit(&admin, &ids[0], "/hrs_user");
        assert_eq!(told(&admin)[1], "/hrs_user 1 1");
        // req: hotmenu-open-messages
        assert_eq!(admin.post(SAVE, json!([])).code, 0, "none is a choice, too");
        assert!(told(&admin).iter().all(|line| line.ends_with("0 -1")));
    });
}
