//! Imports of partners in pieces: who saves beside them gets through, what a row costs does not grow, and a stop leaves all
//! or nothing.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use platform::sea_query::ExprTrait;
use platform::store::{Asked, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

use super::super::{encoded, texts, with_partners};

const IMPORT: &str = "/prm/coop/import";
const DEMO: i64 = 2;

/// Customers, or suppliers, with names that begin alike.
fn rows(count: usize, coop_type: &str, mark: &str) -> Json {
    let fields =
        ["coopType", "subTypes", "businessScopes", "coopName", "coopFullName", "nationCode", "salesId", "servicerId"];
    let row = |number: usize| {
        json!([
            coop_type,
            "直客",
            "AE",
            format!("{mark}{number}"),
            format!("上海{mark}{number}号货运有限公司"),
            "中国",
            "销售一",
            "客服一"
        ])
    };
    json!({
        "fileName": "客商.xlsx", "fields": fields, "headers": fields,
        "numbers": (0..count).map(|place| place + 2).collect::<Vec<_>>(),
        "rows": (0..count).map(row).collect::<Vec<_>>(),
    })
}

fn partner(coop_type: &str, name: &str, full_name: &str) -> Json {
    json!({
        "coopType": coop_type, "coopName": name, "coopFullName": full_name, "nationCode": "CN",
        "subTypes": [{ "subType": "直客", "scopes": ["AE"] }],
    })
}

#[track_caller]
fn check(caller: &Caller<'_>, body: &Json) -> Json {
    done(caller.post(&format!("{IMPORT}/check"), body.clone()))
}

#[track_caller]
fn put(caller: &Caller<'_>, body: &Json) -> String {
    done(caller.post(&format!("{IMPORT}/run"), body.clone()))["taskId"].as_str().unwrap().to_owned()
}

fn result(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{IMPORT}/job/{id}"))
}

fn total(caller: &Caller<'_>) -> Json {
    caller.ok("/prm/coop/page")["total"].clone()
}

/// Lines of the log about partners with a name.
fn lines(world: &World, mark: &str) -> usize {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "operation_log");
        select
            .column("id")
            .and_where(sql::eq("function", "导入新增".to_owned()))
            .and_where(sql::contains(sql::col("text"), mark));
        conn.query(&select.into()).unwrap().len()
    })
}

#[test]
fn ten_thousand_rows_are_taken_and_one_more_is_refused() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let over = rows(10_001, "供应商", "多");
        for call in ["check", "run"] {
            let refused = admin.post(&format!("{IMPORT}/{call}"), over.clone());
            assert_eq!(refused.findings_at("rows"), ["单次最多导入10000行"], "{call}");
        }
        world.unchanged(&before, false);
        let id = put(&admin, &rows(10_000, "供应商", "多"));
        assert_eq!((&result(&admin, &id)["total"], &result(&admin, &id)["status"]), (&json!(10_000), &json!("排队中")));
    });
}

#[test]
fn a_save_gets_through_between_two_pieces_of_a_check() {
    with_partners(|world| {
        let (admin, other) = (world.login("demo-admin"), world.login("demo-admin"));
        let (reached, at) = channel();
        let (go, on) = channel::<()>();
        let (on, first) = (Mutex::new(on), AtomicBool::new(true));
        world.app.pieces.narrow(1, 1_000);
        world.app.pieces.between(move |_| {
            if first.swap(false, Ordering::SeqCst) {
                reached.send(()).unwrap();
                on.lock().unwrap().recv().unwrap();
            }
        });
        let ended = world.app.pieces.ended();
        let checked = std::thread::scope(|scope| {
            let checking = scope.spawn(|| check(&admin, &rows(3, "供应商", "检")));
            at.recv().unwrap();
            done(other.post("/prm/coop", partner("供应商", "旁存", "旁存贸易有限公司")));
            go.send(()).unwrap();
            checking.join().unwrap()
        });
        assert_eq!((&checked["good"], &checked["added"]), (&json!(3), &json!(3)), "{checked}");
        assert_eq!(
            (world.app.pieces.ended() - ended, total(&other)),
            (3, json!(9)),
            "the one that was saved beside it"
        );
    });
}

/// Does something when so many pieces have ended from now on.
fn behind(world: &World, count: usize, work: impl Fn() + Send + Sync + 'static) {
    let left = AtomicUsize::new(count);
    world.app.pieces.between(move |_| {
        if left.fetch_sub(1, Ordering::SeqCst) == 1 {
            work();
        }
    });
}

