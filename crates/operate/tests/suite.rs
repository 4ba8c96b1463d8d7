//! The platform's own pages through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod activity;
    mod analysis;
    mod backup;
    mod backup_objects;
    mod clock;
    mod full_disk;
    mod health;
    mod late;
    mod quiet;
    mod settings;
    mod take_out;
    mod unfit;
    mod unnamed_files;
    mod upload_ticket;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(rooms, |world| world.standard_suite("operate"));
    }

    pub fn rooms() -> Vec<platform::registry::Room> {
        vec![operate::room(), base::room()]
    }
}
