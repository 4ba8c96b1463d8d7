//! Workgroups, the blacklist of persons, and the overview.

use std::io::Read as _;

use platform::store::{Conn, Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, field, refused};

use super::user::row as user;

const DEMO: i64 = 2;
const GROUP: &str = "/hrs/userWorkgroup";
const BLACK: &str = "/hrs/blacklist";

fn rows(caller: &Caller<'_>, base: &str, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{base}/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

fn names(caller: &Caller<'_>, base: &str, member: &str, query: &str) -> Vec<String> {
    let mut names: Vec<String> = rows(caller, base, query).iter().map(|row| field(row, member).to_owned()).collect();
    names.sort();
    names
}

fn group(caller: &Caller<'_>, name: &str) -> Json {
    let found = rows(caller, GROUP, "").into_iter().find(|row| field(row, "workgroupName") == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

fn group_path(row: &Json) -> String {
    format!("{GROUP}/{}", field(row, "id"))
}

/// The text of a workbook's cells.
pub fn cells(bytes: &[u8]) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut text = String::new();
    for name in ["xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"] {
        if let Ok(mut file) = archive.by_name(name) {
            file.read_to_string(&mut text).expect("text");
        }
    }
    let parts = text.split("<t>").skip(1);
    parts.map(|part| part.split("</t>").next().unwrap_or_default().to_owned()).collect()
}

/// An order of DEMO in a workgroup; orders have a room of their own.
pub fn order(conn: &mut dyn Conn, id: i64, creator: i64, workgroup: Option<i64>) {
    let text = |text: String| Value::Text(text);
    let cells = [
        ("id", Value::Int(id)),
        ("uuid", text(format!("u{id}"))),
        ("row_uuid", text(format!("r{id}"))),
        ("order_code", text(format!("AE-{id}"))),
        ("business_scope", text("AE".to_owned())),
        ("lifecycle", text("进行中".to_owned())),
        ("node", text("订单创建".to_owned())),
        ("node_rank", Value::Int(1)),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("workgroup_id", workgroup.map_or(Value::Null, Value::Int)),
        ("hawb_count", Value::Int(0)),
        ("plan_charge_manual", Value::Bool(false)),
        ("confirm_charge_manual", Value::Bool(false)),
        ("flagged", Value::Bool(false)),
        ("created_by", Value::Int(creator)),
        ("created_at", Value::Int(0)),
        ("updated_by", Value::Int(creator)),
        ("updated_at", Value::Int(0)),
    ];
    conn.exec(&sql::insert(DEMO, "freight_order", &cells).into()).expect("an order");
}

#[test]
fn workgroups_are_listed_with_their_members() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let one = group(&admin, "空出一组");
        assert_eq!((&one["memberCount"], field(&one, "businessScope")), (&json!(2), "AE"));
        let mut members: Vec<&str> = field(&one, "memberNames").split(',').collect();
        members.sort_unstable();
        assert_eq!(members, ["客服一", "操作一"]);
        let found = |query: &str| names(&admin, GROUP, "workgroupName", query);
        assert_eq!(found(""), ["空出一组", "空出二组"]);
        assert_eq!(found("workgroupName=二"), ["空出二组"]);
        assert_eq!(found("memberName=操作"), ["空出一组"]);
        assert_eq!(found("businessScope=AE"), ["空出一组", "空出二组"]);
        assert_eq!(found("businessScope=*"), Vec::<String>::new());
        assert_eq!(found("active=false"), Vec::<String>::new());
        let users: Vec<Json> = ["sales01", "sales02", "cs01", "cs02", "op01", "mgr01"]
            .iter()
            .map(|login| user(&admin, login)["id"].clone())
            .collect();
        done(admin.put(&group_path(&one), json!({ "version": one["version"], "userIds": users })));
        let one = group(&admin, "空出一组");
        assert_eq!((&one["memberCount"], field(&one, "memberNames").split(',').count()), (&json!(6), 5));
    });
}

