//! A flag that one row holds among those like it: who takes it takes it from the others.

use kernel::Id;
use sea_query::SelectStatement;
use serde_json::Map;

use super::{Draft, FormPage, other_than};
use crate::call::Tx;
use crate::field::Field;
use crate::log::differences;
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};

/// What such a flag is.
#[derive(Debug, Clone, Copy)]
pub struct Flagged {
    /// The flag.
    pub flag: Field,
    /// Fields whose values the rows share that have one between them.
    pub within: &'static [Field],
    /// Scopes a row is for, with commas between, none for all: rows that have one in common have one flag between them.
    pub scopes: Field,
}

impl FormPage {
    /// Takes the flag from the other rows that had it; of a row of the platform the company gets one of its own.
    pub(super) fn take_flag(&self, tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<(), Refusal> {
        let Some(Flagged { flag, within, scopes }) = self.flagged else { return Ok(()) };
        let changes = draft.changes(flag) || draft.changes(scopes) || within.iter().any(|field| draft.changes(*field));
        if !changes || !draft.get::<bool>(flag)? {
            return Ok(());
        }
        let mut others = self.standing(tx.org());
        others.columns(["id", scopes.column]).and_where(sql::eq(flag.column, true)).and_where(other_than(draft.id));
        for field in within {
            others.and_where(sql::eq(field.column, draft.value(*field).clone()));
        }
        let own: String = draft.get(scopes)?;
        for row in tx.query(&others.into())? {
            if meet(&own, &row.get::<String>(1)?) {
                self.take_from(tx, row.get(0)?, flag)?;
            }
        }
        Ok(())
    }

    /// The rows a company has, with those of the platform it has none of its own for.
    fn standing(&self, org: i64) -> SelectStatement {
        match self.naming {
            [] => sql::from(org, self.table),
            naming => sql::overlaid(org, self.table, naming),
        }
    }

    fn take_from(&self, tx: &mut Tx<'_>, id: Id, flag: Field) -> Result<(), Refusal> {
        let (id, version, old) = self.taken(tx, id)?;
        let body = Map::new();
        let mut draft = self.draft_of(id, old.clone(), &old, &body);
        draft.set(flag, Value::Bool(false));
        self.store(tx, id, version, &draft.values)?;
        tx.log(self.entry(&draft).did("修改", "修改").changes(differences(self.fields, &old, &draft.values)))
    }
}

/// Whether a scope is among both; none stands for all.
fn meet(one: &str, other: &str) -> bool {
    one.is_empty() || other.is_empty() || one.split(',').any(|code| other.split(',').any(|each| each == code))
}

#[cfg(test)]
mod tests {
    use super::meet;

    #[test]
    fn scopes_meet_where_they_have_one_in_common() {
        assert!(meet("AE,SE", "SI,AE") && meet("", "AE") && meet("AE", "") && meet("", ""));
        assert!(!meet("AE,SE", "AI,SI"));
    }
}
