//! Orders of the scopes beside air export: what each scope declares, how far an order is, what its
//! events are, and how boxes are counted; and what several rooms read of them: places by code, events told.

mod charge;
mod choices;
mod container;
mod event;
mod fields;
mod kind;
mod node;
mod place;
mod returned;
mod told;

pub use charge::{ChargeUnit, charge_factor};
pub use choices::*;
pub use event::{EventCode, Fills, event, events_of};
pub use fields::{Boxes, Detail, Head, PlanBoxes, Services, Stops};
pub use kind::{KINDS, Kind, PlaceKind, kind_of, kind_of_prefix};
pub use node::{By, Node, Progress, lifecycle_states, node, nodes};
pub use place::{Place, place, place_names};
pub use returned::{BOX_MOVES, need_returned};
pub use told::{OrderEvent, order_events};
pub use trade::container::{BoxCount, CONTAINER_TYPES, ContainerType, box_text, container_type, teu};
