//! Who gets a node: companies one by one, by edition, by default, in trial.

use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, refused};

fn text<'a>(row: &'a Json, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

fn row(caller: &Caller<'_>, list: &str, query: &str, (name, value): (&str, &str)) -> Json {
    let page = caller.ok(&format!("{list}/page?size=500&{query}"));
    let found = page["records"].as_array().unwrap().iter().find(|row| text(row, name) == value).cloned();
    found.unwrap_or_else(|| panic!("there is no {value}"))
}

fn node(caller: &Caller<'_>, code: &str) -> Json {
    row(caller, "/hrs/permissionNode", &format!("permissionType=2&permissionCode={code}"), ("permissionCode", code))
}

fn org(caller: &Caller<'_>, code: &str) -> Json {
    row(caller, "/hrs/org", "", ("orgCode", code))
}

fn set(caller: &Caller<'_>, code: &str, members: Json) -> Reply {
    let row = node(caller, code);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    caller.put(&format!("/hrs/permissionNode/{}", text(&row, "id")), body)
}

fn grant(caller: &Caller<'_>, way: &str, code: &str, more: Json) -> Reply {
    let row = node(caller, code);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    caller.post(&format!("/hrs/orgPermission/{way}/{}", text(&row, "id")), body)
}

fn take(caller: &Caller<'_>, code: &str, company: &str) {
    done(grant(caller, "remove", code, json!({ "orgIds": [org(caller, company)["id"]] })));
}

/// A new node of the platform, below a node of the menu.
fn make(caller: &Caller<'_>, code: &str, name: &str, (above, kind): (&str, &str)) -> Reply {
    let parent = node(caller, above);
    let path = if kind == "1" { format!("/{code}") } else { String::new() };
    let body = json!({
        "parentId": parent["id"], "permissionType": kind, "permissionCode": code, "path": path,
        "permissionName": name, "permissionEname": name, "sort": 100,
    });
    caller.post("/hrs/permissionNode", body)
}

/// The entry of a page in what an administrator loads.
fn entry(caller: &Caller<'_>, code: &str) -> Json {
    fn find(nodes: &Json, code: &str) -> Option<Json> {
        let nodes = nodes.as_array()?;
        nodes
            .iter()
            .find(|node| node["code"] == code)
            .cloned()
            .or_else(|| nodes.iter().find_map(|node| find(&node["children"], code)))
    }
    find(&caller.ok("/hrs/permission/getAllPermissionAndHave"), code).unwrap_or(Json::Null)
}

#[test]
fn companies_are_found_by_edition_kind_and_day() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        world.database(|_, conn| {
            let day = kernel::Instant::parse("2026-07-10 23:59:59").unwrap();
            let mut update = sql::update_global("org", &[]);
            update.value("created_at", day.millis()).value("org_type", 1i64);
            conn.exec(&update.into()).unwrap();
            let mut person = sql::update_global("org", &[]);
            person.value("org_type", 2i64).and_where(sql::eq("code", "DEMOSH".to_owned()));
            conn.exec(&person.into()).unwrap();
        });
        let id = text(&node(&keeper, "hrs_role"), "id").to_owned();
        let have = |query: &str| {
            let found = keeper.ok(&format!("/hrs/orgPermission/have?permissionId={id}&{query}"));
            found.as_array().unwrap().iter().map(|row| text(row, "orgCode").to_owned()).collect::<Vec<_>>()
        };
        let all = have("");
        assert!(all.len() >= 4, "{all:?}");
        assert_eq!(have("edition=STANDARD"), ["DEMO"]);
        assert_eq!(have("accountType=2"), ["DEMOSH"]);
        assert_eq!(have("accountType=2&name=DEMO&edition=STANDARD"), Vec::<String>::new());
        assert_eq!(have("createdFrom=2026-07-10&createdTo=2026-07-10"), all, "the whole day");
        assert_eq!(have("createdFrom=2026-07-11"), Vec::<String>::new());
        assert_eq!(have("createdTo=2026-07-09"), Vec::<String>::new());
        let wrong = |query: &str| keeper.get(&format!("/hrs/orgPermission/lack?permissionId={id}&{query}")).status;
        assert_eq!((wrong("accountType=x"), wrong("createdFrom=soon")), (400, 400));
    });
}

