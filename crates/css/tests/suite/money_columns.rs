//! What the lists of orders tell of their money, and to whom: of air export with the charges of E1 and E4, of sea export with
//! those of S1, and of every scope with an order of its own.

use kernel::Scope;
use serde_json::{Value as Json, json};
use testkit::{Caller, Client, World, done, each_database_from, rows_of};

use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop};

const AIR: &str = "/afbase/order";
const SEA: &str = "/sc/order/se";
const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";
/// S1 of the fixture; it is made on the day of the others here.
pub const S1: &str = "SE-2607150001";
const MONEY: [&str; 3] = ["incomeAmount", "costAmount", "profitAmount"];
const STATES: [&str; 2] = ["incomeStatus", "costStatus"];

/// With the room of the other scopes.
pub fn rooms_at_sea() -> Vec<platform::registry::Room> {
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room(), sc::room(), css::room()]
}

/// C8 to C11.
const CHARGES: [seed::money::Charge; 4] = [
    boxed("income", "干线-海运费", "KH002", ("USD", "750"), "0%"),
    boxed("income", "操作-码头操作费", "KH002", ("CNY", "2250"), "6%"),
    boxed("cost", "干线-海运费", "GYS002", ("USD", "600"), "0%"),
    boxed("cost", "操作-码头操作费", "GYS002", ("CNY", "1800"), "6%"),
];

const fn boxed(
    side: &'static str,
    item: &'static str,
    coop: &'static str,
    (currency, price): (&'static str, &'static str),
    tax: &'static str,
) -> seed::money::Charge {
    seed::money::Charge { side, item, coop, currency, price, basis: ("标箱", None), tax }
}

/// A setting of the company.
pub fn decide(world: &World, values: Json) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgSetting")["version"].clone();
    done(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })));
}

/// S1 with its charges at the rates of its business day, as the fixture has it.
pub fn at_sea(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    super::rates(world);
    decide(world, json!({ "rateDate": "business" }));
    let op = world.login("op01").client();
    let order = json!({
        "coopId": coop(world, "KH002"), "businessProduct": "全程出口", "departureStation": "CNSHA",
        "arrivalStation": "USLAX", "expectDeparture": "2026-05-10", "goodsNameCn": "机械配件", "planPieces": 1200,
        "planWeight": 18500, "planVolume": 118, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
    });
    let uuid = world.wait(seed::sea::save(&op, "se", order));
    world.wait(seed::money::enter(&op, &uuid, &CHARGES));
}

fn page(caller: &Caller<'_>, base: &str, query: &str) -> Json {
    caller.ok(&format!("{base}/page?size=100&{query}"))
}

fn row(caller: &Caller<'_>, base: &str, code: &str) -> Json {
    page(caller, base, &format!("orderCode={code}"))["records"][0].clone()
}

