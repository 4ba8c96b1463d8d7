//! The logs and the sessions: what they show, to whom, and what ends a session.

use platform::store::{Conn, Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, World, done, each_database, field, refused};

use super::people::order;

const DEMO: i64 = 2;
const LOG: &str = "/hrs/log/list";
const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

fn rows(caller: &Caller<'_>, base: &str, query: &str) -> Vec<Json> {
    let page = caller.ok(&format!("{base}/page?size=500&{query}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

fn run(world: &World, text: &str) -> u64 {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect(text))
}

fn wrong(world: &World, login: &str) {
    let reply = world.anonymous().token_call(&format!("{login}@example.com"), "DEMO", "wrong");
    assert_eq!(reply.message, "用户名或密码错误");
}

#[test]
fn six_attempts_leave_six_rows_with_their_failures() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for minute in 1..=5 {
            world.set_clock(&format!("2026-07-15 10:0{minute}:00"));
            wrong(world, "op01");
        }
        world.set_clock("2026-07-15 10:20:00");
        world.login("op01");
        let shown = rows(&admin, "/hrs/loginLog", "userName=操作一&sort=createdAt,asc");
        let figures: Vec<i64> = shown.iter().map(|row| row["fails"].as_i64().unwrap()).collect();
        assert_eq!(figures, [1, 2, 3, 4, 5, 0]);
        let (first, last) = (&shown[0], &shown[5]);
        assert_eq!(field(first, "createdAt"), "2026-07-15 10:01:00");
        assert_eq!((field(first, "loginName"), field(first, "way")), ("op01@example.com", "邮箱"));
        assert_eq!(field(first, "deptName"), "演示货运/操作部");
        assert_eq!((field(first, "result"), field(first, "reason")), ("失败", "密码错误"));
        assert_eq!((field(first, "sessionState"), field(first, "endedAt")), ("", ""));
        assert_eq!((field(last, "result"), field(last, "reason")), ("成功", ""));
        assert_eq!((field(last, "sessionState"), field(last, "endReason")), ("有效", ""));
    });
}

#[test]
fn the_login_log_is_filtered_and_exported() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        world.fail_log_in("op01@example.com", "DEMO", 5);
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD).code, 1);
        assert_eq!(world.anonymous().token_call("13800000005", "DEMO", PASSWORD).code, 0);
        run(world, &format!("UPDATE login_log SET agent = '{CHROME}', ip = '10.0.0.7' WHERE way = '手机'"));
        let count = |query: &str| rows(&admin, "/hrs/loginLog", query).len();
        assert_eq!((count(""), count("result=失败"), count("result=成功")), (8, 6, 2));
        assert_eq!((count("reason=账号锁定"), count("reason=密码"), count("reason=成功")), (1, 5, 0));
        assert_eq!((count("way=手机"), count("way=管理员"), count("way=手机,邮箱")), (1, 1, 7));
        assert_eq!((count("loginName=138000"), count("ip=10.0.0")), (1, 1));
        assert_eq!((count("createdAt=2026-07-15~2026-07-15"), count("createdAt=2026-07-16~")), (8, 0));
        let row = rows(&admin, "/hrs/loginLog", "way=手机").remove(0);
        assert_eq!((field(&row, "browser"), field(&row, "system")), ("Chrome 126", "Windows 10/11"));
        let file = admin.post("/hrs/loginLog/exportExcel", json!({ "filters": { "way": "手机" } }));
        assert!(file.bytes.starts_with(b"PK"));
        assert_eq!(world.login("cs01").get("/hrs/loginLog/page").status, 403);
        let keeper = world.login("superAdmin");
        assert_eq!(rows(&keeper, "/hrs/loginLog", "").len(), 1, "each company sees its own");
        assert_eq!(
            rows(&keeper, "/hrs/loginLog", "orgId=2&way=手机").len(),
            1,
            "the platform that of a company it chooses"
        );
        assert!(admin.get("/hrs/loginLog/page?orgId=1").status >= 400, "nobody else that of another");
        let line = admin.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert_eq!((field(&line, "level"), field(&line, "type")), ("低", "导出"), "{line}");
        assert_eq!(world.anonymous().token_call("stranger@example.com", "DEMO", PASSWORD).code, 1);
        assert_eq!(
            rows(&keeper, "/hrs/loginLog", "reason=用户").len(),
            1,
            "of nobody's account only the platform hears"
        );
        assert_eq!(rows(&admin, "/hrs/loginLog", "loginName=stranger").len(), 0);
    });
}

