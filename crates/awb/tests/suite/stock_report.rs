//! 主单库存统计 against the stock of the fixture.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use crate::awb::suite::fixture::*;

const PAGE: &str = "/afbase/awb/stock/page";
const FIGURES: [&str; 11] = [
    "received",
    "unused",
    "reserved",
    "allocated",
    "used",
    "locked",
    "voided",
    "returned",
    "expiring",
    "useDays",
    "daysLeft",
];

fn figures(row: &Json) -> String {
    FIGURES.map(|name| row[name].to_string()).join(" ")
}

fn rows(data: &Json) -> Vec<Json> {
    data["records"].as_array().expect("rows").clone()
}

/// Ten more numbers of PVG, own ones.
fn lay_own(world: &World, start: &str, count: i64, expire: Option<&str>) {
    let admin = world.login("demo-admin");
    let body = json!({
        "prefix": "990", "departureStation": "PVG", "awbFromType": "一级代理", "awbFromId": GYS001.to_string(),
        "receiveDate": "2026-07-15", "start": start, "count": count, "kind": "中性", "expireDate": expire,
    });
    let reply = admin.post("/afbase/awb/saveReceipt", body);
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
}

#[test]
fn the_stock_of_the_fixture_is_counted_and_low() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let page = admin.ok(PAGE);
        let all = rows(&page);
        assert_eq!(all.len(), 1);
        let one = &all[0];
        assert_eq!(
            (&one["carrierCode"], &one["prefix"], &one["departureStation"]),
            (&json!("X9"), &json!("990"), &json!("PVG"))
        );
        assert_eq!((&one["awbFromType"], &one["awbFromName"]), (&json!("一级代理"), &json!("供应商甲")));
        assert_eq!(one["level"], "LOW", "3 are fewer than 20");
        // Three in thirty days are 0.10 a day, and three last for 30 days.
        assert_eq!(figures(one), "6 3 0 2 1 0 0 0 0 0.1 30");
        assert_eq!(
            (&page["total"], &page["totals"]["unused"], &page["totals"]["daysLeft"]),
            (&json!(1), &json!(3), &json!(30))
        );
    });
}

#[test]
fn every_state_has_its_figure_and_they_add_up() {
    each_database_from(rooms, lay_stock, |world| {
        // Ends within thirty days, on the last of them, and a day later.
        lay_own(world, "12345734", 1, Some("2026-08-14"));
        lay_own(world, "12345745", 1, Some("2026-08-15"));
        let admin = world.login("demo-admin");
        let id = |number: &str| id_of(world, number);
        let reserve = json!({ "ids": [id("990-12345701")], "coopId": KH002.to_string(), "until": "2026-07-15" });
        assert_eq!(admin.post("/afbase/awb/bookAwbList", reserve).code, 0);
        let count = |name: &str| rows(&world.login("demo-admin").ok(PAGE))[0][name].clone();
        assert_eq!((count("unused"), count("reserved"), count("expiring")), (json!(4), json!(1), json!(1)));
        world.set_clock("2026-07-16 09:00:00");
        assert_eq!((count("unused"), count("reserved"), count("expiring")), (json!(5), json!(0), json!(2)), "run out");
        let admin = world.login("demo-admin");
        for (call, number) in [("doLock", "990-12345734"), ("doVoid", "990-12345745")] {
            let body = json!({ "ids": [id(number)], "reason": "破损" });
            assert_eq!(admin.post(&format!("/afbase/awb/{call}"), body).code, 0, "{call}");
        }
        assert_eq!(figures(&rows(&admin.ok(PAGE))[0]), "8 3 0 2 1 1 1 0 0 0.1 30");
        assert_eq!(admin.post("/afbase/awb/doReturn", json!({ "ids": [id("990-12345745")] })).code, 0);
        let row = rows(&admin.ok(PAGE)).remove(0);
        assert_eq!(figures(&row), "8 3 0 2 1 1 0 1 0 0.1 30");
        // Taken back by its order: used no more.
        let taken = json!({ "awbNumber": "990-12345686", "orderCode": "AE-2607150003" });
        assert_eq!(admin.post("/test/release", taken).code, 0);
        assert_eq!(count("useDays"), json!(0.07));
        world.set_clock("2026-08-15 09:00:00");
        assert_eq!((count("useDays"), count("daysLeft")), (json!(0), Json::Null), "nothing in thirty days");
    });
}

