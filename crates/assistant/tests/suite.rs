//! The assistant through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod answers;
    mod kit;
    mod log;
    mod manual;
    mod model;
    mod outside;
    mod rights;
    mod setting;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(kit::rooms, kit::lay, |world| {
            kit::answer(&world.login("demo-admin"), "怎么解锁订单");
            world.standard_suite("assistant");
        });
    }
}
