//! The platform's own pages: companies, editions, the permission tree.

use platform::registry::{Node, Room};
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, field, refused};

pub fn rows(caller: &Caller<'_>, list: &str, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{list}/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

pub fn org(caller: &Caller<'_>, code: &str) -> Json {
    let found = rows(caller, "/hrs/org", "").into_iter().find(|row| field(row, "orgCode") == code);
    found.unwrap_or_else(|| panic!("there is no {code}"))
}

pub fn edition(caller: &Caller<'_>, code: &str) -> Json {
    let found = rows(caller, "/hrs/edition", "").into_iter().find(|row| field(row, "editionCode") == code);
    found.unwrap_or_else(|| panic!("there is no {code}"))
}

pub fn node(caller: &Caller<'_>, code: &str) -> Json {
    let all = rows(caller, "/hrs/permissionNode", &format!("permissionCode={code}"));
    let found = all.into_iter().find(|row| field(row, "permissionCode") == code);
    found.unwrap_or_else(|| panic!("there is no {code}"))
}

pub fn edit(caller: &Caller<'_>, code: &str, members: Json) -> Reply {
    let row = org(caller, code);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    caller.put(&format!("/hrs/org/{}", field(&row, "id")), body)
}

pub fn new(code: &str, name: &str, admin: &str) -> Json {
    json!({
        "orgCode": code, "orgName": name, "shortName": name, "orgType": "1", "edition": "STANDARD", "userLimit": 5,
        "adminName": admin, "adminPhone": "13911112222", "adminEmail": "boss@new.example.com",
    })
}

#[test]
fn the_list_counts_what_each_company_has() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let demo = org(&keeper, "DEMO");
        assert_eq!((&demo["userLimit"], &demo["users"], &demo["childCount"]), (&json!(13), &json!(12), &json!(1)));
        assert_eq!(field(&demo, "adminName"), "demo-admin");
        let ended: Vec<Json> = rows(&keeper, "/hrs/org", "ended=true");
        assert_eq!(ended.iter().map(|row| field(row, "orgCode")).collect::<Vec<_>>(), ["TRIAL"]);
        assert_eq!(rows(&keeper, "/hrs/org", "isGroup=true").len(), 2);
        assert_eq!(rows(&keeper, "/hrs/org", "keyword=SH").len(), 1);
        refused(&edit(&keeper, "DEMO", json!({ "userLimit": 11 })), "当前在职用户12人，用户限制不能小于该数");
        done(edit(&keeper, "DEMO", json!({ "userLimit": 12 })));
    });
}

#[test]
fn the_pages_of_the_platform_are_its_own() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for list in ["/hrs/org", "/hrs/edition", "/hrs/permissionNode"] {
            assert_eq!(admin.get(&format!("{list}/page")).status, 403, "{list}");
        }
        let tree = admin.ok("/hrs/permissionNode/roleTree").to_string();
        assert!(!tree.contains("\"hrs_org\"") && tree.contains("hrs_user"), "nor can a company give them to its roles");
    });
}

// req: auth-open-role-names, hrs-scope
#[test]
fn a_new_company_begins_with_everything_it_needs() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let made = done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let password = field(&made, "oneTimePassword").to_owned();
        let token = world.anonymous().token_call("newco-admin", "NEWCO", &password);
        assert_eq!(token.code, 0, "{}", token.message);
        let found = org(&keeper, "NEWCO");
        assert_eq!(
            (field(&found, "auditStatus"), &found["users"], &found["status"]),
            ("已审核", &json!(0), &json!(true))
        );
        let stored = world.contents(false);
        let count = |table: &str| {
            let id = field(&found, "id");
            stored.iter().filter(|line| line.starts_with(&format!("{table} [Int({id})"))).count()
        };
        assert_eq!((count("dept"), count("role"), count("app_user")), (1, 9, 1));
        let own = format!("app_user [Int({})", field(&found, "id"));
        let admin = stored.iter().find(|line| line.starts_with(&own)).unwrap();
        assert_eq!(admin.matches("Text(\"管理员\")").count(), 2, "name and position: {admin}");
        let roles: Vec<&str> =
            ["销售员", "客服", "操作员", "单证", "关务", "仓库", "财务", "部门经理", "总经理"].to_vec();
        for role in roles {
            let line = format!("role [Int({})", field(&found, "id"));
            assert!(stored.iter().any(|row| row.starts_with(&line) && row.contains(role)), "no role {role}");
        }
        for (body, message) in [
            (new("NEWCO", "另一家", "other-admin"), "企业编码重复"),
            (new("OTHER", "新公司", "other-admin"), "企业名称重复"),
            (new("OTHER", "另一家", "newco-admin"), "该管理员账户已存在"),
            (new("o", "另一家", "other-admin"), "企业编码为2-20位大写字母、数字或连字符"),
        ] {
            let reply = keeper.post("/hrs/org", body);
            let found = reply.data["findings"].as_array().cloned().unwrap_or_default();
            assert!(found.iter().any(|finding| field(finding, "message") == message), "{message}: {}", reply.data);
        }
    });
}