/// Figures with the decimals that are shown.
fn money(of: &Json) -> Vec<String> {
    MONEY.iter().map(|name| of[*name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"))).collect()
}

fn states(of: &Json) -> [&str; 2] {
    STATES.map(|name| of[name].as_str().unwrap_or("-"))
}

fn codes(page: &Json) -> Vec<String> {
    let rows = page["records"].as_array().expect("rows");
    rows.iter().map(|row| row["orderCode"].as_str().expect("a code").to_owned()).collect()
}

/// The sheet of an order with the columns that are asked for; without a word those of the list.
fn sheet(caller: &Caller<'_>, base: &str, code: &str, columns: &[&str]) -> testkit::Reply {
    let columns: Vec<Json> = columns.iter().map(|name| json!({ "label": "", "prop": name })).collect();
    caller.post(&format!("{base}/exportExcel"), json!({ "filters": { "orderCode": code }, "columnStrs": columns }))
}

/// Of these columns nothing is told: in no row, no sum, no sheet and no order of the rows.
fn keeps(caller: &Caller<'_>, (base, code): (&str, &str), hidden: &[&str], heads: &[&str]) {
    let list = page(caller, base, "");
    let rows = list["records"].as_array().cloned().expect("rows");
    assert!(!rows.is_empty(), "{base}");
    for name in hidden {
        assert!(rows.iter().all(|row| row.get(*name).is_none()), "{base} {name}: {rows:?}");
        assert!(list["totals"].get(*name).is_none(), "{base} {name}: {}", list["totals"]);
        assert!(caller.ok(&format!("{base}/total"))["totals"].get(*name).is_none(), "{base} {name}");
        for way in ["asc", "desc"] {
            let sorted = caller.get(&format!("{base}/page?sort={name},{way}"));
            assert_eq!(sorted.status, 400, "{base} {name}: {}", sorted.message);
        }
        assert_eq!(sheet(caller, base, code, &[*name]).status, 400, "{base} {name}");
    }
    let told = rows_of(&sheet(caller, base, code, &[]).bytes).swap_remove(0);
    assert!(!heads.iter().any(|head| told.iter().any(|own| own == head)), "{base}: {told:?}");
}

#[test]
fn the_list_of_air_export_tells_the_money_of_its_orders() {
    each_database_from(rooms_with_orders, charged, |world| {
        let fin = world.login("fin01");
        let e1 = row(&fin, AIR, E1);
        assert_eq!(money(&e1), ["20104.90", "13170.00", "6934.90"]);
        assert_eq!(states(&e1), ["ENTERED", "ENTERED"]);
        let e2 = row(&fin, AIR, E2);
        assert_eq!((money(&e2), states(&e2)), (vec!["0.00".to_owned(); 3], ["NONE", "NONE"]));
        assert_eq!(money(&row(&fin, AIR, E4)), ["20000.00", "15000.00", "5000.00"]);
        let all = page(&fin, AIR, "sort=profitAmount,desc");
        assert_eq!(codes(&all)[..2], [E1, E4]);
        assert_eq!(money(&all["totals"]), ["40104.90", "28170.00", "11934.90"]);
        assert_eq!(money(&fin.ok(&format!("{AIR}/total"))["totals"]), ["40104.90", "28170.00", "11934.90"]);
        let told = rows_of(&sheet(&fin, AIR, E1, &["orderCode", "incomeAmount", "costAmount", "profitAmount"]).bytes);
        assert_eq!(told[0], ["序号", "订单号", "收入", "成本", "毛利"]);
        assert_eq!(told[1], ["1", E1, "20104.9", "13170", "6934.9"]);
        // Nobody narrows the list by an amount: there is no such filter.
        for name in MONEY {
            assert_eq!(fin.get(&format!("{AIR}/page?{name}=1~99999")).status, 400, "{name}");
        }
    });
}

#[test]
fn the_list_of_sea_export_tells_the_money_of_its_orders() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let fin = world.login("fin01");
        let s1 = row(&fin, SEA, S1);
        assert_eq!(money(&s1), ["30000.00", "24000.00", "6000.00"]);
        assert_eq!(states(&s1), ["ENTERED", "ENTERED"]);
        assert_eq!(money(&page(&fin, SEA, "sort=profitAmount,asc")["totals"]), ["30000.00", "24000.00", "6000.00"]);
        let told = rows_of(&sheet(&fin, SEA, S1, &[]).bytes);
        for (head, figure) in [("收入", "30000"), ("成本", "24000"), ("毛利", "6000")] {
            let place = told[0].iter().position(|own| own == head).unwrap_or_else(|| panic!("{head}: {:?}", told[0]));
            assert_eq!(told[1][place], figure, "{head}");
        }
    });
}

const HEADS: [&str; 3] = ["收入", "成本", "毛利"];
const ALL: [&str; 5] = ["incomeAmount", "costAmount", "profitAmount", "incomeStatus", "costStatus"];
const COSTS: [&str; 3] = ["costAmount", "profitAmount", "costStatus"];

#[test]
fn who_may_not_see_money_finds_none_in_the_list_of_air_export() {
    each_database_from(rooms_with_orders, charged, |world| {
        world.allow_nobody(&["af_order", "af-order-export"]);
        let clerk = world.login("nobody");
        keeps(&clerk, (AIR, E1), &ALL, &HEADS);
        // A profit beside the income would tell the cost.
        world.allow_nobody(&["css-income-view", "css-profit-view"]);
        let clerk = world.login("nobody");
        assert_eq!(money(&row(&clerk, AIR, E1)), ["20104.90", "-", "-"]);
        assert_eq!(codes(&page(&clerk, AIR, "sort=incomeAmount,desc"))[..2], [E1, E4]);
        let told = rows_of(&sheet(&clerk, AIR, E1, &["incomeAmount"]).bytes);
        assert_eq!(told[..2], [["序号", "收入"], ["1", "20104.9"]]);
        keeps(&clerk, (AIR, E1), &COSTS, &HEADS[1..]);
        // With both sides beside it, it is told.
        world.allow_nobody(&["css-cost-view"]);
        let clerk = world.login("nobody");
        assert_eq!(money(&row(&clerk, AIR, E1)), ["20104.90", "13170.00", "6934.90"]);
    });
}

#[test]
fn who_may_not_see_money_finds_none_in_the_list_of_sea_export() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        world.allow_nobody(&["se_order", "se-order-export"]);
        keeps(&world.login("nobody"), (SEA, S1), &ALL, &HEADS);
        world.allow_nobody(&["css-cost-view", "css-profit-view"]);
        let clerk = world.login("nobody");
        assert_eq!(money(&row(&clerk, SEA, S1)), ["-", "24000.00", "-"]);
        keeps(&clerk, (SEA, S1), &["incomeAmount", "profitAmount", "incomeStatus"], &["收入", "毛利"]);
        let told = rows_of(&sheet(&clerk, SEA, S1, &[]).bytes).swap_remove(0);
        assert!(told.iter().any(|head| head == "成本"), "{told:?}");
    });
}

