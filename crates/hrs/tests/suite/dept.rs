//! Departments: the tree, its rules and its moves.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, field, refused};

pub fn tree(caller: &Caller<'_>) -> Vec<Json> {
    caller.ok("/hrs/dept/tree").as_array().cloned().unwrap_or_default()
}

/// Id of a department by its short name.
pub fn id_of(caller: &Caller<'_>, short: &str) -> String {
    let nodes = tree(caller);
    let found = nodes.iter().find(|node| field(node, "shortName") == short);
    field(found.unwrap_or_else(|| panic!("there is no {short}")), "id").to_owned()
}

fn row(caller: &Caller<'_>, short: &str) -> Json {
    let page = caller.ok("/hrs/dept/page?size=500");
    let found = page["records"].as_array().unwrap().iter().find(|row| field(row, "shortName") == short).cloned();
    found.unwrap_or_else(|| panic!("no row {short}"))
}

fn new(parent: &str, name: &str) -> Json {
    json!({ "parentId": parent, "deptName": name, "shortName": name })
}

fn codes(caller: &Caller<'_>) -> Vec<String> {
    tree(caller).iter().map(|node| format!("{} {}", field(node, "deptCode"), field(node, "fullName"))).collect()
}

#[test]
fn the_tree_shows_people_by_department_and_below() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let people: Vec<(String, i64)> = tree(&admin)
            .iter()
            .map(|node| (field(node, "shortName").to_owned(), node["actual"].as_i64().unwrap()))
            .collect();
        let wanted = [("演示货运", 12), ("销售部", 3), ("销售一部", 1), ("销售二部", 1), ("操作部", 6), ("财务部", 1)];
        assert_eq!(people, wanted.map(|(name, n)| (name.to_owned(), n)));
        let names = |query: &str| -> Vec<String> {
            let page = admin.ok(&format!("/hrs/dept/page?size=500&{query}"));
            page["records"].as_array().unwrap().iter().map(|row| field(row, "shortName").to_owned()).collect()
        };
        assert_eq!(names("deptName=二部"), ["演示货运", "销售部", "销售二部"], "the way to a hit stays");
        assert_eq!(names("active=false"), Vec::<String>::new());
    });
}

// req: hrs-scope
#[test]
fn a_new_department_gets_the_next_code_and_a_full_name() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let sales = id_of(&admin, "销售部");
        let made = admin.post("/hrs/dept", new(&sales, "销售三部"));
        assert_eq!(made.code, 0, "{}", made.message);
        assert_eq!(field(&made.data, "deptCode"), "111001003");
        assert_eq!(field(&made.data, "fullName"), "演示货运/销售部/销售三部");
        refused(&admin.post("/hrs/dept", new(&sales, "销售三部")), "同级已有同名部门");
        let same_short = json!({ "parentId": sales, "deptName": "另一个", "shortName": "销售三部" });
        refused(&admin.post("/hrs/dept", same_short), "同级已有相同简称");
        let other_branch = admin.post("/hrs/dept", new(&id_of(&admin, "操作部"), "销售三部"));
        assert_eq!(other_branch.code, 0, "names are unique among siblings only");
        let both = admin.post("/hrs/dept", new(&sales, "销售三部"));
        assert_eq!(both.data["findings"].as_array().unwrap().len(), 2, "all at once");
        refused(&admin.post("/hrs/dept", json!({ "deptName": "x", "shortName": "x" })), "请填写上级部门");
        let mut above = field(&made.data, "id").to_owned();
        for name in ["四级", "五级"] {
            let reply = admin.post("/hrs/dept", new(&above, name));
            assert_eq!(reply.code, 0, "{}", reply.message);
            above = field(&reply.data, "id").to_owned();
        }
        refused(&admin.post("/hrs/dept", new(&above, "六级")), "部门最多5级");
    });
}

