//! Accounts of a chosen organisation: who may choose which, what is done there, what stays hidden.

use platform::access::raise_permission_version;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database, each_database_from, field, refused};

const PLAT: &str = "1";
const DEMO: &str = "2";
const DEMOSH: &str = "3";
const TRIAL: &str = "4";

fn hidden(reply: &Reply) {
    assert_eq!((reply.status, reply.message.as_str()), (404, "数据不存在"));
    assert_eq!(reply.data, Json::Null, "nothing is told");
}

fn rows(caller: &Caller<'_>, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("/hrs/orgUser/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

fn codes(rows: &[Json]) -> Vec<&str> {
    let mut codes: Vec<&str> = rows.iter().map(|row| field(row, "orgCode")).collect();
    codes.dedup();
    codes
}

fn row(caller: &Caller<'_>, org: &str, login: &str) -> Json {
    let found = rows(caller, &format!("orgId={org}&userEmail={login}%40example.com"));
    found.into_iter().next().unwrap_or_else(|| panic!("there is no {login}"))
}

/// A move of an account of an org by its id and version.
fn send(caller: &Caller<'_>, (org, login): (&str, &str), call: &str) -> Reply {
    let row = row(caller, org, login);
    let mut body = json!({ "orgId": org, "version": row["version"] });
    if call == "remove" {
        body["id"] = row["id"].clone();
        return caller.put("/hrs/orgUser/remove", body);
    }
    caller.put(&format!("/hrs/orgUser/{call}/{}", field(&row, "id")), body)
}

fn offered(caller: &Caller<'_>, select: &str, query: &str) -> Vec<Json> {
    caller.ok(&format!("/platform/select/{select}?{query}")).as_array().cloned().unwrap_or_default()
}

/// What gives a login an account in an org.
fn account(caller: &Caller<'_>, org: &str, login: &str) -> Json {
    let first = |select: &str| offered(caller, select, &format!("role={org}"))[0]["value"].clone();
    json!({
        "orgId": org, "account": login, "deptId": first("orgUserDept"), "jobPosition": "销售",
        "roleIds": [first("orgUserRole")],
    })
}

fn assign(caller: &Caller<'_>, body: &Json) -> Reply {
    caller.post("/hrs/orgUser/assign", body.clone())
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// The roles of DEMOSH get the page and its buttons.
fn let_child_in(world: &World) {
    run(
        world,
        "INSERT INTO role_permission (org_id, role_id, permission_id) SELECT r.org_id, r.id, p.id FROM role r, \
         permission p WHERE r.org_id = 3 AND (p.code = 'hrs_orgUser' OR p.code LIKE 'sys_orguser_%') AND NOT EXISTS \
         (SELECT 1 FROM role_permission o WHERE o.org_id = 3 AND o.role_id = r.id AND o.permission_id = p.id)",
    );
    world.database(|_, conn| raise_permission_version(conn, 3).unwrap());
}

// req: hrs-route-hrs-org-user
#[test]
fn a_locked_person_is_seen_and_unlocked() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(field(&row(&admin, DEMO, "sales01"), "state"), "在职");
        world.fail_log_in("sales01@example.com", "DEMO", 5);
        let locked = row(&admin, DEMO, "sales01");
        assert_eq!((&locked["fails"], field(&locked, "state")), (&json!(5), "锁定"));
        let minutes = |text: &str| kernel::Instant::parse(text).unwrap().millis() / 60_000;
        let last = world.database(|_, conn| {
            let text = "SELECT MAX(created_at) FROM login_log WHERE org_id = 2".to_owned();
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
        });
        assert_eq!(minutes(field(&locked, "lockedUntil")), last / 60_000 + 15);
        assert!(locked["can"].to_string().contains("sys_orguser_unlock"));
        let names = |state: &str| rows(&admin, &format!("state={state}")).len();
        assert_eq!((names("锁定"), names("在职")), (1, 12), "the administrator and eleven more");
        assert_eq!(send(&admin, (DEMO, "sales01"), "unlock").code, 0);
        let free = row(&admin, DEMO, "sales01");
        assert_eq!((&free["fails"], field(&free, "state")), (&json!(0), "在职"));
        assert_eq!(free["lockedUntil"], Json::Null);
        assert_eq!(world.anonymous().token_call("sales01@example.com", "DEMO", testkit::PASSWORD).code, 0);
    });
}

