//! Companies: what their form keeps apart, what they hold for a time, groups, figures of the platform.

use platform::store::{Stmt, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, done, each_database, field, refused};

use super::dept::tree;
use super::platform::{edit, edition, new, node, org, rows};
use super::security::decide;

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

fn codes(caller: &Caller<'_>, query: &str) -> Vec<String> {
    rows(caller, "/hrs/org", query).iter().map(|row| field(row, "orgCode").to_owned()).collect()
}

/// A call about a company by its id and version.
fn put(caller: &Caller<'_>, code: &str, call: &str, members: Json) -> Reply {
    let row = org(caller, code);
    let mut body = json!({ "version": row["version"] });
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    caller.put(&format!("/hrs/{call}/{}", field(&row, "id")), body)
}

#[test]
fn companies_are_found_by_state_administrator_and_intention() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let all = ["DEMO", "DEMOSH", "PLAT", "TRIAL"];
        assert_eq!(codes(&keeper, "state=到期"), ["TRIAL"]);
        done(put(&keeper, "DEMOSH", "org/stop", json!({})));
        run(world, "UPDATE org SET audit_status = '待审核' WHERE code = 'TRIAL'");
        for (state, wanted) in
            [("正常", vec!["DEMO", "PLAT"]), ("停用", vec!["DEMOSH"]), ("到期", vec![]), ("待审核", vec!["TRIAL"])]
        {
            let mut found = codes(&keeper, &format!("state={state}"));
            found.sort();
            assert_eq!(found, wanted, "{state}");
        }
        let ended = |code: &str| org(&keeper, code)["ended"].clone();
        assert_eq!(all.map(ended), [json!(false), json!(true), json!(false), json!(true)]);
        assert_eq!(codes(&keeper, "adminEmail=DEMO-ADMIN"), ["DEMO"]);
        assert_eq!(codes(&keeper, "adminPhone=13800000099"), Vec::<String>::new());
        let mut one = new("NEWCO", "新公司", "newco-admin");
        one["demandPersonId"] = keeper.ok("/platform/select/user?keyword=")[0]["value"].clone();
        done(keeper.post("/hrs/org", one));
        assert_eq!(codes(&keeper, "adminPhone=1391111"), ["NEWCO"]);
        let person = keeper.ok("/platform/select/user?keyword=")[0]["label"].clone();
        assert_eq!(org(&keeper, "NEWCO")["demandPersonName"], person);
    });
}

/// A partner of TRIAL.
fn partner(world: &World, number: usize) {
    run(
        world,
        &format!(
            "INSERT INTO coop (org_id, id, coop_code, coop_type, coop_name, coop_full_name, coop_state, list_mark, \
             nation_code, source, is_awb_source, is_default_source, version, created_by, created_at, updated_by, \
             updated_at) VALUES (4, {number}, 'C{number}', '客户', 'C{number}', 'C{number}', '生效', '普通', 'CN', \
             '手工', FALSE, FALSE, 1, 1, 0, 1, 0)"
        ),
    );
}

#[test]
fn a_company_is_intended_by_its_figures_or_by_hand_and_never_on_a_full_edition() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let is = || (org(&keeper, "TRIAL")["intended"].clone(), codes(&keeper, "intended=true"));
        let not = || (json!(false), Vec::<String>::new());
        let so = || (json!(true), vec!["TRIAL".to_owned()]);
        let mark = |mark: Json| done(put(&keeper, "TRIAL", "org/intended", json!({ "mark": mark })));
        (1..=2).for_each(|number| partner(world, number));
        assert_eq!(is(), not(), "two partners are not enough");
        mark(json!(1));
        assert_eq!(is(), so());
        mark(Json::Null);
        assert_eq!(is(), not());
        partner(world, 3);
        assert_eq!(is(), so(), "more than two");
        assert_eq!(org(&keeper, "TRIAL")["coops"], json!(3));
        mark(json!(0));
        assert_eq!(is(), not(), "denied by hand");
        mark(json!(1));
        let asked = edit(&keeper, "TRIAL", json!({ "edition": "STANDARD" }));
        let yes = json!({ "edition": "STANDARD", "confirmed": [asked.data["confirms"][0]["key"]] });
        done(edit(&keeper, "TRIAL", yes));
        assert_eq!(is(), not(), "on a full edition nobody is");
        let log = keeper.ok("/hrs/log/list/page?size=500").to_string();
        for function in ["标记意向", "取消意向", "不是意向"] {
            assert!(log.contains(function), "{function}");
        }
        assert_eq!(world.login("demo-admin").put("/hrs/org/intended/4", json!({ "version": 1 })).status, 403);
    });
}