#[test]
fn a_workgroup_is_exported_with_one_row_for_each_member() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let export = |filters: Json| {
            let body = json!({ "filters": filters, "sort": "memberCount,asc", "columnStrs": [] });
            let reply = admin.post(&format!("{GROUP}/exportExcel"), body);
            assert!(reply.bytes.starts_with(b"PK"), "{}", reply.message);
            cells(&reply.bytes)
        };
        let all = export(json!({}));
        for heading in ["业务范畴", "工作组名称", "组备注", "姓名", "邮箱", "手机号", "部门", "岗位"]
        {
            assert!(all.contains(&heading.to_owned()), "{heading}: {all:?}");
        }
        for member in ["客服一", "操作一", "客服二", "op01@example.com", "演示货运/操作部"] {
            assert!(all.contains(&member.to_owned()), "{member}: {all:?}");
        }
        let second = export(json!({ "workgroupName": "二" }));
        assert!(second.contains(&"客服二".to_owned()) && !second.contains(&"操作一".to_owned()), "{second:?}");
        let page = json!({ "columnStrs": [{ "label": "成员数", "prop": "memberCount" }] });
        let chosen = admin.post(&format!("{GROUP}/exportExcel"), page);
        assert!(
            cells(&chosen.bytes).contains(&"操作一".to_owned()),
            "the columns of the page are not those of members"
        );
    });
}

#[test]
fn a_workgroup_has_a_name_of_its_own_in_its_scope() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let op = user(&admin, "op01")["id"].clone();
        let make = |scope: &str, name: &str| {
            admin.post(GROUP, json!({ "businessScope": scope, "workgroupName": name, "userIds": [op] }))
        };
        let taken = make("AE", "空出一组");
        refused(&taken, "工作组名称已存在");
        assert_eq!(taken.findings_at("workgroupName"), ["工作组名称已存在"]);
        let sea = done(make("SE", "空出一组"));
        let all = done(make("", "全部组"));
        refused(&make("", "全部组"), "工作组名称已存在");
        assert_eq!((field(&sea, "businessScope"), field(&all, "businessScope")), ("SE", ""));
        assert_eq!(field(&group(&admin, "全部组"), "businessScope"), "*", "the list says 全部");
        assert_eq!(names(&admin, GROUP, "workgroupName", "businessScope=*,SE"), ["全部组", "空出一组"]);
        let view = admin.ok(&group_path(&all));
        assert_eq!((&view["userIds"], &view["active"]), (&json!([op]), &json!(true)));
        refused(&make("", ""), "请填写工作组名称");
        refused(&make("XX", "x"), "业务范畴选项不存在");
        let log = rows(&admin, "/hrs/log/list", "objectNumber=全部组");
        assert_eq!((log.len(), field(&log[0], "level"), field(&log[0], "pageName")), (1, "高", "用户工作组"));
        assert_eq!(
            field(&log[0], "text"),
            "业务范畴：空 -> 全部；工作组名称：空 -> 全部组；生效：空 -> 是；成员：空 -> 操作一"
        );
        let offered = |scope: &str| -> Vec<String> {
            let groups = world.login("op01").ok(&format!("{GROUP}/selectWorkgroup?businessScope={scope}"));
            groups.as_array().unwrap().iter().map(|group| field(group, "label").to_owned()).collect()
        };
        assert_eq!(offered("SE"), ["全部组", "空出一组"]);
        assert_eq!(offered("LC"), ["全部组"]);
        assert_eq!(offered("").len(), 4);
        assert_eq!(admin.get(&format!("{GROUP}/selectWorkgroup?businessScope=XX")).status, 400);
        let now = group(&admin, "全部组");
        done(
            admin.post(&format!("{}/status", group_path(&now)), json!({ "version": now["version"], "active": false })),
        );
        assert_eq!(offered("LC"), Vec::<String>::new(), "a stopped group is not offered");
    });
}

