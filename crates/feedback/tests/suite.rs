//! What users tell the platform, through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod answer;
    mod contact;
    mod kit;
    mod questionnaire;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(kit::rooms, |world| world.standard_suite("feedback"));
    }
}
