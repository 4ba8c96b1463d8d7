//! 借阅: an original is in somebody's hands until it is back; one at a time.

use platform::prelude::*;
use platform::sea_query::ExprTrait;

use super::Contract;

/// Its table.
pub(super) const TABLE: &str = "contract_borrow";

const USER: Field = Field::reference("user", "借阅人", "Lent to").column("user_id").required();
const FROM: Field = Field::day("借出日", "From").column("from_date").required();
const TO: Field = Field::day("应还日", "To").column("to_date").required();
const REASON: Field = Field::text("原因", "Why").column("borrow_reason").required().max(200);
/// What is asked for.
pub(super) const FIELDS: [Field; 4] = [USER, FROM, TO, REASON];

const OUT: Msg = Msg::new("contract.out", "原件已借出，请先归还", "The original is lent; take it back first.");
const NOT_OUT: Msg = Msg::new("contract.not_out", "原件未借出", "The original is not lent.");
const BACKWARDS: Msg = Msg::new("contract.lent_days", "应还日不能早于借出日", "The last day is before the first.");

/// The loan of a contract that is not over.
fn open(tx: &mut Tx<'_>, contract: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::eq("contract_id", contract)).and_where(sql::col("returned_at").is_null());
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Lends the original.
pub(super) fn lend(tx: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    if open(tx, step.id)?.is_some() {
        return Err(Refusal::business(OUT));
    }
    let (from, to): (String, String) = (step.get(FROM)?, step.get(TO)?);
    step.findings.error_if(to < from, &TO.name(), BACKWARDS);
    step.unless_clean()?;
    let (user, reason): (Id, String) = (step.get(USER)?, step.get(REASON)?);
    let cells = [
        ("id", tx.new_id().into_value()),
        ("contract_id", step.id.into_value()),
        ("user_id", user.into_value()),
        ("from_date", from.into_value()),
        ("to_date", to.into_value()),
        ("reason", reason.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// The original is back.
pub(super) fn back(tx: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    let loan = open(tx, step.id)?.ok_or(Refusal::business(NOT_OUT))?;
    let cells = [("returned_at", Value::Int(tx.now.millis()))];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", loan)).to_owned().into())?;
    Ok(())
}
