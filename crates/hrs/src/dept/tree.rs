//! The departments of an org in memory: what follows from a place in the tree.

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order, Query};
use platform::store::{Conn, Value, sql};

/// Digits of a level.
const DIGITS: usize = 3;
/// Most departments directly below one, by the digits of a level.
const CHILDREN_MAX: u32 = 999;
/// Most levels.
pub const DEPTH_MAX: usize = 5;

/// One department.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its id.
    pub id: Id,
    /// The one above; none for the root.
    pub parent: Option<Id>,
    /// Three digits per level.
    pub code: String,
    /// Name.
    pub name: String,
    /// Short name.
    pub short_name: String,
    /// Short names from the root.
    pub full_name: String,
    /// Above a final profit centre, or one itself.
    pub profit_unit: bool,
    /// A final profit centre.
    pub final_profit_unit: bool,
    /// Not stopped.
    pub active: bool,
}

impl Node {
    /// Level, from 1.
    pub fn depth(&self) -> usize {
        self.code.len() / DIGITS
    }

    /// A final profit centre that counts.
    pub fn is_final(&self) -> bool {
        self.final_profit_unit && self.active
    }
}

/// All departments of an org, as they are stored and as they will be.
pub struct Tree {
    stored: Vec<Node>,
    nodes: Vec<Node>,
}

