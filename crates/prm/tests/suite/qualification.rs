//! 资质, the second tab of /prm_coop: what partners have shown, and when it ends.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done};

use crate::prm::{encoded, texts, with_partners};

const ROWS: &str = "/prm/qualification";

fn coop(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coop/page?keyword={code}"))["records"][0]["id"].clone()
}

fn add(caller: &Caller<'_>, code: &str, more: Json) -> Reply {
    let mut body =
        json!({ "coopId": coop(caller, code), "kind": "营业执照", "number": code, "issueDate": "2020-01-01" });
    body.as_object_mut().expect("a body").extend(more.as_object().expect("members").clone());
    caller.post(ROWS, body)
}

/// The business licence of KH001.
pub fn lay_qualification(world: &World) {
    done(add(&world.login("demo-admin"), "KH001", json!({ "expireDate": "2026-08-01" })));
}

#[test]
fn a_row_says_whether_it_holds_ends_soon_or_is_over() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let rows = [
            ("A", json!("2026-07-14"), "OVER"),
            ("B", json!("2026-07-15"), "SOON"),
            ("C", json!("2026-08-14"), "SOON"),
            ("D", json!("2026-08-15"), "VALID"),
            ("E", Json::Null, "VALID"),
        ];
        for (number, last, _) in &rows {
            done(add(&admin, "KH002", json!({ "number": number, "expireDate": last })));
        }
        let page = admin.ok(&format!("{ROWS}/page?coopName=KH002&sort=expireDate,asc"));
        assert_eq!(page["total"], json!(5));
        for (number, _, state) in &rows {
            let found = page["records"].as_array().expect("rows").iter().find(|row| row["number"] == json!(number));
            let row = found.expect("the row");
            assert_eq!(
                (&row["state"], &row["coopCode"], &row["kind"]),
                (&json!(state), &json!("KH002"), &json!("营业执照")),
                "{number}"
            );
        }
        for (state, wanted) in [("OVER", 1), ("SOON", 2), ("VALID", 2)] {
            let mut found = texts(&admin.ok(&format!("{ROWS}/page?state={state}")), "number");
            found.sort();
            let all: Vec<&str> = rows.iter().filter(|(.., own)| *own == state).map(|(number, ..)| *number).collect();
            assert_eq!((found.len(), found), (wanted, all.into_iter().map(ToOwned::to_owned).collect()), "{state}");
        }
        let other = format!("{ROWS}/page?kind={}", encoded("道路运输许可"));
        assert_eq!(admin.ok(&other)["total"], json!(0));
    });
}

#[test]
fn days_that_end_before_they_begin_and_partners_out_of_sight_are_refused() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let backwards = add(&admin, "KH002", json!({ "expireDate": "2019-12-31" }));
        assert_eq!(backwards.findings_at("expireDate"), ["到期日不能早于发证日期"]);
        assert_eq!(add(&admin, "KH002", json!({ "coopId": "4711" })).status, 404);
        assert_eq!(world.contents(false), before, "nothing was written");
        let made = done(add(&admin, "KH002", json!({ "expireDate": "2020-01-01" })));
        let path = format!("{ROWS}/{}", made["id"].as_str().expect("an id"));
        assert_eq!(world.login("sh01").get(&path).status, 404, "another company");
        assert_eq!(world.login("nobody").get(&path).status, 403);
    });
}