#[test]
fn members_of_a_workgroup_are_active_users_of_the_company() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let one = group(&admin, "空出一组");
        let set = |users: Json| {
            let now = group(&admin, "空出一组");
            admin.put(&group_path(&one), json!({ "version": now["version"], "userIds": users }))
        };
        let id = |login: &str| user(&admin, login)["id"].clone();
        let elsewhere = world.database(|_, conn| {
            let text = "SELECT id FROM app_user WHERE login_name = 'sh01'";
            let rows = conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
            rows[0].get::<kernel::Id>(0).unwrap().to_string()
        });
        refused(&set(json!([elsewhere])), "成员不存在或已停用");
        assert_eq!(set(json!(["x"])).status, 400);
        let op = user(&admin, "op01");
        done(admin.put(&format!("/hrs/user/stop/{}", field(&op, "id")), json!({ "version": op["version"] })));
        done(set(json!([id("op01"), id("cs01"), id("cs02")])));
        let named = |query: &str| -> Vec<String> {
            let users = admin.ok(&format!("{GROUP}/listUser{query}"));
            users.as_array().unwrap().iter().map(|user| field(user, "label").to_owned()).collect()
        };
        let stopped = |names: &[String]| names.contains(&"操作一".to_owned());
        assert!(!stopped(&named("")) && stopped(&named(&format!("?workgroupId={}", field(&one, "id")))));
        assert_eq!(admin.get(&format!("{GROUP}/listUser?workgroupId=x")).status, 404);
        done(set(json!([id("cs02")])));
        refused(&set(json!([id("op01"), id("cs02")])), "成员不存在或已停用");
        let log = rows(&admin, "/hrs/log/list", "objectNumber=空出一组");
        assert_eq!(field(&log[0], "text"), "成员：客服一,客服二,操作一 -> 客服二");
        done(set(json!([])));
        assert_eq!(group(&admin, "空出一组")["memberCount"], json!(0));
        let users = admin.ok(&format!("{GROUP}/listUser"));
        let known: Vec<&str> = users.as_array().unwrap().iter().map(|user| field(user, "label")).collect();
        assert!(known.contains(&"客服二") && !known.contains(&"操作一"), "{known:?}");
    });
}

#[test]
fn a_workgroup_of_orders_stays() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let one = group(&admin, "空出一组");
        let id: i64 = field(&one, "id").parse().unwrap();
        world.database(|_, conn| (1..=2).for_each(|place| order(conn, place, 1, Some(id))));
        let remove = |name: &str| {
            let now = group(&admin, name);
            admin.delete(&format!("{}?version={}", group_path(&now), now["version"]))
        };
        let before = world.contents(true);
        refused(&remove("空出一组"), "工作组已被2张订单使用，不能删除，可停用");
        world.unchanged(&before, true);
        done(remove("空出二组"));
        assert_eq!(names(&admin, GROUP, "workgroupName", ""), ["空出一组"]);
        let left = world.contents(false).into_iter().filter(|line| line.starts_with("workgroup_user ")).count();
        assert_eq!(left, 2, "the members of a removed group go with it");
        let path = group_path(&one);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&path).status, 404);
        assert_eq!(other.put(&path, json!({ "version": 1, "workgroupName": "x" })).status, 404);
        assert_eq!(other.delete(&format!("{path}?version=1")).status, 404);
    });
}

fn person(phone: &str, email: &str, number: &str) -> Json {
    json!({
        "userName": "张三", "phone": phone, "email": email, "idType": "身份证", "idNumber": number, "reason": "伪造单证",
    })
}

fn entry(caller: &Caller<'_>, name: &str) -> Json {
    let found = rows(caller, BLACK, "").into_iter().find(|row| field(row, "userName") == name);
    found.unwrap_or_else(|| panic!("{name} is not on the list"))
}

const ID_NUMBER: &str = "11010519491231002x";

#[test]
fn a_person_on_the_blacklist_is_known_by_something() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        refused(&admin.post(BLACK, person("", "", "")), "手机号、邮箱、证件号至少填写一项");
        let wrong = admin.post(BLACK, json!({ "phone": "123", "email": "x", "reason": "" }));
        let mut found: Vec<String> = wrong.data["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| format!("{} {}", field(finding, "field"), field(finding, "message")))
            .collect();
        found.sort();
        let wanted = [
            "email 请输入正确的邮箱地址",
            "phone 请输入正确的手机号码",
            "reason 请填写列入原因",
            "userName 请填写姓名",
        ];
        assert_eq!(found, wanted);
        let made = done(admin.post(BLACK, person("", "", ID_NUMBER)));
        assert_eq!(field(&made, "blacklistDate"), "2026-07-15", "today unless told");
        let row = entry(&admin, "张三");
        assert_eq!(field(&row, "idNumberMasked"), "110***********002X");
        assert_eq!((field(&row, "source"), field(&row, "state")), ("manual", "生效"));
        assert_eq!(row["can"], json!(["sys_blacklist_edit", "sys_blacklist_off"]));
        let stored = world.contents(true).join("\n");
        assert!(!stored.contains("1949123100"), "the number itself is kept nowhere");
        assert_eq!(
            admin.delete(&format!("{BLACK}/{}?version=1", field(&row, "id"))).status,
            404,
            "no entry is removed"
        );
    });
}

