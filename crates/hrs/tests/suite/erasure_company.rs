//! Issue 25, 31: a company that ends is packed, and then nobody of it is left.

use platform::store::Stmt;
use serde_json::json;
use testkit::{Caller, done, each_database, field};

use super::erasure::{kept, number, run, told};

/// The company of Shanghai, stopped, and the call that erases it.
fn ended(keeper: &Caller<'_>) -> String {
    done(keeper.post("/auth/reauth", json!({ "password": testkit::PASSWORD })));
    let org = super::platform::org(keeper, "DEMOSH");
    done(keeper.put(&format!("/hrs/org/stop/{}", field(&org, "id")), json!({ "version": org["version"] })));
    format!("/hrs/org/erase/{}", field(&org, "id"))
}

/// Lines of a table in the zip of a company, without its heading.
fn packed(keeper: &Caller<'_>, table: &str) -> usize {
    let bytes = kept(keeper, "全部数据-已清除1.zip");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut archive.by_name(&format!("tables/{table}.csv")).unwrap(), &mut text).unwrap();
    text.lines().count() - 1
}

#[test]
fn a_company_that_ends_is_packed_and_then_nobody_of_it_is_left() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        done(keeper.post("/auth/reauth", json!({ "password": testkit::PASSWORD })));
        let org = super::platform::org(&keeper, "DEMOSH");
        let path = format!("/hrs/org/erase/{}", field(&org, "id"));
        run(world, "UPDATE org SET stop_at = 1 WHERE id = 3");
        let before = world.contents(false);
        assert_eq!(keeper.post(&path, json!({})).message, "企业在用，请先停用", "a contract that is over is no stop");
        assert_ne!(keeper.post("/hrs/org/erase/1", json!({})).code, 0, "the platform itself stays");
        world.unchanged(&before, false);
        let phone = world.database(|_, conn| {
            let text = "SELECT l.phone FROM login l JOIN app_user u ON u.login_id = l.id WHERE u.org_id = 3 AND l.email = 'sh01@example.com'";
            conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap()[0].get::<String>(0).unwrap()
        });
        run(
            world,
            &format!("INSERT INTO password_request (id, phone, created_at) VALUES (1, '{phone}', 1), (2, '', 1)"),
        );
        done(keeper.put(&format!("/hrs/org/stop/{}", field(&org, "id")), json!({ "version": org["version"] })));
        let other = number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 2");
        let own = number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3");
        done(keeper.post(&path, json!({})));
        // It is packed, then removed; the request of one of its people went with him, the other was worked on.
        assert_eq!(world.run_jobs(), 3);
        let told = told(&keeper);
        assert_eq!((field(&told, "kind"), field(&told, "state")), ("ORG", "DONE"), "{told}");
        assert_eq!(number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3"), 0);
        assert_eq!(
            number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 2"),
            other,
            "other companies stay whole"
        );
        assert_eq!(
            number(world, "SELECT COUNT(*) FROM org WHERE id = 3 AND name = '已清除1' AND short_name IS NULL"),
            1
        );
        let rest =
            world.contents(true).into_iter().filter(|line| line.contains("sh01@example.com") || line.contains(&phone));
        assert_eq!(rest.collect::<Vec<_>>(), Vec::<String>::new());
        assert_eq!(i64::try_from(packed(&keeper, "app_user")).unwrap(), own);
    });
}

#[test]
fn a_company_whose_people_all_work_elsewhere_is_packed_before_it_is_removed() {
    each_database(Vec::new, |world| {
        run(
            world,
            "INSERT INTO app_user (org_id, id, login_id, login_type, login_name, name_cn, dept_id, active, page_language, \
            version, created_by, created_at, updated_by, updated_at) SELECT 2, id + 7000000, login_id, 0, login_name, name_cn, \
            dept_id, TRUE, 'zh-CN', 1, 1, 0, 1, 0 FROM app_user WHERE org_id = 3",
        );
        let own = number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3");
        let logins = number(world, "SELECT COUNT(*) FROM login");
        let keeper = world.login("superAdmin");
        let path = ended(&keeper);
        done(keeper.post(&path, json!({})));
        assert_eq!(world.run_jobs(), 2);
        assert_eq!(field(&told(&keeper), "state"), "DONE");
        assert_eq!(i64::try_from(packed(&keeper, "app_user")).unwrap(), own);
        assert_eq!(number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3"), 0);
        assert_eq!(number(world, "SELECT COUNT(*) FROM login"), logins, "they are of another company too");
    });
}

#[test]
fn a_company_that_is_opened_again_before_the_worker_comes_stays() {
    each_database(Vec::new, |world| {
        let keeper = world.login("superAdmin");
        let path = ended(&keeper);
        done(keeper.post(&path, json!({})));
        let org = super::platform::org(&keeper, "DEMOSH");
        done(keeper.put(&format!("/hrs/org/start/{}", field(&org, "id")), json!({ "version": org["version"] })));
        let before = number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3");
        world.run_jobs();
        assert_eq!(field(&told(&keeper), "state"), "FAILED");
        assert_eq!(number(world, "SELECT COUNT(*) FROM app_user WHERE org_id = 3"), before);
        assert_eq!(number(world, "SELECT COUNT(*) FROM org WHERE id = 3 AND name <> '已清除1'"), 1);
        assert_eq!(i64::try_from(packed(&keeper, "app_user")).unwrap(), before, "what was packed is kept");
    });
}