#[test]
fn the_form_of_a_company_keeps_its_limits_on_both_pages() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let before = world.contents(true);
        for (member, wrong, message) in [
            ("userLimit", json!(0), "用户限制"),
            ("userLimit", json!(10_000), "用户限制"),
            ("shortCode", json!("AB1"), "三字代码为3位字母"),
            ("socialCreditCode", json!("91310000MA1FL5E32Y"), ""),
        ] {
            let reply = edit(&keeper, "DEMO", json!({ member: wrong }));
            let found = reply.findings_at(member).join("");
            assert!(!found.is_empty() && found.contains(message), "{member} {wrong}: {} {}", reply.message, reply.data);
        }
        let profile = |member: &str, length: usize| {
            let version = admin.ok("/hrs/org/configure")["version"].clone();
            admin.put("/hrs/org/configure", json!({ "version": version, "values": { member: "A".repeat(length) } }))
        };
        for (own, wire, most) in
            [("nameEn", "orgEname", 120), ("shortName", "shortName", 20), ("contactInfo", "contactInfo", 1000)]
        {
            assert_eq!(profile(own, most + 1).findings_at(own).len(), 1, "{own}");
            assert_eq!(edit(&keeper, "DEMO", json!({ wire: "A".repeat(most + 1) })).findings_at(wire).len(), 1);
        }
        // What is wrong is told at once, with what the rules say of the rest.
        let mut bad = new("DEMO", "另一家", "other-admin");
        bad["userLimit"] = Json::Null;
        bad["orgType"] = json!("9");
        let reply = keeper.post("/hrs/org", bad);
        assert_eq!(reply.findings_at("userLimit"), ["请填写用户限制"]);
        assert_eq!(reply.findings_at("orgType"), ["账户类型选项不存在"]);
        assert_eq!(reply.findings_at("orgCode"), ["企业编码重复"]);
        world.unchanged(&before, true);
        for (own, wire, most) in
            [("nameEn", "orgEname", 120), ("shortName", "shortName", 20), ("contactInfo", "contactInfo", 1000)]
        {
            done(profile(own, most));
            done(edit(&keeper, "DEMO", json!({ wire: "B".repeat(most), "shortName": "演示" })));
        }
        done(edit(&keeper, "DEMO", json!({ "userLimit": 9_999, "shortCode": "abc" })));
        assert_eq!(org(&keeper, "DEMO")["userLimit"], json!(9_999));
    });
}

#[test]
fn the_top_department_bears_the_name_of_its_company() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let mut one = new("NEWCO", "新公司国际货运代理", "newco-admin");
        one["shortName"] = json!("新公司");
        let made = done(keeper.post("/hrs/org", one));
        let password = field(&made, "oneTimePassword").to_owned();
        let token = world.anonymous().token_call("newco-admin", "NEWCO", &password);
        let admin = world.bearer(field(&token.json, "access_token"));
        let change = json!({ "oldPassword": password, "newPassword": PASSWORD });
        assert_eq!(admin.put("/hrs/user/editPassword", change).code, 0);
        let token = world.anonymous().token_call("newco-admin", "NEWCO", PASSWORD);
        let admin = world.bearer(field(&token.json, "access_token"));
        let top = || tree(&admin).remove(0);
        let names = |node: &Json| ["deptName", "shortName", "fullName"].map(|name| field(node, name).to_owned());
        assert_eq!(names(&top()), ["新公司国际货运代理", "新公司", "新公司"]);
        let id = field(&top(), "id").to_owned();
        let below = json!({ "parentId": id, "deptName": "操作部", "shortName": "操作" });
        done(admin.post("/hrs/dept", below));
        let rename = |name: &str, dept: bool| {
            done(edit(&keeper, "NEWCO", json!({ "orgName": name, "shortName": name, "renameDept": dept })))
        };
        rename("不改部门", false);
        assert_eq!(names(&top()), ["新公司国际货运代理", "新公司", "新公司"]);
        rename("新名", true);
        assert_eq!(names(&top()), ["新名"; 3]);
        assert_eq!(field(&tree(&admin)[1], "fullName"), "新名/操作");
    });
}

