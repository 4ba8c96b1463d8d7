//! Departments that conditions of levels name.

use std::collections::BTreeSet;

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, Value, sql};

use super::{Setting, ids, joined, levels_of, told_conditions, write_levels};
use crate::rule::Condition;

/// The fact conditions name departments by.
const DEPT: &str = "dept";

impl Condition {
    /// The departments it names.
    fn depts(&self) -> Vec<Id> {
        if self.field == DEPT { ids(&self.value.replace('，', ",")) } else { Vec::new() }
    }
}

/// The settings whose conditions name one of some departments.
pub fn naming(conn: &mut dyn Conn, org: i64, depts: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, "approval_level");
    // Few levels have conditions; those are read.
    select.columns(["setting_id", "conditions"]).and_where(sql::contains(sql::col("conditions"), DEPT));
    let mut found = BTreeSet::new();
    for row in conn.query(&select.into())? {
        let conditions: Vec<Condition> = serde_json::from_str(&row.get::<String>(1)?)
            .map_err(|e| Refusal::broken(format!("approval level: {e}")))?;
        if conditions.iter().flat_map(Condition::depts).any(|named| depts.contains(&named)) {
            found.insert(row.get(0)?);
        }
    }
    Ok(found)
}

/// What is said of one department is said of another one from now on, in words too.
pub fn hand_over(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for setting in naming(tx, org, &[from])? {
        let mut levels = levels_of(tx, org, setting)?;
        for one in levels.iter_mut().flat_map(|level| &mut level.conditions) {
            let named = one.depts();
            if named.contains(&from) {
                let mut kept: Vec<Id> = Vec::new();
                for id in named.into_iter().map(|id| if id == from { to } else { id }) {
                    if !kept.contains(&id) {
                        kept.push(id);
                    }
                }
                one.value = joined(&kept);
            }
        }
        write_levels(tx, setting, &levels)?;
        let told = told_conditions(tx, org, &levels)?;
        let mut update = sql::update(org, Setting::table(), &[("condition_text", Value::Text(told))]);
        // Who has the old form open may not write it back.
        update.value("version", Expr::col("version").add(1)).and_where(sql::eq("id", setting));
        tx.exec(&update.into())?;
    }
    Ok(())
}
