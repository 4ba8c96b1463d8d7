use serde_json::{Value as Json, json};
use testkit::{Caller, done, each_database_from, refused};

use crate::css::{rated, rooms};

fn row(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/css/currency/page?code={code}"))["records"][0].clone()
}

#[test]
fn currencies_have_the_decimals_of_iso_4217_and_the_present_rate() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let of = |code: &str| {
            let row = row(&admin, code);
            (row["exponent"].as_i64(), row["currencyNum"].as_str().map(ToOwned::to_owned), row["latestRate"].clone())
        };
        assert_eq!(of("JPY"), (Some(0), Some("392".to_owned()), Json::Null));
        assert_eq!(of("CNY"), (Some(2), Some("156".to_owned()), json!(1)));
        assert_eq!(of("KWD").0, Some(3));
        assert_eq!(of("USD"), (Some(2), Some("840".to_owned()), json!(7.1)));
        world.set_clock("2026-06-30 12:00:00");
        assert_eq!(of("USD").2, json!(7));
        // The company next door has rates of its own, or none.
        let other = world.login("sh01").get("/css/currency/page?code=USD");
        assert!(other.status == 403 || other.data["records"][0]["latestRate"].is_null(), "{}", other.data);
    });
}

#[test]
fn a_company_decides_for_itself_which_currencies_are_common() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let platform = row(&admin, "THB");
        assert_eq!((&platform["currencyCommon"], &platform["orgId"]), (&json!(false), &json!("1")));
        let id = platform["id"].as_str().unwrap();
        let first = admin.ok(&format!("/css/currency/{id}/common/first"));
        assert_eq!((&first["currencyCommon"], &first["sort"]), (&json!(false), &json!(100)));
        let asked = json!({ "version": 1, "currencyCommon": true, "sort": 5 });
        let made = done(admin.post(&format!("/css/currency/{id}/common"), asked.clone()));
        assert_ne!(made["id"], platform["id"], "the platform's row stays as it is");
        let own = row(&admin, "THB");
        assert_eq!((&own["id"], &own["currencyCommon"], &own["sort"]), (&made["id"], &json!(true), &json!(5)));
        assert_eq!(admin.ok("/css/currency/page?code=THB")["total"], json!(1), "one row hides the other");
        assert_eq!(
            world.login("superAdmin").ok("/css/currency/page?code=THB")["records"][0]["currencyCommon"],
            json!(false)
        );
        assert_eq!(
            admin.post(&format!("/css/currency/{}/common", own["id"].as_str().unwrap()), asked).code,
            3,
            "stale"
        );
        let offers = admin.ok("/platform/select/currency?keyword=");
        assert_eq!(offers[0]["value"], json!("THB"), "common ones first, in their order");
    });
}

#[test]
fn a_stopped_currency_is_offered_no_more_and_the_own_one_stays() {
    each_database_from(rooms, rated, |world| {
        let admin = world.login("demo-admin");
        let stop = |code: &str| {
            let row = row(&admin, code);
            let body = json!({ "version": row["version"], "active": false });
            admin.post(&format!("/css/currency/{}/status", row["id"].as_str().unwrap()), body)
        };
        done(stop("THB"));
        assert_eq!(row(&admin, "THB")["active"], json!(false));
        assert_eq!(admin.ok("/platform/select/currency?keyword=THB"), json!([]));
        refused(&stop("CNY"), "本位币不能停用");
        assert_eq!(row(&admin, "CNY")["active"], json!(true));
    });
}