/// The permissions of DEMO, changed.
fn grant(keeper: &Caller<'_>, work: impl FnOnce(&mut Vec<Json>), dates: Json) -> Reply {
    let path = format!("/hrs/orgPermission/{}", field(&org(keeper, "DEMO"), "id"));
    let present = keeper.ok(&path);
    let mut ids = present["permissionIds"].as_array().unwrap().clone();
    work(&mut ids);
    keeper.put(&path, json!({ "version": present["version"], "permissionIds": ids, "stopDates": dates }))
}

#[test]
fn a_permission_of_a_company_ends_with_its_last_day() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let role = node(&keeper, "hrs_role")["id"].clone();
        let id = role.as_str().unwrap();
        let path = format!("/hrs/orgPermission/{}", field(&org(&keeper, "DEMO"), "id"));
        let before = world.contents(true);
        for wrong in ["2026-07-14", "morgen", ""] {
            let reply = grant(&keeper, |_| (), json!({ id: wrong }));
            assert_eq!(
                reply.findings_at(&format!("stopDates.{id}")),
                ["失效日期须为今天或以后的日期，且权限已勾选"],
                "{wrong}"
            );
        }
        let unticked = grant(&keeper, |ids| ids.retain(|one| *one != role), json!({ id: "2026-07-15" }));
        assert_eq!(unticked.findings_at(&format!("stopDates.{id}")).len(), 1);
        world.unchanged(&before, true);
        done(grant(&keeper, |_| (), json!({ id: "2026-07-15" })));
        assert_eq!(keeper.ok(&path)["stopDates"], json!({ id: "2026-07-15" }));
        let log = keeper.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!((field(&log, "level"), field(&log, "pageFunction")), ("高", "配置权限"));
        assert!(field(&log, "text").contains("hrs_role 2026-07-15"), "{log}");
        world.set_clock("2026-07-15 23:59:59");
        let admin = world.login("demo-admin");
        assert_eq!(admin.get("/hrs/role/page").status, 200, "the last day belongs to it");
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(admin.get("/hrs/role/page").status, 403, "although nothing was written");
        let keeper = world.login("superAdmin");
        let shown = keeper.ok(&path);
        assert_eq!(shown["stopDates"], json!({}));
        assert!(!shown["permissionIds"].as_array().unwrap().contains(&role));
        done(grant(&keeper, |_| (), json!({})));
        assert_eq!(admin.get("/hrs/role/page").status, 403, "saving the rest does not open it again");
        done(grant(&keeper, |ids| ids.push(role.clone()), json!({})));
        assert_eq!(admin.get("/hrs/role/page").status, 200);
    });
}

