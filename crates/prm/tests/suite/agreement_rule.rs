//! 协议结算: the terms at a glance, what rules come to, and the bills a run makes.

use platform::registry::Room;
use seed::Client;
use seed::air::{finish, save, text};
use seed::fixture::Maker;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::approval::id_of;
use super::scope::{prepare, set_level};
use crate::prm::{lay_agreements, lay_services, texts};

pub const RULES: &str = "/prm/agreementRule";
const TERMS: &str = "/prm/coopAgreement/terms";

/// The rooms that orders, their charges and their notes are made in.
pub fn trading() -> Vec<Room> {
    vec![
        base::room(),
        prm::room(),
        publish::room(),
        awb::room(),
        track::room(),
        af::room(),
        sc::room(),
        css::room(),
        voucher::room(),
        receivable::room(),
        payable::room(),
    ]
}

/// A service item that is settled by agreement.
pub fn item(caller: &Caller<'_>) -> Json {
    let offers = caller.ok("/platform/select/agreementItem");
    if let Some(offer) = offers.as_array().and_then(|all| all.first()) {
        return offer["value"].clone();
    }
    let body = json!({
        "businessScope": "IO", "serviceType": "操作", "serviceNameCn": "协议服务费", "serviceNameEn": "AGREEMENT FEE",
        "isAgreement": true,
    });
    done(caller.post("/prm/service", body))["id"].clone()
}

pub fn agreement(caller: &Caller<'_>, code: &str) -> Json {
    caller.ok(&format!("/prm/coopAgreement/page?keyword={code}"))["records"][0].clone()
}