#[test]
fn the_administrator_of_a_new_company_may_be_a_known_person() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let mut body = new("NEWCO", "新公司", "newco-admin");
        body["adminPhone"] = json!("");
        body["adminEmail"] = json!("op01@example.com");
        let made = done(keeper.post("/hrs/org", body));
        assert_eq!((&made["joined"], made.get("oneTimePassword")), (&json!(true), None));
        assert_eq!(world.anonymous().token_call("newco-admin", "NEWCO", testkit::PASSWORD).code, 0);
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", testkit::PASSWORD).code, 0);
        let mut two = new("THIRD", "第三家", "third-admin");
        two["adminPhone"] = json!("13800000003");
        two["adminEmail"] = json!("cs01@example.com");
        refused(&keeper.post("/hrs/org", two), "手机号与邮箱属于不同账号");
    });
}

#[test]
fn one_person_is_the_administrator_of_one_company() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let mut first = new("NEWCO", "新公司", "newco-admin");
        first["adminPhone"] = json!("");
        first["adminEmail"] = json!("op01@example.com");
        done(keeper.post("/hrs/org", first));
        let elsewhere = "该手机号或邮箱已是其他管理员账户";
        let ask = |phone: &str, mail: &str| {
            let mut other = new("THIRD", "第三家", "third-admin");
            other["adminPhone"] = json!(phone);
            other["adminEmail"] = json!(mail);
            keeper.post("/hrs/org", other)
        };
        let op = world.database(|_, conn| {
            let mut select = platform::store::sql::from_global("login");
            select.column("phone").and_where(platform::store::sql::eq("email", "op01@example.com"));
            conn.first(&select.into()).unwrap().unwrap().get::<String>(0).unwrap()
        });
        let before = world.contents(true);
        for (phone, mail) in [("", "op01@example.com"), (op.as_str(), ""), (op.as_str(), "op01@example.com")] {
            assert_eq!(ask(phone, mail).findings_at("adminPhone"), [elsewhere], "{phone} {mail}");
        }
        world.unchanged(&before, true);
        assert_eq!(done(ask("", "cs01@example.com"))["joined"], json!(true), "who is none yet may become one");
    });
}

#[test]
fn a_stopped_or_refused_company_is_closed_at_once() {
    each_database(Vec::new, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        let demo = || org(&keeper, "DEMO");
        let set = |way: &str| {
            let row = demo();
            let path = format!("/hrs/org/{way}/{}", field(&row, "id"));
            keeper.put(&path, json!({ "version": row["version"] }))
        };
        done(set("stop"));
        assert_eq!(op.get("/hrs/permission").status, 401);
        let login = || world.anonymous().token_call("op01@example.com", "DEMO", testkit::PASSWORD);
        refused(&login(), "公司已停用，请联系客服");
        done(set("start"));
        assert_eq!(login().code, 0);
        let audit = |pass: bool, reason: &str| {
            let row = demo();
            keeper.put(
                "/hrs/org/audit",
                json!({ "id": row["id"], "version": row["version"], "pass": pass, "reason": reason }),
            )
        };
        refused(&audit(false, " "), "请填写拒绝原因");
        done(audit(false, "资料不全"));
        assert_ne!(login().code, 0);
        done(audit(true, ""));
        assert_eq!(login().code, 0);
        let platform = org(&keeper, "PLAT");
        let path = format!("/hrs/org/stop/{}", field(&platform, "id"));
        refused(&keeper.put(&path, json!({ "version": platform["version"] })), "不能停用平台");
    });
}