#[test]
fn the_difference_of_a_companys_permissions_is_logged_after_a_fresh_proof() {
    each_database(Vec::new, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("ceo01"));
        let role = node(&keeper, "hrs_role")["id"].clone();
        let take = |ids: &mut Vec<Json>| ids.retain(|one| *one != role);
        world.set_clock("2026-07-15 10:10:00");
        done(grant(&keeper, |_| (), json!({})));
        world.set_clock("2026-07-15 10:10:01");
        let before = world.contents(true);
        let late = grant(&keeper, take, json!({}));
        assert_eq!((late.code, late.message.as_str()), (4, "请验证密码后继续"));
        world.unchanged(&before, true);
        done(keeper.post("/auth/reauth", json!({ "password": PASSWORD })));
        assert_eq!(boss.get("/hrs/role/page").status, 200);
        done(grant(&keeper, take, json!({})));
        assert_eq!(boss.get("/hrs/role/page").status, 403);
        let log = |world: &World| {
            let line = world.login("superAdmin").ok("/hrs/log/list/page?size=1")["records"][0].clone();
            field(&line, "text").to_owned()
        };
        assert!(log(world).contains("hrs_role") && !log(world).contains("hrs_dept"), "{}", log(world));
        done(grant(&keeper, |ids| ids.push(role.clone()), json!({})));
        assert_eq!(boss.get("/hrs/role/page").status, 200, "the role kept it for a return");
    });
}

#[test]
fn a_role_finds_its_permissions_back_when_the_edition_returns() {
    each_database(Vec::new, |world| {
        let (keeper, boss) = (world.login("superAdmin"), world.login("ceo01"));
        let path = format!("/hrs/editionPermission/{}", field(&edition(&keeper, "STARTUP"), "id"));
        let present = keeper.ok(&path);
        let dept = node(&keeper, "hrs_dept")["id"].clone();
        let ids: Vec<&Json> = present["permissionIds"].as_array().unwrap().iter().filter(|id| **id != dept).collect();
        done(keeper.put(&path, json!({ "version": present["version"], "permissionIds": ids })));
        let change = |code: &str| {
            let asked = edit(&keeper, "DEMO", json!({ "edition": code }));
            let key = asked.data["confirms"][0]["key"].clone();
            done(edit(&keeper, "DEMO", json!({ "edition": code, "confirmed": [key] })))
        };
        change("STARTUP");
        assert_eq!(boss.get("/hrs/dept/page").status, 403);
        change("STANDARD");
        assert_eq!(boss.get("/hrs/dept/page").status, 200);
    });
}

#[test]
fn the_password_of_an_administrator_is_reset_by_the_platform_unless_he_works_elsewhere() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let admin = world.login("demo-admin");
        let answer = done(put(&keeper, "DEMO", "org/resetPassword", json!({})));
        let password = field(&answer, "oneTimePassword").to_owned();
        assert_eq!(password.len(), 12);
        assert_eq!(admin.get("/hrs/permission").status, 401, "every session ended");
        let token = world.anonymous().token_call("demo-admin", "DEMO", &password);
        assert_eq!(token.json["mustChangePassword"], json!(true), "{}", token.message);
        let mut body = new("NEWCO", "新公司", "newco-admin");
        body["adminPhone"] = json!("");
        body["adminEmail"] = json!("op01@example.com");
        done(keeper.post("/hrs/org", body));
        let op = world.login("op01");
        let before = world.contents(true);
        let reply = put(&keeper, "NEWCO", "org/resetPassword", json!({}));
        refused(&reply, "该账号同时属于其他企业，请由本人找回密码");
        world.unchanged(&before, true);
        assert_eq!(op.get("/hrs/permission").status, 200);
        assert_eq!(world.login("sales01").put("/hrs/org/resetPassword/2", json!({ "version": 1 })).status, 403);
    });
}

