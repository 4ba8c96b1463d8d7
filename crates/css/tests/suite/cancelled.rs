//! /css_report_cancelled_order and /jt_css_report_cancelled_order as the catalogue shows them, with the orders E1 to E5 of
//! DEMO and G1 of DEMOSH.

use platform::registry::Room;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database_from};

const DEMOSH: i64 = 3;
const OWN: &str = "/css/report/cancelledOrder";
const GROUP: &str = "/css/jtReport/cancelledOrder";
const JULY: &str = "2026-07-01~2026-07-31";

pub fn rooms_with_orders() -> Vec<Room> {
    let worked = super::worked_report::room();
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room(), css::room(), worked]
}

/// Orders E1 to E5, and G1 of the other company of the group.
pub fn lay_group(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    super::rates(world);
    world.wait(seed::air::orders(&world.maker()));
    let sales = world.database(|_, conn| {
        let mut select = sql::from(DEMOSH, "app_user");
        select.column("id");
        let user: i64 = conn.first(&select.into()).expect("reads").expect("sh01").get(0).expect("an id");
        let stamp = kernel::Instant::parse("2026-07-01 09:00:00").expect("a time").into_value();
        let text = |text: &str| Value::Text(text.to_owned());
        let cells = [
            ("id", Value::Int(9201)),
            ("coop_code", text("KH201")),
            ("coop_type", text("客户")),
            ("coop_name", text("客户沪")),
            ("coop_full_name", text("上海客户有限公司")),
            ("coop_state", text("生效")),
            ("list_mark", text("普通")),
            ("nation_code", text("CN")),
            ("sub_types", text("直客 AE")),
            ("scopes", text("AE")),
            ("is_awb_source", Value::Bool(false)),
            ("is_default_source", Value::Bool(false)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(user)),
            ("created_at", stamp.clone()),
            ("updated_by", Value::Int(user)),
            ("updated_at", stamp),
        ];
        conn.exec(&sql::insert(DEMOSH, "coop", &cells).into()).expect("a customer");
        let sub = [("coop_id", Value::Int(9201)), ("sub_type", text("直客")), ("scope", text("AE"))];
        conn.exec(&sql::insert(DEMOSH, "coop_sub_type", &sub).into()).expect("its kind");
        user.to_string()
    });
    world.set_clock("2026-07-12 09:00:00");
    let order = json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": "9201", "salesId": sales, "servicerId": sales,
        "departureStation": "PVG", "arrivalStation": "FRA", "expectFlight": "X9101", "expectDeparture": "2026-07-12",
        "goodsNameCn": "服装", "goodsNameEn": "GARMENTS", "goodsType": "普货", "batteryType": "不含电池",
        "packageType": "纸箱（CTNS）", "planPieces": 10, "planWeight": 500, "planVolume": 2,
        "confirmed": ["order.tolerance", "order.similar"],
    });
    let made = testkit::done(world.login("sh01").post("/afbase/order/doSave", order));
    assert_eq!(made["orderCode"], "AE-2607120001");
    world.set_clock("2026-07-15 10:00:00");
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, lay_group, story);
}

fn rows(page: &Json) -> Vec<Json> {
    page["records"].as_array().cloned().unwrap_or_default()
}

fn grouped(caller: &Caller<'_>, base: &str, query: &str) -> Json {
    caller.ok(&format!("{base}/page?size=100&{query}"))
}

/// Each row as what is told of it.
fn cells(page: &Json, names: &[&str]) -> Vec<String> {
    let of = |row: &Json| {
        let cell = |name: &&str| row[*name].as_str().map_or_else(|| row[*name].to_string(), str::to_owned);
        names.iter().map(cell).collect::<Vec<_>>().join(" ")
    };
    let mut cells: Vec<String> = rows(page).iter().map(of).collect();
    cells.sort();
    cells
}