#[test]
fn it_is_narrowed_grouped_sorted_and_kept_to_the_company() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let own = json!({
            "prefix": "990", "departureStation": "HKG", "awbFromType": "自有", "awbFromId": GYS001.to_string(),
            "receiveDate": "2026-07-15", "start": "12345734", "count": 30, "kind": "中性",
        });
        let reply = admin.post("/afbase/awb/saveReceipt", own);
        assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        let told = |query: &str| -> Vec<String> {
            let all = rows(&admin.ok(&format!("{PAGE}?{query}")));
            all.iter().map(|row| format!("{} {} {}", row["departureStation"], row["level"], row["unused"])).collect()
        };
        let both = [r#""PVG" "LOW" 3"#, r#""HKG" "ENOUGH" 30"#];
        assert_eq!(told(""), both);
        assert_eq!(told("sort=unused,desc"), [both[1], both[0]]);
        assert_eq!(told("onlyLow=true"), [both[0]]);
        assert_eq!(told("receiveDate=2026-07-15~"), [both[1]]);
        assert_eq!(told("awbFromType=自有"), [both[1]]);
        assert_eq!(told("departureStation=HKG&awbFromName=gys001"), [both[1]]);
        assert_eq!(told("groupBy=carrier"), ["null \"ENOUGH\" 33"]);
        assert_eq!(told("groupBy=station"), both);
        assert_eq!(told("groupBy=source&size=1&current=2"), ["null \"ENOUGH\" 30"]);
        let first = admin.ok(&format!("{PAGE}?size=1"));
        assert_eq!(
            (&first["more"], &first["total"], &first["totals"]["unused"]),
            (&json!(true), &json!(2), &json!(33))
        );
        for wrong in ["groupBy=colour", "onlyLow=perhaps", "level=LOW"] {
            assert_eq!(admin.get(&format!("{PAGE}?{wrong}")).status, 400, "{wrong}");
        }
        // The company's own limits, on their edges.
        for (numbers, level) in [(3, "ENOUGH"), (4, "LOW")] {
            let version = admin.ok("/hrs/orgSetting")["version"].clone();
            let values = json!({ "awbAlertNumbers": numbers, "awbAlertDays": 30 });
            assert_eq!(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })).code, 0);
            assert_eq!(rows(&admin.ok(PAGE))[0]["level"], level, "{numbers}");
        }
        let sheet = admin.post("/afbase/awb/stock/print", json!({ "filters": { "groupBy": "source" } })).data;
        assert_eq!(
            (&sheet["rows"].as_array().unwrap().len(), &sheet["conditions"]),
            (&2, &json!(["汇总方式：运单来源"]))
        );
        assert!(admin.post("/afbase/awb/stock/exportExcel", json!({})).bytes.starts_with(b"PK"));
        assert_eq!(world.login("sh01").ok(PAGE)["total"], 0, "another company");
        assert_eq!(world.anonymous().get(PAGE).status, 401);
        assert_eq!(world.login("sales01").get(PAGE).status, 403);
    });
}

#[test]
fn the_administrator_is_told_once_a_morning() {
    each_database_from(rooms, lay_stock, |world| {
        let told = || -> Vec<String> {
            let page = world.login("demo-admin").ok("/prm/message?current=1&size=50");
            let all = rows(&page).into_iter().rev();
            let all =
                all.map(|row| format!("{} | {}", row["title"].as_str().unwrap(), row["content"].as_str().unwrap()));
            all.filter(|text| text.starts_with("主单库存不足")).collect()
        };
        world.run_jobs();
        let before = told().len();
        world.set_clock("2026-07-16 08:00:00");
        world.run_jobs();
        world.run_jobs();
        let all = told();
        assert_eq!(all.len(), before + 1);
        let wanted = "主单库存不足：1项 | 以下主单库存不足，请及时领单：X9/990 PVG 一级代理 供应商甲 3";
        assert_eq!(all.last().map(String::as_str), Some(wanted));
        let version = world.login("demo-admin").ok("/hrs/orgSetting")["version"].clone();
        let values = json!({ "awbAlertNumbers": 3, "awbAlertDays": 0 });
        let saved = world.login("demo-admin").put("/hrs/orgSetting", json!({ "version": version, "values": values }));
        assert_eq!(saved.code, 0, "{}", saved.message);
        world.set_clock("2026-07-17 08:00:00");
        world.run_jobs();
        assert_eq!(told().len(), all.len(), "enough");
    });
}

#[test]
fn numbers_whose_term_is_over_are_not_unused() {
    each_database_from(rooms, lay_stock, |world| {
        lay_own(world, "12345734", 2, Some("2026-07-15"));
        let counted = || {
            let page = world.login("demo-admin").ok(PAGE);
            let row = rows(&page).remove(0);
            ["received", "unused", "expiring", "expired"].map(|name| row[name].clone())
        };
        let listed = |expired: bool| {
            let path = format!("/afbase/awb/page?awbStatus=UNUSED&expired={expired}");
            world.login("demo-admin").ok(&path)["total"].clone()
        };
        // On its last day a number may be used.
        assert_eq!(counted(), [json!(8), json!(5), json!(2), json!(0)]);
        assert_eq!((listed(false), listed(true)), (json!(5), json!(0)));
        world.set_clock("2026-07-16 00:00:00");
        assert_eq!(counted(), [json!(8), json!(3), json!(0), json!(2)]);
        assert_eq!((listed(false), listed(true)), (json!(3), json!(2)), "the figures lead to what they count");
        let columns = world.login("demo-admin").ok(PAGE)["totals"]["expired"].clone();
        assert_eq!(columns, 2);
    });
}