#[test]
fn a_node_joins_editions_and_their_companies_when_asked() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        done(make(&keeper, "own_page", "自有页面", ("/hrsManager/staff", "1")));
        let editions = |code: &str| {
            let edition = row(&keeper, "/hrs/edition", "", ("editionCode", code));
            let held = keeper.ok(&format!("/hrs/editionPermission/{}", text(&edition, "id")));
            held["permissionIds"].as_array().unwrap().contains(&node(&keeper, "own_page")["id"])
        };
        let before = world.contents(true);
        assert_eq!(
            grant(&keeper, "edition", "own_page", json!({ "editions": [] })).findings_at("editions"),
            ["请选择版本"]
        );
        refused(&grant(&keeper, "edition", "hrs_org", json!({ "editions": ["STANDARD"] })), "平台权限不能加入版本");
        assert_eq!(grant(&keeper, "edition", "own_page", json!({ "editions": ["NOTHING"] })).status, 404);
        let stale = json!({ "version": 99, "editions": ["STANDARD"] });
        assert_eq!(grant(&keeper, "edition", "own_page", stale).message, "数据有变化，请刷新后重试");
        world.unchanged(&before, true);
        assert_eq!(admin.post("/hrs/orgPermission/edition/1", json!({ "version": 1, "editions": [] })).status, 403);
        let told = done(grant(&keeper, "edition", "own_page", json!({ "editions": ["STANDARD", "STARTUP"] })));
        assert_eq!(told, json!({ "companies": 0 }));
        assert!(editions("STANDARD") && editions("STARTUP") && !editions("FLAGSHIP"));
        assert_eq!(entry(&admin, "own_page")["path"], "/unPermission", "the companies wait for a synchronisation");
        let told = done(grant(&keeper, "edition", "own_page", json!({ "editions": ["STANDARD"], "withOrgs": true })));
        assert_eq!(told, json!({ "companies": 1 }));
        assert_eq!(entry(&admin, "own_page")["path"], "/own_page");
        let log = keeper.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!((text(&log, "level"), text(&log, "text")), ("高", "加入版本：标准版，授权1家企业"), "{log}");
        done(set(&keeper, "own_page", json!({ "disabled": true })));
        assert_eq!(entry(&admin, "own_page"), Json::Null, "a page in trial is nothing to ask for");
        let closed = "停用或灰度的权限不能加入版本";
        refused(&grant(&keeper, "edition", "own_page", json!({ "editions": ["TRIAL"] })), closed);
        done(set(&keeper, "own_page", json!({ "disabled": false, "status": false })));
        refused(&grant(&keeper, "edition", "own_page", json!({ "editions": ["TRIAL"] })), closed);
    });
}

#[test]
fn an_edition_gets_no_node_in_trial_and_keeps_one_it_has() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let id = text(&row(&keeper, "/hrs/edition", "", ("editionCode", "STANDARD")), "id").to_owned();
        let path = format!("/hrs/editionPermission/{id}");
        let role = node(&keeper, "hrs_role")["id"].clone();
        let in_tree = || keeper.ok("/hrs/edition/tree").as_array().unwrap().iter().any(|node| node["id"] == role);
        let held = || keeper.ok(&path)["permissionIds"].as_array().unwrap().clone();
        assert!(in_tree() && held().contains(&role));
        done(set(&keeper, "hrs_role", json!({ "disabled": true })));
        assert!(!in_tree());
        let shown: Vec<Json> = held().into_iter().filter(|id| *id != role).collect();
        done(keeper.put(&path, json!({ "version": keeper.ok(&path)["version"], "permissionIds": shown })));
        assert!(held().contains(&role), "what the tree does not show is not taken away");
        done(set(&keeper, "hrs_role", json!({ "disabled": false })));
        done(keeper.put(&path, json!({ "version": keeper.ok(&path)["version"], "permissionIds": shown })));
        assert!(!held().contains(&role));
        for closed in [json!({ "disabled": true }), json!({ "disabled": false, "status": false })] {
            done(set(&keeper, "hrs_role", closed));
            let body = json!({ "version": keeper.ok(&path)["version"], "permissionIds": [role] });
            refused(&keeper.put(&path, body), "停用或灰度的权限不能加入版本");
        }
        assert_eq!(text(&row(&keeper, "/hrs/edition", "", ("editionCode", "STANDARD")), "createdByName"), "");
        done(keeper.post("/hrs/edition", json!({ "editionCode": "OWN_ONE", "editionName": "自有版", "userCount": 3 })));
        let made = row(&keeper, "/hrs/edition", "", ("editionCode", "OWN_ONE"));
        assert_eq!(text(&made, "createdByName"), "平台管理员");
    });
}

