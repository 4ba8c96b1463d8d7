//! Templates through the front door, on both databases, and the workbooks themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod kit;
    mod page;
    mod workbook;

    #[test]
    fn every_declared_call_passes_the_standard_suite() {
        testkit::each_database(kit::rooms, |world| world.standard_suite("template"));
    }
}