// req: css-report-cancelled-order
#[test]
fn one_order_of_five_was_cancelled_by_either_date() {
    told(|world| {
        let admin = world.login("demo-admin");
        for date in ["bizDate", "closeTime"] {
            let asked = format!("{date}={JULY}&businessScope=AE");
            let detail = grouped(&admin, &format!("{OWN}/detail"), &asked);
            let told = ["orderCode", "closeKind", "closeReason", "pieces", "chargeWeight", "closeNode", "route"];
            assert_eq!(cells(&detail, &told), ["AE-2607140002 CLOSED 客户取消 5 100 订单创建 PVG-LAX"], "{date}");
            let row = &rows(&detail)[0];
            assert_eq!((&row["closeTime"], &row["createTime"]), (&row["createTime"], &row["createTime"]), "{date}");
            assert_eq!((&row["lifeHours"], &row["businessDate"]), (&json!(0), &Json::Null), "{date}");
            let report = grouped(&admin, OWN, &asked);
            assert_eq!(report["totals"]["cancelRate"].to_string(), "20", "{date}");
            assert_eq!((&report["totals"]["cancelled"], &report["totals"]["orders"]), (&json!(1), &json!(5)), "{date}");
            assert_eq!(
                cells(&report, &["coopName", "cancelled", "orders", "cancelRate", "chargeWeight"]),
                ["客户乙 1 2 50 100", "客户甲 0 3 0 0"],
                "{date}"
            );
            let june = grouped(&admin, OWN, &format!("{date}=2026-06-01~2026-06-30"));
            assert_eq!((rows(&june).len(), &june["totals"]["cancelRate"]), (0, &Json::Null), "{date}");
        }
    });
}

#[test]
fn a_reason_is_a_part_of_all_orders_and_a_month_that_of_the_date_asked_by() {
    told(|world| {
        let admin = world.login("demo-admin");
        let by = |query: &str, names: &[&str]| cells(&grouped(&admin, OWN, query), names);
        let rate = ["closeReason", "cancelled", "orders", "cancelRate"];
        assert_eq!(by("groupBy=closeReason", &rate), ["null 0 4 0", "客户取消 1 1 20"]);
        assert_eq!(by("groupBy=month", &["month", "cancelled", "orders"]), ["2026-07 1 5"]);
        assert_eq!(by(&format!("groupBy=month&closeTime={JULY}"), &["month", "orders"]), ["2026-07 5"]);
        assert_eq!(by("groupBy=salesName", &["salesName", "cancelled", "orders"]), ["销售一 0 3", "销售二 1 2"]);
        // What is asked of an end leaves the live orders, which the rate is of.
        for ended in ["closeKind=CLOSED", "closeReason=%E5%AE%A2%E6%88%B7", "closer=%E7%BB%8F%E7%90%86"] {
            let page = grouped(&admin, OWN, ended);
            assert_eq!((&page["totals"]["cancelled"], &page["totals"]["orders"]), (&json!(1), &json!(5)), "{ended}");
        }
        let other = grouped(&admin, OWN, "closeKind=CANCELLED");
        assert_eq!((&other["totals"]["cancelled"], &other["totals"]["orders"]), (&json!(0), &json!(4)));
        let long = admin.get(&format!("{OWN}/page?bizDate=2024-07-01~2026-07-01"));
        testkit::refused(&long, "查询区间不能超过24个月");
    });
}

#[test]
fn a_period_is_compared_with_an_earlier_one() {
    told(|world| {
        let admin = world.login("demo-admin");
        world.database(|_, conn| {
            let day = Value::Text("2026-06-20".to_owned());
            let earlier = [("expect_departure", day.clone()), ("biz_date", day)];
            let mut update = sql::update(2, "freight_order", &earlier);
            update.and_where(sql::eq("order_code", "AE-2607150001"));
            conn.exec(&update.into()).expect("moves an order");
        });
        let compared = grouped(&admin, OWN, &format!("bizDate={JULY}&compare=previous"));
        let names = ["coopName", "orders", "ordersBefore", "ordersDiff", "ordersChange", "cancelledChange"];
        assert_eq!(cells(&compared, &names), ["客户乙 2 0 2 null null", "客户甲 2 1 1 100 null"]);
        let last = &compared["totals"];
        assert_eq!((&last["orders"], &last["ordersBefore"], &last["ordersDiff"]), (&json!(4), &json!(1), &json!(3)));
        assert_eq!(last["ordersChange"].to_string(), "300");
        // The month of the earlier period stands beside that of the period.
        let months = grouped(&admin, OWN, &format!("bizDate={JULY}&compare=previous&groupBy=month"));
        assert_eq!(cells(&months, &["month", "orders", "ordersBefore"]), ["2026-07 4 1"]);
        let year = grouped(&admin, OWN, &format!("bizDate={JULY}&compare=lastYear&groupBy=month"));
        assert_eq!(cells(&year, &["month", "orders", "ordersBefore"]), ["2026-07 4 0"]);
        let plain = grouped(&admin, OWN, &format!("bizDate={JULY}"));
        assert!(rows(&plain).iter().all(|row| row["ordersBefore"].is_null()));
    });
}

