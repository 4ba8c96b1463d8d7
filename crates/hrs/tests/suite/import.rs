//! Imports of people and departments: names for ids, the limit of users, passwords told once.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

use super::people::cells;

#[track_caller]
fn check(caller: &Caller<'_>, base: &str, body: &Json) -> Json {
    let reply = caller.post(&format!("{base}/import/check"), body.clone());
    reply.success("a check").unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn run(world: &World, caller: &Caller<'_>, base: &str, body: Json) -> Json {
    let put =
        caller.post(&format!("{base}/import/run"), body).success("a job").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(world.run_jobs(), 1);
    caller.ok(&format!("{base}/import/job/{}", put["taskId"].as_str().unwrap()))
}

fn told(check: &Json) -> Vec<String> {
    let one = |cell: &Json| {
        format!("{} {} {}", cell["row"], cell["field"].as_str().unwrap(), cell["message"].as_str().unwrap())
    };
    check["cells"].as_array().unwrap().iter().map(one).collect()
}

fn sheet(fields: &[&str], rows: &[&[&str]]) -> Json {
    let numbers: Vec<usize> = (0..rows.len()).map(|place| place + 2).collect();
    json!({ "fileName": "a.xlsx", "fields": fields, "headers": fields, "numbers": numbers, "rows": rows })
}

const USER: &str = "/hrs/user";
const PEOPLE: [&str; 9] =
    ["userName", "userEname", "phone", "email", "deptId", "jobPosition", "roleIds", "hireDate", "employmentType"];
const NEW: [&[&str]; 2] = [
    &["新人一", "NEW ONE", "13911110001", "new01@example.com", "操作部", "操作", "操作员，单证", "2026/7/1", "实习"],
    &["新人二", "NEW TWO", "13911110002", "", "操作部", "操作", "操作员", "", ""],
];

/// Issue 25, 28: what rows of people need is told before a file is made.
#[test]
fn what_a_file_of_people_needs_is_told_before_it_is_made() {
    each_database(Vec::new, |world| {
        let told = world.login("demo-admin").ok("/hrs/user/import/columns");
        let of = |name: &str| {
            let all = told["columns"].as_array().unwrap().iter();
            all.into_iter().find(|one| one["field"]["name"] == name).cloned().unwrap_or_default()
        };
        for (name, required) in [("userName", true), ("deptId", true), ("userEname", false), ("jobPosition", false)] {
            assert_eq!((&of(name)["required"], &of(name)["needed"]), (&json!(required), &json!("")), "{name}");
        }
        for (name, needed) in [("roleIds", "必填"), ("phone", "与邮箱至少填一项"), ("email", "与手机号至少填一项")]
        {
            assert_eq!(of(name)["needed"], needed, "{name}");
        }
    });
}

#[test]
fn people_are_imported_with_departments_and_roles_by_name() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        world.database(|_, conn| {
            let mut update = sql::update_global("org", &[("user_limit", Value::Int(50))]);
            update.and_where(sql::eq("id", 2i64));
            conn.exec(&update.into()).unwrap();
        });
        let before = world.contents(true);
        let bad = sheet(
            &PEOPLE,
            &[
                NEW[0],
                &["新人三", "NEW THREE", "123", "", "没有的部门", "操作", "没有的角色", "2026-02-30", "兼差"],
                &["新人四", "NEW FOUR", "13911110001", "", "操作部", "操作", "操作员", "", ""],
            ],
        );
        let wanted = [
            "3 deptId 部门编号不存在",
            "3 roleIds 角色不存在",
            "3 employmentType 劳务类型可填：全职、兼职、实习、劳务派遣",
            "3 hireDate 入职日期格式不正确",
            "3 phone 请输入正确的手机号码",
            "4 phone 该账号已在本企业",
        ];
        assert_eq!(told(&check(&admin, USER, &bad)), wanted);
        world.unchanged(&before, true);
        let result = run(world, &admin, USER, sheet(&PEOPLE, &NEW));
        assert_eq!(
            (&result["status"], &result["added"], &result["hasAnswers"]),
            (&json!("已完成"), &json!(2), &json!(true))
        );
        let page = admin.ok("/hrs/user/page?userName=%E6%96%B0%E4%BA%BA&sort=userName,asc");
        let one = &page["records"][0];
        assert_eq!((&one["roleNames"], &one["hireDate"]), (&json!("单证,操作员"), &json!("2026-07-01")));
        assert_eq!((&one["employmentType"], &page["total"]), (&json!("实习"), &json!(2)));
        // What they log in with is told once, to the importer alone.
        let answers = format!("{USER}/import/answers/{}", result["id"].as_str().unwrap());
        assert_eq!(world.login("sh01").post(&answers, json!({})).status, 403);
        let file = admin.post(&answers, json!({}));
        let texts = cells(&file.bytes);
        assert_eq!(texts[..3], ["行号", "用户名", "初始密码"]);
        assert_eq!(texts[3..5], ["2", "新人一"]);
        let login = world.anonymous().token_call("new01@example.com", "DEMO", &texts[5]);
        assert!(login.json.get("access_token").is_some() || login.message.contains("密码"), "{}", login.message);
        assert_eq!(admin.post(&answers, json!({})).message, "结果只能下载一次，已下载或已过期");
        assert_eq!(admin.ok(&format!("{USER}/import/job/{}", result["id"].as_str().unwrap()))["hasAnswers"], false);
    });
}