#[test]
fn only_an_empty_company_is_removed() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let remove = |code: &str| {
            let row = org(&keeper, code);
            keeper.delete(&format!("/hrs/org/{}?version={}", field(&row, "id"), row["version"]))
        };
        refused(&remove("DEMO"), "公司已有业务数据，不能删除");
        refused(&remove("PLAT"), "公司已有业务数据，不能删除");
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        done(remove("NEWCO"));
        assert_eq!(world.anonymous().ok("/hrs/user/searchLoginNameAndOrgCode?loginName=newco-admin"), json!([]));

        // Nothing of it stays, whatever wrote it.
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let company: i64 = field(&org(&keeper, "NEWCO"), "id").parse().unwrap();
        let interface = json!({ "apiType": "TRACK", "mode": "模拟", "timeoutS": 10, "orgId": company.to_string() });
        done(keeper.post("/hrs/orgInterface", interface));
        let held = |world: &World| {
            let of_company = |line: &&String| {
                let (table, cells) = line.split_once(' ').unwrap();
                table != "org" && cells.starts_with(&format!("[Int({company})"))
            };
            world.contents(true).iter().filter(of_company).count()
        };
        assert!(held(world) > 10);
        done(remove("NEWCO"));
        assert_eq!(held(world), 0);
    });
}

#[test]
fn an_edition_is_copied_under_a_new_code_and_name() {
    each_database(Vec::new, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("demo-admin"));
        let from = edition(&keeper, "STANDARD");
        let path = format!("/hrs/edition/copy/{}", field(&from, "id"));
        let before = world.contents(true);
        let wrong = keeper.post(&path, json!({ "editionCode": "x1", "editionName": "" }));
        assert_eq!(wrong.findings_at("editionCode"), ["编码为2-20位大写字母或下划线"]);
        assert_eq!(wrong.findings_at("editionName"), ["请填写名称"]);
        for (code, name, place, message) in
            [("TRIAL", "新版", "editionCode", "编码已存在"), ("NEW_ONE", "体验版", "editionName", "名称已存在")]
        {
            let taken = keeper.post(&path, json!({ "editionCode": code, "editionName": name }));
            assert_eq!(taken.findings_at(place), [message]);
        }
        assert_eq!(boss.post(&path, json!({})).status, 403);
        world.unchanged(&before, true);
        let made = keeper.post(&path, json!({ "editionCode": "new_one", "editionName": "标准版A" }));
        assert_eq!(made.code, 0, "{}", made.message);
        let copy = edition(&keeper, "NEW_ONE");
        for same in ["userCount", "pages", "buttons"] {
            assert_eq!(copy[same], from[same], "{same}");
        }
        assert_eq!((&copy["companies"], &copy["active"]), (&json!(0), &json!(true)));
    });
}

#[test]
fn another_edition_asks_and_then_replaces_the_permissions() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let startup = edition(&keeper, "STARTUP");
        let path = format!("/hrs/editionPermission/{}", field(&startup, "id"));
        let present = keeper.ok(&path);
        let dept = node(&keeper, "hrs_dept");
        let ids: Vec<&Json> =
            present["permissionIds"].as_array().unwrap().iter().filter(|id| **id != dept["id"]).collect();
        done(keeper.put(&path, json!({ "version": present["version"], "permissionIds": ids })));
        let asked = edit(&keeper, "DEMO", json!({ "edition": "STARTUP" }));
        assert_eq!(asked.code, 2);
        assert_eq!(
            asked.data["confirms"][0]["message"],
            json!("变更版本将新增0项、移除1项（部门管理）权限，是否继续？")
        );
        let english = edit(&keeper.in_language("en"), "DEMO", json!({ "edition": "STARTUP" }));
        let told = "The other edition adds 0 permissions and removes 1 (Departments). Go on?";
        assert_eq!(english.data["confirms"][0]["message"], json!(told));
        let yes = json!({ "edition": "STARTUP", "confirmed": [asked.data["confirms"][0]["key"]] });
        assert_eq!(admin.get("/hrs/dept/page").status, 200);
        done(edit(&keeper, "DEMO", yes));
        assert_eq!(admin.get("/hrs/dept/page").status, 403, "the administrator too has the edition's alone");
        refused(&edit(&keeper, "DEMO", json!({ "edition": "NOTHING" })), "版本不存在");
    });
}