// req: css-group-level
#[test]
fn who_sees_the_group_sees_one_order_of_six() {
    told(|world| {
        let ceo = world.login("ceo01");
        for date in ["bizDate", "closeTime"] {
            let asked = format!("{date}={JULY}&businessScope=AE");
            let report = grouped(&ceo, GROUP, &asked);
            assert_eq!(report["totals"]["cancelRate"].to_string(), "16.67", "{date}");
            assert_eq!((&report["totals"]["cancelled"], &report["totals"]["orders"]), (&json!(1), &json!(6)), "{date}");
            let by = cells(&report, &["companyName", "cancelled", "orders", "cancelRate"]);
            assert_eq!(by, ["演示货运 1 5 20", "演示货运上海 0 1 0"], "{date}");
            let detail = grouped(&ceo, &format!("{GROUP}/detail"), &asked);
            assert_eq!(cells(&detail, &["companyName", "orderCode"]), ["演示货运 AE-2607140002"], "{date}");
            let one = grouped(&ceo, GROUP, &format!("{asked}&orgId=3"));
            assert_eq!((&one["totals"]["cancelled"], &one["totals"]["orders"]), (&json!(0), &json!(1)), "{date}");
        }
        let offered = ceo.ok("/platform/select/groupOrg");
        let names: Vec<&str> = offered.as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap()).collect();
        assert_eq!(names, ["演示货运", "演示货运上海"]);
        // Of its own company alone it is the twin's.
        assert_eq!(grouped(&ceo, OWN, "")["totals"]["orders"], json!(5));
        let outside = grouped(&ceo, GROUP, "orgId=4");
        assert_eq!(rows(&outside).len(), 0, "a company of no group of his");
    });
}

// req: css-group-level
#[test]
fn below_level_6_nobody_opens_the_group_whatever_his_roles_hold() {
    told(|world| {
        // The roles of the others name the page and its buttons as that of the managing director does.
        world.database(|_, conn| {
            let mut nodes = sql::from_global("permission");
            nodes.column("id").and_where(sql::begins(sql::col("code"), "jt_css_report_cancelled_order"));
            let nodes = conn.query(&nodes.into()).expect("reads");
            assert_eq!(nodes.len(), 3);
            let mut roles = sql::from(2, "role");
            roles.column("id").and_where(sql::is_in(sql::col("name"), ["财务", "部门经理"]));
            for role in conn.query(&roles.into()).expect("reads") {
                for node in &nodes {
                    let pair = [("role_id", role.value(0).clone()), ("permission_id", node.value(0).clone())];
                    conn.exec(&sql::insert(2, "role_permission", &pair).into()).expect("gives the page");
                }
            }
            platform::access::raise_permission_version(conn, 2).expect("judged anew");
        });
        for login in ["demo-admin", "fin01", "mgr01", "sh01"] {
            let caller = world.login(login);
            for call in ["page", "total", "detail/page", "detail/total"] {
                let reply = caller.get(&format!("{GROUP}/{call}"));
                assert_eq!(reply.status, 403, "{login} {call}");
            }
            for call in ["print", "exportExcel", "detail/print", "detail/exportExcel"] {
                assert_eq!(caller.post(&format!("{GROUP}/{call}"), json!({})).status, 403, "{login} {call}");
            }
        }
        // The other company sees its own order alone.
        let other = grouped(&world.login("sh01"), OWN, "");
        assert_eq!((&other["totals"]["cancelled"], &other["totals"]["orders"]), (&json!(0), &json!(1)));
    });
}

