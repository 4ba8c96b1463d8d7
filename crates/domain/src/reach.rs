//! Who sees which rows of a data class (data scope, Rule 5) as a condition: one for orders, partners and inquiries.
//! The rule it is held against is [`ground`](crate::ground::ground).

use platform::access::{Actor, LEVEL_ORG, Targets};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::sql;

/// Where the rows of a class keep what decides who sees them.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// Their table.
    pub table: &'static str,
    /// Columns of the people whose own a row is.
    pub own: &'static [&'static str],
    /// The department a row belongs to.
    pub dept: fn() -> Expr,
    /// Column of the workgroup, where rows have one.
    pub workgroup: Option<&'static str>,
    /// Column of the customer.
    pub coop: &'static str,
}

impl Reach {
    /// Rows an actor sees at one level of the class.
    pub fn visible(&self, actor: &Actor, level: i64) -> Condition {
        let rights = &actor.rights;
        if level >= LEVEL_ORG && rights.except.is_empty() {
            return Condition::all();
        }
        self.seen(actor, self.at_level(actor, level))
    }

    /// Rows that are the actor's own.
    pub fn own(&self, actor: &Actor) -> Condition {
        sql::any_of(self.own.iter().map(|column| sql::of_eq(self.table, column, actor.user_id)))
    }

    /// Own rows, and of those a level shows or that are named for the actor what is not taken away.
    pub fn seen(&self, actor: &Actor, by_level: Condition) -> Condition {
        let beyond = Condition::all().add(by_level.add(self.named(&actor.rights.extra)));
        let beyond = self.not_taken_away(&actor.rights.except).into_iter().fold(beyond, Condition::add);
        Condition::any().add(self.own(actor)).add(beyond)
    }

    /// What a level shows beyond the own rows: alternatives, to which more may be added.
    pub fn at_level(&self, actor: &Actor, level: i64) -> Condition {
        let (any, dept) = (Condition::any(), (self.dept)());
        let own = sql::is_in(dept.clone(), actor.rights.depts.iter().map(|(id, _)| *id));
        match (level, self.workgroup) {
            (2, Some(group)) => any.add(sql::is_in(sql::of(self.table, group), actor.rights.workgroups.clone())),
            (3, _) => any.add(own),
            (4, _) => {
                let mut below = Query::select();
                let codes = actor.rights.depts.iter().filter(|(_, code)| !code.is_empty());
                below
                    .column("id")
                    .from("dept")
                    .and_where(sql::of_eq("dept", "org_id", actor.org_id))
                    .cond_where(sql::any_of(codes.map(|(_, code)| sql::begins(sql::of("dept", "code"), code))));
                any.add(own).add(dept.in_subquery(below))
            }
            (level, _) if level >= LEVEL_ORG => any.add(Expr::cust("1 = 1")),
            _ => any.add(Expr::cust("1 = 0")),
        }
    }

    /// Rows whose department, workgroup or customer is named.
    fn named(&self, extra: &Targets) -> Condition {
        let group = self.workgroup.map(|group| (sql::of(self.table, group), &extra.workgroups));
        let all = [Some(((self.dept)(), &extra.depts)), group, Some((sql::of(self.table, self.coop), &extra.coops))];
        sql::any_of(all.into_iter().flatten().map(|(column, ids)| sql::is_in(column, ids.clone())))
    }

    fn not_taken_away(&self, except: &Targets) -> Vec<Condition> {
        [((self.dept)(), &except.depts), (sql::of(self.table, self.coop), &except.coops)]
            .into_iter()
            .filter(|(_, ids)| !ids.is_empty())
            .map(|(column, ids)| {
                Condition::any().add(column.clone().is_null()).add(sql::is_in(column, ids.clone()).not())
            })
            .collect()
    }
}
