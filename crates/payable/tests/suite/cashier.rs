//! What the stories of the cashier share: bank accounts, a supplier's account, and the payment CP1 of E4.

use platform::store::sql;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done};

use crate::payable::{charged, found};

const DEMO: i64 = 2;
/// C3 and C4 of the fixture, in thousandths.
const C3: i64 = 12_000_000;
const C4: i64 = 3_000_000;

/// The charges of the fixture, its bank accounts and its chart; the bank account held 100000.00 at the end of May.
pub fn cashier(world: &World) {
    charged(world);
    world.wait(seed::money::bank_accounts(&world.maker()));
    world.wait(seed::money::chart(&world.maker()));
    world.set_clock("2026-07-15 10:00:00");
    let fin = world.login("fin01");
    let account = account(&fin, "CNY");
    let opening = json!({ "accountId": account, "date": "2026-05-31", "amount": "100000.00" });
    done(fin.post("/css/bankJournal/opening", opening));
}

/// The same with a row on each page: a payment, its request and the write-off that paid a part of it.
pub fn busy(world: &World) {
    cashier(world);
    let (id, _) = passed(world, &world.login("fin01"));
    let fin = world.login("fin01");
    done(pay(&fin, &id, ("4000.00", "2026-07-15")));
    super::cost_invoice::saved(world, &fin, &[("G0009", "10.00")]);
}

/// The bank account in a currency.
pub fn account(caller: &Caller<'_>, currency: &str) -> String {
    let offers = caller.ok("/platform/select/moneyAccount?keyword=银行存款");
    let list = offers.as_array().cloned().unwrap_or_default();
    let is_of = |offer: &&Json| offer["label"].as_str().is_some_and(|label| label.ends_with(currency));
    list.iter().find(is_of).map(|offer| text(offer, "value")).unwrap_or_else(|| panic!("{currency}: {list:?}"))
}

/// Cash in the functional currency.
pub fn cash(caller: &Caller<'_>) -> String {
    let offers = caller.ok("/platform/select/moneyAccount?keyword=库存现金");
    text(&offers[0], "value")
}

pub fn text(of: &Json, name: &str) -> String {
    of[name].as_str().unwrap_or_default().to_owned()
}

pub fn coop(world: &World, code: &str) -> String {
    found(world, "coop", &[("coop_code", code)])
}

/// A cost of an amount.
pub fn cost_of(world: &World, amount: i64) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "charge");
        select.column("id").and_where(sql::eq("kind", "PAYABLE".to_owned())).and_where(sql::eq("amount", amount));
        let row = conn.first(&select.into()).expect("reads").expect("a cost");
        row.get::<i64>(0).expect("an id").to_string()
    })
}