#[test]
fn a_child_sees_the_group_when_its_head_lets_it() {
    told(|world| {
        // The company has nobody who keeps its roles.
        world.database(|_, conn| {
            let six = [("level", Value::Int(6))];
            conn.exec(&sql::update(DEMOSH, "role_data_scope", &six).into()).expect("level 6");
            let mut node = sql::from_global("permission");
            node.column("id").and_where(sql::eq("code", "jt_css_report_cancelled_order"));
            let node = conn.first(&node.into()).expect("reads").expect("a page").value(0).clone();
            let mut role = sql::from(DEMOSH, "role");
            role.column("id");
            let role = conn.first(&role.into()).expect("reads").expect("a role").value(0).clone();
            let pair = [("role_id", role), ("permission_id", node)];
            conn.exec(&sql::insert(DEMOSH, "role_permission", &pair).into()).expect("gives the page");
            platform::access::raise_permission_version(conn, DEMOSH).expect("judged anew");
        });
        let (sh01, keeper) = (world.login("sh01"), world.login("superAdmin"));
        let view = |shown: bool| {
            let children = keeper.ok("/hrs/org/sub/2");
            let version = children[0]["version"].clone();
            testkit::done(keeper.put("/hrs/org/groupView/3", json!({ "version": version, "groupView": shown })));
        };
        assert_eq!(sh01.get(&format!("{GROUP}/page")).status, 403);
        view(true);
        assert_eq!(grouped(&sh01, GROUP, "")["totals"]["orders"], json!(6));
        view(false);
        assert_eq!(sh01.get(&format!("{GROUP}/page")).status, 403);
    });
}

#[test]
fn a_company_that_leaves_the_group_is_seen_no_more_at_once() {
    told(|world| {
        let (ceo, keeper) = (world.login("ceo01"), world.login("superAdmin"));
        assert_eq!(grouped(&ceo, GROUP, "")["totals"]["orders"], json!(6));
        testkit::done(keeper.delete("/hrs/org/sub/2/3"));
        let alone = grouped(&ceo, GROUP, "");
        assert_eq!(cells(&alone, &["companyName", "orders"]), ["演示货运 5"]);
    });
}

#[test]
fn figures_are_no_links_without_the_right_to_see_details() {
    told(|world| {
        world.database(|_, conn| {
            let code = "css_report_cancelled_order-detail".to_owned();
            let mut delete = sql::delete(2, "org_permission");
            let mut node = sql::from_global("permission");
            node.column("id").and_where(sql::eq("code", code));
            delete.and_where(sql::col("permission_id").in_subquery(node));
            conn.exec(&delete.into()).expect("takes the button away");
            platform::access::raise_permission_version(conn, 2).expect("judged anew");
        });
        let admin = world.login("demo-admin");
        assert!(rows(&grouped(&admin, OWN, "")).iter().all(|row| row.get("within").is_none()));
        assert_eq!(admin.get(&format!("{OWN}/detail/page")).status, 403);
    });
}

// req: css-report-cancelled-order
#[test]
fn sheets_have_the_columns_of_the_grouping() {
    told(|world| {
        let admin = world.login("demo-admin");
        let heads = |filters: Json| {
            let sheet = admin.post(&format!("{OWN}/print"), json!({ "filters": filters })).data;
            let names = sheet["columns"].as_array().cloned().unwrap_or_default();
            names.iter().map(|head| head["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let figures = "cancelled orders cancelRate chargeWeight";
        assert_eq!(heads(json!({})), format!("coopName {figures}"));
        assert_eq!(heads(json!({ "groupBy": "month,closeReason" })), format!("closeReason month {figures}"));
        let compared = heads(json!({ "compare": "previous", "bizDate": JULY }));
        assert!(compared.starts_with("coopName cancelled cancelledBefore cancelledDiff cancelledChange orders"));
    });
}
