//! What the stories of payments share: CP1 of the fixture, the costs that are left, and the invariants of payments.

use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done};

use super::cashier::{coop, row, text};
use crate::payable::{charged, found};

pub const DEMO: i64 = 2;
pub const E1: &str = "AE-2607150001";
pub const E4: &str = "AE-2607140001";
/// Masters of E1 and E4.
pub const OF_E1: &str = "990-12345675";
pub const OF_E4: &str = "990-12345690";
pub const CP1: &str = "AE-CP-2607140001";
pub const LIST: &str = "/css/payment/page?size=100";
/// Costs of the fixture, in thousandths.
pub const C3: i64 = 12_000_000;
pub const C4: i64 = 3_000_000;
pub const C7: i64 = 13_170_000;
pub const C10: i64 = 2_400_000;

/// The charges of the fixture with CP1, after E1 has flown.
pub fn reconciled(world: &World) {
    charged(world);
    world.wait(seed::payable::cp1(&world.maker()));
    world.set_clock("2026-07-20 10:00:00");
}

/// The same with S1, its costs at the rates of its business day.
pub fn at_sea(world: &World) {
    charged(world);
    decide(world, json!({ "rateDate": "business" }));
    let boxed = |item, (currency, price), tax| seed::money::Charge {
        side: "cost",
        item,
        coop: "GYS002",
        currency,
        price,
        basis: ("标箱", None),
        tax,
    };
    let costs = [boxed("干线-海运费", ("USD", "600"), "0%"), boxed("操作-码头操作费", ("CNY", "1800"), "6%")];
    let op = world.login("op01").client();
    let order = json!({
        "coopId": coop(world, "KH002"), "businessProduct": "全程出口", "departureStation": "CNSHA",
        "arrivalStation": "USLAX", "expectDeparture": "2026-05-10", "goodsNameCn": "机械配件", "planPieces": 1200,
        "planWeight": 18500, "planVolume": 118, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
    });
    let uuid = world.wait(seed::sea::save(&op, "se", order));
    world.wait(seed::money::enter(&op, &uuid, &costs));
    world.wait(seed::payable::cp1(&world.maker()));
    world.set_clock("2026-07-20 10:00:00");
}

/// A setting of the company.
pub fn decide(world: &World, values: Json) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgSetting")["version"].clone();
    done(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })));
}

/// Somebody decides about an event.
pub fn decided_by_mgr(world: &World, event: &str) {
    let admin = world.login("demo-admin");
    let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
    let setting = json!({
        "eventId": event, "approval": 1, "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
    });
    done(admin.post("/prm/ics/approval/setting", setting));
}

/// Gives the user of the other company some buttons.
pub fn lets_sh01(world: &World, codes: &[&str]) {
    const DEMOSH: i64 = 3;
    world.database(|_, conn| {
        let mut role = sql::from(DEMOSH, "role");
        role.column("id");
        let role: i64 = conn.first(&role.into()).expect("reads").expect("a role").get(0).expect("an id");
        for code in codes {
            let mut node = sql::from_global("permission");
            node.column("id").and_where(sql::eq("code", (*code).to_owned()));
            let node = conn.first(&node.into()).expect("reads").unwrap_or_else(|| panic!("no {code}"));
            let node: i64 = node.get(0).expect("an id");
            let mut has = sql::from(DEMOSH, "role_permission");
            has.column("role_id").and_where(sql::eq("role_id", role)).and_where(sql::eq("permission_id", node));
            if conn.first(&has.into()).expect("reads").is_some() {
                continue;
            }
            let pair = [("role_id", Value::Int(role)), ("permission_id", Value::Int(node))];
            conn.exec(&sql::insert(DEMOSH, "role_permission", &pair).into()).expect("gives it");
        }
        platform::access::raise_permission_version(conn, DEMOSH).expect("judged anew");
    });
}

