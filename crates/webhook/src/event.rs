//! What other systems may be told of.

use platform::field::Choice;

/// What is said to try an address.
pub const TEST: &str = "webhook.test";

/// Something that happens to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It was made.
    Created,
    /// Its fields were changed.
    Updated,
    /// It was finished, cancelled, restored, closed, locked or unlocked.
    State,
    /// It reached another node.
    Node,
    /// An event was told of it.
    Track,
}

impl Event {
    /// Its type on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Created => "order.created",
            Self::Updated => "order.updated",
            Self::State => "order.state_changed",
            Self::Node => "order.node_changed",
            Self::Track => "order.event_added",
        }
    }

    /// Column of the addresses that want it.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Created => "on_created",
            Self::Updated => "on_updated",
            Self::State => "on_state",
            Self::Node => "on_node",
            Self::Track => "on_event",
        }
    }
}

/// The types, as people call them.
pub const EVENTS: &[Choice] = &[
    Choice::new(Event::Created.code(), "订单新增", "Order created").tone("ready"),
    Choice::new(Event::Updated.code(), "订单修改", "Order changed").tone("info"),
    Choice::new(Event::State.code(), "订单状态变更", "State of an order").tone("warning"),
    Choice::new(Event::Node.code(), "订单节点变更", "Node of an order").tone("info"),
    Choice::new(Event::Track.code(), "订单轨迹", "Event of an order").tone("info"),
    Choice::new(TEST, "测试", "Test"),
];
