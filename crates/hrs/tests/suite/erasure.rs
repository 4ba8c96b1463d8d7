//! Issue 25, 31: a person is taken out of everything a company keeps.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, field};

use super::user::new;

pub(super) const PHONE: &str = "13912345678";
pub(super) const MAIL: &str = "xiaoqing@example.com";
/// However he is written.
pub(super) const HIS: [&str; 6] = ["王小清", "xiaoqing wang", PHONE, "139-1234-5678", MAIL, "11010519491231002x"];

pub(super) fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

pub(super) fn number(world: &World, text: &str) -> i64 {
    world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap()[0].get(0).unwrap())
}

pub(super) fn hire(admin: &Caller<'_>, name: &str, (phone, mail): (&str, &str), more: Json) -> String {
    let mut body = new(admin, phone, mail);
    body["userName"] = json!(name);
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let made = admin.post("/hrs/user", body).success("a user").unwrap_or_else(|error| panic!("{error}"));
    field(&made, "id").to_owned()
}

pub(super) fn let_go(admin: &Caller<'_>, id: &str) {
    let version = admin.ok(&format!("/hrs/user/{id}"))["version"].clone();
    done(admin.put("/hrs/user/leave", json!({ "id": id, "version": version, "leaveDate": "2026-07-15" })));
}

pub(super) fn erase(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post("/hrs/erasure/add", body)
}

pub(super) fn proved(world: &World) -> Caller<'_> {
    let admin = world.login("demo-admin");
    done(admin.post("/auth/reauth", json!({ "password": testkit::PASSWORD })));
    admin
}

/// Every row of every table in which he stands, whatever column.
pub(super) fn left(world: &World) -> Vec<String> {
    let is_his = |line: &String| {
        // Somebody else is called so and a letter more.
        let line = line.to_lowercase().replace("王小清华", "");
        HIS.iter().any(|his| line.contains(his))
    };
    world.contents(true).into_iter().filter(is_his).collect()
}

pub(super) fn keep(world: &World, name: &str, bytes: &[u8]) -> String {
    let hash = world.database(|app, conn| {
        let hash = app.files.keep(2, bytes).unwrap();
        let cells = [("file_key", Value::Text(hash.clone())), ("bytes", Value::Int(1)), ("created_at", Value::Int(0))];
        conn.exec(&sql::insert(2, "kept_file", &cells).into()).unwrap();
        hash
    });
    world.lay(
        "published_file",
        &[("file_name", &format!("'{name}'")), ("file_key", &format!("'{hash}'")), ("id", "77"), ("object_id", "5")],
    );
    hash
}

/// One person taken out, for the standard suite to look at.
pub fn lay_done(world: &World) {
    let row =
        [("id", "909"), ("token", "'已清除909'"), ("kind", "'PERSON'"), ("state", "'DONE'"), ("reason", "'本人申请'")];
    world.lay("erasure", &row);
}

#[test]
fn who_worked_here_stands_in_no_column_of_the_database_and_in_no_file_that_can_be_read() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let more = json!({ "userEname": "Xiaoqing Wang", "idType": "身份证", "idNumber": "11010519491231002X" });
        let id = hire(&admin, "王小清", (PHONE, MAIL), more);
        // Another person's longer name, and his own data as others wrote it.
        world.lay(
            "coop_contact",
            &[("id", "901"), ("name", "'王小清华'"), ("phone", "'13700000000'"), ("email", "'x@example.com'")],
        );
        world.lay(
            "coop_contact",
            &[("id", "902"), ("name", "'王小清'"), ("phone", "'139-1234-5678'"), ("email", "'Xiaoqing@Example.com'")],
        );
        world.lay("coop_contact", &[("id", "903"), ("name", "'前台'"), ("remark", "'王小清请假，打+8613912345678'")]);
        let hash = keep(world, "王小清通讯录.csv", "姓名,电话\r\n王小清,139 1234 5678\r\n".as_bytes());
        assert_eq!(world.anonymous().token_call(MAIL, "DEMO", "wrong").code, 1, "the log of log-ins names his mail");
        refused_at(
            &erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })),
            "userId",
            "用户在职，请先办理离职",
        );
        let_go(&admin, &id);
        assert!(left(world).len() > 5, "he stands in many places");
        let figures = number(world, "SELECT COUNT(*) FROM operation_log WHERE org_id = 2");
        done(erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })));
        assert_eq!(world.run_jobs(), 2, "he is exported, then erased");
        assert_eq!(left(world), Vec::<String>::new());
        let told = told(&admin);
        assert_eq!(
            (field(&told, "state"), field(&told, "token"), &told["files"]),
            ("DONE", "已清除1", &json!(1)),
            "{told}"
        );
        assert!(told["texts"].as_i64().is_some_and(|texts| texts > 5), "{told}");
        assert_eq!(
            (&told["sharesName"], &told["loginKept"], field(&told, "failedTables")),
            (&json!(false), &json!(false), "")
        );
        // The account stays, and so does every line of the log and who is called otherwise.
        assert_eq!(field(&admin.ok(&format!("/hrs/user/{id}")), "userName"), "已清除1");
        assert!(number(world, "SELECT COUNT(*) FROM operation_log WHERE org_id = 2") > figures);
        assert_eq!(
            number(world, "SELECT COUNT(*) FROM coop_contact WHERE name = '王小清华' AND phone = '13700000000'"),
            1
        );
        world.database(|app, conn| {
            assert!(app.files.read(2, &hash).is_err(), "the old file is gone");
            let rows = conn
                .query(&Stmt::Raw(
                    "SELECT file_key FROM published_file WHERE id = 77 AND org_id = 2".to_owned(),
                    Vec::new(),
                ))
                .unwrap();
            let text = String::from_utf8(app.files.read(2, &rows[0].get::<String>(0).unwrap()).unwrap()).unwrap();
            assert_eq!(text, "姓名,电话\r\n已清除1,已清除1\r\n");
        });
        // What was exported first.
        let text = String::from_utf8(kept(&admin, "个人信息-已清除1.csv")).unwrap();
        assert!(HIS[..1].iter().all(|his| text.contains(his)) && text.contains("coop_contact,remark,"), "{text}");
    });
}