// req: hrs-scope
#[test]
fn an_administrator_has_his_defaults_outside_the_edition() {
    each_database(Vec::new, |world| {
        let (keeper, admin, user) = (world.login("superAdmin"), world.login("demo-admin"), world.login("op01"));
        assert_eq!((admin.get("/hrs/task/page").status, user.get("/hrs/task/page").status), (200, 200));
        take(&keeper, "hrs_task", "DEMO");
        assert_eq!((admin.get("/hrs/task/page").status, user.get("/hrs/task/page").status), (403, 403));
        assert_eq!(entry(&admin, "hrs_task")["path"], "/unPermission");
        done(set(&keeper, "hrs_task", json!({ "adminDefault": true })));
        assert_eq!(admin.get("/hrs/task/page").status, 200);
        assert_eq!(user.get("/hrs/task/page").status, 403, "for administrators alone");
        assert_eq!(entry(&admin, "hrs_task")["path"], "/hrs_task");
        done(set(&keeper, "hrs_task", json!({ "disabled": true })));
        assert_eq!(admin.get("/hrs/task/page").status, 403, "a node in trial stays one");
        assert_eq!(
            set(&keeper, "hrs_org", json!({ "adminDefault": true })).findings_at("adminDefault"),
            ["平台权限不能设为管理员默认"]
        );
    });
}

#[test]
fn a_node_in_trial_is_in_the_menu_of_the_companies_named_alone() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let (here, there) = (world.login("op01"), world.login("sh01"));
        let shown = |who: &Caller<'_>| who.ok("/hrs/permission").to_string().contains("\"/hrs_task\"");
        assert!(shown(&here) && shown(&there));
        done(set(&keeper, "hrs_task", json!({ "disabled": true, "ableOrgIds": [org(&keeper, "DEMOSH")["id"]] })));
        assert!(!shown(&here) && shown(&there));
    });
}

// req: hrs-scope
#[test]
fn a_node_has_its_own_name_code_path_and_help() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let staff = ("/hrsManager/staff", "1");
        done(make(&keeper, "own_page", "自有页面", staff));
        let say = |code: &str, name: &str, place: &str| make(&keeper, code, name, staff).findings_at(place);
        assert_eq!(say("other", "自有页面", "permissionName"), ["同级已有同名权限"]);
        assert!(say("other", &"页".repeat(41), "permissionName").len() == 1);
        for wrong in ["a b", "页面", "a.b", "a;b"] {
            assert_eq!(say(wrong, "其他", "permissionCode"), ["编码为字母、数字、下划线、连字符或/"], "{wrong}");
        }
        assert_eq!(say(&"a".repeat(61), "其他", "permissionCode").len(), 1);
        assert_eq!(say(&"a".repeat(60), "其他", "permissionCode").len(), 0);
        let elsewhere = ("/hrsManager/log", "1");
        done(make(&keeper, "own_page2", "自有页面", elsewhere));
        let wrong = set(&keeper, "own_page", json!({ "helpDocumentUrl": "javascript:alert(1)" }));
        assert_eq!(wrong.findings_at("helpDocumentUrl"), ["地址须以http://、https://或/开头"]);
        done(set(
            &keeper,
            "own_page",
            json!({ "helpDocumentName": "说明", "helpDocumentUrl": "https://example.com/h" }),
        ));
        assert_eq!(text(&node(&keeper, "own_page"), "helpDocumentName"), "说明");
        done(grant(
            &keeper,
            "add",
            "own_page",
            json!({ "orgIds": [org(&keeper, "DEMO")["id"], org(&keeper, "TRIAL")["id"]] }),
        ));
        let before = world.contents(true);
        let own = node(&keeper, "own_page");
        let remove = || {
            keeper.delete(&format!(
                "/hrs/permissionNode/{}?version={}",
                text(&own, "id"),
                node(&keeper, "own_page")["version"]
            ))
        };
        refused(&remove(), "已授权给2家企业，不能删除，可停用");
        world.unchanged(&before, true);
        take(&keeper, "own_page", "DEMO");
        take(&keeper, "own_page", "TRIAL");
        done(remove());
    });
}