/// A figure with the decimals that are shown; a dash where there is none.
pub fn figure(of: &Json, name: &str) -> String {
    of[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"))
}

pub fn figures<const N: usize>(of: &Json, names: [&str; N]) -> [String; N] {
    names.map(|name| figure(of, name))
}

pub fn texts<const N: usize>(of: &Json, names: [&str; N]) -> [String; N] {
    names.map(|name| text(of, name))
}

pub fn rows(of: &Json) -> Vec<Json> {
    of.as_array().cloned().expect("rows")
}

/// What is left of the costs of a supplier.
pub fn asked(world: &World, (code, currency): (&str, &str), more: Json) -> Json {
    let mut body = json!({ "coopId": coop(world, code), "currency": currency });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

/// The pool of a supplier: number and rest of each cost.
pub fn pool(caller: &Caller<'_>, body: Json) -> Vec<(String, String)> {
    let told = done(caller.post("/css/payment/pool", body));
    rows(&told["lines"]).iter().map(|line| (text(line, "bizNumber"), text(line, "rest"))).collect()
}

pub fn pair(number: &str, rest: &str) -> (String, String) {
    (number.to_owned(), rest.to_owned())
}

/// The body of a payment of parts of costs.
pub fn wanted(world: &World, (code, currency): (&str, &str), parts: &[(String, &str)]) -> Json {
    let parts: Vec<Json> = parts.iter().map(|(id, amount)| json!({ "chargeId": id, "amount": amount })).collect();
    json!({ "coopId": coop(world, code), "currency": currency, "paymentDate": "2026-07-20", "parts": parts })
}

pub fn save(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post("/css/payment/doSave", body)
}

/// A payment by its number.
pub fn numbered(world: &World, num: &str) -> String {
    found(world, "payment", &[("payment_num", num)])
}

pub fn listed(caller: &Caller<'_>, id: &str) -> Json {
    row(caller, LIST, id)
}

/// Does something to a payment in its present version.
pub fn act(caller: &Caller<'_>, (id, verb): (&str, &str), body: Json) -> Reply {
    let mut body = body;
    body["version"] = listed(caller, id)["version"].clone();
    caller.post(&format!("/css/payment/{id}/{verb}"), body)
}

pub fn void(caller: &Caller<'_>, id: &str) -> Reply {
    act(caller, (id, "void"), json!({ "voidReason": "供应商重开账单" }))
}

/// What is reconciled of a cost, in thousandths.
pub fn taken_of(world: &World, charge: &str) -> i64 {
    number(world, &format!("SELECT reconciled FROM charge WHERE org_id = {DEMO} AND id = {charge}"))
}

/// What a statement counts.
pub fn number(world: &World, text: &str) -> i64 {
    world.database(|_, conn| {
        let row = conn.first(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads").expect("a row");
        row.get(0).expect("a number")
    })
}

/// Writes into a payment what other pages write there.
pub fn touch(world: &World, id: &str, column: &'static str, value: i64) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, "payment", &[(column, Value::Int(value))]);
        update.and_where(sql::eq("id", id.parse::<i64>().expect("an id")));
        assert_eq!(conn.exec(&update.into()).expect("writes"), 1);
    });
}

/// Invariants 7, 8 and 23 of css.md hold.
pub fn sums_hold(world: &World) {
    const NONE: [(&str, &str); 5] = [
        (
            "7: what is reconciled of a cost is in payments in force",
            "SELECT COUNT(*) FROM charge c WHERE c.reconciled <> COALESCE((SELECT SUM(d.amount) FROM payment_detail d \
             WHERE d.org_id = c.org_id AND d.charge_id = c.id AND NOT d.is_void), 0)",
        ),
        (
            "7: no more and of no other sign than the cost",
            "SELECT COUNT(*) FROM charge c WHERE (c.amount >= 0 AND (c.reconciled < 0 OR c.reconciled > c.amount)) \
             OR (c.amount < 0 AND (c.reconciled > 0 OR c.reconciled < c.amount))",
        ),
        (
            "8: a payment is the sum of its details",
            "SELECT COUNT(*) FROM payment p WHERE p.state = 'NORMAL' AND p.amount <> COALESCE((SELECT SUM(d.amount) \
             FROM payment_detail d WHERE d.org_id = p.org_id AND d.payment_id = p.id AND NOT d.is_void), 0)",
        ),
        (
            "8: details are of its partner and currency",
            "SELECT COUNT(*) FROM payment p JOIN payment_detail d ON d.org_id = p.org_id AND d.payment_id = p.id \
             JOIN charge c ON c.org_id = d.org_id AND c.id = d.charge_id \
             WHERE c.coop_id <> p.coop_id OR c.currency_code <> p.currency_code OR c.kind <> 'PAYABLE'",
        ),
        (
            "23: numbers are unique",
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM payment GROUP BY org_id, payment_num HAVING COUNT(*) > 1) AS twice",
        ),
    ];
    for (what, text) in NONE {
        assert_eq!(number(world, text), 0, "{}: {what}", world.database);
    }
}