#[test]
fn without_a_choice_the_log_covers_the_most_it_ever_covers() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(admin.post("/hrs/loginLog/exportExcel", json!({})).status, 200);
        let count = |query: &str| rows(&world.login("demo-admin"), LOG, query).len();
        assert_eq!((count(""), count("createTime=2026-07-15~2026-07-15")), (1, 1));
        world.set_clock("2027-07-15 23:59:59");
        assert_eq!(count(""), 1, "the 366th day");
        world.set_clock("2027-07-16 00:00:00");
        assert_eq!((count(""), count("createTime=2026-07-15~2026-07-15")), (0, 1), "older days are chosen");
    });
}

#[test]
fn the_login_log_tells_what_became_of_a_session() {
    each_database(Vec::new, |world| {
        let (out, forced, idle, busy) =
            (world.login("op01"), world.login("cs01"), world.login("cs02"), world.login("buy01"));
        let admin = world.login("demo-admin");
        done(out.delete("/auth/token/logout"));
        let session = rows(&admin, "/hrs/session", "userName=客服一").remove(0);
        done(admin.post("/hrs/session/offline", json!({ "ids": [session["id"]] })));
        assert_eq!(forced.get("/hrs/permission").status, 401);
        world.set_clock("2026-07-15 22:00:00");
        assert_eq!(busy.get("/hrs/permission").code, 0);
        world.set_clock("2026-07-15 22:00:01");
        assert_eq!(idle.get("/hrs/permission").status, 401);
        let admin = world.login("demo-admin");
        let told = |name: &str| {
            let row = rows(&admin, "/hrs/loginLog", &format!("userName={name}")).remove(0);
            [field(&row, "sessionState"), field(&row, "endedAt"), field(&row, "endReason")].join(" ").trim().to_owned()
        };
        assert_eq!(told("操作一"), "已退出 2026-07-15 10:00:00 已退出");
        assert_eq!(told("客服一"), "已强制下线 2026-07-15 10:00:00 已强制下线");
        assert_eq!(told("客服二"), "已过期 2026-07-15 22:00:00 闲置超时");
        assert_eq!(told("采购一"), "有效");
    });
}

#[test]
fn the_sessions_of_the_company_are_listed_while_they_live() {
    each_database(Vec::new, |world| {
        let (_first, second) = (world.login("sales01"), world.login("sales01"));
        let admin = world.login("demo-admin");
        let of = |query: &str| rows(&admin, "/hrs/session", query);
        assert_eq!(of("userName=销售一").len(), 2);
        assert_eq!((of("").len(), of("loginName=sales").len(), of("recent=15").len()), (3, 2, 3));
        run(world, &format!("UPDATE session SET agent = '{CHROME}', ip = '10.0.0.7'"));
        world.set_clock("2026-07-15 10:30:00");
        assert_eq!(second.get("/hrs/permission").code, 0);
        let shown = of("userName=销售一&sort=lastActiveAt,asc");
        let row = &shown[0];
        assert_eq!((field(row, "userName"), field(row, "loginName")), ("销售一", "sales01"));
        assert_eq!((field(row, "deptName"), field(row, "way")), ("演示货运/销售部/销售一部", "邮箱"));
        assert_eq!((field(row, "createdAt"), &row["idleMinutes"]), ("2026-07-15 10:00:00", &json!(30)));
        assert_eq!((field(row, "browser"), field(row, "system")), ("Chrome 126", "Windows 10/11"));
        assert_eq!(field(row, "expiresAt"), "2026-07-22 10:00:00");
        assert_eq!((&row["own"], &row["can"]), (&json!(false), &json!(["sys_session_offline"])));
        assert_eq!((&shown[1]["idleMinutes"], field(&shown[1], "lastActiveAt")), (&json!(0), "2026-07-15 10:30:00"));
        let own = of("loginName=demo-admin").remove(0);
        assert_eq!((&own["own"], &own["can"]), (&json!(true), &json!([])));
        assert_eq!((of("recent=15").len(), of("recent=60").len(), of("ip=10.0.0").len()), (2, 3, 3));
        done(second.delete("/auth/token/logout"));
        assert_eq!(of("userName=销售一").len(), 1, "a session that ended is no longer there");
        assert_eq!(rows(&world.login("superAdmin"), "/hrs/session", "").len(), 1, "each company sees its own");
        world.set_clock("2026-07-15 22:00:01");
        assert_eq!(of("").len(), 1, "nor is one that is idle");
    });
}

