//! The way in: the order of its refusals, its limits, what ends a session, what a session begins with.

use std::collections::BTreeSet;

use platform::call::Settings;
use platform::limit::{Limits, Turn};
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, each_database, each_database_with, field};

use super::platform::{edit, org, rows};

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

fn log_in(world: &World, login: &str, org: &str) -> String {
    world.anonymous().token_call(login, org, PASSWORD).message
}

fn audit(keeper: &Caller<'_>, code: &str, pass: bool) -> Reply {
    let row = org(keeper, code);
    let body = json!({ "id": row["id"], "version": row["version"], "pass": pass, "reason": "资料不全" });
    keeper.put("/hrs/org/audit", body)
}

#[test]
fn a_refused_company_works_no_longer() {
    each_database(Vec::new, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        assert_eq!(op.get("/hrs/permission").status, 200);
        assert_eq!(audit(&keeper, "DEMO", false).code, 0);
        let dead = op.get("/hrs/permission");
        assert_eq!((dead.status, dead.message.as_str()), (401, "登录已超时，请重新登录"));
        assert_eq!(log_in(world, "op01@example.com", "DEMO"), "企业资料审核未通过：资料不全");
        assert_eq!(audit(&keeper, "DEMO", true).code, 0);
        assert_eq!(op.get("/hrs/permission").status, 401, "the session ended for good");
        let op = world.login("op01");
        // Whatever else writes the state: nobody works in a company that is not audited.
        run(world, "UPDATE org SET audit_status = '待审核' WHERE code = 'DEMO'");
        assert_eq!(op.get("/hrs/permission").status, 401);
        assert_eq!(log_in(world, "op01@example.com", "DEMO"), "企业资料审核中，请耐心等待");
        run(world, "UPDATE org SET audit_status = '已审核' WHERE code = 'DEMO'");
        assert_eq!(op.get("/hrs/permission").status, 200);
        let reasons: BTreeSet<String> = rows(&world.login("demo-admin"), "/hrs/loginLog", "result=失败")
            .iter()
            .map(|row| field(row, "reason").to_owned())
            .collect();
        assert_eq!(reasons, ["企业待审核", "企业资料审核未通过：资料不全"].map(str::to_owned).into());
        let before = world.contents(true);
        assert_eq!(audit(&keeper, "PLAT", false).message, "不能停用平台");
        world.unchanged(&before, true);
    });
}

#[test]
fn a_session_ends_with_the_contract() {
    each_database(Vec::new, |world| {
        let (keeper, op) = (world.login("superAdmin"), world.login("op01"));
        assert_eq!(edit(&keeper, "DEMO", json!({ "stopAt": "2026-07-15 10:05:00" })).code, 0);
        world.set_clock("2026-07-15 10:04:59");
        assert_eq!(op.get("/hrs/permission").status, 200);
        world.set_clock("2026-07-15 10:05:00");
        assert_eq!(op.get("/hrs/permission").status, 401);
        assert_eq!(log_in(world, "op01@example.com", "DEMO"), "签约已到期，请联系客服续约");
        assert_eq!(edit(&keeper, "DEMO", json!({ "stopAt": "2026-07-15 10:05:01" })).code, 0);
        assert_eq!(op.get("/hrs/permission").status, 200, "a later end lets it live on");
    });
}

#[test]
fn of_several_refusals_the_first_in_order_is_told() {
    each_database(Vec::new, |world| {
        let said = || log_in(world, "trial01", "TRIAL");
        run(world, "UPDATE app_user SET active = FALSE WHERE org_id = 4");
        run(world, "UPDATE org SET status = FALSE, audit_status = '待审核' WHERE code = 'TRIAL'");
        for (cure, told) in [
            ("UPDATE org SET audit_status = '待审核' WHERE id = 4", "企业资料审核中，请耐心等待"),
            ("UPDATE org SET audit_status = '已审核' WHERE id = 4", "签约已到期，请联系客服续约"),
            ("UPDATE org SET stop_at = 4102415999000 WHERE id = 4", "公司已停用，请联系客服"),
            ("UPDATE org SET status = TRUE WHERE id = 4", "账号已停用，请联系管理员"),
        ] {
            run(world, cure);
            assert_eq!(said(), told);
        }
        run(world, "UPDATE app_user SET active = TRUE WHERE org_id = 4");
        assert_eq!(world.anonymous().token_call("trial01", "TRIAL", PASSWORD).code, 0);
    });
}

fn with_its_own_limits(settings: &mut Settings) {
    settings.trusted_proxies = 1;
    settings.login_calls_per_minute = Settings::default().login_calls_per_minute;
}