fn with(mut body: Json, change: &Json) -> Json {
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

/// A rule; `change` says what it is.
pub fn rule_body(caller: &Caller<'_>, code: &str, change: &Json) -> Json {
    let body = json!({
        "ruleName": "条款", "agreementId": agreement(caller, code)["id"], "serviceItemId": item(caller), "cycle": "MONTH",
        "firstPeriod": "2026-01", "currencyCode": "CNY", "taxRate": "6%", "postMode": "ORDER",
    });
    with(body, change)
}

pub fn rule(caller: &Caller<'_>, code: &str, change: &Json) -> String {
    done(caller.post(RULES, rule_body(caller, code, change)))["id"].as_str().expect("an id").to_owned()
}

fn counts(role: &str) -> Json {
    json!({ "partnerRole": role, "dateBasis": "DEPARTURE", "orderCondition": "RECORDED" })
}

fn fixed(amount: i64) -> Json {
    json!({ "ruleName": "管理费", "side": "RECEIVABLE", "ruleKind": "FIXED", "fixedAmount": amount })
}

/// R1 to R4 of the catalogue, in this order.
pub fn rules(caller: &Caller<'_>) -> [String; 4] {
    let r1 = json!({
        "ruleName": "订舱返利", "side": "PAYABLE", "ruleKind": "TIER", "basis": "CHARGE_WEIGHT", "tierMode": "FULL",
        "cumulative": "PERIOD",
        "tiers": [
            { "fromValue": 0, "price": 0 }, { "fromValue": 10000, "price": "0.10" }, { "fromValue": 30000, "price": "0.20" },
        ],
    });
    let r2 = json!({
        "ruleName": "利润分成", "side": "PAYABLE", "ruleKind": "SHARE", "percent": 40, "shareBase": "PROFIT",
        "negative": "COUNT",
    });
    let r3 = json!({
        "ruleName": "保底", "side": "PAYABLE", "ruleKind": "COMMIT", "basis": "CHARGE_WEIGHT", "committed": 20000,
        "shortPrice": "1.20",
    });
    [
        rule(caller, "XY-26010001", &with(r1, &counts("CUSTOMER"))),
        rule(caller, "XY-26010004", &with(r2, &counts("AGENT"))),
        rule(caller, "XY-26010003", &with(r3, &counts("SUPPLIER"))),
        rule(caller, "XY-26010001", &fixed(500)),
    ]
}

/// What orders of KH001 are made with.
struct Desk {
    kh001: String,
    sales: String,
    servicer: String,
    agent: String,
}

impl Desk {
    /// An order that departs on a day.
    async fn order(&self, op: &Client, (day, weight): (&str, i64), of_agent: bool) -> Result<String, String> {
        let mut body = json!({
            "businessScope": "AE", "businessProduct": "代理制", "coopId": self.kh001, "salesId": self.sales,
            "servicerId": self.servicer, "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装",
            "goodsNameEn": "GARMENTS", "goodsType": "普货", "batteryType": "不含电池", "packageType": "纸箱（CTNS）",
            "planPieces": 100, "planWeight": weight, "planVolume": 10, "expectDeparture": day,
        });
        if of_agent {
            body["arrivalAgentId"] = json!(self.agent);
        }
        Ok(text(&save(op, body).await?, "orderUuid"))
    }
}

async fn charge(caller: &Client, uuid: &str, rows: &[(&str, &str, &str)]) -> Result<(), String> {
    let list = caller.get(&format!("/css/charge/list?orderUuid={uuid}")).await.success("charges")?;
    let items = caller.get("/platform/select/serviceItem?role=AE&keyword=干线-空运费").await.success("items")?;
    let mut body = json!({ "income": [], "cost": [], "orderUuid": uuid, "rowUuid": list["rowUuid"] });
    for (side, coop, price) in rows {
        let row = json!({
            "serviceItemId": items[0]["value"], "coopId": coop, "basis": "票", "currency": "CNY", "unitPrice": price,
            "taxRate": "免税",
        });
        body[*side].as_array_mut().expect("rows").push(row);
    }
    caller.post("/css/charge/save", body).await.success("save of charges").map(drop)
}

/// The orders of June that count, and one that is not done; and the notes D1 to D3 of the ledger of KH001.
async fn traded(maker: &Maker<'_>) -> Result<(), String> {
    seed::money::rates(maker).await?;
    seed::money::periods(maker).await?;
    let mut codes = Vec::new();
    for (day, amount) in [("2026-03-20", "10000"), ("2026-05-10", "30000"), ("2026-06-18", "20000")] {
        maker.at(&format!("{day} 09:00:00"))?;
        let op = maker.user("op01").await?;
        let desk = desk(maker, &op).await?;
        let uuid = desk.order(&op, (day, 100), false).await?;
        charge(&op, &uuid, &[("income", &desk.kh001, amount)]).await?;
        codes.push(text(&seed::air::view(&op, &uuid).await?, "orderCode"));
    }
    maker.at("2026-05-30 09:00:00")?;
    let op = maker.user("op01").await?;
    let may = desk(maker, &op).await?.order(&op, ("2026-05-31", 5_000), true).await?;
    maker.at("2026-06-10 09:00:00")?;
    let op = maker.user("op01").await?;
    let desk = desk(maker, &op).await?;
    let supplier = maker.coop_id(&op, "GYS001").await?;
    let first = desk.order(&op, ("2026-06-11", 17_500), true).await?;
    charge(&op, &first, &[("income", &desk.kh001, "10000"), ("cost", &supplier, "5000")]).await?;
    let second = desk.order(&op, ("2026-06-30", 17_500), false).await?;
    // Not done, and of the month behind it.
    desk.order(&op, ("2026-06-20", 1_000), true).await?;
    let july = desk.order(&op, ("2026-07-01", 5_000), true).await?;
    maker.at("2026-07-15 10:00:00")?;
    let fin = maker.user("fin01").await?;
    for uuid in [&first, &second, &may, &july] {
        finish(&fin, uuid).await?;
    }
    let asked = json!({ "businessScope": "AE", "numbers": codes.join(",") });
    let pool = fin.post("/css/debitNote/pool", asked).await.success("pool of income")?;
    let orders = pool["orders"].as_array().cloned().unwrap_or_default();
    let lines = orders.iter().flat_map(|order| order["lines"].as_array().cloned().unwrap_or_default());
    let charges: Vec<Json> = lines.map(|line| line["id"].clone()).collect();
    fin.post("/css/debitNote/batchSave", json!({ "chargeIds": charges })).await.success("D1 to D3").map(drop)
}

async fn desk(maker: &Maker<'_>, op: &Client) -> Result<Desk, String> {
    Ok(Desk {
        kh001: maker.coop_id(op, "KH001").await?,
        sales: maker.user_id(op, "sales01").await?,
        servicer: maker.user_id(op, "cs01").await?,
        agent: maker.coop_id(op, "DL001").await?,
    })
}

/// Agreements, orders with their charges, and notes that are overdue.
pub fn lay_trade(world: &World) {
    lay_agreements(world);
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.wait(traded(&world.maker()));
}

/// The agreements with a rule and the bill it made of June, for what the suite tries on each page.
pub fn lay_bills(world: &World) {
    lay_services(world);
    let admin = world.login("demo-admin");
    let one = rule(&admin, "XY-26010001", &fixed(500));
    done(run(&admin, "2026-06", &[&one]));
}

fn with_trade(story: impl Fn(&World)) {
    each_database_from(trading, lay_trade, story);
}

fn with_agreements(story: impl Fn(&World)) {
    each_database_from(crate::prm::rooms, lay_services, story);
}

pub fn run(caller: &Caller<'_>, period: &str, rules: &[&str]) -> Reply {
    let rules: Vec<Json> = rules.iter().map(|id| json!({ "id": id, "chosen": true })).collect();
    caller.post(&format!("{RULES}/run"), json!({ "period": period, "rules": rules }))
}

fn tried(caller: &Caller<'_>, rule: &str, period: &str) -> Json {
    done(caller.post(&format!("{RULES}/{rule}/test"), json!({ "period": period })))["told"].clone()
}

/// A figure a trial tells.
fn figure(told: &Json, label: &str) -> String {
    let lines = told["lines"].as_array().expect("lines");
    let found = lines.iter().find(|line| line["label"]["zh"] == json!(label));
    found.map(|line| line["value"]["zh"].as_str().expect("a value").to_owned()).unwrap_or_default()
}

fn rows(told: &Json, place: usize) -> usize {
    told["tables"][place]["rows"].as_array().map_or(0, Vec::len)
}

// req: prm-route-prm-coop-agreement-settlement
#[test]
fn the_terms_of_all_agreements_stand_at_a_glance() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let page = admin.ok(&format!("{TERMS}/page"));
        assert_eq!(page["total"], json!(4));
        let first = &page["records"][0];
        let told = ["agreementCode", "settleText", "equivalentDays", "creditLimit", "currencyCode"];
        let told = told.map(|name| first[name].clone());
        assert_eq!(told, [json!("XY-26010001"), json!("月结 1/25"), json!(40), json!(60_000), json!("CNY")]);
        for (query, wanted) in [
            ("side=PAYABLE", 1),
            ("businessScope=SE", 1),
            ("settleMethod=TICKET", 2),
            ("validOn=2027-01-01", 0),
            ("coopName=KH001", 1),
        ] {
            assert_eq!(admin.ok(&format!("{TERMS}/page?{query}"))["total"], json!(wanted), "{query}");
        }
    });
}