#[test]
fn a_child_of_a_group_has_its_view_and_the_day_it_joined() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let id = |code: &str| field(&org(&keeper, code), "id").to_owned();
        let (head, sub) = (id("DEMO"), id("DEMOSH"));
        let child = || keeper.ok(&format!("/hrs/org/sub/{head}"))[0].clone();
        assert_eq!((field(&child(), "orgCode"), &child()["joinedAt"]), ("DEMOSH", &Json::Null), "kept since lately");
        for view in [true, false] {
            done(put(&keeper, "DEMOSH", "org/groupView", json!({ "groupView": view })));
            assert_eq!(child()["groupView"], json!(view));
        }
        let add = |to: &str, child: &str| {
            let body = json!({ "version": org(&keeper, to)["version"], "childIds": [child] });
            keeper.post(&format!("/hrs/org/sub/{}", id(to)), body)
        };
        refused(&add("TRIAL", &head), "所选公司已加入其他集团，请刷新后重选");
        let candidates = keeper.ok("/hrs/org/subCandidates?keyword=").to_string();
        assert!(!candidates.contains("DEMO"), "neither a head nor a child is offered: {candidates}");
        done(put(&keeper, "DEMOSH", "org/groupView", json!({ "groupView": true })));
        let group = || {
            let row = org(&keeper, "DEMO");
            (row["groupName"].clone(), row["childCount"].clone())
        };
        assert_eq!(group(), (json!("演示货运"), json!(1)));
        assert_eq!(org(&keeper, "DEMOSH")["groupName"], json!("演示货运"));
        done(keeper.delete(&format!("/hrs/org/sub/{head}/{sub}")));
        assert_eq!(group(), (Json::Null, json!(0)), "a head without children is none");
        world.set_clock("2026-07-15 10:03:00");
        done(add("DEMO", &sub));
        assert_eq!((field(&child(), "joinedAt"), &child()["groupView"]), ("2026-07-15 10:03:00", &json!(false)));
        // Each side has the other as a partner that can be chosen in every scope.
        let everywhere = "内部公司 AE,AI,SE,SI,TE,TI,LC,IO";
        let partners = world.database(|_, conn| {
            [2, 3].map(|company| {
                let mut select = sql::from(company, "coop");
                select.column("sub_types").and_where(sql::eq("source", "集团".to_owned()));
                let rows = conn.query(&select.into()).unwrap();
                let mut pairs = sql::from(company, "coop_sub_type");
                pairs.column("scope").and_where(sql::eq("sub_type", "内部公司".to_owned()));
                assert_eq!(conn.query(&pairs.into()).unwrap().len(), 8, "one for each scope");
                rows[0].get::<String>(0).unwrap()
            })
        });
        assert_eq!(partners, [everywhere, everywhere]);
    });
}

fn overview(caller: &Caller<'_>) -> Json {
    caller.ok("/hrs/org/overview")
}

#[test]
fn figures_of_the_platform_are_the_rows_behind_them() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let platform = || overview(&keeper)["platform"].clone();
        let shown = platform();
        assert_eq!((&shown["endingDays"], &shown["contacts"]), (&json!("2026-07-15~2026-08-14"), &json!(0)));
        for (stop, ending) in [
            ("2026-08-14 23:59:59", 1),
            ("2026-08-15 00:00:00", 0),
            ("2026-07-15 23:59:59", 1),
            ("2026-07-15 10:00:01", 1),
        ] {
            done(edit(&keeper, "DEMO", json!({ "stopAt": stop })));
            assert_eq!(platform()["ending30"], json!(ending), "{stop}");
            let range = field(&platform(), "endingDays").to_owned();
            assert_eq!(codes(&keeper, &format!("stopAt={range}")).len(), ending, "{stop}");
        }
        assert_eq!(codes(&keeper, "createdAt=last30").len(), 4);
        assert_eq!(platform()["new30"], json!(4));
        for figure in platform()["states"].as_array().unwrap() {
            let found = codes(&keeper, &format!("state={}", field(figure, "name")));
            assert_eq!(json!(found.len()), figure["count"], "{figure}");
        }
        for figure in platform()["editions"].as_array().unwrap() {
            let found = codes(&keeper, &format!("edition={}", field(figure, "code")));
            assert_eq!(json!(found.len()), figure["count"], "{figure}");
        }
        run(
            world,
            "INSERT INTO contact_request (org_id, id, request_no, user_org_id, user_id, kind, contact_name, phone, \
             content, status, version, created_by, created_at, updated_by, updated_at) VALUES (1, 1, 'R1', 2, 1, \
             '功能咨询', '甲', '021', '问', '待处理', 1, 1, 0, 1, 0), (1, 2, 'R2', 2, 1, '功能咨询', '甲', '021', '问', \
             '已完成', 1, 1, 0, 1, 0)",
        );
        assert_eq!(platform()["contacts"], json!(1));
    });
}

