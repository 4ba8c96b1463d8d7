//! A restored copy: who is told that it is quiet, who releases it, and what rests until then.

use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

use super::rooms;

/// What a restore leaves behind.
fn copied(world: &World) {
    world.database(|app, conn| {
        let cells = [
            ("id", Value::Int(1)),
            ("state", "QUIET".into_value()),
            ("files", Value::Text(String::new())),
            ("made_at", Value::Int(app.clock.now().millis() - 3_600_000)),
            ("restored_at", Value::Int(app.clock.now().millis())),
        ];
        conn.exec(&sql::insert_global("place_mark", &cells).into()).expect("is marked");
    });
}

fn runs(keeper: &Caller<'_>) -> i64 {
    keeper.ok("/hrs/job/run/page?size=1")["total"].as_i64().expect("a number")
}

#[test]
fn those_who_look_after_it_are_told_of_a_copy_and_release_it() {
    each_database(rooms, |world| {
        let (keeper, owner, clerk) = (world.login("superAdmin"), world.login("demo-admin"), world.login("op01"));
        let nothing = json!({ "quiet": false, "madeAt": null, "restoredAt": null, "waiting": [] });
        assert_eq!(keeper.ok("/hrs/quiet"), nothing, "made here");
        let none = keeper.post("/hrs/quiet/release", json!({}));
        assert_eq!((none.code, none.message.as_str()), (1, "系统不在静默状态"));

        copied(world);
        assert_eq!(world.anonymous().ok("/hrs/platform/public")["quiet"], true);
        let told = json!({
            "quiet": true, "madeAt": "2026-07-15 09:00:00", "restoredAt": "2026-07-15 10:00:00", "waiting": [],
        });
        assert_eq!(keeper.ok("/hrs/quiet"), told);
        assert_eq!(owner.ok("/hrs/quiet"), told);
        assert_eq!(clerk.get("/hrs/quiet").status, 403);
        for other in [&owner, &clerk] {
            assert_eq!(other.post("/hrs/quiet/release", json!({})).status, 403);
        }
        assert_eq!(keeper.post("/hrs/quiet/release", json!({})).code, 0);
        assert_eq!(keeper.ok("/hrs/quiet"), nothing);
        assert_eq!(world.anonymous().ok("/hrs/platform/public")["quiet"], Json::Null);
        let line = world.database(|_, conn| {
            let mut select = sql::from(1, "operation_log");
            select.columns(["level", "page"]).and_where(sql::eq("function", "解除静默"));
            conn.query(&select.into()).expect("reads").into_iter().map(|row| row.0).collect::<Vec<_>>()
        });
        assert_eq!(line, [["高".into_value(), "/hrs_health".into_value()]]);
    });
}

#[test]
fn no_plan_runs_in_a_copy_not_even_by_hand_and_jobs_of_its_own_people_do() {
    each_database(rooms, |world| {
        copied(world);
        let keeper = world.login("superAdmin");
        assert_eq!(keeper.post("/hrs/backup/run", json!({})).code, 0);
        assert_eq!(world.run_jobs(), 1, "what somebody asks for here");
        assert_eq!(runs(&keeper), 0);
        let plan = keeper.ok("/hrs/job/page?title=邮件发送")["records"][0]["id"].clone();
        let asked = keeper.put(&format!("/hrs/job/run/{}", plan.as_str().expect("an id")), json!({}));
        assert_eq!((asked.code, asked.message.as_str()), (1, "本系统由备份恢复，处于静默状态，解除静默后才对外发送"));
        assert_eq!(keeper.post("/hrs/quiet/release", json!({})).code, 0);
        world.run_jobs();
        assert!(runs(&keeper) > 0);
    });
}