#[test]
fn a_trial_tells_what_a_rule_comes_to_and_writes_nothing() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let [r1, r2, r3, r4] = rules(&admin);
        let r5 = json!({ "ruleName": "违约金", "side": "RECEIVABLE", "ruleKind": "INTEREST" });
        let r5 = rule(&admin, "XY-26010001", &r5);
        let before = world.contents(true);
        let told = tried(&admin, &r1, "2026-06");
        assert_eq!(figure(&told, "合计"), "35,000.0 计费重量");
        assert_eq!(figure(&told, "达到阶梯"), "≥30,000.0");
        assert_eq!(figure(&told, "金额"), "CNY 7,000.00");
        assert_eq!((figure(&told, "未计入"), rows(&told, 0), rows(&told, 1)), ("2票".to_owned(), 2, 2));
        for (rule, amount) in [(&r2, "CNY 2,000.00"), (&r3, "CNY 3,000.00"), (&r4, "CNY 500.00"), (&r5, "CNY 705.00")] {
            assert_eq!(figure(&tried(&admin, rule, "2026-06"), "金额"), amount);
        }
        assert_eq!(figure(&tried(&admin, &r3, "2026-06"), "合计"), "17,500.0 计费重量");
        world.unchanged(&before, true);
        // Each slice at its own price; a tier is reached with the quantity it names.
        let path = format!("{RULES}/{r1}");
        let version = admin.ok(&path)["version"].clone();
        done(admin.put(&path, json!({ "version": version, "tierMode": "SLICED" })));
        assert_eq!(figure(&tried(&admin, &r1, "2026-06"), "金额"), "CNY 3,000.00");
        // What departs on the last day of a month is of that month.
        assert_eq!(figure(&tried(&admin, &r1, "2026-05"), "合计"), "5,000.0 计费重量");
        assert_eq!(figure(&tried(&admin, &r1, "2026-07"), "合计"), "5,000.0 计费重量");
        for (period, said) in [("2026-13", "期间格式为年-月，如2026-06"), ("2025-12", "该条款在2025-12没有期间")]
        {
            let reply = admin.post(&format!("{path}/test"), json!({ "period": period }));
            assert_eq!(reply.findings_at("period"), [said]);
        }
        let list = admin.ok(&format!("{RULES}/page?ruleKind=TIER"));
        assert_eq!(list["records"][0]["ruleCode"], json!("XY-26010001-01"));
        assert_eq!(list["records"][0]["priceText"], json!("分段 ≥0.0 0.00；≥10,000.0 0.10；≥30,000.0 0.20"));
        assert_eq!(agreement(&admin, "XY-26010001")["ruleCount"], json!(3));
        assert_eq!(agreement(&admin, "XY-26010002")["ruleCount"], json!(0));
    });
}