#[test]
fn renaming_rewrites_the_full_names_below_and_leaves_one_log_row() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let mut sales = row(&admin, "销售一部");
        let body = json!({ "version": sales["version"], "deptName": "销售一组" });
        let path = format!("/hrs/dept/{}", field(&sales, "id"));
        assert_eq!(admin.put(&path, body.clone()).code, 0);
        refused_stale(&admin.put(&path, body));
        let log = admin.ok("/hrs/log/list/page?size=10");
        let lines = log["records"].as_array().unwrap();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!((field(&lines[0], "level"), field(&lines[0], "type")), ("高", "修改"));
        assert!(field(&lines[0], "text").contains("部门名称：销售一部 -> 销售一组"), "{}", field(&lines[0], "text"));
        sales = row(&admin, "销售部");
        let body = json!({ "version": sales["version"], "shortName": "销售" });
        assert_eq!(admin.put(&format!("/hrs/dept/{}", field(&sales, "id")), body).code, 0);
        assert_eq!(codes(&admin)[2], "111001001 演示货运/销售/销售一部");
    });
}

fn refused_stale(reply: &Reply) {
    assert_eq!((reply.code, reply.message.as_str()), (3, "数据有变化，请刷新后重试"));
}

fn send(caller: &Caller<'_>, short: &str, action: &str, extra: Json) -> Reply {
    let row = row(caller, short);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    caller.post(&format!("/hrs/dept/{}/{action}", field(&row, "id")), body)
}

#[test]
fn a_department_with_people_is_neither_stopped_nor_removed() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        refused(&send(&admin, "销售部", "status", json!({ "active": false })), "部门及下级还有3名用户，不能停用");
        let remove = |short: &str| {
            let row = row(&admin, short);
            admin.delete(&format!("/hrs/dept/{}?version={}", field(&row, "id"), row["version"]))
        };
        refused(&remove("销售部"), "部门及下级还有3名用户，不能删除");
        refused(&remove("演示货运"), "顶级部门不能删除");
        let empty = admin.post("/hrs/dept", new(&id_of(&admin, "操作部"), "空部门"));
        let below = admin.post("/hrs/dept", new(field(&empty.data, "id"), "空组"));
        assert_eq!(below.code, 0);
        assert_eq!(send(&admin, "空部门", "status", json!({ "active": false })).code, 0);
        assert_eq!(row(&admin, "空组")["active"], json!(false), "those below are stopped with it");
        refused(&send(&admin, "空组", "status", json!({ "active": true })), "上级部门已停用，不能启用");
        assert_eq!(send(&admin, "空部门", "status", json!({ "active": true })).code, 0);
        assert_eq!(send(&admin, "空组", "status", json!({ "active": false })).code, 0);
        let below = json!({ "parentId": id_of(&admin, "空组") });
        refused(&send(&admin, "财务部", "move", below), "上级部门已停用，不能移入");
        assert_eq!(remove("空部门").code, 0);
        assert!(tree(&admin).iter().all(|node| field(node, "shortName") != "空组"), "with all below");
    });
}

#[test]
fn a_final_profit_centre_marks_those_above_and_stands_alone_in_its_line() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let set = |short: &str, value: bool| {
            let row = row(&admin, short);
            let body = json!({ "version": row["version"], "finalProfitUnit": value });
            admin.put(&format!("/hrs/dept/{}", field(&row, "id")), body)
        };
        let profit = |short: &str| row(&admin, short)["profitUnit"].as_bool().unwrap();
        assert_eq!(set("销售一部", true).code, 0);
        assert!(profit("演示货运") && profit("销售部") && profit("销售一部") && !profit("销售二部"));
        refused(&set("销售部", true), "上级或下级已有末端利润中心");
        assert_eq!(set("销售二部", true).code, 0, "siblings may");
        let below = json!({ "parentId": id_of(&admin, "销售一部"), "deptName": "组", "shortName": "组", "finalProfitUnit": true });
        refused(&admin.post("/hrs/dept", below), "上级或下级已有末端利润中心");
        assert_eq!(set("销售一部", false).code, 0);
        assert_eq!(set("销售二部", false).code, 0);
        assert!(!profit("演示货运") && !profit("销售部"));
    });
}