impl Tree {
    /// Reads the org's departments.
    pub fn load(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "dept");
        select
            .columns(["id", "parent_id", "code", "name", "short_name", "full_name"])
            .columns(["profit_unit", "final_profit_unit", "active"])
            .order_by("code", Order::Asc);
        let nodes: Vec<Node> = conn
            .query(&select.into())?
            .iter()
            .map(|row| {
                Ok(Node {
                    id: row.get(0)?,
                    parent: row.get(1)?,
                    code: row.get(2)?,
                    name: row.get(3)?,
                    short_name: row.get(4)?,
                    full_name: row.get(5)?,
                    profit_unit: row.get(6)?,
                    final_profit_unit: row.get(7)?,
                    active: row.get(8)?,
                })
            })
            .collect::<Result<_, Refusal>>()?;
        Ok(Self { stored: nodes.clone(), nodes })
    }

    /// A department.
    pub fn find(&self, id: Id) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// A department and all above it.
    pub fn line_above(&self, id: Id) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.find(id), |node| self.find(node.parent?)).take(DEPTH_MAX + 1)
    }

    /// A department and all below it.
    pub fn below(&self, id: Id) -> Vec<Id> {
        self.nodes
            .iter()
            .filter(|node| self.line_above(node.id).any(|above| above.id == id))
            .map(|node| node.id)
            .collect()
    }

    /// Those directly below, in their order.
    pub fn children(&self, id: Id) -> Vec<Id> {
        let mut children: Vec<&Node> = self.nodes.iter().filter(|node| node.parent == Some(id)).collect();
        children.sort_by(|a, b| a.code.cmp(&b.code));
        children.iter().map(|node| node.id).collect()
    }

    /// Those directly below a department, except one.
    pub fn siblings(&self, parent: Id, except: Id) -> Vec<&Node> {
        self.nodes.iter().filter(|node| node.parent == Some(parent) && node.id != except).collect()
    }

    /// Whether another department above or below is a final profit centre.
    pub fn final_in_line(&self, id: Id) -> bool {
        let below = self.below(id);
        let line = self.line_above(id).map(|node| node.id).chain(below);
        line.filter(|other| *other != id).any(|other| self.find(other).is_some_and(Node::is_final))
    }

    /// The code a new department below this one gets: behind the last one, or in the first gap when
    /// that is past 999. None when all are taken.
    pub fn next_code(&self, above: &Node) -> Option<String> {
        let taken: Vec<u32> = self
            .children(above.id)
            .iter()
            .filter_map(|id| self.find(*id)?.code.get(above.code.len()..)?.parse().ok())
            .collect();
        let next = taken.iter().max().map_or(1, |last| last + 1);
        let free = (next..=CHILDREN_MAX).chain(1..=CHILDREN_MAX).find(|number| !taken.contains(number))?;
        Some(format!("{}{free:03}", above.code))
    }

    /// Stops a department or starts it.
    pub fn switch(&mut self, id: Id, active: bool) {
        if let Some(node) = self.node(id) {
            node.active = active;
        }
    }

    /// Hangs a department, with all below it, under another one; false when there is no code left.
    pub fn hang(&mut self, id: Id, parent: Id) -> bool {
        let Some(code) = self.find(parent).and_then(|above| self.next_code(above)) else { return false };
        self.recode(id, &code);
        if let Some(node) = self.node(id) {
            node.parent = Some(parent);
        }
        true
    }

    /// Gives a department a code; those below follow.
    pub fn recode(&mut self, id: Id, code: &str) {
        let Some(old) = self.find(id).map(|node| node.code.clone()) else { return };
        for below in self.below(id) {
            if let Some(node) = self.node(below) {
                node.code = format!("{code}{}", node.code.get(old.len()..).unwrap_or_default());
            }
        }
    }

    /// Leaves departments out.
    pub fn forget(&mut self, gone: &[Id]) {
        self.nodes.retain(|node| !gone.contains(&node.id));
        self.stored.retain(|node| !gone.contains(&node.id));
    }

    fn node(&mut self, id: Id) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|node| node.id == id)
    }

    /// Users in a department or below, main or part-time; those who left do not count.
    pub fn users(&self, tx: &mut Tx<'_>, id: Id) -> Result<i64, Refusal> {
        let below = self.below(id);
        let mut part_time = Query::select();
        part_time
            .column(("user_dept", "user_id"))
            .from("user_dept")
            .and_where(sql::of_eq("user_dept", "org_id", tx.org()))
            .and_where(sql::is_in(sql::of("user_dept", "dept_id"), below.iter().copied()));
        let mut select = sql::from(tx.org(), "app_user");
        select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("user_status", 1i64)).and_where(
            sql::is_in(sql::of("app_user", "dept_id"), below.iter().copied())
                .or(sql::of("app_user", "id").in_subquery(part_time)),
        );
        Ok(tx.first(&select.into())?.unwrap_or_default().get(0)?)
    }

    /// Makes full names and profit centres follow, and writes what differs from what is stored.
    pub fn renew(&mut self, tx: &mut Tx<'_>) -> Result<(), Refusal> {
        let org = tx.org();
        self.renew_in(tx, org)
    }

    /// The same for the departments of another org.
    pub fn renew_in(&mut self, conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
        self.follow();
        let changed: Vec<(&Node, &Node)> = self
            .nodes
            .iter()
            .filter_map(|new| Some((self.stored.iter().find(|old| old.id == new.id)?, new)))
            .filter(|(old, new)| old != new)
            .collect();
        // Codes are unique: those that change step aside before they take their places.
        // Their version is raised, for a form that was read before would bring the old code back.
        for (_, new) in changed.iter().filter(|(old, new)| old.code != new.code) {
            let mut aside = sql::update(org, "dept", &[("code", Value::Text(format!("~{}", new.id)))]);
            aside.value("version", sql::col("version").add(1)).and_where(sql::eq("id", new.id));
            conn.exec(&aside.into())?;
        }
        for (_, new) in changed {
            let mut update = sql::update(org, "dept", &cells(new));
            update.and_where(sql::eq("id", new.id));
            conn.exec(&update.into())?;
        }
        self.stored.clone_from(&self.nodes);
        Ok(())
    }

    /// Full names from the top down, profit centres from the bottom up.
    fn follow(&mut self) {
        let full = |tree: &Self, id: Id| {
            let mut names: Vec<&str> = tree.line_above(id).map(|node| node.short_name.as_str()).collect();
            names.reverse();
            names.join("/")
        };
        let found: Vec<(String, bool)> = self
            .nodes
            .iter()
            .map(|node| {
                let profit = self.below(node.id).iter().any(|id| self.find(*id).is_some_and(Node::is_final));
                (full(self, node.id), profit || node.final_profit_unit)
            })
            .collect();
        for (node, (full_name, profit_unit)) in self.nodes.iter_mut().zip(found) {
            node.full_name = full_name;
            node.profit_unit = profit_unit;
        }
    }
}