#[test]
fn the_run_of_june_makes_four_bills_and_none_a_second_time() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let all = rules(&admin);
        let ids: Vec<&str> = all.iter().map(String::as_str).collect();
        let first = admin.ok(&format!("{RULES}/run/first"));
        assert_eq!(first["period"], json!("2026-06"), "the month before");
        assert_eq!(first["rules"].as_array().map(Vec::len), Some(4));
        let body = json!({
            "period": "2026-06", "requestId": "7f4f0f0e-0000-4000-8000-000000000001",
            "rules": ids.iter().map(|id| json!({ "id": id, "chosen": true })).collect::<Vec<_>>(),
        });
        let made = done(admin.post(&format!("{RULES}/run"), body.clone()));
        let codes = ["XZ-26070001", "XZ-26070002", "XZ-26070003", "XZ-26070004"];
        assert_eq!(made["billCodes"], json!(codes));
        // The same request is done once.
        assert_eq!(done(admin.post(&format!("{RULES}/run"), body))["billCodes"], json!(codes));
        let bills = admin.ok("/prm/coopBill/page?sort=billCode,asc");
        assert_eq!(texts(&bills, "billCode"), codes);
        assert_eq!(texts(&bills, "coopCode"), ["KH001", "KH001", "DL001", "GYS001"]);
        assert_eq!(texts(&bills, "side"), ["RECEIVABLE", "PAYABLE", "PAYABLE", "PAYABLE"]);
        assert_eq!(texts(&bills, "state"), ["DRAFT"; 4]);
        let amounts: Vec<Json> = bills["records"].as_array().unwrap().iter().map(|row| row["amount"].clone()).collect();
        assert_eq!(amounts, [json!(500), json!(7_000), json!(2_000), json!(3_000)]);
        let before = world.contents(false);
        let again = run(&admin, "2026-06", &ids);
        let said = again.findings_at("rules");
        assert_eq!((again.code, said.len()), (1, 4), "all at once");
        assert_eq!(said[0], "该条款2026-06已出账（XZ-26070002）");
        world.unchanged(&before, false);
        let row = admin.ok(&format!("{RULES}/page?ruleKind=TIER"))["records"][0].clone();
        assert_eq!((&row["lastPeriod"], &row["lastAmount"]), (&json!("2026-06"), &json!(7_000)));
        let left = admin.ok(&format!("{RULES}/run/first?period=2026-06"));
        assert_eq!(left["rules"], json!([]));
        refused(&admin.delete(&format!("{RULES}/{}?version=1", all[0])), "条款已出账，不能删除，可停用");
    });
}

