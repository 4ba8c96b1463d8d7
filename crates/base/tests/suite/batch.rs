//! Buttons pressed for the whole result of a list: a job that works through the rows, by the rules of each call.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database, findings, refused, rows_of};

use crate::base::rooms;

const DEMO: i64 = 2;
const STATUS: &str = "POST /afbase/airport/{id}/status";

/// So many airports of the company, all in use, in the order of their codes.
fn lay(world: &World, count: i64) {
    world.database(|app, conn| {
        let now = app.clock.now().millis();
        let columns = [
            "id",
            "version",
            "ap_code",
            "name_cn",
            "name_en",
            "city_code",
            "nation_code",
            "time_zone",
            "cargo_airport",
            "active",
            "created_by",
            "created_at",
            "updated_by",
            "updated_at",
        ];
        let text = |text: &str| Value::Text(text.to_owned());
        let row = |number: i64| {
            vec![
                Value::Int(1_000 + number),
                Value::Int(1),
                Value::Text(format!("Q{number:05}")),
                text("批量机场"),
                text("BATCH"),
                text("XQJ"),
                text("CN"),
                text("Asia/Shanghai"),
                Value::Bool(true),
                Value::Bool(true),
                Value::Int(1),
                Value::Int(now),
                Value::Int(1),
                Value::Int(now),
            ]
        };
        let rows: Vec<Vec<Value>> = (1..=count).map(row).collect();
        for piece in rows.chunks(200) {
            conn.exec(&sql::insert_many(DEMO, "airport", &columns, piece.iter().cloned()).into()).expect("airports");
        }
    });
}

fn wanted(active: bool) -> Json {
    json!({ "action": STATUS, "active": active, "filters": { "keyword": "批量机场" }, "sort": "apCode,asc" })
}

fn press(caller: &Caller<'_>, body: Json) -> String {
    let reply = caller.post("/afbase/airport/batch", body);
    assert_eq!((reply.code, reply.message.as_str()), (0, "已提交下载中心"), "{}", reply.data);
    reply.data["taskId"].as_str().expect("a job").to_owned()
}

fn result(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("/afbase/airport/batch/{id}"))
}

fn stopped(caller: &Caller<'_>) -> i64 {
    caller.ok("/afbase/airport/total?keyword=批量机场&enabled=false")["total"].as_i64().expect("a number")
}

fn exec(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes"));
}

// The browser takes 2,000 rows itself (batch-job.test.tsx).
#[test]
fn more_rows_than_a_browser_takes_are_worked_on_by_a_job() {
    let world = World::sqlite(rooms);
    lay(&world, 2_001);
    let admin = world.login("demo-admin");
    let id = press(&admin, wanted(false));
    assert_eq!(stopped(&admin), 0, "nothing is done by the call itself");
    let waits = result(&admin, &id);
    assert_eq!(
        (&waits["status"], &waits["total"], &waits["canUndo"]),
        (&json!("排队中"), &json!(2_001), &json!(false))
    );
    world.run_jobs();
    let done = result(&admin, &id);
    assert_eq!((&done["status"], &done["ok"], &done["bad"]), (&json!("已完成"), &json!(2_001), &json!(0)));
    assert_eq!((stopped(&admin), &done["progress"]), (2_001, &json!(100)));
    let job = admin.ok("/hrs/task/page?size=1")["records"][0].clone();
    assert_eq!(
        (&job["kind"], &job["pageName"], &job["conditions"], &job["revertible"]),
        (&json!("批量"), &json!("机场查询"), &json!("停用；机场：批量机场"), &json!("true"))
    );
    // 下载中心 switches them back, as a job of its own.
    assert_eq!(admin.put(&format!("/hrs/task/revert/{id}"), json!({})).code, 0);
    world.run_jobs();
    assert_eq!(stopped(&admin), 0);
    refused(&admin.put(&format!("/hrs/task/revert/{id}"), json!({})), "没有可撤销的数据");
}

