//! The tracking room through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod cargo;
    mod delivery;
    mod delivery_driver;
    mod fixture;
    mod manifest;
    mod milestone;
    mod share;
    mod share_post;
    mod tracks;
}
