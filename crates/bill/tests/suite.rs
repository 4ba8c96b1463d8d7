//! Bills of lading through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod form;
    mod kit;
    mod moves;
    mod print;
    mod rights;
    mod seal;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        kit::with_bills(|world| world.standard_suite("bill"));
    }
}