#[test]
fn an_edition_changes_its_companies_only_when_asked() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let standard = || edition(&keeper, "STANDARD");
        assert_eq!(standard()["companies"], json!(1));
        let id = field(&standard(), "id").to_owned();
        let path = format!("/hrs/editionPermission/{id}");
        let present = keeper.ok(&path);
        let dept = node(&keeper, "hrs_dept");
        let ids: Vec<&Json> =
            present["permissionIds"].as_array().unwrap().iter().filter(|id| **id != dept["id"]).collect();
        done(keeper.put(&path, json!({ "version": present["version"], "permissionIds": ids })));
        assert_eq!(admin.get("/hrs/dept/page").status, 200);
        let orgs = keeper.ok(&format!("/hrs/edition/orgs/{id}"));
        assert_eq!(
            (&orgs[0]["orgCode"], &orgs[0]["added"], &orgs[0]["removed"]),
            (&json!("DEMO"), &json!(0), &json!(1))
        );
        let sync = |remove: bool| {
            done(
                keeper
                    .post("/hrs/edition/sync", json!({ "editionId": id, "orgIds": [orgs[0]["id"]], "remove": remove })),
            )
        };
        assert_eq!(sync(false), json!({ "added": 0, "removed": 0 }));
        assert_eq!(admin.get("/hrs/dept/page").status, 200);
        assert_eq!(sync(true), json!({ "added": 0, "removed": 1 }));
        assert_eq!(admin.get("/hrs/dept/page").status, 403);
        let shown = admin.ok("/hrs/permission/getAllPermissionAndHave").to_string();
        assert!(shown.contains("/unPermission"), "the menu leads there");
        let stranger = json!({ "editionId": id, "orgIds": ["3"], "remove": false });
        assert_eq!(keeper.post("/hrs/edition/sync", stranger).status, 404, "a company on another edition");
        let org = node(&keeper, "hrs_org");
        let present = keeper.ok(&path);
        let body = json!({ "version": present["version"], "permissionIds": [org["id"]] });
        refused(&keeper.put(&path, body), "平台权限不能加入版本");
        let trial = edition(&keeper, "TRIAL");
        let remove =
            |row: &Json| keeper.delete(&format!("/hrs/edition/{}?version={}", field(row, "id"), row["version"]));
        refused(&remove(&trial), "该版本不能删除");
        refused(&remove(&standard()), "已有1家企业使用，不能删除，可停用");
        done(remove(&edition(&keeper, "STARTUP")));
    });
}

#[test]
fn a_node_taken_from_a_company_is_gone_at_once_and_stays_gone() {
    each_database(Vec::new, |world| {
        let (keeper, admin, other) = (world.login("superAdmin"), world.login("demo-admin"), world.login("sh01"));
        let demo = org(&keeper, "DEMO");
        let change = |way: &str, code: &str| {
            let row = node(&keeper, code);
            let path = format!("/hrs/orgPermission/{way}/{}", field(&row, "id"));
            keeper.post(&path, json!({ "version": row["version"], "orgIds": [demo["id"]] }))
        };
        done(change("remove", "hrs_role"));
        assert_eq!(admin.get("/hrs/role/page").status, 403);
        let lack =
            keeper.ok(&format!("/hrs/orgPermission/lack?permissionId={}", field(&node(&keeper, "hrs_role"), "id")));
        assert_eq!(lack.as_array().unwrap().iter().map(|row| field(row, "orgCode")).collect::<Vec<_>>(), ["DEMO"]);
        world.synchronise();
        assert_eq!(admin.get("/hrs/role/page").status, 403, "a later start does not open it again");
        done(change("add", "hrs_role"));
        assert_eq!(admin.get("/hrs/role/page").status, 200);
        refused(&change("add", "hrs_org"), "平台权限只授权给平台");
        drop(other);
    });
}