/// Imports customers, while somebody else saves one when the first piece has ended.
fn beside(world: &World, admin: &Caller<'_>, mark: &str, (name, full_name): (&str, &str)) -> Json {
    let (reached, at) = channel();
    let (go, on) = channel::<()>();
    let on = Mutex::new(on);
    behind(world, 1, move || {
        reached.send(()).unwrap();
        on.lock().unwrap().recv().unwrap();
    });
    let id = put(admin, &rows(9, "客户", mark));
    std::thread::scope(|scope| {
        let working = scope.spawn(|| world.run_jobs());
        at.recv().unwrap();
        let person =
            |name: &str| admin.ok(&format!("/platform/select/user?keyword={}", encoded(name)))[0]["value"].clone();
        let mut other = partner("客户", name, full_name);
        other["salesId"] = person("销售一");
        other["servicerId"] = person("客服一");
        done(admin.post("/prm/coop", other));
        go.send(()).unwrap();
        assert_eq!(working.join().unwrap(), 1);
    });
    result(admin, &id)
}

#[test]
fn who_takes_a_number_or_a_name_in_the_middle_has_it() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        world.app.pieces.narrow(3, 1_000);
        let numbered = beside(world, &admin, "甲", ("旁客", "旁客贸易有限公司"));
        assert_eq!((&numbered["status"], &numbered["ok"]), (&json!("已完成"), &json!(9)), "{numbered}");
        let named = beside(world, &admin, "乙", ("旁名", "上海乙0号货运有限公司"));
        assert_eq!(
            (&named["status"], &named["error"]),
            (&json!("失败"), &json!("1行有错误，未导入任何数据")),
            "{named}"
        );
        assert_eq!(named["faults"][0]["row"], json!(2), "the row had been found in order before");
        let page = admin.ok(&format!("/prm/coop/page?coopType={}&size=50&sort=coopCode,asc", encoded("客户")));
        let wanted: Vec<String> = (1..=15).map(|number| format!("KH{number:03}")).collect();
        assert_eq!(texts(&page, "coopCode"), wanted, "no number is given twice, and none is lost");
        assert_eq!((lines(world, "甲"), lines(world, "乙")), (9, 0));
    });
}

#[test]
fn a_stop_in_the_middle_leaves_nothing() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let body = rows(7, "供应商", "停");
        let id = put(&admin, &body);
        world.app.pieces.narrow(3, 1_000);
        let app = std::sync::Arc::downgrade(&world.app);
        behind(world, 1, move || app.upgrade().unwrap().jobs.stop());
        let own = ["coop ", "coop_", "number_series ", "import_row ", "operation_log "];
        // What customers owe is reckoned by the same run.
        let is_own =
            |line: &String| own.iter().any(|table| line.starts_with(table)) && !line.starts_with("coop_credit ");
        let kept = || world.contents(true).into_iter().filter(is_own).collect::<Vec<_>>();
        let before = kept();
        assert_eq!(world.run_jobs(), 1);
        assert_eq!(kept(), before);
        let result = result(&admin, &id);
        assert_eq!((&result["status"], &result["ok"], &result["added"]), (&json!("排队中"), &json!(0), &json!(0)));
        // A check that nobody wants any more ends, too.
        let refused = admin.post(&format!("{IMPORT}/check"), body);
        assert_eq!((refused.status, refused.message.as_str()), (503, "系统繁忙，请稍后重试"));
    });
}

#[test]
fn what_was_kept_says_so_whenever_its_process_ends() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let id = put(&admin, &rows(7, "供应商", "亡"));
        // A piece for each row, then all rows are kept; the lines of the log are to follow.
        world.app.pieces.narrow(1, 0);
        behind(world, 8, || panic!("the process ends"));
        assert_eq!(world.run_jobs(), 1);
        let told = result(&admin, &id);
        assert_eq!((&told["status"], &told["ok"], &told["added"]), (&json!("已完成"), &json!(7), &json!(7)), "{told}");
        assert_eq!((total(&admin), told["canUndo"].clone(), lines(world, "亡")), (json!(15), json!(true), 0));
        world.set_clock("2026-07-15 10:03:00");
        let admin = world.login("demo-admin");
        assert_eq!(world.run_jobs(), 0, "the job is over");
        assert_eq!(lines(world, "亡"), 7, "the lines that were left are written");
        assert_eq!(result(&admin, &id)["hasAnswers"], json!(false));
        assert_eq!(done(admin.post(&format!("{IMPORT}/undo/{id}"), json!({})))["id"], json!(id));
        assert_eq!(total(&admin), json!(8));
    });
}

