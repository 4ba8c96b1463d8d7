//! Charges and settlement through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use testkit::{World, each_database_from};

pub mod suite {
    mod currency;
    mod rate;

    pub use rate::rates;
}

fn rooms() -> Vec<Room> {
    vec![base::room(), css::room()]
}

/// Currencies, and the rates of the fixture.
fn rated(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    suite::rates(world);
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, rated, |world| world.standard_suite("css"));
}
