//! Issue 25, 29: the check list of a new company.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

fn steps(caller: &Caller<'_>) -> Vec<(String, i64, bool)> {
    let told = caller.ok("/hrs/org/firstSteps");
    let one = |step: &Json| {
        let key = step["key"].as_str().unwrap_or_default().to_owned();
        (key, step["count"].as_i64().unwrap_or(-1), step["done"] == json!(true))
    };
    told.as_array().expect("steps").iter().map(one).collect()
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

fn count(world: &World, text: &str) -> i64 {
    world.database(|_, conn| {
        let rows = conn.query(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).unwrap();
        rows[0].get::<i64>(0).unwrap()
    })
}

#[test]
fn the_steps_of_a_new_company_tell_real_figures_and_go_away_when_all_are_done() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let told = admin.ok("/hrs/org/firstSteps");
        let of =
            |key: &str| told.as_array().unwrap().iter().find(|step| step["key"] == key).cloned().unwrap_or_default();
        let depts = count(world, "SELECT COUNT(*) FROM dept WHERE org_id = 2 AND parent_id IS NOT NULL");
        assert_eq!(
            of("depts"),
            json!({ "key": "depts", "name": "建立部门", "path": "/hrs_dept", "count": depts, "done": true })
        );
        let used = admin.ok("/hrs/user/count")["used"].clone();
        assert_eq!((&of("users")["count"], &of("users")["path"]), (&used, &json!("/hrs_user")));
        assert_eq!(
            (&of("mailbox")["done"], &of("mailbox")["path"]),
            (&json!(false), &json!("/hrs_org_configure?tab=mail"))
        );
        // Pages of rooms that are not there are nobody's steps.
        assert_eq!(of("order"), Json::Null);
        run(
            world,
            "INSERT INTO mailbox (org_id, active, address, security, version, updated_by, updated_at) \
             VALUES (2, TRUE, 'desk@example.com', 'TLS', 1, 1, 0)",
        );
        let open: Vec<String> = steps(&admin).into_iter().filter(|(_, _, done)| !done).map(|(key, ..)| key).collect();
        assert_eq!(open, Vec::<String>::new(), "nothing is left: {}", admin.ok("/hrs/org/firstSteps"));
        assert_eq!(admin.ok("/hrs/org/firstSteps"), json!([]));
        run(world, "UPDATE mailbox SET active = FALSE WHERE org_id = 2");
        assert!(steps(&admin).contains(&("mailbox".to_owned(), 0, false)), "what is undone is to be done again");
    });
}

#[test]
fn the_steps_are_the_administrators_alone() {
    each_database(Vec::new, |world| {
        assert_eq!(world.login("ceo01").ok("/hrs/org/firstSteps"), json!([]));
        assert_eq!(world.login("superAdmin").ok("/hrs/org/firstSteps"), json!([]));
        assert_eq!(world.login("op01").get("/hrs/org/firstSteps").status, 403);
    });
}
