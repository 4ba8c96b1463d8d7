//! Nodes: how far an order is, derived from its data at every save. The highest that holds wins.

use kernel::Weight;
use platform::field::Choice;

use super::draft::Draft;
use super::fields::Head;
use super::moves::Lifecycle;

/// A node of the scope's table.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Rank; higher is further.
    pub rank: i64,
    /// Chinese name, as it is stored and shown.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
    /// When it holds.
    holds: fn(&NodeFacts) -> bool,
}

/// What the nodes look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeFacts {
    /// A master number is allocated.
    pub has_awb: bool,
    /// The routing is signed.
    pub is_signed: bool,
    /// The actual weight is known.
    pub is_weighed: bool,
    /// Export customs inspects or inspected.
    pub customs_inspected: bool,
    /// Export customs released.
    pub customs_cleared: bool,
    /// Customs at destination inspects or inspected.
    pub arrival_inspected: bool,
    /// Customs at destination released.
    pub arrival_cleared: bool,
    /// Signed for at destination.
    pub is_delivered: bool,
}

impl NodeFacts {
    /// What a draft says; the master number counts once it is allocated.
    pub fn of(draft: &Draft, has_awb: bool) -> Self {
        let day = |code, column| draft.service_day(code, column).is_some();
        Self {
            has_awb,
            is_signed: false,
            is_weighed: draft.head.get::<Weight>(Head::CONFIRM_WEIGHT).is_some(),
            customs_inspected: day("customs", "inspection_date"),
            customs_cleared: day("customs", "clearance_date"),
            arrival_inspected: day("arrivalCustoms", "inspection_date"),
            arrival_cleared: day("arrivalCustoms", "clearance_date"),
            is_delivered: day("delivery", "sign_date"),
        }
    }
}

/// Nodes of air export, by rank.
pub const NODES_AE: [Node; 9] = [
    Node { rank: 10, zh: "订单创建", en: "Created", holds: |_| true },
    Node { rank: 20, zh: "舱位确认", en: "Space confirmed", holds: |facts| facts.has_awb },
    Node { rank: 25, zh: "航线签单", en: "Routing signed", holds: |facts| facts.is_signed },
    Node { rank: 30, zh: "货物出重", en: "Weighed", holds: |facts| facts.is_weighed },
    Node { rank: 40, zh: "海关查验", en: "Customs inspection", holds: |facts| facts.customs_inspected },
    Node { rank: 50, zh: "海关放行", en: "Customs cleared", holds: |facts| facts.customs_cleared },
    Node { rank: 60, zh: "目的港查验", en: "Inspection at destination", holds: |facts| facts.arrival_inspected },
    Node { rank: 70, zh: "目的港放行", en: "Cleared at destination", holds: |facts| facts.arrival_cleared },
    Node { rank: 80, zh: "目的港签收", en: "Delivered", holds: |facts| facts.is_delivered },
];

/// Node or lifecycle, as one tag.
pub const STATUS: &[Choice] = &[
    Choice::new("订单创建", "订单创建", "Created"),
    Choice::new("舱位确认", "舱位确认", "Space confirmed").tone("info"),
    Choice::new("航线签单", "航线签单", "Routing signed").tone("info"),
    Choice::new("货物出重", "货物出重", "Weighed").tone("ready"),
    Choice::new("海关查验", "海关查验", "Customs inspection").tone("warning"),
    Choice::new("海关放行", "海关放行", "Customs cleared").tone("ready"),
    Choice::new("目的港查验", "目的港查验", "Inspection at destination").tone("warning"),
    Choice::new("目的港放行", "目的港放行", "Cleared at destination").tone("ready"),
    Choice::new("目的港签收", "目的港签收", "Delivered").tone("done"),
    Choice::new("草稿", "草稿", "Draft"),
    Choice::new("财务锁账", "财务锁账", "Locked").tone("done"),
    Choice::new("已取消", "已取消", "Cancelled").tone("danger"),
    Choice::new("强制关闭", "强制关闭", "Closed").tone("danger"),
];

/// The node of an air export order.
pub fn node(facts: &NodeFacts) -> Node {
    let [first, ..] = NODES_AE;
    NODES_AE.into_iter().rev().find(|node| (node.holds)(facts)).unwrap_or(first)
}

/// What is shown as the state: the lifecycle when it says something, else the node.
pub fn status_shown(lifecycle: Lifecycle, node: &str) -> &str {
    if lifecycle == Lifecycle::Open { node } else { lifecycle.zh() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_node_that_holds_wins() {
        let mut facts = NodeFacts::default();
        assert_eq!(node(&facts).zh, "订单创建");
        facts.has_awb = true;
        assert_eq!(node(&facts).zh, "舱位确认");
        facts.is_weighed = true;
        assert_eq!((node(&facts).rank, node(&facts).zh), (30, "货物出重"));
        facts.has_awb = false;
        assert_eq!(node(&facts).zh, "货物出重");
        facts.customs_inspected = true;
        assert_eq!(node(&facts).zh, "海关查验");
        facts.customs_cleared = true;
        assert_eq!(node(&facts).zh, "海关放行");
        facts.is_delivered = true;
        assert_eq!(node(&facts).rank, 80);
        assert!(NODES_AE.windows(2).all(|pair| pair[0].rank < pair[1].rank));
    }

    #[test]
    fn the_lifecycle_hides_the_node_and_every_state_has_its_tag() {
        assert_eq!(status_shown(Lifecycle::Open, "海关放行"), "海关放行");
        assert_eq!(status_shown(Lifecycle::Locked, "海关放行"), "财务锁账");
        assert_eq!(status_shown(Lifecycle::Closed, "订单创建"), "强制关闭");
        let shown = NODES_AE.iter().map(|node| node.zh).chain(Lifecycle::ALL.map(Lifecycle::zh));
        for name in shown.filter(|name| *name != "进行中") {
            assert!(STATUS.iter().any(|choice| choice.value == name), "{name}");
        }
    }
}