#[test]
fn moving_rewrites_codes_and_names_of_all_below() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let to = |short: &str| json!({ "parentId": id_of(&admin, short) });
        refused(&send(&admin, "销售部", "move", to("销售一部")), "不能移动到自身或其下级");
        assert_eq!(send(&admin, "销售二部", "move", to("操作部")).code, 0);
        let moved = row(&admin, "销售二部");
        assert_eq!((field(&moved, "deptCode"), field(&moved, "fullName")), ("111002001", "演示货运/操作部/销售二部"));
        assert_eq!(send(&admin, "销售部", "move", to("销售二部")).code, 0);
        assert_eq!(
            codes(&admin),
            [
                "111 演示货运",
                "111002 演示货运/操作部",
                "111002001 演示货运/操作部/销售二部",
                "111002001001 演示货运/操作部/销售二部/销售部",
                "111002001001001 演示货运/操作部/销售二部/销售部/销售一部",
                "111003 演示货运/财务部",
            ]
        );
        let made = admin.post("/hrs/dept", new(&id_of(&admin, "财务部"), "结算组"));
        assert_eq!(made.code, 0);
        refused(&send(&admin, "销售二部", "move", to("结算组")), "部门最多5级");
        assert_eq!(send(&admin, "销售二部", "move", to("财务部")).code, 0, "five levels");
    });
}

#[test]
fn siblings_are_sorted_anew() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let ids = |names: &[&str]| names.iter().map(|name| id_of(&admin, name)).collect::<Vec<_>>();
        let body = json!({ "parentId": id_of(&admin, "演示货运"), "ids": ids(&["财务部", "销售部", "操作部"]) });
        assert_eq!(admin.post("/hrs/dept/sort", body).code, 0);
        assert_eq!(
            codes(&admin),
            [
                "111 演示货运",
                "111001 演示货运/财务部",
                "111002 演示货运/销售部",
                "111002001 演示货运/销售部/销售一部",
                "111002002 演示货运/销售部/销售二部",
                "111003 演示货运/操作部",
            ]
        );
        let body = json!({ "parentId": id_of(&admin, "演示货运"), "ids": ids(&["财务部", "销售部"]) });
        refused(&admin.post("/hrs/dept/sort", body), "请提交同级的全部部门");
    });
}

#[test]
fn merging_hands_people_over() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let from = |short: &str| json!({ "fromId": id_of(&admin, short) });
        refused(&send(&admin, "财务部", "merge", from("销售部")), "请先处理下级部门");
        refused(&send(&admin, "财务部", "merge", from("财务部")), "请选择另一个部门");
        assert_eq!(send(&admin, "销售一部", "merge", from("销售二部")).code, 0);
        assert_eq!(row(&admin, "销售一部")["actual"], json!(2));
        assert!(tree(&admin).iter().all(|node| field(node, "shortName") != "销售二部"));
    });
}

#[test]
fn another_company_reaches_no_department_of_this_one() {
    each_database(Vec::new, |world: &World| {
        let demo = world.login("demo-admin");
        let id = id_of(&demo, "销售一部");
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/hrs/dept/{id}")).status, 404);
        assert_eq!(other.post(&format!("/hrs/dept/{id}/merge"), json!({ "fromId": id, "version": 1 })).status, 404);
        let before = world.contents(true);
        let moved = other.post(&format!("/hrs/dept/{id}/move"), json!({ "parentId": id, "version": 1 }));
        assert_eq!(moved.status, 404);
        world.unchanged(&before, true);
    });
}

fn edit(caller: &Caller<'_>, short: &str, members: Json) -> Reply {
    let row = row(caller, short);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    caller.put(&format!("/hrs/dept/{}", field(&row, "id")), body)
}

