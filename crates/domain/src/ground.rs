//! Who sees which rows of a data class (data scope, Rule 5), as a model that the condition is held against.

use std::collections::BTreeSet;

use kernel::{Id, Scope};
use platform::access::{LEVEL_ORG, Rights, Targets};

/// Who looks.
#[derive(Debug, Clone, Default)]
pub struct Viewer {
    /// His account.
    pub user: i64,
    /// Level for the order's scope: 1 own, 2 workgroup, 3 department, 4 with those below, 5 the org.
    pub level: i64,
    /// His departments with their codes; those below begin with one.
    pub depts: Vec<(i64, String)>,
    /// His active workgroups.
    pub workgroups: BTreeSet<i64>,
    /// What he sees beyond his level.
    pub extra: Targets,
    /// What he does not see in spite of it.
    pub except: Targets,
}

impl Viewer {
    /// A user with his rights, looking at orders of a scope.
    pub fn of(user: Id, rights: &Rights, scope: Scope) -> Self {
        Self::at_level(user, rights, rights.order_levels.get(scope.code()).copied().unwrap_or(LEVEL_ORG))
    }

    /// A user with his rights, looking at things of a class at his level for it.
    pub fn at_level(user: Id, rights: &Rights, level: i64) -> Self {
        Self {
            user: user.0,
            level,
            depts: rights.depts.iter().map(|(id, code)| (id.0, code.clone())).collect(),
            workgroups: rights.workgroups.iter().map(|group| group.0).collect(),
            extra: rights.extra.clone(),
            except: rights.except.clone(),
        }
    }
}

/// What of an order decides who sees it; a partner is looked at likewise, as its own customer with its owner's department.
#[derive(Debug, Clone, Default)]
pub struct OrderView {
    /// Who made it.
    pub creator: i64,
    /// Sales, servicer and operator.
    pub people: [Option<i64>; 3],
    /// Its workgroup.
    pub workgroup: Option<i64>,
    /// The sales person's department and its code.
    pub sales_dept: Option<(i64, String)>,
    /// Its customer.
    pub coop: Option<i64>,
}

/// Why an order is seen, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The viewer made, sells, serves or operates it.
    Own,
    /// It belongs to one of his workgroups.
    Workgroup,
    /// It was sold by one of his departments, or by one below.
    Dept,
    /// He sees the whole company.
    Org,
    /// Its department, workgroup or customer is named for him.
    Extra,
    /// Its department or customer is taken away from him. Not seen.
    Except,
    /// None of these. Not seen.
    Outside,
}

impl Ground {
    /// Whether the order is seen.
    pub fn visible(self) -> bool {
        !matches!(self, Self::Except | Self::Outside)
    }
}

/// The rule itself: the database's condition is held against it. Own orders cannot be taken away.
pub fn ground(viewer: &Viewer, order: &OrderView) -> Ground {
    if order.creator == viewer.user || order.people.contains(&Some(viewer.user)) {
        return Ground::Own;
    }
    let names = |list: &[Id], id: Option<i64>| id.is_some_and(|id| list.contains(&Id(id)));
    let dept = order.sales_dept.as_ref().map(|(id, _)| *id);
    if names(&viewer.except.depts, dept) || names(&viewer.except.coops, order.coop) {
        return Ground::Except;
    }
    let in_dept = |below: bool| {
        order.sales_dept.as_ref().is_some_and(|(id, code)| {
            viewer.depts.iter().any(|(own, own_code)| own == id || below && code.starts_with(own_code.as_str()))
        })
    };
    match viewer.level {
        2 if order.workgroup.is_some_and(|group| viewer.workgroups.contains(&group)) => Ground::Workgroup,
        3 if in_dept(false) => Ground::Dept,
        4 if in_dept(true) => Ground::Dept,
        level if level >= LEVEL_ORG => Ground::Org,
        _ if names(&viewer.extra.depts, dept)
            || names(&viewer.extra.workgroups, order.workgroup)
            || names(&viewer.extra.coops, order.coop) =>
        {
            Ground::Extra
        }
        _ => Ground::Outside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(level: i64) -> Viewer {
        let depts = vec![(10, "111001".into()), (30, "111003001".into())];
        Viewer { user: 1, level, depts, workgroups: BTreeSet::from([7]), ..Viewer::default() }
    }

    fn strange() -> OrderView {
        OrderView { creator: 9, people: [Some(9), None, None], coop: Some(5), ..OrderView::default() }
    }

    fn sold_by(id: i64, code: &str) -> OrderView {
        OrderView { sales_dept: Some((id, code.into())), ..strange() }
    }

    #[test]
    fn each_level_sees_a_little_more() {
        let own = OrderView { people: [None, Some(1), None], ..strange() };
        let made = OrderView { creator: 1, ..strange() };
        let group = OrderView { workgroup: Some(7), ..strange() };
        let (dept, part_time) = (sold_by(10, "111001"), sold_by(30, "111003001"));
        let (below, beside) = (sold_by(12, "111001002"), sold_by(20, "111002"));
        let orders = [&own, &made, &group, &dept, &part_time, &below, &beside, &strange()];
        let seen = |level| orders.iter().map(|order| ground(&viewer(level), order).visible()).collect::<Vec<_>>();
        assert_eq!(seen(1), [true, true, false, false, false, false, false, false]);
        assert_eq!(seen(2), [true, true, true, false, false, false, false, false]);
        assert_eq!(seen(3), [true, true, false, true, true, false, false, false]);
        assert_eq!(seen(4), [true, true, false, true, true, true, false, false]);
        assert_eq!(seen(5), [true; 8]);
        assert_eq!(ground(&viewer(2), &OrderView { workgroup: Some(8), ..strange() }), Ground::Outside);
    }

    #[test]
    fn what_is_named_adds_and_takes_away() {
        let named = Targets { depts: vec![Id(20)], workgroups: vec![Id(8)], coops: vec![Id(5)] };
        let more = Viewer { extra: named.clone(), ..viewer(1) };
        for order in [sold_by(20, "111002"), OrderView { workgroup: Some(8), ..strange() }, strange()] {
            assert_eq!(ground(&more, &order), Ground::Extra);
        }
        assert_eq!(ground(&more, &OrderView { coop: Some(6), ..strange() }), Ground::Outside);
        let less = Viewer { except: Targets { workgroups: Vec::new(), ..named.clone() }, extra: named, ..viewer(5) };
        assert_eq!(ground(&less, &strange()), Ground::Except, "taking away wins over naming");
        assert_eq!(ground(&less, &OrderView { coop: None, ..sold_by(20, "111002") }), Ground::Except);
        assert_eq!(ground(&less, &OrderView { creator: 1, ..strange() }), Ground::Own, "own orders stay");
        assert_eq!(ground(&less, &OrderView { coop: None, ..strange() }), Ground::Org);
    }
}
