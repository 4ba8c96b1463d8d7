//! The waybill room through the front door, on both databases.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::as_conversions)]

pub mod suite {
    mod area;
    mod blacklist;
    mod consolidation;
    mod desk;
    mod destination;
    mod excel;
    mod fixture;
    mod forms;
    mod previous;
    mod seal;
    mod sign;
    mod stock;
    mod stock_report;
    mod worked_report;
}