fn exec(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

#[test]
fn the_head_of_a_department_is_an_active_user() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let user = super::user::row(&admin, "doc01");
        let head = json!({ "managerId": user["id"] });
        assert_eq!(edit(&admin, "操作部", head.clone()).code, 0);
        assert_eq!(edit(&admin, "操作部", json!({ "managerId": Json::Null })).code, 0);
        let stop = format!("/hrs/user/stop/{}", field(&user, "id"));
        assert_eq!(admin.put(&stop, json!({ "version": user["version"] })).code, 0);
        let before = world.contents(true);
        for wrong in [head, json!({ "managerId": "999" })] {
            assert_eq!(edit(&admin, "操作部", wrong).findings_at("managerId"), ["负责人不存在或已离职"]);
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn a_final_profit_centre_starts_only_where_none_is_in_its_line() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let row = row(&admin, "财务部");
        let id = field(&row, "id").to_owned();
        let mut below = new(&id, "结算组");
        below["finalProfitUnit"] = json!(true);
        assert_eq!(admin.post("/hrs/dept", below).code, 0);
        assert_eq!(send(&admin, "结算组", "status", json!({ "active": false })).code, 0);
        assert_eq!(edit(&admin, "财务部", json!({ "finalProfitUnit": true })).code, 0, "a stopped one counts not");
        let before = world.contents(true);
        refused(&send(&admin, "结算组", "status", json!({ "active": true })), "上级或下级已有末端利润中心");
        world.unchanged(&before, true);
        assert_eq!(edit(&admin, "财务部", json!({ "finalProfitUnit": false })).code, 0);
        assert_eq!(send(&admin, "结算组", "status", json!({ "active": true })).code, 0);
    });
}

#[test]
fn a_department_of_orders_stays() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let parent = id_of(&admin, "财务部");
        assert_eq!(admin.post("/hrs/dept", new(&parent, "结算组")).code, 0);
        let id = id_of(&admin, "结算组");
        world.database(|_, conn| super::people::order(conn, 1, 1, None));
        exec(world, &format!("UPDATE freight_order SET sales_dept_id = {id} WHERE id = 1"));
        let remove = || {
            let row = row(&admin, "结算组");
            admin.delete(&format!("/hrs/dept/{id}?version={}", row["version"]))
        };
        let before = world.contents(true);
        refused(&remove(), "部门已有业务数据，不能删除，可停用");
        world.unchanged(&before, true);
        exec(world, "UPDATE freight_order SET sales_dept_id = NULL");
        assert_eq!(remove().code, 0);
    });
}

/// Id of the department with this name and this short name.
fn id_of_both(caller: &Caller<'_>, name: &str, short: &str) -> String {
    let nodes = tree(caller);
    let found = nodes.iter().find(|node| field(node, "shortName") == short && field(node, "deptName") == name);
    field(found.unwrap_or_else(|| panic!("there is no {name}")), "id").to_owned()
}

#[test]
fn a_department_moves_not_beside_one_of_its_name() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (finance, operation) = (id_of(&admin, "财务部"), id_of(&admin, "操作部"));
        assert_eq!(admin.post("/hrs/dept", new(&finance, "一组")).code, 0);
        for (name, short, message) in [("一组", "甲组", "同级已有同名部门"), ("甲组", "一组", "同级已有相同简称")]
        {
            let body = json!({ "parentId": operation, "deptName": name, "shortName": short });
            assert_eq!(admin.post("/hrs/dept", body).code, 0);
            let before = world.contents(true);
            let id = id_of_both(&admin, name, short);
            let version = admin.ok(&format!("/hrs/dept/{id}"))["version"].clone();
            let reply = admin.post(&format!("/hrs/dept/{id}/move"), json!({ "parentId": finance, "version": version }));
            let told = format!("{} {}", reply.message, reply.data);
            assert!(reply.code == 1 && told.contains(message), "{told}");
            world.unchanged(&before, true);
            assert_eq!(admin.delete(&format!("/hrs/dept/{id}?version={version}")).code, 0);
        }
    });
}

#[test]
fn a_merge_is_told_with_both_names() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let from = json!({ "fromId": id_of(&admin, "销售二部") });
        assert_eq!(send(&admin, "销售一部", "merge", from).code, 0);
        let log = admin.ok("/hrs/log/list/page?size=10");
        let line = &log["records"][0];
        let told = ["type", "pageName", "pageFunction", "objectNumber"].map(|name| field(line, name));
        assert_eq!(told, ["合并", "部门管理", "合并", "销售一部"], "{line}");
        let text = "演示货运/销售部/销售二部 -> 演示货运/销售部/销售一部";
        assert!(field(line, "text").contains(text), "{line}");
    });
}

