//! Departments that conditions of levels name.

use std::collections::BTreeSet;

use kernel::Id;
use platform::call::Tx;
use platform::log::{Change, Level as Weight, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};

use super::{PAGE, Setting, joined, levels_of, told_conditions, write_levels};
use crate::rule::Condition;

/// The fact conditions name departments by.
pub(super) const FACT: &str = "dept";

impl Condition {
    /// The departments it names.
    pub(super) fn depts(&self) -> Vec<Id> {
        if self.field != FACT {
            return Vec::new();
        }
        self.values().filter_map(|id| id.parse().ok().map(Id)).collect()
    }

    /// Names another department in the place of one; each once.
    fn rename(&mut self, from: Id, to: Id) {
        let mut kept: Vec<Id> = Vec::new();
        for id in self.depts().into_iter().map(|id| if id == from { to } else { id }) {
            if !kept.contains(&id) {
                kept.push(id);
            }
        }
        self.value = joined(&kept);
    }
}

/// Numbers of the settings whose conditions name one of some departments.
pub fn numbers_naming(conn: &mut dyn Conn, org: i64, depts: &[Id]) -> Result<Vec<i64>, Refusal> {
    let mut select = sql::from(org, Setting::table());
    select
        .column("setting_no")
        .and_where(sql::is_in(sql::col("id"), naming(conn, org, depts)?))
        .order_by("setting_no", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The settings whose conditions name one of some departments.
fn naming(conn: &mut dyn Conn, org: i64, depts: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, "approval_level");
    // Few levels have conditions; those are read.
    select.columns(["setting_id", "conditions"]).and_where(sql::contains(sql::col("conditions"), FACT));
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
        // The row before its levels, as a save takes them: who has the old form open may not write it back.
        let stamp = [("updated_by", tx.actor.user_id.into_value()), ("updated_at", tx.now.into_value())];
        let mut take = sql::update(org, Setting::table(), &stamp);
        take.value("version", sql::col("version").add(1)).and_where(sql::eq("id", setting));
        if tx.exec(&take.into())? == 0 {
            continue;
        }
        let mut levels = levels_of(tx, org, setting)?;
        let conditions = levels.iter_mut().flat_map(|level| &mut level.conditions);
        for one in conditions.filter(|one| one.depts().contains(&from)) {
            one.rename(from, to);
        }
        write_levels(tx, setting, &levels)?;
        let told = told_conditions(tx, org, &levels)?;
        say(tx, setting, told)?;
    }
    Ok(())
}

/// Writes the conditions of a setting in words, with a line in the log.
fn say(tx: &mut Tx<'_>, setting: Id, told: String) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, Setting::table());
    select.columns(["setting_no", "condition_text"]).and_where(sql::eq("id", setting));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (number, old): (i64, String) = (row.get(0)?, row.get(1)?);
    let mut update = sql::update(org, Setting::table(), &[("condition_text", Value::Text(told.clone()))]);
    update.and_where(sql::eq("id", setting));
    tx.exec(&update.into())?;
    let field = Setting::CONDITION_TEXT;
    let change = Change { field: field.name(), label: field.zh.to_owned(), old, new: told };
    let entry = LogEntry::of("icsSetting", setting, number.to_string(), PAGE).did("修改", "合并部门");
    tx.log(entry.level(Weight::High).changes(vec![change]))
}
