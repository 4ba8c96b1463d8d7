//! Accounts and vouchers through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use testkit::{World, each_database_from};

pub mod suite {
    mod financial_account;
    mod money_account;
}

fn rooms() -> Vec<Room> {
    vec![base::room(), publish::room(), voucher::room()]
}

/// Currencies and dictionaries, and the bank accounts of the fixture.
fn with_banks(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.wait(seed::money::bank_accounts(&world.maker()));
}

/// The chart of the fixture besides.
fn charted(world: &World) {
    with_banks(world);
    world.wait(seed::money::chart(&world.maker()));
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, charted, |world| world.standard_suite("voucher"));
}
