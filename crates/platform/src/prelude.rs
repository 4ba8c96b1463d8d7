//! What the declaration of a page names: `use platform::prelude::*;`. What only some pages need is named by its module.

pub use std::sync::LazyLock;

pub use kernel::{Findings, Id, Msg};

pub use crate::access::Actor;
pub use crate::call::Tx;
pub use crate::document;
pub use crate::document::{Draft, Rows, Written};
pub use crate::field::{Choice, Field};
pub use crate::flow::{Filled, Step};
pub use crate::import::Import;
pub use crate::list::{Cells, Column, Filter, Join, Match};
pub use crate::log::{Level, LogEntry};
pub use crate::page::{Action, Page, Said, Told};
pub use crate::refusal::Refusal;
pub use crate::scopes::SCOPES;
pub use crate::store::{Cell, Conn, Value, sql};
pub use crate::when::When;