#[test]
fn a_node_in_trial_is_open_to_the_companies_named_for_it() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let set = |members: Json| {
            let row = node(&keeper, "hrs_role");
            let mut body = json!({ "version": row["version"] });
            body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            done(keeper.put(&format!("/hrs/permissionNode/{}", field(&row, "id")), body));
        };
        set(json!({ "disabled": true, "ableOrgIds": [org(&keeper, "DEMOSH")["id"]] }));
        assert_eq!(admin.get("/hrs/role/page").status, 403);
        set(json!({ "ableOrgIds": [org(&keeper, "DEMO")["id"]] }));
        assert_eq!(admin.get("/hrs/role/page").status, 200);
        set(json!({ "status": false }));
        assert_eq!(admin.get("/hrs/role/page").status, 403);
    });
}

// req: hrs-scope
#[test]
fn names_given_by_the_platform_outlive_a_start() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let row = node(&keeper, "hrs_dept");
        let path = format!("/hrs/permissionNode/{}", field(&row, "id"));
        let body = json!({ "version": row["version"], "permissionName": "组织架构" });
        let fixed = keeper.put(&path, json!({ "version": row["version"], "permissionCode": "x", "path": "/x" }));
        assert_eq!(
            (fixed.findings_at("permissionCode"), fixed.findings_at("path")),
            (vec!["编码新增后不能修改".to_owned()], vec!["路径新增后不能修改".to_owned()],)
        );
        done(keeper.put(&path, body));
        world.synchronise();
        let kept = node(&keeper, "hrs_dept");
        assert_eq!((field(&kept, "permissionName"), field(&kept, "path")), ("组织架构", "/hrs_dept"));
        assert!(admin.ok("/hrs/permission").to_string().contains("组织架构"));
        let remove = keeper.delete(&format!("{path}?version={}", kept["version"]));
        refused(&remove, "内置权限不能删除");
        let body = |code: &str, path: &str, parent: &Json, kind: &str| {
            json!({
                "parentId": parent, "permissionType": kind, "permissionCode": code, "path": path,
                "permissionName": code, "permissionEname": code, "sort": 100,
            })
        };
        let parent = node(&keeper, "/hrsManager/staff");
        let made = done(keeper.post("/hrs/permissionNode", body("own_page", "/own_page", &parent["id"], "1")));
        for (wrong, message) in [
            (body("own_page", "/other", &parent["id"], "1"), "编码已存在"),
            (body("other", "/own_page", &parent["id"], "1"), "路径已存在"),
            (body("other", "", &parent["id"], "1"), "页面须填写以/开头的路径"),
            (body("other", "", &parent["id"], "2"), "按钮须在页面之下"),
        ] {
            let reply = keeper.post("/hrs/permissionNode", wrong);
            let found = reply.data["findings"].as_array().cloned().unwrap_or_default();
            assert!(found.iter().any(|finding| field(finding, "message") == message), "{message}: {}", reply.data);
        }
        let button = done(keeper.post("/hrs/permissionNode", body("own_button", "", &made["id"], "2")));
        let remove =
            |row: &Json| keeper.delete(&format!("/hrs/permissionNode/{}?version={}", field(row, "id"), row["version"]));
        refused(&remove(&made), "存在下级权限，不能删除");
        done(remove(&button));
        world.synchronise();
        done(remove(&node(&keeper, "own_page")));
    });
}

