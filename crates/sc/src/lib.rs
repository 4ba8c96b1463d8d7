//! The rooms of air import, sea, rail, road and other business: one order aggregate, declared by scope, with
//! its events and what messages and files tell of them, and the ports, stations and yards its orders name.

mod event;
pub mod order;
mod place;
mod track;
mod yard;

use ::order::carried;
use platform::registry::{Node, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("sc");
    room.nodes = order::nodes();
    room.nodes.extend(place::nodes());
    room.nodes.extend(yard::nodes());
    room.nodes.extend(track::nodes());
    room.operations = order::operations();
    room.operations.extend(event::operations());
    room.operations.extend(track::operations());
    room.lists = order::lists();
    room.forms = order::forms();
    room.effects = carried().map(|kind| approval::unlock::effect(kind.scope)).collect();
    room.appliers = carried().map(|kind| approval::unlock::applier(kind.scope)).collect();
    room.lists.extend([place::PORTS, place::STATIONS, yard::SEA, yard::RAIL]);
    room.lists.extend(track::lists());
    room.forms.extend(track::forms());
    for form in [place::PORT_FORM, place::STATION_FORM, yard::SEA_FORM, yard::RAIL_FORM] {
        room.forms.push(form.contract());
        room.operations.extend(form.operations());
    }
    room.selects = vec![("place", place::offer), ("yard", yard::offer)];
    room
}

/// A page with its buttons, `(suffix, Chinese, English)`.
fn page_with_buttons(page: Node, code: &str, prefix: &str, buttons: &[(&str, &str, &str)]) -> Vec<Node> {
    let button = |(place, (suffix, zh, en)): (i64, &(&str, &str, &str))| {
        Node::button(&format!("{prefix}-{suffix}"), code, zh, en, place * 10)
    };
    std::iter::once(page).chain((1i64..).zip(buttons).map(button)).collect()
}