#[test]
fn a_number_counts_as_taken_once_and_for_thirty_days() {
    each_database_from(rooms, lay_stock, |world| {
        let taken = || {
            let row = rows(&world.login("demo-admin").ok(PAGE)).remove(0);
            ["taken", "useDays", "daysLeft"].map(|name| row[name].clone())
        };
        assert_eq!(taken(), [json!(3), json!(0.1), json!(30)]);
        let admin = world.login("demo-admin");
        let given = json!({ "awbNumber": "990-12345686", "orderCode": "AE-2607150003" });
        assert_eq!(admin.post("/test/release", given.clone()).code, 0);
        assert_eq!(taken(), [json!(2), json!(0.07), json!(60)], "4 last 60 days at 2 in 30");
        assert_eq!(admin.post("/test/assign", given).code, 0);
        assert_eq!(taken(), [json!(3), json!(0.1), json!(30)], "twice is once");
        // The stock was laid at 10:00.
        let now = world.app.clock.now();
        world.set_clock(&kernel::show_second(now.plus_millis(30 * 24 * 60 * 60 * 1000)));
        assert_eq!(taken()[0], json!(3), "thirty days");
        world.set_clock("2026-08-16 12:00:00");
        assert_eq!(taken(), [json!(0), json!(0), Json::Null]);
    });
}

#[test]
fn a_grouping_shows_its_own_columns_and_the_last_row_is_of_the_rows_left() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        lay_own(world, "12345734", 30, None);
        let other = json!({
            "prefix": "990", "departureStation": "HKG", "awbFromType": "自有", "awbFromId": GYS001.to_string(),
            "receiveDate": "2026-07-15", "start": "12346084", "count": 5, "kind": "中性",
        });
        let reply = admin.post("/afbase/awb/saveReceipt", other);
        assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        let heads = |by: &str| -> Vec<String> {
            let filters = if by.is_empty() { json!({}) } else { json!({ "groupBy": by }) };
            let sheet = admin.post("/afbase/awb/stock/print", json!({ "filters": filters })).data;
            let heads = sheet["columns"].as_array().expect("columns").iter();
            heads
                .map(|head| head["label"].as_str().unwrap_or_default().to_owned())
                .take_while(|head| head != "库存")
                .collect()
        };
        let all = ["航司", "航司前缀", "始发港", "运单所属", "运单来源"];
        assert_eq!(heads(""), all);
        assert_eq!(heads("all"), all);
        assert_eq!(heads("carrier"), ["航司", "航司前缀"]);
        assert_eq!(heads("station"), ["始发港"]);
        assert_eq!(heads("source"), ["运单所属", "运单来源"]);
        assert_eq!(admin.get(&format!("{PAGE}?groupBy=carrier,station")).status, 400, "one of them");
        let low = admin.ok(&format!("{PAGE}?groupBy=station&onlyLow=true"));
        assert_eq!((&low["total"], &low["records"][0]["departureStation"]), (&json!(1), &json!("HKG")));
        let totals = &low["totals"];
        assert_eq!((&totals["unused"], &totals["useDays"], &totals["daysLeft"]), (&json!(5), &json!(0), &Json::Null));
        let every = admin.ok(&format!("{PAGE}?groupBy=station"))["totals"].clone();
        assert_eq!((&every["unused"], &every["useDays"], &every["daysLeft"]), (&json!(38), &json!(0.1), &json!(380)));
        assert_eq!(every.get("level"), None, "the last row is no stock");
    });
}

#[test]
fn a_reservation_without_an_end_lasts() {
    each_database_from(rooms, lay_stock, |world| {
        let admin = world.login("demo-admin");
        let ids = json!([id_of(world, "990-12345701")]);
        let reserve = json!({ "ids": ids, "coopId": KH002.to_string(), "until": "2026-07-15" });
        assert_eq!(admin.post("/afbase/awb/bookAwbList", reserve).code, 0);
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "awb", &[("reserved_until", Value::Null)]);
            update.and_where(sql::eq("awb_number", "990-12345701"));
            conn.exec(&update.into()).expect("updates");
        });
        let row = rows(&admin.ok(PAGE)).remove(0);
        assert_eq!((&row["received"], &row["unused"], &row["reserved"]), (&json!(6), &json!(2), &json!(1)));
        assert_eq!(admin.ok("/afbase/awb/page?awbStatus=RESERVED")["total"], 1, "the figure leads to what it counts");
    });
}
