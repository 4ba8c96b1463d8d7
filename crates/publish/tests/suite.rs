//! What is published, through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod bank;
    mod company_doc;
    mod help;
    mod kit;
    mod notice;
    mod order_doc;
    mod sign_template;
    mod tutorial;
    mod tutorial_film;
    mod version;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(kit::rooms, |world| {
            let keeper = world.login("superAdmin");
            notice::laid(&keeper);
            help::laid(&keeper);
            tutorial::laid(world, &keeper);
            world.standard_suite("publish");
        });
    }
}
