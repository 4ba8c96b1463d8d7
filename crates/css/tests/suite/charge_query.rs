//! /css_charge_query as the catalogue shows it, as far as it needs no bill.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use testkit::rows_of;
use testkit::{Caller, World, each_database_from};

use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn asked(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("/css/charge/page?size=50&{query}"))
}

/// Order, item and amount of the rows.
fn rows(page: &Json) -> BTreeSet<String> {
    let row = |row: &Json| {
        let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
        format!("{} {} {} {}", text("orderCode"), text("serviceName"), text("currency"), row["amount"])
    };
    page["records"].as_array().into_iter().flatten().map(row).collect()
}

fn set(of: &[&str]) -> BTreeSet<String> {
    of.iter().map(|one| (*one).to_owned()).collect()
}

const E1_INCOME: [&str; 2] = ["AE-2607150001 空运费 CNY 19749.9", "AE-2607150001 操作费 USD 50"];
const E4_INCOME: [&str; 2] = ["AE-2607140001 空运费 CNY 16000", "AE-2607140001 报关费 CNY 4000"];

#[test]
fn lines_of_a_side_are_found_with_their_sums() {
    told(|world| {
        let fin = world.login("fin01");
        let bare = fin.get("/css/charge/page?size=10");
        assert_eq!(bare.findings_at("kind"), ["请选择应收或应付"]);
        let income = asked(&fin, "kind=RECEIVABLE");
        assert_eq!(rows(&income), set(&[E1_INCOME, E4_INCOME].concat()));
        assert_eq!(income["totals"]["functionalAmount"], json!(40104.9));
        let open = asked(&fin, "kind=RECEIVABLE&locked=false");
        assert_eq!((rows(&open), &open["totals"]["functionalAmount"]), (set(&E1_INCOME), &json!(20104.9)));
        assert_eq!(rows(&asked(&fin, "kind=RECEIVABLE&locked=true")), set(&E4_INCOME));
        let of = |query: &str| rows(&asked(&fin, &format!("kind=RECEIVABLE&{query}")));
        assert_eq!(of("number=990-12345675"), set(&E1_INCOME));
        assert_eq!(of("number=AE-2607140001"), set(&E4_INCOME));
        assert_eq!(of("currency=USD"), set(&E1_INCOME[1..]));
        assert_eq!(of("amount=10000~17000"), set(&E4_INCOME[..1]));
        assert_eq!(of("bizDate=2026-07-18~2026-07-18"), set(&E1_INCOME));
        assert_eq!(of("businessScope=SE"), set(&[]));
        assert_eq!(of("category=关检"), set(&E4_INCOME[1..]));
        let (freight, clearing) = (item(world, "空运费"), item(world, "报关费"));
        assert_eq!(of(&format!("serviceItemId={freight},{clearing}")).len(), 3);
        let partner = coop(world, "KH001");
        assert_eq!(of(&format!("coopId={partner}&financialDate=2026-07-01~2026-07-31")), set(&E4_INCOME));
        assert_eq!(of("coopName=GYS001"), set(&[]));
        let row = asked(&fin, "kind=PAYABLE&coopName=GYS001&number=AE-2607150001")["records"][0].clone();
        let said = ["bizNumber", "bizDate", "orderCoopName", "coopName", "basis", "source", "createTime"];
        let said = said.map(|name| row[name].as_str().unwrap_or("-"));
        assert_eq!(said[..4], ["990-12345675", "2026-07-18", "客户甲", "供应商甲"]);
        assert_eq!((&row["unitPrice"], &row["quantity"]), (&json!(20), &json!(658.5)));
    });
}

#[test]
fn a_side_that_may_not_be_seen_has_no_rows_no_sums_and_no_workbook() {
    told(|world| {
        world.allow_nobody(&["css_charge_query", "css-chargeq-export", "css-income-view"]);
        let reader = world.login("nobody");
        assert_eq!(rows(&asked(&reader, "kind=RECEIVABLE")).len(), 4);
        for path in ["page", "total"] {
            let cost = reader.ok(&format!("/css/charge/{path}?kind=PAYABLE"));
            assert_eq!((&cost["total"], &cost["totals"]["functionalAmount"]), (&json!(0), &json!(0)), "{path}");
        }
        // Neither does a filter tell that something is there.
        let filtered = asked(&reader, "kind=PAYABLE&amount=13000~14000");
        assert_eq!(filtered["total"], json!(0));
        let sheet = reader.post("/css/charge/exportExcel", json!({ "filters": { "kind": "PAYABLE" } }));
        let text = rows_of(&sheet.bytes).concat().join(" ");
        assert!(!text.contains("13170") && !text.contains("供应商甲"), "{text}");
        let sheet = reader.post("/css/charge/exportExcel", json!({ "filters": { "kind": "RECEIVABLE" } }));
        assert!(rows_of(&sheet.bytes).concat().join(" ").contains("AE-2607140001"));
    });
}