/// Lines of the log-in log about a login that came too often.
fn too_often(world: &World, login: &str) -> usize {
    let lines = world.contents(true);
    let about = |line: &&String| line.starts_with("login_log ") && line.contains(login);
    lines.iter().filter(about).filter(|line| line.contains("操作过于频繁，请稍后再试")).count()
}

#[test]
fn sixty_look_ups_of_an_address_a_minute_are_answered() {
    each_database_with(Vec::new, with_its_own_limits, |world| {
        let look = |address: &str| {
            let nobody = world.anonymous().from_address(address);
            nobody.get("/hrs/user/searchLoginNameAndOrgCode?userEmail=sales01@example.com").status
        };
        assert!((0..60).all(|_| look("203.0.113.1") == 200));
        assert_eq!(too_often(world, "sales01@example.com"), 0);
        assert_eq!([look("203.0.113.1"), look("203.0.113.1"), look("203.0.113.2")], [429, 429, 200]);
        assert_eq!(too_often(world, "sales01@example.com"), 1, "one line for the minute");
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(look("203.0.113.1"), 200);
    });
}

#[test]
fn ten_attempts_of_a_login_and_sixty_of_an_address_a_minute_are_judged() {
    each_database_with(Vec::new, with_its_own_limits, |world| {
        let wrong = |login: &str, address: &str| {
            world.anonymous().from_address(address).token_call(login, "DEMO", "wrong").status
        };
        let known = "sales01@example.com";
        assert!((0..10).all(|_| wrong("nobody-at-all", "203.0.113.1") == 200));
        assert_eq!([wrong("nobody-at-all", "203.0.113.2"), wrong("nobody-at-all", "203.0.113.3")], [429, 429]);
        assert_eq!(too_often(world, "nobody-at-all"), 1);
        for at in 0..50 {
            assert_eq!(wrong(&format!("nobody-{at}"), "203.0.113.1"), 200, "{at}");
        }
        assert_eq!([wrong(known, "203.0.113.1"), wrong(known, "203.0.113.2")], [429, 200]);
        assert_eq!(too_often(world, known), 1);
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!([wrong("nobody-at-all", "203.0.113.1"), wrong(known, "203.0.113.1")], [200, 200]);
        let reason = |row: &Json| field(row, "reason").to_owned();
        let platform = rows(&world.login("superAdmin"), "/hrs/loginLog", "loginName=nobody-at-all");
        assert_eq!(platform.iter().map(reason).filter(|reason| reason == "操作过于频繁").count(), 1);
    });
}

#[test]
fn two_processes_judge_no_more_attempts_than_one() {
    each_database_with(Vec::new, with_its_own_limits, |world| {
        let Some(beside) = world.beside() else { return };
        let wrong = |world: &World| {
            world.anonymous().from_address("203.0.113.1").token_call("nobody-at-all", "DEMO", "wrong").status
        };
        assert!((0..5).all(|_| wrong(world) == 200 && wrong(&beside) == 200));
        assert_eq!([wrong(&beside), wrong(world), wrong(&beside)], [429; 3]);
        assert_eq!(too_often(world, "nobody-at-all"), 1, "one line for the minute, whichever refused");
        for process in [world, &beside] {
            process.set_clock("2026-07-15 10:01:00");
        }
        assert_eq!([wrong(world), wrong(&beside)], [200, 200]);
    });
}

#[test]
fn calls_are_counted_for_all_processes_and_forgotten_with_their_minute() {
    each_database(Vec::new, |world| {
        let process = || world.inside(|app| Limits::together(app.store.share()));
        let (one, other) = (process(), process());
        let begun = world.clock.now();
        let turn = |limits: &Limits, seconds: i64| {
            world.inside(|_| limits.turn("a key".to_owned(), 3, begun.plus_millis(seconds * 1000)))
        };
        assert_eq!([turn(&one, 0), turn(&other, 0), turn(&one, 0)], [Turn::Within; 3]);
        // A clock that is a minute behind begins no new minute.
        assert_eq!([turn(&other, -60), turn(&one, 0), turn(&other, 0)], [Turn::First, Turn::Beyond, Turn::Beyond]);
        assert_eq!(turn(&process(), 0), Turn::Beyond, "a process that was started anew knows it");
        assert_eq!(turn(&one, 60), Turn::Within);
        // A clock that ran a year ahead counts for nothing.
        let year = 365 * 24 * 60 * 60;
        assert!((0..5).any(|_| turn(&other, year) == Turn::Beyond));
        assert_eq!(turn(&process(), 61), Turn::Within);
        let rows = |seconds: i64| {
            let at = begun.plus_millis(seconds * 1000);
            let kept = |key| one.turn(format!("{seconds} {key}"), 3, at) == Turn::Within;
            assert!(world.inside(|_| (0..20).all(kept)));
            world.database(|_, conn| {
                let count = Stmt::Raw("SELECT COUNT(*) FROM call_count".to_owned(), Vec::new());
                conn.query(&count).unwrap()[0].get::<i64>(0).unwrap()
            })
        };
        assert_eq!([rows(3_600), rows(7_200), rows(10_800)], [20, 20, 20], "the table stays small");
    });
}

