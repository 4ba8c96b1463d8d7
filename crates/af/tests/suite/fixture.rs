//! The world of these tests: base and air layers made by calls.

use platform::registry::Room;
use serde_json::{Value as Json, json};
pub use testkit::done;
use testkit::{Caller, Reply, World, each_database_from};

pub fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room()]
}

/// A story with partners and reference data, without orders.
pub fn with_partners(story: impl Fn(&World)) {
    each_database_from(rooms, lay_partners, story);
}

/// Reference data and partners.
pub fn lay_partners(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
}

/// A story with the orders of the fixture.
pub fn with_orders(story: impl Fn(&World)) {
    each_database_from(rooms, lay_orders, story);
}

pub fn lay_orders(world: &World) {
    lay_partners(world);
    world.wait(seed::air::orders(&world.maker()));
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

/// Makes a move of an order.
pub fn moved(caller: &Caller<'_>, path: &str, uuid: &str, more: Json) -> Reply {
    let row = text(&view(caller, uuid), "rowUuid");
    let body = with(json!({ "orderUuid": uuid, "rowUuid": row }), more);
    let path = format!("/afbase/{path}");
    if path.ends_with("uninstallAwb") { caller.post(&path, body) } else { caller.put(&path, body) }
}

/// Income and cost of an order are done, though it has no charges.
pub fn record(caller: &Caller<'_>, order: &str) {
    for path in ["doIncome", "doCost"] {
        let row = view(caller, order)["rowUuid"].clone();
        let body = json!({ "orderUuid": order, "rowUuid": row, "confirmed": ["charge.none"] });
        done(caller.post(&format!("/afbase/order/{path}"), body));
    }
}
