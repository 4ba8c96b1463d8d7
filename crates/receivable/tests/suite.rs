//! The room `receivable` through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use platform::store::sql;
use testkit::{World, each_database_from};

pub mod suite {
    mod advance;
    mod age;
    mod bill_link;
    mod books;
    mod credit;
    mod credit_delivery;
    mod credit_papers;
    mod debit_note;
    mod debit_note_make;
    mod digital_invoice;
    mod example;
    mod income_invoice;
    mod income_writeoff;
    mod month_end;
    mod offset;
    mod receipt;
    mod settle_edges;
    mod settle_sequences;
    mod shared_limit;
    mod shows;
    mod statement;
    mod statement_pieces;
    mod vouchers;

    pub use income_writeoff::lay;
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

/// A partner of the fixture by its code.
fn coop(world: &World, code: &str) -> String {
    found(world, "coop", &[("coop_code", code)])
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

/// The same, and the accounts of the company: its bank accounts in CNY and USD.
fn banked(world: &World) {
    charged(world);
    world.wait(seed::money::bank_accounts(&world.maker()));
    world.wait(seed::money::chart(&world.maker()));
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(rooms, suite::lay, |world| world.standard_suite("receivable"));
}