/// Adds a cost to E1: supplier, currency with its rate, price. Answers its id.
pub fn new_cost(world: &World, (code, currency, rate): (&str, &str, &str), price: &str) -> String {
    let fin = world.login("fin01");
    let orders = fin.ok("/afbase/order/page?orderCode=AE-2607150001");
    let uuid = text(&orders["records"][0], "orderUuid");
    let path = format!("/css/charge/list?orderUuid={uuid}");
    let list = fin.ok(&path);
    let mut cost = json!({
        "serviceItemId": list["cost"][0]["serviceItemId"], "coopId": coop(world, code), "basis": "票",
        "currency": currency, "unitPrice": price, "taxRate": "0%",
    });
    if !rate.is_empty() {
        cost["exchangeRate"] = json!(rate);
    }
    let body = json!({ "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [], "cost": [cost] });
    done(fin.post("/css/charge/save", body));
    let now = fin.ok(&path)["cost"].as_array().cloned().unwrap_or_default();
    let known = list["cost"].as_array().cloned().unwrap_or_default();
    let is_new = |line: &&Json| known.iter().all(|old| old["id"] != line["id"]);
    now.iter().find(is_new).map(|line| text(line, "id")).expect("the cost")
}

/// Submits a request, has its account reviewed; answers its id. It passes at once where nobody decides.
pub fn ready(world: &World, body: Json) -> String {
    let fin = world.login("fin01");
    let id = asked(&fin, body);
    done(act(&fin, (&id, "submit"), json!({})));
    let is_reviewed = format!(
        "SELECT COUNT(*) FROM coop_bank b JOIN payment_request r ON r.org_id = b.org_id \
        AND r.coop_bank_id = b.id WHERE r.id = {id} AND b.reviewer_id IS NOT NULL"
    );
    let count = world.database(|_, conn| {
        let rows = conn.query(&platform::store::Stmt::Raw(is_reviewed, Vec::new())).expect("reads");
        rows[0].get::<i64>(0).expect("a count")
    });
    if count == 0 {
        reviewed(world, &id);
    }
    id
}

/// 撤销核销 by the number of a write-off.
pub fn reverse(world: &World, num: &str) -> Reply {
    let fin = world.login("fin01");
    let id = found(world, "write_off", &[("write_off_num", num)]);
    let version = row(&fin, "/css/costWriteoff/page?size=100", &id)["version"].clone();
    let body = json!({ "version": version, "reverseReason": "付错" });
    fin.post(&format!("/css/costWriteoff/{id}/reverse"), body)
}

/// What moved a money account, in the order it was written.
pub fn moved(world: &World, account: &str) -> Vec<i64> {
    figures(world, "fund_movement", "amount", ("account_id", account))
}

/// A payment of a supplier of parts of costs.
pub fn payment(caller: &Caller<'_>, (coop, currency): (&str, &str), parts: &[(String, &str)]) -> String {
    let parts: Vec<Json> = parts.iter().map(|(id, amount)| json!({ "chargeId": id, "amount": amount })).collect();
    let body = json!({ "coopId": coop, "currency": currency, "paymentDate": "2026-07-15", "parts": parts });
    text(&done(caller.post("/css/payment/doSave", body)), "id")
}

/// CP1: C3 wholly and 2000.00 of C4.
pub fn cp1(world: &World, caller: &Caller<'_>) -> String {
    let parts = [(cost_of(world, C3), "12000.00"), (cost_of(world, C4), "2000.00")];
    payment(caller, (&coop(world, "GYS001"), "CNY"), &parts)
}

/// A bank account of a supplier, which nobody reviewed yet.
pub fn bank(world: &World, caller: &Caller<'_>, code: &str, currency: &str) -> String {
    let body = json!({
        "coopId": coop(world, code), "accountName": "演示供应商有限公司", "bankName": "中国工商银行上海分行",
        "accountNo": "1001 2233 4455", "currency": currency,
    });
    text(&done(caller.post("/css/paymentRequest/bank", body)), "id")
}

/// The body of a request of payments.
pub fn request_of(bank: &str, parts: &[(&str, &str)]) -> Json {
    let parts: Vec<Json> = parts.iter().map(|(id, amount)| json!({ "paymentId": id, "amount": amount })).collect();
    json!({
        "type": "PAYMENT", "dueDate": "2026-07-20", "urgency": "NORMAL", "paymentMethod": "电汇", "coopBankId": bank,
        "payments": parts,
    })
}

/// Makes a request; answers its id.
pub fn asked(caller: &Caller<'_>, body: Json) -> String {
    text(&done(caller.post("/css/paymentRequest/save", body)), "id")
}

/// A request as its list shows it.
pub fn request(caller: &Caller<'_>, id: &str) -> Json {
    row(caller, "/css/paymentRequest/page?size=100", id)
}

pub fn row(caller: &Caller<'_>, path: &str, id: &str) -> Json {
    let page = caller.ok(path);
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.into_iter().find(|row| row["id"] == json!(id)).unwrap_or_else(|| panic!("{path} has no {id}"))
}

/// Does something to a request in its present version.
pub fn act(caller: &Caller<'_>, (id, verb): (&str, &str), body: Json) -> Reply {
    let mut body = body;
    body["version"] = request(caller, id)["version"].clone();
    caller.post(&format!("/css/paymentRequest/{id}/{verb}"), body)
}

/// Another user than who entered it reviews the account of a request.
pub fn reviewed(world: &World, id: &str) {
    let admin = world.login("demo-admin");
    done(act(&admin, (id, "reviewBank"), json!({})));
}

/// A request that passed, of all of CP1, to a reviewed account; answers request and payment.
pub fn passed(world: &World, caller: &Caller<'_>) -> (String, String) {
    let cp1 = cp1(world, caller);
    let bank = bank(world, caller, "GYS001", "CNY");
    let id = asked(caller, request_of(&bank, &[(&cp1, "14000.00")]));
    done(act(caller, (&id, "submit"), json!({})));
    reviewed(world, &id);
    (id, cp1)
}

pub fn pay(caller: &Caller<'_>, id: &str, (amount, date): (&str, &str)) -> Reply {
    let body = json!({ "accountId": account(caller, "CNY"), "date": date, "amount": amount });
    act(caller, (id, "pay"), body)
}

/// Turns a switch of the company.
pub fn switch(world: &World, values: Json) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgSetting")["version"].clone();
    done(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })));
}

/// Figures of rows: column of a table where another column holds something, by their ids.
pub fn figures(world: &World, table: &'static str, column: &'static str, by: (&'static str, &str)) -> Vec<i64> {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, table);
        select
            .column(column)
            .and_where(sql::eq(by.0, by.1.parse::<i64>().expect("an id")))
            .order_by("id", platform::sea_query::Order::Asc);
        let rows = conn.query(&select.into()).expect("reads");
        rows.iter().map(|row| row.get(0).expect("a figure")).collect()
    })
}
