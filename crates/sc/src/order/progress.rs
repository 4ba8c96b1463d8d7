//! How far an order is, told by what is stored of it and by its events.

use std::collections::BTreeSet;

use domain::carriage::{Node, Progress, node};
use kernel::{Id, Scope};
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};

use super::store::Draft;

/// A draft with the facts told of its order.
pub(crate) struct Told<'a> {
    draft: &'a Draft,
    facts: BTreeSet<String>,
}

impl Progress for Told<'_> {
    fn has(&self, column: &str) -> bool {
        self.draft.has(column)
    }

    fn boxes(&self, column: &str) -> (usize, usize) {
        let boxes = &self.draft.boxes;
        (boxes.len(), boxes.iter().filter(|sheet| *sheet.value(column) != Value::Null).count())
    }

    fn told(&self, code: &str) -> bool {
        self.facts.contains(code)
    }
}

/// The node of an order; a new one has no events yet.
pub(crate) fn reached(
    conn: &mut dyn Conn,
    org: i64,
    (scope, order): (Scope, Option<Id>),
    draft: &Draft,
) -> Result<Node, Refusal> {
    let mut facts = BTreeSet::new();
    if let Some(order) = order {
        let mut select = sql::from(org, "order_event");
        select.column("code").distinct().and_where(sql::eq("order_id", order)).and_where(sql::eq("classifier", "ACT"));
        for row in conn.query(&select.into())? {
            facts.insert(row.get(0)?);
        }
    }
    Ok(node(scope, &Told { draft, facts }))
}
