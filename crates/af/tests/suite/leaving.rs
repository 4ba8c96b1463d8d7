//! Issue 25, 30: who leaves hands over customers, open orders, tasks, approvals and subscriptions in one act, which can be
//! looked at before; without a successor it says what would stand still.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, refused};

use super::approval::{O1, apply, named, set, setting, to_do, user, with_locked};
use super::fixture::*;

fn number(world: &World, text: &str) -> i64 {
    world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap()[0].get(0).unwrap())
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// What names a user by kind.
fn figures(admin: &Caller<'_>, id: &str) -> Json {
    admin.ok(&format!("/hrs/user/leave/{id}"))
}

fn count(figures: &Json, kind: &str) -> i64 {
    let kinds = figures["kinds"].as_array().expect("kinds");
    kinds.iter().find(|one| one["kind"] == kind).and_then(|one| one["count"].as_i64()).expect("a figure")
}

fn leave(admin: &Caller<'_>, id: &str, more: Json) -> Reply {
    let version = figures(admin, id)["version"].clone();
    admin.put("/hrs/user/leave", with(json!({ "id": id, "version": version, "leaveDate": "2026-07-15" }), more))
}

/// Rows that name a user in a column.
fn naming(world: &World, table: &str, column: &str, id: &str) -> i64 {
    number(world, &format!("SELECT COUNT(*) FROM {table} WHERE org_id = 2 AND {column} = {id}"))
}

fn open_orders(world: &World, id: &str) -> i64 {
    number(
        world,
        &format!(
            "SELECT COUNT(*) FROM freight_order WHERE org_id = 2 AND lifecycle IN ('DRAFT', 'OPEN') \
             AND (sales_id = {id} OR servicer_id = {id} OR operator_id = {id})"
        ),
    )
}

#[test]
fn customers_open_orders_tasks_and_subscriptions_go_over_to_the_successor_in_one_act() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let (from, to) = (user(&admin, "sales01"), user(&admin, "sales02"));
        for watcher in [&from, &to] {
            world.lay(
                "tact_watch",
                &[
                    ("id", &watcher[watcher.len() - 6..]),
                    ("user_id", watcher),
                    ("carrier_code", "'X9'"),
                    ("departure", "'PVG'"),
                    ("arrival", "'FRA'"),
                ],
            );
        }
        world.lay("track_subscription", &[("id", "801"), ("awb_number", "'999-00000011'"), ("created_by", &from)]);
        world.lay(
            "inquiry",
            &[("id", "802"), ("inquiry_code", "'XJ802'"), ("state", "'ASKING'"), ("sales_id", &from), ("version", "4")],
        );
        world.lay(
            "inquiry",
            &[("id", "803"), ("inquiry_code", "'XJ803'"), ("state", "'LOST'"), ("sales_id", &from), ("version", "4")],
        );
        let receivers = format!("'{{\"kinds\":[],\"users\":[\"{from}\",\"{to}\"],\"roles\":[]}}'");
        world.lay("message_rule", &[("event", "'test.event'"), ("receivers", &receivers), ("version", "1")]);
        let agreements = number(
            world,
            &format!(
                "SELECT COUNT(*) FROM agreement WHERE org_id = 2 AND transactor_id = {from} \
             AND state IN ('DRAFT', 'APPROVING', 'PENDING', 'ACTIVE')"
            ),
        );
        let before = figures(&admin, &from);
        let orders = open_orders(world, &from);
        let coops = number(
            world,
            &format!(
                "SELECT COUNT(*) FROM coop WHERE org_id = 2 AND (transactor_id = {from} OR sales_id = {from} OR servicer_id = {from} OR operator_id = {from})"
            ),
        );
        assert!(orders > 0 && coops > 0, "the fixture gives him work");
        assert_eq!(
            ["coop", "order", "task", "subscription"].map(|kind| count(&before, kind)),
            [coops, orders, 1 + agreements, 3]
        );
        let locked = naming(world, "freight_order", "sales_id", &from)
            - number(
                world,
                &format!(
                    "SELECT COUNT(*) FROM freight_order WHERE org_id = 2 AND lifecycle IN ('DRAFT', 'OPEN') AND sales_id = {from}"
                ),
            );
        let papers: Vec<String> = order_papers(world, &from);
        let reply = leave(&admin, &from, json!({ "successorId": to }));
        let answer = done(reply);
        assert!(
            answer["handedOver"].as_array().unwrap().contains(&json!({ "kind": "order", "count": orders })),
            "{answer}"
        );
        assert_eq!(open_orders(world, &from), 0);
        let sold = format!(
            "SELECT COUNT(*) FROM freight_order WHERE org_id = 2 AND lifecycle IN ('DRAFT', 'OPEN') AND sales_id = {to} \
             AND sales_dept_id <> (SELECT dept_id FROM app_user WHERE org_id = 2 AND id = {to})"
        );
        assert_eq!(number(world, &sold), 0, "his department sees them");
        assert_eq!(naming(world, "freight_order", "sales_id", &from), locked, "what is over keeps his name");
        for column in ["transactor_id", "sales_id", "servicer_id", "operator_id"] {
            assert_eq!(naming(world, "coop", column, &from), 0, "{column}");
        }
        assert_eq!(
            number(world, &format!("SELECT COUNT(*) FROM inquiry WHERE id = 802 AND sales_id = {to} AND version = 5")),
            1
        );
        assert_eq!(
            number(
                world,
                &format!("SELECT COUNT(*) FROM inquiry WHERE id = 803 AND sales_id = {from} AND version = 4")
            ),
            1
        );
        assert_eq!(
            (naming(world, "tact_watch", "user_id", &from), naming(world, "tact_watch", "user_id", &to)),
            (0, 1)
        );
        assert_eq!(naming(world, "track_subscription", "created_by", &to), 1);
        let rule = format!("SELECT COUNT(*) FROM message_rule WHERE receivers LIKE '%[\"{to}\"]%' AND version = 2");
        assert_eq!(number(world, &rule), 1, "who is told twice is told once");
        assert!(
            order_papers(world, &to).iter().all(|paper| !papers.contains(paper)),
            "open forms are told that it changed"
        );
        assert_eq!(count(&figures(&admin, &from), "order"), 0);
        // Each order tells who follows it now, and a new order of his customer is taken.
        let lines =
            "SELECT COUNT(*) FROM operation_log WHERE org_id = 2 AND function = '离职移交' AND object_type = 'order'";
        assert_eq!(number(world, lines), orders);
        let next = json!({
            "businessScope": "AE", "businessProduct": "代理制", "coopId": pick(&admin, "coop?keyword=KH001", "KH001"),
            "salesId": to, "servicerId": user(&admin, "cs01"), "departureStation": "PVG", "arrivalStation": "FRA",
            "goodsNameCn": "服装", "planPieces": 12, "planWeight": 480, "planVolume": 3.6,
        });
        saved(&world.login("op01"), next);
    });
}

