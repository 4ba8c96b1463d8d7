//! Inquiries through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod agents;
    mod buying;
    mod compare;
    mod inquiries;
    mod kit;
    mod outside;
    mod price_platform;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(kit::rooms, kit::lay, |world| {
            kit::quoted(world);
            world.standard_suite("inquiry");
        });
    }
}