#[test]
fn an_entry_is_found_by_the_whole_id_number() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let made = done(admin.post(BLACK, person("", "A@B.cn", ID_NUMBER)));
        let path = format!("{BLACK}/{}", field(&made, "id"));
        let count = |number: &str| rows(&admin, BLACK, &format!("idNumber={number}")).len();
        assert_eq!((count(ID_NUMBER), count("11010519491231002X"), count("110105")), (1, 1, 0));
        assert_eq!(rows(&admin, BLACK, "email=a@b").len(), 1, "addresses are kept in lower case");
        let view = admin.ok(&path);
        assert_eq!(field(&view, "idNumber"), "110***********002X");
        let mut version = 1;
        let mut set = |number: Json| {
            done(admin.put(&path, json!({ "version": version, "idNumber": number })));
            version += 1;
        };
        set(view["idNumber"].clone());
        assert_eq!(count(ID_NUMBER), 1, "the number as it is shown stays what it is");
        set(json!("E12345678"));
        assert_eq!((count(ID_NUMBER), count("e12345678")), (0, 1));
        set(Json::Null);
        assert_eq!((count("E12345678"), field(&entry(&admin, "张三"), "idNumberMasked")), (0, ""));
        let file = admin.post(&format!("{BLACK}/exportExcel"), json!({ "filters": { "idNumber": ID_NUMBER } }));
        assert!(!cells(&file.bytes).contains(&"张三".to_owned()), "the export is narrowed the same way");
        let file = admin.post(&format!("{BLACK}/exportExcel"), json!({ "filters": { "state": "生效" } }));
        assert!(cells(&file.bytes).contains(&"张三".to_owned()));
    });
}

fn new_user(caller: &Caller<'_>, phone: &str, number: &str) -> Reply {
    let roles = rows(caller, "/hrs/role", "");
    let role = roles.iter().find(|row| field(row, "roleName") == "操作员").expect("a role");
    let body = json!({
        "userName": "新人", "userEname": "NEW", "phoneArea": "86", "phone": phone, "idType": "其他",
        "idNumber": number, "deptId": super::dept::id_of(caller, "操作部"), "jobPosition": "操作员",
        "orderPermission": "0", "roleIds": [role["id"]],
    });
    caller.post("/hrs/user", body)
}

fn lift(caller: &Caller<'_>, name: &str, reason: &str) -> Reply {
    let row = entry(caller, name);
    caller.put(&format!("{BLACK}/off"), json!({ "id": row["id"], "version": row["version"], "offReason": reason }))
}

#[test]
fn who_is_on_the_blacklist_gets_no_account_until_he_is_lifted() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        done(admin.post(BLACK, person("13900000009", "", "")));
        refused(&new_user(&admin, "13900000009", ""), "该人员在黑名单中（伪造单证），不能新增");
        refused(&lift(&admin, "张三", ""), "请填写解除原因");
        done(lift(&admin, "张三", "查无实据"));
        let row = entry(&admin, "张三");
        assert_eq!((field(&row, "state"), field(&row, "offReason")), ("已解除", "查无实据"));
        assert_eq!((field(&row, "offByName"), field(&row, "offAt")), ("管理员", "2026-07-15 10:00:00"));
        assert_eq!(row["can"], json!([]));
        refused(&lift(&admin, "张三", "再次"), "黑名单已解除，不能修改");
        let path = format!("{BLACK}/{}", field(&row, "id"));
        refused(&admin.put(&path, json!({ "version": row["version"], "reason": "x" })), "黑名单已解除，不能修改");
        assert_eq!(rows(&admin, BLACK, "state=生效").len(), 0);
        assert_eq!(rows(&admin, BLACK, "state=已解除").len(), 1);
        let made = new_user(&admin, "13900000009", ID_NUMBER);
        assert_eq!(made.code, 0, "{}", made.message);
        let log = rows(&admin, "/hrs/log/list", "type=黑名单");
        assert_eq!((log.len(), field(&log[0], "level")), (1, "高"));
    });
}

