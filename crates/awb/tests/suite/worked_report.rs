//! A report with what 主单库存统计 has not beside what it has: figures of a moment that lead to the list of their rows, a
//! judged column between figures that are compared, shares. The standard suite of the room runs over it.

use std::sync::LazyLock;

use platform::field::{Choice, Field};
use platform::list::{Column, Join};
use platform::registry::Room;
use platform::report::{At, Dated, Dimension, Judged, Measure, Ratio, Report};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{World, each_database_from};

use crate::awb::suite::fixture::{self, DEMO, lay_stock};

const TABLE: &str = "awb";
const PAGE: &str = "/worked/numbers/page";
const STATION: Column = Column::own(Field::code("airport", "始发港", "Origin").column("departure_station"));
const SOURCE: Column = Column::of("source", Field::text("来源", "Source").column("coop_name").wire("source"));
const SIZES: &[Choice] = &[Choice::new("MANY", "多", "Many").tone("danger"), Choice::new("FEW", "少", "Few")];

fn made_at() -> Expr {
    sql::of(TABLE, "created_at")
}

fn over(at: &At) -> Expr {
    sql::of(TABLE, "expire_date").lt(sql::value(at.day(0)))
}

/// Laid or changed within the last day.
fn touched(at: &At) -> Expr {
    let mut log = at.rows_of("awb_log");
    log.column(("awb_log", "awb_id")).and_where(sql::of("awb_log", "created_at").gt(sql::value(at.ago(1))));
    sql::of(TABLE, "id").in_subquery(log)
}

static REPORT: LazyLock<Report> = LazyLock::new(|| {
    let door = ("/worked_numbers", "/afManager/awb", 900);
    Report::of("worked.numbers", ("主单号统计", "Numbers"), door, TABLE)
        .calls("/worked/numbers")
        .joins(&[Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true }])
        .date("createTime", ("创建时间", "Created"), Dated::at(made_at))
        .dimension(Dimension::of(STATION))
        .dimension(Dimension::named(SOURCE, "source_coop_id"))
        .measure(Measure::count("numbers", ("数量", "Numbers")))
        .judged(
            Judged::new(Field::state(SIZES, "多少", "Size").wire("size"), |_, org| {
                assert_eq!(org, DEMO);
                let many = |tenths: i64| tenths > 6;
                Ok(Box::new(move |figure| if figure("aDay").is_some_and(many) { "MANY" } else { "FEW" }))
            })
            .only("onlyMany", ("只看多的", "Many only"), "MANY"),
        )
        .measure(Measure::count("over", ("过期", "Over")).when(over))
        .measure(Measure::count("touched", ("近一天", "Of a day")).when(touched))
        .ratio(Ratio::share("share", ("占比", "Share, %"), "numbers"))
        .ratio(Ratio::by("aDay", ("日均", "A day"), ("numbers", 10), 1))
        .compares()
        .detail(&[Column::own(Field::text("主单号", "MAWB").column("awb_number")), STATION])
});

/// The rooms, and the one that has the report.
pub fn rooms() -> Vec<Room> {
    let mut worked = Room::new("worked");
    worked.report(&REPORT);
    fixture::rooms().into_iter().chain([worked]).collect()
}

/// Three numbers of HKG whose term ends with the day, beside the six of the fixture.
fn lay(world: &World) {
    lay_stock(world);
    let body = json!({
        "prefix": "990", "departureStation": "HKG", "awbFromType": "自有", "awbFromId": fixture::GYS001.to_string(),
        "receiveDate": "2026-07-15", "start": "12345734", "count": 3, "kind": "中性", "expireDate": "2026-07-15",
    });
    let reply = world.login("demo-admin").post("/afbase/awb/saveReceipt", body);
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
}

fn told(page: &Json, names: &[&str]) -> Vec<String> {
    let one = |row: &Json| names.iter().map(|name| row[name].to_string()).collect::<Vec<_>>().join(" ");
    page["records"].as_array().expect("rows").iter().map(one).collect()
}

