//! Weighings of cargo stations through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod weighing;
}