#[test]
fn a_department_has_no_more_than_999_below_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (finance, operation) = (id_of(&admin, "财务部"), id_of(&admin, "操作部"));
        let above = tree(&admin).into_iter().find(|node| field(node, "id") == finance).unwrap();
        let rows: Vec<String> = (1..=998)
            .map(|n| {
                format!(
                    "(2, {}, '{}{n:03}', 'N{n}', 'N{n}', 'N{n}', {finance}, 1, 1, 0, 1, 0)",
                    900_000 + n,
                    field(&above, "deptCode")
                )
            })
            .collect();
        exec(
            world,
            &format!(
                "INSERT INTO dept (org_id, id, code, name, short_name, full_name, parent_id, version, created_by, \
                 created_at, updated_by, updated_at) VALUES {}",
                rows.join(",")
            ),
        );
        let last = admin.post("/hrs/dept", new(&finance, "第999个"));
        assert_eq!(last.code, 0, "{}", last.message);
        assert_eq!(field(&last.data, "deptCode"), format!("{}999", field(&above, "deptCode")));
        let before = world.contents(true);
        let full = ["同一上级下最多999个部门"];
        assert_eq!(admin.post("/hrs/dept", new(&finance, "第1000个")).findings_at("parentId"), full);
        let moved = send(&admin, "销售一部", "move", json!({ "parentId": finance }));
        assert_eq!(moved.findings_at("parentId"), full);
        world.unchanged(&before, true);
        assert_eq!(admin.post("/hrs/dept", new(&operation, "别处")).code, 0, "another has its own 999");
    });
}

#[test]
fn a_merge_takes_part_time_rows_and_what_is_seen_beyond_the_level_along() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (from, to) = (id_of(&admin, "销售二部"), id_of(&admin, "销售一部"));
        let user = |login: &str| field(&super::user::row(&admin, login), "id").to_owned();
        let (op, cs, home) = (user("op01"), user("cs01"), user("sales01"));
        // cs01 works in both, sales01 is at home in the one that stays.
        for (who, dept) in [(&op, &from), (&cs, &from), (&cs, &to), (&home, &from)] {
            exec(world, &format!("INSERT INTO user_dept (org_id, user_id, dept_id) VALUES (2, {who}, {dept})"));
        }
        for (who, kind, dept) in [(&op, "extra", &from), (&cs, "except", &from), (&cs, "except", &to)] {
            exec(
                world,
                &format!(
                    "INSERT INTO user_scope_extra (org_id, user_id, kind, target_type, target_id) \
                     VALUES (2, {who}, '{kind}', 'dept', {dept})"
                ),
            );
        }
        let opened = |user: &str| admin.ok(&format!("/hrs/user/{user}"));
        let before = [&op, &cs, &home].map(|user| opened(user)["version"].clone());
        assert_eq!(send(&admin, "销售一部", "merge", json!({ "fromId": from })).code, 0);
        for (user, version) in [&op, &cs, &home].into_iter().zip(before) {
            let stale = json!({ "version": version, "extraDeptIds": [from] });
            refused_stale(&admin.put(&format!("/hrs/user/{user}"), stale));
        }
        let gone = json!({ "version": opened(&op)["version"], "extraDeptIds": [from, to], "exceptCoopIds": ["1"] });
        let refused = admin.put(&format!("/hrs/user/{op}"), gone);
        for field in ["extraDeptIds", "exceptCoopIds"] {
            assert_eq!(refused.findings_at(field), ["所选项目已不存在，请重新选择"], "{field}");
        }
        let lines = |table: &str| {
            let start = format!("{table} [");
            let mut found: Vec<String> =
                world.contents(false).into_iter().filter(|line| line.starts_with(&start)).collect();
            found.sort();
            found
        };
        let part_time = lines("user_dept");
        assert_eq!(part_time.len(), 2, "{part_time:?}");
        assert!(part_time.iter().all(|line| line.contains(&to) && !line.contains(&home)), "{part_time:?}");
        let seen = lines("user_scope_extra");
        assert!(seen.len() == 2 && seen.iter().all(|line| line.contains(&to) && !line.contains(&from)), "{seen:?}");
    });
}