#[test]
fn figures_of_a_moment_are_what_the_list_of_their_rows_finds_then() {
    each_database_from(rooms, lay, |world| {
        let page = |query: &str| world.login("demo-admin").ok(&format!("{PAGE}?sort=numbers,desc&{query}"));
        let figures = || told(&page(""), &["departureStation", "numbers", "over", "touched"]);
        assert_eq!(figures(), [r#""PVG" 6 0 6"#, r#""HKG" 3 0 3"#]);
        world.set_clock("2026-07-16 12:00:00");
        assert_eq!(figures(), [r#""PVG" 6 0 0"#, r#""HKG" 3 3 0"#]);
        let row = page("")["records"][1].clone();
        let within = row["within"].as_str().expect("what leads there");
        let found = |figure: &str| {
            let path = format!("/worked/numbers/detail/total?figure={figure}&{within}");
            world.login("demo-admin").ok(&path)["total"].clone()
        };
        assert_eq!((found("numbers"), found("over"), found("touched")), (json!(3), json!(3), json!(0)));
    });
}

#[test]
fn a_filter_leaves_the_rows_of_which_something_is_said() {
    each_database_from(rooms, lay, |world| {
        let admin = world.login("demo-admin");
        let page = |query: &str| admin.ok(&format!("{PAGE}?sort=numbers,desc&{query}"));
        let names = ["departureStation", "size", "numbers", "share", "aDay"];
        assert_eq!(told(&page(""), &names), [r#""PVG" "FEW" 6 66.67 0.6"#, r#""HKG" "FEW" 3 33.33 0.3"#]);
        assert_eq!(told(&page("groupBy=source"), &["source", "size", "numbers"]), [r#""供应商甲" "MANY" 9"#]);
        assert_eq!(page("onlyMany=true")["total"], 0);
        assert_eq!(page("onlyMany=false")["total"], 2);
        assert_eq!(admin.get(&format!("{PAGE}?onlyMany=perhaps")).status, 400);
        // Ten are one a day.
        let more = json!({
            "prefix": "990", "departureStation": "PVG", "awbFromType": "自有", "awbFromId": fixture::GYS001.to_string(),
            "receiveDate": "2026-07-15", "start": "12345830", "count": 4, "kind": "中性",
        });
        let reply = admin.post("/afbase/awb/saveReceipt", more);
        assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        let july = "createTime=2026-07-01~2026-07-31&compare=previous";
        let left = page(&format!("onlyMany=true&{july}"));
        assert_eq!(told(&left, &names), [r#""PVG" "MANY" 10 100 1"#], "shares are of the rows that are left");
        assert_eq!((&left["totals"]["numbers"], &left["totals"]["aDay"]), (&json!(10), &json!(1)));
        assert_eq!(left["totals"].get("size"), None, "nothing is said of the last row");
        assert_eq!((&left["records"][0]["numbersBefore"], &left["records"][0]["overDiff"]), (&json!(0), &json!(0)));
        let within = left["records"][0]["within"].as_str().expect("what leads there");
        assert!(!within.contains("onlyMany"), "{within}");
        assert_eq!(admin.ok(&format!("/worked/numbers/detail/total?{within}"))["total"], 10);
        let list = world.app.registry.lists.iter().find(|list| list.key == "worked.numbers.list").expect("the list");
        assert_eq!(list.toned, "size");
        let chart = list.report.and_then(|report| report.chart).expect("a chart");
        assert_eq!(chart.measures, ["numbers", "over", "touched", "share", "aDay"], "what is said can't be drawn");
        // The same rows, nobody asking.
        let rows = world.database(|app, conn| REPORT.rows_of(conn, DEMO, app.clock.now()).expect("its rows"));
        let mut lines: Vec<_> =
            rows.iter().map(|row| (row.text("departureStation"), row.text("size"), row.figure("touched"))).collect();
        lines.sort_unstable();
        assert_eq!(lines, [(Some("HKG"), Some("FEW"), Some(3)), (Some("PVG"), Some("MANY"), Some(10))]);
        assert_eq!(rows.iter().filter_map(|row| row.figure("share")).sum::<i64>(), 10_000);
    });
}