#[test]
fn a_blacklisted_account_has_left_once_its_entry_is_lifted() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let account = user(&admin, "wh01");
        let body = json!({
            "id": account["id"], "version": account["version"], "blacklistDate": "2026-07-14",
            "blacklistReason": "盗窃",
        });
        done(admin.put("/hrs/user/black", body));
        let row = entry(&admin, "仓库一");
        assert_eq!((field(&row, "source"), field(&row, "reason")), ("hrs", "盗窃"));
        assert_eq!((field(&row, "blacklistDate"), field(&row, "phone")), ("2026-07-14", "13800000012"));
        assert_eq!(field(&row, "email"), "wh01@example.com");
        // Another entry holds the same person by his address.
        let mut second = person("", "WH01@example.com", "");
        second["userName"] = json!("仓库");
        done(admin.post(BLACK, second));
        done(lift(&admin, "仓库一", "误列"));
        assert_eq!(field(&user(&admin, "wh01"), "state"), "黑名单", "the other entry still holds him");
        done(lift(&admin, "仓库", "误列"));
        let account = user(&admin, "wh01");
        assert_eq!((field(&account, "state"), field(&account, "blacklistReason")), ("离职", ""));
        let log = rows(&admin, "/hrs/log/list", "type=黑名单");
        let last = admin.ok(&format!("/hrs/log/{}", field(&log[0], "id")));
        assert_eq!(field(&last, "objectType"), "user");
        assert_eq!((field(&last["changes"][0], "old"), field(&last["changes"][0], "new")), ("黑名单", "离职"));
        let other = world.login("superAdmin");
        let body = json!({ "id": row["id"], "version": 2, "offReason": "x" });
        assert_eq!(other.put(&format!("{BLACK}/off"), body).status, 404);
    });
}

fn overview(caller: &Caller<'_>) -> Json {
    caller.ok("/hrs/org/overview")
}

#[test]
fn the_overview_tells_the_state_of_the_company() {
    each_database(Vec::new, |world: &World| {
        let admin = world.login("demo-admin");
        let shown = overview(&admin);
        let org = json!({
            "name": "演示货运", "version": "标准版", "used": 12, "limit": 13, "stopAt": "2099-12-31",
            "daysLeft": 26_832,
        });
        assert_eq!(shown["org"], org);
        assert_eq!(shown["counts"], json!({ "users": 12, "roles": 10, "depts": 6, "workgroups": 2 }));
        assert_eq!(shown["today"], json!({ "logins": 1, "people": 1, "failed": 0 }));
        let todo = json!({ "approvals": 0, "passwords": 0, "noLogin30": 12, "locked": 0, "noRole": 0 });
        assert_eq!(shown["todo"], todo);
        assert_eq!(shown["logs"], json!([]));
        assert_eq!(shown.get("platform"), None);
        world.anonymous().token_call("op01@example.com", "DEMO", "wrong");
        world.login("op01");
        world.login("op01");
        let shown = overview(&admin);
        assert_eq!(shown["today"], json!({ "logins": 3, "people": 2, "failed": 1 }));
        assert_eq!(shown["todo"]["noLogin30"], json!(11));
        world.fail_log_in("cs01@example.com", "DEMO", 5);
        assert_eq!(overview(&admin)["todo"]["locked"], json!(1));
        assert_eq!(rows(&admin, "/hrs/user", "state=锁定").len(), 1, "a click shows the same");
        let one = group(&admin, "空出一组");
        done(admin.put(&group_path(&one), json!({ "version": one["version"], "remark": "甲" })));
        let log = overview(&admin)["logs"].clone();
        let line = json!({
            "time": "2026-07-15 10:00:50", "level": "高", "kind": "修改", "page": "用户工作组",
            "text": "组备注：空 -> 甲", "operator": "管理员 demo-admin@example.com",
        });
        assert_eq!(log, json!([line]));
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(overview(&world.login("demo-admin"))["today"], json!({ "logins": 1, "people": 1, "failed": 0 }));
    });
}

#[test]
fn the_platform_sees_its_organisations_by_state_and_edition() {
    each_database(Vec::new, |world| {
        let shown = overview(&world.login("superAdmin"));
        assert_eq!((&shown["org"]["stopAt"], &shown["org"]["daysLeft"]), (&Json::Null, &Json::Null));
        let of = |code: &str, name: &str, count: i64| json!({ "code": code, "name": name, "count": count });
        let platform = &shown["platform"];
        assert_eq!(platform["orgs"], json!(4));
        assert_eq!(platform["states"], json!([of("到期", "到期", 1), of("正常", "正常", 3)]));
        let editions =
            [("INTERNAL", "内部版"), ("PROFESSIONAL", "专业版"), ("STANDARD", "标准版"), ("TRIAL", "体验版")];
        assert_eq!(platform["editions"], json!(editions.map(|(code, name)| of(code, name, 1))));
        assert_eq!((&platform["ending30"], &platform["new30"]), (&json!(0), &json!(4)));
        assert_eq!(world.login("sales01").get("/hrs/org/overview").status, 403);
    });
}
