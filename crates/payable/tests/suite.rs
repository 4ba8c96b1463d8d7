//! The room `payable` through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use platform::store::sql;
use testkit::{World, each_database_from};

pub mod suite {
    pub mod bank_journal;
    pub mod cashier;
    pub mod cost_confirmation;
    pub mod cost_invoice;
    pub mod cost_writeoff;
    pub mod opening;
    pub mod payment;
    pub mod payment_batch;
    pub mod payment_make;
    pub mod payment_pieces;
    pub mod payment_request;
    pub mod supplier;
}

/// The rooms of settlement, with orders of every scope.
fn rooms() -> Vec<Room> {
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

/// The id of a row by what it holds. Without a log-in, which would end the session of a story.
fn found(world: &World, table: &'static str, holds: &[(&'static str, &str)]) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(2, table);
        select.column("id");
        for (column, value) in holds {
            select.and_where(sql::eq(column, (*value).to_owned()));
        }
        let row = conn.first(&select.into()).expect("reads").expect("a row");
        row.get::<i64>(0).expect("an id").to_string()
    })
}

/// The air orders of the fixture with their charges, and its periods.
fn charged(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| charge::item::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::money::rates(&world.maker()));
    world.wait(seed::money::periods(&world.maker()));
    world.wait(seed::money::air(&world.maker()));
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, suite::cashier::busy, |world| world.standard_suite("payable"));
}
