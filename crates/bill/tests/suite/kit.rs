//! The world of these tests: the layers base and sea made by calls, with the bills of the fixture.

use kernel::parse_day;
use platform::registry::Room;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, each_database_from};
pub use testkit::{done, field, findings, refused};

pub const BASE: &str = "/sc/blPrint";
pub const SE1: &str = "SE-2607150001";
pub const SE2: &str = "SE-2607150002";
pub const SE4: &str = "SE-2607140001";
pub const SE5: &str = "SE-2607140002";

pub fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room(), awb::room(), track::room(), af::room(), sc::room(), bill::room()]
}

/// A story with the orders of the fixture, without bills.
pub fn with_orders(story: impl Fn(&World)) {
    each_database_from(rooms, lay_orders, story);
}

fn lay_orders(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::sea::orders(&world.maker(), parse_day("2026-07-15").expect("a day")));
}

/// The same with its bills.
pub fn with_bills(story: impl Fn(&World)) {
    with_bills_in(rooms, story);
}

/// The same beside other rooms.
pub fn with_bills_in(rooms: fn() -> Vec<Room>, story: impl Fn(&World)) {
    each_database_from(rooms, lay_bills, story);
}

fn lay_bills(world: &World) {
    lay_orders(world);
    world.wait(seed::bill::bills(&world.maker(), parse_day("2026-07-15").expect("a day")));
}

/// Public name of an order of the fixture.
pub fn uuid_of(caller: &Caller<'_>, code: &str) -> String {
    let page = caller.ok(&format!("/sc/order/se/page?orderCode={code}&closed=true"));
    field(&page["records"][0], "orderUuid").to_owned()
}

pub fn with(mut value: Json, members: Json) -> Json {
    value.as_object_mut().expect("an object").extend(members.as_object().cloned().unwrap_or_default());
    value
}

/// The form a new bill of an order begins with.
pub fn fresh(caller: &Caller<'_>, code: &str, kind: &str) -> Json {
    caller.ok(&format!("{BASE}/prefill/{}/{kind}", uuid_of(caller, code)))["content"].clone()
}

/// Tries to keep a new bill.
pub fn create(caller: &Caller<'_>, code: &str, content: Json) -> Reply {
    caller.post(BASE, json!({ "orderUuid": uuid_of(caller, code), "content": content }))
}

/// What the check says of a form: fields and messages.
pub fn checked(caller: &Caller<'_>, code: &str, content: Json) -> Vec<(String, String)> {
    findings(&caller.post(&format!("{BASE}/check"), json!({ "orderUuid": uuid_of(caller, code), "content": content })))
}

pub fn said(list: &[(String, String)], at: &str) -> Vec<String> {
    list.iter().filter(|(field, _)| field == at).map(|(_, message)| message.clone()).collect()
}

/// The stored bill of an order by its place in the list.
pub fn stored(caller: &Caller<'_>, code: &str, place: usize) -> Json {
    let list = caller.ok(&format!("{BASE}/list/{}", uuid_of(caller, code)));
    caller.ok(&format!("{BASE}/view/{}", field(&list["bills"][place], "blId")))
}

/// Changes members of the form of a stored bill.
pub fn change(caller: &Caller<'_>, bill: &Json, members: Json) -> Reply {
    let body = json!({
        "orderUuid": bill["orderUuid"], "blId": bill["blId"], "rowUuid": bill["rowUuid"],
        "content": with(bill["content"].clone(), members),
    });
    caller.put(BASE, body)
}

/// Makes a move of a bill.
pub fn go(caller: &Caller<'_>, action: &str, bill: &Json, more: Json) -> Reply {
    let path = format!("{BASE}/{action}/{}", field(bill, "blId"));
    caller.put(&path, with(json!({ "rowUuid": bill["rowUuid"] }), more))
}

/// A form of SE1 that can be finished once its vessel has left.
pub fn whole(caller: &Caller<'_>) -> Json {
    with(
        fresh(caller, SE1, "MBL"),
        json!({
            "shipper": { "scName": "DEMO SHIPPER CO. LTD", "scAddress": "1 SAMPLE ROAD", "cityNameEn": "SHANGHAI",
                "nationCode": "CN" },
            "consignee": { "printRemark": "TO ORDER OF SHIPPER" },
            "notify": { "scName": "DEMO CONSIGNEE GMBH", "cityNameEn": "HAMBURG", "nationCode": "DE",
                "postCode": "20095" },
            "carrierName": "TST", "issuer": "TST", "hsCodes": ["848790"], "billType": "RECEIVED",
            "issueDate": "2026-07-15",
        }),
    )
}

/// Writes past the rooms that have no page yet.
pub fn set(world: &World, table: &'static str, id: &str, cells: &[(&'static str, platform::store::Value)]) {
    world.database(|_, conn| {
        let mut update = platform::store::sql::update(seed::people::DEMO, table, cells);
        update.and_where(platform::store::sql::eq("id", id.parse::<i64>().unwrap()));
        assert_eq!(conn.exec(&update.into()).unwrap(), 1);
    });
}
