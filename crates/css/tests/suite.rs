//! Charges and settlement through the front door, on every database.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use platform::registry::Room;
use platform::store::sql;
use testkit::{World, each_database_from};

pub mod suite {
    mod cancelled;
    mod card;
    mod charge_adjust;
    mod charge_batch;
    mod charge_files;
    mod charge_links;
    mod charge_query;
    mod copied_order;
    mod currency;
    mod desk;
    mod incidental;
    mod lock_list;
    mod loss_approval;
    mod money_columns;
    mod money_sequences;
    mod order_charge;
    mod order_charge_rules;
    mod order_charge_tools;
    mod order_match;
    mod partner_price;
    mod percentages;
    mod period;
    mod period_difference;
    mod rate;
    mod routing_sign;
    mod split_order;
    mod template;
    mod worked_report;

    pub use cancelled::{lay_group, rooms_with_orders};
    pub use card::card;
    pub use charge_adjust::adjusted;
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
    found(world, charge::item::TABLE, &[("business_scope", "AE"), ("service_name_cn", name)])
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
    suite::rates(world);
    world.wait(seed::money::periods(&world.maker()));
    world.wait(seed::money::air(&world.maker()));
}

/// Orders of a group of companies besides.
fn everything(world: &World) {
    suite::lay_group(world);
    laid(world);
    suite::adjusted(world);
}

#[test]
fn every_declared_page_passes_the_standard_suite() {
    each_database_from(suite::rooms_with_orders, everything, |world| world.standard_suite("css"));
}
