//! Messages with carriers through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod answers;
    mod bringing;
    mod channel;
    mod deliver;
    mod folder;
    mod inbox;
    mod kit;
    mod making;
    mod preview;
    mod send;
    mod shared;
    mod webhook;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database_from(kit::rooms, kit::lay, |world| {
            kit::made(world);
            let admin = world.login("demo-admin");
            kit::channel(&admin, serde_json::json!({ "kind": "FILE" }));
            kit::send(&admin, "all");
            kit::paste(&admin, kit::FSU);
            world.standard_suite("edi");
        });
    }
}
