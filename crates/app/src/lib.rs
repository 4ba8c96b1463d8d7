//! The product put together: rooms, configuration, server. The command line is in `main.rs`.

pub mod assets;
pub mod config;
pub mod doctor;
pub mod rooms;
pub mod server;
pub mod start;