#[test]
fn a_lock_passes_by_itself() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        world.fail_log_in("sales01@example.com", "DEMO", 5);
        let until = field(&row(&admin, DEMO, "sales01"), "lockedUntil").to_owned();
        world.set_clock(&until);
        assert_eq!(field(&row(&admin, DEMO, "sales01"), "state"), "在职");
    });
}

#[test]
fn an_assigned_person_chooses_among_two_companies() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let made = assign(&admin, &account(&admin, DEMOSH, "Sales01@Example.com"));
        assert_eq!(made.code, 0, "{}", made.message);
        let there = row(&admin, DEMOSH, "sales01");
        assert_eq!((field(&there, "orgCode"), &there["otherOrgs"]), ("DEMOSH", &json!(1)));
        assert_eq!(field(&there, "userName"), field(&row(&admin, DEMO, "sales01"), "userName"));
        assert_eq!(row(&admin, DEMO, "sales01")["otherOrgs"], json!(1));
        let companies = world.anonymous().ok("/hrs/user/searchLoginNameAndOrgCode?userEmail=sales01@example.com");
        assert_eq!(companies.as_array().unwrap().len(), 2, "the log-in page asks for the company");
        let token = world.anonymous().token_call("sales01@example.com", "DEMOSH", testkit::PASSWORD);
        assert_eq!(token.code, 0, "{}", token.message);
        let person = world.bearer(field(&token.json, "access_token"));
        let told = person.ok("/prm/message");
        assert_eq!(field(&told["records"][0], "title"), "您已加入演示货运上海");
        let lines = |org: &str| {
            world.database(|_, conn| {
                let text = format!(
                    "SELECT COUNT(*) FROM operation_log WHERE org_id = {org} AND page = '/hrs_orgUser' \
                     AND function = '分配用户'"
                );
                conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
            })
        };
        assert_eq!((lines(DEMOSH), lines(DEMO)), (1, 0), "the log of the company concerned tells of it");
        let elsewhere = send(&admin, (DEMOSH, "sales01"), "resetPassword");
        refused(&elsewhere, "该账号同时属于其他企业，请由本人找回密码");
        // What he has left is no choice at the log-in, and ties nobody's hands.
        assert_eq!(send(&admin, (DEMOSH, "sales01"), "remove").code, 0);
        let companies = world.anonymous().ok("/hrs/user/searchLoginNameAndOrgCode?userEmail=sales01@example.com");
        assert_eq!(companies.as_array().unwrap().len(), 1, "{companies}");
        assert_eq!(companies[0]["orgCode"], "DEMO");
        assert_eq!(send(&admin, (DEMO, "sales01"), "resetPassword").code, 0);
    });
}

#[test]
fn an_assignment_is_refused_whole() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let body = account(&admin, DEMOSH, "sales01@example.com");
        let before = world.contents(true);
        let with = |name: &str, value: Json| {
            let mut body = body.clone();
            body[name] = value;
            assign(&admin, &body)
        };
        for unknown in ["nobody@nowhere.cn", "1380000", "sales01@", ""] {
            refused(&with("account", json!(unknown)), "未找到该账号");
        }
        refused(&with("account", json!("sh01@example.com")), "该账号已在本企业");
        refused(&with("roleIds", json!([])), "请选择角色");
        refused(&with("jobPosition", json!(" ")), "请填写职位");
        refused(&with("jobPosition", json!("一".repeat(21))), "职位不能超过20个字符");
        let own = account(&admin, DEMO, "");
        refused(&with("deptId", own["deptId"].clone()), "所选部门不存在");
        refused(&with("roleIds", own["roleIds"].clone()), "所选角色不存在");
        let all = assign(&admin, &json!({ "orgId": DEMOSH }));
        assert_eq!(all.data["findings"].as_array().unwrap().len(), 4, "all at once");
        for org in [PLAT, TRIAL, "99"] {
            hidden(&with("orgId", json!(org)));
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn the_limit_and_the_blacklist_are_those_of_the_chosen_company() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let body = account(&admin, DEMOSH, "sales01@example.com");
        run(world, "UPDATE org SET user_limit = 1 WHERE id = 3");
        refused(&assign(&admin, &body), "用户数已达上限（1），不能新增");
        run(world, "UPDATE org SET user_limit = 2 WHERE id = 3");
        run(
            world,
            "INSERT INTO blacklist (org_id, id, source, user_name, email, blacklist_date, reason, active, version, \
             created_by, created_at, updated_by, updated_at) VALUES (3, 1, '手工', '某人', 'sales01@example.com', \
             '2026-07-01', '盗用单证', TRUE, 1, 0, 0, 0, 0)",
        );
        refused(&assign(&admin, &body), "该人员在黑名单中（盗用单证），不能新增");
        run(world, "DELETE FROM blacklist WHERE org_id = 3");
        assert_eq!(assign(&admin, &body).code, 0, "one place was left");
    });
}

