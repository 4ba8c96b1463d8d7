//! Accounts and vouchers through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use testkit::{World, each_database_from};

pub mod suite {
    pub mod expense_report;
    mod expense_voucher;
    mod financial_account;
    pub mod kept;
    mod money_account;
    mod voucher;
    mod voucher_format;
}

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

/// Currencies and dictionaries, and the bank accounts of the fixture.
fn with_banks(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.database(|app, conn| book::format::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.wait(seed::money::bank_accounts(&world.maker()));
}

/// The chart of the fixture besides.
fn charted(world: &World) {
    with_banks(world);
    world.wait(seed::money::chart(&world.maker()));
}

/// What every list shows a row of.
fn busy(world: &World) {
    suite::expense_report::busy(world);
    suite::kept::some(world);
    suite::kept::waiting(world);
    let rule = serde_json::json!({ "word": "记" });
    testkit::done(world.login("fin01").post("/css/voucherRule", rule));
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, busy, |world| world.standard_suite("voucher"));
}
