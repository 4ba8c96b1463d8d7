//! Cargo pouches through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod form;
    mod kit;
    mod moves;
    mod outside;
    mod paper;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(kit::rooms, kit::lay, |world| {
            kit::make(&world.login("demo-admin"));
            world.standard_suite("pouch");
        });
    }
}
