//! The world of these tests: base and sea layers made by calls.

use kernel::parse_day;
use platform::registry::Room;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
pub use testkit::done;
use testkit::{Caller, Reply, World, each_database_from};

pub fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room(), sc::room()]
}

/// A story with partners and reference data, without orders.
pub fn with_partners(story: impl Fn(&World)) {
    each_database_from(rooms, lay_partners, story);
}

pub fn lay_partners(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
}

/// A story with the orders of the fixture.
pub fn with_orders(story: impl Fn(&World)) {
    each_database_from(rooms, lay_orders, story);
}

/// The orders of the fixture of sea, rail, road and other business.
pub fn lay_orders(world: &World) {
    lay_partners(world);
    world.wait(seed::sea::orders(&world.maker(), parse_day("2026-07-15").expect("a day")));
}

pub fn pick(caller: &Caller<'_>, select: &str) -> String {
    let offers = caller.ok(&format!("/platform/select/{select}"));
    offers[0]["value"].as_str().unwrap_or_else(|| panic!("{select} offers nothing")).to_owned()
}

pub fn with(mut order: Json, members: Json) -> Json {
    let from = members.as_object().cloned().unwrap_or_default();
    order.as_object_mut().expect("an object").extend(from);
    order
}

/// A statement, for set-up that has no call.
pub fn raw(world: &World, statement: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(statement.to_owned(), Vec::new())).unwrap());
}

pub fn text(json: &Json, name: &str) -> String {
    json[name].as_str().unwrap_or_default().to_owned()
}

/// A sea export order that saves.
pub fn sea(caller: &Caller<'_>) -> Json {
    json!({
        "coopId": pick(caller, "coop?keyword=KH001"), "businessProduct": "全程出口", "departureStation": "CNSHA",
        "arrivalStation": "DEHAM", "expectDeparture": "2026-07-20", "goodsNameCn": "机械配件", "planPieces": 1200,
        "planWeight": 18500, "planVolume": 118, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
    })
}

/// A road order that saves.
pub fn road(caller: &Caller<'_>) -> Json {
    json!({
        "coopId": pick(caller, "coop?keyword=KH001"), "businessProduct": "整车", "departureStation": "310100",
        "arrivalStation": "330100", "expectDeparture": "2026-07-16", "goodsNameCn": "服装", "planPieces": 40,
        "planWeight": 3200, "planVolume": 8,
    })
}

/// Saves a new order that must succeed.
#[track_caller]
pub fn saved(caller: &Caller<'_>, scope: &str, order: Json) -> Json {
    done(caller.post(&format!("/sc/order/{scope}"), order))
}

/// Changes members of an order.
pub fn change(caller: &Caller<'_>, scope: &str, uuid: &str, members: Json) -> Reply {
    let now = caller.ok(&format!("/sc/order/{scope}/{uuid}"));
    caller.put(&format!("/sc/order/{scope}/{uuid}"), with(now, members))
}

/// Public name of an order of the fixture.
pub fn uuid_of(caller: &Caller<'_>, scope: &str, code: &str) -> String {
    let page = caller.ok(&format!("/sc/order/{scope}/page?orderCode={code}&closed=true"));
    text(&page["records"][0], "orderUuid")
}

/// Income and cost of an order are done, though it has no charges.
pub fn record(caller: &Caller<'_>, scope: &str, uuid: &str) {
    for path in ["doIncome", "doCost"] {
        let row = caller.ok(&format!("/sc/order/{scope}/{uuid}"))["rowUuid"].clone();
        let body = json!({ "rowUuid": row, "confirmed": ["charge.none"] });
        done(caller.put(&format!("/sc/order/{scope}/{uuid}/{path}"), body));
    }
}