#[test]
fn the_time_of_the_last_call_is_written_once_a_minute() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let active = || {
            world.database(|_, conn| {
                let text = "SELECT MAX(last_active_at) FROM session".to_owned();
                conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
            })
        };
        let begun = active();
        for (time, seconds) in [("10:01:00", 0), ("10:01:01", 61), ("10:02:01", 61), ("10:02:02", 122)] {
            world.set_clock(&format!("2026-07-15 {time}"));
            assert_eq!(op.get("/hrs/permission").status, 200);
            assert_eq!(active() - begun, seconds * 1000, "{time}");
        }
    });
}

// req: auth-token-call
#[test]
fn a_session_begins_with_what_its_user_may_see() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let begun = |login: &str| world.anonymous().token_call(&format!("{login}@example.com"), "DEMO", PASSWORD).json;
        let plain = begun("sales01");
        assert_eq!((&plain["orgType"], &plain["onlineService"]), (&json!("1"), &json!(false)));
        assert_eq!(plain["orderPermission"], Json::Null, "left to the roles");
        assert_eq!(plain["orderFinanceLockView"]["AE"], json!(true));
        assert_eq!((&plain["orderEditNewPage"], &plain["orderSaveClosePage"]), (&json!(false), &json!(false)));
        run(
            world,
            "UPDATE app_user SET order_permission = 3, online_service = TRUE WHERE email = 'sales01@example.com'",
        );
        let config = admin.ok("/hrs/orgOrderConfig/AE");
        let body = json!({ "version": config["version"], "values": { "financeLockView": false } });
        assert_eq!(admin.put("/hrs/orgOrderConfig/AE", body).code, 0);
        let path = format!("/hrs/user/{}", field(&super::user::row(&admin, "sales01"), "id"));
        let (user, role) = (admin.ok(&path), super::role::row(&admin, "客服"));
        let own = field(&plain, "roleId");
        assert_eq!(user["roleIds"], json!([own]));
        let two = json!({ "version": user["version"], "roleIds": [own, role["id"]] });
        assert_eq!(admin.put(&path, two).code, 0);
        run(
            world,
            &format!(
                "INSERT INTO user_extend (org_id, user_id, order_edit_new_page, order_save_close_page, settings, updated_at) \
                 VALUES (2, {}, TRUE, FALSE, '{{}}', 0)",
                field(&user, "id")
            ),
        );
        let shown = begun("sales01");
        assert_eq!((&shown["orderEditNewPage"], &shown["orderSaveClosePage"]), (&json!(true), &json!(false)));
        let ids: BTreeSet<&str> = field(&shown, "roleId").split(',').collect();
        assert_eq!(ids, BTreeSet::from([own, field(&role, "id")]));
        run(world, "UPDATE role SET active = FALSE WHERE org_id = 2 AND name = '客服'");
        assert_eq!(field(&begun("sales01"), "roleId"), own, "a stopped role counts for nobody");
        assert_eq!(world.anonymous().token_call("demo-admin", "DEMO", PASSWORD).json["roleId"], json!(""));
        assert_eq!((&shown["orderPermission"], &shown["onlineService"]), (&json!(3), &json!(true)));
        let view = &shown["orderFinanceLockView"];
        assert_eq!((&view["AE"], &view["SE"], view.as_object().unwrap().len()), (&json!(false), &json!(true), 8));
    });
}

#[test]
fn the_menu_has_the_icon_and_the_group_that_always_shows() {
    each_database(Vec::new, |world| {
        let (keeper, admin) = (world.login("superAdmin"), world.login("demo-admin"));
        let group = rows(&keeper, "/hrs/permissionNode", "permissionCode=/hrsManager/staff").remove(0);
        let shown = || {
            let menu = admin.ok("/hrs/permission").to_string();
            (menu.contains("\"icon\":\"team\""), menu.contains("\"alwaysShow\":true"))
        };
        assert_eq!(shown(), (false, false));
        let body = json!({ "version": group["version"], "icon": "team", "alwaysShow": true });
        let path = format!("/hrs/permissionNode/{}", field(&group, "id"));
        assert_eq!(keeper.put(&path, body).code, 0);
        assert_eq!(shown(), (true, true));
    });
}
