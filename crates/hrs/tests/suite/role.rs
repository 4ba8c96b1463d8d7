//! Roles: permissions, levels, users, and what follows for their holders at once.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, field, refused};

use super::user::row as user_row;

pub fn row(caller: &Caller<'_>, name: &str) -> Json {
    let page = caller.ok("/hrs/role/page?size=500");
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.into_iter().find(|row| field(row, "roleName") == name).unwrap_or_else(|| panic!("no role {name}"))
}

fn remove(caller: &Caller<'_>, name: &str) -> Reply {
    let row = row(caller, name);
    caller.delete(&format!("/hrs/role/{}?version={}", field(&row, "id"), row["version"]))
}

fn node(caller: &Caller<'_>, code: &str) -> String {
    let tree = caller.ok("/hrs/permissionNode/roleTree");
    let found = tree.as_array().unwrap().iter().find(|node| field(node, "code") == code).cloned();
    field(&found.unwrap_or_else(|| panic!("no node {code}")), "id").to_owned()
}

/// The permissions of a role, changed.
fn change(caller: &Caller<'_>, name: &str, work: impl FnOnce(&mut Vec<String>)) -> Reply {
    let id = field(&row(caller, name), "id").to_owned();
    let path = format!("/hrs/rolePermission/{id}");
    let present = caller.ok(&path);
    let mut ids: Vec<String> =
        present["permissionIds"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect();
    work(&mut ids);
    caller.put(&path, json!({ "version": present["version"], "permissionIds": ids }))
}

#[test]
fn the_list_counts_users_pages_and_buttons() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let sales = row(&admin, "销售员");
        assert_eq!((&sales["users"], field(&sales, "orderScope")), (&json!(2), "AE 本人, 其他 全公司"));
        assert_eq!(field(&row(&admin, "客服"), "orderScope"), "全公司");
        let nothing = row(&admin, "无权限");
        assert_eq!((&nothing["pages"], &nothing["buttons"]), (&json!(0), &json!(0)));
        let by = |query: &str| admin.ok(&format!("/hrs/role/page?{query}"))["total"].clone();
        assert_eq!(by(&format!("userId={}", field(&user_row(&admin, "op01"), "id"))), json!(1));
        assert_eq!(by(&format!("permissionId={}", node(&admin, "sys_user_add"))), json!(1), "总经理 alone");
        let offered = admin.ok("/platform/select/roleNode?keyword=sys_user_add");
        assert_eq!((offered.as_array().unwrap().len(), &offered[0]["label"]), (1, &json!("新增")));
        assert_eq!(world.login("sales01").get("/platform/select/roleNode?keyword=").status, 403);
    });
}

#[test]
fn a_role_with_users_is_not_removed() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        refused(&remove(&admin, "销售员"), "角色下还有2个用户，不能删除");
        let made = admin.post("/hrs/role", json!({ "roleName": "实习生" }));
        assert_eq!(made.code, 0, "{}", made.message);
        refused(&admin.post("/hrs/role", json!({ "roleName": "实习生" })), "角色名称已存在");
        refused(&admin.post("/hrs/role", json!({ "roleName": "Admin" })), "角色名称admin为系统保留");
        assert_eq!(field(&row(&admin, "实习生"), "orderScope"), "全公司", "a new role sees the company");
        assert_eq!(remove(&admin, "实习生").code, 0);
    });
}

// req: hrs-open-effects
#[test]
fn a_page_taken_away_answers_403_to_every_holder_at_once() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let boss = world.login("ceo01");
        assert_eq!(boss.get("/hrs/dept/page").status, 200);
        let page = node(&admin, "hrs_dept");
        assert_eq!(change(&admin, "总经理", |ids| ids.retain(|id| *id != page)).code, 0);
        assert_eq!(boss.get("/hrs/dept/page").status, 403);
        let log = admin.ok("/hrs/log/list/page?size=1");
        let line = &log["records"][0];
        assert_eq!((field(line, "level"), field(line, "pageFunction")), ("高", "分配权限"));
        assert!(field(line, "text").contains("hrs_dept"), "{}", field(line, "text"));
        assert_eq!(change(&admin, "总经理", |ids| ids.push(page)).code, 0);
        assert_eq!(boss.get("/hrs/dept/page").status, 200);
    });
}

