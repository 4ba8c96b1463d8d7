//! Air export orders through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod again;
    mod approval;
    mod approval_apply;
    mod approval_moves;
    mod approval_time;
    mod autolock;
    mod configure;
    mod desk;
    mod fixture;
    mod hangs;
    mod hawb_desk;
    mod journey;
    mod leaving;
    mod list;
    mod moves;
    mod odd;
    mod other_org;
    mod pairs;
    mod papers;
    mod races;
    mod save;
    mod scope;
    mod shows;
    mod split;
    mod statistics;
    mod stock;
    mod told;
    mod totals;
    mod words;
}