/// The file of a job, by its name.
pub(super) fn kept(caller: &Caller<'_>, name: &str) -> Vec<u8> {
    let tasks = caller.ok("/hrs/task/page")["records"].as_array().unwrap().clone();
    let task = tasks.iter().find(|task| task["fileName"] == name).unwrap_or_else(|| panic!("{name}: {tasks:?}"));
    caller.get(&format!("/hrs/task/file/{}", field(task, "id"))).bytes
}

pub(super) fn told(caller: &Caller<'_>) -> Json {
    caller.ok("/hrs/erasure/page")["records"][0].clone()
}

pub(super) fn person(more: Json) -> Json {
    let mut body = json!({ "kind": "PERSON", "reason": "本人要求" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn refused_at(reply: &Reply, member: &str, message: &str) {
    assert_eq!(reply.findings_at(member), [message], "{} {}", reply.message, reply.data);
}

#[test]
fn a_contact_is_taken_out_by_his_name_phone_and_mail() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        world.lay("coop_contact", &[("id", "902"), ("name", "'王小清'"), ("phone", "'139-1234-5678'")]);
        world.lay("coop_contact", &[("id", "903"), ("name", "'前台'"), ("remark", "'找王小清，139 1234 5678'")]);
        refused_at(&erase(&admin, person(json!({}))), "name", "请填写姓名、电话、邮箱或证件号");
        refused_at(&erase(&admin, person(json!({ "name": "王" }))), "name", "至少2个字");
        refused_at(&erase(&admin, person(json!({ "phone": "123456" }))), "phone", "电话至少7位数字");
        refused_at(&erase(&admin, person(json!({ "email": "nobody" }))), "email", "邮箱格式不正确");
        refused_at(&erase(&admin, person(json!({ "idNumber": "12345" }))), "idNumber", "证件号至少6位");
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        world.run_jobs();
        assert_eq!(left(world), Vec::<String>::new());
        assert_eq!(number(world, "SELECT COUNT(*) FROM coop_contact WHERE remark = '找已清除1，已清除1'"), 1);
    });
}

#[test]
fn somebody_else_of_the_same_name_keeps_it_and_that_is_told() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let id = hire(&admin, "王小清", (PHONE, MAIL), json!({ "userEname": "Gone" }));
        world.lay("coop_contact", &[("id", "901"), ("name", "'王小清'"), ("phone", "'13700000000'")]);
        world.lay("coop_contact", &[("id", "902"), ("name", "'前台'"), ("remark", "'王小清 13912345678'")]);
        let_go(&admin, &id);
        done(erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })));
        world.run_jobs();
        let told = told(&admin);
        assert_eq!((&told["sharesName"], field(&told, "state")), (&json!(true), "DONE"));
        assert_eq!(number(world, "SELECT COUNT(*) FROM coop_contact WHERE id = 901 AND name = '王小清'"), 1);
        assert_eq!(number(world, "SELECT COUNT(*) FROM coop_contact WHERE remark = '已清除1 已清除1'"), 1);
        assert_eq!(field(&admin.ok(&format!("/hrs/user/{id}")), "userName"), "已清除1");
    });
}