/// What open forms of a user's orders are held against.
fn order_papers(world: &World, id: &str) -> Vec<String> {
    let text = format!(
        "SELECT row_uuid FROM freight_order WHERE org_id = 2 AND lifecycle IN ('DRAFT', 'OPEN') \
         AND (sales_id = {id} OR servicer_id = {id} OR operator_id = {id})"
    );
    world.database(|_, conn| {
        conn.query(&Stmt::Raw(text, Vec::new())).unwrap().iter().map(|row| row.get(0).unwrap()).collect()
    })
}

#[test]
fn without_a_successor_it_says_what_would_stand_still() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let id = user(&admin, "sales01");
        let before = world.contents(true);
        let reply = leave(&admin, &id, json!({}));
        assert!(reply.message.contains("仍是客商（") && reply.message.ends_with("请先移交"), "{}", reply.message);
        world.unchanged(&before, true);
        run(world, "UPDATE coop SET transactor_id = NULL WHERE org_id = 2");
        let orders = open_orders(world, &id);
        let asked = leave(&admin, &id, json!({}));
        let told = asked.data["confirms"].to_string();
        assert_eq!(asked.code, 2, "{}", asked.message);
        assert!(told.contains("未选择接手人") && told.contains(&format!("{orders}票进行中订单无人跟进")), "{told}");
        assert!(told.contains("其新订单不能保存"), "{told}");
        assert_eq!(open_orders(world, &id), orders, "nothing is written while it asks");
        let said = leave(&admin, &id, json!({ "confirmed": ["user.left_behind"] }));
        done(said);
        assert_eq!(open_orders(world, &id), orders, "who says yes leaves it behind");
    });
}

#[test]
fn the_successor_is_another_active_employee_of_the_company() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let (id, stopped) = (user(&admin, "sales01"), user(&admin, "sales02"));
        run(world, &format!("UPDATE app_user SET active = FALSE WHERE org_id = 2 AND id = {stopped}"));
        let foreign = number(world, "SELECT MIN(id) FROM app_user WHERE org_id = 3").to_string();
        let before = world.contents(true);
        for wrong in [&id, &stopped, &foreign] {
            let reply = leave(&admin, &id, json!({ "successorId": wrong, "leaveDate": "" }));
            assert_eq!(reply.findings_at("successorId"), ["接手人须为本企业其他在职且启用的用户"], "{wrong}");
            assert_eq!(reply.findings_at("leaveDate"), ["请选择离职日期"], "all that is wrong at once");
        }
        world.unchanged(&before, true);
        assert_eq!(world.login("op01").get(&format!("/hrs/user/leave/{id}")).status, 403);
        let elsewhere = world.login("superAdmin").get(&format!("/hrs/user/leave/{id}"));
        assert_ne!(elsewhere.code, 0, "another company's user is not there");
    });
}

#[test]
fn approvals_that_wait_and_the_settings_that_name_him_go_over_too() {
    with_locked(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        set(&admin, setting(json!([named(&admin, &["mgr01", "fin01"])])));
        done(apply(&op, O1));
        let (from, to) = (user(&admin, "mgr01"), user(&admin, "ceo01"));
        assert_eq!(count(&figures(&admin, &from), "waiting"), 1);
        refused(&leave(&admin, &from, json!({})), "该用户有1条待审批，请先转交");
        done(leave(&admin, &from, json!({ "successorId": to, "confirmed": [] })));
        assert_eq!(to_do(&world.login("ceo01")).len(), 1);
        let named = format!("SELECT COUNT(*) FROM approval_level WHERE org_id = 2 AND approver_ids LIKE '%{from}%'");
        assert_eq!(number(world, &named), 0);
        let level = format!("SELECT COUNT(*) FROM approval_level WHERE org_id = 2 AND approver_ids LIKE '{to},%'");
        assert_eq!(number(world, &level), 1, "in his place, and the others stay");
        assert_eq!(naming(world, "dept", "manager_id", &from), 0);
    });
}

#[test]
fn who_is_blacklisted_hands_over_as_who_leaves() {
    with_orders(|world| {
        let admin = world.login("demo-admin");
        let (from, to) = (user(&admin, "sales01"), user(&admin, "sales02"));
        let version = figures(&admin, &from)["version"].clone();
        let body = json!({ "id": from, "version": version, "blacklistDate": "2026-07-15", "blacklistReason": "盗窃",
            "successorId": to });
        done(admin.put("/hrs/user/black", body));
        assert_eq!((open_orders(world, &from), naming(world, "coop", "transactor_id", &from)), (0, 0));
    });
}