#[test]
fn a_period_that_is_not_over_is_billed_after_a_question() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let one = rule(&admin, "XY-26010001", &fixed(500));
        let body = |confirmed: Json| json!({ "period": "2026-07", "rules": [{ "id": one, "chosen": true }], "confirmed": confirmed });
        let asked = admin.post(&format!("{RULES}/run"), body(json!([])));
        assert_eq!((asked.code, asked.questions()), (2, vec!["settlement.not_ended".to_owned()]));
        done(admin.post(&format!("{RULES}/run"), body(json!(["settlement.not_ended"]))));
        // One that is off is not due, nor is one that begins later.
        let path = format!("{RULES}/run");
        let off = rule(&admin, "XY-26010001", &with(fixed(1), &json!({ "active": false })));
        let later = rule(&admin, "XY-26010001", &with(fixed(1), &json!({ "firstPeriod": "2026-09" })));
        let first = admin.ok(&format!("{path}/first?period=2026-06"));
        let ids = first["rules"].to_string();
        assert!(!ids.contains(&off) && !ids.contains(&later), "{ids}");
        let nothing = run(&admin, "2026-06", &[&later]);
        assert_eq!(nothing.findings_at("rules"), ["没有到期未出账的条款"]);
    });
}

/// A new agreement of KH002 for sea import that bills by the month.
fn of_kh002(caller: &Caller<'_>, change: &Json) -> String {
    let body = json!({
        "agreementName": "客户乙海运", "coopId": id_of(caller, "KH002"), "side": "RECEIVABLE", "scopeCodes": ["SI"],
        "agreementType": "框架协议", "validFrom": "2026-01-01", "validTo": "2026-12-31", "settleMethod": "MONTH_DAYS",
        "paramK": 15, "baseDate": "NOTE", "currencyCode": "CNY",
    });
    let made = done(caller.post("/prm/coopAgreement", with(body, change)));
    let path = format!("/prm/coopAgreement/{}", made["id"].as_str().unwrap());
    let version = caller.ok(&path)["version"].clone();
    done(caller.post(&format!("{path}/submit"), json!({ "version": version })));
    caller.ok(&path)["agreementCode"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_less_than_the_least_bill_waits_for_the_next_one() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let code = of_kh002(&admin, &json!({ "minBill": 1000 }));
        let one = rule(&admin, &code, &fixed(500));
        let may = done(run(&admin, "2026-05", &[&one]));
        assert_eq!((&may["billCodes"], &may["carried"]), (&json!([]), &json!(1)));
        let june = done(run(&admin, "2026-06", &[&one]));
        assert_eq!(june["billCodes"], json!(["XZ-26070001"]), "500.00 and 500.00 are as much as is billed");
        let bill = admin.ok("/prm/coopBill/page")["records"][0].clone();
        assert_eq!((&bill["amount"], &bill["carriedIn"], &bill["lineCount"]), (&json!(1_000), &json!(500), &json!(2)));
        // Without the bill June can be billed again, and May waits for it.
        let path = format!("/prm/coopBill/{}", bill["id"].as_str().unwrap());
        done(admin.delete(&format!("{path}?version={}", admin.ok(&path)["version"])));
        let again = done(run(&admin, "2026-06", &[&one]));
        assert_eq!(again["billCodes"], json!(["XZ-26070002"]));
        assert_eq!(admin.ok("/prm/coopBill/page")["records"][0]["amount"], json!(1_000));
    });
}

