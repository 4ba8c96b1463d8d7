//! Nodes: how far an order has come, derived from its data each time it is saved.

use platform::field::Choice;

/// A node of air export with its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Rank; the highest that holds is shown.
    pub rank: i64,
    /// Stored and shown name.
    pub name: &'static str,
    /// English name.
    pub en: &'static str,
}

/// Nodes of air export by rising rank.
pub const NODES_AE: &[Node] = &[
    Node { rank: 10, name: "订单创建", en: "Created" },
    Node { rank: 20, name: "舱位确认", en: "Space confirmed" },
    Node { rank: 30, name: "货物出重", en: "Weighed" },
    Node { rank: 40, name: "海关查验", en: "Customs inspection" },
    Node { rank: 50, name: "海关放行", en: "Customs released" },
    Node { rank: 60, name: "目的港查验", en: "Inspection at destination" },
    Node { rank: 70, name: "目的港放行", en: "Released at destination" },
    Node { rank: 80, name: "目的港签收", en: "Delivered" },
];

/// What a node is derived from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeFacts {
    /// A master number is set.
    pub master: bool,
    /// The actual weight is set.
    pub weighed: bool,
    /// Customs inspection has a date.
    pub inspected: bool,
    /// Customs clearance has a date.
    pub cleared: bool,
    /// Inspection at destination has a date.
    pub arrival_inspected: bool,
    /// Clearance at destination has a date.
    pub arrival_cleared: bool,
    /// The delivery was signed for.
    pub signed: bool,
}

/// The highest node that holds.
pub fn node(facts: NodeFacts) -> Node {
    let holds = |rank: i64| match rank {
        10 => true,
        20 => facts.master,
        30 => facts.weighed,
        40 => facts.inspected,
        50 => facts.cleared,
        60 => facts.arrival_inspected,
        70 => facts.arrival_cleared,
        80 => facts.signed,
        _ => false,
    };
    NODES_AE.iter().rev().find(|node| holds(node.rank)).copied().unwrap_or(NODE_CREATED)
}

const NODE_CREATED: Node = Node { rank: 10, name: "订单创建", en: "Created" };

/// What the status column shows: the lifecycle when it says more than the node.
pub fn status_shown(lifecycle: &str, node: &str) -> String {
    match lifecycle {
        "LOCKED" => "财务锁账".to_owned(),
        "CLOSED" => "强制关闭".to_owned(),
        "CANCELLED" => "已取消".to_owned(),
        "DRAFT" => "草稿".to_owned(),
        _ => node.to_owned(),
    }
}

/// Choices of the status column.
pub const STATUS: &[Choice] = &[
    Choice::new("草稿", "草稿", "Draft"),
    Choice::new("订单创建", "订单创建", "Created").tone("info"),
    Choice::new("舱位确认", "舱位确认", "Space confirmed").tone("info"),
    Choice::new("货物出重", "货物出重", "Weighed").tone("ready"),
    Choice::new("海关查验", "海关查验", "Customs inspection").tone("warning"),
    Choice::new("海关放行", "海关放行", "Customs released").tone("done"),
    Choice::new("目的港查验", "目的港查验", "Inspection at destination").tone("warning"),
    Choice::new("目的港放行", "目的港放行", "Released at destination").tone("done"),
    Choice::new("目的港签收", "目的港签收", "Delivered").tone("done"),
    Choice::new("财务锁账", "财务锁账", "Locked by finance").tone("neutral"),
    Choice::new("强制关闭", "强制关闭", "Closed").tone("danger"),
    Choice::new("已取消", "已取消", "Cancelled").tone("danger"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_node_that_holds_wins() {
        let of = |facts: NodeFacts| node(facts).name;
        assert_eq!(of(NodeFacts::default()), "订单创建");
        assert_eq!(of(NodeFacts { master: true, ..NodeFacts::default() }), "舱位确认");
        assert_eq!(of(NodeFacts { weighed: true, ..NodeFacts::default() }), "货物出重");
        assert_eq!(of(NodeFacts { master: true, cleared: true, ..NodeFacts::default() }), "海关放行");
        assert_eq!(of(NodeFacts { inspected: true, signed: true, ..NodeFacts::default() }), "目的港签收");
        assert_eq!(status_shown("LOCKED", "海关放行"), "财务锁账");
        assert_eq!(status_shown("OPEN", "海关放行"), "海关放行");
    }
}
