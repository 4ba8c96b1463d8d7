//! The rows an order may have below it.

use kernel::Msg;
use platform::store::{Cell, Value};
use trade::cargo::LINES_MAX;

use crate::air::{Dimensions, Hawb, Legs};
use crate::carriage::{Boxes, PlanBoxes, Stops};
use crate::hung::{BILLS, POUCHES};
use crate::messages::{DIMENSIONS_TOO_MANY, LEGS_TOO_MANY};
use crate::part::Part;

const TOO_MANY: Msg = Msg::new("order.lines.too_many", "最多{n}行", "There can be at most {n} lines.");

/// Legs.
pub const LEGS: Part = Part {
    member: "legs",
    heading: ("航段", "Legs"),
    title: ("航段", "Legs"),
    table: "order_leg",
    place: "leg_no",
    common: Vec::new,
    fields: Legs::FIELDS,
    key: None,
    told: &["legNo"],
    most: 3,
    too_many: LEGS_TOO_MANY,
    hangs: &[],
};
/// Sizes as planned.
pub const PLAN_DIMENSIONS: Part = Part {
    member: "planDimensions",
    heading: ("预报尺寸", "Planned dimensions"),
    title: ("预报尺寸", "Planned dimensions"),
    table: "order_dimension",
    place: "line",
    common: || vec![("hawb_id", Value::Int(0)), ("side", "plan".into_value())],
    fields: Dimensions::FIELDS,
    key: None,
    told: &[],
    most: LINES_MAX,
    too_many: DIMENSIONS_TOO_MANY,
    hangs: &[],
};
/// Sizes as measured.
pub const CONFIRM_DIMENSIONS: Part = Part {
    member: "confirmDimensions",
    heading: ("实际尺寸", "Actual dimensions"),
    title: ("实际尺寸", "Actual dimensions"),
    common: || vec![("hawb_id", Value::Int(0)), ("side", "confirm".into_value())],
    ..PLAN_DIMENSIONS
};
/// Planned boxes.
pub const PLAN_BOXES: Part = Part {
    member: "containerList",
    heading: ("箱型箱量", "Planned boxes"),
    title: ("箱型箱量", "Planned boxes"),
    table: "order_container_plan",
    place: "line",
    common: Vec::new,
    fields: PlanBoxes::FIELDS,
    key: None,
    told: &[],
    most: 300,
    too_many: TOO_MANY,
    hangs: &[],
};
/// The boxes themselves.
pub const BOXES: Part = Part {
    member: "containers",
    heading: ("箱货", "Boxes"),
    title: ("箱", "Box"),
    table: "order_container",
    fields: Boxes::FIELDS,
    key: Some(Boxes::CONTAINER_NO),
    hangs: &[BILLS],
    ..PLAN_BOXES
};
/// Places trucks stop at.
pub const STOPS: Part = Part {
    member: "stops",
    heading: ("装卸点", "Stops"),
    title: ("装卸点", "Stops"),
    table: "order_stop",
    fields: Stops::FIELDS,
    most: 12,
    ..PLAN_BOXES
};
/// House waybills, which are read and written by calls of their own and not with their order.
pub const HOUSES: Part = Part {
    member: "hawbs",
    heading: ("分单", "House waybills"),
    title: ("分单", "House waybill"),
    table: "hawb",
    place: "sort_no",
    fields: Hawb::FIELDS,
    key: Some(Hawb::HAWB_NUMBER),
    hangs: &[POUCHES],
    ..PLAN_BOXES
};