fn session_of(caller: &Caller<'_>) -> Json {
    let sessions = caller.ok("/hrs/session/mine");
    let found = sessions.as_array().unwrap().iter().find(|session| session["own"] == json!(true)).cloned();
    found.expect("the session of the call")
}

#[test]
fn an_administrator_ends_sessions_after_proving_who_he_is() {
    each_database(Vec::new, |world| {
        let (one, other) = (world.login("sales01"), world.login("sales01"));
        let admin = world.login("demo-admin");
        let end = |ids: Json| admin.post("/hrs/session/offline", json!({ "ids": ids }));
        let (own, theirs) = (session_of(&admin)["id"].clone(), session_of(&one)["id"].clone());
        refused(&end(json!([own, theirs])), "不能强制下线当前会话");
        assert_eq!(end(json!([])).status, 400);
        let elsewhere = session_of(&world.login("superAdmin"))["id"].clone();
        let before = world.contents(true);
        assert_eq!(end(json!([theirs, elsewhere])).status, 404, "one of another company");
        world.set_clock("2026-07-15 10:10:01");
        let late = end(json!([theirs]));
        assert_eq!((late.status, late.code, late.message.as_str()), (200, 4, "请验证密码后继续"));
        let log = |lines: &[String]| lines.iter().filter(|line| line.starts_with("operation_log ")).count();
        assert_eq!(log(&world.contents(true)), log(&before), "nothing ended");
        done(admin.post("/auth/reauth", json!({ "password": PASSWORD })));
        assert_eq!(rows(&admin, "/hrs/session", "userName=销售一").len(), 2, "two browsers");
        assert_eq!(done(end(json!([theirs]))), json!({ "ended": 1 }));
        let dead = one.get("/hrs/permission");
        assert_eq!((dead.status, dead.message.as_str()), (401, "登录已超时，请重新登录"));
        assert_eq!(other.get("/hrs/permission").code, 0);
        assert_eq!(rows(&admin, "/hrs/session", "userName=销售一").len(), 1);
        assert_eq!(done(end(json!([theirs]))), json!({ "ended": 0 }), "it stays as it ended");
        let lines = rows(&admin, LOG, "type=强制下线");
        assert_eq!((lines.len(), field(&lines[0], "level")), (1, "高"));
        assert_eq!((field(&lines[0], "pageName"), field(&lines[0], "objectNumber")), ("在线会话", "销售一"));
        assert_eq!(other.post("/hrs/session/offline", json!({ "ids": [own] })).status, 403);
    });
}

#[test]
fn anyone_sees_and_ends_his_own_sessions() {
    each_database(Vec::new, |world| {
        let (here, there) = (world.login("nobody"), world.login("nobody"));
        let other = world.login("op01");
        let mine = here.ok("/hrs/session/mine");
        let owns: Vec<bool> = mine.as_array().unwrap().iter().map(|session| session["own"] == json!(true)).collect();
        assert_eq!((owns.len(), owns.iter().filter(|own| **own).count()), (2, 1));
        assert_eq!(field(&mine[0], "orgName"), "演示货运");
        let end = |id: Json| here.post("/hrs/session/offlineMine", json!({ "ids": [id] }));
        refused(&end(session_of(&here)["id"].clone()), "不能强制下线当前会话");
        assert_eq!(end(session_of(&other)["id"].clone()).status, 404, "of somebody else");
        world.set_clock("2026-07-15 11:00:00");
        done(end(session_of(&there)["id"].clone()));
        assert_eq!(there.get("/hrs/permission").status, 401);
        assert_eq!(here.ok("/hrs/session/mine").as_array().map(Vec::len), Some(1));
        assert_eq!(other.get("/hrs/permission").code, 0);
    });
}

#[test]
fn a_wrong_proof_counts_as_a_failed_log_in() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let prove = |password: &str| admin.post("/auth/reauth", json!({ "password": password }));
        let fail = |times: usize| {
            for _ in 0..times {
                refused(&prove("wrong"), "密码错误");
                world.clock.set(kernel::Instant::from_millis(world.clock.now().millis() + 10_000));
            }
        };
        fail(4);
        done(prove(PASSWORD));
        fail(5);
        world.set_clock("2026-07-15 10:11:00");
        refused(&prove(PASSWORD), "登录失败次数过多，请稍后再试");
        let log_in = || world.anonymous().token_call("demo-admin", "DEMO", PASSWORD);
        assert_eq!(log_in().message, "登录失败次数过多，请稍后再试");
        let late = admin.post("/hrs/session/offline", json!({ "ids": ["1"] }));
        assert_eq!(late.code, 4, "nothing was proved");
        let shown = rows(&admin, "/hrs/loginLog", "result=失败");
        assert_eq!(shown.len(), 11);
        world.set_clock("2026-07-15 10:16:20");
        done(prove(PASSWORD));
        assert_eq!(admin.post("/auth/reauth", json!({})).status, 400);
        assert_eq!(log_in().code, 0);
    });
}

