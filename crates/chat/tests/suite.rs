//! The chat, through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod admin;
    mod contacts;
    mod files;
    mod guests;
    mod kit;
    mod messages;
    mod permission;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(kit::rooms, kit::chatting, |world| world.standard_suite("chat"));
    }
}
