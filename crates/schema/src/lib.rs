//! The migrations of all rooms, in order. Adding one is adding a file to `migrations/`.
#![expect(missing_docs, reason = "the list is written by the build script")]

use platform::store::Migration;

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));