#[test]
fn the_log_tells_who_changed_what_on_which_page() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let depts = rows(&admin, "/hrs/dept", "deptName=销售一部");
        let dept = depts.iter().find(|row| field(row, "shortName") == "销售一部").unwrap();
        let path = format!("/hrs/dept/{}", field(dept, "id"));
        done(admin.put(&path, json!({ "version": dept["version"], "deptName": "销售一组" })));
        let refused = admin.put(&path, json!({ "version": 99, "deptName": "x" }));
        assert_eq!(refused.code, 3);
        let lines = rows(&admin, LOG, "");
        assert_eq!(lines.len(), 1, "a refused save adds none");
        let line = &lines[0];
        let told = ["level", "type", "pageName", "operatorName", "deptName"].map(|name| field(line, name));
        assert_eq!(told, ["高", "修改", "部门管理", "管理员 demo-admin@example.com", "演示货运"]);
        assert!(field(line, "requestId").len() >= 8);
        let one = admin.ok(&format!("/hrs/log/{}", field(line, "id")));
        assert_eq!(one["changes"][0]["label"], json!("部门名称"));
        assert_eq!((&one["changes"][0]["old"], &one["changes"][0]["new"]), (&json!("销售一部"), &json!("销售一组")));
        let path = format!("/hrs/log/{}", field(line, "id"));
        assert_eq!((admin.put(&path, json!({})).status, admin.delete(&path).status), (404, 404));
        assert_eq!(world.login("superAdmin").get(&path).status, 404, "of another company");
    });
}

#[test]
fn the_log_is_searched_by_time_person_page_and_number() {
    each_database(Vec::new, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        done(admin.post("/hrs/blacklist", json!({ "userName": "张三", "email": "z@b.cn", "reason": "x" })));
        assert!(admin.post("/hrs/blacklist/exportExcel", json!({})).bytes.starts_with(b"PK"));
        let change = json!({ "oldPassword": PASSWORD, "newPassword": "New-2026x" });
        done(op.put("/hrs/user/editPassword", change));
        let count = |query: &str| rows(&admin, LOG, query).len();
        assert_eq!(count(""), 3);
        assert_eq!((count("objectNumber=张三"), count("objectNumber=张")), (1, 0), "a number is told whole");
        assert_eq!((count("pageName=黑名单"), count("pageName=reset")), (2, 1), "a page, or an address without one");
        assert_eq!((count("type=新建,导出"), count("level=高"), count("text=张三")), (2, 2, 1));
        let id = |login: &str| super::user::row(&admin, login)["id"].as_str().unwrap().to_owned();
        let dept = super::dept::id_of(&admin, "操作部");
        assert_eq!((count(&format!("operatorId={}", id("op01"))), count(&format!("deptId={dept}"))), (1, 1));
        assert_eq!((count("createTime=2026-07-15~2026-07-15"), count("createTime=2026-07-01~2026-07-14")), (3, 0));
        let refused = |range: &str| {
            let reply = admin.get(&format!("{LOG}/page?createTime={range}"));
            assert_eq!((reply.code, reply.message.as_str()), (1, "时间范围不能超过366天"), "{range}");
        };
        assert_eq!(count("createTime=2025-07-15~2026-07-15"), 3, "366 days");
        refused("2025-07-14~2026-07-15");
        refused("2025-07-14~");
        refused("~2026-07-15");
        assert_eq!(admin.get(&format!("{LOG}/page?type=x")).status, 400);
    });
}

/// Gives an account of DEMO permissions of its own.
fn grant(world: &World, login: &str, codes: &str) {
    let text = format!(
        "INSERT INTO user_permission (org_id, user_id, permission_id, allowed) SELECT {DEMO}, u.id, p.id, TRUE \
         FROM app_user u, permission p WHERE u.org_id = {DEMO} AND u.login_name = '{login}' AND p.code IN ({codes})"
    );
    assert!(run(world, &text) > 0);
    run(world, "UPDATE org SET permission_version = permission_version + 1");
}