#[test]
fn a_login_of_other_companies_stays_theirs_and_backups_are_told() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let id = hire(&admin, "王小清", (PHONE, MAIL), json!({}));
        run(
            world,
            &format!(
                "INSERT INTO app_user (org_id, id, login_id, login_type, login_name, name_cn, dept_id, active, \
            page_language, version, created_by, created_at, updated_by, updated_at) SELECT 3, 990001, login_id, 0, 'elsewhere', \
            '王小清', dept_id, TRUE, 'zh-CN', 1, 1, 0, 1, 0 FROM app_user WHERE org_id = 2 AND id = {id}"
            ),
        );
        let now = world.database(|app, _| app.clock.now().millis());
        world.database(|_, conn| {
            let cells =
                [("id", Value::Int(1)), ("keep_until", Value::Int(now + 86_400_000)), ("created_at", Value::Int(now))];
            let text = "SELECT COUNT(*) FROM backup".to_owned();
            assert_eq!(conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap(), 0);
            let mut row: Vec<(&'static str, Value)> = cells.to_vec();
            for column in ["mode", "parts", "status", "verify"] {
                row.push((column, Value::Text("x".to_owned())));
            }
            row.extend([("encrypted", Value::Bool(false)), ("user_id", Value::Int(1))]);
            conn.exec(&sql::insert(1, "backup", &row).into()).expect("a backup");
        });
        let_go(&admin, &id);
        done(erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })));
        world.run_jobs();
        let told = told(&admin);
        assert_eq!((&told["loginKept"], field(&told, "backupsUntil")), (&json!(true), "2026-07-16 10:00:00"), "{told}");
        assert_eq!(
            number(world, &format!("SELECT COUNT(*) FROM login WHERE email = '{MAIL}' AND phone = '{PHONE}'")),
            1
        );
        assert_eq!(number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3 AND name_cn = '王小清'"), 1);
        assert_eq!(number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 2 AND name_cn = '王小清'"), 0);
    });
}

#[test]
fn who_has_not_proved_who_he_is_erases_nobody() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        world.set_clock("2026-07-15 10:30:00");
        let before = world.contents(false);
        let reply = erase(&admin, json!({ "kind": "PERSON", "name": "王小清", "reason": "本人要求" }));
        assert_eq!((reply.code, reply.message.as_str()), (4, "请验证密码后继续"));
        world.unchanged(&before, false);
        let clerk = world.login("op01");
        assert_eq!(erase(&clerk, json!({ "kind": "PERSON", "name": "王小清", "reason": "x" })).status, 403);
    });
}

#[test]
fn his_own_records_are_no_longer_names_of_others() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        for (id, name, phone) in [
            ("901", "'王小清经理'", "'139 1234 5678'"),
            ("902", "'王小清（销售）'", "''"),
            ("903", "'王小清 13912345678'", "''"),
            ("904", "'王小清华'", "'13700000000'"),
        ] {
            world.lay("coop_contact", &[("id", id), ("name", name), ("phone", phone)]);
        }
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        world.run_jobs();
        assert_eq!(left(world), Vec::<String>::new());
        assert_eq!(number(world, "SELECT id FROM coop_contact WHERE name = '王小清华'"), 904);
    });
}

#[test]
fn a_name_that_others_have_needs_a_phone_a_mail_or_a_number_with_it() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        world.lay("coop_contact", &[("id", "901"), ("name", "'王小清'"), ("phone", "'13700000000'")]);
        let before = world.contents(false);
        refused_at(
            &erase(&admin, person(json!({ "name": "王小清" }))),
            "phone",
            "有同名记录，请填写电话、邮箱或证件号",
        );
        world.unchanged(&before, false);
        done(erase(&admin, person(json!({ "name": "王小清", "phone": "13700000000" }))));
        world.run_jobs();
        assert_eq!(number(world, "SELECT COUNT(*) FROM coop_contact WHERE name = '已清除1' AND phone = '已清除1'"), 1);
    });
}

#[test]
fn a_login_goes_when_the_last_company_has_erased_its_account() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        let id = hire(&admin, "王小清", (PHONE, MAIL), json!({}));
        run(
            world,
            &format!(
                "INSERT INTO app_user (org_id, id, login_id, login_type, login_name, name_cn, dept_id, active, \
            page_language, version, created_by, created_at, updated_by, updated_at, erased_at) SELECT 3, 990001, login_id, 0, \
            '已清除7', '已清除7', dept_id, FALSE, 'zh-CN', 1, 1, 0, 1, 0, 1 FROM app_user WHERE org_id = 2 AND id = {id}"
            ),
        );
        let_go(&admin, &id);
        done(erase(&admin, json!({ "kind": "USER", "userId": id, "reason": "本人要求" })));
        world.run_jobs();
        assert_eq!(told(&admin)["loginKept"], json!(false));
        assert_eq!(left(world), Vec::<String>::new());
    });
}

#[test]
fn an_erasing_that_is_cancelled_while_it_waits_says_so_and_forgets_whom_it_was_about() {
    each_database(Vec::new, |world| {
        let admin = proved(world);
        done(erase(&admin, person(json!({ "name": "王小清", "phone": PHONE }))));
        let job = admin.ok("/hrs/task/page")["records"][0]["id"].as_str().unwrap().to_owned();
        done(admin.put(&format!("/hrs/task/cancel/{job}"), json!({})));
        assert_eq!(field(&told(&admin), "state"), "FAILED");
        assert_eq!(number(world, &format!("SELECT COUNT(*) FROM job_run WHERE id = {job} AND LENGTH(request) > 0")), 0);
        world.run_jobs();
        assert_eq!(field(&told(&admin), "state"), "FAILED");
    });
}