#[test]
fn an_import_of_people_goes_no_further_than_their_limit_and_is_taken_back_whole() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let count = admin.ok("/hrs/user/count");
        let free = count["limit"].as_i64().unwrap() - count["used"].as_i64().unwrap();
        let free = usize::try_from(free).unwrap();
        let names: Vec<[String; 7]> = (0..=free)
            .map(|n| {
                ["新人", "NEW", &format!("139222200{n:02}"), "", "操作部", "操作", "操作员"].map(ToOwned::to_owned)
            })
            .collect();
        let rows: Vec<Vec<&str>> = names.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        assert_eq!(check(&admin, USER, &sheet(&PEOPLE[..7], &rows[..free]))["good"], json!(free), "the last place");
        let over = check(&admin, USER, &sheet(&PEOPLE[..7], &rows));
        assert_eq!(told(&over), [format!("{}  用户数已达上限（{}），不能新增", free + 2, count["limit"])]);
        let result = run(world, &admin, USER, sheet(&PEOPLE[..7], &rows[..free]));
        assert_eq!(admin.ok("/hrs/user/count")["used"], count["limit"]);
        let id = result["id"].as_str().unwrap().to_owned();
        let offered = || {
            let rows = admin.ok("/hrs/task/page?size=50")["records"].as_array().cloned().unwrap();
            rows.into_iter().find(|row| row["id"] == result["id"]).map(|row| row["revertible"].clone())
        };
        let ended_before = |millis: i64| {
            world.database(|app, conn| {
                let at = Value::Int(app.clock.now().millis() - millis);
                let mut update = sql::update_global("job_run", &[("finished_at", at)]);
                update.and_where(sql::eq("id", id.parse::<i64>().unwrap()));
                conn.exec(&update.into()).unwrap();
            });
        };
        ended_before(platform::import::UNDO_MS + 60_000);
        assert_eq!(offered(), Some(json!("false")), "after a day it is not offered");
        ended_before(platform::import::UNDO_MS - 60_000);
        assert_eq!(offered(), Some(json!("true")));
        assert_eq!(admin.put(&format!("/hrs/task/revert/{id}"), json!({})).code, 0);
        assert_eq!(offered(), Some(json!("false")), "and only once");
        assert_eq!(admin.ok("/hrs/user/count")["used"], count["used"]);
        assert_eq!(admin.ok("/hrs/user/page?userName=%E6%96%B0%E4%BA%BA")["total"], 0);
        assert_eq!(admin.ok(&format!("/hrs/task/{id}"))["status"], "已撤销");
    });
}

#[test]
fn departments_of_one_file_stand_below_each_other() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let fields = ["deptName", "shortName", "parentId", "managerId", "budget"];
        let rows: [&[&str]; 3] = [
            &["海外部", "海外", "销售部", "销售一", "1,2"],
            &["海外一部", "海外一", "海外部", "sales01@", ""],
            &["海外二部", "海外二", "天上部", "", ""],
        ];
        let wanted = [
            "2 budget 预算人数格式不正确",
            "3 managerId 负责人不存在",
            "3 parentId 上级部门不存在",
            "4 parentId 上级部门不存在",
        ];
        assert_eq!(told(&check(&admin, "/hrs/dept", &sheet(&fields, &rows))), wanted);
        let rows: [&[&str]; 2] =
            [&["海外部", "海外", "销售部", "销售一", "12"], &["海外一部", "海外一", "海外部", "sales01", ""]];
        let result = run(world, &admin, "/hrs/dept", sheet(&fields, &rows));
        assert_eq!(result["added"], 2, "{result}");
        let page = admin.ok("/hrs/dept/page?deptName=%E6%B5%B7%E5%A4%96%E4%B8%80&size=50");
        let row = page["records"].as_array().unwrap().iter().find(|row| row["deptName"] == "海外一部").unwrap();
        assert!(row["fullName"].as_str().unwrap().ends_with("/海外/海外一"), "{row}");
        assert_eq!(row["managerName"], "销售一");
        let id = result["id"].as_str().unwrap();
        assert_eq!(admin.post(&format!("/hrs/dept/import/undo/{id}"), json!({})).code, 0);
        assert_eq!(admin.ok("/hrs/dept/page?deptName=%E6%B5%B7%E5%A4%96&size=50")["total"], 0);
    });
}

#[test]
fn persons_are_put_on_the_blacklist_by_a_file() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let fields = ["userName", "phone", "email", "idType", "idNumber", "blacklistDate", "reason"];
        let rows: [&[&str]; 3] = [
            &["张三", "13900000001", "", "身份证", "11010519491231002X", "2026.7.1", "=HYPERLINK(\"http://x\")"],
            &["李四", "", "", "", "", "", "无"],
            &["王五", "12", "x", "护照", "E1", "", ""],
        ];
        let wanted = [
            "3 phone 手机号、邮箱、证件号至少填写一项",
            "4 reason 请填写列入原因",
            "4 phone 请输入正确的手机号码",
            "4 email 请输入正确的邮箱地址",
        ];
        let body = sheet(&fields, &rows);
        assert_eq!(told(&check(&admin, "/hrs/blacklist", &body)), wanted);
        let mut skip = body;
        skip["onError"] = json!("skip");
        let result = run(world, &admin, "/hrs/blacklist", skip);
        assert_eq!((&result["status"], &result["ok"], &result["bad"]), (&json!("部分成功"), &json!(1), &json!(2)));
        let row = &admin.ok("/hrs/blacklist/page?userName=%E5%BC%A0%E4%B8%89")["records"][0];
        assert_eq!(
            (&row["idNumberMasked"], &row["blacklistDate"]),
            (&json!("110***********002X"), &json!("2026-07-01"))
        );
        assert_eq!(row["reason"], "=HYPERLINK(\"http://x\")");
        let changes = sheet(&fields, &rows[..1]);
        let mut update = changes;
        update["mode"] = json!("update");
        assert_eq!(admin.post("/hrs/blacklist/import/check", update).message, "该数据只支持仅新增");
    });
}