#[test]
fn a_group_has_a_head_and_its_partners() {
    each_database(Vec::new, |world: &World| {
        let keeper = world.login("superAdmin");
        let (demo, child) = (org(&keeper, "DEMO"), org(&keeper, "DEMOSH"));
        let (head, sub) = (field(&demo, "id").to_owned(), field(&child, "id").to_owned());
        assert_eq!(keeper.ok(&format!("/hrs/org/sub/{head}")).as_array().unwrap().len(), 1);
        done(keeper.delete(&format!("/hrs/org/sub/{head}/{sub}")));
        assert_eq!(org(&keeper, "DEMO")["groupName"], Json::Null, "a head without children is no head");
        let candidates = keeper.ok("/hrs/org/subCandidates?keyword=DEMOSH");
        assert_eq!(candidates.as_array().unwrap().len(), 1);
        let add = |id: &str, version: &Json| {
            keeper.post(&format!("/hrs/org/sub/{id}"), json!({ "version": version, "childIds": [sub] }))
        };
        done(add(&head, &org(&keeper, "DEMO")["version"]));
        assert_eq!(field(&org(&keeper, "DEMOSH"), "groupName"), "演示货运");
        refused(&add(&head, &org(&keeper, "DEMO")["version"]), "所选公司已加入其他集团，请刷新后重选");
        let below = keeper.post(
            &format!("/hrs/org/sub/{sub}"),
            json!({ "version": org(&keeper, "DEMOSH")["version"], "childIds": [org(&keeper, "TRIAL")["id"]] }),
        );
        refused(&below, "子公司不能再设子公司");
        let stored = world.contents(false);
        let partner = |org: &str, code: &str| {
            stored.iter().any(|line| line.starts_with(&format!("coop [Int({org})")) && line.contains(code))
        };
        assert!(partner(&head, "DEMOSH") && partner(&sub, "\"DEMO\""), "each is a partner of the other");
    });
}

#[test]
fn a_node_is_moved_below_another_and_keeps_its_place_at_the_next_start() {
    each_database(Vec::new, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("demo-admin"));
        let (role, log) = (node(&keeper, "hrs_role"), node(&keeper, "hrs_log"));
        let put = |row: &Json, parent: &Json, sort: i64| {
            let body = json!({ "version": row["version"], "parentId": parent, "sort": sort });
            keeper.put(&format!("/hrs/permissionNode/move/{}", field(row, "id")), body)
        };
        let group = log["parentId"].clone();
        let before = world.contents(true);
        let button =
            rows(&keeper, "/hrs/permissionNode", "permissionCode=sys_role_add&permissionType=2").pop().unwrap();
        for (row, parent, message) in [
            (&role, &log["id"], "目录和页面须在目录之下"),
            (&button, &group, "按钮须在页面之下"),
            (&button, &Json::Null, "按钮须在页面之下"),
            (&role, &json!("999"), "上级不存在"),
        ] {
            assert_eq!(put(row, parent, 10).findings_at("parentId"), [message]);
        }
        for (sort, fits) in [(-1, false), (10_000, false), (0, true), (9_999, true)] {
            assert_eq!(put(&role, &json!("999"), sort).findings_at("sort").is_empty(), fits, "{sort}");
        }
        assert_eq!(boss.put(&format!("/hrs/permissionNode/move/{}", field(&role, "id")), json!({})).status, 403);
        world.unchanged(&before, true);
        done(put(&role, &group, 5));
        let moved = node(&keeper, "hrs_role");
        assert_eq!((&moved["parentId"], &moved["sort"]), (&group, &json!(5)));
        world.synchronise();
        assert_eq!(node(&keeper, "hrs_role")["parentId"], group);
        let menu = boss.ok("/hrs/permission").to_string();
        assert!(menu.contains("/hrs_role"), "it is still open to whom it was");
        let stale = put(&role, &role["parentId"], 5);
        assert_eq!((stale.status, stale.code, stale.message.as_str()), (200, 3, "数据有变化，请刷新后重试"));
    });
}