/// Everything of a department that follows from its place.
fn cells(node: &Node) -> [(&'static str, Value); 5] {
    [
        ("code", Value::Text(node.code.clone())),
        ("parent_id", node.parent.map_or(Value::Null, |id| Value::Int(id.0))),
        ("full_name", Value::Text(node.full_name.clone())),
        ("profit_unit", Value::Bool(node.profit_unit)),
        ("active", Value::Bool(node.active)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, parent: i64, code: &str, name: &str) -> Node {
        Node {
            id: Id(id),
            parent: (parent > 0).then_some(Id(parent)),
            code: code.to_owned(),
            name: name.to_owned(),
            short_name: name.to_owned(),
            full_name: String::new(),
            profit_unit: false,
            final_profit_unit: false,
            active: true,
        }
    }

    fn tree() -> Tree {
        let nodes = vec![
            node(1, 0, "111", "R"),
            node(2, 1, "111001", "A"),
            node(3, 2, "111001001", "A1"),
            node(4, 2, "111001002", "A2"),
            node(5, 1, "111002", "B"),
        ];
        Tree { stored: nodes.clone(), nodes }
    }

    fn codes(tree: &Tree) -> Vec<&str> {
        tree.nodes.iter().map(|node| node.code.as_str()).collect()
    }

    #[test]
    fn codes_and_names_follow_from_the_place() {
        let mut tree = tree();
        assert_eq!(tree.next_code(&tree.nodes[1]).as_deref(), Some("111001003"));
        assert!(tree.hang(Id(2), Id(5)));
        tree.follow();
        assert_eq!(codes(&tree), ["111", "111002001", "111002001001", "111002001002", "111002"]);
        assert_eq!(tree.find(Id(4)).expect("is there").full_name, "R/B/A/A2");
        assert_eq!((tree.below(Id(5)).len(), tree.children(Id(5))), (4, vec![Id(2)]));
    }

    #[test]
    fn a_level_has_999_codes_and_fills_its_gaps_when_they_are_used_up() {
        let below = |numbers: &mut dyn Iterator<Item = u32>| {
            let mut nodes = vec![node(1, 0, "111", "R"), node(2, 0, "112", "S"), node(3, 2, "112001", "T")];
            nodes.extend(numbers.map(|number| node(i64::from(number) + 10, 1, &format!("111{number:03}"), "A")));
            Tree { stored: nodes.clone(), nodes }
        };
        let next = |tree: &Tree| tree.next_code(&tree.nodes[0]);
        assert_eq!(next(&below(&mut std::iter::empty())).as_deref(), Some("111001"));
        assert_eq!(next(&below(&mut (1..=998))).as_deref(), Some("111999"), "the last one");
        assert_eq!(next(&below(&mut [1, 3].into_iter())).as_deref(), Some("111004"), "gaps wait");
        assert_eq!(next(&below(&mut (1..=999).filter(|n| *n != 7))).as_deref(), Some("111007"));
        let mut full = below(&mut (1..=999));
        assert_eq!(next(&full), None);
        assert!(!full.hang(Id(3), Id(1)), "nothing moves there either");
        assert_eq!(full.find(Id(3)).map(|node| (node.code.as_str(), node.parent)), Some(("112001", Some(Id(2)))));
    }

    #[test]
    fn a_profit_centre_is_all_that_lies_above_a_final_one() {
        let mut tree = tree();
        tree.nodes[3].final_profit_unit = true;
        tree.follow();
        let profit: Vec<bool> = tree.nodes.iter().map(|node| node.profit_unit).collect();
        assert_eq!(profit, [true, true, false, true, false]);
        assert!(tree.final_in_line(Id(2)) && !tree.final_in_line(Id(3)) && !tree.final_in_line(Id(4)));
        tree.switch(Id(4), false);
        assert!(!tree.final_in_line(Id(2)), "a stopped one does not count");
    }
}
