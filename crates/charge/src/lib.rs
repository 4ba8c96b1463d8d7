//! What the finance rooms share. Their arithmetic is in [`trade::charge`]; here are the tables it is asked with.

pub mod rate;
