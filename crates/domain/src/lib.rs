//! What several rooms share: who sees the rows of a data class, partners, and what a company decides.

pub mod coop;
pub mod ground;
pub mod initials;
pub mod reach;
pub mod switch;
