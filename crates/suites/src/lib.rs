//! Holds nothing: the tests of the rooms are `tests/rooms.rs`.