#[test]
fn what_was_asked_for_of_a_node_ends_with_it_in_every_company() {
    each_database(Vec::new, |world| {
        let (keeper, clerk) = (world.login("superAdmin"), world.login("pf01"));
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        done(make(&keeper, "own_page", "自有页面", ("/hrsManager/staff", "1")));
        done(grant(&keeper, "add", "own_page", json!({ "orgIds": [org(&keeper, "DEMO")["id"]] })));
        let own = node(&keeper, "own_page")["id"].clone();
        for caller in [&op, &clerk] {
            done(caller.post("/hrs/permission/apply", json!({ "permissionId": own, "reason": "试用" })));
        }
        let to_do = |caller: &Caller<'_>| caller.ok("/prm/api/toDo?current=1&size=10")["records"].clone();
        let task = to_do(&admin)[0]["taskId"].clone();
        assert_eq!(to_do(&keeper).as_array().unwrap().len(), 1);
        take(&keeper, "own_page", "DEMO");
        let page = node(&keeper, "own_page");
        done(keeper.delete(&format!("/hrs/permissionNode/{}?version={}", text(&page, "id"), page["version"])));
        for (decider, applicant) in [(&admin, &op), (&keeper, &clerk)] {
            assert_eq!(to_do(decider), json!([]));
            let instance = decider.ok("/prm/ics/approval/instance/page")["records"][0].clone();
            assert_eq!(text(&instance, "status"), "已终止");
            let told = applicant.ok("/prm/message?size=1")["records"][0].clone();
            assert_eq!(text(&told, "content"), "您提交的权限申请已终止：自有页面");
        }
        let late = admin.post("/prm/ics/approval/agree", json!({ "taskId": task, "comment": "" }));
        assert_eq!(late.message, "该审批已处理");
        let log = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!(text(&log, "text"), "终止 自有页面：申请对象已删除");
    });
}

// req: hrs-scope
#[test]
fn a_node_ends_with_the_day_it_is_stopped() {
    each_database(Vec::new, |world| {
        let (keeper, user) = (world.login("superAdmin"), world.login("op01"));
        // Sessions outlast the night.
        world.database(|_, conn| {
            let idle = platform::store::Stmt::Raw("UPDATE session SET idle_ms = 172800000".to_owned(), Vec::new());
            conn.exec(&idle).unwrap();
        });
        let opens = || {
            let shown = user.ok("/hrs/permission").to_string().contains("\"/hrs_task\"");
            (user.get("/hrs/task/page").status, shown)
        };
        let say = |members: Json| done(set(&keeper, "hrs_task", members));
        say(json!({ "stopDate": "2026-07-16", "component": "hrs/task", "application": "HRS" }));
        let kept = node(&keeper, "hrs_task");
        let said = ["stopDate", "component", "application"].map(|name| text(&kept, name));
        assert_eq!(said, ["2026-07-16", "hrs/task", "HRS"]);
        world.set_clock("2026-07-15 23:59:59");
        assert_eq!(opens(), (200, true));
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(opens(), (403, false), "without anybody's doing");
        say(json!({ "stopDate": "2026-07-17" }));
        assert_eq!(opens(), (200, true));
        say(json!({ "stopDate": "2026-07-15" }));
        assert_eq!(opens(), (403, false));
        say(json!({ "stopDate": Json::Null }));
        assert_eq!(opens(), (200, true));
        let long = set(&keeper, "hrs_task", json!({ "component": "a".repeat(101) }));
        assert_eq!(long.findings_at("component").len(), 1);
        let nothing = set(&keeper, "hrs_task", json!({ "helpDocId": "1" }));
        assert_eq!(nothing.findings_at("helpDocId"), ["帮助文档不存在"]);
    });
}

