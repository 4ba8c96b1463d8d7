//! The product put together: rooms, configuration, server. The command line is in `main.rs`.

mod api_document;
pub mod aside;
pub mod assets;
pub mod backup;
pub mod config;
pub mod contract_files;
pub mod doctor;
pub mod first_run;
pub mod key;
pub mod listen;
pub mod metrics;
pub mod privacy;
pub mod rooms;
pub mod server;
pub mod start;
pub mod users;
pub mod waiting;
pub mod words;

/// A call makes many short texts; this allocator gives and takes them back in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
