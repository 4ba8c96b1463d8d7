//! The fixture and the demonstration company, built through the product's own operations.
//!
//! Layers stand on each other: base (orgs and people), then what the rooms add by their calls.

#![allow(
    clippy::indexing_slicing,
    reason = "bodies are JSON objects written in these files; nothing from outside is indexed"
)]

pub mod air;
pub mod bill;
pub mod billed;
mod client;
pub mod demo;
pub mod desk;
pub mod expense;
pub mod fixture;
pub mod money;
pub mod month;
pub mod payable;
pub mod people;
pub mod read;
pub mod received;
pub mod scope;
pub mod sea;
pub mod settled;
pub mod shelf;

pub use client::{Client, Reply};