/// Rows of the second have names of their own and numbers of another series: only the full names meet. Its process ends
/// before the lines of its rows are written.
#[test]
fn of_two_imports_of_the_same_companies_one_is_kept() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let first = put(&admin, &rows(7, "供应商", "重"));
        let mut body = rows(7, "客户", "重");
        for row in body["rows"].as_array_mut().unwrap() {
            row[3] = json!(format!("另{}", row[3].as_str().unwrap()));
        }
        let second = put(&admin, &body);
        let (reached, at) = channel();
        let (go, on) = channel::<()>();
        let on = Mutex::new(on);
        world.app.pieces.narrow(3, 0);
        let before = world.app.pieces.ended();
        world.app.pieces.between(move |count| match count - before {
            // The first piece of the first import.
            1 => {
                reached.send(()).unwrap();
                on.lock().unwrap().recv().unwrap();
            }
            // Three pieces later the second one is kept.
            5 => panic!("the process ends"),
            _ => {}
        });
        std::thread::scope(|scope| {
            let working = scope.spawn(|| world.run_jobs());
            at.recv().unwrap();
            assert_eq!(world.run_jobs(), 1);
            go.send(()).unwrap();
            assert_eq!(working.join().unwrap(), 1);
        });
        let (first, second) = (result(&admin, &first), result(&admin, &second));
        assert_eq!((&second["status"], &second["ok"]), (&json!("已完成"), &json!(7)), "{second}");
        assert_eq!(
            (&first["status"], &first["error"]),
            (&json!("失败"), &json!("7行有错误，未导入任何数据")),
            "{first}"
        );
        assert_eq!(total(&admin), json!(15));
    });
}

#[test]
fn bad_rows_are_passed_over_in_pieces() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let mut body = rows(7, "供应商", "跳");
        body["rows"][4][4] = json!("上海跳1号货运有限公司");
        body["onError"] = json!("skip");
        world.app.pieces.narrow(1, 1_000);
        let ended = world.app.pieces.ended();
        let id = put(&admin, &body);
        assert_eq!(world.run_jobs(), 1);
        let result = result(&admin, &id);
        assert_eq!((&result["status"], &result["ok"], &result["bad"]), (&json!("部分成功"), &json!(6), &json!(1)));
        assert_eq!((world.app.pieces.ended() - ended, &result["faults"][0]["row"]), (7, &json!(6)));
    });
}

/// Statements of the embedded database, and the steps it took for them.
fn asked(heard: &BTreeMap<String, Asked>) -> (u64, u64) {
    (heard.values().map(|asked| asked.times).sum(), heard.values().map(|asked| asked.steps).sum())
}

#[test]
fn what_a_row_costs_does_not_grow_with_their_number() {
    with_partners(|world| {
        // PostgreSQL counts no steps.
        if world.database != "SQLite" {
            return;
        }
        let admin = world.login("demo-admin");
        let cost = |count: usize, mark: &str| {
            let body = rows(count, "供应商", mark);
            let _ = world.app.store.listen(true);
            assert_eq!(check(&admin, &body)["good"], json!(count));
            let checked = asked(&world.app.store.listen(true));
            let id = put(&admin, &body);
            assert_eq!(world.run_jobs(), 1);
            let kept = asked(&world.app.store.listen(false));
            assert_eq!(result(&admin, &id)["ok"], json!(count));
            [checked, kept]
        };
        let (few, many) = (cost(50, "少"), cost(400, "众"));
        for ((few, many), what) in few.into_iter().zip(many).zip(["check", "import"]) {
            let row = |(times, steps): (u64, u64), count: u64| (times / count, steps / count);
            let (few, many) = (row(few, 50), row(many, 400));
            assert!(many.0 <= few.0 + 1 && many.1 * 2 <= few.1 * 3, "{what}: {few:?} for one of few, {many:?} of many");
            assert!(many.0 <= 30, "{what}: {} statements a row", many.0);
        }
    });
}

#[test]
fn partners_that_came_before_the_keys_of_names_are_found_and_given_theirs() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let unkeyed = || {
            world.database(|_, conn| {
                let mut select = sql::from(DEMO, "coop");
                select.column("id").and_where(sql::col("name_key").is_null());
                conn.query(&select.into()).unwrap().len()
            })
        };
        assert_eq!(unkeyed(), 0);
        world.database(|_, conn| conn.exec(&sql::update(DEMO, "coop", &[("name_key", Value::Null)]).into()).unwrap());
        let known = admin.ok("/prm/coop/page?keyword=KH001")["records"][0]["coopFullName"].as_str().unwrap().to_owned();
        let twice = || admin.post("/prm/coop", partner("供应商", "双生", &known)).findings_at("coopFullName").len();
        assert_eq!((twice(), unkeyed()), (1, 8));
        world.set_clock("2026-07-15 10:02:00");
        world.run_jobs();
        assert_eq!((unkeyed(), twice()), (0, 1));
    });
}
