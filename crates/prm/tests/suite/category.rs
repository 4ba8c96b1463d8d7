use platform::registry::Registry;
use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

use crate::prm::{encoded, with_services};

const VALUES: &str = "/prm/category";

fn row(caller: &Caller<'_>, number: u32, value: &str) -> Json {
    let page = caller.ok(&format!("{VALUES}/page?size=500&categoryType={number}"));
    let rows = page["records"].as_array().unwrap();
    rows.iter().find(|row| row["value"] == json!(value)).cloned().unwrap_or(Json::Null)
}

fn used(caller: &Caller<'_>, number: u32, value: &str) -> Json {
    row(caller, number, value)["usedCount"].clone()
}

fn path(row: &Json) -> String {
    format!("{VALUES}/{}?version={}", row["id"].as_str().expect("an id"), row["version"])
}

/// Gives partners of a company an industry: those whose codes are named.
fn lay_industry(world: &World, org: i64, coops: &[&str], industry: &str) {
    world.database(|_, conn| {
        let mut set = sql::update(org, "coop", &[("industry", Value::Text(industry.to_owned()))]);
        set.and_where(sql::is_in(sql::col("coop_code"), coops.iter().copied()));
        assert_eq!(conn.exec(&set.into()).expect("written"), u64::try_from(coops.len()).unwrap());
    });
}

#[test]
fn a_value_tells_how_many_rows_of_the_company_hold_it() {
    with_services(|world| {
        let (admin, other) = (world.login("demo-admin"), world.login("sh01"));
        done(admin.post(VALUES, json!({ "categoryType": 4, "paramText": "航天", "value": "航天" })));
        assert_eq!(used(&admin, 4, "航天"), json!(0));
        lay_industry(world, 2, &["KH001", "KH002"], "航天");
        assert_eq!((used(&admin, 4, "航天"), used(&admin, 4, "电子")), (json!(2), json!(0)));
        // Several columns of several tables hold a tax rate; each company counts its own rows.
        let rows = |org: i64| {
            world.database(|_, conn| {
                let mut count = 0;
                for (table, column) in
                    [("service_item", "vat_output"), ("service_item", "vat_input"), ("coop_service", "tax_rate")]
                {
                    let mut select = sql::from(org, table);
                    select.column("id").and_where(sql::eq(column, "6%".to_owned()));
                    count += conn.query(&select.into()).expect("read").len();
                }
                count
            })
        };
        assert!(rows(2) > 0 && rows(3) > 0);
        assert_eq!((used(&admin, 61, "6%"), used(&other, 61, "6%")), (json!(rows(2)), json!(rows(3))));
        // No declared field names the list: nothing is told.
        assert_eq!(used(&admin, 45, "100×80"), Json::Null);
        // The whole company's, whatever the page is narrowed to, and in the workbook's rows too.
        let page = admin.ok(&format!("{VALUES}/page?paramText={}", encoded("航天")));
        assert_eq!(page["records"][0]["usedCount"], json!(2));
    });
}

#[test]
fn a_used_value_is_stopped_and_not_removed() {
    with_services(|world| {
        let (admin, keeper) = (world.login("demo-admin"), world.login("superAdmin"));
        done(admin.post(VALUES, json!({ "categoryType": 4, "paramText": "航天", "value": "航天" })));
        lay_industry(world, 2, &["KH001", "KH002"], "航天");
        let space = row(&admin, 4, "航天");
        let refused = admin.delete(&path(&space));
        assert_eq!((refused.code, refused.message.as_str()), (1, "该值已被2条数据使用，不能删除，请停用"));
        assert_eq!(refused.findings_at("value"), ["该值已被2条数据使用，不能删除，请停用"]);
        let english = admin.in_language("en-US").delete(&path(&space));
        assert_eq!(english.message, "2 records use this value; it can't be deleted. Disable it instead.");
        let stopped = json!({ "version": space["version"], "active": false });
        done(admin.post(&format!("{VALUES}/{}/status", space["id"].as_str().unwrap()), stopped));
        assert_eq!(used(&admin, 4, "航天"), json!(2), "old rows keep it");
        lay_industry(world, 2, &["KH001", "KH002"], "电子");
        done(admin.delete(&path(&row(&admin, 4, "航天"))));
        // Of a value of the platform the company's own row may go: the platform's is there again.
        let rate = row(&admin, 4, "电子");
        let change = json!({ "version": rate["version"], "remark": "自己的" });
        done(admin.put(&format!("{VALUES}/{}", rate["id"].as_str().unwrap()), change));
        let own = row(&admin, 4, "电子");
        assert_eq!((&own["source"], &own["usedCount"]), (&json!("OWN"), &json!(2)));
        done(admin.delete(&path(&own)));
        assert_eq!(row(&admin, 4, "电子")["source"], json!("PLATFORM"));
        // The platform's is refused for what any company holds.
        let theirs = row(&keeper, 4, "电子");
        assert_eq!(theirs["usedCount"], json!(2));
        assert_eq!(keeper.delete(&path(&theirs)).findings_at("value"), ["该值已被2条数据使用，不能删除，请停用"]);
    });
}

#[test]
fn a_form_that_asks_for_a_list_says_where_its_values_lie() {
    let mut partners = prm::room();
    partners.uses.clear();
    let faults = Registry::new(vec![base::room(), partners]).expect_err("a fault");
    let told = "form prm.coop.form asks for list 4, and nothing says which column holds it";
    assert!(faults.iter().any(|fault| fault == told), "{faults:?}");
}
