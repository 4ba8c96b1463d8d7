//! Settings of approvals found by who decides.

use platform::store::Stmt;
use platform::web::percent_encoded;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database, field};

/// A setting of requests for each scope, by its kind of approver.
fn set(admin: &Caller<'_>, scope: &str, level: Json) {
    let body = json!({ "eventId": "120", "businessScope": scope, "approval": "1", "levels": [level] });
    done(admin.post("/prm/ics/approval/setting", body));
}

fn offered(admin: &Caller<'_>, list: &str, label: &str) -> Json {
    let choices = admin.ok("/prm/ics/approval/choices")[list].clone();
    let found = choices.as_array().unwrap().iter().find(|one| one["label"] == label).cloned();
    found.unwrap_or_else(|| panic!("{list} offer no {label}"))["value"].clone()
}

/// Scopes of the settings found by a name.
fn found(admin: &Caller<'_>, name: &str) -> Vec<String> {
    let page = admin.ok(&format!("/prm/ics/approval/setting/page?approverText={}", percent_encoded(name)));
    let rows = page["records"].as_array().unwrap().iter();
    let mut scopes: Vec<String> = rows.map(|row| field(row, "businessScope").to_owned()).collect();
    scopes.sort();
    scopes
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

#[test]
fn a_setting_is_found_by_whoever_decides() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        for (dept, login) in [("111", "ceo01"), ("111001", "sales02"), ("111002", "cs01")] {
            let manager = format!("(SELECT id FROM app_user WHERE org_id = 2 AND email = '{login}@example.com')");
            run(world, &format!("UPDATE dept SET manager_id = {manager} WHERE org_id = 2 AND code = '{dept}'"));
        }
        let above = |up: i64| json!({ "approverType": "upperHead", "approverUp": up });
        let (user, role) = (offered(&admin, "users", "单证一"), offered(&admin, "roles", "财务"));
        set(&admin, "AE", json!({ "approverType": "user", "approverIds": [user] }));
        set(&admin, "AI", json!({ "approverType": "role", "approverIds": [role] }));
        set(&admin, "SE", json!({ "approverType": "deptHead" }));
        set(&admin, "SI", above(1));
        set(&admin, "TE", above(2));
        set(&admin, "TI", above(3));
        set(&admin, "LC", json!({ "approverType": "admin" }));
        for (name, scopes, why) in [
            ("单证一", &["AE"][..], "named"),
            ("证", &["AE"], "by a part of the name"),
            ("财务一", &["AI"], "holds the role"),
            ("财务", &["AI"], "the role itself"),
            ("客服一", &["SE"], "heads a department with none below"),
            ("销售二", &["SE", "SI"], "heads one with departments below"),
            ("总经理一", &["SE", "SI", "TE"], "and one with departments below those"),
            ("企业管理员", &["LC"], "as it is said"),
            ("上级部门负责人", &["SI", "TE", "TI"], "as it is said"),
            ("仓库一", &[], "decides on nothing"),
            ("平台管理员", &[], "of another company"),
        ] {
            assert_eq!(found(&admin, name), scopes, "{name}: {why}");
        }
        run(world, "UPDATE app_user SET name_cn = '郑重' WHERE org_id = 2 AND name_cn = '管理员'");
        assert_eq!(found(&admin, "郑重"), ["LC"], "the administrator");
        run(world, "UPDATE app_user SET active = FALSE WHERE org_id = 2 AND name_cn IN ('财务一', '客服一')");
        assert_eq!((found(&admin, "财务一"), found(&admin, "客服一")), (Vec::new(), Vec::new()), "who is stopped");
    });
}