fn line_about(conn: &mut dyn Conn, id: i64, order: i64) {
    let text = |text: &str| Value::Text(text.to_owned());
    let cells = [
        ("id", Value::Int(id)),
        ("level", text("高")),
        ("kind", text("修改")),
        ("page", text("/af_order_edit")),
        ("function", text("修改订单")),
        ("text", text("备注")),
        ("object_type", text("order")),
        ("object_id", Value::Int(order)),
        ("order_id", Value::Int(order)),
        ("object_number", text(&format!("AE-{order}"))),
        ("operator_id", Value::Int(1)),
        ("operator_name", text("某人")),
        ("created_at", Value::Int(1_784_000_000_000)),
    ];
    conn.exec(&sql::insert(DEMO, "operation_log", &cells).into()).expect("a line");
}

#[test]
fn a_line_of_several_orders_or_of_somebodys_own_thing_is_for_who_sees_one_or_made_it() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let op: i64 = super::user::row(&admin, "op01")["id"].as_str().unwrap().parse().unwrap();
        world.database(|_, conn| {
            order(conn, 1, op, None);
            order(conn, 3, 1, None);
            (101..=104).for_each(|line| line_about(conn, line, 3));
        });
        // One of an order he does not see, one of that and of his own, two of waybills without an order.
        run(world, &format!("INSERT INTO operation_log_order (org_id, log_id, order_id) VALUES ({DEMO}, 102, 1)"));
        run(
            world,
            &format!(
                "UPDATE operation_log SET object_type = 'awbPrint', order_id = NULL, maker_id = {op} WHERE id = 103"
            ),
        );
        run(world, "UPDATE operation_log SET object_type = 'awbPrint', order_id = NULL, maker_id = 1 WHERE id = 104");
        grant(world, "op01", "'hrs', 'hrs_log'");
        let op = world.login("op01");
        let seen: Vec<bool> = (101..=104).map(|line| op.get(&format!("/hrs/log/{line}")).code == 0).collect();
        assert_eq!(seen, [false, true, true, false]);
        assert_eq!(op.ok(&format!("{LOG}/total?objectNumber=AE-3"))["total"], json!(2));
        assert_eq!(rows(&op, LOG, "objectNumber=AE-3").len(), 2);
        assert_eq!(rows(&admin, LOG, "objectNumber=AE-3").len(), 4, "the administrator sees them all");
    });
}

#[test]
fn lines_about_orders_follow_who_sees_the_orders() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let number = |text: &str| text.parse::<i64>().unwrap();
        let groups = rows(&admin, "/hrs/userWorkgroup", "workgroupName=一组");
        let group = number(field(&groups[0], "id"));
        let op = number(super::user::row(&admin, "op01")["id"].as_str().unwrap());
        world.database(|_, conn| {
            order(conn, 1, op, None);
            order(conn, 2, 1, Some(group));
            order(conn, 3, 1, None);
            (1..=3).for_each(|place| line_about(conn, 100 + place, place));
        });
        done(admin.post("/hrs/blacklist", json!({ "userName": "张三", "email": "z@b.cn", "reason": "x" })));
        grant(world, "op01", "'hrs', 'hrs_log'");
        let op = world.login("op01");
        let seen = |caller: &Caller<'_>| -> Vec<String> {
            let mut numbers: Vec<String> =
                rows(caller, LOG, "").iter().map(|row| field(row, "objectNumber").to_owned()).collect();
            numbers.sort();
            numbers
        };
        assert_eq!(seen(&admin), ["AE-1", "AE-2", "AE-3", "张三"]);
        assert_eq!(seen(&op), ["AE-1", "AE-2", "张三"], "his own order, and that of his workgroup");
        assert_eq!(op.ok(&format!("{LOG}/total"))["total"], json!(3));
        assert_eq!((op.get("/hrs/log/102").code, op.get("/hrs/log/103").status), (0, 404));
        assert_eq!(op.ok("/hrs/org/overview")["logs"].as_array().map(Vec::len), Some(3));
        grant(world, "op01", "'sys_log_all'");
        assert_eq!(seen(&op).len(), 4);
        assert_eq!(op.get("/hrs/log/103").code, 0);
        let about = rows(&op, LOG, "objectNumber=AE-3").remove(0);
        assert_eq!(field(&about, "pageName"), "/af_order_edit", "a page nobody declared is told by its address");
        assert_eq!(field(&about, "operatorName"), "某人");
    });
}