/// One path is one page, whoever is first.
#[test]
fn the_database_knows_a_path_once() {
    each_database(Vec::new, |world| {
        let cells = |id: i64, code: &str| {
            use platform::store::Value;
            let text = |text: &str| Value::Text(text.to_owned());
            vec![
                ("id", Value::Int(id)),
                ("code", text(code)),
                ("path", text("/twice")),
                ("name_zh", text(code)),
                ("name_en", text(code)),
                ("kind", Value::Int(1)),
                ("hidden", Value::Bool(false)),
                ("sort", Value::Int(1)),
                ("status", Value::Bool(true)),
            ]
        };
        let kept = |id: i64, code: &str| {
            let insert = move || sql::insert_global("permission", &cells(id, code)).into();
            world.inside(|app| app.store.write(|conn| conn.exec(&insert())).is_ok())
        };
        assert_eq!([kept(71, "one"), kept(72, "two")], [true, false]);
    });
}

/// Removes a node from the table, as one that an older program did not know.
fn forget(world: &World, code: &str) {
    world.database(|_, conn| {
        let mut select = sql::from_global("permission");
        select.column("id").and_where(sql::eq("code", code.to_owned()));
        let id: i64 = conn.first(&select.into()).unwrap().unwrap().get(0).unwrap();
        for table in ["org_permission", "role_permission", "org_edition_permission"] {
            let mut delete = sql::delete_global(table);
            conn.exec(&delete.and_where(sql::eq("permission_id", id)).to_owned().into()).unwrap();
        }
        let mut delete = sql::delete_global("permission");
        conn.exec(&delete.and_where(sql::eq("id", id)).to_owned().into()).unwrap();
    });
}

// req: hrs-scope
#[test]
fn a_start_brings_in_what_the_table_lacks() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        forget(world, "hrs_role");
        world.synchronise();
        let role = node(&keeper, "hrs_role");
        assert_eq!(
            (&role["disabled"], &role["status"], text(&role, "permissionName")),
            (&json!(false), &json!(true), "角色管理")
        );
        assert_eq!(admin.get("/hrs/role/page").status, 200, "open to every company at once");
        let held = |node: &Json| -> Vec<String> {
            let editions = keeper.ok("/hrs/edition/page?size=50&sort=editionCode,asc")["records"].clone();
            let holds = |edition: &&Json| {
                let held = keeper.ok(&format!("/hrs/editionPermission/{}", text(edition, "id")));
                held["permissionIds"].as_array().unwrap().contains(&node["id"])
            };
            editions.as_array().unwrap().iter().filter(holds).map(|one| text(one, "editionCode").to_owned()).collect()
        };
        let every = ["FLAGSHIP", "GROUP", "INTERNAL", "ONLINE_BOOKING", "PROFESSIONAL", "STANDARD", "STARTUP", "TRIAL"];
        assert_eq!(held(&role), every, "and in the editions, the smallest too");
        // Taken out of an edition, it comes not back with the next start.
        let trial = row(&keeper, "/hrs/edition", "", ("editionCode", "TRIAL"));
        let path = format!("/hrs/editionPermission/{}", text(&trial, "id"));
        let present = keeper.ok(&path);
        let rest: Vec<&Json> =
            present["permissionIds"].as_array().unwrap().iter().filter(|id| **id != role["id"]).collect();
        done(keeper.put(&path, json!({ "version": present["version"], "permissionIds": rest })));
        // What is the platform's own is in none.
        forget(world, "hrs_edition");
        world.synchronise();
        assert_eq!(held(&role), every[..7]);
        assert_eq!(held(&node(&keeper, "hrs_edition")), Vec::<String>::new());
        assert_eq!(admin.get("/hrs/edition/page").status, 403);
    });
}