#[test]
fn each_row_has_an_answer_of_its_own() {
    each_database(rooms, |world| {
        lay(world, 5);
        exec(world, "UPDATE airport SET active = FALSE WHERE org_id = 2 AND id = 1005");
        let admin = world.login("demo-admin");
        let id = press(&admin, wanted(false));
        // Somebody else is quicker with one of them, and removes another.
        exec(world, "UPDATE airport SET version = 2 WHERE org_id = 2 AND id = 1002");
        exec(world, "DELETE FROM airport WHERE org_id = 2 AND id = 1003");
        world.run_jobs();
        let done = result(&admin, &id);
        // The fifth was stopped before, and is left alone.
        assert_eq!((&done["status"], &done["ok"], &done["bad"]), (&json!("部分成功"), &json!(2), &json!(2)));
        let faults = json!([
            { "row": 2, "number": "Q00002", "message": "数据有变化，请刷新后重试" },
            { "row": 3, "number": "Q00003", "message": "数据不存在" },
        ]);
        assert_eq!(done["faults"], faults);
        let file = admin.get(&format!("/hrs/task/file/{id}"));
        let sheet = rows_of(&file.bytes);
        assert_eq!(sheet[0], ["序号", "数据", "结果", "原因"]);
        assert_eq!(sheet[1], ["1", "Q00001", "成功", ""]);
        assert_eq!(sheet[2], ["2", "Q00002", "失败", "数据有变化，请刷新后重试"]);
        assert_eq!(sheet.len(), 5);
        // Each row has its line in the log, and the batch one.
        let log = admin.ok("/hrs/log/list/page?size=100").to_string();
        assert!(log.contains("批量操作") && log.contains("Q00001") && log.contains("Q00004"), "{log}");

        // Switched back is what nobody changed since.
        exec(world, "UPDATE airport SET version = 9 WHERE org_id = 2 AND id = 1004");
        let undo = admin.post(&format!("/afbase/airport/batch/undo/{id}"), json!({}));
        let undone = undo.data["taskId"].as_str().expect("a job").to_owned();
        world.run_jobs();
        let back = result(&admin, &undone);
        assert_eq!((&back["status"], &back["ok"], &back["bad"]), (&json!("部分成功"), &json!(1), &json!(1)));
        assert_eq!((&back["faults"][0]["number"], stopped(&admin)), (&json!("Q00004"), 2));
        refused(&admin.post(&format!("/afbase/airport/batch/undo/{id}"), json!({})), "没有可撤销的数据");
    });
}

#[test]
fn a_batch_that_is_worked_on_twice_does_nothing_twice() {
    each_database(rooms, |world| {
        lay(world, 2);
        let admin = world.login("demo-admin");
        let id = press(&admin, wanted(false));
        world.run_jobs();
        // The worker died behind the call of the second row, before it was written down.
        exec(world, &format!("UPDATE batch_row SET done = NULL, target_version = 1 WHERE job_id = {id} AND place = 1"));
        exec(world, &format!("UPDATE job_run SET status = '排队中', finished_at = NULL, ok = 0 WHERE id = {id}"));
        world.run_jobs();
        let done = result(&admin, &id);
        assert_eq!((&done["status"], &done["ok"], &done["bad"]), (&json!("已完成"), &json!(2), &json!(0)));
        let versions: Vec<i64> = world.database(|_, conn| {
            let all = Stmt::Raw("SELECT version FROM airport WHERE org_id = 2 AND id > 1000".to_owned(), Vec::new());
            conn.query(&all).expect("reads").iter().map(|row| row.get(0).expect("a number")).collect()
        });
        assert_eq!(versions, [2, 2]);
    });
}

#[test]
fn a_batch_is_refused_where_its_button_is() {
    each_database(rooms, |world| {
        lay(world, 2);
        let admin = world.login("demo-admin");
        let path = "/afbase/airport/batch";
        // 采购 sees the page and has none of its buttons.
        let (nobody, buyer) = (world.login("nobody"), world.login("buy01"));
        let before = world.contents(true);
        assert_eq!(nobody.post(path, wanted(false)).status, 403);
        assert_eq!(buyer.ok("/afbase/airport/total?keyword=批量机场")["total"], json!(2));
        assert_eq!(buyer.post(path, wanted(false)).status, 403);
        let without = json!({ "action": STATUS, "filters": {} });
        assert_eq!(findings(&admin.post(path, without)), [("active".to_owned(), "请指定启用或停用".to_owned())]);
        for action in ["POST /afbase/carrier/{id}/status", "DELETE /afbase/airport/{id}", ""] {
            let reply = admin.post(path, json!({ "action": action, "active": false }));
            assert_eq!((reply.status, reply.message), (400, format!("未知的批量操作：{action}")));
        }
        let none = json!({ "action": STATUS, "active": false, "filters": { "keyword": "没有这个" } });
        refused(&admin.post(path, none), "没有可操作的数据");
        let unknown = json!({ "action": STATUS, "active": false, "filters": { "nothing": "1" } });
        assert_eq!(admin.post(path, unknown).status, 400);
        world.unchanged(&before, true);

        let id = press(&admin, wanted(false));
        for other in [world.login("sh01"), world.login("superAdmin")] {
            let seen = other.get(&format!("{path}/{id}"));
            assert!([403, 404].contains(&seen.status), "{}", seen.status);
        }
        refused(&admin.post(&format!("{path}/undo/{id}"), json!({})), "没有可撤销的数据");
        world.run_jobs();
        world.set_clock("2026-07-16 10:00:01");
        let late = world.login("demo-admin").post(&format!("{path}/undo/{id}"), json!({}));
        refused(&late, "已超过24小时，不能撤销");
    });
}

#[test]
fn a_batch_has_a_limit() {
    let world = World::sqlite(rooms);
    lay(&world, 20_001);
    let admin = world.login("demo-admin");
    refused(&admin.post("/afbase/airport/batch", wanted(false)), "批量操作不能超过20000行，请缩小查询范围");
    exec(&world, "DELETE FROM airport WHERE org_id = 2 AND id = 1001");
    let id = press(&admin, wanted(false));
    assert_eq!(result(&admin, &id)["total"], json!(20_000));
}
