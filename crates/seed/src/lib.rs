//! The fixture and the demonstration company, built through the product's own operations.
//!
//! Layers stand on each other: base (orgs and people), then what the rooms add by their calls.

pub mod air;
mod client;
pub mod demo;
pub mod fixture;
pub mod people;

pub use client::{Client, Reply};