#[test]
fn every_list_call_shows_the_chosen_company_alone() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(codes(&rows(&admin, "")), ["DEMO"], "the own company where none is chosen");
        assert_eq!(rows(&admin, "").len(), 13);
        let child = rows(&admin, &format!("orgId={DEMOSH}"));
        assert_eq!(codes(&child), ["DEMOSH"]);
        let count = i64::try_from(child.len()).unwrap();
        let of = format!("orgId={DEMOSH}");
        assert_eq!(admin.ok(&format!("/hrs/orgUser/total?{of}"))["total"], json!(count));
        let pasted = "loginName=sh01,sales01&loginName.how=many&of=loginName";
        let found = |org: &str| admin.ok(&format!("/hrs/orgUser/found?{pasted}&orgId={org}"))["missing"].clone();
        assert_eq!(found(DEMOSH), json!(["sales01"]));
        assert_eq!(found(DEMO), json!(["sh01"]));
        let asked = json!({ "filters": { "orgId": DEMOSH } });
        let print = admin.post("/hrs/orgUser/print", asked.clone());
        assert_eq!(print.data["rows"].as_array().unwrap().len(), child.len());
        assert!(print.data["rows"].to_string().contains("演示货运上海"));
        assert!(!print.data["rows"].to_string().contains("sales01"));
        assert_eq!(print.data["conditions"], json!(["企业：演示货运上海"]));
        assert_eq!(admin.post("/hrs/orgUser/exportExcel", asked).status, 200);
        let lines = world.database(|_, conn| {
            let text = "SELECT org_id, function FROM operation_log WHERE page = '/hrs_orgUser' ORDER BY id".to_owned();
            let rows = conn.query(&Stmt::Raw(text, Vec::new())).unwrap();
            rows.iter().map(|row| (row.get(0).unwrap(), row.get(1).unwrap())).collect::<Vec<(i64, String)>>()
        });
        assert_eq!(lines, [(3, "打印".to_owned()), (3, "导出".to_owned())], "the log of the company concerned");
    });
}

#[test]
fn the_platform_chooses_any_the_head_its_children_a_child_only_itself() {
    each_database(Vec::new, |world| {
        let offers = |caller: &Caller<'_>| {
            let offers = offered(caller, "orgUserOrg", "");
            offers.iter().map(|offer| field(offer, "hint").to_owned()).collect::<Vec<_>>()
        };
        let platform = world.login("superAdmin");
        assert_eq!(offers(&platform), ["DEMO", "DEMOSH", "PLAT", "TRIAL"]);
        for (org, code) in [(PLAT, "PLAT"), (DEMO, "DEMO"), (DEMOSH, "DEMOSH"), (TRIAL, "TRIAL")] {
            assert_eq!(codes(&rows(&platform, &format!("orgId={org}"))), [code]);
        }
        let head = world.login("demo-admin");
        assert_eq!(offers(&head), ["DEMO", "DEMOSH"]);
        let_child_in(world);
        let child = world.login("sh01");
        assert_eq!(offers(&child), ["DEMOSH"]);
        assert_eq!(codes(&rows(&child, "")), ["DEMOSH"]);
        for (caller, foreign) in [(&head, vec![PLAT, TRIAL, "99", "x"]), (&child, vec![PLAT, DEMO, TRIAL])] {
            for org in foreign {
                for call in ["page", "total", "found"] {
                    let query = "loginName=a,b&loginName.how=many&of=loginName";
                    let query = if call == "found" { query } else { "loginName=a" };
                    hidden(&caller.get(&format!("/hrs/orgUser/{call}?{query}&orgId={org}")));
                }
                for call in ["print", "exportExcel"] {
                    hidden(&caller.post(&format!("/hrs/orgUser/{call}"), json!({ "filters": { "orgId": org } })));
                }
            }
        }
        hidden(&child.get(&format!("/platform/select/orgUserDept?role={DEMO}")));
        hidden(&child.get(&format!("/platform/select/orgUserRole?role={DEMO}")));
        assert_eq!(child.ok(&format!("/platform/select/orgUserOrg?value={DEMO}")), json!([]));
    });
}