#[test]
fn passwords_that_end_within_fourteen_days_are_told() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let count = || overview(&admin)["todo"]["passwords"].clone();
        assert_eq!(count(), json!(0), "passwords without an end");
        // They were all set at ten o'clock of this day.
        for (days, wanted) in [(15, 0), (14, 13)] {
            assert_eq!(decide(&admin, json!({ "passwordDays": days })).code, 0);
            assert_eq!(count(), json!(wanted), "{days}");
            assert_eq!(rows(&admin, "/hrs/user", "passwordEnds=14").len(), wanted, "a click shows the same");
        }
        assert_eq!(overview(&world.login("superAdmin"))["todo"]["passwords"], json!(0), "the company's own decision");
    });
}

#[test]
fn the_administrator_of_a_company_is_reached_otherwise_later() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let view = || keeper.ok(&format!("/hrs/org/{}", field(&org(&keeper, "NEWCO"), "id")));
        let shown = || ["adminName", "adminPhoneArea", "adminPhone", "adminEmail"].map(|name| view()[name].clone());
        let reached = |area: &str, phone: &str, mail: &str| ["newco-admin", area, phone, mail].map(|text| json!(text));
        assert_eq!(shown(), reached("86", "13911112222", "boss@new.example.com"));
        let change = |members: Json| edit(&keeper, "NEWCO", members);
        for (members, place, message) in [
            (json!({ "adminPhone": "123" }), "adminPhone", "请输入正确的手机号码"),
            (json!({ "adminPhone": "13800000003" }), "adminPhone", "手机号已被使用"),
            (json!({ "adminEmail": "boss" }), "adminEmail", "请输入正确的邮箱地址"),
            (json!({ "adminEmail": "op01@example.com" }), "adminEmail", "邮箱已被使用"),
        ] {
            assert_eq!(change(members.clone()).findings_at(place), [message], "{members}");
        }
        done(change(
            json!({ "adminPhoneArea": "49", "adminPhone": "13800000003", "adminEmail": "New@New.example.com" }),
        ));
        assert_eq!(shown(), reached("49", "13800000003", "new@new.example.com"));
        assert_eq!(codes(&keeper, "adminEmail=new@new"), ["NEWCO"]);
        let log = keeper.ok("/hrs/log/list/page?size=5").to_string();
        assert!(log.contains("管理员电话、邮箱"), "{log}");
        // His account in the company has the address, too; his name stays.
        done(change(json!({ "adminName": "other-admin" })));
        assert_eq!(shown(), reached("49", "13800000003", "new@new.example.com"));
        assert!(
            world
                .contents(false)
                .iter()
                .any(|line| { line.starts_with("app_user ") && line.contains("new@new.example.com") })
        );
        // What is as it was asks for no proof; another phone does.
        world.set_clock("2026-07-15 10:10:01");
        done(change(json!({ "adminPhone": "13800000003", "remark": "一" })));
        let reply = change(json!({ "adminPhone": "13911112223" }));
        assert_eq!((reply.code, reply.message.as_str()), (4, "请验证密码后继续"));
    });
}

#[test]
fn an_administrator_of_several_companies_changes_his_phone_himself() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let mut two = new("NEWCO", "新公司", "newco-admin");
        two["adminPhone"] = json!("13800000003");
        two["adminEmail"] = json!("sales01@example.com");
        done(keeper.post("/hrs/org", two));
        let reply = edit(&keeper, "NEWCO", json!({ "adminPhone": "13911112222" }));
        assert_eq!(reply.findings_at("adminPhone"), ["该账号同时属于其他企业，请由本人修改"]);
        done(edit(&keeper, "NEWCO", json!({ "remark": "一" })));
    });
}