#[test]
fn two_opposite_moves_at_once_make_no_ring() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let make = |code: &str| {
            let body = json!({
                "permissionCode": code, "permissionName": code, "permissionEname": code, "permissionType": "0",
                "parentId": null, "sort": 10,
            });
            done(keeper.post("/hrs/permissionNode", body))
        };
        let (one, other, third) = (make("own_one"), make("own_other"), make("own_third"));
        let calls = [(&one, &other), (&other, &one)].map(|(node, below)| {
            let path = format!("/hrs/permissionNode/move/{}", field(node, "id"));
            let client = keeper.client();
            let body = json!({ "version": 1, "parentId": below["id"], "sort": 10 });
            async move { client.call("PUT", &path, body).await }
        });
        let codes: Vec<i64> = world.at_once(calls.into()).iter().map(|reply| reply.code).collect();
        assert!(codes.contains(&0) && codes.iter().any(|code| *code != 0), "{codes:?}");
        // One that was made before is no place, and nobody looks for its end.
        world.database(|_, conn| {
            let text = "UPDATE permission SET parent_code = CASE code WHEN 'own_one' THEN 'own_other' ELSE 'own_one' END \
                        WHERE code IN ('own_one', 'own_other')";
            conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        });
        let body = json!({ "version": 1, "parentId": one["id"], "sort": 10 });
        let reply = keeper.put(&format!("/hrs/permissionNode/move/{}", field(&third, "id")), body);
        assert_eq!(reply.findings_at("parentId"), ["不能移动到自身或其下级"]);
    });
}

#[test]
fn a_group_is_never_moved_below_itself() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let make = |code: &str, parent: &Json| {
            let body = json!({
                "permissionCode": code, "permissionName": code, "permissionEname": code, "permissionType": "0",
                "parentId": parent, "sort": 10,
            });
            done(keeper.post("/hrs/permissionNode", body))
        };
        let top = make("own_top", &Json::Null);
        let middle = make("own_middle", &top["id"]);
        let low = make("own_low", &middle["id"]);
        for below in [&top, &middle, &low] {
            let body = json!({ "version": 1, "parentId": below["id"], "sort": 10 });
            let reply = keeper.put(&format!("/hrs/permissionNode/move/{}", field(&top, "id")), body);
            assert_eq!(reply.findings_at("parentId"), ["不能移动到自身或其下级"]);
        }
        let body = json!({ "version": 1, "parentId": Json::Null, "sort": 10 });
        done(keeper.put(&format!("/hrs/permissionNode/move/{}", field(&low, "id")), body));
        assert_eq!(node(&keeper, "own_low")["parentId"], Json::Null);
    });
}

fn with_planned() -> Vec<Room> {
    let mut room = Room::new("later");
    room.planned = vec![
        Node::group("/laterManager", "", "以后", "Later", 90),
        Node::page("/later_page", "/laterManager", "以后的页面", "Later page", 10),
    ];
    vec![room]
}

#[test]
fn a_page_that_is_yet_to_be_built_is_in_the_tree_and_nowhere_else() {
    each_database(with_planned, |world| {
        let keeper = world.login("superAdmin");
        let later = node(&keeper, "later_page");
        assert_eq!(
            (&later["status"], &later["planned"], &later["companies"]),
            (&json!(false), &json!(true), &json!(0))
        );
        let body = json!({ "version": later["version"], "status": true });
        let reply = keeper.put(&format!("/hrs/permissionNode/{}", field(&later, "id")), body);
        assert_eq!(reply.findings_at("status"), ["页面尚未建成，不能启用"]);
        for caller in [&keeper, &world.login("demo-admin")] {
            for call in ["/hrs/permission", "/hrs/permission/getAllPermissionAndHave"] {
                assert!(!caller.ok(call).to_string().contains("later"), "{call}");
            }
        }
        // Once it is built it opens to every company, under the name the platform gave it meanwhile.
        let role = "code = 'hrs_role'";
        for text in [
            format!(
                "UPDATE permission SET planned = TRUE, status = FALSE, edited = TRUE, name_zh = '岗位' WHERE {role}"
            ),
            format!("DELETE FROM org_permission WHERE permission_id = (SELECT id FROM permission WHERE {role})"),
        ] {
            world.database(|_, conn| conn.exec(&Stmt::Raw(text, Vec::new())).unwrap());
        }
        world.synchronise();
        let built = node(&world.login("superAdmin"), "hrs_role");
        assert_eq!(
            (&built["status"], &built["planned"], &built["permissionName"]),
            (&json!(true), &json!(false), &json!("岗位"))
        );
        assert!(built["companies"].as_i64() >= Some(3), "{}", built["companies"]);
        assert_eq!(world.login("demo-admin").get("/hrs/role/page").status, 200);
    });
}
