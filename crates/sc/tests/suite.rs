//! Orders of sea, rail, road and other business through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod closing;
    mod customs;
    mod event;
    mod find;
    mod finish;
    mod fixture;
    mod import;
    mod lease;
    mod list;
    mod order;
    mod place;
    mod public;
    mod public_paper;
    mod scopes;
    mod split;
    mod statistics;
    mod told;
    mod track;
    mod unlock;
    mod webhook;
}