#[test]
fn nothing_is_written_in_a_company_that_is_not_the_callers_to_choose() {
    each_database_from(Vec::new, let_child_in, |world| {
        let (admin, child) = (world.login("demo-admin"), world.login("sh01"));
        let target = row(&admin, DEMO, "op01");
        let id = field(&target, "id");
        let before = world.contents(true);
        // Named with its own company, and with the caller's as if it were there.
        for org in [DEMO, DEMOSH] {
            let body = json!({ "orgId": org, "version": target["version"] });
            for call in ["resetPassword", "unlock", "offline"] {
                hidden(&child.put(&format!("/hrs/orgUser/{call}/{id}"), body.clone()));
            }
            let body = json!({ "orgId": org, "id": id, "version": target["version"] });
            hidden(&child.put("/hrs/orgUser/remove", body));
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn a_removed_account_has_left_and_the_administrator_stays() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let person = world.login("sh01");
        assert_eq!(row(&admin, DEMOSH, "sh01")["sessions"], json!(1));
        assert_eq!(send(&admin, (DEMOSH, "sh01"), "remove").code, 0);
        assert_eq!(person.get("/hrs/permission").status, 401);
        let left = row(&admin, DEMOSH, "sh01");
        assert_eq!((field(&left, "state"), &left["sessions"], &left["can"]), ("离职", &json!(0), &json!([])));
        let before = world.contents(true);
        refused(&send(&admin, (DEMOSH, "sh01"), "remove"), "用户已离职，不能修改");
        refused(&send(&admin, (DEMOSH, "sh01"), "resetPassword"), "用户已离职，不能重置密码");
        let chief = rows(&admin, "accountKind=管理员").remove(0);
        let body = json!({ "id": chief["id"], "version": chief["version"] });
        refused(&admin.put("/hrs/orgUser/remove", body), "管理员不能移除");
        let stale = json!({ "id": chief["id"], "version": 99 });
        assert_eq!(admin.put("/hrs/orgUser/remove", stale).code, 3, "the row changed since");
        world.unchanged(&before, true);
        let reason = world.database(|_, conn| {
            let text = "SELECT leave_reason, leave_date FROM app_user WHERE org_id = 3 AND user_status = 0".to_owned();
            let row = conn.query(&Stmt::Raw(text, Vec::new())).unwrap().remove(0);
            (row.get::<String>(0).unwrap(), row.get::<String>(1).unwrap())
        });
        assert_eq!(reason, ("移除".to_owned(), "2026-07-15".to_owned()));
    });
}

#[test]
fn ending_sessions_needs_a_fresh_proof_and_spares_the_own_one() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let person = world.login("op01");
        let own = rows(&admin, "accountKind=管理员").remove(0);
        let path = format!("/hrs/orgUser/offline/{}", field(&own, "id"));
        refused(&admin.put(&path, json!({ "version": own["version"] })), "不能强制下线当前会话");
        assert_eq!(send(&admin, (DEMO, "op01"), "offline").code, 0);
        assert_eq!(person.get("/hrs/permission").status, 401);
        assert_eq!(row(&admin, DEMO, "op01")["sessions"], json!(0));
        world.set_clock("2026-07-15 10:10:01");
        assert_eq!(field(&row(&admin, DEMO, "op01"), "state"), "在职");
        let before = world.contents(true);
        let late = send(&admin, (DEMO, "op01"), "offline");
        assert_eq!((late.code, late.message.as_str()), (4, "请验证密码后继续"));
        world.unchanged(&before, true);
    });
}

#[test]
fn a_reset_password_is_told_once_and_opens_the_account() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let reset = send(&admin, (DEMOSH, "sh01"), "resetPassword");
        let password = field(&reset.data, "oneTimePassword").to_owned();
        assert_eq!((reset.code, password.len()), (0, 12), "{}", reset.message);
        let token = world.anonymous().token_call("sh01@example.com", "DEMOSH", &password);
        assert_eq!(token.json["mustChangePassword"], json!(true), "{}", token.message);
    });
}

#[test]
fn phones_are_shown_in_part_and_found_whole() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let shown = row(&admin, DEMO, "op01");
        assert!(field(&shown, "phone").contains("****"), "{}", shown["phone"]);
        let phone = world.database(|_, conn| {
            let text = "SELECT phone FROM login WHERE email = 'op01@example.com'".to_owned();
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<String>(0).unwrap()
        });
        assert_eq!(rows(&admin, &format!("phone={phone}")), [shown]);
        assert_eq!(rows(&admin, &format!("phone={}", &phone[..10])), Vec::<Json>::new());
    });
}
