//! The world of these tests: base and air layers made by calls.

use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

pub fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room()]
}

/// A story with partners and reference data, without orders.
pub fn with_partners(story: impl Fn(&World)) {
    each_database(rooms, |world| {
        world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
        world.partners();
        story(world);
    });
}

/// A story with the orders of the fixture.
pub fn with_orders(story: impl Fn(&World)) {
    with_partners(|world| {
        world.set_clock("2026-07-14 08:00:00");
        yesterday(world);
        world.set_clock("2026-07-15 09:00:00");
        today(world);
        world.set_clock(testkit::NOW);
        story(world);
    });
}

const YES: [&str; 3] = ["order.tolerance", "order.similar", "awb.shared"];

fn fixture_order(caller: &Caller<'_>, (customer, sales): (&str, &str), members: Json) -> String {
    let mut order = example(caller);
    order["coopId"] = json!(pick(caller, &format!("coop?keyword={customer}"), customer));
    order["salesId"] = json!(pick(caller, &format!("user?keyword={sales}"), sales));
    order["confirmed"] = json!(YES);
    text(&saved(caller, with(order, members)), "orderUuid")
}

/// The stock, E4 and E5.
fn yesterday(world: &World) {
    let (op, mgr, fin) = (world.login("op01"), world.login("ceo01"), world.login("fin01"));
    let receipt = json!({
        "prefix": "990", "awbFromType": "一级代理", "awbFromId": pick(&op, "coop?keyword=GYS001", "GYS001"),
        "receiveDate": "2026-07-14", "start": "12345675", "count": 6, "kind": "中性",
    });
    done(op.post("/afbase/awb/saveReceipt", receipt));
    let e4 = json!({ "expectFlight": "X9101", "expectDeparture": "2026-07-14", "awbNumber": "990-12345690",
        "planPieces": 10, "planWeight": 250, "planVolume": 1 });
    let e4 = fixture_order(&op, ("KH001", "sales01"), e4);
    let actual = json!({ "confirmPieces": 10, "confirmWeight": 250, "confirmVolume": 1,
        "services": { "customs": { "enabled": true, "clearanceDate": "2026-07-14" } } });
    done(change(&op, &e4, actual));
    let departed = "FSU/14\r\n990-12345690PVGFRA/T10K250\r\nDEP/X9101/14JUL/PVGFRA/T10K250/A1240\r\n";
    done(op.post_text("/afbase/track/receive", departed));
    let row = |uuid: &str| json!({ "orderUuid": uuid, "rowUuid": text(&view(&op, uuid), "rowUuid") });
    done(fin.put("/afbase/order/lock", row(&e4)));
    let e5 = json!({ "arrivalStation": "LAX", "planPieces": 5, "planWeight": 100, "planVolume": 0.5 });
    let e5 = fixture_order(&op, ("KH002", "sales02"), e5);
    done(mgr.put("/afbase/order/forceStop", with(row(&e5), json!({ "reason": "客户取消" }))));
}

/// E1, E2 and E3.
fn today(world: &World) {
    let op = world.login("op01");
    let consignee = json!({ "scName": "DEMO CONSIGNEE GMBH", "scAddress": "2 DEMO STRASSE", "nationCode": "DE",
        "cityNameEn": "FRANKFURT", "postCode": "60547" });
    let e1 = json!({ "internalNumber": "NB-001", "expectFlight": "X9101", "expectDeparture": "2026-07-18",
        "awbNumber": "990-12345675", "parties": { "consignee": consignee },
        "planDimensions": [{ "length": 100, "width": 60, "height": 50, "pieces": 12 }] });
    let e1 = fixture_order(&op, ("KH001", "sales01"), e1);
    for (house, pieces, weight, volume) in [("HA001", 5, 200, 1.5), ("HA002", 7, 280, 2.1)] {
        let hawb = json!({ "hawbNumber": house, "pieces": pieces, "weight": weight, "volume": volume });
        done(op.post("/afbase/hawb/doSave", json!({ "orderUuid": e1, "hawb": hawb })));
    }
    let actual = json!({ "confirmPieces": 12, "confirmWeight": 500, "confirmVolume": 3.95, "confirmed": YES,
        "confirmDimensions": [{ "length": 100, "width": 60, "height": 55, "pieces": 11 },
                              { "length": 80, "width": 80, "height": 50, "pieces": 1 }] });
    done(change(&op, &e1, actual));
    let e2 = json!({ "expectFlight": "X9101", "expectDeparture": "2026-07-18", "isConsol": true,
        "planPieces": 8, "planWeight": 300, "planVolume": 1.2 });
    fixture_order(&op, ("KH002", "sales02"), e2);
    let e3 = json!({ "departureStation": "PEK", "arrivalStation": "LAX", "transitStation": "HKG",
        "expectFlight": "X9201", "expectDeparture": "2026-07-17", "awbNumber": "990-12345686",
        "planPieces": 20, "planWeight": 1000, "planVolume": 5,
        "legs": [{ "fromStation": "PEK", "toStation": "HKG", "flightNo": "X9201", "flightDate": "2026-07-17" },
                 { "fromStation": "HKG", "toStation": "LAX", "flightNo": "X9301", "flightDate": "2026-07-18" }] });
    fixture_order(&op, ("KH001", "sales01"), e3);
}

#[track_caller]
fn done(reply: testkit::Reply) {
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
}

pub fn pick(caller: &Caller<'_>, select: &str, hint: &str) -> String {
    let offers = caller.ok(&format!("/platform/select/{select}"));
    let found = offers.as_array().expect("offers").iter().find(|offer| offer["hint"] == hint).cloned();
    found.unwrap_or_else(|| panic!("{select} offers no {hint}: {offers}"))["value"]
        .as_str()
        .expect("a value")
        .to_owned()
}

/// The example order of the catalogue.
pub fn example(caller: &Caller<'_>) -> Json {
    json!({
        "businessScope": "AE", "businessProduct": "代理制", "coopId": pick(caller, "coop?keyword=KH001", "KH001"),
        "salesId": pick(caller, "user?keyword=sales01", "sales01"),
        "servicerId": pick(caller, "user?keyword=cs01", "cs01"),
        "departureStation": "PVG", "arrivalStation": "FRA", "goodsNameCn": "服装",
        "planPieces": 12, "planWeight": 480, "planVolume": 3.6,
    })
}

pub fn with(mut order: Json, members: Json) -> Json {
    let from = members.as_object().cloned().unwrap_or_default();
    order.as_object_mut().expect("an object").extend(from);
    order
}

pub fn text(json: &Json, name: &str) -> String {
    json[name].as_str().unwrap_or_default().to_owned()
}

/// Saves a new order that must succeed; answers the row as the list knows it.
#[track_caller]
pub fn saved(caller: &Caller<'_>, order: Json) -> Json {
    let reply = caller.post("/afbase/order/doSave", order);
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
    reply.data
}

pub fn view(caller: &Caller<'_>, uuid: &str) -> Json {
    caller.ok(&format!("/afbase/order/view/{uuid}"))
}

/// Public name of an order of the fixture.
pub fn uuid_of(caller: &Caller<'_>, code: &str) -> String {
    let page = caller.ok(&format!("/afbase/order/page?orderCode={code}&closed=true"));
    text(&page["records"][0], "orderUuid")
}

/// Changes members of an order.
pub fn change(caller: &Caller<'_>, uuid: &str, members: Json) -> testkit::Reply {
    caller.post("/afbase/order/doUpdate", with(view(caller, uuid), members))
}