/// Columns that name a department and keep it.
const KEEP: [&str; 7] = [
    "app_user.dept_id",
    "approval_instance.applicant_dept_id",
    "company_doc_target.target_id",
    "expense_report.dept_id",
    "freight_order.sales_dept_id",
    "inquiry.sales_dept_id",
    "voucher_entry.dept_id",
];
/// What goes with it.
const GO: [&str; 2] = ["user_dept.dept_id", "user_scope_extra.target_id"];
/// The log tells what was and is never changed (Rule 8): it names departments that are gone, too.
const LOG: [&str; 1] = ["operation_log.dept_id"];
/// What is no department in spite of its name.
const OTHERS: [&str; 2] = ["batch_row.target_id", "import_row.target_id"];

/// Every column that may hold a department, with a bare row that names one. A new column belongs into one of the lists.
fn naming(world: &World, dept: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (table, columns) in super::user::tables(world) {
        for (column, ..) in columns.iter().filter(|(name, ..)| name.ends_with("dept_id") || name == "target_id") {
            let place = format!("{table}.{column}");
            if !OTHERS.contains(&place.as_str()) {
                found.push((place, super::user::bare_row(&table, &columns, (column, dept))));
            }
        }
    }
    let known: Vec<&str> = KEEP.into_iter().chain(GO).chain(LOG).collect();
    assert!(found.iter().all(|(place, _)| known.contains(&place.as_str())), "{found:?}");
    assert_eq!(found.len(), known.len());
    found
}

/// A document of number 0, which the bare rows of targets name.
fn document(world: &World) {
    let (table, columns) = super::user::tables(world).into_iter().find(|(table, _)| table == "company_doc").unwrap();
    exec(world, &super::user::bare_row(&table, &columns, ("name", "'合同.pdf'")));
}

/// A new department below 财务部.
fn made(caller: &Caller<'_>, name: &str) -> String {
    let reply = caller.post("/hrs/dept", new(&id_of(caller, "财务部"), name));
    assert_eq!(reply.code, 0, "{}", reply.message);
    field(&reply.data, "id").to_owned()
}

/// A setting of requests of permissions with a level under a condition about departments.
fn asked_of(caller: &Caller<'_>, compare: &str, depts: &str) -> Reply {
    let condition = json!({ "field": "dept", "compare": compare, "value": depts });
    let level = json!({ "approverType": "admin", "conditions": [condition] });
    caller.post("/prm/ics/approval/setting", json!({ "eventId": "120", "approval": "1", "levels": [level] }))
}

const USED: &str = "部门已有业务数据，不能删除，可停用";
const IN_DOCUMENTS: &str = "部门为企业文档的可见部门（合同.pdf），不能删除";

#[test]
fn whatever_names_a_department_keeps_it_or_goes_with_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let dept = made(&admin, "结算组");
        let remove = || {
            let row = row(&admin, "结算组");
            admin.delete(&format!("/hrs/dept/{dept}?version={}", row["version"]))
        };
        document(world);
        let inserts = naming(world, &dept);
        for (place, insert) in &inserts {
            exec(world, insert);
            if KEEP.contains(&place.as_str()) {
                let why = if place == "company_doc_target.target_id" { IN_DOCUMENTS } else { USED };
                assert_eq!(remove().message, why, "{place}");
                let (table, column) = place.split_once('.').unwrap();
                exec(world, &format!("DELETE FROM {table} WHERE {column} = {dept}"));
            }
        }
        let set = asked_of(&admin, "in", &dept);
        assert_eq!(set.code, 0, "{} {}", set.message, set.data);
        let in_conditions = "部门用于审批条件（设置编号 1），不能删除";
        assert_eq!(remove().message, in_conditions, "a condition of an approval");
        let again = ["company_doc_target.target_id", "inquiry.sales_dept_id"];
        for (_, insert) in inserts.iter().filter(|(place, _)| again.contains(&place.as_str())) {
            exec(world, insert);
        }
        assert_eq!(remove().message, format!("{USED}；{in_conditions}；{IN_DOCUMENTS}"), "all at once");
        exec(world, &format!("DELETE FROM company_doc_target WHERE target_id = {dept}"));
        exec(world, &format!("DELETE FROM inquiry WHERE sales_dept_id = {dept}"));
        let path = format!("/prm/ics/approval/setting/{}", field(&set.data, "id"));
        let removed = admin.delete(&format!("{path}?version={}", set.data["version"]));
        assert_eq!(removed.code, 0, "{}", removed.message);
        assert_eq!(remove().code, 0);
        let left: Vec<String> = world.contents(false).into_iter().filter(|line| line.contains(&dept)).collect();
        assert_eq!(left, Vec::<String>::new(), "nothing but the log names it any more");
    });
}