/// The amounts of all bills, the first that was made first.
fn billed(caller: &Caller<'_>) -> Vec<Json> {
    let page = caller.ok("/prm/coopBill/page?sort=billCode,asc");
    page["records"].as_array().unwrap().iter().map(|row| row["amount"].clone()).collect()
}

fn change(caller: &Caller<'_>, rule: &str, change: &Json) -> Reply {
    let path = format!("{RULES}/{rule}");
    let version = caller.ok(&path)["version"].clone();
    caller.put(&path, with(json!({ "version": version }), change))
}

#[test]
fn a_rule_that_made_bills_keeps_what_tells_its_periods() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let volume = json!({
            "ruleName": "操作费", "side": "RECEIVABLE", "ruleKind": "VOLUME", "basis": "CHARGE_WEIGHT", "unitPrice": "0.10",
        });
        let one = rule(&admin, "XY-26010001", &with(volume, &counts("CUSTOMER")));
        // Until it was counted, all of it may change.
        done(change(&admin, &one, &json!({ "cycle": "QUARTER", "firstPeriod": "2026-03", "currencyCode": "USD" })));
        done(change(&admin, &one, &json!({ "cycle": "MONTH", "firstPeriod": "2026-01", "currencyCode": "CNY" })));
        done(run(&admin, "2026-05", &[&one]));
        let before = world.contents(true);
        let all = json!({ "cycle": "QUARTER", "firstPeriod": "2026-04", "side": "PAYABLE", "currencyCode": "USD" });
        let reply = change(&admin, &one, &all);
        for (at, field) in
            [("cycle", "周期"), ("firstPeriod", "首期（年-月）"), ("side", "收付方向"), ("currencyCode", "币种")]
        {
            assert_eq!(reply.findings_at(at), [format!("规则已出账，不能修改{field}")], "{at}");
        }
        world.unchanged(&before, true);
        done(change(&admin, &one, &json!({ "ruleName": "操作服务费", "cycle": "MONTH" })));
        done(run(&admin, "2026-06", &[&one]));
        assert_eq!(billed(&admin), [json!(500), json!(3_500)], "May and June, each once");
    });
}

#[test]
fn what_waits_for_a_bill_stays_in_its_currency() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let code = of_kh002(&admin, &json!({ "minBill": 500 }));
        let one = rule(&admin, &code, &fixed(300));
        let may = done(run(&admin, "2026-05", &[&one]));
        assert_eq!((&may["billCodes"], &may["carried"]), (&json!([]), &json!(1)));
        let reply = change(&admin, &one, &json!({ "currencyCode": "USD" }));
        assert_eq!(reply.findings_at("currencyCode"), ["规则已出账，不能修改币种"]);
        done(run(&admin, "2026-06", &[&one]));
        let bill = admin.ok("/prm/coopBill/page")["records"][0].clone();
        let told = ["currencyCode", "amount", "carriedIn"].map(|name| bill[name].clone());
        assert_eq!(told, [json!("CNY"), json!(600), json!(300)]);
    });
}

#[test]
fn interest_is_charged_once_in_whatever_order_periods_run() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let late = json!({ "ruleName": "违约金", "side": "RECEIVABLE", "ruleKind": "INTEREST" });
        let one = rule(&admin, "XY-26010001", &late);
        done(run(&admin, "2026-06", &[&one]));
        let may = done(run(&admin, "2026-05", &[&one]));
        assert_eq!((&may["billCodes"], &may["carried"]), (&json!([]), &json!(1)), "all its days were charged");
        assert_eq!(billed(&admin), [json!(705)]);
        // What waits and is counted once more keeps what it charged, though others went on where it ended.
        world.database(|_, conn| {
            let text = "UPDATE agreement SET min_bill = 1000000 WHERE org_id = 2 AND agreement_code = 'XY-26010001'";
            conn.exec(&platform::store::Stmt::Raw(text.to_owned(), Vec::new())).expect("a least bill");
        });
        let other = rule(&admin, "XY-26010001", &late);
        for period in ["2026-06", "2026-05", "2026-06"] {
            done(run(&admin, period, &[&other]));
        }
        let page = admin.ok(&format!("{RULES}/page?ruleKind=INTEREST&sort=ruleCode,asc"));
        let last = &page["records"][1];
        assert_eq!((&last["lastPeriod"], &last["lastAmount"]), (&json!("2026-06"), &json!(705)));
        assert_eq!(billed(&admin), [json!(705)]);
    });
}

