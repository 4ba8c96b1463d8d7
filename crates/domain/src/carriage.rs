//! Orders of the scopes beside air export: what each scope declares, how far an order is, what its
//! events are, and how boxes are counted. Values and pure functions; tables are reached by the rooms.

mod choices;
mod container;
mod event;
mod fields;
mod kind;
mod node;

pub use choices::*;
pub use container::{BoxCount, CONTAINER_TYPES, ContainerType, box_text, container_type, teu};
pub use event::{EventCode, Fills, event, events_of};
pub use fields::{Boxes, Detail, Head, PlanBoxes, Services, Stops};
pub use kind::{ChargeUnit, KINDS, Kind, PlaceKind, kind_of, kind_of_prefix};
pub use node::{By, Node, Progress, lifecycle_states, node, nodes};
