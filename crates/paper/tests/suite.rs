//! Papers of an order through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod arrival;
    mod dgd;
    mod goods_name;
    mod ground;
    mod house_order;
    mod identify;
    mod label;
    mod letter;
    mod letter_excel;
    mod manifest;
    mod printer;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(ground::rooms_alone, ground::lay, |world| {
            ground::make_one_of_each(world);
            world.standard_suite("paper");
        });
    }
}
