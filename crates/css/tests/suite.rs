//! Charges and settlement through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use testkit::{World, each_database_from};

pub mod suite {
    mod cancelled;
    mod card;
    mod currency;
    mod rate;
    mod template;
    mod worked_report;

    pub use cancelled::{lay_group, rooms_with_orders};
    pub use card::card;
    pub use rate::rates;
    pub use template::template;
}

fn rooms() -> Vec<Room> {
    vec![base::room(), prm::room(), css::room()]
}

/// Currencies, and the rates of the fixture.
fn rated(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    suite::rates(world);
}

/// Partners besides, a card in force and a template.
fn priced(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    suite::rates(world);
    laid(world);
}

/// Service items, a card in force and a template.
fn laid(world: &World) {
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    suite::card(world);
    suite::template(world);
}

/// A service item of air export by its name.
fn item(world: &World, name: &str) -> String {
    let admin = world.login("demo-admin");
    let found = admin.ok("/prm/service/page?businessScope=AE&size=500");
    let items = found["records"].as_array().cloned().unwrap_or_default();
    let one = items.into_iter().find(|row| row["serviceNameCn"] == serde_json::json!(name)).expect("an item");
    one["id"].as_str().expect("an id").to_owned()
}

/// A partner of the fixture by its code.
fn coop(world: &World, code: &str) -> String {
    let maker = world.maker();
    world.wait(async {
        let admin = maker.user("demo-admin").await?;
        maker.coop_id(&admin, code).await
    })
}

/// Orders of a group of companies besides.
fn everything(world: &World) {
    suite::lay_group(world);
    laid(world);
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(suite::rooms_with_orders, everything, |world| world.standard_suite("css"));
}