#[test]
fn nobody_gives_what_he_does_not_hold() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let give = |name: &str, codes: &[&str]| {
            let wanted: Vec<String> = codes.iter().map(|code| node(&admin, code)).collect();
            change(&admin, name, |ids| ids.extend(wanted))
        };
        assert_eq!(give("财务", &["hrs_role", "sys_role_permission", "sys_role_user", "sys_role_copy"]).code, 0);
        let fin = world.login("fin01");
        let log = node(&admin, "hrs_log");
        refused(&change(&fin, "仓库", |ids| ids.push(log)), "不能分配自己没有的权限");
        let role = node(&admin, "hrs_role");
        assert_eq!(change(&fin, "仓库", |ids| ids.push(role)).code, 0, "what he holds he may give");
        let boss = row(&fin, "总经理");
        let path = format!("/hrs/roleUser/{}", field(&boss, "id"));
        let present = fin.ok(&path);
        let mut ids = present["userIds"].as_array().unwrap().clone();
        ids.push(user_row_id(&admin, "fin01"));
        let body = json!({ "version": present["version"], "userIds": ids });
        refused(&fin.put(&path, body), "不能分配权限高于自己的角色");
        let copy = fin.post(&format!("/hrs/role/copy/{}", field(&boss, "id")), json!({ "version": boss["version"] }));
        refused(&copy, "不能分配自己没有的权限");
    });
}

fn user_row_id(caller: &Caller<'_>, login: &str) -> Json {
    user_row(caller, login)["id"].clone()
}

#[test]
fn a_copy_takes_permissions_and_levels_but_no_users() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let sales = row(&admin, "销售员");
        let path = format!("/hrs/role/copy/{}", field(&sales, "id"));
        assert_eq!(admin.post(&path, json!({ "version": sales["version"] })).code, 0);
        let copy = row(&admin, "销售员-副本");
        for name in ["pages", "buttons", "orderScope"] {
            assert_eq!(copy[name], sales[name], "{name}");
        }
        assert_eq!(copy["users"], json!(0));
        refused(&admin.post(&path, json!({ "version": sales["version"] })), "角色名称已存在");
    });
}

#[test]
fn a_long_name_is_cut_for_its_copy() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for (length, kept) in [(37, 37), (38, 37), (40, 37)] {
            let name = "长".repeat(length);
            let made = admin.post("/hrs/role", json!({ "roleName": name }));
            let version = &admin.ok(&format!("/hrs/role/{}", field(&made.data, "id")))["version"];
            let copy =
                admin.post(&format!("/hrs/role/copy/{}", field(&made.data, "id")), json!({ "version": version }));
            assert_eq!(copy.code, 0, "{length}: {}", copy.message);
            let copied = format!("{}-副本", "长".repeat(kept));
            assert_eq!(copied.chars().count(), 40);
            assert_eq!(remove(&admin, &copied).code, 0);
        }
        let over = admin.post("/hrs/role", json!({ "roleName": "长".repeat(41) }));
        assert_eq!(over.findings_at("roleName"), ["角色名称不能超过40个字符"]);
    });
}

#[test]
fn the_form_neither_stops_a_role_nor_starts_one() {
    each_database(Vec::new, |world| {
        let (admin, buyer) = (world.login("demo-admin"), world.login("buy01"));
        let role = row(&admin, "采购");
        let path = format!("/hrs/role/{}", field(&role, "id"));
        let put = admin.put(&path, json!({ "version": role["version"], "roleName": "采购", "active": false }));
        assert_eq!(row(&admin, "采购")["active"], json!(true), "{}", put.message);
        assert_eq!(buyer.get("/hrs/permission").status, 200);
        let made = admin.post("/hrs/role", json!({ "roleName": "实习生" }));
        assert_eq!((made.code, &row(&admin, "实习生")["active"]), (0, &json!(true)), "a new one counts");
    });
}

#[test]
fn a_role_holds_nothing_the_company_lacks() {
    each_database(Vec::new, |world| {
        let (admin, keeper) = (world.login("demo-admin"), world.login("superAdmin"));
        let tree = keeper.ok("/hrs/permissionNode/roleTree");
        let of_platform = tree.as_array().unwrap().iter().find(|node| field(node, "code") == "hrs_edition").unwrap();
        let before = world.contents(true);
        let alien = field(of_platform, "id").to_owned();
        refused(&change(&admin, "仓库", |ids| ids.push(alien)), "权限不在本企业版本内");
        world.unchanged(&before, true);
    });
}

#[test]
fn stopping_a_role_asks_about_users_left_without_one_and_ends_their_sessions() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let buyer = world.login("buy01");
        let role = row(&admin, "采购");
        let path = format!("/hrs/role/{}/status", field(&role, "id"));
        let body = json!({ "active": false, "version": role["version"] });
        let asked = admin.post(&path, body.clone());
        assert_eq!(asked.code, 2);
        assert_eq!(asked.data["confirms"][0]["message"], json!("停用后1名用户将没有角色，是否继续？"));
        assert_eq!(buyer.get("/hrs/permission").status, 200, "a question changes nothing");
        let mut yes = body;
        yes["confirmed"] = json!([asked.data["confirms"][0]["key"]]);
        assert_eq!(admin.post(&path, yes).code, 0);
        assert_eq!(buyer.get("/hrs/permission").status, 401);
        let login = world.anonymous().token_call("buy01@example.com", "DEMO", testkit::PASSWORD);
        refused(&login, "当前用户没有角色权限，请联系管理员");
    });
}