#[test]
fn interest_of_a_bill_that_is_void_is_charged_again_though_a_later_bill_lies_behind_it() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let one =
            rule(&admin, "XY-26010001", &json!({ "ruleName": "违约金", "side": "RECEIVABLE", "ruleKind": "INTEREST" }));
        done(run(&admin, "2026-06", &[&one]));
        world.set_clock("2026-08-15 10:00:00");
        let admin = world.login("demo-admin");
        done(run(&admin, "2026-07", &[&one]));
        // 31 days more of D1 and D2, and 21 days of D3, which is due on 2026-07-25: 155.00, 465.00 and 210.00.
        assert_eq!(billed(&admin), [json!(705), json!(830)]);
        let bill = admin.ok("/prm/coopBill/page?period=2026-06")["records"][0].clone();
        let path = format!("/prm/coopBill/{}/void", bill["id"].as_str().expect("an id"));
        done(admin.post(&path, json!({ "version": bill["version"], "voidReason": "金额有误" })));
        done(run(&admin, "2026-06", &[&one]));
        let again = admin.ok("/prm/coopBill/page?period=2026-06&state=DRAFT")["records"][0].clone();
        assert_eq!(again["amount"], json!(705), "the days until 2026-07-15, and none of those behind");
        // Every day was charged once: nothing is left for another period.
        let may = done(run(&admin, "2026-05", &[&one]));
        assert_eq!(may["billCodes"], json!([]));
    });
}

#[test]
fn a_year_to_date_is_billed_in_the_order_of_its_periods() {
    with_trade(|world| {
        let admin = world.login("demo-admin");
        let year = json!({
            "ruleName": "年度返利", "side": "PAYABLE", "ruleKind": "TIER", "basis": "CHARGE_WEIGHT", "tierMode": "FULL",
            "cumulative": "YEAR", "tiers": [{ "fromValue": 0, "price": "0.10" }, { "fromValue": 30000, "price": "0.20" }],
        });
        let one = rule(&admin, "XY-26010001", &with(year, &counts("CUSTOMER")));
        done(run(&admin, "2026-06", &[&one]));
        assert_eq!(billed(&admin), [json!(8_000)], "40,000.0 of the year");
        let before = world.contents(true);
        let reply = run(&admin, "2026-05", &[&one]);
        assert_eq!(reply.findings_at("rules"), ["2026-05之后的期间已出账，请先作废"]);
        assert_eq!(admin.ok(&format!("{RULES}/run/first?period=2026-05"))["rules"], json!([]));
        world.unchanged(&before, true);
        let id = admin.ok("/prm/coopBill/page")["records"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/prm/coopBill/{id}");
        done(admin.delete(&format!("{path}?version={}", admin.ok(&path)["version"])));
        done(run(&admin, "2026-05", &[&one]));
        done(run(&admin, "2026-06", &[&one]));
        assert_eq!(billed(&admin), [json!(500), json!(7_500)], "8,000.00 of the year, as before");
    });
}

#[test]
fn the_clock_makes_bills_at_three_on_the_day_they_are_billed() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let code = of_kh002(&admin, &json!({ "billDay": 20 }));
        rule(&admin, &code, &fixed(500));
        rule(&admin, "XY-26010001", &fixed(500));
        let count = || world.login("demo-admin").ok("/prm/coopBill/page")["total"].clone();
        world.set_clock("2026-07-19 03:00:00");
        world.run_jobs();
        assert_eq!(count(), json!(0), "the day before");
        world.set_clock("2026-07-20 02:59:00");
        world.run_jobs();
        assert_eq!(count(), json!(0), "before three");
        world.set_clock("2026-07-20 03:00:00");
        world.run_jobs();
        assert_eq!(count(), json!(1), "agreements without a day are billed by hand");
        let bill = world.login("demo-admin").ok("/prm/coopBill/page")["records"][0].clone();
        assert_eq!((&bill["agreementCode"], &bill["period"]), (&json!(code), &json!("2026-06")));
        world.set_clock("2026-07-21 03:00:00");
        world.run_jobs();
        assert_eq!(count(), json!(1));
    });
}

