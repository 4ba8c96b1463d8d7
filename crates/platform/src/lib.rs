//! What every room stands on: store, access, web, lists, documents, files. READY.
//!
//! A room declares nodes of the permission tree, operations, list pages and form pages in a
//! [`registry::Room`]; the application puts the rooms together and serves [`web::router`].

pub mod access;
pub mod address;
pub mod attached;
pub mod board;
pub mod body;
pub mod bulk;
pub mod call;
pub mod clock;
pub mod contract;
pub mod deployment;
pub mod dictionary;
pub mod document;
pub mod encoding;
pub mod field;
pub mod figures;
pub mod files;
pub mod flow;
pub mod import;
pub mod job;
pub mod language;
pub mod limit;
pub mod list;
mod list_setting;
mod list_view;
pub mod log;
pub mod maintenance;
pub mod message;
pub mod once;
pub mod openid;
pub mod outbound;
pub mod package;
pub mod page;
pub mod picture;
pub mod place;
pub mod prelude;
pub mod probe;
pub mod push;
pub mod refusal;
pub mod registry;
pub mod report;
pub mod retention;
pub mod rich_text;
pub mod saving;
pub mod scopes;
pub mod secrets;
pub mod setting;
pub mod stage;
pub mod store;
pub mod ticket;
pub mod web;
pub mod when;

/// Org of the platform itself: its people run the deployment, its reference rows are every org's.
pub const PLATFORM_ORG: i64 = 1;

/// Used by [`document!`].
pub use pastey;
/// Conditions and expressions of filters and visibility.
pub use sea_query;