#[test]
fn levels_are_kept_per_scope_and_class() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let role = row(&admin, "操作员");
        let path = format!("/hrs/roleScope/{}", field(&role, "id"));
        let levels = admin.ok(&path);
        assert_eq!((&levels["levels"]["AE"], &levels["levels"]["SE"]), (&json!(2), &json!(5)));
        assert_eq!(levels["levels"]["coop"], json!(5));
        let save = |version: &Json, levels: Json| admin.put(&path, json!({ "version": version, "levels": levels }));
        // Level 6, the group, is one of orders alone (Rule 5).
        let reply = save(&levels["version"], json!({ "AE": 7, "XX": 1, "coop": 6 }));
        assert_eq!(reply.data["findings"].as_array().unwrap().len(), 3);
        assert_eq!(reply.findings_at("levels.AE"), ["AE的数据范围不正确"]);
        assert_eq!(reply.findings_at("levels.coop"), ["coop的数据范围不正确"]);
        assert_eq!(reply.findings_at("levels.XX"), ["XX的数据范围不正确"]);
        assert_eq!(save(&levels["version"], json!({ "SE": 0 })).findings_at("levels.SE"), ["SE的数据范围不正确"]);
        assert_eq!(save(&levels["version"], json!({ "AE": 4, "AI": 5, "coop": 1 })).code, 0);
        let now = admin.ok(&path);
        assert_eq!(
            (&now["levels"]["AE"], &now["levels"]["coop"], &now["levels"]["SE"]),
            (&json!(4), &json!(1), &json!(5))
        );
        assert_eq!(save(&levels["version"], json!({ "AE": 1 })).code, 3, "the version has moved on");
        let shown = || field(&row(&admin, "操作员"), "orderScope").to_owned();
        assert_eq!(shown(), "AE 本部门及下级, 其他 全公司");
        let of = |level: i64| json!({ "AE": 1, "AI": level, "SE": level, "SI": level, "TE": level, "TI": level, "LC": level, "IO": level });
        assert_eq!(save(&now["version"], of(3)).code, 0);
        assert_eq!(shown(), "AE 本人, 其他 本部门", "what most have is the rest");
        assert_eq!(save(&admin.ok(&path)["version"], of(1)).code, 0);
        assert_eq!(shown(), "本人");
        assert_eq!(save(&admin.ok(&path)["version"], json!({ "AI": 6 })).code, 0);
        assert_eq!(shown(), "AI 集团, 其他 本人");
    });
}

// req: hrs-scope
#[test]
fn users_are_given_and_taken() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let role = row(&admin, "仓库");
        let path = format!("/hrs/roleUser/{}", field(&role, "id"));
        let present = admin.ok(&path);
        assert_eq!(present["userIds"].as_array().unwrap().len(), 1);
        assert_eq!(present["users"].as_array().unwrap().len(), 12, "the administrator needs no role");
        let keeper = world.login("wh01");
        let op = user_row_id(&admin, "op01");
        let body = json!({ "version": present["version"], "userIds": [op] });
        assert_eq!(admin.put(&path, body).code, 0);
        let ended = keeper.get("/hrs/permission");
        assert_eq!((ended.status, ended.message.as_str()), (401, "当前用户没有角色权限，请联系管理员"));
        let english = keeper.in_language("en-US").get("/hrs/permission");
        assert_eq!(english.message, "The user has no role. Please contact the administrator.");
        assert_eq!(user_row(&admin, "op01")["roleNames"], json!("仓库,操作员"));
        let stranger = json!({ "version": row(&admin, "仓库")["version"], "userIds": ["1"] });
        assert_eq!(admin.put(&path, stranger).status, 404);
    });
}

#[test]
fn another_company_reaches_no_role_of_this_one() {
    each_database(Vec::new, |world: &World| {
        let admin = world.login("demo-admin");
        let id = field(&row(&admin, "操作员"), "id").to_owned();
        let other = world.login("superAdmin");
        let before = world.contents(true);
        for reply in [
            other.get(&format!("/hrs/rolePermission/{id}")),
            other.put(&format!("/hrs/rolePermission/{id}"), json!({ "version": 1, "permissionIds": [] })),
            other.get(&format!("/hrs/roleScope/{id}")),
            other.put(&format!("/hrs/roleScope/{id}"), json!({ "version": 1, "levels": {} })),
            other.get(&format!("/hrs/roleUser/{id}")),
            other.put(&format!("/hrs/roleUser/{id}"), json!({ "version": 1, "userIds": [] })),
            other.post(&format!("/hrs/role/copy/{id}"), json!({ "version": 1 })),
            other.delete(&format!("/hrs/role/{id}?version=1")),
        ] {
            assert_eq!(reply.status, 404, "{}", reply.message);
        }
        world.unchanged(&before, true);
    });
}