/// What an order of any scope brings and costs.
const ANY: [seed::money::Charge; 2] = [handling("income", "KH001", "300"), handling("cost", "GYS002", "200")];

const fn handling(side: &'static str, coop: &'static str, price: &'static str) -> seed::money::Charge {
    let (item, currency, basis, tax) = ("操作-操作费", "CNY", ("票", None), "6%");
    seed::money::Charge { side, item, coop, currency, price, basis, tax }
}

/// What an order of a scope says beside its customer and its goods.
fn own(scope: Scope) -> Json {
    match scope {
        Scope::Ae => json!({ "businessProduct": "代理制", "departureStation": "PVG", "arrivalStation": "FRA" }),
        Scope::Ai => json!({
            "businessProduct": "进口换单", "departureStation": "FRA", "arrivalStation": "PVG",
            "expectArrival": "2026-07-20",
        }),
        Scope::Se => json!({
            "businessProduct": "全程出口", "departureStation": "CNSHA", "arrivalStation": "DEHAM",
            "expectDeparture": "2026-07-20", "containerList": [{ "containerType": "40HQ", "quantity": 1 }],
        }),
        Scope::Si => json!({
            "businessProduct": "全程进口", "departureStation": "DEHAM", "arrivalStation": "CNSHA",
            "expectArrival": "2026-08-20",
        }),
        Scope::Te => json!({
            "businessProduct": "整箱班列", "departureStation": "XIAN", "arrivalStation": "DUIS",
            "expectDeparture": "2026-07-20",
        }),
        Scope::Ti => json!({
            "businessProduct": "回程班列", "departureStation": "DUIS", "arrivalStation": "XIAN",
            "expectDeparture": "2026-07-20",
        }),
        Scope::Lc => json!({
            "businessProduct": "整车", "departureStation": "310100", "arrivalStation": "330100",
            "expectDeparture": "2026-07-16",
        }),
        Scope::Io => json!({ "serviceType": "咨询服务", "businessDate": "2026-07-15" }),
    }
}

/// An order of a scope with its charges: where its list is, and its code.
fn any_order(world: &World, op: &Client, scope: Scope) -> (String, String) {
    let mut order = json!({
        "coopId": coop(world, "KH001"), "goodsNameCn": "服装", "planPieces": 12, "planWeight": 480, "planVolume": 3.6,
    });
    for (name, value) in own(scope).as_object().expect("members") {
        order[name] = value.clone();
    }
    let slug = scope.share_prefix();
    let (base, uuid) = if scope == Scope::Ae {
        let made = world.wait(seed::air::save(op, order));
        (AIR.to_owned(), made["orderUuid"].as_str().expect("an order").to_owned())
    } else {
        (format!("/sc/order/{slug}"), world.wait(seed::sea::save(op, slug, order)))
    };
    let list = world.wait(seed::money::enter(op, &uuid, &ANY));
    (base, list["order"]["orderCode"].as_str().expect("a code").to_owned())
}

#[test]
fn the_lists_of_all_scopes_tell_the_money_of_their_orders_to_who_may_see_it() {
    each_database_from(rooms_at_sea, at_sea, |world| {
        let codes: Vec<String> = Scope::all()
            .flat_map(|scope| ["_order", "-order-export"].map(|code| format!("{}{code}", scope.share_prefix())))
            .chain(["css-income-view".to_owned()])
            .collect();
        world.allow_nobody(&codes.iter().map(String::as_str).collect::<Vec<_>>());
        let (op, fin, clerk) = (world.login("op01").client(), world.login("fin01"), world.login("nobody"));
        for scope in Scope::all() {
            let (base, code) = any_order(world, &op, scope);
            let told = page(&fin, &base, &format!("orderCode={code}"));
            let all = ["300.00", "200.00", "100.00"];
            assert_eq!(money(&told["records"][0]), all, "{code}");
            assert_eq!(states(&told["records"][0]), ["ENTERED", "ENTERED"], "{code}");
            assert_eq!(money(&told["totals"]), all, "{code}");
            let columns = ["orderCode", "incomeAmount", "costAmount", "profitAmount"];
            let rows = rows_of(&sheet(&fin, &base, &code, &columns).bytes);
            assert_eq!(rows[1], ["1", code.as_str(), "300", "200", "100"]);
            // Who sees what customers pay finds nothing of the rest.
            assert_eq!(money(&row(&clerk, &base, &code)), ["300.00", "-", "-"], "{code}");
            keeps(&clerk, (base.as_str(), code.as_str()), &COSTS, &HEADS[1..]);
        }
    });
}