#[test]
fn a_refused_company_that_is_changed_waits_for_its_audit_again() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let audit = |pass: bool| {
            let row = org(&keeper, "DEMOSH");
            let body = json!({ "id": row["id"], "version": row["version"], "pass": pass, "reason": "资料不全" });
            done(keeper.put("/hrs/org/audit", body));
        };
        let state = || field(&org(&keeper, "DEMOSH"), "auditStatus").to_owned();
        let told = || world.anonymous().token_call("sh01@example.com", "DEMOSH", PASSWORD).message;
        done(edit(&keeper, "DEMOSH", json!({ "remark": "一" })));
        assert_eq!(state(), "已审核", "what was accepted stays so");
        audit(false);
        assert_eq!((state().as_str(), told().as_str()), ("已拒绝", "企业资料审核未通过：资料不全"));
        done(edit(&keeper, "DEMOSH", json!({ "remark": "二" })));
        assert_eq!((state().as_str(), told().as_str()), ("待审核", "企业资料审核中，请耐心等待"));
        done(edit(&keeper, "DEMOSH", json!({ "remark": "三" })));
        assert_eq!(state(), "待审核");
        audit(true);
        assert_eq!((state().as_str(), told().as_str()), ("已审核", "操作成功"));
    });
}

#[test]
fn a_company_has_its_short_names_codes_and_picture() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let kept = |members: Json| {
            done(edit(&keeper, "DEMO", members));
            keeper.ok(&format!("/hrs/org/{}", field(&org(&keeper, "DEMO"), "id")))
        };
        for (member, most) in [("shortNameEn", 40), ("oneStopCode", 20)] {
            let reply = edit(&keeper, "DEMO", json!({ member: "A".repeat(most + 1) }));
            assert_eq!(reply.findings_at(member).len(), 1, "{member}");
            let full = "A".repeat(most);
            assert_eq!(kept(json!({ member: full }))[member], json!(full));
        }
        let wrong = edit(&keeper, "DEMO", json!({ "noticeEmail": "notice" }));
        assert_eq!(wrong.findings_at("noticeEmail"), ["请输入正确的邮箱地址"]);
        assert_eq!(kept(json!({ "noticeEmail": "notice@example.com" }))["noticeEmail"], json!("notice@example.com"));
        let admin = world.login("demo-admin");
        let uploaded = done(keeper.upload("/platform/picture", &[("logo.png", testkit::PNG)]));
        let picture = uploaded["url"].clone();
        assert_eq!(kept(json!({ "logo": picture }))["logo"], picture);
        assert!(
            admin.ok("/hrs/org/configure").to_string().contains(picture.as_str().unwrap()),
            "as the company sees it"
        );
        assert_eq!(admin.get(picture.as_str().unwrap()).status, 200);
        // What the company puts there itself the platform sees; its other pictures not.
        let [logo, other] = ["a.png", "b.png"].map(|name| {
            let kept = done(admin.upload("/platform/picture", &[(name, testkit::PNG)]));
            field(&kept, "url").to_owned()
        });
        let version = admin.ok("/hrs/org/configure")["version"].clone();
        done(admin.put("/hrs/org/configure", json!({ "version": version, "values": { "logo": logo } })));
        assert_eq!((keeper.get(&logo).status, keeper.get(&other).status), (200, 404));
        assert_eq!(world.login("sh01").get(&logo).status, 404, "nor does another company");
        assert_eq!(edit(&keeper, "DEMO", json!({ "logo": "x" })).findings_at("logo").len(), 1);
    });
}

#[test]
fn companies_are_exported_in_the_order_of_the_list() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let reply = keeper.post("/hrs/org/export", json!({}));
        let rows = testkit::rows_of(&reply.bytes);
        let wanted = [
            "序号",
            "账户类型",
            "企业编码",
            "签约公司名称",
            "审核状态",
            "意向用户",
            "需求人",
            "版本类型",
            "用户限制",
            "用户数量",
            "创建日期",
            "失效日期",
            "是否失效",
            "客商数量",
            "订单数量",
            "订单时间",
            "订阅数量",
            "订阅日期",
            "所属集团",
            "子公司数",
            "注册来源",
            "管理员账户",
            "管理员邮箱",
            "管理员电话",
            "备注信息",
        ];
        assert_eq!(rows[0][..wanted.len()], wanted);
    });
}