#[test]
fn whatever_names_a_department_goes_over_with_a_merge() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (from, to) = (made(&admin, "旧组"), made(&admin, "新组"));
        for (_, insert) in naming(world, &from) {
            exec(world, &insert);
        }
        let known = format!("{{\"facts\":{{\"dept\":{{\"Text\":\"{from}\"}}}}}}");
        exec(world, &format!("UPDATE approval_instance SET setting_snapshot = '{known}'"));
        let view = format!("{{\"filters\":{{\"deptId\":\"{from}\"}}}}");
        for (id, page) in [(1, "hrs.user.list"), (2, "hrs.log.list")] {
            exec(
                world,
                &format!(
                    "INSERT INTO list_view (org_id, id, page_key, owner_id, name, body, version, created_by, \
                     created_at, updated_by, updated_at) VALUES (2, {id}, '{page}', 1, 'v', '{view}', 1, 1, 0, 1, 0)"
                ),
            );
        }
        document(world);
        let version = |table: &str, id: i64| {
            let text = format!("SELECT version FROM {table} WHERE org_id = 2 AND id = {id}");
            let rows = world.database(|_, conn| conn.query(&platform::store::Stmt::Raw(text, Vec::new())).unwrap());
            rows[0].get::<i64>(0).unwrap()
        };
        let before = version("company_doc", 0);
        assert_eq!(send(&admin, "新组", "merge", json!({ "fromId": from })).code, 0);
        for place in KEEP.into_iter().chain(GO) {
            let (table, column) = place.split_once('.').unwrap();
            let text = format!("SELECT 1 FROM {table} WHERE {column} = {to}");
            let there =
                world.database(|_, conn| conn.query(&platform::store::Stmt::Raw(text, Vec::new())).unwrap().len());
            // Whose main department it is, is not there part-time.
            let wanted = usize::from(place != "user_dept.dept_id");
            assert_eq!(there, wanted, "{place}");
        }
        assert_eq!(version("company_doc", 0), before + 1);
        assert_eq!((version("list_view", 1), version("list_view", 2)), (2, 1));
        let left: Vec<String> = world.contents(false).into_iter().filter(|line| line.contains(&from)).collect();
        let of_log = |line: &&String| line.starts_with("operation_log") || line.contains("hrs.log.list");
        assert!(left.iter().all(|line| of_log(&line)), "nothing but the log and its views name it: {left:?}");
    });
}

#[test]
fn conditions_of_approvals_follow_a_merge() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (from, to, third) = (made(&admin, "旧组"), made(&admin, "新组"), made(&admin, "他组"));
        let set = asked_of(&admin, "in", &format!(" {from}， {third}, {to} "));
        assert_eq!(set.code, 0, "{} {}", set.message, set.data);
        let path = format!("/prm/ics/approval/setting/{}", field(&set.data, "id"));
        let told = |setting: &Json| field(setting, "conditionText").to_owned();
        let name = |group: &str| format!("演示货运/财务部/{group}");
        let before = admin.ok(&path);
        assert_eq!(told(&before), format!("一级: 申请部门 属于 {}、{}、{}", name("旧组"), name("新组"), name("他组")));
        assert_eq!(send(&admin, "新组", "merge", json!({ "fromId": from })).code, 0);
        let after = admin.ok(&path);
        assert_eq!(after["levels"][0]["conditions"][0]["value"], json!(format!("{to},{third}")), "each once");
        assert_eq!(told(&after), format!("一级: 申请部门 属于 {}、{}", name("新组"), name("他组")));
        let stale = json!({ "version": before["version"], "remark": "x" });
        refused_stale(&admin.put(&path, stale));
        let line = admin.ok("/hrs/log/list/page?type=修改&objectNumber=1")["records"][0].clone();
        assert_eq!((field(&line, "pageFunction"), field(&line, "level")), ("合并部门", "高"), "{line}");
        let text = field(&line, "text");
        assert!(text.contains(&told(&before)) && text.contains(&told(&after)), "{text}");
    });
}
