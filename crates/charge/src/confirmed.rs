//! Costs that suppliers and the company agreed on (catalogue prm.md /prm_cost_confirmation): confirmed ones are held, those that
//! stand on a sheet are named by it, and one that was sent back says why until it is changed. Who calls holds the charges of
//! their orders first ([`crate::finance::hold_all`]).

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, Value, sql};

use crate::line::TABLE;

/// Charges of one statement.
const AT_ONCE: usize = 5_000;
/// The sheet a cost stands on.
pub const SHEET: &str = "confirmation_id";
/// What of the costs of orders waits to be confirmed: it counts, stands on no sheet, and no payment has taken anything of it.
pub const WAITING: &str = "charge.kind = 'PAYABLE' AND charge.state = 'NORMAL' AND NOT charge.cost_confirmed \
     AND charge.confirmation_id IS NULL";

/// Puts charges on a sheet, or takes them from the one they are on.
pub fn put_on(tx: &mut Tx<'_>, charges: &[Id], sheet: Option<Id>) -> Result<(), Refusal> {
    write(tx, charges, &[(SHEET, sheet.map_or(Value::Null, |id| Value::Int(id.0)))])
}

/// Confirms charges; what stood against one is done.
pub fn confirm(tx: &mut Tx<'_>, charges: &[Id]) -> Result<(), Refusal> {
    write(tx, charges, &[("cost_confirmed", Value::Bool(true)), ("cost_rejected", Value::Null)])
}

/// They are not confirmed any more.
pub fn open(tx: &mut Tx<'_>, charges: &[Id]) -> Result<(), Refusal> {
    write(tx, charges, &[("cost_confirmed", Value::Bool(false))])
}

/// Sends charges back to who entered them.
pub fn reject(tx: &mut Tx<'_>, charges: &[Id], reason: &str) -> Result<(), Refusal> {
    write(tx, charges, &[("cost_rejected", Value::Text(reason.to_owned()))])
}

fn write(tx: &mut Tx<'_>, charges: &[Id], cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let who = [("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))];
    let cells: Vec<(&'static str, Value)> = cells.iter().cloned().chain(who).collect();
    for some in charges.chunks(AT_ONCE) {
        let mut update = sql::update(tx.org(), TABLE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::is_in(sql::col("id"), some.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// The charges of a sheet.
pub fn of_sheet(tx: &mut Tx<'_>, sheet: Id) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::eq(SHEET, sheet));
    tx.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Whether payments have taken something of a charge of a sheet.
pub fn is_taken(tx: &mut Tx<'_>, sheet: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::eq(SHEET, sheet)).and_where(sql::col("reconciled").ne(0i64)).limit(1);
    Ok(tx.first(&select.into())?.is_some())
}