#[test]
fn only_working_companies_of_no_group_are_put_below_one() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let offered = || -> Vec<String> {
            let list = keeper.ok("/hrs/org/subCandidates?keyword=");
            list.as_array().unwrap().iter().map(|one| field(one, "orgCode").to_owned()).collect()
        };
        let add = |head: &str, child: &str| {
            let (head, child) = (org(&keeper, head), org(&keeper, child));
            let path = format!("/hrs/org/sub/{}", field(&head, "id"));
            keeper.post(&path, json!({ "version": head["version"], "childIds": [child["id"]] }))
        };
        assert_eq!(offered(), ["NEWCO"], "TRIAL has ended");
        for (wrong, right) in [
            ("UPDATE org SET org_type = 2 WHERE code = 'NEWCO'", "UPDATE org SET org_type = 1 WHERE code = 'NEWCO'"),
            ("UPDATE org SET status = FALSE WHERE code = 'NEWCO'", "UPDATE org SET status = TRUE WHERE code = 'NEWCO'"),
            (
                "UPDATE org SET audit_status = '待审核' WHERE code = 'NEWCO'",
                "UPDATE org SET audit_status = '已审核' WHERE code = 'NEWCO'",
            ),
        ] {
            run(world, wrong);
            assert_eq!(offered(), Vec::<String>::new(), "{wrong}");
            refused(&add("DEMO", "NEWCO"), "所选公司不是正常的企业账户，请刷新后重选");
            run(world, right);
        }
        refused(&add("DEMO", "TRIAL"), "所选公司不是正常的企业账户，请刷新后重选");
        refused(&add("DEMO", "DEMOSH"), "所选公司已加入其他集团，请刷新后重选");
        refused(&add("NEWCO", "DEMO"), "所选公司已加入其他集团，请刷新后重选");
        refused(&add("PLAT", "NEWCO"), "只有企业账户可设子公司");
        run(world, "UPDATE org SET org_type = 2 WHERE code = 'DEMO'");
        refused(&add("DEMO", "NEWCO"), "只有企业账户可设子公司");
        run(world, "UPDATE org SET org_type = 1 WHERE code = 'DEMO'");
        let view = |code: &str| put(&keeper, code, "org/groupView", json!({ "groupView": true })).status;
        assert_eq!((view("NEWCO"), view("DEMO"), view("DEMOSH")), (404, 404, 200), "of companies below one alone");
        done(add("DEMO", "NEWCO"));
    });
}

#[test]
fn a_new_company_begins_with_the_service_items_the_platform_offers() {
    each_database(Vec::new, |world| {
        world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).unwrap());
        run(world, "UPDATE service_item SET active = FALSE WHERE org_id = 1 AND service_code LIKE 'SJ%'");
        let keeper = world.login("superAdmin");
        done(keeper.post("/hrs/org", new("NEWCO", "新公司", "newco-admin")));
        let id: i64 = field(&org(&keeper, "NEWCO"), "id").parse().unwrap();
        let count = |of: i64, more: &str| -> i64 {
            let text = format!("SELECT COUNT(*) FROM service_item WHERE org_id = {of}{more}");
            world.database(|_, conn| conn.first(&Stmt::Raw(text, Vec::new())).unwrap().unwrap().get(0).unwrap())
        };
        let offered = count(1, " AND active");
        assert!(offered > 300 && count(1, "") > offered);
        assert_eq!((count(id, ""), count(id, " AND is_sys = 1")), (offered, offered));
        assert_eq!(count(2, ""), count(1, ""), "companies that were there have what was offered then");
        let row = org(&keeper, "NEWCO");
        let gone = keeper.delete(&format!("/hrs/org/{id}?version={}", row["version"]));
        assert_eq!((gone.code, count(id, "")), (0, 0), "{}", gone.message);
    });
}
