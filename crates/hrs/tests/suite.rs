//! People, log-in, permissions and logs through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod access;
    mod api_key;
    mod approval_setting;
    mod chosen_password;
    mod clock;
    mod company;
    mod configure;
    mod contract_party;
    mod dept;
    mod device;
    mod entrance;
    mod erasure;
    mod erasure_company;
    mod erasure_reach;
    mod first_steps;
    mod grants;
    mod handoff;
    mod import;
    mod language;
    mod languages;
    mod link;
    mod lists;
    mod login;
    mod logs;
    mod once;
    mod openid;
    mod org_user;
    mod package;
    mod people;
    mod permission_request;
    mod personal;
    mod plan;
    mod platform;
    mod push;
    mod role;
    mod second_factor;
    mod security;
    mod setting;
    mod task;
    mod unset_approvals;
    mod user;
    mod webhook;

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(Vec::new, |world| {
            erasure::lay_done(world);
            webhook::lay(world);
            world.standard_suite("hrs");
        });
    }

    #[test]
    fn every_page_answers_with_nothing_in_what_may_be_empty() {
        testkit::each_database(Vec::new, testkit::World::null_suite);
    }
}
