//! Rules that pages share: limits that are in order, rows that the platform gave, several rows made at once, and rows
//! that something hangs on.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use sea_query::Expr;
use serde_json::Value as Json;

use super::Page;
use crate::PLATFORM_ORG;
use crate::access::Actor;
use crate::call::Tx;
use crate::document::{Document, Draft, Rows};
use crate::field::Field;
use crate::list::Cells;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value, sql};

const GIVEN: Msg = Msg::new("page.given", "平台项目不能修改{field}", "{field} of a platform item can't be changed.");
const STAYS: Msg =
    Msg::new("page.given_stays", "平台项目不能删除，可停用", "A platform item can't be deleted; disable it.");

/// How much hangs on each of some rows of a company.
pub type Count = fn(&mut dyn Conn, i64, &[Id]) -> Result<BTreeMap<Id, i64>, Refusal>;

/// How a column counts.
pub(super) enum How {
    Asked(Count),
    Below(Rows),
}

impl How {
    fn of(&self, conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
        let rows = match self {
            Self::Asked(count) => return count(conn, org, ids),
            Self::Below(rows) => rows,
        };
        let mut select = sql::from(org, rows.table);
        select
            .column(rows.parent)
            .expr(Expr::cust("COUNT(*)"))
            .and_where(sql::is_in(sql::col(rows.parent), ids.iter().copied()))
            .group_by_col(rows.parent);
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
    }
}

/// A column that counts.
pub(super) struct Counted {
    pub(super) field: Field,
    pub(super) how: How,
}

/// A field of which a new row may name several values.
pub(super) struct Several {
    pub(super) of: Field,
    pub(super) also: Field,
    pub(super) without: &'static [Field],
}

impl<D: Document> Page<D> {
    pub(super) fn has_shared_rules(&self) -> bool {
        !self.ordered.is_empty() || self.given.is_some() || self.several.is_some()
    }

    pub(super) fn shared_rules(
        &self,
        tx: &mut Tx<'_>,
        draft: &mut Draft<'_>,
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        let of_platform = tx.org() == PLATFORM_ORG;
        if let Some((mark, fixed)) = self.given {
            if draft.is_new() {
                draft.set(mark, Value::Int(of_platform.into()));
            } else if !of_platform && draft.get::<i64>(mark)? == 1 {
                for field in fixed.iter().filter(|field| draft.changes(**field)) {
                    findings.error(field.name(), GIVEN.with_each(&[("field", field.zh)], &[("field", field.en)]));
                }
            }
        }
        for (low, high, message) in &self.ordered {
            findings.error_if(above(draft.value(*low), draft.value(*high)), &low.name(), *message);
        }
        Ok(())
    }

    /// The rows beside a new one, of the other values it names.
    pub(super) fn make_several(&'static self, tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<(), Refusal> {
        let Some(several) = self.several.as_ref().filter(|_| draft.is_new()) else { return Ok(()) };
        let own: String = draft.get(several.of)?;
        let mut body = draft.body.clone();
        let named = body.remove(&several.also.name());
        body.retain(|name, _| several.without.iter().all(|field| field.name() != *name));
        let named = named.as_ref().and_then(Json::as_array);
        for other in named.into_iter().flatten().filter(|other| other.as_str() != Some(&own)) {
            body.insert(several.of.name(), other.clone());
            self.form().make(tx, &body, "新增")?;
        }
        Ok(())
    }

    pub(super) fn fill_counts(
        &self,
        conn: &mut dyn Conn,
        actor: &Actor,
        rows: &mut [Cells<'_>],
    ) -> Result<(), Refusal> {
        if self.counts.is_empty() {
            return Ok(());
        }
        let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
        for counted in &self.counts {
            let counts = counted.how.of(conn, actor.org_id, &ids)?;
            for (row, id) in rows.iter_mut().zip(&ids) {
                let count = counts.get(id).copied().unwrap_or_default();
                row.set(&counted.field.name(), Value::Int(count));
            }
        }
        Ok(())
    }

    pub(super) fn need_free(&'static self, tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
        let org = tx.org();
        if let Some((mark, _)) = self.given.filter(|_| org != PLATFORM_ORG) {
            let (_, _, values) = self.form().load(tx, org, id)?.ok_or(Refusal::NotFound)?;
            let place = self.fields.iter().position(|field| field.column == mark.column);
            if place.and_then(|place| values.get(place)) == Some(&Value::Int(1)) {
                return Err(Refusal::business(STAYS));
            }
        }
        Ok(())
    }
}

/// Whether of two values of one kind the first is the greater; what is not filled is beside no other.
fn above(low: &Value, high: &Value) -> bool {
    match (low, high) {
        (Value::Int(low), Value::Int(high)) => low > high,
        (Value::Text(low), Value::Text(high)) => !low.is_empty() && !high.is_empty() && low > high,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_in_order() {
        assert!(above(&Value::Int(2), &Value::Int(1)));
        assert!(!above(&Value::Int(1), &Value::Int(1)), "equal ones are");
        assert!(!above(&Value::Int(2), &Value::Null), "an open one is");
        let day = |text: &str| Value::Text(text.to_owned());
        assert!(above(&day("2026-07-02"), &day("2026-07-01")));
        assert!(!above(&day("2026-07-02"), &day("")));
    }
}
