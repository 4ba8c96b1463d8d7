//! The ranking of companies on the home page.

use kernel::Id;
use platform::store::{Dialect, Stmt};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database, field};

use super::rooms;
use super::settings::{save, saved};

const FIRST: &str = "/hrs/userAccessRecord/topActiveIndex";
const FULL: &str = "/hrs/userAccessRecord/topActiveIndexList";

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

/// A share link of DEMO that was made so many milliseconds ago.
fn link(world: &World, number: i64, ago: i64) {
    let made = world.clock.now().plus_millis(-ago);
    let (id, at) = (Id::first_at(made).0 + number, made.millis());
    let sqlite = world.database(|_, conn| conn.dialect() == Dialect::Sqlite);
    let hash = if sqlite { format!("x'{number:02x}'") } else { format!("'\\x{number:02x}'::bytea") };
    run(
        world,
        &format!(
            "INSERT INTO order_share (org_id, id, kind, order_id, order_uuid, code_hash, validity, parts, state, views, \
             created_by, created_at) SELECT id, {id}, 'track', 1, 'x', {hash}, '', '', '', 0, 1, {at} FROM org \
             WHERE code = 'DEMO'"
        ),
    );
}

/// An order of DEMO that was made so many milliseconds ago.
fn order(world: &World, number: i64, ago: i64) {
    let made = world.clock.now().plus_millis(-ago);
    let (id, at) = (Id::first_at(made).0 + number, made.millis());
    run(
        world,
        &format!(
            "INSERT INTO freight_order (org_id, id, uuid, row_uuid, business_scope, lifecycle, node, node_rank, \
             operation_finished, income_recorded, cost_recorded, hawb_count, plan_charge_manual, \
             confirm_charge_manual, flagged, created_by, created_at, updated_by, updated_at) \
             SELECT id, {id}, 'o{number}', 'r{number}', 'AE', 'ACTIVE', '', 0, false, 0, 0, 0, false, false, false, \
             1, {at}, 1, {at} FROM org WHERE code = 'DEMO'"
        ),
    );
}

/// Name, rank and index of each company.
fn told(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let rows = caller.ok(path).as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| format!("{} {} {}", field(row, "orgName"), row["rankNumber"], row["activeIndex"])).collect()
}

const DAYS_30: i64 = 30 * 24 * 60 * 60 * 1000;

#[test]
fn ten_for_each_user_two_for_each_order_and_one_for_each_link() {
    each_database(rooms, |world| {
        for login in ["op01", "cs01"] {
            world.login(login);
        }
        saved(&world.login("superAdmin"), json!({ "rankingHosts": "www.example.com" }));
        let admin = world.login("demo-admin");
        for number in 1..=10 {
            order(world, number, 0);
        }
        order(world, 11, DAYS_30 + 1);
        for number in 1..=4 {
            link(world, number, 0);
        }
        world.run_jobs();
        assert_eq!(told(&admin, FIRST), ["演示货运 1 54"], "three users, ten orders, four links; an old order is none");
    });
}

#[test]
fn companies_rank_by_people_orders_and_links_of_thirty_days() {
    each_database(rooms, |world| {
        world.set_clock("2026-07-15 23:00:00");
        for login in ["op01", "cs01", "cs01", "sh01"] {
            world.login(login);
        }
        run(world, "UPDATE org SET company_profile = '第一行' WHERE code = 'DEMO'");
        // Three hours later two of the links are of the last thirty days.
        let (hours, minute) = (3 * 60 * 60 * 1000, 60 * 1000);
        link(world, 1, 0);
        link(world, 2, DAYS_30 - hours - minute);
        link(world, 3, DAYS_30 - hours + minute);
        world.run_jobs();
        world.set_clock("2026-07-16 01:59:59");
        let keeper = world.login("superAdmin");
        saved(&keeper, json!({ "rankingHosts": "www.example.com" }));
        let admin = world.login("demo-admin");
        let before = told(&admin, FIRST);
        world.set_clock("2026-07-16 02:00:00");
        world.run_jobs();
        // req: home-ranking-call, home-ranking-full-call
        let wanted = ["演示货运 1 32", "演示货运上海 2 10"];
        assert_ne!(before, wanted, "it is counted at two");
        assert_eq!(told(&admin, FIRST), wanted, "three people, two links; the platform's own people do not count");
        assert_eq!(told(&admin, FULL), wanted);
        // req: home-active-index-fields
        let first = admin.ok(FIRST)[0].clone();
        assert_eq!(first["companyProfile"], json!("第一行"));
        assert_eq!((&first["companyAdvantage"], &first["companyContactInfo"]), (&Json::Null, &Json::Null));
        assert!(!field(&first, "orgId").is_empty());
        assert_eq!(world.anonymous().get(FIRST).status, 401);
        // Companies of the house and stopped ones do not count; where it is shown nowhere there is none.
        run(world, "UPDATE org SET edition = 'INTERNAL' WHERE code = 'DEMOSH'");
        world.set_clock("2026-07-17 02:00:00");
        world.run_jobs();
        assert_eq!(told(&world.login("demo-admin"), FULL), ["演示货运 1 31"]);
        saved(&world.login("superAdmin"), json!({ "rankingHosts": "" }));
        assert_eq!(told(&world.login("demo-admin"), FULL), Vec::<String>::new());
    });
}

#[test]
fn hosts_of_the_ranking_are_told_to_the_page() {
    each_database(rooms, |world| {
        let of = |name: &str| world.anonymous().ok("/hrs/platform/public")[name].clone();
        assert_eq!((of("rankingHosts"), of("panelUrl")), (json!([]), json!("")));
        let keeper = world.login("superAdmin");
        saved(
            &keeper,
            json!({ "rankingHosts": "Www.Example.com,b.example.com", "pricePanelUrl": "https://p.example/x" }),
        );
        assert_eq!(of("rankingHosts"), json!(["www.example.com", "b.example.com"]));
        assert_eq!(of("panelUrl"), json!("https://p.example/x"));
        for wrong in ["https://www.example.com", "a b", ",", "a.com;"] {
            let reply = save(&keeper, json!({ "rankingHosts": wrong }));
            assert_eq!(reply.findings_at("rankingHosts").len(), 1, "{wrong}");
        }
        for wrong in ["p.example", "https://p.example/x; script-src *", "https://p.example/"] {
            assert_eq!(
                save(&keeper, json!({ "pricePanelUrl": wrong })).findings_at("pricePanelUrl").len(),
                1,
                "{wrong}"
            );
        }
    });
}