#[test]
fn a_rule_is_checked_with_all_findings_at_once() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let plain = super::service::item(&admin, "AE", "空运费")["id"].clone();
        let tier = json!({
            "ruleName": "", "side": "PAYABLE", "ruleKind": "TIER", "basis": "CHARGE_WEIGHT", "tierMode": "FULL",
            "cumulative": "PERIOD", "firstPeriod": "2026-13", "serviceItemId": plain, "minAmount": 2, "maxAmount": 1,
            "tiers": [{ "fromValue": 10, "price": 1 }, { "fromValue": 10 }], "scopeCodes": ["SE"],
        });
        let item = item(&admin);
        let body = with(rule_body(&admin, "XY-26010001", &tier), &counts("CUSTOMER"));
        let reply = admin.post(RULES, body);
        assert_eq!(reply.code, 1);
        for (at, said) in [
            ("ruleName", "请填写条款名称"),
            ("firstPeriod", "期间格式为年-月，如2026-06"),
            ("serviceItemId", "请选择有“协议结算”标记且用于该收付方向的服务项目"),
            ("minAmount", "最低不能大于最高"),
            ("tiers.1.fromValue", "阶梯须从低到高"),
            ("tiers.1.price", "请输入单价"),
            ("scopeCodes", "业务范畴不在协议内"),
        ] {
            assert_eq!(reply.findings_at(at), [said], "{at}");
        }
        let wrong = |change: Json| admin.post(RULES, rule_body(&admin, "XY-26010002", &change));
        let side = wrong(json!({ "side": "PAYABLE", "ruleKind": "FIXED", "fixedAmount": 1, "serviceItemId": item }));
        assert_eq!(side.findings_at("side"), ["收付方向须与协议一致"]);
        let share = json!({
            "side": "RECEIVABLE", "ruleKind": "SHARE", "percent": 1, "shareBase": "PROFIT", "negative": "COUNT",
            "currencyCode": "USD",
        });
        let own = wrong(with(share, &counts("CUSTOMER")));
        assert_eq!(own.findings_at("currencyCode"), ["按收入、毛利、运费差或违约金结算的条款须用本位币"]);
        let volume = json!({ "side": "RECEIVABLE", "ruleKind": "VOLUME", "basis": "INCOME", "unitPrice": 1 });
        let volume = wrong(with(volume, &counts("CUSTOMER")));
        assert_eq!(volume.findings_at("basis"), ["收入和毛利仅用于阶梯条款"]);
        assert_eq!(admin.ok(&format!("{RULES}/page"))["total"], json!(0), "nothing was written");
    });
}

#[test]
fn one_who_does_not_see_a_partner_sees_neither_its_rules_nor_its_bills() {
    with_agreements(|world| {
        let admin = world.login("demo-admin");
        let (one, other) = (rule(&admin, "XY-26010001", &fixed(500)), rule(&admin, "XY-26010002", &fixed(500)));
        done(run(&admin, "2026-06", &[&one, &other]));
        prepare(&admin);
        set_level(&admin, 1);
        let manager = world.login("mgr01");
        for path in [RULES, "/prm/coopBill"] {
            assert_eq!(manager.ok(&format!("{path}/page"))["total"], json!(0), "{path}");
        }
        assert_eq!(texts(&manager.ok(&format!("{TERMS}/page")), "agreementCode"), ["XY-26010003"]);
        let reply = run(&manager, "2026-05", &[&one]);
        assert_eq!(reply.status, 404);
    });
}
