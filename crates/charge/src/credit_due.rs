//! Customers whose credit is to be reckoned anew, said in the transaction of what changed it. Rows are added and never changed,
//! so that two writes about one customer don't wait for each other; who reckons (`credit`) takes them away.

use std::collections::BTreeSet;

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell as _, Conn as _, Value, sql};

/// Its table.
pub const TABLE: &str = "credit_due";

/// Says so of some partners.
pub fn coops(tx: &mut Tx<'_>, coops: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    coops_of(tx, tx.org(), coops)
}

/// Says so of partners of a company of the group, whose figures are made of those of others as well.
pub fn coops_of(tx: &mut Tx<'_>, org: i64, coops: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    let named: BTreeSet<Id> = coops.into_iter().collect();
    if tx.trial || named.is_empty() {
        return Ok(());
    }
    let rows: Vec<Vec<Value>> =
        named.into_iter().map(|coop| vec![tx.new_id().into_value(), coop.into_value()]).collect();
    tx.exec(&sql::insert_many(org, TABLE, &["id", "coop_id"], rows).into())?;
    Ok(())
}
